/** The board: the map as it comes from the service, and over it everything that changes. */

import { get, getText } from "./api.js";
import { chip, counterLayers, drawCounters } from "./counters.js";
import { $, s } from "./dom.js";
import { hexPath, hexesOf, isHex, learn, point } from "./grid.js";
import { onChange, settings } from "./settings.js";
import { on, store, unitsAt } from "./store.js";
import { number, percent } from "./texts.js";
import { onLook, seen, UNIT } from "./view.js";

const layers = {};
/** The sheets that lie over the map, each a layer of its own: to light a reach no counter is painted again. */
const SHEETS = [
  ["overlays", "spots"],
  ["counters", "arrows", "marks"],
  ["paths", "chips", "told", "cursor", "fan"],
];

/** Fetches the map and puts it on the page, once for each language. */
export async function makeBoard(title) {
  const [map, drawing] = await Promise.all([
    get(`/api/titles/${title}/map`),
    getText(`/api/titles/${title}/board.svg`),
  ]);
  store.map = map;
  learn(map);
  const ground = document.importNode(new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement, true);
  ground.classList.add("ground");
  ground.setAttribute("aria-hidden", "true");
  const [x0, y0, x1, y1] = map.bounds;
  const box = { viewBox: `${x0} ${y0} ${x1 - x0} ${y1 - y0}`, width: (x1 - x0) * UNIT, height: (y1 - y0) * UNIT };
  for (const [name, value] of Object.entries(box)) ground.setAttribute(name, value);
  const { definitions, layer, fanned } = counterLayers();
  const made = { counters: layer, fan: fanned };
  const sheets = SHEETS.map((names) => {
    for (const name of names) layers[name] = made[name] ?? s("g", { class: name });
    return s("svg", { class: "play", "aria-hidden": "true", ...box }, names.map((name) => layers[name]));
  });
  sheets[0].prepend(definitions, patterns());
  $("plane").replaceChildren(lettering(title), ground, ...sheets);
  $("plane").style.width = `${box.width}px`;
  $("plane").style.height = `${box.height}px`;
  tint();
  makeMinimap(box.viewBox);
}

/** How the map and the counters are lettered. */
function lettering(title) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/api/titles/${title}/board.css`;
  return link;
}

/** How strongly the class of terrain that the rules use is laid over the relief. */
function tint() {
  $("plane").style.setProperty("--tint", String(settings().tint / 45));
}

/** Hatches that tell overlays apart without colour. */
function patterns() {
  const hatch = (id, d) =>
    s("pattern", { id, width: 12, height: 12, patternUnits: "userSpaceOnUse" }, s("path", { d, class: id }));
  return s(
    "defs",
    {},
    hatch("hatch-one", "M-3 3L3 -3M0 12L12 0M9 15L15 9"),
    hatch("hatch-two", "M-3 9L3 15M0 0L12 12M9 -3L15 3"),
    hatch("hatch-three", "M6 0V12M0 6H12"),
  );
}

/** A hex drawn as an outline of a class. */
export function hexagon(label, kind, scale = 1) {
  const at = point(label);
  return s("path", { class: kind, d: hexPath(), transform: `translate(${at.x} ${at.y}) scale(${scale})` });
}

/** Many hexes of a class as one outline, which costs the browser as little as one hex. */
export function hexagons(labels, kind, scale = 1) {
  return s("path", { class: kind, d: labels.map((label) => hexPath(point(label), scale)).join("") });
}

/** Everything that is drawn by `on` is named here, with what it depends on. */
export function watchBoard() {
  onChange((name) => {
    if (name === "tint") tint();
    if (name === "counters") drawCounters();
  });
  on(["situation", "picked", "lit", "refused"], drawCounters);
  on(["situation"], () => {
    drawArrows();
    drawMarks();
    drawMinimap();
  });
  on(["situation", "spots", "closed", "picked"], drawSpots);
  on(["plan", "preview", "refused", "lit", "rows", "spots", "waypoints"], drawPaths);
  on(["hex", "hover", "situation"], drawCursor);
  on(["counters"], () => $("plane").classList.toggle("bare-map", !store.counters));
  onLook(drawFrame);
}

// ------------------------------------------------------------------------------------------------ where one can go

function drawSpots() {
  const kinds = new Map();
  const chips = [];
  for (const [hex, spot] of store.spots) {
    if (!isHex(hex)) continue;
    const dicey = typeof spot.chance === "number" && spot.chance < 1;
    const kind = spot.target ? "target" : dicey ? "dicey" : spot.stop ? "stop" : "free";
    kinds.set(kind, [...(kinds.get(kind) ?? []), hex]);
    const words = spot.label ?? (dicey ? `⚄ ${percent(spot.chance)}` : spotText(spot));
    if (words) chips.push(spotChip(hex, words, kind));
  }
  layers.spots.replaceChildren(...[...kinds].map(([kind, hexes]) => hexagons(hexes, `spot ${kind}`, 0.95)));
  const shut = [...store.closed.keys()];
  if (shut.length) layers.spots.append(hexagons(shut, "spot shut", 0.95));
  layers.chips.replaceChildren(...chips, ...shut.map((hex) => crossed(hex, 0.7)));
}

function spotText(spot) {
  const points = typeof spot.left === "number" ? number(spot.left) : "";
  const some = spot.some ? `${spot.some}/${store.picked.length} ` : "";
  return `${some}${spot.stop ? "■ " : ""}${points}`.trim();
}

/** A chip with what a hex offers; where counters stand it moves to the foot of the hex. */
function spotChip(hex, words, kind) {
  const at = point(hex);
  const half = Math.max(13, 7 + 4.4 * words.length);
  const y = at.y + (unitsAt(hex).length ? 40 : 0);
  return s(
    "g",
    { class: `spot-chip ${kind}`, transform: `translate(${at.x} ${y})` },
    s("rect", { x: -half, y: -13, width: 2 * half, height: 26, rx: 13 }),
    s("text", { x: 0, y: 6 }, words),
  );
}

// --------------------------------------------------------------------------------------------------- paths and rings

function drawPaths() {
  layers.paths.replaceChildren();
  const plan = store.refused ?? store.plan ?? store.preview;
  if (plan?.path?.length > 1) layers.paths.append(...pathOf(plan));
  else if (plan && !store.refused) {
    for (const hex of new Set(hexesOf(plan.do))) layers.paths.append(hexagon(hex, "aimed", 0.95));
  }
  for (const hex of store.waypoints) layers.paths.append(hexagon(hex, "waypoint", 0.4));
  if (store.refused) {
    const hexes = new Set(store.refused.refusals.flatMap((refusal) => refusal.hexes));
    for (const hex of hexes) if (isHex(hex)) layers.paths.append(hexagon(hex, "blamed", 0.96));
    if (isHex(store.refused.hex)) layers.paths.append(...cross(store.refused.hex));
  }
  for (const hex of store.lit.hexes) if (isHex(hex)) layers.paths.append(hexagon(hex, "lit-hex", 0.95));
}

/** A hex that was refused; one that is crossed out needs no second sign. */
const cross = (hex) => [hexagon(hex, "refused", 0.97), ...(store.closed.has(hex) ? [] : [crossed(hex)])];

/** The sign of what is closed; a small one lies at the foot of the hex where counters stand. */
function crossed(hex, scale = 1) {
  const at = point(hex);
  const y = at.y + (scale < 1 && unitsAt(hex).length ? 40 : 0);
  return s(
    "g",
    { class: "cross", transform: `translate(${at.x} ${y}) scale(${scale})` },
    s("circle", { r: 22 }),
    s("path", { d: "M-9 -9L9 9M9 -9L-9 9" }),
  );
}

/** The way of a plan: solid as far as it is sure, broken where a die is needed, up to the step that fails. */
function pathOf(plan) {
  const fails = plan.refusals?.find((refusal) => refusal.step !== null && refusal.step !== undefined)?.step;
  const shown = plan.legal || fails === undefined ? plan.path : plan.path.slice(0, fails + 1);
  const dice = new Set(plan.dice ?? []);
  const parts = [];
  for (let i = 1; i < shown.length; i++) {
    const [a, b] = [point(shown[i - 1]), point(shown[i])];
    if (!a || !b) continue;
    const kind = !plan.legal ? "bad" : dice.has(shown[i]) ? "dicey" : "sure";
    const start = i === 1 ? 0.36 : 0; // off the counter that goes
    const d = `M${a.x + (b.x - a.x) * start} ${a.y + (b.y - a.y) * start}L${b.x} ${b.y}`;
    parts.push(s("path", { class: "way-edge", d }), s("path", { class: `way ${kind}`, d }));
  }
  const last = shown.length - 1;
  if (last > 0 && plan.legal) {
    const [a, b] = [point(shown[last - 1]), point(shown[last])];
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const kind = dice.has(shown[last]) ? "dicey" : "sure";
    parts.push(
      s("path", {
        class: `way-head ${kind}`,
        d: "M-6 -15L18 0L-6 15Z",
        transform: `translate(${b.x} ${b.y}) rotate(${turn}) translate(-14 0)`,
      }),
    );
  }
  return parts;
}

// --------------------------------------------------------------------------------------------------- what is set

function drawArrows() {
  layers.arrows.replaceChildren();
  const labels = new Map();
  for (const arrow of store.situation.arrows) {
    const [a, b] = [point(arrow.from), point(arrow.to)];
    if (!a || !b) continue;
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const polarity = store.map.sides[arrow.side]?.polarity ?? "dark";
    const shape =
      arrow.style === "broken"
        ? "M-23 -9L-14 0L-23 9H-17L-8 0L-17 -9ZM-11 -9L-2 0L-11 9H-5L4 0L-5 -9ZM2 -12L21 0L2 12L9 0Z"
        : "M-19 -5H3V-12L21 0L3 12V5H-19Z";
    layers.arrows.append(
      s(
        "g",
        { class: `arrow ${polarity} ${arrow.style}`, transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${turn})` },
        s("path", { class: "edge", d: shape }),
        s("path", { class: "body", d: shape }),
      ),
    );
    if (arrow.label) labels.set(arrow.to, arrow.label);
  }
  for (const [hex, label] of labels) {
    const at = point(hex);
    layers.arrows.append(chip(label, at.x, at.y - 36, "odds"));
  }
}

const SLOTS = { right: [46, 0], left: [-46, 0], top: [30, -38] };
const SIGNS = {
  cut: ["M-9 0H-4M4 0H9M-7 -3V3M7 -3V3", "M-4 -5L4 5M4 -5L-4 5"],
  bridge: ["M-9 1Q-6 -5 -2 -5M9 1Q6 -5 2 -5M-8 6q2 -3 4 0t4 0t4 0t4 0", "M-1.5 -8L1.5 -2"],
};

function drawMarks() {
  layers.marks.replaceChildren();
  for (const mark of store.situation.marks) {
    const [at, other] = [point(mark.hex), point(mark.other ?? "")];
    if (!at) continue;
    const [dx, dy] = SLOTS[mark.at] ?? SLOTS.right;
    const [x, y] = other ? [(at.x + other.x) / 2, (at.y + other.y) / 2] : [at.x + dx, at.y + dy];
    const sign = SIGNS[mark.sign];
    layers.marks.append(
      s(
        "g",
        { class: "mark", transform: `translate(${x} ${y})` },
        s("title", {}, mark.text),
        s("circle", { r: 12 }),
        sign
          ? [s("path", { class: "plain", d: sign[0] }), s("path", { class: "bad", d: sign[1] })]
          : s("text", { x: 0, y: 5 }, mark.n ? `+${mark.n}` : mark.kind.slice(0, 1).toUpperCase()),
      ),
    );
  }
  for (const [hex, side] of Object.entries(store.situation.holders)) {
    const at = point(hex);
    if (!at) continue;
    const looks = store.map.sides[side] ?? {};
    const cloth =
      looks.corners === "cut" ? "M0 -22H19L13 -15.5L19 -9H0Z" : "M0 -22H16Q19 -22 19 -19V-12Q19 -9 16 -9H0Z";
    const [dx, dy] = unitsAt(hex).length ? [30, -18] : [0, 0];
    layers.marks.append(
      s(
        "g",
        { class: "flag", transform: `translate(${at.x + dx} ${at.y + dy})` },
        s("path", { class: "cloth", d: cloth, fill: looks.flag }),
        s("path", { class: "pole", d: "M0 -23V2" }),
      ),
    );
  }
}

function drawCursor() {
  layers.cursor.replaceChildren();
  if (store.hover && isHex(store.hover) && store.hover !== store.hex) layers.cursor.append(hexagon(store.hover, "hovered", 0.97));
  if (store.hex && isHex(store.hex)) layers.cursor.append(hexagon(store.hex, "cursor-edge", 0.97), hexagon(store.hex, "cursor-line", 0.97));
}

/** Draws overlays: their hexes under the counters, what they tell over them. */
export function showOverlays(under, over) {
  layers.overlays.replaceChildren(...under);
  layers.told.replaceChildren(...over);
}

// ----------------------------------------------------------------------------------------------------- the small map

let frame;
let dots;

function makeMinimap(viewBox) {
  dots = s("g");
  frame = s("rect", { class: "frame" });
  const labels = Object.keys(store.map.hexes).filter((label) => store.map.hexes[label].land);
  const land = hexagons(labels, "land");
  $("minimap").replaceChildren(s("svg", { viewBox }, land, dots, frame));
}

function drawMinimap() {
  dots.replaceChildren();
  for (const [place, stack] of store.situation.byPlace) {
    const at = point(place);
    if (!at) continue;
    const looks = store.map.sides[stack[0].side] ?? {};
    dots.append(s("rect", { x: at.x - 38, y: at.y - 38, width: 76, height: 76, fill: looks.flag, class: looks.polarity }));
  }
}

function drawFrame() {
  const [x0, y0, x1, y1] = seen();
  for (const [name, value] of Object.entries({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 })) frame.setAttribute(name, value);
}
