"""15 Air missions: close air support and interdiction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Branch, Note, Preview, Result, Row
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Unit
from parallel38.games.korean_war.data import PROVINCES
from parallel38.games.korean_war.rules import rules_of_engagement
from parallel38.games.korean_war.state import (
    CAS,
    COMMUNIST,
    INTERDICTION,
    RESTRICTED,
    SIDES,
    UN,
    KoreanWarState,
)

SUPPORT = "cas"
MISSIONS = (SUPPORT, *PROVINCES)


class Mission(Action, frozen=True):
    """Assign an air unit to close air support or to interdiction in a province. Written `mission AIR-19BG kyonggi`."""

    mode_field = "target"

    unit: Unit
    target: str


def begin(s: KoreanWarState) -> None:
    """3.B The UN Air Mission Phase. W-15.0a, W-17.0c: without the display levels are fixed. W-15.3a:
    nothing of it in turn 1. W-3.B1: air units of the turn
    come."""
    levels = s.rules.air_levels.get(s.turn)
    if not s.rules.air_display:
        if levels:
            s.tell(CAS, levels[0])
            s.tell(INTERDICTION, levels[1])
            s.log("W-15.0a", "air_levels", n=levels[0], m=levels[1])
        return
    for name in s.rules.air_arriving.get(s.turn, ()):
        unit = s.rules.names.unit_number(name)
        if s.in_box(unit, "out"):
            s.move(unit, s.rules.names.box("airfields"))
            s.log("W-3.B1", "arrived", unit=unit)
    s.push(Missions())


def box(mission: str) -> str:
    """The box of a mission."""
    return SUPPORT if mission == SUPPORT else "over_" + mission


def total(s: KoreanWarState) -> int:
    """The sum of the interdiction values. W-15.2b: each times the multiplier of its province, as in
    W-15.2.ex."""
    found = 0
    for i, province in enumerate(PROVINCES):
        value = sum(s.rules.bombing[u] for u in s.boxed(box(province)))
        found += value * multiplier(s, i) if value else 0
    return found


def multiplier(s: KoreanWarState, province: int) -> int:
    """The multiplier of a province. W-15.2d: 1 if the UN controls all its cities and no enemy unit is in it."""
    rules, region = s.rules, s.rules.provinces[province]
    times = rules.charts["interdiction_multipliers"]
    if not region & s.controlled(COMMUNIST) and not region & s.held_by(COMMUNIST):
        trace("W-15.2d")
        return times["secured", "times"]
    return times[PROVINCES[province], "times"]


def column(s: KoreanWarState) -> str:
    """The column of the Interdiction Table for the sum."""
    found = total(s)
    for name in s.rules.charts["interdiction"].columns:
        if name.endswith("+") or found <= int(name.rpartition("-")[2]):
            return name
    raise AssertionError


def modifier(s: KoreanWarState) -> int:
    """What is added to the die of the Interdiction Table. W-15.3c: less in winter. W-18.4b: by the Rules of
    Engagement."""
    winter = s.rules.charts["air_limits"]["winter_die", "figure"] if s.rules.winter(s.turn) else 0
    return winter + rules_of_engagement.die(s)


def read(s: KoreanWarState, die: int) -> int:
    """The Interdiction Level for a die."""
    chart = s.rules.charts["interdiction"]
    rows = [int(name) for name in chart.rows]
    return chart[str(max(rows[0], min(rows[-1], die + modifier(s)))), column(s)]


def preview(s: KoreanWarState) -> Preview:
    """The close air support and the Interdiction Levels, each with its chance, that the missions would bring now."""
    levels = [read(s, die) for die in range(10)] if total(s) else [0] * 10
    each = Fraction(1, len(levels))
    found = tuple(
        Result(str(n), Note("preview.level", {"n": n}), each * levels.count(n), 0 if n else 2)
        for n in sorted({*levels}, reverse=True)
    )
    note = Note("preview.interdiction", {"column": column(s), "drm": modifier(s)}, "W-15.2c")
    table = tuple(Row(str(die), str(n), each) for die, n in enumerate(levels))
    support = sum(s.rules.support[u] for u in s.boxed(SUPPORT))
    return Preview(
        Note("preview.missions", {"n": total(s)}),
        (Branch(note, None, found, table),),
        found,
        ratio=str(total(s)),
        column=column(s),
        columns=tuple(s.rules.charts["interdiction"].columns),
        notes=(Note("preview.support_sum", {"n": support}, "W-15.1a"),),
    )


class Missions(Frame, frozen=True):
    """The UN assigns its air units. W-15.0c: for the whole turn."""

    done: bool = False

    def decider(self, s: KoreanWarState) -> str | None:
        """The UN, while air units have no mission."""
        return None if self.done or not s.boxed("airfields") else SIDES[UN]

    def resolve(self, s: KoreanWarState) -> None:
        """Reckon the levels, and throw the die of the Interdiction Table if anything flies there."""
        if not self.done:
            self._finish(s)
        elif total(s):
            s.push(Roll("interdiction", 1, "W-15.2c", faces=10, lowest=0))
        else:
            s.pop()

    def _finish(self, s: KoreanWarState) -> None:
        """W-15.1a: the sum of the support values is the level. W-15.2f: four units that can interdict restrict
        roads."""
        level = sum(s.rules.support[u] for u in s.boxed(SUPPORT))
        s.tell(CAS, level)
        s.log("W-15.1a", "support_level", n=level)
        bits_ = 0
        for i, province in enumerate(PROVINCES):
            flying = [u for u in s.boxed(box(province)) if s.rules.bombing[u]]
            if len(flying) >= s.rules.charts["air_limits"]["restricting_units", "figure"]:
                bits_ |= 1 << i
                s.log("W-15.2f", "roads_restricted", province_key="section." + province)
        s.tell(RESTRICTED, bits_)
        s.replace(Missions(done=True))

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """W-15.2c: read the Interdiction Level. W-15.3c: less in winter. W-18.4b: by the Rules of Engagement."""
        drm = modifier(s)
        if s.rules.winter(s.turn):
            trace("W-15.3c")
        if rules_of_engagement.die(s):
            trace("W-18.4b")
        level = read(s, dice[0])
        s.tell(INTERDICTION, level)
        s.log("W-15.2c", "interdiction_level", n=level, die=dice[0], drm=drm, column=column(s))
        s.pop()

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The air units without a mission."""
        return "missions", {"side": SIDES[UN], "n": len(s.boxed("airfields"))}

    def takes(self, action: Action) -> bool:
        """Missions and the end."""
        return isinstance(action, Mission | End)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Every mission of every air unit that has none, and the end."""
        open_ = [target for target in MISSIONS if not self._full(s, target) and self._opened(s, target)]
        for unit in s.boxed("airfields"):
            for target in open_:
                if self._able(s, unit, target):
                    yield Offer("mission", units=(unit,), mode=target, action=Mission(unit, target))
        yield Offer("end", action=End())

    def sample(self, s: KoreanWarState, rng: Random) -> Action | None:
        """A random mission of the first unit that has none."""
        unit = s.boxed("airfields")[0]
        able = [t for t in MISSIONS if self._able(s, unit, t) and not self._full(s, t) and self._opened(s, t)]
        return Mission(unit, rng.choice(able)) if able else End()

    def _able(self, s: KoreanWarState, unit: int, target: str) -> bool:
        """W-15.0b: a value of 0 bars a mission; a province must be on the map in play."""
        if target == SUPPORT:
            return bool(s.rules.support[unit])
        return bool(s.rules.bombing[unit] and s.rules.provinces[PROVINCES.index(target)] & s.rules.land)

    def _opened(self, s: KoreanWarState, target: str) -> bool:
        """W-18.4a: whether the Rules of Engagement open a province."""
        return target == SUPPORT or rules_of_engagement.opened(s, PROVINCES.index(target))

    def _full(self, s: KoreanWarState, target: str) -> bool:
        """W-15.2a: four units to a province. W-15.3b: eight on support in winter."""
        limits, n = s.rules.charts["air_limits"], len(s.boxed(box(target)))
        if target == SUPPORT:
            return s.rules.winter(s.turn) and n >= limits["winter_support", "figure"]
        return n >= limits["province_units", "figure"]

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why an air unit cannot have a mission."""
        if not isinstance(action, Mission):
            return
        args = {"unit": action.unit, "target": action.target}
        if action.target not in MISSIONS:
            yield Refusal("W-15.0b", "unknown_mission", {**args, "names": MISSIONS})
        elif not s.in_box(action.unit, "airfields"):
            yield Refusal("W-15.0c", "no_air_unit", args, (action.unit,))
        elif not self._able(s, action.unit, action.target):
            yield Refusal("W-15.0b", "mission_value", args, (action.unit,))
        elif not self._opened(s, action.target):
            province = PROVINCES.index(action.target)
            closed = {**args, "n": rules_of_engagement.needed(s, province)}
            yield Refusal("W-18.4a", "province_closed", closed, (action.unit,))
        elif self._full(s, action.target):
            rule, text = ("W-15.3b", "winter_support") if action.target == SUPPORT else ("W-15.2a", "province_full")
            yield Refusal(rule, text, args, (action.unit,))

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and its mission."""
        if isinstance(action, Mission):
            args = {"unit": action.unit, "box_key": "box." + box(action.target)}
            if action.target not in PROVINCES:
                return "action.mission", args
            there = {"n": len(s.boxed(box(action.target))), "times": multiplier(s, PROVINCES.index(action.target))}
            return "action.mission_over", args | there
        return super().describe(s, action)

    def preview(self, s: KoreanWarState, action: Action) -> Preview | None:
        """What the missions bring if the phase ended then."""
        trial = s.copy()
        if isinstance(action, Mission):
            trial.move(action.unit, s.rules.names.box(box(action.target)))
        return preview(trial)

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Assign the unit, or end the phase."""
        if isinstance(action, Mission):
            s.move(action.unit, s.rules.names.box(box(action.target)))
            s.log("W-15.0b", "mission", unit=action.unit, box_key="box." + box(action.target))
        else:
            self._finish(s)


def terminate(s: KoreanWarState) -> None:
    """3.G The UN Air Mission Termination Phase. W-15.0d: all missions end, levels and restricted roads with them.
    W-15.0e: no air unit is ever lost."""
    for mission in MISSIONS:
        for unit in s.boxed(box(mission)):
            s.move(unit, s.rules.names.box("airfields"))
    for track in (CAS, INTERDICTION, RESTRICTED):
        if s.track[track]:
            trace("W-15.0d")
            s.tell(track, 0)
