"""What does not change while games are played: the titles with their maps, charts and rules, and the pages."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import resources
from importlib.metadata import files
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import CacheControlHeader, State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody

from parallel38 import __version__, desk
from parallel38.engine.texts import catalogue
from parallel38.games import title
from parallel38.service.asking import AnyRequest, Lang, OwnCharts, language
from parallel38.service.beside import beside
from parallel38.service.kept import KEPT, Kept, give, keep, modules, web_file, web_state

WEB = "parallel38.web"


def _title(name: str) -> str:
    title(name)
    return name


@get("/api/titles", sync_to_thread=False)
def titles(request: AnyRequest, lang: Lang = None) -> list[dict[str, Any]]:
    """The games that can be played, and what can be chosen for each."""
    return desk.titles(language(request))


@get("/api/texts", sync_to_thread=False)
def texts(request: AnyRequest, lang: Lang = None) -> dict[str, Any]:
    """The client's own texts."""
    return {
        key: text if isinstance(text, str) else list(text) for key, text in catalogue(WEB, language(request)).items()
    }


@get("/api/about", sync_to_thread=False)
def about() -> dict[str, Any]:
    """The version, and the people and sources to thank."""
    return {"version": __version__, "notice": notice()}


def notice() -> str:
    """The attributions that come with the program."""
    for file in files("parallel38") or ():
        if file.name == "NOTICE":
            return Path(str(file.locate())).read_text(encoding="utf-8")
    beside = Path(__file__).parents[3] / "NOTICE"
    return beside.read_text(encoding="utf-8") if beside.is_file() else ""


HOUR = 3600
FOR_AN_HOUR = CacheControlHeader(max_age=HOUR, private=True)


Edition = FromQuery[str | None]
Scenario = FromQuery[str | None]
"""Which edition and scenario are meant; without them the usual ones of the title."""


@get("/api/boards/{name:str}/{board:str}/board.svg", media_type="image/svg+xml", opt=KEPT, sync_to_thread=True)
def board_svg(request: AnyRequest, name: FromPath[str], board: FromPath[str], lang: Lang = None) -> Response[bytes]:
    """A bare board."""
    return give(request, _board(_title(name), board, language(request)), HOUR)


@cache
def _board(name: str, board: str, lang: str) -> Kept:
    return keep(desk.board_svg(name, board, lang).encode(), "image/svg+xml")


@get("/api/boards.css", media_type="text/css", cache_control=FOR_AN_HOUR, sync_to_thread=False)
def board_css() -> str:
    """How boards and counters are lettered."""
    return desk.board_css()


@get("/api/boards/{name:str}/{board:str}/relief.jpg", media_type="image/jpeg", opt=KEPT, sync_to_thread=False)
def relief(request: AnyRequest, name: FromPath[str], board: FromPath[str]) -> Response[bytes]:
    """The shaded relief of a board."""
    return give(request, _relief(_title(name), board), HOUR)


@cache
def _relief(name: str, board: str) -> Kept:
    picture = title(name).board_file(board, "relief.jpg")
    if picture is None:
        raise NotFoundException
    return keep(picture, "image/jpeg")


@get("/api/boards/{name:str}/{board:str}/map", cache_control=FOR_AN_HOUR, sync_to_thread=True)
def map_of(request: AnyRequest, name: FromPath[str], board: FromPath[str], lang: Lang = None) -> dict[str, Any]:
    """Where each hex of a board lies, and what is in it."""
    return desk.map_of(_title(name), board, language(request))


@get("/api/titles/{name:str}/start", cache_control=FOR_AN_HOUR, sync_to_thread=True)
def start_of(
    request: AnyRequest, name: FromPath[str], edition: Edition = None, scenario: Scenario = None, lang: Lang = None
) -> dict[str, Any]:
    """How a scenario begins, for pictures."""
    return desk.start(_title(name), language(request), edition, scenario)


@get("/api/titles/{name:str}/charts", sync_to_thread=False)
def title_charts(
    request: AnyRequest, name: FromPath[str], edition: Edition = None, scenario: Scenario = None, lang: Lang = None
) -> list[dict[str, Any]]:
    """The charts with the provenance of every figure."""
    return desk.charts(_title(name), language(request), edition, scenario)


@post("/api/titles/{name:str}/charts", status_code=200)
async def own_charts(
    request: AnyRequest,
    state: State,
    name: FromPath[str],
    data: JSONBody[OwnCharts],
    edition: Edition = None,
    scenario: Scenario = None,
    lang: Lang = None,
) -> dict[str, Any]:
    """Whether a player's own figures fit the charts."""
    return await beside(state, desk.own_charts, _title(name), data.charts, language(request), edition, scenario)


@get("/api/titles/{name:str}/rules", sync_to_thread=False)
def title_rules(
    request: AnyRequest, name: FromPath[str], edition: Edition = None, lang: Lang = None
) -> list[dict[str, Any]]:
    """The rules of an edition in our words."""
    return desk.rules(_title(name), language(request), edition)


@get("/api/titles/{name:str}/chapters", sync_to_thread=False)
def title_chapters(
    request: AnyRequest, name: FromPath[str], edition: Edition = None, lang: Lang = None
) -> list[dict[str, Any]]:
    """The chapters of an edition's booklet."""
    return desk.chapters(_title(name), language(request), edition)


@get("/api/titles/{name:str}/tutorial", sync_to_thread=False)
def tutorial(
    request: AnyRequest, name: FromPath[str], edition: Edition = None, scenario: Scenario = None, lang: Lang = None
) -> dict[str, Any]:
    """A guided first turn: its dice and steps."""
    return desk.tutorial(_title(name), language(request), edition, scenario)


# --------------------------------------------------------------------------------------------------------------- pages


@get("/web/{path:path}", opt=KEPT, include_in_schema=False, sync_to_thread=False)
def web(request: AnyRequest, path: FromPath[Path]) -> Response[bytes]:
    """Scripts, style sheets and pictures of the client."""
    return web_file(request, path)


def _page(state: State, file: str, script: str, style: str = "") -> Response[str]:
    """A page of the client; those around the board share one file and differ in script and style sheet.

    What the player has chosen comes with the page, so that it is shown in no other way first. Scripts and style sheets
    are named with the state in which they are, so that a browser asks for them again only when one has changed.
    """
    body = resources.files(WEB).joinpath(file).read_text(encoding="utf-8")
    early = "\n    ".join(f'<link rel="modulepreload" href="/web/js/{name}.js" />' for name in modules(script))
    chosen = escape(msgspec.json.encode(state.store.settings()).decode())
    for name, word in {"script": script, "style": style, "modules": early, "settings": chosen}.items():
        body = body.replace(f"{{{name}}}", word)
    body = body.replace('"/web/', f'"/web/{web_state()}/')
    return Response(body, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get("/", include_in_schema=False, sync_to_thread=False)
def home(state: State) -> Response[str]:
    """The start page."""
    return _page(state, "page.html", script="home", style="home")


@get("/games/{id_:str}", include_in_schema=False, sync_to_thread=False)
def game_page(state: State, id_: FromPath[str]) -> Response[str]:
    """The board."""
    return _page(state, "game.html", script="game")


@get("/games/{id_:str}/text", include_in_schema=False, sync_to_thread=False)
def text_page(state: State, id_: FromPath[str]) -> Response[str]:
    """The page that shows a game as text."""
    return _page(state, "page.html", script="text", style="text")


@get("/reference/{name:str}", include_in_schema=False, sync_to_thread=False)
def reference_page(state: State, name: FromPath[str]) -> Response[str]:
    """Rules and charts."""
    return _page(state, "page.html", script="reference", style="reference")


@get("/about", include_in_schema=False, sync_to_thread=False)
def about_page(state: State) -> Response[str]:
    """About the program."""
    return _page(state, "page.html", script="about", style="about")


@get("/tutorial", include_in_schema=False, sync_to_thread=False)
def tutorial_page(state: State) -> Response[str]:
    """The guided first turn."""
    return _page(state, "page.html", script="begin-tutorial", style="about")


HANDLERS: list[Any] = [titles, texts, about, board_svg, board_css, relief, map_of, start_of, title_charts, own_charts]
HANDLERS += [
    title_rules,
    title_chapters,
    tutorial,
    web,
    home,
    game_page,
    text_page,
    reference_page,
    about_page,
    tutorial_page,
]
