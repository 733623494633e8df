"""General course of play: the phases of a game-turn."""

from __future__ import annotations

from parallel38.engine.sequence import Phase
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import airlift, arrivals, campaign, combat, movement, variants, victory
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, TURN, MobileWarState, Side


def player_turn(side: Side) -> tuple[Phase, ...]:
    """The phases of a player turn. K-SEQ-1: First Movement, Combat, Second Movement; K-SEQ-5: arrivals before these."""
    i = SIDES.index(side)
    come = communists if i == COMMUNIST else united_nations
    shock = (Phase(side + "_shock", "K-CMP-6b", campaign.shock, side, aside=True),) if i == COMMUNIST else ()
    return (
        *shock,
        Phase(side + "_arrivals", "K-SEQ-5", come, side, alone=True),
        Phase(side + "_first_movement", "K-SEQ-1", lambda s: movement.begin(s, i, "first"), side),
        Phase(side + "_combat", "K-SEQ-1", lambda s: combat.begin(s, i), side),
        Phase(side + "_second_movement", "K-SEQ-1", lambda s: movement.begin(s, i, "second"), side),
        Phase(side + "_end", "K-SEQ-1", lambda s: arrivals.disperse(s, i), side, alone=True, aside=True),
    )


def communists(s: MobileWarState) -> None:
    """Begin the Communist arrivals: reinforcements, replacements, units of a what-if, which are asked for first."""
    arrivals.communists(s)
    variants.place(s, COMMUNIST)


def united_nations(s: MobileWarState) -> None:
    """Begin the UN arrivals: air supply, replacements, and guards against partisans, which are asked for first."""
    airlift.begin(s)
    arrivals.united_nations(s)
    campaign.guard(s)


def sequence(first: Side) -> tuple[Phase, ...]:
    """K-SEQ-2: the game-turn, with this side first."""
    second = SIDES[1 - SIDES.index(first)]
    return (*player_turn(first), *player_turn(second))


def of_turn(s: MobileWarState) -> tuple[Phase, ...]:
    """The phases of the turn in play. K-CMP-8: one order in all the Campaign, or by a ruling not in its last weeks."""
    rules = s.rules
    if rules.setting.scenario != "campaign" or s.week <= rules.last_week["intervention"]:
        return rules.sequence
    trace("K-CMP-8")
    return rules.last_sequence


def next_turn(s: MobileWarState) -> bool:
    """K-SEQ-3: begin the next turn, and return whether there is one; K-SEQ-4: after the last one victory is judged."""
    if s.turn == len(s.rules.turns):
        trace("K-SEQ-4")
        victory.judge(s)
        return False
    s.tell(TURN, s.turn + 1)
    campaign.go_on(s)
    return True
