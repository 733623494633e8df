"""14.2.2, 14.2.3, 8.4 The airstrip of Hagaru: control, garrison, closing, and the lines that lead to it."""

from __future__ import annotations

from parallel38.engine.facts import fact
from parallel38.engine.trace import trace
from parallel38.games.forgotten_war.rules import points
from parallel38.games.forgotten_war.state import COMMUNIST, STRIP, STRIP_LOST, UN, ForgottenWarState
from parallel38.hexgrid import Region, bits

OPEN, CLOSED = 0, 1
"""The values of the track: `CAPTURED` is added once the Communists have held a hex of it."""
CAPTURED = 2


def is_open(s: ForgottenWarState) -> bool:
    """Whether the airstrip has not been closed and the Communists hold no hex of it."""
    return bool(s.rules.strip) and not s.track[STRIP] & CLOSED and not s.track[STRIP_LOST]


def is_closed(s: ForgottenWarState) -> bool:
    """Whether the airstrip has been closed, or there is none."""
    return not s.rules.strip or bool(s.track[STRIP] & CLOSED)


def watch(s: ForgottenWarState) -> None:
    """Note which side was the last to stand alone in each hex of the strip."""
    lost, un, communist = s.track[STRIP_LOST], s.held(UN), s.held(COMMUNIST)
    if not (un ^ communist) & s.rules.strip:
        return
    for i, h in enumerate(s.rules.strip_hexes):
        if (communist & ~un) >> h & 1:
            lost |= 1 << i
        elif (un & ~communist) >> h & 1:
            lost &= ~(1 << i)
    if lost != s.track[STRIP_LOST]:
        s.tell(STRIP_LOST, lost)
    if lost and not s.track[STRIP] & CAPTURED:
        s.tell(STRIP, s.track[STRIP] | CAPTURED)


@fact("where", "crew", "enemy.where", "enemy.crew", of=UN)
def walk(s: ForgottenWarState) -> Region:
    """The hexes from which a line without enemies leads to the strip."""
    return s.rules.grid.spread(s.rules.strip & ~s.held(COMMUNIST), s.rules.board.in_play & ~s.held(COMMUNIST))


def engineers(s: ForgottenWarState) -> list[int]:
    """The UN engineers on the strip."""
    return [u for h in bits(s.rules.strip) for u in s.at(UN, h) if s.rules.kind[u] == "engineer"]


def garrisoned(s: ForgottenWarState) -> bool:
    """F-14.2.3.A: whether the UN holds both hexes, and all platoons of a Marine engineer company stand there whole; by
    a ruling in one hex."""
    if s.track[STRIP_LOST]:
        return False
    there = {u for u in engineers(s) if not s.reduced(u)}
    together = s.rules.setting.rulings["garrison"] == "one"
    return any(
        {*company} <= there and not (together and len({s.where[u] for u in company}) > 1)
        for company in s.rules.engineer_companies
    )


def taken(s: ForgottenWarState) -> bool:
    """F-14.2.3.B: whether a whole Communist unit stands in a hex of the strip that they control."""
    lost = [h for i, h in enumerate(bits(s.rules.strip)) if s.track[STRIP_LOST] >> i & 1]
    return any(not s.reduced(u) for h in lost for u in s.at(COMMUNIST, h))


def price(s: ForgottenWarState) -> int:
    """The points that the strip would give the Communists if the turn ended now."""
    if s.track[STRIP] & CLOSED:
        return 0
    row = "chosin_strip_taken" if taken(s) else "" if garrisoned(s) else "chosin_strip_without_garrison"
    return s.rules.halves_for[row] // 2 if row else 0


def check(s: ForgottenWarState) -> None:
    """F-14.2.3.0: the check at the end of every turn. F-14.2.3.B: 20 points if a whole Communist unit stands in a hex
    that they control; F-14.2.3.A: none with a garrison; F-14.2.3.C: 10 otherwise. F-14.2.2.B: none once the strip is
    closed."""
    if not s.rules.strip:
        return
    if s.track[STRIP] & CLOSED:
        trace("F-14.2.2.B")
        return
    if taken(s):
        points.score(s, COMMUNIST, s.rules.halves_for["chosin_strip_taken"], "F-14.2.3.B", "points_strip_taken")
    elif garrisoned(s):
        trace("F-14.2.3.A")
    else:
        points.score(
            s, COMMUNIST, s.rules.halves_for["chosin_strip_without_garrison"], "F-14.2.3.C", "points_strip_bare"
        )
