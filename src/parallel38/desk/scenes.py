"""Scenes: what an entry of the record shows on the map, as plain data: units that move, fights, losses.

They are made from the record alone, so that they are the same while a game is played, when it is looked at again and
after a restart. The log has them with each entry.
"""

from collections.abc import Iterator
from typing import Any

from parallel38.desk.reporter import Reporter
from parallel38.desk.situation import face_of
from parallel38.desk.words import mentioned
from parallel38.engine.chance import Throw
from parallel38.engine.game import Entry
from parallel38.engine.reports import Casualty, Fight
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.values import fields, leg

Scene = dict[str, Any]

MOVED, PLACED, LEFT, LOST, FIGHT, FATE = "moved", "placed", "left", "lost", "fight", "fate"
"""The kinds of scenes; a game's look names further kinds of moves, such as retreats."""


def scenes(entry: Entry, s: Any, say: Reporter) -> list[Scene]:
    """What an entry shows, in the order in which it is to be seen; `s` is the state in which it was decided.

    A scene has a `kind` and the `side` whose units they are:

    * `fight`: `units` that attack `from` hexes a `hex` with `targets`; `odds`; of the result the `code`, the `text`,
      the `harm` (none, some, all), the sides that are `hurt`, the `rank` as in previews, and the `dice`; an attack
      without a result is announced;
    * `moved` and the kinds that the look of the game names: `units` go along a `path` of hexes;
    * `placed`, `left`: `units` come to a `hex` from beside the map, or leave it for a place beside it;
    * `lost`: `units` are lost in a `hex`; `fate`: `what` else has become of them, such as being hit.

    Of units that are lost, `counters` has name and drawing, because they are no more in the situation after it.
    """
    if entry.before is None:
        return []
    changes = [(column, i, *values) for (column, i), values in entry.net().items()]
    fates = [*say.game.rules.casualties(changes)]
    return [
        *_fight(entry, s, say),
        *_losses(entry, s, [fate.unit for fate in fates if fate.what == LOST], say),
        *_ways(entry, {fate.unit for fate in fates if fate.what == LOST}, say.game.rules),
        *_fates(entry, s, [fate for fate in fates if fate.what != LOST], say.game.rules),
    ]


def _fight(entry: Entry, s: Any, say: Reporter) -> Iterator[Scene]:
    """The fight that an entry begins or decides."""
    rules = say.game.rules
    found = rules.fight(s, entry.action, entry.events)
    if found is None:
        return
    name, place = rules.names.unit, rules.names.place
    homes = dict.fromkeys(h for unit in found.units if (h := s.hex_of(unit)) is not None)
    yield {
        "kind": FIGHT,
        "side": found.side,
        "units": [name(unit) for unit in found.units],
        "from": [place(h) for h in homes],
        "hex": place(found.hex),
        "targets": [name(unit) for unit in found.targets],
        "odds": found.odds or None,
        "dice": list(entry.action.dice) if isinstance(entry.action, Throw) else [],
        "code": found.code or None,
        "text": say.texts.say(found.note.text, found.note.args) if found.note else None,
        "harm": found.harm,
        "hurt": list(found.hurt),
        "rank": _rank(found),
    }


def _rank(fight: Fight) -> int:
    """How a result serves the attackers, as in previews: won, partly won, nothing, only they are hurt."""
    if fight.rank is not None:
        return fight.rank
    if not fight.hurt:
        return 2
    if set(fight.hurt) == {fight.side}:
        return 3
    return 0 if fight.harm == "all" and fight.side not in fight.hurt else 1


def _losses(entry: Entry, s: Any, units: list[int], say: Reporter) -> Iterator[Scene]:
    """The units that are lost, by hex: where they stood, or where the event that names them says."""
    rules, lost = say.game.rules, dict[tuple[int, str], list[int]]()
    for unit in sorted(units):
        h = s.hex_of(unit)
        place = rules.names.place(h) if h is not None else _told_hex(entry, unit, rules)
        if place is not None:
            lost.setdefault((rules.side_of[unit], place), []).append(unit)
    for (side, place), those in lost.items():
        yield {
            "kind": LOST,
            "side": rules.sides[side],
            "units": [rules.names.unit(unit) for unit in those],
            "hex": place,
            "counters": [
                {
                    "id": rules.names.unit(unit),
                    "name": say.texts.unit(unit),
                    "face": face_of(rules, rules.face(s, unit)),
                }
                for unit in those
            ],
        }


def _fates(entry: Entry, s: Any, fates: list[Casualty], rules: Ruleset) -> Iterator[Scene]:
    """What else has become of units on the map, by hex."""
    net, found = entry.net(), dict[tuple[str, int, int], list[int]]()
    for fate in sorted(fates, key=lambda fate: fate.unit):
        _, place = net.get(("where", fate.unit), (None, s.where[fate.unit]))
        if s.on_map(fate.unit) and place < rules.names.grid.size:
            found.setdefault((fate.what, rules.side_of[fate.unit], place), []).append(fate.unit)
    for (what, side, place), units in found.items():
        names = [rules.names.unit(unit) for unit in units]
        yield {"kind": FATE, "side": rules.sides[side], "what": what, "units": names, "hex": rules.names.place(place)}


def _told_hex(entry: Entry, unit: int, rules: Ruleset) -> str | None:
    """The hex that an event names together with a unit."""
    name = rules.names.unit(unit)
    for event in entry.events:
        units, hexes = mentioned(event.args, rules)
        if name in units and hexes:
            return hexes[0]
    return None


# ---------------------------------------------------------------------------------------------------- units that move


def _ways(entry: Entry, gone: set[int], rules: Ruleset) -> Iterator[Scene]:
    """Units that go from hex to hex, come to the map or leave it; those with one way together. `gone` are lost."""
    names, size = rules.names, rules.names.grid.size
    where = {unit: change for (column, unit), change in entry.net().items() if column == "where"}
    kinds = _kinds(entry, rules)
    known = [*_paths(entry)]
    # a unit that is taken apart or put together: its counter makes room for others in the same hex
    out = {(rules.side_of[unit], old) for unit, (old, new) in where.items() if old < size <= new}
    come = {(rules.side_of[unit], new) for unit, (old, new) in where.items() if new < size <= old}
    found: dict[tuple[str, int, tuple[int, ...]], list[int]] = {}
    for unit, (old, new) in where.items():
        side = rules.side_of[unit]
        if old < size and new < size:
            key = kinds.get(unit, MOVED), side, _way(old, new, known)
        elif new < size and (side, new) not in out:
            key = PLACED, side, (new,)
        elif old < size and new >= size and unit not in gone and (side, old) not in come:
            key = LEFT, side, (old,)
        else:
            continue
        found.setdefault(key, []).append(unit)
    for (kind, side, way), units in found.items():
        scene = {"kind": kind, "side": rules.sides[side], "units": [names.unit(unit) for unit in units]}
        path = [names.place(h) for h in way]
        yield {**scene, "hex": path[0]} if kind in (PLACED, LEFT) else {**scene, "path": path}


def _kinds(entry: Entry, rules: Ruleset) -> dict[int, str]:
    """The units that do not simply move, each with the kind of its move, as the events tell that the look names."""
    found: dict[int, str] = {}
    for kind, texts in rules.look().get("scene", {}).items():
        for event in entry.events:
            if event.text in texts:
                found |= {rules.names.unit_number(name): kind for name in mentioned(event.args, rules)[0]}
    return found


def _paths(entry: Entry) -> Iterator[tuple[int, ...]]:
    """The paths that an entry knows: of its action, and of what was in progress before and after it."""
    for value in (entry.action, *reversed(entry.frames), *reversed(entry.frames_after)):
        for name, hint, _ in fields(type(value)) if value is not None else ():
            if getattr(hint, "__metadata__", ("",))[0] == "path":
                yield tuple(map(leg, getattr(value, name)))


def _way(old: int, new: int, known: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The hexes from one to another along a path that has both, else straight."""
    for path in known:
        if old in path and new in path[path.index(old) :]:
            start = path.index(old)
            return path[start : path.index(new, start) + 1]
    return old, new
