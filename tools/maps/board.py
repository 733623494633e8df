"""A game's board from nature and from what its plan decides over it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol

import numpy as np

from maps import nature, streams
from maps.earth import Elevation
from maps.layout import Layout, Side
from maps.nature import OUT, SEA, Draft
from maps.plan import FitPart, Plan, PlanError, chain_sides
from maps.projection import Fit, Pin, north_up
from parallel38.hexgrid import BadHexError, Grid, Hex


@dataclass
class Board:
    """What is built: the draft cut to the printed grid, with the water that only decisions know."""

    draft: Draft
    fit: Fit
    estuaries: dict[Side, str] = field(default_factory=dict)
    reservoirs: dict[Side, str] = field(default_factory=dict)

    @property
    def layout(self) -> Layout:
        """The printed grid."""
        return self.draft.layout

    def bridges(self) -> list[Side]:
        """The river sides that a road or railway crosses."""
        return [s for s in self.draft.rivers if s in self.draft.roads or s in self.draft.rails]


class Fitted(Protocol):
    """A file of decisions, as far as it says how the board lies on earth."""

    fit: FitPart


def fit_of(plan: Fitted, grid: Grid) -> Fit:
    """How a board lies on earth."""

    def target(at: str) -> tuple[float, float]:
        x, y = np.mean([grid.center(_hex(grid, label)) for label in at.split("/")], axis=0)
        return float(x), float(y)

    pins = [Pin(p.lat, p.lon, target(p.hex), p.weight, p.slack) for p in plan.fit.pins]
    scale = plan.fit.scale
    matrix = north_up(scale.km, scale.x, scale.y) if scale else None
    return Fit(pins, reach=plan.fit.reach, variance=plan.fit.variance, matrix=matrix)


def build(plan: Plan, elevation: Elevation) -> Board:
    """Build a board; a decision that cannot be carried out is refused in a sentence."""
    wide = Layout(Grid(**{**plan.grid, "columns": plan.grid["columns"] + plan.layout.beyond}))
    grid = wide.grid
    fit = fit_of(plan, grid)
    elevation = elevation.moved(plan.terrain.rows_north)
    draft = Draft(wide)
    classes = nature.Classes("".join(plan.terrain.kinds.values()), tuple(plan.terrain.limits), plan.terrain.least_land)
    nature.measure(draft, elevation, fit, classes)
    if plan.layout.border:
        nature.cut_off(draft, fit, plan.layout.border)
    for label in " ".join(plan.layout.box).split():
        draft.terrain[_hex(grid, label)] = OUT
    letters = {**plan.terrain.kinds, "sea": SEA, "out": OUT}
    for ground in plan.terrain.set:
        if ground.kind not in letters:
            raise PlanError(f"{ground.kind} is no terrain of this board.")
        for label in ground.hexes.split():
            draft.terrain[_hex(grid, label)] = letters[ground.kind]
    towns = nature.gazetteer({p.name: (p.lat, p.lon) for p in plan.places.added})
    nature.settle(draft, fit, classes, towns, {p.name: _hex(grid, p.hex) for p in plan.places.moved})
    nature.find_inlets(draft, elevation, fit)
    if plan.water.through:
        fixed = {s.name: [_hex(grid, label) for label in s.hexes.split("-")] for s in plan.water.streams}
        streams.trace(draft, fit, plan.water.least_drainage, fixed, plan.water.dry)
    else:
        nature.trace_rivers(draft, fit, plan.water.least_drainage)
    draft.roads, draft.rails = (nature.route(draft, fit, name, towns) for name in ("road_1950", "rail_1950"))
    for change in plan.lines.set:
        links = draft.roads if change.kind == "road" else draft.rails
        sides = [[side for chain in chains for side in chain_sides(chain)] for chains in (change.cut, change.add)]
        _lay(links, wide, change.line, *sides)
    for water in plan.water.rivers:
        _lay(draft.rivers, wide, water.name, water.cut.split(), water.add.split())
    board = Board(_cut(draft, Layout(Grid(**plan.grid))), fit)
    _name_inlets(board, plan)
    for water in plan.water.reservoirs:
        _lay(board.reservoirs, board.layout, water.name, [], water.add.split())
    for problem in problems(board, plan):
        raise PlanError(problem)
    return board


def problems(board: Board, plan: Plan) -> Iterator[str]:
    """Every pin that the board does not meet, in a sentence each."""
    draft, grid = board.draft, board.layout.grid
    for place in (*plan.places.pins, *plan.places.moved):
        at = draft.places.get(place.name)
        if at is None or grid.label(at) != place.hex:
            yield f"{place.name} should be in {place.hex}."
    kinds = {
        "road": draft.roads,
        "rail": draft.rails,
        "river": draft.rivers,
        "estuary": board.estuaries,
        "reservoir": board.reservoirs,
    }
    for pin in (*plan.lines.pins, *plan.water.pins):
        negated, kind = pin.kind.startswith("no "), pin.kind.removeprefix("no ")
        if kind not in kinds:
            yield f"{pin.kind} is nothing that can be pinned."
            continue
        for at in pin.at.split():
            have = at in {grid.label(h) for side in kinds[kind] for h in side}
            if "/" in at:
                have = _side(board.layout, at) in kinds[kind]
            if have == negated:
                yield f"{at} should have {pin.kind if negated else 'a ' + kind}."
    for kind in ("road", "rail"):
        for side in kinds[kind]:
            if not draft.dry(side):
                yield f"The {kind} {'/'.join(map(grid.label, side))} runs through the sea."
            elif side in board.estuaries:
                yield f"The {kind} {'/'.join(map(grid.label, side))} runs over {board.estuaries[side]}."
    for name, course in draft.streams.items():
        for a, b in pairwise(course):
            if b not in grid.neighbours[a]:
                yield f"The {name} leaps from {grid.label(a)} to {grid.label(b)}."
    if plan.places.alone:
        for h, names in listed(board, plan).items():
            if len(names) > 1:
                yield f"{', '.join(names)}: only one of them may be in {grid.label(h)}."


def listed(board: Board, plan: Plan) -> dict[Hex, list[str]]:
    """The places that are on the board by their hex, each with the name that the board gives it."""
    found: dict[Hex, list[str]] = defaultdict(list)
    places = board.draft.places
    bare = [nature.short(name) for name in places]
    for name, h in places.items():
        if name not in plan.places.unlisted:
            # what tells two places of one name apart is needed only if both are on the board
            alone = bare.count(nature.short(name)) == 1
            found[h].append(plan.places.renamed.get(name) or (nature.short(name) if alone else name))
    return found


def _name_inlets(board: Board, plan: Plan) -> None:
    """Give every inlet of the coast its name and add those that are decided."""
    for inlet in plan.water.inlets:
        for text in inlet.found.split():
            if _side(board.layout, text) not in board.draft.inlets:
                raise PlanError(f"{text} is no inlet of the coast: it belongs under estuaries, with a reason.")
            board.estuaries[_side(board.layout, text)] = inlet.name
    for side in board.draft.inlets - board.estuaries.keys():
        raise PlanError(f"The inlet {'/'.join(map(board.layout.grid.label, side))} has no name yet.")
    for water in plan.water.estuaries:
        _lay(board.estuaries, board.layout, water.name, water.cut.split(), water.add.split())
        for text in water.add.split():
            board.draft.rivers.pop(_side(board.layout, text), None)  # the estuary takes the river's place


def _lay(sides: dict[Side, str], layout: Layout, name: str, cut: Iterable[str], add: Iterable[str]) -> None:
    for text in cut:
        if sides.pop(_side(layout, text), None) is None:
            raise PlanError(f"{name}: there is nothing to cut at {text}.")
    for text in add:
        sides.setdefault(_side(layout, text), name)


def _side(layout: Layout, text: str) -> Side:
    a, _, b = text.partition("/")
    side = layout.side(_hex(layout.grid, a), _hex(layout.grid, b))
    if side not in layout.sides:
        raise PlanError(f"{a} and {b} do not touch.")
    return side


def _hex(grid: Grid, label: str) -> Hex:
    try:
        return grid.hex(label)
    except BadHexError:
        raise PlanError(f"There is no hex {label}.") from None


def _cut(draft: Draft, layout: Layout) -> Draft:
    """A draft on a grid with fewer hexes."""
    old, new = draft.layout.grid, layout.grid
    to = {h: new.hex(old.label(h)) for h in draft.layout.hexes if new.has(old.label(h))}

    def sides(those: dict[Side, str]) -> dict[Side, str]:
        return {(to[a], to[b]): name for (a, b), name in those.items() if a in to and b in to}

    return Draft(
        layout,
        terrain={to[h]: letter for h, letter in draft.terrain.items() if h in to},
        ruggedness={to[h]: metres for h, metres in draft.ruggedness.items() if h in to},
        places={name: to[h] for name, h in draft.places.items() if h in to},
        rivers=sides(draft.rivers),
        streams={name: [to[h] for h in course if h in to] for name, course in draft.streams.items()},
        inlets=set(sides(dict.fromkeys(draft.inlets, ""))),
        roads=sides(draft.roads),
        rails=sides(draft.rails),
    )
