/** Dice one by one, as the service tells them: their colours, and what they show in words and figures. */

import { t } from "./texts.js";

/** Gives an element the colours of a die. */
export function painted(element, die) {
  if (die.fill) element.style.setProperty("--die", die.fill);
  if (die.ink) element.style.setProperty("--on-die", die.ink);
  return element;
}

/** What a die shows, in words; a die with a name is named. */
export const shows = (value, die) => (die.text ? t("web.named_die_shows", { die: die.text, n: value }) : t("web.die_shows", { n: value }));

/** What dice show, in figures; a die that has a name is named. */
export function figures(dice, pool, between = ", ") {
  const named = pool.some((die) => die.text);
  return dice.map((value, i) => (pool[i].text ? `${pool[i].text} ${value}` : String(value))).join(named ? ", " : between);
}
