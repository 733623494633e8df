"""Combat before the die falls: the odds, and the exact chances on each table that the defender may choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from parallel38.engine.flow import Branch, Note, Preview, Result
from parallel38.games.mobile_war.rules import odds
from parallel38.games.mobile_war.state import COMMUNIST, MobileWarState

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.combat import Attack, Fight

DIE = 6
RULES = {odds.MEETING: "K-COM-J3", odds.POSITION: "K-COM-J4a", odds.PURSUIT: "K-COM-J6"}


def preview(s: MobileWarState, attack: Attack | Fight, found: odds.Odds, tables: Iterable[str]) -> Preview:
    """An attack by the tables that are open to the defender; which of them he will choose has no chance."""
    return Preview(
        Note("odds.attack", {"hex": attack.hex, "units": attack.units}, "K-COM-G"),
        tuple(branch(s, name, found.column) for name in tables),
        (),
        ratio=f"{found.attack}:{found.defence}",
        column=found.column,
        columns=tuple(name for _, name in reversed(s.rules.odds_columns)),
        notes=tuple(_notes(s, attack, found)),
    )


def branch(s: MobileWarState, table: str, column: str) -> Branch:
    """One table at these odds, with the results from the attacker's best to his worst."""
    chart = s.rules.charts[table]
    fell = {die: str(chart[str(die), column]) for die in range(1, DIE + 1)}
    counts, limits = Counter(fell.values()), chart.limits["1", column]
    results = (
        Result(key, Note(f"result.{key}", {}, "K-COM-J2a"), Fraction(counts[key], DIE))
        for key in sorted(counts, key=limits.rank, reverse=True)
    )
    return Branch(Note(f"table.{table}", {}, RULES[table]), None, tuple(results), tuple(fell.items()))


def _notes(s: MobileWarState, attack: Attack | Fight, found: odds.Odds) -> Iterator[Note]:
    """What else counts: who attacks at half strength, what is missing for the next column, losses that count twice."""
    rules, side = s.rules, s.rules.side_of[attack.units[0]]
    half = tuple(u for u in attack.units if not odds.fed_by(s, u, s.where[u], attack.depots))
    if half:
        yield Note("odds.half", {"units": half}, "K-SUP-A2")
    better = [(least, name) for least, name in rules.odds_columns if least > Fraction(found.attack, found.defence or 1)]
    if better:
        least, name = better[-1]
        wanted = least * (found.defence or 1)
        more = -(-wanted.numerator // wanted.denominator) - found.attack
        yield Note("odds.more", {"n": more, "higher": name}, "K-COM-G")
    against = attack.units if side != COMMUNIST else s.fighters(1 - side, attack.hex)
    if odds.doubled(s, against):
        yield Note("odds.doubled", {}, "K-COM-K1")
