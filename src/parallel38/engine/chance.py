"""Chance as a player: a die roll is an action with stated odds, a purpose and a rule.

Dice come from a source. Keyed dice are made from a secret, so that every roll can be checked when the secret is shown;
typed and scripted dice come from the table. A player or a search never sees what a source will give next.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Annotated, Any

import msgspec

from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, Frame, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, RuleId, Span

SEEDS = Span(-(2**63), 2**63 - 1)
LONGEST_SCRIPT = 10_000
"""Dice of a script; a long game has about a thousand."""


class Throw(Action, frozen=True):
    """Dice have fallen. Written `roll 3` or `roll 2,5`."""

    dice: tuple[int, ...]

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "roll"


class Roll(Frame, frozen=True):
    """Dice are wanted: what for, how many, by which rule. The frame below takes the result."""

    purpose: str
    dice: Annotated[int, Span(1, 4)]
    rule: RuleId
    faces: Annotated[int, Span(2, 100)] = 6
    lowest: Annotated[int, Span(0, 1)] = 1

    def decider(self, s: Any) -> str:
        """Chance decides."""
        return CHANCE

    def prompt(self, s: Any) -> tuple[str, dict[str, Any]]:
        """Say what is rolled for."""
        return "roll", {"purpose": self.purpose, "n": self.dice, "rule": self.rule}

    def offers(self, s: Any) -> Iterator[Offer]:
        """Every way the dice can fall."""
        for dice, _ in self.outcomes():
            yield Offer("roll", action=Throw(dice))

    def takes(self, action: Action) -> bool:
        """Only dice."""
        return isinstance(action, Throw)

    def refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """The right number of dice, each with a face that it has."""
        assert isinstance(action, Throw)
        if len(action.dice) != self.dice or not all(die in self.values for die in action.dice):
            args = {"n": self.dice, "lowest": self.lowest, "highest": self.values[-1]}
            yield Refusal(self.rule, "engine_dice", args)

    def apply(self, s: Any, action: Action) -> None:
        """Hand the dice to the frame that asked."""
        assert isinstance(action, Throw)
        trace(self.rule)
        s.pop()
        s.top.rolled(s, self, action.dice)

    @property
    def values(self) -> range:
        """What a die can show."""
        return range(self.lowest, self.lowest + self.faces)

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Each way the dice can fall, with its chance.

        >>> sum(chance for _, chance in Roll("weather", 2, "D-4.1.1").outcomes())
        Fraction(1, 1)
        """
        chance = Fraction(1, self.faces**self.dice)
        for dice in product(self.values, repeat=self.dice):
            yield dice, chance


# ------------------------------------------------------------------------------------------------------------ sources


def keyed_dice(secret: str, key: str, roll: Roll) -> tuple[int, ...]:
    """The dice that a secret gives for a key; every face is equally likely.

    >>> weather = Roll("weather", 2, "D-4.1.1")
    >>> keyed_dice("a secret", "0|Nov IV|weather|0", weather) == keyed_dice("a secret", "0|Nov IV|weather|0", weather)
    True
    """
    out: list[int] = []
    if not 1 <= roll.faces <= 256:  # a die is made from one byte
        raise BadInputError("number_range", value=roll.faces, least=1, most=256)
    block, fair = 0, 256 - 256 % roll.faces  # bytes from there on would favour some faces
    while len(out) < roll.dice:
        digest = hmac.digest(secret.encode(), f"{key}|{block}".encode(), "sha256")
        out += [byte % roll.faces + roll.lowest for byte in digest if byte < fair]
        block += 1
    return tuple(out[: roll.dice])


def seal_of(secret: str) -> str:
    """What a record shows of a secret until the game is over."""
    return hashlib.sha256(secret.encode()).hexdigest()


class RollCount:
    """How often dice have fallen for each purpose, in the turn of the roll that was counted last.

    The key of a roll is branch, turn, purpose and how often it was asked for before, with a bar between them.
    """

    __slots__ = ("_times", "_turn")

    def __init__(self, turn: str = "", times: dict[str, int] | None = None) -> None:
        self._turn, self._times = turn, times or {}

    @classmethod
    def of(cls, keys: Iterable[str]) -> RollCount:
        """The count of a game whose keys are these, the last one first."""
        found: RollCount | None = None
        for key in keys:
            found = found or cls(_turn_of(key))
            if _turn_of(key) != found._turn:
                break
            found.add(key)
        return found or cls()

    def copy(self) -> RollCount:
        """An independent copy."""
        return RollCount(self._turn, self._times.copy())

    def next_key(self, branch: int, turn: str, purpose: str) -> str:
        """The key of a roll that is asked for now."""
        stem = f"{branch}|{turn}|{purpose}"
        return f"{stem}|{self._times.get(stem, 0) if turn == self._turn else 0}"

    def add(self, key: str) -> None:
        """Count a roll."""
        if _turn_of(key) != self._turn:
            self._turn, self._times = _turn_of(key), {}
        stem = key.rpartition("|")[0]
        self._times[stem] = self._times.get(stem, 0) + 1


def _turn_of(key: str) -> str:
    """The turn that the key of a roll names."""
    return key.partition("|")[2].partition("|")[0]


class Dice(msgspec.Struct, frozen=True):
    """Where dice come from: "sealed" (a secret), "seed" (an open number), "ask" (typed) or "script" (a list)."""

    kind: str
    secret: str = ""
    script: tuple[int, ...] = ()
    seal: str = ""
    since: int = 0
    """The first branch of the game in which they fall."""
    before: Dice | None = None
    """Where the dice of earlier branches came from, if not from here."""

    @classmethod
    def sealed(cls, secret: str = "") -> Dice:
        """Dice from a new secret, or from one that is known again."""
        secret = secret or secrets.token_hex(16)
        return cls("sealed", secret, seal=seal_of(secret))

    @classmethod
    def seed(cls, seed: int) -> Dice:
        """Dice from an open number: the same seed gives the same dice."""
        return cls("seed", f"seed {SEEDS.check(seed)}")

    @classmethod
    def ask(cls) -> Dice:
        """Dice that are rolled at the table and typed."""
        return cls("ask")

    @classmethod
    def scripted(cls, values: list[int] | tuple[int, ...], seed: int | None = None) -> Dice:
        """Dice that fall as a list says; when it is used up they come from a seed, or must be typed."""
        if len(values) > LONGEST_SCRIPT or not all(type(v) is int and 0 <= v <= 20 for v in values):
            raise BadInputError("bad_dice_script")
        return cls("script", "" if seed is None else f"seed {SEEDS.check(seed)}", tuple(values))

    @property
    def lost(self) -> bool:
        """Whether these dice cannot be thrown: they are sealed, and their secret is not here."""
        return self.kind == "sealed" and not self.secret

    @property
    def known(self) -> bool:
        """Whether all that they have thrown, and those before them, can be checked."""
        return bool(self.secret) and (self.before is None or self.before.known)

    def of(self, branch: int) -> Dice:
        """The dice that fell in a branch."""
        return self if self.before is None or branch >= self.since else self.before.of(branch)

    def then(self, dice: Dice, branch: int) -> Dice:
        """Other dice from a branch on, with these before them."""
        return msgspec.structs.replace(dice, since=branch, before=self)

    def throw(self, key: str, roll: Roll, used: int) -> tuple[int, ...] | None:
        """The next dice; None if they must be typed. `used` dice have fallen before."""
        if self.kind == "script":
            dice = self.script[used : used + roll.dice]
            if len(dice) == roll.dice and all(die in roll.values for die in dice):
                return dice
        return keyed_dice(self.secret, key, roll) if self.secret else None

    def to_plain(self) -> dict[str, Any]:
        """What the record's first line says of the dice; the secret of sealed dice is not in it."""
        match self.kind:
            case "sealed":
                return {"kind": "sealed", "seal": self.seal}
            case "seed":
                return {"kind": "seed", "seed": int(self.secret.removeprefix("seed "))}
            case "script":
                seed = {"seed": int(self.secret.removeprefix("seed "))} if self.secret else {}
                return {"kind": "script", "script": list(self.script), **seed}
            case _:
                return {"kind": "ask"}

    @classmethod
    def from_plain(cls, plain: dict[str, Any], secret: str = "") -> Dice:
        """The dice that a record's first line speaks of."""
        match plain:
            case {"kind": "sealed", "seal": str(seal)}:
                if secret and seal_of(secret) != seal:
                    raise BadInputError("wrong_secret")
                return cls("sealed", secret, seal=seal)
            case {"kind": "seed", "seed": int(seed)} if not isinstance(seed, bool):
                return cls.seed(seed)
            case {"kind": "script", "script": list(script), **rest}:
                seed = rest.get("seed")
                if seed is not None and type(seed) is not int:
                    raise BadInputError("bad_dice")
                return cls.scripted(script, seed)
            case {"kind": "ask"}:
                return cls.ask()
        raise BadInputError("bad_dice")
