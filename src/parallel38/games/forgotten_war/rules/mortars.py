"""6.3 Mortar markers: each serves a formation, and a side may assign them anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.values import Action, End, Unit
from parallel38.games.forgotten_war.state import SIDES, ForgottenWarState, Side


class Assign(Action, frozen=True):
    """Assign a mortar marker to a formation. Written `assign MARKER 5-marines`."""

    unit: Unit
    formation: str


def begin(s: ForgottenWarState, side: int) -> None:
    """Ask a side about its mortar markers, if it has a choice. F-6.3.B: a new marker goes to a regiment that arrives
    with it, or to the one that it is named after (F-6.3.D1)."""
    rules = s.rules
    for unit in rules.mortars_of[side]:
        if in_play(s, unit) and not s.serves[unit]:
            found = open_to(s, unit)
            if found:
                s.set("serves", unit, found[0])
                s.log(
                    "F-6.3.B",
                    "assigned",
                    unit=unit,
                    formation_key=rules.regiment_key(side, rules.formation_names[found[0] - 1]),
                )
    if any(in_play(s, unit) and {*open_to(s, unit)} - {s.serves[unit]} for unit in rules.mortars_of[side]):
        s.push(Assigning(SIDES[side]))


def in_play(s: ForgottenWarState, unit: int) -> bool:
    """Whether a mortar marker is in one of the boxes of markers."""
    names = s.rules.names
    return s.where[unit] in (names.box("available"), names.box("used"))


def open_to(s: ForgottenWarState, unit: int) -> list[int]:
    """The formations to which a mortar marker may be assigned, the first choice first.

    F-6.3.D1: one that is named after a formation serves it; F-6.3.D2: until that has no unit left. F-6.3.B: in its
    first turn a new one goes to a regiment that arrives with it; F-6.3.C: later to any regiment that has units on the
    map or due.
    """
    rules, names = s.rules, s.rules.names
    due = names.box("due")

    def lives(formation: int) -> bool:
        own = (u for u in rules.units_serving[formation] if rules.side_of[u] == rules.side_of[unit])
        return any(s.on_map(u) or s.where[u] == due for u in own)

    named = [f for f in rules.named_after[unit] if lives(f)]
    if named or not rules.battle.reassigns:
        return named
    first = [f for f in rules.mortar_choices[unit] if lives(f)]
    if first and (not s.serves[unit] or rules.rows[unit]["turn"] == s.turn):
        return first
    return [f for f in rules.regiments_of[rules.side_of[unit]] if lives(f)]


class Assigning(Frame, frozen=True):
    """A side may assign its mortar markers anew (F-6.3.C)."""

    side: Side

    def decider(self, s: ForgottenWarState) -> str:
        """The side whose markers these are."""
        return self.side

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side."""
        return "assigning", {"side": self.side}

    def takes(self, action: Action) -> bool:
        """Whether an action assigns a marker or ends the step."""
        return isinstance(action, Assign | End)

    def offers(self, s: ForgottenWarState) -> Iterator[Offer]:
        """Every formation that a marker could serve instead; the end."""
        for unit in s.rules.mortars_of[SIDES.index(self.side)]:
            if in_play(s, unit):
                for formation in open_to(s, unit):
                    if formation != s.serves[unit]:
                        word = s.rules.formation_names[formation - 1]
                        yield Offer("assign", units=(unit,), action=Assign(unit, word))
        yield Offer("end", action=End())

    def refusals(self, s: ForgottenWarState, action: Action) -> Iterator[Refusal]:
        """Why a marker cannot serve a formation."""
        if not isinstance(action, Assign):
            return
        rules, unit, args = s.rules, action.unit, {"unit": action.unit, "formation": action.formation}
        if not rules.mortar[unit] or rules.side_of[unit] != SIDES.index(self.side) or not in_play(s, unit):
            yield Refusal("F-6.3.A", "no_mortar", args, (unit,))
        elif action.formation not in rules.formation_names:
            yield Refusal("F-6.3.A", "unknown_formation", {**args, "names": self._names(s, unit)}, (unit,))
        elif rules.formation_names.index(action.formation) + 1 not in open_to(s, unit):
            named = bool(rules.named_after[unit])
            yield Refusal(
                "F-6.3.D1" if named else "F-6.3.B", "wrong_formation", {**args, "names": self._names(s, unit)}, (unit,)
            )
        elif rules.formation_names.index(action.formation) + 1 == s.serves[unit]:
            yield Refusal(
                "F-6.3.C", "assigned_already", {"unit": unit, "formation_key": self._words(s, action)}, (unit,)
            )

    def _names(self, s: ForgottenWarState, unit: int) -> tuple[str, ...]:
        return tuple(s.rules.formation_names[f - 1] for f in open_to(s, unit))

    def _words(self, s: ForgottenWarState, action: Assign) -> str:
        """The text key of the formation that a marker would serve."""
        return s.rules.regiment_key(SIDES.index(self.side), action.formation)

    def describe(self, s: ForgottenWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The marker and the formation that it would serve."""
        if not isinstance(action, Assign):
            return super().describe(s, action)
        return "action.assign", {"unit": action.unit, "formation_key": self._words(s, action)}

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Assign the marker, or end the step."""
        if not isinstance(action, Assign):
            s.pop()
            return
        s.set("serves", action.unit, s.rules.formation_names.index(action.formation) + 1)
        s.log("F-6.3.C", "assigned", unit=action.unit, formation_key=self._words(s, action))
