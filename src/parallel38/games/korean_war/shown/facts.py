"""What a player of The Korean War wants to know about a hex, and where all units are."""

from collections.abc import Iterator

from parallel38.engine.previews import Note
from parallel38.engine.reports import Group
from parallel38.games.korean_war.rules import command
from parallel38.games.korean_war.state import COMMUNIST, RESERVE_SPACES, SIDES, UN, KoreanWarState
from parallel38.hexgrid import Hex
from parallel38.wargame import roster

RECONSTITUTE = ("destroyed", "reconstituting", "available")
WORKS_KEYS = ("", "improved", "fortified")


def hex_facts(s: KoreanWarState, h: Hex) -> Iterator[Note]:
    """Cost, province, control, mines, entrenchments, command range."""
    rules = s.rules
    if not rules.land >> h & 1:
        return
    ground = rules.terrain(h)
    costs = {"un_mp": rules.price[ground, "un"], "communist_mp": rules.price[ground, "communist"]}
    yield Note("fact.cost", costs, "W-7.3c")
    for side in (UN, COMMUNIST):
        if s.controlled(side) >> h & 1:
            yield Note("fact.control", {"side": SIDES[side], "n": rules.city_points.get(h, 0)}, "W-14.1a")
        if s.works(side, h):
            yield Note("fact." + WORKS_KEYS[s.works(side, h)], {"side": SIDES[side]}, "W-7.5a")
    for region, text, rule in (
        (s.marked("mines"), "mines", "W-14.2c"),
        (rules.producers, "production", "W-14.3a"),
        (rules.ports, "port", "W-14.2a"),
        (rules.landings, "landing", "W-11.2b"),
        (rules.coast & ~rules.naval, "no_naval", "W-9.4u"),
    ):
        if region >> h & 1:
            yield Note("fact." + text, {}, rule)
    for side in (UN, COMMUNIST):
        for depot in s.depots(side):
            column = command.column(s, depot, h)
            if column in (command.PRIMARY, command.SECONDARY):
                yield Note("fact." + column, {"unit": depot}, "W-4.4d" if column == command.PRIMARY else "W-4.4e")


def forces(s: KoreanWarState) -> Iterator[Group]:
    """The units of each side: on the map by nation, in each box, and those that are still to come."""
    yield from roster.forces(s, _coming, ("out", "aside"), _trays)
    for side in (UN, COMMUNIST):
        yield from _pools(s, side)


def _trays(s: KoreanWarState, side: int) -> tuple[str, ...]:
    """The boxes of the UN into which players look: the four spaces of the reserve box, the Reconstitute Track, air
    units without a mission."""
    return (*RESERVE_SPACES, *RECONSTITUTE, *(("airfields",) if s.rules.air_display else ())) if side == UN else ()


def _pools(s: KoreanWarState, side: int) -> Iterator[Group]:
    """W-9.5h: the replacement units that are left, one counter of each kind with their number."""
    rules, kinds = s.rules, dict[str, list[int]]()
    for unit in rules.units_of[side]:
        if rules.replacement[unit] and s.in_box(unit, "out"):
            kinds.setdefault(rules.unit_kind[unit], []).append(unit)
    told = tuple((units[0], Note("force.left", {"n": len(units)})) for units in kinds.values())
    if told:
        yield Group(SIDES[side], Note("force.pool", {"n": sum(map(len, kinds.values()))}, "W-9.5h"), told)


def _coming(s: KoreanWarState, side: int) -> Iterator[tuple[str, list[int]]]:
    """The units of the UN that are still to come, turn by turn."""
    if side != UN:
        return
    rules, by_turn = s.rules, dict[int, list[int]]()
    for phase, names in rules.arriving.items():
        turn = int(phase.partition("-")[0])
        due = [u for u in map(rules.names.unit_number, names) if s.in_box(u, "out")]
        if due and s.turn <= turn <= rules.last_turn:
            by_turn.setdefault(turn, []).extend(due)
    for turn, units in sorted(by_turn.items()):
        yield rules.turns[turn - 1], units
