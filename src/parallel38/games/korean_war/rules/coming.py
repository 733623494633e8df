"""13.1 and 18.2 Units on their way to the reserve box, each with the Action Phase in which it arrives."""

from __future__ import annotations

from parallel38.games.korean_war.state import KoreanWarState

BOXES = ("coming_first", "coming_second")
"""Where units wait that arrive in the first and in the second Action Phase of a turn."""
PHASES = len(BOXES)


def expect(s: KoreanWarState, unit: int, rule: str, turn: int, second: bool) -> None:
    """Let a unit arrive in the first or in the second Action Phase of a turn."""
    s.move(unit, s.rules.names.box(BOXES[second]))
    s.spend(unit, turn)
    if late(s, turn):
        s.log(rule, "expected_late", unit=unit)
    else:
        s.log(rule, "expected", unit=unit, turn_key=turn_key(s, turn), part_key=part_key(second))


def late(s: KoreanWarState, turn: int) -> bool:
    """Whether the game is over before a turn begins, so that who is expected in it never comes."""
    return turn > s.rules.last_turn


def part_key(second: bool) -> str:
    """The text of an Action Phase of a turn."""
    return "part.second_action" if second else "part.first_action"


def turn_key(s: KoreanWarState, turn: int) -> str:
    """The text of a turn."""
    return "turn." + s.rules.turns[turn - 1]


def now(s: KoreanWarState) -> tuple[int, bool]:
    """The Action Phase in play: its turn, and whether it is the second one."""
    return s.turn, s.rules.phase_name(s).endswith("2AP")


def phase_after(s: KoreanWarState) -> tuple[int, bool]:
    """The Action Phase after the one in play."""
    turn, second = now(s)
    return (turn + 1, False) if second else (turn, True)


def later(turn: int, phases: int) -> tuple[int, bool]:
    """The Action Phase so many after the first one of a turn.

    >>> later(5, 1), later(5, 4)
    ((5, True), (7, False))
    """
    return turn + phases // PHASES, bool(phases % PHASES)


def due(s: KoreanWarState) -> list[int]:
    """The units that arrive in the Action Phase in play."""
    here = now(s)
    return [u for second, box in enumerate(BOXES) for u in s.boxed(box) if (s.spent[u], bool(second)) <= here]
