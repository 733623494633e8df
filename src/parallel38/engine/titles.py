"""The board games as titles: what can be chosen before play, and how a ruleset is made from the choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    excludes: tuple[str, ...] = ()
    """The others beside which only the default may be chosen."""
    scenarios_rule: str = ""
    excludes_rule: str = ""
    """The rules that say so; empty for its own rule."""


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
    scenarios: tuple[str, ...]
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

    def setting(
        self,
        edition: str | None = None,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        charts: dict[str, Any] | None = None,
    ) -> Setting:
        """The chosen setting, checked; what is not chosen gets its default."""
        if not isinstance(charts or {}, dict):
            raise BadInputError("bad_position", name="charts")
        edition = _one_of("edition", edition, self.editions)
        scenario = _one_of("scenario", scenario, self.scenarios)
        chosen = _choices("option", self.options, options)
        _check_fit(scenario, self.options, chosen)
        return Setting(self.name, edition, scenario, chosen, _choices("ruling", self.rulings, rulings), charts or {})


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
