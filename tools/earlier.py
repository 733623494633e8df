"""Games of this version for the versions to come: small records and positions that end in the middle of things.

    python tools/earlier.py     writes tests/records/GAME-MOMENT-VERSION.{record,toml}, once for each released version

Each begins a few decisions before the moment, found in random games. `docs/formats.md` says what they are for.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from parallel38 import __version__, from_position, new_game
from parallel38.engine.chance import Dice
from parallel38.engine.flow import CHANCE
from parallel38.engine.game import Game
from parallel38.engine.positions import write_position
from parallel38.engine.records import Record

FOLDER = Path(__file__).parents[1] / "tests" / "records"
MOMENTS = {
    "yalu": {"fire": ["Firing"], "retreat": ["Retreats"], "advance": ["Advancing", "Pursuit"], "move": ["Moving"]},
    "mobile_war": {
        "table": ["Fight"],
        "losses": ["Losing"],
        "retreat": ["Retreating"],
        "replace": ["Replacing"],
        "move": ["Moving"],
    },
    "forgotten_war": {"fires": ["Firing"], "retreat": ["Retreats"], "pursuit": ["Advancing"], "march": ["Moving"]},
    "korean_war": {"depots": ["Stocking"], "supply": ["Spending"], "combat": ["Combat"], "pursuit": ["Advancing"]},
}
"""The frames that decide, by game and moment."""
BEFORE = 8
"""How many decisions a record holds."""


def is_there(game: Game, name: str, moment: str) -> bool:
    """Whether a moment has come: of fires the defensive one, of movements one that has begun."""
    top = game.state.top
    there = type(top).__name__ in MOMENTS[name][moment]
    return there and not (moment == "fire" and top.assault) and not (moment == "move" and not top.begun)


def found(name: str, moment: str, first: int) -> Iterator[Game]:
    """Random games that have come to a moment."""
    for seed in range(first, first + 100):
        game, rng = new_game(name, seed=seed), Random(seed)
        while not game.over and not (game.number > 40 and is_there(game, name, moment)):
            game.play(game.sample(rng))
        if not game.over:
            yield game


def again(game: Game, seed: int) -> Game | None:
    """The last decisions of a game as a game of its own; None if its dice lead elsewhere."""
    decided = [entry for entry in game.entries() if entry.action and entry.by != CHANCE][-BEFORE:]
    new = from_position(game.at(decided[0].number - 1).to_position(), Dice.seed(seed))
    for entry in decided:
        if new.decider != entry.by or entry.action is None or new.why_not(entry.action):
            return None
        new.play(entry.action)
    return new


def made(name: str, moment: str, first: int) -> Game:
    """A short game that ends in a moment."""
    for game in found(name, moment, first):
        for seed in range(400):
            new = again(game, seed)
            if new is not None and is_there(new, name, moment):
                return new
    raise LookupError(f"{name}: {moment}")


def main() -> None:
    """Write the records and positions that do not exist yet."""
    first = 100 * int(__version__.split(".")[1])  # every version has games of its own
    for name, moments in MOMENTS.items():
        for moment in moments:
            path = FOLDER / f"{name}-{moment}-{__version__}.record"
            if not path.exists():
                game = made(name, moment, first)
                Record.create(path, game)
                path.with_suffix(".toml").write_text(write_position(game.to_position()), encoding="utf-8")


if __name__ == "__main__":
    main()
