"""A service of its own for each test, spoken to over HTTP as a page does, its guard before it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from parallel38.service import beside
from parallel38.service.app import make_app
from parallel38.service.guard import Guard
from parallel38.service.tables import Hall

TOKEN = "a-token"
HOST = "127.0.0.1:8000"


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    """The service behind its guard."""
    return make_app(tmp_path / "games.sqlite")


@pytest.fixture
def hall(app: Litestar, client: TestClient[Any]) -> Hall:
    """The tables of the running service."""
    return app.state.hall


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has much else to do may take its time."""
    monkeypatch.setattr(beside, "SECONDS", 600.0)
    monkeypatch.setattr(beside, "THOUGHT", 600.0)


@pytest.fixture
def client(app: Litestar) -> Iterator[TestClient[Any]]:
    guarded: Any = Guard(app, TOKEN, frozenset({HOST}))
    with TestClient(guarded, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
        client.headers.update({"authorization": f"Bearer {TOKEN}", "origin": f"http://{HOST}"})
        yield client
