"""What a player has chosen about looks and manners: the same at every port and in every browser."""

from __future__ import annotations

from typing import Any

from litestar import get, patch
from litestar.datastructures import State
from litestar.params import JSONBody

from parallel38.engine.errors import BadInputError
from parallel38.service.asking import Lang

Value = str | int | float | bool
LONGEST, MOST = 100, 100
"""Letters of a setting's name and of its value, and how many settings there can be; the client has some twenty."""


@get("/api/settings", sync_to_thread=False)
def settings(state: State) -> dict[str, Value]:
    """Everything that was chosen; what was never chosen is not there."""
    return state.store.settings()


@patch("/api/settings", sync_to_thread=False)
def change_settings(state: State, data: JSONBody[dict[str, Value | None]], lang: Lang = None) -> dict[str, Value]:
    """Choose some things; null takes a choice back."""
    if any(len(text) > LONGEST for pair in data.items() for text in pair if isinstance(text, str)):
        raise BadInputError("setting_too_long", n=LONGEST)
    if len({*state.store.settings(), *data}) > MOST:
        raise BadInputError("too_many_settings", n=MOST)
    state.store.choose(data)
    return state.store.settings()


HANDLERS: list[Any] = [settings, change_settings]
