"""Overlays for the maps of The Forgotten War: where units can go, what is spotted, who is under fire, and what each
battle has besides."""

from collections.abc import Callable, Iterable, Iterator

from parallel38.engine.reports import Overlay
from parallel38.engine.texts import fraction_text
from parallel38.games.forgotten_war.rules import airstrip, ammunition, targets, turn_end
from parallel38.games.forgotten_war.rules.ranges import MODES, Range
from parallel38.games.forgotten_war.state import (
    ABANDONED,
    BARRAGED,
    COMMUNIST,
    DUG,
    FIRED,
    MOVED,
    NEAR,
    REVEALED,
    UN,
    ForgottenWarState,
)
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame import threat as threats
from parallel38.wargame.outlines import outline


def reach(s: ForgottenWarState, unit: int) -> Overlay:
    """The hexes that a unit could reach if it moved now, with the points left by normal movement."""
    if not s.on_map(unit) or s.rules.marker[unit] or not s.rules.movement[unit]:
        return Overlay()
    way = Range(threats.begun(s, s.rules.side_of[unit], MOVED | NEAR | DUG), unit)
    region: Region = 0
    for mode in MODES:
        region |= way.region(mode)
    labels = {h: fraction_text(end.left) for h, end in way.destinations("foot").items() if end.left is not None}
    return Overlay(region, labels=labels, units=(unit,))


def spotter(s: ForgottenWarState, side: int, h: Hex) -> int | None:
    """The unit of a side that spots a hex for artillery: the nearest one; None if none does."""
    grid, hilltops, far = s.rules.grid, s.rules.hilltops, s.rules.far
    near = [e for e in bits(s.rules.disk(h, far["spotter_on_hilltop"])) if s.at(side, e)]
    seeing = [e for e in near if hilltops >> e & 1 or grid.distance(e, h) <= far["spotter"]]
    return s.at(side, min(seeing, key=lambda e: grid.distance(e, h)))[0] if seeing else None


def spotting(s: ForgottenWarState, side: int) -> Overlay:
    """The hexes that a side spots for artillery, next to its units and within three hexes of those on hilltops; at each
    hex with enemies, and ringed, the unit that spots it."""
    held, far = s.held(side), s.rules.far
    on_hills = targets.seen_from(s, held & s.rules.hilltops, far["spotter_on_hilltop"])
    seen = (targets.seen_from(s, held, far["spotter"]) | on_hills) & s.rules.board.in_play
    found = {h: spotter(s, side, h) for h in bits(s.held(1 - side) & seen)}
    units = {h: unit for h, unit in found.items() if unit is not None}
    labels = {h: s.rules.designation[unit] for h, unit in units.items()}
    return Overlay(seen, labels=labels, units=tuple(sorted({*units.values()})))


def _shooters(s: ForgottenWarState, side: int) -> Iterator[tuple[int, int]]:
    """The units of a side that could fire directly now, each with its range in hexes."""
    for unit in s.present(side):
        if not (s.rules.gun[unit] or s.locked(unit) or s.flags[unit] & FIRED):
            yield unit, s.rules.battle.direct_range(s.rules, unit)[1]


def under_fire(s: ForgottenWarState, side: int, h: Hex) -> int:
    """The direct fire of a side that can reach a hex."""
    near = s.rules.grid.distance
    return sum(s.fire(unit) for unit, far in _shooters(s, side) if near(s.where[unit], h) <= far)


def fire(s: ForgottenWarState, side: int) -> Overlay:
    """The hexes under direct fire of a side, each hex with enemies with the fire strength that can reach it."""
    region: Region = 0
    for unit, far in _shooters(s, side):
        region |= s.rules.disk(s.where[unit], far)
    reached = bits(region & s.held(1 - side))
    return Overlay(region & ~s.held(side), labels={h: str(under_fire(s, side, h)) for h in reached})


def _rings(s: ForgottenWarState, ranges: Iterable[tuple[int, Region]]) -> Overlay:
    """The outlines of regions within which something reaches so many hexes, each with the number at four hexes, and the
    Communists within the widest."""
    everything, lines, labels = 0, list[tuple[Hex, Hex]](), dict[Hex, str]()
    for far, region in ranges:
        everything |= region
        lines += outline(s.rules.grid, region)
        ends = sorted(bits(region), key=s.rules.grid.center)
        high = sorted(bits(region), key=lambda h: s.rules.grid.center(h)[::-1])
        labels |= dict.fromkeys((ends[0], ends[-1], high[0], high[-1]) if region else (), str(far))
    return Overlay(everything & s.held(COMMUNIST), tuple(lines), labels)


# ------------------------------------------------------------------------------------------------------------- Naktong


def bank(s: ForgottenWarState, side: int) -> Overlay:
    """F-15.1.1.C: the river and what lies east of it, with the North Koreans there and the points that they would
    score."""
    rules = s.rules
    there = rules.east_bank | rules.river
    units = [u for u in s.present(COMMUNIST) if there >> s.where[u] & 1] if side == COMMUNIST else []
    halves: dict[Hex, int] = {}
    for unit in units:
        row = "naktong_east_reduced" if s.reduced(unit) else "naktong_east_full"
        halves[s.where[unit]] = halves.get(s.where[unit], 0) + rules.halves_for[row]
    return Overlay(there, labels={h: f"+{n / 2:g}" for h, n in halves.items()}, units=tuple(units))


def withdrawals(s: ForgottenWarState, side: int) -> Overlay:
    """F-14.2.1.1.C: the UN units that may be withdrawn, with the points that they bring at the end of this turn."""
    if side != UN:
        return Overlay()
    worth: dict[Hex, int] = {}
    units = [u for u in s.present(UN) if s.rules.withdraws[u]]
    for unit in units:
        worth[s.where[unit]] = worth.get(s.where[unit], 0) + turn_end.withdrawal(s, unit)[1]
    return Overlay(sum(1 << h for h in worth), labels={h: f"+{n}" for h, n in worth.items()}, units=tuple(units))


# -------------------------------------------------------------------------------------------------------------- Chosin


def guns(s: ForgottenWarState, side: int) -> Overlay:
    """F-5.1.4.B1: how far the guns of the UN that can still fire this turn reach; the number is the range."""
    if side != UN:
        return Overlay()
    silent = ABANDONED | BARRAGED
    ready = [u for u in s.rules.guns_of[UN] if s.on_map(u) and not s.flags[u] & silent and s.rules.reach_of[u]]
    kinds: dict[int, Region] = {}
    for unit in ready:
        far = s.rules.reach_of[unit]
        kinds[far] = kinds.get(far, 0) | s.rules.disk(s.where[unit], far)
    found = _rings(s, sorted(kinds.items()))
    return Overlay(found.hexes, found.lines, found.labels, tuple(ready))


def roads(s: ForgottenWarState, side: int) -> Overlay:
    """F-10.2.6.C1: the hexes that are too far from a road for the UN at Chosin, and the edge of the others; numbers:
    the hexes to the road of UN units that are too far."""
    if side != UN:
        return Overlay()
    rules = s.rules
    far = {s.where[u]: rules.from_road[s.where[u]] for u in s.present(UN)}
    labels = {h: str(n) for h, n in far.items() if n > rules.far["from_road"]}
    return Overlay(rules.board.in_play & ~rules.near_road, tuple(outline(s.rules.grid, rules.near_road)), labels)


def perils(s: ForgottenWarState, side: int) -> Overlay:
    """F-10.2.6.F, F-10.2.6.A: whole ice hexes, which give the enemy a point for each unit that enters, and supply
    dumps, which cost a Communist unit a step and are worth points to them."""
    rules = s.rules
    dumps = dict.fromkeys(bits(rules.dumps), f"+{rules.halves_for['chosin_dump'] / 2:g}") if side == COMMUNIST else {}
    return Overlay(rules.ice | rules.dumps, labels=dumps)


def hiding(s: ForgottenWarState, side: int) -> Overlay:
    """F-5.1.7.2.A: the assembly areas of divisions that are hidden from aircraft, and their units."""
    if side != COMMUNIST:
        return Overlay()
    region, units = 0, list[int]()
    for i, division in enumerate(s.rules.hideouts):
        if not s.track[REVEALED] >> i & 1:
            region |= s.rules.assembly[division]
            units += [u for u in s.rules.of_division[division] if s.on_map(u)]
    return Overlay(region, units=tuple(units))


def strip(s: ForgottenWarState, side: int) -> Overlay:
    """F-14.2.3.0: the airstrip with the points that it would give the Communists at the end of this turn, the engineers
    that guard it, F-8.4.A: the road that leads to it, and F-15.2.1.C: the way out."""
    if side != UN:
        return Overlay()
    rules = s.rules
    price = airstrip.price(s)
    labels = dict.fromkeys(rules.strip_hexes, f"−{price}" if price else "0")
    labels[rules.grid.hex("1801")] = f"+{rules.halves_for['chosin_unit_exits'] / 2:g}"
    return Overlay(ammunition.road_to_strip(s), labels=labels, units=tuple(airstrip.engineers(s)))


# --------------------------------------------------------------------------------------------------------- Chipyong-ni


def ranges(s: ForgottenWarState, side: int) -> Overlay:
    """F-5.1.3.B1, F-5.1.3.B2, F-5.1.5.2.b: how far the UN fires: infantry, vehicles, and by night guns over others."""
    if side != UN:
        return Overlay()
    rules, kinds = s.rules, dict[int, Region]()
    for unit in s.present(UN):
        if s.flags[unit] & ABANDONED:
            continue
        _, far = rules.battle.direct_range(rules, unit)
        over = rules.battle.indirect_range(s, unit) if rules.gun[unit] else 0
        for n in (far, *([over] if 0 < over < 99 else [])):
            kinds[n] = kinds.get(n, 0) | rules.disk(s.where[unit], n)
    return _rings(s, sorted((n, region) for n, region in kinds.items() if n > 1))


def shelter(s: ForgottenWarState, side: int) -> Overlay:
    """F-5.1.7.3.C: the perimeter, on and inside which no aircraft strikes, and the Communists there."""
    inside = [u for u in s.present(COMMUNIST) if s.rules.perimeter >> s.where[u] & 1] if side == COMMUNIST else []
    return Overlay(s.rules.perimeter, units=tuple(inside))


Show = Callable[[ForgottenWarState, int], Overlay]
SEEN: dict[str, Show] = {"spotting": spotting, "fire": fire}
OVERLAYS: dict[str, dict[str, Show]] = {
    "naktong": {**SEEN, "bank": bank, "withdrawals": withdrawals},
    "chosin": {**SEEN, "guns": guns, "roads": roads, "perils": perils, "hiding": hiding, "airfield": strip},
    "chipyongni": {"fire": fire, "ranges": ranges, "shelter": shelter},
}
"""The overlays of a side, by battle and name. At Chipyong-ni no fire needs a spotter (5.1.4)."""
