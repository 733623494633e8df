"""The desk: what pages are told has the promised shape and the figures of the booklet's example."""

import json
import re
from collections import Counter
from importlib import resources
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parallel38 import BadInputError, Game, desk, new_game
from parallel38.api import from_position, load
from parallel38.desk.overlays import overlay_kinds
from parallel38.engine.texts import LANGUAGES
from parallel38.games import NAMES, title
from parallel38.players import players_of
from tests.games.mobile_war.field import field
from tests.games.yalu.test_combat import attacked
from tests.games.yalu.test_example import EXAMPLE, at_combat, begin

RECORD = Path(__file__).parents[1] / "records" / "yalu-example-turn-0.2.0.record"
SITUATION = [
    "title",
    "edition",
    "scenario",
    "board",
    "number",
    "hash",
    "turn",
    "turn_text",
    "turn_number",
    "turns",
    "phase",
    "phase_text",
    "part_text",
    "phases",
    "decider",
    "decider_text",
    "over",
    "winner",
    "prompt",
    "prompt_other",
    "about",
    "end",
    "offers",
    "ahead",
    "coming",
    "goals",
    "tracks",
    "orders",
    "units",
    "marks",
    "arrows",
    "holders",
    "boxes",
    "outside",
    "notation",
    "undo",
    "redo",
    "roll",
    "options",
    "rulings",
    "dice",
]
UNIT = ["id", "side", "place", "face", "name", "formation", "flags", "flags_text", "strength", "strength_text", "note"]
PLAN = [
    "do",
    "verb",
    "text",
    "legal",
    "refusals",
    "warnings",
    "hexes",
    "path",
    "dice",
    "steps",
    "price",
    "needs_die",
    "rolls",
    "binding",
    "arrows",
    "odds",
]
PLAN += ["fields", "template", "instead"]
ODDS = [
    "title",
    "ratio",
    "column",
    "columns",
    "notes",
    "modifiers",
    "total",
    "branches",
    "outcomes",
    "what_if",
    "tolls",
]


@pytest.fixture(scope="module")
def start() -> Game:
    return begin()


@pytest.fixture(scope="module")
def combat() -> Game:
    return at_combat()


def plain(value: Any) -> Any:
    """What comes out of the desk is JSON as it stands."""
    assert json.loads(json.dumps(value)) == value
    return value


def without_keys(value: Any) -> None:
    """No text is a bare key of a catalogue, which is how a missing text shows."""
    for text in re.findall(r'"text": "([^"]*)"', json.dumps(value)):
        assert not re.fullmatch(r"[a-z_]+(\.[\w-]+)+", text, re.IGNORECASE), text


# -------------------------------------------------------------------------------------------------------- what is fixed


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_say_what_can_be_chosen(language: str):
    found = plain(desk.titles(language))
    assert tuple(one["name"] for one in found) == NAMES
    for one in found:
        assert {"name", "text", "blurb", "editions", "scenarios", "options", "rulings", "players"} <= set(one)
        assert all(edition["reconstructed"] for edition in one["editions"])
        assert [player["name"] for player in one["players"]] == ["human", *players_of(title(one["name"]))]
        without_keys(one)
        for choice in (*one["options"], *one["rulings"]):
            assert choice["default"] in [value["name"] for value in choice["values"]]
            for edition in choice["editions"]:
                assert choice["rule"] in {rule["number"] for rule in desk.rules(one["name"], language, edition)}
        for row in (one, *one["editions"], *one["scenarios"], *one["options"], *one["rulings"]):
            assert " " in row["blurb"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_says_where_hexes_lie(language: str):
    found = plain(desk.map_of("yalu", "yalu", language))
    left, top, right, low = found["bounds"]
    assert len(found["hexes"]) > 600
    for row in found["hexes"].values():
        assert left < row["x"] < right
        assert top < row["y"] < low
    assert found["hexes"]["0812"]["place"] == "Huichon"
    assert found["hexes"]["0812"]["land"]
    assert not found["hexes"]["2309"]["land"]
    without_keys(found)


def test_the_board_needs_no_inline_style():
    drawn = desk.board_svg("yalu", "yalu", "en")
    assert "style" not in drawn
    assert 'href="/api/boards/yalu/yalu/relief.jpg"' in drawn
    assert "data:" not in drawn
    assert desk.board_css().startswith("svg.board{")
    for name in re.findall(r'class="([\w-]+)"', drawn):
        assert name in desk.board_css() or name.startswith(("terrain-", "edge-", "letters-")) or name in PLAIN, name


PLAIN = {"board", "sea", "relief", "grid", "rivers", "ways", "outline", "line", "dots", "estuary", "reservoir", "signs"}
PLAIN |= {"port", "compass", "lettering", "names", "exits"}
"""Classes of the board that only name things."""


def test_counters_stand_alone(start: Game):
    shown = {unit["face"] for unit in desk.situation(start, "en")["units"]}
    drawn = desk.faces(start)
    assert set(drawn) == shown
    for svg in drawn.values():
        assert svg.startswith("<svg ")
        assert not re.search(r"style=|url\(|href=| id=", svg)
    two = sorted(shown)[:2]
    assert set(desk.faces(start, [*two, "unknown"])) == set(two)
    game = start.copy()
    game.play("move PVA-39-115 0413-0514")
    assert desk.faces(game, two) == {name: drawn[name] for name in two}


@pytest.mark.parametrize("name", NAMES)
def test_counters_that_were_not_shown_before_an_action_come_with_it(name: str):
    game, rng, drawn = new_game(name, seed=3), Random(3), 0
    for _ in range(40):
        before = desk.Snapshot(game)
        game.play(game.sample(rng))
        new = desk.new_faces(game, before)
        assert {**desk.faces(before), **new}.items() >= desk.faces(game).items()
        assert new.keys().isdisjoint(desk.faces(before))
        drawn += len(new)
    assert drawn


def test_a_snapshot_works_offers_out_once_and_stays_as_it_is(monkeypatch: pytest.MonkeyPatch):
    game = begin()
    game.play("move PVA-40-118 0812-0713")
    game.undo()
    shown, top = desk.Snapshot(game), type(game.state.top)
    asked, offers = list[str](), top.offers
    monkeypatch.setattr(top, "offers", lambda self, s: asked.append(game.decider or "") or offers(self, s))
    usual = desk.situation(game, "en"), desk.reach(game, ["PVA-40-118"], None, "en"), desk.faces(game)
    asked.clear()
    assert (desk.situation(shown, "en"), desk.reach(shown, ["PVA-40-118"], None, "en"), desk.faces(shown)) == usual
    assert asked == ["communist"]
    assert usual[0]["redo"]["can"]
    game.play("end")
    assert desk.situation(shown, "en") == usual[0] != desk.situation(game, "en")
    assert type(shown.copy()) is Game, "a copy can be played on, so that its offers are worked out anew"


@pytest.mark.parametrize(("name", "state"), [("yalu", "isolated"), ("mobile_war", "hungry")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_badge_of_a_unit_out_of_supply_is_explained(name: str, state: str, language: str):
    game = new_game(name)
    means = desk.words(game, language)["words"]["means"]
    assert set(means[state]) == set(game.rules.sides)
    out, half = {"en": ("Out of supply", "half its movement"), "es": ("Sin suministro", "mitad del movimiento")}[
        language
    ]
    assert all(text.startswith(out) for text in means[state].values())
    assert half in means[state]["communist"]
    key = [row["text"] for row in desk.map_of(name, game.rules.board_id, language)["key"]]
    assert any(half in text for text in key), "and the key of the map tells it"


def test_what_comes_in_the_next_turn_is_told():
    yalu = desk.situation(new_game("yalu"), "en")["coming"]
    assert [(row["side"], row["n"]) for row in yalu] == [("un", 3), ("communist", 4)]
    assert "Netherlands Battalion" in yalu[0]["text"]
    war = desk.situation(new_game("mobile_war"), "es")["coming"]
    assert [(row["side"], row["n"]) for row in war] == [("un", 1), ("communist", 1)]


def test_the_log_has_words_for_dice_and_for_entries_of_which_nothing_came():
    game, rng = new_game("yalu", seed=2), Random(2)
    for _ in range(150):
        game.play(game.sample(rng))
    log = {entry["n"]: entry for entry in desk.log(game, "en")}
    silent = {entry["do"]: entry["text"] for entry in log.values() if entry["do"] and not entry["lines"]}
    assert silent["fire ROK-1 PVA-50-149"] == "Fire, PVA 149th Division"
    assert silent["roll 4"] == "Attack on attack supply: 4."
    lines = [line["text"] for entry in log.values() for line in entry["lines"] if entry["dice"]]
    assert any(line.endswith("into Taechon: rolled 2, needed 2 or less.") for line in lines)
    fires = [line for line in lines if ": dice " in line]
    assert any("no modifier, total" in line for line in fires), fires
    assert any("modifier +" in line for line in fires), fires


def test_lists_of_what_the_map_shows_better_are_left_out_of_a_reach():
    game = begin()
    few = desk.reach(game, ["PVA-40-118"], None, "en")
    assert few["actions"] == desk.actions(game, "en", unit="PVA-40-118") != []
    assert few["many"] == {}
    while game.rules.phase_key(game.state) != "phase.un_movement":
        game.play("end")
    wide = desk.reach(game, ["US-187"], None, "en")
    assert wide["many"] == dict(Counter(spot["verb"] for spot in wide["spots"]))
    assert wide["actions"] == []
    for row in desk.actions(game, "en", unit="US-187", verb="move")[::40]:  # what a page writes from the template
        mode = " rail" if row["mode"] == "rail" else ""
        assert desk.plan(game, f"move US-187 {row['hex']}{mode}", "en")["do"] == row["do"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_charts_have_a_provenance_for_every_figure(language: str):
    found = plain(desk.charts("yalu", language))
    combat = next(chart for chart in found if chart["name"] == "combat")
    assert [c["name"] for c in combat["columns"]][-1] == "8:1"
    assert combat["provenance"] == "reconstructed"
    for chart in found:
        assert chart["note"]
        for row in chart["rows"]:
            assert len(row["cells"]) == len(chart["columns"])
            assert all(cell["provenance"] and not cell["changed"] for cell in row["cells"])
    without_keys(found)


def test_charts_of_a_game_show_what_a_player_has_changed():
    game = new_game("yalu", seed=1, charts={"infiltration": {"rough": {"number": 3}}})
    changed = [
        (chart["name"], row["name"], cell["text"])
        for chart in desk.charts(game, "en")
        for row in chart["rows"]
        for cell in row["cells"]
        if cell["changed"]
    ]
    assert changed == [("infiltration", "rough", "3")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_belong_to_chapters(language: str):
    rules = plain(desk.rules("yalu", language))
    chapters = {chapter["number"] for chapter in desk.chapters("yalu", language)}
    assert {rule["chapter"] for rule in rules} == chapters
    zone = next(rule for rule in rules if rule["number"] == "8.3.1.3")
    assert zone["enforced"]
    assert zone["tested"]
    without_keys(desk.chapters("yalu", language))


# ---------------------------------------------------------------------------------------------------------- a situation


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_situation_has_everything_a_page_shows(start: Game, language: str):
    found = plain(desk.situation(start, language))
    assert list(found) == SITUATION
    assert all(list(unit) == UNIT for unit in found["units"])
    assert (found["turn_number"], found["turns"], found["decider"]) == (1, 25, "communist")
    assert [p["state"] for p in found["phases"]].count("now") == 1
    states = [p["state"].replace("skipped", "done") for p in found["phases"]]
    assert all(bool(p["note"]) == (p["state"] == "skipped") for p in found["phases"])
    assert states == sorted(states, key=["done", "now", "next"].index)
    assert found["end"]["do"] == "end"
    able = {unit for offer in found["offers"] for unit in offer["units"]}
    assert "PVA-40-118" in able
    assert "US-2" not in able
    assert len(json.dumps(found)) < 60_000
    assert "HEX" not in found["prompt"]
    without_keys(found)


def test_undo_names_what_it_undoes_or_why_not(start: Game):
    game = begin()
    assert desk.situation(game, "en")["undo"]["can"]
    game.play("move PVA-39-115 0413-0514")
    told = "PVA 115th Division: 0413 to 0514, 2 MP spent."
    assert desk.situation(game, "en")["undo"] == {"can": True, "text": told}
    game.undo()
    assert desk.situation(game, "en")["redo"] == {"can": True, "text": told}
    game.play("move PVA-40-118 0812-0813~0814")
    undo = desk.situation(game, "es")["undo"]
    assert not undo["can"]
    assert "dado" in undo["text"]
    assert "back" not in undo["text"]


# ------------------------------------------------------------------------------------------------------ reach and plans


def spots(game: Game, *units: str, mode: str | None = None) -> dict[str, dict[str, Any]]:
    found = plain(desk.reach(game, list(units), mode, "en"))
    return {spot["hex"]: spot for spot in found["spots"] if spot["mode"] != "rail"}


def test_the_118th_can_go_where_the_example_says(start: Game):
    found = spots(start, "PVA-40-118")
    assert (found["0813"]["left"], found["0813"]["stop"], found["0813"]["chance"]) == (4, True, None)
    assert found["0814"]["chance"] == pytest.approx(1 / 6)
    assert found["0713"]["left"] == 5.5
    # a hex that can be walked to is not offered with a die
    assert all(row["mode"] == "foot" for row in found.values() if row["chance"] is None)


def test_hexes_that_bar_a_retreat_are_closed_with_the_reason():
    game = new_game("yalu", seed=7)
    for action in ("place G-1 1507", "move PVA-38-112,PVA-38-113,PVA-38-114 0913", "move NKPA-5 1013", "end"):
        game.play(action)
    assert desk.reach(game, ["PVA-38-112"], None, "en")["closed"] == []
    position = game.to_position()
    waiting = {"kind": "Retreats", "hex": "0914", "waiting": ["ROK-7"], "group": ["ROK-7"]}
    position["frames"] = [position["frames"][0], waiting]
    found = plain(desk.reach(from_position(position), ["ROK-7"], None, "en"))
    closed = {one["hex"]: one["number"] for one in found["closed"]}
    assert closed == {"0913": "10.3.5", "1013": "10.3.5", "1014": "8.3.3", "1015": "8.3.3", "0813": "8.3.3"}
    assert not set(closed) & {spot["hex"] for spot in found["spots"]}


def test_chips_say_what_the_move_leaves(start: Game):
    """Every hex in reach: the plan to it is legal and leaves the points, and has the chance, that the chip says."""
    for unit in ("PVA-40-118", "NKPA-24", "PVA-27-80", "G-1", "NKPA-5"):
        for h, spot in spots(start, unit).items():
            how = "~" if spot["mode"] == "infiltrate" else ""
            plan = desk.plan(start, f"move {unit} {how}{h}", "en")
            assert plan["legal"], (unit, h, plan["refusals"])
            assert [s["left"] for s in plan["steps"] if s["left"] is not None][-1] == spot["left"], (unit, h)
            chance = 1.0
            for step in plan["steps"]:
                chance *= step["chance"] if step["chance"] is not None else 1
            assert chance == pytest.approx(spot["chance"] if spot["chance"] is not None else 1)


def test_a_group_goes_where_all_can_and_is_told_where_some_can(start: Game):
    together = spots(start, "PVA-40-118", "PVA-40-119", "PVA-40-120", mode="foot")
    assert together["0813"]["some"] is None
    strangers = spots(start, "PVA-40-118", "PVA-27-80", mode="foot")
    assert strangers["0813"]["some"] == 1


def test_a_group_is_not_offered_what_it_cannot_do_together(start: Game):
    """Trains carry two divisions in a turn: with three in hand no hex by rail is lit, and the reason is told."""
    army = ["PVA-40-118", "PVA-40-119", "PVA-40-120"]
    two, three = (plain(desk.reach(start, army[:n], None, "en")) for n in (2, 3))
    assert (any(spot["mode"] == "rail" for spot in two["spots"]), two["apart"]) == (True, [])
    assert {spot["mode"] for spot in three["spots"]} == {"foot", "infiltrate"}
    assert [(one["mode"], one["number"]) for one in three["apart"]] == [("rail", "9.2.2.4")]
    game = start.copy()
    game.play("move PVA-40-118 0713")
    mixed = plain(desk.reach(game, army[:2], None, "en"))
    assert mixed["spots"] == []
    assert {one["number"] for one in mixed["apart"]} == {"9.1.1"}


def test_a_list_has_no_way_back_to_where_a_unit_stands():
    """It is legal (9.1.2), but whoever wants it gives the way."""
    game = begin()
    back, unit = "move PVA-27-79 1308-1407-1308", game.rules.names.unit_number("PVA-27-79")
    while game.rules.names.place(game.state.where[unit]) != "1308":
        game.play(EXAMPLE["move"][game.number - 1]["do"])
    assert game.why_not(back) == []
    rows = desk.actions(game, "en", unit="PVA-27-79")
    assert len(rows) > 5
    assert "1308" not in {row["hex"] for row in rows}


def test_a_list_names_the_units_that_would_advance():
    story = load(RECORD)
    game = next(then for _, then in story.replay() if any(offer.verb == "advance" for offer in then.offers()))
    rows = [row["text"] for row in desk.actions(game, "en", verb="advance")]
    assert rows[0] == "PVA 81st, 90th, and 79th Divisions into 1208", "three of the four of the army"
    assert len({*rows}) == len(rows)


def test_the_cost_table_of_the_example(start: Game):
    found = plain(desk.plan(start, "move PVA-40-118 0814", "en"))
    assert list(found) == PLAN
    assert (found["path"], found["dice"], found["needs_die"]) == (["0812", "0813", "0814"], ["0814"], True)
    told = [(s["hex"], s["rule"], s["mp"], s["left"]) for s in found["steps"]]
    assert told[:2] == [("0813", "9.1.1", 2, 4), ("0813", "8.3.1.1", None, None)]
    assert ("0814", "9.1.1", 3, None) in told
    assert ("0814", "9.1.1", 0, 1) in told, "the frozen river costs nothing"
    assert "ROK 7th" in found["steps"][1]["text"]
    assert found["steps"][2]["chance"] == pytest.approx(1 / 6)
    assert [s["text"] for s in found["steps"] if s["rule"] == "9.2.3.2"][1:] == [
        "Number for leaving rough: 2",
        "Across the river: −1",
    ]


def test_dice_of_a_later_phase_are_not_thrown_for_an_advance():
    """The last advance of the UN ends the turn and the weather is rolled for; its button is no "Go and roll"."""
    game = attacked({"1020": "US-2,US-24", "1021": "PVA-40-118"}, "1021", side="un", dice=[1, 1])
    game.play("end")
    assault = desk.plan(game, "fire PVA-40-118", "en")
    assert (assault["needs_die"], assault["rolls"]) == (True, True)
    game.play("fire PVA-40-118")
    advance = desk.plan(game, "advance US-2", "en")
    assert (advance["needs_die"], advance["rolls"], advance["binding"]) == (True, False, True)


def test_a_plan_that_is_refused_says_why(start: Game):
    found = plain(desk.plan(start, "move PVA-40-118 0812-0813-0814", "es"))
    assert not found["legal"]
    (why,) = found["refusals"]
    assert (why["number"], why["step"], why["hexes"]) == ("8.3.1.1", 2, ["0813"])
    assert set(why["units"]) == {"US-2", "ROK-7"}
    assert not desk.plan(start, "attack 1113", "en")["legal"]
    with pytest.raises(BadInputError):
        desk.plan(start, "march 0814", "en")
    with pytest.raises(BadInputError):
        desk.reach(start, ["nobody"], None, "en")


# -------------------------------------------------------------------------------------------------------------- chances


def odds(game: Game, do: str, language: str = "en") -> dict[str, Any]:
    found = plain(desk.plan(game, do, language))
    assert found["legal"], found["refusals"]
    assert list(found["odds"]) == ODDS
    without_keys(found)
    return check(found["odds"])


def check(found: dict[str, Any]) -> dict[str, Any]:
    """All chances add up."""
    assert sum(row["chance"] for row in found["outcomes"]) == pytest.approx(1)
    alternatives = [b["chance"] for b in found["branches"] if b["chance"] is not None]
    assert not alternatives or sum(alternatives) == pytest.approx(1)
    for branch in found["branches"]:
        assert sum(row["chance"] for row in branch["outcomes"]) == pytest.approx(1)
    assert found["total"] == sum(m["drm"] for m in found["modifiers"])
    return found


ALL = "attack 1113 supplied PVA-20-59,PVA-20-58,NKPA-5,PVA-20-60,PVA-20-89,PVA-42-124,PVA-42-125,PVA-42-126"


def test_the_attack_on_yongwon(combat: Game):
    found = odds(combat, f"{ALL} 1")
    assert (found["ratio"], found["column"], found["total"]) == ("33:4", "8:1", 1)
    assert [(m["rule"], m["drm"]) for m in found["modifiers"]] == [("10.2.4", 2), ("11.5.3", -1)]
    assert "below 32 it is 6:1" in " ".join(note["text"] for note in found["notes"])
    surprised, awake = found["branches"]
    assert surprised["chance"] == pytest.approx(2 / 3)
    # 8:1 with −1, as mountains do not shelter who is surprised: D up to 8; NR is the end, as no retreat is open
    assert [(row["key"], round(row["chance"] * 36)) for row in surprised["outcomes"]] == [("D", 26), ("NR", 10)]
    assert [row["key"] for row in awake["rows"]] == ["D"] * 5 + ["NR"] * 4 + ["-"] * 2
    assert found["outcomes"][0]["key"] == "destroyed"
    price = desk.plan(combat, f"{ALL} 1", "en")["price"]
    assert [row["rule"] for row in price] == ["11.4.2", "11.5.3"]
    assert found["columns"][0] == "1:6"


def test_what_if_says_what_the_same_attack_would_be_otherwise(combat: Game):
    found = odds(combat, f"{ALL} 1")
    assert len(found["what_if"]) >= 5
    for row in found["what_if"]:
        other = odds(combat, row["do"])
        lost = next((o["chance"] for o in other["outcomes"] if o["key"] == "destroyed"), 0)
        assert lost == pytest.approx(row["chance"]), row["text"]
    without = next(row for row in found["what_if"] if "NKPA" in row["text"])
    assert odds(combat, without["do"])["column"] == "6:1"
    assert without["chance"] < found["outcomes"][0]["chance"]


def test_two_battalions_are_surprised_together_or_not(combat: Game):
    found = odds(combat, "attack 1208", "es")
    assert [b["chance"] for b in found["branches"]] == pytest.approx([25 / 36, 10 / 36, 1 / 36])


def test_nobody_fires_at_a_wave_who_may_not(combat: Game):
    (branch,) = odds(combat, "attack 1113 wave")["branches"]
    assert branch["chance"] == 1
    assert branch["rule"] == "10.6.1"


def test_a_retreat_that_is_open_is_no_loss(combat: Game):
    keys = [row["key"] for row in odds(combat, "attack 1410")["outcomes"]]
    assert keys == ["destroyed", "driven", "none"]


def test_fires_and_bombardments_have_chances_too():
    from random import Random

    seen = set[str]()
    for seed in range(1, 4):
        game, rng = new_game("yalu", seed=seed), Random(seed)
        while game.winner is None and game.number < 900:
            action = game.sample(rng)
            verb = action.verb()
            if verb in ("fire", "bombard", "raid", "interdict", "attack"):
                found = desk.plan(game, game.notation(action), "en")
                if found["legal"]:
                    check(found["odds"])
                    without_keys(found)
                    seen.add(verb)
            game.play(action)
    assert seen == {"fire", "bombard", "raid", "interdict", "attack"}


# ---------------------------------------------------------------------------------------------- looking back and around


def test_the_log_tells_what_happened_and_to_whom():
    game = begin()
    game.play("move PVA-40-118 0812-0813~0814")
    found = plain(desk.log(game, "en", game.number - 1))
    assert [entry["by"] for entry in found] == ["communist", "chance"]
    assert found[1]["dice"] == [1]
    assert found[1]["turn"] == "Nov IV"
    (line,) = [line for line in found[1]["lines"] if line["rule"] == "9.2.3.2"]
    assert line["units"] == ["PVA-40-118"]
    assert set(line["hexes"]) == {"0813", "0814"}
    assert [e["n"] for e in desk.log(game, "es", 0, 1)] == [0, 1]
    assert len(desk.log(game, "en")) == game.number + 1
    with pytest.raises(BadInputError):
        desk.log(game, "en", -1)


def test_moments_are_where_phases_begin(combat: Game):
    found = plain(desk.moments(combat, "en"))
    assert [m["phase"] for m in found][-1] == "phase.communist_movement"
    assert [m["n"] for m in found] == sorted(m["n"] for m in found)
    before = combat.at(found[-1]["n"])
    assert before.rules.phase_key(before.state) == "phase.communist_movement"
    assert before.number == found[-1]["n"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_overlays(combat: Game, language: str):
    for kind in ("zones-un", "zones-communist", "supply-un", "supply-communist", "threat-un", "threat-communist"):
        found = plain(desk.overlay(combat, kind, None, language))
        assert found["hexes"]
        assert set(found["labels"]) <= set(found["hexes"])
    with pytest.raises(BadInputError):
        desk.overlay(combat, "zones-nobody", None, language)
    with pytest.raises(BadInputError):
        desk.overlay(combat, "reach", None, language)


def test_supply_lines_lead_from_units_to_a_source(combat: Game):
    found = desk.overlay(combat, "supply-un", None, "en")
    grid = combat.rules.board.grid
    for line in found["lines"]:
        for a, b in pairwise(line):
            assert grid.hex(b) in grid.neighbours[grid.hex(a)]
    # the ROK 7th and 8th and the US 2nd are surrounded by the example's moves
    assert found["units"] == ["US-2", "ROK-7", "ROK-8"]
    assert desk.overlay(combat, "supply-communist", None, "en")["units"] == ["NKPA-12"]


def test_a_threat_is_what_already_stands_there_or_more(combat: Game):
    labels = desk.overlay(combat, "threat-un", None, "en")["labels"]
    assert labels["1113"] == "8:1"
    assert labels["0714"] == "5:1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hex_and_its_facts(combat: Game, language: str):
    found = plain(desk.hex_facts(combat, "1113", language))
    assert found["units"] == ["ROK-8"]
    assert [line["rule"] for line in found["lines"]][:4] == ["9.1.1", "10.2.4", "9.2.3.2", "11.4.2"]
    without_keys(found)
    assert desk.hex_facts(combat, "2309", language)["lines"] == []
    with pytest.raises(BadInputError):
        desk.hex_facts(combat, "9999", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_forces_name_every_unit_once(combat: Game, language: str):
    found = plain(desk.forces(combat, language))
    assert [side["side"] for side in found] == ["un", "communist"]
    units = [unit["id"] for side in found for group in side["groups"] for unit in group["units"]]
    assert len(units) == len(set(units))
    shown = {unit["id"] for unit in desk.situation(combat, language)["units"]}
    assert shown <= set(units)
    without_keys(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_account_is_told_in_words(combat: Game, language: str):
    found = plain(desk.account(combat, language))
    assert found["game"] == "yalu"
    assert len(found["head"]) == 2
    assert [part["title"] for part in found["parts"]]
    assert {len(row) for part in found["parts"] for row in part["rows"]} == {6}


def test_offers_say_what_they_mean_and_how_they_are_written(combat: Game):
    """Slots are for what a player chooses on the board; modes of one group are written alike."""
    moving = begin()
    rows = [*plain(desk.offers(moving, "en")), *plain(desk.offers(combat, "en"))]
    found = {(r["verb"], r["mode"]): (r["group"], r["intent"], r["usual"], r["template"]) for r in rows}
    assert found["move", "foot"] == ("foot", "go", True, "move {units} {path}")
    assert found["move", "infiltrate"] == ("foot", "go", False, "move {units} {path}")
    assert found["move", "rail"] == ("rail", "go", False, "move {units} {path} rail")
    assert found["attack", "supplied"] == ("supplied", "strike", True, "attack {hex} supplied {units?}")
    assert found["attack", "wave"] == ("wave", "strike", False, "attack {hex} wave {units?}")
    assert found["end", None] == (None, "choose", True, None), "one action is no choice"


def test_a_filled_template_is_an_action_of_its_offer():
    """The client writes nothing else; what it leaves out, such as the way to a hex, is filled in."""
    game = begin()
    offers = [offer for offer in game.offers() if not offer.empty]
    filled = 0
    for offer, row in zip(offers, plain(desk.offers(game, "en")), strict=True):
        if row["template"]:
            where = game.state.where[offer.units[0]]
            end = next(hex_ for hex_ in row["hexes"] if game.place(hex_) != where)
            action: Any = game.parse(row["template"].format(units=row["units"][0], path=end))
            assert row["mode"] == "infiltrate" or game.state.top.holds(game.state, offer, action)
            assert desk.plan(game, action, "en")["hexes"][-1] == end
            filled += 1
    assert filled > 50


def test_a_plan_names_its_hexes_and_rows_say_whether_they_have_a_way(combat: Game):
    plan = plain(desk.plan(combat, "attack 1113", "en"))
    assert (plan["hexes"], plan["path"], plan["verb"]) == (["1113"], [], "attack")
    assert plan["template"] == "attack {hex} {manner} {units} {guns} {support} {air}"
    assert {row["way"] for row in desk.actions(combat, "en", verb="attack")} == {False}
    moving = begin()
    rows = desk.actions(moving, "en", unit="PVA-40-118", verb="move")
    assert {row["mode"] for row in rows} >= {"foot", "infiltrate"}
    assert all(row["way"] for row in rows)
    assert plain(desk.plan(moving, rows[0]["do"], "en"))["hexes"][-1] == rows[0]["hex"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overlays_of_a_game_are_listed_with_their_keys_and_words(name: str, language: str):
    """Each can be asked for, and no key is taken twice or used for something else by the page."""
    game = new_game(name, seed=1)
    rows = plain(desk.words(game, language))["overlays"]
    assert {row["kind"] for row in rows} == set(game.rules.overlays)
    for row in rows:
        side = {"own": "-" + game.rules.sides[0], "enemy": "-" + game.rules.sides[1], "both": ""}[row["of"]]
        assert desk.overlay(game, row["kind"] + side, None, language)["hexes"] is not None
        assert row["hatch"] in ("one", "two", "three", "ring")
        assert row["text"]
        assert row["legend"]
    keys = (resources.files("parallel38") / "web/js/keys.js").read_text()
    used = {*re.findall(r'case "(.)"', keys), "r", "v"}
    letters = [row["key"] for row in rows]
    assert len({*letters}) == len(letters)
    assert not used & {*letters}


def test_a_game_without_overlays_has_none(monkeypatch: pytest.MonkeyPatch, combat: Game):
    """Nothing in the page is fixed: it shows what is listed."""
    rules = combat.rules
    look = {name: part for name, part in rules.look().items() if name != "overlay"}
    monkeypatch.setattr(type(rules), "look", lambda self: look)
    assert overlay_kinds(rules, rules.texts("en")) == []


def test_an_overlay_of_both_sides_holds_that_of_each(combat: Game):
    both, un, communist = (desk.overlay(combat, f"zones{side}", None, "en") for side in ("", "-un", "-communist"))
    assert set(both["hexes"]) == {*un["hexes"], *communist["hexes"]}
    assert set(both["units"]) == {*un["units"], *communist["units"]}


def test_a_map_has_ids_of_its_own_so_that_others_can_be_on_the_page():
    drawn = desk.board_svg("yalu", "yalu", "en")
    ids = set(re.findall(r'\bid="([^"]+)"', drawn))
    assert ids
    assert all(name.startswith("yalu-") for name in ids)
    assert set(re.findall(r"(?:href=\"#|url\(#)([\w-]+)", drawn)) <= ids


def test_the_actions_of_a_unit_are_those_that_name_it():
    """Ships load any of the units beside them; a unit is told of its own loads only, the ship of all."""
    game = field({"3356": "MST-1, US-24, ROK-2", "0321": "NK-6"})

    def loads(unit: str) -> list[str]:
        return [row["do"] for row in desk.actions(game, "en", unit=unit) if row["verb"] == "load"]

    assert loads("US-24") == ["load MST-1 US-24"]
    assert sorted(loads("MST-1")) == ["load MST-1 ROK-2", "load MST-1 US-24"]


def test_an_attack_tells_what_defensive_fire_may_cost(combat: Game):
    found = odds(combat, f"{ALL} 1")
    own, other = found["tolls"]
    assert (own["side"], other["side"]) == ("communist", "un")
    assert sum(row["chance"] for row in own["results"]) == pytest.approx(1)
    assert own["results"][-1]["text"] == "nothing"
    assert 0 < own["results"][0]["chance"] < 0.2
    assert "defensive fire" in own["results"][0]["text"]
    assert [row["key"] for row in other["results"]] == [row["key"] for row in found["outcomes"]]
    wave = odds(combat, f"{ALL} 1".replace("supplied", "wave"))["tolls"][0]["results"]
    assert [(row["text"], row["chance"]) for row in wave] == [("all 8 units of the wave", 1.0)]


def test_results_of_fire_have_the_same_rank_whatever_becomes_of_the_targets(combat: Game):
    for branch in odds(combat, f"{ALL} 1")["branches"]:
        assert all(row["rank"] == {"D": 0, "NR": 1, "-": 2}[row["key"]] for row in branch["outcomes"])


def test_who_is_winning_is_in_sight(combat: Game):
    goals = desk.situation(combat, "en")["goals"]
    assert [(goal["label"], goal["text"], goal["side"], goal["rule"]) for goal in goals] == [
        ("south of the 38th", "0/36", "communist", "20.1"),
        ("Seoul", "0/2", "communist", "20.1"),
    ]
    assert "72 factors" in goals[0]["wanted"]
    ahead = desk.situation(combat, "en")["ahead"]
    assert ahead["side"] == "un"
    assert "divisions in Seoul: 0" in ahead["text"], "and what is counted"


def test_units_that_are_taken_together_share_a_word():
    yalu = {one["id"]: one["formation"] for one in desk.situation(new_game("yalu", seed=1), "en")["units"]}
    assert yalu["PVA-40-118"] == yalu["PVA-40-119"] != yalu["PVA-42-124"]
    korea = {one["id"]: one["formation"] for one in desk.situation(new_game("mobile_war", seed=1), "en")["units"]}
    assert len({word for unit, word in korea.items() if unit.startswith("NK")}) == 1
    assert len({*korea.values()}) > 1
