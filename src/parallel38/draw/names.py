"""Signs of places and everything that is lettered on the map."""

from collections.abc import Collection
from math import atan2, cos, degrees, hypot, radians, sin

from parallel38.draw.board import MAP, borders, course, crossings, edge_lines, evened
from parallel38.draw.ground import AREA, CITY, LINE, NUMBER, STREAM, TOWN, Ground, middle
from parallel38.draw.labels import Box, Crowd, fits, place, turned, width
from parallel38.draw.network import chains
from parallel38.draw.sections import arrows
from parallel38.draw.svg import Point, num, on, pieces, sampled, tag, text
from parallel38.hexgrid import Hex, bits

HARBOURS = ((44.0, 0.0), (25.0, 35.0), (-25.0, 35.0), (-44.0, 0.0), (-25.0, -31.0), (25.0, -31.0))
"""Where the anchor of a port may be; beside counters only the first and the fourth."""
SPREAD = {"sea": 0.66, "land": 0.8, "lake": 0.5}
"""How wide a letter is in each kind of lettering, as a part of its size."""


def places(ground: Ground, taken: set[Hex], flags: Collection[Hex] = ()) -> str:
    """Signs of cities, towns and ports, and all lettering, placed so that little is covered."""
    board, crowd = ground.board, _crowd(ground, taken)
    signs, names = [], []
    cities = set(board.cities.values())
    for h in flags:
        (x, y), (dx, dy) = ground.point(h), flag_place(ground, h, taken)
        crowd.box((x + dx - 2, y + dy - 23, x + dx + 20, y + dy + 2), 20)
    unmarked = ground.look.get("unmarked", ())
    shown = {name: h for name, h in board.places.items() if name not in unmarked}
    for name, h in sorted(shown.items(), key=lambda item: (item[1] not in cities, item[1])):
        x, y = _sign_place(ground, name, h)
        city = h in cities
        port = harbour(ground, h, taken) if name in board.ports else None
        signs.append(place_sign(x, y, city, port))
        if port:
            crowd.box((x + port[0] - 10, y + port[1] - 10, x + port[0] + 10, y + port[1] + 10), 60)
        crowd.box((x - 8, y - 8, x + 8, y + 8), 12)
    for name, h in sorted(shown.items(), key=lambda item: (item[1] not in cities, item[1])):
        city = h in cities
        words = ground.texts.town(name)
        size = ground.size(CITY if city else TOWN)
        words = words.upper() if city else words
        wide = width(words, size, city)
        where = _sign_place(ground, name, h)
        if not fits((*where, *where), ground.shown):
            continue
        found = place(crowd, where, wide, size, 11 if city else 8, h in taken, ground.shown)
        if found:
            px, py, anchor = found
            names.append(text(words, px, py, class_="city" if city else "town", style=f"text-anchor:{anchor}"))
    return tag("g", "".join(signs), class_="signs") + tag(
        "g", "".join(names) + _river_names(ground, crowd), class_="names"
    )


def _sign_place(ground: Ground, name: str, h: Hex) -> Point:
    """Where the sign of a place stands: in the middle of its hex, or on the way to a neighbour if two share it."""
    toward = ground.look.get("toward", {}).get(name)
    if toward and ground.board.grid.has(toward):
        other = ground.board.grid.hex(toward)
        for net in ground.courses:
            if (h, other) in net:
                return on(net[h, other], 0.24)
            if (other, h) in net:
                return on(net[other, h], 0.76)
    return ground.point(h)


def harbour(ground: Ground, h: Hex, taken: Collection[Hex]) -> Point:
    """Where the anchor of a port stands, seen from the middle of its hex: toward the sea or the estuary."""
    board, (x, y) = ground.board, ground.point(h)
    ways = [ground.point(n) for n in board.grid.neighbours[h] if board.in_play >> n & 1 and not ground.land >> n & 1]
    middles = [middle([*ground.side(a, b)]) for a, b in board.estuaries.pairs()]
    ways += [(mx, my) for mx, my in middles if hypot(mx - x, my - y) < 90]
    dx = sum((px - x) / hypot(px - x, py - y) for px, py in ways)
    dy = sum((py - y) / hypot(px - x, py - y) for px, py in ways)
    slots = [slot for slot in HARBOURS if not slot[1]] if h in taken else HARBOURS

    def merit(slot: Point) -> tuple[float, float]:
        length = hypot(*slot)
        around = [(x + slot[0] + i, y + slot[1] + j) for i in (-12, 0, 12) for j in (-12, 0, 12)]
        wet = sum(not ground.coasts.has(p) for p in around) / len(around)
        return round((dx * slot[0] + dy * slot[1]) / length + wet, 3), slot[0]

    return max(slots, key=merit)


def flag_place(ground: Ground, h: Hex, taken: Collection[Hex]) -> Point:
    """Where the foot of a flag stands: on the sign of the place, or beside counters in its hex, not at the anchor."""
    if h not in taken:
        return (0.0, -8.0)
    port = h in ground.board.ports.values() and harbour(ground, h, taken)
    return (-53.0, 9.0) if port and port[0] > 0 else (37.0, 9.0)


def place_sign(x: float, y: float, city: bool, port: Point | None = None) -> str:
    """The sign of a place: a square for a city, a circle for a town; for a port an anchor so far from it."""
    ink, paper = MAP["place"], MAP["halo"]
    if city:
        sign = tag("rect", x=x - 7.5, y=y - 7.5, width=15, height=15, fill=paper, stroke=ink, stroke_width=2.4)
        sign += tag("rect", x=x - 3.8, y=y - 3.8, width=7.6, height=7.6, fill=ink)
    else:
        sign = tag("circle", cx=x, cy=y, r=5.2, fill=paper, stroke=ink, stroke_width=2)
    if port:
        d = "M0 -5V5.5M-3.2 -2H3.2M-5.2 1.5Q-4 5.5 0 6Q4 5.5 5.2 1.5"
        sign += tag(
            "g",
            tag("circle", cx=0, cy=0, r=9, fill=MAP["river"], stroke=paper, stroke_width=1.5)
            + tag("path", d=d, fill="none", stroke="#FFFFFF", stroke_width=1.7, stroke_linecap="round"),
            transform=f"translate({num(x + port[0])} {num(y + port[1])})",
            class_="port",
        )
    return sign


def _crowd(ground: Ground, taken: set[Hex]) -> Crowd:
    """Roads, railways, rivers, hex numbers and counters, for names to keep away from."""
    crowd = Crowd()
    for net in ground.courses:
        crowd.points(sampled(net.values(), 20), 1.2)
    crowd.points(sampled(ground.rivers.values(), 12), 1.2)
    for links in ground.streams.values():
        crowd.points(sampled([piece for _, piece in links], 20), 1.2)
    for item in ground.look.get("edge", ()):
        for line in edge_lines(ground, item):
            crowd.points([(x + d, y) for x, y in sampled(pieces(line), 12) for d in (-6, 0, 6)], 8)
    for x, y, _, _ in crossings(ground):
        crowd.box((x - 14, y - 14, x + 14, y + 14), 14)
    for box, _ in _letters(ground):
        crowd.box(box, 30)
    for item in ground.look.get("exit", ()):
        x, y = ground.point(ground.board.grid.hex(item["at"]))
        turn = radians(item["turn"] - 90)
        crowd.points([(x + r * cos(turn), y + r * sin(turn)) for r in range(15, 55, 4)], 3)
    crowd.points(arrows(ground), 8)
    for h in bits(ground.board.in_play):
        x, y = ground.point(h)
        half = 1.25 * ground.size(NUMBER)
        crowd.box((x - half, y - 49, x + half, y - 48 + ground.size(NUMBER)), 7)
        if h in taken:
            crowd.box((x - 33, y - 37, x + 33, y + 31), 60)
    return crowd


def _river_names(ground: Ground, crowd: Crowd) -> str:
    """Each river's name once or twice along it, turned with the water and beside it."""
    parts = []
    courses = {
        name: max(chains([ground.side(a, b) for a, b in pairs], lambda p: p), key=len)
        for name, pairs in ground.board.river_sides.items()
    }
    courses |= {name: sampled([piece for _, piece in links], 2) for name, links in ground.streams.items()}
    for name, line in courses.items():
        name = name.partition(" (")[0]  # what tells two rivers of one name apart is not lettered
        wide = width(name, ground.size(STREAM)) + 6
        options = []
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            one, two = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
            if one > two:
                one, two = two, one
            angle = degrees(atan2(two[1] - one[1], two[0] - one[0]))
            length = hypot(two[0] - one[0], two[1] - one[1])
            nx, ny = (two[1] - one[1]) / length, (one[0] - two[0]) / length
            x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
            for away in (16.0, -16.0):
                cx, cy = x + nx * away, y + ny * away
                steps = [(i / 4 - 0.5) * wide for i in range(5)]
                cost = sum(
                    crowd.cost((cx - ny * s - 7, cy + nx * s - 7, cx - ny * s + 7, cy + nx * s + 7)) for s in steps
                )
                if not fits(turned((cx, cy), wide, 14, angle), ground.shown):
                    continue
                options.append((cost + abs(angle) / 90, (cx + nx * -4.5, cy + ny * -4.5, angle), (cx, cy)))
        if not options:
            continue
        chosen = sorted(options)[:1]
        if len(line) > 16:
            far = [o for o in options if hypot(o[2][0] - chosen[0][2][0], o[2][1] - chosen[0][2][1]) > 500]
            chosen += sorted(far)[:1]
        for _, (x, y, angle), (cx, cy) in chosen:
            crowd.box((cx - wide / 2, cy - 9, cx + wide / 2, cy + 9), 30)
            turn = f"translate({num(x)} {num(y)}) rotate({num(angle)})"
            parts.append(text(name, 0, 0, class_="river", transform=turn))
    return "".join(parts)


def lettering(ground: Ground) -> str:
    """Names of seas and reservoirs, of lines, areas and exits."""
    return tag("g", "".join(drawn_ for _, drawn_ in _letters(ground)), class_="lettering")


def _letters(ground: Ground) -> list[tuple[Box, str]]:
    """Every such name that is shown whole, with the box that it fills."""
    found: list[tuple[Box, str]] = []
    say, grid_ = ground.texts.say, ground.board.grid
    for item in ground.look.get("lettering", ()):
        (x, y), (dx, dy) = ground.point(grid_.hex(item["at"])), item.get("shift", (0, 0))
        size = ground.size(item["size"])
        words = text(say(item["text"]), 0, 0, font_size=size)
        if item.get("second"):
            words += text(say(item["second"]), 0, size * 0.8, font_size=size * 0.55)
        turn = f"translate({num(x + dx)} {num(y + dy)}) rotate({item['turn']})"
        wide = len(say(item["text"])) * size * SPREAD[item["kind"]]
        box = turned((x + dx, y + dy), wide, size, item["turn"])
        found.append((box, tag("g", words, class_=f"letters-{item['kind']}", transform=turn)))
    for item in ground.look.get("line", ()):
        zigzag = item.get("along") == "hexsides"
        way = evened(borders(ground, item["area"])[0]) if zigzag else course(ground, item["area"])
        words, size, up = say(item["text"]), ground.size(LINE), 32 if zigzag else 6
        for part in item["at"]:
            i = round(part * (len(way) - 1))
            (ax, ay), (bx, by) = sorted((way[max(i - 1, 0)], way[min(i + 1, len(way) - 1)]))
            x, y = way[i]
            angle = degrees(atan2(by - ay, bx - ax))
            turn = f"translate({num(x)} {num(y)}) rotate({num(angle)})"
            box = turned((x, y - up), width(words, size) * 1.2, size, angle)
            found.append((box, text(words, 0, -up, class_="line-name", fill=item["colour"], transform=turn)))
    for kind, colour, up in (("outline", "", -4), ("exit", MAP["road"], 24)):
        for item in ground.look.get(kind, ()):
            x, y = ground.point(grid_.hex(item["at"]))
            words, size = say(item["text"]), ground.size(item.get("size", AREA))
            half = width(words, size) * 0.56
            dx, dy = item.get("shift", (0, -up))
            x, y = x + dx, y + dy
            box = (x - half, y - size * 0.8, x + half, y + size * 0.2)
            big = {"style": f"font-size:{num(size)}px"} if "size" in item else {}
            found.append((box, text(words, x, y, class_="area-name", fill=colour or item["colour"], **big)))
    return [(box, words) for box, words in found if fits(box, ground.shown)]
