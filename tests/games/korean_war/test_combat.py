"""9 Combat: who takes part, values, modifiers, results, losses, retreats, advance."""

from typing import Any

import msgspec
import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war.rules import engagement, values
from parallel38.hexgrid import bits
from tests.games.korean_war.field import cell, field, flags, marks, number, play, said, track, where, why


def fight(game: Game, line: str) -> Any:
    """The combat that a line would begin."""
    return game.parse(line).fight(game.state, first=False)  # type: ignore[attr-defined]


def names(game: Game, units: tuple[int, ...] | list[int]) -> set[str]:
    return {game.state.rules.names.unit(u) for u in units}


def mods(game: Game, line: str) -> dict[str, int]:
    return {part.name: part.die for part in engagement.modifiers(game.state, fight(game, line))}


def dry(scenario: str = "defeat_into_victory") -> tuple[str, list[str]]:
    """A clear hex whose six neighbours are clear or broken land, without rivers, cities and water."""
    rules = field({"3815": "NK-6", "1625": "US-2"}, scenario=scenario).state.rules
    grid = rules.grid
    for h in rules.beside:
        near = grid.neighbours[h]
        whole = [h, *near]
        if (
            rules.clear >> h & 1
            and all((rules.clear | rules.broken) >> n & 1 for n in near)
            and rules.beside[h].bit_count() == 6
            and not any(rules.cities >> n & 1 or rules.coast >> n & 1 for n in whole)
            and not any(rules.rivers.has(a, b) for a in whole for b in grid.neighbours[a])
        ):
            return grid.label(h), [grid.label(n) for n in near]
    raise AssertionError


CENTRE, RING = dry()


@pytest.mark.rule("W-9.2i", "W-9.2k", "W-9.2m", by="value")
@pytest.mark.rule("W-9.2a", "W-9.2d")
def test_all_neighbours_of_the_defenders_join():
    game = field({CENTRE: "NK-6", RING[0]: "US-2", RING[2]: "US-3 fatigued", RING[3]: "ROK-1"}, turn=2)
    found = fight(game, "attack US-2")
    assert names(game, found.attackers) == {"US-2", "US-3", "ROK-1"}
    assert engagement.odds(game.state, found)[0] == 20 + 10 + 8
    assert why(game, "attack US-3") == ["W-7.1b"]
    far = field({"1625": "US-2", CENTRE: "NK-6"})
    assert why(far, "attack US-2") == ["W-9.2a"]
    play(game, "attack US-2")
    assert flags(game, "ROK-1") == ""


@pytest.mark.rule("W-9.2b")
@pytest.mark.rule("W-4.2c", by="value")
def test_no_attack_and_no_zone_across_an_estuary():
    game = field({"2111": "US-2", "2210": "NK-6"})
    assert why(game, "attack US-2") == ["W-9.2b"]
    assert not game.state.zone(1) >> game.state.rules.grid.hex("2111") & 1


@pytest.mark.rule("W-9.2f", by="value")
@pytest.mark.rule("W-9.2f")
def test_units_behind_rivers_may_join():
    rules = field({"3815": "NK-6", "1625": "US-2"}).state.rules
    grid = rules.grid
    h, wet, free = next(
        (h, a, b)
        for h in rules.beside
        for a in bits(rules.beside[h])
        for b in bits(rules.beside[h])
        if rules.rivers.has(h, a) and not rules.rivers.has(h, b) and not rules.cities >> h & 1
    )
    target, own, other = grid.label(h), grid.label(free), grid.label(wet)
    game = field({target: "NK-6", own: "US-2", other: "US-3"}, turn=2)
    assert names(game, fight(game, "attack US-2").attackers) == {"US-2"}
    assert names(game, fight(game, "attack US-2 normal - US-3").attackers) == {"US-2", "US-3"}
    assert mods(game, "attack US-2 normal - US-3")["river"] == -2
    assert why(game, "attack US-3 normal - US-2") == ["W-9.2f"]


@pytest.mark.rule("W-7.4a", "W-7.4d")
@pytest.mark.rule("W-7.4e", by="value")
def test_one_attack_from_a_hex_and_one_modifier():
    home = RING[0]
    game = field({CENTRE: "NK-6", home: f"US-2 start={home}", "3815": "NK-1"}, turn=2, dice=[4])
    assert engagement.modifiers(game.state, game.parse("attack US-2").fight(game.state, first=True))[0].die == 1  # type: ignore
    play(game, "attack US-2")
    assert game.state.top.bonus
    assert why(game, "attack US-2") == ["W-7.4a"]


@pytest.mark.rule("W-9.4w", "W-9.4x", "W-9.4y", "W-9.4r", "W-9.4s", "W-9.4v", "W-9.4u", by="value")
def test_modifiers_of_ground_and_coast():
    town = field({"3815": "NK-6", "1625": "US-2"}).state.rules
    beside = town.grid.label(next(bits(town.beside[town.grid.hex("2317")])))
    game = field({"2317": "NK-6", beside: "US-2"})
    assert mods(game, "attack US-2")["city"] == -1
    port = game.state.rules.grid.hex("1831")
    near = game.state.rules.grid.label(next(bits(game.state.rules.beside[port])))
    coast = field({"1831": "NK-6", near: "US-2"}, turn=3)
    assert mods(coast, "attack US-2")["naval"] == 1
    defence = field({"1831": "US-2", near: "NK-6"}, turn=3, side="communist")
    assert mods(defence, "attack NK-6")["naval"] == -1
    early = field({"1831": "ROKR-1", near: "NK-6"}, turn=1, side="communist", scenario="invasion")
    assert "naval" not in mods(early, "attack NK-6")
    assert not game.state.rules.naval & game.state.rules.board.regions["no_naval_support"]


@pytest.mark.rule("W-7.4f", "W-9.4z", "W-9.4ai", by="value")
def test_kinds_of_attack_and_the_limits_of_modifiers():
    game = field({CENTRE: "NK-6", RING[0]: "US-2"}, turn=3)
    assert mods(game, "attack US-2 intensive") == {"intensive": 2}
    assert mods(game, "attack US-2 all_out") == {"all_out": 3}
    found = fight(game, "attack US-2 all_out")
    assert engagement.total(game.state, msgspec.structs.replace(found, bonus=5)) == 5
    assert engagement.total(game.state, msgspec.structs.replace(found, bonus=-9)) == -4


@pytest.mark.rule("W-9.4aa", by="value")
@pytest.mark.rule("W-9.4ab", by="value")
def test_armor_that_defends():
    units = {CENTRE: "NK-6", "with:NK-6": "NKA-203", RING[0]: "US-2"}
    game = field(units)
    assert mods(game, "attack US-2")["defending_armor"] == -1
    two = field({**units, "with:NK-6": "NKA-203, NKA-107"})
    assert mods(two, "attack US-2")["defending_armor"] == -2
    own = field({**units, "with:US-2": "ARM-6"})
    assert "defending_armor" not in mods(own, "attack US-2")


@pytest.mark.rule("W-9.4b")
def test_armor_stays_out_of_trackless_hills():
    rules = field({CENTRE: "NK-6", "1625": "US-2"}).state.rules
    grid = rules.grid
    hill = next(h for h in rules.beside if rules.trackless >> h & 1 and rules.beside[h].bit_count() == 6)
    near = grid.neighbours[hill][0]
    game = field({grid.label(hill): "NK-6", grid.label(near): "US-2", "with:US-2": "ARM-6"})
    assert why(game, "attack US-2 normal ARM-6") == ["W-9.4b"]


@pytest.mark.rule("W-9.4h", "W-9.4i", "W-9.4j")
def test_armor_can_be_lost():
    game = field(
        {CENTRE: "NK-6", RING[0]: "US-2", "with:US-2": "ARM-6", RING[1]: "NK-1", RING[5]: "NK-2"},
        turn=2,
        dice=[0, 5, 5],
    )
    found = fight(game, "attack US-2 normal ARM-6")
    assert engagement.armor_result(game.state, found, 0).startswith("A")
    play(game, "attack US-2 normal ARM-6")
    assert cell(game, "lost", "ARM-6") == 1 or where(game, "ARM-6") == "destroyed"


@pytest.mark.rule("W-9.4q")
def test_the_communists_have_three_bonuses_in_turn_one():
    game = field(
        {CENTRE: "ROKR-1", RING[0]: "NK-6", "3815": "ROKR-2"},
        scenario="invasion",
        turn=1,
        side="communist",
        air_bonus=3,
        dice=[0],
    )
    play(game, "attack NK-6")
    assert why(game, "support 2") == ["W-9.4q"]
    play(game, "support 1")
    assert track(game, "air_bonus") == 2


@pytest.mark.rule("W-9.4p", "W-15.1b")
def test_air_support_is_used_up():
    game = field({CENTRE: "US-2", RING[0]: "NK-6", "1625": "US-3"}, side="communist", cas=3, dice=[0])
    play(game, "attack NK-6")
    assert game.decider == "un"
    assert why(game, "support 3") == ["W-9.4p"]
    play(game, "support 2")
    assert track(game, "cas") == 1


@pytest.mark.rule("W-9.5d", "W-9.5e")
def test_who_loses_first():
    frame = {
        "kind": "Losing",
        "side": "un",
        "units": ["US-2", "US-3", "ARM-6"],
        "left": 1,
        "first": "US-2",
        "rule": "W-9.5c",
    }
    units = {RING[0]: "US-2", RING[2]: "US-3", "with:US-2": "ARM-6", CENTRE: "NK-6"}
    game = field(units, frame={**frame, "first": None})
    assert why(game, "lose ARM-6") == ["W-9.5d"]
    play(game, "lose US-3")
    assert where(game, "US-3") == "aside"
    active = field({**units, "with:US-3": "ARM-89"}, frame={**frame, "units": ["US-2", "US-3"], "left": 1})
    assert where(active, "US-2") == "aside"  # without a choice


@pytest.mark.rule("W-9.5f")
def test_losses_that_nobody_can_take_are_ignored():
    frame = {"kind": "Losing", "side": "un", "units": ["ROKR-1"], "left": 3, "first": None, "rule": "W-9.5c"}
    game = field({RING[0]: "ROKR-1", "1625": "US-2", CENTRE: "NK-6"}, frame=frame)
    assert where(game, "ROKR-1") == "eliminated"


@pytest.mark.rule("W-9.5ae", "W-9.5af", "W-9.5ad")
def test_where_lost_units_go():
    frame = {"kind": "Losing", "side": "un", "units": ["US-RPL1-1"], "left": 1, "first": None, "rule": "W-9.5c"}
    game = field({RING[0]: "US-RPL1-1", "1625": "US-5RCT", CENTRE: "NK-6", "aside": "US-3"}, frame=frame)
    gone = ("destroyed", "reconstituting")
    assert where(game, "US-RPL1-1") == "out"
    assert where(game, "US-3") in gone
    single = field({RING[0]: "US-5RCT", "1625": "US-2", CENTRE: "NK-6"}, frame={**frame, "units": ["US-5RCT"]})
    assert where(single, "US-5RCT") in gone
    korean = field({RING[0]: "ROKR-1", "1625": "US-2", CENTRE: "NK-6"}, frame={**frame, "units": ["ROKR-1"]})
    assert where(korean, "ROKR-1") == "eliminated"


@pytest.mark.rule("W-9.5o", "W-9.5w", "W-9.5t")
def test_retreat_or_stand():
    units = {CENTRE: "NK-6", RING[0]: "US-2", "3815": "NK-1"}
    frame = {"kind": "Retreats", "side": "communist", "hex": RING[0], "units": ["NK-6"], "landing": False, "begun": []}
    game = field(units, frame=frame)
    grid = game.state.rules.grid
    for offer in game.offers():
        if offer.verb == "retreat":
            for way in offer.domain.ways:
                assert len(way) == 4
                assert grid.distance(grid.hex(RING[0]), way[-1]) == 4
    away = RING[3]
    assert why(game, f"retreat NK-6 {CENTRE}-{away}") == ["W-9.5t"]
    game.play(f"stand {CENTRE}")
    assert where(game, "NK-RPL2-1") == CENTRE
    other = field(units, frame=frame)
    way = next(offer.domain.ways[0] for offer in other.offers() if offer.verb == "retreat")
    other.play("retreat NK-6 " + "-".join(map(grid.label, way)))
    assert where(other, "NK-6") == grid.label(way[-1])


@pytest.mark.rule("W-9.5v", "W-9.5y", "W-9.5q")
def test_a_unit_without_a_way_dies_in_a_landing():
    units = {CENTRE: "NK-6", **{RING[i]: f"US-{n}" for i, n in zip((0, 2, 4), (2, 3, 7), strict=True)}}
    frame = {"kind": "Retreats", "side": "communist", "hex": CENTRE, "units": ["NK-6"], "landing": True, "begun": []}
    game = field(units, frame=frame)
    assert where(game, "NK-6") in ("aside", "eliminated")
    opened = field({CENTRE: "NK-6", "1625": "US-2"}, frame=frame)
    assert why(opened, f"stand {CENTRE}") == ["W-9.5y"]
    one = field({CENTRE: "NK-6", RING[0]: "US-2"}, frame={**frame, "hex": RING[0], "landing": False})
    assert why(one, f"retreat NK-6 {CENTRE}-{RING[1]}") == ["W-9.5q"]


@pytest.mark.rule("W-9.5z")
def test_only_a_vacated_hex_is_entered():
    frame = {"kind": "Advancing", "side": "un", "unit": "US-2", "hexes": [CENTRE]}
    game = field({RING[0]: "US-2", "3815": "NK-6"}, frame=frame)
    assert why(game, f"advance {RING[1]}") == ["W-9.5z"]
    play(game, f"advance {CENTRE}")
    assert where(game, "US-2") == CENTRE


@pytest.mark.rule("W-9.5b")
def test_a_result_that_eliminates_all():
    game = field(
        {CENTRE: "ROKR-1", RING[0]: "US-2", RING[2]: "NK-6", "1625": "US-3"}, side="communist", turn=2, dice=[9]
    )
    found = fight(game, "attack NK-6 all_out")
    assert found.targets
    weak = field({CENTRE: "NK-6", RING[0]: "ROKR-1", RING[2]: "NK-1", "1625": "US-2"}, turn=2, dice=[0, 0])
    play(weak, "attack ROKR-1")
    assert where(weak, "ROKR-1") == "eliminated"


@pytest.mark.rule("W-5.1p")
def test_a_depot_alone_is_eliminated_by_any_defeat():
    game = field({CENTRE: "DEPOT-NK-1 value=2", RING[0]: "US-2", "3815": "NK-1"}, dice=[9], un_initiative=1)
    found = fight(game, "attack US-2 all_out")
    assert engagement.odds(game.state, found)[1] == 2
    play(game, "attack US-2 all_out")
    assert where(game, "DEPOT-NK-1") == "out"


@pytest.mark.rule("W-7.5f", "W-7.5g", "W-7.5h", by="value")
@pytest.mark.rule("W-7.5i", "W-7.5j")
def test_entrenchments_raise_values():
    def value(text: str, level: int) -> int:
        game = field({CENTRE: text, "1625": "US-3", "3815": "NK-6"}, turn=2, marks=[f"un_works {CENTRE} {level}"])
        return values.defense(game.state, number(game, "US-2"), game.state.rules.grid.hex(CENTRE))

    assert value("US-2", 1) == 17
    assert value("US-2", 2) == 22
    assert value(f"US-2 fatigued start={CENTRE}", 1) == 17
    assert value("US-2 fatigued", 1) == 9


@pytest.mark.rule("W-9.4ad", "W-9.4ae")
def test_waves():
    units = {CENTRE: "US-2", RING[0]: "CCF-112", RING[2]: "NK-6", RING[4]: "CCF-RPL2-1"}
    game = field(units, side="communist", scenario="resurgent", turn=9)
    assert why(game, "attack NK-6 wave") == ["W-9.4ad"]
    assert why(game, "attack CCF-RPL2-1 wave") == ["W-9.4ad"]
    assert why(game, "attack CCF-112 wave") == ["W-9.4ae"]
    fed = field({**units, RING[3]: "DEPOT-NK-1 value=1 spent=1"}, side="communist", scenario="resurgent", turn=9)
    assert why(fed, "attack CCF-112 wave") == []
    assert mods(fed, "attack CCF-112 all_out_wave")["wave"] == 1


@pytest.mark.rule("W-9.4ag")
def test_a_low_wave_costs_a_step():
    units = {
        CENTRE: "US-2",
        RING[0]: "CCF-112",
        RING[1]: "CCF-113",
        RING[5]: "CCF-114",
        RING[3]: "DEPOT-NK-1 value=3 spent=3",
    }
    game = field(units, side="communist", scenario="resurgent", turn=9, cas=0, dice=[4])
    found = fight(game, "attack CCF-112 all_out_wave")
    assert engagement.result(game.state, found, 4)[0] in "D-"
    entries = game.play("attack CCF-112 all_out_wave")
    assert "replaced" in said(entries)


@pytest.mark.rule("W-9.1h", "W-19.3b")
def test_the_chinese_initiative_period_prints_its_values():
    game = field(
        {"6405": "US-24", "6506": "CCF-148"}, scenario="chinese_intervene", turn=6, side="communist", period=2, onset=1
    )
    assert values.attack(game.state, number(game, "CCF-148")) == 15
    assert values.charted(game.state, number(game, "CCF-148")) is False
    assert marks(game) == set()


@pytest.mark.rule("W-9.3d", "W-9.4a", "W-9.4k", by="value")
def test_the_chances_of_an_attack_are_exact():
    units = {CENTRE: "NK-6", RING[0]: "US-2", "with:US-2": "ARM-6", RING[1]: "US-3"}
    game = field(units, turn=2)
    preview = game.state.top.preview(game.state, game.parse("attack US-2 intensive ARM-6"))
    assert preview is not None
    assert sum(result.chance for result in preview.outcomes) == 1
    plain = game.state.top.preview(game.state, game.parse("attack US-2 intensive"))
    assert plain is not None
    assert {m.note.text: m.drm for m in plain.modifiers} == {"drm.intensive": 2}
    hurt = {
        name: sum(r.chance for r in p.outcomes if r.rank == 3) for name, p in (("with", preview), ("without", plain))
    }
    assert hurt["with"] <= hurt["without"]
