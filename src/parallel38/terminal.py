"""The game in the terminal: text first, everything by typed lines, stored after every action."""

import contextlib
import os
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.markup import escape

from parallel38.account import account
from parallel38.api import new_game
from parallel38.desk.instead import instead
from parallel38.desk.reporter import Reporter
from parallel38.desk.since import since
from parallel38.engine.errors import BadInputError
from parallel38.engine.flow import CHANCE, Offer, Refusal, RefusedError
from parallel38.engine.game import Game
from parallel38.engine.records import Record
from parallel38.engine.values import Action, End, naming, usual_mode
from parallel38.games import game_names, title
from parallel38.players import ADVISER, Player, check_player, player, players_of, usual
from parallel38.players.commander import reasons_of
from parallel38.players.thoughts import THOUGHT, Thought, completed, readable, remembered, thought
from parallel38.textmap import text_map

with contextlib.suppress(ImportError):  # line editing and history where the system has them
    import readline  # noqa: F401

BOTH = "both"
"""The word for a person who plays both sides."""
PAGE = 40
"""How many lines are shown at once; `more` goes on."""
FEW = 12
"""Up to so many possibilities are listed without being asked for."""
MANY = 60
"""More possibilities than that are listed by unit first."""
FIRST = 3
"""How many of the computer's reasons are told without being asked for."""
TOO_MANY = 120
"""More possibilities than that, all of one unit, are told as hexes and not one by one."""
COMMANDS = ("legal", "reach", "why", "odds", "map", "at", "where", "units", "boxes", "orders", "unmoved")
COMMANDS += ("hint", "since", "reasons", "report", "log", "more", "undo", "redo", "back", "help", "quit")
NEED_A_WORD = ("at", "where", "reach", "why", "odds", "back", "map")


def play_in_terminal(
    game: str,
    side: str | None,
    setting: dict[str, Any],
    output: Path | None,
    last: bool,
    language: str,
    against: str | None = None,
) -> None:
    """Begin a game or go on with a record, and play it until it ends or the player leaves.

    `setting` is what was chosen for a new game, as `new_game` takes it. A game that goes on
    keeps the person's side and the computer player, unless other ones are given.
    """
    path = _last_game() if last else Path(game)
    if last or path.is_file():
        if setting or output is not None:
            raise BadInputError("only_new", file=str(path))
        record = Record.open(path, title)
        _check(side, against, record.game)
    elif game not in game_names() and path.suffix:
        raise BadInputError("no_such_file", file=game)
    else:
        played = new_game(game, **setting)
        _check(side, against, played)
        record = Record.create(output or _new_file(game), played)
    kept = record.path.with_name(record.path.name + ".side")
    before = kept.read_text(encoding="utf-8").split() if kept.is_file() else []
    side = side or next((word for word in before if word in record.game.rules.sides), BOTH)
    found = record.game.rules.title
    against = against or next((word for word in before if word in players_of(found)), usual(found))
    if side != BOTH or kept.is_file():
        kept.write_text(f"{side} {against}\n", encoding="utf-8")
    Table(record, side, language, against).run()


def _check(side: str | None, against: str | None, game: Game) -> None:
    """Refuse a side or a player that the game does not have."""
    known = (*reversed(game.rules.sides), BOTH)
    if side is not None and side not in known:
        raise BadInputError("unknown_side", name=side, names=known)
    if against is not None:
        check_player(against, game.rules.title)


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


def runs(labels: list[str]) -> Iterator[str]:
    """Labels in their order, with those that follow one another told as from and to.

    >>> list(runs(["0112", "0113", "0114", "0117", "0118:2"]))
    ['0112–0114', '0117', '0118:2']
    """
    run: list[str] = []
    for label in [*labels, ""]:
        if run and not (label.isdigit() and run[-1].isdigit() and int(label) == int(run[-1]) + 1):
            yield from run if len(run) < 3 else [f"{run[0]}–{run[-1]}"]
            run = []
        run.append(label)


class Table:
    """One sitting: reads lines, plays actions, answers questions."""

    def __init__(self, record: Record, side: str, language: str, against: str = "") -> None:
        self.side, self.language = side, language
        self.by = None if side == BOTH else side
        """The side that sits here, unless it is both."""
        self.against = against or usual(record.game.rules.title)
        self.out = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        self.rng = Random()
        self.pending = ""
        """A line that was warned about and is done if it is said again."""
        self.rest: list[str] = []
        """What `more` shows."""
        self.choices: list[Action | str] = []
        """What a number stands for: an action, or a word after `legal`."""
        self.listed_at = ""
        """The state's fingerprint when the choices were listed."""
        self.shown: tuple[str, str, str] = ("", "", "")
        """Heading, prompt and its key as they were last shown."""
        self.turn_began: int | None = None
        """The last action before the computer's last turn."""
        self._sit_down(record)
        self.told = len(self._readable())
        """How many of the computer's thoughts have been told."""

    def _sit_down(self, record: Record) -> None:
        self.record, self.game = record, record.game
        self.say = Reporter(record.game, self.language)
        self.thoughts: list[Thought] = remembered(record.game)
        """What the computer had in mind, in earlier sittings too."""
        self._plan_anew()

    def _plan_anew(self) -> None:
        """Commanders remember a plan, which is of no use when something was taken back."""
        rules = self.game.rules
        other = next((side for side in rules.sides if side != self.side), self.side)
        self.enemy = player(self.against, rules.title, other)
        """The computer player of the other side, unless both sides are played here."""
        self.advisers: dict[str, Player] = {}
        """The computer players that are asked for hints, by side."""

    def run(self) -> None:
        """Go on until the end of the game or of the input."""
        for key, args in self.record.notices:
            self._print(self.say.texts.say(f"notice.{key}", args))
        self._text("welcome", file=str(self.record.path))
        while not self.game.over:
            if self.game.decider != CHANCE and self.side not in (BOTH, self.game.decider):
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
        self._report("")

    def _command(self) -> str:
        """The command that goes on with this game, as it can be typed here."""
        language = ["--lang", self.language] if self.language != "en" else []
        return shlex.join([sys.argv[0], *language, "play", str(self.record.path), "--side", self.side])

    # ------------------------------------------------------------------------------------------------- what is said

    def _print(self, text: str) -> None:
        self.out.print(escape(text))

    def _text(self, key: str, **args: object) -> None:
        self._print(self.say.texts.say(f"terminal.{key}", args))

    def _some(self, lines: Iterable[str], first: int = PAGE, more: str = "more_lines") -> None:
        """A list as far as it is shown at once; the rest waits for `more`."""
        lines = list(lines)
        for line in lines[:first]:
            self._print(line)
        self.rest = lines[first:]
        if self.rest:
            self._text(more, n=len(self.rest))

    def _heading(self) -> None:
        """Turn, phase and what is wanted, as far as it is not what was last shown; how to do it, and how to end."""
        self._tell_thoughts()
        key, _ = self.game.prompt
        now = (self.say.heading(), self.say.prompt(), key)
        if now == self.shown and not self._is_listed():
            return
        before, self.shown = self.shown, now
        if now[0] != before[0]:
            self.out.rule(escape(now[0]), align="left", characters="─")
            self._print(" · ".join(self.say.tracks()))
        if now[1] != before[1]:
            self.out.print(f"[b]{escape(now[1])}[/b]")
        if self.game.decider == CHANCE or ((now[0], key) == (before[0], before[2]) and not self._few()):
            return
        self._possibilities()

    def _is_listed(self) -> bool:
        """Whether the list of choices belongs to another situation than this one."""
        return bool(self.listed_at) and self.listed_at != self.game.hash()

    def _few(self) -> list[Action]:
        """All possibilities, if they are few; else nothing."""
        found = list(islice(self.game.legal_actions(), FEW + 1))
        return found if len(found) <= FEW else []

    def _possibilities(self) -> None:
        """A few possibilities are all listed; of many there is an example, and how to end."""
        few = self._few()
        if few:
            self._number(self._told(few))
            return
        first = next((a for a in self.game.legal_actions() if not isinstance(a, End)), None)
        if first is not None:
            self._text("example_list", action=self.game.notation(first))
        if any(offer.verb == End.verb() for offer in self.game.offers()):
            self._text("end_with", what=self.say.action(End()))
        else:
            self._text("no_end")

    def _number(self, rows: Iterable[tuple[Action | str, str]]) -> None:
        """A list to choose from by number."""
        rows = list(rows)
        self.choices, self.listed_at = [choice for choice, _ in rows], self.game.hash()
        self._some(f"{n:3}. {name}" for n, (_, name) in enumerate(rows, 1))

    def _told(self, actions: Iterable[Action]) -> Iterator[tuple[Action, str]]:
        """Actions with their notation and what they would do."""
        for action in actions:
            yield action, f"{self.game.notation(action)}  ({self.say.action(action)})"

    # ----------------------------------------------------------------------------------------------- what is answered

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        try:
            if not line:
                self._text("say_help")
            elif word.isascii() and word.isdigit() and not rest and self.game.decider != CHANCE:
                self._choose(int(word))
            elif word in COMMANDS or word == "?":
                if not rest and word in NEED_A_WORD:
                    raise BadInputError("missing_argument", verb=word)
                question: Callable[[str], None] = getattr(self, f"_{word}" if word != "?" else "_help")
                question(rest)
            else:
                self._play(f"{word} {rest}".strip())
        except BadInputError as error:
            self._print(self.say.texts.say(f"error.{error.key}", error.arguments))
            if error.key == "unknown_verb":
                self._text("say_help")
            elif error.key in ("missing_word", "too_many_words") and word in self.game.rules.verbs:
                self._print(self.say.usage(f"help.{word}"))
            elif error.key == "file_changed":
                self._sit_down(Record.open(self.record.path, title))
                self._text("reloaded")
        except RefusedError as refused:
            self._refused(refused.refusals)

    def _refused(self, refusals: list[Refusal], indent: str = "") -> None:
        """The first reason; the others wait."""
        self._some([indent + self.say.refusal(r, typed=True) for r in refusals], 1, "more_reasons")

    def _choose(self, number: int) -> None:
        """The possibility with this number in the list that was shown last."""
        if not 1 <= number <= len(self.choices) or self._is_listed():
            raise BadInputError("no_such_choice", n=number)
        chosen = self.choices[number - 1]
        if isinstance(chosen, str):
            self._legal(chosen)
        else:
            self._play(self.game.notation(chosen))

    def _play(self, line: str) -> None:
        """Play a line; one that has a price is asked for twice. Several actions are played one after the other."""
        lines = self.game.apart(line)
        trial, warnings = self.game.copy() if len(lines) > 1 else self.game, list[Refusal]()
        for n, one in enumerate(lines, 1):
            action, refusals = trial.judged(one, self.by)
            if refusals:
                self._refused(refusals)
                return
            warnings += trial.warnings(action)
            if n < len(lines):
                trial.play(action)
        if self.pending != line and warnings:
            for warning in warnings:
                self._print(self.say.refusal(warning, "warning"))
            self._text("again")
            self.pending = line
            return
        self.pending = ""
        for text in self.say.log(self.record.play_lines(lines, self.by)):
            self._print(text)

    def _computer(self) -> None:
        """The other side's decisions, until it is our turn again; what matters of them."""
        count, self.turn_began = 0, self.game.number
        while not self.game.over and self.game.decider not in (CHANCE, self.side):
            turn, side = self.game.turn, str(self.game.decider)
            first = self.record.play(self.enemy(self.game.copy(), self.rng))[0]
            new = thought(self.game, first, turn, side, self.against, reasons_of(self.enemy), self.thoughts)
            if new is not None:
                self._keep(new)
            count += 1
        self._text("computer", n=count)
        entries = [e for e in self.game.entries() if e.number > self.turn_began]
        told = [f"  {line}" for line in self.say.log(entries, {*self.game.rules.quiet, THOUGHT})]
        hidden = sum(len(e.events) for e in entries) - len(told)
        self._some(told)
        if hidden:
            self._text("hidden", n=hidden)
        found = since(self.game, self.language, self.side) if not self.game.over else None
        if found is not None:
            self._print(found["title"])
            for row in (*found["losses"], *found["places"], *found["ground"]):
                if row["text"]:
                    self._print(f"  {row['text']}")

    def _keep(self, new: Thought) -> None:
        """Keep what the computer has in mind, in the record too, so that it is known in the next sitting."""
        self.thoughts.append(new)
        if not self.game.over:
            self.record.remark(THOUGHT, new.side, says=new.notes)

    def _tell_thoughts(self) -> None:
        """What the computer had in mind in a turn that is over now, shortly."""
        known = self._readable()
        for one in completed(known[self.told :], self.game):
            lines = list(self.say.thought(one))
            for line in lines[: FIRST + 1]:
                self._print(line)
            if len(lines) > FIRST + 1:
                self._text("reasons_all", n=len(lines) - FIRST - 1)
        self.told = len(known)

    def _readable(self) -> list[Thought]:
        return readable(self.thoughts, self.game, () if self.side == BOTH else (self.side,))

    def _since(self, rest: str) -> None:
        """What the other side did since the last turn of the side that is played here."""
        side = self.game.decider if self.side == BOTH else self.side
        found = since(self.game, self.language, side) if side in self.game.rules.sides else None
        if found is None:
            self._text("no_since")
            return
        self._some([found["title"], *(f"  {line}" for line in found["lines"])])

    def _reasons(self, rest: str) -> None:
        """What the computer had in mind, turn by turn."""
        known = self._readable()
        if not known:
            self._text("no_reasons")
        self._some([line for one in completed(known, self.game) for line in self.say.thought(one)])

    def _hint(self, rest: str) -> None:
        """What the adviser would do, and why; a number does it."""
        side = self.game.decider
        if side is None or side == CHANCE:
            raise BadInputError("no_hint")
        if side not in self.advisers:
            self.advisers[side] = player(ADVISER, self.game.rules.title, side)
        adviser: Any = self.advisers[side]
        action = adviser(self.game.copy(), Random(self.game.hash()))
        self.record.remark("hint", side, self.game.notation(action))
        self._text("hint" if adviser.sure else "hint_any", player_key=f"player.{ADVISER}")
        self._number(self._told([action]))
        for note in adviser.why(self.game, action):
            self._print(f"  {self.say.note(note.text, note.args, note.rule)}")
        self._text("choose")

    def _more(self, rest: str) -> None:
        if not self.rest:
            self._text("no_more")
        self._some(self.rest)

    def _help(self, word: str) -> None:
        """What can be said; or what one action or command is for."""
        texts, verbs = self.say.texts, self.game.rules.verbs
        word = word.lower()
        if word in verbs or word in COMMANDS:
            self._print(texts.say(f"help.{word}" if word in verbs else f"command.{word}"))
            return
        if word:
            raise BadInputError("no_help", name=word)
        now = dict.fromkeys(offer.verb for offer in self.game.offers())
        self._text("help_now")
        for verb in now:
            self._print(f"  {self.say.usage(f'help.{verb}')}")
        self._text("help_later", others_words=[verb for verb in verbs if verb not in now])
        self._text("help_commands")
        for command in COMMANDS:
            usage, _, what = texts.say(f"command.{command}").partition("\n")
            self._print(f"  {usage:24}{what}")
        name = self._well_named()
        if name:
            self._text("help_names", last=name.rsplit("-", 1)[-1], small=name.replace("-", "").lower())

    def _well_named(self) -> str:
        """A unit that its last part names alone, for an example: one on the map, if there is such a one; none in a game
        that numbers the units of every formation from 1."""
        names, where = self.game.rules.names, self.game.state.where
        last = Counter(name.rsplit("-", 1)[-1] for name in names.units)
        alone = [u for u, name in enumerate(names.units) if "-" in name and last[name.rsplit("-", 1)[-1]] == 1]
        return names.unit(min(alone, key=lambda unit: where[unit] >= names.grid.size)) if alone else ""

    def _units(self, rest: str) -> None:
        if rest and rest.lower() not in self.game.rules.sides:
            raise BadInputError("unknown_side", name=rest, names=self.game.rules.sides)
        self._some(self.say.stacks(rest.lower() or None))

    def _boxes(self, rest: str) -> None:
        """What lies in the boxes beside the map, and what is still to come."""
        self._some(self.say.boxes())

    def _orders(self, rest: str) -> None:
        """The standing orders of the side that sits here, or of both."""
        self._some(self.say.orders(self.by))

    def _unmoved(self, rest: str) -> None:
        """The units to which a move is offered and that have not moved."""
        verb = self.game.rules.main_verbs.get("go", "")
        offers = [o for o in self.game.offers() if o.verb == verb and not o.empty]
        units = {o.units[0] for o in offers if o.mode in ("", usual_mode(self.game.rules.verbs[verb]))}
        fresh = sorted(u for u in units if not self.game.state.spent[u])
        self._text("unmoved", units=tuple(fresh))

    def _at(self, label: str) -> None:
        """The units of a place, with what they carry or are made of, and of a hex its facts."""
        place, s, rules = self.game.place(label), self.game.state, self.game.rules
        self._print(self.say.place(place))
        self._units_at(place, "  ")
        if place < rules.names.grid.size:
            for note in rules.hex_facts(s, place):
                self._print(self.say.note(note.text, note.args, note.rule))

    def _units_at(self, place: int, margin: str) -> None:
        for unit, where in enumerate(self.game.state.where):
            if where == place:
                self._print(margin + self.say.unit(unit))
                self._units_at(self.game.rules.names.with_unit(unit), margin + "  ")

    def _map(self, words: str) -> None:
        label, _, radius = words.rpartition(" ")
        if not label or not radius.isdigit() or len(radius) > 1:  # the last word belongs to the name of the town
            label, radius = words, "3"
        place = self.game.place(label)
        if place >= self.game.rules.names.grid.size:
            raise BadInputError("unknown_hex", name=label)
        self._some(text_map(self.game, self.say.texts, place, int(radius)), 100)

    def _where(self, name: str) -> None:
        unit = self._unit(name)
        self._print(f"{self.say.unit(unit)}: {self.say.place(self.game.state.where[unit])}")

    def _unit(self, name: str) -> int:
        return self.game.rules.names.unit_number(self.game.unit(name))

    def _reach(self, name: str) -> None:
        """The hexes that are open to a unit, by what it would do there; those that take fewest dice first."""
        names, top, s = self.game.rules.names, self.game.state.top, self.game.state
        unit = self._unit(name)
        offers = [o for o in self.game.offers() if unit in o.units]
        if not offers:
            self._text("nothing_offered", unit=unit)
        for offer in offers:
            found = set[tuple[int, str]]()
            for action in top.expand(s, offer):
                args = self.game.describe(action)[1]
                place = args.get("to_hex", args.get("hex"))
                if place is None or not offer.hexes:
                    found.add((0, self.game.notation(action)))
                    continue
                dice = len(args.get("need_words", ()))
                points = f":{self.say.texts.value('mp', args['mp'])}" if "mp" in args else ""
                found.add((dice, names.place(place) + points + "*" * dice))
            if found:
                told = runs([text for _, text in sorted(found)])
                self._print(f"{self._manner(offer)} ({len(found)}): {' '.join(told)}")

    def _manner(self, offer: Offer) -> str:
        """What an offer is for: its verb, and how."""
        mode = f"mode.{offer.mode}"
        return f"{offer.verb} {self.say.texts.say(mode)}" if self.say.texts.has(mode) else offer.verb

    def _legal(self, name: str) -> None:
        """What can be done, numbered; too much of it by unit, or by verb where units act together."""
        top, s, names = self.game.state.top, self.game.state, self.game.rules.names
        offers, unit = self.game.offers(), None
        if name.lower() in self.game.rules.verbs:
            offers = [o for o in offers if o.verb == name.lower()]
            if not offers:
                raise BadInputError("not_offered", name=name)
        elif name:
            unit = self._unit(name)
            offers = [o for o in offers if unit in o.units]
            if not offers:
                self._text("nothing_offered", unit=unit)
                return
        groups: dict[str, list[Action]] = {}
        for offer in offers:
            key = names.unit(offer.units[0]) if len(offer.units) == 1 else offer.verb
            every = top.expand(s, offer)
            groups.setdefault(key, []).extend(naming(every, unit) if unit is not None else every)
        if name:  # what can be done in few ways is not to stand behind hundreds of hexes
            groups = dict(sorted(groups.items(), key=lambda group: len(group[1])))
        actions = [action for group in groups.values() for action in group]
        only = next(iter(groups)) if len(groups) == 1 else ""
        if not name and len(actions) > TOO_MANY and only in names.units:
            self._reach(only)
            self._text("number_them", id=only)
            return
        if name or len(actions) <= MANY:
            self._number(self._told(actions))
        else:
            self._number(self._groups(groups))
        self._text("choose")

    def _groups(self, groups: dict[str, list[Action]]) -> Iterator[tuple[Action | str, str]]:
        """Each group with its size; one that holds a single action is that action."""
        for key, found in groups.items():
            if len(found) == 1:
                yield from self._told(found)
            elif found:
                known = key in self.game.rules.names.units
                name = self.say.unit(self.game.rules.names.unit_number(key)) if known else key
                yield key, self.say.texts.say("terminal.group", {"name": name, "n": len(found)})

    def _why(self, line: str) -> None:
        action = self.game.parse(line)
        refusals = self.game.reasons(line, self.by)
        self._print(f"{self.game.notation(action)}:" + ("" if refusals else f" {self.say.action(action)}"))
        if refusals:
            self._refused(refusals, "  ")
            rows = [f"{row['text']} ({row['do']})" for row in instead(self.game, action, self.say.texts.language)]
            if rows:
                self._print("  " + self.say.texts.say("report.instead", {"rows": "; ".join(rows)}))
        else:
            for warning in self.game.warnings(action):
                self._print(f"  {self.say.refusal(warning, 'warning')}")
            self._text("legal")

    def _odds(self, line: str) -> None:
        action = self.game.parse(line)
        odds = self.say.odds(action)
        self._print(f"{self.game.notation(action)}: {self.say.action(action)}")
        self._some(odds)

    def _log(self, rest: str) -> None:
        """The last lines, as many as are wanted; without a number, the computer's last turn and what followed."""
        entries = self.game.entries()
        if not rest and self.turn_began is not None:
            self._some(self.say.log((e for e in entries if e.number > (self.turn_began or 0)), {THOUGHT}))
        else:
            self._some(list(self.say.log(entries, {THOUGHT}))[-self._count(rest, 15) :])

    def _report(self, rest: str) -> None:
        """Who has won or would win, losses, luck."""
        self._some(self.say.account(account(self.game)), 200)

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
        self._plan_anew()

    def _redo(self, rest: str) -> None:
        for entry in self.record.redo():
            assert entry.action is not None
            self._text("redone", action=self.game.notation(entry.action))
        self._plan_anew()

    def _back(self, rest: str) -> None:
        number = int(rest) if rest.isascii() and rest.isdigit() else -1
        self.record.take_back(number)
        self._text("taken_back", n=number)
        self._plan_anew()
