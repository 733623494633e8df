"""What pages show of The Mobile War: choices that do not go together, the course of a turn, ships, how a phase ends."""

import pytest

from parallel38 import BadInputError, desk, new_game
from parallel38.engine.texts import LANGUAGES
from parallel38.games import title
from tests.games.mobile_war.field import field

PUSAN = "3356"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_greys_out_just_what_would_be_refused(language: str):
    known, (shown,) = title("mobile_war"), [one for one in desk.titles(language) if one["name"] == "mobile_war"]
    rows = {row["name"]: row for row in shown["options"]}
    for choice in known.options:
        other = next(value for value in choice.values if value != choice.default)
        for scenario in known.scenario_names:
            fits = scenario not in rows[choice.name]["unfit"]
            try:
                known.setting(scenario=scenario, options={choice.name: other})
                assert fits
            except BadInputError:
                assert not fits
        for name, row in rows.items():
            second = next(value["name"] for value in row["values"] if value["name"] != row["default"])
            both = {choice.name: other, name: second}
            if name == choice.name or "campaign" in row["unfit"] or "campaign" in rows[choice.name]["unfit"]:
                continue
            try:
                known.setting(scenario="campaign", options=both)
                assert name not in rows[choice.name]["apart"]
            except BadInputError:
                assert rows[choice.name]["apart"][name]


def test_the_strip_leaves_out_what_the_booklet_has_no_phase_for():
    phases = [phase["key"] for phase in desk.situation(new_game("mobile_war", seed=1), "en")["phases"]]
    kinds = ("arrivals", "first_movement", "combat", "second_movement")
    assert phases == [f"phase.{side}_{kind}" for side in ("communist", "un") for kind in kinds]


def test_points_that_a_move_leaves_are_told_to_be_lost():
    game = field({"1938": "NK-4"}, side="communist", phase="first", turn=3)
    assert desk.words(game, "en")["words"]["left"] == {"move": "points not used: its move ends there"}
    game.play("move NK-4 1937")
    assert desk.reach(game, ["NK-4"], None, "en")["spots"] == [], "it had points left and cannot go on"


def test_the_question_says_when_no_hex_is_left_to_attack():
    game = field({"1743": "NK-6", "2541": "ROK-1/7"}, side="communist", phase="combat", turn=3)
    assert desk.situation(game, "en")["prompt"].startswith("No enemy hex is left")


def test_pictures_of_the_start_show_who_is_on_the_map():
    units = desk.start("mobile_war", "en")["units"]
    assert len(units) == 38  # 23 North Koreans, a supply unit that has just come, 14 South Koreans
    assert all(unit["place"].isdigit() for unit in units)


def test_a_ship_can_load_however_far_it_could_sail():
    game = field({PUSAN: "MST-1, ROK-2, ROK-11/1, ROK-12/1, ROK-13/1"})
    rows = desk.actions(game, "en", unit="MST-1")
    assert {row["verb"] for row in rows} == {"sail", "load"}
    assert max(sum(row["verb"] == verb for row in rows) for verb in ("sail", "load")) <= 400


def test_what_is_aboard_is_told_on_the_counter():
    game = field({PUSAN: "MST-1, ROK-11/1, ROK-12/1"})
    ship = game.rules.names.unit_number("MST-1")
    assert [figure.circled for figure in game.rules.face(game.state, ship).figures] == [False]
    game.play("load MST-1 ROK-11/1,ROK-12/1")
    _, aboard = game.rules.face(game.state, ship).figures
    assert (aboard.text, aboard.circled) == ("2", True)


def test_the_landing_craft_are_one_in_spanish():
    units = {"3553": "AMPH-1 recalled", "with:AMPH-1": "US-5M/1Mar"}
    told = desk.plan(field(units, marks=["home 3553"]), "sail AMPH-1 3654", "es")["refusals"][0]["reason"]
    assert told.startswith("La flotilla de desembarco fue rechazada y está en su puerto: ")


def test_who_cannot_end_yet_is_told_why():
    crowded = field({"2840": "ROK-11/1 moved, ROK-12/1 moved, ROK-13/1"})
    end = desk.situation(crowded, "en")["end"]
    assert (end["do"], end["text"]) == ("end", "End movement")
    assert "Pyongchang" in end["bar"], "a place is told by its name"
    assert end["bar"].endswith("[STK-A2]")
    crowded.play("move ROK-13/1 2841")
    assert desk.situation(crowded, "en")["end"]["bar"] is None


def test_the_defender_sees_the_tables_beside_each_other():
    game = field({"2036": "NK-4, C-SUP-1", "2037": "ROK-1/7"}, side="communist", phase="combat", turn=8)
    game.play("attack 2037 NK-4 C-SUP-1")
    (field_,) = desk.plan(game, "table pursuit", "en")["fields"]
    assert (field_["kind"], field_["value"]) == ("word", "pursuit")
    assert {"Meeting Engagement", "Pursuit"} <= {choice["text"] for choice in field_["choices"]}
    ranks = {
        one["key"]: one["rank"] for one in desk.plan(game, "table meeting", "en")["odds"]["branches"][0]["outcomes"]
    }
    assert all(
        rank == {"D": 0, "E": 1, "A": 3}[key[0]] for key, rank in ranks.items()
    )  # a lone regiment dies of any loss


def test_an_attack_tells_what_it_may_cost_each_side():
    """16 against 40: one time in three all attackers are lost, and that is told first; the enemy loses little."""
    game = field(
        {"2341": "US-24", "2340": "CN-38-112, CN-38-113"}, side="un", phase="combat", scenario="stalemate", turn=1
    )
    odds = desk.plan(game, "attack 2340 US-24", "en")["odds"]
    own, other = odds["tolls"]
    assert (own["side"], other["side"]) == ("un", "communist")
    assert own["results"][0]["text"] == "all 3 regiments"
    assert own["results"][0]["chance"] == pytest.approx(1 / 3)
    assert sum(row["chance"] for row in own["results"]) == pytest.approx(1)
    assert other["results"][-1] == {"key": "0", "text": "nothing", "rule": None, "chance": pytest.approx(5 / 6)}
    ranks = {one["key"]: one["rank"] for one in odds["branches"][0]["outcomes"]}
    assert (ranks["Ax"], ranks["A1"], ranks["E1"]) == (3, 3, 1), "what only the attacker loses is no 'nothing'"


def test_the_defender_sees_own_losses_first_on_each_table():
    game = field({"2036": "NK-4, C-SUP-1", "2037": "ROK-1/7"}, side="communist", phase="combat", turn=8)
    game.play("attack 2037 NK-4 C-SUP-1")
    for table in ("meeting", "pursuit"):
        own, other = desk.plan(game, f"table {table}", "es")["odds"]["tolls"]
        assert (own["side"], other["side"]) == ("un", "communist")
        assert own["results"][0]["text"] == "el único regimiento"


def test_an_attack_that_is_planned_has_its_arrows_and_the_defender_reads_who_attacks():
    game = field({"2036": "NK-4, C-SUP-1", "2037": "ROK-1/7"}, side="communist", phase="combat", turn=8)
    planned = desk.plan(game, "attack 2037 NK-4 C-SUP-1", "en")["arrows"]
    assert [(arrow["side"], arrow["from"], arrow["to"]) for arrow in planned] == [("communist", "2036", "2037")]
    assert desk.plan(game, "attack 2037 ROK-1/7", "en")["arrows"] == [], "what is refused has none"
    game.play("attack 2037 NK-4 C-SUP-1")
    found = desk.situation(game, "en")
    assert found["arrows"] == planned
    assert found["about"] == {"units": ["NK-4"], "hexes": ["2037"]}
    assert "is attacked by North Korean 4th Division: " in found["prompt"]
    assert " de la 4.ª División norcoreana: " in desk.situation(game, "es")["prompt"]
    assert desk.plan(game, "table pursuit", "en")["arrows"] == [], "it is on the map already"


def test_the_levels_of_victory_are_goals_with_what_is_wanted_next():
    game = field({"2037": "ROK-1/7", "2036": "NK-4"}, side="communist", phase="combat", turn=8)
    goals = {goal["name"]: goal for goal in desk.situation(game, "en")["goals"]}
    assert set(goals) == {"un_level", "communist_level"}
    assert desk.situation(game, "en")["ahead"]["side"] == "un"
    tie = desk.situation(new_game("mobile_war", scenario="campaign"), "en")["ahead"]
    assert (tie["side"], tie["text"][:6]) == (None, "A tie.")
    assert goals["un_level"]["rule"].startswith("VIC-1")
    assert goals["un_level"]["wanted"].startswith("Invasion: the UN has a")


def test_the_supply_that_south_koreans_have_from_seoul_is_shown():
    """Three divisions stand round the regiment in Seoul: it has no way to Pusan, and is in supply all the same."""
    units = {"1939": "ROK-18/Cap", "1838": "NK-6", "2038": "NK-4", "1840": "NK-1", "2541": "ROK-1/7"}
    game = field(units, phase="first")
    shown = desk.overlay(game, "supply-un", None, "en")
    assert ("1939" in shown["hexes"], shown["labels"], shown["units"]) == (True, {"1939": "ROK"}, [])
    told = [row for row in desk.hex_facts(game, "1939", "en")["lines"] if "in supply" in row["text"].lower()]
    assert [row["rule"] for row in told] == ["SGI-2a"]
