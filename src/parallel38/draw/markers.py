"""Markers on the map: what lies in a hex or on a hexside besides counters, and flags of possession."""

from math import atan2, degrees
from typing import Any

from parallel38.draw import tokens
from parallel38.draw.svg import Point, num, tag, text

SLOTS = {"right": (46.0, 0.0), "left": (-46.0, 0.0), "top": (30.0, -38.0)}
"""Where a marker finds room beside the counters of a hex."""


def sign(name: str, words: str = "") -> str:
    """A round marker of radius 12 around the origin."""
    meaning, surface = tokens.group("meaning"), tokens.group("surface")
    disc = tag("circle", cx=0, cy=0, r=12, fill=surface["paper"], stroke=surface["ink"], stroke_width=2)
    if name == "cut":
        inner = tag("path", d="M-9 0H-4M4 0H9M-7 -3V3M7 -3V3", stroke=surface["ink"], stroke_width=2.2)
        inner += tag("path", d="M-4 -5L4 5M4 -5L-4 5", stroke=meaning["refuse"], stroke_width=3)
    elif name == "bridge":
        inner = tag("path", d="M-9 1Q-6 -5 -2 -5M9 1Q6 -5 2 -5", stroke=surface["ink"], stroke_width=2.4)
        inner += tag("path", d="M-8 6q2 -3 4 0t4 0t4 0t4 0", stroke=tokens.group("map")["river"], stroke_width=1.8)
        inner += tag("path", d="M-1.5 -8L1.5 -2", stroke=meaning["refuse"], stroke_width=2.4)
    else:
        inner = text(words, 0, 5, class_="chip", font_size=14, fill=surface["ink"])
    return disc + tag("g", inner, fill="none", stroke_linecap="round")


def marker(kind: str, look: dict[str, Any], where: Point, number: int, on_side: bool, flag: float = 0.0) -> str:
    """A marker of a kind in its slot of a hex, lower where a flag stands on that side, or in the middle of a side."""
    how = look.get("marker", {}).get(kind, {"sign": "letter", "at": "right"})
    dx, dy = (0.0, 0.0) if on_side else SLOTS[how["at"]]
    if not on_side and dx * flag > 0:
        dx, dy = dx * 0.8, 26.0
    words = f"+{number}" if how["sign"] == "number" and number else kind[:1].upper()
    place = f"translate({num(where[0] + dx)} {num(where[1] + dy)})"
    return tag("g", sign(how["sign"], words), class_="marker", data_kind=kind, transform=place)


def arrow(side: str, look: dict[str, Any], style: str, ends: tuple[Point, Point]) -> str:
    """An attack from hex to hex, from the rim of one counter to the rim of the other; its style survives greyscale."""
    (ax, ay), (bx, by) = ends
    colour, paper = look["side"][side], tokens.group("surface")["paper"]
    way = look.get("arrow", {}).get(style, "filled")
    fill = paper if way == "hollow" else colour["flag"]
    light = colour["polarity"] == "light" or way == "hollow"
    edge = tokens.group("counter")["light_edge" if colour["polarity"] == "light" else "dark_edge"] if light else paper
    d = "M-19 -5H3V-12L21 0L3 12V5H-19Z"
    if way == "broken":
        d = "M-23 -9L-14 0L-23 9H-17L-8 0L-17 -9ZM-11 -9L-2 0L-11 9H-5L4 0L-5 -9ZM2 -12L21 0L2 12L9 0Z"
    place = f"translate({num((ax + bx) / 2)} {num((ay + by) / 2)}) rotate({num(degrees(atan2(by - ay, bx - ax)))})"
    shape = {"d": d, "stroke_linejoin": "round"}
    return tag(
        "g",
        tag("path", **shape, fill="none", stroke=tokens.group("surface")["ink"], stroke_width=5)
        + tag("path", **shape, fill=fill, stroke=edge, stroke_width=2),
        class_="arrow",
        data_style=way,
        transform=place,
    )


def flag(side: str, look: dict[str, Any], where: Point) -> str:
    """A flag of the side that holds a place, with its foot there; a swallowtail for sides with cut corners."""
    colour, ink = look["side"][side], tokens.group("surface")["ink"]
    cloth = (
        "M0 -22H19L13 -15.5L19 -9H0Z" if colour["corners"] == "cut" else "M0 -22H16Q19 -22 19 -19V-12Q19 -9 16 -9H0Z"
    )
    return tag(
        "g",
        tag("path", d=cloth, fill=colour["flag"], stroke=ink, stroke_width=1.6)
        + tag("path", d="M0 -23V2", stroke=ink, stroke_width=2.4),
        class_="flag",
        data_side=side,
        transform=f"translate({num(where[0])} {num(where[1])})",
        stroke_linejoin="round",
        stroke_linecap="round",
    )
