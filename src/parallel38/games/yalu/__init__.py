"""Yalu: the Chinese counteroffensive in Korea, November 1950 to May 1951."""

from parallel38.engine.titles import Scenario, Title
from parallel38.games.yalu.data import BOARD, EDITIONS, FILES, cites
from parallel38.wargame.titles import title

SCENARIOS = {"deluxe": Scenario("nov-iv", BOARD, ("deluxe",)), "classic": Scenario("nov-iii", BOARD, ("classic",))}
"""The scenario of each edition."""


def with_editions(*editions: str) -> Title:
    """The title with these editions."""
    return title(
        FILES,
        ruleset="ruleset:ruleset",
        captain="players.commander:Commander",
        became="players.became:became",
        editions=editions,
        scenarios=tuple(SCENARIOS[edition] for edition in editions),
        cites=cites(),
        earlier=FILES.table("earlier.toml"),
    )


TITLE = with_editions(*EDITIONS)
