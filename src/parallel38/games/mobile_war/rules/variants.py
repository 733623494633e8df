"""What if: the twelve what-ifs, and how they change the start and the arrivals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from parallel38.engine.flow import Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import RuleId, Units
from parallel38.games.mobile_war import data
from parallel38.games.mobile_war.rules import arrivals
from parallel38.games.mobile_war.rules.posting import Posting
from parallel38.games.mobile_war.state import SIDES, UN, MobileWarState, Side
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame import placing

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

UNPREPARED = {"two": "10", "four": "11"}
"""K-VAR-12: the what-if whose cuts hold, by the value of the option."""


def chosen(rules: MobileWarRuleset) -> list[dict[str, Any]]:
    """The what-ifs that are in force, as rows of the data file."""
    options = rules.setting.options
    return [row for row in data.table("options.toml")["option"] if options.get(row["name"], "off") != "off"]


def arriving(rules: MobileWarRuleset, week: int, column: str) -> int:
    """How many counters a column of the turn record brings in a week, as the what-ifs change it.

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
    """The rule by which a what-if changes arrivals."""
    cuts = {"us-stayed": "K-VAR-10b", "us-stayed-more": "K-VAR-11b"}
    return cuts[row["name"]] if row["name"] in cuts else row["rule"]


def begins(rules: MobileWarRuleset) -> dict[str, Any]:
    """The start of the scenario as the what-ifs change it.

    K-VAR-1a: other South Korean units for the same hexes; K-VAR-1b: their box is empty. K-VAR-4a: six Chinese more.
    """
    found = data.scenario(rules.setting.scenario)
    found = {**found, "setup": {**found["setup"]}, "boxes": {**found["boxes"]}}
    for row in chosen(rules):
        change = data.table("scenarios.toml")["what_ifs"].get(row["name"], {})
        found["setup"] |= change.get("setup", {})
        found["boxes"] |= change.get("boxes", {})
        if "cover" in change:
            found["cover"] = {**change["cover"], "rows": change["setup"]["un"]}
            found["setup"]["un"] = []
        for side, units in change.get("add", {}).items():
            found["setup"][side] = [*found["setup"][side], *units]
    return found


def puts(rules: MobileWarRuleset) -> list[dict[str, Any]]:
    """The rows of units that players put down themselves (K-VAR-3, K-VAR-10a, K-VAR-11a)."""
    table = data.table("scenarios.toml")["what_ifs"]
    return [put for row in chosen(rules) for put in table.get(row["name"], {}).get("put", ())]


def boxed(rules: MobileWarRuleset) -> dict[str, int]:
    """How many counters begin in the UN box, by kind (K-VAR-10a, K-VAR-11a)."""
    table = data.table("scenarios.toml")["what_ifs"]
    found: dict[str, int] = {}
    for row in chosen(rules):
        for kind, n in table.get(row["name"], {}).get("un_box", {}).items():
            found[kind] = found.get(kind, 0) + n
    return found


def place(s: MobileWarState, side: int) -> None:
    """At the start of a turn ask a side to put down units of a what-if; the UN only when the game begins."""
    taken: set[int] = set()
    for row in puts(s.rules):
        if row["side"] == SIDES[side] and row["turn"] == s.week:
            units = tuple(s.rules.names.unit_number(name) for name in row.get("units", ()))
            if not units:
                free = arrivals.fresh(s, row["kind"], row["number"] + len(taken))
                units = tuple(u for u in free if u not in taken)[: row["number"]]
            taken |= {*units}
            area, towns, within = row.get("area", ""), tuple(row.get("of", ())), row.get("within", 0)
            s.push(Placing(SIDES[side], units, row["rule"], row.get("free", False), area, towns, within))
    if side == UN and "cover" in s.rules.begins:
        s.push(Covering(tuple(homes(s.rules))))


class Put(placing.Put, frozen=True):
    """Put down a unit that a what-if brings. Written `put NK-1P 2052`."""


class Placing(Posting, frozen=True):
    """A side puts down units that a what-if brings, in an area or near towns. `free`: the side may do without them."""

    action_type = Put

    side: Side
    units: Units
    rule: RuleId
    free: bool = False
    area: str = ""
    towns: tuple[str, ...] = ()
    within: int = 0

    def owner(self) -> Side:
        """The side that puts the units down."""
        return self.side

    def due(self, s: MobileWarState) -> tuple[int, ...]:
        """The units that are still to be put down."""
        return self.units

    def area_of(self, s: MobileWarState, unit: int) -> tuple[Region, str, str]:
        """The area, or the hexes near the towns; the rule that says so, and the text for other hexes."""
        rules = s.rules
        if self.area:
            found = rules.board.areas[self.area]
        else:
            towns = sum(1 << rules.board.places[town] for town in self.towns)
            found = rules.grid.spread(towns, rules.grid.all, steps=self.within)
        return found, self.rule, "not_there_by_what_if" if self.towns else "not_in_area"

    def words(self, s: MobileWarState) -> dict[str, Any]:
        """The towns, and the greatest distance from them, in hexes."""
        return {"n": self.within, "names": self.towns}

    def must(self) -> str:
        """The rule by which units must be put. K-VAR-3: not guerrillas; K-VAR-10a, K-VAR-11a: units that stayed."""
        return "" if self.free else self.rule

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side, with the units that are left."""
        key = "placing_free" if self.free else "placing"
        return key, {"side": self.side, "n": len(self.units), "units": self.units}

    def not_due(self, s: MobileWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit is not put down: it is none of these units."""
        if unit not in self.units:
            yield Refusal(self.rule, "not_to_place", {"unit": unit}, (unit,))

    def put(self, s: MobileWarState, unit: int, h: Hex) -> None:
        """Put the unit into the hex."""
        arrivals.put(s, unit, h)
        s.log(self.rule, "put_down", unit=unit, hex=h)
        s.replace(msgspec.structs.replace(self, units=tuple(u for u in self.units if u != unit)))


def homes(rules: MobileWarRuleset) -> dict[int, Hex]:
    """K-VAR-1a: the South Korean units that the UN puts down at the start, each with its historical hex."""
    rows = rules.begins["cover"]["rows"]
    return {rules.names.unit_number(row["unit"]): rules.board.places[row["at"]] for row in rows}


class Covering(Posting, frozen=True):
    """K-VAR-1a: the UN puts South Korean units on the hexes of the usual set-up. `units`: those that are left."""

    action_type = Put

    units: Units

    def owner(self) -> Side:
        """The UN, which puts the units down."""
        return SIDES[UN]

    def due(self, s: MobileWarState) -> tuple[int, ...]:
        """The units that are still to be put down."""
        return self.units

    def area_of(self, s: MobileWarState, unit: int) -> tuple[Region, str, str]:
        """The hexes of the set-up without one of these units, while enough divisions can still come to the south."""
        rules, cover, hexes = s.rules, s.rules.begins["cover"], homes(s.rules)
        standing = {s.where[u]: rules.counter[u] for u in hexes if s.on_map(u)}
        free = sum(1 << h for h in hexes.values() if h not in standing)
        area = rules.board.areas[cover["area"]]
        missing = cover["least"] - sum(area >> h & 1 for h, kind in standing.items() if kind == cover["kind"])
        wanted = [u for u in self.units if rules.counter[u] == cover["kind"]]
        if unit in wanted and len(wanted) <= missing:
            free &= area
        elif unit not in wanted and (free & area).bit_count() <= missing:
            free &= ~area
        return free, "K-VAR-1a", "not_covering"

    def words(self, s: MobileWarState) -> dict[str, Any]:
        """How many divisions have to be in the south."""
        return {"least": s.rules.begins["cover"]["least"]}

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN, with the units that are left."""
        return "covering", {"n": len(self.units), "units": self.units, **self.words(s)}

    def not_due(self, s: MobileWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit is not put down: it is none of these units."""
        if unit not in self.units:
            yield Refusal("K-VAR-1a", "not_to_place", {"unit": unit}, (unit,))

    def put(self, s: MobileWarState, unit: int, h: Hex) -> None:
        """Put the unit into the hex."""
        arrivals.put(s, unit, h)
        s.log("K-VAR-1a", "put_down", unit=unit, hex=h)
        s.replace(Covering(tuple(u for u in self.units if u != unit)))

    def over(self, s: MobileWarState) -> None:
        """Put the units that are left into their historical hexes, or into the first hex that is open to them."""
        if not self.able(s):
            s.pop()
            return
        unit = self.able(s)[0]
        free, home = self.open_hexes(s, unit), homes(s.rules)[unit]
        self.put(s, unit, home if free >> home & 1 else next(bits(free)))
        s.top.resolve(s)
