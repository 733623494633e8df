/** The page before the guided first turn: what it is, and a button that begins it. */

import { get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { openPage, tell } from "./page.js";
import { t } from "./texts.js";

openPage({ here: "", name: "guide.title", draw });

async function draw() {
  const titles = (await get("/api/titles")).filter((one) => one.tutorial);
  const wanted = new URLSearchParams(location.search).get("title");
  const shown = wanted ? titles.filter((one) => one.name === wanted) : titles;
  const guides = await Promise.all(shown.map((one) => get(`/api/titles/${one.name}/tutorial`)));
  put(
    $("main"),
    h("h1", {}, t("guide.title")),
    h("p", { class: "lead" }, t("guide.lead")),
    shown.map((title, i) =>
      h(
        "article",
        { class: "card" },
        h("h2", {}, title.text),
        h("ol", { class: "steps" }, guides[i].steps.map((step) => h("li", {}, step.title))),
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "button gold large", onclick: () => begin(title, guides[i], "") }, t("guide.begin")),
          h("button", { type: "button", class: "button", onclick: () => begin(title, guides[i], "/text") }, t("guide.begin.text")),
        ),
      ),
    ),
  );
}

async function begin(title, guide, view) {
  // After the story the dice go on from a new random number.
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  try {
    const game = await post("/api/games", { title: title.name, name: t("guide.title"), dice: { kind: "script", script: guide.dice, seed } });
    location.assign(`/games/${game.id}${view}?tutorial=1`);
  } catch (error) {
    tell(error);
  }
}
