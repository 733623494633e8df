/**
 * What is in hand: units are picked up or a hex is looked at, and what they can reach or what can be done is lit.
 * What an action would be is asked in `plan`, and it is done in `doing`.
 */

import { get } from "./api.js";
import { framed } from "./dom.js";
import { fail } from "./errors.js";
import { beside, isHex } from "./grid.js";
import { dicey, namesWay, offerOf, sameManner, strikes } from "./offers.js";
import { holds, reachOf } from "./reach.js";
import { mine, nextAt, store, takenAt, together, unit, unitsAt, update } from "./store.js";
import { centre } from "./view.js";

/** Nothing in hand, nothing planned. */
export const NOTHING = {
  picked: [],
  unasked: false,
  manner: null,
  spots: new Map(),
  closed: new Map(),
  apart: [],
  rows: [],
  many: {},
  plan: null,
  pinned: false,
  preview: null,
  waypoints: [],
  joins: null,
  refused: null,
  builder: false,
  advice: null,
};

// -------------------------------------------------------------------------------------------- when the situation changes

/** Units that are left behind by the action that is being done: the others stay in hand. */
let left = [];

/** Says which units the next action leaves behind. */
export function leaveBehind(ids) {
  left = ids;
}

/** Whether the same is decided in a new situation as in the one that is shown. */
function sameDecision(found) {
  const before = store.situation;
  return before && ["phase", "decider"].every((name) => before[name] === found[name]) && before.end?.text === found.end?.text;
}

/** The hexes of what has just been done, if the same decision goes on after it and nothing must be done; else null. */
export function doneAt(found) {
  const hexes = [...(store.plan?.hexes ?? []), ...store.picked.map((id) => unit(id)?.place)].filter(isHex);
  return hexes.length && found.end && sameDecision(found) ? hexes : null;
}

/** Whether a hex is more than two hexes away from where something was done: hand and view do not go there by themselves. */
export const farFrom = (from, hex) => Boolean(from) && isHex(hex) && ![...from, ...from.flatMap(beside)].some((one) => one === hex || beside(one).includes(hex));

/** Units in hand that may go on in a new situation: none when something else is decided now. */
export function keptUnits(found) {
  const before = store.situation;
  // a unit that left the map by it, such as a division that was broken down, is not in hand any more
  const stays = (id) => found.byId.get(id)?.can && isHex(found.byId.get(id).place) === isHex(before.byId.get(id)?.place);
  // one that has gone aboard another, or become a part of it, goes on with that
  const inside = (id) => (/^with:/.test(found.byId.get(id)?.place) && !/^with:/.test(before.byId.get(id)?.place) ? found.byId.get(id).place.slice(5) : id);
  return sameDecision(found) ? [...new Set(store.picked.filter((id) => !left.includes(id)).map(inside))].filter(stays) : [];
}

/** Whether units can still go somewhere without a die. */
async function goOn(ids) {
  try {
    const { spots } = await reachOf(ids).answer;
    return spots.some((spot) => !dicey(spot));
  } catch {
    return true; // picking them up asks again and shows the error
  }
}

/**
 * After an action: the same units go on unless a die is all that is left; else a unit that alone can act is picked, and
 * what all is about is shown, unless the action was done somewhere else (`from`) and the player need not go on.
 */
export async function pickAfter(kept, from = null) {
  const turn = ++asked;
  if (kept.length && (await goOn(kept))) return turn === asked ? pick(kept) : undefined;
  if (turn !== asked) return undefined;
  const able = store.situation.units.filter((one) => one.can);
  const alone = able.length === 1 && store.situation.offers.every((offer) => offer.units.length || !offer.hexes.length);
  if (alone && !farFrom(from, able[0].place)) {
    centre(able[0].place, true);
    return pick([able[0].id], { unasked: true });
  }
  showTargets();
  // what all is about is shown; a single target among many things to do is not
  const about = new Set(store.spots.size ? store.spots.keys() : store.situation.arrows.map((arrow) => arrow.to));
  if (about.size === 1 && !farFrom(from, [...about][0]) && store.situation.offers.every((offer) => offer.hexes.length < 2)) centre([...about][0], true);
  return undefined;
}

// ------------------------------------------------------------------------------------------------------- picking up

let asked = 0;
/** The question where the units in hand can go; a click before it is answered waits for it. */
let reaching = null;

/** Waits until it is known where the units in hand can go. */
export const reached = () => reaching?.catch(() => null);

/** Takes units in hand and shows where they can go and what they can do; `unasked` if the player did not take them. */
export async function pick(ids, { unasked = false } = {}) {
  const turn = ++asked;
  const here = unit(ids.at(-1))?.place;
  left = [];
  update({ ...NOTHING, picked: ids, unasked, hex: isHex(here) ? here : store.hex });
  if (!ids.length) return showTargets();
  if (!mine() || !ids.some((id) => unit(id)?.can)) return undefined;
  const question = reachOf(ids);
  const now = () => turn === asked && holds(question);
  reaching = question.answer;
  try {
    if (!question.spots) await reaching; // what is known is drawn in one go with the counter in hand
    if (!now()) return undefined;
    update({ reach: question.spots, apart: question.apart, closed: new Map(question.closed.map((one) => [one.hex, one])) });
    showSpots();
    await framed();
    if (now()) {
      update({ rows: question.rows, many: question.many });
      numberWays();
    }
  } catch (error) {
    fail(error);
  }
  return undefined;
}

/**
 * Whether a click on a hex takes its units in hand and leads nothing there: units that can act are taken, whatever is in
 * hand. Units that come from beside the map are put down wherever they may be.
 */
export function takes(hex) {
  const waiting = store.picked.some((id) => !isHex(unit(id)?.place));
  return mine() && !waiting && !store.spots.get(hex)?.target && unitsAt(hex).some((one) => one.can);
}

/** Adds a unit to those in hand, or puts it back. */
export function toggle(id) {
  return pick(store.picked.includes(id) ? store.picked.filter((one) => one !== id) : [...store.picked, id]);
}

/** Takes units of a hex: those that go together, then one after the other; or one more; or all that can act. */
export function pickIn(hex, { add = false, all = false } = {}) {
  const next = nextAt(hex);
  if (!next) return look(hex);
  if (all) return pick(unitsAt(hex).filter((one) => one.can).map((one) => one.id));
  if (add) return toggle(next.id);
  const before = store.picked.length && store.spots.has(hex) ? { units: store.picked, hex } : null;
  const picked = pick(takenAt(hex));
  update({ joins: before });
  return picked;
}

/** Takes a unit beside the map; alone in hand, with those that come with it; if there are none, or all are in hand, it is put back. */
export function pickWaiting(one) {
  if (!store.picked.includes(one.id)) return pick([one.id]);
  const all = together(one).map((other) => other.id);
  return pick(store.picked.length === 1 && all.length > 1 ? all : []);
}

/** Looks at a hex without anything in hand: what is there and what may be done to it. */
export async function look(hex) {
  const turn = ++asked;
  update({ ...NOTHING, hex, tab: store.tab === "stack" ? store.tab : "stack" });
  showTargets();
  if (!mine() || !hex) return;
  try {
    const rows = await get(`/api/games/${store.id}/actions`, { hex });
    if (turn === asked) update({ rows });
  } catch (error) {
    fail(error);
  }
}

/** Lets go of whatever is open, the last first. Says whether there was something. */
export function drop() {
  if (store.refused) update({ refused: null });
  else if (store.waypoints.length) update({ waypoints: [], plan: null, pinned: false });
  else if (store.plan || store.builder) update({ plan: null, pinned: false, builder: false, preview: null, advice: null });
  else if (store.picked.length) pick([]);
  else return false;
  return true;
}

// ---------------------------------------------------------------------------------------------------------- manners

/** The manners in which the picked units could act, {verb, group, text}: modes of one group are one manner. */
export function manners() {
  if (!store.picked.length) return groundManners();
  const found = [];
  for (const spot of store.reach ?? []) if (!found.some((manner) => sameManner(manner, spot))) found.push(spot);
  return found.map(mannerOf);
}

/** What can be done to the ground itself, if there is more than one thing: a choice of its own, lest all the map is lit. */
function groundManners() {
  const found = mine() ? store.situation.offers.filter((offer) => offer.hexes.length && !offer.units.length) : [];
  return found.length > 1 ? found.map(mannerOf) : [];
}

const mannerOf = ({ verb, group }) => ({ verb, group, text: offerOf({ verb, group })?.text ?? verb });

/** Chooses a manner and shows the hexes that it reaches. */
export function choose(manner) {
  update({ manner, plan: null, pinned: false, preview: null, refused: null, waypoints: [] });
  if (store.picked.length) showSpots();
  else showTargets();
}

// --------------------------------------------------------------------------------------------------------- lighting

/** Whether a spot is reached by a manner that leads further than the usual one, as the game has it, and not by that. */
const isFurther = (spot, usual, nearer) => spot.verb === usual.verb && store.map.further.includes(spot.mode) && !nearer.has(spot.hex);

/** The manner in which the picked units go if the player chooses none: the first that leads somewhere. */
export function usualManner() {
  const found = manners();
  return found.find((manner) => offerOf(manner)?.intent === "go") ?? found[0];
}

/**
 * Lights what the picked units reach in the chosen manner; where they come with and without a die, without. If the player
 * has chosen none, what they could strike is lit with it, and in a colour of its own what only a manner that leads further
 * reaches.
 */
function showSpots() {
  const now = store.manner ?? usualManner();
  const spots = new Map();
  for (const spot of store.reach ?? []) {
    const target = strikes(spot.verb, spot.hex);
    const better = !spots.has(spot.hex) || dicey(spots.get(spot.hex));
    if (better && (sameManner(spot, now) || (!store.manner && target && !spots.has(spot.hex)))) spots.set(spot.hex, { ...spot, target });
  }
  const beyond = store.manner || !now ? [] : store.reach.filter((spot) => isFurther(spot, now, spots));
  for (const spot of beyond) spots.set(spot.hex, { ...spot, further: true });
  update({ spots });
}

/** The hexes that may be chosen without a unit in hand: targets, and the one hex that all is about. */
export function targets() {
  const spots = new Map();
  const offers = mine() ? store.situation.offers.filter((offer) => offer.hexes.length) : [];
  const sole = offers.length === 1 && offers[0].hexes.length === 1 && offers[0].units.length > 1;
  const chosen = store.picked.length ? null : store.manner;
  const several = groundManners().length > 0;
  for (const offer of offers) {
    if (chosen && !sameManner(offer, chosen)) continue;
    for (const hex of offer.hexes) {
      const struck = strikes(offer.verb, hex);
      if (!chosen && several && !struck) continue;
      if (offer.units.length && !struck && !sole) continue;
      if (offer.units.length && !sole && !unitsAt(hex).some((one) => one.side !== store.situation.decider)) continue; // nobody to strike: units go there
      // units that attack choose their manner in the builder; what is done to the ground is not one action
      const more = spots.has(hex) && (spots.get(hex).verb !== offer.verb || (!offer.units.length && !sameManner(spots.get(hex), offer)));
      const known = spots.get(hex);
      const { mode, group } = known?.verb === offer.verb && !offer.usual ? known : offer; // the usual manner, if it is offered
      spots.set(hex, { hex, verb: offer.verb, mode, group, target: true, several: more || known?.several });
    }
  }
  return spots;
}

/** Lights the targets. */
function showTargets() {
  update({ reach: [], spots: targets() });
}

/** Numbers ways of which one must be chosen, such as retreats, on the board and in the list; several may lead to one hex. */
function numberWays() {
  const ways = store.rows.filter((row) => store.spots.has(row.hex) && row.way);
  if (!ways.length || ways.length > 12 || ways.some((row) => typeof store.spots.get(row.hex).left === "number")) return;
  const spots = new Map(store.spots);
  const numbers = new Map();
  ways.forEach((row, i) => {
    const spot = spots.get(row.hex);
    spots.set(row.hex, { ...spot, label: spot.label ? `${spot.label}, ${i + 1}` : String(i + 1) });
    numbers.set(row, i + 1);
  });
  update({ spots, rows: store.rows.map((row) => (numbers.has(row) ? { ...row, number: numbers.get(row) } : row)) });
}

// ------------------------------------------------------------------------------------------------- steps on the way

/** Whether a hex can be a step on the way of what is in hand: one that is gone to hex by hex, by a way that is written. */
export function passable(hex) {
  const spot = store.spots.get(hex);
  const stepped = spot && !spot.target && typeof spot.left === "number" && namesWay(offerOf(spot));
  return Boolean(store.picked.length && stepped && hex !== store.waypoints.at(-1));
}

/** Fixes a step on the way, or lets go of the last one; what was planned is planned anew from there. */
export function fix(hex) {
  const spot = store.spots.get(hex);
  if (!store.picked.length || !spot || !namesWay(offerOf(spot))) return;
  const waypoints = store.waypoints.at(-1) === hex ? store.waypoints.slice(0, -1) : [...store.waypoints, hex];
  update({ waypoints, plan: null, pinned: false, preview: null });
}
