"""The boards of the titles as a page draws them."""

from functools import cache
from typing import Any

from parallel38.desk.usual import rules_on
from parallel38.desk.words import sentence
from parallel38.engine.game import Game
from parallel38.hexgrid import bits


@cache
def map_of(title_name: str, board_id: str, language: str) -> dict[str, Any]:
    """Where each hex of a board lies in the drawing, in hundredths of a hex, and what is in it; signs of the map."""
    from parallel38.draw import ground_of, map_key

    rules = rules_on(title_name, board_id)
    texts, board = rules.texts(language), rules.board
    ground = ground_of(rules, texts)
    hexes = {}
    for h in sorted(bits(board.in_play), key=board.grid.label):
        x, y = ground.point(h)
        place = board.place_at(h)
        hexes[board.grid.label(h)] = {
            "x": round(x, 2),
            "y": round(y, 2),
            "text": sentence(", ".join(texts.say(key) for key in rules.hex_keys(h))),
            "place": texts.town(place) if place else None,
            "land": bool(ground.land >> h & 1),
        }
    return {
        "bounds": [round(v, 2) for v in ground.bounds],
        "hexes": hexes,
        "key": [{"svg": drawn, "text": sentence(words)} for drawn, words in map_key(rules, texts)],
        "relief": rules.title.board_file(board_id, "relief.jpg") is not None,
    }


@cache
def board_svg(title_name: str, board_id: str, language: str) -> str:
    """A bare board as one drawing; the relief has its own address."""
    from parallel38.draw import bare_map

    rules = rules_on(title_name, board_id)
    taken = set(rules.board.places.values())  # counters come and go, and names are read beside them
    return bare_map(rules, rules.texts(language), taken, f"/api/boards/{title_name}/{board_id}/relief.jpg")


def sheet_svg(game: Game, language: str) -> str:
    """A situation as a drawing for printing, with its title and what happens in it."""
    from parallel38.draw import board_sheet

    return board_sheet(game, language)


def board_css() -> str:
    """The style sheet that boards need on their page."""
    from parallel38.draw import map_style

    return map_style()
