"""Measure how likely posts are to be lost, and print the weights for a game's `data/fears.toml`.

Veterans play games of all scenarios in turn; what they know of each post (`Commander.posts`) is compared with whether
it was lost, and a logistic regression says how much each fact counts. Try the result with other seeds:
`parallel38 lab reasons GAME --games 20 --seed 6001`.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import numpy as np

from parallel38.games import game_names, title
from parallel38.lab.play import Task, begin, player_for
from parallel38.lab.reasons import lost
from parallel38.players.commander import Commander
from parallel38.players.courses import Courses
from parallel38.players.fears import Post

ROUNDS = 50
RIDGE = 1.0
"""How much large weights cost, so that a fact that is seldom there gets none."""

Sample = tuple[Mapping[str, float], bool]


def samples(task: Task) -> Iterator[tuple[str, Sample]]:
    """Play a game: for each post that a commander knew to be in danger its side, the facts, and whether it was lost."""
    game = begin(task)
    players = {side: player_for(task, side) for side in game.rules.sides}
    chance = {side: Random(f"{task.seed} {side}") for side in game.rules.sides}
    plans: list[tuple[str, int, str, Sequence[Post]]] = []
    while not game.over:
        side, turn = str(game.decider), game.turn
        who = players[side]
        entry = game.play(who(game.copy(), chance[side]), side)[0]
        if isinstance(who, Commander) and who.posts and not any(who.posts is posts for _, _, _, posts in plans):
            plans.append((side, entry.number, turn, who.posts))
    courses = Courses(game, 0)
    for side, number, turn, posts in plans:
        course = courses.of(side, number, turn)
        for post in posts:
            happened = lost(courses, course, post.hex) if course is not None else None
            if happened is not None:
                yield side, (post.facts, happened)


def fit(found: list[Sample]) -> dict[str, float]:
    """The weights of a logistic regression, by Newton's method."""
    names = [*found[0][0]]
    x = np.array([[1.0, *(facts[name] for name in names)] for facts, _ in found])
    y = np.array([float(happened) for _, happened in found])
    w = np.zeros(len(names) + 1)
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-x @ w))
        curve = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(w))
        w -= np.linalg.solve(curve, x.T @ (p - y) + RIDGE * w)
    return dict(zip(["base", *names], (round(float(value), 2) for value in w), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=5001)
    args = parser.parse_args()
    which, found = title(args.game), dict[str, list[Sample]]()
    for n in range(args.games):
        setting = which.setting(scenario=which.scenario_names[n % len(which.scenario_names)])
        players = dict.fromkeys(which.make(setting).sides, "veteran")
        for side, sample in samples(Task(setting, args.seed + n, players)):
            found.setdefault(side, []).append(sample)
    for side, rows in found.items():
        print(f"\n[{side}]  # {len(rows)} posts, {sum(happened for _, happened in rows)} lost")
        for name, value in fit(rows).items():
            print(f"{name} = {value}")


if __name__ == "__main__":
    main()
