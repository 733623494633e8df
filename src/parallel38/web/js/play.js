/**
 * Playing: the one place from which the game is asked and changed.
 *
 * Every action goes the same way, whatever its verb: something is picked (a unit or a hex), the service says what an
 * action would be (`plan`), and the player commits it. What needs no die and has no price goes with one click; anything
 * else is pinned and wants a second word.
 */

import { ApiError, get, post } from "./api.js";
import { framed, later } from "./dom.js";
import { fail, notice, say } from "./errors.js";
import { beside, hexesOf, isHex } from "./grid.js";
import { forgetReaches, holds, reachOf } from "./reach.js";
import { accept, refresh } from "./situation.js";
import { mine, nextAt, store, unit, unitsAt, update, verbs } from "./store.js";
import { t } from "./texts.js";
import { centre } from "./view.js";

const game = (path) => `/api/games/${store.id}${path}`;
const plans = new Map();
/** Nothing in hand, nothing planned. */
export const NOTHING = {
  picked: [],
  manner: null,
  spots: new Map(),
  closed: new Map(),
  rows: [],
  plan: null,
  pinned: false,
  preview: null,
  waypoints: [],
  refused: null,
  builder: false,
  advice: null,
};

// -------------------------------------------------------------------------------------------- when the situation changes

/** Units that are left behind by the action that is being done: the others stay in hand. */
let left = [];

/** Forgets what was worked out for another situation. */
export function forgetPlans() {
  plans.clear();
  forgetReaches();
}

/** Units in hand that may go on in a new situation: none when something else is decided now. */
export function keptUnits(found) {
  const before = store.situation;
  const same = before && ["phase", "decider"].every((name) => before[name] === found[name]) && before.end?.text === found.end?.text;
  // a unit that left the map by it, such as a division that was broken down, is not in hand any more
  const stays = (id) => found.byId.get(id)?.can && isHex(found.byId.get(id).place) === isHex(before.byId.get(id)?.place);
  return same ? store.picked.filter((id) => !left.includes(id) && stays(id)) : [];
}

/** After an action: the same units go on; else, if only one unit can do something, it is picked by itself. */
export async function pickAfter(kept) {
  if (kept.length) return pick(kept);
  const able = store.situation.units.filter((one) => one.can);
  if (able.length === 1 && !targets().size) {
    centre(able[0].place, true);
    return pick([able[0].id]);
  }
  showTargets();
  // what all is about is shown; a single target among many things to do is not
  const about = new Set(store.spots.size ? store.spots.keys() : store.situation.arrows.map((arrow) => arrow.to));
  if (about.size === 1 && store.situation.offers.every((offer) => offer.hexes.length < 2)) centre([...about][0], true);
  return undefined;
}

// ------------------------------------------------------------------------------------------------------- picking up

let asked = 0;
/** The question where the units in hand can go; a click before it is answered waits for it. */
let reaching = null;

/** Takes units in hand and shows where they can go and what they can do. */
export async function pick(ids) {
  const turn = ++asked;
  const here = unit(ids.at(-1))?.place;
  left = [];
  update({ ...NOTHING, picked: ids, hex: isHex(here) ? here : store.hex });
  if (!ids.length) return showTargets();
  if (!mine() || !ids.some((id) => unit(id)?.can)) return undefined;
  const question = reachOf(ids);
  const now = () => turn === asked && holds(question);
  reaching = question.answer;
  try {
    if (!question.spots) await reaching; // what is known is drawn in one go with the counter in hand
    if (!now()) return undefined;
    update({ reach: question.spots, closed: new Map(question.closed.map((one) => [one.hex, one])) });
    showSpots();
    await framed();
    if (now()) {
      update({ rows: question.rows });
      numberWays();
    }
  } catch (error) {
    fail(error);
  }
  return undefined;
}

/** Adds a unit to those in hand, or puts it back. */
export function toggle(id) {
  return pick(store.picked.includes(id) ? store.picked.filter((one) => one !== id) : [...store.picked, id]);
}

/** Takes the next unit of a hex: the first that can act, then the one after the one in hand. */
export function pickIn(hex, { add = false, all = false } = {}) {
  const next = nextAt(hex);
  if (!next) return look(hex);
  if (all) return pick(unitsAt(hex).filter((one) => one.can).map((one) => one.id));
  return add ? toggle(next.id) : pick([next.id]);
}

/** Looks at a hex without anything in hand: what is there and what may be done to it. */
export async function look(hex) {
  const turn = ++asked;
  update({ ...NOTHING, hex, tab: store.tab === "stack" ? store.tab : "stack" });
  showTargets();
  if (!mine() || !hex) return;
  try {
    const rows = await get(game("/actions"), { hex });
    if (turn === asked) update({ rows });
  } catch (error) {
    fail(error);
  }
}

/** The manners in which the picked units could act: each pair of verb and mode that has hexes. */
export function manners() {
  if (!store.picked.length) return groundManners();
  const found = new Map();
  for (const spot of store.reach ?? []) {
    if (!dicey(spot)) found.set(`${spot.verb} ${spot.mode ?? ""}`, { verb: spot.verb, mode: spot.mode });
  }
  if (!found.size) for (const spot of store.reach ?? []) found.set(spot.verb, { verb: spot.verb, mode: spot.mode });
  return [...found.values()].map((manner) => ({ ...manner, text: mannerText(manner) }));
}

/** What can be done to the ground itself, if there is more than one thing: a choice of its own, lest all the map is lit. */
function groundManners() {
  const found = mine() ? store.situation.offers.filter((offer) => offer.hexes.length && !offer.units.length) : [];
  return found.length > 1 ? found.map(({ verb, mode }) => ({ verb, mode, text: mannerText({ verb, mode }) })) : [];
}

function mannerText(manner) {
  const offer = store.situation.offers.find((one) => one.verb === manner.verb && (one.mode ?? null) === (manner.mode ?? null));
  return offer?.text ?? manner.verb;
}

const dicey = (spot) => typeof spot.chance === "number" && spot.chance < 1;

/** Chooses a manner and shows the hexes that it reaches. */
export function choose(manner) {
  update({ manner, plan: null, pinned: false, preview: null, refused: null, waypoints: [] });
  if (store.picked.length) showSpots();
  else showTargets();
}

/** Lights what the picked units reach: in the chosen manner, with what a die could bring of the same verb. */
function showSpots() {
  const now = store.manner ?? manners()[0];
  const spots = new Map();
  for (const spot of store.reach ?? []) {
    const same = spot.verb === now?.verb && (spot.mode === now.mode || (dicey(spot) && !store.manner));
    const better = !spots.has(spot.hex) || dicey(spots.get(spot.hex));
    if (same && better) spots.set(spot.hex, { ...spot, target: strikes(spot.verb, spot.hex) });
  }
  update({ spots });
}

/** Whether a verb takes units to a hex: then its units are named first, and enemies there, such as ships, are not attacked. */
const goes = (verb) => Boolean(store.map.shapes[verb]?.[0][0].startsWith("unit"));
const strikes = (verb, hex) => !goes(verb) && unitsAt(hex).some((one) => one.side !== store.situation.decider);

/** The hexes that may be chosen without a unit in hand: targets, and the one hex that all is about. */
function targets() {
  const spots = new Map();
  const offers = mine() ? store.situation.offers.filter((offer) => offer.hexes.length) : [];
  const sole = offers.length === 1 && offers[0].hexes.length === 1 && offers[0].units.length > 1;
  const chosen = store.picked.length ? null : store.manner;
  const several = groundManners().length > 0;
  for (const offer of offers) {
    if (chosen && !sameManner(offer, chosen)) continue;
    for (const hex of offer.hexes) {
      if (!chosen && several && !strikes(offer.verb, hex)) continue;
      if (offer.units.length && !strikes(offer.verb, hex) && !sole) continue;
      // units that attack choose their manner in the builder; what is done to the ground is not one action
      const more = spots.has(hex) && (spots.get(hex).verb !== offer.verb || (!offer.units.length && !sameManner(spots.get(hex), offer)));
      spots.set(hex, { hex, verb: offer.verb, mode: offer.mode, target: true, several: more || spots.get(hex)?.several });
    }
  }
  return spots;
}

const sameManner = (one, two) => one.verb === two.verb && (one.mode ?? null) === (two.mode ?? null);

/** Lights the targets. */
function showTargets() {
  update({ reach: [], spots: targets() });
}

/** Numbers ways of which one must be chosen, such as retreats: several rows, each to its own hex. */
function numberWays() {
  const ways = store.rows.filter((row) => store.spots.has(row.hex) && hasWay(row));
  if (!ways.length || ways.length > 12 || ways.some((row) => typeof store.spots.get(row.hex).left === "number")) return;
  const spots = new Map(store.spots);
  ways.forEach((row, i) => {
    const spot = spots.get(row.hex);
    spots.set(row.hex, { ...spot, label: spot.label ? `${spot.label} ${i + 1}` : String(i + 1) });
  });
  update({ spots });
}

const hasWay = (row) => /[~-]/.test(row.do.split(" ").at(-1));

// ------------------------------------------------------------------------------------------------------ what it would be

/** Asks what an action would be; the same question is asked once in a situation. */
export async function planOf(action) {
  if (!plans.has(action)) {
    const asking = post(game("/plan"), { do: action });
    plans.set(action, asking);
    asking.catch(() => plans.delete(action));
  }
  return plans.get(action);
}

/** The action that takes what is in hand to a hex, or does to the hex what is offered there. */
function actionFor(hex, spot) {
  const rows = rowsFor(hex).filter((row) => row.verb === spot.verb);
  const mode = dicey(spot) ? "" : modeWord(spot);
  if (store.waypoints.length) return `${spot.verb} ${store.picked.join(",")} ${joined(hex)}${mode}`;
  if (rows.length === 1) return rows[0].do;
  if (rows.length > 1 && hasWay(rows[0]) && typeof spot.left !== "number") return rows[0].do;
  return `${spot.verb} ${store.picked.join(",")} ${hex}${mode}`;
}

/** The manner of an action as its verb writes it: nothing for the usual one, and for verbs that have but one. */
function modeWord({ verb, mode }) {
  const [kind, usual] = store.map.shapes[verb]?.at(-1) ?? [];
  return kind === "word" && mode && mode !== usual ? ` ${mode}` : "";
}

/** The canonical actions about a hex by exactly the units in hand, else by those and others that go with them. */
function rowsFor(hex) {
  const rows = store.rows.filter((row) => row.hex === hex && store.picked.every((id) => row.units.includes(id)));
  const exact = rows.filter((row) => row.units.length === store.picked.length);
  return exact.length ? exact : rows;
}

/** The way through all fixed steps to a hex, through lit hexes. */
function joined(hex) {
  let way = [unit(store.picked[0])?.place];
  for (const goal of [...store.waypoints, hex]) way = [...way, ...between(way.at(-1), goal)];
  return way.map((label, i) => (i ? (dicey(store.spots.get(label) ?? {}) ? "~" : "-") : "") + label).join("");
}

function between(start, goal) {
  const from = new Map([[start, null]]);
  const queue = [start];
  while (queue.length && !from.has(goal)) {
    const here = queue.shift();
    for (const next of beside(here)) {
      if (from.has(next) || (!store.spots.has(next) && next !== goal)) continue;
      from.set(next, here);
      queue.push(next);
    }
  }
  const way = [];
  for (let label = goal; label && label !== start; label = from.get(label)) way.unshift(label);
  return way;
}

const preview_ = later(50, async (hex, spot) => {
  try {
    const plan = await planOf(actionFor(hex, spot));
    if (store.hover === hex) update({ preview: plan });
  } catch {
    // A look that fails costs nothing; the click will say why.
  }
});

/** A hex that is crossed out, as something that was refused. */
const barred = (hex) => ({ do: "", path: [], legal: false, refusals: [store.closed.get(hex)], hex });

/** The pointer rests on a hex: the way there is drawn if it is lit, and the reason told if it is crossed out. */
export function hover(hex) {
  if (store.hover === hex) return;
  update({ hover: hex, preview: null });
  if (store.refused?.passing) update({ refused: null });
  if (store.closed.has(hex) && !store.refused && !store.pinned) update({ refused: { ...barred(hex), passing: true } });
  const spot = store.spots.get(hex);
  if (spot && !spot.target && store.picked.length && !store.pinned && !store.builder) preview_(hex, spot);
  else preview_.stop();
}

/** Whether a verb writes down its path; of a move by sea only the end is written, so no step of it can be fixed. */
const writesWay = (verb) => Boolean(store.map.shapes[verb]?.some(([kind]) => kind === "path"));

/** Whether a hex can be a step on the way of what is in hand: one that is gone to hex by hex. */
export function passable(hex) {
  const spot = store.spots.get(hex);
  const stepped = spot && !spot.target && typeof spot.left === "number" && writesWay(spot.verb);
  return Boolean(store.picked.length && stepped && hex !== store.waypoints.at(-1));
}

/** Fixes a step on the way, or lets go of the last one; what was planned is planned anew from there. */
export function fix(hex) {
  if (!store.picked.length || !writesWay(store.spots.get(hex)?.verb)) return;
  const waypoints = store.waypoints.at(-1) === hex ? store.waypoints.slice(0, -1) : [...store.waypoints, hex];
  update({ waypoints, plan: null, pinned: false, preview: null });
}

/** Goes to the last fixed step with all that are in hand and leaves a unit there: the others go on from it. */
export async function leave(id) {
  const hex = store.waypoints.at(-1);
  const before = store.waypoints.slice(0, -1);
  const spot = store.spots.get(hex);
  if (!spot || store.busy) return;
  update({ waypoints: before });
  try {
    const plan = await planOf(actionFor(hex, spot));
    left = [id];
    await propose({ ...plan, aimed: hex }, { quick: true });
  } catch (error) {
    fail(error);
  }
  if (!store.pinned) left = [];
}

/** A hex is chosen for what is in hand, or by itself: it is done, pinned, put together, or explained why not. */
export async function aim(hex, { pin = false } = {}) {
  if (store.pinned && !store.builder && store.plan?.aimed === hex) return commit();
  await reaching?.catch(() => null);
  const spot = store.spots.get(hex);
  if (spot?.several) return look(hex);
  if (!spot && store.picked.length && targets().has(hex)) {
    await pick([]);
    return aim(hex, { pin });
  }
  if (!spot) return store.picked.length && mine() ? whyNot(hex) : look(hex);
  update({ hex });
  try {
    const plan = spot.target || !store.picked.length ? await planOn(hex, spot) : await planOf(actionFor(hex, spot));
    return propose({ ...plan, aimed: hex }, { quick: !pin });
  } catch (error) {
    return fail(error);
  }
}

/**
 * What would be done to a hex: the short form, in which the service fills in what was left out, if it is legal; else
 * the * canonical action by most units.
 */
async function planOn(hex, { verb, mode }) {
  const all = await get(game("/actions"), { hex, verb });
  const meant = all.filter((row) => row.do.split(" ").includes(mode));
  const rows = meant.length ? meant : all;
  const hand = rows.filter((row) => store.picked.every((id) => row.units.includes(id)));
  const [best] = (hand.length ? hand : rows).sort((a, b) => b.units.length - a.units.length);
  if (!best || (best.do.startsWith(`${verb} ${hex} `) && !store.picked.length)) {
    const short = await planOf(`${verb} ${hex}`);
    if (short.legal || !best) return short;
  }
  return planOf(best.do);
}

/** Shows what an action would be: asks for a second word, or goes at once if `quick` and there is nothing to lose. */
export function propose(plan, { quick = false } = {}) {
  if (!plan.legal && !plan.fields?.length) {
    update({ refused: { ...plan, hex: plan.aimed ?? null }, plan: null, pinned: false, preview: null });
    return undefined;
  }
  const builder = Boolean(plan.fields?.length);
  if (quick && !builder && !plan.needs_die && !plan.warnings.length) {
    update({ plan });
    return commit();
  }
  update({ plan, pinned: true, preview: null, refused: null, builder });
  const there = hexesOf(plan.do).at(-1);
  if (there) centre(there, true);
  return undefined;
}

/** Proposes an action by its words. */
export async function proposeAction(action, { quick = false } = {}) {
  try {
    return propose(await planOf(action), { quick });
  } catch (error) {
    return fail(error);
  }
}

/** An action by what is in hand on a hex, as the game writes it; null if the verb has no hex. */
function written(verb, hex) {
  const words = [verb];
  const wanted = new Set(["hex", "hand"]);
  for (const [kind, usual] of store.map.shapes[verb] ?? []) {
    if (kind === "hex" || kind === "path") words.push(hex) && wanted.delete("hex");
    else if (kind.startsWith("unit") && wanted.delete("hand")) words.push(store.picked.join(","));
    else if (usual === null) return null;
    else words.push(usual);
    if (!wanted.size) return words.join(" ");
  }
  return wanted.has("hex") ? null : words.join(" ");
}

/** Asks why units cannot go to a hex; the service answers for the verb that the units have now. */
export async function whyNot(hex) {
  const spot = store.spots.get(hex);
  if (spot) return aim(hex, { pin: true });
  if (!store.picked.length) return look(hex);
  if (store.closed.has(hex)) return update({ refused: barred(hex), plan: null, pinned: false, preview: null });
  const verb = (store.manner ?? manners()[0])?.verb ?? verbs().find((word) => store.map.shapes[word]);
  const action = written(verb, hex);
  if (!action) return look(hex);
  try {
    const plan = await planOf(action + (store.manner ? modeWord(store.manner) : ""));
    if (plan.legal) return propose({ ...plan, aimed: hex });
    return update({ refused: { ...plan, hex }, plan: null, pinned: false, preview: null });
  } catch (error) {
    return fail(error);
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

// -------------------------------------------------------------------------------------------------------- doing it

/** Does what is planned. */
export function commit() {
  return store.plan?.legal ? act(store.plan.do, store.plan) : undefined;
}

/** Does an action, after the situation that the player has seen. */
export async function act(action, plan = null) {
  if (store.busy) return;
  update({ busy: true });
  const key = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  const { number } = store.situation;
  let answer = null;
  try {
    answer = await post(game("/act"), { do: action, after: number, key });
    say(answer.entries.flatMap((entry) => entry.lines.map((line) => line.text)).join(" "));
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) {
      update({ refused: { do: action, path: [], legal: false, refusals: error.data.refusals ?? [], hex: null, error: error.error } });
    } else fail(error);
  } finally {
    update({ busy: false });
  }
  await (answer ? accept(answer, plan) : refresh());
}

async function change(path, body = {}) {
  if (store.busy) return;
  update({ busy: true });
  try {
    await post(game(path), { after: store.situation.live, ...body });
  } catch (error) {
    fail(error);
  } finally {
    update({ busy: false });
  }
  await refresh();
}

/** Ends the phase. */
export function end() {
  const word = store.situation.end;
  if (word && store.pinned && store.plan.do === word.do) return commit();
  if (word && mine()) return proposeAction(word.do, { quick: true });
  return undefined;
}

/** Undoes the last action. */
export function undo() {
  const { undo: word } = store.situation;
  if (!word.can) return notice(word.text);
  return change("/undo");
}

/** Does again what was undone. */
export function redo() {
  const { redo: word } = store.situation;
  if (!word.can) return notice(word.text);
  return change("/redo");
}

/** Takes back to an action, dice too. */
export async function takeBack(to) {
  update({ at: null });
  await change("/back", { to });
}

/** Gives up. */
export const resign = (side) => change("/resign", { side });
/** Offers a draw or agrees to one. */
export const offerDraw = (side) => change("/draw", { side });

/** Plays on from a moment as a game of its own. */
export async function branch(at) {
  try {
    const made = await post(game("/branch"), { at, name: t("web.branch_name", { name: store.situation.name || t("web.game"), n: at }) });
    location.assign(`/games/${made.id}`);
  } catch (error) {
    fail(error);
  }
}
