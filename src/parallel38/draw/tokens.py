"""The design tokens: colours and faces of type that all drawings share, from `tokens.toml`."""

import tomllib
from functools import cache
from importlib import resources


@cache
def _tokens() -> dict[str, dict[str, str]]:
    return tomllib.loads(resources.files(__package__ or "").joinpath("tokens.toml").read_text(encoding="utf-8"))


def group(name: str) -> dict[str, str]:
    """The tokens of a group: counter, meaning, surface, map or type."""
    return _tokens()[name]


def contrast(one: str, other: str) -> float:
    """How well one colour can be read on another: 1 not at all, 21 black on white (WCAG).

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
