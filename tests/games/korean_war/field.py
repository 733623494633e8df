"""Set up a situation of The Korean War in a line or two."""

from typing import Any

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.korean_war import TITLE
from tests.games.field import at, ends, flags, number, play, said, where, why

__all__ = (
    "cell",
    "chances",
    "ends",
    "field",
    "flags",
    "marks",
    "new",
    "number",
    "play",
    "said",
    "segment",
    "track",
    "where",
    "whole",
    "why",
)

SECOND = "second_action"


def new(scenario: str = "invasion", seed: int = 1, **options: str) -> Game:
    """A game from its beginning."""
    return Game(TITLE.make(TITLE.setting(None, scenario, options)), dice=Dice.seed(seed))


def field(
    units: dict[str, str],
    *,
    side: str = "un",
    turn: int = 4,
    scenario: str = "defeat_into_victory",
    phase: str = "operations",
    part: str = SECOND,
    frame: dict[str, Any] | None = None,
    dice: list[int] | None = None,
    marks: list[str] | None = None,
    left: int = 4,
    passed: tuple[str, ...] = (),
    options: dict[str, str] | None = None,
    rulings: dict[str, str] | None = None,
    charts: dict[str, Any] | None = None,
    **tracks: Any,
) -> Game:
    """A game with these units ("NK-6 fatigued start=4412" by place), in which a side has operations left.

    `frame`: another frame than that of the Operations Segment. Depots are given as "DEPOT-UN-1 value=2 spent=1".
    """
    usual = {
        "kind": "Operating",
        "side": side,
        "rolled_for": True,
        "left": left,
        "done": False,
        "passed": list(passed),
        "unit": None,
        "ap": 0,
        "fought": [],
        "bonus": False,
    }
    frames = [{"kind": "Sequence", "phase": phase, "part": part}, frame or usual]
    setting = {"scenario": scenario, "options": options, "rulings": rulings, "charts": charts}
    return at(TITLE, units, frames, {"turn": turn, **tracks}, dice=dice, marks=marks, **setting)


def whole(units: dict[str, str], **more: Any) -> Game:
    """A game of the advanced game with these units and its lowest levels, if no others are given."""
    return field(units, **{"scenario": "whole_war", "rules_of_engagement": 1, "mobilization": 1, **more})


def segment(phase: str, kind: str, units: dict[str, str] | None = None, part: str = "", **more: Any) -> Game:
    """The advanced game in a segment that is decided by a frame with these fields."""
    fields = {name: more.pop(name) for name in ("side", "matters", "declared", "done", "rolling") if name in more}
    frame = {"kind": kind, **fields}
    return whole(units or {"0928": "US-25", "5608": "NK-10"}, phase=phase, part=part, frame=frame, **more)


def cell(game: Game, column: str, unit: str) -> int:
    """A unit's number in a column."""
    return getattr(game.state, column)[number(game, unit)]


def track(game: Game, name: str) -> int:
    """A number of the whole game."""
    return game.state.track[game.state.rules.tracks.index(name)]


def marks(game: Game) -> set[str]:
    """The markers on the map in words."""
    return {game.state.rules.mark_text(mark) for mark in game.state.marks}


def chances(game: Game, action: str) -> dict[str, float]:
    """The results that a preview of an action shows, each with its chance."""
    found = game.state.top.preview(game.state, game.parse(action))
    return {result.key: float(result.chance) for result in found.outcomes} if found else {}
