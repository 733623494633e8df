/** The page's own words. The service gives them by key in the chosen language. */

import { change, onChange, settings } from "./settings.js";

const LANGUAGES = ["en", "es"];
let words = {};

/** The language of the page: as chosen, else the first of the browser's that we speak. */
export function language() {
  const chosen = settings().language;
  if (LANGUAGES.includes(chosen)) return chosen;
  const spoken = (navigator.languages ?? [navigator.language]).map((code) => code.slice(0, 2));
  return spoken.find((code) => LANGUAGES.includes(code)) ?? "en";
}

/** The page in the language that was chosen last. */
let turning = Promise.resolve();

/** Chooses a language, here and in every open window. */
export function setLanguage(code) {
  change("language", code);
  return turning;
}

/** Fetches the words of the language that was chosen; every part that shows texts listens to `p38:language` and draws them again. */
async function turn() {
  await loadTexts();
  document.dispatchEvent(new CustomEvent("p38:language"));
}

onChange((name) => {
  if (name === "language") turning = turn();
});

/** Fetches the words and puts them into everything that names a text by `data-t` or `data-t-label`. */
export async function loadTexts() {
  const wanted = language();
  const answer = await fetch(`/api/texts?lang=${wanted}`);
  const found = answer.ok ? await answer.json() : words;
  if (wanted !== language()) return; // another one was chosen meanwhile, and comes too
  words = found;
  document.documentElement.lang = language();
  fill(document);
}

/** Puts words into the marked elements under `root`. */
export function fill(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
    if (element.hasAttribute("title")) element.title = t(element.dataset.tLabel);
  }
}

/** The text of a key with `{name}` replaced by arguments; of a text with two forms the first is for n = 1. */
export function t(key, args = {}) {
  const found = words[key] ?? key;
  const text = Array.isArray(found) ? found[args.n === 1 ? 0 : 1] : found;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole));
}

/** A reason without the rule's number at its end, which the link after it tells. */
export function plainReason(reason) {
  return (reason ?? "").replace(/ \[[^\]]*\]$/, "");
}

const formats = new Map();

/** How the language writes numbers; made once, because making it costs more than using it. */
function format() {
  const spoken = language();
  if (!formats.has(spoken)) formats.set(spoken, new Intl.NumberFormat(spoken, { maximumFractionDigits: 2 }));
  return formats.get(spoken);
}

/** A number as the language writes it, with quarters and halves as fractions. */
export function number(value) {
  const whole = Math.trunc(value);
  const part = { 0.25: "¼", 0.5: "½", 0.75: "¾" }[Math.abs(value - whole)];
  if (part) return (whole ? String(whole) : value < 0 ? "−" : "") + part;
  return format().format(value).replace("-", "−");
}

/** A chance from 0 to 1 as a percentage; what can happen is never shown as 0, nor what can fail as 100. */
export function percent(chance) {
  const rounded = Math.round(chance * 100);
  const shown = chance > 0 && rounded === 0 ? "<1" : chance < 1 && rounded === 100 ? ">99" : String(rounded);
  return `${shown} %`;
}
