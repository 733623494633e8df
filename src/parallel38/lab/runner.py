"""Plays many games: on as many cores as wanted, each result handed over as soon as it is there."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from parallel38.engine.errors import BadInputError
from parallel38.engine.processes import begin_work
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
    there, here = context.Pipe(duplex=False)
    with here, ProcessPoolExecutor(jobs, context, _begin_work, (there,)) as pool:

        def each(tasks: list[Task], records: Path) -> Iterator[tuple[int, Played]]:
            open_ = {pool.submit(play, task, records): i for i, task in enumerate(tasks)}
            while open_:
                ended, _ = wait(open_, return_when=FIRST_COMPLETED)
                yield from ((open_.pop(future), future.result()) for future in ended)

        try:
            yield each
        except BrokenProcessPool:
            raise BadInputError("lab_worker_gone") from None
        except BaseException:
            here.close()  # games that are still being played are not waited for
            raise


def _begin_work(parent: Connection) -> None:
    """A worker ends as soon as its parent closes the line between them or is gone."""
    begin_work(lambda: parent.poll(None))
