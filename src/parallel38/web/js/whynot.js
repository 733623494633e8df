/** Why not: the refusal on a card beside the hex that was asked for, with the units in the way ringed on the board. */

import { $, h, put } from "./dom.js";
import { isHex } from "./grid.js";
import { hexLink, ruleLink } from "./links.js";
import { proposeAction } from "./plan.js";
import { on, store, unit, update } from "./store.js";
import { plainReason, t } from "./texts.js";
import { cover, onLook, onScreen } from "./view.js";

/** Shows the card whenever something was refused. */
export function watchWhyNot() {
  on(["refused"], draw);
  onLook(place);
}

function draw() {
  const refused = store.refused;
  const card = $("whynot");
  card.hidden = !refused;
  card.classList.toggle("passing", Boolean(refused?.passing));
  if (!refused) return;
  const [first, ...more] = refused.refusals;
  const names = store.picked.length > 2 ? t("web.units", { n: store.picked.length }) : store.picked.map((id) => unit(id)?.name ?? id).join(", ");
  // what is in hand needs no pointing at
  const about = first && !(first.units.length && first.units.every((id) => store.picked.includes(id)));
  const title = names && refused.hex ? t("web.cannot_go", { units: names, hex: refused.hex }) : t("web.cannot");
  // a card that goes with the pointer has nothing to press
  const instead = refused.passing ? [] : (refused.instead ?? []);
  put(
    card,
    h("h2", {}, title),
    h("p", { class: "reason" }, plainReason(first?.reason ?? refused.error ?? ""), " ", ruleLink(first?.number)),
    about && (first.units.length || first.hexes.length)
      ? h(
          "p",
          { class: "here" },
          h("b", {}, t("web.here")),
          " ",
          first.units.map((id, i) => [i ? ", " : "", unit(id)?.name ?? id]),
          first.units.length && first.hexes.length ? " · " : "",
          first.hexes.filter(isHex).map((hex, i) => [i ? ", " : "", hexLink(hex)]),
        )
      : null,
    more.length
      ? h("details", {}, h("summary", {}, t("web.more_reasons", { n: more.length })), more.map((refusal) => h("p", {}, plainReason(refusal.reason), " ", ruleLink(refusal.number))))
      : null,
    instead.length
      ? h(
          "div",
          { class: "instead" },
          h("h3", {}, t("web.instead")),
          instead.map((row) =>
            h(
              "button",
              {
                type: "button",
                class: "button",
                data: { focus: `instead ${row.do}` },
                onmouseenter: () => update({ lit: { units: [], hexes: [row.hex] } }),
                onmouseleave: () => update({ lit: { units: [], hexes: [] } }),
                onclick: () => {
                  update({ refused: null, lit: { units: [], hexes: [] } });
                  proposeAction(row.do, { aimed: row.hex });
                },
              },
              h("span", {}, row.text),
              h("small", {}, t("web.show")),
            ),
          ),
        )
      : null,
    refused.passing ? null : h("p", { class: "closing" }, h("button", { type: "button", class: "bare", onclick: () => update({ refused: null }), id: "close-whynot" }, t("web.close")), h("span", {}, t("web.nothing_done"))),
  );
  $("said").textContent = `${title}. ${first?.reason ?? refused.error ?? ""} ${first?.number ?? ""}`;
  place();
}

/** Where the card may stand beside a hex, from its left upper corner: on each side of it, inside the board. */
function placesBeside(at, wide, high, box) {
  const apart = at.radius + 16;
  const within = (n, size, room) => Math.max(8, Math.min(room - size - 8, n));
  return [
    [at.x + apart, at.y - 60],
    [at.x - apart - wide, at.y - 60],
    [at.x - wide / 2, at.y + apart],
    [at.x - wide / 2, at.y - apart - high],
  ].map(([x, y]) => ({ x: within(x, wide, box.width), y: within(y, high, box.height) }));
}

/** The hexes that the card speaks of: the one that was asked for, of what is in hand or in the way, and what can be done instead. */
function spokenOf() {
  const { hex, refusals, instead = [] } = store.refused;
  const [first = { units: [], hexes: [] }] = refusals;
  const units = [...store.picked, ...first.units].map((id) => unit(id)?.place);
  return [...new Set([hex, ...units, ...first.hexes, ...instead.map((row) => row.hex)])].filter(isHex);
}

/** The place at which the card hides least: nothing that it speaks of, if that can be, and few of the hexes that are lit. */
function freest(places, wide, high) {
  const about = spokenOf().map(onScreen);
  const lit = [...store.spots.keys()].filter(isHex).map(onScreen);
  const hidden = ({ x, y }, hexes) => hexes.filter((one) => one.x + one.radius > x && one.x - one.radius < x + wide && one.y + one.radius > y && one.y - one.radius < y + high).length;
  const price = (place) => hidden(place, about) * (lit.length + 1) + hidden(place, lit);
  return places.reduce((best, place) => (price(place) < price(best) ? place : best));
}

/** Puts the card beside the hex, inside the board; on a phone over or under it, above the sheet. */
function place() {
  const card = $("whynot");
  if (card.hidden) return;
  const box = $("viewport").getBoundingClientRect();
  const hex = store.refused?.hex;
  const wide = card.offsetWidth;
  const narrow = box.width < 1.5 * wide;
  const free = box.height - cover() - 16;
  card.style.maxHeight = narrow ? `${free}px` : "";
  const high = card.offsetHeight;
  if (!isHex(hex) || narrow) {
    const low = isHex(hex) && onScreen(hex).y < (free + 16) / 2;
    card.style.transform = narrow ? `translateY(${low ? Math.max(0, free - high) : 0}px)` : "";
    return;
  }
  const { x, y } = freest(placesBeside(onScreen(hex), wide, high, box), wide, high);
  card.style.transform = `translate(${x}px, ${y}px)`;
}
