"""Title, tracks, legend, compass and scale."""

from collections import Counter
from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any

from parallel38.draw import counters, markers, sections, tokens
from parallel38.draw.board import BARRIER, MAP, colour_of
from parallel38.draw.ground import Ground
from parallel38.draw.names import place_sign
from parallel38.draw.svg import num, polygon, presented, tag, text
from parallel38.engine.game import Game
from parallel38.engine.ruleset import Ruleset

Frame = tuple[float, float, float, float]
"""Left, top, width, height."""
SURFACE = tokens.group("surface")
HEXAGON = polygon([(26 * cos(radians(a)), 15 * sin(radians(a))) for a in range(0, 360, 60)])
WAVE = "M-26 5Q-13 -9 0 0T26 -5"
"""The shapes of a region and of a line in the legend."""
SCALES = {"miles": "legend.scale", "yards": "legend.scale_yards"}
"""The words beside the scale, by the unit in which the look gives the breadth of a hex."""


def style() -> str:
    """The style sheet of everything beside the map."""
    faces = tokens.group("type")
    return (
        f".title{{font:700 74px {faces['place']};fill:{SURFACE['ink']}}}"
        f".subtitle{{font:italic 27px {faces['place']};fill:{SURFACE['ink']}}}"
        f".small{{font:19px {faces['sans']};fill:{SURFACE['ink2']}}}"
        f".track-name{{font:600 16px {faces['sans']};letter-spacing:1px;fill:{SURFACE['ink2']}}}"
        f".track-value{{font:700 25px {faces['sans']};fill:{SURFACE['ink']}}}"
        f".group{{font:700 24px {faces['place']};fill:{SURFACE['ink']}}}"
        f".legend{{font:17px {faces['sans']};fill:{SURFACE['ink']}}}"
    )


def head(ground: Ground, game: Game, view: dict[str, Any], frame: Frame) -> str:
    """Game, scenario and edition at the left, turn, phase and tracks at the right."""
    left, top, wide, high = frame
    texts, rules = ground.texts, game.rules
    name, _, rest = texts.say("title").partition(": ")
    scenario, edition = (texts.say(f"{k}.{view[k]}") for k in ("scenario", "edition"))
    parts = [
        text(name, left, top + 62, class_="title"),
        text(rest[:1].upper() + rest[1:], left, top + high - 18, class_="subtitle") if rest else "",
    ]
    offset = 24 + len(name) * 41
    parts.append(text(scenario, left + offset, top + 30, class_="small"))
    parts.append(text(edition, left + offset, top + 58, class_="small"))
    turn = texts.say(f"turn.{view['turn']}") if texts.has(f"turn.{view['turn']}") else view["turn"]
    phase = texts.say(view["phase"])
    tracks = [
        (texts.say(f"goal.{goal.name}"), texts.say(goal.value.text, goal.value.args))
        for goal in rules.goals(game.state)
    ]
    tracks += [
        (texts.say(f"track.{track.name}"), texts.say(track.value.text, track.value.args))
        for track in rules.shown_tracks(game.state)
    ]
    held = Counter(row["place"] for row in view["units"] if row["place"] in rules.names.boxes)
    tracks += [(texts.place(box), str(held[box])) for box in rules.names.boxes if held[box]]
    chips = [(turn, phase[:1].upper() + phase[1:]), *((value, name) for name, value in tracks)]
    parts += _chips(chips, left + wide, top + 4)
    return tag("g", "".join(parts), class_="head")


def _chips(chips: list[tuple[str, str]], right: float, top: float) -> Iterator[str]:
    """Figures with what they are, in two rows that end at the right."""
    widths = [max(len(value) * 14.5, len(name) * 9.6) + 34 for value, name in chips]
    half = sum(widths) / 2
    first, total = [], 0.0
    for chip in zip(chips, widths, strict=True):
        if total and total + chip[1] / 2 > half:
            break
        first.append(chip)
        total += chip[1]
    rest = list(zip(chips, widths, strict=True))[len(first) :]
    for row, y in ((first, top), (rest, top + 60)):
        x = right - sum(w for _, w in row) - 8 * (len(row) - 1)
        for (value, name), w in row:
            yield tag("rect", x=x, y=y, width=w, height=54, rx=9, fill=SURFACE["paper2"], stroke=SURFACE["line"])
            yield text(value, x + 16, y + 26, class_="track-value")
            yield text(name, x + 16, y + 46, class_="track-name")
            x += w + 8


def foot(ground: Ground, rules: Ruleset, frame: Frame) -> str:
    """What the signs mean, in columns."""
    left, top, wide, high = frame
    items = list(_items(ground, rules))
    rows = 4
    columns = [items[i : i + rows] for i in range(0, len(items), rows)]
    widths = [70 + max(len(words) for _, words in column) * 8.6 for column in columns]
    gap = (wide - sum(widths)) / max(len(columns) - 1, 1)
    parts = [tag("path", d=f"M{num(left)} {num(top - 8)}h{num(wide)}", stroke=SURFACE["line"], stroke_width=2)]
    x = left
    for column, room in zip(columns, widths, strict=True):
        for i, (drawn, words) in enumerate(column):
            y = top + 24 + i * 34
            parts.append(tag("g", drawn, transform=f"translate({num(x + 26)} {num(y)})"))
            parts.append(text(words, x + 64, y + 6, class_="legend"))
        x += room + gap
    parts.append(text(ground.texts.say("map.provenance"), left, top + high, class_="small"))
    return tag("g", "".join(parts), class_="bottom")


def key(ground: Ground, rules: Ruleset) -> list[tuple[str, str]]:
    """The signs of the map and of counters, each drawn in a box from -30 to 30 by -18 to 18, with its meaning."""
    return [(presented(drawn), words) for drawn, words in _items(ground, rules, long=True)]


def _items(ground: Ground, rules: Ruleset, long: bool = False) -> Iterator[tuple[str, str]]:
    """Each sign, drawn around the origin, with its meaning; long, with what a badge does to its unit."""
    say, look = ground.texts.say, ground.look
    for kind in look["terrain"].values():
        drawn = tag("path", d=HEXAGON, fill=colour_of(kind), stroke=MAP["grid"])
        if kind["texture"]:
            drawn += tag("path", d=HEXAGON, fill=f"url(#{kind['texture']})", fill_opacity=0.5)
        yield drawn, say(kind.get("text", f"terrain.{kind['key']}"))
    yield from _waters(ground)
    yield from _ways(ground)
    yield from _places(ground)
    yield from sections.legend(ground, HEXAGON, WAVE)
    yield from _lines(ground)
    yield from _sides(ground, rules)
    for kind, how in look.get("marker", {}).items():
        yield markers.sign(how["sign"], "+1"), say(f"mark.{kind}")
    for state, how in look["state"].items():
        if "badge" in how:
            badge = tag("g", counters.badge(how), transform=f"translate({-90 if how['at'] == 'right' else -10} -50)")
            yield tag("g", badge, class_="counter"), _badge_words(ground, state, how if long else {})
    yield counters.chip("12", 0, 4), say("legend.stack")


def _badge_words(ground: Ground, state: str, how: dict[str, Any]) -> str:
    """What a badge means; for each side for itself where it means different things to them."""
    say, rules = ground.texts.say, how.get("means", {})
    own = [(side, rule) for side, rule in rules.items() if ground.texts.has(f"means.{state}.{side}")]
    if own:
        told = ((say(f"side.{side}"), say(f"means.{state}.{side}", {"rule": rule})) for side, rule in own)
        return "; ".join(f"{side}, {words}" for side, words in told)
    if rules:
        return say(f"means.{state}", {"rule": next(iter(rules.values()))})
    return say(f"flag.{state}", {"unit": say("legend.unit")})


def _waters(ground: Ground) -> Iterator[tuple[str, str]]:
    """Rivers, estuaries and reservoirs, those that the board has."""
    say, board = ground.texts.say, ground.board
    if board.rivers.pairs() or board.streams:
        yield _stroke(WAVE, MAP["river"], 5.5), say("legend.river")
    bay, lake = "M-26 -9Q-4 -8 26 0Q-4 8 -26 9", "M-26 0Q-13 -8 0 -8Q13 -8 26 0Q13 8 0 8Q-13 8 -26 0Z"
    for sides, name, shape in ((board.estuaries, "estuary", bay), (board.reservoirs, "reservoir", lake)):
        if sides.pairs():
            water = tag("path", d=shape, fill=MAP["shallow"], stroke=MAP["coast"], stroke_width=1.3)
            mark = {"stroke": MAP["coast"], "stroke_width": 1.6, "stroke_dasharray": BARRIER[name]}
            yield water + tag("path", d="M-24 0H22", stroke_linecap="round", **mark), say(f"legend.{name}")


def _ways(ground: Ground) -> Iterator[tuple[str, str]]:
    """Roads, railways and bridges, those that the board has."""
    say, board = ground.texts.say, ground.board
    if board.roads.pairs():
        yield _stroke(WAVE, MAP["road"], 5.2) + _stroke(WAVE, MAP["road_fill"], 2.8), say("legend.road")
    if board.rails.pairs():
        ticks = tag("path", d=WAVE, fill="none", stroke=MAP["rail"], stroke_width=7, stroke_dasharray="1.6 6.4")
        yield _stroke(WAVE, MAP["rail"], 2.2) + ticks, say("legend.rail")
    if board.bridges.pairs() or board.bridged:
        rails = "M-11 -10L-7 -7H7L11 -10M-11 10L-7 7H7L11 10"
        bridge = _stroke("M0 -14V14", MAP["river"], 5.5) + _stroke("M-24 0H24", MAP["road"], 5.2)
        bridge += _stroke("M-24 0H24", MAP["road_fill"], 2.8) + _stroke(rails, MAP["rail"], 2.2)
        yield bridge, say("legend.bridge")


def _places(ground: Ground) -> Iterator[tuple[str, str]]:
    """Cities, ports and towns, those that the board has."""
    say, board = ground.texts.say, ground.board
    if board.cities:
        yield place_sign(0, 0, True), say("legend.city")
    if board.ports:
        yield place_sign(-11, 0, True, (22.0, 0.0)), say("legend.port")
    if len(board.places) > len(board.cities):
        yield place_sign(0, 0, False), say("legend.town")


def _lines(ground: Ground) -> Iterator[tuple[str, str]]:
    """Lines, outlines and dots of the look."""
    say, look = ground.texts.say, ground.look
    for item in look.get("line", ()):
        line = tag("path", d="M-28 0H28", stroke=item["colour"], stroke_width=3.2, stroke_dasharray=item["dash"])
        yield line, say(item["text"])
    if look.get("outline"):
        colour = look["outline"][0]["colour"]
        yield (
            tag("path", d=HEXAGON, fill="none", stroke=colour, stroke_width=2.6, stroke_dasharray="9 5"),
            say("legend.outline"),
        )
    if "dots" in look:
        yield tag("circle", cx=0, cy=0, r=6, fill=look["dots"]["colour"]), say("legend.dots")


def _sides(ground: Ground, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """The map edges of the sides, and their flags."""
    say, look = ground.texts.say, ground.look
    for side in rules.sides:
        if side in [edge["side"] for edge in look.get("edge", ())]:
            colour = look["side"][side]
            rim = tokens.group("counter")[f"{colour['polarity']}_edge"]
            band = _stroke("M-22 0H22", rim, 8) + _stroke("M-22 0H22", colour["flag"], 5.5)
            yield band, say(f"legend.edge_{side}")
    for side in rules.sides:
        yield markers.flag(side, look, (-7, 11)), say(f"legend.flag_{side}")


def _stroke(d: str, colour: str, wide: float) -> str:
    return tag("path", d=d, fill="none", stroke=colour, stroke_width=wide, stroke_linecap="round")


def compass(ground: Ground) -> str:
    """North and scale, where the look has room for them."""
    look = ground.look.get("compass")
    if not look:
        return ""
    x, y = ground.point(ground.board.grid.hex(look["at"]))
    ink, paper = SURFACE["ink"], SURFACE["paper"]
    rose = tag(
        "g",
        tag("circle", cx=0, cy=0, r=46, fill="none", stroke=ink, stroke_width=1.5)
        + tag("circle", cx=0, cy=0, r=50, fill="none", stroke=ink, stroke_width=0.8)
        + tag("path", d="M0 -66L11 0H-11Z", fill=ink)
        + tag("path", d="M0 66L11 0H-11Z", fill=paper, stroke=ink, stroke_width=1.6)
        + tag("path", d="M-40 0H-11M11 0H40", stroke=ink, stroke_width=1.6)
        + text("N", 0, -72, class_="letter"),
        transform=f"rotate({num(look['north'])})",
    )
    unit = "yards" if "yards" in look else "miles"
    length = look[unit]
    bar = (
        tag("path", d="M-100 0H100", stroke=ink, stroke_width=9)
        + tag("path", d="M0 0H98", stroke=paper, stroke_width=5.5)
        + "".join(text(str(n * length), (n - 1) * 100, 26, class_="letter-small") for n in range(3))
        + text(ground.texts.say(SCALES[unit], {"n": length}), 0, -16, class_="letter-small")
    )
    return tag(
        "g",
        rose + tag("g", bar, transform="translate(0 150)"),
        transform=f"translate({num(x)} {num(y)})" + (f" scale({num(look['size'])})" if "size" in look else ""),
        class_="compass",
    )
