"""Yalu's ruleset: board, units and charts in the form the rule modules use, and the state they work on."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from parallel38.engine.chance import Roll, Throw
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Over, Refusal, Stopped
from parallel38.engine.previews import Note
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.sequence import Sequence
from parallel38.engine.state import State
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import Action, End
from parallel38.games.yalu import checks, data, score, shown, statistics
from parallel38.games.yalu.editions import CLASSIC, DELUXE, Deluxe
from parallel38.games.yalu.rules import (
    advance,
    airdrop,
    arrivals,
    attacks,
    bombardment,
    breakdown,
    bugout,
    classic_regroup,
    commitment,
    commits,
    communist_replacements,
    conscripts,
    costs,
    designation,
    firing,
    guerrillas,
    march,
    morale,
    movement,
    offmap,
    outline,
    placement,
    rail,
    ranges,
    regroup,
    reinforcements,
    retreats,
    ridgway,
    rout,
    sea,
    setup,
    ships,
    supply,
    surprise,
    un_setup,
    volleys,
    weather,
    zones,
)
from parallel38.games.yalu.state import BOXES, FLAGS, TRACKS, YaluState
from parallel38.hexgrid import Region, Sides, bits
from parallel38.wargame.costs import cost_tables
from parallel38.wargame.odds import OddsColumns
from parallel38.wargame.ruleset import WargameRuleset
from parallel38.wargame.sides import COMMUNIST, UN

STACKING = {"division": 27, "brigade": 9, "regiment": 9, "battalion": 3}
"""Twenty-sevenths of a division (7.2.3); other sizes stack freely."""


class YaluRuleset(WargameRuleset):
    """The rules of Yalu as chosen for one game, by the Deluxe edition."""

    edition: ClassVar[Deluxe] = DELUXE
    files = data.FILES
    boxes = BOXES
    terrain_names = {"c": "clear", "r": "rough", "m": "mountain", "~": "sea"}
    place_aliases = {"Seul": "Seoul"}
    point: ClassVar[int] = 4
    tracks = TRACKS
    flag_names = FLAGS
    state_class: ClassVar[type[State]] = YaluState
    notable = ("neutralized", "surprised", "isolated", "weather")
    score, statistics, shown = score, statistics, shown
    quiet, overlays = shown.QUIET, shown.OVERLAYS
    casualty_kinds = ("lost", "neutralized", "returned")
    mark_kinds = ("rail-break", "damaged-bridge", "interdiction")
    sequence_rule = "D-3.1"
    sequence = outline.SEQUENCE
    frames = {
        frame.__name__: frame
        for frame in (
            Over,
            Stopped,
            Roll,
            Sequence,
            advance.Advancing,
            bugout.BuggingOut,
            bugout.Flight,
            bugout.Pursuit,
            bugout.Pursuits,
            bugout.Volley,
            communist_replacements.CommunistReplacements,
            conscripts.Excess,
            conscripts.Fielding,
            bombardment.Bombarding,
            bombardment.Strikes,
            bombardment.Troops,
            airdrop.Jump,
            arrivals.Landing,
            designation.Designation,
            firing.Firing,
            firing.Salvo,
            guerrillas.Hunt,
            morale.Checks,
            march.March,
            movement.Moving,
            reinforcements.AttackSupply,
            reinforcements.CommunistArrivals,
            reinforcements.PlaceGuerrilla,
            retreats.Retreats,
            ridgway.Ridgway,
            setup.Deploying,
            sea.Evacuation,
            surprise.Surprise,
            un_setup.UnDeploying,
            weather.Weather,
        )
    }
    verbs: ClassVar[dict[str, type[Action]]] = Ruleset.verbs | {
        action.verb(): action
        for action in (
            End,
            Throw,
            movement.Move,
            regroup.Regroup,
            placement.PlaceUnit,
            conscripts.Remove,
            placement.Deploy,
            attacks.Attack,
            designation.Withdraw,
            firing.Fire,
            retreats.Retreat,
            advance.Advance,
            bugout.BugOut,
            bombardment.Bombard,
            bombardment.Raid,
            bombardment.Interdict,
            ships.Sail,
            arrivals.Delay,
            breakdown.Breakdown,
            breakdown.Combine,
            sea.Embark,
            sea.Evacuate,
            airdrop.Drop,
            offmap.Exit,
            offmap.Enter,
        )
    }

    benchmarks = {
        "reach_us": lambda game: _reach(game.state),
        "zones_us": lambda game: _zones(game.state),
        "supply_us": lambda game: supply.supplied(game.state, COMMUNIST),
    }

    @property
    def idle_charts(self) -> frozenset[str]:
        """The charts of Classic, but for those of conscripts if they are ruled as there."""
        classic = {name for name in self.charts if name.endswith("_classic")}
        old = self.setting.rulings.get("conscripts") == "old"
        return frozenset(name for name in classic if not (old and name.startswith("conscripts")))

    def __init__(self, title: Title, setting: Setting) -> None:
        rows = data.units(setting.edition)
        super().__init__(title, setting, rows, data.charts(setting.edition))
        charts = self.charts
        self._points: dict[tuple[str, str], int] = {}
        self.turns = tuple(charts["guerrilla_turns"].rows)
        self.weathers = tuple(charts["air"].rows)
        self.named_tracks = {"weather": self.weathers}
        self.odds_columns = OddsColumns(charts["combat"].columns)
        """The columns of the Combat Results Table, the best odds first."""
        self._units(rows)
        self._check_entries()
        self._land()
        self.costs = cost_tables(self.grid, partial(costs.step_parts, self), costs.marked)
        """The cost of each step (9.1.1) for units with a road rate, with frozen rivers or not, with these markers."""
        self.rail_costs = rail.rail_costs(self)
        self.hop_costs = guerrillas.hop_costs(self)

    def unit_notes(self, s: Any, units: Iterable[int]) -> dict[int, list[Note]]:
        """What a list of units tells of them besides their counters."""
        return shown.unit_notes(s, units)

    def group_of(self, unit: int) -> tuple[str, str]:
        """The text keys of a unit's formation and of its count: an army, else the unit that it is part of."""
        army = self.army[unit]
        return (f"formation.{army}", f"count.{self.size[unit]}") if army else super().group_of(unit)

    def formation(self, unit: int) -> str:
        """A word that units share which a player takes in hand together: their army, else their nation."""
        return self.army[unit] or super().formation(unit)

    def _units(self, rows: list[dict[str, Any]]) -> None:
        """The figures of the counters, one list for each figure."""
        self.start_places = [row["at"] for row in rows]
        self.army = [row.get("army", "") for row in rows]
        self.range = [row.get("range", 0) for row in rows]
        self.replacement = [row.get("replacement", 0) for row in rows]
        number = {row["id"]: unit for unit, row in enumerate(rows)}
        self.last_parts = [tuple(self._last_parts(unit)) for unit in range(len(rows))]
        """The smallest units that a unit consists of: battalions, ROK regiments, or itself."""
        self.scheduled = frozenset(number[name] for name in self.charts["arrivals"].rows if name in number)
        """The units that the arrivals chart brings."""
        self.zoc = [row["zoc"] for row in rows]
        self.weight = [STACKING.get(row["size"], 0) for row in rows]
        self.guerrilla = [row["size"] == "guerrilla" for row in rows]
        self.holds_ground = [not guerrilla for guerrilla in self.guerrilla]
        """Whether a unit holds its hex: guerrillas do not (2.6, 8.3.5)."""
        self.naval = [row["type"] == "naval" for row in rows]
        self.mobile = [bool(row["movement"]) and row["type"] != "naval" for row in rows]
        self.support = [row["size"] == "support" for row in rows]
        self.conscript = [row["size"] == "conscript" for row in rows]
        self.combat = [bool(row["strength"]) and not p for row, p in zip(rows, self.support, strict=True)]
        """Combat units: units with a strength that are not support units."""
        self.steady = [row["nation"] == "USMC" or (row["nation"], row["size"]) == ("UK", "brigade") for row in rows]
        """The 1st Marine Division and the two UK brigades (10.9.4)."""
        self.replaced_as = [self.edition.replaced_as.get((row["nation"], row["size"]), "") for row in rows]
        """The kind of replacement that a unit can be (6.2.2)."""
        # 8.1.3: no zone of control alone, but two units together have one
        self.pairs = [not z and not g and not p for z, g, p in zip(self.zoc, self.guerrilla, self.support, strict=True)]

    def _check_entries(self) -> None:
        """Check that a player's corrections bring a unit only where its kind enters (6.1.1.1, 6.1.2.2)."""
        for unit in self.scheduled:
            good = ("staging", "edge") if self.side_of[unit] == COMMUNIST else tuple(arrivals.CITIES)
            good = ("sea",) if self.naval[unit] else good
            name = self.names.unit(unit)
            entry = self.charts["arrivals"][name, "entry"]
            if entry not in good:
                args = {"chart": "arrivals", "row": name, "column": "entry", "value": entry, "names": good}
                raise BadInputError("bad_chart_word", **args)

    def _last_parts(self, unit: int) -> Iterator[int]:
        for part in self.parts[unit]:
            yield from self._last_parts(part)
        if not self.parts[unit]:
            yield unit

    def pieces(self, s: Any) -> frozenset[int]:
        """The units in the game: a division is its parts, whether it stands whole, in parts, or is eliminated.

        Conscripts always are: those not in play are in the box of the order of battle (17.1). So are the units that the
        arrivals chart will bring.
        """
        conscripts = (unit for unit, conscript in enumerate(self.conscript) if conscript)
        units = super().pieces(s) | self.scheduled
        return frozenset((*(part for unit in units for part in self.last_parts[unit]), *conscripts))

    def never_now(self, s: Any, action: Action) -> Refusal | None:
        """The refusal of bug-outs in turns without them (18.3, 19.2)."""
        return bugout.closed(s) if isinstance(action, bugout.BugOut) else None

    def always(self, s: Any) -> None:
        """Send home conscripts that are alone (17.5)."""
        conscripts.keep_company(s)

    def _land(self) -> None:
        """Regions and hexsides of the board that many rules use."""
        board = self.board
        self.barriers = Sides(self.grid, [*board.estuaries.pairs(), *board.reservoirs.pairs()])
        """Estuary and reservoir hexsides."""
        self.by_road_or_rail = self.links.hexes()
        self.by_rail = board.rails.hexes()
        prices = {name: self.points("terrain_move", name) for name in self.terrain_names.values() if name != "sea"}
        self.hex_points = {h: prices[self.terrain(h)] for h in bits(self.land)}
        """The movement points of each land hex, in parts of a point."""
        self.north = board.areas["north_of_weather_line"]
        self.ports = self.edition.ports(self)
        """The ports of sea transfer and replacements, with their hexes."""
        self.city_names = tuple(board.cities)
        self.bit_tracks = {"cities": self.city_names, "rewarded": self.city_names}
        self.city_hexes = sum(1 << h for h in board.cities.values())
        self.edges = (
            board.areas["south_edge"] | board.areas["east_edge"],
            board.areas["north_edge"] | board.areas["west_edge"],
        )
        """The friendly map edges of each side (5.1.1)."""
        rows = data.table("units.toml")["formation"]
        self.areas_of = {row["id"].split("-")[1]: tuple(f"staging_{area}" for area in row["areas"]) for row in rows}
        """The staging areas where a Chinese army may set up (21.2)."""

    def points(self, chart: str, row: str) -> int:
        """A chart's movement points, in parts of a point."""
        key = (chart, row)
        if key not in self._points:
            self._points[key] = int(Fraction(str(self.charts[chart][row, "mp"])) * self.point)
        return self._points[key]

    def start(self) -> State:
        """The state when play begins (21)."""
        return setup.at_start(self)

    def check(self, s: Any) -> None:
        """Check that a written position is possible: units, numbers, markers, and what its frames say of them."""
        checks.check(s)

    def next_turn(self, s: Any) -> bool:
        """Begin the next turn; at the end of the last one the game is over."""
        return outline.next_turn(s)

    def unit_values(self, unit: int) -> str:
        """Strength and movement; for a guerrilla only movement, for a support unit its factor."""
        if self.guerrilla[unit]:
            return f"({self.movement[unit]})"
        return f"{self.strength[unit]}" if self.naval[unit] else f"{self.strength[unit]}-{self.movement[unit]}"

    def zones(self, s: Any) -> dict[str, Region]:
        """The hexes in each side's zones of control (8)."""
        return {side: zones.zone(s, i) for i, side in enumerate(self.sides)}

    def holders(self, s: Any) -> dict[int, str]:
        """The side that holds each city (2.6)."""
        return {
            h: self.sides[COMMUNIST if s.controls(COMMUNIST, city) else UN] for city, h in self.board.cities.items()
        }

    def phase_key(self, s: Any) -> str:
        """The text key of the phase in play; setting up is outside the sequence."""
        deploying = isinstance(s.top, setup.Deploying | un_setup.UnDeploying)
        return "phase.setup" if deploying else super().phase_key(s)


def _named(*kinds: type[Any]) -> dict[str, type[Any]]:
    return {kind.__name__: kind for kind in kinds}


class ClassicRuleset(YaluRuleset):
    """The rules of Yalu by the Classic edition: its phases, its frames and its actions, where they are its own."""

    edition = CLASSIC
    sequence_rule = "C-5"
    sequence = outline.CLASSIC
    mark_kinds = (*YaluRuleset.mark_kinds, *bombardment.HITS)
    frames = YaluRuleset.frames | _named(
        commitment.Commitment,
        reinforcements.CityArrivals,
        rout.Fleeing,
        rout.Hail,
        rout.Rout,
        volleys.Assault,
        volleys.Defence,
    )
    verbs: ClassVar[dict[str, type[Action]]] = YaluRuleset.verbs | {
        action.verb(): action for action in (classic_regroup.RegroupNow, commits.Commit, commits.Cancel, rout.Flee)
    }

    def never_now(self, s: Any, action: Action) -> Refusal | None:
        """The refusal of bug-outs in the first turn (C-24a)."""
        return bugout.closed(s) if isinstance(action, rout.Flee) else None

    def struck(self, s: Any, action: Action) -> int | None:
        """The hex of the units at which a fire is announced."""
        return s.where[action.targets[0]] if isinstance(action, commits.Commit) else None


RULESETS = {"deluxe": YaluRuleset, "classic": ClassicRuleset}


def ruleset(title: Title, setting: Setting) -> YaluRuleset:
    """The rules of the edition that a setting chooses."""
    return RULESETS[setting.edition](title, setting)


def _reach(s: YaluState) -> Any:
    """For `bench`: the movement range of one Communist division."""
    unit = next(u for u in s.rules.units_of[COMMUNIST] if s.on_map(u) and not s.rules.guerrilla[u])
    return ranges.Range(s, unit).region("foot")


def _zones(s: YaluState) -> Any:
    """For `bench`: the UN's zones of control."""
    return zones.zone(s, UN)
