"""What computer players of all games have in common: one commander for one side, who decides frame by frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar, TypeVar

from parallel38.engine.flow import Frame
from parallel38.engine.game import Game
from parallel38.engine.previews import Note
from parallel38.engine.values import Action, End
from parallel38.players.fears import Post

T = TypeVar("T")


class Captain:
    """A commander. A game says in DUTIES which method decides in which frame.

    It remembers nothing that it could not work out anew from the situation, so that a game can go on with another
    captain of the same level after a restart. `reasons` are the words for what it is doing in this phase.
    """

    DUTIES: ClassVar[dict[type[Frame], Callable[..., Action | None]]] = {}

    def __init__(self, level: str, weights: Mapping[str, float]) -> None:
        self.level, self.w = level, weights
        self.reasons: list[Note] = []
        self.posts: list[Post] = []
        """What it knows of the posts for which it fears, for whoever measures how often it is right."""
        self.progress: tuple[int, int] | None = None
        """How many orders of the plan are carried out, and of how many."""
        self.sure = True
        """Whether it had an opinion when it was last asked."""
        self._when: tuple[str, str] | None = None

    def __call__(self, game: Game, rng: Random) -> Action:
        """The action that it wants now; a random one where it has no opinion."""
        s = game.state
        when = (game.turn, game.rules.phase_key(s))
        if when != self._when:
            self._when, self.reasons, self.posts, self.progress = when, [], [], None
        duty = self.DUTIES.get(type(s.top))
        action = duty(self, s, rng) if duty else None
        self.sure = action is not None and allowed(s, action)
        return action if action is not None and self.sure else game.sample(rng)

    def why(self, game: Game, action: Action) -> list[Note]:
        """The reasons for an action that it has just named; who ends what is not planned sees nothing worth doing."""
        more = isinstance(action, End) and any(not isinstance(other, End) for other in actions(game.state))
        return [Note("reason.nothing_more", {})] if more and self.sure and not self.reasons else self.reasons


def reasons_of(player: object) -> list[Note]:
    """The words for what a player is doing in this phase; none of a player that makes no plans."""
    return player.reasons if isinstance(player, Captain) else []


def allowed(s: Any, action: Action) -> bool:
    """Whether an action is legal now."""
    return s.top.takes(action) and next(iter(s.top.refusals(s, action)), None) is None


def actions(s: Any) -> Iterator[Action]:
    """The canonical actions of all offers."""
    for offer in s.top.offers(s):
        yield from s.top.expand(s, offer)


def near_best(options: Iterable[tuple[float, T]], rng: Random, slack: float) -> T | None:
    """One of the options whose value is not more than `slack` below the best: so that no two games are the same."""
    found = sorted(options, key=lambda option: -option[0])
    good = [what for value, what in found if value >= found[0][0] - slack]
    return rng.choice(good) if good else None
