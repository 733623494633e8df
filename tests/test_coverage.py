"""The list of rules: code is found in the source, tests by what they saw."""

import pytest

from parallel38.coverage import code_places, report
from parallel38.games import NAMES, title

RULES = {"yalu": 253, "mobile_war": 270}
"""How many each booklet has, as we count them."""


def test_code_is_found_where_it_names_its_rule():
    places = code_places(title("yalu"))
    assert "rules/infiltration.py:number" in places["D-9.2.3.2"]
    assert "rules/zones.py:exerting" in places["D-8.1.3"]
    assert "rules/movement.py:Moving._zone_refusals" in places["D-8.3.1.3"]


@pytest.mark.parametrize("name", NAMES)
def test_the_report_counts_what_it_lists(name: str):
    found = report(title(name))
    assert found["total"] == len(found["rules"]) == RULES[name]
    assert found["enforced"] == sum(bool(r["code"]) for r in found["rules"])
    assert found["tested"] == sum(bool(r["tests"]) for r in found["rules"])
    assert all(r["summary"] and not r["summary"].startswith("rule.") for r in found["rules"])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("by", ["code", "tests"])
def test_every_rule_is_carried_out_by_some_code_and_was_seen_by_some_test(by: str, name: str):
    assert [r["id"] for r in report(title(name))["rules"] if not r[by]] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_id_that_the_code_cites_is_a_rule_of_the_booklet(name: str):
    ids = {rule["id"] for rule in title(name).rule_ids()}
    letters = tuple({rule.split("-")[0] + "-" for rule in ids})
    cited = {rule for rule in code_places(title(name)) if rule.startswith(letters)}
    assert cited - ids == set()
