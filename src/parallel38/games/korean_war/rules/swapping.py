"""8.2 Assets change hands among regiments and brigades in one hex, at any time of the side's operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Offer, Refusal
from parallel38.engine.values import Unit
from parallel38.games.korean_war.rules import assets, losses
from parallel38.games.korean_war.rules.operations import Operation
from parallel38.games.korean_war.state import SIDES, KoreanWarState


class Swap(Operation, frozen=True):
    """An asset goes to another regiment or brigade in its hex. Written `swap ARM-8HUS UK-29`."""

    asset: Unit
    to: Unit

    @property
    def actor(self) -> int:
        """The asset."""
        return self.asset

    def free(self, s: KoreanWarState) -> bool:
        """It is no operation."""
        return True

    def refusals(self, s: KoreanWarState, frame: Any) -> Iterator[Refusal]:
        """W-8.2j: only among regiments and brigades in one hex. W-8.1e: one asset each. W-8.2l: not in turns 1 and
        2."""
        args = {"unit": self.asset, "to_unit": self.to}
        side = SIDES.index(frame.side)
        if self.asset not in s.rules.assets_of[side]:
            yield Refusal("W-8.1a", "no_asset", {"unit": self.asset}, (self.asset,))
        elif s.turn < losses.TRANSFERS:
            yield Refusal("W-8.2l", "no_swap_yet", args, (self.asset,))
        elif self.to not in _takers(s, side, self.asset):
            yield Refusal("W-8.2j", "swap", args, (self.asset, self.to))

    def apply(self, s: KoreanWarState) -> None:
        """Assign the asset."""
        assets.assign(s, self.asset, self.to, "W-8.2j")

    def describe(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The asset and the unit."""
        return "action.assign", {"unit": self.asset, "to_unit": self.to}


def _takers(s: KoreanWarState, side: int, asset: int) -> list[int]:
    """The regiments and brigades that an asset could go to."""
    parent = s.parent(asset)
    if parent is None or not s.on_map(parent) or s.rules.division[parent] or s.rules.depot[parent]:
        return []
    if s.turn < losses.TRANSFERS:
        return []
    there = s.fighters(side).get(s.where[parent], ())
    return [u for u in there if u != parent and not s.rules.division[u] and assets.room(s, u) > 0]


def offers(s: KoreanWarState, frame: Any) -> Iterator[Offer]:
    """The swaps that are offered."""
    side = SIDES.index(frame.side)
    for asset in s.rules.assets_of[side]:
        for to in _takers(s, side, asset):
            yield Offer("swap", units=(asset,), action=Swap(asset, to))
