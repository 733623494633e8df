"""10.2, 10.3 Fire before the dice fall: how its table is read, and the exact chances of its results."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from parallel38.engine.previews import Branch, Modifier, Note, Preview, Result
from parallel38.engine.texts import fraction_text
from parallel38.games.yalu.rules import fire, retreats
from parallel38.games.yalu.state import NEUTRALIZED, YaluState

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset

ONE = Fraction(1)
TWO_DICE = {total: Fraction(n, 36) for total, n in Counter(a + b for a, b in product(range(1, 7), repeat=2)).items()}
"""How likely each sum of two dice is."""
Fall = dict[tuple[str, str], Fraction]
"""Chances by result of the table (D, NR or nothing) and by what comes of it for the targets."""
OUTCOMES = ("destroyed", "partly", "driven", "neutralized", "none")
"""What comes of a fire, the worst for its targets first."""


@cache
def table(rules: "YaluRuleset", odds: str, modifier: int) -> tuple[tuple[int, str], ...]:
    """The result of each sum of two dice in a column of the Combat Results Table; without a column there is none."""
    chart = rules.charts["combat"]
    rows = {total: min(fire.HIGHEST, max(fire.LOWEST, total + modifier)) for total in TWO_DICE}
    return tuple((total, chart[str(row), odds] if odds else "-") for total, row in rows.items())


@cache
def results(rules: "YaluRuleset", odds: str, modifier: int) -> dict[str, Fraction]:
    """D-10.2.2: how likely each result is."""
    found: dict[str, Fraction] = dict.fromkeys(("D", "NR", "-"), Fraction(0))
    for total, result in table(rules, odds, modifier):
        found[result] += TWO_DICE[total]
    return found


def after_retreat(s: YaluState, targets: tuple[int, ...]) -> str:
    """What NR comes to: D-10.3.3, who cannot retreat is eliminated, a garrison holds; D-14.3, nobody is hit twice.

    D-12.1.6: support that stands alone is destroyed by either result.
    """
    rules = s.rules
    going = tuple(u for u in targets if not s.flags[u] & NEUTRALIZED and not rules.support[u])
    holding = [u for u in going if rules.size[u] == "garrison"]
    free = [u for u in going if u not in holding and next(retreats.ways_out(s, u, going), None)]
    if not holding and not free:
        return "destroyed"
    if len(holding) + len(free) < len(targets):
        return "partly"
    return "driven" if free else "neutralized"


def fall(s: YaluState, odds: str, modifier: int, nr: str) -> Fall:
    """The chances of a fire by result and by what comes of it, when NR comes to `nr`."""
    meaning = {"D": "destroyed", "NR": nr, "-": "none"}
    found = results(s.rules, odds, modifier).items()
    return {(key, meaning[key]): chance for key, chance in found if chance}


def results_of(chances: Fall) -> tuple[Result, ...]:
    """Chances for a player, by result of the table."""
    rows = sorted(chances.items(), key=lambda row: (OUTCOMES.index(row[0][1]), row[0][0]))
    return tuple(Result(key, _meaning(key, outcome), chance) for (key, outcome), chance in rows)


def _meaning(key: str, outcome: str) -> Note:
    rule = "D-10.3.2" if key == "D" else "D-10.3.3" if key == "NR" else ""
    return Note("_".join(("result.NR", outcome)) if key == "NR" else "result." + outcome, {}, rule)


def outcomes_of(chances: Fall) -> tuple[Result, ...]:
    """Chances for a player, by what comes of it."""
    found: dict[str, Fraction] = {}
    for (_, outcome), chance in chances.items():
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return tuple(Result(o, Note("result." + o), found[o]) for o in OUTCOMES if o in found)


def modifiers_of(s: YaluState, rows: Iterable[tuple[str, int, str]]) -> tuple[Modifier, ...]:
    """What is added to the dice, for a player: everything that is not nothing."""
    terrains = ("clear", "rough", "mountain")
    found = []
    for what, drm, rule in rows:
        if drm:
            text = "drm.terrain" if what in terrains else "drm." + what
            args = {"terrain_key": "terrain." + what, "weather_key": "weather." + s.weather, "n": abs(drm)}
            found.append(Modifier(Note(text, args, rule), drm))
    return tuple(found)


def columns(rules: "YaluRuleset") -> tuple[str, ...]:
    """The columns of the Combat Results Table, the worst odds first."""
    return tuple(name for _, name in reversed(rules.odds_columns))


def ratio(firing: int, defending: int) -> str:
    """Two strengths as a player writes them."""
    return ":".join(fraction_text(_factors(strength)) for strength in (firing, defending))


def margins(s: YaluState, firing: int, defending: int) -> tuple[Note, ...]:
    """D-10.2.1: how much there is to spare above the next lower column, and how much is missing to the next higher."""
    known = list(reversed(s.rules.odds_columns))
    reached = [i for i, (odds, _) in enumerate(known) if odds * defending <= firing]
    if not reached:
        return (Note("odds.below", {"least_factors": _factors(known[0][0] * defending)}, "D-10.2.1"),)
    here = reached[-1]
    least = known[here][0] * defending
    args = {"spare_factors": _factors(firing - least), "least_factors": _factors(least)}
    lower = known[here - 1][1] if here else ""
    notes = (Note("odds.spare" if lower else "odds.spare_last", {**args, "lower": lower}, "D-10.2.1"),)
    if here + 1 < len(known):
        odds, name = known[here + 1]
        notes += (Note("odds.more", {"more_factors": _factors(odds * defending - firing), "higher": name}, "D-10.2.1"),)
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
) -> Preview:
    """One fire by these units at those: strengths in quarters, what is added to the dice, what NR comes to."""
    firing, defending = strengths
    odds, modifier = fire.column(s, firing, defending) or "", sum(drm for _, drm, _ in rows)
    chances = fall(s, odds, modifier, nr)
    closed = (Note("odds.closed", {"units": targets}, "D-10.3.3"),) if nr == "destroyed" else ()
    return Preview(
        Note("odds.fire", {"units": firers, "target_units": targets, "hex": s.where[targets[0]]}),
        (Branch(Note("branch.fire"), ONE, results_of(chances), table(s.rules, odds, modifier)),),
        outcomes_of(chances),
        ratio(firing, defending),
        odds,
        columns(s.rules),
        (*margins(s, firing, defending), *closed),
        modifiers_of(s, rows),
    )
