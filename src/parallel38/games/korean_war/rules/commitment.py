"""18.1, 18.2 and 18.6 UN commitment: the levels that the UN declares and raises, and the units that they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Note, Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End
from parallel38.games.korean_war.rules import coming, faces, tension
from parallel38.games.korean_war.rules.tension import LEVELS
from parallel38.games.korean_war.state import (
    INITIAL,
    MOBILIZATION,
    SIDES,
    UN,
    KoreanWarState,
)

DECLARED_ON = 2
"""W-3.A1: the turn in which the UN declares its first levels."""
AT_FIRST = ("initial", "rules_of_engagement")
AFTERWARDS = ("escalation", "rules_of_engagement", "mobilization")
"""The levels that are chosen in that turn, and those that may be raised in later ones."""
GUARD = 4
"""W-18.2d: the first step of escalation whose American divisions come late."""


class Commit(Action, frozen=True):
    """Declare or raise a level of UN commitment. Written `commit initial 3`."""

    mode_field = "level"

    track: str
    level: int


def begin(s: KoreanWarState) -> None:
    """3.A.1 The UN Commitment Segment. W-18.6: by agreement with the levels of history."""
    if s.rules.historical:
        _follow_history(s)
    else:
        s.push(Committing())


def _follow_history(s: KoreanWarState) -> None:
    """W-18.6: set the levels of history for the turn."""
    chart = s.rules.charts["historical_levels"]
    row = max((row for row in chart.rows if int(row) <= s.turn), key=int)
    for name, track in LEVELS.items():
        level = chart[row, name]
        if level != s.track[track]:
            s.tell(track, level)
            s.log("W-18.6", "committed", track_key="track." + name, n=level)


# ------------------------------------------------------------------------------------------------------------ packages


def expected(s: KoreanWarState, track: str, level: int, mobilization: int) -> list[tuple[int, str, int, bool]]:
    """The units that a level would bring: each with its rule, and the turn and the half in which it arrives."""
    if track == "initial":
        return list(_initial(s, level))
    return list(_escalation(s, level, mobilization)) if track == "escalation" else []


def _initial(s: KoreanWarState, level: int) -> Iterator[tuple[int, str, int, bool]]:
    """W-18.2a: the units of a level of initial intervention and of all lower ones. W-18.2b: Task Force Smith is one of
    them."""
    chart, names = s.rules.charts["initial_packages"], s.rules.names
    for name in chart.rows:
        unit = names.unit_number(name)
        if chart[name, "level"] <= level and s.in_box(unit, "out"):
            turn, _, half = chart[name, "phase"].partition("-")
            yield unit, "W-18.2b" if s.rules.miscellaneous[unit] else "W-18.2a", int(turn), half == "2AP"


def _escalation(s: KoreanWarState, step: int, mobilization: int) -> Iterator[tuple[int, str, int, bool]]:
    """W-18.2c: the units of a step of escalation, but those in play. W-18.2d: Americans by mobilization, the divisions
    of the last steps late; allies do not wait."""
    packages, arrival = s.rules.charts["escalation_packages"], s.rules.charts["escalation_arrival"]
    first, rules = s.rules.charts["initial_packages"], s.rules
    taken = set[int]()
    for name in packages.rows:
        if packages[name, "step"] != step or (name in first.rows and first[name, "level"] <= s.track[INITIAL]):
            continue
        unit = _counter(s, rules.names.unit_number(name), taken)
        if unit is None:
            continue
        taken.add(unit)
        american = rules.nation[unit].startswith("us")
        column = "allies"
        if american:
            column = "late" if step >= GUARD and rules.division[unit] else "americans"
        rule = "W-18.2d" if column != "allies" else "W-18.2c"
        yield unit, rule, *coming.later(s.turn, arrival[str(mobilization), column])


def _counter(s: KoreanWarState, unit: int, taken: set[int]) -> int | None:
    """The counter that comes for a unit: itself, or another of its kind if it has been used (W-10.0e). `taken`: those
    that come for other units of the step."""
    itself = (unit,) if s.in_box(unit, "out") else ()
    alike = (*itself, *s.rules.of_kind[s.rules.unit_kind[unit]])
    return next((u for u in alike if u not in taken and s.in_box(u, "aside", "out")), None)


# --------------------------------------------------------------------------------------------------------- the segment


class Committing(Frame, frozen=True):
    """The UN declares levels, later raises them. `declared`: the tracks on which it has in this turn."""

    declared: tuple[str, ...] = ()

    def decider(self, s: KoreanWarState) -> str | None:
        """The UN, while a level can be declared."""
        return SIDES[UN] if any(self._levels(s, track) for track in LEVELS) else None

    def resolve(self, s: KoreanWarState) -> None:
        """Close the segment. W-18.2a, W-18.2c: what was declared brings units, by the mobilization that is reached."""
        s.pop()
        for track in self.declared:
            for unit, rule, turn, second in expected(s, track, s.track[LEVELS[track]], s.track[MOBILIZATION]):
                coming.expect(s, unit, rule, turn, second)

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN, with the sum of destabilization."""
        text = "committing" if s.turn == DECLARED_ON else "raising"
        return text, {"side": SIDES[UN], "n": tension.destabilization(s)}

    def takes(self, action: Action) -> bool:
        """A level, or the end."""
        return isinstance(action, Commit | End)

    def _levels(self, s: KoreanWarState, track: str) -> list[int]:
        """The levels that may be declared on a track."""
        most = s.rules.charts["tracks"][track, "highest"]
        return [n for n in range(most + 1) if next(self._against(s, track, n), None) is None]

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Each level of each track, and the end."""
        for track in LEVELS:
            for level in self._levels(s, track):
                yield Offer("commit", mode=str(level), action=Commit(track, level))
        yield Offer("end", action=End())

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a level may not be declared."""
        if isinstance(action, Commit):
            yield from self._against(s, action.track, action.level)

    def _against(self, s: KoreanWarState, track: str, level: int) -> Iterator[Refusal]:
        """Why a level may not be declared. W-3.A1: in turn 2 initial intervention and Rules of Engagement, with a
        mobilization of 1. W-3.A2: later the others are raised. W-18.1a: the levels that there are. W-18.1b: one level a
        turn, never down. W-18.2d: the last steps of escalation need mobilization."""
        if track not in LEVELS:
            yield Refusal("W-18.1a", "unknown_commitment", {"mode": track, "names": tuple(LEVELS)})
            return
        row, now = s.rules.charts["tracks"], s.track[LEVELS[track]]
        args = {"track_key": "track." + track, "n": level}
        first = s.turn == DECLARED_ON
        if track not in (AT_FIRST if first else AFTERWARDS):
            yield Refusal("W-3.A1" if track == "initial" or track == "mobilization" else "W-3.A2", "not_now", args)
        elif track in self.declared:
            yield Refusal("W-18.1b", "declared_already", args)
        elif not row[track, "start"] <= level <= row[track, "highest"]:
            limits = {"least": row[track, "start"], "most": row[track, "highest"]}
            yield Refusal("W-18.1a", "no_such_level", {**args, **limits})
        elif not first and level <= now:
            yield Refusal("W-18.1b", "never_lowered", {**args, "now": now})
        elif not first and level > now + row[track, "raise"]:
            yield Refusal("W-18.1b", "one_level", {**args, "now": now, "most": row[track, "raise"]})
        elif track == "escalation" and self._needs(s, level) > s.track[MOBILIZATION]:
            yield Refusal("W-18.2d", "needs_mobilization", {**args, "need": self._needs(s, level)})

    def _needs(self, s: KoreanWarState, step: int) -> int:
        return s.rules.charts["escalation_arrival"][str(step), "needs"]

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The track and its new level."""
        if isinstance(action, Commit):
            return "action.commit", {"track_key": "track." + action.track, "n": action.level}
        return super().describe(s, action)

    def preview(self, s: KoreanWarState, action: Action) -> Preview | None:
        """The chances of Global Tension with a level, and the units that it brings."""
        after = s.copy()
        title, notes = Note("preview.commit_none"), list[Note]()
        if isinstance(action, Commit):
            if action.track not in LEVELS:
                return None
            after.tell(LEVELS[action.track], action.level)
            title = Note("preview.commit", {"track_key": "track." + action.track, "n": action.level})
            notes = [*_told(s, expected(after, action.track, action.level, after.track[MOBILIZATION]))]
        if s.turn < tension.FROM:
            notes.append(Note("preview.tension_later", {}, "W-3.A4"))
        return faces.preview(title, tension.table(after), notes)

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Set a level, or end the segment."""
        if not isinstance(action, Commit):
            self.resolve(s)
            return
        s.replace(Committing((*self.declared, action.track)))
        s.tell(LEVELS[action.track], action.level)
        trace("W-18.1a" if s.turn == DECLARED_ON else "W-18.1b")
        rule = "W-3.A1" if s.turn == DECLARED_ON else "W-3.A2"
        s.log(rule, "committed", track_key="track." + action.track, n=action.level)


def _told(s: KoreanWarState, found: list[tuple[int, str, int, bool]]) -> Iterator[Note]:
    """What units a level brings, phase by phase, and those for which it is too late. W-18.2a: by initial intervention,
    W-18.2c: by escalation."""
    by_phase: dict[tuple[int, bool], list[int]] = {}
    too_late: list[int] = []
    rule = "W-18.2c" if s.turn > DECLARED_ON else "W-18.2a"
    for unit, _, turn, second in found:
        (too_late if coming.late(s, turn) else by_phase.setdefault((turn, second), [])).append(unit)
    for (turn, second), units in sorted(by_phase.items()):
        args = {"units": tuple(units), "turn_key": coming.turn_key(s, turn), "part_key": coming.part_key(second)}
        yield Note("preview.expected", args, rule)
    if too_late:
        yield Note("preview.expected_late", {"units": tuple(too_late)}, rule)
