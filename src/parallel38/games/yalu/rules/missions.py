"""13 Bombardment before the dice are rolled: the exact chances of missions."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from parallel38.engine.previews import Branch, Modifier, Note, Preview, Result, Row
from parallel38.games.yalu.state import ASP, NEUTRALIZED, YaluState
from parallel38.hexgrid import Hex

FACES = 6
ONE = Fraction(1)


def troops(s: YaluState, h: Hex, factors: int, numbers: tuple[int, int], drm: int, columns: tuple[str, ...]) -> Preview:
    """The chances of a troop attack. D-13.5.2: one die for each unit. D-14.3: a unit that is already neutralized is
    eliminated by either result."""
    units = s.regulars_at(h)
    fresh = tuple(u for u in units if not s.flags[u] & NEUTRALIZED)
    weak = tuple(u for u in units if s.flags[u] & NEUTRALIZED)
    rows = [(die, _result(die + drm, numbers)) for die in range(1, FACES + 1)]
    branches = []
    for group, text in ((fresh, "branch.each_fresh"), (weak, "branch.each_neutralized")):
        if group:
            told = [(die, "D" if key == "N" and group is weak else key) for die, key in rows]
            results = tuple(
                Result(key, Note("bombarded." + key), Fraction(n, FACES))
                for key in ("D", "N", "-")
                if (n := sum(found == key for _, found in told))
            )
            branches.append(Branch(Note(text, {"units": group}, "D-13.5.2"), None, results, _rows(told)))
    hit = Fraction(sum(key != "-" for _, key in rows), FACES)
    args = {"terrain_key": "terrain." + s.rules.terrain(h), "n": abs(drm)}
    return Preview(
        Note("odds.bombard", {"hex": h, "units": tuple(units), "n": factors}),
        tuple(branches),
        _counted("bombarded.units", _binomial(len(units), hit)),
        column=columns[min(factors, len(columns)) - 1],
        columns=columns,
        modifiers=(Modifier(Note("drm.terrain", args, "D-13.5.2"), drm),) if drm else (),
    )


def _rows(results: Iterable[tuple[int, str]]) -> tuple[Row, ...]:
    """The table of one die, by what it shows."""
    return tuple(Row(str(die), key, Fraction(1, FACES)) for die, key in results)


def _result(total: int, numbers: tuple[int, int]) -> str:
    neutralized, destroyed = numbers
    return "D" if total <= destroyed else "N" if total <= neutralized else "-"


def strikes(s: YaluState, kind: str, hexes: tuple[Hex, ...], factors: int, need: int) -> Preview:
    """D-13.6.2, D-13.7.3, D-13.7.4: the chances of a mission with a die for each factor, if the die can fail."""
    chances = _binomial(factors, Fraction(min(need, FACES), FACES))
    if kind == "supply":  # no more points can be destroyed than there are
        most = s.track[ASP]
        chances = {n: sum(c for m, c in chances.items() if min(m, most) == n) for n in range(min(factors, most) + 1)}
    elif kind != "road":  # one hit is enough
        chances = {n: sum(c for m, c in chances.items() if min(m, 1) == n) for n in (0, 1)}
    rows = _rows((die, "D" if die <= need else "-") for die in range(1, FACES + 1))
    results = _counted("struck." + kind, {n: Fraction(c) for n, c in chances.items()})
    branch = Branch(Note("branch.each_factor", {"n": factors, "need": min(need, FACES)}), ONE, results, rows)
    title = Note("odds.raid" if kind == "supply" else "odds.interdict", {"hexes": hexes, "n": factors})
    return Preview(title, (branch,), results)


def _binomial(n: int, chance: Fraction) -> dict[int, Fraction]:
    return {k: comb(n, k) * chance**k * (ONE - chance) ** (n - k) for k in range(n + 1)}


def _counted(text: str, chances: dict[int, Fraction]) -> tuple[Result, ...]:
    """Results by number of hits, the greatest first; zero hits are shown as no effect."""
    rows: Iterable[tuple[int, Fraction]] = sorted(chances.items(), reverse=True)
    return tuple(
        Result(str(n) if n else "-", Note(text, {"n": n}) if n else Note("result.none"), chance)
        for n, chance in rows
        if chance
    )
