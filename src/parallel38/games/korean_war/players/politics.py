"""Decisions of the advanced game: UN commitment, declarations, Chinese and Soviet divisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from parallel38.engine.previews import Note
from parallel38.engine.values import Action, End
from parallel38.games.korean_war.players.ground import FAR
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import calling, coming, commitment, entering, tension
from parallel38.games.korean_war.rules.operations import Operating
from parallel38.games.korean_war.rules.tension import LEVELS
from parallel38.games.korean_war.state import COMMUNIST, MOBILIZATION, SIDES, UN, KoreanWarState
from parallel38.hexgrid import bits

W = Mapping[str, float]
DICE = 10
BRINGS = {"mobilization": 12.0, "rules_of_engagement": 8.0}
"""What a level is worth, in factors, that brings no units of its own."""
ALWAYS = ("limited", "full")
"""What the Communists declare whenever they may."""


def _risk(s: KoreanWarState) -> float:
    """The levels by which Global Tension rises on the average with the levels of commitment as they are."""
    total = tension.destabilization(s)
    return sum(tension.rise(s, total, die) for die in range(DICE)) / DICE


def _brings(s: KoreanWarState, v: Survey, action: commitment.Commit) -> float:
    """What a level of commitment is worth: the units that it brings before the game is over."""
    units = commitment.expected(s, action.track, action.level, s.track[MOBILIZATION])
    come = sum(v.ground.worth(s, unit) for unit, _, turn, _ in units if not coming.late(s, turn))
    return BRINGS.get(action.track, 0.0) + come


def commit(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """The level that brings most for the tension that it risks; none that risks more than it brings."""
    frame: commitment.Committing = s.top  # type: ignore[assignment]
    v, now = Survey(s, UN, w), _risk(s)
    best: tuple[float, Action] | None = None
    for offer in frame.offers(s):
        action = offer.action
        if isinstance(action, commitment.Commit):
            after = s.copy()
            after.tell(LEVELS[action.track], action.level)
            value = _brings(after, v, action) - w["tension"] * (_risk(after) - now)
            if value > 0 and (best is None or value > best[0]):
                best = (value, action)
    return best[1] if best else End()


def why_commit(s: KoreanWarState, w: W, action: object) -> Iterator[Note]:
    """Why a level is declared: what it brings is worth the tension."""
    if isinstance(action, commitment.Commit):
        yield Note("reason.commit", {"track_key": "track." + action.track, "n": action.level}, "W-18.5a")


def declare(s: KoreanWarState, w: W, rng: Random, thorough: bool) -> Action | None:
    """The Chinese come as soon as they may; the Nationalists are called if the UN is much the weaker side; nothing else
    is declared."""
    frame: calling.Declaring = s.top  # type: ignore[assignment]
    for offer in frame.offers(s):
        action = offer.action
        if not isinstance(action, calling.Declare):
            continue
        if action.what in ALWAYS:
            return action
        if action.what == "nationalists" and Survey(s, UN, w).balance() < w["desperate"]:
            return action
    return End()


def choices(s: KoreanWarState, frame: Operating, v: Survey) -> Iterator[tuple[float, Action]]:
    """Placements of Chinese and Soviet divisions, as near to the enemy as they can come, with what they are worth."""
    if frame.side != SIDES[COMMUNIST] or frame.unit is not None or not s.rules.political:
        return
    for nation in entering.BOXES.values():
        units = entering.ready(s, nation)
        region = entering.hexes(s, units[0]) if units else 0
        if region:
            far = v.enemy_distances()
            h = min(bits(region), key=lambda h: (far.get(h, FAR), h))
            yield v.w["enter"], entering.Enter(units[0], h)
