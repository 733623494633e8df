"""The Forgotten War's data files: three boards, units and markers, charts, the list of rules."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from parallel38.wargame.files import GameFiles

FILES = GameFiles("parallel38.games.forgotten_war")
BATTLES = ("naktong", "chosin", "chipyongni")
"""The battles; each has a board of its name."""
COMMUNIST = ("nkpa", "ccf")
"""The nations of the Communist side."""
board, table, look = FILES.board, FILES.table, FILES.look


def charts() -> dict[str, Any]:
    """Every chart, what the counters print among them."""
    return FILES.charts("charts.toml")


@cache
def units(battle: str) -> tuple[dict[str, Any], ...]:
    """Every counter of a battle, one row each, in the order of its file; air, mortar and barrage markers come last."""
    rows = table(f"units-{battle}.toml")
    found = [unit for row in rows["units"] for unit in _counters(row)]
    return (*found, *(_counter(row, row["id"], {}) for row in rows["markers"]))


def _counters(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The counters that a row stands for: the platoons of a company, or of several numbered companies."""
    if "companies" not in row:
        yield from _platoons(row, row["id"], {})
        return
    first, last = row["companies"]
    for n in range(first, last + 1):
        own = {"company": str(n), "battalion": str((n + 2) // 3)}
        if n % 3 == 0 and "third" in row:
            own["figures"] = row["third"]
        yield from _platoons(row, f"{n}/{row['regiment']}", own)


def _platoons(row: dict[str, Any], name: str, own: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The counters of a company, numbered if there are several."""
    if "count" not in row:
        yield _counter(row, name, own)
        return
    first = row.get("first", 1)
    for n in range(first, first + row["count"]):
        yield _counter(row, f"{name}-{n}", own)


def _counter(row: dict[str, Any], name: str, own: dict[str, Any]) -> dict[str, Any]:
    """One counter: what it is, where and when it comes, and where that is known from."""
    kind = table("units.toml")["types"][row["type"]]
    whole = {**row, **own}
    return {
        "id": name,
        "designation": name.partition("-")[0] if "count" in row else name,
        "side": row.get("side") or ("communist" if row["nation"] in COMMUNIST else "un"),
        "size": row.get("size", kind.get("size", "platoon")),
        "class": kind["class"],
        "turn": row.get("turn", 1),
        "way": row.get("way", "setup"),
        "at": tuple(row.get("at", ())),
        **{key: whole.get(key, "") for key in TEXTS},
        **{flag: kind.get(flag, False) for flag in FLAGS},
        **{key: tuple(row.get(key, ())) for key in ("assign", "serves")},
        **{key: row.get(key, False) for key in ("optional", "dug_in")},
        "free": row.get("free", 1),
        "prov": {key[5:]: word for key, word in row.items() if key.startswith("prov_")},
        "source": row["source"],
    }


TEXTS = ("nation", "force", "division", "regiment", "battalion", "company", "type", "figures", "calibre")
TEXTS += ("vp", "withdrawal", "of")
"""What a counter has in words; nothing where it does not apply."""
FLAGS = ("infantry", "steady", "support", "armoured", "tank", "aaaaw", "artillery", "train", "area")
"""What the type of a counter says of it: `steady` has no -1 on the coloured die (5.3.2), fire of `area` strikes all."""
