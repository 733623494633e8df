"""6.2 Replacements: of eliminated units some come back, at Naktong of each company, at Chosin of the Communists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from parallel38.engine.flow import Obstacle, Refusal
from parallel38.engine.values import RuleId, Units
from parallel38.games.forgotten_war.rules import stacking
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, ForgottenWarState, Side
from parallel38.hexgrid import Hex, Region
from parallel38.wargame import placing


class Replace(placing.Put, frozen=True):
    """Put an eliminated unit back on the map. Written `replace UNIT 1220`."""


def begin(s: ForgottenWarState, side: int) -> None:
    """F-6.2: replace eliminated units, where the battle knows it."""
    if s.rules.battle.pools:
        pairs(s, side)
    elif side == COMMUNIST and s.rules.battle.dead[COMMUNIST] == "replacements":
        threes(s)


def boxed(s: ForgottenWarState, side: int) -> list[int]:
    """The units of a side in its Replacements box."""
    box = s.rules.names.box("replacements")
    return [u for u in s.rules.units_of[side] if s.where[u] == box]


def bury(s: ForgottenWarState, unit: int, rule: str) -> None:
    """Put a unit into the Permanently Eliminated box."""
    s.move(unit, s.rules.names.box("gone"))
    s.log(rule, "gone_for_good", unit=unit)


def pairs(s: ForgottenWarState, side: int, last: bool = False) -> None:
    """6.2.1 Naktong. F-6.2.1.A: of every two of a company one is gone and the other comes back, whichever the player
    puts; F-6.2.1.E: one that is left over is gone when its company has no unit left on the map. F-6.2.1.C: none comes
    back without a unit of its regiment on the map; F-6.2.1.D: without an open hex both are gone. F-15.1.3: at the end
    of the game none is put back."""
    companies = defaultdict[Any, list[int]](list)
    for unit in boxed(s, side):
        companies[s.rules.formations[unit]].append(unit)
    for units in companies.values():
        n = len(units) // 2
        if len(units) == 1:
            _left_over(s, units)
        elif n and not last and kin(s, units[0]) and any(open_hexes(s, u) for u in units):
            s.push(Replacing(SIDES[side], tuple(units), "F-6.2.1.B", n, n))
        elif n:
            _spoilt(s, units, n)


def _spoilt(s: ForgottenWarState, units: list[int], n: int) -> None:
    """Of the pairs of a company none comes back: one of each is gone, and both if there is no open hex."""
    for unit in units[-n:]:
        bury(s, unit, "F-6.2.1.A")
    for unit in units[:n]:
        if not kin(s, unit):
            s.log("F-6.2.1.C", "no_regiment", unit=unit)
        elif not open_hexes(s, unit):
            bury(s, unit, "F-6.2.1.D")
    if not (kin(s, units[0]) and any(open_hexes(s, u) for u in units)):
        _left_over(s, units)


def _left_over(s: ForgottenWarState, units: Iterable[int]) -> None:
    """F-6.2.1.E: one of a company that is left alone in the box is gone, unless its company has others in play."""
    rest = [u for u in units if s.where[u] == s.rules.names.box("replacements")]
    if len(rest) == 1 and not _company_lives(s, rest[0]):
        bury(s, rest[0], "F-6.2.1.E")


def _company_lives(s: ForgottenWarState, unit: int) -> bool:
    rules, names = s.rules, s.rules.names
    away = (names.box("gone"), names.box("replacements"), names.box("withdrawn"))
    mates = (u for u in rules.units_of[rules.side_of[unit]] if rules.formations[u] == rules.formations[unit])
    return any(s.where[u] not in away for u in mates if u != unit)


def kin(s: ForgottenWarState, unit: int) -> list[int]:
    """The units of a unit's regiment on the map."""
    rules = s.rules
    return [u for u in s.present(rules.side_of[unit]) if rules.regiment[u] == rules.regiment[unit]]


def open_hexes(s: ForgottenWarState, unit: int) -> Region:
    """The hexes into which a unit may be put back."""
    closed = 0
    for bar in obstacles(s, unit):
        closed |= bar.region
    return s.rules.board.in_play & ~closed


def obstacles(s: ForgottenWarState, unit: int) -> tuple[Obstacle, ...]:
    """The hexes that are closed to a unit that comes back. F-6.2.1.B: within three hexes of its regiment and not next
    to an enemy; F-6.2.2.B: at Chosin at least eight hexes from a road."""
    rules, side, all_ = s.rules, s.rules.side_of[unit], s.rules.board.in_play
    full = 0
    for h in s.stacks(side):
        if not stacking.fits(s, side, h, (unit,)):
            full |= 1 << h
    closed = rules.closed_ground(unit)
    held = Obstacle("F-10.2.1.H", "enemy_hex", s.held(1 - side))
    room = Obstacle("F-10.4.1.B", "full_hex", full)
    ground = Obstacle("F-10.2.3.A2", "closed_ground", closed)
    if not rules.battle.pools:
        return Obstacle("F-6.2.2.B", "near_road", all_ & ~rules.far_from_roads), held, room, ground
    near = 0
    for u in kin(s, unit):
        near |= rules.disk(s.where[u], rules.far["replacement_naktong"])
    foes = Obstacle("F-6.2.1.B", "beside_enemy", s.beside(1 - side))
    return Obstacle("F-6.2.1.B", "far_from_regiment", all_ & ~near), foes, room, ground


def threes(s: ForgottenWarState, last: bool = False) -> None:
    """6.2.2 Chosin. F-6.2.2.A: of every three Communist units two are gone and one comes back; F-6.2.2.C: the player
    puts back any of them. F-15.2.1.A: at the end of the game none comes back."""
    dead = boxed(s, COMMUNIST)
    n = len(dead) // 3
    if n and (last or not open_hexes(s, dead[0])):
        for unit in weakest(s, dead, 2 * n):
            bury(s, unit, "F-6.2.2.A")
    elif n:
        s.push(Replacing(SIDES[COMMUNIST], tuple(dead), "F-6.2.2.B", n, 2 * n))


def weakest(s: ForgottenWarState, units: Iterable[int], n: int) -> list[int]:
    """So many of some units, those that would be worth least when they came back another time."""
    return sorted(units, key=lambda u: (s.rules.close[0][u], -u))[:n]


class Replacing(placing.Placing, frozen=True):
    """A side puts back `left` of some units that were eliminated; they come back whole. Then `lost` of the others are
    gone for good."""

    action_type = Replace

    side: Side
    units: Units
    rule: RuleId
    left: int
    lost: int

    def owner(self) -> str:
        """The side whose units these are."""
        return self.side

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side."""
        return "replacing", {"side": self.side, "units": self.units, "n": self.left}

    def due(self, s: ForgottenWarState) -> Units:
        """The units of which some come back."""
        return self.units if self.left else ()

    def same(self, s: ForgottenWarState) -> bool:
        """Whether all units are platoons of one kind and company."""
        return bool(self.left) and len({s.rules.likeness[u] for u in self.units}) == 1

    def must(self) -> str:
        """As many have to be put."""
        return self.rule

    def obstacles(self, s: ForgottenWarState, unit: int) -> tuple[Obstacle, ...]:
        """The hexes that are closed to a unit."""
        return obstacles(s, unit)

    def open_hexes(self, s: ForgottenWarState, unit: int) -> Region:
        """The hexes that are open to a unit."""
        return open_hexes(s, unit)

    def not_due(self, s: ForgottenWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit does not come back now."""
        if unit not in self.units:
            yield Refusal(self.rule, "not_replaced", {"unit": unit}, (unit,))

    def put(self, s: ForgottenWarState, unit: int, h: Hex) -> None:
        """Put the unit back, whole."""
        s.set("lost", unit, 0)
        s.move(unit, h)
        s.log(self.rule, "replaced", unit=unit, hex=h)
        rest = tuple(u for u in self.units if u != unit)
        s.replace(msgspec.structs.replace(self, units=rest, left=self.left - 1))

    def over(self, s: ForgottenWarState) -> None:
        """F-6.2.1.A, F-6.2.2.A: bury the others; F-6.2.1.D: and those that found no open hex."""
        s.pop()
        naktong = s.rules.battle.pools
        for unit in weakest(s, self.units, self.lost):
            bury(s, unit, "F-6.2.1.A" if naktong else "F-6.2.2.A")
        for unit in weakest(s, (u for u in self.units if s.where[u] == s.rules.names.box("replacements")), self.left):
            if naktong:
                bury(s, unit, "F-6.2.1.D")
