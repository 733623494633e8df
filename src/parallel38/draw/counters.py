"""Counters: each a fragment in a box of 100 units, and stacks of them.

Polarity and the shape of the corners tell the sides apart, hue and tag the nation, the coloured tag the formation.
States add up and never cover a figure.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import cos, pi, sin
from typing import Any

from parallel38.draw import figures, tokens
from parallel38.draw.svg import Point, escape, num, polygon, presented, tag, text
from parallel38.engine.reports import Face
from parallel38.engine.texts import fraction_text

SIZE = 64
"""How wide a counter is on the map, in hundredths of a hex."""
BESIDE = 44
"""How wide a counter is where the sides share a hex, and how far apart the sides stand."""
EDGES = 4
"""More counters than this do not make a stack look higher."""
CHIP = 12.5
"""The size of the figure on a stack's chip."""
STEP = 4.0
"""How far each counter of a stack steps aside from the one on it."""

ROUND = "M14 2H86A12 12 0 0 1 98 14V86A12 12 0 0 1 86 98H14A12 12 0 0 1 2 86V14A12 12 0 0 1 14 2Z"
CUT = "M16 2H84L98 16V84L84 98H16L2 84V16Z"
OUTLINE = {"round": ROUND, "cut": CUT}
SHADES = {
    "round": (
        "M2 62H98V86A12 12 0 0 1 86 98H14A12 12 0 0 1 2 86Z",
        "M2 80H98V86A12 12 0 0 1 86 98H14A12 12 0 0 1 2 86Z",
    ),
    "cut": ("M2 62H98V84L84 98H16L2 84Z", "M2 80H98V84L84 98H16L2 84Z"),
}
"""The foot of a counter, twice: it lies a little in shade, which makes the card look thick without a filter."""
BEVEL = {
    "round": ("M6 86V15A9 9 0 0 1 15 6H86", "M94 14V85A9 9 0 0 1 85 94H14"),
    "cut": ("M6 83V17.5L17.5 6H83", "M94 17V82.5L82.5 94H17"),
}
"""The inner edges that the light falls on, and those that it does not."""
SHADOW = ((-2.5, 1.5, 1.05, 0.1), (-1.0, 3.0, 1.03, 0.15), (0.5, 3.5, 1.0, 0.2))
"""A soft shadow as three outlines, each shifted and scaled so much and so dark."""

_BOX = "M0 0H48V29H0Z"
_CROSS = "M0 0L48 29M48 0L0 29"


def _lines(d: str) -> str:
    return tag("path", d=d, fill="none")


def _solid(d: str) -> str:
    return tag("path", d=d, fill="currentColor", stroke="none")


def _star(x: float, y: float, radius: float) -> str:
    tips = [
        (x + r * sin(i * pi / 5), y - r * cos(i * pi / 5))
        for i in range(10)
        for r in [radius if i % 2 == 0 else radius * 0.4]
    ]
    return polygon(tips)


def _burst(x: float, y: float, radius: float) -> str:
    """The flash of a shell."""
    tips = [
        (x + r * sin(i * pi / 8), y - r * cos(i * pi / 8))
        for i in range(16)
        for r in [radius if i % 4 == 0 else radius * 0.8 if i % 2 == 0 else radius * 0.42]
    ]
    return polygon(tips)


_FRAME = tag("path", d=_BOX)
_SPOKES = "M24 5.5V23.5M15 14.5H33M17.6 8.1L30.4 20.9M30.4 8.1L17.6 20.9"
_TRACKS = "M3 22H45Q49 24.5 44 29H6Q-1 25 3 22Z"
_OVAL = tag("ellipse", cx=24, cy=14.5, rx=16.0, ry=8.5, fill="none")
SYMBOLS = {
    "infantry": _FRAME + _lines(_CROSS),
    "cavalry": _FRAME + _lines("M0 29L48 0"),
    "mechanized": _FRAME + _lines(_CROSS) + _OVAL,
    "armour": _FRAME + _OVAL,
    "artillery": _FRAME + tag("circle", cx=24, cy=14.5, r=5.0, fill="currentColor", stroke="none"),
    "marine": _FRAME
    + _lines(_CROSS)
    + _lines("M24 8V25M19 11H29M15.5 18.5Q17 25 24 25.5Q31 25 32.5 18.5")
    + tag("circle", cx=24, cy=5.5, r=2.4),
    "airborne": _FRAME + _lines(_CROSS) + _lines("M13 26Q18.5 19.5 24 26Q29.5 19.5 35 26"),
    "engineer": _FRAME + _lines("M10 21V9H38V21M24 9V21"),
    "garrison": _FRAME + _solid("M8 22V9H14V14H21V9H27V14H34V9H40V22Z"),
    "guerrilla": _FRAME + _solid(_star(24, 15.5, 12)),
    "supply": _FRAME + _lines("M0 21.5H48"),
    "freighter": _solid("M-4 17H52L46 29H3ZM5 16V10H9V-5H11V10H22V-5H24V10H31V16ZM34 16V3H45V16Z"),
    "landing": _solid("M-4 14H42L50 4L53 6L46 29H3ZM2 13V6H14V13Z"),
    "naval": _solid("M-4 19H52L46 29H3ZM4 18V13H14V8H20V1H22V-7H24V1H28V6H34V13H44V18ZM-2 15H3V17H-2ZM45 15H51V17H45Z"),
    "ranger": _FRAME + _lines(_CROSS) + _lines("M19 25V4H26Q31 4 31 9Q31 14 26 14H19M25 14L31 25"),
    "headquarters": _FRAME + _lines("M0 8H48M0 0V34"),
    "signal": _FRAME + _lines("M0 0L28 20L22 9L48 29"),
    "transport": _FRAME + tag("circle", cx=24, cy=14.5, r=9, fill="none") + _lines(_SPOKES),
    "ammunition": _FRAME + _lines("M18 25V12Q18 6 24 4Q30 6 30 12V25ZM16 25H32"),
    "maintenance": _FRAME + _lines("M8 8Q16 14.5 8 21M40 8Q32 14.5 40 21M12 14.5H36"),
    "air_maintenance": _FRAME
    + _lines("M8 13Q16 18 8 25M40 13Q32 18 40 25M12 19H36")
    + _solid("M12 7Q18 2 24 7Q18 12 12 7ZM24 7Q30 2 36 7Q30 12 24 7Z"),
    "mortar": tag("circle", cx=24, cy=23, r=6, fill="none") + _lines("M24 17V-6M17 2L24 -6L31 2M12 29H36"),
    "barrage": _solid(_burst(24, 12, 19)),
    "tank": _solid("M1 15L8 12H15L17 4H31L34 12H40L47 17V21H1ZM31 6.5H52V9H32Z" + _TRACKS),
    "heavy_tank": _solid("M0 17L7 13.5H12L15 6.5H31L36 13.5H44L49 18V21H0ZM31 8H57V10.2H52V11.8H47V10.2H32Z" + _TRACKS),
    "light_tank": _solid("M5 17L11 13.5H17L19 7.5H31L33 13.5H38L43 17V21H5ZM31 9.5H46V11.5H32Z" + _TRACKS),
    "sloped_tank": _solid("M0 21L10 13H20L24 6H37L40 13L49 21ZM37 8H57V10H38Z" + _TRACKS),
    "flak": _solid("M1 16H22V9H38V16H46L48 21H0ZM25 9L6 -4L7.5 -6L29 8ZM31 9L12 -6L13.5 -8L35 8Z" + _TRACKS),
    "halftrack": _solid(
        "M0 10H9V3H18V10H27V15H33L38 11H46L48 17V22H44A5 5 0 0 0 34 22H0ZM14 4L34 -4L35 -2L16 7ZM14 8L34 0L35 2L16 11Z"
        "M3 23H25Q28 25 24 29H6Q0 26 3 23Z"
    )
    + tag("circle", cx=39, cy=24.5, r=4.4, fill="currentColor", stroke="none"),
    "gun": _solid("M16 17L47 -1L49 2L20 21ZM24 5L31 20L27 21L20 7ZM18 20L-4 27V30L20 25Z")
    + tag("circle", cx=22, cy=21, r=7.5, fill="none"),
    "truck": _solid("M0 5H28V21H0ZM30 9H39L46 15V21H30Z")
    + "".join(tag("circle", cx=x, cy=24, r=4.6, fill="currentColor", stroke="none") for x in (7, 18, 38)),
    "air": _solid(
        "M24 -8C26.5 -8 27 -4 27 1L48 13V18L27 13V22L33 27V30L24 28L15 30V27L21 22V13L0 18V13L21 1C21 -4 21.5 -8 24 -8Z"
    ),
}
"""The drawing of each kind of unit in a box of 48 by 29; lines take the stroke, boxes the fill, solids the colour."""
SILHOUETTES = ("naval", "freighter", "landing", "air")
"""Drawings without a box: their counters have the name in the middle and no size."""


def definitions() -> str:
    """What counters refer to: symbols and the hatch of a state."""
    stop = tokens.group("meaning")["stop"]
    hatch = tag("path", d="M-4 4L4 -4M0 16L16 0M12 20L20 12", stroke=stop, stroke_width=5, stroke_opacity=0.55)
    return "".join(
        tag("symbol", content, id=f"sym-{name}", overflow="visible", viewBox="0 0 48 29")
        for name, content in SYMBOLS.items()
    ) + tag("pattern", hatch, id="hatch", width=16, height=16, patternUnits="userSpaceOnUse")


def style() -> str:
    """The style sheet of counters."""
    return (
        f".counter text,.chip{{font-family:{tokens.group('type')['counter']};font-weight:700;text-anchor:middle}}"
        ".counter .name{text-anchor:start}.counter .values{font-size:34px}"
        ".counter .sym{stroke-width:2.6;stroke-linejoin:round}"
    )


def whole(face: Face, look: dict[str, Any]) -> str:
    """One counter as a drawing of its own, 100 by 100, that needs nothing from the page that it is put on."""
    drawn = counter(face, look, alone=True)
    return tag(
        "svg",
        presented(drawn),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 100 100",
        font_family=tokens.group("type")["counter"],
        font_weight=700,
        text_anchor="middle",
    )


def counter(face: Face, look: dict[str, Any], unit: str = "", title: str = "", alone: bool = False) -> str:
    """One counter in a box of 100 by 100 units, to be placed by a transform.

    It needs the `definitions` and the `style` of counters on its page, unless it is drawn to stand alone.
    """
    side, ink = look["side"][face.side], tokens.group("counter")
    polarity = side["polarity"]
    colours = _colours(face, look)
    print_, edge = ink[f"{polarity}_print"], ink[f"{polarity}_edge"]
    shape = OUTLINE[side["corners"]]
    states = [look["state"][state] for state in face.states if state in look["state"]]
    parts = [tag("title", escape(title))] if title else []
    parts.append(tag("path", d=shape, fill=colours["fill"], stroke=edge))
    parts.append(_depth(side["corners"]))
    if face.back:
        parts.append(figures.back())
    if any(state.get("hatch") for state in states):
        parts.append(_hatch() if alone else tag("path", d=shape, fill="url(#hatch)"))
    if any(state.get("rim") for state in states):
        rim = {
            "stroke": tokens.group("meaning")["stop"],
            "stroke_width": 7,
        }  # inside, so that those below can be told apart
        parts.append(tag("path", d=shape, fill="none", transform="translate(5.5 5.5) scale(.89)", **rim))
    done = any(state.get("done") for state in states)
    if done:
        parts.append(tag("path", d=shape, fill="#000" if polarity == "dark" else "#FFF", fill_opacity=0.38))
    parts += _print(face, look, colours, print_, alone)
    parts += [badge(state) for state in states if "badge" in state]
    if done:
        parts.append(_tick())
    kind = None if alone else "counter"
    return tag("g", "".join(parts), class_=kind, data_unit=unit or None, stroke_width=4)


def _depth(corners: str) -> str:
    """Light and shade on a counter."""
    light, dark = BEVEL[corners]
    shades = "".join(tag("path", d=d, fill="#000", fill_opacity=0.05, stroke="none") for d in SHADES[corners])
    lines = {"fill": "none", "stroke_width": 3.5, "stroke_linejoin": "round"}
    return (
        shades
        + tag("path", d=dark, stroke="#000", stroke_opacity=0.2, **lines)
        + tag("path", d=light, stroke="#FFF", stroke_opacity=0.36, **lines)
    )


def shadow(corners: str) -> str:
    """The soft shadow of a counter in a box of 100 by 100 units."""
    return "".join(
        tag(
            "path",
            d=OUTLINE[corners],
            transform=f"translate({num(x)} {num(y)}) scale({num(scale)})",
            fill="#000",
            fill_opacity=dark,
        )
        for x, y, scale, dark in SHADOW
    )


def _hatch() -> str:
    """The hatch line by line, inside any outline: without a pattern, which the page would have to hold."""
    lines = []
    for c in range(32, 176, 16):
        left = max(4, c - 96, (c - 78) / 2)
        lines.append(f"M{num(left)} {num(c - left)}L{num(c - left)} {num(left)}")
    colour = tokens.group("meaning")["stop"]
    return tag("path", d="".join(lines), fill="none", stroke=colour, stroke_width=5, stroke_opacity=0.55)


def _colours(face: Face, look: dict[str, Any]) -> dict[str, str]:
    """Fill, box and tag: of the type if it has its own, else of the nation."""
    nation = look["nation"].get(face.nation) or {**look["other"][face.side], "tag": face.nation}
    return {"tag": "", **nation, **look["type"].get(face.type, {})}


def _print(face: Face, look: dict[str, Any], colours: dict[str, str], ink: str, alone: bool) -> list[str]:
    """Designation, tag, size, symbol and figures."""
    mine, polarity = tokens.group("counter"), look["side"][face.side]["polarity"]
    symbol = look["symbol"].get(face.type, "infantry")
    mark = colours.get("size") or look["size"].get(face.size, "")
    silhouette = symbol in SILHOUETTES
    parts = []
    if silhouette:
        parts.append(text(face.name, 50, 24, font_size=20, fill=ink, stroke="none"))
    else:
        parts += _name(face, bool(face.formation or colours["tag"]), ink, alone)
        parts += _tag(face, look, colours, polarity)
        parts.append(_size_mark(mark, ink))
    boxed = colours["box"] != "none"
    line = ink if not boxed else mine["dark_edge"] if polarity == "dark" else mine["light_print"]
    lines = {"fill": colours["box"], "stroke": line, "color": line}
    parts.append(
        tag("g", SYMBOLS[symbol], transform="translate(26 36)", stroke_width=2.6, stroke_linejoin="round", **lines)
        if alone
        else tag("use", href=f"#sym-{symbol}", x=26, y=36, width=48, height=29, class_="sym", **lines)
    )
    if face.steps:
        parts.append(figures.steps(*face.steps, ink))
    return parts + figures.drawn(face, look, (ink, mine[f"{polarity}_changed"]), alone)


def _name(face: Face, tagged: bool, ink: str, alone: bool) -> list[str]:
    """The designation at the head of the counter, in what room figures leave there."""
    taken = figures.taken(face)
    size = min(25.0, (48 if tagged else 82) / max(figures.width(face.name), 1))
    if "top-left" not in taken:
        start = {"text_anchor": "start"} if alone else {"class_": "name"}
        return [text(face.name, 9, 24, **start, font_size=size, fill=ink, stroke="none")]
    return [] if "top-middle" in taken else [text(face.name, 50, 22, font_size=min(size, 15), fill=ink, stroke="none")]


def _tag(face: Face, look: dict[str, Any], colours: dict[str, str], polarity: str) -> list[str]:
    """The formation's number in its colour, or the nation in small letters."""
    mine = tokens.group("counter")
    if "top-right" in figures.taken(face):
        return []
    if face.formation:
        colour, words, dark = look["formation"].get(face.formation, mine["nk_tag"]), face.formation, mine["light_print"]
    elif not colours["tag"]:
        return []
    elif polarity == "light":
        return [_right(colours["tag"], 92, 22, mine["light_tag"])]
    else:
        colour, words, dark = mine["nk_tag"], colours["tag"], mine["light_print"]
    return [
        tag("rect", x=64, y=8, width=28, height=19, rx=4, fill=colour, stroke="none"),
        text(words, 78, 23.5, font_size=17, fill=dark, stroke="none"),
    ]


def _right(words: str, x: float, y: float, colour: str) -> str:
    return text(words, x, y, font_size=14, fill=colour, stroke="none", style="text-anchor:end")


def _size_mark(mark: str, ink: str) -> str:
    """Crosses, bars or dots above the symbol."""
    if not mark:
        return ""
    step, top = 8.0, 27.2
    left = 50 - (len(mark) - 1) * step / 2
    drawn = []
    for i, sign in enumerate(mark):
        x = left + i * step
        if sign == "x":
            drawn.append(f"M{num(x - 3)} {num(top)}l6 6.5m0 -6.5l-6 6.5")
        elif sign == "I":
            drawn.append(f"M{num(x)} {num(top - 0.5)}v7.5")
        else:
            drawn.append(f"M{num(x - 0.01)} {num(top + 3)}h0.02")
    return tag(
        "path",
        d="".join(drawn),
        fill="none",
        stroke=ink,
        stroke_width=5 if mark.startswith("•") else 2.2,
        stroke_linecap="round",
    )


def badge(state: dict[str, Any]) -> str:
    """A state's letter in its shape, at the height of the symbol and outside of all figures."""
    meaning = tokens.group("meaning")
    colour, ink = meaning[state["colour"]], meaning[f"on_{state['colour']}"]
    x, y = (90 if state["at"] == "right" else 10), 50
    edge = {"fill": colour, "stroke": "#FFFFFF" if state["shape"] != "round" else ink, "stroke_width": 2.5}
    if state["shape"] == "round":
        shape = tag("circle", cx=x, cy=y, r=13, **edge)
    elif state["shape"] == "diamond":
        shape = tag("path", d=f"M{x} {y - 17}l15 17l-15 17l-15 -17Z", **edge)
    else:
        shape = tag("rect", x=x - 12, y=y - 12, width=24, height=24, rx=3, **edge)
    size = 20 if len(state["badge"]) == 1 else 16
    return shape + text(state["badge"], x, y + 7, font_size=size, fill=ink, stroke="none")


def _tick() -> str:
    """The sign that a unit is done for this phase."""
    ink = tokens.group("surface")["ink"]
    return tag("circle", cx=90, cy=50, r=11, fill="#FFFFFF", stroke=ink, stroke_width=2) + tag(
        "path", d="M84.5 50l4 4.5l7 -8.5", fill="none", stroke=ink, stroke_width=3
    )


def order(faces: Sequence[tuple[str, Face]], weight: str = "") -> list[tuple[str, Face]]:
    """A stack from the bottom to the top: the heaviest on top, then by name."""
    return sorted(faces, key=lambda item: (item[1].weight(weight), item[0]))


def stack(
    faces: Sequence[tuple[str, Face]],
    look: dict[str, Any],
    centre: Point,
    titles: dict[str, str],
    size: float = SIZE,
    floor: float = 0.0,
    weight: str = "",
) -> str:
    """The counters of one side in a hex, each drawn once from the bottom up, and their total weight on a black chip.

    States of units that others cover are gathered above the chip.
    """
    rising = order(faces, weight)
    edges = min(len(rising), EDGES) - 1
    parts = []
    if rising:
        x, y = (centre[0] - size / 2 - edges / 2 * STEP, centre[1] - size / 2 + edges / 2 * STEP)
        place = f"translate({num(x)} {num(y)}) scale({num(size / 100)})"
        parts.append(tag("g", shadow(look["side"][rising[0][1].side]["corners"]), transform=place, class_="shadow"))
    for i, (unit, face) in enumerate(rising):
        below = min(len(rising) - 1 - i, edges)  # counters on top of this one that can be told apart
        x = centre[0] - size / 2 + (edges / 2 - below) * STEP
        y = centre[1] - size / 2 - (edges / 2 - below) * STEP
        drawn = counter(face, look, unit, titles.get(unit, ""))
        parts.append(tag("g", drawn, transform=f"translate({num(x)} {num(y)}) scale({num(size / 100)})"))
    if len(rising) > 1:
        total = fraction_text(sum((face.weight(weight) for _, face in rising), Fraction(0)))
        x, y = centre[0] - size / 2 - edges / 2 * STEP, centre[1] + size / 2
        if total != "0":
            parts.append(chip(total, x, y, floor))
        parts.append(_covered([face for _, face in rising[:-1]], look, x, y))
    return "".join(parts)


def _covered(faces: Sequence[Face], look: dict[str, Any], x: float, y: float) -> str:
    """The badges of units under others, one for each state, with how many units have it."""
    count = Counter(state for face in faces for state in face.states if "badge" in look["state"].get(state, {}))
    parts = []
    for i, state in enumerate(s for s in look["state"] if count[s]):
        how = look["state"][state]
        words = how["badge"] if count[state] == 1 else f"{count[state]}{how['badge']}"
        drawn = badge({**how, "badge": words, "at": "left"})
        place = f"translate({num(x - 5)} {num(y - 22 - 15 * i)}) scale(.55) translate(-10 -50)"
        parts.append(tag("g", drawn, class_="counter covered", data_state=state, transform=place))
    return "".join(parts)


def chip(words: str, x: float, y: float, floor: float = 0.0) -> str:
    """A black chip with a figure, larger where type has a smallest size."""
    grown = max(1.0, floor / CHIP)
    if grown > 1:
        place = f"translate({num(x)} {num(y)}) scale({num(grown)})"
        return tag("g", chip(words, 0, 0), transform=place)
    ink = tokens.group("counter")
    half = 8 if len(words) <= 2 else 6 + 2.6 * (len(words) - 1)
    box = tag(
        "rect",
        x=float(x - half),
        y=float(y - 12),
        width=float(2 * half),
        height=16,
        rx=8,
        fill=ink["chip"],
        stroke="#FFFFFF",
        stroke_width=1,
    )
    return box + text(words, x, y + 0.6, class_="chip", font_size=CHIP, fill=ink["on_chip"])
