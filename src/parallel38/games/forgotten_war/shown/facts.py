"""What a player of The Forgotten War wants to know about a hex, and where all units are."""

from collections.abc import Iterator
from fractions import Fraction

from parallel38.engine.previews import Note
from parallel38.engine.reports import Group
from parallel38.games.forgotten_war.rules import stacking
from parallel38.games.forgotten_war.shown import overlays
from parallel38.games.forgotten_war.state import COMMUNIST, REVEALED, SIDES, UN, ForgottenWarState
from parallel38.hexgrid import Hex
from parallel38.wargame import roster


def hex_facts(s: ForgottenWarState, h: Hex) -> Iterator[Note]:
    """Cost, hilltop, wire, dump, ice, positions, room, and a close combat that goes on."""
    rules = s.rules
    if not rules.board.in_play >> h & 1:
        return
    rough = bool(rules.rough >> h & 1)
    yield Note("fact.cost", {"mp": rules.price["rough" if rough else "clear"]}, "F-10.2.1.A")
    if rough and not rules.road_hexes >> h & 1:
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
    yield from _battle_facts(s, h)
    for side in (UN, COMMUNIST):
        units = s.stacks(side).get(h)
        if units:
            total, _, _ = stacking.room_taken(s, units)
            most = rules.battle.limits(s, side, h)[0]
            room = {"side": SIDES[side], "taken_factors": Fraction(total, 2), "most_factors": Fraction(most, 2)}
            yield Note("fact.room", room, rules.battle.limit_rule(side))
            if s.dug_in(side, h):
                yield Note("fact.dug_in", {"side": SIDES[side]}, "F-5.3.1.a")
            yield from _seen(s, side, h)
    if s.contested(UN) >> h & 1:
        yield Note("fact.close_combat", {}, "F-13.6.E")


def _battle_facts(s: ForgottenWarState, h: Hex) -> Iterator[Note]:
    """What only one battle has: the bank that scores at Naktong, roads, hiding places and the way out at Chosin, the
    perimeter at Chipyong-ni."""
    rules = s.rules
    if (rules.east_bank | rules.river) >> h & 1:
        yield Note("fact.east_bank", {}, "F-15.1.1.C")
    if rules.strip:
        far = rules.from_road[h]
        beyond = far > rules.far["from_road"]
        yield Note("fact.beyond_road" if beyond else "fact.from_road", {"n": far}, "F-10.2.6.C1")
        for i, division in enumerate(rules.hideouts):
            if rules.assembly[division] >> h & 1 and not s.track[REVEALED] >> i & 1:
                yield Note("fact.hidden", {"division_key": f"map.division_{division}"}, "F-5.1.7.2.A")
        if rules.way_out >> h & 1:
            yield Note("fact.way_out", {}, "F-15.2.1.C")
    if rules.perimeter >> h & 1:
        yield Note("fact.perimeter", {}, "F-5.1.7.3.C")


def _seen(s: ForgottenWarState, side: int, h: Hex) -> Iterator[Note]:
    """Which enemy unit spots the units of a side in a hex for artillery, where fire needs a spotter, and the direct
    fire that can reach them."""
    enemy = 1 - side
    if "spotting" in s.rules.overlays:
        eyes = overlays.spotter(s, enemy, h)
        if eyes is not None:
            yield Note("fact.spotted", {"side": SIDES[side], "unit": eyes}, "F-5.1.4.A")
    strength = overlays.under_fire(s, enemy, h)
    if strength:
        yield Note("fact.under_fire", {"side": SIDES[side], "n": strength}, "F-5.1.3.A")


def forces(s: ForgottenWarState) -> Iterator[Group]:
    """The units of each side: on the map by nation, in each box, and those that are still to come; of units that are
    gone for good, and of those that left by the road, the points that they score."""
    for group in roster.forces(s, _coming, ("out",), _trays):
        scores = {s.rules.names.box(box): text for box, text in SCORING.items()}
        text = scores.get(group.note.args.get("box_place", -1))
        if text is None:
            yield group
            continue
        told = tuple((u, Note(text, {"points_factors": Fraction(_points(s, u, text), 2)})) for u, _ in group.units)
        yield Group(group.side, group.note, told)


SCORING = {"gone": "force.lost_points", "exited": "force.out_points"}
"""The boxes whose units score, with what is said of each."""


def _points(s: ForgottenWarState, unit: int, text: str) -> int:
    """The points that a unit scores where it is, in halves."""
    if text == SCORING["gone"]:
        return s.rules.worth[unit]
    return s.rules.halves_for["chosin_train_exits" if s.rules.train[unit] else "chosin_unit_exits"]


def _trays(s: ForgottenWarState, side: int) -> tuple[str, ...]:
    """The boxes of markers, of a side that has any."""
    return ("available", "used") if s.rules.markers_of[side] else ()


def _coming(s: ForgottenWarState, side: int) -> Iterator[tuple[str, list[int]]]:
    """The units of a side that are still to come, turn by turn."""
    out = s.rules.names.box("out")
    for turn, units in sorted(s.rules.arriving[side].items()):
        due = [u for u in units if s.where[u] == out]
        if due and turn >= s.turn:
            yield s.rules.turns[turn - 1], due
