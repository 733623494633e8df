"""20 Nationalist Chinese forces: two divisions from Formosa."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.flow import Refusal
from parallel38.games.korean_war.rules import coming, losses
from parallel38.games.korean_war.state import FALLEN, FORMOSA, INVADED, UN, KoreanWarState

NATION = "nationalist"
KIND = "nationalist_div"
IDLE = ("out", "aside", "eliminated", "gone")
AWAY = (*IDLE, *coming.BOXES)
"""The boxes of Nationalist units that are neither in play nor on their way, and of all that are not in play."""


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
    elif not _ready(s):
        yield Refusal("W-20a", "nationalists_called_before", {})


def _ready(s: KoreanWarState) -> list[int]:
    """The divisions on Formosa that can be called: none while they are in Korea, and none that was lost there."""
    divisions = s.rules.of_kind[KIND]
    if not all(s.in_box(u, "out", "gone") for u in divisions):
        return []
    return [u for u in divisions if s.in_box(u, "out")]


def call(s: KoreanWarState) -> None:
    """W-20a: the divisions come to the reserve box in the next Action Phase."""
    found = _ready(s)
    s.log("W-20a", "nationalists_called", n=len(found))
    for unit in found:
        coming.expect(s, unit, "W-20a", *coming.phase_after(s))


def arrive(s: KoreanWarState) -> None:
    """Put the divisions into the reserve box, for a look ahead."""
    for unit in _ready(s):
        s.move(unit, s.rules.names.box("reserve"))


def go_home(s: KoreanWarState) -> None:
    """W-20b: all of them leave Korea; as many divisions as are left may come again, those that were eliminated do
    not."""
    names, divisions = s.rules.names, s.rules.of_kind[KIND]
    left = len(_ready(s)) or sum(not s.in_box(u, *IDLE) for u in units(s))
    for unit in units(s):
        if s.in_box(unit, "out", "gone"):
            continue
        if not s.in_box(unit, *AWAY):
            s.log("W-20b", "nationalists_leave", unit=unit)
        for asset in s.assets(unit):
            s.move(asset, names.box("reserve"))
        losses.clear(s, unit)
        s.move(unit, names.box("out"))
    for unit in divisions[left:]:
        s.move(unit, names.box("gone"))
