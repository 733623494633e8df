"""The figures at the head of the page: operations, initiative, banked Supply Points, air and sea, reinforcements."""

from collections.abc import Iterator

from parallel38.engine.previews import Note
from parallel38.engine.reports import Track
from parallel38.games.korean_war.rules import arrivals, entering, faces, operations, tension
from parallel38.games.korean_war.state import (
    AIR_BONUS,
    BANK,
    CAPACITY,
    CAS,
    CHINESE,
    COMMUNIST,
    FORMOSA,
    INITIATIVE,
    INTERDICTION,
    PERIOD,
    REORGANIZATIONS,
    RESTRICTED,
    SIDES,
    TENSION,
    UN,
    KoreanWarState,
)
from parallel38.hexgrid import bits

FROM = 2
"""The first turn with aircraft and amphibious operations."""


def tracks(s: KoreanWarState) -> Iterator[Track]:
    """The figures of the moment."""
    yield from _segment(s)
    yield from _supply(s)
    if s.turn >= FROM:
        yield from _air_and_sea(s)
        yield from _recruits(s)
    else:
        yield Track("air_bonus", _number(s.track[AIR_BONUS]), None, "W-9.4q")
    if s.rules.political:
        yield from _politics(s)


def _number(n: int) -> Note:
    return Note("track.number", {"n": n})


def _segment(s: KoreanWarState) -> Iterator[Track]:
    """W-6.1d: the operations left, the dice of the segment; W-6.1j: who has passed; W-6.1m: the asterisks."""
    frame = next((f for f in s.frames if isinstance(f, operations.Operating)), None)
    if frame is None:
        return
    dice = {"un": _dice(frame.un_dice), "communist": _dice(frame.communist_dice)}
    if frame.passed:
        note = Note("track.operations.passed", {**dice, "side_key": f"side.{frame.passed[0]}.short"})
    elif s.turn in operations.SPECIAL_TURNS:
        note = Note("track.operations.asterisk", dice)
    else:
        note = Note("track.operations.note", dice)
    yield Track(
        "operations",
        Note("track.operations.left", {"side_key": f"side.{frame.side}.short", "n": frame.left}),
        note,
        "W-6.1d",
    )


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "–"


def _supply(s: KoreanWarState) -> Iterator[Track]:
    """W-5.2ad: the Initiative Levels and who has the initiative; W-5.2w: banked Supply Points; W-19.4a: the Chinese
    Initiative Period."""
    both = {"un": s.track[INITIATIVE[UN]], "communist": s.track[INITIATIVE[COMMUNIST]]}
    first = Note("track.initiative.note", {"side": SIDES[operations.holder(s)]})
    rule = "W-16.1b" if s.turn in operations.SPECIAL_TURNS else "W-19.4a" if s.track[PERIOD] else "W-5.2ad"
    yield Track("initiative", Note("track.both", both), first, rule)
    if s.turn not in operations.SPECIAL_TURNS:
        banked = {"un": s.track[BANK[UN]], "communist": s.track[BANK[COMMUNIST]]}
        yield Track("bank", Note("track.both", banked), Note("track.bank.note", {}), "W-5.2v")
    if s.track[PERIOD]:
        yield Track("period", _number(s.track[PERIOD]), None, "W-19.4a")


def _air_and_sea(s: KoreanWarState) -> Iterator[Track]:
    """W-15.1b: close air support; W-15.2c, W-15.2f: interdiction and the provinces with restricted roads; W-11.1a:
    amphibious operations left; W-10.1b: reorganizations done."""
    yield Track("cas", _number(s.track[CAS]), None, "W-15.1b")
    named = tuple(f"section.{s.rules.bit_tracks['restricted'][i]}" for i in bits(s.track[RESTRICTED]))
    told = Note("track.interdiction.note", {"province_key": named[0], "n": len(named)}) if named else None
    yield Track("interdiction", _number(s.track[INTERDICTION]), told, "W-15.2c")
    yield Track("capacity", _number(s.track[CAPACITY]), None, "W-11.1a")
    if s.track[REORGANIZATIONS]:
        yield Track("reorganizations", _number(s.track[REORGANIZATIONS]), None, "W-10.1b")


def _politics(s: KoreanWarState) -> Iterator[Track]:
    """W-18.5a: Global Tension, the sum of destabilization and the chance that a die raises it; W-18.1a: the levels
    of UN commitment; W-19.2c, W-19.1c: what has become of the Chinese intervention and of Formosa."""
    total = tension.destabilization(s)
    rises = sum(tension.rise(s, total, die) > 0 for die in faces.FACES)
    args = {"n": total, "chance": f"{100 * rises // len(faces.FACES)} %"}
    yield Track("tension", _number(s.track[TENSION]), Note("track.tension.note", args), "W-18.5a")
    levels = {name: s.track[track] for name, track in tension.LEVELS.items()}
    yield Track("commitment", Note("track.commitment.levels", levels), Note("track.commitment.note", {}), "W-18.1a")
    if s.track[CHINESE]:
        ready = sum(s.rules.combat[u] for box in entering.BOXES for u in s.boxed(box, COMMUNIST))
        state = Note("track.chinese." + s.rules.named_tracks["chinese"][s.track[CHINESE]], {})
        yield Track("chinese", state, Note("track.chinese.note", {"n": ready}), "W-19.2c")
    if s.track[FORMOSA]:
        state = Note("track.formosa." + s.rules.named_tracks["formosa"][s.track[FORMOSA]], {})
        yield Track("formosa", state, None, "W-19.1c")


def _recruits(s: KoreanWarState) -> Iterator[Track]:
    """W-13.1e, W-13.1n: the chance that the next roll brings a North Korean division and an ROK unit, as cities stand
    now."""
    if not s.rules.rolls:
        return
    chances = [f"{round(100 * arrivals.chance(s, side))} %" for side in (COMMUNIST, UN)]
    yield Track("recruits", Note("track.chances", {"communist": chances[0], "un": chances[1]}), None, "W-13.1e")
