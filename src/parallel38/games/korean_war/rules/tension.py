"""18.5 Global Tension: destabilization, the table, what each level costs the UN, and world war."""

from __future__ import annotations

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.engine.previews import Branch, Note
from parallel38.engine.trace import trace
from parallel38.games.korean_war.rules import faces, nationalists, victory
from parallel38.games.korean_war.state import (
    COMMUNIST,
    ENGAGEMENT,
    ESCALATION,
    INITIAL,
    MOBILIZATION,
    SIDES,
    TENSION,
    KoreanWarState,
)

LEVELS = {
    "initial": INITIAL,
    "escalation": ESCALATION,
    "rules_of_engagement": ENGAGEMENT,
    "mobilization": MOBILIZATION,
}
"""The markers on the three tracks of UN commitment; the first two share one track."""
NEVER = 10
"""In the table: no die raises Global Tension so far."""
ORDER = ("tension_holds", "tension_one", "tension_two")
FROM = 3
"""W-3.A4: the first turn with a Global Tension Segment."""


def destabilization(s: KoreanWarState) -> int:
    """The sum of destabilization. W-3.A4: of the levels on the three tracks. W-20b: Nationalists in play add to it."""
    chart = s.rules.charts["destabilization"]
    found = sum(chart[str(s.track[track]), name] for name, track in LEVELS.items())
    if nationalists.in_play(s):
        trace("W-20b")
        found += s.rules.charts["tension_figures"]["nationalists", "figure"]
    return found


def rise(s: KoreanWarState, total: int, die: int) -> int:
    """By how much a die raises Global Tension. W-18.5a: the sum picks the band."""
    chart = s.rules.charts["tension"]
    band = max((row for row in chart.rows if int(row) <= total), key=int)
    return int(die >= chart[band, "one"]) + int(die >= chart[band, "two"])


def table(s: KoreanWarState) -> Branch:
    """The chances of the Global Tension Table for the levels as they are."""
    total = destabilization(s)
    note = Note("preview.tension", {"n": total}, "W-18.5a")
    return faces.branch(note, ORDER, lambda die: ORDER[rise(s, total, die)])


def add(s: KoreanWarState, n: int, rule: str) -> None:
    """Raise Global Tension, which never falls. W-18.5b: at its last level world war begins, and the Communists win."""
    most = s.rules.charts["tension_figures"]["world_war", "figure"]
    s.tell(TENSION, min(most, s.track[TENSION] + n))
    s.log(rule, "tension_rises", n=n, m=s.track[TENSION])
    if s.track[TENSION] == most:
        victory.end_game(s, SIDES[COMMUNIST], "W-18.5b")


def begin(s: KoreanWarState) -> None:
    """3.A.3 The Global Tension Segment. W-3.A4: from turn 3 on."""
    s.push(Rising())


class Rising(Frame, frozen=True):
    """A die is thrown on the Global Tension Table, if any die could raise it."""

    def anew(self) -> bool:
        """Its die belongs to no action before it."""
        return True

    def resolve(self, s: KoreanWarState) -> None:
        """Throw the die."""
        total = destabilization(s)
        if rise(s, total, faces.FACES[-1]):
            s.push(Roll("tension", 1, "W-18.5a", faces=len(faces.FACES), lowest=0))
        else:
            s.log("W-18.5a", "tension_safe", n=total)
            s.pop()

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """W-18.5a: raise Global Tension by nothing, one or two."""
        total = destabilization(s)
        n = rise(s, total, dice[0])
        s.pop()
        if n:
            add(s, n, "W-18.5a")
        else:
            s.log("W-18.5a", "tension_holds", n=total, die=dice[0])
