"""The fixed side of The Korean War: board, units and charts in the form the rule modules use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from parallel38.engine.chance import Roll, Throw
from parallel38.engine.flow import Over, Stopped
from parallel38.engine.previews import Note
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.sequence import Phase, Sequence
from parallel38.engine.state import State
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import Action, End
from parallel38.games.korean_war import checks, data, score, shown, statistics
from parallel38.games.korean_war.rules import (
    air,
    arrivals,
    assets,
    atomic,
    attack,
    calling,
    chinese,
    combat,
    command,
    commitment,
    control,
    costs,
    depots,
    enhancement,
    entering,
    entrenching,
    formosa,
    landings,
    leaving,
    losses,
    movement,
    operations,
    outline,
    parachutes,
    reconstitution,
    reorganization,
    retreats,
    setup,
    soviets,
    supply,
    swapping,
    tension,
    victory,
)
from parallel38.games.korean_war.state import (
    BOXES,
    CHINESE_STATES,
    COMMUNIST,
    FLAGS,
    FORMOSA_STATES,
    MARKS,
    RESERVE_SPACES,
    SIDES,
    TRACKS,
    UN,
    KoreanWarState,
)
from parallel38.hexgrid import Hex, Region, Sides, bits
from parallel38.wargame.costs import cost_tables
from parallel38.wargame.moving import Move
from parallel38.wargame.odds import OddsColumns
from parallel38.wargame.retreating import Retreat
from parallel38.wargame.ruleset import WargameRuleset

operations.OPERATIONS[:] = [reorganization, landings, parachutes, swapping, entering, atomic]
operations.FREE[:] = [landings.beachheads, swapping.offers]
TERRAIN = {"c": "clear", "b": "broken", "r": "rough", "m": "mountain", "p": "peak", "R": "reservoir"}
RUGGED = ("rough", "mountain", "peak")
PACKAGES = frozenset(("initial_packages", "escalation_packages", "escalation_arrival"))
HISTORY = frozenset(("arrivals", "historical_levels"))
CHINESE_CHARTS = frozenset(("attack_bonus", "initiative_period"))
"""Charts of the advanced game: what commitment brings, the commitment of history, those that a scenario has too."""
VICTORY_RULES = ("W-17.1", "W-17.2", "W-17.3d", "W-17.4", "W-17.5", "W-22.2a")
"""The rule by which each scenario ends, by its number."""


class KoreanWarRuleset(WargameRuleset):
    """The rules of The Korean War as chosen for one game."""

    files = data.FILES
    boxes = BOXES
    terrain_names = {**TERRAIN, "~": "sea"}
    told_sections = ("trail", "landing", "coast", "production", *data.PROVINCES)
    point: ClassVar[int] = 2
    tracks = TRACKS
    flag_names = FLAGS
    mark_kinds = MARKS
    state_class: ClassVar[type[State]] = KoreanWarState
    sequence_rule = "W-3.0a"
    casualty_kinds = ("lost", "reduced", "returned")
    bit_tracks = {"restricted": data.PROVINCES}
    named_tracks = {"formosa": FORMOSA_STATES, "chinese": CHINESE_STATES}
    score, statistics, shown = score, statistics, shown
    quiet, overlays = shown.QUIET, shown.OVERLAYS
    frames = {
        frame.__name__: frame
        for frame in (
            Over,
            Stopped,
            Roll,
            Sequence,
            air.Missions,
            arrivals.Deploying,
            arrivals.Placing,
            arrivals.Recruiting,
            assets.Reassigning,
            assets.Sheltering,
            assets.Transferring,
            atomic.Fallout,
            calling.Declaring,
            chinese.Replacing,
            combat.Advancing,
            combat.Combat,
            commitment.Committing,
            control.Sweeping,
            depots.Removing,
            depots.Stocking,
            enhancement.Enhancing,
            entering.Entering,
            formosa.Course,
            losses.Losing,
            operations.Operating,
            reconstitution.Rebuilding,
            retreats.Retreats,
            supply.Adding,
            supply.Levels,
            supply.Spending,
            tension.Rising,
        )
    }
    verbs: ClassVar[dict[str, type[Action]]] = Ruleset.verbs | {
        action.verb(): action
        for action in (
            End,
            Throw,
            Move,
            Retreat,
            air.Mission,
            arrivals.Deploy,
            arrivals.Put,
            arrivals.Ship,
            assets.Assign,
            atomic.Atomic,
            attack.Attack,
            calling.Declare,
            combat.Advance,
            combat.Support,
            commitment.Commit,
            depots.Depot,
            depots.Remove,
            enhancement.Enhance,
            entering.Enter,
            entrenching.Entrench,
            landings.Assault,
            landings.Beachhead,
            landings.Evacuate,
            landings.Lift,
            leaving.Exit,
            losses.Lose,
            operations.Pass,
            operations.Rest,
            parachutes.Drop,
            reconstitution.Rebuild,
            reconstitution.Return,
            reorganization.Amalgamate,
            reorganization.Break,
            reorganization.Build,
            retreats.Stand,
            supply.Bonus,
            supply.Spend,
            swapping.Swap,
        )
    }
    benchmarks = {
        "reach_us": lambda game: _reach(game.state),
        "supply_us": lambda game: _supply(game.state),
    }

    def __init__(self, title: Title, setting: Setting) -> None:
        rows = data.units()
        super().__init__(title, setting, rows, data.charts())
        self.scenario = data.scenario(setting.scenario)
        self.political = bool(self.scenario["political"])
        """Whether the advanced game is played (chapters 18 to 23)."""
        self.historical = self.political and setting.options["commitment"] == "history"
        """W-18.6: whether levels and arrivals are those of history."""
        self._time()
        self._land()
        self._units(rows)
        self._figures()
        self._victory()
        self._arrivals()
        self.costs = cost_tables(self.grid, partial(costs.step_parts, self), self._touched)

    # ------------------------------------------------------------------------------------------------------------- time

    def _time(self) -> None:
        """W-17.0b: the first and the last Action Phase, and the outlines of the turns between."""
        self.first_phase, self.last_phase = (_phase(self.scenario[key]) for key in ("first", "last"))
        self.last_turn = self.last_phase[0]
        self.scores = tuple(self.scenario["victory"]["score"])
        self.scores_each_turn = "cities_each_turn" in self.scores
        self.turns = tuple(f"turn_{n}" for n in range(1, self.last_turn + 1))
        self.outlines = {turn: outline.of_turn(self, turn) for turn in range(self.first_phase[0], self.last_turn + 1)}
        self.sequence = max(self.outlines.values(), key=len)
        self.turn_columns = {n: f"turn_{n}" for n in range(1, 5)}

    def outline(self, s: Any) -> tuple[Phase, ...]:
        """The phases of the turn in play."""
        return self.outlines[s.turn]

    def phase_name(self, s: Any) -> str:
        """The Action Phase in play, such as 4-1AP."""
        return outline.phase_name(s)

    def winter(self, turn: int) -> bool:
        """W-16.4a: whether a turn is a winter turn."""
        return bool(self.charts["turns"][str(turn), "winter"])

    # ------------------------------------------------------------------------------------------------------------ board

    def _land(self) -> None:
        """Regions and hexsides of the board. W-2.4a, W-2.4b: a scenario may use a part of it only.

        W-4.3a: one terrain to a hex. W-4.3c: a city does not change it. W-4.3d: towns have no effect. W-4.3e: some
        cities and production centers are ports. W-4.3f: coastal hexes. W-4.3g: each invasion hex has an arrow. W-4.3j:
        fourteen provinces.
        """
        board, grid = self.board, self.grid
        extent = self.scenario["extent"]
        area = board.in_play if extent == "all" else board.regions[extent]
        self.land: Region = self.land & area

        def of(*names: str) -> Region:
            letters = [letter for letter, name in TERRAIN.items() if name in names]
            return sum(board.terrain.get(letter, 0) for letter in letters) & self.land

        self.clear, self.broken, self.rugged = of("clear"), of("broken"), of(*RUGGED)
        self.rivers, self.trails, self.water = board.rivers, board.links["trail"], board.sea_sides
        lines = {*board.roads.pairs(), *board.rails.pairs()}
        self.lines = Sides(grid, {*lines, *self.trails.pairs()})
        self.trackless: Region = self.rugged & ~self.lines.hexes()
        """Rough, mountain and peak hexes without road, trail and railroad."""
        crossed = {frozenset(pair) for pair in lines}
        self.walls = Sides(grid, [pair for pair in self.water.pairs() if frozenset(pair) not in crossed])
        """Estuary and sea hexsides that no road or railroad crosses."""
        every = {h: grid.neighbours[h] for h in bits(self.land)}
        self.beside: dict[Hex, Region] = {
            h: sum(1 << n for n in near if self.land >> n & 1 and not self.water.has(h, n)) for h, near in every.items()
        }
        """The land hexes next to a hex, but those across estuary or sea."""
        self.open_beside = {
            h: tuple(n for n in near if self.land >> n & 1 and not self.walls.has(h, n)) for h, near in every.items()
        }
        """The land hexes next to a hex, also along a railroad across an estuary."""
        line_hexes = self.links.hexes() & self.land
        self.near_lines: Region = (line_hexes | grid.around(line_hexes)) & self.land
        self.rail_hexes: Region = board.rails.hexes() & self.land
        self.cities: Region = sum(1 << h for h in board.cities.values()) & self.land
        self.producers: Region = board.hexes_of("production") & self.land
        self.ports: Region = sum(1 << h for h in board.ports.values()) & self.land
        self.coast: Region = board.regions["coast"] & self.land
        self.naval: Region = self.coast & ~board.regions["no_naval_support"]
        self.landings: Region = board.regions["landing"] & self.land
        north = board.regions["north_of_38"]
        self.north_of_38, self.south_of_38 = self.land & north, self.land & ~north
        self.entry_points: dict[str, Region] = {
            nation: board.regions[name] & self.land
            for nation, name in ((chinese.NATION, "china_entry"), (soviets.NATION, "soviet_entry"))
        }
        """W-19.2e: where divisions of a nation come onto the map."""
        self.home_cities = (self.cities & ~north, self.cities & north)
        self.provinces = tuple(board.regions[name] for name in data.PROVINCES)
        self.province_of = {h: i for i, region in enumerate(self.provinces) for h in bits(region)}
        borders = [
            (h, n)
            for h, near in every.items()
            for n in near
            if h < n and self.land >> n & 1 and self.province_of[h] != self.province_of[n]
        ]
        self.borders = Sides(grid, borders)
        self.inner_walls = Sides(grid, {*self.walls.pairs(), *borders})
        """What a line does not cross inside a province."""
        self.crossings = tuple(a & b for a, b in zip(self.borders.masks, self.walls.free, strict=True))
        places = board.places
        self.pusan: Hex = places["Pusan"]
        self.rok_entries: Region = (1 << self.pusan | 1 << places["Taegu"]) & self.land
        self.return_cities: Region = sum(1 << places[city] for city in reconstitution.CITIES) & self.land
        smith = sum(self.provinces[data.PROVINCES.index(name)] for name in arrivals.SMITH_PROVINCES)
        self.smith_hexes: Region = self.rail_hexes & smith
        exits = "W-17.3b" in self.scenario["specials"]
        row = sum(1 << h for h in bits(self.land) if grid.label(h).startswith("47"))
        self.south_edge: Region = row & line_hexes if exits else 0
        self.city_points: dict[Hex, int] = {
            places[name]: self.charts["city_values"][name, "vp"] for name in self.charts["city_values"].rows
        }

    def province_name(self, h: Hex) -> str:
        """The province of a hex."""
        return data.PROVINCES[self.province_of[h]]

    def _touched(self, restricted: frozenset[int]) -> Any:
        """The hexes of provinces with restricted roads."""
        return (h for i in restricted for h in bits(self.provinces[i]))

    # ------------------------------------------------------------------------------------------------------------ units

    def _units(self, rows: Any) -> None:
        """What the counters are and print, one list for each.

        W-2.2a: combat units have a mobile and a fatigued side. W-2.2d: assets, garrisons and air units have no size.
        W-4.1a: divisions, brigades and regiments are combat units. W-4.1b: assets are armor or not. W-4.1c: garrisons
        are NK. W-4.1d: parachute battalions and Task Force Smith are neither. W-4.1e: air units are the UN's and never
        stand on the map.
        """
        classes = [row["class"] for row in rows]
        self.combat = [name == "combat" for name in classes]
        self.asset = [name == "asset" for name in classes]
        self.garrison = [name == "garrison" for name in classes]
        self.miscellaneous = [name == "miscellaneous" for name in classes]
        self.depot = [name == "depot" for name in classes]
        self.beachhead = [name == "beachhead" for name in classes]
        self.holds_ground = [name != "air" for name in classes]
        self.unit_kind = [row["kind"] for row in rows]
        self.armored = [self.asset[u] and self.kind[u] == "armor" for u in range(len(rows))]
        self.steps = [row["steps"] for row in rows]
        self.division = [self.combat[u] and row["size"] == "division" for u, row in enumerate(rows)]
        self.replacement = [bool(row["whole"]) for row in rows]
        self.whole_kind = [row["whole"] or row["kind"] for row in rows]
        self.part_kind = [row["breaks_into"] for row in rows]
        enhanced = {row["kind"]: row["enhanced"] for row in rows if row["enhanced"]}
        self.enhanced_kind = [self._enhanced(row, enhanced) for row in rows]
        self.keeps = [self.combat[u] and self.kind[u] in ("marine", "parachute") for u in range(len(rows))]
        """Regiments that are remembered when they build up with others."""
        self.kept = [u for u, keeps in enumerate(self.keeps) if keeps]
        own = [row["side"] == SIDES[UN] for row in rows]
        self.reconstitutes = [
            own[u] and (self.asset[u] or (self.combat[u] and row["nation"] not in ("rok", "nationalist")))
            for u, row in enumerate(rows)
        ]
        self.rebuilds = [self.replacement[u] and row["nation"].startswith("us") for u, row in enumerate(rows)]
        every = range(len(rows))
        self.of_kind: dict[str, list[int]] = defaultdict(list)
        for unit in every:
            self.of_kind[self.unit_kind[unit]].append(unit)
        self.of_kind = dict(self.of_kind)
        self.assets_of, self.fighters_of, self.depots_of = (
            tuple([u for u in every if flag[u] and self.side_of[u] == side] for side in (UN, COMMUNIST))
            for flag in (self.asset, self.combat, self.depot)
        )
        self.beachheads = [u for u in every if self.beachhead[u]]
        self.garrisons = [u for u in every if self.garrison[u]]
        self.far_east = [u for u in every if self.enhanced_kind[u]]
        self.reserve_places = frozenset(self.names.box(box) for box in RESERVE_SPACES)

    def _enhanced(self, row: Any, enhanced: dict[str, str]) -> str:
        """The kind that an enhancement makes of a counter; empty if it makes none."""
        if not row["whole"]:
            return row["enhanced"]
        whole = enhanced.get(row["whole"], "")
        return whole + row["kind"].removeprefix(row["whole"]) if whole else ""

    def _figures(self) -> None:
        """The figures of counters and of charts, in the form in which they are asked for."""
        every = range(len(self.names.units))
        charts = self.charts

        def figure(unit: int, column: str) -> int:
            kind = self.unit_kind[unit]
            for name in ("combat_values", "armor_values", "support_values", "air_values"):
                chart = charts[name]
                if kind in chart.rows and column in chart.columns:
                    return chart[kind, column]
            return 0

        def both(column: str, other: str) -> tuple[list[int], list[int]]:
            front = [figure(u, column) for u in every]
            back = [figure(u, other + column) if self.combat[u] or self.armored[u] else front[u] for u in every]
            return front, back

        self.attack = both("attack", "fatigued_")
        self.defense = both("defense", "fatigued_")
        tanks, men = both("anti_tank", "reduced_"), both("anti_tank", "fatigued_")
        self.anti_tank = tuple([(tanks if self.armored[u] else men)[i][u] for u in every] for i in range(2))
        for unit in every:
            if self.depot[unit]:
                for side in self.anti_tank:
                    side[unit] = charts["support_values"]["depot_1", "anti_tank"]
        self.armor = both("armor", "reduced_")
        self.support = [figure(u, "cas") for u in every]
        self.bombing = [figure(u, "interdiction") for u in every]
        self.price = {
            (r, c): int(Fraction(charts["terrain_move"][r, c]) * self.point) for r, c in _cells(charts, "terrain_move")
        }
        moves, acts = charts["movement_actions"], charts["action_points"]
        self.allowance = {
            (mode, way): moves[mode, column] * self.point
            for mode in moves.rows
            for way, column in (("usual", "mp"), ("landed", "landed_mp"))
        }
        self.action_points = {row: acts[row, "ap"] for row in acts.rows}
        self.attack_price = {row: charts["attack_actions"][row, "ap"] for row in charts["attack_actions"].rows}
        self.night_march: int = moves["strategic_ccf", "mp"] * self.point
        self.attack_bonus = {row: Fraction(charts["attack_bonus"][row, "times"]) for row in charts["attack_bonus"].rows}
        self.entrench_price = charts["entrenching"]["entrench", "ap"]
        self.range_limits = {
            row: charts["command_range"][row, "mp"] * self.point for row in charts["command_range"].rows
        }
        self.multipliers = {
            name: {cell: Fraction(charts[chart][cell]) for cell in _cells(charts, chart)}
            for name, chart in (
                ("attack", "attack_multiplier"),
                ("defense", "defense_multiplier"),
                ("asset", "asset_attack"),
            )
        }
        self.works_times = (
            Fraction(1),
            Fraction(charts["entrenchments"]["improved", "times"]),
            Fraction(charts["entrenchments"]["fortification", "times"]),
        )
        limits = charts["supply_limits"]
        self.depot_values = limits["depot_values", "figure"]
        self.depot_distance = limits["depot_distance", "figure"]
        self.bank_limit = limits["bank", "figure"]
        self.asset_limit = [charts["asset_limits"][self.size[u], "assets"] if self.combat[u] else 0 for u in every]
        self.terrain_die = {h: charts["terrain_combat"][self.terrain(h), "die"] for h in bits(self.land)}
        self.odds_columns = OddsColumns(charts["combat_clear"].columns)
        self.armor_columns = OddsColumns(charts["armor"].columns)
        self.swept = charts["minesweeping"]["cleared_to", "die"]
        levels = [name for name in charts["initiative_un"].columns if name[0].isdigit()]
        self.level_columns = {
            n: name for name in levels for n in range(int(name.split("-")[0]), int(name.split("-")[-1]) + 1)
        }

    # --------------------------------------------------------------------------------------- victory and reinforcements

    def _victory(self) -> None:
        """What the scenario says of victory, and its special rules. W-22.2a: the advanced game has levels too. W-18.5c:
        what a level of Global Tension costs."""
        cost = {"five": "points", "three": "points_lessened"}[self.setting.rulings["tension-points"]]
        self.tension_cost: int = self.charts["tension_figures"][cost, "figure"]
        found = self.scenario["victory"]
        self.levels = tuple(
            victory.Level(row.get("most"), row["winner"], row.get("degree", "")) for row in found["levels"]
        )
        self.sudden_death = tuple(found["sudden_death"])
        self.victory_rule = VICTORY_RULES[self.scenario["number"] - 1]
        specials = self.scenario["specials"]
        self.bonuses = "W-17.3a" in specials or self.political
        """Whether Chinese divisions have attack bonuses (19.3)."""
        self.rolls = "W-17.3c" not in specials
        """Whether NK and ROK reinforcements are rolled for."""

    def _arrivals(self) -> None:
        """Who comes when. W-18.2a: in the advanced game what the UN commits itself to; W-18.6: or as in history.
        Counters that are still to come are the last to serve for others of their kind."""
        chart, first = self.charts["arrivals"], _phase(self.scenario["arrivals_from"])
        self.arriving: dict[str, list[str]] = defaultdict(list)
        for counters in self.of_kind.values():
            counters.sort(key=lambda unit: self.names.units[unit] in chart.rows)
        chosen = self.political and not self.historical
        for unit in () if chosen else chart.rows:
            phase = chart[unit, "phase"]
            if _phase(phase) >= first:
                self.arriving[phase].append(unit)
        self.air_display = bool(self.scenario["air_display"])
        levels = self.scenario.get("air_levels", {})
        self.air_levels = {
            int(turn): (row["support"], row["interdiction"]) for turn, row in levels.items() if turn.isdigit()
        }
        self.air_arriving: dict[int, list[str]] = defaultdict(list)
        for unit in self.charts["air_arrivals"].rows:
            self.air_arriving[self.charts["air_arrivals"][unit, "turn"]].append(unit)

    # ------------------------------------------------------------------------------------------------------------ hooks

    @property
    def idle_charts(self) -> frozenset[str]:
        """Those of the advanced game in a scenario; in it the packages or, if the UN is free to choose, the schedule of
        history (W-18.6)."""
        if not self.political:
            return data.advanced() - (CHINESE_CHARTS if self.bonuses else frozenset())
        return PACKAGES if self.historical else HISTORY

    def start(self) -> State:
        """The state when play begins."""
        return setup.at_start(self)

    def check(self, s: Any) -> None:
        """Check numbers, frames and places of units."""
        checks.check(s)

    def next_turn(self, s: Any) -> bool:
        """Begin the next turn and return whether there is one."""
        return victory.next_turn(s)

    def pieces(self, s: Any) -> frozenset[int]:
        """All units: counters are exchanged, and none ever leaves the game."""
        return frozenset(range(len(self.names.units)))

    def holders(self, s: Any) -> dict[int, str]:
        """The cities and who controls them."""
        return {h: side for i, side in enumerate(self.sides) for h in bits(s.controlled(i))}

    def zones(self, s: Any) -> dict[str, Region]:
        """The zones of control of both sides."""
        return {side: s.zone(i) for i, side in enumerate(self.sides)}

    def struck(self, s: Any, action: Action) -> int | None:
        """The hex that an attack is at: of several the first."""
        if isinstance(action, attack.Attack):
            return next(iter(action.fight(s, first=False).targets), None)
        return super().struck(s, action)

    def unit_values(self, unit: int) -> str:
        """Attack, anti-tank and defense as printed; of armor its armor and anti-tank values."""
        if self.armored[unit]:
            return f"{self.armor[0][unit]}-{self.anti_tank[0][unit]}"
        if self.support[unit] or self.bombing[unit]:
            return f"{self.support[unit]}-{self.bombing[unit]}"
        return f"{self.attack[0][unit]}-{self.anti_tank[0][unit]}-{self.defense[0][unit]}"

    def unit_notes(self, s: Any, units: Iterable[int]) -> dict[int, list[Note]]:
        """What lists tell of units besides their counters."""
        return shown.unit_notes(s, units)

    def cell_text(self, column: str, i: int, value: int) -> str:
        """A cell's value as files have it; where a unit stood when the phase began by the name of the hex."""
        if column == "start":
            return self.names.place(value - 1) if value else "0"
        return super().cell_text(column, i, value)

    def cell_value(self, column: str, i: int, text: str) -> int:
        """The value of a cell that files have as `text`."""
        if column == "start" and text != "0":
            return self.names.hex_code(text) + 1
        return super().cell_value(column, i, text)


def _phase(name: str) -> tuple[int, str]:
    """The turn and the part of an Action Phase that data name, such as 4-1AP.

    >>> _phase("4-1AP")
    (4, 'first_action')
    """
    turn, _, part = name.partition("-")
    return int(turn), outline.PARTS[int(part[0]) - 1]


def _cells(charts: Any, name: str) -> list[tuple[str, str]]:
    """The rows and columns of all figures of a chart."""
    return [(row, column) for row, column, _ in charts[name].cells()]


def _reach(s: KoreanWarState) -> Any:
    """For `bench`: the strategic range of a unit, worked out anew."""
    unit = next(u for u in s.present(COMMUNIST) if s.rules.combat[u])
    s.forget()
    return movement.Range(s, unit).region("strategic")


def _supply(s: KoreanWarState) -> Any:
    """For `bench`: the hexes in command range of a hex, worked out anew."""
    s.forget()
    return command.barred(s, UN), depots.supplied(s, UN)
