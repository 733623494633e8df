"""What Classic asks, logs and refuses, in words that hold in it."""

import pytest

from parallel38 import desk
from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game

from .table import battle, begins, said, start, table, where
from .test_announced import assault
from .test_combat import after

LANGUAGES = ("en", "es")


def asked(game: Game, language: str = "en") -> str:
    """The prompt of a terminal and what the browser says is wanted, together."""
    now = desk.situation(game, language)
    return "\n".join((Reporter(game, language).prompt(), now["prompt"], (now["end"] or {}).get("text", "")))


def logged(game: Game) -> str:
    """The last line of the log."""
    return [line["text"] for entry in desk.log(game, "en") for line in entry["lines"]][-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_the_allotment_nobody_is_asked_for_support(language: str):
    units = {"1020": "PVA-40-118", "1021": "US-2, SUP-TK1"}
    support = {"en": ("[SUPPORT]", "support"), "es": ("[APOYO]", "apoyo")}[language]
    for side, target in (("communist", "US-2"), ("un", "PVA-40-118")):
        game = after(battle(units, side=side, air=2), f"attack {target}", "end")
        while game.prompt[0] != "allotting":
            game.play("end")
        assert all(word in asked(game, language) for word in support)
        game.play("end")
        assert game.prompt[0] in ("defence_un", "assault_un")
        assert support[0] not in asked(game, language)
    assert "withdraw" in Reporter(game, language).texts.say("help.fire"), "help tells of the allotment"


def test_divisions_and_guerrillas_of_a_city_are_said_to_be_free_to_wait():
    game = begins("communist_reinforcement", {"1020": "PVA-40-118", "available": "G-1"}, cities="Wonsan", turn=12)
    assert game.prompt[0] == "place_city"
    for language, wait, room in (("en", "wait", "room"), ("es", "espera", "cabe")):
        assert wait in asked(game, language)
        assert room not in asked(game, language)
        assert ": end" in asked(game, language)
    assert desk.situation(game, "en")["end"]["text"].endswith("wait for a later turn")
    game.play("end")
    assert "city_units_wait" in said(list(game.entries()))
    assert "reinforcements_wait" not in said(list(game.entries())), "there was room"
    assert game.prompt[0] == "place_city_guerrilla"
    assert "Communist combat units" not in asked(game)
    assert "wait for a later turn: end" in asked(game)
    frame = {"kind": "PlaceGuerrilla", "unit": "G-1"}
    track = table({"available": "G-1"}, phase="communist_reinforcement", frame=frame)
    assert "Communist combat units" not in asked(track)
    assert desk.situation(track, "en")["end"] is None
    assert "wait" not in asked(track)


def test_divisions_for_which_the_city_has_no_room_are_logged_so():
    full = {"1815": "PVA-40-118, PVA-40-119, PVA-40-120"}
    game = begins("communist_reinforcement", full, cities="Wonsan", turn=12, dice=[])
    assert "reinforcements_wait" in said(list(game.entries()))
    assert "city_units_wait" not in said(list(game.entries()))


def test_the_second_nkpa_division_is_said_to_come_back_in_all_its_places():
    frame = {"kind": "CommunistReplacements", "what": "nkpa_pyongyang", "left": 1}
    game = table({"dead": "NKPA-5"}, phase="communist_reinforcement", frame=frame, cities="Pyongyang")
    assert asked(game).count("staging area or a Communist city") == 2
    assert asked(game, "es").count("área de concentración o una ciudad comunista") == 2


def test_a_guerrilla_is_no_target_also_where_other_units_stand():
    un = battle({"1020": "PVA-40-118, G-1", "1021": "US-2"}, side="un")
    (refusal,) = un.why_not("attack G-1 US-2")
    assert Reporter(un, "en").refusal(refusal) == "No unit fires at guerrillas: guerrilla 1 in 1020. [17g]"
    game = after(battle({"1020": "PVA-40-118, G-1", "1021": "US-2"}), "attack US-2", "end", "end")
    assert "only" not in Reporter(game, "en").refusal(game.why_not("fire G-1 US-2")[0])


def test_every_manner_of_an_attack_has_a_name_and_the_end_of_the_announcement_too():
    game = battle({"1020": "PVA-40-118", "1021": "US-2"})
    for language in LANGUAGES:
        manners = next(f for f in desk.plan(game, "attack US-2", language)["fields"] if f["name"] == "manner")
        assert all(choice["text"].lower() != choice["value"] for choice in manners["choices"])
    assert Reporter(game, "en").action(game.parse("end")) == "end the announcement of attacks"
    un = after(battle({"1020": "PVA-40-118", "1021": "US-2"}, air=2), "attack US-2", "end")
    assert Reporter(un, "en").action(un.parse("end")) == "end the allotment of support"
    assert Reporter(assault(un), "en").action(un.parse("end")) == "end the phase"


def test_the_set_up_does_not_speak_of_an_example_of_another_edition():
    assert "example" not in asked(start(setup="free"))
    assert "ejemplo" not in asked(start(setup="free"), "es")


def test_parts_of_a_regrouped_division_are_said_to_stay():
    game = table({"2226": "ROK-1 neutralized"}, phase="un_movement", weather="MO")
    after(game, "regroup ROK-1", "breakdown ROK-1")
    assert logged(game).endswith("they do not move in this turn.")
    whole = after(table({"2226": "ROK-1"}, phase="un_movement", weather="MO"), "breakdown ROK-1")
    assert logged(whole).endswith("each has spent 4 MP.")
    assert where(whole, "ROK-1") == "out"


def test_the_title_names_nobody_whom_only_one_edition_has():
    for language in LANGUAGES:
        assert "Ridgway" not in desk.titles(language)[0]["blurb"]


@pytest.mark.rule("C-25D3")
def test_what_a_rule_is_cited_for_stands_in_its_text():
    game = battle({"1020": "PVA-40-118, C-1", "1021": "US-2"})
    (refusal,) = game.why_not("attack US-2 wave PVA-40-118,C-1")
    say = Reporter(game, "en").texts.say
    assert "Conscripts" in say(f"rule.{refusal.rule}")
    assert "fires once" in say("rule.C-9")
    assert "stacked with" in say("rule.C-11a")
    assert "eliminated" in say("rule.C-11b")
    assert "not fired at while" in say("rule.C-11d")
    assert "no train" in say("rule.C-26C1")
    assert "placed" in say("rule.C-22A2")
