/** The tab of charts: every table with where its figures come from; the column in use is lit. */

import { get } from "./api.js";
import { $, h, put } from "./dom.js";
import { fail } from "./errors.js";
import { store } from "./store.js";
import { language, t } from "./texts.js";

let charts = null;
let spoken = "";
let chosen = "";
let source = null;

/** Draws the tab. */
export async function chartsTab() {
  try {
    if (!charts || spoken !== language()) {
      charts = await get(`/api/games/${store.id}/charts`);
      spoken = language();
    }
  } catch (error) {
    return fail(error);
  }
  const chart = charts.find((one) => one.name === chosen) ?? charts[0];
  if (!chart) return put($("tab-charts"));
  return put(
    $("tab-charts"),
    h(
      "label",
      { class: "chooser" },
      h("span", {}, t("web.chart")),
      h(
        "select",
        {
          data: { focus: "chart" },
          onchange: (event) => {
            chosen = event.target.value;
            source = null;
            chartsTab();
          },
        },
        charts.map((one) => h("option", { value: one.name, ...(one === chart ? { selected: true } : {}) }, one.text)),
      ),
    ),
    h("h2", {}, chart.text, " ", badge(chart.provenance)),
    chart.note ? h("p", { class: "note" }, chart.note) : null,
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": chart.text }, tableOf(chart)),
    source ? h("p", { class: "source", role: "status" }, source) : h("p", { class: "source" }, t("web.click_cell")),
  );
}

function badge(provenance) {
  return provenance ? h("span", { class: `provenance ${provenance}` }, t(`web.provenance.${provenance}`)) : null;
}

function tableOf(chart) {
  const inUse = store.plan?.odds?.column;
  return h(
    "table",
    { class: "chart" },
    h("thead", {}, h("tr", {}, h("td", {}), chart.columns.map((column) => h("th", { scope: "col", class: column.text === inUse ? "used" : "" }, column.text)))),
    h(
      "tbody",
      {},
      chart.rows.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, row.text),
          row.cells.map((cell, i) =>
            h(
              "td",
              { class: `${cell?.provenance ?? ""} ${cell?.changed ? "changed" : ""} ${chart.columns[i]?.text === inUse ? "used" : ""}` },
              cell
                ? h(
                    "button",
                    {
                      type: "button",
                      onclick: () => {
                        source = [cell.provenance ? t(`web.provenance.${cell.provenance}`) : "", cell.source].filter(Boolean).join(": ");
                        chartsTab();
                      },
                    },
                    cell.text,
                  )
                : "",
            ),
          ),
        ),
      ),
    ),
  );
}
