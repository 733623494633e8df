"""18.4 UN Rules of Engagement: where the UN may bomb, and what that is worth."""

from __future__ import annotations

from parallel38.games.korean_war.data import PROVINCES
from parallel38.games.korean_war.state import ENGAGEMENT, KoreanWarState

NEVER = -1
"""In the chart: no die makes a placement fail."""


def opened(s: KoreanWarState, province: int) -> bool:
    """W-18.4a: whether the Rules of Engagement open a province to interdiction."""
    return not s.rules.political or s.track[ENGAGEMENT] >= needed(s, province)


def needed(s: KoreanWarState, province: int) -> int:
    """The level from which a province is open."""
    return s.rules.charts["open_provinces"][PROVINCES[province], "level"]


def die(s: KoreanWarState) -> int:
    """W-18.4b: what the Rules of Engagement add to the die of the Interdiction Table."""
    return _figure(s, "die") if s.rules.political else 0


def placement_fails_to(s: KoreanWarState) -> int:
    """W-18.4c: the highest die with which the placement of a Chinese division fails; NEVER if none does."""
    return _figure(s, "placement_fails_to") if s.rules.political else NEVER


def _figure(s: KoreanWarState, column: str) -> int:
    return s.rules.charts["rules_of_engagement"][str(s.track[ENGAGEMENT]), column]
