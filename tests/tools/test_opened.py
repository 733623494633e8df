"""The memory of a service in which many games are opened."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "opened.py"


@pytest.mark.long
def test_it_measures():
    told = subprocess.run([sys.executable, TOOL, "--games", "3"], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    figures = dict(line.split() for line in told.stdout.splitlines() if "_mb " in line)
    assert set(figures) == {"started_mb", "opened_3_mb", "deleted_mb"}
    assert all(float(value) > 10 for value in figures.values())
