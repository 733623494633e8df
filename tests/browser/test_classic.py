"""A combat phase of Yalu Classic in a real browser: board, looking back, text view."""

from pathlib import Path

import pytest

from parallel38.engine.records import Record
from tests.browser.hands import Mouse, faults, known, open_board, until
from tests.games.yalu.classic.table import battle
from tests.served import Opener, Service

UNITS = {"1021": "US-2, ROK-1, SUP-TK1", "1121": "US-25", "1020": "NKPA-2, PVA-40-118", "2226": "US-24"}
DICE = [6, 6, 1, 1, *[3] * 40]
"""Defensive fire without effect, an assault that destroys; then the next turn begins."""


class Fires(Mouse):
    """The verbs of Classic that name their targets."""

    def attack(self, targets: str, manner: str, units: str) -> None:  # type: ignore[override]
        self.build(self._hex(targets), f"attack {targets} {manner} {units}")

    def fire(self, targets: str, units: str, *support: str) -> None:
        self.build(self._hex(targets), " ".join(("fire", targets, units, *support)))

    def made(self, goal: str) -> None:
        """A fire with support is made as it was named."""
        self.click(goal)
        until(self.page, "store.plan?.do.startsWith('fire') && store.plan.legal")
        self.page.click("#commit:visible")

    def _hex(self, targets: str) -> str:
        return known(self.page, f"store.situation.byId.get('{targets.split(',')[0]}').place")


@pytest.fixture
def fight(running: Service, tmp_path: Path) -> str:
    """A UN combat phase with two Communist divisions in one hex; its id."""
    file = tmp_path / "classic.record"
    Record.create(file, battle(UNITS, side="un", weather="MC", air=3, dice=DICE))
    return running.post("/api/games/import", {"text": file.read_text(encoding="utf-8")})["id"]


@pytest.mark.long
def test_a_combat_phase_of_classic_by_mouse(open_page: Opener, running: Service, fight: str):
    page = open_page()
    open_board(page, fight)
    mouse = Fires(page)
    until(page, "store.spots.size")
    mouse.click("1020")
    page.wait_for_selector("#builder:not([hidden]) #commit")
    for n, unit in enumerate(("PVA-40-118", "NKPA-2")):  # the builder keeps its fields when the last target is unticked
        mouse.press(f"targets {unit}")
        until(page, f"store.plan.fields[0]?.value.length === {1 - n}")
    page.locator("#builder .refusal").wait_for()
    mouse.play("attack PVA-40-118,NKPA-2 supplied US-2,US-25")
    mouse.play("end")
    assert known(page, "store.situation.decider") == "communist", "defensive fire comes first"
    mouse.play("fire US-2,ROK-1 PVA-40-118,NKPA-2")
    assert known(page, "store.situation.decider") == "un"
    mouse.play("fire PVA-40-118,NKPA-2 US-2,US-25 SUP-TK1 3")
    if known(page, "store.situation.prompt").startswith("Name the fires"):
        mouse.play("end")
    mouse.play("made 1020")
    assert "destroyed" in page.inner_text("#log")
    assert faults(page, "serious", "critical") == []
    mouse.play("advance US-25")
    where = {unit["id"]: unit["place"] for unit in running.get(f"/api/games/{fight}")["units"]}
    assert (where["US-25"], where["NKPA-2"]) == ("1020", "dead")

    page.locator("#replay input").fill("2")
    until(page, "store.at === 2 && store.situation.number === 2")
    assert known(page, "store.situation.byId.get('NKPA-2').place") == "1020"

    page.goto(f"/games/{fight}/text")
    page.wait_for_selector("#able table")
    assert "22E" in page.inner_text("main"), "the turn after it"


def test_the_usual_manner_of_an_attack_is_proposed_and_targets_of_another_hex_can_be_added(
    open_page: Opener, running: Service, tmp_path: Path
):
    units = {"1121": "PVA-40-118, PVA-40-119", "1021": "US-1/31/7", "1220": "ROK-11/1", "2226": "US-24"}
    file = tmp_path / "announced.record"
    Record.create(file, battle(units, weather="MC", asp=3))
    page = open_page()
    open_board(page, running.post("/api/games/import", {"text": file.read_text(encoding="utf-8")})["id"])
    mouse = Fires(page)
    until(page, "store.spots.size")
    mouse.click("1021")
    until(page, "store.plan?.legal")
    assert known(page, "store.plan.do") == "attack US-1/31/7 supplied PVA-40-118,PVA-40-119", "no human wave"
    mouse.press("targets ROK-11/1")
    until(page, "store.plan.fields[0].value.length === 2 && store.plan.legal")
    assert {"1021", "1220"} <= {*page.inner_text("#builder h2").replace(",", " ").split()}
