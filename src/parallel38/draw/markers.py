"""Markers on the map: what lies in a hex or on a hexside besides counters, flags of possession, and arrows.

Each sign is drawn here and nowhere else, as a fragment around the origin: sheets put it in its place, and pages get all
of them from `signs`.
"""

from math import atan2, degrees
from typing import Any

from parallel38.draw import tokens
from parallel38.draw.svg import Point, num, tag, text

SLOTS = {"right": (46.0, 0.0), "left": (-46.0, 0.0), "top": (30.0, -38.0)}
"""Where a marker finds room beside the counters of a hex."""
FAN = ((0.0, 0.0), (0.0, 25.0), (0.0, -25.0), (-23.0, 37.0), (-23.0, -37.0), (-48.0, 42.0), (-48.0, -42.0))
"""How far from its slot a marker lies if others lie there already: the second, the third and so on; x is toward the
middle of a hex on the right, and turned about on the left."""
SIGNS = {
    "cut": ("M-9 0H-4M4 0H9M-7 -3V3M7 -3V3", "M-4 -5L4 5M4 -5L-4 5"),
    "bridge": ("M-9 1Q-6 -5 -2 -5M9 1Q6 -5 2 -5M-8 6q2 -3 4 0t4 0t4 0t4 0", "M-1.5 -8L1.5 -2"),
}
"""What is drawn on a marker, and over it what says that it is broken; others have a number or a letter on them."""
ARROWS = {
    "filled": "M-19 -5H3V-12L21 0L3 12V5H-19Z",
    "hollow": "M-19 -5H3V-12L21 0L3 12V5H-19Z",
    "broken": "M-23 -9L-14 0L-23 9H-17L-8 0L-17 -9ZM-11 -9L-2 0L-11 9H-5L4 0L-5 -9ZM2 -12L21 0L2 12L9 0Z",
}
CLOTH = {"cut": "M0 -22H19L13 -15.5L19 -9H0Z", "round": "M0 -22H16Q19 -22 19 -19V-12Q19 -9 16 -9H0Z"}
"""A flag by the corners of its side's counters: a swallowtail for cut ones."""


def sign(name: str, words: str = "") -> str:
    """A round marker of radius 12 around the origin; words stand on one that has no sign of its own."""
    surface = tokens.group("surface")
    disc = tag("circle", cx=0, cy=0, r=12, fill=surface["paper"], stroke=surface["ink"], stroke_width=2)
    if name not in SIGNS:
        return disc + (text(words, 0, 5, class_="chip", font_size=14, fill=surface["ink"]) if words else "")
    plain, broken = SIGNS[name]
    inner = tag("path", d=plain, stroke=surface["ink"], stroke_width=2.2)
    inner += tag("path", d=broken, class_="broken", stroke=tokens.group("meaning")["refuse"], stroke_width=3)
    return disc + tag("g", inner, fill="none", stroke_linecap="round")


def style_of(kind: str, look: dict[str, Any]) -> dict[str, Any]:
    """The sign and the slot of a kind of marker; `words`, if any, stand on it by its number."""
    return look.get("marker", {}).get(kind, {"sign": "letter", "at": "right"})


def shown(kind: str, look: dict[str, Any]) -> bool:
    """Whether a kind of marker is shown at all: some are kept for the rules alone, or are told otherwise."""
    return style_of(kind, look)["sign"] != "none"


def words_of(kind: str, look: dict[str, Any], number: int) -> str:
    """What stands on a marker: the word of its number, its number, or the first letter of its kind; nothing where a
    sign is drawn."""
    how = style_of(kind, look)
    if how["sign"] in SIGNS:
        return ""
    if number and "words" in how:
        return how["words"][number - 1]
    return f"+{number}" if number else kind[:1].upper()


def fanned(slot: Point, n: int) -> Point:
    """Where the marker after `n` others in a slot lies, from the middle of the hex."""
    (x, y), (dx, dy) = slot, FAN[n % len(FAN)]
    return x + (dx if x >= 0 else -dx), y + dy


def marker(
    kind: str, look: dict[str, Any], where: Point, number: int, on_side: bool, flag: float = 0.0, below: int = 0
) -> str:
    """A marker of a kind in its slot of a hex, lower where a flag stands on that side, or in the middle of a side;
    `below`: how many lie in its place already, so that none covers another."""
    how = style_of(kind, look)
    dx, dy = (0.0, 0.0) if on_side else SLOTS[how["at"]]
    if not on_side and dx * flag > 0:
        dx, dy = dx * 0.8, 26.0
    dx, dy = fanned((dx, dy), below)
    place = f"translate({num(where[0] + dx)} {num(where[1] + dy)})"
    drawn = sign(how["sign"], words_of(kind, look, number))
    return tag("g", drawn, class_="marker", data_kind=kind, transform=place)


def arrow_sign(side: str, look: dict[str, Any], way: str) -> str:
    """An arrow of a side around the origin that points to the right; its style survives greyscale."""
    colour, paper = look["side"][side], tokens.group("surface")["paper"]
    if colour["polarity"] == "light":
        edge = tokens.group("counter")["light_edge"]
    else:
        edge = colour["flag"] if way == "hollow" else paper
    shape = {"d": ARROWS[way], "stroke_linejoin": "round"}
    return tag("path", **shape, fill="none", stroke=tokens.group("surface")["ink"], stroke_width=5) + tag(
        "path", **shape, fill=paper if way == "hollow" else colour["flag"], stroke=edge, stroke_width=2
    )


def arrow(side: str, look: dict[str, Any], style: str, ends: tuple[Point, Point]) -> str:
    """An attack from hex to hex, from the rim of one counter to the rim of the other."""
    (ax, ay), (bx, by) = ends
    way = look.get("arrow", {}).get(style, "filled")
    place = f"translate({num((ax + bx) / 2)} {num((ay + by) / 2)}) rotate({num(degrees(atan2(by - ay, bx - ax)))})"
    return tag("g", arrow_sign(side, look, way), class_="arrow", data_style=way, transform=place)


def flag_sign(side: str, look: dict[str, Any]) -> str:
    """The flag of a side with its foot at the origin."""
    colour, ink = look["side"][side], tokens.group("surface")["ink"]
    lines = {"stroke": ink, "stroke_width": 1.8, "stroke_linejoin": "round"}
    return tag("path", d=CLOTH[colour["corners"]], fill=colour["flag"], **lines) + tag("path", d="M0 -23V2", **lines)


def flag(side: str, look: dict[str, Any], where: Point) -> str:
    """A flag of the side that holds a place, with its foot there."""
    place = f"translate({num(where[0])} {num(where[1])})"
    return tag("g", flag_sign(side, look), class_="flag", data_side=side, transform=place)


def signs(look: dict[str, Any]) -> dict[str, Any]:
    """Every sign of a game for a page that puts them in their places: markers by kind, each with its slot, and "" for
    other kinds; flags by side; arrows by side and style."""
    kinds = {kind: style_of(kind, look) for kind in ("", *look.get("marker", {})) if shown(kind, look)}
    return {
        "marker": {kind: {"svg": sign(how["sign"]), "at": [*SLOTS[how["at"]]]} for kind, how in kinds.items()},
        "fan": [[*step] for step in FAN],
        "flag": {side: flag_sign(side, look) for side in look["side"]},
        "arrow": {side: {way: arrow_sign(side, look, way) for way in ARROWS} for side in look["side"]},
    }
