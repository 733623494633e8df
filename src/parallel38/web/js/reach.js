/**
 * Where units can go. It is asked as soon as the pointer or the cursor rests on them, so that a click that then picks
 * them up finds the answer here. An answer holds as long as the situation does.
 */

import { get } from "./api.js";
import { later } from "./dom.js";
import { mine, on, store, takenAt, unit, unitsAt } from "./store.js";

/** Milliseconds that the pointer rests on a hex before it is taken seriously; on its way it crosses many. */
const RESTS = 40;
const questions = new Map();

/**
 * The question where units can go together: `spots`, `apart`, `closed`, `rows`, the actions, and `many`, how many each verb has that is not
 * among them, when `answer` is there.
 */
export function reachOf(ids) {
  const units = ids.join(",");
  if (!questions.has(units)) {
    const question = { units, spots: null, apart: [], closed: [], rows: [], many: {} };
    question.answer = get(`/api/games/${store.id}/reach`, { units }).then((found) => {
      question.spots = found.spots;
      question.apart = found.apart;
      question.closed = found.closed;
      question.rows = found.actions;
      question.many = found.many;
      return found;
    });
    question.answer.catch(() => questions.delete(units)); // picking the units up asks again and shows the error
    questions.set(units, question);
  }
  return questions.get(units);
}

/** What has been asked in this situation about units of a hex, with facts about it; undefined if nothing was. */
export function askedAbout(hex) {
  return [...questions.values()].find(({ units }) => unit(units.split(",")[0])?.place === hex)?.answer;
}

/** Whether the situation is still the one in which a question was asked. */
export function holds(question) {
  return questions.get(question.units) === question;
}

/** Forgets all answers: the situation is another. */
export function forgetReaches() {
  questions.clear();
}

/** Asks for the units that a click on a hex would take; of a stack that is in hand, the next ones. */
export function foresee(hex) {
  const next = mine() ? takenAt(hex) : [];
  if (next.length) reachOf(next);
}

/** Asks whenever the pointer has come to rest, but not for other units of a stack that is in hand. */
export function watchReach() {
  const held = () => unitsAt(store.hover).some((one) => store.picked.includes(one.id));
  on(["hover", "situation"], later(RESTS, () => held() || foresee(store.hover)));
}
