/** Words that lead somewhere: a rule's number opens the rule, a hex goes to the hex. */

import { h } from "./dom.js";
import { openRule } from "./rules.js";
import { store } from "./store.js";
import { centre } from "./view.js";

/** The number of a rule, which opens it. */
export function ruleLink(rule) {
  return rule ? h("button", { type: "button", class: "rule", onclick: () => openRule(rule) }, rule) : null;
}

/** What a verb is called. */
export function verbText(verb) {
  const text = store.map.words.verb[verb] ?? verb;
  return text[0].toLocaleUpperCase() + text.slice(1);
}

/** The label of a hex, which goes there. */
export function hexLink(hex) {
  return h("button", { type: "button", class: "hexref", onclick: () => centre(hex) }, hex);
}
