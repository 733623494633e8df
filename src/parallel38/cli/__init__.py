"""The command line. Exit 0: done what was asked; 2: bad usage or a bad file; 3: an action was refused."""

import io
import os
import sys

from parallel38.cli import charting, drawing, playing, reference
from parallel38.cli.app import app

__all__ = ["app", "charting", "drawing", "main", "playing", "reference"]


def main() -> None:
    """Run the program; the one place where a mistake becomes a sentence and an exit code."""
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a letter shows another one and goes on
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
