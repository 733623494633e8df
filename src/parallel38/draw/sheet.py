"""Whole pages: the board with its title and legend, and a sheet of counters for review."""

import base64
import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from parallel38.draw import board as layers
from parallel38.draw import counters, legend, markers, names, sections, tokens
from parallel38.draw.ground import Ground
from parallel38.draw.labels import Box
from parallel38.draw.svg import Point, escape, num, own_ids, presented, tag, text
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.reports import Face
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.texts import Texts
from parallel38.engine.view import view_of
from parallel38.hexgrid import Hex

PAPERS = {
    "a4": (210, 297),
    "a3": (297, 420),
    "a2": (420, 594),
    "a1": (594, 841),
    "letter": (216, 279),
    "tabloid": (279, 432),
}
"""Width and height in millimetres, upright."""
PIXELS = 0.72
"""Pixels for a hundredth of a hex on a screen."""
MARGIN, HEAD, FOOT = 50.0, 150.0, 210.0
ODDS = 16.0
"""The size of the figures on the chip of an attack."""
SMALLEST = 1.8
"""Millimetres that the smallest type has on paper."""
MOST = 16.0
"""But not more than this, in hundredths of a hex: then numbers would come under the counters."""
TINT = {"plain": 0.8, "relief": 0.45}
TEXTURE = {"plain": 0.55, "relief": 0.3}
"""How strongly terrain is tinted and textured without and with relief under it."""


@dataclass(frozen=True)
class Crop:
    """A part of the map: the columns and rows between two hexes, or all hexes within a distance of one."""

    first: str
    last: str = ""
    radius: int = 0

    def hexes(self, rules: Ruleset) -> list[Hex]:
        """The hexes of the part."""
        grid = rules.board.grid
        for label in (self.first, self.last or self.first):
            if not grid.has(label):
                raise BadInputError("unknown_hex", name=label)
        home = grid.hex(self.first)
        if not self.last:
            return [h for h in grid.neighbours if grid.distance(home, h) <= self.radius]
        spans = [sorted((self.first[part], self.last[part])) for part in (slice(0, 2), slice(2, 4))]
        label = grid.label
        return [
            h for h in grid.neighbours if all(a <= label(h)[2 * i : 2 * i + 2] <= b for i, (a, b) in enumerate(spans))
        ]


def board_sheet(
    game: Game,
    language: str,
    *,
    side: str | None = None,
    plain: bool = False,
    with_counters: bool = True,
    tint: float | None = None,
    paper: str | None = None,
    crop: Crop | None = None,
) -> str:
    """The position of a game as a side sees it (None: as an onlooker sees it), as one SVG file."""
    rules, texts = game.rules, game.rules.texts(language)
    view = view_of(game, side)
    ground = ground_of(rules, texts)
    box = _box(ground, rules, crop)
    ground.view = box if crop else None
    ground.floor = _floor(box, paper)
    stacks = _stacks(game, view) if with_counters else {}
    image = "" if plain else _relief(rules)
    ground_is = "relief" if image else "plain"
    strength = (tint if tint is not None else TINT[ground_is], TEXTURE[ground_is])
    drawn = _map(ground, game, view, stacks, image, strength, with_counters)
    x0, y0, x1, y1 = ground.bounds
    clip = tag("clipPath", tag("rect", x=x0, y=y0, width=x1 - x0, height=y1 - y0), id="frame")
    defs = layers.definitions(ground) + sections.definitions(ground) + clip
    if crop:
        return _page(drawn, box, paper, texts, defs, ground.floor)
    frame = tag(
        "rect",
        x=x0,
        y=y0,
        width=x1 - x0,
        height=y1 - y0,
        fill="none",
        stroke=tokens.group("surface")["ink"],
        stroke_width=3,
    )
    head = legend.head(ground, game, view, (x0, y0 - HEAD, x1 - x0, HEAD - 30))
    foot = legend.foot(ground, rules, (x0, y1 + 34, x1 - x0, FOOT - 34))
    return _page(drawn + frame + head + foot, box, paper, texts, defs, ground.floor)


def _box(ground: Ground, rules: Ruleset, crop: Crop | None) -> Box:
    """Left, top, right and bottom of the page: a part of the map, or all of it with what stands around."""
    x0, y0, x1, y1 = ground.bounds
    if not crop:
        return x0 - MARGIN, y0 - HEAD - MARGIN, x1 + MARGIN, y1 + FOOT + MARGIN
    corners = [p for h in crop.hexes(rules) for p in ground.corners(h)]
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    return max(x0, min(xs)), max(y0, min(ys)), min(x1, max(xs)), min(y1, max(ys))


def _millimetres(box: Box, paper: str) -> tuple[int, int]:
    """Width and height of a paper, turned as the page is."""
    if paper not in PAPERS:
        raise BadInputError("unknown_paper", name=paper, names=tuple(PAPERS))
    short, long = PAPERS[paper]
    return (short, long) if box[3] - box[1] >= box[2] - box[0] else (long, short)


def _floor(box: Box, paper: str | None) -> float:
    """The smallest size of type on a paper, as far as a hex has room for it; on a screen there is none."""
    if paper is None:
        return 0.0
    wide, high = _millimetres(box, paper)
    unit = min(wide / (box[2] - box[0]), high / (box[3] - box[1]))
    return min(SMALLEST / unit, MOST)


def _page(content: str, box: Box, paper: str | None, texts: Texts, defs: str, floor: float = 0.0) -> str:
    """An SVG file of a part of the plane, on a sheet of paper or for a screen."""
    left, top, right, low = box
    wide, high = right - left, low - top
    if paper is None:
        width, height = num(wide * PIXELS), num(high * PIXELS)
    else:
        width, height = (f"{n}mm" for n in _millimetres(box, paper))
    sheet = tag("rect", x=left, y=top, width=wide, height=high, fill=tokens.group("surface")["paper"])
    inner = tag("title", escape(texts.say("title")))
    inner += tag("style", layers.style(floor) + counters.style() + legend.style())
    inner += tag("defs", defs + counters.definitions()) + sheet + content
    return (
        tag(
            "svg",
            inner,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(num(v) for v in (left, top, wide, high)),
            width=width,
            height=height,
            lang=texts.language,
            role="img",
        )
        + "\n"
    )


def _map(
    ground: Ground,
    game: Game,
    view: dict[str, Any],
    stacks: dict[Hex, dict[str, list[tuple[str, Face]]]],
    image: str,
    strength: tuple[float, float],
    with_markers: bool,
) -> str:
    """All layers of the map, the lowest first."""
    holders = game.rules.holders(game.state) if with_markers else ()
    drawn = _layers(ground, image, strength, set(stacks), holders)
    if with_markers:
        drawn += [
            _counters(ground, game, stacks),
            _arrows(ground, game, view),
            _markers(ground, game, view, set(stacks)),
        ]
    return tag("g", "".join(drawn), clip_path="url(#frame)")


def _layers(
    ground: Ground, image: str, strength: tuple[float, float], taken: set[Hex], flags: Collection[Hex]
) -> list[str]:
    """The layers under all counters, the lowest first; names keep clear of hexes with counters and of flags."""
    below = [
        layers.sea(ground),
        layers.relief(ground, image),
        layers.terrain(ground, *strength),
        layers.coastline(ground),
        layers.water_sides(ground),
    ]
    veil = layers.veil(ground)
    fixed = [
        (0, "".join(below) + veil if veil else tag("g", "".join(below), clip_path="url(#inplay)")),
        (10, layers.grid(ground)),
        (20, layers.rivers(ground)),
        (30, layers.outlines(ground)),
        (30, layers.lines(ground)),
        (40, layers.ways(ground)),
        (50, layers.bridges(ground)),
        (50, layers.numbers(ground)),
        (60, layers.dots(ground)),
        (60, layers.edges(ground)),
        (60, layers.exits(ground)),
        (70, names.lettering(ground)),
        (70, sections.labels(ground)),
        (70, legend.compass(ground)),
        (80, names.places(ground, taken, flags)),
    ]
    own = [(layer.order, sections.drawn(ground, layer)) for layer in sections.layers_of(ground)]
    return [drawn for _, drawn in sorted([*fixed, *own], key=lambda row: row[0])]


def ground_of(rules: Ruleset, texts: Texts) -> Ground:
    """The board of a game with everything that its drawing needs."""
    return Ground(rules.board, rules.look(), texts, _coast(rules))


def bare_map(rules: Ruleset, texts: Texts, taken: set[Hex], relief: str) -> str:
    """The map for a page: exactly its hexes, without title, counters and styles, the relief from an address.

    Names keep clear of the hexes in `taken`, where counters are to be expected. `map_style` has what it needs. Its ids
    are its own, so that several boards can be on one page.
    """
    ground = ground_of(rules, texts)
    x0, y0, x1, y1 = ground.bounds
    image = relief if _data(rules, "relief.jpg") else ""
    kind = "relief" if image else "plain"
    drawn = _layers(ground, image, (TINT[kind], TEXTURE[kind]), taken, taken & set(rules.board.cities.values()))
    svg = tag(
        "svg",
        tag("defs", layers.definitions(ground) + sections.definitions(ground)) + presented("".join(drawn)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(num(v) for v in (x0, y0, x1 - x0, y1 - y0)),
        lang=texts.language,
        class_="board",
    )
    return own_ids(svg, f"{rules.setting.game}-{rules.board_id}")


def map_key(rules: Ruleset, texts: Texts) -> list[tuple[str, str]]:
    """The signs of a map and of counters, each as a fragment with its meaning, for a page that shows `bare_map`."""
    ids = f"{rules.setting.game}-{rules.board_id}"
    return [(own_ids(drawn, ids), words) for drawn, words in legend.key(ground_of(rules, texts), rules)]


def map_style() -> str:
    """The style sheet of `bare_map`; it reaches nothing else on the page."""
    return f"svg.board{{{layers.style()}}}"


def _stacks(game: Game, view: dict[str, Any]) -> dict[Hex, dict[str, list[tuple[str, Face]]]]:
    """What is in each hex, by side: what the viewer may see."""
    rules, found = game.rules, dict[Hex, dict[str, list[tuple[str, Face]]]]()
    for row in view["units"]:
        if rules.board.grid.has(row["place"]):
            face = rules.face(game.state, rules.names.unit_number(row["id"]))
            here = found.setdefault(rules.board.grid.hex(row["place"]), {})
            here.setdefault(row["side"], []).append((row["id"], face))
    return found


def _counters(ground: Ground, game: Game, stacks: dict[Hex, dict[str, list[tuple[str, Face]]]]) -> str:
    """The stacks, from the top of the map down; sides that share a hex stand side by side."""
    parts, weight = list[str](), game.rules.weighed(game.state)
    for h in sorted(stacks, key=lambda h: ground.point(h)[::-1]):
        x, y = ground.point(h)
        sides = stacks[h]
        for i, side in enumerate(sorted(sides)):
            titles = {unit: f"{ground.texts.unit(unit)} ({unit})" for unit, _ in sides[side]}
            if len(sides) == 1:
                parts.append(
                    counters.stack(sides[side], ground.look, (x, y), titles, counters.SIZE, ground.floor, weight)
                )
            else:
                shift = (i - (len(sides) - 1) / 2) * counters.BESIDE
                parts.append(
                    counters.stack(
                        sides[side], ground.look, (x + shift, y), titles, counters.BESIDE, ground.floor, weight
                    )
                )
    return tag("g", "".join(parts), class_="counters")


def _arrows(ground: Ground, game: Game, view: dict[str, Any]) -> str:
    """What is about to happen from hex to hex, with a chip at the head of the hex that is aimed at."""
    seen = {row["place"] for row in view["units"]}
    found = [a for a in game.rules.arrows(game.state) if game.rules.names.place(a.from_hex) in seen]
    parts = [
        markers.arrow(a.side, ground.look, a.style, (ground.point(a.from_hex), ground.point(a.to_hex))) for a in found
    ]
    for h, label in sorted({(a.to_hex, a.label) for a in found}):
        x, y = ground.point(h)
        parts.append(tag("g", counters.chip(label, x, y - 35, max(ground.floor, ODDS)), class_="odds"))
    return tag("g", "".join(parts), class_="arrows") if parts else ""


def _markers(ground: Ground, game: Game, view: dict[str, Any], taken: set[Hex]) -> str:
    """Flags of possession and markers."""
    rules, parts = game.rules, []
    flags: dict[Hex, float] = {}
    for h, side in sorted(rules.holders(game.state).items()):
        (x, y), (dx, dy) = ground.point(h), names.flag_place(ground, h, taken)
        flags[h] = dx
        parts.append(markers.flag(side, ground.look, (x + dx, y + dy)))
    laid = Counter[tuple[int, int, str]]()
    for words in view["marks"]:
        kind, h, more = rules.mark_value(words)
        if not markers.shown(kind, ground.look):
            continue
        where: Point = ground.point(h)
        if more < 0:
            (ax, ay), (bx, by) = ground.side(h, ~more)
            where = ((ax + bx) / 2, (ay + by) / 2)
        slot = (h, min(more, 0), markers.style_of(kind, ground.look)["at"])
        laid[slot] += 1
        below = laid[slot] - 1
        parts.append(markers.marker(kind, ground.look, where, max(more, 0), more < 0, flags.get(h, 0.0), below))
    return tag("g", "".join(parts), class_="markers")


def _data(rules: Ruleset, name: str) -> bytes | None:
    return rules.title.board_file(rules.board_id, name)


def _coast(rules: Ruleset) -> dict[str, str]:
    """The outlines of land and lakes, if the game has them."""
    found = _data(rules, "coast.json")
    plain = json.loads(found) if found else {}
    return {
        name: "".join(plain[name]).replace(" L ", "L").replace("M ", "M") for name in ("land", "lakes") if name in plain
    }


def _relief(rules: Ruleset) -> str:
    """The relief as a data URI, if the game has one."""
    found = _data(rules, "relief.jpg")
    return f"data:image/jpeg;base64,{base64.b64encode(found).decode()}" if found else ""


def counter_sheet(game: Game, language: str, paper: str | None = None) -> str:
    """Every counter of a game once, with its id, by side and nation, for review."""
    rules, texts, look = game.rules, game.rules.texts(language), game.rules.look()
    across, cell, down, y, parts = 10, 124, 140, 132.0, list[str]()
    parts.append(text(texts.say("title"), 24, 64, class_="title", style="font-size:44px"))
    parts.append(text(texts.say("counters.title"), 24, 102, class_="subtitle"))
    groups: dict[tuple[int, str], list[tuple[str, Face]]] = {}
    for unit, name in enumerate(rules.names.units):
        face = rules.face(game.state, unit)
        groups.setdefault((rules.side_of[unit], face.nation), []).append((name, face))
    order = list(look["nation"])
    for (side, nation), faces in sorted(
        groups.items(), key=lambda g: (g[0][0], order.index(g[0][1]) if g[0][1] in order else len(order), g[0][1])
    ):
        words = texts.say(f"nation.{nation}") if texts.has(f"nation.{nation}") else nation
        heading = f"{texts.say(f'side.{rules.sides[side]}')}: {words}"
        parts.append(text(heading[:1].upper() + heading[1:], 24, y + 24, class_="group"))
        y += 40
        for i, (name, face) in enumerate(faces):
            x, top = 24 + i % across * cell, y + i // across * down
            drawn = counters.counter(face, look, name, texts.unit(name))
            parts.append(tag("g", drawn, transform=f"translate({num(x)} {num(top)})"))
            parts.append(text(name, x + 50, top + 118, class_="legend", style="text-anchor:middle"))
        y += -(-len(faces) // across) * down + 6
    return _page("".join(parts), (0.0, 0.0, 24.0 + across * cell, y + 6), paper, texts, "")
