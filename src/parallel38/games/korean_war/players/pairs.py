"""Blows that two units make together: one goes beside the enemy first, then another one attacks."""

from __future__ import annotations

from parallel38.games.korean_war.players.options import Option, Options
from parallel38.games.korean_war.players.survey import Survey
from parallel38.games.korean_war.rules import engagement
from parallel38.games.korean_war.state import FATIGUED

HELPERS = 4
"""How many moves beside an enemy are tried at most."""
STRIKERS = 4
"""How many units are tried after each of them."""


def with_help(options: Options, best: dict[int, Option]) -> list[Option]:
    """Moves beside enemies whose worth is that of the attack which another unit can make afterwards.

    `best`: what each unit that is not fatigued can do best by itself.
    """
    v = options.v
    moves = [
        option
        for unit in best
        for option in options.moves(unit)
        if option.mode and not option.blow and engagement.targets(v.s, v.side, option.to, option.unit)
    ]
    moves.sort(key=lambda option: -option.value)
    tried, found = set[tuple[int, int]](), list[Option]()
    for option in moves:
        targets = engagement.targets(v.s, v.side, option.to, option.unit)
        key = (option.unit, targets)
        if key in tried:
            continue
        tried.add(key)
        found.append(option._replace(value=_together(options, option, targets, best)))
        if len(found) == HELPERS:
            break
    return found


def _together(options: Options, option: Option, targets: int, best: dict[int, Option]) -> float:
    """What a move is worth with the best attack that it makes possible, compared with what that unit would do
    anyway."""
    v, frame = options.v, options.frame
    plain = option.value - sum(value for name, value in option.terms if name == "press")
    near = sorted(
        (v.rules.grid.distance(v.s.where[u], option.to), u) for u in best if u != option.unit and u in options.goals.of
    )
    strikers = [u for _, u in near[:STRIKERS]]
    if not strikers:
        return plain
    after = v.s.copy()
    after.move(option.unit, option.to)
    after.flag(option.unit, FATIGUED)
    then = Options(Survey(after, v.side, v.w), options.goals, frame, thorough=False)
    gain = 0.0
    for unit in strikers:
        strikes = [o for o in then.of(unit) if o.blow and targets & sum(1 << h for h in o.blow.targets)]
        value = max((o.value for o in strikes), default=0.0)
        gain = max(gain, value - max(0.0, best[unit].value) * v.w["instead"])
    waits = 1.0 if frame.left > 1 else v.w["waits"]
    return plain + waits * gain
