"""Checks of a written position of Yalu: numbers, markers, places of units, and every frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Any, get_args, get_origin

import msgspec

from parallel38.engine.chance import Roll
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Frame, Over
from parallel38.engine.sequence import Sequence
from parallel38.engine.values import fields, leg
from parallel38.games.yalu.rules import bugout, guerrillas, rail, sea
from parallel38.games.yalu.rules.advance import Advancing, Loss
from parallel38.games.yalu.rules.airdrop import Drop, Jump
from parallel38.games.yalu.rules.arrivals import Landing
from parallel38.games.yalu.rules.attacks import MANNERS, Attack
from parallel38.games.yalu.rules.bombardment import HITS, MARKS, TARGETS, Bombarding, Strikes, Troops, target_bar
from parallel38.games.yalu.rules.bugout import BuggingOut, Flight, Pursuit, Pursuits, Volley
from parallel38.games.yalu.rules.commitment import Commitment
from parallel38.games.yalu.rules.commits import MANNERS as CLASSIC_MANNERS
from parallel38.games.yalu.rules.commits import Announced
from parallel38.games.yalu.rules.communist_replacements import CommunistReplacements
from parallel38.games.yalu.rules.conscripts import Excess, Fielding
from parallel38.games.yalu.rules.designation import MOST_GUNS, Designation
from parallel38.games.yalu.rules.firing import PRIZES, Fire, Firing, Salvo
from parallel38.games.yalu.rules.guerrillas import Hunt
from parallel38.games.yalu.rules.march import March
from parallel38.games.yalu.rules.morale import Checks
from parallel38.games.yalu.rules.movement import MODES, Moving
from parallel38.games.yalu.rules.reinforcements import AttackSupply, CityArrivals, CommunistArrivals, PlaceGuerrilla
from parallel38.games.yalu.rules.retreats import HEXES, Retreats
from parallel38.games.yalu.rules.ridgway import Ridgway
from parallel38.games.yalu.rules.rout import Fleeing, Hail, Rout
from parallel38.games.yalu.rules.sea import Evacuation
from parallel38.games.yalu.rules.setup import Deploying
from parallel38.games.yalu.rules.surprise import Surprise
from parallel38.games.yalu.rules.un_setup import UnDeploying
from parallel38.games.yalu.rules.volleys import Assault, Defence, Volleys
from parallel38.games.yalu.rules.weather import Weather
from parallel38.games.yalu.state import (
    AIR,
    CHINAMPO,
    COMMUNIST,
    DIE,
    ISOLATED,
    IWON,
    NEUTRALIZED,
    RAIL,
    REGROUP,
    RIDGWAY,
    SIDES,
    SORTIES,
    TURN,
    UN,
    YaluState,
)

MOST = 999
"""The highest value of a track without a limit of its own."""
MOST_SPENT = 100
MOST_DRM = 99
ARRIVING = (AttackSupply, CommunistArrivals, PlaceGuerrilla, CommunistReplacements)
ON: dict[type[Frame], tuple[type[Frame], ...]] = {
    UnDeploying: (Deploying,),
    **dict.fromkeys((*ARRIVING, CityArrivals), (*ARRIVING, CityArrivals)),
    Deploying: (Weather,),
    Fielding: (Excess,),
    **dict.fromkeys((March, Evacuation, Jump), (Moving,)),
    Flight: (BuggingOut,),
    Volley: (Flight,),
    Pursuit: (Pursuits,),
    **dict.fromkeys((Surprise, Salvo, Advancing), (Firing, Defence, Assault)),
    Retreats: (Salvo, Retreats),
    Rout: (Fleeing,),
    Hail: (Rout,),
    **dict.fromkeys((Troops, Strikes), (Bombarding,)),
    Ridgway: (Landing,),
}
"""The frames on which a frame may stand besides the phase itself."""
COMBAT = (Designation, Firing, Salvo, Retreats, Advancing)
PHASES: dict[str, tuple[type[Frame], ...]] = {
    "weather": (Weather,),
    "communist_supply": (Deploying, UnDeploying),
    "communist_reinforcement": ARRIVING,
    "communist_conscripts": (Excess, Fielding),
    "communist_movement": (Moving, March),
    "un_bug_out": (BuggingOut, Flight, Volley, Pursuits, Pursuit),
    "communist_combat": (*COMBAT, Surprise),
    "communist_morale": (Checks,),
    "un_bombardment": (Bombarding, Troops, Strikes),
    "un_reinforcement": (Landing, Ridgway),
    "un_movement": (Moving, March, Evacuation, Jump),
    "un_guerrillas": (Hunt,),
    "un_combat": COMBAT,
    "un_morale": (Checks,),
}
FIGHT = (Commitment, Defence, Assault, Salvo, Retreats, Advancing)
CLASSIC: dict[str, tuple[type[Frame], ...]] = {
    **{phase: kinds for phase, kinds in PHASES.items() if phase != "communist_morale"},
    "weather": (Weather, Deploying),
    "communist_supply": (),
    "communist_reinforcement": (*ARRIVING, CityArrivals),
    "un_bug_out": (Fleeing, Rout, Hail, Pursuits, Pursuit),
    "communist_combat": (*FIGHT, Surprise),
    "un_reinforcement": (Landing,),
    "un_combat": FIGHT,
}
OF_EDITIONS = {"deluxe": PHASES, "classic": CLASSIC}
"""The frames that may occur in a phase, by edition. The set-up belongs to the phase before the first that is played."""
Sound = Iterator[tuple[str, bool]]
"""Fields of a frame, each with whether its value is possible; a reader stops at the first that is not."""


def check(s: YaluState) -> None:
    """Raise BadInputError if a position is impossible."""
    _tracks(s)
    _marks(s)
    _units(s)
    _frames(s)


def _tracks(s: YaluState) -> None:
    rules = s.rules
    most = {TURN: len(rules.turns), DIE: 6, SORTIES: 1, AIR: _most_air(s), RAIL: rail.DIVISIONS, RIDGWAY: 2}
    most |= dict.fromkeys((IWON, CHINAMPO), sea.REGIMENT)
    for i, name in enumerate(rules.tracks):
        least, top = int(i in (TURN, DIE)), most.get(i, MOST)
        if not least <= s.track[i] <= top:
            raise BadInputError("track_range", name=name, n=s.track[i], least=least, most=top)


def _most_air(s: YaluState) -> int:
    chart = s.rules.charts["air"]
    return max(chart[row, column] for row in chart.rows for column in s.rules.edition.air_columns.values())


def _most_factors(s: YaluState) -> int:
    """The factors of all support units and all aircraft together."""
    return _most_air(s) + sum(s.rules.strength[u] for u in s.rules.units_of[UN] if s.rules.support[u])


def _marks(s: YaluState) -> None:
    """Check that rail breaks, interdicted roads and damaged bridges are where there are railways, roads and bridges."""
    kinds = {mark: target for target, mark in MARKS.items()}
    kinds |= {hit: kinds[damage] for hit, damage in HITS.items()}
    for kind, h, more in s.marks:
        hexes = (h,) if more >= 0 else (h, ~more)
        bridge, road = kinds[kind] == "bridge", kind == MARKS["road"]
        if target_bar(s, kinds[kind], hexes) is not None or (not bridge and (more > 0) != road):
            raise BadInputError("bad_position", name=s.rules.mark_text((kind, h, more)))


def _units(s: YaluState) -> None:
    """Check that units are where they can be, with possible flags, and that no hex holds both sides but for guerrillas
    (7.0)."""
    rules, names, out = s.rules, s.rules.names, s.rules.names.box("out")
    for unit, place in enumerate(s.where):
        if not _fits(s, unit, place):
            raise BadInputError("unit_misplaced", name=names.unit(unit), place=names.place(place))
        most = rules.strength[unit] if rules.naval[unit] and s.on_map(unit) else MOST_SPENT
        sturdy = rules.combat[unit] or (rules.mobile[unit] and not rules.edition.support_is_fragile)
        barred = 0 if sturdy and not rules.guerrilla[unit] else NEUTRALIZED | REGROUP  # 12.1.6
        barred |= 0 if s.on_map(unit) else REGROUP | ISOLATED
        for column, wrong in (("spent", not 0 <= s.spent[unit] <= most), ("flags", s.flags[unit] & barred)):
            if wrong:
                value = rules.cell_text(column, unit, getattr(s, column)[unit])
                raise BadInputError("bad_position", name=f"{names.unit(unit)} {column}={value}")
        for part in {*rules.parts[unit], *rules.last_parts[unit]} - {
            unit
        }:  # 9.3.3: a unit is on the map whole or in parts, not both
            if out not in (place, s.where[part]):
                raise BadInputError("part_beside_whole", name=names.unit(part), whole=names.unit(unit))
    both = s.held_by(UN) & s.held_by(COMMUNIST)
    if both:
        raise BadInputError("both_sides", hexes=rules.grid.labels(both))


def _fits(s: YaluState, unit: int, place: int) -> bool:
    """Whether a unit can be in a place: ships at sea, others on land, in a box units that arrive from it."""
    rules = s.rules
    if place < rules.grid.size:
        return bool((rules.board.in_play & ~rules.land if rules.naval[unit] else rules.land) >> place & 1)
    match rules.names.place(place):
        case "dead":
            return not rules.conscript[unit]  # 17.1
        case "available":
            return rules.guerrilla[unit]
        case "conscripts":
            return rules.conscript[unit]
        case "reserve":
            waits = rules.edition.cities_may_wait and 1 <= s.spent[unit] <= len(rules.city_names)  # C-22B
            return rules.side_of[unit] == COMMUNIST and (
                waits if rules.guerrilla[unit] else rules.size[unit] == "division"
            )
        case "due":
            return rules.side_of[unit] == UN and unit in rules.scheduled
        case "sea" | "evacuated" | "delayed" | "south" | "evacuated-south" | "road-2718" | "road-2731":
            return rules.side_of[unit] == UN and rules.mobile[unit]
        case _:
            return True


# ------------------------------------------------------------------------------------------------------------ frames


def _frames(s: YaluState) -> None:
    """Check the frames: at the bottom a phase, above it frames that belong to it, each on a frame it can stand on; or
    the end of the game."""
    bottom, *above = s.frames
    if isinstance(bottom, Over) and not above:
        return
    if not isinstance(bottom, Sequence):
        raise BadInputError("bad_position", name="frames")
    phases = OF_EDITIONS[s.rules.setting.edition]
    if bottom.phase not in phases:
        raise BadInputError("unknown_phase", name=bottom.phase, names=list(phases))
    side = SIDES.index(bottom.phase.split("_")[0]) if "_" in bottom.phase else None
    for below, frame in pairwise(s.frames):
        kind = type(frame)
        if isinstance(frame, Roll):
            wrong = frame is not s.top or not _asked(s, below)
        else:
            stands = isinstance(below, Sequence) or type(below) in ON.get(kind, ())
            wrong = kind not in phases[bottom.phase] or not stands
        if wrong:
            raise BadInputError("frame_misfit", name=kind.__name__, phase=bottom.phase)
        for field, sound in _fields(s, frame, below, UN if side is None else side):
            if not sound:
                raise BadInputError("frame_misfit", name=f"{kind.__name__}.{field}", phase=bottom.phase)


def _asked(s: YaluState, below: Frame) -> bool:
    """Whether the dice on top are those that the frame below them asks for."""
    if type(below).rolled is Frame.rolled:
        return False
    look = s.copy()
    look.frames = s.frames[:-1]
    below.resolve(look)
    return look.top == s.top


def _fields(s: YaluState, frame: Frame, below: Frame, side: int) -> Sound:
    """The fields of a frame: first its hexes and paths, which all lie on land, then the others."""
    for name, hint, _ in fields(type(frame)):
        dice = isinstance(frame, March) and name == "path"
        yield name, all(_is_way(s, way, dice) for way in _ways(hint, getattr(frame, name)))
    match frame:
        case Moving() | March() | Evacuation() | Jump():
            yield from _moving(s, frame, side)
        case Commitment() | Defence() | Assault() | Fleeing() | Rout() | Hail():
            yield from _classic(s, frame, side)
        case BuggingOut() | Flight() | Volley() | Pursuits():
            yield from _fleeing(s, frame)
        case Designation() | Firing() | Salvo() | Retreats() | Advancing() | Surprise():
            yield from _fighting(s, frame, below, side)
        case Bombarding() | Troops() | Strikes():
            yield from _bombing(s, frame)
        case _:
            yield from _others(s, frame, side)


def _ways(hint: Any, value: Any) -> Iterator[tuple[int, ...]]:
    """The single hexes and the paths that a field names."""
    if get_origin(hint) is Annotated:
        kind = hint.__metadata__[0]
        if kind == "place":
            yield (value,)
        elif kind == "path":
            yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _ways(get_args(hint)[0], item)
    elif isinstance(value, msgspec.Struct):
        for name, inner, _ in fields(type(value)):
            yield from _ways(inner, getattr(value, name))


def _is_way(s: YaluState, way: tuple[int, ...], dice: bool) -> bool:
    """Whether these are land hexes, each beside the one before it; marks for dice only where `dice` allows them."""
    hexes = [leg(h) for h in way]
    return (
        all(h < s.rules.grid.size and s.rules.land >> h & 1 for h in hexes)
        and all(b in s.rules.grid.neighbours[a] for a, b in pairwise(hexes))
        and all(h >= 0 for h in (way[:1] if dice else way))
    )


def _once(items: Collection[Any]) -> bool:
    return len({*items}) == len(items)


def _of(s: YaluState, side: int, units: Iterable[int]) -> bool:
    """Whether units belong to a side and are on the map, each named once."""
    units = tuple(units)
    return _once(units) and all(s.rules.side_of[u] == side and s.on_map(u) for u in units)


def _in(s: YaluState, h: int, units: Iterable[int]) -> bool:
    return all(s.where[u] == h for u in units)


def _open(s: YaluState, side: int, hexes: Iterable[int]) -> bool:
    """Whether no enemy of a side holds any of these hexes."""
    return not any(s.held_by(1 - side) >> leg(h) & 1 for h in hexes)


def _moving(s: YaluState, frame: Moving | March | Evacuation | Jump, side: int) -> Sound:
    rules = s.rules
    match frame:
        case Moving():
            yield "side", frame.side == SIDES[side]
            yield "last", _once(frame.last) and all(rules.side_of[u] == side for u in frame.last)
        case March():
            yield "path", bool(frame.path)
            yield "mode", frame.mode in MODES
            yield "at", 1 <= frame.at <= len(frame.path)
            yield "since", 0 <= frame.since <= frame.at
            here, on = leg(frame.path[frame.at - 1]), frame.path[frame.at :]
            yield "units", bool(frame.units) and _of(s, side, frame.units) and _in(s, here, frame.units)
            yield "units", len({rules.guerrilla[u] for u in frame.units}) == 1
            yield "path", rules.guerrilla[frame.units[0]] or _open(s, side, on)
            most = {"": 0, "infiltration": int(bool(on) and on[0] < 0), "guerrillas": guerrillas.in_the_way(s, here)}
            yield "rolling", frame.rolling in most
            times = Counter(frame.waiting)
            yield "waiting", {*times} <= {*frame.units} and max(times.values(), default=0) <= most[frame.rolling]
            yield "passed", _once(frame.passed) and {*frame.passed} <= {*frame.units}
        case Evacuation():
            yield "unit", s.where[frame.unit] == rules.names.box("evacuated")
        case Jump():
            yield "hex", next(Drop(frame.unit, frame.hex).refusals(s, Moving("un")), None) is None


def _fleeing(s: YaluState, frame: BuggingOut | Flight | Volley | Pursuits) -> Sound:
    match frame:
        case BuggingOut():
            yield "taken", bugout.closed(s) is None
            yield "taken", _once([way[:1] for way in frame.taken]) and all(len(way) > 1 for way in frame.taken)
        case Flight():
            yield "unit", _of(s, UN, [frame.unit])
            yield "halt", 0 <= frame.halt < len(frame.path)
            yield "at", 0 <= frame.at <= frame.halt and s.where[frame.unit] == frame.hex
            yield "path", _open(s, UN, frame.path[frame.at :])
            yield "dice", 0 <= frame.dice <= guerrillas.in_the_way(s, frame.hex)
        case Volley():
            yield "unit", _of(s, UN, [frame.unit])
            yield "units", bool(frame.units) and _of(s, COMMUNIST, frame.units)
            yield "odds", frame.odds in s.rules.charts["combat"].columns
            yield "modifier", abs(frame.modifier) <= MOST_DRM
        case Pursuits():
            yield "hexes", _once(frame.hexes)
            yield "at", 0 <= frame.at <= len(frame.hexes)


def _fighting(s: YaluState, frame: Frame, below: Frame, side: int) -> Sound:
    rules = s.rules
    match frame:
        case Designation():
            yield "side", frame.side == SIDES[side]
            yield "attacks", _once([attack.hex for attack in frame.attacks])
            yield "attacks", all(_is_attack(s, side, attack) for attack in frame.attacks)
            yield "attacks", not any(True for attack in frame.attacks for _ in frame.refusals(s, attack))
        case Firing():
            hexes = [attack.hex for attack in frame.attacks]
            yield "side", frame.side == SIDES[side if frame.assault else 1 - side]
            yield "attacks", bool(hexes) and _once(hexes) and _once([u for a in frame.attacks for u in a.units])
            yield "attacks", all(_is_attack(s, side, attack) for attack in frame.attacks)
            yield "attacks", frame.assault or all(s.held_by(1 - side) >> h & 1 for h in hexes)
            yield "left", len(frame.left) == (len(hexes) if frame.assault else 0)
            yield "left", all(map(_is_rest, frame.left, frame.attacks))
            yield "waves", {*frame.waves} <= {a.hex for a in frame.attacks if a.manner == "wave"} and _once(frame.waves)
            yield "losses", all(_is_loss(s, loss) and loss.hex in hexes for loss in frame.losses)
        case Salvo():
            if isinstance(below, Volleys):
                yield "hex", (below.side, below.assaults()) == (frame.side, frame.assault)
                yield "hex", not frame.assault or any({*one.targets} >= {*frame.targets} for one in below.fires)
            else:
                ours = isinstance(below, Firing) and (below.side, below.assault) == (frame.side, frame.assault)
                yield "hex", ours and isinstance(below, Firing) and any(a.hex == frame.hex for a in below.attacks)
            yield "at", frame.at == frame.hex or not frame.assault
            mine = SIDES.index(frame.side)
            yield "units", bool(frame.units) and all(rules.side_of[u] == mine for u in frame.units)
            yield "targets", bool(frame.targets) and _once(frame.targets)
            yield "targets", all(rules.side_of[u] == 1 - mine for u in frame.targets)
            several = isinstance(below, Volleys)  # C-9b
            yield "targets", frame.rolled_dice or _in(s, frame.at, frame.targets[: 1 if several else None])
            yield "targets", frame.rolled_dice or all(map(s.on_map, frame.targets))
            yield "odds", frame.odds in rules.charts["combat"].columns
            yield "modifier", abs(frame.modifier) <= MOST_DRM
        case Retreats():
            yield "group", _once(frame.group) and len({rules.side_of[u] for u in frame.group}) < 2
            yield "waiting", _once(frame.waiting) and {*frame.waiting} <= {*frame.group}
            yield "waiting", _in(s, frame.hex, frame.waiting)
            yield "support", _of(s, UN, frame.support) and _in(s, frame.hex, frame.support)
            yield "support", all(rules.support[u] for u in frame.support)
            yield "support", not frame.support or all(rules.side_of[u] == UN for u in frame.group)
            yield "taken", all(len(way) == HEXES + 1 and way[0] == frame.hex for way in frame.taken)
        case Advancing():
            mine = COMMUNIST if isinstance(frame, Pursuit) else side
            yield "side", frame.side == SIDES[mine]
            yield "hex", _open(s, mine, [frame.hex])
            yield "units", bool(frame.units) and _of(s, mine, frame.units)
            yield "units", all(frame.hex in rules.grid.neighbours[s.where[u]] for u in frame.units)
            yield "losses", all(_is_loss(s, loss) and loss.hex == frame.hex for loss in frame.losses)
        case Surprise():
            fragile = rules.edition.support_is_fragile  # C-31: in Classic lone support rolls as well
            yield "waiting", _of(s, UN, frame.waiting) and not any(rules.naval[u] for u in frame.waiting)
            yield "waiting", all(rules.combat[u] or not fragile for u in frame.waiting)


def _classic(s: YaluState, frame: Frame, side: int) -> Sound:
    """The frames that only Classic has."""
    rules = s.rules
    match frame:
        case Commitment():
            yield "side", frame.side == SIDES[side]
            yield "fires", _once([u for one in frame.fires for u in one.targets])
            yield "fires", not any(True for one in frame.fires for _ in frame.refusals(s, one))
            yield "fires", all(one.units and one.targets for one in frame.fires)
        case Defence() | Assault():
            yield "side", frame.side == SIDES[side if isinstance(frame, Assault) else 1 - side]
            yield "fires", bool(frame.fires) and all(_is_announced(s, side, one) for one in frame.fires)
            yield "fires", _once([u for one in frame.fires for u in one.targets])
            yield "fires", _once([u for one in frame.fires for u in one.units])
            yield "plans", frame.side == SIDES[UN] or not (frame.plans or frame.allotting)
            yield "plans", all(_is_plan(s, plan) for plan in frame.plans)
            yield "plans", _once([u for plan in frame.plans for u in (*plan.units, *plan.targets)])
            if isinstance(frame, Assault):
                yield "left", all(any(_is_part(one, whole) for whole in frame.fires) for one in frame.left)
                yield "done", all(any(_is_part(one, whole) for whole in frame.fires) for one in frame.done)
                yield "emptied", {*frame.emptied} <= {h for one in frame.done for h in one.hexes}
                yield "emptied", _open(s, side, frame.emptied)
        case Fleeing():
            yield "taken", bugout.closed(s) is None
            yield "taken", _once([way[:1] for way in frame.taken]) and all(len(way) > 1 for way in frame.taken)
        case Rout():
            yield "units", bool(frame.units) and _once(frame.units) and len(frame.units) == len(frame.halts)
            yield "units", all(rules.side_of[u] == UN and rules.mobile[u] for u in frame.units)
            yield "halts", all(0 < halt < len(frame.path) for halt in frame.halts)
            yield "at", 0 <= frame.at < len(frame.path)
            yield "path", _open(s, UN, frame.path[frame.at :])
        case Hail():
            yield "targets", bool(frame.targets) and _of(s, UN, frame.targets)
            yield "units", bool(frame.units) and _of(s, COMMUNIST, frame.units)
            yield "odds", frame.odds in rules.charts["combat"].columns
            yield "modifier", abs(frame.modifier) <= MOST_DRM
        case _:
            pass


def _is_plan(s: YaluState, plan: Fire) -> bool:
    """Whether the UN can have given support to a fire; C-12a: a ship once."""
    rules = s.rules
    return (
        bool(plan.units and plan.targets and (plan.support or plan.air))
        and 0 <= plan.air <= _most_air(s)
        and all(rules.side_of[u] == UN and rules.combat[u] for u in plan.units)
        and all(rules.side_of[u] == COMMUNIST for u in plan.targets)
        and all(rules.support[u] and s.on_map(u) for u in plan.support)
        and _once(plan.support)
    )


def _is_part(one: Announced, whole: Announced) -> bool:
    """Whether a fire belongs to an announced attack, or is what is left of it."""
    return (
        {*one.targets} <= {*whole.targets}
        and {*one.units} <= {*whole.units}
        and {*one.hexes} <= {*whole.hexes}
        and (one.manner == whole.manner and 0 <= one.rolls <= whole.rolls)
    )


def _is_announced(s: YaluState, side: int, one: Announced) -> bool:
    """Whether a side can have announced a fire; its units may have been eliminated since."""
    rules = s.rules
    return (
        one.manner in (CLASSIC_MANNERS if side == COMMUNIST else CLASSIC_MANNERS[:1])
        and bool(one.units)
        and bool(one.targets)
        and all(rules.side_of[u] == side and rules.combat[u] for u in one.units)
        and all(rules.side_of[u] == 1 - side and not rules.guerrilla[u] and not rules.naval[u] for u in one.targets)
        and bool(one.hexes)
        and 0 <= one.rolls <= len(one.targets)
        and all(s.where[u] in one.hexes for u in one.targets if s.on_map(u) and not s.flags[u] & NEUTRALIZED)
    )


def _is_attack(s: YaluState, side: int, attack: Attack) -> bool:
    """Whether a side can have designated an attack; its units may have been eliminated since."""
    rules, guns, air = s.rules, *((MOST_GUNS, 0) if side == COMMUNIST else (0, _most_air(s)))
    return (
        attack.manner in (MANNERS if side == COMMUNIST else MANNERS[:1])
        and bool(attack.units)
        and all(rules.side_of[u] == side and rules.combat[u] for u in attack.units)
        and 0 <= attack.guns <= guns
        and 0 <= attack.air <= air
        and all(side == UN and rules.support[u] for u in attack.support)
        and all(n <= rules.strength[u] for u, n in Counter(attack.support).items())
    )


def _is_rest(left: Attack, attack: Attack) -> bool:
    """Whether an attack can be the unused part of another: less artillery, support and air."""
    same = (left.hex, left.manner, left.units) == (attack.hex, attack.manner, attack.units)
    fewer = 0 <= left.guns <= attack.guns and 0 <= left.air <= attack.air
    return same and fewer and Counter(left.support) <= Counter(attack.support)


def _is_loss(s: YaluState, loss: Loss) -> bool:
    rules = s.rules
    prize = rules.size[loss.unit] == "division" and rules.nation[loss.unit] in PRIZES
    return prize and rules.side_of[loss.unit] == UN and 0 <= loss.points <= MOST


def _bombing(s: YaluState, frame: Bombarding | Troops | Strikes) -> Sound:
    rules, most = s.rules, _most_factors(s)
    match frame:
        case Bombarding():
            yield "aims", all(target_bar(s, aim.target, aim.path) is None for aim in frame.aims)
            yield "aims", all(rules.naval[u] for aim in frame.aims for u in aim.support)
        case Troops():
            yield "factors", 1 <= frame.factors <= most
            yield "waiting", _once(frame.waiting)
            yield "waiting", all(rules.side_of[u] == COMMUNIST and rules.combat[u] for u in frame.waiting)
            yield "waiting", _in(s, frame.hex, filter(s.on_map, frame.waiting))
        case Strikes():
            yield "target", frame.target in (*TARGETS, "supply")
            yield "hexes", not frame.hexes if frame.target == "supply" else True
            yield "hexes", target_bar(s, frame.target, frame.hexes) is None
            yield "left", 0 <= frame.left <= most
            yield "hits", 0 <= frame.hits <= most


def _others(s: YaluState, frame: Frame, side: int) -> Sound:
    rules, box = s.rules, s.rules.names.box
    match frame:
        case Weather():
            yield "rolled_for", frame.rolled_for in ("", "weather", "sorties")
        case CommunistArrivals():
            yield "units", bool(frame.units) and _once(frame.units)
            yield "units", all(rules.side_of[u] == COMMUNIST and rules.size[u] == "division" for u in frame.units)
            yield "units", all(s.where[u] in (box("out"), box("reserve")) for u in frame.units)
        case PlaceGuerrilla():
            places = [box("available"), *([box("reserve")] if frame.city else [])]
            once = [f.unit for f in s.frames if isinstance(f, PlaceGuerrilla)].count(frame.unit) == 1
            yield "unit", once and rules.guerrilla[frame.unit] and s.where[frame.unit] in places
            yield "city", not frame.city or (frame.city in rules.city_names and rules.edition.cities_may_wait)
        case CommunistReplacements():
            yield "left", 1 <= frame.left <= len(rules.units_of[COMMUNIST])
        case Fielding():
            yield "left", 0 <= frame.left <= sum(rules.conscript)
        case Checks():
            yield "side", frame.side == side
            yield "check", frame.check == "regroup" or side == UN
            yield "waiting", _of(s, side, frame.waiting)
            yield "waiting", all(rules.combat[u] or not rules.edition.support_is_fragile for u in frame.waiting)
        case Hunt():
            yield "waiting", _of(s, UN, frame.waiting) and not any(rules.naval[u] for u in frame.waiting)
        case _:
            pass
