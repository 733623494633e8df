"""Random games with invariants checked on the way: what examples miss."""

import time
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from traceback import extract_tb
from typing import Any

import msgspec

from parallel38 import desk
from parallel38.api import from_position, new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, Draw, Offer, Over, Resign
from parallel38.engine.game import DeadEndError, Game
from parallel38.engine.positions import read_position, write_position
from parallel38.engine.records import Record
from parallel38.engine.values import Action
from parallel38.fuzz.notation import distort
from parallel38.fuzz.positions import check_position, distort_position
from parallel38.games import title

EVERY = 25
"""All invariants of a situation are checked about once in so many decisions."""
LINES, POSITIONS = 12, 2
"""Distorted lines and positions that are tried at each check."""
SHOWN = 300
"""Letters of a line or of frames that a fault quotes."""


class InvariantError(AssertionError):
    """Something that must hold in every situation does not."""


class Tally(msgspec.Struct):
    """What a run of random games has seen; `lines` and `positions` were distorted, and some of them can be played."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    rolls: int = 0
    dead_ends: int = 0
    errors: int = 0
    lines: int = 0
    positions: int = 0
    accepted: int = 0
    seconds: float = 0.0
    faults: list[str] = []


def fuzz(
    game: str,
    games: int,
    seed: int,
    *,
    checks: bool = True,
    progress: Callable[[int], None] = lambda done: None,
    **setting: Any,
) -> Tally:
    """Play random games to the end and count what happened; with `checks`, check the invariants on the way."""
    tally = Tally()
    start = time.perf_counter()
    for number in range(games):
        tally.games += 1
        begun = new_game(game, seed=seed + number, **setting)
        try:
            _one_game(begun, Random(seed + number), checks, tally, f"seed {seed + number}")
            tally.finished += 1
        except DeadEndError as error:
            tally.dead_ends += 1
            tally.faults.append(f"seed {seed + number}: dead end in {error}")
        except Exception as error:  # a fuzzer reports whatever goes wrong and plays on
            _note(tally, f"seed {seed + number}, action {begun.number}", error)
        progress(number + 1)
    tally.seconds = round(time.perf_counter() - start, 3)
    return tally


def _note(tally: Tally, where: str, error: Exception) -> None:
    """Keep what went wrong: where in the game, what, and the line of code."""
    code = [at for at in extract_tb(error.__traceback__) if "parallel38" in at.filename][-1]
    tally.errors += 1
    tally.faults.append(f"{where}: {type(error).__name__}: {error} ({Path(code.filename).name}:{code.lineno})")


def _one_game(game: Game, rng: Random, checks: bool, tally: Tally, where: str) -> None:
    start = game.entry_hash(game.entries()[0])  # dice may have fallen before anybody decides
    pieces = game.rules.pieces(game.state)
    while (decider := game.decider) is not None:
        if decider == CHANCE:
            raise InvariantError("the dice were not thrown")
        if checks and rng.randrange(EVERY) == 0:
            check_invariants(game, rng)
            _distorted(game, rng, tally, where)
            before, pieces = pieces, game.rules.pieces(game.state)
            if not before <= pieces:  # some may have come
                raise InvariantError("pieces are not conserved")
        action = game.sample(rng)
        tally.decisions += 1
        tally.rolls += len(game.play(action)) - 1
    if checks:
        _undo_all(game, start)
        _save_and_load(game)


def check_invariants(game: Game, rng: Random) -> None:
    """Check what must hold in any situation where a side decides."""
    if game.hash() != f"{game.state.hash():016x}":
        raise InvariantError("the running fingerprint is wrong")
    offers = [o for o in game.offers() if not o.empty]
    if not offers:
        raise DeadEndError(game.rules.phase_key(game.state))
    check_facts(game)
    top, s = game.state.top, game.state
    offer = rng.choice(offers)
    actions = list(top.expand(s, offer))
    if not actions:
        raise InvariantError(f"{offer} has no expansion")
    for action in rng.sample(actions, min(5, len(actions))):
        text = game.notation(action)
        if game.parse(text) != action:
            raise InvariantError(f"{text} does not parse back")
        if game.why_not(action):
            raise InvariantError(f"{text} is offered and refused by {game.why_not(action)[0].rule}")
        for _ in range(6):
            check_mutation(game, mutate(game, text, rng))
    again = from_position(read_position(write_position(game.to_position())))
    if again.hash() != game.hash():
        raise InvariantError("the position does not come back as it was")


def check_facts(game: Game) -> None:
    """Offers are those of a copy in which no fact is known: no fact has outlived what it was worked out from."""
    fresh = game.copy()
    fresh.state.forget()
    for known, anew in zip_longest(map(_plain, game.offers()), map(_plain, fresh.offers())):
        if known != anew:
            raise InvariantError(f"a fact is out of date: {known} is offered, worked out anew {anew}")


def _plain(offer: Offer) -> tuple[Any, ...]:
    """All that an offer says, with its hexes."""
    return offer.verb, offer.units, offer.mode, offer.action, offer.hexes


def _distorted(game: Game, rng: Random, tally: Tally, where: str) -> None:
    """Try lines and positions that are wrong in some way; every fault is noted, and the game goes on."""
    for _ in range(LINES):
        text = distort(game, game.notation(game.sample(rng)), rng)
        tally.lines += 1
        try:
            tally.accepted += check_line(game, text)
        except Exception as error:
            _note(tally, f"{where}, action {game.number}, line {text[:SHOWN]!r}", error)
    for _ in range(POSITIONS):
        plain = distort_position(game, rng)
        tally.positions += 1
        try:
            tally.accepted += check_position(plain, rng)
        except Exception as error:
            _note(tally, f"{where}, action {game.number}, frames {str(plain.get('frames'))[:SHOWN]}", error)


def check_line(game: Game, text: str) -> bool:
    """Whether a line is accepted; whatever it says, it is a sentence, refusals or an action inside an offer."""
    try:
        action = game.parse(text)
        refused = bool(game.reasons(text))
        desk.plan(game, text, "es")
        if not refused:
            game.odds(action)
    except BadInputError as error:
        return not str(error)
    if not refused and not isinstance(action, Resign | Draw) and not inside_offers(game, action):
        raise InvariantError(f"{text} is accepted and not offered")
    return not refused


def check_mutation(game: Game, text: str) -> None:
    """An action that the judge accepts lies inside an offer, for each of its units."""
    try:
        action = game.parse(text)
    except BadInputError:
        return
    if not game.why_not(action) and not inside_offers(game, action):
        raise InvariantError(f"{text} is accepted and not offered")


def inside_offers(game: Game, action: Action) -> bool:
    """Whether an action is inside what is offered to each of its units."""
    top, s = game.state.top, game.state
    units = getattr(action, "units", None) or ((action.unit,) if hasattr(action, "unit") else ())  # type: ignore
    offers = game.offers()
    if not units:
        return any(top.holds(s, offer, action) for offer in offers)
    return all(any(unit in offer.units and top.holds(s, offer, action) for offer in offers) for unit in units)


def mutate(game: Game, text: str, rng: Random) -> str:
    """A line of notation with something changed: a unit, a hex, a mark, the length of the path."""
    words = text.split()
    names = game.rules.names
    for i, word in enumerate(words):
        if i and rng.random() < 0.6:
            legs = word.replace("~", "-~").split("-")
            hexes = [leg.lstrip("~") for leg in legs]
            if all(names.grid.has(h) for h in hexes):
                words[i] = _mutate_path(game, legs, rng)
            elif word.split(",")[0] in names.units:
                words[i] = rng.choice([rng.choice(names.units), f"{word},{rng.choice(names.units)}"])
    return " ".join(words)


def _mutate_path(game: Game, legs: list[str], rng: Random) -> str:
    grid = game.rules.names.grid
    last = grid.hex(legs[-1].lstrip("~"))
    near = grid.label(rng.choice(grid.neighbours[last]))
    match rng.randrange(5):
        case 0:
            legs = [*legs, near]
        case 1:
            legs = [*legs, f"~{near}"]
        case 2:
            legs = legs[:-1] or legs
        case 3:
            legs = [*legs[:-1], near]
        case _:
            i = rng.randrange(len(legs))
            legs[i] = legs[i].lstrip("~") if legs[i].startswith("~") else f"~{legs[i]}" if i else legs[i]
    return "-".join(legs).replace("-~", "~")


def _undo_all(game: Game, start: int) -> None:
    begun = game.at(0).state
    if begun.hash() != start or isinstance(begun.top, Over):
        raise InvariantError("un-applying everything does not lead to the start")


def _save_and_load(game: Game) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.record"
        Record.create(path, game)
        again = Record.open(path, title, check_dice=True).game
        if again.hash() != game.hash() or again.winner != game.winner:
            raise InvariantError("the record does not come back as it was")
