"""17 PVA conscripts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parallel38.engine.facts import fact
from parallel38.engine.flow import Obstacle, Refusal
from parallel38.engine.sequence import Sequence
from parallel38.engine.trace import trace
from parallel38.engine.values import Action
from parallel38.games.yalu.rules import stacking
from parallel38.games.yalu.rules.placement import Placement
from parallel38.games.yalu.rules.retreats import Retreats
from parallel38.games.yalu.state import COMMUNIST, ISOLATED, NEUTRALIZED, SIDES, UN, YaluState
from parallel38.hexgrid import Hex
from parallel38.wargame.losing import Lose, Losing


class Remove(Lose, frozen=True):
    """The UN removes a surplus conscript from the map. Written `remove C-3`."""


def old_rule(s: YaluState) -> bool:
    """D-6.1.1.3: whether the old rule is in force: two a turn for Pyongyang, six on the map, no limit by month."""
    old = s.rules.setting.rulings["conscripts"] == "old"
    if old:
        trace("D-6.1.1.3")
    return old


def _by_city(s: YaluState, name: str) -> int:
    """The sum of a chart's base and of its rows for cities that the Communists control."""
    chart = s.rules.charts["_".join((name, "classic")) if old_rule(s) else name]
    return sum(
        chart[row, "number"] for row in chart.rows if row not in s.rules.city_names or s.controls(COMMUNIST, row)
    )


def limit(s: YaluState) -> int:
    """D-17.3b: the number of conscripts that may be on the map when the phase ends: one, and more for each city."""
    return _by_city(s, "conscripts_limit")


def _in(s: YaluState, box: str) -> list[int]:
    place = s.rules.names.box(box)
    return [u for u in s.rules.units_of[COMMUNIST] if s.rules.conscript[u] and s.where[u] == place]


def on_map(s: YaluState) -> list[int]:
    """The conscripts on the map."""
    return [u for u in s.present(COMMUNIST) if s.rules.conscript[u]]


def begin(s: YaluState) -> None:
    """The end of the Communist reinforcement phase: draft, fielding, then the limit.

    D-17.3a: the month says how many may be fielded, in November none.
    """
    draft(s)
    number = s.rules.edition.fielded(s, len(_in(s, "conscripts")))
    if on_map(s):
        s.push(Excess())
    if number:
        s.push(Fielding(number))


def draft(s: YaluState) -> None:
    """D-17.2: one conscript for each of three cities in Communist hands goes to the box on the map.

    D-17.1: as long as there are counters; those not in play are in the box of the order of battle.
    """
    number = _by_city(s, "conscripts_draft")
    drafted = tuple(_in(s, "out")[:number])
    if len(drafted) < number:
        trace("D-17.1")
    for unit in drafted:
        s.move(unit, s.rules.names.box("conscripts"))
    if drafted:
        s.log("D-6.1.1.3" if old_rule(s) else "D-17.2", "drafted", n=len(drafted), total=len(_in(s, "conscripts")))


class Fielding(Placement, frozen=True):
    """Conscripts may go from the box to the map; `left` of them in this turn."""

    left: int

    def must(self) -> str:
        """Nothing, because conscripts may stay in the box."""
        return ""

    def same(self, s: YaluState) -> bool:
        """Whether conscripts are interchangeable: always."""
        return True

    def due(self, s: YaluState) -> tuple[int, ...]:
        """D-17.3a, D-17.3b: the conscripts in the box, as long as the month and the limit allow another."""
        return tuple(_in(s, "conscripts")) if self.left and len(on_map(s)) < limit(s) else ()

    def rule(self, s: YaluState, unit: int) -> str:
        """The rule for fielding: chapter 17, or the old rule."""
        return "D-6.1.1.3" if old_rule(s) else "D-17.3a"

    def obstacles(self, s: YaluState, unit: int) -> tuple[Obstacle, ...]:
        """D-17.3a: only with a combat unit that is neither isolated nor neutralized. D-17.5: any number of them."""
        region = 0
        for h, units in s.stacks(COMMUNIST).items():
            if any(_regular(s, u) and not s.flags[u] & (ISOLATED | NEUTRALIZED) for u in units):
                region |= 1 << h
        return (Obstacle(self.rule(s, unit), "place_conscript", s.rules.grid.all & ~region),)

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the number that may be fielded."""
        due = self.due(s)
        return "field", {
            "side": "communist",
            "n": min(self.left, len(due), limit(s) - len(on_map(s))),
            "id": s.rules.names.unit(due[0]),
        }

    def placed(self, s: YaluState, unit: int, h: Hex) -> None:
        """D-17.3a: log that a conscript joins the units of a hex."""
        s.log(self.rule(s, unit), "fielded", unit=unit, hex=h)
        s.replace(Fielding(self.left - 1))


class Excess(Losing, frozen=True):
    """The limit is checked; the UN chooses the surplus conscripts."""

    action_type = Remove

    def owner(self) -> str:
        """D-17.4: the UN chooses."""
        return SIDES[UN]

    def owed(self, s: YaluState) -> int:
        """The number of conscripts above the limit."""
        return len(on_map(s)) - limit(s)

    def givers(self, s: YaluState) -> tuple[int, ...]:
        """The conscripts on the map."""
        return tuple(on_map(s))

    def decider(self, s: YaluState) -> str | None:
        """D-17.4: the UN, if there is a surplus, not all conscripts have to go and they are not all alike; else
        None."""
        return super().decider(s) if self.owed(s) < len(self.givers(s)) else None

    def resolve(self, s: YaluState) -> None:
        """D-17.4: without a choice the surplus is removed."""
        if self.owed(s) > 0:
            go_home(s, self.givers(s)[: self.owed(s)], "D-17.4", "conscripts_surplus")
        s.pop()

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the number of surplus conscripts."""
        return "surplus", {"side": "un", "n": self.owed(s), "there_units": self.givers(s)}

    def not_giving(self, s: YaluState, unit: int) -> Refusal:
        """D-17.4: the refusal for a unit that is no conscript on the map."""
        return Refusal("D-17.4", "remove_other", {"unit": unit, "there_units": self.givers(s)}, (unit,))

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The conscript that is removed, and its hex."""
        assert isinstance(action, Remove)
        return "action.remove", {"unit": action.unit, "from_hex": s.where[action.unit]}

    def take(self, s: YaluState, unit: int) -> None:
        """D-17.4: the conscript that the UN chose goes back to the box of the order of battle."""
        go_home(s, [unit], "D-17.4", "conscripts_surplus")


# ------------------------------------------------------------------------------------------------------- on the map


def _regular(s: YaluState, unit: int) -> bool:
    return not s.rules.guerrilla[unit] and not s.rules.conscript[unit]


@fact("where", of=COMMUNIST)
def alone(s: YaluState) -> tuple[int, ...]:
    """The conscripts on the map without another Communist combat unit in their hex."""
    stacks = s.stacks(COMMUNIST)
    return tuple(u for u in on_map(s) if not any(_regular(s, v) for v in stacks[s.where[u]]))


def keep_company(s: YaluState) -> None:
    """D-17.5: a conscript that is alone, at any time but in the Communist Movement Phase, goes back to its box.

    Units that retreat from one hex go one after the other; the check comes when all of them have gone.
    """
    lone = alone(s)
    if not lone:
        return
    bottom = s.frames[0]
    moving = isinstance(bottom, Sequence) and bottom.phase == "communist_movement"
    if not moving and not any(isinstance(frame, Retreats) for frame in s.frames):
        go_home(s, lone, "D-17.5", "conscripts_alone")


def spent(s: YaluState, units: Iterable[int]) -> None:
    """D-17.6: conscripts that have fired once, in defence or assault, go back to their box."""
    fired = [u for u in units if s.rules.conscript[u] and s.on_map(u)]
    if fired:
        go_home(s, fired, "D-17.6", "conscripts_fired")


def go_home(s: YaluState, units: Iterable[int], rule: str, text: str) -> None:
    """D-17.1: conscripts go back to the box of the order of battle, without markers; never to the dead pile."""
    s.log(rule, text, units=tuple(units))
    for unit in units:
        stacking.take_off(s, unit)
