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
from parallel38.service.outside import PART
from parallel38.service.run import LOOPBACK, hosts_of, listen
from tests.browser.hands import at, begin, known, open_board, say, until

TOKEN = "counted"
MOST = 5
"""Requests for one move, from the pointer on the unit to the board after the move."""
MOMENTS = "**/moments?*"
"""Where phases begin: the last thing that the page asks for by itself, after a while."""


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
    context.add_init_script(PART)
    page = context.new_page()
    page.goto("/about")
    yield page
    context.close()


def asked_by(page: Page) -> list[str]:
    """What the page asks the service from now on, in the order of its questions."""
    found: list[str] = []
    page.on("request", lambda one: found.append(f"{one.method} {httpx.URL(one.url).path.split('/')[-1]}"))
    return found


@pytest.mark.parametrize(
    ("title", "first", "unit", "start", "goal"),
    [
        ("yalu", "place G-1 1507", "PVA-40-118", "0812", "0713"),
        pytest.param("mobile_war", "", "NK-7B", "1633", "1534", marks=pytest.mark.long),
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
    id_ = begin(service, *filter(None, [first]), title=title)
    number = service.get(f"/api/games/{id_}").json()["number"]
    with page.expect_response(MOMENTS):
        open_board(page, id_)
    here, there = at(page, start), at(page, goal)
    asked = asked_by(page)
    page.mouse.move(*here)
    page.mouse.click(*here)
    until(page, f"store.picked.includes('{unit}') && store.spots.has('{goal}') && store.rows.length")
    page.mouse.move(*there)
    until(page, "store.preview")
    page.mouse.click(*there)
    until(page, f"store.situation.number === {number + 1} && store.situation.byId.get('{unit}').place === '{goal}'")
    page.evaluate("new Promise((done) => setTimeout(done, 500))")  # the page would ask for moments 0.4 s after a change
    assert len(asked) <= MOST, asked
    assert known(page, "store.log.at(-1).n") == number + 1
    assert {n: worked_out[n] for n in (number, number + 1)} == {number: 1, number + 1: 1}
    assert known(
        page, "[...document.querySelectorAll('.counters use')].every((one) => document.querySelector(one.href.baseVal))"
    )
    now = service.get(f"/api/games/{id_}").json()
    assert known(page, "store.situation.hash") == now["hash"]
    assert worked_out[number + 1] == 1


@pytest.mark.long
def test_what_is_undone_redone_or_taken_back_comes_with_the_answer(page: Page, service: httpx.Client):
    """The page asks for nothing more than where phases begin, and its log is that of the service."""
    id_ = begin(service, "place G-1 1507", "move PVA-40-118 0812-0713", "move NKPA-5 1012-1011")
    with page.expect_response(MOMENTS):
        open_board(page, id_)
    asked = asked_by(page)
    for key, number in (("u", 2), ("u", 1), ("Shift+U", 2)):
        with page.expect_response(MOMENTS):
            page.keyboard.press(key)
            until(page, f"store.situation.number === {number} && !store.busy")
        log = service.get(f"/api/games/{id_}/log").json()
        assert known(page, "store.log") == log
    page.evaluate("part('doing').then(({ takeBack }) => takeBack(1))")
    until(page, "store.situation.number === 1 && !store.busy")
    assert known(page, "store.situation.hash") == service.get(f"/api/games/{id_}").json()["hash"]
    assert [one for one in asked if one != "GET moments"] == ["POST undo", "POST undo", "POST redo", "POST back"]


def test_an_action_in_the_text_view_is_planned_and_done_and_nothing_is_asked_again(page: Page, service: httpx.Client):
    id_ = begin(service)
    page.goto(f"/games/{id_}/text")
    page.wait_for_selector("#log li")
    page.wait_for_load_state("networkidle")
    asked = asked_by(page)
    for line in ("place G-1 1507", "move PVA-40-118 0812-0713", "undo", "redo", "back 1"):
        say(page, line)
    assert asked == ["POST plan", "POST act", "POST plan", "POST act", "POST undo", "POST redo", "POST back"]
    log = service.get(f"/api/games/{id_}/log").json()
    assert known(page, "store.log") == log
    assert log[-1]["lines"][0]["text"] in page.inner_text("#log li >> nth=0")
    assert known(page, "store.situation.hash") == service.get(f"/api/games/{id_}").json()["hash"]
