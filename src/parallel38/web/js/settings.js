/**
 * What a player has chosen about looks and manners, kept in this browser alone.
 * Looks are told to the style sheets by data attributes of the root element.
 */

const PLACE = "parallel38.settings";
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
};

let chosen = read();
const listeners = new Set();

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return { ...USUAL, ...(found && typeof found === "object" ? found : {}) };
  } catch {
    return { ...USUAL };
  }
}

/** All settings, as one object that must not be changed. */
export function settings() {
  return chosen;
}

/** Changes one setting, keeps it and shows it at once. */
export function change(name, value) {
  chosen = { ...chosen, [name]: value };
  try {
    localStorage.setItem(PLACE, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing still shows what was chosen until the page is left.
  }
  show();
  for (const listener of listeners) listener(name, value);
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

show();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", show);
addEventListener("storage", (event) => {
  if (event.key !== PLACE) return;
  chosen = read();
  show();
});
