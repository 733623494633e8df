"""The Campaign: the Chinese intervention and what it brings."""

from __future__ import annotations

from parallel38.engine.trace import trace
from parallel38.games.mobile_war.state import ARMIES, INTERVENTION, UN, MobileWarState
from parallel38.hexgrid import Region


def in_the_war(s: MobileWarState) -> bool:
    """Whether China is in: always after the Invasion, in the Campaign and by what-ifs when something brings it in."""
    return s.rules.setting.scenario in ("intervention", "stalemate") or bool(s.track[INTERVENTION])


def supply_entry(s: MobileWarState) -> Region:
    """K-CMP-5: Pyongyang until the UN takes it or China comes in; then Antung, if China is in."""
    trace("K-CMP-5")
    if in_the_war(s):
        return s.rules.antung
    return 0 if s.was_last(UN, "Pyongyang") else s.rules.pyongyang


def armies(s: MobileWarState) -> int:
    """K-CMP-4: two armies a turn once China is in, twelve at most, besides those of the turn record.

    Those of the turn record come only if China is in.
    """
    if not in_the_war(s):
        return 0
    n = s.rules.arriving(s.week, "armies")
    if s.track[INTERVENTION]:
        trace("K-CMP-4")
        figures = s.rules.charts["campaign"]
        stream = min(figures["armies_a_turn", "number"], figures["armies_in_all", "number"] - s.track[ARMIES])
        s.tell(ARMIES, s.track[ARMIES] + stream)
        n += stream
    return n
