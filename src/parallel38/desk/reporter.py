"""The Reporter: situations, refusals, logs and accounts in words, for the terminal, the commands and the pages."""

import re
from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from typing import Any

from parallel38.account import Account, Luck, TurningPoint, UnitTotal
from parallel38.engine.charts import Cell, Chart, Value
from parallel38.engine.flow import Frame, Refusal
from parallel38.engine.game import Entry, Game, Remark
from parallel38.engine.orders import order
from parallel38.engine.outcomes import Outcome
from parallel38.engine.previews import Branch, Note, Toll
from parallel38.engine.reports import Casualty, Goal
from parallel38.engine.sequence import part_key
from parallel38.engine.state import State
from parallel38.engine.texts import FEW, Texts
from parallel38.engine.values import Action
from parallel38.engine.view import plain_args
from parallel38.players.thoughts import Saying, Thought, became, remembered, standing

NAMED = 3
"""As many units are named in a sentence; of more, the others are counted."""


def _chance(chance: Fraction, text: str) -> str:
    return f"{float(chance):6.1%} ({chance}) {text}"


class Reporter:
    """Says things about a game in a language, briefly for pages, else with the names that are typed."""

    def __init__(self, game: Game, language: str, brief: bool = False, few: int = FEW) -> None:
        self.game = game
        self.texts: Texts = game.rules.texts(language, brief, few)

    def heading(self) -> str:
        """Turn, part of the turn if there are such, and phase."""
        s, rules = self.game.state, self.game.rules
        return " · ".join(filter(None, (self.turn(), self.part(s.frames), self.texts.say(rules.phase_key(s)))))

    def part(self, frames: tuple[Frame, ...]) -> str:
        """The part of the turn that frames are in; empty if turns have no parts."""
        key = part_key(frames)
        return self.texts.say(key) if key else ""

    def turn(self, name: str = "") -> str:
        """The turn in play, or another one, as the language writes it."""
        name = name or self.game.turn
        return self.texts.say(f"turn.{name}") if self.texts.has(f"turn.{name}") else name

    def prompt(self) -> str:
        """Whose decision it is and what is wanted."""
        key, args = self.game.prompt
        text = self.texts.say(f"prompt.{key}", args)
        return text[:1].upper() + text[1:]

    def usage(self, key: str) -> str:
        """How an action is written: the first line of its help."""
        return self.texts.say(key).partition("\n")[0]

    def refusal(self, refusal: Refusal, kind: str = "refusal", typed: bool = False) -> str:
        """A refusal in one sentence with the rule's number; to somebody who types, with what could be typed instead."""
        text = self.texts.say(f"{kind}.{refusal.text}", refusal.args)
        more = f" {self.prompt()}." if refusal.text == "engine_not_now" else ""
        if typed and self.texts.has(f"typed.{refusal.text}"):
            more = f" {self.texts.say(f'typed.{refusal.text}', refusal.args)}"
        return f"{text[:1].upper()}{text[1:]}{more} [{self.texts.number(refusal.rule)}]"

    def plain_refusal(self, refusal: Refusal, kind: str = "refusal") -> dict[str, Any]:
        """A refusal as plain data."""
        names = self.game.rules.names
        return {
            "rule": self.game.rules.cite(refusal.rule),
            "reason": self.refusal(refusal, kind),
            "key": refusal.text,
            "args": plain_args(refusal.args, self.game.rules),
            "culprits": [names.unit(u) for u in refusal.units] + [names.place(h) for h in refusal.hexes],
            "units": [names.unit(u) for u in refusal.units],
            "hexes": [names.place(h) for h in refusal.hexes],
            "step": refusal.at if refusal.at >= 0 else None,
        }

    def log(self, entries: Iterable[Entry], without: Container[str] = ()) -> Iterator[str]:
        """What happened, a line for each event and each remark but those that are not wanted."""
        for entry in entries:
            for event in entry.events:
                if event.text in without:
                    continue
                yield f"{entry.number}. {self.note(f'log.{event.text}', event.args, event.rule)}"
            for remark in self.game.remarks_after(entry):
                if remark.what not in without:
                    yield f"{entry.number}. {self.remark(remark)}"

    def history(self) -> Iterator[str]:
        """Everything that happened; where the record tells what players had in mind, what became of it, too."""
        later: dict[int, list[str]] = {}
        for one, found in became(standing(remembered(self.game), self.game), self.game):
            if found:
                said = self.note("remark.became", {"side": one.side}, "")
                later.setdefault(found[0].n, []).append(self._said(said, found))
        for entry in self.game.entries():
            yield from self.log([entry])
            yield from (f"{entry.number}. {line}" for line in later.get(entry.number, ()))

    def remark(self, remark: Remark) -> str:
        """What a side said or was told."""
        said = self.note(f"remark.{remark.what}", {"side": remark.by, "advice": remark.advice}, "")
        return self._said(said, remark.says)

    def _said(self, first: str, more: Iterable[Note | Saying]) -> str:
        return " ".join([first, *(self.note(one.text, one.args, one.rule) for one in more)])

    def note(self, key: str, args: dict[str, Any], rule: str) -> str:
        """A sentence with the rule that it is about."""
        text = self.texts.say(key, args)
        return f"{text[:1].upper()}{text[1:]}" + (f" [{self.texts.number(rule)}]" if rule else "")

    def thought(self, thought: Thought) -> Iterator[str]:
        """What a computer player had in mind: whose thought it is, then its sentences."""
        args = {"side": thought.side, "turn": self.turn(thought.turn), "player_key": f"player.{thought.player}"}
        yield self.note("report.thought" if thought.player else "report.thought_of_somebody", args, "")
        for one in thought.sayings:
            yield f"  {self.note(one.text, one.args, one.rule)}"

    def outcomes(self, found: Iterable[Outcome]) -> list[tuple[Fraction, str]]:
        """How an action can turn out, as a player sees it: where units come to be and in what state."""
        told: dict[str, Fraction] = {}
        for outcome in found:
            text = "; ".join(self._differences(outcome)) or self.texts.say("report.no_effect")
            told[text] = told.get(text, Fraction(0)) + outcome.chance
        return sorted(((chance, text) for text, chance in told.items()), key=lambda row: -row[0])

    def odds(self, action: Action) -> list[str]:
        """The chances of an action, line by line: as its preview has them, which sees further than the next dice."""
        outcomes = self.game.odds(action)
        preview = self.game.state.top.preview(self.game.state, action)
        if preview is None:
            return [_chance(chance, text) for chance, text in self.outcomes(outcomes)]
        notes = [self.note(note.text, note.args, note.rule) for note in preview.notes]
        return [
            " ".join(filter(None, (preview.ratio, preview.column, *notes))),
            *(line for branch in preview.branches for line in self._branch(branch)),
            *(
                _chance(result.chance, self.texts.say(result.note.text, result.note.args))
                for result in preview.outcomes
            ),
            *(line for toll in preview.tolls for line in self._toll(toll)),
        ]

    def _toll(self, toll: Toll) -> Iterator[str]:
        """What an action may cost a side, the worst first."""
        yield self.note("report.toll", {"side": toll.side}, "")
        for result in toll.results:
            yield f"  {_chance(result.chance, self.texts.say(result.note.text, result.note.args))}"

    def _branch(self, branch: Branch) -> Iterator[str]:
        """The results of the dice in one branch of a preview: by key, what each means, and its chance."""
        share = f" {float(branch.chance):.1%}" if branch.chance is not None and branch.chance < 1 else ""
        yield f"{self.note(branch.note.text, branch.note.args, branch.note.rule)}{share}"
        for result in branch.results:
            text = self.texts.say(result.note.text, result.note.args)
            yield f"  {_chance(result.chance, f'{result.key}: {text}')}"

    def _differences(self, outcome: Outcome) -> Iterator[str]:
        rules = self.game.rules
        for column, name, old, new in outcome.changes:
            if column == "where" and rules.names.grid.has(old):
                gone = not rules.names.grid.has(new)
                yield f"{name} {self.texts.say('report.gone', {'unit': name}) if gone else new}"
            elif column == "where" and rules.names.grid.has(new):
                yield f"{name} {new}"
            elif column == "flags":
                fresh = [flag for flag in new.split("+") if flag in rules.notable and flag not in old.split("+")]
                yield from (f"{name} {self.texts.flag(flag, name)}" for flag in fresh)
            elif column not in State.COLUMNS and self.texts.has(f"change.{column}"):
                yield f"{name} {self.texts.say(f'change.{column}', {'unit': name, 'n': int(new) - int(old)})}"
            elif column == "track" and name in rules.notable:
                yield f"{self.texts.say(f'track.{name}')} {new}"

    def action(self, action: Any) -> str:
        """What an action would do."""
        key, args = self.game.describe(action)
        return self.texts.say(key, args)

    def tracks(self) -> Iterator[str]:
        """What each side would win by, and the numbers of the whole game."""
        s, rules = self.game.state, self.game.rules
        yield from map(self.goal, rules.goals(s))
        for track in rules.shown_tracks(s):
            yield f"{self.texts.say(f'track.{track.name}')}: {self.texts.say(track.value.text, track.value.args)}"

    def goal(self, goal: Goal) -> str:
        """How far a side has come toward what it would win by, and what that consists of."""
        say = self.texts.say
        told = [say(part.text, part.args) for part in goal.parts]
        return f"{say(f'goal.{goal.name}')}: {say(goal.value.text, goal.value.args)}" + (
            f" ({'; '.join(told)})" if told else ""
        )

    def unit(self, unit: int) -> str:
        """A unit with its values, the steps that are left of it if it has lost some, and its marks."""
        s, rules = self.game.state, self.game.rules
        left, of = rules.face(s, unit).steps or (0, 0)
        worn = [self.texts.say("report.steps", {"n": left, "all": of})] if left < of else []
        flags = [self.texts.flag(f, unit) for i, f in enumerate(rules.flag_names) if s.flags[unit] >> i & 1]
        marks = f" ({', '.join(dict.fromkeys([*worn, *flags]))})" if worn or flags else ""
        return f"{rules.names.unit(unit)} {rules.unit_values(unit)} {self.texts.unit(unit)}{marks}"

    def stacks(self, side: str | None = None) -> Iterator[str]:
        """Units by place."""
        s, rules = self.game.state, self.game.rules
        by_place: dict[int, list[int]] = {}
        for unit, place in enumerate(s.where):
            if place < rules.names.grid.size and (side is None or rules.sides[rules.side_of[unit]] == side):
                by_place.setdefault(place, []).append(unit)
        for place in sorted(by_place, key=rules.names.place):
            yield f"{self.place(place)}: " + "; ".join(self.unit(u) for u in by_place[place])

    def boxes(self) -> Iterator[str]:
        """The boxes beside the map and what is still to come, side by side."""
        rules, s = self.game.rules, self.game.state
        for side in rules.sides:
            groups = [group for group in rules.forces(s) if group.side == side and (group.box or group.turn)]
            yield self.note(f"side.{side}", {}, "") if groups else self.texts.say("report.no_boxes", {"side": side})
            for group in groups:
                units = "; ".join(self.unit(u) for u, _ in group.units if rules.sees(s, None, u))
                head = self.note(group.note.text, group.note.args, group.note.rule)
                yield f"  {head}: {units}" if units else f"  {head}"

    def orders(self, side: str | None = None) -> Iterator[str]:
        """The standing orders of a side, or of both sides: what is asked, and what is answered by itself."""
        rules, s = self.game.rules, self.game.state
        known = rules.orders_in(s)
        if not known:
            yield self.texts.say("report.no_orders")
            return
        for number, name in enumerate(rules.sides):
            if side in (None, name):
                yield self.note("report.orders", {"side": name}, "")
                for what, (_, values) in known.items():
                    now = order(s, what, number)
                    others = ", ".join(value for value in values if value != now)
                    said = self.texts.say("_".join(("order." + what, now)))
                    yield f"  order {what} {now} ({others}): {said}"

    def place(self, place: int) -> str:
        """A hex with its terrain and name."""
        rules = self.game.rules
        if place >= rules.names.grid.size:
            return self.texts.place(place)
        facts = ", ".join(self.texts.say(key) for key in rules.hex_keys(place))
        name = rules.board.place_at(place)
        return f"{rules.names.place(place)} {name + ' ' if name else ''}({facts})"

    def hex_name(self, h: int | str) -> str:
        """A hex by the name of the place in it, by its label where there is none."""
        rules = self.game.rules
        label = h if isinstance(h, str) else rules.names.place(h)
        return rules.board.place_at(rules.names.grid.hex(label)) or label

    def first_units(self, units: list[str]) -> str:
        """The names of units; of many, of the first ones, and how many more there are."""
        names = [self.texts.unit(unit) for unit in units]
        if len(names) > NAMED + 1:
            names[NAMED:] = [self.texts.say("since.more", {"n": len(names) - NAMED})]
        return self.texts.join(names)

    # ------------------------------------------------------------------------------------------ the account of a game

    def account(self, found: Account) -> Iterator[str]:
        """The winner and the reason, turning points, losses, turns and luck, line by line."""
        yield from self.account_head(found)
        for part in self.account_parts(found):
            yield from ("", part["title"])
            yield from (f"  {self.texts.say('account.point', point)}" for point in part["points"])
            for group in part["groups"]:
                yield f"  {group['text']}"
                yield from (f"    {line}" for line in group["lines"])
            yield from self._lined_up(part["rows"])
            if part["note"]:
                yield f"  {part['note']}"

    def account_head(self, found: Account) -> Iterator[str]:
        """The winner and the reason, or how the game stands so far."""
        say, reason = self.texts.say, self.texts.say(*found.verdict)
        inside = reason[:1].lower() + reason[1:]
        if found.over and not found.rule:  # the sides ended it, so the rules say only how it stood
            yield self.prompt()
            yield say("account.as_it_stood", {"reason": inside})
        elif found.over:
            key = "account.won" if found.winner else "account.drawn"
            yield say(key, {"winner_side": found.winner, "rule": found.rule})
            yield reason[:1].upper() + reason[1:]
        else:
            yield say("account.open", {"turn": self.turn(), "n": found.actions})
            yield say("account.as_it_stands", {"reason": inside})
        yield from (self.goal(goal) for goal in self.game.rules.goals(self.game.state) if goal.parts)
        if found.taken_back:
            yield say("account.taken_back", {"n": found.taken_back})

    def turning_point(self, point: TurningPoint) -> str:
        """What happened at a turning point, in a sentence without its turn."""
        where = self.hex_name(point.hex) if point.hex else ""
        told = {"lead": self._lead_changed, "losses": self._units_lost, "luck": self._unlikely}[point.kind](
            point, where
        )
        return f"{told[:1].upper()}{told[1:]}."

    def _lead_changed(self, point: TurningPoint, where: str) -> str:
        say = self.texts.say
        figures = [
            say("account.figure", {"name": say(f"standing.{name}"), "before": before, "after": after})
            for name, (before, after) in point.figures.items()
        ]
        text = say("account.point_passed" if point.passed else "account.point_gained", {"side": point.side})
        return f"{text} ({'; '.join(figures)})" if figures else text

    def _units_lost(self, point: TurningPoint, where: str) -> str:
        """The units that each side lost."""
        rules, by_side = self.game.rules, dict[str, list[str]]()
        for unit in point.units:
            by_side.setdefault(rules.sides[rules.side_of[rules.names.unit_number(unit)]], []).append(unit)
        told = "; ".join(
            self.texts.say("account.side_lost", {"side": side, "n": len(units), "who": self.first_units(units)})
            for side, units in by_side.items()
        )
        return self.texts.say("account.point_losses", {"where": where, "what": told}) if where else told

    def _unlikely(self, point: TurningPoint, where: str) -> str:
        from babel.numbers import format_percent

        assert point.result
        say, result = self.texts.say, self.texts.say(*point.result)
        who = say("account.at", {"who": self.first_units(point.units), "where": where}) if point.units else where
        chance = format_percent(
            round(float(point.chance or 0), 3), locale=self.texts.language, decimal_quantization=False
        )
        args = {"side": point.attacker, "who": who, "result": result[:1].lower() + result[1:]}
        return say("account.point_luck", {**args, "lucky_side": point.side, "chance": chance})

    def account_parts(self, found: Account) -> list[dict[str, Any]]:
        """Turning points, losses, turns and luck. Each part has a title, a note, and points, groups of lines or rows of
        a table."""
        say = self.texts.say
        losses = [
            {"text": say(f"side.{side}"), "lines": [self._unit_totals(what, kinds) for what, kinds in by_fate.items()]}
            for side, by_fate in found.fates.items()
        ]
        luck = [
            {
                "text": say(f"side.{side}" if side else "account.for_both"),
                "lines": [self._luck(row) for row in found.luck if row.side == side],
            }
            for side in dict.fromkeys(row.side for row in found.luck)
        ]
        rows = self._turns(found)
        legend = say("account.legend") if found.turns[-1].standing else ""
        points = [
            {"n": point.n, "turn": self.turn(point.turn), "text": self.turning_point(point)} for point in found.points
        ]
        empty = {"points": [], "groups": [], "rows": [], "note": ""}
        parts = [
            {**empty, "title": say("account.points"), "points": points},
            {**empty, "title": say("account.losses"), "groups": losses},
            {**empty, "title": say("account.turns"), "rows": rows, "note": legend},
            {**empty, "title": say("account.luck"), "groups": luck, "note": "" if luck else say("account.no_dice")},
        ]
        return parts if points else parts[1:]

    def fates(self, what: str, found: Iterable[Casualty]) -> str:
        """What became of units, by kind of unit: those of the casualties that are of this sort."""
        kinds: dict[str, UnitTotal] = {}
        for fate in found:
            if fate.what == what:
                kinds.setdefault(fate.kind, UnitTotal()).add(fate.strength)
        return self._unit_totals(what, kinds)

    def _unit_totals(self, what: str, kinds: dict[str, UnitTotal]) -> str:
        if not kinds:
            return self.texts.say(f"account.not_{what}")
        heaviest = sorted(kinds.items(), key=lambda row: -row[1].strength)
        words = [self.texts.say(f"count.{kind}", {"n": total.units}) for kind, total in heaviest]
        strength = sum(total.strength for total in kinds.values())
        return self.texts.say(f"account.{what}", {"kinds_words": words, "strength": strength})

    def _turns(self, found: Account) -> list[list[str]]:
        """A table: a row for each turn, a column for each side's losses and for each figure of the standing."""
        say, sides = self.texts.say, list(found.fates)
        figures = list(found.turns[-1].standing)
        rows = [
            [say("account.turn"), *(say(f"short_side.{s}") for s in sides), *(say(f"standing.{f}") for f in figures)]
        ]
        for turn in found.turns:
            losses = (f"{turn.lost[s].units} ({turn.lost[s].strength})" for s in sides)
            rows.append([self.turn(turn.name), *losses, *(str(turn.standing[f]) for f in figures)])
        return rows

    def _lined_up(self, rows: list[list[str]]) -> Iterator[str]:
        """The rows of a table as lines of the same width."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for first, *others in rows:
            cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
            yield f"  {first.ljust(widths[0])}  {'  '.join(cells)}"

    def _luck(self, row: Luck) -> str:
        """One kind of roll in words; a roll that serves neither side is told as an average."""
        own = f"luck.{row.kind}"
        what = self.texts.say(own) if self.texts.has(own) else self.texts.reading(row.kind)
        args = {"what": what, "n": row.rolls}
        if not row.side:
            mean, expected = (self._decimal(float(x) / row.rolls) for x in (row.got, row.expected))
            return self.texts.say("account.luck_mean", {**args, "expected": expected, "got": mean})
        expected = self._decimal(float(row.expected))
        word = self.texts.say(f"account.{row.word}")
        return self.texts.say("account.luck_line", {**args, "expected": expected, "got": row.got, "word": word})

    def _decimal(self, value: float) -> str:
        """A number with one decimal, as the language writes it."""
        from babel.numbers import format_decimal

        return format_decimal(value, "0.0", self.texts.language)


class ChartWords:
    """Says what stands in charts, in a language."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def title(self, chart: Chart) -> str:
        """The chart's name for readers."""
        return self.texts.say(f"chart.{chart.name}")

    def head(self, name: str) -> str:
        """A row or column for readers; codes, numbers and proper names are the same in every language."""
        return self.texts.say(f"head.{name}") if self.texts.has(f"head.{name}") else name

    def value(self, value: Value) -> str:
        """A figure for readers: a word by its text, a turn as at the head of a row; codes and numbers as they are."""
        if isinstance(value, bool):
            return self.texts.say("report.yes" if value else "report.no")
        keys = [key for key in (f"word.{value}", f"head.{value}") if self.texts.has(key)]
        return self.texts.say(keys[0]) if keys else str(value)

    def source(self, cell: Cell) -> str:
        """Where a figure stands: rules of the booklet, authors of articles."""
        said = []
        for word in cell.source.split(", ") if cell.source else ():
            if word.startswith("C-"):
                said.append(self.texts.say("source.classic", {"n": word[2:]}))
            elif re.match("[0-9]|[A-Z]{3}-", word):  # a number, or letters of a chapter: 9.2, MOV-L
                said.append(self.texts.say("source.rule", {"n": word}))
            else:
                said.append(self.texts.say("source.article", {"name": word}))
        return ", ".join(said)

    def basis(self, cell: Cell) -> str:
        """Why a figure was chosen that stands nowhere."""
        return self.texts.say(f"basis.{cell.basis}") if cell.basis else ""
