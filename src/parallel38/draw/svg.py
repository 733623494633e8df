"""Small helpers for writing SVG: escaped text, short numbers, elements, smooth paths."""

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape as _escape
from itertools import pairwise

Point = tuple[float, float]
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Text for an element or an attribute; characters that XML forbids are dropped.

    >>> escape("<Han & Co>")
    '&lt;Han &amp; Co&gt;'
    """
    return _escape(_FORBIDDEN.sub("", text))


def num(value: float) -> str:
    """A number with at most two decimals.

    >>> [num(v) for v in (3.0, -0.001, 2.505, 1 / 3)]
    ['3', '0', '2.5', '0.33']
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def at(point: Point) -> str:
    """A point in a path."""
    return f"{num(point[0])} {num(point[1])}"


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; underscores in names of attributes become dashes, None leaves an attribute out."""
    words = [
        f' {key.rstrip("_").replace("_", "-")}="{num(value) if isinstance(value, float) else escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    ]
    return f"<{name}{''.join(words)}>{content}</{name}>" if content else f"<{name}{''.join(words)}/>"


def text(words: str, x: float, y: float, **attributes: object) -> str:
    """A line of text."""
    return tag("text", escape(words), x=float(x), y=float(y), **attributes)


def polygon(points: Iterable[Point]) -> str:
    """A closed path."""
    return "M" + "L".join(at(p) for p in points) + "Z"


def smooth(points: Sequence[Point], corners: Collection[int] = ()) -> str:
    """A path through all points, one cubic piece for each pair of neighbours, with corners only where wanted."""
    first, last = points[0], points[-1]
    ring = len(points) > 2 and first == last
    row = [points[-2] if ring else first, *points, points[1] if ring else last]
    lean = [
        (0.0, 0.0) if i in corners else ((c[0] - a[0]) / 6, (c[1] - a[1]) / 6)
        for i, (a, c) in enumerate(zip(row, row[2:], strict=False))
    ]
    pieces = [f"M{at(first)}"]
    for (b, out), (c, into) in pairwise(zip(points, lean, strict=True)):
        pieces.append(f"C{at((b[0] + out[0], b[1] + out[1]))} {at((c[0] - into[0], c[1] - into[1]))} {at(c)}")
    return "".join(pieces)
