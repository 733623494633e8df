/** A player's own figures: from a file, or typed into our charts. The service says what can stand where. */

import { get, post } from "./api.js";
import { h, put } from "./dom.js";
import { language, t } from "./texts.js";

const known = new Map();
let shown = "";
let warnings = [];

/** How many figures a player has given. */
export const given = (charts) => Object.values(charts).reduce((sum, rows) => sum + Object.entries(rows).reduce((n, [row, cells]) => n + (row === "whole" ? 0 : Object.keys(cells).length), 0), 0);

const at = ({ title }) => `/api/titles/${title}/charts`;
const which = ({ edition, scenario }) => ({ edition, scenario });

/** Reads a file with figures for a setting `{title, edition, scenario}`; raises what the service says against it. */
export async function readFigures(setting, text) {
  const answer = await post(at(setting), { charts: text }, which(setting));
  warnings = answer.warnings;
  return answer.charts;
}

/** A place in which the charts of a setting can be changed; `changed` is called with the new figures whenever they are. */
export function chartEditor(setting, charts, changed) {
  const place = h("div", { class: "own-charts" });
  draw(place, setting, charts, changed);
  return place;
}

async function draw(place, setting, charts, changed) {
  const key = [at(setting), ...Object.values(which(setting)), language()].join(" ");
  if (!known.has(key)) known.set(key, get(at(setting), which(setting)));
  const all = await known.get(key);
  const chart = all.find((one) => one.name === shown) ?? all[0];
  const said = h("p", { class: "bad", role: "alert" });
  const choose = (event) => {
    shown = event.target.value;
    draw(place, setting, charts, changed);
  };
  const set = async (row, column, value, field) => {
    const next = laid(charts, chart, row, column, value);
    try {
      warnings = Object.keys(next).length ? (await post(at(setting), { charts: next }, which(setting))).warnings : [];
      changed(next);
    } catch (error) {
      field.setAttribute("aria-invalid", "true");
      put(said, error.error ?? t("page.fault"));
    }
  };
  put(
    place,
    h(
      "div",
      { class: "choice" },
      h("label", { for: "own-chart" }, t("home.charts.which")),
      h("select", { id: "own-chart", data: { focus: "own-chart" }, onchange: choose }, all.map((one) => h("option", { value: one.name, selected: one === chart }, one.text, charts[one.name] ? " ✎" : ""))),
    ),
    chart.note && h("p", { class: "quiet" }, chart.note),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": chart.text }, tableOf(chart, charts[chart.name] ?? {}, set)),
    said,
    warnings.map((sentence) => h("p", { class: "quiet" }, sentence)),
  );
}

/** The figures with one of them changed; one that is ours again is not given any more. */
function laid(charts, chart, row, column, value) {
  const at = chart.columns.findIndex((one) => one.name === column);
  const ours = chart.rows.find((one) => one.name === row).cells[at].value;
  const next = structuredClone(charts);
  next[chart.name] ??= {};
  delete next[chart.name].whole; // a figure that is typed here is one among ours
  next[chart.name][row] = { ...next[chart.name][row], [column]: value };
  if (value === ours) delete next[chart.name][row][column];
  if (!Object.keys(next[chart.name][row]).length) delete next[chart.name][row];
  if (!Object.keys(next[chart.name]).length) delete next[chart.name];
  return next;
}

function tableOf(chart, mine, set) {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("td"), chart.columns.map((column) => h("th", { scope: "col" }, column.text)))),
    h(
      "tbody",
      {},
      chart.rows.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, row.text),
          row.cells.map((cell, i) => {
            const { name, text } = chart.columns[i];
            const own = mine[row.name]?.[name];
            return h("td", { class: own === undefined ? "" : "changed" }, fieldOf(cell, own ?? cell.value, `${row.text}, ${text}`, `${row.name} ${name}`, (value, field) => set(row.name, name, value, field)));
          }),
        ),
      ),
    ),
  );
}

/** One figure: a choice of words, or something that is typed. */
function fieldOf({ may }, now, label, focus, set) {
  if (may.choices.length) {
    const onchange = (event) => set(may.choices[event.target.selectedIndex].value, event.target);
    return h("select", { "aria-label": label, data: { focus }, onchange }, may.choices.map((one) => h("option", { selected: one.value === now }, one.text)));
  }
  const onchange = (event) => set(read(event.target.value.trim(), may.kind), event.target);
  return h("input", { "aria-label": label, data: { focus }, value: String(now), size: Math.max(3, String(now).length), maxlength: 40, onchange });
}

/** What was typed, as a number where one is meant; what is none goes as it is, and the service says what is wrong. */
const read = (text, kind) => (kind !== "text" && /^-?\d{1,6}$/.test(text) ? Number(text) : text);
