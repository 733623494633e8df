"""Build a game's map file, relief picture and coast from the geographic data.

tools/build_maps.py yalu           write the files into the folder of the game's board
tools/build_maps.py yalu --check   only say whether the committed files are what would be written
"""

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Any

from maps import board, coast, plan, relief, streams, writer
from maps.earth import Elevation
from maps.plan import Plan, PlanError
from parallel38.engine.maps import Board

ROOT = Path(__file__).parents[1]
GAMES = {"yalu": "yalu", "mobile_war": "korea"}
"""The games whose board is built here, each with the id of the board."""


def folder_of(game: str) -> Path:
    """The folder of a game's board."""
    return ROOT / "src/parallel38/games" / game / "data/boards" / GAMES[game]


def read_plan(game: str) -> Plan:
    """The decisions about a game's board."""
    return plan.read(Path(plan.__file__).with_name(f"{game}.toml"))


def map_text(game: str, decisions: Plan, elevation: Elevation) -> str:
    """The map file."""
    special: Any = importlib.import_module(f"maps.{game}")
    built = board.build(decisions, elevation)
    parts = built, decisions, special.HEADER, list(special.areas(built, decisions))
    if not decisions.water.through:
        return writer.text(*parts)
    return writer.text(*parts, streams.bridged(Board(writer.text(*parts))))


def coast_text(decisions: Plan) -> str:
    """The outlines of land and lakes and the names to letter, as JSON with one entry on a line."""
    content = {**coast.paths(_outlines(decisions)), "names": decisions.lettering.names}
    groups = [f'"{name}": [\n' + ",\n".join(map(json.dumps, entries)) + "\n]" for name, entries in content.items()]
    return "{\n" + ",\n".join(groups) + "\n}\n"


def _outlines(decisions: Plan) -> dict[str, Any]:
    layout = board.Layout(board.Grid(**decisions.grid))
    return coast.outlines(board.fit_of(decisions, layout.grid), layout.box())


def main(arguments: list[str] | None = None) -> int:
    """Build or check; the exit status is 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if a file is stale")
    chosen = parser.parse_args(arguments)
    folder = folder_of(chosen.game)
    elevation = Elevation()
    try:
        decisions = read_plan(chosen.game)
        texts = {
            "map.txt": map_text(chosen.game, decisions, elevation),
            "coast.json": coast_text(decisions),
        }
    except PlanError as error:
        print(error, file=sys.stderr)
        return 1
    stale = [n for n, t in texts.items() if not (folder / n).exists() or (folder / n).read_text("utf-8") != t]
    if chosen.check:
        for name in stale:
            print(f"{name} is not what would be built now: run this without --check.", file=sys.stderr)
        return 1 if stale else 0
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    layout = board.Layout(board.Grid(**decisions.grid))
    fit = board.fit_of(decisions, layout.grid)
    picture = relief.picture(elevation, fit, layout.box(), _outlines(decisions))
    picture.save(folder / "relief.jpg", quality=relief.QUALITY, optimize=True, progressive=True)
    print(f"{chosen.game}: {', '.join(stale) or 'no text'} changed; relief {picture.width} x {picture.height} pixels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
