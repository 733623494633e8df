"""The outcome of what a Yalu commander said about its plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parallel38.engine.previews import Note
from parallel38.games.yalu.rules import supply
from parallel38.games.yalu.state import UN
from parallel38.players import became as common
from parallel38.players.courses import Course
from parallel38.players.thoughts import Saying

LINES = ("reason.line", "reason.gaps", "reason.strongpoints", "reason.strangle")


def attacks(told: Saying) -> bool:
    """Whether a note is about an attack."""
    return "odds" in told.args


def became(course: Course, told: Sequence[Saying]) -> Iterator[Note]:
    """What was tried and its outcome, note by note, as far as the player turn shows it."""
    for one in told:
        if attacks(one):
            yield common.attack(course, one, _odds(course, one), _stopped(course))
        elif one.text in LINES:
            yield from common.unmanned(course, one)
        elif one.text == "reason.cut_off":
            yield from [*common.absent(course, one)] or _nobody_unsupplied(course, one)
        elif one.text == "reason.sail":
            ashore = tuple(u for u in common.units_of(course, one) if course.end.state.on_map(u))
            if ashore:
                yield Note("became.ashore", {"units": ashore}, one.rule)
        elif one.text == "reason.apart":
            unit = course.rules.names.unit_number(one.args["unit"])
            if course.end.state.on_map(unit):
                yield Note("became.whole", {"unit": unit}, one.rule)
        elif one.text == "reason.stranded":
            yield from _saved(course, one)
    yield from common.besides(course, told, attacks, "D-10.5.1")


def _odds(course: Course, told: Saying) -> str:
    """The column of the fire at the hex of an attack; the best column if there were several fires."""
    rules, names, where = course.rules, course.rules.names, course.battle.where
    columns = [name for _, name in rules.odds_columns]
    fires = (args for _, args in course.events if "target_units" in args)
    at = ((names.place(where[names.unit_number(a["target_units"][0])]), a["odds"]) for a in fires)
    return min((odds for h, odds in at if h == told.args["hex"]), key=columns.index, default="")


def _stopped(course: Course) -> Iterator[int]:
    """The units that failed to infiltrate."""
    failed = (args["unit"] for text, args in course.events if text == "infiltration_failed")
    return (course.rules.names.unit_number(name) for name in failed)


def _nobody_unsupplied(course: Course, told: Saying) -> Iterator[Note]:
    """A note on a road that was to be cut, if every enemy unit is in supply nevertheless when combat begins."""
    s = course.battle
    supplied = supply.supplied(s, UN)
    if all(supplied >> s.where[u] & 1 for u in s.present(UN) if s.rules.combat[u]):
        args = {name: told.args[name] for name in ("unit", "hex")}
        yield Note("became.fed", args, told.rule)


def _saved(course: Course, told: Saying) -> Iterator[Note]:
    """A note on the units that were cut off and are in supply when the player turn is over."""
    s = course.end.state
    supplied = supply.supplied(s, UN)
    saved = tuple(u for u in common.units_of(course, told) if s.on_map(u) and supplied >> s.where[u] & 1)
    if saved:
        yield Note("became.saved", {"units": saved}, told.rule)
