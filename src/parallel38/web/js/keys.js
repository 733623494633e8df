/** The keyboard. Everything that the mouse can do can be done here; no letter works inside a field. */

import { $ } from "./dom.js";
import { hideDice } from "./dice.js";
import { openFind, openKeys } from "./dialogs.js";
import { commit, redo, undo } from "./doing.js";
import { beside, isHex, point, toward } from "./grid.js";
import { drop, fix, look, pick, pickIn, takes } from "./hand.js";
import { overlayDown, overlayUp } from "./overlays.js";
import { open } from "./panel.js";
import { again, aim, commitAndAgain, end, whyNot } from "./plan.js";
import { reachOf } from "./reach.js";
import { goTo, phaseBy, play, stepBy } from "./replay.js";
import { settings } from "./settings.js";
import { army, mine, store, unit, unitsAt, update } from "./store.js";
import { t } from "./texts.js";
import { hint } from "./thoughts.js";
import { pauseFilm, skip } from "./watch.js";
import { centre, fitAll, fitFront, pan, zoomBy } from "./view.js";

const SIX = { 7: 210, 8: 270, 9: 330, 1: 150, 2: 90, 3: 30 };
let lane = null;

/** Listens to the keyboard. */
export function watchKeys() {
  addEventListener("keydown", down);
  addEventListener("keyup", (event) => {
    store.space = false;
    overlayUp(event.key.toLowerCase());
  });
}

const writing = (target) => target.closest?.("input:not([type=checkbox]):not([type=radio]), select, textarea, [contenteditable]");
const board = () => document.activeElement === $("viewport") || document.activeElement === document.body;

function down(event) {
  if ($("dialog").open || $("curtain").open || event.altKey || !store.situation) return;
  if (event.key === "Escape") return void (escape() && event.preventDefault());
  if (event.key === "Enter" && store.film?.waits && !pressed()) return void (hideDice(), event.preventDefault());
  if (event.key === "F6") return void (area(event.shiftKey ? -1 : 1), event.preventDefault());
  if (writing(event.target)) return;
  const used = (event.ctrlKey || event.metaKey ? control(event) : board() && onBoard(event)) || (!event.ctrlKey && !event.metaKey && anywhere(event));
  if (used) {
    event.preventDefault();
    if (event.key !== " ") hideDice();
  }
}

function control(event) {
  if (event.key === "Enter" && board() && store.spots.has(store.hex)) return aim(store.hex, { now: true }), true;
  if (event.key === "z") return undo(), true;
  if (event.key === "y") return redo(), true;
  return false;
}

function escape() {
  if (store.film && !store.film.waits) return skip(), true;
  if (store.rolled) return hideDice(), true;
  if (drop()) return true;
  if (store.at !== null) return goTo(null), true;
  return false;
}

/** Keys that belong to the board while it has the focus: the cursor and what it does. */
function onBoard(event) {
  const { key, code } = event;
  const six = code.startsWith("Numpad") ? SIX[code.slice(6)] : undefined;
  if (key.startsWith("Arrow") || six !== undefined) {
    if (event.shiftKey && six === undefined) {
      const by = { ArrowUp: [0, 80], ArrowDown: [0, -80], ArrowLeft: [80, 0], ArrowRight: [-80, 0] }[key];
      pan(...by);
    } else cursor(six ?? { ArrowUp: 270, ArrowDown: 90, ArrowLeft: 180, ArrowRight: 0 }[key]);
    return true;
  }
  if (key === "Enter" && event.shiftKey && store.builder && again(store.plan)) return commitAndAgain(), true;
  if (key === "Enter" && event.shiftKey && store.hex) return fix(store.hex), true;
  if (key === "Enter") return enter(), true;
  if (key === " " && store.film) return pauseFilm(), true;
  if (key === " ") {
    store.space = true;
    if (store.hex) pickIn(store.hex, { add: true });
    return true;
  }
  return false;
}

/** Moves the cursor; along a row it keeps to it as well as hexes allow. */
function cursor(degrees) {
  const from = isHex(store.hex) ? store.hex : (unit(store.picked[0])?.place ?? Object.keys(store.map.hexes)[0]);
  let to = toward(from, degrees);
  if (degrees % 180 === 0) {
    const [side, here] = [degrees === 0 ? 1 : -1, point(from)];
    lane ??= here.y;
    const ahead = beside(from).filter((hex) => (point(hex).x - here.x) * side > 20);
    to = ahead.sort((a, b) => Math.abs(point(a).y - lane) - Math.abs(point(b).y - lane))[0] ?? null;
  } else lane = null;
  if (!to) return;
  go(to);
}

/** Puts the cursor on a hex and tells what is there. */
function go(hex) {
  update({ hex, hover: hex, refused: null });
  centre(hex, true);
  const here = store.map.hexes[hex];
  const spot = store.spots.get(hex);
  const lit = spot ? t("web.lit") : "";
  $("cursor-text").textContent = [hex, here.place, here.text, unitsAt(hex).map((one) => one.name).join(", "), lit].filter(Boolean).join("; ");
}

function enter() {
  if (store.pinned) return commit();
  const hex = store.hex;
  if (!hex) return undefined;
  const held = unitsAt(hex).some((one) => store.picked.includes(one.id));
  if (store.spots.has(hex) && !held && !takes(hex)) return aim(hex);
  if (mine() && unitsAt(hex).some((one) => one.can)) return pickIn(hex);
  return store.picked.length && !held ? whyNot(hex) : look(hex);
}

/** Whether Enter means what has the focus and not the plan: a button or a link; a tab that has been opened is done. */
const pressed = () => document.activeElement?.closest("a[href], summary, input, select, button:not([role=tab])");

/** Keys that work wherever the focus is, unless letters are switched off. */
function anywhere(event) {
  const { key } = event;
  if (key === "Enter" && event.shiftKey && store.builder && again(store.plan) && !pressed()) return commitAndAgain(), true;
  if (key === "Enter" && store.pinned && !pressed()) return commit(), true;
  if (settings().keys === false && key.length === 1) return false;
  const letter = key.toLowerCase();
  if (!event.repeat && overlayDown(letter)) return true;
  switch (letter) {
    case "w":
      return nextUnit(1);
    case "q":
      return nextUnit(-1);
    case "a":
      return store.hex ? (pickIn(store.hex, { all: true }), true) : false;
    case "m":
      return sameArmy();
    case "n":
      return nextTarget(1);
    case "p":
      return nextTarget(-1);
    case "u":
      return event.shiftKey ? redo() : undo(), true;
    case "e":
      return end(), true;
    case "y":
      return store.hex ? (whyNot(store.hex), true) : false;
    case "h":
      return hint(), true;
    case "i":
      return store.hex ? (look(store.hex), open("stack"), true) : false;
    case "c":
      return update({ counters: !store.counters }), true;
    case "f":
      return event.shiftKey ? showFront() : fitAll(), true;
    case "l":
      return open("log"), true;
    case "g":
      return open("charts"), true;
    case "b":
      return open("rules"), true;
    case "o":
      return open("forces"), true;
    case "j":
      return open("boxes"), true;
    case "\\":
      return document.body.classList.toggle("no-panel"), true;
    case "/":
      return openFind(go), true;
    case "?":
      return openKeys(), true;
    case "+":
    case "=":
      return zoomBy(1.2), true;
    case "-":
      return zoomBy(1 / 1.2), true;
    case ",":
      return stepBy(-1), true;
    case ".":
      return stepBy(1), true;
    case "k":
      return play(), true;
    case "<":
    case ";":
      return phaseBy(-1), true;
    case ">":
    case ":":
      return phaseBy(1), true;
    case "home":
      return board() ? (goTo(0), true) : false;
    case "end":
      return board() ? (goTo(null), true) : false;
    default:
      return false;
  }
}

/** The next unit that can act, on the map or beside it. */
export function nextUnit(by) {
  const able = store.situation.units.filter((one) => one.can).sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.id < b.id ? -1 : 1));
  if (!mine() || !able.length) return false;
  const now = able.findIndex((one) => one.id === store.picked[0]);
  const next = able[(now + by + able.length) % able.length];
  if (isHex(next.place)) centre(next.place, true);
  pick([next.id]);
  reachOf([able[(now + 2 * by + 2 * able.length) % able.length].id]); // asked for in advance
  return true;
}

/** All units of the place that are of the same formation as the one in hand: an army. */
function sameArmy() {
  const one = unit(store.picked[0]);
  if (!one) return false;
  pick(army(one).map((other) => other.id));
  return true;
}

/** The next lit hex. */
function nextTarget(by) {
  const lit = [...store.spots.keys()].sort();
  if (!lit.length) return false;
  const now = lit.indexOf(store.hex);
  go(lit[(now + by + lit.length) % lit.length]);
  return true;
}

/** The zoom at which counters can still be told apart. */
const APART = 0.55;

/** Shows the front; while the sides are far from each other, the units of the player, or if none has come to the map yet, all. */
export function showFront() {
  const near = front();
  if (near.length) return fitFront(near);
  const { units, you, decider } = store.situation;
  const side = you.length === 1 ? you[0] : decider;
  const here = units.filter((one) => isHex(one.place));
  const own = here.filter((one) => one.side === side);
  return fitFront((own.length ? own : here).map((one) => one.place), APART);
}

/** The hexes where the sides are within two hexes of each other. */
function front() {
  const sides = new Map();
  for (const [place, stack] of store.situation.byPlace) if (isHex(place)) sides.set(place, stack[0].side);
  const near = (hex) => beside(hex).some((one) => (sides.has(one) ? sides.get(one) !== sides.get(hex) : beside(one).some((two) => sides.has(two) && sides.get(two) !== sides.get(hex))));
  return [...sides.keys()].filter(near);
}

/** F6 goes from area to area. */
function area(by) {
  const areas = [$("viewport"), document.body.classList.contains("building") ? $("builder") : $(`tab-${store.tab}`), $("header-buttons").querySelector("button")].filter(Boolean);
  const now = areas.findIndex((one) => one === document.activeElement || one.contains(document.activeElement));
  areas[(now + by + areas.length) % areas.length].focus();
}
