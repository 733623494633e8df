"""The laboratory's commands: run, match, report, tune. What they need is imported when they are called."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parallel38.cli.app import (
    AsJson,
    ChartsFile,
    Edition,
    GameName,
    Options,
    Rulings,
    Scenario,
    app,
    err,
    language,
    out,
    pairs,
    print_json,
    read_charts,
    sentences,
)
from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import Texts
from parallel38.wargame.sides import SIDES

lab = typer.Typer(help="Play many games at once: measure players and balance, tune weights.", no_args_is_help=True)
app.add_typer(lab, name="lab")

_PLAYER = "The player of this side, such as random or nearest."
First = Annotated[str | None, typer.Option(f"--{SIDES[0]}", help=_PLAYER, metavar="PLAYER", show_default=False)]
Second = Annotated[str | None, typer.Option(f"--{SIDES[1]}", help=_PLAYER, metavar="PLAYER", show_default=False)]
Players = Annotated[
    list[str] | None,
    typer.Option("--player", help="The player of a side of any game, as SIDE=PLAYER.", metavar="SIDE=PLAYER"),
]
"""The players of both sides: sides that most games have come with an option of their own, any side by --player."""
Seed = Annotated[int, typer.Option("--seed", min=0, help="The seed of the first game; the next has the next one.")]
Turns = Annotated[int | None, typer.Option("--turns", min=1, help="Judge each game as it stands after so many turns.")]
Jobs = Annotated[int | None, typer.Option("--jobs", min=1, help="How many games at a time (usual: one for each core).")]
Out = Annotated[
    Path | None, typer.Option("-o", "--out", help="The file of results. Give it again to go on after a stop.")
]


@lab.command("run", epilog="Example: parallel38 lab run GAME --games 400 --seed 10000 --out random.jsonl")
@sentences
def lab_run(
    game: GameName,
    first: First = None,
    second: Second = None,
    player: Players = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Seed = 1,
    scenario: Scenario = None,
    edition: Edition = None,
    option: Options = None,
    ruling: Rulings = None,
    charts: ChartsFile = None,
    turns: Turns = None,
    jobs: Jobs = None,
    output: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between two players (usual: random); exit 1 if one of them went wrong."""
    from parallel38.games import title
    from parallel38.lab.results import Heading

    players = _players(game, first, second, player, "random")
    setting = title(game).setting(
        edition, scenario, pairs(option), pairs(ruling), read_charts(game, charts, edition, scenario)
    )
    heading = Heading(kind="run", setting=setting, players=players, seed=seed, games=games, turns=turns)
    _play(heading, output, jobs, as_json)


@lab.command("match", epilog="Example: parallel38 lab match nearest random --game GAME --pairs 50 --seed 10000 --json")
@sentences
def lab_match(
    first: Annotated[str, typer.Argument(help="The player that is measured.", metavar="A")],
    second: Annotated[str, typer.Argument(help="The player that it is measured by.", metavar="B")],
    game: Annotated[str, typer.Option("--game", help="The game; the first one if none is named.")] = "",
    pairs_: Annotated[int, typer.Option("--pairs", min=1, help="How many pairs of games.")] = 50,
    seed: Seed = 1,
    scenario: Scenario = None,
    edition: Edition = None,
    option: Options = None,
    ruling: Rulings = None,
    charts: ChartsFile = None,
    turns: Turns = None,
    jobs: Jobs = None,
    output: Out = None,
    as_json: AsJson = False,
) -> None:
    """Measure two players: each seed is played twice, with the same dice for the same purpose and sides swapped."""
    from parallel38.games import game_names, title
    from parallel38.lab.play import known
    from parallel38.lab.results import Heading

    game = game or game_names()[0]
    for name in (first, second):
        known(name, game)
    setting = title(game).setting(
        edition, scenario, pairs(option), pairs(ruling), read_charts(game, charts, edition, scenario)
    )
    players = {"A": first, "B": second}
    heading = Heading(kind="match", setting=setting, players=players, seed=seed, games=pairs_, turns=turns)
    _play(heading, output, jobs, as_json)


@lab.command("record", epilog="Example: parallel38 lab record GAME --un veteran --seed 10000 --out game.record")
@sentences
def lab_record(
    game: GameName,
    output: Annotated[Path, typer.Option("-o", "--out", help="The record to write.")],
    first: First = None,
    second: Second = None,
    player: Players = None,
    seed: Seed = 1,
    scenario: Scenario = None,
    edition: Edition = None,
    option: Options = None,
    ruling: Rulings = None,
    charts: ChartsFile = None,
) -> None:
    """Play one game (usual: veterans) and write its record, with the reasons that computer players had."""
    from parallel38.account import account
    from parallel38.desk.reporter import Reporter
    from parallel38.games import title
    from parallel38.lab.play import Task, record

    players = _players(game, first, second, player, "veteran")
    if output.exists():
        raise BadInputError("file_exists", file=str(output))
    setting = title(game).setting(
        edition, scenario, pairs(option), pairs(ruling), read_charts(game, charts, edition, scenario)
    )
    found = record(Task(setting, seed, players), output)
    for line in Reporter(found, language()).account_head(account(found)):
        out.print(escape(line))


@lab.command("reasons", epilog="Example: parallel38 lab reasons GAME --games 20 --seed 10000")
@sentences
def lab_reasons(
    game: GameName,
    first: First = None,
    second: Second = None,
    player: Players = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 20,
    seed: Seed = 1,
    scenario: Scenario = None,
    edition: Edition = None,
    option: Options = None,
    ruling: Rulings = None,
    charts: ChartsFile = None,
    record: Annotated[list[Path] | None, typer.Option("--record", help="Read this record instead of playing.")] = None,
    as_json: AsJson = False,
) -> None:
    """Compare what computer players say with what happens: chances that they fear, attacks and plans.

    Without --scenario the games are of all scenarios in turn.
    """
    from parallel38.api import load
    from parallel38.games import title
    from parallel38.lab.play import Task
    from parallel38.lab.reasons import Checked, check, played
    from parallel38.lab.words import said
    from parallel38.players.thoughts import remembered

    players = _players(game, first, second, player, "veteran")
    which, found = title(game), Checked()
    scenarios = (scenario,) if scenario else which.scenarios_of(edition or which.editions[0])
    with _progress(len(record or range(games)), as_json) as progress:
        for n, path in enumerate(record or ()):
            old = load(path)
            check(found, old, remembered(old))
            progress(n + 1)
        for n in range(0 if record else games):
            own = read_charts(game, charts, edition, scenario)
            setting = which.setting(edition, scenarios[n % len(scenarios)], pairs(option), pairs(ruling), own)
            check(found, *played(Task(setting, seed + n, players)))
            progress(n + 1)
    if as_json:
        print_json(found.to_plain())
        return
    texts = Texts(language(), which.package)
    table = Table(show_header=False)
    for name, value in said(found.to_plain(), texts):
        table.add_row(escape(name), escape(value))
    out.print(table)


def _players(game: str, first: str | None, second: str | None, named: list[str] | None, usual: str) -> dict[str, str]:
    """The player of each side of a game: as it was named, or the usual one."""
    from parallel38.games import title
    from parallel38.lab.play import known

    found = title(game)
    sides = found.make(found.setting()).sides
    flagged = {side: name for side, name in zip(SIDES, (first, second), strict=True) if name}
    given = flagged | pairs(named)
    for side in flagged:
        if given[side] != flagged[side]:
            raise BadInputError("lab_named_twice", side=side)
    for side, name in given.items():
        if side not in sides:
            raise BadInputError("unknown_side", name=side, names=sides)
        known(name, game)
    return {side: given.get(side, usual) for side in sides}


def _play(heading: Any, output: Path | None, jobs: int | None, as_json: bool) -> None:
    """Play what a heading says, tell how it went, and leave with 1 if a game went wrong."""
    from parallel38.engine.processes import cores
    from parallel38.games import title
    from parallel38.lab import summary
    from parallel38.lab.runner import run

    sides = title(heading.setting.game).make(heading.setting).sides
    total = len(heading.tasks(sides))
    with _progress(total, as_json) as progress:
        games = run(heading, sides, output, jobs or cores(), progress)
    found = summary.of(heading, games, sides)
    if as_json:
        print_json(found)
    else:
        _tell(heading, found)
    for game in games:
        if game.error:
            args = {"n": game.seed, "reason": game.error, "file": game.record}
            err.print(escape(_texts(heading).say("lab.fault", args)))
    if found["errors"]:
        raise typer.Exit(1)


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; what it gives is told how much is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=quiet) as bar:
        task = bar.add_task(Texts(language()).say("lab.playing"), total=total)
        yield lambda done: bar.update(task, completed=done)


def _texts(heading: Any) -> Texts:
    from parallel38.games import title

    return Texts(language(), title(heading.setting.game).package)


def _tell(heading: Any, found: dict[str, Any]) -> None:
    """The figures as a table."""
    from parallel38.lab.words import caption, rows

    texts = _texts(heading)
    table = Table(title=escape(caption(heading, texts)), title_justify="left", show_header=False)
    for name, value in rows(heading, found, texts):
        table.add_row(escape(name), escape(value))
    out.print(table)


@lab.command("report", epilog="Example: parallel38 lab report random.jsonl --out report")
@sentences
def lab_report(
    files: Annotated[list[Path], typer.Argument(help="Files of results.", metavar="FILE...")],
    output: Annotated[Path, typer.Option("-o", "--out", help="The folder for the page and its pictures.")],
) -> None:
    """Make a page of figures and plots: winners, margins, losses, the front, cities, length and speed."""
    needs("matplotlib")
    from parallel38.lab.page import write_report

    page = write_report(files, output, language())
    out.print(escape(Texts(language()).say("lab.written", {"file": str(page)})))


def needs(name: str) -> None:
    """Refuse with a sentence if a library of the laboratory is not there."""
    from importlib.util import find_spec

    if find_spec(name) is None:
        raise BadInputError("lab_library", name=name)


@lab.command(
    "tune", epilog="Example: parallel38 lab tune GAME --side un --player veteran --against nearest --out un.toml"
)
@sentences
def lab_tune(
    game: GameName,
    side: Annotated[str, typer.Option("--side", help="The side whose weights are tuned.")],
    player: Annotated[str, typer.Option("--player", help="The player whose weights they are.")],
    against: Annotated[str, typer.Option("--against", help="The player of the other side.")],
    output: Annotated[Path, typer.Option("-o", "--out", help="The file of weights to write.")],
    evaluations: Annotated[int, typer.Option("--evaluations", min=2, help="How many sets of weights to try.")] = 100,
    games: Annotated[int, typer.Option("--games", min=1, help="Games for each of them.")] = 10,
    acceptance: Annotated[int, typer.Option("--acceptance", min=1, help="Games to judge the result by.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="The first seed to tune with, 1 to 999.")] = 1,
    scenario: Scenario = None,
    edition: Edition = None,
    option: Options = None,
    ruling: Rulings = None,
    charts: ChartsFile = None,
    turns: Turns = None,
    day: Annotated[str, typer.Option("--date", help="The date to write into the file (usual: today).")] = "",
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Look for better weights by CMA-ES, and judge them by games with seeds that were not used for that."""
    from parallel38.games import title

    needs("cma")
    from parallel38.engine.processes import cores
    from parallel38.lab.tune import Plan, tune, write_weights
    from parallel38.lab.words import percent

    found = title(game)
    setting = found.setting(
        edition, scenario, pairs(option), pairs(ruling), read_charts(game, charts, edition, scenario)
    )
    plan = Plan(
        setting=setting,
        side=side,
        player=player,
        against=against,
        evaluations=evaluations,
        games=games,
        acceptance=acceptance,
        seed=seed,
        turns=turns,
        date=_day(day),
    )
    plan.check()
    if output.exists():
        raise BadInputError("file_exists", file=str(output))
    if not output.parent.is_dir():
        raise BadInputError("no_folder", file=str(output))
    with _progress(plan.total, as_json) as progress:
        tuned = tune(plan, jobs or cores(), progress)
    output.write_text(write_weights(plan, tuned), encoding="utf-8")
    if as_json:
        print_json(tuned.to_plain())
        return
    texts = Texts(language(), found.package)
    for when, score in (("before", tuned.before), ("after", tuned.after)):
        shares = {"rate": score.rate.value, "low": score.rate.low, "high": score.rate.high}
        args = {name: percent(value, texts) for name, value in shares.items()}
        out.print(escape(texts.say(f"lab.{when}", {**args, "margin": score.margin.value, "n": score.rate.n})))
    out.print(escape(texts.say("lab.written", {"file": str(output)})))


def _day(text: str) -> str:
    """A date that was given, or today's."""
    try:
        return date.fromisoformat(text).isoformat() if text else date.today().isoformat()
    except ValueError:
        raise BadInputError("lab_bad_date", name=text) from None
