"""Positions of The Korean War with one clearly right answer: a wargamer would call anything else a blunder.

Nothing stands on the map but what is listed. Each position is played with several seeds of the commander.
"""

from random import Random
from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war.players.commander import Commander
from parallel38.games.korean_war.rules import tension
from parallel38.hexgrid import bits
from tests.games.korean_war.field import field, number, segment, where
from tests.games.korean_war.test_combat import CENTRE, RING

LEVELS = ("recruit", "veteran")
SEEDS = (1, 2, 3)
everyone = pytest.mark.parametrize("level", LEVELS)


def south(*but: str) -> list[str]:
    """Marks by which the Communists control the cities of the south but some."""
    rules = field({CENTRE: "NK-6"}).state.rules
    labels = [rules.grid.label(h) for h in bits(rules.home_cities[0])]
    return [f"taken {label}" for label in labels if label not in but]


def asked(game: Game, level: str, seed: int = 1) -> Any:
    """What a commander of the side that decides would do."""
    who = Commander(level, str(game.decider))
    action = who(game.copy(), Random(seed))
    assert who.sure
    return action


def operations(game: Game, level: str, seed: int = 1) -> Game:
    """The commanders of the side that decides play until its operations are over."""
    side, rng = str(game.decider), Random(seed)
    who = {name: Commander(level, name) for name in ("un", "communist")}
    while game.decider is not None and any(
        type(frame).__name__ == "Operating" and frame.side == side and frame.left for frame in game.state.frames
    ):
        game.play(who[game.decider](game.copy(), rng))
    return game


@everyone
@pytest.mark.parametrize("seed", SEEDS)
def test_an_empty_city_is_walked_into(level: str, seed: int):
    """Nobody holds Seoul, which scores most of all cities within a day's march."""
    game = field({"2716": "NK-6", "0928": "ROK-1"}, side="communist", turn=2, left=1, scenario="invasion")
    operations(game, level, seed)
    assert game.state.controls(1, "Seoul")


@everyone
@pytest.mark.parametrize("seed", SEEDS)
def test_a_city_that_the_enemy_can_enter_is_not_left(level: str, seed: int):
    """The regiment alone keeps Taegu; the enemy would walk in. The empty city beyond the hills scores less."""
    units = {"1625": "ROK-1", "1923": "NK-6", "0928": "ROK-2"}
    game = operations(field(units, side="un", turn=3, left=3), level, seed)
    assert game.state.controls(0, "Taegu")
    assert game.state.fighters(0).get(game.state.rules.board.places["Taegu"])


@everyone
def test_odds_that_hurt_the_attacker_are_left_alone(level: str):
    """At 1-2 every face hurts the attackers or nobody."""
    game = field({CENTRE: "US-2", RING[0]: "NK-RPL1-1", "0928": "ROK-1"}, side="communist", turn=2, left=1)
    assert asked(game, level).verb() != "attack"


@everyone
def test_a_beaten_regiment_is_attacked(level: str):
    """Two whole divisions beside one regiment in the open, no city left to take: 9-1, and nothing can answer."""
    units = {CENTRE: "ROKR-1", RING[0]: "NK-6", RING[1]: "NK-1", "5608": "NK-10"}
    rules = field(units).state.rules
    south = [f"taken {rules.grid.label(h)}" for h in bits(rules.home_cities[0])]
    game = operations(field(units, side="communist", turn=2, left=3, marks=south, dice=[9] * 30), level)
    assert where(game, "ROKR-1") == "eliminated"


@everyone
def test_the_cheapest_step_is_lost(level: str):
    """A step of an American division is worth more than one of a South Korean."""
    frame = {"kind": "Losing", "side": "un", "units": ["US-2", "ROK-1"], "left": 1, "first": None, "rule": "W-9.5c"}
    game = field({CENTRE: "NK-6", RING[0]: "US-2", RING[1]: "ROK-1"}, frame=frame)
    assert asked(game, level).unit == number(game, "ROK-1")


@everyone
def test_a_lone_unit_does_not_die_for_an_empty_hex(level: str):
    """A regiment with one step retreats from an ordinary hex: to stand would destroy it."""
    frame = {"kind": "Retreats", "side": "un", "hex": RING[0], "units": ["ROKR-1"], "landing": False, "begun": []}
    game = field({CENTRE: "ROKR-1", RING[0]: "NK-6"}, frame=frame)
    assert asked(game, level).verb() == "retreat"


@everyone
def test_a_vacated_city_is_entered(level: str):
    """Seoul is empty after the attack: the active unit goes in."""
    frame = {"kind": "Advancing", "side": "communist", "unit": "NK-6", "hexes": ["3815"]}
    game = field({"3915": "NK-6", "1625": "ROK-1"}, frame=frame, turn=2)
    assert asked(game, level).verb() == "advance"


@everyone
@pytest.mark.parametrize("seed", SEEDS)
def test_pusan_is_not_left_open(level: str, seed: int):
    """A beaten division stands on the road a strategic movement away: if Pusan is left, the war is lost."""
    units = {"0928": "FEC-24", "1822": "NK-RPL2-1", "3815": "NK-6"}
    game = field(units, turn=3, left=3, scenario="invasion", part="first_action")
    operations(game, level, seed)
    assert game.state.fighters(0).get(game.state.rules.pusan)


@everyone
def test_the_marines_land_where_it_pays(level: str):
    """Inch'on has a garrison alone, and Seoul lies behind it: with ships and aircraft the landing cannot fail."""
    units = {"reserve": "1-MAR", "0928": "ROK-1", "3713": "NKG-1", "1822": "NK-6"}
    rules = field(units, scenario="strike_back").state.rules
    taken = [f"taken {rules.grid.label(h)}" for h in bits(rules.home_cities[1])]
    taken += ["taken 3713", "taken 3815"]
    game = field(units, left=2, marks=taken, scenario="strike_back", capacity=3, cas=6)
    action = asked(game, level)
    assert action.verb() == "assault"
    assert game.state.rules.board.place_at(action.hex) == "Inch'on"


@everyone
def test_the_chinese_come_when_they_may(level: str):
    """An American division stands on the Yalu in the sixth turn: nothing else is needed."""
    matters = ["limited", "full", "soviets"]
    units = {"6901": "US-2", "0928": "ROK-1"}
    game = segment("reinforcement", "Declaring", units, "second_action", turn=6, side="communist", matters=matters)
    assert asked(game, level).what == "limited"


@everyone
def test_no_level_is_raised_for_nothing(level: str):
    """What is declared in the second turn risks no Global Tension."""
    game = segment("commitment", "Committing", turn=2, declared=[])
    while type(game.state.top).__name__ == "Committing":
        game.play(asked(game, level))
    total = tension.destabilization(game.state)
    assert total
    assert not any(tension.rise(game.state, total, die) for die in range(10))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("place", ["1922", "2219", "2427"])
def test_a_veteran_does_not_leave_seoul_to_a_raider(place: str, seed: int):
    """The regiment could not attack Seoul after its march, but once nobody is there it walks in."""
    units = {"3815": "NK-6", place: "ROKR-2", "0928": "ROK-1", "1625": "US-2", "1024": "US-24"}
    marks = south("0928", "1024", "1625", "1831")
    game = field(units, side="communist", turn=3, left=3, scenario="invasion", marks=marks)
    operations(game, "veteran", seed)
    assert where(game, "NK-6") == "3815"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_veteran_does_not_march_when_no_phase_follows(seed: int):
    """No city of the enemy can be reached any more."""
    units = {"0928": "ROK-1", "1625": "US-2", "5608": "NK-6 fatigued"}
    game = field(units, turn=4, part="first_action", left=2, scenario="invasion")
    assert asked(game, "veteran", seed).verb() == "pass"


@pytest.mark.parametrize("reserve", ["US-2", "UK-27"])
def test_a_veteran_sends_nobody_in_the_last_phase(reserve: str):
    """A division that comes now costs a point, and nothing threatens Pusan."""
    units = {"reserve": reserve, "0928": "ROK-1", "1625": "ROK-2", "3515": "NK-6", "3815": "NK-2", "3021": "NK-3"}
    frame = {"kind": "Deploying"}
    game = field(units, turn=4, scenario="invasion", phase="deployment", part="first_action", frame=frame)
    assert asked(game, "veteran").verb() == "end"


def test_a_veteran_sends_whom_it_has_to_save_pusan():
    """Pusan is all that counts, even in the last Action Phase."""
    units = {"reserve": "US-2", "0928": "ROKR-1", "1127": "NK-6", "1226": "NK-2", "1328": "NK-3"}
    frame = {"kind": "Deploying"}
    game = field(units, turn=4, scenario="invasion", phase="deployment", part="first_action", frame=frame)
    assert asked(game, "veteran").verb() == "deploy"


SEOUL = {"3815": "ROKR-11, ROKR-18, ROKR-CV", "3715": "ROKR-YNG", "0928": "ROKR-23", "1625": "ROKR-22"}
DIVISIONS = {"4016": "NK-4", "4014": "NK-1", "4012": "NK-6", "4013": "NK-13", "5608": "NK-10"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_veteran_does_not_run_back_for_a_raider(seed: int):
    """A regiment has walked into Wonsan; Seoul is a day's march away, and the war is decided in the south."""
    units = {**SEOUL, **DIVISIONS, "5521": "ROKR-21", "4217": "NK-3"}
    game = field(
        units, side="communist", turn=2, left=6, part="first_action", scenario="invasion", marks=["taken 5521"]
    )
    rules = game.state.rules
    seoul = rules.board.places["Seoul"]

    def far() -> int:
        return rules.grid.distance(game.state.where[number(game, "NK-3")], seoul)

    before = far()
    operations(game, "veteran", seed)
    assert far() < before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_veteran_masses_against_the_city_that_counts_most(seed: int):
    """Six divisions within a day's march of three regiments in Seoul: the city falls, or nobody is left to defend it
    against the next blow."""
    units = {**SEOUL, **DIVISIONS, "4217": "NK-3", "4316": "NK-15"}
    game = field(units, side="communist", turn=2, left=6, part="first_action", scenario="invasion", dice=[6] * 40)
    operations(game, "veteran", seed)
    assert game.state.controls(1, "Seoul")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_veteran_does_not_raid_what_cannot_be_held(seed: int):
    """Wonsan is empty, but whole divisions are near it, and Andong and the road to the south would lie open."""
    units = {"3431": "ROKR-21", "3522": "NK-5", "4217": "NK-3", "4122": "NK-15", "0928": "ROKR-23", "1625": "ROKR-22"}
    game = field(units, turn=2, left=2, part="first_action", scenario="invasion")
    operations(game, "veteran", seed)
    assert where(game, "ROKR-21") != "5521"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_veteran_does_not_leave_pyongyang_to_a_landing(seed: int):
    """No enemy on land is near, but an American division waits in the box, and Chinnamp'o lies next to P'yongyang."""
    units = {"5608": "NK-10", "4016": "NK-4", "1625": "ROK-1", "0928": "ROK-2", "reserve": "US-2"}
    game = field(units, side="communist", turn=3, left=3, part="first_action", scenario="invasion", capacity=2)
    operations(game, "veteran", seed)
    assert where(game, "NK-10") == "5608"
