/** A game in words: plans, refusals, chances, entries of the log and hexes as elements that read well aloud. */

import { h } from "./dom.js";
import { beside, point, toward } from "./grid.js";
import { ruleLink } from "./page.js";
import { store, unitsAt } from "./store.js";
import { number, percent, plainReason, t } from "./texts.js";

/** The names of directions with their angles, clockwise from east as the drawing has them. */
export const DIRECTIONS = { n: -90, ne: -30, e: 0, se: 30, s: 90, sw: 150, w: 180, nw: -150 };

/** A rule's number as a link, or nothing. */
export function rule(at) {
  return at ? [" ", ruleLink(store.situation, at)] : null;
}

/** The phases of a turn in their order; the first one of a part of the turn stands under the heading of that part. */
export function phases(found) {
  let part = null;
  return found.flatMap((phase) => {
    const heading = phase.part && phase.part !== part ? h("li", { class: "part" }, h("strong", {}, phase.part)) : null;
    part = phase.part;
    const note = phase.note ? ` (${phase.note.replace(/\.$/, "")})` : "";
    return [heading, h("li", { class: phase.state, "aria-current": phase.state === "now" && "step" }, phase.text, note, rule(phase.rule))];
  });
}

const line = (one) => h("li", {}, one.text ?? one.reason, rule(one.text ? one.rule : null));

/** Reasons against an action; each names its rule in its sentence, and links it. */
export function refusals(found) {
  return h(
    "ul",
    { class: "reasons" },
    found.map((one) => h("li", {}, plainReason(one.reason), rule(one.number))),
  );
}

/** An action that is refused: every reason, and what can be done instead. */
export function refused(found) {
  const rows = found.instead ?? [];
  return [
    h("p", {}, t("text.refused", { do: found.do })),
    refusals(found.refusals),
    rows.length ? h("p", {}, `${t("web.instead")}:`) : null,
    rows.length ? h("ul", {}, rows.map((row) => h("li", {}, `${row.text} (${row.do})`))) : null,
  ].filter(Boolean);
}

/** What an action would be: its sentence, its way, its price, its warnings, its chances. */
export function plan(found) {
  const parts = [h("p", { class: "sentence" }, found.text ?? found.do)];
  if (found.steps.length) parts.push(h("ol", {}, byHex(found.steps).map(([hex, some]) => h("li", {}, h("strong", {}, hex), some.map(step)))));
  if (found.price.length) parts.push(h("ul", {}, found.price.map(line)));
  if (found.warnings.length) parts.push(h("p", { class: "bad" }, t("text.mind")), refusals(found.warnings));
  if (found.odds) parts.push(...odds(found.odds));
  return parts;
}

/** Steps in their order, those of one hex together. */
function byHex(steps) {
  const rows = [];
  for (const one of steps) {
    if (rows.at(-1)?.[0] === one.hex) rows.at(-1)[1].push(one);
    else rows.push([one.hex, [one]]);
  }
  return rows;
}

function step(one) {
  const figures = [];
  if (one.mp !== null) figures.push(t("text.points", { n: one.mp, mp: number(one.mp) }));
  if (one.left !== null) figures.push(t("text.left", { mp: number(one.left) }));
  if (one.chance !== null) figures.push(t("text.chance", { chance: percent(one.chance) }));
  const sentence = `${one.text.replace(/\.$/, "")}${figures.length ? ` (${figures.join(", ")})` : ""}.`;
  return [" ", sentence, rule(one.rule)];
}

/** The chances of an action, exact, as lists and one table. */
export function odds(found) {
  const parts = [h("h3", {}, found.title)];
  const facts = [found.ratio, found.column && t("text.column", { column: found.column })].filter(Boolean);
  if (facts.length) parts.push(h("p", {}, `${facts.join(". ")}.`));
  if (found.notes.length) parts.push(h("ul", {}, found.notes.map((one) => h("li", {}, one.text, rule(one.rule)))));
  if (found.modifiers.length) {
    parts.push(
      h("ul", {}, found.modifiers.map((one) => h("li", {}, `${signed(one.drm)} ${one.text}`, rule(one.rule)))),
      h("p", {}, t("text.modifiers", { total: signed(found.total) })),
    );
  }
  for (const branch of found.branches) {
    if (found.branches.length > 1) parts.push(h("p", {}, h("strong", {}, branch.text), branch.chance === null ? "" : `: ${percent(branch.chance)}`));
    parts.push(h("ul", {}, branch.outcomes.map((one) => outcome({ ...one, text: /[A-Za-z]/.test(one.key) ? `${one.key}: ${one.text}` : one.text }))));
  }
  if (found.outcomes.length && found.branches.length !== 1) {
    parts.push(h("p", {}, h("strong", {}, t("text.total"))), h("ul", {}, found.outcomes.map(outcome)));
  }
  parts.push(...tolls(found));
  if (found.what_if.length) {
    parts.push(
      h("p", {}, t("text.whatif")),
      h("ul", {}, found.what_if.map((one) => h("li", {}, `${one.text}: ${percent(one.chance)} (`, h("code", {}, one.do), ")"))),
    );
  }
  return parts;
}

/** What each side may lose by an action, the acting side first. */
export function tolls(found) {
  return found.tolls.flatMap((toll) => [h("p", {}, h("strong", {}, t("text.toll", { side: toll.side_text }))), h("ul", {}, toll.results.map(outcome))]);
}

const outcome = (one) => h("li", {}, h("strong", {}, percent(one.chance)), " ", one.text);
const signed = (drm) => (drm > 0 ? `+${drm}` : String(drm).replace("-", "−"));

/** Entries of the log, a line for each event and each remark; `linked` if the number leads to that moment. */
export function entries(found, linked = false) {
  const number = (n) => (linked ? h("a", { class: "n", href: `?at=${n}` }, `${n}.`) : h("span", { class: "n" }, `${n}.`));
  return found.flatMap((entry) => [
    ...entry.lines.map((one) => h("li", {}, number(entry.n), " ", one.text, rule(one.rule))),
    ...entry.remarks.map((text) => h("li", {}, number(entry.n), " ", text)),
  ]);
}

/** Sentences with their rules. */
export const sentences = (found) => h("ul", { class: "reasons" }, found.map(line));

/** What a computer player had in mind in a turn. */
export function thought(one) {
  return h("div", {}, h("h3", {}, [one.turn_text, one.side_text, one.player_text].filter(Boolean).join(", ")), sentences(one.lines));
}

/** What the other side did since the player's last turn. */
export const since = (found) => [h("h3", {}, found.title), h("ul", { class: "log" }, found.lines.map((text) => h("li", {}, text)))];

/** A hex with its name. */
export function hexName(label) {
  const place = point(label)?.place;
  return place ? `${label} ${place}` : label;
}

/** The units in a hex, by name, with the side where it helps. */
export function standing(label) {
  const here = unitsAt(label);
  if (!here.length) return "";
  const side = store.map.sides[here[0].side]?.text ?? here[0].side;
  return `${side}: ${here.map((one) => one.name).join(", ")}`;
}

/** The enemies beside a hex of a side, with their hexes. */
export function enemies(label, side) {
  return beside(label)
    .filter((other) => unitsAt(other).some((one) => one.side !== side))
    .map((other) => t("text.in", { units: unitsAt(other).map((one) => one.name).join(", "), hex: other }));
}

/** What lies beside a hex, by direction. */
export function around(label) {
  const seen = new Set();
  const rows = [];
  for (const [name, degrees] of Object.entries(DIRECTIONS)) {
    const other = toward(label, degrees);
    if (!other || seen.has(other)) continue;
    seen.add(other);
    rows.push({ name, hex: other });
  }
  return rows;
}

/** The hexes from one on in a direction, to the edge of the map. */
export function ray(label, direction) {
  const found = [];
  for (let at = label; at && found.length < 80; at = toward(at, DIRECTIONS[direction])) found.push(at);
  return found;
}

/** A hex in one line: label, place, terrain, units. */
export function hexLine(label) {
  const at = point(label);
  return [hexName(label), at.text, standing(label) || t("text.empty")].filter(Boolean).join(", ");
}
