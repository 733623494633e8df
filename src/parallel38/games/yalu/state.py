"""Yalu's state: names for its tracks and flags, and facts that rules often use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parallel38.engine.state import State
from parallel38.hexgrid import Hex, Region
from parallel38.wargame.sides import COMMUNIST as COMMUNIST
from parallel38.wargame.sides import SIDES as SIDES
from parallel38.wargame.sides import UN as UN

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset

TRACKS = ("turn", "die", "weather", "sorties", "asp", "air", "rail", "cities", "ridgway", "rewarded")
TRACKS += ("us_replaced", "rok_replaced", "seoul_replaced", "marines_replaced", "brigades_replaced", "iwon", "chinampo")
TURN, DIE, WEATHER, SORTIES, ASP, AIR, RAIL, CITIES, RIDGWAY, REWARDED = range(10)
US_REPLACED, ROK_REPLACED, SEOUL_REPLACED, MARINES_REPLACED, BRIGADES_REPLACED, IWON, CHINAMPO = range(10, 17)
"""weather: number of the type in the air chart; rail: twenty-sevenths of a division moved by rail this phase; cities: a
bit for each city that the Communists control; ridgway: 1 since General Ridgway commands, 2 if his command modifies
assaults; rewarded: a bit for each city that has brought its one-time reinforcements; us, rok, seoul replaced:
replacements of this turn; marines, brigades replaced: of the whole game; iwon, chinampo: twenty-sevenths of a division
that went through these ports in this UN player turn."""

FLAGS = ("neutralized", "isolated", "regroup", "moved", "held", "ceased", "rode", "snowed")
FLAGS += ("surprised", "fired", "shot", "bombarded", "rounded", "joined", "dropped", "arrived")
FLAGS += ("regrouped", "infiltrated")
NEUTRALIZED, ISOLATED, REGROUP, MOVED, HELD, CEASED, RODE, SNOWED = (1 << i for i in range(8))
SURPRISED, FIRED, SHOT, BOMBARDED, ROUNDED, JOINED, DROPPED, ARRIVED = (1 << i for i in range(8, 16))
REGROUPED, INFILTRATED = 1 << 16, 1 << 17
"""held: went from zone to zone (8.3.1.3); ceased: failed to infiltrate (9.2.3.3) or was stopped by guerrillas (16.3);
rode: went by rail; snowed: began a move in a blizzard. Units with one of these do not move on in this phase. surprised,
fired, shot (fired at): in the combat phase. bombarded: a support unit that had a mission (12.1.5); rounded: a ship that
changed seas (12.2.4), both until the UN Combat Phase ends. joined: was recombined from its parts (9.3.4.2); dropped: by
parachute, so it neither moves nor needs a supply line this turn (9.3.7.2); arrived: a UN unit that was placed in this
turn, until its movement phase ends: it has not begun the turn where it stands (9.3.6.1). In Classic regrouped: has
given up its move for regrouping (C-28C); infiltrated: has infiltrated in this turn, so that it rolls for every further
hex (C-23C)."""
DONE = HELD | CEASED | RODE | SNOWED | JOINED | REGROUPED

BOXES = ("out", "dead", "available", "reserve", "conscripts")
BOXES += ("due", "sea", "evacuated", "delayed", "south", "road-2718", "road-2731", "gone", "evacuated-south")
"""out: not in play, for conscripts the box of the order of battle; reserve: Communist units that found no room;
conscripts: the box on the map. due: UN reinforcements for Seoul, Inchon or the sea; sea: sea transfer, to a port;
evacuated: to Inchon; delayed: reinforcements and replacements for a To Pusan hex; south, evacuated-south: sea transfer
and evacuation to a To Pusan hex; road: off the map, on the way to that hex; gone: for ever. In these boxes, and for
eliminated units that return only after a time, `spent` is the number of the turn from which a unit may arrive, so that
nothing has to be counted down. Of a guerrilla in reserve (C-22B) it is the number of its city, from 1."""


class YaluState(State):
    """State of Yalu."""

    __slots__ = ()
    rules: YaluRuleset

    @property
    def weather(self) -> str:
        """The weather's code."""
        return self.rules.weathers[self.track[WEATHER]]

    def guerrillas_at(self, h: Hex) -> list[int]:
        """The guerrillas in a hex."""
        return [u for u in self.stacks(COMMUNIST).get(h, ()) if self.rules.guerrilla[u]]

    def regulars_at(self, h: Hex) -> list[int]:
        """The Communist combat units in a hex: everything but guerrillas (16.1)."""
        return [u for u in self.stacks(COMMUNIST).get(h, ()) if not self.rules.guerrilla[u]]

    def can_leave(self, unit: int) -> bool:
        """Whether a unit on the map has a movement factor and has neither moved nor been marked to regroup."""
        return (
            not self.flags[unit] & (MOVED | REGROUP | DONE | DROPPED)
            and self.rules.mobile[unit]
            and self.where[unit] < self.rules.grid.size
        )

    def controls(self, side: int, city: str) -> bool:
        """Whether a side controls a city (2.6)."""
        communist = bool(self.track[CITIES] >> self.rules.city_names.index(city) & 1)
        return communist == (side == COMMUNIST)

    def cities(self, side: int) -> Region:
        """The hexes of the cities that a side controls (2.6)."""
        theirs = self.track[CITIES] if side == COMMUNIST else ~self.track[CITIES]
        return sum(1 << h for i, h in enumerate(self.rules.board.cities.values()) if theirs >> i & 1)

    def effect(self, side: int, column: str) -> Any:
        """The effect of the weather on a side, from its own Weather Effects Chart (4.2)."""
        return self.rules.charts["weather_communist" if side == COMMUNIST else "weather_un"][self.weather, column]
