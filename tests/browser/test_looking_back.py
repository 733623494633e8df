"""Looking back on a record that was brought in: the log and the reasons are those of the moment."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.hands import faults, known, open_board, until
from tests.served import Opener, Service

RECORD = Path(__file__).parents[2] / "docs" / "games" / "yalu-seoul-holds.record"


@pytest.fixture(scope="module")
def brought(running: Service) -> str:
    """The id of the game of the docs, which has hundreds of actions and tells the reasons of both sides."""
    return running.post("/api/games/import", {"text": RECORD.read_text(encoding="utf-8")})["id"]


def numbers(page: Page) -> list[int]:
    """The actions that the log shows, from the top."""
    return [int(n) for n in page.locator("#log .entry .n").all_inner_texts()]


def looks_at(page: Page, n: int) -> None:
    """The log ends with an action, which is marked and can be seen."""
    until(page, f"store.situation.number === {n} && store.log.some((entry) => entry.n === {n})")
    shown = page.locator("#log .entry.shown")
    assert (shown.locator(".n").inner_text(), shown.get_attribute("aria-current")) == (str(n), "true")
    found = numbers(page)
    assert found[0] == n == max(found), "nothing is told that came later"
    assert min(found) <= max(0, n - 30), "what was before is there without being asked for"
    box, panel = shown.bounding_box(), page.locator("#tab-stack").bounding_box()
    assert box
    assert panel
    assert panel["y"] - 1 < box["y"] < panel["y"] + panel["height"] - 10


@pytest.mark.long
def test_the_log_goes_with_the_moment(open_page: Opener, running: Service, brought: str):
    log = running.get(f"/api/games/{brought}/log?from=35&to=400")
    bare = next(entry for entry in log if not entry["lines"])
    page = open_page()
    open_board(page, brought, "?at=600")
    looks_at(page, 600)
    page.locator("[data-focus='web.action_before']").click()
    looks_at(page, 599)
    for n in (600, 601):
        page.locator("[data-focus='web.action_after']").click()
        looks_at(page, n)
    page.locator("[data-focus='web.phase_before']").click()
    until(page, "store.at < 600 && store.situation.number === store.at")
    looks_at(page, known(page, "store.at"))
    page.locator("#replay input").fill(str(bare["n"]))
    looks_at(page, bare["n"])
    assert bare["text"] in page.locator("#log .entry.shown").inner_text(), "what has no sentence is told in words"
    earlier = numbers(page)[5]
    page.locator("#log .entry .n").nth(5).click()
    looks_at(page, earlier)
    page.keyboard.press("Escape")
    until(page, "store.at === null && store.log.at(-1).n === store.situation.live")
    assert numbers(page)[0] == known(page, "store.situation.live")
    assert page.locator("#log .entry.shown").count() == 0
    assert page.locator("#dice").is_hidden(), "no dice have fallen by coming back"


@pytest.mark.long
def test_a_game_that_is_over_opens_with_its_end(open_page: Opener, brought: str):
    page = open_page()
    open_board(page, brought)
    end = page.locator("#dialog[open] .account")
    end.wait_for()
    assert "the UN has won (20.3)" in end.locator(".verdict").inner_text()
    assert page.evaluate("document.activeElement.id") == "dialog-title", "a key presses nothing by accident"
    assert end.locator(".tolls li").count() == 2
    assert end.locator(".points li").count() == 5
    assert faults(page) == []
    page.keyboard.press("Escape")
    until(page, "!document.getElementById('dialog').open")
    page.click("[data-focus=menu]")
    page.click("#dialog .menu >> text=Account of the game")
    last = end.locator(".points li").last
    assert "The lead passes to the UN" in last.inner_text()
    last.locator("button").press("Enter")
    looks_at(page, 2602)
    page.keyboard.press("Escape")
    until(page, "store.at === null && store.situation.over")
    assert page.locator("#dialog[open]").count() == 0, "it opens by itself once"
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    end.wait_for()
    assert page.evaluate("document.getElementById('dialog').scrollWidth <= innerWidth")
    page.get_by_role("button", name="Close", exact=True).click(timeout=2000)  # in sight without scrolling
    page.goto(f"/games/{brought}/text")
    link = page.locator("#end .points a").last
    assert link.get_attribute("href") == "?at=2602"
    assert "the UN has won (20.3)" in page.inner_text("#end")


@pytest.mark.long
def test_the_reasons_are_those_of_the_moment(open_page: Opener, brought: str):
    page = open_page()
    open_board(page, brought, "?at=600")
    until(page, "store.thoughts.length > 10")
    card = page.locator("#thoughts")
    for n in (600, 300):
        page.locator("#replay input").fill(str(n))
        until(page, f"store.at === {n} && store.situation.number === {n}")
        there = known(page, f"store.thoughts.filter((one) => one.n <= {n}).at(-1)")
        head = card.locator(".when").first.inner_text().lower()
        assert head == f"{there['turn_text']} · {'un' if there['side'] == 'un' else 'communist'}".lower()
        line = next(line for line in there["lines"] if line["hexes"])
        card.locator(".reasons").first.locator("li", has_text=line["text"]).hover()
        until(page, f"store.lit.hexes.join() === '{','.join(line['hexes'])}'")
        assert page.locator(".lit-hex").count() == len(set(line["hexes"]))
    assert page.locator("#log .talk").count() == 0, "they stand there and not in the log too"
    page.goto(f"/games/{brought}/text")
    page.locator("#command").fill("reasons")
    page.keyboard.press("Enter")
    page.locator("#answer .reasons li").first.wait_for()
