"""Storage: games as the lines of their records, in one SQLite file; on the disk before anything is answered."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import ForeignKey, Text, create_engine, delete, event, func, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from parallel38.engine.chance import Dice
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.game import Game
from parallel38.engine.lines import all_lines, rebuild
from parallel38.engine.records import StoredGame
from parallel38.engine.rules import Title

HUMAN = "human"


class NoSuchGameError(BadInputError):
    """There is no game with this id."""


class Base(DeclarativeBase):
    """The tables. `migrations/` makes them; a test holds the two together."""


class GameRow(Base):
    """A game: what the list of saved games shows, and the secret of its dice."""

    __tablename__ = "game"
    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str]
    name: Mapped[str]
    scenario: Mapped[str]
    players: Mapped[str]
    """Who plays each side, as JSON."""
    secret: Mapped[str]
    created: Mapped[str]
    changed: Mapped[str] = mapped_column(index=True)
    number: Mapped[int]
    turn: Mapped[str]
    decider: Mapped[str | None]
    winner: Mapped[str | None]
    over: Mapped[bool]


class LineRow(Base):
    """One line of a record, without its line end."""

    __tablename__ = "line"
    game: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class RequestRow(Base):
    """A request that has been carried out: asked again, it is answered and not carried out twice."""

    __tablename__ = "request"
    game: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int]


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
            migrate(str(self._engine.url))
        except (OSError, OperationalError) as error:
            raise BadInputError("cannot_write", file=str(path), reason=str(getattr(error, "orig", error))) from None

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    @contextmanager
    def _session(self) -> Iterator[Session]:
        try:
            with Session(self._engine) as session, session.begin():
                yield session
        except OperationalError as error:
            raise BadInputError("cannot_write", file=str(self.path), reason=str(error.orig)) from None

    def create(self, game: Game, name: str, players: dict[str, str]) -> StoredRow:
        """Store a new game, with all that has been played of it."""
        lines = all_lines(game)
        texts = lines.text.splitlines()
        made = now()
        row = GameRow(
            id=secrets.token_urlsafe(9),
            title=game.rules.setting.game,
            name=name,
            scenario=game.rules.setting.scenario,
            players=msgspec.json.encode(players).decode(),
            secret=game.dice.secret if game.dice.kind == "sealed" else "",
            created=made,
            changed=made,
            **_standing(game),
        )
        with self._session() as session:
            session.add(row)
            session.flush()
            session.add_all(LineRow(game=row.id, n=n, text=text) for n, text in enumerate(texts, 1))
            session.flush()
            session.expunge(row)
        return StoredRow(self, row.id, game, lines.chain, len(texts), [])

    def open(self, id_: str) -> StoredRow:
        """A game, rebuilt from its lines."""
        with self._session() as session:
            row = self._row(session, id_)
            texts = session.scalars(select(LineRow.text).where(LineRow.game == id_).order_by(LineRow.n)).all()
            secret = row.secret
        game, chain, pending = rebuild((t.encode() for t in texts), self._find_title, secret, name=id_)
        return StoredRow(self, id_, game, chain, len(texts), pending)

    def text(self, id_: str) -> str:
        """The lines of a game as the text of a record."""
        with self._session() as session:
            self._row(session, id_)
            texts = session.scalars(select(LineRow.text).where(LineRow.game == id_).order_by(LineRow.n)).all()
        return "".join(f"{text}\n" for text in texts)

    def games(self) -> list[dict[str, Any]]:
        """Every game, the one that changed last first."""
        with self._session() as session:
            return [_plain(row) for row in session.scalars(select(GameRow).order_by(GameRow.changed.desc()))]

    def game(self, id_: str) -> dict[str, Any]:
        """What the list shows of a game."""
        with self._session() as session:
            return _plain(self._row(session, id_))

    def change(self, id_: str, *, name: str | None = None, players: dict[str, str] | None = None) -> None:
        """Rename a game, or change who plays."""
        with self._session() as session:
            row = self._row(session, id_)
            row.name = name if name is not None else row.name
            row.players = msgspec.json.encode(players).decode() if players is not None else row.players

    def delete(self, id_: str) -> tuple[dict[str, Any], str, str]:
        """Take a game away; returns what `restore` needs to bring it back."""
        text = self.text(id_)
        with self._session() as session:
            row = self._row(session, id_)
            kept = {column.name: getattr(row, column.name) for column in GameRow.__table__.columns}
            session.execute(delete(GameRow).where(GameRow.id == id_))
        return kept, text, id_

    def restore(self, kept: tuple[dict[str, Any], str, str]) -> None:
        """Bring a deleted game back as it was."""
        columns, text, id_ = kept
        with self._session() as session:
            session.add(GameRow(**columns))
            session.flush()
            session.add_all(LineRow(game=id_, n=n, text=line) for n, line in enumerate(text.splitlines(), 1))

    def done(self, id_: str, key: str) -> int | None:
        """The number of the action that a request led to, if it has been carried out before."""
        with self._session() as session:
            return session.scalar(select(RequestRow.number).where(RequestRow.game == id_, RequestRow.key == key))

    def append(self, id_: str, after: int, text: str, game: Game, key: str) -> None:
        """Store further lines of a game, which had `after` lines so far: all of them or none."""
        try:
            with self._session() as session:
                last = session.scalar(select(func.max(LineRow.n)).where(LineRow.game == id_))
                if last != after:
                    raise NotNowError("stale", n=game.number)
                row = self._row(session, id_)
                session.add_all(LineRow(game=id_, n=n, text=t) for n, t in enumerate(text.splitlines(), after + 1))
                for column, value in _standing(game).items():
                    setattr(row, column, value)
                row.changed = now()
                if key:
                    session.add(RequestRow(game=id_, key=key, number=game.number))
        except IntegrityError:
            raise NotNowError("stale", n=game.number) from None

    def _row(self, session: Session, id_: str) -> GameRow:
        row = session.get(GameRow, id_)
        if row is None:
            raise NoSuchGameError("no_such_game", name=id_)
        return row


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


def _plain(row: GameRow) -> dict[str, Any]:
    """A row without its secret."""
    kept = {column.name: getattr(row, column.name) for column in GameRow.__table__.columns}
    del kept["secret"]
    return {**kept, "players": msgspec.json.decode(row.players)}


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
