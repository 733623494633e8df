"""The fixed side of The Forgotten War: board, units, markers and charts in the form the rule modules use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, ClassVar

from parallel38.engine.chance import Roll, Throw
from parallel38.engine.flow import Over, Stopped
from parallel38.engine.orders import Order, StandingOrder
from parallel38.engine.previews import Note
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.sequence import Phase, Sequence
from parallel38.engine.state import State
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import Action, End
from parallel38.games.forgotten_war import checks, data, score, shown, statistics
from parallel38.games.forgotten_war.battles import BATTLES, Battle
from parallel38.games.forgotten_war.rules import (
    advance,
    ammunition,
    close_combat,
    costs,
    departures,
    deployment,
    entering,
    firing,
    march,
    mortars,
    movement,
    offmap,
    orders,
    outline,
    positions,
    ranges,
    readiness,
    reconstitution,
    recrewing,
    replacements,
    reserves,
    retreats,
    setup,
    shots,
    stacking,
    targets,
    turn_end,
    weather,
)
from parallel38.games.forgotten_war.state import BOXES, FLAGS, SIDES, TRACKS, UN, ForgottenWarState
from parallel38.hexgrid import Hex, Region, Sides, bits
from parallel38.wargame.costs import cost_tables
from parallel38.wargame.moving import Move
from parallel38.wargame.retreating import Retreat
from parallel38.wargame.ruleset import WargameRuleset

HIDEOUTS = ("58th", "59th", "60th", "80th")
"""The Communist divisions that begin in an assembly area, in the order of their bits in a track."""
ROUND = 10
"""The most hexes outside the map that a unit could pass in a move."""


class ForgottenWarRuleset(WargameRuleset):
    """The rules of The Forgotten War as chosen for one game."""

    files = data.FILES
    boxes = BOXES
    terrain_names = {"c": "clear", "r": "rough", "v": "river", "i": "ice"}
    told_sections = ("hilltop", "prepared", "obstacle", "dump", "airstrip", "trail", "other_road", "ferry")
    point: ClassVar[int] = 2
    tracks = TRACKS
    flag_names = FLAGS
    mark_kinds = ("entry",)
    state_class: ClassVar[type[State]] = ForgottenWarState
    sequence_rule = "F-3.1.A"
    main_verbs = {"go": "move", "strike": "fire"}
    battle_phases = ("defensive_fire", "offensive_fire", "close_combat")
    casualty_kinds = ("lost", "reduced", "returned")
    loss_kinds = ("lost", "reduced")
    score, statistics, shown = score, statistics, shown
    quiet = shown.QUIET
    standing_orders = orders.STANDING
    bit_tracks = {"revealed": HIDEOUTS}
    named_tracks = {
        "strip": ("open", "closed", "captured", "captured-closed"),
        "strip_lost": ("none", "south", "north", "both"),
        **{TRACKS[track]: values for tracks, values in orders.STANDING.values() for track in tracks},
    }
    frames = {
        frame.__name__: frame
        for frame in (
            Over,
            Stopped,
            Roll,
            Sequence,
            advance.Advancing,
            ammunition.Resupply,
            close_combat.Assaulting,
            close_combat.Melee,
            close_combat.Sharing,
            deployment.Deploying,
            entering.Wire,
            firing.Firing,
            march.March,
            mortars.Assigning,
            movement.Moving,
            readiness.Readying,
            replacements.Replacing,
            reserves.Calling,
            retreats.Retreats,
            shots.Shot,
            turn_end.Closing,
            turn_end.Starving,
            turn_end.Withdrawing,
            weather.Weather,
        )
    }
    verbs: ClassVar[dict[str, type[Action]]] = Ruleset.verbs | {
        action.verb(): action
        for action in (
            End,
            Throw,
            Move,
            Retreat,
            advance.Advance,
            close_combat.Assault,
            close_combat.Lose,
            departures.Airlift,
            departures.Exit,
            deployment.Deploy,
            firing.Fire,
            mortars.Assign,
            movement.Enter,
            offmap.Circle,
            Order,
            positions.Dig,
            positions.Lift,
            readiness.Ready,
            reconstitution.Merge,
            recrewing.Recrew,
            replacements.Replace,
            reserves.Call,
            retreats.Abandon,
            retreats.Leave,
            turn_end.Close,
            turn_end.Withdraw,
        )
    }
    benchmarks = {
        "reach_us": lambda game: _reach(game.state),
        "targets_us": lambda game: _targets(game.state),
    }

    def __init__(self, title: Title, setting: Setting) -> None:
        rows = [{**row, "strength": 0, "movement": 0} for row in data.units(setting.scenario)]
        super().__init__(title, setting, rows, data.charts())
        self.battle: Battle = BATTLES[setting.scenario]
        self.overlays = {**shown.OVERLAYS[setting.scenario]}
        self.rows = rows
        record = self.charts[f"turns_{setting.scenario}"]
        self.turns = tuple(f"{setting.scenario}_{n}" for n in record.rows)
        self.nights = [record[n, "night"] for n in record.rows]
        """F-18.1.4: for each turn whether it is night."""
        chosin, own = setting.scenario == "chosin", setting.options.get("set-up", "prepared") != "prepared"
        usual = outline.sequence(self.battle.first, chosin)
        self.first_sequence = outline.first_turn(usual, chosin, own)
        self.sequence = usual
        self._begun: State | None = None
        self._charts()
        self._land()
        self._units(rows)
        self._formations(rows)
        self._arrivals(rows)
        self.costs = cost_tables(self.grid, partial(costs.step_parts, self), iter)
        self.disk = lru_cache(maxsize=None)(self._disk)
        self.round = lru_cache(maxsize=None)(self._round)
        self.roomless_for = lru_cache(maxsize=None)(self._roomless)
        self.disk_hexes = lru_cache(maxsize=None)(lambda h, far: tuple(bits(self.disk(h, far))))

    # ------------------------------------------------------------------------------------------------------------ board

    def _land(self) -> None:
        """Regions and hexsides of the board that many rules use. F-2.2: each battle has a map of its own."""
        board, grid = self.board, self.grid

        def region(name: str) -> Region:
            return board.hexes_of(name) if board.kind_of(name) else 0

        def sides(*names: str) -> Sides:
            pairs = {pair for name in names if board.kind_of(name) for pair in board.links[name].pairs()}
            return Sides(grid, pairs)

        rail = {*board.rails.pairs()} if self.setting.scenario == "chipyongni" else set[tuple[Hex, Hex]]()
        self.major = board.roads
        self.roads = Sides(grid, {*board.roads.pairs(), *sides("other_road").pairs(), *rail})
        self.road_hexes: Region = self.roads.hexes()
        self.trails = Sides(grid, {*sides("trail").pairs(), *self.roads.pairs()})
        self.lake = Sides(grid, board.sides["lake"].pairs() if board.kind_of("lake") else ())
        self.rough: Region = board.terrain.get("r", 0)
        self.river: Region = region("river")
        self.ice: Region = region("ice")
        self.hilltops: Region = region("hilltop")
        self.prepared: Region = region("prepared")
        self.inside: Region = region("inside")
        self.perimeter: Region = region("perimeter") | self.prepared | self.inside
        self.obstacles: Region = region("obstacle")
        self.dumps: Region = region("dump")
        self.strip: Region = region("airstrip")
        self.strip_hexes = tuple(bits(self.strip))
        self.east_bank: Region = region("east_bank")
        self.koto_ri: Region = region("koto_ri")
        self.hagaru: Region = region("hagaru")
        self.eventful: Region = self.ice | self.dumps | self.obstacles | self.strip | self.hagaru
        """The hexes that may do something to a unit which enters them."""
        self.land = board.in_play
        self.lattice = {(int(grid.label(h)[:2]), int(grid.label(h)[2:])): h for h in bits(board.in_play)}
        """The hexes in play by column and row."""
        self.edge: Region = sum(1 << h for h in bits(board.in_play) if len(self._on_board(h)) < 6)
        self.way_out: Region = 1 << grid.hex("1801") if self.setting.scenario == "chosin" else 0
        self.near_road, self.near_major = (
            self._within(r.hexes(), self.far["from_road"]) for r in (self.roads, self.major)
        )
        self.off_road, self.off_major = (grid.all & ~region for region in (self.near_road, self.near_major))
        """The hexes that are too far from a road, and from a major road, for the UN at Chosin."""
        self.far_from_roads: Region = board.in_play & ~self._within(self.road_hexes, self.far["replacement_chosin"] - 1)
        self.from_perimeter = self._distances(self.perimeter)
        self.from_road = self._distances(self.road_hexes)
        self.assembly = {
            name.removeprefix("assembly_"): board.regions[name]
            for name in board.regions
            if name.startswith("assembly_")
        }
        self.hideouts = sorted(division for division in self.assembly if "_" not in division)
        """The Communist divisions that begin in an assembly area."""
        self.areas = {
            division: board.regions[name]
            for name in board.regions
            if name.startswith("area_")
            for division in name.removeprefix("area_").split("_")
        }
        """18.3.3: the area of the map from which each division came."""
        self.limits = {h: self._limits(h) for h in range(grid.size)}

    def _on_board(self, h: Hex) -> list[Hex]:
        return [n for n in self.grid.neighbours[h] if self.board.in_play >> n & 1]

    def _within(self, region: Region, far: int) -> Region:
        for _ in range(far):
            region |= self.grid.around(region)
        return region & self.board.in_play

    def _distances(self, region: Region) -> dict[Hex, int]:
        found, reached, n = dict.fromkeys(bits(region), 0), region, 0
        while region:
            region = self.grid.around(reached) & ~reached & self.board.in_play
            n += 1
            found.update(dict.fromkeys(bits(region), n))
            reached |= region
        return found

    def _round(self, start: Hex) -> dict[Hex, int]:
        """F-10.2.6.B: the hexes of the edge that are reached from one of them outside the map, each with the number of
        hexes outside on the shortest way."""
        cells, label = self.lattice, self.grid.label(start)
        front, seen, found = [(int(label[:2]), int(label[2:]))], set[tuple[int, int]](), dict[Hex, int]()
        for n in range(ROUND + 1):
            outside: list[tuple[int, int]] = []
            for column, row in front:
                low = row - column % 2  # even columns lie half a hex toward higher rows
                beside = [(column + d, r) for d in (-1, 1) for r in (low, low + 1)]
                for cell in ((column, row - 1), (column, row + 1), *beside):
                    if cell not in cells and cell not in seen:
                        seen.add(cell)
                        outside.append(cell)
                    elif cell in cells and n:
                        found.setdefault(cells[cell], n)
            front = outside
        return found

    def _limits(self, h: Hex) -> tuple[int, int, int]:
        """F-10.4.3.A1, F-10.4.3.A2, F-10.4.3.A3: the stacking limits of a hex by its terrain; the first is in halves.
        F-10.4.3.B: nothing else of it counts."""
        road = self.road_hexes >> h & 1
        return self.limits_of["clear" if not self.rough >> h & 1 else "rough_road" if road else "rough"]

    def roomless(self, unit: int) -> Region:
        """The hexes in which there is no room for a unit even if they are empty."""
        return self.roomless_for(self.room_class[unit])

    def _roomless(self, room: tuple[bool, int, bool, int]) -> Region:
        unit, region = self.room_class.index(room), 0
        s = self.state_class(self)
        for h in bits(self.board.in_play):
            if not stacking.within(s, room[3], h, (unit,)):  # type: ignore[arg-type]
                region |= 1 << h
        return region

    def _disk(self, h: Hex, far: int) -> Region:
        """The hexes at most so far from a hex."""
        return self._within(1 << h, far)

    # ----------------------------------------------------------------------------------------------------------- charts

    def _charts(self) -> None:
        """Tables in the form in which they are looked up. F-2.3.a: those that the booklet names."""
        charts = self.charts
        fire, close = charts["fire"], charts["close"]
        self.fire_columns, self.close_columns = tuple(fire.columns), tuple(close.columns)
        self._fire = [(_top(name, name == fire.columns[-1]), name) for name in fire.columns]
        self._close = [(_top(name, name == close.columns[-1]), name) for name in close.columns]
        self.fire_rows, self.close_rows = len(fire.rows), len(close.rows)
        self.retreat_rows = [int(row) for row in charts["retreat"].rows]
        self.weather = {n: charts["weather"][str(n), "air"] for n in range(1, 7)}
        resupply = charts["resupply"]
        self.resupply = {force: {n: resupply[str(n), force] for n in range(1, 7)} for force in resupply.columns}
        self.price = {
            row: int(Fraction(str(charts["terrain_move"][row, "mp"])) * self.point)
            for row in charts["terrain_move"].rows
        }
        """What entering a hex costs by its row of the chart, in halves of a point."""
        self.far = {row: charts["distances"][row, "hexes"] for row in charts["distances"].rows}
        """Ranges and distances by their row of the chart, in hexes."""
        self.halves_for = {row: 2 * charts["victory_other"][row, "points"] for row in charts["victory_other"].rows}
        """Victory points by their row of the chart, in halves."""
        self.drm = {
            row: (charts["fire_modifiers"][row, "white"], charts["fire_modifiers"][row, "coloured"])
            for row in charts["fire_modifiers"].rows
        }
        """What is added to the white and to the coloured die, by the row of the chart."""
        stacking = charts["stacking"]
        self.limits_of = {
            row: (2 * stacking[row, "all"], stacking[row, "leg"], stacking[row, "vehicle"]) for row in stacking.rows
        }
        """Stacking limits by their row of the chart: in all, in halves; of leg units; of vehicles."""
        self.close_drm: int = charts["close_modifiers"]["position", "die"]

    def fire_column(self, value: int) -> str:
        """F-5.4.A1: the column of a fire value."""
        return next(name for top, name in self._fire if value <= top)

    def fire_result(self, value: int, white: int) -> str:
        """F-5.4.A3: what the fire table says; F-5.4.A2: rows beyond its ends count as its ends."""
        return self.charts["fire"][str(max(1, min(white, self.fire_rows))), self.fire_column(value)]

    def drives_off(self, coloured: int) -> bool:
        """F-5.4.E: whether a modified coloured die makes a unit retreat."""
        row = max(self.retreat_rows[0], min(coloured, self.retreat_rows[-1]))
        return self.charts["retreat"][str(row), "result"] == "retreat"

    def close_column(self, more: int) -> str:
        """F-13.4.A: the column of a differential."""
        return next(name for top, name in self._close if more <= top)

    def close_result(self, more: int, die: int) -> str:
        """F-13.5.C: what the close combat table says, for attacker and defender."""
        return self.charts["close"][str(max(1, min(die, self.close_rows))), self.close_column(more)]

    def historical_air(self, turn: int) -> int:
        """F-7.h: the aircraft that could fly in a turn in history."""
        snow = self.charts["turns_chosin"][str(turn), "snow"]
        return self.charts["weather_history"]["snow" if snow else "clear", "air"]

    # ------------------------------------------------------------------------------------------------------------ units

    def _units(self, rows: Any) -> None:
        """One list for each figure and kind.

        F-2.4.3.1: every unit is a vehicle or F-2.4.3.4: a leg unit; F-2.4.3.2, F-2.4.3.3: vehicles are armoured or not.
        F-2.1.2.a, F-2.1.2.c: infantry, rangers, recon and engineers are steady under fire; F-2.1.2.b: support units are
        not. F-2.1.2.d, F-2.4.3.5.b, F-2.4.3.6: types of vehicles, AAAAW units and trains. F-2.4.3.5.a: guns, barrage
        and mortar markers are artillery; F-2.1.4: markers are units of a kind of their own. F-2.1.3.b: some units are
        optional.
        """
        strengths = self.charts["strengths"]
        printed = [row["figures"] if row["class"] != "marker" else "" for row in rows]

        def figures(column: str) -> list[int]:
            return [strengths[name, column] if name else 0 for name in printed]

        self.marker = [row["class"] == "marker" for row in rows]
        self.vehicle = [row["class"] == "vehicle" for row in rows]
        self.air, self.mortar, self.gun = ([kind == name for kind in self.kind] for name in ("air", "mortar", "gun"))
        markers = [self._marker_fire(row) if row["class"] == "marker" else 0 for row in rows]
        fire, close = figures("fire"), figures("close")
        self.steps = [2 if less else 1 for less in figures("reduced_close")]
        """F-5.6.1.c: the steps of each unit; a counter without a reduced side has one."""
        self.fire = ([a or b for a, b in zip(fire, markers, strict=True)], figures("reduced_fire"))
        """The fire strengths of whole and of reduced units."""
        self.close = (close, figures("reduced_close"))
        self.movement = figures("move")
        self.reach_of = figures("range") if self.setting.scenario == "chosin" else [0] * len(rows)
        self.barrage = [self.charts["calibres"][row["calibre"], "fire"] if row["calibre"] else 0 for row in rows]
        self.armoured, self.train, self.support = self._flags("armoured"), self._flags("train"), self._flags("support")
        keeps = self.battle.trains_keep_off
        self.keeps_off = [gun or (train and keeps) for gun, train in zip(self.gun, self.train, strict=True)]
        """10.2.4.B, 13.1.h: whether a unit enters no hex next to an enemy: guns, and at Chosin trains."""
        self.infantry, self.steady = self._flags("infantry"), self._flags("steady")
        self.area, self.artillery = self._flags("area"), self._flags("artillery")
        self.marine = [nation == "us_marines" for nation in self.nation]
        self.bites = [self.armoured[u] or (self.air[u] and self.fire[0][u] > 1) for u in range(len(rows))]
        """F-5.2.2.A1, F-5.2.2.A2: whether fire of a unit or marker has any value against armour."""
        values = self.charts["stacking_values"]
        self.halves = [
            int(2 * Fraction(str(values["aaaaw" if row["aaaaw"] else "train" if row["train"] else "other", "value"])))
            for row in rows
        ]
        self.loaned = [row["id"] == "D23" for row in rows]
        """F-10.2.6.D: whether a unit is removed in the perimeter of Hagaru: Dog 23, which also stacks free
        (F-10.4.4)."""
        self.room_class = [
            (self.vehicle[unit], self.halves[unit], self.loaned[unit], self.side_of[unit]) for unit in range(len(rows))
        ]
        """What decides how much room a unit takes up, and where."""
        self.holds_ground = [not marker for marker in self.marker]
        victory = self.charts["victory"]
        self.worth = [int(2 * Fraction(str(victory[row["vp"], "lost"]))) if row["vp"] else 0 for row in rows]
        """The victory points, in halves, that the other side has for a unit that is eliminated for good."""
        self.optional = [row["optional"] for row in rows]
        self.withdraws = [row["withdrawal"] for row in rows]
        self.force = [row["force"] for row in rows]
        self.free = [row["free"] for row in rows]
        """17.3: the turn from which a unit may move, or leave its perimeter."""
        self.direct_far = [self.battle.direct_range(self, unit)[1] for unit in range(len(rows))]
        """The range of each unit's direct fire in hexes."""
        self.farthest = tuple(max(self.direct_far[u] for u in self.units_of[i]) for i in range(2))
        self.movement_class = [costs.movement_class(self, unit) for unit in range(len(rows))]
        self.markers_of = tuple([u for u in self.units_of[i] if self.marker[u]] for i in range(2))
        self.vehicles_of = tuple([u for u in self.units_of[i] if self.vehicle[u]] for i in range(2))
        self.guns_of = tuple([u for u in self.units_of[i] if self.gun[u]] for i in range(2))
        self.mortars_of = tuple([u for u in self.units_of[i] if self.mortar[u]] for i in range(2))

    def _flags(self, name: str) -> list[bool]:
        """What the type of each unit says of it."""
        return [row[name] for row in self.rows]

    def _marker_fire(self, row: Any) -> int:
        """The fire strength of a marker: of an air unit its own, else that of its calibre."""
        return self.charts["air" if row["type"] == "air" else "calibres"][row["figures"], "fire"]

    def _formations(self, rows: Any) -> None:
        """Divisions, regiments, battalions and companies, and the formations that mortars serve. F-2.1.3.c: NKPA
        companies by battalion and regiment."""
        levels = ("division", "regiment", "battalion", "company")
        self.formations = [tuple(row[level] for level in levels) for row in rows]
        self.division = [row["division"] for row in rows]
        self.regiment = [row["regiment"] for row in rows]
        self.of_division: dict[str, list[int]] = defaultdict(list)
        callers: dict[str, list[int]] = defaultdict(list)
        for unit, row in enumerate(rows):
            if row["class"] != "marker":
                self.of_division[row["division"]].append(unit)
                callers[row["regiment"]].append(unit)
                callers[f"{row['battalion']}/{row['regiment']}"].append(unit)
        self.likeness = [(row["type"], *self.formations[unit]) for unit, row in enumerate(rows)]
        mortars = [row for row in rows if row["type"] == "mortar"]
        named = {name for row in mortars for name in (row["of"], *row["assign"]) if name}
        sides = {row["side"] for row in mortars}
        regiments = {row["regiment"] for row in rows if row["side"] in sides and row["infantry"]} - {""}
        self.formation_names: list[str] = sorted(named | regiments)
        """The formations that mortar markers may serve; a state counts them from 1."""
        number = {name: i for i, name in enumerate(self.formation_names, 1)}
        self.units_serving = {i: callers[name] for name, i in number.items()}
        self.regiments_of = tuple(
            sorted(
                {
                    number[row["regiment"]]
                    for row in rows
                    if row["side"] == side and row["infantry"] and row["regiment"] in number
                }
            )
            for side in SIDES
        )
        self.named_after = [[number[row["of"]]] if row["of"] in number else [] for row in rows]
        self.mortar_choices = [[number[name] for name in row["assign"]] for row in rows]
        self.also_serves = [[u for name in row["serves"] for u in callers[name]] for row in rows]
        """The units that may call a mortar besides those of the formation that it is assigned to."""
        self.first_service = {
            unit: (self.named_after[unit] or self.mortar_choices[unit])[0]
            for unit, row in enumerate(rows)
            if self.mortar[unit] and row["turn"] == 1
        }
        companies: dict[Any, list[int]] = defaultdict(list)
        for unit, row in enumerate(rows):
            if row["type"] == "engineer" and row["nation"] == "us_marines":
                companies[self.formations[unit]].append(unit)
        self.engineer_companies = [units for units in companies.values() if len(units) > 2]
        self.supplied_regiments = ("5", "7")

    def _arrivals(self, rows: Any) -> None:
        """What comes when and where, and what begins on the map: by rows, because the booklet has a list.

        Naktong: F-16.4.1, F-16.4.2a, F-16.4.2b, F-16.4.4a, F-16.4.4b, F-16.4.5a, F-16.4.5b, F-16.4.6a, F-16.4.6b,
        F-16.4.7a, F-16.4.7b, F-16.4.8a, F-16.4.8b, F-16.4.11a, F-16.4.12, F-16.4.13a; F-16.3.2.B, F-16.3.2.D: by the
        errata. Chosin: F-17.4.1.3, F-17.4.1.4, F-17.4.1.11, F-17.4.2.1a, F-17.4.2.1b, F-17.4.2.6, F-17.4.2.10;
        F-17.4.2.0: they act at once. Chipyong-ni: F-18.4.A, F-18.4.B, F-18.4.C. F-18.3.2: a free set-up has the UN
        anywhere on or inside the perimeter.
        """
        board = self.board
        self.arriving: tuple[dict[int, list[int]], ...] = (defaultdict(list), defaultdict(list))
        self.entry: list[Region] = [0] * len(rows)
        self.one_hex = [row["way"] in ("hex", "together") for row in rows]
        self.entry_group = [0] * len(rows)
        self.setup_region: list[Region] = [0] * len(rows)
        self.starts_dug = [row["dug_in"] for row in rows]
        self.setup_order: list[int] = []
        free = self.setting.options.get("set-up") == "free"
        groups: dict[Any, int] = {}
        for unit, row in enumerate(rows):
            region = self._place(row)
            if row["way"] == "setup" and row["turn"] == 1:
                self.setup_order.append(unit)
                self.setup_region[unit] = self.perimeter if free and row["side"] == "un" and self.perimeter else region
            else:
                self.arriving[self.side_of[unit]][row["turn"]].append(unit)
                self.entry[unit] = region & board.in_play
                self.entry_group[unit] = groups.setdefault((row["side"], row["turn"], row["at"]), len(groups) + 1)
        self.garrison = next(
            (units for units in self.engineer_companies if all(self.setup_region[u] & self.strip for u in units)), []
        )
        self.arrivers = tuple([u for u in self.units_of[i] if not self.marker[u]] for i in range(2))

    def _place(self, row: Any) -> Region:
        """The hexes that a row names: single ones, or a region of the map."""
        found: Region = 0
        for name in row["at"]:
            found |= 1 << self.grid.hex(name) if name.isdigit() else self.board.hexes_of(name)
        return found

    def mortar_callers(self, s: Any, unit: int) -> list[int]:
        """The units that may call a mortar as it is assigned now."""
        own = self.side_of[unit]
        served = (u for u in self.units_serving.get(s.serves[unit], ()) if self.side_of[u] == own)
        return [*served, *self.also_serves[unit]]

    def setup_rule(self, unit: int) -> str:
        """The rule that says where a unit begins."""
        free = self.setting.options.get("set-up") == "free" and self.perimeter and self.side_of[unit] == UN
        return "F-18.3.2" if free else f"F-{self.rows[unit]['source']}"

    def setup_mates(self, unit: int) -> tuple[list[int], int]:
        """The units that share a unit's set-up hexes and are of its kind, and how many of them each hex takes.

        F-17.3.2.5: of Task Force Faith two AAAAW units and a battery stand in each of two hexes. No units for others.
        """
        row = self.rows[unit]
        if row["source"] != "17.3.2.5" or not (self.gun[unit] or row["aaaaw"]):
            return [], 0
        mates = [
            u
            for u in self.setup_order
            if self.setup_region[u] == self.setup_region[unit] and self.rows[u]["aaaaw"] == row["aaaaw"]
        ]
        return mates, len(mates) // self.setup_region[unit].bit_count()

    def edge_of(self, entry: Region) -> Region:
        """F-6.1.2.a: the whole edge of the map on which entry hexes lie."""
        edges = [self.board.regions[name] for name in ("edge_north", "edge_south", "edge_east", "edge_west")]
        return max(edges, key=lambda edge: (edge & entry).bit_count())

    def post_rank(self, s: Any, unit: int, h: Hex) -> tuple[int, ...]:
        """How little a hex suits a unit that is set up, for set-ups that leave the hex to the player.

        A Marine engineer company of Hagaru stands on the airstrip, because it is checked on turn 1 (14.2.3).
        F-18.3.3.b: Chinese divisions at Chipyong-ni stand in the areas from which they came, as near and as close
        together as they may.
        """
        side = self.side_of[unit]
        there = len(s.there(side, h))
        strip = self.strip >> h & 1
        if unit in self.garrison:
            return (1 - strip, -there, h)
        if side == UN:
            vehicle = self.vehicle[unit] and self.setup_region[unit].bit_count() > 1
            return (strip, there if not vehicle else int(not self.road_hexes >> h & 1), there, h)
        area = self.areas.get(self.division[unit], self.board.in_play)
        return (int(not area >> h & 1), self.from_perimeter.get(h, 0), -there, h)

    def closed_ground(self, unit: int) -> Region:
        """The hexes in which a unit cannot stand: for vehicles rough hexes and rivers without a road, rivers for the
        UN."""
        closed = (self.rough | self.river) & ~self.road_hexes if self.vehicle[unit] else 0
        return closed | (self.river if self.side_of[unit] == UN else 0)

    def step_cost(self, unit: int, a: Hex, b: Hex) -> int | None:
        """What a step costs a unit, in halves of a point; None if it is impossible."""
        return self.costs(self.movement_class[unit], frozenset()).of(a, b)

    def movement_of(self, s: Any, unit: int) -> int:
        """The movement allowance of a unit in points."""
        return self.movement[unit]

    def strikes(self, action: Action) -> bool:
        """Whether an action is a fire or a close combat."""
        return isinstance(action, firing.Fire | close_combat.Assault)

    def eyes(self, s: Any, unit: int) -> tuple[Any, ...]:
        """What decides which hexes are spotted for a marker or gun: markers with equal ones see the same."""
        if self.mortar[unit]:
            return ("mortar", s.serves[unit], bool(self.also_serves[unit]))
        if self.air[unit]:
            return ("air",)
        return ("gun", unit) if self.battle.blind(s, unit) else ("artillery",)

    # ------------------------------------------------------------------------------------------------------------ hooks

    def outline(self, s: Any) -> tuple[Phase, ...]:
        """The phases of the turn in play."""
        return outline.of_turn(s)

    def start(self) -> State:
        """The state when play begins."""
        if self._begun is None:
            self._begun = setup.at_start(self)
        return self._begun.copy()

    def check(self, s: Any) -> None:
        """Check numbers, frames and places of units."""
        checks.check(s)

    def orders_in(self, s: Any) -> dict[str, StandingOrder]:
        """The standing orders of the battle."""
        return orders.known(s)

    def next_turn(self, s: Any) -> bool:
        """Begin the next turn and return whether there is one."""
        return outline.next_turn(s)

    def always(self, s: Any) -> None:
        """Note what the battle remembers."""
        self.battle.watch(s)

    def pieces(self, s: Any) -> frozenset[int]:
        """All units and markers. F-T.1: none ever leaves the game."""
        return frozenset(range(len(self.names.units)))

    def unit_values(self, unit: int) -> str:
        """Fire, close combat and movement of a unit; of a marker its fire alone."""
        if self.marker[unit]:
            return str(self.fire[0][unit])
        return f"{self.fire[0][unit]}-{self.close[0][unit]}-{self.movement[unit]}"

    def group_of(self, unit: int) -> tuple[str, str]:
        """The text keys of the regiment of a unit, or of what it has instead of one, and of the number of its units."""
        regiment = self.regiment[unit]
        return (self.regiment_key(self.side_of[unit], regiment), f"count.{self.size[unit]}") if regiment else ("", "")

    def regiment_key(self, side: int, name: str) -> str:
        """The text key of a regiment of a side, or of another formation that mortars serve."""
        return f"regiment.{SIDES[side]}.{name}"

    def formation(self, unit: int) -> str:
        """The company, battalion or regiment with which a player takes a unit in hand."""
        return "/".join(filter(None, reversed(self.formations[unit]))) or self.nation[unit]

    def unit_notes(self, s: Any, units: Iterable[int]) -> dict[int, list[Note]]:
        """What a list of units tells of them besides their counters."""
        return shown.unit_notes(s, units)

    def cell_text(self, column: str, i: int, value: int) -> str:
        """A cell's value as files have it; a mortar's formation by its name."""
        if column == "serves":
            return self.formation_names[value - 1] if value else "0"
        return super().cell_text(column, i, value)

    def cell_value(self, column: str, i: int, text: str) -> int:
        """The value of a cell that files have as `text`."""
        if column == "serves" and text in self.formation_names:
            return self.formation_names.index(text) + 1
        return super().cell_value(column, i, text)


def _top(name: str, last: bool) -> int:
    """The highest value that belongs to a column, by its name: "5-6", "-6 to -4", "11+".

    >>> _top("5-6", False), _top("-6 to -4", False), _top("0", False), _top("11+", True)
    (6, -4, 0, 999)
    """
    if last:
        return 999
    if " to " in name:
        return int(name.partition(" to ")[2])
    return int(name.rpartition("-")[2]) if "-" in name[1:] else int(name)


def _reach(s: ForgottenWarState) -> Any:
    """For `bench`: the movement range of a unit."""
    unit = next(u for side in range(2) for u in s.present(side) if not s.rules.gun[u])
    return ranges.Range(s, unit).region("foot")


def _targets(s: ForgottenWarState) -> Any:
    """For `bench`: the targets of every unit of a side."""
    return [targets.region(s, u, "direct") for u in s.present(UN)]
