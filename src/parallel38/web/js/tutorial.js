/**
 * The guided first turn beside a game. How far it has come is read from the game itself: its actions so far against
 * those that the steps tell, so undoing, reloading and playing in another window never confuse it.
 *
 * It speaks to its page by the event `p38:guide`, which says what to light: `{hexes, units, text, do}`, or null at the
 * end. What the player does it hears on the live line.
 */

import { get, live, post } from "./api.js";
import { h, put } from "./dom.js";
import { t } from "./texts.js";

const id = location.pathname.split("/")[2];
const at = (path) => `/api/games/${id}${path}`;
const READ = `parallel38.tutorial.${id}`;

const card = h("section", { class: "guide", "aria-labelledby": "guide-title" });
let steps = [];
let busy = false;
let again = false;
let hangUp = () => {};
/** The sentence under the step: a refusal, or that the story was left. */
let remark = null;
let shown = "";

begin();

async function begin() {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/web/css/guide.css" }));
  const { title } = await get(at(""));
  steps = (await get(`/api/titles/${title}/tutorial`)).steps;
  document.body.append(card);
  document.addEventListener("p38:language", async () => {
    steps = (await get(`/api/titles/${title}/tutorial`)).steps;
    shown = "";
    refresh();
  });
  hangUp = live(id, refresh, () => {});
}

const read = () => new Set(JSON.parse(sessionStorage.getItem(READ) ?? "[]"));

function markRead(name) {
  sessionStorage.setItem(READ, JSON.stringify([...read(), name]));
}

/** Words that mean the same: lists in any order, ways with the same ends. */
function alike(one, two) {
  if (one.includes(",")) return one.split(",").sort().join() === two.split(",").sort().join();
  const ends = (way) => [way.split(/[-~]/)[0], way.split(/[-~]/).at(-1)].join();
  return one === two || (/^\d+[-~]/.test(one) && /^\d+[-~]/.test(two) && ends(one) === ends(two));
}

/**
 * What is left of an expected action when another has been played: "" if nothing, null if that was something else.
 * A stack may be moved in parts; an action may say more than is expected.
 */
function left(expected, done) {
  const [verb, who, ...rest] = expected.split(" ");
  const [doneVerb, doneWho = "", ...doneRest] = done.split(" ");
  if (verb !== doneVerb || !rest.every((word, i) => alike(word, doneRest[i] ?? ""))) return null;
  if (!who || alike(who, doneWho)) return "";
  const moved = doneWho.split(",");
  const staying = who.split(",").filter((unit) => !moved.includes(unit));
  if (verb !== "move" || staying.length + moved.length !== who.split(",").length) return null;
  return [verb, staying.join(","), ...rest].join(" ");
}

/** How the game stands in the story: the step, what is to be played of it, and the first action that left the story. */
async function standing() {
  const entries = await get(at("/log"));
  const done = entries.filter((entry) => entry.do && entry.by !== "chance");
  const number = entries.at(-1)?.n ?? 0;
  let k = 0;
  for (const [i, step] of steps.entries()) {
    const wanted = [...step.first, ...step.do];
    for (let j = 0; j < wanted.length; k += 1) {
      const first = step.first.length - j;
      if (k === done.length) return { i, step, first: wanted.slice(j, j + Math.max(first, 0)), todo: wanted.slice(j + Math.max(first, 0)), number };
      const rest = left(wanted[j], done[k].do);
      if (rest === null) return { i, step, astray: done[k].n, number };
      if (rest) wanted[j] = rest;
      else j += 1;
    }
    if (!step.do.length && k === done.length && !read().has(step.name)) return { i, step, first: [], todo: [], number };
  }
  return null;
}

/** Looks where the game stands; if it changed while that was being done, looks again. */
async function refresh() {
  again = busy;
  if (busy) return;
  busy = true;
  try {
    let now = await standing();
    if (now && !now.astray && now.first.length) {
      await play(now.first, now.number);
      now = await standing();
    }
    show(now);
  } catch (error) {
    complain(error);
  } finally {
    busy = false;
  }
  if (again) await refresh();
}

/** What the service refuses is told in the card; that another page was faster is no error. */
function complain(error) {
  if (error.status === undefined) throw error;
  if (error.status === 409) again = true;
  else card.append(h("p", { class: "remark", role: "alert" }, error.error));
}

async function play(lines, number) {
  let after = number;
  for (const line of lines) {
    const done = await post(at("/act"), { do: line, after, key: crypto.randomUUID() });
    after = done.number;
  }
}

function show(now) {
  if (!now) return leave();
  const key = `${now.step.name} ${now.astray ?? ""}`;
  if (key === shown) return;
  shown = key;
  remark = null;
  draw(now);
}

function draw(now) {
  const { step, i } = now;
  const button = (text, act, gold) => h("button", { type: "button", class: gold ? "button gold" : "button", onclick: act }, text);
  put(
    card,
    h("p", { class: "section" }, t("guide.step", { n: i + 1, of: steps.length })),
    h("h2", { id: "guide-title" }, step.title),
    h("div", { role: "status" }, h("p", {}, now.astray ? t("guide.astray") : step.text), remark && h("p", { class: "remark" }, remark)),
    h(
      "div",
      { class: "actions" },
      now.astray && button(t("guide.back"), () => takeBack(now), true),
      !now.astray && step.do.length > 0 && button(t("guide.do"), doIt, false),
      !now.astray && step.why && !remark && button(t("guide.why"), () => ask(now), true),
      !now.astray && !step.do.length && (!step.why || remark) && button(t(i + 1 < steps.length ? "guide.next" : "guide.free"), () => next(now), true),
      i + 1 < steps.length && button(t("guide.leave"), leave, false),
    ),
  );
  const text = now.astray ? t("guide.astray") : step.text;
  light({ hexes: step.hexes, units: step.units, text, do: now.todo?.[0] ?? null });
}

function light(detail) {
  document.dispatchEvent(new CustomEvent("p38:guide", { detail }));
}

async function doIt() {
  busy = true;
  const now = await standing();
  try {
    await play(now.todo, now.number);
  } catch (error) {
    complain(error);
  } finally {
    busy = false;
  }
  await refresh();
}

/** Asks the service about an action that is not allowed, and shows the refusal. */
async function ask(now) {
  const found = await post(at("/plan"), { do: now.step.why });
  remark = found.refusals[0]?.reason ?? "";
  draw(now);
}

function next(now) {
  markRead(now.step.name);
  refresh();
}

/** Takes back what does not belong to the story. */
async function takeBack(now) {
  await post(at("/back"), { after: now.number, to: now.astray - 1 }).catch(complain);
  shown = "";
  await refresh();
}

/** The guide goes; the game stays and is played on freely. */
function leave() {
  hangUp();
  card.remove();
  light(null);
  const address = new URL(location.href);
  address.searchParams.delete("tutorial");
  history.replaceState(null, "", address);
}
