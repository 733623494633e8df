/** Looking back: a slider over all actions with marks where phases begin; the address holds the moment. */

import { get } from "./api.js";
import { bookmarks } from "./bookmarks.js";
import { confirm, openBookmarks } from "./dialogs.js";
import { $, h, later, put } from "./dom.js";
import { fail, notice } from "./errors.js";
import { branch, takeBack } from "./doing.js";
import { refresh } from "./situation.js";
import { after, store, update } from "./store.js";
import { t } from "./texts.js";
import { playAgain } from "./watch.js";

/** Where phases begin, as it was when the last entry had this number, turn and phase. */
let marks = { number: -1, phase: "", list: [] };

/** Draws the bar whenever the game or the moment has changed. */
export function watchReplay() {
  after(["situation", "at", "line", "film"], drawReplay);
}

const fetchMoments = later(400, async () => {
  const number = store.situation.live;
  const entry = store.log.at(-1);
  const phase = `${entry?.turn} ${entry?.phase}`;
  const known = marks.number >= 0 && (store.at !== null || (marks.phase === phase && marks.number <= number));
  if (known) return;
  try {
    marks = { number, phase, list: await get(`/api/games/${store.id}/moments`) };
    drawReplay();
  } catch (error) {
    fail(error);
  }
});

const settle = later(60, refresh);

/** Goes to the moment after an action; the last one is the present. */
export function goTo(n) {
  const live = store.situation.live;
  const at = n === null || n >= live ? null : Math.max(0, n);
  update({ at, film: null });
  const url = new URL(location.href);
  if (at === null) url.searchParams.delete("at");
  else url.searchParams.set("at", at);
  history.replaceState(null, "", url);
  settle();
}

/** Goes by actions. */
export function stepBy(n) {
  goTo((store.at ?? store.situation.live) + n);
}

/** Goes to the beginning of the phase before or after. */
export function phaseBy(n) {
  const here = store.at ?? store.situation.live;
  const starts = marks.list.map((mark) => mark.n);
  const to = n < 0 ? starts.filter((start) => start < here).at(-1) : starts.find((start) => start > here);
  goTo(to ?? (n < 0 ? 0 : null));
}

/** The last action before the turn in play, or before the one that has just ended. */
function turnBefore(here) {
  const turn = marks.list.filter((mark) => mark.n < here).at(-1)?.turn;
  return marks.list.find((mark) => mark.turn === turn)?.n ?? 0;
}

/** Whether an earlier moment is looked at, not what others have just done. */
const looksBack = () => store.at !== null && store.film?.mode !== "live";

/** Plays from the moment that is shown, at the present from the beginning of the turn; or stops. */
export function play() {
  const here = store.at ?? store.situation.live;
  return playAgain(looksBack() ? here : turnBefore(here));
}

function drawReplay() {
  const now = store.situation;
  if (!now) return;
  fetchMoments();
  const live = now.live;
  const here = store.at ?? live;
  const back = looksBack();
  document.body.classList.toggle("back", back);
  const go = (sign, key, onclick) =>
    h("button", { type: "button", class: "button chrome small", "aria-label": t(key), title: t(key), onclick, data: { focus: key } }, sign);
  const own = bookmarks();
  const playing = store.film?.mode === "replay";
  const moment = marks.list.filter((mark) => mark.n <= here).at(-1);
  put(
    $("replay"),
    go("«", "web.phase_before", () => phaseBy(-1)),
    go("‹", "web.action_before", () => stepBy(-1)),
    playing ? go("❚❚", "web.stop_playing", play) : go("▶", "web.play_again", play),
    go("›", "web.action_after", () => stepBy(1)),
    go("»", "web.phase_after", () => phaseBy(1)),
    h(
      "div",
      { class: "slider" },
      h("div", { class: "ticks", "aria-hidden": "true" }, marks.list.map((mark) => tick(mark, live)), own.map((mark) => tick(mark, live, "own"))),
      h("input", {
        type: "range",
        min: 0,
        max: live,
        step: 1,
        value: here,
        "aria-label": t("web.replay"),
        "aria-valuetext": moment ? `${here}: ${moment.text}` : String(here),
        data: { focus: "slider" },
        oninput: (event) => goTo(Number(event.target.value)),
      }),
    ),
    h(
      "button",
      { type: "button", class: "button chrome small", "aria-label": t("web.bookmarks"), title: t("web.bookmarks"), onclick: () => openBookmarks(moment?.text ?? now.turn_text, goTo), data: { focus: "bookmarks" } },
      "★",
      own.length ? ` ${own.length}` : "",
    ),
    h("span", { class: "where" }, store.at !== null ? t("web.action_of", { n: here, total: Math.max(here, live) }) : t("web.live", { n: live })),
    back ? h("button", { type: "button", class: "button chrome small outline", onclick: () => goTo(null), data: { focus: "live" } }, t("web.to_live"), h("kbd", {}, "Esc")) : null,
    back ? h("button", { type: "button", class: "button chrome small", onclick: () => branch(here), data: { focus: "branch" } }, t("web.play_on")) : null,
    back && !now.over ? h("button", { type: "button", class: "button chrome small", onclick: () => confirm(t("web.take_back_sure", { n: live - here }), () => takeBack(here)), data: { focus: "back" }, title: t("web.take_back_note") }, t("web.take_back")) : null,
    back ? h("button", { type: "button", class: "button chrome small", title: t("web.copy_link_note"), onclick: copyLink, data: { focus: "link" } }, t("web.copy_link")) : null,
  );
  const bar = $("replaying");
  bar.hidden = !back;
  if (back) put(bar, t("web.action_of", { n: here, total: Math.max(here, live) }), moment ? ` · ${moment.text}` : "");
}

/** The address holds no key: it is good for bookmarks of this browser, and opens nothing anywhere else. */
async function copyLink() {
  await navigator.clipboard?.writeText(location.href);
  notice(t("web.copy_link_note"));
}

function tick(mark, live, kind = "") {
  const element = h("i", { class: kind, title: mark.text });
  element.style.left = `${live ? (mark.n / live) * 100 : 0}%`;
  return element;
}
