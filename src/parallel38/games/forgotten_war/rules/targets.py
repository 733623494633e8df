"""5.1 Designate the target: which hexes and units a unit or marker may fire at, and who spots for it."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.facts import fact
from parallel38.engine.flow import Obstacle, Refusal
from parallel38.engine.trace import trace
from parallel38.games.forgotten_war.rules import stacking
from parallel38.games.forgotten_war.state import ABANDONED, COMMUNIST, CROWDING, REVEALED, ForgottenWarState
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame.costs import blocked_hexes

DIRECT, INDIRECT = MODES = "direct", "indirect"
UNSEEN = {
    "mortar": ("F-5.1.6.A", "not_spotted_mortar"),
    "air": ("F-5.1.7.B", "not_spotted_air"),
    "artillery": ("F-5.1.4.A", "not_spotted"),
}
"""By which rule a hex is not spotted, and what is said of it."""


def modes_of(s: ForgottenWarState, unit: int) -> tuple[str, ...]:
    """How a unit or marker can fire. F-2.4.4.C1: markers and guns indirectly; F-2.4.4.C2, F-2.4.4.C2x: units directly,
    guns too."""
    rules = s.rules
    if rules.marker[unit]:
        return (INDIRECT,)
    return MODES if rules.gun[unit] else (DIRECT,)


def is_area(s: ForgottenWarState, unit: int, mode: str) -> bool:
    """Whether fire is area fire. F-2.4.4.C3: of aircraft, artillery and M19s (F-2.1.2.e); F-5.2.2.B1: of guns that fire
    directly, too. F-2.4.4.C4: all other fire is at one unit."""
    return mode == INDIRECT or s.rules.area[unit]


@fact("where", "crew", "enemy.where", "enemy.crew")
def aimable(s: ForgottenWarState, side: int) -> Region:
    """The hexes with units of a side that the other side may fire at. F-5.1.2.A: none in a continuing close combat."""
    return s.held(side) & ~s.contested(side)


@fact("where", of=COMMUNIST)
def departed(s: ForgottenWarState) -> int:
    """A bit for each Communist division of which a unit stands outside its assembly area."""
    rules, found = s.rules, 0
    for i, division in enumerate(rules.hideouts):
        home = rules.assembly[division]
        if any(s.on_map(u) and not home >> s.where[u] & 1 for u in rules.of_division[division]):
            found |= 1 << i
    return found


@fact("where", "crew")
def armour_alone(s: ForgottenWarState, side: int) -> Region:
    """The hexes in which a side has armoured vehicles and nothing else."""
    armoured, region = s.rules.armoured, 0
    for h, units in s.manned(side).items():
        if all(armoured[u] for u in units):
            region |= 1 << h
    return region


def seen_from(s: ForgottenWarState, hexes: Region, far: int) -> Region:
    """The hexes at most `far` hexes from one of these, without those in which the spotters stand alone."""
    grid, found = s.rules.grid, hexes
    for _ in range(far):
        found |= grid.around(found)
    return found


def spotters(s: ForgottenWarState, unit: int) -> list[int]:
    """The units that can spot for a marker or gun.

    F-5.1.4.A1: the gun itself too; F-5.1.4.A2a: also units in close combat. F-5.1.6.A, F-5.1.6.B: for a mortar all
    units of the formation to which it is assigned, and no others. F-2.4.2: of whatever nation.
    """
    rules, side = s.rules, s.rules.side_of[unit]
    able = [u for u in s.present(side) if not s.flags[u] & ABANDONED]
    if rules.mortar[unit]:
        served = {*rules.mortar_callers(s, unit)}
        return [u for u in able if u in served]
    return [u for u in able if u != unit or not rules.battle.blind(s, unit)]


@fact("where", "crew", "serves", ("track", 0), key=lambda s, unit: (s.rules.side_of[unit], s.rules.eyes(s, unit)))
def spotted(s: ForgottenWarState, unit: int) -> Region:
    """The hexes that are spotted for a marker or gun.

    F-5.1.4.A: those next to a spotter; F-5.1.5.a, F-5.1.5.b: for artillery and mortars also those within three hexes of
    one on a hilltop, whatever lies between; F-5.1.7.B, F-5.1.7.C, F-5.1.7.D: for aircraft those within three hexes of
    any.
    """
    rules = s.rules
    hexes = 0
    for u in spotters(s, unit):
        hexes |= 1 << s.where[u]
    if rules.air[unit]:
        return seen_from(s, hexes, rules.far["spotter_for_air"])
    on_hills = seen_from(s, hexes & rules.hilltops, rules.far["spotter_on_hilltop"])
    return seen_from(s, hexes, rules.far["spotter"]) | on_hills


def spotter_of(s: ForgottenWarState, unit: int, h: Hex) -> int | None:
    """The unit that spots a hex for a marker or gun: the nearest one; None if none does or none is needed."""
    if not s.rules.battle.spots(s, unit):
        return None
    grid, hilltops, air = s.rules.grid, s.rules.hilltops, s.rules.air[unit]

    def sees(u: int) -> bool:
        kind = "spotter_for_air" if air else "spotter_on_hilltop" if hilltops >> s.where[u] & 1 else "spotter"
        return grid.distance(s.where[u], h) <= s.rules.far[kind]

    return min(filter(sees, spotters(s, unit)), key=lambda u: grid.distance(s.where[u], h), default=None)


def obstacles(s: ForgottenWarState, unit: int, mode: str) -> list[Obstacle]:
    """The hexes that a unit or marker may not fire at in a mode, each region with its rule. F-5.1.2.C1, F-5.1.2.C2:
    what closes a hex or hexside to movement does not matter. F-5.1.7.A: only the UN has aircraft."""
    rules, side = s.rules, s.rules.side_of[unit]
    everywhere = rules.grid.all
    found = [Obstacle("F-5.1.2.A", "target_locked", s.contested(side))]
    if mode == DIRECT:
        rule, far = rules.battle.direct_range(rules, unit)
        found.append(Obstacle(rule, "out_of_direct_range", everywhere & ~rules.disk(s.where[unit], far)))
    else:
        found += rules.battle.indirect_limits(s, unit)
        if rules.battle.spots(s, unit):
            rule, text = UNSEEN["mortar" if rules.mortar[unit] else "air" if rules.air[unit] else "artillery"]
            unseen = everywhere & ~spotted(s, unit)
            if rules.battle.blind(s, unit):
                own = rules.disk(s.where[unit], rules.far["spotter"]) & unseen
                found.append(Obstacle("F-5.1.5.1.A", "blind_gun", own))
                unseen &= ~own
            found.append(Obstacle(rule, text, unseen))
    if not rules.bites[unit]:
        found.append(Obstacle("F-5.2.2.A1", "armour_alone", armour_alone(s, 1 - side)))
    return found


def region(s: ForgottenWarState, unit: int, mode: str) -> Region:
    """The hexes that a unit or marker may fire at in a mode."""
    rules, side = s.rules, s.rules.side_of[unit]
    found = aimable(s, 1 - side)
    if mode == DIRECT and found:
        found &= rules.disk(s.where[unit], rules.direct_far[unit])
    elif found and rules.air[unit] and rules.battle.hides:
        found &= ~under_cover(s)
    found = found and found & ~blocked_hexes(obstacles(s, unit, mode))
    if found and is_area(s, unit, mode):
        for h in bits(found & stacking.pressed(s, 1 - side)):  # all others there may be beyond harm
            if not aims(s, unit, mode, h):
                found ^= 1 << h
    return found


@fact("where", "crew", ("track", REVEALED), of=COMMUNIST)
def under_cover(s: ForgottenWarState) -> Region:
    """F-5.1.7.2.A: the hexes in which all Communist units belong to divisions that are hidden from aircraft.
    F-5.1.7.2.B: none of a division that has left its assembly area, in it or not."""
    rules, found = s.rules, 0
    hidden = {name for i, name in enumerate(rules.hideouts) if not s.track[REVEALED] >> i & 1}
    if s.track[REVEALED]:
        trace("F-5.1.7.2.B")
    for h, units in s.manned(COMMUNIST).items() if hidden else ():
        if all(rules.division[u] in hidden for u in units):
            found |= 1 << h
    return found


@fact("where", "crew", "enemy.where", "enemy.crew")
def line(s: ForgottenWarState, side: int) -> tuple[int, ...]:
    """The units of a side on the map that have a target for direct fire within the range of some unit, in their
    order."""
    held, near = s.held(side), aimable(s, 1 - side)
    for _ in range(s.rules.farthest[side] if near else 0):
        near |= s.rules.grid.around(near)
    return tuple(sorted(u for h in bits(held & near) for u in s.at(side, h)))


def aims(s: ForgottenWarState, unit: int, mode: str, h: Hex) -> list[int]:
    """The units in a hex that fire of a unit or marker can hurt.

    F-5.1.2.B1, F-5.1.2.B2: an abandoned gun in the hex does not matter. F-5.2.2.A1: armour only if the fire has a value
    against it. F-5.4.Bx: area fire spares units that were pressed into a full hex.
    """
    side = s.rules.side_of[unit]
    found = [u for u in s.at(1 - side, h) if value(s, unit, mode, u) > 0 and not s.rules.battle.hidden(s, unit, u)]
    pressed = spared(s, 1 - side, h) if is_area(s, unit, mode) else []
    return [u for u in found if u not in pressed] if pressed else found


def spared(s: ForgottenWarState, side: int, h: Hex) -> list[int]:
    """F-5.4.Bx: the units of a side that came into a hex against their will and overstack it still."""
    found = [u for u in s.at(side, h) if s.flags[u] & CROWDING]
    return found if found and len(found) < len(s.at(side, h)) and stacking.crowded(s, side, h) else []


def value(s: ForgottenWarState, unit: int, mode: str, target: int) -> int:
    """F-5.2.2: the fire value of a unit or marker against a unit.

    F-5.2.2.A1: against armour leg units, artillery and unarmoured vehicles have none; F-5.2.2.A2: aircraft have half,
    F-4.2: rounded down. F-5.2.2.B1: a gun that fires directly uses its own strength, not that of its marker.
    """
    rules = s.rules
    strength = rules.barrage[unit] if mode == INDIRECT and rules.gun[unit] else s.fire(unit)
    if not rules.armoured[target]:
        return strength
    return strength // 2 if rules.air[unit] else strength if rules.bites[unit] else 0


def refusals(s: ForgottenWarState, unit: int, mode: str, h: Hex, targets: tuple[int, ...]) -> Iterator[Refusal]:
    """Every reason against a target: its hex, then the units that are named."""
    rules, side = s.rules, s.rules.side_of[unit]
    args = {"unit": unit, "hex": h}
    if h >= rules.grid.size or not s.at(1 - side, h):
        yield Refusal("F-5.1.1.a", "nobody_there", args, (unit,), (h,) if h < rules.grid.size else ())
        return
    for bar in obstacles(s, unit, mode):
        if bar.region >> h & 1:
            yield Refusal(bar.rule, bar.text, {**args, "n": _far(s, unit, mode)}, (unit,), (h,))
    able, powerless = aims(s, unit, mode, h), mode == DIRECT and not s.fire(unit)
    for target in dict.fromkeys(targets):
        if target not in s.at(1 - side, h):
            yield Refusal("F-5.1.1.a", "target_elsewhere", {**args, "target_unit": target}, (target,), (h,))
        elif target not in able and not powerless:
            yield _immune(s, unit, mode, target, args)
    if not targets and not able and not powerless and not armour_alone(s, 1 - side) >> h & 1:
        yield _immune(s, unit, mode, s.at(1 - side, h)[0], args)
    if len({*targets}) < len(targets):
        yield Refusal("F-5.1.1.a", "target_twice", args, targets, (h,))
    elif len(targets) > 1 and not is_area(s, unit, mode):
        yield Refusal("F-5.1.1.a", "one_target", args, targets, (h,))
    elif 1 < len(targets) < len(able):
        yield Refusal("F-5.1.1.b", "one_or_all", args, targets, (h,))


def _immune(s: ForgottenWarState, unit: int, mode: str, target: int, args: dict[str, int]) -> Refusal:
    """Why a unit in the hex cannot be hurt."""
    told = {**args, "target_unit": target}
    if is_area(s, unit, mode) and target in spared(s, s.rules.side_of[target], args["hex"]):
        return Refusal("F-5.4.Bx", "spared", told, (target,), (args["hex"],))
    if value(s, unit, mode, target) <= 0:
        return Refusal("F-5.2.2.A1", "armour", told, (target,), (args["hex"],))
    return Refusal("F-5.1.7.2.A", "hidden_division", told, (target,), (args["hex"],))


def _far(s: ForgottenWarState, unit: int, mode: str) -> int:
    """The range of a unit or marker in a mode, in hexes, for a refusal."""
    rules = s.rules
    return rules.battle.direct_range(rules, unit)[1] if mode == DIRECT else rules.battle.indirect_range(s, unit)
