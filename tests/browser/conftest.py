"""Games of the booklet's example, which several tests begin with."""

from collections.abc import Iterator

import pytest

from tests.browser.hands import RECORD
from tests.served import Service

MOVED = 33
"""The action of the example with which its movement ends."""


@pytest.fixture(scope="session")
def with_small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that knows the small title of these tests, too."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PARALLEL38_TITLES", "tests.games.small")
        service = Service(tmp_path_factory.mktemp("small"))
    yield service
    service.kill()


@pytest.fixture(scope="session")
def example(running: Service) -> str:
    """The game of the example, played to the end of the Communist turn; its id."""
    return running.post("/api/games/import", {"text": RECORD.read_text()})["id"]


@pytest.fixture
def moved(running: Service, example: str) -> str:
    """A game after the moves of the example; its id."""
    return running.post(f"/api/games/{example}/branch", {"at": MOVED})["id"]
