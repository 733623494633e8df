"""The rules of the small title: the sides take turns to step and to fire; the side in the town wins."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, ClassVar

from parallel38.engine.chance import Roll, Throw
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Obstacle, Over, Refusal, Stopped
from parallel38.engine.previews import Note
from parallel38.engine.reports import Casualty, Face, Fight, Figure, Goal, Overlay
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.sequence import Phase
from parallel38.engine.sequence import Sequence as Outline
from parallel38.engine.state import Change, Event, State
from parallel38.engine.titles import Setting, Title
from parallel38.engine.values import Action, End, Intent, SideName
from parallel38.wargame.placing import Placing, Put
from parallel38.wargame.roster import forces
from parallel38.wargame.ruleset import WargameRuleset
from tests.games.small import FILES
from tests.games.small.firing import FIRED, MOVED, PINNED, REDUCED, Fire, Firing, Shot, power


class Step(Put, frozen=True):
    """A unit steps into a hex. Written `step UNIT 0102`."""

    intent = "go"


class Stepping(Placing, frozen=True):
    """A side steps with its units."""

    action_type: ClassVar[type[Put]] = Step
    side: SideName

    def owner(self) -> str:
        """The side whose units step."""
        return self.side

    def due(self, s: Any) -> Sequence[int]:
        """The units that have not stepped and are not pinned."""
        return [u for u in s.present(s.rules.sides.index(self.side)) if not s.flags[u] & (MOVED | PINNED)]

    def obstacles(self, s: Any, unit: int) -> tuple[Obstacle, ...]:
        """Hexes that are too far away, hexes with units, and the sea."""
        rules, near = s.rules, 1 << s.where[unit]
        for _ in range(rules.charts["steps"]["foot", "hexes"]):
            near |= rules.grid.around(near)
        taken = s.held_by(0) | s.held_by(1)
        return (
            Obstacle(rules.rule("1.2"), "too_far", rules.grid.all & ~near),
            Obstacle(rules.rule("9.1"), "taken", taken),
            Obstacle(rules.rule("9.1"), "no_land", rules.grid.all & ~rules.land),
        )

    def not_due(self, s: Any, unit: int) -> Iterator[Refusal]:
        """Why a unit may not step now."""
        if unit not in self.due(s):
            yield Refusal(s.rules.rule("1.2"), "not_due", {"unit": unit}, (unit,))

    def put(self, s: Any, unit: int, h: int) -> None:
        """Step."""
        s.move(unit, h)
        s.flag(unit, MOVED)
        s.log(s.rules.rule("1.2"), "stepped", unit=unit, hex=h)


def face(s: Any, unit: int) -> Face:
    """The counter of a unit."""
    rules = s.rules
    return Face(
        side=rules.sides[rules.side_of[unit]],
        nation=rules.nation[unit],
        size=rules.size[unit],
        type=rules.kind[unit],
        name=rules.designation[unit],
        figures=(
            Figure(str(power(s, unit)), "bottom-left", changed=bool(s.flags[unit] & REDUCED)),
            Figure("2", "bottom-middle"),
            Figure(str(rules.movement[unit]), "bottom-right"),
        ),
        weights=(("strength", Fraction(power(s, unit))), ("movement", Fraction(rules.movement[unit]))),
        steps=(1 if s.flags[unit] & REDUCED else 2, 2),
        back=bool(s.flags[unit] & REDUCED),
        states=tuple(name for i, name in enumerate(rules.flag_names) if s.flags[unit] >> i & 1),
    )


def fight(s: Any, action: Action | None, events: list[Event]) -> Fight | None:
    """A shot, with what the dice brought; the red die of the second edition is told in words only."""
    shot = s.frames[-2] if len(s.frames) > 1 else None
    if not isinstance(shot, Shot):
        return None
    told = {event.text for event in events}
    code = "hit" if told & {"lost", "reduced"} else "pin" if "pinned" in told else "-"
    side, victims = s.rules.side_of[shot.unit], s.stacks(1 - s.rules.side_of[shot.unit])[shot.target]
    harm = "all" if "lost" in told else "none" if code == "-" else "some"
    hurt = (s.rules.sides[1 - side],) if code != "-" else ()
    note = Note(f"result.{code}")
    return Fight(s.rules.sides[side], (shot.unit,), shot.target, tuple(victims), "", code, note, harm, hurt)


def casualties(rules: Any, changes: Iterable[Change]) -> Iterator[Casualty]:
    """The units that were lost."""
    for column, unit, _, new in changes:
        if column == "where" and new == rules.names.box("lost"):
            yield Casualty("lost", unit, rules.size[unit], rules.strength[unit])


def lead(s: Any) -> int:
    """By how many of its units in places blue is ahead."""
    towns = sum(1 << h for h in s.rules.board.places.values())
    return sum(1 - 2 * side for side in (0, 1) for u in s.present(side) if towns >> s.where[u] & 1)


def standing(s: Any) -> dict[str, int]:
    """The lead of blue."""
    return {"lead": lead(s)}


def goals(s: Any) -> Iterator[Goal]:
    """The towns that each side is in, beside all towns."""
    towns = sum(1 << h for h in s.rules.board.places.values())
    for side, name in enumerate(s.rules.sides):
        n = (towns & s.held_by(side)).bit_count()
        rule = s.rules.rule("1.1")
        yield Goal("towns", name, Note("goal.of", {"n": n, "need": 1}), Note("goal.towns.wanted", {}, rule), n > 0)


def verdict(s: Any) -> tuple[str, dict[str, Any]]:
    """The side that is ahead."""
    return ("verdict.ahead", {"side": s.rules.sides[lead(s) < 0]}) if lead(s) else ("verdict.tie", {})


class SmallRuleset(WargameRuleset):
    """The rules of the small title as chosen for one game."""

    sides = ("blue", "red")
    files = FILES
    boxes = ("out", "lost")
    terrain_names = {"c": "clear", "r": "rough", "~": "sea"}
    told_sections = ("hilltop", "trail")
    tracks = ("turn",)
    flag_names = ("moved", "fired", "reduced", "pinned")
    frames = {frame.__name__: frame for frame in (Over, Stopped, Outline, Roll, Stepping, Firing, Shot)}
    verbs: ClassVar[dict[str, type[Action]]] = Ruleset.verbs | {a.verb(): a for a in (End, Throw, Step, Fire)}
    main_verbs: ClassVar[dict[Intent, str]] = {"go": "step", "strike": "fire"}
    casualty_kinds = ("lost",)
    score = SimpleNamespace(standing=standing, goals=goals, verdict=verdict, lead=lead)  # type: ignore[assignment]
    statistics = SimpleNamespace(casualties=casualties, luck_samples=lambda *given: [])  # type: ignore[assignment]
    shown = SimpleNamespace(  # type: ignore[assignment]
        face=face,
        arrows=lambda s: [],
        fight=fight,
        reach=lambda s, unit: Overlay(),
        tracks=lambda s: (),
        hex_facts=lambda s, h: (),
        forces=lambda s: forces(s, lambda s, side: (), ("out",)),
    )

    def __init__(self, title: Title, setting: Setting) -> None:
        self.rows = [row for row in FILES.table("units.toml")["units"] if setting.scenario in row["at"]]
        self.rows = [row for row in self.rows if setting.edition in row.get("editions", title.editions)]
        super().__init__(title, setting, self.rows, FILES.charts(f"charts-{setting.edition}.toml"))
        self.turns = ("one", "two", "three")
        self.letter = {"first": "A", "second": "B"}[setting.edition]
        self.holds_ground = [True] * len(self.rows)
        self.sequence_rule = self.rule("1.1")  # type: ignore[misc]
        parts = ("",) if setting.edition == "first" else ("morning", "evening")
        self.sequence = tuple(phase for part in parts for side in self.sides for phase in self._phases(side, part))

    def _phases(self, side: str, part: str) -> tuple[Phase, ...]:
        """The phases of a side in a part of the turn. The stack's figure is what the phase needs."""
        rule = self.rule("1.1")
        return (
            Phase(f"{side}_steps", rule, lambda s: s.push(Stepping(side)), side, part=part, weight="movement"),
            Phase(f"{side}_fires", rule, lambda s: s.push(Firing(side)), side, part=part, weight="strength"),
        )

    def outline(self, s: Any) -> tuple[Phase, ...]:
        """The phases of the turn: in the second edition the last turn has no evening."""
        short = s.turn == len(self.turns)
        return tuple(phase for phase in self.sequence if not (short and phase.part == "evening"))

    def rule(self, number: str) -> str:
        """The id of a rule in the edition that is played."""
        return f"{self.letter}-{number}"

    def start(self) -> State:
        """The units where the scenario has them."""
        s = State(self)
        for unit, row in enumerate(self.rows):
            s.move(unit, self.grid.hex(row["at"][self.setting.scenario]))
        s.tell(0, 1)
        s.frames = (Outline(self.sequence[0].key, self.sequence[0].part),)
        self.sequence[0].begin(s)
        s.journal.clear()
        s.forget()
        return s

    def check(self, s: Any) -> None:
        """One unit stands in a hex, on land, and a shot has a target."""
        places = [s.where[unit] for unit in range(len(self.rows)) if s.on_map(unit)]
        if len({*places}) < len(places) or any(not self.land >> h & 1 for h in places):
            raise BadInputError("bad_position", name="units")
        for frame in s.frames:
            if isinstance(frame, Shot) and not s.held_by(1 - self.side_of[frame.unit]) >> frame.target & 1:
                raise BadInputError("bad_position", name="Shot.target")

    def next_turn(self, s: Any) -> bool:
        """Begin the next turn; after the last the side that is ahead wins."""
        if s.turn == len(self.turns):
            s.set_frames((Over(self.sides[lead(s) < 0] if lead(s) else None, self.rule("9.2")),))
            return False
        for unit in range(len(self.rows)):
            s.flag(unit, MOVED | FIRED | PINNED, on=False)
        s.tell(0, s.turn + 1)
        return True

    def unit_values(self, unit: int) -> str:
        """Strength and movement."""
        return f"{self.strength[unit]}-{self.movement[unit]}"
