"""Combat before the die is thrown: the exact chances of an attack by each table that the defender could choose.

The chances are worked out on copies of the state with the frames that will play the fight. Where a side has a choice of
losses or retreats, the first is taken, since the results counted here do not depend on it; but units that cannot
retreat are lost first, since they are lost anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from parallel38.engine.flow import Frame
from parallel38.engine.previews import Branch, Note, Preview, Result, Row, Toll, WhatIf
from parallel38.engine.values import Action
from parallel38.games.mobile_war.rules import odds, retreats, special, supply
from parallel38.games.mobile_war.rules.losses import Losing
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, UN, MobileWarState
from parallel38.wargame.odds import dice_sums, ratio
from parallel38.wargame.outlook import ONE, add_up, without_one

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.combat import Attack, Fighting
    from parallel38.games.mobile_war.rules.fight import Fight

FACES = dice_sums(1)
"""The faces of the die, each with its chance."""
OUTCOMES = ("destroyed", "driven", "weakened", "held")
"""The outcomes of a fight for the defenders, the worst first."""
RANKS = dict(zip(OUTCOMES, (0, 0, 1, 2), strict=True))
"""How good each outcome is for the attackers."""


class Outcome(NamedTuple):
    """What a result of the table leads to: the outcome for the defenders, and how many regiments each side loses."""

    kind: str
    lost: int
    paid: int


class Outlook:
    """The outcome of a fight on each table. `base`: the frames below the fight."""

    def __init__(self, s: MobileWarState, fight: Fight, base: tuple[Frame, ...]) -> None:
        self.s, self.fight, self.base = s, fight, base
        self.side = SIDES.index(fight.side)
        self.odds = fight.reckon(s)
        self.tables = fight.tables(s)
        self._outcomes: dict[tuple[str, str], Outcome] = {}
        self._had = [_regiments(s, side) for side in (UN, COMMUNIST)]

    def result(self, table: str, die: int) -> str:
        """The result that a table gives for a die."""
        return str(self.s.rules.charts[table][str(die), self.odds.column])

    def outcome(self, table: str, die: int) -> Outcome:
        """The outcome of a die on a table, with the losses."""
        key = (table, self.result(table, die))
        if key not in self._outcomes:
            self._outcomes[key] = self._play(table, die)
        return self._outcomes[key]

    def _play(self, table: str, die: int) -> Outcome:
        """Play the fight with this die to its end on a copy of the state."""
        trial, there = self.s.copy(), self.s.fighters(1 - self.side, self.fight.hex)
        trial.frames = (*self.base, self.fight.on(self.s, table))
        trial.top.rolled(trial, self.fight.roll, (die,))
        while len(trial.frames) > len(self.base):
            top = trial.top
            if top.decider(trial) is None:
                top.resolve(trial)
            else:
                top.apply(trial, _choice(trial, top, table))
        paid, lost = (self._had[i] - _regiments(trial, i) for i in (self.side, 1 - self.side))
        if lost == sum(self.s.rules.regiments[u] for u in there):
            return Outcome("destroyed", lost, paid)
        driven = not trial.fighters(1 - self.side, self.fight.hex)
        return Outcome("driven" if driven else "weakened" if lost else "held", lost, paid)

    def branch(self, table: str, chance: Fraction | None) -> Branch:
        """The results of a table, with the numbers of the die from one to six that give them."""
        chances = add_up((self.result(table, die), chance) for die, chance in FACES.items())
        outcomes = {self.result(table, die): self.outcome(table, die) for die in FACES}
        results = tuple(Result(name, _told(outcomes[name]), chances[name], _rank(outcomes[name])) for name in chances)
        rows = tuple(Row(str(die), self.result(table, die), part) for die, part in FACES.items())
        rule = "K-NAV-C1b" if self.fight.craft else _RULES[table]
        return Branch(Note("branch." + table, {}, rule), chance, results, rows)

    def branches(self, first: str) -> tuple[Branch, ...]:
        """The results of every table that may be chosen, those of the table that is reckoned with first."""
        return tuple(self.branch(table, None) for table in sorted(self.tables, key=lambda table: table != first))

    def outcomes(self, table: str) -> tuple[Result, ...]:
        """The chance of each outcome for the defenders on a table."""
        found = add_up((self.outcome(table, die).kind, chance) for die, chance in FACES.items())
        return tuple(
            Result(name, Note("outcome." + name), found[name], RANKS[name]) for name in OUTCOMES if name in found
        )

    def tolls(self, table: str) -> tuple[Toll, Toll]:
        """The chances of what each side loses on a table, in regiments, the attackers first."""
        outcomes = [(self.outcome(table, die), chance) for die, chance in FACES.items()]
        rules, there = self.s.rules, self.s.fighters(1 - self.side, self.fight.hex)
        attackers = sum(rules.regiments[u] for u in self.fight.units)
        return (
            Toll(SIDES[self.side], _losses(add_up((o.paid, chance) for o, chance in outcomes), attackers)),
            Toll(
                SIDES[1 - self.side],
                _losses(add_up((o.lost, chance) for o, chance in outcomes), sum(rules.regiments[u] for u in there)),
            ),
        )

    def best(self) -> str:
        """The best table for the defenders: by their losses less those of the attackers, then by holding the hex."""

        def merit(table: str) -> tuple[int, int]:
            outcomes = [self.outcome(table, die) for die in FACES]
            return sum(f.lost - f.paid for f in outcomes), sum(f.kind in ("destroyed", "driven") for f in outcomes)

        return min(self.tables, key=merit)

    def chance(self, table: str, kind: str) -> Fraction:
        """The chance that a table gives the defenders this outcome or a worse one."""
        worst = OUTCOMES[: OUTCOMES.index(kind) + 1]
        return sum((c for die, c in FACES.items() if self.outcome(table, die).kind in worst), Fraction(0))

    def ratio(self) -> str:
        """Both strengths as players write odds, such as 12:5."""
        return ratio(self.odds.attack, self.odds.defence)

    def columns(self) -> tuple[str, ...]:
        """The columns of the tables, the worst odds first."""
        return self.s.rules.odds_columns.names

    def notes(self) -> Iterator[Note]:
        """How many factors the attack is from the next columns, and what changes the strengths."""
        attack, defence, column = self.odds
        found = self.s.rules.odds_columns.margins(attack, max(1, defence))
        if not found.reached:
            yield Note("odds.below", {"column": column}, "K-CRT-2")
        elif found.lower:
            least = ceil(found.least)
            yield Note("odds.spare", {"n": attack - least, "least": least, "lower": found.lower}, "K-COM-G")
        if found.higher:
            yield Note("odds.short", {"n": ceil(found.needed) - attack, "higher": found.higher}, "K-COM-G")
        s, fight = self.s, self.fight
        defenders = s.fighters(1 - self.side, fight.hex)
        unsupplied = [u for u in fight.units if not odds.supplied_by(s, u, s.where[u], fight.depots)]
        unsupplied += [u for u in defenders if not supply.supplied(s, u)]
        if unsupplied:
            yield Note("odds.hungry", {"units": tuple(unsupplied)}, "K-SUP-A1")
        if special.shocked(s):
            yield Note("odds.shock", {}, "K-SGV-3a")
        elif s.rules.rough >> fight.hex & 1:
            yield Note("odds.rough", {"hex": fight.hex}, "K-TER-2")
        if fight.on(s, self.tables[0]).doubled:
            yield Note("odds.twice", {}, "K-COM-K1")


_RULES = {odds.MEETING: "K-COM-J3", odds.POSITION: "K-COM-J1", odds.PURSUIT: "K-COM-J6"}


def _regiments(s: MobileWarState, side: int) -> int:
    """How many regiments of a side stand on the map or are aboard ships."""
    there, rules = s.present(side), s.rules
    aboard = (u for ship in there if rules.naval[ship] for u in s.inside(ship))
    return sum(rules.regiments[u] for u in (*there, *aboard))


def _choice(s: MobileWarState, top: Frame, table: str) -> Action:
    """The loss or retreat that is played for the owner: the first offer; units that cannot retreat are lost first."""
    offers = list(top.offers(s))
    if table == odds.PURSUIT and isinstance(top, Losing):
        offers.sort(key=lambda offer: bool(retreats.ways(s, offer.units[0], top.hex, 1)))
    return next(action for offer in offers for action in top.expand(s, offer))


def _losses(chances: dict[int, Fraction], whole: int) -> tuple[Result, ...]:
    """Losses of so many regiments for a player, the heaviest first."""
    return tuple(
        Result(str(n), Note("toll." + ("none" if not n else "all" if n >= whole else "some"), {"n": n}), chance)
        for n, chance in sorted(chances.items(), reverse=True)
    )


def _told(outcome: Outcome) -> Note:
    return Note("fall." + outcome.kind, {"lost": outcome.lost, "paid": outcome.paid})


def _rank(outcome: Outcome) -> int:
    """How good a result is for the attacker, 0 for best.

    0: the hex is won without loss; 1: it is won with losses, or the defenders are weakened; 2: nothing happens; 3: only
    the attackers lose.
    """
    won = outcome.kind in ("destroyed", "driven")
    if outcome.kind == "held":
        return 3 if outcome.paid else 2
    return 0 if won and not outcome.paid else 1


# ---------------------------------------------------------------------------------------------------------- for players


def of_attack(s: MobileWarState, frame: Fighting, attack: Attack) -> Preview | None:
    """The preview of an attack for the attacker; None against supply units alone, which are destroyed without a die."""
    side = SIDES.index(frame.side)
    if not s.fighters(1 - side, attack.hex):
        return None
    found = Outlook(s, frame.fight(s, attack), s.frames)
    best = found.best()
    outcomes = found.outcomes(best)
    others = []
    for other, note in _changes(s, frame, attack):
        if next(frame.refusals(s, other), None) is None:
            then = Outlook(s, frame.fight(s, other), s.frames)
            others.append(WhatIf(other, note, then.chance(then.best(), outcomes[0].key)))
    return Preview(
        Note("odds.fight", {"units": tuple(s.fighters(1 - side, attack.hex)), "hex": attack.hex}),
        found.branches(best),
        outcomes,
        found.ratio(),
        found.odds.column,
        found.columns(),
        (*found.notes(), *_threat(found, frame.guns_against(s, attack.hex), best), _counted(found, best)),
        (),
        tuple(others),
        found.tolls(best),
    )


def _threat(found: Outlook, guns: tuple[int, ...], best: str) -> Iterator[Note]:
    """K-NAV-F4: how naval guns that the defender may still call would change an attack."""
    if guns:
        called = Outlook(found.s, msgspec.structs.replace(found.fight, called=guns), found.base)
        worst = found.outcomes(best)[0].key
        now, then = (_percent(found.chance(best, worst)), _percent(called.chance(called.best(), worst)))
        args = {"units": guns, "ratio": called.ratio(), "column": called.odds.column, "now": now, "then": then}
        yield Note("odds.guns", args, "K-NAV-F4")


def _percent(chance: Fraction) -> int:
    return round(chance * 100)


def _counted(found: Outlook, best: str) -> Note:
    """A note on which table the chances assume."""
    if found.fight.craft:
        return Note("odds.assault", {}, "K-NAV-C1b")
    return Note("odds.counted", {"table_key": "branch." + best}, "K-COM-J1")


def of_guns(s: MobileWarState, fight: Fight, guns: tuple[int, ...]) -> Preview:
    """The preview of a fight with some naval guns in the defence, while the frame that asks for them is open."""
    base = s.frames[:-2]
    alone, found = (Outlook(s, msgspec.structs.replace(fight, called=called), base) for called in ((), guns))
    best = found.best()
    args = {"ratio": alone.ratio(), "column": alone.odds.column}
    return Preview(
        Note("odds.guns_join", {"units": guns, "hex": fight.hex}),
        found.branches(best),
        found.outcomes(best),
        found.ratio(),
        found.odds.column,
        found.columns(),
        (*found.notes(), Note("odds.no_guns", args, "K-NAV-F4"), _counted(found, best)),
        tolls=found.tolls(best)[::-1],
    )


def of_table(s: MobileWarState, fight: Fight, table: str, others: dict[str, Action]) -> Preview:
    """The preview of a table for the defender; `others`: the action that chooses each of the other tables."""
    found = Outlook(s, fight, s.frames[:-1])
    outcomes = found.outcomes(table)
    return Preview(
        Note("odds.table", {"table_key": "branch." + table, "hex": fight.hex}),
        (found.branch(table, ONE),),
        outcomes,
        found.ratio(),
        found.odds.column,
        found.columns(),
        tuple(found.notes()),
        (),
        tuple(
            WhatIf(action, Note("branch." + name), found.chance(name, outcomes[0].key))
            for name, action in others.items()
            if name in found.tables
        ),
        found.tolls(table)[::-1],
    )


def _changes(s: MobileWarState, frame: Fighting, attack: Attack) -> Iterator[tuple[Attack, Note]]:
    """An attack with one change each: without its supply units, without its guns, without one of its units."""
    if attack.depots:
        yield msgspec.structs.replace(attack, depots=()), Note("what_if.no_depots", {}, "K-SUP-C2c")
    elif SIDES.index(frame.side) == COMMUNIST:
        depots = frame.depots(s, attack.units)
        if depots:
            yield msgspec.structs.replace(attack, depots=depots), Note("what_if.depots", {"units": depots}, "K-SUP-C2c")
    if attack.guns:
        yield msgspec.structs.replace(attack, guns=()), Note("what_if.no_guns", {}, "K-NAV-F1")
    elif SIDES.index(frame.side) == UN:
        guns = frame.guns_for(s, attack.hex)
        if guns:
            yield msgspec.structs.replace(attack, guns=guns), Note("what_if.guns", {"units": guns}, "K-NAV-F1")
    for rest, note in without_one(attack.units, s.where, s.rules.strength.__getitem__):
        depots = [d for d in attack.depots if any(d in supply.feeding(s, COMMUNIST, s.where[u]) for u in rest)]
        yield msgspec.structs.replace(attack, units=rest, depots=tuple(depots)), note
