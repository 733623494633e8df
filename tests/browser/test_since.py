"""What the other side did since the last turn, results that wait to be seen, and who is winning, at the page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from parallel38.engine.positions import write_position
from tests.browser.hands import RECORD, click, known, open_board, until
from tests.games.mobile_war.field import field
from tests.served import Service


def imported(running: Service) -> str:
    """The booklet's Communist turn, at the end of which the UN decides; its id."""
    return running.post("/api/games/import", {"text": Path(RECORD).read_text()})["id"]


def show(page: Page, **values: Any) -> None:
    page.evaluate("async (v) => { const { update } = await part('store'); update(v); }", values)


def test_who_opens_a_game_reads_what_the_other_side_did(page: Page, running: Service):
    id_ = imported(running)
    open_board(page, id_)
    page.wait_for_selector("#since details[open] .lost-units")
    assert [one.inner_text() for one in page.locator("#since .lost-units").first.locator(".saying").all()] == [
        "ROK 8th Division",
        "ROK 7th Division",
        "US 2nd Division",
    ]
    assert page.evaluate("getComputedStyle(document.querySelector('#since .lost-units')).animationName") == "none"
    assert page.locator("#since .code.best", has_text="D").count() >= 1
    assert page.locator(".trails .went").count() == known(page, "store.since.moves.length")
    assert page.locator(".trails .fallen").count() >= 3
    page.click("#since summary >> nth=0")
    until(page, "!document.querySelector('#since details').open")
    page.wait_for_selector(".trails .went", state="detached")
    page.reload()
    page.wait_for_selector("#since details[open] .lost-units")  # it is worked out from the record
    assert page.locator("#tracks .goal:not(.ahead)").first.inner_text().split("\n")[-1] == "0/36"
    assert "72 factors" in (page.locator("#tracks .goal button").first.get_attribute("title") or "")
    page.goto(f"/games/{id_}/text")
    page.locator("#answer", has_text="The UN lost ROK 8th Division at Yongwon").wait_for()


def test_a_new_summary_is_in_sight_wherever_the_panel_was(page: Page, running: Service):
    id_ = imported(running)
    open_board(page, id_)
    page.wait_for_selector("#since details[open] .lost-units")
    page.evaluate("document.getElementById('tab-stack').scrollTop = 600")
    assert page.evaluate("document.getElementById('tab-stack').scrollTop") > 100
    page.evaluate(
        """async () => {
          const { update } = await part('store');
          const { setLanguage } = await part('texts');
          update({ since: null });
          await setLanguage('es'); // it is asked for anew
        }"""
    )
    until(page, "store.since")
    page.wait_for_selector("#since details[open]")
    assert page.evaluate("document.getElementById('tab-stack').scrollTop") == 0
    show(page, since={**known(page, "store.since"), "open": True, "to": known(page, "store.situation.number") - 1})
    page.wait_for_selector("#since", state="hidden")  # more has happened in a turn that goes on


def test_what_is_looked_at_is_in_sight_under_an_open_summary_and_the_summary_goes_at_a_word(
    page: Page, running: Service
):
    page.set_viewport_size({"width": 1366, "height": 768})
    open_board(page, imported(running))
    page.wait_for_selector("#since details[open] .lost-units")
    thought = {"n": 0, "turn_text": "", "side": "communist", "side_text": "", "player_text": "", "lines": []}
    show(page, thoughts=[thought])
    until(page, "document.querySelector('#thoughts details')")
    page.evaluate("document.querySelector('#thoughts details').open = true")
    tab = "document.getElementById('tab-stack')"
    place = "document.querySelector('#stack .place')"
    room = f"({place}?.getBoundingClientRect().top ?? -1) - {tab}.getBoundingClientRect().top"
    click(page, "1114")
    until(page, f"{room} >= 0 && {room} < {tab}.clientHeight - 100")
    page.click('[data-focus="since seen"]')
    until(page, "!document.querySelector('#since details').open && !document.querySelector('#thoughts details').open")
    assert page.evaluate(f"{tab}.scrollTop") == 0


def test_a_unit_that_comes_into_hand_by_itself_leaves_the_summary_open(page: Page, running: Service):
    game = field({"3356": "US-24", "0821": "NK-6"}, phase="second")
    id_ = running.post("/api/games/import", {"text": write_position(game.to_position())})["id"]
    for number, do in enumerate(("move US-24 3355", "end")):
        running.post(f"/api/games/{id_}/act", {"do": do, "after": number})
    open_board(page, id_)
    until(page, "store.picked[0] === 'NK-6' && store.since && store.spots.size")
    page.wait_for_selector("#since details[open]")
    click(page, "0821")  # the player takes it
    page.wait_for_selector("#since details:not([open])")


def test_a_result_waits_until_it_is_seen(page: Page, running: Service):
    """A later throw joins it; the one that decides stands first, with its result in large letters."""
    id_ = imported(running)
    open_board(page, id_, dice="full")
    throws = [entry for entry in running.get(f"/api/games/{id_}/log") if entry["dice"]]
    deadly = next(entry for entry in throws if any(scene["kind"] == "lost" for scene in entry["scenes"]))
    harmless = next(entry for entry in throws if not entry["scenes"])
    show(page, rolled={"throws": [deadly], "plan": None})
    page.wait_for_selector("#dice:not([hidden]) .verdict")
    page.evaluate(
        """async ([entry]) => {
          const { joined } = await part('results');
          const { store, update } = await part('store');
          update({ rolled: joined(store.rolled, [entry], null, false) });
        }""",
        [harmless],
    )
    page.wait_for_selector("#dice .others li")
    fight = next(scene for scene in deadly["scenes"] if scene["kind"] == "fight")
    assert page.locator("#dice .verdict").inner_text() == f"{fight['code']} · {fight['text']}"
    assert harmless["lines"][0]["text"] in page.locator("#dice .others").inner_text()
    page.wait_for_timeout(300)
    page.keyboard.press("Escape")
    page.wait_for_selector("#dice", state="hidden")
    plans = page.evaluate(
        """async ([first, second]) => {
          const { joined } = await part('results');
          return joined(null, [first, second], { do: 'fire' }, true).throws.map((entry) => entry.plan?.do ?? null);
        }""",
        [deadly, harmless],
    )
    assert plans == ["fire", None], "chances of a fight do not stand beside a check that follows it"
    led = page.evaluate(
        """async () => {
          const { ranked } = await part('results');
          const fire = (n, hurt, kinds) => ({ n, kinds, scenes: [{ kind: 'fight', text: 'told', hurt }] });
          return ranked([fire(1, ['un'], []), fire(2, [], ['losses'])]).map((entry) => entry.n);
        }"""
    )
    assert led == [1, 2], "what a miss is told with was done by the fire before it"
    show(page, scenes=[deadly, deadly])
    one, other = (badge.bounding_box() for badge in page.locator(".scenes .badge .paper").all())
    assert one
    assert other
    assert other["y"] + other["height"] <= one["y"], "two results of a hex stand one above the other"
