"""What computer players of all games share: a commander of one side, which decides frame by frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar, NamedTuple, TypeVar

from parallel38.engine.flow import Frame
from parallel38.engine.game import Game
from parallel38.engine.previews import Note
from parallel38.engine.values import Action, End
from parallel38.players.fears import Post
from parallel38.players.plans import Orders

T = TypeVar("T")


class Words(NamedTuple):
    """What a commander says of a plan: the posts that it may lose, and its reasons."""

    posts: tuple[Post, ...]
    reasons: tuple[Note, ...]


NOTHING = Words((), ())


def _with(words: Words, notes: Iterable[Note]) -> Words:
    """Words with further reasons, each only once."""
    return words._replace(reasons=(*words.reasons, *(note for note in notes if note not in words.reasons)))


def weighed(usual: Mapping[str, tuple[float, float, float]], own: Mapping[str, float] | None) -> dict[str, float]:
    """The usual weights without their bounds, with other values where some are given."""
    return {name: value for name, (value, _, _) in usual.items()} | dict(own or {})


class Commander:
    """A player of one side at one level. A game says in DUTIES which method decides in which frame, and in BECAUSE what
    speaks for a decision that follows from no plan.

    A commander remembers nothing that it could not work out again from the situation, so that a game can go on with
    another commander of the same level after a restart.
    """

    DUTIES: ClassVar[dict[type[Frame], Callable[..., Action | None]]] = {}
    BECAUSE: ClassVar[dict[type[Frame], Callable[[Any, Mapping[str, float], Any], Iterable[Note]]]] = {}

    def __init__(self, level: str, side: int, weights: Mapping[str, float]) -> None:
        self.level, self.side, self.w = level, side, weights
        self.thorough = level != "recruit"
        """Whether the commander considers more than a recruit does."""
        self.orders = Orders()
        """The orders of the plan of this phase."""
        self.sure = True
        """Whether the commander had a decision of its own when it was last asked."""
        self._words: Words | Callable[[], Words] = NOTHING
        self._when: tuple[str, str] | None = None
        self._legal: tuple[Any, Action] | None = None

    def __call__(self, game: Game, rng: Random) -> Action:
        """The action that the commander wants now; a random legal one if it has no decision of its own."""
        s = game.state
        when = (game.turn, game.rules.phase_key(s))
        if when != self._when:
            self._when, self._words, self.orders = when, NOTHING, Orders()
        duty = self.DUTIES.get(type(s.top))
        action = duty(self, s, rng) if duty else None
        self.sure = action is not None and self._may(s, action)
        self._legal = None
        return action if action is not None and self.sure else game.sample(rng)

    def _may(self, s: Any, action: Action) -> bool:
        """Whether an action is legal now; the last legal one is remembered, so that it is judged once."""
        if self._legal is not None and self._legal[0] is s and self._legal[1] is action:
            return True
        self._legal = (s, action) if allowed(s, action) else None
        return self._legal is not None

    def _offered(self, s: Any, action: Action) -> Action:
        """An action that is legal because an offer contains it, so that it is not judged again."""
        self._legal = (s, action)
        return action

    def _intend(self, words: Callable[[], Words]) -> None:
        """Keep the function that puts the present plan into words; it is called when the words are asked for."""
        self._words = words

    def _add(self, notes: Iterable[Note]) -> None:
        """Add notes to the words of the plan."""
        before, notes = self._words, tuple(notes)
        self._words = lambda: _with(before() if callable(before) else before, notes)

    def _told(self) -> Words:
        if callable(self._words):
            self._words = self._words()
        return self._words

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many orders of the plan are carried out, and of how many; None while there is no plan."""
        return self.orders.progress

    @property
    def reasons(self) -> list[Note]:
        """The reasons for the plan of this phase, as notes."""
        return [*self._told().reasons]

    @property
    def posts(self) -> tuple[Post, ...]:
        """The posts that the commander may lose, with the facts about them, for tools that measure its forecasts."""
        return self._told().posts

    def why(self, game: Game, action: Action) -> list[Note]:
        """The reasons for the action that was just chosen: its own first, then those of the plan; for an end without
        any, that nothing is worth doing."""
        because = self.BECAUSE.get(type(game.state.top))
        own = [*because(game.state, self.w, action)] if because and self.sure else []
        if own:
            return [*own, *self.reasons]
        more = isinstance(action, End) and any(not isinstance(other, End) for other in actions(game.state))
        return [Note("reason.nothing_more", {})] if more and self.sure and not self.reasons else self.reasons


def small(decide: Callable[[Any, Mapping[str, float], Random, bool], Action | None]) -> Callable[..., Action | None]:
    """A method for DUTIES from a decision that needs neither plan nor memory."""

    def duty(self: Commander, s: Any, rng: Random) -> Action | None:
        return decide(s, self.w, rng, self.thorough)

    return duty


def reasons_of(player: object) -> list[Note]:
    """The reasons for a player's plan of this phase; none for a player that makes no plans."""
    return player.reasons if isinstance(player, Commander) else []


def allowed(s: Any, action: Action) -> bool:
    """Whether an action is legal now."""
    return s.top.takes(action) and next(iter(s.top.refusals(s, action)), None) is None


def actions(s: Any) -> Iterator[Action]:
    """The canonical actions of all offers."""
    for offer in s.top.offers(s):
        yield from s.top.expand(s, offer)


def near_best(options: Iterable[tuple[float, T]], rng: Random, slack: float) -> T | None:
    """A random one of the options whose value is at most `slack` below the best, so that games differ."""
    found = sorted(options, key=lambda option: -option[0])
    good = [what for value, what in found if value >= found[0][0] - slack]
    return rng.choice(good) if good else None
