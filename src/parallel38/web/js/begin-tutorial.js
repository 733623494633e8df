/** The page before the guided first turn: what it is, and a button that begins it. */

import { get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { openPage, tell } from "./page.js";
import { t } from "./texts.js";

openPage({ here: "", name: "guide.title", draw });

async function draw() {
  const query = new URLSearchParams(location.search);
  const wanted = (name, value) => !query.has(name) || query.get(name) === value;
  const titles = (await get("/api/titles")).filter((one) => wanted("title", one.name));
  const all = titles.flatMap((title) => title.tutorials.map((which) => ({ title, ...which })));
  const shown = all.filter((one) => wanted("edition", one.edition));
  const guides = await Promise.all(shown.map(({ title, edition, scenario }) => get(`/api/titles/${title.name}/tutorial`, { edition, scenario })));
  put(
    $("main"),
    h("h1", {}, t("guide.title")),
    h("p", { class: "lead" }, t("guide.lead")),
    shown.map(({ title }, i) =>
      h(
        "article",
        { class: "card" },
        h("h2", {}, title.text),
        title.tutorials.length > 1 && h("p", {}, [title.editions.find((one) => one.name === guides[i].edition), title.scenarios.find((one) => one.name === guides[i].scenario)].map((one) => one.text).join(" · ")),
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
    const game = await post("/api/games", { title: title.name, edition: guide.edition, scenario: guide.scenario, name: t("guide.title"), dice: { kind: "script", script: guide.dice, seed } });
    location.assign(`/games/${game.id}${view}?tutorial=1`);
  } catch (error) {
    tell(error);
  }
}
