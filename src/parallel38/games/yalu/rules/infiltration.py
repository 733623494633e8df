"""9.2.3 Infiltration: the number to roll. `movement` and `ranges` say where it may be tried; `march` rolls."""

from fractions import Fraction

from parallel38.games.yalu.state import YaluState
from parallel38.hexgrid import Hex

FACES = 6


def parts(s: YaluState, here: Hex, there: Hex) -> list[tuple[str, int]]:
    """D-9.2.3.2: the parts of the number: the hex being left, the weather, a river."""
    chart, rules, terrain = s.rules.charts["infiltration"], s.rules, s.rules.terrain(here)
    left = chart[terrain, "number"] if terrain in chart.rows else 0  # a player may name a sea hex
    found = [("hex", left), ("weather", -chart["weather_" + s.weather, "number"])]
    bridged = rules.board.bridges.has(here, there) and rules.setting.rulings["infiltration-bridge"] == "bridge"
    if rules.board.rivers.has(here, there) and not bridged:
        found.append(("river", -chart["river", "number"]))
    return found


def number(s: YaluState, here: Hex, there: Hex) -> int:
    """D-9.2.3.2: the highest unmodified die roll that succeeds: the number of the hex being left, less the
    modifiers."""
    return sum(n for _, n in parts(s, here, there))


def chance(s: YaluState, here: Hex, there: Hex) -> Fraction:
    """D-9.2.3.2: the probability that a die succeeds."""
    return Fraction(min(max(number(s, here, there), 0), FACES), FACES)
