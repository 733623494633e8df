/** Results of dice that wait to be seen: none takes the place of another one that the player has not seen. */

import { RANKS } from "./odds.js";
import { store } from "./store.js";

/** As many throws wait at most; the log has all of them. */
const MOST = 60;

/**
 * What waits to be seen after more dice have fallen. What the player has done (`own`) was done with the earlier results
 * in sight, so they are seen; whatever else happens joins them. `plan` is what the first dice were thrown for, if it is
 * known; further ones fell for something else.
 */
export function joined(waiting, throws, plan, own) {
  const before = own || !waiting ? [] : waiting.throws.map((entry) => ({ plan: waiting.plan, ...entry }));
  const all = [...before, ...throws.map((entry, i) => ({ ...entry, plan: i ? null : plan }))].slice(-MOST);
  return all.length ? { throws: all, plan: null } : null;
}

/** How much a throw matters to this player: own losses most, then others, fights with and without harm, other dice. */
export function weight(entry) {
  const scenes = entry.scenes ?? [];
  const lost = scenes.filter((scene) => scene.kind === "lost");
  if (lost.some((scene) => store.situation?.you.includes(scene.side))) return 6;
  if (lost.length || entry.kinds?.includes("losses")) return 5;
  const fights = scenes.filter((scene) => scene.kind === "fight" && scene.text);
  if (fights.some((scene) => scene.hurt.length)) return 4;
  if (scenes.some((scene) => scene.kind === "fate")) return 3;
  return fights.length ? 2 : 1;
}

/** Whether a throw had consequences: units lost, or something else became of them. */
export const hurts = (entry) => weight(entry) > 2;

/** How much a throw tells: less than what followed it if its own fight had no effect, because another throw did the harm. */
const telling = (entry) => Math.min(weight(entry), fightOf(entry)?.hurt.length === 0 ? 2 : Infinity);

/** The throw that decides, of equal ones the last; the others in their order. */
export function ranked(throws) {
  const first = throws.reduce((best, entry) => (telling(entry) >= telling(best) ? entry : best));
  return [first, ...throws.filter((entry) => entry !== first)];
}

/** The result of a fight that an entry decides, if it decides one. */
export const fightOf = (entry) => (entry.scenes ?? []).find((scene) => scene.kind === "fight" && scene.text);

/** The class of a fight's result: what it brings the attackers, in the same colours as in previews. */
export const fightRank = ({ rank }) => RANKS[rank];

/** The code of a fight's result as a table has it; empty for a table without codes. */
export const codeOf = ({ code }) => (code === "-" ? "–" : (code ?? ""));
