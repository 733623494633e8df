"""A service in a process of its own, and a real browser that looks at it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from parallel38.service.guard import cookie_of
from parallel38.service.outside import PART, QUIET, TOKEN, Running, browsing

__all__ = ["TOKEN", "Opener", "Service"]


class Service(Running):
    """The service as a person starts it, and as a program speaks to it."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        headers = {"authorization": f"Bearer {TOKEN}"}
        # a new connection for each request: one that was kept may be closed by the service at that very moment
        limits = httpx.Limits(max_keepalive_connections=0)
        self.client = httpx.Client(base_url=self.address, headers=headers, timeout=60, limits=limits)

    def get(self, path: str) -> Any:
        """Ask it something as a program does."""
        return self._told(self.client.get(path))

    def post(self, path: str, body: Any) -> Any:
        """Tell it something as a program does."""
        return self._told(self.client.post(path, json=body))

    def _told(self, answer: httpx.Response) -> Any:
        answer.raise_for_status()
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def choose(self, **settings: Any) -> None:
        """Let pages have these settings, and besides those of a test."""
        wanted = {**dict.fromkeys(self.get("/api/settings")), **QUIET, **settings}
        self._told(self.client.patch("/api/settings", json=wanted))

    def new_game(self, **more: Any) -> str:
        """A new game with open dice; its id."""
        return self.post("/api/games", {"title": "yalu", "dice": {"kind": "seed", "seed": 7}, **more})["id"]


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("service"))
    yield service
    service.kill()


@pytest.fixture
def address(running: Service) -> str:
    """Where the service listens."""
    return running.address


@pytest.fixture
def service(running: Service) -> httpx.Client:
    """The service as a program speaks to it."""
    return running.client


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Service]:
    """A service that a test may kill."""
    service = Service(tmp_path)
    yield service
    service.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsing() as found:
        yield found


BEGIN = """(() => {
  if (!location.protocol.startsWith("http")) return;
  if (!sessionStorage.getItem("begun")) {
    localStorage.clear();
    sessionStorage.setItem("begun", "yes");
  }
  window.unanswered = 0;
  const real = window.fetch;
  window.fetch = (...asked) => {
    window.unanswered++;
    return real(...asked).finally(() => window.unanswered--);
  };
})()"""
"""What a page does before its own scripts: when it is opened it forgets what an earlier page kept, and it always counts
the questions that are not yet answered."""


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """Contexts of the browser that pages share, by their settings: what was fetched once is not fetched again."""
    found: dict[str, BrowserContext] = {}
    yield found
    for context in found.values():
        context.close()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, running: Service, contexts: dict[str, BrowserContext]) -> Iterator[Opener]:
    """Opens pages of the service, blank ones if no path is named; a fault in the console of any fails the test.

    Pages with the same settings share what was fetched before, unless it is a page of another service or `fresh`.
    """
    opened: list[Page] = []
    alone: list[BrowserContext] = []
    faults: list[str] = []

    def entered(service: Service, **more: Any) -> BrowserContext:
        context = browser.new_context(**{"locale": "en", "base_url": service.address, **more})
        context.set_default_timeout(45_000)
        cookie = {"name": cookie_of(httpx.URL(service.address).netloc.decode()), "value": TOKEN, "url": service.address}
        context.add_cookies([cookie])  # type: ignore[list-item]
        context.add_init_script(PART)
        context.add_init_script(BEGIN)
        return context

    def open_(path: str = "", service: Service = running, *, fresh: bool = False, **more: Any) -> Page:
        size = more.pop("viewport", {"width": 1600, "height": 1000})
        if more.get("is_mobile"):
            more["viewport"] = size
        if fresh or service is not running:
            alone.append(context := entered(service, **more))
        else:
            settings = json.dumps(more, sort_keys=True)
            context = contexts[settings] = contexts.get(settings) or entered(service, **more)
        service.choose()
        page = context.new_page()
        opened.append(page)
        page.set_viewport_size(size)
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("console", lambda said: faults.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        if path:
            page.goto(path)
        return page

    yield open_
    for one in (*opened, *alone):
        one.close()
    # the browser itself notes refusals, which pages handle, and a service that was killed on purpose
    noted = ("status of 4", "net::ERR_", "WebSocket connection to", "Failed to fetch")
    faults = [fault for fault in faults if not any(words in fault for words in noted)]
    assert not faults, faults


@pytest.fixture
def page(open_page: Opener) -> Page:
    """A blank page, with which tests go to one of the service."""
    return open_page()
