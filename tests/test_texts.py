"""Texts: every key that the program uses has a text in English and Spanish, with the same arguments."""

import ast
import io
import re
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from parallel38 import new_game
from parallel38.engine.grammar import ARTICLES, LABEL
from parallel38.engine.texts import LANGUAGES, Texts, catalogue, fraction_text, template
from parallel38.engine.titles import Title

SOURCE = Path(__file__).parents[1] / "src" / "parallel38"
FOLDERS = sorted(folder.parent.name for folder in (SOURCE / "games").glob("*/texts"))
"""Every game that there is a package of, on the list or not yet."""
NAMES = [name for name in FOLDERS if hasattr(import_module(f"parallel38.games.{name}"), "TITLE")]
"""Those of them that have rules."""
PACKAGES = ["parallel38.engine", "parallel38.web", *(f"parallel38.games.{name}" for name in FOLDERS)]


def title(name: str) -> Title:
    return import_module(f"parallel38.games.{name}").TITLE


def fields(text: str | tuple[str, ...]) -> tuple[set[str], set[str]]:
    """The arguments that a text shows, and those with which words of it agree."""
    parts = [part for form in ((text,) if isinstance(text, str) else text) for part in template(form)]
    shown = {name for _, name, wanted in parts if name and (not wanted or wanted.lower() in (*ARTICLES, LABEL))}
    return shown, {name for _, name, _ in parts if name} - shown


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_keys_and_arguments(package: str):
    english, spanish = (catalogue(package, language) for language in LANGUAGES)
    assert set(english) == set(spanish)
    for key, text in english.items():
        (shown, _), (also_shown, agreeing) = fields(text), fields(spanish[key])
        assert shown == also_shown, key
        assert agreeing <= ({"unit"} if key.startswith("flag.") or key == "report.gone" else set()), key
        assert text != "", key


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_written_twice(package: str, language: str):
    folder = SOURCE.parent / package.replace(".", "/") / "texts" / language
    keys = [k for f in folder.glob("*.po") for k in re.findall(r'^msgid "(.+)"$', f.read_text("utf-8"), re.MULTILINE)]
    assert keys
    assert sorted(keys) == sorted(set(keys))


def test_every_catalogue_has_a_proper_header():
    files = sorted(SOURCE.rglob("texts/*/*.po"))
    assert files
    for file in files:
        written = file.read_text(encoding="utf-8").split("\n\n")[0]
        header = dict(read_po(io.BytesIO(written.encode())).mime_headers)
        assert header["Content-Type"] == "text/plain; charset=utf-8", file
        for line in ("Content-Type: text/plain; charset=UTF-8", f"Language: {file.parent.name}", "MIME-Version: 1.0"):
            assert f'"{line}\\n"' in written.splitlines(), file
        assert "\\\\n" not in written, file
        assert "nplurals=2" in header["Plural-Forms"], file


def used_keys(folder: Path) -> set[str]:
    """The keys in calls of Refusal, Obstacle, log, BadInputError and in prompts and descriptions."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                kind = {"Refusal": "refusal", "Obstacle": "refusal", "log": "log", "BadInputError": "error"}.get(name)
                if kind:
                    place = 0 if name == "BadInputError" else 1
                    for arg in node.args[place : place + 1]:
                        words = [n.value for n in ast.walk(arg) if isinstance(n, ast.Constant)]
                        found |= {f"{kind}.{w}" for w in words if isinstance(w, str)}
            literal = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if re.fullmatch(r"(phase|action|prompt|terrain|weather|link)\.\w+", literal):
                found.add(literal)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_key_in_the_code_has_a_text(name: str):
    texts = Texts("en", f"parallel38.games.{name}")
    keys = used_keys(SOURCE / "games" / name) | used_keys(SOURCE / "engine")
    computed = {"error.unknown_", "error.bad_", "action.move_", "refusal.communist"}  # parts of keys, and a comparison
    assert {k for k in keys if not texts.has(k) and not texts.has(k.replace("refusal.", "warning."))} <= computed


COMMON = ("resign", "draw", "end", "roll")
"""Verbs that belong to every game, which the programs around it explain."""


def _turns(found: Title) -> set[str]:
    return {turn for scenario in found.scenario_names for turn in found.make(found.setting(scenario=scenario)).turns}


@pytest.mark.parametrize("name", NAMES)
def test_everything_with_a_name_has_one(name: str):
    found = title(name)
    rules = found.make(found.setting())
    for language in LANGUAGES:
        texts = rules.texts(language)
        keys = [f"unit.{u}" for u in rules.names.units] + [f"rule.{r['id']}" for r in found.rule_ids()]
        keys += [f"option.{c.name}" for c in found.options] + [f"ruling.{c.name}" for c in found.rulings]
        keys += [f"chart.{c}" for c in rules.charts] + [f"flag.{f}" for f in rules.flag_names]
        keys += [f"track.{t}" for t in rules.tracks] + [f"phase.{p.key}" for p in rules.sequence]  # type: ignore
        keys += [f"scenario.{s}" for s in found.scenario_names] + [f"edition.{e}" for e in found.editions]
        keys += [f"phase.{p.key}.short" for p in rules.sequence] + [f"turn.{turn}" for turn in _turns(found)]
        keys += [f"box.{box}" for box in rules.names.boxes] + [f"mark.{kind}" for kind in rules.mark_kinds]
        keys += [f"{what}.{verb}" for what in ("verb", "help") for verb in rules.verbs if verb not in COMMON]
        keys += ["title"]
        assert [k for k in keys if not texts.has(k)] == []


def test_numbers_lists_and_plurals_read_well():
    from fractions import Fraction

    assert [fraction_text(Fraction(n, 4)) for n in (1, 2, 4, 6, 11)] == ["¼", "½", "1", "1½", "2¾"]
    english, spanish = Texts("en"), Texts("es")
    assert english.join(["a", "b", "c"]) == "a, b, and c"
    assert spanish.join(["a", "b", "c"]) == "a, b y c"
    assert spanish.value("names", ["a", "b"]) == "a o b"
    game = new_game("yalu", seed=1)
    seven = game.rules.texts("es").say("log.isolated", {"units": [game.rules.names.unit_number("US-2")]})
    assert seven.endswith("UU.")
    assert not seven.endswith("..")
    assert "A die is" in english.say("prompt.roll", {"n": 1, "purpose": "x", "rule": "D-4.1.1"})
    assert "2 dice are" in english.say("prompt.roll", {"n": 2, "purpose": "x", "rule": "D-4.1.1"})
    assert Texts("fr").language == "en"


ONE_AND_TWO = {
    "refusal.fire_odds": (" is too weak ", " are too weak ", " es demasiado débil ", " son demasiado débiles "),
    "refusal.must_retreat": (" must ", " must ", " tiene que ", " tienen que "),
    "refusal.rail_instead": (" moved already", " moved already", " ya se movió.", " ya se movieron."),
    "refusal.blizzard_one_hex": (" cannot ", " cannot ", " no puede ", " no pueden "),
    "refusal.entrain_beside_enemy": (" cannot ", " cannot ", " no puede ", " no pueden "),
    "refusal.full_at_end": (" cannot ", " cannot ", " no puede ", " no pueden "),
    "action.stay": (" stays ", " stay ", " se queda ", " se quedan "),
    "log.isolated": ("Isolated: ", "Isolated: ", "Aislada: ", "Aisladas: "),
}


@pytest.mark.parametrize("key", ONE_AND_TWO)
def test_one_unit_is_not_several(key: str):
    said = [
        Texts(language, "parallel38.games.yalu").say(key, {"units": units})
        for language in LANGUAGES
        for units in (["US-2"], ["US-2", "US-25"])
    ]
    assert [part for part, text in zip(ONE_AND_TWO[key], said, strict=True) if part not in text] == []


def test_spanish_has_one_word_for_a_thing():
    texts = [catalogue(package, "es").values() for package in PACKAGES]
    spanish = " ".join(form for some in texts for text in some for form in ((text,) if isinstance(text, str) else text))
    others = "meteorológica|puntos de ataque|folleto|descompuest|dividir|EPV|EVP|EPC|ZDC|surcorean|carros|recomp[oó]n"
    others += "|interdict[ao]|mar abierto|fuera de juego|área de reunión|transporte marítimo|fichero|vía férrea"
    others += "|[Ff]uga\\b|cubierto|romper el límite|al suministro de ataque|\\b(muere|mata)n?\\b"
    others += "|Fase de [A-Z]|aviación de la ONU"
    assert re.findall(others, spanish) == []
