"""9.2.3 Infiltration: the number to roll. Where it may be tried, `movement` and `ranges` say; `march` rolls."""

from parallel38.engine.trace import trace
from parallel38.games.yalu.state import YaluState
from parallel38.hexgrid import Hex


def number(s: YaluState, here: Hex, there: Hex) -> int:
    """D-9.2.3.2: the most that the unmodified die may show: the number of the hex being left, less the modifiers."""
    trace("D-9.2.3.2")
    chart, rules = s.rules.charts["infiltration"], s.rules
    number = chart[rules.terrain(here), "number"] - chart["weather_" + s.weather, "number"]
    bridged = rules.board.bridges.has(here, there) and rules.setting.rulings["infiltration-bridge"] == "bridge"
    if rules.board.rivers.has(here, there) and not bridged:
        number -= chart["river", "number"]
    return number
