"""What is fixed while a game is played: a title with its scenario, options, rulings and charts, its units and board."""

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from parallel38.engine.charts import Charts
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Draw, Frame, Refusal, Resign
from parallel38.engine.maps import Board
from parallel38.engine.modules import Score, Shown, Statistics
from parallel38.engine.orders import StandingOrder
from parallel38.engine.previews import Note
from parallel38.engine.reports import Arrow, Casualty, Face, Fight, Goal, Group, LuckSample, Overlay, Track
from parallel38.engine.sequence import Phase, Sequence, part_key
from parallel38.engine.state import Cells, Change, Event, State
from parallel38.engine.texts import FEW, Texts
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import CELLS, Action, Intent, Names, from_plain
from parallel38.hexgrid import Region


class Ruleset:
    """A title with everything chosen. Subclasses add the board and the units of their game."""

    sides: ClassVar[tuple[str, ...]]
    """The names of the two sides."""
    point: ClassVar[int] = 1
    """Movement is counted in so many parts of a point, so that fractions are whole numbers."""
    tracks: ClassVar[tuple[str, ...]] = ()
    flag_names: ClassVar[tuple[str, ...]] = ()
    mark_kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of markers that may lie on the map."""
    frames: ClassVar[dict[str, type[Frame]]] = {}
    verbs: ClassVar[dict[str, type[Action]]] = {"resign": Resign, "draw": Draw}
    """The actions by their words; these two belong to every game."""
    battle_phases: ClassVar[tuple[str, ...]] = ("combat",)
    """The phases in which the attacks of a player turn are made, without the side before them."""
    main_verbs: ClassVar[dict[Intent, str]] = {}
    """The verb with which units usually go, and the one with which they usually strike, by intent; for players that
    know no particular game, and for lists of units that have not moved."""
    state_class: ClassVar[type[State]] = State
    sequence_rule: ClassVar[str] = ""
    """The rule that says what may be done when: cited when an action comes at the wrong time."""

    score: ClassVar[Score]
    statistics: ClassVar[Statistics]
    shown: ClassVar[Shown]
    """The game's modules that say how it stands, what became of its units, and what a player is shown."""

    named_tracks: dict[str, tuple[str, ...]] = {}
    """The tracks whose values have names, with the names from 0 on; files have the names, whatever their order."""
    bit_tracks: dict[str, tuple[str, ...]] = {}
    """The tracks whose bits have names, such as cities that a side holds, with the names from the lowest bit on."""

    standing_orders: ClassVar[dict[str, StandingOrder]] = {}
    """What a side may order beforehand, by name."""

    sequence: tuple[Phase, ...] = ()
    """The outline of a usual turn."""
    turns: tuple[str, ...] = ()
    """The calendar: the turns by their printed names."""

    board_id: str
    """The id of the scenario's board, see `Title.boards`."""
    board: Board
    land: Region
    """The hexes that are neither sea nor out of play."""
    holds_ground: list[bool]
    """Of each unit whether the hex in which it stands is held by its side; ships hold nothing, for instance."""

    def __init__(self, title: Title, setting: Setting, names: Names, side_of: list[int], charts: Charts) -> None:
        self.title, self.setting, self.names, self.side_of, self.charts = title, setting, names, side_of, charts
        self.units_of = tuple([u for u, side in enumerate(side_of) if side == i] for i in range(len(self.sides)))
        self.track_number = {name: i for i, name in enumerate(self.tracks)}
        self.cited = title.cites.get(setting.edition, {})
        self._cells = {column: Cells(self, column) for column in self.state_class.COLUMNS}

    notable: ClassVar[tuple[str, ...]] = ()
    """Flags and tracks that a player wants to hear of when asking how an action can turn out."""

    @property
    def idle_charts(self) -> frozenset[str]:
        """The charts in which nothing is looked up as this game is set: those of other editions or readings."""
        return frozenset()

    quiet: ClassVar[tuple[str, ...]] = ()
    """Events that a short account of the other side's turn leaves out."""

    benchmarks: ClassVar[dict[str, Callable[[Any], Any]]] = {}
    """What `bench` measures besides what all games have: a name such as "supply_us", and what to do with a Game."""

    def outline(self, s: Any) -> tuple[Phase, ...]:
        """The outline of the turn in play: the usual one, unless a game knows turns that differ."""
        return self.sequence

    def orders_in(self, s: Any) -> dict[str, StandingOrder]:
        """The standing orders that matter in a game, by name: usually all."""
        return self.standing_orders

    def start(self) -> State:
        """The state when play begins."""
        raise NotImplementedError

    def check(self, s: Any) -> None:
        """Raise BadInputError if a position from a file is impossible; `bounds` looks at what holds in any game."""

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """The ids of the rules in the booklet."""
        return frozenset(rule["id"] for rule in self.title.rule_ids())

    def cite(self, rule: str) -> str:
        """The rule of the edition in play that says what a rule says which shared code names."""
        return self.cited.get(rule, rule)

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
        return self.turns[s.turn - 1]

    def phase_key(self, s: Any) -> str:
        """The text key of the phase in play."""
        bottom = s.frames[0]
        return f"phase.{bottom.phase}" if isinstance(bottom, Sequence) else "phase.over"

    def part_key(self, s: Any) -> str:
        """The text key of the part of the turn in play; empty if turns have no parts."""
        return part_key(s.frames)

    def weighed(self, s: Any) -> str:
        """The weight of units that stacks show now: the one that the phase in play needs, empty for the first one."""
        bottom, outline = s.frames[0], self.outline(s)
        here = bottom.place(outline) if isinstance(bottom, Sequence) else -1
        return outline[here].weight if here >= 0 else ""

    def sees(self, s: Any, side: str | None, unit: int) -> bool:
        """Whether a side may know where a unit is and what state it is in; None looks on from outside."""
        return True

    def unit_values(self, unit: int) -> str:
        """What a counter shows, such as strength and movement."""
        raise NotImplementedError

    def odds_of(self, column: str) -> Fraction:
        """Attacking factors for each defending factor in a column of the combat table; 0 if it is not about odds."""
        return Fraction(0)

    def hex_keys(self, h: int) -> list[str]:
        """What is in a hex, as text keys: terrain, road, railway."""
        raise NotImplementedError

    def shown_tracks(self, s: Any) -> Iterator[Track]:
        """The figures of the moment that a player wants to see: the turn, and what the game counts."""
        yield Track("turn", Note("track.of", {"n": s.turn, "most": len(self.turns)}))
        yield from self.shown.tracks(s)

    def look(self) -> dict[str, Any]:
        """How the game is drawn: colours, signs and lettering, from its data; edition and scenario say which."""
        raise NotImplementedError

    def face(self, s: Any, unit: int) -> Face:
        """What a unit's counter shows now."""
        return self.shown.face(s, unit)

    def unit_notes(self, s: Any, units: Iterable[int]) -> dict[int, list[Note]]:
        """What a list of units tells of them besides their counters: supply, the points that they have left."""
        return {}

    def holders(self, s: Any) -> dict[int, str]:
        """The hexes whose possession is worth a flag, each with the side that holds it."""
        return {}

    def occupied(self, s: Any) -> dict[str, Region]:
        """The hexes that each side holds."""
        return {side: s.held_by(i) for i, side in enumerate(self.sides)}

    def zones(self, s: Any) -> dict[str, Region]:
        """The hexes in each side's zone of control, for a map."""
        return {}

    def arrows(self, s: Any) -> list[Arrow]:
        """What is set and not yet carried out, from hex to hex."""
        return self.shown.arrows(s)

    def fight(self, s: Any, action: Action | None, events: list[Event]) -> Fight | None:
        """The fight that an action in a state was about, with its result if these events tell one."""
        return self.shown.fight(s, action, events)

    # ---------------------------------------------------------------------------- the account of a game, see `account`

    casualty_kinds: ClassVar[tuple[str, ...]] = ("lost", "returned")
    """What can become of a unit in this game, in the order in which it is told."""
    loss_kinds: ClassVar[tuple[str, ...]] = ("lost",)
    """Those of them that are losses, of whole units or of steps."""

    def casualties(self, changes: list[Change]) -> Iterator[Casualty]:
        """What became of units in these changes, which belong to one action."""
        return iter(self.statistics.casualties(self, changes))

    def luck_samples(self, before: Any, after: Any, roll: Any, dice: tuple[int, ...]) -> list[LuckSample]:
        """What dice were worth: the state that waited for them, and the one just after they fell."""
        return self.statistics.luck_samples(before, after, roll, dice)

    def standing(self, s: Any) -> dict[str, int]:
        """The figures by which the game is going; `standing.NAME` is a text."""
        return self.score.standing(s)

    def goals(self, s: Any) -> list[Goal]:
        """What each side would win by, and how far it has come."""
        return list(self.score.goals(s))

    def verdict(self, s: Any) -> tuple[str, dict[str, Any]]:
        """The winner if the game ends as it stands, why and by how much, as a text key with arguments."""
        return self.score.verdict(s)

    def ahead(self, s: Any) -> str | None:
        """The side that would win if the game ended as it stands; None in a tie."""
        return None if self.verdict(s)[0] == "verdict.tie" else self.sides[self.lead(s) < 0]

    def lead(self, s: Any) -> int:
        """By how much the first of `sides` would win if the game ended as it stands; below 0 the other would."""
        return self.score.lead(s)

    overlays: dict[str, Callable[[Any, int], Overlay]] = {}
    """What can be laid over the map for a side, by name; the look of the game says for which sides and how."""

    def strikes(self, action: Action) -> bool:
        """Whether an action is an attack."""
        return action.verb() == self.main_verbs.get("strike")

    def struck(self, s: Any, action: Action) -> int | None:
        """The hex that an attack is at; None if the action is no attack on a hex."""
        return getattr(action, "hex", None)

    def range_of(self, s: Any, unit: int) -> Overlay:
        """Where a unit could go if it were its turn."""
        return self.shown.reach(s, unit)

    def hex_facts(self, s: Any, h: int) -> list[Note]:
        """What a player wants to know about a hex."""
        return list(self.shown.hex_facts(s, h))

    def forces(self, s: Any) -> list[Group]:
        """The units of both sides by where they are: on the map, to come, away, dead."""
        return list(self.shown.forces(s))

    def texts(self, language: str, brief: bool = False, few: int = FEW) -> Texts:
        """The texts of this game in a language; brief ones say names of places, and of formations with more than a few
        units."""
        cited, edition = self.cited, self.setting.edition
        return Texts(language, self.title.package, self.names, self.point, cited, edition, self if brief else None, few)

    def group_of(self, unit: int) -> tuple[str, str]:
        """The text keys of a unit's formation and of the number of such units in it; empty if it has none."""
        return "", ""

    def formation(self, unit: int) -> str:
        """A word that units share which a player takes in hand together, such as those of one army."""
        return self.sides[self.side_of[unit]]

    def place_name(self, h: int) -> str:
        """The name of the place in a hex, if the map shows one."""
        name = self.board.place_at(h)
        return name if name and name not in self.look().get("unmarked", ()) else ""

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
        """A cell's value as files have it: a place, flags by name, the name of a track's value, or the number."""
        if column == "where":
            return self.names.place(value)
        if column == "flags":
            return _bits_text(self.flag_names, value)
        track = self.tracks[i] if column == "track" else ""
        if track in self.named_tracks:
            return self.named_tracks[track][value]
        return _bits_text(self.bit_tracks[track], value) if track in self.bit_tracks else str(value)

    def cell_value(self, column: str, i: int, text: str) -> int:
        """The value of a cell that files have as `text`."""
        if column == "where":
            return self.names.place_code(text)
        if column == "flags":
            return _bits_value(self.flag_names, text, "unknown_flag")
        track = self.tracks[i] if column == "track" else ""
        if track in self.bit_tracks:
            return _bits_value(self.bit_tracks[track], text, "bad_value")
        if track in self.named_tracks:
            if text not in self.named_tracks[track]:
                raise BadInputError("bad_value", value=text)
            return self.named_tracks[track].index(text)
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


def _bits_text(names: tuple[str, ...], value: int) -> str:
    """The names of the bits that are set, joined."""
    return "+".join(name for i, name in enumerate(names) if value >> i & 1)


def _bits_value(names: tuple[str, ...], text: str, refusal: str) -> int:
    """The number whose bits are named in a text; `refusal` is the text key for a name that there is not."""
    value = 0
    for word in text.split("+") if text else ():
        if word not in names:
            raise BadInputError(refusal, name=word, value=text, names=names)
        value |= 1 << names.index(word)
    return value
