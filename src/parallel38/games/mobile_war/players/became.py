"""What became of what a commander of The Mobile War said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parallel38.engine.previews import Note
from parallel38.players import became as common
from parallel38.players.courses import Course
from parallel38.players.thoughts import Saying


def attacks(told: Saying) -> bool:
    """Whether a sentence tells of an attack."""
    return told.text in ("reason.blow", "reason.overrun")


def became(course: Course, told: Sequence[Saying]) -> Iterator[Note]:
    """What was tried and how it went, sentence by sentence, as far as it can be seen in the player turn."""
    for one in told:
        if attacks(one):
            yield common.attack(course, one, _odds(course, one))
        elif one.text == "reason.hold":
            yield from common.unmanned(course, one)
        elif one.text == "reason.drop":
            yield from common.absent(course, one)
    yield from common.besides(course, told, attacks, "K-COM-A")


def _odds(course: Course, told: Saying) -> str:
    """The column on which a die fell for the hex of an attack."""
    fought = (args for text, args in course.events if text == "result")
    return next((args["column"] for args in fought if args["hex"] == told.args["hex"]), "")
