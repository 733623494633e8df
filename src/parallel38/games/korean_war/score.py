"""The score of a game of The Korean War: the UN's points, the level that they reach, which side is ahead."""

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Over
from parallel38.engine.previews import Note
from parallel38.engine.reports import Goal
from parallel38.games.korean_war.rules import victory
from parallel38.games.korean_war.state import COMMUNIST, SIDES, UN, KoreanWarState


def standing(s: KoreanWarState) -> dict[str, int]:
    """The points of the UN as the game stands, and the cities that each side controls."""
    return {
        "un_points": victory.total(s),
        "un_cities": s.controlled(UN).bit_count(),
        "communist_cities": s.controlled(COMMUNIST).bit_count(),
    }


def bounds(s: KoreanWarState) -> tuple[int, int]:
    """The most points with which the Communists still win, and the fewest with which the UN does."""
    levels = s.rules.levels
    most = max(level.most for level in levels if level.winner == SIDES[COMMUNIST] and level.most is not None)
    draw = [level.most for level in levels if level.winner == "draw" and level.most is not None]
    return most, max([most, *draw]) + 1


def goals(s: KoreanWarState) -> Iterator[Goal]:
    """The points of the UN, how many it needs, and with how many at most the Communists win."""
    most, least = bounds(s)
    points, rule = victory.total(s), s.rules.victory_rule
    have = Note("goal.points", {"n": points, "least": least})
    limit = Note("goal.limit", {"most": most})
    parts = tuple(Note("points." + name, {"n": n}, rule) for name, n in victory.account(s))
    yield Goal("un_points", SIDES[UN], have, Note("goal.at_least", {"n": least}, rule), points >= least, parts)
    yield Goal(
        "communist_points", SIDES[COMMUNIST], limit, Note("goal.at_most", {"n": most}, rule), points <= most, parts
    )


def verdict(s: KoreanWarState) -> tuple[str, dict[str, Any]]:
    """The side that would win, and the level."""
    found, n = victory.level(s), victory.total(s)
    if found.winner == "draw":
        return "verdict.tie", {"n": n}
    return "verdict." + (found.degree or "ahead"), {"side": found.winner, "n": n}


def lead(s: KoreanWarState) -> int:
    """The points of the UN above the middle between the two sides' victories; 0 for a draw in the middle.

    Where the points stand for a draw the lead is 0, so that it agrees with the verdict. Whoever has won at once leads,
    the Communists as if the UN had no points, the UN as if it had the fewest of its highest level.
    """
    most, least = bounds(s)
    points = victory.total(s)
    if isinstance(s.top, Over) and s.top.winner is not None and s.top.rule != s.rules.victory_rule:
        highest = max(level.most for level in s.rules.levels if level.most is not None) + 1
        points = max(points, highest) if s.top.winner == SIDES[UN] else min(points, 0)
    if points >= least:
        return points - least + 1
    return min(0, points - most - 1)


def account(s: KoreanWarState) -> list[tuple[str, Note, int]]:
    """The lines of the account of the UN's points."""
    return [(SIDES[UN], Note("points." + name, {"n": n}, s.rules.victory_rule), n) for name, n in victory.account(s)]
