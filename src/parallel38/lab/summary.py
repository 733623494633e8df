"""What many games come to, as plain figures."""

from collections.abc import Sequence
from typing import Any

from parallel38.lab.figures import Estimate, mean, quantile, share
from parallel38.lab.play import Played
from parallel38.lab.results import Heading


def sound(games: Sequence[Played]) -> list[Played]:
    """The games that ended properly."""
    return [game for game in games if not game.error]


def side_rate(games: Sequence[Played], side: str) -> Estimate:
    """How often a side has won, draws as halves."""
    return share(sum(game.points(side) for game in games), len(games))


def plain_share(found: Estimate) -> dict[str, Any]:
    """A share for programs."""
    return {"rate": found.value, "interval": [found.low, found.high], "games": found.n}


def plain_mean(found: Estimate) -> dict[str, Any]:
    """A mean for programs."""
    return {"mean": found.value, "interval": [found.low, found.high]}


def of_run(games: Sequence[Played], sides: tuple[str, ...]) -> dict[str, Any]:
    """How the games of two players went, each with its side."""
    ended = sound(games)
    return {
        "by_side": {side: plain_share(side_rate(ended, side)) for side in sides},
        "margin": plain_mean(mean([game.lead for game in ended])),
        "turns": _middle([len(game.turns) for game in ended]),
        "decisions": _middle([sum(game.decisions.values()) for game in ended]),
        "think": {side: _slowest([game.think[side] for game in ended]) for side in sides},
        **_whole(games),
    }


def lead_of_first(game: Played, sides: tuple[str, ...]) -> int:
    """The lead of the first player of a match."""
    return game.lead if game.first == sides[0] else -game.lead


def of_match(games: Sequence[Played], sides: tuple[str, ...]) -> dict[str, Any]:
    """How the first player of a match did: in all, with each side, by pairs, and by how much.

    A pair is won by the sum of the margins of its two games; an equal sum is half a pair.
    """
    ended = sound(games)
    pairs: dict[int, list[Played]] = {}
    for game in ended:
        pairs.setdefault(game.seed, []).append(game)
    whole = [pair for pair in pairs.values() if len(pair) == len(sides)]
    margins = [sum(lead_of_first(game, sides) for game in pair) / len(pair) for pair in whole]
    won = share(sum((margin > 0) + (margin == 0) / 2 for margin in margins), len(margins))
    points = sum(game.points(game.first) for game in ended)
    rate = plain_share(share(points, len(ended)))
    return {
        "rate": rate["rate"],
        "interval": rate["interval"],
        "by_side": {side: plain_share(side_rate([g for g in ended if g.first == side], side)) for side in sides},
        "pairs": {"rate": won.value, "interval": [won.low, won.high], "pairs": won.n},
        "margin": plain_mean(mean(margins)),
        **_whole(games),
    }


def _whole(games: Sequence[Played]) -> dict[str, Any]:
    return {
        "games": len(games),
        "errors": sum(bool(game.error) for game in games),
        "seconds": round(sum(game.seconds for game in games), 1),
    }


def of(heading: Heading, games: Sequence[Played], sides: tuple[str, ...]) -> dict[str, Any]:
    """The figures of a file of results."""
    return (of_run if heading.kind == "run" else of_match)(games, sides)


def _middle(values: list[int]) -> float:
    return quantile(values, 0.5) if values else 0.0


def _slowest(values: list[float]) -> float:
    """The time in which 95 % of the games had 95 % of their turns thought out."""
    return round(quantile(values, 0.95), 4) if values else 0.0
