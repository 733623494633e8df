"""The database file: whole after any kill, its owner's alone, one sentence for whatever is wrong with it, backed up."""

import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient
from typer.testing import CliRunner

from parallel38 import new_game
from parallel38.cli import app as commands
from parallel38.engine.errors import BadInputError
from parallel38.games import title
from parallel38.service.app import make_app
from parallel38.service.database import StorageError
from parallel38.service.store import VERSION, Store
from tests.service.test_service import begin

BOTH = {"un": "human", "communist": "human"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def opened(file: Path) -> Store:
    return Store(file, title)


def with_a_game(file: Path, name: str = "one") -> str:
    store = opened(file)
    stored = store.create(new_game("yalu", seed=1), name, BOTH)
    for _ in range(3):
        stored.play(stored.game.sample(Random(1)))
    store.close()
    return stored.id


def sentence(error: pytest.ExceptionInfo[BadInputError]) -> str:
    return str(error.value)


# ---------------------------------------------------------------------------------------------------- made and migrated

KILLED = """
import os, signal, sqlite3, sys
from itertools import count
from pathlib import Path
from shutil import copyfile
import alembic.command
from sqlalchemy import event
from sqlalchemy.engine import Engine
from parallel38.games import title
from parallel38.service.store import Store
begun, file = Path(sys.argv[1]), Path(sys.argv[2])
left = 0
def count_down(_):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
for n in count(1):
    for end in ("", "-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    if begun.exists():
        copyfile(begun, file)
    child = os.fork()
    if not child:
        left = n
        event.listen(Engine, "connect", lambda connection, _: connection.set_trace_callback(count_down), insert=True)
        Store(file, title).close()
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        break
    store = Store(file, title)
    print(n, len(store.games()), [store.open(row["id"]).game.hash() for row in store.games()])
    store.close()
"""


def killed_everywhere(begun: Path, file: Path) -> list[str]:
    """Kill the making or migrating of tables at each statement, and start again each time; a line for each kill."""
    done = subprocess.run([sys.executable, "-c", KILLED, begun, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_kill_at_any_statement_of_making_the_tables_leaves_a_folder_that_starts(tmp_path: Path, file: Path):
    told = killed_everywhere(tmp_path / "nothing", file)
    assert len(told) > 10
    assert all(line.endswith(" 0 []") for line in told)


@pytest.mark.parametrize("version", ["0001", "0002"])
def test_a_kill_at_any_statement_of_migrating_loses_no_game(tmp_path: Path, file: Path, version: str):
    id_ = with_a_game(file)
    store = opened(file)
    expected = store.open(id_).game.hash()
    store.close()
    made_older(file, version)
    begun = file.rename(tmp_path / "begun.sqlite")
    told = killed_everywhere(begun, file)
    assert len(told) > 10
    assert {line.split(" ", 1)[1] for line in told} == {f"1 ['{expected}']"}


def made_older(file: Path, version: str) -> None:
    """Take away what later versions added, as if an earlier one had made the file."""
    with closing(file) as old:
        without_settings(old)
        older_requests(old)
        old.execute("ALTER TABLE game DROP COLUMN people")
        old.execute("ALTER TABLE game DROP COLUMN paused")
        old.execute("ALTER TABLE game DROP COLUMN pace")
        if version < "0002":
            old.execute("DROP TABLE thought")
        old.execute("UPDATE alembic_version SET version_num = ?", [version])


def without_settings(connection: sqlite3.Connection) -> None:
    """Take away what a player has chosen and marked, which browsers kept before."""
    connection.execute("DROP TABLE setting")
    connection.execute("ALTER TABLE game DROP COLUMN bookmarks")


def older_requests(connection: sqlite3.Connection) -> None:
    """Take away what is kept of requests besides the number of their last entry."""
    for column in ("first", "lines"):
        connection.execute(f"ALTER TABLE request DROP COLUMN {column}")


def test_requests_of_an_earlier_version_are_answered_with_their_last_entry(file: Path):
    id_ = with_a_game(file)
    with closing(file) as old:
        number = old.execute("SELECT number FROM game").fetchone()[0]
        old.execute("INSERT INTO request (game, key, number) VALUES (?, 'stands', ?)", [id_, number])
        old.execute("INSERT INTO request (game, key, number) VALUES (?, 'taken back', ?)", [id_, number + 2])
        without_settings(old)
        older_requests(old)
        old.execute("UPDATE alembic_version SET version_num = '0004'")
    store = opened(file)
    done = store.done(id_, "stands")
    assert done is not None
    assert (done.first, done.number) == (number, number)
    assert store.open(id_, done.lines).game.number == number
    assert store.done(id_, "taken back") is None
    store.close()


@contextmanager
def closing(file: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(file)
    with connection:
        yield connection
    connection.close()


@pytest.mark.parametrize(
    "left",
    [
        ["CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"],
        ["CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)", "CREATE TABLE game (id VARCHAR)"],
        ["CREATE TABLE game (id VARCHAR)", "CREATE TABLE line (game VARCHAR, n INTEGER, text TEXT)"],
    ],
)
def test_tables_half_made_by_an_earlier_version_are_made_anew(file: Path, left: list[str]):
    with closing(file) as broken:
        for statement in left:
            broken.execute(statement)
    assert opened(file).open(with_a_game(file)).game.number > 0


def test_a_migration_half_done_by_an_earlier_version_goes_on(file: Path):
    id_ = with_a_game(file)
    with closing(file) as broken:
        without_settings(broken)
        older_requests(broken)
        broken.execute("ALTER TABLE game DROP COLUMN people")
        broken.execute("ALTER TABLE game DROP COLUMN pace")
        broken.execute("UPDATE alembic_version SET version_num = '0001'")  # `thought` and `paused` are there already
    assert opened(file).open(id_).game.number > 0


def test_games_without_a_version_are_not_thrown_away(file: Path):
    with_a_game(file)
    with closing(file) as broken:
        broken.execute("DELETE FROM alembic_version")
    with pytest.raises(StorageError, match="damaged"):
        opened(file)
    with closing(file) as kept:
        assert kept.execute("SELECT count(*) FROM game").fetchone() == (1,)


# ------------------------------------------------------------------------------------------------------ who may read it


def test_the_files_are_their_owners_alone(file: Path):
    file.touch(0o644)
    store = opened(file)
    store.create(new_game("yalu", seed=1), "", BOTH)
    for found in (file, Path(f"{file}-wal")):
        assert stat.S_IMODE(found.stat().st_mode) == 0o600
    store.close()
    folder = file.parent / "new" / "folder"
    opened(folder / "games.sqlite").close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


# ------------------------------------------------------------------------------------------------------ what goes wrong


@contextmanager
def powerless() -> Iterator[None]:
    """As somebody for whom permissions count, who is not root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def read_only(file: Path) -> Iterator[str]:
    """A folder that cannot be written, with a game in it."""
    id_ = with_a_game(file)
    for path, mode in ((file, 0o444), (file.parent, 0o555)):
        path.chmod(mode)
    reached = [
        folder for folder in file.parents if folder.stat().st_uid == os.getuid() and not folder.stat().st_mode & 1
    ]
    for folder in reached:  # pytest's own folders are closed to others
        folder.chmod(folder.stat().st_mode | 0o011)
    yield id_
    for folder in reached:
        folder.chmod(folder.stat().st_mode & ~0o011)
    file.parent.chmod(0o755)


def test_games_in_a_folder_that_cannot_be_written_are_looked_at(file: Path, read_only: str):
    with powerless():
        store = opened(file)
        assert store.database.barred
        assert store.open(read_only).game.number > 0
        with pytest.raises(StorageError) as refused:
            store.change(read_only, name="two")
        assert str(file) in sentence(refused)
        store.close()
    assert [found.name for found in file.parent.iterdir()] == [file.name]


def test_a_service_on_a_folder_that_cannot_be_written_shows_its_games(file: Path, read_only: str):
    with powerless(), TestClient(make_app(file), raise_server_exceptions=False) as client:
        seen = client.get(f"/api/games/{read_only}").json()
        answer = client.post(f"/api/games/{read_only}/resign", json={"after": seen["number"], "side": "un"})
        assert (answer.status_code, answer.json()["key"]) == (503, "cannot_write")


@contextmanager
def full_disk(free: int) -> Iterator[None]:
    """No file may grow beyond so many bytes, as on a disk that is full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    told = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (free, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, told)


def test_a_full_disk_is_one_sentence_and_nothing_is_half_stored(file: Path):
    id_ = with_a_game(file)
    store = opened(file)
    stored = store.open(id_)
    before = stored.game.hash()
    with full_disk(10), pytest.raises(StorageError, match="cannot be written"):
        stored.play(stored.game.sample(Random(1)))
    assert stored.game.hash() == store.open(id_).game.hash() == before
    stored.play(stored.game.sample(Random(1)))
    assert store.open(id_).game.hash() == stored.game.hash() != before
    store.close()


@pytest.mark.parametrize("free", [0, 5_000, 20_000])
def test_tables_that_do_not_fit_on_the_disk_are_made_later(file: Path, free: int):
    with full_disk(free), pytest.raises(BadInputError, match="cannot be written"):
        opened(file)
    assert opened(file).games() == []


def damaged_middle(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.seek(4096)
        stream.write(b"\xff" * (file.stat().st_size - 4096))


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda file: file.write_bytes(b"this is no database, but a text that is long enough " * 99), "is damaged"),
        (damaged_middle, "is damaged"),
        (lambda file: os.truncate(file, 6000), "is damaged"),
    ],
)
def test_a_damaged_database_is_one_sentence(file: Path, harm: Any, said: str):
    with_a_game(file)
    harm(file)
    ran = CliRunner().invoke(commands, ["serve", "--port", "0", "--data", str(file.parent)])
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    assert said in ran.stderr


def test_a_newer_database_is_one_sentence(file: Path):
    with_a_game(file)
    with closing(file) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    ran = CliRunner().invoke(commands, ["serve", "--port", "0", "--data", str(file.parent)])
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    assert "newer version" in ran.stderr
    assert VERSION < "9999"


def test_while_another_program_writes_games_can_be_read_and_what_is_played_is_refused(file: Path):
    id_ = with_a_game(file)
    store = opened(file)
    stored = store.open(id_)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="another program"):
        stored.play(stored.game.sample(Random(1)))
    assert store.open(id_).game.hash() == stored.game.hash()
    other.execute("ROLLBACK")
    other.close()
    stored.play(stored.game.sample(Random(1)))
    store.close()


@pytest.mark.parametrize(("column", "value"), [("title", "go"), ("players", "{"), ("players", '{"un": 3}')])
def test_a_damaged_entry_is_named_and_the_others_are_listed(
    client: TestClient[Any], tmp_path: Path, column: str, value: str
):
    good, bad = begin(client, name="good"), begin(client, name="bad")
    with closing(tmp_path / "games.sqlite") as harm:
        harm.execute(f"UPDATE game SET {column} = ? WHERE id = ?", [value, bad])
    listed = {game["id"]: game for game in client.get("/api/games").json()}
    assert (listed[good]["damaged"], listed[bad]["damaged"], listed[bad]["name"]) == (False, True, "bad")
    assert "damaged" in listed[bad]["text"]
    assert client.get(f"/api/games/{bad}/record").status_code == 200
    assert client.delete(f"/api/games/{bad}").status_code == 200
    assert [game["id"] for game in client.get("/api/games").json()] == [good]


# --------------------------------------------------------------------------------------------------------------- backup


def backed_up(*words: str) -> Any:
    return CliRunner().invoke(commands, ["backup", *words])


def test_a_backup_has_everything_while_games_are_played(file: Path, tmp_path: Path):
    id_ = with_a_game(file)
    store = opened(file)
    stored = store.open(id_)
    stored.play(stored.game.sample(Random(1)))  # in the log beside the file, not yet in it
    copy = tmp_path / "copy" / "games.sqlite"
    copy.parent.mkdir()
    ran = backed_up(str(copy), "--data", str(tmp_path))
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert "1 game is in" in ran.stdout
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [found.name for found in copy.parent.iterdir()] == [copy.name]
    assert opened(copy).open(id_).game.hash() == stored.game.hash()
    store.close()


def test_packing_gives_back_what_deleted_games_took(file: Path, tmp_path: Path):
    for n in range(5):
        with_a_game(file, str(n))
    store = opened(file)
    for row in store.games()[1:]:
        store.delete(row["id"])
    store.close()
    before = file.stat().st_size
    assert backed_up(str(tmp_path / "copy.sqlite"), "--pack", "--data", str(tmp_path)).exit_code == 0
    assert file.stat().st_size < before
    assert (tmp_path / "copy.sqlite").stat().st_size < before
    assert len(opened(file).games()) == 1


def test_a_backup_never_replaces_a_file_and_leaves_no_piece(file: Path, tmp_path: Path):
    with_a_game(file)
    there = tmp_path / "copy.sqlite"
    there.write_text("mine")
    assert "exists" in backed_up(str(there), "--data", str(tmp_path)).stderr
    assert there.read_text() == "mine"
    other = tmp_path / "other.sqlite"
    with full_disk(5000):
        ran = backed_up(str(other), "--data", str(tmp_path))
    assert (ran.exit_code, "cannot be written" in ran.stderr) == (2, True)
    assert not list(tmp_path.glob("other*"))
    ran = backed_up(str(tmp_path / "no" / "folder.sqlite"), "--data", str(tmp_path))
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    ran = backed_up(str(tmp_path / "x.sqlite"), "--data", str(tmp_path / "nowhere"))
    assert (ran.exit_code, "no games" in ran.stderr) == (2, True)
