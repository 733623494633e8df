"""The boards of battles: ground of a few hundred metres to a hex, from a lattice of heights and a file of decisions.

A hex is rough when its ground is steep enough; everything else (`tools/maps/NAME.toml`) goes over that, each entry with
a provenance word and a reason.
"""

import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from maps.earth import Lattice
from maps.layout import Layout
from maps.plan import Entry, Ground, Held, PlanError
from maps.writer import WIDTH
from parallel38.engine.maps import Board
from parallel38.hexgrid import BadHexError, Grid, Hex, Region, bits

OUT = "."
NEAR = 0.55
"""The slope of a hex is the mean within so many hexes of its middle: about the hex itself."""
CONVENTIONS = "# Hexes are CCRR, column then row; a hexside is the two hexes that share it, 1526/1527.\n"


class Fit(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How the board lies on earth: one point of it, its scale, and how far true north is turned from the top."""

    hex: str
    lat: float
    lon: float
    metres: float
    """A hex from side to side."""
    north: float
    """Degrees clockwise from the top of the map."""
    bent: list[dict[str, Any]] = []
    """Places that the printed map has in these hexes although the plain fit would put them elsewhere."""


class Slopes(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which ground is rough, and what is set against that; hexes out of play."""

    rough: float
    """The mean slope in degrees from which a hex is rough."""
    kinds: dict[str, str]
    out: list[str] = []
    set: list[Ground] = []
    pins: list[Held] = []


class Section(Entry):
    """A section of the map file: its lines as they are written, or hexes that follow from others.

    `edge` takes the hexes of a map edge, from one hex to another if `between` names them; `within` those at most so far
    from a hex, `beyond` those at least so far from a region; `join` the hexes of other regions; `reached` those to
    which one walks from a hex without entering a region; `rest` all that are not in a region; `terrain` those of a
    kind.
    """

    head: str
    about: str
    lines: list[str] = []
    edge: Literal["north", "south", "east", "west"] | None = None
    between: str = ""
    within: tuple[str, int] | None = None
    beyond: tuple[str, int] | None = None
    join: list[str] = []
    reached: tuple[str, str] | None = None
    rest: str = ""
    terrain: str = ""


class Shade(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How the relief is painted: tones by height, and how much slopes are exaggerated."""

    tones: list[tuple[float, str]]
    exaggeration: float


class Battle(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything that is decided about a battle's board."""

    header: str
    grid: dict[str, Any]
    fit: Fit
    ground: Slopes
    relief: Shade
    section: list[Section]


def read(name: str) -> Battle:
    """The decisions about a board; a mistake in them is told in one sentence."""
    path = Path(__file__).with_name(f"{name}.toml")
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Battle)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise PlanError(f"{path.name}: {error}") from None


def nature(plan: Battle, lattice: Lattice) -> dict[Hex, str]:
    """The terrain letter of each hex as the ground has it: rough where it is steep."""
    layout, kinds = Layout(Grid(**plan.grid)), plan.ground.kinds
    slopes = lattice.slopes(plan.fit.metres)
    found: dict[Hex, str] = {}
    for h in layout.hexes:
        x, y = layout.center[h]
        steep = float(np.mean(lattice.around(slopes, float(x), float(y), NEAR)))
        found[h] = kinds["rough" if steep >= plan.ground.rough else "clear"]
    return found


def text(plan: Battle, lattice: Lattice) -> str:
    """The map file. What cannot be is refused in a sentence."""
    grid, ground = Grid(**plan.grid), plan.ground
    terrain = nature(plan, lattice)
    for label in " ".join(ground.out).split():
        terrain[_hex(grid, label)] = OUT
    for patch in ground.set:
        for label in patch.hexes.split():
            terrain[_hex(grid, label)] = ground.kinds[patch.kind]
    parts = [plan.header + CONVENTIONS.rstrip(), "\n".join(["[grid]", *(f"{k} = {v}" for k, v in plan.grid.items())])]
    parts.append("\n".join(["[terrain]", *_letters(plan, grid, terrain)]))
    for section in plan.section:
        lines = section.lines
        if not lines:
            lines = _wrapped(" ".join(grid.labels(_derived(section, _board(parts), ground.kinds))))
        parts.append("\n".join([f"[{section.head}]", f"# {section.about}", *lines]))
    parts.append("\n".join(["[provenance]", *_provenance(plan)]))
    for problem in problems(plan, _board(parts)):
        raise PlanError(problem)
    return "\n\n".join(parts) + "\n"


def _board(parts: list[str]) -> Board:
    """The board that the parts of a map file describe so far."""
    try:
        return Board("\n\n".join(parts))
    except BadHexError as error:
        raise PlanError(f"There is no hex {error.label}.") from None
    except ValueError as error:
        raise PlanError(f"{error}.") from None


def problems(plan: Battle, board: Board) -> Iterator[str]:
    """What is wrong with a board, a sentence each."""
    grid = board.grid
    for pin in plan.ground.pins:
        here = 0
        for kind in pin.kind.split(" or "):
            here |= board.terrain.get(plan.ground.kinds[kind], 0) if kind in plan.ground.kinds else _of(board, kind)
        for label in pin.at.split():
            if not here >> _hex(grid, label) & 1:
                yield f"{label} should be {pin.kind}."
    for section in plan.section:
        name = section.head.partition(" ")[2] or section.head
        for h in bits(board.hexes_of(name) & ~board.in_play if board.kind_of(name) else 0):
            yield f"{section.head}: {grid.label(h)} is not in play."


def _of(board: Board, name: str) -> Region:
    """The hexes of a section; nothing if the board does not have it."""
    return board.hexes_of(name) if board.kind_of(name) else 0


def _derived(section: Section, board: Board, kinds: dict[str, str]) -> Region:
    """The hexes of a section that follow from others."""
    grid = board.grid
    found = 0
    if section.edge:
        found |= _edge(board, section.edge, section.between)
    if section.within:
        home, most = _hex(grid, section.within[0]), section.within[1]
        found |= sum(1 << h for h in bits(board.in_play) if grid.distance(home, h) <= most)
    if section.beyond:
        region, least = list(bits(board.hexes_of(section.beyond[0]))), section.beyond[1]
        found |= sum(1 << h for h in bits(board.in_play) if all(grid.distance(other, h) >= least for other in region))
    for name in section.join:
        found |= board.hexes_of(name)
    if section.reached:
        start, barrier = 1 << _hex(grid, section.reached[0]), board.hexes_of(section.reached[1])
        found |= grid.spread(start, board.in_play & ~barrier)
    if section.rest:
        found |= board.in_play & ~board.hexes_of(section.rest)
    if section.terrain:
        found |= board.terrain.get(kinds[section.terrain], 0)
    if not found:
        raise PlanError(f"[{section.head}] has no hexes.")
    return found


def _edge(board: Board, side: str, between: str) -> Region:
    """The hexes of a map edge, all or those from one to another."""
    grid = board.grid
    axis, last = {"west": (0, False), "east": (0, True), "north": (1, False), "south": (1, True)}[side]
    pick = max if last else min
    limit = pick(grid.center(h)[axis] for h in bits(board.in_play))
    # every other line of an edge along which hexes are staggered stands half a hex back
    found = [h for h in bits(board.in_play) if abs(grid.center(h)[axis] - limit) < 0.6]
    if between:
        ends = sorted(grid.center(_hex(grid, label))[1 - axis] for label in between.split("-"))
        found = [h for h in found if ends[0] - 0.01 <= grid.center(h)[1 - axis] <= ends[1] + 0.01]
    return sum(1 << h for h in found)


def _letters(plan: Battle, grid: Grid, terrain: dict[Hex, str]) -> Iterator[str]:
    yield f"# one line per column: the column's number, then one letter per row 01..{grid.rows:02d}:"
    kinds = ", ".join(f"{letter} {kind}" for kind, letter in plan.ground.kinds.items())
    yield f"# {kinds}{', . no hex' if plan.ground.out else ''}"
    yield f"#  {''.join(str(row // 10) for row in range(1, grid.rows + 1))}"
    yield f"#  {''.join(str(row % 10) for row in range(1, grid.rows + 1))}"
    for column in range(1, grid.columns + 1):
        rows = range(1, grid.rows + 1)
        yield f"{column:02d} {''.join(terrain[grid.hex(f'{column:02d}{row:02d}')] for row in rows)}"


def _provenance(plan: Battle) -> Iterator[str]:
    yield "# what is pinned and by what: hex or section, what, provenance word, reason"
    fit = plan.fit
    yield (
        f"grid {fit.metres:g} metres to a hex, {fit.hex} at {fit.lat} N {fit.lon} E, true north {fit.north:g} degrees "
        "right of the top of the map"
    )
    for pin in plan.ground.pins:
        yield from (f"{label} {pin.kind} {pin.prov} {pin.why}" for label in pin.at.split())
    for patch in plan.ground.set:
        for line in _wrapped(patch.hexes):
            yield f"{line} {patch.kind} {patch.prov} {patch.why}"
    for section in plan.section:
        yield f"{section.head.partition(' ')[2] or section.head} {section.prov} {section.why}"


def _wrapped(words: str) -> list[str]:
    return textwrap.wrap(words, WIDTH, break_on_hyphens=False)


def _hex(grid: Grid, label: str) -> Hex:
    if not grid.has(label):
        raise PlanError(f"There is no hex {label}.")
    return grid.hex(label)
