"""What a player of The Mobile War wants to know about a hex, and where all units are."""

from collections.abc import Iterator
from itertools import islice

from parallel38.engine.previews import Note
from parallel38.engine.reports import Group
from parallel38.engine.sequence import Sequence
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import bridges, campaign, ships, special, stacking, supply, zones
from parallel38.games.mobile_war.rules.arrivals import LAND, SHIPS
from parallel38.games.mobile_war.rules.costs import INFANTRY
from parallel38.games.mobile_war.rules.movement import Moving
from parallel38.games.mobile_war.rules.transport import Load, Unload
from parallel38.games.mobile_war.state import ARMIES, COMMUNIST, MOVED, SIDES, UN, MobileWarState
from parallel38.hexgrid import Hex
from parallel38.wargame import roster

COMING = (
    {**LAND, **SHIPS, "R1": "un_regiment"},
    {"supply": "communist_supply", "armies": "cn_army"},
)
"""For each side the columns of the turn record that bring new units, with the kind of counter."""


def hex_facts(s: MobileWarState, h: Hex) -> Iterator[Note]:
    """Terrain figures, river and bridge, the side that holds the hex, zones, supply and room, what hinders ships."""
    rules = s.rules
    if not rules.land >> h & 1:
        return
    rough, river = rules.rough >> h & 1, rules.river_hexes >> h & 1
    price = rules.points(INFANTRY, "rough" if rough else "clear") + (rules.points(INFANTRY, "river") if river else 0)
    yield Note("fact.cost", {"mp": price}, "K-TER-1b" if rough else "K-TER-1a")
    if rough and not special.shocked(s):
        yield Note("fact.rough", {}, "K-TER-2")
    if rules.all_rough >> h & 1:
        yield Note("fact.no_zones", {}, "K-ZOC-C")
    if river:  # K-TER-1e: two of its sides are crossed
        trace("K-TER-1e")
        yield Note("fact.river", {"river_words": sorted(rules.rivers_of[h])}, "K-TER-1d")
    if rules.bridges >> h & 1:
        yield Note("fact.bridge_down" if h in bridges.down(s) else "fact.bridge", {}, "K-BRG-1")
    if rules.towns >> h & 1:
        yield Note("fact.town", {}, "K-COM-J4a")
    for name, port in ((name, name in rules.board.ports) for name in rules.watched if rules.board.places[name] == h):
        args = {"name": name, "side": SIDES[COMMUNIST if s.was_last(COMMUNIST, name) else UN]}
        yield Note("fact.port" if port else "fact.held", args, "K-VIC-6a")
    for side in (UN, COMMUNIST):
        yield from _side_facts(s, h, side)
    yield from _cargo_facts(s, h)


def _side_facts(s: MobileWarState, h: Hex, side: int) -> Iterator[Note]:
    """The facts of one side: its zone, the room that its units take, its supply."""
    over = zones.over(s, side, h)
    if over:
        yield Note("fact.zone", {"by_units": over}, "K-ZOC-1")
    units = s.troops(side, h)
    if not units:
        return
    yield Note("fact.room", {"n": len(stacking.counted(s, side, h)), "most": s.rules.stack_limit}, "K-STK-A1")
    supplied = all(supply.supplied(s, u) for u in units)
    seoul = side == UN and not supply.region(s, UN) >> h & 1 and supply.from_seoul(s) >> h & 1
    rule = "K-SUP-C1a" if side == COMMUNIST else "K-SGI-2a" if seoul else "K-SUP-D1a"
    yield Note("fact.supplied" if supplied else "fact.unsupplied", {"side": SIDES[side]}, rule)


def _cargo_facts(s: MobileWarState, h: Hex) -> Iterator[Note]:
    """Why a ship in a port can load no unit there, or unload none of its load."""
    frame = s.top
    if h not in s.rules.board.ports.values() or not isinstance(frame, Moving) or frame.side != SIDES[UN]:
        return
    told = set[str]()
    for ship in s.stacks(UN).get(h, ()):
        busy = s.spent[ship] and not s.flags[ship] & MOVED  # the ship has just loaded or unloaded here
        if s.rules.naval[ship] and ships.figure(s, ship, "regiments") and not busy:
            load = s.inside(ship)
            haul, units = (Unload, load) if load else (Load, s.fighters(UN, h))
            refusals = [next(haul(ship, (unit,)).refusals(s, frame), None) for unit in units]
            if refusals and refusals[0] is not None and all(refusals) and refusals[0].text not in told:
                told.add(refusals[0].text)
                yield Note("refusal." + refusals[0].text, refusals[0].args, refusals[0].rule)


def forces(s: MobileWarState) -> Iterator[Group]:
    """The units of each side: on the map by nation, in each box, and those that come by the turn record.

    Left out are units that have not come yet, and counters of divisions and armies that are broken down.
    """
    return roster.forces(s, _coming, ("out", "spare"))


def _coming(s: MobileWarState, side: int) -> Iterator[tuple[str, list[int]]]:
    """The units of a side that are still to come, turn by turn: of each kind the counters in their order.

    Chinese come if China is in the war.
    """
    rules, out, come = s.rules, s.rules.names.box("out"), s.track[ARMIES]
    fresh = {kind: (u for u in rules.of_kind[kind] if s.where[u] == out) for kind in COMING[side].values()}
    first = s.turn - _ahead(s, side)
    for week, turn in enumerate(rules.turns[first:], rules.first_week + first):
        units: list[int] = []
        for column, kind in COMING[side].items():
            n, counted = rules.arriving(week, column), 0
            if kind == "cn_army":
                n, counted = campaign.due(s, week, come)
            come += counted
            units += islice(fresh[kind], n)
        if units:
            yield turn, units


def _ahead(s: MobileWarState, side: int) -> bool:
    """Whether the units of a side that come in this turn have not come yet."""
    phases, bottom = [phase.key for phase in s.rules.outline(s)], s.frames[0]
    return isinstance(bottom, Sequence) and phases.index(bottom.phase) < phases.index(SIDES[side] + "_arrivals")
