"""3 Sequence of play."""

from parallel38.engine.flow import Over
from parallel38.engine.sequence import Phase
from parallel38.games.yalu.rules import (
    arrivals,
    bombardment,
    bugout,
    commitment,
    conscripts,
    designation,
    guerrillas,
    morale,
    movement,
    reinforcements,
    replacements,
    ridgway,
    rout,
    supply,
    support,
    victory,
    weather,
)
from parallel38.games.yalu.state import AIR, COMMUNIST, SIDES, TURN, UN, YaluState


def passes(s: YaluState) -> None:
    """Log a phase that resolves itself: no side can act in it."""
    s.log("", "passes", phase_key=s.rules.phase_key(s))


def lose_air(s: YaluState, rule: str) -> None:
    """D-12.3.2: air factors not used are lost when a player turn ends."""
    if s.track[AIR]:
        s.log(rule, "air_lost", n=s.track[AIR])
        s.tell(AIR, 0)


def un_bombardment(s: YaluState) -> None:
    """D-3.2.IIf: defensive air that is left is lost. D-3.2.IIIa: offensive air becomes available, then missions
    begin."""
    lose_air(s, "D-3.2.IIf")
    air = weather.air(s, "offensive")
    s.tell(AIR, air)
    s.log("D-3.2.IIIa", "air_offensive", n=air)
    bombardment.begin(s)


def bug_out(s: YaluState) -> None:
    """Begin the Bug-out Phase, unless there is no bug-out in this turn."""
    closed = bugout.closed(s)
    if closed is not None:
        s.log(closed.rule, closed.text)
    elif not bugout.begin(s):
        passes(s)


def un_reinforcement(s: YaluState) -> None:
    """Begin the UN reinforcements, if there are any; the die for General Ridgway's command is rolled first.

    If no unit arrives, replacements are offered at the beginning of the movement phase.
    """
    if not arrivals.begin(s) and not replacements.candidates(s):
        passes(s)
    ridgway.begin(s)


def classic_bug_out(s: YaluState) -> None:
    """Begin the Bug-out Phase of Classic, unless it is the first turn."""
    closed = bugout.closed(s)
    if closed is not None:
        s.log(closed.rule, closed.text)
    elif not rout.begin(s):
        passes(s)


def classic_reinforcement(s: YaluState) -> None:
    """C-5b: begin the UN reinforcements, if there are any; no general takes command."""
    if not arrivals.begin(s) and not replacements.candidates(s):
        passes(s)


def un_morale(s: YaluState) -> None:
    """End the UN Combat Phase and begin its Morale Phase."""
    support.unmark(s)
    morale.begin(s, UN)


# the sequence of play of the booklet, line by line
SEQUENCE = (
    # I. Weather Phase
    Phase("weather", "4.0", weather.begin),
    # II. Communist player turn
    Phase("communist_supply", "5.0", lambda s: supply.check(s, COMMUNIST), "communist", alone=True),
    Phase("communist_reinforcement", "6.0", reinforcements.begin, "communist"),
    Phase("communist_conscripts", "17.0", conscripts.begin, "communist"),  # the end of the reinforcement phase
    Phase("communist_movement", "9.0", lambda s: movement.begin(s, COMMUNIST), "communist"),
    Phase("un_bug_out", "9.4", bug_out, "un", within="communist"),
    Phase("communist_combat", "10.0", lambda s: designation.begin(s, COMMUNIST), "communist"),
    Phase("communist_morale", "15.0", lambda s: morale.begin(s, COMMUNIST), "communist"),
    # III. UN player turn
    Phase("un_bombardment", "13.0", un_bombardment, "un"),
    Phase("un_reinforcement", "6.0", un_reinforcement, "un"),
    Phase("un_movement", "9.0", lambda s: movement.begin(s, UN), "un"),
    Phase("un_guerrillas", "16.4", guerrillas.hunt, "un"),
    Phase("un_combat", "10.0", lambda s: designation.begin(s, UN), "un"),
    Phase("un_morale", "15.0", un_morale, "un", alone=True),  # supply is checked, too
)


# the sequence of play of Classic (rule 5)
CLASSIC = (
    Phase("weather", "20", weather.begin),
    Phase("communist_supply", "21", lambda s: supply.check(s, COMMUNIST), "communist", alone=True),
    Phase("communist_reinforcement", "22", reinforcements.begin, "communist"),
    Phase("communist_conscripts", "18", conscripts.begin, "communist"),
    Phase("communist_movement", "23", lambda s: movement.begin(s, COMMUNIST), "communist"),
    Phase("un_bug_out", "24", classic_bug_out, "un", within="communist"),
    Phase("communist_combat", "25", lambda s: commitment.begin(s, COMMUNIST), "communist"),
    Phase("un_bombardment", "26", un_bombardment, "un"),
    Phase("un_reinforcement", "27", classic_reinforcement, "un"),
    Phase("un_movement", "28", lambda s: movement.begin(s, UN), "un"),
    Phase("un_guerrillas", "17", guerrillas.hunt, "un"),
    Phase("un_combat", "29", lambda s: commitment.begin(s, UN), "un"),
    Phase("un_morale", "30", un_morale, "un", alone=True),
)


def next_turn(s: YaluState) -> bool:
    """Begin the next turn, or end the game after May IV (20.1)."""
    lose_air(s, "D-12.3.2")
    bombardment.wear(s)
    if s.turn == len(s.rules.turns):
        winner = victory.winner(s)
        s.replace(Over(SIDES[winner], s.rules.cite("D-20.1" if winner == COMMUNIST else "D-20.3")))
        return False
    s.tell(TURN, s.turn + 1)
    return True
