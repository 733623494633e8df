"""A title of the tests' own, with two boards, two editions and dice of other kinds, is played in a real browser."""

import os

from playwright.sync_api import Page

from tests.browser.hands import click, known, open_board, until
from tests.served import Opener, Service

PICTURES = os.environ.get("PICTURES")
"""A folder for pictures of what the test sees, if somebody wants to look at them."""


def look(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


def end(page: Page) -> None:
    """End the phase, which is done when another begins."""
    before = known(page, "store.situation.number")
    page.locator("#header [data-focus=end]").click()
    until(page, f"store.situation.number > {before} && !store.busy")


def test_steps_and_shots_with_a_white_and_a_red_die(with_small: Service, open_page: Opener):
    id_ = with_small.new_game(title="small", edition="second", scenario="ford", dice={"kind": "seed", "seed": 5})
    page = open_page("/about", service=with_small)
    open_board(page, id_, dice="full")
    assert known(page, "store.map.overlays") == []
    assert known(page, "[store.situation.phases[0].part, store.situation.phases[4].part]") == ["morning", "evening"]
    look(page, "1-start")
    click(page, "0102")
    until(page, "store.spots.has('0302')")
    look(page, "2-picked")
    click(page, "0302")
    until(page, "store.situation.number === 1")
    end(page)
    assert known(page, "store.situation.phase") == "phase.blue_fires"
    assert known(page, "store.situation.units.find((one) => one.id === 'B-1').strength_text") == "strength 3"
    click(page, "0302")
    until(page, "store.picked.length && store.spots.has('0503')")
    assert known(page, "store.spots.get('0503').target"), "a unit that stands before the hex does not go there"
    look(page, "3-target")
    click(page, "0503")
    until(page, "store.plan")
    look(page, "4-plan")
    assert known(page, "store.plan.do") == "fire B-1 0503"
    assert known(page, "store.plan.odds.branches.map((one) => one.reading)") == ["white", "red"]
    assert page.locator("#plan-card .branch .histogram").count() == 2, "a table for each reading, without a builder"
    widths = "bars => bars.map((bar) => bar.clientWidth / bar.closest('.chances').clientWidth)"
    assert min(page.locator("#plan-card .bar").evaluate_all(widths)) > 0.4, "there is room for every chance"
    page.keyboard.press("Enter")
    page.wait_for_selector("#dice:not([hidden])")
    look(page, "5-dice")
    assert page.locator("#dice .die").count() == 2
    assert [text.split()[0] for text in page.locator("#dice .sum").all_inner_texts()] == ["hits", "pinning"]
    assert known(page, "store.situation.units.find((one) => one.id === 'B-1').place") == "0302"


def test_a_ten_sided_die_is_typed(with_small: Service, open_page: Opener):
    id_ = with_small.new_game(title="small", edition="first", scenario="ford", dice={"kind": "ask"})
    for n, do in enumerate(("step B-1 0202", "end", "step R-1 0403")):
        with_small.post(f"/api/games/{id_}/act", {"do": do, "after": n})
    page = open_page("/about", service=with_small)
    open_board(page, id_)
    assert known(page, "store.situation.decider") == "red"
    click(page, "0403")
    until(page, "store.spots.has('0202')")
    click(page, "0202")
    until(page, "store.plan")
    page.keyboard.press("Enter")
    page.wait_for_selector(".throw .button")
    look(page, "6-typed")
    assert page.locator(".throw .button").all_inner_texts() == [*"0123456789"]
    page.locator(".throw .button", has_text="0").click()
    until(page, "!store.situation.roll")
    assert "B-1" in known(
        page, "store.situation.units.filter((one) => one.flags.includes('reduced')).map((one) => one.id)"
    )
    look(page, "7-reduced")
