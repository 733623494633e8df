"""Special rules of the first turns of the Intervention that touch movement; for those of combat see test_combat."""

import pytest

from .field import RULES, ends, field, why


@pytest.mark.rule("K-SGV-2", "K-MOV-P")
@pytest.mark.parametrize("side", ["communist", "un"])
def test_leaving_a_zone_is_free_in_the_first_movement_phases(side: str):
    """Around 1744 the country is clear; who stands there is beside the enemy in 1743."""
    mine, theirs = ("CN-38-112", "US-24") if side == "communist" else ("US-24", "CN-38-112")
    units = {"1744": mine, "1743": theirs, "1844": "UN-SUP-1", "1645": "C-SUP-1"}

    def points(turn: int, phase: str) -> str:
        game = field(units, side=side, scenario="intervention", turn=turn, phase=phase)
        steps = game.state.top.steps(game.state, game.parse(f"move {mine} 1744-1644"))
        return "+".join(step.note.text for step in steps)

    assert points(3, "first") == "step.clear"
    assert points(3, "second") == points(4, "first") == "step.clear+step.zone"


@pytest.mark.rule("K-SGV-4", "K-MOV-P")
def test_the_chinese_cross_the_mountains_in_the_second_movement_phases():
    """Wholly rough country lies around 2413."""

    def reached(unit: str, turn: int, phase: str) -> int:
        units = {"2014": unit, "2013": "C-SUP-1", "2042": "ROK-1"}
        return len(ends(field(units, side="communist", scenario="intervention", turn=turn, phase=phase), unit))

    shock = reached("CN-38-112", 3, "second")
    assert shock > reached("CN-38-112", 3, "first") == reached("CN-38-112", 4, "second")
    assert reached("NK-6", 3, "second") == reached("NK-6", 3, "first")


@pytest.mark.rule("K-TER-3c")
def test_nobody_attacks_across_water():
    land = RULES.land
    a, b = next((a, b) for a, b in RULES.inlets.pairs() if land >> a & land >> b & 1)
    near, far = RULES.grid.label(a), RULES.grid.label(b)
    game = field({near: "NK-6", far: "ROK-1"}, side="communist", phase="combat", turn=2)
    assert why(game, f"attack {far} NK-6") == ["K-TER-3c"]
    assert [offer.verb for offer in game.offers()] == ["end"]
