"""What an attack can bring, exactly, before any die is thrown: armor, then the Combat Results Table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from parallel38.engine.previews import Branch, Modifier, Note, Preview, Result, Row, WhatIf
from parallel38.games.korean_war.rules import engagement, values
from parallel38.games.korean_war.state import KoreanWarState
from parallel38.wargame.outlook import add_up, mix

if TYPE_CHECKING:
    from parallel38.games.korean_war.rules.combat import Combat

FACES = range(10)
EACH = Fraction(1, len(FACES))
ORDER = ("De", "Dr4", "D4", "Dr3", "D3", "Dr2", "D2", "Dr1", "D1", "Dr", "-", "A1", "A2", "A3", "Ae")
"""The results of the Combat Results Table, the best for the attacker first."""


def rank(result: str) -> int:
    """How a result serves the attackers: 0 if the defenders retreat or are all eliminated, 1 if they only lose steps,
    2 for nothing, 3 where the attackers lose.

    >>> [rank(result) for result in ("De", "Dr1", "D2", "-", "A1")]
    [0, 0, 1, 2, 3]
    """
    if result == "-":
        return 2
    if result.startswith("A"):
        return 3
    return 0 if "r" in result or result == "De" else 1


def results(s: KoreanWarState, fight: Combat) -> dict[str, Fraction]:
    """The results of a combat with its modifiers as they are, each with its chance."""
    return add_up((engagement.result(s, fight, die), EACH) for die in FACES)


def armor(s: KoreanWarState, fight: Combat) -> dict[str, Fraction]:
    """The results of the Armor Table, each with its chance."""
    return add_up((engagement.armor_result(s, fight, die), EACH) for die in FACES)


def with_armor(s: KoreanWarState, fight: Combat) -> dict[str, Fraction]:
    """The results of a combat over all that its armor may add; air support, which is chosen later, is left out."""
    if not fight.armor or fight.stage != "armor":
        return results(s, fight)
    cases = ((msgspec.structs.replace(fight, bonus=_bonus(found)), chance) for found, chance in armor(s, fight).items())
    return mix((results(s, case), chance) for case, chance in cases)


def _bonus(result: str) -> int:
    return int(result) if result.startswith("+") else 0


def steps(result: str) -> int:
    """The steps that a result costs the side that it hurts; 0 where it eliminates everybody or nobody.

    >>> [steps(result) for result in ("De", "Dr2", "Dr", "-", "A1")]
    [0, 2, 0, 0, 1]
    """
    return int(result.strip("ADer-") or 0)


class Stand:
    """What the defenders of a combat can bear: the steps of their combat units, hex by hex, and of parachute battalions
    and Task Force Smith, which lose theirs after those and do not survive a retreat."""

    def __init__(self, s: KoreanWarState, fight: Combat) -> None:
        enemy, rules = 1 - s.rules.side_of[fight.unit], s.rules
        there = [s.stacks(enemy).get(h, ()) for h in fight.targets]
        self.hexes = [sum(s.steps(u) for u in units if rules.combat[u]) for units in there]
        self.light = [sum(s.steps(u) for u in units if rules.miscellaneous[u]) for units in there]
        self.landing = fight.landing

    def fate(self, result: str) -> str:
        """What a result brings: `vacated` if a hex is left whatever the defenders choose, `retreat` if they may stand
        for one more step in each hex (W-9.5w), `weakened` if they only lose steps, `nothing`, `repelled` if the
        attackers lose."""
        if not result.startswith("D"):
            return "repelled" if result.startswith("A") else "nothing"
        lost, away = steps(result), "r" in result
        if result == "De" or (away and self.landing):
            return "vacated"
        if lost > self._bearable(away):
            return "vacated"
        return "retreat" if away else "weakened"

    def _bearable(self, away: bool) -> int:
        """The most steps that the defenders can lose without leaving a hex; -1 if they leave one in any case."""
        needed = 2 if away else 1
        light = [0] * len(self.hexes) if away else self.light
        if any(n < needed for n, more in zip(self.hexes, light, strict=True) if not more):
            return -1
        spare = sum(n if more else n - needed for n, more in zip(self.hexes, light, strict=True))
        return spare + sum(more - 1 for more in light) if all(light) else spare

    def loss(self, result: str) -> int:
        """The steps that the defenders lose at least."""
        total = sum(self.hexes) + sum(self.light)
        return total if result == "De" else min(total, steps(result)) if result.startswith("D") else 0

    def wiped_out(self, result: str) -> bool:
        """Whether a result costs the defenders all their steps."""
        return result.startswith("D") and self.loss(result) == sum(self.hexes) + sum(self.light)


FATES = ("vacated", "retreat", "weakened", "nothing", "repelled")
"""What comes of a combat in all, the best for the attackers first."""
RANKS: dict[str, int] = dict(zip(FATES, (0, 0, 1, 2, 3), strict=True))


def fates(s: KoreanWarState, fight: Combat, found: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """What comes of a combat in all, from the chances of its results."""
    stand = Stand(s, fight)
    told = add_up((stand.fate(result), chance) for result, chance in found.items())
    return {fate: told[fate] for fate in FATES if told.get(fate)}


def attack(s: KoreanWarState, fight: Combat, what_if: tuple[WhatIf, ...] = ()) -> Preview:
    """The chances of a combat: both sums part by part, the table by the die and every modifier; armor has a branch of
    its own. Air support that is chosen later is left out."""
    own, foes, column = engagement.odds(s, fight)
    found = with_armor(s, fight)
    results_ = tuple(Result(name, Note("result." + name), found[name], rank(name)) for name in ORDER if found.get(name))
    table = rows(s, fight) if not fight.armor or fight.stage != "armor" else ()
    branches = [Branch(Note("preview.combat", {"drm": engagement.total(s, fight)}, "W-9.3a"), None, results_, table)]
    if fight.armor and fight.stage == "armor":
        branches.insert(0, _armor_branch(s, fight))
    args = {"unit": fight.unit, "hexes": fight.targets}
    return Preview(
        Note("preview.attack", args, "W-9.2a"),
        tuple(branches),
        tuple(
            Result(fate, Note("preview.fate." + fate), chance, RANKS[fate])
            for fate, chance in fates(s, fight, found).items()
        ),
        ratio=":".join((str(own), str(foes))),
        column=column,
        columns=s.rules.odds_columns.names,
        notes=tuple(_notes(s, fight, found)),
        modifiers=tuple(
            Modifier(Note("drm." + part.name, {}, part.rule), part.die) for part in engagement.modifiers(s, fight)
        ),
        what_if=what_if,
    )


def success(s: KoreanWarState, fight: Combat) -> Fraction:
    """The chance that the defenders retreat, stand for a step, or are eliminated."""
    told = fates(s, fight, with_armor(s, fight))
    return told.get("vacated", Fraction(0)) + told.get("retreat", Fraction(0))


def _armor_branch(s: KoreanWarState, fight: Combat) -> Branch:
    """The Armor Table: what its die may bring, and every modifier."""
    tank, gun, odds = engagement.armor_odds(s, fight)
    args = {"attack": tank, "defence": gun, "column": odds, "drm": engagement.armor_total(s, fight)}
    told = tuple(
        Result(name, Note(_armor_text(name), {"n": name.strip("+A")}), chance, _armor_rank(name))
        for name, chance in sorted(armor(s, fight).items(), key=lambda row: _armor_rank(row[0]))
    )
    parts = tuple(
        Modifier(Note("drm." + part.name, {}, part.rule), part.die)
        for part in engagement.armor_modifiers(s, fight)
        if part.die
    )
    return Branch(Note("preview.armor", args, "W-9.4h"), None, told, modifiers=parts)


def _armor_text(result: str) -> str:
    kind = "bonus" if result.startswith("+") else "loss" if result.startswith("A") else "nothing"
    return "preview.armor_" + kind


def _armor_rank(result: str) -> int:
    return 0 if result.startswith("+") else 3 if result.startswith("A") else 2


def _notes(s: KoreanWarState, fight: Combat, found: Mapping[str, Fraction]) -> Iterator[Note]:
    """Both sums part by part, who must join, the line of the table, the steps that are to be expected, and the die of a
    wave."""
    line = engagement.line(s, fight)
    yield Note(
        "preview.line_" + line, {}, "W-11.2h" if fight.landing else "W-9.3c" if line == "non_clear" else "W-4.3b"
    )
    for unit, value in engagement.attack_parts(s, fight):
        joins = s.rules.combat[unit] and unit != fight.unit
        must = joins and not fight.landing
        yield Note(
            "preview.joins" if must else "preview.attacks", {"unit": unit, "n": value}, _value_rule(s, unit, must)
        )
    for unit, value in engagement.defense_parts(s, 1 - s.rules.side_of[fight.unit], fight):
        yield Note("preview.defends", {"unit": unit, "n": value}, "W-7.5k" if _dug_in(s, unit) else "W-9.1b")
    stand = Stand(s, fight)
    mine = sum(s.steps(u) for u in fight.attackers if s.rules.combat[u])
    own = sum((mine if name == "Ae" else min(mine, steps(name))) * p for name, p in found.items() if name[0] == "A")
    foe = sum(stand.loss(name) * p for name, p in found.items())
    yield Note("preview.steps", {"own": _tenths(own), "foe": _tenths(foe)}, "W-9.5c")
    if fight.mode in engagement.WAVES:
        most = s.rules.charts["combat_limits"]["wave_losses_to", "figure"]
        yield Note("preview.wave", {"n": most}, "W-9.4ag")


def _value_rule(s: KoreanWarState, unit: int, must: bool) -> str:
    """The rule of the value of an attacker, or the one by which it has to join."""
    return "W-9.2d" if must else "W-9.1j" if s.rules.asset[unit] else "W-9.1a"


def _dug_in(s: KoreanWarState, unit: int) -> bool:
    h = s.hex_of(unit)
    return h is not None and bool(values.sheltered(s, unit, h))


def _tenths(steps_: Fraction | int) -> str:
    return str(round(float(steps_), 1))


def rows(s: KoreanWarState, fight: Combat) -> tuple[Row, ...]:
    """What each face of the die brings, without armor."""
    return tuple(Row(str(die), engagement.result(s, fight, die), EACH) for die in FACES)
