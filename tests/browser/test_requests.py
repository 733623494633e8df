"""What one move by mouse costs: requests of the page, and how often the service works out what may be done."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, Page

from parallel38.engine.game import Game
from parallel38.service.app import make_app
from parallel38.service.guard import Guard, cookie_of
from parallel38.service.run import LOOPBACK, hosts_of, listen
from tests.browser.test_board import at, known, open_board, until

TOKEN = "counted"
MOST = 5
"""Requests for one move, from the pointer on the unit to the board after the move."""


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often what may be done was worked out, by the number of actions that had been played."""
    found, offers = Counter[int](), Game.offers

    def counted(game: Game) -> Any:
        found[game.number] += 1
        return offers(game)

    monkeypatch.setattr(Game, "offers", counted)
    return found


@pytest.fixture
def service(tmp_path: Path) -> Iterator[httpx.Client]:
    """A service in this very process, whose work can be counted."""
    with listen(LOOPBACK, 0) as line:
        port = line.getsockname()[1]
        guarded: Any = Guard(make_app(tmp_path / "games.sqlite"), TOKEN, hosts_of(LOOPBACK, port))
        server = uvicorn.Server(uvicorn.Config(guarded, ws="websockets-sansio", log_level="warning"))
        thread = Thread(target=server.run, kwargs={"sockets": [line]})
        thread.start()
        headers = {"authorization": f"Bearer {TOKEN}"}
        with httpx.Client(base_url=f"http://{LOOPBACK}:{port}", headers=headers, timeout=60) as client:
            yield client
        server.should_exit = True
        thread.join(30)


@pytest.fixture
def page(browser: Browser, service: httpx.Client) -> Iterator[Page]:
    address = str(service.base_url)
    context = browser.new_context(viewport={"width": 1600, "height": 1000}, locale="en", base_url=address)
    cookie: Any = {"name": cookie_of(service.base_url.netloc.decode()), "value": TOKEN, "url": address}
    context.add_cookies([cookie])
    page = context.new_page()
    page.goto("/about")
    yield page
    context.close()


@pytest.mark.parametrize(
    ("title", "first", "unit", "start", "goal"),
    [
        ("yalu", "place G-1 1507", "PVA-40-118", "0812", "0713"),
        ("mobile_war", "", "NK-7B", "1633", "1534"),
    ],
)
def test_a_move_takes_few_requests_and_offers_are_worked_out_once(
    page: Page,
    service: httpx.Client,
    worked_out: Counter[int],
    title: str,
    first: str,
    unit: str,
    start: str,
    goal: str,
):
    made = service.post("/api/games", json={"title": title, "dice": {"kind": "seed", "seed": 7}}).raise_for_status()
    id_, number = made.json()["id"], 0
    if first:
        done = service.post(f"/api/games/{id_}/act", json={"do": first, "after": 0}).raise_for_status()
        number = done.json()["number"]
    with page.expect_response("**/moments?*"):  # the last thing that the page asks for by itself
        open_board(page, id_)
    here, there = at(page, start), at(page, goal)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(f"{one.method} {httpx.URL(one.url).path}"))
    page.mouse.move(*here)
    page.mouse.click(*here)
    until(page, f"store.picked.includes('{unit}') && store.spots.has('{goal}') && store.rows.length")
    page.mouse.move(*there)
    until(page, "store.preview")
    page.mouse.click(*there)
    until(page, f"store.situation.number === {number + 1} && store.situation.byId.get('{unit}').place === '{goal}'")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(900)  # where phases begin is asked for last
    assert len(asked) <= MOST, asked
    assert known(page, "store.log.at(-1).n") == number + 1
    assert {n: worked_out[n] for n in (number, number + 1)} == {number: 1, number + 1: 1}
    assert known(
        page, "[...document.querySelectorAll('.counters use')].every((one) => document.querySelector(one.href.baseVal))"
    )
    now = service.get(f"/api/games/{id_}").json()
    assert known(page, "store.situation.hash") == now["hash"]
    assert worked_out[number + 1] == 1
