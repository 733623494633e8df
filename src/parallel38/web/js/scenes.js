/**
 * What has just happened, drawn on the map: the trails of units that moved, attackers with arrows, the result in large
 * letters, units that were lost, crossed out. Scenes come with the entries of the log, so that they are the same for one's
 * own actions, for those of others and for a moment that is looked at again.
 */

import { hexagon, sceneLayer, trailLayer } from "./board.js";
import { counterAt } from "./counters.js";
import { dieOf } from "./dice.js";
import { s } from "./dom.js";
import { point } from "./grid.js";
import { on, store } from "./store.js";
import { UNIT, aside, onLook, zoom } from "./view.js";

/** Earlier actions of a turn that is watched whose trails stay, faintly. */
const OLDER = 8;
/** A result with more letters than these stands over its hex as the code of the table; the strip has it in words. */
const LONG = 40;
/** Counters of a hex that are drawn when they are lost; more would hide each other. */
const MOST = 4;

/** Draws what the store's entries show, and keeps results as large as they are, and in sight, when the view changes. */
export function watchScenes() {
  on(["scenes"], draw);
  onLook(() => {
    for (const badge of sceneLayer().querySelectorAll(".badge")) size(badge);
  });
}

/** The entries whose scenes belong to a situation: what is new in it, or the action that is looked at again. */
export function entriesOf(situation, news, moved) {
  if (store.at !== null) {
    const first = store.film?.entries[0]?.n ?? situation.number;
    const here = store.log.filter((entry) => entry.n >= first && entry.n <= situation.number);
    return store.film ? [...store.scenes.filter((entry) => entry.n < first).slice(-OLDER), ...here] : here;
  }
  if (news.some((entry) => entry.scenes.length)) return news;
  return moved && !store.film ? [] : store.scenes;
}

/** The counters that are drawn although their units are no more in the situation. */
export function lostCounters(entries) {
  return entries.flatMap((entry) => entry.scenes).flatMap((scene) => scene.counters ?? []);
}

/** The hexes on which a player must look to see what an entry shows. */
export function hexesOf(entry) {
  const all = entry.scenes.flatMap((scene) => [...(scene.path ?? []), ...(scene.from ?? []), scene.hex]);
  return [...new Set(all.length ? all : entry.lines.flatMap((line) => line.hexes))].filter((hex) => point(hex));
}

/** The results that are drawn over each hex: each stands above the one before it. */
const badges = new Map();

function draw() {
  const first = store.film?.entries[0]?.n ?? 0;
  badges.clear();
  const parts = store.scenes.flatMap((entry) => {
    const older = entry.n < first;
    const own = !store.film && store.at === null && store.situation.you.includes(entry.by);
    return entry.scenes.flatMap((scene) => sceneOf(scene, entry, older ? "older" : own ? "own" : ""));
  });
  const under = parts.filter((part) => part.classList.contains("trail"));
  trailLayer().replaceChildren(...under);
  sceneLayer().replaceChildren(...parts.filter((part) => !under.includes(part)));
}

/** One scene; of earlier ones only the trails stay. */
function sceneOf(scene, entry, kind) {
  if (scene.path) return trail(scene, kind);
  if (kind === "older") return [];
  if (scene.counters) return [dead(scene)];
  if (scene.from) return kind === "own" && !scene.text ? [] : fight(scene, entry); // the player has just set it
  return scene.kind === "fate" ? [] : [painted(scene.side, hexagon(scene.hex, `came ${scene.kind}`, 0.93))];
}

/** An element in the colour of a side, with an edge on which that can be seen. */
function painted(side, element) {
  const looks = store.map.sides[side];
  element.style.setProperty("--side", looks?.flag ?? "#888");
  element.classList.toggle("light", looks?.polarity === "light");
  return element;
}

/** A line along the way that units went, with a head where they are now. */
function trail({ side, path, kind: move }, kind) {
  const way = path.map(point).filter(Boolean);
  if (way.length < 2) return [];
  const [a, b] = way.slice(-2);
  const d = `M${way.map((at) => `${at.x} ${at.y}`).join("L")}`;
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return [
    painted(
      side,
      s(
        "g",
        { class: `trail ${move} ${kind}` },
        s("path", { class: "edge", d }),
        s("path", { class: "line", d }),
        s("circle", { cx: way[0].x, cy: way[0].y, r: 11 }),
        s("path", { class: "head", d: "M-12 -19L17 0L-12 19Z", transform: `translate(${b.x} ${b.y}) rotate(${turn}) translate(-46 0)` }),
      ),
    ),
    ...(kind === "older" ? [] : [painted(side, hexagon(path.at(-1), "came", 0.93))]),
  ];
}

/** Attackers, arrows, the hex that is attacked, and the result when it is known. */
function fight(scene, entry) {
  const to = point(scene.hex);
  const parts = scene.from.map((hex) => painted(scene.side, hexagon(hex, "came", 0.93)));
  parts.push(hexagon(scene.hex, "fought", 0.95));
  for (const hex of scene.from.filter((one) => one !== scene.hex)) { // units that went in are there already
    const from = point(hex);
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const long = Math.hypot(to.x - from.x, to.y - from.y) - 62;
    const shaft = `M0 -8H${long - 22}V-19L${long} 0L${long - 22} 19V8H0Z`;
    parts.push(painted(scene.side, s("path", { class: "blow", d: shaft, transform: `translate(${from.x} ${from.y}) rotate(${turn}) translate(30 0)` })));
  }
  if (scene.text) parts.push(badgeOf(scene, entry));
  return parts;
}

/** The result in words, such as "D · destroyed"; a code that is only a dash says nothing. */
export function resultText({ code, text }) {
  return code && code !== "-" ? `${code} · ${text}` : `${text[0].toLocaleUpperCase()}${text.slice(1)}`;
}

/** The result of a fight with its dice, over the hex that was attacked. */
function badgeOf(scene, entry) {
  const at = point(scene.hex);
  const top = Math.min(at.y, ...scene.from.map((hex) => point(hex).y)); // no attacker is covered
  const dice = scene.dice.map((value, i) => {
    const die = dieOf(value, entry.pool[i]);
    for (const [name, measure] of Object.entries({ x: 7 + i * 36, y: 6, width: 32, height: 32 })) die.setAttribute(name, measure);
    return die;
  });
  const words = scene.code && scene.text.length > LONG ? scene.code : resultText(scene);
  const left = 6 + 36 * dice.length;
  const wide = widthOf(words) + 26;
  const level = badges.get(scene.hex) ?? 0;
  badges.set(scene.hex, level + 1);
  const badge = s(
    "g",
    { class: `badge ${scene.harm}`, data: { x: at.x, y: top, wide: left + wide + 5, level } },
    s("rect", { class: "paper", width: left + wide + 5, height: 44, rx: 10 }),
    ...dice,
    s("rect", { class: "pill", x: left, y: 5, width: wide, height: 34, rx: 7 }),
    s("text", { x: left + wide / 2, y: 29 }, words),
  );
  size(badge);
  return badge;
}

let ruler = null;

/** How wide words are in the letters of a badge. */
function widthOf(words) {
  ruler ??= document.createElement("canvas").getContext("2d");
  ruler.font = `700 20px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(words).width;
}

/** Keeps a badge at the same size on the screen, with its foot over the hex and clear of the buttons over the board. */
function size(badge) {
  const scale = 1 / (UNIT * Math.max(0.5, zoom()));
  const [x, y, wide, level] = ["x", "y", "wide", "level"].map((name) => Number(badge.dataset[name]));
  const pixels = UNIT * zoom() * scale; // of the screen, for one of the badge
  const right = aside({ x, y: y - 40 }, (wide / 2) * pixels) / pixels;
  badge.setAttribute("transform", `translate(${x} ${y - 40}) scale(${scale}) translate(${right - wide / 2} ${-44 - 50 * level})`);
}

/** Units that were lost: their counters, crossed out. */
function dead({ hex, counters }) {
  const at = point(hex);
  const shown = counters.slice(0, MOST);
  const wide = 56;
  const parts = shown.map((one, i) => {
    const shift = (i - (shown.length - 1) / 2) * 16;
    const [x, y] = [at.x + shift - wide / 2, at.y + shift - wide / 2];
    return s("g", {}, counterAt(one.face, x, y, wide), s("path", { class: "cross-out", d: `M${x} ${y}l${wide} ${wide}M${x + wide} ${y}l${-wide} ${wide}` }));
  });
  return s("g", { class: "dead" }, ...parts);
}
