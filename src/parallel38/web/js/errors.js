/** What went wrong, in one place: the bar over the page, the short notice, and what is read aloud. */

import { $, h } from "./dom.js";
import { store, update } from "./store.js";
import { t } from "./texts.js";

let hiding = 0;

/** Says something to screen readers. */
export function say(text) {
  if (text) $("said").textContent = text;
}

/** Shows a sentence for a while; gives its bar, which goes earlier if it is removed. */
export function notice(text) {
  clearTimeout(hiding);
  const bar = h("div", { class: "notice" }, h("span", {}, text), closer());
  $("errors").replaceChildren(bar);
  hiding = setTimeout(() => bar.remove(), 6000);
  return bar;
}

function closer() {
  return h("button", { class: "button small", type: "button", onclick: () => $("errors").replaceChildren() }, t("web.close"));
}

/** Shows what a failed request means; a stale one only says that the game went on. */
export function fail(error) {
  if (error?.status === 0) return update({ line: "lost" });
  if (error?.status === 409) return notice(error.key === "stale" ? t("web.error.moved_on") : error.error);
  if (error?.status && error.status < 500) return notice(error.error);
  console.error(error);
  const report = `${error?.message ?? error}\n${location.href}\n${store.situation?.number ?? ""} ${store.situation?.hash ?? ""}\n${error?.stack ?? ""}`;
  return $("errors").replaceChildren(
    h(
      "div",
      { class: "errorbar" },
      h("span", {}, error?.error ?? t("web.error.page")),
      h("button", { class: "button small", type: "button", onclick: () => navigator.clipboard?.writeText(report) }, t("web.copy_report")),
      closer(),
    ),
  );
}

/** Shows that the line is lost, and until when nothing is tried; or that the service has another key than this page. */
export function lineBar(seconds, barred) {
  const lost = store.line === "lost";
  const old = $("errors").querySelector(".lost");
  if (!lost) {
    old?.remove();
    return;
  }
  const text = barred ? t("web.error.key") : t("web.error.line", { n: store.situation?.live ?? 0, seconds: seconds ?? 1 });
  if (old) old.firstChild.textContent = text;
  else $("errors").replaceChildren(h("div", { class: "errorbar lost" }, h("span", {}, text)));
}
