"""What Yalu's counters show in a given situation."""

from fractions import Fraction

from parallel38.engine.rules import Face
from parallel38.engine.texts import fraction_text
from parallel38.games.yalu.rules import fire
from parallel38.games.yalu.rules.costs import allowance
from parallel38.games.yalu.state import YaluState


def face(s: YaluState, unit: int) -> Face:
    """A counter with its figures as they are now: the weather and isolation (D-5.2.2) count already."""
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
    return Face(
        side=rules.sides[rules.side_of[unit]],
        nation=rules.nation[unit],
        size=rules.size[unit],
        type="conscript" if rules.size[unit] == "conscript" else rules.kind[unit],
        name=rules.designation[unit],
        values=values,
        formation=rules.army[unit],
        changed=(strength, movement) != printed,
        circled=str(rules.replacement[unit] or ""),
        strength=Fraction(0) if rules.support[unit] else strength,
        states=tuple(flag for i, flag in enumerate(rules.flag_names) if s.flags[unit] >> i & 1),
    )
