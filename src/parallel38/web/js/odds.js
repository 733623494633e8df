/** The odds of a plan: ratio, modifiers, tables by the labels of dice, exact chances. The builder and the card show them. */

import { h } from "./dom.js";
import { fail } from "./errors.js";
import { ruleLink } from "./links.js";
import { planOf } from "./plan.js";
import { store, update } from "./store.js";
import { percent, t } from "./texts.js";

/** What a result means for the attackers, as a class that has one colour everywhere: won, partly won, nothing, only they lose. */
export const RANKS = ["best", "middle", "none", "cost"];

/** The class of a result of the dice. */
export function rankOf(branch, key) {
  const rank = branch.outcomes.find((outcome) => outcome.key === key)?.rank ?? 0;
  return key === "-" ? "none" : RANKS[Math.min(rank, 3)];
}

/** The ratio of a fight and its column among all columns. */
export function ratio(odds) {
  if (!odds.ratio && !odds.columns.length) return null;
  return h(
    "section",
    { class: "ratio" },
    h("p", {}, h("b", {}, odds.ratio ?? ""), odds.notes.map((note) => [" ", note.text, " ", ruleLink(note.rule)])),
    h("ol", { class: "columns", "aria-label": t("web.columns") }, odds.columns.map((column) => h("li", { class: column === odds.column ? "now" : "", ...(column === odds.column ? { "aria-current": "true" } : {}) }, column))),
  );
}

const signed = (drm) => (drm > 0 ? `+${drm}` : drm < 0 ? `−${-drm}` : "0");

/** What is added to the dice, line by line; where dice are read apart, to which of them. */
export function modifiers(odds) {
  const added = (modifier) => (modifier.reading_text ? `${modifier.text} (${modifier.reading_text})` : modifier.text);
  return h(
    "section",
    { class: "modifiers" },
    h(
      "table",
      {},
      h("tbody", {}, odds.modifiers.map((modifier) => h("tr", {}, h("td", {}, added(modifier)), h("td", {}, ruleLink(modifier.rule)), h("td", { class: "figure" }, signed(modifier.drm))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("web.on_dice")), h("td", {}), h("td", { class: "figure" }, signed(odds.total)))),
    ),
  );
}

/** The exact chances of every table that is read. */
export function chances(odds) {
  return h("section", { class: "chances" }, h("h3", { class: "section" }, t("web.exact")), branches(odds));
}

/** Every table that is read, with its chances, its labels and the meaning of its codes. */
export const branches = (odds) => odds.branches.map(branchOf);

/** Chances as whole percent that add up to a hundred; what is nearly nothing or nearly sure is told as such. */
export function shares(results) {
  const parts = whole(results.map((one) => one.chance));
  return results.map((one, i) => (parts[i] === 0 || parts[i] === 100 ? percent(one.chance) : `${parts[i]} %`));
}

/** What comes of it in all, in one line. */
export function outcomeLine(odds) {
  const share = shares(odds.outcomes);
  return h("p", { class: "outcomes" }, odds.outcomes.map((outcome, i) => [i ? " · " : "", h("b", {}, share[i]), " ", outcome.text]));
}

/** What comes of it in all: the first outcome large, in colour if it is what is hoped for, the others under it, and what each
 *  side may lose, in words. */
export function total(odds) {
  if (!odds.outcomes.length) return null;
  const share = shares(odds.outcomes);
  return h(
    "div",
    { class: "outcome" },
    h("b", { class: odds.outcomes[0].rank ? "" : "hoped" }, share[0]),
    h(
      "div",
      {},
      h("ul", {}, odds.outcomes.map((outcome, i) => h("li", {}, i ? h("b", {}, share[i]) : null, " ", outcome.text, " ", ruleLink(outcome.rule)))),
      tolls(odds),
    ),
  );
}

/** What each side may lose, the worst first: of the acting side always, of the other where the outcomes do not say it. */
function tolls(odds) {
  const [own, other] = odds.tolls ?? [];
  if (!own) return null;
  const said = new Set(odds.outcomes.map((outcome) => outcome.key));
  return tollList(other && other.results.some((result) => !said.has(result.key)) ? [own, other] : [own]);
}

/** What sides may lose in words with the chances, the acting side first. */
export function tollList(shown) {
  return h(
    "ul",
    { class: "tolls" },
    shown.map((toll) => {
      const share = shares(toll.results);
      const words = toll.results.map((result, i) => [i ? " · " : "", h("b", {}, share[i]), " ", result.text]);
      const mine = toll.side === store.situation?.decider && store.situation.you.includes(toll.side);
      const who = mine ? t("web.own_toll") : t("web.side_toll", { side: store.map.sides[toll.side]?.short ?? toll.side_text });
      return h("li", { class: mine ? "own" : "" }, h("span", {}, who), " ", words);
    }),
  );
}

/** Shares in whole percent that add up to a hundred; the first is rounded as it is wherever it stands alone. */
function whole([first, ...others]) {
  if (first === undefined) return [];
  const exact = others.map((share) => share * 100);
  const down = exact.map(Math.floor);
  let missing = Math.round((first + others.reduce((sum, one) => sum + one, 0)) * 100) - Math.round(first * 100) - down.reduce((sum, one) => sum + one, 0);
  const order = exact.map((one, i) => [one - down[i], i]).sort((a, b) => b[0] - a[0]);
  for (const [, i] of order) if (missing-- > 0) down[i]++;
  return [Math.round(first * 100), ...down];
}

function branchOf(branch) {
  const share = shares(branch.outcomes);
  const bar = h("div", { class: "bar", role: "img", "aria-label": branch.outcomes.map((outcome, i) => `${outcome.text} ${share[i]}`).join(", ") });
  branch.outcomes.forEach((outcome, i) => {
    const piece = h("span", { class: rankOf(branch, outcome.key), title: outcome.text }, `${outcome.key === "-" ? "–" : outcome.key} ${share[i].replace(" %", "")}`);
    piece.style.flexGrow = String(Math.max(outcome.chance, 0.06));
    bar.append(piece);
  });
  return h(
    "div",
    { class: "branch" },
    h("p", {}, h("b", {}, branch.text ?? ""), typeof branch.chance === "number" && branch.chance < 1 ? ` ${percent(branch.chance)}` : "", " ", ruleLink(branch.rule), branch.reading_text ? h("span", { class: "reading" }, ` ${branch.reading_text}`) : null),
    bar,
    histogram(branch),
    inCommon(branch),
    codes(branch),
  );
}

/** What several results have in common with its chance, and what is added to the dice in this branch alone. */
function inCommon({ sums, modifiers: own }) {
  const added = own.map((one) => `${one.reading_text ?? t("web.on_dice")}: ${one.text} ${signed(one.drm)}`);
  const chances = sums.map((one) => [h("b", {}, percent(one.chance)), ` ${one.text}`]);
  const parts = [...chances, ...added];
  return parts.length ? h("p", { class: "in-common" }, parts.map((part, i) => [i ? " · " : "", part])) : null;
}

/** What each code of a table means here, in words; nothing where the codes are numbers. */
function codes(branch) {
  const coded = branch.outcomes.filter((outcome) => /[A-Za-z]/.test(outcome.key));
  if (!coded.length) return null;
  return h("dl", { class: "codes" }, coded.map((outcome) => h("div", {}, h("dt", { class: rankOf(branch, outcome.key) }, outcome.key), h("dd", {}, outcome.text, " ", ruleLink(outcome.rule)))));
}

/** How often each label of the dice falls, coloured by what it brings; low pillars where all are equally likely. */
function histogram(branch) {
  if (!branch.rows.length) return null;
  const chances = branch.rows.map((row) => row.chance);
  const most = Math.max(...chances);
  const high = most - Math.min(...chances) < 1e-9 ? 18 : 30;
  return h(
    "div",
    { class: "histogram", "aria-hidden": "true" },
    branch.rows.map((row) => {
      const pillar = h("i", { class: rankOf(branch, row.key), title: percent(row.chance) });
      pillar.style.height = `${(row.chance / most) * high}px`;
      return h("span", {}, pillar, h("small", {}, row.label));
    }),
  );
}

/** What would happen with one thing done otherwise; a click plans it. */
export function whatIf(odds) {
  return h(
    "section",
    { class: "what-if" },
    h("h3", { class: "section" }, t("web.what_if")),
    h(
      "div",
      { class: "chips" },
      odds.what_if.map((other) =>
        h(
          "button",
          {
            type: "button",
            class: "button small pill",
            data: { focus: `if ${other.do}` },
            onclick: () => planOf(other.do).then((plan) => update({ plan: { ...plan, aimed: store.plan?.aimed } }), fail),
          },
          other.text,
          " ",
          h("b", {}, percent(other.chance)),
        ),
      ),
    ),
  );
}
