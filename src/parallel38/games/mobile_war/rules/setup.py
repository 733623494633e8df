"""Starting forces: where units stand when play begins."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from parallel38.engine.sequence import Sequence
from parallel38.games.mobile_war.rules import arrivals, variants
from parallel38.games.mobile_war.state import ENTERED, LAST, TURN, UN, MobileWarState

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset


def at_start(rules: MobileWarRuleset) -> MobileWarState:
    """The state at the start. K-SET-2: the forces of the scenario, on the map and in the boxes.

    K-SET-1a: of the Invasion, with which the Campaign begins too; K-SET-1b: of the Intervention; K-SET-1c: of the
    Stalemate.
    """
    s, names, begins = MobileWarState(rules), rules.names, rules.begins
    for side in ("communist", "un"):
        for row in begins["setup"][side]:
            unit = names.unit_number(row["unit"])
            for name in row.get("parts", ()):
                arrivals.enlist(s, names.unit_number(name))
                s.move(names.unit_number(name), names.with_unit(unit))
            h = rules.anchorage(row["off"]) if "off" in row else rules.board.places[row["at"]]
            arrivals.put(s, unit, h)
    for box, rows in begins["boxes"].items():
        for row in rows if isinstance(rows, list) else ():
            unit = names.unit_number(row["unit"])
            parts = [names.unit_number(name) for name in row.get("parts", ())] or rules.parts[unit]
            for part in (*parts, unit):
                arrivals.enlist(s, part)
            for part in parts:
                s.move(part, names.box(box + "_box"))
            s.move(unit, names.box("spare" if parts else (box + "_box")))
    for kind, n in variants.boxed(rules).items():
        for unit in arrivals.fresh(s, kind, n):
            arrivals.enlist(s, unit)
            s.move(unit, names.box("un_box"))
    for unit, size in enumerate(rules.size):  # counters that only hold other units are put aside
        out, parts = names.box("out"), rules.parts[unit]
        idle = s.where[unit] == out and size in ("division", "army")
        if idle and (not parts or any(s.where[part] != out for part in parts)):
            s.move(unit, names.box("spare"))
    last = sum(rules.watched_bit[rules.board.places[name]] for name in begins["held"]["communist"])
    s.track = array("i", [0] * len(rules.tracks))
    s.track[TURN], s.track[LAST], s.track[ENTERED] = 1, last, last
    s.journal.clear()
    s.events.clear()
    s.forget()
    s.frames = (Sequence(rules.sequence[0].key),)
    rules.sequence[0].begin(s)
    variants.place(s, UN)
    return s
