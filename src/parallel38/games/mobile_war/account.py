"""What the account of a game of The Mobile War is made of: losses, what dice are worth, and how it stands."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.chance import Roll
from parallel38.engine.reports import Casualty, LuckSample
from parallel38.engine.state import Change
from parallel38.games.mobile_war.rules import victory
from parallel38.games.mobile_war.rules.fight import Fight
from parallel38.games.mobile_war.state import COMMUNIST, SIDES, UN, MobileWarState

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

LEVEL = 100
"""What a level of victory is worth in a lead; what is missing for the next one is always less than half of it."""
FAR = LEVEL // 2 - 1
DIVISION = 3
"""The regiments of a division."""


def casualties(rules: "MobileWarRuleset", changes: list[Change]) -> Iterator[Casualty]:
    """Losses and returns. Regiments are counted; of the Chinese, who go whole, what went.

    Communist supply units are lost to the enemy or by being used; nothing is said of ships that are sent away.
    """
    names, size = rules.names, rules.grid.size
    boxes = {names.box(box) for box in ("nk_box", "rok_box", "un_box")}
    dead = boxes | {names.box("gone")}
    used = {names.box("spare"), names.box("returning")}
    for column, unit, old, new in changes:
        if column != "where" or rules.naval[unit]:
            continue
        stood = old < size or old >= names.with_unit(0)  # aboard, or inside what fell apart by it
        if stood and (new in dead or (rules.supply[unit] and new in used)):
            yield Casualty("lost", unit, rules.size[unit], rules.strength[unit])
        elif new < size and (old in boxes or (rules.supply[unit] and old == names.box("returning"))):
            yield Casualty("returned", unit, rules.size[unit], rules.strength[unit])


def luck_samples(before: MobileWarState, after: MobileWarState, roll: Roll, dice: tuple[int, ...]) -> list[LuckSample]:
    """What a result cost either side, in regiments, for the other: as many as it says, but no more than there are.

    K-COM-L1, K-COM-K2: what no regiments are left for, armies give in divisions, which are not doubled.
    """
    fight = before.frames[-2]
    event = next((event for event in after.events if event.text == "result"), None)
    if not isinstance(fight, Fight) or event is None:
        return [LuckSample("dice", "", sum(dice))]
    kind, n = event.args["result_key"].removeprefix("result.")
    attacker = SIDES.index(fight.side)
    pools = {attacker: [*fight.units]}
    pools[1 - attacker] = before.fighters(1 - attacker, fight.hex)
    hit = {attacker: kind in "AE", 1 - attacker: kind in "DE"}

    def lost(side: int) -> int:
        if not hit[side]:
            return 0
        rules = before.rules
        light, heavy = (
            sum(rules.regiments[u] for u in pools[side] if (rules.size[u] == "army") == army) for army in (False, True)
        )
        if n == "x":
            return light + heavy
        times = 2 if fight.doubled and side == COMMUNIST else 1
        divisions = max(0, int(n) + -light // times)
        return min(light, times * int(n)) + min(heavy, DIVISION * divisions)

    return [
        LuckSample("attack", fight.side, lost(1 - attacker)),
        LuckSample("defence", SIDES[1 - attacker], lost(attacker)),
    ]


def standing(s: MobileWarState) -> dict[str, int]:
    """The levels of victory, and the strength that each side has on the other's half of the country."""
    found = {f"{SIDES[side]}_level": victory.level(s, side) for side in (UN, COMMUNIST)}
    for name, side, area in (("north", UN, "north_of_38"), ("south", COMMUNIST, "south_of_38")):
        there = victory.area(s, area)
        found[name] = sum(s.rules.strength[u] for u in s.present(side) if s.rules.combat[u] and there >> s.where[u] & 1)
    return found


def verdict(s: MobileWarState) -> tuple[str, dict[str, Any]]:
    """K-VIC-5: the level of each side, and who is ahead; and what each lacks for its next one."""
    un, communist = victory.level(s, UN), victory.level(s, COMMUNIST)
    keys = {"un_key": f"level.{victory.LEVELS[un]}", "communist_key": f"level.{victory.LEVELS[communist]}"}
    if un == communist:
        return "verdict.tie", keys
    return "verdict.ahead", {"side": SIDES[UN if un > communist else COMMUNIST], "n": abs(un - communist), **keys}


def lead(s: MobileWarState) -> int:
    """A hundred for each level between the sides, and how much nearer the UN is to its next level than the enemy.

    So games that end with the same levels can still be told apart; the levels always weigh more.
    """
    fine = lacking(s, COMMUNIST) - lacking(s, UN)
    return LEVEL * (victory.level(s, UN) - victory.level(s, COMMUNIST)) + max(-FAR, min(FAR, fine))


def lacking(s: MobileWarState, side: int) -> int:
    """What a side lacks for the nearest of the levels above its own: enemy units to drive out of an area, and hexes to
    go to a place. 0 at the highest."""
    reached = victory.level(s, side)
    higher = (
        row for row in s.rules.victory if row["side"] == SIDES[side] and victory.LEVELS.index(row["level"]) > reached
    )
    ways = (sum(_missing(s, side, condition) for condition in row["all"]) for row in higher)
    return min(min(ways, default=0), FAR)


def _missing(s: MobileWarState, side: int, condition: dict[str, Any]) -> int:
    """How far a condition of victory is from being met."""
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
        case _:  # what the enemy has once entered cannot be undone
            return FAR
