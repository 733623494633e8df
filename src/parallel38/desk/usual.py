"""Rulesets of titles for what is shown without a game: the usual value of every choice but edition and scenario."""

from parallel38.engine.ruleset import Ruleset
from parallel38.games import title


def usual_rules(title_name: str, edition: str | None = None, scenario: str | None = None) -> Ruleset:
    """The ruleset of a title with this edition and scenario; without them, the usual ones."""
    found = title(title_name)
    return found.make(found.setting(edition, scenario))


def rules_on(title_name: str, board: str) -> Ruleset:
    """The ruleset of the first scenario that is played on a board."""
    return usual_rules(title_name, scenario=title(title_name).played_on(board).name)
