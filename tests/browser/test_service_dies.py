"""What a person sees when the service is killed in the middle of a turn, and after it is back."""

import pytest

from tests.browser.hands import click, known, open_board, until
from tests.served import Opener, Service


@pytest.mark.long
def test_a_kill_between_two_actions_loses_nothing(open_page: Opener, own_service: Service):
    id_ = own_service.new_game()
    own_service.post(f"/api/games/{id_}/act", {"do": "place G-1 1118", "after": 0})
    page = open_page(service=own_service)
    open_board(page, id_)
    click(page, "0812")
    until(page, "store.picked.length > 0")
    click(page, "0713")
    until(page, "store.situation.number === 2")
    before = own_service.get(f"/api/games/{id_}")["hash"]
    own_service.kill()
    page.wait_for_selector("#errors .lost")
    assert "2" in page.inner_text("#errors .lost"), "the last stored action is named"
    own_service.start()
    page.wait_for_selector("#errors .lost", state="detached", timeout=60_000)
    assert own_service.get(f"/api/games/{id_}")["hash"] == before
    assert known(page, "store.situation.number") == 2
    click(page, "1701")
    until(page, "store.picked.length > 0")
    click(page, "1601")
    until(page, "store.situation.number === 3")
    assert own_service.get(f"/api/games/{id_}")["number"] == 3


def test_playing_on_from_a_moment(open_page: Opener, running: Service):
    id_ = running.new_game()
    for n, line in enumerate(("place G-1 1118", "move NKPA-24 1701-1601-1502")):
        running.post(f"/api/games/{id_}/act", {"do": line, "after": n})
    then = running.get(f"/api/games/{id_}?at=1")["hash"]
    page = open_page()
    open_board(page, id_, "?at=1")
    assert known(page, "store.situation.number") == 1
    page.click("[data-focus=branch]")
    page.wait_for_url(lambda url: id_ not in url)
    page.wait_for_selector("body:not([data-loading])")
    assert running.get(f"/api/games/{page.url.split('/games/')[1].split('?')[0]}")["hash"] == then


@pytest.mark.long
def test_a_paused_game_stays_paused_and_keeps_its_pace(open_page: Opener, own_service: Service):
    id_ = own_service.new_game(players={"un": "random", "communist": "random"})
    page = open_page(service=own_service)
    open_board(page, id_)
    for button in ("pause", "pace-normal"):
        page.locator(f"[data-focus='{button}']").dispatch_event("click")  # it is drawn anew after every action
    until(page, "store.situation.pace === 1.2 && store.situation.paused && !store.situation.thinking")
    number = own_service.get(f"/api/games/{id_}")["number"]
    own_service.kill()
    own_service.start()
    now = own_service.get(f"/api/games/{id_}")
    assert (now["paused"], now["pace"]) == (True, 1.2)
    page.reload()
    page.wait_for_selector("[data-focus='pace-normal'][aria-pressed=true]")
    page.wait_for_timeout(1500)
    assert known(page, "store.situation.live") == number, "nobody plays on before he is told to"
    page.get_by_role("button", name="Go on").click()
    until(page, f"store.situation.live > {number}")
