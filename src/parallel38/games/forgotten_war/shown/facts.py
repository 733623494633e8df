"""What a player of The Forgotten War wants to know about a hex, and where all units are."""

from collections.abc import Iterator
from fractions import Fraction

from parallel38.engine.previews import Note
from parallel38.engine.reports import Group
from parallel38.games.forgotten_war.rules import stacking
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, UN, ForgottenWarState
from parallel38.hexgrid import Hex
from parallel38.wargame import roster


def hex_facts(s: ForgottenWarState, h: Hex) -> Iterator[Note]:
    """Cost, hilltop, wire, dump, ice, positions, room, and a close combat that goes on."""
    rules = s.rules
    if not rules.board.in_play >> h & 1:
        return
    rough = bool(rules.rough >> h & 1)
    yield Note("fact.cost", {"mp": rules.price["rough" if rough else "clear"]}, "F-10.2.1.A")
    if rough and not rules.roads.hexes() >> h & 1:
        yield Note("fact.no_vehicles", {}, "F-10.2.4.A1")
    for region, text, rule in (
        (rules.hilltops, "hilltop", "F-5.1.5.a"),
        (rules.prepared, "prepared", "F-10.1.C2"),
        (rules.obstacles, "obstacle", "F-10.2.7.B"),
        (rules.dumps, "dump", "F-10.2.6.A"),
        (rules.ice, "ice", "F-10.2.6.F"),
        (rules.strip, "airstrip", "F-14.2.3.A"),
        (rules.river, "river", "F-10.2.5.C"),
    ):
        if region >> h & 1:
            yield Note(f"fact.{text}", {}, rule)
    for side in (UN, COMMUNIST):
        units = s.stacks(side).get(h)
        if units:
            total, _, _ = stacking.room_taken(s, units)
            most = rules.battle.limits(s, side, h)[0]
            room = {"side": SIDES[side], "taken_factors": Fraction(total, 2), "most_factors": Fraction(most, 2)}
            yield Note("fact.room", room, rules.battle.limit_rule(side))
            if s.dug_in(side, h):
                yield Note("fact.dug_in", {"side": SIDES[side]}, "F-5.3.1.a")
    if s.contested(UN) >> h & 1:
        yield Note("fact.close_combat", {}, "F-13.6.E")


def forces(s: ForgottenWarState) -> Iterator[Group]:
    """The units of each side: on the map by nation, in each box, and those that are still to come."""
    return roster.forces(s, _coming, ("out",))


def _coming(s: ForgottenWarState, side: int) -> Iterator[tuple[str, list[int]]]:
    """The units of a side that are still to come, turn by turn."""
    out = s.rules.names.box("out")
    for turn, units in sorted(s.rules.arriving[side].items()):
        due = [u for u in units if s.where[u] == out]
        if due and turn >= s.turn:
            yield s.rules.turns[turn - 1], due
