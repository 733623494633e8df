/**
 * The situation that the page shows: fetched when something has happened, or taken from the answer to an action.
 * One is shown after the other, so that none overtakes another.
 */

import { get } from "./api.js";
import { learnFaces } from "./counters.js";
import { around, follow } from "./entries.js";
import { fail } from "./errors.js";
import { NOTHING, doneAt, keptUnits, pickAfter } from "./hand.js";
import { forgetPlans, suggest } from "./plan.js";
import { joined } from "./results.js";
import { entriesOf, lostCounters } from "./scenes.js";
import { indexed, mine, store, update } from "./store.js";

/** The situation that is being fetched or shown, and whether another one is wanted after it. */
let showing = null;
let again = false;
/** The last answer that was shown, as text, and the moment that it was of. */
let last = "";
let moment = null;
/** The plan that was just carried out: its odds are shown with the dice. */
let done = null;
/** The last thing that the live line told while an action was being done. */
let missed = null;
/** What is done when the live line tells of something new. */
let told = refresh;

/** Lets a function decide how what the live line tells is shown. */
export function whenNews(what) {
  told = what;
}

/** Fetches the situation and shows it; requests that come together become one. */
export function refresh() {
  missed = null;
  if (showing) {
    again = true;
    return showing;
  }
  return alone(async () => {
    const { at } = store;
    const plain = await get(`/api/games/${store.id}`, { at: at ?? undefined });
    if (store.at === at) await show(plain);
    else again = true; // another moment is wanted by now
  });
}

/** Shows the present if nothing has happened after an action that is shown; gives the number of the last action. */
export async function arrive(n) {
  while (showing) await showing;
  let live = n;
  await alone(async () => {
    const { at } = store;
    const plain = await get(`/api/games/${store.id}`);
    live = plain.live;
    if (live > n || store.at !== at) return;
    update({ at: null });
    await show(plain);
  });
  return live;
}

/** Shows what the answer to a change of the game brought: the situation after it, what happened, new counters. */
export function accept(answer, plan = null) {
  done = plan;
  if (showing) return refresh();
  return alone(() => show(answer.situation, answer)).then(() => {
    const message = missed;
    missed = null;
    const more = message && (message.hash !== store.situation.hash || message.number !== store.situation.live);
    if (more) told(message); // more has happened while it was answered
  });
}

/** The live line tells that something happened: if it is news, the situation is fetched, or after what is being done. */
export function heard(message) {
  if (store.busy) {
    missed = message;
    return;
  }
  const now = store.situation;
  const news = ["hash", "thinking", "paused", "failed", "remarks"].some((name) => message[name] !== now[name]);
  if (news || message.number !== now.live) told(message);
}

function alone(work) {
  showing = work()
    .catch(fail)
    .finally(() => {
      showing = null;
      if (!again) return undefined;
      again = false;
      return refresh();
    });
  return showing;
}

/** Shows a situation, with what came with it in the answer to a change: entries after an action, drawings of counters. */
async function show(plain, { after = null, entries = [], faces = {} } = {}) {
  const { at } = store;
  const raw = JSON.stringify([plain, at]);
  if (raw === last && store.situation.hash) return; // nothing is drawn anew under a finger that is about to press
  const found = indexed(plain);
  const before = store.situation;
  const moved = before?.hash !== found.hash || before?.number !== found.number || (at === null && moment !== null);
  const past = Boolean(before && before.number < before.live && !store.film); // after looking back, another part of the log may be loaded
  const known = past ? null : (store.log.at(-1)?.n ?? null);
  const kept = after !== null && known !== null ? Math.min(known, after) : moved && found.number <= known ? null : known;
  const said = before?.remarks !== found.remarks;
  const news = await (store.at === null ? tell(found.live, kept, said, entries, after !== null) : around(found.number));
  const scenes = entriesOf(found, news ?? [], moved);
  await learnFaces([...found.units, ...lostCounters(scenes)], faces);
  if (store.at !== at) {
    again = true; // another moment is wanted by now
    return;
  }
  [last, moment] = [raw, at];
  const held = moved ? keptUnits(found) : store.picked;
  const from = moved ? doneAt(found) : null;
  if (moved) forgetPlans();
  update({ situation: found, scenes, ...(moved ? NOTHING : {}) });
  if (!mine() || !moved) return;
  await pickAfter(held, from);
  suggest(from);
}

/** Keeps the log up to date, and shows dice that have fallen; `own` if the player has done what is new, which it gives. */
async function tell(number, known, said, entries, own) {
  const news = await follow(number, known, said, entries);
  if (!news.length) return news;
  const throws = news.filter((entry) => entry.dice.length);
  update({ rolled: joined(store.rolled, throws, done, own) });
  done = null;
  return news;
}
