"""The side that was the last to occupy the towns on which victory, supply and ports depend."""

from parallel38.games.mobile_war.rules import ships
from parallel38.games.mobile_war.state import COMMUNIST, ENTERED, LAST, MobileWarState
from parallel38.hexgrid import Hex


def entered(s: MobileWarState, side: int, h: Hex) -> None:
    """K-VIC-6a: record that a unit enters or passes a town: its side occupies it until the other side does."""
    if side == COMMUNIST:
        ships.enter(s, h)
    bit = s.rules.watched_bit.get(h)
    if bit is None:
        return
    last = s.track[LAST] | bit if side == COMMUNIST else s.track[LAST] & ~bit
    if last != s.track[LAST]:
        s.tell(LAST, last)
        s.log("K-VIC-6a", "occupied", hex=h, side=s.rules.sides[side])
    if side == COMMUNIST and not s.track[ENTERED] & bit:
        s.tell(ENTERED, s.track[ENTERED] | bit)
