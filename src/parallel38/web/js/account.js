/** The account of a game as elements: the winner and the reason, losses, turns, luck. The board and the text view show the same. */

import { h } from "./dom.js";

/** What the service tells of a game, as sentences, lists and a table. */
export function accountOf(account) {
  return [
    account.head.map((sentence, i) => h("p", { class: i ? "" : "verdict" }, sentence)),
    account.parts.map((part) =>
      h(
        "section",
        {},
        h("h3", { class: "section" }, part.title),
        h("div", { class: "sides" }, part.groups.map((group) => h("div", {}, h("h4", {}, group.text), h("ul", {}, group.lines.map((line) => h("li", {}, line)))))),
        part.rows.length > 0 && h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": part.title }, tableOf(part.rows)),
        part.note && h("p", { class: "note" }, part.note),
      ),
    ),
  ];
}

function tableOf([head, ...rows]) {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, cell)))),
    h("tbody", {}, rows.map(([first, ...cells]) => h("tr", {}, h("th", { scope: "row" }, first), cells.map((cell) => h("td", {}, cell))))),
  );
}
