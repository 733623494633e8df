"""The list of rules: code is found in the source, tests by what they saw."""

from parallel38.coverage import code_places, report
from parallel38.games import title


def test_code_is_found_where_it_names_its_rule():
    places = code_places(title("yalu"))
    assert "rules/infiltration.py:number" in places["D-9.2.3.2"]
    assert "rules/zones.py:exerting" in places["D-8.1.3"]
    assert "rules/movement.py:Moving._zone_bars" in places["D-8.3.1.3"]


def test_the_report_counts_what_it_lists():
    found = report(title("yalu"))
    assert found["total"] == len(found["rules"]) == 253
    assert found["enforced"] == sum(bool(r["code"]) for r in found["rules"])
    assert found["tested"] == sum(bool(r["tests"]) for r in found["rules"])
    assert all(r["summary"] and not r["summary"].startswith("rule.") for r in found["rules"])


def test_what_is_shipped_as_tested_is_also_enforced():
    """A rule that a test has seen is one that some code names."""
    assert [r["id"] for r in report(title("yalu"))["rules"] if r["tests"] and not r["code"]] == []


def test_every_id_that_the_code_cites_is_a_rule_of_the_booklet():
    ids = {rule["id"] for rule in title("yalu").rule_ids()}
    cited = {rule for rule in code_places(title("yalu")) if rule.startswith(("D-", "C-"))}
    assert cited - ids == set()
