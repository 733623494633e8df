/** Pictures of boards for lists and cards: a part of the map with its counters, or the whole in small with dots. */

import { get, getText } from "./api.js";
import { s } from "./dom.js";

const SHEETS = new Map();

/** Everything that pictures of a title's board need, fetched once: map, drawing, and the style sheet of drawings. */
export function sheet(title, board) {
  const name = `${title}/${board}`;
  if (!SHEETS.size) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/api/boards.css" }));
  if (!SHEETS.has(name)) SHEETS.set(name, fetchSheet(title, board));
  return SHEETS.get(name);
}

async function fetchSheet(title, board) {
  const at = `/api/boards/${title}/${board}`;
  const [map, text] = await Promise.all([get(`${at}/map`), getText(`${at}/board.svg`)]);
  const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  drawing.id = `board-${title}-${board}`;
  // One drawing for all pictures: each shows a window of it.
  const store = s("svg", { class: "drawings", "aria-hidden": "true" }, drawing);
  document.body.append(store);
  return { id: drawing.id, map, relief: map.relief && `${at}/relief.jpg` };
}

/** A window of the board, `across` hexes wide if the board is, with the given ratio of width to height, with counters on it. */
export function windowOn({ id, map }, centre, across, ratio, units, faces) {
  const [x0, y0, x1, y1] = map.bounds;
  const width = Math.min(across * 100, x1 - x0, (y1 - y0) * ratio);
  const height = width / ratio;
  const x = Math.min(Math.max(centre.x - width / 2, x0), x1 - width);
  const y = Math.min(Math.max(centre.y - height / 2, y0), y1 - height);
  const picture = s(
    "svg",
    { class: "picture", viewBox: [x, y, width, height].join(" "), preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    s("use", { href: `#${id}`, x: x0, y: y0, width: x1 - x0, height: y1 - y0 }),
  );
  for (const [place, stack] of byPlace(units, map)) {
    const at = map.hexes[place];
    if (at.x < x - 60 || at.x > x + width + 60 || at.y < y - 60 || at.y > y + height + 60) continue;
    const shown = stack.slice(0, 4).reverse();
    for (const [i, one] of shown.entries()) {
      const shift = (shown.length - 1) * 2 - i * 4;
      picture.append(counter(faces[one.face], at.x - 31 + shift, at.y - 31 + shift, 62));
    }
  }
  return picture;
}

/** One drawn counter at a place of a picture. */
export function counter(face, x, y, size) {
  if (!face) return s("g");
  const drawn = document.importNode(new DOMParser().parseFromString(face, "image/svg+xml").documentElement, true);
  for (const [name, value] of Object.entries({ x, y, width: size, height: size })) drawn.setAttribute(name, value);
  return drawn;
}

/** The whole board in small: relief, or the drawing if it has none, and a dot for each stack in the manner of its side. */
export function whole({ id, map, relief }, units, sides) {
  const [x0, y0, x1, y1] = map.bounds;
  const picture = s(
    "svg",
    { class: "picture", viewBox: [x0, y0, x1 - x0, y1 - y0].join(" "), preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    relief
      ? s("image", { href: relief, x: x0, y: y0, width: x1 - x0, height: y1 - y0, preserveAspectRatio: "none" })
      : s("use", { href: `#${id}`, x: x0, y: y0, width: x1 - x0, height: y1 - y0 }),
  );
  for (const [place, stack] of byPlace(units, map)) {
    const { x, y } = map.hexes[place];
    const side = sides.find((one) => one.name === stack[0].side) ?? {};
    const round = side.corners === "round" ? 60 : 0;
    picture.append(s("rect", { class: `dot ${side.polarity ?? ""}`, x: x - 60, y: y - 60, width: 120, height: 120, rx: round }));
  }
  return picture;
}

/** Where it is hottest: the middle of the hexes of a side that have an enemy within two hexes; else of all units. */
export function front(map, units) {
  const placed = units.filter((unit) => unit.place in map.hexes).map((unit) => ({ side: unit.side, ...map.hexes[unit.place] }));
  const near = placed.filter((one) => placed.some((two) => two.side !== one.side && Math.hypot(one.x - two.x, one.y - two.y) < 220));
  const some = near.length ? near : placed;
  if (!some.length) return { x: (map.bounds[0] + map.bounds[2]) / 2, y: (map.bounds[1] + map.bounds[3]) / 2 };
  // The one that lies nearest to the middle of all, so that the picture never shows an empty middle.
  const mean = { x: sum(some, "x") / some.length, y: sum(some, "y") / some.length };
  return some.reduce((best, one) => (far(one, mean) < far(best, mean) ? one : best));
}

const sum = (list, name) => list.reduce((total, one) => total + one[name], 0);
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

function byPlace(units, map) {
  const places = new Map();
  for (const unit of units) {
    if (unit.place in map.hexes) places.set(unit.place, [...(places.get(unit.place) ?? []), unit]);
  }
  for (const stack of places.values()) stack.sort((a, b) => b.strength - a.strength);
  return places;
}
