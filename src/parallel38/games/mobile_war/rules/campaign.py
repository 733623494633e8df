"""The Campaign: partisans, the Chinese intervention and its shock; also China's coming by the what-ifs 7 and 8."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit
from parallel38.games.mobile_war.rules import special, stacking, supply
from parallel38.games.mobile_war.rules.costs import foreign, korean
from parallel38.games.mobile_war.state import (
    ARMIES,
    COMMUNIST,
    INTERVENTION,
    LANDING,
    SHOCK,
    SIDES,
    UN,
    MobileWarState,
)
from parallel38.hexgrid import Hex, Region, bits

if TYPE_CHECKING:
    from parallel38.games.mobile_war.setting import MobileWarRules

EIGHTH, THIRD = 8, 3
"""What-if 7: the turn in which China looks; what-if 8: how many turns after the first landing it comes."""
DIVISION = 3
"""Regiments."""
SECOND_TOWN = {"taegu": "Taegu", "taejon": "Taejon"}
"""By the ruling `partisan-town`."""
PERIODS = {"invasion": "hiatus_begins", "hiatus": "intervention_begins", "intervention": "stalemate_begins"}
"""What is told when the last week of a period is over."""


# ------------------------------------------------------------------------------------------------ Chinese intervention


def go_on(s: MobileWarState) -> None:
    """K-CMP-1a: after the Invasion come the hiatus, the Intervention and the Stalemate, each as the one before ends."""
    if s.rules.setting.scenario == "campaign":
        ended = {week: period for period, week in s.rules.last_week.items()}.get(s.week - 1)
        if ended is not None:
            s.log("K-CMP-1a", PERIODS[ended])


def possible(s: MobileWarState) -> bool:
    """Whether China may still come in by what the UN does."""
    return s.rules.china_comes and not s.track[INTERVENTION]


def in_the_war(s: MobileWarState) -> bool:
    """Whether China is in: from the start of the Intervention and the Stalemate, else when something brings it in."""
    return s.rules.setting.scenario in ("intervention", "stalemate") or bool(s.track[INTERVENTION])


def watch(s: MobileWarState) -> None:
    """K-CMP-3a: UN land units that are not Korean north of the 38th Parallel bring China in. K-CMP-3c: no others do."""
    if s.rules.setting.scenario != "campaign" or not possible(s):
        return
    north = s.rules.board.areas["north_of_38"]
    if not s.held_by(UN) & north:
        return
    trace("K-CMP-3c")
    units = (u for u in s.present(UN) if north >> s.where[u] & 1 and not s.rules.naval[u])
    crossed = tuple(u for u in units if foreign(s.rules, u))
    if crossed:
        intervene(s, "K-CMP-3a", "china_crossed", units=crossed)


def gunfire(s: MobileWarState, h: Hex) -> None:
    """K-CMP-3b: so do naval guns that take part in a fight there."""
    if s.rules.setting.scenario == "campaign" and possible(s) and s.rules.board.areas["north_of_38"] >> h & 1:
        intervene(s, "K-CMP-3b", "china_guns", hex=h)


def intervene(s: MobileWarState, rule: str, text: str, **args: Any) -> None:
    """China comes in. K-VAR-4b: volunteers who were there before change nothing in that."""
    if s.rules.setting.options["volunteers"] == "on":
        trace("K-VAR-4b")
    s.tell(INTERVENTION, s.turn)
    s.log(rule, text, **args)


def calendar(s: MobileWarState) -> None:
    """K-VAR-7a: in turn 8 if somebody is there who is not Korean. K-VAR-8a: in the third turn after he landed."""
    options = s.rules.setting.options
    if not possible(s):
        return
    if options.get("china-turn-8") == "on" and s.week == EIGHTH:
        there = tuple(u for u in s.present(UN) if foreign(s.rules, u) and s.rules.combat[u])
        if there:
            intervene(s, "K-VAR-7a", "china_eighth", units=there)
    elif options.get("china-landing") == "on" and s.track[LANDING] and s.turn >= s.track[LANDING] + THIRD:
        intervene(s, "K-VAR-8a", "china_landed")


def supply_entry(s: MobileWarState) -> Region:
    """K-CMP-5a: Pyongyang until the UN takes it; K-CMP-5b: once China is in, Antung; K-CMP-5c: else nowhere."""
    if in_the_war(s):
        trace("K-CMP-5b")
        return s.rules.antung
    lost = s.was_last(UN, "Pyongyang")
    trace("K-CMP-5c" if lost else "K-CMP-5a")
    return 0 if lost else s.rules.pyongyang


def armies(s: MobileWarState) -> int:
    """The armies that come this turn.

    K-CMP-4a: two a turn once China has come in; K-CMP-4b: until there are twelve, besides those of the turn record, or
    with them by another reading. K-CMP-4c: which come only if China is in.
    """
    if not in_the_war(s):
        trace("K-CMP-4c")
        return 0
    recorded = s.rules.arriving(s.week, "armies")
    if not s.track[INTERVENTION]:
        return recorded
    trace("K-CMP-4a", "K-CMP-4b")
    figures = s.rules.charts["campaign"]
    left = figures["armies_in_all", "number"] - s.track[ARMIES]
    counted = min(figures["armies_a_turn", "number"], left)
    if s.rules.setting.rulings["chinese-armies"] == "in-all":
        counted, recorded = min(counted + recorded, left), 0
    s.tell(ARMIES, s.track[ARMIES] + counted)
    return counted + recorded


# --------------------------------------------------------------------------------------------------------------- shock


class Shock(Action, frozen=True):
    """The Communists declare the shock: for three turns the special rules of the Intervention hold."""


def shock(s: MobileWarState) -> None:
    """K-CMP-6b: at the start of the Communist player turn the shock may be declared."""
    calendar(s)
    if s.rules.setting.scenario == "campaign" and next(shock_bars(s), None) is None:
        s.push(Declaring())


def shock_bars(s: MobileWarState) -> Iterator[Refusal]:
    """K-CMP-6a: once, and only after the intervention; K-CMP-6e: in the eighth turn after it at the latest.

    K-CMP-6c: all Communist units are in supply. K-VAR-7b, K-VAR-8c: never with these what-ifs.
    """
    options, come = s.rules.setting.options, s.track[INTERVENTION]
    for name, rule in (("china-turn-8", "K-VAR-7b"), ("china-landing", "K-VAR-8c")):
        if options.get(name) == "on":
            yield Refusal(rule, "no_shock")
            return
    if not come:
        yield Refusal("K-CMP-6a", "shock_without_china")
    elif s.track[SHOCK]:
        yield Refusal("K-CMP-6a", "shock_used")
    elif s.turn > come + s.rules.charts["campaign"]["shock_latest", "number"]:
        yield Refusal("K-CMP-6e", "shock_late")
    else:
        hungry = tuple(u for u in s.present(COMMUNIST) if s.rules.combat[u] and not supply.supplied(s, u))
        if hungry:
            yield Refusal("K-CMP-6c", "shock_unsupplied", {"units": hungry}, hungry)


class Declaring(Frame, frozen=True):
    """Whether the shock begins."""

    def decider(self, s: MobileWarState) -> str:
        """The Communists."""
        return SIDES[COMMUNIST]

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """Now, or not yet."""
        if next(shock_bars(s), None) is None:
            yield Offer("shock", action=Shock())
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Now, or not yet."""
        return isinstance(action, Shock | End)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Only if it may be."""
        return shock_bars(s) if isinstance(action, Shock) else iter(())

    def apply(self, s: MobileWarState, action: Action) -> None:
        """K-CMP-6d: all Communist supply units are removed."""
        s.pop()
        if not isinstance(action, Shock):
            return
        s.tell(SHOCK, s.turn)
        depots = tuple(supply.depots(s, COMMUNIST))
        for unit in depots:
            s.move(unit, s.rules.names.box("spare"))
        s.log("K-CMP-6a", "shock_begins", n=special.SHOCK_TURNS)
        s.log("K-CMP-6d", "shock_depots", units=depots, n=len(depots))


# ----------------------------------------------------------------------------------------------------------- partisans


def partisan_country(rules: MobileWarRules) -> Region:
    """K-CMP-2a: the hexes around the partisans' towns; which the second one is, a ruling says."""
    towns = ("Chongju-S", SECOND_TOWN[rules.setting.rulings["partisan-town"]])
    near = sum(1 << rules.board.places[town] for town in towns)
    return rules.grid.spread(near, rules.grid.all, steps=rules.charts["campaign"]["partisan_hexes", "number"])


def threatened(s: MobileWarState) -> bool:
    """K-CMP-2a: in the Campaign, whenever no Communist unit is south of the 38th Parallel."""
    return s.rules.setting.scenario == "campaign" and not s.held_by(COMMUNIST) & s.rules.board.areas["south_of_38"]


def on_guard(s: MobileWarState, gone: tuple[int, ...] = ()) -> int:
    """The South Korean regiments within the partisans' country, without some of them."""
    area = s.rules.partisan_country
    there = (u for u in s.present(UN) if korean(s.rules, u) and area >> s.where[u] & 1 and u not in gone)
    return sum(regiments(s, u) for u in there)


def regiments(s: MobileWarState, unit: int) -> int:
    """How many regiments a South Korean unit counts."""
    return DIVISION if s.rules.size[unit] == "division" else 1


def needed(s: MobileWarState) -> int:
    """K-CMP-2c: two divisions; if fewer are left, all of them. Three regiments count as a division."""
    trace("K-CMP-2c")
    wanted = DIVISION * s.rules.charts["campaign"]["partisan_divisions", "number"]
    return min(wanted, sum(regiments(s, u) for u in s.present(UN) if korean(s.rules, u)))


def bound(s: MobileWarState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units who stand in the partisans' country and cannot be spared there together."""
    if s.rules.setting.scenario != "campaign":
        return ()
    area = s.rules.partisan_country
    there = tuple(u for u in units if korean(s.rules, u) and area >> s.where[u] & 1)
    return there if there and threatened(s) and on_guard(s, there) < needed(s) <= on_guard(s) else ()


def leaving_bars(s: MobileWarState, units: tuple[int, ...], end: Hex) -> Iterator[Refusal]:
    """K-CMP-2a: who is needed against partisans does not leave their country; K-CMP-2b: within it he is free."""
    out = () if s.rules.partisan_country >> end & 1 else bound(s, units)
    if out:
        yield Refusal("K-CMP-2a", "partisans", {"units": out, "hex": end}, out, (end,))


class Guard(Action, frozen=True):
    """A South Korean unit is put within the partisans' country. Written `guard ROK-1 2346`."""

    unit: Unit
    hex: Place


def guard(s: MobileWarState) -> None:
    """K-CMP-2a: at the start of the UN player turn who is missing there is placed."""
    if threatened(s) and on_guard(s) < needed(s):
        s.push(Guarding())


class Guarding(Frame, frozen=True):
    """The UN puts South Korean units where partisans are to be feared, until there are enough."""

    def _able(self, s: MobileWarState) -> list[int]:
        area = s.rules.partisan_country
        out = [u for u in s.present(UN) if korean(s.rules, u) and not area >> s.where[u] & 1]
        whole = [u for u in out if s.rules.size[u] == "division"]
        return whole or out

    def _room(self, s: MobileWarState, unit: int) -> Region:
        region = s.rules.partisan_country & s.rules.land & ~s.held_by(COMMUNIST)
        return sum(1 << h for h in bits(region) if stacking.fits(s, UN, h, (unit,)))

    def decider(self, s: MobileWarState) -> str | None:
        """The UN, while somebody is missing."""
        short = threatened(s) and on_guard(s) < needed(s) and self._able(s)
        return SIDES[UN] if short else None

    def resolve(self, s: MobileWarState) -> None:
        """There are enough."""
        s.pop()

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """Whole divisions first, with where they may be put."""
        for unit in self._able(s):
            yield Offer("guard", units=(unit,), domain=Hexes(self._room(s, unit)))

    def takes(self, action: Action) -> bool:
        """Who is put there."""
        return isinstance(action, Guard)

    def expand(self, s: MobileWarState, offer: Offer) -> Iterator[Action]:
        """Each hex."""
        for h in bits(offer.hexes):
            yield Guard(offer.units[0], h)

    def draw(self, s: MobileWarState, offer: Offer, rng: Random) -> Action | None:
        """A random one."""
        found = list(self.expand(s, offer))
        return rng.choice(found) if found else None

    def holds(self, s: MobileWarState, offer: Offer, action: Action) -> bool:
        """This unit in that hex."""
        assert isinstance(action, Guard)
        return action.unit in offer.units and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """A South Korean unit that is not there yet, in a hex of that country with room."""
        assert isinstance(action, Guard)
        args = {"unit": action.unit, "hex": action.hex}
        if action.unit not in self._able(s):
            yield Refusal("K-CMP-2a", "no_guard", args, (action.unit,))
        elif not self._room(s, action.unit) >> action.hex & 1:
            yield Refusal("K-CMP-2a", "not_partisan_country", args, (action.unit,), (action.hex,))

    def describe(self, s: MobileWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """Who is put where."""
        assert isinstance(action, Guard)
        return "action.guard", {"unit": action.unit, "hex": action.hex}

    def apply(self, s: MobileWarState, action: Action) -> None:
        """It stands there."""
        assert isinstance(action, Guard)
        s.move(action.unit, action.hex)
        s.log("K-CMP-2a", "guarded", unit=action.unit, hex=action.hex)
