"""The Korean War's data files: board, units, charts and arrivals, scenarios, options and rulings, the list of rules."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from parallel38.engine.charts import Value
from parallel38.wargame.files import GameFiles

FILES = GameFiles("parallel38.games.korean_war")
BOARD = "korea"
"""The id of the board."""
SOUTHERN = ("kyonggi", "kangwon_namdo", "chungchong", "cholla", "kyongsang_pukto", "kyongsang_namdo")
NORTHERN = ("hwanghae", "pyongan_namdo", "pyongan_pukto", "chagang")
NORTHERN += ("kangwon_pukto", "hamgyong_namdo", "yanggang", "hamgyong_pukto")
PROVINCES = SOUTHERN + NORTHERN
"""The provinces south and north of the 38th Parallel; each is a region of the map."""
PHASES = tuple(f"{turn}-{phase}AP" for turn in range(1, 13) for phase in (1, 2))[1:]
"""The Action Phases of the whole war; turn 1 has only the second (16.2)."""
BOX = "box"
"""In set-ups: the FEC GHQ Reserve Box."""
table, board, look = FILES.table, partial(FILES.board, BOARD), partial(FILES.look, BOARD)


def charts() -> dict[str, Any]:
    """Every chart: what the counters print, tables, arrivals, and the figures of the advanced game."""
    return FILES.charts("charts.toml", "arrivals.toml", "advanced.toml")


def advanced() -> frozenset[str]:
    """The names of the charts of the advanced game."""
    return frozenset(table("advanced.toml"))


@cache
def units() -> tuple[dict[str, Any], ...]:
    """Every counter, one row each, in the order of the file; replacement units come last, by kind.

    `values` are the figures that the counter prints, as the charts have them before a player lays others over them.
    """
    rows = table("units.toml")
    found = [unit for row in rows["units"] for unit in _counters(row)]
    return (*found, *(unit for name, kind in rows["kinds"].items() for unit in _replacements(name, kind)))


def scenario(name: str) -> dict[str, Any]:
    """A scenario; one that begins as another has that one's set-up and control."""
    found = table("scenarios.toml")["scenarios"]
    other = found[found[name].get("begins_as", name)]
    return {**found[name], **{key: other[key] for key in ("setup", "control")}}


def scenarios() -> tuple[str, ...]:
    """The names of the scenarios, the advanced game last."""
    return tuple(table("scenarios.toml")["scenarios"])


@cache
def setup(name: str) -> tuple[tuple[str, str, str], ...]:
    """Who is where at the start: unit, hex or box, and for an asset the unit that it is assigned to.

    A replacement unit that stands for a division is the first of its kind that is not in use.
    """
    kinds = {row["id"]: row["kind"] for row in units()}
    spare: dict[str, list[str]] = {}
    for row in units():
        spare.setdefault(row["kind"], []).append(row["id"])
    found: list[tuple[str, str, str]] = []
    for side in ("un", "communist"):
        for row in scenario(name)["setup"][side]:
            unit = spare[f"{kinds[row['unit']]}_{row['as']}"].pop(0) if "as" in row else row["unit"]
            found.append((unit, row["at"], ""))
            found += ((asset, row["at"], unit) for asset in row.get("assets", ()))
    return tuple(found)


def _counters(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The counters that a row of the file stands for: one, or a number of them."""
    if "count" not in row:
        yield _counter(row, row["id"], row["kind"])
        return
    for n in range(1, row["count"] + 1):
        yield _counter(row, f"{row['id']}-{n}", row["kind"])


def _replacements(name: str, kind: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The replacement units of divisions of a kind: first those of two steps, then those of one."""
    for size in ("rpl2", "rpl1"):
        for n in range(1, kind.get(size, 0) + 1):
            row = {"designation": "RPL", "prov": kind["prov"], **{k: kind[k] for k in ("source", "basis") if k in kind}}
            yield _counter(row, f"{kind['rpl_name']}-{size.upper()}-{n}", f"{name}_{size}")


def _counter(row: dict[str, Any], name: str, kind: str) -> dict[str, Any]:
    """One counter: what it is, what it prints, and where its designation and its number are known from."""
    whole, _, replacement = kind.partition("_rpl")
    common = table("units.toml")["kinds"][whole]
    values = _values(kind)
    return {
        "id": name,
        "kind": kind,
        "whole": whole if replacement else "",
        "nation": row.get("nation", common["nation"]),
        **{key: common[key] for key in ("side", "size", "type", "class")},
        "steps": int(replacement) if replacement else common["steps"],
        **{key: "" if replacement else common.get(key, "") for key in ("breaks_into", "enhanced")},
        "designation": row["designation"],
        "army": row.get("army", ""),
        **({"part_of": row["part_of"]} if "part_of" in row else {}),
        "values": values,
        "strength": values.get("attack", values.get("armor", 0)),
        "movement": 12 if common["class"] == "combat" else 0,
        "prov": row["prov"],
        "source": row.get("source", ""),
        "basis": row.get("basis", ""),
    }


def _values(kind: str) -> dict[str, Value]:
    """The figures that a counter of this kind prints, by column of its chart; a depot's are those of its value."""
    found = table("charts.toml")
    for chart in ("combat_values", "armor_values", "support_values", "air_values"):
        if kind in found[chart]:
            columns = next(row for row in found[chart].values() if isinstance(row, dict))
            names = [name for name in columns if name.split("_")[0] not in ("prov", "source", "basis")]
            return {name: found[chart][kind][name] for name in names}
    return {}
