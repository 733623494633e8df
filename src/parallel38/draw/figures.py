"""The figures of a counter: where each stands in its box of 100 units, and how large it can be there; steps."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from parallel38.draw.svg import num, tag, text
from parallel38.engine.reports import Face, Figure

LARGE = 34
"""The size of a figure that has the foot of the counter to itself."""
_WIDE = {"/": 0.25, "-": 0.3, **dict.fromkeys("ABCDEFGHKLNOPRSTUVXYZm", 0.56), **dict.fromkeys("MW", 0.7), "I": 0.25}
"""How wide letters are, as a part of their size; others are half as wide as high."""


class Spot(NamedTuple):
    """Where a figure stands: the middle of its foot, the room for it and the largest size."""

    x: float
    y: float
    room: float
    size: float


SPOTS = {
    "top-left": Spot(19, 24, 28, 22),
    "top-middle": Spot(50, 24, 26, 22),
    "top-right": Spot(81, 24, 28, 22),
    "middle-left": Spot(13.5, 57, 19, 20),
    "middle-right": Spot(86.5, 57, 19, 20),
    "bottom-left": Spot(22, 93, 26, 30),
    "bottom-middle": Spot(50, 93, 26, 30),
    "bottom-right": Spot(78, 93, 26, 30),
}
"""The places of figures that share a counter with others; three of two letters each fit side by side."""
_PAIR = {"bottom-left": Spot(27, 93, 42, LARGE), "bottom-right": Spot(73, 93, 42, LARGE)}
_WHOLE = Spot(50, 93, 92, LARGE)
_BESIDE_CIRCLE = Spot(37, 93, 44, LARGE)
_CIRCLE = Spot(68, 93, 18, 23)
_RINGED = {"top": 19.0, "middle": 19.0, "bottom": 23.0}
"""The size of a figure in a circle, by the height at which it stands."""
_UNDER_STEPS = 26
"""The largest size of a figure under a row of steps."""


def width(words: str) -> float:
    """How wide a text is, as a part of the size of its letters."""
    return sum(_WIDE.get(letter, 0.5) for letter in words)


def taken(face: Face) -> set[str]:
    """The places at the head of a counter in which figures stand."""
    return {figure.place for figure in face.figures if figure.place.startswith("top")}


def drawn(face: Face, look: dict[str, Any], inks: tuple[str, str], alone: bool) -> list[str]:
    """The figures of a counter in the colours of its print and of figures that have changed."""
    ink, changed = inks
    found = []
    for figure, spot in _laid_out(face.figures):
        colour = changed if figure.changed else look.get("figure", {}).get(figure.colour, ink)
        if figure.circled:
            ring, size = {"fill": "none", "stroke": ink, "stroke_width": 2.5}, _RINGED[figure.place.split("-")[0]]
            middle = spot.y - size / 2
            found.append(tag("circle", cx=spot.x, cy=middle, r=size / 2 + 1, **ring))
            found.append(text(figure.text, spot.x, middle + 0.35 * size, font_size=size, fill=colour, stroke="none"))
            continue
        largest = min(spot.size, _UNDER_STEPS) if face.steps and figure.place.startswith("bottom") else spot.size
        size = min(largest, spot.room / max(width(figure.text), 0.25))
        how = {"class_": "values"} if size == LARGE and not alone else {"font_size": float(num(size))}
        found.append(text(figure.text, spot.x, spot.y, **how, fill=colour, stroke="none"))
    return found


def _laid_out(figures: Sequence[Figure]) -> list[tuple[Figure, Spot]]:
    """Each figure with its spot; those at the foot have the more room the fewer they are."""
    foot = [figure for figure in figures if figure.place.startswith("bottom")]
    rings = sum(figure.circled for figure in foot)
    spots = SPOTS
    if len(foot) - rings <= 1 and rings <= 1 and all(f.circled or f.place == "bottom-middle" for f in foot):
        spots = {**SPOTS, "bottom-middle": _BESIDE_CIRCLE if rings else _WHOLE}
        return [(f, _CIRCLE if f.circled else spots[f.place]) for f in figures]
    if not any(figure.place == "bottom-middle" for figure in foot):
        spots = {**SPOTS, **_PAIR}
    return [(figure, spots[figure.place]) for figure in figures]


def steps(left: int, of: int, ink: str) -> str:
    """A row of dots under the symbol, one for each step; those that are lost are hollow."""
    apart = min(9.0, 80 / max(of, 1))
    start = 50 - (of - 1) * apart / 2
    dots = (
        tag("circle", cx=float(num(start + i * apart)), cy=69.5, r=2.5, fill=ink if i < left else "none")
        for i in range(of)
    )
    return tag("g", "".join(dots), class_="steps", stroke=ink, stroke_width=1.4)


def back() -> str:
    """The band that tells the back of a counter from its front."""
    return tag("path", d="M2 34H98V67H2Z", fill="#FFFFFF", fill_opacity=0.3, stroke="none")
