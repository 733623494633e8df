"""Set up a situation of Yalu Classic in a line or two."""

from typing import Any

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.engine.trials import try_out
from parallel38.games.yalu import with_editions
from tests.games.field import at, ends, flags, said, spent, where
from tests.games.field import why as rules_of

__all__ = ("CLASSIC", "battle", "begins", "ends", "flags", "rules_of", "said", "spent", "start", "table", "where")

CLASSIC = with_editions("classic")
LATE = 8


def table(
    units: dict[str, str],
    *,
    phase: str = "communist_movement",
    turn: int = 3,
    weather: str = "SO",
    die: int = 3,
    dice: list[int] | None = None,
    marks: list[str] | None = None,
    frame: dict[str, Any] | None = None,
    options: dict[str, str] | None = None,
    rulings: dict[str, str] | None = None,
    **track: Any,
) -> Game:
    """A game with these units ("PVA-40-118 neutralized, NKPA-5" by hex) at the beginning of a phase."""
    side = "un" if phase.startswith("un") else "communist"
    frames = [{"kind": "Sequence", "phase": phase}, frame or {"kind": "Moving", "side": side}]
    numbers = {"turn": turn, "weather": weather, "die": die, **track}
    return try_out(at(CLASSIC, units, frames, numbers, dice=dice, marks=marks, options=options, rulings=rulings))


def battle(units: dict[str, str], *, side: str = "communist", **more: Any) -> Game:
    """Units by hex at the beginning of a side's combat phase, in a turn without surprise."""
    more = {"turn": LATE, "asp": 20, **more}
    return table(units, phase=f"{side}_combat", frame={"kind": "Commitment", "side": side}, **more)


def begins(phase: str, units: dict[str, str], *, dice: list[int] | None = None, **more: Any) -> Game:
    """A game that comes from the phase before into this one."""
    game = table(units, phase="communist_movement", dice=dice, **more)
    keys = [one.key for one in game.rules.sequence]
    before = keys[keys.index(phase) - 1]
    position = game.to_position()
    position["frames"] = [{"kind": "Sequence", "phase": before}]
    return Game.from_position(position, game.rules, Dice.scripted(dice) if dice is not None else Dice.seed(1))


def start(**options: str) -> Game:
    """A new game."""
    return Game(CLASSIC.make(CLASSIC.setting(options=options or None)))
