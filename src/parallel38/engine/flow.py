"""What a rule module implements: frames that decide, offers that they make, refusals that they give.

A game's progress is a stack of frames, plain values inside the saved state. The top frame says whose decision it is,
what it offers, why an action is refused and what an accepted one does. A frame without a decider resolves itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, Self

import msgspec

from parallel38.engine.patience import look_at_the_clock
from parallel38.engine.previews import Note, Preview, Step
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, RuleId, SideName
from parallel38.hexgrid import Region

if TYPE_CHECKING:
    from parallel38.engine.chance import Reading, Roll

CHANCE = "chance"


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not allowed: the rule, a text key with arguments, and the units and hexes in the way."""

    rule: str
    text: str
    args: dict[str, Any] = {}
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    at: int = -1
    """The step of the path that fails; -1 if the refusal is not about a step."""

    def __post_init__(self) -> None:
        trace(self.rule)


class RefusedError(Exception):
    """An action was refused; nothing has changed. Its text is the first reason in English."""

    def __init__(self, refusals: list[Refusal], sentence: str) -> None:
        super().__init__(sentence)
        self.refusals = refusals


class Obstacle(msgspec.Struct, frozen=True):
    """Hexes that may not be entered, with the rule that says so.

    A movement range ORs the regions of all obstacles; a refusal asks which of them holds the hex. So the two agree.
    """

    rule: str
    text: str
    region: Region


class Domain(Protocol):
    """Something that knows which hexes there are to choose from.

    It may also have `destinations(mode)`, which gives a `Destination` for each of these hexes.
    """

    def region(self, mode: str) -> Region:
        """The hexes, for a manner of doing it."""
        ...


class Destination(NamedTuple):
    """What a player wants to know of a hex before choosing it."""

    left: Fraction | None = None
    """Points that are left on arrival."""
    stop: bool = False
    """Whether nothing leads on from there."""
    chance: Fraction | None = None
    """The chance of getting there, if that takes dice."""
    band: int | None = None
    """Where a unit pays one of several prices by how far it goes: which of them, the cheapest being 0."""
    cost: Fraction | None = None
    """The points of the way, where these tell more than what is left."""
    strike: str = ""
    """What the unit could attack from there: the odds, in a few letters."""


class Hexes(NamedTuple):
    """The simplest domain: these hexes, whatever the manner."""

    hexes: Region

    def region(self, mode: str) -> Region:
        """The hexes."""
        return self.hexes


class Offer:
    """One kind of thing that may be done now: a verb, the units it is for, and the domain of choices.

    The hexes to choose from are worked out when they are first looked at, because listing offers must be cheap.
    """

    __slots__ = ("_hexes", "action", "domain", "group", "mode", "units", "verb")

    def __init__(
        self,
        verb: str,
        *,
        units: tuple[int, ...] = (),
        mode: str = "",
        action: Action | None = None,
        domain: Any = None,  # a Domain; a frame may know more of its own
        group: str = "",
    ) -> None:
        self.verb, self.units, self.mode, self.action = verb, units, mode, action
        self.group = group or mode
        """The mode that the notation writes. Modes of one group are one manner for a player: with and without dice."""
        self.domain: Any = domain
        """A Domain, or None for an offer without hexes."""
        self._hexes: Region | None = None

    @property
    def hexes(self) -> Region:
        """The hexes to choose from; 0 for an offer without hexes."""
        hexes = self._hexes
        if hexes is None:
            hexes = self._hexes = self.domain.region(self.mode) if self.domain is not None else 0
        return hexes

    @property
    def empty(self) -> bool:
        """Whether there is nothing to choose after all."""
        return self.action is None and not self.hexes

    def __repr__(self) -> str:
        return f"Offer({self.verb!r}, units={self.units}, mode={self.mode!r}, action={self.action})"


class OneOf(tuple[Any, ...]):
    """Choices for a field that may name several, of which one at most is named; if `whole`, none named means all."""

    whole: bool

    def __new__(cls, values: Iterable[Any], whole: bool = False) -> Self:
        """The choices in their order."""
        found = super().__new__(cls, values)
        found.whole = whole
        return found


class Frame(msgspec.Struct, frozen=True):
    """One thing in progress. Subclasses hold its data as fields and its behaviour as methods; `s` is the State."""

    later_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that earlier versions did not have: at their default they are neither written nor hashed."""
    answered_by: ClassVar[str] = ""
    """The standing order that would answer what this frame asks; empty if there is none."""

    def decider(self, s: Any) -> str | None:
        """The side that decides, "chance", or None if the frame resolves itself."""
        return None

    def resolve(self, s: Any) -> None:
        """Go on without a decision. Called while `decider` is None."""
        raise NotImplementedError

    def prompt(self, s: Any) -> tuple[str, dict[str, Any]]:
        """The prompt for the decider, as a text key with arguments."""
        return type(self).__name__.lower(), {}

    def offers(self, s: Any) -> Iterable[Offer]:
        """What may be done now."""
        return ()

    def takes(self, action: Action) -> bool:
        """Whether this frame knows the action at all."""
        return False

    def pieces(self, action: Action) -> tuple[Action, ...]:
        """The actions of which an action consists that names more units than may act at once; usually it alone."""
        return (action,)

    def complete(self, s: Any, action: Action) -> Action:
        """Fill in what a player left out, such as the way to a hex."""
        return action

    def refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """Every reason against an action, the first along its course first; none if it is legal."""
        return iter(())

    def warnings(self, s: Any, action: Action) -> Iterator[Refusal]:
        """What to tell a player before a legal action: it is allowed, but it has a price."""
        return iter(())

    def describe(self, s: Any, action: Action) -> tuple[str, dict[str, Any]]:
        """What an action would do, as a text key with arguments."""
        return f"action.{action.verb()}", {}

    def choices(self, s: Any, action: Action) -> dict[str, tuple[Any, ...]]:
        """For an action that is put together piece by piece: what could stand in its fields, by their names.

        A unit that may be named several times is there as often; of `OneOf` only one is named. Fields that are not
        named stay as they are.
        """
        return {}

    def together_refusals(self, s: Any, units: tuple[int, ...], verb: str, mode: str) -> Iterator[Refusal]:
        """Why units that may each do something in a mode cannot do it together, wherever it leads; usually nothing."""
        return iter(())

    def closed(self, s: Any, offer: Offer) -> dict[int, Refusal]:
        """Hexes near at hand that an offer cannot lead to, each with the reason; for boards, which cross them out."""
        return {}

    def steps(self, s: Any, action: Action) -> Iterator[Step]:
        """The way of an action hex by hex: what each costs and why, where it must stop, where a die is needed."""
        return iter(())

    def price(self, s: Any, action: Action) -> Iterator[Note]:
        """What an action is paid with besides movement."""
        return iter(())

    def preview(self, s: Any, action: Action) -> Preview | None:
        """How a legal action with dice can turn out, exactly; None if it has none that could be told."""
        return None

    def apply(self, s: Any, action: Action) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def rolled(self, s: Any, roll: Roll, dice: tuple[int, ...]) -> None:
        """Take the result of dice that this frame asked for."""
        raise NotImplementedError

    def reads(self, roll: Roll, dice: tuple[int, ...]) -> tuple[Reading, ...]:
        """How dice that this frame asked for are read: usually as the roll itself says."""
        return roll.read(dice)

    def anew(self) -> bool:
        """Whether dice that this frame asks for begin something new: then they are no outcome of the action before."""
        return False

    def asks(self, s: Any) -> Frame | None:
        """The dice for which this frame waits while they lie on top of it: those that it asks for when it resolves."""
        trial = s.copy()
        trial.top.resolve(trial)
        return trial.top

    def expand(self, s: Any, offer: Offer) -> Iterator[Action]:
        """The canonical actions of an offer."""
        if offer.action is not None:
            yield offer.action

    def draw(self, s: Any, offer: Offer, rng: Random) -> Action | None:
        """A random action of an offer; None if its domain is empty."""
        return offer.action

    def sample(self, s: Any, rng: Random) -> Action | None:
        """A random action: first an offer, then a choice of its domain. None if there is nothing to do at all."""
        offers = list(self.offers(s))
        while offers:
            i = rng.randrange(len(offers))
            action = self.draw(s, offers[i], rng)
            if action is not None:
                return action
            offers[i] = offers[-1]
            offers.pop()
        return None

    def sample_of(
        self, s: Any, units: Iterable[int], offers: Callable[[int | None], Iterable[Offer]], rng: Random
    ) -> Action | None:
        """A random action where many units have offers: first a unit, or None for what belongs to no unit, then one of
        its offers, so that the others need not be worked out."""
        slots: list[int | None] = [*units, None]
        while slots:
            i = rng.randrange(len(slots))
            slot, slots[i] = slots[i], slots[-1]
            slots.pop()
            found = list(offers(slot))
            rng.shuffle(found)
            for offer in found:
                action = self.draw(s, offer, rng)
                if action is not None:
                    return action
        return None

    def holds(self, s: Any, offer: Offer, action: Action) -> bool:
        """Whether an accepted action lies inside an offer."""
        return offer.action == action


class Over(Frame, frozen=True):
    """The game is over; without a winner it is a draw."""

    winner: SideName | None
    rule: RuleId


class Stopped(Over, frozen=True):
    """The game is over because the sides ended it and not by a rule."""

    how: Literal["resigned", "drawn"]


def settle(s: Any) -> None:
    """Let frames without a decider resolve themselves, until a side or the dice must decide or the game is over."""
    for _ in range(10_000):
        look_at_the_clock()
        s.rules.always(s)
        top = s.top
        if isinstance(top, Over) or top.decider(s) is not None:
            return
        top.resolve(s)
    raise AssertionError("frames resolve themselves without end")


class Resign(Action, frozen=True):
    """A side gives up, at any time. Written `resign SIDE`."""

    side: str


class Draw(Action, frozen=True):
    """The sides agree to a draw, at any time."""
