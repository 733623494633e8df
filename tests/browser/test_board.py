"""The board in a real browser: mouse, keyboard, fingers, looking back, what goes wrong."""

from typing import Any

import httpx
import pytest

from tests.browser.hands import at, begin, click, faults, known, open_board, quiet, still, until

FALL = {"0813": "■ 4", "0814": "⚄ 17 %"}
"""What PVA 118 in 0812 is told by the example of the booklet: points left in a zone, the chance to infiltrate."""
ARMY = ["PVA-40-118", "PVA-40-119", "PVA-40-120"]
"""The stack of 0812, which a click takes."""
FRAMED = """await part('view').then(({ seen }) => {
  const [left, , right] = seen();
  return Math.abs(document.querySelector('#minimap .frame').getAttribute('width') - (right - left)) < 1;
})"""
"""Whether the small map frames as much as is seen of the board."""


def moving(service: httpx.Client, *actions: str) -> str:
    return begin(service, "place G-1 1507", *actions)


def test_picking_up_lights_the_reach_as_in_the_example(page: Any, service: httpx.Client):
    id_ = moving(service)
    open_board(page, id_)
    click(page, "0812")
    until(page, "store.spots.size > 0")
    assert known(page, "store.picked") == ARMY
    chips = page.locator(".spot-chip text").all_text_contents()
    assert set(FALL.values()) <= set(chips)
    spots = service.get(f"/api/games/{id_}/reach", params={"units": ",".join(ARMY)}).json()["spots"]
    left = {s["hex"]: s["left"] for s in spots if s["mode"] == "foot"}
    assert left == known(
        page, "Object.fromEntries([...store.spots].filter(([, s]) => s.mode === 'foot').map(([h, s]) => [h, s.left]))"
    )


def test_a_die_wants_a_second_word(page: Any, service: httpx.Client):
    open_board(page, moving(service))
    click(page, "0812")
    until(page, "store.spots.size > 0")
    click(page, "0814")
    until(page, "store.pinned")
    assert known(page, "store.situation.number") == 1
    assert "17 %" in page.inner_text("#plan-card")
    page.keyboard.press("Enter")
    until(page, "store.situation.number > 1")
    page.wait_for_selector("#dice:not([hidden])")
    assert page.get_attribute("button.undo", "aria-disabled") == "true"
    assert page.get_attribute("button.undo", "title")


FRAME = "getComputedStyle(document.getElementById('viewport'), '::after').content"
"""What stands in the ring around the board that shows where keys go: nothing where there is no ring."""


def test_one_click_moves_and_undo_and_redo_bring_back(page: Any, service: httpx.Client):
    id_ = moving(service)
    before = service.get(f"/api/games/{id_}").json()["hash"]
    open_board(page, id_)
    for label in ("0812", "0713"):
        click(page, label)
        until(page, "store.picked.length > 0" if label == "0812" else "store.situation.number === 2")
    assert page.evaluate(FRAME) == "none", "a mouse needs no ring"
    after = service.get(f"/api/games/{id_}").json()["hash"]
    page.keyboard.press("u")
    until(page, "store.situation.number === 1")
    assert page.evaluate(FRAME) == '""'
    assert service.get(f"/api/games/{id_}").json()["hash"] == before
    page.keyboard.press("Shift+U")
    until(page, "store.situation.number === 2")
    assert service.get(f"/api/games/{id_}").json()["hash"] == after


def test_two_quick_clicks_move_before_the_reach_is_seen(page: Any, service: httpx.Client):
    open_board(page, moving(service))
    start, goal = at(page, "0812"), at(page, "0713")
    page.route("**/reach?*", lambda route: (page.wait_for_timeout(400), route.continue_()))
    page.mouse.click(*start)
    page.mouse.click(*goal)
    until(page, "store.situation.number === 2")
    units = {unit["id"]: unit["place"] for unit in known(page, "store.situation.units")}
    assert units["PVA-40-118"] == "0713"
    page.unroute_all(behavior="ignoreErrors")


def reaches(page: Any) -> list[str]:
    """The units for which the page asks from now on where they can go, in the order of its questions."""
    found: list[str] = []
    page.on("request", lambda one: found.append(httpx.URL(one.url).params["units"]) if "/reach?" in one.url else None)
    return found


def test_where_the_pointer_rests_the_reach_is_asked_before_the_click(page: Any, service: httpx.Client):
    open_board(page, moving(service))
    asked = reaches(page)
    start = at(page, "0812")
    with page.expect_response("**/reach?*"):
        page.mouse.move(*start)
    page.mouse.click(*start)
    until(page, "store.spots.size > 0")
    assert known(page, "store.picked") == ARMY
    assert asked == [",".join(ARMY)]


def test_a_reach_that_was_asked_before_an_action_is_thrown_away(page: Any, service: httpx.Client):
    id_ = moving(service)
    open_board(page, id_)
    asked = reaches(page)
    start = at(page, "0812")
    with page.expect_response("**/reach?*"):
        page.mouse.move(*start)
    lit = service.get(f"/api/games/{id_}/reach", params={"units": "PVA-40-118"}).json()["spots"]
    service.post(f"/api/games/{id_}/act", json={"do": "move PVA-40-118 0812-0713", "after": 1}).raise_for_status()
    until(page, "store.situation.number === 2")
    goal = at(page, "0713")
    page.mouse.click(*goal)
    until(page, "store.picked.includes('PVA-40-118') && store.spots.size > 0")
    now = service.get(f"/api/games/{id_}/reach", params={"units": "PVA-40-118"}).json()["spots"]
    assert (asked[0], asked.count("PVA-40-118")) == (",".join(ARMY), 1)
    assert known(page, "store.reach") == now != lit


def test_an_answer_that_comes_after_an_action_lights_nothing(page: Any, service: httpx.Client):
    id_ = moving(service)
    open_board(page, id_)
    held: list[Any] = []
    page.route("**/reach?*", lambda route: held.append(route))
    click(page, "0812")
    until(page, "store.picked.length === 3")
    service.post(f"/api/games/{id_}/act", json={"do": "end", "after": 1}).raise_for_status()
    until(page, "store.situation.number > 1")
    with page.expect_response("**/reach?*"):
        held[0].continue_()
    quiet(page)
    assert known(page, "[store.picked.length, store.reach.length]") == [0, 0]
    page.unroute_all(behavior="ignoreErrors")


def test_dragging_a_counter_moves_it(page: Any, service: httpx.Client):
    open_board(page, moving(service))
    page.mouse.move(*at(page, "0812"))
    page.mouse.down()
    x, y = at(page, "0713")
    page.mouse.move(x + 20, y, steps=4)
    until(page, "store.spots.size > 0")
    page.mouse.move(x, y)
    page.mouse.up()
    until(page, "store.situation.number === 2")
    units = {unit["id"]: unit["place"] for unit in known(page, "store.situation.units")}
    assert units["PVA-40-118"] == "0713"


def test_an_unlit_hex_says_why_not(page: Any, service: httpx.Client):
    open_board(page, moving(service))
    click(page, "0812")
    until(page, "store.spots.size > 0")
    click(page, "1001")
    page.wait_for_selector("#whynot:not([hidden])")
    assert page.locator("#whynot .rule").first.inner_text() == "9.1.2"
    assert known(page, "store.situation.number") == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("#whynot", state="hidden")


@pytest.mark.long
def test_an_unlit_hex_says_why_it_is_not_attacked(page: Any, service: httpx.Client):
    open_board(page, moving(service, "move PVA-42-124,PVA-42-125,PVA-42-126 1212", "end"))
    click(page, "1212")
    until(page, "store.picked.length > 0")
    click(page, "1001")
    page.wait_for_selector("#whynot:not([hidden])")
    assert page.locator("#whynot .rule").first.inner_text() == "10.5.1"


def test_the_train_next_to_the_enemy(page: Any, service: httpx.Client):
    open_board(page, moving(service))
    click(page, "0812")
    until(page, "store.spots.size > 0")
    click(page, "0812")
    until(page, "store.picked.length === 1 && store.spots.size > 0")
    page.get_by_role("button", name="by rail").click()
    click(page, "0713")
    page.wait_for_selector("#whynot:not([hidden])")
    assert page.locator("#whynot .rule").first.inner_text() == "9.2.2.3"
    assert "US-2" in known(page, "store.refused.refusals[0].units")
    assert page.locator(".rim.blamed").count() == 1


def test_an_attack_is_built_set_and_withdrawn(page: Any, service: httpx.Client):
    open_board(page, moving(service, "move PVA-42-124,PVA-42-125,PVA-42-126 1212", "end"))
    click(page, "1113")
    page.wait_for_selector("#builder:not([hidden])")
    builder = page.locator("#builder")
    builder.get_by_role("button", name="PVA 124th Division", exact=True).wait_for()
    whole = known(page, "store.plan.odds.ratio")
    until(page, FRAMED)
    builder.get_by_role("button", name="PVA 124th Division", exact=True).click()
    until(page, f"store.plan.odds.ratio !== '{whole}'")
    builder.locator("[data-focus='manner wave']").click()
    until(page, "store.plan.do.includes('wave')")
    for branch in known(page, "store.plan.odds.branches.map(b => b.outcomes.map(o => o.chance))"):
        assert sum(branch) == pytest.approx(1)
    page.click("#commit")
    until(page, "store.situation.arrows.length > 0")
    assert page.locator(".total.odds").count() == 1
    page.get_by_role("button", name="Take back the attack on Yongwon").click()
    page.click("#commit")
    until(page, "store.situation.arrows.length === 0")


@pytest.mark.long
def test_a_turn_by_keyboard(page: Any, service: httpx.Client):
    open_board(page, begin(service))
    keys = page.keyboard
    page.locator("#viewport").focus()
    done: dict[str, int] = {}
    now: dict[str, Any] = {}
    for _ in range(120):
        now = known(page, "store.situation")
        if now["turn"] != "Nov IV":
            break
        where = f"{now['phase']} {sorted({offer['verb'] for offer in now['offers']})}"
        done[where] = done.get(where, 0) + 1
        if now["end"] and done[where] > 2:
            keys.press("Escape")
            keys.press("Escape")
            keys.press("e")
        else:
            if not known(page, "store.picked.length || [...store.spots.values()].some(s => s.target)"):
                keys.press("w")
                quiet(page)
            keys.press("n")
            keys.press("Enter")
        quiet(page)
        if known(page, "store.pinned"):
            keys.press("Enter")
            quiet(page)
    assert now["turn"] != "Nov IV", done
    assert known(page, "store.situation.number") > 20


@pytest.mark.long
def test_looking_back_and_leaving(page: Any, service: httpx.Client):
    open_board(page, moving(service, "move PVA-40-118 0713", "move PVA-40-119 0713"), "?at=2")
    assert known(page, "[store.at, store.situation.number]") == [2, 2]
    page.keyboard.press(",")
    until(page, "store.situation.number === 1")
    assert page.url.endswith("?at=1")
    page.keyboard.press("Escape")
    until(page, "store.at === null && store.situation.number === 3")
    line = page.locator("#log .entry").first
    line.hover()
    assert known(page, "store.lit.units") == ["PVA-40-119"]
    line.locator(".n").click()
    assert known(page, "store.at") is None
    page.locator("#log .entry .n").nth(1).click()
    until(page, "store.at === 2")


def test_another_page_acts(page: Any, service: httpx.Client):
    id_ = moving(service)
    open_board(page, id_)
    service.post(f"/api/games/{id_}/act", json={"do": "move PVA-40-118 0713", "after": 1}).raise_for_status()
    until(page, "store.situation.number === 2")
    units = {unit["id"]: unit["place"] for unit in known(page, "store.situation.units")}
    assert units["PVA-40-118"] == "0713"


def test_a_curtain_between_two_people(page: Any, service: httpx.Client):
    id_ = moving(service, "end")
    open_board(page, id_, curtain=True)
    service.post(f"/api/games/{id_}/act", json={"do": "end", "after": 2}).raise_for_status()
    page.wait_for_selector("#curtain[open]")
    assert known(page, "store.situation.decider") == "un", "it is drawn for the other side"
    page.keyboard.press("Enter")
    page.wait_for_selector("#curtain", state="hidden")


@pytest.mark.long
def test_the_page_in_spanish_without_reload(open_page: Any, service: httpx.Client):
    page, other = open_page(), open_page("/about")
    page.bring_to_front()
    open_board(page, moving(service))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Español").click()
    page.get_by_role("tab", name="Pila").wait_for(state="attached")
    assert page.locator("html").get_attribute("lang") == "es"
    assert page.locator(".counters .unit").count() > 40
    other.get_by_role("heading", name="Licencias y agradecimientos").wait_for()  # in every open window


SIZES = [(390, 844), (1024, 768), (1600, 1000)]
"""A phone, a tablet and a desk, wide and high."""


def test_nothing_scrolls_sideways(page: Any, service: httpx.Client):
    open_board(page, moving(service))
    click(page, "0812")
    until(page, "store.rows.length > 0")
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        still(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= wide


@pytest.mark.parametrize(
    ("wide", "high"), [SIZES[-1], *(pytest.param(*size, marks=pytest.mark.long) for size in SIZES[:-1])]
)
def test_axe_is_content(page: Any, service: httpx.Client, wide: int, high: int):
    page.set_viewport_size({"width": wide, "height": high})
    open_board(page, moving(service))
    click(page, "0812")
    until(page, "store.rows.length > 0")
    for tab in ("stack", "forces", "boxes", "charts", "rules"):
        page.evaluate("tab => document.dispatchEvent(new CustomEvent('open-tab', { detail: tab }))", tab)
        page.wait_for_selector(f"#tab-{tab}:not([hidden]) h2, #tab-{tab}:not([hidden]) summary")
        quiet(page)
        assert faults(page, within=None if tab == "stack" else "#panel") == []
