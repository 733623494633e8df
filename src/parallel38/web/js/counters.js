/** Counters on the map: faces as symbols that are drawn once, stacks that refer to them, and the fan of a stack. */

import { get } from "./api.js";
import { s } from "./dom.js";
import { isHex, point } from "./grid.js";
import { chosenAbout } from "./offers.js";
import { moves, settings } from "./settings.js";
import { sign } from "./signs.js";
import { store, unitsAt } from "./store.js";
import { number } from "./texts.js";
import { onLook, zoom } from "./view.js";

const WIDTH = { s: 56, m: 64, l: 74 };
/** Drawings that are asked for at once: an address is not to be too long. */
const PART = 80;
/** Drawings that are kept although no counter shows them. */
const KEPT = 400;
/** Milliseconds in which a counter slides to the next hex, for each further hex on its way, and at most. */
const SLIDE = 180;
const STEP = 90;
const SLOWEST = 700;
/** The faces that have been drawn, each with its symbol. */
const faces = new Map();
const shown = new Map();
const places = new Map();
let definitions;
/** Stacks that rest, and over them those of which a unit is in hand. */
let resting;
let held;
let fanned;

/** Makes the layers that counters are drawn on: definitions, the counters and, above everything, the fan. */
export function counterLayers() {
  faces.clear();
  shown.clear();
  definitions = s("defs");
  resting = s("g");
  held = s("g");
  fanned = s("g", { class: "fan" });
  return { definitions, layer: s("g", { class: "counters" }, resting, held), fanned };
}

const symbol = (face) => `face-${face}`;

/** Learns the faces that have not been drawn yet: from what came with the situation, else they are fetched. */
export async function learnFaces(units, given) {
  drawFaces(given);
  const wanted = [...new Set(units.map((one) => one.face))].filter((face) => face && !faces.has(face));
  if (!wanted.length) return;
  const at = store.at ?? undefined;
  const parts = [];
  for (let i = 0; i < wanted.length; i += PART) parts.push(wanted.slice(i, i + PART).join(","));
  const found = await Promise.all(parts.map((ids) => get(`/api/games/${store.id}/faces`, { ids, at })));
  found.forEach(drawFaces);
  if (faces.size > KEPT) forget([...units, ...(store.situation?.units ?? [])]);
}

function drawFaces(drawings) {
  for (const [face, drawing] of Object.entries(drawings)) {
    if (faces.has(face)) continue;
    const parsed = document.importNode(new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement, true);
    for (const [name, value] of [["width", 100], ["height", 100], ["overflow", "visible"]]) parsed.setAttribute(name, value);
    faces.set(face, s("symbol", { id: symbol(face), viewBox: "-6 -6 112 112", overflow: "visible" }, parsed));
    definitions.append(faces.get(face));
  }
}

/** Takes away the faces that none of these units shows; in a long game there would be a thousand. */
function forget(units) {
  const used = new Set(units.map((one) => one.face));
  for (const [face, drawn] of faces) {
    if (used.has(face)) continue;
    drawn.remove();
    faces.delete(face);
  }
}

/** A counter on the map with its corner at (x, y). */
export function counterAt(face, x, y, wide) {
  return s("use", { href: `#${symbol(face)}`, x: x - wide * 0.06, y: y - wide * 0.06, width: wide * 1.12, height: wide * 1.12 });
}

/** A counter as a picture of its own, for lists. */
export function picture(one, size = 44) {
  const drawing = s("svg", { class: "picture", viewBox: "-6 -6 112 112", width: size, height: size, "aria-hidden": "true" });
  drawing.append(s("use", { href: `#${symbol(one.face)}`, x: -6, y: -6, width: 112, height: 112 }));
  return drawing;
}

/** Draws what has changed; counters that went from hex to hex slide there. */
export function drawCounters() {
  const wide = WIDTH[settings().counters] ?? WIDTH.m;
  const picked = new Set(store.picked);
  const lit = new Set([...store.lit.units, ...chosenAbout().units]);
  const blamed = new Set((store.refused?.refusals ?? []).slice(0, 1).flatMap((refusal) => refusal.units));
  const before = new Map(places);
  places.clear();
  const wanted = new Map();
  for (const [place, stack] of store.situation.byPlace) {
    if (!isHex(place)) continue;
    for (const one of stack) places.set(one.id, place);
    const state = stack.map((one) => {
      const marks = [one.can, picked.has(one.id), lit.has(one.id), blamed.has(one.id)].map(Number).join("");
      return `${one.id} ${one.face} ${marks}`;
    });
    wanted.set(place, `${wide}|${state.join("|")}`);
  }
  for (const [place, old] of shown) {
    if (wanted.has(place)) continue;
    old.element.remove();
    shown.delete(place);
  }
  for (const [place, state] of wanted) {
    if (shown.get(place)?.state === state) continue;
    const element = stackOf(place, wide, { picked, lit, blamed });
    shown.get(place)?.element.remove();
    lay(element, place, unitsAt(place).some((one) => picked.has(one.id)) ? held : resting);
    shown.set(place, { state, element });
    if (moves()) slide(element, place, before);
  }
}

/** Lays a stack on its layer, over those of higher hexes. The others are not touched, or all would be drawn again. */
function lay(element, place, layer) {
  const low = point(place).y;
  let above = layer.lastChild;
  while (above && point(above.dataset.hex).y > low) above = above.previousSibling;
  layer.insertBefore(element, above ? above.nextSibling : layer.firstChild);
}

/** Lets counters go to their hex from where they were, along their way if it is known. */
function slide(element, place, before) {
  const to = point(place);
  for (const drawing of element.querySelectorAll("[data-unit]")) {
    const id = drawing.dataset.unit;
    const from = before.get(id);
    if (!point(from ?? "") || from === place) continue;
    const way = wayOf(id, from, place).map(point);
    const steps = way.map((at) => ({ transform: `translate(${at.x - to.x}px, ${at.y - to.y}px)` }));
    drawing.animate(steps, { duration: Math.min(SLOWEST, SLIDE + STEP * (way.length - 2)), easing: "ease-out" });
  }
}

/** The hexes from one to another that a unit has passed, as the scenes tell; else these two. */
function wayOf(id, from, to) {
  const scenes = store.scenes.flatMap((entry) => entry.scenes);
  const found = scenes.findLast((scene) => scene.path?.at(-1) === to && scene.path[0] === from && scene.units.includes(id));
  return found ? found.path.filter(isHex) : [from, to];
}

function stackOf(place, wide, marks) {
  const at = point(place);
  const group = s("g", { class: "stack", data: { hex: place } });
  const sides = Map.groupBy
    ? Map.groupBy(unitsAt(place), (one) => one.side)
    : unitsAt(place).reduce((all, one) => all.set(one.side, [...(all.get(one.side) ?? []), one]), new Map());
  const names = [...sides.keys()].sort();
  names.forEach((side, i) => {
    const { beside } = store.map.signs.stack;
    const shift = (i - (names.length - 1) / 2) * beside;
    group.append(...pile(sides.get(side), at.x + shift, at.y, names.length > 1 ? beside : wide, marks));
  });
  return group;
}

/** One side's counters in a hex: picked ones on top, then the strongest; a bar if one may act, the total on a chip. */
function pile(stack, x, y, wide, { picked, lit, blamed }) {
  const rising = [...stack].reverse().sort((a, b) => Number(picked.has(a.id)) - Number(picked.has(b.id)));
  const { edges: most, step } = store.map.signs.stack;
  const edges = Math.min(rising.length, most) - 1;
  const left = x - wide / 2;
  const top = y - wide / 2;
  const parts = [];
  const outline = store.map.sides[rising[0].side]?.corners ?? "round";
  const [low, foot] = [left - (edges / 2) * step, top + (edges / 2) * step];
  parts.push(s("g", { class: "shadow", transform: `translate(${low} ${foot}) scale(${wide / 100})` }, sign(`shadow-${outline}`)));
  const shape = (id, below, kind) => {
    const [dx, dy] = [(edges / 2 - below) * step, -(edges / 2 - below) * step];
    return s("rect", {
      class: `rim ${kind}`,
      x: left + dx - 1,
      y: top + dy - 1,
      width: wide + 2,
      height: wide + 2,
      rx: outline === "round" ? 9 : 5,
    });
  };
  rising.forEach((one, i) => {
    const below = Math.min(rising.length - 1 - i, edges);
    const lift = picked.has(one.id) ? 4 : 0;
    const [cx, cy] = [left + (edges / 2 - below) * step, top - (edges / 2 - below) * step - lift];
    const whole = s("g", { data: { unit: one.id }, class: "unit" });
    if (picked.has(one.id)) whole.append(s("rect", ring(cx, cy, wide, outline, "picked")));
    whole.append(counterAt(one.face, cx, cy, wide));
    if (blamed.has(one.id)) whole.append(s("rect", ring(cx, cy, wide, outline, "blamed")));
    else if (lit.has(one.id)) whole.append(shape(one.id, below, "lit"));
    parts.push(whole);
  });
  if (rising.some((one) => one.can)) {
    parts.push(s("rect", { class: "can", x: left + wide * 0.12, y: top + wide + edges * 2 + 3, width: wide * 0.76, height: 5, rx: 2.5 }));
  }
  const total = stack.reduce((sum, one) => sum + one.strength, 0);
  if (stack.length > 1 && total) parts.push(chip(number(total), left - edges * 2, top + wide));
  return parts;
}

function ring(x, y, wide, outline, kind) {
  return { class: `rim ${kind}`, x: x - 2.5, y: y - 2.5, width: wide + 5, height: wide + 5, rx: outline === "round" ? 10 : 6 };
}

/** A black chip with a figure; its middle foot is at (x, y). */
export function chip(words, x, y, kind = "") {
  const half = Math.max(8, 4 + 3.4 * words.length);
  return s(
    "g",
    { class: `total ${kind}`, transform: `translate(${x} ${y}) scale(${kind ? 1.4 : 1})` },
    s("rect", { x: -half, y: -12, width: 2 * half, height: 16, rx: 8 }),
    s("text", { x: 0, y: 0.6 }, words),
  );
}

/** Closes the fan when the board is looked at from nearer or from farther away. */
export function watchFan() {
  let before = zoom();
  onLook(() => {
    if (zoom() !== before && fanHex()) fan(null);
    before = zoom();
  });
}

/** Spreads the units of a hex out above it, so that each can be taken; null closes the fan. */
export function fan(place) {
  fanned.replaceChildren();
  const stack = place ? unitsAt(place) : [];
  fanned.dataset.hex = stack.length > 1 ? place : "";
  if (stack.length < 2) return;
  const at = point(place);
  const size = 62;
  const across = Math.min(stack.length, 6);
  const high = Math.ceil(stack.length / across);
  const left = at.x - (across * (size + 6)) / 2;
  const top = at.y - 44 - high * (size + 6);
  fanned.append(
    s("rect", { class: "paper", x: left - 8, y: top - 8, width: across * (size + 6) + 10, height: high * (size + 6) + 16, rx: 10 }),
  );
  stack.forEach((one, i) => {
    const [x, y] = [left + (i % across) * (size + 6), top + Math.floor(i / across) * (size + 6)];
    const whole = s("g", { data: { unit: one.id }, class: "unit" });
    if (store.picked.includes(one.id)) whole.append(s("rect", ring(x, y, size, "round", "picked")));
    whole.append(
      s("rect", { class: "catch", x: x - 3, y: y - 3, width: size + 6, height: size + 12 }),
      counterAt(one.face, x, y, size),
    );
    if (one.can) whole.append(s("rect", { class: "can", x: x + 8, y: y + size + 1, width: size - 16, height: 4, rx: 2 }));
    fanned.append(whole);
  });
}

/** The hex whose fan is open, or "". */
export function fanHex() {
  return fanned?.dataset.hex ?? "";
}
