"""The standing orders of this game: about retreats by choice, losses of close combats, improved positions."""

from __future__ import annotations

from parallel38.engine.orders import StandingOrder
from parallel38.games.forgotten_war.state import DIGGING, LOSSES, RETREAT, ForgottenWarState

STANDING = {
    "retreat": StandingOrder(RETREAT, ("ask", "reduced", "never")),
    "losses": StandingOrder(LOSSES, ("ask", "reduced", "full")),
    "digging": StandingOrder(DIGGING, ("stay", "ask")),
}
"""retreat: what a unit does that was hit and may retreat: its side is asked, it retreats if it is reduced and has a
safe hex, or it stands. losses: which units take the losses of a close combat: its side is asked, units that are reduced
already, or full ones. digging: which units dig in: all leg units that stay where they are, or those that the player
names before movement."""


def known(s: ForgottenWarState) -> dict[str, StandingOrder]:
    """The orders of a battle: about positions only where units dig them."""
    return {name: found for name, found in STANDING.items() if name != "digging" or s.rules.battle.improves}
