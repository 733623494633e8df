"""The Mobile War in a real browser: a player turn of the Invasion and one of the Stalemate, by mouse alone."""

import re
from typing import Any

import pytest

from tests.browser.hands import Hand, open_board, places
from tests.served import Opener, Service

KEY = re.compile(r"\b[a-z]+\.[a-z_]+\b|\{\w+\}|K-[A-Z]{3}-")
"""What a text looks like that was not found, or not filled in."""

INVASION = (
    "move C-SUP-1 1228-1229-1230-1231-1232-1333-1433-1533-1633-1634 rail",
    "move NK-7B 1633-1534",
    "end",
    "attack 1736 NK-1,NK-6,NK-17R C-SUP-1 -",
    "table pursuit",
    "lose NK-6",
    "retreat ROK-12/1 1736-1737",
    "end",
    "move NK-1 1835-1736",
    "end",
)
"""A supply unit comes by train and is spent on Kaesong; who is beaten there retreats, and its town is entered."""

STALEMATE = (
    "airlift US-7",
    "end",
    "sail NG-1 1840",
    "move US-25,TU-1 2041-2141-2040",
    "entrench ROK-6",
    "end",
    "attack 1940 US-25,TU-1 - NG-1",
    "table pursuit",
    "lose TU-1",
    "retreat CN-443/148 1940-1839",
    "end",
    "move US-25 2040-1940",
    "end",
)
"""Anyang is attacked with naval guns; Communist losses are doubled, and the regiment that is left retreats."""


def play(page: Any, running: Service, story: tuple[str, ...], **setting: Any) -> str:
    """Play a story by mouse; the record has it word for word, and every line of the log reads as a sentence."""
    id_ = running.new_game(title="mobile_war", **setting)
    open_board(page, id_)
    hand = Hand(page)
    for line in story:
        hand.play(line)
    entries = running.get(f"/api/games/{id_}/log")
    sides = ("un", "communist")
    assert [entry["do"] for entry in entries if entry["by"] in sides] == [line.removesuffix(" -") for line in story]
    for entry in entries:
        for line in entry["lines"]:
            assert not KEY.search(line["text"]), line
    return id_


def strip(page: Any) -> list[str]:
    """The phases that the strip shows."""
    return page.locator("#phases .phase .words").all_inner_texts()


@pytest.mark.long
def test_a_communist_turn_of_the_invasion(open_page: Opener, running: Service):
    page = open_page()
    dice = {"kind": "script", "script": [5]}  # the attacker loses a regiment; in Pursuit the defender retreats
    id_ = play(page, running, INVASION, dice=dice, rulings={"invasion-supply": "none"})
    where = places(running, id_)
    assert (where["NK-1"], where["ROK-12/1"], where["C-SUP-1"]) == ("1736", "1737", "spare")
    assert (where["NK-6"], where["NK-15/6"]) == ("spare", "nk_box")
    assert strip(page) == ["Arrivals", "1st movement", "Combat", "2nd movement"] * 2
    assert "It ends with" in page.inner_text("#how")


@pytest.mark.long
def test_a_turn_of_the_un_in_the_stalemate(open_page: Opener, running: Service):
    page = open_page()
    dice = {"kind": "script", "script": [2]}  # each side loses a regiment, the Communists two
    id_ = play(page, running, STALEMATE, dice=dice, scenario="stalemate")
    where = places(running, id_)
    assert (where["US-25"], where["TU-1"], where["CN-443/148"], where["NG-1"]) == ("1940", "un_box", "1839", "1840")
    now = running.get(f"/api/games/{id_}")
    assert "entrenched" in next(unit["flags"] for unit in now["units"] if unit["id"] == "ROK-6")
    assert now["decider"] == "communist"


@pytest.mark.long
def test_the_start_page_greys_out_what_does_not_fit(open_page: Opener, running: Service):
    page = open_page("/")
    page.locator(".title-card", has_text="The Mobile War").click()
    page.get_by_text("Optional rules").click()
    page.get_by_label("US troops have stayed VAR-10a").select_option("on")
    page.wait_for_selector("#choice-us-unprepared:disabled")
    page.locator("#choice-us-unprepared-why", has_text="contradict").wait_for()
    page.locator('input[value="stalemate"]').check()
    page.wait_for_selector("#choice-us-stayed:disabled")
    page.locator("#choice-us-stayed-why", has_text="Invasion").wait_for()
    assert page.get_by_text("Optional rules: as usual").count() == 1
    page.get_by_role("radio", name="Both").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    now = running.get(f"/api/games/{page.url.rsplit('/', 1)[-1]}")
    assert (now["turns"], now["options"]["us-stayed"]) == (21, "off")
