"""Operations other than activations: build-up and amalgamation."""

from __future__ import annotations

from parallel38.engine.values import Action
from parallel38.games.korean_war.players.options import Options
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import reorganization
from parallel38.games.korean_war.rules.operations import Operating
from parallel38.games.korean_war.state import KoreanWarState

Choice = tuple[float, Action]


def reorganize(s: KoreanWarState, frame: Operating, survey: Survey, options: Options) -> Choice | None:
    """The best build-up or amalgamation with what it is worth; None if there is none."""
    found: list[Choice] = []
    for offer in reorganization.offers(s, frame):
        if offer.verb == "break":
            continue
        actions = [offer.action] if offer.action is not None else [*offer.domain.actions()]
        for action in actions:
            if isinstance(action, reorganization.Build):
                found.append((_built(survey, action), action))
            elif isinstance(action, reorganization.Amalgamate):
                found.append((_merged(survey, action), action))
    found = [choice for choice in found if choice[0] > 0]
    return max(found, key=lambda choice: choice[0], default=None)


def _built(survey: Survey, action: reorganization.Build) -> float:
    """What a division is worth more than its three regiments: it attacks and moves as one."""
    s, w = survey.s, survey.w
    kind = reorganization.built_kind(s, action.units)
    if kind is None or not s.on_map(action.units[0]):
        return 0.0
    apart = len({s.where[u] for u in action.units}) - 1
    return w["build"] - w["apart"] * apart


def _merged(survey: Survey, action: reorganization.Amalgamate) -> float:
    """What an amalgamation is worth: steps beyond three are lost."""
    s, w = survey.s, survey.w
    wasted = sum(s.rules.steps[u] for u in action.units) - reorganization.THREE
    return w["merge"] - wasted * survey.ground.step[action.units[0]] * survey.matter
