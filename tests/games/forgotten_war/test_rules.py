"""The list of rules: every rule has an id, a chapter and a sentence in both languages."""

import pytest

from parallel38.engine.charts import PROVENANCE
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.games import game_names
from parallel38.games.forgotten_war import data

PACKAGE = "parallel38.games.forgotten_war"
RULES = {row["id"]: row for row in data.FILES.rules()}
CHAPTERS = {2: 33, 3: 12, 4: 12, 5: 112, 6: 28, 7: 3, 8: 14, 9: 2, 10: 78, 11: 2, 12: 1, 13: 36, 14: 26, 15: 26}
CHAPTERS |= {16: 31, 17: 29, 18: 14, 19: 5, 20: 8}


def test_every_rule_of_the_booklet_is_listed_once():
    rows = data.FILES.rules()
    assert len(rows) == len(RULES) == 472
    assert {n: sum(row["chapter"] == n for row in rows) for n in CHAPTERS} == CHAPTERS
    assert all(row["prov"] in PROVENANCE and row["edition"] == "standard" for row in rows)


def test_rules_of_one_battle_say_so():
    for row in RULES.values():
        battles = row.get("battles", [])
        assert set(battles) <= set(data.BATTLES)
        own = {7: "chosin", 8: "chosin", 16: "naktong", 17: "chosin", 18: "chipyongni"}.get(row["chapter"])
        assert not own or battles == [own], row["id"]
    assert RULES["F-4.1.B"]["battles"] == ["chosin", "chipyongni"]
    assert "battles" not in RULES["F-4.2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_and_chapter_has_a_sentence(language: str):
    texts = Texts(language, PACKAGE)
    for name in RULES:
        words = texts.say(f"rule.{name}")
        assert words[0].isupper() or words[0] in "+-", name
        assert words.endswith("."), name
        assert len(words) > 12, name
    assert all(texts.has(f"chapter.{n}") for n in CHAPTERS)
    assert {key[5:] for key in catalogue(PACKAGE, language) if key.startswith("rule.")} == set(RULES)


def test_it_is_one_of_the_games():
    assert "forgotten_war" in game_names()
