"""10.4 Stacking: values of units and limits of hexes."""

import pytest

from parallel38.engine.game import Game
from parallel38.games.forgotten_war.rules import stacking
from parallel38.games.forgotten_war.state import COMMUNIST, UN
from tests.games.forgotten_war.field import field, play, where, why


def fits(game: Game, units: str, h: str, side: int = UN) -> bool:
    """Whether units fit into a hex together."""
    names = game.state.rules.names
    return stacking.within(game.state, side, names.grid.hex(h), [names.unit_number(u) for u in units.split()])


@pytest.mark.rule("F-10.4.1.C", "F-10.4.2.a", "F-10.4.2.b", "F-10.4.2.c", "F-10.4.2.d", by="value")
@pytest.mark.rule("F-10.4.3.A1", "F-10.4.3.A2", "F-10.4.3.A3", "F-10.4.3.B", "F-10.4.4", by="value")
def test_values_of_units_and_limits_of_terrain():
    game = field({"2740": "A/11 abandoned, D23"}, phase="un_movement")
    clear, rough, road, ice = "2639", "2636", "2535", "1531"
    assert [fits(game, "A/5-1 A/5-2 A/5-3 " + more, clear) for more in ("", "B/5-1", "AT/5", "TR-1")] == [
        True, False, True, False
    ]  # fmt: skip
    assert fits(game, "AT/5 AT/7 PROV AT/1", clear)
    assert not fits(game, "AT/5 AT/7 PROV AT/1 B/1T-1", clear)
    assert fits(game, "B/50-1 B/50-2 B/50-3 B/50-4 D/15-1 D/15-2 D/15-3 D/15-4", clear)
    assert fits(game, "TR-1 TR-2", clear)
    assert not fits(game, "TR-1 TR-2 B/50-1", clear)
    assert fits(game, "A/5-1 A/5-2 A/5-3", rough)
    assert not fits(game, "A/5-1 A/5-2 A/5-3 B/5-1", rough)
    assert not fits(game, "AT/5", rough)
    assert [fits(game, units, road) for units in ("AT/5 A/5-1 A/5-2", "AT/5 A/5-1 A/5-2 A/5-3", "AT/5 AT/7")] == [
        True, False, False
    ]  # fmt: skip
    assert [fits(game, units, road) for units in ("B/50-1 B/50-2 A/5-1 A/5-2", "TR-1 A/5-1", "TR-1 A/5-1 A/5-2")] == [
        True, True, False
    ]  # fmt: skip
    assert fits(game, "A/5-1 A/5-2 A/5-3 AT/5 A/11 D23", clear)  # an abandoned gun and Dog 23 take no room
    assert fits(game, "A/5-1 A/5-2 AT/5 D23", road)
    assert fits(game, "A/5-1 A/5-2 A/5-3 AT/5", ice)
    assert not fits(game, "A/5-1 A/5-2 A/5-3 B/5-1", ice)


@pytest.mark.rule("F-10.4.5.A", "F-10.4.5.B")
@pytest.mark.rule("F-10.4.1.D", by="value")
def test_chipyongni_has_limits_of_its_own():
    units = {"1526": "A/23-1, TK/23-1", "1525": "A/23-2, TK/23-2", "0622": "1/343-1, 1/343-2", "0623": "1/343-3"}
    game = field(units, scenario="chipyongni", phase="un_movement", turn=2)
    assert why(game, "move A/23-1 1525") == ["F-10.4.5.B"]
    assert "F-10.4.5.B" in why(game, "move TK/23-1 1525")
    play(game, "move A/23-1 1524", "move TK/23-1 1524")
    assert where(game, "TK/23-1") == where(game, "A/23-1") == "1524"
    rough = next(
        game.state.rules.names.grid.label(h) for h, limit in game.state.rules.limits.items() if limit[2] == 0
    )  # no road in it
    assert fits(game, "A/23-1", rough)
    assert not fits(game, "A/23-1 TK/23-1", rough)
    game = field(units, scenario="chipyongni", phase="communist_movement", turn=2)
    assert why(game, "move 1/343-3 0622") == ["F-10.4.5.A"]
    assert fits(game, "1/343-1 1/343-2", rough, COMMUNIST)
