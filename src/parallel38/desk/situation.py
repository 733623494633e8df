"""How a game stands, and the drawings of its counters."""

from collections.abc import Collection, Sequence
from functools import cache
from hashlib import blake2b
from itertools import takewhile
from typing import Any

from parallel38.desk.course import phases
from parallel38.desk.offers import offers
from parallel38.desk.reporter import Reporter
from parallel38.desk.usual import usual_rules
from parallel38.desk.words import drawn_arrow, mentioned, parts_of, pool_of, purpose, sentence
from parallel38.engine.chance import Roll, Throw
from parallel38.engine.game import Entry, Game
from parallel38.engine.orders import Order, order
from parallel38.engine.reports import Face, Goal
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.texts import Texts
from parallel38.engine.values import DIE, LIST, NEXT, NONE, STEP, End, template

MANY = 5
"""Units that have done nothing: so many are worth a question before a phase ends."""

_drawn: dict[str, str] = {}
"""Every counter that has been drawn, by its id."""


def situation(game: Game, language: str, side: str | None = None, computers: Collection[str] = ()) -> dict[str, Any]:
    """How a game stands, as a side sees it; without a side, as an onlooker sees it.

    What sides that computers play had to do is passed over by undo.
    """
    say = Reporter(game, language, brief=True)
    s, rules, texts, decider = game.state, game.rules, say.texts, game.decider
    phase = rules.phase_key(s)
    calendar = rules.turns
    back, again = game.to_undo(computers=computers), game.undone[-1] if game.undone else ()
    top = s.top
    return {
        "title": rules.setting.game,
        "edition": rules.setting.edition,
        "scenario": rules.setting.scenario,
        "board": rules.board_id,
        "number": game.number,
        "hash": game.hash(),
        "turn": game.turn,
        "turn_text": say.turn(),
        "turn_number": calendar.index(game.turn) + 1 if game.turn in calendar else None,
        "turns": len(calendar),
        "phase": phase,
        "phase_text": sentence(texts.say(phase)),
        "part_text": sentence(texts.say(part)) if (part := rules.part_key(s)) else None,
        "phases": phases(game, texts),
        "decider": decider,
        "decider_text": sentence(texts.say(f"side.{decider}")) if decider else None,
        "over": game.over,
        "winner": game.winner,
        "prompt": wanted(game, say),
        "prompt_other": _other(game, say),
        "about": _about(game),
        "end": _end(game, say),
        "offers": offers(game, language),
        "ahead": {"side": rules.ahead(s), "text": sentence(texts.say(*rules.verdict(s)))},
        "coming": _coming(game, texts),
        "goals": [_goal(goal, texts) for goal in rules.goals(s)],
        "tracks": [
            {
                "name": track.name,
                "label": texts.say(f"track.{track.name}"),
                "text": texts.say(track.value.text, track.value.args),
                "rule": texts.number(track.rule) or None,
                "note": texts.say(track.note.text, track.note.args) if track.note else None,
            }
            for track in rules.shown_tracks(s)
        ],
        "orders": _orders(game, texts),
        "units": _units(game, side, texts),
        "marks": _marks(sorted(s.marks), rules, texts),
        "arrows": [drawn_arrow(arrow, rules) for arrow in rules.arrows(s)],
        "holders": {rules.names.place(h): holder for h, holder in rules.holders(s).items()},
        "boxes": {box: sentence(texts.place(box)) for box in rules.names.boxes},
        "outside": next(iter(rules.names.boxes), None),
        "notation": {"step": STEP, "die": DIE, "list": LIST, "none": NONE, "next": NEXT},
        "undo": {
            "can": isinstance(back, list),
            "text": _told_again(back, say) if isinstance(back, list) else texts.say(f"bar.{back.key}", back.arguments),
        },
        "redo": {
            "can": bool(again),
            "text": _told_again(again, say) if again else texts.say("bar.nothing_to_redo"),
        },
        "roll": _roll(top, rules, texts) if isinstance(top, Roll) else None,
        "options": dict(rules.setting.options),
        "rulings": dict(rules.setting.rulings),
        "dice": game.dice.to_plain(),
    }


def _orders(game: Game, texts: Texts) -> list[dict[str, Any]]:
    """The standing orders of each side: what they are about, the one that holds, and how each of the others is given by
    the side that decides."""
    s, rules = game.state, game.rules
    offered = [offer.action for offer in game.offers() if isinstance(offer.action, Order)]
    given = {action.words: game.notation(action) for action in offered}
    found = list[dict[str, Any]]()
    for side, name in enumerate(rules.sides):
        for what, (_, values) in rules.orders_in(s).items():
            words = {value: Order(what, value).words for value in values}
            decides = name == game.decider
            found.append(
                {
                    "name": what,
                    "side": name,
                    "text": sentence(texts.say(f"order.{what}")),
                    "value": order(s, what, side),
                    "asked": decides and s.top.answered_by == what,
                    "choices": [
                        {"value": value, "text": sentence(texts.say(key)), "do": given.get(key) if decides else None}
                        for value, key in words.items()
                    ],
                }
            )
    return found


def _coming(game: Game, texts: Texts) -> list[dict[str, Any]]:
    """The units that come in the next turn, side by side; nothing in the last turn."""
    rules, calendar = game.rules, game.rules.turns
    if game.over or game.turn not in calendar[:-1]:
        return []
    after = calendar[calendar.index(game.turn) + 1]
    found = [group for group in rules.forces(game.state) if group.turn == after]
    return [
        {
            "side": group.side,
            "n": len(group.units),
            "text": texts.join(texts.units([unit for unit, _ in group.units])),
        }
        for group in found
    ]


def _goal(goal: Goal, texts: Texts) -> dict[str, Any]:
    """Something that a side would win by: how far it has come, and what is wanted."""
    return {
        "name": goal.name,
        "side": goal.side,
        "label": texts.say(f"goal.{goal.name}"),
        "text": texts.say(goal.value.text, goal.value.args),
        "wanted": sentence(texts.say(goal.wanted.text, goal.wanted.args)),
        "rule": texts.number(goal.wanted.rule) or None,
        "met": goal.met,
        "parts": [sentence(texts.say(part.text, part.args)) for part in goal.parts],
    }


def _told_again(entries: Sequence[Entry], say: Reporter) -> str:
    """What was played, the last first: the first action in the words of the log, and how many there are besides."""
    first, rest = entries[-1], sum(entry.action is not None for entry in entries) - 1
    told = next((say.texts.say(f"log.{event.text}", event.args) for event in first.events), "")
    if isinstance(first.action, End):
        told = say.texts.say("undo.end", {"phase_key": first.phase})
    what = sentence(told) or (say.game.notation(first.action) if first.action else "")
    return say.texts.say("undo.several", {"what": what, "n": rest}) if rest else what


def _roll(roll: Roll, rules: Ruleset, texts: Texts) -> dict[str, Any]:
    """Dice that are waited for."""
    return {
        "purpose": purpose(roll, rules, texts),
        "dice": roll.dice,
        "pool": pool_of(roll, rules, texts),
        "rule": texts.number(roll.rule) or None,
        "template": template(Throw),
    }


def wanted(game: Game, say: Reporter) -> str:
    """What is wanted, without the words to be typed at a terminal."""
    key, args = game.prompt
    if isinstance(game.state.top, Roll):
        args = {**args, "purpose": purpose(game.state.top, game.rules, say.texts)}
    return sentence(say.texts.say(f"want.{key}", args)) if say.texts.has(f"want.{key}") else say.prompt()


def _other(game: Game, say: Reporter) -> str:
    """What the computer is about that decides, or which dice fall, for those who wait; else what is wanted."""
    key, args = game.prompt
    if isinstance(game.state.top, Roll):
        args = {**args, "purpose": purpose(game.state.top, game.rules, say.texts)}
        return sentence(say.texts.say("other.falling", args))
    return sentence(say.texts.say(f"other.{key}", args)) if say.texts.has(f"other.{key}") else wanted(game, say)


def _about(game: Game) -> dict[str, list[str]]:
    """The units and hexes that the decision is about: those of which the prompt speaks."""
    units, hexes = mentioned(game.prompt[1], game.rules)
    return {"units": units, "hexes": hexes}


def _end(game: Game, say: Reporter) -> dict[str, Any] | None:
    """How the decision ends, in the words of a button; `bar` says why a phase cannot end yet.

    None if it does not end so, or if to do nothing is no choice: a unit that must retreat does not stay.
    """
    end = End()
    if game.over or not game.state.top.takes(end):
        return None
    refusals = game.why_not(end)
    key = f"end.{game.prompt[0]}"
    named = say.texts.has(key)
    if refusals and not named:
        return None
    text = say.texts.say(key) if named else sentence(say.action(end))
    return {
        "do": game.notation(end),
        "text": text,
        "bar": say.plain_refusal(refusals[0])["reason"] if refusals else None,
        "idle": _idle(game, say.texts),
    }


def _idle(game: Game, texts: Texts) -> str | None:
    """That most units of the side that decides could still go somewhere and have done nothing yet in this phase, which
    is worth a question before it ends; None if that is not so."""
    rules, s = game.rules, game.state
    going = [offer for offer in game.offers() if rules.verbs[offer.verb].intent == "go" and offer.domain is not None]
    able = {unit for offer in going for unit in offer.units if s.where[unit] < rules.names.grid.size}
    if not able:
        return None
    moment = game.moment()
    for entry in takewhile(lambda entry: (entry.turn, entry.phase) == moment, game.latest()):
        if entry.action is not None:
            able -= {rules.names.unit_number(unit) for unit in parts_of(entry.action, rules)[0]}
    own = rules.side_of[next(iter(going)).units[0]]
    everybody = sum(side == own and s.where[u] < rules.names.grid.size for u, side in enumerate(rules.side_of))
    many = len(able) >= MANY and 2 * len(able) > everybody
    return texts.say("end.idle", {"n": len(able), "all": everybody}) if many else None


def _marks(marks: list[tuple[str, int, int]], rules: Ruleset, texts: Texts) -> list[dict[str, Any]]:
    """The markers on the map that are shown."""
    from parallel38.draw.markers import shown  # the terminal needs the desk's words, not its drawings

    return [_mark(mark, rules, texts) for mark in marks if shown(mark[0], rules.look())]


def _mark(mark: tuple[str, int, int], rules: Ruleset, texts: Texts) -> dict[str, Any]:
    """A marker on the map: of a hex, with a number, or of the side to another hex."""
    from parallel38.draw.markers import words_of

    kind, h, more = mark
    return {
        "kind": kind,
        "label": words_of(kind, rules.look(), max(more, 0)) or None,
        "hex": rules.names.place(h),
        "other": rules.names.place(~more) if more < 0 else None,
        "n": more if more > 0 else None,
        "text": sentence(texts.say(f"mark.{kind}")),
    }


def _shown(game: Game, side: str | None = None) -> list[tuple[int, Face]]:
    """The units that a side may see, with their counters: those that are somewhere or may come in now."""
    s, rules = game.state, game.rules
    out = rules.names.grid.size
    able = {unit for offer in game.offers() for unit in offer.units}
    there = [unit for unit, place in enumerate(s.where) if place != out or unit in able]
    return [(unit, rules.face(s, unit)) for unit in there if rules.sees(s, side, unit)]


def _units(game: Game, side: str | None, texts: Texts) -> list[dict[str, Any]]:
    """Every unit that is in play and may be seen."""
    rules, found = game.rules, []
    names, weight = rules.names, rules.weighed(game.state)
    said, formed = _names(rules, texts.language), _formations(rules, texts.language)
    shown = _shown(game, side)
    notes = rules.unit_notes(game.state, [unit for unit, _ in shown])
    for unit, face in shown:
        found.append(
            {
                "id": names.unit(unit),
                "side": face.side,
                "place": names.place(game.state.where[unit]),
                "face": face_of(rules, face),
                "name": said[unit],
                "formation": rules.formation(unit),
                "flags": list(face.states),
                "flags_text": list(dict.fromkeys(texts.flag(state, unit) for state in face.states)),
                "strength": float(face.weight(weight)),
                "strength_text": _weight_text(face, weight, texts),
                "note": " · ".join([*formed[unit], *(texts.say(note.text, note.args) for note in notes.get(unit, ()))]),
            }
        )
    return found


def _weight_text(face: Face, weight: str, texts: Texts) -> str:
    """The weight of a unit in words, such as "strength 8"; empty if it has none."""
    value = face.weight(weight)
    return texts.say(f"weight.{weight or face.weights[0][0]}", {"factors": value}) if value else ""


@cache
def _names(rules: Ruleset, language: str) -> list[str]:
    """What the units of a game are called."""
    texts = rules.texts(language)
    return [texts.unit(unit) for unit in range(len(rules.names.units))]


@cache
def _formations(rules: Ruleset, language: str) -> list[list[str]]:
    """For each unit its formation, if it has one; a unit that is part of another one says so by its name."""
    texts = rules.texts(language)
    keys = [rules.group_of(unit)[0] for unit in range(len(rules.names.units))]
    return [[texts.say(key)] if key.startswith("formation.") else [] for key in keys]


# ------------------------------------------------------------------------------------------------------------ drawings


def face_of(rules: Ruleset, face: Face) -> str:
    """The id of a counter's drawing in a game."""
    return _face(rules.title.name, rules.setting.edition, rules.setting.scenario, face)


@cache
def _face(title_name: str, edition: str, scenario: str, face: Face) -> str:
    """The id of a counter's drawing, which is drawn when it is first asked for; games with equal looks share it."""
    from parallel38.draw import whole  # the terminal needs the desk's words, not its drawings

    svg = whole(face, usual_rules(title_name, edition, scenario).look())
    name = blake2b(svg.encode(), digest_size=8).hexdigest()
    _drawn[name] = svg
    return name


def faces(game: Game, ids: list[str] | None = None) -> dict[str, str]:
    """The drawings of counters by their ids: of all that the situation shows, or those that are named."""
    shown = _shown_faces(game)
    return {name: _drawn[name] for name in (sorted(shown) if ids is None else ids) if name in _drawn}


def _shown_faces(game: Game) -> set[str]:
    return {face_of(game.rules, face) for _, face in _shown(game)}


def new_faces(game: Game, before: Game) -> dict[str, str]:
    """The drawings of counters, by their ids, that the situation shows and that of an earlier game did not."""
    return {name: _drawn[name] for name in sorted(_shown_faces(game) - _shown_faces(before))}
