"""The endurance run: it plays, and it knows what is wrong."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from soak import SPARE, verdict

TOOL = Path(__file__).parents[2] / "tools" / "soak.py"


@pytest.mark.long
def test_it_plays_for_a_moment():
    told = subprocess.run([sys.executable, TOOL, "--minutes", "0.05"], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "faults 0" in told.stdout


@pytest.mark.parametrize("name", SPARE)
def test_what_grows_is_told(name: str):
    steady: list[Any] = [dict.fromkeys(SPARE, 100.0)] * 8
    assert verdict(steady, []) == []
    assert verdict([*steady, *[{**steady[0], name: 201.0 + SPARE[name]}] * 4], []) != []
    assert verdict(steady, ["console: oh", "console: oh"]) == ["console: oh"]
