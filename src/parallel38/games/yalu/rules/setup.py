"""21 Prepare for play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.values import Action, End
from parallel38.games.yalu.rules import stacking, un_setup
from parallel38.games.yalu.rules.placement import Deploy
from parallel38.games.yalu.state import ASP, COMMUNIST, DIE, TURN, UN, WEATHER, YaluState
from parallel38.hexgrid import Region, bits

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset


def at_start(rules: YaluRuleset) -> YaluState:
    """The state in Nov IV, before the first Communist reinforcement phase.

    D-21.1: every counter in its place; D-21.2, D-24: Chinese armies in the hexes of the example, from where the
    Communists may move them if that was chosen. D-4.3, D-19.3: weather is die 3, subfreezing overcast, and not rolled
    for. D-21.3: no attack supply and no air; conscripts and later units out of play, guerrillas ready for their turns.
    D-21.4: markers are as many as are needed. D-21.5: play begins with the reinforcement phase, before any supply
    check: all units start supplied.
    """
    s = YaluState(rules)
    for unit, place in enumerate(rules.start_places):
        s.where[unit] = rules.names.place_code(place)
    s.track[TURN] = 1
    s.track[DIE] = 3
    s.track[WEATHER] = rules.weathers.index("SO")
    s.track[ASP] = 0
    s.frames = rules.edition.start_frames
    if rules.setting.options["setup"] == "free":
        s.push(Deploying())
    if any(un_setup.chosen(rules, option) for option in un_setup.OPTIONS):  # D-22.1 to D-22.3; the UN comes first
        s.push(un_setup.UnDeploying())
    return s


class Deploying(Frame, frozen=True):
    """The Communist side sets up its Chinese armies; units that it does not move stay in the hexes of the example."""

    def decider(self, s: YaluState) -> str:
        """D-21.2: the UN is set up already; the Communist side sets up second."""
        return "communist"

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt for the set-up."""
        return "deploying", {"side": "communist"}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: setting up, and the end."""
        return isinstance(action, Deploy | End)

    def _armies(self, s: YaluState) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for unit in s.present(COMMUNIST):
            if s.rules.army[unit] in s.rules.areas_of:
                found.setdefault(s.rules.army[unit], []).append(unit)
        return {army: tuple(units) for army, units in found.items()}

    def _home(self, s: YaluState, army: str) -> Region:
        region = 0
        for area in s.rules.areas_of[army]:
            region |= s.rules.board.areas[area]
        return region

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Each army, with the hexes of its staging areas; the end."""
        for army, units in self._armies(s).items():
            yield Offer("deploy", units=units, domain=Hexes(self._home(s, army)))
        yield Offer("end", action=End())

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """To each hex the whole army, or one of its divisions."""
        if offer.verb != "deploy":
            yield from super().expand(s, offer)
            return
        for h in bits(offer.hexes):
            for units in (offer.units, *((u,) for u in offer.units)):
                action = Deploy(units, h)
                if next(self.refusals(s, action), None) is None:
                    yield action

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random action of an offer."""
        return rng.choice(list(self.expand(s, offer)))

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether an offer covers a deployment."""
        if not isinstance(action, Deploy):
            return super().holds(s, offer, action)
        return offer.verb == "deploy" and {*action.units} <= {*offer.units} and bool(offer.hexes >> action.hex & 1)

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """D-21.2: divisions of one army, in one of its staging areas, the whole army in one area. D-7.1.1: with room.

        So play may begin with every position on the way; an army changes its area as a whole.
        """
        if not isinstance(action, Deploy):
            return
        units, h, rules = action.units, action.hex, s.rules
        if not units or len({*units}) < len(units):
            yield Refusal("D-21.2", "deploy_nobody")
            return
        armies = self._armies(s)
        fixed = tuple(u for u in units if all(u not in army for army in armies.values()))
        if fixed:
            yield Refusal("D-21.2", "deploy_fixed", {"units": fixed}, fixed)
            return
        if len({rules.army[u] for u in units}) > 1:
            yield Refusal("D-21.2", "deploy_two_armies", {"units": units}, units)
            return
        army = rules.army[units[0]]
        if h >= rules.grid.size or not self._home(s, army) >> h & 1:
            names = tuple(area.split("_")[1] for area in rules.areas_of[army])
            yield Refusal("D-21.2", "deploy_area", {"units": units, "hex": h, "area_names": names}, units, (h,))
            return
        here = next(area for area in rules.areas_of[army] if rules.board.areas[area] >> h & 1)
        away = tuple(u for u in armies[army] if u not in units and not rules.board.areas[here] >> s.where[u] & 1)
        if away:
            yield Refusal("D-21.2", "deploy_split", {"units": units, "hex": h, "other_units": away}, away, (h,))
        enemies = tuple(s.stacks(UN).get(h, ()))
        if enemies:
            yield Refusal("D-7.0", "deploy_enemy", {"hex": h, "by_units": enemies}, enemies, (h,))
        there = [u for u in s.stacks(COMMUNIST).get(h, ()) if u not in units]
        if stacking.over_limit(s, COMMUNIST, [*there, *units]):
            args = {"units": units, "hex": h, "by_units": tuple(there)}
            yield Refusal("D-7.1.1", "deploy_full", args, tuple(there), (h,))
        if all(s.where[u] == h for u in units):
            yield Refusal("D-21.2", "deploy_there", {"units": units, "hex": h}, units, (h,))

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The units that are set up, and the hex."""
        if isinstance(action, Deploy):
            return "action.deploy", {"units": action.units, "hex": action.hex}
        return super().describe(s, action)

    def apply(self, s: YaluState, action: Action) -> None:
        """D-21.2: set up divisions; or end the set-up and begin play."""
        if isinstance(action, Deploy):
            for unit in action.units:
                s.move(unit, action.hex)
            s.log("D-21.2", "deployed", units=action.units, hex=action.hex)
        else:
            s.log("D-21.2", "set_up")
            s.pop()
