"""Reinforcements and replacements: units that come by the turn record, and units that come back from the boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parallel38.engine.flow import Frame, Obstacle, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Unit
from parallel38.games.mobile_war.rules import breakdown, campaign, occupation, special, stacking
from parallel38.games.mobile_war.rules.costs import foreign
from parallel38.games.mobile_war.rules.posting import outside
from parallel38.games.mobile_war.state import (
    ARRIVED,
    COMMUNIST,
    GROUNDED,
    LANDING,
    REPLACED,
    SIDES,
    UN,
    MobileWarState,
    Side,
)
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame import placing

LAND = {"5-3": "un_regiment", "187": "airborne_regiment", "6-3": "marine_regiment", "2-3": "un_battalion"}
LAND |= {"10-3": "rok_division", "16-3": "un_division", "un_supply": "un_supply"}
"""The columns of the turn record that bring land units to Pusan, with the kind of counter."""
SHIPS = {"MST": "sea_transport", "Amph": "landing_craft", "NG": "naval_gun"}
BOXES = {"S": "rok_box", "UN": "un_box", "N": "nk_box"}
"""The columns of the turn record with replacements, and the boxes that they come from."""


class Replace(placing.Put, frozen=True):
    """Bring a regiment back from its box. Written `replace ROK-11/1 3356`."""


def comes(s: MobileWarState, column: str) -> int:
    """K-SCH-1: how many counters a column of the turn record brings this week, as the what-ifs change it."""
    return s.rules.arriving(s.week, column)


def fresh(s: MobileWarState, kind: str, n: int) -> tuple[int, ...]:
    """The first counters of a kind that are not in play, in the order in which they come; then used ones again.

    A division or army of which a part is already in play does not come (see `enlist`).
    """
    rules, out, spare = s.rules, s.rules.names.box("out"), s.rules.names.box("spare")
    first = [u for u in rules.of_kind[kind] if s.where[u] == out]
    again = [u for u in rules.of_kind[kind] if s.where[u] == spare and rules.supply[u]]
    return tuple((first + again)[:n])


def enlist(s: MobileWarState, unit: int) -> None:
    """Bring a unit into play alone: the counter that it was part of is put aside, and may stand for any like three."""
    whole = s.rules.part_of[unit]
    while whole is not None and s.where[whole] == s.rules.names.box("out"):
        s.move(whole, s.rules.names.box("spare"))
        whole = s.rules.part_of[whole]


def put(s: MobileWarState, unit: int, h: Hex) -> None:
    """Put a unit into a hex, with the units inside it."""
    rules = s.rules
    enlist(s, unit)
    for part in rules.parts[unit]:
        if s.where[part] == rules.names.box("out"):
            _inside(s, part, unit)
    s.move(unit, h)
    if not rules.naval[unit]:
        occupation.entered(s, rules.side_of[unit], h)


def arrive(s: MobileWarState, unit: int, h: Hex) -> None:
    """Bring a unit as the turn record says; if there is no room for it, it has to move on (K-STK-F2).

    K-VAR-8a: the first combat unit that is not Korean has landed; units that stayed in Korea have not landed.
    """
    put(s, unit, h)
    s.flag(unit, ARRIVED)
    if not s.track[LANDING] and s.rules.combat[unit] and foreign(s.rules, unit):
        trace("K-VAR-8a")
        s.tell(LANDING, s.turn)


def _inside(s: MobileWarState, part: int, whole: int) -> None:
    for inner in s.rules.parts[part]:
        _inside(s, inner, part)
    s.move(part, s.rules.names.with_unit(whole))


# ------------------------------------------------------------------------------------------------------- Communists


def entry(s: MobileWarState) -> Region:
    """The hex where Communist supply units come, as a region; 0 for nowhere.

    K-REP-4c: at Pyongyang if the UN does not hold it, or at Antung, as the turn record says. Where China may come in,
    at Antung when it has (K-CMP-5b). Never in a hex with enemies.
    """
    rules = s.rules
    if rules.china_comes:
        return campaign.supply_entry(s) & ~s.held_by(UN)
    if rules.charts["arrivals"][str(s.week), "entry"] == "Antung":
        return rules.antung & ~s.held_by(UN)
    return 0 if s.was_last(UN, "Pyongyang") else rules.pyongyang


def communists(s: MobileWarState) -> None:
    """K-SEQ-5: bring Communist reinforcements before units move. K-REP-4d: armies at Antung, unless the UN is there.

    K-STK-F2: reinforcements that found no room before come with them.
    """
    rules = s.rules
    late = [u for u in rules.units_of[COMMUNIST] if s.where[u] == rules.names.box("waiting")]
    antung = rules.antung & ~s.held_by(UN)
    armies = campaign.armies(s) if antung else 0
    if armies:
        trace("K-REP-4d")
    elif not antung and campaign.in_the_war(s):
        s.log("K-REP-4d", "antung_lost")
    depots = [u for u in late if rules.supply[u]] + [*fresh(s, "communist_supply", comes(s, "supply"))]
    _arrive(s, depots, entry(s))
    china = [u for u in late if rules.nation[u] == "CN"] + [*fresh(s, "cn_army", armies)]
    _arrive(s, china, antung)
    koreans = [u for u in late if u not in depots and u not in china]
    _arrive(s, koreans, places(s, koreans[0]) if koreans else 0)
    _open(s, COMMUNIST, {"N": comes(s, "N")})


def _arrive(s: MobileWarState, units: list[int], where: Region) -> None:
    """Bring units to the hex where they may come; none come if there is no such hex."""
    for h in bits(where):
        for unit in units:
            arrive(s, unit, h)
        if units:
            s.log("K-SEQ-5", "arrive", units=tuple(units), hex=h)


# ---------------------------------------------------------------------------------------------------------------- UN


def united_nations(s: MobileWarState) -> None:
    """Bring UN units. K-REP-4a: all at Pusan; K-REP-5: none while Communists are there. K-REP-6: some go to the box."""
    rules, names = s.rules, s.rules.names
    for unit in fresh(s, "un_regiment", comes(s, "R1")):
        enlist(s, unit)
        s.move(unit, names.box("un_box"))
        s.log("K-REP-6", "to_box", unit=unit)
    transports = [u for u in s.present(UN) if rules.kind[u] == "transport"]
    transports.sort(key=lambda u: len(s.inside(u)))  # empty ones first
    gone = transports[: comes(s, "MST_gone")]
    for unit in gone:
        for carried in s.inside(unit):
            s.move(carried, names.box("waiting"))
        s.log("K-CMP-1b", "ship_leaves", unit=unit)
        s.move(unit, names.box("gone"))
    if s.held_by(COMMUNIST) & rules.pusan:
        s.log("K-REP-5", "pusan_lost")
        return
    back = [u for u in rules.of_kind["un_supply"] if s.where[u] == names.box("returning") and s.spent[u] <= s.turn]
    units = [*back, *(u for u in rules.units_of[UN] if s.where[u] == names.box("waiting"))]
    for column, kind in {**LAND, **SHIPS}.items():
        units += fresh(s, kind, comes(s, column))
    for unit in units:
        s.spend(unit, 0)
    off = [u for u in units if may_wait(s, u)]
    for unit in off:
        s.move(unit, names.box("waiting"))
    _arrive(s, [u for u in units if u not in off], rules.pusan)
    _open(s, UN, {"S": comes(s, "S"), "UN": comes(s, "UN")})
    if off:
        s.push(Landing())


def may_wait(s: MobileWarState, unit: int) -> bool:
    """K-VAR-8b: whether the UN may put off bringing a unit in: with that what-if, until the first such unit lands."""
    delayed = s.rules.setting.options.get("china-landing") == "on" and not s.track[LANDING]
    return delayed and s.rules.combat[unit] and foreign(s.rules, unit)


class Land(Action, frozen=True):
    """Bring a UN unit that may be put off to Pusan, and with it all others. Written `land US-24`."""

    unit: Unit


class Landing(Frame, frozen=True):
    """K-VAR-8b: the UN brings its units in, or puts it off for another turn."""

    def _ready(self, s: MobileWarState) -> list[int]:
        return [u for u in s.rules.units_of[UN] if s.where[u] == s.rules.names.box("waiting")]

    def decider(self, s: MobileWarState) -> str:
        """The UN."""
        return SIDES[UN]

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN, with the units that could come."""
        return "landing", {"units": tuple(self._ready(s))}

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """To bring them in, or to wait."""
        first = self._ready(s)[0]
        yield Offer("land", units=(first,), action=Land(first))
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Whether an action brings the units in or puts them off."""
        return isinstance(action, Land | End)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Why a unit cannot be brought in: it is not one of those that wait."""
        if isinstance(action, Land) and action.unit not in self._ready(s):
            yield Refusal("K-VAR-8b", "not_waiting", {"unit": action.unit}, (action.unit,))

    def holds(self, s: MobileWarState, offer: Offer, action: Action) -> bool:
        """Whether an action is offered: whichever unit is named, all of them come."""
        return offer.verb == "land" if isinstance(action, Land) else offer.action == action

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The units that would come."""
        if isinstance(action, Land):
            return "action.land", {"units": tuple(self._ready(s))}
        return super().describe(s, action)

    def apply(self, s: MobileWarState, action: Action) -> None:
        """Bring all waiting units in, or none."""
        units = tuple(self._ready(s)) if isinstance(action, Land) else ()
        s.pop()
        for h in bits(s.rules.pusan):
            for unit in units:
                arrive(s, unit, h)
            s.log("K-VAR-8b", "landed" if units else "put_off", units=units, hex=h)


def disperse(s: MobileWarState, side: int) -> None:
    """K-STK-F2: when the First Movement Phase ends, units that arrived and do not fit leave the map.

    Reinforcements wait for the next turn. K-REP-3b: replacements are not saved: they are in their box again.
    """
    for found in [*leaving(s, side)]:
        for unit in found.units:
            s.log(found.rule, found.text, unit=unit, hex=found.hexes[0])
            if found.rule == "K-STK-F2":
                _leave(s, (unit,), "waiting")
            else:
                parts = breakdown.take_apart(s, unit) if s.rules.size[unit] == "division" else (unit,)
                _leave(s, parts, s.rules.box_of[unit])
    for unit in s.rules.units_of[side]:
        if s.flags[unit] & (ARRIVED | REPLACED):
            s.flag(unit, ARRIVED | REPLACED, on=False)


def leaving(s: MobileWarState, side: int) -> Iterator[Refusal]:
    """The units that would leave the map if the First Movement Phase ended now, as warnings."""
    for h in [*s.stacks(side)]:
        units = stacking.surplus(s, side, h)
        for rule, text, back in (("K-STK-F2", "no_room", 0), ("K-REP-3b", "replacement_lost", REPLACED)):
            some = tuple(u for u in units if s.flags[u] & REPLACED == back)
            if some:
                yield Refusal(rule, text, {"units": some, "hex": h}, some, (h,))


def _leave(s: MobileWarState, units: tuple[int, ...], box: str) -> None:
    """Put units into a box; of their flags only the loss of parachute ability is kept."""
    for unit in units:
        s.flag(unit, s.flags[unit] & ~GROUNDED, on=False)
        s.move(unit, s.rules.names.box(box))


# ------------------------------------------------------------------------------------------------------ replacements


def _open(s: MobileWarState, side: int, left: dict[str, int]) -> None:
    """K-REP-3a: begin the replacements of this turn, each for its own box; K-REP-3b: what is not used lapses."""
    words = _words(left)
    if words:
        s.push(Replacing(SIDES[side], words))


def _words(left: dict[str, int]) -> tuple[str, ...]:
    """Allowances as the turn record writes them, such as S3 and UN1."""
    return tuple(column + str(n) for column, n in left.items() if n)


def places(s: MobileWarState, unit: int) -> Region:
    """The hexes where a regiment may come back.

    K-REP-4b: North Koreans at Pyongyang if the UN does not hold it; K-REP-8: in the Intervention once it is retaken.
    K-REP-4a: the UN at Pusan; K-SGI-2b: South Koreans also at Seoul until the Communists take it.
    """
    rules = s.rules
    if rules.side_of[unit] == COMMUNIST:
        if s.was_last(UN, "Pyongyang"):
            trace("K-REP-8" if rules.setting.scenario == "intervention" else "K-REP-4b")
            return 0
        return rules.pyongyang & ~s.held_by(UN)
    found = rules.pusan
    if rules.nation[unit] == "ROK" and special.seoul_feeds(s):
        trace("K-SGI-2b")
        found |= rules.seoul
    return found & ~s.held_by(COMMUNIST)


class Replacing(placing.Placing, frozen=True):
    """Replacements of this turn. `left`: the replacements that may still come, such as S3 and UN1.

    K-REP-3b: a replacement that cannot or does not come this turn lapses.
    """

    action_type = Replace

    side: Side
    left: tuple[str, ...]

    def _counts(self) -> dict[str, int]:
        """How many regiments may still come by each column of the turn record."""
        return {word.rstrip("0123456789"): int(word.lstrip("NSU")) for word in self.left}

    def owner(self) -> Side:
        """The side that receives the replacements."""
        return self.side

    def lapse(self, s: MobileWarState) -> str:
        """K-REP-3b: what is not used lapses."""
        return "K-REP-3b"

    def due(self, s: MobileWarState) -> list[int]:
        """All units in the boxes that have replacements left."""
        boxes = {s.rules.names.box(BOXES[column]) for column in self._counts()}
        return [u for u in s.rules.units_of[SIDES.index(self.side)] if s.where[u] in boxes]

    def obstacles(self, s: MobileWarState, unit: int) -> tuple[Obstacle, ...]:
        """K-REP-4a, K-REP-4b: all hexes but those where regiments come back."""
        rule = "K-REP-4b" if self.side == SIDES[COMMUNIST] else "K-REP-4a"
        return (outside(s, places(s, unit), rule, "not_an_entry"),)

    def over(self, s: MobileWarState) -> None:
        """Close the frame: no regiment can come, or the side wants no more. K-REP-3b: the allowances lapse."""
        if self.left:
            trace("K-REP-3b")
        s.pop()

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the side, with the replacements that may still come."""
        counts = {box: self._counts().get(column, 0) for column, box in BOXES.items()}
        return "replacing_" + self.side, {"side": self.side, "n": len(self.able(s)), **counts}

    def not_due(self, s: MobileWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit may not come back. K-REP-3a: its box, as many as the turn record says; K-REP-1b: no Chinese."""
        rules, args = s.rules, {"unit": unit}
        box = rules.box_of[unit]
        if rules.side_of[unit] != SIDES.index(self.side) or not box:
            yield Refusal("K-REP-1b", "no_replacement", args, (unit,))
        elif s.where[unit] != rules.names.box(box):
            yield Refusal("K-REP-1a", "not_in_box", args, (unit,))
        elif box not in {BOXES[column] for column in self._counts()}:
            yield Refusal("K-REP-3a", "no_allowance", args, (unit,))

    def put(self, s: MobileWarState, unit: int, h: Hex) -> None:
        """Bring a regiment back to a hex; its allowance is one less."""
        box = s.rules.box_of[unit]
        left = {column: n - (BOXES[column] == box) for column, n in self._counts().items()}
        arrive(s, unit, h)
        s.flag(unit, REPLACED)
        s.log("K-REP-3a", "replaced", unit=unit, hex=h)
        s.replace(Replacing(self.side, _words(left)))
