"""What always holds, watched through whole random games of the five scenarios."""

from random import Random

import pytest

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.korean_war import TITLE, checks
from parallel38.games.korean_war.rules import assets, stacking, victory
from parallel38.games.korean_war.rules.combat import Combat
from parallel38.games.korean_war.rules.retreats import Retreats
from parallel38.games.korean_war.state import COMMUNIST, UN
from parallel38.hexgrid import bits

EVERY = 20
"""What takes long is looked at about once in so many decisions."""
SCENARIOS = [scenario.name for scenario in TITLE.scenarios]


def begin(scenario: str, seed: int, **options: str) -> Game:
    return Game(TITLE.make(TITLE.setting(None, scenario, options)), dice=Dice.seed(seed))


def check(game: Game) -> None:
    """Stacks, depots, assets, garrisons and control are as the rules have them."""
    s, rules = game.state, game.state.rules
    assert not s.held_by(UN) & s.held_by(COMMUNIST)
    fighting = any(isinstance(frame, Combat | Retreats) for frame in s.frames)
    for side in (UN, COMMUNIST):
        for h, units in s.fighters(side).items():
            assert fighting or sum(stacking.weight(s, u) for u in units) <= stacking.MOST, rules.grid.label(h)
            for unit in units:
                assert assets.room(s, unit) >= 0, rules.names.unit(unit)
        assert sum(s.value[depot] for depot in s.depots(side)) <= rules.depot_values
        assert 0 <= s.track[rules.tracks.index(f"{rules.sides[side]}_bank")] <= rules.bank_limit
        for asset in rules.assets_of[side]:
            assert fighting or not s.on_map(asset), rules.names.unit(asset)
    for h in bits(rules.ports):
        there = [u for u in s.stacks(COMMUNIST).get(h, ()) if rules.garrison[u]]
        assert len(there) <= 1
    assert s.controlled(UN) & s.controlled(COMMUNIST) == 0
    assert s.controlled(UN) | s.controlled(COMMUNIST) == rules.cities
    if not game.over:
        checks.check(s)


@pytest.mark.parametrize(("scenario", "seed"), [(name, seed) for name in SCENARIOS for seed in (1, 2)])
def test_what_always_holds(scenario: str, seed: int):
    game, rng = begin(scenario, seed), Random(seed)
    while not game.over:
        assert game.decider in ("un", "communist")
        game.play(game.sample(rng))  # a dead end would raise an error
        if rng.randrange(EVERY) == 0:
            check(game)
    check(game)
    if game.state.turn == game.state.rules.last_turn and game.state.top.rule == game.state.rules.victory_rule:
        winner = victory.level(game.state).winner
        assert game.winner == (None if winner == "draw" else winner)


RISING = (
    "initial",
    "escalation",
    "rules_of_engagement",
    "mobilization",
    "tension",
    "tension_points",
    "chinese",
    "atomic",
)


@pytest.mark.parametrize(("seed", "commitment"), [(7, "free"), (8, "free"), (9, "history")])
def test_politics_of_random_games(seed: int, commitment: str):
    """Levels and Global Tension never fall; the Chinese come with an intervention and stay north under a Limited one;
    nothing is expected that is overdue."""
    game, rng, before = begin("whole_war", seed, commitment=commitment), Random(seed), [0] * len(RISING)
    while not game.over:
        s, rules = game.state, game.state.rules
        levels = [s.track[rules.tracks.index(name)] for name in RISING]
        assert all(old <= new for old, new in zip(before, levels, strict=True))
        before = levels
        chinese = [u for u in s.present(COMMUNIST) if rules.nation[u] == "ccf"]
        intervention = rules.named_tracks["chinese"][s.track[rules.tracks.index("chinese")]]
        assert intervention != "absent" or not chinese
        if intervention == "limited":
            assert all(rules.north_of_38 >> s.where[u] & 1 for u in chinese)
        assert all(s.spent[u] >= s.turn for box in ("coming_first", "coming_second") for u in s.boxed(box))
        game.play(game.sample(rng))
    assert game.state.top.rule in ("W-18.5b", "W-22.1a", "W-22.1b", "W-22.1c", "W-22.2a")


def test_parachutes_drop_in_random_games():
    game, rng, seen = begin("strike_back", 3, parachutes="on"), Random(3), set[str]()
    while not game.over:
        seen |= {event.text for entry in game.play(game.sample(rng)) for event in entry.events}
    assert seen & {"dropped", "moved"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_actions_with_the_same_dice_lead_to_the_same_state(scenario: str):
    game, rng, lines = begin(scenario, 5), Random(5), list[str]()
    while not game.over:
        action = game.sample(rng)
        lines.append(game.notation(action))
        game.play(action)
    again = begin(scenario, 5)
    for line in lines:
        again.play(line)
    assert (again.hash(), again.winner) == (game.hash(), game.winner)
