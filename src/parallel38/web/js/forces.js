/** The tab of forces: what is set, and the order of battle of each side: on the map, due, dead, away. */

import { get } from "./api.js";
import { picture } from "./counters.js";
import { $, h, put } from "./dom.js";
import { fail } from "./errors.js";
import { isHex } from "./grid.js";
import { look, pick } from "./hand.js";
import { aim } from "./plan.js";
import { mine, store, unit } from "./store.js";
import { number, t } from "./texts.js";
import { centre } from "./view.js";

/** Draws the tab. */
export async function forcesTab() {
  let forces;
  try {
    forces = await get(`/api/games/${store.id}/forces`, { at: store.at ?? undefined });
  } catch (error) {
    return fail(error);
  }
  return put($("tab-forces"), setAttacks(), forces.map(sideOf));
}

/** What has been set and not yet carried out. */
function setAttacks() {
  const set = new Map();
  for (const arrow of store.situation.arrows) set.set(arrow.to, arrow);
  if (!set.size) return null;
  return h(
    "section",
    {},
    h("h2", { class: "section" }, t("web.set", { n: set.size })),
    h(
      "ul",
      { class: "rows" },
      [...set.values()].map((arrow) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                centre(arrow.to);
                if (mine()) aim(arrow.to, { pin: true });
              },
            },
            `${store.map.hexes[arrow.to]?.place ?? ""} ${arrow.to}`.trim(),
            " ",
            h("b", {}, arrow.label),
          ),
        ),
      ),
    ),
  );
}

function sideOf(side) {
  return h(
    "section",
    { class: "force" },
    h("h2", {}, side.text),
    side.groups.map((group) =>
      h(
        "details",
        { ...(group.units.length && group.units.length <= 12 ? { open: true } : {}) },
        h("summary", {}, group.text, strengthOf(group)),
        group.units.length
          ? h("ul", { class: "units small" }, group.units.map(rowOf))
          : h("p", { class: "empty" }, t("web.nobody")),
      ),
    ),
  );
}

/** The strength of a group that stands on the map, all its units together. */
function strengthOf(group) {
  const total = group.units.reduce((sum, row) => sum + (isHex(unit(row.id)?.place) ? unit(row.id).strength : 0), 0);
  return total ? h("small", { class: "sum" }, t("web.force_strength", { n: number(total) })) : null;
}

/** What is told of a unit: where it is, its strength, and its state. */
const noteOf = (row, here) => [row.note, here?.strength_text, ...(here?.flags_text ?? [])].filter(Boolean).join(" · ");

function rowOf(row) {
  const here = unit(row.id);
  const go = () => {
    if (here && isHex(here.place)) {
      centre(here.place);
      return here.can ? pick([here.id]) : look(here.place);
    }
    return here?.can ? pick([here.id]) : undefined;
  };
  return h(
    "li",
    {},
    h("button", { type: "button", class: "who-button", onclick: go }, here ? picture(here, 34) : null, h("span", { class: "who" }, h("b", {}, row.text), noteOf(row, here) ? h("small", {}, noteOf(row, here)) : null)),
  );
}
