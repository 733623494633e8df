"""Naval units: which naval guns are near a fight, and the defender's call for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Units
from parallel38.games.mobile_war.rules import campaign, outlook
from parallel38.games.mobile_war.rules.fight import Fight
from parallel38.games.mobile_war.state import ATTACKED, SIDES, UN, MobileWarState
from parallel38.hexgrid import Hex


class Support(Action, frozen=True):
    """Call naval guns to a defence. Written `support NG-1`."""

    intent = "support"

    guns: Units


def gun_range(s: MobileWarState) -> int:
    """K-NAV-F1: the range of naval guns, in hexes."""
    return s.rules.charts["naval"]["NG", "range"]


def guns_near(s: MobileWarState, h: Hex) -> list[int]:
    """The naval guns that may take part in a fight for a hex: within range, and in no other fight (K-NAV-F3)."""
    rules = s.rules
    if h >= rules.grid.size:
        return []
    ready = (u for u in s.present(UN) if rules.kind[u] == "gun" and not s.flags[u] & ATTACKED)
    return [u for u in ready if rules.grid.distance(s.where[u], h) <= gun_range(s)]


class Gunnery(Frame, frozen=True):
    """K-NAV-F4: the UN may call naval guns to a defence when the attack is announced, before a table is chosen."""

    hex: Place

    def decider(self, s: MobileWarState) -> str:
        """The defender."""
        return SIDES[UN]

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the defender: whether naval guns join."""
        return "gunnery", {"hex": self.hex, "units": tuple(guns_near(s, self.hex))}

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """To call all naval guns in range, or none."""
        guns = tuple(guns_near(s, self.hex))
        yield Offer("support", units=guns, action=Support(guns))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Whether an action calls naval guns or none."""
        return isinstance(action, Support | End)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Why naval guns may not join: only guns in range that are in no other fight."""
        if isinstance(action, Support):
            near = guns_near(s, self.hex)
            bad = tuple(u for u in action.guns if u not in near)
            if bad or not action.guns or len({*action.guns}) < len(action.guns):
                yield Refusal("K-NAV-F2", "guns_not_near", {"units": bad, "hex": self.hex, "n": gun_range(s)}, bad)

    def choices(self, s: MobileWarState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The naval guns that could join."""
        return {"guns": tuple(guns_near(s, self.hex))} if isinstance(action, Support) else {}

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The naval guns that would join, and the hex."""
        if isinstance(action, Support):
            return "action.support", {"units": action.guns, "hex": self.hex}
        return super().describe(s, action)

    def preview(self, s: MobileWarState, action: Action) -> Preview | None:
        """The chances of the fight with these naval guns."""
        fight = s.frames[-2]
        assert isinstance(fight, Fight)
        return outlook.of_guns(s, fight, action.guns) if isinstance(action, Support) else None

    def holds(self, s: MobileWarState, offer: Offer, action: Action) -> bool:
        """Whether an action calls some of the offered guns."""
        if isinstance(action, Support):
            return offer.verb == "support" and {*action.guns} <= {*offer.units}
        return offer.action == action

    def apply(self, s: MobileWarState, action: Action) -> None:
        """Add the naval guns to the defence, or none."""
        s.pop()
        if isinstance(action, Support):
            fight = s.top
            assert isinstance(fight, Fight)
            for unit in action.guns:
                s.flag(unit, ATTACKED)
            s.replace(msgspec.structs.replace(fight, called=action.guns))
            trace("K-NAV-F4")
            s.log("K-NAV-F2", "guns_join", units=action.guns, hex=self.hex)
            campaign.gunfire(s, self.hex)
