"""The command show: words, drawings, and mistakes as one sentence."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.commands import Result, ok, run


def show(*args: str, cwd: Path, lang: str = "en") -> Result:
    result = run("show", *args, cwd=cwd, env_lang=lang)
    assert "Traceback" not in result.stderr, result.stderr
    return result


@pytest.fixture
def record(tmp_path: Path) -> Path:
    ok("new", "yalu", "--seed", "1", "-o", "a.record", cwd=tmp_path)
    return tmp_path


def test_a_record_in_words(record: Path):
    told = show("a.record", cwd=record).stdout
    assert "Nov IV 1950" in told
    assert "0812 Huichon" in told
    assert "PVA-40-118 5-6" in told


def test_a_record_a_position_and_a_game_are_drawn(record: Path):
    assert show("a.record", "-o", "a.svg", cwd=record).returncode == 0
    ok("position", "a.record", "-o", "here.toml", cwd=record)
    assert show("here.toml", "-o", "b.svg", cwd=record).returncode == 0
    assert show("yalu", "-o", "c.svg", cwd=record).returncode == 0
    one, two, three = ((record / name).read_text(encoding="utf-8") for name in ("a.svg", "b.svg", "c.svg"))
    assert one == two == three
    ET.fromstring(one)


def test_options_reach_the_drawing(record: Path):
    args = ("--plain", "--no-counters", "--paper", "a3", "--around", "0812", "--radius", "4")
    done = show("yalu", "-o", "a.svg", *args, cwd=record, lang="es")
    assert done.stdout.strip() == "Dibujado: a.svg"
    root = ET.parse(record / "a.svg").getroot()
    assert root.get("lang") == "es"
    assert str(root.get("width")).endswith("mm")
    assert not [e for e in root.iter() if e.get("data-unit")]
    again = show("yalu", "-o", "a.svg", "--counters", cwd=record)
    assert again.returncode == 0, "an older drawing is replaced"
    assert [e for e in ET.parse(record / "a.svg").iter() if e.get("data-unit") == "G-12"]


def test_a_side_can_be_named(record: Path):
    assert "US-2 10-4" in show("a.record", "--side", "un", cwd=record).stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("yalu", "-o", "a.png"), ".svg"),
        (("yalu", "-o", "nowhere/a.svg"), "nowhere"),
        (("yalu", "-o", "folder.svg"), "cannot be written"),
        (("none.record", "-o", "a.svg"), "none.record"),
        (("text.record", "-o", "a.svg"), "not a record"),
        (("bad.toml", "-o", "a.svg"), "bad.toml"),
        (("yalu", "--plain"), "--plain"),
        (("yalu", "-o", "a.svg", "--paper", "b9"), "b9"),
        (("yalu", "-o", "a.svg", "--side", "swiss"), "swiss"),
        (("yalu", "-o", "a.svg", "--hexes", "0610"), "0610-1216"),
        (("yalu", "-o", "a.svg", "--hexes", "0610-9999"), "9999"),
        (("yalu", "-o", "a.svg", "--hexes", "0610-0612", "--around", "0812"), "--around"),
    ],
)
def test_mistakes_are_one_sentence(args: tuple[str, ...], said: str, tmp_path: Path):
    (tmp_path / "text.record").write_text("hello\n")
    (tmp_path / "bad.toml").write_text("= nothing\n")
    (tmp_path / "folder.svg").mkdir()
    result = show(*args, cwd=tmp_path)
    assert result.returncode == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "a.svg").exists()
