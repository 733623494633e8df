"""What units can do instead of something that was refused: the nearest things to it."""

import re
from fractions import Fraction
from typing import Any, NamedTuple

from parallel38.desk.offers import by_manner
from parallel38.desk.reporter import Reporter
from parallel38.desk.words import parts_of, sentence
from parallel38.engine.flow import Destination, Offer
from parallel38.engine.game import Game
from parallel38.engine.values import LIST, Action, leg, template
from parallel38.hexgrid import Hex

MOST, TRIED = 2, 5
"""How many things are named at most, and how many hexes are tried for each manner."""
LEAST = Fraction(1, 10)
"""The chance that something must have to be named."""


class Candidate(NamedTuple):
    """A hex that units may come to in a manner, and what is known of it."""

    away: int
    """How far it is from the hex that was wanted."""
    chance: Fraction
    left: Fraction
    hex: Hex
    offer: Offer
    stop: bool


def instead(game: Game, refused: Action, language: str) -> list[dict[str, Any]]:
    """The nearest things that the units of a refused action can do, `{do, text, hex}`: in each manner the hex that lies
    nearest to the one that was wanted, those without a die first."""
    names, where = game.rules.names, game.state.where
    units, hexes = parts_of(refused, game.rules)
    numbers = [names.unit_number(unit) for unit in units]
    goal = next((leg(h) for h in reversed(hexes) if leg(h) < names.grid.size), None)
    if goal is None or not numbers or game.over or not game.state.top.takes(refused):
        return []
    home = where[numbers[0]]
    now = names.grid.distance(home, goal) if home < names.grid.size else None
    found = list[tuple[bool, int, dict[str, Any]]]()
    for candidates in _kinds(game, numbers, goal):
        nearest = sorted(candidates, key=lambda one: one[:4])
        if now is not None and nearest[0].offer.verb == refused.verb() and nearest[0].away >= now:
            continue  # it would lead away
        rows = (_row(game, candidate, units, language) for candidate in nearest[:TRIED])
        row = next(filter(None, rows), None)
        if row is not None:
            found.append((nearest[0].chance > -1, nearest[0].away, row))
    found.sort(key=lambda one: one[:2])
    return [row for _, _, row in found[:MOST]]


def _kinds(game: Game, numbers: list[int], goal: Hex) -> list[list[Candidate]]:
    """The hexes that all of the units may come to, by verb, manner and whether a die is needed."""
    kinds, names = dict[tuple[str, str, bool], list[Candidate]](), game.rules.names
    for (verb, mode, group), spots in by_manner(game, numbers).items():
        offer = Offer(verb, mode=mode, group=group)
        for h, all_units in spots.items():
            if len(all_units) == len(numbers):
                one = _candidate(h, all_units, offer, names.grid.distance(h, goal))
                kinds.setdefault((verb, group, one.chance > -1), []).append(one)
    for (verb, group, die), found in kinds.items():
        if die:  # a die is worth naming where it has a chance and leads nearer than what needs none
            safe = min((one.away for one in kinds.get((verb, group, False), ())), default=names.grid.size)
            found[:] = [one for one in found if one.chance <= -LEAST and one.away < safe]
    return [found for found in kinds.values() if found]


def _candidate(h: Hex, spots: list[Destination], offer: Offer, away: int) -> Candidate:
    """A hex with the least that any of the units has there; figures are negative so that more of them comes first."""
    chance = min((spot.chance for spot in spots if spot.chance is not None), default=Fraction(1))
    left = min((spot.left for spot in spots if spot.left is not None), default=Fraction(0))
    return Candidate(away, -Fraction(chance), -Fraction(left), h, offer, any(spot.stop for spot in spots))


def _row(game: Game, candidate: Candidate, units: list[str], language: str) -> dict[str, Any] | None:
    """A thing that can be done, in words; None if the judge refuses it after all, or it has a price.

    A warning that names neither units nor hexes holds for whatever is done, and is told when it is put forward."""
    say, offer = Reporter(game, language), candidate.offer
    label, listed = game.rules.names.place(candidate.hex), LIST.join(units)
    slots = {"unit": listed, "units": listed, "hex": label, "path": label}
    form = template(game.rules.verbs[offer.verb], offer.group)
    line = re.sub(r"\{(\w+)\??\}", lambda slot: slots.get(slot[1], slot[0]), form)
    lines = game.apart(line)
    if "{" in line or len(lines) > 1:
        return None
    action, refusals = game.judged(line)
    if refusals or any(warning.units or warning.hexes for warning in game.warnings(action)):
        return None
    points = [step.points for step in game.state.top.steps(game.state, action) if step.points is not None]
    mode = f"mode.{offer.mode}"
    args = {
        "what": sentence(say.texts.say(f"verb.{offer.verb}")),
        "how": f" {say.texts.say(mode)}" if say.texts.has(mode) else "",
        "hex": candidate.hex,
        "mp": sum(points, Fraction(0)),
        "percent": f"{round(-100 * candidate.chance)} %",
    }
    if game.rules.verbs[offer.verb].intent != "go":
        key = "other"
    elif candidate.chance > -1:
        key = "try"
    else:
        key = "go" if not points else "stop" if candidate.stop else "cost"
    return {"do": game.notation(action), "text": say.texts.say(f"instead.{key}", args), "hex": label}
