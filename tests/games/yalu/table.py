"""Set up a situation of Yalu in a line or two."""

from typing import Any

from parallel38 import from_position
from parallel38.engine.chance import Dice
from parallel38.engine.game import Entry, Game


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
    position = {
        "parallel38": "position",
        "schema": 1,
        "game": "yalu",
        "rulings": rulings or {},
        "options": options or {},
        "charts": charts or {},
        "track": {"turn": turn, "weather": weather, "die": die, **track},
        "marks": marks or [],
        "units": {place: [u.strip() for u in names.split(",")] for place, names in units.items()},
        "frames": [{"kind": "Sequence", "phase": phase}, frame or {"kind": "Moving", "side": side}],
    }
    return from_position(position, Dice.scripted(dice) if dice is not None else Dice.seed(1))


def unbombed(game: Game) -> Game:
    """The same game after a bombardment phase without missions, if it stands in one."""
    if game.rules.phase_key(game.state) == "phase.un_bombardment":
        game.play("end")
    return game


def rules_of(game: Game, action: str) -> list[str]:
    """The rules that refuse an action."""
    return [refusal.rule for refusal in game.why_not(action)]


def where(game: Game, unit: str) -> str:
    names = game.rules.names
    return names.place(game.state.where[names.unit_number(unit)])


def flags(game: Game, unit: str) -> str:
    i = game.rules.names.unit_number(unit)
    return game.rules.cell_text("flags", i, game.state.flags[i])


def spent(game: Game, unit: str) -> float:
    return game.state.spent[game.rules.names.unit_number(unit)] / game.rules.point


def ends(game: Game, unit: str, mode: str) -> set[str]:
    """The hexes where a unit may end, by manner of movement."""
    number = game.rules.names.unit_number(unit)
    found = [o for o in game.offers() if o.verb == "move" and o.units == (number,) and o.mode == mode]
    return set(game.rules.names.grid.labels(found[0].hexes)) if found else set()


def said(entries: list[Entry]) -> list[str]:
    """The text keys of what was logged."""
    return [event.text for entry in entries for event in entry.events]
