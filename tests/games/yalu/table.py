"""Set up a situation of Yalu in a line or two."""

from typing import Any

from parallel38.engine.game import Game
from parallel38.engine.trials import try_out
from parallel38.games.yalu import TITLE
from tests.games.field import at, ends, flags, said, spent, where
from tests.games.field import why as rules_of

__all__ = ("ends", "flags", "rules_of", "said", "spent", "table", "unbombed", "where")


def table(
    units: dict[str, str],
    *,
    phase: str = "communist_movement",
    turn: int = 2,
    weather: str = "SO",
    die: int = 3,
    dice: list[int] | None = None,
    marks: list[str] | None = None,
    rulings: dict[str, str] | None = None,
    options: dict[str, str] | None = None,
    charts: dict[str, Any] | None = None,
    frame: dict[str, Any] | None = None,
    **track: Any,
) -> Game:
    """A game with these units ("PVA-40-118 neutralized, NKPA-5" by hex) at the beginning of a phase."""
    side = "un" if phase.startswith("un") else "communist"
    frames = [{"kind": "Sequence", "phase": phase}, frame or {"kind": "Moving", "side": side}]
    numbers = {"turn": turn, "weather": weather, "die": die, **track}
    chosen = {"rulings": rulings, "options": options, "charts": charts}
    return try_out(at(TITLE, units, frames, numbers, dice=dice, marks=marks, **chosen))


def unbombed(game: Game) -> Game:
    """A game, played on to after its UN bombardment phase, without missions, if it stands in that phase."""
    if game.rules.phase_key(game.state) == "phase.un_bombardment":
        game.play("end")
    return game
