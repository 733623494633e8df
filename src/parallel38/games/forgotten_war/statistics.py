"""The figures for the statistics of a game of The Forgotten War: casualties, and the luck of dice."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parallel38.engine.chance import Roll
from parallel38.engine.reports import Casualty, LuckSample
from parallel38.engine.state import Change
from parallel38.games.forgotten_war.rules import outlook
from parallel38.games.forgotten_war.rules.close_combat import Melee
from parallel38.games.forgotten_war.rules.shots import MISS, Shot, read
from parallel38.games.forgotten_war.state import SIDES, ForgottenWarState

if TYPE_CHECKING:
    from parallel38.games.forgotten_war.ruleset import ForgottenWarRuleset


def casualties(rules: "ForgottenWarRuleset", changes: list[Change]) -> Iterator[Casualty]:
    """Units that were eliminated or came back, and steps that were lost."""
    names, size = rules.names, rules.grid.size
    dead = {names.box("replacements"), names.box("gone")}
    fallen = {unit for column, unit, old, new in changes if column == "where" and old < size and new in dead}
    for column, unit, old, new in changes:
        if column == "where" and old < size and new in dead:
            yield Casualty("lost", unit, rules.size[unit], rules.close[0][unit])
        elif column == "where" and old in dead and new < size:
            yield Casualty("returned", unit, rules.size[unit], rules.close[0][unit])
        elif column == "lost" and new > old and unit not in fallen:
            yield Casualty("reduced", unit, rules.size[unit], rules.close[0][unit] - rules.close[1][unit])


def luck_samples(
    before: ForgottenWarState, after: ForgottenWarState, roll: Roll, dice: tuple[int, ...]
) -> list[LuckSample]:
    """What dice were worth: the steps that a fire or a close combat costs."""
    asked = before.frames[-2]
    if isinstance(asked, Shot):
        result, _ = read(before, asked.unit, asked.mode, asked.targets[0], dice)
        return [LuckSample("fire", asked.side, 0 if result == MISS else int(result))]
    if isinstance(asked, Melee):
        event = next((event for event in after.events if event.text == "close_result"), None)
        if event is None:
            return []
        (own, _), (foe, _) = outlook.parts(event.args["result"])
        other = SIDES[1 - SIDES.index(asked.side)]
        return [LuckSample("assault", asked.side, foe), LuckSample("defence", other, own)]
    return []
