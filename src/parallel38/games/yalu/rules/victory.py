"""20 How to win."""

from parallel38.engine.trace import trace
from parallel38.games.yalu.rules import supply
from parallel38.games.yalu.state import COMMUNIST, UN, YaluState

ALONE, WITH_SEOUL, IN_SEOUL = 72, 36, 2
"""Factors that win (20.1): alone, or with so many divisions in Seoul."""


def factors_south(s: YaluState) -> tuple[int, int]:
    """Communist factors south of the 38th parallel, and Communist divisions in Seoul.

    D-20.1: printed factors; hexes on the parallel do not count. D-20.2: only supplied units, and not on the red dots.
    """
    areas = s.rules.board.areas
    counts = areas["south_of_38"] & ~areas["red_dots"] & supply.supplied(s, COMMUNIST)
    seoul = s.rules.board.cities["Seoul"]
    apart = s.rules.setting.rulings["seoul-divisions"] == "apart"
    factors = divisions = 0
    for h, units in s.stacks(COMMUNIST).items():
        if counts >> h & 1:
            here = [u for u in units if s.rules.size[u] == "division"] if h == seoul else []
            divisions += len(here)
            factors += sum(s.rules.strength[u] for u in units if not (apart and u in here[:2]))
    trace("D-20.2")
    return factors, divisions


def winner(s: YaluState) -> int:
    """D-20.1: 36 factors and two divisions in Seoul, or 72 factors. D-20.3: otherwise the UN has won."""
    factors, divisions = factors_south(s)
    won = factors >= ALONE or (factors >= WITH_SEOUL and divisions >= IN_SEOUL)
    s.log("D-20.1" if won else "D-20.3", "victory" if won else "no_victory", factors=factors, divisions=divisions)
    return COMMUNIST if won else UN
