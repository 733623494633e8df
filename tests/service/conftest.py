"""A service of its own for each test, spoken to over HTTP as a page does, its guard before it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from parallel38.service.app import make_app
from parallel38.service.guard import Guard

TOKEN = "a-token"
HOST = "127.0.0.1:8000"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    guarded: Any = Guard(make_app(tmp_path / "games.sqlite"), TOKEN, frozenset({HOST}))
    with TestClient(guarded, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
        client.headers.update({"authorization": f"Bearer {TOKEN}", "origin": f"http://{HOST}"})
        yield client
