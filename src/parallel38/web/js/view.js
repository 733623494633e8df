/**
 * Looking at the board: panning and zooming by one transform of one element.
 * While it moves the browser keeps the drawing as it is; when it rests it is drawn again, sharp.
 */

import { $, later } from "./dom.js";
import { hexAt, point } from "./grid.js";
import { moves, settings } from "./settings.js";
import { store } from "./store.js";

/** Pixels for a hundredth of a hex at zoom 1: a hex is 72 pixels from side to side. */
export const UNIT = 0.72;
const LEAST = 0.35;
const MOST = 2.5;
/** The front is shown no smaller than this, if need be only where most of it is. */
const READABLE = 1;
/** The number of a hex in hundredths of a hex, and the pixels below which it cannot be read and is hidden. */
const NUMBER = 11.2;
const LEGIBLE = 8;
/** What lies over the board all the time, and the pixels that are left free around it. */
const FURNITURE = ["overlay-buttons", "zoom-buttons", "minimap"];
const GAP = 8;
/** How far beyond its edges the map can be pushed, so that any of it comes out from under what lies over the board. */
const BEYOND = 200;
const look = { x: 0, y: 0, zoom: 1 };
/** How much of the board's foot the sheet of a phone covered when the view came where it is. */
let sheeted = 0;
const watchers = [];
const holders = [];

/** Calls a function after every change of the view. */
export function onLook(what) {
  watchers.push(what);
}

/** Calls a function whenever the player moves or zooms the view. */
export function onHold(what) {
  holders.push(what);
}

/** The present zoom; 1 shows hexes with 72 pixels. */
export function zoom() {
  return look.zoom;
}

const rest = later(160, () => {
  $("plane").classList.remove("moving");
  place();
});

function place() {
  const { width, height } = $("viewport").getBoundingClientRect();
  const [x0, y0, x1, y1] = store.map.bounds;
  const [wide, high] = [(x1 - x0) * UNIT * look.zoom, (y1 - y0) * UNIT * look.zoom];
  const clamp = (at, size, room, covered = 0) => {
    const margin = Math.min(room * 0.5, BEYOND);
    const ends = [margin, room - covered - size - margin];
    return Math.min(Math.max(...ends), Math.max(Math.min(...ends), at));
  };
  look.x = clamp(look.x, wide, width);
  look.y = clamp(look.y, high, height, cover()); // the foot of the map comes out from under the sheet of a phone
  $("plane").style.transform = `translate(${look.x}px, ${look.y}px) scale(${look.zoom})`;
  const plane = $("plane").dataset;
  const pixels = 62 * UNIT * look.zoom;
  const shown = { far: pixels < 26 ? "far" : pixels < 40 ? "middle" : "near", numbers: NUMBER * UNIT * look.zoom < LEGIBLE ? "hidden" : "shown" };
  for (const [name, value] of Object.entries(shown)) if (plane[name] !== value) plane[name] = value; // else all would be styled anew
  for (const watcher of watchers) watcher();
}

let asked = 0;

function show() {
  $("plane").classList.add("moving");
  if (!asked) {
    asked = requestAnimationFrame(() => {
      asked = 0;
      sheeted = cover();
      place();
    });
  }
  rest();
}

/** Moves the view by pixels. */
export function pan(dx, dy) {
  look.x += dx;
  look.y += dy;
  show();
  for (const holder of holders) holder();
}

/** The smallest zoom: a map that does not fit at the usual one can be seen whole. */
function least() {
  return Math.min(LEAST, fitting(...store.map.bounds));
}

/** The zoom at which a rectangle of the drawing fills the free part of the board. */
function fitting(x0, y0, x1, y1) {
  const { wide, high } = free();
  return Math.min(wide / ((x1 - x0) * UNIT), high / ((y1 - y0) * UNIT));
}

/** Zooms by a factor so that a point of the viewport stays where it is; without one, its middle. */
export function zoomBy(factor, x, y) {
  const box = $("viewport").getBoundingClientRect();
  const [px, py] = [x ?? box.width / 2, y ?? box.height / 2];
  let next = Math.min(MOST, Math.max(least(), look.zoom * factor));
  if (Math.abs(next - 1) < 0.04 && next !== look.zoom && Math.abs(factor - 1) > 0.03) next = 1;
  look.x = px - ((px - look.x) * next) / look.zoom;
  look.y = py - ((py - look.y) * next) / look.zoom;
  look.zoom = next;
  show();
  for (const holder of holders) holder();
}

/** The point of the drawing at a point of the page. */
export function drawn(clientX, clientY) {
  const box = $("viewport").getBoundingClientRect();
  const [x0, y0] = store.map.bounds;
  const scale = UNIT * look.zoom;
  return { x: (clientX - box.left - look.x) / scale + x0, y: (clientY - box.top - look.y) / scale + y0 };
}

/** The hex at a point of the page, or null. */
export function hexUnder(clientX, clientY) {
  const at = drawn(clientX, clientY);
  return hexAt(at.x, at.y);
}

/** Where a hex is on the screen, relative to the viewport. */
export function onScreen(label) {
  const at = point(label);
  const [x0, y0] = store.map.bounds;
  const scale = UNIT * look.zoom;
  return { x: (at.x - x0) * scale + look.x, y: (at.y - y0) * scale + look.y, radius: 58 * scale };
}

/** How far something that stands over a point of the drawing, `half` pixels to each side, moves across to be seen whole:
 * away from the layers' buttons and the edges of the board, as long as it still stands over the point. */
export function aside(point, half) {
  const [x0, y0] = store.map.bounds;
  const scale = UNIT * look.zoom;
  const [x, y] = [(point.x - x0) * scale + look.x, (point.y - y0) * scale + look.y];
  const { wide } = open();
  const left = covered().find(([edge, top, , bottom]) => edge < wide / 2 && y > top && y < bottom + half / 2)?.[2] ?? GAP;
  const wanted = Math.max(left + half - x, 0) || Math.min(wide - GAP - half - x, 0);
  return Math.max(-half, Math.min(half, wanted));
}

/** Where the view is, to come back to it. */
export const viewed = () => ({ ...look });

/** Goes back to where the view was. */
export function comeBack(to) {
  Object.assign(look, to);
  slide();
}

/** The part of the drawing that is seen: left, top, right, bottom. */
export function seen() {
  const box = $("viewport").getBoundingClientRect();
  const a = drawn(box.left, box.top);
  const b = drawn(box.right, box.bottom);
  return [a.x, a.y, b.x, b.y];
}

/** Goes to a point of the drawing, sliding unless motion is unwanted: it comes to the middle of a part of the board. */
function glide(x, y, room, next = look.zoom) {
  const [x0, y0] = store.map.bounds;
  const scale = UNIT * next;
  look.zoom = next;
  look.x = room.left + room.wide / 2 - (x - x0) * scale;
  look.y = room.top + room.high / 2 - (y - y0) * scale;
  slide();
}

/** Shows where the view has come, sliding unless motion is unwanted. */
function slide() {
  const plane = $("plane");
  plane.classList.toggle("gliding", moves() && document.body.dataset.loading === undefined);
  sheeted = cover();
  place();
  setTimeout(() => plane.classList.remove("gliding"), 300);
}

/** Keeps what was in the middle there when the sheet of a phone has been lifted or lowered: else the north would be left. */
export function keepMiddle() {
  if (Math.abs(sheeted - cover()) < 1) return;
  look.y += (sheeted - cover()) / 2;
  slide();
}

/** Puts a hex in the middle; with `onlyIfHidden` only if it cannot be seen well. */
export function centre(label, onlyIfHidden = false) {
  const at = point(label);
  if (!at) return;
  const room = open();
  const here = onScreen(label);
  const inside = here.x > 60 && here.y > 60 && here.x < room.wide - 60 && here.y < room.high - 60 && !under(here);
  if (!onlyIfHidden || !inside) glide(at.x, at.y, room);
}

/** Goes where all of these hexes can be seen, if they are not; gives whether the view had to move. */
export function reveal(hexes) {
  const at = hexes.map(point).filter(Boolean);
  if (!at.length) return false;
  const whole = open();
  const marginOf = ({ wide, high }) => Math.min(90, wide / 5, high / 5);
  const margin = marginOf(whole);
  const inside = ({ x, y }) => x > margin && y > margin * 1.6 && x < whole.wide - margin && y < whole.high - margin;
  if (hexes.map(onScreen).every((here) => inside(here) && !under(here))) return false;
  const room = free();
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  const scale = UNIT * look.zoom;
  const wide = (Math.max(...xs) - Math.min(...xs)) * scale > room.wide - 2 * marginOf(room);
  const high = (Math.max(...ys) - Math.min(...ys)) * scale > room.high - 2 * marginOf(room);
  const last = at.at(-1); // a way that is longer than the board: its end counts
  const x = wide ? last.x : (Math.min(...xs) + Math.max(...xs)) / 2;
  const y = high ? last.y : (Math.min(...ys) + Math.max(...ys)) / 2;
  glide(x, y, room);
  return true;
}

/** How much of the board's foot is covered by the sheet of a phone. */
export function cover() {
  const sheet = $("panel").getBoundingClientRect();
  const box = $("viewport").getBoundingClientRect();
  return getComputedStyle($("panel")).position === "fixed" ? Math.max(0, box.bottom - sheet.top) : 0;
}

/** The part of the board that is not covered by the sheet of a phone. */
function open() {
  const { width, height } = $("viewport").getBoundingClientRect();
  return { left: 0, top: 0, wide: width, high: height - cover() };
}

/** What buttons and the small map cover: left, top, right and bottom in the viewport. */
function covered() {
  const box = $("viewport").getBoundingClientRect();
  const edges = (one) => [one.left - box.left - GAP, one.top - box.top - GAP, one.right - box.left + GAP, one.bottom - box.top + GAP];
  return FURNITURE.map((id) => $(id).getBoundingClientRect()).filter((one) => one.width * one.height).map(edges);
}

/** Whether a point of the viewport lies under buttons or the small map. */
const under = ({ x, y }) => covered().some(([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom);

/** The part of the board over which nothing lies. Where that would cost more than a quarter of the rest, something may. */
function free() {
  let { left, top, wide, high } = open();
  for (const [x0, y0, x1, y1] of covered()) {
    const [right, bottom] = [left + wide, top + high];
    if (x0 >= right || x1 <= left || y0 >= bottom || y1 <= top) continue;
    const rests = [
      { left: x1, top, wide: right - x1, high },
      { left, top, wide: x0 - left, high },
      { left, top: y1, wide, high: bottom - y1 },
      { left, top, wide, high: y0 - top },
    ];
    const area = (rest) => Math.max(0, rest.wide) * Math.max(0, rest.high);
    const best = rests.reduce((most, rest) => (area(rest) > area(most) ? rest : most));
    if (area(best) >= 0.75 * wide * high) ({ left, top, wide, high } = best);
  }
  return { left, top, wide, high };
}

/** Shows a rectangle of the drawing as large as it fits. */
export function fit(x0, y0, x1, y1, most = MOST) {
  const zoomed = Math.max(least(), Math.min(most, MOST, fitting(x0, y0, x1, y1)));
  glide((x0 + x1) / 2, (y0 + y1) / 2, free(), zoomed);
}

/** Shows all of the map. */
export function fitAll() {
  fit(...store.map.bounds);
}

/** Shows the front: the hexes where both sides are near each other; no smaller than `smallest`, if need be only most of them. */
export function fitFront(hexes, smallest = READABLE) {
  const at = hexes.map(point).filter(Boolean);
  if (!at.length) return fitAll();
  const xs = at.map((p) => p.x);
  const ys = at.map((p) => p.y);
  const room = free();
  const [wide, high] = [room.wide / UNIT / smallest, room.high / UNIT / smallest];
  const fits = Math.max(...xs) - Math.min(...xs) + 300 <= wide && Math.max(...ys) - Math.min(...ys) + 300 <= high;
  if (fits) return fit(Math.min(...xs) - 150, Math.min(...ys) - 150, Math.max(...xs) + 150, Math.max(...ys) + 150, READABLE);
  const seenFrom = (p) => at.filter((q) => Math.abs(q.x - p.x) < wide / 2 - 60 && Math.abs(q.y - p.y) < high / 2 - 60);
  const most = at.map(seenFrom).reduce((best, one) => (one.length > best.length ? one : best), []);
  const middle = (of) => (Math.min(...of) + Math.max(...of)) / 2;
  const those = most.length ? most : at;
  return glide(middle(those.map((p) => p.x)), middle(those.map((p) => p.y)), room, smallest);
}

/** Goes to a point of the drawing without changing the zoom, at once. */
export function jump(x, y) {
  const box = $("viewport").getBoundingClientRect();
  const [x0, y0] = store.map.bounds;
  look.x = box.width / 2 - (x - x0) * UNIT * look.zoom;
  look.y = (box.height - cover()) / 2 - (y - y0) * UNIT * look.zoom;
  show();
  for (const holder of holders) holder();
}

/** The wheel: zooms at the pointer, or pans if the player wishes that. */
export function wheel(event) {
  event.preventDefault();
  const box = $("viewport").getBoundingClientRect();
  const lines = event.deltaMode === 1 ? 16 : 1;
  const pans = settings().wheel === "pan" && !event.ctrlKey;
  if (pans) pan(-event.deltaX * lines, -event.deltaY * lines);
  else zoomBy(Math.exp(-event.deltaY * lines * 0.0016), event.clientX - box.left, event.clientY - box.top);
}
