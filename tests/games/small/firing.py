"""Fire of the small title: a unit fires at an enemy in sight, with a ten-sided die or with a white and a red one."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, Literal

from parallel38.engine.chance import Die, Reading, Roll, rows
from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.previews import Branch, Note, Preview, Result
from parallel38.engine.values import Action, End, Place, SideName, Unit
from parallel38.hexgrid import Hex, Region, bits

MOVED, FIRED, REDUCED, PINNED = 1, 2, 4, 8
SIGHT = 2
"""How far a unit can fire, in hexes."""
PINS = 5
"""The lowest figure of the red die that pins the target."""


class Fire(Action, frozen=True):
    """A unit fires at a hex. Written `fire UNIT 0102`: the unit stands first, yet it does not go there."""

    intent = "strike"

    unit: Unit
    hex: Place


def power(s: Any, unit: int) -> int:
    """The figure that a die must not exceed: the unit's strength, one less when it has lost a step."""
    return s.rules.strength[unit] - (1 if s.flags[unit] & REDUCED else 0)


def dice(rules: Any) -> Roll:
    """The dice of a shot: one from 0 to 9 in the first edition, a white and a red one in the second."""
    if rules.setting.edition == "first":
        return Roll("fire", 1, rules.rule("5.1"), faces=10, lowest=0)
    return Roll.of("fire", rules.rule("5.1"), Die("white"), Die("red"))


class Firing(Frame, frozen=True):
    """A side fires with its units, each once."""

    side: SideName

    def _side(self, s: Any) -> int:
        return s.rules.sides.index(self.side)

    def _able(self, s: Any) -> list[int]:
        return [u for u in s.present(self._side(s)) if not s.flags[u] & FIRED and self._targets(s, u)]

    def _targets(self, s: Any, unit: int) -> Region:
        near = s.rules.grid.spread(1 << s.where[unit], s.rules.grid.all, steps=SIGHT)
        return near & s.held_by(1 - self._side(s))

    def decider(self, s: Any) -> str | None:
        """The side, while one of its units has a target."""
        return self.side if self._able(s) else None

    def resolve(self, s: Any) -> None:
        """Close the phase."""
        s.pop()

    def takes(self, action: Action) -> bool:
        """Whether an action fires or ends the phase."""
        return isinstance(action, Fire | End)

    def offers(self, s: Any) -> Iterator[Offer]:
        """The targets of each unit; the end."""
        for unit in self._able(s):
            yield Offer("fire", units=(unit,), domain=Hexes(self._targets(s, unit)))
        yield Offer("end", action=End())

    def expand(self, s: Any, offer: Offer) -> Iterator[Action]:
        """One shot for each target."""
        yield from (offer.action,) if offer.action else (Fire(offer.units[0], h) for h in bits(offer.hexes))

    def draw(self, s: Any, offer: Offer, rng: Random) -> Action | None:
        """A random shot of an offer."""
        return rng.choice([*self.expand(s, offer)])

    def holds(self, s: Any, offer: Offer, action: Action) -> bool:
        """Whether a shot is among those that are offered."""
        return action in self.expand(s, offer)

    def refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """Why a unit may not fire at a hex."""
        if not isinstance(action, Fire):
            return
        unit, h, rules = action.unit, action.hex, s.rules
        if unit not in s.present(self._side(s)):
            yield Refusal(rules.rule("5.1"), "not_yours", {"unit": unit}, (unit,))
        elif s.flags[unit] & FIRED:
            yield Refusal(rules.rule("5.1"), "has_fired", {"unit": unit}, (unit,))
        elif h >= rules.grid.size or not s.held_by(1 - self._side(s)) >> h & 1:
            yield Refusal(rules.rule("5.2"), "no_target", {"hex": h}, (unit,))
        elif not self._targets(s, unit) >> h & 1:
            yield Refusal(rules.rule("5.2"), "out_of_sight", {"unit": unit, "hex": h, "n": SIGHT}, (unit,), (h,))

    def describe(self, s: Any, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and its target."""
        if not isinstance(action, Fire):
            return super().describe(s, action)
        return "action.fire", {"unit": action.unit, "hex": action.hex}

    def preview(self, s: Any, action: Action) -> Preview | None:
        """The chance of a hit; in the second edition also of being pinned, by the red die."""
        if not isinstance(action, Fire):
            return None
        shot, roll = Shot(action.unit, action.hex), dice(s.rules)
        return Preview(
            Note("odds.fire", {"unit": action.unit, "hex": action.hex}, s.rules.rule("5.1")),
            tuple(_branch(s, shot, roll, name) for name in (("white", "red") if roll.named else ("",))),
            (),
        )

    def apply(self, s: Any, action: Action) -> None:
        """Fire, or close the phase."""
        if isinstance(action, Fire):
            s.flag(action.unit, FIRED)
            s.push(Shot(action.unit, action.hex))
        else:
            s.pop()


def _branch(s: Any, shot: "Shot", roll: Roll, name: str) -> Branch:
    """The table of one reading."""
    table = rows(shot, roll, lambda reading: shot.result(s, reading), name)
    chances: dict[str, Fraction] = {}
    for row in table:
        chances[row.key] = chances.get(row.key, Fraction(0)) + row.chance
    order = ("hit", "pin", "-")
    results = tuple(
        Result(key, Note(f"result.{key}"), chances[key], order.index(key)) for key in order if key in chances
    )
    return Branch(Note("branch.pin" if name == "red" else "branch.hit"), None, results, table, name)


class Shot(Frame, frozen=True):
    """A shot for which the dice are thrown."""

    unit: Unit
    target: Hex

    def resolve(self, s: Any) -> None:
        """Throw the dice."""
        s.push(dice(s.rules))

    def result(self, s: Any, reading: Reading) -> Literal["hit", "pin", "-"]:
        """What a reading brings: the red die pins, any other hits."""
        if reading.name == "red":
            return "pin" if reading.value >= PINS else "-"
        return "hit" if reading.value <= power(s, self.unit) else "-"

    def rolled(self, s: Any, roll: Roll, dice: tuple[int, ...]) -> None:
        """Take a step from the target, pin it, or miss."""
        s.pop()
        (victim,) = s.stacks(1 - s.rules.side_of[self.unit])[self.target]
        for reading in self.reads(roll, dice):
            match self.result(s, reading):
                case "pin":
                    s.flag(victim, PINNED)
                    s.log(s.rules.rule("5.3"), "pinned", unit=victim)
                case "hit" if s.flags[victim] & REDUCED:
                    s.move(victim, s.rules.names.box("lost"))
                    s.log(s.rules.rule("5.3"), "lost", unit=victim)
                case "hit":
                    s.flag(victim, REDUCED)
                    s.log(s.rules.rule("5.3"), "reduced", unit=victim)
                case _:
                    s.log(s.rules.rule("5.3"), "missed", unit=self.unit)
