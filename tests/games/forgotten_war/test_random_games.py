"""What always holds, watched through whole random games of the three battles."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from parallel38.engine.chance import Dice
from parallel38.engine.game import Entry, Game
from parallel38.fuzz.games import check_facts
from parallel38.games.forgotten_war import TITLE, checks
from parallel38.games.forgotten_war.rules import stacking, victory
from parallel38.games.forgotten_war.rules.close_combat import Assault, Assaulting
from parallel38.games.forgotten_war.rules.firing import Fire, Firing
from parallel38.games.forgotten_war.state import COMMUNIST, CROWDING, UN
from parallel38.hexgrid import bits

CROWDED = {"2540", "2639", "2640", "1236"}
"""The hexes of Chosin that the set-up of the booklet overstacks."""
EVERY = 40
"""What takes long is looked at about once in so many decisions."""


def begin(scenario: str, seed: int, **options: str) -> Game:
    return Game(TITLE.make(TITLE.setting(None, scenario, options)), dice=Dice.seed(seed))


class Ledger:
    """Steps and points as the log tells of them, to be held against the state."""

    def __init__(self, game: Game) -> None:
        self.steps = list(game.state.rules.steps)
        self.scored: Counter[str] = Counter()

    def read(self, entries: list[Entry]) -> None:
        """Book what was logged."""
        for event in (event for entry in entries for event in entry.events):
            args: dict[str, Any] = event.args
            if event.text == "reduced":
                self.steps[args["unit"]] -= 1
            elif event.text in ("eliminated", "no_retreat"):
                self.steps[args["unit"]] = 0
            elif event.text in ("merged", "replaced"):
                self.steps[args["unit"]] = 2
            elif event.text.startswith("points_"):
                self.scored[args["side"]] += 2 * args["n"]

    def check(self, game: Game) -> None:
        """Every unit has the steps that the log left it, and the tracks have the points."""
        s, rules = game.state, game.state.rules
        dead = (rules.names.box("replacements"), rules.names.box("gone"))
        for unit, steps in enumerate(self.steps):
            if not rules.marker[unit]:
                left = 0 if s.where[unit] in dead else rules.steps[unit] - s.lost[unit]
                assert left == steps, rules.names.unit(unit)
        tracks = [s.track[rules.tracks.index(f"{side}_points")] for side in ("un", "communist")]
        assert tracks == [self.scored["un"], self.scored["communist"]]


def shared(game: Game) -> int:
    """The hexes in which units of both sides are, abandoned guns not counted."""
    return game.state.held(UN) & game.state.held(COMMUNIST)


def check_stacks(game: Game) -> None:
    s, grid = game.state, game.state.rules.names.grid
    for side in (UN, COMMUNIST):
        for h in stacking.overfull(s, side):
            came = any(s.flags[u] & CROWDING for u in s.stacks(side)[h])
            assert came or grid.label(h) in CROWDED, grid.label(h)


def check_standing(game: Game) -> None:
    """What moves have carried along is what it would be if it were worked out anew."""
    fresh = game.state.copy()
    fresh.forget()
    for side in (UN, COMMUNIST):
        assert game.state.standing(side) == fresh.standing(side)
        assert game.state.held(side) == fresh.held(side)
        assert game.state.manned(side) == fresh.manned(side)


def check_points(game: Game) -> None:
    """The account of Chipyong-ni counted anew from the box and the map."""
    s, rules, names = game.state, game.state.rules, game.state.rules.names
    gone = [u for u in range(len(names.units)) if s.where[u] == names.box("gone")]
    un = sum(rules.side_of[u] == COMMUNIST for u in gone)
    lost = [u for u in gone if rules.side_of[u] == UN] + s.abandoned(UN)
    worth = {"french": 6}
    communist = sum(7 if rules.vehicle[u] else worth.get(rules.nation[u], 5) for u in lost)
    assert victory.totals(s) == (un, communist)


def check_targets(game: Game, rng: Random) -> None:
    """A hex is offered to a shooter, or to attackers, exactly if the judge accepts it."""
    s, top, rules = game.state, game.state.top, game.state.rules
    if isinstance(top, Firing):
        offers = [o for o in game.offers() if o.verb == "fire"]
        offer = rng.choice(offers)
        for h in bits(s.held(1 - rules.side_of[offer.units[0]])):
            action = top.complete(s, Fire(offer.units[0], h, (), offer.mode))
            assert bool(offer.hexes >> h & 1) == (not game.why_not(action)), game.notation(action)
    elif isinstance(top, Assaulting):
        offered = {o.domain.hex for o in game.offers() if o.verb == "assault"}
        side = rules.sides.index(top.side)
        for h in bits(s.held(1 - side)):
            action = top.complete(s, Assault(h))
            assert (h in offered) == (not game.why_not(action)), game.notation(action)


@pytest.mark.rule("F-T.1", "F-T.2", "F-T.3", "F-T.4", "F-T.6", "F-T.7", "F-T.8", by="value")
@pytest.mark.parametrize(
    ("scenario", "seed"), [("chipyongni", 1), ("chipyongni", 2), ("naktong", 1), ("naktong", 2), ("chosin", 1)]
)
def test_what_always_holds(scenario: str, seed: int):
    game, rng = begin(scenario, seed), Random(seed)
    ledger, both, turn_over = Ledger(game), shared(game), 0
    while not game.over:
        assert game.decider in ("un", "communist")
        fighting = any(isinstance(frame, Assaulting) for frame in game.state.frames)
        ledger.read(game.play(game.sample(rng)))  # a dead end would raise an error
        now = shared(game)
        assert not now & ~both or fighting
        both, turn_over = now, max(turn_over, game.state.turn)
        if rng.randrange(EVERY) == 0 and not game.over:
            checks.check(game.state)
            ledger.check(game)
            check_stacks(game)
            check_standing(game)
            check_facts(game)
            check_targets(game, rng)
            views = [{**game.view(side), "side": ""} for side in ("un", "communist")]
            assert views[0] == views[1]
            if scenario == "chipyongni":
                check_points(game)
    ledger.check(game) if scenario != "naktong" else None
    assert turn_over == len(game.state.rules.turns)
    un, communist = victory.totals(game.state)
    assert game.winner == ("un" if un > communist else "communist" if communist > un else None)


@pytest.mark.rule("F-T.5", by="value")
@pytest.mark.parametrize("scenario", ["chipyongni", "naktong"])
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
