"""The fixed side of a hex wargame: board and counters, one list for each figure that counters have."""

from fractions import Fraction
from typing import Any, ClassVar

from parallel38.engine.charts import Charts
from parallel38.engine.maps import SEA
from parallel38.engine.reports import Face
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import Names
from parallel38.hexgrid import Hex, Sides
from parallel38.wargame.files import GameFiles
from parallel38.wargame.odds import OddsColumns
from parallel38.wargame.sides import SIDES


class WargameRuleset(Ruleset):
    """A ruleset whose board and counters come from the files of its game."""

    sides = SIDES
    main_verbs = {"go": "move", "strike": "attack"}
    files: ClassVar[GameFiles]
    boxes: ClassVar[tuple[str, ...]]
    """The places beside the map; the first one is for units that are not in play."""
    terrain_names: ClassVar[dict[str, str]]
    """The terrain letters of the map file, each with the name that charts and texts have for it."""
    told_sections: ClassVar[tuple[str, ...]] = ()
    """The sections of maps that are told about a hex, as far as its map has them; `section.NAME` is a text."""
    place_aliases: ClassVar[dict[str, str]] = {}
    """Other spellings of towns, each with the name on the map."""
    odds_columns: OddsColumns = OddsColumns(())
    """The columns of the combat table that are named after odds."""

    def __init__(self, title: Title, setting: Setting, rows: Any, charts: dict[str, Any]) -> None:
        self.board_id = title.board_of(setting.scenario)
        self.board = board = self.files.board(self.board_id)
        places = {**board.places, **{alias: board.places[name] for alias, name in self.place_aliases.items()}}
        names = Names(board.grid, self.boxes, [row["id"] for row in rows], places)
        side_of = [self.sides.index(row["side"]) for row in rows]
        super().__init__(title, setting, names, side_of, Charts.load(charts, setting.charts))
        self.grid = board.grid
        self.land = board.in_play & ~board.terrain.get(SEA, 0)
        self.links = Sides(board.grid, {*board.roads.pairs(), *board.rails.pairs()})
        """Road and railway links together."""
        self.strength = [row["strength"] for row in rows]
        self.movement = [row["movement"] for row in rows]
        self.nation = [row["nation"] for row in rows]
        self.size = [row["size"] for row in rows]
        self.kind = [row["type"] for row in rows]
        self.designation = [row["designation"] for row in rows]
        number = {row["id"]: unit for unit, row in enumerate(rows)}
        self.part_of = [number[row["part_of"]] if "part_of" in row else None for row in rows]
        """The division of a regiment, the regiment of a battalion, by the counters' own numbers."""
        self.parts: tuple[list[int], ...] = tuple([] for _ in rows)
        """What a unit breaks down into, in one step."""
        for unit, whole in enumerate(self.part_of):
            if whole is not None:
                self.parts[whole].append(unit)
        self.faces: dict[Any, Face] = {}
        """The faces of counters, by all that a face depends on; each is worked out once."""

    def odds_of(self, column: str) -> Fraction:
        """Attacking factors for each defending factor in a column of the combat table; 0 if it is not about odds."""
        return next((odds for odds, name in self.odds_columns if name == column), Fraction(0))

    def group_of(self, unit: int) -> tuple[str, str]:
        """The text keys of the unit that this one is part of and of the number of parts; empty if it is whole."""
        whole = self.part_of[unit]
        return ("", "") if whole is None else (f"unit.{self.names.unit(whole)}", f"count.{self.size[unit]}")

    def formation(self, unit: int) -> str:
        """A word that units share which a player takes in hand together: their nation."""
        return self.nation[unit]

    def terrain(self, h: Hex) -> str:
        """The name of a hex's terrain; "out" for a hex out of play."""
        return self.terrain_names.get(self.board.letter(h), "out")

    def hex_keys(self, h: Hex) -> list[str]:
        """What is in a hex, as text keys: terrain, road, railway, and the sections that `told_sections` names."""
        if not self.board.in_play >> h & 1:
            return ["terrain.out"]
        links = (("road", self.board.roads.hexes()), ("rail", self.board.rails.hexes()))
        told = ((name, self.board.hexes_of(name)) for name in self.told_sections if self.board.kind_of(name))
        return [
            f"terrain.{self.terrain(h)}",
            *(f"link.{name}" for name, region in links if region >> h & 1),
            *(f"section.{name}" for name, region in told if region >> h & 1),
        ]

    def look(self) -> dict[str, Any]:
        """How the game is drawn: colours, signs and lettering."""
        return self.files.look(self.board_id)
