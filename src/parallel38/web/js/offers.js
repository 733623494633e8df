/**
 * What is offered now, and how it is written. Every offer says what it means (`intent`) and has the notation with slots
 * for units and hexes (`template`); the page fills slots and knows no word of the notation.
 */

import { mine, store, unitsAt } from "./store.js";
import { t } from "./texts.js";

/** Whether units may or may not come to a spot: a die decides. */
export const dicey = (spot) => typeof spot.chance === "number" && spot.chance < 1;

/** Whether two offers, spots or manners are the same thing for a player: one verb, and modes of one group. */
export const sameManner = (one, two) => one.verb === two.verb && (one.group ?? null) === (two.group ?? null);

const offers = () => store.situation.offers;

/** The offer that a manner or a spot belongs to: of those that are the same for a player, the one that is written. */
export function offerOf(manner) {
  const same = offers().filter((offer) => sameManner(offer, manner));
  return same.find((offer) => offer.mode === offer.group) ?? same[0];
}

/** What the points left at a spot are called: where a unit has one move, they are lost. */
export const leftWords = (spot) => store.map.words.left[spot.verb] ?? t("web.legend.free");

/** The offer of a verb in its usual mode, among some offers; undefined if it is not among them. */
export const usualOf = (verb, among = offers()) => among.find((offer) => offer.verb === verb && offer.usual);

/** Whether an offer leads to a hex that the player names, and whether the way there can be named, too. */
export const namesHex = (offer) => /\{(hex|path)\??\}/.test(offer?.template ?? "");
export const namesWay = (offer) => /\{path\??\}/.test(offer?.template ?? "");

/** The first offer that leads to a hex, in the usual mode of its verb if that is offered. */
export function anyWay() {
  const first = offers().find(namesHex);
  return first && (usualOf(first.verb) ?? first);
}

/** More choices than these are a list and no question. */
const FEW = 6;

/** The choices of a decision that is nothing but a choice: each offer is one whole action, of no hex, and of no unit or of one that all are of; else none. */
export function choices() {
  const [first] = offers();
  const alike = (offer) => offer.units.join() === first.units.join() && first.units.length < 2 && offers().length > first.units.length;
  const whole = (offer) => offer.action && alike(offer) && !offer.hexes.length && offer.verb !== "end" && offer.verb === first.verb;
  return mine() && offers().length <= FEW && offers().every(whole) ? offers() : [];
}

/** The units and hexes of which such a choice decides, to be shown on the board. */
export const chosenAbout = () => (choices().length ? store.situation.about : { units: [], hexes: [] });

/** Whether a verb attacks what is in a hex: then units do it, or there are enemies. */
export function strikes(verb, hex) {
  const offer = offers().find((one) => one.verb === verb);
  if (offer?.intent !== "strike") return false;
  return offer.units.length > 0 || unitsAt(hex).some((one) => one.side !== store.situation.decider);
}

/** Whether an offer is a standing order, for which there is a place of its own. */
export const isOrder = (offer) => store.situation.orders.some(({ choices: values }) => values.some((choice) => choice.do && choice.do === offer.action));

/** The slots that are filled by what is in hand; where one unit is meant several stand for an action of each. */
export const hand = () => ({ unit: store.picked.length > 1 ? store.picked : store.picked[0], units: store.picked.length ? store.picked : undefined });

/** A template with its slots filled by words or lists; null if a slot must not be left empty and is not filled. */
export function filled(template, slots) {
  const { list, none } = store.situation.notation;
  let whole = Boolean(template);
  const line = template?.replace(/\{(\w+)(\??)\}/g, (_, name, optional) => {
    const value = slots[name];
    if (value === undefined && !optional) whole = false;
    return Array.isArray(value) ? value.join(list) || none : (value ?? none);
  });
  return whole ? line : null;
}

/** A way as it is written: hexes from the start on, those that take a die joined in their own way. */
export function wayOf(hexes, takesDie) {
  const { step, die } = store.situation.notation;
  return hexes.map((hex, i) => (i ? (takesDie(hex) ? die : step) : "") + hex).join("");
}
