/** The panel: its tabs, and the tab of what is picked or looked at, with what can be done and the log under it. */

import { get } from "./api.js";
import { boxesTab, pieceOf } from "./boxes.js";
import { drawPlan, notes } from "./card.js";
import { chartsTab } from "./charts.js";
import { picture } from "./counters.js";
import { act } from "./doing.js";
import { $, framed, h, put, tellMore } from "./dom.js";
import { fail } from "./errors.js";
import { forcesTab } from "./forces.js";
import { isHex } from "./grid.js";
import { choose, manners, pick, pickIn, toggle, usualManner } from "./hand.js";
import { ruleLink, verbText } from "./links.js";
import { watchLog } from "./log.js";
import { choices, isOrder, sameManner } from "./offers.js";
import { join, leave, proposeAction } from "./plan.js";
import { askedAbout, reachOf } from "./reach.js";
import { rulesTab } from "./rules.js";
import { change, settings } from "./settings.js";
import { after, marksOf, mine, on, placeName, store, unit, unitsAt, update } from "./store.js";
import { plainReason, t } from "./texts.js";
import { centre, keepMiddle, reveal } from "./view.js";

const TABS = ["stack", "forces", "boxes", "charts", "rules"];
const FEW = 14;
/** As many actions of a verb as the service lists; there may be more. */
const LISTED = 400;
/** Pixels of the stack that must be in sight if nothing is to be scrolled. */
const SEEN = 120;
const facts = new Map();
const sheets = ["low", "half", "full"];

/** Makes the tabs and draws each part when what it shows has changed. */
export function watchPanel() {
  drawTabs();
  on(["tab", "builder"], drawTabs);
  after(["situation", "picked", "hex", "at"], drawStack);
  on(["situation"], headFirst);
  after(["picked", "hex"], stackInSight);
  after(["busy"], drawFacts);
  after(["situation", "picked", "hex", "rows", "many", "spots", "apart", "manner", "waypoints", "joins", "at", "line"], drawActions);
  on(["plan", "pinned", "preview", "waypoints", "situation"], drawPlan);
  tellMore($("plan-card"));
  on(["situation"], () => facts.clear());
  after(["situation", "tab"], () => {
    if (store.tab === "forces") forcesTab();
    if (store.tab === "charts") chartsTab();
    if (store.tab === "rules") rulesTab();
  });
  after(["situation", "tab", "picked"], () => {
    if (store.tab === "boxes") boxesTab();
  });
  on(["pinned"], () => {
    if (store.pinned && !store.builder && store.tab === "boxes") update({ tab: "stack" }); // where the plan is told
  });
  watchLog();
  on(["picked", "plan", "hex"], () => {
    if ((store.picked.length || store.plan) && $("panel").dataset.sheet === "low") sheet("half");
  });
  document.addEventListener("open-tab", (event) => open(event.detail));
  grip();
}

/** The moment of the decision that was shown last. */
let decided = "";

/**
 * What is wanted now stands at the head of the panel, wherever the player had scrolled for the decision before. What is
 * chosen from a list before anything on the map, such as the value of a depot, is not left under the closed sheet of a phone.
 */
function headFirst() {
  if (!mine() || store.situation.hash === decided) return;
  decided = store.situation.hash;
  $("tab-stack").scrollTop = 0;
  const able = store.situation.units.some((one) => one.can);
  if (!able && !store.picked.length && !waitingUnits().length && manners().length > 1 && $("panel").dataset.sheet === "low") sheet("half");
}

/**
 * What the player picks or looks at is in sight, wherever the panel was scrolled and whatever is told above it, once the
 * cards above it are folded up. What an action brings with it was not asked for.
 */
async function stackInSight(names) {
  if (names.has("situation") || names.has("language") || !(store.hex || store.picked.length)) return;
  await framed();
  const box = $("tab-stack");
  const top = $("stack").offsetTop - box.offsetTop;
  const hidden = top < box.scrollTop || top > box.scrollTop + box.clientHeight - SEEN;
  if (hidden) box.scrollTop = top - $("plan-card").offsetHeight;
}

/** Opens a tab, or the log, and on a phone lifts the sheet. */
export function open(tab) {
  update({ tab: tab === "log" ? "stack" : tab });
  document.body.classList.remove("no-panel");
  if ($("panel").dataset.sheet === "low" || tab !== "stack") sheet(tab === "stack" ? "half" : "full");
  if (tab === "log") setTimeout(() => $("log").scrollIntoView({ block: "start" }), 30);
}

/** Lifts or lowers the sheet of a phone; what is lit stays in view, or else the hex that is looked at. */
export function sheet(height) {
  $("panel").dataset.sheet = height;
  if (getComputedStyle($("panel")).position !== "fixed") return;
  setTimeout(() => {
    keepMiddle();
    if (store.lit.hexes.length) reveal(store.lit.hexes);
    else if (store.hex) centre(store.hex, true);
  }, 280);
}

function drawTabs() {
  put(
    $("tabs"),
    TABS.map((tab) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-button-${tab}`,
          "aria-selected": String(store.tab === tab),
          "aria-controls": `tab-${tab}`,
          tabindex: store.tab === tab ? 0 : -1,
          data: { focus: tab },
          onclick: () => open(tab),
          onkeydown: (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            event.stopPropagation();
            const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
            update({ tab: next });
            setTimeout(() => $(`tab-button-${next}`).focus());
          },
        },
        t(`web.tab.${tab}`),
      ),
    ),
  );
  const inside = $("panel").contains(document.activeElement);
  const opens = store.builder && $("builder").hidden;
  const closes = !store.builder && !$("builder").hidden;
  $("tabs").hidden = store.builder;
  for (const tab of TABS) $(`tab-${tab}`).hidden = store.builder || store.tab !== tab;
  $("builder").hidden = !store.builder;
  document.body.classList.toggle("building", store.builder);
  if (opens && inside) $("builder").focus();
  if (closes && inside) $("viewport").focus();
}

/** The edge of the panel is drawn with the mouse, with arrow keys, or on a phone up and down. */
function grip() {
  const set = (wide) => change("panel", Math.round(Math.min(640, Math.max(320, wide))));
  const show = () => document.body.style.setProperty("--panel", `${settings().panel}px`);
  show();
  sheet("low");
  let start = null;
  $("grip").addEventListener("pointerdown", (event) => {
    start = { x: event.clientX, y: event.clientY, wide: $("panel").offsetWidth, high: $("panel").offsetHeight };
    $("grip").setPointerCapture(event.pointerId);
  });
  $("grip").addEventListener("pointermove", (event) => {
    if (!start || getComputedStyle($("panel")).position === "fixed") return;
    set(start.wide + start.x - event.clientX);
    show();
  });
  $("grip").addEventListener("pointerup", (event) => {
    if (start && getComputedStyle($("panel")).position === "fixed") {
      const now = sheets.indexOf($("panel").dataset.sheet);
      const up = start.y - event.clientY;
      sheet(sheets[Math.abs(up) < 8 ? (now + 1) % 3 : Math.max(0, Math.min(2, now + Math.sign(up)))]);
    }
    start = null;
  });
  $("grip").addEventListener("keydown", (event) => {
    const by = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
    if (by) {
      set(settings().panel + by);
      show();
    }
    const lift = { ArrowUp: 1, ArrowDown: -1, Enter: 1 }[event.key];
    if (lift) sheet(sheets[(sheets.indexOf($("panel").dataset.sheet) + lift + 3) % 3]);
    if (by || lift) event.preventDefault();
    event.stopPropagation();
  });
}

// ------------------------------------------------------------------------------------------------------ what is there

/** What is in hand under its own heading, wherever the player looks; then the hex that is looked at. */
async function drawStack() {
  const hex = store.hex;
  const here = store.map.hexes[hex];
  const waiting = waitingUnits();
  const held = store.picked.map(unit).filter(Boolean);
  const away = held.length && held[0].place !== hex ? held[0].place : null;
  put(
    $("stack"),
    waiting.length ? tray(waiting) : null,
    away ? [heading(away, t("web.in_hand")), unitList(isHex(away) ? unitsAt(away) : held, away)] : null,
    held.length ? null : nextTurn(),
    here ? [heading(hex, here.text), listOf(unitsAt(hex), hex)] : waiting.length || away ? null : h("p", { class: "empty" }, t(mine() ? "web.pick_something" : "web.look_at_something")),
  );
  if (here) await drawFacts();
  else put($("facts"));
}

/** What comes in the next turn, in a line; the tab of forces has all that is still to come. */
function nextTurn() {
  const { coming } = store.situation;
  if (!coming.length || store.at !== null) return null;
  const words = coming.map(({ side, text }) => t("web.coming_side", { side: store.map.sides[side]?.short ?? side, units: text })).join("; ");
  return h("p", { class: "next-turn" }, h("b", {}, t("web.next_turn")), ` ${words} `, h("button", { type: "button", class: "button small", onclick: () => update({ tab: "forces" }), data: { focus: "next turn" } }, t("web.show")));
}

/** The name of a hex with its number, or of a box beside the map, and a few words about it. */
function heading(place, words) {
  const name = isHex(place) ? [store.map.hexes[place].place ?? t("web.hex"), " ", h("span", { class: "label" }, place)] : placeName(place);
  return h("div", { class: "place" }, h("h2", {}, name), h("p", {}, words));
}

const listOf = (stack, hex) => (stack.length ? unitList(stack, hex) : null);

/** Units beside the map that can do something: they wait to be placed. */
export function waitingUnits() {
  // a unit out of play that comes without a hex being chosen is made of others on the map
  const placed = (one) => one.place !== store.situation.outside || store.situation.offers.some((offer) => offer.units.includes(one.id) && offer.hexes.length);
  // a unit that is carried, and can act only with the unit that carries it, is shown with that unit
  const aboard = (one) => one.place.startsWith("with:") && store.situation.offers.every((offer) => !offer.units.includes(one.id) || offer.units.includes(one.place.slice(5)));
  return mine() ? store.situation.units.filter((one) => one.can && !isHex(one.place) && placed(one) && !aboard(one)) : [];
}

function tray(waiting) {
  return h(
    "div",
    { class: "tray" },
    h("h2", { class: "section" }, t("web.waiting", { n: waiting.length })),
    h(
      "div",
      { class: "pieces" },
      waiting.map((one) => pieceOf(one)),
    ),
    waiting.length > 1
      ? h("button", { type: "button", class: "button small", onclick: () => pick(waiting.map((one) => one.id)), data: { focus: "all waiting" } }, t("web.all_waiting"))
      : null,
  );
}

function unitList(stack, hex) {
  const able = stack.filter((one) => one.can);
  return h(
    "div",
    {},
    h(
      "ul",
      { class: "units" },
      stack.map((one) =>
        h(
          "li",
          { class: store.picked.includes(one.id) ? "held" : "" },
          h(
            "label",
            {},
            picture(one, 44),
            h("span", { class: "who" }, h("b", {}, one.name), h("small", {}, unitNote(one)), marksOf(one).map((text) => h("small", { class: "mark-note" }, text)), within(one)),
            mine() && one.can
              ? h("input", { type: "checkbox", checked: store.picked.includes(one.id), onchange: () => toggle(one.id), data: { focus: `tick ${one.id}` } })
              : null,
          ),
        ),
      ),
    ),
    mine() && able.length > 1
      ? h(
          "button",
          { type: "button", class: "button small", onclick: () => pickIn(hex, { all: true }), data: { focus: "whole" } },
          t("web.whole_stack"),
          h("kbd", {}, "A"),
        )
      : null,
  );
}

/** Small counters of what a unit carries, or is made of. */
function within(one) {
  const found = unitsAt(`with:${one.id}`);
  const small = (each) => h("span", { title: each.name }, picture(each, 30), h("span", { class: "hidden" }, ` ${each.name}`));
  return found.length ? h("span", { class: "within" }, found.map(small)) : null;
}

function unitNote(one) {
  const where = isHex(one.place) ? "" : placeName(one.place);
  return [one.note || one.strength_text, ...one.flags_text, where].filter(Boolean).join(" · ");
}

/** Facts about a hex: they come with the reach of its units if that is wanted anyway, else they are asked for. */
function factsOf(hex) {
  const held = mine() ? unit(store.picked[0]) : null;
  const reach = held?.can && held.place === hex ? reachOf(store.picked).answer : mine() ? askedAbout(hex) : null;
  if (reach) return reach.then((found) => found.facts);
  return get(`/api/games/${store.id}/hex/${hex}`, { at: store.at ?? undefined });
}

/** Draws the facts about the hex that is looked at; while an action is being done they wait for what comes of it. */
async function drawFacts() {
  const hex = store.hex;
  if (store.busy || !isHex(hex)) return;
  try {
    if (!facts.has(hex)) facts.set(hex, factsOf(hex));
    const found = await facts.get(hex);
    if (store.hex !== hex) return;
    put(
      $("facts"),
      found.lines.map((line) => h("p", {}, line.text, " ", ruleLink(line.rule))),
    );
  } catch {
    facts.delete(hex);
  }
}

// ----------------------------------------------------------------------------------------------------- what can be done

/** The list of what can be done: by what is in hand, to the hex that is looked at, or by any unit. */
function drawActions() {
  if (!mine()) return put($("actions"));
  const rows = store.rows.filter((row) => row.verb !== "end");
  const free = store.picked.length || store.rows.length || choices().length ? [] : bareOffers();
  const groups = new Map();
  for (const row of [...rows, ...free]) groups.set(row.verb, [...(groups.get(row.verb) ?? []), row]);
  const many = Object.entries(store.many);
  const ways = manners();
  const now = store.manner ?? (store.picked.length ? usualManner() : null);
  return put(
    $("actions"),
    ways.length > 1
      ? h(
          "div",
          { class: "manners", role: "group", "aria-label": t("web.manners") },
          ways.map((way) =>
            h(
              "button",
              {
                type: "button",
                class: "button small",
                "aria-pressed": String(Boolean(now) && sameManner(way, now)),
                onclick: () => choose(way),
                data: { focus: `way ${way.verb} ${way.group}` },
              },
              way.text,
            ),
          ),
        )
      : null,
    apart(),
    joining(),
    leaving(),
    groups.size + many.length ? h("h2", { class: "section" }, t(store.picked.length ? "web.can_do" : "web.can_be_done")) : null,
    [...groups].map(([verb, list]) => [store.picked.length ? null : allAtOnce(verb, list), group(verb, list)]),
    fromNowOn(),
    many.map(([verb, n]) => folded(verb, n, () => get(`/api/games/${store.id}/actions`, { unit: store.picked[0], verb }))),
    store.picked.length && !unit(store.picked[0])?.can ? h("p", { class: "empty" }, t("web.cannot_now")) : null,
    browseButton(),
  );
}

/** What each of the units in hand could do, but not all of them together, and why. */
function apart() {
  const reasons = new Map(store.apart.map((one) => [one.reason, one]));
  return notes([...reasons.values()].map((one) => ({ text: plainReason(one.reason), rule: one.number })), "apart");
}

/** Units that were let go for those of a hex that they could have joined are brought there by a word. */
function joining() {
  if (!store.joins || store.joins.hex !== store.hex) return null;
  const names = store.joins.units.map((id) => unit(id)?.name ?? id);
  const units = names.length > 2 ? t("web.units_of", { n: names.length, hex: placeName(unit(store.joins.units[0]).place) }) : names.join(", ");
  return h("p", { class: "joining" }, h("button", { type: "button", class: "button small", onclick: join, data: { focus: "join" } }, t("web.join_here", { units, hex: store.joins.hex })));
}

/** Of several units that are led step by step, one may stay at the last step while the others go on. */
function leaving() {
  if (!store.waypoints.length || store.picked.length < 2) return null;
  const stay = (id) =>
    h("button", { type: "button", class: "button small", onclick: () => leave(id), data: { focus: `leave ${id}` } }, unit(id)?.name ?? id);
  return h("div", { class: "leaving" }, h("h2", { class: "section" }, t("web.leave_at", { hex: store.waypoints.at(-1) })), h("div", { class: "manners" }, store.picked.map(stay)));
}

/** Offers that are one action each. */
function bareOffers() {
  return store.situation.offers
    .filter((offer) => offer.action && offer.verb !== "end" && !isOrder(offer))
    .map((offer) => ({ do: offer.action, text: offer.text, verb: offer.verb, units: offer.units }));
}

/** Standing orders that would answer what is asked now, and every such question after it. */
function fromNowOn() {
  const asked = store.situation.orders.filter((order) => order.asked);
  const given = asked.flatMap((order) => order.choices.filter((choice) => choice.do));
  if (!given.length) return null;
  const row = (choice) => h("li", {}, h("button", { type: "button", onclick: () => act(choice.do), data: { focus: `do ${choice.do}` } }, choice.text));
  return [h("h2", { class: "section" }, t("web.from_now_on")), h("ul", { class: "rows" }, given.map(row))];
}

/** What all units may well do at once, each by an action of its own: one button puts all of them forward. */
function allAtOnce(verb, list) {
  const each = list.length > 1 && store.situation.offers.some((offer) => offer.verb === verb && offer.each);
  const all = () => proposeAction(list.map((row) => row.do).join(store.situation.notation.next));
  return each ? h("button", { type: "button", class: "button small browse", onclick: all, data: { focus: `each ${verb}` } }, t("web.each", { verb: verbText(verb), n: list.length })) : null;
}

/** The rows of a verb; many, or those that the board shows better, are folded up. */
function group(verb, list) {
  const onBoard = list.every((row) => store.spots.has(row.hex) && typeof store.spots.get(row.hex)?.left === "number");
  // what many units could do is asked of each unit; actions of units that are not picked must not hide the others
  if (list.length > (store.picked.length ? FEW : FEW / 2) || onBoard) return folded(verb, list.length, async () => list);
  return h("ul", { class: "rows" }, list.map(rowOf));
}

/** The rows of a verb folded up: they are found and drawn when they are opened. */
function folded(verb, n, find) {
  const rows = h("ul", { class: "rows" });
  const fill = async () => {
    if (rows.childElementCount) return;
    try {
      rows.replaceChildren(...(await find()).map(rowOf));
    } catch (error) {
      fail(error);
    }
  };
  const title = h("summary", { data: { focus: `more ${verb}` } }, t("web.group", { verb: verbText(verb), n: n < LISTED ? n : `${LISTED}+` }));
  return h("details", { class: "many", ontoggle: fill }, title, rows);
}

function rowOf(row) {
  const lit = (units, hexes) => () => update({ lit: { units, hexes } });
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        onclick: () => proposeAction(row.do),
        onmouseenter: lit(row.units ?? [], row.hex ? [row.hex] : []),
        onmouseleave: lit([], []),
        data: { focus: `do ${row.do}` },
      },
      row.number ? h("b", { class: "way-number" }, String(row.number)) : null,
      row.text,
    ),
  );
}

/** With nothing picked, the verbs of the phase: each lists all that it can do. */
function browseButton() {
  if (store.picked.length || store.rows.length) return null;
  const listed = new Set(store.situation.offers.filter((offer) => !offer.action).map((offer) => offer.verb));
  return [...listed].map((verb) =>
    h(
      "button",
      {
        type: "button",
        class: "button small browse",
        data: { focus: `all ${verb}` },
        onclick: async () => update({ rows: await get(`/api/games/${store.id}/actions`, { verb }).catch(() => []) }),
      },
      t("web.list_all", { verb: verbText(verb) }),
    ),
  );
}
