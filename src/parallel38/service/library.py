"""What does not change while games are played: the titles with their maps, charts and rules, and the pages."""

from __future__ import annotations

from importlib import resources
from importlib.metadata import files
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, JSONBody

from parallel38 import __version__, desk
from parallel38.engine.texts import catalogue
from parallel38.games import title
from parallel38.service.asking import AnyRequest, Lang, OwnCharts, language

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
    """The version, and to whom thanks are due."""
    return {"version": __version__, "notice": notice()}


def notice() -> str:
    """The attributions that come with the program."""
    for file in files("parallel38") or ():
        if file.name == "NOTICE":
            return Path(str(file.locate())).read_text(encoding="utf-8")
    beside = Path(__file__).parents[3] / "NOTICE"
    return beside.read_text(encoding="utf-8") if beside.is_file() else ""


DAY = CacheControlHeader(max_age=3600, private=True)


@get("/api/titles/{name:str}/board.svg", media_type="image/svg+xml", cache_control=DAY, sync_to_thread=False)
def board_svg(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> str:
    """The bare map."""
    return desk.board_svg(_title(name), language(request))


@get("/api/titles/{name:str}/board.css", media_type="text/css", cache_control=DAY, sync_to_thread=False)
def board_css(name: FromPath[str]) -> str:
    """How the map and the counters are lettered."""
    _title(name)
    return desk.board_css()


@get("/api/titles/{name:str}/relief.jpg", media_type="image/jpeg", cache_control=DAY, sync_to_thread=False)
def relief(name: FromPath[str]) -> bytes:
    """The shaded relief."""
    file = resources.files(f"{title(name).package}.data").joinpath("relief.jpg")
    return file.read_bytes()


@get("/api/titles/{name:str}/map", cache_control=DAY, sync_to_thread=False)
def map_of(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> dict[str, Any]:
    """Where each hex lies, and what is in it."""
    return desk.map_of(_title(name), language(request))


@get("/api/titles/{name:str}/start", cache_control=DAY, sync_to_thread=False)
def start_of(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> dict[str, Any]:
    """How its usual scenario begins, for pictures."""
    return desk.start(_title(name), language(request))


@get("/api/titles/{name:str}/charts", sync_to_thread=False)
def title_charts(request: AnyRequest, name: FromPath[str], lang: Lang = None) -> list[dict[str, Any]]:
    """The charts with the provenance of every figure."""
    return desk.charts(_title(name), language(request))


@post("/api/titles/{name:str}/charts", status_code=200, sync_to_thread=False)
def own_charts(
    request: AnyRequest, name: FromPath[str], data: JSONBody[OwnCharts], lang: Lang = None
) -> dict[str, Any]:
    """Whether figures of one's own can be laid over the charts."""
    return desk.own_charts(_title(name), data.charts, language(request))


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


def _page(file: str, **words: str) -> Response[str]:
    """A page of the client; those around the board share one file and differ in script and style sheet."""
    body = resources.files(WEB).joinpath(file).read_text(encoding="utf-8")
    for name, word in words.items():
        body = body.replace(f"{{{name}}}", word)
    return Response(body, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get("/", include_in_schema=False, sync_to_thread=False)
def home() -> Response[str]:
    """The start page."""
    return _page("page.html", script="home", style="home")


@get("/games/{id_:str}", include_in_schema=False, sync_to_thread=False)
def game_page(id_: FromPath[str]) -> Response[str]:
    """The board."""
    return _page("game.html")


@get("/games/{id_:str}/text", include_in_schema=False, sync_to_thread=False)
def text_page(id_: FromPath[str]) -> Response[str]:
    """The same game as text."""
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
    home,
    game_page,
    text_page,
    reference_page,
    about_page,
    tutorial_page,
]
