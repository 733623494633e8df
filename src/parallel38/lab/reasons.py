"""Whether what computer players say is true: their words compared with the games that they play."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from parallel38.engine.game import Game
from parallel38.hexgrid import Hex
from parallel38.lab.play import Task, begin, thinking
from parallel38.players.courses import Course, Courses, hex_of, turn_over
from parallel38.players.thoughts import Saying, Thought, remembered, standing

FEAR = "reason.fear"
VOYAGE = "reason.voyage"
"""A sentence with units and a hex that tells of no attack."""
QUIET, BESIDES = "reason.march", "became.besides"
"""What is said when nothing is worth an attack, and what corrects it: attacks that were not told of."""
UNSEEN = ("reason.guard", "reason.hungry", "reason.stranded", "reason.why", "reason.why_line", VOYAGE)
"""Sentences about what is, and plans of which a player turn does not show whether they were carried out."""
BAND = 20
"""How many points of a told chance are a band."""


class Fear(NamedTuple):
    """A chance that was told, in per cent, and whether it happened."""

    told: int
    happened: bool


class Checked(msgspec.Struct):
    """What was said in some games, and how it went."""

    games: int = 0
    fears: list[Fear] = []
    attacks: Counter[str] = msgspec.field(default_factory=Counter)
    """How many were told, made, corrected and neither; and how many were made at the odds that were told."""
    told: Counter[str] = msgspec.field(default_factory=Counter)
    """Other sentences that can be checked, by key."""
    corrected: Counter[str] = msgspec.field(default_factory=Counter)
    """Those of them that were corrected when the player turn was over."""

    def to_plain(self) -> dict[str, Any]:
        """The figures as plain data."""
        bands = ((low, [f for f in self.fears if low <= min(f.told, 99) < low + BAND]) for low in range(0, 100, BAND))
        return {
            "games": self.games,
            "fears": {
                **_mean(self.fears),
                "bands": [{"from": low, "to": low + BAND, **_mean(found)} for low, found in bands if found],
            },
            "attacks": {key: self.attacks[key] for key in ("told", "made", "corrected", "false", "as_told")},
            "others": {key: {"told": n, "corrected": self.corrected[key]} for key, n in sorted(self.told.items())},
        }


def _mean(fears: list[Fear]) -> dict[str, Any]:
    n = len(fears)
    if not n:
        return {"n": 0}
    return {
        "n": n,
        "told": round(sum(fear.told for fear in fears) / n, 1),
        "happened": round(100 * sum(fear.happened for fear in fears) / n, 1),
    }


def played(task: Task) -> tuple[Game, list[Thought]]:
    """A game, with what its players had in mind."""
    game = begin(task)
    return game, [*thinking(task, game, game.play)]


def check(found: Checked, game: Game, thoughts: Iterable[Thought]) -> None:
    """Add a game to what was checked."""
    found.games += 1
    courses = Courses(game, 0)
    for one in standing(thoughts, game):
        course = courses.of(one.side, one.n, one.turn)
        if course is not None:
            for said in one.sayings:
                _check(found, courses, course, said)


def read(found: Checked, game: Game) -> None:
    """Add a game whose record tells what its players had in mind."""
    check(found, game, remembered(game))


def _check(found: Checked, courses: Courses, course: Course, said: Saying) -> None:
    place = courses.game.rules.names.place_code
    if said.text == FEAR:
        happened = lost(courses, course, place(said.args["hex"]))
        if happened is not None:
            found.fears = [*found.fears, Fear(said.args["n"], happened)]
        return
    notes = [*courses.game.rules.title.became(course, (said,))]
    if {"hex", "units"} <= said.args.keys() and said.text != VOYAGE:
        h = place(said.args["hex"])
        about = [note.args for note in notes if note.args.get("hex") == h]
        made = h in course.attacked
        found.attacks["told"] += 1
        found.attacks["made" if made else "corrected" if about else "false"] += 1
        found.attacks["as_told"] += made and any(args.get("odds", "") == said.args.get("odds", "") for args in about)
    elif said.text not in UNSEEN:
        found.told[said.text] += 1
        found.corrected[said.text] += any(note.text != BESIDES or said.text == QUIET for note in notes)


def lost(courses: Courses, course: Course, h: Hex) -> bool | None:
    """Whether the enemy's next player turn took a hex or destroyed a unit in it; None if that turn is not over.

    The units that count are those in the hex when the thinker's player turn ends; without a next player turn nothing
    is lost.
    """
    rules, before = courses.game.rules, course.end.state
    enemy = rules.sides[1 - rules.sides.index(course.side)]
    end = courses.end(enemy, course.end.number, course.end.turn)
    if end is not None and turn_over(rules, before, enemy):  # the enemy's next player turn is in the next turn
        end = courses.end(enemy, end.number, end.turn)
    if end is None:
        return None
    there = before.stacks(rules.sides.index(course.side)).get(h, [])
    gone = [unit for unit in there if hex_of(end.state, unit) >= rules.names.grid.size]
    return bool(there) and (bool(gone) or not course.held(end.state, h))
