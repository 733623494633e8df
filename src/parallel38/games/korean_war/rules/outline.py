"""3 The sequence of play: the phases of a turn, and the fourteen segments of its two Action Phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parallel38.engine.sequence import Phase
from parallel38.games.korean_war.rules import (
    air,
    arrivals,
    assets,
    calling,
    closing,
    commitment,
    control,
    depots,
    enhancement,
    landings,
    operations,
    reconstitution,
    supply,
    tension,
    victory,
)
from parallel38.games.korean_war.state import KoreanWarState

if TYPE_CHECKING:
    from parallel38.games.korean_war.ruleset import KoreanWarRuleset

FIRST, SECOND = PARTS = ("first_action", "second_action")
"""The two Action Phases of a turn."""
AIR_FROM, ENHANCEMENT_FROM = 2, 3
FORMOSA_FROM = 5


def action_phase(part: str) -> tuple[Phase, ...]:
    """W-3.0b, W-3.F1: the fourteen segments of an Action Phase, with what happens before and after them."""
    return (
        Phase("phase_start", "W-3.0b", closing.begin_phase, aside=True, part=part),
        Phase("reinforcement", "W-3.0b", arrivals.begin_reinforcement, part=part, alone=True),
        Phase("deployment", "W-3.0b", arrivals.begin_deployment, part=part),
        Phase("depot_placement", "W-3.E3", depots.begin_placement, part=part),
        Phase("depot_status", "W-3.0b", depots.check_status, part=part, alone=True),
        Phase("supply_levels", "W-3.E5", supply.begin_levels, part=part, alone=True),
        Phase("expenditure", "W-3.E6", supply.begin_spending, part=part),
        Phase("initiative", "W-3.0b", supply.check_initiative, part=part, alone=True),
        Phase("asset_transfer", "W-3.0b", assets.begin_transfer, part=part),
        Phase("operations", "W-3.0b", operations.begin, part=part),
        Phase("asset_reassignment", "W-3.0b", assets.begin_reassignment, part=part),
        Phase("reconstitution", "W-3.0b", reconstitution.begin, part=part, side="un"),
        Phase("recovery", "W-3.0b", closing.recover, part=part, alone=True),
        Phase("markers", "W-3.E13", depots.begin_removal, part=part),
        Phase("minesweeping", "W-3.0b", control.begin_sweeping, part=part, alone=True),
        Phase("phase_end", "W-3.0b", closing.end_phase, aside=True, part=part),
    )


def of_turn(rules: KoreanWarRuleset, turn: int) -> tuple[Phase, ...]:
    """The phases of a turn. W-3.0a: in this order. W-16.2a, W-3.E0: turn 1 has only the second Action Phase and the
    end. W-3.B1, W-3.C1, W-3.D1, W-3.G1: what comes with later turns. W-3.H1: victory points in some scenarios only.
    W-3.0c: a scenario may begin with a second Action Phase and end with a first. W-3.A0: the Political Phase comes
    first."""
    (first_turn, first_part), (last_turn, last_part) = rules.first_phase, rules.last_phase
    parts = [
        part
        for part in PARTS
        if not (turn == first_turn and part < first_part) and not (turn == last_turn and part > last_part)
    ]
    before: list[Phase] = []
    if FIRST in parts and turn >= AIR_FROM:
        before += political_phase(turn) if rules.political else ()
        before.append(Phase("air_missions", "W-3.B1", air.begin, side="un"))
        if turn >= ENHANCEMENT_FROM:
            before.append(Phase("enhancement", "W-3.C1", enhancement.begin, side="un"))
        before.append(Phase("amphibious_capacity", "W-3.D1", landings.set_capacity, side="un", alone=True))
    after: list[Phase] = []
    if SECOND in parts:
        if turn >= AIR_FROM:
            after.append(Phase("air_termination", "W-3.G1", air.terminate, side="un", alone=True))
            if rules.scores_each_turn:
                after.append(Phase("victory_points", "W-3.H1", victory.score_turn, alone=True))
        after.append(Phase("turn_end", "W-3.I1", closing.end_turn, aside=True))
    return (*before, *(phase for part in parts for phase in action_phase(part)), *after)


def political_phase(turn: int) -> list[Phase]:
    """The segments of the Political Phase in a turn. W-3.A0: it belongs to the advanced game and not to turn 1. W-3.A3,
    W-3.A4: the invasion of Formosa and Global Tension come with later turns."""
    found = [Phase("commitment", "W-3.A1", commitment.begin, side="un")]
    if turn >= FORMOSA_FROM:
        found.append(Phase("formosa", "W-3.A3", calling.begin_formosa, side="communist"))
    if turn >= tension.FROM:
        found.append(Phase("tension", "W-3.A4", tension.begin, alone=True))
    return found


def phase_name(s: KoreanWarState) -> str:
    """The Action Phase in play as arrivals and scenarios name it, such as 4-1AP."""
    part = getattr(s.frames[0], "part", "")
    return str(s.turn) + ("-2AP" if part == SECOND else "-1AP")
