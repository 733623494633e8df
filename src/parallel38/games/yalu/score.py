"""The score of a game of Yalu: the figures that decide victory (20), the winner, and the margin."""

from collections.abc import Iterator
from typing import Any

from parallel38.engine.previews import Note
from parallel38.engine.reports import Goal
from parallel38.games.yalu.rules import victory
from parallel38.games.yalu.state import COMMUNIST, SIDES, YaluState


def standing(s: YaluState) -> dict[str, int]:
    """The figures that decide victory (20.1), and the cities."""
    factors, seoul = victory.factors_south(s)
    cities = sum(s.controls(COMMUNIST, city) for city in s.rules.city_names)
    return {"south": factors, "seoul": len(seoul), "cities": cities}


def goals(s: YaluState) -> Iterator[Goal]:
    """D-20.1: the factors south of the parallel beside those that are wanted with two divisions in Seoul, and the
    divisions; when only Seoul is missing, beside those that win without it."""
    factors, in_seoul = victory.factors_south(s)
    alone = factors >= victory.WITH_SEOUL and len(in_seoul) < victory.IN_SEOUL
    south = factors if alone else factors - victory.apart(s, in_seoul)
    for name, n, need in (
        ("south", south, victory.ALONE if alone else victory.WITH_SEOUL),
        ("seoul", len(in_seoul), victory.IN_SEOUL),
    ):
        args, rule = {"n": n, "need": need}, s.rules.cite("D-20.1")
        yield Goal(name, SIDES[COMMUNIST], Note("goal.of", args), Note(f"rule.{rule}", {}, rule), n >= need)


def verdict(s: YaluState) -> tuple[str, dict[str, Any]]:
    """The way in which the Communists win, or the factors that they lack for each way."""
    factors, in_seoul = victory.factors_south(s)
    divisions, counted = len(in_seoul), factors - victory.apart(s, in_seoul)
    args = {"south": factors, "seoul": divisions}
    alone, beside, seoul = victory.ALONE, victory.WITH_SEOUL, victory.IN_SEOUL
    if factors >= alone:
        return "verdict.alone", {**args, "margin": factors - alone, "need": alone}
    if counted >= beside and divisions >= seoul:
        return "verdict.seoul", {**args, "margin": counted - beside, "need": beside, "need_seoul": seoul}
    return "verdict.short", {
        **args,
        "need": alone,
        "need_beside": beside,
        "need_seoul": seoul,
        "short": alone - factors,
        "short_beside": max(0, beside - counted),
        "short_seoul": max(0, seoul - divisions),
    }


def lead(s: YaluState) -> int:
    """The factors that the Communists lack for victory; if they win, minus the number of factors whose loss would cost
    them the game.

    With two divisions in Seoul they need fewer, and the nearer of the two ways counts.
    """
    factors, in_seoul = victory.factors_south(s)
    lacking = victory.ALONE - factors
    if len(in_seoul) >= victory.IN_SEOUL:
        lacking = min(lacking, victory.WITH_SEOUL - factors + victory.apart(s, in_seoul))
    return lacking if lacking > 0 else lacking - 1
