"""How the announcements of a commander of The Mobile War turned out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parallel38.engine.previews import Note
from parallel38.players import became as common
from parallel38.players.courses import Course
from parallel38.players.thoughts import Saying


def attacks(told: Saying) -> bool:
    """Whether a sentence announces an attack."""
    return told.text in ("reason.blow", "reason.overrun")


def became(course: Course, told: Sequence[Saying]) -> Iterator[Note]:
    """What was tried and how it went, a note for each sentence, as far as the player turn shows it."""
    for one in told:
        if attacks(one):
            yield common.attack(course, one, _odds(course, one))
        elif one.text == "reason.hold":
            yield from common.unmanned(course, one)
        elif one.text == "reason.drop":
            yield from common.absent(course, one)
    yield from common.besides(course, told, attacks, "K-COM-A")


def _odds(course: Course, told: Saying) -> str:
    """The column of the odds on which the die was thrown for the hex of an attack; empty if there was none."""
    fought = (args for text, args in course.events if text == "result")
    return next((args["column"] for args in fought if args["hex"] == told.args["hex"]), "")
