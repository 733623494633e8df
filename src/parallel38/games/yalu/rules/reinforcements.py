"""6.1 Communist reinforcements; and 11.2 the receipt of attack supply."""

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Obstacle, Refusal
from parallel38.engine.trace import trace
from parallel38.engine.values import Action, End, Unit, Units
from parallel38.games.yalu.rules import communist_replacements, guerrillas, zones
from parallel38.games.yalu.rules.placement import Placement, enemies, full, hexes_of, staging
from parallel38.games.yalu.state import ASP, COMMUNIST, REWARDED, UN, YaluState
from parallel38.hexgrid import Hex, Region

STAGING_TURNS = 3
"""The number of turns in which reinforcements arrive at the staging areas (6.1.1.1)."""


def begin(s: YaluState) -> None:
    """Begin the Communist Reinforcement and Replacement Phase.

    Attack supply first, then regular and conditional reinforcements, guerrillas, replacements; conscripts have a phase
    of their own at the end.
    """
    communist_replacements.begin(s)
    cities = rewards(s)
    for guerrilla, city in reversed(rising(s, cities)):
        s.push(PlaceGuerrilla(guerrilla, city))
    units = coming(s, cities)
    waiting = tuple(u for u in units if s.rules.edition.cities_may_wait and city_of(s, u))
    units = tuple(u for u in units if u not in waiting)
    if waiting:
        s.push(CityArrivals(waiting))
    if units:
        s.push(CommunistArrivals(units))
    s.push(AttackSupply())


def rewards(s: YaluState) -> list[str]:
    """D-6.1.1.2: the cities whose one-time reinforcements arrive now, because the Communists control them.

    Control changes hands only later in a turn, so cities held now were taken in an earlier one. A city brings them
    once; a city lost again before this phase brings them when it is held in a later one. D-11.2.2: so does its attack
    supply.
    """
    found: list[str] = []
    for city in s.rules.charts["conditional"].rows:
        bit = 1 << s.rules.city_names.index(city)
        if s.controls(COMMUNIST, city) and not s.track[REWARDED] & bit:
            s.tell(REWARDED, s.track[REWARDED] | bit)
            found.append(city)
            points = s.rules.charts["conditional"][city, "asp"]
            s.tell(ASP, s.track[ASP] + points)
            trace("D-6.1.1.2")
            s.log("D-11.2.2", "city_supply", city_key="city." + city, n=points, total=s.track[ASP])
    return found


def rising(s: YaluState, cities: list[str]) -> list[tuple[int, str]]:
    """The guerrillas that arrive in this turn, each with the city that brings it if it may wait for a later turn.

    D-6.1.1.4: by the turn track and for cities. C-22B: first those that have waited and whose city is Communist.
    """
    rules, charts, names = s.rules, s.rules.charts, s.rules.names
    units = [u for u in rules.units_of[COMMUNIST] if rules.guerrilla[u]]
    found = [(u, city_of(s, u)) for u in units if s.where[u] == names.box("reserve")]
    found = [(unit, city) for unit, city in found if s.controls(COMMUNIST, city)]
    wait = rules.edition.cities_may_wait
    causes = [city if wait else "" for city in cities for _ in range(charts["conditional"][city, "guerrillas"])]
    causes += [""] * charts["guerrilla_turns"][rules.turn_name(s), "guerrilla"]
    free = [u for u in units if s.where[u] == names.box("available")]
    return [*found, *zip(free, causes, strict=False)]


def coming(s: YaluState, cities: list[str]) -> tuple[int, ...]:
    """D-6.1.1.1, D-6.1.1.2: the units that arrive in this turn, by date or for a city, and units that found no room
    before.

    Units that found no room in a city that has been lost since wait until it is Communist again.
    """
    charts, names, turn = s.rules.charts, s.rules.names, s.rules.turn_name(s)
    out, waiting = names.box("out"), names.box("reserve")
    due = {unit for unit, place in enumerate(s.where) if place == waiting and not s.rules.guerrilla[unit]}
    due |= {names.unit_number(name) for name in charts["arrivals"].rows if charts["arrivals"][name, "turn"] == turn}
    for city in cities:
        chosen = (charts["conditional"][city, column] for column in ("nkpa_1", "nkpa_2"))
        due |= {names.unit_number(name) for name in chosen if name in names.units}
    due = {u for u in due if not city_of(s, u) or s.controls(COMMUNIST, city_of(s, u))}
    return tuple(u for u in s.rules.units_of[COMMUNIST] if u in due and s.where[u] in (out, waiting))


def city_of(s: YaluState, unit: int) -> str:
    """The city that brings a unit; nothing if the unit arrives by date. Of a guerrilla that waits, `spent` names it."""
    if s.rules.guerrilla[unit]:
        return s.rules.city_names[s.spent[unit] - 1]
    arrivals, chart, name = s.rules.charts["arrivals"], s.rules.charts["conditional"], s.rules.names.unit(unit)
    if name in arrivals.rows and arrivals[name, "turn"] in s.rules.turns[: s.turn]:
        return ""
    return next((c for c in chart.rows if name in (chart[c, "nkpa_1"], chart[c, "nkpa_2"])), "")


class AttackSupply(Frame, frozen=True):
    """Attack supply points are received: a fixed number at first, later by die."""

    def resolve(self, s: YaluState) -> None:
        """D-11.2.1: the chart's fixed figure up to Dec II, then one die."""
        points = s.rules.edition.attack_supply(s.rules, s.rules.turn_name(s))
        if points is not None:
            self._receive(s, points)
        else:
            s.push(Roll("attack-supply", 1, "D-11.2.1"))

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Receive the points in the die's row of the Attack Supply Table."""
        self._receive(s, s.rules.charts["attack_supply_die"][str(dice[0]), "points"])

    def _receive(self, s: YaluState, points: int) -> None:
        s.tell(ASP, s.track[ASP] + points)
        s.log("D-11.2.1", "attack_supply", n=points, total=s.track[ASP])
        s.pop()


class CommunistArrivals(Placement, frozen=True):
    """Regular and conditional reinforcements that have arrived and are still to be placed, in any order."""

    units: Units

    def due(self, s: YaluState) -> tuple[int, ...]:
        """The units still to be placed."""
        return self.units

    def rule(self, s: YaluState, unit: int) -> str:
        """The rule by which a unit arrives: by date or for a city."""
        return "D-6.1.1.2" if city_of(s, unit) else "D-6.1.1.1"

    def _entry(self, s: YaluState, unit: int) -> tuple[str, Region]:
        """D-6.1.1.1: staging areas in the first three turns, then the north and west edges; and the city of 6.1.1.2."""
        city = city_of(s, unit)
        if city:
            trace("D-6.1.1.2")
            return "place_city", hexes_of(s, [city])
        chart, name = s.rules.charts["arrivals"], s.rules.names.unit(unit)
        staged = name in chart.rows and chart[name, "entry"] == "staging"
        if staged and (s.turn <= STAGING_TURNS or chart[name, "turn"] == s.rules.turn_name(s)):
            return "place_staging", staging(s)
        return "place_edge", s.rules.edges[COMMUNIST]

    def obstacles(self, s: YaluState, unit: int) -> tuple[Obstacle, ...]:
        """D-6.1.1.1, D-6.1.1.2: the hexes closed to a unit: not its entry hexes, with UN units, or over the stacking
        limit."""
        text, entry = self._entry(s, unit)
        rule = self.rule(s, unit)
        return (Obstacle(rule, text, s.rules.grid.all & ~entry), enemies(s, "D-7.0"), full(s, unit, "D-7.1.1"))

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt, with the units to be placed."""
        units = tuple(u for u in self.units if self.open_hexes(s, u))
        texts = {self._entry(s, u)[0] for u in units}
        text = texts.pop() if len(texts) == 1 else "place_arrivals"
        return text, {"side": "communist", "units": units}

    def placed(self, s: YaluState, unit: int, h: Hex) -> None:
        """D-6.1.1.1, D-6.1.1.2: log a reinforcement, and take it off the list."""
        s.log(self.rule(s, unit), "reinforcement_placed", unit=unit, hex=h)
        rest = tuple(u for u in self.units if u != unit)
        if rest:
            s.replace(type(self)(rest))
        else:
            s.pop()

    def over(self, s: YaluState) -> None:
        """D-6.1.1.1, D-6.1.1.2: units that find no room wait, and try again in the next turn. C-22B: so do divisions of
        a city that are to wait."""
        able = tuple(self.able(s))
        if able:
            s.log("C-22B", "city_units_wait", units=able)
        crowded = [u for u in self.units if u not in able]
        for rule in sorted({self.rule(s, unit) for unit in crowded}):
            s.log(rule, "reinforcements_wait", units=tuple(u for u in crowded if self.rule(s, u) == rule))
        for unit in self.units:
            s.move(unit, s.rules.names.box("reserve"))
        s.pop()


class CityArrivals(CommunistArrivals, frozen=True):
    """C-22B: divisions that cities bring, which may wait for a later turn."""

    def must(self) -> str:
        """Nothing, because the divisions may wait."""
        return ""

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The unit and its hex, or that the divisions wait."""
        return ("action.wait", {"units": self.units}) if isinstance(action, End) else super().describe(s, action)


class PlaceGuerrilla(Placement, frozen=True):
    """A guerrilla must be placed; C-22B: one that a `city` brings may wait for a later turn."""

    later_fields: ClassVar[tuple[str, ...]] = ("city",)

    unit: Unit
    city: str = ""

    def must(self) -> str:
        """D-6.1: the rule that guerrillas of the turn track are placed; nothing for those that may wait."""
        return "" if self.city else super().must()

    def refusals(self, s: YaluState, action: Action) -> Iterator[Refusal]:
        """Every reason against a hex or the end; the edition says by which rule guerrillas come."""
        for bar in super().refusals(s, action):
            general = bar.rule == "D-6.1"
            yield msgspec.structs.replace(bar, rule=s.rules.edition.guerrillas_come_rule) if general else bar

    def describe(self, s: YaluState, action: Action) -> tuple[str, dict[str, Any]]:
        """The guerrilla and its hex, or that it waits."""
        waits = self.city and isinstance(action, End)
        return ("action.wait", {"units": (self.unit,)}) if waits else super().describe(s, action)

    def due(self, s: YaluState) -> tuple[int, ...]:
        """The one guerrilla to be placed."""
        return (self.unit,)

    def rule(self, s: YaluState, unit: int) -> str:
        """The rule for guerrillas of the turn track and those that cities bring."""
        return "D-6.1.1.4"

    def over(self, s: YaluState) -> None:
        """D-6.1.1.4: no hex is left for the guerrilla, so it does not arrive. C-22B: one that a city brings waits."""
        if self.city:
            s.move(self.unit, s.rules.names.box("reserve"))
            s.spend(self.unit, s.rules.city_names.index(self.city) + 1)
            s.log("C-22B", "guerrilla_waits", unit=self.unit)
        s.pop()

    def obstacles(self, s: YaluState, unit: int) -> tuple[Obstacle, ...]:
        """D-6.1.1.4: not with UN units, not in their zone (D-6.1), not with Communist combat units."""
        return (
            Obstacle("D-6.1.1.4", "place_sea", ~s.rules.land & s.rules.grid.all),
            enemies(s, "D-6.1.1.4"),
            Obstacle("D-6.1", "place_zone", zones.zone(s, UN)),
            self._friends(s),
        )

    def _friends(self, s: YaluState) -> Obstacle:
        """D-6.1.1.4: the hexes with Communist combat units; C-17e: in Classic those with guerrillas only (C-22A2)."""
        if s.rules.edition.guerrillas_absorbed:
            return Obstacle("D-6.1.1.4", "place_friend", s.held_by(COMMUNIST))
        return Obstacle("C-17c", "guerrilla_twice", guerrillas.hexes(s))

    def prompt(self, s: YaluState) -> tuple[str, dict[str, Any]]:
        """The prompt that a guerrilla is to be placed; C-22B: one that a city brings may wait."""
        return "place_city_guerrilla" if self.city else "place_guerrilla", {
            "side": "communist",
            "unit": self.unit,
            "id": s.rules.names.unit(self.unit),
        }

    def placed(self, s: YaluState, unit: int, h: Hex) -> None:
        """D-6.1.1.4: log the guerrilla's placement."""
        if s.spent[unit]:
            s.spend(unit, 0)
        s.log("D-6.1.1.4", "guerrilla_placed", unit=unit, hex=h)
        s.pop()
