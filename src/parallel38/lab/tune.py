"""Tuning: CMA-ES over the weights of a player, judged afterwards by games that it was not tuned with."""

from collections.abc import Callable, Mapping
from math import log
from pathlib import Path
from typing import Any

import msgspec

from parallel38.engine.errors import BadInputError
from parallel38.engine.positions import toml_key, toml_value
from parallel38.engine.titles import Setting
from parallel38.games import title
from parallel38.lab.figures import Estimate, mean, share
from parallel38.lab.play import Played, Task, known, tunable
from parallel38.lab.runner import Mapper, workers

LAST_SEED = 999
"""Seeds up to this one are for tuning."""
FIRST_ACCEPTED = 10_000
"""Seeds from this one on are for judging."""
STEP = 0.2
"""How far the first tries lie from the start, in parts of a weight's range."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is tuned, and how."""

    setting: Setting
    side: str
    player: str
    against: str
    evaluations: int
    games: int
    acceptance: int
    seed: int
    turns: int | None = None
    date: str = ""

    def check(self) -> None:
        """Refuse what cannot be tuned, with a sentence."""
        if self.side not in self.sides:
            raise BadInputError("unknown_side", name=self.side, names=self.sides)
        known(self.against, self.setting.game)
        last = self.seed + self.games - 1
        if self.seed < 1 or last > LAST_SEED:
            raise BadInputError("lab_seeds", last=LAST_SEED, first_seed=self.seed, last_seed=last)
        if len(self.free()) < 2:
            raise BadInputError("lab_few_weights", name=self.player, n=len(self.free()))

    def start(self) -> Mapping[str, tuple[float, float, float]]:
        """The weights as they are, with the least and the most that each may be."""
        return tunable(self.player, self.setting.game).weights(title(self.setting.game), self.side)

    def free(self) -> list[str]:
        """The weights that may change."""
        return [name for name, (_, low, high) in self.start().items() if low < high]

    @property
    def generation(self) -> int:
        """How many sets of weights are tried at a time: what CMA-ES usually takes for so many weights."""
        return 4 + int(3 * log(len(self.free())))

    @property
    def generations(self) -> int:
        """How many generations there are in the evaluations; one at least, however few are asked for."""
        return max(1, self.evaluations // self.generation)

    @property
    def tried(self) -> int:
        """How many sets of weights will be tried."""
        return self.generations * self.generation

    @property
    def total(self) -> int:
        """How many games will be played."""
        return self.tried * self.games + 2 * self.acceptance

    def seeds(self, generation: int) -> range:
        """The seeds of a generation: all its tries play the same games, and the next generation plays others."""
        places = (LAST_SEED + 1 - self.seed) // self.games
        first = self.seed + generation % places * self.games
        return range(first, first + self.games)

    def tasks(self, weights: Mapping[str, float], seeds: range) -> list[Task]:
        """Games of the player with these weights."""
        names = {side: self.player if side == self.side else self.against for side in self.sides}
        mine = {self.side: dict(weights)}
        return [Task(self.setting, seed, names, turns=self.turns, weights=mine) for seed in seeds]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of the game."""
        return title(self.setting.game).make(self.setting).sides


class Score(msgspec.Struct, frozen=True):
    """How weights did: games won, and the margin, which sees a difference sooner."""

    rate: Estimate
    margin: Estimate


class Tuned(msgspec.Struct, frozen=True):
    """What tuning has found."""

    weights: dict[str, float]
    before: Score
    after: Score
    generations: int
    played: int
    """Games played for tuning."""

    def to_plain(self) -> dict[str, Any]:
        """As plain JSON values."""
        return msgspec.to_builtins(self)


def tune(plan: Plan, jobs: int, progress: Callable[[int], None] = lambda done: None) -> Tuned:
    """Look for weights with a better margin, then play with the old and the new ones on seeds of their own.

    CMA-ES works on the range of each weight as if it went from 0 to 1. A weight whose range is a point stays.
    """
    import cma

    start = plan.start()
    free = plan.free()
    fixed = {name: value for name, (value, low, high) in start.items() if low >= high}

    def weights(place: Any) -> dict[str, float]:
        spans = [(name, start[name][1], start[name][2]) for name in free]
        moved = {name: low + float(x) * (high - low) for (name, low, high), x in zip(spans, place, strict=True)}
        return {name: round({**moved, **fixed}[name], 6) for name in start}

    def home(name: str) -> float:
        value, low, high = start[name]
        return min(1.0, max(0.0, (value - low) / (high - low)))

    how = {"bounds": [0, 1], "seed": plan.seed, "verbose": -9, "popsize": plan.generation}
    search = cma.CMAEvolutionStrategy([home(name) for name in free], STEP, how)
    played = 0
    with workers(jobs) as each:
        for generation in range(plan.generations):
            places = search.ask()
            scores = _scores(plan, [weights(place) for place in places], plan.seeds(generation), each, progress, played)
            search.tell(places, [-score.margin.value for score in scores])
            played += len(places) * plan.games
        old, new = {name: value for name, (value, _, _) in start.items()}, weights(search.result.xfavorite)
        judged = range(FIRST_ACCEPTED, FIRST_ACCEPTED + plan.acceptance)
        before, after = _scores(plan, [old, new], judged, each, progress, played)
    return Tuned(new, before, after, plan.generations, played)


def _scores(
    plan: Plan,
    tries: list[dict[str, float]],
    seeds: range,
    each: Mapper,
    progress: Callable[[int], None],
    before: int,
) -> list[Score]:
    """Play the same games with each set of weights; a game that goes wrong ends the tuning."""
    tasks = [task for weights in tries for task in plan.tasks(weights, seeds)]
    games: dict[int, Played] = {}
    for i, game in each(tasks, Path("tune")):
        if game.error:
            raise BadInputError("lab_fault", n=game.seed, reason=game.error, file=game.record)
        games[i] = game
        progress(before + len(games))
    sign = 1 if plan.sides[0] == plan.side else -1
    found: list[Score] = []
    for first in range(0, len(tasks), len(seeds)):
        some = [games[i] for i in range(first, first + len(seeds))]
        rate = share(sum(game.points(plan.side) for game in some), len(some))
        found.append(Score(rate, mean([sign * game.lead for game in some])))
    return found


def write_weights(plan: Plan, tuned: Tuned) -> str:
    """The file of weights, with where they come from."""
    start = plan.start()
    provenance: dict[str, Any] = {
        "date": plan.date,
        "method": "CMA-ES",
        "against": plan.against,
        "seeds": [plan.seed, max(plan.seeds(i)[-1] for i in range(tuned.generations))],
        "evaluations": plan.tried,
        "generations": tuned.generations,
        "games_each": plan.games,
        "games": tuned.played,
        "judged_seeds": [FIRST_ACCEPTED, FIRST_ACCEPTED + plan.acceptance - 1],
    }
    if plan.turns is not None:
        provenance["turns"] = plan.turns
    for when, score in (("before", tuned.before), ("after", tuned.after)):
        rate, margin = score.rate, score.margin
        provenance[when] = {
            "rate": rate.value,
            "interval": [rate.low, rate.high],
            "margin": margin.value,
            "margin_interval": [margin.low, margin.high],
        }
    lines = [
        'parallel38 = "weights"',
        "schema = 1",
        f"game = {toml_value(plan.setting.game)}",
        f"scenario = {toml_value(plan.setting.scenario)}",
        f"side = {toml_value(plan.side)}",
        f"player = {toml_value(plan.player)}",
        "",
        "[provenance]",
        *(f"{key} = {toml_value(value)}" for key, value in provenance.items()),
        "",
        "[weights]",
        *(
            f"{toml_key(name)} = {toml_value({'value': value, 'range': list(start[name][1:])})}"
            for name, value in tuned.weights.items()
        ),
    ]
    return "\n".join(lines) + "\n"
