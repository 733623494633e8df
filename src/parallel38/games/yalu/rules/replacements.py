"""6.2.2 UN replacements: which units may return from the dead pile, how many, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from parallel38.engine.flow import Refusal
from parallel38.engine.trace import trace
from parallel38.games.yalu.state import (
    BRIGADES_REPLACED,
    MARINES_REPLACED,
    ROK_REPLACED,
    SEOUL_REPLACED,
    UN,
    US_REPLACED,
    YaluState,
)
from parallel38.hexgrid import Region

RULES = {"us": "D-6.2.2.2", "rok": "D-6.2.2.1", "usmc_regiment": "D-6.2.2.3", "uk_brigade": "D-6.2.2.4"}
"""The rule of each kind of replacement."""
ONCE = {"usmc_regiment": MARINES_REPLACED, "uk_brigade": BRIGADES_REPLACED}
"""Kinds that are replaced a number of times in the whole game, with the tracks that count them."""


def kind(s: YaluState, unit: int) -> str:
    """The kind of replacement that a unit in the dead pile could be; nothing for other units.

    D-6.2.2.3: a Marine regiment is eliminated when all its battalions are.
    """
    what, dead = s.rules.replaced_as[unit], s.rules.names.box("dead")
    if what in s.rules.edition.replaced_whole:
        return what if all(s.where[u] == dead for u in s.rules.last_parts[unit]) else ""
    return what if s.where[unit] == dead else ""


def extra(s: YaluState) -> int:
    """D-6.2.2.5: the battalions of garrisons that left the map two turns ago."""
    gone = s.rules.names.box("gone")
    left = [u for u in s.rules.units_of[UN] if s.where[u] == gone and s.spent[u] == s.turn and s.rules.replacement[u]]
    if left:
        trace("D-6.2.2.5")
    return sum(s.rules.replacement[u] for u in left)


def left(s: YaluState, what: str) -> int:
    """The number of US battalions or ROK units that may still be replaced in this turn: us, rok, rok_seoul.

    D-6.2.2.2, D-6.2.2.1: by the chart. D-6.2.2.1.a: the last for Seoul alone.
    """
    used = {"us": US_REPLACED, "rok": ROK_REPLACED, "rok_seoul": SEOUL_REPLACED}[what]
    columns = s.rules.edition.replacement_columns
    if what not in columns:
        return 0
    due = s.rules.charts["replacements"][s.rules.turn_name(s), columns[what]]
    return due + (extra(s) if what == "us" else 0) - s.track[used]


def refusals(s: YaluState, unit: int) -> Iterator[Refusal]:
    """D-6.2: every reason why a unit may not be replaced now, wherever. D-6.2.2.3, D-6.2.2.4: once, and not too early.

    D-12.1.8: tanks and artillery never.
    """
    what, args = kind(s, unit), {"unit": unit}
    rule = RULES.get(what, "D-6.2")
    if s.rules.support[unit] and s.where[unit] == s.rules.names.box("dead"):
        yield Refusal("D-12.1.8", "support_not_replaced", args, (unit,))
    elif not what:
        yield Refusal(rule, "not_replaced", {**args, "at_place": s.where[unit]}, (unit,))
    elif what in ONCE:
        chart = s.rules.charts["replacements_special"]
        due = max(s.spent[u] for u in s.rules.last_parts[unit])
        if s.track[ONCE[what]] >= chart[what, "times"]:
            yield Refusal(rule, "replaced_once", args, (unit,))
        elif s.turn < due:
            yield Refusal(rule, "replaced_later", {**args, "n": due - s.turn}, (unit,))
    elif not _any_left(s, what):
        yield Refusal(rule, "none_left", args, (unit,))


def _any_left(s: YaluState, what: str) -> bool:
    return left(s, what) > 0 or (what == "rok" and left(s, "rok_seoul") > 0)


def due(s: YaluState, units: list[int]) -> int:
    """How many of these units may come back in this turn in all; those that come back once are each allowed."""
    kinds = Counter(kind(s, unit) for unit in units)
    allowed = {"us": left(s, "us"), "rok": max(left(s, "rok"), 0) + max(left(s, "rok_seoul"), 0)}
    return sum(min(n, allowed.get(what, n)) for what, n in kinds.items())


def bases(s: YaluState, unit: int) -> tuple[Region, str]:
    """D-6.2.2.1, D-6.2.2.2: the hexes where a replacement may stand, Seoul and ports, with the rule.

    D-6.2.2.1.a: Seoul alone, if only that replacement is left.
    """
    what, seoul = kind(s, unit), 1 << s.rules.board.cities["Seoul"]
    if what == "rok" and left(s, "rok") <= 0:
        return seoul, "D-6.2.2.1.a"
    if what == "rok" and s.rules.edition.rok_in_seoul:
        return seoul, "C-27B"
    return seoul | sum(1 << h for h in s.rules.ports.values()), RULES.get(what, "D-6.2")


def delay_refusals(s: YaluState, unit: int) -> Iterator[Refusal]:
    """D-6.3, D-6.2.2.1.a: the replacement for Seoul alone may not be delayed."""
    yield from refusals(s, unit)
    if kind(s, unit) == "rok" and left(s, "rok") <= 0 < left(s, "rok_seoul"):
        yield Refusal("D-6.2.2.1.a", "seoul_only", {"unit": unit}, (unit,))


def use(s: YaluState, unit: int, in_seoul: bool) -> str:
    """Take a unit out of the dead pile and count it; return its rule. In Seoul the replacement for Seoul is used
    first."""
    what = kind(s, unit)
    rule = RULES[what]
    if what in ONCE:
        s.tell(ONCE[what], s.track[ONCE[what]] + 1)
    elif what == "us":
        s.tell(US_REPLACED, s.track[US_REPLACED] + 1)
    elif in_seoul and left(s, "rok_seoul") > 0:
        rule = "D-6.2.2.1.a"
        s.tell(SEOUL_REPLACED, s.track[SEOUL_REPLACED] + 1)
    else:
        s.tell(ROK_REPLACED, s.track[ROK_REPLACED] + 1)
    for part in s.rules.last_parts[unit]:
        s.move(part, s.rules.names.box("out"))
        s.spend(part, 0)
    return rule


def candidates(s: YaluState) -> list[int]:
    """The units that may be replaced now."""
    common = {what: _any_left(s, what) for what in ("us", "rok")}
    found: list[int] = []
    for unit, what in enumerate(s.rules.replaced_as):
        if what and common.get(what, True) and kind(s, unit) and (what in common or not any(refusals(s, unit))):
            found.append(unit)
    return found
