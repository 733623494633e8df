"""Commands that look things up and measure: games, rules, fuzz, bench."""

from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from parallel38.cli.app import (
    AsJson,
    Edition,
    GameName,
    Options,
    Scenario,
    app,
    err,
    language,
    out,
    pairs,
    print_json,
    sentence,
    sentences,
)
from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import Texts, rule_number


@app.command(epilog="Example: parallel38 games --json")
@sentences
def games(as_json: AsJson = False) -> None:
    """List the games with their scenarios, editions, options and rulings."""
    from parallel38.games import game_names, title

    listed = []
    for name in game_names():
        found = title(name)
        texts = Texts(language(), found.package)
        listed.append(
            {
                "game": name,
                "title": texts.say("title"),
                "scenarios": {s.name: texts.say(f"scenario.{s.name}") for s in found.scenarios},
                "editions": {e: texts.say(f"edition.{e}") for e in found.editions},
                **{
                    kind: [
                        {
                            "name": c.name,
                            "text": texts.say(f"{kind[:-1]}.{c.name}"),
                            "values": list(c.values),
                            "default": c.default,
                            "rule": c.rule,
                            **({"editions": list(c.editions)} if c.editions else {}),
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


@app.command(epilog="Example: parallel38 rules GAME --json")
@sentences
def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(help="One rule, by its number or id.")] = None,
    edition: Edition = None,
    as_json: AsJson = False,
) -> None:
    """List the rules in our words, with the code that carries each out and the tests that have seen it."""
    from parallel38.coverage import report
    from parallel38.games import title

    found = report(title(game), language(), edition)
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
    out.print(escape(Texts(language()).say("report.rules", {k: found[k] for k in ("tested", "enforced", "total")})))


@app.command(epilog="Example: parallel38 fuzz GAME --games 20 --seed 1 --json")
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
            f"{tally.rolls} rolls, {tally.lines} distorted lines and {tally.positions} positions "
            f"({tally.accepted} accepted), {tally.dead_ends} dead ends, {tally.errors} errors"
        )
    if tally.dead_ends or tally.errors:
        raise typer.Exit(1)


@app.command(epilog="Example: parallel38 bench GAME --json")
@sentences
def bench(
    game: Annotated[str | None, typer.Argument(help="One game; all without it.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.05, max=3600, help="How long to play at random.")] = 5.0,
    scenario: Scenario = None,
    edition: Edition = None,
    web: Annotated[bool, typer.Option("--web", help="Measure the service and its pages in a browser too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure speed: random play, what offers, reach, zones, supply, views, copies and hashes cost, recruits' turns."""
    from parallel38.bench import bench as run
    from parallel38.games import game_names, title

    names = (title(game).name,) if game else game_names()
    found = run(names, seconds, scenario=scenario, edition=edition)
    if web:
        from parallel38.service.bench import bench_web

        for name in names:
            found[f"{name}_web"], missing = bench_web(name)
            if missing is not None:
                err.print(escape(sentence(missing)))
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
