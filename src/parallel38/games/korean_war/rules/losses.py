"""9.5 Losses: steps, replacement units, and where eliminated units go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from parallel38.engine.flow import Frame, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Unit, Units, fields, kind_of
from parallel38.games.korean_war.state import PROVOKED, KoreanWarState, Side
from parallel38.wargame import losing

TRANSFERS = 3
"""The first turn in which assets can be transferred."""


class Lose(losing.Lose, frozen=True):
    """A unit loses a step. Written `lose NK-3`."""


def alive(s: KoreanWarState, unit: int) -> bool:
    """Whether a unit or asset can still lose steps in a combat: on the map, or about to land from the reserve box."""
    parent = s.parent(unit)
    place = s.where[unit if parent is None else parent]
    return place < s.rules.grid.size or place in s.rules.reserve_places


def spare(s: KoreanWarState, kind: str, *boxes: str) -> int | None:
    """A counter of a kind that is in one of these boxes, the first box first."""
    for box in boxes:
        for unit in s.rules.of_kind.get(kind, ()):
            if s.in_box(unit, box):
                return unit
    return None


def exchange(s: KoreanWarState, old: int, new: int, away: str) -> None:
    """Put a counter in the place of another, with its assets and all that is known of it. W-9.5j: mobile or fatigued as
    that one was. W-9.5k: an active unit goes on with its Action Points. `away`: the box to which the old one goes."""
    place, flags, start = s.where[old], s.flags[old], s.start[old]
    assets = s.assets(old)
    clear(s, old)
    s.move(old, s.rules.names.box(away))
    s.move(new, place)
    s.set("flags", new, flags)
    s.set("start", new, start)
    for unit in (*assets, *inside(s, old)):
        s.move(unit, s.rules.names.with_unit(new))
    s.set_frames(tuple(_renamed(frame, old, new) for frame in s.frames))


def inside(s: KoreanWarState, unit: int) -> list[int]:
    """The parachute and Marine regiments that a division was built up with (W-10.1j)."""
    place = s.rules.names.with_unit(unit)
    return [u for u in s.rules.kept if s.where[u] == place]


def _renamed(frame: Frame, old: int, new: int) -> Frame:
    """A frame that speaks of one unit instead of another."""
    changed: dict[str, Any] = {}
    for name, hint, _ in fields(type(frame)):
        held = getattr(frame, name)
        kind = kind_of(hint)
        if kind == "units" and old in held:
            changed[name] = tuple(new if unit == old else unit for unit in held)
        elif name in ("unit", "first") and held == old:
            changed[name] = new
    return msgspec.structs.replace(frame, **changed) if changed else frame


def clear(s: KoreanWarState, unit: int) -> None:
    """Forget what is known of a unit that leaves the map."""
    for column in ("flags", "start", "lost", "value", "points", "spent"):
        if getattr(s, column)[unit]:
            s.set(column, unit, 0)


def lose_step(s: KoreanWarState, unit: int, rule: str = "W-9.5c") -> None:
    """Take a step from a unit. W-9.5g: so many as its kind has. W-9.5h, W-9.5i: a division becomes a replacement unit
    of its kind with two steps, then with one. W-9.4i: an armor asset shows its reduced side, then it is eliminated."""
    rules = s.rules
    provoke(s, unit)
    if rules.armored[unit] and not s.lost[unit]:
        s.set("lost", unit, 1)
        s.log("W-9.4i", "reduced", unit=unit)
        return
    left = rules.steps[unit] - 1
    if rules.division[unit] and left:
        new = _replacement(s, unit, left)
        if new is not None:
            full = not rules.replacement[unit]
            s.log("W-9.5h", "replaced", unit=unit, new_unit=new)
            trace("W-9.5i")
            exchange(s, unit, new, "aside" if full else "out")
            return
    s.log(rule, "eliminated", unit=unit)
    eliminate(s, unit)


def provoke(s: KoreanWarState, unit: int) -> None:
    """W-19.2f: note that an attack of the UN, not only of the ROK, has hurt a Chinese unit."""
    if s.rules.nation[unit] != "ccf" or not s.rules.political or s.track[PROVOKED]:
        return
    attackers = next((found for frame in reversed(s.frames) if (found := getattr(frame, "attackers", ()))), ())
    if any(s.rules.side_of[a] != s.rules.side_of[unit] and s.rules.nation[a] != "rok" for a in attackers):
        s.tell(PROVOKED, 1)
        s.log("W-19.2f", "chinese_provoked", unit=unit)


def _replacement(s: KoreanWarState, unit: int, steps: int) -> int | None:
    """A free replacement unit for a division, with so many steps or, if none is left of these, with fewer."""
    whole = s.rules.whole_kind[unit]
    for n in range(steps, 0, -1):
        found = spare(s, whole + "_rpl" + str(n), "out")
        if found is not None:
            return found
    return None


def eliminate(s: KoreanWarState, unit: int) -> None:
    """Take a unit off the map for lack of steps; its assets stay in the hex for the moment.

    W-9.5ad: ROK and Communist units are put aside, whence they may come back. W-9.5ae: other UN units and assets go to
    the Destroyed Units box. W-9.5af: for a replacement unit an unused division of its kind. W-8.2m: in turns 1 and 2
    assets die with their parent. W-12.0j, W-13.1ab: parachute battalions and Task Force Smith never return.
    """
    rules, names, h = s.rules, s.rules.names, s.hex_of(unit)
    for asset in s.assets(unit):
        if s.where[unit] in rules.reserve_places:
            s.move(asset, names.box("reserve"))
        elif s.turn < TRANSFERS or h is None or rules.depot[unit]:
            trace("W-5.1p" if rules.depot[unit] else "W-8.2m")
            eliminate(s, asset)
        else:
            s.move(asset, h)
    clear(s, unit)
    if rules.depot[unit] or rules.beachhead[unit]:
        s.move(unit, names.box("out"))
    elif rules.miscellaneous[unit]:
        s.move(unit, names.box("gone"))
    elif not rules.reconstitutes[unit]:
        trace("W-9.5ad")
        s.move(unit, names.box("out" if rules.replacement[unit] else "eliminated"))
    elif rules.replacement[unit]:
        whole = spare(s, rules.whole_kind[unit], "aside", "out")
        s.move(unit, names.box("out"))
        if whole is not None:
            trace("W-9.5af")
            s.move(whole, names.box("destroyed"))
            for part in inside(s, unit):
                s.move(part, names.with_unit(whole))
    else:
        trace("W-9.5ae")
        s.move(unit, names.box("destroyed"))


def eliminate_all(s: KoreanWarState, units: Iterable[int], rule: str) -> None:
    """Eliminate units with all that is assigned to them. W-9.5b: assets too, whether they took part or not."""
    for unit in units:
        if not alive(s, unit):
            continue
        assets = s.assets(unit)
        provoke(s, unit)
        s.log(rule, "eliminated", unit=unit)
        eliminate(s, unit)
        for asset in assets:
            if alive(s, asset):
                eliminate(s, asset)


class Losing(losing.Losing, frozen=True):
    """A side takes step losses. `units`: those that can take them; `first`: the active unit, which takes them first."""

    action_type = Lose

    side: Side
    units: Units
    left: int
    first: Unit | None = None
    rule: str = "W-9.5c"

    def owner(self) -> Side:
        """The side whose units suffer."""
        return self.side

    def owed(self, s: KoreanWarState) -> int:
        """The steps that are still to be lost. W-9.5f: what is too much is ignored."""
        return self.left

    def _alive(self, s: KoreanWarState) -> list[int]:
        return [unit for unit in self.units if alive(s, unit)]

    def givers(self, s: KoreanWarState) -> list[int]:
        """W-9.5e: the active unit first. W-9.5d: then combat units, and assets last, with them Task Force Smith and
        parachute battalions."""
        alive = self._alive(s)
        if self.first is not None and self.first in alive:
            return [self.first]
        return [unit for unit in alive if s.rules.combat[unit]] or alive

    def likeness(self, s: KoreanWarState, unit: int) -> tuple[Any, ...]:
        """Units of one kind in one place and state are alike, if nothing is assigned to them."""
        assets = tuple(s.assets(unit))
        return s.where[unit], s.rules.unit_kind[unit], s.flags[unit], s.lost[unit], assets

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The steps that are still to be lost."""
        return "losing", {"side": self.side, "n": self.left}

    def not_giving(self, s: KoreanWarState, unit: int) -> Refusal:
        """Why a unit cannot take the next loss."""
        args = {"unit": unit}
        if unit not in self._alive(s):
            return Refusal("W-9.5c", "not_in_fight", args, (unit,))
        if self.first is not None and self.first in self._alive(s):
            return Refusal("W-9.5e", "active_first", {**args, "first_unit": self.first}, (unit,))
        return Refusal("W-9.5d", "combat_units_first", args, (unit,))

    def take(self, s: KoreanWarState, unit: int) -> None:
        """Take a step from a unit."""
        if unit == self.first and len(self._alive(s)) > 1:
            trace("W-9.5e")
        s.replace(msgspec.structs.replace(self, left=self.left - 1))
        lose_step(s, unit, self.rule)

    def over(self, s: KoreanWarState) -> None:
        """Close the frame."""
        if self.left:
            trace("W-9.5f")
        s.pop()


def pool(s: KoreanWarState, units: Iterable[int]) -> tuple[int, ...]:
    """Units that can take step losses, with the assets of each after it. W-9.5m: no garrisons; and no depots or
    beachheads."""
    rules = s.rules
    found = [u for u in units if alive(s, u) and rules.steps[u] and not rules.garrison[u]]
    return (*found, *(asset for u in found for asset in s.assets(u)))
