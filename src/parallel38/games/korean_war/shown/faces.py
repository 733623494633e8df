"""What the counters, arrows and tracks of The Korean War show in a given situation."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from parallel38.engine.previews import Note
from parallel38.engine.reports import Arrow, Face, Figure
from parallel38.games.korean_war.rules import command, engagement, values
from parallel38.games.korean_war.rules.combat import Combat
from parallel38.games.korean_war.rules.operations import Operating
from parallel38.games.korean_war.state import FATIGUED, KoreanWarState

QUIET = ("moved", "assigned", "spent", "mission", "still_mined", "no_recruit", "operations")
"""Events that a waiting player need not read: steps on the way."""
HIDDEN = ("attacked", "placed", "reorganized", "targeted", "committed")
"""Flags that are kept for the rules and are not shown on a counter."""


def face(s: KoreanWarState, unit: int) -> Face:
    """A counter with its present figures."""
    known = s.rules.faces
    key = (unit, s.flags[unit], s.lost[unit], s.value[unit], s.spent[unit], s.points[unit])
    if key not in known:
        known[key] = _face(s, unit)
    return known[key]


def _face(s: KoreanWarState, unit: int) -> Face:
    """Attack, anti-tank and defense of the side that is up; of armor two figures, of a depot its value."""
    rules, tired = s.rules, s.fatigued(unit)
    if rules.depot[unit]:
        shown = [str(s.value[unit]), "", command.level(s, unit)[0].upper() if s.spent[unit] else ""]
    elif rules.armored[unit]:
        lost = s.lost[unit]
        shown = [str(rules.armor[lost][unit]), "", str(rules.anti_tank[lost][unit])]
    elif rules.support[unit] or rules.bombing[unit]:
        shown = [str(rules.support[unit]), "", str(rules.bombing[unit])]
    else:
        shown = [str(figure[tired][unit]) for figure in (rules.attack, rules.anti_tank, rules.defense)]
    places = ("bottom-left", "bottom-middle", "bottom-right")
    changed = tired or bool(s.lost[unit])
    figures = tuple(Figure(text, place, changed) for text, place in zip(shown, places, strict=True) if text)
    states = [flag for i, flag in enumerate(rules.flag_names) if s.flags[unit] >> i & 1 and flag not in HIDDEN]
    return Face(
        side=rules.sides[rules.side_of[unit]],
        nation=rules.nation[unit],
        size=rules.size[unit],
        type=rules.kind[unit],
        name=rules.designation[unit],
        figures=figures,
        weights=(("attack", Fraction(rules.attack[tired][unit])), ("defense", Fraction(rules.defense[tired][unit]))),
        steps=(s.steps(unit), 3 if rules.division[unit] else rules.steps[unit]) if rules.steps[unit] else None,
        back=bool(s.flags[unit] & FATIGUED or s.lost[unit]),
        states=tuple(states),
    )


def arrows(s: KoreanWarState) -> list[Arrow]:
    """The combat that is being resolved."""
    fight = next((frame for frame in reversed(s.frames) if isinstance(frame, Combat)), None)
    if fight is None or fight.stage not in ("armor", "support", "roll") or fight.landing:
        return []
    label = engagement.odds(s, fight)[2]
    stood = sorted({s.where[u] for u in fight.attackers if s.on_map(u)})
    near = s.rules.beside
    return [Arrow(fight.side, a, h, label, "attack") for h in fight.targets for a in stood if near[h] >> a & 1]


def unit_notes(s: KoreanWarState, units: Iterable[int]) -> dict[int, list[Note]]:
    """Besides what counters show: the Action Points of the active unit, what its values are multiplied by and by which
    depot, an entrenchment and whether the unit has the benefit of it; of a depot its value, points and level."""
    top = next((frame for frame in s.frames if isinstance(frame, Operating)), None)
    found: dict[int, list[Note]] = {}
    for unit in units:
        told = list(_notes(s, unit, top))
        if told:
            found[unit] = told
    return found


def _notes(s: KoreanWarState, unit: int, top: Operating | None) -> Iterator[Note]:
    rules, h = s.rules, s.where[unit]
    if not s.on_map(unit):
        return
    if rules.depot[unit]:
        yield Note("unit_note.depot", {"n": s.value[unit], "level_key": "level." + command.level(s, unit)})
        if s.points[unit]:
            yield Note("unit_note.points_there", {"n": s.points[unit]})
        return
    if top is not None and top.unit == unit:
        yield Note("unit_note.active", {"n": top.ap})
    if not rules.combat[unit]:
        return
    if values.charted(s, unit):
        side = rules.side_of[unit]
        (attack, depot), (defense, _) = (command.best(s, side, h, chart) for chart in ("attack", "defense"))
        args = {"attack_factors": attack, "defence_factors": defense}
        yield (
            Note("unit_note.range", {**args, "unit": depot}) if depot is not None else Note("unit_note.no_depot", args)
        )
    level = s.works(rules.side_of[unit], h)
    if level:
        late = s.fatigued(unit) and s.start[unit] - 1 != h
        yield Note("unit_note.late" if late else "unit_note.dug_in", {"times_factors": rules.works_times[level]})
