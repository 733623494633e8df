"""One service for a folder: the service locks a file beside the games, and writes its address into that file."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from parallel38.engine.errors import BadInputError

try:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

except ImportError:  # Windows
    import msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # far behind the address, which others must be able to read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]


NAME = "games.open"
CLOSED = "was "
"""What stands before the address while no service can be reached there: before it has started, and when it ends."""
PATIENCE = 10.0
"""Seconds that a service which has just been started may take to say where it is."""
LONGEST = 4096
"""Bytes of an address."""


class InUseError(BadInputError):
    """Another service has this folder: `address` is where it can be reached, with its key."""

    def __init__(self, folder: Path, address: str) -> None:
        super().__init__("in_use", file=str(folder), address=address)
        self.address = address


class Claim:
    """The right to serve a folder. The system takes the lock away when the process ends, however it ends."""

    def __init__(self, handle: int | None) -> None:
        self._handle = handle
        self.address = ""
        """Where the service of this folder is, or the last one was, with its key."""
        if handle is not None:
            self.address = os.read(handle, LONGEST).decode(errors="replace").removeprefix(CLOSED)
            self.close()

    def open(self, address: str) -> None:
        """Say where the service is, in the file, which only its owner may read."""
        self.address = address
        self._write(address)

    def close(self) -> None:
        """Say that the service cannot be reached. Its address stays in the file, so that the next one can have it."""
        self._write(CLOSED + self.address)

    def _write(self, text: str) -> None:
        if self._handle is None:
            return
        with suppress(OSError):  # on a full disk other programs cannot find us, and the database says what is wrong
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, text.encode())


@contextmanager
def claim(folder: Path) -> Iterator[Claim]:
    """Claim a folder; InUseError if another service has it. That a killed service left its address means nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # nothing can be written there: no program can do harm, and the database says what is wrong
        yield Claim(None)
        return
    try:
        yield Claim(handle if _locked(handle, folder) else None)
    finally:
        os.close(handle)


def _locked(handle: int, folder: Path) -> bool:
    """Lock the file, or find out where the service is that has locked it; False where the system knows no locks."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError):
            address = (folder / NAME).read_text(encoding="utf-8")
            reached = bool(address) and not address.startswith(CLOSED)
            if reached or time.monotonic() > end:
                raise InUseError(folder, address if reached else "") from None
            time.sleep(0.05)  # it is being started, or ends
        except OSError:
            return False
        else:
            return True
