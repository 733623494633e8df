"""Where the front stands: the side that holds each hex of the land, as a short text."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from parallel38.engine.ruleset import Ruleset
from parallel38.hexgrid import Hex, Region, bits

NOBODY = "."
LETTERS = "abcdefgh"
"""The sides by letters, in the order of `Ruleset.sides`."""


def hexes(rules: Ruleset) -> list[Hex]:
    """The hexes of the land, in the order of their labels."""
    return sorted(bits(rules.land), key=rules.names.grid.label)


def ground(rules: Ruleset, s: Any) -> list[Region]:
    """The hexes that belong to each side: those on which it stands and those that are nearer to it than to others.

    Each side spreads from the hexes that it holds by one hex at a time; a hex that both reach at once belongs to
    neither.
    """
    grid, occupied = rules.names.grid, rules.occupied(s)
    held = [occupied[side] & rules.land for side in rules.sides]
    free = rules.land
    for region in held:
        free &= ~region
    while True:
        steps = [grid.around(region) & free for region in held]
        if not any(steps):
            return held
        reached = shared = 0
        for step in steps:
            shared |= reached & step
            reached |= step
        held = [region | step & ~shared for region, step in zip(held, steps, strict=True)]
        free &= ~reached


def write(rules: Ruleset, s: Any) -> str:
    """The holders of all hexes: how many hexes in a row, then the letter of the side that holds them."""
    held = ground(rules, s)

    def letter(h: Hex) -> str:
        return next((LETTERS[i] for i, region in enumerate(held) if region >> h & 1), NOBODY)

    return "".join(f"{len(list(run))}{who}" for who, run in groupby(map(letter, hexes(rules))))


def read(text: str) -> Iterator[str]:
    """The letters of a text in the form of this module, one for each hex.

    >>> "".join(read("2a1.3b"))
    'aa.bbb'
    """
    for count, letter in re.findall(r"(\d+)(.)", text):
        yield from letter * int(count)
