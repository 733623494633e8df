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
    refused.passing ? null : h("p", { class: "bottom" }, h("button", { type: "button", class: "bare", onclick: () => update({ refused: null }), id: "close-whynot" }, t("web.close")), h("span", {}, t("web.nothing_done"))),
  );
  $("said").textContent = `${title}. ${first?.reason ?? refused.error ?? ""} ${first?.number ?? ""}`;
  place();
}

/** Puts the card beside the hex, inside the board; on a phone over or under it, above the sheet. */
function place() {
  const card = $("whynot");
  if (card.hidden) return;
  const box = $("viewport").getBoundingClientRect();
  const hex = store.refused?.hex;
  const narrow = box.width < 700;
  const free = box.height - cover() - 16;
  card.style.maxHeight = narrow ? `${free}px` : "";
  const wide = card.offsetWidth;
  const high = card.offsetHeight;
  if (!isHex(hex) || narrow) {
    const low = isHex(hex) && onScreen(hex).y < (free + 16) / 2;
    card.style.transform = narrow ? `translateY(${low ? Math.max(0, free - high) : 0}px)` : "";
    return;
  }
  const at = onScreen(hex);
  const right = at.x + at.radius + 16;
  const x = right + wide < box.width - 8 ? right : Math.max(8, at.x - at.radius - 16 - wide);
  const y = Math.max(8, Math.min(box.height - high - 8, at.y - 60));
  card.style.transform = `translate(${x}px, ${y}px)`;
}
