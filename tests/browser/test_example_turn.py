"""24 Example of play: the whole Communist player turn in a real browser, with nothing but the mouse."""

import json

from tests.browser.hands import ENTRIES, HEAD, STORY, Mouse, open_board
from tests.served import Opener, Service


def test_the_turn_of_the_example_by_mouse(open_page: Opener, running: Service):
    id_ = running.new_game(dice=HEAD["dice"])
    page = open_page("/")
    open_board(page, id_)
    mouse = Mouse(page)
    for line in STORY:
        mouse.play(line)
    played = running.get(f"/api/games/{id_}/record").splitlines()[1:]
    done = [(entry["do"], entry["hash"]) for entry in map(json.loads, played) if entry.get("do")]
    assert done == [(entry["do"], entry["hash"]) for entry in ENTRIES if entry.get("do")]
