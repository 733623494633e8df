/** Dice that have fallen: a strip at an edge of the board, never in the way. Any key or click puts it away. */

import { openRoll } from "./dialogs.js";
import { $, h, put, s } from "./dom.js";
import { isHex } from "./grid.js";
import { ruleLink } from "./links.js";
import { rankOf } from "./plan.js";
import { moves, settings } from "./settings.js";
import { after, on, store, unit, update } from "./store.js";
import { percent, t } from "./texts.js";
import { cover, onScreen } from "./view.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const STAYS = { full: 9000, quick: 4000 };
let hiding = 0;

/** Shows the strip whenever dice have fallen. */
export function watchDice() {
  on(["rolled"], draw);
  after(["rolled", "spots"], place);
  $("dice").addEventListener("click", (event) => {
    if (!event.target.closest("button")) hideDice();
  });
}

/** Puts the strip at the head or foot of the board: where it covers less of what was hit and of what is lit to go on. */
function place() {
  const strip = $("dice");
  if (strip.hidden) return;
  const hit = store.rolled.throws.at(-1).lines.flatMap((line) => line.hexes);
  const hexes = [...hit, ...store.spots.keys(), ...store.picked.map((id) => unit(id)?.place)].filter(isHex).map(onScreen);
  const { width, height: whole } = $("viewport").getBoundingClientRect();
  const sheet = cover();
  const height = whole - sheet;
  const high = strip.offsetHeight + 16;
  const seen = hexes.filter((at) => at.x > 0 && at.x < width && at.y > 0 && at.y < height);
  const above = seen.filter((at) => at.y - at.radius < high).length;
  const below = seen.filter((at) => at.y + at.radius > height - high).length;
  strip.classList.toggle("above", below > above);
  strip.style.bottom = sheet && below <= above ? `${sheet + 10}px` : "";
}

/** Puts the strip away. */
export function hideDice() {
  if (store.rolled) update({ rolled: null });
}

function die(value) {
  const pips = (PIPS[value] ?? []).map((at) => s("circle", { cx: 12 + (at % 3) * 14, cy: 12 + Math.floor(at / 3) * 14, r: 4.4 }));
  return s("svg", { class: "die", viewBox: "0 0 52 52", width: 52, height: 52, role: "img", "aria-label": t("web.die_shows", { n: value }) }, s("rect", { x: 2, y: 2, width: 48, height: 48, rx: 9 }), pips);
}

function draw() {
  clearTimeout(hiding);
  const strip = $("dice");
  const how = settings().dice;
  const rolled = store.rolled;
  strip.hidden = !rolled || how === "instant";
  if (strip.hidden) return;
  const last = rolled.throws.at(-1);
  const table = tableOf(rolled.plan, last);
  strip.classList.toggle("tumbling", how === "full" && moves());
  put(
    strip,
    h(
      "div",
      { class: "result" },
      h("span", { class: "thrown" }, last.dice.map(die)),
      last.dice.length > 1 ? h("b", { class: "sum" }, String(last.dice.reduce((sum, one) => sum + one, 0))) : null,
      h("div", { class: "told" }, last.lines.map((line) => h("p", {}, line.text, " ", ruleLink(line.rule)))),
      h("button", { type: "button", class: "button small", onclick: () => openRoll(last.n) }, t("web.check")),
      h("button", { type: "button", class: "button small", onclick: hideDice }, t("web.close")),
    ),
    table,
    rolled.throws.length > 1
      ? h("ul", { class: "others" }, rolled.throws.slice(0, -1).map((entry) => h("li", {}, entry.dice.join(" + "), " · ", entry.lines.map((line) => line.text).join(" "))))
      : null,
  );
  hiding = setTimeout(hideDice, STAYS[how] ?? STAYS.full);
}

/** The row of sums that the plan had foretold, with the one that fell. */
function tableOf(plan, entry) {
  const branch = plan?.odds?.branches.find((one) => one.dice?.length);
  if (!branch) return null;
  const sum = entry.dice.reduce((all, one) => all + one, 0);
  const fell = branch.outcomes.find((outcome) => outcome.key === branch.dice.find(([one]) => one === sum)?.[1]);
  return h(
    "div",
    {},
    h("ol", { class: "sums" }, branch.dice.map(([one, key]) => h("li", { class: `${rankOf(branch, key)} ${one === sum ? "fell" : ""}` }, h("small", {}, String(one)), key === "-" ? "–" : key))),
    fell ? h("p", { class: "odds-it-had" }, t("web.chance_it_had", { chance: percent(fell.chance) })) : null,
  );
}
