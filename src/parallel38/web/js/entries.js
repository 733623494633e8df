/** The part of the log that the page has: its end, or what is around a moment that is looked at again. */

import { get } from "./api.js";
import { fail } from "./errors.js";
import { store, update } from "./store.js";

const LOG = 150;
/** Entries before the one that is looked at again that are there at least, as far as there are any. */
const NEAR = 30;

const fetchLog = (from, to) => get(`/api/games/${store.id}/log`, { from: Math.max(0, from), to });

/**
 * Brings the log up to an action from the entry that is known on, or anew if none is; what came after the known one was
 * taken back. What is said belongs to the last entry. `entries` are those that came with the situation, `most` how many
 * are fetched at once. Returns what has happened since the known one.
 */
export async function follow(number, known, said, entries, most = LOG) {
  const kept = store.log.filter((entry) => entry.n <= known);
  const enough = kept.at(-1)?.n === known && kept[0].n <= Math.max(0, known - most / 2);
  if (!enough || number - known > most) {
    update({ log: await fetchLog(number - most, number) });
    return [];
  }
  const told = !said && (number === known || (entries[0]?.n === known + 1 && entries.at(-1).n === number));
  const found = told ? entries : await fetchLog(said ? known : known + 1, number);
  const shown = Math.max(most, store.log.length); // what the player has fetched stays; a long game does not pile up
  if (found.length || kept.length < store.log.length) {
    update({ log: [...kept.filter((entry) => entry.n < (found[0]?.n ?? Infinity)), ...found].slice(-shown) });
  }
  return found.filter((entry) => entry.n > known);
}

/** Fetches what is around an action, unless it is there. */
export async function around(n) {
  const first = store.log[0]?.n ?? Infinity;
  const last = store.log.at(-1)?.n ?? -1;
  if (first <= Math.max(0, n - NEAR) && n <= last) return;
  update({ log: await fetchLog(n - LOG, n + LOG) });
}

/** Fetches what happened before the first entry. */
export async function earlier() {
  const first = store.log[0]?.n ?? 0;
  if (first <= 0) return;
  try {
    update({ log: [...(await fetchLog(first - LOG, first - 1)), ...store.log] });
  } catch (error) {
    fail(error);
  }
}
