"""Threats: the best odds that the enemy could bring against each hex of a side by moving once."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from parallel38.engine.reports import Overlay
from parallel38.hexgrid import Hex, Region, Sides

Ranges = Mapping[int, Region]
"""The hexes where each unit can be after moving."""
Fits = Callable[[list[int], int], bool]
"""Whether a unit may stack with units that are placed in a hex already."""


def begun(s: Any, side: int, flags: int) -> Any:
    """A copy of a state in which a side begins to move now: its units without these flags, with nothing spent."""
    trial = s.copy()
    for unit in s.present(side):
        trial.flag(unit, flags, on=False)
        if trial.spent[unit]:
            trial.spend(unit, 0)
    return trial


def threat(
    s: Any,
    side: int,
    ranges: Ranges,
    *,
    strength: Callable[[int], int],
    closed: Sides,
    fits: Fits,
    odds: Callable[[Hex, list[int]], str | None],
) -> Overlay:
    """The best odds against each hex of a side by enemy units with these ranges.

    Units go where they fit, the strongest first; so the best odds may be a little better than shown, but never worse.
    There is no attack through `closed` hexsides. `odds` names the odds of units against a hex; None if there is no
    attack.
    """
    strongest = sorted(ranges, key=lambda unit: -strength(unit))
    labels: dict[Hex, str] = {}
    for h in s.stacks(side):
        near = [n for n in s.rules.grid.neighbours[h] if not closed.has(n, h)]
        label = odds(h, _gathered(near, strongest, ranges, fits))
        if label:
            labels[h] = label
    return Overlay(sum(1 << h for h in labels), labels=labels)


def _gathered(near: Iterable[Hex], strongest: Iterable[int], ranges: Ranges, fits: Fits) -> list[int]:
    """The units that can stand in some hexes together. Units that can reach only one of them are placed first."""
    placed: dict[Hex, list[int]] = {n: [] for n in near}
    region = sum(1 << n for n in placed)
    able = [u for u in strongest if ranges[u] & region]
    for unit in sorted(able, key=lambda u: (ranges[u] & region).bit_count() > 1):
        for n, there in placed.items():
            if ranges[unit] >> n & 1 and fits(there, unit):
                there.append(unit)
                break
    return [u for there in placed.values() for u in there]
