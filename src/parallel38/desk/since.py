"""What the other side has done since a side's last turn: losses of both sides, places and ground that changed hands,
fights, and what moved where. It is worked out from the record alone, so that it is the same after a restart."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from parallel38.desk.reporter import NAMED, Reporter
from parallel38.desk.scenes import FIGHT, LOST, PLACED, scenes
from parallel38.desk.words import sentence
from parallel38.engine.game import Entry, Game
from parallel38.engine.reports import Casualty
from parallel38.engine.sequence import phase_owner, turn_owner
from parallel38.engine.texts import FEW
from parallel38.hexgrid import Region, bits


class Span(NamedTuple):
    """A part of a record: the number of the last action before it, and that of its last action."""

    after: int
    to: int


def since(game: Game, language: str, side: str) -> dict[str, Any] | None:
    """The summary of what happened since a side's last turn, or of the other side's turn as far as it has come; as
    data for a board and, under `lines`, in words. None if the other side has moved nothing yet."""
    span = span_for(game, side)
    return None if span is None else _Summary(game, language, side, span).plain()


def span_for(game: Game, side: str) -> Span | None:
    """The last part of the record that was the other side's player turn and in which units were moved."""
    to, moved = game.number, False
    for entry, s in game.backwards():
        if entry.before is None:
            break
        owner = _owner(entry, s)
        if owner == side and moved:
            return Span(entry.number, to)
        if owner == side:
            to = entry.number - 1
        elif owner:
            moved |= any(column == "where" for column, *_ in entry.changes)
    return Span(0, to) if moved else None


def _owner(entry: Entry, s: Any) -> str:
    """The side in whose player turn an action was decided; empty for dice in a phase of no side.

    What interrupts the other side's turn, such as a bug-out or the choice of one's losses, is a part of that turn.
    """
    decided = entry.by in s.rules.sides
    return (turn_owner(s, entry.frames) or entry.by) if decided else phase_owner(s, entry.frames)


class _Summary:
    """Collects what happened in a part of a record."""

    def __init__(self, game: Game, language: str, side: str, span: Span) -> None:
        self.rules, self.side, self.span = game.rules, side, span
        now = turn_owner(game.state, game.state.frames)
        self.open = span.to == game.number and not game.over and now not in ("", side)
        self.title = "since.so_far" if self.open else "since.title"
        self.other = next(other for other in self.rules.sides if other != side)
        self.say = Reporter(game, language)
        self.texts, self.brief = self.say.texts, game.rules.texts(language, brief=True)
        self.fates: list[Casualty] = []
        self.scenes: list[dict[str, Any]] = []
        self.turn = ""
        self.before = self.after = self._holds(game.state)
        for entry, s in game.backwards():
            if entry.number > span.to:
                self.after = self._holds(s)
            elif entry.number > span.after:
                found = [{**scene, "n": entry.number} for scene in scenes(entry, s, self.say)]
                self.turn = self.say.turn(entry.turn) if found or not self.turn else self.turn
                self.scenes[:0] = found
                self.fates += self.rules.casualties(entry.changes)
                self.before = self._holds(s) if entry.number == span.after + 1 else self.before
            else:
                break

    def _holds(self, s: Any) -> tuple[dict[int, str], dict[str, Region]]:
        """The side that holds each place that matters, and the hexes that each side holds."""
        return self.rules.holders(s), self.rules.occupied(s)

    def plain(self) -> dict[str, Any]:
        """The summary as plain values."""
        parts = {
            "losses": [self._losses(one) for one in (self.side, self.other)],
            "places": [*self._places()],
            "ground": [self._ground(one) for one in (self.other, self.side)],
            "fights": [*self._fights()],
            "came": [*self._came()],
            "moves": [*self._moves()],
        }
        return {
            "side": self.side,
            "of": self.other,
            "after": self.span.after,
            "to": self.span.to,
            "open": self.open,
            "title": sentence(self.texts.say(self.title, {"turn": self.turn, "side": self.other})),
            **parts,
            "lines": [row["text"] for name in parts for row in parts[name] if row["text"]],
        }

    def _sentence(self, key: str, args: dict[str, Any]) -> str:
        return sentence(self.texts.say(f"since.{key}", args))

    def _losses(self, side: str) -> dict[str, Any]:
        """The units that a side lost, with their counters as they were, and what else became of its units."""
        own = [fate for fate in self.fates if self.rules.sides[self.rules.side_of[fate.unit]] == side]
        gone = [
            {**counter, "hex": scene["hex"], "place": self.say.hex_name(scene["hex"]), "n": scene["n"]}
            for scene in self.scenes
            if scene["kind"] == LOST and scene["side"] == side
            for counter in scene["counters"]
        ]
        kinds = [kind for kind in self.rules.casualty_kinds if any(fate.what == kind for fate in own)]
        told = [self.texts.say("since.at", {"unit": unit["id"], "where": unit["place"]}) for unit in gone]
        also = [self.say.fates(kind, own) for kind in kinds if kind != LOST]
        words = [self._sentence("lost" if told else "lost_nothing", {"side": side, "what_words": told})]
        return {
            "side": side,
            "side_text": sentence(self.texts.say(f"side.{side}")),
            "units": gone,
            "strength": sum(fate.strength for fate in own if fate.what == LOST),
            "also": [sentence(one) for one in also],
            "text": " ".join([*words, *(f"{sentence(one)}." for one in also)]),
        }

    def _places(self) -> Iterator[dict[str, Any]]:
        """Places that another side holds now."""
        before, after = self.before[0], self.after[0]
        for h, holder in after.items():
            if before.get(h) != holder:
                text = self._sentence("place", {"name": self.say.hex_name(h), "side": holder})
                yield {"hex": self.rules.names.place(h), "name": self.say.hex_name(h), "side": holder, "text": text}

    def _ground(self, side: str) -> dict[str, Any]:
        """The hexes that a side holds now and the enemy held before, those with a name first."""
        enemy = next(other for other in self.rules.sides if other != side)
        taken = [self.rules.names.place(h) for h in bits(self.before[1][enemy] & self.after[1][side])]
        taken.sort(key=lambda label: self.say.hex_name(label) == label)
        names = [self.say.hex_name(label) for label in taken]
        text = self._sentence("ground", {"side": side, "n": len(names), "what_words": names}) if names else ""
        return {"side": side, "hexes": taken, "names": names, "text": text}

    def _fights(self) -> Iterator[dict[str, Any]]:
        """The fights that were decided, each with its result."""
        for scene in self.scenes:
            if scene["kind"] == FIGHT and scene["text"]:
                args = {
                    "side": scene["side"],
                    "where": self.say.hex_name(scene["hex"]),
                    "result": scene["text"][:1].lower() + scene["text"][1:],
                }
                yield {**scene, "place": self.say.hex_name(scene["hex"]), "text": self._sentence("fight", args)}

    def _came(self) -> Iterator[dict[str, Any]]:
        """Units of the other side that came to the map; one's own come with one's own turn, which its end begins.

        Many units of a formation are told of together, at the place of its first one.
        """
        found = [scene for scene in self.scenes if scene["kind"] == PLACED and scene["side"] == self.other]
        numbers = self.rules.names.unit_number
        formed = [{self.rules.group_of(numbers(unit)) for unit in scene["units"]} for scene in found]
        count = Counter[Any](group for groups in formed for group in groups if any(group))
        rows: dict[Any, list[dict[str, Any]]] = {}
        for n, (scene, groups) in enumerate(zip(found, formed, strict=True)):
            [group] = groups if len(groups) == 1 else [None]
            rows.setdefault(group if count[group] > FEW else n, []).append(scene)
        for those in rows.values():
            units = [unit for scene in those for unit in scene["units"]]
            hexes = [*dict.fromkeys(scene["hex"] for scene in those)]
            who = self.brief.join(self.brief.units(units)) if len(those) > 1 else self.say.first_units(units)
            args = {"units": units, "who": who, "where": self._first_places(hexes)}
            row = {**those[0], "n": those[-1]["n"], "units": units, "hexes": hexes}
            yield {**row, "text": self._sentence("came", args)}

    def _first_places(self, hexes: list[str]) -> str:
        """The names of hexes; of many, of the first ones, and how many more there are."""
        names = [self.say.hex_name(label) for label in hexes]
        if len(names) > NAMED + 1:
            names[NAMED:] = [self.texts.say("since.more", {"n": len(names) - NAMED})]
        return self.texts.join(names)

    def _moves(self) -> Iterator[dict[str, Any]]:
        """Where units went in all, those together that went the same way, with the number of the last step of it."""
        ways: dict[str, tuple[str, int, list[str]]] = {}
        for scene in self.scenes:
            if "path" in scene:
                for unit in scene["units"]:
                    way = ways[unit][2] if unit in ways else scene["path"][:1]
                    way += scene["path"][scene["path"][0] == way[-1] :]
                    ways[unit] = scene["side"], scene["n"], way
        groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for unit, (side, _, way) in ways.items():
            if way[0] != way[-1]:
                groups.setdefault((side, tuple(way)), []).append(unit)
        for (side, way), units in groups.items():
            args = {
                "units": units,
                "who": self.say.first_units(units),
                "from": self.say.hex_name(way[0]),
                "to": self.say.hex_name(way[-1]),
            }
            text = self._sentence("moved", args)
            yield {"side": side, "n": ways[units[0]][1], "units": units, "path": [*way], "text": text}
