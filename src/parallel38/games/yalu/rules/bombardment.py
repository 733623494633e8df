"""13 UN Bombardment Phase: missions of aircraft, ships and artillery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Hexes, Offer, Refusal
from parallel38.engine.previews import Note, Preview
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Path, Place, Units, leg
from parallel38.games.yalu.rules import missions, ships, stacking, support
from parallel38.games.yalu.state import AIR, ASP, BOMBARDED, COMMUNIST, NEUTRALIZED, ROUNDED, SIDES, UN, YaluState
from parallel38.hexgrid import Hex, Region, bits

FACES = 6
TARGETS = ("rail", "bridge", "road")
"""D-13.7.2: the targets that can be interdicted, by the rows of the interdiction chart."""
ABSENT = {"rail": "no_railway", "bridge": "no_bridge", "road": "no_road"}
MARKS = {"rail": "rail-break", "bridge": "damaged-bridge", "road": "interdiction"}
HITS = {"rail-hit": "rail-break", "bridge-hit": "damaged-bridge"}
"""C-26C3: the markers of damage that counts from the next turn on, with those that they become then."""
DONE = {"rail-break": "rail_broken", "damaged-bridge": "bridge_damaged", "interdiction": "road_interdicted"}
DONE |= {"rail-hit": "rail_hit", "bridge-hit": "bridge_hit"}


class Bombard(Action, frozen=True):
    """Attack the troops in a hex. Written `bombard 0812 SUP-ART1,SUP-CA 2`: a ship once for each factor, then air."""

    intent = "strike"

    hex: Place
    support: Units = ()
    air: int = 0


class Raid(Action, frozen=True):
    """Attack Communist attack supply. Written `raid SUP-CA,SUP-CA 2`, `raid - 2`."""

    intent = "strike"

    support: Units = ()
    air: int = 0


class Interdict(Action, frozen=True):
    """Interdict a railway, a road or a bridge. Written `interdict road 0919 - 2`, `interdict bridge 0921-1020 - 1`."""

    intent = "strike"
    mode_field = "target"

    target: Literal["rail", "bridge", "road"]
    path: Path
    """The hex of the target; both hexes of a bridge."""
    support: Units = ()
    air: int = 0


Mission = Bombard | Raid | Interdict


def aim(mission: Mission) -> tuple[str, tuple[Hex, ...]]:
    """The kind of a mission, and the hexes that it is aimed at: none for attack supply (D-13.6.1)."""
    match mission:
        case Bombard():
            return "troops", (mission.hex,)
        case Raid():
            return "supply", ()
        case Interdict():
            return mission.target, mission.path


def begin(s: YaluState) -> None:
    """Begin the UN Bombardment Phase."""
    s.push(Bombarding())


# ------------------------------------------------------------------------------------------------------- refusals


def target_bar(s: YaluState, kind: str, hexes: tuple[Hex, ...]) -> Refusal | None:
    """Why a mission has no target there; None if it has one.

    D-13.5.1: troops in any Communist-occupied hex; D-16.1: guerrillas are not attacked. D-13.7.1: a hex with a road or
    railway, or a bridge, which is named by both its hexes.
    """
    if kind == "supply":
        return None
    if kind == "troops":
        h = hexes[0]
        if s.regulars_at(h):
            return None
        guerrillas = tuple(s.guerrillas_at(h))
        if guerrillas:
            return Refusal("D-16.1", "only_guerrillas", {"hex": h}, guerrillas, (h,))
        return Refusal("D-13.5.1", "bombard_nobody", {"hex": h}, (), (h,))
    board = s.rules.board
    good = all(0 <= h < s.rules.grid.size for h in hexes)
    if kind == "bridge":
        good = good and len(hexes) == 2 and board.bridges.has(*hexes)
    else:
        region = s.rules.by_rail if kind == "rail" else board.roads.hexes()
        good = good and len(hexes) == 1 and bool(region >> hexes[0] & 1)
    shown = tuple(leg(h) for h in hexes)
    return None if good else Refusal("D-13.7.1", ABSENT[kind], {"hexes": shown}, (), shown)


def unit_refusals(
    s: YaluState, unit: int, times: int, kind: str, hexes: tuple[Hex, ...], aims: tuple[Interdict, ...]
) -> Iterator[Refusal]:
    """Every reason why a support unit may not take part in a mission with so many factors.

    D-13.1: artillery attacks troops only, tanks take no part. D-12.2.4: not a ship that has changed seas.
    """
    rules, args = s.rules, {"unit": unit}
    if rules.side_of[unit] != UN or not s.on_map(unit):
        yield Refusal("D-2.7", "not_your_unit", {"unit": unit, "side": SIDES[UN]}, (unit,))
    elif not rules.support[unit]:
        yield Refusal(rules.edition.mission_rule(kind), "no_support_unit", args, (unit,))
    elif rules.naval[unit]:
        yield from _ship_refusals(s, unit, times, kind, hexes, aims)
    elif rules.kind[unit] != "artillery" or kind != "troops":
        tank = rules.kind[unit] != "artillery"
        yield Refusal(rules.edition.mission_rule(kind), "mission_tank" if tank else "mission_artillery", args, (unit,))
    else:
        if s.flags[unit] & NEUTRALIZED:
            yield Refusal("D-14.2", "attack_neutralized", {**args, "hex": hexes[0]}, (unit,))
        # D-13.2: the marker shows that artillery has been used, and it does not split its factor
        if s.flags[unit] & BOMBARDED or times > 1:
            yield Refusal("D-13.2", "bombarded_once", args, (unit,))
        if not support.in_range(s, unit, hexes[0]):
            yield Refusal("D-13.5.1", "artillery_far", {**args, "hex": hexes[0]}, (unit,), hexes)


def _ship_refusals(
    s: YaluState, ship: int, times: int, kind: str, hexes: tuple[Hex, ...], aims: tuple[Interdict, ...]
) -> Iterator[Refusal]:
    """D-12.2.1: the factors of a ship may be split. D-13.6.1: attack supply is in range of every ship.

    D-13.7.1: a bridge is in range if either of its hexes is. D-13.7.2: of several targets in a hex a ship has one.
    """
    if s.flags[ship] & ROUNDED:
        yield Refusal("D-12.2.4", "ship_rounded", {"unit": ship}, (ship,))
    else:
        yield from support.shots_bar(s, ship, times)
    near = [h for h in hexes if support.in_range(s, ship, h)]
    args = {"unit": ship, "hex": near[0] if near else hexes[0] if hexes else s.where[ship]}
    if hexes and not near:
        rule = "D-13.5.1" if kind == "troops" else "D-13.7.1"
        yield Refusal(rule, "ship_range", {**args, "n": s.rules.range[ship]}, (ship,), hexes)
    elif hexes and all(support.storm(s, h) for h in near):
        yield Refusal("D-4.2", "ship_weather", args, (ship,), hexes)
    if kind in TARGETS:
        for other in aims:
            same = (other.target, {*other.path}) == (kind, {*hexes})
            if ship in other.support and {*other.path} & {*hexes} and not same:
                both = {*other.path} & {*hexes}
                yield Refusal("D-13.7.2", "one_target", {"unit": ship, "hex": min(both)}, (ship,), tuple(both))
                break


def at_hand(s: YaluState, kind: str, hexes: tuple[Hex, ...], aims: tuple[Interdict, ...]) -> tuple[int, ...]:
    """The support units that could take part in a mission, ships once for each factor left."""
    found: list[int] = []
    for unit in support.present(s):
        if next(unit_refusals(s, unit, 1, kind, hexes, aims), None) is None:
            found += [unit] * (support.shots(s, unit) if s.rules.naval[unit] else 1)
    return tuple(found)


class _Aims(NamedTuple):
    """The targets that missions of each kind can have now."""

    s: YaluState
    aims: tuple[Interdict, ...]

    def targets(self, kind: str) -> list[tuple[Hex, ...]]:
        """The hexes of each target that a support unit can reach; aircraft reach all of them (D-12.3.3)."""
        rules = self.s.rules
        if kind == "bridge":
            found = [(min(pair), max(pair)) for pair in rules.board.bridges.pairs()]
        else:
            regions = {"troops": self.s.held_by(COMMUNIST), "rail": rules.by_rail, "road": rules.board.roads.hexes()}
            found = [(h,) for h in bits(regions[kind])]
        if self.s.track[AIR]:
            return found
        near = support.covered(self.s)  # few targets are near a support unit, and only those need a closer look
        found = [hexes for hexes in found if any(near >> h & 1 for h in hexes)]
        return [hexes for hexes in found if at_hand(self.s, kind, hexes, self.aims)]

    def region(self, mode: str) -> Region:
        """All hexes of the targets of a kind of mission."""
        return sum(1 << h for h in {h for hexes in self.targets(mode) for h in hexes})


# -------------------------------------------------------------------------------------------------------- the phase


class Bombarding(Frame, frozen=True):
    """The UN performs missions in any order, and moves its ships (D-13.4, D-13.3).

    `aims` are the interdictions that ships have had a part in.
    """

    later_fields: ClassVar[tuple[str, ...]] = ("begun",)

    aims: tuple[Interdict, ...] = ()
    begun: bool = False
    """C-12c: whether a mission has been flown or fired, so that ships do not move any more; in Deluxe never."""

    def decider(self, s: YaluState) -> str | None:
        """The UN; None if it has neither aircraft nor ships, and no artillery beside the enemy."""
        able = s.track[AIR] or ships.afloat(s) or _Aims(s, self.aims).targets("troops")
        return SIDES[UN] if able else None

    def resolve(self, s: YaluState) -> None:
        """End the phase. Ships have all their factors again, for the Communist turn; their markers stay."""
        for ship in ships.afloat(s):
            if s.spent[ship]:
                s.spend(ship, 0)
        s.pop()

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the air factors left."""
        return "bombarding", {"side": SIDES[UN], "n": s.track[AIR]}

    def takes(self, action: Action) -> bool:
        """Whether the frame takes an action: missions, ship movement, the end."""
        return isinstance(action, Mission | ships.Sail | End)

    # ---------------------------------------------------------------------------------------------------- offers

    def offers(self, s: YaluState) -> Iterator[Offer]:
        """Each kind of mission with its possible targets; each ship with the hexes it can go to; the end."""
        domain = _Aims(s, self.aims)
        yield Offer("bombard", mode="troops", domain=domain)
        for target in TARGETS:
            yield Offer("interdict", mode=target, domain=domain)
        raid = next(self._groups(s, "supply", ()), None)
        if raid:
            yield Offer("raid", mode="supply", action=Raid(*raid))
        for ship in () if self.begun else ships.afloat(s):
            yield Offer("sail", units=(ship,), mode="sail", domain=Hexes(ships.waters(s, ship)))
        yield Offer("end", action=End())

    def _groups(self, s: YaluState, kind: str, hexes: tuple[Hex, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """The forces that could perform a mission: all together, one air factor, each unit alone; one factor where that
        is enough."""
        found, air = at_hand(s, kind, hexes, self.aims), s.track[AIR]
        if kind in ("rail", "bridge") and need(s, kind) >= FACES:
            yield from [((), 1)] if air else ()
            yield from dict.fromkeys(((unit,), 0) for unit in found)
            return
        groups = [(found, air), ((), min(air, 1)), *((tuple(u for u in found if u == unit), 0) for unit in found)]
        yield from dict.fromkeys(group for group in groups if any(group))

    def _mission(self, kind: str, hexes: tuple[Hex, ...], group: tuple[tuple[int, ...], int]) -> Mission:
        if kind == "troops":
            return Bombard(hexes[0], *group)
        return Raid(*group) if kind == "supply" else Interdict(kind, hexes, *group)  # type: ignore[arg-type]

    def expand(self, s: YaluState, offer: Offer) -> Iterator[Action]:
        """Each target with all forces, with one air factor, with each unit alone; each hex for a ship."""
        label = s.rules.grid.label
        if offer.verb == "sail":
            for h in sorted(bits(offer.hexes), key=label):
                yield ships.Sail(offer.units[0], h)
        elif offer.verb == "end":
            yield End()
        else:
            targets = [()] if offer.verb == "raid" else offer.domain.targets(offer.mode)
            for hexes in sorted(targets, key=lambda hexes: [*map(label, hexes)]):
                for group in self._groups(s, offer.mode, hexes):
                    yield self._mission(offer.mode, hexes, group)

    def draw(self, s: YaluState, offer: Offer, rng: Random) -> Action | None:
        """A random target with a random part of the forces that can reach it; a random hex for a ship."""
        if offer.verb == "sail":
            return ships.Sail(offer.units[0], rng.choice(list(bits(offer.hexes))))
        if offer.verb == "end":
            return offer.action
        targets = [()] if offer.verb == "raid" else offer.domain.targets(offer.mode)
        if not targets:
            return None
        hexes = rng.choice(targets)
        found = at_hand(s, offer.mode, hexes, self.aims)
        some = tuple(unit for unit in found if rng.random() < 0.5)
        air = rng.randint(0, s.track[AIR])
        if not some and not air:
            some, air = found, s.track[AIR]
        return self._mission(offer.mode, hexes, (some, air))

    def holds(self, s: YaluState, offer: Offer, action: Action) -> bool:
        """Whether an offer covers a mission of this kind at these hexes, or this movement of a ship."""
        if isinstance(action, Mission):
            kind, hexes = aim(action)
            return offer.mode == kind and all(offer.hexes >> h & 1 for h in hexes)
        if isinstance(action, ships.Sail):
            return offer.units == (action.unit,) and bool(offer.hexes >> action.hex & 1)
        return super().holds(s, offer, action)

    def choices(self, s: YaluState, action: Action) -> dict[str, tuple[Any, ...]]:
        """The units that could take part in a mission, and the air factors."""
        if not isinstance(action, Mission):
            return {}
        kind, hexes = aim(action)
        found: dict[str, tuple[Any, ...]] = {
            "support": at_hand(s, kind, hexes, self.aims),
            "air": tuple(range(s.track[AIR] + 1)),
        }
        if isinstance(action, Interdict) and len(hexes) == 1:
            found["target"] = tuple(t for t in ("rail", "road") if target_bar(s, t, hexes) is None)
        return found

    def complete(self, s: YaluState, action: Action) -> Action:
        """The other hex of a bridge, if the hex that is named has one bridge only."""
        if not isinstance(action, Interdict) or action.target != "bridge":
            return action
        path = action.path
        if len(path) == 1:
            pairs = [pair for pair in s.rules.board.bridges.pairs() if path[0] in pair]
            path = pairs[0] if len(pairs) == 1 else path
        return msgspec.structs.replace(action, path=tuple(sorted(path)))

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """A mission with its factors and the die roll that it needs."""
        if isinstance(action, ships.Sail):
            return "action.sail", {"unit": action.unit, "to_hex": action.hex}
        if not isinstance(action, Mission):
            return super().describe(s, action)
        kind, hexes = aim(action)
        args: dict[str, Any] = {"n": support.factors(s, action.support) + action.air, "hexes": hexes}
        if isinstance(action, Bombard):
            neutralized, _ = numbers(s, args["n"])
            drm = terrain(s, action.hex)
            return "action.bombard", {**args, "hex": action.hex, "need": neutralized, "modifier_drm": drm}
        if isinstance(action, Raid):
            return "action.raid", {**args, "need": need(s, kind)}
        return "action.interdict", {**args, "target_key": "interdict." + kind}

    def price(self, s: YaluState, action: Action) -> Iterator[Note]:
        """D-12.3.2: air factors are used once."""
        if isinstance(action, Mission) and action.air:
            yield Note("price.air", {"n": action.air, "left": s.track[AIR]}, "D-12.3.2")

    def preview(self, s: YaluState, action: Action) -> Preview | None:
        """The chances of a mission."""
        if not isinstance(action, Mission):
            return None
        (kind, hexes), number = aim(action), support.factors(s, action.support) + action.air
        if isinstance(action, Bombard):
            columns = tuple(s.rules.charts["bombardment"].rows)
            return missions.troops(s, action.hex, number, numbers(s, number), terrain(s, action.hex), columns)
        return missions.strikes(s, kind, hexes, number, need(s, kind))

    # -------------------------------------------------------------------------------------------------- refusals

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against an action: a mission needs a target and units that may attack it."""
        if isinstance(action, ships.Sail):
            yield from ships.refusals(s, action, self.begun)
        if not isinstance(action, Mission):
            return
        kind, hexes = aim(action)
        wrong = target_bar(s, kind, hexes)
        if wrong:
            yield wrong
            return
        if not action.support and not action.air:
            yield Refusal("D-13.1", "mission_nobody")
        for unit, times in Counter(action.support).items():
            yield from unit_refusals(s, unit, times, kind, hexes, self.aims)
        if not 0 <= action.air <= s.track[AIR]:
            yield Refusal("D-12.3.2", "air_short", {"n": s.track[AIR]})

    def warnings(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """The factors that a ship loses by its movement; missions that can have no further effect."""
        if isinstance(action, ships.Sail):
            yield from ships.price(s, action)
        elif isinstance(action, Raid) and not s.track[ASP]:
            yield Refusal("D-13.6.2", "no_supply")
        elif isinstance(action, Bombard):
            number = support.factors(s, action.support) + action.air
            if numbers(s, number)[0] - terrain(s, action.hex) < 1:
                yield Refusal("D-13.5.2", "bombard_hopeless", {"hex": action.hex, "n": number}, (), (action.hex,))
        elif (
            isinstance(action, Interdict)
            and action.target != "road"
            and _mark(s, action.target, action.path) in s.marks
        ):
            args = {"hexes": action.path, "target_key": "interdict." + action.target}
            yield Refusal("D-13.7.3", "cut_already", args, (), action.path)

    # ----------------------------------------------------------------------------------------------------- doing

    def apply(self, s: YaluState, action: Action) -> None:
        """D-13.4: a mission is carried out at once, and the next one may be at the same hex."""
        if isinstance(action, End):
            self.resolve(s)
        elif isinstance(action, ships.Sail):
            ships.go(s, action)
        else:
            assert isinstance(action, Mission)
            kind, hexes = aim(action)
            use(s, action.support, action.air)
            number = support.factors(s, action.support) + action.air
            aims = (*self.aims, action) if isinstance(action, Interdict) and action.support else self.aims
            after = Bombarding(aims, s.rules.edition.ships_move_first)
            if after != self:
                s.replace(after)
            if isinstance(action, Bombard):
                units = tuple(s.regulars_at(action.hex))
                s.log("D-13.5.1", "bombarded", hex=action.hex, n=number)
                s.push(Troops(action.hex, number, units))
                return
            if kind == "supply" and action.support:
                trace("D-13.6.1")
            s.push(Strikes(kind, hexes, number))


def use(s: YaluState, units: tuple[int, ...], air: int) -> None:
    """D-13.2: mark ships and artillery, which support no attack in this turn; deduct air factors.

    D-12.2.1: a ship may have factors left for other missions of this phase. D-12.3.3: aircraft fly anywhere.
    """
    for unit, times in Counter(units).items():
        trace("D-13.2", "D-12.1.5")
        s.flag(unit, BOMBARDED)
        if s.rules.naval[unit]:
            trace("D-12.2.1")
            support.shoot(s, unit, times)
    if air:
        trace("D-12.3.2", "D-12.3.3")
        s.tell(AIR, s.track[AIR] - air)


# ----------------------------------------------------------------------------------------------------- troop attack


def numbers(s: YaluState, factors: int) -> tuple[int, int]:
    """D-13.5.2: the highest die rolls with which the Bombardment Table neutralizes and destroys at so many factors."""
    chart = s.rules.charts["bombardment"]
    row = list(chart.rows)[min(factors, len(chart.rows)) - 1]
    return chart[row, "neutralized"], chart[row, "destroyed"]


def terrain(s: YaluState, h: Hex) -> int:
    """D-13.5.2: the terrain modifier of the target to the die."""
    if not s.rules.edition.bombardment_by_terrain:
        return 0
    return s.rules.charts["bombardment_terrain"][s.rules.terrain(h), "drm"]


class Troops(Frame, frozen=True):
    """A troop attack: one die for each unit in the hex (D-13.5.2)."""

    hex: Place
    factors: int
    waiting: Units

    def resolve(self, s: YaluState) -> None:
        """Roll the next die; none for a conscript whose last companion has just been eliminated, as it has left the map
        (17.5)."""
        if not self.waiting:
            s.pop()
        elif s.on_map(self.waiting[0]):
            s.push(Roll(" ".join(("bombard", s.rules.names.unit(self.waiting[0]))), 1, "D-13.5.2"))
        else:
            s.replace(msgspec.structs.replace(self, waiting=self.waiting[1:]))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-13.5.2: the result applies at once. D-14.3: a unit that is already neutralized is eliminated."""
        unit, total = self.waiting[0], dice[0] + terrain(s, self.hex)
        neutralized, destroyed = numbers(s, self.factors)
        s.replace(msgspec.structs.replace(self, waiting=self.waiting[1:]))
        if total <= destroyed:
            s.log("D-13.5.2", "bombard_destroys", unit=unit, die=total, need=destroyed)
            stacking.eliminate(s, unit)
        elif total <= neutralized:
            s.log("D-13.5.2", "bombard_neutralizes", unit=unit, die=total, need=neutralized)
            if s.flags[unit] & NEUTRALIZED:
                trace("D-13.4")
            stacking.neutralize(s, (unit,))
        else:
            s.log("D-13.5.2", "bombard_misses", unit=unit, die=total, need=neutralized)


# ----------------------------------------------------------------------------------- attack supply and interdiction


def need(s: YaluState, kind: str) -> int:
    """The highest die roll with which a factor succeeds.

    D-13.6.2: two in sunny weather, else one, against attack supply. D-13.7.3: railways and bridges are always hit.
    """
    return s.effect(UN, "asp_attack") if kind == "supply" else s.rules.charts["interdiction"][kind, "die"]


def kind_of_mark(s: YaluState, target: str) -> str:
    """The kind of marker that an interdiction leaves."""
    kind = MARKS[target]
    later = next((hit for hit, damage in HITS.items() if damage == kind), kind)
    return later if s.rules.edition.damage_lasts_next_turn else kind


def wear(s: YaluState) -> None:
    """C-26C3: when a turn ends, damage of its railways and bridges is repaired, and what was hit in it is damaged."""
    if not s.rules.edition.damage_lasts_next_turn:
        return
    gone = [mark for mark in s.marks if mark[0] in HITS.values()]
    hit = [mark for mark in s.marks if mark[0] in HITS]
    if gone:
        s.log("C-26C3", "markers_removed", n=len(gone))
        s.unmark(*gone)
    if hit:
        s.unmark(*hit)
        s.mark(*((HITS[kind], h, more) for kind, h, more in hit))


def _mark(s: YaluState, target: str, hexes: tuple[Hex, ...], number: int = 0) -> tuple[str, int, int]:
    """The marker that an interdiction leaves."""
    return (kind_of_mark(s, target), min(hexes), ~max(hexes) if target == "bridge" else number)


class Strikes(Frame, frozen=True):
    """An attack on supply, or an interdiction: a die for each factor, if the die can fail."""

    target: str
    hexes: tuple[Place, ...]
    left: int
    hits: int = 0

    def resolve(self, s: YaluState) -> None:
        """Roll the next die; after the last one, apply the result."""
        if self.left and need(s, self.target) < FACES:
            words = (self.target, *map(s.rules.names.place, self.hexes))
            s.push(Roll(" ".join(words), 1, "D-13.6.2" if self.target == "supply" else "D-13.7.3"))
            return
        s.pop()
        hits = self.hits + self.left
        if self.target == "supply":
            self._raid(s, hits)
        else:
            self._interdict(s, hits)

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Count whether one factor hits."""
        hit = dice[0] <= need(s, self.target)
        s.replace(msgspec.structs.replace(self, left=self.left - 1, hits=self.hits + hit))

    def _raid(self, s: YaluState, hits: int) -> None:
        """D-13.6.2: each hit destroys a point, down to none. D-11.3: so attack supply is lost."""
        lost = min(hits, s.track[ASP])
        if lost:
            s.tell(ASP, s.track[ASP] - lost)
            s.log("D-11.3", "supply_destroyed", n=lost, total=s.track[ASP])
        else:
            s.log("D-13.6.2", "supply_unhurt", total=s.track[ASP])

    def _interdict(self, s: YaluState, hits: int) -> None:
        """D-13.7.3: a rail break or a damaged bridge. D-13.7.4: a number on a road, which grows with each factor.

        The markers stay until the end of the next Communist Movement Phase.
        """
        rule = "D-13.7.4" if self.target == "road" else "D-13.7.3"
        if not hits:
            s.log(rule, "interdiction_fails", hexes=self.hexes)
            return
        if self.target == "road":
            old = {mark for mark in s.marks if mark[:2] == (MARKS["road"], self.hexes[0])}
            hits += sum(number for _, _, number in old)
            s.unmark(*old)
        mark = _mark(s, self.target, self.hexes, hits if self.target == "road" else 0)
        s.mark(mark)
        s.log(rule, DONE[mark[0]], hexes=self.hexes, n=hits)
