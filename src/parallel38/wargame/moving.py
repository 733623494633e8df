"""Movement phases: a side moves its units one after the other and may do other actions with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, ClassVar, Protocol

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.side_actions import ActionDomain, SideAction
from parallel38.engine.values import Action, Path, SideName, Units, leg
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame.costs import gap
from parallel38.wargame.ranges import Range


class Move(Action, frozen=True):
    """Move units along a path, in one of the modes of the game. Written `move UNIT 0812-0813-0814`, or with the last
    hex alone; a mode other than "foot" follows: `move UNIT 0812-0813 rail`."""

    intent = "go"

    units: Units
    path: Path
    mode: str = "foot"


class Section(Protocol):
    """A module with actions that units may do in a movement phase besides moving."""

    def offers(self, s: Any, unit: int, frame: Any, /) -> Iterable[Offer]:
        """The offers to a unit."""
        ...


class MovementPhase(Frame, frozen=True):
    """A side moves its units. A subclass says which units may move, how, and why a move is refused.

    A move is offered for one unit with its `Range`; a player may also move several units along one path.
    """

    modes: ClassVar[tuple[str, ...]]
    """The modes in which a move can be written."""
    groups: ClassVar[dict[str, str]] = {}
    """Modes that are offered and not written, each with the mode that is written: going with dice, for instance."""
    units_rule: ClassVar[str]
    """The rule to name when a move has no units or names a unit twice."""
    path_rule: ClassVar[str]
    """The rule to name when a path is not valid."""

    place_rule: ClassVar[str] = ""
    """The rule by which a place belongs to the side whose unit was last in it; empty where there are no such places."""

    side: SideName

    # ------------------------------------------------------------------------------------------- what a game decides

    def may_move(self, s: Any, unit: int) -> bool:
        """Whether a unit can begin to move, or go on."""
        raise NotImplementedError

    def range_of(self, s: Any, unit: int) -> Range:
        """The range of a unit."""
        raise NotImplementedError

    def modes_of(self, s: Any, unit: int) -> Iterable[str]:
        """The modes that are offered to a unit which may move."""
        raise NotImplementedError

    def sections(self) -> Iterable[Section]:
        """The modules with actions besides moving, in the order in which these are offered."""
        return ()

    def other_offers(self, s: Any) -> Iterator[Offer]:
        """The offers that belong to no unit on the map: units that come, and the end of the phase."""
        raise NotImplementedError

    def completes(self, s: Any, move: Move) -> bool:
        """Whether the missing part of a path can be filled in: its units stand on the map."""
        return bool(move.units) and all(map(s.on_map, move.units))

    def find(self, s: Any, move: Move, end: Hex) -> Move:
        """A move with the path to its end, if a player named only the end; the best path if none is legal."""
        raise NotImplementedError

    def move_refusals(self, s: Any, move: Move) -> Iterator[Refusal]:
        """Every reason against a move."""
        raise NotImplementedError

    def guards(self, s: Any, unit: int) -> bool:
        """Whether a unit can take a place, or keep others out of it."""
        return True

    def could_enter(self, s: Any, h: Hex) -> Iterator[int]:
        """The units of the other side that could enter a hex if that side began to move now."""
        return iter(())

    def other_refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """Every reason against an action that is neither a move nor a side action, such as the end of the phase."""
        return iter(())

    def describe_move(self, s: Any, move: Move) -> tuple[str, dict[str, Any]]:
        """A move with what it costs, as a text key with arguments."""
        raise NotImplementedError

    def march(self, s: Any, move: Move) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def note(self, s: Any, action: SideAction) -> None:
        """Record in the frame that a side action is done, before it is carried out."""

    def finish(self, s: Any, action: Action) -> None:
        """Carry out an action that is neither a move nor a side action: end the phase."""
        raise NotImplementedError

    # ---------------------------------------------------------------------------------------------------------- offers

    def side_index(self, s: Any) -> int:
        """The number of the side whose phase it is."""
        return s.rules.sides.index(self.side)

    def decider(self, s: Any) -> str | None:
        """The side whose phase it is."""
        return self.side

    def offers(self, s: Any) -> Iterator[Offer]:
        """The offers to each unit of the side, then those that belong to no unit."""
        for unit in s.present(self.side_index(s)):
            yield from self.unit_offers(s, unit)
        yield from self.other_offers(s)

    def unit_offers(self, s: Any, unit: int) -> Iterator[Offer]:
        """The offers to one unit: moves in each mode, then the offers of the sections."""
        if self.may_move(s, unit):
            found = self.range_of(s, unit)
            for mode in self.modes_of(s, unit):
                yield Offer("move", units=(unit,), mode=mode, domain=found, group=self.groups.get(mode, mode))
        for section in self.sections():
            yield from section.offers(s, unit, self)

    def sample(self, s: Any, rng: Random) -> Action | None:
        """A random legal action: of a random unit, or of the offers that belong to no unit."""

        def offers(unit: int | None) -> Iterator[Offer]:
            return self.other_offers(s) if unit is None else self.unit_offers(s, unit)

        return self.sample_of(s, s.present(self.side_index(s)), offers, rng)

    def ends(self, offer: Offer) -> Region:
        """The end hexes of an offer to move that lists show."""
        return offer.hexes

    def move_to(self, found: Range, end: Hex, mode: str) -> Move:
        """The move of a unit by the cheapest path to a hex in which it may end."""
        path = found.way(end, mode)
        assert path is not None
        return Move((found.unit,), path, mode)

    def expand(self, s: Any, offer: Offer) -> Iterator[Action]:
        """The side actions of a domain; of an offer to move, for each hex the move by the cheapest path."""
        if isinstance(offer.domain, ActionDomain):
            yield from offer.domain.listed()
        elif offer.verb == "move":
            for h in sorted(bits(self.ends(offer)), key=s.rules.grid.label):
                yield self.move_to(offer.domain, h, offer.mode)
        else:
            yield from super().expand(s, offer)

    def draw(self, s: Any, offer: Offer, rng: Random) -> Action | None:
        """A random side action of a domain; of an offer to move, a move to a random hex."""
        if isinstance(offer.domain, ActionDomain):
            return offer.domain.draw(rng)
        if offer.verb != "move":
            return super().draw(s, offer, rng)
        end = offer.domain.draw(offer.mode, rng)
        return None if end is None else self.move_to(offer.domain, end, offer.mode)

    def holds(self, s: Any, offer: Offer, action: Action) -> bool:
        """Whether an accepted action lies inside an offer; a move does if this unit is offered that mode and hex."""
        if isinstance(offer.domain, ActionDomain):
            return offer.domain.holds(action)
        if isinstance(action, SideAction):
            return action.within(s, offer)
        if not isinstance(action, Move):
            return super().holds(s, offer, action)
        if offer.verb != "move" or offer.units[0] not in action.units:
            return False
        return self.holds_move(s, offer, action)

    def holds_move(self, s: Any, offer: Offer, move: Move) -> bool:
        """Whether an offer to move a unit has the mode and the end of a move."""
        return offer.mode == move.mode and bool(offer.hexes >> move.path[-1] & 1)

    # ----------------------------------------------------------------------------------------------------- one action

    def complete(self, s: Any, action: Action) -> Action:
        """Fill in the start of a path, and for a single hex the path to it."""
        if isinstance(action, SideAction):
            return action.complete(s, self)
        if not isinstance(action, Move) or not self.completes(s, action):
            return action
        start, first = s.where[action.units[0]], leg(action.path[0])
        if first >= s.rules.grid.size or first == start:
            return action
        if len(action.path) == 1:
            return self.find(s, action, first)
        touching = first in s.rules.grid.neighbours[start]
        return Move(action.units, (start, *action.path), action.mode) if touching else action

    def choices(self, s: Any, action: Action) -> dict[str, tuple[Any, ...]]:
        """The values that could stand in the fields of a side action."""
        return action.choices(s, self) if isinstance(action, SideAction) else {}

    def describe(self, s: Any, action: Action) -> tuple[str, dict[str, Any]]:
        """What an action would do, as a text key with arguments."""
        if isinstance(action, SideAction):
            return action.describe(s)
        return self.describe_move(s, action) if isinstance(action, Move) else super().describe(s, action)

    def warnings(self, s: Any, action: Action) -> Iterator[Refusal]:
        """The price of a legal side action; a place that a move leaves empty."""
        if isinstance(action, SideAction):
            yield from action.warnings(s)
        elif isinstance(action, Move) and self.place_rule:
            yield from self._emptied(s, action)

    def _emptied(self, s: Any, move: Move) -> Iterator[Refusal]:
        """A warning if a move leaves a place that its side holds without a guard, and an enemy unit could enter it."""
        start, end = leg(move.path[0]), leg(move.path[-1])
        if start == end or s.rules.holders(s).get(start) != self.side:
            return
        guards = {u for u in s.stacks(self.side_index(s)).get(start, ()) if self.guards(s, u)}
        if not guards or not guards <= {*move.units}:
            return
        after = s.copy()
        for unit in move.units:
            after.move(unit, end)
        near = sorted(self.could_enter(after, start), key=lambda u: (s.rules.grid.distance(s.where[u], start), u))
        if near:
            args = {"hex": start, "unit": near[0]}
            yield Refusal(self.place_rule, "left_empty", args, (near[0],), (start,), 0)

    def refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """Every reason against an action."""
        if isinstance(action, Move):
            return self.move_refusals(s, action)
        if isinstance(action, SideAction):
            return action.refusals(s, self)
        return self.other_refusals(s, action)

    def unit_list_refusals(self, move: Move) -> Iterator[Refusal]:
        """Why a list of units is not valid: it is empty, or names a unit twice."""
        if not move.units or len({*move.units}) < len(move.units):
            yield Refusal(self.units_rule, "no_units")

    def path_refusals(self, s: Any, move: Move) -> Iterator[Refusal]:
        """Why a path is not valid for any unit: its mode, its length, or the first step that is not to a neighbour."""
        if move.mode not in self.modes:
            yield Refusal(self.path_rule, "unknown_mode", {"mode": move.mode, "names": self.modes})
        elif len(move.path) < 2:
            yield Refusal(self.path_rule, "no_path", {"units": move.units}, move.units)
        else:
            hexes = [leg(h) for h in move.path]
            at = gap(s.rules.grid, hexes)
            if at is not None:
                args = {"from_hex": hexes[at - 1], "to_hex": hexes[at]}
                yield Refusal(self.path_rule, "not_adjacent", args, at=at)

    def apply(self, s: Any, action: Action) -> None:
        """Carry out a legal action."""
        if isinstance(action, Move):
            self.march(s, action)
        elif isinstance(action, SideAction):
            self.note(s, action)
            action.apply(s)
        else:
            self.finish(s, action)
