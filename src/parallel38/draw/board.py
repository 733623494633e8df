"""The map, layer by layer. Lengths are hundredths of a hex."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from parallel38.draw import tokens
from parallel38.draw.coast import Land, blunted, rings
from parallel38.draw.labels import Box, Crowd, fits, place, turned, width
from parallel38.draw.network import branches, chains, lanes, main_lines, partings, passes, relaxed
from parallel38.draw.svg import Piece, Point, at, drawn, num, on, pieces, polygon, sampled, smooth, tag, text
from parallel38.engine.maps import Board
from parallel38.engine.texts import Texts
from parallel38.hexgrid import Hex, Region, bits

SCALE = 100
MAP, SURFACE = tokens.group("map"), tokens.group("surface")
NUMBER, TOWN, CITY, STREAM, AREA, LINE = 9.5, 14.5, 18.0, 13.5, 12.5, 15.0
"""Sizes of type: hex numbers, names of towns, cities, rivers and lakes, areas, lines."""
RIVER = 5.5
LANE = 3.6
BROAD = 17.0
"""How broad estuaries and reservoirs are."""
SPREAD = {"sea": 0.66, "land": 0.8, "lake": 0.5}
"""How wide a letter is in each kind of lettering, as a part of its size."""
EVEN = 14
"""How often a line through hexes is evened out."""
BARRIER = {"estuary": "7 5", "reservoir": "0.1 5"}
"""What marks their hexsides: dashes and dots."""
HARBOURS = ((44.0, 0.0), (25.0, 35.0), (-25.0, 35.0), (-44.0, 0.0), (-25.0, -31.0), (25.0, -31.0))
"""Where the anchor of a port may be; beside counters only the first and the fourth."""


@dataclass
class Ground:
    """A board with everything that its layers share."""

    board: Board
    look: dict[str, Any]
    texts: Texts
    coast: dict[str, str] = field(default_factory=dict)
    """Outlines of land and lakes as paths in hexes, if the game has them."""
    view: Box | None = None
    """The part that is shown: names that it would cut are shifted or left out. None: all hexes."""
    floor: float = 0.0
    """The smallest size of type: on paper a hex is so small that small print must grow."""

    def point(self, h: Hex) -> Point:
        """The centre of a hex."""
        x, y = self.board.grid.center(h)
        return x * SCALE, y * SCALE

    def corners(self, h: Hex) -> list[Point]:
        """The outline of a hex."""
        return [(x * SCALE, y * SCALE) for x, y in self.board.grid.corners(h)]

    def side(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        """The ends of a hexside, the smaller first."""
        one, other = sorted((x * SCALE, y * SCALE) for x, y in self.board.grid.side(a, b))
        return one, other

    def size(self, wanted: float) -> float:
        """A size of type, at least the smallest."""
        return max(wanted, self.floor)

    @property
    def shown(self) -> Box:
        """What is shown of the map."""
        return self.view or self.bounds

    def path(self, region: Region) -> str:
        """The outlines of all hexes of a region as one path."""
        return "".join(polygon(self.corners(h)) for h in bits(region))

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all hexes; the relief covers exactly this."""
        points = [p for h in bits(self.board.grid.all) for p in self.corners(h)]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def land(self) -> Region:
        """The hexes with a terrain that the look knows: everything but sea and what is out of play."""
        region = 0
        for letter in self.look["terrain"]:
            region |= self.board.terrain.get(letter, 0)
        return region

    @cached_property
    def coasts(self) -> Land:
        """The outlines of the land, of the hexes if the game has no coast."""
        if "land" in self.coast:
            return Land(blunted(ring) for ring in rings(self.coast["land"], SCALE))
        return Land(self.corners(h) for h in bits(self.land))

    @cached_property
    def ways(self) -> Counter[tuple[Hex, Hex, Hex]]:
        """How named roads and railways pass through hexes."""
        return passes(self.board.courses)

    @cached_property
    def main(self) -> dict[Hex, tuple[Hex, Hex]]:
        """Which way the main line takes at each junction."""
        return main_lines([*self.board.roads.pairs(), *self.board.rails.pairs()], self.point, self.ways)

    @cached_property
    def courses(self) -> list[dict[tuple[Hex, Hex], Piece]]:
        """The roads and the railways, one piece for each link; where they part they make a corner, so that they do
        not cross before."""
        nets = [chains(sides.pairs(), self.point, self.ways) for sides in (self.board.roads, self.board.rails)]
        apart = partings(*nets)
        found: list[dict[tuple[Hex, Hex], Piece]] = []
        for net, where in zip(nets, self.nodes, strict=True):
            links: dict[tuple[Hex, Hex], Piece] = {}
            for line in net:
                corners = {i for i, h in enumerate(line) if h in apart and self.main.get(h) is None}
                leans = branches(line, self.main, where.__getitem__)
                links |= zip(pairwise(line), pieces([where[h] for h in line], corners, leans), strict=True)
            found.append(links)
        return found

    @cached_property
    def nodes(self) -> tuple[dict[Hex, Point], dict[Hex, Point]]:
        """Where roads and where railways pass in each hex: through places, gently elsewhere, side by side."""
        roads, rails = self.board.roads.pairs(), self.board.rails.pairs()
        towns = set(self.board.places.values())
        base = relaxed([*roads, *rails], self.point, towns.__contains__, 0.5, 24, self.main)
        shared = [pair for pair in roads if self.board.rails.has(*pair)]
        aside = lanes(shared, base.__getitem__, LANE)
        road = {h: (x + aside.get(h, (0, 0))[0], y + aside.get(h, (0, 0))[1]) for h, (x, y) in base.items()}
        rail = {h: (x - aside.get(h, (0, 0))[0], y - aside.get(h, (0, 0))[1]) for h, (x, y) in base.items()}
        return road, rail

    @cached_property
    def rivers(self) -> dict[tuple[Point, Point], Piece]:
        """The rivers, one piece for each hexside, by its ends."""
        sides = [self.side(a, b) for a, b in self.board.rivers.pairs()]
        soft = relaxed(sides, lambda p: p, lambda p: False, 0.34, 20)
        found: dict[tuple[Point, Point], Piece] = {}
        for line in chains(sides, lambda p: p):
            found |= zip(pairwise(line), pieces([soft[p] for p in line]), strict=True)
        return found


# ------------------------------------------------------------------------------------------------------- water and land


def definitions(ground: Ground) -> str:
    """What the layers refer to: the land, its clip, textures, the lines of roads, railways and rivers."""
    land = tag("path", id="land", d=ground.coasts.path())
    peaks = tag("path", d="M2 9L6 3L10 9M13 19L17 13L21 19", fill="none", stroke=MAP["grid"], stroke_width=1.1)
    dots = tag("path", d="M5 5h.01M17 16h.01", stroke=MAP["grid"], stroke_width=1.7, stroke_linecap="round")
    roads, rails = (_joined(net) for net in ground.courses)
    return (
        land
        + tag("clipPath", tag("use", href="#land"), id="onland")
        + tag("clipPath", tag("path", d=ground.path(ground.board.in_play)), id="inplay")
        + tag("pattern", peaks, id="peaks", width=24, height=22, patternUnits="userSpaceOnUse")
        + tag("pattern", dots, id="dots", width=24, height=22, patternUnits="userSpaceOnUse")
        + tag("path", id="rivers", d=_joined(ground.rivers))
        + tag("path", id="roads", d=roads)
        + tag("path", id="rails", d=rails)
    )


def _joined(net: Mapping[tuple[Any, Any], Piece]) -> str:
    """The path of a net: pieces that follow each other make one line."""
    lines: list[list[Piece]] = []
    before = None
    for (a, b), piece in net.items():
        if lines and a == before and lines[-1][-1][3] == piece[0]:
            lines[-1].append(piece)
        else:
            lines.append([piece])
        before = b
    return "".join(drawn(line) for line in lines)


def sea(ground: Ground) -> str:
    """The sea with lines along its shores."""
    x0, y0, x1, y1 = ground.bounds
    shores = [tag("rect", x=x0, y=y0, width=x1 - x0, height=y1 - y0, fill=MAP["sea"])]
    for wide in (64, 46, 30, 16):
        for colour, more in ((MAP["shore"], 2.2), (MAP["sea"] if wide > 30 else MAP["shallow"], 0.0)):
            shores.append(tag("use", href="#land", fill="none", stroke=colour, stroke_width=wide + more))
    return tag("g", "".join(shores), class_="sea", stroke_linejoin="round")


def relief(ground: Ground, image: str) -> str:
    """The shaded relief on the land, from a data URI; without one, plain land."""
    x0, y0, x1, y1 = ground.bounds
    if not image:
        return tag("use", href="#land", fill=MAP["clear"])
    picture = tag(
        "image", href=image, x=x0, y=y0, width=x1 - x0, height=y1 - y0, preserveAspectRatio="none", class_="relief"
    )
    return tag("g", picture, clip_path="url(#onland)")


def terrain(ground: Ground, strength: float, textured: float) -> str:
    """A tint for the class that the rules use, one path for each, with a texture that survives greyscale."""
    parts = []
    for letter, kind in ground.look["terrain"].items():
        d = ground.path(ground.board.terrain.get(letter, 0))
        parts.append(tag("path", d=d, fill=MAP[kind["key"]], fill_opacity=strength, class_=f"terrain-{kind['key']}"))
        if kind["texture"]:
            parts.append(tag("path", d=d, fill=f"url(#{kind['texture']})", fill_opacity=textured))
    return tag("g", "".join(parts), clip_path="url(#onland)")


def coastline(ground: Ground) -> str:
    """The shore, and lakes."""
    line = tag("use", href="#land", fill="none", stroke=MAP["coast"], stroke_width=1.3)
    if ground.coast.get("lakes"):
        line += tag(
            "path",
            d="".join(polygon(ring) for ring in rings(ground.coast["lakes"], SCALE)),
            fill=MAP["shallow"],
            stroke=MAP["coast"],
            stroke_width=1.3,
        )
    return line


def grid(ground: Ground) -> str:
    """Every hexside once, in one path."""
    board, parts = ground.board, []
    for h in bits(board.in_play):
        corners = ground.corners(h)
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
            parts.append((min(one, other), max(one, other)))
    d = "".join(f"M{at(a)}L{at(b)}" for a, b in sorted(set(parts)))
    return tag("path", d=d, fill="none", stroke=MAP["grid"], stroke_opacity=0.42, stroke_width=1.1, class_="grid")


def numbers(ground: Ground) -> str:
    """The number at the top of each hex."""
    parts, size = [], ground.size(NUMBER)
    for h in bits(ground.board.in_play):
        x, y = ground.point(h)
        if fits((x - 1.25 * size, y - 48, x + 1.25 * size, y - 48 + size), ground.shown):
            parts.append(text(ground.board.grid.label(h), x, y - 48 + 0.72 * size))
    return tag("g", "".join(parts), class_="numbers")


def water_sides(ground: Ground) -> str:
    """Estuaries and reservoirs: hexsides that are broad water. Shores only on land, so that mouths are open."""
    shores, waters, marks = [], [], []
    for sides, name in ((ground.board.estuaries, "estuary"), (ground.board.reservoirs, "reservoir")):
        lines = chains([ground.side(a, b) for a, b in sides.pairs()], lambda p: p)
        d = "".join(_ribbon(ground, line, name == "estuary") for line in lines)
        if d:
            shores.append(tag("path", d=d, fill=MAP["shallow"], stroke=MAP["coast"], stroke_width=2.6, class_=name))
            waters.append(tag("path", d=d, fill=MAP["shallow"]))
            middle = "".join("M" + "L".join(at(p) for p in line) for line in lines)
            marks.append(tag("path", d=middle, stroke_dasharray=BARRIER[name]))
    if not shores:
        return ""
    return (
        tag("g", "".join(shores), clip_path="url(#onland)", stroke_linejoin="round")
        + tag("g", "".join(waters))
        + tag("g", "".join(marks), fill="none", stroke=MAP["coast"], stroke_width=1.6, stroke_linecap="round")
    )


def _ribbon(ground: Ground, line: list[Point], reaches_sea: bool) -> str:
    """The outline of broad water along hexsides: wide in the middle and at a mouth, thin where it ends on land."""
    middle = [*sampled(pieces(line), 8), line[-1]]
    long = [0.0]
    for a, b in pairwise(middle):
        long.append(long[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    first, last = (_width_at_end(ground, end) if reaches_sea else 0.6 for end in (line[0], line[-1]))
    left, right = [], []
    for i, (x, y) in enumerate(middle):
        (ax, ay), (bx, by) = middle[max(i - 1, 0)], middle[min(i + 1, len(middle) - 1)]
        length = hypot(bx - ax, by - ay) or 1
        wide = min(_swell(first, long[i]), _swell(last, long[-1] - long[i])) / 2
        nx, ny = (by - ay) / length * wide, (ax - bx) / length * wide
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return polygon([*left, *reversed(right)])


def _swell(end: float, away: float) -> float:
    """How broad water is so far from an end of this breadth."""
    part = min(1.0, away / 34)
    return end + (BROAD - end) * part * part * (3 - 2 * part) if end < BROAD else BROAD


def _width_at_end(ground: Ground, end: Point) -> float:
    """Open at the sea and at other broad water, as broad as a river where one comes in, else nothing."""
    board = ground.board
    here = [h for h in bits(board.in_play) if any(hypot(x - end[0], y - end[1]) < 1 for x, y in ground.corners(h))]
    sides = [(a, b) for a in here for b in here if a < b]
    if not ground.coasts.has(end):
        return 0.6  # out in the sea, where it does not show
    if any(not ground.land >> h & 1 for h in here) or sum(board.estuaries.has(a, b) for a, b in sides) > 1:
        return BROAD
    return RIVER if any(board.rivers.has(a, b) for a, b in sides) else 0.6


def rivers(ground: Ground) -> str:
    """Rivers along hexsides."""
    return tag(
        "g",
        tag("use", href="#rivers", stroke=MAP["river_edge"], stroke_width=RIVER + 2.4, stroke_opacity=0.55)
        + tag("use", href="#rivers", stroke=MAP["river"], stroke_width=RIVER),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        class_="rivers",
    )


# ------------------------------------------------------------------------------------------------------ roads and rails


def bridges(ground: Ground) -> str:
    """Two rails beside the crossing, where a road or railway passes a river."""
    parts = []
    for x, y, turn, half in _crossings(ground):
        rail = "M-11 {0}L-7 {1}H7L11 {0}"
        d = rail.format(num(-half - 3), num(-half)) + rail.format(num(half + 3), num(half))
        parts.append(tag("path", d=d, transform=f"translate({num(x)} {num(y)}) rotate({num(turn)})"))
    return tag("g", "".join(parts), fill="none", class_="bridges")


def _crossings(ground: Ground) -> list[tuple[float, float, float, float]]:
    """Each bridge: where the way meets the river, how it is turned, and half its breadth."""
    found = []
    for a, b in ground.board.bridges.pairs():
        ways = [net[link] for net in ground.courses for link in ((a, b), (b, a)) if link in net]
        ways = ways or [_straight(ground.point(a), ground.point(b))]
        one, other = ground.side(a, b)
        river = ground.rivers.get((one, other)) or ground.rivers.get((other, one)) or _straight(one, other)
        water = [on(river, i / 16) for i in range(17)]
        meets = []
        for way in ways:
            _, t = min(
                (min(hypot(x - wx, y - wy) for wx, wy in water), i) for i in range(2, 15) for x, y in [on(way, i / 16)]
            )
            meets.append((on(way, t / 16), on(way, (t - 1) / 16), on(way, (t + 1) / 16)))
        x, y = _middle([m[0] for m in meets])
        _, (ax, ay), (bx, by) = meets[0]
        found.append((x, y, degrees(atan2(by - ay, bx - ax)), 6.0 if len(ways) < 2 else 9.5))
    return found


def _straight(a: Point, b: Point) -> Piece:
    return a, a, b, b


def _middle(points: list[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def ways(ground: Ground) -> str:
    """Roads as double lines, railways as ticked ones; where they share a link they run side by side."""
    road = tag("use", href="#roads", stroke=MAP["road"], stroke_width=5.2) + tag(
        "use", href="#roads", stroke=MAP["road_fill"], stroke_width=2.8
    )
    rail = (
        tag("use", href="#rails", stroke=MAP["halo"], stroke_width=4.2, stroke_opacity=0.5)
        + tag("use", href="#rails", stroke=MAP["rail"], stroke_width=2.2)
        + tag(
            "use",
            href="#rails",
            stroke=MAP["rail"],
            stroke_width=6.6,
            stroke_dasharray="1.6 6.4",
            stroke_linecap="butt",
        )
    )
    return tag("g", road + rail, fill="none", stroke_linecap="round", stroke_linejoin="round", class_="ways")


# ------------------------------------------------------------------------------------------------------ lines and areas


def outlines(ground: Ground) -> str:
    """Areas with a dashed outline just inside their edge."""
    parts = []
    for item in ground.look.get("outline", ()):
        region = ground.board.areas[item["area"]]
        d = "".join("M" + "L".join(at(p) for p in ring) for ring in _rings(ground, region))
        parts.append(
            tag("path", d=d, stroke=item["colour"], stroke_width=9, stroke_opacity=0.16)
            + tag("path", d=d, stroke=item["colour"], stroke_width=2.6, stroke_dasharray="11 6", class_="outline")
        )
    return tag("g", "".join(parts), fill="none", stroke_linejoin="round")


def _rings(ground: Ground, region: Region) -> list[list[Point]]:
    """The border of a region as rings of corners."""
    sides = []
    for h in bits(region):
        near = {n for n in ground.board.grid.neighbours[h] if region >> n & 1}
        inner = {ground.side(h, n) for n in near}
        corners = ground.corners(h)
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
            side = (min(one, other), max(one, other))
            if side not in inner:
                sides.append(side)
    return chains(sides, lambda p: p)


def _course(ground: Ground, area: str) -> list[Point]:
    """The way of a line through its hexes, without their zigzag, from coast to coast or to the edge of the map."""
    hexes = ground.board.lines[area]
    soft = [ground.point(h) for h in hexes]
    for _ in range(EVEN):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(soft, soft[1:], soft[2:], strict=False)
        ]
        soft = [soft[0], *inner, soft[-1]]
    first, last = (_onward(ground, hexes[i], soft[j], soft[i]) for i, j in ((0, 3), (-1, -4)))
    return [first, *soft[1:-1], last]


def _onward(ground: Ground, h: Hex, before: Point, end: Point) -> Point:
    """How far a line goes on, as straight as it came: through its last hex, and farther while there is land."""
    home = Land([ground.corners(h)])
    length = hypot(end[0] - before[0], end[1] - before[1])
    step = ((end[0] - before[0]) / length * 3, (end[1] - before[1]) / length * 3)
    for _ in range(60):
        if not home.has(end) and not ground.coasts.has(end):
            break
        end = (end[0] + step[0], end[1] + step[1])
    return end


def lines(ground: Ground) -> str:
    """Lines that run through hexes, such as a parallel."""
    parts = []
    for item in ground.look.get("line", ()):
        d = smooth(_course(ground, item["area"]))
        parts.append(tag("path", d=d, stroke=MAP["halo"], stroke_width=6, stroke_opacity=0.6))
        parts.append(
            tag("path", d=d, stroke=item["colour"], stroke_width=3.2, stroke_dasharray=item["dash"], class_="line")
        )
    return tag("g", "".join(parts), fill="none", stroke_linecap="butt")


def dots(ground: Ground) -> str:
    """A ring of dots in each hex of a marked area."""
    item = ground.look.get("dots")
    if not item:
        return ""
    parts = []
    for h in bits(ground.board.areas[item["area"]]):
        x, y = ground.point(h)
        parts.append(tag("circle", cx=x - 36, cy=y - 24, r=5.5))
    return tag("g", "".join(parts), fill=item["colour"], stroke=MAP["halo"], stroke_width=1.5, class_="dots")


def edges(ground: Ground) -> str:
    """A band in the colour of the side that each map edge belongs to."""
    parts = []
    for item in ground.look.get("edge", ()):
        lines_ = _edge_lines(ground, item)
        d = "".join("M" + "L".join(at(p) for p in line) for line in lines_)
        colour = ground.look["side"][item["side"]]
        rim = tokens.group("counter")[f"{colour['polarity']}_edge"]
        parts.append(tag("path", d=d, stroke=rim, stroke_width=8))
        parts.append(tag("path", d=d, stroke=colour["flag"], stroke_width=5.5, class_=f"edge-{item['side']}"))
    return tag("g", "".join(parts), fill="none", stroke_linejoin="round", stroke_linecap="round")


def _edge_lines(ground: Ground, item: dict[str, Any]) -> list[list[Point]]:
    """The hexsides of a map edge, as lines."""
    sides, grid_ = [], ground.board.grid
    for h in bits(ground.board.areas[item["area"]]):
        inner = {ground.side(h, n) for n in grid_.neighbours[h] if ground.board.in_play >> n & 1}
        corners = ground.corners(h)
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
            pair = (min(one, other), max(one, other))
            if pair not in inner and _faces(ground, item["faces"], pair):
                sides.append(pair)
    return chains(sides, lambda p: p)


def _faces(ground: Ground, way: str, side: tuple[Point, Point]) -> bool:
    """Whether an outer hexside faces a way: hexes in a corner of the map have outer sides of two edges."""
    x0, y0, x1, y1 = ground.bounds
    (ax, ay), (bx, by) = side
    at_west, at_east = max(ax, bx) < x0 + 60, min(ax, bx) > x1 - 60
    if way in ("west", "east"):
        return at_west if way == "west" else at_east
    if way == "south":
        return min(ay, by) > y1 - 60
    return not at_west or min(ay, by) < y0 + 60  # an edge in the north may have steps


def exits(ground: Ground) -> str:
    """Arrows where roads leave the map."""
    parts = []
    for item in ground.look.get("exit", ()):
        x, y = ground.point(ground.board.grid.hex(item["at"]))
        arrow = tag(
            "path",
            d="M14 -6H34V-13L54 0L34 13V6H14Z",
            transform=f"translate({num(x)} {num(y)}) rotate({item['turn'] - 90})",
        )
        parts.append(arrow)
    return tag(
        "g", "".join(parts), fill=MAP["road_fill"], stroke=MAP["road"], stroke_width=2.4, stroke_linejoin="round"
    )


# ---------------------------------------------------------------------------------------------------------------- names


def places(ground: Ground, taken: set[Hex], flags: Collection[Hex] = ()) -> str:
    """Signs of cities, towns and ports, and all lettering, placed so that little is covered."""
    board, crowd = ground.board, _crowd(ground, taken)
    signs, names = [], []
    cities = set(board.cities.values())
    for h in flags:
        (x, y), (dx, dy) = ground.point(h), flag_place(ground, h, taken)
        crowd.box((x + dx - 2, y + dy - 23, x + dx + 20, y + dy + 2), 20)
    for name, h in sorted(board.places.items(), key=lambda item: (item[1] not in cities, item[1])):
        x, y = _sign_place(ground, name, h)
        city = h in cities
        port = harbour(ground, h, taken) if name in board.ports else None
        signs.append(place_sign(x, y, city, port))
        if port:
            crowd.box((x + port[0] - 10, y + port[1] - 10, x + port[0] + 10, y + port[1] + 10), 60)
        crowd.box((x - 8, y - 8, x + 8, y + 8), 12)
    for name, h in sorted(board.places.items(), key=lambda item: (item[1] not in cities, item[1])):
        city = h in cities
        words = ground.texts.say(f"city.{name}") if ground.texts.has(f"city.{name}") else name
        size = ground.size(CITY if city else TOWN)
        words = words.upper() if city else words
        wide = width(words, size, city)
        where = _sign_place(ground, name, h)
        if not fits((*where, *where), ground.shown):
            continue
        found = place(crowd, where, wide, size, 11 if city else 8, h in taken, ground.shown)
        if found:
            px, py, anchor = found
            names.append(text(words, px, py, class_="city" if city else "town", style=f"text-anchor:{anchor}"))
    return tag("g", "".join(signs), class_="signs") + tag(
        "g", "".join(names) + _river_names(ground, crowd), class_="names"
    )


def _sign_place(ground: Ground, name: str, h: Hex) -> Point:
    """Where the sign of a place stands: in the middle of its hex, or on the way to a neighbour if two share it."""
    toward = ground.look.get("toward", {}).get(name)
    if toward and ground.board.grid.has(toward):
        other = ground.board.grid.hex(toward)
        for net in ground.courses:
            if (h, other) in net:
                return on(net[h, other], 0.24)
            if (other, h) in net:
                return on(net[other, h], 0.76)
    return ground.point(h)


def harbour(ground: Ground, h: Hex, taken: Collection[Hex]) -> Point:
    """Where the anchor of a port stands, seen from the middle of its hex: toward the sea or the estuary."""
    board, (x, y) = ground.board, ground.point(h)
    ways = [ground.point(n) for n in board.grid.neighbours[h] if board.in_play >> n & 1 and not ground.land >> n & 1]
    middles = [_middle([*ground.side(a, b)]) for a, b in board.estuaries.pairs()]
    ways += [(mx, my) for mx, my in middles if hypot(mx - x, my - y) < 90]
    dx = sum((px - x) / hypot(px - x, py - y) for px, py in ways)
    dy = sum((py - y) / hypot(px - x, py - y) for px, py in ways)
    slots = [slot for slot in HARBOURS if not slot[1]] if h in taken else HARBOURS

    def merit(slot: Point) -> tuple[float, float]:
        length = hypot(*slot)
        around = [(x + slot[0] + i, y + slot[1] + j) for i in (-12, 0, 12) for j in (-12, 0, 12)]
        wet = sum(not ground.coasts.has(p) for p in around) / len(around)
        return round((dx * slot[0] + dy * slot[1]) / length + wet, 3), slot[0]

    return max(slots, key=merit)


def flag_place(ground: Ground, h: Hex, taken: Collection[Hex]) -> Point:
    """Where the foot of a flag stands: on the sign of the place, or beside counters in its hex, not at the anchor."""
    if h not in taken:
        return (0.0, -8.0)
    port = h in ground.board.ports.values() and harbour(ground, h, taken)
    return (-53.0, 9.0) if port and port[0] > 0 else (37.0, 9.0)


def place_sign(x: float, y: float, city: bool, port: Point | None = None) -> str:
    """The sign of a place: a square for a city, a circle for a town; for a port an anchor so far from it."""
    ink, paper = MAP["place"], MAP["halo"]
    if city:
        sign = tag("rect", x=x - 7.5, y=y - 7.5, width=15, height=15, fill=paper, stroke=ink, stroke_width=2.4)
        sign += tag("rect", x=x - 3.8, y=y - 3.8, width=7.6, height=7.6, fill=ink)
    else:
        sign = tag("circle", cx=x, cy=y, r=5.2, fill=paper, stroke=ink, stroke_width=2)
    if port:
        d = "M0 -5V5.5M-3.2 -2H3.2M-5.2 1.5Q-4 5.5 0 6Q4 5.5 5.2 1.5"
        sign += tag(
            "g",
            tag("circle", cx=0, cy=0, r=9, fill=MAP["river"], stroke=paper, stroke_width=1.5)
            + tag("path", d=d, fill="none", stroke="#FFFFFF", stroke_width=1.7, stroke_linecap="round"),
            transform=f"translate({num(x + port[0])} {num(y + port[1])})",
            class_="port",
        )
    return sign


def _crowd(ground: Ground, taken: set[Hex]) -> Crowd:
    """Roads, railways, rivers, hex numbers and counters, for names to keep away from."""
    crowd = Crowd()
    for net in ground.courses:
        crowd.points(sampled(net.values(), 20), 1.2)
    crowd.points(sampled(ground.rivers.values(), 12), 1.2)
    for item in ground.look.get("edge", ()):
        for line in _edge_lines(ground, item):
            crowd.points([(x + d, y) for x, y in sampled(pieces(line), 12) for d in (-6, 0, 6)], 8)
    for x, y, _, _ in _crossings(ground):
        crowd.box((x - 14, y - 14, x + 14, y + 14), 14)
    for box, _ in _letters(ground):
        crowd.box(box, 30)
    for item in ground.look.get("exit", ()):
        x, y = ground.point(ground.board.grid.hex(item["at"]))
        turn = radians(item["turn"] - 90)
        crowd.points([(x + r * cos(turn), y + r * sin(turn)) for r in range(15, 55, 4)], 3)
    for h in bits(ground.board.in_play):
        x, y = ground.point(h)
        half = 1.25 * ground.size(NUMBER)
        crowd.box((x - half, y - 49, x + half, y - 48 + ground.size(NUMBER)), 7)
        if h in taken:
            crowd.box((x - 33, y - 37, x + 33, y + 31), 60)
    return crowd


def _river_names(ground: Ground, crowd: Crowd) -> str:
    """Each river's name once or twice along it, turned with the water and beside it."""
    parts = []
    for name, pairs in ground.board.river_sides.items():
        line = max(chains([ground.side(a, b) for a, b in pairs], lambda p: p), key=len)
        wide = width(name, ground.size(STREAM)) + 6
        options = []
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            one, two = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
            if one > two:
                one, two = two, one
            angle = degrees(atan2(two[1] - one[1], two[0] - one[0]))
            length = hypot(two[0] - one[0], two[1] - one[1])
            nx, ny = (two[1] - one[1]) / length, (one[0] - two[0]) / length
            x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
            for away in (16.0, -16.0):
                cx, cy = x + nx * away, y + ny * away
                steps = [(i / 4 - 0.5) * wide for i in range(5)]
                cost = sum(
                    crowd.cost((cx - ny * s - 7, cy + nx * s - 7, cx - ny * s + 7, cy + nx * s + 7)) for s in steps
                )
                if not fits(turned((cx, cy), wide, 14, angle), ground.shown):
                    continue
                options.append((cost + abs(angle) / 90, (cx + nx * -4.5, cy + ny * -4.5, angle), (cx, cy)))
        if not options:
            continue
        chosen = sorted(options)[:1]
        if len(line) > 16:
            far = [o for o in options if hypot(o[2][0] - chosen[0][2][0], o[2][1] - chosen[0][2][1]) > 500]
            chosen += sorted(far)[:1]
        for _, (x, y, angle), (cx, cy) in chosen:
            crowd.box((cx - wide / 2, cy - 9, cx + wide / 2, cy + 9), 30)
            turn = f"translate({num(x)} {num(y)}) rotate({num(angle)})"
            parts.append(text(name, 0, 0, class_="river", transform=turn))
    return "".join(parts)


def lettering(ground: Ground) -> str:
    """Names of seas and reservoirs, of lines, areas and exits."""
    return tag("g", "".join(drawn_ for _, drawn_ in _letters(ground)), class_="lettering")


def _letters(ground: Ground) -> list[tuple[Box, str]]:
    """Every such name that is shown whole, with the box that it fills."""
    found: list[tuple[Box, str]] = []
    say, grid_ = ground.texts.say, ground.board.grid
    for item in ground.look.get("lettering", ()):
        (x, y), (dx, dy) = ground.point(grid_.hex(item["at"])), item.get("shift", (0, 0))
        size = ground.size(item["size"])
        words = text(say(item["text"]), 0, 0, font_size=size)
        if item.get("second"):
            words += text(say(item["second"]), 0, size * 0.8, font_size=size * 0.55)
        turn = f"translate({num(x + dx)} {num(y + dy)}) rotate({item['turn']})"
        wide = len(say(item["text"])) * size * SPREAD[item["kind"]]
        box = turned((x + dx, y + dy), wide, size, item["turn"])
        found.append((box, tag("g", words, class_=f"letters-{item['kind']}", transform=turn)))
    for item in ground.look.get("line", ()):
        course, words, size = _course(ground, item["area"]), say(item["text"]), ground.size(LINE)
        for part in item["at"]:
            i = round(part * (len(course) - 1))
            (ax, ay), (bx, by) = sorted((course[max(i - 1, 0)], course[min(i + 1, len(course) - 1)]))
            x, y = course[i]
            angle = degrees(atan2(by - ay, bx - ax))
            turn = f"translate({num(x)} {num(y)}) rotate({num(angle)})"
            box = turned((x, y - 6), width(words, size) * 1.2, size, angle)
            found.append((box, text(words, 0, -6, class_="line-name", fill=item["colour"], transform=turn)))
    for kind, colour, up in (("outline", "", -4), ("exit", MAP["road"], 24)):
        for item in ground.look.get(kind, ()):
            x, y = ground.point(grid_.hex(item["at"]))
            words, size = say(item["text"]), ground.size(AREA)
            half = width(words, size) * 0.56
            dx, dy = item.get("shift", (0, -up))
            x, y = x + dx, y + dy
            box = (x - half, y - size * 0.8, x + half, y + size * 0.2)
            found.append((box, text(words, x, y, class_="area-name", fill=colour or item["colour"])))
    return [(box, words) for box, words in found if fits(box, ground.shown)]


def style(floor: float = 0.0) -> str:
    """The style sheet of the map, with this smallest size of type."""

    def px(size: float) -> str:
        return f"{num(max(size, floor))}px"

    faces = tokens.group("type")
    halo = f"paint-order:stroke;stroke:{MAP['halo']};stroke-linejoin:round;"
    return (
        f".numbers{{font:{px(NUMBER)} {faces['number']};text-anchor:middle;fill:{MAP['grid']};fill-opacity:.8;"
        f"paint-order:stroke;stroke:{MAP['halo']};stroke-opacity:.4;stroke-width:2px}}"
        f".names text,.lettering text{{font-family:{faces['place']};{halo}stroke-width:3.6px}}"
        f".town{{font-size:{px(TOWN)};fill:{MAP['place']}}}"
        f".city{{font-size:{px(CITY)};font-weight:700;letter-spacing:1.2px;fill:{MAP['place']}}}"
        f".river{{font-size:{px(STREAM)};font-style:italic;text-anchor:middle;fill:{MAP['river']}}}"
        f".letters-sea text{{font-style:italic;letter-spacing:.16em;text-anchor:middle;fill:{MAP['sea_letters']};"
        "stroke:none}"
        f".letters-land text{{letter-spacing:.3em;text-anchor:middle;fill:{SURFACE['ink2']};stroke:none}}"
        f".letters-lake text{{font-style:italic;text-anchor:middle;fill:{MAP['river']}}}"
        f".line-name{{font-size:{px(LINE)};font-weight:700;font-style:italic;letter-spacing:1.5px;text-anchor:middle}}"
        f".area-name{{font-size:{px(AREA)};font-weight:700;letter-spacing:.6px;text-anchor:middle}}"
        f".letter{{font:700 26px {faces['place']};text-anchor:middle;fill:{MAP['place']}}}"
        f".letter-small{{font:16px {faces['place']};text-anchor:middle;fill:{MAP['place']}}}"
        f".bridges{{stroke:{MAP['rail']};stroke-width:2.2px;stroke-linejoin:round;stroke-linecap:round}}"
    )
