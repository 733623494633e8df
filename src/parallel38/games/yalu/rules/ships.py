"""12.2 Naval support units at sea: their movement, and its effect on their fire."""

from collections.abc import Iterator

from parallel38.engine.flow import Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, Place, Unit
from parallel38.games.yalu.state import BOMBARDED, ROUNDED, UN, YaluState
from parallel38.hexgrid import Region

SEAS = ("sea_of_japan", "yellow_sea")


class Sail(Action, frozen=True):
    """Move a ship. Written `sail SUP-CA 1715`."""

    intent = "go"

    unit: Unit
    hex: Place


def afloat(s: YaluState) -> list[int]:
    """The ships on the map."""
    return [u for u in s.present(UN) if s.rules.naval[u]]


def sea_of(s: YaluState, h: int) -> Region:
    """The hexes of the sea that a hex belongs to; none for land."""
    return next((s.rules.board.areas[sea] for sea in SEAS if s.rules.board.areas[sea] >> h & 1), 0)


def waters(s: YaluState, ship: int) -> Region:
    """D-12.2.3: any full sea hex. D-12.2.4: a ship that has fired does not go to the other sea any more."""
    here = s.where[ship]
    whole = sum(s.rules.board.areas[sea] for sea in SEAS)
    return (sea_of(s, here) if s.flags[ship] & BOMBARDED else whole) & ~(1 << here)


def crosses(s: YaluState, sail: Sail) -> bool:
    """Whether a ship goes from one sea to the other."""
    return sea_of(s, s.where[sail.unit]) != sea_of(s, sail.hex)


def refusals(s: YaluState, sail: Sail, late: bool = False) -> Iterator[Refusal]:
    """Every reason why a ship may not go to a hex.

    D-12.2.3: full sea only. D-12.2.4: a ship that changes seas does not fire in this player turn, so one that has fired
    does not change.
    """
    args = {"unit": sail.unit, "hex": sail.hex}
    if not s.rules.naval[sail.unit] or not s.on_map(sail.unit):
        yield Refusal("D-12.2.3", "sail_no_ship", args, (sail.unit,))
    elif sail.hex >= s.rules.grid.size or not sea_of(s, sail.hex):
        yield Refusal("D-12.2.3", "sail_land", args, (sail.unit,), (sail.hex,))
    elif sail.hex == s.where[sail.unit]:
        yield Refusal("D-12.2.3", "sail_nowhere", args, (sail.unit,), (sail.hex,))
    elif late:
        yield Refusal("C-12c", "sail_late", args, (sail.unit,))
    elif crosses(s, sail) and s.flags[sail.unit] & BOMBARDED:
        yield Refusal("D-12.2.4", "sail_after_fire", args, (sail.unit,), (sail.hex,))


def price(s: YaluState, sail: Sail) -> Iterator[Refusal]:
    """What a ship loses by moving: its fire if it changes seas (D-12.2.4), its remaining factors after bombarding
    (D-12.2.3)."""
    args = {"unit": sail.unit, "hex": sail.hex}
    left = s.rules.strength[sail.unit] - s.spent[sail.unit]
    if crosses(s, sail):
        yield Refusal("D-12.2.4", "sea_change", args, (sail.unit,))
    elif s.flags[sail.unit] & BOMBARDED and left:
        yield Refusal("D-12.2.3", "sail_unspent", {**args, "n": left}, (sail.unit,))


def go(s: YaluState, sail: Sail) -> None:
    """D-12.2.3: any number of hexes, before and after bombarding but not in between; zones of control do not matter.

    D-12.2.4: ships that change seas are marked. D-13.3: ships move in this phase. D-7.2.5: any number of them share a
    hex.
    """
    ship, crossed = sail.unit, crosses(s, sail)
    if s.stacks(UN).get(sail.hex):
        trace("D-7.2.5")
    s.log("D-12.2.3", "sailed", unit=ship, from_hex=s.where[ship], to_hex=sail.hex)
    s.move(ship, sail.hex)
    if s.flags[ship] & BOMBARDED:
        s.spend(ship, s.rules.strength[ship])
    if crossed:
        s.flag(ship, ROUNDED)
        s.log("D-12.2.4", "sea_changed", unit=ship)
