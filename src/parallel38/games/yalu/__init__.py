"""Yalu: the Chinese counteroffensive in Korea, November 1950 to May 1951 (Deluxe rules)."""

from parallel38.engine.titles import Scenario
from parallel38.games.yalu.data import BOARD, FILES
from parallel38.wargame.titles import title

TITLE = title(
    FILES,
    ruleset="ruleset:YaluRuleset",
    captain="players.commander:Commander",
    became="players.became:became",
    editions=("deluxe",),
    scenarios=(Scenario("nov-iv", BOARD),),
    earlier=FILES.table("earlier.toml"),
)
