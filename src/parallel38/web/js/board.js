/** The board: the map as it comes from the service, and over it everything that changes. */

import { get, getText } from "./api.js";
import { chip, counterLayers, drawCounters, watchFan } from "./counters.js";
import { $, s } from "./dom.js";
import { hexPath, isHex, learn, outline, point } from "./grid.js";
import { chosenAbout, dicey, offerOf } from "./offers.js";
import { onChange, settings } from "./settings.js";
import { fanned, markerSign, sign, signDefinitions } from "./signs.js";
import { on, store, unitsAt } from "./store.js";
import { number, percent } from "./texts.js";
import { jump, onLook, seen, UNIT } from "./view.js";

const layers = {};
/** Up to this number of hexes, those where a unit may be placed are lit one by one. */
const FEW = 40;
/** The sheets that lie over the map, each a layer of its own: to light a reach no counter is painted again. */
const SHEETS = [
  ["overlays", "trails", "scenes under", "spots"],
  ["counters", "arrows", "planned", "marks"],
  ["paths", "chips", "scenes", "told", "cursor", "labels", "fan"],
];

/** Fetches the board of a game and the game's words and puts the board on the page, once for each language. */
export async function makeBoard({ title, board }) {
  const at = `/api/boards/${title}/${board}`;
  const [map, drawing, words] = await Promise.all([
    get(`${at}/map`),
    getText(`${at}/board.svg`),
    get(`/api/games/${store.id}/words`),
  ]);
  store.map = { ...map, ...words };
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
  sheets[0].prepend(definitions, signDefinitions(words.signs), patterns(), dusk(map.bounds));
  $("plane").replaceChildren(lettering(), ground, ...sheets);
  $("plane").style.width = `${box.width}px`;
  $("plane").style.height = `${box.height}px`;
  $("board").classList.toggle("inland", Object.values(map.hexes).every(({ land }) => land));
  tint();
  makeMinimap(map, box.viewBox, map.relief ? `${at}/relief.jpg` : null);
}

/** What darkens the map, and nothing that lies on it, where the page is dark; a filter would cost frames. */
const dusk = ([x0, y0, x1, y1]) => s("rect", { class: "dusk", x: x0, y: y0, width: x1 - x0, height: y1 - y0 });

/** How the map and the counters are lettered. */
function lettering() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/api/boards.css";
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
  on(["situation", "line", "at", "picked", "lit", "refused"], drawCounters);
  on(["situation"], () => {
    drawArrows();
    drawMarks();
    drawMinimap();
  });
  on(["situation", "spots", "closed", "picked"], drawSpots);
  on(["situation", "line", "at", "plan", "preview", "refused", "lit", "rows", "spots", "waypoints"], drawPaths);
  on(["situation", "plan", "preview"], drawPlanned);
  on(["hex", "hover", "situation"], drawCursor);
  on(["counters"], () => $("plane").classList.toggle("bare-map", !store.counters));
  onLook(drawFrame);
  watchFan();
  watchMinimap();
  document.addEventListener("keydown", () => (document.body.dataset.by = "keys"), true);
  document.addEventListener("pointerdown", () => delete document.body.dataset.by, true);
  new ResizeObserver(drawFrame).observe($("viewport")); // the builder takes some of its width
}

// ------------------------------------------------------------------------------------------------ where one can go

/** Below this chance a hex is lit quietly, and below the second one it has no chip: the card at the pointer tells it. */
const SLIGHT = 0.15;
const NEXT_TO_NOTHING = 0.01;
/** So many prices for which a unit can go have a shade of their own. */
const BANDS = 3;

/** Whether something is put into a hex without a unit in hand. */
const placed = (spot) => !store.picked.length && offerOf(spot)?.intent === "place";

/** How a spot is drawn. A wide region without points to tell apart, such as where a unit may be placed, is an outline. */
function kindOf(hex, spot) {
  if (spot.target && !placed(spot)) return "target";
  if (dicey(spot)) return spot.chance < SLIGHT ? "slight" : "dicey";
  if (spot.further) return "further";
  if (typeof spot.band === "number") return `${spot.stop ? "stop" : "free"} band-${Math.min(spot.band, BANDS - 1)}`;
  if (spot.stop) return "stop";
  return typeof spot.left !== "number" || !store.map.hexes[hex].land ? "wide" : "free";
}

function drawSpots() {
  const kinds = new Map();
  const chips = new Map();
  for (const [hex, spot] of store.spots) {
    if (!isHex(hex)) continue;
    const kind = kindOf(hex, spot);
    gather(kinds, kind, hex);
    const words = spot.label ?? spotText(spot, kind);
    if (words && !(kind === "slight" && unitsAt(hex).length)) gather(chips, spot.some ? `${kind} some` : kind, { hex, words });
  }
  layers.spots.replaceChildren(...[...kinds].flatMap(([kind, hexes]) => lit(kind, hexes)));
  const shut = [...store.closed.keys()];
  if (shut.length) layers.spots.append(hexagons(shut, "spot shut", 0.95));
  layers.chips.replaceChildren(...[...chips].map(([kind, those]) => spotChips(kind, those)), ...shut.map((hex) => crossed(hex, 0.7)));
}

function gather(lists, name, one) {
  if (!lists.has(name)) lists.set(name, []);
  lists.get(name).push(one);
}

/** Few hexes are lit one by one, a wide region by its edge. */
function lit(kind, hexes) {
  if (kind !== "wide" || hexes.length <= FEW) return [hexagons(hexes, `spot ${kind === "wide" ? "free" : kind}`, 0.95)];
  return [hexagons(hexes, "region", 1), s("path", { class: "region-edge", d: outline(hexes) }), s("path", { class: "region-line", d: outline(hexes) })];
}

/** What the chip of a spot says: points left, or a chance; nothing where it would be noise. */
function spotText(spot, kind) {
  if (kind === "further") return ""; // the card at the pointer has the points
  if (dicey(spot)) return spot.chance < NEXT_TO_NOTHING ? "" : kind === "slight" ? percent(spot.chance) : `⚄ ${percent(spot.chance)}`;
  const told = spot.cost ?? spot.left;
  const points = typeof told === "number" && kind !== "wide" ? number(told) : "";
  if (spot.strike) return `${points} ⚔ ${spot.strike}`.trim();
  return `${spot.stop ? "■ " : ""}${points}`.trim();
}

/** Chips of a kind with what hexes offer; where counters stand a chip moves to the foot of the hex. All their grounds are one path. */
function spotChips(kind, those) {
  const placed = those.map(({ hex, words }) => ({ words, x: point(hex).x, y: point(hex).y + (unitsAt(hex).length ? 40 : 0) }));
  return s(
    "g",
    { class: `spot-chip ${kind}` },
    kind.startsWith("slight") ? null : s("path", { d: placed.map(pill).join("") }),
    placed.map(({ words, x, y }) => s("text", { x, y: y + 6 }, words)),
  );
}

/** The outline of a chip around its words. */
function pill({ words, x, y }) {
  const long = Math.max(13, 7 + 4.4 * words.length) - 13;
  return `M${x - long} ${y - 13}h${2 * long}a13 13 0 0 1 0 26h${-2 * long}a13 13 0 0 1 0 -26z`;
}

// --------------------------------------------------------------------------------------------------- paths and rings

function drawPaths() {
  layers.paths.replaceChildren();
  const plan = store.refused ?? store.plan ?? store.preview;
  if (plan?.path?.length > 1) layers.paths.append(...pathOf(plan));
  else if (plan && !store.refused) {
    for (const hex of new Set(plan.hexes)) layers.paths.append(hexagon(hex, "aimed", 0.95));
  }
  for (const hex of store.waypoints) layers.paths.append(hexagon(hex, "waypoint", 0.4));
  if (store.refused) {
    const hexes = new Set(store.refused.refusals.slice(0, 1).flatMap((refusal) => refusal.hexes));
    for (const hex of hexes) if (isHex(hex)) layers.paths.append(hexagon(hex, "blamed", 0.96));
    if (isHex(store.refused.hex)) layers.paths.append(...cross(store.refused.hex));
  }
  for (const hex of [...store.lit.hexes, ...chosenAbout().hexes]) if (isHex(hex)) layers.paths.append(hexagon(hex, "lit-hex", 0.95));
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
  layers.arrows.replaceChildren(...arrowsOf(store.situation.arrows));
  layers.labels.replaceChildren(...labelsOf(store.situation.arrows));
}

/** What a plan would set, in the same signs, broken. */
function drawPlanned() {
  const arrows = (store.plan ?? store.preview)?.arrows ?? [];
  layers.planned.replaceChildren(...arrowsOf(arrows), ...labelsOf(arrows));
}

/** Arrows from hex to hex. */
function arrowsOf(arrows) {
  const parts = [];
  for (const arrow of arrows) {
    const [a, b] = [point(arrow.from), point(arrow.to)];
    if (!a || !b) continue;
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const place = `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${turn})`;
    parts.push(s("g", { class: "arrow", transform: place }, sign(`arrow-${arrow.side}-${arrow.style}`)));
  }
  return parts;
}

/** What is written at the hexes to which arrows lead, such as the odds. */
function labelsOf(arrows) {
  const labels = new Map(arrows.filter((arrow) => arrow.label && point(arrow.from) && point(arrow.to)).map((arrow) => [arrow.to, arrow.label]));
  return [...labels].map(([hex, label]) => chip(label, point(hex).x, point(hex).y - 36, "odds"));
}

function drawMarks() {
  layers.marks.replaceChildren();
  const laid = new Map();
  for (const mark of store.situation.marks) {
    const [at, other] = [point(mark.hex), point(mark.other ?? "")];
    if (!at) continue;
    const found = markerSign(mark.kind);
    const slot = `${mark.hex} ${mark.other ?? found.at}`;
    laid.set(slot, (laid.get(slot) ?? -1) + 1);
    const [dx, dy] = fanned(other ? [0, 0] : found.at, laid.get(slot));
    const middle = other ? { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 } : at;
    const [x, y] = [middle.x + dx, middle.y + dy];
    layers.marks.append(
      s(
        "g",
        { class: "mark", transform: `translate(${x} ${y})` },
        s("title", {}, mark.text),
        sign(found.name),
        mark.label ? s("text", { x: 0, y: 5 }, mark.label) : null,
      ),
    );
  }
  for (const [hex, side] of Object.entries(store.situation.holders)) {
    const at = point(hex);
    if (!at) continue;
    const [dx, dy] = unitsAt(hex).length ? [30, -18] : [0, 0];
    layers.marks.append(s("g", { class: "flag", transform: `translate(${at.x + dx} ${at.y + dy})` }, sign(`flag-${side}`)));
  }
}

function drawCursor() {
  layers.cursor.replaceChildren();
  if (store.hover && isHex(store.hover) && store.hover !== store.hex) layers.cursor.append(hexagon(store.hover, "hovered", 0.97));
  if (store.hex && isHex(store.hex)) layers.cursor.append(hexagon(store.hex, "cursor-edge", 0.97), hexagon(store.hex, "cursor-line", 0.97));
}

/** The layer on which is drawn what has just happened. */
export function sceneLayer() {
  return layers.scenes;
}

/** The layer for the ways of units that have just moved: under the counters, which must be read. */
export function trailLayer() {
  return layers["scenes under"];
}

/** Draws overlays: their hexes under the counters, what they tell over them. */
export function showOverlays(under, over) {
  layers.overlays.replaceChildren(...under);
  layers.told.replaceChildren(...over);
}

/** Draws what has moved since the player's last turn. */
export function showTrails(drawn) {
  layers.trails.replaceChildren(...drawn);
}

// ----------------------------------------------------------------------------------------------------- the small map

let frame;
let dots;

function makeMinimap(map, viewBox, relief) {
  dots = s("g");
  frame = s("rect", { class: "frame" });
  const [x0, y0, x1, y1] = map.bounds;
  const labels = Object.keys(map.hexes).filter((label) => map.hexes[label].land);
  const ground = relief ? s("image", { href: relief, x: x0, y: y0, width: x1 - x0, height: y1 - y0, preserveAspectRatio: "none" }) : null;
  const sea = hexagons(Object.keys(map.hexes).filter((label) => !map.hexes[label].land), "sea");
  $("minimap").replaceChildren(s("svg", { viewBox }, ground, relief ? sea : null, hexagons(labels, relief ? "land over" : "land"), dots, frame));
}

/** A press on the small map goes there, and drags the view along; the hex that lies under it is not meant. */
function watchMinimap() {
  const small = $("minimap");
  const go = (event) => {
    const svg = small.querySelector("svg");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    jump(at.x, at.y);
  };
  small.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    small.setPointerCapture(event.pointerId);
    go(event);
  });
  small.addEventListener("pointermove", (event) => {
    if (small.hasPointerCapture(event.pointerId)) go(event);
  });
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
