"""The command line. Exit 0: done what was asked; 2: bad usage or a bad file; 3: an action was refused."""

import json
import os
import sys
import tomllib
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, NoReturn, ParamSpec

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from parallel38 import __version__
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import RefusedError
from parallel38.engine.texts import LANGUAGES, Texts, rule_number

app = typer.Typer(
    help="Parallel 38: Korean War board wargames with every rule enforced and every refusal explained.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)
_state = {"lang": "en"}

GameName = Annotated[str, typer.Argument(help="The game: yalu.", metavar="GAME")]
File = Annotated[Path, typer.Argument(help="The record of the game.", metavar="FILE")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Scenario = Annotated[str | None, typer.Option("--scenario", help="The scenario; see [b]games[/b].")]
Edition = Annotated[str | None, typer.Option("--edition", help="The edition of the rules.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="An optional rule, NAME=VALUE; may be repeated.")]
Rulings = Annotated[list[str] | None, typer.Option("--ruling", help="A ruling, NAME=VALUE; may be repeated.")]
ChartsFile = Annotated[Path | None, typer.Option("--charts", help="A TOML file with your own figures for charts.")]


def main() -> None:
    """Run the program; the one place where a mistake becomes a sentence and an exit code."""
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


P = ParamSpec("P")


def sentences(command: Callable[P, None]) -> Callable[P, None]:
    """Turn bad input into one sentence and exit 2, a refusal into its sentences and exit 3."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except BadInputError as error:
            fail(Texts(_state["lang"]).say(f"error.{error.key}", error.arguments), 2)
        except OSError as error:
            fail(f"{error.filename or ''}: {error.strerror or error}", 2)

    return run


def fail(sentence: str, code: int) -> NoReturn:
    """Say what is wrong and leave."""
    err.print(escape(sentence))
    raise typer.Exit(code)


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        out.print(f"parallel38 {__version__}")
        raise typer.Exit


@app.callback()
def common(
    lang: Annotated[
        str, typer.Option("--lang", help="Language of all texts: en or es.", envvar="PARALLEL38_LANG")
    ] = "",
    version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print it.")] = False,
) -> None:
    """Options before the command."""
    wanted = lang or os.environ.get("LANG", "en")[:2]
    if lang and lang not in LANGUAGES:
        fail(f"--lang: {lang}? en, es", 2)
    _state["lang"] = wanted if wanted in LANGUAGES else "en"


def pairs(words: list[str] | None) -> dict[str, str]:
    """NAME=VALUE words as a dictionary."""
    found: dict[str, str] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadInputError("not_name_value", name=word)
        found[name] = value
    return found


def read_toml(path: Path | None) -> dict[str, Any]:
    """A TOML file; nothing if none was named."""
    from parallel38.engine.positions import read_text

    if path is None:
        return {}
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadInputError("not_toml", reason=str(error)) from None


def open_record(path: Path, check_dice: bool = False) -> Any:
    """A record; notices go to standard error."""
    from parallel38.engine.records import Record
    from parallel38.games import title

    record = Record.open(path, title, check_dice)
    for key, args in record.notices:
        err.print(escape(Texts(_state["lang"]).say(f"notice.{key}", args)))
    return record


def reporter(game: Any) -> Any:
    """Texts about a game in the chosen language."""
    from parallel38.report import Reporter

    return Reporter(game, _state["lang"])


def print_json(data: Any) -> None:
    """Plain JSON, one line for each top-level entry of nothing: just readable."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")


# ------------------------------------------------------------------------------------------------------- beginning


@app.command(epilog="Example: parallel38 games --json")
@sentences
def games(as_json: AsJson = False) -> None:
    """List the games with their scenarios, editions, options and rulings."""
    from parallel38.games import NAMES, title

    listed = []
    for name in NAMES:
        found = title(name)
        texts = Texts(_state["lang"], found.package)
        listed.append(
            {
                "game": name,
                "title": texts.say("title"),
                "scenarios": {s: texts.say(f"scenario.{s}") for s in found.scenarios},
                "editions": {e: texts.say(f"edition.{e}") for e in found.editions},
                **{
                    kind: [
                        {
                            "name": c.name,
                            "text": texts.say(f"{kind[:-1]}.{c.name}"),
                            "values": list(c.values),
                            "default": c.default,
                            "rule": c.rule,
                        }
                        for c in choices
                    ]
                    for kind, choices in (("options", found.options), ("rulings", found.rulings))
                },
            }
        )
    if as_json:
        print_json({"games": listed})
        return
    for game in listed:
        out.print(f"[b]{game['game']}[/b]  {game['title']}")
        for kind in ("scenarios", "editions"):
            for name, text in game[kind].items():
                out.print(f"  {kind[:-1]} {name}: {text}")
        for kind in ("options", "rulings"):
            for c in game[kind]:
                values = "|".join(f"[u]{v}[/u]" if v == c["default"] else v for v in c["values"])
                out.print(f"  {kind[:-1]} {c['name']}={values}  {escape(c['text'])} ({rule_number(c['rule'])})")


@app.command(epilog="Example: parallel38 new yalu --seed 1 -o mygame.record")
@sentences
def new(
    game: GameName,
    output: Annotated[Path, typer.Option("-o", "--output", help="The record to begin.")],
    scenario: Scenario = None,
    edition: Edition = None,
    option: Options = None,
    ruling: Rulings = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Open dice from a number, the same every time.")] = None,
    dice: Annotated[str | None, typer.Option("--dice", help="ask: type your own dice; or a file of numbers.")] = None,
    charts: ChartsFile = None,
    position: Annotated[Path | None, typer.Option("--position", help="Begin with this position.")] = None,
    as_json: AsJson = False,
) -> None:
    """Begin a game and write its record."""
    from parallel38.api import from_position, new_game
    from parallel38.engine.chance import Dice
    from parallel38.engine.positions import read_position, read_text
    from parallel38.engine.records import Record

    source = Dice.seed(seed) if seed is not None else None
    if dice == "ask":
        source = Dice.ask()
    elif dice is not None:
        words = read_text(Path(dice)).replace(",", " ").split()
        source = Dice.scripted([int(w) if w.isdigit() else 0 for w in words])
    start = read_position(read_text(position)) if position else None
    if start is not None:
        if start.get("game") != game:
            raise BadInputError("unknown_game", name=str(start.get("game")), names=[game])
        for key, chosen in (("edition", edition), ("scenario", scenario)):
            start = {**start, **({key: chosen} if chosen else {})}
        for key, chosen in (("options", pairs(option)), ("rulings", pairs(ruling)), ("charts", read_toml(charts))):
            if chosen:
                start = {**start, key: {**start.get(key, {}), **chosen}}
        played = from_position(start, source)
    else:
        played = new_game(
            game,
            scenario=scenario,
            edition=edition,
            options=pairs(option),
            rulings=pairs(ruling),
            charts=read_toml(charts),
            dice=source,
        )
    Record.create(output, played, start)
    if as_json:
        print_json({"file": str(output), "decider": played.decider, "turn": played.turn, "hash": played.hash()})
        return
    tell_situation(played)


def tell_situation(game: Any) -> None:
    """Turn, phase and what is wanted."""
    say = reporter(game)
    out.print(f"[b]{escape(say.heading())}[/b]")
    out.print(escape(say.prompt()))


@app.command(epilog="Example: parallel38 play yalu --terminal")
@sentences
def play(
    game: Annotated[str, typer.Argument(help="A game to begin, or the record of one to go on with.")] = "yalu",
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal (the only way so far).")] = True,
    side: Annotated[str, typer.Option("--side", help="communist, un or both; a random player has the rest.")] = "both",
    seed: Annotated[int | None, typer.Option("--seed", help="Open dice from a number.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Where to keep a new game.")] = None,
) -> None:
    """Play in the terminal. Every action is stored at once; stop when you like and go on later."""
    from parallel38.terminal import play_in_terminal

    play_in_terminal(game, side, seed, output, _state["lang"])


# --------------------------------------------------------------------------------------------------------- playing


@app.command(epilog="Example: parallel38 legal mygame.record --unit PVA-40-118 --json")
@sentences
def legal(
    file: File,
    unit: Annotated[str | None, typer.Option("--unit", help="Only what this unit can do.")] = None,
    as_json: AsJson = False,
) -> None:
    """List what may be done now: for each unit, manner and end hex the cheapest way."""
    game = open_record(file).game
    say = reporter(game)
    if unit is not None:
        unit = game.rules.names.unit(game.rules.names.unit_number(unit))
    listed = [{"action": game.notation(a), "text": say.action(a)} for a in game.legal_actions(unit)]
    if as_json:
        print_json(listed)
        return
    for row in listed:
        out.print(f"[b]{escape(row['action'])}[/b]  {escape(row['text'])}")


@app.command(epilog='Example: parallel38 do mygame.record "place G-1 1118" "move NKPA-24 1701-1601-1502"')
@sentences
def do(
    file: File,
    actions: Annotated[list[str], typer.Argument(help="Actions in the notation.", metavar="ACTION...")],
    as_json: AsJson = False,
) -> None:
    """Play actions, one after the other, and store each before going on."""
    record = open_record(file)
    say = reporter(record.game)
    done: list[dict[str, Any]] = []
    for text in actions:
        try:
            for entry in record.play(text):
                lines = list(say.log([entry]))
                done.append(
                    {"n": entry.number, "by": entry.by, "action": record.game.notation(entry.action), "log": lines}
                )
                if not as_json:
                    for line in lines:
                        out.print(escape(line))
        except RefusedError as refused:
            if as_json:
                print_json(
                    {"done": done, "refused": text, "refusals": [say.plain_refusal(r) for r in refused.refusals]}
                )
            else:
                for refusal in refused.refusals:
                    err.print(escape(say.refusal(refusal)))
            raise typer.Exit(3) from None
    if as_json:
        game = record.game
        print_json({"done": done, "decider": game.decider, "turn": game.turn, "winner": game.winner})
    else:
        tell_situation(record.game)


@app.command(epilog='Example: parallel38 why mygame.record "move NKPA-5 1012-1013~1014" --json')
@sentences
def why(file: File, action: Annotated[str, typer.Argument(help="An action.")], as_json: AsJson = False) -> None:
    """Say whether an action is legal and, if not, every reason with its rule."""
    game = open_record(file).game
    say = reporter(game)
    parsed = game.parse(action)
    refusals = game.why_not(parsed)
    warnings = [] if refusals else game.warnings(parsed)
    if as_json:
        print_json(
            {
                "action": game.notation(parsed),
                "legal": not refusals,
                "refusals": [say.plain_refusal(r) for r in refusals],
                "warnings": [say.plain_refusal(w, "warning") for w in warnings],
            }
        )
        return
    for refusal in refusals:
        out.print(escape(say.refusal(refusal)))
    for warning in warnings:
        out.print(escape(say.refusal(warning, "warning")))
    if not refusals:
        out.print(f"{escape(game.notation(parsed))}: {escape(say.action(parsed))}")


@app.command(epilog='Example: parallel38 odds mygame.record "move PVA-40-118 0812-0813~0814"')
@sentences
def odds(file: File, action: Annotated[str, typer.Argument(help="An action.")], as_json: AsJson = False) -> None:
    """Give the exact chances of everything that an action can lead to."""
    game = open_record(file).game
    try:
        outcomes = game.odds(action)
    except RefusedError as refused:
        fail("\n".join(reporter(game).refusal(r) for r in refused.refusals), 3)
    rules = game.rules
    listed = [
        {
            "chance": str(o.chance),
            "percent": round(float(o.chance) * 100, 2),
            "changes": [
                [column, rules.names.unit(i), rules.cell_text(column, i, old), rules.cell_text(column, i, new)]
                for column, i, old, new in o.changes
            ],
        }
        for o in outcomes
    ]
    if as_json:
        print_json({"outcomes": listed})
        return
    for row in listed:
        moved = [f"{name} → {new}" for column, name, _, new in row["changes"] if column == "where"]
        out.print(f"{row['percent']:6.2f} %  ({row['chance']})  {escape('; '.join(moved))}")


@app.command(epilog="Example: parallel38 undo mygame.record")
@sentences
def undo(file: File, as_json: AsJson = False) -> None:
    """Undo the last action, if no die has fallen and nobody else has acted since."""
    record = open_record(file)
    entry = record.undo()
    _back(record, f"↶ {record.game.notation(entry.action)}", as_json)


@app.command(epilog="Example: parallel38 redo mygame.record")
@sentences
def redo(file: File, as_json: AsJson = False) -> None:
    """Play again what was undone."""
    record = open_record(file)
    entry = record.redo()
    _back(record, f"↷ {record.game.notation(entry.action)}", as_json)


@app.command("take-back", epilog="Example: parallel38 take-back mygame.record 12")
@sentences
def take_back(
    file: File, number: Annotated[int, typer.Argument(help="The action to go back to.")], as_json: AsJson = False
) -> None:
    """Go back to an action even behind dice; the record shows it, and dice fall anew."""
    record = open_record(file)
    record.take_back(number)
    _back(record, f"↶ {number}", as_json)


def _back(record: Any, line: str, as_json: bool) -> None:
    if as_json:
        print_json({"number": record.game.number, "decider": record.game.decider, "hash": record.game.hash()})
    else:
        out.print(escape(line))
        tell_situation(record.game)


@app.command(epilog="Example: parallel38 replay mygame.record --verify")
@sentences
def replay(
    file: File,
    verify: Annotated[bool, typer.Option("--verify", help="Check every line, hash and die; print the end.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell a game from its record, or check the record."""
    from parallel38.engine.records import first_disagreement

    game = open_record(file, check_dice=verify).game
    say = reporter(game)
    differs = first_disagreement(game) if verify else None
    if as_json:
        print_json(
            {
                "actions": game.number,
                "turn": game.turn,
                "phase": say.texts.say(game.rules.phase_key(game.state)),
                "winner": game.winner,
                "hash": game.hash(),
                "dice_checked": verify and bool(game.dice.secret),
                "rules_differ_at": differs,
                **({} if verify else {"log": list(say.log(game.entries()))}),
            }
        )
        return
    if not verify:
        for line in say.log(game.entries()):
            out.print(escape(line))
    winner = say.texts.value("side", game.winner)
    out.print(f"{escape(say.heading())} · {game.number} · {escape(winner)} · {game.hash()}")
    if differs:
        err.print(escape(say.texts.say("notice.rules_differ", {"n": differs})))


@app.command(epilog="Example: parallel38 position mygame.record -o here.toml")
@sentences
def position(
    file: File,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write it to a new file.")] = None,
    at: Annotated[int | None, typer.Option("--at", help="The situation after this action.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print a situation as a text that can be edited and played from."""
    from parallel38.engine.positions import write_position

    game = open_record(file).game
    if at is not None:
        if not 0 <= at <= game.number:
            raise BadInputError("no_such_action", n=at)
        while game.number > at:
            game._back()
    plain = game.to_position()
    if output is not None:
        if output.exists():
            raise BadInputError("file_exists", file=str(output))
        output.write_text(write_position(plain), encoding="utf-8")
    elif as_json:
        print_json(plain)
    else:
        sys.stdout.write(write_position(plain))


# -------------------------------------------------------------------------------------------------------- reference


@app.command(epilog="Example: parallel38 rules yalu D-8.3.1.3")
@sentences
def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(help="One rule, such as 8.3.1.3.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the rules in our words, with the code that carries each out and the tests that have seen it."""
    from parallel38.coverage import report
    from parallel38.games import title

    found = report(title(game), _state["lang"])
    if rule is not None:
        found["rules"] = [r for r in found["rules"] if rule in (r["id"], rule_number(r["id"]))]
        if not found["rules"]:
            raise BadInputError("no_rule", name=rule)
    if as_json:
        print_json(found)
        return
    for r in found["rules"]:
        mark = "[green]✓[/]" if r["tests"] else "[yellow]·[/]" if r["code"] else " "
        out.print(f"{mark} [b]{r['id']}[/b]  {escape(r['summary'])}")
        if rule is not None:
            out.print(escape("\n".join(f"    {place}" for place in [*r["code"], *r["tests"]])))
    out.print(f"{found['tested']} ✓ / {found['enforced']} · / {found['total']}")


@app.command(epilog="Example: parallel38 charts yalu infiltration")
@sentences
def charts(
    game: GameName,
    chart: Annotated[str | None, typer.Argument(help="One chart.")] = None,
    charts: ChartsFile = None,
    as_json: AsJson = False,
) -> None:
    """Show the charts; every figure with its provenance."""
    from parallel38.games import title

    found = title(game)
    known = found.make(found.setting(charts=read_toml(charts))).charts
    if chart is not None and chart not in known:
        raise BadInputError("unknown_chart", name=chart, names=sorted(known))
    texts = Texts(_state["lang"], found.package)
    chosen = [known[chart]] if chart else list(known.values())
    if as_json:
        print_json(
            {
                c.name: {
                    "title": texts.say(f"chart.{c.name}"),
                    "about": c.about,
                    "rows": {
                        row: {
                            column: {"value": cell.value, "provenance": cell.prov, "source": cell.source}
                            for column, cell in cells.items()
                        }
                        for row, cells in c.rows.items()
                    },
                }
                for c in chosen
            }
        )
        return
    for c in chosen:
        table = Table(title=escape(texts.say(f"chart.{c.name}")), title_justify="left", caption_justify="left")
        table.caption = escape(c.about)
        for column in ("", *c.columns):
            table.add_column(column)
        for row, cells in c.rows.items():
            table.add_row(row, *(f"{cell.value} [dim]{texts.say('prov.' + cell.prov)}[/]" for cell in cells.values()))
        out.print(table)


# -------------------------------------------------------------------------------------------------------- measuring


@app.command(epilog="Example: parallel38 fuzz yalu --games 20 --seed 1 --json")
@sentences
def fuzz(
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="Where the random numbers begin.")] = 1,
    scenario: Scenario = None,
    edition: Edition = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Play random games to the end and check the invariants on the way; exit 1 if one is broken."""
    from parallel38.fuzz import fuzz as run

    setting = {"scenario": scenario, "edition": edition, "options": pairs(option)}
    with Progress(console=err, transient=True, disable=as_json) as bar:
        task = bar.add_task(game, total=games)
        tally = run(game, games, seed, progress=lambda n: bar.update(task, completed=n), **setting)
    if as_json:
        plain = {name: getattr(tally, name) for name in tally.__struct_fields__ if name != "faults"}
        print_json({**plain, **({"faults": tally.faults} if tally.faults else {})})
    else:
        for fault in tally.faults:
            err.print(escape(fault))
        rate = tally.decisions / tally.seconds if tally.seconds else 0
        out.print(
            f"{tally.finished}/{tally.games} games, {tally.decisions} decisions ({rate:.0f}/s with checks), "
            f"{tally.rolls} rolls, {tally.dead_ends} dead ends, {tally.errors} errors"
        )
    if tally.dead_ends or tally.errors:
        raise typer.Exit(1)


@app.command(epilog="Example: parallel38 bench yalu --json")
@sentences
def bench(
    game: Annotated[str | None, typer.Argument(help="One game; all without it.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", help="How long to play at random.")] = 5.0,
    as_json: AsJson = False,
) -> None:
    """Measure speed: random play, and what offers, reach, zones, supply, views, copies and hashes cost."""
    from parallel38.bench import bench as run
    from parallel38.games import NAMES, title

    found = run((title(game).name,) if game else NAMES, seconds)
    if as_json:
        print_json(found)
        return
    for name, figures in found.items():
        if isinstance(figures, dict):
            out.print(f"[b]{name}[/b]")
            for key, value in figures.items():
                out.print(f"  {key:18} {value}")
        else:
            out.print(f"{name:20} {figures}")


if __name__ == "__main__":
    main()
