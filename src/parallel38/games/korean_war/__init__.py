"""The Korean War: June 1950 to May 1951, five scenarios and the advanced game."""

from parallel38.engine.titles import Scenario
from parallel38.games.korean_war.data import BOARD, FILES
from parallel38.wargame.titles import title

TITLE = title(
    FILES,
    ruleset="ruleset:KoreanWarRuleset",
    captain="players.commander:Commander",
    became="players.became:became",
    editions=("standard",),
    scenarios=tuple(
        Scenario(name, BOARD)
        for name in ("invasion", "strike_back", "chinese_intervene", "resurgent", "defeat_into_victory", "whole_war")
    ),
)
