"""The figures of many games in words, for the terminal and for pages."""

from collections.abc import Iterator
from typing import Any

from parallel38.engine.texts import Texts
from parallel38.lab.results import Heading


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def caption(heading: Heading, texts: Texts) -> str:
    """What was played, in a line."""
    names = [f"{side if len(side) == 1 else texts.value('side', side)}: {who}" for side, who in heading.players.items()]
    args = {
        "game": texts.say("title"),
        "players": "; ".join(capital(name) for name in names),
        "first": heading.seed,
        "last": heading.seed + heading.games - 1,
    }
    return texts.say(f"lab.caption_{heading.kind}", args)


def number(value: float, texts: Texts, places: int = 1) -> str:
    """A number with its decimal sign as the language has it."""
    from babel.numbers import format_decimal

    return format_decimal(round(value, places), f"0.{'#' * places}", locale=texts.language)


def percent(value: float, texts: Texts) -> str:
    """A share as a reader sees it."""
    return f"{number(value * 100, texts)} %"


def rate(found: dict[str, Any], texts: Texts) -> str:
    """A share with its interval."""
    low, high = found["interval"]
    return texts.say(
        "lab.rate", {"rate": percent(found["rate"], texts), "low": percent(low, texts), "high": percent(high, texts)}
    )


def rows(heading: Heading, found: dict[str, Any], texts: Texts) -> Iterator[tuple[str, str]]:
    """The figures of `summary.of`, each with its name."""
    if heading.kind == "match":
        first = heading.players["A"]
        yield texts.say("lab.wins_of", {"name": first}), rate(found, texts)
        for side, part in found["by_side"].items():
            yield texts.say("lab.wins_as", {"name": first, "side": side}), rate(part, texts)
        yield texts.say("lab.pairs_of", {"name": first}), rate(found["pairs"], texts)
        of_whom = texts.say("lab.margin_of", {"name": first})
    else:
        sides = tuple(found["by_side"])
        for side in sides:
            yield texts.say("lab.wins_side", {"side": side}), rate(found["by_side"][side], texts)
        of_whom = texts.say("lab.margin_side", {"side": sides[0]})
    low, high = found["margin"]["interval"]
    figures = {"mean": found["margin"]["mean"], "low": low, "high": high}
    yield of_whom, texts.say("lab.mean", {name: number(value, texts) for name, value in figures.items()})
    if heading.kind == "run":
        yield texts.say("lab.turns"), number(found["turns"], texts)
        yield texts.say("lab.decisions"), number(found["decisions"], texts)
        for side, seconds in found["think"].items():
            yield texts.say("lab.think", {"side": side}), f"{number(seconds, texts, 2)} s"
    yield texts.say("lab.games"), str(found["games"])
    yield texts.say("lab.errors"), str(found["errors"])
    yield texts.say("lab.seconds"), f"{number(found['seconds'], texts)} s"


def said(found: dict[str, Any], texts: Texts) -> Iterator[tuple[str, str]]:
    """What players said and how it went, as `reasons.Checked` has it, each figure with its name."""
    fears, attacks = found["fears"], found["attacks"]
    yield texts.say("lab.games"), str(found["games"])
    for part in (fears, *fears["bands"]) if fears["n"] else ():
        name = texts.say("lab.fears_band" if "from" in part else "lab.fears", part)
        shares = {key: percent(part[key] / 100, texts) for key in ("told", "happened")}
        yield name, texts.say("lab.fears_happened", {**shares, "n": part["n"]})
    for key in ("made", "corrected", "false", "as_told"):
        args = {"part": percent(attacks[key] / max(1, attacks["told"]), texts), "n": attacks["told"]}
        yield texts.say(f"lab.attacks_{key}"), texts.say("lab.attacks_of", args)
    for key, one in found["others"].items():
        args = {"part": percent(1 - one["corrected"] / one["told"], texts), "n": one["told"]}
        yield texts.say("lab.others", {"name": capital(texts.say(f"said.{key}"))}), texts.say("lab.attacks_of", args)
