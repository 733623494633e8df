"""Chance as a player: a die roll is an action with stated odds, a purpose and a rule.

Dice come from a source. Keyed dice are made from a secret, so that every roll can be checked when the secret is shown;
typed and scripted dice come from the table. A player or a search never sees what a source will give next.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import count, product
from math import prod
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec

from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, Frame, Offer, Refusal
from parallel38.engine.previews import Row
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, RuleId, Span

SEEDS = Span(-(2**63), 2**63 - 1)
MOST_DICE, MOST_FACES = 4, 100
"""Dice of one roll, and faces of a die."""
LONGEST_SCRIPT = 10_000
"""Dice of a script; a long game has about a thousand."""


class Throw(Action, frozen=True):
    """Dice have fallen. Written `roll 3` or `roll 2,5`."""

    dice: tuple[int, ...]

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "roll"


class Die(msgspec.Struct, frozen=True):
    """One die: its name, if it is told apart from others, the number of its faces and the lowest figure on them.

    `die.NAME` is a text, and the game's look may have colours for it.
    """

    name: str = ""
    faces: Annotated[int, Span(2, MOST_FACES)] = 6
    lowest: Annotated[int, Span(0, 1)] = 1

    @property
    def values(self) -> range:
        """What the die can show."""
        return range(self.lowest, self.lowest + self.faces)


class Reading(NamedTuple):
    """One way in which a fall of dice is read: what tables are looked up by, and what the fall counts for."""

    name: str
    """Empty where dice are read in one way only; else `reading.NAME` is a text, or `die.NAME`."""
    label: str
    """The row of a table, such as "7" for two dice that are added up."""
    value: int


class Roll(Frame, frozen=True):
    """Dice are wanted: what for, how many, by which rule. The frame below takes the result.

    Dice that are alike are told by their number, faces and lowest figure; others one by one as `named` (`Roll.of`).
    """

    later_fields: ClassVar[tuple[str, ...]] = ("named",)

    purpose: str
    dice: Annotated[int, Span(1, MOST_DICE)]
    rule: RuleId
    faces: Annotated[int, Span(2, MOST_FACES)] = 6
    lowest: Annotated[int, Span(0, 1)] = 1
    named: tuple[Die, ...] = ()

    @classmethod
    def of(cls, purpose: str, rule: RuleId, *dice: Die) -> Roll:
        """A roll of dice that differ, in the order in which they are thrown and typed.

        >>> Roll.of("fire", "R-1", Die("white"), Die("red")).read((3, 5))
        (Reading(name='white', label='3', value=3), Reading(name='red', label='5', value=5))
        """
        return cls(purpose, len(dice), rule, named=dice)

    @property
    def pool(self) -> tuple[Die, ...]:
        """Every die that is thrown, in its order."""
        return self.named or (Die("", self.faces, self.lowest),) * self.dice

    @property
    def alike(self) -> bool:
        """Whether the dice are all of one kind and need no names."""
        return len({*self.pool}) == 1 and not self.pool[0].name

    def read(self, dice: tuple[int, ...]) -> tuple[Reading, ...]:
        """How dice are usually read: those of one name are added up, and each name is a reading of its own.

        >>> Roll("weather", 2, "D-4.1.1").read((3, 5))
        (Reading(name='', label='8', value=8),)
        """
        sums: dict[str, int] = {}
        for die, shown in zip(self.pool, dice, strict=True):
            sums[die.name] = sums.get(die.name, 0) + shown
        return tuple(Reading(name, str(total), total) for name, total in sums.items())

    def decider(self, s: Any) -> str:
        """Chance decides."""
        return CHANCE

    def prompt(self, s: Any) -> tuple[str, dict[str, Any]]:
        """Say what is rolled for, and with what dice."""
        what = {"purpose": self.purpose, "n": self.dice, "rule": s.rules.cite(self.rule)}
        return ("roll" if self.alike else "roll_dice"), {**what, **self._faces()}

    def _faces(self) -> dict[str, Any]:
        """What the dice may show, as arguments of a text."""
        first = self.pool[0].values
        told = tuple((die.name, die.values[0], die.values[-1]) for die in self.pool)
        return {"lowest": first[0], "highest": first[-1], "pool": told}

    def offers(self, s: Any) -> Iterator[Offer]:
        """Every way the dice can fall."""
        for dice, _ in self.outcomes():
            yield Offer("roll", action=Throw(dice))

    def takes(self, action: Action) -> bool:
        """Only dice."""
        return isinstance(action, Throw)

    def fits(self, dice: tuple[int, ...]) -> bool:
        """Whether these are as many dice as are wanted, each with a face that it has."""
        return len(dice) == self.dice and all(n in die.values for n, die in zip(dice, self.pool, strict=True))

    def refusals(self, s: Any, action: Action) -> Iterator[Refusal]:
        """The right number of dice, each with a face that it has."""
        assert isinstance(action, Throw)
        if not self.fits(action.dice):
            text = "engine_dice" if self.alike else "engine_named_dice"
            yield Refusal(self.rule, text, {"n": self.dice, **self._faces()})

    def apply(self, s: Any, action: Action) -> None:
        """Hand the dice to the frame that asked."""
        assert isinstance(action, Throw)
        trace(s.rules.cite(self.rule))
        s.pop()
        s.top.rolled(s, self, action.dice)

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Each way the dice can fall, with its chance.

        >>> sum(chance for _, chance in Roll("weather", 2, "D-4.1.1").outcomes())
        Fraction(1, 1)
        """
        pool = self.pool
        chance = Fraction(1, prod(die.faces for die in pool))
        for dice in product(*(die.values for die in pool)):
            yield dice, chance


def readings(frames: tuple[Frame, ...], dice: tuple[int, ...]) -> tuple[Reading, ...]:
    """How the frame that asked for dice reads them; the roll lies on top of it."""
    *_, asked, roll = frames
    assert isinstance(roll, Roll)
    return asked.reads(roll, dice)


def rows(asked: Frame, roll: Roll, result: Callable[[Reading], str], name: str = "") -> tuple[Row, ...]:
    """A table by the labels of a reading: what each brings, by the key of its result, and how likely it is."""
    found: dict[str, tuple[str, Fraction]] = {}
    for dice, chance in roll.outcomes():
        for reading in asked.reads(roll, dice):
            if reading.name == name:
                _, before = found.get(reading.label, ("", Fraction(0)))
                found[reading.label] = (result(reading), before + chance)
    return tuple(Row(label, *row) for label, row in found.items())


# ------------------------------------------------------------------------------------------------------------ sources


def keyed_dice(secret: str, key: str, roll: Roll) -> tuple[int, ...]:
    """The dice that a secret gives for a key; every face is equally likely.

    >>> weather = Roll("weather", 2, "D-4.1.1")
    >>> keyed_dice("a secret", "0|Nov IV|weather|0", weather) == keyed_dice("a secret", "0|Nov IV|weather|0", weather)
    True
    """
    stream = _bytes(secret, key)
    return tuple(_die(die, stream) for die in roll.pool)


def _die(die: Die, stream: Iterator[int]) -> int:
    """A die made from the next byte; bytes that would favour some faces are left out."""
    if not 1 <= die.faces <= 256:  # one byte is not enough for more
        raise BadInputError("number_range", value=die.faces, least=1, most=256)
    fair = 256 - 256 % die.faces
    return next(byte for byte in stream if byte < fair) % die.faces + die.lowest


def _bytes(secret: str, key: str) -> Iterator[int]:
    """The bytes that a secret gives for a key, block by block without end."""
    for block in count():
        yield from hmac.digest(secret.encode(), f"{key}|{block}".encode(), "sha256")


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
        if len(values) > LONGEST_SCRIPT or not all(type(v) is int and 0 <= v <= MOST_FACES for v in values):
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
            if roll.fits(dice):
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
