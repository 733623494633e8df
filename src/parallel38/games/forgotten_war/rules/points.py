"""Victory points that are scored while playing, each told with its reason."""

from __future__ import annotations

from typing import Any

from parallel38.games.forgotten_war.state import POINTS, SIDES, ForgottenWarState


def score(s: ForgottenWarState, side: int, halves: int, rule: str, text: str, **args: Any) -> None:
    """Give a side victory points, counted in halves."""
    s.tell(POINTS[side], s.track[POINTS[side]] + halves)
    s.log(rule, text, side=SIDES[side], n=halves // 2, **args)
