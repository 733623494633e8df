"""The board of The Korean War: real geography on a grid that four numbered cities pin down.

It is made in another way than the boards with larger hexes. A hexside is river when the way between what stands in its
two hexes crosses the river's true course, so that every town is on its true bank; there are trails besides roads and
railroads; and every hex belongs to a province, whose borders follow the ridges between county towns.
"""

import heapq
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from maps import coast, nature
from maps.board import fit_of
from maps.earth import Elevation, features
from maps.layout import Layout, Side
from maps.nature import OUT, SEA
from maps.plan import Added, Entry, FitPart, Ground, Inlet, Lettering, Note, Placed, PlanError, Water
from maps.projection import Array, Fit
from maps.writer import trails, wrapped
from parallel38.hexgrid import BadHexError, Grid, Hex

HEADER = """\
# The board of The Korean War, rebuilt: the printed maps were not at hand. Real geography on the grid that the rules
# pin down; what they say of the map holds, and is listed at the end, under [provenance]. Everything else is
# reconstructed. Built by tools/build_maps.py: correct what you know better in tools/maps/korean_war.toml and build
# again.
# Hexes are RRCC, row then column: rows count from south to north, columns from west to east, and the even rows stand
# half a hex farther east. A hexside is the two hexes that share it, 2111/2210. A name may stand on several lines: they
# add up.
"""
SHARE_OF_SIDE = 0.75
"""A side between two land hexes is an inlet when more of its length than this lies in the sea."""
PULL = 0.8
"""How far what stands for a hex lies from its middle on the way to its town."""


class _Part(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    notes: list[Note] = []


class Islands(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A corner of the sea whose land does not count."""

    south_of: float
    east_of: float


class LayoutPart(_Part):
    """What of the grid is in play."""

    border: list[str]
    summit: tuple[float, float]
    """Where the border passes from the one river to the other: latitude and longitude."""
    out: str
    least_land: float
    kept: list[str]
    dropped: list[str]
    islands: list[Islands]


class Lift(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, rename={"kind": "is"}):
    """The easiest terrain that a hex above so many metres can be."""

    above: float
    kind: str


class TerrainPart(_Part):
    """How terrain follows from relief, and what is set against it."""

    kinds: dict[str, str]
    limits: list[float]
    lifts: list[Lift]
    set: list[Ground]
    rows_north: float = 0


class Landing(Entry):
    """An invasion hex."""

    name: str


class PlacesPart(_Part):
    """Cities, production centers, ports and places moved by hand."""

    cities: list[str]
    production: list[str]
    ports: list[str]
    moved: list[Placed]
    added: list[Added]
    landings: list[Landing]
    spelled: dict[str, str]


class Line(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A line from town to town."""

    name: str
    via: str


class LinesPart(_Part):
    """Railroads, roads and trails."""

    over: str
    rail: list[Line]
    road: list[Line]
    trail: list[Line]


class WaterPart(_Part):
    """Rivers, inlets and estuaries."""

    least_drainage: float
    least_of: dict[str, float]
    rivers: list[str]
    across: str
    renamed: dict[str, str]
    inlets: list[Inlet]
    not_inlets: str
    set: list[Water]
    estuaries: list[Water]


class Province(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A province: what lies in it."""

    north: bool
    towns: list[str]
    seats: list[tuple[float, float]] = []
    hexes: str = ""


class AreasPart(_Part):
    """Regions of the board."""

    south: list[str]
    north: list[str]
    china_entry: list[str]
    soviet_entry: list[str]
    no_naval_support: str
    sheets: dict[str, tuple[int, int, int, int]]
    scenario_line: int


class Plan(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything that is decided about the board."""

    grid: dict[str, Any]
    fit: FitPart
    layout: LayoutPart
    terrain: TerrainPart
    places: PlacesPart
    lines: LinesPart
    water: WaterPart
    provinces: dict[str, Province]
    areas: AreasPart
    lettering: Lettering


def read() -> Plan:
    """The decisions; a mistake in them is told in one sentence."""
    path = Path(__file__).with_suffix(".toml")
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Plan)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise PlanError(f"{path.name}: {error}") from None


# ----------------------------------------------------------------------------------------------------------- the board


@dataclass
class Relief:
    """What the cells of the elevation model say of a hex: shares of Korea's land, of other land and of sea; metres."""

    korea: float
    beyond: float
    sea: float
    height: float
    ruggedness: float


class Builder:
    """The board in the making; what depends on something else is worked out when it is first asked for."""

    def __init__(self, plan: Plan, elevation: Elevation) -> None:
        self.plan, self.elevation = plan, elevation.moved(plan.terrain.rows_north)
        self.grid = Grid(**plan.grid)
        self.layout = Layout(self.grid)
        self.fit: Fit = fit_of(plan, self.grid)
        self.towns = nature.gazetteer({p.name: (p.lat, p.lon) for p in plan.places.added})
        self.moved = {p.name: self.hex(p.hex) for p in plan.places.moved}

    # ------------------------------------------------------------------------------------------------------- measured

    @cached_property
    def ground(self) -> dict[Hex, Relief]:
        """What the elevation model says of each hex."""
        e, layout = self.elevation, self.layout
        lat, lon = e.centres()
        straight = self.fit.straight(lat, lon).reshape(-1, 2)
        box = layout.box().grown(3)
        inside = np.flatnonzero(np.all((straight >= box.low) & (straight <= box.high), axis=1))
        at = layout.nearest(self.fit.corrected(straight[inside]))
        inside, at = inside[at >= 0], at[at >= 0]
        size = len(layout.hexes)
        ours = self._in_korea(lat.ravel()[inside], lon.ravel()[inside])
        land, sea = e.land.ravel()[inside], e.sea.ravel()[inside]

        def share(of: NDArray[Any]) -> NDArray[Any]:
            return np.bincount(at, of, minlength=size)

        korean = land & ours
        cells, dry = np.maximum(np.bincount(at, minlength=size), 1), share(korean)
        height = share(e.ground.ravel()[inside] * korean) / np.maximum(dry, 1)
        rugged = share(e.ruggedness.ravel()[inside] * korean) / np.maximum(dry, 1)
        parts = zip(dry / cells, share(land & ~ours) / cells, share(sea) / cells, height, rugged, strict=True)
        return {h: Relief(*map(float, row)) for h, row in zip(layout.hexes, parts, strict=True)}

    def _in_korea(self, lat: Array, lon: Array) -> NDArray[np.bool_]:
        """Which points lie on this side of the border rivers and in no corner that does not count."""
        up, down = (np.array(_river(name)["geometry"]["coordinates"]) for name in self.plan.layout.border)
        summit = [self.plan.layout.summit[::-1]]
        ring = np.vstack([up[::-1], summit, down, [[131.5, 42], [131.5, 33], [123, 33], [123, 39.5]]])
        inside = np.zeros(len(lat), bool)
        for (x0, y0), (x1, y1) in zip(ring, np.roll(ring, -1, 0), strict=True):
            if y0 != y1:
                crosses = (lat < y0) != (lat < y1)
                inside ^= crosses & (lon < x0 + (lat - y0) / (y1 - y0) * (x1 - x0))
        for corner in self.plan.layout.islands:
            inside &= ~((lat < corner.south_of) & (lon > corner.east_of))
        return inside

    @cached_property
    def land(self) -> set[Hex]:
        """The hexes in play."""
        part = self.plan.layout
        found = {h for h, g in self.ground.items() if g.korea >= part.least_land and g.korea > g.beyond}
        kept, dropped = ({self.hex(label) for label in " ".join(those).split()} for those in (part.kept, part.dropped))
        return (found | set(self._town_hexes.values()) | kept) - dropped

    @cached_property
    def _town_hexes(self) -> dict[str, Hex]:
        found: dict[str, Hex] = {}
        for name, point in self.points.items():
            at = self.moved.get(name) or self.layout.at(point)
            if at is not None and (name in self.moved or self.ground[at].korea > 0):
                found[name] = at
        return found

    @cached_property
    def points(self) -> dict[str, Array]:
        """Where each town of the gazetteer lies on the board."""
        return {name: self.fit.forward(np.array(lat), np.array(lon)) for name, (lat, lon) in self.towns.items()}

    @cached_property
    def places(self) -> dict[str, Hex]:
        """The places on the board, by their names in the gazetteer."""
        return {name: h for name, h in self._town_hexes.items() if h in self.land}

    @cached_property
    def named(self) -> dict[str, Hex]:
        """The places by the names that the board has for them."""
        return {self.plan.places.spelled.get(name, name): h for name, h in self.places.items()}

    @cached_property
    def main(self) -> dict[Hex, str]:
        """The first town in each hex that lies in it on earth."""
        found: dict[Hex, str] = {}
        for name, h in self.places.items():
            if name not in self.moved or self.layout.at(self.points[name]) == h:
                found.setdefault(h, name)
        return found

    @cached_property
    def inner(self) -> list[Side]:
        """The sides between two hexes in play."""
        return [s for s in self.layout.sides if s[0] in self.land and s[1] in self.land]

    @cached_property
    def terrain(self) -> dict[Hex, str]:
        """The letter of each hex of the grid."""
        part = self.plan.terrain
        letters = list(part.kinds.values())
        found: dict[Hex, str] = {}
        for h, g in self.ground.items():
            if h in self.land:
                rank = sum(g.ruggedness >= limit for limit in part.limits)
                lifted = [letters.index(part.kinds[lift.kind]) for lift in part.lifts if g.height >= lift.above]
                found[h] = letters[max(rank, *lifted, 0)]
            else:
                abroad = g.beyond > 0.5 and g.sea < 0.5 and self.latitude[h] > 39
                found[h] = OUT if abroad else SEA
        for ground in part.set:
            for label in ground.hexes.split():
                found[self.hex(label)] = part.kinds[ground.kind]
        return found

    @cached_property
    def latitude(self) -> dict[Hex, float]:
        """The latitude of the middle of each hex."""
        middles = np.array([self.layout.center[h] for h in self.layout.hexes])
        return dict(zip(self.layout.hexes, map(float, self.fit.inverse(middles)[0]), strict=True))

    # ---------------------------------------------------------------------------------------------------------- water

    @cached_property
    def estuaries(self) -> dict[Side, str]:
        """Inlets of the coast and estuaries that are decided, by hexside."""
        water, corners = self.plan.water, np.array(self.layout.corners)
        ends = np.array([self.layout.sides[s] for s in self.inner])
        start, end = corners[ends[:, 0]], corners[ends[:, 1]]
        wet = np.zeros(len(self.inner))
        for part in np.linspace(0.06, 0.94, 9):
            lat, lon = self.fit.inverse(start + (end - start) * part)
            wet += self.elevation.cell(self.elevation.sea, lat, lon) / 9
        found = {s for s, share in zip(self.inner, wet, strict=True) if share > SHARE_OF_SIDE}
        found -= {self.side(text) for text in water.not_inlets.split()}
        named = {self.side(text): inlet.name for inlet in water.inlets for text in inlet.found.split()}
        for side in found ^ named.keys():
            what = "is no inlet of the coast" if side in named else "is an inlet without a name"
            raise PlanError(f"{self.text(side)} {what}.")
        return named | {self.side(text): water.name for water in water.estuaries for text in water.add.split()}

    @cached_property
    def rivers(self) -> dict[Side, str]:
        """Rivers along hexsides."""
        water = self.plan.water
        stands = {h: self.layout.center[h] for h in self.land}
        for h, name in self.main.items():
            stands[h] = stands[h] + (self.points[name] - stands[h]) * PULL
        found: dict[Side, str] = {}
        for name in water.rivers:
            course = self._course(name)
            low, high = course.min(0) - 1.5, course.max(0) + 1.5
            for side in self.inner:
                a, b = stands[side[0]], stands[side[1]]
                if (
                    side not in self.estuaries
                    and np.all(a >= low)
                    and np.all(a <= high)
                    and crossings(a, b, course) % 2
                ):
                    found.setdefault(side, water.renamed.get(name, nature.short(name)))
        for change in water.set:
            for text in change.cut.split():
                if found.pop(self.side(text), None) is None:
                    raise PlanError(f"{change.name}: there is nothing to cut at {text}.")
            found |= {self.side(text): change.name for text in change.add.split()}
        return found

    def _course(self, name: str) -> Array:
        """The course of a river on the board from where it drains enough, in straight pieces."""
        river = _river(name)
        least = self.plan.water.least_of.get(name, self.plan.water.least_drainage)
        first = next(10 * i for i, area in enumerate(river["properties"]["areas_km2"]) if area >= least)
        lon, lat = np.array(river["geometry"]["coordinates"][first:]).T
        return coast.straightened(self.fit.forward(lat, lon), 0.12)

    # ---------------------------------------------------------------------------------------------------------- lines

    @cached_property
    def rails(self) -> dict[Side, str]:
        """Railroads: hexsides that they cross, each with the line's name."""
        return self._led(self.plan.lines.rail, {}, {self.side(self.plan.lines.over)})

    @cached_property
    def roads(self) -> dict[Side, str]:
        """Roads, which follow railroads where that is as short."""
        return self._led(self.plan.lines.road, self.rails, set())

    @cached_property
    def trails(self) -> dict[Side, str]:
        """Trails, where there is no road."""
        found = self._led(self.plan.lines.trail, self.roads | self.rails, set())
        return {side: name for side, name in found.items() if side not in self.roads}

    def _led(self, lines: list[Line], before: dict[Side, str], over: set[Side]) -> dict[Side, str]:
        """Lines from town to town: short, through easy ground, along what is there; over estuaries only where given."""
        found: dict[Side, str] = {}
        for line in lines:
            for one, two in pairwise(line.via.split("; ")):
                start, end = self._stop(one), self._stop(two)
                side = self.layout.side(start, end)
                if side in self.layout.sides and (side not in self.estuaries or side in over):
                    found.setdefault(side, line.name)
                elif start != end:
                    for a, b in pairwise(self._way(one, two, found, before, over)):
                        found.setdefault(self.layout.side(a, b), line.name)
        return found

    def _way(self, one: str, two: str, found: dict[Side, str], before: dict[Side, str], over: set[Side]) -> list[Hex]:
        """The cheapest way between two stops."""
        from_, way = self._point(one), self._point(two) - self._point(one)
        length = float(np.hypot(*way)) + 1e-9

        def steps(h: Hex) -> Iterator[tuple[Hex, float]]:
            for other in self.grid.neighbours[h]:
                side = self.layout.side(h, other)
                if other in self.land and (side not in self.estuaries or side in over):
                    gap = self.layout.center[other] - from_
                    away = abs(gap[0] * way[1] - gap[1] * way[0]) / length
                    price = 1 + 1.1 * self.ground[other].ruggedness / 300 + 0.35 * max(0.0, float(away) - 0.5)
                    price += 3 * (self.terrain[other] == self.plan.terrain.kinds["reservoir"])
                    price *= 0.7 if side in found else 0.8 if side in before else 1
                    yield other, price + 0.35 * (side in self.rivers)

        return nature.cheapest(self._stop(one), self._stop(two), steps)

    def _stop(self, name: str) -> Hex:
        return self.hex(name) if name.isdigit() else self.places[name]

    def _point(self, name: str) -> Array:
        at_its_hex = name.isdigit() or name in self.moved
        return self.layout.center[self._stop(name)] if at_its_hex else self.points[name]

    @cached_property
    def bridges(self) -> list[Side]:
        """The river sides that a line crosses."""
        return [s for s in self.rivers if s in self.roads or s in self.rails or s in self.trails]

    # ---------------------------------------------------------------------------------------------------------- areas

    @cached_property
    def north(self) -> set[Hex]:
        """The land north of the 38th Parallel: a hex lies where its town lies, or else its middle."""
        found = {h for h in self.land if self.latitude[h] > 38}
        for h, name in self.main.items():
            (found.add if self.towns[name][0] > 38 else found.discard)(h)
        found |= {self.places[name] for name in self.plan.areas.north}
        return found - {self.places[name] for name in self.plan.areas.south}

    @cached_property
    def provinces(self) -> dict[Hex, str]:
        """The province of each hex in play: that of the county town which is nearest over the ridges."""
        seats = [
            (point, name)
            for name, province in self.plan.provinces.items()
            for point in (
                *(self.points[town] for town in province.towns if town not in self.moved),
                *(self.fit.forward(np.array(lat), np.array(lon)) for lat, lon in province.seats),
            )
        ]
        hexes = sorted(self.land, key=self.grid.label)
        middles = np.array([self.layout.center[h] for h in hexes])
        queue: list[tuple[float, str, str]] = []
        for point, name in seats:
            gaps = np.hypot(*(middles - point).T)
            heapq.heappush(queue, (float(gaps.min()), self.grid.label(hexes[int(gaps.argmin())]), name))
        found: dict[Hex, str] = {}
        while queue:
            spent, label, name = heapq.heappop(queue)
            h = self.grid.hex(label)
            if h not in found and self.plan.provinces[name].north == (h in self.north):
                found[h] = name
                for other in self.grid.neighbours[h]:
                    if other in self.land and other not in found:
                        heapq.heappush(queue, (spent + self._ridge(h, other), self.grid.label(other), name))
        fixed = {self.hex(x): name for name, part in self.plan.provinces.items() for x in part.hexes.split()}
        found |= fixed
        for _ in range(3):  # a hex without a town goes with most of its neighbours
            for h in hexes:
                if h not in self.main and h not in fixed:
                    near = Counter(
                        found[n]
                        for n in self.grid.neighbours[h]
                        if n in self.land and (n in self.north) == (h in self.north)
                    )
                    best, count = near.most_common(1)[0]
                    if best != found[h] and count >= 4 and near[found[h]] <= 1:
                        found[h] = best
        return found

    def _ridge(self, a: Hex, b: Hex) -> float:
        """What a step between two hexes costs a province: more over a ridge, a river or an estuary."""
        a, b = self.layout.side(a, b)
        way = np.linspace(0, 1, 9)[:, None] * (self.layout.center[b] - self.layout.center[a]) + self.layout.center[a]
        metres = self.elevation.cell(self.elevation.ground, *self.fit.inverse(way))
        climb = max(0.0, float(metres.max()) - float(min(metres[0], metres[-1]))) / 220
        return 1 + climb + (0.4 if (a, b) in self.rivers else 3 if (a, b) in self.estuaries else 0)

    @cached_property
    def coast(self) -> set[Hex]:
        """The land that holds some sea."""
        full = {h for h in self.layout.hexes if h not in self.land and self.ground[h].sea >= 0.45}
        edge = {h for h in self.land if len(self.grid.neighbours[h]) < 6}
        wet = {h for side in self.estuaries for h in side}
        found = {h for h in self.land if self.ground[h].sea >= 0.05} | wet
        beside = {h for h in self.land if h in edge or any(n in full for n in self.grid.neighbours[h])}
        found |= {h for h in beside if self.ground[h].sea >= 0.005}
        part = self.plan.places
        return found | {self.named[name] for name in (*part.ports, *(landing.name for landing in part.landings))}

    # --------------------------------------------------------------------------------------------------------- helpers

    def hex(self, label: str) -> Hex:
        """The hex of a label in the plan."""
        try:
            return self.grid.hex(label)
        except BadHexError:
            raise PlanError(f"There is no hex {label}.") from None

    def side(self, text: str) -> Side:
        """The hexside of a word in the plan."""
        a, _, b = text.partition("/")
        side = self.layout.side(self.hex(a), self.hex(b))
        if side not in self.layout.sides:
            raise PlanError(f"{a} and {b} do not touch.")
        return side

    def text(self, side: Side) -> str:
        """A hexside as the map file writes it."""
        return "/".join(map(self.grid.label, side))


def _river(name: str) -> dict[str, Any]:
    return next(f for f in features("rivers_named") if f["properties"]["name"] == name)


def crossings(a: Array, b: Array, course: Array) -> int:
    """How often the straight way between two points crosses a course."""
    p, q = course[:-1], course[1:]

    def turn(o: Array, u: Array, v: Array) -> Array:
        return (u[..., 0] - o[..., 0]) * (v[..., 1] - o[..., 1]) - (u[..., 1] - o[..., 1]) * (v[..., 0] - o[..., 0])

    apart = (turn(a, b, p) * turn(a, b, q) < 0) & (turn(p, q, a) * turn(p, q, b) < 0)
    return int(np.count_nonzero(apart))


# -------------------------------------------------------------------------------------------------------- the map file


def text(plan: Plan, elevation: Elevation) -> str:
    """The map file."""
    board = Builder(plan, elevation)
    return HEADER + "\n" + "\n\n".join("\n".join(lines) for lines in _sections(board)) + "\n"


def _sections(board: Builder) -> Iterator[list[str]]:
    plan, grid = board.plan, board.grid
    east = f"# the {plan.grid['shifted']} rows stand half a hex farther east"
    up = f"the top of the map lies {-board.fit.up:.1f} degrees west of north"
    size = f"# {board.fit.km_per_hex:.2f} km from side to side; {up}"
    yield ["[grid]", size, *(f"{key} = {value}" for key, value in plan.grid.items()), east]
    yield ["[terrain]", *_terrain(board)]
    yield [
        "[places]",
        "# hex, kind (city, town), name; then 'port' if it is one; production centers are cities too",
        *_places(board),
    ]
    for head, links in (("roads", board.roads), ("rails", board.rails), ("links trail", board.trails)):
        yield [f"[{head}]", "# chains of hexes, then the name of the line", *_chains(board, links)]
    yield ["[rivers]", "# river's name: hexsides", *_rivers(board)]
    yield ["[bridges]", "# river hexsides that a road, trail or railroad crosses", *_sides(board, board.bridges)]
    groups: dict[str, list[str]] = defaultdict(list)
    for side, name in board.estuaries.items():
        groups[name].append(board.text(side))
    lines = [line for name in sorted(groups) for line in wrapped(f"{name}: ", " ".join(sorted(groups[name])))]
    about = wrapped("# ", f"estuary and sea hexsides between two land hexes: {plan.water.across}")
    yield ["[estuaries]", *about, *lines]
    for name in plan.provinces:
        yield [f"[region {name}]", *_hexes(board, (h for h, p in board.provinces.items() if p == name))]
    north = [s for s in board.inner if (s[0] in board.north) != (s[1] in board.north)]
    yield ["[sides parallel_38]", "# each is a border of provinces too", *_sides(board, north)]
    borders = [s for s in board.inner if board.provinces[s[0]] != board.provinces[s[1]] and s not in set(north)]
    yield ["[sides border]", "# borders of provinces but for the 38th Parallel", *_sides(board, borders)]
    row = plan.areas.scenario_line
    rows = {h: int(grid.label(h)[:2]) for h in board.land}
    line = [s for s in board.inner if sorted((rows[s[0]], rows[s[1]])) == [row, row + 1]]
    yield ["[sides scenario_line]", "# no border of provinces", *_sides(board, line)]
    for name, about, hexes in _regions(board, rows):
        yield [f"[region {name}]", f"# {about}", *_hexes(board, hexes)]
    made = [f"{grid.label(board.named[name])} {name}" for name in plan.places.production]
    yield ["[points production]", "# production centers", *made]
    about = "# what is pinned and by what: hex or hexside or section, what, provenance word, source"
    yield ["[provenance]", about, *_provenance(plan)]


def _terrain(board: Builder) -> Iterator[str]:
    columns = range(1, board.grid.columns + 1)
    kinds = ", ".join(f"{letter} {kind}" for kind, letter in board.plan.terrain.kinds.items())
    yield "# one line per row, north first: the row's number, then one letter per column:"
    yield f"# {kinds}, ~ sea, . not in play ({board.plan.layout.out})"
    yield f"#  {''.join(str(n // 10) for n in columns)}"
    yield f"#  {''.join(str(n % 10) for n in columns)}"
    for row in range(board.grid.rows, 0, -1):
        yield f"{row:02d} {''.join(board.terrain[board.grid.hex(f'{row:02d}{n:02d}')] for n in columns)}"


def _places(board: Builder) -> Iterator[str]:
    part, where = board.plan.places, {name: board.grid.label(h) for name, h in board.named.items()}
    cities = sorted((*part.cities, *part.production), key=where.__getitem__, reverse=True)
    towns = sorted(where.keys() - set(cities), key=lambda name: (where[name], name), reverse=True)
    for name in (*cities, *towns):
        kind = "town" if name in where.keys() - set(cities) else "city"
        yield f"{where[name]} {kind} {name}{' port' if name in part.ports else ''}"


def _chains(board: Builder, links: dict[Side, str]) -> Iterator[str]:
    label = board.grid.label
    groups: dict[str, list[tuple[str, str, None]]] = defaultdict(list)
    for (a, b), name in sorted(links.items(), key=lambda item: board.text(item[0])):
        groups[name].append((label(a), label(b), None))
    for name, edges in sorted(groups.items()):
        yield from sorted(f"{'-'.join(nodes)} {name}" for nodes, _ in trails(edges))


def _rivers(board: Builder) -> Iterator[str]:
    groups: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for side, name in sorted(board.rivers.items(), key=lambda item: board.text(item[0])):
        a, b = board.layout.sides[side]
        groups[name].append((a, b, board.text(side)))
    for name, edges in sorted(groups.items()):
        yield from wrapped(f"{name}: ", " ".join(word for _, sides in trails(edges) for word in sides))


def _sides(board: Builder, sides: Iterable[Side]) -> list[str]:
    return wrapped("", " ".join(sorted(map(board.text, sides))))


def _hexes(board: Builder, hexes: Iterable[Hex]) -> list[str]:
    return wrapped("", " ".join(sorted(map(board.grid.label, hexes))))


def _regions(board: Builder, rows: dict[Hex, int]) -> Iterator[tuple[str, str, Iterable[Hex]]]:
    plan, named = board.plan, board.named
    yield "north_of_38", "land north of the 38th Parallel", board.north
    yield "coast", "land that holds some sea", board.coast
    closed = {board.hex(label) for label in plan.areas.no_naval_support.split()}
    yield "no_naval_support", "coast without naval support", closed & board.coast
    yield "landing", "invasion hexes; each has an arrow", (named[landing.name] for landing in plan.places.landings)
    yield "china_entry", "where Chinese divisions are placed", (named[name] for name in plan.areas.china_entry)
    yield "soviet_entry", "where Soviet divisions are placed", (named[name] for name in plan.areas.soviet_entry)
    for sheet, (low, high, west, east) in plan.areas.sheets.items():
        inside = [h for h in board.land if low <= rows[h] <= high and west <= int(board.grid.label(h)[2:]) <= east]
        yield f"sheet_{sheet}", f"land of sheet {sheet.upper()}", inside
    line, first = plan.areas.scenario_line, plan.areas.sheets["c"][0]
    yield "south", "the scenarios that end at the scenario line", (h for h, row in rows.items() if row <= line)
    yield "north", "the scenario of sheets C and D", (h for h, row in rows.items() if row >= first)


def _provenance(plan: Plan) -> Iterator[str]:
    def notes(those: list[Note]) -> Iterator[str]:
        return (" ".join(word for word in (n.of, n.what, n.prov, n.why) if word) for n in those)

    yield from notes(plan.layout.notes)
    yield from (f"{pin.hex} {pin.why.partition(':')[0]} rulebook {pin.why.partition(': ')[2]}" for pin in plan.fit.pins)
    yield from notes(plan.places.notes)
    yield from (f"{p.hex} {p.name} {p.prov} {p.why}" for p in plan.places.moved)
    yield from (f"places {p.name} {p.prov} {p.why}" for p in plan.places.added)
    yield from (f"landing {p.name} {p.prov} {p.why}" for p in plan.places.landings)
    yield from notes(plan.terrain.notes)
    yield from (f"{h} {g.kind} {g.prov} {g.why}" for g in plan.terrain.set for h in g.hexes.split())
    yield from notes(plan.lines.notes)
    yield from notes(plan.water.notes)
    for kind, changes in (("river", plan.water.set), ("estuary", plan.water.estuaries)):
        for w in changes:
            for word, sides in (("", w.add.split()), ("no ", w.cut.split())):
                yield from (f"{side} {word}{kind} {w.prov} {w.why}" for side in sides)
    yield from notes(plan.areas.notes)
