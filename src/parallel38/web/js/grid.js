/** The hexes of a map as points of its drawing: which is where, who is beside whom. Lengths are hundredths of a hex. */

import { store } from "./store.js";

const RADIUS = 100 / Math.sqrt(3);
let around = new Map();
let corners = [];

/** Learns the map: who is beside whom, and which way the hexes stand. */
export function learn(map) {
  around = new Map();
  const all = Object.entries(map.hexes);
  const cells = new Map();
  const cell = (x, y) => `${Math.round(x / 100)},${Math.round(y / 100)}`;
  for (const entry of all) {
    const key = cell(entry[1].x, entry[1].y);
    cells.set(key, [...(cells.get(key) ?? []), entry]);
  }
  for (const [label, at] of all) {
    const near = [];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const [other, there] of cells.get(cell(at.x + dx * 100, at.y + dy * 100)) ?? []) {
          const far = Math.hypot(there.x - at.x, there.y - at.y);
          if (other !== label && far < 130 && !near.includes(other)) near.push(other);
        }
      }
    }
    around.set(label, near);
  }
  const [first, near] = [...around].find(([, beside]) => beside.length) ?? [];
  const [a, b] = [map.hexes[first], map.hexes[near?.[0]]];
  const turn = a && b ? Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 6 : 0;
  const sixths = [0, 1, 2, 3, 4, 5].map((i) => turn + (i * Math.PI) / 3);
  corners = sixths.map((angle) => [Math.cos(angle) * RADIUS, Math.sin(angle) * RADIUS]);
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

/** The hex at a point of the drawing, or null. */
export function hexAt(x, y) {
  let best = null;
  let least = RADIUS;
  for (const [label, at] of Object.entries(store.map?.hexes ?? {})) {
    const far = Math.hypot(at.x - x, at.y - y);
    if (far < least) [best, least] = [label, far];
  }
  return best;
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

/** The hexes that an action names, in its order. */
export function hexesOf(action) {
  return (action ?? "").split(/[\s,~-]+/).filter(isHex);
}
