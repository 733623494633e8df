"""A file of results with the rules of its game: what plots and pages ask for."""

from functools import cached_property
from pathlib import Path

from parallel38.engine.errors import BadInputError
from parallel38.games import title
from parallel38.hexgrid import Hex
from parallel38.lab import results, summary
from parallel38.lab.figures import quantile
from parallel38.lab.play import Turn


class Study:
    """The games of a file. Games of one file begin with the same turn."""

    def __init__(self, path: Path, language: str) -> None:
        self.path = path
        self.heading, self.games = results.read(path)
        setting = self.heading.setting
        found = title(setting.game)
        self.rules = found.make(
            found.setting(setting.edition, setting.scenario, setting.options, setting.rulings, setting.charts)
        )
        self.texts = self.rules.texts(language)
        self.sides = self.rules.sides
        self.ended = summary.sound(self.games)
        if not self.ended:
            raise BadInputError("lab_no_games", file=str(path))

    @cached_property
    def turns(self) -> list[str]:
        """The turns of the longest game, by their printed names."""
        return [turn.name for turn in max((game.turns for game in self.ended), key=len)]

    @property
    def turn_names(self) -> list[str]:
        """The turns of the longest game, in the reader's language."""
        return [self.turn(name) for name in self.turns]

    def turn(self, name: str) -> str:
        """A turn in the reader's language."""
        return self.texts.say(f"turn.{name}") if self.texts.has(f"turn.{name}") else name

    @cached_property
    def by_turn(self) -> list[list[Turn]]:
        """For each turn, how it went in the games that came so far."""
        return [[game.turns[i] for game in self.ended if i < len(game.turns)] for i in range(len(self.turns))]

    def place(self, h: Hex) -> str:
        """A place by its name, or by its hex."""
        return self.texts.town(self.rules.board.place_at(h) or self.rules.names.grid.label(h))

    @cached_property
    def _at_start(self) -> dict[Hex, str]:
        return self.rules.holders(self.rules.start())

    def held(self, side: str) -> dict[Hex, list[float]]:
        """For each place worth a flag, by turn: the share of the games in which a side held it as the turn ended."""
        found = {h: [0.0] * len(self.turns) for h in self._at_start}
        for game in self.ended:
            holder = dict(self._at_start)
            changes = [(turn, self.rules.names.grid.hex(label), who) for turn, label, who in game.taken]
            for i, turn in enumerate(game.turns):
                holder |= {h: who for when, h, who in changes if when == turn.name}
                for h, who in holder.items():
                    found[h][i] += (who == side) / len(self.by_turn[i])
        return found

    def falls(self) -> list[tuple[Hex, float, str, float]]:
        """Each place: the share of games in which it fell, the usual turn, the share of these in which it came back."""
        rows: list[tuple[Hex, float, str, float]] = []
        for h, holder in self._at_start.items():
            label = self.rules.names.grid.label(h)
            changes = [[(turn, who) for turn, at, who in game.taken if at == label] for game in self.ended]
            fell = [some for some in changes if some]
            when = [self.turns.index(some[0][0]) for some in fell]
            usual = self.turns[round(quantile(when, 0.5))] if when else ""
            back = sum(any(who == holder for _, who in some) for some in fell)
            rows.append((h, len(fell) / len(self.ended), usual, back / len(fell) if fell else 0.0))
        return rows
