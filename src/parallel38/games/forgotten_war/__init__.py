"""The Forgotten War: three battles, Naktong, Chosin and Chipyong-ni."""

from parallel38.engine.titles import Scenario
from parallel38.games.forgotten_war.data import BATTLES, FILES
from parallel38.wargame.titles import title

TITLE = title(
    FILES,
    ruleset="ruleset:ForgottenWarRuleset",
    captain="players.commander:Commander",
    became="players.became:became",
    editions=("standard",),
    scenarios=tuple(Scenario(name, name) for name in ("chipyongni", *BATTLES[:2])),  # the shortest one first
)
