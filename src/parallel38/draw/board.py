"""The map, layer by layer. Lengths are hundredths of a hex."""

from collections.abc import Mapping
from math import atan2, degrees, hypot
from typing import Any

from parallel38.draw import streams, tokens
from parallel38.draw.coast import Land, rings
from parallel38.draw.ground import AREA, CITY, LINE, NUMBER, SCALE, STREAM, TOWN, Ground, middle
from parallel38.draw.labels import fits
from parallel38.draw.network import chains
from parallel38.draw.svg import (
    Piece,
    Point,
    at,
    drawn,
    lengths,
    num,
    on,
    pieces,
    polygon,
    ribbon,
    sampled,
    smooth,
    tag,
    text,
)
from parallel38.hexgrid import Hex, Region, bits

MAP, SURFACE = tokens.group("map"), tokens.group("surface")
RIVER = 5.5
BROAD = 17.0
"""How broad estuaries and reservoirs are."""
SHORE = 2.5
"""How far the outline that the lines along shores follow may lie from the coast."""
EVEN = 14
"""How often a line through hexes is evened out."""
BARRIER = {"estuary": "7 5", "reservoir": "0.1 5"}
"""What marks their hexsides: dashes and dots."""


# ------------------------------------------------------------------------------------------------------- water and land


def definitions(ground: Ground) -> str:
    """What the layers refer to: the land, its clip, textures, the lines of roads, railways and rivers."""
    land = tag("path", id="land", d=ground.coasts.path())
    peaks = tag("path", d="M2 9L6 3L10 9M13 19L17 13L21 19", fill="none", stroke=MAP["grid"], stroke_width=1.1)
    dots = tag("path", d="M5 5h.01M17 16h.01", stroke=MAP["grid"], stroke_width=1.7, stroke_linecap="round")
    cracks = tag("path", d="M3 8L10 5L14 9M17 20L22 17", fill="none", stroke=MAP["coast"], stroke_width=1)
    waves = tag("path", d="M2 6q3 -3 6 0t6 0M13 17q3 -3 6 0t4 0", fill="none", stroke=MAP["river"], stroke_width=1.2)
    specks = tag("path", d="M11 10h.01", stroke=MAP["grid"], stroke_width=1.5, stroke_linecap="round")
    crags = tag("path", d="M1 10L6 1L11 10ZM12 21L17 12L22 21Z", fill=MAP["grid"], stroke="none")
    textures = {"peaks": peaks, "dots": dots, "cracks": cracks, "waves": waves, "specks": specks, "crags": crags}
    roads, rails = (_joined(net) for net in ground.courses)
    courses = [[piece for _, piece in course] for course in ground.streams.values()]
    return (
        land
        + tag("path", id="shores", d=ground.coasts.path(within=SHORE))
        + tag("clipPath", tag("use", href="#land"), id="onland")
        + ("" if veiled(ground) else tag("clipPath", tag("path", d=ground.path(ground.board.in_play)), id="inplay"))
        + "".join(
            tag("pattern", drawing, id=name, width=24, height=22, patternUnits="userSpaceOnUse")
            for name, drawing in textures.items()
            if name in [kind["texture"] for kind in ground.look["terrain"].values()]
        )
        + tag("path", id="rivers", d=_joined(ground.rivers) + "".join(drawn(course) for course in courses))
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
    """The sea with lines along its shores.

    They follow a coarser outline of the land: broad strokes along every point of the coast were two thirds of the time
    that it took to paint the map.
    """
    x0, y0, x1, y1 = ground.bounds
    shores = [tag("rect", x=x0, y=y0, width=x1 - x0, height=y1 - y0, fill=MAP["sea"])]
    for wide in (64, 46, 30, 16):
        for colour, more in ((MAP["shore"], 2.2), (MAP["sea"] if wide > 30 else MAP["shallow"], 0.0)):
            shores.append(tag("use", href="#shores", fill="none", stroke=colour, stroke_width=wide + more))
    return tag("g", "".join(shores), class_="sea", stroke_linejoin="bevel")


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
        parts.append(tag("path", d=d, fill=colour_of(kind), fill_opacity=strength, class_=f"terrain-{kind['key']}"))
        if kind["texture"]:
            parts.append(tag("path", d=d, fill=f"url(#{kind['texture']})", fill_opacity=textured))
    return tag("g", "".join(parts), clip_path="url(#onland)")


def colour_of(kind: Mapping[str, str]) -> str:
    """The colour of a kind of terrain: its own if the look gives it one."""
    return kind.get("fill") or MAP[kind["key"]]


def veiled(ground: Ground) -> bool:
    """Whether what lies beyond the board shines through; else it is cut off."""
    return "beyond" in ground.look


def veil(ground: Ground) -> str:
    """Paper over the hexes out of play, if the look lets what lies beyond the board shine through."""
    if not veiled(ground):
        return ""
    x0, y0, x1, y1 = ground.bounds
    d = "".join(map(polygon, ([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], *rings_of(ground, ground.board.in_play))))
    strength = 1 - ground.look["beyond"]["shows"]
    return tag("path", d=d, fill=SURFACE["paper"], fill_opacity=strength, fill_rule="evenodd", class_="veil")


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
    long = lengths(middle)
    first, last = (_width_at_end(ground, end) if reaches_sea else 0.6 for end in (line[0], line[-1]))
    return ribbon(middle, [min(_swell(first, away), _swell(last, long[-1] - away)) for away in long])


def _swell(end: float, away: float) -> float:
    """How broad water is so far from an end of this breadth."""
    part = min(1.0, away / 34)
    return end + (BROAD - end) * part * part * (3 - 2 * part) if end < BROAD else BROAD


def _width_at_end(ground: Ground, end: Point) -> float:
    """Open at the sea and at other broad water, as broad as a river where one comes in, else nothing."""
    board = ground.board
    near = board.estuaries.hexes()
    near |= board.grid.around(near) & board.in_play
    here = [h for h in bits(near) if any(hypot(x - end[0], y - end[1]) < 1 for x, y in ground.corners(h))]
    sides = [(a, b) for a in here for b in here if a < b]
    if not ground.coasts.has(end):
        return 0.6  # out in the sea, where it does not show
    if any(not ground.land >> h & 1 for h in here) or sum(board.estuaries.has(a, b) for a, b in sides) > 1:
        return BROAD
    return RIVER if any(board.rivers.has(a, b) for a, b in sides) else 0.6


def rivers(ground: Ground) -> str:
    """Rivers; those through hexes only on land, so that they end at the shore."""
    clip = {"clip_path": "url(#onland)"} if ground.streams else {}
    return tag(
        "g",
        tag("use", href="#rivers", stroke=MAP["river_edge"], stroke_width=RIVER + 2.4, stroke_opacity=0.55)
        + tag("use", href="#rivers", stroke=MAP["river"], stroke_width=RIVER),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        class_="rivers",
        **clip,
    )


# ------------------------------------------------------------------------------------------------------ roads and rails


def bridges(ground: Ground) -> str:
    """Two rails beside the crossing, where a road or railway passes a river."""
    parts = []
    for x, y, turn, half in crossings(ground):
        rail = "M-11 {0}L-7 {1}H7L11 {0}"
        d = rail.format(num(-half - 3), num(-half)) + rail.format(num(half + 3), num(half))
        parts.append(tag("path", d=d, transform=f"translate({num(x)} {num(y)}) rotate({num(turn)})"))
    return tag("g", "".join(parts), fill="none", class_="bridges")


def crossings(ground: Ground) -> list[tuple[float, float, float, float]]:
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
        x, y = middle([m[0] for m in meets])
        _, (ax, ay), (bx, by) = meets[0]
        found.append((x, y, degrees(atan2(by - ay, bx - ax)), 6.0 if len(ways) < 2 else 9.5))
    through = [link for course in ground.streams.values() for link in course]
    for h in bits(ground.board.bridged):
        found += streams.crossings(h, ground.corners(h), through, ground.courses)
    return found


def _straight(a: Point, b: Point) -> Piece:
    return a, a, b, b


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
        d = "".join("M" + "L".join(at(p) for p in ring) for ring in rings_of(ground, region))
        parts.append(
            tag("path", d=d, stroke=item["colour"], stroke_width=9, stroke_opacity=0.16)
            + tag("path", d=d, stroke=item["colour"], stroke_width=2.6, stroke_dasharray="11 6", class_="outline")
        )
    return tag("g", "".join(parts), fill="none", stroke_linejoin="round")


def rings_of(ground: Ground, region: Region) -> list[list[Point]]:
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


def borders(ground: Ground, area: str) -> list[list[Point]]:
    """The hexsides between an area and the other land, as lines from west to east, the longest first."""
    inside = ground.board.areas[area] & ground.land
    grid_ = ground.board.grid
    sides = [ground.side(h, n) for h in bits(inside) for n in grid_.neighbours[h] if (ground.land & ~inside) >> n & 1]
    found = [line if line[0] <= line[-1] else line[::-1] for line in chains(sides, lambda p: p)]
    return sorted(found, key=len, reverse=True)


def evened(points: list[Point]) -> list[Point]:
    """A line without its zigzag, with the same ends."""
    soft = points
    for _ in range(EVEN):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(soft, soft[1:], soft[2:], strict=False)
        ]
        soft = [soft[0], *inner, soft[-1]]
    return soft


def course(ground: Ground, area: str) -> list[Point]:
    """The way of a line through its hexes, without their zigzag, from coast to coast or to the edge of the map."""
    hexes = ground.board.lines[area]
    soft = evened([ground.point(h) for h in hexes])
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
    """Lines such as a parallel: through the hexes of an area, or along the hexsides that part it from other land."""
    parts = []
    for item in ground.look.get("line", ()):
        if item.get("along") == "hexsides":
            d = "".join("M" + "L".join(at(p) for p in way) for way in borders(ground, item["area"]))
        else:
            d = smooth(course(ground, item["area"]))
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
        lines_ = edge_lines(ground, item)
        d = "".join("M" + "L".join(at(p) for p in line) for line in lines_)
        colour = ground.look["side"][item["side"]]
        rim = tokens.group("counter")[f"{colour['polarity']}_edge"]
        parts.append(tag("path", d=d, stroke=rim, stroke_width=8))
        parts.append(tag("path", d=d, stroke=colour["flag"], stroke_width=5.5, class_=f"edge-{item['side']}"))
    return tag("g", "".join(parts), fill="none", stroke_linejoin="round", stroke_linecap="round")


def edge_lines(ground: Ground, item: dict[str, Any]) -> list[list[Point]]:
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
