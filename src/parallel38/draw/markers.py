"""Markers on the map: what lies in a hex or on a hexside besides counters, and flags of possession."""

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


def marker(kind: str, look: dict[str, Any], where: Point, number: int, on_side: bool) -> str:
    """A marker of a kind in its slot of a hex, or in the middle of a hexside."""
    how = look.get("marker", {}).get(kind, {"sign": "letter", "at": "right"})
    dx, dy = (0.0, 0.0) if on_side else SLOTS[how["at"]]
    words = f"+{number}" if how["sign"] == "number" and number else kind[:1].upper()
    place = f"translate({num(where[0] + dx)} {num(where[1] + dy)})"
    return tag("g", sign(how["sign"], words), class_="marker", data_kind=kind, transform=place)


def flag(side: str, look: dict[str, Any], where: Point) -> str:
    """A flag of the side that holds a place; a swallowtail for sides with cut corners."""
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
        transform=f"translate({num(where[0] + 31)} {num(where[1] - 25)})",
        stroke_linejoin="round",
        stroke_linecap="round",
    )
