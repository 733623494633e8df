"""5.2 Supply Points: what depots gain, what they expend, and the initiative that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Offer, Refusal
from parallel38.engine.previews import Branch, Modifier, Note, Preview, Result, Row
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Unit, Units
from parallel38.games.korean_war.rules import command, depots, losses, operations
from parallel38.games.korean_war.rules.engagement import Part
from parallel38.games.korean_war.state import (
    BANK,
    COMMUNIST,
    INITIATIVE,
    INTERDICTION,
    ISOLATED,
    PERIOD,
    SAVED,
    SIDES,
    UN,
    KoreanWarState,
    Side,
)
from parallel38.hexgrid import Hex, Region, bits

SOURCES_FROM = 5
"""W-5.2c: the first turn in which the UN's supply source matters."""
MOST = 3
"""W-5.2t: the Supply Points of an Offensive depot."""
CENTRE = ("chungchong", "kangwon_namdo", "kyongsang_pukto", "cholla")
SOUTH = "kyongsang_namdo"
"""The provinces in which Communist depots suffer while the UN controls Seoul."""


class Spend(Action, frozen=True):
    """A depot expends Supply Points. Written `spend DEPOT-NK-1 2`."""

    mode_field = "points"

    depot: Unit
    points: int


class Bonus(Action, frozen=True):
    """Assign a banked Supply Point to a depot. Written `bonus DEPOT-UN-1`."""

    depot: Unit


# ---------------------------------------------------------------------------------------------------------- the tables


def modifiers(s: KoreanWarState, depot: int) -> list[Part]:
    """What modifies the die of a depot. W-5.2q: all of it together, as in W-5.2.exB."""
    return _communist(s, depot) if s.rules.side_of[depot] == COMMUNIST else _best(s, depot).parts


def _communist(s: KoreanWarState, depot: int) -> list[Part]:
    """W-5.2h, W-15.2e: the Interdiction Level. W-5.2i, W-16.4a: winter. W-5.2j, W-5.2k: the UN in Seoul."""
    die, province = s.rules.charts["nk_depot_modifiers"], s.rules.province_name(s.where[depot])
    found = [Part("interdiction", die["interdiction", "die"] * s.track[INTERDICTION], "W-5.2h")]
    if s.rules.winter(s.turn):
        found.append(Part("winter", die["winter", "die"], "W-5.2i"))
    if s.controls(UN, "Seoul"):
        if province in CENTRE:
            found.append(Part("seoul", die["seoul_centre", "die"], "W-5.2j"))
        elif province == SOUTH:
            found.append(Part("seoul", die["seoul_south", "die"], "W-5.2k"))
    return [part for part in found if part.die]


class Source(NamedTuple):
    """What a depot of the UN is fed by: the column of the table, the modifiers, and the hex if it matters which."""

    column: str
    parts: list[Part]
    hex: Hex | None = None


def source(s: KoreanWarState, depot: int) -> Hex | None:
    """The hex of the supply source with which a depot of the UN is reckoned; None if any source will do."""
    return None if s.rules.side_of[depot] == COMMUNIST else _best(s, depot).hex


def _best(s: KoreanWarState, depot: int) -> Source:
    """The source that serves a depot of the UN best.

    W-5.2b: in turns 3 and 4 the column of the turn without modifiers. W-5.2c: from turn 5 on the source to which a line
    leads. W-5.2l, W-5.2m: borders on the way. W-5.2n: a railroad to Pusan. W-5.2p: winter.
    W-5.2.exB is a worked example.
    """
    rules = s.rules
    if s.turn < SOURCES_FROM:
        return Source(rules.turn_columns[s.turn], [])
    die = rules.charts["un_depot_modifiers"]
    found = list[Source]()
    railed = connected(s)
    for h, n in borders(s, s.where[depot]).items():
        name, extra = _source(s, h)
        parts = list[Part]()
        n += extra
        if n:
            total = die["first_border", "die"] + (n - 1) * die["further_border", "die"]
            parts.append(Part("borders", total, "W-5.2m" if n > 1 else "W-5.2l"))
        if name != "pusan" and not railed >> h & 1:
            parts.append(Part("no_railroad", die["no_railroad", "die"], "W-5.2n"))
        if rules.winter(s.turn):
            parts.append(Part("winter", die["winter", "die"], "W-5.2p"))
        found.append(Source(name, parts, h))
    value = s.value[depot]

    def worth(option: Source) -> int:
        drm = sum(part.die for part in option.parts)
        return sum(_read(s, "un_depot", option.column + "_" + str(value), die + drm) for die in range(10))

    return max(found, key=worth, default=Source("beachhead", []))


def _source(s: KoreanWarState, h: Hex) -> tuple[str, int]:
    """The columns of a source in the UN's table, and borders that lie beyond it. W-17.3b: the southern edge counts as
    Pusan with three borders crossed."""
    rules = s.rules
    if not (rules.ports & s.controlled(UN) & ~s.marked("mines")) >> h & 1:
        return ("pusan", 3) if rules.south_edge >> h & 1 else ("beachhead", 0)
    town = rules.board.place_at(h)
    return {"Pusan": "pusan", "Inch'on": "inchon"}.get(town or "", "other_port"), 0


def borders(s: KoreanWarState, start: Hex) -> dict[Hex, int]:
    """The supply sources of the UN to which a line leads from a hex, with the borders of provinces that it must cross.
    W-4.3i: the 38th Parallel is one, the scenario's boundary is not."""
    rules, open_ = s.rules, depots.clear(s, UN)
    wanted, found, crossed = depots.sources(s, UN), dict[Hex, int](), 0
    reached = front = rules.grid.spread(1 << start, open_, walls=rules.inner_walls)
    while front:
        for h in bits((front | rules.grid.around(front, rules.inner_walls)) & wanted):
            found.setdefault(h, crossed)
        over = rules.grid.across(front, rules.crossings)
        for h in bits(over & wanted & ~open_):
            found.setdefault(h, crossed + 1)
        beyond = over & open_ & ~reached
        front = rules.grid.spread(beyond, open_ & ~reached, walls=rules.inner_walls)
        reached |= front
        crossed += 1
    return found


def connected(s: KoreanWarState) -> Region:
    """The hexes that railroad hexes join to Pusan. W-5.2o: not through enemy cities, units and zones. W-17.3b: where
    Pusan lies beyond the southern edge of the map, its railroads lead there."""
    rules = s.rules
    open_ = rules.rail_hexes & ~command.barred(s, UN)
    start = open_ & (rules.south_edge | (1 << rules.pusan if rules.land >> rules.pusan & 1 else 0))
    return rules.grid.spread(start, open_, along=rules.board.rails)


def _read(s: KoreanWarState, chart: str, name: str, figure: int) -> int:
    rows = _bounds(s.rules.charts[chart])
    return int(s.rules.charts[chart][str(max(rows[0], min(rows[1], figure))), name])


@cache
def _bounds(chart: Any) -> tuple[int, int]:
    rows = [int(name) for name in chart.rows]
    return min(rows), max(rows)


def gained(s: KoreanWarState, depot: int, die: int) -> int:
    """The Supply Points that a die gives a depot. W-5.2d, W-5.2e: by province or source and by Depot Value. Examples
    of it are W-5.2.exA and W-5.3.ex."""
    value, drm = s.value[depot], sum(part.die for part in modifiers(s, depot))
    if s.rules.side_of[depot] == COMMUNIST:
        group = s.rules.charts["nk_depot_groups"][s.rules.province_name(s.where[depot]), "group"]
        return _read(s, "nk_depot", group + str(value), die + drm)
    return _read(s, "un_depot", _best(s, depot).column + "_" + str(value), die + drm)


def preview(s: KoreanWarState, depot: int) -> Preview:
    """The Supply Points that a depot could gain as things stand, each with its chance; its source, and the units that
    it would serve."""
    h, side = s.where[depot], s.rules.side_of[depot]
    args = {"hex": h, "n": s.value[depot]}
    notes = [Note("preview.in_range", dict(zip("nm", served(s, depot), strict=True)), "W-4.4d")]
    if not depots.supplied(s, side) >> h & 1:
        return Preview(Note("preview.depot", args), (), (), notes=(Note("preview.isolated", {}, "W-5.1x"), *notes))
    if side == UN:
        column = _best(s, depot).column
        source = "turn" if s.turn < SOURCES_FROM else column
        notes.insert(0, Note("preview.source", {"source_key": "source." + source}, "W-5.2b"))
    falls = [gained(s, depot, die) for die in range(10)]
    each = Fraction(1, len(falls))
    found = tuple(
        Result(str(n), Note("preview.supply_points", {"n": n}), each * falls.count(n), 0 if n > 1 else 1 if n else 2)
        for n in sorted({*falls}, reverse=True)
    )
    parts = modifiers(s, depot)
    table = tuple(Row(str(die), str(n), each) for die, n in enumerate(falls))
    note = Note("preview.supply", {"drm": sum(part.die for part in parts)}, "W-5.2e")
    told = tuple(Modifier(Note("drm." + part.name, {}, part.rule), part.die) for part in parts)
    return Preview(
        Note("preview.depot", args), (Branch(note, None, found, table),), found, notes=tuple(notes), modifiers=told
    )


def served(s: KoreanWarState, depot: int) -> tuple[int, int]:
    """The combat units of its side in primary and in secondary range of a depot."""
    found = [command.column(s, depot, h) for h, units in s.fighters(s.rules.side_of[depot]).items() for _ in units]
    return found.count(command.PRIMARY), found.count(command.SECONDARY)


# ------------------------------------------------------------------------------------------------ supply level segment


def begin_levels(s: KoreanWarState) -> None:
    """3.E.5 The Depot Supply Level Segment. W-3.E5: the UN first. W-5.2a: not in turns 1 and 2. W-5.2g: isolated depots
    get nothing."""
    if s.turn < losses.TRANSFERS:
        trace("W-5.2a")
        return
    due: list[int] = []
    for side in (UN, COMMUNIST):
        for depot in s.depots(side):
            if s.flags[depot] & ISOLATED:
                trace("W-5.2g")
            else:
                due.append(depot)
    if due:
        s.push(Levels(tuple(due)))


class Levels(Frame, frozen=True):
    """A die is thrown for each depot that is in supply."""

    units: Units

    def anew(self) -> bool:
        """Its dice belong to no action before them."""
        return True

    def resolve(self, s: KoreanWarState) -> None:
        """Throw the next die."""
        if self.units:
            s.push(Roll("supply", 1, "W-5.2e", faces=10, lowest=0))
        else:
            s.pop()

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """W-5.2f: put the Supply Points under the depot."""
        depot, *rest = self.units
        n, drm = gained(s, depot, dice[0]), sum(part.die for part in modifiers(s, depot))
        s.replace(Levels(tuple(rest)))
        for part in modifiers(s, depot):
            trace(part.rule)
        s.set("points", depot, n)
        s.log("W-5.2f", "supply_gained", unit=depot, die=dice[0], drm=drm, n=n)


# --------------------------------------------------------------------------------------------------------- expenditure


def begin_spending(s: KoreanWarState) -> None:
    """3.E.6 The Supply Point Expenditure Segment. W-3.E6: the Communists first, then the UN; then banked points."""
    if s.turn < losses.TRANSFERS:
        return
    for side in (UN, COMMUNIST):
        s.tell(SAVED[side], 0)
        s.tell(INITIATIVE[side], 0)
    for frame in (Adding(SIDES[UN]), Adding(SIDES[COMMUNIST]), Spending(SIDES[UN]), Spending(SIDES[COMMUNIST])):
        if not (frame.side == SIDES[COMMUNIST] and s.track[PERIOD]):
            s.push(frame)


class Spending(Frame, frozen=True):
    """A side says how many Supply Points each of its depots expends. `done`: the depots for which it has."""

    side: Side
    done: Units = ()

    def _due(self, s: KoreanWarState) -> list[int]:
        """W-5.2u2: the depots that have Supply Points and have not expended any."""
        return [u for u in s.depots(SIDES.index(self.side)) if u not in self.done and s.points[u]]

    def decider(self, s: KoreanWarState) -> str | None:
        """The side, while there are such depots."""
        return self.side if self._due(s) else None

    def resolve(self, s: KoreanWarState) -> None:
        """Close the frame. W-5.2s: depots that expend nothing are Restricted."""
        s.pop()

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The depots that can expend Supply Points."""
        return "spending", {"side": self.side, "units": tuple(self._due(s))}

    def takes(self, action: Action) -> bool:
        """An expenditure."""
        return isinstance(action, Spend)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """W-5.2r: for each depot none up to all of its Supply Points."""
        for depot in self._due(s):
            for n in range(s.points[depot] + 1):
                yield Offer("spend", units=(depot,), mode=str(n), action=Spend(depot, n))

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a depot cannot expend so much."""
        assert isinstance(action, Spend)
        args = {"unit": action.depot, "n": action.points}
        if action.depot not in self._due(s):
            yield Refusal("W-5.2u2", "nothing_to_spend", args, (action.depot,))
        elif not 0 <= action.points <= s.points[action.depot]:
            yield Refusal("W-5.2r", "too_much_spent", {**args, "most": s.points[action.depot]}, (action.depot,))

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The Commitment Level that the depot would have."""
        assert isinstance(action, Spend)
        level = command.LEVELS[min(max(action.points, 0), MOST)]
        return "action.spend", {"unit": action.depot, "n": action.points, "level_key": "level." + level}

    def price(self, s: KoreanWarState, action: Action) -> Iterator[Note]:
        """What the level means for units in range, for the initiative, and what becomes of the rest."""
        assert isinstance(action, Spend)
        side, depot, n, rules = SIDES.index(self.side), action.depot, action.points, s.rules
        level, (near, far) = command.LEVELS[min(n, MOST)], served(s, depot)
        times = rules.multipliers
        yield Note(
            "price.level",
            {
                "level_key": "level." + level,
                "attack_factors": times["attack"][level, command.PRIMARY],
                "defence_factors": times["defense"][level, command.PRIMARY],
                "attack2_factors": times["attack"][level, command.SECONDARY],
                "n": near,
                "m": far,
            },
            "W-9.1a",
        )
        levels = {"n": s.track[INITIATIVE[side]] + n, "m": s.track[INITIATIVE[1 - side]]}
        yield Note("price.initiative", levels, "W-5.2ad")
        rest = s.points[depot] - n
        kept = min(rest, rules.bank_limit - s.track[BANK[side]])
        if kept:
            yield Note("price.banked", {"n": kept}, "W-5.2v")
        if rest > kept:
            yield Note("price.lapses", {"n": rest - kept}, "W-5.2w")

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """W-5.2t, W-5.2u: the depot gets its one Commitment marker. W-5.2v: what it does not expend goes to the box.
        W-5.2w: which holds two at most."""
        assert isinstance(action, Spend)
        side, depot, n = SIDES.index(self.side), action.depot, action.points
        s.replace(msgspec.structs.replace(self, done=(*self.done, depot)))
        rest = s.points[depot] - n
        s.set("points", depot, 0)
        s.spend(depot, n)
        s.tell(INITIATIVE[side], s.track[INITIATIVE[side]] + n)
        s.log("W-5.2t" if n else "W-5.2s", "spent", unit=depot, n=n, level_key="level." + command.level(s, depot))
        kept = min(rest, s.rules.bank_limit - s.track[BANK[side]])
        if kept < rest:
            trace("W-5.2w")
        if kept:
            s.tell(BANK[side], s.track[BANK[side]] + kept)
            s.tell(SAVED[side], s.track[SAVED[side]] + kept)
            s.log("W-5.2v", "banked", side=self.side, n=kept)


class Adding(Frame, frozen=True):
    """W-5.2y: a side may assign banked Supply Points to depots, as in W-5.2.exC."""

    side: Side

    def _points(self, s: KoreanWarState) -> int:
        """W-5.2x: the banked Supply Points that were not banked just now."""
        side = SIDES.index(self.side)
        return s.track[BANK[side]] - s.track[SAVED[side]]

    def _able(self, s: KoreanWarState) -> list[int]:
        return [u for u in s.depots(SIDES.index(self.side)) if next(self._against(s, u), None) is None]

    def _against(self, s: KoreanWarState, depot: int) -> Iterator[Refusal]:
        """W-5.2z, W-5.2ab: only Limited and Accelerated depots. W-5.2aa: none in the south while the UN has Seoul."""
        args = {"unit": depot}
        if not s.spent[depot] or s.spent[depot] >= MOST:
            yield Refusal(
                "W-5.2z", "no_bonus_level", {**args, "level_key": "level." + command.level(s, depot)}, (depot,)
            )
        southern = s.rules.province_name(s.where[depot]) in (*CENTRE, SOUTH)
        if self.side == SIDES[COMMUNIST] and southern and s.controls(UN, "Seoul"):
            yield Refusal("W-5.2aa", "no_bonus_south", args, (depot,))

    def decider(self, s: KoreanWarState) -> str | None:
        """The side, if it has banked points and a depot for them."""
        return self.side if self._points(s) > 0 and self._able(s) else None

    def resolve(self, s: KoreanWarState) -> None:
        """Close the frame."""
        s.pop()

    def prompt(self, s: KoreanWarState) -> tuple[str, dict[str, Any]]:
        """The banked points."""
        return "adding", {"side": self.side, "n": self._points(s)}

    def takes(self, action: Action) -> bool:
        """A point for a depot, or the end."""
        return isinstance(action, Bonus | End)

    def offers(self, s: KoreanWarState) -> Iterator[Offer]:
        """Each depot that can have a point, and the end."""
        for depot in self._able(s):
            yield Offer("bonus", units=(depot,), action=Bonus(depot))
        yield Offer("end", action=End())

    def refusals(self, s: KoreanWarState, action: Action) -> Iterator[Refusal]:
        """Why a depot cannot have a banked point."""
        if not isinstance(action, Bonus):
            return
        if action.depot not in s.depots(SIDES.index(self.side)):
            yield Refusal("W-5.2z", "no_depot", {"unit": action.depot, "side": self.side}, (action.depot,))
        else:
            yield from self._against(s, action.depot)

    def describe(self, s: KoreanWarState, action: Action) -> tuple[str, dict[str, Any]]:
        """The depot and its next level."""
        if not isinstance(action, Bonus):
            return super().describe(s, action)
        level = command.LEVELS[min(s.spent[action.depot] + 1, MOST)]
        return "action.bonus", {"unit": action.depot, "level_key": "level." + level}

    def apply(self, s: KoreanWarState, action: Action) -> None:
        """W-5.2ab: each point raises a depot by one level. W-5.2ac: and the Initiative Level. Worked
        example: W-5.2.exC."""
        if not isinstance(action, Bonus):
            s.pop()
            return
        side, depot = SIDES.index(self.side), action.depot
        s.spend(depot, s.spent[depot] + 1)
        s.tell(BANK[side], s.track[BANK[side]] - 1)
        s.tell(INITIATIVE[side], s.track[INITIATIVE[side]] + 1)
        trace("W-5.2ac")
        s.log("W-5.2ab", "bonus_spent", unit=depot, level_key="level." + command.level(s, depot))


def check_initiative(s: KoreanWarState) -> None:
    """3.E.7 The Initiative Segment: tell who has the initiative."""
    side = operations.holder(s)
    rule = "W-16.1b" if s.turn in operations.SPECIAL_TURNS else "W-19.4a" if s.track[PERIOD] else "W-5.2ad"
    s.log(rule, "initiative", side=SIDES[side], n=s.track[INITIATIVE[UN]], m=s.track[INITIATIVE[COMMUNIST]])
