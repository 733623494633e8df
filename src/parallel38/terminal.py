"""The game in the terminal: text first, everything by typed lines, stored after every action."""

from datetime import datetime
from pathlib import Path
from random import Random

import typer
from rich.console import Console
from rich.markup import escape

from parallel38.api import new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, RefusedError
from parallel38.engine.records import Record
from parallel38.games import NAMES, title
from parallel38.players import PLAYERS
from parallel38.report import Reporter

SIDES = ("communist", "un", "both")
SHOWN = 60
"""How much of a long list is shown."""


def play_in_terminal(game: str, side: str, seed: int | None, output: Path | None, language: str) -> None:
    """Begin a game or go on with a record, and play it until it ends or the player leaves."""
    if side not in SIDES:
        raise BadInputError("unknown_side", name=side, names=SIDES)
    if Path(game).is_file():
        record = Record.open(Path(game), title)
    elif game not in NAMES and Path(game).suffix:
        raise BadInputError("cannot_read", file=game, reason="–")
    else:
        played = new_game(game, seed=seed)
        record = Record.create(output or _new_file(game), played)
    Table(record, side, language).run()


def _new_file(game: str) -> Path:
    folder = Path(typer.get_app_dir("parallel38"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game}-{datetime.now():%Y%m%d-%H%M%S-%f}.record"


class Table:
    """One sitting: reads lines, plays actions, answers questions."""

    def __init__(self, record: Record, side: str, language: str) -> None:
        self.record, self.game, self.side = record, record.game, side
        self.say = Reporter(record.game, language)
        self.out = Console(highlight=False, soft_wrap=True)
        self.rng = Random()
        self.pending = ""
        self.shown = ""

    def run(self) -> None:
        """Go on until the end of the game or of the input."""
        for key, args in self.record.notices:
            self._print(self.say.texts.say(f"notice.{key}", args))
        self._text("welcome", file=str(self.record.path))
        while self.game.winner is None:
            if self.game.decider != CHANCE and self.side not in ("both", self.game.decider):
                self._computer()
                continue
            self._heading()
            try:
                line = self.out.input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                self._text("goodbye", file=str(self.record.path))
                return
            if line in ("quit", "q", "exit"):
                self._text("goodbye", file=str(self.record.path))
                return
            self._answer(line)
        self._print(self.say.prompt())
        for line in list(self.say.log(self.game.entries()))[-3:]:
            self._print(line)

    # ------------------------------------------------------------------------------------------------- what is said

    def _print(self, text: str) -> None:
        self.out.print(escape(text))

    def _text(self, key: str, **args: object) -> None:
        self._print(self.say.texts.say(f"terminal.{key}", args))

    def _heading(self) -> None:
        """Turn, phase and what is wanted, when it is not what was last shown."""
        shown = self.say.heading() + self.say.prompt()
        if shown == self.shown:
            return
        self.shown = shown
        self.out.rule(escape(self.say.heading()), align="left", characters="─")
        self._print(" · ".join(self.say.tracks()))
        self.out.print(f"[b]{escape(self.say.prompt())}[/b]")

    # ----------------------------------------------------------------------------------------------- what is answered

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        questions = {
            "": self._help,
            "help": self._help,
            "units": self._units,
            "at": self._at,
            "where": self._where,
            "reach": self._reach,
            "legal": self._legal,
            "why": self._why,
            "odds": self._odds,
            "log": self._log,
            "undo": self._undo,
            "redo": self._redo,
            "back": self._take_back,
        }
        try:
            if word in questions:
                questions[word](rest.strip())
            else:
                self._play(line)
        except BadInputError as error:
            self._print(self.say.texts.say(f"error.{error.key}", error.arguments))
        except RefusedError as refused:
            for refusal in refused.refusals[:3]:
                self._print(self.say.refusal(refusal))
            if len(refused.refusals) > 3:
                self._text("more", n=len(refused.refusals) - 3)

    def _play(self, line: str) -> None:
        """Play a line; one that has a price is asked for twice."""
        action = self.game.parse(line)
        if not self.game.why_not(action) and self.pending != line:
            warnings = self.game.warnings(action)
            if warnings:
                for warning in warnings:
                    self._print(self.say.refusal(warning, "warning"))
                self._text("again")
                self.pending = line
                return
        self.pending = ""
        for text in self.say.log(self.record.play(action)):
            self._print(text)

    def _computer(self) -> None:
        """The other side's decisions, until it is our turn again."""
        count, start = 0, self.game.last
        while self.game.winner is None and self.game.decider not in (CHANCE, self.side):
            self.record.play(PLAYERS["random"](self.game, self.rng))
            count += 1
        self._text("computer", n=count)
        fresh = [e for e in self.game.entries() if e.number > start.number]
        for line in list(self.say.log(fresh))[-8:]:
            self._print(f"  {line}")

    def _help(self, rest: str) -> None:
        self._text("help")

    def _units(self, rest: str) -> None:
        if rest and rest not in self.game.rules.sides:
            raise BadInputError("unknown_side", name=rest, names=self.game.rules.sides)
        for line in self.say.stacks(rest or None):
            self._print(line)

    def _at(self, label: str) -> None:
        place = self.game.rules.names.place_code(label)
        self._print(self.say.place(place))
        for unit, where in enumerate(self.game.state.where):
            if where == place:
                self._print(f"  {self.say.unit(unit)}")

    def _where(self, name: str) -> None:
        unit = self.game.rules.names.unit_number(name)
        self._print(f"{self.say.unit(unit)}: {self.say.place(self.game.state.where[unit])}")

    def _reach(self, name: str) -> None:
        """Where a unit can go, by manner: each end hex with its points, those that take fewest dice first."""
        names, top, s = self.game.rules.names, self.game.state.top, self.game.state
        unit = names.unit_number(name)
        for offer in self.game.offers():
            if unit in offer.units and offer.hexes:
                found = []
                for action in top.expand(s, offer):
                    args = self.game.describe(action)[1]
                    dice = len(args.get("need_words", ()))
                    points = f":{self.say.texts.value('mp', args['mp'])}" if "mp" in args else ""
                    found.append((dice, names.place(args["to_hex"]) + points + "*" * dice))
                hexes = [text for _, text in sorted(found)]
                self._print(f"{offer.verb} {offer.mode} ({len(hexes)}): {' '.join(hexes[:SHOWN])}")
                if len(hexes) > SHOWN:
                    self._text("more", n=len(hexes) - SHOWN)

    def _legal(self, name: str) -> None:
        names = self.game.rules.names
        unit = names.unit(names.unit_number(name)) if name else None
        actions = list(self.game.legal_actions(unit))
        for action in actions[:SHOWN]:
            self._print(f"{self.game.notation(action)}  ({self.say.action(action)})")
        if len(actions) > SHOWN:
            self._text("more", n=len(actions) - SHOWN)

    def _why(self, line: str) -> None:
        action = self.game.parse(line)
        refusals = self.game.why_not(action)
        for refusal in refusals:
            self._print(self.say.refusal(refusal))
        if not refusals:
            self._print(f"{self.game.notation(action)}: {self.say.action(action)}")

    def _odds(self, line: str) -> None:
        names = self.game.rules.names
        for outcome in self.game.odds(line):
            moved = [f"{names.unit(i)} {names.place(new)}" for col, i, _, new in outcome.changes if col == "where"]
            self._print(f"{float(outcome.chance):6.1%} ({outcome.chance}) {'; '.join(moved)}")

    def _log(self, rest: str) -> None:
        lines = list(self.say.log(self.game.entries()))
        for line in lines[-(int(rest) if rest.isdigit() else 15) :]:
            self._print(line)

    def _undo(self, rest: str) -> None:
        entry = self.record.undo()
        assert entry.action is not None
        self._text("undone", action=self.game.notation(entry.action))

    def _redo(self, rest: str) -> None:
        entry = self.record.redo()
        assert entry.action is not None
        self._text("redone", action=self.game.notation(entry.action))

    def _take_back(self, rest: str) -> None:
        if not rest.isdigit():
            raise BadInputError("not_a_number", name=rest)
        self.record.take_back(int(rest))
