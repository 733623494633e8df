"""Dice of other kinds in a page: figures and colours instead of pips, a table for each reading, buttons by the die."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.hands import open_board
from tests.served import Opener, Service

WHITE = {"name": "white", "text": "white die", "faces": 6, "lowest": 1, "fill": None, "ink": None}
RED = {"name": "red", "text": "red die", "faces": 10, "lowest": 0, "fill": "#8a1f14", "ink": "#ffffff"}
READINGS = [{"name": "white", "text": "steps", "label": "3"}, {"name": "red", "text": "retreat", "label": "0"}]


NOTHING_MORE: dict[str, Any] = {"sums": [], "modifiers": []}
"""A table whose results have nothing in common and to whose dice nothing is added."""


def branch(name: str, labels: range) -> dict[str, Any]:
    rows = [{"label": str(n), "key": "hit" if n > 4 else "-", "chance": 1 / len(labels)} for n in labels]
    outcomes = [{"key": "hit", "text": "Hit", "chance": 0.5, "rank": 0}, {"key": "-", "text": "None", "chance": 0.5}]
    named = {"text": name, "reading": name, "reading_text": name, "chance": None}
    return {**named, **NOTHING_MORE, "outcomes": outcomes, "rows": rows}


def show(page: Page, **what: Any) -> None:
    """Let the page know something, as if the service had told it."""
    page.evaluate(
        """async (what) => {
          const { store, update } = await part('store');
          const { situation, ...more } = what;
          update({ ...more, ...(situation ? { situation: { ...store.situation, ...situation } } : {}) });
          await (await part('dom')).framed();
        }""",
        what,
    )


def test_a_throw_that_is_read_twice(open_page: Opener, running: Service):
    page = open_page("/about")
    open_board(page, running.new_game())
    entry = {"n": 0, "dice": [3, 0], "pool": [WHITE, RED], "readings": READINGS, "lines": [], "kinds": []}
    plan = {"odds": {"modifiers": [], "branches": [branch("white", range(1, 7)), branch("red", range(10))]}}
    show(page, rolled={"throws": [entry], "plan": plan})
    page.wait_for_selector("#dice:not([hidden])")
    assert page.locator("#dice .die").count() == 2
    assert page.locator("#dice .die circle").count() == 3, "three pips; the other die has a figure"
    assert page.locator("#dice .die text").inner_html() == "0"
    assert page.locator("#dice .die rect").nth(1).evaluate("e => getComputedStyle(e).fill") == "rgb(138, 31, 20)"
    labels = [die.get_attribute("aria-label") for die in page.locator("#dice .die").all()]
    assert labels == ["white die shows 3", "red die shows 0"]
    assert page.locator("#dice .sum").all_inner_texts() == ["steps 3", "retreat 0"]
    assert [page.locator(f"#dice .sums >> nth={i}").locator("li").count() for i in range(2)] == [6, 10]
    assert page.locator("#dice .fell small").all_inner_texts() == ["3", "0"]


def test_a_result_is_told_in_full_width_with_the_chance_that_the_builder_had(open_page: Opener, running: Service):
    page = open_page("/about")
    page.set_viewport_size({"width": 1100, "height": 768})
    open_board(page, running.new_game())
    table = branch("white", range(1, 7))
    table["outcomes"] = [{"key": key, "text": key, "chance": chance, "rank": 0} for key, chance in THREE]
    for row, key in zip(table["rows"], ("-", "D", "D", "NR", "NR", "NR"), strict=True):
        row["key"] = key
    words = "20th and 42nd Armies, 7 divisions at ROK 8th Division, 6:1: dice 4, modifier +2, 6: destroyed."
    fight = {"kind": "fight", "text": "destroyed", "code": "D", "rank": 0, "hurt": []}
    entry = {"n": 0, "dice": [4], "pool": [WHITE], "readings": [{"name": "white", "text": None, "label": "4"}]}
    entry |= {"lines": [{"text": words, "rule": None, "hexes": []}], "kinds": [], "scenes": [fight]}
    show(page, rolled={"throws": [entry], "plan": {"odds": {"modifiers": [], "branches": [table]}}})
    page.wait_for_selector("#dice .verdict")
    shown = page.evaluate(
        """async (table) => {
          const { branches } = await part('odds');
          return branches({ branches: [table] })[0].querySelector('.bar').getAttribute('aria-label');
        }""",
        table,
    )
    assert shown == "D 33 %, NR 55 %, - 12 %"
    assert page.inner_text("#dice .odds-it-had") == "This result had a chance of 55 %."
    told, strip = page.locator("#dice .told").bounding_box(), page.locator("#dice").bounding_box()
    assert told
    assert strip
    assert told["width"] > strip["width"] * 0.9, "not a narrow column beside the result"


THREE = (("D", 0.3333), ("NR", 0.5454), ("-", 0.1213))


def test_dice_are_typed_one_after_the_other(open_page: Opener, running: Service):
    id_ = running.new_game(dice={"kind": "ask"})
    for n, do in enumerate(("place G-1 1118", "move PVA-40-118 0812-0813~0814")):
        running.post(f"/api/games/{id_}/act", {"do": do, "after": n})
    page = open_page("/about")
    open_board(page, id_)
    assert page.locator(".throw .button").all_inner_texts() == ["1", "2", "3", "4", "5", "6"]
    assert page.inner_text("#decider .name") == "COMMUNIST", "whose dice they are"
    show(
        page,
        situation={
            "roll": {"purpose": "Fire", "dice": 3, "pool": [WHITE, WHITE, RED], "rule": None, "template": "roll {dice}"}
        },
    )
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request.post_data_json) if "/act" in request.url else None)
    for face in ("3", "6"):
        assert page.inner_text(".throw .name") == "white die"
        page.click(f".throw .button:text-is('{face}')")
    assert page.inner_text(".throw .name") == "red die"
    assert page.locator(".throw .button").all_inner_texts() == [str(n) for n in range(10)]
    assert page.inner_text(".throw .thrown") == "white die 3, white die 6"
    page.click(".throw .button:text-is('0')")
    page.wait_for_function("() => document.querySelector('#whynot:not([hidden])') || document.querySelector('.throw')")
    assert [body["do"] for body in sent] == ["roll 3,6,0"]
