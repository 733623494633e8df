"""17 and 22 Victory: points of the UN, sudden death, and levels."""

from __future__ import annotations

from typing import NamedTuple

from parallel38.engine.flow import Over
from parallel38.games.korean_war.state import (
    ATOMIC,
    CHINESE,
    COMMITTED,
    COMMUNIST,
    FALLEN,
    FORMOSA,
    FULL,
    POINTS,
    RESERVE_SPACES,
    SIDES,
    TENSION,
    TENSION_POINTS,
    TURN,
    UN,
    KoreanWarState,
)
from parallel38.hexgrid import bits

POINTS_FROM = 2
"""W-3.H1: the first turn with a Victory Point Phase."""
DIVISION = 3
"""Three regiments or brigades count as a division."""


class Level(NamedTuple):
    """A level of victory: up to how many points of the UN it holds (None: the highest), the winner and the degree."""

    most: int | None
    winner: str
    degree: str


def cities(s: KoreanWarState) -> int:
    """The Victory Points of the cities that the UN controls."""
    return sum(s.rules.city_points.get(h, 0) for h in bits(s.controlled(UN) & s.rules.land))


def uncommitted(s: KoreanWarState) -> int:
    """The divisions that never left the reserve box; three regiments or brigades count as one."""
    units = [
        u for box in ("reserve", "parachute") for u in s.boxed(box) if s.rules.combat[u] and not s.flags[u] & COMMITTED
    ]
    whole = sum(s.rules.division[u] for u in units)
    return whole + (len(units) - whole) // DIVISION


def saved(s: KoreanWarState) -> int:
    """The full-strength divisions of the UN that are not ROK, on the map, safe in the south or in the box."""
    rules, places = s.rules, (*RESERVE_SPACES, "safe")
    units = [
        u
        for u in rules.units_of[UN]
        if rules.combat[u] and rules.nation[u] != "rok" and (s.on_map(u) or s.in_box(u, *places))
    ]
    whole = sum(rules.division[u] and not rules.replacement[u] for u in units)
    return whole + sum(not rules.division[u] for u in units) // DIVISION


def weapons(s: KoreanWarState) -> int:
    """W-18.4d: what atomic weapons have cost the UN, as a figure to add."""
    return s.track[ATOMIC] * s.rules.charts["atomic"]["weapon", "vp"]


def formosa(s: KoreanWarState) -> int:
    """W-19.1c: what the fall of Formosa has cost the UN, as a figure to add."""
    return s.rules.charts["formosa"]["invasion", "fall_vp"] if s.track[FORMOSA] == FALLEN else 0


def tension(s: KoreanWarState) -> int:
    """W-18.5c: what Global Tension has cost the UN in the turns so far, as a figure to add."""
    return -s.track[TENSION_POINTS]


SCORES = {
    "cities": cities,
    "uncommitted": uncommitted,
    "saved": saved,
    "tension": tension,
    "weapons": weapons,
    "formosa": formosa,
}


def account(s: KoreanWarState) -> list[tuple[str, int]]:
    """What the points of the UN are made of as the game stands. W-17.1, W-17.2, W-17.3d, W-17.4: at the end. W-17.5:
    the cities of each turn whose Victory Point Phase is over."""
    found: list[tuple[str, int]] = []
    for name in s.rules.scores:
        if name in SCORES:
            found.append((name, SCORES[name](s)))
        elif name == "cities_each_turn":
            found.append((name, s.track[POINTS]))
    return found


def total(s: KoreanWarState) -> int:
    """The points of the UN as the game stands."""
    return sum(n for _, n in account(s))


def level(s: KoreanWarState) -> Level:
    """The level that the points reach."""
    points = total(s)
    return next(one for one in s.rules.levels if one.most is None or points <= one.most)


def score_turn(s: KoreanWarState) -> None:
    """3.H The Victory Point Phase. W-17.5, W-21a: the points of the cities that the UN controls are added. W-18.5c:
    those that Global Tension costs in the turn are counted beside them."""
    n = cities(s)
    s.tell(POINTS, s.track[POINTS] + n)
    s.log("W-3.H1", "points_scored", n=n, m=s.track[POINTS])
    if s.rules.political:
        cost = s.track[TENSION] * s.rules.tension_cost
        s.tell(TENSION_POINTS, s.track[TENSION_POINTS] + cost)
        s.log("W-21a", "points_of_turn", n=n - cost, m=total(s))
        if cost:
            s.log("W-18.5c", "tension_costs", n=cost, m=s.track[TENSION])


def sudden_death(s: KoreanWarState, turn_end: bool) -> bool:
    """Whether a side has won at once. W-17.1b, W-22.1a: the Communists by Pusan at the end of an Action Phase. W-22.1b:
    or by Masan and Taegu at the end of a turn, by a ruling of an Action Phase. W-22.1c: the UN at the end of a turn."""
    found = s.rules.sudden_death
    if "pusan" in found and s.controls(COMMUNIST, "Pusan"):
        return end_game(s, SIDES[COMMUNIST], "W-22.1a" if s.rules.political else "W-17.1b")
    both = "masan_taegu" in found and (turn_end or s.rules.setting.rulings["masan-and-taegu"] == "phase")
    if both and s.controls(COMMUNIST, "Masan") and s.controls(COMMUNIST, "Taegu"):
        return end_game(s, SIDES[COMMUNIST], "W-22.1b")
    if "producers" in found and turn_end and north_taken(s):
        return end_game(s, SIDES[UN], "W-22.1c")
    return False


def north_taken(s: KoreanWarState) -> bool:
    """W-22.1c: whether the UN controls all production centers, without Full Intervention and without a Chinese unit on
    the map."""
    rules = s.rules
    if s.track[CHINESE] == FULL or rules.producers & ~s.controlled(UN):
        return False
    return not any(rules.nation[u] == "ccf" for u in s.present(COMMUNIST))


def end_game(s: KoreanWarState, winner: str | None, rule: str) -> bool:
    """End the game with a winner, or a draw, by a rule; return that it has ended."""
    s.log(rule, "game_over", n=total(s))
    s.set_frames((Over(winner, rule),))
    return True


def judge(s: KoreanWarState) -> None:
    """End the game with the level that the points reach."""
    found = level(s)
    end_game(s, None if found.winner == "draw" else found.winner, s.rules.victory_rule)


def next_turn(s: KoreanWarState) -> bool:
    """W-3.I1: begin the next turn and return whether there is one."""
    if s.turn == s.rules.last_turn:
        judge(s)
        return False
    s.tell(TURN, s.turn + 1)
    return True
