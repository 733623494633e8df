/** Rules in our words and charts with their sources, on one page that can be searched and printed. */

import { referenceAddress } from "./addresses.js";
import { get } from "./api.js";
import { $, h, later, put } from "./dom.js";
import { openPage } from "./page.js";
import { t } from "./texts.js";

const title = decodeURIComponent(location.pathname.split("/")[2]);
const query = new URLSearchParams(location.search);
const game = query.get("game");
const edition = query.get("edition");
const SHORT = { rulebook: "R", example: "EX", article: "A", history: "H", web: "W", inferred: "INF", reconstructed: "?", player: "✎" };
let known = null;

const links = [{ href: location.pathname + location.search, key: "page.nav.reference" }];
openPage({ here: "page.nav.reference", name: "page.nav.reference", links, draw }).then(() => {
  addEventListener("hashchange", follow);
});

async function draw() {
  const at = `/api/titles/${title}`;
  const [titles, chapters, rules, charts] = await Promise.all([
    get("/api/titles"),
    get(`${at}/chapters`, { edition }),
    get(`${at}/rules`, { edition }),
    game ? get(`/api/games/${game}/charts`) : get(`${at}/charts`, { edition }),
  ]);
  known = { chapters, rules, charts };
  const shown = titles.find((one) => one.name === title);
  const search = h("input", { id: "search", type: "search", autocomplete: "off", value: $("search")?.value ?? "", oninput: later(120, filter) });
  put(
    $("main"),
    h(
      "nav",
      { class: "contents", "aria-label": t("ref.contents") },
      h("h2", {}, h("a", { href: "#charts" }, t("ref.charts"))),
      h("ul", {}, charts.map((chart) => h("li", {}, h("a", { href: `#chart-${chart.name}` }, chart.text), badge(chart.provenance)))),
      h("h2", {}, h("a", { href: "#rules" }, t("ref.rules"))),
      h("ul", {}, chapters.map((one) => h("li", {}, h("a", { href: `#chapter-${one.number}` }, h("span", { class: "n" }, one.number), " ", one.text)))),
    ),
    h(
      "div",
      { class: "pages" },
      h("h1", {}, shown?.text ?? title),
      shown?.editions.length > 1 && editions(shown.editions),
      game && h("p", {}, h("a", { href: `/games/${game}` }, t("ref.back")), " · ", h("a", { href: `/games/${game}/text` }, t("ref.back.text"))),
      h("div", { class: "search", role: "search" }, h("label", { for: "search" }, t("ref.search")), search, h("p", { id: "found", class: "quiet", role: "status" })),
      h("section", { id: "charts", "aria-labelledby": "charts-title" }, h("h2", { id: "charts-title" }, t("ref.charts")), h("p", { class: "lead" }, t("ref.charts.lead")), legend(), charts.map(drawChart)),
      h("section", { id: "rules", "aria-labelledby": "rules-title" }, h("h2", { id: "rules-title" }, t("ref.rules")), h("p", { class: "lead" }, t("ref.rules.lead")), chapters.map(drawChapter)),
    ),
  );
  filter();
  follow();
}

/** The editions of the booklet, each a link to its page; in a game only the one that is played. */
function editions(all) {
  const here = all.find((one) => one.name === edition) ?? all[0];
  const link = (one) => h("a", { href: referenceAddress(title, { edition: one.name }), "aria-current": one === here && "page" }, one.text);
  return h("nav", { class: "editions", "aria-label": t("home.edition") }, game ? here.text : all.map((one, i) => [i > 0 && " · ", link(one)]));
}

/** Where a figure comes from, as a small sign with its word. */
function badge(kind, { short = true } = {}) {
  if (!kind) return null;
  const text = t(`prov.${kind}`);
  return h("span", { class: `badge ${kind}`, title: text }, short ? h("span", { "aria-hidden": "true" }, SHORT[kind] ?? kind) : text, short && h("span", { class: "hidden" }, ` ${text}`));
}

function legend() {
  const used = new Set(known.charts.flatMap((chart) => chart.rows.flatMap((row) => row.cells.map((cell) => cell.provenance))));
  return h("ul", { class: "legend" }, [...used].filter((kind) => kind in SHORT).map((kind) => h("li", {}, badge(kind), " ", t(`ref.prov.${kind}`))));
}

/** A chart with a footnote for each place that its figures come from. */
function drawChart(chart) {
  const notes = new Map();
  const note = (cell) => {
    const key = `${cell.provenance}|${cell.source ?? ""}`;
    if (!notes.has(key)) notes.set(key, { n: notes.size + 1, kind: cell.provenance, source: cell.source });
    return notes.get(key);
  };
  const several = new Set(chart.rows.flatMap((row) => row.cells.map((cell) => `${cell.provenance}|${cell.source ?? ""}`))).size > 1;
  const name = `chart-${chart.name}`;
  const body = chart.rows.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, row.text),
      row.cells.map((cell) => {
        const from = note(cell);
        return h(
          "td",
          { class: `${cell.provenance}${cell.changed ? " changed" : ""}` },
          cell.text,
          several && cell.text && h("sup", {}, h("a", { href: `#${name}-${from.n}`, "aria-label": t("ref.note", { n: from.n, kind: t(`prov.${from.kind}`) }) }, from.n)),
        );
      }),
    ),
  );
  return h(
    "article",
    { id: name, class: "chart", tabindex: "-1" },
    h("h3", {}, chart.text, " ", badge(chart.provenance, { short: false })),
    chart.note && h("p", {}, chart.note),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": chart.text },
      h("table", {}, h("thead", {}, h("tr", {}, h("td"), chart.columns.map((column) => h("th", { scope: "col" }, column.text)))), h("tbody", {}, body)),
    ),
    h(
      "ol",
      { class: "notes" },
      [...notes.values()].map((one) => h("li", { id: `${name}-${one.n}`, tabindex: "-1" }, badge(one.kind, { short: false }), one.source ? ` ${one.source}` : "")),
    ),
  );
}

function drawChapter(chapter) {
  const rules = known.rules.filter((rule) => rule.chapter === chapter.number);
  return h(
    "article",
    { id: `chapter-${chapter.number}`, class: "chapter" },
    h("h3", {}, h("span", { class: "n" }, chapter.number), " ", chapter.text),
    h("dl", {}, rules.map((rule) => [h("dt", { id: `rule-${rule.number}`, tabindex: "-1" }, h("a", { href: `#rule-${rule.number}` }, rule.number)), h("dd", {}, rule.text)])),
  );
}

/** Hides what does not hold every word that is searched for. */
function filter() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text) => words.every((word) => text.toLowerCase().includes(word));
  let found = 0;
  for (const article of document.querySelectorAll(".chapter")) {
    let any = false;
    const heading = article.querySelector("h3").textContent;
    for (const term of article.querySelectorAll("dt")) {
      const shown = fits(`${term.textContent} ${term.nextSibling.textContent} ${heading}`);
      term.hidden = term.nextSibling.hidden = !shown;
      any ||= shown;
      found += shown;
    }
    article.hidden = !any;
  }
  for (const article of document.querySelectorAll(".chart")) {
    article.hidden = !fits(article.textContent);
    found += !article.hidden;
  }
  for (const id of ["charts", "rules"]) $(id).hidden = ![...$(id).querySelectorAll("article")].some((one) => !one.hidden);
  put($("found"), words.length ? t("ref.found", { n: found }) : "");
}

/** Goes to what the address names: a rule that is not listed by itself is looked for in the one above it. */
function follow() {
  let name = decodeURIComponent(location.hash.slice(1));
  while (name && !$(name) && name.startsWith("rule-") && name.includes(".")) name = name.slice(0, name.lastIndexOf("."));
  const target = $(name) ?? $(name.replace("rule-", "chapter-"));
  if (!target) return;
  if (target.hidden || target.closest("[hidden]")) {
    $("search").value = "";
    filter();
  }
  for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
  target.classList.add("lit");
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}
