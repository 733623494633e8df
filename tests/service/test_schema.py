"""The service against its own description: whatever a program sends, it never gets a fault."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.served import TOKEN, Service

HEADERS = {"Authorization": f"Bearer {TOKEN}"}
LINES = [
    "move PVA-40-118 0812-0813~0814",
    "end",
    "attack 1113",
    "fire US-2",
    "place G-2 1119",
    "x",
    "",
    "move 118 9999",
]


@pytest.mark.parametrize("examples", [4, pytest.param(10, marks=pytest.mark.long)])
def test_no_request_makes_a_fault(running: Service, examples: int):
    game = running.new_game()
    schema: Any = schemathesis.openapi.from_url(f"{running.address}/schema/openapi.json", headers=HEADERS)
    asked = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        )
        @given(case=operation.as_strategy(), real=st.booleans(), line=st.sampled_from(LINES))
        def ask(case: Any, real: bool, line: str) -> None:
            nonlocal asked
            if real and "id_" in (case.path_parameters or {}) and case.method != "DELETE":
                case.path_parameters["id_"] = game
            if real and isinstance(case.body, dict) and "do" in case.body:
                case.body["do"] = line
            answer = case.call(base_url=running.address, headers=HEADERS)
            assert answer.status_code < 500, (case.method, case.formatted_path, case.body, answer.text)
            asked += 1

        ask()
    assert asked > 20 * examples
