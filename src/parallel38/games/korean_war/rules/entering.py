"""6.2 and 19.2 Chinese and Soviet divisions are placed on the map, each by an operation, and are active at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Note, Preview
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.values import Action, Place, Unit
from parallel38.games.korean_war.rules import chinese, control, faces, rules_of_engagement, soviets
from parallel38.games.korean_war.rules.operations import Operating, Operation
from parallel38.games.korean_war.state import COMMUNIST, PLACED, SIDES, KoreanWarState, Side
from parallel38.hexgrid import Region, bits, nth

BOXES = {"manchuria": chinese.NATION, "siberia": soviets.NATION}
"""Where divisions wait that may be placed, by box."""
ORDER = ("placement_succeeds", "placement_fails")


def ready(s: KoreanWarState, nation: str) -> list[int]:
    """The divisions of a nation that may be placed."""
    box = next(box for box, name in BOXES.items() if name == nation)
    return [unit for unit in s.boxed(box, COMMUNIST) if s.rules.combat[unit]]


def hexes(s: KoreanWarState, unit: int) -> Region:
    """The hexes in which a division may be placed."""
    return chinese.entries(s, unit, s.rules.entry_points[s.rules.nation[unit]])


def fails_to(s: KoreanWarState, unit: int) -> int:
    """W-18.4c: the highest die with which the placement of a unit fails; of Chinese divisions only."""
    never = rules_of_engagement.NEVER
    return rules_of_engagement.placement_fails_to(s) if s.rules.nation[unit] == chinese.NATION else never


class Enter(Operation, frozen=True):
    """Place a Chinese or a Soviet division, which is active at once. Written `enter CCF-112 6901`."""

    intent = "place"

    unit: Unit
    hex: Place

    @property
    def actor(self) -> int:
        """The division."""
        return self.unit

    def free(self, s: KoreanWarState) -> bool:
        """The operation is counted when the activation ends, or when the placement has failed."""
        return True

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """Why the division cannot be placed there. W-6.2c: only the Communists place any. W-19.2e: one that is ready,
        in an entry hex or beside one that is taken."""
        args = {"unit": self.unit, "hex": self.hex}
        if frame.side != SIDES[COMMUNIST]:
            yield Refusal("W-6.2c", "communists_only", {"side": frame.side})
        elif frame.unit is not None:
            yield Refusal("W-7.2f", "still_active", {"unit": frame.unit}, (frame.unit,))
        elif not s.in_box(self.unit, *BOXES) or not s.rules.combat[self.unit]:
            yield Refusal("W-19.2e", "not_ready", args, (self.unit,))
        elif self.hex >= s.rules.grid.size or not hexes(s, self.unit) >> self.hex & 1:
            yield Refusal("W-19.2e", "no_entry", args, (self.unit,), ())

    def apply(self, s: KoreanWarState) -> None:
        """Try to place the division."""
        s.push(Entering(SIDES[COMMUNIST], self.unit, self.hex))

    def within(self, s: KoreanWarState, offer: Offer) -> bool:
        """Whether an offer is to place such a division."""
        return offer.verb == "enter" and self.unit in offer.units

    def preview(self, s: KoreanWarState) -> Preview | None:
        """The chances of the placement; None if it cannot fail."""
        most = fails_to(s, self.unit)
        if most == rules_of_engagement.NEVER:
            return None
        table = faces.branch(Note("preview.placement", {}, "W-18.4c"), ORDER, lambda die: ORDER[die <= most])
        return faces.preview(Note("preview.enter", {"unit": self.unit, "hex": self.hex}), table)

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The division and the hex."""
        return "action.enter", {"unit": self.unit, "hex": self.hex}


class Entering(Frame, frozen=True):
    """A division comes onto the map. W-18.4c: a Chinese one may fail while the UN bombs the bridges."""

    side: Side
    unit: Unit
    hex: Place

    def resolve(self, s: KoreanWarState) -> None:
        """Throw a die if the placement may fail, or place the division."""
        if fails_to(s, self.unit) > rules_of_engagement.NEVER:
            s.push(Roll("placement", 1, "W-18.4c", faces=len(faces.FACES), lowest=0))
        else:
            self._place(s)

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """W-18.4c: on a low die the operation is spent for nothing."""
        if dice[0] > fails_to(s, self.unit):
            self._place(s)
            return
        s.log("W-18.4c", "placement_fails", unit=self.unit, die=dice[0])
        s.pop()
        assert isinstance(s.top, Operating)
        s.top.count(s)

    def _place(self, s: KoreanWarState) -> None:
        """W-19.2e, W-6.2c: the division is on the map, and active. W-19.2g: in this Action Phase trails and railroads
        are cheap for Chinese divisions."""
        s.pop()
        s.move(self.unit, self.hex)
        s.log("W-19.2e", "entered", unit=self.unit, hex=self.hex)
        arrived(s, self.unit)
        control.entered(s, self.unit, self.hex)
        assert isinstance(s.top, Operating)
        s.top.activate(s, self.unit)


def arrived(s: KoreanWarState, unit: int) -> None:
    """W-19.2g: note that a Chinese unit was placed in this Action Phase."""
    if s.rules.nation[unit] == chinese.NATION:
        s.flag(unit, PLACED)


class Entries(ActionDomain):
    """The hexes in which one of some divisions, which are all alike, may be placed."""

    def __init__(self, s: KoreanWarState, units: list[int]) -> None:
        self.s, self.units = s, units

    def region(self, mode: str) -> Region:
        """The hexes."""
        return hexes(self.s, self.units[0])

    def actions(self) -> Iterator[SideAction]:
        """The first division in each hex."""
        return (Enter(self.units[0], h) for h in bits(self.region("")))

    def draw(self, rng: Random) -> SideAction | None:
        """The first division in a random hex."""
        region = self.region("")
        return Enter(self.units[0], nth(region, rng.randrange(region.bit_count()))) if region else None

    def holds(self, action: Action) -> bool:
        """Whether an action places one of the divisions in one of the hexes."""
        if not isinstance(action, Enter) or action.unit not in self.units:
            return False
        return bool(self.region("") >> action.hex & 1)


def offers(s: KoreanWarState, frame: Any) -> Iterator[Offer]:
    """The placements that are offered."""
    if frame.side != SIDES[COMMUNIST] or frame.unit is not None:
        return
    for nation in BOXES.values():
        units = ready(s, nation)
        if units and hexes(s, units[0]):
            yield Offer("enter", units=tuple(units), domain=Entries(s, units))
