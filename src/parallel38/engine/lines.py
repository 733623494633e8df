"""The lines of a record: how a game is written down, and how it is rebuilt from what was written.

The first line holds the setting, the dice and the position with which the game began. Each further line holds an
action with what it changed and said, so that a game can be rebuilt without today's rules. Every line ends with a sum
over itself and all lines before it: a changed line is found and named. `docs/formats.md` describes the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from parallel38 import __version__
from parallel38.engine import bounds
from parallel38.engine.bounds import FAULTS
from parallel38.engine.chance import Dice, Roll, Throw, seal_of
from parallel38.engine.errors import BadInputError, NotNowError
from parallel38.engine.files import read_json
from parallel38.engine.flow import CHANCE, RefusedError
from parallel38.engine.game import Game
from parallel38.engine.patience import look_at_the_clock
from parallel38.engine.positions import setting_of, state_of
from parallel38.engine.previews import Note
from parallel38.engine.progress import Entry, Progress, Remark, moment_of
from parallel38.engine.ruleset import Ruleset
from parallel38.engine.state import WHOLE, Change, Event, Said, State, other_form, say_frames
from parallel38.engine.titles import Title
from parallel38.engine.trials import try_out
from parallel38.engine.values import read
from parallel38.engine.view import plain_args

SCHEMA = 1
SUM = len(',"sum":"0123456789abcdef"}')
"""How long the end of every line is."""
MORE = {"more": True}
"""The last member of a line that counts only together with the next one, such as an action before its dice."""


def whole(lines: list[bytes]) -> list[bytes]:
    """The lines that count: those at the end are left out if what they belong to was not written to its end."""
    end, mark = len(lines), msgspec.json.encode(MORE)[1:-1]
    while end and lines[end - 1][:-SUM].endswith(mark):
        end -= 1
    return lines[:end]


class Lines:
    """Lines that are to be written, each with its sum. `chain` is the sum of the last line so far."""

    def __init__(self, chain: str = "") -> None:
        self.chain = chain
        self.lines: list[str] = []
        """The lines so far, without their line ends."""

    @property
    def text(self) -> str:
        """The lines as the text of a file."""
        return text_of(self.lines)

    def add(self, plain: dict[str, Any]) -> None:
        """Add a line."""
        body = msgspec.json.encode(plain)
        self.chain = _sum(self.chain, body)
        self.lines.append(f'{body.decode()[:-1]},"sum":"{self.chain}"}}')


def text_of(lines: Iterable[str]) -> str:
    """Lines as the text of a file, each with its end."""
    return "".join(f"{line}\n" for line in lines)


def _sum(chain: str, body: bytes) -> str:
    return blake2b(chain.encode() + body, digest_size=8).hexdigest()


def all_lines(game: Game) -> Lines:
    """A game as the lines of a new record."""
    lines = Lines()
    lines.add(
        {
            "parallel38": "record",
            "schema": SCHEMA,
            "program": __version__,
            **msgspec.to_builtins(game.rules.setting),
            "dice": game.dice.of(0).to_plain(),
            "start": game.opening(),
        }
    )
    branch = 0
    for entry in game.entries():
        if entry.branch > branch:  # dice were taken back before the record began: it shows that
            lines.add(_branch_line(game, entry.number - 1, entry.by, branch, entry.branch))
            branch = entry.branch
        lines.add(entry_line(game, entry))
        for remark in game.remarks_after(entry):
            if remark.what != "draw" or entry is not game.last or remark.by == game.draw_offer:  # not offered again
                lines.add(remark_line(remark))
    if game.branch > branch:
        lines.add(_branch_line(game, game.number, game.last.by, branch, game.branch))
    if game.dice.kind == "sealed" and game.over and game.dice.secret:
        lines.add({"secret": game.dice.secret})
    return lines


class Seats(msgspec.Struct, omit_defaults=True):
    """What a program that brings games together knows of one besides what was played: its name, and who played it."""

    name: str = ""
    players: dict[str, str] = {}
    """The player of each side, by the name of the player."""


def with_seats(lines: list[str], seats: Seats) -> list[str]:
    """The lines of a record with one more at their end, which says who played."""
    more = Lines(lines[-1][-SUM:][len(',"sum":"') : -len('"}')])
    more.add({"seats": msgspec.to_builtins(seats)})
    return [*lines, *more.lines]


def _branch_line(game: Game, number: int, by: str, before: int, branch: int) -> dict[str, Any]:
    """Going back to where a branch begins, and whence its dice come if not from where those before it came."""
    line: dict[str, Any] = {"back": number, "by": by, "how": "take back", "branch": branch}
    dice = game.dice.of(branch)
    return line if dice is game.dice.of(before) else {**line, "dice": dice.to_plain()}


class Rebuilt(NamedTuple):
    """A game rebuilt from its lines, the sum of the last line, lines for dice that fell only now, and who played it."""

    game: Game
    chain: str
    pending: list[dict[str, Any]]
    seats: Seats | None
    """None if the lines do not say it."""


def rebuild(
    lines: Iterable[bytes],
    find_title: Callable[[str], Title],
    secret: str = "",
    *,
    name: str = "",
    check_dice: bool = False,
) -> Rebuilt:
    """Rebuild a game from the changes in its lines; damage is refused with the line named."""
    chain = ""
    plains: list[dict[str, Any]] = []
    for number, line in enumerate(whole(list(lines)), 1):
        look_at_the_clock()
        plain, chain = _checked(name, number, line, chain)
        plains.append(plain)
    if not plains:
        raise BadInputError("not_a_record", file=name)
    resealed = max((n for n, plain in enumerate(plains) if "dice" in plain and "back" in plain), default=0)
    try:
        rules, state, dice, opened = _opening(plains[0], find_title, "" if resealed else secret, name)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadInputError):
            raise
        raise BadInputError("bad_line", n=1, reason="") from None
    with _named(2):
        game = Game.resume(rules, _started(state, opened, plains[1]), dice)
    seats = None
    for number, plain in enumerate(plains[2:], 3):
        look_at_the_clock()
        with _named(number):
            if "seats" in plain:
                seats = msgspec.convert(plain["seats"], Seats)
                continue
            _replay_line(game, plain, check_dice)
            if "dice" in plain and "back" in plain:
                new = Dice.from_plain(plain["dice"], secret if number == resealed + 1 else "")
                game.dice = game.dice.then(new, game.branch)
    # an action without its dice: the key was away, or a version up to 0.9, which did not mark such lines, was killed;
    # they fall now, and are stored with the next action
    thrown = game.last
    try:
        bounds.check(game.state)
        game.throw_dice()
        try_out(game)
    except FAULTS:
        reason = str(BadInputError("impossible_position"))
        raise BadInputError("bad_line", n=len(plains), reason=reason) from None
    pending = [entry_line(game, e) for e in game.entries() if e.number > thrown.number]
    return Rebuilt(game, chain, pending, seats)


@contextmanager
def _named(number: int) -> Iterator[None]:
    """Refuse whatever cannot be read with the number of its line."""
    try:
        yield
    except BadInputError as error:
        raise BadInputError("bad_line", n=number, reason=str(error)) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise BadInputError("bad_line", n=number, reason="") from None


def _checked(name: str, number: int, line: bytes, chain: str) -> tuple[dict[str, Any], str]:
    """A line's content if it is whole and unchanged, and the sum so far."""
    try:
        plain = read_json(line)
    except BadInputError:
        plain = {}
    plain = plain if isinstance(plain, dict) else {}
    if number == 1 and plain.get("parallel38") != "record":
        raise BadInputError("not_a_record", file=name)
    new = _sum(chain, line[:-SUM] + b"}")
    if plain.pop("sum", None) != new:
        raise BadInputError("damaged_line", file=name, n=number)
    return plain, new


def entry_line(game: Game, entry: Entry) -> dict[str, Any]:
    """An entry as its line in the record."""
    rules = game.rules
    line: dict[str, Any] = {"n": entry.number, "by": entry.by}
    if entry.action is not None:
        line["do"] = game.notation(entry.action)
    if entry.joined:
        line["joined"] = True
    if entry.key:
        line["key"] = entry.key
    line["events"] = [[e.text, plain_args(e.args, rules), e.rule] for e in entry.events]
    line["changes"] = _changes(game, entry)
    line["hash"] = f"{game.entry_hash(entry):016x}"
    return line


def remark_line(remark: Remark) -> dict[str, Any]:
    """A remark as its line in the record."""
    line: dict[str, Any] = {"remark": remark.what, "n": remark.number, "by": remark.by}
    if remark.says:
        line["says"] = [msgspec.structs.asdict(note) for note in remark.says]
    return {**line, "advice": remark.advice} if remark.advice else line


def _sayings(plain: Any) -> tuple[Note, ...]:
    """The sentences of a thought in a line of a record."""
    try:
        return msgspec.convert(plain, tuple[Note, ...])
    except msgspec.ValidationError as error:
        raise BadInputError("bad_value", value=str(error)) from None


def _changes(game: Game, entry: Entry) -> list[list[Any]]:
    """The changed cells, each once, with names; then the markers and frames that changed."""
    rules, net = game.rules, entry.net()
    gone, come = net.pop(("marks", WHOLE), (frozenset(), frozenset()))
    net.pop(("frames", WHOLE), None)  # what a record says of them is compared as text
    out: list[list[Any]] = [
        [column, rules.cell_name(column, i), rules.cell_text(column, i, old), rules.cell_text(column, i, new)]
        for (column, i), (old, new) in net.items()
    ]
    if gone != come:
        out.append(["marks", sorted(map(rules.mark_text, gone - come)), sorted(map(rules.mark_text, come - gone))])
    before, after = game.progress.said(entry)
    if before != after:
        same = len([*takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))])
        out.append(["frames", same, [msgspec.Raw(said) for said in after[same:]]])
    return out


# -------------------------------------------------------------------------------------------------- rebuilding


def _opening(
    head: dict[str, Any], find_title: Callable[[str], Title], secret: str, name: str
) -> tuple[Ruleset, State, Dice, Said | None]:
    """What a record's first line says: rules, the position with which the game began, dice, and that position's frames
    if they are not as this version writes them."""
    if head.get("parallel38") != "record":
        raise BadInputError("not_a_record", file=name)
    if head.get("schema") != SCHEMA:
        raise BadInputError("newer_schema", n=str(head.get("schema")))
    title = find_title(str(head.get("game")))
    rules = title.make(setting_of(head, title))
    dice = Dice.from_plain(head.get("dice", {}), secret)
    state = state_of(head.get("start", {}), rules)
    said = tuple(map(msgspec.json.encode, head["start"]["frames"]))
    return rules, state, dice, other_form(said, state.frames, rules)


def _started(state: State, opened: Said | None, plain: dict[str, Any]) -> Progress:
    """How far a game has come with the line of its start, the second of a record."""
    start = _entry_of(state, None, opened, 0, plain)
    state.write(start.changes)
    start.turn, start.phase = moment_of(state)
    start.hash = state.hash(start.said)
    _check_hash(start.hash, plain)
    return Progress(state, start, opened)


def _check_hash(number: int, plain: dict[str, Any]) -> None:
    """Refuse a line whose changes lead to another state than it says."""
    if f"{number:016x}" != plain["hash"]:
        raise BadInputError("wrong_hash")


def _replay_line(game: Game, plain: dict[str, Any], check_dice: bool) -> None:
    if "secret" in plain:
        if seal_of(plain["secret"]) != game.dice.seal:
            raise BadInputError("wrong_secret")
        game.dice = msgspec.structs.replace(game.dice, secret=plain["secret"])
        if check_dice:
            for entry in game.entries():
                _check_dice(game, entry)
        return
    if "back" in plain:
        _go_back(game, plain["back"], plain["how"], plain.get("branch", game.branch))
        return
    if "remark" in plain:
        if plain["n"] != game.number:
            raise BadInputError("wrong_number", n=plain["n"])
        game.remark(plain["remark"], plain["by"], str(plain.get("advice", "")), _sayings(plain.get("says", ())))
        return
    if plain.get("how") == "redo":
        _redo(game, plain)
        return
    entry = _entry_of(game.state, game.last, game.last.said, game.branch, plain)
    game.progress.undone = ()
    if check_dice and isinstance(entry.action, Throw):
        roll = game.state.top
        if entry.by != CHANCE or not isinstance(roll, Roll) or entry.key != game.dice_key(roll):
            raise BadInputError("wrong_dice", n=entry.number)
    game.progress.forward(entry)
    _check_hash(game.entry_hash(entry), plain)
    if check_dice:
        _check_dice(game, entry)


def _redo(game: Game, plain: dict[str, Any]) -> None:
    """Follow a line that plays again what was undone: it is the same entry, with the dice of its own branch."""
    if not game.undone:
        raise NotNowError("nothing_to_redo")
    *rest, (*more, entry) = game.undone
    if entry.number != plain["n"] or entry.before is not game.last:
        raise BadInputError("wrong_number", n=plain["n"])
    game.progress.forward(entry)
    _check_hash(game.entry_hash(entry), plain)
    game.progress.undone = (*rest, tuple(more)) if more else tuple(rest)


def _go_back(game: Game, number: int, how: str, branch: int) -> None:
    """Follow a line that goes back; what no program would have written is refused."""
    if not 0 <= number <= game.number or how not in ("undo", "take back") or type(branch) is not int:
        raise BadInputError("bad_value", value=str(number))
    if branch < game.branch or (how == "undo" and branch != game.branch):
        raise BadInputError("bad_value", value=str(branch))
    gone = list[Entry]()
    while game.number > number:
        gone.append(game.progress.back())
    if any(entry.by == CHANCE for entry in gone) and (how == "undo" or branch == game.branch):
        raise BadInputError("bad_value", value=how)
    game.progress.undone = (*game.undone, tuple(gone)) if gone else game.undone
    game.progress.branch = branch


def _entry_of(s: State, last: Entry | None, said: Said | None, branch: int, plain: dict[str, Any]) -> Entry:
    """The entry that a line tells of; `said` are the frames before it as the record has them, if that matters."""
    rules: Ruleset = s.rules
    changes: list[Change] = []
    frames, marks = s.frames, s.marks
    said = said or say_frames(frames, rules)
    for change in plain["changes"]:
        match change:
            case ["frames", int(same), list(after)]:
                changes.append(("frames", WHOLE, frames, (*frames[:same], *map(rules.frame, after))))
                frames = changes[-1][3]
                said = (*said[:same], *map(msgspec.json.encode, after))
            case ["marks", list(gone), list(come)]:
                new = marks - {rules.mark_value(m) for m in gone} | {rules.mark_value(m) for m in come}
                changes.append(("marks", WHOLE, marks, new))
                marks = new
            case [str(column), str(name), str(old), str(new)] if column in s.COLUMNS:
                i = rules.cell_number(column, name)
                value = rules.cell_value(column, i, old)
                if getattr(s, column)[i] != value:
                    raise BadInputError("wrong_hash")
                changes.append((column, i, value, rules.cell_value(column, i, new)))
            case _:
                raise BadInputError("bad_value", value=str(change))
    events = msgspec.convert(plain["events"], list[tuple[str, dict[str, Any], str]])
    words = msgspec.convert([plain["by"], plain.get("key", ""), plain["hash"]], list[str])
    action = read(plain["do"], rules.verbs, rules.names) if "do" in plain else None
    happened = [Event(*event) for event in events]
    entry = Entry(last, words[0], action, words[1], branch, s.frames, changes, happened, moment_of(s))
    entry.said, entry.joined = other_form(said, frames, rules), plain.get("joined") is True
    if entry.number != plain["n"]:
        raise BadInputError("wrong_number", n=plain["n"])
    return entry


def _check_dice(game: Game, entry: Entry) -> None:
    """Whether a roll is the one that the secret gives, or the script before it."""
    roll = entry.frames[-1] if entry.frames else None
    dice = game.dice.of(entry.branch)
    if not dice.secret or not isinstance(entry.action, Throw) or not isinstance(roll, Roll):
        return
    used = entry.before.dice_used if entry.before else 0
    if dice.throw(entry.key, roll, used) != entry.action.dice:
        raise BadInputError("wrong_dice", n=entry.number)


def first_disagreement(game: Game) -> int | None:
    """The first action that today's rules refuse or carry out otherwise than the record says; None if there is none.

    A game that was played under older rules stays valid; this only tells that the rules have changed since.
    """
    replay = game.at(0)
    for entry in game.entries()[1:]:
        assert entry.action is not None
        try:
            replay.play(entry.action)
        except RefusedError:
            return entry.number
        if _told(replay, replay.last) != _told(game, entry):
            return entry.number
    return None


def _told(game: Game, entry: Entry) -> tuple[Any, ...]:
    """All that an entry says and changes, whatever version wrote it."""
    events = [(e.text, plain_args(e.args, game.rules), e.rule) for e in entry.events]
    return entry.by, events, entry.net()
