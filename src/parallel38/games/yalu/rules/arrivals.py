"""6.1.2 UN reinforcements, 6.3 delays, and the landing of units that come by sea (9.3.5, 9.3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parallel38.engine.flow import Frame, Hexes, Obstacle, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Unit
from parallel38.games.yalu.rules import replacements, sea, stacking, zones
from parallel38.games.yalu.rules.options import delay
from parallel38.games.yalu.rules.placement import PlaceUnit
from parallel38.games.yalu.state import (
    ARRIVED,
    CHINAMPO,
    COMMUNIST,
    IWON,
    ROK_REPLACED,
    SEOUL_REPLACED,
    UN,
    US_REPLACED,
    YaluState,
)
from parallel38.hexgrid import Region, bits
from parallel38.wargame.costs import blocked_hexes

PUSAN = ("delayed", "south", "evacuated-south")
"""The boxes from which units arrive at a To Pusan hex."""
COMING = ("due", "sea", "evacuated", *PUSAN)
"""The boxes from which units arrive in the reinforcement phase."""
CITIES = {"inchon": "Inchon", "seoul": "Seoul"}


class Delay(Action, frozen=True):
    """Hold back a unit that could come now, so that it comes at a To Pusan hex next turn. Written `delay ROK-11`."""

    unit: Unit


# ------------------------------------------------------------------------------------------------- the phase begins


def begin(s: YaluState) -> bool:
    """Begin the UN Reinforcement and Replacement Phase; return whether any unit arrives.

    D-6.1.2.1: units that the order of battle lists for this turn are due.
    """
    for track in (US_REPLACED, ROK_REPLACED, SEOUL_REPLACED, IWON, CHINAMPO):
        s.tell(track, 0)
    rules, chart, turn = s.rules, s.rules.charts["arrivals"], s.rules.turn_name(s)
    out, due = rules.names.box("out"), rules.names.box("due")
    new = tuple(
        u
        for u in rules.units_of[UN]
        if u in rules.scheduled
        and s.where[u] == out
        and chart[rules.names.unit(u), "turn"] == turn
        # it has not arrived yet, whole or in parts
        and all(s.where[part] == out for part in rules.last_parts[u])
    )
    for unit in new:
        s.move(unit, due)
        s.spend(unit, s.turn)
    if new:
        s.log("D-6.1.2.1", "reinforcements", units=new)
    if replacements.extra(s):
        s.log("D-6.2.2.5", "garrison_battalions", n=replacements.extra(s))
    _turn_away(s)
    if not waiting(s):
        return False
    s.push(Landing())
    return True


def _turn_away(s: YaluState) -> None:
    """D-6.1.2.2: a unit whose city is lost arrives a turn later at a To Pusan hex, and not at all if those are lost
    too.

    Units from the sea wait as long as that lasts, and evacuated ones go to a To Pusan hex when Inchon is lost.
    """
    closed = not s.rules.board.areas["to_pusan"] & ~s.held_by(COMMUNIST)
    for unit in waiting(s):
        match box_of(s, unit):
            case "due" if not _ship(s, unit) and not s.controls(UN, CITIES[_entry(s, unit)]):
                _put(s, unit, "delayed", delay(s, "city_captured"))
                s.log("D-6.1.2.2", "city_lost", unit=unit)
            case "evacuated" if not s.controls(UN, "Inchon"):
                _put(s, unit, "evacuated-south", s.turn + _more(s, "evacuation"))
                s.log("D-9.3.6.1", "city_lost", unit=unit)
            case "delayed" if closed:
                _forfeit(s, unit)
            case _:
                pass


def _forfeit(s: YaluState, unit: int) -> None:
    """D-6.1.2.2: a reinforcement that never arrives is gone. D-6.2: a replacement goes back to the dead pile."""
    s.log("D-6.1.2.2" if unit in s.rules.scheduled else "D-6.2", "forfeited", unit=unit)
    if unit in s.rules.scheduled:
        _put(s, unit, "gone", 0)
    else:
        stacking.eliminate(s, unit)


def _put(s: YaluState, unit: int, box: str, due: int) -> None:
    s.move(unit, s.rules.names.box(box))
    s.spend(unit, due)


# ------------------------------------------------------------------------------------------ which units, and where


def box_of(s: YaluState, unit: int) -> str:
    """The name of the box in which a unit is; "" for a unit on the map."""
    return "" if s.on_map(unit) else s.rules.names.place(s.where[unit])


def waiting(s: YaluState) -> list[int]:
    """The units that arrive in this phase."""
    boxes = {s.rules.names.box(box) for box in COMING}
    return [u for u in s.rules.units_of[UN] if s.where[u] in boxes and s.spent[u] <= s.turn]


def _comes(s: YaluState, unit: int) -> bool:
    """Whether a unit is one of those that arrive in this phase."""
    return box_of(s, unit) in COMING and s.spent[unit] <= s.turn


def _entry(s: YaluState, unit: int) -> str:
    return s.rules.charts["arrivals"][s.rules.names.unit(unit), "entry"]


def _ship(s: YaluState, unit: int) -> bool:
    return s.rules.naval[unit]


def _entry_hexes(s: YaluState, unit: int) -> tuple[Region, str, str]:
    """The hexes where a unit may arrive, with the rule and the text that say so.

    D-6.1.2.2: Seoul for ROK, Inchon for other reinforcements. D-6.1.2.3, D-9.3.5.1: ports for units that come by sea.
    D-9.3.6.1: Inchon for evacuated units. D-6.3: To Pusan for delayed units, by sea (D-9.3.5.1) and evacuated ones too.
    """
    board = s.rules.board
    match box_of(s, unit):
        case "due" if _ship(s, unit):
            return board.in_play & ~s.rules.land, "D-6.1.2.1", "come_sea"
        case "due":
            return 1 << board.cities[CITIES[_entry(s, unit)]], "D-6.1.2.2", "come_city"
        case "sea":
            return sum(1 << h for h in s.rules.ports.values()), "D-6.1.2.3", "come_port"
        case "evacuated":
            return 1 << board.cities["Inchon"], "D-9.3.6.1", "come_city"
        case "delayed":
            return board.areas["to_pusan"], "D-6.3", "come_pusan"
        case "south":
            return board.areas["to_pusan"], "D-9.3.5.1", "come_pusan"
        case "evacuated-south":
            return board.areas["to_pusan"], "D-9.3.6.1", "come_pusan"
        case _:
            hexes, rule = replacements.bases(s, unit)
            return hexes, rule, "come_base"


def obstacles(s: YaluState, unit: int) -> tuple[Obstacle, ...]:
    """The hexes where a unit may not arrive, with the reasons: wrong hexes, lost hexes, closed ports, full hexes
    (D-7.2.1, D-6.2)."""
    entries, rule, text = _entry_hexes(s, unit)
    lost = s.held_by(COMMUNIST) | s.cities(COMMUNIST)
    found = [Obstacle(rule, text, s.rules.grid.all & ~entries)]
    if _ship(s, unit):
        return tuple(found)
    found.append(Obstacle(rule, "come_lost", entries & lost))
    if box_of(s, unit) == "sea":
        for h in bits(entries & ~lost):
            found += [Obstacle(bar.rule, bar.text, 1 << h) for bar in sea.harbour_refusals(s, unit, h)]
    full = sum(1 << h for h in bits(entries & s.held_by(UN)) if stacking.over_limit(s, UN, [*s.stacks(UN)[h], unit]))
    found.append(Obstacle("D-6.2" if text == "come_base" else "D-7.2.1", "come_full", full))
    return tuple(found)


def free(s: YaluState, unit: int) -> Region:
    """The hexes where a unit may arrive now."""
    return s.rules.grid.all & ~blocked_hexes(obstacles(s, unit))


def place_refusals(s: YaluState, action: PlaceUnit, landing: bool) -> Iterator[Refusal]:
    """Every reason why a unit may not arrive, or not there. After the reinforcement phase only eliminated units may
    still be replaced."""
    unit, h = action.unit, action.hex
    args = {"unit": unit, "hex": h}
    if not (landing and _comes(s, unit)):
        early = too_early(s, unit)
        if early is not None:
            yield early
            return
        barred = False
        for refusal in replacements.refusals(s, unit):
            barred = True
            yield refusal
        if barred:
            return
    if h >= s.rules.grid.size:
        _, rule, text = _entry_hexes(s, unit)
        yield Refusal(rule, text, args, (unit,))
        return
    for obstacle in obstacles(s, unit):
        if obstacle.region >> h & 1:
            there = tuple(s.stacks(UN).get(h, ())) if obstacle.text == "come_full" else ()
            args = {**args, "by_units": there, "weather_key": "weather." + s.weather}
            yield Refusal(obstacle.rule, obstacle.text, args, there, (h,))


def too_early(s: YaluState, unit: int) -> Refusal | None:
    """Why a unit on its way does not arrive now. D-6.1.2.1: its turn is later; or it is in a box, by that box's
    rule."""
    rules, rule = s.rules, ""
    if box_of(s, unit) in COMING:
        rule = _entry_hexes(s, unit)[1]
    elif unit in rules.scheduled and rules.side_of[unit] == UN and box_of(s, unit) == "out":
        later = rules.charts["arrivals"][rules.names.unit(unit), "turn"] in rules.turns[s.turn :]
        rule = "D-6.1.2.1" if later else ""
    return Refusal(rule, "not_yet", {"unit": unit}, (unit,)) if rule else None


def place(s: YaluState, action: PlaceUnit) -> None:
    """Place a unit on the map. D-6.1.2.2, D-6.1.2.3, D-6.2.2.1, D-6.2.2.2: where its rule has it.

    D-6.1, D-6.2: an enemy zone of control does not matter.
    """
    unit, h, box = action.unit, action.hex, box_of(s, action.unit)
    if box in COMING:
        _, rule, _ = _entry_hexes(s, unit)
        text = "landed" if box in ("sea", "evacuated") else "arrived"
        if box == "sea":
            sea.use_harbour(s, unit, h)
    else:
        rule, text = replacements.use(s, unit, h == s.rules.board.cities["Seoul"]), "replaced"
    if zones.zone(s, COMMUNIST) >> h & 1:
        trace("D-6.2" if text == "replaced" else "D-6.1")
    s.move(unit, h)
    s.spend(unit, 0)
    s.flag(unit, ARRIVED)
    s.log(rule, text, unit=unit, hex=h)


def delay_refusals(s: YaluState, unit: int, landing: bool) -> Iterator[Refusal]:
    """Every reason against holding a unit back. D-6.3: one turn only, and not ships, which do not enter at a road."""
    if landing and _comes(s, unit):
        if box_of(s, unit) in PUSAN:
            yield Refusal("D-6.3", "delayed_twice", {"unit": unit}, (unit,))
        elif _ship(s, unit):
            yield Refusal("D-6.3", "delay_ship", {"unit": unit}, (unit,))
        return
    early = too_early(s, unit)
    if early is not None:
        yield early
    else:
        yield from replacements.delay_refusals(s, unit)


def hold_back(s: YaluState, unit: int) -> None:
    """D-6.3: the unit arrives at a To Pusan hex in the next turn. D-9.3.5.1, D-9.3.6.1: so do units that come by
    sea."""
    match box_of(s, unit):
        case "sea":
            _put(s, unit, "south", s.turn + _more(s, "sea_transfer"))
            s.log("D-9.3.5.1", "held_back", unit=unit)
        case "evacuated":
            _put(s, unit, "evacuated-south", s.turn + _more(s, "evacuation"))
            s.log("D-9.3.6.1", "held_back", unit=unit)
        case box:
            if box != "due":
                replacements.use(s, unit, in_seoul=False)
            _put(s, unit, "delayed", delay(s, "un_choice"))
            s.log("D-6.3", "held_back", unit=unit)


def _more(s: YaluState, row: str) -> int:
    """The number of additional turns that the way to Pusan takes."""
    chart = s.rules.charts["delays"]
    return chart["_".join((row, "pusan")), "turns"] - chart[row, "turns"]


# ------------------------------------------------------------------------------------------------ offers of both frames


def offers(s: YaluState, units: list[int], landing: bool) -> Iterator[Offer]:
    """An offer of the hexes where each of these units may arrive, and of holding it back."""
    known: dict[Any, Region] = {}  # units of a kind share their hexes, and there may be dozens of battalions
    for unit in units:
        like = (s.where[unit], _entry_hexes(s, unit), s.rules.weight[unit], s.rules.nation[unit], s.rules.naval[unit])
        hexes = known[like] = known[like] if like in known else free(s, unit)
        if hexes:
            yield Offer("place", units=(unit,), mode="place", domain=Hexes(hexes))
        if next(delay_refusals(s, unit, landing), None) is None:
            yield Offer("delay", units=(unit,), action=Delay(unit))


def expand(offer: Offer) -> Iterator[Action]:
    """The actions of an offer to place a unit or to hold it back."""
    if offer.verb == "place":
        for h in bits(offer.hexes):
            yield PlaceUnit(offer.units[0], h)
    elif offer.action is not None:
        yield offer.action


def holds(offer: Offer, action: Action) -> bool:
    """Whether placing or holding back a unit is offered."""
    if not isinstance(action, PlaceUnit):
        return offer.action == action
    return offer.verb == "place" and offer.units == (action.unit,) and bool(offer.hexes >> action.hex & 1)


def refusals(s: YaluState, action: Action, landing: bool) -> Iterator[Refusal]:
    """Every reason against placing a unit or holding it back."""
    if isinstance(action, PlaceUnit):
        yield from place_refusals(s, action, landing)
    elif isinstance(action, Delay):
        yield from delay_refusals(s, action.unit, landing)


def describe(action: Action) -> tuple[str, dict[str, Any]]:
    """The text key and arguments for placing a unit or holding it back."""
    if isinstance(action, PlaceUnit):
        return "action.place", {"unit": action.unit, "hex": action.hex, "to_hex": action.hex}
    assert isinstance(action, Delay)
    return "action.delay", {"unit": action.unit}


def apply(s: YaluState, action: Action) -> None:
    """Place a unit or hold it back."""
    if isinstance(action, PlaceUnit):
        place(s, action)
    elif isinstance(action, Delay):
        hold_back(s, action.unit)


# ------------------------------------------------------------------------------------------------------ the phase


class Landing(Frame, frozen=True):
    """UN units arrive, until no unit is left that could arrive or be held back."""

    def _able(self, s: YaluState) -> Iterator[int]:
        """The units that can be placed or held back."""
        return (u for u in waiting(s) if next(delay_refusals(s, u, True), None) is None or free(s, u))

    def decider(self, s: YaluState) -> str | None:
        """The UN side, while a unit can be placed or held back."""
        return "un" if any(True for _ in self._able(s)) else None

    def resolve(self, s: YaluState) -> None:
        """All units that could arrive have. D-6.2: a delayed replacement without room is forfeited; other units
        wait."""
        for unit in waiting(s):
            if box_of(s, unit) == "delayed" and unit not in s.rules.scheduled:
                _forfeit(s, unit)
            else:
                s.log("D-7.2.1", "no_room", unit=unit)
        s.pop()

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the units that can be placed or held back."""
        return "landing", {"side": "un", "units": tuple(self._able(s))}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: placing, holding back, the end."""
        return isinstance(action, PlaceUnit | Delay | End)

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Each unit that arrives, then replacements, then the end if no unit that must arrive has a place."""
        yield from offers(s, waiting(s), True)
        yield from offers(s, replacements.candidates(s), True)
        yield from self._end(s)

    def _end(self, s: YaluState) -> Iterator[Offer]:
        if not any(True for _ in self._must_come(s)):
            yield Offer("end", action=End())

    def sample(self, s: YaluState, rng: Random) -> Action | None:
        """An action of a random unit, or the end of the phase."""
        units = (*waiting(s), *replacements.candidates(s))
        return self.sample_of(s, units, lambda unit: self._end(s) if unit is None else offers(s, [unit], True), rng)

    def _must_come(self, s: YaluState) -> Iterator[int]:
        return (u for u in waiting(s) if free(s, u))

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """One action for each hex of an offer."""
        return expand(offer)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """An action with a random hex of an offer."""
        found = list(expand(offer))
        return rng.choice(found) if found else None

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether an offer covers an action."""
        return holds(offer, action)

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against an action. D-6.3: the phase does not end while a unit could arrive that has not been
        held back."""
        yield from refusals(s, action, True)
        units = tuple(self._must_come(s)) if isinstance(action, End) else ()
        if units:
            yield Refusal("D-6.3", "still_coming", {"units": units}, units)

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The text key and arguments of an action."""
        return super().describe(s, action) if isinstance(action, End) else describe(action)

    def apply(self, s: YaluState, action: Action) -> None:
        """Carry out an action. At the end, units that found no room wait for the next turn."""
        if isinstance(action, End):
            self.resolve(s)
        else:
            apply(s, action)
