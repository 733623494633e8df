"""How likely a post is to be lost: facts that a commander knows about it, with weights measured in games."""

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from parallel38.hexgrid import Hex

LEAST = 0.15
"""The chance below which a loss is not mentioned."""
MOST = 3
"""The number of posts that are mentioned at most."""


class Post(NamedTuple):
    """A hex in which units will stand when the enemy answers."""

    hex: Hex
    facts: Mapping[str, float]
    """Figures by name that speak for the loss of the post, or against it."""


def chance(post: Post, weights: Mapping[str, float]) -> float:
    """The chance that the enemy's next player turn takes the hex or destroys a unit in it.

    A logistic regression, whose weights are measured in games (`tools/fit_fears.py`); `base` is the constant term.
    """
    return 1 / (1 + exp(-weights["base"] - sum(weights[name] * value for name, value in post.facts.items())))


def worst(posts: list[Post], weights: Mapping[str, float]) -> list[tuple[float, Hex]]:
    """The posts that are most likely to be lost, each with the chance of its loss."""
    found = sorted(((chance(post, weights), post.hex) for post in posts), reverse=True)
    return [(likely, h) for likely, h in found[:MOST] if likely >= LEAST]
