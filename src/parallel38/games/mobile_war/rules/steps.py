"""Movement: what a way costs, told hex by hex before anybody goes it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from parallel38.engine.flow import Note, Step
from parallel38.games.mobile_war.rules import special, stacking, zones
from parallel38.games.mobile_war.rules.costs import broken_bridges, gait, toll
from parallel38.games.mobile_war.rules.ranges import manner, one_hex
from parallel38.games.mobile_war.state import MobileWarState
from parallel38.hexgrid import Hex


def table(s: MobileWarState, units: tuple[int, ...], path: tuple[Hex, ...], mode: str, phase: str) -> Iterator[Step]:
    """The rows of a move: for two units, those of the one that has less to spend."""
    grid = s.rules.grid
    if not units or any(b >= grid.size or b not in grid.neighbours.get(a, ()) for a, b in pairwise(path)):
        return
    unit = min(units, key=lambda u: manner(s, u, mode, phase).limit)
    way, side, rules = manner(s, unit, mode, phase), s.rules.side_of[unit], s.rules
    point, left = way.point, way.limit
    parts = toll(rules, gait(rules, unit), special.mountains_open(s, phase, unit), broken_bridges(s))
    for i, (a, b) in enumerate(pairwise(path), 1):
        price = way.costs.of(a, b)
        if price is None:
            return  # the refusal says why
        paid = [("rail", price)] if mode == "rail" else parts(a, b) or []
        if way.zone >> a & 1 and way.toll:
            paid.append(("zone", way.toll))
        joined = len(stacking.staying(s, side, b, units)) if i == len(path) - 1 else 0
        if joined:
            paid.append(("join", joined * point))
        left -= sum(points for _, points in paid)
        for j, (what, points) in enumerate(paid):
            rule = {"zone": "K-ZOC-A", "join": "K-STK-B", "rail": "K-MOV-J1"}.get(what, "K-TER-1")
            note = Note(f"step.{what}", {"hex": b, "by_units": zones.over(s, 1 - side, a), "n": joined}, rule)
            rest = Fraction(max(left, 0), point) if j == len(paid) - 1 else None
            yield Step(b, note, Fraction(points, point), rest)
        if left < 0 and len(path) == 2 and mode == "foot" and one_hex(s, unit, b, phase):
            yield Step(b, Note("step.one_hex", {}, "K-MOV-M"))
