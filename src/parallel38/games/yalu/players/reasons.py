"""A commander's plan in words: what it tries, where, and which dangers it sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parallel38.engine.previews import Note
from parallel38.games.yalu import data
from parallel38.games.yalu.players.attacks import PlannedAttack
from parallel38.games.yalu.players.communist import CommunistPlan
from parallel38.games.yalu.players.un import UnPlan
from parallel38.players.fears import Post, worst

MOST = 3
"""The largest number of attacks and of cuts that are mentioned."""


def of_communist_plan(plan: CommunistPlan, posts: list[Post]) -> Iterator[Note]:
    """The Communist plan in words."""
    if plan.alarmed:
        yield Note("reason.hungry", {"n": plan.unsupplied}, "D-5.2.2")
    yield from _attacks(plan.attacks)
    cuts = {round(worth): (unit, h) for unit, h, worth in plan.cuts}  # of cuts with equal worth, one is mentioned
    for worth, (unit, h) in sorted(cuts.items(), reverse=True)[:MOST]:
        yield Note("reason.cut_off", {"unit": unit, "hex": h, "n": max(1, worth)}, "D-5.1.2")
    if plan.enough and plan.posts and not plan.alarmed:
        yield Note("reason.guard", {"hex": plan.posts[0], "last_hex": plan.posts[-1]}, "D-20.2")
    elif not plan.attacks and not plan.cuts and not plan.alarmed:
        yield Note("reason.march", {}, "D-20.1")
    yield from _fears(plan, posts, "communist")


def of_un_plan(plan: UnPlan, posts: list[Post]) -> Iterator[Note]:
    """The UN's plan in words."""
    gaps = len(plan.gaps())
    manned = tuple(h for h in plan.line.posts if plan.manned(h))
    if manned:
        text = "reason.line" if not gaps else "reason.gaps" if gaps < len(manned) else "reason.strongpoints"
        yield Note(text, {"hexes": manned, "n": gaps or len(manned)}, "D-8.1.1")
        why = plan.line.why(*manned)
        if why:
            yield Note("reason.why_line", {"why_key": f"why.{why}"}, "D-8.1.1")
    if plan.broken_down is not None:
        yield Note("reason.apart", {"unit": plan.broken_down}, "D-9.3.3.2")
    yield from _attacks(plan.attacks)
    if plan.aboard:
        yield Note("reason.sail", {"units": tuple(sorted(plan.aboard))}, "D-9.3.5.1")
    if plan.cuts:
        yield Note("reason.strangle", {"hexes": tuple(plan.cuts)}, "D-20.2")
    yield from _fears(plan, posts, "un")
    lost = tuple(plan.stranded())
    if lost:
        yield Note("reason.stranded", {"units": lost}, "D-5.3.2")


def _attacks(attacks: Sequence[PlannedAttack]) -> Iterator[Note]:
    """The most valuable attacks, the best first."""
    for attack in sorted(attacks, key=lambda b: -b.value)[:MOST]:
        args = {
            "hex": attack.target,
            "odds": attack.odds,
            "units": attack.units,
            "target_units": attack.aims,
            "n": attack.price,
        }
        how = attack.manner if attack.price or attack.manner != "supplied" else "free"
        yield Note(f"reason.{how}{'' if attack.exits else '_ring'}", args, "D-10.3.3")


def _fears(plan: CommunistPlan | UnPlan, posts: list[Post], side: str) -> Iterator[Note]:
    """The posts that are most likely to be lost, each with the strongest reason to be there all the same."""
    for chance, h in worst(posts, data.fears(side)):
        yield Note("reason.fear", {"hex": h, "n": round(100 * chance)}, "D-10.2.1")
        why = plan.why(h)
        if why:
            yield Note("reason.why", {"hex": h, "why_key": f"why.{why}"}, "D-10.2.1")
