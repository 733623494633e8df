/** Dialogs: the menu, settings, the table of keys, the curtain between two players at one screen. */

import { accountOf } from "./account.js";
import { get, patch } from "./api.js";
import { bookmarks, mark, unmark } from "./bookmarks.js";
import { offerDraw, resign } from "./doing.js";
import { $, h, put } from "./dom.js";
import { fail } from "./errors.js";
import { guided } from "./guided.js";
import { overlays } from "./overlays.js";
import { openPreferences } from "./preferences.js";
import { badge } from "./prompt.js";
import { goTo, stepBy } from "./replay.js";
import { rollOf } from "./roll.js";
import { change, settings } from "./settings.js";
import { refresh } from "./situation.js";
import { mine, store } from "./store.js";
import { language, t } from "./texts.js";
import { hint } from "./thoughts.js";

const HOLD = 500;

function open(title, ...content) {
  const dialog = $("dialog");
  put(
    dialog,
    h("h2", { id: "dialog-title" }, title),
    content,
    h("div", { class: "actions" }, h("button", { type: "button", class: "button", onclick: () => dialog.close() }, t("web.close"))),
  );
  if (!dialog.open) dialog.showModal();
}

const sideText = (side) => store.map.sides[side]?.text ?? side;

/** The menu: other pages, files, players, giving up. */
export function openMenu() {
  const now = store.situation;
  const link = (words, href, props = {}) => h("a", { class: "button", href, ...props }, words);
  const act = (words, onclick, kind = "") => h("button", { type: "button", class: `button ${kind}`, onclick }, words);
  const away = (what) => () => {
    $("dialog").close();
    return what();
  };
  open(
    t("web.menu"),
    h(
      "div",
      { class: "menu" },
      mine() ? act(t("web.hint_menu"), away(hint)) : null,
      act(t("set.title"), away(openPreferences)),
      act(t("web.keys"), openKeys),
      link(t("web.text_view"), `/games/${store.id}/text`),
      link(t("web.home"), "/"),
      link(t("web.save_record"), `/api/games/${store.id}/record`, { download: "" }),
      link(t("web.save_position"), `/api/games/${store.id}/position${store.at === null ? "" : `?at=${store.at}`}`, { download: "" }),
      link(t("web.save_drawing"), `/api/games/${store.id}/drawing?${new URLSearchParams({ lang: language(), ...(store.at === null ? {} : { at: store.at }) })}`, { download: "" }),
      act(t("web.rename"), openRename),
      act(t("web.account"), away(openAccount)),
      now.live && store.at === null ? act(t("web.replay_menu"), away(() => stepBy(-1))) : null,
    ),
    h("h3", { class: "section" }, t("web.players")),
    h("div", { class: "menu", id: "players" }),
    now.over
      ? null
      : [
          h("h3", { class: "section" }, t("web.ending")),
          h(
            "div",
            { class: "menu" },
            now.you.map((side) => [
              now.you.length > 1
                ? act(
                    t(now.draw && now.draw !== side ? "web.agree_draw" : "web.offer_draw", { side: sideText(side) }),
                    away(() => offerDraw(side)),
                  )
                : null,
              act(t("web.resign", { side: sideText(side) }), () => confirm(t("web.resign_sure", { side: sideText(side) }), () => resign(side)), "danger"),
            ]),
          ),
        ],
  );
  drawPlayers();
}

/** Asks once more before something that takes much away. */
export function confirm(question, what) {
  open(
    question,
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          type: "button",
          class: "button danger",
          onclick: () => {
            $("dialog").close();
            what();
          },
        },
        t("web.yes"),
      ),
    ),
  );
}

async function drawPlayers() {
  try {
    const titles = await get("/api/titles");
    const known = titles.find((one) => one.name === store.situation.title)?.players ?? [];
    put(
      $("players"),
      Object.entries(store.situation.players).map(([side, player]) =>
        h(
          "label",
          { class: "chooser" },
          h("span", {}, sideText(side)),
          h(
            "select",
            { onchange: (event) => patch(`/api/games/${store.id}`, { players: { [side]: event.target.value } }).then(refresh, fail) },
            known.map((one) => h("option", { value: one.name, ...(one.name === player ? { selected: true } : {}) }, one.text)),
          ),
        ),
      ),
    );
  } catch (error) {
    fail(error);
  }
}

function openRename() {
  const field = h("input", { value: store.situation.called, maxlength: 120, "aria-label": t("web.name") });
  const save = () => {
    $("dialog").close();
    return patch(`/api/games/${store.id}`, { name: field.value }).then(refresh, fail);
  };
  open(t("web.rename"), h("form", { onsubmit: (event) => (event.preventDefault(), save()) }, field, " ", h("button", { class: "button gold" }, t("web.save"))));
}

/** The keys that are always the same, and those of overlays, which are the game's. */
const KEYS = () => [
  ["↑ ↓ ← →, 7 8 9 1 2 3", "cursor"],
  ["Enter", "enter"],
  ["Shift+Enter", "step"],
  ["Ctrl+↵ Ctrl+click", "now"],
  ["Esc", "escape"],
  ["/", "find"],
  ["W, Q", "next"],
  ["A, M", "stack"],
  ["N, P", "target"],
  ["Y", "whynot"],
  ["I", "hex"],
  ["H", "hint"],
  ["U, Shift+U", "undo"],
  ["E", "end"],
  [overlays().map((overlay) => overlay.key.toUpperCase()).join(" "), "overlays"],
  ["C", "counters"],
  ["+ − F Shift+F", "view"],
  [", . Shift+, Shift+.", "replay"],
  ["K", "play"],
  ["Home, End", "ends"],
  ["Space Esc", "watch"],
  ["L G B O", "tabs"],
  ["\\", "panel"],
  ["F6", "areas"],
  ["?", "help"],
];

/** The table of keys. */
export function openKeys() {
  open(
    t("web.keys"),
    h("table", { class: "keys" }, h("tbody", {}, KEYS().map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, keys.split(" ").map((key, i) => [i ? " " : "", h("kbd", {}, key)])), h("td", {}, t(`web.key.${what}`)))))),
  );
}

/** Goes to a hex, a unit or a place by its name. */
export function openFind(go) {
  const field = h("input", { type: "search", "aria-label": t("web.find"), placeholder: t("web.find_hint"), autocomplete: "off" });
  const said = h("p", { role: "status" });
  const seek = (event) => {
    event.preventDefault();
    const words = field.value.trim().toLocaleLowerCase();
    const hex = store.map.hexes[words.padStart(4, "0")] ? words.padStart(4, "0") : Object.entries(store.map.hexes).find(([, at]) => at.place?.toLocaleLowerCase().startsWith(words))?.[0];
    const one = store.situation.units.find((unit) => unit.id.toLocaleLowerCase() === words || unit.id.toLocaleLowerCase().endsWith(`-${words}`) || unit.name.toLocaleLowerCase().includes(words));
    const to = hex ?? one?.place;
    if (words && to && store.map.hexes[to]) {
      $("dialog").close();
      go(to);
    } else said.textContent = t("web.none_found");
  };
  open(t("web.find"), h("form", { onsubmit: seek }, field, " ", h("button", { class: "button gold" }, t("web.go_there"))), said);
  field.focus();
}

/** The marked moments: go to one, take one away, mark the one that is looked at; `go` is the replay's. */
export function openBookmarks(usual, go) {
  const here = store.at ?? store.situation.live;
  const list = bookmarks();
  const field = h("input", { value: list.find((one) => one.n === here)?.text ?? usual, maxlength: 120, "aria-label": t("web.note"), id: "note" });
  const again = () => openBookmarks(usual, go);
  const rowOf = ({ n, text }) =>
    h(
      "li",
      {},
      h("button", { type: "button", class: "button small", onclick: () => ($("dialog").close(), go(n)) }, t("web.bookmark", { n, text })),
      " ",
      h("button", { type: "button", class: "button small", "aria-label": t("web.unmark", { n }), title: t("web.unmark", { n }), onclick: () => unmark(n).then(again) }, "✕"),
    );
  const save = (event) => {
    event.preventDefault();
    mark(here, field.value.trim() || usual).then(again);
  };
  open(
    t("web.bookmarks"),
    list.length ? h("ul", { class: "bookmarks" }, list.map(rowOf)) : h("p", {}, t("web.no_bookmarks")),
    h("form", { onsubmit: save }, h("label", { for: "note" }, t("web.mark_here", { n: here })), h("div", { class: "actions" }, field, h("button", { class: "button gold" }, t("web.mark")))),
  );
}

/** The account of the game: how the sides stand or which has won, turning points, losses, luck. It is the screen at the end. */
export async function openAccount() {
  const show = ({ n, text }) => {
    const look = () => {
      $("dialog").close();
      goTo(n);
    };
    return h("button", { type: "button", class: "button small", "aria-label": `${t("web.show")}: ${text}`, title: t("web.look_back_to", { n }), onclick: look }, t("web.show"));
  };
  try {
    const account = await get(`/api/games/${store.id}/account`);
    const sign = account.winner && h("p", { class: "side" });
    if (sign) badge(account.winner, sign);
    open(t(account.over ? "web.end" : "web.account"), h("div", { class: "account" }, sign, accountOf(account, show)));
    $("dialog-title").tabIndex = -1; // a key that was meant for the game presses no button here
    $("dialog-title").focus();
  } catch (error) {
    fail(error);
  }
}

/** How the dice of an action were made and read. */
export async function openRoll(n) {
  try {
    open(t("web.check_roll", { n }), await rollOf(n));
  } catch (error) {
    fail(error);
  }
}

/** Between two people at one screen: the board is shown when the other one has taken the place; `since` is what is told. */
export function curtain(side, since) {
  const dialog = $("curtain");
  if (dialog.open || settings().curtain === false || guided()) return;
  const sign = h("p", { class: "side" });
  badge(side, sign);
  const told = h("div", { class: "since", tabindex: "0", hidden: true });
  since.then((found) => {
    told.hidden = !found;
    if (found) put(told, found);
  }, fail);
  let timer = 0;
  const done = () => {
    clearTimeout(timer);
    dialog.close();
  };
  const button = h(
    "button",
    {
      type: "button",
      class: "button gold hold",
      onpointerdown: () => {
        timer = setTimeout(done, HOLD);
      },
      onpointerup: () => clearTimeout(timer),
      onpointerleave: () => clearTimeout(timer),
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") done();
      },
      oncontextmenu: (event) => event.preventDefault(),
    },
    t("web.curtain_hold"),
  );
  put(
    dialog,
    sign,
    h("h2", { id: "curtain-title" }, t("web.curtain", { side: sideText(side) })),
    told,
    h("div", { class: "actions" }, button, h("button", { type: "button", class: "button", onclick: () => (change("curtain", false), done()) }, t("web.no_curtain"))),
  );
  dialog.showModal();
  button.focus();
}
