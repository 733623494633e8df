"""8 Artillery ammunition at Chosin: what is dropped for two forces, and the guns and mortars that it serves."""

from __future__ import annotations

from typing import Any

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.games.forgotten_war.rules import airstrip, readiness
from parallel38.games.forgotten_war.state import (
    ABANDONED,
    COMMUNIST,
    FAITH_AMMO,
    FREED,
    STRIP,
    UN,
    YUDAMNI_AMMO,
    ForgottenWarState,
)
from parallel38.hexgrid import Region

FORCES = {"yudam_ni": YUDAMNI_AMMO, "task_force": FAITH_AMMO}
"""The two forces that have a track of ammunition, with their tracks."""


def begin(s: ForgottenWarState) -> None:
    """F-8.A, F-8.B: from turn 2 the UN rolls for each of two forces. F-8.4x: no others need ammunition. F-8.C: on turn
    1 nothing is limited."""
    if s.turn > 1:
        relieve(s)
        s.push(Resupply(tuple(FORCES)))


def road_to_strip(s: ForgottenWarState) -> Region:
    """The hexes from which a road without enemies on it leads to the airstrip, or past it."""
    rules, free = s.rules, s.rules.board.in_play & ~s.held(COMMUNIST)
    strip = rules.strip & free
    near = (strip | rules.grid.around(strip)) & rules.road_hexes & free
    return rules.grid.spread(near, free, along=rules.roads) | strip


def relieve(s: ForgottenWarState) -> None:
    """F-8.4.A: free the guns that trace a road to the open strip with an engineer on it. F-8.4.C: none once the
    Communists have captured it."""
    if s.track[STRIP] & (airstrip.CLOSED | airstrip.CAPTURED) or all(map(s.locked, airstrip.engineers(s))):
        return
    line = road_to_strip(s)
    for force in FORCES:
        for unit in guns(s, force):
            if line >> s.where[unit] & 1 and not s.flags[unit] & FREED:
                s.flag(unit, FREED)
                s.log("F-8.4.A", "freed", unit=unit)


def guns(s: ForgottenWarState, force: str) -> list[int]:
    """The guns of a force that are on the map."""
    return [u for u in s.rules.guns_of[UN] if s.rules.force[u] == force and s.on_map(u)]


def served(s: ForgottenWarState, force: str) -> list[int]:
    """The guns and mortars of a force that need ammunition. F-8.4.B: its mortars need none once all its guns are
    free."""
    rules, names = s.rules, s.rules.names
    bound = [u for u in guns(s, force) if not s.flags[u] & FREED]
    mortars = [
        u
        for u in rules.mortars_of[UN]
        if rules.force[u] == force and s.where[u] in (names.box("available"), names.box("used"))
    ]
    free = not bound and bool(guns(s, force))
    return [*(u for u in bound if not s.flags[u] & ABANDONED), *([] if free else mortars)]


class Resupply(Frame, frozen=True):
    """The dice for the forces, one after the other."""

    forces: tuple[str, ...]

    def resolve(self, s: ForgottenWarState) -> None:
        """F-8.1.A: a die for the next force, if it needs one."""
        if not self.forces:
            s.pop()
        elif not served(s, self.forces[0]):
            s.replace(Resupply(self.forces[1:]))
        else:
            s.push(Roll("resupply_" + self.forces[0], 1, "F-8.1.A"))

    def rolled(self, s: ForgottenWarState, roll: Any, dice: tuple[int, ...]) -> None:
        """F-8.1.B: add the points; F-8.3: no more than the force has guns and mortars. Then the UN chooses
        (F-8.2.A)."""
        force, *rest = self.forces
        track, needy = FORCES[force], served(s, force)
        got = s.rules.resupply[force][dice[0]]
        total = min(s.track[track] + got, len(needy))
        s.tell(track, total)
        s.log("F-8.1.B", "resupplied", force_key="force." + force, n=got, total=total, die=dice[0])
        s.replace(msgspec.structs.replace(self, forces=tuple(rest)))
        readiness.choose(s, "guns", tuple(needy), total, "F-8.2.A", track)
