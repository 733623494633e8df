"""What may be done now, where units can go, and the actions that lists show."""

from collections import Counter
from collections.abc import Container
from functools import cache
from typing import Any

from parallel38.desk.overlays import hex_facts
from parallel38.desk.reporter import Reporter
from parallel38.desk.words import chance_of, labels, parts_of, points_of, sentence, told_refusal
from parallel38.engine.flow import Destination, Offer, Refusal
from parallel38.engine.game import Game
from parallel38.engine.values import Action, naming, template, usual_mode
from parallel38.hexgrid import bits

MOST = 400
"""How many actions of a verb a list has at most."""
NAMED = 4
"""So many units of a formation are named one by one in lists, where it matters which of them act."""

WIDE = 120
"""Of a verb with more spots than these the map shows where units can go; its list is asked for when it is opened."""


def offers(game: Game, language: str) -> list[dict[str, Any]]:
    """What the decider may do now: verbs, units, modes and hexes, what is meant by it, and how it is written."""
    say = Reporter(game, language, brief=True)
    names = game.rules.names
    told = cache(names.grid.labels)  # units of a stack mostly go to the same hexes
    return [
        {
            "verb": offer.verb,
            "units": [names.unit(u) for u in offer.units],
            "mode": offer.mode or None,
            "group": offer.group or None,
            **_meant(game.rules.verbs[offer.verb], offer.mode, offer.group, offer.action is None),
            "hexes": told(offer.hexes),
            "action": game.notation(offer.action) if offer.action is not None else None,
            "text": sentence(_offer_text(offer, say)),
        }
        for offer in game.offers()
        if not offer.empty
    ]


@cache
def _meant(kind: type[Action], mode: str, group: str, several: bool) -> dict[str, Any]:
    """What offers of a kind of action mean in a mode: their intent, whether all units may well do it at once, whether
    the mode is the usual one, and, of an offer that stands for several actions, how such an action is written, with
    slots."""
    return {
        "intent": kind.intent,
        "each": kind.each,
        "usual": mode in ("", usual_mode(kind)),
        "template": template(kind, group) if several else None,
    }


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
    game: Game,
    language: str,
    unit: str | None = None,
    verb: str | None = None,
    hex: str | None = None,
    without: Container[str] = (),
) -> list[dict[str, Any]]:
    """The canonical actions in words: all of them, or those of a unit, a verb, toward a hex; at most MOST of a verb.

    Verbs of `without` are left out.
    """
    say, top, s = Reporter(game, language, brief=True, few=NAMED), game.state.top, game.state
    names = game.rules.names
    who = names.unit_number(game.unit(unit)) if unit else None
    where = names.place_code(hex) if hex else None
    found: dict[str, list[tuple[dict[str, Any], Action]]] = {}
    for offer in game.offers():
        if (verb and offer.verb != verb) or offer.verb in without or (who is not None and who not in offer.units):
            continue
        if where is not None and offer.domain is not None and not offer.hexes >> where & 1:
            continue
        rows = found.setdefault(offer.verb, [])
        every = top.expand(s, offer)
        for action in every if who is None else naming(every, who):
            if len(rows) == MOST:
                break
            row = _action(game, action, offer.mode, say)
            if where is not None and offer.domain is not None and row["hex"] is None:
                row["hex"] = names.place(where)  # it names no hex: it is done to all of its offer
            if (where is None or row["hex"] == names.place(where)) and not _stays(game, action, row):
                rows.append((row, action))
    return _told_apart(game, [row for rows in found.values() for row in rows], language)


def _stays(game: Game, action: Action, row: dict[str, Any]) -> bool:
    """Whether units would go a way that ends where they stand: legal, but a player who wants it gives the way."""
    names, where = game.rules.names, game.state.where
    return action.intent == "go" and {names.place(where[names.unit_number(u)]) for u in row["units"]} == {row["hex"]}


def _told_apart(game: Game, rows: list[tuple[dict[str, Any], Action]], language: str) -> list[dict[str, Any]]:
    """Rows in words; those that are alike in few words, such as "5 divisions" of six, name every unit."""
    often, whole = Counter(row["text"] for row, _ in rows), Reporter(game, language)
    for row, action in rows:
        if often[row["text"]] > 1:
            row["text"] = sentence(whole.action(action))
    return [row for row, _ in rows]


def _action(game: Game, action: Action, mode: str, say: Reporter) -> dict[str, Any]:
    units, hexes = parts_of(action, game.rules)
    key, args = game.describe(action)
    end = labels(hexes[-1:], game.rules)
    if not end and "hex" in args:  # told by what the action is about, not by the action itself
        end = [game.rules.names.place(args["hex"])]
    return {
        "do": game.notation(action),
        "text": sentence(say.texts.say(key, args)),
        "verb": action.verb(),
        "mode": mode or None,
        "units": units,
        "hex": end[0] if end else None,
        "way": len(getattr(action, "path", ())) > 1,
    }


# --------------------------------------------------------------------------------------------------------------- reach


def reach(game: Game, units: list[str], mode: str | None, language: str) -> dict[str, Any]:
    """Where these units can go, each hex with what is left there, without a mode in every mode; and what they can do.

    A hex that can be reached in the mode that is written is not listed again for other modes of its group, such as
    those that take a die; nor is one for a mode of a higher price (`Destination.band`) than another of its group. Nor
    is the hex where the units stand, to which a unit may come back only by a path that the player gives. The usual mode
    comes first. `apart` are the modes in which each unit may go but not all of them, with the reason. `closed` are
    hexes to be crossed out; `actions` are the canonical actions of the first of the units, without those of verbs with
    more than WIDE spots, which are in `many` with the number of their spots; `facts` are
    about its hex.
    """
    say, names = Reporter(game, language, brief=True), game.rules.names
    numbers = [names.unit_number(game.unit(unit)) for unit in units]
    home = game.state.where[numbers[0]]
    by_way = by_manner(game, numbers, mode)
    barred = {way: refusal for way in by_way if (refusal := _apart(game, numbers, *way[:2]))}
    closed: dict[int, Refusal] = {}
    for offer in game.offers():
        if _leads(offer, numbers, mode):
            closed |= game.state.top.closed(game.state, offer)
    rows, banded = [], set[tuple[str, str, int]]()
    for (verb, how, group), hexes in by_way.items():
        if (verb, how, group) in barred:
            continue
        unusual = how not in ("", usual_mode(game.rules.verbs[verb]))
        written = by_way.get((verb, group, group), {}) if how != group else {}
        for h, spots in hexes.items():
            if len(written.get(h, ())) == len(spots) or (verb, group, h) in banded:
                continue
            if spots[0].band is not None:
                banded.add((verb, group, h))
            row = {"hex": names.place(h), "verb": verb, "mode": how or None, "group": group or None}
            rows.append((unusual, how, row | _spot(spots, len(numbers))))
    rows.sort(key=lambda found: (found[0], found[1], found[2]["hex"]))
    refused = [{"hex": names.place(h), **told_refusal(say, refusal)} for h, refusal in closed.items()]
    spots = [row for _, _, row in rows]
    many = {verb: n for verb, n in Counter(row["verb"] for row in spots).items() if n > WIDE}
    return {
        "units": [names.unit(u) for u in numbers],
        "spots": spots,
        "apart": [
            {"verb": verb, "mode": how or None, "group": group or None, **told_refusal(say, refusal)}
            for (verb, how, group), refusal in barred.items()
        ],
        "closed": refused,
        "actions": actions(game, language, unit=units[0], without=many),
        "many": many,
        "facts": hex_facts(game, names.place(home), language) if home < names.grid.size else None,
    }


def by_manner(
    game: Game, numbers: list[int], mode: str | None = None
) -> dict[tuple[str, str, str], dict[int, list[Destination]]]:
    """The hexes that units may come to, by verb, mode and group: each with what is known of it for every unit that may.

    The hexes where the units stand are left out.
    """
    homes = {game.state.where[unit] for unit in numbers}
    found: dict[tuple[str, str, str], dict[int, list[Destination]]] = {}
    for offer in game.offers():
        how_many = _leads(offer, numbers, mode)
        if not how_many:
            continue
        hexes = found.setdefault((offer.verb, offer.mode, offer.group), {})
        for h, spot in _spots(offer).items():
            if h not in homes:
                hexes.setdefault(h, []).extend([spot] * how_many)
    return found


def _apart(game: Game, numbers: list[int], verb: str, mode: str) -> Refusal | None:
    """Why several units cannot do something together in a mode; None if they can."""
    if len(numbers) < 2:
        return None
    return next(game.state.top.together_refusals(game.state, tuple(numbers), verb, mode), None)


def _leads(offer: Offer, numbers: list[int], mode: str | None) -> int:
    """How many of these units an offer leads to hexes, in a mode if one is named."""
    if offer.domain is None or (mode and mode not in (offer.mode, offer.group)):
        return 0
    return sum(unit in offer.units for unit in numbers)


def _spots(offer: Offer) -> dict[int, Destination]:
    """The hexes of an offer, each with what its domain knows of it."""
    if hasattr(offer.domain, "destinations"):
        return offer.domain.destinations(offer.mode)
    return dict.fromkeys(bits(offer.hexes), Destination())


def _spot(spots: list[Destination], wanted: int) -> dict[str, Any]:
    """What holds for all units that can come to a hex together."""
    left = [spot.left for spot in spots if spot.left is not None]
    chances = [spot.chance for spot in spots if spot.chance is not None]
    costs = [spot.cost for spot in spots if spot.cost is not None]
    return {
        "left": points_of(min(left)) if left else None,
        "cost": points_of(max(costs)) if costs else None,
        "band": spots[0].band,
        "strike": spots[0].strike or None,
        "stop": any(spot.stop for spot in spots),
        "chance": chance_of(min(chances)) if chances else None,
        "some": len(spots) if len(spots) < wanted else None,
    }
