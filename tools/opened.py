"""Open many games in a real service one after the other, delete them, and see how much memory it holds.

Each game is a long one (a recorded game of hundreds of actions), so that a table that is kept is seen. The service is
asked as the pages ask it: situation, log, moments.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from parallel38.api import load
from parallel38.games import title
from parallel38.service.outside import Running, running
from parallel38.service.store import HUMAN, Store

RECORD = Path(__file__).parents[1] / "docs" / "games" / "yalu-seoul-holds.record"
MOST_MB = 250
"""What the service may hold at any time."""


def megabytes(service: Running) -> float:
    """The memory of the service now."""
    return round(service.memory() / 1e6, 1)


def look(service: Running, game: str) -> None:
    """Look at a game as a page does."""
    for path in ("", "/log", "/moments"):
        service.bytes_of(f"/api/games/{game}{path}")


def fill(folder: Path, games: int) -> list[str]:
    """Store so many games before the service is there; their ids."""
    store, game = Store(folder / "games.sqlite", title), load(RECORD)
    ids = [store.create(game, "", dict.fromkeys(game.rules.sides, HUMAN)).id for _ in range(games)]
    store.close()
    return ids


def measure(service: Running, ids: list[str]) -> dict[str, float]:
    """Open all games, delete them all; the memory on the way."""
    found = {"started_mb": megabytes(service)}
    for n, game in enumerate(ids, 1):
        look(service, game)
        if n % 50 == 0 or n == len(ids):
            found[f"opened_{n}_mb"] = megabytes(service)
            print(f"{n} opened: {found[f'opened_{n}_mb']} MB", flush=True)
    for game in ids:
        service.delete(f"/api/games/{game}")
    return {**found, "deleted_mb": megabytes(service)}


def main() -> None:
    """Measure and tell; exit 1 if the service ever held too much."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--games", type=int, default=300)
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory() as data:
        ids = fill(Path(data), asked.games)
        with running(Path(data)) as service:
            found = measure(service, ids)
    for name, value in found.items():
        print(f"{name:16} {value:8}")
    if max(found.values()) > MOST_MB:
        sys.exit(f"more than {MOST_MB} MB")
    print(f"never more than {MOST_MB} MB")


if __name__ == "__main__":
    main()
