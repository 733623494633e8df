"""Send bad input to every entry of the program: malformed requests, broken files, wrong commands.

Exit 1 if anything is answered by a fault, a traceback or too late. Runs with the same seed send the same input.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from parallel38.fuzz.files import Read, read_by_commands, read_files
from parallel38.service.fuzz import figures, fuzz_service


def told(what: str, read: Read) -> str:
    """The figures of one kind of reading."""
    return (
        f"{what}: {read.files} files, {read.accepted} accepted, slowest {read.slowest_s} s, {len(read.faults)} faults"
    )


def main() -> None:
    """Read files, run commands, send requests, and print the figures; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--commands", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        read = read_files(asked.files, asked.seed)
        print(told("library", read), flush=True)
        commanded = read_by_commands(asked.commands, asked.seed, folder)
        print(told("commands", commanded), flush=True)
        answers = fuzz_service(asked.requests, asked.seed, folder)
        print(figures(answers))
        faults += read.faults + commanded.faults + answers.faults + answers.late
    for fault in faults[:50]:
        print(fault, file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
