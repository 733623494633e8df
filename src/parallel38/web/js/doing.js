/**
 * Doing it: the one place from which a game is changed. What is planned is carried out, undone, done again, taken back;
 * a side gives up or offers a draw; a moment becomes a game of its own.
 */

import { ApiError, post } from "./api.js";
import { fail, notice, say } from "./errors.js";
import { accept, refresh } from "./situation.js";
import { store, update } from "./store.js";
import { t } from "./texts.js";

const game = (path) => `/api/games/${store.id}${path}`;

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
      update({ refused: { do: action, hexes: [], path: [], legal: false, refusals: error.data.refusals ?? [], hex: null, error: error.error } });
    } else fail(error);
  } finally {
    update({ busy: false });
  }
  await (answer ? accept(answer, plan) : refresh());
}

async function change(path, body = {}) {
  if (store.busy) return;
  update({ busy: true });
  let answer = null;
  try {
    answer = await post(game(path), { after: store.situation.live, ...body });
  } catch (error) {
    fail(error);
  } finally {
    update({ busy: false });
  }
  await (answer ? accept(answer) : refresh());
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
    const made = await post(game("/branch"), { at, name: t("web.branch_name", { name: store.situation.called, n: at }) });
    location.assign(`/games/${made.id}`);
  } catch (error) {
    fail(error);
  }
}
