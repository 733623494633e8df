"""What one side may see, built up from nothing by a list of what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parallel38.engine.positions import number_or_text
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.state import State

if TYPE_CHECKING:
    from parallel38.engine.game import Game


def view_of(game: Game, side: str | None) -> dict[str, Any]:
    """The situation as a side sees it, in plain names and numbers; None for an onlooker."""
    s, rules = game.state, game.rules
    names = rules.names
    key, args = game.prompt
    units = []
    out_of_play = names.grid.size
    for unit, place in enumerate(s.where):
        if place != out_of_play and rules.sees(s, side, unit):
            units.append(
                {
                    "id": names.unit(unit),
                    "side": rules.sides[rules.side_of[unit]],
                    "place": names.place(place),
                    "flags": [name for i, name in enumerate(rules.flag_names) if s.flags[unit] >> i & 1],
                    # off the map it is no movement, so it is no fraction of a point either
                    "spent": s.spent[unit] / rules.point if place < out_of_play else s.spent[unit],
                    **{
                        column: number_or_text(rules.cell_text(column, unit, getattr(s, column)[unit]))
                        for column in s.COLUMNS
                        if column not in State.COLUMNS
                    },
                }
            )
    return {
        "game": rules.setting.game,
        "edition": rules.setting.edition,
        "scenario": rules.setting.scenario,
        "side": side,
        "turn": rules.turn_name(s),
        "phase": rules.phase_key(s),
        "decider": game.decider,
        "winner": game.winner,
        "prompt": [key, plain_args(args, rules)],
        "track": {name: number_or_text(rules.cell_text("track", i, s.track[i])) for i, name in enumerate(rules.tracks)},
        "marks": sorted(rules.mark_text(m) for m in s.marks),
        "units": units,
        "actions": game.number,
    }


def plain_args(args: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """The arguments of a text with names instead of numbers; what an argument is, its name says (see `texts`)."""
    names = rules.names
    out: dict[str, Any] = {}
    for name, value in args.items():
        kind = name.rsplit("_", 1)[-1]
        if kind == "unit" and isinstance(value, int):
            value = names.unit(value)
        elif kind in ("hex", "place") and isinstance(value, int):
            value = names.place(value)
        elif kind == "units":
            value = [names.unit(u) if isinstance(u, int) else u for u in value]
        elif kind == "hexes":
            value = [names.place(h) if isinstance(h, int) else h for h in value]
        elif isinstance(value, tuple):
            value = list(value)
        out[name] = value
    return out
