"""Games in the database: the same lines as a record, nothing lost by a kill, nothing stored twice."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from parallel38 import new_game
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.records import Record
from parallel38.games import title
from parallel38.service.store import TABLES, VERSION, NoSuchGameError, Store

BOTH = {"un": "human", "communist": "human"}


@pytest.fixture
def store(tmp_path: Path):
    found = Store(tmp_path / "deep" / "games.sqlite", title)
    yield found
    found.close()


def played(store: Store, actions: int, seed: int = 1):
    stored = store.create(new_game("yalu", seed=seed), "first", BOTH)
    rng = Random(seed)
    for _ in range(actions):
        stored.play(stored.game.sample(rng))
    return stored


def test_a_game_comes_back_as_it_was(store: Store):
    stored = played(store, 40)
    stored.undo() if stored.game.last.by != "chance" else None
    again = store.open(stored.id)
    assert again.game.hash() == stored.game.hash()
    assert [e.by for e in again.game.entries()] == [e.by for e in stored.game.entries()]
    row = store.game(stored.id)
    assert (row["number"], row["turn"], row["decider"]) == (stored.game.number, stored.game.turn, stored.game.decider)
    assert "secret" not in row


def test_the_rows_are_the_lines_of_a_record(store: Store, tmp_path: Path):
    stored = played(store, 25)
    file = tmp_path / "game.record"
    file.write_text(store.text(stored.id))
    assert Record.open(file, title, check_dice=True).game.hash() == stored.game.hash()


def test_sealed_dice_go_on_after_a_restart(store: Store):
    stored = store.create(new_game("yalu"), "", BOTH)
    again = store.open(stored.id)
    assert again.game.dice.secret == stored.game.dice.secret != ""
    assert again.game.dice.secret not in store.text(stored.id)


def test_who_plays_on_an_old_situation_is_refused_and_nothing_changes(store: Store):
    one = played(store, 3)
    two = store.open(one.id)
    one.play(one.game.sample(Random(5)))
    before, lines = two.game.hash(), store.text(one.id)
    with pytest.raises(NotNowError, match="moved on"):
        two.play(two.game.sample(Random(6)))
    assert two.game.hash() == before
    assert store.text(one.id) == lines


def test_requests_are_remembered(store: Store):
    stored = played(store, 2)
    stored.key = "abc"
    first = stored.play(stored.game.sample(Random(1)))[0].number
    lines = stored.lines
    assert store.done(stored.id, "abc") == (first, stored.game.number, lines)
    stored.key = ""
    stored.play(stored.game.sample(Random(2)))
    assert store.open(stored.id, lines).game.last.number == lines - 2 < stored.game.number
    assert store.done(stored.id, "abd") is None


def test_delete_and_restore(store: Store):
    stored = played(store, 5)
    kept = store.delete(stored.id)
    assert store.games() == []
    with pytest.raises(NoSuchGameError):
        store.open(stored.id)
    store.restore(kept)
    assert store.open(stored.id).game.hash() == stored.game.hash()


def test_the_last_played_is_first(store: Store):
    one, two = played(store, 1, 1), played(store, 1, 2)
    time.sleep(0.01)
    one.play(one.game.sample(Random(1)))
    assert [row["id"] for row in store.games()] == [one.id, two.id]


def test_the_migrations_make_the_tables_of_today(store: Store):
    with create_engine(f"sqlite:///{store.database.path}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), TABLES) == []


def test_games_of_an_older_version_go_on(store: Store):
    made = played(store, 3)
    engine = create_engine(f"sqlite:///{store.database.path}")
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE setting"))
        connection.execute(text("DROP TABLE thought"))
        connection.execute(text("ALTER TABLE game DROP COLUMN bookmarks"))
        connection.execute(text("ALTER TABLE game DROP COLUMN paused"))
        connection.execute(text("ALTER TABLE game DROP COLUMN pace"))
        connection.execute(text("ALTER TABLE game DROP COLUMN people"))
        connection.execute(text("ALTER TABLE request DROP COLUMN first"))
        connection.execute(text("ALTER TABLE request DROP COLUMN lines"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()
    again = Store(store.database.path, title)
    assert again.open(made.id).game.hash() == made.game.hash()
    assert again.thoughts(made.id) == []
    assert (again.game(made.id)["paused"], again.game(made.id)["pace"]) == (False, 0)
    assert (again.game(made.id)["bookmarks"], again.settings()) == ([], {})
    again.close()


def test_only_old_tables_are_migrated(store: Store, monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    monkeypatch.setattr("parallel38.service.database._migrate", lambda *_: asked.append("asked"))
    Store(store.database.path, title).close()
    assert asked == []
    engine = create_engine(f"sqlite:///{store.database.path}")
    with engine.begin() as connection:
        assert MigrationContext.configure(connection).get_current_revision() == VERSION
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    engine.dispose()
    Store(store.database.path, title).close()
    assert len(asked) == 1


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInputError, match="file"):
        Store(tmp_path / "file" / "games.sqlite", title)


KILLED = """
import os, sys
from pathlib import Path
from random import Random
from parallel38 import new_game
from parallel38.games import title
from parallel38.service.store import Store
stored = Store(Path(sys.argv[1]), title).create(new_game("yalu", seed=4), "", {"un": "human", "communist": "human"})
rng = Random(4)
while True:
    stored.play(stored.game.sample(rng))
    print(stored.id, stored.game.number, stored.game.hash(), flush=True)
"""


def test_a_kill_loses_nothing_that_was_answered(tmp_path: Path):
    file = tmp_path / "games.sqlite"
    with subprocess.Popen([sys.executable, "-c", KILLED, str(file)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(60)]
        child.kill()
        told += child.stdout.readlines()
    id_, number, _ = next(line for line in reversed(told) if line.endswith("\n")).split()
    again = Store(file, title).open(id_)
    assert again.game.number >= int(number)
    hashes = {int(n): h for _, n, h in (line.split() for line in told if line.endswith("\n"))}
    while again.game.number > int(number):
        again.game.progress.back()
    assert again.game.hash() == hashes[int(number)]
