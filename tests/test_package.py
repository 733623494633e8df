"""The package as others get it: a wheel without the clone, examples in docstrings, cheap import."""

import doctest
import importlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = ["parallel38", "parallel38.api", "parallel38.hexgrid", "parallel38.hexgrid.grid", "parallel38.engine.game"]
MODULES += ["parallel38.engine.chance", "parallel38.engine.texts", "parallel38.engine.trace"]
MODULES += ["parallel38.draw.svg", "parallel38.draw.tokens"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name: str):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0


@pytest.mark.long
def test_a_wheel_runs_without_the_clone(tmp_path: Path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    wheel = next(tmp_path.glob("*.whl"))
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    code = "import parallel38, sys; print(parallel38.__file__); from parallel38.cli import main; main()"
    env = {**os.environ, "PYTHONPATH": str(site)}

    def run(*args: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code, *args], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith(str(site))
        return done.stdout

    run("new", "yalu", "--seed", "1", "-o", "a.record")
    assert "1118" in run("do", "a.record", "place G-1 1118")
    assert "Infiltration" in run("charts", "yalu", "infiltration")
    run("show", "a.record", "-o", "a.svg")
    assert "data:image/jpeg" in (tmp_path / "a.svg").read_text()
    assert '"tested"' in run("rules", "yalu", "--json")


def test_importing_parses_no_data():
    code = "import parallel38, sys; assert not [m for m in sys.modules if 'msgspec' in m or 'babel' in m]"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_lock_is_complete_and_names_no_registry():
    for name in ("requirements.txt", "requirements-lab.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text()
        assert "://" not in text
        pinned = [line for line in text.splitlines() if "==" in line]
        assert len(pinned) > 5
        assert text.count("--hash=sha256:") >= len(pinned)
