/**
 * The guided first turn beside a game. How far it has come the service reads from the game itself: its actions so far
 * against those that the steps tell, so undoing, reloading and playing in another window never confuse it.
 *
 * It speaks to its page by the event `p38:guide`, which says what to light: `{hexes, units, text, do}`, or null at the
 * end. What the player does it hears on the live line.
 */

import { get, live, post } from "./api.js";
import { $, h, put } from "./dom.js";
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
  const { href } = new URL("../css/guide.css", import.meta.url);
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  const { title, edition, scenario } = await get(at(""));
  const told = async () => (await get(`/api/titles/${title}/tutorial`, { edition, scenario })).steps;
  steps = await told();
  if ($("panel")) $("tabs").before(card); // beside the board, where it hides neither map nor dice
  else document.body.append(card);
  document.addEventListener("p38:language", async () => {
    steps = await told();
    shown = "";
    refresh();
  });
  hangUp = live(id, refresh, () => {});
}

const read = () => new Set(JSON.parse(sessionStorage.getItem(READ) ?? "[]"));

function markRead(name) {
  sessionStorage.setItem(READ, JSON.stringify([...read(), name]));
}

/** How the game stands in the story: the step, what is to be played of it, and the first action that left the story. */
async function standing() {
  const now = await get(at("/guide"), { read: [...read()].join(",") });
  return now.step === null ? null : { ...now, i: now.step, step: steps[now.step] };
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
  document.dispatchEvent(new CustomEvent("p38:guide-acts"));
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
