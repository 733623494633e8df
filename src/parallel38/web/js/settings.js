/**
 * What a player has chosen about looks and manners. The service keeps it and sends it with every page, so that it depends
 * neither on the browser nor on the address. Looks are told to the style sheets by data attributes of the root element.
 */

const FORMERLY = "parallel38.settings";
const SHOWN = ["palette", "dark", "motion", "counters", "tint"];
const USUAL = {
  language: "",
  palette: "standard",
  dark: "auto",
  motion: "auto",
  counters: "m",
  tint: 45,
  dice: "full",
  wheel: "zoom",
  pace: "normal",
  keys: true,
  curtain: true,
  panel: 376,
};
/** What may be chosen; a setting that is not here is free. */
export const CHOICES = {
  language: ["en", "es"],
  palette: ["standard", "contrast", "safe"],
  dark: ["auto", "on", "off"],
  motion: ["auto", "full", "less", "none"],
  counters: ["s", "m", "l"],
  dice: ["full", "quick", "instant"],
  wheel: ["zoom", "pan"],
  pace: ["slow", "normal", "fast", "once"],
};

let chosen = sound(JSON.parse(document.documentElement.dataset.settings || "{}"));
const listeners = new Set();
const others = new BroadcastChannel("parallel38.settings");

/** All settings: as kept, and as usual what was never chosen or cannot be chosen any more. */
function sound(kept) {
  const fits = ([name, value]) => !CHOICES[name] || CHOICES[name].includes(value);
  return { ...USUAL, ...Object.fromEntries(Object.entries(kept).filter(fits)) };
}

/** All settings, as one object that must not be changed. */
export function settings() {
  return chosen;
}

/** Changes one setting, shows it at once in every window, and keeps it; gives whether it could be kept. */
export function change(name, value) {
  take({ [name]: value });
  others.postMessage({ [name]: value });
  return keep({ [name]: value });
}

function take(values) {
  chosen = { ...chosen, ...values };
  show();
  for (const [name, value] of Object.entries(values)) for (const listener of listeners) listener(name, value);
}

let waiting = {};
let sending = null;

/** Sends what was chosen; what is chosen while a request is on its way goes with the next one. */
function keep(values) {
  Object.assign(waiting, values);
  sending ??= send().finally(() => (sending = null));
  return sending;
}

async function send() {
  let kept = true;
  while (Object.keys(waiting).length) {
    const body = JSON.stringify(waiting);
    waiting = {};
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/settings", { method: "PATCH", body, headers, keepalive: true }).catch(() => null);
    kept = Boolean(answer?.ok);
  }
  return kept;
}

/** Calls `listener(name, value)` after every change. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Whether things may slide and fade: as chosen, else as the system says. */
export function moves() {
  if (chosen.motion === "auto") return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  return chosen.motion === "full";
}

function show() {
  const root = document.documentElement;
  for (const name of SHOWN) root.dataset[name] = String(chosen[name]);
  const night = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.scheme = chosen.dark === "on" || (chosen.dark === "auto" && night) ? "dark" : "light";
  root.dataset.still = String(!moves());
}

/** Takes over what a browser has kept of an earlier version of the program. */
function takeOver() {
  const text = localStorage.getItem(FORMERLY);
  if (text === null) return;
  localStorage.removeItem(FORMERLY);
  if (document.documentElement.dataset.settings !== "{}") return;
  const found = JSON.parse(text);
  chosen = sound(found);
  keep(found);
}

try {
  takeOver();
} catch {
  // A browser that gives nothing back has kept nothing.
}
show();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", show);
others.addEventListener("message", (event) => take(event.data));
