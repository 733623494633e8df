/** A roll that can be checked: what it was for, what each fall would have brought, and how the dice were made. */

import { get } from "./api.js";
import { h } from "./dom.js";
import { store } from "./store.js";
import { t } from "./texts.js";

/** Fetches how the dice of an action were made and read, makes them again if that can be done, and tells all of it. */
export async function rollOf(n) {
  const roll = await get(`/api/games/${store.id}/rolls/${n}`);
  const again = roll.secret ? await made(roll) : null;
  return h(
    "div",
    { class: "check" },
    h("p", {}, h("b", {}, roll.purpose), roll.rule ? ` (${roll.rule})` : "", ": ", t("web.dice", { dice: roll.dice.join(", ") })),
    roll.lines.map((line) => h("p", {}, line)),
    h("h3", { class: "section" }, t("web.falls")),
    h("table", {}, h("tbody", {}, roll.falls.map((fall) => h("tr", { class: fall.fell ? "fell" : "" }, h("th", { scope: "row" }, String(fall.sum)), h("td", {}, fall.text || t("web.falls_on"), fall.fell ? h("b", {}, ` ${t("web.fell")}`) : null))))),
    roll.charts.length > 0 && h("p", {}, t("web.read_on"), " ", roll.charts.map((chart, i) => [i ? ", " : "", h("a", { href: `/reference/${store.situation.title}?game=${store.id}#chart-${chart.name}` }, chart.text)])),
    h("h3", { class: "section" }, t("web.how_made")),
    h("p", {}, t(`web.made.${roll.kind}`)),
    h("dl", {}, fact("web.made_key", roll.key), fact("web.made_seal", roll.seal), fact("web.made_secret", roll.secret)),
    again && h("p", { class: again.join() === roll.dice.join() ? "good" : "bad" }, t(again.join() === roll.dice.join() ? "web.made_same" : "web.made_other", { dice: again.join(", ") })),
  );
}

const fact = (key, value) => (value ? [h("dt", {}, t(key)), h("dd", {}, h("code", {}, value))] : null);

/** The dice that a secret gives for a key, made by this page alone, as docs/formats.md says; null if it cannot. */
async function made({ secret, key, dice, faces, lowest }) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = (text) => new TextEncoder().encode(text);
  const hmac = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const fair = 256 - (256 % faces);
  const found = [];
  for (let block = 0; found.length < dice.length; block++) {
    const digest = new Uint8Array(await crypto.subtle.sign("HMAC", hmac, bytes(`${key}|${block}`)));
    for (const byte of digest) if (byte < fair) found.push((byte % faces) + lowest);
  }
  return found.slice(0, dice.length);
}
