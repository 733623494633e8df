"""The decisions that only Classic asks for: announced fires, defensive fire, assaults, bug-outs of stacks."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from parallel38.engine.values import Action, End
from parallel38.games.yalu.rules import chances, commitment, fire, rout, support, volleys
from parallel38.games.yalu.rules.commits import Commit, capped, odds, price
from parallel38.games.yalu.rules.designation import attackers
from parallel38.games.yalu.rules.firing import Fire
from parallel38.games.yalu.state import AIR, ASP, COMMUNIST, NEUTRALIZED, SIDES, UN, YaluState
from parallel38.hexgrid import Hex

WORTH = {COMMUNIST: 0.45, UN: 0.8}
"""The least expected value of a fire, in factors of its targets, for which a side announces it."""
GROUND = {COMMUNIST: 1.0, UN: 0.4}
"""The value of clearing a hex, in factors: every unit has a zone of control, so a battalion bars a road."""
RESERVE, PLENTY = 0.35, 6
"""The value that a point of attack supply must bring besides, while there are no more than so many points; of more
points each is worth less in proportion."""
LIFE = {COMMUNIST: 0.6, UN: 0.5}
"""What a factor of one's own that defensive fire may cost counts beside one of the targets."""
WEIGHTS: Mapping[int, Mapping[str, float]] = {COMMUNIST: {"asp": 0.05, "exposure": 1.0}, UN: {}}
"""The weights that differ from those of Deluxe: attack supply is plentiful, and UN support knows no limit."""
HURT = 0.55
"""The value of a unit that is driven back, as a share of its destruction."""
MOST_HELP = 3
"""The support factors that the UN is expected to use for one defensive fire."""
NEARLY_LOST = 0.45
"""The chance that a stack is hit from which it bugs out."""


def _value(s: YaluState, targets: tuple[int, ...], column: str, modifier: int) -> float:
    """The expected value of a fire, in factors."""
    found = chances.results(s.rules, column, modifier)
    mass = sum(s.rules.strength[u] for u in targets)
    weak = sum(s.rules.strength[u] for u in targets if s.flags[u] & NEUTRALIZED)
    driven = (mass - weak) * HURT + weak
    return float(found["D"]) * mass + float(found["NR"]) * driven


def _commits(s: YaluState, top: commitment.Commitment) -> Iterator[tuple[float, Commit]]:
    """The fires that could be announced now, each with what it is expected to bring after its price."""
    side = SIDES.index(top.side)
    aimed = {u for one in top.fires for u in one.targets}
    busy = {u for one in top.fires for u in one.units}
    points = s.track[ASP] if side == COMMUNIST else 0
    reserve = RESERVE * min(1.0, PLENTY / max(1, points))
    near = attackers(s, side)
    wanted = Counter(u for units in near.values() for u in units)
    awake = {s.where[one.targets[0]] for one in top.fires}
    for h, units in near.items():
        whole = tuple(fire.targets_in(s, 1 - side, h))
        there = tuple(u for u in whole if u not in aimed)
        free = sorted((u for u in units if u not in busy), key=lambda u: (wanted[u], -s.rules.strength[u], u))
        if not there or not free:
            continue
        groups = {there, *((u,) for u in there)}
        loss = 0.0 if h in awake else LIFE[side] * _answer(s, side, h, free)
        for targets in sorted(groups):
            for manner in ("supplied", "unsupplied") if side == COMMUNIST else ("supplied",):
                one = _enough(s, targets, manner, free)
                column = capped(s, odds(s, one), manner)
                if column is not None and price(s, one) <= points:
                    modifier = fire.modifier(s, targets, one.units, assault=True)
                    cleared = GROUND[side] * _hits(s, column, modifier) if targets == whole else 0.0
                    gain = _value(s, targets, column, modifier) + cleared
                    yield gain - loss - reserve * price(s, one), one


def _enough(s: YaluState, targets: tuple[int, ...], manner: str, free: list[int]) -> Commit:
    """A fire by the first of the units whose odds are as good as those of all of them."""
    most = odds(s, Commit(targets, manner, tuple(free)))
    fires = (Commit(targets, manner, tuple(free[:n])) for n in range(1, len(free) + 1))
    return next(one for one in fires if odds(s, one) == most)


def _answer(s: YaluState, side: int, h: Hex, units: list[int]) -> float:
    """The factors that the units in a hex are expected to destroy or drive back by defensive fire, once it is attacked.

    They fire at the stack beside them for which that is most; air factors and ships help the UN.
    """
    firing = sum(fire.strength(s, u) for u in s.stacks(1 - side)[h] if s.rules.combat[u])
    found = support.at_hand(s, {h}, 0) if side == COMMUNIST else ()
    helped = support.factors(s, found) + s.track[AIR] if side == COMMUNIST else 0
    worst = 0.0
    for here in {s.where[u] for u in units}:
        targets = tuple(u for u in units if s.where[u] == here)
        column = fire.column(s, firing, sum(fire.strength(s, u) for u in targets))
        if column is not None:
            modifier = fire.modifier(s, targets, s.stacks(1 - side)[h], assault=False)
            worst = max(worst, _value(s, targets, column, modifier - min(helped, MOST_HELP)))
    return worst


def _hits(s: YaluState, column: str, modifier: int) -> float:
    """The chance that a fire destroys its targets or drives them back."""
    found = chances.results(s.rules, column, modifier)
    return float(found["D"] + found["NR"])


def commit(s: YaluState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """The fire that brings most, as long as one is worth it."""
    top: commitment.Commitment = s.top  # type: ignore[assignment]
    found = max(_commits(s, top), default=None, key=lambda pair: pair[0])
    if found is None or found[0] < WORTH[SIDES.index(top.side)]:
        return End()
    return found[1]


def _fires(s: YaluState) -> Iterator[tuple[float, Fire]]:
    """The fires of a subphase that lists show, with what each is expected to bring."""
    top: volleys.Volleys = s.top  # type: ignore[assignment]
    for offer in top.offers(s):
        for action in top.expand(s, offer) if offer.verb == "fire" else ():
            assert isinstance(action, Fire)
            column = top.odds(s, action.units, action.targets) or ""
            modifier = sum(drm for _, drm, _ in top.modifiers(s, action))
            yield _value(s, action.targets, column, modifier), action


def defend(s: YaluState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """The defensive fire that brings most; conscripts too, for there is nothing to save them for."""
    return max(_fires(s), default=(0.0, End()), key=lambda pair: pair[0])[1]


def assault(s: YaluState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """The announced fire that brings most."""
    return defend(s, w, rng, thorough)


def flee(s: YaluState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """A stack that will probably be hit where it stands bugs out whole, by a way through few zones."""
    top: rout.Fleeing = s.top  # type: ignore[assignment]
    for offer in top.offers(s):
        if offer.verb != "bugout":
            continue
        here = s.where[offer.units[0]]
        able = {u for u in s.stacks(UN)[here] if next(rout.unit_refusals(s, u), None) is None}
        if {*offer.units} != able or _hit(s, here) < NEARLY_LOST:
            continue
        ways = [a for a in top.expand(s, offer) if isinstance(a, rout.Flee)]
        quiet = [a for a in ways if sum(bool(rout.firers(s, h)) for h in a.path[1:]) <= 1]
        if quiet:
            return quiet[0]
    return End()


def _hit(s: YaluState, h: int) -> float:
    """The chance that all Communist units beside a hex hit the whole stack in it with one fire."""
    units = attackers(s, COMMUNIST).get(h, [])
    there = tuple(fire.targets_in(s, UN, h))
    if not units or not there:
        return 0.0
    column = fire.column(s, sum(fire.strength(s, u) for u in units), sum(fire.strength(s, u) for u in there))
    if column is None:
        return 0.0
    return _hits(s, column, fire.modifier(s, there, units, assault=True))


def shoot(s: YaluState, w: Mapping[str, float], rng: Random, thorough: bool) -> Action | None:
    """All units fire at all that flee; but not conscripts, who would go home."""
    top: rout.Rout = s.top  # type: ignore[assignment]
    fires = (a for offer in top.offers(s) for a in top.expand(s, offer) if isinstance(a, Fire))
    for action in fires:
        units = tuple(u for u in action.units if not s.rules.conscript[u])
        if units and top.odds(s, units, action.targets):
            return Fire(action.targets, units)
    return End()
