"""Overlays for the map of The Korean War: where units can go, zones, command ranges, supply lines, cities, aircraft."""

from collections.abc import Iterator
from heapq import heappop, heappush

from parallel38.engine.reports import Overlay
from parallel38.engine.texts import fraction_text
from parallel38.games.korean_war.rules import air, command, depots, movement, values
from parallel38.games.korean_war.rules.supply import SOURCES_FROM, source
from parallel38.games.korean_war.state import COMMUNIST, RESTRICTED, UN, KoreanWarState
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame.outlines import outline

BROKEN = "✕"
"""What is written where something stops a supply line."""
FAR = 1000
"""A detour that is longer than any way on the board."""


def reach(s: KoreanWarState, unit: int) -> Overlay:
    """Where a combat unit could go with strategic movement, with the Movement Points of the way."""
    if not s.on_map(unit) or not s.rules.combat[unit]:
        return Overlay()
    found = movement.Range(s, unit).destinations(movement.MODES[-1])
    hexes: Region = sum(1 << h for h in found)
    labels = {h: fraction_text(there.cost) for h, there in found.items() if there.cost is not None}
    return Overlay(hexes, labels=labels)


def zones(s: KoreanWarState, side: int) -> Overlay:
    """The zones of control of a side."""
    return Overlay(s.zone(side))


def ranges(s: KoreanWarState, side: int) -> Overlay:
    """W-4.4d, W-4.4e: the rims of the hexes in primary and in secondary range of a depot of a side, and at each
    stack the multipliers of attack and defense that it has now."""
    limits, near, far = s.rules.range_limits, 0, 0
    for depot in s.depots(side):
        for h, cost in command.arrivals(s, depot).items():
            far |= 1 << h
            near |= 1 << h if cost <= limits[command.PRIMARY] else 0
    lines = (*outline(s.rules.grid, near), *outline(s.rules.grid, far))
    rims = {**_rim(s, far, command.SECONDARY), **_rim(s, near, command.PRIMARY)}
    return Overlay(0, lines, rims | multipliers(s, side), tuple(s.depots(side)))


def _rim(s: KoreanWarState, region: Region, name: str) -> dict[Hex, str]:
    """The points of a range, written at four hexes of its rim."""
    if not region:
        return {}
    across = sorted(bits(region), key=s.rules.grid.center)
    down = sorted(across, key=lambda h: s.rules.grid.center(h)[::-1])
    points = str(s.rules.range_limits[name] // s.rules.point)
    return dict.fromkeys((across[0], across[-1], down[0], down[-1]), points)


def multipliers(s: KoreanWarState, side: int) -> dict[Hex, str]:
    """W-9.1a, W-9.1b: what the attack and the defense of units is multiplied by, hex by hex; nothing where the chart
    does not count."""
    found: dict[Hex, str] = {}
    for h, units in s.fighters(side).items():
        if any(values.charted(s, unit) for unit in units):
            times = [fraction_text(command.best(s, side, h, chart)[0]) for chart in ("attack", "defense")]
            found[h] = "×" + " ×".join(times)
    return found


def supply(s: KoreanWarState, side: int) -> Overlay:
    """W-5.1w, W-5.2c: the sources of a side, the supply line of each depot to the source with which it is reckoned, and
    of an isolated one the way that it lacks with the hexes that break it."""
    sources, open_, supplied = depots.sources(s, side), depots.clear(s, side), depots.supplied(s, side)
    lines, labels, cut = list[tuple[Hex, ...]](), dict[Hex, str](), list[int]()
    for depot in s.depots(side):
        start = s.where[depot]
        if supplied >> start & 1:
            goal = source(s, depot)
            way = _way(s, side, start, sources if goal is None else 1 << goal, open_)
        else:
            way = _way(s, side, start, sources, s.rules.land) or (start,)
            labels |= dict.fromkeys((h for h in way[1:-1] if not open_ >> h & 1), BROKEN)
            cut.append(depot)
        if way is not None and len(way) > 1:
            lines.append(way)
    return Overlay(sources, tuple(lines), labels, tuple(cut))


def _way(s: KoreanWarState, side: int, start: Hex, goals: Region, open_: Region) -> tuple[Hex, ...] | None:
    """The shortest way from a hex to one of some goals through open hexes, which it may end outside of; None if there
    is none. W-5.2l: where the borders of provinces count, that of the UN crosses as few as it can."""
    dear = FAR if side == UN and s.turn >= SOURCES_FROM else 0
    came, due = dict[Hex, Hex](), [(0, start, start)]
    while due:
        cost, h, before = heappop(due)
        if h in came:
            continue
        came[h] = before
        if goals >> h & 1:
            way = [h]
            while way[-1] != start:
                way.append(came[way[-1]])
            return tuple(reversed(way))
        for n in s.rules.open_beside[h]:
            if n not in came and (open_ | goals) >> n & 1:
                heappush(due, (cost + 1 + (dear if s.rules.borders.has(h, n) else 0), n, h))
    return None


def cities(s: KoreanWarState, side: int) -> Overlay:
    """W-14.1a: the cities and production centers that a side controls, with what each is worth to the UN."""
    held = s.controlled(side)
    labels = {h: str(n) for h, n in s.rules.city_points.items() if held >> h & 1}
    return Overlay(held, labels=labels)


def aircraft(s: KoreanWarState, side: int) -> Overlay:
    """W-15.2b, W-15.2f: over each province the interdiction value of its aircraft and the multiplier; the provinces in
    which roads are restricted."""
    if side == COMMUNIST:
        return Overlay()
    rules, labels, region = s.rules, dict[Hex, str](), 0
    for i, there in enumerate(rules.provinces):
        if not there & rules.land:
            continue
        value = sum(rules.bombing[u] for u in s.boxed(air.box(air.PROVINCES[i])))
        labels[_middle(s, there & rules.land)] = f"{value} ×{air.multiplier(s, i)}"
        region |= there if s.track[RESTRICTED] >> i & 1 else 0
    return Overlay(region & rules.land, tuple(_borders(s)), labels)


def _middle(s: KoreanWarState, region: Region) -> Hex:
    """The hex of a region that is nearest to its middle."""
    points = {h: s.rules.grid.center(h) for h in bits(region)}
    x, y = (sum(point[i] for point in points.values()) / len(points) for i in range(2))
    return min(points, key=lambda h: (points[h][0] - x) ** 2 + (points[h][1] - y) ** 2)


def _borders(s: KoreanWarState) -> Iterator[tuple[Hex, Hex]]:
    """The rims of the provinces with restricted roads."""
    for i, there in enumerate(s.rules.provinces):
        if s.track[RESTRICTED] >> i & 1:
            yield from outline(s.rules.grid, there & s.rules.land)


OVERLAYS = {"zones": zones, "ranges": ranges, "supply": supply, "cities": cities, "aircraft": aircraft}
