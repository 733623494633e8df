/** Signs that the service draws: markers, flags, arrows and shadows, each once as a definition to which the board refers. */

import { s } from "./dom.js";
import { store } from "./store.js";

const MARKUP = "http://www.w3.org/2000/svg";

/** The definitions of all signs of a game. */
export function signDefinitions({ marker, flag, arrow, shadow }) {
  const drawn = [
    ...Object.entries(marker).map(([kind, { svg }]) => [`marker-${kind}`, svg]),
    ...Object.entries(shadow).map(([corners, svg]) => [`shadow-${corners}`, svg]),
    ...Object.entries(flag).map(([side, svg]) => [`flag-${side}`, svg]),
    ...Object.entries(arrow).flatMap(([side, styles]) => Object.entries(styles).map(([style, svg]) => [`arrow-${side}-${style}`, svg])),
  ];
  return s("defs", {}, drawn.map(([name, svg]) => s("g", { id: `sign-${name}` }, fragment(svg))));
}

/** A piece of a drawing as nodes. */
export function fragment(svg) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${MARKUP}">${svg}</svg>`, "image/svg+xml").documentElement;
  return [...parsed.childNodes].map((node) => document.importNode(node, true));
}

/** A sign by its name, to be put in its place. */
export const sign = (name) => s("use", { href: `#sign-${name}` });

/** The name of a marker's sign, and where it finds room beside the counters of a hex. */
export function markerSign(kind) {
  const known = kind in store.map.signs.marker ? kind : "";
  return { name: `marker-${known}`, at: store.map.signs.marker[known].at };
}

/** Where the marker after so many others in a slot lies, so that none covers another. */
export function fanned([x, y], n) {
  const { fan } = store.map.signs;
  const [dx, dy] = fan[n % fan.length];
  return [x + (x < 0 ? -dx : dx), y + dy];
}
