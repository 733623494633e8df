/**
 * What an action would be. Every action goes the same way, whatever its verb: a hex is chosen for what is in hand or by
 * itself, the service says what that would be (`plan`), and the player commits it. What needs no die and has no price
 * goes with one click; anything else is pinned and wants a second word. What is not offered is explained.
 */

import { get, post } from "./api.js";
import { later } from "./dom.js";
import { commit } from "./doing.js";
import { fail, notice } from "./errors.js";
import { beside, point } from "./grid.js";
import { farFrom, leaveBehind, look, pick, reached, takes, targets, usualManner } from "./hand.js";
import { anyWay, dicey, filled, hand, namesHex, offerOf, strikes, usualOf, wayOf } from "./offers.js";
import { forgetReaches } from "./reach.js";
import { mine, on, store, unit, update } from "./store.js";
import { plainReason, t } from "./texts.js";
import { centre } from "./view.js";

const plans = new Map();

/** Asks what an action would be; the same question is asked once in a situation. */
export async function planOf(action) {
  if (!plans.has(action)) {
    const asking = post(`/api/games/${store.id}/plan`, { do: action });
    plans.set(action, asking);
    asking.catch(() => plans.delete(action));
  }
  return plans.get(action);
}

/** Forgets what was worked out for another situation. */
export function forgetPlans() {
  plans.clear();
  question?.remove(); // it has been answered
  forgetReaches();
}

// ------------------------------------------------------------------------------------------- the action that is meant

/** What would be done if a hex is chosen: by what is in hand, or to the hex itself; null if that cannot be written. */
async function planAt(hex, spot) {
  if (spot.target || !store.picked.length) return planOn(hex, spot);
  const action = actionFor(hex, spot);
  return action ? planOf(action) : null;
}

/** The action that takes what is in hand to a hex. */
function actionFor(hex, spot) {
  const { template } = offerOf(store.waypoints.map((step) => store.spots.get(step)).find((step) => step?.further) ?? spot);
  if (store.waypoints.length) return filled(template, { ...hand(), hex, path: joined(hex) });
  const rows = rowsFor(hex).filter((row) => row.verb === spot.verb && row.mode === spot.mode);
  if (rows.length === 1) return rows[0].do;
  if (rows.length > 1 && rows[0].way && typeof spot.left !== "number") return rows[0].do;
  return filled(template, { ...hand(), hex, path: hex });
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
  return wayOf(way, (label) => dicey(store.spots.get(label) ?? {}));
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

/**
 * What would be done to a hex: with nothing in hand the usual offer without its units, which the service fills in, if
 * that is legal; else the canonical action by most units. Null if there is none.
 */
async function planOn(hex, spot) {
  const { verb, mode } = spot;
  const here = store.situation.offers.filter((offer) => offer.hexes.includes(hex));
  const short = store.picked.length ? null : filled((usualOf(verb, here) ?? offerOf(spot)).template, { hex });
  const plan = short ? await planOf(short) : null;
  if (plan?.legal) return plan;
  const all = await get(`/api/games/${store.id}/actions`, { hex, verb });
  const meant = all.filter((row) => row.mode === mode);
  const rows = meant.length ? meant : all;
  const held = rows.filter((row) => store.picked.every((id) => row.units.includes(id)));
  const [best] = (held.length ? held : rows).sort((a, b) => b.units.length - a.units.length);
  return best ? planOf(best.do) : plan;
}

// ------------------------------------------------------------------------------------------------- looking and aiming

const preview_ = later(50, async (hex, spot) => {
  try {
    const plan = await planAt(hex, spot);
    if (store.hover === hex) update({ preview: plan });
  } catch {
    // A look that fails costs nothing; the click will say why.
  }
});

/** A hex that is crossed out, as something that was refused. */
const barred = (hex) => ({ do: "", hexes: [], path: [], legal: false, refusals: [store.closed.get(hex)], hex });

/** The pointer rests on a hex: the way there is drawn if it is lit, and the reason told if it is crossed out. */
export function hover(hex) {
  if (store.hover === hex) return;
  update({ hover: hex, preview: null });
  if (store.refused?.passing) update({ refused: null });
  if (store.closed.has(hex) && !store.refused && !store.pinned) update({ refused: { ...barred(hex), passing: true } });
  const spot = store.spots.get(hex);
  const there = !takes(hex) || document.body.classList.contains("carrying");
  const led = store.picked.length ? !spot?.target : store.manner;
  if (spot && led && there && !store.pinned && !store.builder) preview_(hex, spot);
  else preview_.stop();
}

/** Goes to the last fixed step with all that are in hand and leaves a unit there: the others go on from it. */
export async function leave(id) {
  const hex = store.waypoints.at(-1);
  const before = store.waypoints.slice(0, -1);
  const spot = store.spots.get(hex);
  if (!spot || store.busy) return;
  update({ waypoints: before });
  try {
    const plan = await planAt(hex, spot);
    leaveBehind([id]);
    if (plan) await propose({ ...plan, aimed: hex }, { quick: true });
  } catch (error) {
    fail(error);
  }
  if (!store.pinned) leaveBehind([]);
}

/**
 * A hex is chosen for what is in hand, or by itself: it is done, pinned, put together, or explained why not. With `now`
 * what would be put together is done as it is proposed, if there is nothing to lose.
 */
export async function aim(hex, { pin = false, now = false } = {}) {
  if (store.pinned && store.plan?.aimed === hex && store.plan.legal && !(store.builder && store.plan.binding)) {
    if (!store.plan.warnings.length) return commit();
    // what has a price is never done by a click that may have been meant for something else
    return notice(t("web.second_word", { warning: plainReason(store.plan.warnings[0].reason) }));
  }
  await reached();
  const spot = store.spots.get(hex);
  if (spot?.several) return look(hex);
  if (!spot && store.picked.length && targets().has(hex)) {
    await pick([]);
    return aim(hex, { pin, now });
  }
  if (!spot) return store.picked.length && mine() ? whyNot(hex) : look(hex);
  update({ hex });
  try {
    const plan = await planAt(hex, spot);
    return plan ? propose({ ...plan, aimed: hex }, { quick: !pin, now }) : look(hex);
  } catch (error) {
    return fail(error);
  }
}

/** Brings the units that were let go to the hex of those for which they were: what is in hand joins them. */
export async function join() {
  const { units, hex } = store.joins;
  await pick(units);
  return aim(hex, { pin: true });
}

/** The hex before the first die of a plan, if units could stop there instead; null if they stand in it. */
export function stopBefore(plan) {
  const at = plan.path.indexOf(plan.dice[0]) - 1;
  return plan.dice.length && at > 0 && store.spots.has(plan.path[at]) ? plan.path[at] : null;
}

/** Goes with what is planned as far as no die is needed. */
export function stopIn(hex) {
  const { path } = store.plan;
  const way = wayOf(path.slice(0, path.indexOf(hex) + 1), () => false);
  return proposeAction(filled(offerOf(store.spots.get(hex)).template, { ...hand(), hex, path: way }), { quick: true });
}

/** The target nearest to a hex that the player has not yet set anything against; undefined if there is none. */
export function nextTarget(from) {
  const { arrows, decider } = store.situation;
  const set = (hex) => arrows.some((arrow) => arrow.side === decider && arrow.to === hex);
  const far = (hex) => Math.hypot(point(hex).x - point(from).x, point(hex).y - point(from).y);
  const others = [...targets().values()].filter((spot) => spot.hex !== from && !spot.several && strikes(spot.verb, spot.hex) && !set(spot.hex));
  return others.map((spot) => spot.hex).sort((a, b) => far(a) - far(b))[0];
}

/** Does what is planned and puts the same forward against the nearest target that is left. */
export async function commitAndNext() {
  const { aimed } = store.plan;
  await commit();
  const next = mine() && !store.plan ? nextTarget(aimed) : null;
  if (next) await aim(next);
}

/** What the player goes on with when the dice have been read: the same against the same hex, or the nearest other one. */
let onward = null;

/** Whether the same could be done again after this plan: several units may strike there, one after the other. */
export const again = (plan) => Boolean(plan?.legal && plan.aimed && plan.needs_die && plan.fields.some((field) => field.kind === "unit" && field.choices.length > 1));

/** Does what is planned, and when its dice have been read puts the next such action forward. */
export function commitAndAgain() {
  const { phase, decider } = store.situation;
  onward = { hex: store.plan.aimed, verb: store.plan.verb, phase, decider };
  return commit();
}

/** Puts the next of such actions forward, as soon as the same side may do one; says whether it did. */
function goOnward() {
  const { phase, decider, offers } = store.situation;
  if (onward && onward.phase !== phase) onward = null;
  if (!onward || onward.decider !== decider || !offers.some((offer) => offer.verb === onward.verb)) return false;
  const { hex } = onward;
  onward = null;
  const next = targets().has(hex) ? hex : nextTarget(hex);
  if (next) aim(next);
  return Boolean(next);
}

/**
 * Puts forward what is wanted when there is little to choose: the hex that all is about, or the first of the attacks that
 * the player has set. Only what is put together in the builder, and so wants a word of the player; not a hex that is far
 * from where something was done (`from`).
 */
export async function suggest(from = null) {
  if (mine() && !store.plan && goOnward()) return;
  const { offers, hash, arrows, decider } = store.situation;
  const led = offers.filter((offer) => offer.hexes.length);
  const [first] = led;
  if (!first || !mine() || store.plan) return;
  const hands = store.picked;
  const one = new Set(led.flatMap((offer) => offer.hexes)).size === 1 && !farFrom(from, first.hexes[0]);
  const set = (hex) => arrows.some((arrow) => arrow.side === decider && arrow.to === hex);
  const each = led.every((offer) => offer.intent === "strike" && offer.hexes.every(set));
  const spot = store.spots.get(first.hexes[0]);
  if (!(one || (each && !hands.length)) || !spot || spot.several) return;
  const plan = await planOn(spot.hex, spot).catch(() => null);
  const free = store.situation.hash === hash && store.picked === hands && !store.plan && mine();
  // to set an attack is the player's own idea; to carry one out is what all waits for
  if (free && plan?.legal && plan.fields.length && (first.intent !== "strike" || (each && plan.needs_die))) propose({ ...plan, aimed: spot.hex });
}

/** Asks why units cannot go to a hex; the service answers for the verb that the units have now. */
export async function whyNot(hex) {
  const spot = store.spots.get(hex);
  if (spot) return aim(hex, { pin: true });
  if (!store.picked.length) return look(hex);
  if (store.closed.has(hex)) return update({ refused: barred(hex), plan: null, pinned: false, preview: null });
  const first = usualManner();
  const offer = store.manner ? offerOf(store.manner) : first ? (usualOf(first.verb) ?? offerOf(first)) : anyWay();
  const action = namesHex(offer) ? filled(offer.template, { ...hand(), hex, path: hex }) : null;
  if (!action) return look(hex);
  try {
    const plan = await planOf(action);
    if (plan.legal) return propose({ ...plan, aimed: hex });
    return update({ refused: { ...plan, hex }, plan: null, pinned: false, preview: null });
  } catch (error) {
    return fail(error);
  }
}

// ---------------------------------------------------------------------------------------------------- putting forward

/** Shows what an action would be: asks for a second word, or goes at once if `quick` and there is nothing to lose. */
export function propose(plan, { quick = false, now = false } = {}) {
  if (!plan.legal && !plan.fields?.length) {
    update({ refused: { ...plan, hex: plan.aimed ?? null }, plan: null, pinned: false, preview: null });
    return undefined;
  }
  const builder = Boolean(plan.fields?.length);
  if (quick && plan.legal && (!builder || (now && !plan.binding)) && !plan.needs_die && !plan.warnings.length) {
    update({ plan });
    return commit();
  }
  update({ plan, pinned: true, preview: null, refused: null, builder });
  const there = plan.aimed ?? plan.hexes.at(-1);
  if (there) queueMicrotask(() => centre(there, true)); // when the builder has taken its place from the board
  return undefined;
}

/** Proposes an action by its words. */
export async function proposeAction(action, { quick = false, aimed = undefined } = {}) {
  try {
    return propose({ ...(await planOf(action)), aimed }, { quick });
  } catch (error) {
    return fail(error);
  }
}

/** The bar that asks whether a phase is to end. */
let question = null;

/**
 * Ends the phase. It asks first where many units have done nothing yet, and where dice fall or the end has a price; the
 * question stands over the map and goes when it is answered, wherever that is.
 */
export async function end() {
  const { end: word } = store.situation;
  if (!word || !mine()) return undefined;
  if (store.pinned && store.plan.do === word.do) return commit();
  try {
    const plan = await planOf(word.do);
    const idle = plan.legal && word.idle ? [{ reason: word.idle, number: null }] : [];
    const warnings = [...idle, ...plan.warnings];
    const done = propose({ ...plan, warnings }, { quick: true });
    if (store.pinned) question = notice(warnings.length ? t("web.end_sure", { idle: plainReason(warnings[0].reason) }) : t("web.end_dice", { end: word.text }));
    return await done;
  } catch (error) {
    return fail(error);
  }
}

/** Takes the question away when the plan that it asked about is dropped. */
export function watchQuestion() {
  on(["pinned"], () => store.pinned || question?.remove());
}
