"""Sections of a map file that have no layer of their own: `[layer.NAME]` of the look says how each is drawn.

What is drawn follows from the kind of the section: regions are filled, hatched and outlined, hexsides, links and
courses are lines, points have signs. docs/drawing.md lists what a look can say. Lengths are hundredths of a hex.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Any, NamedTuple

from parallel38.draw import tokens
from parallel38.draw.board import rings_of
from parallel38.draw.ground import AREA, SCALE, Ground, middle
from parallel38.draw.network import chains, relaxed, wound
from parallel38.draw.svg import Point, at, lengths, num, pieces, ribbon, sampled, smooth, tag, text
from parallel38.draw.svg import drawn as curve
from parallel38.hexgrid import Hex, bits

MAP = tokens.group("map")
NETS = ("roads", "rails")
"""The links that have a layer of their own; `[layer.roads]` comes on top of it, or under it by its order."""
ORDER = {"region": 5, "sides": 25, "courses": 25, "links": 35, "points": 65}
"""Where a section is drawn among the layers of the map if its look does not say; `sheet` has their order."""
SIGNS = {
    "dot": "M-7 0A7 7 0 1 0 7 0A7 7 0 1 0 -7 0Z",
    "square": "M-7 -7H7V7H-7Z",
    "diamond": "M0 -10L10 0L0 10L-10 0Z",
    "triangle": "M0 -9L9 7H-9Z",
    "cross": "M-3 -10H3V-3H10V3H3V10H-3V3H-10V-3H-3Z",
    "star": "M0 -11L3 -4L10.5 -3.5L4.5 1.5L6.5 9L0 5L-6.5 9L-4.5 1.5L-10.5 -3.5L-3 -4Z",
    "arrow": "M-98 -5H-78V-12L-58 0L-78 12V5H-98Z",
    "crate": "M-11 -8H11V9H-11ZM-11 -8L11 9M11 -8L-11 9",
    "boat": "M-15 3H15L10 11H-10ZM-1 1V-13L-11 1ZM2 1V-9L10 1Z",
    "rampart": "M-26 7V-5H-16V7H-5V-5H5V7H16V-5H26V7",
    "wire": "M-28 0H28M-23 -7L-11 7M-23 7L-11 -7M-6 -7L6 7M-6 7L6 -7M11 -7L23 7M11 7L23 -7",
}
"""The shapes that points and the hexes of a region can have; the last two are lines and take `fill = "none"`."""
FROM_SEA = "from sea"
"""How a sign is turned whose right side points away from the sea."""
THICKEST = 10
"""How broad lines are in the legend at most."""
ASLANT = 0.58
"""How much of its direction a course keeps where it leaves the map."""
WITHIN = 8
"""How far works stand within their hexside."""
ASIDE, SMALLER = 0.16, 0.62
"""At the top of a hex: what part of the hexside they give way, and how large they are there."""
LEAN = 14
"""How far a lake may leave the corners of its hexsides at most."""
TINT = 0.35
"""How strongly a tint covers what lies under it."""


class Layer(NamedTuple):
    """A section of the map with the way in which the look draws it."""

    name: str
    kind: str
    how: dict[str, Any]

    @property
    def order(self) -> float:
        """Where it is drawn among the layers of the map."""
        return self.how.get("order", ORDER[self.kind])

    @property
    def colour(self) -> str:
        """The colour that stands for it in lettering."""
        return next((self.how[key] for key in ("stroke", "hatch", "fill", "tint") if key in self.how), MAP["place"])


def layers_of(ground: Ground) -> list[Layer]:
    """The sections that the look draws and the board has, in the order in which they are drawn."""
    found = [Layer(name, ground.board.kind_of(name), how) for name, how in ground.look.get("layer", {}).items()]
    return sorted((layer for layer in found if layer.kind), key=lambda layer: layer.order)


def definitions(ground: Ground) -> str:
    """The hatchings that regions refer to."""
    return "".join(_hatching(layer) for layer in layers_of(ground) if "hatch" in layer.how)


def _hatching(layer: Layer) -> str:
    lines = tag("path", d="M0 0V12", stroke=layer.how["hatch"], stroke_width=3)
    turned = {"patternTransform": "rotate(45)", "patternUnits": "userSpaceOnUse"}
    return tag("pattern", lines, id=f"hatch-{layer.name}", width=12, height=12, **turned)


def drawn(ground: Ground, layer: Layer) -> str:
    """A section on the map."""
    board, name = ground.board, layer.name
    match layer.kind:
        case "region":
            parts = _region(ground, layer)
        case "sides" if "swell" in layer.how:
            parts = _lake(ground, layer)
        case "sides":
            lines = chains([ground.side(a, b) for a, b in board.sides[name].pairs()], lambda p: p)
            parts = _stroked(layer, "".join(map(smooth if layer.how.get("soft") else _straight, lines)))
        case "links" if name in NETS:  # the very lines that are drawn as roads or railways
            net = ground.courses[NETS.index(name)]
            parts = _stroked(layer, "".join(curve([piece]) for piece in net.values()))
        case "links":
            lines = chains(board.links[name].pairs(), ground.point)
            where = ground.softened(board.links[name], ground.wind(name))
            parts = _stroked(layer, "".join(_way(ground, line, where) for line in lines))
        case "courses":
            lines = board.courses[name].values()
            parts = _stroked(layer, "".join(smooth(_course(ground, line, ground.wind(name))) for line in lines))
        case _:
            points = board.points[name].values()
            parts = "".join(_point(layer, ground.point(h), _turn(ground, layer, h)) for h in points)
    clip = {"clip_path": "url(#onland)"} if layer.how.get("clip") == "land" else {}
    return tag("g", parts, class_=f"layer-{name}", **clip)


def _region(ground: Ground, layer: Layer) -> str:
    """A region: filled, with its border, and a sign in each of its hexes, as the look says."""
    region, how = ground.board.regions[layer.name], layer.how
    inside, border = ground.path(region), ""
    if ("stroke" in how and "sign" not in how) or how.get("soft"):
        rings = rings_of(ground, region)
        border = "".join(map(_rounded if how.get("soft") else _straight, rings))
        inside = border if how.get("soft") else inside
    signs = ""
    if "before" in how:
        signs = "".join(_point(layer, where, turn, size) for where, turn, size in _front(ground, layer))
    elif "sign" in how:
        signs = "".join(_point(layer, ground.point(h), _turn(ground, layer, h)) for h in bits(region))
    return _filled(layer, inside) + _stroked(layer, border) + signs


def _front(ground: Ground, layer: Layer) -> Iterator[tuple[Point, float, float]]:
    """Where works stand that lie before a region, how they are turned and how large: one within each hexside to the
    outside. At the top of a hex they are smaller and give way to its number."""
    board, region = ground.board, ground.board.regions[layer.name]
    behind = region | board.regions[layer.how["before"]]
    for h in bits(region):
        x, y = ground.point(h)
        for n in sorted(board.grid.neighbours[h]):
            if not behind >> n & 1:
                (ax, ay), (bx, by) = ground.side(h, n)
                mx, my = (ax + bx) / 2 - x, (ay + by) / 2 - y
                part = 1 - WITHIN / hypot(mx, my)
                top = -my / hypot(mx, my) > 0.5
                aside, size = ((bx - ax) * ASIDE * (1 if mx > 0 else -1), SMALLER) if top else (0.0, 1.0)
                where = (x + mx * part + aside, y + my * part + (aside * (by - ay) / (bx - ax) if aside else 0.0))
                yield where, round(degrees(atan2(my, mx)) + 90, 1), size


def _lake(ground: Ground, layer: Layer) -> str:
    """Water that lies along hexsides, broad in the middle and narrow at its ends, with a shore; dots mark the sides."""
    ends, how = [ground.side(a, b) for a, b in ground.board.sides[layer.name].pairs()], layer.how
    where, outline = relaxed(ends, lambda p: p, lambda p: False, 0.5, LEAN), ""
    for line in chains(ends, lambda p: p):
        middle_ = sampled(pieces([where[p] for p in line]), 8)
        long = lengths(middle_)
        widths = [how["swell"] * min(1.0, sin(pi * away / long[-1]) * 1.6) for away in long]
        outline += ribbon(middle_, widths)
    shore = {"stroke": how["stroke"], "stroke_width": 2 * how.get("width", 3), "stroke_linejoin": "round"}
    sides = "".join(_straight([a, b]) for a, b in ends)
    dots = {"stroke": how["stroke"], "stroke_width": 2.6, "stroke_dasharray": "0.1 6", "stroke_linecap": "round"}
    water = tag("path", d=outline, fill="none", **shore) + tag("path", d=outline, fill=how["fill"])
    return water + tag("path", d=sides, fill="none", **dots)


def _way(ground: Ground, line: Sequence[Hex], where: Mapping[Hex, Point]) -> str:
    """A line of links: where it shares one with a road it lies exactly on that."""
    on = {link: piece for (a, b), piece in ground.courses[0].items() for link in ((a, b), (b, a))}
    links = zip(pairwise(line), pieces([where[h] for h in line]), strict=True)
    runs = groupby(links, key=lambda link: link[0] in on)
    found = ""
    for shared, run in runs:
        pairs, own = zip(*run, strict=True)
        found += "".join(curve([on[pair]]) for pair in pairs) if shared else curve(own)
    return found


def _rounded(ring: list[Point]) -> str:
    """A ring without its corners: through the middles of its sides."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(ring)]
    return smooth([*middles, middles[0]]) + "Z"


def _course(ground: Ground, hexes: Sequence[Hex], wind: float) -> list[Point]:
    """A line through hexes without their zigzag, winding if it shall; where it begins or ends at the edge of the map it
    runs over it."""
    where = relaxed(pairwise(hexes), ground.point, lambda h: False, 0.5, 24)
    if wind:
        where = wound([hexes], where, lambda h: False, wind)
    first, last = over(ground, hexes[0], hexes[1]), over(ground, hexes[-1], hexes[-2])
    return [*first, *(where[h] for h in hexes), *last]


def over(ground: Ground, h: Hex, before: Hex | None = None) -> list[Point]:
    """A point beyond the edge of the map, seen from a hex at the edge; nothing for one inside. A line that comes from
    another hex along the edge leaves it aslant."""
    near = [ground.point(n) for n in ground.board.grid.neighbours[h]]
    if len(near) == 6:
        return []
    (x, y), (ax, ay) = ground.point(h), middle(near)
    length = hypot(x - ax, y - ay)
    dx, dy = (x - ax) / length, (y - ay) / length
    if before is not None:
        bx, by = ground.point(before)
        dx, dy = dx + (x - bx) / SCALE * ASLANT, dy + (y - by) / SCALE * ASLANT
        length = hypot(dx, dy)
        dx, dy = dx / length, dy / length
    return [(x + dx * SCALE, y + dy * SCALE)]


def _straight(line: list[Point]) -> str:
    return "M" + "L".join(at(p) for p in line)


def _filled(layer: Layer, d: str) -> str:
    """The inside of a region: covered, tinted, hatched, as the look says."""
    parts = ""
    if "fill" in layer.how and "sign" not in layer.how:
        parts += tag("path", d=d, fill=layer.how["fill"])
    if "tint" in layer.how:
        parts += tag("path", d=d, fill=layer.how["tint"], fill_opacity=TINT)
    if "hatch" in layer.how:
        parts += tag("path", d=d, fill=f"url(#hatch-{layer.name})", fill_opacity=0.6)
    return parts


def _stroked(layer: Layer, d: str) -> str:
    """Lines, on a light halo if the look wants one."""
    how = layer.how
    if not d or "stroke" not in how:
        return ""
    wide = how.get("width", 3)
    dash = {"stroke_dasharray": how["dash"]} if "dash" in how else {}
    line = {"d": d, "fill": "none", "stroke_linejoin": "round"}
    halo = tag("path", **line, stroke=MAP["halo"], stroke_width=wide + 3, stroke_opacity=0.6)
    drawn_ = (halo if how.get("halo") else "") + tag("path", **line, stroke=how["stroke"], stroke_width=wide, **dash)
    if "core" in how:
        inner = {"stroke": how["core"], "stroke_width": wide / 5, "stroke_dasharray": "9 7"}
        drawn_ += tag("path", **line, **inner)
    return drawn_


def _point(layer: Layer, where: Point, turn: float, size: float = 1.0) -> str:
    """The sign of a point, turned by so many degrees clockwise, so large beside what the look says."""
    dx, dy = layer.how.get("shift", (0, 0))
    larger = f" scale({num(layer.how.get('size', 1) * size)})" if "size" in layer.how or size != 1 else ""
    turned = f" rotate({num(turn)})" if turn else ""
    return tag("g", _sign(layer), transform=f"translate({num(where[0] + dx)} {num(where[1] + dy)})" + turned + larger)


def arrows(ground: Ground) -> Iterator[Point]:
    """Points along the arrows that come in from the sea, for names to keep away from."""
    for layer in layers_of(ground):
        if layer.how.get("turned") == FROM_SEA:
            for h in bits(ground.board.hexes_of(layer.name)):
                (x, y), turn = ground.point(h), radians(_turn(ground, layer, h))
                yield from ((x - r * cos(turn), y - r * sin(turn)) for r in range(58, 102, 4))


def _turn(ground: Ground, layer: Layer, h: Hex) -> float:
    """How far a sign is turned: not at all, or so that what points to the right comes in from the sea."""
    if layer.how.get("turned") != FROM_SEA:
        return 0.0
    dx, dy = ground.seaward(h)
    return round(degrees(atan2(-dy, -dx)), 1)


def _sign(layer: Layer) -> str:
    how = layer.how
    line = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    shape, wide = SIGNS[how["sign"]], how.get("width", 2)
    halo = tag("path", **line, d=shape, stroke=MAP["halo"], stroke_width=wide + 3, stroke_opacity=0.7)
    colours = {"fill": how.get("fill", MAP["place"]), "stroke": how.get("stroke", MAP["halo"]), "stroke_width": wide}
    return (halo if how.get("halo") else "") + tag("path", d=shape, **colours)


def labels(ground: Ground) -> str:
    """The lettering of sections: a word for the whole, and the names of points."""
    parts = []
    for layer in layers_of(ground):
        large = {"style": f"font-size:{num(_size(ground, layer))}px"} if "label_size" in layer.how else {}
        if "label" in layer.how:
            x, y = _middle(ground, layer)
            dx, dy = layer.how.get("label_shift", (0, 0))
            words = ground.texts.say(layer.how["label"])
            parts.append(text(words, x + dx, y + dy, class_="area-name", fill=layer.colour, **large))
        if layer.how.get("names"):
            dx, dy = layer.how.get("shift", (0, 0))
            for name, h in ground.board.points[layer.name].items():
                x, y = ground.point(h)
                key = f"point.{name}"
                words = ground.texts.say(key) if ground.texts.has(key) else name
                low = y + dy + 10 + _size(ground, layer)
                parts.append(text(words, x + dx, low, class_="area-name", fill=layer.colour, **large))
    return tag("g", "".join(parts), class_="lettering") if parts else ""


def _size(ground: Ground, layer: Layer) -> float:
    """The size of a section's lettering."""
    return ground.size(layer.how.get("label_size", AREA))


def _middle(ground: Ground, layer: Layer) -> Point:
    """Where the word for a section stands: in the hex that the look names, or in that nearest to the middle."""
    if "label_at" in layer.how:
        return ground.point(ground.board.grid.hex(layer.how["label_at"]))
    points = [ground.point(h) for h in bits(ground.board.hexes_of(layer.name))]
    x, y = middle(points)
    return min(points, key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))


def legend(ground: Ground, hexagon: str, wave: str) -> Iterator[tuple[str, str]]:
    """The signs of sections that the look explains, each drawn around the origin, with its meaning.

    Regions are drawn as the given hexagon, lines as the given wave.
    """
    for layer in layers_of(ground):
        if "legend" in layer.how:
            wide = THICKEST if "swell" in layer.how else min(layer.how.get("width", 3), THICKEST)
            thin = layer._replace(how={**layer.how, "width": wide})
            line = "" if "sign" in layer.how else _stroked(thin, hexagon if layer.kind == "region" else wave)
            if "swell" in layer.how:
                line += _stroked(layer._replace(how={"stroke": layer.how["fill"], "width": THICKEST - 4}), wave)
            sign = _sign(layer) if "sign" in layer.how else line
            under = _filled(layer, hexagon) if layer.kind == "region" else ""
            yield under + sign, ground.texts.say(layer.how["legend"])
