/** The card of a plan: what it would be, step by step, what it costs, what to beware of, and the button that does it. */

import { commit } from "./doing.js";
import { $, h, put } from "./dom.js";
import { drop, fix, passable } from "./hand.js";
import { hexLink, ruleLink } from "./links.js";
import { lights } from "./saying.js";
import { chances, modifiers, ratio, total } from "./odds.js";
import { stopBefore, stopIn } from "./plan.js";
import { store } from "./store.js";
import { number, percent, plainReason, t } from "./texts.js";

/** Draws the card of what is planned, or of what the pointer rests on. */
export function drawPlan() {
  const plan = store.plan ?? store.preview;
  if (!plan?.legal || store.builder) {
    if ($("plan-card").contains(document.activeElement)) $("viewport").focus();
    return put($("plan-card"));
  }
  const listed = store.pinned && $("actions").contains(document.activeElement);
  if (listed) setTimeout(() => $("commit")?.focus());
  const tries = plan.steps.filter((step) => typeof step.chance === "number" && step.chance < 1);
  const chance = tries.reduce((all, step) => all * step.chance, 1);
  const stop = store.pinned ? stopBefore(plan) : null;
  return put(
    $("plan-card"),
    h(
      "section",
      { class: `plan ${store.pinned ? "pinned" : ""}`, "aria-label": t("web.plan"), data: { more: t("web.more_below") } },
      h("h2", { class: "section" }, t(store.pinned ? "web.plan" : "web.preview")),
      h(
        "p",
        { class: "what" },
        tries.length ? h("b", { class: "chance" }, percent(chance)) : null,
        h("span", {}, plan.text),
      ),
      stepsTable(plan.steps),
      plan.do === store.situation.end?.do ? attacksSet() : null,
      store.pinned && plan.odds ? [ratio(plan.odds), plan.odds.modifiers.length ? modifiers(plan.odds) : null, total(plan.odds), chances(plan.odds)] : null,
      notes(plan.price, "price"),
      notes(plan.warnings.map((warning) => ({ text: plainReason(warning.reason), rule: warning.number })), "warning"),
      store.pinned
        ? h(
            "div",
            { class: "actions", data: { more: t("web.more_below") } },
            h(
              "button",
              { type: "button", class: "button gold", onclick: commit, id: "commit", data: { focus: "commit" } },
              t(plan.rolls ? "web.go_and_roll" : "web.go"),
              h("kbd", {}, "↵"),
            ),
            h("button", { type: "button", class: "button", onclick: drop, data: { focus: "drop" } }, t("web.drop"), h("kbd", {}, "Esc")),
            stop ? h("button", { type: "button", class: "button", onclick: () => stopIn(stop), data: { focus: "stop" } }, t("web.stop_in", { hex: stop })) : null,
            // a mouse and keys fix a step with Shift
            fingers() && goesOn(plan) ? h("button", { type: "button", class: "button", onclick: () => fix(plan.aimed), data: { focus: "via" } }, t("web.via", { hex: plan.aimed })) : null,
          )
        : null,
    ),
  );
}

/** The attacks that are set when the phase ends, each with its odds: what is wanted before the dice fall. */
function attacksSet() {
  const { arrows, decider } = store.situation;
  const set = new Map(arrows.filter((arrow) => arrow.side === decider && arrow.label).map((arrow) => [arrow.to, arrow.label]));
  if (!set.size) return null;
  const rowOf = ([hex, odds]) => h("li", lights([], [hex]), h("b", {}, odds), " ", store.map.hexes[hex].place ? `${store.map.hexes[hex].place} ` : "", hexLink(hex));
  return [h("h3", { class: "section" }, t("web.attacks_set", { n: set.size })), h("ul", { class: "attacks-set" }, [...set].map(rowOf))];
}

const fingers = () => matchMedia("(pointer: coarse)").matches;

/** Whether units can go on from the end of a plan. */
const goesOn = (plan) => passable(plan.aimed) && !plan.needs_die && store.spots.get(plan.aimed).left > 0 && !store.spots.get(plan.aimed).stop;

function stepsTable(steps) {
  if (!steps?.length) return null;
  return h(
    "table",
    { class: "steps" },
    h("caption", { class: "hidden" }, t("web.costs")),
    h("thead", { class: "hidden" }, h("tr", {}, [t("web.hex"), t("web.what"), t("web.points"), t("web.left")].map((words) => h("th", { scope: "col" }, words)))),
    h(
      "tbody",
      {},
      steps.map((step) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, step.hex ? hexLink(step.hex) : ""),
          h(
            "td",
            { class: typeof step.chance === "number" && step.chance < 1 ? "die" : "" },
            step.text,
            " ",
            ruleLink(step.rule),
            typeof step.chance === "number" && step.chance < 1 ? h("b", {}, ` ${percent(step.chance)}`) : null,
          ),
          h("td", { class: "figure" }, typeof step.mp === "number" ? t("web.mp", { n: number(step.mp) }) : ""),
          h("td", { class: "figure" }, typeof step.left === "number" ? number(step.left) : ""),
        ),
      ),
    ),
  );
}

/** Sentences with their rules: what it costs, what to beware of. */
export function notes(list, kind) {
  if (!list?.length) return null;
  return h("ul", { class: `notes ${kind}` }, list.map((note) => h("li", {}, note.text, " ", ruleLink(note.rule))));
}
