"""3.E.12 Recovery, and the beginning and the end of an Action Phase."""

from __future__ import annotations

from parallel38.engine.trace import trace
from parallel38.games.korean_war.rules import victory
from parallel38.games.korean_war.state import (
    COMMUNIST,
    FATIGUED,
    ONSET,
    PERIOD,
    PHASE_FLAGS,
    REORGANIZATIONS,
    UN,
    KoreanWarState,
)


def begin_phase(s: KoreanWarState) -> None:
    """Note where every combat unit stands as an Action Phase begins. W-7.4d, W-7.5j: both ask for it."""
    for side in (UN, COMMUNIST):
        for unit in s.rules.fighters_of[side]:
            start = s.where[unit] + 1 if s.on_map(unit) else 0
            if s.start[unit] != start:
                s.set("start", unit, start)
    if s.track[REORGANIZATIONS]:
        s.tell(REORGANIZATIONS, 0)


def recover(s: KoreanWarState) -> None:
    """3.E.12 The Recovery Segment. W-7.6a: all fatigued units are mobile again. W-12.0h: parachute battalions leave the
    map for good."""
    for side in (UN, COMMUNIST):
        for unit in s.rules.fighters_of[side]:
            if s.flags[unit] & FATIGUED:
                trace("W-7.6a")
                s.flag(unit, FATIGUED, on=False)
    for unit in s.rules.of_kind["para_battalion"]:
        if s.on_map(unit):
            s.log("W-12.0h", "taken_out", unit=unit)
            s.move(unit, s.rules.names.box("gone"))


def end_phase(s: KoreanWarState) -> None:
    """End an Action Phase. W-13.1ab: Task Force Smith leaves. W-11.2ab: landed units are as others from now on.
    Evacuated units are in the reserve box; W-19.4a: a phase of the Chinese Initiative Period is over."""
    names = s.rules.names
    for unit in s.rules.of_kind["task_force_smith"]:
        if s.on_map(unit):
            s.log("W-13.1ab", "taken_out", unit=unit)
            s.move(unit, names.box("gone"))
    for unit in s.boxed("evacuated"):
        s.move(unit, names.box("reserve"))
    for side in (UN, COMMUNIST):
        for unit in s.rules.units_of[side]:
            if s.flags[unit] & PHASE_FLAGS:
                s.flag(unit, PHASE_FLAGS, on=False)
    if s.track[PERIOD]:
        s.tell(PERIOD, s.track[PERIOD] - 1)
    if s.track[ONSET]:
        s.tell(ONSET, 0)
    victory.sudden_death(s, turn_end=False)


def end_turn(s: KoreanWarState) -> None:
    """3.I The Game Turn Indication Phase."""
    victory.sudden_death(s, turn_end=True)
