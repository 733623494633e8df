"""What the counters and arrows of The Mobile War show in a given situation."""

from collections.abc import Iterable
from fractions import Fraction

from parallel38.engine.previews import Note
from parallel38.engine.reports import Arrow, Face, Figure
from parallel38.engine.texts import fraction_text
from parallel38.games.mobile_war.rules import supply
from parallel38.games.mobile_war.rules.costs import allowance
from parallel38.games.mobile_war.rules.fight import Fight
from parallel38.games.mobile_war.rules.transport import weight
from parallel38.games.mobile_war.state import MOVED, UNSUPPLIED, MobileWarState

QUIET = ("moved", "broken_down", "joined", "entrenched", "abandoned", "table_chosen", "bridge_restored")
QUIET += ("sailed", "loaded")
"""Events that a waiting player need not read: steps on the way."""
HIDDEN = ("moved_first", "parted", "arrived", "replaced")
"""Flags that are kept for the rules and are not shown on a counter."""


def face(s: MobileWarState, unit: int) -> Face:
    """A counter with its present figures; a page asks for all counters after every action."""
    unsupplied = s.on_map(unit) and not supply.supplied(s, unit)
    cargo = weight(s, tuple(s.inside(unit))) if s.rules.naval[unit] else 0
    known, key = s.rules.faces, (unit, s.flags[unit], unsupplied, cargo)
    if key not in known:
        known[key] = _face(s, unit, unsupplied, cargo)
    return known[key]


def _face(s: MobileWarState, unit: int, unsupplied: bool, cargo: int) -> Face:
    """A counter with its strength in defence now, its movement in this phase, and the regiments aboard.

    K-SUP-A1, K-SUP-A2: halved without fractions, the strength of units that are out of supply now, the movement of
    units that were so when the phase began. Both are marked alike.
    """
    rules = s.rules
    strength = rules.strength[unit] // (2 if unsupplied else 1)
    movement = Fraction(allowance(s, unit), rules.point)
    states = [flag for i, flag in enumerate(rules.flag_names) if s.flags[unit] >> i & 1 and flag not in HIDDEN]
    if unsupplied and not s.flags[unit] & UNSUPPLIED:
        states.append("hungry")
    printed = (rules.strength[unit], rules.movement[unit])
    figures = [Figure(values(strength, movement), changed=(strength, movement) != printed)]
    if cargo:
        figures.append(Figure(str(cargo), "bottom-right", circled=True))
    return Face(
        side=rules.sides[rules.side_of[unit]],
        nation=rules.nation[unit],
        size=rules.size[unit],
        type=rules.kind[unit],
        name=rules.designation[unit],
        figures=tuple(figures),
        weights=(("strength", Fraction(strength if rules.combat[unit] else 0)),),
        states=tuple(states),
    )


def unit_notes(s: MobileWarState, units: Iterable[int]) -> dict[int, list[Note]]:
    """The supply of units on the map, and the movement points that they have left; units that moved have none."""
    rules = s.rules
    found: dict[int, list[Note]] = {}
    for unit in units:
        if not s.on_map(unit) or rules.naval[unit] or not rules.movement[unit]:
            continue
        points = allowance(s, unit)
        left = 0 if s.flags[unit] & MOVED else points
        fed = [Note("unit_note.supplied")] if rules.combat[unit] and supply.supplied(s, unit) else []
        found[unit] = [*fed, Note("unit_note.points", {"left_mp": left, "all_mp": points})]
    return found


def values(strength: int, movement: Fraction) -> str:
    """Strength and movement; movement alone if there is no strength.

    >>> values(16, Fraction(3)), values(0, Fraction(1))
    ('16–3', '1')
    """
    return f"{strength}–{fraction_text(movement)}" if strength else fraction_text(movement)


def arrows(s: MobileWarState) -> list[Arrow]:
    """The attack that is being fought, from every hex of its attackers, with the odds."""
    fight = next((frame for frame in reversed(s.frames) if isinstance(frame, Fight)), None)
    if fight is None:
        return []
    label = fight.column or fight.reckon(s).column
    homes = sorted({s.where[u] for u in fight.units if s.on_map(u)})
    return [Arrow(fight.side, home, fight.hex, label, "attack") for home in homes]
