"""16 Guerrillas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Obstacle, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Units, leg
from parallel38.games.yalu.rules import stacking, zones
from parallel38.games.yalu.state import COMMUNIST, REGROUP, UN, YaluState
from parallel38.hexgrid import Costs, Hex, Region

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset


def hexes(s: YaluState) -> Region:
    """The hexes with guerrillas."""
    region = 0
    for unit in s.present(COMMUNIST):
        if s.rules.guerrilla[unit]:
            region |= 1 << s.where[unit]
    return region


def shunned(s: YaluState, unit: int) -> tuple[Obstacle, ...]:
    """The hexes that a guerrilla does not enter because of other units, each region with its rule; in Deluxe none.

    C-17b: hexes with UN units or in their zones, where C-17d leaves out the zones of UN units in its own hex. C-17c:
    hexes with another guerrilla.
    """
    if not s.rules.edition.guerrillas_shun:
        return ()
    here, around = s.where[unit], s.rules.grid.around
    zone = zones.zone(s, UN)
    if s.stacks(UN).get(here):
        others = sum(1 << h for h, units in s.stacks(UN).items() if h != here and zones.exerting(s, units))
        zone = around(others, s.rules.barriers)
    return (
        Obstacle("C-17b", "guerrilla_enemy", s.held_by(UN) & ~(1 << here)),
        Obstacle("C-17d" if s.stacks(UN).get(here) else "C-17b", "guerrilla_zone", zone),
        Obstacle("C-17c", "guerrilla_twice", hexes(s) & ~(1 << here)),
    )


def no_end(s: YaluState) -> Region:
    """C-17d: the hexes that a guerrilla may cross to get away but where it does not stay; in Deluxe none."""
    return zones.zone(s, UN) if s.rules.edition.guerrillas_shun else 0


def hop_costs(rules: YaluRuleset) -> Costs:
    """D-16.2: guerrillas count land hexes and nothing else."""
    stop = rules.setting.rulings["guerrillas-and-water"] == "stop"

    def cost(a: Hex, b: Hex) -> int | None:
        return None if not rules.land >> b & 1 or (stop and rules.barriers.has(a, b)) else 1

    return Costs(rules.grid, cost)


def hop_refusals(s: YaluState, units: tuple[int, ...], path: tuple[int, ...], mode: str) -> Iterator[Refusal]:
    """D-16.2: two land hexes a turn; D-8.3.5: UN units and zones do not matter, nor does the weather."""
    rules, hexes, bars = s.rules, [leg(h) for h in path], shunned(s, units[0])
    if mode != "foot" or any(h < 0 for h in path):
        yield Refusal("D-16.2", "guerrilla_on_foot", {"units": units}, units)
    for i, (a, b) in enumerate(pairwise(hexes), 1):
        if rules.hop_costs.of(a, b) is None:
            yield Refusal("D-16.2", "guerrilla_land", {"hex": b}, (), (b,), i)
        if s.held_by(UN) >> b & 1 or (i > 1 and zones.zone(s, UN) >> a & 1):
            trace("D-8.3.5")
        used = max(s.spent[u] for u in units) // rules.point
        for bar in bars:
            if bar.region >> b & 1:
                by = zones.over(s, UN, b) if bar.text == "guerrilla_zone" else tuple(s.stacks(UN).get(b, ()))
                yield Refusal(bar.rule, bar.text, {"units": units, "hex": b, "by_units": by}, by, (b,), i)
        if i == len(hexes) - 1 and no_end(s) >> b & 1 and not any(bar.region >> b & 1 for bar in bars):
            by = zones.over(s, UN, b)
            yield Refusal("C-17d", "guerrilla_stays", {"units": units, "hex": b, "by_units": by}, by, (b,), i)
        if used + i > rules.edition.guerrilla_hexes:
            yield Refusal("D-16.2", "guerrilla_far", {"units": units}, units, (b,), i)
            return


def met(s: YaluState, unit: int, h: Hex) -> list[int]:
    """D-16.1: the units in a hex that would absorb a guerrilla, or the guerrillas that any other Communist unit would
    absorb there; C-17e: in Classic none."""
    if not s.rules.edition.guerrillas_absorbed:
        return []
    return s.regulars_at(h) if s.rules.guerrilla[unit] else s.guerrillas_at(h)


def absorb(s: YaluState, h: Hex) -> None:
    """D-16.1: guerrillas that meet Communist combat units are absorbed by them, one by one."""
    if s.rules.edition.guerrillas_absorbed and s.regulars_at(h):
        for guerrilla in s.guerrillas_at(h):
            s.log("D-16.1", "guerrilla_absorbed", unit=guerrilla, hex=h)
            stacking.eliminate(s, guerrilla)


def in_the_way(s: YaluState, h: Hex) -> int:
    """D-16.3: the number of guerrillas that may stop a UN unit that enters a hex: only those on a road or railway."""
    if not s.rules.edition.guerrillas_stop:
        return 0
    return len(s.guerrillas_at(h)) if s.rules.by_road_or_rail >> h & 1 else 0


def hunt(s: YaluState) -> None:
    """D-16.4: at the end of UN movement every UN unit stacked with guerrillas tries to eliminate one of them.

    A neutralized unit may try too, but not while it regroups.
    """
    hunters: list[int] = []
    for h in s.stacks(COMMUNIST):
        if s.guerrillas_at(h):
            hunters += [u for u in s.stacks(UN).get(h, ()) if not s.flags[u] & REGROUP and not s.rules.naval[u]]
    if hunters:
        s.push(Hunt(tuple(sorted(hunters))))


class Hunt(Frame, frozen=True):
    """UN units that still have to try to eliminate a guerrilla."""

    waiting: Units

    def resolve(self, s: YaluState) -> None:
        """Roll for the next unit, as long as there is a guerrilla left in its hex."""
        if not self.waiting:
            s.pop()
        elif s.guerrillas_at(s.where[self.waiting[0]]):
            s.push(Roll(" ".join(("hunt", s.rules.names.unit(self.waiting[0]))), 1, "D-16.4"))
        else:
            s.replace(Hunt(self.waiting[1:]))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-16.4: 5 or 6 eliminates a guerrilla."""
        unit = self.waiting[0]
        guerrilla = s.guerrillas_at(s.where[unit])[0]
        if dice[0] >= 5:
            s.log("D-16.4", "guerrilla_caught", unit=unit, guerrilla_unit=guerrilla, die=dice[0], hex=s.where[unit])
            stacking.eliminate(s, guerrilla)
        else:
            s.log("D-16.4", "guerrilla_escaped", unit=unit, guerrilla_unit=guerrilla, die=dice[0], hex=s.where[unit])
        s.replace(Hunt(self.waiting[1:]))
