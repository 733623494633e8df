/**
 * The builder: an action put together field by field, with its odds before anything happens.
 * The service says which fields there are and what can stand in each; the judge says what is wrong with a choice.
 */

import { notes } from "./card.js";
import { picture } from "./counters.js";
import { commit } from "./doing.js";
import { $, h, put, tellMore } from "./dom.js";
import { fail } from "./errors.js";
import { isHex } from "./grid.js";
import { drop } from "./hand.js";
import { hexLink, ruleLink, verbText } from "./links.js";
import { chances, modifiers, ratio, total, whatIf } from "./odds.js";
import { filled } from "./offers.js";
import { again, commitAndAgain, commitAndNext, nextTarget, planOf } from "./plan.js";
import { on, placeName, store, unit, unitsAt, update } from "./store.js";
import { percent, plainReason, t } from "./texts.js";

/** As many counters of the units that are aimed at stand in the head. */
const TARGETS = 3;
/** Up to so many units each tell the chance that they would have. */
const TOLD = 16;

/** Draws the builder whenever what is put together has changed. */
export function watchBuilder() {
  on(["plan", "builder", "busy"], draw);
  tellMore($("builder"));
}

/** The action whose fields have these values, and otherwise those that they have now. */
function written(plan, values) {
  return filled(plan.template, { ...Object.fromEntries(plan.fields.map((field) => [field.name, field.value])), ...values });
}

let asked = 0;

/** What is filled in anew when who acts is changed: the manner and the target, unless the player has chosen them. */
function freed(plan, name) {
  if (plan.fields.find((field) => field.name === name)?.kind !== "unit") return {};
  const free = (field) => !plan.chosen?.includes(field.name) && (field.kind === "word" || (field.kind === "units" && field.one));
  return Object.fromEntries(plan.fields.filter(free).map((field) => [field.name, []])); // an empty list is written as what stands for nothing
}

/** Puts a value into a field and asks what that would be. */
async function set(name, value) {
  const turn = ++asked;
  const chosen = [...new Set([...(store.plan.chosen ?? []), name])];
  try {
    const plan = await planOf(written(store.plan, { ...freed(store.plan, name), [name]: value }));
    if (turn !== asked || !store.builder) return;
    const got = plan.fields?.find((field) => field.name === name)?.value;
    const whole = plan.fields?.length > 0; // what cannot be read as an action has none
    const wanted = Array.isArray(value) && !value.length && !store.plan.fields.find((field) => field.name === name).whole;
    if (wanted && (got?.length || !whole)) update({ plan: emptied(store.plan, name) });
    else update({ plan: { ...plan, ...(whole ? {} : { fields: changed(store.plan, name, value), template: store.plan.template }), aimed: store.plan.aimed, chosen } });
  } catch (error) {
    fail(error);
  }
}

/** The fields of a plan, one of them with another value. */
const changed = (plan, name, value) => plan.fields.map((field) => (field.name === name ? { ...field, value } : field));

/** A plan of which the last unit was unticked: the service would refuse it or fill in all units, the player wants other ones. */
function emptied(plan, name) {
  return { ...plan, fields: changed(plan, name, []), legal: false, refusals: [{ reason: t("web.tick_somebody"), number: null }], odds: null, price: [], warnings: [] };
}

/** What the builder was about when it was drawn last. */
let about = "";

/** The hex that a plan aims at. */
const aimOf = (plan) => plan.aimed ?? plan.fields.find((field) => field.kind === "hex")?.value;

function draw() {
  const plan = store.plan;
  const now = store.builder && plan ? `${plan.verb} ${aimOf(plan) ?? ""}` : "";
  const another = now !== about;
  about = now;
  if (!now) return put($("builder"));
  const odds = plan.odds;
  put(
    $("builder"),
    head(plan),
    plan.fields.map((field) => fieldOf(field, plan)),
    plan.legal
      ? null
      : h(
          "section",
          { class: "refusal", role: "status" },
          plan.refusals.slice(0, 3).map((refusal) => h("p", {}, plainReason(refusal.reason), " ", ruleLink(refusal.number))),
        ),
    odds ? ratio(odds) : null,
    odds?.modifiers.length ? modifiers(odds) : null,
    odds ? chances(odds) : null,
    odds?.what_if.length && !told(plan) ? whatIf(odds) : null,
    notes(plan.warnings.map((warning) => ({ text: plainReason(warning.reason), rule: warning.number })), "warning"),
    foot(plan),
  );
  if (another) $("builder").scrollTop = 0; // the head says what it is about
  return undefined;
}

/** Whether the cards tell what the action would be otherwise, because there is nothing else to choose. */
const told = (plan) => plan.fields.length === 1 && plan.fields[0].kind === "word";

function head(plan) {
  const hex = aimOf(plan);
  const targets = hex ? unitsAt(hex).filter((one) => one.side !== store.situation.decider) : [];
  return h(
    "header",
    {},
    targets.length ? h("div", { class: "targets", "aria-hidden": "true" }, targets.slice(0, TARGETS).map((one) => picture(one, 48))) : null,
    h("div", {}, h("h2", {}, plan.odds?.title ?? plan.text ?? verbText(plan.verb)), hex && store.map.hexes[hex] ? h("p", {}, store.map.hexes[hex].place ?? "", " ", hexLink(hex), " · ", store.map.hexes[hex].text) : null),
    h("button", { type: "button", class: "button small", onclick: drop, data: { focus: "close" } }, t("web.close"), h("kbd", {}, "Esc")),
  );
}

// ------------------------------------------------------------------------------------------------------------ fields

function fieldOf(field, plan) {
  if (field.kind === "word") return cards(field, plan);
  if (field.kind === "number") return stepper(field);
  if (field.kind === "units") return field.choices.length ? unitsField(field, byPlace(field.choices)) : null;
  if (field.kind === "unit") return field.choices.length > 1 ? unitsField(field, [["", field.choices]], plan) : null;
  return field.choices.length > 1 ? stepper(field) : null;
}

/** One of a few words, each on a card with the chance that it would have, and of what: tables differ in that. */
function cards(field, plan) {
  if (field.choices.length < 2) return null;
  return h(
    "section",
    { class: "field cards", role: "group", "aria-label": field.text },
    field.choices.map((choice) => {
      const chance = h("b", { class: "chance" });
      const what = h("small", {});
      const costs = h("span", { class: "costs" });
      planOf(written(plan, { [field.name]: choice.value })).then(
        (other) => {
          const [first] = other.odds?.outcomes ?? [];
          if (!first) return;
          chance.textContent = percent(first.chance);
          what.textContent = first.text;
          put(costs, costOf(other));
        },
        () => {},
      );
      return h(
        "button",
        { type: "button", class: "type", "aria-pressed": String(field.value === choice.value), onclick: () => set(field.name, choice.value), data: { focus: `${field.name} ${choice.value}` } },
        h("span", {}, h("strong", {}, choice.text), chance),
        what,
        costs,
      );
    }),
  );
}

/** What a choice costs: the worst that the acting side may lose by it, and what is paid. */
function costOf(plan) {
  const [worst] = plan.odds.tolls[0]?.results ?? [];
  const loss = worst && worst.key !== "none" && worst.key !== "0" ? t("web.worst", { chance: percent(worst.chance), what: worst.text }) : null;
  return [loss, ...plan.price.map((note) => note.text)].filter(Boolean).map((words) => h("small", {}, words));
}

function stepper(field) {
  const values = field.choices.map((choice) => choice.value);
  if (values.length < 2) return null;
  return h(
    "section",
    { class: "field row" },
    h("span", { class: "name" }, field.text),
    h(
      "span",
      { class: "stepper", role: "group", "aria-label": field.text },
      field.choices.map((choice) =>
        h("button", { type: "button", class: "button small", "aria-pressed": String(String(field.value) === String(choice.value)), onclick: () => set(field.name, choice.value), data: { focus: `${field.name} ${choice.value}` } }, choice.text ?? String(choice.value)),
      ),
    ),
    field.rule ? ruleLink(field.rule) : null,
  );
}

/** The choices of a field by the places where the units are. */
function byPlace(choices) {
  const places = new Map();
  for (const choice of choices) {
    const place = unit(choice.value)?.place ?? "";
    places.set(place, [...(places.get(place) ?? []), choice]);
  }
  return [...places];
}

/**
 * Units to tick, by the places where they are; a unit that may be named several times has a count. Of a field for one,
 * another takes its place, and where none stands for all of them, all are ticked. With a plan each tells its chance.
 */
function unitsField(field, places, plan = null) {
  const all = field.whole && !field.value.length;
  const count = (id) => (all ? 1 : [field.value].flat().filter((one) => one === id).length);
  const turn = (choice) => {
    if (field.kind === "unit") return set(field.name, choice.value);
    if (field.one) return set(field.name, field.whole && !all && count(choice.value) ? [] : [choice.value]);
    const now = count(choice.value);
    const rest = field.value.filter((one) => one !== choice.value);
    const next = now >= (choice.most ?? 1) ? 0 : now + 1;
    return set(field.name, [...rest, ...Array(next).fill(choice.value)]);
  };
  const each = plan && field.choices.length <= TOLD;
  const heading = (place) => h("p", {}, placeName(place), store.map.hexes[place]?.text ? ` · ${store.map.hexes[place].text.split(",")[0]}` : "");
  return h(
    "section",
    { class: `field ${field.kind === "unit" ? "one" : ""}`, role: "group", "aria-label": field.text },
    h("h3", { class: "section" }, field.text, each ? h("small", { class: "each" }, ` · ${t("web.each_chance")}`) : null),
    h(
      "div",
      { class: "places" },
      places.map(([place, choices]) =>
        h(
          "div",
          { class: "group" },
          place ? heading(place) : null,
          h("div", { class: "pieces" }, choices.map((choice) => pieceOf(field, choice, count(choice.value), turn, each ? plan : null))),
        ),
      ),
      field.whole && field.choices.length > 1
        ? h("button", { type: "button", class: "button small", "aria-pressed": String(all), onclick: () => set(field.name, []), data: { focus: `${field.name} all` } }, t("web.all_together"))
        : null,
    ),
  );
}

/** One unit of a field, with a tick or a count; with a plan, the chance that it would bring something. */
function pieceOf(field, choice, n, turn, plan) {
  const one = unit(choice.value);
  const words = one && !isHex(one.place) ? `${one.name}: ${placeName(one.place)}` : (one?.name ?? choice.value);
  const chance = plan ? h("small", { class: "chance" }) : null;
  if (plan) planOf(written(plan, { ...freed(plan, field.name), [field.name]: choice.value })).then((other) => put(chance, other.odds ? percent(hoped(other.odds)) : ""), () => {});
  return h(
    "button",
    { type: "button", class: "piece", "aria-pressed": String(n > 0), title: words, "aria-label": words, onclick: () => turn(choice), data: { focus: `${field.name} ${choice.value}` } },
    one ? picture(one, 48) : choice.value,
    (choice.most ?? 1) > 1 ? h("span", { class: "count" }, `${n}/${choice.most}`) : h("span", { class: "tick", "aria-hidden": "true" }, n ? "✓" : ""),
    chance,
  );
}

/** The chance of all that serves the side that acts. */
const hoped = (odds) => odds.outcomes.reduce((sum, one) => sum + (one.rank < 2 ? one.chance : 0), 0);

/** What can be taken back freely may be followed at once by the same against the next target. */
function andNext(plan) {
  const next = plan.legal && plan.aimed && !plan.binding ? nextTarget(plan.aimed) : null;
  if (!next) return null;
  const words = t("web.and_next", { verb: verbText(plan.verb), hex: store.map.hexes[next].place ?? next });
  return h("button", { type: "button", class: "button", "aria-disabled": String(store.busy), onclick: commitAndNext, data: { focus: "next" } }, words);
}

function foot(plan) {
  return h(
    "footer",
    { data: { more: t("web.more_below") } },
    plan.odds ? total(plan.odds) : null,
    h("div", { class: "price-line" }, plan.price?.length ? notes(plan.price, "price") : null, h("small", {}, t(plan.needs_die ? "web.dice_will_fall" : plan.binding ? "web.others_decide" : "web.taken_back_freely"))),
    h("button", { type: "button", class: "button", onclick: drop, data: { focus: "discard" } }, t("web.discard")),
    andNext(plan),
    again(plan) ? h("button", { type: "button", class: "button", "aria-disabled": String(store.busy), onclick: commitAndAgain, data: { focus: "again" } }, t("web.and_again"), h("kbd", {}, "⇧↵")) : null,
    h(
      "button",
      { type: "button", class: "button gold", id: "commit", "aria-disabled": String(!plan.legal || store.busy), onclick: () => plan.legal && commit(), data: { focus: "commit" } },
      plan.rolls ? t("web.go_and_roll") : verbText(plan.verb),
      h("kbd", {}, "↵"),
    ),
  );
}
