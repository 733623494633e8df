"""What every game hands the floor that wargames share: its title, its files, its ruleset."""

import subprocess
import sys
from typing import Any

import pytest

from parallel38.engine.errors import BadInputError
from parallel38.games import NAMES, title


@pytest.fixture(params=NAMES)
def rules(request: pytest.FixtureRequest) -> Any:
    found = title(request.param)
    return found.make(found.setting())


def test_games_with_the_same_setting_share_their_rules(rules: Any):
    found = rules.title
    assert found.make(found.setting()) is rules
    option = found.options[0]
    other = next(value for value in option.values if value != option.default)
    scenario = next(name for name in found.scenario_names if name in (option.scenarios or found.scenario_names))
    plain, chosen = found.setting(scenario=scenario), found.setting(scenario=scenario, options={option.name: other})
    assert found.make(plain) is not found.make(chosen)


@pytest.mark.parametrize("name", NAMES)
def test_a_title_imports_neither_rules_nor_commanders(name: str):
    code = f"import sys; from parallel38.games import title; title({name!r}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert f"parallel38.games.{name}.data" in loaded
    assert not {f"parallel38.games.{name}.{part}" for part in ("ruleset", "players", "rules")} & {*loaded}


def test_tracks_with_names_are_written_by_name_and_read_back(rules: Any):
    """So that files do not depend on the order of towns or kinds of weather."""
    assert rules.bit_tracks
    for track, names in {**rules.bit_tracks, **rules.named_tracks}.items():
        i = rules.track_number[track]
        values = range(len(names)) if track in rules.named_tracks else (0, 1, 5, (1 << len(names)) - 1)
        for value in values:
            text = rules.cell_text("track", i, value)
            assert not text.isdigit()
            assert rules.cell_value("track", i, text) == value
        with pytest.raises(BadInputError) as error:
            rules.cell_value("track", i, "nowhere")
        assert error.value.key == "bad_value"
        assert error.value.arguments["value"] == "nowhere"


def test_a_name_twice_is_the_same_as_once(rules: Any):
    track, names = next(iter(rules.bit_tracks.items()))
    assert rules.cell_value("track", rules.track_number[track], f"{names[0]}+{names[0]}") == 1


def test_parts_belong_to_one_whole(rules: Any):
    for unit, whole in enumerate(rules.part_of):
        assert whole is None or unit in rules.parts[whole]
    parts = [part for units in rules.parts for part in units]
    assert len(parts) == len({*parts}) == sum(whole is not None for whole in rules.part_of)
