/** The start page: go on with the last game, look through the saved ones, or begin a new one. */

import { del, get, patch, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { drawNewGame } from "./newgame.js";
import { ago, openPage, say, tell } from "./page.js";
import { front, sheet, whole, windowOn } from "./picture.js";
import { t } from "./texts.js";

const SHOWN = 8;
let all = false;
let titles = [];

openPage({ here: "page.nav.play", name: "home.name.page", draw });

async function draw() {
  const [games, known] = await Promise.all([get("/api/games"), get("/api/titles")]);
  titles = known;
  if (!$("kept")) {
    put(
      $("main"),
      h("section", { id: "last", class: "kept last" }),
      h("section", { id: "begin", class: "begin" }),
      h("section", { id: "kept", class: "kept rest" }),
    );
  }
  drawKept(games);
  drawNewGame($("begin"), titles);
}

async function reload() {
  drawKept(await get("/api/games"));
}

function drawKept(games) {
  const last = games.find((game) => !game.damaged);
  const rest = games.filter((game) => game !== last);
  const shown = all ? rest : rest.slice(0, SHOWN);
  put($("last"), last ? [h("h2", {}, t("home.continue")), continueCard(last)] : [h("h2", {}, t("home.welcome")), h("p", {}, t("home.none"))]);
  put(
    $("kept"),
    rest.length > 0 && [
      h("h2", { class: "section" }, t("home.saved")),
      h("ul", { class: "saved" }, shown.map((game) => (game.damaged ? damagedRow(game) : savedRow(game)))),
      rest.length > shown.length &&
        h("button", { type: "button", class: "bare", data: { focus: "all" }, onclick: () => {
          all = true;
          reload();
        } }, t("home.all", { n: rest.length })),
    ],
    openFile(),
  );
}

function continueCard(game) {
  const frame = h("span", { class: "frame" });
  paintFront(frame, game).catch(() => {}); // a game whose picture fails can still be opened, and says why
  return h(
    "article",
    { class: "continue" },
    frame,
    h(
      "div",
      { class: "words" },
      h("div", { class: "top" }, h("h3", {}, game.called), h("time", { datetime: game.changed }, ago(game.changed))),
      h("p", {}, game.turn_text, ". ", h("strong", {}, decision(game)), " ", h("span", {}, who(game))),
      h("a", { class: "button gold large", href: `/games/${game.id}` }, t(game.over ? "home.look" : "home.go")),
      tools(game),
    ),
  );
}

/** Whether one person plays, and decides now. */
function yours(game) {
  const people = Object.values(game.players).filter((player) => player === "human").length;
  return people === 1 && game.players[game.decider] === "human";
}

/** The player that decides, in a sentence and in a word. */
function decision(game) {
  if (game.over) return game.text;
  return yours(game) ? t("home.yours") : t("home.decides", { side: sideName(game, game.decider) });
}

const turnTag = (game) => (yours(game) ? t("home.turn") : sideName(game, game.decider));

function sideName(game, side) {
  const title = titles.find((one) => one.name === game.title);
  return title?.sides.find((one) => one.name === side)?.text ?? side ?? "";
}

function playerName(game, player) {
  const title = titles.find((one) => one.name === game.title);
  return title?.players.find((one) => one.name === player)?.text.toLocaleLowerCase() ?? player;
}

/** The players of both sides. */
function who(game) {
  const people = Object.entries(game.players).filter(([, player]) => player === "human").map(([side]) => side);
  const computer = Object.values(game.players).find((player) => player !== "human");
  if (people.length === 1) return t("home.against", { side: sideName(game, people[0]), player: playerName(game, computer) });
  return t(people.length ? "home.hotseat" : "home.watched");
}

async function paintFront(frame, game) {
  const [found, now] = await Promise.all([sheet(game.title, game.board), get(`/api/games/${game.id}`)]);
  const centre = front(found.map, now.units);
  const near = now.units.filter((unit) => {
    const at = found.map.hexes[unit.place];
    return at && Math.abs(at.x - centre.x) < 450 && Math.abs(at.y - centre.y) < 450;
  });
  const ids = [...new Set(near.map((unit) => unit.face))].join(",");
  const faces = ids ? await get(`/api/games/${game.id}/faces`, { ids }) : {};
  put(frame, windowOn(found, centre, 6.4, 1.6, near, faces));
}

async function paintWhole(frame, game) {
  const [found, now] = await Promise.all([sheet(game.title, game.board), get(`/api/games/${game.id}`)]);
  put(frame, whole(found, now.units, titles.find((one) => one.name === game.title).sides));
}

function savedRow(game) {
  const frame = h("span", { class: "frame" });
  paintWhole(frame, game).catch(() => {});
  return h(
    "li",
    {},
    h(
      "a",
      { class: "row", href: `/games/${game.id}` },
      frame,
      h("span", { class: "words" }, h("strong", {}, game.called), h("small", {}, `${game.turn_text} · ${who(game)} · ${ago(game.changed)}`)),
      h("span", { class: !game.over && yours(game) ? "tag" : "tag over" }, game.over ? t("home.over") : turnTag(game)),
    ),
    tools(game),
  );
}

/** A game whose entry cannot be read: what is known of it, and what can still be done. */
function damagedRow(game) {
  return h(
    "li",
    {},
    h(
      "div",
      { class: "row" },
      h("span", { class: "frame" }),
      h("span", { class: "words" }, h("strong", {}, game.called), h("small", {}, game.text)),
    ),
    h("div", { class: "tools actions" }, exportButton(game), deleteButton(game)),
  );
}

const exportButton = (game) =>
  h("a", { class: "button small", href: `/api/games/${game.id}/record`, download: true }, t("home.export"));
const deleteButton = (game) =>
  h("button", { type: "button", class: "button small", onclick: () => remove(game) }, t("home.delete"));

/** What can be done with a saved game besides playing it. */
function tools(game) {
  const label = { "aria-label": t("home.tools.of", { name: game.called }) };
  return h(
    "details",
    { class: "tools" },
    h("summary", { ...label, data: { focus: `tools-${game.id}` } }, t("home.tools")),
    h(
      "div",
      { class: "actions" },
      h("a", { class: "button small", href: `/games/${game.id}/text` }, t("home.text")),
      h("button", { type: "button", class: "button small", onclick: (event) => rename(event.target, game) }, t("home.rename")),
      exportButton(game),
      h("a", { class: "button small", href: `/api/games/${game.id}/position`, download: true }, t("home.position")),
      deleteButton(game),
    ),
  );
}

function rename(button, game) {
  const id = `rename-${game.id}`;
  const field = h("input", { id, maxlength: 120, value: game.called });
  const form = h(
    "form",
    {
      class: "rename",
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await patch(`/api/games/${game.id}`, { name: field.value });
          await reload();
        } catch (error) {
          tell(error);
        }
      },
    },
    h("label", { for: id, class: "hidden" }, t("home.newname")),
    field,
    h("button", { class: "button small gold" }, t("home.keep")),
  );
  button.closest(".actions").replaceWith(form);
  field.select();
}

async function remove(game) {
  try {
    await del(`/api/games/${game.id}`);
    await reload();
    say(t("home.deleted", { name: game.called }), { text: t("home.undo"), act: () => restore(game) });
    $("notice").querySelector("button")?.focus();
  } catch (error) {
    tell(error);
  }
}

async function restore(game) {
  try {
    await post(`/api/games/${game.id}/restore`);
    await reload();
    say(t("home.restored", { name: game.called }));
  } catch (error) {
    tell(error);
  }
}

function openFile() {
  const file = h("input", {
    type: "file",
    id: "file",
    class: "hidden",
    accept: ".record,.toml,.json,.txt",
    onchange: async () => {
      const picked = file.files[0];
      if (!picked) return undefined;
      try {
        const game = await post("/api/games/import", { text: await picked.text(), file: picked.name });
        const go = () => location.assign(`/games/${game.id}`);
        if (!game.notices.length) return go();
        await reload();
        return say(game.notices.join(" "), { text: t("home.go"), act: go });
      } catch (error) {
        file.value = "";
        return tell(error);
      }
    },
  });
  return h("p", { class: "quiet stored" }, t("home.stored"), " ", file, h("label", { for: "file", class: "file" }, t("home.open")));
}
