"""The report: a page that parses and needs nothing else, and pictures with something on them."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from parallel38.engine.errors import BadInputError
from parallel38.games import title
from parallel38.lab.page import write_report
from parallel38.lab.plots import PLOTS
from parallel38.lab.results import Heading
from parallel38.lab.runner import run
from parallel38.lab.study import Study

SIDES = ("un", "communist")
VOID = {"meta", "link", "img", "br"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder, setting = tmp_path_factory.mktemp("lab"), title("yalu").setting()
    games = Heading(
        kind="run", setting=setting, players={"un": "random", "communist": "nearest"}, seed=1, games=2, turns=2
    )
    match = Heading(kind="match", setting=setting, players={"A": "nearest", "B": "random"}, seed=1, games=1, turns=1)
    for name, heading in (("run", games), ("match", match)):
        run(heading, SIDES, folder / name, 1)
    return [folder / "run", folder / "match"]


class Balanced(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag == "img":
            assert dict(attrs)["alt"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self.open.pop() == tag


def test_the_page_parses_and_its_pictures_show_something(files: list[Path], tmp_path: Path):
    page = write_report(files, tmp_path / "report", "es")
    text = page.read_text(encoding="utf-8")
    parser = Balanced()
    parser.feed(text)
    assert parser.open == []
    assert all(source.startswith("data:") for source in parser.sources)
    assert len(parser.sources) == 1 + 2 * len(PLOTS)
    assert '<html lang="es">' in text
    assert "Bajas por turno" in text
    assert "Seúl" in text
    assert ">lab." not in text
    pictures = sorted((tmp_path / "report").glob("*.png"))
    assert len(pictures) == 2 * len(PLOTS)
    for picture in pictures:
        with Image.open(picture) as image:
            assert min(image.size) > 100
            colours = image.convert("RGB").getcolors(1 << 24)
            assert colours is not None
            assert len(colours) > 20, picture.name


def test_what_changed_hands_is_counted(files: list[Path]):
    study = Study(files[0], "en")
    seoul = study.rules.board.cities["Seoul"]
    label = study.rules.names.grid.label(seoul)
    study.ended[0].taken = [("Nov IV", label, "communist"), ("Dec I", label, "un")]
    study.ended[1].taken = [("Dec I", label, "communist")]
    assert study.held("communist")[seoul] == [0.5, 0.5]
    assert next(row for row in study.falls() if row[0] == seoul) == (seoul, 1.0, "Nov IV", 0.5)


def test_a_file_without_a_finished_game_is_refused(files: list[Path], tmp_path: Path):
    empty = tmp_path / "empty"
    empty.write_bytes(files[0].read_bytes().split(b"\n")[0] + b"\n")
    with pytest.raises(BadInputError, match="no finished game"):
        write_report([empty], tmp_path / "report", "en")
