"""Games over HTTP: they are begun, looked at, played and told (docs/http.md)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Response, WebSocket, delete, get, patch, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from parallel38 import desk
from parallel38.api import from_position, new_game
from parallel38.desk.reporter import Reporter
from parallel38.engine.charts import read_own_figures
from parallel38.engine.errors import BadInputError
from parallel38.engine.files import kind_of_file
from parallel38.engine.flow import RefusedError
from parallel38.engine.game import Game
from parallel38.engine.lines import Seats, rebuild
from parallel38.engine.positions import read_position, write_position
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.texts import Texts
from parallel38.engine.trials import look_at, walk_through
from parallel38.games import game_names, title
from parallel38.players import players_of
from parallel38.service.asking import (
    Act,
    After,
    AnyRequest,
    At,
    Back,
    Branch,
    BySide,
    Change,
    Do,
    GameId,
    Import,
    Lang,
    NewGame,
    language,
)
from parallel38.service.beside import beside, thought, through, view
from parallel38.service.naming import called, file_of, name_from_file
from parallel38.service.store import HUMAN, Bookmark, dice_of
from parallel38.service.tables import Changed, Hall, Table

LONGEST_NAME, LONGEST_KEY, LONGEST_IMPORT = 120, 64, 8_000_000
"""Letters of names and of keys of requests, and bytes of a file that is brought in: a long record has two million."""
MOST_BOOKMARKS = 500
"""Moments of one game that can be marked."""


def _hall(state: State) -> Hall:
    return state.hall


def _name(name: str) -> str:
    """A name of a game, cut to a sensible length."""
    return " ".join(name.split())[:LONGEST_NAME]


def _bookmarks(given: list[Bookmark]) -> list[Bookmark]:
    """Marked moments, the first one first, each with a note of a sensible length."""
    if len(given) > MOST_BOOKMARKS:
        raise BadInputError("too_many_bookmarks", n=MOST_BOOKMARKS)
    return sorted((Bookmark(one.n, _name(one.text)) for one in given), key=lambda one: one.n)


def _players(given: dict[str, str], rules: Ruleset) -> dict[str, str]:
    sides, known = rules.sides, (HUMAN, *players_of(rules.title))
    for side, player in given.items():
        if side not in sides:
            raise BadInputError("unknown_side", name=side, names=sides)
        if player not in known:
            raise BadInputError("unknown_player", name=player, names=known)
    return {side: given.get(side, HUMAN) for side in sides}


def _moment(table: Table, at: int | None) -> desk.Snapshot:
    """The game as it is, or as it was after an action."""
    return table.shown if at is None else desk.Snapshot(look_at(table.game.at(at)))


def _summary(hall: Hall, id_: str, lang: str) -> dict[str, Any]:
    return _told(hall.store.game(id_), lang)


def _told(row: dict[str, Any], lang: str) -> dict[str, Any]:
    """A row of the list of games with its words; of a damaged one, that it is damaged."""
    found = title(row["title"]) if row["title"] in game_names() and row["players"] else None
    if found is None or row["scenario"] not in found.scenario_names:
        damaged = Texts(lang).say("error.damaged_game")
        words = {f"{name}_text": str(row[name]) for name in ("title", "scenario", "turn")}
        words["called"] = row["name"] or words["title_text"]
        return {**row, **words, "damaged": True, "text": damaged}
    texts = Texts(lang, found.package)
    turn = f"turn.{row['turn']}"
    told = {
        **row,
        "damaged": False,
        "called": called(row, found, texts),
        "board": found.board_of(row["scenario"]),
        "title_text": texts.say("title"),
        "scenario_text": texts.say(f"scenario.{row['scenario']}"),
        "turn_text": texts.say(turn) if texts.has(turn) else row["turn"],
    }
    key = "saved.over" if row["over"] else "saved.decides"
    args = {"winner_side": row["winner"], "decider_side": row["decider"], "turn": told["turn_text"]}
    if row["over"] and row["winner"] is None:
        key = "saved.drawn"
    return {**told, "text": texts.say(key, args)}


def _judged(game: Game, lang: str, error: RefusedError) -> RefusedError:
    """A refusal with its reasons in words."""
    say = Reporter(game, lang, brief=True)
    error.reasons = [desk.told_refusal(say, refusal) for refusal in error.refusals]  # type: ignore[attr-defined]
    return error


# ------------------------------------------------------------------------------------------------------------- the list


@get("/api/games", sync_to_thread=False)
def games(request: AnyRequest, state: State, lang: Lang = None) -> list[dict[str, Any]]:
    """Saved games, the last played first."""
    return [_told(row, language(request)) for row in _hall(state).store.games()]


@post("/api/games")
async def create(request: AnyRequest, state: State, data: JSONBody[NewGame], lang: Lang = None) -> dict[str, Any]:
    """Begin a game."""
    game = await beside(state, _begun, data)
    table = _hall(state).create(game, _name(data.name), _players(data.players, game.rules))
    return _summary(_hall(state), table.stored.id, language(request))


def _begun(data: NewGame) -> Game:
    return new_game(
        data.title,
        edition=data.edition,
        scenario=data.scenario,
        options=data.options,
        rulings=data.rulings,
        charts=read_own_figures(data.charts) if isinstance(data.charts, str) else data.charts,
        dice=dice_of(data.dice),
    )


@post("/api/games/import", request_max_body_size=LONGEST_IMPORT)
async def import_(request: AnyRequest, state: State, data: JSONBody[Import], lang: Lang = None) -> dict[str, Any]:
    """Begin a game from a record or a position in a file."""
    game, seats, notices = await through(state, _imported, data.text, _name(data.name or data.file) or "…")
    given = seats or Seats(name_from_file(data.file))
    known = {side: player for side, player in given.players.items() if player in (HUMAN, *players_of(game.rules.title))}
    table = _hall(state).create(game, _name(data.name or given.name), _players({**known, **data.players}, game.rules))
    lang = language(request)
    said = [Texts(lang).say(f"notice.{key}") for key in notices]
    return {**_summary(_hall(state), table.stored.id, lang), "notices": said}


def _imported(text: str, name: str) -> tuple[Game, Seats | None, list[str]]:
    """The game in a text: a record of which every moment must be sound, or a position. Besides, who played it if the
    record says so, and what its reader should know."""
    if "parallel38" not in text:
        raise BadInputError(f"wrong_file_{kind_of_file(text)}")
    if not text.lstrip().startswith("{"):
        return from_position(read_position(text)), None, []
    lines = text.encode().split(b"\n")
    found = rebuild(lines[:-1] if not lines[-1] else lines, title, name=name)
    game = walk_through(found.game)
    notices = ["new_dice"] if game.renew_dice() else []
    return game, found.seats, notices if found.seats or game.over else [*notices, "no_players"]


# ------------------------------------------------------------------------------------------------------------ one game


@get("/api/games/{id_:str}")
async def situation(request: AnyRequest, state: State, id_: GameId, at: At = None, lang: Lang = None) -> dict[str, Any]:
    """How a game stands, now or after an action, with what may be done."""
    hall, table = _hall(state), _hall(state).table(id_)
    shown, live = _moment(table, at), table.game.number
    told = await view(desk.situation, shown, language(request), None, table.computers)
    return _seated(hall, table, shown, live, told, language(request))


def _seated(hall: Hall, table: Table, shown: Game, live: int, situation: dict[str, Any], lang: str) -> dict[str, Any]:
    """A situation with what the table knows besides: names, players, whether a computer thinks."""
    row = hall.store.game(table.stored.id)
    return {
        **situation,
        "id": row["id"],
        "title": row["title"],
        "name": row["name"],
        "called": called(row, table.game.rules.title, Texts(lang, table.game.rules.title.package)),
        "bookmarks": row["bookmarks"],
        "live": live,
        "players": table.players,
        "you": table.humans,
        "paused": table.paused,
        "failed": table.failed,
        "pace": table.pace,
        "thinking": table.thinking,
        "progress": table.progress,
        "thoughts": len(table.thoughts),
        "draw": shown.draw_offer,
        "remarks": len(shown.remarks),
        "stored": row["changed"],
    }


@patch("/api/games/{id_:str}")
async def change(
    request: AnyRequest, state: State, id_: GameId, data: JSONBody[Change], lang: Lang = None
) -> dict[str, Any]:
    """Rename a game, change its players, mark its moments, let its computer pause, go on or play one action."""
    hall = _hall(state)
    table = hall.table(id_)
    if data.pace is not None or data.paused is not None:
        table.lead(paused=data.paused, pace=data.pace)
    if data.step:
        table.step()
    if data.bookmarks is not None:
        hall.store.change(id_, bookmarks=_bookmarks(data.bookmarks))
    players = None if data.players is None else _players({**table.players, **data.players}, table.game.rules)
    await hall.change(id_, None if data.name is None else _name(data.name), players)
    return _summary(hall, id_, language(request))


@delete("/api/games/{id_:str}", status_code=200)
async def remove(state: State, id_: GameId) -> dict[str, Any]:
    """Delete a game; it can be restored while the service runs."""
    await _hall(state).delete(id_)
    return {"id": id_}


@post("/api/games/{id_:str}/restore", status_code=200)
async def restore(request: AnyRequest, state: State, id_: GameId, lang: Lang = None) -> dict[str, Any]:
    """Bring a deleted game back."""
    _hall(state).restore(id_)
    return _summary(_hall(state), id_, language(request))


@get("/api/games/{id_:str}/words")
async def words(request: AnyRequest, state: State, id_: GameId, lang: Lang = None) -> dict[str, Any]:
    """What stays as it is while the game is played: how its sides look, and what its words are called."""
    return await view(desk.words, _hall(state).table(id_).shown, language(request))


@get("/api/games/{id_:str}/faces")
async def faces(state: State, id_: GameId, ids: FromQuery[str] = "", at: At = None) -> dict[str, str]:
    """The drawings of counters, by their ids: of all that are shown, or of those that are named."""
    wanted = ids.split(",") if ids else None
    return await view(desk.faces, _moment(_hall(state).table(id_), at), wanted)


@get("/api/games/{id_:str}/actions")
async def actions(
    request: AnyRequest,
    state: State,
    id_: GameId,
    unit: FromQuery[str | None] = None,
    verb: FromQuery[str | None] = None,
    hex: FromQuery[str | None] = None,
    lang: Lang = None,
) -> list[dict[str, Any]]:
    """The canonical actions, for lists: all of them, or those of a unit, a verb, toward a hex."""
    return await beside(state, desk.actions, _hall(state).table(id_).shown, language(request), unit, verb, hex)


@get("/api/games/{id_:str}/reach")
async def reach(
    request: AnyRequest,
    state: State,
    id_: GameId,
    units: FromQuery[str],
    mode: FromQuery[str] = "",
    lang: Lang = None,
) -> dict[str, Any]:
    """Where units can go together, and the actions of the first of them."""
    shown = _hall(state).table(id_).shown
    return await beside(state, desk.reach, shown, units.split(","), mode, language(request))


def _one_line(table: Table, do: str) -> str:
    """What a page asks about, one action or several, if it is something that a page may do."""
    table.lines(do)
    return do


@post("/api/games/{id_:str}/plan", status_code=200)
async def plan(request: AnyRequest, state: State, id_: GameId, data: JSONBody[Do], lang: Lang = None) -> dict[str, Any]:
    """What an action would be: legal or why not, its price, its odds."""
    table = _hall(state).table(id_)
    return await beside(state, desk.plan, table.game.copy(), _one_line(table, data.do), language(request))


@post("/api/games/{id_:str}/why", status_code=200)
async def why(request: AnyRequest, state: State, id_: GameId, data: JSONBody[Do], lang: Lang = None) -> dict[str, Any]:
    """Why an action is not legal; nothing if it is."""
    table = _hall(state).table(id_)
    found = await beside(state, desk.plan, table.game.copy(), _one_line(table, data.do), language(request))
    return {name: found[name] for name in ("do", "legal", "refusals", "warnings", "instead")}


@post("/api/games/{id_:str}/odds", status_code=200)
async def odds(request: AnyRequest, state: State, id_: GameId, data: JSONBody[Do], lang: Lang = None) -> dict[str, Any]:
    """The exact chances of everything that an action can lead to."""
    table = _hall(state).table(id_)
    return await beside(state, _odds, table.game.copy(), _one_line(table, data.do), language(request))


def _odds(game: Game, do: str, lang: str) -> dict[str, Any]:
    action = game.parse(do)
    try:
        found = game.odds(action)
    except RefusedError as error:
        raise _judged(game, lang, error) from None
    told = Reporter(game, lang, brief=True).outcomes(found)
    return {
        "do": game.notation(action),
        "outcomes": [{"chance": float(c), "exact": str(c), "text": t} for c, t in told],
    }


@post("/api/games/{id_:str}/act", status_code=200)
async def act(request: AnyRequest, state: State, id_: GameId, data: JSONBody[Act], lang: Lang = None) -> dict[str, Any]:
    """Play an action: what happened, how the game stands after it, and counters that were not shown before."""
    if len(data.key) > LONGEST_KEY:
        raise BadInputError("key_too_long", n=LONGEST_KEY)
    table, lang = _hall(state).table(id_), language(request)
    try:
        changed = await table.act(data.do, data.after, data.key)
    except RefusedError as error:
        raise _judged(table.game, lang, error) from None
    return await _news(state, table, changed, lang)


async def _news(state: State, table: Table, changed: Changed, lang: str) -> dict[str, Any]:
    """What a page that has shown a game as it was before a change wants to show after it."""
    told, now = await view(_told_change, changed, lang, table.computers), changed.now
    return {**told, "situation": _seated(_hall(state), table, now, now.number, told["situation"], lang)}


def _told_change(changed: Changed, lang: str, computers: list[str]) -> dict[str, Any]:
    before, now, kept = changed
    return {
        "number": now.number,
        "after": kept,
        "entries": desk.log(now, lang, kept + 1),
        "situation": desk.situation(now, lang, None, computers),
        "faces": desk.new_faces(now, before),
    }


@post("/api/games/{id_:str}/undo", status_code=200)
async def undo(
    request: AnyRequest, state: State, id_: GameId, data: JSONBody[After], lang: Lang = None
) -> dict[str, Any]:
    """Undo the last action, as far as no die has fallen and no other side has acted since."""
    table = _hall(state).table(id_)
    return await _news(state, table, await table.undo(data.after), language(request))


@post("/api/games/{id_:str}/redo", status_code=200)
async def redo(
    request: AnyRequest, state: State, id_: GameId, data: JSONBody[After], lang: Lang = None
) -> dict[str, Any]:
    """Play again what was undone last."""
    table = _hall(state).table(id_)
    return await _news(state, table, await table.redo(data.after), language(request))


@post("/api/games/{id_:str}/back", status_code=200)
async def back(
    request: AnyRequest, state: State, id_: GameId, data: JSONBody[Back], lang: Lang = None
) -> dict[str, Any]:
    """Go back to just after an action, also behind dice."""
    table = _hall(state).table(id_)
    return await _news(state, table, await table.take_back(data.after, data.to), language(request))


@post("/api/games/{id_:str}/resign", status_code=200)
async def resign(
    request: AnyRequest, state: State, id_: GameId, data: JSONBody[BySide], lang: Lang = None
) -> dict[str, Any]:
    """A side that a person plays gives up."""
    table = _hall(state).table(id_)
    changed = await table.resign(data.after, data.side)
    told = await _news(state, table, changed, language(request))
    return {**told, "over": changed.now.over, "winner": changed.now.winner}


@post("/api/games/{id_:str}/draw", status_code=200)
async def draw(
    request: AnyRequest, state: State, id_: GameId, data: JSONBody[BySide], lang: Lang = None
) -> dict[str, Any]:
    """Offer a draw, or agree to one."""
    table = _hall(state).table(id_)
    changed = await table.draw(data.after, data.side)
    told = await _news(state, table, changed, language(request))
    return {**told, "over": changed.now.over, "draw": changed.now.draw_offer}


@get("/api/games/{id_:str}/log")
async def log(
    request: AnyRequest,
    state: State,
    id_: GameId,
    first: Annotated[int, QueryParameter(name="from")] = 0,
    last: Annotated[int | None, QueryParameter(name="to")] = None,
    lang: Lang = None,
) -> list[dict[str, Any]]:
    """The entries of the log from one number to another, both included."""
    return await beside(state, desk.log, _hall(state).table(id_).shown, language(request), first, last)


@get("/api/games/{id_:str}/since")
async def since(
    request: AnyRequest, state: State, id_: GameId, side: FromQuery[str] = "", lang: Lang = None
) -> dict[str, Any] | None:
    """What the other side has done since a side's last turn; without a side, for the person who plays or decides."""
    table = _hall(state).table(id_)
    sides = table.game.rules.sides
    if side and side not in sides:
        raise BadInputError("unknown_side", name=side, names=sides)
    decider = table.game.decider
    usual = table.humans[0] if len(table.humans) == 1 else decider if decider in sides else sides[0]
    return await beside(state, desk.since, table.shown, language(request), side or usual)


@get("/api/games/{id_:str}/thoughts")
async def thoughts(request: AnyRequest, state: State, id_: GameId, lang: Lang = None) -> list[dict[str, Any]]:
    """What computer players had in mind, turn by turn, as far as it may be read."""
    table = _hall(state).table(id_)
    return desk.thoughts(table.game, table.thoughts, language(request))


@post("/api/games/{id_:str}/hint", status_code=200)
async def hint(request: AnyRequest, state: State, id_: GameId, lang: Lang = None) -> dict[str, Any]:
    """The action that the adviser would choose for the side that decides now; the record notes the question."""
    table = _hall(state).table(id_)
    found = await thought(table.advise())
    return desk.advice(table.game, found.action, found.sure, found.reasons, language(request))


@get("/api/games/{id_:str}/rolls/{n:int}")
async def roll(request: AnyRequest, state: State, id_: GameId, n: FromPath[int], lang: Lang = None) -> dict[str, Any]:
    """How the dice of an action were made and read."""
    return desk.roll(_hall(state).table(id_).game, n, language(request))


@get("/api/games/{id_:str}/moments")
async def moments(request: AnyRequest, state: State, id_: GameId, lang: Lang = None) -> list[dict[str, Any]]:
    """Where each phase began."""
    return await beside(state, desk.moments, _hall(state).table(id_).shown, language(request))


@get("/api/games/{id_:str}/guide")
async def guide(
    request: AnyRequest, state: State, id_: GameId, read: FromQuery[str] = "", lang: Lang = None
) -> dict[str, Any]:
    """How far the game has come in its guided turn; `read` are the names of steps that were read, joined by commas."""
    return await beside(state, desk.guide, _hall(state).table(id_).shown, read.split(","))


@get("/api/games/{id_:str}/overlay")
async def overlay(
    request: AnyRequest,
    state: State,
    id_: GameId,
    kind: FromQuery[str],
    unit: FromQuery[str | None] = None,
    at: At = None,
    lang: Lang = None,
) -> dict[str, Any]:
    """Hexes to be laid over the map: an overlay of the game, of a side or of both, or the reach of a unit."""
    return desk.overlay(_moment(_hall(state).table(id_), at), kind, unit, language(request))


@get("/api/games/{id_:str}/hex/{label:str}")
async def hex_facts(
    request: AnyRequest,
    state: State,
    id_: GameId,
    label: FromPath[str],
    at: At = None,
    lang: Lang = None,
) -> dict[str, Any]:
    """What the rules say about a hex now."""
    return desk.hex_facts(_moment(_hall(state).table(id_), at), label, language(request))


@get("/api/games/{id_:str}/forces")
async def forces(
    request: AnyRequest, state: State, id_: GameId, at: At = None, lang: Lang = None
) -> list[dict[str, Any]]:
    """The order of battle of each side: units on the map, due to arrive, lost, elsewhere."""
    return desk.forces(_moment(_hall(state).table(id_), at), language(request))


@get("/api/games/{id_:str}/charts")
async def game_charts(request: AnyRequest, state: State, id_: GameId, lang: Lang = None) -> list[dict[str, Any]]:
    """The charts of this game, with the player's own figures."""
    return desk.charts(_hall(state).table(id_).game, language(request))


@get("/api/games/{id_:str}/account")
async def account(request: AnyRequest, state: State, id_: GameId, lang: Lang = None) -> dict[str, Any]:
    """The account of a game: result, losses and luck, in all and by turn."""
    return await through(state, desk.account, _hall(state).table(id_).game.copy(), language(request))


@get("/api/games/{id_:str}/record", media_type=MediaType.TEXT)
async def record(request: AnyRequest, state: State, id_: GameId, lang: Lang = None) -> Response[str]:
    """The record as a file."""
    name = _summary(_hall(state), id_, language(request))["called"]
    return _file(_hall(state).store.text(id_), file_of(name, "record"))


@get("/api/games/{id_:str}/position", media_type=MediaType.TEXT)
async def position(request: AnyRequest, state: State, id_: GameId, at: At = None, lang: Lang = None) -> Response[str]:
    """A position as a file."""
    game = _moment(_hall(state).table(id_), at)
    name = _summary(_hall(state), id_, language(request))["called"]
    return _file(write_position(game.to_position()), file_of(f"{name} {game.number}", "toml"))


@get("/api/games/{id_:str}/drawing", media_type=MediaType.TEXT)
async def drawing(request: AnyRequest, state: State, id_: GameId, at: At = None, lang: Lang = None) -> Response[str]:
    """A drawing for printing, as a file."""
    game = _moment(_hall(state).table(id_), at).copy()
    name = _summary(_hall(state), id_, language(request))["called"]
    svg = await beside(state, desk.sheet_svg, game, language(request))
    return _file(svg, file_of(f"{name} {game.number}", "svg"))


def _file(text: str, name: str) -> Response[str]:
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": f'attachment; filename="{name}"'})


@post("/api/games/{id_:str}/branch")
async def branch(
    request: AnyRequest, state: State, id_: GameId, data: JSONBody[Branch], lang: Lang = None
) -> dict[str, Any]:
    """Play on from any moment as a new game, with dice of its own."""
    hall = _hall(state)
    table = hall.table(id_)
    game = from_position(table.game.at(data.at).to_position())
    players = table.players if data.players is None else _players(data.players, game.rules)
    new = hall.create(game, _name(data.name), players)
    return _summary(hall, new.stored.id, language(request))


@websocket("/api/games/{id_:str}/live")
async def live(socket: WebSocket[Any, Any, State], state: State, id_: GameId) -> None:
    """Tell a page that a game has changed, from the moment when it opens the line."""
    try:
        table = _hall(state).table(id_)
    except BadInputError:
        await socket.accept()
        await socket.close(4404)
        return
    await socket.accept()
    queue = table.listen()
    table.wake()
    await socket.send_json(table.message(table.game.number))
    hears = asyncio.create_task(_until_gone(socket))
    try:
        while not hears.done():
            told = asyncio.create_task(queue.get())
            await asyncio.wait({told, hears}, return_when=asyncio.FIRST_COMPLETED)
            if not told.done():
                told.cancel()
                break
            message = told.result()
            if message is None:  # the game is deleted; a page that connects again after it is restored finds it
                await socket.close(4404)
                break
            await socket.send_json(message)
    finally:
        table.leave(queue)
        hears.cancel()
        await asyncio.gather(hears, return_exceptions=True)


async def _until_gone(socket: WebSocket[Any, Any, State]) -> None:
    """Wait until the page closes the line; it says nothing on it but that it is still there."""
    while True:
        await socket.receive_data("text")


HANDLERS: list[Any] = [games, create, import_, situation, change, remove, restore, words, faces, actions, reach, plan]
HANDLERS += [why, odds, act, undo, redo, back, resign, draw, log, since, thoughts, hint, roll, moments, guide, overlay]
HANDLERS += [hex_facts, forces, game_charts, account, record, position, drawing, branch, live]
