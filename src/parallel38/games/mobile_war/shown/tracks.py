"""The figures at the head of the page: when China came in, and how far its shock is."""

from collections.abc import Iterator

from parallel38.engine.previews import Note
from parallel38.engine.reports import Track
from parallel38.games.mobile_war.rules import special
from parallel38.games.mobile_war.state import INTERVENTION, MobileWarState


def tracks(s: MobileWarState) -> Iterator[Track]:
    """The figures of the moment."""
    if s.track[INTERVENTION]:
        turn = {"turn_key": f"turn.{s.rules.turns[s.track[INTERVENTION] - 1]}"}
        yield Track("intervention", Note("track.since", turn), rule="K-CMP-4a")
    shock = special.shock_turn(s)
    if shock:
        yield Track("shock", Note("track.shock_turn", {"n": shock[0], "most": shock[1]}), rule="K-SGV-1")
