/** The tab of rules: our words by the booklet's numbers, with search; every number on the page opens it. */

import { get } from "./api.js";
import { $, h, later, put } from "./dom.js";
import { fail } from "./errors.js";
import { store, update } from "./store.js";
import { language, t } from "./texts.js";

let rules = null;
let chapters = [];
let spoken = "";
let sought = "";
let shown = "";
let came = "";

/** Opens the tab at a rule; "Back" returns to the tab before. */
export function openRule(number) {
  if (store.tab !== "rules") came = store.tab;
  shown = number;
  sought = "";
  update({ builder: false });
  document.dispatchEvent(new CustomEvent("open-tab", { detail: "rules" }));
  rulesTab();
}

/** Draws the tab. */
export async function rulesTab() {
  try {
    if (!rules || spoken !== language()) {
      const { title, edition } = store.situation;
      [rules, chapters] = await Promise.all(["rules", "chapters"].map((what) => get(`/api/titles/${title}/${what}`, { edition })));
      spoken = language();
    }
  } catch (error) {
    return fail(error);
  }
  const words = sought.toLocaleLowerCase();
  const found = words ? rules.filter((rule) => `${rule.number} ${rule.text}`.toLocaleLowerCase().includes(words)) : rules;
  const seek = later(150, (value) => {
    sought = value;
    rulesTab();
  });
  put(
    $("tab-rules"),
    h(
      "div",
      { class: "seek" },
      came ? h("button", { type: "button", class: "button small", onclick: () => update({ tab: came }), data: { focus: "back" } }, t("web.back")) : null,
      h("input", { type: "search", value: sought, placeholder: t("web.seek_rule"), "aria-label": t("web.seek_rule"), data: { focus: "seek" }, oninput: (event) => seek(event.target.value) }),
    ),
    found.length ? chapters.map((chapter) => chapterOf(chapter, found, Boolean(words))) : h("p", { class: "empty" }, t("web.none_found")),
  );
  const here = $("tab-rules").querySelector(".rule-row.shown");
  if (here) {
    here.closest("details").open = true;
    here.scrollIntoView({ block: "center" });
  }
  return undefined;
}

function chapterOf(chapter, found, open) {
  const own = found.filter((rule) => String(rule.chapter ?? rule.number.split(".")[0]) === String(chapter.number));
  if (!own.length) return null;
  const rows = own.map((rule) =>
    h("p", { class: `rule-row ${rule.number === shown ? "shown" : ""}` }, h("b", {}, rule.number), " ", rule.text),
  );
  return h("details", { class: "chapter", ...(open ? { open: true } : {}) }, h("summary", {}, `${chapter.number} ${chapter.text}`), rows);
}
