"""14 Control of cities, ports and production centers, and the markers that change hands with them."""

from __future__ import annotations

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.engine.trace import trace
from parallel38.engine.values import Place
from parallel38.games.korean_war.state import COMMUNIST, SIDES, UN, WORKS, KoreanWarState
from parallel38.hexgrid import Hex, bits

SWEPT = 4
"""W-14.2d: the highest die that removes a Minesweeping marker."""


def entered(s: KoreanWarState, unit: int, h: Hex) -> None:
    """See to what changes when an active unit enters a hex: works of the enemy, and control of a city.

    W-14.1b, W-14.1c: the city is controlled from now on. W-14.1d: an advance and a landing count as entering it.
    """
    side = s.rules.side_of[unit]
    flatten(s, side, h)
    if s.controlled(1 - side) >> h & 1:
        take(s, side, h)


def flatten(s: KoreanWarState, side: int, h: Hex) -> None:
    """W-7.5p: remove the enemy's entrenchment from a hex that a unit of a side enters, also in a retreat or when it is
    put on the map."""
    enemy = 1 - side
    level = s.works(enemy, h)
    if level:
        s.log("W-7.5p", "works_removed", hex=h, side=SIDES[enemy])
        s.unmark((WORKS[enemy], h, level), ("fresh", h, 0))


def take(s: KoreanWarState, side: int, h: Hex) -> None:
    """Give a side control of a city or production center. W-14.2b: the UN must sweep a port. W-14.2e, W-13.1k: the
    Communists get a garrison in a port, and its Minesweeping marker goes. W-14.3a, W-14.3b: production centers serve
    whoever holds them."""
    rules, mark = s.rules, ("taken", h, 0)
    if rules.home_cities[side] >> h & 1:
        s.unmark(mark)
    else:
        s.mark(mark)
    s.log("W-14.1b", "city_taken", hex=h, side=SIDES[side])
    if rules.producers >> h & 1:
        trace("W-14.3a" if side == UN else "W-14.3b")
    if rules.ports >> h & 1:
        if side == UN:
            s.log("W-14.2b", "mines_laid", hex=h)
            s.mark(("mines", h, 0))
        else:
            if ("mines", h, 0) in s.marks:
                trace("W-14.2e")
            s.unmark(("mines", h, 0))
            garrison(s, h)


def garrison(s: KoreanWarState, h: Hex) -> None:
    """W-13.1k: put a garrison into a port that the Communists have gained; one stands in a port at a time.
    W-13.1l: it neither moves nor attacks. W-13.1m: those of the set-up stay too."""
    if any(s.rules.garrison[u] for u in s.stacks(COMMUNIST).get(h, ())):
        return
    spare = next((u for u in s.rules.garrisons if s.in_box(u, "out", "eliminated")), None)
    if spare is not None:
        s.move(spare, h)
        s.log("W-13.1k", "garrisoned", unit=spare, hex=h)


def begin_sweeping(s: KoreanWarState) -> None:
    """3.E.14 The Minesweeping Segment: a die for each marker."""
    mined = tuple(sorted(bits(s.marked("mines")), key=s.rules.grid.label))
    if mined:
        s.push(Sweeping(mined))


class Sweeping(Frame, frozen=True):
    """W-14.2d: a die is thrown for each Minesweeping marker."""

    hexes: tuple[Place, ...]

    def anew(self) -> bool:
        """Its dice belong to no action before them."""
        return True

    def resolve(self, s: KoreanWarState) -> None:
        """Throw the next die."""
        if self.hexes:
            s.push(Roll("mines", 1, "W-14.2d", faces=10, lowest=0))
        else:
            s.pop()

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Remove the marker on a low die."""
        h, *rest = self.hexes
        s.replace(Sweeping(tuple(rest)))
        if dice[0] <= s.rules.swept:
            s.unmark(("mines", h, 0))
            s.log("W-14.2d", "swept", hex=h, die=dice[0])
        else:
            s.log("W-14.2d", "still_mined", hex=h, die=dice[0])
