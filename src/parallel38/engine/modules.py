"""The modules that a game hands its ruleset: what each must have. A module fits if it has these functions."""

from collections.abc import Iterable
from typing import Any, Protocol

from parallel38.engine.previews import Note
from parallel38.engine.reports import Arrow, Casualty, Face, Fight, Goal, Group, LuckSample, Overlay, Track
from parallel38.engine.state import Change, Event
from parallel38.engine.values import Action


class Score(Protocol):
    """How a game stands."""

    def standing(self, s: Any) -> dict[str, int]:
        """The figures by which the game is going; `standing.NAME` is a text."""
        ...

    def verdict(self, s: Any) -> tuple[str, dict[str, Any]]:
        """The winner if the game ends as it stands, why and by how much, as a text key with arguments; `verdict.tie` if
        neither side would win."""
        ...

    def goals(self, s: Any) -> Iterable[Goal]:
        """What each side would win by, and how far it has come: so that everybody sees who is winning."""
        ...

    def lead(self, s: Any) -> int:
        """By how much the first of the sides would win if the game ended as it stands; below 0 the other would.

        Counted in what victory is counted by: so much would have to change for another result. Where victory has
        levels, small figures may tell which side is nearer to the next level, also in a tie.
        """
        ...


class Statistics(Protocol):
    """What the account of a game is made of."""

    def casualties(self, rules: Any, changes: list[Change]) -> Iterable[Casualty]:
        """What became of units in these changes, which belong to one action."""
        ...

    def luck_samples(self, before: Any, after: Any, roll: Any, dice: tuple[int, ...]) -> list[LuckSample]:
        """What dice were worth: the state that waited for them, and the one just after they fell.

        None where there is nothing to be said of it: the account counts each reading for what it shows.
        """
        ...


class Shown(Protocol):
    """What a player is shown of a situation."""

    def face(self, s: Any, unit: int) -> Face:
        """What a unit's counter shows now."""
        ...

    def arrows(self, s: Any) -> list[Arrow]:
        """What is set and not yet carried out, from hex to hex."""
        ...

    def fight(self, s: Any, action: Action | None, events: list[Event]) -> Fight | None:
        """The fight that an action in a state was about, with its result if these events tell one."""
        ...

    def reach(self, s: Any, unit: int) -> Overlay:
        """Where a unit could go if it were its turn."""
        ...

    def tracks(self, s: Any) -> Iterable[Track]:
        """The figures of the moment that a player wants to see, besides the turn."""
        ...

    def hex_facts(self, s: Any, h: int) -> Iterable[Note]:
        """What a player wants to know about a hex."""
        ...

    def forces(self, s: Any) -> Iterable[Group]:
        """The units of both sides by where they are: on the map, to come, away, dead."""
        ...
