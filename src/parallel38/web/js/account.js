/** The account of a game as elements: the winner and the reason, turning points, losses, turns, luck. The board and the text view show the same. */

import { h } from "./dom.js";
import { t } from "./texts.js";

/** What the service tells of a game, as sentences, lists and a table; `show` makes what goes to the action of a turning point. */
export function accountOf(account, show) {
  return [
    account.head.map((sentence, i) => h("p", { class: i ? "" : "verdict" }, sentence)),
    h("ul", { class: "tolls" }, account.losses.map(tollOf)),
    account.parts.map((part) =>
      h(
        "section",
        {},
        h("h3", { class: "section" }, part.title),
        part.points.length > 0 && h("ol", { class: "points" }, part.points.map((point) => h("li", {}, h("span", {}, h("b", {}, point.turn), " ", point.text), show(point)))),
        h("div", { class: "sides" }, part.groups.map((group) => h("div", {}, h("h4", {}, group.text), h("ul", {}, group.lines.map((line) => h("li", {}, line)))))),
        part.rows.length > 0 && h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": part.title }, tableOf(part.rows)),
        part.note && h("p", { class: "note" }, part.note),
      ),
    ),
  ];
}

/** All that a side lost, in large figures. */
const tollOf = ({ text, units, strength }) => h("li", {}, t("web.losses_of", { side: text }), " ", h("b", {}, units ? t("web.lost_count", { n: units, strength }) : t("web.lost_none")));

function tableOf([head, ...rows]) {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, cell)))),
    h("tbody", {}, rows.map(([first, ...cells]) => h("tr", {}, h("th", { scope: "row" }, first), cells.map((cell) => h("td", {}, cell))))),
  );
}
