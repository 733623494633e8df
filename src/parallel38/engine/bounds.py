"""What the frames of a position from a file must be like in any game; `Ruleset.check` adds what one game knows.

That fields hold values of their types, numbers within their span and lists of a sensible length, `values` sees to when
it reads them. Here it is asked whether they fit together: a stack that begins with the sequence, words that the rules
know, dice that the frame below has asked for.
"""

from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Frame, Over
from parallel38.engine.sequence import Sequence
from parallel38.engine.values import fields

HIGHEST = 40
"""Frames on top of each other; random games come to nine."""


def check(s: Any) -> None:
    """Raise BadInputError if the frames of a state cannot be."""
    bottom, *above = s.frames
    whole = isinstance(bottom, Sequence) or (isinstance(bottom, Over) and not above)
    if not whole or len(s.frames) > HIGHEST or any(isinstance(frame, Sequence | Over) for frame in above):
        raise BadInputError("bad_position", name="frames")
    if isinstance(bottom, Sequence):
        outline = s.rules.outline(s)
        if bottom.place(outline) < 0:
            known = [phase.key for phase in outline if phase.part == bottom.part] or [phase.key for phase in outline]
            raise BadInputError("unknown_phase", name=" ".join(filter(None, (bottom.part, bottom.phase))), names=known)
    known = {"rule": s.rules.rule_ids, "side": s.rules.sides}
    for frame in s.frames:
        for kind, word in _words(frame):
            if word and word not in known[kind]:
                raise BadInputError("bad_value", value=word)
    _check_dice(s, above)


def _words(value: msgspec.Struct) -> Iterator[tuple[str, str]]:
    """The words in a frame that only the rules know, each with what it is."""
    for name, hint, _ in fields(type(value)):
        held = getattr(value, name)
        kind = next((arg.__metadata__[0] for arg in (hint, *get_args(hint)) if get_origin(arg) is Annotated), None)
        if kind in ("rule", "side") and held is not None:
            yield kind, held


def _check_dice(s: Any, above: list[Frame]) -> None:
    """Dice lie on top only, and are those for which the frame below waits."""
    if not any(isinstance(frame, Roll) for frame in above):
        return
    *below, roll = s.frames
    if isinstance(roll, Roll) and len(roll.pool) != roll.dice:
        raise BadInputError("bad_position", name="Roll.named")
    asked = s.copy()
    asked.frames = tuple(below)
    sound = not any(isinstance(frame, Roll) for frame in below) and asked.top.decider(asked) is None
    try:
        sound = sound and asked.top.asks(asked) == roll
    except FAULTS:
        sound = False
    if not sound:
        raise BadInputError("impossible_position")


FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, StopIteration)
FAULTS += (TypeError, ValueError)
"""What rules raise when frames do not fit the units: none of it is meant, and all of it is caught where a position is
read, so that it is refused with a sentence."""
