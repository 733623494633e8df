"""What is fixed while a game is played: the title, its scenario, options, rulings and charts, its units and board."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from parallel38.engine.charts import Charts
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Draw, Frame, Refusal, Resign
from parallel38.engine.maps import Board
from parallel38.engine.previews import Note
from parallel38.engine.sequence import Phase
from parallel38.engine.state import Cells, Change, State
from parallel38.engine.texts import Texts
from parallel38.engine.trace import trace
from parallel38.engine.values import CELLS, Action, Names, from_plain
from parallel38.hexgrid import Region


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
    """Figures that a player lays over ours: chart, row, column, value."""


class Title(msgspec.Struct, frozen=True):
    """One of the board games: what can be chosen, and how its rules are made from the choice."""

    name: str
    package: str
    editions: tuple[str, ...]
    scenarios: tuple[str, ...]
    make: Callable[[Setting], "Ruleset"]
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
                found = laid_over(found, charts)
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


def laid_over(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Tables of tables, where those of the second count if both have one."""
    found = dict(under)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(found.get(key), dict)
        found[key] = laid_over(found[key], value) if both else value
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


class Face(msgspec.Struct, frozen=True):
    """What a counter shows: the words that a game's look turns into colours and signs, and the figures as they are."""

    side: str
    nation: str
    size: str
    type: str
    name: str
    """The designation, such as 118 or 3/31/7."""
    values: str
    """Strength and movement as they are now."""
    formation: str = ""
    changed: bool = False
    """Whether the figures differ from the printed ones."""
    circled: str = ""
    strength: Fraction = Fraction(0)
    """What the unit adds to its stack."""
    states: tuple[str, ...] = ()
    """Its flags by name."""


class Arrow(msgspec.Struct, frozen=True):
    """Something that one hex is about to do to another, for the drawing: an attack."""

    side: str
    from_hex: int
    to_hex: int
    label: str
    """Shown once on the hex that is aimed at, such as the odds."""
    style: str
    """A word of the game's look."""


class Casualty(msgspec.Struct, frozen=True):
    """What became of a unit, for the account of a game."""

    what: str
    """One of the game's `casualty_kinds`; `account.WHAT` is a text."""
    unit: int
    kind: str
    """Its size in the game's words; `count.KIND` is a text with a plural."""
    strength: int


class LuckSample(msgspec.Struct, frozen=True):
    """What one fall of the dice is worth, for the account of luck."""

    kind: str
    """What was rolled for; `luck.KIND` is a text."""
    side: str
    """Whom a high value serves; empty for nobody."""
    value: int


class Overlay(msgspec.Struct, frozen=True):
    """Something to lay over the map: hexes, lines from hex to hex, short labels, units that stand out."""

    hexes: Region = 0
    lines: tuple[tuple[int, ...], ...] = ()
    labels: dict[int, str] = {}
    units: tuple[int, ...] = ()


class Group(msgspec.Struct, frozen=True):
    """Units of a side that are in the same way at hand or away, each with what is to be said of it."""

    side: str
    note: Note
    units: tuple[tuple[int, Note | None], ...]


class Ruleset:
    """A title with everything chosen. Subclasses add the board and the units of their game."""

    sides: ClassVar[tuple[str, ...]] = ("un", "communist")
    point: ClassVar[int] = 1
    """Movement is counted in so many parts of a point, so that fractions are whole numbers."""
    tracks: ClassVar[tuple[str, ...]] = ()
    flag_names: ClassVar[tuple[str, ...]] = ()
    mark_kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of markers that may lie on the map."""
    frames: ClassVar[dict[str, type[Frame]]] = {}
    verbs: ClassVar[dict[str, type[Action]]] = {"resign": Resign, "draw": Draw}
    """The actions by their words; these two belong to every game."""
    state_class: ClassVar[type[State]] = State
    sequence_rule: ClassVar[str] = ""
    """The rule that says what may be done when: cited when an action comes at the wrong time."""

    sequence: tuple[Phase, ...] = ()
    """The outline of a usual turn."""
    turns: tuple[str, ...] = ()
    """The calendar: the turns by their printed names."""

    board: Board
    land: Region
    """The hexes that are neither sea nor out of play."""

    def __init__(self, title: Title, setting: Setting, names: Names, side_of: list[int], charts: Charts) -> None:
        self.title, self.setting, self.names, self.side_of, self.charts = title, setting, names, side_of, charts
        self.units_of = tuple([u for u, side in enumerate(side_of) if side == i] for i in range(len(self.sides)))
        self.track_number = {name: i for i, name in enumerate(self.tracks)}
        self._cells = {column: Cells(self, column) for column in self.state_class.COLUMNS}

    notable: ClassVar[tuple[str, ...]] = ()
    """Flags and tracks that a player wants to hear of when asking how an action can turn out."""

    quiet: ClassVar[tuple[str, ...]] = ()
    """Events that a short account of the other side's turn leaves out."""

    benchmarks: ClassVar[dict[str, Callable[[Any], Any]]] = {}
    """What `bench` measures besides what all games have: a name such as "supply_us", and what to do with a Game."""

    def outline(self, s: Any) -> tuple[Phase, ...]:
        """The outline of the turn in play: the usual one, unless a game knows turns that differ."""
        return self.sequence

    def start(self) -> State:
        """The state when play begins."""
        raise NotImplementedError

    def check(self, s: Any) -> None:
        """Raise BadInputError if a position that somebody wrote cannot be; `bounds` looks at what holds in any game."""

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """The ids of the rules in the booklet."""
        return frozenset(rule["id"] for rule in self.title.rule_ids())

    def pieces(self, s: Any) -> frozenset[int]:
        """The units that are in the game, wherever they are: on the map, dead, waiting, with another unit.

        Units may come into the game; none ever leaves it.
        """
        out = self.names.grid.size
        return frozenset(u for u, place in enumerate(s.where) if place != out)

    def frame(self, plain: Any) -> Frame:
        """The frame that a file speaks of."""
        return from_plain(self.revised(plain), self.frames, self.names)

    def revised(self, plain: Any) -> Any:
        """A frame that an earlier version wrote, with the kind and the fields of today.

        A game that renames or drops a kind or a field says here what became of it.
        """
        return plain

    def never_now(self, s: Any, action: Action) -> Refusal | None:
        """A rule that closes an action for longer than the phase in play, if there is one."""

    def always(self, s: Any) -> None:
        """See to what must hold at any time; called whenever something has changed, before anybody decides."""

    def turn_name(self, s: Any) -> str:
        """The name of the turn in play, as printed."""
        raise NotImplementedError

    def phase_key(self, s: Any) -> str:
        """The text key of the phase in play."""
        raise NotImplementedError

    def sees(self, s: Any, side: str | None, unit: int) -> bool:
        """Whether a side may know where a unit is and what state it is in; None looks on from outside."""
        return True

    def unit_values(self, unit: int) -> str:
        """What a counter shows, such as strength and movement."""
        raise NotImplementedError

    def hex_keys(self, h: int) -> list[str]:
        """What is in a hex, as text keys: terrain, road, railway."""
        raise NotImplementedError

    def track_texts(self, s: Any, texts: Texts) -> list[tuple[str, str]]:
        """The numbers of the whole game that a player wants to see, as track name and text."""
        return [(name, str(s.track[i])) for i, name in enumerate(self.tracks)]

    def track_rules(self, s: Any) -> dict[str, str]:
        """For some of these, by name, the rule that a player would look up."""
        return {}

    def look(self) -> dict[str, Any]:
        """How the game is drawn: colours, signs and lettering, from its data."""
        raise NotImplementedError

    def face(self, s: Any, unit: int) -> Face:
        """What a unit's counter shows now."""
        raise NotImplementedError

    def holders(self, s: Any) -> dict[int, str]:
        """The hexes whose possession is worth a flag, each with the side that holds it."""
        return {}

    def occupied(self, s: Any) -> dict[str, Region]:
        """The hexes on which each side has units that hold ground."""
        found = dict.fromkeys(self.sides, 0)
        for unit, place in enumerate(s.where):
            if place < self.names.grid.size:
                found[self.sides[self.side_of[unit]]] |= 1 << place
        return found

    def zones(self, s: Any) -> dict[str, Region]:
        """The hexes in each side's zone of control, for a map."""
        return {}

    def arrows(self, s: Any) -> list[Arrow]:
        """What is set and not yet carried out, from hex to hex."""
        return []

    # ---------------------------------------------------------------------------- the account of a game, see `account`

    casualty_kinds: ClassVar[tuple[str, ...]] = ("lost", "returned")
    """What can become of a unit in this game, in the order in which it is told."""

    def casualties(self, changes: list[Change]) -> Iterator[Casualty]:
        """What became of units in these changes, which belong to one action."""
        return iter(())

    def luck_samples(self, before: Any, after: Any, roll: Any, dice: tuple[int, ...]) -> list[LuckSample]:
        """What dice were worth: the state that waited for them, and the one just after they fell."""
        return [LuckSample("dice", "", sum(dice))]

    def standing(self, s: Any) -> dict[str, int]:
        """The figures by which the game is going; `standing.NAME` is a text."""
        return {}

    def verdict(self, s: Any) -> tuple[str, dict[str, Any]]:
        """Who has won if the game ends as it stands, why and by how much, as a text key with arguments."""
        raise NotImplementedError

    def lead(self, s: Any) -> int:
        """By how much the first of `sides` would win if the game ended as it stands; below 0 the other would.

        Counted in what victory is counted by: so much would have to change for another result. Where victory has
        levels, small figures may tell who is nearer to the next one, also in a tie.
        """
        raise NotImplementedError

    overlays: ClassVar[dict[str, Callable[[Any, int], Overlay]]] = {}
    """What can be laid over the map for a side, by name."""

    def range_of(self, s: Any, unit: int) -> Overlay:
        """Where a unit could go if it were its turn."""
        return Overlay()

    def hex_facts(self, s: Any, h: int) -> list[Note]:
        """What a player wants to know about a hex."""
        return []

    def forces(self, s: Any) -> list[Group]:
        """The units of both sides by where they are: on the map, to come, away, dead."""
        return []

    def texts(self, language: str) -> Texts:
        """The texts of this game in a language."""
        return Texts(language, self.title.package, self.names, self.point)

    # ------------------------------------------------------------------------------ cells by name, for files and hashes

    def cells(self, column: str) -> Cells:
        """The fingerprints of a column's cells."""
        return self._cells[column]

    def cell_name(self, column: str, i: int) -> str:
        """The name of a cell: a unit or a track."""
        return self.tracks[i] if column == "track" else self.names.unit(i)

    def cell_number(self, column: str, name: str) -> int:
        """The cell with this name."""
        if column == "track":
            if name not in self.track_number:
                raise BadInputError("unknown_track", name=name, names=self.tracks)
            return self.track_number[name]
        return self.names.unit_number(name)

    def cell_text(self, column: str, i: int, value: int) -> str:
        """A cell's value in words: a place, flags by name, or the number."""
        if column == "where":
            return self.names.place(value)
        if column == "flags":
            return "+".join(name for i, name in enumerate(self.flag_names) if value >> i & 1)
        return str(value)

    def cell_value(self, column: str, i: int, text: str) -> int:
        """The value that such words stand for."""
        if column == "where":
            return self.names.place_code(text)
        if column == "flags":
            value = 0
            for word in text.split("+") if text else ():
                if word not in self.flag_names:
                    raise BadInputError("unknown_flag", name=word, names=self.flag_names)
                value |= 1 << self.flag_names.index(word)
            return value
        if not re.fullmatch(r"-?[0-9]{1,10}", text):
            raise BadInputError("not_a_number", name=text)
        return CELLS.check(int(text))

    def mark_text(self, mark: tuple[str, int, int]) -> str:
        """A marker in words: its kind, its hex, and a number or a second hex."""
        kind, h, more = mark
        second = f" {self.names.place(~more)}" if more < 0 else f" {more}" if more else ""
        return f"{kind} {self.names.place(h)}{second}"

    def mark_value(self, text: str) -> tuple[str, int, int]:
        """The marker that such words stand for. A second hex is kept as its complement, to tell it from a number."""
        kind, _, rest = text.partition(" ")
        first, _, second = rest.partition(" ")
        if kind not in self.mark_kinds or not first:
            raise BadInputError("bad_position", name=text)
        h = self.names.hex_code(first)
        if not second:
            return kind, h, 0
        return kind, h, int(second) if re.fullmatch("[0-9]{1,2}", second) else ~self.names.hex_code(second)
