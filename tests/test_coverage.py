"""The list of rules: code is found in the source, tests by what they saw."""

import ast
from pathlib import Path

import pytest

from parallel38.coverage import code_places, report, sources
from parallel38.games import NAMES, title
from tests.conftest import rules_named

TESTS = Path(__file__).parent
RULES = {"yalu": 354, "mobile_war": 270, "forgotten_war": 472, "korean_war": 545}
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


# ------------------------------------------------------------------------------------------- what a test may count on


def test_a_test_proves_a_rule_by_what_the_engine_raises_or_by_a_value():
    class Item:
        def iter_markers(self, name: str) -> list[pytest.Mark]:
            assert name == "rule"
            return [pytest.mark.rule("D-9.1.1", "D-9.1.2").mark, pytest.mark.rule("D-10.2.1", by="value").mark]

    assert rules_named(Item()) == ({"D-9.1.1", "D-9.1.2"}, {"D-10.2.1"})


def test_a_test_that_proves_a_rule_by_its_value_asserts_something():
    found = [
        f"{file.name}:{function.name}"
        for file in sorted(TESTS.rglob("test_*.py"))
        for function in _functions(file.read_text(encoding="utf-8"))
        if any(ast.unparse(mark).endswith("by='value')") for mark in function.decorator_list)
        and not any(isinstance(node, ast.Assert) for node in ast.walk(function))
    ]
    assert found == []


# ----------------------------------------------------------------------------------- a trace stands under a condition


def _functions(source: str) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]


def _unconditional(body: list[ast.stmt]) -> list[int]:
    """The lines of the calls of `trace` that every run of these statements reaches."""
    lines: list[int] = []
    for statement in body:
        match statement:
            case ast.If(test=test) if _says_nothing(test):
                lines += _unconditional(statement.body)
            case ast.If() | ast.For() | ast.While() | ast.Match():
                if _leaves(statement):
                    break
            case ast.With() | ast.Try():
                lines += _unconditional(statement.body)
            case ast.FunctionDef() | ast.ClassDef():
                pass
            case _:
                lines += _calls(statement)
    return lines


def _says_nothing(test: ast.expr) -> bool:
    """Whether a condition is not about a rule: whether anybody listens, or whether a value is kept already."""
    text = ast.unparse(test)
    return text in ("tracing()", "not tracing()") or text.endswith(" in cache")


def _leaves(statement: ast.stmt) -> bool:
    """Whether a statement may end the function, so that what follows it is reached only now and then."""
    return any(isinstance(node, ast.Return | ast.Raise) for node in ast.walk(statement))


def _calls(node: ast.AST) -> list[int]:
    """The lines of the calls of `trace` in a statement, except where an expression may leave them out."""
    match node:
        case ast.Call(func=ast.Name(id="trace")):
            return [node.lineno]
        case ast.IfExp():
            return _calls(node.test)
        case ast.BoolOp():
            return _calls(node.values[0])
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return []
        case _:
            return [line for child in ast.iter_child_nodes(node) for line in _calls(child)]


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("trace('D-1')", [2]),
        ("if a:\n        trace('D-1')", []),
        ("if tracing():\n        trace('D-1')", [3]),
        ("if tracing() and a:\n        trace('D-1')", []),
        ("if not tracing():\n        return\n    trace('D-1')", [4]),
        ("if 'zone' not in cache:\n        trace('D-1')", [3]),
        ("if a:\n        return\n    trace('D-1')", []),
        ("if a:\n        b()\n    trace('D-1')", [4]),
        ("for a in b:\n        trace('D-1')", []),
        ("for a in b:\n        c()\n    trace('D-1')", [4]),
        ("with a:\n        trace('D-1')", [3]),
        ("try:\n        b()\n    except E:\n        trace('D-1')", []),
        ("trace('D-1') if a else None", []),
        ("trace('D-1' if a else 'D-2')", [2]),
        ("trace(*(['D-1'] if a else []))", [2]),
        ("a and trace('D-1')", []),
        ("return [trace('D-1') for a in b]", []),
    ],
)
def test_what_counts_as_unconditional(body: str, lines: list[int]):
    (function,) = _functions(f"def f():\n    {body}\n")
    assert _unconditional(function.body) == lines


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_is_traced_without_a_condition(name: str):
    assert [
        f"{file}:{line}"
        for file, source in sources(title(name))
        for function in _functions(source)
        for line in _unconditional(function.body)
    ] == []
