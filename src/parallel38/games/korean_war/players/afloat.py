"""Amphibious operations: where units land, beachheads, and units that are taken off a coast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parallel38.engine.values import Action
from parallel38.games.korean_war.players.chances import ALL, FACES
from parallel38.games.korean_war.players.ground import TACTICAL
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import arrivals, command, engagement, landings, stacking, values
from parallel38.games.korean_war.rules.operations import Operating
from parallel38.games.korean_war.state import CAS, SIDES, UN, KoreanWarState
from parallel38.hexgrid import Hex, bits

NEAR = 3 * TACTICAL
"""How far from a landing a city draws units."""
BEATEN = 0.5
"""The part of a unit's worth that it must fear to lose before it is taken off."""


class Landing(NamedTuple):
    """A landing of a unit in a hex, with what it is worth and its chance."""

    value: float
    unit: int
    hex: Hex
    chance: float
    assets: tuple[int, ...]

    def action(self) -> Action:
        """The landing as an action."""
        return landings.Assault(self.unit, self.hex, self.assets)


def waiting(s: KoreanWarState) -> list[int]:
    """The combat units in the box that could land."""
    return [u for box in landings.SPACES for u in s.boxed(box) if s.rules.combat[u]]


def best_landing(s: KoreanWarState, v: Survey) -> Landing | None:
    """The landing that is worth most; None if there is no worthwhile one."""
    if landings.too_early(s):
        return None
    hexes = [*bits(s.rules.landings)]
    worth = {h: _shore(v, h) for h in hexes}
    good = sorted(hexes, key=lambda h: -worth[h])[: int(v.w["shores"])]
    options = [one for u in waiting(s) for h in good if (one := _landing(s, v, u, h, worth[h])) is not None]
    best = max(options, default=None)
    return best if best is not None and best.value > v.w["land"] else None


def _shore(v: Survey, h: Hex) -> float:
    """What the enemy's cities near a landing are worth, and his own prize."""
    total = v.prize(h)
    for city in v.cities(v.foe):
        points = v.ground.city[city]
        far = v.distance(v.side, h, city)
        if points and 0 < far <= NEAR:
            total += v.point * points * v.w["inland"] * (1 - far / (NEAR + TACTICAL))
    return total


def _landing(s: KoreanWarState, v: Survey, unit: int, h: Hex, worth: float) -> Landing | None:
    rules = s.rules
    held = _aboard(s, unit)
    chance, lost = 1.0, 0.0
    if s.held_by(v.foe) >> h & 1:
        chance, lost = _assault(s, v, unit, h, held)
    elif not stacking.fits(s, unit, h):
        return None
    share = min(1.0, v.ground.worth(s, unit) / v.w["corps"])
    fear = v.w["exposure"] * v.fear(unit, h, True)
    price = v.w["point"] / (1 if rules.division[unit] else 3) if "uncommitted" in rules.scores else 0.0
    value = chance * (worth * share - fear) - lost - price
    return Landing(value, unit, h, chance, held)


def _aboard(s: KoreanWarState, unit: int) -> tuple[int, ...]:
    """The assets that a unit takes along: its own, and free ones while there is room."""
    held = s.assets(unit)
    if s.in_box(unit, "other_port"):
        return tuple(held)
    free = [a for a in arrivals.box_assets(s, unit) if a not in held and s.in_box(a, "reserve")]
    return (*held, *free)[: s.rules.asset_limit[unit]]


def _assault(s: KoreanWarState, v: Survey, unit: int, h: Hex, held: tuple[int, ...]) -> tuple[float, float]:
    """The chance that an opposed landing succeeds, and the factors that it costs on the average."""
    rules, die = s.rules, s.rules.charts["combat_modifiers"]
    foes = engagement.defenders(s, v.foe, (h,))
    strength = rules.attack[0][unit] + sum(values.asset_attack(s, a, True) for a in held)
    defense = max(1, sum(values.defense(s, u, h, True) for u in foes))
    early = s.turn < engagement.LANDINGS_FROM
    drm = die["naval_landing_early" if early else "naval_landing", "die"] + min(2, s.track[CAS])
    steps = sum(s.steps(u) for u in foes if rules.combat[u])
    won = lost = 0.0
    for face in v.tables.faces("clear", v.tables.column(strength, defense), drm):
        hurt = face.steps or face.retreat
        if hurt and (face.retreat or face.steps >= steps):
            won += 1 / FACES
        lost += (s.steps(unit) if face.own == ALL else face.own) * v.ground.step[unit] * v.matter / FACES
    return won, lost


def choices(s: KoreanWarState, frame: Operating, v: Survey) -> Iterator[tuple[float, Action]]:
    """Landings, evacuations and beachheads, each with what it is worth."""
    if frame.side != SIDES[UN] or frame.unit is not None:
        return
    if v.left > 1:
        for h in bits(s.rules.landings & s.posts(UN)):
            action = landings.Beachhead(h)
            open_port = s.rules.ports & ~s.marked("mines") & s.controlled(UN)
            if not open_port >> h & 1 and next(action.refusals(s, frame), None) is None:
                yield 99.0, action
    if next(landings.usual(s, frame), None) is not None:
        return
    landing = best_landing(s, v)
    if landing is not None:
        yield landing.value, landing.action()
    leaving = _evacuation(s, v)
    if leaving is not None and s.turn > 1:
        yield leaving


def _evacuation(s: KoreanWarState, v: Survey) -> tuple[float, Action] | None:
    """The units that are best taken off: those on a coast that will probably be lost, as much as two divisions."""
    found: list[tuple[float, int]] = []
    for h, units in s.fighters(UN).items():
        if not s.rules.coast >> h & 1 or v.ground.city.get(h):
            continue
        for u in units:
            worth = v.ground.worth(s, u)
            fear = v.fear(u, h, s.fatigued(u))
            if fear > BEATEN * worth * v.matter and not _supplied(s, h):
                found.append((fear, u))
    found.sort(reverse=True)
    room, chosen, value = 2 * stacking.MOST, list[int](), 0.0
    for fear, u in found:
        if stacking.weight(s, u) <= room:
            room -= stacking.weight(s, u)
            chosen.append(u)
            value += fear
    return (value, landings.Evacuate(tuple(chosen))) if chosen else None


def _supplied(s: KoreanWarState, h: Hex) -> bool:
    """Whether a depot of the UN reaches a hex."""
    return any(command.within(s, depot, h) for depot in s.depots(UN))
