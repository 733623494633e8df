/**
 * What the page knows: the situation as the service gave it, and what the player has picked up, aimed at or opened.
 * It is changed here alone, by `update`; code that draws something says with `on` which values it depends on.
 */

import { framed } from "./dom.js";
import { t } from "./texts.js";

/** The present values. Read them; change them by `update`. */
export const store = {
  id: "",
  situation: null,
  /** The hexes of the board, and what stays as it is while the game is played: its sides, its words. */
  map: null,
  /** Units in hand, in the order in which they were picked. */
  picked: [],
  /** Whether they came into hand by themselves, because nothing else could act. */
  unasked: false,
  /** The manner in which the picked units would act: {verb, group}, or null for the usual one. */
  manner: null,
  /** Where the picked units can go: Map of hex to spot. */
  spots: new Map(),
  /** Modes in which each of the picked units could act, but not all together: {verb, group} with the refusal. */
  apart: [],
  /** Hexes near at hand where they cannot go: Map of hex to the refusal. */
  closed: new Map(),
  /** The canonical actions of what is picked or aimed at. */
  rows: [],
  /** Verbs that have too many actions to be listed at once, with their number. */
  many: {},
  /** The hex that is looked at: the cursor. */
  hex: null,
  /** The hex under the pointer. */
  hover: null,
  /** What an action would be, as the service judges it; `pinned` when it waits for a second word. */
  plan: null,
  pinned: false,
  /** The plan that is only looked at while the pointer rests. */
  preview: null,
  /** Steps on the way that the player has fixed. */
  waypoints: [],
  /** Units that were let go for those of a hex which they could have joined: {units, hex}. */
  joins: null,
  /** A refusal that is being shown, with the hex that was asked for. */
  refused: null,
  /** Whether the plan is being put together field by field. */
  builder: false,
  /** Entries whose scenes are drawn on the map, the present one last. */
  scenes: [],
  /** What is being shown action by action: `{id, mode: "live" or "replay", paused, entries, waits}`: the entries that are shown now, and whether it waits until the player has seen an own result; or null. */
  film: null,
  /** The action that is looked at again, or null for the present. */
  at: null,
  log: [],
  /** What the other side did since the player's last turn, or null. */
  since: null,
  /** What computer players had in mind, as far as it may be read. */
  thoughts: [],
  /** The hint that is being shown, `waiting` while it is thought about. */
  advice: null,
  moments: [],
  lit: { units: [], hexes: [] },
  overlays: [],
  tab: "stack",
  /** Whether the line to the service holds. */
  line: "open",
  busy: false,
  /** Dice that have just fallen. */
  rolled: null,
  /** Everything that the service says about where the picked units can go. */
  reach: [],
  counters: true,
  /** The language of the page; when it changes everything is drawn again. */
  language: "",
  /** Whether the space bar is held. */
  space: false,
};

const listeners = [];
const followers = [];
let changed = new Set();
let late = new Set();

/** Changes some values and lets every part that depends on them draw, once: the board before the browser paints. */
export function update(values) {
  for (const [name, value] of Object.entries(values)) {
    if (store[name] === value) continue;
    store[name] = value;
    if (!changed.size) queueMicrotask(tell);
    changed.add(name);
  }
}

function tell() {
  const names = changed;
  changed = new Set();
  draw(listeners, names);
  if (!late.size) framed().then(tellLate);
  for (const name of names) late.add(name);
}

function tellLate() {
  const names = late;
  late = new Set();
  draw(followers, names);
}

function draw(those, names) {
  for (const one of those) {
    if (names.has("language") || one.wanted.some((name) => names.has(name))) one.draw(names);
  }
}

/** Draws whenever one of these values has changed, before the browser paints. */
export function on(wanted, draw) {
  listeners.push({ wanted, draw });
}

/** Draws whenever one of these values has changed, but after the board was painted, so that the board need not wait for lists. */
export function after(wanted, draw) {
  followers.push({ wanted, draw });
}

/** The unit with an id, as the situation has it. */
export function unit(id) {
  return store.situation?.byId.get(id);
}

/** The units in a hex or box, the strongest first. */
export function unitsAt(place) {
  return store.situation?.byPlace.get(place) ?? [];
}

/** What a place is called: a hex by its label, a box by its name, a unit that is with another unit by that unit. */
export function placeName(place) {
  if (place.startsWith("with:")) {
    const name = unit(place.slice(5))?.name ?? place.slice(5);
    return name[0].toLocaleUpperCase() + name.slice(1);
  }
  return store.situation.boxes[place] ?? place;
}

/** What a unit may be told to do together with others: those of the same words can go by one action. */
function words(id) {
  const found = store.situation.offers.filter((offer) => offer.units.includes(id) && offer.hexes.length);
  return found.map((offer) => `${offer.verb} ${offer.mode} ${/\{units\??\}/.test(offer.template) ? "" : id}`).join();
}

/**
 * The units that are taken with one of them: on the map those of its stack that one action can lead, beside the map those
 * of its formation that may come to the same hexes.
 */
export function together(one) {
  const able = unitsAt(one.place).filter((other) => other.can);
  if (one.place in store.map.hexes) {
    const like = (other) => words(other.id) + other.flags.join();
    return able.filter((other) => like(other) === like(one));
  }
  const goals = (id) => store.situation.offers.filter((offer) => offer.units.includes(id)).map((offer) => `${offer.verb} ${offer.hexes}`).join();
  return able.filter((other) => other.formation === one.formation && goals(other.id) === goals(one.id));
}

/** All units of a stack that are of the same formation as one of them and can act. */
export const army = (one) => unitsAt(one.place).filter((other) => other.can && other.formation === one.formation);

/** Of a stack of which only some units are in hand: how many are, of how many that can act; else null. */
export function partHeld() {
  const place = unit(store.picked[0])?.place;
  const able = place in store.map.hexes ? unitsAt(place).filter((one) => one.can) : [];
  const held = able.filter((one) => store.picked.includes(one.id));
  return held.length && held.length < able.length ? { place, n: held.length, total: able.length } : null;
}

/** The next single unit of a place: the first that can act, then the one after the one in hand. */
export function nextAt(place) {
  const able = unitsAt(place).filter((one) => one.can);
  const held = able.findIndex((one) => store.picked.includes(one.id));
  return able[(held + 1) % able.length];
}

/** The units that a click on a place takes: those that go together, then one after the other, then again all. */
export function takenAt(place) {
  const able = unitsAt(place).filter((one) => one.can);
  if (!able.length) return [];
  const held = able.filter((one) => store.picked.includes(one.id));
  const all = together(able[0]);
  if (held.length > 1) return [able[0].id];
  if (held.length && held[0] !== able.at(-1)) return [nextAt(place).id];
  return all.map((one) => one.id);
}

/** Whether this browser may decide now. */
export function mine() {
  const now = store.situation;
  return Boolean(now && store.at === null && !now.over && store.line === "open" && now.you.includes(now.decider));
}

/** What is wanted of the player, or what the computer or the dice are about while others wait for them. */
export function prompt(now) {
  if (now.roll && !rolling()) return now.prompt_other;
  const others = now.decider in now.players && !now.you.includes(now.decider);
  return others ? now.prompt_other : now.prompt;
}

/** Which side is ahead, in words. */
export const aheadText = (side) => (store.map.sides[side] ? t("web.ahead", { side: store.map.sides[side].short }) : t("web.even"));

/** What the badges of a unit mean. */
export const marksOf = (one) => one.flags.map((flag) => store.map.words.means[flag]?.[one.side]).filter(Boolean);

/** Whether dice that a person throws are waited for. */
export function rolling() {
  const now = store.situation;
  return Boolean(now?.roll && store.at === null && !now.over && now.dice.kind === "ask" && store.line === "open");
}

/** The verbs of what is offered now, each once. */
export function verbs() {
  return [...new Set(store.situation.offers.map((offer) => offer.verb))];
}

/** The situation with its units found by id and by place; `can` marks units to which this page may do what is offered. */
export function indexed(plain) {
  const situation = store.at === null ? plain : { ...plain, offers: [] };
  const offers = situation.you.includes(situation.decider) ? situation.offers : [];
  const able = new Set(offers.flatMap((offer) => offer.units));
  const byId = new Map();
  const byPlace = new Map();
  for (const one of situation.units) {
    one.can = able.has(one.id);
    byId.set(one.id, one);
    if (!byPlace.has(one.place)) byPlace.set(one.place, []);
    byPlace.get(one.place).push(one);
  }
  for (const stack of byPlace.values()) stack.sort((a, b) => b.strength - a.strength || (a.id < b.id ? -1 : 1));
  return { ...situation, byId, byPlace };
}
