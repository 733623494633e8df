"""Facts about a hex for a player of Yalu, and the list of all units."""

from collections.abc import Iterator
from fractions import Fraction

from parallel38.engine.previews import Note
from parallel38.engine.reports import Group
from parallel38.games.yalu.rules import designation, fire, stacking, supply, zones
from parallel38.games.yalu.state import COMMUNIST, SIDES, UN, YaluState
from parallel38.hexgrid import Hex
from parallel38.wargame import roster

LIMIT = {COMMUNIST: 3, UN: 2}
"""The stacking limit of a hex, in divisions (7.1.1, 7.2.1)."""


def hex_facts(s: YaluState, h: Hex) -> Iterator[Note]:
    """The terrain of a hex in figures, the side that holds it, zones, supply and room."""
    rules = s.rules
    if not rules.land >> h & 1:
        return
    yield Note("fact.cost", {"mp": rules.hex_points[h]}, "D-9.1.1")
    (_, drm), *_ = fire.terrain(s, h, (), assault=True)
    yield Note("fact.assault", {"n_drm": drm}, "D-10.2.4")
    yield Note("fact.infiltrate", {"n": rules.charts["infiltration"][rules.terrain(h), "number"]}, "D-9.2.3.2")
    yield Note("fact.supply_price", {"n": designation.price(s, h, "supplied", 0)}, "D-11.4.2")
    for city, at in rules.board.cities.items():
        if at == h:
            holder = SIDES[COMMUNIST if s.controls(COMMUNIST, city) else UN]
            yield Note("fact.city", {"city_key": "city." + city, "side": holder}, "D-2.6")
    for side in (UN, COMMUNIST):
        yield from _side_facts(s, h, side)


def _side_facts(s: YaluState, h: Hex, side: int) -> Iterator[Note]:
    """The facts of a hex for one side: its zone of control, the room that its units take, its supply."""
    over = zones.over(s, side, h)
    if over:
        yield Note("fact.zone", {"by_units": over}, "D-8.1.1")
    units = [u for u in s.stacks(side).get(h, ()) if not s.rules.guerrilla[u]]
    if not units:
        return
    used = Fraction(sum(s.rules.weight[u] for u in units), stacking.DIVISION)
    rule = "D-7.1.1" if side == COMMUNIST else "D-7.2.1"
    yield Note("fact.room", {"used_factors": used, "most": LIMIT[side]}, rule)
    good = supply.supplied(s, side) >> h & 1
    yield Note("fact.supplied" if good else "fact.unsupplied", {"side": SIDES[side]}, "D-5.1.1b")


def forces(s: YaluState) -> Iterator[Group]:
    """The units of each side: on the map by nation, in each box, and those that arrive by the calendar."""
    return roster.forces(s, _coming, ("out",))


def _coming(s: YaluState, side: int) -> Iterator[tuple[str, list[int]]]:
    """The units of a side that are still to arrive by the calendar, turn by turn."""
    rules = s.rules
    chart, out = rules.charts["arrivals"], rules.names.box("out")
    due: dict[str, list[int]] = {}
    for unit in rules.units_of[side]:
        if unit in rules.scheduled and s.where[unit] == out:
            due.setdefault(chart[rules.names.unit(unit), "turn"], []).append(unit)
    return ((turn, due[turn]) for turn in rules.turns[s.turn - 1 :] if turn in due)
