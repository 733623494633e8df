"""What all commands share: the application, its common options, and how mistakes become sentences."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, NoReturn, ParamSpec

import typer
from rich.console import Console
from rich.markup import escape

from parallel38 import __version__
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.texts import LANGUAGES, Texts

app = typer.Typer(
    help="Parallel 38: Korean War board wargames with every rule enforced and every refusal explained.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def closed_pipe() -> NoReturn:
    """Leave quietly: a reader of our output that closes its end of the pipe is no mistake."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(0)


Console.on_broken_pipe = lambda self: closed_pipe()  # for every console, also the one that the help is printed on
out = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
err = Console(stderr=True, highlight=False, soft_wrap=True)
_state = {"lang": "en"}


def language() -> str:
    """The language of all texts."""
    return _state["lang"]


GameName = Annotated[str, typer.Argument(help="The game; see [b]games[/b].", metavar="GAME")]
File = Annotated[Path, typer.Argument(help="The record of the game.", metavar="FILE")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Scenario = Annotated[str | None, typer.Option("--scenario", help="The scenario; see [b]games[/b].")]
Edition = Annotated[str | None, typer.Option("--edition", help="The edition of the rules.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="An optional rule, NAME=VALUE; may be repeated.")]
Rulings = Annotated[list[str] | None, typer.Option("--ruling", help="A ruling, NAME=VALUE; may be repeated.")]
ChartsFile = Annotated[Path | None, typer.Option("--charts", help="A TOML file with your own figures for charts.")]


P = ParamSpec("P")
USAGE = {"NoSuchOption": "no_such_option", "MissingParameter": "missing_parameter", "BadParameter": "bad_parameter"}
USAGE |= {"BadOptionUsage": "bad_parameter", "UsageError": "bad_usage", "NoArgsIsHelpError": ""}
"""What the command line itself finds wrong, by the name of its exception."""
NUMBERS = {"int_parsing": "wants_integer", "float_parsing": "wants_number"}
NUMBERS |= {"greater_than_equal": "wants_more", "less_than_equal": "wants_less"}
"""What is said of a parameter that is no number, too small or too large, by the name of the fault; of others the
library's own words are."""


def sentences(command: Callable[P, None]) -> Callable[P, None]:
    """Turn bad input into one sentence and exit 2, a refusal into its sentences and exit 3."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except BadInputError as error:
            fail(sentence(error), 3 if isinstance(error, NotNowError) else 2)
        except BrokenPipeError:
            closed_pipe()
        except OSError as error:
            fail(f"{error.filename or ''}: {error.strerror or error}", 2)

    return run


def usage_sentence(error: Any) -> str | None:
    """What is wrong with a command line, in words; None if this is not about one. Details stay as they are."""
    key = USAGE.get(type(error).__name__)
    if not key:
        return key  # without a command the help has been shown, and says enough
    context, param = getattr(error, "ctx", None), getattr(error, "param", None)
    faults = getattr(error.__cause__, "errors", list)()  # what was tried in vain, if the library says so
    key = NUMBERS.get(faults[0]["type"], key) if faults else key
    limit = next(iter((faults[0].get("ctx") or {}).values()), "") if faults else ""
    shown = "" if param is None or param.opts[0].startswith("-") else param.metavar
    name = getattr(error, "option_name", "") or shown or max(param.opts if param else [""], key=len)
    command = context.command_path if context else "parallel38"
    reason = str(getattr(error, "message", "")).rstrip(".")
    name = name if name.startswith("-") else name.upper().rstrip(".")
    args = {"name": name, "command": f"{command} --help", "reason": reason, "limit": limit}
    return Texts(language()).say(f"error.{key}", args)


def sentence(error: BadInputError) -> str:
    """A mistake in words."""
    return Texts(language()).say(f"error.{error.key}", error.arguments)


@contextmanager
def about(path: Path) -> Iterator[None]:
    """Name the file in every complaint about what is in it."""
    try:
        yield
    except BadInputError as error:
        if "file" in error.arguments:
            raise
        raise BadInputError("in_file", file=str(path), reason=sentence(error)) from None


def fail(sentence: str, code: int) -> NoReturn:
    """Say what is wrong and leave."""
    err.print(escape(sentence))
    raise typer.Exit(code)


def show_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        out.print(f"parallel38 {__version__}")
        raise typer.Exit


def choose_language(wanted: str) -> str:
    """Set the language of all texts, before anything can go wrong."""
    if wanted and wanted not in LANGUAGES:
        fail(Texts("en").say("error.unknown_language", {"name": wanted, "names": LANGUAGES}), 2)
    found = wanted or os.environ.get("LANG", "en")[:2]
    _state["lang"] = found if found in LANGUAGES else "en"
    return wanted


@app.callback()
def common(
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            help="Language of all texts: en or es.",
            envvar="PARALLEL38_LANG",
            callback=choose_language,
            is_eager=True,
        ),
    ] = "",
    version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print it.")] = False,
) -> None:
    """Options before the command."""


def pairs(words: list[str] | None) -> dict[str, str]:
    """NAME=VALUE words as a dictionary."""
    found: dict[str, str] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadInputError("not_name_value", name=word)
        if found.setdefault(name, value) != value:
            raise BadInputError("value_twice", name=name, words=(found[name], value))
    return found


def read_toml(path: Path | None) -> dict[str, Any]:
    """A TOML file; nothing if none was named."""
    from parallel38.engine import files

    if path is None:
        return {}
    with about(path):
        return files.read_toml(files.read_text(path))


def read_charts(
    game: str, path: Path | None, edition: str | None = None, scenario: str | None = None
) -> dict[str, Any]:
    """A player's own figures for the charts of a game, checked; nothing if no file was named."""
    from parallel38.games import title

    found = title(game)
    own = read_toml(path)
    if path is not None:
        with about(path):
            if not own:
                raise BadInputError("no_charts", file=str(path))
            found.make(found.setting(edition, scenario, charts=own))
    return own


def warn(charts: Any) -> list[str]:
    """Say on standard error where a player's figures break the usual order of a chart; returns the sentences."""
    said = [Texts(language()).say(f"notice.{key}", args) for key, args in charts.warnings()]
    for text in said:
        err.print(escape(text))
    return said


def open_record(path: Path, check_dice: bool = False) -> Any:
    """A record; notices go to standard error."""
    from parallel38.engine.records import Record
    from parallel38.games import title

    record = Record.open(path, title, check_dice)
    for key, args in record.notices:
        err.print(escape(Texts(language()).say(f"notice.{key}", args)))
    return record


def reporter(game: Any) -> Any:
    """Texts about a game in the chosen language."""
    from parallel38.desk.reporter import Reporter

    return Reporter(game, language())


def print_json(data: Any) -> None:
    """JSON on standard output, and nothing else there."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
