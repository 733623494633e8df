"""How the announcements of a commander of The Korean War turned out.

Both sides act in one phase here and a unit attacks from several hexes, so attacks are found in what happened, not by
where units stood when a combat phase began.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from parallel38.engine.previews import Note
from parallel38.players import became as common
from parallel38.players.courses import Course
from parallel38.players.thoughts import Saying


class _Fight(NamedTuple):
    """An attack of the side as it went."""

    hexes: tuple[str, ...]
    odds: str
    lost: tuple[str, ...]
    driven: tuple[str, ...]


def attacks(told: Saying) -> bool:
    """Whether a sentence announces an attack."""
    return told.text == "reason.blow"


def became(course: Course, told: Sequence[Saying]) -> Iterator[Note]:
    """What was tried and how it went, a note for each sentence, as far as the player turn shows it."""
    fights = [*_fights(course)]
    for one in told:
        if attacks(one):
            yield _attack(course, one, fights)
        elif one.text in ("reason.line", "reason.keep"):
            yield from common.unmanned(course, one)
    known = {one.args["hex"] for one in told if attacks(one)}
    others = dict.fromkeys(h for fight in fights if not known & {*fight.hexes} for h in fight.hexes)
    if others:
        yield Note("became.besides", {"hexes": tuple(map(course.rules.names.place_code, others))}, "W-9.2a")


def _attack(course: Course, told: Saying, fights: Sequence[_Fight]) -> Note:
    """What became of an attack that was announced: the result of the first one on its hex, or that it was not made."""
    names = course.rules.names
    h = names.place_code(told.args["hex"])
    fight = next((fight for fight in fights if told.args["hex"] in fight.hexes), None)
    if fight is None:
        there = course.end.state.held_by(1 - course.rules.sides.index(course.side)) >> h & 1
        return Note("became.unmade" if there else "became.gone", {"hex": h}, told.rule)
    lost, driven = (tuple(map(names.unit_number, units)) for units in (fight.lost, fight.driven))
    args: dict[str, Any] = {"hex": h, "odds": fight.odds}
    if lost and driven:
        return Note("became.both", {**args, "units": lost, "driven_units": driven}, told.rule)
    if lost or driven:
        return Note("became.destroyed" if lost else "became.driven", {**args, "units": lost or driven}, told.rule)
    return Note("became.held", args, told.rule)


def _fights(course: Course) -> Iterator[_Fight]:
    """The attacks of the side, in their order, each with the enemies that were destroyed or driven back."""
    rules, side = course.rules, course.rules.sides.index(course.side)

    def own(unit: str) -> bool:
        return rules.side_of[rules.names.unit_number(unit)] == side

    hexes, odds = tuple[str, ...](), ""
    lost, driven = list[str](), list[str]()
    for text, args in course.events:
        if text in ("attack", "operations", "passed"):
            if odds:
                yield _Fight(hexes, odds, tuple(lost), tuple(u for u in driven if u not in lost))
            hexes, odds, lost, driven = (), "", [], []
        if text == "attack" and own(args["unit"]):
            hexes = tuple(args["hexes"])
        elif text == "result" and hexes:
            odds = args["column"]
        elif text in ("eliminated", "retreated") and odds and not own(args["unit"]):
            (lost if text == "eliminated" else driven).append(args["unit"])
    if odds:
        yield _Fight(hexes, odds, tuple(lost), tuple(u for u in driven if u not in lost))
