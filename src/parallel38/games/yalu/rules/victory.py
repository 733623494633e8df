"""20 How to win."""

from parallel38.games.yalu.rules import supply
from parallel38.games.yalu.state import COMMUNIST, UN, YaluState

ALONE, WITH_SEOUL, IN_SEOUL = 72, 36, 2
"""The factors that win (20.1): alone, or with so many divisions in Seoul."""


def factors_south(s: YaluState) -> tuple[int, list[int]]:
    """Communist factors south of the 38th parallel, and those of each Communist division in Seoul, the least first.

    D-20.1: printed factors; hexes on the parallel do not count. D-20.2: only supplied units, and not on the red dots.
    """
    areas = s.rules.board.areas
    counts = areas["south_of_38"] & ~areas["red_dots"] & supply.supplied(s, COMMUNIST)
    seoul = s.rules.board.cities["Seoul"]
    south = [u for h, units in s.stacks(COMMUNIST).items() if counts >> h & 1 for u in units]
    divisions = [u for u in south if s.where[u] == seoul and s.rules.size[u] == "division"]
    return sum(s.rules.strength[u] for u in south), sorted(s.rules.strength[u] for u in divisions)


def apart(s: YaluState, seoul: list[int]) -> int:
    """The factors of the divisions in Seoul that by the ruling `seoul-divisions` do not count among the 36."""
    return sum(seoul[:IN_SEOUL]) if s.rules.setting.rulings["seoul-divisions"] == "apart" else 0


def winner(s: YaluState) -> int:
    """D-20.1: 36 factors and two divisions in Seoul, or 72 factors. D-20.3: otherwise the UN has won.

    By the ruling `seoul-divisions` the two in Seoul do not count among the 36; among the 72 they always do.
    """
    factors, seoul = factors_south(s)
    won = factors >= ALONE or (len(seoul) >= IN_SEOUL and factors - apart(s, seoul) >= WITH_SEOUL)
    # `n` chooses between "division" and "divisions"
    args = {"factors": factors, "divisions": len(seoul), "n": len(seoul)}
    s.log("D-20.1" if won else "D-20.3", "victory" if won else "no_victory", **args)
    return COMMUNIST if won else UN
