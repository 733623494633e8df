/** A new game on one page: everything has its usual value, so that one button starts. */

import { referenceAddress } from "./addresses.js";
import { get, post } from "./api.js";
import { $, h, put } from "./dom.js";
import { ruleLink, tell } from "./page.js";
import { chartEditor, given, readFigures } from "./owncharts.js";
import { playAtPace } from "./pace.js";
import { counter, front, sheet, windowOn } from "./picture.js";
import { choice } from "./preferences.js";
import { CHOICES, change, settings } from "./settings.js";
import { t } from "./texts.js";

const FRIEND = "human";

/** What is chosen so far; it outlives a change of language. */
const chosen = { title: "", scenario: "", edition: "", side: "", opponent: "", watched: {}, options: {}, rulings: {}, charts: {}, dice: "sealed", seed: "", name: "" };
let starts = new Map();

/** Draws the form into `place` for the titles that the service offers. A choice redraws what depends on it, and no board. */
export function drawNewGame(place, titles) {
  const title = () => titles.find((one) => one.name === chosen.title) ?? titles[0];
  if (title().name !== chosen.title) usual(title());
  const cards = titles.map((one) => titleCard(one, () => {
    usual(one);
    redraw();
  }));
  const [setup, bar] = [h("div", { class: "setup" }), h("div", { class: "footer" })];
  const redraw = () => {
    const now = title();
    for (const card of cards) card.choose(now);
    put(setup, h("div", { class: "columns" }, scenarios(now, redraw), sides(now, redraw), opponents(now, redraw)), about(now), more(now, redraw));
    put(bar, footer(now));
  };
  put(
    place,
    h("div", { class: "head" }, h("h1", {}, t(titles.length > 1 ? "home.choose" : "home.title")), h("p", { class: "lead" }, t("home.lead"))),
    h(
      "form",
      { onsubmit: (event) => start(event, title()) },
      h(
        "fieldset",
        { class: titles.length > 1 ? "titles" : "titles alone" },
        h("legend", { class: "hidden" }, t("home.game")),
        cards.map((card) => card.drawn),
      ),
      setup,
      bar,
    ),
  );
  redraw();
}

/** Begins the choice for a title with what is usual in it. */
function usual(title) {
  const computer = title.players.find((player) => player.name !== FRIEND);
  Object.assign(chosen, {
    title: title.name,
    ...usualSetting(title),
    side: title.sides[0].name,
    opponent: computer?.name ?? FRIEND,
    watched: Object.fromEntries(title.sides.map((side) => [side.name, computer?.name ?? FRIEND])),
    options: {},
    rulings: {},
    charts: {},
  });
}

/** The edition and the scenario with which the choice for a title begins. */
function usualSetting(title, edition = title.editions[0].name) {
  return { edition, scenario: title.scenarios.find((one) => one.editions.includes(edition)).name };
}

/** Chooses an edition, with a scenario that it has; figures of one's own were meant for the other one. */
function chooseEdition(title, edition) {
  const [scenario] = title.scenarios.filter((one) => one.name === chosen.scenario && one.editions.includes(edition));
  Object.assign(chosen, usualSetting(title, edition), scenario && { scenario: scenario.name }, { charts: {} });
}

/** The card of a title: `drawn`, and `choose`, which lets it show the title that is chosen and the picture of what is. */
function titleCard(one, pick) {
  const frame = h("span", { class: "frame" });
  const button = h("input", { type: "radio", name: "title", class: "hidden", data: { focus: `title-${one.name}` }, onchange: pick });
  const link = h("a", {}, t("home.reference"));
  const editions = one.editions.map((edition) => edition.text).join(" · ");
  let painted = "";
  return {
    drawn: h(
      "label",
      { class: "title-card" },
      button,
      frame,
      h("span", { class: "words" }, h("strong", {}, one.text), h("span", { class: "blurb" }, one.blurb), h("span", { class: "refs" }, h("small", {}, editions), " ", link)),
    ),
    choose(title) {
      button.checked = one === title;
      link.href = referenceAddress(one.name, one === title && one.editions.length > 1 ? { edition: chosen.edition } : {});
      const setting = one === title ? chosen : usualSetting(one);
      const wanted = `${setting.edition} ${setting.scenario}`;
      if (painted !== wanted) paint(frame, one, { ...setting });
      painted = wanted;
    },
  };
}

/** The start of a title's scenario in an edition, for pictures: units and drawn counters. */
function startOf(title, { edition, scenario }) {
  const key = [title.name, edition, scenario].join(" ");
  if (!starts.has(key)) starts.set(key, get(`/api/titles/${title.name}/start`, { edition, scenario }));
  return starts.get(key);
}

/** A picture of how a title begins. */
async function paint(frame, title, setting) {
  const { board } = title.scenarios.find((one) => one.name === setting.scenario);
  const [found, start] = await Promise.all([sheet(title.name, board), startOf(title, setting)]);
  put(frame, windowOn(found, front(found.map, start.units), 11, 2.7, start.units, start.faces));
}

/** A card that is chosen by a radio button: sign, name, and what it means. */
function radioCard({ group, value, text, blurb, sign, choose }) {
  return h(
    "label",
    { class: "radio" },
    h("input", { type: "radio", name: group, value, checked: chosen[group] === value, data: { focus: `${group}-${value}` }, onchange: choose }),
    sign,
    h("span", {}, h("strong", {}, text), blurb && h("small", {}, blurb)),
  );
}

function group(key, ...children) {
  return h("fieldset", {}, h("legend", { class: "section" }, t(key)), children);
}

function scenarios(title, redraw) {
  const choose = (value) => () => {
    chosen.scenario = value;
    redraw();
  };
  const several = title.editions.length > 1;
  const guided = new URLSearchParams({ title: title.name, ...(several && { edition: chosen.edition }) });
  const found = group(
    "home.scenario",
    title.scenarios
      .filter((one) => one.editions.includes(chosen.edition))
      .map((one) => radioCard({ group: "scenario", value: one.name, text: one.text, choose: choose(one.name) })),
    title.tutorials.some((one) => one.edition === chosen.edition) &&
      h(
        "a",
        { class: "radio link", href: `/tutorial?${guided}` },
        h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
        h("span", {}, h("strong", {}, t("guide.title")), h("small", {}, t("home.guided"))),
      ),
  );
  return several ? h("div", {}, editions(title, redraw), found) : found;
}

/** What the chosen scenario is about, over the whole width, so that cards stay small. */
function about(title) {
  const { text, blurb } = title.scenarios.find((one) => one.name === chosen.scenario);
  return blurb && h("p", { class: "about-scenario", "aria-live": "polite" }, h("strong", {}, `${text}. `), blurb);
}

function editions(title, redraw) {
  const choose = (value) => () => {
    chooseEdition(title, value);
    redraw();
  };
  return group(
    "home.edition",
    title.editions.map((one) => radioCard({ group: "edition", value: one.name, text: one.text, blurb: one.blurb, choose: choose(one.name) })),
  );
}

function sides(title, redraw) {
  const choose = (value) => () => {
    chosen.side = value;
    redraw();
  };
  return group(
    "home.side",
    title.sides.map((side) => {
      const sign = h("span", { class: "sign" });
      sideSign(sign, title, side.name);
      return radioCard({ group: "side", value: side.name, text: side.text, blurb: side.blurb, sign, choose: choose(side.name) });
    }),
    ["both", "none"].map((value) =>
      radioCard({ group: "side", value, text: t(`home.side.${value}`), blurb: t(`home.side.${value}.blurb`), choose: choose(value) }),
    ),
  );
}

/** The strongest counter of a side, as its sign. */
async function sideSign(place, title, side) {
  const start = await startOf(title, chosen);
  const best = start.units.filter((unit) => unit.side === side).sort((a, b) => b.strength - a.strength)[0];
  if (best) put(place, counter(start.faces[best.face], 0, 0, 46));
}

function opponents(title, redraw) {
  const computers = title.players.filter((player) => player.name !== FRIEND);
  const choose = (value) => () => {
    chosen.opponent = value;
    redraw();
  };
  if (chosen.side === "none") return watched(title, computers);
  if (chosen.side === "both") return group("home.opponent", h("p", { class: "quiet" }, t("home.alone")));
  const card = (one) => radioCard({ group: "opponent", value: one.name, text: one.text, blurb: one.blurb, choose: choose(one.name) });
  const able = computers.filter((one) => !one.baseline);
  const others = able.length ? computers.filter((one) => one.baseline) : [];
  if (others.some((one) => one.name === chosen.opponent)) open.add("others");
  return group(
    "home.opponent",
    (able.length ? able : computers).map(card),
    radioCard({ group: "opponent", value: FRIEND, text: t("home.friend"), blurb: t("home.friend.blurb"), choose: choose(FRIEND) }),
    others.length > 0 && fold("others", t("home.others"), others.map(card)),
    chosen.opponent !== FRIEND && pace(),
  );
}

/** How fast the computer's moves are shown: the setting, which is kept for every game. */
const pace = () => choice("pace", CHOICES.pace, settings().pace, (value) => change("pace", value));

/** The computer player of each side of a game that is only watched. */
function watched(title, computers) {
  return group(
    "home.players",
    title.sides.map((side) =>
      h(
        "label",
        { class: "watched" },
        h("span", {}, side.text),
        h(
          "select",
          { data: { focus: `watched ${side.name}` }, onchange: (event) => (chosen.watched[side.name] = event.target.value) },
          computers.map((one) => h("option", { value: one.name, selected: chosen.watched[side.name] === one.name }, one.text)),
        ),
      ),
    ),
    h("p", { class: "quiet" }, t("home.watching")),
    pace(),
  );
}

function more(title, redraw) {
  return h(
    "div",
    { class: "more" },
    choices(title, "options", redraw),
    choices(title, "rulings", redraw),
    fold("charts", given(chosen.charts) ? t("home.charts.own", { n: given(chosen.charts) }) : t("home.charts"), chartLines(title, redraw)),
    fold("dice", t(`home.dice.${chosen.dice}`), diceLines(redraw)),
    nameLine(),
  );
}

const open = new Set();

function fold(name, summary, ...content) {
  // "toggle" comes a moment after the click: a choice made in between would close the section again
  const clicked = (event) => (event.currentTarget.parentElement.open ? open.delete(name) : open.add(name));
  return h(
    "details",
    { open: open.has(name), ontoggle: (event) => (event.target.open ? open.add(name) : open.delete(name)) },
    h("summary", { data: { focus: `fold-${name}` }, onclick: clicked }, summary),
    content,
  );
}

const counted = (key, n) => (n ? t(key, { n }) : t(`${key}.none`));

/** Why nothing but the usual value can be chosen: it does not fit the scenario, or contradicts what is chosen. */
function barred(known, picked, one) {
  const taken = ([other]) => other in fitting(known, picked);
  return one.unfit[chosen.scenario] ?? Object.entries(one.apart).find(taken)?.[1];
}

/** What is chosen besides the usual, as far as it fits edition and scenario; the rest is kept for when it does again. */
function fitting(known, picked) {
  const fits = (one) => one.editions.includes(chosen.edition) && !one.unfit[chosen.scenario];
  const counts = (one) => picked[one.name] && picked[one.name] !== one.default && fits(one);
  return Object.fromEntries(known.filter(counts).map((one) => [one.name, picked[one.name]]));
}

function choices(title, kind, redraw) {
  const known = title[kind].filter((one) => one.editions.includes(chosen.edition));
  const picked = chosen[kind];
  const counting = counted(`home.${kind}`, Object.keys(fitting(known, picked)).length);
  return fold(kind, counting, known.map((one) => choiceLine(title, one, picked, barred(known, picked, one), redraw)));
}

function choiceLine(title, one, picked, reason, redraw) {
  const id = `choice-${one.name}`;
  const value = reason ? one.default : (picked[one.name] ?? one.default);
  const select = h(
    "select",
    { id, data: { focus: id }, disabled: Boolean(reason), "aria-describedby": reason && `${id}-why`, onchange: () => {
      picked[one.name] = select.value;
      redraw();
    } },
    one.values.map((each) => h("option", { value: each.name, selected: each.name === value }, each.text)),
  );
  return h(
    "div",
    { class: `choice ${reason ? "barred" : ""}` },
    h("label", { for: id }, one.text, " ", ruleLink(chosen, one.rule)),
    select,
    one.blurb && h("p", { class: "quiet" }, one.blurb),
    reason && h("p", { id: `${id}-why`, class: "why" }, reason),
  );
}

/** The reading of a file with own figures, which a game that is started meanwhile waits for. */
let reading = Promise.resolve();

function chartLines(title, redraw) {
  const lay = (charts) => {
    chosen.charts = charts;
    redraw();
  };
  const file = h("input", {
    type: "file",
    id: "charts",
    class: "hidden",
    data: { focus: "charts" },
    accept: ".toml,.json",
    onchange: () => {
      const [picked] = file.files;
      if (picked) reading = picked.text().then((text) => readFigures({ ...chosen }, text)).then(lay);
      reading.catch(tell);
    },
  });
  return [
    h("p", {}, t("home.charts.how"), " ", h("a", { href: referenceAddress(title.name, chosen, "charts") }, t("home.charts.look"))),
    h("p", { class: "pick" }, file, h("label", { for: "charts", class: "button small" }, t("home.charts.file"))),
    given(chosen.charts) > 0 && h("button", { type: "button", class: "button small", onclick: () => lay({}), data: { focus: "charts-ours" } }, t("home.charts.drop")),
    chartEditor({ ...chosen }, chosen.charts, lay),
  ];
}

function diceLines(redraw) {
  const choose = (value) => () => {
    chosen.dice = value;
    redraw();
  };
  const seed = h("input", {
    id: "seed",
    inputmode: "numeric",
    pattern: "[0-9]{1,15}",
    required: true,
    value: chosen.seed,
    oninput: () => (chosen.seed = seed.value),
  });
  return [
    h(
      "div",
      { class: "columns" },
      ["sealed", "seed", "ask"].map((value) =>
        radioCard({ group: "dice", value, text: t(`home.dice.${value}`), blurb: t(`home.dice.${value}.blurb`), choose: choose(value) }),
      ),
    ),
    chosen.dice === "seed" && h("div", { class: "choice" }, h("label", { for: "seed" }, t("home.seed")), seed),
  ];
}

function nameLine() {
  const name = h("input", { id: "name", maxlength: 120, value: chosen.name, placeholder: t("home.name.usual"), oninput: () => (chosen.name = name.value) });
  return h("div", { class: "name" }, h("label", { for: "name" }, t("home.name")), name);
}

/** What the bar with the button that starts has in it; it stays in sight. */
function footer(title) {
  const { short } = title.scenarios.find((one) => one.name === chosen.scenario);
  const edition = title.editions.find((one) => one.name === chosen.edition);
  const what = title.editions.length > 1 ? ` · ${edition.short} · ${short}` : ` · ${short}`;
  return [
    h(
      "div",
      {},
      h("p", { class: "what" }, h("strong", {}, title.short), what),
      edition.reconstructed &&
        h("p", { class: "note" }, t("home.reconstructed.before"), " ", h("a", { class: "badge reconstructed", href: referenceAddress(title.name, chosen, "charts") }, t("home.reconstructed")), " ", t("home.reconstructed.after")),
    ),
    h("button", { class: "button gold large" }, t("home.start")),
  ];
}

/** The player of each side, as the service wants it. */
function playersOf(title) {
  const player = (name) => {
    if (chosen.side === "none") return chosen.watched[name];
    return chosen.side === "both" || chosen.side === name ? FRIEND : chosen.opponent;
  };
  return Object.fromEntries(title.sides.map((one) => [one.name, player(one.name)]));
}

async function start(event, title) {
  event.preventDefault();
  const dice = { kind: chosen.dice, ...(chosen.dice === "seed" ? { seed: Number(chosen.seed) } : {}) };
  const button = event.target.querySelector(".gold");
  button.disabled = true;
  try {
    await reading;
    const { edition, scenario, charts, name } = chosen;
    const [options, rulings] = ["options", "rulings"].map((kind) => fitting(title[kind], chosen[kind]));
    const players = playersOf(title);
    const game = await post("/api/games", { title: title.name, edition, scenario, options, rulings, dice, players, name, charts });
    if (chosen.side === "none") await playAtPace(game.id);
    location.assign(`/games/${game.id}`);
  } catch (error) {
    reading = Promise.resolve();
    button.disabled = false;
    tell(error);
    $("notice").scrollIntoView({ block: "nearest" });
  }
}
