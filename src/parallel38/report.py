"""Situations, refusals and logs in words: what the terminal, and anything else that reads aloud, shows."""

from collections.abc import Iterable, Iterator
from typing import Any

from parallel38.engine.flow import Refusal
from parallel38.engine.game import Entry, Game
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
