"""Yalu: the Chinese counteroffensive in Korea, November 1950 to May 1951 (Deluxe rules)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from parallel38.engine.previews import Note
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.titles import Setting, Title
from parallel38.games.yalu.data import choices, rule_ids, table, weights


def _make(setting: Setting) -> Ruleset:
    return _rules(msgspec.json.encode(setting))


@cache
def _rules(setting: bytes) -> Ruleset:
    """Rules never change, so games with the same setting share them, and what has been worked out from them."""
    from parallel38.games.yalu.ruleset import YaluRuleset

    return YaluRuleset(TITLE, msgspec.json.decode(setting, type=Setting))


def _captain(level: str, side: str, weights: Mapping[str, float] | None) -> Any:
    from parallel38.games.yalu.players.commander import Commander

    return Commander(level, side, weights)


def _became(course: Any, told: Sequence[Any]) -> Iterable[Note]:
    from parallel38.games.yalu.players.became import became

    return became(course, told)


TITLE = Title(
    name="yalu",
    package="parallel38.games.yalu",
    editions=("deluxe",),
    scenarios=("nov-iv",),
    make=_make,
    options=choices("option"),
    rulings=choices("ruling"),
    rule_ids=rule_ids,
    captain=_captain,
    weights=weights,
    became=_became,
    earlier=table("earlier.toml"),
)
