"""What the editions of Yalu do differently. Rules that both have ask `s.rules.edition`; no rule asks which it is.

An edition is a table of figures and a few short answers. Classic is derived from Deluxe, because Deluxe holds where the
text of Classic is silent. What a phase of Classic does in another way altogether is a frame of its own, which its
outline or its list of actions names (`ClassicRuleset`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parallel38.engine.flow import Frame
from parallel38.engine.sequence import Sequence
from parallel38.games.yalu.rules import conscripts, designation, rail, retreats, zones
from parallel38.games.yalu.rules.weather import Weather
from parallel38.games.yalu.state import COMMUNIST, YaluState
from parallel38.hexgrid import Hex, Region

if TYPE_CHECKING:
    from parallel38.games.yalu.ruleset import YaluRuleset


class Deluxe:
    """The rules of 2009."""

    start_frames: tuple[Frame, ...] = (Sequence("communist_supply"),)
    """The frames when play begins: the phase before the first that is played (D-21.5)."""

    # ------------------------------------------------------------------------------------ supply, ports and movement

    supply_ports = True
    """Whether ports are sources of supply."""
    regroups_in_morale_phase = True
    """Whether regrouping is a die roll of the morale phase; else it is certain, for movement points."""
    infiltrates_each_hex = False
    """Whether a unit that has infiltrated rolls for every further hex, in a zone or not."""
    boards_in_reach_of_enemies = False
    """Whether units may board trains in a hex that trains may not enter, if they begin their turn there."""
    embarks_in_zones = True
    """Whether a unit that has entered an enemy zone in its move may still go aboard a ship."""
    damage_shuts = False
    """Whether a damaged bridge and a broken railway cannot be used at all: no train starts in a broken hex or crosses a
    damaged bridge, and the road over it gives no road rate."""
    rail_text, rail_hunger = "rail_beside_enemy", 1
    """Why trains do not enter a hex; the number of hexes for which one with a guerrilla counts."""
    garrisons_leave = True
    """Whether garrisons may leave by sea, for battalions."""
    regiments_from_any_battalions = False
    """Whether any three battalions of a division may form a regiment."""
    damage_lasts_next_turn = False
    """Whether rail breaks and damaged bridges last for the whole next turn; else to the end of Communist movement."""

    def ports(self, rules: YaluRuleset) -> Mapping[str, Hex]:
        """The ports of sea transfer and replacements."""
        return rules.board.ports

    def rail_shut(self, s: YaluState, side: int) -> Region:
        """The hexes that trains of a side may not enter because of enemies."""
        return rail.beside_enemy(s, side)

    # ------------------------------------------------------------------------------------- guerrillas and conscripts

    guerrilla_hexes = 2
    guerrillas_shun = False
    """Whether guerrillas keep out of UN hexes and zones and of each other's hexes."""
    guerrillas_stop = True
    """Whether a guerrilla on a road or railway stops UN units by a die."""
    guerrillas_slow = False
    """Whether UN units pay a whole point for a road hex with a guerrilla."""
    guerrillas_absorbed = True
    """Whether guerrillas that meet Communist combat units are absorbed by them."""
    guerrillas_come_rule = "D-6.1"
    """The rule that new guerrillas are placed, outside UN zones of control."""
    conscripts_spent_by_bug_outs = False
    """Whether fire at a bug-out is the one fire of a conscript."""

    def fielded(self, s: YaluState, waiting: int) -> int:
        """How many of the conscripts waiting in the box may be fielded in this turn."""
        if conscripts.old_rule(s):
            return waiting
        return s.rules.charts["conscripts_field"][s.rules.turn_name(s).split()[0], "number"]

    # ------------------------------------------------------------------------------------------------------- arrivals

    cities_may_wait = False
    """Whether divisions that a city brings may wait for a later turn."""
    pyongyang_only = True
    """Whether the second NKPA replacement of a month appears in Pyongyang only."""
    forfeit_rules: Mapping[str, str] = dict.fromkeys(("pva", "nkpa", "nkpa_pyongyang"), "D-6.2")
    """The rule by which a Communist replacement of a kind is lost if it is not placed."""
    full_retreat_rule = "D-10.3.3"
    """The rule that keeps Communist units that retreat from full hexes."""
    replaced_as: Mapping[tuple[str, str], str] = {
        ("US", "battalion"): "us",
        ("ROK", "regiment"): "rok",
        ("ROK", "battalion"): "rok",
        ("USMC", "regiment"): "usmc_regiment",
        ("UK", "brigade"): "uk_brigade",
    }
    """The kind of UN replacement that a unit can be, by nation and size."""
    replaced_whole = ("usmc_regiment",)
    """The kinds that return whole when all their parts are dead."""
    replacement_columns: Mapping[str, str] = {"us": "us", "rok": "rok", "rok_seoul": "rok_seoul"}
    """The columns of the replacement schedule."""
    rok_in_seoul = False
    """Whether all ROK replacements appear in Seoul."""

    def attack_price(self, s: YaluState, target: Hex, manner: str, guns: int) -> int:
        """The attack supply points of an attack on a hex."""
        return designation.price_by_latitude(s, target, manner, guns)

    def attack_supply(self, rules: YaluRuleset, turn: str) -> int | None:
        """The attack supply points of a turn by schedule; None if a die says how many."""
        chart = rules.charts["attack_supply_fixed"]
        return chart[turn, "points"] if turn in chart.rows else None

    # ------------------------------------------------------------------------------------------- support and air power

    air_columns: Mapping[str, str] = {"defensive": "defensive", "offensive": "offensive"}
    """The columns of the air chart, by use."""
    ships_split = True
    """Whether ships may split their factors."""
    ships_reach_units = False
    """Whether the range of a supporting ship counts to the units that it supports; else to the hex that is attacked."""
    ships_move_first = False
    """Whether ships move only before the first mission of the bombardment phase."""
    support_is_fragile = True
    """Whether support units cannot be neutralized, so that what would neutralize them destroys them."""
    bombardment_by_terrain = True
    """Whether terrain modifies the dice of troop attacks."""

    def mission_rule(self, kind: str) -> str:
        """The rule that says which units take part in a kind of mission."""
        return "D-13.1"

    def after_sortie(self, factors: int) -> int:
        """The air factors that a sortie of the Chinese air force leaves: half of them, rounded up (D-22.4)."""
        return (factors + 1) // 2

    # --------------------------------------------------------------------------------------------------------- combat

    surprise_turns = 5
    """The number of turns in which surprise is possible."""
    all_bug_out = False
    """Whether all units that can move may bug out, also battalions and support; ROK units never may."""
    shaken_bug_out_rule = "D-14.2"
    """The rule that keeps neutralized units from bugging out."""
    support_stays = False
    """Whether support may stay in a hex that all its combat units have left."""

    def us_surprise(self, size: str) -> str:
        """The row of the Surprise Table for a US unit of a size."""
        return "_".join(("us", size))

    def retreat_zone(self, s: YaluState, side: int, h: Hex, group: tuple[int, ...], last: bool) -> bool:
        """Whether enemy zones close a hex to retreating units; `last` is whether it is the end of their way."""
        return retreats.zoned(s, side, h, group)


class Classic(Deluxe):
    """The rules of 1977: what they do otherwise."""

    start_frames = (Sequence("weather"), Weather("weather"))  # C-4b: the supply phase of Nov III is played

    supply_ports = False
    regroups_in_morale_phase = False
    infiltrates_each_hex = True
    boards_in_reach_of_enemies = True
    embarks_in_zones = False
    damage_shuts = True
    rail_text, rail_hunger = "rail_zone", 5
    garrisons_leave = False
    regiments_from_any_battalions = True
    damage_lasts_next_turn = True

    def ports(self, rules: YaluRuleset) -> Mapping[str, Hex]:
        """C-28E: the ports are Hungnam, Wonsan and Inchon."""
        return {port: rules.board.ports[port] for port in ("Hungnam", "Wonsan", "Inchon")}

    def rail_shut(self, s: YaluState, side: int) -> Region:
        """C-23B, C-28D: trains do not enter enemy zones of control, also those of ships (C-12b)."""
        return zones.zone(s, 1 - side)

    guerrilla_hexes = 4
    guerrillas_shun = True
    guerrillas_stop = False
    guerrillas_slow = True
    guerrillas_absorbed = False
    guerrillas_come_rule = "C-22A2"
    conscripts_spent_by_bug_outs = True

    def fielded(self, s: YaluState, waiting: int) -> int:
        """C-18e: any number while Pyongyang is Communist; C-18c: else two."""
        return waiting if s.controls(COMMUNIST, "Pyongyang") else min(waiting, 2)

    cities_may_wait = True
    pyongyang_only = False
    forfeit_rules = {"pva": "C-22C", "nkpa": "C-22D", "nkpa_pyongyang": "C-22D"}
    full_retreat_rule = "C-7C"
    replaced_as = {
        ("US", "battalion"): "us",
        ("ROK", "division"): "rok",
        ("USMC", "regiment"): "usmc_regiment",
        ("UK", "brigade"): "uk_brigade",
    }
    replaced_whole = ("usmc_regiment", "rok")
    replacement_columns = {"us": "us", "rok": "rok_divisions"}
    rok_in_seoul = True

    def attack_price(self, s: YaluState, target: Hex, manner: str, guns: int) -> int:
        """C-15a: one point for a fire above 1:2, wherever its target lies."""
        return 0 if manner == "unsupplied" else s.rules.charts["attack_supply_cost"]["over_1:2", "points"]

    def attack_supply(self, rules: YaluRuleset, turn: str) -> int | None:
        """C-22E: by turn or by month."""
        chart = rules.charts["attack_supply"]
        return chart[turn if turn in chart.rows else turn.split()[0], "points"]

    air_columns = {"defensive": "factors", "offensive": "factors"}
    ships_split = False
    ships_reach_units = True
    ships_move_first = True
    support_is_fragile = False
    bombardment_by_terrain = False

    def mission_rule(self, kind: str) -> str:
        """C-26A, C-26B, C-26C1: each kind of mission names the units that perform it."""
        return {"troops": "C-26A", "supply": "C-26B"}.get(kind, "C-26C1")

    def after_sortie(self, factors: int) -> int:
        """C-32: one factor less."""
        return max(factors - 1, 0)

    surprise_turns = 1
    all_bug_out = True
    shaken_bug_out_rule = "C-24a"
    support_stays = True

    def us_surprise(self, size: str) -> str:
        """C-31: the table of Classic does not know sizes."""
        return "us_any"

    def retreat_zone(self, s: YaluState, side: int, h: Hex, group: tuple[int, ...], last: bool) -> bool:
        """C-8b: units in the hex do not cancel zones. C-10c: in the UN player turn Communists may pass through them."""
        phase = s.frames[0]
        passing = not last and side == COMMUNIST and isinstance(phase, Sequence) and phase.phase.startswith("un_")
        return not passing and bool(zones.zone(s, 1 - side) >> h & 1)


DELUXE, CLASSIC = Deluxe(), Classic()
