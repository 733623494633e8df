"""A small title for tests: two boards, two editions, a few units that step from hex to hex.

It lives outside the program; `PARALLEL38_TITLES=tests.games.small` makes it known.
"""

from typing import Any

from parallel38.engine.titles import Scenario, Setting, Title
from parallel38.wargame.files import GameFiles

FILES = GameFiles(__name__)
RULESETS: dict[str, Any] = {}


def make(setting: Setting) -> Any:
    """The ruleset of a setting; games with one setting share it."""
    from tests.games.small.ruleset import SmallRuleset

    key = repr(setting)
    if key not in RULESETS:
        RULESETS[key] = SmallRuleset(TITLE, setting)
    return RULESETS[key]


TITLE = Title(
    name="small",
    package=__name__,
    editions=("first", "second"),
    scenarios=(Scenario("ford", "ford"), Scenario("ridge", "ridge", ("second",))),
    make=make,
    options=FILES.choices("option"),
    rulings=FILES.choices("ruling"),
    rule_ids=FILES.rules,
)
