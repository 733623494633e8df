"""Take the pictures of docs/pictures: the start page, the board, the attack builder, the text view, a phone."""

import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import browser as chromium
import httpx
from playwright.sync_api import Page, sync_playwright

from parallel38.desk import tutorial

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
TOKEN = "pictures"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def service(data: str) -> tuple[subprocess.Popen[bytes], httpx.Client]:
    """A service of its own, and how a program speaks to it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "parallel38", "serve", "--port", str(port), "--token", TOKEN, "--data", data]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"authorization": f"Bearer {TOKEN}"}, timeout=30)
    for _ in range(200):
        try:
            client.get("/api/about")
            return process, client
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the service does not answer")


def begin(client: httpx.Client, until: str) -> str:
    """The guided turn's game, played until an action; its id."""
    guide = tutorial("yalu", "en")
    dice = {"kind": "script", "script": guide["dice"], "seed": 3}
    id_ = client.post("/api/games", json={"title": "yalu", "dice": dice}).json()["id"]
    for line in [line for step in guide["steps"] for line in (*step["first"], *step["do"])]:
        if line.startswith(until):
            break
        number = client.get(f"/api/games/{id_}").json()["number"]
        client.post(f"/api/games/{id_}/act", json={"do": line, "after": number}).raise_for_status()
    return id_


def centre(page: Page, label: str) -> tuple[float, float]:
    """Bring a hex into the middle of the board and say where it is."""
    found: Any = page.evaluate(
        """async (label) => {
          const view = await import('/web/js/view.js');
          view.centre(label, true);
          const here = view.onScreen(label);
          const box = document.getElementById('viewport').getBoundingClientRect();
          return [here.x + box.left, here.y + box.top];
        }""",
        label,
    )
    return found[0], found[1]


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        process, client = service(data)
        try:
            taken = playwright.chromium.launch(executable_path=chromium.found(), args=FLAGS)
            moving = begin(client, "move PVA-40-118")
            attacking = begin(client, "attack 1113")
            for name, path, size in (
                ("start", "/", (1600, 1000)),
                ("board", f"/games/{moving}", (1600, 1000)),
                ("attack", f"/games/{attacking}", (1600, 1000)),
                ("text", f"/games/{moving}/text", (1100, 900)),
                ("phone", f"/games/{moving}", (390, 844)),
            ):
                context = taken.new_context(
                    viewport={"width": size[0], "height": size[1]}, locale="en", base_url=str(client.base_url)
                )
                page = context.new_page()
                page.goto(f"/?token={TOKEN}")
                quiet = '{"curtain": false, "motion": "none"}'
                page.evaluate("s => localStorage.setItem('parallel38.settings', s)", quiet)
                page.goto(path)
                page.wait_for_load_state("networkidle")
                if name in ("board", "phone", "attack"):
                    page.wait_for_selector("body:not([data-loading])")
                    page.mouse.click(*centre(page, "1113" if name == "attack" else "0812"))
                    page.wait_for_timeout(1500)
                page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
                context.close()
            taken.close()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
