"""What a player sees before a choice: who is out of supply, what an end gives up, an attack in a small window."""

import pytest
from playwright.sync_api import Page

from tests.browser.hands import at, build, click, known, moving, open_board, until
from tests.served import Opener, Service

SMALL = {"width": 1366, "height": 768}

RINGS = "document.querySelectorAll('#plane .overlay-unit').length"
LINES = "document.querySelectorAll('#plane .overlay-line.one').length"


def test_supply_shows_units_of_both_sides_that_have_none(open_page: Opener, moved: str):
    page = open_page()
    open_board(page, moved)
    page.keyboard.press("s")
    until(page, f"{RINGS} === 4")  # the US 2nd, the ROK 7th and 8th, the NKPA 12th
    assert not known(page, LINES)
    page.keyboard.press("s")
    until(page, f"{RINGS} === 0")
    page.keyboard.press("d")
    until(page, f"{RINGS} === 4 && {LINES} > 5")  # the enemy's lines besides
    page.locator("#legend", has_text="units of either side out of supply").wait_for()


BOX = "(e) => { const { top, bottom } = e.getBoundingClientRect(); return [top, bottom]; }"


def box(page: Page, selector: str) -> tuple[float, float]:
    """The upper and the lower edge of something, in pixels of the window."""
    return tuple(page.locator(selector).evaluate(BOX))


def sign(page: Page, scroller: str, foot: str, pseudo: str) -> str:
    """What is written where a box goes on below: nothing if all of it can be seen."""
    return page.evaluate(
        """async ([scroller, foot, pseudo]) => {
          // a size is seen after the first frame, the box is looked at in the second and drawn in the third
          for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
          const box = document.querySelector(scroller);
          const words = getComputedStyle(box.querySelector(foot), pseudo);
          return words.content === 'none' ? '' : box.querySelector(foot).dataset.more;
        }""",
        [scroller, foot, pseudo],
    )


def test_an_attack_is_put_together_in_a_low_window(open_page: Opener, moved: str):
    page = open_page(viewport=SMALL)
    open_board(page, moved)
    build(page, "1113")
    page.wait_for_selector("#builder footer .outcome")
    foot, _ = box(page, "#builder footer")
    assert box(page, "#builder .stepper")[1] < foot, "who attacks, and artillery"
    assert box(page, "#builder footer .outcome")[1] < box(page, "#commit")[1] < SMALL["height"]
    assert foot - box(page, "#builder header")[1] > 400, "room for what is chosen and counted"
    assert sign(page, "#builder", "footer", "::before") == "more below"
    page.locator("#builder .modifiers").evaluate("(e) => e.scrollIntoView({ block: 'end' })")
    assert box(page, "#builder .modifiers")[1] < box(page, "#builder footer")[0]
    page.evaluate("document.getElementById('builder').scrollTop = 1e6")
    assert sign(page, "#builder", "footer", "::before") == ""


def test_a_long_card_says_that_it_goes_on(open_page: Opener, running: Service):
    page = open_page(viewport=SMALL)
    open_board(page, moving(running))
    click(page, "0812")
    until(page, "store.picked.length === 3 && store.spots.has('0814')")
    page.mouse.move(*at(page, "0814"))
    until(page, "store.preview")
    page.evaluate("document.getElementById('plan-card').style.maxHeight = '200px'")  # as in a low window
    assert sign(page, "#plan-card", ".plan", "::after") == "more below"
    click(page, "0814")
    until(page, "store.pinned")
    assert sign(page, "#plan-card", ".actions", "::before") == "more below"
    assert sign(page, "#plan-card", ".plan", "::after") == "", "one sign"
    page.evaluate("document.getElementById('plan-card').scrollTop = 1e6")
    assert sign(page, "#plan-card", ".actions", "::before") == ""


@pytest.mark.long
def test_a_phone_has_room_for_an_attack_and_a_reason(open_page: Opener, running: Service, moved: str):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_board(page, moved)
    until(page, "store.spots.size")
    page.touchscreen.tap(*at(page, "1113"))
    page.wait_for_selector("#builder footer .outcome")
    foot, end = box(page, "#builder footer")
    assert foot - box(page, "#builder header")[1] > 340, "more than a slit"
    assert foot < box(page, "#commit")[1] < end
    open_board(page, moving(running))
    until(page, "store.situation.offers.length")
    page.touchscreen.tap(*at(page, "0812"))
    until(page, "store.picked.length === 3 && store.spots.size")
    page.touchscreen.tap(*at(page, "0914"))
    page.wait_for_selector("#close-whynot")
    line = "getComputedStyle(document.querySelector('#whynot .closing')).backgroundColor"
    assert page.evaluate(line) == "rgba(0, 0, 0, 0)", "not the dark bar at the foot of the page"
