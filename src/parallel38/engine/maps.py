"""Maps: the readable text file that describes a board, and the board that it describes.

A map file has sections. Some have names of their own (`[grid]`, `[terrain]`, `[places]`, `[roads]` ...). Any other
has a heading of two words, its kind and its name, such as `[region hilltop]` or `[links trail]`; the kind says how its
lines are read, and the board has it in the dictionary of that kind. docs/map.md describes both.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from parallel38.hexgrid import Grid, Hex, Region, Sides, bits

NAMED = ("grid", "terrain", "places", "roads", "rails", "streams", "banks", "bridges", "rivers", "estuaries")
NAMED += ("reservoirs", "areas", "provenance")
"""The sections that have a meaning of their own."""
KINDS = ("region", "sides", "links", "points", "courses")
"""The kinds of all other sections."""
SEA = "~"
"""The terrain letter of hexes that are all sea; a point is the letter of those out of play."""


class Board:
    """A map: the grid, terrain by letter, links and hexsides by kind, named areas and places."""

    def __init__(self, text: str) -> None:
        sections: dict[str, list[str]] = defaultdict(list, _sections(text))
        settings: dict[str, Any] = {}
        for line in sections["grid"]:
            key, _, value = (part.strip() for part in line.partition("="))
            settings[key] = int(value) if value.isdigit() else value
        self.grid = grid = Grid(**settings)
        self.terrain: dict[str, Region] = {}
        """The hexes of each terrain letter."""
        for line in sections["terrain"]:
            first, letters = line.split()
            for row, letter in enumerate(letters, 1):
                h = grid.hex(f"{first}{row:02d}")
                self.terrain[letter] = self.terrain.get(letter, 0) | 1 << h
        self.in_play: Region = grid.all & ~self.terrain.get(".", 0)
        self.places: dict[str, Hex] = {}
        """Cities and towns by name."""
        self.cities: dict[str, Hex] = {}
        self.ports: dict[str, Hex] = {}
        for line in sections["places"]:
            label, kind, name = line.split(maxsplit=2)
            port = name.endswith(" port")
            name = name.removesuffix(" port")
            self.places[name] = grid.hex(label)
            if kind == "city":
                self.cities[name] = grid.hex(label)
            if port:
                self.ports[name] = grid.hex(label)
        self.roads = self._chains(sections["roads"])
        self.rails = self._chains(sections["rails"])
        self.named_ways = tuple(self._course(line) for line in (*sections["roads"], *sections["rails"]))
        """Each road and railway as the file lists it: at a junction this tells which line goes on."""
        self.rivers = self._sides(sections["rivers"])
        """Rivers along hexsides."""
        self.streams = self._streams(sections["streams"])
        """Rivers through hexes: the course of each from its source to the sea or to the river that it joins."""
        self.stream_sides = Sides(grid, [pair for course in self.streams.values() for pair in pairwise(course)])
        """The hexsides that those rivers cross."""
        crossed = {h: sum(mask >> h & 1 for mask in self.stream_sides.masks) for h in bits(grid.all)}
        self.river_hexes: dict[str, Region] = {
            name: sum(1 << h for h in set(course) if crossed[h] > 1 and not self.terrain.get(SEA, 0) >> h & 1)
            for name, course in self.streams.items()
        }
        """For each of them the land hexes in which rivers cross two sides or more; where two meet, a hex of both."""
        spans = " ".join(sections["bridges"]).split()
        self.bridges = self._sides([word for word in spans if "/" in word])
        """Hexsides where a road or railway crosses a river."""
        self.bridged: Region = grid.region(word for word in spans if "/" not in word)
        """Hexes in which a road or railway crosses a river that runs through them."""
        self.banks: dict[Hex, str] = {}
        """On which side of the middle of a hex its river runs: north, south, east or west."""
        for line in sections["banks"]:
            name, _, way = line.partition(": ")
            self.banks[self.places[name]] = way
        self.estuaries = self._sides(sections["estuaries"])
        self.reservoirs = self._sides(sections["reservoirs"])
        self.sea_sides = Sides(grid, [*self._shores(), *self.estuaries.pairs()])
        """Hexsides that are all water: every side of a sea hex, and the estuaries and inlets between land hexes."""
        self.river_sides: dict[str, list[tuple[Hex, Hex]]] = defaultdict(list)
        """The hexsides of each river, for its lettering."""
        for line in sections["rivers"]:
            self.river_sides[line.partition(":")[0]] += self._sides([line]).pairs()
        self.lines: dict[str, tuple[Hex, ...]] = {}
        """The hexes of each area in the order of the file, which is the way that a line runs."""
        for line in sections["areas"]:
            name, _, labels = line.partition(":")
            self.lines[name] = (*self.lines.get(name, ()), *(grid.hex(label) for label in labels.split()))
        self.areas: dict[str, Region] = {name: sum(1 << h for h in set(hexes)) for name, hexes in self.lines.items()}
        self.regions = self.areas
        """Sets of hexes by name: the areas, and the sections of the kind `region`."""
        self.sides: dict[str, Sides] = {
            "rivers": self.rivers,
            "bridges": self.bridges,
            "estuaries": self.estuaries,
            "reservoirs": self.reservoirs,
        }
        """Sets of hexsides by name."""
        self.links: dict[str, Sides] = {"roads": self.roads, "rails": self.rails}
        """Nets of links between neighbouring hexes by name."""
        self.points: dict[str, dict[str, Hex]] = {"places": self.places, "cities": self.cities, "ports": self.ports}
        """Hexes that matter by themselves, by the name of the section and by their own names."""
        self.courses: dict[str, dict[str, tuple[Hex, ...]]] = {"streams": self.streams}
        """Lines through hexes, by the name of the section and by their own names."""
        for heading, lines in sections.items():
            if heading and heading not in NAMED:
                self._read(heading, lines)
        self.provenance = tuple(sections["provenance"])
        """What is pinned and by what, one line each."""
        self._letter = {h: letter for letter, region in self.terrain.items() for h in bits(region)}

    def _read(self, heading: str, lines: list[str]) -> None:
        """Read a section whose heading has its kind and its name."""
        kind, _, name = heading.partition(" ")
        if kind not in KINDS or not name:
            raise ValueError(f"a map has no section [{heading}]")
        if self.kind_of(name):
            raise ValueError(f"a map has two sections or areas {name}")
        match kind:
            case "region":
                self.regions[name] = self.grid.region(" ".join(lines).split())
            case "sides":
                self.sides[name] = self._sides(lines)
            case "links":
                self.links[name] = self._chains(lines)
            case "points":
                labelled = [line.partition(" ") for line in lines]
                self.points[name] = {own.strip() or label: self.grid.hex(label) for label, _, own in labelled}
            case _:
                self.courses[name] = self._streams(lines)

    def kind_of(self, name: str) -> str:
        """The kind of the section or area with this name; nothing if there is none."""
        kinds = zip(KINDS, (self.regions, self.sides, self.links, self.points, self.courses), strict=True)
        return next((kind for kind, known in kinds if name in known), "")

    def hexes_of(self, name: str) -> Region:
        """The hexes of a section or area of any kind: those in it, beside its hexsides, on its links or courses."""
        match self.kind_of(name):
            case "region":
                return self.regions[name]
            case "sides":
                return self.sides[name].hexes()
            case "links":
                return self.links[name].hexes()
            case "points":
                return sum(1 << h for h in set(self.points[name].values()))
            case "courses":
                return sum(1 << h for h in {h for course in self.courses[name].values() for h in course})
        raise KeyError(name)

    def letter(self, h: Hex) -> str:
        """The terrain letter of a hex."""
        return self._letter[h]

    def place_at(self, h: Hex) -> str | None:
        """The name of the place in a hex, if there is one."""
        return next((name for name, at in self.places.items() if at == h), None)

    def _chains(self, lines: list[str]) -> Sides:
        """Links between neighbouring hexes, from chains such as `0116-0216-0217 name`."""
        pairs: list[tuple[Hex, Hex]] = []
        for line in lines:
            pairs += pairwise(self._course(line))
        return Sides(self.grid, pairs)

    def _streams(self, lines: list[str]) -> dict[str, tuple[Hex, ...]]:
        """Courses from lines such as `Han: 2039-1939-1839`; a line goes on where one with the same name ended."""
        found: dict[str, tuple[Hex, ...]] = {}
        for line in lines:
            name, _, chain = line.partition(": ")
            found[name] = (*found.get(name, ())[:-1], *self._course(chain))
        return found

    def _shores(self) -> Iterator[tuple[Hex, Hex]]:
        """The sides of sea hexes, but those to hexes out of play."""
        for h in bits(self.terrain.get(SEA, 0)):
            yield from ((h, n) for n in self.grid.neighbours[h] if self.in_play >> n & 1)

    def _course(self, line: str) -> tuple[Hex, ...]:
        return tuple(self.grid.hex(label) for label in line.split()[0].split("-"))

    def _sides(self, lines: list[str]) -> Sides:
        """Hexsides from words such as `0813/0814`; a name before a colon is skipped."""
        pairs: list[tuple[Hex, Hex]] = []
        for line in lines:
            for word in line.rpartition(":")[2].split():
                a, b = word.split("/")
                pairs.append((self.grid.hex(a), self.grid.hex(b)))
        return Sides(self.grid, pairs)


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """The sections of a map file, without comments and blank lines."""
    name, lines = "", list[str]()
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            if name:
                yield name, lines
            name, lines = line.strip("[]"), []
        elif line and not line.startswith("#"):
            lines.append(line)
    yield name, lines
