"""17 The beginning of a scenario: who is where, who controls what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.engine.sequence import Sequence
from parallel38.games.korean_war import data
from parallel38.games.korean_war.rules import closing, tension
from parallel38.games.korean_war.state import (
    AIR_BONUS,
    CAPACITY,
    CAS,
    INTERDICTION,
    ONSET,
    PERIOD,
    TURN,
    KoreanWarState,
)

if TYPE_CHECKING:
    from parallel38.games.korean_war.ruleset import KoreanWarRuleset


def at_start(rules: KoreanWarRuleset) -> KoreanWarState:
    """The state in which a scenario begins. W-17.0a: units and control as it says. W-7.6b: all units mobile. W-17.0b:
    with its first Action Phase. W-14.2a: southern ports are open. W-23a: the advanced game begins as scenario 1, with
    the tracks of UN commitment at their start."""
    s = KoreanWarState(rules)
    names, turn = rules.names, rules.first_phase[0]
    s.track[TURN] = turn
    for name, place, parent in data.setup(rules.setting.scenario):
        unit = names.unit_number(name)
        if parent:
            s.where[unit] = names.with_unit(names.unit_number(parent))
        elif place == data.BOX:
            s.where[unit] = names.box("parachute" if rules.kind[unit] == "parachute" else "reserve")
        else:
            s.where[unit] = names.place_code(place)
    control = rules.scenario["control"]
    taken = [("taken", rules.board.places[city], 0) for side in ("un", "communist") for city in control[side]]
    s.marks = frozenset(taken)
    if turn == 1:
        s.track[AIR_BONUS] = rules.charts["combat_limits"]["nk_air_bonuses", "figure"]
    else:
        s.track[CAPACITY] = rules.charts["turns"][str(turn), "capacity"]
        if turn in rules.air_levels:
            s.track[CAS], s.track[INTERDICTION] = rules.air_levels[turn]
    if rules.bonuses and not rules.political:
        s.track[PERIOD], s.track[ONSET] = rules.charts["initiative_period"]["length", "phases"], 1
    if rules.political:
        for name, track in tension.LEVELS.items():
            s.track[track] = rules.charts["tracks"][name, "start"]
    first = rules.outline(s)[0]
    s.frames = (Sequence(first.key, first.part),)
    first.begin(s)
    if first.key == "phase_start":
        closing.begin_phase(s)
    return s
