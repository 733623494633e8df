"""22.1-22.3 Optional set-up of the UN: a hex away, or in regiments."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.values import Action, End
from parallel38.games.yalu.rules import stacking
from parallel38.games.yalu.rules.breakdown import Breakdown, Combine
from parallel38.games.yalu.rules.placement import Deploy
from parallel38.games.yalu.state import COMMUNIST, UN, YaluState
from parallel38.hexgrid import Hex, Region, bits

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset

OPTIONS = {"un-setup": "D-22.1", "us-deployment": "D-22.2", "usmc-deployment": "D-22.3"}


def chosen(rules: YaluRuleset, option: str) -> bool:
    """Whether an optional rule is in play."""
    return rules.setting.options[option] == "on"


def _whole(rules: YaluRuleset, unit: int) -> int:
    """The unit that the set-up puts on the map: the unit itself, or the division of a regiment."""
    division = rules.part_of[unit]
    return unit if division is None or rules.start_places[division] == "out" else division


def home(rules: YaluRuleset, unit: int) -> Hex:
    """The place to which a unit, or its division, is assigned."""
    return rules.names.place_code(rules.start_places[_whole(rules, unit)])


def freedom(rules: YaluRuleset, unit: int) -> str:
    """The rule that lets a unit begin a hex away from its place; nothing if it is fixed.

    D-22.3: the Marine division and its regiments. D-22.1: every unit but garrisons.
    """
    if rules.nation[unit] == "USMC" and chosen(rules, "usmc-deployment"):
        return "D-22.3"
    return "D-22.1" if chosen(rules, "un-setup") and rules.size[unit] != "garrison" else ""


def splitting(rules: YaluRuleset, unit: int) -> str:
    """D-22.2, D-22.3: the rule that lets a division begin as regiments; nothing if it must stand whole."""
    if rules.size[unit] != "division" or rules.start_places[unit] == "out":
        return ""
    option = {"US": "us-deployment", "USMC": "usmc-deployment"}.get(rules.nation[unit], "")
    return OPTIONS[option] if option and chosen(rules, option) else ""


class UnDeploying(Frame, frozen=True):
    """The UN side changes its set-up; units that it does not move stay in the assigned hexes."""

    def decider(self, s: YaluState) -> str:
        """D-21.2: the UN sets up first."""
        return "un"

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, by the optional rules in play."""
        moving = any(freedom(s.rules, u) for u in s.present(UN))
        breaking = any(chosen(s.rules, option) for option in ("us-deployment", "usmc-deployment"))
        both = "un_deploying" if moving and breaking else "un_deploying_near"
        return both if moving else "un_deploying_regiments", {"side": "un"}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: setting up, breaking divisions down, recombining them, and the end."""
        return isinstance(action, Deploy | Breakdown | Combine | End)

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """The hexes of each unit that is not fixed, divisions to break down or recombine, the end."""
        for unit in s.present(UN):
            region = self._region(s, unit) if freedom(s.rules, unit) else 0
            if region:
                yield Offer("deploy", units=(unit,), domain=Hexes(region))
        for unit in s.rules.units_of[UN]:
            for action in (Breakdown(unit), Combine(unit)) if splitting(s.rules, unit) else ():
                if next(self.refusals(s, action), None) is None:
                    yield Offer(action.verb(), units=(unit,), action=action)
        yield Offer("end", action=End())

    def _region(self, s: YaluState, unit: int) -> Region:
        place = home(s.rules, unit)
        near = (place, *s.rules.grid.neighbours[place])
        return sum(1 << h for h in near if next(self.refusals(s, Deploy((unit,), h)), None) is None)

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """Each hex of a unit."""
        if offer.verb != "deploy":
            yield from super().expand(s, offer)
            return
        for h in bits(offer.hexes):
            yield Deploy(offer.units, h)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random action of an offer."""
        return rng.choice(list(self.expand(s, offer)))

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether an offer covers an action."""
        if not isinstance(action, Deploy):
            return super().holds(s, offer, action)
        return offer.verb == "deploy" and offer.units[0] in action.units and bool(offer.hexes >> action.hex & 1)

    # ------------------------------------------------------------------------------------------------------ judging

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a change of the UN set-up."""
        if isinstance(action, Deploy):
            yield from self._deploy_refusals(s, action)
        elif isinstance(action, Breakdown):
            yield from self._breakdown_refusals(s, action.unit)
        elif isinstance(action, Combine):
            yield from self._combine_refusals(s, action.unit)

    def _deploy_refusals(self, s: YaluState, action: Deploy) -> Iterator[Refusal]:
        """D-22.1, D-22.3: in or beside the assigned hex. D-7.0: not on Communists, D-7.2.1: with room.

        A Communist unit on the map keeps its hex, also if it may still be set up elsewhere.
        """
        units, h, rules = action.units, action.hex, s.rules
        if not units or len({*units}) < len(units):
            yield Refusal("D-22.1", "deploy_no_unit")
            return
        for unit in units:
            yield from self._place_refusals(s, unit, h)
        if h >= rules.grid.size:
            return
        there = tuple(u for u in units if s.where[u] == h)
        if there:
            yield Refusal("D-21.2", "deploy_there", {"units": there, "hex": h}, there, (h,))
        enemies = tuple(s.stacks(COMMUNIST).get(h, ()))
        if enemies:
            yield Refusal("D-7.0", "deploy_enemy", {"hex": h, "by_units": enemies}, enemies, (h,))
        others = tuple(u for u in s.stacks(UN).get(h, ()) if u not in units)
        if stacking.over_limit(s, UN, [*others, *units]):
            yield Refusal("D-7.2.1", "deploy_full", {"units": units, "hex": h, "by_units": others}, others, (h,))

    def _place_refusals(self, s: YaluState, unit: int, h: Hex) -> Iterator[Refusal]:
        """Every reason why a unit may not begin in a hex, whatever units are there. D-12.2.3: ships begin at sea,
        others on land."""
        rules, args = s.rules, {"unit": unit, "hex": h}
        if rules.side_of[unit] != UN or not s.on_map(unit):
            yield Refusal("D-21.2", "deploy_not_un", args, (unit,))
            return
        rule, place = freedom(rules, unit), home(rules, unit)
        if not rule:
            yield self._fixed(s, unit)
            return
        args["home_hex"] = place
        if h >= rules.grid.size or rules.grid.distance(place, h) > 1:
            yield Refusal(rule, "deploy_far", args, (unit,), (h,))
        elif not rules.board.in_play >> h & 1:
            yield Refusal("D-9.1.1", "off_board", args, (unit,), (h,))
        elif rules.naval[unit] == bool(rules.land >> h & 1):
            ship = rules.naval[unit]
            yield Refusal("D-12.2.3" if ship else "D-9.1.1", "sail_land" if ship else "sea", args, (unit,), (h,))

    def _fixed(self, s: YaluState, unit: int) -> Refusal:
        """Why a unit stays where it is assigned. D-22.2: regiments stay in the hex of their division."""
        rules, args = s.rules, {"unit": unit, "hex": s.where[unit]}
        if rules.size[unit] == "garrison" and chosen(rules, "un-setup"):
            return Refusal("D-22.1", "deploy_garrison", args, (unit,))
        if splitting(rules, _whole(rules, unit)) == "D-22.2":
            return Refusal("D-22.2", "deploy_stays", args, (unit,))
        return Refusal("D-21.2", "deploy_assigned", args, (unit,))

    def _breakdown_refusals(self, s: YaluState, unit: int) -> Iterator[Refusal]:
        """D-22.2, D-22.3: US divisions and the Marine division, into regiments and no further."""
        if not splitting(s.rules, unit):
            rule = "D-22.3" if s.rules.nation[unit] == "USMC" else "D-22.2"
            yield Refusal(rule, "begin_whole", {"unit": unit}, (unit,))
        elif not s.on_map(unit):
            yield Refusal(splitting(s.rules, unit), "begin_split", {"unit": unit}, (unit,))

    def _combine_refusals(self, s: YaluState, unit: int) -> Iterator[Refusal]:
        """A division that was broken down may be recombined where all its regiments stand."""
        if not splitting(s.rules, unit) or s.on_map(unit):
            yield Refusal("D-21.2", "begin_not_split", {"unit": unit}, (unit,))
            return
        parts = s.rules.parts[unit]
        apart = tuple(u for u in parts if s.where[u] != s.where[parts[0]])
        if apart:
            yield Refusal("D-9.3.4.5", "parts_apart", {"unit": unit, "units": apart}, apart)

    # ------------------------------------------------------------------------------------------------------ playing

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit, its hex, and whether it is whole or in parts."""
        if isinstance(action, Deploy):
            return "action.deploy", {"units": action.units, "hex": action.hex}
        if isinstance(action, Breakdown | Combine):
            text = "action.begin_split" if isinstance(action, Breakdown) else "action.combine"
            return text, {"unit": action.unit, "units": tuple(s.rules.parts[action.unit])}
        return super().describe(s, action)

    def apply(self, s: YaluState, action: Action) -> None:
        """D-22.1, D-22.2, D-22.3: change the set-up; or end it, and let the Communist set-up or play begin."""
        out = s.rules.names.box("out")
        if isinstance(action, Deploy):
            for unit in action.units:
                s.move(unit, action.hex)
            s.log(freedom(s.rules, action.units[0]), "deployed", units=action.units, hex=action.hex)
        elif isinstance(action, Breakdown | Combine):
            unit, parts = action.unit, tuple(s.rules.parts[action.unit])
            split = isinstance(action, Breakdown)
            gone, come = ((unit,), parts) if split else (parts, (unit,))
            here = s.where[gone[0]]
            for piece in gone:
                s.move(piece, out)
            for piece in come:
                s.move(piece, here)
            text = "begun_split" if split else "joined"
            s.log(splitting(s.rules, unit), text, unit=unit, units=parts, hex=here)
        else:
            s.log("D-21.2", "un_set_up")
            s.pop()
