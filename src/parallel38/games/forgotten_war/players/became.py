"""How the announcements of a commander of The Forgotten War turned out."""

from collections.abc import Iterator, Sequence

from parallel38.engine.previews import Note
from parallel38.players.courses import Course
from parallel38.players.thoughts import Saying


def became(course: Course, told: Sequence[Saying]) -> Iterator[Note]:
    """What was tried and how it went."""
    return iter(())
