"""A database of an earlier version: its games open in the middle of a combat and go on."""

import shutil
from pathlib import Path
from random import Random

import pytest

from parallel38.games import title
from parallel38.service.store import Store

FILE = Path(__file__).parents[1] / "records" / "games-0.9.0.sqlite"
GAMES = {
    "FpIDsPQDtyP6": ("yalu", 65, "Firing", "b970c02ab8e61501"),
    "YOjz0nDARt9f": ("mobile_war", 62, "Retreating", "f6ce517fc71de8cd"),
}
"""The games in it: title, number of the last action, the frame that decides, fingerprint."""


@pytest.mark.parametrize("id_", GAMES)
def test_a_game_stored_by_0_9_0_opens_and_goes_on(id_: str, tmp_path: Path):
    path = tmp_path / "games.sqlite"
    shutil.copy(FILE, path)
    name, number, frame, hash_ = GAMES[id_]
    store = Store(path, title)
    listed = next(row for row in store.games() if row["id"] == id_)
    assert (listed["title"], listed["name"]) == (name, f"{name} in combat")
    assert listed["players"] == {"un": "human", "communist": "recruit"}
    row = store.open(id_)
    assert (row.game.number, type(row.game.state.top).__name__, row.game.hash()) == (number, frame, hash_)
    rng = Random(1)
    for _ in range(40):
        row.play(row.game.sample(rng))
    played = row.game.hash()
    store.close()
    again = Store(path, title).open(id_)
    assert again.game.hash() == played
    assert again.game.at(number).hash() == hash_
