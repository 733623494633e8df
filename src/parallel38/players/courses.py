"""Player turns as they were played, for comparison with the words of a computer player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from parallel38.engine import sequence
from parallel38.engine.game import Entry, Game
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.values import Action
from parallel38.engine.view import plain_args
from parallel38.hexgrid import Hex


class Moment(NamedTuple):
    """The beginning of a phase: the number of its first action, or of the next one to come, and the state before it."""

    number: int
    turn: str
    phase: str
    state: Any


class Course(NamedTuple):
    """The part of a side's player turn that was played from an action on."""

    side: str
    entries: tuple[Entry, ...]
    battle: Any
    """The state when the combat phase of the player turn began."""
    end: Moment
    """The moment when no phase of the side was left in the turn."""

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.end.state.rules

    @property
    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The events in their order: text keys with arguments, which have names as in a record."""
        return ((event.text, plain_args(event.args, self.rules)) for entry in self.entries for event in entry.events)

    @property
    def attacked(self) -> list[Hex]:
        """The hexes that the side attacked, each once."""
        own = (entry.action for entry in self.entries if entry.by == self.side and isinstance(entry.action, Action))
        strikes = (action for action in own if self.rules.strikes(action))
        return [*dict.fromkeys(self.rules.struck(self.battle, action) for action in strikes)]

    @property
    def lost(self) -> list[int]:
        """The units of either side that were lost."""
        fates = (fate for entry in self.entries for fate in self.rules.casualties(entry.changes))
        return [*dict.fromkeys(fate.unit for fate in fates if fate.what == "lost")]

    def held(self, s: Any, h: Hex) -> bool:
        """Whether the side has units in a hex."""
        return bool(s.stacks(self.rules.sides.index(self.side)).get(h))


def hex_of(s: Any, unit: int) -> int:
    """The place of a unit, also inside or aboard another one."""
    place, carried = s.where[unit], s.rules.names.with_unit(0)
    return place if place < carried else hex_of(s, place - carried)


def phase_of(entry: Entry) -> str:
    """The phase in which an action was decided."""
    bottom = entry.frames[0] if entry.frames else None
    return bottom.phase if isinstance(bottom, sequence.Sequence) else ""


def turn_over(rules: Ruleset, s: Any, side: str) -> bool:
    """Whether no phase of a side is left in this turn, nor anything of its own in the phase of no side that goes on."""
    bottom = s.frames[0]
    if not isinstance(bottom, sequence.Sequence) or sequence.turn_owner(s, s.frames) == side:
        return False
    outline = rules.outline(s)
    here = [phase.key for phase in outline].index(bottom.phase)
    return all(phase.side != side for phase in outline[here:])


class Courses:
    """The player turns of a game from an action on."""

    def __init__(self, game: Game, first: int) -> None:
        self.game = game
        self._entries: list[Entry] = []
        self._moments: list[Moment] = []
        for entry, s in game.backwards():
            self._entries.append(entry)
            if entry.number <= first:
                break
            if entry.before is None or phase_of(entry) != phase_of(entry.before):
                self._moments.append(Moment(entry.number, game.rules.turn_name(s), phase_of(entry), s.copy()))
        self._entries.reverse()
        self._moments.reverse()

    def of(self, side: str, number: int, turn: str) -> Course | None:
        """What was played of a side's player turn, from an action in a turn on; None while it is not over."""
        end = self.end(side, number, turn)
        if end is None:
            return None
        later = (m for m in self._moments if number < m.number < end.number)
        combat = {f"{side}_{phase}" for phase in self.game.rules.battle_phases}
        battle = next((m.state for m in later if m.phase in combat), end.state)
        played = tuple(entry for entry in self._entries if number <= entry.number < end.number)
        return Course(side, played, battle, end)

    def end(self, side: str, number: int, turn: str) -> Moment | None:
        """The moment when a side's player turn was over in which an action was played; None while it is not over."""
        game = self.game
        for moment in self._moments:
            if moment.number > number and (moment.turn != turn or turn_over(game.rules, moment.state, side)):
                return moment
        if game.over or game.turn != turn or turn_over(game.rules, game.state, side):
            return Moment(game.number + 1, game.turn, "", game.state)
        return None
