"""The pages around the board in a real browser."""

import json
from pathlib import Path
from typing import Any

import pytest
from httpx import HTTPStatusError
from playwright.sync_api import Browser, Page, Route

from parallel38 import new_game
from parallel38.desk import tutorial
from parallel38.engine.chance import Dice
from tests.browser.hands import faults, say, settled, until
from tests.served import Opener, Service

GUIDE = tutorial("yalu", "en")
STORY = [line for step in GUIDE["steps"] for line in (*step["first"], *step["do"])]


def scripted() -> dict[str, Any]:
    return {"kind": "script", "script": GUIDE["dice"], "seed": 3}


SIZES = ((1366, 768), (390, 844), (844, 390))


def test_two_clicks_start_a_game(open_page: Opener, running: Service):
    running.new_game(players={"un": "recruit"})
    page = open_page("/")
    button = page.get_by_role("button", name="Start the game")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, "it is in sight without scrolling"
    assert not page.get_by_role("radio", name="At random").is_visible(), (
        "who wants a real game need not look at baselines"
    )
    button.click()
    page.wait_for_url("**/games/*")
    id_ = page.url.rsplit("/", 1)[-1]
    assert running.get(f"/api/games/{id_}")["players"] == {"communist": "human", "un": "recruit"}
    page.goto(running.address + "/")
    assert page.get_by_role("link", name="Go on").get_attribute("href") == f"/games/{id_}"


@pytest.mark.long
def test_who_only_watches_can_follow(open_page: Opener, running: Service):
    page = open_page("/")
    page.get_by_label("Neither").check()
    page.get_by_label("Fast").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    page.wait_for_selector("[data-focus='pace-fast'][aria-pressed=true]")
    page.wait_for_timeout(1000)
    now = running.get(f"/api/games/{page.url.rsplit('/', 1)[-1]}")
    assert (now["turn_number"], now["over"]) == (1, False), "the first turn is still played"
    page.locator("[data-focus=pause]").dispatch_event("click")  # it is drawn anew after every action
    page.get_by_role("button", name="Go on").wait_for()
    page.locator("[data-focus='pace-once']").click()
    page.wait_for_selector("[data-focus='pace-once'][aria-pressed=true]")
    assert running.get(f"/api/games/{page.url.rsplit('/', 1)[-1]}")["pace"] == 0


@pytest.mark.long
def test_choices_reach_the_game(open_page: Opener, running: Service, tmp_path: Path):
    """A game that is started while a file with own figures is still being read waits for it."""
    charts = tmp_path / "mine.toml"
    charts.write_text("[infiltration]\nclear = {number = 2}\n")
    page = open_page("/")
    held: list[Route] = []
    hold = "**/api/titles/*/charts*"
    page.route(hold, lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    page.get_by_role("radio", name="Both").check()
    page.get_by_text("Optional rules").click()
    page.get_by_label("Chinese air sorties").select_option("on")
    page.get_by_text("Charts: ours").click()
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_label("File with your figures").set_input_files(charts)
    page.get_by_text("Dice: sealed").first.click()
    page.get_by_text("Dice: from a number").click()
    page.get_by_label("Number", exact=True).fill("7")
    page.get_by_label("Name of the game").fill("Mine")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("button.gold:disabled")
    assert page.url == f"{running.address}/"
    held[0].continue_()
    page.wait_for_url("**/games/*")
    now = running.get(f"/api/games/{page.url.rsplit('/', 1)[-1]}")
    assert (now["name"], now["dice"]) == ("Mine", {"kind": "seed", "seed": 7})
    assert now["options"]["air-sorties"] == "on"
    assert set(now["players"].values()) == {"human"}
    head = running.get(f"/api/games/{now['id']}/record").splitlines()[0]
    assert json.loads(head)["charts"] == {"infiltration": {"clear": {"number": 2}}}


def test_bad_files_are_refused_with_a_sentence(open_page: Opener, tmp_path: Path):
    bad = tmp_path / "bad.toml"
    bad.write_text("this is nothing")
    page = open_page("/")
    page.set_viewport_size({"width": 1024, "height": 400})
    page.locator("label.file").evaluate("(e) => e.scrollIntoView()")
    until(page, "document.querySelector('#notice').getBoundingClientRect().top < 0")
    page.get_by_label("Open a record or position file").set_input_files(bad)
    page.wait_for_selector("#notice .bad")
    until(page, "document.querySelector('#notice .bad').getBoundingClientRect().top >= 0")
    assert "neither a record nor a position" in page.inner_text("#notice")


@pytest.mark.long
def test_a_sealed_record_without_its_secret_goes_on_and_says_so(open_page: Opener, running: Service, tmp_path: Path):
    sealed = running.new_game(dice={"kind": "sealed"}, name="Sealed")
    file = tmp_path / "sealed.record"
    file.write_text(running.get(f"/api/games/{sealed}/record"))
    page = open_page("/")
    page.get_by_label("Open a record or position file").set_input_files(file)
    page.wait_for_selector("#notice .good")
    assert "new sealed dice" in page.inner_text("#notice")
    page.locator("#notice").get_by_role("button").click()
    page.wait_for_url("**/games/*")
    assert page.url.rsplit("/", 1)[-1] != sealed


@pytest.mark.long
def test_saved_games_are_renamed_deleted_and_brought_back(open_page: Opener, running: Service):
    id_ = running.new_game(name="First name")
    page = open_page("/")
    page.get_by_label("More for First name").click()
    page.get_by_role("button", name="Rename").locator("visible=true").click()
    page.get_by_label("New name").fill("Second name")
    page.get_by_role("button", name="Keep").click()
    page.get_by_label("More for Second name").click()
    with page.expect_download() as file:
        page.get_by_role("link", name="Export the record").locator("visible=true").click()
    page.get_by_role("button", name="Delete").locator("visible=true").click()
    page.wait_for_selector("#notice .good")
    with pytest.raises(HTTPStatusError, match="404"):
        running.get(f"/api/games/{id_}")
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("“Second name” is back.").wait_for()
    assert running.get(f"/api/games/{id_}")["name"] == "Second name"
    page.get_by_label("Open a record or position file").set_input_files(file.value.path())
    page.wait_for_url("**/games/*")
    assert page.url.rsplit("/", 1)[-1] != id_


@pytest.mark.long
def test_a_whole_turn_in_the_text_view(open_page: Opener, running: Service):
    id_ = running.new_game(dice=scripted())
    page = open_page(f"/games/{id_}/text")
    settled(page)
    for line in STORY:
        assert "Not allowed" not in say(page, line), line
    game = new_game("yalu", dice=Dice.scripted(GUIDE["dice"], 3))
    for line in STORY:
        game.play(line)
    assert running.get(f"/api/games/{id_}")["hash"] == game.hash()


def test_every_action_can_be_reached_through_lists(open_page: Opener, running: Service):
    id_ = running.new_game()
    page = open_page(f"/games/{id_}/text")
    page.get_by_role("button", name="List: place").click()
    page.locator(".choices button").first.click()
    page.get_by_role("heading", name="Units that can act: 34").wait_for()
    page.get_by_role("button", name="PVA 118th Division").click()
    page.get_by_role("heading", name="List: PVA 118th Division").wait_for()
    actions = running.get(f"/api/games/{id_}/actions?unit=PVA-40-118")
    while page.get_by_role("button", name="Show more").count():
        page.get_by_role("button", name="Show more").click()
    assert page.locator(".choices code").all_inner_texts() == [action["do"] for action in actions]
    assert "Around 0812" in page.inner_text("#around")


ANSWERS = {
    "help": "move UNIT HEX",
    "why move NKPA-5 1012-1013~1114": "8.3.1.3",
    "odds move 118 0812-0813~0814": "17 %",
    "reach 118": "0813, 4 left, must stop",
    "at Huichon": "0812",
    "where 118": "PVA-40-118): 0812",
    "scan s 0812": "0813",
    "where nobody": "no unit",
    "at 9999": "no hex",
    "back x": "not a whole number",
    "17": "no list",
    "dance": "not an action",
    "move": "one more word",
    "undo": "Undone: Guerrilla 1 appears in Songchon.",
}
"""Some of what each line is answered with."""


@pytest.mark.long
def test_questions_are_answered(open_page: Opener, running: Service):
    id_ = running.new_game()
    running.post(f"/api/games/{id_}/act", {"do": "place G-1 1118", "after": 0})
    page = open_page(f"/games/{id_}/text")
    settled(page)
    said = {line: say(page, line).replace("\n", " ") for line in ANSWERS}
    assert {line: said[line] for line, answer in ANSWERS.items() if answer not in said[line]} == {}
    assert running.get(f"/api/games/{id_}")["called"] in page.title()


BESIDE = """() => ["#dice:not([hidden])", ".guide"].map((one) => document.querySelector(one)?.getBoundingClientRect())
  .map((box, i) => i ? box.left : box?.right)"""
"""Where the dice end on the right, if they are there, and where the card of the guide begins: both of one moment."""


@pytest.mark.parametrize("view", ["", pytest.param("/text", marks=pytest.mark.long)])
def test_the_guided_turn_to_its_end(open_page: Opener, running: Service, view: str):
    page = open_page("/tutorial?title=yalu")
    page.get_by_role("button", name="Begin", exact=not view).last.click()
    page.wait_for_url("**tutorial=1")
    id_ = page.url.split("/games/")[1].split("?")[0].split("/")[0]
    thrown = 0
    for step in GUIDE["steps"]:
        page.locator(".guide h2", has_text=step["title"]).wait_for()
        dice, guide = page.evaluate(BESIDE)
        if dice and not view:
            thrown += 1
            assert dice <= guide, "the card lies beside the dice"
        if step["why"]:
            page.get_by_role("button", name="Ask why not").click()
            page.locator(".guide .remark", has_text="8.3.1.3").wait_for()
        page.locator(".guide .actions button").first.click()
    page.locator(".guide").wait_for(state="detached")
    assert bool(thrown) == (not view)
    assert "tutorial" not in page.url
    assert running.get(f"/api/games/{id_}")["phase"] == "phase.un_bombardment"


def test_who_leaves_the_story_can_come_back_to_it(open_page: Opener, running: Service):
    id_ = running.new_game(dice=scripted())
    page = open_page(f"/games/{id_}/text?tutorial=1")
    say(page, "place G-1 1118")
    page.get_by_role("button", name="Next").click()
    for unit in ("PVA-39-115", "PVA-39-116,PVA-39-117"):  # a stack in two parts is as good as in one
        say(page, f"move {unit} 0614")
    page.locator(".guide h2", has_text="Zones of control").wait_for()
    say(page, "move NKPA-12 1116")
    page.get_by_role("button", name="Back to the story").click()
    page.get_by_role("button", name="Do it for me").wait_for()
    assert running.get(f"/api/games/{id_}")["number"] == 3


def test_the_language_changes_at_once(open_page: Opener, running: Service):
    page = open_page("/reference/yalu#rule-9.2.3.2")
    page.get_by_role("button", name="Español").click()
    page.locator("#rules-title", has_text="Reglas").wait_for()
    assert page.evaluate("document.documentElement.lang") == "es"
    page.goto(running.address + "/about")
    page.get_by_role("heading", name="Licencias y agradecimientos").wait_for()


def test_settings_work_at_once_and_are_kept(open_page: Opener, running: Service):
    page = open_page("/about")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("High contrast").check()
    page.get_by_role("group", name="Dark mode").get_by_label("On", exact=True).check()
    page.keyboard.press("Escape")
    page.goto(running.address + "/")
    root = page.evaluate("({...document.documentElement.dataset})")
    assert (root["palette"], root["scheme"]) == ("contrast", "dark")


def test_rules_are_found_by_words_and_numbers(open_page: Opener, running: Service):
    page = open_page("/reference/yalu")
    page.get_by_label("Search").fill("infiltrat hex")
    page.locator("#found:not(:empty)").wait_for()
    shown = page.locator(".chapter dt:visible").count()
    assert 0 < shown < 20
    page.goto(running.address + "/reference/yalu#rule-9.2.3.2")
    page.locator("dt.lit", has_text="9.2.3.2").wait_for()


@pytest.mark.parametrize("path", ["/nowhere", "/games/none/text"])
def test_what_is_not_there_is_said(open_page: Opener, path: str):
    page = open_page(path)
    settled(page)
    assert page.locator(".lead, .bad").first.inner_text()


def test_somebody_without_the_key_reads_why(browser: Browser, running: Service):
    context = browser.new_context(locale="es")
    page = context.new_page()
    answer = page.goto(running.address)
    assert answer is not None
    assert answer.status == 403
    assert page.locator("h1").inner_text() == "Aquí no"
    assert page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor") == "rgb(29, 36, 41)"
    context.close()


PAGES = ["/", "/about", "/tutorial", "/reference/yalu", "/nowhere", "text"]
LOOKS = [(1600, "light"), (800, "dark"), (390, "light")]
"""The width of a window and the colours that its owner likes."""


def shown(open_page: Opener, running: Service, path: str, width: int, scheme: str = "light") -> Page:
    """A page at a width."""
    if path == "text":
        path = f"/games/{running.new_game()}/text"
    page = open_page(path, viewport={"width": width, "height": 844}, color_scheme=scheme)
    settled(page)
    return page


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_for_everybody(open_page: Opener, running: Service, path: str):
    """Nothing scrolls sideways; in one look, with one chapter and chart of a booklet, axe finds nothing serious."""
    look = LOOKS[PAGES.index(path) % len(LOOKS)]
    page = shown(open_page, running, path, *look)
    for width in (*(width for width, _ in LOOKS), look[0]):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for many in (".chapter", ".chart"):
        page.evaluate("many => [...document.querySelectorAll(many)].slice(1).forEach((one) => one.remove())", many)
    assert faults(page, "serious", "critical") == []


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_whole_pages_are_for_everybody_in_every_look(open_page: Opener, running: Service, path: str):
    for look in LOOKS:
        page = shown(open_page, running, path, *look)
        assert page.evaluate("document.documentElement.scrollWidth") <= look[0]
        assert faults(page, "serious", "critical") == []
