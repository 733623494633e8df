"""The fixed side of The Mobile War: board, units and charts in the form the rule modules use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, ClassVar

from parallel38.engine.chance import Roll, Throw
from parallel38.engine.flow import Over, Stopped
from parallel38.engine.previews import Note
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.sequence import Phase, Sequence
from parallel38.engine.state import State
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import Action, End
from parallel38.games.mobile_war import checks, data, score, shown, statistics
from parallel38.games.mobile_war.rules import (
    airlift,
    arrivals,
    breakdown,
    campaign,
    combat,
    costs,
    entrenchment,
    fight,
    gunnery,
    losses,
    movement,
    outline,
    paratroops,
    ranges,
    retreats,
    setup,
    ships,
    supply,
    transport,
    variants,
    zones,
)
from parallel38.games.mobile_war.state import BOXES, FLAGS, LAST, TRACKS, MobileWarState
from parallel38.hexgrid import Hex, Region, Sides, bits
from parallel38.wargame.costs import cost_tables
from parallel38.wargame.odds import OddsColumns
from parallel38.wargame.ruleset import WargameRuleset
from parallel38.wargame.sides import COMMUNIST, UN

GROUND = {"c": "clear", "p": "part_rough", "r": "whole_rough"}
"""The rows of the chart of terrain in combat, by the terrain letters of the map."""
REGIMENTS = {"regiment": 1, "division": 3, "army": 9}


class MobileWarRuleset(WargameRuleset):
    """The rules of The Mobile War as chosen for one game."""

    files = data.FILES
    boxes = BOXES
    terrain_names = {"c": "clear", "p": "partly", "r": "wholly", "~": "sea"}
    point: ClassVar[int] = 4
    tracks = TRACKS
    flag_names = FLAGS
    mark_kinds = ("bridge-down", "harbour", "home")
    state_class: ClassVar[type[State]] = MobileWarState
    sequence_rule = "K-SEQ-1"
    notable = ("entrenched",)
    score, statistics, shown = score, statistics, shown
    quiet, overlays = shown.QUIET, shown.OVERLAYS
    frames = {
        frame.__name__: frame
        for frame in (
            Over,
            Stopped,
            Roll,
            Sequence,
            airlift.Airlifting,
            campaign.Declaring,
            campaign.Guarding,
            variants.Placing,
            variants.Covering,
            arrivals.Landing,
            arrivals.Replacing,
            fight.Fight,
            combat.Fighting,
            gunnery.Gunnery,
            losses.Losing,
            movement.Moving,
            retreats.Retreating,
        )
    }
    verbs: ClassVar[dict[str, type[Action]]] = Ruleset.verbs | {
        action.verb(): action
        for action in (
            End,
            Throw,
            airlift.Airlift,
            campaign.Guard,
            campaign.Shock,
            variants.Put,
            arrivals.Land,
            arrivals.Replace,
            breakdown.Breakdown,
            breakdown.Combine,
            combat.Attack,
            gunnery.Support,
            fight.Table,
            entrenchment.Entrench,
            entrenchment.Abandon,
            losses.Lose,
            movement.Move,
            paratroops.Drop,
            retreats.Retreat,
            ships.Sail,
            transport.Load,
            transport.Unload,
        )
    }

    benchmarks = {
        "reach_us": lambda game: _reach(game.state),
        "zones_us": lambda game: zones.zone(game.state, UN),
        "supply_us": lambda game: supply.region(game.state, UN),
    }

    def __init__(self, title: Title, setting: Setting) -> None:
        rows = data.units()
        super().__init__(title, setting, rows, data.charts())
        charts = self.charts
        self.begins = variants.begins(self)
        self.victory: list[dict[str, Any]] = self.begins["victory"]
        weeks = data.turns(setting.scenario)
        self.first_week = weeks[0]
        self.turns = tuple(data.week(week).isoformat() for week in weeks)
        self.last_week = {name: row["last"] for name, row in data.table("scenarios.toml")["periods"].items()}
        self.special_weeks = data.specials(setting.scenario)
        """The weeks in which a special rule of a game holds, by its id."""
        self.sequence = outline.sequence(self.begins["first"])
        self.last_sequence = outline.sequence("un" if setting.rulings["stalemate-order"] == "un" else "communist")
        """The phases of the Campaign's last weeks, those of the Stalemate."""
        self.odds_columns = OddsColumns(charts["meeting"].columns)
        self._units(rows)
        self._land()
        self.costs = cost_tables(self.grid, partial(costs.step_parts, self), iter)
        """The cost of each step on foot, given the broken bridges; the next two are on roads alone and by rail."""
        self.road_costs = cost_tables(self.grid, partial(costs.road_parts, self), iter)
        self.rail_costs = cost_tables(self.grid, partial(costs.rail_parts, self), iter)
        self.sea = ships.Sea(self)
        """The hexes where ships can sail, and the costs."""
        rates = charts["movement_rates"]
        self.road_times = rates["un_road", "times"]
        """K-MOV-I1: the multiple of its allowance that a unit has on roads alone."""
        usual, early = (rates[f"communist_supply_rail{when}", "times"] for when in ("", "_early"))
        self.rail_allowance = (rates["un_rail", "times"], lcm(usual, early))
        """For each side what a movement point of its units is worth by rail, in the figures of rail costs."""
        self.rail_prices = ((1, 1), (lcm(usual, early) // usual, lcm(usual, early) // early))
        """For each side what a hex by rail costs in these figures: usually, and in the first turns."""
        self.stack_limit: int = charts["stacking"]["hex", "units"]
        self.zone_price, self.join_price = (
            {walk: self.points(walk, row) for walk in costs.MOVEMENT_CLASSES} for row in ("leaving_zone", "stacking")
        )
        """By movement class, in parts of a point: the cost of leaving an enemy's zone, and of stopping on a friend."""
        what_ifs = {"china-turn-8", "china-landing"} & {row["name"] for row in variants.chosen(self)}
        self.china_comes = setting.scenario == "campaign" or bool(what_ifs)
        """Whether China may come in during the game."""
        self.partisan_country: Region = campaign.partisan_country(self)

    def _units(self, rows: Any) -> None:
        """Read the figures of the counters, one list for each figure."""
        self.counter = [row["kind"] for row in rows]
        self.regiments = [REGIMENTS.get(row["size"], 0) for row in rows]
        """The size of each unit in regiments; 0 for supply units and ships."""
        for unit, row in enumerate(rows):
            if row["type"] in ships.CHART:  # the figures of ships come from a chart, which an edition may change
                naval, ship = self.charts["naval"], ships.CHART[row["type"]]
                self.strength[unit], self.movement[unit] = naval[ship, "strength"], naval[ship, "allowance"]
        self.supply = [kind == "supply" for kind in self.kind]
        self.naval = [size == "naval" for size in self.size]
        self.holds_ground = [not naval for naval in self.naval]
        self.combat = [not a and not b for a, b in zip(self.supply, self.naval, strict=True)]
        rulings = self.setting.rulings
        depots = rulings["supply-stacking"] == "count"
        self.counts = [c or (depots and n) for c, n in zip(self.combat, self.supply, strict=True)]
        """Whether a unit counts for stacking (K-STK-F1)."""
        depots = rulings["supply-zones"] == "all"
        self.exerts = [c or (depots and n) for c, n in zip(self.combat, self.supply, strict=True)]
        """Whether a unit has a zone of control (K-ZOC-E)."""
        self.of_kind: dict[str, list[int]] = defaultdict(list)
        for unit, kind in enumerate(self.counter):
            self.of_kind[kind].append(unit)
        kinds = data.table("units.toml")["kinds"]
        makes = {part: whole for whole, row in kinds.items() for part in row.get("made_of", ())}
        self.at_will = [kinds[kind].get("at_will", False) for kind in self.counter]
        """Whether the owner of a unit may break it down (K-STK-D3)."""
        self.joins = [makes.get(kind, "") for kind in self.counter]
        """The kind of counter that three units of this kind make (K-STK-D1a, K-STK-D1b)."""
        self.wholes = {kind: self.of_kind[kind] for kind in makes.values()}
        boxes = {"NK": "nk_box", "ROK": "rok_box", "CN": ""}
        self.box_of = ["" if not c else boxes.get(n, "un_box") for c, n in zip(self.combat, self.nation, strict=True)]
        """The replacement box of a unit (K-REP-1a)."""
        self.movement_class = [costs.movement_class(self, unit) for unit in range(len(rows))]
        kept = [(costs.foreign(self, unit), nation == "CN") for unit, nation in enumerate(self.nation)]
        self.like = [*zip(self.movement_class, self.movement, kept, strict=True)]
        """A key for movement: units with equal keys have the same range from the same hex. South Koreans have no
        doubled road rate (K-MOV-I1), and wholly rough hexes open only to the Chinese (K-SGV-4)."""

    def _land(self) -> None:
        """Work out regions and hexsides of the board that many rules use."""
        board = self.board
        self.all_rough = board.terrain["r"]
        self.rough = board.terrain["p"] | self.all_rough
        times = self.charts["terrain_combat"]
        self.defence_times = {
            h: times[row, "times"] for letter, row in GROUND.items() for h in bits(board.terrain[letter])
        }
        """The factor by which a defence in each hex is multiplied (K-TER-2)."""
        self.inlets = board.estuaries
        self.rivers_of: dict[Hex, frozenset[str]] = {
            h: frozenset(name for name, region in board.river_hexes.items() if region >> h & 1) for h in bits(self.land)
        }
        self.river_hexes = sum(1 << h for h, names in self.rivers_of.items() if names)
        self.bridges: Region = board.bridged
        self.towns: Region = sum(1 << h for h in set(board.cities.values()))
        stations = board.rails.hexes() | self.towns
        branches = {(a, b) for a, b in board.roads.pairs() if stations >> a & stations >> b & 1}
        self.sidings = Sides(self.grid, {(a, b) for a, b in branches if (self.towns >> a | self.towns >> b) & 1})
        """K-TER-4a: a town is a railroad hex: a road that joins one to a railroad or to another town serves as one."""
        self.tracks_laid = Sides(self.grid, {*board.rails.pairs(), *self.sidings.pairs()})
        self.stations: Region = self.tracks_laid.hexes()
        self.pusan, self.seoul, self.pyongyang, self.antung = (
            1 << board.places[name] for name in ("Pusan", "Seoul", "Pyongyang", "Antung")
        )
        self.watched = tuple(dict.fromkeys(("Seoul", "Pyongyang", "Pusan", "Antung", *board.ports)))
        """The places for which the state records the side that occupied them last (K-VIC-6a)."""
        self.bit_tracks = {"last": self.watched, "entered": self.watched}
        self.watched_bit = {board.places[name]: 1 << i for i, name in enumerate(self.watched)}
        for line in ("38", "37"):
            board.areas[f"south_of_{line}"] = self.land & ~board.areas[f"north_of_{line}"]

    def anchorage(self, place: str) -> Hex:
        """The sea hex nearest to a place."""
        sea, near = self.board.terrain["~"], 1 << self.board.places[place]
        while not near & sea:
            near |= self.grid.around(near)
        return next(bits(near & sea))

    def points(self, walk: str, row: str) -> int:
        """The cost of a row of the chart, in the parts of a movement point that a movement class counts in."""
        column = "communist_supply" if walk == costs.COMMUNIST_SUPPLY else "mp"
        return int(Fraction(str(self.charts["terrain_move"][row, column])) * self.point)

    def arriving(self, week: int, column: str) -> int:
        """How many counters the turn record brings, as the what-ifs change it."""
        return variants.arriving(self, week, column)

    def always(self, s: Any) -> None:
        """Check after every change whether UN units bring China in (K-CMP-3a)."""
        campaign.watch(s)

    # ------------------------------------------------------------------------------------------------------- hooks

    def outline(self, s: Any) -> tuple[Phase, ...]:
        """The phases of the turn in play."""
        return outline.of_turn(s)

    def start(self) -> State:
        """The state when play begins."""
        return setup.at_start(self)

    def check(self, s: Any) -> None:
        """Check numbers, frames of the phase, places of units, and that no hex has units of both sides."""
        checks.check(s)

    def next_turn(self, s: Any) -> bool:
        """Begin the next turn and return whether there is one; after the last one the game is over."""
        return outline.next_turn(s)

    def pieces(self, s: Any) -> frozenset[int]:
        """The regiments in the game, wherever they are: alone, inside a division, eliminated or waiting."""
        out = self.names.box("out")
        return frozenset(u for u, n in enumerate(self.size) if n == "regiment" and s.where[u] != out)

    def unit_values(self, unit: int) -> str:
        """Strength and movement of a unit; movement alone if it has no strength."""
        strength, movement = self.strength[unit], self.movement[unit]
        return f"{strength}-{movement}" if strength else f"{movement}"

    def zones(self, s: Any) -> dict[str, Region]:
        """The zones of control of each side."""
        return {side: zones.zone(s, i) & self.land for i, side in enumerate(self.sides)}

    def holders(self, s: Any) -> dict[int, str]:
        """The side that was the last to occupy each place that matters."""
        return {h: self.sides[COMMUNIST if s.track[LAST] & bit else UN] for h, bit in self.watched_bit.items()}

    def unit_notes(self, s: Any, units: Iterable[int]) -> dict[int, list[Note]]:
        """What a list of units tells of them besides their counters."""
        return shown.unit_notes(s, units)


def _reach(s: MobileWarState) -> Any:
    """For `bench`: the movement range of a Communist combat unit."""
    unit = next(u for u in s.present(COMMUNIST) if s.rules.combat[u])
    return ranges.Range(s, unit, "first").region("foot")
