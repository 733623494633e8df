"""KOREA: The Mobile War, 1950 to 1951: invasion, intervention, stalemate, and the campaign that joins them."""

from parallel38.engine.titles import Scenario
from parallel38.games.mobile_war.data import BOARD, FILES, choices
from parallel38.wargame.titles import title

TITLE = title(
    FILES,
    ruleset="ruleset:MobileWarRuleset",
    captain="players.commander:Commander",
    became="players.became:became",
    editions=("standard",),
    scenarios=tuple(Scenario(name, BOARD) for name in ("invasion", "intervention", "stalemate", "campaign")),
    options=choices("option"),
    rulings=choices("ruling"),
)
