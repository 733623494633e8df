/**
 * Overlays: those that the game has, the reach of a unit, the bare terrain. A key or a button turns one on; a held key
 * shows it only while held.
 */

import { get } from "./api.js";
import { hexagon, hexagons, showOverlays } from "./board.js";
import { chip } from "./counters.js";
import { $, h, put, s } from "./dom.js";
import { fail } from "./errors.js";
import { isHex, point } from "./grid.js";
import { dicey, leftWords, offerOf } from "./offers.js";
import { fragment } from "./signs.js";
import { after, on, store, unitsAt, update } from "./store.js";
import { number, t } from "./texts.js";

const MOST = 2;
/** More buttons than these are drawn smaller. */
const MANY = 9;
const HELD = 350;
const found = new Map();

/** The overlays of every game. */
const USUAL = [
  { name: "reach", key: "r", kind: "reach", of: "unit", hatch: "two" },
  { name: "terrain", key: "v", kind: "", of: "", hatch: "" },
];

/** The overlays with their keys. `of`: the side that it is about, seen from the side that decides; `rings`: its units are ringed, and those of the other side's. */
export const overlays = () => [
  ...store.map.overlays,
  ...USUAL.map((one) => ({ ...one, text: t(`web.overlay.${one.name}`), legend: t(`web.overlay.${one.name}.legend`) })),
];

/** The side from which the player looks: the side that the player has, or the one that decides. */
function own() {
  const now = store.situation;
  if (now.you.length === 1) return now.you[0];
  return store.map.sides[now.decider] ? now.decider : Object.keys(store.map.sides)[0];
}

/** Draws buttons and overlays whenever the game or the choice has changed. */
export function watchOverlays() {
  drawButtons();
  on(["overlays"], drawButtons);
  on(["situation"], () => found.clear());
  on(["overlays", "situation"], draw);
}

function drawButtons() {
  const place = $("overlay-buttons");
  place.classList.toggle("many", overlays().length > MANY);
  const open = () => {
    place.classList.toggle("open");
    drawButtons();
  };
  put(
    place,
    h("button", { type: "button", class: "button round layers", "aria-expanded": String(place.classList.contains("open")), "aria-label": t("web.overlays"), title: t("web.overlays"), onclick: open, data: { focus: "layers" } }, "≋"),
    overlays().map((overlay) =>
      h(
        "button",
        { type: "button", class: "button pill", "aria-pressed": String(store.overlays.includes(overlay.name)), onclick: () => (place.classList.remove("open"), toggleOverlay(overlay.name)), data: { focus: overlay.name } },
        overlay.text,
        h("kbd", {}, overlay.key.toUpperCase()),
      ),
    ),
    h("button", { type: "button", class: "button pill", "aria-expanded": String(!$("map-key").hidden), "aria-controls": "map-key", onclick: toggleKey, data: { focus: "map key" } }, t("web.map_key")),
  );
}

/** Opens or closes the key of the map: its signs as the service draws them, each with its meaning. */
function toggleKey() {
  const key = $("map-key");
  key.hidden = !key.hidden;
  const sign = (svg) => s("svg", { viewBox: "-32 -20 64 40", width: 48, height: 30, "aria-hidden": "true" }, fragment(svg));
  put(
    key,
    key.hidden
      ? null
      : [
          h("div", { class: "key-head" }, h("h2", { class: "section" }, t("web.map_key")), h("button", { type: "button", class: "button small", onclick: toggleKey, data: { focus: "close key" } }, t("web.close"))),
          h("ul", {}, store.map.key.map(({ svg, text }) => h("li", {}, sign(svg), text))),
        ],
  );
  drawButtons();
}

/** Turns an overlay on or off; of three the oldest goes. */
export function toggleOverlay(name) {
  const without = store.overlays.filter((one) => one !== name);
  update({ overlays: without.length < store.overlays.length ? without : [...without, name].slice(-MOST) });
}

let pressed = null;

/** A key of an overlay goes down: it is shown. */
export function overlayDown(key) {
  const overlay = overlays().find((one) => one.key === key);
  if (!overlay) return false;
  if (!pressed) {
    pressed = { name: overlay.name, since: performance.now(), was: store.overlays.includes(overlay.name) };
    if (!pressed.was) toggleOverlay(overlay.name);
  }
  return true;
}

/** The key of an overlay comes up: after a short press the overlay stays, after a long one it goes. */
export function overlayUp(key) {
  const overlay = overlays().find((one) => one.key === key);
  if (!overlay || pressed?.name !== overlay.name) return;
  if (pressed.was || performance.now() - pressed.since > HELD) toggleOverlay(overlay.name);
  pressed = null;
}

const other = (side) => Object.keys(store.map.sides).find((one) => one !== side);

/** Asks for an overlay; with `across` for the same of the other side. */
async function ask(overlay, across = false) {
  let kind = overlay.kind;
  let unit;
  if (overlay.of === "unit") {
    unit = unitsAt(store.hover ?? store.hex)[0]?.id ?? store.picked[0];
    if (!unit) return null;
  } else if (overlay.of !== "both") kind += `-${(overlay.of === "own") === across ? other(own()) : own()}`;
  const name = `${kind} ${unit ?? ""}`;
  if (!found.has(name)) found.set(name, get(`/api/games/${store.id}/overlay`, { kind, unit, at: store.at ?? undefined }));
  return found.get(name);
}

let drawn = 0;

async function draw() {
  const turn = ++drawn;
  $("plane").classList.toggle("terrain-only", store.overlays.includes("terrain"));
  const under = [];
  const over = [];
  const legend = [];
  for (const name of store.overlays) {
    const overlay = overlays().find((one) => one.name === name);
    const key = h("span", { class: `key ${overlay.hatch}` }, h("i", { "aria-hidden": "true" }), overlay.legend);
    legend.push(key);
    if (!overlay.kind) continue;
    try {
      const data = await ask(overlay);
      if (!data) continue;
      key.classList.toggle("lined", data.lines.length > 0);
      const ringed = overlay.rings ? [...data.units, ...(await ask(overlay, true)).units] : [];
      under.push(...shapes(data, overlay, ringed));
      over.push(...notes(data));
    } catch (error) {
      found.clear();
      fail(error);
    }
  }
  if (turn !== drawn) return;
  showOverlays(under, over);
  if (store.spots.size && !legend.length) legend.push(...spotLegend());
  $("legend").hidden = !legend.length;
  put($("legend"), legend);
}

function shapes(data, overlay, ringed) {
  const parts = [hexagons(data.hexes.filter(isHex), `overlay ${overlay.hatch}`, 0.99)];
  for (const line of data.lines) {
    const at = line.map(point).filter(Boolean);
    if (at.length > 1) parts.push(s("path", { class: `overlay-line ${overlay.hatch}`, d: `M${at.map(({ x, y }) => `${x} ${y}`).join("L")}` }));
  }
  for (const id of ringed) {
    const place = store.situation.byId.get(id)?.place;
    if (isHex(place)) parts.push(hexagon(place, "overlay-unit", 0.9));
  }
  return parts;
}

/** What is written at hexes, such as odds or distances. */
function notes(data) {
  return Object.entries(data.labels ?? {})
    .filter(([hex]) => isHex(hex))
    .map(([hex, words]) => chip(String(words), point(hex).x, point(hex).y - 34, "overlay-label"));
}

/** What the signs of the reach mean, as far as they are on the board. */
function spotLegend() {
  const kinds = new Map([...store.spots.values()].map((spot) => [dicey(spot) ? "dicey" : spot.further ? "further" : spot.stop ? "stop" : typeof spot.left === "number" ? "free" : "", spot]));
  const bands = new Map([...store.spots.values()].filter((spot) => typeof spot.band === "number").sort((one, other) => one.band - other.band).map((spot) => [spot.band, spot]));
  if (bands.size) kinds.delete("free");
  if (store.closed.size) kinds.set("shut", null);
  const signs = { free: "2", further: "", stop: "■", dicey: "⚄", shut: "✕" };
  const own = { free: leftWords, further: (spot) => offerOf(spot)?.text };
  const words = (kind) => own[kind]?.(kinds.get(kind)) ?? t(`web.legend.${kind}`);
  const priced = [...bands.values()].map((spot) => h("span", { class: `key band-${spot.band}` }, h("i", { "aria-hidden": "true" }), `${store.map.words.mode[spot.mode] ?? ""}: ${number(spot.left)} ${leftWords(spot)}`));
  return priced.concat(Object.keys(signs).filter((kind) => kinds.has(kind)).map((kind) => h("span", { class: `key spot-${kind}` }, h("i", { "aria-hidden": "true" }, signs[kind]), words(kind))));
}

/** The legend of the reach follows what is in hand. */
export function watchLegend() {
  after(["spots"], draw);
}
