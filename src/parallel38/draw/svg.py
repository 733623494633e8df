"""Small helpers for writing SVG: escaped text, short numbers, elements, smooth paths."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape as _escape
from itertools import pairwise
from math import hypot
from types import MappingProxyType

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


def presented(drawing: str) -> str:
    """A drawing whose inline styles are attributes instead, for a page that allows no inline style.

    >>> presented('<text style="text-anchor:end;fill:red"/>')
    '<text text-anchor="end" fill="red"/>'
    """

    def attributes(found: re.Match[str]) -> str:
        pairs = (words.partition(":") for words in found[1].split(";") if words)
        return " ".join(f'{name.strip()}="{value.strip()}"' for name, _, value in pairs)

    return re.sub(r'\bstyle="([^"]*)"', attributes, drawing)


def polygon(points: Iterable[Point]) -> str:
    """A closed path."""
    return "M" + "L".join(at(p) for p in points) + "Z"


Piece = tuple[Point, Point, Point, Point]
"""A cubic curve: start, two points that it leans to, end."""


def pieces(
    points: Sequence[Point], corners: Collection[int] = (), leans: Mapping[int, Point] = MappingProxyType({})
) -> list[Piece]:
    """Cubic pieces through all points, one for each pair of neighbours, with corners only where wanted.

    `leans` says for some points how the curve passes them: a third of the way to the next one, in its direction.
    """
    first, last = points[0], points[-1]
    ring = len(points) > 2 and first == last
    row = [points[-2] if ring else first, *points, points[1] if ring else last]
    lean = [
        leans[i] if i in leans else (0.0, 0.0) if i in corners else ((c[0] - a[0]) / 6, (c[1] - a[1]) / 6)
        for i, (a, c) in enumerate(zip(row, row[2:], strict=False))
    ]
    return [
        (b, (b[0] + out[0], b[1] + out[1]), (c[0] - into[0], c[1] - into[1]), c)
        for (b, out), (c, into) in pairwise(zip(points, lean, strict=True))
    ]


def smooth(
    points: Sequence[Point], corners: Collection[int] = (), leans: Mapping[int, Point] = MappingProxyType({})
) -> str:
    """A path through all points, as `pieces`."""
    return drawn(pieces(points, corners, leans))


def drawn(curve: Sequence[Piece]) -> str:
    """A path of cubic pieces."""
    return f"M{at(curve[0][0])}" + "".join(f"C{at(one)} {at(two)} {at(end)}" for _, one, two, end in curve)


def on(piece: Piece, t: float) -> Point:
    """The point of a piece at a part of the way from 0 to 1.

    >>> on(((0, 0), (10, 0), (20, 0), (30, 0)), 0.5)
    (15.0, 0.0)
    """
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    return sum(w * p[0] for w, p in zip(weights, piece, strict=True)), sum(
        w * p[1] for w, p in zip(weights, piece, strict=True)
    )


def sampled(curve: Iterable[Piece], count: int = 10) -> list[Point]:
    """Points along a curve, so many for each piece."""
    return [on(piece, i / count) for piece in curve for i in range(count)]


def ribbon(middle: Sequence[Point], widths: Sequence[float]) -> str:
    """The outline of a band along a line, so broad at each of its points."""
    left, right = [], []
    for i, ((x, y), wide) in enumerate(zip(middle, widths, strict=True)):
        (ax, ay), (bx, by) = middle[max(i - 1, 0)], middle[min(i + 1, len(middle) - 1)]
        length, half = hypot(bx - ax, by - ay) or 1, wide / 2
        nx, ny = (by - ay) / length * half, (ax - bx) / length * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return polygon([*left, *reversed(right)])


def lengths(line: Sequence[Point]) -> list[float]:
    """How far it is along a line to each of its points."""
    long = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        long.append(long[-1] + hypot(bx - ax, by - ay))
    return long


def own_ids(svg: str, owner: str) -> str:
    """A drawing whose ids, and what refers to them, begin with its owner's name.

    >>> own_ids('<path id="a"/><use href="#a"/><g clip-path="url(#a)" href="#b"/>', "my")
    '<path id="my-a"/><use href="#my-a"/><g clip-path="url(#my-a)" href="#b"/>'
    """
    names = "|".join(re.escape(name) for name in re.findall(r'\bid="([^"]+)"', svg))
    return re.sub(rf'(\bid="|href="#|url\(#)({names})(?=["\)])', rf"\1{owner}-\2", svg) if names else svg
