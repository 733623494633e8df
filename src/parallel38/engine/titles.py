"""The board games as titles: what can be chosen before play, and how a ruleset is made from the choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

from parallel38.engine.errors import BadInputError
from parallel38.engine.previews import Note
from parallel38.engine.trace import trace

if TYPE_CHECKING:
    from parallel38.engine.ruleset import Ruleset


class Choice(msgspec.Struct, frozen=True):
    """An option (an optional rule) or a ruling (a named reading of an unclear rule) with its possible values."""

    name: str
    values: tuple[str, ...]
    default: str
    rule: str
    rests_on: str = ""
    scenarios: tuple[str, ...] = ()
    """The scenarios in which it matters; empty for all. In another one an option keeps its default."""
    editions: tuple[str, ...] = ()
    """The editions that have it; empty for all. In another one it keeps its default."""
    excludes: tuple[str, ...] = ()
    """The others beside which only the default may be chosen."""
    scenarios_rule: str = ""
    excludes_rule: str = ""
    """The rules that say so; empty for its own rule."""


class Scenario(msgspec.Struct, frozen=True):
    """A beginning that can be chosen, with the board on which it is played."""

    name: str
    board: str
    """The id of the board: the name of a folder in `data/boards`."""
    editions: tuple[str, ...] = ()
    """The editions that have it; empty for all."""


class Setting(msgspec.Struct, frozen=True):
    """What is chosen before play: the head of every record and position."""

    game: str
    edition: str
    scenario: str
    options: dict[str, str] = {}
    rulings: dict[str, str] = {}
    charts: dict[str, Any] = {}
    """Figures of a player's own, in place of ours: chart, row, column, value."""


class Title(msgspec.Struct, frozen=True):
    """One of the board games: what can be chosen, and how its rules are made from the choice."""

    name: str
    package: str
    editions: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    make: Callable[[Setting], Ruleset]
    options: tuple[Choice, ...] = ()
    rulings: tuple[Choice, ...] = ()
    rule_ids: Callable[[], list[dict[str, Any]]] = list
    """The rules of the booklet, as `data/rules.toml` lists them."""
    captain: Callable[[str, str, Mapping[str, float] | None], Any] | None = None
    """A computer player of a level for a side, with other weights if some are given."""
    weights: Callable[[str], Mapping[str, tuple[float, float, float]]] = lambda side: {}
    """What the computer players of a side weigh: each weight with its value, the least and the most it may be."""
    became: Callable[[Any, Sequence[Any]], Iterable[Note]] = lambda course, told: ()
    """What became of what a computer player said, as a player turn that was played shows it."""
    cites: Mapping[str, Mapping[str, str]] = {}
    """By edition: what it cites in place of a rule that code shared by editions names."""
    earlier: Mapping[str, dict[str, Any]] = {}
    """Figures as they were before a version, by that version: chart, row, column, value."""

    def figures(self, program: str) -> dict[str, Any]:
        """The figures in which a version differed from this one: what it began goes on with them.

        What is no version of ours tells nothing, so nothing differs.
        """
        found: dict[str, Any] = {}
        if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4}){2}", program):
            return found
        for version, charts in sorted(self.earlier.items(), key=lambda item: _version(item[0]), reverse=True):
            if _version(program) < _version(version):
                found = merged(found, charts)
        return found

    @property
    def scenario_names(self) -> tuple[str, ...]:
        """The names of all scenarios."""
        return tuple(scenario.name for scenario in self.scenarios)

    @property
    def boards(self) -> tuple[str, ...]:
        """The ids of the boards, in the order of the scenarios that are played on them."""
        return tuple(dict.fromkeys(scenario.board for scenario in self.scenarios))

    def board_of(self, scenario: str) -> str:
        """The id of the board on which a scenario is played."""
        return next(one.board for one in self.scenarios if one.name == scenario)

    def played_on(self, board: str) -> Scenario:
        """The first of the scenarios that are played on a board."""
        if board not in self.boards:
            raise BadInputError("unknown_board", name=board, names=self.boards)
        return next(scenario for scenario in self.scenarios if scenario.board == board)

    def board_file(self, board: str, name: str) -> bytes | None:
        """What is in a file of a board's folder; None if the board has no such file."""
        file = resources.files(self.package).joinpath("data", "boards", self.played_on(board).board, name)
        return file.read_bytes() if file.is_file() else None

    def scenarios_of(self, edition: str) -> tuple[str, ...]:
        """The names of the scenarios that an edition has."""
        return tuple(one.name for one in self.scenarios if _has(one, edition))

    def editions_of(self, scenario: str) -> tuple[str, ...]:
        """The editions that have a scenario."""
        return tuple(edition for edition in self.editions if scenario in self.scenarios_of(edition))

    def rules_of(self, edition: str) -> list[dict[str, Any]]:
        """The rows of `data/rules.toml` that belong to an edition."""
        return [rule for rule in self.rule_ids() if rule["edition"] == edition]

    def setting(
        self,
        edition: str | None = None,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        charts: dict[str, Any] | None = None,
    ) -> Setting:
        """The chosen setting, checked; what is not chosen gets its default.

        Without an edition it is the first that has the scenario, without a scenario the first that the edition has.
        """
        if not isinstance(charts or {}, dict):
            raise BadInputError("bad_position", name="charts")
        if scenario is not None:
            _one_of("scenario", scenario, self.scenario_names)
        edition = _one_of("edition", edition, self.editions if edition or not scenario else self.editions_of(scenario))
        possible = self.scenarios_of(edition)
        if scenario is not None and scenario not in possible:
            raise BadInputError("scenario_misfit", name=scenario, edition=edition, names=possible)
        scenario = scenario or possible[0]
        chosen, read = _choices("option", self.options, options), _choices("ruling", self.rulings, rulings)
        _check_edition("option_edition", edition, self.options, chosen)
        _check_edition("ruling_edition", edition, self.rulings, read)
        _check_fit(scenario, self.options, chosen)
        return Setting(self.name, edition, scenario, chosen, read, charts or {})


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Two tables of tables in one; where both have an entry, that of the second counts."""
    found = dict(under)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(found.get(key), dict)
        found[key] = merged(found[key], value) if both else value
    return found


def _one_of(what: str, chosen: str | None, possible: Sequence[str]) -> str:
    if chosen is None:
        return possible[0]
    if chosen not in possible:
        raise BadInputError(f"unknown_{what}", name=chosen, names=possible, n=len(possible))
    return chosen


def _choices(what: str, known: Sequence[Choice], chosen: Mapping[str, str] | None) -> dict[str, str]:
    by_name = {choice.name: choice for choice in known}
    for name, value in (chosen or {}).items():
        if name not in by_name:
            raise BadInputError(f"unknown_{what}", name=name, names=sorted(by_name))
        if value not in by_name[name].values:
            raise BadInputError(f"bad_{what}", name=name, value=value, names=by_name[name].values)
    return {choice.name: (chosen or {}).get(choice.name, choice.default) for choice in known}


def _has(one: Choice | Scenario, edition: str) -> bool:
    """Whether an edition has a scenario, an option or a ruling."""
    return not one.editions or edition in one.editions


def _check_edition(key: str, edition: str, known: Sequence[Choice], chosen: Mapping[str, str]) -> None:
    """Refuse values other than the default for options or rulings that the edition does not have; `key` says so."""
    for choice in known:
        if chosen[choice.name] != choice.default and not _has(choice, edition):
            raise BadInputError(key, name=choice.name, edition=edition, names=choice.editions)


def _check_fit(scenario: str, known: Sequence[Choice], chosen: Mapping[str, str]) -> None:
    """Options that do not fit the scenario, or each other, are refused."""
    taken = {choice.name: choice for choice in known if chosen[choice.name] != choice.default}
    for name, choice in taken.items():
        if choice.scenarios and scenario not in choice.scenarios:
            rule = choice.scenarios_rule or choice.rule
            trace(rule)
            raise BadInputError("option_misfit", name=name, rule=rule, scenario=scenario, names=choice.scenarios)
        for other in choice.excludes:
            if other in taken:
                rule = choice.excludes_rule or choice.rule
                trace(rule)
                raise BadInputError("options_apart", name=name, other=other, rule=rule)
