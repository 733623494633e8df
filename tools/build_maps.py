"""Build a game's map file, relief picture and coast from the geographic data.

tools/build_maps.py yalu           write the files into the folders of the game's boards
tools/build_maps.py yalu --check   only say whether the committed files are what would be written
"""

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from PIL.Image import Image

from maps import battle, board, coast, korean_war, plan, relief, streams, writer
from maps.earth import Elevation, Lattice
from maps.layout import Layout
from maps.plan import Plan, PlanError
from parallel38.engine.maps import Board
from parallel38.hexgrid import Grid

ROOT = Path(__file__).parents[1]
GAMES = {"yalu": "yalu", "mobile_war": "korea", "korean_war": "korea"}
"""The games with one board, the whole of Korea, each with the id of the board."""
BATTLES = {"forgotten_war": ("naktong", "chosin", "chipyongni")}
"""The games with boards of battles, each with their ids."""
Built = tuple[Path, dict[str, str], Callable[[], Image]]
"""The folder of a board, its texts by file, and what paints its relief."""


def folder_of(game: str, board_id: str = "") -> Path:
    """The folder of a game's board."""
    return ROOT / "src/parallel38/games" / game / "data/boards" / (board_id or GAMES[game])


AnyPlan = Plan | korean_war.Plan


def read_plan(game: str) -> AnyPlan:
    """The decisions about a game's board."""
    if game == "korean_war":
        return korean_war.read()
    return plan.read(Path(plan.__file__).with_name(f"{game}.toml"))


def map_text(game: str, decisions: AnyPlan, elevation: Elevation) -> str:
    """The map file."""
    if isinstance(decisions, korean_war.Plan):
        return korean_war.text(decisions, elevation)
    special: Any = importlib.import_module(f"maps.{game}")
    built = board.build(decisions, elevation)
    parts = built, decisions, special.HEADER, list(special.areas(built, decisions))
    if not decisions.water.through:
        return writer.text(*parts)
    return writer.text(*parts, streams.bridged(Board(writer.text(*parts))))


def coast_text(decisions: AnyPlan) -> str:
    """The outlines of land and lakes and the names to letter, as JSON with one entry on a line."""
    content = {**coast.paths(_outlines(decisions)), "names": decisions.lettering.names}
    groups = [f'"{name}": [\n' + ",\n".join(map(json.dumps, entries)) + "\n]" for name, entries in content.items()]
    return "{\n" + ",\n".join(groups) + "\n}\n"


def _outlines(decisions: AnyPlan) -> dict[str, Any]:
    layout = Layout(Grid(**decisions.grid))
    return coast.outlines(board.fit_of(decisions, layout.grid), layout.box())


def _korea(game: str) -> Iterator[Built]:
    """The board of a game with the whole of Korea."""
    elevation, decisions = Elevation(), read_plan(game)
    texts = {"map.txt": map_text(game, decisions, elevation), "coast.json": coast_text(decisions)}

    def picture() -> Image:
        layout = Layout(Grid(**decisions.grid))
        return relief.picture(elevation, board.fit_of(decisions, layout.grid), layout.box(), _outlines(decisions))

    yield folder_of(game), texts, picture


def _battles(game: str) -> Iterator[Built]:
    """The boards of a game's battles."""
    for name in BATTLES[game]:
        decisions, lattice = battle.read(name), Lattice(name)
        box = Layout(Grid(**decisions.grid)).box()
        picture = partial(relief.battlefield, lattice, box, decisions.relief, decisions.fit.metres)
        yield folder_of(game, name), {"map.txt": battle.text(decisions, lattice)}, picture


def main(arguments: list[str] | None = None) -> int:
    """Build or check; the exit status is 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[*GAMES, *BATTLES])
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if a file is stale")
    chosen = parser.parse_args(arguments)
    status = 0
    try:
        for built in (_korea if chosen.game in GAMES else _battles)(chosen.game):
            status |= _written(*built, only_check=chosen.check)
    except PlanError as error:
        print(error, file=sys.stderr)
        return 1
    return status


def _written(folder: Path, texts: dict[str, str], picture: Callable[[], Image], *, only_check: bool) -> int:
    """Write the files of a board, or say which are stale; 1 if some are and nothing was written."""
    stale = [n for n, t in texts.items() if not (folder / n).exists() or (folder / n).read_text("utf-8") != t]
    if only_check:
        for name in stale:
            print(f"{folder.name}: {name} is not what would be built now: run this without --check.", file=sys.stderr)
        return 1 if stale else 0
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    image = picture()
    image.save(folder / "relief.jpg", quality=relief.QUALITY, optimize=True, progressive=True)
    print(f"{folder.name}: {', '.join(stale) or 'no text'} changed; relief {image.width} x {image.height} pixels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
