"""What a fire or a close combat can bring, exactly, before any die is thrown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from parallel38.engine.previews import Branch, Modifier, Note, Preview, Result, Row, Toll
from parallel38.games.forgotten_war.rules import close_combat, losses, shots, targets
from parallel38.games.forgotten_war.state import SIDES, ForgottenWarState
from parallel38.hexgrid import Hex

DICE = range(1, 7)
FATES = ("eliminated", "reduced_retreats", "reduced", "retreats", "stands", "missed")
"""What can become of a target, the worst for it first."""
CODES = {"eliminated": "X", "reduced_retreats": "1R", "reduced": "1", "retreats": "0R", "stands": "0", "missed": "-"}
"""What can become of a target, in the codes of the fire table; X: no step left, R: the coloured die drives it off."""
RANKS = {"eliminated": 0, "reduced_retreats": 0, "reduced": 1, "retreats": 1, "stands": 2, "missed": 2}


def fates(s: ForgottenWarState, unit: int, mode: str, target: int) -> dict[str, Fraction]:
    """What can become of a target of fire, each with its chance."""
    rules, found = s.rules, defaultdict[str, Fraction](Fraction)
    power = targets.value(s, unit, mode, target)
    white = shots.drm(shots.white_modifiers(s, unit, target))
    driven = Fraction(
        sum(rules.drives_off(n + shots.drm(shots.coloured_modifiers(s, target))) for n in DICE), len(DICE)
    )
    left = losses.steps_left(s, target)
    for n in DICE:
        result, chance = rules.fire_result(power, n + white), Fraction(1, len(DICE))
        if result == shots.MISS:
            found["missed"] += chance
        elif int(result) >= left:
            found["eliminated"] += chance
        else:
            hit = int(result) > 0
            found["reduced_retreats" if hit else "retreats"] += chance * driven
            found["reduced" if hit else "stands"] += chance * (1 - driven)
    return found


def damage(s: ForgottenWarState, unit: int, mode: str, target: int) -> float:
    """How much a fire is worth against a target: the share of its worth that it may lose."""
    found, worth = fates(s, unit, mode, target), s.rules.worth[target]
    weights = {"eliminated": 1.0, "reduced_retreats": 0.6, "reduced": 0.5, "retreats": 0.25}
    share = 1 / losses.steps_left(s, target)
    return worth * sum(
        float(found[fate]) * (share if fate == "eliminated" else weight) for fate, weight in weights.items()
    )


def fire(s: ForgottenWarState, unit: int, mode: str, h: Hex, chosen: tuple[int, ...]) -> Preview | None:
    """The chances of a fire: for each target what becomes of it, and for all together the worst that happens."""
    aims = [*chosen] or targets.aims(s, unit, mode, h)
    if not aims:
        return None
    all_fates = {target: fates(s, unit, mode, target) for target in aims}
    branches = tuple(_target(s, unit, mode, target, all_fates[target]) for target in aims)
    power = targets.value(s, unit, mode, aims[0])
    return Preview(
        Note("preview.fire", {"unit": unit, "hex": h}, "F-5.4.A1"),
        branches,
        tuple(_worst(all_fates.values())),
        ratio=str(power),
        column=s.rules.fire_column(power),
        columns=s.rules.fire_columns,
        notes=(*_values(s, unit, mode, aims), *_spotting(s, unit, mode, h)),
        modifiers=tuple(_white(s, unit, aims[0])),
        tolls=(Toll(SIDES[s.rules.side_of[aims[0]]], tuple(_toll(s, all_fates))),),
    )


def _values(s: ForgottenWarState, unit: int, mode: str, aims: list[int]) -> Iterable[Note]:
    """What the fire value is: of whom, and against which targets it is another."""
    rules = s.rules
    halved = rules.air[unit] and rules.armoured[aims[0]]
    if halved:
        yield Note("preview.halved", {"unit": unit}, "F-5.2.2.A2")
    else:
        over = mode == targets.INDIRECT and rules.gun[unit]
        yield Note("preview.barrage" if over else "preview.strength", {"unit": unit}, "F-5.2.2")
    power = targets.value(s, unit, mode, aims[0])
    for target in aims[1:]:
        other = targets.value(s, unit, mode, target)
        if other != power:
            yield Note("preview.other_value", {"target_unit": target, "n": other}, "F-5.2.2.A1")


def _spotting(s: ForgottenWarState, unit: int, mode: str, h: Hex) -> list[Note]:
    """Which unit spots for indirect fire."""
    spotter = targets.spotter_of(s, unit, h) if mode == targets.INDIRECT else None
    return [] if spotter is None else [Note("preview.spotter", {"unit": spotter}, "F-5.1.4.A")]


def _white(s: ForgottenWarState, unit: int, target: int) -> list[Modifier]:
    return shots.white_modifiers(s, unit, target)


def _target(s: ForgottenWarState, unit: int, mode: str, target: int, found: dict[str, Fraction]) -> Branch:
    """What becomes of one target, with the rows of the white die."""
    power, white = targets.value(s, unit, mode, target), shots.drm(shots.white_modifiers(s, unit, target))
    rows = tuple(Row(str(n), s.rules.fire_result(power, n + white), Fraction(1, 6)) for n in DICE)
    results = tuple(
        Result(CODES[fate], Note("fate." + fate), found[fate], RANKS[fate]) for fate in FATES if found[fate]
    )
    hurt = found["eliminated"] + found["reduced_retreats"] + found["reduced"]
    driven = found["reduced_retreats"] + found["retreats"]
    sums = (Result("hurt", Note("sum.hurt"), hurt), Result("driven", Note("sum.driven"), driven))
    note, coloured = Note("preview.target", {"unit": target}), tuple(shots.coloured_modifiers(s, target))
    return Branch(note, None, results, rows, shots.WHITE.name, coloured, tuple(one for one in sums if one.chance))


def _worst(every: Iterable[dict[str, Fraction]]) -> Iterable[Result]:
    """The worst that happens to any of several targets: exact, because their dice are apart."""
    before, every = Fraction(0), [*every]
    of = "worst." if len(every) > 1 else "fate."
    tails = [[sum((found[f] for f in FATES[i:]), Fraction(0)) for i in range(len(FATES) + 1)] for found in every]
    for i, fate in enumerate(FATES):
        none = Fraction(1)
        for tail in tails:
            none *= tail[i + 1]
        chance = 1 - none - before
        before += chance
        if chance:
            yield Result(CODES[fate], Note(of + fate), chance, RANKS[fate])


def _toll(s: ForgottenWarState, every: dict[int, dict[str, Fraction]]) -> Iterable[Result]:
    """How many steps are lost in all, with the chance of each number, the most first."""
    chances = {0: Fraction(1)}
    for target, found in every.items():
        left, hurt = losses.steps_left(s, target), found["reduced"] + found["reduced_retreats"]
        each = {left: found["eliminated"], 1: hurt} if left > 1 else {1: found["eliminated"]}
        each[0] = 1 - sum(each.values(), Fraction(0))
        sums = defaultdict[int, Fraction](Fraction)
        for before, chance in chances.items():
            for n, more in each.items():
                sums[before + n] += chance * more
        chances = sums
    for n in sorted(chances, reverse=True):
        if chances[n]:
            yield Result(str(n), Note("toll.steps", {"n": n}), chances[n])


def assault(s: ForgottenWarState, side: int, h: Hex, units: tuple[int, ...]) -> Preview | None:
    """The chances of a close combat: each line of the table, and what both sides lose."""
    foes = close_combat.defenders(s, 1 - side, h)
    if not units or not foes:
        return None
    own, theirs = close_combat.strength(s, units), close_combat.strength(s, foes)
    more = own - theirs
    changed = close_combat.modifiers(s, side, h, units)
    drm, rules = sum(one.drm for one in changed), s.rules
    cells = {n: rules.close_result(more, n + drm) for n in DICE}
    chances = defaultdict[str, Fraction](Fraction)
    for cell in cells.values():
        chances[cell] += Fraction(1, 6)
    results = tuple(Result(cell, Note("close.cell", told(cell)), chances[cell], _rank(cell)) for cell in chances)
    rows = tuple(Row(str(n), cell, Fraction(1, 6)) for n, cell in cells.items())
    return Preview(
        Note("preview.assault", {"hex": h, "units": units}, "F-13.5.A"),
        (Branch(Note("preview.close_table"), Fraction(1), results, rows),),
        results,
        ratio=format(more, "+d"),
        column=rules.close_column(more),
        columns=rules.close_columns,
        notes=(Note("preview.differential", {"own_factors": own, "foe_factors": theirs}, "F-13.4.A"),),
        modifiers=tuple(changed),
        tolls=tuple(Toll(SIDES[who], tuple(_steps(chances, part))) for part, who in ((0, side), (1, 1 - side))),
    )


def parts(cell: str) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """A line of the close combat table: for attacker and defender the steps lost and whether it retreats.

    >>> parts("1/2R")
    ((1, False), (2, True))
    """
    one, two = ((int(code.rstrip("R-") or 0), code.endswith("R")) for code in cell.split("/"))
    return one, two


def told(cell: str) -> dict[str, object]:
    """A line of the close combat table as arguments of a text."""
    (own, own_retreat), (foe, foe_retreat) = parts(cell)
    words = {True: "close.retreats", False: "close.stays"}
    return {"n": own, "m": foe, "own_key": words[own_retreat], "foe_key": words[foe_retreat]}


def _rank(cell: str) -> int:
    (own, own_retreat), (foe, foe_retreat) = parts(cell)
    if own_retreat or own > foe:
        return 3
    return 0 if foe_retreat else 1 if foe else 2


def _steps(chances: dict[str, Fraction], part: int) -> Iterable[Result]:
    """The steps that a side loses, with the chance of each number, the most first."""
    found = defaultdict[int, Fraction](Fraction)
    for cell, chance in chances.items():
        found[parts(cell)[part][0]] += chance
    for n in sorted(found, reverse=True):
        yield Result(str(n), Note("toll.steps", {"n": n}), found[n])


def mean_steps(s: ForgottenWarState, more: int, drm: int) -> tuple[float, float]:
    """The mean of the steps that attacker and defender lose in a close combat with a differential."""
    lines = [parts(s.rules.close_result(more, n + drm)) for n in DICE]
    return sum(a for (a, _), _ in lines) / len(lines), sum(d for _, (d, _) in lines) / len(lines)
