"""The score of a game of The Mobile War: levels of victory, which side is ahead, and by how much."""

from collections.abc import Iterator
from typing import Any

from parallel38.engine.previews import Note
from parallel38.engine.reports import Goal
from parallel38.games.mobile_war.rules import victory
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, UN, MobileWarState

LEVEL = 100
"""The worth of a level of victory in a lead; what is missing for the next level is always less than half of it."""
FAR = LEVEL // 2 - 1


def standing(s: MobileWarState) -> dict[str, int]:
    """The levels of victory, and the strength of each side in the other's half of the country, in factors."""
    found = {f"{SIDES[side]}_level": victory.level(s, side) for side in (UN, COMMUNIST)}
    for name, side, area in (("north", UN, "north_of_38"), ("south", COMMUNIST, "south_of_38")):
        there = victory.area(s, area)
        found[name] = sum(s.rules.strength[u] for u in s.present(side) if s.rules.combat[u] and there >> s.where[u] & 1)
    return found


def goals(s: MobileWarState) -> Iterator[Goal]:
    """K-VIC-5: the level of each side, and what is wanted for its next one, or for the highest if it has that."""
    for i, side in enumerate(SIDES):
        level, rule = victory.level(s, i), victory.next_rule(s, i)
        yield Goal(
            f"{side}_level", side, Note(f"level.{victory.LEVELS[level]}"), Note(f"rule.{rule}", {}, rule), level > 0
        )


def verdict(s: MobileWarState) -> tuple[str, dict[str, Any]]:
    """K-VIC-5: the level of each side, which side is ahead, and what each lacks for its next level."""
    un, communist = victory.level(s, UN), victory.level(s, COMMUNIST)
    keys = {"un_key": f"level.{victory.LEVELS[un]}", "communist_key": f"level.{victory.LEVELS[communist]}"}
    if un == communist:
        return "verdict.tie", keys
    return "verdict.ahead", {"side": SIDES[UN if un > communist else COMMUNIST], "n": abs(un - communist), **keys}


def lead(s: MobileWarState) -> int:
    """The lead of the UN: 100 for each level between the sides, and how much nearer it is to its next level.

    So games that end with the same levels can still be told apart; the levels always weigh more.
    """
    fine = lacking(s, COMMUNIST) - lacking(s, UN)
    return LEVEL * (victory.level(s, UN) - victory.level(s, COMMUNIST)) + max(-FAR, min(FAR, fine))


def lacking(s: MobileWarState, side: int) -> int:
    """What a side lacks for the nearest of the levels above its own: enemy units to drive out of an area, and hexes to
    go to a place. 0 at the highest level."""
    reached = victory.level(s, side)
    higher = (
        row for row in s.rules.victory if row["side"] == SIDES[side] and victory.LEVELS.index(row["level"]) > reached
    )
    ways = (sum(_missing(s, side, condition) for condition in row["all"]) for row in higher)
    return min(min(ways, default=0), FAR)


def _missing(s: MobileWarState, side: int, condition: dict[str, Any]) -> int:
    """How far a condition of victory is from being met, in enemy units or in hexes."""
    if victory.holds(s, side, condition):
        return 0
    match condition["kind"]:
        case "no_enemy":
            there = victory.area(s, condition["area"])
            return sum(there >> h & 1 and len(s.troops(1 - side, h)) for h in s.stacks(1 - side))
        case "last_to_occupy":
            grid, places = s.rules.grid, s.rules.board.places
            wanted = [places[name] for name in condition["places"] if not s.was_last(side, name)]
            own = [h for h in s.stacks(side) if s.troops(side, h)]
            return sum(min((grid.distance(h, at) for at in own), default=FAR) for h in wanted)
        case _:  # a port that the enemy has once entered cannot be regained
            return FAR
