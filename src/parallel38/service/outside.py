"""The service seen from outside: in a process of its own, and the browser that looks at it, to measure and to test."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from parallel38.engine.errors import BadInputError
from parallel38.service.guard import cookie_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
TOKEN = "outside"
PART = """window.part = (name) =>
  import(document.querySelector('script[type="module"]').src.replace(/[\\w-]+\\.js$/, `${name}.js`));"""
"""What a page is given to look into the modules that it has loaded: `part('store')`."""
QUIET = {"curtain": False, "motion": "none", "pace": "once"}
"""Settings of a page that no person uses."""
PATIENCE = 60.0
"""Seconds after which a service that does not answer is given up."""


class Running:
    """The service in a process of its own, with its games in a folder; it can be killed and started again."""

    def __init__(self, data: Path, log: Path | None = None) -> None:
        self._data, self._log = data, log
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.start()

    def start(self) -> None:
        """Start the service and wait until it answers."""
        command = [sys.executable, "-m", "parallel38", "serve", "--port", str(self.port), "--token", TOKEN]
        source = str(Path(__file__).parents[2])
        begun = time.perf_counter()
        log = self._log.open("ab") if self._log is not None else None
        self._process = subprocess.Popen(
            [*command, "--data", str(self._data)],
            stdout=subprocess.DEVNULL,
            stderr=log,
            env={**os.environ, "PYTHONPATH": source},  # the same program, wherever it is started
        )
        while not self._answers():
            if self._process.poll() is not None or time.perf_counter() - begun > PATIENCE:
                self.stop()
                raise BadInputError("no_answer")
            time.sleep(0.01)
        self.start_s = time.perf_counter() - begun
        """Seconds from the start of the service to its first answer."""

    def _answers(self) -> bool:
        try:
            self.bytes_of("/api/about")
        except (OSError, HTTPException):
            self._line.close()
            return False
        return True

    def bytes_of(self, path: str, body: Any = None, method: str = "") -> bytes:
        """The answer of the service: to a GET, to a POST of a body, or to another method."""
        headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
        sent = None if body is None else json.dumps(body).encode()
        self._line.request(method or ("GET" if body is None else "POST"), path, sent, headers)
        answer = self._line.getresponse()
        told = answer.read()
        self._line.close()  # a line that rests for some seconds would be closed by the service
        if answer.status >= 400:
            raise BadInputError("bad_answer", name=path, reason=str(answer.status))
        return told

    def get(self, path: str) -> Any:
        """The JSON that the service answers to a GET."""
        return json.loads(self.bytes_of(path))

    def post(self, path: str, body: Any) -> Any:
        """The JSON that the service answers to a POST."""
        return json.loads(self.bytes_of(path, body))

    def delete(self, path: str) -> None:
        """Send a DELETE."""
        self.bytes_of(path, method="DELETE")

    def memory(self) -> int:
        """Bytes of memory that the service holds; 0 where the system has no /proc."""
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
        except OSError:
            return 0
        return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0)

    def kill(self) -> None:
        """Kill the service as a crash would; another thread may be waiting for an answer."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End the service."""
        self._line.close()
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


@contextmanager
def running(data: Path, log: Path | None = None) -> Iterator[Running]:
    """A service that ends when it is no longer needed; what it complains of may go into a file."""
    service = Running(data, log)
    try:
        yield service
    finally:
        service.stop()


def chromium() -> str | None:
    """The path of a Chromium on this machine; the variable PARALLEL38_CHROMIUM names another."""
    named = os.environ.get("PARALLEL38_CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUMS)), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A Chromium; refused with a sentence where it or Playwright, which are developers' tools, is missing."""
    if find_spec("playwright") is None:
        raise BadInputError("no_playwright")
    path = chromium()
    if path is None:
        raise BadInputError("no_chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def open_page(browser: Browser, service: Running) -> Page:
    """An empty page that may enter the service, with nothing in its way that waits for a person."""
    context = browser.new_context(
        viewport={"width": 1600, "height": 1000}, locale="en", base_url=service.address, reduced_motion="reduce"
    )
    cookie: Any = {"name": cookie_of(urlsplit(service.address).netloc), "value": TOKEN, "url": service.address}
    context.add_cookies([cookie])
    context.add_init_script(PART)
    service.bytes_of("/api/settings", QUIET, "PATCH")
    return context.new_page()


def until(page: Page, what: str) -> Any:
    """Wait until something holds in a page, and return it; the policy of the pages forbids Playwright's own way."""
    return page.evaluate(
        f"""() => new Promise((done, fail) => {{
          const look = (left) => {{
            const found = {what};
            if (found) done(found);
            else if (left) setTimeout(() => look(left - 1), 20);
            else fail(new Error({json.dumps(what)}));
          }};
          look(1500);
        }})"""
    )


def at(page: Page, label: str) -> tuple[float, float]:
    """Where a hex is on the screen, across and down in pixels; the board is moved if it cannot be seen."""
    x, y = page.evaluate(
        """async (label) => {
          const view = await part('view');
          view.centre(label, true);
          const here = view.onScreen(label);
          const box = document.getElementById('viewport').getBoundingClientRect();
          return [here.x + box.left, here.y + box.top];
        }""",
        label,
    )
    return x, y
