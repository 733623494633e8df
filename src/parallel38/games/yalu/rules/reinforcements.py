"""6 Reinforcements: guerrillas; and 11.2 attack supply that is received."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Obstacle, Offer, Refusal
from parallel38.engine.values import Action, Place, Unit
from parallel38.games.yalu.rules import zones
from parallel38.games.yalu.state import ASP, COMMUNIST, UN, YaluState
from parallel38.hexgrid import Region, bits


def begin(s: YaluState) -> None:
    """The Communist Reinforcement and Replacement Phase: attack supply, then a guerrilla if the turn brings one."""
    if s.rules.charts["guerrilla_turns"][s.rules.turn_name(s), "guerrilla"]:
        waiting = s.rules.names.box("available")
        guerrilla = next((u for u in s.rules.units_of[COMMUNIST] if s.where[u] == waiting), None)
        if guerrilla is not None:
            s.push(PlaceGuerrilla(guerrilla))
    s.push(AttackSupply())


class AttackSupply(Frame, frozen=True):
    """Attack supply points come in: a fixed number at first, later by die."""

    def resolve(self, s: YaluState) -> None:
        """D-11.2.1: the chart's fixed figure up to Dec II, then one die."""
        fixed = s.rules.charts["attack_supply_fixed"]
        turn = s.rules.turn_name(s)
        if turn in fixed.rows:
            self._receive(s, fixed[turn, "points"])
        else:
            s.push(Roll("attack-supply", 1, "D-11.2.1"))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """The die's row of the Attack Supply Table."""
        self._receive(s, s.rules.charts["attack_supply_die"][str(dice[0]), "points"])

    def _receive(self, s: YaluState, points: int) -> None:
        s.tell(ASP, s.track[ASP] + points)
        s.log("D-11.2.1", "attack_supply", n=points, total=s.track[ASP])
        s.pop()


class PlaceUnit(Action, frozen=True):
    """Put a unit that has come on the map. Written `place G-1 1118`."""

    unit: Unit
    hex: Place

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "place"


class _Hexes(NamedTuple):
    free: Region

    def region(self, mode: str) -> Region:
        """The free hexes."""
        return self.free


class PlaceGuerrilla(Frame, frozen=True):
    """A guerrilla must be placed."""

    unit: Unit

    def decider(self, s: YaluState) -> str | None:
        """The Communist side; nobody if there is no hex for it."""
        return "communist" if self._free(s) else None

    def resolve(self, s: YaluState) -> None:
        """D-6.1.1.4: no hex is left for it, so it does not come."""
        s.pop()

    def _obstacles(self, s: YaluState) -> tuple[Obstacle, ...]:
        """D-6.1.1.4: not with UN units, not in their zone (D-6.1), not with Communist combat units."""
        return (
            Obstacle("D-6.1.1.4", "place_sea", ~s.rules.land & s.rules.grid.all),
            Obstacle("D-6.1.1.4", "place_enemy", s.held_by(UN)),
            Obstacle("D-6.1", "place_zone", zones.zone(s, UN)),
            Obstacle("D-6.1.1.4", "place_friend", s.held_by(COMMUNIST)),
        )

    def _free(self, s: YaluState) -> Region:
        blocked = 0
        for obstacle in self._obstacles(s):
            blocked |= obstacle.region
        return s.rules.land & ~blocked

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """Say that a guerrilla is to be placed."""
        return "place_guerrilla", {
            "side": "communist",
            "unit": self.unit,
            "id": s.rules.names.unit(self.unit),
        }

    def takes(self, action: Action) -> bool:
        """Only placing."""
        return isinstance(action, PlaceUnit)

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """The free hexes."""
        yield Offer("place", units=(self.unit,), domain=_Hexes(self._free(s)))

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """One action for each hex."""
        for h in bits(offer.hexes):
            yield PlaceUnit(self.unit, h)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random free hex."""
        free = list(bits(offer.hexes))
        return PlaceUnit(self.unit, rng.choice(free)) if free else None

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether the hex is among those offered."""
        return isinstance(action, PlaceUnit) and action.unit == self.unit and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-6.1.1.4: why the guerrilla may not appear there."""
        assert isinstance(action, PlaceUnit)
        h = action.hex
        if action.unit != self.unit:
            yield Refusal("D-6.1.1.4", "place_other", {"unit": action.unit, "due_unit": self.unit})
        elif h >= s.rules.grid.size:
            yield Refusal("D-6.1.1.4", "place_sea", {"unit": action.unit, "hex": h})
        else:
            for obstacle in self._obstacles(s):
                if obstacle.region >> h & 1:
                    culprits = {
                        "place_enemy": s.stacks(UN).get(h, ()),
                        "place_zone": zones.over(s, UN, h),
                        "place_friend": s.regulars_at(h),
                    }.get(obstacle.text, ())
                    args = {"unit": action.unit, "hex": h, "by_units": tuple(culprits)}
                    yield Refusal(obstacle.rule, obstacle.text, args, tuple(culprits), (h,))

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """Where the guerrilla would appear."""
        assert isinstance(action, PlaceUnit)
        return "action.place", {"unit": action.unit, "hex": action.hex}

    def apply(self, s: YaluState, action: Action) -> None:
        """D-6.1.1.4: the guerrilla appears."""
        assert isinstance(action, PlaceUnit)
        s.move(action.unit, action.hex)
        s.log("D-6.1.1.4", "guerrilla_placed", unit=action.unit, hex=action.hex)
        s.pop()
