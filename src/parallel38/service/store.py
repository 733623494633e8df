"""Storage: games as the lines of their records, in one SQLite file; on the disk before anything is answered."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

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
    create_engine,
    delete,
    event,
    false,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import Connection, RowMapping
from sqlalchemy.exc import IntegrityError, OperationalError

from parallel38.engine.chance import Dice
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.game import Game
from parallel38.engine.lines import all_lines, rebuild
from parallel38.engine.records import StoredGame
from parallel38.engine.rules import Title
from parallel38.players.thoughts import Saying, Thought

HUMAN = "human"
FOLLOWED = 0.3
"""Seconds between two actions of a game that people only watch, as it begins: slow enough to follow."""


class NoSuchGameError(BadInputError):
    """There is no game with this id."""


TABLES = MetaData()
"""The tables. `migrations/` makes them, up to VERSION; tests hold the two together."""
VERSION = "0004"

GAME = Table(
    "game",
    TABLES,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("name", String, nullable=False),
    Column("scenario", String, nullable=False),
    Column("players", String, nullable=False),  # who plays each side, as JSON
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
    Column("number", Integer, nullable=False),
)
"""Requests that have been carried out: asked again, one is answered and not carried out twice."""

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


def now() -> str:
    """The time, as it is stored: UTC to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store:
    """All games of a service."""

    def __init__(self, path: Path, find_title: Callable[[str], Title]) -> None:
        self.path, self._find_title = path, find_title
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._engine = create_engine(f"sqlite:///{path}")
            event.listen(self._engine, "connect", _careful)
            if self._version() != VERSION:  # what migrates takes longer to import than all else at the start
                migrate(str(self._engine.url))
        except (OSError, OperationalError) as error:
            raise BadInputError("cannot_write", file=str(path), reason=str(getattr(error, "orig", error))) from None

    def _version(self) -> str | None:
        """The version of the tables in the file; None if there are none yet."""
        with self._engine.connect() as connection:
            if not self._engine.dialect.has_table(connection, "alembic_version"):
                return None
            return connection.scalar(text("SELECT version_num FROM alembic_version"))

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """A transaction: all of it or nothing."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except OperationalError as error:
            raise BadInputError("cannot_write", file=str(self.path), reason=str(error.orig)) from None

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
        self._put(row, lines.text)
        return StoredRow(self, row["id"], game, lines.chain, lines.text.count("\n"), [])

    def _put(self, row: dict[str, Any], lines: str) -> None:
        with self._begin() as connection:
            connection.execute(insert(GAME), row)
            connection.execute(insert(LINE), _rows(row["id"], 1, lines))

    def open(self, id_: str) -> StoredRow:
        """A game, rebuilt from its lines."""
        with self._begin() as connection:
            secret = self._row(connection, id_)["secret"]
            texts = _texts(connection, id_)
        game, chain, pending = rebuild((t.encode() for t in texts), self._find_title, secret, name=id_)
        return StoredRow(self, id_, game, chain, len(texts), pending)

    def text(self, id_: str) -> str:
        """The lines of a game as the text of a record."""
        with self._begin() as connection:
            self._row(connection, id_)
            return "".join(f"{text}\n" for text in _texts(connection, id_))

    def games(self) -> list[dict[str, Any]]:
        """Every game, the one that changed last first."""
        with self._begin() as connection:
            return [_plain(row) for row in connection.execute(select(GAME).order_by(GAME.c.changed.desc())).mappings()]

    def game(self, id_: str) -> dict[str, Any]:
        """What the list shows of a game."""
        with self._begin() as connection:
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
    ) -> None:
        """Rename a game, change who plays, or how computer players go on."""
        given = {"name": name, "paused": paused, "pace": pace}
        changed: dict[str, Any] = {column: value for column, value in given.items() if value is not None}
        lists = {"players": players, "people": people}
        changed |= {column: msgspec.json.encode(value).decode() for column, value in lists.items() if value is not None}
        with self._begin() as connection:
            self._row(connection, id_)
            if changed:
                connection.execute(update(GAME).where(GAME.c.id == id_).values(**changed))

    def delete(self, id_: str) -> tuple[dict[str, Any], str, list[Thought]]:
        """Take a game away; returns what `restore` needs to bring it back."""
        text, thoughts = self.text(id_), self.thoughts(id_)
        with self._begin() as connection:
            row = dict(self._row(connection, id_))
            connection.execute(delete(GAME).where(GAME.c.id == id_))
        return row, text, thoughts

    def restore(self, kept: tuple[dict[str, Any], str, list[Thought]]) -> None:
        """Bring a deleted game back as it was."""
        row, text, thoughts = kept
        self._put(row, text)
        for thought in thoughts:
            self.think(row["id"], thought)

    def think(self, id_: str, thought: Thought) -> None:
        """Keep what a computer player thought."""
        plain = msgspec.structs.asdict(thought)
        kept = {**plain, "game": id_, "sayings": msgspec.json.encode(thought.sayings).decode()}
        with self._begin() as connection:
            connection.execute(insert(THOUGHT).prefix_with("OR REPLACE"), kept)

    def thoughts(self, id_: str) -> list[Thought]:
        """What computer players thought in a game."""
        with self._begin() as connection:
            rows = connection.execute(select(THOUGHT).where(THOUGHT.c.game == id_).order_by(THOUGHT.c.n)).mappings()
            return [_thought(row) for row in rows]

    def done(self, id_: str, key: str) -> int | None:
        """The number of the action that a request led to, if it has been carried out before."""
        with self._begin() as connection:
            return connection.scalar(select(REQUEST.c.number).where(REQUEST.c.game == id_, REQUEST.c.key == key))

    def append(self, id_: str, after: int, text: str, game: Game, key: str) -> None:
        """Store further lines of a game, which had `after` lines so far: all of them or none."""
        try:
            with self._begin() as connection:
                if connection.scalar(select(func.max(LINE.c.n)).where(LINE.c.game == id_)) != after:
                    raise NotNowError("stale", n=game.number)
                connection.execute(insert(LINE), _rows(id_, after + 1, text))
                connection.execute(update(GAME).where(GAME.c.id == id_).values(changed=now(), **_standing(game)))
                if key:
                    connection.execute(insert(REQUEST), {"game": id_, "key": key, "number": game.number})
        except IntegrityError:
            raise NotNowError("stale", n=game.number) from None

    def _row(self, connection: Connection, id_: str) -> RowMapping:
        row = connection.execute(select(GAME).where(GAME.c.id == id_)).mappings().first()
        if row is None:
            raise NoSuchGameError("no_such_game", name=id_)
        return row


def _rows(id_: str, first: int, lines: str) -> list[dict[str, Any]]:
    return [{"game": id_, "n": n, "text": line} for n, line in enumerate(lines.splitlines(), first)]


def _texts(connection: Connection, id_: str) -> list[str]:
    return list(connection.scalars(select(LINE.c.text).where(LINE.c.game == id_).order_by(LINE.c.n)))


def _thought(row: RowMapping) -> Thought:
    kept = {name: value for name, value in row.items() if name != "game"}
    return Thought(**{**kept, "sayings": msgspec.json.decode(row["sayings"], type=tuple[Saying, ...])})


class StoredRow(StoredGame):
    """A game whose lines are rows. `key` names the request that is being carried out."""

    def __init__(
        self, store: Store, id_: str, game: Game, chain: str, lines: int, pending: list[dict[str, Any]]
    ) -> None:
        super().__init__(game, chain, pending)
        self.id, self.key = id_, ""
        self._store, self._lines = store, lines

    def store(self, text: str) -> None:
        """Add rows, and wait until they are on the disk."""
        self._store.append(self.id, self._lines, text, self.game, self.key)
        self._lines += text.count("\n")


def _standing(game: Game) -> dict[str, Any]:
    return {
        "number": game.number,
        "turn": game.turn,
        "decider": game.decider,
        "winner": game.winner,
        "over": game.over,
    }


def _plain(row: RowMapping) -> dict[str, Any]:
    """A row without its secret."""
    kept = {name: value for name, value in row.items() if name != "secret"}
    return {**kept, "players": msgspec.json.decode(row["players"]), "people": msgspec.json.decode(row["people"])}


def dice_of(plain: dict[str, Any]) -> Dice:
    """The dice that somebody asks for."""
    if plain == {"kind": "sealed"}:
        return Dice.sealed()
    return Dice.from_plain(plain)


def _careful(connection: Any, _: Any) -> None:
    """Survive a kill at any moment, check references, and wait for another writer instead of failing."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(url: str) -> None:
    """Bring the tables of a database to this version, from nothing if need be."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "parallel38.service:migrations")
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, "head")
