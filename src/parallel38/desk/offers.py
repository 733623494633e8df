"""What may be done now, where units can go, and the actions that lists show."""

from typing import Any

from parallel38.desk.overlays import hex_facts
from parallel38.desk.reporter import Reporter
from parallel38.desk.words import chance_of, labels, parts_of, points_of, sentence, told_refusal
from parallel38.engine.flow import Destination, Offer, Refusal
from parallel38.engine.game import Game
from parallel38.engine.values import Action, naming
from parallel38.hexgrid import bits

MOST = 400
"""How many actions of a verb a list has at most."""
_MODES = {"foot": ("foot", "infiltrate")}
"""A move on foot may take dice or not; the notation has one word for both."""


def offers(game: Game, language: str) -> list[dict[str, Any]]:
    """What the decider may do now: verbs, units, modes and hexes."""
    say = Reporter(game, language)
    names = game.rules.names
    return [
        {
            "verb": offer.verb,
            "units": [names.unit(u) for u in offer.units],
            "mode": offer.mode or None,
            "hexes": names.grid.labels(offer.hexes),
            "action": game.notation(offer.action) if offer.action is not None else None,
            "text": sentence(_offer_text(offer, say)),
        }
        for offer in game.offers()
        if not offer.empty
    ]


def _offer_text(offer: Offer, say: Reporter) -> str:
    """An offer in words: its only action, or what is done and how."""
    if offer.action is not None:
        return say.action(offer.action)
    own = f"offer.{offer.verb}.{offer.mode}"
    if say.texts.has(own):
        return say.texts.say(own)
    how = f"mode.{offer.mode}"
    return say.texts.say(f"verb.{offer.verb}") + (f", {say.texts.say(how)}" if say.texts.has(how) else "")


def actions(
    game: Game, language: str, unit: str | None = None, verb: str | None = None, hex: str | None = None
) -> list[dict[str, Any]]:
    """The canonical actions in words: all of them, or those of a unit, a verb, toward a hex; at most MOST of a verb."""
    say, top, s = Reporter(game, language), game.state.top, game.state
    names = game.rules.names
    who = names.unit_number(game.unit(unit)) if unit else None
    where = names.place_code(hex) if hex else None
    found: dict[str, list[dict[str, Any]]] = {}
    for offer in game.offers():
        if (verb and offer.verb != verb) or (who is not None and who not in offer.units):
            continue
        if where is not None and offer.domain is not None and not offer.hexes >> where & 1:
            continue
        rows = found.setdefault(offer.verb, [])
        every = top.expand(s, offer)
        for action in every if who is None else naming(every, who):
            if len(rows) == MOST:
                break
            row = _action(game, action, say)
            if where is None or row["hex"] == names.place(where):
                rows.append(row)
    return [row for rows in found.values() for row in rows]


def _action(game: Game, action: Action, say: Reporter) -> dict[str, Any]:
    units, hexes = parts_of(action, game.rules)
    key, args = game.describe(action)
    end = labels(hexes[-1:], game.rules)
    if not end and "hex" in args:  # told by what the action is about, not by the action itself
        end = [game.rules.names.place(args["hex"])]
    return {
        "do": game.notation(action),
        "text": sentence(say.texts.say(key, args)),
        "verb": action.verb(),
        "units": units,
        "hex": end[0] if end else None,
    }


# --------------------------------------------------------------------------------------------------------------- reach


def reach(game: Game, units: list[str], mode: str | None, language: str) -> dict[str, Any]:
    """Where these units can go, each hex with what is left there, without a mode in every mode; and what they can do.

    A hex that can be reached on foot is not listed again among those that take a die. Nor is the hex where the units
    stand, to which a unit may come back only by a path that the player gives. What is usual, to go on foot, comes
    first. `closed` are hexes to be crossed out; `actions` are the canonical actions of the first of the units, `facts`
    are about its hex.
    """
    say, names = Reporter(game, language), game.rules.names
    numbers = [names.unit_number(game.unit(unit)) for unit in units]
    homes = {game.state.where[unit] for unit in numbers}
    home = game.state.where[numbers[0]]
    by_way: dict[tuple[str, str], dict[int, list[Destination]]] = {}
    closed: dict[int, Refusal] = {}
    for offer in game.offers():
        how_many = sum(unit in offer.units for unit in numbers)
        if not how_many or offer.domain is None or (mode and offer.mode not in _MODES.get(mode, (mode,))):
            continue
        closed |= game.state.top.closed(game.state, offer)
        hexes = by_way.setdefault((offer.verb, offer.mode), {})
        for h, spot in _spots(offer).items():
            if h in homes:
                continue
            hexes.setdefault(h, []).extend([spot] * how_many)
    rows = []
    for (verb, how), hexes in by_way.items():
        for h, spots in hexes.items():
            sure = by_way.get((verb, "foot"), {}).get(h, ())
            if how == "infiltrate" and len(sure) == len(spots):
                continue
            rows.append({"hex": names.place(h), "verb": verb, "mode": how or None, **_spot(spots, len(numbers))})
    rows.sort(key=lambda row: (row["mode"] not in (None, "foot"), row["mode"] or "", row["hex"]))
    shut = [{"hex": names.place(h), **told_refusal(say, refusal)} for h, refusal in closed.items()]
    return {
        "units": [names.unit(u) for u in numbers],
        "spots": rows,
        "closed": shut,
        "actions": actions(game, language, unit=units[0]),
        "facts": hex_facts(game, names.place(home), language) if home < names.grid.size else None,
    }


def _spots(offer: Offer) -> dict[int, Destination]:
    """The hexes of an offer, each with what its domain knows of it."""
    if hasattr(offer.domain, "destinations"):
        return offer.domain.destinations(offer.mode)
    return dict.fromkeys(bits(offer.hexes), Destination())


def _spot(spots: list[Destination], wanted: int) -> dict[str, Any]:
    """What holds for all units that can come to a hex together."""
    left = [spot.left for spot in spots if spot.left is not None]
    chances = [spot.chance for spot in spots if spot.chance is not None]
    return {
        "left": points_of(min(left)) if left else None,
        "stop": any(spot.stop for spot in spots),
        "chance": chance_of(min(chances)) if chances else None,
        "some": len(spots) if len(spots) < wanted else None,
    }
