"""19.2 Chinese intervention: Limited and Full, on what conditions each is declared, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame, Refusal
from parallel38.engine.previews import Branch, Note
from parallel38.engine.trace import trace
from parallel38.games.korean_war.data import PROVINCES
from parallel38.games.korean_war.rules import faces, formosa, losses, nationalists, stacking
from parallel38.games.korean_war.rules.engagement import Part
from parallel38.games.korean_war.state import (
    ABSENT,
    ATOMIC,
    CHINESE,
    CHINESE_TURN,
    COMMUNIST,
    ENGAGEMENT,
    FORMOSA,
    FULL,
    LIMITED,
    ONSET,
    PERIOD,
    PROVOKED,
    QUIET,
    TENSION,
    UN,
    KoreanWarState,
)
from parallel38.hexgrid import Region, bits

NATION = "ccf"
BORDER = ("pyongan_pukto", "chagang", "yanggang", "hamgyong_pukto")
"""W-19.2a: the provinces along the Yalu and the Tumen."""
BRIDGES = 4
"""W-19.2b: the Rules of Engagement that bring Chinese nearer."""
ORDER = ("intervenes", "stays_away")
REPLACEMENTS = ("ccf_div_rpl2", "ccf_div_rpl1")
"""W-19.2i: the counters of which the first that is free comes as a replacement."""


def figure(s: KoreanWarState, name: str) -> int:
    """A figure of the Chinese intervention."""
    return s.rules.charts["chinese"][name, "figure"]


# ------------------------------------------------------------------------------------------------- Limited Intervention


def limited_against(s: KoreanWarState) -> Iterator[Refusal]:
    """Why Limited Intervention cannot be declared or rolled for. W-19.1d: the invasion of Formosa delays it. W-19.2a,
    W-19.2b: without a cause for it, and without a UN unit in the north that would let it be rolled for."""
    if s.track[CHINESE] != ABSENT:
        yield Refusal("W-19.2c", "chinese_in", {})
    elif formosa.waiting(s):
        yield Refusal("W-19.1d", "chinese_busy", {})
    elif not automatic(s) and not variable(s):
        if s.turn < figure(s, "variable_from"):
            first = s.rules.turns[figure(s, "variable_from") - 1]
            yield Refusal("W-19.2b", "chinese_early", {"turn_key": "turn." + first})
        else:
            yield Refusal("W-19.2b", "chinese_no_cause", {})


def _in(s: KoreanWarState, region: Region, rok: bool) -> bool:
    """Whether a combat unit of the UN stands in some hexes; `rok`: one of the ROK is enough."""
    fighters = s.fighters(UN)
    return any(rok or s.rules.nation[u] != "rok" for h in bits(s.posts(UN) & region) for u in fighters[h])


def _border(s: KoreanWarState) -> Region:
    return sum(s.rules.provinces[PROVINCES.index(name)] for name in BORDER)


def automatic(s: KoreanWarState) -> bool:
    """W-19.2a: whether Limited Intervention can be declared without a die."""
    if s.turn < figure(s, "automatic_from"):
        return False
    border = _border(s)
    return (
        (s.controls(UN, "P'yongyang") and s.controls(UN, "Wonsan"))
        or _in(s, border, rok=False)
        or bool(s.controlled(UN) & border)
        or s.track[ATOMIC] > 0
    )


def variable(s: KoreanWarState) -> bool:
    """W-19.2b: whether Limited Intervention can be rolled for."""
    return s.turn >= figure(s, "variable_from") and _in(s, s.rules.north_of_38, rok=True)


def modifiers(s: KoreanWarState) -> list[Part]:
    """W-19.2b: what modifies the die of Limited Intervention."""
    die = s.rules.charts["chinese_modifiers"]
    found = [Part("tension", die["tension_each", "die"] * s.track[TENSION], "W-19.2b")]
    for name, counts in (
        ("others_north", _in(s, s.rules.north_of_38, rok=False)),
        ("pyongyang", s.controls(UN, "P'yongyang")),
        ("nationalists", nationalists.in_play(s)),
        ("engagement_4", s.track[ENGAGEMENT] >= BRIDGES),
        ("seoul", s.controls(COMMUNIST, "Seoul")),
    ):
        if counts:
            rule = "W-20b" if name == "nationalists" else "W-19.2b"
            found.append(Part("seoul_lost" if name == "seoul" else name, die[name, "die"], rule))
    return [part for part in found if part.die]


def intervenes(s: KoreanWarState, die: int) -> bool:
    """W-19.2b: whether a die brings Limited Intervention."""
    return die + sum(part.die for part in modifiers(s)) >= figure(s, "succeeds_from")


def table(s: KoreanWarState) -> Branch:
    """The chances of Limited Intervention, without a die if that is possible."""
    sure = automatic(s)
    note = Note("preview.intervention", {}, "W-19.2a" if sure else "W-19.2b")
    return faces.branch(note, ORDER, lambda die: ORDER[0 if sure or intervenes(s, die) else 1])


def begin_limited(s: KoreanWarState) -> None:
    """W-19.2c: the first Chinese divisions are ready. W-19.2a: with a cause no die is thrown. W-19.1d: they are fewer
    after an invasion of Formosa."""
    if automatic(s):
        trace("W-19.2a")
    s.tell(CHINESE, LIMITED)
    s.tell(CHINESE_TURN, s.turn)
    s.log("W-19.2c", "limited_begins", n=_ready(s, "limited"))


def _ready(s: KoreanWarState, name: str) -> int:
    """Make the next divisions ready for an intervention and return how many."""
    invaded = s.track[FORMOSA] != QUIET
    if invaded:
        trace("W-19.1d")
    n = formosa.figure(s, name) if invaded else figure(s, name)
    numbers = map(s.rules.names.unit_number, s.rules.charts["chinese_order"].rows)
    found = [unit for unit in numbers if s.in_box(unit, "out")][:n]
    for unit in found:
        s.move(unit, s.rules.names.box("manchuria"))
    return len(found)


# ---------------------------------------------------------------------------------------------------- Full Intervention


def full_against(s: KoreanWarState) -> Iterator[Refusal]:
    """Why Full Intervention cannot be declared. W-19.2f: in a turn after that of Limited Intervention, if a UN unit is
    north of the 38th Parallel, a Chinese division was hurt or the UN controls P'yongyang."""
    if s.track[CHINESE] != LIMITED:
        yield Refusal("W-19.2f", "full_not_now", {})
    elif s.turn <= s.track[CHINESE_TURN]:
        yield Refusal("W-19.2f", "full_early", {"turn_key": "turn." + s.rules.turns[s.track[CHINESE_TURN] - 1]})
    elif not (_in(s, s.rules.north_of_38, rok=True) or s.track[PROVOKED] or s.controls(UN, "P'yongyang")):
        yield Refusal("W-19.2f", "full_no_cause", {})


def begin_full(s: KoreanWarState) -> None:
    """W-19.2f: more divisions, and no limits. W-19.4a: the Chinese Initiative Period begins. W-19.4b: the Communists
    take off their depots with all that is assigned to them."""
    s.tell(CHINESE, FULL)
    s.log("W-19.2f", "full_begins", n=_ready(s, "full"))
    s.tell(PERIOD, s.rules.charts["initiative_period"]["length", "phases"])
    s.tell(ONSET, 1)
    s.log("W-19.4a", "period_begins", n=s.track[PERIOD])
    losses.eliminate_all(s, s.depots(COMMUNIST), "W-19.4b")


def price(s: KoreanWarState) -> Iterator[Refusal]:
    """W-19.4b: the depots that Full Intervention takes off the map, with all that is assigned to them."""
    depots = tuple(s.depots(COMMUNIST))
    if depots:
        yield Refusal("W-19.4b", "full_price", {"units": depots}, depots)


# ------------------------------------------------------------------------------------------------ entry, replacements


def entries(s: KoreanWarState, unit: int, points: Region) -> Region:
    """The hexes in which a unit may be put on the map: W-19.2e, the entry hexes, or beside one in which an enemy stands
    or there is no room."""
    enemies, found = s.held_by(UN), 0
    for h in bits(points):
        if not enemies >> h & 1 and stacking.fits(s, unit, h):
            found |= 1 << h
        else:
            found |= stacking.open_hexes(s, unit, s.rules.beside[h] & ~enemies)
    return found


def begin_replacing(s: KoreanWarState) -> None:
    """Roll for Chinese replacements. W-19.2i: from the Action Phase after the Chinese Initiative Period on."""
    if s.track[CHINESE] == FULL and not s.track[PERIOD]:
        s.push(Replacing())


class Replacing(Frame, frozen=True):
    """W-19.2i: a die tells whether Chinese replacements come."""

    def anew(self) -> bool:
        """Its die belongs to no action before it."""
        return True

    def resolve(self, s: KoreanWarState) -> None:
        """Throw the die."""
        s.push(Roll("replacements", 1, "W-19.2i", faces=len(faces.FACES), lowest=0))

    def rolled(self, s: KoreanWarState, roll: Roll, dice: tuple[int, ...]) -> None:
        """Take a replacement unit that is free; it is put on the map in the next segment."""
        s.pop()
        free = (unit for kind in REPLACEMENTS if (unit := losses.spare(s, kind, "out")) is not None)
        unit = next(free, None)
        if dice[0] < figure(s, "replacement_from") or unit is None:
            s.log("W-19.2i", "no_replacements", die=dice[0])
            return
        s.log("W-19.2i", "replacements", unit=unit, die=dice[0])
        s.move(unit, s.rules.names.box("recruits"))
