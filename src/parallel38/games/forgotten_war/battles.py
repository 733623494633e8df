"""What differs from battle to battle: one policy for each rule that names a battle, so that rules ask and never
branch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Obstacle, Refusal
from parallel38.engine.trace import trace
from parallel38.games.forgotten_war.rules import airstrip, targets
from parallel38.games.forgotten_war.rules.victory import Item, in_box
from parallel38.games.forgotten_war.state import COMMUNIST, DUG, REVEALED, UN, ForgottenWarState, Side
from parallel38.hexgrid import Hex

if TYPE_CHECKING:
    from parallel38.games.forgotten_war.ruleset import ForgottenWarRuleset

Limits = tuple[int, int, int]
"""Stacking limits of a hex: in all, of leg units, of vehicles; values are counted in halves, units in units."""


class Battle:
    """The rules as they are without an exception for a battle; a battle overrides what its exceptions say."""

    first: Side = "un"
    """F-4.1.B: the side that plays first; at Naktong F-4.1.A: the NKPA."""
    strategic = True
    """10.2.2: whether there is strategic movement."""
    improves = True
    """10.1: whether leg units may dig in."""
    merges = True
    """10.3: whether reduced units may be put together."""
    indirect_defence = True
    """11.B: whether there is indirect fire in the Defensive Fire Phase."""
    hides = False
    """5.1.7.2: whether divisions are hidden from aircraft in their assembly areas."""
    dead: tuple[str, str] = ("gone", "gone")
    """5.6.2: the box of eliminated units of each side."""
    runs_on = False
    """5.7.1.C3x: whether a retreat goes on over friendly units."""
    pools = False
    """6.2.1: whether dead units of a company come back in pairs."""

    stray = ("F-5.7.1.C5", "retreat_near_road")
    """The rule by which a unit retreats rather to another hex of the same priority, and what is said of it."""
    reassigns = True
    """6.3.C, 18.3.1.D1: whether mortar markers may be given to other formations."""
    trains_keep_off = False
    """10.2.4.B4, 13.4.D: whether trains keep away from enemies as guns do, and fight as if they were no vehicles."""
    has_levels = False
    """15.2.3: whether victory has levels."""
    victory_rule = "F-15.A"

    def direct_range(self, rules: ForgottenWarRuleset, unit: int) -> tuple[str, int]:
        """The range of a unit's direct fire in hexes, with its rule."""
        return "F-5.1.3.A", rules.far["direct"]

    def spots(self, s: ForgottenWarState, unit: int) -> bool:
        """Whether a marker or gun needs a spotter for indirect fire."""
        return True

    def blind(self, s: ForgottenWarState, unit: int) -> bool:
        """Whether a gun may not spot for itself."""
        return False

    def indirect_range(self, s: ForgottenWarState, unit: int) -> int:
        """The range of a gun's indirect fire in hexes; of a marker without a unit on the map, that of the whole map."""
        return s.rules.reach_of[unit] or 99

    def indirect_limits(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """The hexes at which a marker or gun may not fire whatever is spotted.

        F-5.1.4.B, F-5.1.4.B1: beyond the range of the gun; F-5.1.4.B2: markers without a gun have no range.
        """
        rules, far = s.rules, s.rules.reach_of[unit]
        if not far or not s.on_map(unit):
            return []
        return [Obstacle("F-5.1.4.B", "out_of_range", rules.grid.all & ~rules.disk(s.where[unit], far))]

    def silent(self, s: ForgottenWarState, unit: int, mode: str, phase: str) -> str:
        """The rule that forbids a unit or marker to fire in a phase at all; empty if none does."""
        return ""

    def hidden(self, s: ForgottenWarState, unit: int, target: int) -> bool:
        """Whether a unit is hidden from a marker that fires at its hex."""
        return False

    def sheltered(self, s: ForgottenWarState, side: int, h: Hex) -> bool:
        """Whether the units of a side in a hex are in an improved or prepared position.

        F-5.3.1.a, F-10.2.1.J: a marker in the hex serves every friendly unit there, against fire from every side
        (F-10.1.B); F-13.7.B: never the enemy's.
        """
        flags = s.flags
        return any(flags[u] & DUG for u in s.there(side, h))

    def hasty(self, s: ForgottenWarState, side: int) -> bool:
        """Whether a side fires worse because it was surprised."""
        return False

    def limits(self, s: ForgottenWarState, side: int, h: Hex) -> Limits:
        """The stacking limits of a hex for a side: in all, in halves; of leg units; of vehicles."""
        return s.rules.limits[h]

    def limit_rule(self, side: int) -> str:
        """The rule of the stacking limits of a side."""
        return "F-10.4.1.B"

    def moves(self, s: ForgottenWarState, side: int) -> bool:
        """Whether a side moves and attacks in this turn."""
        return True

    def frozen(self, s: ForgottenWarState, unit: int) -> str:
        """The rule by which a unit may not move or attack yet; empty if it may."""
        return ""

    def closed(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """The hexes that a unit may not enter by the rules of the battle."""
        return []

    def advance_bars(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """The hexes into which a unit may not advance after fire."""
        return self.closed(s, unit)

    def assault_bars(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """The hexes that a unit may not attack in close combat."""
        return self.closed(s, unit)

    def retreat_bars(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """The hexes to which a unit may not retreat by the rules of the battle."""
        return []

    def strays(self, s: ForgottenWarState, unit: int, h: Hex) -> int:
        """How little a battle wants a unit to retreat to a hex: 0 for not at all."""
        return 0

    def shuns(self, s: ForgottenWarState, unit: int, h: Hex) -> int:
        """1 if a unit retreats to a hex only if it has no other, whatever the priorities say; else 0."""
        return 0

    def circles(self, s: ForgottenWarState, unit: int) -> bool:
        """Whether a unit may leave the map and come back in the same move."""
        return False

    def watch(self, s: ForgottenWarState) -> None:
        """Note after every step what the battle remembers."""

    def astray(self, s: ForgottenWarState, unit: int) -> bool:
        """Whether a unit on the map has to come back to where its battle wants it."""
        return False

    def unfinished(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """Why a movement phase may not end by the rules of the battle."""
        return iter(())

    def account(self, s: ForgottenWarState) -> list[Item]:
        """The lines of the account of victory points that are counted from boxes and map."""
        return []


def _dead(s: ForgottenWarState, side: int, rule: str) -> Item:
    """The points of the other side for eliminated units of a side."""
    units = in_box(s, side, "gone")
    return Item(1 - side, "eliminated", rule, len(units), sum(s.rules.worth[u] for u in units))


class Naktong(Battle):
    """16: the battle of the Naktong bulge: F-16.1.2: days of August 1950 and hexes of 500 yards, F-16.1.3: 16 turns;
    F-16.2: what is special about it. F-16.3.2.A: its H Company of Marines belongs to the 5th."""

    first: Side = "communist"
    merges = False
    indirect_defence = False
    dead = ("replacements", "replacements")
    pools = True

    def spots(self, s: ForgottenWarState, unit: int) -> bool:
        """F-5.1.7.1: aircraft need no spotter."""
        return not s.rules.air[unit]

    def closed(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """F-10.2.5.A: UN units never enter a river hex; F-10.2.5.B: tanks only where a road leads."""
        rules = s.rules
        if rules.side_of[unit] == UN:
            return [Obstacle("F-10.2.5.A", "river", rules.river)]
        if rules.vehicle[unit]:
            return [Obstacle("F-10.2.5.B", "river_tank", rules.river & ~rules.road_hexes)]
        return []

    def account(self, s: ForgottenWarState) -> list[Item]:
        """F-15.1.1.A, F-15.1.1.C: NKPA units on or east of the river; F-15.1.1.B: optional UN units; F-15.1.3.A,
        F-15.1.3.B: units that are gone for good."""
        rules = s.rules
        east = [u for u in s.present(COMMUNIST) if (rules.east_bank | rules.river) >> s.where[u] & 1]
        whole = sum(not s.reduced(u) for u in east)
        full, worn = rules.halves_for["naktong_east_full"], rules.halves_for["naktong_east_reduced"]
        extra = [u for u in rules.units_of[UN] if rules.optional[u] and s.where[u] != rules.names.box("out")]
        return [
            Item(COMMUNIST, "east_bank", "F-15.1.1.C", len(east), whole * full + (len(east) - whole) * worn),
            Item(COMMUNIST, "optional", "F-15.1.1.B", len(extra), rules.halves_for["naktong_optional"] * len(extra)),
            _dead(s, COMMUNIST, "F-15.1.3.A"),
            _dead(s, UN, "F-15.1.3.B"),
        ]


class Chosin(Battle):
    """17: the battle of the Chosin reservoir: F-17.1.2: days from 27 November 1950 and hexes of 800 yards, F-17.1.3: 13
    turns. F-17.3.1: counters as corrected."""

    hides = True
    dead = ("gone", "replacements")
    trains_keep_off = True
    has_levels = True
    victory_rule = "F-15.2.3.B"

    def blind(self, s: ForgottenWarState, unit: int) -> bool:
        """F-5.1.5.1.A: on turn 1 a gun may not spot for itself."""
        return s.turn == 1 and s.rules.gun[unit]

    def silent(self, s: ForgottenWarState, unit: int, mode: str, phase: str) -> str:
        """F-5.1.5.1.B: on turn 1 the guns of Task Force Faith cannot fire. F-7.A: nor can aircraft, because the UN has
        not rolled for the weather."""
        if s.turn > 1:
            return ""
        if s.rules.air[unit]:
            return "F-7.A"
        return "F-5.1.5.1.B" if s.rules.gun[unit] and s.rules.force[unit] == "task_force" else ""

    def hidden(self, s: ForgottenWarState, unit: int, target: int) -> bool:
        """F-5.1.7.2.A: a division wholly in its assembly area is hidden from aircraft; F-5.1.7.2.B: not once a unit of
        it has left."""
        rules = s.rules
        if not rules.air[unit] or rules.division[target] not in rules.hideouts:
            return False
        return not s.track[REVEALED] >> rules.hideouts.index(rules.division[target]) & 1

    def watch(self, s: ForgottenWarState) -> None:
        """Note which side controls the airstrip, and the divisions that have left their assembly areas
        (F-5.1.7.2.B)."""
        airstrip.watch(s)
        seen = s.track[REVEALED] | targets.departed(s)
        if seen != s.track[REVEALED]:
            s.tell(REVEALED, seen)

    def hasty(self, s: ForgottenWarState, side: int) -> bool:
        """F-5.3.1.c: the UN on turn 1."""
        return s.turn == 1 and side == UN

    def frozen(self, s: ForgottenWarState, unit: int) -> str:
        """F-17.3.3.C: the 58th Division not before turn 2, F-17.3.3.D: the 60th not before turn 3."""
        if s.turn >= s.rules.free[unit] or s.rules.side_of[unit] == UN:
            return ""
        return "F-17.3.3.C" if s.rules.division[unit] == "58" else "F-17.3.3.D"

    def closed(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """F-10.2.6.C1: UN units stay within five hexes of a road; F-17.3.2.4b: the force of Koto-ri stays there before
        turn 3."""
        rules, found = s.rules, self._confined(s, unit)
        if rules.side_of[unit] != UN:
            return found
        far = rules.from_road[s.where[unit]] if s.on_map(unit) else 0
        if far > rules.far["from_road"]:  # on its way back it may pass hexes that are no farther away
            farther = sum(1 << h for h, n in rules.from_road.items() if n > far)
            found.append(Obstacle("F-10.2.6.C1", "far_from_road", farther))
        else:
            found.append(Obstacle("F-10.2.6.C1", "far_from_road", rules.off_road))
        return found

    def _confined(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """F-17.3.2.4b: the hexes that are closed to the force of Koto-ri before turn 3, to whatever it does. One that
        was driven out may still fight where it stands."""
        rules = s.rules
        if rules.side_of[unit] != UN or s.turn >= rules.free[unit]:
            return []
        here = 1 << s.where[unit] if s.on_map(unit) else 0
        return [Obstacle("F-17.3.2.4b", "koto_ri", rules.grid.all & ~rules.koto_ri & ~here)]

    def advance_bars(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """F-5.8.E: UN units advance only within five hexes of a major road; F-17.3.2.4b: the force of Koto-ri stays
        there before turn 3."""
        rules = s.rules
        if rules.side_of[unit] != UN:
            return []
        far = Obstacle("F-5.8.E", "far_from_major_road", rules.off_major)
        return [far, *self._confined(s, unit)]

    def assault_bars(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """F-13.2.e: UN units attack only within five hexes of a road, in a close combat that continues too;
        F-17.3.2.4b: the force of Koto-ri only in its perimeter before turn 3."""
        rules = s.rules
        if rules.side_of[unit] != UN:
            return []
        far = Obstacle("F-13.2.e", "far_from_road", rules.off_road)
        return [far, *self._confined(s, unit)]

    def strays(self, s: ForgottenWarState, unit: int, h: Hex) -> int:
        """F-5.7.1.C5: UN units retreat rather within five hexes of a major road."""
        return int(s.rules.side_of[unit] == UN and not s.rules.near_major >> h & 1)

    def circles(self, s: ForgottenWarState, unit: int) -> bool:
        """F-10.2.6.B: Communists may."""
        return s.rules.side_of[unit] == COMMUNIST

    def astray(self, s: ForgottenWarState, unit: int) -> bool:
        """F-10.2.6.C2: a UN unit beyond five hexes from a road."""
        return s.rules.side_of[unit] == UN and not s.rules.near_road >> s.where[unit] & 1

    def unfinished(self, s: ForgottenWarState, frame: Any) -> Iterator[Refusal]:
        """F-10.2.6.C2: a UN unit beyond five hexes from a road has to come back if it can."""
        rules = s.rules
        for unit in s.present(UN) if frame.side == "un" else ():
            if not self.astray(s, unit) or not frame.could(s, unit):
                continue
            found = frame.range_of(s, unit)
            if any(found.region(mode) & rules.near_road for mode in frame.modes_of(s, unit)):
                yield Refusal("F-10.2.6.C2", "come_back", {"unit": unit}, (unit,), (s.where[unit],))

    def account(self, s: ForgottenWarState) -> list[Item]:
        """F-15.2.1.A: CCF units gone for good, half a point each; F-15.2.1.B, F-15.2.1.C: units that left by the road;
        F-15.2.2.A, F-15.2.2.B, F-15.2.2.C: UN units; F-15.2.2.D: dumps with a CCF unit."""
        rules = s.rules
        out = in_box(s, UN, "exited")
        trains = [u for u in out if rules.train[u]]
        others = len(out) - len(trains)
        dumps = (rules.dumps & s.held(COMMUNIST)).bit_count()
        return [
            _dead(s, COMMUNIST, "F-15.2.1.A"),
            Item(UN, "trains_out", "F-15.2.1.B", len(trains), rules.halves_for["chosin_train_exits"] * len(trains)),
            Item(UN, "units_out", "F-15.2.1.C", others, rules.halves_for["chosin_unit_exits"] * others),
            _dead(s, UN, "F-15.2.2.C"),
            Item(COMMUNIST, "dumps", "F-15.2.2.D", dumps, rules.halves_for["chosin_dump"] * dumps),
        ]


class Chipyongni(Battle):
    """18: the hedgehog at Chipyong-ni: F-18.1.2: turns of eight hours and hexes of 150 yards, F-18.1.3: seven turns."""

    strategic = False
    improves = False
    runs_on = True
    stray = ("F-5.7.2.F1", "retreat_from_perimeter")
    reassigns = False

    def direct_range(self, rules: ForgottenWarRuleset, unit: int) -> tuple[str, int]:
        """F-4.4.C: here alone direct fire has a range. F-5.1.3.B1: UN infantry two hexes; F-5.1.3.B2: UN vehicles four,
        F-5.1.3.B2x: but guns one; F-5.1.3.B4: Communists one. F-5.1.3.B3: nothing blocks the sight."""
        if rules.side_of[unit] == COMMUNIST:
            return "F-5.1.3.B4", rules.far["direct"]
        if rules.gun[unit]:
            return "F-5.1.3.B2x", rules.far["direct"]
        if rules.vehicle[unit]:
            return "F-5.1.3.B2", rules.far["direct_vehicle"]
        return "F-5.1.3.B1", rules.far["direct_infantry"]

    def spots(self, s: ForgottenWarState, unit: int) -> bool:
        """F-5.1.4.A3: no indirect fire needs a spotter."""
        return False

    def night(self, s: ForgottenWarState) -> bool:
        """F-18.1.4: whether it is a night turn."""
        return s.rules.nights[s.turn - 1]

    def indirect_range(self, s: ForgottenWarState, unit: int) -> int:
        """F-5.1.5.2.a, F-5.1.5.2.b: artillery reaches the whole map by day, and fifteen hexes from the gun by night."""
        return s.rules.far["artillery_at_night"] if self.night(s) and s.on_map(unit) else 99

    def indirect_limits(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """F-5.1.5.2.b: by night fifteen hexes from the gun; F-5.1.7.3.B, F-5.1.7.3.C: aircraft everywhere but on or
        inside the perimeter, to which obstacles do not belong."""
        rules, grid = s.rules, s.rules.grid
        if rules.air[unit]:
            return [Obstacle("F-5.1.7.3.C", "air_perimeter", rules.perimeter)]
        if not s.on_map(unit) or not self.night(s):
            return []
        return [
            Obstacle(
                "F-5.1.5.2.b", "night_range", grid.all & ~rules.disk(s.where[unit], rules.far["artillery_at_night"])
            )
        ]

    def silent(self, s: ForgottenWarState, unit: int, mode: str, phase: str) -> str:
        """F-5.1.7.3.A: no aircraft at night; F-4.1.D1, F-4.1.D2: in the UN's first turn artillery and mortars fire, and
        nothing else; F-5.1.6.B: a mortar not once its battalion has no unit left on the map."""
        rules = s.rules
        if rules.air[unit] and self.night(s):
            return "F-5.1.7.3.A"
        if s.turn == 1 and rules.side_of[unit] == UN and phase != "defensive":
            if not rules.artillery[unit] or mode != "indirect":
                return "F-4.1.D2"
            trace("F-4.1.D1")
        if rules.mortar[unit] and not any(s.on_map(u) for u in rules.mortar_callers(s, unit)):
            return "F-5.1.6.B"
        return ""

    def sheltered(self, s: ForgottenWarState, side: int, h: Hex) -> bool:
        """F-10.1.C2: the UN uses the prepared positions of the map, which are never removed (F-13.7.C); F-5.3.1.a2: the
        Communists never do."""
        return side == UN and bool(s.rules.prepared >> h & 1)

    def limits(self, s: ForgottenWarState, side: int, h: Hex) -> Limits:
        """F-10.4.5.A: two Communist units; F-10.4.5.B: one UN leg unit, and one vehicle where vehicles can stand."""
        rough = side == UN and not s.rules.limits[h][2]
        return s.rules.limits_of["ccf_chipyongni" if side else "un_chipyongni_rough" if rough else "un_chipyongni"]

    def limit_rule(self, side: int) -> str:
        """The rule of the stacking limits of a side."""
        return "F-10.4.5.A" if side == COMMUNIST else "F-10.4.5.B"

    def moves(self, s: ForgottenWarState, side: int) -> bool:
        """F-4.1.D2: in its first turn the UN does nothing but fire artillery."""
        return s.turn > 1 or side != UN

    def closed(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """F-10.2.1.M2: a CCF unit does not leave a close combat through the UN line: not by a step into a hex inside
        the perimeter next to another position that the UN holds. One that fights inside is through the line already."""
        rules, here = s.rules, s.where[unit]
        if rules.side_of[unit] != COMMUNIST or not s.locked(unit) or rules.inside >> here & 1:
            return []
        held = s.held(UN) & rules.prepared & ~(1 << here)
        beyond = rules.inside & rules.grid.around(1 << here) & rules.grid.around(held)
        return [Obstacle("F-10.2.1.M2", "through_the_line", beyond)]

    def assault_bars(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """No hex is closed to an attack."""
        return []

    advance_bars = assault_bars

    def retreat_bars(self, s: ForgottenWarState, unit: int) -> list[Obstacle]:
        """F-5.7.2.F1: a CCF unit does not retreat through the UN line: not into the perimeter from outside, and not
        behind it from one of its positions; F-5.7.2.F2: one inside is free."""
        rules = s.rules
        if not self._before_the_line(s, unit):
            return []
        line = rules.inside if rules.perimeter >> s.where[unit] & 1 else rules.perimeter
        return [Obstacle("F-5.7.2.F1", "into_perimeter", line)]

    def shuns(self, s: ForgottenWarState, unit: int, h: Hex) -> int:
        """F-5.7.2.F1: a CCF unit retreats away from the perimeter if it can; F-5.7.2.F2: one inside need not."""
        away = s.rules.from_perimeter
        return int(self._before_the_line(s, unit) and away[h] <= away[s.where[unit]])

    def _before_the_line(self, s: ForgottenWarState, unit: int) -> bool:
        """Whether a CCF unit stands outside the perimeter or in one of its positions."""
        rules = s.rules
        if rules.side_of[unit] != COMMUNIST:
            return False
        inside = bool(rules.inside >> s.where[unit] & 1)
        if inside:
            trace("F-5.7.2.F2")
        return not inside

    def account(self, s: ForgottenWarState) -> list[Item]:
        """F-15.3.A: units that are eliminated for good. F-15.3.1: CCF units; F-15.3.2.A, F-15.3.2.B, F-15.3.2.C: UN
        units, and abandoned guns."""
        guns = s.abandoned(UN)
        return [
            _dead(s, COMMUNIST, "F-15.3.1"),
            _dead(s, UN, "F-15.3.2.C"),
            Item(COMMUNIST, "abandoned", "F-15.3.2.A", len(guns), sum(s.rules.worth[u] for u in guns)),
        ]


BATTLES: dict[str, Battle] = {"naktong": Naktong(), "chosin": Chosin(), "chipyongni": Chipyongni()}
"""The policies by scenario."""
