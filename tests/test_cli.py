"""The command line: what it prints, its exit codes, and that mistakes become sentences."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from parallel38.cli import app
from parallel38.engine.texts import Texts
from parallel38.games import NAMES, title
from tests.commands import ok, run, shell


@pytest.fixture
def game(tmp_path: Path) -> Path:
    ok("new", "yalu", "--seed", "1", "-o", "a.record", cwd=tmp_path)
    ok("do", "a.record", "place G-1 1118", cwd=tmp_path)
    return tmp_path


def test_a_shell_reads_answers_complaints_and_exit_codes(game: Path):
    for args, code, words in (
        (("why", "a.record", "move NKPA-5 1013"), 0, "move"),
        (("do", "a.record", "sing"), 2, "sing"),
        (("do", "a.record", "move NKPA-5 1012-1113"), 3, "[9.1.3]"),
    ):
        result = shell("--lang", "en", *args, cwd=game)
        assert result.returncode == code
        assert words in (result.stderr if code else result.stdout)
        assert "Traceback" not in result.stderr
    assert "Communist Movement Phase" in shell("show", "a.record", cwd=game).stdout


def test_a_game_from_the_shell(game: Path):
    assert "0814" in ok("legal", "a.record", "--unit", "PVA-40-118", cwd=game)
    listed = json.loads(ok("legal", "a.record", "--unit", "118", "--json", cwd=game))
    assert all(set(row) == {"action", "text"} for row in listed)
    assert any(row["action"] == "move PVA-40-118 0812-0813~0814" for row in listed)
    assert "1502" in ok("do", "a.record", "move NKPA-24 1701-1601-1502", cwd=game)
    assert "NKPA-24" in ok("undo", "a.record", cwd=game)
    assert "NKPA-24" in ok("redo", "a.record", cwd=game)
    verified = json.loads(ok("replay", "a.record", "--verify", "--json", cwd=game))
    assert (verified["actions"], verified["turn"], verified["winner"]) == (2, "Nov IV", None)
    told = ok("replay", "a.record", "--verify", cwd=game)
    assert verified["hash"] in told
    assert "Every die is the one" in told
    assert "Guerrilla 1 appears in 1118" in ok("replay", "a.record", cwd=game)
    odds = json.loads(ok("odds", "a.record", "move 118 0814", "--json", cwd=game))
    assert [o["chance"] for o in odds["outcomes"]] == ["5/6", "1/6"]


def test_why_says_the_rule_the_reason_and_the_culprits(game: Path):
    answer = json.loads(ok("why", "a.record", "move NKPA-5 1012-1013~1014", "--json", cwd=game))
    assert answer["legal"] is False
    refusal = answer["refusals"][0]
    assert refusal["rule"] == "D-8.3.1.3"
    assert "[8.3.1.3]" in refusal["reason"]
    assert {"ROK-8", "1013"} <= set(refusal["culprits"])
    fine = json.loads(ok("why", "a.record", "move NKPA-5 1013", "--json", cwd=game))
    assert (fine["legal"], fine["refusals"]) == (True, [])
    spanish = run("why", "a.record", "move NKPA-5 1012-1113", cwd=game, env_lang="es").stdout
    assert "ocupado por" in spanish


def test_a_refused_action_exits_with_three_and_keeps_what_went_before(game: Path):
    result = run("do", "a.record", "move NKPA-24 1701-1601-1502", "move NKPA-5 1012-1113", cwd=game)
    assert result.returncode == 3
    assert "[9.1.3]" in result.stderr
    assert json.loads(ok("replay", "a.record", "--verify", "--json", cwd=game))["actions"] == 2
    plain = run("do", "a.record", "move NKPA-5 1012-1113", "--json", cwd=game)
    assert plain.returncode == 3
    assert json.loads(plain.stdout)["refusals"][0]["rule"] == "D-9.1.3"


def test_undo_behind_a_die_is_refused(game: Path):
    ok("do", "a.record", "move PVA-40-118 0812-0813~0814", cwd=game)
    result = run("undo", "a.record", cwd=game)
    assert result.returncode == 3
    assert "die roll" in result.stderr
    ok("take-back", "a.record", "1", cwd=game)


def test_json_says_what_was_done_before_a_mistake(game: Path):
    result = run("do", "a.record", "move NKPA-24 1502", "bogus", "--json", cwd=game)
    assert result.returncode == 2
    told = json.loads(result.stdout)
    assert [entry["action"] for entry in told["done"]] == ["move NKPA-24 1701-1601-1502"]
    assert "bogus" in told["error"]
    odds = run("odds", "a.record", "move NKPA-5 1113", "--json", cwd=game)
    assert (odds.returncode, json.loads(odds.stdout)["refusals"][0]["rule"]) == (3, "D-9.1.3")


def test_complaints_name_the_file(game: Path):
    (game / "bad.toml").write_text("x = [")
    (game / "words.txt").write_text("one two")
    for args in (("--charts", "bad.toml"), ("--position", "bad.toml"), ("--dice", "words.txt")):
        result = run("new", "yalu", *args, "-o", "x.record", cwd=game)
        assert result.returncode == 2
        assert args[1] in result.stderr


def test_a_terminal_without_the_letters_goes_on(game: Path):
    command = ("--lang", "es", "play", "--terminal", "a.record")
    result = shell(*command, cwd=game, stdin="units\n", PYTHONIOENCODING="ascii")
    assert result.returncode == 0, result.stderr


def test_the_turn_that_the_readme_shows(tmp_path: Path):
    """The lines of the README's first turn can be typed as they stand there."""
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    block = readme.split("A few first commands")[1].split("```")[1]
    lines = [line.split("   ")[0].strip() for line in block.strip().splitlines()]
    assert lines[0] == "place G-1 1118"
    result = run("play", "--terminal", "yalu", "--seed", "2", "-o", "t.record", cwd=tmp_path, stdin="\n".join(lines))
    assert result.returncode == 0
    for words in ("appears in 1118", "1701 to 1502", "on foot", "[8.3.1.1]", "16.7%", "UN Bombardment Phase"):
        assert words in result.stdout, words
    for wrong in ("There is no", "is not an action", "may be"):
        assert wrong not in result.stdout


def test_positions_can_be_written_and_played_from(game: Path):
    ok("do", "a.record", "move PVA-20-58 1011-1012~1013", cwd=game)
    ok("position", "a.record", "-o", "here.toml", cwd=game)
    ok("new", "yalu", "--position", "here.toml", "--seed", "9", "-o", "b.record", cwd=game)
    one = json.loads(ok("position", "a.record", "--json", cwd=game))
    two = json.loads(ok("position", "b.record", "--json", cwd=game))
    assert one == two
    assert run("position", "a.record", "-o", "here.toml", cwd=game).returncode == 2
    earlier = json.loads(ok("position", "a.record", "--at", "0", "--json", cwd=game))
    assert earlier["frames"][-1]["kind"] == "PlaceGuerrilla"


def test_typed_and_scripted_dice(tmp_path: Path):
    ok("new", "yalu", "--dice", "ask", "-o", "a.record", cwd=tmp_path)
    out = ok("do", "a.record", "place G-1 1118", "move 118 0814", cwd=tmp_path)
    assert "A die is wanted" in out
    other = run("do", "a.record", "move 119 0814", cwd=tmp_path)
    assert (other.returncode, "A die is wanted" in other.stderr) == (3, True)
    assert "infiltrates" in ok("do", "a.record", "roll 1", cwd=tmp_path)
    (tmp_path / "dice.txt").write_text("1, 3\n4")
    ok("new", "yalu", "--dice", "dice.txt", "-o", "b.record", cwd=tmp_path)
    assert "infiltrates" in ok("do", "b.record", "place G-1 1118", "move 118 0814", cwd=tmp_path)


def test_an_overlay_of_charts_is_kept_in_the_record(tmp_path: Path):
    (tmp_path / "mine.toml").write_text("[infiltration]\nmountain = {number = 5}\n")
    ok("new", "yalu", "--seed", "1", "--charts", "mine.toml", "-o", "a.record", cwd=tmp_path)
    ok("do", "a.record", "place G-1 1118", cwd=tmp_path)
    odds = json.loads(ok("odds", "a.record", "move PVA-20-58 1011-1012~1013", "--json", cwd=tmp_path))
    assert odds["outcomes"][0]["chance"] == "5/6"
    shown = ok("charts", "yalu", "infiltration", "--charts", "mine.toml", cwd=tmp_path)
    assert "yours" in shown


@pytest.mark.parametrize("game", NAMES)
def test_every_scenario_can_be_begun_and_told(game: str, tmp_path: Path):
    """In this process: it is about the games, not about the program's start."""

    def said(*words: str) -> str:
        found = CliRunner().invoke(app, [*words])
        assert found.exit_code == 0, found.output
        return found.stdout

    for scenario in title(game).scenario_names:
        file = str(tmp_path / f"{scenario}.record")
        begun = json.loads(said("new", game, "--scenario", scenario, "--seed", "1", "-o", file, "--json"))
        offered = json.loads(said("legal", file, "--json"))
        assert begun["decider"] in ("un", "communist")
        assert json.loads(said("do", file, offered[-1]["action"], "--json"))["done"]
        told = said("show", file) + said("report", file) + said("replay", file)
        assert json.loads(said("replay", file, "--verify", "--json"))["actions"] >= 1
        assert not re.search(r"\b(prompt|phase|log|action|refusal|account|standing)\.[a-z_]+", told), told


def test_games_rules_and_charts_are_listed(tmp_path: Path):
    listed = json.loads(ok("games", "--json", cwd=tmp_path))
    assert tuple(game["game"] for game in listed["games"]) == NAMES
    rules = json.loads(ok("rules", "yalu", "--json", cwd=tmp_path))
    assert {"rules", "total", "enforced", "tested"} <= set(rules)
    assert {"id", "summary", "code", "tests"} <= set(rules["rules"][0])
    assert "8.3.1.3" in ok("rules", "yalu", "8.3.1.3", cwd=tmp_path)
    charts = json.loads(ok("charts", "yalu", "--json", cwd=tmp_path))
    assert charts["infiltration"]["rows"]["rough"]["number"]["provenance"] == "example"


@pytest.mark.long
def test_random_games_and_measurements_are_told(tmp_path: Path):
    fuzzed = json.loads(ok("fuzz", "yalu", "--games", "1", "--seed", "5", "--json", cwd=tmp_path))
    told = "games finished decisions rolls dead_ends errors lines positions accepted seconds"
    assert list(fuzzed) == told.split()
    assert (fuzzed["finished"], fuzzed["dead_ends"], fuzzed["errors"]) == (1, 0, 0)
    figures = json.loads(ok("bench", "yalu", "--seconds", "0.1", "--json", cwd=tmp_path))
    names = "decisions_per_s rolls_per_s games_per_s offers_ms offers_cold_ms reach_us zones_us supply_us"
    names += " view_ms copy_us hash_us recruit_turn_ms recruit_turn_95_ms"
    assert set(figures["yalu"]) == set(names.split())
    assert 0 < figures["yalu"]["recruit_turn_ms"] <= figures["yalu"]["recruit_turn_95_ms"]
    assert figures["import_ms"] >= 0


@pytest.mark.long
def test_measuring_the_pages_needs_a_browser_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PARALLEL38_CHROMIUM", raising=False)
    told = run("bench", "yalu", "--seconds", "0.1", "--web", "--json", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "hromium" in told.stderr or "playwright" in told.stderr
    figures = json.loads(told.stdout)
    assert set(figures["yalu_web"]) >= {"start_s", "view_kb", "view_ms", "answer_95_ms", "answer_thinking_95_ms"}
    assert figures["yalu"]["view_ms"] > 0


@pytest.mark.parametrize(
    "args",
    [
        ("new", "chess", "-o", "x.record"),
        ("new", "yalu", "--scenario", "inchon", "-o", "x.record"),
        ("new", "yalu", "--edition", "classic2", "-o", "x.record"),
        ("new", "yalu", "--option", "air-sorties=maybe", "-o", "x.record"),
        ("new", "yalu", "--option", "air-sorties", "-o", "x.record"),
        ("new", "yalu", "--ruling", "nonsense=on", "-o", "x.record"),
        ("new", "yalu", "--dice", "nofile.txt", "-o", "x.record"),
        ("new", "yalu", "--charts", "nofile.toml", "-o", "x.record"),
        ("new", "yalu", "--position", "nofile.toml", "-o", "x.record"),
        ("new", "yalu", "--position", "a.record", "-o", "x.record"),
        ("new", "yalu", "-o", "no/such/folder/x.record"),
        ("new", "yalu", "-o", "a.record"),
        ("do", "a.record", "move Nobody 0812-0813"),
        ("do", "a.record", "move PVA-40-118 0812-9999"),
        ("do", "a.record", "sing"),
        ("do", "nofile.record", "end"),
        ("why", "a.record", ""),
        ("legal", "a.record", "--unit", "Nobody"),
        ("replay", "nofile.record"),
        ("position", "a.record", "--at", "999"),
        ("take-back", "a.record", "999"),
        ("new", "yalu", "--seed", "1", "--dice", "ask", "-o", "x.record"),
        ("play", "--terminal", "a.record", "--seed", "1"),
        ("bench", "--seconds", "-1"),
        ("rules", "yalu", "99.9"),
        ("charts", "yalu", "nonsense"),
        ("fuzz", "chess"),
        ("play", "--terminal", "nofile.record"),
        ("play", "--terminal", "yalu", "--side", "chinese"),
        ("undo",),
        ("new", "yalu", "--sead", "1", "-o", "x.record"),
        ("dance",),
    ],
)
def test_bad_usage_is_a_sentence_and_exit_two(game: Path, args: tuple[str, ...]):
    before = {file.name: file.read_bytes() for file in game.iterdir()}
    result = run(*args, cwd=game)
    assert result.returncode == 2, result.stdout + result.stderr
    assert result.stderr.strip()
    assert {file.name: file.read_bytes() for file in game.iterdir()} == before, "nothing was overwritten"


def complaint(*args: str, cwd: Path) -> str:
    """What is said of a mistake; nothing is written."""
    result = run(*args, "-o", "x.record", cwd=cwd)
    assert (result.returncode, (cwd / "x.record").exists()) == (2, False)
    return result.stderr.strip()


def test_a_position_of_another_game_is_called_so(game: Path):
    ok("position", "a.record", "-o", "here.toml", cwd=game)
    told = complaint("new", "mobile_war", "--position", "here.toml", cwd=game)
    assert told == "here.toml: The position is one of yalu, not of mobile_war."


def test_a_position_that_cannot_be_begins_no_record(tmp_path: Path):
    ok("new", "mobile_war", "--seed", "1", "-o", "a.record", cwd=tmp_path)
    text = ok("position", "a.record", cwd=tmp_path)
    (tmp_path / "late.toml").write_text(text.replace("turn = 1\n", "turn = 99\n"))
    told = complaint("new", "mobile_war", "--position", "late.toml", cwd=tmp_path)
    assert told == "late.toml: Track turn is 99; it can be 1 to 17."
    assert run("show", "late.toml", cwd=tmp_path).stderr.strip() == told


def test_what_is_given_twice_must_be_the_same(tmp_path: Path):
    twice = ("--option", "volunteers=on", "--option", "volunteers=off")
    told = complaint("new", "mobile_war", *twice, cwd=tmp_path)
    assert told == "volunteers is given twice, as on and off; only one of them can be chosen."
    ok("new", "mobile_war", *twice[:2], *twice[:2], "-o", "x.record", cwd=tmp_path)


def test_a_single_edition_is_called_the_only_one(tmp_path: Path):
    told = complaint("new", "mobile_war", "--edition", "3", cwd=tmp_path)
    assert told == "There is no edition “3”; there is only standard."
    assert "choose invasion, " in complaint("new", "mobile_war", "--scenario", "3", cwd=tmp_path)


def test_who_types_no_number_is_told_in_his_language(tmp_path: Path):
    told = complaint("--lang", "es", "new", "yalu", "--seed", "x", cwd=tmp_path)
    assert told.startswith("--seed tiene que ser un número entero;")
    told = run("--lang", "es", "bench", "--seconds", "x", cwd=tmp_path).stderr
    assert told.startswith("--seconds tiene que ser un número;")
    told = complaint("--lang", "es", "lab", "run", "yalu", "--seed", "-1", cwd=tmp_path)
    assert told.startswith("--seed tiene que ser 0 o más;")
    assert run("serve", "--port", "99999", cwd=tmp_path).stderr.startswith("--port must be 65535 or less;")


def test_what_is_missing_is_called_as_in_the_help(tmp_path: Path):
    assert complaint("lab", "match", "recruit", cwd=tmp_path).startswith("B is missing;")
    assert complaint("lab", "report", "--out", "x", cwd=tmp_path).startswith("FILE is missing;")
    assert complaint("new", "chess", "-o", "x.record", cwd=tmp_path).endswith(
        "; choose yalu, mobile_war, forgotten_war, or korean_war."
    )


def test_a_damaged_file_is_named_by_its_line(game: Path):
    file = game / "a.record"
    lines = file.read_text().split("\n")
    lines[1] = lines[1].replace("12", "13")
    file.write_text("\n".join(lines))
    result = run("replay", "a.record", "--verify", cwd=game)
    assert result.returncode == 2
    assert "line 2" in result.stderr


def test_a_truncated_file_goes_on_with_a_notice(game: Path):
    file = game / "a.record"
    file.write_bytes(file.read_bytes()[:-9])
    result = run("replay", "a.record", "--verify", cwd=game)
    assert result.returncode == 0
    assert "Line 3" in result.stderr


def test_every_command_has_help_and_an_example(tmp_path: Path):
    commands = [
        "games",
        "new",
        "play",
        "legal",
        "do",
        "why",
        "odds",
        "undo",
        "redo",
        "take-back",
        "replay",
        "report",
        "position",
        "rules",
        "charts",
        "fuzz",
        "bench",
    ]
    shown = ok("--help", cwd=tmp_path)
    for command in commands:
        assert command in shown
        assert "Example: parallel38" in ok(command, "--help", cwd=tmp_path)


def test_a_game_in_the_terminal(tmp_path: Path):
    lines = [
        "help",
        "place G-1 1118",
        "at 0812",
        "where 118",
        "reach 118",
        "why move NKPA-5 1012-1113",
        "odds move 118 0814",
        "move NKPA-5 1012-1113",
        "move NKPA-24 1502",
        "undo",
        "redo",
        "move NKPA-5 0912",
        "move NKPA-5 0912",
        "log",
        "legal NKPA-12",
        "units un",
        "sing",
        "back x",
        "at",
        "log x",
        "unmoved",
        "reach US-2",
        "at Seoul",
        "undo 2",
        "",
        "quit",
    ]
    result = run("play", "yalu", "--terminal", "--seed", "1", "-o", "t.record", cwd=tmp_path, stdin="\n".join(lines))
    assert result.returncode == 0
    said = result.stdout
    for words in (
        "[9.1.3]",
        "appears in 1118",
        "Undone: move NKPA-24",
        "Redone",
        "over the stacking limit",
        "Everything is stored.",
    ):
        assert words in said, words
    assert "16.7%" in said
    assert "can do nothing now" in said
    assert "Not moved yet" in said
    again = run("play", "t.record", "--terminal", cwd=tmp_path, stdin="log\n")
    assert again.returncode == 0
    assert "1118" in again.stdout


def test_dice_are_typed_as_they_fall(tmp_path: Path):
    ok("new", "yalu", "--dice", "ask", "-o", "a.record", cwd=tmp_path)
    result = run("play", "--terminal", "a.record", cwd=tmp_path, stdin="place G-1 1118\nmove 118 0814\n7\n1\n")
    assert "infiltrates" in result.stdout


def test_the_last_game_goes_on(tmp_path: Path):
    def play(*args: str, stdin: str) -> subprocess.CompletedProcess[str]:
        return shell("play", "--terminal", *args, cwd=tmp_path, stdin=stdin, XDG_DATA_HOME=str(tmp_path))

    assert play("--last", stdin="").returncode == 2
    assert play("yalu", stdin="place G-1 1118\n").returncode == 0
    assert "1118" in play("--last", stdin="log\n").stdout


def test_the_random_player_takes_the_other_side(tmp_path: Path):
    result = run(
        "play",
        "--terminal",
        "yalu",
        "--side",
        "un",
        "--seed",
        "1",
        "-o",
        "t.record",
        cwd=tmp_path,
        stdin="end\nend\n",
        env_lang="es",
    )
    assert result.returncode == 0
    assert "El ordenador ha tomado" in result.stdout


BROKEN = '[combat]\n7 = {"8:1" = "-"}\n'
"""Figures that can be, but that nobody would expect: worse results at higher odds."""


def test_charts_are_shown_with_the_provenance_of_every_figure(tmp_path: Path):
    listed = ok("charts", "yalu", "--list", cwd=tmp_path).splitlines()
    assert any(line.split() == ["combat", "Combat", "results"] for line in listed)
    names = [line.split()[0] for line in listed]
    everything = ok("charts", "yalu", cwd=tmp_path)
    for name in names:
        assert f"\n{name}  " in f"\n{everything}"
    assert "one in six" not in everything  # reasons only when they are asked for
    one = ok("charts", "yalu", "infiltration", cwd=tmp_path)
    lines = [line.split() for line in one.splitlines()]
    assert ["rough", "2", "EX"] in lines
    assert ["clear", "1", "·"] in lines
    assert "a table that a reviewer proposed" in " ".join(one.split())
    assert "EX worked example; · reconstructed" in one
    assert "booklet 24" in ok("charts", "yalu", "--sources", cwd=tmp_path)
    spanish = run("charts", "yalu", "infiltration", cwd=tmp_path, env_lang="es").stdout
    assert ["abrupto", "2", "EJ"] in [line.split() for line in spanish.splitlines()]
    assert "EJ ejemplo de juego" in spanish
    delays = run("charts", "yalu", "delays", cwd=tmp_path, env_lang="es").stdout
    assert "carretera a Pusan R" in delays
    arrivals = run("charts", "yalu", "arrivals", cwd=tmp_path, env_lang="es").stdout
    assert ["NKPA-7", "ene", "I", "·", "borde", "del", "mapa", "R"] in [line.split() for line in arrivals.splitlines()]
    plain = json.loads(run("charts", "yalu", "delays", "--json", cwd=tmp_path, env_lang="es").stdout)
    assert plain["delays"]["rows"]["off_map"]["entry"]["value"] == "pusan"  # what a file says
    assert 'entry = "pusan"' in run("charts", "yalu", "delays", "--template", cwd=tmp_path, env_lang="es").stdout


def in_words(lang: str, value: str) -> str:
    """A figure as a table shows it: words and turns in the language, codes and numbers as they are."""
    texts = Texts(lang, "parallel38.games.yalu")
    return next((texts.say(key) for key in (f"word.{value}", f"head.{value}") if texts.has(key)), value)


@pytest.mark.parametrize("width", [80, 100, 140])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_nothing_of_a_chart_is_cut_off(tmp_path: Path, width: int, lang: str):
    plain = json.loads(run("charts", "yalu", "--json", cwd=tmp_path, env_lang=lang).stdout)
    shown = shell("--lang", lang, "charts", "yalu", cwd=tmp_path, COLUMNS=str(width)).stdout
    assert max(map(len, shown.splitlines())) <= width
    assert "…" not in shown
    parts = [part.strip() for part in f"\n{shown}".split("\n\n")]
    for name, chart in plain.items():
        (at,) = [i for i, part in enumerate(parts) if part.startswith(f"{name}  ")]
        assert " ".join(parts[at].split()).endswith(chart["about"])
        words = parts[at + 1].split()
        values = [cell["value"] for cells in chart["rows"].values() for cell in cells.values()]
        figures = [in_words(lang, str(v)) for v in values if not isinstance(v, bool)]
        for figure in set(figures):
            expected = figures.count(figure)
            found = " ".join(words).count(figure) if " " in figure else words.count(figure)
            assert found >= expected, (name, figure)


def test_a_template_is_an_overlay_of_the_whole_chart(tmp_path: Path):
    (tmp_path / "combat.toml").write_text(ok("charts", "yalu", "combat", "--template", cwd=tmp_path))
    ok("charts", "yalu", "combat", "--charts", "combat.toml", cwd=tmp_path)
    ok("new", "yalu", "--seed", "1", "--charts", "combat.toml", "-o", "a.record", cwd=tmp_path)
    assert "laid figures over ours (121), of which 0 differ" in ok("replay", "a.record", cwd=tmp_path)
    text = (tmp_path / "combat.toml").read_text()
    (tmp_path / "gap.toml").write_text(text.replace('"3:1" = "NR", ', "", 1))
    result = run("new", "yalu", "--charts", "gap.toml", "-o", "b.record", cwd=tmp_path)
    assert result.returncode == 2
    assert "column 3:1 has no figure" in result.stderr
    (tmp_path / "all.toml").write_text(run("charts", "yalu", "--template", cwd=tmp_path, env_lang="es").stdout)
    shown = json.loads(ok("charts", "yalu", "--charts", "all.toml", "--json", cwd=tmp_path))
    assert {c["provenance"] for chart in shown.values() for r in chart["rows"].values() for c in r.values()} == {
        "player"
    }


def test_figures_out_of_order_are_warned_about_and_used(tmp_path: Path):
    (tmp_path / "odd.toml").write_text(BROKEN)
    for args in (
        ("new", "yalu", "--seed", "1", "--charts", "odd.toml", "-o", "a.record"),
        ("play", "--terminal", "yalu", "--seed", "1", "--charts", "odd.toml", "-o", "b.record"),
        ("charts", "yalu", "--charts", "odd.toml"),
    ):
        result = run(*args, cwd=tmp_path)
        assert result.returncode == 0
        assert result.stderr.count("Chart combat: ") == 2
        assert "NR in row 7, column 6:1 is above - in row 7, column 8:1" in result.stderr
        assert "usual order" not in result.stdout
    spanish = run("charts", "yalu", "--charts", "odd.toml", cwd=tmp_path, env_lang="es")
    assert "contra el orden habitual" in spanish.stderr
    begun = json.loads(
        ok("new", "yalu", "--seed", "1", "--charts", "odd.toml", "--json", "-o", "c.record", cwd=tmp_path)
    )
    assert len(begun["warnings"]) == 2
    shown = json.loads(ok("charts", "yalu", "--charts", "odd.toml", "--json", cwd=tmp_path))
    assert (len(shown["combat"]["warnings"]), shown["air"]["warnings"]) == (2, [])
    log = ok("replay", "a.record", cwd=tmp_path)
    assert "Combat results" in log.splitlines()[0]
    assert "of which 1 differs" in log.splitlines()[0]


def test_bad_overlays_are_sentences(tmp_path: Path):
    (tmp_path / "odd.toml").write_text(BROKEN)
    ok("new", "yalu", "--seed", "1", "-o", "a.record", cwd=tmp_path)
    assert run("play", "--terminal", "a.record", "--charts", "odd.toml", cwd=tmp_path).returncode == 2
    for text, words in (
        ("", "names no chart"),
        ("[combat]\n", "laid over with nothing"),
        ("combat = 3\n", "where a table of figures belongs"),
        ('[combat]\n7 = {"9:1" = "D"}\n', "no column “9:1”"),
        ("[air.SU]\noffensive = 2026-01-01\n", "not a whole number"),
        ("[air.SU]\noffensive = 1000000000000000000000000\n", "not between 0 and 12"),
        (f"[air.SU]\noffensive = {10**200}\n", "too many digits"),
    ):
        (tmp_path / "bad.toml").write_text(text)
        for args in (
            ("charts", "yalu"),
            ("new", "yalu", "-o", "x.record"),
            ("play", "--terminal", "yalu", "-o", "x.record"),
        ):
            result = run(*args, "--charts", "bad.toml", cwd=tmp_path)
            assert (result.returncode, result.stdout) == (2, "")
            assert words in result.stderr
            assert "bad.toml" in result.stderr
            assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "x.record").exists()


def test_who_goes_on_keeps_his_side(tmp_path: Path):
    first = run(
        "play", "--terminal", "yalu", "--side", "un", "--seed", "1", "-o", "t.record", cwd=tmp_path, stdin="quit\n"
    )
    assert first.returncode == 0
    again = run("play", "--terminal", "t.record", cwd=tmp_path, stdin="quit\n")
    assert "--side un" in again.stdout
    both = run("play", "--terminal", "t.record", "--side", "both", cwd=tmp_path, stdin="quit\n")
    assert "--side both" in both.stdout
    assert "--side both" in run("play", "--terminal", "t.record", cwd=tmp_path, stdin="quit\n").stdout


def test_dice_may_be_typed_as_they_lie_there(tmp_path: Path):
    ok("new", "yalu", "--dice", "ask", "-o", "d.record", cwd=tmp_path)
    ok("do", "d.record", "place G-1 1118", "move PVA-40-118 0814", cwd=tmp_path)
    assert "1 or less" in ok("do", "d.record", "6", cwd=tmp_path)
