"""A title with two boards and two editions in a real browser."""

import pytest

from tests.browser.hands import known
from tests.served import Opener, Service


@pytest.mark.long
def test_the_choice_of_an_edition_leads_to_its_game(with_small: Service, open_page: Opener):
    page = open_page("/", service=with_small)
    page.get_by_text("Small: a ford and a ridge").click()
    assert page.locator("[data-focus=scenario-ridge]").count() == 0
    assert page.get_by_role("link", name="guided").get_attribute("href") == "/tutorial?title=small&edition=first"
    page.locator("[data-focus=edition-second]").check()
    page.locator("[data-focus=scenario-ridge]").check()
    page.get_by_text("Optional rules").click()
    assert page.get_by_label("Night").count() == 1
    page.get_by_label("Fog").select_option("on")
    page.get_by_text("Charts: ours").click()
    page.wait_for_selector("#own-chart")
    assert page.locator("#own-chart option").all_text_contents() == ["Steps", "Weather"]
    page.wait_for_selector(".title-card use[href='#board-small-ridge']")
    page.get_by_role("radio", name="Both").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    page.wait_for_selector("body:not([data-loading])")
    now = known(page, "store.situation")
    assert (now["edition"], now["board"], now["options"]["fog"]) == ("second", "ridge", "on")
    assert known(page, "Object.keys(store.map.hexes).length") == 42
    assert known(page, "store.map.sides.red.short") == "Red"
    assert page.locator("svg.ground .layer-hilltop").count() == 1
    id_ = page.url.rsplit("/", 1)[-1].partition("?")[0]

    page.goto(with_small.address + f"/games/{id_}/text")
    page.wait_for_selector("#able table")
    reference = page.locator("header a", has_text="Rules").get_attribute("href")
    assert reference == f"/reference/small?edition=second&game={id_}"
    page.goto(with_small.address + (reference or ""))
    page.get_by_role("heading", name="9 Weather and victory").wait_for()
    page.goto(with_small.address + "/reference/small")
    page.get_by_role("heading", name="9 Victory").wait_for()
    page.get_by_role("link", name="second edition").click()
    page.get_by_role("heading", name="9 Weather and victory").wait_for()

    page.goto(with_small.address + "/tutorial?title=small&edition=second")
    page.get_by_role("button", name="Begin", exact=False).first.click()
    page.get_by_role("heading", name="Climb").wait_for()
