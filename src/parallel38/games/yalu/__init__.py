"""Yalu: the Chinese counteroffensive in Korea, November 1950 to May 1951 (Deluxe rules)."""

from parallel38.engine.rules import Rules, Setting, Title
from parallel38.games.yalu.data import choices, rule_ids


def _make(setting: Setting) -> Rules:
    from parallel38.games.yalu.setting import YaluRules  # late: importing the title must parse no data

    return YaluRules(TITLE, setting)


TITLE = Title(
    name="yalu",
    package="parallel38.games.yalu",
    editions=("deluxe",),
    scenarios=("nov-iv",),
    make=_make,
    options=choices("option"),
    rulings=choices("ruling"),
    rule_ids=rule_ids,
)
