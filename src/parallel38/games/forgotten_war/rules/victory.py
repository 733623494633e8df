"""15 Victory: the points of both sides, and who has won."""

from __future__ import annotations

from typing import NamedTuple

from parallel38.engine.flow import Over
from parallel38.games.forgotten_war.rules import replacements
from parallel38.games.forgotten_war.state import COMMUNIST, POINTS, SIDES, UN, ForgottenWarState

LEVELS = ("draw", "tactical", "operational", "strategic")


class Item(NamedTuple):
    """A line of the account of victory points: whose, what for, the rule, how many things, and points in halves."""

    side: int
    what: str
    rule: str
    n: int
    halves: int


def in_box(s: ForgottenWarState, side: int, box: str) -> list[int]:
    """The units of a side in a box."""
    place = s.rules.names.box(box)
    return [u for u in s.rules.units_of[side] if s.where[u] == place]


def account(s: ForgottenWarState) -> list[Item]:
    """Every line of the account as it would be if the game ended now. F-15.B: the battle says what scores; F-15.1.2,
    F-14.2: what was scored while playing, withdrawals among it, is kept on a track. F-T.2: the account is counted from
    boxes and map, so that it always agrees with them."""
    found = [
        Item(side, "scored", "F-14.2", 0, s.track[POINTS[side]]) for side in (UN, COMMUNIST) if s.track[POINTS[side]]
    ]
    return [*found, *s.rules.battle.account(s)]


def totals(s: ForgottenWarState) -> tuple[int, int]:
    """The points of both sides if the game ended now, in whole points. F-4.2: halves of the sum are dropped."""
    lines = account(s)
    return tuple(sum(line.halves for line in lines if line.side == side) // 2 for side in (UN, COMMUNIST))  # type: ignore[return-value]


def level(s: ForgottenWarState) -> tuple[int | None, int]:
    """The side that would win, and the level. F-15.A, F-15.3.B: the higher total; F-15.C, F-15.2.3.A, F-15.2.3.B: at
    Chosin the level by the ratio of the totals, which F-15.2.4 puts into words."""
    un, communist = totals(s)
    if un == communist:
        return None, 0
    side, more, less = (UN, un, communist) if un > communist else (COMMUNIST, communist, un)
    if not s.rules.battle.has_levels:
        return side, 1
    times = s.rules.charts["victory_levels"]
    return side, max(i for i, name in enumerate(LEVELS) if i and more >= times[name, "times"] * less)


def judge(s: ForgottenWarState) -> None:
    """F-3.3.b: the game is over. F-15.1.3, F-15.2.1.A: after a last round of replacements."""
    if s.rules.battle.pools:
        for side in (UN, COMMUNIST):
            replacements.pairs(s, side, last=True)
    elif s.rules.battle.dead[COMMUNIST] == "replacements":
        replacements.threes(s, last=True)
    winner, _ = level(s)
    un, communist = totals(s)
    rule = s.rules.battle.victory_rule
    s.log(rule, "game_over", n=un, m=communist)
    s.set_frames((Over(None if winner is None else SIDES[winner], rule),))
