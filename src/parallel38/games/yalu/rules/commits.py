"""C-25A, C-15 The fire of Classic that is announced before it is made: its manner, its odds and its price."""

from typing import ClassVar

import msgspec

from parallel38.engine.values import Action, Place, Unit, Units
from parallel38.games.yalu.rules import fire
from parallel38.games.yalu.state import COMMUNIST, YaluState

MANNERS = ("supplied", "unsupplied", "wave", "unsupplied-wave")
"""With or without attack supply, as usual or as a human wave."""
FREE = ("unsupplied", "unsupplied-wave")
"""Manners that cost no attack supply, at 1:2 at best (C-15b, C-15c)."""
WAVES = ("wave", "unsupplied-wave")
CAP = "1:2"


class Commit(Action, frozen=True):
    """Say which units will fire at which enemy units. Written `attack ROK-8`, `attack US-2 wave PVA-39-115,PVA-39-116`.

    C-15d: there is no artillery, and no attack at half strength. Without units, all that can fire at the targets do. It
    takes the place of what was said of the same targets before. `rolls` is the number of fires that may be above 1:2,
    each for a point (`attack ROK-1,ROK-6 supplied PVA-39-115,PVA-39-116 2`); 0 means one if the odds announced are.
    """

    intent = "strike"
    mode_field = "manner"

    targets: Units
    manner: str = "supplied"
    units: Units = ()
    rolls: int = 0

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "attack"

    @classmethod
    def arranged(cls, words: list[str]) -> list[str]:
        """The manner may be left out before the units."""
        spelled = len(words) < 2 or words[1] in MANNERS
        return words if spelled else [words[0], MANNERS[0], *words[1:]]


class Cancel(Action, frozen=True):
    """Take back the fire at a unit. Written `withdraw ROK-8`."""

    target: Unit

    @classmethod
    def verb(cls) -> str:
        """The word that begins this action."""
        return "withdraw"


class Announced(msgspec.Struct, frozen=True):
    """An attack that has been announced, with the hexes of its targets; `rolls` are the fires above 1:2 still to be
    made. Of a fire that has been made, `support` are the support units that helped it."""

    later_fields: ClassVar[tuple[str, ...]] = ("support",)

    hexes: tuple[Place, ...]
    targets: Units
    manner: str
    units: Units
    rolls: int = 1
    support: Units = ()


def grouped(s: YaluState) -> bool:
    """Whether the fires of an announced attack are arranged in the assault, as in the example of the booklet (C-ex);
    else an attack is one fire."""
    return s.rules.setting.rulings["commitment"] == "group"


def power(s: YaluState, commit: Commit) -> int:
    """The strength of the units of a fire, in quarters of a factor. C-25D2: a wave counts double."""
    manner = "wave" if commit.manner in WAVES else "supplied"
    return sum(fire.strength(s, u, manner, True) for u in commit.units)


def odds(s: YaluState, commit: Commit) -> str | None:
    """The odds column of a fire, before what is saved of attack supply lowers it; None below the lowest odds.

    C-ex: 12 against 4 is 3:1, 6 against 4 is 3:2, 10 against 5 is 2:1, 19 against 3 is 6:1.
    """
    return fire.column(s, power(s, commit), sum(fire.strength(s, u) for u in commit.targets))


def keenest(s: YaluState, commit: Commit) -> str | None:
    """The best odds column that a fire of an attack can have: in a group that of all units at the weakest target."""
    targets = commit.targets
    if grouped(s) and commit.manner not in WAVES:
        targets = (min(targets, key=lambda u: fire.strength(s, u)),)
    return fire.column(s, power(s, commit), sum(fire.strength(s, u) for u in targets))


def capped(s: YaluState, column: str | None, manner: str) -> str | None:
    """C-15b, C-15c: the column of a fire in a manner: without attack supply 1:2 at best."""
    return CAP if column is not None and manner in FREE and dear(s, column) else column


def dear(s: YaluState, column: str) -> bool:
    """C-15a: whether odds are above 1:2."""
    return s.rules.odds_of(column) > s.rules.odds_of(CAP)


def dear_rolls(s: YaluState, commit: Commit) -> int:
    """C-15a: the number of fires above 1:2 that an attack pays for: those named, and else one if the odds announced are
    above 1:2. C-15b, C-15c: none without attack supply."""
    column = keenest(s, commit) if commit.rolls else odds(s, commit)
    return max(commit.rolls, 1) if column is not None and dear(s, column) and commit.manner not in FREE else 0


def price(s: YaluState, commit: Commit) -> int:
    """C-15a: one point for each fire above 1:2, wherever its target lies. C-25D4: also for a wave."""
    each = s.rules.charts["attack_supply_cost"]["over_1:2", "points"]
    return 0 if s.rules.side_of[commit.targets[0]] == COMMUNIST else each * dear_rolls(s, commit)
