"""Combats of The Korean War as they are shown on the map: the units, the hexes, the result."""

from parallel38.engine.previews import Note
from parallel38.engine.reports import Fight
from parallel38.engine.state import Event
from parallel38.engine.values import Action
from parallel38.games.korean_war.rules import engagement, outlook
from parallel38.games.korean_war.rules.attack import Attack
from parallel38.games.korean_war.rules.combat import Combat
from parallel38.games.korean_war.state import SIDES, KoreanWarState


def fight(s: KoreanWarState, action: Action | None, events: list[Event]) -> Fight | None:
    """An attack that is announced, or what the dice of a combat brought."""
    if isinstance(action, Attack):
        begun = action.fight(s, first=False)
        return _shown(s, begun) if begun.targets else None
    waiting = s.frames[-2] if len(s.frames) > 1 else None
    event = next((event for event in events if event.text == "result"), None)
    if not isinstance(waiting, Combat) or event is None:
        return None
    result = str(event.args["result"])
    sides = (waiting.side, SIDES[1 - SIDES.index(waiting.side)])
    hurt = (sides[0],) if result.startswith("A") else (sides[1],) if result.startswith("D") else ()
    gone = outlook.Stand(s, waiting).wiped_out(result)
    harm = "none" if not hurt else "all" if gone or result.endswith("e") else "some"
    found = _shown(s, waiting)
    return Fight(
        found.side,
        found.units,
        found.hex,
        found.targets,
        str(event.args["column"]),
        result,
        Note("result.De" if gone else "result." + result),
        harm,
        hurt,
        0 if gone else outlook.rank(result),
    )


def _shown(s: KoreanWarState, combat: Combat) -> Fight:
    enemy = 1 - SIDES.index(combat.side)
    foes = tuple(engagement.defenders(s, enemy, combat.targets))
    units = tuple(u for u in combat.attackers if s.on_map(u))
    return Fight(combat.side, units, combat.targets[0], foes)
