/**
 * Mouse and fingers on the board. What is hit is a hex, not a pixel.
 * A mouse drags ground to pan and counters to move them; one finger always pans, two zoom, a long press asks why not.
 * A click on units that can act takes them; to join them is a drag, or a click with Ctrl, which does at once what it can.
 */

import { fan, fanHex } from "./counters.js";
import { $, later } from "./dom.js";
import { hideDice } from "./dice.js";
import { fix, look, pick, pickIn, takes, toggle } from "./hand.js";
import { aim, hover, whyNot } from "./plan.js";
import { foresee } from "./reach.js";
import { mine, store, unit, unitsAt, update } from "./store.js";
import { hexUnder, pan, wheel, zoomBy } from "./view.js";

const NEAR = 6;
const LONG = 450;
const fingers = new Map();
let drag = null;
/** The finger that was taken for one that rests. */
let rests = null;
let long = 0;
let spread = 0;

const openFan = later(300, (hex) => {
  // With something in hand the fan would cover hexes to go to.
  if (store.hover === hex && !drag && !store.picked.length && !store.builder) fan(hex);
});

/** Listens to the pointer. */
export function watchPointer() {
  const view = $("viewport");
  view.addEventListener("wheel", wheel, { passive: false });
  view.addEventListener("pointerdown", down);
  view.addEventListener("pointermove", move);
  view.addEventListener("pointerup", up);
  view.addEventListener("pointercancel", cancel);
  view.addEventListener("pointerleave", () => {
    if (!drag) hover(null);
    openFan.stop();
    fan(null);
  });
  view.addEventListener("dblclick", (event) => {
    const box = view.getBoundingClientRect();
    if (idle(hexUnder(event.clientX, event.clientY))) zoomBy(1.5, event.clientX - box.left, event.clientY - box.top);
  });
  const touched = (event) => {
    const [{ clientX, clientY }] = event.changedTouches;
    // else the click that follows a tap would press what has come up under the finger, such as the sheet of a phone
    if (event.cancelable && !idle(hexUnder(clientX, clientY))) event.preventDefault();
  };
  view.addEventListener("touchend", touched, { passive: false });
  view.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const hex = hexUnder(event.clientX, event.clientY);
    if (hex) ask(hex);
  });
}

const ask = (hex) => (store.picked.length ? whyNot(hex) : look(hex));
/** Whether a click on a hex does nothing but look at it. */
const idle = (hex) => !unitsAt(hex).length && !store.picked.length && !store.spots.has(hex);
const inFan = (event) => event.target.closest?.(".fan [data-unit]")?.dataset.unit;

function down(event) {
  $("viewport").focus({ preventScroll: true });
  hideDice();
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  $("viewport").setPointerCapture(event.pointerId);
  if (fingers.size === 2) {
    spread = distance();
    drag = null;
    clearTimeout(long);
    return;
  }
  const hex = hexUnder(event.clientX, event.clientY);
  foresee(hex);
  const touch = event.pointerType !== "mouse";
  const grabs = !touch && event.button === 0 && !store.space && mine() && unitsAt(hex).some((one) => one.can);
  drag = { x: event.clientX, y: event.clientY, hex, touch, grabs, button: event.button, moved: false, unit: inFan(event), at: event.timeStamp };
  rests = null;
  clearTimeout(long);
  if (touch) {
    const held = drag;
    const rested = () => {
      if (drag !== held || held.moved) return;
      drag = null;
      rests = held;
      if (hex) ask(hex);
    };
    // on a busy device moves may be waiting behind the clock: let them be seen first; `up` looks at the time of a tap
    long = setTimeout(() => requestAnimationFrame(() => setTimeout(rested)), LONG);
  }
}

function distance() {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function move(event) {
  const finger = fingers.get(event.pointerId);
  if (finger && fingers.size === 2) {
    const before = spread;
    [finger.x, finger.y] = [event.clientX, event.clientY];
    spread = distance();
    const [a, b] = [...fingers.values()];
    const box = $("viewport").getBoundingClientRect();
    if (before) zoomBy(spread / before, (a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top);
    return;
  }
  if (drag) {
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > NEAR) {
      drag.moved = true;
      clearTimeout(long);
      fan(null);
      if (drag.grabs) carry();
    }
    if (drag.moved && !drag.carries) {
      pan(event.clientX - finger.x, event.clientY - finger.y);
      [finger.x, finger.y] = [event.clientX, event.clientY];
      return;
    }
  }
  if (event.pointerType !== "mouse") return;
  if (event.target.closest?.(".fan .paper, .fan [data-unit]")) return;
  const hex = hexUnder(event.clientX, event.clientY);
  if (hex === store.hover) return;
  hover(hex);
  if (fanHex() && fanHex() !== hex) fan(null);
  if (hex && unitsAt(hex).length > 1 && !drag) openFan(hex);
}

/** A counter is carried: those in hand if they stand there, else the first that can act. */
function carry() {
  drag.carries = true;
  document.body.classList.add("carrying");
  if (!store.picked.some((id) => unit(id)?.place === drag.hex)) pickIn(drag.hex);
}

function up(event) {
  clearTimeout(long);
  fingers.delete(event.pointerId);
  if (fingers.size) return;
  spread = 0;
  const held = drag ?? (rests && event.timeStamp - rests.at < LONG ? rests : null);
  drag = rests = null;
  document.body.classList.remove("carrying");
  if (!held) return;
  const hex = hexUnder(event.clientX, event.clientY);
  if (held.carries) {
    if (hex && hex !== held.hex) aim(hex, {});
    return;
  }
  if (held.moved || held.button !== 0) return;
  if (held.unit) click(unit(held.unit).place, event, held.unit);
  else if (hex) click(hex, event, null, held.touch);
}

function cancel(event) {
  fingers.delete(event.pointerId);
  clearTimeout(long);
  drag = null;
}

/** A click on a hex, or on one unit of its fan. */
function click(hex, event, one, touch = false) {
  update({ hex });
  fan(null);
  openFan.stop();
  if (one) {
    if (!unit(one).can || !mine()) return look(hex);
    if (!event.shiftKey) return pick([one]);
    const picking = toggle(one);
    fan(hex); // stays open for the next one; where it lies a plain click would rather go on
    return picking;
  }
  if (event.shiftKey && store.picked.length && store.spots.has(hex)) return fix(hex);
  const now = event.ctrlKey || event.metaKey;
  const spot = store.spots.get(hex);
  if (spot && (store.picked.length || spot.target) && (now || !takes(hex))) return aim(hex, { pin: touch, now });
  if (takes(hex)) return pickIn(hex, { add: event.shiftKey });
  return store.picked.length && mine() ? aim(hex, { pin: touch }) : look(hex);
}
