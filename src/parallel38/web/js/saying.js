/** Sentences that light what they speak of on the board and go there: entries of the log, reasons. */

import { h } from "./dom.js";
import { isHex } from "./grid.js";
import { unit, update } from "./store.js";
import { centre } from "./view.js";

let burning = null;

function dark() {
  burning = null;
  update({ lit: { units: [], hexes: [] } });
}

// An element that was drawn anew under the pointer is never told that the pointer has left it.
document.addEventListener("pointerover", () => {
  if (burning && !burning.matches(":hover, :focus-within")) dark();
});

/** What an element needs to light units and hexes while the pointer or the focus is in it. */
export function lights(units, hexes) {
  const light = (event) => {
    burning = event.currentTarget;
    update({ lit: { units, hexes } });
  };
  return { onmouseenter: light, onmouseleave: dark, onfocusin: light, onfocusout: dark };
}

/** Where something is that speaks of units and hexes: its last hex, else where its first unit on the map stands. */
export const whereabouts = (units, hexes) => hexes.at(-1) ?? units.map((id) => unit(id)?.place).find(isHex);

/** Words that go somewhere; not a button element, because those do not wrap like words. */
export function saying(text, there) {
  const go = () => centre(there());
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    go();
  };
  return h("span", { class: "saying", role: "button", tabindex: "0", onclick: go, onkeydown }, text);
}
