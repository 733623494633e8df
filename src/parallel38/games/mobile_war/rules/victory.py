"""Victory conditions: the level that each side has reached, and which side is ahead."""

from __future__ import annotations

from typing import Any

from parallel38.engine.flow import Over
from parallel38.engine.trace import trace
from parallel38.games.mobile_war.state import COMMUNIST, ENTERED, SIDES, UN, MobileWarState
from parallel38.hexgrid import Region

LEVELS = ("none", "marginal", "tactical", "strategic")


def level(s: MobileWarState, side: int) -> int:
    """The highest level of victory whose conditions a side meets: from 0 for none to 3 for strategic.

    The rows of the scenario name their rules: of the Invasion K-VIC-1a, K-VIC-1b, K-VIC-1c, K-VIC-1d, K-VIC-1e,
    K-VIC-1f; of the Intervention K-VIC-2a, K-VIC-2b, K-VIC-2c, K-VIC-2d, K-VIC-2e, K-VIC-2f; of the Stalemate K-VIC-3a,
    K-VIC-3b, K-VIC-3c, K-VIC-3d, K-VIC-3e, K-VIC-3f; of the Campaign K-VIC-4a, K-VIC-4b, K-VIC-4c, K-VIC-4d, K-VIC-4e,
    K-VIC-4f.
    """
    best = 0
    for row in s.rules.victory:
        if row["side"] == SIDES[side] and all(holds(s, side, condition) for condition in row["all"]):
            trace("K-" + row["source"])
            best = max(best, LEVELS.index(row["level"]))
    return best


def next_rule(s: MobileWarState, side: int) -> str:
    """The rule of the level above the one that a side has now; if it has the highest, the rule of that."""
    rows = [(LEVELS.index(row["level"]), row["source"]) for row in s.rules.victory if row["side"] == SIDES[side]]
    return "K-" + next((source for n, source in sorted(rows) if n > level(s, side)), max(rows)[1])


def holds(s: MobileWarState, side: int, condition: dict[str, Any]) -> bool:
    """Whether a condition of victory holds for a side.

    K-VIC-6a: the side that was last in a town occupies it. K-VIC-6b: a port is held if Communists were never in it.
    """
    match condition["kind"]:
        case "last_to_occupy":
            return all(s.was_last(side, place) for place in condition["places"])
        case "no_enemy":
            return not s.held_by(1 - side) & area(s, condition["area"])
        case _:
            ports = (name for name in s.rules.board.ports if name in s.rules.watched)
            return any(not s.track[ENTERED] >> s.rules.watched.index(name) & 1 for name in ports)


def area(s: MobileWarState, name: str) -> Region:
    """The hexes of an area that a victory condition names."""
    return s.rules.land if name == "korea" else s.rules.board.areas[name] & s.rules.land


def judge(s: MobileWarState) -> None:
    """Judge victory. K-SEQ-4: after the second player's last movement. K-VIC-5: the higher level wins, else a tie."""
    un, communist = level(s, UN), level(s, COMMUNIST)
    winner = None if un == communist else SIDES[UN if un > communist else COMMUNIST]
    args = {"un_key": "level." + LEVELS[un], "communist_key": "level." + LEVELS[communist]}
    s.log("K-VIC-5", "victory" if winner else "tie", **args, **({"side": winner} if winner else {}))
    s.set_frames((Over(winner, "K-VIC-5"),))
