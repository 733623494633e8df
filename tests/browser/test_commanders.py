"""Commanders in a real browser: what they had in mind lights the board, and what they advise is shown and done."""

from typing import Any

import httpx
import pytest

from tests.browser.hands import begin, faults, known, open_board, until


def hinted(page: Any) -> None:
    """Ask for a hint by its key and wait until it is shown as a plan."""
    page.keyboard.press("h")
    until(page, "store.advice?.do && store.plan?.do === store.advice.do && store.pinned")


def committed(page: Any) -> None:
    """Do what is planned."""
    number = known(page, "store.situation.number")
    page.locator("#commit").click()
    until(page, f"store.situation.number > {number} && !store.busy")


@pytest.mark.long
def test_a_turn_against_the_recruit(page: Any, service: httpx.Client):
    id_ = begin(service, players={"communist": "recruit"})
    open_board(page, id_)
    for _ in range(40):
        until(page, "store.situation.decider === 'un'")
        if known(page, "store.situation.phase") == "phase.un_movement":
            break
        after = service.get(f"/api/games/{id_}").json()["live"]
        service.post(f"/api/games/{id_}/act", json={"do": "end", "after": after}).raise_for_status()
        until(page, f"store.situation.number > {after}")
    # his reasons are there, and each lights what it speaks of
    until(page, "store.thoughts.length === 1")
    card = page.locator("#thoughts")
    told = known(page, "store.thoughts[0].lines.filter((line) => line.hexes.length)")
    if not card.locator("details").first.evaluate("one => one.open"):
        card.locator("summary").first.click()
    assert "nov iv 1950 · communist · recruit" in card.inner_text().lower()
    card.locator(".reasons li", has_text=told[0]["text"]).hover()
    until(page, f"store.lit.hexes.join() === '{','.join(told[0]['hexes'])}'")
    assert page.locator(".lit-hex").count() == len(told[0]["hexes"])
    # a hint by the button, dropped and asked for again, then done
    page.locator("[data-focus=hint]").click()
    until(page, "store.advice?.do && store.pinned")
    before = known(page, "[store.situation.hash, store.advice.do]")
    page.locator("#advice button").click()
    until(page, "!store.advice && !store.plan")
    hinted(page)
    assert known(page, "[store.situation.hash, store.advice.do]") == before
    assert faults(page, "serious", "critical") == []
    committed(page)
    assert known(page, "store.log.at(-1).do") == before[1]
    assert known(page, "store.advice") is None
    # the same in words
    page.goto(f"/games/{id_}/text")
    page.locator("#command").fill("reasons")
    page.keyboard.press("Enter")
    page.locator("#answer", has_text=told[0]["text"]).wait_for()
    page.locator("#command").fill("hint")
    page.keyboard.press("Enter")
    page.locator("#answer .gold").click()
    page.locator("#answer .log").wait_for()


@pytest.mark.long
def test_two_computers_are_watched_step_by_step(page: Any, service: httpx.Client):
    id_ = begin(service, players={"communist": "recruit", "un": "veteran"})
    service.patch(f"/api/games/{id_}", json={"pace": 1.2, "paused": True})
    open_board(page, id_)
    until(page, "store.situation.paused && !store.situation.thinking")
    for _ in range(30):
        number = known(page, "store.situation.number")
        page.locator("[data-focus=step]").click()
        until(page, f"store.situation.number > {number}")
        if known(page, "store.situation.progress?.[0] > 0"):
            break
    done, total = known(page, "store.situation.progress")
    assert f"{done} of {total} moves" in page.locator("#how").inner_text()
    until(page, "store.thoughts.length === 1")
    assert page.locator("[data-focus=hint]").count() == 0
