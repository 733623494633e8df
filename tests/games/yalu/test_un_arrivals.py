"""6.1.2 UN reinforcements, 6.2.2 UN replacements, 6.3 delays."""

import pytest

from parallel38.engine.game import Game

from .table import rules_of, said, spent, table, unbombed, where

CHECKS = {"kind": "Checks", "side": 1, "check": "regroup", "waiting": []}
BATTALIONS = [f"US-{n}/{r}/2" for r in (9, 23) for n in (1, 2, 3)]
REGIMENTS = ["ROK-11/1", "ROK-12/1", "ROK-15/1", "ROK-3/7", "KMC"]


def phase(turn: int, units: dict[str, str] | None = None, **more) -> Game:
    """The UN reinforcement phase of a turn begins; General Ridgway is there already."""
    units = {"0119": "NKPA-47", "2226": "Gar-Seoul", **(units or {})}
    return unbombed(table(units, phase="communist_morale", turn=turn, frame=CHECKS, ridgway=1, weather="MO", **more))


def moving(turn: int, units: dict[str, str], **more) -> Game:
    return table(units, phase="un_movement", turn=turn, weather="MO", **more)


# ------------------------------------------------------------------------------------------------- 6.1.2 reinforcements


@pytest.mark.rule("D-6.1.2.1", by="value")
@pytest.mark.parametrize(
    ("turn", "units"),
    [
        (1, []),
        (2, ["Ne-1", "SUP-DD1", "SUP-DD2"]),
        (3, ["RHB-1"]),
        (4, ["Ca-2PPCLI", "SUP-BB"]),
        (5, []),
        (10, ["Be-1"]),
        (14, ["ROK-11"]),
        (23, ["Ca-25", "Et-1"]),
    ],
)
def test_who_comes_when(turn: int, units: list[str]):
    game = phase(turn)
    names = game.rules.names
    due = [names.unit(u) for u, place in enumerate(game.state.where) if names.place(place) == "due"]
    assert sorted(due) == sorted(units)
    asked = "un_reinforcement" if units else "un_movement"
    assert game.rules.phase_key(game.state) == f"phase.{asked}"
    assert ("reinforcements" in said(game.entries())) == bool(units)


@pytest.mark.rule("D-6.1.2.1", "D-6.1.2.2")
def test_where_they_come():
    game = phase(2)
    assert rules_of(game, "place Ne-1 2226") == ["D-6.1.2.2"]
    assert rules_of(game, "place SUP-DD1 2128") == ["D-6.1.2.1"], "a ship comes in the open sea"
    assert rules_of(game, "place RHB-1 2128") == rules_of(game, "delay RHB-1") == ["D-6.1.2.1"], "not its turn"
    assert rules_of(game, "end") == ["D-6.3"]
    game.play("place Ne-1 2128")
    game.play("place SUP-DD1 1711")
    game.play("place SUP-DD2 2129")
    assert [where(game, u) for u in ("Ne-1", "SUP-DD1", "SUP-DD2")] == ["2128", "1711", "2129"]
    assert game.rules.phase_key(game.state) == "phase.un_movement"
    assert rules_of(game, "move Ne-1 2127") == [], "it moves in the same turn"
    korean = phase(14)
    assert rules_of(korean, "place ROK-11 2128") == ["D-6.1.2.2"]
    korean.play("place ROK-11 2226")
    assert where(korean, "ROK-11") == "2226"


@pytest.mark.rule("D-6.1.2.2", "D-6.1")
def test_into_a_zone_but_not_into_a_lost_city():
    zone = phase(3, {"2127": "PVA-40-118"})
    zone.play("place RHB-1 2128")
    assert where(zone, "RHB-1") == "2128"
    lost = phase(3, cities="Inchon")
    assert "city_lost" in said(lost.entries())
    assert where(lost, "RHB-1") == "delayed"
    assert [unit["spent"] for unit in lost.view()["units"] if unit["id"] == "RHB-1"] == [4], "one turn later"
    assert rules_of(lost, "place RHB-1 2718") == rules_of(lost, "delay RHB-1") == ["D-6.3"], "not in this turn"
    later = phase(4, {"delayed": "RHB-1 spent=4"}, cities="Inchon")
    assert rules_of(later, "place RHB-1 2128") == ["D-6.3"]
    assert rules_of(later, "delay RHB-1") == ["D-6.3"], "once only"
    later.play("place RHB-1 2718")
    assert where(later, "RHB-1") == "2718"
    assert spent(later, "RHB-1") == 0, "the turn in which it was due is no movement"


@pytest.mark.rule("D-6.1.2.2")
def test_when_both_roads_are_lost_too_it_never_comes():
    roads = {"2718": "PVA-40-118", "2731": "PVA-40-119", "delayed": "RHB-1 spent=5"}
    game = phase(5, roads)
    assert "forfeited" in said(game.entries())
    assert where(game, "RHB-1") == "gone"
    one = phase(5, {"2718": "PVA-40-118", "delayed": "RHB-1 spent=5"})
    assert rules_of(one, "place RHB-1 2718") == ["D-6.3"]
    assert rules_of(one, "place RHB-1 2731") == []


@pytest.mark.rule("D-6.1.2.1")
def test_without_room_it_waits_or_goes_to_pusan():
    game = phase(3, {"2128": "US-2, US-24"})
    assert rules_of(game, "place RHB-1 2128") == ["D-7.2.1"]
    assert rules_of(game, "delay RHB-1") == []
    assert "no_room" in said(game.play("end"))
    assert where(game, "RHB-1") == "due"
    next_turn = phase(5, {"due": "RHB-1 spent=3"})
    assert rules_of(next_turn, "place RHB-1 2128") == []


@pytest.mark.rule("D-6.3")
def test_a_reinforcement_may_be_held_back_for_one_turn():
    game = phase(4)
    assert rules_of(game, "delay SUP-BB") == ["D-6.3"], "a ship does not come by road"
    assert said(game.play("delay Ca-2PPCLI")) == ["held_back"]
    assert where(game, "Ca-2PPCLI") == "delayed"
    game.play("place SUP-BB 1711")
    assert game.rules.phase_key(game.state) == "phase.un_movement"
    later = phase(5, {"delayed": "Ca-2PPCLI spent=5"})
    assert rules_of(later, "delay Ca-2PPCLI") == ["D-6.3"]
    assert rules_of(later, "end") == ["D-6.3"]
    later.play("place Ca-2PPCLI 2731")
    assert where(later, "Ca-2PPCLI") == "2731"


# --------------------------------------------------------------------------------------------------- 6.2.2 replacements


def returned(game: Game, units: list[str], at: str) -> int:
    """How many of these may return in a hex, one after the other."""
    number = 0
    for unit in units:
        if not rules_of(game, f"place {unit} {at}"):
            game.play(f"place {unit} {at}")
            assert where(game, unit) == at
            number += 1
    return number


@pytest.mark.rule("D-6.2.2.2")
@pytest.mark.parametrize(("turn", "number"), [(1, 1), (9, 1), (10, 2), (17, 2), (18, 3), (25, 3)])
def test_us_battalions_by_turn(turn: int, number: int):
    game = moving(turn, {"dead": ", ".join(BATTALIONS)})
    assert returned(game, BATTALIONS, "2128") == number
    assert rules_of(game, f"place {BATTALIONS[-1]} 2226") == ["D-6.2.2.2"]


@pytest.mark.rule("D-6.2.2.1")
@pytest.mark.parametrize(("turn", "number"), [(5, 0), (6, 1), (9, 1), (10, 2), (17, 2), (18, 2)])
def test_rok_regiments_by_turn(turn: int, number: int):
    game = moving(turn, {"dead": ", ".join(REGIMENTS)})
    assert returned(game, REGIMENTS, "1815") == number
    if turn < 18:
        assert rules_of(game, "place KMC 2226") == ["D-6.2.2.1"]


@pytest.mark.rule("D-6.2.2.1.a")
def test_one_more_in_seoul_from_april():
    game = moving(18, {"dead": ", ".join(REGIMENTS)})
    assert returned(game, REGIMENTS[:2], "1815") == 2
    assert rules_of(game, "place KMC 1815") == ["D-6.2.2.1.a"]
    assert rules_of(game, "delay KMC") == ["D-6.2.2.1.a"]
    assert rules_of(game, "place KMC 2226") == []
    early = moving(6, {"dead": ", ".join(REGIMENTS), "0119": "NKPA-47"}, rok_replaced=1)
    assert rules_of(early, "delay KMC") == ["D-6.2.2.1"], "in January there is none for Seoul"
    held = moving(18, {"dead": ", ".join(REGIMENTS)})
    for unit in REGIMENTS[:2]:
        held.play(f"delay {unit}")
    assert rules_of(held, "delay KMC") == ["D-6.2.2.1.a"], "the two that may be delayed are"
    assert rules_of(held, "place KMC 2226") == [], "and Seoul still has its own"
    first = moving(18, {"dead": ", ".join(REGIMENTS)})
    assert returned(first, REGIMENTS, "2226") == 3
    lost = moving(18, {"dead": ", ".join(REGIMENTS)}, cities="Seoul")
    assert returned(lost, REGIMENTS[:2], "1815") == 2
    assert rules_of(lost, "place KMC 2226") == ["D-6.2.2.1.a"], "Seoul is lost, so it is forfeit"


@pytest.mark.rule("D-6.2.2.2", "D-6.2", "D-12.1.8")
def test_where_replacements_return():
    dead = {"dead": "US-1/9/2, ROK-11/1, Tu-1, SUP-TK1, US-5RCT, US-1/5/1Mar, NKPA-5"}
    game = moving(10, {**dead, "2127": "PVA-40-118", "1611": "US-3, US-25"}, cities="Wonsan")
    assert rules_of(game, "place US-1/9/2 2226") == rules_of(game, "place US-1/9/2 2128") == [], "also in a zone"
    assert rules_of(game, "place US-1/9/2 0921") == ["D-6.2.2.2"], "Pyongyang is no port"
    assert rules_of(game, "place US-1/9/2 1815") == ["D-6.2.2.2"], "Wonsan is lost"
    assert rules_of(game, "place US-1/9/2 1611") == ["D-6.2"], "no room"
    assert rules_of(game, "place US-1/9/2 dead") == ["D-6.2.2.2"]
    for unit in ("Tu-1", "US-5RCT", "US-1/5/1Mar", "NKPA-5"):
        assert rules_of(game, f"place {unit} 2226") == ["D-6.2"]
    assert rules_of(game, "place SUP-TK1 2226") == ["D-12.1.8"], "tanks never return"
    assert rules_of(game, "place US-3 2226") == ["D-6.2"], "it is alive"
    assert rules_of(moving(10, {"dead": "ROK-1"}), "place ROK-1 2226") == ["D-6.2"], "no whole division"
    game.play("move US-3 1611-1512")
    assert rules_of(game, "place US-1/9/2 2226") == ["D-6.2"], "units have moved"


@pytest.mark.rule("D-6.2.2.2")
def test_replacements_in_the_reinforcement_phase_too():
    game = phase(3, {"dead": "US-1/9/2, US-2/9/2"})
    game.play("place US-1/9/2 2226")
    assert rules_of(game, "place US-2/9/2 2226") == ["D-6.2.2.2"]
    game.play("place RHB-1 2128")
    assert game.rules.phase_key(game.state) == "phase.un_movement"
    assert rules_of(game, "place US-2/9/2 2226") == ["D-6.2.2.2"], "one in the turn"


@pytest.mark.rule("D-6.2.2.1", "D-6.2.2.2")
def test_every_turn_has_its_own():
    used = {"us_replaced": 3, "rok_replaced": 2, "seoul_replaced": 1, "iwon": 9, "chinampo": 9}
    game = phase(18, {"dead": "US-1/9/2, ROK-11/1, ROK-12/1", "1302": "US-5RCT"}, **used)
    track = game.view()["track"]
    assert {name: track[name] for name in used} == dict.fromkeys(used, 0)
    game.play("place US-1/9/2 2128")
    game.play("place ROK-11/1 2226")
    game.play("place ROK-12/1 2128")


def test_the_question_says_how_many_of_the_dead_may_return():
    """In Nov IV one US battalion is due; with both kinds of the eighteenth turn each has its own number."""
    game = phase(1, {"dead": "US-1/9/2, US-2/9/2, US-3/9/2"})
    assert (game.prompt[1]["due"], game.prompt[1]["dead"]) == (1, 3)
    game.play("place US-1/9/2 0823")
    assert game.prompt[0] == "moving"


def test_a_phase_in_which_the_dead_may_return_is_not_empty():
    assert "passes" in said(phase(1).entries())
    game = phase(1, {"dead": "US-1/9/2"})
    assert "passes" not in said(game.entries())
    assert game.prompt[0] == "moving_replacements", "nobody else comes, so it is asked for before the first move"


@pytest.mark.rule("D-6.3", "D-6.1.2.3")
def test_who_is_on_its_way_comes_by_its_own_rule():
    game = phase(7, {"delayed": "US-1/9/2 spent=8", "sea": "US-3 spent=8", "dead": "US-2/9/2"})
    assert rules_of(game, "place US-1/9/2 2718") == rules_of(game, "delay US-1/9/2") == ["D-6.3"]
    assert rules_of(game, "place US-3 2128") == rules_of(game, "delay US-3") == ["D-6.1.2.3"]
    assert [unit["spent"] for unit in game.view()["units"] if unit["place"] in ("delayed", "sea")] == [8, 8], "a turn"


@pytest.mark.rule("D-6.3")
def test_a_replacement_may_be_held_back_too():
    game = moving(6, {"dead": "US-1/9/2, US-2/9/2"})
    game.play("delay US-1/9/2")
    assert where(game, "US-1/9/2") == "delayed"
    assert rules_of(game, "place US-2/9/2 2226") == ["D-6.2.2.2"], "it is the replacement of this turn"
    later = phase(7, {"delayed": "US-1/9/2 spent=7"})
    later.play("place US-1/9/2 2718")
    assert where(later, "US-1/9/2") == "2718"
    closed = phase(7, {"delayed": "US-1/9/2 spent=7", "2718": "PVA-40-118", "2731": "PVA-40-119"})
    assert where(closed, "US-1/9/2") == "dead"
    units = {"delayed": "US-1/9/2 spent=7, RHB-1 spent=7", "2718": "US-1Mar, US-24", "2731": "US-3, US-25"}
    full = phase(7, units)
    assert said(full.entries()).count("forfeited") == said(full.entries()).count("no_room") == 1
    assert (where(full, "US-1/9/2"), where(full, "RHB-1")) == ("dead", "delayed"), "only replacements are forfeit"


@pytest.mark.rule("D-6.2.2.pn")
def test_a_dead_division_is_nine_battalions_in_the_pile():
    frame = {"kind": "Moving", "side": "un", "begun": True}
    game = table(
        {"0919": "US-2 neutralized+moved, US-24 neutralized+moved, US-25 neutralized+moved"},
        frame=frame,
        phase="un_movement",
        turn=1,
        dice=[3],
    )
    game.play("end")
    assert where(game, "US-2") == "out"
    dead = [f"US-{n}/{r}/2" for n in (1, 2, 3) for r in (9, 23, 38)]
    assert [where(game, u) for u in dead] == ["dead"] * 9


MARINES = {"dead": ", ".join(f"US-{n}/5/1Mar spent={d}" for n, d in ((1, 12), (2, 14), (3, 13)))}


@pytest.mark.rule("D-6.2.2.3")
def test_one_marine_regiment_eight_turns_after_its_last_battalion():
    for turn, rules in ((13, ["D-6.2.2.3"]), (14, []), (20, [])):
        assert rules_of(moving(turn, MARINES), "place US-5/1Mar 2226") == rules
    game = moving(14, {"dead": MARINES["dead"] + ", US-1/7/1Mar, US-2/7/1Mar, US-3/7/1Mar", "2226": "US-1/1Mar"})
    assert rules_of(game, "place US-1/5/1Mar 2226") == ["D-6.2"], "no single battalions"
    game.play("place US-5/1Mar 2226")
    assert [where(game, u) for u in ("US-5/1Mar", "US-1/5/1Mar")] == ["2226", "out"]
    assert spent(game, "US-1/5/1Mar") == 0
    assert rules_of(game, "place US-7/1Mar 2226") == ["D-6.2.2.3"], "once in the game"
    partly = moving(20, {"dead": "US-1/5/1Mar, US-2/5/1Mar", "1611": "US-3/5/1Mar"})
    assert rules_of(partly, "place US-5/1Mar 2226") == ["D-6.2"], "one battalion lives"


@pytest.mark.rule("D-6.2.2.3", "D-6.2.2.4")
def test_the_turn_of_the_loss_is_remembered():
    frame = {"kind": "Moving", "side": "un", "begun": True}
    units = {"0919": "US-1/1Mar neutralized+moved, UK-27BC neutralized+moved, US-2 moved, US-24 moved"}
    game = table(units, frame=frame, phase="un_movement", turn=6, dice=[3])
    game.play("end")
    number, spent = game.rules.names.unit_number, game.state.spent
    assert [spent[number(f"US-{n}/1/1Mar")] for n in (1, 2, 3)] == [14, 14, 14]
    assert spent[number("UK-27BC")] == 14


@pytest.mark.rule("D-6.2.2.4")
def test_one_of_the_two_brigades():
    units = {"dead": "UK-27BC spent=14, UK-29 spent=14"}
    assert rules_of(moving(13, units), "place UK-27BC 2128") == ["D-6.2.2.4"]
    game = moving(14, units)
    assert rules_of(game, "place UK-29 0921") == ["D-6.2.2.4"]
    game.play("place UK-27BC 2128")
    assert where(game, "UK-27BC") == "2128"
    assert rules_of(game, "place UK-29 2128") == ["D-6.2.2.4"], "one or the other"


def test_arrivals_are_pieces_from_the_beginning_and_undo_is_exact():
    game = phase(14, {"dead": "US-1/9/2"})
    pieces, start = game.rules.pieces(game.state), game.hash()
    game.play("place US-1/9/2 2226")
    game.play("place ROK-11 2226")
    game.play("breakdown ROK-11")
    assert game.rules.pieces(game.state) == pieces
    for _ in range(3):
        game.undo()
    assert game.hash() == start


@pytest.mark.rule("D-6.2")
def test_the_first_move_says_that_it_gives_up_replacements():
    units = {"dead": "US-1/9/2", "2226": "US-24", "2128": "US-25"}

    def warned(game: Game, do: str) -> list[tuple[str, str]]:
        return [(one.rule, one.text) for one in game.warnings(do) if one.text.startswith("replacements")]

    game = moving(6, units)
    assert warned(game, "move US-24 2227") == [("D-6.2", "replacements_move")]
    assert warned(game, "end") == [("D-6.2", "replacements_end")]
    assert warned(game, "place US-1/9/2 2226") == []
    taken = game.copy()
    taken.play("place US-1/9/2 2226")
    assert warned(taken, "move US-24 2227") == warned(taken, "end") == [], "one in the turn, and it has come"
    game.play("move US-24 2227")
    assert warned(game, "move US-25 2127") == warned(game, "end") == [], "it is too late anyway"
