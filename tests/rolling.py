"""A small ruleset of the tests' own: shots with dice of all kinds, in turns that have parts and lack phases."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from parallel38.engine.chance import Dice, Die, Reading, Roll, rows
from parallel38.engine.flow import Frame, Offer
from parallel38.engine.game import Game
from parallel38.engine.previews import Branch, Note, Preview, Result
from parallel38.engine.sequence import Phase, Sequence
from parallel38.engine.state import State
from parallel38.engine.texts import catalogue
from parallel38.engine.titles import Setting
from parallel38.engine.values import Action, End
from parallel38.games import title
from parallel38.games.yalu.ruleset import YaluRuleset

RULE = "D-4.1.1"
ROLLS = {
    "usual": Roll("weather", 2, RULE),
    "ten": Roll("weather", 1, RULE, faces=10, lowest=0),
    "two": Roll.of("weather", RULE, Die("white"), Die("red")),
    "mixed": Roll.of("weather", RULE, Die("white"), Die("white"), Die("red", 10, 0)),
    "row": Roll.of("weather", RULE, Die("white"), Die("red")),
}
TEXTS = {
    "die.white": "white die",
    "die.red": "red die",
    "reading.red": "retreat",
    "log.stepped": "{n} steps are lost",
    "log.driven": "{n} hexes back",
    "part.first": "first half",
    "part.second": "second half",
    "action.aim": "aim",
}
"""Texts that a title would have in its own catalogue."""


class Aim(Action, frozen=True):
    """Shoot with some dice."""

    how: str


class Aiming(Frame, frozen=True):
    """A side shoots as often as it likes."""

    def decider(self, s: Any) -> str:
        return "un"

    def offers(self, s: Any) -> Iterator[Offer]:
        for how in ROLLS:
            yield Offer("aim", action=Aim(how))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        return isinstance(action, End) or (isinstance(action, Aim) and action.how in ROLLS)

    def preview(self, s: Any, action: Action) -> Preview | None:
        if not isinstance(action, Aim):
            return None
        shot, roll = Shot(action.how), ROLLS[action.how]
        (dice, _), *_ = roll.outcomes()
        found = []
        for name in (reading.name for reading in shot.reads(roll, dice)):
            table = rows(shot, roll, lambda reading: "hit" if reading.value > 4 else "-", name)
            keys = {key: sum((r.chance for r in table if r.key == key), Fraction(0)) for key in ("hit", "-")}
            results = tuple(Result(key, Note("result.none"), chance) for key, chance in keys.items())
            found.append(Branch(Note("branch.fire"), None, results, table, name))
        return Preview(Note("odds.fire"), tuple(found), ())

    def apply(self, s: Any, action: Action) -> None:
        s.pop()
        if isinstance(action, Aim):
            s.push(Aiming())
            s.push(Shot(action.how))


class Shot(Frame, frozen=True):
    """Dice that are read once or twice."""

    how: str

    def resolve(self, s: Any) -> None:
        s.push(ROLLS[self.how])

    def reads(self, roll: Roll, dice: tuple[int, ...]) -> tuple[Reading, ...]:
        if self.how != "row":
            return super().reads(roll, dice)
        tens, ones = dice
        return (Reading("", f"{tens}{ones}", 10 * tens + ones),)

    def rolled(self, s: Any, roll: Roll, dice: tuple[int, ...]) -> None:
        s.pop()
        first, *others = self.reads(roll, dice)
        s.log(RULE, "stepped", n=first.value)
        for reading in others:
            s.log(RULE, "driven", n=reading.value)


def aim(s: Any) -> None:
    s.push(Aiming())


def pass_by(s: Any) -> None:
    """A phase in which nothing happens."""


class RollingRuleset(YaluRuleset):
    """Turns of two parts with a phase that is in both; the second turn has the second part alone."""

    frames: ClassVar[dict[str, type[Frame]]] = YaluRuleset.frames | {"Aiming": Aiming, "Shot": Shot}
    verbs: ClassVar[dict[str, type[Action]]] = YaluRuleset.verbs | {"aim": Aim}
    sequence = (
        Phase("weather", RULE, aim, part="first"),
        Phase("un_combat", RULE, aim, "un", part="first", weight="fire"),
        Phase("un_movement", RULE, aim, "un", part="first"),
        Phase("communist_supply", RULE, pass_by, "communist", part="second"),
        Phase("un_combat", RULE, aim, "un", part="second", weight="close"),
    )

    def outline(self, s: Any) -> tuple[Phase, ...]:
        return self.sequence if s.turn != 2 else tuple(phase for phase in self.sequence if phase.part == "second")

    def next_turn(self, s: Any) -> bool:
        s.tell(0, s.turn + 1)
        return True

    def start(self) -> State:
        s = super().start()
        s.frames = (Sequence("weather", "first"), Aiming())
        return s

    def check(self, s: Any) -> None:
        """Whatever the engine takes."""

    def always(self, s: Any) -> None:
        """Nothing."""


def made(setting: Setting) -> RollingRuleset:
    return RollingRuleset(TITLE, setting)


TITLE = msgspec.structs.replace(title("yalu"), make=made)


def rolling(dice: Dice | None = None, monkeypatch: Any = None) -> Game:
    """A game by the small ruleset; with its texts, if these may be put into the catalogues for a test."""
    if monkeypatch:
        for language in ("en", "es"):
            for key, text in TEXTS.items():
                monkeypatch.setitem(catalogue("parallel38.engine", language), key, text)
    return Game(made(TITLE.setting()), dice=dice or Dice.seed(1))
