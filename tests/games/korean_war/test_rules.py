"""The list of rules: every rule has an id, a chapter and a sentence in both languages."""

import pytest

from parallel38.engine.charts import PROVENANCE
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.games.korean_war import data

PACKAGE = "parallel38.games.korean_war"
RULES = {row["id"]: row for row in data.FILES.rules()}
CHAPTERS = {2: 8, 3: 20, 4: 33, 5: 63, 6: 17, 7: 62, 8: 19, 9: 102, 10: 31, 11: 41, 12: 11, 13: 45, 14: 13, 15: 18}
CHAPTERS |= {16: 5, 17: 12, 18: 17, 19: 20, 20: 2, 21: 1, 22: 4, 23: 1}


def test_every_rule_is_listed_once():
    rows = data.FILES.rules()
    assert len(rows) == len(RULES) == 545
    assert {n: sum(row["chapter"] == n for row in rows) for n in CHAPTERS} == CHAPTERS
    for name, row in RULES.items():
        assert row["edition"] == "standard"
        assert row["prov"] in PROVENANCE
        assert name.startswith(f"W-{row['chapter']}"), name
        assert set(row.get("scenarios", ())) <= set(data.scenarios())


def test_what_the_playbook_had_is_reconstructed():
    """Chapters 17 to 23 were not at hand."""
    for name, row in RULES.items():
        assert (row["prov"] == "rulebook") == (row["chapter"] < 17 and name != "W-3.0c"), name


def test_worked_examples_are_rules_of_their_own():
    examples = [name for name in RULES if ".ex" in name]
    assert len(examples) == 12
    assert {"W-5.2.exA", "W-6.2.ex", "W-9.3.exA", "W-11.2.ex", "W-13.1.ex", "W-15.2.ex"} <= set(examples)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_and_chapter_has_a_sentence(language: str):
    texts = Texts(language, PACKAGE)
    said = [texts.say(f"rule.{name}") for name in RULES]
    for name, words in zip(RULES, said, strict=True):
        assert words[0].isupper() or words[0].isdigit(), name
        assert words.endswith("."), name
        assert len(words) > 12, name
    assert len(set(said)) == len(said)
    assert all(texts.has(f"chapter.{n}") for n in CHAPTERS)
    assert {key[5:] for key in catalogue(PACKAGE, language) if key.startswith("rule.")} == set(RULES)
