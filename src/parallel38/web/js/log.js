/**
 * What happened: each line lights what it speaks of, goes there, and can be looked at again. At an earlier moment the
 * log shows what had happened by then, the action that is looked at on top.
 */

import { openRoll } from "./dialogs.js";
import { $, h, put } from "./dom.js";
import { earlier } from "./entries.js";
import { ruleLink } from "./links.js";
import { figures, painted } from "./pool.js";
import { goTo } from "./replay.js";
import { lights, saying, whereabouts } from "./saying.js";
import { after, store } from "./store.js";
import { language, t } from "./texts.js";

/** Filters that every game has, after its own. */
const COMMON = ["losses", "dice", "talk"];
let kind = "all";
/** The action that was last brought into view. */
let seen = null;
/** The rows of entries that have been drawn: what happened does not change, and there is much of it. */
const rows = new WeakMap();

/** Draws the log whenever something has happened. */
export function watchLog() {
  after(["log", "situation", "at"], drawLog);
}

/** The entries up to the moment that is shown. */
const happened = () => store.log.filter((entry) => store.at === null || entry.n <= store.at);

const wanted = (entry) => kind === "all" || entry.kinds.includes(kind);

/** The filters with their words: all, those of the game, those of every game. */
function filters() {
  const own = Object.entries(store.map.words.filter ?? {});
  return [["all", t("web.log.all")], ...own, ...COMMON.map((word) => [word, t(`web.log.${word}`)])];
}

function drawLog() {
  const groups = [];
  const phases = new Map(store.situation?.phases.map((phase) => [phase.key, phase.text]));
  const known = happened();
  const barrier = store.at === null ? known.findLast((entry) => entry.dice?.length)?.n : null;
  for (const entry of known) {
    const shown = store.at === entry.n || (entry.lines.length && wanted(entry));
    const said = ["all", "talk"].includes(kind) ? entry.remarks : [];
    if (!shown && !said.length) continue;
    const title = [entry.turn_text, entry.part, phases.get(entry.phase)].filter(Boolean).join(" · ");
    if (groups.at(-1)?.title !== title) groups.push({ title, rows: [] });
    if (shown) groups.at(-1).rows.unshift(rowOf(entry));
    if (shown && entry.n === barrier) groups.at(-1).rows.unshift(h("p", { class: "barrier" }, t("web.dice_fell")));
    for (const text of said) groups.at(-1).rows.unshift(h("p", { class: "talk" }, text));
  }
  const parts = groups.reverse().map(({ title, rows }) => [h("h3", { class: "when" }, title), rows]);
  const first = store.log[0]?.n ?? 0;
  const stored = store.situation?.stored ? clock(store.situation.stored) : "";
  put(
    $("log"),
    h(
      "div",
      { class: "log-head" },
      h("h2", { class: "section" }, t("web.log")),
      h("span", { class: "stored" }, store.line === "open" ? t("web.stored", { time: stored }) : t("web.not_stored")),
    ),
    h(
      "div",
      { class: "filters", role: "group", "aria-label": t("web.log_filter") },
      filters().map(([word, text]) =>
        h(
          "button",
          {
            type: "button",
            class: "button small",
            "aria-pressed": String(kind === word),
            data: { focus: `log ${word}` },
            onclick: () => {
              kind = word;
              drawLog();
            },
          },
          text,
        ),
      ),
      h("button", { type: "button", class: "button small", onclick: copy, data: { focus: "copy log" } }, t("web.copy")),
    ),
    h("div", { class: "entries" }, parts.length || kind === "all" ? parts : h("p", { class: "empty" }, t("web.log_none")), first > 0 ? h("button", { type: "button", class: "button small", onclick: earlier }, t("web.earlier")) : null),
  );
  bringIntoView();
}

/** Scrolls to the action that is looked at again when it is first drawn, and not after that. */
function bringIntoView() {
  const row = $("log").querySelector(".entry.shown");
  if (row && seen !== store.at) row.scrollIntoView({ block: "nearest" });
  seen = row ? store.at : null;
}

/** A time as the language writes it; "" if it cannot be read. */
function clock(value) {
  const time = new Date(typeof value === "number" ? value * 1000 : value);
  return Number.isNaN(time.valueOf()) ? "" : new Intl.DateTimeFormat(language(), { timeStyle: "medium" }).format(time);
}

function copy() {
  const lines = happened().flatMap((entry) => [
    ...entry.lines.map((line) => `${entry.n}. ${line.text}${line.rule ? ` [${line.rule}]` : ""}`),
    ...entry.remarks.map((text) => `${entry.n}. ${text}`),
  ]);
  navigator.clipboard?.writeText(lines.join("\n"));
}

function rowOf(entry) {
  if (!rows.has(entry)) rows.set(entry, entryRow(entry));
  const row = rows.get(entry);
  const shown = store.at === entry.n;
  row.classList.toggle("shown", shown);
  if (shown) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
  return row;
}

function entryRow(entry) {
  const units = entry.lines.flatMap((line) => line.units);
  const hexes = entry.lines.flatMap((line) => line.hexes);
  const somewhere = hexes.length + units.length > 0;
  return h(
    "div",
    { class: "entry", ...lights(units, hexes) },
    h("button", { type: "button", class: "n", title: t("web.look_back"), "aria-label": t("web.look_back_to", { n: entry.n }), onclick: () => goTo(entry.n) }, String(entry.n)),
    h(
      "div",
      {},
      entry.lines.length ? null : h("p", {}, entry.dice?.length ? diceOf(entry) : null, entry.text),
      entry.lines.map((line, i) =>
        h(
          "p",
          {},
          i === 0 && entry.dice?.length ? diceOf(entry) : null,
          somewhere ? saying(line.text, () => line.hexes.at(-1) ?? whereabouts(line.units, []) ?? whereabouts(units, hexes)) : line.text,
          " ",
          ruleLink(line.rule),
        ),
      ),
    ),
  );
}

/** The dice of an entry as small boxes, which lead to how they were made and read. */
function diceOf(entry) {
  const words = t("web.check_dice", { dice: figures(entry.dice, entry.pool) });
  const shown = entry.dice.map((value, i) => painted(h("i", { "aria-hidden": "true" }, String(value)), entry.pool[i]));
  return h("button", { type: "button", class: "small-dice", title: words, "aria-label": words, onclick: () => openRoll(entry.n) }, shown);
}
