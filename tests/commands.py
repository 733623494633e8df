"""Commands as a person types them: in this process, or in one of their own."""

import gc
import io
import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

import pytest

from parallel38.cli import main


class Result(NamedTuple):
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


def run(*args: str, cwd: Path, stdin: str = "", env_lang: str = "en") -> Result:
    """Run a command in this process: the start of the program is tested by `shell` and is most of the time it takes."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8") for name in ("stdin", "stdout", "stderr")}
    streams["stdin"].write(stdin)
    streams["stdin"].seek(0)
    collector = gc.get_threshold()
    with chdir(cwd), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["parallel38", "--lang", env_lang, *args])
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as left:
            main()
    gc.set_threshold(*collector)
    said = []
    for name in ("stdout", "stderr"):
        streams[name].seek(0)
        said.append(streams[name].read())
    return Result(left.value.code or 0, *said)  # type: ignore[arg-type]


def shell(*args: str, cwd: Path, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, as a shell does."""
    command = [sys.executable, "-m", "parallel38", *args]
    return subprocess.run(command, cwd=cwd, input=stdin, env={**os.environ, **env}, capture_output=True, text=True)


def ok(*args: str, cwd: Path) -> str:
    result = run(*args, cwd=cwd)
    assert result.returncode == 0, result.stderr
    return result.stdout
