"""6.2.1 Communist replacements: divisions that come back from the dead pile."""

from __future__ import annotations

from typing import Any, Literal

from parallel38.engine.flow import Obstacle
from parallel38.engine.trace import trace
from parallel38.games.yalu.rules.placement import Placement, enemies, full, hexes_of, staging
from parallel38.games.yalu.state import COMMUNIST, YaluState
from parallel38.hexgrid import Hex, Region

KINDS = ("pva", "nkpa", "nkpa_pyongyang")
"""The columns of the schedule, in the order in which they are taken."""
RULES = {"pva": "D-6.2.1.1", "nkpa": "D-6.2.1.2", "nkpa_pyongyang": "D-6.2.1.2"}
FORFEITS = {kind: "_".join(("forfeited", kind)) for kind in KINDS}
CAPITAL = "Pyongyang"


def begin(s: YaluState) -> None:
    """D-6.2.1.1, D-6.2.1.2: one PVA and one NKPA division on the first turn of a month, from December on.

    On the third turn of a month a second NKPA division, if Pyongyang is Communist; without it none is due.
    """
    chart, turn = s.rules.charts["replacements"], s.rules.turn_name(s)
    for kind in reversed(KINDS):
        number = chart[turn, kind]
        if kind == "nkpa_pyongyang" and number and not s.controls(COMMUNIST, CAPITAL):
            trace("D-6.2.1.2")
        elif number:
            trace(RULES[kind])
            s.push(CommunistReplacements(kind, number))


class CommunistReplacements(Placement, frozen=True):
    """Replacements of one kind that may be placed now, or never."""

    what: Literal["pva", "nkpa", "nkpa_pyongyang"]
    left: int

    def must(self) -> str:
        """Nothing, because replacements may be left."""
        return ""

    def lapse(self, s: YaluState) -> str:
        """D-6.2: a replacement that is not taken is forfeited."""
        return s.rules.edition.forfeit_rules[self.what]

    def due(self, s: YaluState) -> tuple[int, ...]:
        """The divisions in the dead pile."""
        dead, nation = s.rules.names.box("dead"), self.what.split("_")[0].upper()
        return tuple(
            u
            for u in s.rules.units_of[COMMUNIST]
            if s.where[u] == dead and s.rules.size[u] == "division" and s.rules.nation[u] == nation
        )

    def rule(self, s: YaluState, unit: int) -> str:
        """The rule for PVA or for NKPA replacements."""
        return RULES[self.what]

    def _entry(self, s: YaluState, unit: int) -> tuple[str, Region]:
        """D-6.2.1.1: with a division of its own army. D-6.2.1.2: a staging area or a Communist city; or Pyongyang."""
        if self.what == "nkpa_pyongyang" and s.rules.edition.pyongyang_only:
            return "place_pyongyang", hexes_of(s, [CAPITAL])
        if self.what.startswith("nkpa"):
            return "place_nkpa", staging(s) | hexes_of(s, list(s.rules.city_names))
        region, army = 0, s.rules.army[unit]
        for h, units in s.stacks(COMMUNIST).items():
            if any(s.rules.army[u] == army for u in units):
                region |= 1 << h
        return "place_army", region

    def obstacles(self, s: YaluState, unit: int) -> tuple[Obstacle, ...]:
        """D-6.2: the hexes closed to a unit: not its entry hexes, with UN units, or over the stacking limit."""
        text, entry = self._entry(s, unit)
        closed = Obstacle(RULES[self.what], text, s.rules.grid.all & ~entry)
        return (closed, enemies(s, "D-7.0"), full(s, unit, "D-6.2"))

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the units that may be replaced."""
        units = tuple(u for u in self.due(s) if self.open_hexes(s, u))
        return "_".join(("replace", self.what)), {"side": "communist", "n": self.left, "dead_units": units}

    def placed(self, s: YaluState, unit: int, h: Hex) -> None:
        """D-6.2.1.1, D-6.2.1.2: log that a division is replaced."""
        s.log(RULES[self.what], "replaced", unit=unit, hex=h)
        if self.left > 1:
            s.replace(CommunistReplacements(self.what, self.left - 1))
        else:
            s.pop()

    def over(self, s: YaluState) -> None:
        """D-6.2: a replacement is forfeited if no unit is in the dead pile, if there is no room, or if it is not
        taken."""
        s.log(self.lapse(s), FORFEITS[self.what], n=self.left)
        s.pop()
