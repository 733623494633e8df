"""A real service and a real browser. Without a Chromium on the path (or in CHROMIUM) these tests are skipped."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

playwright = pytest.importorskip("playwright.sync_api")

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
TOKEN = "a-token"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a service of its own listens, for all tests of the session."""
    data = tmp_path_factory.mktemp("games")
    source = str(Path(__file__).parents[2] / "src")
    command = [sys.executable, "-m", "parallel38", "serve", "--port", "0", "--data", str(data), "--token", TOKEN]
    environment = {**os.environ, "PYTHONPATH": source, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as service:
        assert service.stdout is not None
        line = next(line for line in service.stdout if "http://" in line)
        parts = urlsplit(line[line.index("http://") :].strip())
        yield f"http://{parts.netloc}"
        service.terminate()


@pytest.fixture
def service(address: str) -> Iterator[httpx.Client]:
    """The service as a program speaks to it."""
    with httpx.Client(base_url=address, headers={"authorization": f"Bearer {TOKEN}"}, timeout=30) as client:
        yield client


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A page that has the key; what goes wrong in it fails the test."""
    context = browser.new_context(viewport={"width": 1600, "height": 1000}, locale="en", base_url=address)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda m: faults.append(m.text) if "Content Security Policy" in m.text else None)
    page.goto(f"/?token={TOKEN}")
    yield page
    context.close()
    assert faults == []
