"""A test names the rules that it proves, in one of two ways.

`@pytest.mark.rule("D-9.1.1")`: the test fails unless the engine refused with the rule, logged it or traced it.
`@pytest.mark.rule("D-10.2.1", by="value")`: the rule is a figure or a definition, and the test asserts its value.

`@pytest.mark.long` leaves a test, or one of its cases, to `make test-all`. What is long proves no rule for the list of
tested rules, so that the list is the same whichever tests were run.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from parallel38.coverage import TESTED
from parallel38.engine.titles import Title
from parallel38.engine.trace import collecting
from parallel38.games import NAMES, title

pytest_plugins = ["tests.served"]
ROOT = Path(__file__).parents[1]
BROWSER = ("tests/browser/", "tests/tools/test_soak.py")
"""Where the tests are that need a browser."""
_seen: dict[str, set[str]] = defaultdict(set)

# how long an example takes is no business of a test: machines differ, and others may be using them
settings.register_profile("parallel38", deadline=None)
settings.load_profile("parallel38")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-list", action="store_true", help="write the list of tested rules; fail if it was stale")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let the first process run all tests that need a browser, while the others run the rest file by file.

    Two Chromiums on two cores are in each other's way. (`--dist loadgroup` would do the same, but groups nothing with
    pytest 9.2 and pytest-xdist 3.8.)
    """
    from xdist.scheduler import LoadScopeScheduling

    class OneBrowser(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if nodeid.startswith(BROWSER) else nodeid.split("::")[0]

    config.option.loadscopereorder = False  # what needs a browser comes first
    return OneBrowser(config, log)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Title:
    """The small title of these tests, which is known as long as a test has it."""
    monkeypatch.setenv("PARALLEL38_TITLES", "tests.games.small")
    return title("small")


def rules_named(node: Any) -> tuple[set[str], set[str]]:
    """The rules that a test wants to see the engine raise, and those whose value it asserts."""
    raised, asserted = set[str](), set[str]()
    for mark in node.iter_markers("rule"):
        if mark.kwargs not in ({}, {"by": "value"}):
            pytest.fail(f'a rule is proved by what the engine raises or by="value", not by {mark.kwargs}')
        (asserted if mark.kwargs else raised).update(mark.args)
    return raised, asserted


@pytest.fixture(autouse=True)
def _rules_are_seen(request: pytest.FixtureRequest):
    raised, asserted = rules_named(request.node)
    with collecting() as seen:
        yield
    missing = raised - seen
    if missing:
        pytest.fail(f"the engine neither raised nor traced {sorted(missing)}")
    if request.node.get_closest_marker("long"):
        return
    name = request.node.nodeid.split("[")[0]
    for rule in raised | asserted:
        _seen[rule].add(name)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What a worker process has seen, when tests run in several."""
    for rule, tests in getattr(node, "workeroutput", {}).get("rules", {}).items():
        _seen[rule].update(tests)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workerinput"):
        session.config.workeroutput["rules"] = {rule: sorted(tests) for rule, tests in _seen.items()}  # type: ignore
        return
    if not session.config.getoption("--rules-list") or exitstatus != 0:
        return
    for name in NAMES:
        ids = {rule["id"] for rule in title(name).rule_ids()}
        found = {rule: sorted(_seen[rule]) for rule in sorted(_seen) if rule in ids}
        file = ROOT / "src/parallel38/games" / name / "data" / TESTED
        text = json.dumps(found, indent=1) + "\n"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"\n{file.relative_to(ROOT)} was stale and has been written anew: commit it and run again")
            session.exitstatus = 1
