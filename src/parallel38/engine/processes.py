"""Work in processes of its own, on as many cores as the program may use."""

import gc
import os
import signal
import threading
from collections.abc import Callable


def cores() -> int:
    """How many processes can work at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def begin_work(parent: Callable[[], object]) -> None:
    """Make this process a worker. `parent` is called in a thread and returns when the parent is gone, even by a kill:
    then the worker ends at once, whatever it is doing."""
    gc.set_threshold(50_000, 20, 50)  # as the program itself does
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keyboard's interrupt is for the parent process

    def end_with_parent() -> None:
        try:
            parent()
        finally:
            os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
