"""The score of a game of The Forgotten War: victory points, which side is ahead, and by how much."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from parallel38.engine.previews import Note
from parallel38.engine.reports import Goal
from parallel38.games.forgotten_war.rules import victory
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, UN, ForgottenWarState


def standing(s: ForgottenWarState) -> dict[str, int]:
    """The victory points of both sides as the game stands."""
    un, communist = victory.totals(s)
    return {"un_points": un, "communist_points": communist}


def goals(s: ForgottenWarState) -> Iterator[Goal]:
    """F-15.A: the points of each side, line by line; the side with more is ahead."""
    points = victory.totals(s)
    ahead, _ = victory.level(s)
    rule = s.rules.battle.victory_rule
    for side in (UN, COMMUNIST):
        yield Goal(
            f"{SIDES[side]}_points",
            SIDES[side],
            Note("goal.points", {"n": points[side]}),
            Note(f"rule.{rule}", {}, rule),
            ahead == side,
            tuple(_lines(s, side)),
        )


def _lines(s: ForgottenWarState, side: int) -> Iterator[Note]:
    """The lines of a side's account, each with its points."""
    for line in victory.account(s):
        if line.side == side and line.halves:
            what = f"scored_{s.rules.setting.scenario}" if line.what == "scored" else line.what
            yield Note(f"points.{what}", {"n": line.n, "points_factors": Fraction(line.halves, 2)}, line.rule)


def verdict(s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
    """The side that would win, at which level, and the points. F-15.2.4: with what the level means."""
    winner, level = victory.level(s)
    un, communist = victory.totals(s)
    args = {"n": un, "m": communist}
    if winner is None:
        return "verdict.tie", args
    side, name = SIDES[winner], victory.LEVELS[level]
    if not s.rules.battle.has_levels:
        return "verdict.ahead", {"side": side, **args}
    return f"verdict.{name}", {"side": side, "meaning_key": f"meaning.{side}.{name}", **args}


def lead(s: ForgottenWarState) -> int:
    """The points of the UN above those of the Communists, in halves."""
    lines = victory.account(s)
    return sum(line.halves if line.side == UN else -line.halves for line in lines)
