/**
 * Dice that have fallen: a strip at an edge of the board, the throw that decides first and large, the others as a list.
 * Any key or click puts it away; a result that matters waits for that.
 */

import { openRoll } from "./dialogs.js";
import { $, h, put, s } from "./dom.js";
import { isHex } from "./grid.js";
import { ruleLink } from "./links.js";
import { rankOf, shares } from "./odds.js";
import { figures, painted, shows } from "./pool.js";
import { codeOf, fightOf, fightRank, hurts, ranked, weight } from "./results.js";
import { moves, settings } from "./settings.js";
import { after, on, store, unit, update } from "./store.js";
import { t } from "./texts.js";
import { cover, onScreen } from "./view.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
/** How long dice that did no harm stay if the player does nothing; a result that matters waits to be seen. */
const STAYS = { full: 9000, quick: 4000 };
/** What is pressed sooner than this after the strip has come was not meant for it. */
const SEEN = 250;
let hiding = 0;
let since = 0;
/** Whether the strip was drawn while what others have done waits until it is put away. */
let waited = false;

/** Shows the strip whenever dice have fallen. */
export function watchDice() {
  on(["rolled"], draw);
  on(["film"], () => {
    if (store.rolled && waited !== Boolean(store.film?.waits)) draw();
  });
  after(["rolled", "spots", "film", "situation"], place);
  $("dice").addEventListener("click", (event) => {
    if (!event.target.closest("button")) hideDice();
  });
}

/**
 * Puts the strip at the head or foot of the board: where it covers less of what was hit and of what is lit to go on. At the
 * head it lies below the bar that tells and stops what the computer does.
 */
function place() {
  const strip = $("dice");
  if (strip.hidden) return;
  const hit = ranked(store.rolled.throws)[0].lines.flatMap((line) => line.hexes);
  const hexes = [...hit, ...store.spots.keys(), ...store.picked.map((id) => unit(id)?.place)].filter(isHex).map(onScreen);
  const { width, height: whole } = $("viewport").getBoundingClientRect();
  const sheet = cover();
  const height = whole - sheet;
  const bar = $("watching");
  const top = bar.hidden ? 16 : bar.offsetTop + bar.offsetHeight + 10;
  const high = strip.offsetHeight + 16;
  const seen = hexes.filter((at) => at.x > 0 && at.x < width && at.y > 0 && at.y < height);
  const above = seen.filter((at) => at.y - at.radius < high - 16 + top).length;
  const below = seen.filter((at) => at.y + at.radius > height - high).length;
  strip.classList.toggle("above", below > above);
  strip.style.top = below > above ? `${top}px` : "";
  strip.style.bottom = sheet && below <= above ? `${sheet + 10}px` : "";
}

/** Puts the strip away: what stands in it was seen. */
export function hideDice() {
  if (store.rolled && performance.now() - since > SEEN) update({ rolled: null });
}

/** Whether a result with consequences stands in the strip, which the player has not put away. */
export const unseen = () => settings().dice !== "instant" && Boolean(store.rolled?.throws.some(hurts));

/** A die as it lies there: with pips if it has six faces, else with its figure; in its colours if it has some. */
export function dieOf(value, die) {
  const cube = die.faces === 6 && die.lowest === 1;
  const shown = cube
    ? PIPS[value].map((at) => s("circle", { cx: 12 + (at % 3) * 14, cy: 12 + Math.floor(at / 3) * 14, r: 4.4 }))
    : s("text", { x: 26, y: value > 9 ? 34 : 36, class: value > 9 ? "small" : "" }, String(value));
  const drawing = s("svg", { class: "die", viewBox: "0 0 52 52", width: 52, height: 52, role: "img", "aria-label": shows(value, die) }, s("rect", { x: 2, y: 2, width: 48, height: 48, rx: 9 }), shown);
  return painted(drawing, die);
}

/** How a throw was read: the label, and its name if it was read in several ways; one die says it all itself. */
function labelsOf(entry) {
  return entry.readings
    .filter((reading) => entry.dice.length > 1 || (reading.text && reading.label !== String(entry.dice[0])))
    .map((reading) => h("span", { class: "sum" }, reading.text && entry.readings.length > 1 ? h("small", {}, reading.text, " ") : null, h("b", {}, reading.label)));
}

function draw() {
  clearTimeout(hiding);
  const strip = $("dice");
  const how = settings().dice;
  const rolled = store.rolled;
  const before = strip.hidden;
  strip.hidden = !rolled || how === "instant";
  if (strip.hidden) return;
  if (before) since = performance.now();
  waited = Boolean(store.film?.waits);
  const [first, ...others] = ranked(rolled.throws);
  const plan = first.plan ?? rolled.plan;
  const tables = first.readings.map((reading) => tableOf(plan, reading));
  strip.classList.toggle("tumbling", how === "full" && moves());
  put(
    strip,
    h(
      "div",
      { class: "result" },
      h("span", { class: "thrown" }, first.dice.map((value, i) => dieOf(value, first.pool[i]))),
      labelsOf(first),
      badge(first),
      h("div", { class: "told" }, first.lines.map((line) => h("p", {}, line.text, " ", ruleLink(line.rule)))),
      h("button", { type: "button", class: "button small", onclick: () => openRoll(first.n) }, t("web.check")),
      store.film?.waits
        ? h("button", { type: "button", class: "button small gold", onclick: hideDice, data: { focus: "seen" } }, t("web.go_on"), h("kbd", {}, "↵"))
        : h("button", { type: "button", class: "button small", onclick: hideDice }, t("web.close")),
    ),
    tables,
    others.length
      ? [
          h("h3", { class: "section" }, t("web.other_throws", { n: others.length })),
          h("ul", { class: "others", tabindex: "0", "aria-label": t("web.other_throws", { n: others.length }) }, others.map(otherOf)),
        ]
      : null,
  );
  if (weight(first) < 2) hiding = setTimeout(hideDice, STAYS[how] ?? STAYS.full);
}

/** The result of a fight, large: its code and what it means. */
function badge(entry) {
  const fight = fightOf(entry);
  return fight ? h("strong", { class: `verdict ${fightRank(fight)}` }, [codeOf(fight), fight.text].filter(Boolean).join(" · ")) : null;
}

/** Another throw of the same step or of the enemy's: its dice, its result and what came of it; it leads to how it was made. */
function otherOf(entry) {
  const fight = fightOf(entry);
  return h(
    "li",
    {},
    h("button", { type: "button", class: "small-dice", title: t("web.check"), "aria-label": t("web.check_dice", { dice: figures(entry.dice, entry.pool) }), onclick: () => openRoll(entry.n) }, entry.dice.map((value, i) => painted(h("i", { "aria-hidden": "true" }, String(value)), entry.pool[i]))),
    fight ? h("b", { class: `code ${fightRank(fight)}`, title: fight.text }, codeOf(fight)) : null,
    h("span", {}, entry.lines.map((line) => line.text).join(" ")),
  );
}

/** The row of labels that the plan had foretold for a reading of the dice, with the one that fell. */
function tableOf(plan, { name, text, label }) {
  const branch = plan?.odds?.branches.find((one) => one.rows.length && one.reading === name);
  if (!branch) return null;
  const key = branch.rows.find((row) => row.label === label)?.key;
  const fell = shares(branch.outcomes)[branch.outcomes.findIndex((outcome) => outcome.key === key)];
  return h(
    "div",
    {},
    text ? h("p", { class: "reading" }, text) : null,
    plan.odds.modifiers.length || branch.modifiers.length ? h("p", { class: "reading" }, t("web.with_modifiers")) : null,
    h("ol", { class: "sums" }, branch.rows.map((row) => h("li", { class: `${rankOf(branch, row.key)} ${row.label === label ? "fell" : ""}` }, h("small", {}, row.label), row.key === "-" ? "–" : row.key))),
    fell ? h("p", { class: "odds-it-had" }, t("web.chance_it_had", { chance: fell })) : null,
  );
}
