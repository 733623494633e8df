"""What can be chosen before play: scenarios belong to editions and have their boards, and so do options and rulings."""

import pytest

from parallel38 import from_position, new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.titles import Title


def test_what_is_not_chosen_follows_from_what_is(small: Title):
    def chosen(edition: str | None = None, scenario: str | None = None) -> tuple[str, str]:
        setting = small.setting(edition, scenario)
        return setting.edition, setting.scenario

    assert chosen() == ("first", "ford")
    assert chosen(scenario="ridge") == ("second", "ridge"), "the first edition does not have it"
    assert chosen("second") == ("second", "ford")
    assert chosen("second", "ridge") == ("second", "ridge")


@pytest.mark.parametrize(
    ("chosen", "key", "names"),
    [
        ({"edition": "first", "scenario": "ridge"}, "scenario_misfit", ("ford",)),
        ({"edition": "third"}, "unknown_edition", ("first", "second")),
        ({"edition": "", "scenario": "ridge"}, "unknown_edition", ("second",)),
        ({"scenario": "sea"}, "unknown_scenario", ("ford", "ridge")),
        ({"scenario": ["ford"]}, "unknown_scenario", ("ford", "ridge")),
        ({"edition": "first", "options": {"fog": "on"}}, "option_edition", ("second",)),
        ({"edition": "second", "rulings": {"tie": "red"}}, "ruling_edition", ("first",)),
    ],
)
def test_what_does_not_fit_the_edition_is_refused(small: Title, chosen: dict[str, str], key: str, names: tuple[str]):
    with pytest.raises(BadInputError) as error:
        small.setting(**chosen)  # type: ignore[arg-type]
    assert (error.value.key, error.value.arguments["names"]) == (key, names)


def test_a_choice_of_another_edition_keeps_its_default(small: Title):
    assert small.setting("first").options == {"night": "off", "fog": "off"}
    assert small.setting("second", options={"fog": "on"}).options == {"night": "off", "fog": "on"}
    assert small.setting("second").rulings == {"tie": "draw"}


def test_boards_have_their_files(small: Title):
    assert small.boards == ("ford", "ridge")
    assert small.played_on("ridge").name == "ridge"
    assert small.board_of("ford") == "ford"
    assert (small.board_file("ford", "map.txt") or b"").startswith(b"# The ford")
    assert small.board_file("ford", "relief.jpg") is None
    for name in ("sea", "../boards/ford", ""):
        with pytest.raises(BadInputError) as error:
            small.board_file(name, "map.txt")
        assert error.value.key == "unknown_board"


def test_a_game_is_played_on_the_board_of_its_scenario(small: Title):
    ford, ridge = new_game("small", seed=1), new_game("small", scenario="ridge", seed=1)
    assert (ford.rules.board_id, ridge.rules.board_id) == ("ford", "ridge")
    assert (ford.rules.board.grid.columns, ridge.rules.board.grid.columns) == (6, 7)
    assert ford.rules.names.units != ridge.rules.names.units
    again = from_position(ridge.to_position())
    assert (again.rules.board_id, again.hash()) == ("ridge", ridge.hash())
    assert "2" not in {name.rpartition("-")[2] for name in ford.rules.names.units if name.startswith("R")}
    assert "R-2" in new_game("small", edition="second", seed=1).rules.names.units


def test_rules_belong_to_an_edition(small: Title):
    assert [rule["id"] for rule in small.rules_of("second")] == [
        f"B-{n}" for n in ("1.1", "1.2", "5.1", "5.2", "5.3", "9.1", "9.2")
    ]
