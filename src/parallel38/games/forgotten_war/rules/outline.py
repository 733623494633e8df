"""3 The sequence of play: the phases of a game turn."""

from __future__ import annotations

from parallel38.engine.sequence import Phase
from parallel38.games.forgotten_war.rules import (
    ammunition,
    arrivals,
    close_combat,
    deployment,
    firing,
    mortars,
    movement,
    replacements,
    reserves,
    turn_end,
    victory,
    weather,
)
from parallel38.games.forgotten_war.state import SIDES, TURN, UN, ForgottenWarState, Side


def player_turn(side: Side, chosin: bool) -> tuple[Phase, ...]:
    """3.1 The phases of a player turn. F-3.1.B, F-3.1.C: weather and ammunition only for the UN at Chosin."""
    i = SIDES.index(side)
    own = (
        (
            Phase("un_weather", "F-3.1.B", weather.begin, side, alone=True),
            Phase("un_ammunition", "F-3.1.C", ammunition.begin, side, alone=True),
        )
        if chosin and i == UN
        else ()
    )
    return (
        Phase(side + "_arrivals", "F-3.1.A", lambda s: arrive(s, i), side, alone=True),
        *own,
        Phase(side + "_prep_fire", "F-3.1.D", lambda s: firing.begin(s, i, "prep"), side, weight="fire"),
        Phase(side + "_movement", "F-3.1.E", lambda s: movement.begin(s, i), side),
        Phase(
            side + "_defensive_fire",
            "F-3.1.F",
            lambda s: firing.begin(s, 1 - i, "defensive"),
            SIDES[1 - i],
            weight="fire",
        ),
        Phase(side + "_offensive_fire", "F-3.1.G", lambda s: firing.begin(s, i, "offensive"), side, weight="fire"),
        Phase(side + "_close_combat", "F-3.1.H", lambda s: close_combat.begin(s, i), side, weight="close"),
    )


def arrive(s: ForgottenWarState, side: int) -> None:
    """F-3.1.A: reinforcements, replacements, mortar assignments. What begins last is asked first."""
    arrivals.begin(s, side)
    mortars.begin(s, side)
    replacements.begin(s, side)
    reserves.begin(s, side)


def sequence(first: Side, chosin: bool) -> tuple[Phase, ...]:
    """The phases of a turn. F-3.2: the second player does the same; F-3.3.a: then the turn ends."""
    second = SIDES[1 - SIDES.index(first)]
    return (
        *player_turn(first, chosin),
        *player_turn(second, chosin),
        Phase("turn_end", "F-3.3.a", turn_end.begin, alone=True),
    )


def of_turn(s: ForgottenWarState) -> tuple[Phase, ...]:
    """The phases of the turn in play. F-4.1.C: at Chosin the first turn is the Communists' alone. F-3.0.a: before the
    first turn units are set up, if the players do that themselves."""
    if s.turn > 1:
        return s.rules.sequence
    return s.rules.first_sequence


def first_turn(phases: tuple[Phase, ...], chosin: bool, own: bool) -> tuple[Phase, ...]:
    """The phases of the first turn."""
    played = tuple(phase for phase in phases if not (chosin and phase.key.startswith("un_")))
    return (Phase("setup", "F-3.0.a", deployment.begin, aside=True), *played) if own else played


def next_turn(s: ForgottenWarState) -> bool:
    """F-14.3.A, F-14.3.B: begin the next turn, and return whether there is one; F-14.3.C, F-3.3.b: after the last
    victory is judged."""
    if s.turn == len(s.rules.turns):
        victory.judge(s)
        return False
    s.tell(TURN, s.turn + 1)
    arrivals.call_back(s)
    return True
