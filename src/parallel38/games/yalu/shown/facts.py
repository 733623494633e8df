"""What a player of Yalu wants to know about a hex, and where everybody is."""

from collections.abc import Iterator
from fractions import Fraction

from parallel38.engine.previews import Note
from parallel38.engine.reports import Group
from parallel38.games.yalu.rules import designation, fire, stacking, supply, zones
from parallel38.games.yalu.state import COMMUNIST, SIDES, UN, YaluState
from parallel38.hexgrid import Hex

LIMIT = {COMMUNIST: 3, UN: 2}
"""Divisions in a hex (7.1.1, 7.2.1)."""


def hex_facts(s: YaluState, h: Hex) -> Iterator[Note]:
    """Terrain in figures, who holds it, zones, supply and room."""
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
    """What holds for one side: its zone, the room that its units take, its supply."""
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
    """Each side: on the map by nation, in each box, and who comes by the calendar."""
    rules = s.rules
    for side in (UN, COMMUNIST):
        nations: dict[str, list[int]] = {}
        for unit in s.present(side):
            nations.setdefault(rules.nation[unit], []).append(unit)
        for nation, units in nations.items():
            told = tuple((u, _state(s, u)) for u in units)
            yield Group(SIDES[side], Note("force.map", {"nation_key": "nation." + nation, "n": len(units)}), told)
        for box in rules.names.boxes[1:]:
            units = [u for u in rules.units_of[side] if s.where[u] == rules.names.box(box)]
            if units:
                told = tuple((u, _return(s, u)) for u in units)
                yield Group(SIDES[side], Note("force.box", {"box_place": rules.names.box(box), "n": len(units)}), told)
        yield from _coming(s, side)


def _state(s: YaluState, unit: int) -> Note:
    """Where a unit is."""
    return Note("force.at", {"hex": s.where[unit]})


def _return(s: YaluState, unit: int) -> Note | None:
    """From which turn on a unit may come, if that is not now."""
    turn = s.spent[unit]
    return (
        Note("force.from", {"turn_key": "turn." + s.rules.turns[turn - 1]})
        if s.turn < turn <= len(s.rules.turns)
        else None
    )


def _coming(s: YaluState, side: int) -> Iterator[Group]:
    """Who is still to come by the calendar, turn by turn."""
    rules = s.rules
    chart, out = rules.charts["arrivals"], rules.names.box("out")
    due: dict[str, list[int]] = {}
    for unit in rules.units_of[side]:
        if unit in rules.scheduled and s.where[unit] == out:
            due.setdefault(chart[rules.names.unit(unit), "turn"], []).append(unit)
    for turn in rules.turns[s.turn - 1 :]:
        if turn in due:
            args = {"turn_key": "turn." + turn, "n": len(due[turn])}
            yield Group(SIDES[side], Note("force.due", args), tuple((u, None) for u in due[turn]))
