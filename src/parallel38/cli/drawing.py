"""The command that shows a situation: in words, or as a drawing."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from parallel38.cli.app import Edition, Scenario, about, app, language, open_record, out, reporter, sentences
from parallel38.engine.errors import BadInputError


@app.command(epilog="Example: parallel38 show mygame.record -o board.svg")
@sentences
def show(
    what: Annotated[str, typer.Argument(help="A record, a position, or a game for its set-up.", metavar="FILE|GAME")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Draw the board to this SVG file.")] = None,
    scenario: Scenario = None,
    edition: Edition = None,
    side: Annotated[str | None, typer.Option("--side", help="Only what this side may see.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Without relief: a smaller file, and ink saved.")] = False,
    tint: Annotated[
        int | None, typer.Option("--tint", min=0, max=100, help="How strong terrain is coloured, in per cent.")
    ] = None,
    no_counters: Annotated[bool, typer.Option("--no-counters", help="The bare map.")] = False,
    counters: Annotated[bool, typer.Option("--counters", help="Instead of the board every counter once.")] = False,
    paper: Annotated[
        str | None, typer.Option("--paper", help="Size for printing: a4, a3, a2, a1, letter or tabloid.")
    ] = None,
    hexes: Annotated[str | None, typer.Option("--hexes", help="A part of the map, such as 0610-1216.")] = None,
    around: Annotated[str | None, typer.Option("--around", help="The part of the map around this hex.")] = None,
    radius: Annotated[
        int | None, typer.Option("--radius", min=1, max=99, help="How far around it; 5 without it.")
    ] = None,
) -> None:
    """Show a situation in words, or draw the board with -o. An older drawing of that name is replaced."""
    drawing = {"--plain": plain, "--tint": tint is not None, "--no-counters": no_counters, "--counters": counters}
    drawing |= {"--paper": paper, "--hexes": hexes, "--around": around}
    if radius is not None and around is None:
        raise BadInputError("radius_alone")
    if output is None and any(drawing.values()):
        raise BadInputError("drawing_only", name=next(name for name, given in drawing.items() if given))
    if output is not None and output.suffix.lower() != ".svg":
        raise BadInputError("not_svg", file=str(output))
    if hexes and around:
        raise BadInputError("one_crop")
    if output is not None and not output.parent.is_dir():
        raise BadInputError("no_folder", file=str(output))
    game = _find(what, scenario, edition)
    if side is not None and side not in game.rules.sides:
        raise BadInputError("unknown_side", name=side, names=game.rules.sides)
    if output is None:
        _tell(game, side)
        return
    from parallel38.draw import board_sheet, counter_sheet

    if counters:
        svg = counter_sheet(game, language(), paper)
    else:
        svg = board_sheet(
            game,
            language(),
            side=side,
            plain=plain,
            with_counters=not no_counters,
            tint=None if tint is None else tint / 100,
            paper=paper,
            crop=_crop(hexes, around, radius or 5),
        )
    try:
        output.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise BadInputError("cannot_write", file=str(output), reason=error.strerror) from None
    out.print(escape(reporter(game).texts.say("report.drawn", {"file": str(output)})))


def _find(what: str, scenario: str | None, edition: str | None) -> Any:
    """The game in a file, or a new one with this scenario and edition."""
    from parallel38.api import from_position, new_game
    from parallel38.games import game_names

    path = Path(what)
    if what in game_names() and not path.exists():
        return new_game(what, seed=0, scenario=scenario, edition=edition)
    if scenario or edition:
        raise BadInputError("only_new", file=what)
    if path.suffix == ".toml":
        with about(path):
            return from_position(path)
    return open_record(path).game


def _crop(hexes: str | None, around: str | None, radius: int) -> Any:
    """The part of the map that is wanted; None for all of it."""
    from parallel38.draw import Crop

    if around:
        return Crop(around, radius=radius)
    if not hexes:
        return None
    first, dash, last = hexes.partition("-")
    if not (first and dash and last):
        raise BadInputError("bad_crop", name=hexes)
    return Crop(first, last)


def _tell(game: Any, side: str | None) -> None:
    """The situation in words."""
    from parallel38.engine.view import view_of

    say = reporter(game)
    out.print(f"[b]{escape(say.heading())}[/b]")
    out.print(escape(say.prompt()))
    out.print(escape("; ".join(say.tracks())))
    view, names = view_of(game, side), game.rules.names
    by_place: dict[str, list[str]] = {}
    for row in view["units"]:
        by_place.setdefault(row["place"], []).append(say.unit(names.unit_number(row["id"])))
    for place in sorted(by_place):
        out.print(escape(f"{say.place(names.place_code(place))}: {'; '.join(by_place[place])}"))
    for mark in view["marks"]:
        kind, _, where = mark.partition(" ")
        out.print(escape(f"{say.texts.say(f'mark.{kind}')}: {where}"))
