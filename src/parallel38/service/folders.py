"""Where a person's games are kept."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The folder for the data of this program, where the operating system wants it."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "parallel38"


def database_of(data: Path | None) -> Path:
    """The file with the games, in a folder that was named or in the usual one."""
    return (data or data_folder()) / "games.sqlite"
