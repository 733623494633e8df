"""20 Nationalist Chinese forces: two divisions from Formosa."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.flow import Refusal
from parallel38.games.korean_war.rules import coming, losses
from parallel38.games.korean_war.state import FALLEN, FORMOSA, INVADED, UN, KoreanWarState

NATION = "nationalist"
KIND = "nationalist_div"
AWAY = ("out", "aside", "eliminated", "coming_first", "coming_second")
"""The boxes in which a Nationalist unit is not in play."""


def units(s: KoreanWarState) -> list[int]:
    """Every Nationalist unit, replacement units included."""
    return [u for u in s.rules.units_of[UN] if s.rules.nation[u] == NATION]


def in_play(s: KoreanWarState) -> bool:
    """Whether a Nationalist unit is on the map or in the reserve box."""
    return any(not s.in_box(u, *AWAY) for u in units(s))


def against(s: KoreanWarState) -> Iterator[Refusal]:
    """Why the UN cannot call the Nationalists. W-20a: from turn 4 on, once. W-20b: not while Formosa is invaded, nor
    after its fall."""
    first = s.rules.charts["nationalist"]["intervention", "from_turn"]
    if s.turn < first:
        yield Refusal("W-20a", "nationalists_early", {"turn_key": "turn." + s.rules.turns[first - 1]})
    elif s.track[FORMOSA] in (INVADED, FALLEN):
        yield Refusal("W-20b", "nationalists_at_home", {})
    elif any(not s.in_box(u, "out") for u in s.rules.of_kind[KIND]):
        yield Refusal("W-20a", "nationalists_called_before", {})


def call(s: KoreanWarState) -> None:
    """W-20a: the divisions come to the reserve box in the next Action Phase."""
    s.log("W-20a", "nationalists_called")
    for unit in s.rules.of_kind[KIND]:
        coming.expect(s, unit, "W-20a", *coming.phase_after(s))


def arrive(s: KoreanWarState) -> None:
    """Put the divisions into the reserve box, for a look ahead."""
    for unit in s.rules.of_kind[KIND]:
        s.move(unit, s.rules.names.box("reserve"))


def go_home(s: KoreanWarState) -> None:
    """W-20b: all of them leave Korea."""
    for unit in units(s):
        if s.in_box(unit, "out"):
            continue
        if not s.in_box(unit, *AWAY):
            s.log("W-20b", "nationalists_leave", unit=unit)
        for asset in s.assets(unit):
            s.move(asset, s.rules.names.box("reserve"))
        losses.clear(s, unit)
        s.move(unit, s.rules.names.box("out"))
