"""What does not change while games are played: the titles with their maps, charts and rules, and the pages."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.metadata import files
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.datastructures import CacheControlHeader, State
from litestar.params import FromPath, JSONBody

from parallel38 import __version__, desk
from parallel38.engine.texts import catalogue
from parallel38.games import title
from parallel38.service.asking import AnyRequest, Lang, OwnCharts, language
from parallel38.service.beside import beside
from parallel38.service.kept import KEPT, Kept, give, keep, modules, web_file

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


@get("/api/titles/{name:str}/board.svg", media_type="image/svg+xml", opt=KEPT, sync_to_thread=True)
def board_svg(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> Response[bytes]:
    """The bare map."""
    return give(request, _board(_title(name), language(request)), HOUR)


@cache
def _board(name: str, lang: str) -> Kept:
    return keep(desk.board_svg(name, lang).encode(), "image/svg+xml")


@get("/api/titles/{name:str}/board.css", media_type="text/css", cache_control=FOR_AN_HOUR, sync_to_thread=False)
def board_css(name: FromPath[str]) -> str:
    """How the map and the counters are lettered."""
    _title(name)
    return desk.board_css()


@get("/api/titles/{name:str}/relief.jpg", media_type="image/jpeg", opt=KEPT, sync_to_thread=False)
def relief(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The shaded relief."""
    return give(request, _relief(_title(name)), HOUR)


@cache
def _relief(name: str) -> Kept:
    file = resources.files(f"{title(name).package}.data").joinpath("relief.jpg")
    return keep(file.read_bytes(), "image/jpeg")


@get("/api/titles/{name:str}/map", cache_control=FOR_AN_HOUR, sync_to_thread=True)
def map_of(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> dict[str, Any]:
    """Where each hex lies, and what is in it."""
    return desk.map_of(_title(name), language(request))


@get("/api/titles/{name:str}/start", cache_control=FOR_AN_HOUR, sync_to_thread=True)
def start_of(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> dict[str, Any]:
    """How its usual scenario begins, for pictures."""
    return desk.start(_title(name), language(request))


@get("/api/titles/{name:str}/charts", sync_to_thread=False)
def title_charts(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> list[dict[str, Any]]:
    """The charts with the provenance of every figure."""
    return desk.charts(_title(name), language(request))


@post("/api/titles/{name:str}/charts", status_code=200)
async def own_charts(
    request: AnyRequest, state: State, name: FromPath[str], data: JSONBody[OwnCharts], lang: Lang = None
) -> dict[str, Any]:
    """Whether a player's own figures fit the charts."""
    return await beside(state, desk.own_charts, _title(name), data.charts, language(request))


@get("/api/titles/{name:str}/rules", sync_to_thread=False)
def title_rules(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> list[dict[str, Any]]:
    """The rules in our words."""
    return desk.rules(_title(name), language(request))


@get("/api/titles/{name:str}/chapters", sync_to_thread=False)
def title_chapters(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> list[dict[str, Any]]:
    """The chapters of the booklet."""
    return desk.chapters(_title(name), language(request))


@get("/api/titles/{name:str}/tutorial", sync_to_thread=False)
def tutorial(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> dict[str, Any]:
    """The guided first turn: its dice and steps."""
    return desk.tutorial(_title(name), language(request))


# --------------------------------------------------------------------------------------------------------------- pages


@get("/web/{path:path}", opt=KEPT, include_in_schema=False, sync_to_thread=False)
def web(request: AnyRequest, path: FromPath[Path]) -> Response[bytes]:
    """Scripts, style sheets and pictures of the client."""
    return give(request, web_file(path))


def _page(file: str, script: str, style: str = "") -> Response[str]:
    """A page of the client; those around the board share one file and differ in script and style sheet."""
    body = resources.files(WEB).joinpath(file).read_text(encoding="utf-8")
    early = "\n    ".join(f'<link rel="modulepreload" href="/web/js/{name}.js" />' for name in modules(script))
    for name, word in {"script": script, "style": style, "modules": early}.items():
        body = body.replace(f"{{{name}}}", word)
    return Response(body, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get("/", include_in_schema=False, sync_to_thread=False)
def home() -> Response[str]:
    """The start page."""
    return _page("page.html", script="home", style="home")


@get("/games/{id_:str}", include_in_schema=False, sync_to_thread=False)
def game_page(id_: FromPath[str]) -> Response[str]:
    """The board."""
    return _page("game.html", script="game")


@get("/games/{id_:str}/text", include_in_schema=False, sync_to_thread=False)
def text_page(id_: FromPath[str]) -> Response[str]:
    """The page that shows a game as text."""
    return _page("page.html", script="text", style="text")


@get("/reference/{name:str}", include_in_schema=False, sync_to_thread=False)
def reference_page(name: FromPath[str]) -> Response[str]:
    """Rules and charts."""
    return _page("page.html", script="reference", style="reference")


@get("/about", include_in_schema=False, sync_to_thread=False)
def about_page() -> Response[str]:
    """About the program."""
    return _page("page.html", script="about", style="about")


@get("/tutorial", include_in_schema=False, sync_to_thread=False)
def tutorial_page() -> Response[str]:
    """The guided first turn."""
    return _page("page.html", script="begin-tutorial", style="about")


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
