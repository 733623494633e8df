"""What a battle counts besides victory points, for the head of the page: figures, what they consist of, their rules."""

from collections.abc import Iterator

from parallel38.engine.previews import Note
from parallel38.engine.reports import Track
from parallel38.games.forgotten_war.rules import airstrip, ammunition, turn_end
from parallel38.games.forgotten_war.rules.victory import in_box
from parallel38.games.forgotten_war.state import COMMUNIST, FAITH_AMMO, STRIP, UN, YUDAMNI_AMMO, ForgottenWarState


def tracks(s: ForgottenWarState) -> Iterator[Track]:
    """The figures of the battle that is played."""
    yield from {"naktong": _naktong, "chosin": _chosin, "chipyongni": _chipyongni}[s.rules.setting.scenario](s)


def _number(n: int, text: str = "track.number") -> Note:
    return Note(text, {"n": n})


def _naktong(s: ForgottenWarState) -> Iterator[Track]:
    """F-15.1.1.C: North Koreans in the river or east of it; F-14.2.1.1.C: UN units that bring points if they go now."""
    rules = s.rules
    east = [u for u in s.present(COMMUNIST) if (rules.east_bank | rules.river) >> s.where[u] & 1]
    worn = sum(map(s.reduced, east))
    told = Note("track.east.note", {"n": len(east) - worn, "m": worn})
    yield Track("east", _number(len(east)), told, "F-15.1.1.C")
    worth = {u: turn_end.withdrawal(s, u)[1] for u in s.present(UN) if rules.withdraws[u]}
    paid = tuple(u for u, n in worth.items() if n)
    told = Note("track.recall.note", {"units": paid, "points": sum(worth.values())}) if paid else None
    yield Track("recall", _number(sum(worth.values()), "track.victory_points"), told, "F-14.2.1.1.C")


def _chosin(s: ForgottenWarState) -> Iterator[Track]:
    """F-14.2.3.0: the airstrip; F-8.1.B: ammunition; F-7.A: aircraft that can fly; F-15.2.1.C: units that are out."""
    if s.track[STRIP] & airstrip.CLOSED:
        state = "closed"
    else:
        state = "taken" if airstrip.taken(s) else "guarded" if airstrip.garrisoned(s) else "bare"
    yield Track("strip", Note(f"strip.{state}"), Note(f"strip.{state}.note"), "F-14.2.3.A")
    for name, force, track in (("yudamni_ammo", "yudam_ni", YUDAMNI_AMMO), ("faith_ammo", "task_force", FAITH_AMMO)):
        told = Note("track.ammo.note", {"n": len(ammunition.served(s, force))})
        yield Track(name, _number(s.track[track]), told, "F-8.1.B")
    ready = [u for u in in_box(s, UN, "available") if s.rules.air[u]]
    yield Track("flying", _number(len(ready)), None, "F-7.B")
    yield Track("exited", _number(len(in_box(s, UN, "exited"))), None, "F-15.2.1.C")


def _chipyongni(s: ForgottenWarState) -> Iterator[Track]:
    """F-18.1.4: night or day, and what comes next; the Communists on and inside the perimeter."""
    nights, turn = s.rules.nights, s.turn
    after = Note("track.next_night" if nights[turn] else "track.next_day") if turn < len(nights) else None
    yield Track("light", Note("track.night" if nights[turn - 1] else "track.day"), after, "F-18.1.4")
    inside = sum(s.rules.perimeter >> s.where[u] & 1 for u in s.present(COMMUNIST))
    yield Track("breach", _number(inside), None, "F-5.7.2.F2")
