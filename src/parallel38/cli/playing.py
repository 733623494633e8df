"""Commands that play: new, play, legal, do, why, odds, undo, redo, take-back, replay, report, position."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from parallel38.cli.app import (
    AsJson,
    ChartsFile,
    Edition,
    File,
    GameName,
    Options,
    Rulings,
    Scenario,
    about,
    app,
    err,
    fail,
    language,
    open_record,
    out,
    pairs,
    print_json,
    read_charts,
    read_toml,
    reporter,
    sentence,
    sentences,
    warn,
)
from parallel38.cli.serving import PORT_HELP, DataFolder, play_in_browser
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import RefusedError


@app.command(epilog="Example: parallel38 new GAME --seed 1 -o mygame.record")
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
    from parallel38.engine.files import read_text
    from parallel38.engine.positions import read_position
    from parallel38.engine.records import Record

    if seed is not None and dice is not None:
        raise BadInputError("seed_or_dice")
    own_charts = read_charts(game, charts, edition, scenario)
    source = Dice.seed(seed) if seed is not None else None
    if dice == "ask":
        source = Dice.ask()
    elif dice is not None:
        with about(Path(dice)):
            words = read_text(Path(dice)).replace(",", " ").split()
            source = Dice.scripted([int(w) if w.isascii() and w.isdigit() and len(w) < 4 else -1 for w in words])
    if position is not None:
        with about(position):
            start = read_position(read_text(position))
            if start.get("game") != game:
                raise BadInputError("other_game", name=str(start.get("game")), wanted=game)
            for key, chosen in (("edition", edition), ("scenario", scenario)):
                start = {**start, **({key: chosen} if chosen else {})}
            for key, chosen in (("options", pairs(option)), ("rulings", pairs(ruling)), ("charts", own_charts)):
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
            charts=own_charts,
            dice=source,
        )
    Record.create(output, played)
    warnings = warn(played.rules.charts)
    if as_json:
        begun = {"file": str(output), "decider": played.decider, "turn": played.turn, "hash": played.hash()}
        print_json({**begun, "warnings": warnings})
        return
    tell_situation(played)


def tell_situation(game: Any) -> None:
    """Turn, phase and what is wanted."""
    say = reporter(game)
    out.print(f"[b]{escape(say.heading())}[/b]")
    out.print(escape(say.prompt()))


@app.command(epilog="Example: parallel38 play GAME --terminal")
@sentences
def play(
    game: Annotated[str, typer.Argument(help="A game to begin, or the record of one to go on with.")] = "",
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal instead of the browser.")] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="Only print the address, open no browser.")] = False,
    data: DataFolder = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help=f"{PORT_HELP} Usual: the one of the last time.")
    ] = None,
    side: Annotated[
        str | None, typer.Option("--side", help="A side of the game, or both (usual); the computer has the rest.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", help="The computer player: recruit (usual), veteran, nearest, random."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Open dice from a number.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Where to keep a new game.")] = None,
    scenario: Scenario = None,
    edition: Edition = None,
    option: Options = None,
    ruling: Rulings = None,
    charts: ChartsFile = None,
    last: Annotated[bool, typer.Option("--last", help="Go on with the game that was played last.")] = False,
) -> None:
    """Play in the browser, or in the terminal. Every action is stored at once; stop when you like and go on later."""
    from parallel38.games import game_names, title

    game = game or game_names()[0]
    if not terminal and (output is not None or last):
        raise BadInputError("terminal_only", name="--output" if output is not None else "--last")
    own = read_charts(game, charts, edition, scenario) if game in game_names() else read_toml(charts)
    if own and game in game_names():
        warn(title(game).make(title(game).setting(edition, scenario, charts=own)).charts)
    chosen = {"scenario": scenario, "edition": edition, "options": pairs(option), "rulings": pairs(ruling)}
    setting = {
        name: value for name, value in {**chosen, "charts": own, "seed": seed}.items() if value not in (None, {})
    }
    if terminal:
        from parallel38.terminal import play_in_terminal

        play_in_terminal(game, side, setting, output, last, language(), against)
    else:
        play_in_browser(game, side, against, setting, data, port, not no_open)


@app.command(epilog="Example: parallel38 legal mygame.record --unit UNIT --json")
@sentences
def legal(
    file: File,
    unit: Annotated[str | None, typer.Option("--unit", help="Only what this unit can do.")] = None,
    as_json: AsJson = False,
) -> None:
    """List what may be done now: for each unit, manner and end hex the cheapest way."""
    game = open_record(file).game
    say = reporter(game)
    listed = [{"action": game.notation(a), "text": say.action(a)} for a in game.legal_actions(unit)]
    if as_json:
        print_json(listed)
        return
    for row in listed:
        out.print(f"[b]{escape(row['action'])}[/b]  {escape(row['text'])}")


@app.command(epilog='Example: parallel38 do mygame.record "move UNIT 0812-0813" end')
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
            for entry in record.play_lines(record.game.apart(text)):
                lines = list(say.log([entry]))
                done.append(
                    {"n": entry.number, "by": entry.by, "action": record.game.notation(entry.action), "log": lines}
                )
                if not as_json:
                    for line in lines:
                        out.print(escape(line))
        except BadInputError as error:
            if as_json:
                print_json({"done": done, "error": sentence(error)})
            raise
        except RefusedError as refused:
            if as_json:
                print_json(
                    {"done": done, "refused": text, "refusals": [say.plain_refusal(r) for r in refused.refusals]}
                )
            else:
                for refusal in refused.refusals:
                    err.print(escape(say.refusal(refusal, typed=True)))
            raise typer.Exit(3) from None
    if as_json:
        game = record.game
        print_json({"done": done, "decider": game.decider, "turn": game.turn, "winner": game.winner})
    else:
        tell_situation(record.game)


@app.command(epilog='Example: parallel38 why mygame.record "move UNIT 0812-0813~0814" --json')
@sentences
def why(file: File, action: Annotated[str, typer.Argument(help="An action.")], as_json: AsJson = False) -> None:
    """Say whether an action is legal and, if not, every reason with its rule."""
    game = open_record(file).game
    say = reporter(game)
    parsed = game.parse(action)
    refusals = game.reasons(action)
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
        out.print(escape(say.refusal(refusal, typed=True)))
    for warning in warnings:
        out.print(escape(say.refusal(warning, "warning")))
    if not refusals:
        out.print(f"{escape(game.notation(parsed))}: {escape(say.action(parsed))}")


@app.command(epilog='Example: parallel38 odds mygame.record "move UNIT 0812-0813~0814"')
@sentences
def odds(file: File, action: Annotated[str, typer.Argument(help="An action.")], as_json: AsJson = False) -> None:
    """Give the exact chances of everything that an action can lead to."""
    game = open_record(file).game
    try:
        outcomes = game.odds(action)
    except RefusedError as refused:
        if as_json:
            print_json({"outcomes": [], "refusals": [reporter(game).plain_refusal(r) for r in refused.refusals]})
        fail("\n".join(reporter(game).refusal(r) for r in refused.refusals), 3)
    listed = [
        {
            "chance": str(o.chance),
            "percent": round(float(o.chance) * 100, 2),
            "changes": [list(change) for change in o.changes],
        }
        for o in outcomes
    ]
    if as_json:
        print_json({"outcomes": listed})
        return
    say = reporter(game)
    out.print(escape(say.action(game.parse(action))))
    for line in say.odds(game.parse(action)):
        out.print(escape(line))


@app.command(epilog="Example: parallel38 undo mygame.record")
@sentences
def undo(file: File, as_json: AsJson = False) -> None:
    """Undo the last action, if no die has fallen and no other side has acted since."""
    record = open_record(file)
    entry = record.undo()
    _back(record, f"↶ {record.game.notation(entry.action)}", as_json)


@app.command(epilog="Example: parallel38 redo mygame.record")
@sentences
def redo(file: File, as_json: AsJson = False) -> None:
    """Play again what was undone."""
    record = open_record(file)
    redone = "; ".join(record.game.notation(entry.action) for entry in record.redo() if entry.action)
    _back(record, f"↷ {redone}", as_json)


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
    from parallel38.engine.lines import first_disagreement

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
                "dice_checked": verify and game.dice.known,
                "rules_differ_at": differs,
                **({} if verify else {"log": list(say.history())}),
            }
        )
        return
    if not verify:
        for line in say.history():
            out.print(escape(line))
    else:
        out.print(escape(say.texts.say("report.verified")))
        dice = game.dice
        told = {"checked": dice.known, "partly": bool(dice.secret), "unchecked": dice.kind == "sealed", "open": True}
        known = next(word for word, so in told.items() if so)
        out.print(escape(say.texts.say(f"report.dice_{known}")))
    end = {"n": game.number, "turn": say.turn(), "winner_side": game.winner, "hash_text": game.hash()}
    out.print(escape(say.texts.say("report.end", {**end, "phase_key": game.rules.phase_key(game.state)})))
    if differs:
        err.print(escape(say.texts.say("notice.rules_differ", {"n": differs})))


@app.command("report", epilog="Example: parallel38 report mygame.record")
@sentences
def tell_account(file: File, as_json: AsJson = False) -> None:
    """Say which side won and why, what each side lost, and how lucky it was; or how the game stands so far."""
    from parallel38.account import account

    game = open_record(file).game
    found = account(game)
    if as_json:
        print_json(found.to_plain())
        return
    for line in reporter(game).account(found):
        out.print(escape(line))


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
        game = game.at(at)
    plain = game.to_position()
    if output is not None:
        if output.exists():
            raise BadInputError("file_exists", file=str(output))
        output.write_text(write_position(plain), encoding="utf-8")
        if as_json:
            print_json({"file": str(output)})
    elif as_json:
        print_json(plain)
    else:
        sys.stdout.write(write_position(plain))
