"""The titles with everything that can be chosen, how their scenarios begin, and the words of a game."""

from functools import cache
from typing import Any

from parallel38.desk.overlays import overlay_kinds
from parallel38.desk.situation import faces, situation
from parallel38.desk.tutorial import tutorials_of
from parallel38.desk.usual import usual_rules
from parallel38.desk.words import sentence, short_name
from parallel38.engine.game import Game
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.texts import Texts
from parallel38.engine.titles import Choice, Scenario, Title
from parallel38.games import game_names, title
from parallel38.players import is_baseline, players_of


def titles(language: str) -> list[dict[str, Any]]:
    """The games with everything that can be chosen."""
    return [_title(name, language) for name in game_names()]


@cache
def _title(name: str, language: str) -> dict[str, Any]:
    found, rules = title(name), usual_rules(name)
    texts, first = rules.texts(language), Game(rules).decider
    sides = sorted(rules.sides, key=lambda side: side != first)
    return {
        "name": name,
        "text": texts.say("title"),
        "short": short_name("title", texts),
        "blurb": texts.say("title.blurb"),
        "editions": [_edition(name, edition, texts) for edition in found.editions],
        "scenarios": [_scenario(scenario, found, texts) for scenario in found.scenarios],
        "options": [one for choice in found.options for one in _choices("option", choice, found, language)],
        "rulings": [one for choice in found.rulings for one in _choices("ruling", choice, found, language)],
        "players": [_player(player, texts) for player in ("human", *players_of(found))],
        "sides": [{**_named("side", side, texts), **_side(side, rules, texts)} for side in sides],
        "tutorials": tutorials_of(name),
    }


def _edition(title_name: str, edition: str, texts: Texts) -> dict[str, Any]:
    """An edition, and whether figures of its charts are guessed."""
    charts = usual_rules(title_name, edition).charts.values()
    guessed = any(cell.prov == "reconstructed" for chart in charts for _, _, cell in chart.cells())
    short = short_name(f"edition.{edition}", texts)
    return {**_named("edition", edition, texts), "short": short, "reconstructed": guessed}


def _scenario(scenario: Scenario, found: Title, texts: Texts) -> dict[str, Any]:
    """A scenario, its board and the editions that have it."""
    editions = list(found.editions_of(scenario.name))
    short = short_name(f"scenario.{scenario.name}", texts)
    return {**_named("scenario", scenario.name, texts), "short": short, "board": scenario.board, "editions": editions}


def _side(side: str, rules: Ruleset, texts: Texts) -> dict[str, Any]:
    """How the counters and flags of a side look, and what it is called."""
    look = rules.look()["side"][side]
    return {
        **{key: look[key] for key in ("flag", "polarity", "corners")},
        "text": sentence(texts.say(f"side.{side}")),
        "short": texts.say(f"side.{side}.short"),
    }


def _named(kind: str, name: str, texts: Texts) -> dict[str, Any]:
    return {"name": name, "text": sentence(texts.say(f"{kind}.{name}")), "blurb": texts.say(f"{kind}.{name}.blurb")}


def _player(name: str, texts: Texts) -> dict[str, Any]:
    return {**_named("player", name, texts), "baseline": is_baseline(name)}


def _choices(kind: str, choice: Choice, found: Title, language: str) -> list[dict[str, Any]]:
    """An option or ruling as its editions tell of it: once for those that say the same, with their names."""
    told: list[dict[str, Any]] = []
    for edition in choice.editions or found.editions:
        one = _choice(kind, choice, found, usual_rules(found.name, edition).texts(language))
        same = next((other for other in told if other | one == other), None)
        if same is None:
            told.append(same := {**one, "editions": []})
        same["editions"].append(edition)
    return told


def _choice(kind: str, choice: Choice, found: Title, texts: Texts) -> dict[str, Any]:
    """An option or ruling: a short name, what it is about, its values in words, and what it does not go with."""
    fits = choice.scenarios or found.scenario_names
    where = "; ".join(sentence(texts.say(f"scenario.{scenario}")) for scenario in fits)
    return {
        "name": choice.name,
        "text": texts.say(f"{kind}.{choice.name}.name"),
        "blurb": texts.say(f"{kind}.{choice.name}"),
        "rule": texts.number(choice.rule),
        "values": [{"name": value, "text": _value(kind, choice.name, value, texts)} for value in choice.values],
        "default": choice.default,
        "unfit": {
            scenario: texts.say("choice.unfit", {"where": where})
            for scenario in found.scenario_names
            if scenario not in fits
        },
        "apart": {
            other: texts.say("choice.apart", {"other": texts.say(f"{kind}.{other}.name")}) for other in choice.excludes
        },
    }


def _value(kind: str, name: str, value: str, texts: Texts) -> str:
    """A value in its own words, or as yes and no."""
    key = f"{kind}.{name}.{value}"
    return sentence(texts.say(key if texts.has(key) else f"value.{value}"))


@cache
def start(title_name: str, language: str, edition: str | None = None, scenario: str | None = None) -> dict[str, Any]:
    """How a scenario begins, for pictures of it: its board, its units on the board and their counters."""
    game = Game(usual_rules(title_name, edition, scenario))
    return {
        "board": game.rules.board_id,
        "units": [unit for unit in situation(game, language)["units"] if game.rules.names.grid.has(unit["place"])],
        "faces": faces(game),
    }


def words(game: Game, language: str) -> dict[str, Any]:
    """What stays the same while a game is played: looks of sides, signs, overlays, and what words are called."""
    return _words_of(game.rules, language)


@cache
def _words_of(rules: Ruleset, language: str) -> dict[str, Any]:
    from parallel38.draw import signs_of  # the terminal needs no drawings

    texts = rules.texts(language)
    return {
        "sides": {side: _side(side, rules, texts) for side in rules.sides},
        "signs": signs_of(rules.look()),
        "words": {
            **{kind: _words(kind, texts) for kind in ("help", "left", "mode", "verb")},
            "means": _meanings(rules, texts),
            "filter": {kind: texts.say(f"filter.{kind}") for kind in rules.look().get("log", {})},
        },
        "overlays": overlay_kinds(rules, texts),
        "further": rules.look().get("reach", {}).get("further", []),
    }


def _words(kind: str, texts: Texts) -> dict[str, str]:
    """What the words of a kind are called: manners of going, what is done."""
    return {key.removeprefix(f"{kind}."): texts.say(key) for key in texts.keys(f"{kind}.")}


def _meanings(rules: Ruleset, texts: Texts) -> dict[str, dict[str, str]]:
    """What the badges of counters mean, by state and side, as far as the look of the game names the rules."""

    def said(state: str, side: str, rule: str) -> str:
        own = f"means.{state}.{side}"
        return sentence(texts.say(own if texts.has(own) else f"means.{state}", {"rule": rule}))

    states = {state: how["means"] for state, how in rules.look()["state"].items() if "means" in how}
    return {state: {side: said(state, side, rule) for side, rule in by.items()} for state, by in states.items()}
