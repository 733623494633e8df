/** The hexes of a map as points of its drawing: where each lies, and its neighbours. Lengths are hundredths of a hex. */

import { store } from "./store.js";

const RADIUS = 100 / Math.sqrt(3);
let around = new Map();
/** The hexes by squares of the drawing, each as wide as a hex, so that few have to be looked at. */
let squares = new Map();
let corners = [];
/** The neighbours of each hex by side: the side between corner i and the next one. */
let across = new Map();

/** Learns the map: the neighbours of each hex, and which way the hexes stand. */
export function learn(map) {
  around = new Map();
  squares = new Map();
  const all = Object.entries(map.hexes);
  for (const [label, at] of all) {
    const key = square(at.x, at.y);
    squares.set(key, [...(squares.get(key) ?? []), label]);
  }
  for (const [label, at] of all) {
    const others = near(at.x, at.y, map.hexes, 130).map(([other]) => other);
    around.set(label, others.filter((other) => other !== label));
  }
  const [first, others] = [...around].find(([, beside]) => beside.length) ?? [];
  const [a, b] = [map.hexes[first], map.hexes[others?.[0]]];
  const turn = a && b ? Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 6 : 0;
  const sixths = [0, 1, 2, 3, 4, 5].map((i) => turn + (i * Math.PI) / 3);
  corners = sixths.map((angle) => [Math.cos(angle) * RADIUS, Math.sin(angle) * RADIUS]);
  across = new Map();
  for (const [label, beside] of around) {
    const sides = Array(6).fill(null);
    for (const other of beside) {
      const angle = Math.atan2(map.hexes[other].y - map.hexes[label].y, map.hexes[other].x - map.hexes[label].x);
      sides[(((Math.round((angle - turn) / (Math.PI / 3) - 0.5) % 6) + 6) % 6)] = other;
    }
    across.set(label, sides);
  }
}

/** The outline of a region: the sides of its hexes beyond which it does not go on. */
export function outline(labels) {
  const inside = new Set(labels);
  const parts = [];
  for (const label of labels) {
    const at = point(label);
    across.get(label)?.forEach((other, i) => {
      if (inside.has(other)) return;
      const [a, b] = [corners[i], corners[(i + 1) % 6]];
      parts.push(`M${(at.x + a[0]).toFixed(1)} ${(at.y + a[1]).toFixed(1)}L${(at.x + b[0]).toFixed(1)} ${(at.y + b[1]).toFixed(1)}`);
    });
  }
  return parts.join("");
}

/** The outline of a hex around a point, usually the origin. */
export function hexPath(at = { x: 0, y: 0 }, scale = 1) {
  return `M${corners.map(([x, y]) => `${(at.x + x * scale).toFixed(1)} ${(at.y + y * scale).toFixed(1)}`).join("L")}Z`;
}

/** Where a hex lies. */
export function point(label) {
  return store.map?.hexes[label];
}

/** Whether a word is a hex of the map. */
export function isHex(label) {
  return Boolean(store.map && label in store.map.hexes);
}

/** The hexes beside a hex. */
export function beside(label) {
  return around.get(label) ?? [];
}

const square = (x, y) => `${Math.round(x / 100)},${Math.round(y / 100)}`;

const STEPS = [-100, 0, 100];

/** The hexes whose middle is nearer to a point than a distance of at most one and a half hexes: [label, how far]. */
function near(x, y, hexes, distance) {
  const found = STEPS.flatMap((dx) => STEPS.flatMap((dy) => squares.get(square(x + dx, y + dy)) ?? []));
  return found.map((label) => [label, Math.hypot(hexes[label].x - x, hexes[label].y - y)]).filter(([, far]) => far < distance);
}

/** The hex at a point of the drawing, or null. */
export function hexAt(x, y) {
  const found = store.map ? near(x, y, store.map.hexes, RADIUS) : [];
  return found.reduce((best, one) => (one[1] < best[1] ? one : best), [null, RADIUS])[0];
}

/** The hex beside another that lies most nearly in a direction (degrees, clockwise from east). */
export function toward(label, degrees) {
  const from = point(label);
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  let best = null;
  let most = 0.6;
  for (const other of beside(label)) {
    const to = point(other);
    const along = ((to.x - from.x) * dx + (to.y - from.y) * dy) / Math.hypot(to.x - from.x, to.y - from.y);
    if (along > most) [best, most] = [other, along];
  }
  return best;
}
