/** The card at the pointer: of the hex that it rests on, the one figure that matters for what is in hand. */

import { $, h, put } from "./dom.js";
import { isHex } from "./grid.js";
import { outcomeLine } from "./odds.js";
import { dicey, leftWords, offerOf } from "./offers.js";
import { marksOf, on, partHeld, store, unitsAt } from "./store.js";
import { number, percent, plainReason, t } from "./texts.js";
import { onLook, onScreen } from "./view.js";

/** Room between the hex and the card. */
const APART = 14;
/** Of more units their number is told. */
const FEW = 3;

/** Draws the card whenever the pointer, or what is known of the hex under it, has changed. */
export function watchPointerCard() {
  on(["hover", "preview", "plan", "pinned", "spots", "picked", "refused", "builder", "situation", "busy"], draw);
  onLook(place);
}

/** The hex that is told: the one under the pointer, while something is in hand that can go there. */
function told() {
  const hex = store.hover;
  const spot = store.spots.get(hex);
  const led = store.picked.length ? !spot?.target : store.manner && store.preview?.odds;
  const quiet = !spot || !led || !isHex(hex) || store.builder || store.refused || store.busy;
  return quiet ? null : hex;
}

/** What badges on counters under the pointer mean, with the units that have them; nothing if there are none. */
function marks() {
  const found = new Map();
  const units = isHex(store.hover) && !store.builder && !store.refused && !store.busy ? unitsAt(store.hover) : [];
  for (const one of units) for (const text of marksOf(one)) found.set(text, [...(found.get(text) ?? []), one.name]);
  const named = (names) => (names.length > FEW ? t("web.units", { n: names.length }) : names.join(", "));
  return [...found].map(([text, names]) => h("p", {}, h("b", {}, named(names)), ` · ${text}`));
}

function draw() {
  const hex = told();
  const part = hex || store.plan || store.refused ? null : partHeld();
  const some = part?.place === store.hover;
  const meant = hex ? [] : marks();
  $("at-pointer").hidden = !hex && !some && !meant.length;
  if (!hex) {
    put($("at-pointer"), some ? h("p", { class: "where" }, h("b", {}, t("web.part_held", part))) : null, meant);
    return place();
  }
  const spot = store.spots.get(hex);
  const plan = [store.plan, store.preview].find((one) => one?.legal && (one.aimed ?? one.path?.at(-1) ?? one.hexes?.at(-1)) === hex);
  const name = store.map.hexes[hex].place;
  put(
    $("at-pointer"),
    h("p", { class: "where" }, name ? [h("b", {}, name), ` ${hex}`] : h("b", {}, hex), ` · ${offerOf(spot)?.text ?? ""}`),
    h("div", { class: "figure-row" }, figure(spot), h("div", {}, lines(spot, plan).map((line) => h("p", {}, line)))),
    plan?.odds ? [plan.odds.outcomes.length ? outcomeLine(plan.odds) : null, plan.odds.notes.map((note) => h("p", {}, note.text))] : null,
    plan?.warnings?.length ? h("p", { class: "warning" }, plainReason(plan.warnings[0].reason)) : null,
  );
  place();
}

/** The figure that decides: the chance, else the points that are left. */
function figure(spot) {
  if (dicey(spot)) return h("b", { class: "chance" }, percent(spot.chance));
  const told = spot.cost ?? spot.left;
  return typeof told === "number" ? h("b", {}, number(told)) : null;
}

/** What the figure means: the points left, or those that the way takes, in which manner and what is left then. */
function meaning(spot) {
  if (typeof spot.left !== "number") return [];
  if (typeof spot.cost !== "number") return [leftWords(spot)];
  const { mode } = store.map.words;
  return [t("web.points_spent", { mode: mode[spot.mode] ?? "" }), `${number(spot.left)} ${leftWords(spot)}`];
}

function lines(spot, plan) {
  const die = plan?.steps.findIndex((step) => typeof step.chance === "number" && step.chance < 1) ?? -1;
  return [
    ...(dicey(spot) ? [die >= 0 ? plan.steps[die].text : t("web.needs_die")] : meaning(spot)),
    plan?.steps.find((step) => step.fails)?.text ?? "",
    spot.stop ? t("web.legend.stop") : "",
    spot.strike ? t("web.strike_from", { odds: spot.strike }) : "",
    spot.some ? t("web.some_units", { n: spot.some, total: store.picked.length }) : "",
  ].filter(Boolean);
}

/** Puts the card beside its hex, on the side where there is room. */
function place() {
  const card = $("at-pointer");
  if (card.hidden || !isHex(store.hover)) return;
  const { x, y, radius } = onScreen(store.hover);
  const room = $("viewport").getBoundingClientRect();
  const [wide, high] = [card.offsetWidth, card.offsetHeight];
  const left = x + radius + APART + wide < room.width ? x + radius + APART : x - radius - APART - wide;
  const top = Math.min(Math.max(8, y + radius * 0.4), room.height - high - 8);
  card.style.transform = `translate(${Math.round(Math.max(8, left))}px, ${Math.round(top)}px)`;
}
