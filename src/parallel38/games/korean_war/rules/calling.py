"""19 and 20 Declarations: the invasion of Formosa, Chinese, Soviet and Nationalist intervention."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Branch, Note, Preview
from parallel38.engine.values import Action, End
from parallel38.games.korean_war.rules import chinese, faces, formosa, nationalists, soviets, tension
from parallel38.games.korean_war.rules.engagement import Part
from parallel38.games.korean_war.state import COMMUNIST, SIDES, SOVIETS_TURN, TENSION, UN, KoreanWarState, Side

FORMOSA_SEGMENT = ("formosa",)
COMMUNIST_CALLS, UN_CALLS = ("limited", "full", "soviets"), ("nationalists",)
"""What may be declared in the Formosa Segment, and in the Reinforcement Segment by each side."""


class Declare(Action, frozen=True):
    """Declare an invasion or an intervention, or roll for it. Written `declare limited`."""

    mode_field = "what"

    what: str


class Matter(NamedTuple):
    """Something that may be declared: what is against it, what it does, whether a die decides, and its chances."""

    against: Callable[[KoreanWarState], Iterator[Refusal]]
    do: Callable[[KoreanWarState], None]
    table: Callable[[KoreanWarState], Branch]
    certain: Callable[[KoreanWarState], bool] = lambda s: True
    succeeds: Callable[[KoreanWarState, int], bool] = lambda s, die: True
    parts: Callable[[KoreanWarState], list[Part]] = lambda s: []


MATTERS = {
    "formosa": Matter(formosa.against, formosa.invade, formosa.table),
    "limited": Matter(
        chinese.limited_against,
        chinese.begin_limited,
        chinese.table,
        chinese.automatic,
        chinese.intervenes,
        chinese.modifiers,
    ),
    "full": Matter(chinese.full_against, chinese.begin_full, chinese.table),
    "soviets": Matter(soviets.against, soviets.begin, soviets.table, lambda s: False, soviets.come, soviets.modifiers),
    "nationalists": Matter(nationalists.against, nationalists.call, tension.table),
}
"""The matters by the word with which they are declared."""
ADDS: dict[str, tuple[str, Callable[[KoreanWarState], int]]] = {
    "formosa": ("W-19.1b", lambda s: formosa.figure(s, "tension")),
    "soviets": ("W-19.5b", lambda s: soviets.figure(s, "adds_tension")),
}
"""The matters that raise Global Tension, each with its rule and by how much."""
PRICES = {"formosa": formosa.price, "full": chinese.price}
"""The matters of which something is told before they are declared."""
RULES = {"limited": "W-19.2b", "soviets": "W-19.5a"}
"""The rules of those for which a die may be thrown."""


def begin_formosa(s: KoreanWarState) -> None:
    """3.A.2 The Formosa Invasion Segment. W-3.A3: the Communists may declare it; W-19.1c: a die for one that goes
    on."""
    if formosa.invaded(s):
        s.push(formosa.Course())
    else:
        s.push(Declaring(SIDES[COMMUNIST], FORMOSA_SEGMENT))


def begin_calls(s: KoreanWarState) -> None:
    """The declarations of the Reinforcement Segment. W-19.2a, W-19.5a: of the Communists, then W-20a: of the UN."""
    s.push(Declaring(SIDES[UN], UN_CALLS))
    s.push(Declaring(SIDES[COMMUNIST], COMMUNIST_CALLS))


class Declaring(Frame, frozen=True):
    """A side declares what it may. `done`: what it has declared or rolled for; `rolling`: what a die is thrown for."""

    side: Side
    matters: tuple[str, ...]
    done: tuple[str, ...] = ()
    rolling: str = ""

    def _open(self, s: KoreanWarState) -> list[str]:
        return [what for what in self.matters if next(self._against(s, what), None) is None]

    def decider(self, s: KoreanWarState) -> str | None:
        """The side, while it may declare something and no die is thrown."""
        return self.side if not self.rolling and self._open(s) else None

    def resolve(self, s: KoreanWarState) -> None:
        """Throw a die, or close the frame."""
        if self.rolling:
            s.push(Roll(self.rolling, 1, RULES[self.rolling], faces=len(faces.FACES), lowest=0))
        else:
            s.pop()

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Begin what was rolled for, or not."""
        what, matter = self.rolling, MATTERS[self.rolling]
        s.replace(msgspec.structs.replace(self, rolling=""))
        drm = sum(part.die for part in matter.parts(s))
        came = matter.succeeds(s, dice[0])
        s.log(RULES[what], "call_succeeds" if came else "call_fails", what_key="call." + what, die=dice[0], drm=drm)
        if came:
            matter.do(s)

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """What may be declared."""
        return "declaring", {"side": self.side, "names": tuple(self._open(s))}

    def takes(self, action: Action) -> bool:
        """A declaration, or the end."""
        return isinstance(action, Declare | End)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Each matter, and the end."""
        for what in self._open(s):
            yield Offer("declare", mode=what, action=Declare(what))
        yield Offer("end", action=End())

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why something cannot be declared."""
        if isinstance(action, Declare):
            yield from self._against(s, action.what)

    def _against(self, s: KoreanWarState, what: str) -> Iterator[Refusal]:
        if what not in self.matters:
            rule = "W-20a" if self.side == SIDES[UN] else "W-19.1a" if self.matters == FORMOSA_SEGMENT else "W-19.2c"
            yield Refusal(rule, "no_such_call", {"mode": what, "names": self.matters})
        elif what in self.done:
            yield Refusal(RULES.get(what, "W-19.2c"), "called_already", {"what_key": "call." + what})
        else:
            yield from MATTERS[what].against(s)

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """What would be declared."""
        if isinstance(action, Declare):
            return "action.declare", {"what_key": "call." + action.what}
        return super().describe(s, action)

    def preview(self, s: KoreanWarState, action: Action) -> Preview | None:
        """The chances of a declaration: its die, or what Global Tension would do with it."""
        if not isinstance(action, Declare) or action.what not in MATTERS:
            return None
        matter, after = MATTERS[action.what], s
        sure = matter.certain(s)
        if action.what == "nationalists":
            after = s.copy()
            nationalists.arrive(after)
        if action.what == "full":
            return None
        title = Note("preview.call", {"what_key": "call." + action.what})
        return faces.preview(title, matter.table(after), self._told(s, action.what), () if sure else matter.parts(s))

    def _told(self, s: KoreanWarState, what: str) -> Iterator[Note]:
        """What a declaration adds to Global Tension. W-19.1b: an invasion at once. W-19.5b: Soviets who come."""
        if what in ADDS:
            rule, figure = ADDS[what]
            n = figure(s)
            yield Note("preview.tension_adds", {"n": n, "m": s.track[TENSION] + n}, rule)

    def warnings(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """What a declaration costs the Communists."""
        if isinstance(action, Declare) and action.what in PRICES:
            yield from PRICES[action.what](s)

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Declare something, or roll for it; or end the frame."""
        if not isinstance(action, Declare):
            s.pop()
            return
        what = action.what
        sure = MATTERS[what].certain(s)
        if what == "soviets":
            s.tell(SOVIETS_TURN, s.turn)
        rolling = "" if sure else what
        s.replace(msgspec.structs.replace(self, done=(*self.done, what), rolling=rolling))
        if sure:
            MATTERS[what].do(s)
