"""A map of letters: the hexes around a hex, for a terminal."""

from collections.abc import Iterator
from math import sqrt

from parallel38.engine.game import Game
from parallel38.engine.texts import Texts
from parallel38.hexgrid import Hex, bits

WIDTH, HEIGHT = 8, 2
"""A hex in letters and lines; every other column, or row, sits half of it further on."""
LINKS = {(False, False): " ", (True, False): "-", (False, True): "=", (True, True): "#"}
"""No link, road, railway, both."""


def text_map(game: Game, texts: Texts, centre: Hex, radius: int) -> Iterator[str]:
    """The hexes up to `radius` away from one, two lines of letters each, then towns and a legend."""
    grid, board = game.rules.names.grid, game.rules.board
    shown = [h for h in bits(grid.all) if grid.distance(h, centre) <= radius]
    across, down = (WIDTH / (sqrt(3) / 2), HEIGHT) if grid.flat_top else (WIDTH, HEIGHT / (sqrt(3) / 2))
    spots = {h: (round(x * across), round(y * down)) for h in shown for x, y in [grid.center(h)]}
    left, top = (min(spot[i] for spot in spots.values()) for i in (0, 1))
    lines: dict[int, str] = {}
    for h in sorted(shown, key=lambda h: spots[h]):
        x, y = spots[h]
        for i, text in enumerate(_cell(game, texts, h, centre)):
            line = lines.get(y - top + i, "")
            lines[y - top + i] = line.ljust(x - left) + text
    yield from (lines.get(i, "").rstrip() for i in range(max(lines) + 1))
    towns = [" ".join((grid.label(at), name)) for name, at in board.places.items() if at in spots]
    if towns:
        yield texts.say("terminal.towns", {"towns_words": sorted(towns)})
    terrain = {board.letter(h): game.rules.hex_keys(h)[0] for h in shown}
    yield texts.say(
        "terminal.map_legend" if game.rules.zones(game.state) else "terminal.map_legend.plain",
        {
            "terrain_words": [f"{letter} {texts.say(key)}" for letter, key in sorted(terrain.items())],
            "sides_words": [f"{_initial(texts, side)} {texts.say(f'side.{side}')}" for side in game.rules.sides],
        },
    )


def _cell(game: Game, texts: Texts, h: Hex, centre: Hex) -> tuple[str, str]:
    """Label, terrain and links; below them units and zones."""
    rules, s, board = game.rules, game.state, game.rules.board
    mark = "!" if any(h in (at, ~more) for _, at, more in s.marks) else " "
    link = LINKS[bool(board.roads.hexes() >> h & 1), bool(board.rails.hexes() >> h & 1)]
    counts = [0] * len(rules.sides)
    for unit, place in enumerate(s.where):
        counts[rules.side_of[unit]] += place == h
    zones = rules.zones(s)
    units = "".join(f"{_initial(texts, side)}{n}" for side, n in zip(rules.sides, counts, strict=True) if n)
    zone = "".join(_initial(texts, side).lower() for side in rules.sides if zones.get(side, 0) >> h & 1)
    first = f"{'>' if h == centre else ' '}{rules.names.place(h)}{board.letter(h)}{link}{mark}"
    return first.ljust(WIDTH)[:WIDTH], f" {units} {zone}".ljust(WIDTH)[:WIDTH]


def _initial(texts: Texts, side: str) -> str:
    return texts.say(f"short_side.{side}")[0].upper()
