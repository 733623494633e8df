"""The Mobile War's data files: map, units, scenarios, charts and arrivals, options and rulings, the list of rules."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache, partial
from typing import Any

from parallel38.engine.titles import Choice
from parallel38.wargame.files import GameFiles

FILES = GameFiles("parallel38.games.mobile_war")
BOARD = "korea"
"""The id of the board."""
table, board, weights, fears = FILES.table, partial(FILES.board, BOARD), FILES.weights, FILES.fears
_FIRST_WEEK = date(1950, 6, 25)


def charts() -> dict[str, Any]:
    """Every chart and the turn record. K-CRT-1: with the order of the results in the combat tables."""
    return FILES.charts("charts.toml", "arrivals.toml")


@cache
def units() -> tuple[dict[str, Any], ...]:
    """Every counter, one row each: a whole before its parts, kinds in the order in which their counters come."""
    return tuple(unit for row in table("units.toml")["units"] for unit in _counters(row))


def _counters(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The counters that a row of the file stands for: one with its regiments, or a number of them."""
    if "count" in row:
        for n in range(1, row["count"] + 1):
            yield _counter(row, f"{row['id']}-{n}", f"{row['designation']} {n}", row["kind"])
        return
    yield _counter(row, row["id"], row["designation"], row["kind"], row.get("part_of"))
    for part in row.get("parts", ()):
        kinds = table("units.toml")["kinds"]
        kind = kinds[row["kind"]]["made_of"][0]
        nation = row.get("nation", kinds[kind]["nation"])
        yield _counter(row, f"{nation}-{part}/{row['designation']}", part, kind, row["id"])


def _counter(row: dict[str, Any], name: str, designation: str, kind: str, whole: str | None = None) -> dict[str, Any]:
    """One counter: what it shows, what it belongs to, and where each figure comes from."""
    common = table("units.toml")["kinds"][kind]
    basis = [text for text in (common.get("basis"), row.get("basis")) if text]
    return {
        "id": name,
        "kind": kind,
        **{key: common[key] for key in ("side", "size", "type", "strength", "movement")},
        "nation": row.get("nation", common["nation"]),
        "designation": designation,
        **({"part_of": whole} if whole else {}),
        "prov": {**common["prov"], "designation": row["prov"]},
        "source": common["source"],
        **({"basis": "; ".join(basis)} if basis else {}),
    }


def scenario(name: str) -> dict[str, Any]:
    """A scenario; one that begins as another has that one's set-up, boxes and counts."""
    found = table("scenarios.toml")["scenarios"]
    return {**found.get(found[name].get("begins_as"), {}), **found[name]}


def turns(name: str) -> range:
    """The turns of a scenario, by their numbers in the whole war."""
    periods = [table("scenarios.toml")["periods"][period] for period in scenario(name)["periods"]]
    return range(periods[0]["first"], periods[-1]["last"] + 1)


def specials(name: str) -> dict[str, frozenset[int]]:
    """The rules that hold in some turns of a scenario only, with these turns, by their numbers in the whole war."""
    rows = table("scenarios.toml")["specials"]
    return {row["rule"]: frozenset(row["turns"]) for row in rows if name in row["scenarios"]}


def week(turn: int) -> date:
    """The Sunday that a turn's week begins with, by the number of the turn in the whole war.

    >>> week(52).isoformat()
    '1951-06-17'
    """
    return _FIRST_WEEK + timedelta(weeks=turn - 1)


def choices(kind: str) -> tuple[Choice, ...]:
    """The options (kind "option") or the rulings ("ruling").

    K-VAR-X1: what-ifs that contradict each other are not chosen together. K-VAR-X2: nor one whose turns a scenario
    does not have.
    """
    return FILES.choices(kind, scenarios_rule="K-VAR-X2", excludes_rule="K-VAR-X1")
