"""9.2 to 9.4 Who takes part in a combat, its odds, and what modifies its dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from parallel38.engine.trace import trace
from parallel38.games.korean_war.rules import restraint, values
from parallel38.games.korean_war.state import AIR_BONUS, CAS, COMMUNIST, SIDES, UN, KoreanWarState
from parallel38.hexgrid import Hex, Region, bits

KINDS = ("normal", "intensive", "all_out")
"""W-7.2d: the three kinds of attack, which cost 1, 2 and 3 Action Points."""
WAVES = {"wave": "intensive", "all_out_wave": "all_out"}
"""W-9.4ad: a Chinese Wave Attack is an intensive or an all-out one."""
NAVAL_FROM, LANDINGS_FROM = 2, 4
"""W-9.4r, W-9.4t: the first turn with naval support, and the first with the full support of landings."""


def kind_of(mode: str) -> str:
    """The kind of attack that a mode is."""
    return WAVES.get(mode, mode)


class Fighting(Protocol):
    """What the odds of a combat are reckoned from: the frame of it, or an attack before it begins."""

    @property
    def unit(self) -> int: ...  # noqa: D102
    @property
    def hex(self) -> Hex: ...  # noqa: D102
    @property
    def mode(self) -> str: ...  # noqa: D102
    @property
    def attackers(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def assets(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def armor(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def targets(self) -> tuple[Hex, ...]: ...  # noqa: D102
    @property
    def landing(self) -> bool: ...  # noqa: D102
    @property
    def bonus(self) -> int: ...  # noqa: D102
    @property
    def support(self) -> int: ...  # noqa: D102
    @property
    def first(self) -> bool: ...  # noqa: D102


class Part(NamedTuple):
    """One modifier of a die: its name, what it adds, and its rule."""

    name: str
    die: int
    rule: str


# ------------------------------------------------------------------------------------------------------- who takes part


def targets(s: KoreanWarState, side: int, h: Hex, unit: int | None = None) -> Region:
    """The hexes that an attack of a unit from a hex is against. W-19.2d: for some Chinese units none south of the 38th
    Parallel. W-9.2i: all enemy units next to the active unit. W-9.2b, W-9.2j:
    not across estuaries and sea. W-9.2k: not units that are next to other attackers only."""
    found = s.rules.beside[h] & s.held_by(1 - side)
    shut = 0 if unit is None else restraint.barred(s, unit) & found
    return 0 if shut and restraint.forbids(s) else found & ~shut


def defenders(s: KoreanWarState, side: int, hexes: Iterable[Hex]) -> list[int]:
    """The units that defend in some hexes. W-5.1q: depots only where no combat unit stands. W-11.2af: a beachhead only
    where it is alone."""
    rules, found = s.rules, list[int]()
    for h in hexes:
        there = s.stacks(side).get(h, [])
        fight = any(rules.combat[u] for u in there)
        found += [u for u in there if not (fight and rules.depot[u]) and not (len(there) > 1 and rules.beachhead[u])]
    return found


def neighbours(s: KoreanWarState, side: int, unit: int, hexes: Region) -> tuple[list[int], list[int]]:
    """The other combat units that must join an attack on some hexes, and those that may.

    W-9.2d: all that are next to a defender must, also fatigued ones. W-9.2e: none that estuary or sea parts from all of
    them. W-9.2f: those that rivers part from all defenders next to them may. W-19.2d: some Chinese units only against
    defenders north of the 38th Parallel.
    """
    rules, must, may = s.rules, list[int](), list[int]()
    near: Region = 0
    for h in bits(hexes):
        near |= rules.beside[h]
    for h in bits(near & s.posts(side)):
        for other in s.fighters(side)[h]:
            against = rules.beside[h] & hexes & ~restraint.barred(s, other)
            if other != unit and against:
                dry = any(not rules.rivers.has(h, n) for n in bits(against))
                (must if dry else may).append(other)
    return must, may


def eligible_armor(s: KoreanWarState, units: Iterable[int], hexes: Iterable[Hex]) -> list[int]:
    """The armor assets that may be committed to an attack. W-9.4b: none if a defender is in rough, mountain or peak
    terrain without road, trail or railroad. W-9.4c: where the attackers stand does not matter."""
    if any(s.rules.trackless >> h & 1 for h in hexes):
        return []
    return [asset for unit in units for asset in s.assets(unit) if s.rules.armored[asset]]


# ----------------------------------------------------------------------------------------------------------------- odds


def attack_parts(s: KoreanWarState, fight: Fighting) -> list[tuple[int, int]]:
    """What each attacking unit and asset adds to the attack. W-9.2m: all of them are one sum."""
    found: list[tuple[int, int]] = []
    for unit in fight.attackers:
        value = values.attack(s, unit, fight.landing)
        if unit == fight.unit and not fight.landing:
            value = values.first_attack(s, unit, value)
        found.append((unit, value))
    return found + [(asset, values.asset_attack(s, asset, fight.landing)) for asset in fight.assets]


def defense_parts(s: KoreanWarState, side: int, fight: Fighting) -> list[tuple[int, int]]:
    """What each defending unit and asset adds to the defense. W-9.2l, W-8.1d: assets always take part. W-5.1o: also
    those at a depot that is alone. W-8.1a: armor has no defense value."""
    rules, found = s.rules, list[tuple[int, int]]()
    for h in fight.targets:
        for unit in defenders(s, side, (h,)):
            found.append((unit, values.defense(s, unit, h, fight.landing)))
        for asset in _assets_in(s, side, h):
            if not rules.armored[asset]:
                found.append((asset, values.defense(s, asset, h, fight.landing)))
    return found


def _assets_in(s: KoreanWarState, side: int, h: Hex) -> Iterator[int]:
    """The assets of all units and depots in a hex. W-8.2d: those at a depot defend too."""
    for unit in s.stacks(side).get(h, ()):
        yield from s.assets(unit)


def line(s: KoreanWarState, fight: Fighting) -> str:
    """The line of the Combat Results Table. W-4.3b: clear only for clear terrain. W-9.3c: of several hexes the best for
    the defender. W-11.2h: always clear for a landing."""
    if fight.landing:
        trace("W-11.2h")
        return "clear"
    rough = [h for h in fight.targets if not s.rules.clear >> h & 1]
    if rough and len(rough) < len(fight.targets):
        trace("W-9.3c")
    return "non_clear" if rough else "clear"


def odds(s: KoreanWarState, fight: Fighting) -> tuple[int, int, str]:
    """The sums of attack and defense, and the column; W-9.3.exA and W-9.3.exC are examples. W-9.3a: rounded down.
    W-9.3b: beyond the table its ends."""
    side = s.rules.side_of[fight.unit]
    attack = sum(value for _, value in attack_parts(s, fight))
    defense = max(1, sum(value for _, value in defense_parts(s, 1 - side, fight)))
    columns = s.rules.odds_columns
    return attack, defense, columns.column(attack, defense) or columns.names[0]


def armor_odds(s: KoreanWarState, fight: Fighting) -> tuple[int, int, str]:
    """The sums of armor and anti-tank values and the column of the Armor Table. W-9.4e: all defenders and their assets.
    W-9.4f: but those that are next to no attacker with committed armor."""
    rules, side = s.rules, s.rules.side_of[fight.unit]
    near: Region = 0
    for asset in fight.armor:
        h = s.hex_of(asset)
        near |= rules.beside[h] if h is not None else 0
    total = 0
    for h in fight.targets:
        if not near >> h & 1:
            trace("W-9.4f")
            continue
        total += sum(values.anti_tank(s, u, h) for u in defenders(s, 1 - side, (h,)))
        total += sum(values.anti_tank(s, u, h) for u in _assets_in(s, 1 - side, h))
    attack = sum(values.armor(s, asset) for asset in fight.armor)
    columns = rules.armor_columns
    return attack, max(1, total), columns.column(attack, max(1, total)) or columns.names[0]


# ------------------------------------------------------------------------------------------------------------ modifiers


def _across_river(s: KoreanWarState, units: Iterable[int], hexes: Iterable[Hex]) -> bool:
    """Whether a river parts some unit from a defender next to it. W-9.4w, W-9.4k: lines across it do not matter."""
    rules, stood = s.rules, {h for u in units if (h := s.hex_of(u)) is not None}
    return any(rules.rivers.has(a, h) for h in hexes for a in bits(rules.beside[h]) if a in stood)


def armor_modifiers(s: KoreanWarState, fight: Fighting) -> list[Part]:
    """What modifies the die of the Armor Table. W-9.4k: rivers. W-9.4l: rough, mountain and peak with a line. W-9.4m:
    else broken terrain. W-9.4n: cities. W-9.4o: together no more than -5."""
    rules, die = s.rules, s.rules.charts["armor_modifiers"]
    found: list[Part] = []
    if _across_river(s, fight.armor, fight.targets):
        found.append(Part("river", die["river", "die"], "W-9.4k"))
    if any(rules.rugged >> h & 1 for h in fight.targets):
        found.append(Part("rough", die["rough", "die"], "W-9.4l"))
    elif any(rules.broken >> h & 1 for h in fight.targets):
        found.append(Part("broken", die["broken", "die"], "W-9.4m"))
    if any(rules.cities >> h & 1 for h in fight.targets):
        found.append(Part("city", die["city", "die"], "W-9.4n"))
    return found


def modifiers(s: KoreanWarState, fight: Fighting) -> list[Part]:
    """What modifies the die of a combat, in the order of 9.4."""
    found = [*_help(s, fight), *_ground(s, fight), *_manner(s, fight)]
    return [part for part in found if part.die]


def _help(s: KoreanWarState, fight: Fighting) -> Iterator[Part]:
    """Armor, air and naval support. W-9.4p, W-15.1c: each point of air support counts for the UN. W-9.4q: the
    Communists' in turn 1. W-9.4r, W-9.4s: naval support on the coast. W-9.4t: more of it for landings. W-9.4u: not
    everywhere. W-9.4v: none in turn 1."""
    rules, die = s.rules, s.rules.charts["combat_modifiers"]
    side = rules.side_of[fight.unit]
    yield Part("armor", fight.bonus, "W-9.4h")
    if fight.support:
        if side == COMMUNIST and s.turn == 1:
            yield Part("nk_air", die["nk_air", "die"] * fight.support, "W-9.4q")
        else:
            each = die["air_point", "die"] * fight.support
            yield Part("air", each if side == UN else -each, "W-9.4p")
    if s.turn < NAVAL_FROM:
        if any(rules.naval >> h & 1 for h in fight.targets):
            trace("W-9.4v")
        return
    if fight.landing:
        early = s.turn < LANDINGS_FROM
        yield Part("naval", die["naval_landing_early" if early else "naval_landing", "die"], "W-9.4t")
    elif any(rules.naval >> h & 1 for h in fight.targets):
        if side == UN:
            yield Part("naval", die["naval_attack", "die"], "W-9.4r")
        else:
            yield Part("naval", die["naval_defense", "die"], "W-9.4s")
    elif any(rules.coast >> h & 1 for h in fight.targets):
        trace("W-9.4u")


def _ground(s: KoreanWarState, fight: Fighting) -> Iterator[Part]:
    """Rivers, terrain and cities. W-11.2n: cities do not count in landings, terrain does: 11.2 takes away only its line
    of the table."""
    rules, die = s.rules, s.rules.charts["combat_modifiers"]
    if not fight.landing and _across_river(s, fight.attackers, fight.targets):
        yield Part("river", die["river", "die"], "W-9.4w")
    worst = min(rules.terrain_die[h] for h in fight.targets)
    if worst:
        yield Part("terrain", worst, "W-9.4x")
    if any(rules.cities >> h & 1 for h in fight.targets):
        if fight.landing:
            trace("W-11.2n")
        else:
            yield Part("city", die["city", "die"], "W-9.4y")


def _manner(s: KoreanWarState, fight: Fighting) -> Iterator[Part]:
    """The kind of attack (W-9.4z), defending armor, waves. W-11.2m: no kind of attack counts in landings."""
    rules, side, die = s.rules, s.rules.side_of[fight.unit], s.rules.charts["combat_modifiers"]
    if fight.landing:
        trace("W-11.2m")
        return
    kind = kind_of(fight.mode)
    if kind != "normal" or fight.first:
        yield Part(kind, rules.charts["attack_actions"][kind, "die"], "W-7.4d" if kind == "normal" else "W-7.4f")
    yield from armor_advantage(s, side, fight)
    if fight.mode in WAVES:
        yield Part("wave", die["wave", "die"], "W-9.4af")


def armor_advantage(s: KoreanWarState, side: int, fight: Fighting) -> Iterator[Part]:
    """W-9.4aa: -2 or -1 for defending armor if no attacking hex holds armor. W-9.4ab: not if armor defends in terrain
    without road, trail and railroad. W-9.4ac, W-11.2j: never in landings."""
    rules, die = s.rules, s.rules.charts["combat_modifiers"]
    stood = {h for u in fight.attackers if (h := s.hex_of(u)) is not None}
    tanks = {h: [a for a in _assets_in(s, 1 - side, h) if rules.armored[a]] for h in fight.targets}
    total = sum(values.armor(s, a) for there in tanks.values() for a in there)
    if not total or any(rules.armored[a] for h in stood for a in _assets_in(s, side, h)):
        return
    if any(there and rules.trackless >> h & 1 for h, there in tanks.items()):
        trace("W-9.4ab")
        return
    strong = total >= rules.charts["combat_limits"]["strong_armor", "figure"]
    yield Part("defending_armor", die["defending_armor_strong" if strong else "defending_armor", "die"], "W-9.4aa")


def total(s: KoreanWarState, fight: Fighting) -> int:
    """The sum of all modifiers of a combat. W-9.4ai: between -4 and +5."""
    limits = s.rules.charts["combat_limits"]
    found = sum(part.die for part in modifiers(s, fight))
    return max(limits["lowest_sum", "figure"], min(limits["highest_sum", "figure"], found))


def armor_total(s: KoreanWarState, fight: Fighting) -> int:
    """The sum of the modifiers of the Armor Table."""
    found = sum(part.die for part in armor_modifiers(s, fight))
    return max(s.rules.charts["armor_modifiers"]["lowest_sum", "die"], found)


def result(s: KoreanWarState, fight: Fighting, die: int) -> str:
    """The result of the Combat Results Table for a die."""
    chart = s.rules.charts["combat_" + line(s, fight)]
    return str(chart[_row(chart, die + total(s, fight)), odds(s, fight)[2]])


def armor_result(s: KoreanWarState, fight: Fighting, die: int) -> str:
    """The result of the Armor Table for a die."""
    chart = s.rules.charts["armor"]
    return str(chart[_row(chart, die + armor_total(s, fight)), armor_odds(s, fight)[2]])


def _row(chart: object, figure: int) -> str:
    """The row of a table for a modified die; beyond the table its last one."""
    rows = [int(name) for name in chart.rows]  # type: ignore[attr-defined]
    return str(max(rows[0], min(rows[-1], figure)))


def supporter(s: KoreanWarState, fight: Fighting) -> tuple[str, int]:
    """The side that may bring air support to a combat, and the most points. W-9.4p: the UN, one or two points while
    they last. W-9.4q: in turn 1 the Communists when they attack, one bonus."""
    if s.turn == 1:
        own = s.rules.side_of[fight.unit] == COMMUNIST and not fight.landing
        return SIDES[COMMUNIST], min(1, s.track[AIR_BONUS]) if own else 0
    most = s.rules.charts["combat_limits"]["air_points", "figure"]
    return SIDES[UN], min(most, s.track[CAS])
