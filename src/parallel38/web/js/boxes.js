/** Counters beside the map: the tray of those that wait, and the tab of boxes into which one looks. */

import { get } from "./api.js";
import { learnFaces, picture } from "./counters.js";
import { carried } from "./carry.js";
import { $, h, put } from "./dom.js";
import { fail } from "./errors.js";
import { pickWaiting, toggle } from "./hand.js";
import { mine, placeName, store, unit } from "./store.js";
import { t } from "./texts.js";

/** A counter beside the map that can be taken: by a click, or by a drag onto the map. */
export function pieceOf(one, words = `${one.name}: ${placeName(one.place)}`) {
  const button = h(
    "button",
    {
      type: "button",
      class: "piece",
      title: words,
      "aria-label": words,
      "aria-pressed": String(store.picked.includes(one.id)),
      data: { focus: `tray ${one.id}` },
      onclick: (event) => (event.shiftKey || event.ctrlKey ? toggle(one.id) : pickWaiting(one)),
    },
    picture(one, 46),
  );
  carried(button, one);
  return button;
}

/** The forces of a situation, asked for once. */
let known = { situation: null, forces: null };

function forcesNow() {
  if (known.situation !== store.situation) known = { situation: store.situation, forces: get(`/api/games/${store.id}/forces`, { at: store.at ?? undefined }) };
  return known.forces;
}

/** Draws the tab: the boxes of each side, those of the side that decides first. */
export async function boxesTab() {
  try {
    const forces = await forcesNow();
    await learnFaces(forces.flatMap((side) => side.groups.filter(beside).flatMap((group) => group.units)), {});
    const first = (side) => Number(side.side !== store.situation.decider);
    put($("tab-boxes"), [...forces].sort((a, b) => first(a) - first(b)).map(sideOf));
  } catch (error) {
    known = { situation: null, forces: null };
    fail(error);
  }
}

const beside = (group) => group.box || group.turn;

function sideOf(side) {
  const groups = side.groups.filter(beside);
  return h("section", { class: "boxes" }, h("h2", {}, side.text), groups.length ? groups.map(boxOf) : h("p", { class: "empty" }, t("web.no_boxes")));
}

/** One box: its counters, and under them the name of the one that is looked at. */
function boxOf(group) {
  const caption = h("p", { class: "caption", "aria-hidden": "true" });
  const tell = (words) => () => put(caption, words);
  const drawn = (row) => {
    const here = unit(row.id);
    const words = [row.text, row.note, here?.note, ...(here?.flags_text ?? [])].filter(Boolean).join(" · ");
    const one = mine() && here?.can ? pieceOf(here, words) : h("button", { type: "button", class: "piece still", title: words, "aria-label": words, onclick: tell(words), data: { focus: `box ${row.id}` } }, picture(row, 40));
    one.addEventListener("pointerenter", tell(words));
    one.addEventListener("focus", tell(words));
    return one;
  };
  return h(
    "div",
    { class: "box", role: "group", "aria-label": group.text },
    h("h3", {}, group.text),
    group.units.length ? h("div", { class: "pieces" }, group.units.map(drawn)) : h("p", { class: "empty" }, t("web.empty_box")),
    group.units.length ? caption : null,
  );
}
