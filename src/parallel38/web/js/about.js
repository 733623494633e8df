/** About the program: its version, and the people and sources to thank. */

import { get } from "./api.js";
import { $, h, put } from "./dom.js";
import { openPage } from "./page.js";
import { t } from "./texts.js";

openPage({ here: "page.nav.about", name: "page.nav.about", draw });

async function draw() {
  const { version, notice } = await get("/api/about");
  put(
    $("main"),
    h("h1", {}, "Parallel 38"),
    h("p", { class: "lead" }, t("about.what")),
    h("p", {}, t("about.version", { version })),
    h("h2", {}, t("about.yours")),
    h("p", {}, t("about.local")),
    h("h2", {}, t("about.notice")),
    h("div", { class: "text", lang: "en" }, paragraphs(notice)),
  );
}

/** The notice as paragraphs; a line that stands above indented ones is a heading, addresses become links. */
function paragraphs(text) {
  return text
    .replace(/^Parallel 38\n/, "") // the page's heading says it
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split("\n");
      const indented = lines.length > 1 && lines.slice(1).every((line) => /^\s/.test(line));
      if (!indented) return h("p", {}, linked(lines.join(" ")));
      return [h("h3", {}, lines[0]), h("p", {}, linked(lines.slice(1).map((line) => line.trim()).join(" ")))];
    });
}

function linked(text) {
  return text.split(/(https:\/\/\S+)/).map((part) => (part.startsWith("https://") ? h("a", { href: part, rel: "noreferrer" }, part) : part));
}
