/** Bookmarks: moments of a game with a note, kept in this browser alone. */

import { store } from "./store.js";

const place = () => `parallel38.bookmarks.${store.id}`;

/** The marked moments `{n, text}` of this game that still are in it, the first one first. */
export function bookmarks() {
  try {
    const found = JSON.parse(localStorage.getItem(place()) ?? "[]");
    return found.filter(({ n }) => Number.isInteger(n) && n <= store.situation.live).sort((a, b) => a.n - b.n);
  } catch {
    return []; // what is kept cannot be read, so nothing is kept
  }
}

/** Marks a moment; one that is marked already gets the new note. */
export function mark(n, text) {
  keep([...bookmarks().filter((one) => one.n !== n), { n, text }]);
}

/** Takes a mark away. */
export function unmark(n) {
  keep(bookmarks().filter((one) => one.n !== n));
}

function keep(list) {
  try {
    if (list.length) localStorage.setItem(place(), JSON.stringify(list));
    else localStorage.removeItem(place());
  } catch {
    // A browser that keeps nothing has no bookmarks.
  }
}
