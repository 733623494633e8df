/** What the computer had in mind, turn by turn, and what it would do in the player's place. */

import { get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { fail, notice, say } from "./errors.js";
import { drop } from "./hand.js";
import { ruleLink } from "./links.js";
import { planOf, propose } from "./plan.js";
import { lights, saying, whereabouts } from "./saying.js";
import { after, mine, on, store, update } from "./store.js";
import { language, t } from "./texts.js";

const DARK = { units: [], hexes: [] };
let known = "";
/** Whether the card is open: when something new stands in it, until the player takes something in hand. */
let opened = false;
/** Whether the player looks back. */
let back = false;
/** Whether earlier turns are unfolded. */
let unfolded = false;

/** Fetches reasons when there are more or fewer of them or a phase is over, and draws them and the hint. */
export function watchThoughts() {
  after(["situation"], fetchThoughts);
  after(["thoughts"], drawThoughts);
  after(["at"], lookBack);
  after(["picked", "plan"], () => {
    if (store.picked.length || store.plan) foldThoughts();
  });
  on(["advice"], drawAdvice);
}

/** Folds up the card of thoughts. */
export function foldThoughts() {
  opened = false;
  const card = $("thoughts").querySelector("details");
  if (card) card.open = false;
}

async function fetchThoughts() {
  const count = store.situation?.thoughts ?? 0;
  const now = [count, store.situation?.turn, store.situation?.phase, language()].join(" ");
  if (now === known) return;
  const more = known !== "" && count > store.thoughts.length;
  known = now;
  try {
    if (count !== store.thoughts.length) opened = !store.picked.length;
    update({ thoughts: count ? await get(`/api/games/${store.id}/thoughts`) : [] });
    if (more) say([t("web.thoughts"), ...store.thoughts.at(-1).lines.map((line) => line.text)].join(" "));
  } catch (error) {
    known = "";
    fail(error);
  }
}

/** Opens the card of thoughts when looking back begins. */
function lookBack() {
  if (store.at !== null && !back) opened = true;
  back = store.at !== null;
  drawThoughts();
}

/** Reasons as a list: each lights its hexes and units. */
function reasons(lines) {
  return h(
    "ul",
    { class: "reasons" },
    lines.map(({ text, rule, units, hexes }) =>
      h("li", lights(units, hexes), units.length + hexes.length ? saying(text, () => whereabouts(units, hexes)) : text, " ", ruleLink(rule)),
    ),
  );
}

const whose = (one) => [one.turn_text, store.map.sides[one.side]?.short ?? one.side_text, one.player_text].filter(Boolean).join(" · ");

const fold = (props, ...content) => h("details", { class: "many", ...props }, ...content);

function drawThoughts() {
  const then = (said) => store.at === null || said.n <= store.at;
  const [last, ...earlier] = store.thoughts.filter(then).reverse();
  if (!last) return put($("thoughts"));
  return put(
    $("thoughts"),
    fold(
      { open: opened, ontoggle: (event) => (opened = event.target.open) },
      h("summary", { class: "section", data: { focus: "thoughts" } }, t("web.thoughts")),
      h("h3", { class: "when" }, whose(last)),
      reasons(last.lines.filter(then)),
      earlier.length
        ? fold(
            { open: unfolded, ontoggle: (event) => (event.stopPropagation(), (unfolded = event.target.open)) },
            h("summary", { data: { focus: "earlier thoughts" } }, t("web.thoughts_earlier", { n: earlier.length })),
            earlier.map((one) => [h("h3", { class: "when" }, whose(one)), reasons(one.lines)]),
          )
        : null,
    ),
  );
}

// ------------------------------------------------------------------------------------------------------------- the hint

let asking = false;

/** Asks what a veteran would do here and shows it as a plan, which the player carries out or drops. */
export async function hint() {
  if (!mine()) return notice(t("web.no_hint"));
  if (asking || store.busy) return undefined;
  asking = true;
  update({ advice: { waiting: true } });
  try {
    const found = await post(`/api/games/${store.id}/hint`);
    const plan = await planOf(found.do);
    if (found.number !== store.situation.number || !mine()) return update({ advice: null });
    propose(plan);
    update({ advice: found, lit: { units: found.units, hexes: found.hexes } });
    say([t("web.hint_would", { player: found.by_text }), found.text].join(" "));
  } catch (error) {
    update({ advice: null });
    fail(error);
  } finally {
    asking = false;
  }
  return undefined;
}

function drawAdvice() {
  const found = store.advice;
  if (!found && store.lit !== DARK) update({ lit: DARK });
  $("advice").hidden = !found;
  if (!found) return put($("advice"));
  if (found.waiting) return put($("advice"), h("p", { class: "waiting" }, t("web.hint_thinking")));
  return put(
    $("advice"),
    h(
      "div",
      { class: "advice-head" },
      h("h2", { class: "section" }, t(found.sure ? "web.hint_would" : "web.hint_any", { player: found.by_text })),
      h("button", { type: "button", class: "button small", onclick: drop, data: { focus: "drop advice" } }, t("web.hint_no")),
    ),
    h("p", { class: "what", ...lights(found.units, found.hexes) }, saying(found.text, () => whereabouts(found.units, found.hexes))),
    found.reasons.length ? reasons(found.reasons) : null,
  );
}
