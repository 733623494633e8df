"""Open games: one table for each, where actions are judged, stored and told to every page that looks on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from parallel38.desk import Snapshot
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.flow import CHANCE, Draw, Resign
from parallel38.engine.game import Entry, Game
from parallel38.players.thoughts import Thought, readable, remembered, thought
from parallel38.service.advice import Advisers
from parallel38.service.database import StorageError
from parallel38.service.store import HUMAN, NoSuchGameError, Store, StoredRow
from parallel38.service.worker import Answer
from parallel38.service.workers import Workers

log = logging.getLogger(__name__)

SLOWEST = 10.0
"""Seconds between two actions of a computer player at most."""
BACKLOG = 200
"""Messages that a page may be behind before it is told to look anew."""
OPEN, DELETED = 8, 4
"""How many games without a page are kept open, and how many deleted games can be brought back."""

_playing: set[asyncio.Task[None]] = set()
"""The tasks of computers at play, held here because the event loop alone does not keep a task alive."""


class ReadAnewError(NotNowError):
    """Raised when another program has written to a game; the game's rows have been read anew."""


class Changed(NamedTuple):
    """What a request has done to a game."""

    before: Snapshot
    """The game as it was."""
    now: Snapshot
    """The game as it is after it."""
    kept: int
    """The number of the last action that both have; what comes after it is new, or was taken back."""


class Table:
    """A game that is being played. Everything that changes it goes through here, one after the other."""

    def __init__(self, store: Store, stored: StoredRow, workers: Workers) -> None:
        self._store, self._workers = store, workers
        self.lock = asyncio.Lock()
        self.thinking = ""
        """The computer's side while it thinks."""
        self.closed = False
        """Whether the game was deleted."""
        self._shown: Snapshot | None = None
        self._listeners: set[asyncio.Queue[dict[str, Any] | None]] = set()
        self._computer: asyncio.Task[None] | None = None
        self._advisers = Advisers()
        self._forget()
        self._nudge = asyncio.Event()
        self._step = False
        """Whether the computer plays one action although it is paused."""
        self._failed: tuple[Entry, str] | None = None
        """The situation in which a computer player has failed, and its name."""
        self._take(stored)

    def _take(self, stored: StoredRow) -> None:
        """Go on with a game as it is stored."""
        self.stored = stored
        row = self._store.game(stored.id)
        self.players: dict[str, str] = row["players"]
        self.people = {*row["people"], *self.humans}
        """The sides that people play or have played; handing a side to the computer for a moment gives no more to
        read."""
        self.paused: bool = row["paused"] or self._store.database.barred is not None
        self.pace: float = row["pace"]
        self._thoughts = [*remembered(stored.game), *self._store.thoughts(stored.id)]

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.stored.game

    @property
    def shown(self) -> Snapshot:
        """The game as it stands, for questions about it: the same until something is stored."""
        if self._shown is None:
            self._shown = Snapshot(self.game)
        return self._shown

    @property
    def humans(self) -> list[str]:
        """The sides that people play."""
        return [side for side, player in self.players.items() if player == HUMAN]

    @property
    def thoughts(self) -> list[Thought]:
        """What computer players thought, as far as the people at this table may read it."""
        return readable(self._thoughts, self.game, self.people)

    @property
    def failed(self) -> bool:
        """Whether the computer waits because it has failed at this decision."""
        now = (self.game.last, self.players.get(self.game.decider or ""))
        return self.paused and not self.thinking and self._failed == now

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many orders the computer that decides has carried out in this phase, and of how many."""
        return self._progress.get(self.game.decider or "")

    # ------------------------------------------------------------------------------------------------ what people do

    async def advise(self) -> Answer:
        """The action that the adviser would choose for the side that decides now."""
        decider = self.game.decider
        if decider is None or decider not in self.humans:
            raise NotNowError("no_hint")
        now = self.game.hash()
        found = await self._advisers.ask(self._commanders, self.game, decider)
        async with self.lock:
            if self.game.hash() != now:
                raise NotNowError("stale", n=self.game.number)
            with self._storing():
                self.stored.remark("hint", decider, self.game.notation(found.action))
        self.tell()
        return found

    @property
    def computers(self) -> list[str]:
        """The sides that computers play."""
        return [side for side, player in self.players.items() if player != HUMAN]

    def lines(self, do: str) -> list[str]:
        """The actions that a page names, one or several in a line.

        Giving up and a draw are none, as a page does not say which side it is.
        """
        lines = self.game.apart(do)
        if any(line.split()[:1] in ([Resign.verb()], [Draw.verb()]) for line in map(str.lower, lines)):
            raise BadInputError("said_not_played")
        return lines

    async def act(self, do: str, after: int, key: str = "") -> Changed:
        """Play an action, if the page knew the situation.

        A request that was carried out before is not carried out again but answered as it was, whatever came after it.
        """
        async with self.lock:
            before = self.shown
            if key and (done := self._store.done(self.stored.id, key)) is not None:
                then = self._with_lines(done.lines)
                return Changed(Snapshot(then.at(done.first - 1)), then, done.first - 1)
            self._fresh(after)
            decider = self.game.decider
            if decider in self.players and self.players[decider] != HUMAN:
                raise NotNowError("computer_decides", side=decider)
            with self._storing(key):
                self.stored.play_lines(self.lines(do))
            return self._changed(before, before.number)

    def _with_lines(self, lines: int) -> Snapshot:
        """The game as it was when its record had so many lines."""
        return self.shown if lines == self.stored.lines else Snapshot(self._store.open(self.stored.id, lines).game)

    async def undo(self, after: int) -> Changed:
        """Undo the last action of a person, with what computers had to do after it."""
        async with self.lock:
            self._fresh(after)
            before = self.shown
            with self._storing():
                self.stored.undo(computers=self.computers)
            self._forget()
            return self._changed(before, self.game.number)

    async def redo(self, after: int) -> Changed:
        """Redo what was undone."""
        async with self.lock:
            self._fresh(after)
            before = self.shown
            with self._storing():
                self.stored.redo()
            self._forget()
            return self._changed(before, before.number)

    async def take_back(self, after: int, to: int) -> Changed:
        """Go back behind dice. A computer whose decision it would be waits, or it would play the same again.

        Where dice are waited for it goes back behind the action that they belong to, so that none fall at once.
        """
        async with self.lock:
            self._fresh(after)
            before = self.shown
            while 0 < to < before.number and before.at(to).decider == CHANCE:
                to -= 1
            with self._storing():
                self.stored.take_back(to)
            self._forget()
            self._step = False
            self.lead(paused=self.game.decider not in (*self.humans, None))
            return self._changed(before, to)

    async def resign(self, after: int, side: str) -> Changed:
        """A side gives up."""
        async with self.lock:
            self._fresh(after)
            before = self.shown
            with self._storing():
                self.stored.play(f"resign {self._side(side)}", side)
            return self._changed(before, before.number)

    async def draw(self, after: int, side: str) -> Changed:
        """Offer a draw, or agree to one; a computer never agrees."""
        async with self.lock:
            self._fresh(after)
            before = self.shown
            if self.humans == [self._side(side)]:
                raise NotNowError("no_draw_with_computer")
            with self._storing():
                if self.game.draw_offer in (None, side) and not self.game.over:
                    self.stored.remark("draw", side)
                else:
                    self.stored.play("draw", side)
            return self._changed(before, before.number)

    def _changed(self, before: Snapshot, kept: int) -> Changed:
        """Tell every page of a change and return it: the game was as `before`, and its actions up to `kept` are."""
        self._tell(kept)
        return Changed(before, self.shown, kept)

    def _forget(self) -> None:
        """Forget the plans of the commanders, because they were made for actions that have been taken back."""
        self._commanders = self._workers.commanders()
        self._progress: dict[str, tuple[int, int] | None] = {}

    def _side(self, side: str) -> str:
        if side not in self.humans:
            raise BadInputError("unknown_side", name=side, names=self.humans)
        return side

    def _fresh(self, after: int) -> None:
        """Refuse what was decided on an older situation than the present one."""
        if after != self.game.number:
            raise NotNowError("stale", n=self.game.number)

    @contextmanager
    def _storing(self, key: str = "") -> Iterator[None]:
        """A context around code that stores something, for a request or the computer. If another program has written to
        this game, its rows are read anew, and what was wanted is refused once: it was decided on an older situation."""
        self.stored.key = key
        try:
            yield
        except NotNowError as error:
            if error.key != "stale":
                raise
            self._take(self._store.open(self.stored.id))
            self._forget()
            self._tell(0)
            raise ReadAnewError("stale", n=self.game.number) from None
        finally:
            self.stored.key, self._shown = "", None

    # --------------------------------------------------------------------------------------------------- live updates

    def listen(self) -> asyncio.Queue[dict[str, Any] | None]:
        """A queue of what happens from now on; nothing at all means that the game is gone."""
        queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(BACKLOG)
        self._listeners.add(queue)
        return queue

    def leave(self, queue: asyncio.Queue[dict[str, Any] | None]) -> None:
        """Stop listening."""
        self._listeners.discard(queue)

    def message(self, after: int) -> dict[str, Any]:
        """What pages are told: how far the game is, and since when it is different."""
        game = self.game
        return {
            "number": game.number,
            "after": after,
            "hash": game.hash(),
            "decider": game.decider,
            "over": game.over,
            "thinking": self.thinking,
            "paused": self.paused,
            "failed": self.failed,
            "progress": self.progress,
            "remarks": len(game.remarks),
        }

    def tell(self) -> None:
        """Tell every page that something beside the game has changed."""
        self._send(self.message(self.game.number))

    def _tell(self, after: int) -> None:
        self._send(self.message(after))
        self.wake()

    def _send(self, message: dict[str, Any] | None) -> None:
        for queue in list(self._listeners):
            try:
                queue.put_nowait(message)
            except asyncio.QueueFull:  # a page that sleeps: when it wakes it sees that it missed something
                queue.get_nowait()
                queue.put_nowait(message)

    # ------------------------------------------------------------------------------------------------ computer players

    def wake(self) -> None:
        """Let the computer play if it is its turn; also after the service was started again in the middle of one."""
        self._nudge.set()
        idle = self._computer is None or self._computer.done()
        if idle and self._computer_side() is not None:
            self._computer = asyncio.create_task(self._play_on())
            _playing.add(self._computer)
            self._computer.add_done_callback(_playing.discard)

    def step(self) -> None:
        """Let the computer play one action and wait."""
        self.lead(paused=True)
        self._step = True

    def lead(self, *, paused: bool | None = None, pace: float | None = None) -> None:
        """Let the computer wait or go on, and how fast; it is stored, so that nothing plays on after a restart."""
        self.paused = self.paused if paused is None else paused
        self.pace = self.pace if pace is None else max(0.0, min(pace, SLOWEST))
        self._store.change(self.stored.id, paused=self.paused, pace=self.pace)

    async def stop(self) -> None:
        """Stop the computer."""
        if self._computer is not None:
            self._computer.cancel()
            await asyncio.gather(self._computer, return_exceptions=True)

    async def close(self) -> None:
        """The game is deleted: the computer stops, and pages are told."""
        self.closed = True
        self._send(None)
        await self.stop()

    def _computer_side(self) -> str | None:
        decider = self.game.decider
        if (
            self.closed
            or (self.paused and not self._step)
            or decider is None
            or decider == CHANCE
            or self.players.get(decider, HUMAN) == HUMAN
        ):
            return None
        return decider

    async def _play_on(self) -> None:
        while (side := self._computer_side()) is not None:
            self.thinking, last, name = side, self.game.last, self.players[side]
            try:
                found = await self._commanders.decide(self.game, side, name)
                async with self.lock:
                    if self.game.last is last and self._computer_side() == side:  # else the action is out of date
                        self._play(side, found)
                        self._send(self.message(last.number))
            except NoSuchGameError:  # deleted while it thought
                self.closed = True
            except ReadAnewError:  # it thinks again
                pass
            except StorageError as error:
                log.warning("the computer player of %s waits: %s", side, error)
                self.paused = True
            except Exception as error:
                log.error("the computer player of %s stopped", side, exc_info=error)
                with suppress(BadInputError):
                    self.lead(paused=True)
                self._step, self._failed = False, (last, name)
            finally:
                self.thinking = ""
            await self._wait()
        self._send(self.message(self.game.number))

    async def _wait(self) -> None:
        """The pause between two actions, as long as the pace says or until something is changed."""
        self._nudge.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._nudge.wait(), self.pace)

    def _play(self, side: str, found: Answer) -> None:
        """Play what a computer wants, and keep what it thought."""
        turn, self._step = self.game.turn, False
        with self._storing():
            first = self.stored.play(found.action, side)[0]
        self._progress[side] = found.progress
        new = thought(self.game, first, turn, side, self.players[side], found.reasons, self._thoughts)
        if new is not None:
            self._store.think(self.stored.id, new)
            self._thoughts.append(new)


class Hall:
    """Every table of the service, opened when a request first names its game."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.workers = Workers()
        self._tables = WeakValueDictionary[str, Table]()
        """The tables that are in use: by a request, a page that listens, a computer at play, or `_recent`."""
        self._recent: dict[str, Table] = {}
        """The tables that were used last, the latest at the end; other tables are dropped when nothing uses them."""
        self._deleted: dict[str, Any] = {}

    def create(self, game: Game, name: str, players: dict[str, str]) -> Table:
        """A new game at a table of its own."""
        table = self._keep(Table(self.store, self.store.create(game, name, players), self.workers))
        table.wake()
        return table

    def table(self, id_: str) -> Table:
        """The table of a game. To look at it changes nothing: its computer goes on when a page listens or plays."""
        return self._keep(self._tables.get(id_) or Table(self.store, self.store.open(id_), self.workers))

    def _keep(self, table: Table) -> Table:
        id_ = table.stored.id
        self._tables[id_] = table
        self._recent[id_] = self._recent.pop(id_, table)
        _trim(self._recent, OPEN)
        return table

    async def change(self, id_: str, name: str | None, players: dict[str, str] | None) -> None:
        """Rename a game, or let others play it."""
        table = self.table(id_)
        if players is None:
            self.store.change(id_, name=name)
        else:
            people = table.people | {side for side, player in players.items() if player == HUMAN}
            self.store.change(id_, name=name, players=players, people=sorted(people))
            table.players, table.people = players, people
        table.tell()
        table.wake()

    async def delete(self, id_: str) -> None:
        """Take a game away; the last ones can be brought back while the service runs."""
        self._deleted[id_] = self.store.delete(id_)
        _trim(self._deleted, DELETED)
        self._recent.pop(id_, None)
        table = self._tables.pop(id_, None)
        if table is not None:
            await table.close()

    def restore(self, id_: str) -> None:
        """Bring a deleted game back."""
        if id_ not in self._deleted:
            raise NotNowError("no_such_game", name=id_)
        self.store.restore(self._deleted.pop(id_))

    async def close(self) -> None:
        """Stop everything; nothing is lost, as everything is stored."""
        for table in list(self._tables.values()):
            await table.stop()
        await self.workers.close()
        self.store.close()


def _trim(kept: dict[str, Any], most: int) -> None:
    """Drop the oldest until there are no more than so many."""
    while len(kept) > most:
        del kept[next(iter(kept))]
