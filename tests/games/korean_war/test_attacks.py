"""9.1 to 9.4 Attacks in detail: who takes part, what with, and what modifies the dice."""

from typing import Any

import msgspec
import pytest

from parallel38.games.korean_war.rules import command, engagement, values
from parallel38.games.korean_war.state import UN
from parallel38.hexgrid import bits
from tests.games.korean_war.field import cell, field, flags, new, number, play, said, where, why
from tests.games.korean_war.test_activation import FAR, verbs
from tests.games.korean_war.test_combat import CENTRE, RING, fight, mods, names

RULES = new("defeat_into_victory").state.rules
GRID = RULES.grid


def shores() -> tuple[str, str, str]:
    """A hex with two neighbours: one behind a river, one not, the two not next to each other's rivers."""
    for h in RULES.beside:
        wet = [n for n in bits(RULES.beside[h]) if RULES.rivers.has(h, n)]
        free = [n for n in bits(RULES.beside[h]) if not RULES.rivers.has(h, n)]
        if wet and free and not (RULES.cities | RULES.trackless) >> h & 1:
            return GRID.label(h), GRID.label(free[0]), GRID.label(wet[0])
    raise AssertionError


TARGET, DRY, WET = shores()


def hexes(wanted: int, near: int) -> tuple[str, str]:
    """A hex of one region and a neighbour in another, without a river between them."""
    for h in bits(wanted):
        for n in bits(RULES.beside[h] & near):
            if not RULES.rivers.has(h, n):
                return GRID.label(h), GRID.label(n)
    raise AssertionError


# ---------------------------------------------------------------------------------------------------- who and what with


@pytest.mark.rule("W-9.1i", "W-9.1l", by="value")
def test_garrisons_and_battalions_defend_with_printed_values_and_never_attack():
    battalion = RULES.names.unit(RULES.of_kind["para_battalion"][0])
    game = field({CENTRE: f"{battalion}", RING[0]: "NKG-1", RING[2]: "NK-6", **FAR}, side="communist", turn=5)
    h = GRID.hex(CENTRE)
    assert values.defense(game.state, number(game, battalion), h) == 2
    assert values.defense(game.state, number(game, "NKG-1"), GRID.hex(RING[0])) == 2
    assert number(game, "NKG-1") not in fight(game, "attack NK-6").attackers
    own = field({CENTRE: "NK-6", RING[0]: battalion, RING[1]: "US-2", **FAR}, turn=5)
    assert names(own, fight(own, "attack US-2").attackers) == {"US-2"}


@pytest.mark.rule("W-9.1m", "W-4.4l", by="value")
def test_each_unit_uses_the_depot_that_is_best_for_it():
    units = {"1625": "US-2, DEPOT-UN-1 value=1", "1725": "DEPOT-UN-2 value=2 spent=3", "3815": "NK-6"}
    game = field(units, turn=5)
    times, depot = command.best(game.state, UN, GRID.hex("1625"), "attack")
    assert (times, depot) == (2, number(game, "DEPOT-UN-2"))
    lonely = field({"1625": "US-2", "3815": "NK-6"}, turn=5)
    assert command.best(lonely.state, UN, GRID.hex("1625"), "attack") == (
        RULES.multipliers["attack"]["restricted", "none"],
        None,
    )


@pytest.mark.rule("W-9.2f", "W-9.2d", by="value")
def test_a_unit_that_touches_one_defender_on_dry_land_must_join():
    """US-3 has a river before one of the two defenders only."""
    beside, rivers = RULES.beside, RULES.rivers
    own, other, wet, free = next(
        (own, other, wet, free)
        for wet in bits(RULES.land)
        for free in bits(beside[wet])
        for own in bits(beside[wet] & beside[free])
        for other in bits(beside[wet] & beside[free])
        if own != other and rivers.has(other, wet) and not rivers.has(other, free)
    )
    units = {GRID.label(wet): "NK-6", GRID.label(free): "NK-7", GRID.label(own): "US-2", GRID.label(other): "US-3"}
    game = field({**units, "1625": "US-7"}, turn=2)
    assert names(game, fight(game, "attack US-2").attackers) == {"US-2", "US-3"}
    assert why(game, "attack US-2 normal - US-3") == ["W-9.2f"]


@pytest.mark.rule("W-9.2c", by="value")
def test_nobody_has_to_attack():
    game = play(field({CENTRE: "NK-6", RING[0]: "US-2", **FAR}, turn=2), "rest US-2")
    assert flags(game, "US-2") == "fatigued"


@pytest.mark.rule("W-9.2e", "W-9.2j", by="value")
def test_nobody_fights_across_an_estuary():
    """2111 and 2210 are parted by an estuary."""
    beside = next(
        GRID.label(n) for n in bits(RULES.beside[GRID.hex("2210")]) if n not in RULES.grid.neighbours[GRID.hex("2111")]
    )
    attackers = field({"2210": "NK-6", "2111": "US-2", beside: "US-3", **FAR}, turn=2)
    assert names(attackers, fight(attackers, "attack US-3").attackers) == {"US-3"}
    targets = field({"2210": "US-2", "2111": "NK-6", beside: "NK-7", **FAR}, turn=2)
    assert {GRID.label(h) for h in fight(targets, "attack US-2").targets} == {beside}


@pytest.mark.rule("W-9.2g", "W-8.1c", "W-9.4a", by="value")
@pytest.mark.rule("W-9.2g")
def test_assets_take_part_as_the_owner_likes():
    units = {
        CENTRE: "NK-6",
        RING[0]: "US-2",
        "with:US-2": "BN-PHL, ARM-6, ARM-72",
        RING[2]: "US-3",
        "with:US-3": "BN-NTH",
    }
    game = field({**units, **FAR}, turn=2)
    every = fight(game, "attack US-2")
    assert names(game, every.assets) == {"BN-PHL", "BN-NTH"}
    assert every.armor == ()
    some = fight(game, "attack US-2 normal ARM-72 - BN-PHL")
    assert (names(game, some.assets), names(game, some.armor)) == ({"BN-NTH"}, {"ARM-72"})
    assert engagement.odds(game.state, every)[0] - engagement.odds(game.state, some)[0] == 1
    assert why(game, "attack US-2 normal BN-PHL") == ["W-9.2g"]
    assert why(game, "attack US-2 normal - - ARM-6") == ["W-9.2g"]


@pytest.mark.rule("W-9.2g")
def test_armor_stays_out_with_a_unit_that_does_not_join():
    game = field({TARGET: "NK-6", DRY: "US-2", WET: "US-3", "with:US-3": "ARM-6", **FAR}, turn=2)
    assert names(game, fight(game, "attack US-2").attackers) == {"US-2"}
    assert why(game, "attack US-2 normal ARM-6") == ["W-9.2g"]
    assert why(game, "attack US-2 normal ARM-6 US-3") == []


@pytest.mark.rule("W-9.2h", "W-9.5ag", by="value")
def test_taking_part_tires_nobody():
    units = {CENTRE: "NK-6", RING[0]: "US-2", RING[2]: "US-3", RING[3]: "ROK-1 fatigued", **FAR}
    game = play(field(units, turn=2, dice=[2]), "attack US-2")
    assert (flags(game, "US-2"), flags(game, "US-3"), flags(game, "ROK-1")) == ("", "", "fatigued")
    play(game, "end")
    assert (flags(game, "US-2"), flags(game, "US-3")) == ("fatigued", "")
    assert why(game, "rest US-3") == []


@pytest.mark.rule("W-5.1q", "W-11.2af", by="value")
def test_a_beachhead_defends_only_alone():
    alone = field({"2511": "BEACH-1", "2612": "NK-6", **FAR}, side="communist", turn=5)
    h = GRID.hex("2511")
    assert sum(values.defense(alone.state, u, h) for u in engagement.defenders(alone.state, UN, (h,))) == 2
    assert sum(values.anti_tank(alone.state, u, h) for u in engagement.defenders(alone.state, UN, (h,))) == 1
    battalion = RULES.names.unit(RULES.of_kind["para_battalion"][0])
    for other in (battalion, "TF-SMITH", "US-3"):
        shared = field({"2511": f"BEACH-1, {other}", "2612": "NK-6", **FAR}, side="communist", turn=5)
        assert names(shared, engagement.defenders(shared.state, UN, (h,))) == {other}


# ---------------------------------------------------------------------------------------------------- armor, modifiers


@pytest.mark.rule("W-9.3c", by="value")
@pytest.mark.rule("W-9.3c")
def test_the_terrain_that_is_best_for_the_defenders_counts():
    """RING[1] and CENTRE are clear, RING[3] is not."""
    game = field({RING[1]: "NK-6", RING[3]: "NK-7", RING[2]: "US-2", **FAR}, turn=2)
    found = fight(game, "attack US-2")
    assert len(found.targets) == 2
    assert engagement.line(game.state, found) == "non_clear"
    flat = field({RING[1]: "NK-6", RING[2]: "US-2", **FAR}, turn=2)
    assert engagement.line(flat.state, fight(flat, "attack US-2")) == "clear"


@pytest.mark.rule("W-9.4c", "W-9.4l", by="value")
def test_armor_in_and_out_of_the_hills():
    """Where the attackers stand does not matter; a road into the defenders' hills lets armor in, at -3."""
    tracked = RULES.rugged & ~RULES.trackless & ~RULES.cities
    flat, hill = hexes(RULES.clear & ~RULES.cities, RULES.trackless)
    game = field({flat: "NK-6", hill: "US-2", "with:US-2": "ARM-6", **FAR})
    assert why(game, "attack US-2 normal ARM-6") == []
    road, near = hexes(tracked, RULES.land & ~RULES.cities)
    other = field({road: "NK-6", near: "US-2", "with:US-2": "ARM-6", **FAR})
    found = fight(other, "attack US-2 normal ARM-6")
    assert [(part.name, part.die) for part in engagement.armor_modifiers(other.state, found)] == [("rough", -3)]


@pytest.mark.rule("W-9.4m", "W-9.4o", by="value")
def test_broken_ground_counts_only_without_rougher_ground():
    """A defender in the hills, one in broken terrain: 3 is subtracted and not 5; with a river and a city no more than
    5."""
    hills = RULES.rugged & ~RULES.trackless & ~RULES.cities
    h, hill, broken = next(
        (h, a, b)
        for h in RULES.beside
        for a in bits(RULES.beside[h] & hills)
        for b in bits(RULES.beside[h] & RULES.broken & ~RULES.cities)
        if not RULES.rivers.has(h, a) and not RULES.rivers.has(h, b)
    )
    units = {GRID.label(hill): "NK-6", GRID.label(broken): "NK-7", GRID.label(h): "US-2", "with:US-2": "ARM-6"}
    game = field(units)
    found = fight(game, "attack US-2 normal ARM-6")
    assert [(part.name, part.die) for part in engagement.armor_modifiers(game.state, found)] == [("rough", -3)]
    town, far = next(
        (h, n)
        for h in bits(RULES.cities & (RULES.rugged | RULES.broken) & ~RULES.trackless)
        for n in bits(RULES.beside[h])
        if RULES.rivers.has(h, n)
    )
    held = field({GRID.label(town): "NK-6", GRID.label(far): "US-2", "with:US-2": "ARM-6"})
    found = fight(held, "attack US-2 normal ARM-6")
    assert sum(part.die for part in engagement.armor_modifiers(held.state, found)) < -5
    assert engagement.armor_total(held.state, found) == -5


@pytest.mark.rule("W-9.4x", by="value")
def test_one_defender_in_the_hills_is_enough():
    inland = RULES.land & ~(RULES.cities | RULES.coast)
    own, hill, flat = next(
        (own, hill, flat)
        for own in bits(inland)
        for hill in bits(RULES.beside[own] & RULES.rugged & inland)
        for flat in bits(RULES.beside[own] & RULES.clear & inland)
        if not any(RULES.rivers.has(own, h) for h in (hill, flat))
    )
    game = field({GRID.label(hill): "NK-6", GRID.label(flat): "NK-7", GRID.label(own): "US-2", **FAR}, turn=3)
    assert len(fight(game, "attack US-2").targets) == 2
    assert mods(game, "attack US-2") == {"terrain": -1}


@pytest.mark.rule("W-9.4k", "W-9.4w", by="value")
def test_rivers_count_for_armor_only_where_armor_is():
    units = {TARGET: "NK-6", DRY: "US-2", WET: "US-3", "with:US-2": "ARM-6", "with:US-3": "ARM-72", **FAR}
    game = field(units, turn=2)
    dry, wet = fight(game, "attack US-2 normal ARM-6 US-3"), fight(game, "attack US-2 normal ARM-72 US-3")
    assert "river" not in {part.name for part in engagement.armor_modifiers(game.state, dry)}
    assert "river" in {part.name for part in engagement.armor_modifiers(game.state, wet)}
    assert mods(game, "attack US-2 normal ARM-6 US-3")["river"] == -2
    assert "river" not in mods(game, "attack US-2 normal ARM-6")


@pytest.mark.rule("W-9.4f", by="value")
def test_a_defender_far_from_the_armor_gives_no_anti_tank_value():
    """US-2 is next to both defenders, the armor of US-3 only to one of them."""
    units = {CENTRE: "US-2", RING[0]: "NK-6", RING[3]: "NK-7", RING[2]: "US-3", "with:US-3": "ARM-6", "1625": "US-7"}
    game = field(units, turn=2)
    assert engagement.armor_odds(game.state, fight(game, "attack US-2 normal ARM-6"))[1] == 3
    both = field({**units, "with:US-2": "ARM-72"}, turn=2)
    assert engagement.armor_odds(both.state, fight(both, "attack US-2 normal ARM-72"))[1] == 6


@pytest.mark.rule("W-9.4d", "W-11.2j")
@pytest.mark.rule("W-11.2g", "W-11.2k", "W-11.2l", "W-11.2n", "W-9.4x", by="value")
def test_what_counts_in_an_assault():
    """Pusan is a city in rough terrain: the city does not count, the terrain does; CAS may be given."""
    game = field(
        {"reserve": "1-MAR", "with:1-MAR": "ARM-1MAR", "0928": "NK-6 fatigued, DEPOT-NK-1 value=1", "1831": "US-2"},
        marks=["taken 0928", "communist_works 0928 1"],
        turn=5,
        capacity=1,
        cas=2,
    )
    play(game, "assault 1-MAR 0928 ARM-1MAR")
    top: Any = game.state.top
    assert (game.decider, top.armor) == ("un", ())
    assert [o.mode for o in game.offers()] == ["0", "1", "2"]
    found = msgspec.structs.replace(top, support=2)
    assert {part.name: part.die for part in engagement.modifiers(game.state, found)} == {
        "air": 2,
        "naval": 2,
        "terrain": -1,
    }
    assert engagement.odds(game.state, found)[:2] == (26, 6)  # 4 as printed, times 1½; the depot adds nothing


@pytest.mark.rule("W-9.4aa", "W-9.4ab", by="value")
def test_armor_in_roadless_hills_is_no_advantage():
    hill, near = hexes(RULES.trackless & ~RULES.coast & ~RULES.cities, RULES.land & ~RULES.cities)
    game = field({hill: "NK-6", "with:NK-6": "NKA-203", near: "US-2", **FAR}, turn=3)
    assert "defending_armor" not in mods(game, "attack US-2")
    depot = field({CENTRE: "NK-6", "with:NK-6": "NKA-203", RING[0]: "US-2, DEPOT-UN-1 value=1", **FAR}, turn=3)
    assert mods(depot, "attack US-2")["defending_armor"] == -1
    held = field(
        {CENTRE: "NK-6", "with:NK-6": "NKA-203", RING[0]: "US-2", RING[1]: "US-3", "with:US-3": "ARM-6", **FAR}, turn=3
    )
    assert "defending_armor" not in mods(held, "attack US-2")  # uncommitted armor of a neighbour is enough


@pytest.mark.rule("W-9.4q", "W-9.4v", "W-9.4p", by="value")
def test_no_air_support_in_the_defence_of_turn_one():
    game = field(
        {CENTRE: "NK-6", RING[0]: "ROKR-1", "3815": "ROKR-2"}, scenario="invasion", turn=1, air_bonus=3, cas=2, dice=[5]
    )
    play(game, "attack ROKR-1")
    assert game.decider != "communist"
    assert cell(game, "lost", "NK-6") == 0


@pytest.mark.rule("W-9.4aa", by="value")
@pytest.mark.parametrize(("lost", "die"), [(0, -2), (1, -2), (2, -1)])
def test_nine_points_of_armor_are_strong(lost: int, die: int):
    """8 and 8, 8 and 4, 4 and 4."""
    tanks = [f"NKA-203{' lost=1' if lost > 1 else ''}", f"NKA-107{' lost=1' if lost else ''}"]
    game = field({CENTRE: "NK-6", "with:NK-6": ", ".join(tanks), RING[0]: "US-2", **FAR}, turn=3)
    assert mods(game, "attack US-2")["defending_armor"] == die


@pytest.mark.rule("W-9.4aa", by="value")
@pytest.mark.parametrize(("armor", "die"), [(8, -1), (9, -2)])
def test_nine_is_the_first_strong_sum(armor: int, die: int):
    units = {CENTRE: "NK-6", "with:NK-6": "NKA-203", RING[0]: "US-2", **FAR}
    game = field(units, turn=3, charts={"armor_values": {"nk_armor": {"armor": armor}}})
    assert mods(game, "attack US-2")["defending_armor"] == die


@pytest.mark.rule("W-9.4h", by="value")
def test_armor_is_rolled_for_before_air_support_is_named():
    game = field({CENTRE: "NK-6", RING[0]: "US-2", "with:US-2": "ARM-6", **FAR}, turn=3, cas=2, dice=[9])
    entries = game.play("attack US-2 normal ARM-6")
    assert "armor_result" in said(entries)
    assert verbs(game) == {"support"}
    assert where(game, "US-2") == RING[0]
