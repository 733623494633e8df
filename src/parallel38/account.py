"""The account of a game: who won and why, what was lost, how the dice fell, where it turned. Made from the record.

Nothing here is kept while a game is played: the whole is worked out again from its actions. What dice could have
brought comes from the rules themselves, which are asked for every way that the dice could have fallen.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import sqrt
from typing import Any, Literal

import msgspec

from parallel38.engine.chance import Roll, Throw, readings
from parallel38.engine.flow import Over
from parallel38.engine.game import Entry, Game
from parallel38.engine.reports import LuckSample
from parallel38.engine.ruleset import Ruleset

LUCK_WORDS = ("very_unlucky", "unlucky", "even", "lucky", "very_lucky")
POINTS = 5
"""As many turning points are told at most."""
RARE = Fraction(1, 10)
"""A result of a fight is unlikely if results as good or better, or as bad or worse, have this chance at most."""


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
    first: int
    """The number of its first action."""
    lost: dict[str, UnitTotal]
    standing: dict[str, int] = {}
    lead: int = 0
    """By how much the first side was ahead when it ended; below 0 the other side was."""


class TurningPoint(msgspec.Struct, kw_only=True):
    """A moment that decided much."""

    kind: Literal["lead", "losses", "luck"]
    """The lead changed in a turn; many units were lost in an action; a throw of a fight was unlikely."""
    n: int
    """The action; of a turn, the one that changed the lead most."""
    turn: str
    side: str
    """The side that gained the lead, that lost most, or that was lucky."""
    weight: Fraction
    """By how much the lead changed; the strength that was lost; how far the throw was from what was to be expected."""
    hex: str | None = None
    passed: bool = False
    """Whether another side leads than before."""
    figures: dict[str, tuple[int, int]] = {}
    """The figures of the standing that changed in the turn: before and after it."""
    units: list[str] = []
    """The units that were lost; of a throw, those that were attacked."""
    chance: Fraction | None = None
    """Of a throw: the chance of one that is as lucky."""
    attacker: str = ""
    """Of a throw: the side that attacked."""
    result: tuple[str, dict[str, Any]] | None = None
    """Of a throw: what came of it, as a text key with arguments."""


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
    points: list[TurningPoint]
    """The turning points, in the order in which they came."""

    def lost(self, side: str) -> UnitTotal:
        """All that a side lost."""
        totals = self.fates[side]["lost"].values()
        return UnitTotal(sum(total.units for total in totals), sum(total.strength for total in totals))

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
    begun = Turn("", 0, {})
    losses, throws = list[TurningPoint](), list[TurningPoint]()
    for entry, past in game.replay():
        if not turns or turns[-1].name != past.turn:
            _close(turns[-1] if turns else begun, rules, past.state)
            turns.append(Turn(past.turn, entry.number, {side: UnitTotal() for side in sides}))
        throws += _weigh(past, entry, luck)
        losses += _losses(past, entry)
        for fate in rules.casualties(entry.changes):
            side = sides[rules.side_of[fate.unit]]
            fates[side][fate.what].setdefault(fate.kind, UnitTotal()).add(fate.strength)
            if fate.what == "lost":
                turns[-1].lost[side].add(fate.strength)
    _close(turns[-1], rules, game.state)
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
        points=_turning_points(game, [begun, *turns], losses, throws),
    )


def _close(turn: Turn, rules: Ruleset, s: Any) -> None:
    """Note how the game stands at the end of a turn."""
    turn.standing, turn.lead = rules.standing(s), rules.lead(s)


def _weigh(past: Game, entry: Entry, luck: dict[tuple[str, str], Luck]) -> Iterator[TurningPoint]:
    """Set what dice brought beside what they could have brought; `past` is the game that waited for them. An unlikely
    result of a fight may be a turning point."""
    roll = past.state.top
    if not isinstance(roll, Roll) or not isinstance(entry.action, Throw):
        return
    falls = [(_worth(past, roll, dice), chance) for dice, chance in roll.outcomes()]
    got = _worth(past, roll, entry.action.dice)
    for key in dict.fromkeys(key for values, _ in falls for key in values):
        values = [(fall.get(key, 0), chance) for fall, chance in falls]
        mean = sum((chance * value for value, chance in values), Fraction(0))
        row = luck.setdefault(key, Luck(*key))
        row.rolls += 1
        row.got += got.get(key, 0)
        row.expected += mean
        row.variance += sum(chance * value * value for value, chance in values) - mean * mean
        over = got.get(key, 0) - mean
        like = sum((chance for value, chance in values if (value - mean - over) * over >= 0), Fraction(0))
        if row.side and over and like <= RARE:
            yield from _unlikely(past, entry, row.side, over, like)


def _unlikely(past: Game, entry: Entry, side: str, over: Fraction, chance: Fraction) -> Iterator[TurningPoint]:
    """An unlikely throw if it decided a fight: by how much it was over the expectation of a side, and its chance."""
    rules = past.rules
    fight = rules.fight(past.state, entry.action, entry.events)
    if fight and fight.note:
        yield TurningPoint(
            kind="luck",
            n=entry.number,
            turn=past.turn,
            side=side if over > 0 else next(other for other in rules.sides if other != side),
            weight=abs(over),
            hex=rules.names.place(fight.hex),
            units=[rules.names.unit(unit) for unit in fight.targets],
            chance=chance,
            attacker=fight.side,
            result=(fight.note.text, fight.note.args),
        )


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


# ------------------------------------------------------------------------------------------------------ turning points


def _turning_points(
    game: Game, turns: list[Turn], losses: list[TurningPoint], throws: list[TurningPoint]
) -> list[TurningPoint]:
    """The weightiest of each kind in turn, each action once, in the order in which they came. Of turns, the last one in
    which the lead passed to the other side counts most, then others in which it did, so that it passes to the sides by
    turns. The first of `turns` is how the game began."""
    leads = [*_leads(game, turns)]
    last = next((point for point in reversed(leads) if point.passed), None)
    leads.sort(key=lambda point: (point is not last, not point.passed, -point.weight))
    leads = _by_turns(leads)[:POINTS]
    _locate(game, turns, leads)
    ranked = (sorted(points, key=lambda point: -point.weight)[:POINTS] for points in (losses, throws))
    found: dict[int, TurningPoint] = {}
    for row in zip_longest(leads, *ranked):
        for point in row:
            if point and len(found) < POINTS:
                found.setdefault(point.n, point)
    return sorted(found.values(), key=lambda point: point.n)


def _leads(game: Game, turns: list[Turn]) -> Iterator[TurningPoint]:
    """The turns in which the lead changed."""
    sides, leader = game.rules.sides, turns[0].lead
    for before, turn in pairwise(turns):
        change = turn.lead - before.lead
        if change:
            yield TurningPoint(
                kind="lead",
                n=turn.first,
                turn=turn.name,
                side=sides[change < 0],
                weight=Fraction(abs(change)),
                passed=turn.lead * leader < 0,
                figures={
                    name: (before.standing[name], figure)
                    for name, figure in turn.standing.items()
                    if figure != before.standing[name]
                },
            )
        leader = turn.lead or leader


def _by_turns(leads: list[TurningPoint]) -> list[TurningPoint]:
    """These points, first those in which the lead passed; of these only such that it passes to the sides by turns."""
    passages, kept = [point for point in leads if point.passed], list[TurningPoint]()
    for point in (*passages, *passages):  # what would repeat another passage at first may stand between two later
        before = max((one for one in kept if one.n < point.n), key=lambda one: one.n, default=None)
        after = min((one for one in kept if one.n > point.n), key=lambda one: one.n, default=None)
        if point not in kept and all(one is None or one.side != point.side for one in (before, after)):
            kept.append(point)
    return kept + [point for point in leads if not point.passed]


def _locate(game: Game, turns: list[Turn], leads: list[TurningPoint]) -> None:
    """Find in each of these turns the action that changed the lead most in favour of the side that gained."""
    rules, points = game.rules, {point.turn: point for point in leads}
    after, most = {turn.name: turn.lead for turn in turns}, dict.fromkeys(points, 0)
    for entry, s in game.backwards():
        point = points.get(entry.turn)
        if point is None or entry.before is None:
            continue
        lead = rules.lead(s)
        gain = (after[point.turn] - lead) * (1 if point.side == rules.sides[0] else -1)
        after[point.turn] = lead
        if gain >= most[point.turn]:
            most[point.turn], point.n = gain, entry.number


def _losses(past: Game, entry: Entry) -> Iterator[TurningPoint]:
    """The units that were lost in an action: of the side that lost most first."""
    rules, s = past.rules, past.state
    lost = [fate for fate in rules.casualties(entry.changes) if fate.what == "lost"]
    if not lost:
        return
    strength = [sum(fate.strength for fate in lost if rules.side_of[fate.unit] == side) for side in (0, 1)]
    most = int(strength[1] > strength[0])
    lost.sort(key=lambda fate: (rules.side_of[fate.unit] != most, -fate.strength))
    fight = rules.fight(s, entry.action, entry.events)
    h = fight.hex if fight else s.hex_of(lost[0].unit)
    yield TurningPoint(
        kind="losses",
        n=entry.number,
        turn=past.turn,
        side=rules.sides[most],
        weight=Fraction(sum(strength)),
        hex=None if h is None else rules.names.place(h),
        units=[rules.names.unit(fate.unit) for fate in lost],
    )
