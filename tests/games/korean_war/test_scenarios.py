"""The scenarios: every unit in a hex that is in play, stacked as the rules allow, cities held by who stands there."""

from collections import Counter, defaultdict

import pytest

from parallel38.engine.charts import PROVENANCE, Charts
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games.korean_war import data
from parallel38.hexgrid import bits

PACKAGE = "parallel38.games.korean_war"
BOARD = data.board()
GRID = BOARD.grid
UNITS = {row["id"]: row for row in data.units()}
CHARTS = Charts.load(data.charts())
RULES = {row["id"] for row in data.FILES.rules()}
NORTH = BOARD.regions["north_of_38"]
OWN = [name for name in data.scenarios() if "begins_as" not in data.table("scenarios.toml")["scenarios"][name]]


def standing(name: str) -> dict[str, list[str]]:
    """The units in each hex at the start, without assets."""
    found: dict[str, list[str]] = defaultdict(list)
    for unit, at, owner in data.setup(name):
        if at != data.BOX and not owner:
            found[at].append(unit)
    return found


def held(name: str) -> dict[str, str]:
    """Who controls each city at the start (14.1a)."""
    found = {city: "communist" if NORTH >> h & 1 else "un" for city, h in BOARD.cities.items()}
    control = data.scenario(name)["control"]
    return found | {city: side for side in ("un", "communist") for city in control[side]}


def points(name: str) -> int:
    """The UN's city points at the start."""
    return sum(CHARTS["city_values"][city, "vp"] for city, side in held(name).items() if side == "un")


def test_five_scenarios_and_the_advanced_game():
    assert [data.scenario(name)["number"] for name in data.scenarios()] == [1, 2, 3, 4, 5, 6]
    assert OWN == ["invasion", "strike_back", "chinese_intervene", "resurgent"]
    assert data.setup("defeat_into_victory") == data.setup("whole_war") == data.setup("invasion")


@pytest.mark.parametrize("name", data.scenarios())
def test_lengths_extents_and_sources(name: str):
    row = data.scenario(name)
    first, last = (data.PHASES.index(row[word]) for word in ("first", "last"))
    assert first < last
    assert data.PHASES.index(row["arrivals_from"]) >= first
    assert row["extent"] == {"chinese_intervene": "north", "whole_war": "all"}.get(name, "south")
    assert {row[key] for key in row if key.startswith("prov_")} <= set(PROVENANCE)
    assert set(row["specials"]) <= RULES
    assert row["political"] == (name == "whole_war")
    assert row["air_display"] == (name in ("defeat_into_victory", "whole_war"))  # 15.0a
    assert ("air_levels" in row) != row["air_display"]
    if not row["air_display"]:
        turns = {int(phase.partition("-")[0]) for phase in data.PHASES[first : last + 1]} - {1}
        assert {int(turn) for turn in row["air_levels"] if turn.isdigit()} == turns


@pytest.mark.parametrize("name", OWN)
def test_everybody_stands_once_on_land_in_play(name: str):
    extent = BOARD.regions[data.scenario(name)["extent"]]
    names = [unit for unit, _, _ in data.setup(name)]
    assert [unit for unit, count in Counter(names).items() if count > 1] == []
    for unit, at, owner in data.setup(name):
        if at == data.BOX:
            assert UNITS[unit]["side"] == "un"
        else:
            assert extent >> GRID.hex(at) & 1, (unit, at)
        if owner:
            assert UNITS[unit]["class"] == "asset"
            assert UNITS[unit]["side"] == UNITS[owner]["side"]


@pytest.mark.parametrize("name", OWN)
def test_hexes_hold_what_they_may(name: str):
    """7.3q, 7.3r, 8.1e: one side, one division or three regiments and brigades, assets within the limits."""
    for at, units in standing(name).items():
        assert len({UNITS[unit]["side"] for unit in units}) == 1, at
        sizes = Counter(UNITS[unit]["size"] for unit in units)
        small = sizes["regiment"] + sizes["brigade"]
        assert sizes["division"] <= CHARTS["stacking"]["divisions", "units"]
        assert small <= CHARTS["stacking"]["regiments", "units"]
        assert not (sizes["division"] and small)
    for owner, count in Counter(owner for _, _, owner in data.setup(name) if owner).items():
        assert count <= CHARTS["asset_limits"][UNITS[owner]["size"], "assets"]


@pytest.mark.parametrize("name", OWN)
def test_cities_are_held_by_who_stands_in_them(name: str):
    control, found = data.scenario(name)["control"], standing(name)
    for side, other in (("un", True), ("communist", False)):
        assert all(bool(NORTH >> BOARD.cities[city] & 1) == other for city in control[side])
    for city, side in held(name).items():
        for unit in found.get(GRID.label(BOARD.cities[city]), []):
            assert UNITS[unit]["side"] == side, (city, unit)


@pytest.mark.parametrize("name", ["strike_back", "resurgent"])
def test_southern_ports_in_north_korean_hands_have_garrisons(name: str):
    """13.1k."""
    found = standing(name)
    for city, side in held(name).items():
        if side == "communist" and city in BOARD.ports and not NORTH >> BOARD.cities[city] & 1:
            kinds = {UNITS[unit]["kind"] for unit in found[GRID.label(BOARD.cities[city])]}
            assert "nk_garrison" in kinds, city


@pytest.mark.parametrize("name", OWN)
def test_nobody_arrives_who_is_there(name: str):
    row = data.scenario(name)
    span = data.PHASES[data.PHASES.index(row["arrivals_from"]) : data.PHASES.index(row["last"]) + 1]
    come = {unit for unit in CHARTS["arrivals"].rows if CHARTS["arrivals"][unit, "phase"] in span}
    assert come & {unit for unit, _, _ in data.setup(name)} == set()


def test_the_invasion_begins_as_the_rules_and_reports_tell():
    """13.1o: all 22 ROK regiments; reports: four armor assets, NK 6 beside Kaesong, NK 1 beside one regiment only."""
    setup = data.setup("invasion")
    at = {unit: GRID.hex(place) for unit, place, _ in setup}
    assert sum(UNITS[unit]["kind"] == "rok_regt" for unit, _, _ in setup) == 22
    assert sum(UNITS[unit]["kind"] == "nk_armor" for unit, _, _ in setup) == 4
    assert all(bool(NORTH >> h & 1) == (UNITS[unit]["side"] == "communist") for unit, h in at.items())
    assert GRID.distance(at["NK-6"], BOARD.places["Kaesong"]) == 1
    near = [u for u, h in at.items() if UNITS[u]["side"] == "un" and GRID.distance(h, at["NK-1"]) == 1]
    assert near == ["ROKR-13"]


def test_twenty_four_chinese_divisions_intervene():
    assert sum(UNITS[unit]["kind"] == "ccf_div" for unit, _, _ in data.setup("chinese_intervene")) == 24


def test_enhanced_units_are_as_many_as_the_turns_allow():
    """13.3a, 13.3b: two by the middle of turn 4, all four by turn 6."""

    def enhanced(name: str) -> int:
        names = {unit for unit, _, _ in data.setup(name)}
        return sum(unit in names for unit in ("US-24", "US-25", "US-1CV", "US-7"))

    assert enhanced("strike_back") == 2
    assert not any(UNITS[unit]["nation"] == "us_fec" for unit, _, _ in data.setup("chinese_intervene"))


@pytest.mark.parametrize("name", data.scenarios())
def test_levels_of_victory_rise_from_the_communists_to_the_un(name: str):
    victory = data.scenario(name)["victory"]
    bounds = [level["most"] for level in victory["levels"][:-1]]
    assert bounds == sorted(set(bounds))
    assert "most" not in victory["levels"][-1]
    order = [["communist", "draw", "un"].index(level["winner"]) for level in victory["levels"]]
    assert order == sorted(order)
    assert set(order) == {0, 1, 2}
    politics = {"tension", "weapons", "formosa"}
    assert set(victory["score"]) <= {"cities", "cities_each_turn", "uncommitted", "saved", *politics}
    assert set(victory["sudden_death"]) <= {"pusan", "masan_taegu", "producers"}
    assert ("producers" in victory["sudden_death"]) == (name == "whole_war")
    won = next(level for level in victory["levels"] if victory["history"] <= level.get("most", 999))
    expected = {"strike_back": "un", "chinese_intervene": "communist", "whole_war": "un"}
    assert won["winner"] == expected.get(name, "draw")


def test_city_points():
    """22 in the south, 19 in the north; what the scenarios start with."""
    south = sum(CHARTS["city_values"][c, "vp"] for c, h in BOARD.cities.items() if not NORTH >> h & 1)
    north = sum(CHARTS["city_values"][c, "vp"] for c, h in BOARD.cities.items() if NORTH >> h & 1)
    assert (south, north) == (22, 19)
    assert (points("invasion"), points("resurgent")) == (22, 14)
    reached = {"P'yongyang", "Wonsan", "Haeju", "Chinnamp'o"}
    assert (
        south + sum(CHARTS["city_values"][c, "vp"] for c in reached)
        == data.scenario("strike_back")["victory"]["history"]
    )


def test_the_north_that_scenarios_play_on_holds_their_cities():
    south = BOARD.regions["south"]
    assert sum(1 for h in bits(south) if h in BOARD.cities.values()) == 29


@pytest.mark.parametrize("language", LANGUAGES)
def test_scenarios_options_and_turns_have_texts(language: str):
    texts = Texts(language, PACKAGE)
    keys = [f"scenario.{name}{end}" for name in data.scenarios() for end in ("", ".blurb")]
    keys += [f"turn.turn_{n}" for n in range(1, 13)]
    for kind in ("option", "ruling"):
        for choice in data.FILES.choices(kind):
            assert choice.rule in RULES
            assert set(choice.scenarios) <= set(data.scenarios())
            keys += [f"{kind}.{choice.name}{end}" for end in ("", ".name", *(f".{value}" for value in choice.values))]
    assert [key for key in keys if not texts.has(key)] == []
