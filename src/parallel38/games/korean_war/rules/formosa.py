"""19.1 The Communist invasion of Formosa: what it keeps from Korea, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Refusal
from parallel38.engine.previews import Branch, Note
from parallel38.games.korean_war.rules import faces, nationalists, tension
from parallel38.games.korean_war.state import (
    CHINESE,
    FALLEN,
    FORMOSA,
    FORMOSA_TURN,
    INVADED,
    QUIET,
    REPELLED,
    KoreanWarState,
)

ORDER = ("falls", "goes_on", "repelled")
"""What the die can bring, the best for the Communists first."""


def figure(s: KoreanWarState, name: str) -> int:
    """A figure of the invasion."""
    return s.rules.charts["formosa"]["invasion", name]


def invaded(s: KoreanWarState) -> bool:
    """Whether the invasion goes on."""
    return s.track[FORMOSA] == INVADED


def against(s: KoreanWarState) -> Iterator[Refusal]:
    """Why Formosa cannot be invaded. W-19.1a, W-3.A3: from turn 5 on, once, and before any intervention in Korea."""
    if s.turn < figure(s, "from_turn"):
        yield Refusal("W-3.A3", "formosa_early", {"turn_key": "turn." + s.rules.turns[figure(s, "from_turn") - 1]})
    elif s.track[CHINESE]:
        yield Refusal("W-19.1a", "formosa_intervened", {})
    elif s.track[FORMOSA] != QUIET:
        yield Refusal("W-19.1a", "formosa_once", {})


def invade(s: KoreanWarState) -> None:
    """W-19.1b: fighters leave Korea, the Nationalists go home, Global Tension rises; the Amphibious Capacity falls."""
    s.tell(FORMOSA, INVADED)
    s.tell(FORMOSA_TURN, s.turn)
    s.log("W-19.1b", "formosa_invaded")
    came = s.rules.charts["air_arrivals"]
    fighters = [u for u in s.boxed("airfields") if s.rules.kind[u] == "fighter"]
    fighters.sort(key=lambda unit: came[s.rules.names.units[unit], "turn"])
    for unit in fighters[-figure(s, "fighters") :]:
        s.move(unit, s.rules.names.box("strait"))
        s.log("W-19.1b", "fighter_withdrawn", unit=unit)
    nationalists.go_home(s)
    tension.add(s, figure(s, "tension"), "W-19.1b")


def price(s: KoreanWarState) -> Iterator[Refusal]:
    """W-19.1d: the Chinese come to Korea later and fewer."""
    args = {"n": figure(s, "delay"), "m": figure(s, "limited"), "more": figure(s, "full")}
    yield Refusal("W-19.1d", "formosa_price", args)


def outcome(s: KoreanWarState, die: int) -> str:
    """W-19.1c: what a die brings."""
    return str(s.rules.charts["formosa_course"][str(die), "result"])


def table(s: KoreanWarState) -> Branch:
    """The chances of the invasion in a later Political Phase."""
    return faces.branch(Note("preview.formosa_course", {}, "W-19.1c"), ORDER, lambda die: outcome(s, die))


def capacity(s: KoreanWarState) -> int:
    """W-19.1b: what the invasion takes from the Amphibious Capacity, as a figure to add."""
    return figure(s, "capacity") if invaded(s) else 0


def waiting(s: KoreanWarState) -> bool:
    """W-19.1d: whether the invasion keeps the Chinese out of Korea in this turn."""
    return s.track[FORMOSA] != QUIET and s.turn < s.track[FORMOSA_TURN] + figure(s, "delay")


class Course(Frame, frozen=True):
    """W-19.1c: a die tells what becomes of the invasion."""

    def anew(self) -> bool:
        """Its die belongs to no action before it."""
        return True

    def resolve(self, s: KoreanWarState) -> None:
        """Throw the die."""
        s.push(Roll("formosa", 1, "W-19.1c", faces=len(faces.FACES), lowest=0))

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """The invasion is repelled, goes on or succeeds; when it is over the fighters are free again."""
        found = outcome(s, dice[0])
        s.pop()
        if found == "goes_on":
            s.log("W-19.1c", "formosa_goes_on", die=dice[0])
            return
        fell = found == "falls"
        s.log("W-19.1c", "formosa_falls" if fell else "formosa_repelled", die=dice[0])
        s.tell(FORMOSA, FALLEN if fell else REPELLED)
        for unit in s.boxed("strait"):
            s.move(unit, s.rules.names.box("airfields"))
