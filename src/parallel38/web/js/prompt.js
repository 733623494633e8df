/** The head of the page: whose decision it is, what is wanted and how it ends; the phases; the tracks. */

import { openAccount, openMenu } from "./dialogs.js";
import { act, offerDraw, redo, undo } from "./doing.js";
import { $, h, put } from "./dom.js";
import { filled } from "./offers.js";
import { end } from "./plan.js";
import { figures, painted, shows } from "./pool.js";
import { openRule } from "./rules.js";
import { aheadText, after, mine, on, partHeld, prompt, rolling, store, unit } from "./store.js";
import { plainReason, t } from "./texts.js";
import { hint } from "./thoughts.js";
import { computing } from "./watch.js";

/** When the last action of the computer was seen: its number and the time. */
let seen = { number: -1, time: 0 };

/** Draws the head whenever what it says has changed. */
export function watchPrompt() {
  on(["situation", "line", "at", "busy", "film"], drawPrompt);
  after(["picked", "plan"], drawPrompt);
  after(["situation"], drawStrip);
  setInterval(drawSeconds, 500);
  new ResizeObserver(() => store.situation && (tighten(), spill())).observe($("header"));
}

/** The seconds since the computer's last action, so that a long thought never looks like a standstill. */
function drawSeconds() {
  const place = $("seconds");
  if (!place) return;
  const passed = Math.floor((performance.now() - seen.time) / 1000);
  place.textContent = passed ? `${t("web.seconds", { n: passed })} ` : "";
}

/** The word for the player of a side: "you" or the computer; empty where one person plays both sides. */
export function who(side) {
  const now = store.situation;
  if (now.you.length === 1 && now.you[0] === side) return t("web.you");
  return now.you.includes(side) ? "" : t("web.computer");
}

/** The badge of a side: its colour, its corners and its name. */
export function badge(side, element) {
  const looks = store.map.sides[side] ?? {};
  element.className = `side ${looks.corners ?? ""} ${looks.polarity ?? ""}`;
  element.style.setProperty("--side", looks.flag ?? "#888");
  const whose = who(side);
  put(
    element,
    h("span", { class: "sign", "aria-hidden": "true" }, looks.corners === "cut" ? "★" : "●"),
    h("span", { class: "name" }, looks.short ?? side, whose ? ` · ${whose}` : ""),
  );
}

function drawPrompt() {
  const now = store.situation;
  if (!now) return;
  document.title = `${mine() ? `● ${t("web.your_decision")} · ` : ""}${now.called} · Parallel 38`;
  put($("game-name"), now.called);
  $("game-name").title = now.called;
  // while dice decide, the badge stays that of the side whose phase it is
  const side = store.map.sides[now.decider] ? now.decider : now.over ? null : now.phases.find((phase) => phase.state === "now")?.side;
  $("header").dataset.side = side ?? "";
  const decider = $("decider");
  decider.hidden = !store.map.sides[side];
  if (!decider.hidden) badge(side, decider);
  $("want").textContent = prompt(now);
  $("want").title = $("want").textContent;
  put($("how"), how());
  put($("header-buttons"), buttons());
  put($("bottom"), bottom());
  spill();
}

/** A head of fixed height never moves the board: what does not fit in it stands whole at the head of the panel. */
function spill() {
  const [want, how] = [$("want"), $("how")];
  $("header").classList.remove("tight");
  const cut = () => want.scrollHeight > want.clientHeight + 1 || how.scrollWidth > how.clientWidth + 1;
  const tall = () => want.parentElement.scrollHeight > $("header").clientHeight - 8; // two large lines would touch the edge
  if (cut() || tall()) $("header").classList.add("tight");
  const long = cut();
  $("long-want").hidden = !long;
  put($("long-want"), long ? [h("b", {}, want.textContent), " ", how.textContent] : null);
}

/** The second line: what is in hand, or how this ends. */
function how() {
  const now = store.situation;
  if (now.over) return t("web.over");
  if (store.film) return t("web.action_of", { n: now.number, total: now.live });
  if (computing()) return thinking();
  if (store.at !== null) return t("web.looking_back");
  const held = store.picked.map((id) => unit(id)?.name ?? id);
  const part = mine() ? partHeld() : null;
  const names = held.length > 2 ? t("web.hand_many", { n: held.length }) : held.length ? t("web.hand", { units: held.join(", ") }) : "";
  const hand = part ? `${names} ${t("web.part_held", part)}` : names;
  const ends = now.end && mine() ? (plainReason(now.end.bar) || t("web.ends", { end: now.end.text })) : "";
  const draw = now.draw ? t("web.draw_offered", { side: store.map.sides[now.draw]?.text ?? now.draw }) : "";
  return [draw, hand || ends].filter(Boolean).join(" ");
}

/** What the computer is at: how many of its units have moved, and for how long it has been thinking. */
function thinking() {
  const now = store.situation;
  if (now.number !== seen.number) seen = { number: now.number, time: performance.now() };
  const [done, total] = now.progress ?? [0, 0];
  const moved = total ? `${t("web.progress", { n: done, total })} ` : "";
  return [moved, now.paused ? t(now.failed ? "web.failed" : "web.paused") : [h("span", { id: "seconds" }), t("web.thinking")]];
}

function button(props, ...words) {
  return h("button", { type: "button", ...props, class: `button ${props.class ?? ""}` }, ...words);
}

function buttons() {
  const now = store.situation;
  const off = store.busy || store.line !== "open" || store.at !== null;
  const only = now.offers.length === 1 && now.offers[0].verb === "end";
  return [
    rolling() ? dieButtons() : null,
    drawAnswer(off),
    button(
      {
        class: "chrome undo",
        "aria-disabled": String(off || !now.undo.can),
        title: now.undo.can ? t("web.undo_what", { what: now.undo.text }) : now.undo.text,
        onclick: () => !off && undo(),
        data: { focus: "undo" },
      },
      h("span", { "aria-hidden": "true" }, "↶"),
      t("web.undo"),
      h("kbd", {}, "U"),
    ),
    button(
      {
        class: "chrome redo",
        "aria-disabled": String(off || !now.redo.can),
        title: now.redo.can ? t("web.redo_what", { what: now.redo.text }) : now.redo.text,
        onclick: () => !off && redo(),
        data: { focus: "redo" },
      },
      h("span", { "aria-hidden": "true" }, "↷"),
      t("web.redo"),
    ),
    mine() ? button({ class: "chrome hinting", "aria-disabled": String(off), onclick: () => !off && hint(), title: t("web.hint_menu"), data: { focus: "hint" } }, t("web.hint"), h("kbd", {}, "H")) : null,
    button({ class: "chrome", onclick: openMenu, data: { focus: "menu" } }, t("web.menu")),
    now.over && store.at === null ? button({ class: "gold", onclick: openAccount, data: { focus: "account" } }, t("web.account")) : null,
    now.end && mine()
      ? button(
          { class: `end ${only && !store.plan ? "gold" : "chrome outline"}`, onclick: end, "aria-disabled": String(off || Boolean(now.end.bar)), title: now.end.bar ?? "", data: { focus: "end" } },
          now.end.text,
          h("kbd", {}, "E"),
        )
      : null,
  ];
}

/** A draw that the other side offers is answered where it is told; going on answers it too. */
function drawAnswer(off) {
  const now = store.situation;
  const side = now.over ? null : now.you.find((one) => now.draw && one !== now.draw);
  if (!side) return null;
  const words = t("web.agree_draw", { side: store.map.sides[side]?.short ?? side });
  return button({ class: "chrome outline", "aria-disabled": String(off), onclick: () => !off && offerDraw(side), data: { focus: "agree" } }, words);
}

/** Dice that are thrown at the table: what each shows is typed in by a click, one die after the other. */
function dieButtons() {
  const { pool } = store.situation.roll;
  const chosen = [];
  const tell = h("span", { class: "thrown" }, t("web.throw", { n: pool.length }));
  const faces = h("span", { class: "faces", role: "group" });
  const take = (face) => {
    chosen.push(face);
    tell.textContent = figures(chosen, pool, " + ");
    if (chosen.length === pool.length) act(filled(store.situation.roll.template, { dice: chosen }));
    else ask(pool[chosen.length]);
  };
  /** The faces of the next die; buttons that serve it as they are stay. */
  const ask = (die) => {
    const before = pool[chosen.length - 1];
    if (before && ["name", "faces", "lowest"].every((what) => before[what] === die[what])) return;
    const one = (face) => painted(button({ class: "chrome small", "aria-label": shows(face, die), onclick: () => take(face) }, String(face)), die);
    const values = Array.from({ length: die.faces }, (_, i) => die.lowest + i);
    put(faces, die.text ? h("span", { class: "name" }, die.text) : null, values.map(one));
    if (chosen.length) faces.querySelector("button").focus();
  };
  ask(pool[0]);
  return h("span", { class: "throw", role: "group" }, tell, faces);
}

/** The row of tools at the foot of a small screen. */
function bottom() {
  const now = store.situation;
  const tool = (sign, words, onclick, off = false) =>
    h("button", { type: "button", class: "tool", onclick, "aria-disabled": String(off), data: { focus: words } }, h("span", { "aria-hidden": "true" }, sign), words);
  // what ends a phase stands at the other end than the menu, beside what does no harm
  return [
    tool("•••", t("web.menu"), openMenu),
    tool("↶", t("web.undo"), undo, !now.undo.can),
    mine() ? tool("✦", t("web.hint"), hint) : null,
    tool("≡", t("web.log"), () => document.dispatchEvent(new CustomEvent("open-tab", { detail: "log" }))),
    now.end && mine() ? h("button", { type: "button", class: "button chrome outline", onclick: end, "aria-disabled": String(Boolean(now.end.bar)), data: { focus: "end" } }, now.end.text) : null,
  ];
}

/** A number of the game; one that has a rule opens it, such as what is wanted for the next level of victory. */
function trackOf({ name, label, text, rule, note }) {
  const words = [h("span", {}, label), h("b", {}, text)];
  const whole = `${label}: ${text}`;
  const title = [note ?? whole, rule && t("web.track_rule", { rule })].filter(Boolean).join(" · ");
  if (!rule) return h("span", { class: "track", title }, words);
  return h("button", { type: "button", class: "track", title, onclick: () => openRule(rule), data: { focus: `track ${name}` } }, words);
}

/** The side that would win if the game ended now; what is counted stands in the tooltip, and a click opens the account. */
function aheadOf({ side, text }) {
  const looks = store.map.sides[side];
  const sign = looks ? h("i", { class: "sign", "aria-hidden": "true" }, looks.corners === "cut" ? "★" : "●") : null;
  return h("button", { type: "button", title: t("web.if_it_ended", { verdict: text }), onclick: openAccount, data: { focus: "ahead" } }, sign, h("b", {}, aheadText(side)));
}

/** What a side would win by and how far it has come: who is winning is in sight all the time. */
function goalOf({ name, side, label, text, wanted, rule, met, parts }) {
  const looks = store.map.sides[side] ?? {};
  const sign = h("i", { class: "sign", "aria-hidden": "true" }, looks.corners === "cut" ? "★" : "●");
  const words = [sign, h("span", {}, label), h("b", {}, text)];
  const title = [t("web.goal", { side: looks.text ?? side, wanted }), ...parts].join("\n");
  return h("button", { type: "button", class: met ? "met" : "", title, onclick: () => rule && openRule(rule), data: { focus: `goal ${name} ${side}` } }, words);
}

function drawStrip() {
  const now = store.situation;
  const items = [];
  let side;
  let part = null;
  const current = now.phases.find((phase) => phase.state === "now");
  const far = (phase) => (phase.side === current?.side && phase.part === current?.part ? "" : " far");
  for (const phase of now.phases) {
    if (phase.part !== part) {
      part = phase.part;
      side = undefined;
      if (part) items.push(h("li", { class: "part" }, part));
    }
    if (phase.side !== side) {
      side = phase.side;
      if (side && store.map.sides[side]) items.push(h("li", { class: `of${far(phase)}` }, store.map.sides[side].short));
    }
    items.push(
      h(
        "li",
        { class: `phase ${phase.state}${far(phase)}`, title: [phase.text, phase.note].filter(Boolean).join(": "), ...(phase.state === "now" ? { "aria-current": "step" } : {}) },
        phase.state === "done" ? h("span", { "aria-hidden": "true" }, "✓ ") : null,
        h("span", { class: "words" }, phase.short ?? phase.text),
        phase.note ? h("span", { class: "hidden" }, ` (${phase.note})`) : null,
        phase.rule && phase.state === "now" ? h("span", { class: "number" }, ` ${phase.rule}`) : null,
      ),
    );
  }
  put($("phases"), items);
  put(
    $("tracks"),
    h("li", { class: "turn" }, h("b", {}, now.turn_text), now.turn_number ? h("span", {}, t("web.turn_of", { n: now.turn_number, total: now.turns })) : null),
    now.over ? null : h("li", { class: "goal ahead" }, aheadOf(now.ahead)),
    now.goals.map((goal) => h("li", { class: "goal" }, goalOf(goal))),
    now.tracks.filter((track) => track.name !== "turn").map((track) => h("li", {}, trackOf(track))),
  );
  tighten();
}

/**
 * Where the strip is too narrow, tracks come closer, then have more of it, then have short labels; phases that are done are ticks, then those of
 * the other side, then all to come, are dots, and at last those of the other side are left out. The next one has its
 * name, and those after it as far as there is room.
 */
function tighten() {
  const [phases, tracks] = [$("phases"), $("tracks")];
  const cut = (list) => list.scrollWidth > list.clientWidth + 1;
  for (const list of [phases, tracks]) delete list.dataset.tight;
  for (const one of phases.children) one.classList.remove("named", "dropped");
  for (const how of ["little", "much", "most", "utmost"]) if (cut(tracks)) tracks.dataset.tight = how;
  for (const how of ["little", "more", "much", "most"]) if (cut(phases)) phases.dataset.tight = how;
  const here = phases.querySelector(".now");
  if (here && phases.dataset.tight) nameNext(here, () => cut(phases));
  if (here) phases.scrollLeft = here.offsetLeft - phases.offsetLeft - 90;
}

/** Gives the phases after the present one their names, and the sides theirs, until they no longer fit: the first one in any case, for
 *  which the last ones are left out. */
function nameNext(here, full) {
  const coming = [];
  for (let one = here.nextElementSibling; one; one = one.nextElementSibling) coming.push(one);
  const first = coming.findIndex((one) => one.matches(".phase"));
  const left = [...coming];
  coming.slice(0, first + 1).forEach((one) => one.classList.add("named"));
  while (full() && left.length > first + 1) left.pop().classList.add("dropped");
  while (left.length > first + 1 && left.length < coming.length && !left.at(-1).matches(".phase")) left.pop().classList.add("dropped");
  const named = [];
  for (const one of left.slice(first + 1)) {
    one.classList.add("named");
    named.push(one);
    if (full()) break;
  }
  while (named.length && (full() || !named.at(-1).matches(".phase"))) named.pop().classList.remove("named");
}
