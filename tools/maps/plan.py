"""A game's decisions over nature, as its TOML file holds them: each with a provenance word and a reason."""

import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

Provenance = Literal["rulebook", "example", "inferred", "article", "history", "web", "reconstructed"]
WORDS = get_args(Provenance)
Reason = Annotated[str, msgspec.Meta(min_length=4)]


class PlanError(Exception):
    """An impossible entry in the file of decisions; the message is for the author of the file."""


class Entry(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A decision or a fact."""

    prov: Provenance
    why: Reason


class Note(Entry):
    """What is to be known about a hex, a section or an area."""

    of: str
    what: str = ""


class Placed(Entry):
    """The hex of a place."""

    name: str
    hex: str


class Ground(Entry, rename={"kind": "is"}):
    """The terrain of some hexes."""

    hexes: str
    kind: str


class Added(Entry):
    """A place that the geographic data do not have."""

    name: str
    lat: float
    lon: float


class Course(Entry):
    """The whole course of a river through hexes, from its source to the sea or to the river that it joins."""

    name: str
    hexes: str


class Chains(Entry):
    """A road or railway laid along chains of hexes and taken away from others."""

    kind: Literal["road", "rail"]
    line: str
    add: list[str] = []
    cut: list[str] = []


class Held(Entry, rename={"kind": "is"}):
    """What must be, or not be, at some hexes or hexsides."""

    at: str
    kind: str


class Water(Entry):
    """A river, estuary or reservoir laid along hexsides and taken away from others."""

    name: str
    add: str = ""
    cut: str = ""


class Inlet(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The name of an inlet that the coast gives."""

    name: str
    found: str


class FitPin(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A place on earth that the printed map has in a hex or at a hexside."""

    hex: str
    lat: float
    lon: float
    weight: float
    slack: float
    why: Reason


class _Section(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    notes: list[Note] = []


class Scale(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A board with north at the top: kilometres to a hex, and where 38 N 127.5 E lies on it, in hexes."""

    km: float
    x: float
    y: float


class FitPart(_Section):
    """How the board lies on earth: by its scale if the grid is ours, else as the pins of a printed map say."""

    reach: float = 1.0
    variance: float = 1.0
    pins: list[FitPin] = []
    scale: Scale | None = None


class LayoutPart(_Section):
    """What of the grid is in play."""

    out: str
    """What the hexes are that are not in play."""
    beyond: int = 0
    box: list[str] = []
    border: list[str] = []
    """Rivers that bound the land in play in the north, from west to east."""


class PlacesPart(_Section):
    """Cities, ports and places moved by hand."""

    cities: list[str]
    ports: list[str]
    added: list[Added] = []
    renamed: dict[str, str] = {}
    banks: dict[str, Literal["north", "south", "east", "west"]] = {}
    """On which side of a place the river runs that runs through its hex."""
    unlisted: list[str] = []
    """Places that lead roads and railways but are not on the board, because another stands in their hex."""
    alone: bool = False
    """Whether no hex has two places."""
    moved: list[Placed] = []
    pins: list[Placed] = []


class TerrainPart(_Section):
    """How terrain follows from relief, and what is set against it."""

    least_land: float
    kinds: dict[str, str]
    """The letter of each kind of land, the easiest first."""
    limits: list[float]
    rows_north: float = 0
    """By how many rows the elevation model is moved to the north before heights are measured.

    Boards that were classed before the place of the model was corrected keep their terrain by this.
    """
    set: list[Ground] = []


class LinesPart(_Section):
    """Roads and railways."""

    set: list[Chains] = []
    pins: list[Held] = []


class WaterPart(_Section):
    """Rivers, estuaries, reservoirs."""

    least_drainage: float
    across: str
    """What estuaries, inlets and reservoirs bar."""
    through: bool = False
    """Whether rivers run through hexes instead of along their sides."""
    streams: list[Course] = []
    dry: list[str] = []
    """Rivers that are left out."""
    rivers: list[Water] = []
    inlets: list[Inlet] = []
    estuaries: list[Water] = []
    reservoirs: list[Water] = []
    pins: list[Held] = []


class Lettering(msgspec.Struct, forbid_unknown_fields=True):
    """Names on the picture."""

    names: list[dict[str, Any]] = []


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """Everything that is decided about a board."""

    grid: dict[str, Any]
    fit: FitPart
    layout: LayoutPart
    places: PlacesPart
    terrain: TerrainPart
    lines: LinesPart
    water: WaterPart
    areas: dict[str, Any]
    lettering: Lettering

    def provenance(self) -> Iterator[tuple[str, list[str]]]:
        """The lines of the map file's last section, under their headings."""
        yield "the grid and the edges", _notes(self.layout.notes)
        placed = [f"{p.hex} {p.name} {p.prov} {p.why}" for p in (*self.places.pins, *self.places.moved)]
        placed += [f"places {p.name} {p.prov} {p.why}" for p in self.places.added]
        yield "places", placed + _notes(self.places.notes)
        ground = [f"{h} {g.kind} {g.prov} {g.why}" for g in self.terrain.set for h in g.hexes.split()]
        yield "terrain", _notes(self.terrain.notes) + ground
        lines = [
            f"{side} {c.kind} {c.prov} {c.why}"
            for c in self.lines.set
            for chain in c.add
            for side in chain_sides(chain)
        ]
        yield "roads and railways", _notes(self.lines.notes) + _held(self.lines.pins) + lines
        parts = {"river": self.water.rivers, "estuary": self.water.estuaries, "reservoir": self.water.reservoirs}
        water = [
            f"{side} {word}{kind} {w.prov} {w.why}"
            for kind, entries in parts.items()
            for w in entries
            for word, sides in (("", w.add.split()), ("no ", w.cut.split()))
            for side in sides
            if not word or side not in w.add.split()  # a side that only changes its name stays a river
        ]
        water += [f"{s.hexes.partition('-')[0]} {s.name} from here on {s.prov} {s.why}" for s in self.water.streams]
        yield "rivers and water", _notes(self.water.notes) + _held(self.water.pins) + water
        yield "areas", _notes(msgspec.convert(self.areas["notes"], list[Note]))


def read(path: Path) -> Plan:
    """Read a file of decisions; a mistake in it is told in one sentence."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Plan)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise PlanError(f"{path.name}: {error}") from None


def chain_sides(chain: str) -> list[str]:
    """The hexsides that a chain of hexes crosses, as they are written.

    >>> chain_sides("0119-0218-0118")
    ['0119/0218', '0118/0218']
    """
    hexes = chain.split("-")
    return ["/".join(sorted(pair)) for pair in pairwise(hexes)]


def _notes(notes: list[Note]) -> list[str]:
    return [" ".join(word for word in (n.of, n.what, n.prov, n.why) if word) for n in notes]


def _held(pins: list[Held]) -> list[str]:
    return [f"{at} {p.kind} {p.prov} {p.why}" for p in pins for at in p.at.split()]
