"""The two sides of the war. A side is a number, so that facts of both sides are a list, and its enemy is `1 - side`."""

from typing import Literal

Side = Literal["un", "communist"]
SIDES: tuple[Side, Side] = ("un", "communist")
"""The names of the sides in files and texts, by number."""
UN, COMMUNIST = 0, 1
