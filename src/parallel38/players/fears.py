"""How likely a post is to be lost: what a commander knows of it, weighed as games were measured to go."""

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from parallel38.hexgrid import Hex

LEAST = 0.15
"""Less likely losses are not told of."""
MOST = 3
"""How many are told of."""


class Post(NamedTuple):
    """A hex in which units will stand when the enemy answers."""

    hex: Hex
    facts: Mapping[str, float]
    """What speaks for its loss, or against it, as figures by name."""


def chance(post: Post, weights: Mapping[str, float]) -> float:
    """How likely it is that the enemy's next player turn takes the hex or destroys somebody in it.

    A logistic regression, whose weights are measured in games (`tools/fit_fears.py`); `base` holds without any fact.
    """
    return 1 / (1 + exp(-weights["base"] - sum(weights[name] * value for name, value in post.facts.items())))


def worst(posts: list[Post], weights: Mapping[str, float]) -> list[tuple[float, Hex]]:
    """The posts that are most likely to be lost, with the chance."""
    found = sorted(((chance(post, weights), post.hex) for post in posts), reverse=True)
    return [(likely, h) for likely, h in found[:MOST] if likely >= LEAST]
