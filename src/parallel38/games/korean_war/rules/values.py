"""9.1 Combat values: what units count when they attack and defend, at the moment of combat."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from parallel38.engine.trace import trace
from parallel38.games.korean_war.rules import command
from parallel38.games.korean_war.state import (
    ATTACKED,
    COMMUNIST,
    LANDED,
    ONSET,
    PERIOD,
    KoreanWarState,
)
from parallel38.hexgrid import Hex

FIRST_DEPOTS = 3
"""The first turn with depots."""


def charted(s: KoreanWarState, unit: int) -> bool:
    """Whether a unit's values depend on command range and commitment. W-9.1g: not in turns 1 and 2. W-9.1h,
    W-19.4c: not those of the Communists in the Chinese Initiative Period. W-11.2x: not of a unit that landed in this
    Action Phase. W-9.1i, W-9.1l: never of garrisons and parachute battalions."""
    if s.turn < FIRST_DEPOTS:
        trace("W-9.1g")
        return False
    if not s.rules.combat[unit]:
        return False
    if s.rules.side_of[unit] == COMMUNIST and s.track[PERIOD]:
        trace("W-9.1h", "W-19.4c")
        return False
    if s.flags[unit] & LANDED:
        trace("W-11.2x")
        return False
    return True


def attack(s: KoreanWarState, unit: int, plain: bool = False) -> int:
    """The attack value of a unit or asset. W-9.1a: the printed value by the chart; W-9.1c: fractions up, unit by unit.
    `plain`: the printed value, as in a landing (W-11.2g)."""
    rules, h = s.rules, s.hex_of(unit)
    if rules.asset[unit]:
        return asset_attack(s, unit, plain)
    value = rules.attack[s.fatigued(unit)][unit]
    times = Fraction(1)
    if not plain and charted(s, unit) and h is not None:
        times = command.best(s, rules.side_of[unit], h, "attack")[0]
    return ceil(value * times * bonus(s, unit))


def asset_attack(s: KoreanWarState, asset: int, plain: bool = False) -> int:
    """The attack value of a non-armor asset. W-9.1j: 1, 2 or 3 by range and commitment. Armor has none (W-8.1a)."""
    if s.rules.armored[asset]:
        return 0
    parent, h = s.parent(asset), s.hex_of(asset)
    printed = s.rules.attack[0][asset]
    if plain or parent is None or h is None or not charted(s, parent):
        return printed
    return int(command.best(s, s.rules.side_of[asset], h, "asset")[0])


def bonus(s: KoreanWarState, unit: int) -> Fraction:
    """What a Chinese division's attack is multiplied by. W-19.3b: in the phase of Full Intervention all of them."""
    if s.rules.nation[unit] == "ccf" and s.track[ONSET]:
        trace("W-19.3b")
        return s.rules.attack_bonus["full_intervention"]
    return Fraction(1)


def first_attack(s: KoreanWarState, unit: int, value: int) -> int:
    """The attack value of the active unit: W-19.3a, more for the first attack of a full Chinese division; not together
    with the other bonus."""
    rules = s.rules
    if (
        not rules.bonuses
        or rules.nation[unit] != "ccf"
        or rules.replacement[unit]
        or s.flags[unit] & ATTACKED
        or s.track[ONSET]
    ):
        return value
    trace("W-19.3a")
    return ceil(value * s.rules.attack_bonus["first_attack"])


def defense(s: KoreanWarState, unit: int, h: Hex, plain: bool = False) -> int:
    """The defense value of a unit, asset, depot or beachhead in a hex. W-9.1b: the chart leaves it or halves it.
    W-7.5k: entrenchments count afterwards. W-9.1k: assets are never halved. W-5.1n: a depot
    alone has its Depot Value."""
    rules = s.rules
    if rules.depot[unit]:
        return s.value[unit]
    value = rules.defense[_side_up(s, unit, h)][unit]
    if not plain and charted(s, unit):
        value = ceil(value * command.best(s, rules.side_of[unit], h, "defense")[0])
    return entrenched(s, unit, h, value)


def anti_tank(s: KoreanWarState, unit: int, h: Hex) -> int:
    """The anti-tank value of a unit or asset in a hex. W-9.1f: never altered by the chart. W-9.4g: by entrenchments."""
    rules = s.rules
    side_up = s.lost[unit] if rules.armored[unit] else _side_up(s, unit, h)
    return entrenched(s, unit, h, rules.anti_tank[side_up][unit])


def armor(s: KoreanWarState, asset: int) -> int:
    """The armor value of an armor asset. W-2.2b: lower on its reduced side."""
    return s.rules.armor[s.lost[asset]][asset]


def _side_up(s: KoreanWarState, unit: int, h: Hex) -> int:
    """The side of a counter that counts in defense: 0 mobile, 1 fatigued. W-7.5i: in an entrenchment the mobile side,
    W-7.5j: unless the unit came into the hex in this Action Phase."""
    if not s.fatigued(unit):
        return 0
    if not sheltered(s, unit, h):
        return 1
    if s.start[unit] - 1 == h:
        trace("W-7.5i")
        return 0
    trace("W-7.5j")
    return 1


def sheltered(s: KoreanWarState, unit: int, h: Hex) -> int:
    """The entrenchment that a unit has the benefit of. W-7.5h: combat units, assets and garrisons. W-7.5n: no parachute
    battalions; nor depots, beachheads and Task Force Smith."""
    rules = s.rules
    if not (rules.combat[unit] or rules.asset[unit] or rules.garrison[unit]):
        return 0
    return s.works(rules.side_of[unit], h)


def entrenched(s: KoreanWarState, unit: int, h: Hex, value: int) -> int:
    """A value in defense with the entrenchment of its hex. W-7.5f: times 1½, fractions up. W-7.5g: times 2."""
    level = sheltered(s, unit, h)
    return ceil(value * s.rules.works_times[level]) if level else value
