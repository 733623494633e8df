"""How the announcements of a commander of The Forgotten War turned out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parallel38.engine.previews import Note
from parallel38.games.forgotten_war.rules.close_combat import Assault
from parallel38.players import became as common
from parallel38.players.courses import Course
from parallel38.players.thoughts import Saying


def attacks(told: Saying) -> bool:
    """Whether a sentence announces an attack."""
    return told.text in ("reason.storm", "reason.volley")


def became(course: Course, told: Sequence[Saying]) -> Iterator[Note]:
    """What was tried and how it went, a note for each sentence, as far as the player turn shows it."""
    for one in told:
        if attacks(one):
            yield from _attack(course, one)
        elif one.text == "reason.depart":
            left = tuple(u for u in common.units_of(course, one) if course.end.state.on_map(u))
            if left:
                yield Note("became.stayed", {"units": left}, one.rule)
        elif one.text == "reason.recrew":
            yield from _still_abandoned(course, one)
    stormed = {entry.action.hex for entry in course.entries if isinstance(entry.action, Assault)}
    stormed &= {*course.attacked}
    known = {course.rules.names.place_code(one.args["hex"]) for one in told if attacks(one)}
    if stormed - known:
        yield Note("became.besides", {"hexes": tuple(sorted(stormed - known))}, "F-13.1.a")


def _attack(course: Course, told: Saying) -> Iterator[Note]:
    """What became of an attack: by close combat as in other games; by fire alone in words of its own."""
    odds = _odds(course, told)
    found = common.attack(course, told, odds)
    h = found.args["hex"]
    if odds or h not in course.attacked:
        yield found
        return
    there = [u for u in course.rules.units_of[1 - course.rules.sides.index(course.side)] if course.battle.where[u] == h]
    after = course.end.state
    lost = tuple(u for u in course.lost if u in there)
    driven = tuple(u for u in there if u not in lost and after.on_map(u) and after.where[u] != h)
    if lost:
        yield Note("became.shot", {"hex": h, "units": lost}, told.rule)
    if driven:
        yield Note("became.shaken", {"hex": h, "units": driven}, told.rule)
    if not lost and not driven:
        yield Note("became.missed", {"hex": h}, told.rule)


def _odds(course: Course, told: Saying) -> str:
    """The differential at which the die was thrown for the hex of an attack; empty if there was no close combat."""
    fought = (args for text, args in course.events if text == "close_result")
    return next((format(args["differential_drm"], "+d") for args in fought if args["hex"] == told.args["hex"]), "")


def _still_abandoned(course: Course, told: Saying) -> Iterator[Note]:
    """A note on guns that nobody has manned."""
    s, side = course.end.state, course.rules.sides.index(course.side)
    hexes = {s.where[u] for u in common.units_of(course, told) if s.on_map(u)}
    guns = tuple(u for u in s.abandoned(side) if s.where[u] in hexes)
    if guns:
        yield Note("became.unmanned_guns", {"units": guns}, told.rule)
