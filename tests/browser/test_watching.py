"""What others do is watched: action by action, with trails, results and losses; it can be skipped, and played again."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.hands import HEAD, STORY, faults, known, open_board, quiet, until
from tests.served import Opener, Service


def drawn(page: Page, what: str) -> int:
    """How many of these are drawn of what has just happened."""
    return page.locator(f".scenes {what}").count()


def test_the_computer_s_turn_is_followed_until_it_is_skipped(open_page: Opener, running: Service):
    id_ = running.new_game(players={"communist": "nearest", "un": "human"})
    page = open_page()
    open_board(page, id_, pace="fast")
    until(page, "store.film?.mode === 'live' && store.scenes.at(-1)?.scenes.some((scene) => scene.path)")
    assert page.inner_text("#want").startswith("The computer "), "not told to move units that are not one's own"
    assert drawn(page, ".trail")
    assert known(page, "store.situation.number < store.situation.live"), "the computer is ahead of what is shown"
    page.get_by_role("button", name="Pause").click()
    until(page, "store.film.paused")
    entry, scene = known(page, "[store.film.entries.at(-1).n, store.film.entries.at(-1).scenes[0]]")
    ended = scene["path"][-1] if "path" in scene else scene["hex"]
    assert known(page, f"store.situation.byId.get('{scene['units'][0]}').place") == ended
    assert page.locator("#watching .told").inner_text()
    assert not faults(page, within="#watching")
    assert page.get_by_role("button", name="Follow the action").count() == 0
    page.mouse.move(700, 600)
    page.mouse.wheel(0, 120)
    page.locator("[data-focus=follow]").wait_for()
    page.get_by_role("button", name="One step").click()
    until(page, f"store.situation.number > {entry} && store.film.paused")
    page.locator("[data-focus=follow]").click()
    page.locator("[data-focus=follow]").wait_for(state="detached")
    page.keyboard.press("Escape")
    until(page, "!store.film && store.at === null && store.situation.number === store.situation.live")


def test_a_turn_is_played_again_with_its_results(open_page: Opener, running: Service):
    """Stepping shows what an action did, and so does playing: result, dead counters, then the advance."""
    id_ = running.new_game(dice=HEAD["dice"])
    last = next(n for n, line in enumerate(STORY) if line.startswith("fire ROK-8")) + 1
    for line in STORY[: last + 1]:
        after = running.get(f"/api/games/{id_}")["number"]
        running.post(f"/api/games/{id_}/act", {"do": line, "after": after})
    log: list[dict[str, Any]] = running.get(f"/api/games/{id_}/log")
    fire = next(row["n"] for row in log if (row["do"] or "").startswith("fire ROK-8"))
    page = open_page()
    open_board(page, id_, f"?at={fire}", pace="fast")
    assert (drawn(page, ".blow"), drawn(page, ".badge")) == (3, 0), "attackers, before the dice"
    page.keyboard.press(".")
    until(page, f"store.situation.number === {fire + 1}")
    assert page.locator(".scenes .badge text").last.text_content() == "D · destroyed"
    assert drawn(page, ".dead use") == 1, "the dead counter, crossed out"
    page.keyboard.press(",")
    until(page, f"store.situation.number === {fire}")
    page.keyboard.press("k")
    until(page, f"store.film?.mode === 'replay' && store.situation.number === {fire + 1}")
    assert page.locator("body.back").count() == 1
    assert page.inner_text("#how") == page.inner_text("#replay .where") == f"Action {fire + 1} of {fire + 2}"
    page.keyboard.press("k")  # stops
    until(page, f"!store.film && store.at === {fire + 1}")
    page.keyboard.press(",")
    until(page, f"store.situation.number === {fire}")
    page.locator("[data-focus='web.play_again']").click()
    until(page, f"store.at === null && store.situation.number === {fire + 2}")
    assert drawn(page, ".trail.advanced"), "who came into the hex"
    quiet(page)
    assert not known(page, "store.film")
