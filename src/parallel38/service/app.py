"""The HTTP interface (docs/http.md): it asks the engine, stores, and tells; it knows no rule."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, delete, get, patch, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.openapi import OpenAPIConfig
from litestar.params import Parameter
from litestar.static_files import create_static_files_router

from parallel38 import __version__, desk
from parallel38.api import from_position, new_game
from parallel38.engine.charts import read_overlay
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import RefusedError
from parallel38.engine.game import Game
from parallel38.engine.lines import rebuild
from parallel38.engine.positions import read_position, write_position
from parallel38.engine.texts import Texts, catalogue
from parallel38.games import NAMES, title
from parallel38.players import PLAYERS
from parallel38.report import Reporter
from parallel38.service.errors import HANDLERS, language_of
from parallel38.service.store import HUMAN, Store, dice_of
from parallel38.service.tables import SLOWEST, Hall, Table

LARGEST = 8_000_000
"""Bytes that a request may have: a long record is about two million."""
LONGEST_NAME = 120
WEB = "parallel38.web"
AnyRequest = Request[Any, Any, State]
Lang = Annotated[str | None, Parameter(query="lang", description="en or es")]


# ------------------------------------------------------------------------------------------------------- what is asked


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """What a new game is to be."""

    title: str
    edition: str | None = None
    scenario: str | None = None
    options: dict[str, str] = {}
    rulings: dict[str, str] = {}
    charts: dict[str, Any] | str = {}
    """Figures of one's own, or the text of a file with them."""
    dice: dict[str, Any] = msgspec.field(default_factory=lambda: {"kind": "sealed"})
    players: dict[str, str] = {}
    name: str = ""


class Import(msgspec.Struct, forbid_unknown_fields=True):
    """A record or a position as text."""

    text: str
    name: str = ""
    players: dict[str, str] = {}


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be different about a game, besides what is played."""

    name: str | None = None
    players: dict[str, str] | None = None
    paused: bool | None = None
    pace: float | None = None


class Do(msgspec.Struct, forbid_unknown_fields=True):
    """An action in the notation."""

    do: str


class Act(Do):
    """An action to be played after action number `after`."""

    after: int
    key: str = ""


class After(msgspec.Struct, forbid_unknown_fields=True):
    """Something to be done after action number `after`."""

    after: int


class Back(After):
    """Back to action number `to`."""

    to: int


class BySide(After):
    """Something that a side does."""

    side: str


class Branch(msgspec.Struct, forbid_unknown_fields=True):
    """A new game from the moment after action `at`."""

    at: int
    name: str = ""
    players: dict[str, str] | None = None


# ------------------------------------------------------------------------------------------------------------- helpers


def _hall(state: State) -> Hall:
    return state.hall


def _language(request: AnyRequest) -> str:
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))


def _name(name: str) -> str:
    """A name of a game, cut to a sensible length."""
    return " ".join(name.split())[:LONGEST_NAME]


def _players(given: dict[str, str], sides: tuple[str, ...]) -> dict[str, str]:
    known = (HUMAN, *PLAYERS)
    for side, player in given.items():
        if side not in sides:
            raise BadInputError("unknown_side", name=side, names=sides)
        if player not in known:
            raise BadInputError("unknown_player", name=player, names=known)
    return {side: given.get(side, HUMAN) for side in sides}


def _title(name: str) -> str:
    title(name)
    return name


def _moment(table: Table, at: int | None) -> Game:
    """The game as it is, or as it was after an action."""
    return table.game if at is None else desk.at(table.game, at)


def _summary(hall: Hall, id_: str, language: str) -> dict[str, Any]:
    return _told(hall.store.game(id_), language)


def _told(row: dict[str, Any], language: str) -> dict[str, Any]:
    """A row of the list of games with its words."""
    texts = Texts(language, title(row["title"]).package)
    turn = f"turn.{row['turn']}"
    told = {
        **row,
        "title_text": texts.say("title"),
        "scenario_text": texts.say(f"scenario.{row['scenario']}"),
        "turn_text": texts.say(turn) if texts.has(turn) else row["turn"],
    }
    key = "saved.over" if row["over"] else "saved.decides"
    args = {"winner_side": row["winner"], "decider_side": row["decider"], "turn": told["turn_text"]}
    if row["over"] and row["winner"] is None:
        key = "saved.drawn"
    return {**told, "text": texts.say(key, args)}


def _judged(game: Game, language: str, error: RefusedError) -> RefusedError:
    """A refusal with its reasons in words."""
    say = Reporter(game, language)
    error.reasons = [desk.told_refusal(say, refusal) for refusal in error.refusals]  # type: ignore[attr-defined]
    return error


# ------------------------------------------------------------------------------------------------------ what is fixed


@get("/api/titles", sync_to_thread=False)
def titles(request: AnyRequest, lang: Lang = None) -> list[dict[str, Any]]:
    """The games that can be played, and what can be chosen for each."""
    return desk.titles(_language(request))


@get("/api/texts", sync_to_thread=False)
def texts(request: AnyRequest, lang: Lang = None) -> dict[str, Any]:
    """The client's own texts."""
    return {key: text if isinstance(text, str) else list(text) for key, text in catalogue(WEB, _language(request)).items()}


@get("/api/about", sync_to_thread=False)
def about() -> dict[str, Any]:
    """The version, and to whom thanks are due."""
    return {"version": __version__, "notice": notice()}


def notice() -> str:
    """The attributions that come with the program."""
    from importlib.metadata import files

    for file in files("parallel38") or ():
        if file.name == "NOTICE":
            return Path(str(file.locate())).read_text(encoding="utf-8")
    beside = Path(__file__).parents[3] / "NOTICE"
    return beside.read_text(encoding="utf-8") if beside.is_file() else ""


DAY = CacheControlHeader(max_age=3600, private=True)


@get("/api/titles/{name:str}/board.svg", media_type="image/svg+xml", cache_control=DAY, sync_to_thread=False)
def board_svg(request: AnyRequest, name: str, lang: Lang = None) -> str:
    """The bare map."""
    return desk.board_svg(_title(name), _language(request))


@get("/api/titles/{name:str}/board.css", media_type="text/css", cache_control=DAY, sync_to_thread=False)
def board_css(name: str) -> str:
    """How the map and the counters are lettered."""
    _title(name)
    return desk.board_css()


@get("/api/titles/{name:str}/relief.jpg", media_type="image/jpeg", cache_control=DAY, sync_to_thread=False)
def relief(name: str) -> bytes:
    """The shaded relief."""
    file = resources.files(f"{title(name).package}.data").joinpath("relief.jpg")
    return file.read_bytes()


@get("/api/titles/{name:str}/map", cache_control=DAY, sync_to_thread=False)
def map_of(request: AnyRequest, name: str, lang: Lang = None) -> dict[str, Any]:
    """Where each hex lies, and what is in it."""
    return desk.map_of(_title(name), _language(request))


@get("/api/titles/{name:str}/start", cache_control=DAY, sync_to_thread=False)
def start_of(request: AnyRequest, name: str, lang: Lang = None) -> dict[str, Any]:
    """How its usual scenario begins, for pictures."""
    return desk.start(_title(name), _language(request))


@get("/api/titles/{name:str}/charts", sync_to_thread=False)
def title_charts(request: AnyRequest, name: str, lang: Lang = None) -> list[dict[str, Any]]:
    """The charts with the provenance of every figure."""
    return desk.charts(_title(name), _language(request))


@get("/api/titles/{name:str}/rules", sync_to_thread=False)
def title_rules(request: AnyRequest, name: str, lang: Lang = None) -> list[dict[str, Any]]:
    """The rules in our words."""
    return desk.rules(_title(name), _language(request))


@get("/api/titles/{name:str}/chapters", sync_to_thread=False)
def title_chapters(request: AnyRequest, name: str, lang: Lang = None) -> list[dict[str, Any]]:
    """The chapters of the booklet."""
    return desk.chapters(_title(name), _language(request))


@get("/api/titles/{name:str}/tutorial", sync_to_thread=False)
def tutorial(request: AnyRequest, name: str, lang: Lang = None) -> dict[str, Any]:
    """The guided first turn: its dice and steps."""
    return desk.tutorial(_title(name), _language(request))


# ------------------------------------------------------------------------------------------------------------- the list


@get("/api/games", sync_to_thread=False)
def games(request: AnyRequest, state: State, lang: Lang = None) -> list[dict[str, Any]]:
    """Saved games, the last played first."""
    return [_told(row, _language(request)) for row in _hall(state).store.games()]


@post("/api/games")
async def create(request: AnyRequest, state: State, data: NewGame, lang: Lang = None) -> dict[str, Any]:
    """Begin a game."""
    game = new_game(
        data.title,
        edition=data.edition,
        scenario=data.scenario,
        options=data.options,
        rulings=data.rulings,
        charts=read_overlay(data.charts) if isinstance(data.charts, str) else data.charts,
        dice=dice_of(data.dice),
    )
    table = _hall(state).create(game, _name(data.name), _players(data.players, game.rules.sides))
    return _summary(_hall(state), table.stored.id, _language(request))


@post("/api/games/import")
async def import_(request: AnyRequest, state: State, data: Import, lang: Lang = None) -> dict[str, Any]:
    """A game from a record or a position that somebody has as a file."""
    if data.text.lstrip().startswith("{"):
        lines = data.text.encode().split(b"\n")
        game = rebuild(lines[:-1] if not lines[-1] else lines, title, name=_name(data.name) or "…").game
    else:
        game = from_position(read_position(data.text))
    table = _hall(state).create(game, _name(data.name), _players(data.players, game.rules.sides))
    return _summary(_hall(state), table.stored.id, _language(request))


# ------------------------------------------------------------------------------------------------------------ one game


@get("/api/games/{id_:str}")
async def situation(
    request: AnyRequest, state: State, id_: str, at: int | None = None, lang: Lang = None
) -> dict[str, Any]:
    """The situation, now or after an action."""
    hall, table = _hall(state), _hall(state).table(id_)
    row = hall.store.game(id_)
    game = _moment(table, at)
    return {
        **desk.situation(game, _language(request)),
        "id": id_,
        "title": row["title"],
        "name": row["name"],
        "live": table.game.number,
        "players": table.players,
        "you": table.humans,
        "paused": table.paused,
        "pace": table.pace,
        "thinking": table.thinking,
        "draw": table.draw_offer,
        "stored": row["changed"],
    }


@patch("/api/games/{id_:str}")
async def change(request: AnyRequest, state: State, id_: str, data: Change, lang: Lang = None) -> dict[str, Any]:
    """Rename, change who plays, let the computer pause or go on."""
    hall = _hall(state)
    table = hall.table(id_)
    if data.pace is not None:
        table.pace = max(0.0, min(data.pace, SLOWEST))
    if data.paused is not None:
        table.paused = data.paused
    players = None if data.players is None else _players({**table.players, **data.players}, table.game.rules.sides)
    await hall.change(id_, None if data.name is None else _name(data.name), players)
    return _summary(hall, id_, _language(request))


@delete("/api/games/{id_:str}", status_code=200)
async def remove(state: State, id_: str) -> dict[str, Any]:
    """Away with it."""
    await _hall(state).delete(id_)
    return {"id": id_}


@post("/api/games/{id_:str}/restore", status_code=200)
async def restore(request: AnyRequest, state: State, id_: str, lang: Lang = None) -> dict[str, Any]:
    """Bring a deleted game back."""
    _hall(state).restore(id_)
    return _summary(_hall(state), id_, _language(request))


@get("/api/games/{id_:str}/faces")
async def faces(state: State, id_: str, ids: str = "", at: int | None = None) -> dict[str, str]:
    """Drawn counters."""
    found = desk.faces(_moment(_hall(state).table(id_), at))
    wanted = ids.split(",") if ids else list(found)
    return {face: found[face] for face in wanted if face in found}


@get("/api/games/{id_:str}/offers")
async def offers(request: AnyRequest, state: State, id_: str, lang: Lang = None) -> list[dict[str, Any]]:
    """What may be done now."""
    return desk.offers(_hall(state).table(id_).game, _language(request))


@get("/api/games/{id_:str}/actions")
async def actions(
    request: AnyRequest,
    state: State,
    id_: str,
    unit: str | None = None,
    verb: str | None = None,
    hex: str | None = None,  # noqa: A002 - the word that players use
    lang: Lang = None,
) -> list[dict[str, Any]]:
    """The canonical actions, for lists."""
    return desk.actions(_hall(state).table(id_).game, _language(request), unit, verb, hex)


@get("/api/games/{id_:str}/reach")
async def reach(
    request: AnyRequest, state: State, id_: str, units: str, mode: str = "", lang: Lang = None
) -> dict[str, Any]:
    """Where units can go together."""
    return desk.reach(_hall(state).table(id_).game, units.split(","), mode, _language(request))


@post("/api/games/{id_:str}/plan", status_code=200)
async def plan(request: AnyRequest, state: State, id_: str, data: Do, lang: Lang = None) -> dict[str, Any]:
    """What an action would be: legal or why not, its price, its odds."""
    return desk.plan(_hall(state).table(id_).game, data.do, _language(request))


@post("/api/games/{id_:str}/why", status_code=200)
async def why(request: AnyRequest, state: State, id_: str, data: Do, lang: Lang = None) -> dict[str, Any]:
    """Why an action is not legal; nothing if it is."""
    found = desk.plan(_hall(state).table(id_).game, data.do, _language(request))
    return {name: found[name] for name in ("do", "legal", "refusals", "warnings")}


@post("/api/games/{id_:str}/odds", status_code=200)
async def odds(request: AnyRequest, state: State, id_: str, data: Do, lang: Lang = None) -> dict[str, Any]:
    """The exact chances of everything that an action can lead to."""
    table = _hall(state).table(id_)
    game = table.game
    action = game.parse(data.do)
    try:
        found = game.odds(action)
    except RefusedError as error:
        raise _judged(game, _language(request), error) from None
    told = Reporter(game, _language(request)).outcomes(found)
    return {"do": game.notation(action), "outcomes": [{"chance": float(c), "exact": str(c), "text": t} for c, t in told]}


@post("/api/games/{id_:str}/act", status_code=200)
async def act(request: AnyRequest, state: State, id_: str, data: Act, lang: Lang = None) -> dict[str, Any]:
    """Play an action."""
    table, language = _hall(state).table(id_), _language(request)
    try:
        entries = await table.act(data.do, data.after, data.key[:64])
    except RefusedError as error:
        raise _judged(table.game, language, error) from None
    first = entries[0].number if entries else table.game.number
    return {"number": table.game.number, "entries": desk.log(table.game, language, first, table.game.number)}


@post("/api/games/{id_:str}/undo", status_code=200)
async def undo(state: State, id_: str, data: After) -> dict[str, Any]:
    """Undo the last action."""
    table = _hall(state).table(id_)
    await table.undo(data.after)
    return {"number": table.game.number}


@post("/api/games/{id_:str}/redo", status_code=200)
async def redo(state: State, id_: str, data: After) -> dict[str, Any]:
    """Redo what was undone."""
    table = _hall(state).table(id_)
    await table.redo(data.after)
    return {"number": table.game.number}


@post("/api/games/{id_:str}/back", status_code=200)
async def back(state: State, id_: str, data: Back) -> dict[str, Any]:
    """Take back, behind dice if need be."""
    table = _hall(state).table(id_)
    await table.take_back(data.after, data.to)
    return {"number": table.game.number}


@post("/api/games/{id_:str}/resign", status_code=200)
async def resign(state: State, id_: str, data: BySide) -> dict[str, Any]:
    """Give up."""
    table = _hall(state).table(id_)
    await table.resign(data.after, data.side)
    return {"number": table.game.number, "over": table.game.over, "winner": table.game.winner}


@post("/api/games/{id_:str}/draw", status_code=200)
async def draw(state: State, id_: str, data: BySide) -> dict[str, Any]:
    """Offer a draw, or agree to one."""
    table = _hall(state).table(id_)
    drawn = await table.draw(data.after, data.side)
    return {"number": table.game.number, "over": drawn, "draw": table.draw_offer}


@get("/api/games/{id_:str}/log")
async def log(
    request: AnyRequest,
    state: State,
    id_: str,
    first: Annotated[int, Parameter(query="from")] = 0,
    last: Annotated[int | None, Parameter(query="to")] = None,
    lang: Lang = None,
) -> list[dict[str, Any]]:
    """What happened."""
    game = _hall(state).table(id_).game
    return desk.log(game, _language(request), first, game.number if last is None else last)


@get("/api/games/{id_:str}/moments")
async def moments(request: AnyRequest, state: State, id_: str, lang: Lang = None) -> list[dict[str, Any]]:
    """Where each phase began."""
    return desk.moments(_hall(state).table(id_).game, _language(request))


@get("/api/games/{id_:str}/overlay")
async def overlay(
    request: AnyRequest,
    state: State,
    id_: str,
    kind: str,
    unit: str | None = None,
    at: int | None = None,
    lang: Lang = None,
) -> dict[str, Any]:
    """Zones, supply, threat, the reach of a unit."""
    return desk.overlay(_moment(_hall(state).table(id_), at), kind, unit, _language(request))


@get("/api/games/{id_:str}/hex/{label:str}")
async def hex_facts(
    request: AnyRequest, state: State, id_: str, label: str, at: int | None = None, lang: Lang = None
) -> dict[str, Any]:
    """What the rules say about a hex now."""
    return desk.hex_facts(_moment(_hall(state).table(id_), at), label, _language(request))


@get("/api/games/{id_:str}/forces")
async def forces(
    request: AnyRequest, state: State, id_: str, at: int | None = None, lang: Lang = None
) -> list[dict[str, Any]]:
    """The order of battle: on the map, due, dead, away."""
    return desk.forces(_moment(_hall(state).table(id_), at), _language(request))


@get("/api/games/{id_:str}/charts")
async def game_charts(request: AnyRequest, state: State, id_: str, lang: Lang = None) -> list[dict[str, Any]]:
    """The charts of this game, with figures that were laid over them."""
    return desk.charts(_hall(state).table(id_).game, _language(request))


@get("/api/games/{id_:str}/account")
async def account(request: AnyRequest, state: State, id_: str, lang: Lang = None) -> dict[str, Any]:
    """How it stands: result, losses, luck, by turn."""
    return await asyncio.to_thread(desk.account, _hall(state).table(id_).game.copy(), _language(request))


@get("/api/games/{id_:str}/record", media_type=MediaType.TEXT)
async def record(state: State, id_: str) -> Response[str]:
    """The record as a file."""
    return _file(_hall(state).store.text(id_), f"parallel38-{id_}.record")


@get("/api/games/{id_:str}/position", media_type=MediaType.TEXT)
async def position(state: State, id_: str, at: int | None = None) -> Response[str]:
    """A position as a file."""
    game = _moment(_hall(state).table(id_), at)
    return _file(write_position(game.to_position()), f"parallel38-{id_}-{game.number}.toml")


def _file(text: str, name: str) -> Response[str]:
    return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": f'attachment; filename="{name}"'})


@post("/api/games/{id_:str}/branch")
async def branch(request: AnyRequest, state: State, id_: str, data: Branch, lang: Lang = None) -> dict[str, Any]:
    """Play on from any moment as a new game, with dice of its own."""
    hall = _hall(state)
    table = hall.table(id_)
    game = from_position(desk.at(table.game, data.at).to_position())
    players = table.players if data.players is None else _players(data.players, game.rules.sides)
    new = hall.create(game, _name(data.name), players)
    return _summary(hall, new.stored.id, _language(request))


@websocket("/api/games/{id_:str}/live")
async def live(socket: WebSocket[Any, Any, State], state: State, id_: str) -> None:
    """Tell a page what happens, from the moment when it opened the line."""
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
            await socket.send_json(told.result())
    finally:
        table.leave(queue)
        hears.cancel()
        await asyncio.gather(hears, return_exceptions=True)


async def _until_gone(socket: WebSocket[Any, Any, State]) -> None:
    """Wait until the page closes the line; it says nothing on it but that it is still there."""
    while True:
        await socket.receive_data("text")


# --------------------------------------------------------------------------------------------------------------- pages


def _page(name: str) -> Response[bytes]:
    body = resources.files(WEB).joinpath(name).read_bytes()
    return Response(body, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get("/", include_in_schema=False, sync_to_thread=False)
def home() -> Response[bytes]:
    """The start page."""
    return _page("index.html")


@get("/games/{id_:str}", include_in_schema=False, sync_to_thread=False)
def game_page(id_: str) -> Response[bytes]:
    """The board."""
    return _page("game.html")


@get("/games/{id_:str}/text", include_in_schema=False, sync_to_thread=False)
def text_page(id_: str) -> Response[bytes]:
    """The same game as text."""
    return _page("text.html")


@get("/reference/{name:str}", include_in_schema=False, sync_to_thread=False)
def reference_page(name: str) -> Response[bytes]:
    """Rules and charts."""
    return _page("reference.html")


@get("/about", include_in_schema=False, sync_to_thread=False)
def about_page() -> Response[bytes]:
    """About the program."""
    return _page("about.html")


@get("/tutorial", include_in_schema=False, sync_to_thread=False)
def tutorial_page() -> Response[bytes]:
    """The guided first turn."""
    return _page("tutorial.html")


# ----------------------------------------------------------------------------------------------------------- the service

FIXED = [titles, texts, about, board_svg, board_css, relief, map_of, start_of]
FIXED += [title_charts, title_rules, title_chapters, tutorial]
GAMES = [games, create, import_, situation, change, remove, restore, faces, offers, actions, reach, plan, why, odds]
GAMES += [act, undo, redo, back, resign, draw, log, moments, overlay, hex_facts, forces, game_charts, account]
GAMES += [record, position, branch, live]
PAGES = [home, game_page, text_page, reference_page, about_page, tutorial_page]


def make_app(database: Path) -> Litestar:
    """The service over a database, without its guard."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.hall = Hall(Store(database, title))
        try:
            yield
        finally:
            await app.state.hall.close()

    files = create_static_files_router(
        path="/web", directories=[str(resources.files(WEB))], html_mode=False, include_in_schema=False
    )
    return Litestar(
        [*FIXED, *GAMES, *PAGES, files],
        lifespan=[lifespan],
        exception_handlers=HANDLERS,
        request_max_body_size=LARGEST,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, gzip_compress_level=5),
        openapi_config=OpenAPIConfig(title="Parallel 38", version=__version__, path="/schema"),
        debug=False,
    )


assert NAMES  # the games are found when the service is made, not when the first page asks
