"""Kill the service at random moments, while it starts and while it plays, and see that nothing answered is lost.

A game is played over HTTP and in this process side by side. After each kill the service is started again: the game must
stand where it stood after the last answer, or after the action that was being sent; that one is then sent again, and
must have been carried out once. Every few kills a new folder is begun, so that services are also killed while they make
their tables.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Timer
from time import perf_counter
from typing import Any

from parallel38 import new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.service.outside import Running

FOLDER = 8
"""Kills after which a new folder is begun."""
PLAY, START = 0.5, 1.2
"""Seconds at most from the first request, and from the start of the process, to the kill."""
START_SHARE = 0.3
"""How often a start is killed after a kill."""


class Fight:
    """A service in a folder, and the game that is played against its kills."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._rng = Random(seed)
        self.service = Running(folder)
        self.answered = self.starts_killed = 0
        self._game: Game = new_game("yalu", seed=seed)
        dice = {"kind": "seed", "seed": seed}
        id_ = self.service.post("/api/games", {"title": "yalu", "dice": dice})["id"]
        self._at, self._act = f"/api/games/{id_}", f"/api/games/{id_}/act"

    def round(self) -> None:
        """Play until the service dies, sometimes kill its next start as well, and compare."""
        killer = Timer(self._rng.uniform(0, PLAY), self.service.kill)
        killer.start()
        body = self._next()
        with suppress(OSError, HTTPException):
            while not self._game.over:
                self.service.post(self._act, body)
                self._game.play(body["do"])
                self.answered += 1
                body = self._next()
        killer.join()
        if self._rng.random() < START_SHARE:
            self._kill_start()
        self.service.start()
        seen = self.service.get(self._at)
        if seen["number"] < self._game.number:
            raise SystemExit(f"lost: {self._game.number} actions were answered, {seen['number']} are there")
        if seen["number"] == self._game.number and seen["hash"] != self._game.hash():
            raise SystemExit(f"action {seen['number']} is another one")
        self.service.post(self._act, body)  # the same request again, with its key
        self._game.play(body["do"])
        self.answered += 1
        if self.service.get(self._at)["hash"] != self._game.hash():
            raise SystemExit(f"{body['do']} was not carried out once")

    def _next(self) -> dict[str, Any]:
        number = self._game.number
        do = self._game.notation(self._game.sample(self._rng))
        return {"do": do, "after": number, "key": f"{number}-{do}"[:64]}

    def _kill_start(self) -> None:
        """Kill the service while it starts."""
        killer = Timer(self._rng.uniform(0, START), self.service.kill)
        killer.start()
        with suppress(BadInputError, OSError, HTTPException):
            self.service.start()
        killer.join()
        self.starts_killed += 1


def main() -> None:
    """Run as many rounds as were asked for, and print the results."""
    parser = argparse.ArgumentParser(description="Kill the service at random moments.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun, rng = perf_counter(), Random(asked.seed)
    kills = folders = answered = starts = 0
    while kills < asked.kills:
        with tempfile.TemporaryDirectory() as folder:
            first_starts(Path(folder), rng)
            fight = Fight(Path(folder), rng.randrange(10**6))
            rounds = min(FOLDER, asked.kills - kills)
            for _ in range(rounds):
                fight.round()
            fight.service.kill()
        kills, folders = kills + rounds + fight.starts_killed + 1, folders + 1
        answered, starts = answered + fight.answered, starts + fight.starts_killed + 1
        print(f"{kills} kills", file=sys.stderr)
    print(
        f"{kills} kills in {folders} folders, {starts} of them while the service started; {answered} actions answered, "
        f"none lost, none done twice; {perf_counter() - begun:.0f} s"
    )


def first_starts(folder: Path, rng: Random) -> None:
    """Kill the very first start in a folder, which makes the tables."""
    command = [sys.executable, "-m", "parallel38", "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        time.sleep(rng.uniform(0.3, START))
        process.kill()


if __name__ == "__main__":
    main()
