"""Movement: the cost of a path, hex by hex, before any unit moves."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from parallel38.engine.previews import Note, Step
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import bridges, special, stacking, zones
from parallel38.games.mobile_war.rules.costs import COMMUNIST_SUPPLY, step_parts
from parallel38.games.mobile_war.rules.ranges import manner, one_hex
from parallel38.games.mobile_war.state import MobileWarState
from parallel38.hexgrid import Hex
from parallel38.wargame.costs import gap, tell


def table(s: MobileWarState, units: tuple[int, ...], path: tuple[Hex, ...], mode: str, phase: str) -> Iterator[Step]:
    """The rows of a move: for two units, those of the unit that has less to spend."""
    if not units or gap(s.rules.grid, path):
        return
    unit = min(units, key=lambda u: manner(s, u, mode, phase).limit)
    way, side, rules = manner(s, unit, mode, phase), s.rules.side_of[unit], s.rules
    left = way.limit
    walk, ground = rules.movement_class[unit], set[str]()
    parts = step_parts(rules, walk, special.mountains_open(s, phase, unit), bridges.down(s))
    for i, (a, b) in enumerate(pairwise(path), 1):
        price = way.costs.of(a, b)
        if price is None:
            return  # the refusal says why
        paid = [("rail", price)] if mode == "rail" else parts(a, b) or []
        if way.zone >> a & 1 and way.exit_cost:
            paid.append(("zone", way.exit_cost))
        joined = len(stacking.staying(s, side, b, units)) if i == len(path) - 1 else 0
        if joined:
            paid.append(("join", joined * rules.join_price[walk] * way.point // rules.point))
        left -= sum(points for _, points in paid)
        ground |= {what for what, _ in paid} & {"clear", "rough", "road"}
        args = {"hex": b, "by_units": zones.over(s, 1 - side, a), "n": joined}
        yield from tell(b, paid, left, way.point, partial(_note, s, walk, (a, b), args))
        if len(ground) > 1:
            trace("K-MOV-H")
        if left < 0 and len(path) == 2 and mode == "foot" and one_hex(s, unit, b, price, phase):
            yield Step(b, Note("step.one_hex", {}, "K-MOV-M"))


def _note(s: MobileWarState, walk: str, step: tuple[Hex, Hex], args: dict[str, Any], what: str) -> Note:
    """The note on one part of the cost of a step."""
    return Note("step." + what, args, _rule(s, what, walk, *step))


def _rule(s: MobileWarState, what: str, walk: str, a: Hex, b: Hex) -> str:
    """The rule for one part of the cost of a step."""
    rules = s.rules
    return {
        "clear": "K-MOV-K3a" if walk == COMMUNIST_SUPPLY else "K-TER-1a",
        "rough": "K-MOV-K3b" if walk == COMMUNIST_SUPPLY else "K-TER-1b",
        "road": "K-TER-1c" if rules.board.roads.has(a, b) else "K-TER-1f",
        "river": "K-TER-1d",
        "rail": "K-MOV-J1" if rules.board.rails.has(a, b) else "K-TER-4a",
        "zone": "K-ZOC-A1",
        "join": "K-STK-B",
    }[what]
