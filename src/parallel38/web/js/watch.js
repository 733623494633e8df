/**
 * Watching: what others have done is shown action by action, at the pace that the player has chosen, and so is a game that
 * is played again. The service plays as fast as it can; the page shows one moment after the other until it is at the last.
 * The view goes where something happens, unless the player has moved it.
 */

import { get, patch } from "./api.js";
import { unseen } from "./dice.js";
import { $, h, put } from "./dom.js";
import { fail, say } from "./errors.js";
import { paceButtons, playAtPace, share } from "./pace.js";
import { goTo } from "./replay.js";
import { fightOf, hurts, joined, ranked } from "./results.js";
import { hexesOf } from "./scenes.js";
import { change, moves, onChange } from "./settings.js";
import { arrive, refresh, whenNews } from "./situation.js";
import { after, mine, on, store, update } from "./store.js";
import { t } from "./texts.js";
import { comeBack, onHold, reveal, viewed } from "./view.js";

/** Milliseconds for which an action is shown at the usual pace: a result, losses, a move and each further hex of it. */
const TIMES = { result: 2400, announced: 900, lost: 1800, moved: 650, step: 60, longest: 1300, other: 600, dice: 800 };
/** Milliseconds that the moves of a film take together at the usual pace, and the least for one: where there are many, each is shown for less. */
const MOVES = { all: 40000, least: 150 };
/** Entries that are fetched at once. */
const PART = 60;
/** Entries that the page may be behind a game that people only watch. */
const BEHIND = 40;
/** A pace at which nothing is shown at once: for playing again. */
const QUICK = 0.4;

let films = 0;
/** The last action of the game, as the live line told. */
let live = 0;
/** Whether the player has moved the view since the last own decision. */
let held = false;
/** The film in which the player has moved the view last. */
let heldIn = 0;
/** The first film since the player's last decision, and where the view was before it. */
let home = null;
/** What is told of the moment that the map shows. */
let caption = "";
/** Ends the present pause; what it pauses for is looked at again. */
let wake = () => {};

/** Listens to what others do, and draws the bar over the board. */
export function watchOthers() {
  whenNews(news);
  onHold(() => {
    if (!store.film && !computing()) return;
    held = true;
    heldIn = films;
    drawBar();
  });
  on(["situation"], () => {
    if (mine()) held = false;
  });
  on(["scenes"], () => {
    if (store.at !== null && !store.film) revealLast();
  });
  on(["rolled"], () => {
    if (store.film?.waits && !unseen()) wake(false);
  });
  after(["film", "situation", "line", "at"], drawBar);
  after(["film", "situation"], () => {
    if (!store.film && store.at === null) goHome();
  });
  onChange((name) => name === "pace" && changedPace());
}

/** Whether a computer decides now. */
export function computing() {
  const now = store.situation;
  const here = store.at === null || store.film?.mode === "live";
  return Boolean(now) && !now.over && here && Boolean(store.map.sides[now.decider]) && !now.you.includes(now.decider);
}

/** What the live line tells: actions of others are shown one by one, anything else at once. */
function news(message) {
  const now = store.situation;
  live = message.number;
  if (store.film?.mode === "live" && message.after >= now.number) return undefined;
  const watchable = store.at === null && share() > 0 && message.after >= now.number && message.number > now.number;
  if (watchable && !store.film) return show("live", now.number);
  if (store.film?.mode === "live") update({ film: null, at: null }); // something was taken back
  return refresh();
}

/** Shows everything from an action on again, up to the present. */
export function watchFrom(n) {
  live = store.situation.live;
  return show(store.at === null ? "live" : "replay", n);
}

/** Shows a game that was begun by others from its beginning. */
export function watchBeginning() {
  const now = store.situation;
  const mineToo = store.log.some((entry) => now.you.includes(entry.by));
  if (store.at === null && share() > 0 && now.you.length === 1 && now.live > 0 && store.log[0]?.n === 0 && !mineToo) watchFrom(0);
}

/** Plays the game again from the moment that is shown, or stops; at the present, from the beginning of the turn. */
export function playAgain(from) {
  if (store.film?.mode === "replay") return update({ film: null });
  live = store.situation.live;
  return show("replay", from);
}

/**
 * Shows entries one after the other, from the one after an action until there are no more or somebody stops it. What the
 * player has just done is seen before: a result with consequences waits until the player has put it away.
 */
async function show(mode, from) {
  const id = ++films;
  const on = () => store.film?.id === id;
  let entries = [];
  let at = from;
  let failed = false;
  if (mode === "live") home ??= { id, view: viewed() };
  update({ at: from, film: { id, mode, paused: false, entries: [], waits: false } });
  try {
    if (store.situation.number !== from) await refresh();
    else await untilSeen(on);
    while (on()) {
      if (at >= live && mode === "live") live = Math.max(await arrive(at), live); // others may have gone on meanwhile
      if (at >= live) break;
      if (!entries.length) {
        entries = await get(`/api/games/${store.id}/log`, { from: at + 1, to: Math.min(live, at + PART) });
        if (mode === "live" && at === from && !entries.some(byOthers)) break; // one's own, from another window
      }
      if (!on() || !entries.length) break;
      if (!store.situation.you.length && mode === "live" && live - at > BEHIND) break;
      const first = entries.findIndex((entry) => entry.scenes.length || entry.dice.length);
      const together = first < 0 ? [] : sameWay(entries.slice(first));
      const passed = entries.splice(0, first < 0 ? entries.length : first + together.length);
      at = passed.at(-1).n;
      if (mode === "live") update({ log: [...store.log.filter((entry) => entry.n < passed[0].n), ...passed] });
      if (together.length) await showTogether(together, on, live - from);
    }
  } catch (error) {
    failed = true;
    fail(error);
  }
  if (!on()) return;
  if (mode === "replay") goTo(at >= live ? null : at);
  else {
    if (store.at !== null) {
      update({ at: null });
      await refresh();
    }
    if (!on()) return;
    update({ film: null, scenes: mine() ? store.scenes.slice(-1) : store.scenes });
    const { number } = store.situation;
    if (live > number && !failed) await news({ after: number, number: live }); // told while the film was ending
  }
}

/** When the other side's turn was watched, the view goes back to where the player had it, unless the player has moved it
 * since, or the decision that follows is about a place of its own. */
function goHome() {
  const { about } = store.situation;
  if (home && mine() && heldIn < home.id && !about.hexes.length && !about.units.length) comeBack(home.view);
  if (mine()) home = null;
}

/** Waits while a result with consequences stands in the strip of dice; another one has its time and is put away. */
async function untilSeen(on) {
  if (!on() || store.film.mode === "replay" || !store.rolled) return;
  if (!unseen()) {
    await pause(timeFor(ranked(store.rolled.throws)[0]) * share(), on);
    if (on()) update({ rolled: null });
    return;
  }
  update({ film: { ...store.film, waits: true } });
  while (on() && unseen()) {
    await new Promise((done) => {
      wake = done;
    });
  }
  if (on()) update({ film: { ...store.film, waits: false } });
}

const byOthers = (entry) => store.map.sides[entry.by] && !store.situation.you.includes(entry.by);

/** The first of some entries, and with it those that follow and do nothing but go the same way: a stack. */
function sameWay(entries) {
  const way = ({ scenes }) => (scenes.length === 1 && scenes[0].path ? scenes[0].path.join() : null);
  const other = entries.findIndex((entry) => way(entry) !== way(entries[0]));
  return way(entries[0]) ? entries.slice(0, other < 0 ? entries.length : other) : entries.slice(0, 1);
}

/** Shows the moment after some entries, for as long as it takes to see what they show; the film has `many` entries. */
async function showTogether(entries, on, many) {
  const last = entries.at(-1);
  if (!held && reveal(hexesOf(last)) && moves()) await pause(280, on);
  if (!on()) return;
  update({ at: last.n, film: { ...store.film, entries } });
  await refresh();
  say(told(entries));
  // a fight of one's own in which the other side had something to decide
  const own = store.film?.mode === "live" ? entries.filter((entry) => store.situation.you.includes(fightOf(entry)?.side) && hurts(entry)) : [];
  if (own.length) update({ rolled: joined(store.rolled, own, null, false) });
  if (last.n >= live && store.situation.you.includes(store.situation.decider)) return; // it stays while the player decides
  await untilSeen(on);
  if (!own.length) await pause(timeFor(last, many) * (store.film?.mode === "replay" ? share() || QUICK : share()), on);
}

const told = (entries) => entries.flatMap((entry) => entry.lines.map((line) => line.text)).join(" ");

/** Milliseconds that it takes to see what an entry shows; a move is shown for less in a film of many entries. */
export function timeFor({ scenes, dice }, many = 1) {
  const times = scenes.map((scene) => {
    if (scene.path) return Math.min(TIMES.longest, TIMES.moved + TIMES.step * scene.path.length, Math.max(MOVES.least, MOVES.all / many));
    if (scene.from) return scene.text ? TIMES.result : TIMES.announced;
    return scene.counters ? TIMES.lost : TIMES.other;
  });
  return Math.max(dice.length ? TIMES.dice : 0, ...times);
}

/** Waits, and as long as the film is paused until it is told to go on or to show one action more. */
async function pause(milliseconds, on) {
  let again = true;
  while (on() && again) {
    again = await new Promise((done) => {
      wake = (more) => done(more);
      if (!store.film.paused) setTimeout(() => done(store.film?.paused), milliseconds);
    });
  }
}

/** Goes to the present at once. */
export function skip() {
  if (!store.film) return;
  update({ film: null, at: null });
  wake(false);
  refresh();
}

/** Lets what is shown wait, or go on. */
export function pauseFilm() {
  update({ film: { ...store.film, paused: !store.film.paused } });
  if (!store.film.paused) wake(false);
}

function changedPace() {
  if (store.situation && !store.situation.you.length) playAtPace(store.id).catch(fail);
  if (store.film?.mode === "live" && !share()) skip();
  drawBar();
}

// ------------------------------------------------------------------------------------------------------------ the bar

function button(name, onclick, words, ...more) {
  return h("button", { type: "button", class: "button chrome small", onclick, data: { focus: name } }, words, ...more);
}

/** What is being shown, in words, and how it can be paused, skipped and followed. */
function drawBar() {
  const bar = $("watching");
  const film = store.film;
  const waits = computing();
  bar.hidden = store.line !== "open" || film?.waits || !(film || waits);
  if (bar.hidden) return;
  if (!film?.entries.length) caption = "";
  else if (film.entries.at(-1).n === store.situation.number) caption = told(film.entries); // else the map is not there yet
  put(
    bar,
    caption ? h("p", { class: "told" }, caption) : null,
    h(
      "div",
      { class: "row" },
      film ? filmButtons(film) : pauseButtons(),
      held ? button("follow", follow, t("web.follow")) : null,
      paceButtons((pace) => change("pace", pace)),
    ),
  );
}

function filmButtons(film) {
  return [
    button("pause", pauseFilm, t(film.paused ? "web.go_on" : "web.pause")),
    film.paused ? button("step", () => wake(false), t("web.step")) : null,
    button("skip", skip, t(film.mode === "live" ? "web.skip" : "web.to_live"), h("kbd", {}, "Esc")),
  ];
}

/** While nothing is shown the computer itself can be paused. */
function pauseButtons() {
  const { paused } = store.situation;
  const ask = (body) => patch(`/api/games/${store.id}`, body).then(refresh, fail);
  return [
    button("pause", () => ask({ paused: !paused }), t(paused ? "web.go_on" : "web.pause")),
    paused ? button("step", () => ask({ step: true }), t("web.step")) : null,
  ];
}

/** Lets the view go where something happens again. */
function follow() {
  held = false;
  revealLast();
  drawBar();
}

/** Goes where the last thing that is shown has happened. */
export function revealLast() {
  const last = store.scenes.at(-1);
  if (last) reveal(hexesOf(last));
}
