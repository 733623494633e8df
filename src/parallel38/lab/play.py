"""One game of the laboratory, and what is written down about it."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Protocol, runtime_checkable

import msgspec

from parallel38.engine.chance import Dice
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Over
from parallel38.engine.game import DeadEndError, Entry, Game
from parallel38.engine.records import Record
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import Action
from parallel38.engine.view import plain_args
from parallel38.games import title
from parallel38.lab import front
from parallel38.lab.figures import quantile
from parallel38.players import PLAYERS, Player, check_player
from parallel38.players.commander import reasons_of
from parallel38.players.thoughts import THOUGHT, Thought, thought

MOST = 50_000
"""A game with more decisions than this does not end."""


@runtime_checkable
class Tunable(Protocol):
    """A player that plays by weights, and is made anew for each game."""

    def weights(self, title: Title, side: str) -> Mapping[str, tuple[float, float, float]]:
        """The weights that it has for a side of a game: each with its value, the least and the most it may be."""
        ...

    def make(self, title: Title, side: str, weights: Mapping[str, float] | None) -> Player:
        """A player for a side of one game; with other weights if some are given."""
        ...


class Task(msgspec.Struct, frozen=True):
    """A game to be played: everything that it depends on."""

    setting: Setting
    seed: int
    players: dict[str, str]
    """The player of each side by name."""
    first: str = ""
    """In a match the side of the first player. Players think with random numbers of their own, not of their side."""
    turns: int | None = None
    """After so many turns the game is judged as it stands."""
    weights: dict[str, dict[str, float]] = {}
    """By side, for a player that is tried with other weights."""

    @property
    def key(self) -> tuple[int, str]:
        """What tells the games of one file apart."""
        return self.seed, self.first


class Turn(msgspec.Struct):
    """One turn of a game, as it was when the turn ended."""

    name: str
    lost: dict[str, tuple[int, int]]
    """Units and their strength, by side."""
    lead: int = 0
    front: str = ""


class Played(msgspec.Struct, omit_defaults=True):
    """A game that was played: a line of the results."""

    seed: int
    players: dict[str, str]
    first: str = ""
    winner: str | None = None
    rule: str = ""
    """The rule by which it ended; empty if it was judged as it stood."""
    reason: tuple[str, dict[str, Any]] = ("", {})
    lead: int = 0
    turns: list[Turn] = []
    taken: list[tuple[str, str, str]] = []
    """What changed hands: the turn, the hex, the side that has it now."""
    decisions: dict[str, int] = {}
    seconds: float = 0.0
    think: dict[str, float] = {}
    """Seconds of processor time that a player thought in a turn, by side: 95 % of the turns took less."""
    error: str = ""
    record: str = ""
    """The file with the record of a game that went wrong."""

    @property
    def key(self) -> tuple[int, str]:
        """What tells the games of one file apart."""
        return self.seed, self.first

    def points(self, side: str) -> float:
        """1 for a victory of a side, a half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == side)


def known(name: str, game: str) -> Player | Tunable:
    """The player of a game that is registered under this name."""
    check_player(name, title(game))
    return PLAYERS[name]


def tunable(name: str, game: str) -> Tunable:
    """The player of this name, which must have weights."""
    player = known(name, game)
    if not isinstance(player, Tunable):
        raise BadInputError("lab_no_weights", name=name)
    return player


def player_for(task: Task, side: str) -> Player:
    """The player of a side in one game."""
    name, weights = task.players[side], task.weights.get(side)
    player = known(name, task.setting.game)
    if weights is None and not isinstance(player, Tunable):
        return player
    return tunable(name, task.setting.game).make(title(task.setting.game), side, weights)


def begin(task: Task) -> Game:
    """The game before the first decision. Dice depend on the seed, the turn and their purpose, not on the players."""
    rules = title(task.setting.game).make(task.setting)
    return Game(rules, dice=Dice.seed(task.seed))


def play(task: Task, records: Path) -> Played:
    """Play a game to its end. One that goes wrong is written down as such, and its record kept beside the results."""
    game = begin(task)
    notes = _Notes(task, game)
    try:
        notes.play_on()
    except Exception as error:  # whatever goes wrong in a game, the others are played
        dead_end = isinstance(error, DeadEndError)
        notes.played.error = f"dead end in {error}" if dead_end else f"{type(error).__name__}: {error}"
        with suppress(Exception):  # a record that cannot be written must not end the run either
            notes.played.record = _keep(task, game, records)
    return notes.close()


def record(task: Task, path: Path) -> Game:
    """Play a game to its end and write its record, with what computer players had in mind when they planned."""
    with suppress(FileNotFoundError):
        path.unlink()
    kept = Record.create(path, begin(task))
    for new in thinking(task, kept.game, kept.play):
        if not kept.game.over:
            kept.remark(THOUGHT, new.side, says=new.notes)
    return kept.game


def thinking(task: Task, game: Game, play: Callable[[Action, str], list[Entry]]) -> Iterator[Thought]:
    """Play a game to its end, or as many turns as are wanted, and give what computer players have in mind."""
    sides, turns = game.rules.sides, {game.turn}
    players = {side: player_for(task, side) for side in sides}
    chance = {side: Random(f"{task.seed} {side}") for side in sides}
    thoughts: list[Thought] = []
    while not game.over:
        side, turn = game.decider, game.turn
        assert side is not None
        first = play(players[side](game.copy(), chance[side]), side)[0]
        new = thought(game, first, turn, side, task.players[side], reasons_of(players[side]), thoughts)
        if new is not None:
            thoughts.append(new)
            yield new
        turns.add(game.turn)
        if task.turns is not None and len(turns) > task.turns:
            return


def _keep(task: Task, game: Game, records: Path) -> str:
    """Write the record of a game that went wrong: played again, for its state may be half changed."""
    again = begin(task)
    for entry in game.entries():
        if entry.action is not None and entry.by in game.rules.sides:
            again.play(entry.action)
    name = f"{records.name}-{task.seed}{'-' if task.first else ''}{task.first}.record"
    path = records.with_name(name)
    path.unlink(missing_ok=True)  # from a run that was killed before it wrote its line
    Record.create(path, again)
    return name


class _Notes:
    """What is noted down while a game is played."""

    def __init__(self, task: Task, game: Game) -> None:
        self.game, self.task, sides = game, task, game.rules.sides
        self.played = Played(task.seed, task.players, task.first, decisions=dict.fromkeys(sides, 0))
        self._think: dict[tuple[str, str], float] = {}
        self._holders = game.rules.holders(game.state)
        self._begun = time.perf_counter()
        self._begin_turn()

    def play_on(self) -> None:
        """Ask the players until the game is over, or has lasted long enough."""
        game, task, sides = self.game, self.task, self.game.rules.sides
        players = {side: player_for(task, side) for side in sides}
        seats = {side: ("AB"[side != task.first] if task.first else side) for side in sides}
        chance = {side: Random(f"{task.seed} {seats[side]}") for side in sides}
        while not game.over:
            side = game.decider
            assert side is not None
            begun = time.process_time()  # of this process alone, so that other work on the machine does not count
            action = players[side](game.copy(), chance[side])
            key = (side, game.turn)
            self._think[key] = self._think.get(key, 0.0) + time.process_time() - begun
            self.played.decisions[side] += 1
            self._note(game.play(action, side))
            if sum(self.played.decisions.values()) >= MOST:
                raise BadInputError("lab_endless", n=MOST)
            if game.turn != self.played.turns[-1].name and not game.over:
                self._end_turn()
                if len(self.played.turns) == task.turns:
                    return
                self._begin_turn()
        self._end_turn()

    def _begin_turn(self) -> None:
        lost: dict[str, tuple[int, int]] = dict.fromkeys(self.game.rules.sides, (0, 0))
        self.played.turns = [*self.played.turns, Turn(self.game.turn, lost)]

    def _note(self, entries: list[Entry]) -> None:
        """Losses of these actions, in the turn in which they began."""
        rules, lost = self.game.rules, self.played.turns[-1].lost
        for entry in entries:
            for fate in rules.casualties(entry.changes):
                if fate.what == "lost":
                    side = rules.sides[rules.side_of[fate.unit]]
                    units, strength = lost[side]
                    lost[side] = (units + 1, strength + fate.strength)

    def _end_turn(self) -> None:
        """How the game stands as a turn ends."""
        rules, s, turn = self.game.rules, self.game.state, self.played.turns[-1]
        turn.lead, turn.front = rules.lead(s), front.write(rules, s)
        now = rules.holders(s)
        label = rules.names.grid.label
        changed = [(turn.name, label(h), side) for h, side in now.items() if self._holders.get(h) != side]
        self.played.taken = [*self.played.taken, *changed]
        self._holders = now

    def close(self) -> Played:
        """The finished game as a line of the results."""
        game, played, rules = self.game, self.played, self.game.rules
        played.seconds = round(time.perf_counter() - self._begun, 3)
        for side in rules.sides:
            thought = [seconds for (who, _), seconds in self._think.items() if who == side]
            played.think[side] = round(quantile(thought, 0.95), 4) if thought else 0.0
        if played.error:
            return played
        played.lead = rules.lead(game.state)
        text, args = rules.verdict(game.state)
        played.reason = (text, plain_args(args, rules))
        top = game.state.top
        if isinstance(top, Over):
            played.winner, played.rule = top.winner, top.rule
        elif played.lead:
            played.winner = rules.sides[played.lead < 0]
        return played
