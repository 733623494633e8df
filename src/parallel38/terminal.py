"""The game in the terminal: text first, everything by typed lines, stored after every action."""

import contextlib
import os
import shlex
import sys
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.markup import escape

from parallel38.api import new_game
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, RefusedError
from parallel38.engine.records import Record
from parallel38.games import NAMES, title
from parallel38.players import PLAYERS
from parallel38.report import Reporter

with contextlib.suppress(ImportError):  # line editing and history where the system has them
    import readline  # noqa: F401

SIDES = ("communist", "un", "both")
SHOWN = 60
"""How much of a long list is shown."""


def play_in_terminal(
    game: str,
    side: str | None,
    seed: int | None,
    output: Path | None,
    last: bool,
    language: str,
    charts: dict[str, Any],
) -> None:
    """Begin a game or go on with a record, and play it until it ends or the player leaves.

    Who goes on plays the side that he played before, unless he says otherwise.
    """
    if side is not None and side not in SIDES:
        raise BadInputError("unknown_side", name=side, names=SIDES)
    path = _last_game() if last else Path(game)
    if last or path.is_file():
        if seed is not None or output is not None or charts:
            raise BadInputError("only_new", file=str(path))
        record = Record.open(path, title)
    elif game not in NAMES and path.suffix:
        raise BadInputError("no_such_file", file=game)
    else:
        played = new_game(game, seed=seed, charts=charts)
        record = Record.create(output or _new_file(game), played)
    kept = record.path.with_name(record.path.name + ".side")
    if side is None:
        before = kept.read_text(encoding="utf-8").strip() if kept.is_file() else ""
        side = before if before in SIDES else "both"
    if side != "both" or kept.is_file():
        kept.write_text(f"{side}\n", encoding="utf-8")
    Table(record, side, language).run()


def games_folder() -> Path:
    """Where games are kept that were not given a file."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "parallel38"


def _new_file(game: str) -> Path:
    games_folder().mkdir(parents=True, exist_ok=True)
    return games_folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S-%f}.record"


def _last_game() -> Path:
    found = sorted(games_folder().glob("*.record"), key=lambda file: file.stat().st_mtime)
    if not found:
        raise BadInputError("no_last_game")
    return found[-1]


class Table:
    """One sitting: reads lines, plays actions, answers questions."""

    def __init__(self, record: Record, side: str, language: str) -> None:
        self.side, self.language = side, language
        self.out = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        self.rng = Random()
        self.pending = ""
        self.shown = ""
        self._sit_down(record)

    def _sit_down(self, record: Record) -> None:
        self.record, self.game = record, record.game
        self.say = Reporter(record.game, self.language)

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
            except KeyboardInterrupt:
                self.out.print()
                continue
            except EOFError:
                line = "quit"
            if line.lower() in ("quit", "q", "exit"):
                self._text("goodbye", command=self._command())
                return
            self._answer(line)
        self._print(self.say.prompt())
        for line in list(self.say.log(self.game.entries()))[-3:]:
            self._print(line)

    def _command(self) -> str:
        """The command that goes on with this game, as it can be typed here."""
        language = ["--lang", self.language] if self.language != "en" else []
        return shlex.join([sys.argv[0], *language, "play", str(self.record.path), "--side", self.side])

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
        word = word.lower()
        questions = {
            "help": self._help,
            "?": self._help,
            "units": self._units,
            "unmoved": self._unmoved,
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
            if not line:
                self._text("say_help")
            elif word in questions:
                if not rest and word in ("at", "where", "reach", "why", "odds", "back"):
                    raise BadInputError("missing_argument", verb=word)
                questions[word](rest.strip())
            else:
                self._play(f"{word} {rest}".strip())
        except BadInputError as error:
            self._print(self.say.texts.say(f"error.{error.key}", error.arguments))
            if error.key == "unknown_verb":
                self._text("say_help")
            if error.key == "file_changed":
                self._sit_down(Record.open(self.record.path, title))
                self._text("reloaded")
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
        self._some([f"  {line}" for line in self.say.log(e for e in self.game.entries() if e.number > start.number)])

    def _some(self, lines: list[str]) -> None:
        """A list, as far as it is shown."""
        for line in lines[:SHOWN]:
            self._print(line)
        if len(lines) > SHOWN:
            self._text("more", n=len(lines) - SHOWN)

    def _help(self, rest: str) -> None:
        self._text("help")

    def _units(self, rest: str) -> None:
        if rest and rest.lower() not in self.game.rules.sides:
            raise BadInputError("unknown_side", name=rest, names=self.game.rules.sides)
        for line in self.say.stacks(rest.lower() or None):
            self._print(line)

    def _unmoved(self, rest: str) -> None:
        """The units to which a move is offered and that have not moved."""
        units = {o.units[0] for o in self.game.offers() if o.verb == "move" and o.mode == "foot" and not o.empty}
        fresh = sorted(u for u in units if not self.game.state.spent[u])
        self._text("unmoved", units=tuple(fresh))

    def _at(self, label: str) -> None:
        place = self.game.rules.board.places.get(label)
        if place is None:
            place = self.game.rules.names.place_code(label)
        self._print(self.say.place(place))
        for unit, where in enumerate(self.game.state.where):
            if where == place:
                self._print(f"  {self.say.unit(unit)}")

    def _where(self, name: str) -> None:
        unit = self._number(name)
        self._print(f"{self.say.unit(unit)}: {self.say.place(self.game.state.where[unit])}")

    def _number(self, name: str) -> int:
        return self.game.rules.names.unit_number(self.game.unit(name))

    def _reach(self, name: str) -> None:
        """Where a unit can go, by manner: each end hex with its points, those that take fewest dice first."""
        names, top, s = self.game.rules.names, self.game.state.top, self.game.state
        unit = self._number(name)
        offers = [o for o in self.game.offers() if unit in o.units and o.hexes]
        for offer in offers:
            found = []
            for action in top.expand(s, offer):
                args = self.game.describe(action)[1]
                dice = len(args.get("need_words", ()))
                points = f":{self.say.texts.value('mp', args['mp'])}" if "mp" in args else ""
                found.append((dice, names.place(args["to_hex"]) + points + "*" * dice))
            hexes = [text for _, text in sorted(found)]
            manner = self.say.texts.say(f"mode.{offer.mode}")
            self._print(f"{manner} ({len(hexes)}): {' '.join(hexes)}")
        if not offers:
            self._text("nothing_offered", unit=unit)

    def _legal(self, name: str) -> None:
        unit = self.game.unit(name) if name else None
        actions = list(self.game.legal_actions(unit))
        self._some([f"{self.game.notation(action)}  ({self.say.action(action)})" for action in actions])
        if not actions and unit:
            self._text("nothing_offered", unit=unit)

    def _why(self, line: str) -> None:
        action = self.game.parse(line)
        refusals = self.game.why_not(action)
        self._print(f"{self.game.notation(action)}:" + ("" if refusals else f" {self.say.action(action)}"))
        for refusal in refusals:
            self._print(f"  {self.say.refusal(refusal)}")

    def _odds(self, line: str) -> None:
        action = self.game.parse(line)
        outcomes = self.game.odds(action)
        self._print(f"{self.game.notation(action)}: {self.say.action(action)}")
        self._some([f"{float(chance):6.1%} ({chance}) {text}" for chance, text in self.say.outcomes(outcomes)])

    def _log(self, rest: str) -> None:
        count = self._count(rest, 15)
        for line in list(self.say.log(self.game.entries()))[-count:]:
            self._print(line)

    @staticmethod
    def _count(rest: str, usual: int) -> int:
        if rest and not (rest.isascii() and rest.isdigit() and int(rest)):
            raise BadInputError("not_a_number", name=rest)
        return int(rest) if rest else usual

    def _undo(self, rest: str) -> None:
        for _ in range(self._count(rest, 1)):
            entry = self.record.undo()
            assert entry.action is not None
            self._text("undone", action=self.game.notation(entry.action))

    def _redo(self, rest: str) -> None:
        entry = self.record.redo()
        assert entry.action is not None
        self._text("redone", action=self.game.notation(entry.action))

    def _take_back(self, rest: str) -> None:
        number = int(rest) if rest.isascii() and rest.isdigit() else -1
        self.record.take_back(number)
        self._text("taken_back", n=number)
