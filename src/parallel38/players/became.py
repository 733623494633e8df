"""How the announcements of a computer player turned out: its plans compared with the player turn as it was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.previews import Note
from parallel38.players.courses import Course, hex_of

if TYPE_CHECKING:
    from parallel38.hexgrid import Hex
    from parallel38.players.thoughts import Saying


def attack(course: Course, told: Saying, odds: str, stopped: Iterable[int] = ()) -> Note:
    """What became of an attack that was announced: its result, or why it was not made.

    `odds` is the column on which dice were thrown; `stopped` are units whose move a die has ended.
    """
    h = course.rules.names.place_code(told.args["hex"])
    if h not in course.attacked:
        return _unmade(course, told, h, {*stopped})
    args: dict[str, Any] = {"hex": h, "odds": odds}
    there = _defenders(course, h)
    lost = [unit for unit in course.lost if unit in there]
    after = course.end.state
    driven = [u for u in there if u not in lost and after.on_map(u) and after.where[u] != h]
    if lost and not odds:
        return Note("became.fell", {"hex": h, "units": lost}, told.rule)
    if lost and driven:
        return Note("became.both", {**args, "units": lost, "driven_units": driven}, told.rule)
    if lost or driven:
        return Note("became.destroyed" if lost else "became.driven", {**args, "units": lost or driven}, told.rule)
    return Note("became.held" if odds else "became.broken_off", args, told.rule)


def _defenders(course: Course, h: Hex) -> set[int]:
    """The enemy units in a hex when combat began, with the parts of which they are made."""
    side, battle = course.rules.sides.index(course.side), course.battle
    return {unit for unit in course.rules.units_of[1 - side] if hex_of(battle, unit) == h}


def _unmade(course: Course, told: Saying, h: Hex, stopped: set[int]) -> Note:
    """A note on why an attack was not made."""
    battle, rules = course.battle, course.rules
    if not _defenders(course, h):
        return Note("became.gone", {"hex": h}, told.rule)
    near = {h, *rules.grid.neighbours[h]}
    away = [u for u in units_of(course, told) if battle.where[u] not in near]
    failed = [u for u in away if u in stopped]
    if away:
        return Note("became.stopped" if failed else "became.late", {"hex": h, "units": failed or away}, told.rule)
    return Note("became.unmade", {"hex": h}, told.rule)


def units_of(course: Course, told: Saying) -> list[int]:
    """The units that a sentence names as acting."""
    return [course.rules.names.unit_number(name) for name in told.args.get("units", ())]


def besides(course: Course, told: Iterable[Saying], attacks: Callable[[Saying], bool], rule: str) -> Iterator[Note]:
    """Notes on the attacks that were not announced."""
    known = {course.rules.names.place_code(one.args["hex"]) for one in told if attacks(one)}
    others = tuple(h for h in course.attacked if h not in known)
    if others:
        yield Note("became.besides", {"hexes": others}, rule)


def unmanned(course: Course, told: Saying) -> Iterator[Note]:
    """Notes on the hexes of a sentence that hold no unit of the side in the end."""
    hexes = (course.rules.names.place_code(name) for name in told.args["hexes"])
    empty = tuple(h for h in hexes if not course.held(course.end.state, h))
    if empty:
        yield Note("became.unmanned", {"hexes": empty}, told.rule)


def absent(course: Course, told: Saying) -> Iterator[Note]:
    """A note on the unit of a sentence, if it was not in its hex when combat began."""
    names = course.rules.names
    unit, h = names.unit_number(told.args["unit"]), names.place_code(told.args["hex"])
    if course.battle.where[unit] != h:
        yield Note("became.absent", {"unit": unit, "hex": h}, told.rule)
