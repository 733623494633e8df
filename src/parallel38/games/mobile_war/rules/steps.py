"""Movement: what a way costs, told hex by hex before anybody goes it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from parallel38.engine.previews import Note, Step
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import bridges, special, stacking, zones
from parallel38.games.mobile_war.rules.costs import COMMUNIST_SUPPLY, toll
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
    walk, ground = rules.movement_class[unit], set[str]()
    parts = toll(rules, walk, special.mountains_open(s, phase, unit), bridges.down(s))
    for i, (a, b) in enumerate(pairwise(path), 1):
        price = way.costs.of(a, b)
        if price is None:
            return  # the refusal says why
        paid = [("rail", price)] if mode == "rail" else parts(a, b) or []
        if way.zone >> a & 1 and way.toll:
            paid.append(("zone", way.toll))
        joined = len(stacking.staying(s, side, b, units)) if i == len(path) - 1 else 0
        if joined:
            paid.append(("join", joined * rules.join_price[walk] * point // rules.point))
        left -= sum(points for _, points in paid)
        for j, (what, points) in enumerate(paid):
            rule = _rule(s, what, walk, a, b)
            ground.add(what)
            note = Note("step." + what, {"hex": b, "by_units": zones.over(s, 1 - side, a), "n": joined}, rule)
            rest = Fraction(max(left, 0), point) if j == len(paid) - 1 else None
            yield Step(b, note, Fraction(points, point), rest)
        if len(ground & {"clear", "rough", "road"}) > 1:
            trace("K-MOV-H")
        if left < 0 and len(path) == 2 and mode == "foot" and one_hex(s, unit, b, price, phase):
            yield Step(b, Note("step.one_hex", {}, "K-MOV-M"))


def _rule(s: MobileWarState, what: str, walk: str, a: Hex, b: Hex) -> str:
    """The rule by which something on the way is paid for."""
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
