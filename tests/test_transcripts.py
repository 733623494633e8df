"""Whole games that were played once, for each scenario, option and ruling: today's rules play them the same way."""

import json
from itertools import zip_longest
from pathlib import Path

import pytest

import transcripts
from parallel38.games import NAMES

FILES = sorted(transcripts.FOLDER.glob("*.transcript"), key=lambda file: file.stem)
FEW = {case for name in NAMES for case in transcripts.few(name)}
"""Those that have every scenario and every choice in them."""


def test_there_is_one_for_every_choice():
    assert [file.stem for file in FILES] == sorted(case for name in NAMES for case in transcripts.cases(name))
    for file in FILES:
        head = json.loads(file.read_text(encoding="utf-8").split("\n")[0])
        assert transcripts.cases(head["game"])[file.stem] == transcripts.chosen_in(head)


@pytest.mark.parametrize(
    "file", [pytest.param(file, marks=[] if file.stem in FEW else pytest.mark.long, id=file.stem) for file in FILES]
)
def test_a_game_goes_as_it_went(file: Path):
    """Every action is legal, each turn begins with the same fingerprint, and the log reads the same."""
    text = file.read_text(encoding="utf-8")
    (head, *then), (new_head, *now) = text.splitlines(), transcripts.replayed(text).splitlines()
    assert next((pair for pair in zip_longest(then, now) if pair[0] != pair[1]), None) is None
    assert new_head == head, "the log reads otherwise, or the winner is another"
