"""A refusal teaches: illegal things of every chapter, each with its rule's number and a sentence in two languages."""

import re

import pytest

from parallel38 import new_game
from parallel38.desk.reporter import Reporter
from parallel38.engine.flow import RefusedError
from parallel38.engine.game import Game

from .table import table
from .test_bombardment import phase
from .test_bugout import VALLEY, fleeing
from .test_combat import attacked, battle, neutralize
from .test_conscripts import ALL, FRONT
from .test_newcomers import coming
from .test_un_options import landing, un


def started() -> Game:
    game = new_game("yalu", seed=1)
    game.play("place G-1 1118")
    return game


def full_hex() -> Game:
    return table({"0919": "US-2", "0920": "US-24 moved, US-25 moved"}, phase="un_movement", weather="MO")


def isolated() -> Game:
    return table({"1011": "PVA-20-58 neutralized+isolated"})


def on_rails() -> Game:
    return table({"0119": "NKPA-47"})


RAIL = "0119-0218-0319-0418-0518-0618-0619-0720-0820-0921-1021-1022-1123-1124"


@pytest.mark.parametrize(
    ("situation", "action", "rule", "english", "spanish"),
    [
        (full_hex, "move US-2 0919-0920", "7.2.6", "stacking limit", "límite de apilamiento"),
        (started, "move NKPA-5 1012-1013~1014", "8.3.1.3", "zone of control", "zona de control"),
        (started, "move NKPA-5 1012-1113", "9.1.3", "occupied by ROK 8th Division", "ocupado por la 8.ª División ROK"),
        (on_rails, f"move NKPA-47 {RAIL} rail", "9.2.2.2", "at most 12 hexes", "como mucho 12 hexágonos"),
        (isolated, "regroup PVA-20-58", "5.2.3", "is isolated", "está aislada"),
    ],
)
def test_five_illegal_things(situation, action: str, rule: str, english: str, spanish: str):
    game = situation()
    before = game.hash()
    refusal = game.why_not(action)[0]
    assert refusal.rule == f"D-{rule}"
    assert game.hash() == before
    for language, words in (("en", english), ("es", spanish)):
        sentence = Reporter(game, language).refusal(refusal)
        assert words in sentence
        assert sentence.endswith(f"[{rule}]")
        assert "{" not in sentence


def opening(**options: str) -> Game:
    return new_game("yalu", seed=1, options=options)


FIELD = {"1020": "PVA-40-118, PVA-40-119 neutralized, PVA-40-120", "1021": "US-2, ROK-1", "1119": "PVA-38-112"}
COAST = {"1511": "US-3, SUP-TK1", "1510": "PVA-40-118, PVA-40-119", "1711": "SUP-CA", "1409": "US-2"}
WALL = {"1019": "PVA-40-118", "1021": "US-2"}
WAVE = {"1020": "PVA-40-118", "1021": "US-1Mar, ROK-1"}
BESIDE = {"0119": "NKPA-47", "0218": "US-2"}
SNOW = {"1011": "PVA-20-58", "0714": "US-2"}
DEAD = {"dead": "Tu-1, SUP-TK1, US-1/9/2", "1611": "Gar-Hungnam"}
CLOSED = {"1021": "ROK-1", "1020": "PVA-40-118, PVA-40-119"}

ILLEGAL = {
    # 2, 3: whose unit, and when
    "another's unit": (lambda: table(FIELD), "move US-2 1021-1022", "2.7"),
    "not in this phase": (lambda: table(FIELD), "attack 1021", "3.1"),
    # 4: weather
    "two hexes in a blizzard": (lambda: table(SNOW, weather="B"), "move 58 1011-1010-0910", "4.2"),
    "a UN move in a blizzard": (lambda: un(SNOW, weather="B"), "move US-2 0714-0715", "4.2"),
    # 5: supply
    "an isolated UN unit regroups": (
        lambda: un({"1113": "ROK-8 neutralized+isolated", "1114": "NKPA-12", "1213": "NKPA-31", "1012": "NKPA-5"}),
        "regroup ROK-8",
        "5.3.4",
    ),
    # 6: reinforcements and replacements
    "a guerrilla in a city": (opening, "place G-1 2226", "6.1.1.4"),
    "an army outside its staging areas": (lambda: coming({}, 3), "place NKPA-10 1301", "6.1.1.1"),
    "reinforcements are left": (lambda: coming({}, 3), "end", "6.1"),
    "a Turk returns": (lambda: un(DEAD, turn=10), "place Tu-1 2226", "6.2"),
    "a battalion returns inland": (lambda: un(DEAD, turn=10), "place US-1/9/2 0921", "6.2.2.2"),
    "nobody holds sea transfer back for ever": (
        lambda: landing({"south": "ROK-Cap spent=6"}),
        "delay ROK-Cap",
        "6.3",
    ),
    "a landing in Seoul": (lambda: landing({"sea": "US-3 spent=6"}), "place US-3 2226", "6.1.2.3"),
    # 7: stacking
    "over the limit at the end": (full_hex, "move US-2 0920", "7.2.6"),
    # 8: zones
    "on through a zone": (lambda: table(WALL), "move 118 1019-1020-1120", "8.3.1.1"),
    # 9: movement
    "too far": (lambda: table({"0813": "NKPA-5"}), "move NKPA-5 0813-0812-0811-0810", "9.1.2"),
    "entraining beside the enemy": (lambda: table(BESIDE), "move NKPA-47 0119-0120 rail", "9.2.2.3"),
    "infiltration without a zone": (lambda: table({"0813": "NKPA-5"}), "move NKPA-5 0813~0814", "9.2.3.1"),
    "a British brigade breaks down": (lambda: un({"0517": "UK-27BC"}), "breakdown UK-27BC", "9.3.3.1"),
    "a division with dead parts": (lambda: un({**DEAD, "0919": "US-23/2, US-38/2"}), "combine US-2", "9.3.4.4"),
    "embarking inland": (lambda: un({"1413": "US-2"}), "embark US-2", "9.3.5.1"),
    "evacuation from the hills": (lambda: un({"1413": "US-2"}), "evacuate US-2", "9.3.6.1"),
    "the 5th RCT jumps": (lambda: un({"0921": "US-5RCT"}), "drop US-5RCT 0618", "9.3.7.1"),
    "off the map from the middle": (lambda: un({"1413": "US-2"}), "exit US-2", "9.3.8"),
    "a ROK division bugs out": (lambda: fleeing({**VALLEY, "0715": "ROK-1"}), "bugout ROK-1 0921", "9.4.1"),
    "a bug-out that ends too soon": (lambda: fleeing(VALLEY), "bugout US-2 0714-0614-0615", "9.4.2"),
    # 10, 11: combat and attack supply
    "an attack from afar": (lambda: battle(FIELD), "attack 1021 supplied PVA-38-112", "10.1.4"),
    "an attack on nobody": (lambda: battle(FIELD), "attack 1022", "10.5.1"),
    "no attack supply": (lambda: battle(FIELD, asp=0), "attack 1021", "10.5.4"),
    "three guns": (lambda: battle(FIELD), "attack 1021 supplied PVA-40-118 3", "11.5.4"),
    "guns without supply": (lambda: battle(FIELD), "attack 1021 unsupplied PVA-40-118 1", "11.5.1"),
    "a UN human wave": (lambda: battle(FIELD, side="un"), "attack 1020 wave US-2", "10.5.3"),
    "fire at a wave": (lambda: attacked(WAVE, "1021", "wave"), "fire PVA-40-118 ROK-1", "10.9.4"),
    "staying after a neutralization": (lambda: neutralize(CLOSED, "1021", "ROK-1", dice=[3, 3]), "end", "10.3.3"),
    "a retreat into a zone": (
        lambda: neutralize(CLOSED, "1021", "ROK-1", dice=[3, 3]),
        "retreat ROK-1 1021-1121-1221",
        "8.3.3",
    ),
    # 12, 13: support and bombardment
    "tanks from another hex": (lambda: battle(COAST, side="un"), "attack 1510 supplied US-2 0 SUP-TK1", "12.1.2"),
    "dead tanks return": (lambda: un(DEAD, turn=10), "place SUP-TK1 2226", "12.1.8"),
    "a ship on land": (lambda: phase(COAST), "sail SUP-CA 1611", "12.2.3"),
    "more aircraft than there are": (lambda: phase(COAST, air=2), "bombard 1510 - 3", "12.3.2"),
    "tanks bombard": (lambda: phase(COAST), "bombard 1510 SUP-TK1", "13.1"),
    "a road where there is none": (lambda: phase(COAST), "interdict road 0811 - 1", "13.7.1"),
    # 14, 15: neutralization and regrouping
    "a neutralized unit attacks": (lambda: battle(FIELD), "attack 1021 supplied PVA-40-119", "14.2"),
    "a regrouping unit moves": (lambda: table({"1011": "PVA-20-58 neutralized+regroup"}), "move 58 1010", "15.4.1"),
    # 16, 17: guerrillas and conscripts
    "a guerrilla in a hurry": (lambda: table({"1118": "G-1"}), "move G-1 1118-1117-1116-1115", "16.2"),
    "a conscript with the neutralized": (lambda: coming(FRONT, 9, **ALL), "place C-1 0117", "17.3a"),
    # 19: the first turns
    "the surprised fire": (
        lambda: table(
            {"1020": "PVA-40-118", "1021": "ROK-1 surprised, US-2"},
            phase="communist_combat",
            frame={
                "kind": "Firing",
                "side": "un",
                "assault": False,
                "attacks": [{"hex": "1021", "manner": "supplied", "units": ["PVA-40-118"]}],
            },
        ),
        "fire PVA-40-118 ROK-1",
        "19.1.5",
    ),
    # 21, 22: set-up
    "an army in another's area": (lambda: opening(setup="free"), "deploy PVA-66-196 0812", "21.2"),
    "a crowded staging area": (lambda: opening(setup="free"), "deploy PVA-66-196 0413", "7.1.1"),
    "a garrison elsewhere": (lambda: opening(**{"un-setup": "on"}), "deploy Gar-Seoul 2225", "22.1"),
    "a ROK division in regiments": (lambda: opening(**{"us-deployment": "on"}), "breakdown ROK-1", "22.2"),
    "Marines far away": (lambda: opening(**{"usmc-deployment": "on"}), "deploy US-1Mar 1211", "22.3"),
}


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_things_of_every_chapter(name: str):
    situation, typed, rule = ILLEGAL[name]
    game = situation()
    before, number = game.hash(), game.number
    assert game.why_not(typed)[0].rule == f"D-{rule}"
    with pytest.raises(RefusedError):
        game.play(typed)
    assert (game.hash(), game.number) == (before, number)
    said = [Reporter(game, language).refusal(refusal) for language in ("en", "es") for refusal in game.why_not(typed)]
    for sentence in said:
        assert re.fullmatch(r"[^{}]+[.] \[[0-9][0-9a-zA-Z.]*\]", sentence), sentence
        assert "refusal." not in sentence, "the text is there"
    english, spanish = said[0], said[len(said) // 2]
    assert english.endswith(f" [{rule}]")
    assert spanish.endswith(f" [{rule}]")
    assert english != spanish
