/** What the closed sheet of a phone shows: counters in hand, or those that wait to be placed, and the way to the next unit. */

import { picture } from "./counters.js";
import { $, h, put } from "./dom.js";
import { pick } from "./hand.js";
import { nextUnit } from "./keys.js";
import { waitingUnits } from "./panel.js";
import { after, mine, store, unit, unitsAt } from "./store.js";
import { t } from "./texts.js";

/** As many counters as a narrow screen holds beside the button. */
const MOST = 5;

/** Draws it whenever something else is in hand, or somebody else decides. */
export function watchSheet() {
  after(["situation", "picked", "hex", "line", "at"], drawSheet);
}

function drawSheet() {
  const held = store.picked.map(unit).filter(Boolean);
  const waiting = held.length ? [] : waitingUnits();
  const here = held.length || waiting.length || !store.hex ? [] : unitsAt(store.hex);
  const shown = [...held, ...waiting, ...here];
  const able = mine() ? store.situation.units.filter((one) => one.can).length : 0;
  put(
    $("in-hand"),
    shown.slice(0, MOST).map((one) => piece(one)),
    shown.length > MOST ? h("span", { class: "more" }, `+${shown.length - MOST}`) : null,
    h("span", { class: "words" }, words(held, waiting, able)),
    able ? h("button", { type: "button", class: "button small", data: { focus: "next-unit" }, onclick: () => nextUnit(1) }, t("web.next_unit")) : null,
  );
}

function piece(one) {
  const props = { type: "button", class: "piece", "aria-label": one.name, "aria-pressed": String(store.picked.includes(one.id)), "aria-disabled": String(!one.can) };
  return h("button", { ...props, data: { focus: `sheet ${one.id}` }, onclick: () => one.can && pick([one.id]) }, picture(one, 40));
}

function words(held, waiting, able) {
  if (held.length === 1) return held[0].name[0].toLocaleUpperCase() + held[0].name.slice(1);
  if (held.length) return t("web.hand_many", { n: held.length });
  if (waiting.length) return t("web.waiting", { n: waiting.length });
  return able ? t("web.can_act", { n: able }) : "";
}
