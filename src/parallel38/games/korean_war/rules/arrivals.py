"""13.1 Reinforcements: dice for NK and ROK units, arrivals in the reserve box, and deployment on the map."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Hexes, Obstacle, Offer, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Place, Unit, Units
from parallel38.games.korean_war.rules import (
    assets,
    calling,
    chinese,
    coming,
    control,
    entering,
    losses,
    mobilization,
    stacking,
)
from parallel38.games.korean_war.rules.engagement import Part
from parallel38.games.korean_war.state import (
    COMMUNIST,
    DEPLOYED,
    SHIPPING,
    SIDES,
    UN,
    KoreanWarState,
    Side,
)
from parallel38.hexgrid import Hex, Region, bits
from parallel38.wargame import placing

ROLLS_FROM = 2
"""W-13.1e, W-13.1n: the first turn with reinforcement rolls."""
DIVISIONS_FROM = 4
"""W-13.1p: the first turn in which ROK reinforcements are divisions."""
NO_ARMOR_FROM = 8
"""W-13.1i: the first turn without armor among NK reinforcements."""
SPARE = ("eliminated", "aside", "out")
"""Where counters are that can come as NK and ROK reinforcements."""
SMITH = "task_force_smith"
SMITH_PROVINCES = ("chungchong", "cholla", "kyongsang_pukto", "kyongsang_namdo")


# ------------------------------------------------------------------------------------------------ reinforcement segment


def begin_reinforcement(s: KoreanWarState) -> None:
    """3.E.1 The Reinforcement Segment. W-13.1s: UN arrivals enter the reserve box; dice for NK and ROK units; in the
    advanced game Chinese replacements and declarations."""
    for name in s.rules.arriving.get(s.rules.phase_name(s), ()):
        unit = _counter(s, s.rules.names.unit_number(name))
        if unit is not None:
            _arrive(s, unit)
    for unit in coming.due(s):
        s.spend(unit, 0)
        _arrive(s, unit)
    if s.rules.political:
        calling.begin_calls(s)
        chinese.begin_replacing(s)
    if s.turn >= ROLLS_FROM and s.rules.rolls:
        s.push(Recruiting("communist"))


def _counter(s: KoreanWarState, unit: int) -> int | None:
    """The counter of a unit that arrives; W-10.0e: if it is in play for another, any free one of its kind."""
    return unit if s.in_box(unit, "out") else losses.spare(s, s.rules.unit_kind[unit], "aside", "out")


def _arrive(s: KoreanWarState, unit: int) -> None:
    """Put a unit into its space of the reserve box."""
    s.move(unit, s.rules.names.box("parachute" if s.rules.kind[unit] == "parachute" else "reserve"))
    s.log("W-13.1s", "arrived", unit=unit)


class Recruiting(Frame, frozen=True):
    """A die for NK reinforcements, then one for ROK reinforcements. `due`: the NK units that come."""

    side: Side

    def anew(self) -> bool:
        """Its dice belong to no action before them."""
        return True

    def resolve(self, s: KoreanWarState) -> None:
        """Throw the die of a side, unless it has none."""
        if self.barred(s):
            s.log("W-13.1f" if self.side == SIDES[COMMUNIST] else "W-13.1n", "no_recruits", side=self.side)
            self._next(s)
        else:
            s.push(Roll("recruits_" + self.side, 1, self._rule(), faces=10, lowest=0))

    def _rule(self) -> str:
        return "W-13.1e" if self.side == SIDES[COMMUNIST] else "W-13.1n"

    def barred(self, s: KoreanWarState) -> bool:
        """W-13.1f: no NK roll if the UN controls Seoul, Wonsan and P'yongyang. W-13.1n: no ROK roll without Pusan."""
        if self.side == SIDES[COMMUNIST]:
            return all(s.controls(UN, city) for city in ("Seoul", "Wonsan", "P'yongyang"))
        return s.controls(COMMUNIST, "Pusan")

    def _next(self, s: KoreanWarState) -> None:
        if self.side == SIDES[COMMUNIST]:
            s.replace(Recruiting("un"))
        else:
            s.pop()

    def modifiers(self, s: KoreanWarState) -> list[Part]:
        """W-13.1j, W-13.1r: what modifies the die."""
        own = self.side == SIDES[COMMUNIST]
        die = s.rules.charts["nk_reinforcement_modifiers" if own else "rok_reinforcement_modifiers"]
        rule, enemy = ("W-13.1j", UN) if own else ("W-13.1r", COMMUNIST)
        towns = ("Seoul", "Wonsan", "P'yongyang") if own else ("Seoul", "Taejon", "Taegu")
        keys = {"P'yongyang": "pyongyang"}
        found = [Part("turn_2", die["turn_2", "die"], rule)] if s.turn == ROLLS_FROM else []
        found += [
            Part("city", die[keys.get(town, town.lower()), "die"], rule) for town in towns if s.controls(enemy, town)
        ]
        if own and s.turn >= NO_ARMOR_FROM:
            found.append(Part("late", die["turn_8_on", "die"], rule))
        return found

    def total(self, s: KoreanWarState) -> int:
        """The sum of what modifies the die."""
        return sum(part.die for part in self.modifiers(s))

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Take the units that come into hand; they are put on the map in the next segment."""
        own, drm = self.side == SIDES[COMMUNIST], self.total(s)
        chart = s.rules.charts["nk_reinforcement" if own else "rok_reinforcement"]
        found = chart[str(max(0, dice[0] + drm)), "result"]
        if drm:
            trace("W-13.1j" if own else "W-13.1r")
        unit = _recruit(s, own) if found != "none" else None
        rule = "W-13.1g" if own else "W-13.1o" if s.turn < DIVISIONS_FROM else "W-13.1p"
        if unit is None:
            s.log(rule, "no_recruit", side=self.side, die=dice[0], drm=drm)
        else:
            s.log(rule, "recruit", unit=unit, side=self.side, die=dice[0], drm=drm)
            s.move(unit, s.rules.names.box("recruits"))
            if found == "armor":
                _tanks(s, unit)
        self._next(s)


def chance(s: KoreanWarState, side: int) -> Fraction:
    """The chance that a roll of a side now would bring a unit."""
    frame, own = Recruiting(SIDES[side]), side == COMMUNIST
    if frame.barred(s) or _recruit(s, own) is None:
        return Fraction(0)
    chart, drm = s.rules.charts["nk_reinforcement" if own else "rok_reinforcement"], frame.total(s)
    return Fraction(sum(chart[str(max(0, die + drm)), "result"] != "none" for die in range(10)), 10)


def _recruit(s: KoreanWarState, own: bool) -> int | None:
    """An unused NK division; or of the ROK in turns 2 and 3 a regiment, W-13.1o: which must have been eliminated or
    never have been in play, later a division."""
    if own:
        return losses.spare(s, "nk_div", *SPARE)
    if s.turn < DIVISIONS_FROM:
        return losses.spare(s, "rok_regt", "eliminated", "out")
    return losses.spare(s, "rok_div", *SPARE)


def _tanks(s: KoreanWarState, unit: int) -> None:
    """W-13.1h: an armor asset that is free comes with the division. W-13.1i: none from turn 8 on."""
    if s.turn >= NO_ARMOR_FROM:
        trace("W-13.1i")
        return
    tank = losses.spare(s, "nk_armor", *SPARE)
    if tank is not None:
        assets.assign(s, tank, unit, "W-13.1h")


# --------------------------------------------------------------------------------------------------- deployment segment


def begin_deployment(s: KoreanWarState) -> None:
    """3.E.2 The Deployment Segment: NK divisions, ROK units, Task Force Smith, and what the UN takes from its box."""
    s.tell(DEPLOYED, 0)
    s.push(Deploying())
    for side in (UN, COMMUNIST):
        due = tuple(s.boxed("recruits", side))
        smith = tuple(s.rules.of_kind[SMITH]) if side == UN else ()
        due += tuple(u for u in smith if s.in_box(u, "reserve"))
        if due:
            s.push(Placing(SIDES[side], due))


class Put(placing.Put, frozen=True):
    """Put a reinforcement into a hex. Written `place NK-8 5608`."""

    @classmethod
    def verb(cls) -> str:
        """The word of the notation."""
        return "place"


class Placing(placing.Placing, frozen=True):
    """A side puts NK divisions, ROK units or Task Force Smith on the map."""

    action_type = Put

    side: Side
    units: Units

    def owner(self) -> str:
        """The side."""
        return self.side

    def due(self, s: KoreanWarState) -> tuple[int, ...]:
        """The units that are not yet placed."""
        return self.units

    def lapse(self, s: KoreanWarState) -> str:
        """W-13.1d: what is not placed is lost."""
        return "W-13.1d"

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The units to place."""
        return "placing", {"side": self.side, "units": self.units}

    def obstacles(self, s: KoreanWarState, unit: int) -> tuple[Obstacle, ...]:
        """W-13.1b: not in enemy-occupied hexes; W-13.1c: where a place is full, next to it. W-13.1g: NK divisions at
        production centers. W-13.1q: ROK units at Pusan and Taegu. W-14.2c: not
        in a port with a Minesweeping marker. W-13.1z: Task Force Smith on railroads of four
        provinces without enemy zones."""
        rules, side = s.rules, SIDES.index(self.side)
        if rules.unit_kind[unit] == SMITH:
            found = rules.smith_hexes & ~s.held_by(COMMUNIST) & ~s.zone(COMMUNIST)
            return (Obstacle("W-13.1z", "place_smith", rules.land & ~found),)
        if rules.nation[unit] in rules.entry_points:
            return (Obstacle("W-19.2i", "place_entry", rules.land & ~entering.hexes(s, unit)),)
        wanted = rules.producers if side == COMMUNIST else rules.rok_entries
        mined, enemies = s.marked("mines"), s.held_by(1 - side)
        found = wanted & s.controlled(side) & ~enemies & ~mined
        rule = "W-13.1g" if side == COMMUNIST else "W-13.1q"
        return (
            Obstacle("W-13.1b", "place_enemy", enemies),
            Obstacle("W-14.2c", "place_mined", wanted & mined),
            Obstacle(rule, "place_where", rules.land & ~(spots(s, unit, found) | wanted & mined | enemies)),
        )

    def no_hex(self, s: KoreanWarState, unit: int, place: int) -> Refusal:
        """The hexes in which the unit can be placed."""
        return self.against(s, self.obstacles(s, unit)[-1], unit, place)

    def put(self, s: KoreanWarState, unit: int, h: Hex) -> None:
        """W-13.1a: place a unit, mobile."""
        s.move(unit, h)
        s.log("W-13.1a", "placed", unit=unit, hex=h)
        entering.arrived(s, unit)
        control.flatten(s, SIDES.index(self.side), h)
        s.replace(msgspec.structs.replace(self, units=tuple(u for u in self.units if u != unit)))

    def over(self, s: KoreanWarState) -> None:
        """W-13.1d: NK and ROK units that were not placed are lost; Task Force Smith is not used."""
        s.pop()
        for unit in self.units:
            s.log("W-13.1d", "not_placed", unit=unit)
            for asset in s.assets(unit):
                losses.eliminate(s, asset)
            kept = "out" if s.rules.replacement[unit] else "eliminated"
            s.move(unit, s.rules.names.box("gone" if s.rules.miscellaneous[unit] else kept))

    def not_due(self, s: KoreanWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit is not placed now."""
        if unit not in self.units:
            yield Refusal("W-13.1a", "not_to_place", {"unit": unit}, (unit,))


def spots(s: KoreanWarState, unit: int, wanted: Region, dry: bool = False) -> Region:
    """The hexes among `wanted` in which a unit fits, and beside those that are full their neighbours without enemies.

    W-13.1c: any adjacent hex, also in an enemy zone and across an estuary. W-13.2f: not across estuaries and sea
    (`dry`).
    """
    found: Region = 0
    for h in bits(wanted):
        found |= 1 << h if stacking.fits(s, unit, h) else stacking.room_beside(s, unit, h, dry)
    return found


class Deploy(Action, frozen=True):
    """Bring a unit from the reserve box to the map, with assets from the box. Written `deploy FEC-24 0928 ARM-6`."""

    intent = "place"

    unit: Unit
    hex: Place
    assets: Units = ()


class Ship(Action, frozen=True):
    """Send a unit to a port other than Pusan, where it may land in the next Action Phase. Written `ship US-7
    ARM-73`."""

    unit: Unit
    assets: Units = ()


def load(s: KoreanWarState, unit: int, named: tuple[int, ...]) -> None:
    """W-8.2k: let a unit in any space of the reserve box have exactly these assets; W-13.1y: only with a unit do they
    leave it."""
    if named:
        trace("W-13.1y")
    for asset in s.assets(unit):
        if asset not in named:
            s.move(asset, s.rules.names.box("reserve"))
    for asset in named:
        if s.parent(asset) != unit:
            assets.assign(s, asset, unit, "W-8.2k")


def box_assets(s: KoreanWarState, unit: int) -> list[int]:
    """The assets in the reserve box that a unit there could have."""
    free = [a for a in s.rules.assets_of[UN] if s.in_box(a, "reserve")]
    others = (u for space in ("reserve", "parachute") for u in s.boxed(space) if u != unit and s.rules.combat[u])
    with_others = [a for u in others for a in s.assets(u)]
    return [*s.assets(unit), *free, *with_others]


def load_refusals(s: KoreanWarState, unit: int, named: tuple[int, ...]) -> Iterator[Refusal]:
    """Why a unit in the box cannot have these assets. W-8.1e: three for a division, one for others."""
    if len({*named}) < len(named):
        yield Refusal("W-8.1e", "named_twice", {})
    wrong = tuple(a for a in named if a not in box_assets(s, unit))
    if wrong:
        yield Refusal("W-8.2k", "asset_not_in_box", {"units": wrong}, wrong)
    if len(named) > s.rules.asset_limit[unit]:
        args = {"unit": unit, "n": s.rules.asset_limit[unit]}
        yield Refusal("W-8.1e", "too_many_assets", args, (unit,))


def draw_assets(s: KoreanWarState, unit: int, rng: Random) -> tuple[int, ...]:
    """Random assets for a unit in the box."""
    found = box_assets(s, unit)
    rng.shuffle(found)
    return tuple(sorted(found[: rng.randint(0, s.rules.asset_limit[unit])]))


class Deploying(Frame, frozen=True):
    """The UN brings units from its reserve box to the map. W-13.1t: one division or three regiments in a segment.
    W-13.1.ex is an example."""

    def decider(self, s: KoreanWarState) -> str | None:
        """The UN, while a unit can be deployed."""
        return SIDES[UN] if any(not offer.empty for offer in self._all(s)) else None

    def resolve(self, s: KoreanWarState) -> None:
        """Close the segment. W-13.1x: what went aboard closes Pusan in the next Action Phase."""
        s.pop()
        s.tell(SHIPPING, max(0, s.track[SHIPPING] - 1))

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The room that is left, in regiments."""
        return "deploying", {"side": SIDES[UN], "n": self._room(s) - s.track[DEPLOYED]}

    def _room(self, s: KoreanWarState) -> int:
        """W-13.1t: the regiments that may go in a segment. W-18.3c: more of them to Pusan with a high mobilization."""
        other = s.track[SHIPPING] > 1
        return stacking.MOST if other else stacking.MOST * mobilization.divisions_to_pusan(s)

    def takes(self, action: Action) -> bool:
        """Deployments, shipments and the end."""
        return isinstance(action, Deploy | Ship | End)

    def _ready(self, s: KoreanWarState) -> list[int]:
        return [u for box in ("reserve", "parachute") for u in s.boxed(box) if s.rules.combat[u]]

    def _all(self, s: KoreanWarState) -> Iterator[Offer]:
        for unit in self._ready(s):
            if next(self._pusan_refusals(s, unit), None) is None:
                yield Offer("deploy", units=(unit,), domain=Hexes(self._pusan(s, unit)))
            if next(self._ship_refusals(s, unit), None) is None:
                yield Offer("ship", units=(unit,), action=Ship(unit, tuple(s.assets(unit))))
        for unit in self._aboard(s):
            yield Offer("deploy", units=(unit,), domain=Hexes(self._ports(s, unit)))

    def _aboard(self, s: KoreanWarState) -> list[int]:
        return [] if s.track[SHIPPING] > 1 else [u for u in s.boxed("other_port") if s.rules.combat[u]]

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Every unit that can come, and the end."""
        yield from (offer for offer in self._all(s) if not offer.empty)
        yield Offer("end", action=End())

    def expand(self, s: KoreanWarState, offer: Offer) -> Iterator[Action]:
        """A deployment into each hex, with the assets that the unit has."""
        if offer.action is not None:
            yield offer.action
            return
        for h in bits(offer.hexes):
            yield Deploy(offer.units[0], h, tuple(s.assets(offer.units[0])))

    def draw(self, s: KoreanWarState, offer: Offer, rng: Random) -> Action | None:
        """A random deployment with random assets."""
        if offer.verb == "end":
            return offer.action
        unit = offer.units[0]
        named = draw_assets(s, unit, rng)
        if offer.verb == "ship":
            return Ship(unit, named)
        return Deploy(unit, rng.choice(list(bits(offer.hexes))), named) if offer.hexes else None

    def holds(self, s: KoreanWarState, offer: Offer, action: Action) -> bool:
        """Whether an action is about the unit and a hex of an offer."""
        if isinstance(action, Ship):
            return offer.verb == "ship" and offer.units == (action.unit,)
        if isinstance(action, Deploy):
            return offer.verb == "deploy" and offer.units == (action.unit,) and bool(offer.hexes >> action.hex & 1)
        return offer.action == action

    def choices(self, s: KoreanWarState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The assets that a unit could have."""
        if isinstance(action, Deploy | Ship) and s.in_box(action.unit, "reserve", "parachute", "other_port"):
            return {"assets": tuple(box_assets(s, action.unit))}
        return {}

    def _pusan(self, s: KoreanWarState, unit: int) -> Region:
        """W-13.1u: Pusan, or next to it if it is full."""
        return spots(s, unit, 1 << s.rules.pusan)

    def _ports(self, s: KoreanWarState, unit: int) -> Region:
        """W-13.1w: ports that the UN controls, without mines, but Pusan."""
        rules = s.rules
        found = rules.ports & s.controlled(UN) & ~s.marked("mines") & ~s.held_by(COMMUNIST)
        return spots(s, unit, found & ~(1 << rules.pusan))

    def _limit_refusals(self, s: KoreanWarState, unit: int, most: int) -> Iterator[Refusal]:
        if s.track[DEPLOYED] + stacking.weight(s, unit) > most:
            rule = "W-18.3c" if most > stacking.MOST else "W-13.1t"
            yield Refusal(rule, "deploy_limit", {"unit": unit, "n": most}, (unit,))

    def _pusan_refusals(self, s: KoreanWarState, unit: int) -> Iterator[Refusal]:
        """Why nothing lands in Pusan. W-13.1v: mines or an enemy; W-13.1x: units on their way to another port."""
        args = {"unit": unit, "hex": s.rules.pusan}
        if s.track[SHIPPING]:
            yield Refusal("W-13.1x", "shipping", args, (unit,))
        closed = s.marked("mines") | s.held_by(COMMUNIST) | s.controlled(COMMUNIST)
        if not s.rules.land >> s.rules.pusan & 1 or closed >> s.rules.pusan & 1:
            yield Refusal("W-13.1v", "pusan_closed", args, (unit,), (s.rules.pusan,))
        yield from self._limit_refusals(s, unit, self._room(s))

    def _ship_refusals(self, s: KoreanWarState, unit: int) -> Iterator[Refusal]:
        """Why a unit does not go aboard. W-13.1x: not in the phase after others did, nor after a deployment to
        Pusan."""
        args = {"unit": unit}
        if s.track[SHIPPING] == 1:
            yield Refusal("W-13.1x", "shipping_before", args, (unit,))
        elif s.track[DEPLOYED] and not s.track[SHIPPING]:
            yield Refusal("W-13.1x", "shipping_pusan", args, (unit,))
        yield from self._limit_refusals(s, unit, stacking.MOST)

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a unit cannot be deployed or shipped."""
        if isinstance(action, Ship):
            yield from self._box_refusals(s, action.unit, action.assets)
            yield from self._ship_refusals(s, action.unit)
        elif isinstance(action, Deploy):
            yield from self._deploy_refusals(s, action)

    def _box_refusals(self, s: KoreanWarState, unit: int, named: tuple[int, ...]) -> Iterator[Refusal]:
        if unit not in self._ready(s):
            yield Refusal("W-13.1t", "not_in_reserve", {"unit": unit}, (unit,))
        else:
            yield from load_refusals(s, unit, named)

    def _deploy_refusals(self, s: KoreanWarState, action: Deploy) -> Iterator[Refusal]:
        unit, h = action.unit, action.hex
        args = {"unit": unit, "hex": h}
        if unit in self._aboard(s):
            if not (h < s.rules.grid.size and self._ports(s, unit) >> h & 1):
                yield Refusal("W-13.1w", "not_a_port", args, (unit,), ())
            yield from load_refusals(s, unit, action.assets)
            return
        early = [*self._box_refusals(s, unit, action.assets), *self._pusan_refusals(s, unit)]
        yield from early
        if not early and not (h < s.rules.grid.size and self._pusan(s, unit) >> h & 1):
            yield Refusal("W-13.1u", "not_pusan", args, (unit,), ())

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and where it would go."""
        if isinstance(action, Deploy):
            return "action.deploy", {"unit": action.unit, "hex": action.hex}
        if isinstance(action, Ship):
            return "action.ship", {"unit": action.unit}
        return super().describe(s, action)

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """Deploy or ship a unit; or end the segment."""
        if isinstance(action, Deploy):
            load(s, action.unit, action.assets)
            if s.in_box(action.unit, "other_port"):
                s.log("W-13.1w", "deployed", unit=action.unit, hex=action.hex)
            else:
                s.tell(DEPLOYED, s.track[DEPLOYED] + stacking.weight(s, action.unit))
                s.log("W-13.1u", "deployed", unit=action.unit, hex=action.hex)
            s.move(action.unit, action.hex)
            control.flatten(s, UN, action.hex)
        elif isinstance(action, Ship):
            load(s, action.unit, action.assets)
            s.tell(DEPLOYED, s.track[DEPLOYED] + stacking.weight(s, action.unit))
            s.tell(SHIPPING, 2)
            s.move(action.unit, s.rules.names.box("other_port"))
            s.log("W-13.1w", "shipped", unit=action.unit)
        else:
            self.resolve(s)
