"""Nets of roads, railways and rivers as long lines without corners."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot, sin
from types import MappingProxyType
from typing import Any

from parallel38.draw.svg import Point

Node = Any
"""A hex, or a corner of hexes: anything that has a place and can be sorted."""


Ways = Mapping[tuple[Node, Node, Node], int]
"""How many named lines come from one node, pass a second and go on to a third."""


def passes(courses: Iterable[Sequence[Node]]) -> Counter[tuple[Node, Node, Node]]:
    """The ways of named lines through their nodes, in both directions."""
    found: Counter[tuple[Node, Node, Node]] = Counter()
    for course in courses:
        for a, b, c in zip(course, course[1:], course[2:], strict=False):
            found.update([(a, b, c), (c, b, a)])
    return found


def chains(
    links: Iterable[tuple[Node, Node]], where: Callable[[Node], Point], ways: Ways = MappingProxyType({})
) -> list[list[Node]]:
    """The links, each once, joined to lines; where several meet they go on as named lines do, else straight."""
    near: dict[Node, list[Node]] = {}
    for a, b in sorted({(min(link), max(link)) for link in links}):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    onward = {node: _pairs(node, others, where, ways) for node, others in near.items()}
    left = {(a, b) for a, others in near.items() for b in others}
    found: list[list[Node]] = []
    ends = sorted(link for link in left if link[1] not in onward[link[0]])
    for start in (*ends, *sorted(left)):  # first the lines that begin somewhere, then those that are rings
        if start not in left:
            continue
        line = list(start)
        left -= {start, start[::-1]}
        while (after := onward[line[-1]].get(line[-2])) is not None and (line[-1], after) in left:
            left -= {(line[-1], after), (after, line[-1])}
            line.append(after)
        found.append(line)
    return found


def _pairs(node: Node, others: list[Node], where: Callable[[Node], Point], ways: Ways) -> dict[Node, Node]:
    """At a node, which neighbour a line goes on to from which; the line that matters most comes first."""
    if len(others) == 2:
        return {others[0]: others[1], others[1]: others[0]}
    bends = sorted(
        (-ways.get((a, node, b), 0), _bend(where(a), where(node), where(b)), i, j)
        for i, a in enumerate(others)
        for j, b in enumerate(others)
        if i < j
    )
    pairs: dict[Node, Node] = {}
    for named, bend, i, j in bends:
        a, b = others[i], others[j]
        if bend < (0.3 if named else -0.3) and a not in pairs and b not in pairs:
            pairs |= {a: b, b: a}
    return pairs


def main_lines(
    links: Iterable[tuple[Node, Node]], where: Callable[[Node], Point], ways: Ways
) -> dict[Node, tuple[Node, Node]]:
    """Where three or more links meet: the two that the main line passes."""
    near = _near(links)
    found = {}
    for node, others in near.items():
        pairs = _pairs(node, sorted(others), where, ways) if len(others) > 2 else {}
        if pairs:
            found[node] = next(iter(pairs.items()))
    return found


def _near(links: Iterable[tuple[Node, Node]]) -> dict[Node, set[Node]]:
    near: dict[Node, set[Node]] = {}
    for a, b in links:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    return near


def _bend(a: Point, b: Point, c: Point) -> float:
    """The cosine of the angle at b: -1 is straight on."""
    one, two = (a[0] - b[0], a[1] - b[1]), (c[0] - b[0], c[1] - b[1])
    return (one[0] * two[0] + one[1] * two[1]) / (hypot(*one) * hypot(*two) or 1)


def relaxed(
    links: Iterable[tuple[Node, Node]],
    where: Callable[[Node], Point],
    fixed: Callable[[Node], bool],
    by: float,
    most: float,
    main: Mapping[Node, tuple[Node, Node]] = MappingProxyType({}),
) -> dict[Node, Point]:
    """The places of all nodes; those with two links that are not fixed give way toward the middle of their neighbours,
    by a part of the way and not farther than `most`, so that a line does not zigzag from hex to hex. Of more links
    those of the main line count."""
    placed: dict[Node, Point] = {}
    for node, others in _near(links).items():
        x, y = where(node)
        two = main.get(node, sorted(others))
        if len(two) == 2 and not fixed(node):
            (ax, ay), (bx, by_) = (where(other) for other in two)
            dx, dy = ((ax + bx) / 2 - x) * by, ((ay + by_) / 2 - y) * by
            less = min(1.0, most / (hypot(dx, dy) or 1))
            x, y = x + dx * less, y + dy * less
        placed[node] = (x, y)
    return placed


def wound(
    lines: Iterable[Sequence[Node]], placed: Mapping[Node, Point], fixed: Callable[[Node], bool], by: float
) -> dict[Node, Point]:
    """The places of all nodes, where lines step aside to the left and to the right as ways in valleys do: by so much
    at most where they would go straight on, less where they bend anyway, not at their ends and not at fixed nodes."""
    found = dict(placed)
    for line in lines:
        phase = 0.0
        for a, node, b in zip(line, line[1:], line[2:], strict=False):
            phase += 1.2 + 1.4 * _spread(node)
            if fixed(node) or found[node] != placed[node]:
                continue
            (ax, ay), (bx, by_), (x, y) = placed[a], placed[b], placed[node]
            straight = max(0.0, -_bend((ax, ay), (x, y), (bx, by_))) ** 3
            step = by * straight * sin(phase) / (hypot(bx - ax, by_ - ay) or 1)
            found[node] = (x + (by_ - ay) * step, y - (bx - ax) * step)
    return found


def _spread(node: Node) -> float:
    """A number from 0 to 1 that looks like chance and is always the same for a hex."""
    return node * 2654435761 % 2**32 / 2**32


def lanes(shared: Iterable[tuple[Node, Node]], where: Callable[[Node], Point], apart: float) -> dict[Node, Point]:
    """For lines that two nets share: how far one of them steps aside at each node, the other steps the opposite way."""
    aside: dict[Node, list[Point]] = {}
    for line in chains(shared, where):
        if where(line[0]) > where(line[-1]):
            line.reverse()
        for a, b in pairwise(line):
            (ax, ay), (bx, by) = where(a), where(b)
            length = hypot(bx - ax, by - ay)
            step = ((by - ay) / length * apart, (ax - bx) / length * apart)
            aside.setdefault(a, []).append(step)
            aside.setdefault(b, []).append(step)
    return {node: (_mean([s[0] for s in steps]), _mean([s[1] for s in steps])) for node, steps in aside.items()}


def partings(one: Sequence[Sequence[Node]], other: Sequence[Sequence[Node]]) -> set[Node]:
    """The nodes where lines of two nets that came together go different ways."""
    both = _links(one) & _links(other)
    ways = _ways(one) ^ _ways(other)
    return {b for a, b, c in ways if (a, b) in both or (b, c) in both}


def _links(lines: Sequence[Sequence[Node]]) -> set[tuple[Node, Node]]:
    return {pair for line in lines for a, b in pairwise(line) for pair in ((a, b), (b, a))}


def _ways(lines: Sequence[Sequence[Node]]) -> set[tuple[Node, Node, Node]]:
    """What a line comes from, passes and goes on to, both ways."""
    passed = {way for line in lines for way in zip(line, line[1:], line[2:], strict=False)}
    return passed | {way[::-1] for way in passed}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def branches(
    line: Sequence[Node], main: Mapping[Node, tuple[Node, Node]], where: Callable[[Node], Point]
) -> dict[int, Point]:
    """How a line leans at its ends where it joins a main line there: into it, unless it comes at it squarely."""
    leans: dict[int, Point] = {}
    for i, node, before, sign in ((0, line[0], line[1], -1), (len(line) - 1, line[-1], line[-2], 1)):
        if node not in main or before in main[node]:
            continue
        (ax, ay), (cx, cy) = (where(n) for n in main[node])
        (x, y), (bx, by) = where(node), where(before)
        length, along = hypot(x - bx, y - by) or 1, hypot(cx - ax, cy - ay) or 1
        turn = ((cx - ax) * (x - bx) + (cy - ay) * (y - by)) / (length * along)
        if abs(turn) > 0.3:
            part = length / 3 / along * (1 if turn > 0 else -1) * sign
            leans[i] = ((cx - ax) * part, (cy - ay) * part)
    return leans
