"""Combat: the strength of units in an attack or a defence, and the odds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from parallel38.engine.trace import trace
from parallel38.games.mobile_war.rules import special, supply
from parallel38.games.mobile_war.rules.costs import foreign
from parallel38.games.mobile_war.state import COMMUNIST, ENTRENCHED, UN, MobileWarState
from parallel38.hexgrid import Hex

if TYPE_CHECKING:
    from parallel38.games.mobile_war.rules.combat import Attack
    from parallel38.games.mobile_war.rules.fight import Fight

MEETING, POSITION, PURSUIT = "meeting", "position", "pursuit"
TABLES = (MEETING, POSITION, PURSUIT)


class Odds(NamedTuple):
    """The strengths of both sides, in factors, and the column of the odds."""

    attack: int
    defence: int
    column: str


def reckon(s: MobileWarState, attack: Attack | Fight, guns: tuple[int, ...]) -> Odds:
    """The odds of an attack, with the guns that the defender has called."""
    side = s.rules.side_of[attack.units[0]] if attack.units else UN
    power = sum(
        attack_strength(s, u, supplied_by(s, u, s.where[u], attack.depots))
        for u in attack.units
        if s.stands(u) is not None
    )
    power += gun_strength(s, attack.guns)
    defence = defence_strength(s, s.fighters(1 - side, attack.hex), attack.hex) + gun_strength(s, guns)
    return Odds(power, defence, column(s, power, defence))


def attack_strength(s: MobileWarState, unit: int, supplied: bool) -> int:
    """The strength of a unit in an attack, in factors.

    K-SUP-A1: half of it if it is out of supply; K-SUP-A2: without fractions, before anything is doubled. K-SGV-3a: in
    the shock Communists count twice.
    """
    strength = s.rules.strength[unit]
    if not supplied:
        trace("K-SUP-A1", "K-SUP-A2")
        strength //= 2
    if s.rules.side_of[unit] == COMMUNIST and special.shocked(s):
        trace("K-SGV-3a")
        strength *= 2
    return strength


def supplied_by(s: MobileWarState, unit: int, h: Hex, depots: Iterable[int]) -> bool:
    """Whether an attacker is in supply at the time of the attack (K-SUP-1b).

    K-SUP-C2c: a Communist unit only from a supply unit that is named for the attack.
    """
    if s.rules.side_of[unit] != COMMUNIST or special.communists_supplied(s):
        return supply.supplied(s, unit)
    trace("K-SUP-C2c")
    return any(u in supply.feeding(s, COMMUNIST, h) for u in depots)


def defence_strength(s: MobileWarState, units: Iterable[int], h: Hex) -> int:
    """The strength of units that defend a hex, in factors.

    K-COM-F: a stack defends as one sum. K-TER-2: doubled in rough country, after fractions are dropped (K-SUP-A2).
    K-SUP-1b: supply is judged at the time of the attack. K-SGV-3c: nothing is doubled in the combat phases of the
    shock.
    """
    total = 0
    for unit in units:
        strength = s.rules.strength[unit]
        if not supply.supplied(s, unit):
            trace("K-SUP-A1", "K-SUP-A2")
            strength //= 2
        total += strength
    if s.rules.rough >> h & 1:
        if special.shocked(s):
            trace("K-SGV-3c")
            return total
        trace("K-TER-2")
    return total * s.rules.defence_times[h]


def gun_strength(s: MobileWarState, guns: Iterable[int]) -> int:
    """The strength of naval guns, in factors. K-NAV-F1, K-NAV-F2: six for each. K-NAV-F3: never doubled."""
    return sum(s.rules.strength[u] for u in guns)


def column(s: MobileWarState, attack: int, defence: int) -> str:
    """The column of the odds. K-COM-G: rounded in favour of the defender. K-CRT-2: beyond the table its last column."""
    columns, defence = s.rules.odds_columns, max(1, defence)
    if attack >= (columns[0][0] + 1) * defence:
        trace("K-CRT-2")
    found = columns.column(attack, defence)
    if found is None:
        trace("K-CRT-2")
        return columns.names[0]
    return found


def position(s: MobileWarState, h: Hex, attackers: Iterable[int]) -> str:
    """Why the defender may use the Position Defense table: "town", "river", "works", or "" if it may not.

    K-COM-J4a: in a town. K-COM-J4b: on a river; K-COM-J5: unless an attacker stands on the same river beside it.
    K-SUP-E3: both also without supply. K-COM-J4c: entrenched and in supply (K-ENT-3b). K-COM-J4d: nowhere else.
    """
    rules, side = s.rules, _side_in(s, h)
    fighters = s.fighters(side, h)
    supplied = all(supply.supplied(s, u) for u in fighters)
    ground = ""
    if rules.towns >> h & 1:
        trace("K-COM-J4a", "K-TER-4b")
        ground = "town"
    elif rules.rivers_of[h]:
        if any(along(s, s.where[u], h) for u in attackers if s.on_map(u)):
            trace("K-COM-J5")
        else:
            trace("K-COM-J4b")
            ground = "river"
    if ground:
        trace(*(["K-SUP-E3"] if not supplied else []))
        return ground
    if fighters and all(s.flags[u] & ENTRENCHED for u in fighters):
        trace("K-COM-J4c" if supplied else "K-ENT-3b")
        if supplied:
            return "works"
    trace("K-COM-J4d")
    return ""


def along(s: MobileWarState, a: Hex, h: Hex) -> bool:
    """K-COM-J5: whether hex `a` of an attacker lies on the same river as hex `h`; by a ruling, on any river."""
    rivers = s.rules.rivers_of[a]
    return bool(rivers if s.rules.setting.rulings["river-defence"] == "any" else rivers & s.rules.rivers_of[h])


def _side_in(s: MobileWarState, h: Hex) -> int:
    return COMMUNIST if s.held_by(COMMUNIST) >> h & 1 else 1 - COMMUNIST


def doubled(s: MobileWarState, others: Iterable[int]) -> bool:
    """Whether Communist losses are doubled against these units.

    K-COM-K1: against UN units that are not Korean; K-COM-K3: one of them is enough. K-COM-K4: not against South Koreans
    alone. K-SGV-3b: not in the shock.
    """
    if special.shocked(s):
        trace("K-SGV-3b")
        return False
    found = [foreign(s.rules, u) for u in others if s.rules.combat[u]]
    trace("K-COM-K4" if not any(found) else "K-COM-K1" if all(found) else "K-COM-K3")
    return any(found)
