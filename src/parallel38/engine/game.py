"""A game in progress: the object that people, programs and computer players use."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice, takewhile
from random import Random
from typing import Any, Self

import msgspec

from parallel38.engine.bounds import FAULTS
from parallel38.engine.chance import Dice, Roll, Throw
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.flow import CHANCE, Draw, Offer, Over, Refusal, RefusedError, Resign, Stopped, settle
from parallel38.engine.outcomes import Outcome, outcomes
from parallel38.engine.positions import position_of, state_of
from parallel38.engine.previews import Note
from parallel38.engine.progress import REMARKS, Entry, Progress, Remark, entry_of, moment_of
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.state import State
from parallel38.engine.texts import rule_number
from parallel38.engine.values import Action, End, Names, apart, leg, read, write
from parallel38.engine.view import view_of


class DeadEndError(Exception):
    """A decision without anything to decide: a mistake in a rule module."""


class Game:
    """A game in progress.

    >>> from parallel38 import new_game
    >>> game = new_game("yalu", seed=1)
    >>> game.decider in game.rules.sides, game.turn
    (True, 'Nov IV')
    """

    def __init__(self, rules: Ruleset, state: State | None = None, dice: Dice | None = None) -> None:
        s = state or rules.start()
        frames = s.frames
        s.journal, s.events = [], []
        for own in rules.charts.own:
            s.log("", "chart_laid", chart_key=f"chart.{own.chart}", n=own.differ, given=own.given)
        settle(s)
        start = entry_of(s, None, "rules", None, "", 0, frames, moment_of(s))
        start.hash = s.hash()
        self.rules: Ruleset = rules
        self.dice: Dice = dice or Dice.sealed()
        self.progress = Progress(s, start)
        self.throw_dice()

    @classmethod
    def resume(cls, rules: Ruleset, progress: Progress, dice: Dice) -> Self:
        """A game that goes on from where it had come."""
        new = object.__new__(cls)
        new.rules, new.progress, new.dice = rules, progress, dice
        return new

    def copy(self) -> Game:
        """An independent copy that shares the past. Its dice must be chosen (`sample`) or typed: a copy, which a
        computer player may search with, never sees the dice to come. Nothing can be redone in it."""
        new = Game.resume(self.rules, self.progress.copy(), _NO_DICE)
        new.progress.undone = ()
        return new

    # ------------------------------------------------------------------------------------------------- the situation

    @property
    def state(self) -> Any:
        """Where every unit is and what is going on: a State of the game's own class."""
        return self.progress.state

    @property
    def last(self) -> Entry:
        """The action that was played last, or the start."""
        return self.progress.last

    @property
    def branch(self) -> int:
        """How often dice were to fall anew."""
        return self.progress.branch

    @property
    def undone(self) -> tuple[tuple[Entry, ...], ...]:
        """What redo would play again, the next last: the entries that were undone together, the next one last."""
        return self.progress.undone

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What was said beside the actions, those that were taken back included."""
        return self.progress.remarks

    @property
    def draw_offer(self) -> str | None:
        """The side that offers a draw."""
        return self.progress.draw_offer

    @property
    def decider(self) -> str | None:
        """The side whose decision it is, "chance" if dice must be typed, None when the game is over."""
        top = self.state.top
        return None if isinstance(top, Over) else top.decider(self.state)

    @property
    def winner(self) -> str | None:
        """The side that has won; None while the game goes on, and for a draw."""
        top = self.state.top
        return top.winner if isinstance(top, Over) else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.state.top, Over)

    @property
    def turn(self) -> str:
        """The turn in play, as printed."""
        return self.rules.turn_name(self.state)

    @property
    def prompt(self) -> tuple[str, dict[str, Any]]:
        """What is wanted now, as a text key with arguments."""
        top = self.state.top
        if isinstance(top, Over):
            return f"over_{top.how}" if isinstance(top, Stopped) else "over", {
                "winner_side": top.winner,
                "rule": top.rule,
            }
        return top.prompt(self.state)

    @property
    def number(self) -> int:
        """How many actions have been played."""
        return self.last.number

    def moment(self) -> tuple[str, str]:
        """The turn in play, as printed, and the text key of the phase."""
        return moment_of(self.state)

    def entries(self) -> list[Entry]:
        """Every action played, the first one (the start) first."""
        return [*self.latest()][::-1]

    def latest(self) -> Iterator[Entry]:
        """Every action played, the last one first."""
        return self.progress.entries()

    def hash(self) -> str:
        """The fingerprint of the present state."""
        return f"{self.entry_hash(self.last):016x}"

    def entry_hash(self, entry: Entry) -> int:
        """The fingerprint of the state after an entry."""
        return self.progress.hash(entry)

    def view(self, side: str | None = None) -> dict[str, Any]:
        """What a side may see, as plain data; without a side, what an onlooker sees."""
        if side is not None and side not in self.rules.sides:
            raise BadInputError("unknown_side", name=side, names=self.rules.sides)
        return view_of(self, side)

    def __repr__(self) -> str:
        return f"<Game {self.rules.setting.game}, {self.turn}, action {self.number}, decider {self.decider}>"

    def to_position(self) -> dict[str, Any]:
        """The situation as a plain dictionary; `positions.write_position` makes a text of it."""
        return position_of(self.state)

    def opening(self) -> dict[str, Any]:
        """The position with which the game began, before anything was resolved."""
        first = self.at(0)
        first.state.write(first.last.changes, back=True)
        said, _ = self.progress.said(first.last)
        return {**position_of(first.state), "frames": [msgspec.json.decode(frame) for frame in said]}

    @classmethod
    def from_position(cls, plain: dict[str, Any], rules: Ruleset, dice: Dice | None = None) -> Game:
        """A game that begins with a position; what is to be decided in it must be something that can be asked."""
        state = state_of(plain, rules)
        try:
            game = cls(rules, state, dice)
            _ = game.prompt, game.offers()
        except FAULTS:
            raise BadInputError("impossible_position") from None
        return game

    # ----------------------------------------------------------------------------------------------- what may be done

    def offers(self) -> list[Offer]:
        """What the decider may do now: verbs, units and domains. Domains are worked out when looked at."""
        return [] if isinstance(self.state.top, Over) else list(self.state.top.offers(self.state))

    def legal_actions(self, unit: str | None = None) -> Iterator[Action]:
        """The canonical actions: for each unit, mode and end hex the cheapest path, and so on. The judge accepts more:
        other paths, other groups of units."""
        number = self._names().unit_number(unit) if unit is not None else None
        top = self.state.top
        for offer in self.offers():
            if number is None or number in offer.units:
                yield from top.expand(self.state, offer)

    def sample(self, rng: Random) -> Action:
        """A random legal action."""
        action = self.state.top.sample(self.state, rng)
        if action is None:
            raise DeadEndError(self.rules.phase_key(self.state))
        return action

    def parse(self, text: str) -> Action:
        """The action that a line of notation stands for; what was left out is filled in."""
        return self._whole(self._read(text))

    def apart(self, text: str) -> list[str]:
        """The lines of the single actions that a line stands for, to be done one after the other."""
        found = list[str]()
        for line in apart(text, self.rules.verbs):
            typed = self._read(line)
            pieces = self.state.top.pieces(typed)
            found += [line] if len(pieces) == 1 else map(self.notation, pieces)
        return found

    def _whole(self, typed: Action) -> Action:
        """A typed action with what was left out."""
        top = self.state.top
        return top.complete(self.state, typed) if top.takes(typed) else typed

    def _read(self, text: str) -> Action:
        """The action as it was typed."""
        if self.decider == CHANCE and text.strip().replace(",", "").isdigit():  # dice may be typed as they lie there
            text = f"{Throw.verb()} {text.strip()}"
        return read(text, self.rules.verbs, self._names())

    def _names(self) -> Names:
        """Names as the decider uses them: a shortened one means a unit of the decider's own on the map."""
        rules, decider = self.rules, self.decider
        on_map, size = self.state.where, rules.names.grid.size
        own = {u for u, side in enumerate(rules.side_of) if rules.sides[side] == decider and on_map[u] < size}
        return rules.names.for_owner(own)

    def unit(self, name: str) -> str:
        """The full name of a unit that may be shortened."""
        return self.rules.names.unit(self._names().unit_number(name))

    def place(self, name: str) -> int:
        """The place that a person means: a hex by its label or its town, or a box."""
        return self._names().place_code(name)

    def explain(self, refusal: Refusal, language: str = "en") -> str:
        """A refusal as a sentence with the rule's number."""
        text = self.rules.texts(language).say(f"refusal.{refusal.text}", refusal.args)
        return f"{text[:1].upper()}{text[1:]} [{rule_number(refusal.rule)}]"

    def notation(self, action: Action) -> str:
        """An action as a line of notation."""
        return write(action, self.rules.names)

    def why_not(self, action: Action | str, by: str | None = None) -> list[Refusal]:
        """Every reason against an action; empty if it is legal."""
        action = self.parse(action) if isinstance(action, str) else action
        return [self._cited(refusal) for refusal in self._refusals(action, by)]

    def _cited(self, refusal: Refusal) -> Refusal:
        """A refusal with the rule that the edition in play cites."""
        rule = self.rules.cite(refusal.rule)
        return refusal if rule == refusal.rule else msgspec.structs.replace(refusal, rule=rule)

    def reasons(self, line: str, by: str | None = None) -> list[Refusal]:
        """Every reason against a typed line, the one that matters most first."""
        return self.judged(line, by)[1]

    def judged(self, line: str, by: str | None = None) -> tuple[Action, list[Refusal]]:
        """The action that a typed line stands for, and every reason against it.

        Where the way was left out and the program filled it in, the reasons are not told along that way. First come
        those that hold for any way: units that cannot act at all, then what bars the end, then that it is too far.
        """
        typed = self._read(line)
        action = self._whole(typed)
        refusals = self.why_not(action, by)
        path = tuple[int, ...](getattr(action, "path", ()))
        if len(getattr(typed, "path", ())) == 1 and len(path) > 1:
            movers = {*getattr(action, "units", (getattr(action, "unit", -1),))}
            refusals.sort(key=lambda refusal: _weight(refusal, path, movers))
        return action, refusals

    def _refusals(self, action: Action, by: str | None) -> Iterator[Refusal]:
        top = self.state.top
        if isinstance(top, Over):
            yield Refusal(top.rule or self.rules.sequence_rule, "engine_over", {"winner_side": top.winner})
            return
        if isinstance(action, Resign | Draw):
            yield from self._stop_refusals(action, by)
            return
        if by is not None and (decider := top.decider(self.state)) not in (by, CHANCE):  # anybody may type dice
            yield Refusal(self.rules.sequence_rule, "engine_not_your_decision", {"decider_side": decider, "side": by})
            return
        if not top.takes(action):
            yield self.rules.never_now(self.state, action) or Refusal(
                self.rules.sequence_rule,
                "engine_not_now",
                {"verb": action.verb(), "phase_key": self.rules.phase_key(self.state)},
            )
            return
        yield from top.refusals(self.state, action)

    def _stop_refusals(self, action: Resign | Draw, by: str | None) -> Iterator[Refusal]:
        """Why the game cannot end so: a side gives up for itself alone, and agrees to what the other has offered.

        Without `by` both players are taken to be present and to agree, as at one screen.
        """
        rule = self.rules.sequence_rule
        if isinstance(action, Draw):
            if by is not None and self.draw_offer in (None, by):
                yield Refusal(rule, "engine_draw_alone", {"side": by})
        elif action.side not in self.rules.sides:
            yield Refusal(rule, "engine_no_side", {"name": action.side, "names": self.rules.sides})
        elif by not in (None, action.side):
            yield Refusal(rule, "engine_resign_other", {"side": by, "other_side": action.side})

    def warnings(self, action: Action | str) -> list[Refusal]:
        """What a player should know before a legal action, such as a penalty that it brings."""
        action = self.parse(action) if isinstance(action, str) else action
        return [self._cited(warning) for warning in self.state.top.warnings(self.state, action)]

    def describe(self, action: Action) -> tuple[str, dict[str, Any]]:
        """An action as a text key with arguments, for lists and buttons."""
        return self.state.top.describe(self.state, action)

    def odds(self, action: Action | str) -> list[Outcome]:
        """How an action can turn out, exactly: every result of its dice with its chance, the likeliest first.

        The dice are followed until a side must decide; results that leave the same situation are one outcome.
        """
        action = self.parse(action) if isinstance(action, str) else action
        self._judge(action, None)
        return outcomes(self.state, action)

    # --------------------------------------------------------------------------------------------------------- playing

    def play(self, action: Action | str, by: str | None = None) -> list[Entry]:
        """Play an action and the dice that follow it; RefusedError if it is not legal. Returns the new entries."""
        action = self.parse(action) if isinstance(action, str) else action
        if isinstance(action, Throw) and self.dice.kind in ("sealed", "seed"):
            self._no_typed_dice()
        self._judge(action, by)
        first, top = self.last, self.state.top
        self._commit(action, self.dice_key(top) if isinstance(top, Roll) else "")
        self.progress.undone = ()
        self.throw_dice()
        return self._since(first)

    def play_lines(self, lines: list[str], by: str | None = None) -> list[Entry]:
        """Play actions one after the other that are undone and redone together. Returns the new entries.

        A refusal, or dice before the last of them, leaves the game in the middle: callers go back to where it was.
        """
        before = self.last
        for n, line in enumerate(lines):
            if self.last.by == CHANCE and n:
                raise BadInputError("die_between", do=lines[n - 1])
            self.play(line, by)[0].joined = n > 0
        return self._since(before)

    def _since(self, first: Entry) -> list[Entry]:
        """The entries after one of them."""
        return [*takewhile(lambda entry: entry is not first, self.progress.entries())][::-1]

    def _no_typed_dice(self) -> None:
        """Dice that come from a secret are never typed, or they would mean nothing."""
        if self.dice.secret:
            raise NotNowError("dice_not_typed")
        raise BadInputError("dice_sealed", file="FILE.key")

    def _judge(self, action: Action, by: str | None) -> None:
        refusal = next(self._refusals(action, by), None)
        if refusal is not None:
            raise RefusedError(self.why_not(action, by), self.explain(self._cited(refusal)))

    def _commit(self, action: Action, key: str = "") -> None:
        """Carry out a legal action; `key` is that of its dice."""
        s = self.state
        frames, moment, by = s.frames, moment_of(s), s.top.decider(s) or "rules"
        s.journal, s.events = [], []
        if isinstance(action, Resign | Draw):
            by = self._stop(action)
        else:
            s.top.apply(s, action)
            settle(s)
        self.progress.add(entry_of(s, self.last, by, action, key, self.branch, frames, moment))

    def _stop(self, action: Resign | Draw) -> str:
        """End the game because the sides want it; returns the side that ended it, or "rules"."""
        s = self.state
        if isinstance(action, Draw):
            s.log("", "drawn")
            s.set_frames((Stopped(None, "", "drawn"),))
            return "rules"
        s.log("", "resigned", side=action.side)
        winner = next(side for side in self.rules.sides if side != action.side)
        s.set_frames((Stopped(winner, "", "resigned"),))
        return action.side

    def dice_key(self, roll: Roll) -> str:
        """What keyed dice are made from besides the secret: branch, turn, purpose, how often it was asked before."""
        return self.progress.dice_key(roll.purpose)

    def throw_dice(self) -> None:
        """Let the dice fall until a side must decide."""
        while isinstance(roll := self.state.top, Roll):
            key = self.dice_key(roll)
            dice = self.dice.throw(key, roll, self.last.dice_used)
            if dice is None:
                return
            self._commit(Throw(dice), key)

    def renew_dice(self) -> bool:
        """Where the secret of sealed dice is not here, go on with new ones in a new branch; whether that was so."""
        if not self.dice.lost or self.over:
            return False
        self.progress.branch += 1
        self.dice = self.dice.then(Dice.sealed(), self.branch)
        self.throw_dice()
        return True

    def remark(self, what: str, by: str, advice: str = "", says: tuple[Note, ...] = ()) -> Remark:
        """Note something that a side says or is told now."""
        if what not in REMARKS or by not in self.rules.sides:
            raise BadInputError("bad_value", value=f"{what} {by}")
        found = Remark(self.number, self.entry_hash(self.last), by, what, advice, says)
        self.progress.remarks = (*self.remarks, found)
        if what == "draw":
            self.progress.draw_offer = by
        return found

    def remarks_after(self, entry: Entry) -> list[Remark]:
        """What was said when this was the last action."""
        near = [remark for remark in self.remarks if remark.number == entry.number]
        return [remark for remark in near if remark.hash == self.entry_hash(entry)]

    # ------------------------------------------------------------------------------------------------------- going back

    def at(self, number: int) -> Game:
        """A copy as the game was just after action `number`."""
        if not 0 <= number <= self.number:
            raise BadInputError("no_such_action", n=number)
        new = self.copy()
        while new.number > number:
            new.progress.back()
        return new

    def replay(self) -> Iterator[tuple[Entry, Game]]:
        """Every action, the start first, each with the game in which it was decided (of the start, after it).

        The game goes on with the iteration: a caller that wants to keep it makes a copy.
        """
        past = self.at(0)
        for entry in self.entries():
            yield entry, past
            if entry.before is not None:
                past.progress.forward(entry)

    def backwards(self) -> Iterator[tuple[Entry, Any]]:
        """Every action, the last one first, each with the state in which it was decided (of the start, after it).

        The state goes back with the iteration: a caller that wants to keep it makes a copy.
        """
        past = self.progress.copy()
        while past.last.before is not None:
            yield past.back(), past.state
        yield past.last, past.state

    def undo_bar(self, by: str | None = None, computers: Collection[str] = ()) -> NotNowError | None:
        """Why nothing can be undone; None if something can."""
        found = self.to_undo(by, computers)
        return found if isinstance(found, NotNowError) else None

    def to_undo(self, by: str | None = None, computers: Collection[str] = ()) -> list[Entry] | NotNowError:
        """The entries that undo takes back, the last one first; or why it takes back none.

        They are the last action with those that were played together with it. What sides that computers play had to do
        after it, or did not do, is passed over; a decision that they were free to make is never undone.
        """
        found = list[Entry]()
        for entry, state in self.backwards():
            if entry.before is None:
                break
            if entry.by == CHANCE:
                return NotNowError("undo_die", n=entry.number, before=self._before_dice(entry))
            own = entry.by not in computers
            mine = by or (self.undone[-1][-1].by if self.undone else entry.by)
            if (mine not in (entry.by, *computers)) if own else _is_free(entry, state):
                return NotNowError("undo_other", n=entry.number, side=entry.by, before=entry.number - 1)
            found.append(entry)
            if own and not entry.joined:
                return found
        return NotNowError("nothing_to_undo")

    def undo(self, by: str | None = None, computers: Collection[str] = ()) -> Entry:
        """Take the last action back, if no die has fallen and no other side has decided since. Returns it."""
        found = self.to_undo(by, computers)
        if isinstance(found, NotNowError):
            raise found
        for _ in found:
            self.progress.back()
        self.progress.undone = (*self.undone, tuple(found))
        return found[-1]

    @staticmethod
    def _before_dice(entry: Entry) -> int:
        """The action before the one that these dice were thrown for."""
        while entry.by == CHANCE and entry.before is not None:
            entry = entry.before
        return max(entry.number - 1, 0)

    def redo(self) -> list[Entry]:
        """Play again what was last undone or taken back. Returns its entries."""
        if not self.undone:
            raise NotNowError("nothing_to_redo")
        *rest, entries = self.undone
        for entry in reversed(entries):
            self.progress.forward(entry)
        self.progress.undone = tuple(rest)
        return [*reversed(entries)]

    def take_back(self, number: int) -> None:
        """Go back to just after action `number`, dice or not. Dice thrown after that will fall anew.

        What was taken back can be redone as it was, its dice too, until something else is played.
        """
        if not 0 <= number < self.last.number:
            raise BadInputError("no_such_action", n=number)
        gone = list[Entry]()
        while self.number > number:
            gone.append(self.progress.back())
        self.progress.branch += any(entry.by == CHANCE for entry in gone)
        self.throw_dice()
        self.progress.undone = (*self.undone, tuple(gone)) if self.number == number else ()


def _weight(refusal: Refusal, path: tuple[int, ...], movers: set[int]) -> int:
    """How far behind others a reason against going to a hex is told, where the program chose the way.

    What bars a hex is not the fault of the units that would enter it; to be too far is. That something stands on a way
    which nobody has asked for comes last.
    """
    hexes = [leg(h) for h in path]
    if refusal.at < 0:
        return 0
    own = not movers.isdisjoint(refusal.units)
    if hexes[-1] in refusal.hexes and not own:
        return 1
    if refusal.units and movers.issuperset(refusal.units):
        return 2
    return 4 if not own and hexes[refusal.at] in refusal.hexes else 3


def _is_free(entry: Entry, state: Any) -> bool:
    """Whether a side could have done something else and did something: to end or to have one choice is nothing."""
    if isinstance(entry.action, End):
        return False
    top = state.top
    choices = (action for offer in top.offers(state) for action in top.expand(state, offer))
    return len([*islice(choices, 2)]) > 1


_NO_DICE = Dice.ask()
