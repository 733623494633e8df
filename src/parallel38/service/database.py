"""The database file: private, made and migrated in one transaction, looked at where it cannot be written, backed up."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import MetaData, create_engine, event, func, select, text
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from parallel38.engine.errors import BadInputError

PATIENCE = 250
"""Milliseconds to wait for another program that writes: the service answers no request meanwhile."""
FILES = ("", "-wal")
"""What a database consists of beside its name: the file itself, and what was stored last and is not in it yet."""


class StorageError(BadInputError):
    """Games cannot be stored or read: the fault is the disk's or the file's, not that of what was asked."""


class Database:
    """A SQLite file whose tables have the version `version`, made or migrated if need be.

    `barred` is None, or why nothing can be written: then a copy of the file is open, which can be looked at.
    """

    def __init__(self, path: Path, tables: MetaData, version: str) -> None:
        self.path, self._tables, self._version = path, tables, version
        self.barred: str | None = None
        self._copy: TemporaryDirectory[str] | None = None
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_private(path)
            self._engine = self._open(path)
        except (OSError, StorageError) as error:
            if isinstance(error, StorageError) and error.key != "cannot_write":
                raise
            self.barred = _reason(error)
            self._engine = self._look_only(error)

    def _open(self, path: Path) -> Engine:
        """The file at a path with the tables of this version."""
        engine = create_engine(f"sqlite:///{path}")
        event.listen(engine, "connect", _careful)
        event.listen(engine, "begin", _begin)
        try:
            with self._sentences(), engine.begin() as connection:
                found = _version(connection)
            if found is not None and found > self._version:
                raise StorageError("newer_database", file=str(self.path))
            if found != self._version:  # Alembic takes longer to import than all else at the start
                with self._sentences(), engine.execution_options(write=True).begin() as connection:
                    _migrate(connection, self._tables, str(self.path))
        except BaseException:
            engine.dispose()
            raise
        return engine

    def _look_only(self, error: Exception) -> Engine:
        """A copy of a file that cannot be written; the error again, if there is nothing in it to look at."""
        try:
            if not self.path.stat().st_size:
                raise OSError
            self._copy = TemporaryDirectory(prefix="parallel38-")
            copied = Path(self._copy.name) / self.path.name
            for end in FILES:
                with suppress(FileNotFoundError):
                    shutil.copyfile(f"{self.path}{end}", f"{copied}{end}")
            return self._open(copied)
        except (OSError, StorageError):
            self.close()
            if isinstance(error, StorageError):
                raise error from None
            raise StorageError("cannot_write", file=str(self.path), reason=_reason(error)) from None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self._sentences(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that writes: all of it is on the disk afterwards, or nothing."""
        if self.barred is not None:
            raise StorageError("cannot_write", file=str(self.path), reason=self.barred)
        with self._sentences(), self._engine.execution_options(write=True).begin() as connection:
            yield connection

    def backup(self, target: Path) -> None:
        """Write all that is stored into a new file: packed, whole, and private."""
        part = target.with_name(target.name + ".part")
        try:
            if target.exists():
                raise BadInputError("file_exists", file=str(target))
            part.unlink(missing_ok=True)  # of a backup that was killed
            _make_private(part)
            self._alone("VACUUM INTO ?", str(part))
            part.rename(target)
        except OSError as error:
            raise BadInputError("cannot_write", file=str(target), reason=_reason(error)) from None
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def pack(self) -> None:
        """Give the disk back what deleted games took."""
        if self.barred is not None:
            raise StorageError("cannot_write", file=str(self.path), reason=self.barred)
        self._alone("VACUUM")
        self._alone("PRAGMA wal_checkpoint(TRUNCATE)")

    def _alone(self, statement: str, *values: str) -> None:
        """Carry out what SQLite does in no transaction."""
        with self._sentences(), self._engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            try:
                driver.execute(statement, values).fetchall()
            except sqlite3.Error as error:
                raise DBAPIError(statement, None, error) from None

    def close(self) -> None:
        """Let go of the file."""
        if hasattr(self, "_engine"):
            self._engine.dispose()
        if self._copy is not None:
            self._copy.cleanup()

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Say in one sentence what the database cannot do."""
        try:
            yield
        except DBAPIError as error:
            if getattr(error.orig, "sqlite_errorname", "").startswith("SQLITE_CONSTRAINT"):
                raise
            raise StorageError(_key(error), file=str(self.path), reason=str(error.orig)) from None


def _make_private(path: Path) -> None:
    """See that a file is there and its owner's alone, because it holds the secrets of the dice."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with suppress(PermissionError):  # a file of another owner that we may write
        path.chmod(0o600)


def _reason(error: Exception) -> str:
    if isinstance(error, BadInputError):
        return str(error.arguments["reason"])
    return getattr(error, "strerror", "") or str(error)


def _key(error: DBAPIError) -> str:
    """The text for what a database says."""
    name = getattr(error.orig, "sqlite_errorname", "").removeprefix("SQLITE_")
    if name.startswith(("BUSY", "LOCKED")):
        return "database_busy"
    if name.startswith(("CORRUPT", "NOTADB")):
        return "database_damaged"
    return "cannot_write"


def _careful(connection: Any, _: Any) -> None:
    """Set a connection up: safe against kills at any moment, with checked references and explicit transactions."""
    connection.isolation_level = None
    for pragma in (f"busy_timeout={PATIENCE}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Begin a transaction. One that will write takes its turn at once, or it might have to give up in the middle."""
    write = connection.get_execution_options().get("write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _version(connection: Connection) -> str | None:
    """The version of the tables in the file; None if they were never made to the end."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.scalar(text("SELECT version_num FROM alembic_version"))


def _migrate(connection: Connection, tables: MetaData, file: str) -> None:
    """Bring the tables of a database to this version, from nothing if need be, inside one transaction."""
    from alembic import command
    from alembic.config import Config

    if _version(connection) is None:  # 0.9.0, killed when it made the tables, left some of them behind, all empty
        for table in reversed(tables.sorted_tables):
            if connection.dialect.has_table(connection, table.name):
                if connection.scalar(select(func.count()).select_from(table)):
                    raise StorageError("database_damaged", file=file, reason=f"{table.name}: no version")
                table.drop(connection)
    config = Config()
    config.set_main_option("script_location", "parallel38.service:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
