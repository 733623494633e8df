"""20 How to win."""

import pytest

from parallel38.desk.reporter import Reporter
from parallel38.engine.game import Game

from .table import said, table

END = {"kind": "Checks", "side": 0, "check": "isolation", "waiting": []}
FIVES = ["38-112", "38-113", "38-114", "39-115", "39-116", "39-117", "40-118", "40-119", "40-120", "42-124", "42-125"]
FIVES += ["42-126"]
SOUTH = ["2225", "2324", "2424", "2523", "2424", "2425"]


def ended(units: dict[str, str], **rulings: str) -> Game:
    """The end of May IV with these units; a line of NKPA divisions keeps everybody supplied."""
    chain = {"1011": "NKPA-5", "1117": "NKPA-12", "1522": "NKPA-31", "1921": "NKPA-32", "2222": "NKPA-24"}
    cities = "Pyongyang+Hungnam+Wonsan+Seoul+Inchon"
    return table(
        {**chain, **units}, phase="un_morale", turn=25, weather="MO", frame=END, cities=cities, rulings=rulings
    )


def stacks(count: int, *, seoul: int = 0) -> dict[str, str]:
    names = [f"PVA-{n}" for n in FIVES[:count]]
    found = {"2226": ", ".join(names[:seoul])} if seoul else {}
    rest = names[seoul:]
    for i in range(0, len(rest), 3):
        found[SOUTH[i // 3]] = ", ".join(rest[i : i + 3])
    return found


@pytest.mark.rule("D-20.1")
def test_thirty_six_with_two_divisions_in_seoul_win():
    assert ended(stacks(7, seoul=2)).winner == "un"  # 35
    assert ended(stacks(8, seoul=2)).winner == "communist"  # 40
    assert ended(stacks(8, seoul=1)).winner == "un"
    assert ended({**stacks(7, seoul=2), "2425": "NKPA-47"}).winner == "communist"  # 37
    exact = {**stacks(4, seoul=2), "2425": "PVA-20-58, PVA-20-59, PVA-20-60, PVA-20-89"}
    assert ended(exact).winner == "communist"  # 36
    one = {**stacks(8, seoul=1), "2226": "PVA-38-112, G-1"}
    assert ended(one).winner == "un", "a guerrilla is no division"


@pytest.mark.rule("D-20.1", "D-20.3")
def test_otherwise_seventy_two():
    fourteen = {"2425": "PVA-20-58, PVA-20-59, PVA-20-60"}  # 60 + 12
    assert ended({**stacks(12), **fourteen}).winner == "communist"
    assert ended({**stacks(12), "2425": "PVA-20-58, PVA-20-59, NKPA-47"}).winner == "un"  # 70
    conscripts = "PVA-20-58, PVA-20-59, NKPA-47, C-1"
    assert ended({**stacks(12), "2425": conscripts}).winner == "un"  # 71
    assert ended({**stacks(12), "2425": conscripts + ", C-2"}).winner == "communist", "conscripts are factors too"
    assert "no_victory" in said(ended({}).entries())


@pytest.mark.rule("D-20.2", by="value")
def test_red_dots_the_line_itself_and_isolated_units_do_not_count():
    seven = stacks(7, seoul=2)
    assert ended({**seven, "1627": "NKPA-47"}).winner == "un"  # a red dot
    assert ended({**seven, "1825": "NKPA-47"}).winner == "un"  # on the parallel
    pocket = {"2428": "NKPA-47", "2527": "US-2", "2429": "US-24", "2328": "US-25", "2528": "US-3"}
    assert ended({**seven, **pocket}).winner == "un"


def test_the_divisions_in_seoul_count_or_stand_apart_by_ruling():
    assert ended(stacks(8, seoul=2), **{"seoul-divisions": "count"}).winner == "communist"
    assert ended(stacks(8, seoul=2), **{"seoul-divisions": "apart"}).winner == "un"  # 40 - 10
    weak = {**stacks(6), "2425": "NKPA-10", "2226": "NKPA-47, NKPA-7, PVA-20-58"}  # 32 + 8: the two weakest stand apart
    assert ended(weak, **{"seoul-divisions": "apart"}).winner == "communist"
    assert ended({**weak, "2226": "NKPA-47, NKPA-7"}, **{"seoul-divisions": "apart"}).winner == "un"


@pytest.mark.rule("D-20.1")
def test_the_seventy_two_count_seoul_under_either_ruling():
    units = {**stacks(12, seoul=1), "2425": "PVA-20-58, PVA-20-59, PVA-20-60"}  # 5 in Seoul, 67 elsewhere
    for ruling in ("count", "apart"):
        assert ended(units, **{"seoul-divisions": ruling}).winner == "communist"


def test_one_division_is_not_told_of_as_several():
    game = ended(stacks(8, seoul=1))
    assert "1 division in Seoul" in "".join(Reporter(game, "en").log(game.entries()))
    assert "1 división en Seúl" in "".join(Reporter(game, "es").log(game.entries()))


def test_nothing_more_is_played_then():
    game = ended({})
    assert game.decider is None
    assert game.offers() == []
    assert game.why_not("end")[0].text == "engine_over"


def test_the_lead_is_what_would_have_to_change():
    def lead(units: dict[str, str]) -> tuple[str | None, int]:
        game = ended(units)
        return game.winner, game.rules.lead(game.state)

    assert lead({}) == ("un", 72)
    assert lead(stacks(7, seoul=2)) == ("un", 1)
    assert lead(stacks(8, seoul=2)) == ("communist", -5)
    assert lead(stacks(8, seoul=1)) == ("un", 32)
    assert lead({**stacks(12), "2425": "PVA-20-58, PVA-20-59, PVA-20-60"}) == ("communist", -1)
