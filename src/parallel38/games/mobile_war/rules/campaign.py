"""The Campaign: partisans, the Chinese intervention and its shock; also the intervention by the what-ifs 7 and 8."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Note
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End
from parallel38.games.mobile_war.rules import occupation, special, supply
from parallel38.games.mobile_war.rules.costs import foreign, korean
from parallel38.games.mobile_war.rules.posting import Posting
from parallel38.games.mobile_war.state import (
    ARMIES,
    ARRIVED,
    COMMUNIST,
    ENTRENCHED,
    INTERVENTION,
    LANDING,
    REPLACED,
    SHOCK,
    SIDES,
    UN,
    MobileWarState,
    Side,
)
from parallel38.hexgrid import Hex, Region
from parallel38.wargame.placing import Put

if TYPE_CHECKING:
    from parallel38.games.mobile_war.ruleset import MobileWarRuleset

DIVISION = 3
"""Regiments in a division."""
SECOND_TOWN = {"taegu": "Taegu", "taejon": "Taejon"}
"""The second town of the partisans, by the ruling `partisan-town`."""
PERIODS = {"invasion": "hiatus_begins", "hiatus": "intervention_begins", "intervention": "stalemate_begins"}
"""The message when the last week of a period is over, by period."""

SHOCK_RULES = ("K-SGV-1", "K-SGV-2", "K-SGV-3a", "K-SGV-3b", "K-SGV-3c", "K-SGV-4")
"""The rules that hold while the shock lasts."""


# ------------------------------------------------------------------------------------------------ Chinese intervention


def go_on(s: MobileWarState) -> None:
    """K-CMP-1a: after the Invasion come the hiatus, the Intervention and the Stalemate, each as the one before ends."""
    if s.rules.setting.scenario == "campaign":
        ended = {week: period for period, week in s.rules.last_week.items()}.get(s.week - 1)
        if ended is not None:
            s.log("K-CMP-1a", PERIODS[ended])


def possible(s: MobileWarState) -> bool:
    """Whether actions of the UN may still bring China in."""
    return s.rules.china_comes and not s.track[INTERVENTION]


def in_the_war(s: MobileWarState) -> bool:
    """Whether China is in the war: from the start of the Intervention and the Stalemate, else once brought in."""
    return s.rules.setting.scenario in ("intervention", "stalemate") or bool(s.track[INTERVENTION])


def watch(s: MobileWarState) -> None:
    """Bring China in where its conditions are met; called whenever the state has changed.

    K-CMP-3a: in the Campaign UN land units that are not Korean north of the 38th Parallel; K-CMP-3c: no others.
    K-VAR-7a: in turn 8 such units anywhere, if they are combat units. K-VAR-8a: the third turn after one of these has
    landed.
    """
    if not possible(s):
        return
    rules, options, north = s.rules, s.rules.setting.options, s.rules.board.areas["north_of_38"]
    figures, landing = rules.charts["campaign"], s.track[LANDING]
    if options["china-landing"] == "on" and landing and s.turn >= landing + figures["after_landing", "number"]:
        intervene(s, "K-VAR-8a", "china_landed")
    elif options["china-turn-8"] == "on" and s.week == figures["china_turn", "number"]:
        there = tuple(u for u in s.present(UN) if foreign(rules, u) and rules.combat[u])
        if there:
            intervene(s, "K-VAR-7a", "china_eighth", units=there)
    elif rules.setting.scenario == "campaign" and s.held_by(UN) & north:
        units = (u for u in s.present(UN) if north >> s.where[u] & 1 and not rules.naval[u])
        crossed = tuple(u for u in units if foreign(rules, u))
        if crossed:
            intervene(s, "K-CMP-3a", "china_crossed", units=crossed)
        else:
            trace("K-CMP-3c")


def gunfire(s: MobileWarState, h: Hex) -> None:
    """K-CMP-3b: naval guns that take part in a fight north of the 38th Parallel bring China in."""
    if s.rules.setting.scenario == "campaign" and possible(s) and s.rules.board.areas["north_of_38"] >> h & 1:
        intervene(s, "K-CMP-3b", "china_guns", hex=h)


def intervene(s: MobileWarState, rule: str, text: str, **args: Any) -> None:
    """Bring China in. K-VAR-4b: Chinese volunteers who were there before make no difference to it."""
    if s.rules.setting.options["volunteers"] == "on":
        trace("K-VAR-4b")
    s.tell(INTERVENTION, s.turn)
    s.log(rule, text, **args)


def supply_entry(s: MobileWarState) -> Region:
    """The hex where Communist supply units come in the Campaign, as a region.

    K-CMP-5a: Pyongyang until the UN takes it; K-CMP-5b: once China is in, Antung; K-CMP-5c: else nowhere.
    """
    if in_the_war(s):
        trace("K-CMP-5b")
        return s.rules.antung
    lost = s.was_last(UN, "Pyongyang")
    trace("K-CMP-5c" if lost else "K-CMP-5a")
    return 0 if lost else s.rules.pyongyang


def due(s: MobileWarState, week: int, come: int) -> tuple[int, int]:
    """How many Chinese armies come in a week, and how many of these are of the twelve, of which `come` have come.

    K-CMP-4a: two a turn once China has come in; K-CMP-4b: until there are twelve, besides those of the turn record, or
    together with them by another reading. K-CMP-4c: those of the turn record come only if China is in.
    """
    if not in_the_war(s):
        trace("K-CMP-4c")
        return 0, 0
    recorded = s.rules.arriving(week, "armies")
    if not s.track[INTERVENTION]:
        return recorded, 0
    figures = s.rules.charts["campaign"]
    left = figures["armies_in_all", "number"] - come
    counted = min(figures["armies_a_turn", "number"], left)
    if s.rules.setting.rulings["chinese-armies"] == "in-all":
        counted, recorded = min(counted + recorded, left), 0
    return counted + recorded, counted


def armies(s: MobileWarState) -> int:
    """How many Chinese armies come now; those of the twelve are counted on their track."""
    n, counted = due(s, s.week, s.track[ARMIES])
    s.tell(ARMIES, s.track[ARMIES] + counted)
    return n


# --------------------------------------------------------------------------------------------------------------- shock


class Shock(Action, frozen=True):
    """Declare the shock: for three turns the special rules of the Intervention hold."""


def shock(s: MobileWarState) -> None:
    """K-CMP-6b: at the start of the Communist player turn ask whether the shock is declared, if it may be.

    The log says when units without supply prevent it, and once that it has become too late; other reasons are not
    logged.
    """
    if s.rules.setting.scenario != "campaign":
        return
    bar = next(shock_refusals(s), None)
    if bar is None:
        trace("K-CMP-6b")
        s.push(Declaring())
    elif bar.rule == "K-CMP-6c" or (bar.rule == "K-CMP-6e" and s.turn == _last_shock(s) + 1):
        s.log(bar.rule, bar.text, **bar.args)


def _last_shock(s: MobileWarState) -> int:
    """K-CMP-6e: the last turn in which the shock may be declared."""
    return s.track[INTERVENTION] + s.rules.charts["campaign"]["shock_latest", "number"]


def shock_awaited(s: MobileWarState) -> bool:
    """Whether the shock may still be declared in the next turn, if all Communist units are in supply then."""
    rules = (refusal.rule for refusal in shock_refusals(s))
    return s.rules.setting.scenario == "campaign" and s.turn < _last_shock(s) and all(r == "K-CMP-6c" for r in rules)


def shock_refusals(s: MobileWarState) -> Iterator[Refusal]:
    """Why the shock may not be declared.

    K-CMP-6a: once, and only after the intervention; K-CMP-6e: in the eighth turn after it at the latest. K-CMP-6c: all
    Communist units are in supply. K-VAR-7b, K-VAR-8c: never with these what-ifs.
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
    elif s.turn > _last_shock(s):
        yield Refusal("K-CMP-6e", "shock_late")
    else:
        unsupplied = tuple(u for u in s.present(COMMUNIST) if s.rules.combat[u] and not supply.supplied(s, u))
        if unsupplied:
            yield Refusal("K-CMP-6c", "shock_unsupplied", {"units": unsupplied}, unsupplied)


def _all_depots(s: MobileWarState) -> tuple[int, ...]:
    """The Communist supply units on the map, and those that wait for room on it."""
    waiting = s.rules.names.box("waiting")
    late = (u for u in s.rules.units_of[COMMUNIST] if s.rules.supply[u] and s.where[u] == waiting)
    return (*supply.depots(s, COMMUNIST), *late)


class Declaring(Frame, frozen=True):
    """The Communists decide whether the shock begins."""

    def decider(self, s: MobileWarState) -> str:
        """The Communists."""
        return SIDES[COMMUNIST]

    def offers(self, s: MobileWarState) -> Iterator[Offer]:
        """To declare the shock now, or to wait."""
        if next(shock_refusals(s), None) is None:
            yield Offer("shock", action=Shock())
        yield Offer("end", action=End())

    def takes(self, action: Action) -> bool:
        """Whether an action declares the shock or waits."""
        return isinstance(action, Shock | End)

    def refusals(self, s: MobileWarState, action: Action) -> Iterator[Refusal]:
        """Why the shock may not be declared now."""
        return shock_refusals(s) if isinstance(action, Shock) else iter(())

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the Communists: how many turns the shock would last, and how many it can wait."""
        latest = min(_last_shock(s), len(s.rules.turns))
        return "declaring", {"n": special.shock_turns(s), "turn_key": "turn." + s.rules.turns[latest - 1]}

    def price(self, s: MobileWarState, action: Action) -> Iterator[Note]:
        """What the shock brings, and what it costs, as notes."""
        if isinstance(action, Shock):
            for rule in SHOCK_RULES:
                yield Note("price.shock_" + rule[-2:].strip("-"), {}, rule)
            depots = _all_depots(s)
            if depots:
                yield Note("price.shock_depots", {"units": depots}, "K-CMP-6d")

    def apply(self, s: MobileWarState, action: Action) -> None:
        """Begin the shock, or wait. K-CMP-6d: all Communist supply units are removed, also those that wait."""
        s.pop()
        if not isinstance(action, Shock):
            return
        s.tell(SHOCK, s.turn)
        depots = _all_depots(s)
        for unit in depots:
            s.move(unit, s.rules.names.box("spare"))
        s.log("K-CMP-6a", "shock_begins", n=special.shock_turns(s))
        s.log("K-CMP-6d", "shock_depots", units=depots, n=len(depots))


# ----------------------------------------------------------------------------------------------------------- partisans


def partisan_towns(rules: MobileWarRuleset) -> tuple[str, str]:
    """K-CMP-2a: the names of Chongju, in the south, and of another town, which a ruling names."""
    return "Chongju-S", SECOND_TOWN[rules.setting.rulings["partisan-town"]]


def partisan_country(rules: MobileWarRuleset) -> Region:
    """K-CMP-2a: the hexes around the partisans' towns."""
    near = sum(1 << rules.board.places[town] for town in partisan_towns(rules))
    return rules.grid.spread(near, rules.grid.all, steps=rules.charts["campaign"]["partisan_hexes", "number"])


def _country(rules: MobileWarRuleset) -> dict[str, Any]:
    """What a refusal says of the partisans' country: its towns and how far it reaches."""
    names = tuple(town.removesuffix("-S") for town in partisan_towns(rules))
    return {"names": names, "most": rules.charts["campaign"]["partisan_hexes", "number"]}


def threatened(s: MobileWarState) -> bool:
    """Whether guards are needed. K-CMP-2a: in the Campaign, while no Communist unit is south of the 38th Parallel."""
    return s.rules.setting.scenario == "campaign" and not s.held_by(COMMUNIST) & s.rules.board.areas["south_of_38"]


def on_guard(s: MobileWarState, gone: tuple[int, ...] = ()) -> int:
    """How many South Korean regiments are within the partisans' country, without the units in `gone`."""
    area = s.rules.partisan_country
    there = (u for u in s.present(UN) if korean(s.rules, u) and area >> s.where[u] & 1 and u not in gone)
    return sum(s.rules.regiments[u] for u in there)


def needed(s: MobileWarState) -> int:
    """How many regiments must guard. K-CMP-2c: two divisions, of three regiments each; if fewer are left, all."""
    wanted = DIVISION * s.rules.charts["campaign"]["partisan_divisions", "number"]
    there = sum(s.rules.regiments[u] for u in s.present(UN) if korean(s.rules, u))
    if there < wanted:
        trace("K-CMP-2c")
    return min(wanted, there)


def bound(s: MobileWarState, units: tuple[int, ...]) -> tuple[int, ...]:
    """Of some units, those in the partisans' country that may not leave it all together."""
    if s.rules.setting.scenario != "campaign":
        return ()
    area = s.rules.partisan_country
    there = tuple(u for u in units if korean(s.rules, u) and area >> s.where[u] & 1)
    return there if there and threatened(s) and on_guard(s, there) < needed(s) else ()


def leaving_refusals(s: MobileWarState, units: tuple[int, ...], end: Hex) -> Iterator[Refusal]:
    """Why units may not leave. K-CMP-2a: guards that are needed stay in the country; K-CMP-2b: free within it."""
    out = bound(s, units)
    if out and s.rules.partisan_country >> end & 1:
        trace("K-CMP-2b")
    elif out:
        yield Refusal("K-CMP-2a", "partisans", {"units": out, "hex": end, **_country(s.rules)}, out, (end,))


class Guard(Put, frozen=True):
    """Put a South Korean unit within the partisans' country. Written `guard ROK-1 2346`."""


def guard(s: MobileWarState) -> None:
    """K-CMP-2a: at the start of the UN player turn ask for the guards that are missing there."""
    s.push(Guarding())


class Guarding(Posting, frozen=True):
    """The UN puts South Korean units into the partisans' country, until there are enough."""

    action_type = Guard

    def owner(self) -> Side:
        """The UN, which places the guards."""
        return SIDES[UN]

    def prompt(self, s: MobileWarState) -> tuple[str, dict[str, Any]]:
        """The question to the UN, with the area where guards are wanted."""
        return "guarding", _country(s.rules)

    def must(self) -> str:
        """K-CMP-2a: the rule by which all guards must be placed."""
        return "K-CMP-2a"

    def due(self, s: MobileWarState) -> list[int]:
        """While guards are missing, the South Korean units that are elsewhere: whole divisions first."""
        if not threatened(s) or on_guard(s) >= needed(s):
            return []
        out = [u for u in s.present(UN) if korean(s.rules, u) and not s.rules.partisan_country >> s.where[u] & 1]
        return [u for u in out if s.rules.size[u] == "division"] or out

    def area_of(self, s: MobileWarState, unit: int) -> tuple[Region, str, str]:
        """The partisans' country, the rule that says so, and the text for other hexes."""
        return s.rules.partisan_country, "K-CMP-2a", "not_partisan_country"

    def words(self, s: MobileWarState) -> dict[str, Any]:
        """The towns of the partisans' country, and how far it reaches, in hexes."""
        return _country(s.rules)

    def not_due(self, s: MobileWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit is not placed: only South Korean units that are not in the country yet."""
        if unit not in self.due(s):
            yield Refusal("K-CMP-2a", "no_guard", {"unit": unit}, (unit,))

    def put(self, s: MobileWarState, unit: int, h: Hex) -> None:
        """Put a guard into a hex; it leaves its works behind, and no longer counts as a unit that has just arrived."""
        s.flag(unit, ENTRENCHED | ARRIVED | REPLACED, on=False)
        s.move(unit, h)
        s.log("K-CMP-2a", "guarded", unit=unit, hex=h)
        occupation.entered(s, UN, h)
