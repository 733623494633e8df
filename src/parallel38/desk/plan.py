"""What an action would be: whether it is legal and why not, its way, its price and its chances."""

from typing import Any

from parallel38.desk.forms import fields_of
from parallel38.desk.instead import instead
from parallel38.desk.reporter import Reporter
from parallel38.desk.words import (
    chance_of,
    drawn_arrow,
    labels,
    noted,
    parts_of,
    points_of,
    sentence,
    told_refusal,
)
from parallel38.engine.chance import Roll
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import Over, settle
from parallel38.engine.game import Game
from parallel38.engine.previews import Modifier, Note, Preview, Step
from parallel38.engine.texts import Texts
from parallel38.engine.values import NEXT, Action, End, form, leg

FEW = 3
"""Of many actions that are done as one so many are told one by one."""


def plan(game: Game, do: Action | str, language: str) -> dict[str, Any]:
    """What an action would be: whether it is legal and why not, its way, its price and its chances.

    A line may stand for several actions (`Game.apart`), each judged after the one before it.
    """
    if isinstance(do, str) and len(lines := game.apart(do)) > 1:
        return _several(game, lines, language)
    say, s, top = Reporter(game, language, brief=True), game.state, game.state.top
    action, refusals = game.judged(do) if isinstance(do, str) else (do, game.why_not(do))
    legal = not refusals
    known = not game.over and top.takes(action)  # what ends a game by agreement is known to no frame
    planned = known and legal
    hexes = parts_of(action, game.rules)[1]
    path = hexes if hasattr(action, "path") else []
    fields = fields_of(game, action, say.texts) if known else []
    preview = top.preview(s, action) if planned else None
    return {
        "do": game.notation(action),
        "verb": action.verb(),
        "text": sentence(say.action(action)) if planned else None,
        "legal": legal,
        "refusals": [told_refusal(say, r) for r in refusals],
        "warnings": [told_refusal(say, r, "warning") for r in game.warnings(action)] if planned else [],
        "hexes": labels([h for h in hexes if leg(h) < game.rules.names.grid.size], game.rules),
        "path": labels(path, game.rules),
        "dice": labels([h for h in path if h < 0], game.rules),
        "steps": [_step(step, game, say.texts) for step in top.steps(s, action)] if known else [],
        "price": [noted(note, say.texts) for note in top.price(s, action)] if planned else [],
        **(_follows(game, action) if planned else {"needs_die": False, "rolls": False, "binding": False, "arrows": []}),
        "odds": _odds(preview, game, say.texts) if preview else None,
        "fields": fields,
        "template": form(type(action)) if fields else None,
        "instead": [] if legal else instead(game, action, language),
    }


def _several(game: Game, lines: list[str], language: str) -> dict[str, Any]:
    """What several actions would be, one after the other: the plan of the first that is refused, or one of them all."""
    trial, plans = game.copy(), list[dict[str, Any]]()
    for n, line in enumerate(lines):
        if n and isinstance(trial.state.top, Roll):
            raise BadInputError("die_between", do=lines[n - 1])
        plans.append(plan(trial, line, language))
        if not plans[-1]["legal"]:
            break
        trial.play(line)
    last, legal = plans[-1], plans[-1]["legal"]
    return {
        **last,
        "do": f"{NEXT} ".join(one["do"] for one in plans) if legal else f"{NEXT} ".join(lines),
        "text": _in_few_words([one["text"] for one in plans], language, game) if legal else None,
        "warnings": [warning for one in plans for warning in one["warnings"]] if legal else [],
        "hexes": list(dict.fromkeys(label for one in plans for label in one["hexes"])),
        "path": [],
        "dice": [],
        "arrows": [],
        "steps": [],
        "price": [note for one in plans for note in one["price"]] if legal else [],
        "odds": None,
        "fields": [],
        "template": None,
        "instead": [],
    }


def _in_few_words(said: list[str], language: str, game: Game) -> str:
    """What several actions would do; of many the first few, and how many there are besides."""
    more = len(said) - FEW if len(said) > FEW + 1 else 0
    rest = [sentence(game.rules.texts(language).say("plan.more", {"n": more}))] if more else []
    return " ".join([*(f"{text}." for text in said[: len(said) - more]), *rest])


def _follows(game: Game, action: Action) -> dict[str, Any]:
    """What comes after an action: whether dice fall before anybody decides again, and whether these are thrown for
    it and not for a later phase, to which only the end of a phase leads by intention; whether dice or another side
    come next, so that the action cannot be taken back freely; and the arrows that were not on the map before it."""
    rules, s = game.rules, game.state.copy()
    s.top.apply(s, action)
    settle(s)
    die = isinstance(s.top, Roll)
    there = {(arrow.side, arrow.from_hex, arrow.to_hex) for arrow in rules.arrows(game.state)}
    new = [arrow for arrow in rules.arrows(s) if (arrow.side, arrow.from_hex, arrow.to_hex) not in there]
    return {
        "needs_die": die,
        "rolls": die and (isinstance(action, End) or s.frames[0] == game.state.frames[0]),
        "binding": die or isinstance(s.top, Over) or s.top.decider(s) != game.decider,
        "arrows": [drawn_arrow(arrow, rules) for arrow in new],
    }


def _step(step: Step, game: Game, texts: Texts) -> dict[str, Any]:
    return {
        "hex": game.rules.names.place(step.hex),
        **noted(step.note, texts),
        "mp": points_of(step.points),
        "left": points_of(step.left),
        "chance": chance_of(step.chance),
        "fails": step.fails,
    }


def _inside(note: Note, texts: Texts) -> dict[str, Any]:
    """A note as words inside a sentence, and its rule."""
    return {"text": texts.say(note.text, note.args), "rule": texts.number(note.rule) or None}


def _modifier(modifier: Modifier, texts: Texts) -> dict[str, Any]:
    """What is added to the dice, and to which of them where they are read apart."""
    reading = texts.reading(modifier.reading) if modifier.reading else None
    return {**noted(modifier.note, texts), "drm": modifier.drm, "reading_text": reading}


def _odds(preview: Preview, game: Game, texts: Texts) -> dict[str, Any]:
    """A preview in words."""
    return {
        "title": noted(preview.title, texts)["text"],
        "ratio": preview.ratio or None,
        "column": preview.column or None,
        "columns": list(preview.columns),
        "notes": [noted(note, texts) for note in preview.notes],
        "modifiers": [_modifier(m, texts) for m in preview.modifiers],
        "total": sum(m.drm for m in preview.modifiers),
        "branches": [
            {
                **noted(branch.note, texts),
                "chance": chance_of(branch.chance),
                "outcomes": [
                    {
                        "key": r.key,
                        **noted(r.note, texts),
                        "chance": float(r.chance),
                        "rank": i if r.rank is None else r.rank,
                    }
                    for i, r in enumerate(branch.results)
                ],
                "reading": branch.reading or None,
                "reading_text": texts.reading(branch.reading) or None,
                "rows": [{"label": r.label, "key": r.key, "chance": float(r.chance)} for r in branch.rows],
                "modifiers": [_modifier(m, texts) for m in branch.modifiers],
                "sums": [{"key": r.key, **_inside(r.note, texts), "chance": float(r.chance)} for r in branch.sums],
            }
            for branch in preview.branches
        ],
        "outcomes": [
            {"key": r.key, **noted(r.note, texts), "chance": float(r.chance), "rank": i if r.rank is None else r.rank}
            for i, r in enumerate(preview.outcomes)
        ],
        "what_if": [
            {"do": game.notation(w.action), **noted(w.note, texts), "chance": float(w.chance)} for w in preview.what_if
        ],
        "tolls": [
            {
                "side": toll.side,
                "side_text": sentence(texts.say(f"side.{toll.side}")),
                "results": [{"key": r.key, **_inside(r.note, texts), "chance": float(r.chance)} for r in toll.results],
            }
            for toll in preview.tolls
        ],
    }
