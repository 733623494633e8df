/**
 * A decision that is nothing but a choice, such as one of a few tables: every choice with its chances, before one is
 * taken. It is taken by a button that bears its name, never by a click on the map.
 */

import { notes } from "./card.js";
import { act } from "./doing.js";
import { $, h, put } from "./dom.js";
import { fail } from "./errors.js";
import { branches, modifiers, outcomeLine, ratio, tollList } from "./odds.js";
import { chosenAbout, choices } from "./offers.js";
import { sheet } from "./panel.js";
import { planOf } from "./plan.js";
import { on, store, unit } from "./store.js";
import { language, plainReason, t } from "./texts.js";
import { reveal } from "./view.js";

/** The situation whose choice was drawn last. */
let drawn = "";

/** Draws the choices whenever there are others, and shows what they are about. */
export function watchChoice() {
  on(["situation", "line", "at", "film"], draw);
}

function draw() {
  const found = choices();
  const now = found.length ? `${store.id} ${store.situation.hash} ${language()}` : "";
  if (now === drawn) return;
  drawn = now;
  const exact = h("div", {});
  put($("choice"), found.length ? h("section", { class: "choice", "aria-label": t("web.choice") }, h("ul", {}, found.map(choiceOf)), exact) : null);
  if (!found.length) return;
  Promise.all(found.map((offer) => planOf(offer.action))).then((plans) => put(exact, tables(plans.map((plan) => plan.odds).filter(Boolean))), fail);
  if ($("panel").dataset.sheet === "low") sheet("half");
  if (document.body.dataset.loading === undefined) revealChoice();
}

/** Goes where the units and hexes are that a choice is about, if they are out of sight; on a phone, when the sheet is up. */
export function revealChoice() {
  const { units, hexes } = chosenAbout();
  const all = [...units.map((id) => unit(id)?.place), ...hexes].filter((hex) => store.map.hexes[hex]);
  if (!all.length) return;
  const phone = getComputedStyle($("panel")).position === "fixed";
  if (phone) setTimeout(() => reveal(all), 300);
  else reveal(all);
}

/** One choice: the button that takes it, and what may come of it. */
function choiceOf(offer) {
  const odds = h("div", { class: "odds" });
  planOf(offer.action).then((plan) => put(odds, told(plan)), () => {}); // whoever asks for all of them tells the error
  return h("li", {}, h("button", { type: "button", class: "button gold", onclick: () => act(offer.action), data: { focus: `do ${offer.action}` } }, offer.text), odds);
}

function told({ odds, price, warnings }) {
  return [
    odds?.tolls.length ? tollList(odds.tolls) : null,
    odds ? outcomeLine(odds) : null,
    notes(price, "price"),
    notes(warnings.map((warning) => ({ text: plainReason(warning.reason), rule: warning.number })), "warning"),
  ];
}

/** The tables that the choices are read from, folded up; the ratio and what is added to the dice are the same for all. */
function tables(all) {
  const [first] = all;
  if (!first) return null;
  return h("details", {}, h("summary", { data: { focus: "exact" } }, t("web.exact")), ratio(first), first.modifiers.length ? modifiers(first) : null, all.map(branches));
}
