"""The order of battle as a player reads it: the units of each side by where they are."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from parallel38.engine.previews import Note
from parallel38.engine.reports import Group

Coming = Callable[[Any, int], Iterable[tuple[str, list[int]]]]
"""The units of a side that are still to come: the names of turns, each with the units that come in it."""


def forces(
    s: Any, coming: Coming, skip: tuple[str, ...], empty: Callable[[Any, int], Iterable[str]] = lambda s, side: ()
) -> Iterator[Group]:
    """The units of each side: on the map by nation, in each box but those to skip, and those still to come, by turn.

    Boxes that `empty` names for a side are told although no unit lies in them.
    """
    rules = s.rules
    for side, name in enumerate(rules.sides):
        nations: dict[str, list[int]] = {}
        for unit in s.present(side):
            nations.setdefault(rules.nation[unit], []).append(unit)
        for nation, units in nations.items():
            told = tuple((u, Note("force.at", {"hex": s.where[u]})) for u in units)
            yield Group(name, Note("force.map", {"nation_key": "nation." + nation, "n": len(units)}), told)
        for box in (box for box in rules.names.boxes if box not in skip):
            place = rules.names.box(box)
            units = [u for u in rules.units_of[side] if s.where[u] == place]
            if units or box in empty(s, side):
                told = tuple((u, _due(s, u)) for u in units)
                yield Group(name, Note("force.box", {"box_place": place, "n": len(units)}), told, box=box)
        for turn, units in coming(s, side):
            args = {"turn_key": "turn." + turn, "n": len(units)}
            yield Group(name, Note("force.due", args), tuple((u, None) for u in units), turn)


def _due(s: Any, unit: int) -> Note | None:
    """A note on the turn from which a unit in a box may come; None if it may come now."""
    turn = s.spent[unit]
    later = s.turn < turn <= len(s.rules.turns)
    return Note("force.from", {"turn_key": "turn." + s.rules.turns[turn - 1]}) if later else None
