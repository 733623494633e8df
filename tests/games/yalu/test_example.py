"""24 Example of play: the Communist player turn of Nov IV, move by move and fire by fire."""

import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from parallel38 import new_game
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.engine.lines import first_disagreement
from parallel38.engine.records import Record
from parallel38.games import title
from parallel38.games.yalu.rules import retreats, zones
from parallel38.games.yalu.state import UN

from .table import rules_of, spent, where

EXAMPLE = tomllib.loads(Path(__file__).with_name("example.toml").read_text())
RECORDS = Path(__file__).parents[2] / "records"


def two(total: int) -> list[int]:
    """Two dice with this total."""
    return [total // 2, total - total // 2]


def begin(*, combat: bool = False) -> Game:
    """The game as the example begins, with its dice: those of movement, or of the combat phase as well."""
    dice = list(EXAMPLE["dice"])
    if combat:
        dice += [row["die"] for row in EXAMPLE["surprise"]]
        dice += [die for row in (*EXAMPLE["defence"], *EXAMPLE["assault"]) for die in two(row["dice"])]
    game = new_game("yalu", dice=Dice.scripted(dice))
    game.play(f"place G-1 {EXAMPLE['guerrilla']}")
    return game


@pytest.mark.rule("D-6.1.1.4", "D-11.2.1", "D-9.1.1", "D-9.2.3.2", "D-9.2.3.3")
def test_every_move_costs_and_ends_as_told():
    game = begin()
    assert game.view()["track"]["asp"] == 12
    for move in EXAMPLE["move"]:
        units = list(move["end"])
        key, args = game.describe(game.parse(move["do"]))
        if "mp" in move:
            assert key == "action.move"
            assert args["mp"] / game.rules.point == move["mp"], move["do"]
        if "need" in move:
            assert args["need_words"] == [move["need"]], move["do"]
        game.play(move["do"])
        assert {u: where(game, u) for u in units} == move["end"], move["do"]
        for unit in units if "mp" in move else ():
            assert spent(game, unit) == move["mp"]
        for unit, points in move.get("spent", {}).items():
            assert spent(game, unit) == points
    assert game.last.dice_used == len(EXAMPLE["dice"]), "every die of the example was used, and no other"
    assert "neutralized" not in str(game.to_position()), "nobody overstacked on the way"


@pytest.mark.rule("D-8.3.1.1", "D-8.3.1.3")
def test_stops_and_starts_lie_in_zones_as_told():
    game = begin()
    zone = zones.zone(game.state, UN)
    names = game.rules.names
    start = {u: game.state.where[names.unit_number(u)] for move in EXAMPLE["move"] for u in move["end"]}
    assert {u for u, h in start.items() if zone >> h & 1} >= set(EXAMPLE["began_in_a_zone"])
    assert not zone >> start["PVA-40-118"] & 1
    for move in EXAMPLE["move"]:
        game.play(move["do"])
        for unit in move["end"]:
            if unit in EXAMPLE["stopped"]:
                assert zone >> names.place_code(where(game, unit)) & 1, unit
    # the NKPA 5th went from zone to zone: it neither walks on nor infiltrates
    game = begin()
    assert rules_of(game, "move NKPA-5 1012-1013~1114") == ["D-8.3.1.3"]
    assert rules_of(game, "move PVA-20-89 1011-1012-1013") == ["D-8.3.1.1"]


def at_combat() -> Game:
    game = begin(combat=True)
    for move in EXAMPLE["move"]:
        game.play(move["do"])
    game.play("end")
    return game


def fires(game: Game, rows: list[dict]) -> None:
    """Play fires and what follows from them, with every figure that the example states."""
    for row in rows:
        action = game.parse(row["do"])
        _, args = game.describe(action)
        assert (args["odds"], args["modifier_drm"]) == (row["odds"], row["drm"]), row["do"]
        played = game.play(action)
        event = next(event for entry in played for event in entry.events)
        assert (event.text, event.args["total"]) == (row["result"], row["dice"] + row["drm"]), row["do"]
        for then in row.get("then", ()):
            game.play(then)
        for unit, end in row.get("end", {}).items():
            place = where(game, unit)
            assert place in ("dead", "out") if end == "gone" else place == end, (row["do"], unit)


@pytest.mark.rule("D-10.5.4", "D-11.5.3", "D-10.9.1", "D-10.9.3", "D-10.9.6", "D-19.1.2", "D-19.1.3", "D-19.1.4")
@pytest.mark.rule("D-19.1.5", "D-10.2.2", "D-10.3.2", "D-10.3.3", "D-10.3.5", "D-8.2.4", "D-8.2.5", "D-10.8.1")
@pytest.mark.rule("D-11.2.4", "D-10.3.4")
@pytest.mark.rule("D-10.2.1", "D-11.4.2", "D-24", by="value")
def test_every_attack_ends_as_told():
    game = at_combat()
    asp = game.view()["track"]["asp"]
    for row in EXAMPLE["attack"]:
        action = game.parse(row["do"])
        _, args = game.describe(action)
        assert (args["firing_factors"], args["defending_factors"]) == (row["firing"], row["defending"]), row["do"]
        game.play(action)
        asp -= row["asp"]
        assert game.view()["track"]["asp"] == asp, row["do"]
    assert asp == 2, "six points for the attacks, four for artillery"
    played = game.play("end")
    checks = [event for entry in played for event in entry.events]
    names = game.rules.names
    for row, event in zip(EXAMPLE["surprise"], checks, strict=True):
        assert (event.args["unit"], event.args["die"]) == (names.unit_number(row["unit"]), row["die"])
        assert event.text == ("surprised" if row["hit"] else "not_surprised"), row["unit"]
    assert rules_of(game, "fire PVA-38-112 ROK-7") == ["D-19.1.5"]
    assert rules_of(game, "fire PVA-39-115 US-2") == ["D-10.9.4"]
    fires(game, EXAMPLE["defence"])
    fires(game, EXAMPLE["assault"])
    assert game.rules.phase_key(game.state) == "phase.un_bombardment"
    # the booklet counts two points at the end; 11.2.4 gives one for each of the two ROK divisions whose hex was entered
    assert game.view()["track"]["asp"] == 2 + 2


@pytest.mark.rule("D-10.3.5", "D-8.3.3", "D-8.2.5", "D-10.3.3")
def test_ways_of_the_nkpa_5th_out_of_1013(monkeypatch: pytest.MonkeyPatch):
    """1014 and 1114 lie in UN zones, 0913 is full; if the ROK 8th were American, 1012 would be closed as well."""
    game = at_combat()
    for row in EXAMPLE["attack"]:
        game.play(row["do"])
    game.play("end")
    fires(game, [{**row, "then": []} for row in EXAMPLE["defence"]])
    assert rules_of(game, "retreat NKPA-5 1013-1014-1015") == ["D-8.3.3"]
    assert rules_of(game, "retreat NKPA-5 1013-1114-1214") == ["D-8.3.3"]
    assert rules_of(game, "retreat NKPA-5 1013-0913-0812") == ["D-10.3.3"]
    ways = {game.notation(a).split()[-1].split("-")[1] for a in game.legal_actions()}
    assert ways == {"1012"}
    number = game.rules.names.unit_number
    american = list(game.state.rules.nation)
    american[number("ROK-8")] = "US"
    monkeypatch.setattr(game.rules, "nation", american)
    game.state.forget()
    assert retreats.paths(game.state, number("NKPA-5"), (number("NKPA-5"),)) == []


def whole_turn() -> Game:
    """The Communist player turn from the first move to the last fire."""
    game = at_combat()
    for row in EXAMPLE["attack"]:
        game.play(row["do"])
    game.play("end")
    for row in (*EXAMPLE["defence"], *EXAMPLE["assault"]):
        for line in (row["do"], *row.get("then", ())):
            game.play(line)
    return game


def only_movement() -> Game:
    game = begin()
    for move in EXAMPLE["move"]:
        game.play(move["do"])
    return game


@pytest.mark.rule("D-24", by="value")
@pytest.mark.parametrize(
    ("name", "play"),
    [("yalu-example-movement-0.1.0.record", only_movement), ("yalu-example-turn-0.2.0.record", whole_turn)],
)
def test_golden_records_of_the_example(tmp_path: Path, name: str, play: Callable[[], Game]):
    """Records that earlier versions wrote of the example load, are whole, and today's rules agree with them."""
    path = tmp_path / "example.record"
    shutil.copy(RECORDS / name, path)
    game = Record.open(path, title).game
    assert first_disagreement(game) is None
    fresh = play()
    assert game.hash() == fresh.hash()
    actions = [fresh.notation(e.action) for e in fresh.entries()[1:] if e.action]
    assert [game.notation(e.action) for e in game.entries()[1:] if e.action] == actions
