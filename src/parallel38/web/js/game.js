/** The page of a game: opens it, listens to it, and lets every part draw itself. */

import { get, live } from "./api.js";
import { watchPointerCard } from "./atpointer.js";
import { makeBoard, watchBoard } from "./board.js";
import { takeOverBookmarks } from "./bookmarks.js";
import { watchBuilder } from "./builder.js";
import { revealChoice, watchChoice } from "./choice.js";
import { watchDice } from "./dice.js";
import { curtain, openAccount } from "./dialogs.js";
import { $, framed, h, put } from "./dom.js";
import { fail, lineBar, say } from "./errors.js";
import { beside, isHex } from "./grid.js";
import { guided, watchGuide } from "./guided.js";
import { showFront, watchKeys } from "./keys.js";
import { watchLegend, watchOverlays } from "./overlays.js";
import { watchPanel } from "./panel.js";
import { watchPointer } from "./pointer.js";
import { watchPrompt } from "./prompt.js";
import { watchQuestion } from "./plan.js";
import { watchReach } from "./reach.js";
import { watchReplay } from "./replay.js";
import { watchPlacing } from "./reveal.js";
import "./settings.js";
import { watchSheet } from "./sheet.js";
import { sinceFor, summaryOf, watchSince } from "./since.js";
import { heard, refresh } from "./situation.js";
import { watchScenes } from "./scenes.js";
import { watchStanding } from "./standing.js";
import { on, prompt, store, unit, update } from "./store.js";
import { language, loadTexts, t } from "./texts.js";
import { watchThoughts } from "./thoughts.js";
import { fitAll, fitFront, zoomBy } from "./view.js";
import { revealLast, watchBeginning, watchOthers } from "./watch.js";
import { watchWhyNot } from "./whynot.js";

store.id = location.pathname.split("/").filter(Boolean).at(-1);
const at = new URL(location.href).searchParams.get("at");
if (at !== null && /^\d+$/.test(at)) store.at = Number(at);

async function begin() {
  const [first] = await Promise.all([get(`/api/games/${store.id}`), loadTexts()]);
  if (store.at !== null && store.at >= first.live) store.at = null; // a moment that this game does not have
  $("to-text").href = `/games/${store.id}/text`;
  await makeBoard(first);
  watchBoard();
  watchScenes();
  watchPanel();
  watchSheet();
  watchPlacing();
  watchPointerCard();
  watchPrompt();
  watchChoice();
  watchStanding();
  watchSince();
  watchThoughts();
  watchBuilder();
  watchWhyNot();
  watchOverlays();
  watchLegend();
  watchReplay();
  watchOthers();
  watchDice();
  watchPointer();
  watchReach();
  watchQuestion();
  watchKeys();
  watchTurns();
  zoomButtons();
  await refresh();
  const place = unit(store.picked[0])?.place;
  if (isHex(place)) fitFront([place, ...beside(place).flatMap(beside)]);
  else showFront();
  if (store.at !== null) revealLast();
  revealChoice();
  delete document.body.dataset.loading;
  await framed();
  performance.mark("ready");
  live(store.id, heard, (state, seconds, barred) => {
    const back = store.line === "lost" && state === "open";
    update({ line: state });
    lineBar(seconds, barred);
    if (back) refresh();
  });
  document.addEventListener("p38:language", changeLanguage);
  watchGuide();
  watchBeginning();
  takeOverBookmarks();
}

/** All words of the page in another language: what was drawn is drawn again. */
async function changeLanguage() {
  const { title, board } = store.situation;
  store.log = [];
  store.situation = { ...store.situation, hash: "" };
  await makeBoard({ title, board });
  zoomButtons();
  await refresh();
  update({ language: language() });
}

/** What is read aloud when the decision changes; the curtain between two people; the account at the end, also when a game is opened that is over. */
function watchTurns() {
  let decider = null;
  let over = null;
  on(["situation"], () => {
    const now = store.situation;
    if (store.at !== null) over ??= true; // somebody who opens a moment of a game wants to see that
    if (!now || store.at !== null) return;
    if (decider !== null && decider !== now.decider && now.you.includes(decider) && now.you.includes(now.decider)) {
      curtain(now.decider, sinceFor(now.decider).then((found) => found && [h("h3", { class: "section" }, found.title), summaryOf(found)]));
    }
    if (now.you.includes(now.decider)) decider = now.decider;
    if (!over && now.over && !guided()) openAccount();
    over = now.over;
  });
  let said = "";
  on(["situation"], () => {
    if (store.situation && prompt(store.situation) !== said) {
      said = prompt(store.situation);
      say(said);
    }
  });
}

function zoomButtons() {
  const button = (sign, key, onclick) => h("button", { type: "button", class: "button round", "aria-label": t(key), title: t(key), onclick }, sign);
  put(
    $("zoom-buttons"),
    button("+", "web.zoom_in", () => zoomBy(1.25)),
    button("−", "web.zoom_out", () => zoomBy(0.8)),
    button("⤢", "web.fit_all", fitAll),
    button("⚔", "web.fit_front", showFront),
  );
}

begin().catch(fail);
