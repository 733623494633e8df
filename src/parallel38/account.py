"""The account of a game: who won and why, what was lost, how the dice fell. Made from the record, by turn.

Nothing here is kept while a game is played: the whole is worked out again from its actions. What dice could have
brought comes from the rules themselves, which are asked for every way that the dice could have fallen.
"""

from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from parallel38.engine.chance import Roll, Throw, readings
from parallel38.engine.flow import Over
from parallel38.engine.game import Entry, Game
from parallel38.engine.reports import LuckSample
from parallel38.engine.ruleset import Ruleset

LUCK_WORDS = ("very_unlucky", "unlucky", "even", "lucky", "very_lucky")


class UnitTotal(msgspec.Struct):
    """How many units, and their printed strength."""

    units: int = 0
    strength: int = 0

    def add(self, strength: int) -> None:
        """One unit more."""
        self.units += 1
        self.strength += strength


class Turn(msgspec.Struct):
    """One turn: what each side lost in it, and how the game stood when it ended."""

    name: str
    lost: dict[str, UnitTotal]
    standing: dict[str, int] = {}


class Luck(msgspec.Struct):
    """One kind of roll: what came of it beside what was to be expected."""

    kind: str
    side: str
    """Whom a high value serves; empty for nobody."""
    rolls: int = 0
    got: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    @property
    def deviation(self) -> float:
        """How far from the expectation, in standard deviations."""
        return float(self.got - self.expected) / sqrt(self.variance) if self.variance else 0.0

    @property
    def word(self) -> str:
        """The deviation as a word: one is common, two are rare."""
        deviation = self.deviation
        return LUCK_WORDS[2 + (deviation >= 1) + (deviation >= 2) - (deviation <= -1) - (deviation <= -2)]


class Account(msgspec.Struct):
    """What a game has come to."""

    game: str
    over: bool
    winner: str | None
    rule: str
    """The rule by which it was won; empty while it goes on."""
    verdict: tuple[str, dict[str, Any]]
    """Why, and by how much, as a text key with arguments: at the end, or as the game stands."""
    turn: str
    actions: int
    taken_back: int
    """How often somebody went back behind dice."""
    fates: dict[str, dict[str, dict[str, UnitTotal]]]
    """By side: what became of units, in the game's order; by kind of unit."""
    turns: list[Turn]
    luck: list[Luck]

    def to_plain(self) -> dict[str, Any]:
        """The account as plain JSON values."""
        plain = msgspec.to_builtins(self, enc_hook=float)
        for row, luck in zip(plain["luck"], self.luck, strict=True):
            row |= {"deviation": luck.deviation, "word": luck.word}
        return plain


def account(game: Game) -> Account:
    """The account of a game as far as it has been played."""
    rules, sides = game.rules, game.rules.sides
    fates: dict[str, dict[str, dict[str, UnitTotal]]] = {
        side: {what: {} for what in rules.casualty_kinds} for side in sides
    }
    turns: list[Turn] = []
    luck: dict[tuple[str, str], Luck] = {}
    for entry, past in game.replay():
        if not turns or turns[-1].name != past.turn:
            if turns:
                turns[-1].standing = rules.standing(past.state)
            turns.append(Turn(past.turn, {side: UnitTotal() for side in sides}))
        _weigh(past, entry, luck)
        for fate in rules.casualties(entry.changes):
            side = sides[rules.side_of[fate.unit]]
            fates[side][fate.what].setdefault(fate.kind, UnitTotal()).add(fate.strength)
            if fate.what == "lost":
                turns[-1].lost[side].add(fate.strength)
    turns[-1].standing = rules.standing(game.state)
    top = game.state.top
    return Account(
        game=rules.setting.game,
        over=game.over,
        winner=game.winner,
        rule=top.rule if isinstance(top, Over) else "",
        verdict=rules.verdict(game.state),
        turn=game.turn,
        actions=game.number,
        taken_back=game.branch,
        fates=fates,
        turns=turns,
        luck=sorted(luck.values(), key=lambda row: (row.side, row.kind)),
    )


def _weigh(past: Game, entry: Entry, luck: dict[tuple[str, str], Luck]) -> None:
    """Set what dice brought beside what they could have brought; `past` is the game that waited for them."""
    roll = past.state.top
    if not isinstance(roll, Roll) or not isinstance(entry.action, Throw):
        return
    worth: dict[tuple[str, str], list[Fraction]] = {}
    for dice, chance in roll.outcomes():
        for key, value in _worth(past, roll, dice).items():
            sums = worth.setdefault(key, [Fraction(0), Fraction(0)])
            sums[0] += chance * value
            sums[1] += chance * value * value
    got = _worth(past, roll, entry.action.dice)
    for key, (mean, square) in worth.items():
        row = luck.setdefault(key, Luck(*key))
        row.rolls += 1
        row.got += got.get(key, 0)
        row.expected += mean
        row.variance += square - mean * mean


def _worth(past: Game, roll: Roll, dice: tuple[int, ...]) -> dict[tuple[str, str], int]:
    """What these dice are worth, by kind and side."""
    rules: Ruleset = past.rules
    after = past.state.copy()
    roll.apply(after, Throw(dice))
    found: dict[tuple[str, str], int] = {}
    for stroke in rules.luck_samples(past.state, after, roll, dice) or _as_read(past, dice):
        key = (stroke.kind, stroke.side)
        found[key] = found.get(key, 0) + stroke.value
    return found


def _as_read(past: Game, dice: tuple[int, ...]) -> list[LuckSample]:
    """Dice of which the rules do not say what they are worth: each reading counts for what it shows."""
    return [LuckSample(one.name or "dice", "", one.value) for one in readings(past.state.frames, dice)]
