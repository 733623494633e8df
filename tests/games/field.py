"""Set up a situation of any game in a line or two, and ask what tests ask of it."""

from collections.abc import Callable
from typing import Any

from parallel38.engine.chance import Dice
from parallel38.engine.game import Entry, Game
from parallel38.engine.positions import setting_of
from parallel38.engine.titles import Title


def at(
    title: Title,
    units: dict[str, str],
    frames: list[dict[str, Any]],
    track: dict[str, Any],
    *,
    dice: list[int] | None = None,
    marks: list[str] | None = None,
    fill: Callable[[Any, dict[str, list[str]]], None] = lambda rules, units: None,
    **setting: Any,
) -> Game:
    """A game with these units ("US-24, NK-6 entrenched" by place), frames and tracks, where these dice will fall.

    `fill` may add units that come with those, knowing the rules. `setting`: scenario, options, rulings, charts.
    """
    position: dict[str, Any] = {
        "parallel38": "position",
        "schema": 1,
        "game": title.name,
        **{key: value for key, value in setting.items() if value is not None},
        "track": track,
        "marks": marks or [],
        "units": {place: [u.strip() for u in names.split(",")] for place, names in units.items()},
        "frames": frames,
    }
    rules = title.make(setting_of(position, title))
    fill(rules, position["units"])
    return Game.from_position(position, rules, Dice.scripted(dice) if dice is not None else Dice.seed(1))


def play(game: Game, *actions: str) -> Game:
    """The game after some actions."""
    for action in actions:
        game.play(action)
    return game


def why(game: Game, action: str) -> list[str]:
    """The rules that refuse an action."""
    return [refusal.rule for refusal in game.why_not(action)]


def number(game: Game, unit: str) -> int:
    """The number of a unit."""
    return game.rules.names.unit_number(unit)


def where(game: Game, unit: str) -> str:
    """The place of a unit."""
    return game.rules.names.place(game.state.where[number(game, unit)])


def flags(game: Game, unit: str) -> str:
    """The flags of a unit, joined."""
    i = number(game, unit)
    return game.rules.cell_text("flags", i, game.state.flags[i])


def spent(game: Game, unit: str) -> float:
    """The movement points that a unit has spent."""
    return game.state.spent[number(game, unit)] / game.rules.point


def ends(game: Game, unit: str, mode: str = "foot") -> set[str]:
    """The hexes where a unit may end, by manner of movement."""
    found = [o for o in game.offers() if o.verb == "move" and o.units == (number(game, unit),) and o.mode == mode]
    return set(game.rules.names.grid.labels(found[0].hexes)) if found else set()


def said(entries: list[Entry]) -> list[str]:
    """The text keys of what was logged."""
    return [event.text for entry in entries for event in entry.events]
