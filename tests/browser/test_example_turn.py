"""24 Example of play: the Communist player turn in a real browser, with nothing but the mouse."""

import json

import pytest

from tests.browser.hands import ENTRIES, HEAD, RECORD, STORY, Mouse, open_board
from tests.served import Opener, Service

PLAYED = [(entry["do"], entry["hash"]) for entry in ENTRIES if entry.get("do")]
PIECES = {"moves": (0, 8), "attacks": (33, 35), "fires and retreats": (46, 54), "an advance": (58, 61)}
"""Pieces of the turn with every verb, by the number of the action before each and of its last one."""


def played(running: Service, id_: str) -> list[tuple[str, str]]:
    """The actions of a game, each with the hash of what came of it."""
    lines = [json.loads(line) for line in running.get(f"/api/games/{id_}/record").splitlines()[1:]]
    return [(entry["do"], entry["hash"]) for entry in lines if entry.get("do")]


@pytest.mark.long
def test_the_turn_of_the_example_by_mouse(open_page: Opener, running: Service):
    id_ = running.new_game(dice=HEAD["dice"])
    page = open_page()
    open_board(page, id_)
    mouse = Mouse(page)
    for line in STORY:
        mouse.play(line)
    assert played(running, id_) == PLAYED


@pytest.mark.parametrize(
    ("first", "last"),
    [pytest.param(*ends, marks=[] if name == "moves" else pytest.mark.long, id=name) for name, ends in PIECES.items()],
)
def test_a_piece_of_the_turn_by_mouse(open_page: Opener, running: Service, first: int, last: int):
    begun = RECORD.read_text().splitlines(keepends=True)[: first + 2]  # its head comes first, then action 0
    id_ = running.post("/api/games/import", {"text": "".join(begun)})["id"]
    page = open_page()
    open_board(page, id_)
    mouse = Mouse(page)
    for entry in ENTRIES[first + 1 : last + 1]:
        if entry["by"] != "chance":
            mouse.play(entry["do"])
    assert played(running, id_) == PLAYED[:last]
