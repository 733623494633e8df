"""What if: the twelve what-ifs, as they change the start and what comes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit, Units
from parallel38.games.mobile_war import data
from parallel38.games.mobile_war.rules import arrivals, stacking
from parallel38.games.mobile_war.state import SIDES, UN, MobileWarState, Side
from parallel38.hexgrid import Region, bits

if TYPE_CHECKING:
    from parallel38.games.mobile_war.setting import MobileWarRules

UNPREPARED = {"two": "10", "four": "11"}
"""K-VAR-12: the cuts of which what-if hold."""


def chosen(rules: MobileWarRules) -> list[dict[str, Any]]:
    """The what-ifs that are in force, as the file has them."""
    options = rules.setting.options
    return [row for row in data.table("options.toml")["option"] if options.get(row["name"], "off") != "off"]


def arriving(rules: MobileWarRules, week: int, column: str) -> int:
    """What the turn record brings in a week, as the what-ifs change it.

    K-VAR-2: those for the box come to Pusan. K-VAR-5, K-VAR-6, K-VAR-9: more; K-VAR-10b, K-VAR-11b, K-VAR-12: fewer.
    """
    record, changes = rules.charts["arrivals"], rules.charts["what_if_arrivals"]
    n = record[str(week), column] if column in record.columns else 0
    options = rules.setting.options
    if options.get("us-ready") == "on" and column in ("R1", "5-3"):
        trace("K-VAR-2")
        n = 0 if column == "R1" else n + record[str(week), "R1"]
    for row in chosen(rules):
        number = UNPREPARED.get(options[row["name"]], str(row["number"]))
        key = number + "-" + str(week)
        if key in changes.rows and column in changes.columns:
            trace(_rule(row))
            n += changes[key, column]
    return max(0, n)


def _rule(row: dict[str, Any]) -> str:
    """The rule by which a what-if changes what comes."""
    cuts = {"us-stayed": "K-VAR-10b", "us-stayed-more": "K-VAR-11b"}
    return cuts[row["name"]] if row["name"] in cuts else row["rule"]


def begins(rules: MobileWarRules) -> dict[str, Any]:
    """The start of the scenario with the what-ifs in it. K-VAR-1a: others on the same hexes. K-VAR-4a: six more."""
    found = data.scenario(rules.setting.scenario)
    found = {**found, "setup": {**found["setup"]}, "boxes": {**found["boxes"]}}
    for row in chosen(rules):
        change = data.table("scenarios.toml")["what_ifs"].get(row["name"], {})
        found["setup"] |= change.get("setup", {})
        found["boxes"] |= change.get("boxes", {})
        for side, units in change.get("add", {}).items():
            found["setup"][side] = [*found["setup"][side], *units]
    return found


def start_rules(rules: MobileWarRules) -> list[str]:
    """The rules by which the start has changed. K-VAR-1b: the box of the South Koreans is empty."""
    table, found = data.table("scenarios.toml")["what_ifs"], list[str]()
    for row in chosen(rules):
        change = table.get(row["name"], {})
        found += [row["rule"]] if change else []
        found += ["K-VAR-1b"] if "boxes" in change else []
    return found


def puts(rules: MobileWarRules) -> list[dict[str, Any]]:
    """What players put down themselves (K-VAR-3, K-VAR-10a, K-VAR-11a)."""
    table = data.table("scenarios.toml")["what_ifs"]
    return [put for row in chosen(rules) for put in table.get(row["name"], {}).get("put", ())]


def boxed(rules: MobileWarRules) -> dict[str, int]:
    """Counters that begin in the UN box, by kind (K-VAR-10a, K-VAR-11a)."""
    table = data.table("scenarios.toml")["what_ifs"]
    found: dict[str, int] = {}
    for row in chosen(rules):
        for kind, n in table.get(row["name"], {}).get("un_box", {}).items():
            found[kind] = found.get(kind, 0) + n
    return found


def place(s: MobileWarState, side: int) -> None:
    """At the start of a turn: what a side may put down by a what-if."""
    for put in puts(s.rules):
        if put["side"] == SIDES[side] and put["turn"] == s.week:
            named = tuple(s.rules.names.unit_number(name) for name in put.get("units", ()))
            units = named or arrivals.fresh(s, put["kind"], put["number"])
            taken = {u for frame in s.frames if isinstance(frame, Placing) for u in frame.units}
            if not named:
                free = arrivals.fresh(s, put["kind"], put["number"] + len(taken))
                units = tuple(u for u in free if u not in taken)[: put["number"]]
            s.push(Placing(SIDES[side], units, put.get("area", ""), tuple(put.get("of", ())), put.get("within", 0)))


class Put(Action, frozen=True):
    """Put down a unit that a what-if brings. Written `put NK-1P 2052`."""

    unit: Unit
    hex: Place


class Placing(Frame, frozen=True):
    """A side puts down units that a what-if brings, in an area or near towns."""

    side: Side
    units: Units
    area: str
    towns: tuple[str, ...]
    within: int

    def region(self, s: MobileWarState, unit: int) -> Region:
        """Where a unit may be put: in that area, with room, not among enemies."""
        rules, side = s.rules, SIDES.index(self.side)
        if self.area:
            found = rules.board.areas[self.area]
        else:
            found = rules.grid.spread(
                sum(1 << rules.board.places[town] for town in self.towns), rules.grid.all, steps=self.within
            )
        free = found & rules.land & ~s.held_by(1 - side)
        return sum(1 << h for h in bits(free) if stacking.fits(s, side, h, (unit,)))

    def decider(self, s: MobileWarState) -> str | None:
        """The side, while something is left."""
        return self.side if self.units else None

    def resolve(self, s: MobileWarState) -> None:
        """All are placed."""
        s.pop()

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """How many are left."""
        return "placing", {"side": self.side, "n": len(self.units), "units": self.units}

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """The first unit, with where it may be put."""
        yield Offer("put", units=self.units[:1], domain=Hexes(self.region(s, self.units[0])))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """A unit put down; the end, for who does without."""
        return isinstance(action, Put | End)

    def expand(self, s: MobileWarState, offer: Offer) -> Iterator[Action]:
        """Each hex."""
        if offer.action is not None:
            yield offer.action
            return
        for h in bits(offer.hexes):
            yield Put(offer.units[0], h)

    def draw(self, s: MobileWarState, offer: Offer, rng: Random) -> Action | None:
        """A random one."""
        found = list(self.expand(s, offer))
        return rng.choice(found) if found else None

    def holds(self, s: MobileWarState, offer: Offer, action: Action) -> bool:
        """This unit in that hex."""
        if not isinstance(action, Put):
            return offer.action == action
        return offer.verb == "put" and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """K-VAR-3, K-VAR-10a, K-VAR-11a: one of these units, in that area, where there is room."""
        if not isinstance(action, Put):
            return
        rule = "K-VAR-3" if self.side != SIDES[UN] else "K-VAR-11a" if self.area else "K-VAR-10a"
        args = {"unit": action.unit, "hex": action.hex, "n": self.within, "names": self.towns}
        if action.unit not in self.units:
            yield Refusal(rule, "not_to_place", args, (action.unit,))
        elif not self.region(s, action.unit) >> action.hex & 1:
            yield Refusal(rule, "not_there_by_what_if", args, (action.unit,), (action.hex,))

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """Who is put where."""
        if isinstance(action, Put):
            return "action.put", {"unit": action.unit, "hex": action.hex}
        return super().describe(s, action)

    def apply(self, s: MobileWarState, action: Action) -> None:
        """It stands there; or the rest is done without."""
        if not isinstance(action, Put):
            s.pop()
            return
        arrivals.put(s, action.unit, action.hex)
        rule = "K-VAR-3" if self.side != SIDES[UN] else "K-VAR-11a" if self.area else "K-VAR-10a"
        s.log(rule, "put_down", unit=action.unit, hex=action.hex)
        rest = tuple(u for u in self.units if u != action.unit)
        s.replace(Placing(self.side, rest, self.area, self.towns, self.within))
