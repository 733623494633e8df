"""What is looked up on the map: overlays, and facts about a hex."""

from collections.abc import Iterable
from typing import Any

from parallel38.desk.reporter import Reporter
from parallel38.desk.words import noted
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.engine.reports import Overlay
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.texts import Texts

REACH = "reach"


def overlay_kinds(rules: Ruleset, texts: Texts) -> list[dict[str, Any]]:
    """What can be laid over the map of those that the look of the game lists: for which side, its key, how it is drawn.

    A game that is played on several boards lists the overlays of all; the ruleset has those of its board."""
    found = list[dict[str, Any]]()
    for row in rules.look().get("overlay", ()):
        if row["name"] not in rules.overlays:
            continue
        name = row["name"] if row["of"] == "both" else f"{row['of']}-{row['name']}"
        found.append(
            {
                "name": name,
                "kind": row["name"],
                **{key: row[key] for key in ("of", "key", "hatch")},
                "rings": row.get("rings", False),
                "text": texts.say(f"overlay.{name}"),
                "legend": texts.say(f"overlay.{name}.legend"),
            }
        )
    return found


def overlay(game: Game, kind: str, unit: str | None, language: str) -> dict[str, Any]:
    """Something laid over the map: an overlay of the game for a side (its name and the side, joined by "-"), for both
    sides together (its name), or the reach of a unit."""
    rules, names = game.rules, game.rules.names
    what, _, side = kind.rpartition("-")
    if kind == REACH:
        if not unit:
            raise BadInputError("missing_argument", verb=REACH)
        found = rules.range_of(game.state, names.unit_number(game.unit(unit)))
    elif kind in rules.overlays:
        found = together(rules.overlays[kind](game.state, number) for number in range(len(rules.sides)))
    elif what in rules.overlays and side in rules.sides:
        found = rules.overlays[what](game.state, rules.sides.index(side))
    else:
        known = [name for what in rules.overlays for name in (what, *(f"{what}-{side}" for side in rules.sides))]
        raise BadInputError("unknown_overlay", name=kind, names=[*known, REACH])
    return {
        "kind": kind,
        "hexes": names.grid.labels(found.hexes),
        "lines": [[names.place(h) for h in line] for line in found.lines],
        "labels": {names.place(h): text for h, text in sorted(found.labels.items())},
        "units": [names.unit(u) for u in found.units],
    }


def together(overlays: Iterable[Overlay]) -> Overlay:
    """The overlays of both sides as one; where both have a label in a hex, the labels are joined."""
    hexes, lines, labels, units = 0, (), dict[int, str](), ()
    for found in overlays:
        hexes, lines, units = hexes | found.hexes, lines + found.lines, units + found.units
        for h, text in found.labels.items():
            labels[h] = f"{labels[h]} / {text}" if h in labels else text
    return Overlay(hexes, lines, labels, units)


def hex_facts(game: Game, label: str, language: str) -> dict[str, Any]:
    """What there is to know about a hex, and the units in it."""
    say, rules = Reporter(game, language, brief=True), game.rules
    if not rules.names.grid.has(label):
        raise BadInputError("unknown_hex", name=label)
    h = rules.names.grid.hex(label)
    here = [u for u, place in enumerate(game.state.where) if place == h and rules.sees(game.state, None, u)]
    return {
        "hex": label,
        "title": say.place(h),
        "lines": [noted(note, say.texts) for note in rules.hex_facts(game.state, h)],
        "units": [rules.names.unit(u) for u in here],
    }
