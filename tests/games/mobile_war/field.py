"""Set up a situation of The Mobile War in a line or two."""

from typing import Any

from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.mobile_war import TITLE, data
from parallel38.hexgrid import bits
from tests.games.field import at, ends, flags, number, play, said, where, why

__all__ = (
    "LAND",
    "RULES",
    "arriving",
    "ends",
    "field",
    "flags",
    "new",
    "number",
    "paid",
    "play",
    "region",
    "said",
    "steps_of",
    "way",
    "where",
    "why",
)

RULES: Any = TITLE.make(TITLE.setting())
"""The rules without options, for looking at map and units."""
LAND = list(bits(RULES.land))


def new(scenario: str = "invasion", seed: int = 1, **options: str) -> Game:
    """A game from its beginning."""
    return Game(TITLE.make(TITLE.setting(None, scenario, options)), dice=Dice.seed(seed))


def field(
    units: dict[str, str],
    *,
    side: str = "un",
    phase: str = "first",
    scenario: str = "invasion",
    turn: int = 12,
    dice: list[int] | None = None,
    marks: list[str] | None = None,
    options: dict[str, str] | None = None,
    rulings: dict[str, str] | None = None,
    charts: dict[str, Any] | None = None,
    frame: dict[str, Any] | None = None,
    **track: Any,
) -> Game:
    """A game with these units ("US-24, NK-6 entrenched" by hex) in a phase: "first", "combat" or "second".

    A frame may be given instead of the phase's own; then any phase may be named, such as "arrivals".
    A division or army comes with the regiments or divisions that are its own, unless they stand elsewhere. Who is out
    of supply is judged as at the beginning of the phase.
    """
    frames = {
        "first": {"kind": "Moving", "side": side, "phase": "first"},
        "second": {"kind": "Moving", "side": side, "phase": "second"},
        "combat": {"kind": "Fighting", "side": side},
    }
    key = f"{side}_{phase}_movement" if phase in ("first", "second") else f"{side}_{phase}"
    top = frame or frames[phase]
    stack = [top] if top["kind"] == "Sequence" else [{"kind": "Sequence", "phase": key}, top]
    chosen = {"scenario": scenario, "rulings": rulings, "options": options, "charts": charts}
    game = at(TITLE, units, stack, {"turn": turn, **track}, dice=dice, marks=marks, fill=_fill, **chosen)
    if frame is None and phase != "combat":
        _judge_supply(game, side)
    return game


def arriving(units: dict[str, str], side: str, **more: Any) -> Game:
    """The situation when a side's units have come: its arrivals phase has just begun."""
    phase = "communist_end" if side == "un" else "un_end"
    turn = more.pop("turn", 12)
    first = data.scenario(more.get("scenario", "invasion"))["first"]
    turn -= first == side  # the phase before it lies in the turn before
    frame = {"kind": "Sequence", "phase": phase}
    game = field(units, side=side, turn=turn, frame=frame, **more)
    return game


def _fill(rules: Any, units: dict[str, list[str]]) -> None:
    """Put the parts of divisions and armies inside them, and the counters that are not used aside."""
    named = {entry.split()[0] for entries in units.values() for entry in entries}

    def fill(whole: int) -> None:
        name, parts = rules.names.unit(whole), [u for u in rules.parts[whole] if rules.names.unit(u) not in named]
        for part in parts:
            units.setdefault(rules.names.place(rules.names.with_unit(whole)), []).append(rules.names.unit(part))
            named.add(rules.names.unit(part))
            fill(part)
        named.add(name)

    for place in [*units]:
        if place not in rules.names.boxes:
            for entry in [*units[place]]:
                fill(rules.names.unit_number(entry.split()[0]))
    for unit, size in enumerate(rules.size):  # a whole that has come, or has no parts of its own; others come later
        parts = {rules.names.unit(u) for u in rules.parts[unit]}
        if size in ("division", "army") and rules.names.unit(unit) not in named and (not parts or parts & named):
            units.setdefault("spare", []).append(rules.names.unit(unit))


def _judge_supply(game: Game, side: str) -> None:
    """Supply for movement as it is when the phase begins."""
    from parallel38.games.mobile_war.rules import supply
    from parallel38.games.mobile_war.state import SIDES, UNSUPPLIED

    s: Any = game.state
    for unit in s.present(SIDES.index(side)):
        if not supply.supplied(s, unit):
            s.flags[unit] |= UNSUPPLIED
    s.forget()


def region(game: Game, *labels: str) -> int:
    """Hexes by their labels."""
    return game.rules.names.grid.region(labels)


# ------------------------------------------------------------------------------------------------- ways on the real map


def steps_of(kind: str) -> Any:
    """Whether a step from hex to hex is one of a kind: clear, rough, river, road or rail, read from the map itself."""
    board = RULES.board
    rivers = 0
    for region in board.river_hexes.values():
        rivers |= region
    linked = (board.roads, board.rails)
    land = board.in_play & ~board.terrain["~"]

    def off_road(a: int, b: int) -> bool:
        return not any(links.has(a, b) for links in linked) and not board.estuaries.has(a, b)

    return {
        "clear": lambda a, b: off_road(a, b) and board.letter(b) == "c" and not rivers >> b & 1,
        "rough": lambda a, b: off_road(a, b) and board.letter(b) in "pr" and not rivers >> b & 1,
        "wholly": lambda a, b: off_road(a, b) and board.letter(b) == "r" and not rivers >> b & 1,
        "clear_river": lambda a, b: off_road(a, b) and board.letter(b) == "c" and rivers >> b & 1,
        "rough_river": lambda a, b: off_road(a, b) and board.letter(b) in "pr" and rivers >> b & 1,
        "road": lambda a, b: board.roads.has(a, b),
        "rail": lambda a, b: board.rails.has(a, b),
        "inlet": lambda a, b: board.estuaries.has(a, b),
        "shore": lambda a, b: land >> a & 1 and board.letter(b) == "~",
    }[kind]


def way(*kinds: str, within: str = "", avoid: int = 0) -> list[str]:
    """The first way on the map whose steps are of these kinds, in an area if one is named."""
    board = RULES.board
    grid = board.grid
    allowed = (board.areas[within] if within else board.in_play) & ~avoid
    tests = [steps_of(kind) for kind in kinds]

    def go(path: list[int]) -> list[int] | None:
        if len(path) > len(tests):
            return path
        for n in sorted(grid.neighbours[path[-1]]):
            if allowed >> n & 1 and n not in path and tests[len(path) - 1](path[-1], n):
                found = go([*path, n])
                if found:
                    return found
        return None

    for start in bits(allowed & ~board.terrain["~"]):
        found = go([start])
        if found:
            return [grid.label(h) for h in found]
    raise AssertionError(f"no such way: {kinds}")


def paid(game: Game, action: str) -> list[tuple[str, float]]:
    """What a move is paid for: the rule and the points of each row."""
    found = game.state.top.steps(game.state, game.parse(action))
    return [(step.note.rule, float(step.points or 0)) for step in found]
