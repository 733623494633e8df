"""How actions and hints read: whole sentences, no empty figures, and a reason where somebody would ask for one."""

from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from parallel38 import desk
from parallel38.desk.reporter import Reporter
from parallel38.engine.previews import Note
from parallel38.engine.records import Record
from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.engine.values import End
from parallel38.games import title
from parallel38.games.yalu.rules.bombardment import Bombarding
from parallel38.players.commander import Commander, Words

from .games.yalu.table import table
from .games.yalu.test_bugout import ROUND, VALLEY, fleeing
from .test_terminal import Sitting

RECORDS = Path(__file__).parent / "records"


@pytest.mark.parametrize(("language", "verbs"), [("en", ("fires at", "fire at")), ("es", ("dispara", "disparan"))])
def test_who_fires_fires(language: str, verbs: tuple[str, str]):
    game = Record.open(RECORDS / "yalu-example-turn-0.2.0.record", title).game
    fires = [entry for entry in game.entries() if entry.action is not None and entry.action.verb() == "fire"]
    assert fires
    for entry in fires:
        told = Reporter(game.at(entry.number - 1), language).action(entry.action)
        assert f" {verbs[len(getattr(entry.action, 'units', ())) > 1]} " in told


@pytest.mark.parametrize(("language", "way"), [("en", "outside enemy zones"), ("es", "fuera de zonas enemigas")])
def test_a_way_through_no_zone_counts_none(language: str, way: str):
    game = fleeing(VALLEY)
    say = Reporter(game, language)
    assert say.action(game.parse(ROUND)).endswith(way)
    assert " 0 " not in " ".join(say.action(action) for action in game.legal_actions())


class Idle(Commander):
    """Who bombards nobody."""

    DUTIES: ClassVar = {Bombarding: lambda self, s, rng: End()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_ends_although_he_could_do_more_says_why(tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parallel38.terminal.player", lambda *names: Idle("veteran", 0, {}))
    units = {"0714": "US-2", "0713": "PVA-40-118"}
    game = table(units, phase="un_bombardment", frame={"kind": "Bombarding"}, air=3)
    why = Texts(language).say("reason.nothing_more")
    assert why in Sitting(tmp_path / "a.record", game, language=language).says("hint")
    idle = Idle("veteran", 0, {})
    found = idle(game, Random(1))
    given = desk.advice(game, found, idle.sure, idle.why(game, found), language)
    assert [line["text"] for line in given["reasons"]] == [why]
    fear = Note("reason.fear", {"hex": "0714", "n": 9}, "D-10.2.1")
    idle._intend(lambda: Words((), (fear,)))
    assert [*idle.why(game, found)] == [fear], "a plan says more"
