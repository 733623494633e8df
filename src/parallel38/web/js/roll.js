/** A roll that can be checked: what it was for, what each fall would have brought, and how the dice were made. */

import { referenceAddress } from "./addresses.js";
import { get } from "./api.js";
import { h } from "./dom.js";
import { figures } from "./pool.js";
import { store } from "./store.js";
import { t } from "./texts.js";

/** Fetches how the dice of an action were made and read, makes them again if that can be done, and tells all of it. */
export async function rollOf(n) {
  const roll = await get(`/api/games/${store.id}/rolls/${n}`);
  const again = roll.secret ? await made(roll) : null;
  return h(
    "div",
    { class: "check" },
    h("p", {}, h("b", {}, roll.purpose), roll.rule ? ` (${roll.rule})` : "", ": ", t("web.dice", { dice: figures(roll.dice, roll.pool) })),
    roll.lines.map((line) => h("p", {}, line)),
    roll.readings.map((reading) => [
      h("h3", { class: "section" }, reading.text ? t("web.falls_of", { reading: reading.text }) : t("web.falls")),
      h("table", {}, h("tbody", {}, reading.falls.map((fall) => h("tr", { class: fall.fell ? "fell" : "" }, h("th", { scope: "row" }, fall.label), h("td", {}, fall.text || t("web.falls_on"), fall.fell ? h("b", {}, ` ${t("web.fell")}`) : null))))),
    ]),
    roll.charts.length > 0 && h("p", {}, t("web.read_on"), " ", roll.charts.map((chart, i) => [i ? ", " : "", h("a", { href: referenceAddress(store.situation.title, { edition: store.situation.edition, game: store.id }, `chart-${chart.name}`) }, chart.text)])),
    h("h3", { class: "section" }, t("web.how_made")),
    h("p", {}, t(`web.made.${roll.kind}`)),
    h("dl", {}, fact("web.made_key", roll.key), fact("web.made_seal", roll.seal), fact("web.made_secret", roll.secret)),
    again && h("p", { class: again.join() === roll.dice.join() ? "good" : "bad" }, t(again.join() === roll.dice.join() ? "web.made_same" : "web.made_other", { dice: again.join(", ") })),
  );
}

const fact = (key, value) => (value ? [h("dt", {}, t(key)), h("dd", {}, h("code", {}, value))] : null);

/** The dice that a secret gives for a key, made by this page alone, as docs/formats.md says; null if it cannot. */
async function made({ secret, key, pool }) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = (text) => new TextEncoder().encode(text);
  const hmac = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const found = [];
  for (let block = 0; found.length < pool.length; block++) {
    const digest = new Uint8Array(await crypto.subtle.sign("HMAC", hmac, bytes(`${key}|${block}`)));
    for (const byte of digest) {
      const die = pool[found.length];
      if (die && byte < 256 - (256 % die.faces)) found.push((byte % die.faces) + die.lowest);
    }
  }
  return found;
}
