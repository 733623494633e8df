/** The board's part in the guided first turn: it lights what the guide speaks of, and brings it into view. */

import { beside, isHex } from "./grid.js";
import { sheet } from "./panel.js";
import { on, store, unit, update } from "./store.js";
import { fitFront } from "./view.js";

const NOTHING = { units: [], hexes: [] };
let lit = null;

/** Whether the address asks for the guided turn, in which one person plays both sides. */
export const guided = () => new URL(location.href).searchParams.has("tutorial");

/** Begins the guide if the address asks for it. */
export function watchGuide() {
  if (!guided()) return;
  document.addEventListener("p38:guide", ({ detail }) => {
    lit = detail && { units: detail.units, hexes: detail.hexes };
    update({ lit: lit ?? NOTHING });
    sheet("low"); // on a phone the step's card and the board are wanted, not the lists
    const places = lit ? [...lit.hexes, ...lit.units.map((id) => unit(id)?.place)].filter(isHex) : [];
    if (places.length) fitFront([...new Set(places.flatMap((place) => [place, ...beside(place)]))]);
  });
  document.addEventListener("p38:guide-acts", () => update({ rolled: null })); // who lets the guide go on has seen the dice
  // What the pointer lights elsewhere is lit for a moment; then the guide's light is back.
  on(["lit"], () => {
    if (lit && !store.lit.units.length && !store.lit.hexes.length) update({ lit });
  });
  import("./tutorial.js");
}
