"""The data for the statistics of a game of Yalu: casualties, and the luck of dice."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from parallel38.engine.chance import Roll
from parallel38.engine.reports import Casualty, LuckSample
from parallel38.engine.state import Change, Event
from parallel38.games.yalu.rules import airdrop, bombardment, firing, sea
from parallel38.games.yalu.state import COMMUNIST, NEUTRALIZED, SIDES, UN, YaluState

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset

OWN = {
    "infiltrated": ("infiltration", 1),
    "infiltration_failed": ("infiltration", 0),
    "regrouped": ("regrouping", 1),
    "not_regrouped": ("regrouping", 0),
    "isolation_passed": ("isolation", 1),
    "isolation_failed": ("isolation", 0),
    "guerrilla_caught": ("hunt", 1),
    "guerrilla_escaped": ("hunt", 0),
}
"""Events about a unit, with their value for its own side: kind of luck and value."""
FOES = {
    "past_guerrilla": ("ambush", 0),
    "stopped_by_guerrilla": ("ambush", 1),
    "surprised": ("surprise", 1),
    "not_surprised": ("surprise", 0),
    "bombard_destroys": ("bombardment", 1),
    "bombard_neutralizes": ("bombardment", 1),
    "bombard_misses": ("bombardment", 0),
}
"""Events about a unit, with their value for the enemy side: kind of luck and value."""
WHOLE = {
    "ridgway": ("ridgway", UN, 1),
    "no_ridgway": ("ridgway", UN, 0),
    "ridgway_effect": ("ridgway_effect", UN, 1),
    "ridgway_no_effect": ("ridgway_effect", UN, 0),
    "sorties": ("sorties", COMMUNIST, 1),
    "no_sorties": ("sorties", COMMUNIST, 0),
}
"""Events without a unit: kind of luck, side and value."""
FIRES = {
    "fire_destroyed": (1, 1),
    "fire_neutralized": (1, 0),
    "fire_nothing": (0, 0),
    "bug_out_destroyed": (1, 1),
    "bug_out_hit": (1, 0),
    "bug_out_missed": (0, 0),
}
"""Results of fire: whether targets are neutralized or worse, and whether they are destroyed."""


def _without_swaps(rules: "YaluRuleset", changes: list[Change]) -> list[Change]:
    """The changes without the places of battalions that change with dead ones of their division as a regiment is formed
    (C-28B)."""
    dead = rules.names.box("dead")
    back = [unit for column, unit, old, new in changes if column == "where" and old == dead != new]
    gone = [unit for column, unit, old, new in changes if column == "where" and new == dead != old]
    found: set[int] = set()
    for unit in back:
        mate = next((u for u in gone if u not in found and _division(rules, u) == _division(rules, unit) >= 0), None)
        if mate is not None:
            found |= {unit, mate}
    return [change for change in changes if change[0] != "where" or change[1] not in found] if found else changes


def _division(rules: "YaluRuleset", battalion: int) -> int:
    """The division that a battalion belongs to by its regiment; -1 if it has none."""
    regiment = rules.part_of[battalion]
    division = rules.part_of[regiment] if regiment is not None else None
    return -1 if division is None else division


def casualties(rules: "YaluRuleset", changes: list[Change]) -> Iterator[Casualty]:
    """Losses, neutralizations and returns. A division that is eliminated or returns whole counts once, not by its
    parts."""
    size, dead, out = rules.grid.size, rules.names.box("dead"), rules.names.box("out")
    whole = -1  # the unit removed last: the next units in the dead pile are its parts
    buried, risen, fresh = set[int](), set[int](), set[int]()

    def casualty(what: Literal["lost", "neutralized", "returned"], unit: int) -> Casualty:
        return Casualty(what, unit, rules.size[unit], rules.strength[unit])

    for column, unit, old, new in _without_swaps(rules, changes):
        if column == "flags" and new & NEUTRALIZED and not old & NEUTRALIZED and unit not in fresh:
            yield casualty("neutralized", unit)
        if column != "where":
            continue
        if old >= size:
            fresh.add(unit)  # a unit that is recombined or broken down keeps its marker
        if new == out:
            whole = unit
            buried.discard(unit)
            if old == dead:
                risen.add(unit)
            elif rules.conscript[unit] and old < size:
                yield casualty("lost", unit)
        elif new == dead:
            loser = whole if whole >= 0 and unit in rules.last_parts[whole] else unit
            if loser not in buried:
                buried.add(loser)
                yield casualty("lost", loser)
        elif old == dead or (old == out and risen.issuperset(rules.last_parts[unit])):
            risen.difference_update(rules.last_parts[unit])
            yield casualty("returned", unit)


def luck_samples(before: YaluState, after: YaluState, roll: Roll, dice: tuple[int, ...]) -> list[LuckSample]:
    """The luck of dice, from the events that the rules log; none where these say nothing of it."""
    waiting = before.frames[-2]
    if isinstance(waiting, bombardment.Strikes):
        top = after.top
        assert isinstance(top, bombardment.Strikes)
        return [LuckSample(f"strike_{waiting.target}", SIDES[UN], top.hits - waiting.hits)]
    if isinstance(waiting, sea.Evacuation | airdrop.Jump):
        lost = after.where[before.rules.last_parts[waiting.unit][0]] == before.rules.names.box("dead")
        return [LuckSample("rescue", SIDES[UN], int(not lost))]
    found: list[LuckSample] = []
    for event in after.events:
        found += _of_event(before, waiting, event)
    return found


def _of_event(s: YaluState, waiting: Any, event: Event) -> Iterator[LuckSample]:
    text, args, side_of = event.text, event.args, s.rules.side_of
    if text in OWN:
        kind, value = OWN[text]
        yield LuckSample(kind, SIDES[side_of[args["unit"]]], value)
    elif text in FOES:
        kind, value = FOES[text]
        yield LuckSample(kind, SIDES[1 - side_of[args["unit"]]], value)
    elif text in WHOLE:
        kind, side, value = WHOLE[text]
        yield LuckSample(kind, SIDES[side], value)
    elif text in FIRES:
        hit, destroyed = FIRES[text]
        targets = args["target_units"] if "target_units" in args else (args["unit"],)
        side = SIDES[1 - side_of[targets[0]]]
        kind = ("assault" if waiting.assault else "defence") if isinstance(waiting, firing.Salvo) else "pursuit"
        yield LuckSample(kind, side, hit * len(targets))
        yield LuckSample("destroyed", side, destroyed * len(targets))
    elif text == "weather":
        yield LuckSample("weather", "", args["die"])
    elif text == "attack_supply":
        yield LuckSample("supply", SIDES[COMMUNIST], args["n"])
