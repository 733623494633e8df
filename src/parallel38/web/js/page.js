/**
 * What the pages around the board share: the header with its links, the choice of language, and how a failure is told.
 * A page calls `openPage` with a function that draws it; it is drawn again when the language changes.
 */

import { referenceAddress } from "./addresses.js";
import { get } from "./api.js";
import { $, h } from "./dom.js";
import { openPreferences } from "./preferences.js";
import { language, loadTexts, setLanguage, t } from "./texts.js";

/** The name of the first title, to which the header's link to rules and charts leads. */
let first = null;
const LANGUAGES = { en: "English", es: "Español" };

/**
 * Opens a page: texts, header, then `draw()`, which may be asynchronous. `here` names the link of the header that is
 * this page; `links` are further ones `[{href, key}]`; `name` is the key of the page's title.
 */
export async function openPage({ here = "", links = [], name, draw }) {
  const show = async () => {
    document.title = `${t(name)} · Parallel 38`;
    drawHeader(here, links);
    $("notice")?.replaceChildren();
    try {
      await draw();
    } catch (error) {
      tell(error);
    }
  };
  document.addEventListener("p38:language", show);
  await loadTexts();
  await show();
  performance.mark("ready");
}

async function drawHeader(here, links) {
  first ??= get("/api/titles").then(([title]) => title.name);
  const reference = { href: `/reference/${await first.catch(() => "")}`, key: "page.nav.reference" };
  const ours = links.some((link) => link.key === reference.key) ? [] : [reference];
  const all = [{ href: "/", key: "page.nav.play" }, ...links, ...ours, { href: "/about", key: "page.nav.about" }];
  $("header").replaceChildren(
    h("a", { class: "brand", href: "/" }, "Parallel 38"),
    h(
      "nav",
      { class: "links", "aria-label": t("page.nav") },
      all.map((link) => h("a", { href: link.href, "aria-current": link.key === here && "page" }, t(link.key))),
    ),
    h("div", { class: "tools" }, languageSwitch(), settingsButton()),
  );
}

/** Two buttons, one for each language. */
function languageSwitch() {
  return h(
    "div",
    { class: "switch", role: "group", "aria-label": t("set.language") },
    Object.entries(LANGUAGES).map(([code, text]) =>
      h(
        "button",
        { type: "button", lang: code, "aria-pressed": String(code === language()), onclick: () => setLanguage(code) },
        text,
      ),
    ),
  );
}

function settingsButton() {
  return h("button", { type: "button", class: "plain", onclick: openPreferences }, t("set.title"));
}

/** Tells of a failure in the page's notice, with a way to try again. */
export function tell(error) {
  const sentence = error?.error ?? t("page.fault");
  $("notice")?.replaceChildren(h("p", { class: "bad" }, sentence));
  $("notice")?.scrollIntoView({ block: "nearest" });
  if (error?.status === undefined) throw error;
}

/** Says something that went well, with perhaps one button: `{text, act}`. */
export function say(text, button) {
  const shown = [h("span", {}, text)];
  if (button) shown.push(h("button", { type: "button", class: "button small", onclick: button.act }, button.text));
  $("notice")?.replaceChildren(h("p", { class: "good" }, shown));
}

/** A time that is past, in words such as "9 minutes ago". */
export function ago(time) {
  const seconds = (new Date(time) - Date.now()) / 1000;
  const steps = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ];
  const [unit, size] = steps.find(([, length]) => -seconds >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.min(0, Math.round(seconds / size)), unit);
}

/** A link to a rule of an edition in our words. */
export function ruleLink({ title, edition }, number) {
  return h("a", { class: "rule", href: referenceAddress(title, { edition }, `rule-${number}`) }, number);
}
