"""What requests look like: their bodies, and what all handlers share."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter

from parallel38.engine.files import NotJsonError, read_json
from parallel38.service.errors import language_of
from parallel38.service.store import Bookmark

AnyRequest = Request[Any, Any, State]
GameId = FromPath[str]
At = FromQuery[int | None]
"""After which action; without it, now."""
Lang = Annotated[str | None, QueryParameter(name="lang", description="en or es")]


def language(request: AnyRequest) -> str:
    """The language of an answer."""
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))


async def sound_body(request: AnyRequest) -> None:
    """Refuse a body that nests too deeply or has a number of too many digits, before it is given a shape.

    The size was limited while it came in, and what is no JSON is refused when it is read.
    """
    body = await request.body()
    with suppress(NotJsonError):
        read_json(body, len(body))


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


class OwnCharts(msgspec.Struct, forbid_unknown_fields=True):
    """Figures of one's own, or the text of a file with them."""

    charts: dict[str, Any] | str


class Import(msgspec.Struct, forbid_unknown_fields=True):
    """A record or a position as text."""

    text: str
    name: str = ""
    file: str = ""
    """The name of its file, after which the game is called if it has no other name."""
    players: dict[str, str] = {}


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be different about a game, besides what is played."""

    name: str | None = None
    players: dict[str, str] | None = None
    paused: bool | None = None
    step: bool = False
    """One action of the computer, which waits after it."""
    pace: float | None = None
    bookmarks: list[Bookmark] | None = None


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
