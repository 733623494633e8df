"""The commands that open the browser or serve it."""

import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from parallel38.cli.app import app, err, language, out, sentences
from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import Texts

DataFolder = Annotated[Path | None, typer.Option("--data", help="The folder with the games (usual: your data folder).")]
PORT_HELP = "The port; 0 takes a free one."


def play_in_browser(
    game: str,
    side: str | None,
    against: str | None,
    setting: dict[str, Any],
    data: Path | None,
    port: int | None,
    browser: bool,
) -> None:
    """Serve one person on this machine and show the start page, or at once the game that was asked for.

    Where a service is already open for this folder, its page is shown.
    """
    from parallel38.games import game_names
    from parallel38.service.claim import InUseError
    from parallel38.service.run import LOOPBACK, page_of, run

    asked = side is not None or setting or game not in game_names()
    path = f"/games/{_begin(game, side, against, setting, data)}" if asked else "/"
    try:
        run(LOOPBACK, port, data, _tell, _warn, path=path, browser=browser)
    except InUseError as other:
        if not other.address:
            raise
        address = page_of(other.address, path)
        _tell(address, "already_open")
        if browser:
            webbrowser.open(address)


def _begin(game: str, side: str | None, against: str | None, setting: dict[str, Any], data: Path | None) -> str:
    """Store a new game, or the game of a record, and return its id."""
    from parallel38.api import load, new_game
    from parallel38.games import game_names, title
    from parallel38.players import check_player, usual
    from parallel38.service.folders import database_of
    from parallel38.service.store import HUMAN, Store

    if game not in game_names() and not Path(game).exists():
        raise BadInputError("no_such_file", file=game)
    if game not in game_names() and setting:
        raise BadInputError("only_new", file=game)
    played = new_game(game, **setting) if game in game_names() else load(game)
    if played.renew_dice():
        err.print(escape(Texts(language()).say("notice.new_dice")))
    sides = played.rules.sides
    if side not in (None, "both", *sides):
        raise BadInputError("unknown_side", name=str(side), names=(*sides, "both"))
    if against is not None:
        check_player(against, played.rules.title)
    players = {s: HUMAN if side in (None, "both", s) else against or usual(played.rules.title) for s in sides}
    store = Store(database_of(data), title)
    try:
        return store.create(played, "", players).id
    finally:
        store.close()


def _tell(address: str, key: str = "serving") -> None:
    text = Texts(language()).say(f"report.{key}", {"address": address})
    out.print(escape(text), soft_wrap=True)


def _warn(file: Path, reason: str) -> None:
    err.print(escape(Texts(language()).say("report.look_only", {"file": str(file), "reason": reason})))


@app.command(epilog="Example: parallel38 serve --port 8038 --data games")
@sentences
def serve(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help=PORT_HELP)] = 8038,
    host: Annotated[
        str, typer.Option("--host", help="The address to listen at (usual: this machine only).")
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None, typer.Option("--name", help="A name by which pages call it; may be repeated.")
    ] = None,
    data: DataFolder = None,
    token: Annotated[
        str, typer.Option("--token", envvar="PARALLEL38_TOKEN", help="The key of the pages (usual: a new one).")
    ] = "",
) -> None:
    """Run the service for browsers and programs (docs/http.md). Its games are stored action by action."""
    from parallel38.service.run import LOOPBACK, run

    if host not in (LOOPBACK, "localhost", "::1"):
        err.print(escape(Texts(language()).say("report.open_to_others", {"name": host})))
    run(host, port, data, _tell, _warn, names=tuple(name or ()), token=token)


@app.command(epilog="Example: parallel38 backup games-2026.sqlite")
@sentences
def backup(
    file: Annotated[Path, typer.Argument(help="The new file for the copy.", metavar="FILE")],
    data: DataFolder = None,
    pack: Annotated[bool, typer.Option("--pack", help="Pack the stored games, too, after the copy is made.")] = False,
) -> None:
    """Copy all games of the browser into one new file, also while they are played. Put it back as games.sqlite."""
    from parallel38.games import title
    from parallel38.service.folders import database_of
    from parallel38.service.store import Store

    found = database_of(data)
    if not found.exists():
        raise BadInputError("no_games_yet", file=str(found))
    store = Store(found, title)
    try:
        store.database.backup(file)
        if pack:
            store.database.pack()
        told = {"file": str(file), "n": len(store.games()), "kb": -(-file.stat().st_size // 1000)}
    finally:
        store.close()
    out.print(escape(Texts(language()).say("report.backed_up", told)), soft_wrap=True)
