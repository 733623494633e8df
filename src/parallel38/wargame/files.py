"""The data files of a game: boards, units, charts, options and rulings, weights of computer players, rules."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from parallel38.engine.maps import Board
from parallel38.engine.titles import Choice, merged


class GameFiles:
    """The files in the folder `data` of a game's package. Each is read once, when it is first needed."""

    def __init__(self, package: str) -> None:
        self.package = package

    def text(self, name: str) -> str:
        """The text of a file."""
        return _text(self.package, name)

    def table(self, name: str) -> dict[str, Any]:
        """The content of a TOML file."""
        return _table(self.package, name)

    def board(self, id_: str) -> Board:
        """The board whose map is in the folder `boards/<id>`."""
        return _board(self.package, id_)

    def look(self, id_: str) -> dict[str, Any]:
        """How the game is drawn on a board: `look.toml` of the game, and over it that of the board if it has one."""
        return _look(self.package, id_)

    def charts(self, *names: str) -> dict[str, Any]:
        """The charts of several TOML files together, by name."""
        return {chart: rows for name in names for chart, rows in self.table(name).items()}

    def choices(self, kind: str, **rules: str) -> tuple[Choice, ...]:
        """The options (kind "option") or the rulings ("ruling").

        `rules` may say which rules refuse an option that does not fit (`scenarios_rule`, `excludes_rule`).
        """
        return tuple(
            Choice(
                name=row["name"],
                values=tuple(row["values"]),
                default=row["default"],
                rule=row["rule"],
                rests_on=row.get("rests_on", ""),
                scenarios=tuple(row.get("scenarios", ())),
                editions=tuple(row.get("editions", ())),
                excludes=tuple(row.get("excludes", ())),
                **rules,
            )
            for row in self.table("options.toml")[kind]
        )

    def weights(self, side: str) -> dict[str, tuple[float, float, float]]:
        """The weights of the computer players of a side: each with its value, the least and the most it may be."""
        return {name: (row["value"], *row["range"]) for name, row in self.table("weights.toml")[side].items()}

    def fears(self, side: str) -> dict[str, float]:
        """How much each fact about a post of a side speaks for its loss, as weights of a logistic regression."""
        return self.table("fears.toml")[side]

    def rules(self) -> list[dict[str, Any]]:
        """Every rule of the booklet: id, chapter, edition, and whether it only defines something."""
        return self.table("rules.toml")["rules"]


@cache
def _text(package: str, name: str) -> str:
    return resources.files(package).joinpath("data", name).read_text(encoding="utf-8")


@cache
def _table(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(_text(package, name))


@cache
def _board(package: str, id_: str) -> Board:
    return Board(_text(package, f"boards/{id_}/map.txt"))


@cache
def _look(package: str, id_: str) -> dict[str, Any]:
    own = f"boards/{id_}/look.toml"
    found = resources.files(package).joinpath("data", own).is_file()
    return merged(_table(package, "look.toml"), _table(package, own) if found else {})
