"""The two offer properties, over situations and actions that Hypothesis chooses."""

from functools import cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from parallel38 import desk, new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.game import Game
from parallel38.fuzz import inside_offers, mutate

from .table import table


@cache
def situation(seed: int, decisions: int) -> Game:
    game, rng = new_game("yalu", seed=seed), Random(seed)
    for _ in range(decisions):
        game.play(game.sample(rng))
    return game


situations = st.builds(situation, st.integers(0, 8), st.sampled_from([1, 4, 11, 30, 55, 90]))


@settings(max_examples=40, deadline=None)
@given(situations, st.data())
def test_every_expansion_is_accepted(game: Game, data: st.DataObject):
    offers = [offer for offer in game.offers() if not offer.empty]
    assert offers, "a state without an offer is a mistake"
    offer = data.draw(st.sampled_from(offers))
    actions = list(game.state.top.expand(game.state, offer))
    assert {game.state.top.holds(game.state, offer, a) for a in actions} == {True}
    assert [game.notation(a) for a in actions if game.why_not(a)] == []


@settings(max_examples=60, deadline=None)
@given(situations, st.randoms(use_true_random=False))
def test_every_accepted_mutation_lies_inside_an_offer(game: Game, rng: Random):
    text = game.notation(game.sample(rng))
    for _ in range(12):
        text = mutate(game, text, rng)
        try:
            action = game.parse(text)
        except BadInputError:
            text = game.notation(game.sample(rng))
            continue
        if not game.why_not(action):
            assert inside_offers(game, action), text


def test_a_die_on_the_way_from_a_sea_hex_is_refused():
    game = table({"0912": "PVA-38-112", "0914": "ROK-7"})
    grid = game.rules.names.grid
    sea = next(h for h in grid.neighbours if not game.rules.land >> h & 1 and game.rules.board.in_play >> h & 1)
    line = f"move PVA-38-112 {grid.label(sea)}~{grid.label(grid.neighbours[sea][0])}"
    assert game.reasons(line)
    assert not desk.plan(game, line, "en")["legal"]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["SU", "SC", "SO", "B", "F"]), st.booleans(), st.randoms(use_true_random=False))
def test_what_is_not_in_reach_is_refused_on_every_way(weather: str, isolated: bool, rng: Random):
    """A random walk is accepted exactly when its end is offered for that manner, or a cheaper way there is."""
    units = {"0912": "PVA-38-112" + (" isolated" if isolated else ""), "0914": "ROK-7", "0714": "US-2"}
    game = table(units, weather=weather)
    grid = game.rules.names.grid
    path = [grid.hex("0912")]
    for _ in range(rng.randrange(1, 7)):
        path.append(rng.choice(grid.neighbours[path[-1]]))
    text = "-".join(map(grid.label, path))
    number = game.rules.names.unit_number("PVA-38-112")
    domain = next(o for o in game.offers() if o.units == (number,) and o.mode == "foot").hexes
    back = path[-1] == path[0]  # 9.1.2: any move may lead back to its start, which is no hex to choose
    if not game.why_not(f"move PVA-38-112 {text}"):
        assert back or domain >> path[-1] & 1, text
    if not back and not domain >> path[-1] & 1:
        assert game.why_not(f"move PVA-38-112 {text}"), text
