"""The game in the terminal: what a person sees and types, and that nothing is lost."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from parallel38 import BadInputError, from_position, new_game
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.engine.records import Record
from parallel38.engine.texts import LANGUAGES
from parallel38.games import NAMES, title
from parallel38.terminal import COMMANDS, Table

from .games.mobile_war.field import field
from .games.yalu.table import table
from .rolling import rolling


class Sitting:
    """A table whose lines are given and whose answers are read."""

    def __init__(self, path: Path, game: Game | None, side: str = "both", language: str = "en") -> None:
        self.record = Record.open(path, title) if game is None else Record.create(path, game)
        self.table = Table(self.record, side, language)
        self.paper = io.StringIO()
        self.table.out = Console(file=self.paper, width=400, highlight=False)
        self.table.rng = Random(1)

    @property
    def game(self) -> Game:
        return self.record.game

    def said(self) -> str:
        text = self.paper.getvalue()
        self.paper.seek(0)
        self.paper.truncate()
        return text

    def says(self, *lines: str) -> str:
        """The answer to the last of these lines."""
        for line in lines:
            self.said()
            self.table._answer(line)
        return self.said()

    def prompts(self) -> str:
        self.said()
        self.table._heading()
        return self.said()


@pytest.fixture
def begun(tmp_path: Path) -> Sitting:
    return Sitting(tmp_path / "a.record", new_game("yalu", seed=2))


def test_a_prompt_says_whose_decision_it_is_what_to_type_and_how_to_end(begun: Sitting):
    first = begun.prompts()
    assert "The Communist side: place guerrilla 1" in first
    assert "For example: place G-1 " in first
    assert "there is no end here" in first
    begun.says("place G-1 1118")
    second = begun.prompts()
    assert "Communist Movement Phase" in second
    assert "For example: move " in second
    assert "end: end the phase" in second
    begun.says("move 24 1502")
    again = begun.prompts()
    assert "33 have not moved" in again
    assert "Movement Phase" not in again, "what was said a moment ago is not said again"


def test_every_kind_of_decision_can_be_made_by_numbers(tmp_path: Path):
    """A whole random game: at each new kind of decision the list is asked for and something chosen from it."""
    sitting = Sitting(tmp_path / "a.record", new_game("yalu", seed=3))
    rng, seen = Random(3), set[str]()
    while not sitting.game.over:
        key, _ = sitting.game.prompt
        if key in seen:
            sitting.game.play(sitting.game.sample(rng))
            continue
        seen.add(key)
        sitting.table.record = Record.create(tmp_path / f"{len(seen)}.record", sitting.game)
        side = sitting.game.rules.texts("en").say(f"side.{sitting.game.decider}")
        told = sitting.prompts()
        assert side.lower() in told.lower(), key
        assert "For example: " in told or " 1. " in told, key
        assert any(words in told for words in ("end: ", ". end  (", "no end here", "  1. ")), key
        before = sitting.game.number
        sitting.says("legal")
        for _ in range(3):  # a group, one of its actions, and once more if there is a warning
            if sitting.table.choices and sitting.game.number == before:
                sitting.says(str(len(sitting.table.choices) // 2 + 1))
        if sitting.game.number == before:
            assert sitting.says("legal").count(":") >= 1, key  # too many hexes to number them: they are told
            sitting.game.play(sitting.game.sample(rng))
    assert {"moving", "bombarding", "landing", "advance", "retreat", "bug_out", "field"} <= seen


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_and_command_has_help(language: str, name: str, tmp_path: Path):
    sitting = Sitting(tmp_path / "a.record", new_game(name, seed=2), language=language)
    for word in (*sitting.game.rules.verbs, *COMMANDS):
        told = sitting.says(f"help {word}").splitlines()
        assert told[0].startswith(word), word
        assert len(told) == 2, word
    listed = sitting.says("help")
    assert all(command in listed for command in COMMANDS)
    assert "xyz" in sitting.says("help xyz")


def test_an_attack_whose_defender_chooses_the_table_is_foretold_by_every_table(tmp_path: Path):
    """A player turn of the Invasion by words, of which some are numbers of a list."""
    game = new_game("mobile_war", rulings={"invasion-supply": "none"}, dice=Dice.scripted([5]))
    sitting = Sitting(tmp_path / "a.record", game)
    assert "1228 to 1634" in sitting.says("move C-SUP-1 1634 rail")
    sitting.says("end")
    foretold = sitting.says("odds attack 1736")
    assert all(f"{table} [" in foretold for table in ("Meeting Engagement", "Position Defense", "Pursuit"))
    assert "22:6 3-1" in foretold
    assert "16.7% (1/6) A2: the defenders hold" in foretold
    sitting.says("attack 1736")
    assert "33.3% (1/3) the defenders leave the hex" in sitting.says("odds table pursuit")
    assert "die 5: the attacker loses one regiment" in sitting.says("legal", "3")
    assert "15th Regiment" in sitting.says("lose NK-6")
    assert "retreats from 1736 to 1737" in sitting.says("legal", "1")
    assert "is removed" in sitting.says("end")
    sitting.says("move NK-1 1736", "end")
    assert (game.decider, game.state.turn) == ("un", 1)


def test_a_list_by_unit_leads_to_a_list_of_actions_and_a_number_plays_one(begun: Sitting):
    units = begun.says("place G-1 1118", "legal")
    line = next(line for line in units.splitlines() if "PVA-40-118" in line)
    assert "possibilities" in line
    actions = begun.says(line.split(".")[0].strip())
    assert "  1. move PVA-40-118 " in actions
    assert "… and " in actions
    assert " 41. move " in begun.says("more")
    assert "PVA 118th Division" in begun.says("3")
    assert begun.game.number == 2
    assert "type legal" in begun.says("3"), "the list was for another situation"
    assert begun.game.number == 2
    assert "type legal" in begun.says("0")


def test_long_lists_of_hexes_are_told_as_hexes(begun: Sitting):
    told = begun.says("legal")
    assert told.startswith("place (417): ")
    assert " 0701–0712 " in told
    assert " 1. " not in told
    assert "  1. place G-1 " in begun.says("legal G-1")


def test_reach_is_for_every_action_that_has_hexes(begun: Sitting):
    assert begun.says("reach G-1").startswith("place (417): 0")
    on_foot = begun.says("place G-1 1118", "reach 118")
    assert "move on foot (40): " in on_foot
    assert "0814:5*" in on_foot
    begun.says("end", "legal")
    assert "attack" in begun.says("reach NKPA-5")
    assert "can do nothing now" in begun.says("reach US-2")


def test_names_may_be_typed_in_a_hurry(begun: Sitting):
    assert "appears in 1118" in begun.says("PLACE g1 songchon")
    assert "0812" in begun.says("where pva118")
    assert "2226 Seoul" in begun.says("at SEOUL")
    assert "2226 Seoul" in begun.says("at seúl")
    assert begun.says("odds MOVE pva-118 0814") == begun.says("odds move PVA-40-118 0812-0813~0814")
    assert "0716" in begun.says("why move 118 Kunu-ri")
    assert "0716-0717" in begun.says("why move 118 0812-0713-0714-0715-kunu-ri-0717")
    assert "did you mean Tokchon" in begun.says("at Tokchom")
    assert "did you mean" in begun.says("where PVA-40-181")


def test_files_hold_full_names_only():
    game = new_game("yalu", seed=2)
    position = game.to_position()
    for place, unit in (("Seoul", "G-2"), ("1118", "g2"), ("1118", "pva118")):
        with pytest.raises(BadInputError):
            from_position({**position, "units": {**position["units"], place: [unit]}})


def test_units_may_stand_where_the_type_of_attack_is_left_out(begun: Sitting):
    begun.says("place G-1 1118", "end")
    assert "by NKPA 5th Division" in begun.says("attack 1113 NKPA-5")
    assert "[10.5.3]" in begun.says("attack 1113 wavee")
    assert begun.says("attack").splitlines()[1].startswith("attack HEX [supplied")


def test_what_bars_the_end_is_said_before_the_way(begun: Sitting):
    begun.says("place G-1 1118")
    told = begun.says("why move 118 Seoul").splitlines()
    assert "2226 is occupied" in told[1]
    assert "more reasons" in told[2]
    assert "Move to 0813 on foot, 2 MP, and stop there (move PVA-40-118 0812-0813)" in told[3]
    assert len(told) == 4
    assert "must stop in 0713" in begun.says("more")
    assert "2226 is occupied" in begun.says("move 118 2226").splitlines()[0]
    why = begun.says("why move 118 0815").splitlines()[1]
    assert "must stop in 0713" in why, "its points would suffice, but for an enemy"
    assert "(write ~0714) [8.3.1.1]" in why
    assert "2020 is too far for" in begun.says("why move 118 2020").splitlines()[1]
    assert "0714 is occupied" in begun.says("why move 118 0812-0713-0714-0715-0716").splitlines()[1]


def test_undo_says_how_to_go_behind_dice(begun: Sitting):
    begun.says("place G-1 1118", "move 118 0814")
    assert begun.game.number == 3
    told = begun.says("undo 2")
    assert "back 1" in told
    begun.says("back 1")
    assert begun.game.number == 1
    assert "0812" in begun.says("where 118")


def test_a_map_of_the_neighbourhood(begun: Sitting):
    told = begun.says("map Huichon").splitlines()
    assert sum(">0812m#" in line for line in told) == 1
    row = next(i for i, line in enumerate(told) if ">0812" in line)
    assert "C3" in told[row + 1]
    below = next(line for line in told if " 0714r#" in line)
    assert "U1" in told[told.index(below) + 1]
    assert max(len(line) for line in told[:14]) <= 80
    assert any("0714 Kujang-dong" in line for line in told)
    assert len(begun.says("map 0812 1").splitlines()) < len(told)
    assert "There is no hex" in begun.says("map dead")


def test_the_computer_s_turn_is_told_shortly_and_the_log_tells_all(tmp_path: Path):
    sitting = Sitting(tmp_path / "a.record", new_game("yalu", seed=1), side="un")
    sitting.table._computer()
    short, whole = sitting.said(), sitting.says("log", "log 200")
    assert "MP spent" not in short
    assert "MP spent" in whole
    assert "log shows all" in short
    assert sitting.game.decider == "un"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_done_by_its_number_and_the_computer_gives_its_reasons(tmp_path: Path, language: str):
    sitting = Sitting(tmp_path / "a.record", new_game("yalu", seed=1), side="un", language=language)
    say = sitting.table.say.texts.say
    assert say("terminal.no_reasons") in sitting.says("reasons")
    told = ""
    while sitting.game.rules.phase_key(sitting.game.state) != "phase.un_movement":
        if sitting.game.decider == "un":
            before = sitting.game.number
            assert "  1. " in sitting.says("hint")
            told += sitting.says("1") + sitting.prompts()
            assert sitting.game.number > before
        else:
            assert say("terminal.no_reasons") in sitting.says("reasons"), "not before its turn is over"
            sitting.table._computer()
            told += sitting.said()
    told += sitting.prompts()
    whole = sitting.says("reasons").splitlines()
    assert whole[0] in told
    assert [line in told for line in whole[1:]] == [i < 3 for i in range(len(whole) - 1)]
    assert sitting.says("reasons").splitlines() == whole
    later = Sitting(tmp_path / "a.record", None, side="un", language=language)
    assert later.says("reasons").splitlines()[1:] == whole[1:], "they are known in the next sitting"
    assert whole[1] not in later.prompts(), "but they are not told again"
    assert whole[1].strip() not in later.says("log 200"), "and the log, which tells all at once, is silent about them"
    hints = [sitting.says("hint")]
    while len(hints[-1].splitlines()) < 4:  # marks come before the plan
        sitting.says("1")
        hints.append(sitting.says("hint"))
    assert say("terminal.hint", {"player_key": "player.veteran"}) in hints[-1]


def test_no_hint_where_dice_are_wanted(tmp_path: Path):
    sitting = Sitting(tmp_path / "a.record", new_game("yalu", dice=Dice.ask()))
    sitting.says("place G-1 1118", "move PVA-40-118 0814")
    assert sitting.game.decider == "chance"
    assert "no hint" in sitting.says("hint")


def test_the_end_shows_who_won_and_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    start = table({"0812": "PVA-40-118", "1722": "US-24"}, phase="un_movement", turn=25, dice=[3, 3, 3, 3])
    sitting = Sitting(tmp_path / "a.record", start)
    lines = iter(["end", "end", "end", "quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(lines))
    sitting.table.run()
    told = sitting.said()
    assert sitting.game.over
    for words in ("the UN has won (20.3)", "A UN victory.", "Losses", "By turn", "Luck"):
        assert words in told, words
    over = Table(Record.open(tmp_path / "a.record", title), "both", "es")
    over.out = Console(file=sitting.paper, width=400)
    over.run()
    assert "ha ganado la ONU (20.3)" in sitting.said()


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "parallel38.cli", *args]


def test_a_kill_in_the_middle_loses_nothing(tmp_path: Path):
    playing = subprocess.Popen(
        command("play", "--terminal", "yalu", "--seed", "1", "-o", "t.record"),
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PARALLEL38_LANG": "en"},
        text=True,
    )
    assert playing.stdin
    assert playing.stdout
    playing.stdin.write("place G-1 1118\nmove 24 1502\n")
    playing.stdin.flush()
    for line in playing.stdout:
        if "1701 to 1502" in line:
            break
    playing.send_signal(signal.SIGKILL)
    playing.wait()
    with (tmp_path / "t.record").open("ab") as file:
        file.write(b'{"n":3,"by":"commu')  # and a line that the kill tore
    again = subprocess.run(
        command("--lang", "en", "play", "--terminal", "t.record"),
        cwd=tmp_path,
        input="log\n",
        capture_output=True,
        text=True,
    )
    assert again.returncode == 0
    assert "was not written to its end" in again.stdout
    assert "1701 to 1502" in again.stdout
    assert "33 have not moved" in again.stdout
    assert Record.open(tmp_path / "t.record", title).game.number == 2


@pytest.mark.parametrize("words", ["legal a.record", "legal a.record --json", "new --help"])
def test_who_stops_reading_breaks_nothing(words: str, tmp_path: Path):
    Record.create(tmp_path / "a.record", new_game("yalu", dice=Dice.seed(1)))
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(command(*words.split()), cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (result.returncode, result.stderr) == (0, "")


def test_mistakes_of_usage_are_sentences_in_the_language(tmp_path: Path):
    def fails(*args: str) -> str:
        result = subprocess.run(command("--lang", "es", *args), cwd=tmp_path, capture_output=True, text=True)
        assert result.returncode == 2
        assert len(result.stderr.splitlines()) == 1
        return result.stderr

    assert "no hay una opción --sead" in fails("new", "yalu", "--sead", "1")
    assert "Falta FILE" in fails("undo")
    assert "no se entiende" in fails("dance")
    assert "--seed tiene que ser un número entero" in fails("new", "yalu", "--seed", "x", "-o", "a.record")
    assert "--around" in fails("show", "yalu", "--radius", "3")


def test_the_report_of_a_record(tmp_path: Path):
    Record.create(tmp_path / "a.record", new_game("yalu", seed=1))
    told = subprocess.run(
        command("--lang", "en", "report", "a.record"), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "The game goes on: Nov IV 1950" in told.stdout
    assert "If it ended now: a UN victory." in told.stdout


@pytest.fixture
def sea(tmp_path: Path) -> Sitting:
    """Ships and units in Pusan."""
    return Sitting(tmp_path / "sea.record", field({"3356": "AMPH-1, US-24, ROK-2", "0321": "NK-6"}))


def test_a_place_tells_what_is_aboard_and_its_facts(sea: Sitting):
    there = sea.says("load AMPH-1 US-24", "sail AMPH-1 3553", "at Ulsan").splitlines()
    ship = next(i for i, line in enumerate(there) if "AMPH-1" in line)
    assert there[ship + 1].startswith("    US-24 16-3")
    assert any(line.endswith("has 24 left. [NAV-A1c]") for line in there)


def test_lists_of_a_unit_begin_with_what_can_be_done_in_few_ways(sea: Sitting):
    first = sea.says("legal AMPH-1").splitlines()
    assert [line.split()[1] for line in first[:3]] == ["load", "load", "sail"]
    own = sea.says("legal US-24")
    assert "load AMPH-1 US-24" in own
    assert "load AMPH-1 ROK-2" not in own


def test_at_one_screen_both_may_end_the_game_and_a_single_player_only_for_himself(tmp_path: Path):
    for line in ("resign un", "resign communist", "draw"):
        both = Sitting(tmp_path / f"{line}.record", new_game("yalu", seed=2))
        both.says(line)
        assert both.game.over, line
    alone = Sitting(tmp_path / "alone.record", new_game("yalu", seed=2), "communist")
    assert "needs both sides" in alone.says("draw")
    assert "resign for itself" in alone.says("resign un")
    assert "resign for itself" in alone.says("why resign un")
    assert not alone.game.over
    alone.says("resign communist")
    assert alone.game.winner == "un"


def test_a_single_player_types_dice(tmp_path: Path):
    alone = Sitting(tmp_path / "a.record", new_game("yalu", dice=Dice.ask()), "communist")
    alone.says("place G-1 1118", "move PVA-40-118 0812-0813~0814")
    assert alone.game.decider == "chance"
    alone.says("3")
    assert alone.game.decider == "communist"


def test_dice_with_names_are_asked_for_and_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The parts of a turn stand in the heading."""
    sitting = Sitting(tmp_path / "a.record", rolling(Dice.ask(), monkeypatch))
    assert " · first half · " in sitting.prompts()
    sitting.says("aim mixed")
    asked = sitting.prompts()
    assert "white die (1 to 6), white die (1 to 6), and red die (0 to 9)" in asked
    assert "red die (0 to 9)" in sitting.says("1,1,10")
    assert sitting.game.decider == "chance"
    told = sitting.says("2,3,0")
    assert "5 steps are lost" in told
    assert "0 hexes back" in told
    assert sitting.game.decider == "un"
