"""Plays many games: on as many cores as wanted, each result handed over as soon as it is there."""

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path

from parallel38.lab.play import Played, Task, play
from parallel38.lab.results import Heading, keeping, ordered

Mapper = Callable[[list[Task], Path], Iterator[tuple[int, Played]]]
"""Plays tasks and yields the games as they end, each with the place of its task in the list."""


def run(
    heading: Heading,
    sides: tuple[str, ...],
    out: Path | None,
    jobs: int,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Played]:
    """Play all games of a heading, as far as the file does not have them, and return them in the order of seeds."""
    tasks = heading.tasks(sides)
    records = out or Path("lab")
    if out is None:
        return _finish(tasks, [], lambda played: None, records, jobs, progress)
    with keeping(out, heading) as (known, write):
        return _finish(tasks, known, write, records, jobs, progress)


def _finish(
    tasks: list[Task],
    known: list[Played],
    write: Callable[[Played], None],
    records: Path,
    jobs: int,
    progress: Callable[[int], None],
) -> list[Played]:
    done = {played.key: played for played in known}
    progress(len(done))
    missing = [task for task in tasks if task.key not in done]
    with workers(min(jobs, len(missing))) as each:
        for _, played in each(missing, records):
            write(played)
            done[played.key] = played
            progress(len(done))
    return ordered(done.values())


@contextmanager
def workers(jobs: int) -> Iterator[Mapper]:
    """Something that plays tasks: here, or in processes of their own."""
    if jobs <= 1:
        yield lambda tasks, records: ((i, play(task, records)) for i, task in enumerate(tasks))
        return
    context = multiprocessing.get_context("spawn")  # the same everywhere, and safe beside the thread of a progress bar
    with ProcessPoolExecutor(jobs, context, _begin_work) as pool:

        def each(tasks: list[Task], records: Path) -> Iterator[tuple[int, Played]]:
            open_ = {pool.submit(play, task, records): i for i, task in enumerate(tasks)}
            try:
                while open_:
                    ended, _ = wait(open_, return_when=FIRST_COMPLETED)
                    yield from ((open_.pop(future), future.result()) for future in ended)
            finally:
                for future in open_:
                    future.cancel()

        yield each


def _begin_work() -> None:
    """A worker ends with its parent, even one that was killed."""
    gc.set_threshold(50_000, 20, 50)  # as the program itself does
    parent = multiprocessing.parent_process()

    def end_with_parent() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


def cores() -> int:
    """How many games can be played at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
