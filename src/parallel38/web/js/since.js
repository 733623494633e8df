/**
 * What the other side did since the player's last turn: losses, places, ground and fights in a card at the head of the
 * panel, arrows of what moved on the board while the card is open. The service works it out from the record.
 */

import { get } from "./api.js";
import { hexagon, showTrails } from "./board.js";
import { learnFaces, picture } from "./counters.js";
import { $, h, put, s } from "./dom.js";
import { fail, say } from "./errors.js";
import { isHex, point } from "./grid.js";
import { guided } from "./guided.js";
import { sheet } from "./panel.js";
import { codeOf, fightRank } from "./results.js";
import { lights, saying, whereabouts } from "./saying.js";
import { after, mine, on, store, unitsAt, update } from "./store.js";
import { language, t } from "./texts.js";
import { foldThoughts } from "./thoughts.js";
import { playAgain } from "./watch.js";

/** Moves that are listed before the rest is folded up. */
const MOVES = 6;
/** For which side and language, and after which action, it was asked last. */
let asked = { side: "", language: "", number: -1 };
/** Whether the card is open: when something new stands in it, until the player takes something in hand. */
let opened = false;
/** The last action of which an open card has told. */
let told = -1;
/** Whether it has just come, so that the panel goes up to it. */
let arrived = false;

/** Asks for the summary when the other side has acted, and draws it. */
export function watchSince() {
  after(["situation"], ask);
  after(["since"], drawCard);
  on(["since", "situation"], () => ($("since").hidden = outdated()));
  on(["since", "at", "builder"], drawArrows);
  after(["picked", "plan"], () => {
    if (opened && busy()) fold();
  });
}

/** Whether a question is asked in the middle of a turn that a standing order could answer: then the question comes first. */
const interrupted = () => store.situation.orders.some((order) => order.asked);

/** Whether the player has taken something in hand; a unit that came there by itself does not count. */
const busy = () => (store.picked.length > 0 && !store.unasked) || store.plan !== null;

/** Whether more has happened in a turn that goes on: what was told of it would be untrue beside that. */
const outdated = () => Boolean(store.since?.open) && store.at === null && store.situation.number > store.since.to;

/** The side that the player looks for: the one that decides here, else the only one that the player has. */
export function looker() {
  const { you, decider } = store.situation;
  return you.includes(decider) ? decider : you.length === 1 ? you[0] : null;
}

async function ask() {
  const now = store.situation;
  if (!now || store.at !== null || guided()) return;
  const side = looker();
  if (!side || !(mine() || now.over)) return;
  const same = asked.side === side && asked.language === language() && now.number >= (store.since?.to ?? 0);
  asked.number = Math.min(asked.number, now.number); // what was done may have been undone
  const acted = store.log.some((entry) => entry.n > asked.number && now.players[entry.by] && entry.by !== side);
  if (same && !acted && !outdated()) return;
  const known = asked.number >= 0 && same;
  asked = { side, language: language(), number: now.number };
  try {
    const found = await sinceFor(side);
    if (store.film) asked.number = -1; // it is being watched: told of at its end
    else show(found, known);
  } catch (error) {
    asked.number = -1;
    fail(error);
  }
}

/** Fetches the summary for a side; null if the other side has done nothing. */
export const sinceFor = (side) => get(`/api/games/${store.id}/since`, { side });

/** Shows a summary; it opens when it tells of another turn, or when that turn is over. */
async function show(found, known) {
  const before = store.since;
  const ours = found && store.situation.phases.find((phase) => phase.state === "now")?.side === found.side;
  const fresh = found && (before?.after !== found.after || (ours && !before.ours));
  if (found) await learnFaces(found.losses.flatMap((row) => row.units), {});
  if (fresh) opened = !busy() && !interrupted();
  if (fresh && opened && $("panel").dataset.sheet === "low") sheet("half");
  arrived = fresh && opened;
  // the rest of a turn that was interrupted: what was told of it before is folded up
  const seen = before && found?.after === before.after ? (fresh ? told : before.seen) : -1;
  update({ since: found && { ...found, ours, seen } });
  if (fresh && known) say([found.title, ...found.losses.map((row) => row.text), ...found.places.map((row) => row.text)].join(" "));
}

function fold() {
  opened = false;
  const card = $("since").querySelector("details");
  if (card) card.open = false;
  drawArrows();
}

/** The player has read it and goes on: what was thought is folded up, too, and the decision stands at the head again. */
function seen() {
  fold();
  foldThoughts();
  $("tab-stack").scrollTop = 0;
}

// ------------------------------------------------------------------------------------------------------------ the card

function drawCard() {
  const found = store.since;
  if (!found) {
    put($("since"));
    return;
  }
  if (opened) told = found.to;
  const toggled = (event) => {
    opened = event.target.open;
    if (opened) told = found.to;
    drawArrows();
  };
  put(
    $("since"),
    h(
      "details",
      { class: "since-card", open: opened, ontoggle: toggled },
      h("summary", { data: { focus: "since" } }, h("h2", { class: "section" }, found.title)),
      summaryOf(found),
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "button small gold", onclick: () => watch(found), data: { focus: "watch again" } }, "▶ ", t("web.watch_again")),
        h("button", { type: "button", class: "button small", onclick: seen, data: { focus: "since seen" } }, t("web.since_seen")),
      ),
    ),
  );
  if (arrived) $("tab-stack").scrollTop = 0;
  arrived = false;
}

/** Plays it again from its beginning. */
function watch(found) {
  fold();
  playAgain(found.after);
}

/** The summary as elements; the curtain between two players shows the same. */
export function summaryOf(found) {
  return [
    found.losses.map(lossesOf),
    found.places.length ? h("ul", { class: "places-changed" }, found.places.map((row) => h("li", lights([], [row.hex]), saying(row.text, () => row.hex)))) : null,
    found.ground.map((row) => (row.text ? h("p", lights([], row.hexes), saying(row.text, () => row.hexes[0])) : null)),
    found.fights.length ? [h("h3", { class: "section" }, t("web.fights")), h("ul", {}, found.fights.map(fightRow))] : null,
    movesOf([...found.came, ...found.moves], found.seen ?? -1),
  ];
}

/** What a side lost: the counters crossed out, with their names and places. */
function lossesOf(row) {
  const looks = store.map.sides[row.side] ?? {};
  const who = store.situation.you.length === 1 && store.situation.you[0] === row.side ? t("web.your_losses") : t("web.losses_of", { side: looks.short ?? row.side_text });
  return h(
    "section",
    { class: `lost ${row.units.length ? "" : "spared"}` },
    h("h3", {}, who, " ", h("b", {}, row.units.length ? t("web.lost_count", { n: row.units.length, strength: row.strength }) : t("web.lost_none"))),
    row.units.length
      ? h(
          "ul",
          { class: "lost-units" },
          row.units.map((one) => h("li", { ...lights([], isHex(one.hex) ? [one.hex] : []), title: `${one.name} · ${one.place}` }, crossedOut(one), h("span", {}, saying(one.name, () => one.hex), h("small", {}, one.place)))),
        )
      : null,
    row.also.map((text) => h("p", { class: "also" }, text)),
  );
}

const crossedOut = (one) => h("span", { class: "crossed-out", "aria-hidden": "true" }, picture(one, 40), s("svg", { viewBox: "0 0 40 40" }, s("path", { d: "M6 6L34 34M34 6L6 34" })));

const fightRow = (fight) => h("li", lights([...fight.units, ...fight.targets], [fight.hex]), h("b", { class: `code ${fightRank(fight)}` }, codeOf(fight)), " ", saying(fight.text, () => fight.hex));

function movesOf(all, seen) {
  if (!all.length) return null;
  const moves = all.filter((move) => move.n > seen);
  const before = all.filter((move) => move.n <= seen);
  const folded = (words, those) => (those.length ? h("details", { class: "many" }, h("summary", {}, words), h("ul", {}, those.map(row))) : null);
  const row = (move) => h("li", lights(move.units, move.path ?? move.hexes), saying(move.text, () => whereabouts([], move.path ?? move.hexes)));
  return [
    h("h3", { class: "section" }, t("web.moves", { n: all.length })),
    h("ul", {}, moves.slice(0, MOVES).map(row)),
    folded(t("web.more_moves", { n: moves.length - MOVES }), moves.slice(MOVES)),
    folded(t("web.moves_told", { n: before.length }), before),
  ];
}

// ---------------------------------------------------------------------------------------------------------- the arrows

/** What moved, as arrows in the colours of its side, and crosses where units were lost. */
function drawArrows() {
  const found = store.since;
  if (!found || !opened || store.at !== null || store.builder) return showTrails([]);
  const lost = new Set(found.losses.flatMap((row) => row.units.map((one) => one.hex)).filter(isHex));
  const places = found.places.map((row) => hexagon(row.hex, "changed-hands", 0.95));
  return showTrails([...found.moves.flatMap(arrowOf), ...places, ...[...lost].map(fallen)]);
}

function arrowOf({ side, path }) {
  const points = path.map(point).filter(Boolean);
  if (points.length < 2) return [];
  const looks = store.map.sides[side] ?? {};
  const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
  const [a, b] = points.slice(-2);
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const head = { d: "M-26 -13L0 0L-26 13Z", transform: `translate(${b.x} ${b.y}) rotate(${turn}) translate(-6 0)` };
  return [
    s("path", { class: "went-edge", d }),
    s("path", { class: "went", d, stroke: looks.flag ?? "#888" }),
    s("path", { class: "went-head", fill: looks.flag ?? "#888", ...head }),
  ];
}

/** A cross where units were lost; beside the counters if others stand there now. */
function fallen(hex) {
  const at = point(hex);
  const where = unitsAt(hex).length ? `translate(${at.x - 26} ${at.y + 30}) scale(0.4)` : `translate(${at.x} ${at.y})`;
  return s("path", { class: "fallen", d: "M-26 -26L26 26M26 -26L-26 26", transform: where });
}
