"""Situations, refusals and logs in words: what the terminal, and anything else that reads aloud, shows."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from parallel38.engine.flow import Refusal
from parallel38.engine.game import Entry, Game, Outcome
from parallel38.engine.texts import Texts, rule_number
from parallel38.engine.view import plain_args


class Reporter:
    """Says things about a game in a language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.texts: Texts = game.rules.texts(language)

    def heading(self) -> str:
        """Turn and phase."""
        return f"{self.turn()} · {self.texts.say(self.game.rules.phase_key(self.game.state))}"

    def turn(self) -> str:
        """The turn as the language writes it."""
        key = f"turn.{self.game.turn}"
        return self.texts.say(key) if self.texts.has(key) else self.game.turn

    def prompt(self) -> str:
        """Whose decision it is and what is wanted."""
        key, args = self.game.prompt
        text = self.texts.say(f"prompt.{key}", args)
        return text[:1].upper() + text[1:]

    def refusal(self, refusal: Refusal, kind: str = "refusal") -> str:
        """Why not, in one sentence with the rule's number."""
        text = self.texts.say(f"{kind}.{refusal.text}", refusal.args)
        wanted = f" {self.prompt()}." if refusal.text == "engine_not_now" else ""
        return f"{text[:1].upper()}{text[1:]}{wanted} [{rule_number(refusal.rule)}]"

    def plain_refusal(self, refusal: Refusal, kind: str = "refusal") -> dict[str, Any]:
        """A refusal as plain data."""
        names = self.game.rules.names
        return {
            "rule": refusal.rule,
            "reason": self.refusal(refusal, kind),
            "key": refusal.text,
            "args": plain_args(refusal.args, self.game.rules),
            "culprits": [names.unit(u) for u in refusal.units] + [names.place(h) for h in refusal.hexes],
            "units": [names.unit(u) for u in refusal.units],
            "hexes": [names.place(h) for h in refusal.hexes],
            "step": refusal.at if refusal.at >= 0 else None,
        }

    def log(self, entries: Iterable[Entry]) -> Iterator[str]:
        """What happened, a line for each event."""
        for entry in entries:
            for event in entry.events:
                text = self.texts.say(f"log.{event.text}", event.args)
                rule = f" [{rule_number(event.rule)}]" if event.rule else ""
                yield f"{entry.number}. {text[:1].upper()}{text[1:]}{rule}"

    def outcomes(self, found: Iterable[Outcome]) -> list[tuple[Fraction, str]]:
        """How an action can turn out, as a player sees it: where units come to be and in what state."""
        told: dict[str, Fraction] = {}
        for outcome in found:
            text = "; ".join(self._differences(outcome)) or self.texts.say("report.no_effect")
            told[text] = told.get(text, Fraction(0)) + outcome.chance
        return sorted(((chance, text) for text, chance in told.items()), key=lambda row: -row[0])

    def _differences(self, outcome: Outcome) -> Iterator[str]:
        rules = self.game.rules
        for column, name, old, new in outcome.changes:
            if column == "where" and rules.names.grid.has(old):
                gone = not rules.names.grid.has(new)
                yield f"{name} {self.texts.say('report.gone') if gone else new}"
            elif column == "where" and rules.names.grid.has(new):
                yield f"{name} {new}"
            elif column == "flags":
                fresh = [flag for flag in new.split("+") if flag in rules.notable and flag not in old.split("+")]
                yield from (f"{name} {self.texts.say(f'flag.{flag}')}" for flag in fresh)
            elif column == "track" and name in rules.notable:
                yield f"{self.texts.say(f'track.{name}')} {new}"

    def action(self, action: Any) -> str:
        """What an action would do."""
        key, args = self.game.describe(action)
        return self.texts.say(key, args)

    def tracks(self) -> Iterator[str]:
        """The numbers of the whole game, those that are not zero."""
        s, rules = self.game.state, self.game.rules
        for name, text in rules.track_texts(s, self.texts):
            yield f"{self.texts.say(f'track.{name}')}: {text}"

    def unit(self, unit: int) -> str:
        """A unit with its values and marks."""
        s, rules = self.game.state, self.game.rules
        flags = [self.texts.say(f"flag.{f}") for i, f in enumerate(rules.flag_names) if s.flags[unit] >> i & 1]
        marks = f" ({', '.join(dict.fromkeys(flags))})" if flags else ""
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

    def place(self, place: int) -> str:
        """A hex with its terrain and name."""
        rules = self.game.rules
        if place >= rules.names.grid.size:
            return self.texts.place(place)
        facts = ", ".join(self.texts.say(key) for key in rules.hex_keys(place))
        name = rules.board.place_at(place)
        return f"{rules.names.place(place)} {name + ' ' if name else ''}({facts})"
