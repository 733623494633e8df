"""Special rules of the single games: rules that are suspended or added in their first turns."""

from parallel38.engine.trace import trace
from parallel38.games.mobile_war.state import ENTERED, SHOCK, MobileWarState


def holds(s: MobileWarState, rule: str) -> bool:
    """Whether a special rule of some turns of some games holds in this week.

    K-CMP-7: in the Campaign those of the Invasion end with it.
    """
    weeks = s.rules.special_weeks.get(rule, ())
    if weeks and s.rules.setting.scenario == "campaign" and s.week > s.rules.last_week["invasion"]:
        trace("K-CMP-7")
    return s.week in weeks


def invasion_turn(s: MobileWarState) -> int:
    """The turn by the numbers of the Invasion Game; 0 when that is over."""
    return s.week if s.week <= s.rules.last_week["invasion"] else 0


def shock_turns(s: MobileWarState) -> int:
    """How many turns the shock lasts that is declared in the Campaign."""
    return s.rules.charts["campaign"]["shock_turns", "number"]


def shocked(s: MobileWarState) -> bool:
    """Whether the rules for the shock of the Chinese intervention hold (the Intervention's special rules 1 to 4).

    K-CMP-6e: in the Campaign for three turns from the one in which it is declared.
    """
    declared = s.track[SHOCK]
    if declared:
        trace("K-CMP-6e")
    return holds(s, "K-SGV-1") or 0 < declared <= s.turn < declared + shock_turns(s)


def shock_turn(s: MobileWarState) -> tuple[int, int] | None:
    """Which turn of the shock this is, and of how many; None if there is none."""
    if not shocked(s):
        return None
    weeks = sorted(s.rules.special_weeks.get("K-SGV-1", ()))
    if s.week in weeks:
        return weeks.index(s.week) + 1, len(weeks)
    return s.turn - s.track[SHOCK] + 1, shock_turns(s)


def communists_supplied(s: MobileWarState) -> bool:
    """Whether Communists need no supply (K-SUP-J). K-SGI-1: in the Invasion's first turns, K-SGV-1: in the shock."""
    if holds(s, "K-SGI-1") and s.rules.setting.rulings["invasion-supply"] == "four-turns":
        trace("K-SGI-1", "K-SUP-J")
        return True
    if shocked(s):
        trace("K-SGV-1", "K-SUP-J")
        return True
    return False


def seoul_feeds(s: MobileWarState) -> bool:
    """Whether Seoul supplies the South Koreans. K-SGI-2c: in the Invasion, until the Communists first take it."""
    if not holds(s, "K-SGI-2c"):
        return False
    taken = bool(s.track[ENTERED] >> s.rules.watched.index("Seoul") & 1)
    if taken:
        trace("K-SGI-2c")
    return not taken


def early_rail(s: MobileWarState) -> bool:
    """K-MOV-J4: whether Communist supply units go faster by rail, in the first turns of the Invasion."""
    return holds(s, "K-MOV-J4")


def zones_free(s: MobileWarState, phase: str) -> bool:
    """K-SGV-2: whether leaving a zone is free, in the first movement phases of the shock (K-MOV-P)."""
    free = phase == "first" and shocked(s)
    if free:
        trace("K-SGV-2", "K-MOV-P")
    return free


def mountains_open(s: MobileWarState, phase: str, unit: int) -> bool:
    """K-SGV-4: whether a unit pays one point for wholly rough hexes: Chinese in the shock's second phases (K-MOV-P)."""
    opened = phase == "second" and shocked(s) and s.rules.nation[unit] == "CN"
    if opened:
        trace("K-SGV-4", "K-MOV-P")
    return opened
