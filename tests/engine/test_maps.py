"""Map files: sections with a meaning of their own, and sections that only have a kind and a name."""

import pytest

from parallel38.engine.maps import KINDS, Board
from parallel38.engine.titles import Title
from parallel38.games import NAMES, title

BARE = "[grid]\ncolumns = 3\nrows = 3\n[terrain]\n01 ccc\n02 ccc\n03 ccc\n"


@pytest.fixture
def ridge(small: Title) -> Board:
    return Board((small.board_file("ridge", "map.txt") or b"").decode())


def test_sections_are_read_by_their_kind(ridge: Board):
    grid = ridge.grid
    assert grid.labels(ridge.regions["hilltop"]) == ["0302", "0303", "0402", "0403", "0503"]
    pairs = {tuple(sorted(grid.label(h) for h in pair)) for pair in ridge.sides["cliff"].pairs()}
    assert pairs == {("0201", "0302"), ("0202", "0302"), ("0503", "0602")}
    assert ridge.links["trail"].has(grid.hex("0305"), grid.hex("0304"))
    assert not ridge.links["trail"].has(grid.hex("0106"), grid.hex("0105"))
    assert {name: grid.label(h) for name, h in ridge.points["dump"].items()} == {"Blue dump": "0106", "0701": "0701"}
    assert [grid.label(h) for h in ridge.courses["ice"]["Frozen brook"]] == ["0605", "0505", "0504", "0604"]


def test_the_hexes_of_a_section_are_known_whatever_its_kind(ridge: Board):
    label = ridge.grid.labels
    assert [ridge.kind_of(name) for name in ("hilltop", "cliff", "trail", "dump", "ice")] == list(KINDS)
    assert label(ridge.hexes_of("hilltop")) == ["0302", "0303", "0402", "0403", "0503"]
    assert label(ridge.hexes_of("cliff")) == ["0201", "0202", "0302", "0503", "0602"]
    assert label(ridge.hexes_of("trail")) == ["0106", "0205", "0304", "0305", "0403"]
    assert label(ridge.hexes_of("dump")) == ["0106", "0701"]
    assert label(ridge.hexes_of("ice")) == ["0504", "0505", "0604", "0605"]
    assert ridge.kind_of("nothing") == ""
    with pytest.raises(KeyError):
        ridge.hexes_of("nothing")


@pytest.mark.parametrize("name", NAMES)
def test_sections_with_a_meaning_of_their_own_are_found_by_kind_too(name: str):
    board = title(name).make(title(name).setting()).board
    assert board.regions is board.areas
    assert board.sides["estuaries"] is board.estuaries
    assert (board.links["roads"], board.links["rails"]) == (board.roads, board.rails)
    assert board.points["cities"] is board.cities
    assert board.courses["streams"] is board.streams
    assert board.hexes_of("roads") == board.roads.hexes() > 0


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("[swamp]\n0101\n", "no section [swamp]"),
        ("[region]\n0101\n", "no section [region]"),
        ("[areas]\nswamp: 0101\n[region swamp]\n0102\n", "two sections or areas swamp"),
        ("[links roads]\n0101-0102\n", "two sections or areas roads"),
    ],
)
def test_a_heading_that_cannot_be_is_told(more: str, words: str):
    with pytest.raises(ValueError, match=words.replace("[", r"\[").replace("]", r"\]")):
        Board(BARE + more)
