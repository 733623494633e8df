/** Bookmarks: moments of a game with a note, kept by the service with the game. */

import { patch } from "./api.js";
import { fail } from "./errors.js";
import { refresh } from "./situation.js";
import { store } from "./store.js";

/** The marked moments `{n, text}` of this game that still are in it, the first one first. */
export function bookmarks() {
  return store.situation.bookmarks.filter(({ n }) => n <= store.situation.live);
}

/** Marks a moment; one that is marked already gets the new note. */
export function mark(n, text) {
  return keep([...store.situation.bookmarks.filter((one) => one.n !== n), { n, text }]);
}

/** Takes a mark away. */
export function unmark(n) {
  return keep(store.situation.bookmarks.filter((one) => one.n !== n));
}

async function keep(list) {
  try {
    await patch(`/api/games/${store.id}`, { bookmarks: list });
    await refresh();
  } catch (error) {
    fail(error);
  }
}

/** Takes over what this browser has kept of an earlier version of the program. */
export async function takeOverBookmarks() {
  const place = `parallel38.bookmarks.${store.id}`;
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? "[]");
    if (found.length) await keep([...store.situation.bookmarks, ...found.map(({ n, text }) => ({ n, text }))]);
    localStorage.removeItem(place);
  } catch {
    // A browser that gives nothing back has kept nothing.
  }
}
