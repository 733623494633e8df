"""What may be done now, where units can go, and what an action would be."""

from typing import Any

from parallel38.desk.forms import fields_of
from parallel38.desk.words import chance_of, labels, noted, number_of, parts_of, points_of, sentence
from parallel38.engine.chance import Roll
from parallel38.engine.flow import Destination, Offer, Refusal, settle
from parallel38.engine.game import Game
from parallel38.engine.previews import Preview, Step
from parallel38.engine.texts import Texts
from parallel38.engine.values import Action, naming
from parallel38.hexgrid import bits
from parallel38.report import Reporter

MOST = 400
"""More actions of a verb than this are in no list: a list of thousands helps nobody."""
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
    """Where these units can go, each hex with what is left there; without a mode in every mode.

    A hex that can be reached on foot is not listed again among those that take a die. Nor is the hex where the units
    stand, to which a unit may come back only by a way that somebody names. What is usual, to go on foot, comes first.
    `closed` are hexes to be crossed out.
    """
    say, names = Reporter(game, language), game.rules.names
    numbers = [names.unit_number(game.unit(unit)) for unit in units]
    homes = {game.state.where[unit] for unit in numbers}
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
    return {"units": [names.unit(u) for u in numbers], "spots": rows, "closed": shut}


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


# ---------------------------------------------------------------------------------------------------------------- plan


def plan(game: Game, do: Action | str, language: str) -> dict[str, Any]:
    """What an action would be: whether it is legal and why not, its way, its price and its chances."""
    say, s, top = Reporter(game, language), game.state, game.state.top
    action = game.parse(do) if isinstance(do, str) else do
    refusals = game.why_not(action)
    legal = not refusals
    known = not game.over and top.takes(action)  # what ends a game by agreement is known to no frame
    planned = known and legal
    path = parts_of(action, game.rules)[1] if hasattr(action, "path") else []
    preview = top.preview(s, action) if planned else None
    return {
        "do": game.notation(action),
        "text": sentence(say.action(action)) if planned else None,
        "legal": legal,
        "refusals": [told_refusal(say, r) for r in refusals],
        "warnings": [told_refusal(say, r, "warning") for r in game.warnings(action)] if planned else [],
        "path": labels(path, game.rules),
        "dice": labels([h for h in path if h < 0], game.rules),
        "steps": [_step(step, game, say.texts) for step in top.steps(s, action)] if known else [],
        "price": [noted(note, say.texts) for note in top.price(s, action)] if planned else [],
        "needs_die": planned and _needs_die(game, action),
        "odds": _odds(preview, game, say.texts) if preview else None,
        "fields": fields_of(game, action, say.texts) if known else [],
    }


def _needs_die(game: Game, action: Action) -> bool:
    """Whether dice fall before anybody decides again."""
    s = game.state.copy()
    s.top.apply(s, action)
    settle(s)
    return isinstance(s.top, Roll)


def told_refusal(say: Reporter, refusal: Refusal, kind: str = "refusal") -> dict[str, Any]:
    """A refusal or a warning in words, with who and what stands in the way."""
    plain = say.plain_refusal(refusal, kind)
    rows = {key: plain[key] for key in ("rule", "reason", "units", "hexes", "step")}
    return {**rows, "number": number_of(refusal.rule)}


def _step(step: Step, game: Game, texts: Texts) -> dict[str, Any]:
    return {
        "hex": game.rules.names.place(step.hex),
        **noted(step.note, texts),
        "mp": points_of(step.points),
        "left": points_of(step.left),
        "chance": chance_of(step.chance),
    }


def _odds(preview: Preview, game: Game, texts: Texts) -> dict[str, Any]:
    """A preview in words."""
    return {
        "title": noted(preview.title, texts)["text"],
        "ratio": preview.ratio or None,
        "column": preview.column or None,
        "columns": list(preview.columns),
        "notes": [noted(note, texts) for note in preview.notes],
        "modifiers": [{**noted(m.note, texts), "drm": m.drm} for m in preview.modifiers],
        "total": sum(m.drm for m in preview.modifiers),
        "branches": [
            {
                **noted(branch.note, texts),
                "chance": chance_of(branch.chance),
                "outcomes": [
                    {
                        "key": r.key,
                        **noted(r.note, texts),
                        "chance": float(r.chance),
                        "rank": i if r.rank is None else r.rank,
                    }
                    for i, r in enumerate(branch.results)
                ],
                "dice": [list(row) for row in branch.dice],
            }
            for branch in preview.branches
        ],
        "outcomes": [{"key": r.key, **noted(r.note, texts), "chance": float(r.chance)} for r in preview.outcomes],
        "what_if": [
            {"do": game.notation(w.action), **noted(w.note, texts), "chance": float(w.chance)} for w in preview.what_if
        ],
    }
