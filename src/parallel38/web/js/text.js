/** The text view: the whole game as text, for a keyboard and a screen reader. The board view shows the same game. */

import { referenceAddress } from "./addresses.js";
import { get, live, patch, post } from "./api.js";
import { account, again, answer, ask, change, hint, list, propose, serve, tellAccount, tellSince, tellThoughts } from "./commands.js";
import { $, h, put } from "./dom.js";
import { follow } from "./entries.js";
import { isHex, learn } from "./grid.js";
import { choices } from "./offers.js";
import { openPage, tell } from "./page.js";
import { aheadText, indexed, marksOf, mine, on, placeName, prompt, rolling, store, unit, unitsAt, update, verbs } from "./store.js";
import * as telling from "./telling.js";
import { t } from "./texts.js";

const ROWS = 60;
const LOG = 30;
const typed = [];
let back = 0;
let shown = 0;
let rows = ROWS;
let asked = null;
let ready = Promise.resolve(); // lines typed before the game is loaded are answered when it is

const id = location.pathname.split("/")[2];
const query = new URLSearchParams(location.search);
store.id = id;
store.at = query.has("at") ? Number(query.get("at")) : null;
const links = [
  { href: `/games/${id}`, key: "text.board" },
  { href: `/reference/_`, key: "page.nav.reference" },
];

serve({ say, list: showList, changed: load, look });
openPage({ name: "text.title", links, draw }).then(() => {
  if (mine() && store.log.some((entry) => store.situation.players[entry.by] && entry.by !== store.situation.decider)) guarded(greet);
  live(id, heard, (state) => lost(state === "lost"));
  if (query.has("tutorial")) import("./tutorial.js");
});

/** Tells what the other side did, unless a line has been answered meanwhile. */
async function greet() {
  const found = await get(`/api/games/${id}/since`, { side: store.situation.decider });
  if (found && !$("answer").hasChildNodes()) say(telling.since(found));
}

/** The frame of the page, once for each language; its parts are filled by `show`. */
async function draw() {
  put(
    $("main"),
    h(
      "div",
      { class: "play" },
      h("h1", { id: "heading" }),
      h("p", { id: "past", class: "past", hidden: true }),
      h("div", { id: "prompt", class: "prompt", role: "status" }),
      commandForm(),
      h("div", { id: "answer", class: "answer", role: "status", tabindex: "-1" }),
      h("section", { id: "end", class: "account", "aria-labelledby": "end-title", hidden: true }),
      h("section", { id: "orders", class: "orders", "aria-labelledby": "orders-title" }),
      h("section", { id: "rows", "aria-labelledby": "rows-title", hidden: true }),
      h("section", { id: "able", "aria-labelledby": "able-title" }),
      h("section", { id: "around", "aria-labelledby": "around-title", hidden: true }),
    ),
    h(
      "aside",
      { "aria-label": t("text.aside") },
      h("section", {}, h("h2", {}, t("text.commands")), h("ul", { class: "say" }, help())),
      h("section", {}, h("h2", {}, t("text.tracks")), h("dl", { id: "tracks" })),
      h("section", {}, h("h2", {}, t("text.phases")), h("ol", { id: "phases", class: "phases" })),
      h("section", {}, h("h2", {}, t("text.log")), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("text.log") }, h("ul", { id: "log", class: "log" }))),
      h("section", { id: "leave" }),
    ),
  );
  asked = null;
  ready = load();
  await ready;
}

function help() {
  return ["where", "at", "reach", "legal", "why", "odds", "scan", "since", "hint", "undo"].map((word) => {
    const [code, ...text] = t(`text.help.${word}`).split(": ");
    return h("li", {}, h("code", {}, code), `: ${text.join(": ")}`);
  });
}

function commandForm() {
  const field = h("input", {
    id: "command",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": "command-help",
    onkeydown: (event) => recall(event, field),
  });
  return h(
    "form",
    {
      class: "command",
      onsubmit: async (event) => {
        event.preventDefault();
        if (field.value.trim()) typed.push(field.value.trim());
        back = 0;
        const line = field.value;
        field.value = "";
        await ready;
        await answer(line);
      },
    },
    h("label", { for: "command" }, t("text.command")),
    h("div", {}, field, h("button", { class: "button gold" }, t("text.do"))),
    h("p", { id: "command-help", class: "quiet" }, t("text.hint")),
  );
}

/** Up and down bring back what was typed before. */
function recall(event, field) {
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!step || !typed.length) return;
  event.preventDefault();
  back = Math.max(0, Math.min(typed.length, back + step));
  field.value = back ? typed[typed.length - back] : "";
}

// -------------------------------------------------------------------------------------------------- the situation

/** Shows the situation that came with the answer to a change of the game, or asks for it. */
async function load(answer = null) {
  const situation = answer?.situation ?? (await get(`/api/games/${id}`, { at: store.at }));
  const said = situation.remarks !== store.situation?.remarks;
  if (!store.map || store.mapLanguage !== document.documentElement.lang) {
    const { title, board } = situation;
    const [hexes, words] = await Promise.all([get(`/api/boards/${title}/${board}/map`), get(`/api/games/${id}/words`)]);
    const map = { ...hexes, ...words };
    update({ map, mapLanguage: document.documentElement.lang });
    learn(map);
  }
  if (situation.number !== store.situation?.number) update({ rows: [] });
  update({ situation: indexed(situation) });
  for (const link of document.querySelectorAll('a[href="/reference/_"]')) link.href = referenceAddress(situation.title, { edition: situation.edition, game: id });
  await follow(situation.number, answer?.after ?? null, said, answer?.entries ?? [], LOG);
  shown = situation.live ?? situation.number;
  show();
  await showEnd(situation);
}

/** The result and the account, once the game is over. */
async function showEnd(now) {
  const over = now.over && store.at === null;
  $("end").hidden = !over;
  put($("end"), over && [h("h2", { id: "end-title", tabindex: "-1" }, t("web.end")), await account()]);
}

function show() {
  const now = store.situation;
  put($("heading"), `${now.called}: ${now.turn_text}, `, t("text.turn", { n: now.turn_number ?? "–", of: now.turns }));
  document.title = `${mine() ? `● ${t("text.yours")}` : now.phase_text} · ${now.called} · Parallel 38`;
  const ends = now.end && mine() ? ` ${now.end.bar ?? t("text.ends", { do: now.end.do })}` : "";
  put($("prompt"), h("strong", {}, whose(now)), " ", /[.!?]$/.test(prompt(now)) ? prompt(now) : `${prompt(now)}.`, ends);
  const ahead = now.over ? null : [h("dt", {}, aheadText(now.ahead.side)), h("dd", {}, t("web.if_it_ended", { verdict: now.ahead.text }))];
  const coming = now.coming.map(({ side, text }) => [h("dt", {}, t("web.next_turn")), h("dd", {}, t("web.coming_side", { side: store.map.sides[side]?.short ?? side, units: text }))]);
  put($("tracks"), ahead, coming, now.goals.map((goal) => [h("dt", {}, goal.label), h("dd", {}, goal.text, ". ", goal.parts.length ? `${goal.parts.map((part) => part.replace(/\.$/, "")).join("; ")}. ` : "", goal.wanted, telling.rule(goal.rule))]), now.tracks.map((track) => [h("dt", {}, track.label), h("dd", {}, track.text, track.note ? ` (${track.note})` : "", telling.rule(track.rule))]));
  put($("phases"), telling.phases(now.phases));
  put($("log"), telling.entries(store.log.slice(-LOG - 1), true).reverse());
  showPast(now);
  showOrders(now);
  showAble(now);
  showAround();
  showLeave(now);
  if (!store.rows.length) $("rows").hidden = true;
}

function whose(now) {
  if (now.over) return ""; // the prompt names the winner
  if (mine()) return t(now.you.length > 1 ? "text.decides" : "text.yours.side", { side: now.decider_text });
  if (rolling()) return t("text.dice");
  const how = now.thinking ? "text.thinking" : now.failed ? "text.failed" : "text.decides";
  return t(how, { side: now.decider_text ?? "" });
}

function showPast(now) {
  const past = $("past");
  past.hidden = store.at === null;
  if (store.at === null) return;
  put(past, t("text.at", { n: now.number, of: now.live }), " ", h("a", { href: location.pathname }, t("text.live")));
}

/** The orders that fit now: end, undo, and a list of actions for each verb. */
function showOrders(now) {
  const can = mine() || rolling();
  const button = (text, act, more = {}) => h("button", { type: "button", class: "button small", onclick: () => guarded(act), data: { focus: text }, ...more }, text);
  put(
    $("orders"),
    h("h2", { id: "orders-title" }, t("text.orders")),
    h(
      "div",
      { class: "actions" },
      can && verbs().filter((verb) => verb !== "end").map((verb) => button(t("text.list", { verb: store.map.words.verb[verb] ?? verb }), () => list({ verb }))),
      mine() && button(t("web.hint_menu"), hint),
      can && now.end && button(now.end.text, () => propose(now.end.do), { class: "button small outline" }),
      button(t("text.undo"), () => again("undo"), { disabled: !now.undo.can || store.at !== null }),
      button(t("text.redo"), () => again("redo"), { disabled: !now.redo.can || store.at !== null }),
    ),
    !now.undo.can && now.undo.text && h("p", { class: "quiet" }, now.undo.text),
    choices().length > 0 && h("ul", { class: "choices" }, choices().map(choiceOf)),
  );
}

/** One of a few choices, with what it may cost before it is taken. */
function choiceOf(offer) {
  const costs = h("div", {});
  guarded(async () => {
    const { odds } = await post(`/api/games/${id}/plan`, { do: offer.action });
    put(costs, odds && telling.tolls(odds));
  });
  return h("li", {}, h("button", { type: "button", class: "bare", data: { focus: `do ${offer.action}` }, onclick: () => guarded(() => propose(offer.action)) }, offer.text), " ", h("code", {}, offer.action), costs);
}

function showAble(now) {
  const places = new Map();
  for (const one of now.units) {
    if (one.can) places.set(one.place, [...(places.get(one.place) ?? []), one]);
  }
  const sorted = [...places].sort(([a], [b]) => (a < b ? -1 : 1));
  const count = sorted.reduce((total, [, stack]) => total + stack.length, 0);
  put(
    $("able"),
    h("h2", { id: "able-title" }, t("text.able", { n: count })),
    sorted.length > 0 &&
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["hex", "units", "next"].map((name) => h("th", { scope: "col" }, t(`text.col.${name}`))))),
        h("tbody", {}, sorted.map(([place, stack]) => ableRow(place, stack))),
      ),
  );
}

function ableRow(place, stack) {
  const names = stack.map((one, i) => [
    h(
      "span",
      { class: "nobreak" },
      h("button", { type: "button", class: "bare", data: { focus: `unit-${one.id}` }, onclick: () => guarded(() => pick(one)) }, one.name),
      one.flags_text.length > 0 && ` (${[...one.flags_text, ...marksOf(one)].join(", ")})`,
      i + 1 < stack.length && ",",
    ),
    " ",
  ]);
  if (!isHex(place)) return h("tr", {}, h("th", { scope: "row" }, placeName(place)), h("td", {}, names), h("td"));
  const near = telling.enemies(place, stack[0].side);
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, hexButton(place)),
    h("td", {}, names),
    h("td", {}, near.length ? near.join("; ") : t("text.noenemy")),
  );
}

function hexButton(label) {
  return h("button", { type: "button", class: "bare", data: { focus: `hex-${label}` }, onclick: () => guarded(() => answer(`at ${label}`)) }, telling.hexName(label));
}

/** A unit is picked up: what it can do is listed, and what lies around it told. */
async function pick(one) {
  look({ unit: one.id, hex: isHex(one.place) ? one.place : null });
  await list({ unit: one.id });
}

function look({ hex = null, unit: who = null }) {
  update({ hex: hex ?? store.hex, picked: who ? [who] : [] });
  showAround();
}

function showAround() {
  const place = $("around");
  place.hidden = !store.hex;
  if (!store.hex) return;
  put(
    place,
    h("h2", { id: "around-title" }, t("text.around", { hex: telling.hexName(store.hex) })),
    h("p", {}, telling.hexLine(store.hex)),
    h(
      "ul",
      {},
      telling.around(store.hex).map(({ name, hex }) => h("li", {}, `${t(`text.dir.${name}`)}: `, hexButton(hex), `, ${telling.hexLine(hex).split(", ").slice(1).join(", ")}`)),
    ),
    (mine() || rolling()) &&
      h("button", { type: "button", class: "button small", onclick: () => guarded(() => list({ hex: store.hex })) }, t("text.listhex", { hex: store.hex })),
    unitsAt(store.hex).some((one) => one.can) &&
      h(
        "p",
        {},
        t("text.here"),
        " ",
        unitsAt(store.hex)
          .filter((one) => one.can)
          .map((one) => h("button", { type: "button", class: "button small", onclick: () => guarded(() => pick(one)) }, one.name)),
      ),
  );
}

// ---------------------------------------------------------------------------------------------- answers and lists

function say(elements, choices = []) {
  const held = $("answer").contains(document.activeElement);
  put(
    $("answer"),
    elements,
    choices.length > 0 &&
      h(
        "div",
        { class: "actions" },
        choices.map((one) => h("button", { type: "button", class: one.gold ? "button gold" : "button", onclick: () => one.act() }, one.text)),
      ),
  );
  if (choices.length) $("answer").querySelector("button")?.focus();
  else if (held) $("command").focus(); // the button that was pressed is gone
}

function showList(found, narrowed) {
  update({ rows: found });
  asked = narrowed;
  rows = ROWS;
  drawRows();
  say([h("p", {}, found.length ? t("text.listed", { n: found.length }) : t("text.nothing"))]);
  if (found.length) $("rows-title").focus();
}

function drawRows() {
  const found = store.rows;
  $("rows").hidden = !found.length;
  const about = asked?.unit ? unit(asked.unit)?.name : (store.map.words.verb[asked?.verb] ?? asked?.hex ?? "");
  put(
    $("rows"),
    h("h2", { id: "rows-title", tabindex: "-1" }, about ? t("text.rows", { about }) : t("text.rows.all")),
    h(
      "ol",
      { class: "choices" },
      found
        .slice(0, rows)
        .map((row, i) => h("li", {}, h("button", { type: "button", class: "bare", data: { focus: `row-${i}` }, onclick: () => guarded(() => propose(row.do)) }, row.text), " ", h("code", {}, row.do))),
    ),
    found.length > rows &&
      h("button", { type: "button", class: "button small", onclick: () => {
        rows += ROWS;
        drawRows();
      } }, t("text.more", { n: found.length - rows })),
  );
}

/** Runs something that a button asked for; what goes wrong is told like a command's failure. */
async function guarded(act) {
  try {
    await act();
  } catch (error) {
    const sentence = error.error ?? error.message;
    say([h("p", { class: "bad" }, sentence)]);
    if (error.status === 409) await load();
  }
}

// -------------------------------------------------------------------------------------- other players, the service

/** The last thing that the live line told while the player changed the game: it may be news after that. */
let missed = null;
on(["busy"], () => {
  if (store.busy || !missed) return;
  heard(missed);
  missed = null;
});

async function heard(message) {
  if (store.at !== null || !store.situation) return;
  if (store.busy) {
    missed = message;
    return;
  }
  const news = ["number", "decider", "over", "failed"].some((name) => message[name] !== store.situation[name]);
  if (!news) return;
  const from = shown + 1;
  const own = message.number <= shown;
  const before = store.situation.thoughts;
  try {
    await load();
    if (own) return;
    const told = telling.entries(await get(`/api/games/${id}/log`, { from }));
    const why = store.situation.thoughts > before ? telling.thought((await get(`/api/games/${id}/thoughts`)).at(-1)) : null;
    const summary = mine() ? await get(`/api/games/${id}/since`, { side: store.situation.decider }) : null;
    if (told.length || why) say([summary && telling.since(summary), h("p", {}, t("text.meanwhile")), h("ul", { class: "log" }, told), why]);
  } catch (error) {
    tell(error);
  }
}

function lost(is) {
  update({ line: is ? "lost" : "open" });
  if (is) put($("notice"), h("p", { class: "bad" }, t("text.lost", { n: store.situation?.number ?? 0 })));
  else {
    put($("notice"));
    if (store.situation) load().catch(tell);
  }
}

/** Pausing the computer, offering a draw, giving up. */
function showLeave(now) {
  const computers = Object.values(now.players).some((player) => player !== "human");
  const side = now.you.includes(now.decider) ? now.decider : now.you[0];
  const button = (key, act, args) => h("button", { type: "button", class: "button small", data: { focus: key }, onclick: () => guarded(act) }, t(key, args));
  put(
    $("leave"),
    h("h2", {}, t("text.table")),
    h(
      "div",
      { class: "actions" },
      computers && !now.over && button(now.paused ? "text.resume" : "text.pause", async () => {
        await patch(`/api/games/${id}`, { paused: !now.paused });
        await load();
      }),
      now.paused && !now.over && button("web.step", () => patch(`/api/games/${id}`, { step: true })),
      button("text.since", tellSince),
      now.thoughts > 0 && button("web.thoughts", tellThoughts),
      side && !now.over && button(now.draw && now.draw !== side ? "text.agree" : "text.draw", () => ask([h("p", {}, t("text.draw.sure"))], () => change("/draw", { side }))),
      side && !now.over && button("text.resign", () => ask([h("p", {}, t("text.resign.sure"))], () => change("/resign", { side }))),
      button("web.account", tellAccount),
      h("a", { class: "button small", href: `/api/games/${id}/record`, download: true }, t("home.export")),
    ),
  );
}
