"""12 UN support units in combat: which units may support a fire, and with how many factors."""

from collections import Counter
from collections.abc import Iterable, Iterator

from parallel38.engine.facts import fact
from parallel38.engine.flow import Refusal
from parallel38.engine.trace import trace
from parallel38.games.yalu.state import AIR, BOMBARDED, FIRED, ROUNDED, SIDES, UN, YaluState
from parallel38.hexgrid import Hex, Region

MOST = 3
"""The largest number of support factors for one fire (12.1.4)."""


def factors(s: YaluState, support: Iterable[int]) -> int:
    """The support factors of a list of support units.

    A tank or artillery unit gives its whole factor; a ship is named once for each factor that it gives (D-12.2.1).
    """
    split = s.rules.edition.ships_split
    return sum(1 if split and s.rules.naval[u] else s.rules.strength[u] for u in support)


def shots(s: YaluState, ship: int) -> int:
    """How often a ship can still be named in this phase: once for each factor left; C-12a: once for all of them."""
    left = s.rules.strength[ship] - s.spent[ship]
    return left if s.rules.edition.ships_split else int(left == s.rules.strength[ship])


def shoot(s: YaluState, ship: int, times: int) -> None:
    """Record that a ship has used so many factors (D-12.2.1), or its whole factor (C-12a)."""
    s.spend(ship, s.spent[ship] + times if s.rules.edition.ships_split else s.rules.strength[ship])


@fact("presence", of=UN)
def present(s: YaluState) -> list[int]:
    """The support units on the map."""
    return [u for u in s.present(UN) if s.rules.support[u]]


def covered(s: YaluState) -> Region:
    """The hexes within range of any support unit."""
    grid, where, range_ = s.rules.grid, s.where, s.rules.range
    region = 0
    for unit in present(s):
        region |= grid.spread(1 << where[unit], grid.all, steps=range_[unit])
    return region


def land_at(s: YaluState, h: Hex) -> list[int]:
    """The tank and artillery support units in a hex."""
    return [u for u in s.stacks(UN).get(h, ()) if s.rules.support[u] and not s.rules.naval[u]]


def in_range(s: YaluState, unit: int, target: int) -> bool:
    """D-12.2.2: the range of a ship, in hexes, is its number of support factors, however it splits them; other units
    have their own.

    The distance is to the hex that is bombarded or attacked: in defence the hex of the units supported. A place that is
    no hex is out of every range.
    """
    grid = s.rules.grid
    return s.on_map(unit) and 0 <= target < grid.size and grid.distance(s.where[unit], target) <= s.rules.range[unit]


def storm(s: YaluState, target: Hex) -> bool:
    """D-4.2: whether the weather keeps ships from firing at a hex north of the Weather Line."""
    return not s.effect(UN, "naval_north") and bool(s.rules.north >> target & 1)


def at_hand(s: YaluState, homes: Iterable[Hex], target: Hex) -> tuple[int, ...]:
    """Every unit that could still support a fire by units in these hexes, ships once for each factor left.

    `target` is the hex that is attacked, in defence too.

    D-12.1.2: tanks and artillery stand with the units that they support, ships within their range. D-12.1.5: not units
    that have bombarded in this turn. D-12.2.4: nor a ship that has changed seas.
    """
    found = [u for h in sorted(set(homes)) for u in land_at(s, h) if not s.flags[u] & (FIRED | BOMBARDED)]
    helped = tuple(set(homes)) if s.rules.edition.ships_reach_units else (target,)
    for ship in present(s):
        free = s.rules.naval[ship] and not s.flags[ship] & (BOMBARDED | ROUNDED)
        if free and any(in_range(s, ship, h) and not storm(s, h) for h in helped):
            found += [ship] * shots(s, ship)
    return tuple(found)


def refusals(s: YaluState, support: tuple[int, ...], air: int, homes: Iterable[Hex], target: Hex) -> Iterator[Refusal]:
    """Every reason why support units may not support a fire by units in these hexes in an attack on a hex, or be
    committed to it."""
    homes = set(homes)
    helped = tuple(sorted(homes)) if s.rules.edition.ships_reach_units else (target,)
    for unit, times in Counter(support).items():
        args = {"unit": unit, "hex": target}
        if not s.rules.support[unit]:
            yield Refusal("D-12.1.1", "no_support_unit", args, (unit,))
        elif not s.on_map(unit):
            yield Refusal("D-2.7", "not_your_unit", {"unit": unit, "side": SIDES[UN]}, (unit,))
        elif s.flags[unit] & BOMBARDED:
            yield Refusal("D-12.1.5", "support_bombarded", args, (unit,))
        elif s.flags[unit] & ROUNDED:
            yield Refusal("D-12.2.4", "ship_rounded", args, (unit,))
        elif s.rules.naval[unit]:
            near = [h for h in helped if in_range(s, unit, h)]
            if not near:
                where = helped[0] if helped else target
                yield Refusal(
                    "D-12.2.2", "ship_range", {**args, "hex": where, "n": s.rules.range[unit]}, (unit,), helped
                )
            elif all(storm(s, h) for h in near):
                yield Refusal("D-4.2", "ship_weather", {**args, "hex": near[0]}, (unit,), (near[0],))
            else:
                yield from shots_bar(s, unit, times)
        elif s.where[unit] not in homes:
            yield Refusal("D-12.1.2", "support_apart", args, (unit,))
        elif s.flags[unit] & FIRED or times > 1:
            yield Refusal("D-12.1.3", "support_used", args, (unit,))
    if not 0 <= air <= s.track[AIR]:
        # D-12.3.2: each air factor is used once; D-12.3.3: anywhere on the map
        yield Refusal("D-12.3.2", "air_short", {"n": s.track[AIR]})
    elif air:
        trace("D-12.3.3")


def shots_bar(s: YaluState, ship: int, times: int) -> Iterator[Refusal]:
    """D-12.2.1: a ship may split its factors, but each of them fires once. C-12a: in Classic it does not split them."""
    left = shots(s, ship)
    if times > left:
        text = "ship_factors" if s.rules.edition.ships_split else "ship_whole"
        yield Refusal("D-12.2.1", text, {"unit": ship, "n": left}, (ship,))


def too_much(s: YaluState, support: tuple[int, ...], air: int) -> Iterator[Refusal]:
    """D-12.1.4: at most three support factors on one fire."""
    total = factors(s, support) + air
    if total > MOST:
        yield Refusal("D-12.1.4", "support_most", {"n": total}, support)


def use(s: YaluState, support: tuple[int, ...], air: int) -> None:
    """Record that support has been given: tanks and artillery once, ships and aircraft factor by factor."""
    for unit, times in Counter(support).items():
        if s.rules.naval[unit]:
            shoot(s, unit, times)
        else:
            s.flag(unit, FIRED)
    if air:
        s.tell(AIR, s.track[AIR] - air)


def give_back(s: YaluState, support: tuple[int, ...], air: int) -> None:
    """Return support that was committed and has not been used."""
    for unit, times in Counter(support).items():
        if s.rules.naval[unit]:
            s.spend(unit, s.spent[unit] - times if s.rules.edition.ships_split else 0)
        else:
            s.flag(unit, FIRED, on=False)
    if air:
        s.tell(AIR, s.track[AIR] + air)


def unmark(s: YaluState) -> None:
    """D-12.1.5, D-13.2: when the UN Combat Phase ends, unmark units that have bombarded or changed seas (12.2.4)."""
    for unit in s.rules.units_of[UN]:
        if s.flags[unit] & (BOMBARDED | ROUNDED):
            trace("D-12.1.5", "D-13.2")
            s.flag(unit, BOMBARDED | ROUNDED, on=False)
