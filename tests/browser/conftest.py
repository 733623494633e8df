"""A service in a process of its own, and a real browser that looks at it."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import browser as chromium

TOKEN = "browser-tests"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


class Service:
    """The service as a person starts it, which can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "parallel38", "serve", "--port", str(self.port), "--token", TOKEN]
        self.log = (self.data / "service.log").open("ab")
        self._process = subprocess.Popen([*command, "--data", str(self.data)], stdout=self.log, stderr=self.log)
        for _ in range(300):
            try:
                self.get("/api/about")
                return
            except OSError:
                assert self._process.poll() is None, (self.data / "service.log").read_text()
                time.sleep(0.1)
        raise AssertionError("the service does not answer")

    def kill(self) -> None:
        """Kill it as a crash would."""
        self._process.kill()
        self._process.wait()
        self.log.close()

    def get(self, path: str) -> Any:
        """Ask it something as a program does."""
        return self._ask(path, None)

    def post(self, path: str, body: Any) -> Any:
        """Tell it something as a program does."""
        return self._ask(path, body)

    def _ask(self, path: str, body: Any) -> Any:
        import json

        headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.address + path, data, headers), timeout=30) as answer:
            text = answer.read().decode()
            return json.loads(text) if "json" in answer.headers["content-type"] else text

    def new_game(self, **more: Any) -> str:
        """A new game with open dice; its id."""
        return self.post("/api/games", {"title": "yalu", "dice": {"kind": "seed", "seed": 7}, **more})["id"]


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("service"))
    yield service
    service.kill()


@pytest.fixture
def own_service(tmp_path: Path) -> Iterator[Service]:
    """A service that a test may kill."""
    service = Service(tmp_path)
    yield service
    service.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.found()
    assert path, "the browser tests need Chromium: python tools/browser.py --install"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


Opener = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, running: Service) -> Iterator[Opener]:
    """Opens pages of the service; a fault in the console of any of them fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_(path: str, service: Service = running, **more: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1600, "height": 1000}, "locale": "en", **more})
        contexts.append(context)
        cookie = {"name": "parallel38", "value": TOKEN, "url": service.address}
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("console", lambda said: faults.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        page.goto(service.address + path)
        return page

    yield open_
    for context in contexts:
        context.close()
    faults = [
        fault for fault in faults if "ERR_CONNECTION_REFUSED" not in fault
    ]  # a service that was killed on purpose
    assert not faults, faults
