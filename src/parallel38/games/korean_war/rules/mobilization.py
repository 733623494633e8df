"""18.3 US mobilization: amphibious capacity, reconstitution, and the port of Pusan."""

from __future__ import annotations

from parallel38.games.korean_war.rules import formosa
from parallel38.games.korean_war.state import MOBILIZATION, KoreanWarState


def _figure(s: KoreanWarState, column: str) -> int:
    return s.rules.charts["mobilization"][str(s.track[MOBILIZATION]), column]


def capacity(s: KoreanWarState) -> int:
    """W-18.3a: the Amphibious Capacity of a turn, less what an invasion of Formosa takes of it (W-19.1b)."""
    return max(0, _figure(s, "amphibious") + formosa.capacity(s))


def reconstitutes(s: KoreanWarState) -> bool:
    """Whether units reconstitute in the Action Phase in play. W-18.3b: with a low mobilization only in the second."""
    return not s.rules.political or s.rules.phase_name(s).endswith("2AP") or bool(_figure(s, "first_phase"))


def divisions_to_pusan(s: KoreanWarState) -> int:
    """The divisions that may go to Pusan in a Deployment Segment. W-18.3c: more with a high mobilization."""
    return _figure(s, "pusan") if s.rules.political else 1
