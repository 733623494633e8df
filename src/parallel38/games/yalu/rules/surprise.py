"""19.1 UN surprise and panic."""

from collections.abc import Iterable
from fractions import Fraction

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.engine.trace import trace
from parallel38.engine.values import Units
from parallel38.games.yalu.rules.attacks import Attack
from parallel38.games.yalu.rules.firing import Firing
from parallel38.games.yalu.state import COMMUNIST, SIDES, SURPRISED, UN, YaluState

FACES = 6


def begin(s: YaluState, side: str, attacks: tuple[Attack, ...]) -> None:
    """After designation UN units may be surprised, then the defenders fire.

    D-19.1.1: only by Communist attacks, and only in the first five turns. D-19.1.2: one die for each UN unit in an
    attacked hex. D-19.1.4: a human wave surprises no unit.
    """
    s.push(Firing("un" if side == SIDES[COMMUNIST] else "communist", False, attacks))
    if side == SIDES[UN]:
        return
    if s.turn > s.rules.edition.surprise_turns:
        trace("D-19.1.1")
        return
    if any(a.manner == "wave" for a in attacks):
        trace("D-19.1.4")
    s.push(Surprise(candidates(s, attacks)))


def candidates(s: YaluState, attacks: Iterable[Attack]) -> tuple[int, ...]:
    """The UN units that Communist attacks may surprise."""
    hexes = [a.hex for a in attacks if a.manner != "wave"] if s.turn <= s.rules.edition.surprise_turns else ()
    return tuple(u for h in hexes for u in s.stacks(UN)[h] if s.rules.combat[u])


class Surprise(Frame, frozen=True):
    """UN units that still have to roll for surprise."""

    waiting: Units

    def resolve(self, s: YaluState) -> None:
        """Roll for the next unit."""
        if self.waiting:
            s.push(Roll(" ".join(("surprise", s.rules.names.unit(self.waiting[0]))), 1, "D-19.1.2"))
        else:
            s.pop()

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-19.1.3: surprised if the die, plus one for each turn after Nov IV, is at most the unit's number."""
        unit = self.waiting[0]
        need, total = number(s, unit), dice[0] + s.turn - 1
        if total <= need:
            s.flag(unit, SURPRISED)
        s.log("D-19.1.3", "surprised" if total <= need else "not_surprised", unit=unit, die=total, need=need)
        s.replace(Surprise(self.waiting[1:]))


def chance(s: YaluState, unit: int) -> Fraction:
    """D-19.1.3: the probability that a unit is surprised."""
    return Fraction(min(max(number(s, unit) - (s.turn - 1), 0), FACES), FACES)


_COMMONWEALTH = "uk_commonwealth"
_NATIONS = {"ROK": "rok_any", "USMC": "usmc_any", "UK": _COMMONWEALTH, "Ca": _COMMONWEALTH, "Au": _COMMONWEALTH}


def number(s: YaluState, unit: int) -> int:
    """A UN unit's number on the Surprise Table."""
    nation, size = s.rules.nation[unit], s.rules.size[unit]
    if size == "garrison":
        row = "garrison"
    elif nation == "US":
        row = s.rules.edition.us_surprise(size)
    else:
        row = _NATIONS.get(nation, "other_allied")
    return s.rules.charts["surprise"][row, "number"]
