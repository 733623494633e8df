"""19.5 Soviet intervention: divisions of the Far East with their armor."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.flow import Refusal
from parallel38.engine.previews import Branch, Note
from parallel38.games.korean_war.data import PROVINCES
from parallel38.games.korean_war.rules import faces, tension
from parallel38.games.korean_war.rules.engagement import Part
from parallel38.games.korean_war.state import ATOMIC, SOVIETS, SOVIETS_TURN, TENSION, UN, KoreanWarState

NATION = "soviet"
NORTH_EAST = "hamgyong_pukto"
ORDER = ("soviets_come", "soviets_stay")


def figure(s: KoreanWarState, name: str) -> int:
    """A figure of the Soviet intervention."""
    return s.rules.charts["soviet"]["intervention", name]


def against(s: KoreanWarState) -> Iterator[Refusal]:
    """Why Soviet intervention cannot be rolled for. W-19.5a: at a high Global Tension or after an atomic weapon, once a
    turn."""
    if s.track[SOVIETS]:
        yield Refusal("W-19.5b", "soviets_in", {})
    elif s.track[SOVIETS_TURN] == s.turn:
        yield Refusal("W-19.5a", "soviets_tried", {})
    elif s.track[TENSION] < figure(s, "tension") and not s.track[ATOMIC]:
        yield Refusal("W-19.5a", "soviets_calm", {"n": figure(s, "tension")})


def modifiers(s: KoreanWarState) -> list[Part]:
    """W-19.5a: what modifies the die: tension above the level that is needed, UN units in the north-east."""
    found: list[Part] = []
    above = s.track[TENSION] - figure(s, "tension")
    if above > 0:
        found.append(Part("tension", above * figure(s, "tension_each"), "W-19.5a"))
    if s.posts(UN) & s.rules.provinces[PROVINCES.index(NORTH_EAST)]:
        found.append(Part("north_east", figure(s, "in_the_north_east"), "W-19.5a"))
    return found


def come(s: KoreanWarState, die: int) -> bool:
    """W-19.5a: whether a die brings the Soviets."""
    return die + sum(part.die for part in modifiers(s)) >= figure(s, "succeeds_from")


def table(s: KoreanWarState) -> Branch:
    """The chances of Soviet intervention."""
    note = Note("preview.soviets", {}, "W-19.5a")
    return faces.branch(note, ORDER, lambda die: ORDER[0 if come(s, die) else 1])


def begin(s: KoreanWarState) -> None:
    """W-19.5b: all divisions are ready, the first of them each with an armor asset, and Global Tension rises."""
    rules = s.rules
    s.tell(SOVIETS, 1)
    divisions = [u for u in rules.of_kind["soviet_div"] if s.in_box(u, "out")]
    for unit in divisions:
        s.move(unit, rules.names.box("siberia"))
    for unit, tank in zip(divisions, rules.of_kind["soviet_armor"], strict=False):
        if s.in_box(tank, "out"):
            s.move(tank, rules.names.with_unit(unit))
    s.log("W-19.5b", "soviets_ready", n=len(divisions))
    tension.add(s, figure(s, "adds_tension"), "W-19.5b")
