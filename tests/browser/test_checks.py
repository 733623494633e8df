"""What a person may count on at the board: odds, undo, log, moments, size, motion, fingers, language, a lost line."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.hands import (
    ENTRIES,
    HEAD,
    STORY,
    at,
    build,
    click,
    faults,
    known,
    moving,
    open_board,
    quiet,
    say,
    still,
    until,
)
from tests.served import Opener, Service

OFTEN = 30


def shares(page: Page) -> list[int]:
    """What the bars of chances show, each in all."""
    bars = page.locator("#builder .bar").all()
    return [sum(int(piece.split()[-1]) for piece in bar.locator("span").all_inner_texts()) for bar in bars]


def test_the_odds_of_the_example(open_page: Opener, running: Service, moved: str):
    """Eight divisions and one point of artillery on 1113; without one of them the column is lost."""

    def judged() -> str:
        plan = running.post(f"/api/games/{moved}/plan", {"do": known(page, "store.plan.do")})
        return f"{plan['odds']['outcomes'][0]['chance'] * 100:.0f} %"

    page = open_page()
    open_board(page, moved)
    build(page, "1113")
    page.click('[data-focus="guns 1"]')
    until(page, "store.plan.do.endsWith(' 1')")
    builder = page.locator("#builder")
    assert builder.locator(".ratio b").inner_text() == "33:4"
    assert builder.locator(".columns [aria-current]").inner_text() == "8:1"
    assert builder.locator(".modifiers tfoot .figure").inner_text() == "+1"
    assert (all_ := builder.locator(".outcome > b").inner_text()) == judged()
    assert shares(page) == [100, 100]
    page.click('[data-focus="units NKPA-5"]')
    until(page, "!store.plan.do.includes('NKPA-5')")
    assert builder.locator(".columns [aria-current]").inner_text() == "6:1"
    assert builder.locator(".ratio b").inner_text() == "31:4"
    assert builder.locator(".outcome > b").inner_text() == judged() < all_
    assert shares(page) == [100, 100]


@pytest.mark.long
def test_the_last_unit_can_be_unticked(open_page: Opener, moved: str):
    """Nobody is filled in behind the player's back; with another unit it goes on."""
    page = open_page()
    open_board(page, moved)
    build(page, "0714")
    for unit in known(page, "store.plan.fields.find(f => f.name === 'units').value"):
        page.click(f'[data-focus="units {unit}"]')
        until(page, f"!store.plan.fields.find(f => f.name === 'units').value.includes('{unit}')")
    assert page.inner_text("#builder .refusal") == "Tick at least one unit."
    assert page.get_attribute("#commit", "aria-disabled") == "true"
    page.click('[data-focus="units PVA-40-119"]')
    until(page, "store.plan.legal && store.plan.do.includes(' PVA-40-119')")


@pytest.mark.long
def test_what_is_not_lit_names_a_rule(open_page: Opener, running: Service):
    page = open_page()
    open_board(page, moving(running))
    click(page, "0812")
    until(page, "store.spots.size && store.rows.length")
    answers = page.evaluate(
        """async () => {
          const { store } = await part('store');
          const { whyNot } = await part('plan');
          const unlit = Object.keys(store.map.hexes).filter((hex) => !store.spots.has(hex) && hex !== '0812');
          const found = {};
          for (const hex of unlit.filter((_, i) => i % 15 === 0)) {
            await whyNot(hex);
            found[hex] = store.refused?.hex === hex ? store.refused.refusals[0].number : null;
          }
          return found;
        }"""
    )
    assert len(answers) > 30
    assert [hex_ for hex_, number in answers.items() if not number] == []


def test_a_train_by_mouse(open_page: Opener, running: Service):
    id_ = moving(running)
    page = open_page()
    open_board(page, id_)
    click(page, "0812")
    until(page, "store.picked.length === 3")
    click(page, "0812")  # three divisions are too many for the railway: one after the other
    until(page, "store.picked.join() === 'PVA-40-118' && store.spots.size && store.rows.length")
    page.get_by_role("button", name="by rail").click()
    until(page, "store.manner?.group === 'rail'")
    free = "[...store.spots.values()].filter(({ hex }) => !store.situation.byPlace.has(hex))"
    goal = max(known(page, f"{free}.map(({{ hex, left }}) => [left, hex])"))[1]
    click(page, goal)
    until(page, "store.situation.number === 2")
    assert known(page, "store.situation.byId.get('PVA-40-118').place") == goal
    assert running.get(f"/api/games/{id_}/log?from=2")[0]["do"].endswith("rail")


@pytest.mark.long
def test_the_same_turn_as_text(open_page: Opener, running: Service):
    """The lines of the turn that was played with the mouse make the same record in the text view."""
    id_ = running.new_game(dice=HEAD["dice"])
    page = open_page(f"/games/{id_}/text")
    page.wait_for_load_state("networkidle")
    for line in STORY:
        assert "Not allowed" not in say(page, line), line
    played = [json.loads(line) for line in running.get(f"/api/games/{id_}/record").splitlines()[1:]]
    assert [(e.get("do"), e["hash"]) for e in played] == [(e.get("do"), e["hash"]) for e in ENTRIES]


@pytest.mark.long
def test_the_computer_can_be_stopped(open_page: Opener, running: Service):
    """It plays on by itself, the board stays alive meanwhile, and a click stops it before its next action but one."""
    id_ = running.new_game(players={"un": "random", "communist": "random"})
    running.client.patch(f"/api/games/{id_}", json={"pace": 0.3}).raise_for_status()
    page = open_page()
    open_board(page, id_)
    until(page, "store.situation.number > 3")
    where = "part('view').then(({ onScreen }) => onScreen('2005').x)"
    before = page.evaluate(where)
    x, y = at(page, "2005")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=4)  # the other way lies the edge of the map, where it is held
    page.mouse.up()
    assert page.evaluate(where) != before
    button = "document.querySelector('[data-focus=pause]')"
    until(page, f"Boolean({button})")
    box = known(page, f"{button}.getBoundingClientRect().toJSON()")
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    number = known(page, "store.situation.number")
    until(page, f"store.situation.number > {number}")  # the page is drawn anew between down and up
    page.mouse.up()
    page.get_by_role("button", name="Go on").wait_for()
    number = known(page, "store.situation.number")
    page.wait_for_load_state("networkidle")
    assert running.get(f"/api/games/{id_}")["number"] - number <= 2


def test_sides_differ_without_colour(running: Service):
    """Every counter of one side is darker in grey than every counter of the other."""
    start = running.get("/api/titles/yalu/start")
    grey: dict[str, list[float]] = {"communist": [], "un": []}
    for unit in start["units"]:
        fill = re.search(r'fill="#(\w{6})"', start["faces"][unit["face"]])
        assert fill
        red, green, blue = bytes.fromhex(fill[1])
        grey[unit["side"]].append(0.299 * red + 0.587 * green + 0.114 * blue)
    assert max(grey["communist"]) + 60 < min(grey["un"])


@pytest.mark.long
@pytest.mark.parametrize("often", [6, OFTEN])
def test_often_back_and_forth(open_page: Opener, running: Service, often: int):
    id_ = moving(running)
    now = running.get(f"/api/games/{id_}")
    able = {unit for offer in now["offers"] for unit in offer["units"]}
    units = [unit["id"] for unit in now["units"] if unit["id"] in able]
    for n, unit in enumerate(units[:often]):
        spots = running.get(f"/api/games/{id_}/reach?units={unit}")["spots"]
        goal = next(spot["hex"] for spot in spots if spot["mode"] == "foot" and spot["chance"] is None)
        running.post(f"/api/games/{id_}/act", {"do": f"move {unit} {goal}", "after": n + 1})
    lines = running.get(f"/api/games/{id_}/record").splitlines()
    hashes = [json.loads(line)["hash"] for line in lines[-often - 1 :]]
    page = open_page()
    open_board(page, id_)
    steps = [*((n, "undo") for n in reversed(range(often))), *((n + 1, "redo") for n in range(often))]
    for n, word in steps:
        page.click(f"#header-buttons .{word}")
        until(page, f"store.situation.number === {n + 1} && !store.busy")
        assert known(page, "store.situation.hash") == hashes[n]


def test_the_log_leads_there_and_back(open_page: Opener, example: str):
    page = open_page()
    open_board(page, example, f"?at={OFTEN}")
    assert known(page, "[store.at, store.situation.number]") == [OFTEN, OFTEN]
    page.keyboard.press("Escape")
    until(page, "store.at === null")
    quiet(page)
    line = page.locator("#log .entry", has_text="41 Commando").first
    line.hover()
    until(page, "store.lit.units.includes('UK-41RMC')")
    line.locator(".saying").first.click()
    hex_ = page.evaluate(
        """async () => {
          const { hexUnder } = await part('view');
          const box = document.getElementById('viewport').getBoundingClientRect();
          return hexUnder(box.left + box.width / 2, box.top + box.height / 2);
        }"""
    )
    assert hex_ in line.inner_text() or hex_ in known(page, "store.lit.hexes")
    number = int(line.locator(".n").inner_text())
    line.locator(".n").click()
    until(page, f"store.at === {number} && store.situation.number === {number}")
    assert page.url.endswith(f"?at={number}")
    page.keyboard.press("Escape")
    until(page, "store.at === null && store.situation.number > 60")


@pytest.mark.long
def test_axe_is_content_with_what_opens_over_the_board(open_page: Opener, running: Service, moved: str):
    page = open_page()
    open_board(page, moved)
    build(page, "1113")
    assert faults(page) == []
    open_board(page, moving(running))
    click(page, "0812")
    until(page, "store.rows.length")
    click(page, "1001")
    page.wait_for_selector("#whynot:not([hidden])")
    assert faults(page) == []
    page.click("#close-whynot")
    for _ in range(2):
        click(page, "0814")
        until(page, "store.pinned || store.rolled")
    page.wait_for_selector("#dice:not([hidden])")
    assert faults(page) == []


@pytest.mark.long
def test_dice_lie_away_from_what_is_lit(open_page: Opener, running: Service, example: str):
    """The strip never covers the hexes to choose from; a click on it puts it away."""
    last = running.get(f"/api/games/{example}")["number"]
    id_ = running.post(f"/api/games/{example}/branch", {"at": last - 7})["id"]
    page = open_page()
    open_board(page, id_)
    build(page, known(page, "store.situation.offers[0].hexes[0]"))
    page.click("#commit")
    page.wait_for_selector("#dice:not([hidden])")
    until(page, "!store.busy")
    boxes = page.evaluate(
        """async () => {
          const { store } = await part('store');
          const { onScreen } = await part('view');
          const board = document.getElementById('viewport').getBoundingClientRect();
          const strip = document.getElementById('dice').getBoundingClientRect();
          const covered = (top, bottom) => [...store.spots.keys()].map(onScreen)
            .filter(({ x, y }) => x > 0 && x < board.width && y > 0 && y < board.height)
            .filter(({ y }) => y + board.top > top && y + board.top < bottom).length;
          return { here: covered(strip.top, strip.bottom), other: covered(board.top, board.top + strip.height) };
        }"""
    )
    assert boxes["here"] <= boxes["other"] or boxes["here"] == 0
    page.click("#dice", position={"x": 6, "y": 6})
    page.wait_for_selector("#dice", state="hidden")


@pytest.mark.long
def test_all_is_reached_at_double_size(open_page: Opener, moved: str):
    """A window of 1600 by 1000 at 200 %: every button and tab can be pressed, an attack can be set and withdrawn."""
    page = open_page(viewport={"width": 800, "height": 500}, device_scale_factor=2)
    open_board(page, moved)
    assert page.evaluate("document.documentElement.scrollWidth") <= 800
    build(page, "1410")
    page.click("#commit")
    until(page, "store.situation.arrows.length === 1")
    for tab in ("forces", "boxes", "charts", "rules", "stack"):
        page.click(f"#tab-button-{tab}")
        until(page, f"store.tab === '{tab}'")
    page.click("button.undo:visible")
    until(page, "store.situation.arrows.length === 0")
    for focus in ("menu", "end"):
        page.click(f'[data-focus="{focus}"]:visible', trial=True)
    for button in page.locator("#zoom-buttons button, #overlay-buttons button").all():
        button.click(trial=True)


@pytest.mark.long
def test_nothing_slides_if_motion_is_unwanted(open_page: Opener, running: Service):
    """Once with the system's wish, so that nothing moves by itself; and once without, so that the test would see it."""
    slid = {}
    for wish in ("reduce", "no-preference"):
        page = open_page(reduced_motion=wish)
        open_board(page, moving(running), motion="auto")
        page.evaluate(
            """() => {
              window.slid = 0;
              const real = Element.prototype.animate;
              Element.prototype.animate = function (...args) { window.slid++; return real.apply(this, args); };
              document.addEventListener('transitionrun', () => window.slid++);
              document.addEventListener('animationstart', () => window.slid++);
            }"""
        )
        click(page, "0812")
        until(page, "store.spots.size")
        click(page, "0713")
        until(page, "store.situation.number === 2")
        page.evaluate("part('view').then((view) => view.centre('1701'))")
        page.wait_for_function(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
        )
        slid[wish] = page.evaluate("window.slid")
    assert slid["reduce"] == 0
    assert slid["no-preference"] > 0


def test_a_finger_on_a_counter_pans(open_page: Opener, running: Service):
    page = open_page(has_touch=True, viewport={"width": 1024, "height": 768})
    id_ = moving(running)
    open_board(page, id_)
    x, y = at(page, "0812")
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots: Any = [{"x": a, "y": b} for a, b in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    where = "part('view').then(({ onScreen }) => onScreen('0812').y)"
    before = page.evaluate(where)
    for _ in range(5):  # a machine that is slow between touch and move makes it a long press
        touch("touchStart", (x, y))
        for step in range(1, 9):
            touch("touchMove", (x, y + step * 10))
        touch("touchEnd")
        still(page)
        if page.evaluate(where) - before > 40:
            break
    assert page.evaluate(where) - before > 40
    assert known(page, "[store.situation.number, store.picked.length]") == [1, 0]
    assert running.get(f"/api/games/{id_}")["number"] == 1


@pytest.mark.long
def test_a_lost_line_is_told_at_once(open_page: Opener, own_service: Service):
    id_ = moving(own_service)
    page = open_page(service=own_service)
    open_board(page, id_)
    own_service.kill()
    page.wait_for_selector("#errors .lost")
    assert page.get_attribute("button.undo", "aria-disabled") == "true"
    assert page.locator('[data-focus="end"]:visible:not([aria-disabled="true"])').count() == 0
    click(page, "0812")
    assert known(page, "[...store.spots.keys()]") == []
    own_service.start()
    page.wait_for_selector("#errors .lost", state="detached", timeout=60_000)
    assert own_service.get(f"/api/games/{id_}")["number"] == 1


@pytest.mark.parametrize("wide", [1600, pytest.param(390, marks=pytest.mark.long)])
def test_no_english_is_left_in_spanish(open_page: Opener, running: Service, moved: str, wide: int):
    english, spanish = (running.get(f"/api/texts?lang={lang}") for lang in ("en", "es"))
    page = open_page(locale="es", viewport={"width": wide, "height": 844})
    open_board(page, moved)
    build(page, "1113")
    words = page.evaluate(
        """() => {
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = [...document.querySelectorAll('[aria-label], [title]')].flatMap((e) => [e.ariaLabel, e.title]);
          while (walk.nextNode()) found.push(walk.currentNode.data.trim());
          return found.filter(Boolean);
        }"""
    )
    plain = {text for key, text in english.items() if isinstance(text, str) and text != spanish[key]}
    plain -= {text for text in spanish.values() if isinstance(text, str)}
    assert [word for word in words if word in plain] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


def test_the_board_is_light_to_fetch(open_page: Opener, running: Service):
    page = open_page(fresh=True)
    open_board(page, moving(running))
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize])"
    )
    relief = sum(size for name, size in sizes if "relief" in name)
    assert 0 < relief < 1_500_000
    assert sum(size for _, size in sizes) - relief < 500_000
