"""What speaks for decisions that follow from no plan: a fire, an attack, a retreat, a loss, a replacement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parallel38.engine.previews import Note
from parallel38.engine.values import Action, End
from parallel38.games.forgotten_war.players import tactics
from parallel38.games.forgotten_war.players.survey import Survey
from parallel38.games.forgotten_war.rules import (
    advance,
    close_combat,
    firing,
    mortars,
    outlook,
    readiness,
    replacements,
    reserves,
    targets,
    turn_end,
)
from parallel38.games.forgotten_war.state import SIDES, UN, ForgottenWarState
from parallel38.players.plans import decisive
from parallel38.wargame.retreating import Retreat

Weights = Mapping[str, float]


def fire(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """The chances of a fire against the target that it is aimed at; why guns are kept, when the phase ends."""
    frame: firing.Firing = s.top  # type: ignore[assignment]
    if isinstance(action, firing.Fire):
        aims = action.targets or targets.aims(s, action.unit, action.mode, action.hex)
        found = [outlook.fates(s, action.unit, action.mode, u) for u in aims]
        hit = max(float(1 - one["missed"] - one["stands"]) for one in found)
        args = {"unit": action.unit, "hex": action.hex, "n": round(100 * hit)}
        yield Note("reason.shoot_stack" if len(aims) > 1 else "reason.shoot", args, "F-5.4.A1")
    elif isinstance(action, End) and frame.phase != "defensive" and s.rules.battle.indirect_defence:
        kept = tuple(Survey(s, SIDES.index(frame.side), w).batteries(SIDES.index(frame.side)))
        if kept:
            yield Note("reason.keep", {"units": kept}, "F-11.A")


def assault(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """The differential of a close combat, and what it costs both sides on the average."""
    if isinstance(action, close_combat.Assault):
        side = s.rules.side_of[action.units[0]]
        foes = close_combat.defenders(s, 1 - side, action.hex)
        more = close_combat.strength(s, action.units) - close_combat.strength(s, foes)
        drm = sum(one.drm for one in close_combat.modifiers(s, side, action.hex, action.units))
        own, their = outlook.mean_steps(s, more, drm)
        args = {"hex": action.hex, "units": action.units, "odds": format(more, "+d")}
        yield Note("reason.melee", {**args, "own_factors": f"{own:.1f}", "their_factors": f"{their:.1f}"}, "F-13.5.A")


def retreat(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """Why a unit stands, or what speaks most for the hex that it goes to."""
    frame: Any = s.top
    if isinstance(action, End):
        yield Note("reason.stand", {"unit": frame.unit, "hex": frame.hex}, "F-5.7.b")
    elif isinstance(action, Retreat):
        survey, end = Survey(s, SIDES.index(frame.side), w), action.path[-1]
        ends = {way[-1] for way in frame.ways(s, frame.unit)} - {end}
        if not frame.must:
            ends |= {frame.hex}
        rivals = [tactics.refuge(survey, frame.unit, h) for h in ends]
        why = decisive(tactics.refuge(survey, frame.unit, end), rivals)
        if why:
            yield Note("reason.why", {"hex": end, "why_key": f"why.{why}"}, "F-5.7.1.A")


def share(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """That the step costs least there, if there is a choice."""
    if isinstance(action, close_combat.Lose) and len(s.top.givers(s)) > 1:  # type: ignore[attr-defined]
        yield Note("reason.cheapest", {"unit": action.unit}, "F-13.6.C")


def go_in(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """Whether the hex is worth the fire that falls on it."""
    frame: advance.Advancing = s.top  # type: ignore[assignment]
    text = "reason.go_in" if isinstance(action, advance.Advance) else "reason.stay_out"
    yield Note(text, {"unit": frame.unit, "hex": frame.hex}, "F-5.8.A")


def replace(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """Which unit comes back where."""
    if isinstance(action, replacements.Replace):
        yield Note("reason.replace", {"unit": action.unit, "hex": action.hex}, "F-6.2")


def ready(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """What fires hardest of what has targets."""
    if isinstance(action, readiness.Ready):
        yield Note("reason.ready", {"unit": action.unit}, "F-8.2.A")


def assign(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """Which formation has more enemies beside it; or that every mortar is where it should be."""
    if isinstance(action, mortars.Assign):
        frame: mortars.Assigning = s.top  # type: ignore[assignment]
        key = s.rules.regiment_key(SIDES.index(frame.side), action.formation)
        yield Note("reason.assign", {"unit": action.unit, "formation_key": key}, "F-6.3.C")


def call(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """What the optional battalion would cost."""
    if isinstance(action, End):
        n = len(reserves.optional(s))
        yield Note("reason.no_call", {"n": s.rules.halves_for["naktong_optional"] * n // 2}, "F-16.4.8c")


def deploy(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """Where the plan of the program has units."""
    yield Note("reason.deploy", {}, "F-3.0.a")


def withdraw(s: ForgottenWarState, w: Weights, action: Action) -> Iterator[Note]:
    """The points that a withdrawal brings; what closing the airstrip saves; which units are still needed."""
    frame: turn_end.Withdrawing = s.top  # type: ignore[assignment]
    if isinstance(action, turn_end.Withdraw):
        n = turn_end.withdrawal(s, action.unit)[1]
        yield Note("reason.withdraw", {"unit": action.unit, "n": n}, "F-14.2.1.1.C")
    elif isinstance(action, turn_end.Close):
        yield Note("reason.close_strip", {"n": s.rules.halves_for["chosin_strip_without_garrison"] // 2}, "F-14.2.2.B")
    elif s.rules.strip:
        yield Note("reason.keep_strip", {}, "F-14.2.3.A")
    elif any(turn_end.withdrawal(s, u)[1] for u in frame.able(s)) and s.present(UN):
        yield Note("reason.stay_on", {}, "F-14.2.1.1.A")
