"""10 Combat before it is designated: the exact chances of an attack.

What is counted: the surprise of each defender (19.1), then the one defensive fire that hurts the attack most, with all
the support available, then one assault by all attackers left on all units in the hex, with the artillery and support of
the attack. NR counts as destruction where no retreat is open. Further fires of either side are not counted.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import comb

import msgspec

from parallel38.engine.previews import Branch, Note, Preview, Result, Row, Toll, WhatIf
from parallel38.games.yalu.rules import chances, fire, surprise
from parallel38.games.yalu.rules.attacks import MANNERS, Attack
from parallel38.games.yalu.rules.chances import OutcomeChances
from parallel38.games.yalu.rules.firing import Fire, Firing
from parallel38.games.yalu.state import COMMUNIST, SIDES, SURPRISED, UN, YaluState
from parallel38.wargame.outlook import ONE, mix, without_one

NOTHING: OutcomeChances = {("-", "none"): ONE}
Units = tuple[int, ...]


class Outlook:
    """The chances of one attack; results are cached only in the instance."""

    def __init__(self, s: YaluState, attack: Attack) -> None:
        self.s, self.attack = s, attack
        self.side = s.rules.side_of[attack.units[0]]
        self.targets = tuple(fire.targets_in(s, 1 - self.side, attack.hex))
        self.able = surprise.candidates(s, (attack,)) if self.side == COMMUNIST else ()
        self.defence = Firing("communist" if self.side == UN else "un", False, (attack,))
        self._states: dict[Units, YaluState] = {(): s}
        self._closed: dict[Units, str] = {}
        self._assaults: dict[tuple[Units, Units], OutcomeChances] = {}
        self._defended: dict[Units, tuple[OutcomeChances, Fire | None, Fraction]] = {}

    def _without(self, lost: Units) -> YaluState:
        """The situation when some of the attackers are gone."""
        if lost not in self._states:
            trial = self.s.copy()
            for unit in lost:
                trial.move(unit, self.s.rules.names.box("out"))
            self._states[lost] = trial
        return self._states[lost]

    def _with(self, lost: Units, surprised: Units) -> YaluState:
        """The situation when some attackers are gone and some defenders are surprised, which changes nothing derived
        from flags."""
        trial = self._without(lost).copy()
        for unit in surprised:
            trial.flags[unit] |= SURPRISED
        return trial

    def assault(self, lost: Units, surprised: Units) -> OutcomeChances:
        """The chances of one assault by all attackers that are left on all units in the hex."""
        key = (lost, surprised)
        if key not in self._assaults:
            trial = self._with(lost, surprised)
            frame, action = self.frames(lost)
            if action is None:
                self._assaults[key] = NOTHING
            else:
                if lost not in self._closed:
                    self._closed[lost] = chances.after_retreat(trial, self.targets)
                odds = frame.odds(trial, self.attack, action.units, self.targets) or ""
                modifier = frame.modifier(trial, action, self.attack) if odds else 0
                self._assaults[key] = chances.outcome_chances(trial, odds, modifier, self._closed[lost])
        return self._assaults[key]

    def frames(self, lost: Units) -> tuple[Firing, Fire | None]:
        """The frame of the assault subphase, and the fire of all attackers that are left; None if there is no fire."""
        frame = Firing("un" if self.side == UN else "communist", True, (self.attack,), (self.attack,))
        units = tuple(u for u in self.attack.units if u not in lost)
        if not units or not self.targets:
            return frame, None
        helpers, air = frame.best_support(self.s, self.attack, units)
        return frame, Fire(self.targets, units, helpers, air)

    # ------------------------------------------------------------------------------------------------------- defence

    def _fires(self, surprised: Units) -> Iterator[tuple[Fire, Fraction]]:
        """The fires that the defenders could make, each with the support available and its chance to hit."""
        trial = self._with((), surprised)
        for offer in self.defence.offers(trial):
            if offer.verb == "fire":
                best = {a.targets: a for a in self.defence.expand(trial, offer) if isinstance(a, Fire)}
                for action in best.values():  # of two fires at the same targets the later one has the support
                    odds = self.defence.odds(trial, self.attack, action.units, action.targets) or ""
                    found = chances.results(trial.rules, odds, self.defence.modifier(trial, action, self.attack))
                    yield action, found["D"] + found["NR"]

    def defended(self, surprised: Units) -> tuple[OutcomeChances, Fire | None, Fraction]:
        """The chances of the attack after the fire that hurts it most, with that fire and its chance to hit."""
        if surprised not in self._defended:
            self._defended[surprised] = self._worst_fire(surprised)
        return self._defended[surprised]

    def _worst_fire(self, surprised: Units) -> tuple[OutcomeChances, Fire | None, Fraction]:
        whole = self.assault((), surprised)
        worst: tuple[OutcomeChances, Fire | None, Fraction] = (whole, None, Fraction(0))
        for action, hit in self._fires(surprised):
            mixed = mix(((self.assault(action.targets, surprised), hit), (whole, ONE - hit)))
            if _merit(mixed) < _merit(worst[0]):
                worst = (mixed, action, hit)
        return worst

    def toll(self) -> Iterator[Result]:
        """What the defensive fire that was counted costs the attackers. D-10.9.6: a human wave is lost in any case."""
        if self.attack.manner == "wave":
            yield Result("destroyed", Note("toll.wave", {"n": len(self.attack.units)}, "D-10.9.6"), ONE)
            return
        found: dict[tuple[str, Units], Fraction] = {}
        for surprised, weight in self.surprises():
            action = self.defended(surprised)[1]
            for key, chance in (self._hits(surprised, action) if action else {("none", ()): ONE}).items():
                found[key] = found.get(key, Fraction(0)) + weight * chance
        for (what, units), chance in sorted(found.items(), key=lambda row: chances.OUTCOMES.index(row[0][0])):
            args = {"units": units} if units else {}
            yield Result(what, Note("toll." + what, args, "D-10.6.1" if units else ""), chance)

    def _hits(self, surprised: Units, action: Fire) -> dict[tuple[str, Units], Fraction]:
        """What a defensive fire does to the units at which it is aimed."""
        trial = self._with((), surprised)
        odds = self.defence.odds(trial, self.attack, action.units, action.targets) or ""
        modifier = self.defence.modifier(trial, action, self.attack)
        nr = chances.after_retreat(trial, action.targets)
        found: dict[tuple[str, Units], Fraction] = {}
        for (_, what), chance in chances.outcome_chances(trial, odds, modifier, nr).items():
            key = (what, () if what == "none" else action.targets)
            found[key] = found.get(key, Fraction(0)) + chance
        return found

    # ------------------------------------------------------------------------------------------------------ surprise

    def surprises(self) -> Iterator[tuple[Units, Fraction]]:
        """D-19.1.2, D-19.1.3: the sets of defenders that may be surprised, with their chances; like units count
        once."""
        kinds: dict[tuple[object, ...], list[int]] = {}
        rules = self.s.rules
        for unit in self.able:
            kind = (rules.strength[unit], rules.nation[unit], rules.size[unit], self.s.flags[unit])
            kinds.setdefault(kind, []).append(unit)
        groups = [(units, surprise.chance(self.s, units[0])) for units in kinds.values()]
        for counts in product(*(range(len(units) + 1) for units, _ in groups)):
            found, weight = list[int](), ONE
            for (units, chance), n in zip(groups, counts, strict=True):
                found += units[:n]
                weight *= comb(len(units), n) * chance**n * (ONE - chance) ** (len(units) - n)
            if weight:
                yield tuple(found), weight

    def branches(self) -> Iterator[tuple[Branch, OutcomeChances]]:
        """The branches in which all, some or no defenders are surprised, with the chances in each."""
        cases: dict[str, list[tuple[OutcomeChances, Fraction]]] = {}
        last: dict[str, tuple[Units, Fire | None, Fraction]] = {}
        for surprised, weight in self.surprises():
            part, action, hit = self.defended(surprised)
            name = "awake" if not surprised else "surprised" if len(surprised) == len(self.able) else "some"
            cases.setdefault(name, []).append((part, weight))
            last[name] = surprised, action, hit
        for name in ("surprised", "some", "awake"):
            if name in cases:
                total = sum((weight for _, weight in cases[name]), Fraction(0))
                mixed = {key: chance / total for key, chance in mix(cases[name]).items()}
                surprised, action, hit = last[name]
                note = self._branch_note(name, action, hit)
                yield Branch(note, total, chances.results_of(mixed), self._dice(surprised)), mixed

    def _branch_note(self, name: str, action: Fire | None, hit: Fraction) -> Note:
        """The note for a branch, with the defensive fire that was counted."""
        if name != "awake":
            return Note("branch." + name, {}, "D-19.1.5" if name == "surprised" else "D-19.1.6")
        if action is None:
            return Note("branch.awake" if self.able else "branch.quiet", {}, "D-10.6.1")
        text = "branch.awake_fire" if self.able else "branch.fire_first"
        return Note(text, {"by_units": action.units, "units": action.targets, "n": round(100 * hit)}, "D-10.6.1")

    def _dice(self, surprised: Units) -> tuple[Row, ...]:
        """The dice totals and their results when all attackers are left to assault."""
        frame, action = self.frames(())
        trial = self._with((), surprised)
        odds = action and frame.odds(trial, self.attack, action.units, self.targets)
        return chances.table(self.s.rules, odds, frame.modifier(trial, action, self.attack)) if odds and action else ()

    def total(self) -> OutcomeChances:
        """The chances of the whole attack."""
        return _together(self.branches())


def _together(branches: Iterable[tuple[Branch, OutcomeChances]]) -> OutcomeChances:
    """The chances over all branches."""
    return mix((mixed, branch.chance or ONE) for branch, mixed in branches)


def destroyed(found: OutcomeChances) -> Fraction:
    """The chance that all units in the hex are lost."""
    return sum((chance for (_, outcome), chance in found.items() if outcome == "destroyed"), Fraction(0))


def _merit(found: OutcomeChances) -> tuple[Fraction, Fraction]:
    """A sort key for attacks: the chance to destroy, then the chance of any effect."""
    return destroyed(found), ONE - found.get(("-", "none"), Fraction(0))


# ---------------------------------------------------------------------------------------------------------- for players


def preview(s: YaluState, attack: Attack, others: tuple[WhatIf, ...] = ()) -> Preview:
    """The preview of an attack for a player, with its variants."""
    outlook = Outlook(s, attack)
    frame, action = outlook.frames(())
    firing = sum(fire.strength(s, u, attack.manner, True) for u in attack.units)
    defending = sum(fire.strength(s, u) for u in outlook.targets)
    rows = frame.modifiers(s, action, attack) if action else []
    found = list(outlook.branches())
    closed = chances.after_retreat(s, outlook.targets) == "destroyed"
    outcomes = chances.outcomes_of(_together(found))
    return Preview(
        Note("odds.attack", {"units": outlook.targets, "hex": attack.hex, "manner_key": "manner." + attack.manner}),
        tuple(branch for branch, _ in found),
        outcomes,
        chances.ratio_of(firing, defending),
        fire.column(s, firing, defending) or "",
        s.rules.odds_columns.names,
        (
            *chances.margins(s, firing, defending),
            *((Note("odds.closed", {"units": outlook.targets}, "D-10.3.3"),) if closed else ()),
            Note("odds.counted", {}, "D-10.6.1"),
        ),
        chances.modifiers_of(s, rows),
        others,
        (Toll(SIDES[outlook.side], tuple(outlook.toll())), Toll(SIDES[1 - outlook.side], outcomes)),
    )


def changes(s: YaluState, attack: Attack, most_guns: int) -> Iterator[tuple[Attack, Note]]:
    """Variants of an attack with one change: another manner, other artillery, without one of its units."""
    if s.rules.side_of[attack.units[0]] == COMMUNIST:
        for manner in MANNERS:
            if manner != attack.manner:
                guns = 0 if manner == "unsupplied" else attack.guns
                yield msgspec.structs.replace(attack, manner=manner, guns=guns), Note("what_if." + manner)
        for guns in range(most_guns + 1):
            if guns != attack.guns and attack.manner != "unsupplied":
                text = "what_if.guns" if guns else "what_if.no_guns"
                yield msgspec.structs.replace(attack, guns=guns), Note(text, {"n": guns}, "D-11.5.3")
    for rest, note in without_one(attack.units, s.where, lambda unit: fire.strength(s, unit, attack.manner, True)):
        yield msgspec.structs.replace(attack, units=rest), note
