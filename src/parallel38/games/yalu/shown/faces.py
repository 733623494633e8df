"""The faces of Yalu's counters and arrows in a given situation."""

from collections.abc import Iterable
from fractions import Fraction

from parallel38.engine.previews import Note
from parallel38.engine.reports import Arrow, Face, Figure
from parallel38.engine.texts import fraction_text
from parallel38.games.yalu.rules import commits, fire
from parallel38.games.yalu.rules.attacks import Attack
from parallel38.games.yalu.rules.commitment import Commitment
from parallel38.games.yalu.rules.commits import Announced, Commit
from parallel38.games.yalu.rules.costs import allowance
from parallel38.games.yalu.rules.designation import Designation
from parallel38.games.yalu.rules.firing import Firing
from parallel38.games.yalu.rules.supply import supplied
from parallel38.games.yalu.rules.volleys import Assault, Volleys
from parallel38.games.yalu.state import DONE, FIRED, ISOLATED, NEUTRALIZED, SHOT, SIDES, WEATHER, YaluState
from parallel38.hexgrid import Hex

QUIET = ("moved", "moved_rail", "moved_guerrilla", "infiltrated", "infiltration_failed", "past_guerrilla")
QUIET += ("regroup_marked", "broken_down", "joined", "embarked", "left_map", "entered_map", "jumps", "puts_off")
QUIET += ("withdrawn", "attack_dropped", "support_stays", "not_advanced", "bug_out_spared", "fielded", "sailed")
QUIET += ("bombarded", "bombard_misses", "supply_unhurt", "interdiction_fails", "air_lost", "passes")
"""Events that a player who waits for a turn need not read: intermediate steps, and actions without effect."""


def face(s: YaluState, unit: int) -> Face:
    """A counter with its figures as they are now, cached because a page asks for all of them after every action."""
    known, key = s.rules.faces, (unit, s.flags[unit], s.track[WEATHER])
    if key not in known:
        known[key] = _face(s, unit)
    return known[key]


def _face(s: YaluState, unit: int) -> Face:
    """The face of a counter, with the effects of weather and isolation (D-5.2.2)."""
    rules = s.rules
    strength = Fraction(fire.strength(s, unit), fire.WHOLE)
    movement = Fraction(allowance(s, unit), rules.point)
    printed = (rules.strength[unit], rules.movement[unit])
    if rules.guerrilla[unit]:  # no combat strength (16.1), so a letter in its place
        values = f"G–{fraction_text(movement)}"
    elif rules.naval[unit]:
        values = f"{rules.strength[unit]} r{rules.range[unit]}"
    elif not rules.movement[unit]:
        values = fraction_text(strength)
    else:
        values = f"{fraction_text(strength)}–{fraction_text(movement)}"
    figures = [Figure(values, changed=(strength, movement) != printed)]
    if rules.replacement[unit]:
        figures.append(Figure(str(rules.replacement[unit]), "bottom-right", circled=True))
    return Face(
        side=rules.sides[rules.side_of[unit]],
        nation=rules.nation[unit],
        size=rules.size[unit],
        type="conscript" if rules.size[unit] == "conscript" else rules.kind[unit],
        name=rules.designation[unit],
        figures=tuple(figures),
        formation=rules.army[unit],
        weights=(("strength", Fraction(0) if rules.support[unit] else strength),),
        states=tuple(flag for i, flag in enumerate(rules.flag_names) if s.flags[unit] >> i & 1),
    )


def unit_notes(s: YaluState, units: Iterable[int]) -> dict[int, list[Note]]:
    """The supply of units on the map, and the movement points that they have left."""
    rules = s.rules
    fed = [supplied(s, side) for side in range(len(SIDES))]
    found: dict[int, list[Note]] = {}
    for unit in units:
        if not s.on_map(unit) or not rules.mobile[unit]:
            continue
        notes = found[unit] = []
        if rules.combat[unit] and not rules.guerrilla[unit] and not s.flags[unit] & ISOLATED:
            well = fed[rules.side_of[unit]] >> s.where[unit] & 1
            notes.append(Note("unit_note.supplied" if well else "unit_note.unsupplied"))
        points = allowance(s, unit)
        left = 0 if s.flags[unit] & DONE else max(points - s.spent[unit], 0)
        notes.append(Note("unit_note.points", {"left_mp": left, "all_mp": points}))
    return found


def arrows(s: YaluState) -> list[Arrow]:
    """Each designated attack from every hex of its attackers, with the odds of all of them against all defenders.

    In the assault only units that can still fire count; an attack without attackers or targets left has no arrow.
    """
    frame = next((f for f in reversed(s.frames) if isinstance(f, Designation | Firing | Commitment | Volleys)), None)
    if frame is None:
        return []
    if isinstance(frame, Commitment | Volleys):
        return _announced(s, frame)
    assault = isinstance(frame, Firing) and frame.assault
    attacker = SIDES.index(frame.side) if isinstance(frame, Designation) or assault else 1 - SIDES.index(frame.side)
    found: list[Arrow] = []
    for attack in frame.attacks:
        units = [u for u in attack.units if s.on_map(u) and not s.flags[u] & (FIRED | NEUTRALIZED)]
        label = _odds(s, attack, units, 1 - attacker)
        for home in sorted({s.where[u] for u in units}) if label else ():
            found.append(Arrow(SIDES[attacker], home, attack.hex, label, attack.manner))
    return found


def _announced(s: YaluState, frame: Commitment | Volleys) -> list[Arrow]:
    """C-25A: each announced fire that has not been made, from every hex of its units.

    The label of a hex has the odds of all fires at it.
    """
    labels: dict[Hex, list[str]] = {}
    styles: dict[tuple[Hex, Hex], str] = {}
    side = 0
    for one in frame.left if isinstance(frame, Assault) else frame.fires:
        hexes = one.hexes if isinstance(one, Announced) else tuple(dict.fromkeys(s.where[u] for u in one.targets))
        units = tuple(u for u in one.units if s.on_map(u) and not s.flags[u] & (FIRED | NEUTRALIZED))
        targets = tuple(u for u in one.targets if s.where[u] in hexes and not s.flags[u] & SHOT)
        if units and targets:
            side = s.rules.side_of[units[0]]
            for h in hexes:
                labels.setdefault(h, []).append(_announced_odds(s, Commit(targets, one.manner, units)))
                for home in sorted({s.where[u] for u in units}):
                    styles.setdefault((home, h), one.manner)
    return [Arrow(SIDES[side], home, h, " · ".join(labels[h]), style) for (home, h), style in styles.items()]


def _announced_odds(s: YaluState, announced: Commit) -> str:
    """The odds column of an announced fire, the bare strengths if it is below the chart."""
    mass = sum(fire.strength(s, u) for u in announced.targets)
    column = commits.capped(s, commits.odds(s, announced), announced.manner)
    return column or f"{fire.whole(commits.power(s, announced))}:{fire.whole(mass)}"


def _odds(s: YaluState, attack: Attack, units: list[int], defender: int) -> str:
    """The odds column of an attack, the bare strengths if it is below the chart, nothing without targets."""
    targets = fire.targets_in(s, defender, attack.hex)
    firing = sum(fire.strength(s, u, attack.manner, True) for u in units)
    defending = sum(fire.strength(s, u) for u in targets)
    if not firing or not defending:
        return ""
    return fire.column(s, firing, defending) or f"{fire.whole(firing)}:{fire.whole(defending)}"
