"""Set up a situation of The Forgotten War in a line or two."""

from typing import Any

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.forgotten_war import TITLE
from tests.games.field import at, ends, flags, number, play, said, spent, where, why

__all__ = ("ends", "field", "flags", "lost", "new", "number", "play", "said", "spent", "targets", "where", "why")

FRAMES: dict[str, dict[str, Any]] = {
    "prep_fire": {"kind": "Firing", "phase": "prep"},
    "defensive_fire": {"kind": "Firing", "phase": "defensive"},
    "offensive_fire": {"kind": "Firing", "phase": "offensive"},
    "movement": {"kind": "Moving"},
    "close_combat": {"kind": "Assaulting"},
}


def new(scenario: str = "chipyongni", seed: int = 1, **options: str) -> Game:
    """A game from its beginning."""
    return Game(TITLE.make(TITLE.setting(None, scenario, options)), dice=Dice.seed(seed))


def field(
    units: dict[str, str],
    *,
    scenario: str = "chosin",
    phase: str = "un_offensive_fire",
    turn: int = 5,
    dice: list[int] | None = None,
    marks: list[str] | None = None,
    frame: dict[str, Any] | None = None,
    options: dict[str, str] | None = None,
    rulings: dict[str, str] | None = None,
    charts: dict[str, Any] | None = None,
    **track: Any,
) -> Game:
    """A game with these units ("A/23-1, A/23-2 dug lost=1" by place) at the beginning of a phase of a player turn."""
    owner, _, kind = phase.partition("_")
    other = "communist" if owner == "un" else "un"
    top = frame or {**FRAMES[kind], "side": other if kind == "defensive_fire" else owner}
    stack = [{"kind": "Sequence", "phase": phase}, *([] if top["kind"] == "Sequence" else [top])]
    tracks = {"turn": turn, "un_digging": "ask", "communist_digging": "ask", **track}
    chosen = {"scenario": scenario, "options": options, "rulings": rulings, "charts": charts}
    return at(TITLE, units, stack, tracks, dice=dice, marks=marks, **chosen)


def lost(game: Game, unit: str) -> int:
    """The steps that a unit has lost."""
    return game.state.lost[number(game, unit)]


def targets(game: Game, unit: str, mode: str = "direct") -> set[str]:
    """The hexes at which a unit or marker may fire."""
    found = [o for o in game.offers() if o.verb == "fire" and o.units == (number(game, unit),) and o.mode == mode]
    return set(game.rules.names.grid.labels(found[0].hexes)) if found else set()
