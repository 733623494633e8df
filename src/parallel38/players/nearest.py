"""A baseline: every unit goes to the nearest enemy, and attacks at even odds or better. All other actions are random.

The player needs no memory: units before the one that moved last, and hexes before the one attacked last, have had their
turn.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from parallel38.engine.flow import CHANCE, Offer
from parallel38.engine.game import Game
from parallel38.engine.values import Action, End, Intent
from parallel38.hexgrid import Hex, Region, bits

EVEN = Fraction(1)


def nearest_player(game: Game, rng: Random) -> Action:
    """Go to the nearest enemy, attack at even odds or better, and do anything else at random."""
    offers = game.offers()
    end = next((offer.action for offer in offers if offer.verb == End.verb()), None)
    verbs = game.rules.main_verbs
    choosers = {verbs[intent]: choose for intent, choose in CHOOSERS if intent in verbs}
    verb = next((offer.verb for offer in offers if offer.verb in choosers), "")
    if not verb or end is None:
        return game.sample(rng)
    return choosers[verb](game, [offer for offer in offers if offer.verb == verb]) or end


def _approach(game: Game, offers: list[Offer]) -> Action | None:
    """Move the next unit that can come nearer to an enemy, as near as it can; the usual mode of moving comes first."""
    rings, where = _rings(game), game.state.where
    last = max(getattr(_last(game, offers[0].verb), "units", (-1,)))
    for unit in sorted({offer.units[0] for offer in offers if offer.units[0] > last}):
        near = next((ring for ring, region in enumerate(rings) if region >> where[unit] & 1), len(rings))
        best: tuple[int, Offer, Hex] | None = None
        for offer in offers if near > 1 else ():
            if offer.units[0] == unit:
                for ring in range(best[0] if best else near):
                    found = offer.hexes & rings[ring]
                    if found:
                        best = (ring, offer, next(bits(found)))
                        break
        if best is not None:
            return _to(game, best[1], best[2])
    return None


def _to(game: Game, offer: Offer, end: Hex) -> Action:
    """The action of an offer that ends in a hex."""
    for action in game.state.top.expand(game.state, offer):
        if getattr(action, "path", (-1,))[-1] in (end, ~end):
            return action
    raise AssertionError("a hex that is offered can be chosen")


def _rings(game: Game) -> list[Region]:
    """The land by its distance from the enemy in hexes, beginning with the hexes that the enemy holds."""
    rules, side = game.rules, game.decider
    held = 0
    for other, region in rules.occupied(game.state).items():
        held |= region if other != side else 0
    rings, seen = [held & rules.land], held
    while rings[-1]:
        rings.append(rules.names.grid.around(rings[-1]) & rules.land & ~seen)
        seen |= rings[-1]
    return rings


def _attack(game: Game, offers: list[Offer]) -> Action | None:
    """The next attack at even odds or better, by all units that can, in the strongest way that costs nothing."""
    targets = list(dict.fromkeys(offer.hexes for offer in offers))
    before = _last(game, offers[0].verb)
    last = game.rules.struck(game.state, before) if before is not None else None
    begin = targets.index(1 << last) + 1 if last is not None and 1 << last in targets else 0
    for target in targets[begin:]:
        found: list[tuple[Fraction, Action]] = []
        for offer in offers:
            if offer.hexes == target:
                action = next(iter(game.state.top.expand(game.state, offer)))
                if not game.warnings(action) and not game.why_not(action):
                    found.append((_odds(game, action), action))
        odds, action = max(found, key=lambda way: way[0], default=(Fraction(0), None))
        if odds >= EVEN:
            return action
    return None


def _odds(game: Game, action: Action) -> Fraction:
    """The odds of an attack: attacking factors for each defending factor."""
    preview = game.state.top.preview(game.state, action)
    return game.rules.odds_of(preview.column) if preview else Fraction(0)


def _last(game: Game, verb: str) -> Action | None:
    """The last action, dice not counted, if it has this verb; else None."""
    entry = game.last
    while entry.by == CHANCE and entry.before is not None:
        entry = entry.before
    return entry.action if entry.action is not None and entry.action.verb() == verb else None


CHOOSERS: tuple[tuple[Intent, Callable[[Game, list[Offer]], Action | None]], ...] = (
    ("go", _approach),
    ("strike", _attack),
)
"""What units do in phases of which the main verb has an intent."""
