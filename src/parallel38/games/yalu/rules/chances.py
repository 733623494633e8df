"""10.2, 10.3 Fire before the dice are rolled: reading the table, and the exact chances of its results."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from parallel38.engine.previews import Branch, Modifier, Note, Preview, Result, Row
from parallel38.games.yalu.rules import fire, retreats
from parallel38.games.yalu.state import NEUTRALIZED, YaluState
from parallel38.wargame.odds import dice_sums, ratio
from parallel38.wargame.outlook import ONE, add_up

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset

TWO_DICE = dice_sums(2)
"""The probability of each sum of two dice."""
OutcomeChances = dict[tuple[str, str], Fraction]
"""Chances by result of the table (D, NR or nothing) and by outcome for the targets."""
RANKS = {"D": 0, "NR": 1, "-": 2}
"""How good each result is for the side that fires, whatever becomes of the targets by it."""
OUTCOMES = ("destroyed", "partly", "driven", "neutralized", "none")
"""The outcomes of a fire, the worst for its targets first."""
OUTCOME_RANKS = dict(zip(OUTCOMES, (0, 1, 1, 1, 2), strict=True))
"""How good each outcome is for the side that fires."""


@cache
def table(rules: "YaluRuleset", odds: str, modifier: int) -> tuple[Row, ...]:
    """The result of each sum of two dice in a column of the Combat Results Table; none without a column."""
    chart = rules.charts["combat"]
    rows = {total: min(fire.HIGHEST, max(fire.LOWEST, total + modifier)) for total in TWO_DICE}
    return tuple(Row(str(n), chart[str(row), odds] if odds else "-", TWO_DICE[n]) for n, row in rows.items())


@cache
def results(rules: "YaluRuleset", odds: str, modifier: int) -> dict[str, Fraction]:
    """D-10.2.2: the probability of each result."""
    found: dict[str, Fraction] = dict.fromkeys(("D", "NR", "-"), Fraction(0))
    for row in table(rules, odds, modifier):
        found[row.key] += row.chance
    return found


def after_retreat(s: YaluState, targets: tuple[int, ...]) -> str:
    """The outcome of NR: D-10.3.3, units that cannot retreat are eliminated, a garrison holds; D-14.3, a unit
    neutralized before is eliminated.

    D-12.1.6: support that stands alone is destroyed by either result.
    """
    rules = s.rules
    fragile = rules.edition.support_is_fragile
    going = tuple(u for u in targets if not s.flags[u] & NEUTRALIZED and not (fragile and rules.support[u]))
    holding = [u for u in going if rules.size[u] == "garrison"]
    free = [u for u in going if u not in holding and next(retreats.ways_out(s, u, going), None)]
    if not holding and not free:
        return "destroyed"
    if len(holding) + len(free) < len(targets):
        return "partly"
    return "driven" if free else "neutralized"


def outcome_chances(s: YaluState, odds: str, modifier: int, nr: str) -> OutcomeChances:
    """The chances of a fire by result and outcome, where `nr` is the outcome of NR."""
    meaning = {"D": "destroyed", "NR": nr, "-": "none"}
    found = results(s.rules, odds, modifier).items()
    return {(key, meaning[key]): chance for key, chance in found if chance}


def results_of(chances: OutcomeChances) -> tuple[Result, ...]:
    """Chances for a player, by result of the table."""
    rows = sorted(chances.items(), key=lambda row: (OUTCOMES.index(row[0][1]), row[0][0]))
    return tuple(Result(key, _meaning(key, outcome), chance, RANKS[key]) for (key, outcome), chance in rows)


def _meaning(key: str, outcome: str) -> Note:
    rule = "D-10.3.2" if key == "D" else "D-10.3.3" if key == "NR" else ""
    return Note("_".join(("result.NR", outcome)) if key == "NR" else "result." + outcome, {}, rule)


def outcomes_of(chances: OutcomeChances) -> tuple[Result, ...]:
    """Chances for a player, by outcome."""
    found = add_up((outcome, chance) for (_, outcome), chance in chances.items())
    return tuple(Result(o, Note("result." + o), found[o], OUTCOME_RANKS[o]) for o in OUTCOMES if o in found)


def modifiers_of(s: YaluState, rows: Iterable[tuple[str, int, str]]) -> tuple[Modifier, ...]:
    """The dice modifiers for a player, without those that are zero."""
    terrains = ("clear", "rough", "mountain")
    found = []
    for what, drm, rule in rows:
        if drm:
            text = "drm.terrain" if what in terrains else "drm." + what
            args = {"terrain_key": "terrain." + what, "weather_key": "weather." + s.weather, "n": abs(drm)}
            found.append(Modifier(Note(text, args, rule), drm))
    return tuple(found)


def ratio_of(firing: int, defending: int) -> str:
    """Two strengths, given in quarters of a factor, as odds in factors."""
    return ratio(_factors(firing), _factors(defending))


def margins(s: YaluState, firing: int, defending: int) -> tuple[Note, ...]:
    """D-10.2.1: the factors to spare above the next lower column, and the factors missing to the next higher one."""
    found = s.rules.odds_columns.margins(firing, defending)
    if not found.reached:
        return (Note("odds.below", {"least_factors": _factors(found.least)}, "D-10.2.1"),)
    args = {"spare_factors": _factors(firing - found.least), "least_factors": _factors(found.least)}
    text = "odds.spare" if found.lower else "odds.spare_last"
    notes = (Note(text, {**args, "lower": found.lower}, "D-10.2.1"),)
    if found.higher:
        args = {"more_factors": _factors(found.needed - firing), "higher": found.higher}
        notes += (Note("odds.more", args, "D-10.2.1"),)
    return notes


def _factors(quarters: Fraction | int) -> Fraction:
    return Fraction(quarters, fire.WHOLE)


def of_fire(
    s: YaluState,
    firers: tuple[int, ...],
    targets: tuple[int, ...],
    strengths: tuple[int, int],
    rows: list[tuple[str, int, str]],
    nr: str,
    column: str | None = None,
) -> Preview:
    """The preview of one fire: strengths in quarters of a factor, dice modifiers, and the outcome of NR.

    `column` is the odds column if it is not the one that the strengths lead to.
    """
    firing, defending = strengths
    odds, modifier = column or fire.column(s, firing, defending) or "", sum(drm for _, drm, _ in rows)
    chances = outcome_chances(s, odds, modifier, nr)
    hexes = tuple(dict.fromkeys(s.where[u] for u in targets))
    closed = (Note("odds.closed", {"units": targets}, "D-10.3.3"),) if nr == "destroyed" else ()
    return Preview(
        Note("odds.fire", {"units": firers, "target_units": targets, "hex": hexes[0], "hexes": hexes}),
        (Branch(Note("branch.fire"), ONE, results_of(chances), table(s.rules, odds, modifier)),),
        outcomes_of(chances),
        ratio_of(firing, defending),
        odds,
        s.rules.odds_columns.names,
        (*margins(s, firing, defending), *closed),
        modifiers_of(s, rows),
    )
