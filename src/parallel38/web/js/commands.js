/**
 * The command field of the text view: the terminal's grammar. What is no question or order of the page is an action
 * in the notation, and the service judges it. Every answer is a list of elements; `say(elements, choices)` shows it.
 */

import { accountOf } from "./account.js";
import { get, post } from "./api.js";
import { h } from "./dom.js";
import { isHex } from "./grid.js";
import { filled } from "./offers.js";
import { rollOf } from "./roll.js";
import { mine, placeName, rolling, store, unit, update, verbs } from "./store.js";
import { standingOrders } from "./standing.js";
import * as telling from "./telling.js";
import { number, percent, t } from "./texts.js";

const LOG = 15;
const YES = ["yes", "y", "sí", "si"];
const NO = ["no", "n"];

/** What the page gives: how to answer, and what to do when the game has changed, with the service's answer if there is one. */
let page = { say() {}, list() {}, changed: async () => {}, look() {} };
/** An action that waits for "yes". */
let pending = null;

/** Tells this module of its page: `say`, `list`, `changed`, `look` (at a hex or unit). */
export function serve(given) {
  page = given;
}

const at = (path) => `/api/games/${store.id}${path}`;
const lines = (texts) => texts.map((text) => h("p", {}, text));

const QUESTIONS = {
  help,
  "?": help,
  at: look,
  where,
  reach,
  legal: (rest) => list(rest ? { unit: unitId(rest) } : {}),
  why,
  odds,
  units,
  boxes,
  orders,
  unmoved: () => page.say(lines([able().map((one) => `${one.name} (${one.place})`).join("; ") || t("text.nobody")])),
  log,
  hint,
  reasons: tellThoughts,
  since: tellSince,
  account: tellAccount,
  check: async (rest) => page.say([await rollOf(whole(rest))]),
  scan,
  undo: (rest) => again("undo", rest),
  redo: (rest) => again("redo", rest),
  back: (rest) => takeBack(whole(rest)),
};
const NEEDS = ["at", "where", "reach", "why", "odds", "back", "scan", "check"];

/** What can be said: the game's actions as it writes them, those of this moment first, and the questions. */
function help(word) {
  const forms = store.map.words.help;
  if (word && !forms[word]) throw new Wrong(t("text.help.none", { word }));
  if (word) return page.say(lines(forms[word].split("\n")));
  const now = verbs().filter((verb) => forms[verb]);
  const others = Object.keys(forms).filter((verb) => !now.includes(verb));
  return page.say([
    h("p", {}, t("text.help")),
    h("ul", {}, now.map((verb) => h("li", {}, h("code", {}, forms[verb].split("\n")[0])))),
    ...lines([t("text.help.later", { verbs: others.join(", ") }), ...t("text.help.more").split("\n")]),
  ]);
}

/** A sentence for the player instead of an answer. */
class Wrong extends Error {}

/** Answers one typed line. */
export async function answer(line) {
  const text = line.trim();
  const [word, ...more] = text.split(/\s+/);
  const rest = more.join(" ");
  try {
    if (!text) page.say(lines([t("text.say")]));
    else if (YES.includes(text.toLowerCase())) await (pending ?? drop)();
    else if (NO.includes(text.toLowerCase())) drop();
    else if (/^\d+(,\d+)*$/.test(text)) await figure(text);
    else if (word.toLowerCase() in QUESTIONS) {
      const name = word.toLowerCase();
      if (!rest && NEEDS.includes(name)) throw new Wrong(t("text.missing", { word: name }));
      await QUESTIONS[name](rest);
    } else await propose(text);
  } catch (error) {
    if (error instanceof Wrong) page.say([h("p", { class: "bad" }, error.message)]);
    else await failed(error);
  }
}

async function failed(error) {
  if (error.status === undefined) throw error;
  pending = null;
  const reasons = error.data?.refusals;
  page.say(reasons?.length ? [telling.refusals(reasons)] : [h("p", { class: "bad" }, error.error)]);
  if (error.status === 409) await page.changed();
}

/** A bare number is dice, where they are wanted, else a line of the last list. */
async function figure(text) {
  if (rolling()) return propose(filled(store.situation.roll.template, { dice: text }));
  const row = store.rows[Number(text) - 1];
  if (!row) throw new Wrong(t(store.rows.length ? "text.nonumber" : "text.nolist", { n: store.rows.length }));
  return propose(row.do);
}

/** Puts an action forward: played at once if it can be undone and costs nothing, else told and asked for. */
export async function propose(line) {
  if (store.at !== null) throw new Wrong(t("text.past"));
  const found = await post(at("/plan"), { do: line });
  pending = null;
  if (!found.legal) {
    page.say(telling.refused(found));
    return;
  }
  const warnings = [...idle(found.do), ...found.warnings];
  if (found.needs_die || warnings.length) ask(telling.plan({ ...found, warnings }), () => play(found.do));
  else await play(found.do);
}

/** The phase in which it was asked whether it is to end although many units have done nothing. */
let askedIn = "";

/** A warning, once in a phase, that an action ends it although many units have done nothing. */
function idle(line) {
  const { end, turn, phase } = store.situation;
  const here = `${turn} ${phase}`;
  if (line !== end?.do || !end.idle || askedIn === here) return [];
  askedIn = here;
  return [{ reason: end.idle, number: null }];
}

/** Tells something and waits for yes or no. */
export function ask(told, act) {
  pending = async () => {
    pending = null;
    try {
      await act();
    } catch (error) {
      await failed(error);
    }
  };
  page.say(told, [
    { text: t("text.yes"), act: pending, gold: true },
    { text: t("text.no"), act: drop },
  ]);
}

function drop() {
  pending = null;
  page.say(lines([t("text.dropped")]));
}

/** Changes the game and shows what the service answers. */
async function changing(act) {
  update({ busy: true });
  try {
    const done = await act();
    await page.changed(done);
    return done;
  } finally {
    update({ busy: false });
  }
}

async function play(line) {
  const done = await changing(() => post(at("/act"), { do: line, after: store.situation.number, key: crypto.randomUUID() }));
  const told = telling.entries(done.entries);
  page.say(told.length ? [h("ul", { class: "log" }, told)] : lines([t("text.done", { do: line })]));
}

// ------------------------------------------------------------------------------------------------------- questions

const able = () => store.situation.units.filter((one) => one.can && isHex(one.place));

/** The unit that a word means: its id, or what follows one of its dashes if only one ends so. */
function unitId(word) {
  const wanted = word.toLowerCase();
  const ids = store.situation.units.map((one) => one.id);
  const exact = ids.find((id) => id.toLowerCase() === wanted);
  const found = exact ? [exact] : ids.filter((id) => id.toLowerCase().endsWith(`-${wanted}`));
  if (found.length !== 1) throw new Wrong(t(found.length ? "text.several" : "text.nounit", { word, names: found.join(", ") }));
  return found[0];
}

/** The hex that a word means: its label or the name of a place. */
function hexOf(word) {
  if (isHex(word)) return word;
  const found = Object.entries(store.map.hexes).find(([, hex]) => hex.place?.toLowerCase() === word.toLowerCase());
  if (!found) throw new Wrong(t("text.nohex", { word }));
  return found[0];
}

function whole(word) {
  if (!/^\d+$/.test(word)) throw new Wrong(t("text.notnumber", { word }));
  return Number(word);
}

async function look(rest) {
  const label = hexOf(rest);
  page.look({ hex: label });
  const facts = await get(at(`/hex/${label}`), { at: store.at });
  page.say([
    h("p", { class: "sentence" }, facts.title),
    h("ul", {}, facts.lines.map((one) => h("li", {}, one.text, telling.rule(one.rule)))),
    h("p", {}, telling.standing(label) || t("text.empty")),
  ]);
}

function where(rest) {
  const found = unit(unitId(rest));
  if (isHex(found.place)) page.look({ hex: found.place, unit: found.id });
  const place = isHex(found.place) ? telling.hexName(found.place) : placeName(found.place);
  page.say(lines([`${found.name} (${found.id}): ${place}`]));
}

async function reach(rest) {
  const ids = rest.split(/[\s,]+/).map(unitId);
  const found = await get(at("/reach"), { units: ids.join(",") });
  const ways = grouped(found.spots);
  const told = [...ways].map(([name, spots]) =>
    h("div", {}, h("h3", {}, `${name} (${spots.length})`), h("ul", { class: "spots" }, spots.map((one) => h("li", {}, spot(one))))),
  );
  page.look({ unit: ids[0], hex: unit(ids[0]).place });
  page.say(told.length ? told : lines([t("text.nothing")]));
}

const way = (one) => store.map.words.mode[one.mode] ?? store.map.words.verb[one.verb] ?? one.verb;

function grouped(spots) {
  const ways = new Map();
  for (const one of spots) ways.set(way(one), [...(ways.get(way(one)) ?? []), one]);
  return ways;
}

function spot(one) {
  const facts = [telling.hexName(one.hex)];
  if (one.left !== null) facts.push(t("text.left", { mp: number(one.left) }));
  if (one.stop) facts.push(t("text.stop"));
  if (one.chance !== null) facts.push(t("text.chance", { chance: percent(one.chance) }));
  if (one.some !== null) facts.push(t("text.some", { n: one.some }));
  return facts.join(", ");
}

/** Lists the canonical actions of a unit, a verb or a hex; a number picks one. */
export async function list(query) {
  const found = await get(at("/actions"), query);
  page.list(found, query);
}

async function why(rest) {
  const found = await post(at("/plan"), { do: rest });
  if (found.legal) page.say([h("p", {}, t("text.allowed", { do: found.do })), ...telling.plan(found)]);
  else page.say(telling.refused(found));
}

async function odds(rest) {
  const found = await post(at("/plan"), { do: rest });
  if (!found.legal) return why(rest);
  if (found.odds) return page.say(telling.plan(found));
  const exact = await post(at("/odds"), { do: rest });
  page.say([
    ...telling.plan(found),
    h("ul", {}, exact.outcomes.map((one) => h("li", {}, h("strong", {}, percent(one.chance)), ` (${one.exact}) ${one.text}`))),
  ]);
}

function units(rest) {
  const sides = Object.keys(store.map.sides);
  if (rest && !sides.includes(rest.toLowerCase())) throw new Wrong(t("text.noside", { word: rest, names: sides.join(", ") }));
  const wanted = store.situation.units.filter((one) => isHex(one.place) && (!rest || one.side === rest.toLowerCase()));
  const places = [...new Set(wanted.map((one) => one.place))].sort();
  page.say([h("ul", {}, places.map((place) => h("li", {}, telling.hexLine(place))))]);
}

/** Tells what lies in the boxes beside the map, and what is still to come. */
async function boxes() {
  const found = await get(at("/forces"), { at: store.at ?? undefined });
  page.say(found.flatMap((side) => {
    const beside = side.groups.filter((group) => group.box || group.turn);
    const units = (group) => group.units.map((one) => (one.note ? `${one.text} (${one.note})` : one.text)).join("; ");
    return [h("h3", {}, side.text), h("ul", {}, beside.length ? beside.map((group) => h("li", {}, h("strong", {}, group.text), group.units.length ? `: ${units(group)}` : "")) : h("li", {}, t("web.no_boxes")))];
  }));
}

/** Tells the standing orders that hold, and how others are given. */
function orders() {
  const found = standingOrders();
  const others = (order) => order.choices.filter((choice) => choice.do).map((choice) => h("li", {}, choice.text, " ", h("code", {}, choice.do)));
  page.say(found.length ? found.map((order) => h("div", {}, h("p", {}, h("strong", {}, order.text), ": ", order.choices.find((choice) => choice.value === order.value).text), h("ul", {}, others(order)))) : lines([t("text.no_orders")]));
}

async function log(rest) {
  const count = rest ? whole(rest) : LOG;
  const found = await get(at("/log"), { from: Math.max(0, store.situation.number - count + 1) });
  page.say([h("ul", { class: "log" }, telling.entries(found))]);
}

/** Tells what a veteran would do here and why, and does it if the player says yes. */
export async function hint() {
  if (store.at !== null) throw new Wrong(t("text.past"));
  const found = await post(at("/hint"));
  const plan = await post(at("/plan"), { do: found.do });
  const head = h("p", {}, h("strong", {}, t(found.sure ? "web.hint_would" : "web.hint_any", { player: found.by_text })), ": ", h("code", {}, found.do));
  ask([head, ...telling.plan(plan), found.reasons.length ? telling.sentences(found.reasons) : null], () => play(found.do));
}

/** Tells what the other side did since the player's last turn. */
export async function tellSince() {
  const found = await get(at("/since"), { side: mine() ? store.situation.decider : undefined });
  page.say(found ? telling.since(found) : lines([t("text.nosince")]));
}

/** Tells what the computer had in mind, the last turn first. */
export async function tellThoughts() {
  const found = await get(at("/thoughts"));
  page.say(found.length ? [h("h2", {}, t("web.thoughts")), ...found.reverse().map(telling.thought)] : lines([t("text.nothoughts")]));
}

/** Tells how the game stands: turning points, losses, turns, luck; of a game that is over the page has that already. */
export async function tellAccount() {
  const end = document.getElementById("end-title");
  if (end) return end.focus();
  page.say([h("div", { class: "account" }, h("h2", {}, t("web.account")), await account())]);
}

/** The account as elements; turning points lead to their moments. */
export async function account() {
  const show = ({ n }) => h("a", { href: `?at=${n}`, title: t("web.look_back_to", { n }) }, `${t("web.show")} (${n})`);
  return accountOf(await get(at("/account")), show);
}

function scan(rest) {
  const [one, two] = rest.toLowerCase().split(/\s+/);
  const [direction, start] = one in telling.DIRECTIONS ? [one, two] : [two, one];
  if (!(direction in telling.DIRECTIONS) || !start) {
    throw new Wrong(t("text.scanhow", { names: Object.keys(telling.DIRECTIONS).join(", ") }));
  }
  const found = telling.ray(hexOf(start), direction);
  page.say([h("ol", { class: "log" }, found.map((label) => h("li", {}, telling.hexLine(label))))]);
}

// ------------------------------------------------------------------------------------------------------ going back

/** Undoes or does again, so many times. */
export async function again(what, rest = "") {
  const times = rest ? whole(rest) : 1;
  const told = [];
  for (let i = 0; i < times; i++) {
    const text = store.situation[what].text;
    await changing(() => post(at(`/${what}`), { after: store.situation.number }));
    told.push(t(`text.${what}ne`, { do: text }));
  }
  page.say(lines(told));
}

/** Takes back to an action, if the player says so once more. */
function takeBack(to) {
  const n = Math.max(0, store.situation.live - to);
  ask([h("p", {}, t("web.take_back_sure", { n }))], () => change("/back", { to }));
}

/** Something else that changes the game: take back, resign, a draw. */
export async function change(path, body) {
  await changing(() => post(at(path), { after: store.situation.number, ...body }));
  page.say(lines([store.situation.prompt]));
}
