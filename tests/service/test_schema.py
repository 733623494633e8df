"""The service against its own description: whatever a program sends, it never gets a fault."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from parallel38 import new_game
from parallel38.service.app import make_app

PLAYED = "place G-1 1118"


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("schema")
    return schemathesis.openapi.from_asgi("/schema/openapi.json", make_app(folder / "games.sqlite"))


lazy = schemathesis.pytest.from_fixture("schema")


@lazy.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_a_fault(case: schemathesis.Case):
    answer = case.call()
    assert answer.status_code < 500, answer.text
