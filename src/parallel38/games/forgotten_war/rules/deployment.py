"""17.3, 18.3 Set-up by the players: the UN first, then the Communists, each unit where the booklet allows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Obstacle, Refusal
from parallel38.engine.values import Action
from parallel38.games.forgotten_war.rules import mortars, setup, stacking
from parallel38.games.forgotten_war.state import COMMUNIST, SIDES, UN, ForgottenWarState, Side
from parallel38.hexgrid import Hex
from parallel38.wargame import placing


class Deploy(placing.Put, frozen=True):
    """Set up a unit in a hex. Written `deploy UNIT 1726`."""


def begin(s: ForgottenWarState) -> None:
    """F-18.3.1.A: the UN sets up first, F-17.3.2.1m, F-17.3.2.2m, F-17.3.2.4m, F-17.3.2.5m: and gives mortars
    to regiments; F-18.3.3.a: then the Communists."""
    s.push(Deploying(SIDES[COMMUNIST]))
    mortars.begin(s, UN)
    s.push(Deploying(SIDES[UN]))


class Deploying(placing.Placing, frozen=True):
    """A side sets up its units. To end it early puts the others where our own plan has them."""

    action_type = Deploy

    side: Side

    def owner(self) -> str:
        """The side that sets up."""
        return self.side

    def prompt(self, s: ForgottenWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side."""
        return "deploying", {"side": self.side, "n": len(self.due(s))}

    def due(self, s: ForgottenWarState) -> list[int]:
        """The units that are not set up yet."""
        box, side = s.rules.names.box("due"), SIDES.index(self.side)
        return [u for u in s.rules.setup_order if s.rules.side_of[u] == side and s.where[u] == box]

    def obstacles(self, s: ForgottenWarState, unit: int) -> tuple[Obstacle, ...]:
        """The hexes that are closed to a unit: those that its set-up does not name, ground that it cannot stand on, and
        full ones."""
        rules, side, full, shared = s.rules, s.rules.side_of[unit], 0, 0
        mates, most = rules.setup_mates(unit)
        for h, units in s.stacks(side).items():
            if not stacking.fits(s, side, h, (unit,)):
                full |= 1 << h
            if mates and len({*mates} & {*units}) >= most:
                shared |= 1 << h
        named = rules.setup_region[unit]
        return (
            Obstacle("F-17.3.2.5", "gun_hex_shared", shared),
            Obstacle(rules.setup_rule(unit), "not_set_up", rules.board.in_play & ~named),
            Obstacle("F-10.2.3.A2", "closed_ground", rules.closed_ground(unit)),
            Obstacle(rules.battle.limit_rule(side), "full_hex", full),
        )

    def decider(self, s: ForgottenWarState) -> str | None:
        """The owner, as long as units are not set up."""
        return self.side if self.due(s) else None

    def not_due(self, s: ForgottenWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit is not set up now."""
        if unit not in self.due(s):
            yield Refusal("F-3.0.a", "not_to_deploy", {"unit": unit}, (unit,))

    def put(self, s: ForgottenWarState, unit: int, h: Hex) -> None:
        """Set up the unit."""
        setup.put(s, unit, h)
        s.log("F-3.0.a", "deployed", unit=unit, hex=h)

    def apply(self, s: ForgottenWarState, action: Action) -> None:
        """Set up a unit, or all others as our plan has them."""
        if isinstance(action, Deploy):
            self.put(s, action.unit, action.hex)
            return
        for unit in self.due(s):
            setup.put(s, unit, setup.post(s, unit))
        s.log("F-3.0.a", "deployed_rest", side=self.side)

    def over(self, s: ForgottenWarState) -> None:
        """All units are set up."""
        s.pop()
