"""The command line. Exit 0: done what was asked; 2: bad usage or a bad file; 3: an action was refused."""

import gc
import io
import os
import sys

import typer

from parallel38.cli import charting, drawing, lab, playing, reference, serving
from parallel38.cli.app import app, err, usage_sentence

__all__ = ["app", "charting", "drawing", "lab", "main", "playing", "reference", "serving"]


def main() -> None:
    """Run the program; the one place where a mistake becomes a sentence and an exit code."""
    gc.set_threshold(50_000, 20, 50)  # the past of a game is never garbage, and looking through it takes a tenth
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a letter shows another one and goes on
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        code = 1
    except BrokenPipeError:  # a reader such as `head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        said = usage_sentence(error)
        if said is None:
            raise
        if said:
            err.print(said, markup=False)
        code = 2
    sys.exit(code)
