"""Storage: games as the lines of their records, in one SQLite file; on the disk before anything is answered."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    false,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Connection, RowMapping
from sqlalchemy.exc import IntegrityError

from parallel38.engine.chance import Dice
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.game import Game
from parallel38.engine.lines import Seats, all_lines, rebuild, text_of, with_seats
from parallel38.engine.records import StoredGame
from parallel38.engine.titles import Title
from parallel38.players.thoughts import Saying, Thought
from parallel38.service.database import Database

HUMAN = "human"
FOLLOWED = 0.3
"""Seconds between two actions of a game that people only watch, as it begins: slow enough to follow."""


class NoSuchGameError(BadInputError):
    """There is no game with this id."""


TABLES = MetaData()
"""The tables. `migrations/` makes them, up to VERSION; tests hold the two together."""
VERSION = "0006"

GAME = Table(
    "game",
    TABLES,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("name", String, nullable=False),
    Column("scenario", String, nullable=False),
    Column("players", String, nullable=False),  # the player of each side, as JSON
    Column("people", String, nullable=False, server_default="[]"),  # sides that people have ever played, as JSON
    Column("secret", String, nullable=False),
    Column("created", String, nullable=False),
    Column("changed", String, nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("turn", String, nullable=False),
    Column("decider", String),
    Column("winner", String),
    Column("over", Boolean, nullable=False),
    Column("paused", Boolean, nullable=False, server_default=false()),
    Column("pace", Float, nullable=False, server_default="0"),  # seconds between two actions of a computer
    Column("bookmarks", Text, nullable=False, server_default="[]"),  # moments that a player has marked, as JSON
)
"""Games: what the list of saved games shows, how their computer players go on, and the secret of the dice of each."""

LINE = Table(
    "line",
    TABLES,
    Column("game", String, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)
"""Lines of records, without their line ends."""

REQUEST = Table(
    "request",
    TABLES,
    Column("game", String, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String, primary_key=True),
    Column("first", Integer, nullable=False, server_default="0"),  # number of the first entry that it led to
    Column("number", Integer, nullable=False),  # of the last one
    Column("lines", Integer, nullable=False, server_default="0"),  # lines that the record had then
)
"""Requests that have been carried out: asked again, one is answered as it was and not carried out twice."""

THOUGHT = Table(
    "thought",
    TABLES,
    Column("game", String, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("hash", String, primary_key=True),
    Column("turn", String, nullable=False),
    Column("side", String, nullable=False),
    Column("player", String, nullable=False),
    Column("sayings", Text, nullable=False),  # as JSON
)
"""What computer players thought when they planned; a plan that was taken back stays, and counts if it is redone."""


SETTING = Table(
    "setting",
    TABLES,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),  # as JSON
)
"""What the player of these games has chosen about looks and manners."""


class Bookmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a game that a player has marked: after action `n`, with a note."""

    n: int
    text: str


class Done(NamedTuple):
    """What a request led to: the numbers of its first and its last entry, and how many lines the record had then."""

    first: int
    number: int
    lines: int


def now() -> str:
    """The time, as it is stored: UTC to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store:
    """All games of a service."""

    def __init__(self, path: Path, find_title: Callable[[str], Title]) -> None:
        self.database, self._find_title = Database(path, TABLES, VERSION), find_title

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    def create(self, game: Game, name: str, players: dict[str, str]) -> StoredRow:
        """Store a new game, with all that has been played of it."""
        lines = all_lines(game)
        made = now()
        row = {
            "id": secrets.token_urlsafe(9),
            "title": game.rules.setting.game,
            "name": name,
            "scenario": game.rules.setting.scenario,
            "players": msgspec.json.encode(players).decode(),
            "people": msgspec.json.encode([side for side, player in players.items() if player == HUMAN]).decode(),
            "secret": game.dice.secret if game.dice.kind == "sealed" else "",
            "created": made,
            "changed": made,
            "paused": False,
            "pace": 0.0 if HUMAN in players.values() else FOLLOWED,
            **_standing(game),
        }
        self._put(row, lines.lines)
        return StoredRow(self, row["id"], game, lines.chain, len(lines.lines), [])

    def _put(self, row: dict[str, Any], lines: list[str]) -> None:
        with self.database.write() as connection:
            connection.execute(insert(GAME), row)
            connection.execute(insert(LINE), _rows(row["id"], 1, lines))

    def open(self, id_: str, lines: int | None = None) -> StoredRow:
        """A game, rebuilt from its lines: from all of them, or from so many of the first."""
        with self.database.read() as connection:
            secret = self._row(connection, id_)["secret"]
            texts = _texts(connection, id_)[:lines]
        game, chain, pending, _ = rebuild((t.encode() for t in texts), self._find_title, secret, name=id_)
        return StoredRow(self, id_, game, chain, len(texts), pending)

    def text(self, id_: str) -> str:
        """The lines of a game as the text of a record, which says who plays it."""
        with self.database.read() as connection:
            row = _plain(self._row(connection, id_))
            lines = _texts(connection, id_)
        seats = Seats(row["name"], row["players"])
        return text_of(with_seats(lines, seats) if lines and row["players"] else lines)

    def games(self) -> list[dict[str, Any]]:
        """Every game, the one that changed last first. Of a damaged one, `players` is empty."""
        with self.database.read() as connection:
            return [_plain(row) for row in connection.execute(select(GAME).order_by(GAME.c.changed.desc())).mappings()]

    def game(self, id_: str) -> dict[str, Any]:
        """What the list shows of a game."""
        with self.database.read() as connection:
            return _plain(self._row(connection, id_))

    def change(
        self,
        id_: str,
        *,
        name: str | None = None,
        players: dict[str, str] | None = None,
        people: list[str] | None = None,
        paused: bool | None = None,
        pace: float | None = None,
        bookmarks: list[Bookmark] | None = None,
    ) -> None:
        """Rename a game, change its players, how computer players go on, or its marked moments."""
        given = {"name": name, "paused": paused, "pace": pace}
        changed: dict[str, Any] = {column: value for column, value in given.items() if value is not None}
        lists = {"players": players, "people": people, "bookmarks": bookmarks}
        changed |= {column: msgspec.json.encode(value).decode() for column, value in lists.items() if value is not None}
        with self.database.write() as connection:
            self._row(connection, id_)
            if changed:
                connection.execute(update(GAME).where(GAME.c.id == id_).values(**changed))

    def delete(self, id_: str) -> tuple[dict[str, Any], list[str], list[Thought]]:
        """Take a game away; returns what `restore` needs to bring it back."""
        thoughts = self.thoughts(id_)
        with self.database.write() as connection:
            row, lines = dict(self._row(connection, id_)), _texts(connection, id_)
            connection.execute(delete(GAME).where(GAME.c.id == id_))
        return row, lines, thoughts

    def restore(self, kept: tuple[dict[str, Any], list[str], list[Thought]]) -> None:
        """Bring a deleted game back as it was."""
        row, lines, thoughts = kept
        self._put(row, lines)
        for thought in thoughts:
            self.think(row["id"], thought)

    def think(self, id_: str, thought: Thought) -> None:
        """Keep what a computer player thought."""
        plain = msgspec.structs.asdict(thought)
        kept = {**plain, "game": id_, "sayings": msgspec.json.encode(thought.sayings).decode()}
        with self.database.write() as connection:
            connection.execute(insert(THOUGHT).prefix_with("OR REPLACE"), kept)

    def thoughts(self, id_: str) -> list[Thought]:
        """What computer players thought in a game."""
        with self.database.read() as connection:
            rows = connection.execute(select(THOUGHT).where(THOUGHT.c.game == id_).order_by(THOUGHT.c.n)).mappings()
            return [_thought(row) for row in rows]

    def settings(self) -> dict[str, Any]:
        """What was chosen, by name; a damaged entry counts as not chosen."""
        with self.database.read() as connection:
            rows = connection.execute(select(SETTING)).all()
        found: dict[str, Any] = {}
        for name, value in rows:
            with suppress(msgspec.DecodeError, TypeError):
                found[name] = msgspec.json.decode(value)
        return found

    def choose(self, chosen: dict[str, Any]) -> None:
        """Keep what is chosen; what is None is forgotten."""
        kept = [{"name": n, "value": msgspec.json.encode(v).decode()} for n, v in chosen.items() if v is not None]
        with self.database.write() as connection:
            connection.execute(delete(SETTING).where(SETTING.c.name.in_(chosen)))
            if kept:
                connection.execute(insert(SETTING), kept)

    def done(self, id_: str, key: str) -> Done | None:
        """What a request led to, if it has been carried out before."""
        wanted = select(REQUEST.c.first, REQUEST.c.number, REQUEST.c.lines)
        with self.database.read() as connection:
            row = connection.execute(wanted.where(REQUEST.c.game == id_, REQUEST.c.key == key)).first()
        return Done(*row) if row is not None else None

    def append(self, id_: str, after: int, lines: list[str], game: Game, key: str, first: int) -> None:
        """Store further lines of a game, which had `after` lines so far: all of them or none.

        With a key, it is noted that this request led to the entries from `first` on.
        """
        try:
            with self.database.write() as connection:
                if connection.scalar(select(func.max(LINE.c.n)).where(LINE.c.game == id_)) != after:
                    raise NotNowError("stale", n=game.number)
                connection.execute(insert(LINE), _rows(id_, after + 1, lines))
                connection.execute(update(GAME).where(GAME.c.id == id_).values(changed=now(), **_standing(game)))
                if key:
                    done = Done(first, game.number, after + len(lines))
                    connection.execute(insert(REQUEST), {"game": id_, "key": key, **done._asdict()})
        except IntegrityError:
            raise NotNowError("stale", n=game.number) from None

    def _row(self, connection: Connection, id_: str) -> RowMapping:
        row = connection.execute(select(GAME).where(GAME.c.id == id_)).mappings().first()
        if row is None:
            raise NoSuchGameError("no_such_game", name=id_)
        return row


def _rows(id_: str, first: int, lines: list[str]) -> list[dict[str, Any]]:
    return [{"game": id_, "n": n, "text": line} for n, line in enumerate(lines, first)]


def _texts(connection: Connection, id_: str) -> list[str]:
    return list(connection.scalars(select(LINE.c.text).where(LINE.c.game == id_).order_by(LINE.c.n)))


def _thought(row: RowMapping) -> Thought:
    kept = {name: value for name, value in row.items() if name != "game"}
    return Thought(**{**kept, "sayings": msgspec.json.decode(row["sayings"], type=tuple[Saying, ...])})


class StoredRow(StoredGame):
    """A game whose lines are rows. `key` names the request that is being carried out, `lines` counts the rows."""

    def __init__(
        self, store: Store, id_: str, game: Game, chain: str, lines: int, pending: list[dict[str, Any]]
    ) -> None:
        super().__init__(game, chain, pending)
        self.id, self.key, self.lines = id_, "", lines
        self._store, self._number = store, game.number

    def store(self, lines: list[str]) -> None:
        """Add rows, and wait until they are on the disk."""
        self._store.append(self.id, self.lines, lines, self.game, self.key, self._number + 1)
        self.lines += len(lines)
        self._number = self.game.number


def _standing(game: Game) -> dict[str, Any]:
    return {
        "number": game.number,
        "turn": game.turn,
        "decider": game.decider,
        "winner": game.winner,
        "over": game.over,
    }


def _plain(row: RowMapping) -> dict[str, Any]:
    """A row without its secret. A game whose row is damaged has no players."""
    kept = {name: value for name, value in row.items() if name != "secret"}
    try:
        players = msgspec.json.decode(row["players"], type=dict[str, str])
        people = msgspec.json.decode(row["people"], type=list[str])
        bookmarks = msgspec.json.decode(row["bookmarks"], type=list[Bookmark])
    except (msgspec.DecodeError, TypeError):
        players, people, bookmarks = {}, [], []
    return {**kept, "players": players, "people": people, "bookmarks": bookmarks}


def dice_of(plain: dict[str, Any]) -> Dice:
    """The dice that a request for a new game describes; sealed dice get a new secret."""
    if plain == {"kind": "sealed"}:
        return Dice.sealed()
    return Dice.from_plain(plain)
