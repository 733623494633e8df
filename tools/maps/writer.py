"""The map file: a text that a person can read beside the board, in the form that `parallel38.engine.maps` reads."""

import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from maps.board import Board, listed
from maps.layout import Side
from maps.plan import Plan
from parallel38.hexgrid import Hex

WIDTH = 120
CONVENTIONS = """\
# Hexes are CCRR, column then row; a hexside is the two hexes that share it, 0813/0814.
# A name may stand on several lines of [rivers], [estuaries], [reservoirs] and [areas]: the lines add up.
"""


def text(
    board: Board,
    plan: Plan,
    header: str,
    areas: Iterable[tuple[str, dict[str, list[Hex]]]],
    bridged: Iterable[Hex] = (),
) -> str:
    """The whole map file; `bridged` are the hexes with bridges if rivers run through hexes."""
    label = board.layout.grid.label
    draft = board.draft

    def side(s: Side) -> str:
        return f"{label(s[0])}/{label(s[1])}"

    parts = [header + CONVENTIONS.rstrip()]
    parts.append("\n".join(["[grid]", *_grid(plan)]))
    parts.append("\n".join(["[terrain]", *_terrain(board, plan)]))
    parts.append("\n".join(["[places]", *_places(board, plan)]))
    for name, links, what in (("roads", draft.roads, "road"), ("rails", draft.rails, "line")):
        parts.append("\n".join([f"[{name}]", f"# chains of hexes, then the {what}'s name", *_links(board, links)]))
    if plan.water.through:
        about = "# river's name: the hexes that it runs through; a hex of which rivers cross two sides is a river hex"
        parts.append("\n".join(["[streams]", about, *_streams(board)]))
        about = "# place: the side of it on which its river runs"
        parts.append("\n".join(["[banks]", about, *(f"{name}: {way}" for name, way in plan.places.banks.items())]))
        what, bridges = "hexes", sorted(map(label, bridged))
    else:
        parts.append("\n".join(["[rivers]", "# river's name: hexsides", *_rivers(board)]))
        what, bridges = "hexsides", sorted(map(side, board.bridges()))
    about = f"# {what} where a road or rail crosses a river"
    parts.append("\n".join(["[bridges]", about, *wrapped("", " ".join(bridges))]))
    for name, sides, what in (
        ("estuaries", board.estuaries, "estuary or inlet: hexsides between two land hexes"),
        ("reservoirs", board.reservoirs, "reservoir: hexsides"),
    ):
        if not sides:
            continue
        groups: dict[str, list[str]] = defaultdict(list)
        for s, water in sides.items():
            groups[water].append(side(s))
        lines = [line for water, those in groups.items() for line in wrapped(f"{water}: ", " ".join(sorted(those)))]
        parts.append("\n".join([f"[{name}]", f"# {what}; {plan.water.across}", *lines]))
    lines = ["[areas]", "# name: hexes"]
    for comment, group in areas:
        lines.append(f"# {comment}")
        for name, hexes in group.items():
            lines += wrapped(f"{name}: ", " ".join(map(label, hexes)))
    parts.append("\n".join(lines))
    lines = [
        "[provenance]",
        "# what is pinned and by what: hex or hexside or area (or a whole section), what, provenance word, source",
    ]
    for comment, entries in plan.provenance():
        lines += [f"# {comment}", *entries]
    parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _grid(plan: Plan) -> Iterator[str]:
    for key, value in plan.grid.items():
        if key == "shifted":
            yield f"# the {value} columns stand half a hex lower"
        yield f"{key} = {value}"


def _terrain(board: Board, plan: Plan) -> Iterator[str]:
    grid = board.layout.grid
    yield f"# one line per column: the column's number, then one letter per row 01..{grid.rows:02d}:"
    kinds = ", ".join(f"{letter} {kind}" for kind, letter in plan.terrain.kinds.items())
    yield f"# {kinds}, ~ full sea, . not in play ({plan.layout.out})"
    yield f"#  {''.join(str(row // 10) for row in range(1, grid.rows + 1))}"
    yield f"#  {''.join(str(row % 10) for row in range(1, grid.rows + 1))}"
    for column in range(1, grid.columns + 1):
        letters = (board.draft.terrain[grid.hex(f"{column:02d}{row:02d}")] for row in range(1, grid.rows + 1))
        yield f"{column:02d} {''.join(letters)}"


def _places(board: Board, plan: Plan) -> Iterator[str]:
    label = board.layout.grid.label
    yield "# hex, kind (city, town), name; then 'port' if it is one"
    where = {name: label(h) for h, names in listed(board, plan).items() for name in names}
    kinds = [(name, "city") for name in plan.places.cities]
    kinds += [(name, "town") for name in sorted(where, key=lambda n: (where[n], n)) if name not in plan.places.cities]
    for name, kind in kinds:
        yield f"{where[name]} {kind} {name}{' port' if name in plan.places.ports else ''}"


def _links(board: Board, links: dict[Side, str]) -> list[str]:
    """Chains of each line, lines in the order of their first chain."""
    label = board.layout.grid.label
    groups: dict[str, list[tuple[str, str, Any]]] = defaultdict(list)
    for (a, b), name in links.items():
        groups[name].append((label(a), label(b), None))
    chains = {name: sorted("-".join(nodes) for nodes, _ in trails(edges)) for name, edges in groups.items()}
    return [f"{chain} {name}" for name, found in sorted(chains.items(), key=lambda item: item[1]) for chain in found]


def _rivers(board: Board) -> Iterator[str]:
    label = board.layout.grid.label
    groups: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for side, name in sorted(board.draft.rivers.items(), key=lambda item: (item[1], *map(label, item[0]))):
        a, b = board.layout.sides[side]
        groups[name].append((a, b, f"{label(side[0])}/{label(side[1])}"))
    for name, edges in groups.items():
        words = [word for _, sides in trails(edges) for word in sides]
        yield from wrapped(f"{name}: ", " ".join(words))


def _streams(board: Board) -> Iterator[str]:
    """Each river's course, over several lines if it is long: the next line begins where the last one ended."""
    for name, course in sorted(board.draft.streams.items()):
        labels = [board.layout.grid.label(h) for h in course]
        most = (WIDTH - len(name) - 2) // 5 - 1
        for i in range(0, len(labels) - 1, most):
            yield f"{name}: {'-'.join(labels[i : i + most + 1])}"


def trails(edges: list[tuple[Any, Any, Any]]) -> list[tuple[list[Any], list[Any]]]:
    """Edges (node, node, tag) as few chains of nodes, each with the tags along it; loose ends come first."""
    at: dict[Any, list[int]] = defaultdict(list)
    for i, (a, b, _) in enumerate(edges):
        at[a].append(i)
        at[b].append(i)
    left, found = set(range(len(edges))), []
    starts = [node for node in sorted(at) if len(at[node]) % 2] + sorted(at)
    for node in starts:
        while free := [i for i in at[node] if i in left]:
            nodes, tags = [node], []
            while free:
                i = min(free, key=lambda i: edges[i][:2])
                left.discard(i)
                a, b, tag = edges[i]
                nodes.append(b if nodes[-1] == a else a)
                tags.append(tag)
                free = [i for i in at[nodes[-1]] if i in left]
            found.append((nodes, tags))
            if len(at[node]) % 2:
                break
    return found


def wrapped(head: str, words: str) -> list[str]:
    """Words over as many lines as they need, each with the same head."""
    return [head + line for line in textwrap.wrap(words, WIDTH - len(head), break_on_hyphens=False)]
