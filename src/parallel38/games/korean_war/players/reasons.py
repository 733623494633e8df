"""What a commander says about its plan: what it goes for, which attacks it makes, and which losses it expects."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.previews import Note
from parallel38.games.korean_war.data import FILES
from parallel38.games.korean_war.players import fears
from parallel38.games.korean_war.players.options import Option, Options
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.state import SIDES
from parallel38.players.commander import Words
from parallel38.players.fears import Post, worst

MOST = 3
"""How many attacks, and how many goals, are mentioned at most."""


def words(survey: Survey, options: Options, found: list[Option]) -> Words:
    """The posts that are in danger, and the plan in words."""
    posts = fears.of(survey)
    return Words((*posts,), (*of(survey, options, found, posts),))


def of(survey: Survey, options: Options, found: list[Option], posts: list[Post]) -> Iterator[Note]:
    """The plan in words: the best activations first."""
    goals, told = options.goals, set[int]()
    if goals.line:
        yield Note("reason.line", {"hexes": tuple(goals.line), "n": len(goals.line)}, "W-4.2a")
    for option in found:
        blow = option.blow
        if blow is None or option.value <= survey.w["dare"] or blow.target in told or len(told) == MOST:
            continue
        told.add(blow.target)
        args = {"hex": blow.target, "odds": blow.column, "units": blow.units, "n": round(100 * blow.clears)}
        yield Note("reason.blow", {**args, "mode_key": "mode." + blow.mode}, "W-9.3a")
    aimed: dict[int, list[int]] = {}
    for unit, goal in goals.of.items():
        if goal.kind == "take" and goals.attacks and survey.ground.city.get(goal.hex):
            aimed.setdefault(goal.hex, []).append(unit)
    for h, units in sorted(aimed.items(), key=lambda pair: -survey.ground.city[pair[0]])[:MOST]:
        yield Note("reason.take", {"hex": h, "units": tuple(units)}, "W-14.1b")
    held = tuple({goal.hex: None for goal in goals.of.values() if goal.kind == "keep"})
    if held:
        yield Note("reason.keep", {"hexes": held, "n": len(held)}, "W-14.1b")
    if not told and not goals.line and any(goal.kind in ("take", "meet") for goal in goals.of.values()):
        yield Note("reason.march", {}, "W-9.2c")
    for chance, h in worst(posts, FILES.fears(SIDES[survey.side])):
        yield Note("reason.fear", {"hex": h, "n": round(100 * chance)}, "W-9.5a")
