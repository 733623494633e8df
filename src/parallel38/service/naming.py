"""What games are called: as a player has named them, else by scenario, players and day."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from typing import Any

from parallel38.desk import short_name
from parallel38.engine.texts import Texts
from parallel38.engine.titles import Title
from parallel38.service.store import HUMAN


def called(row: dict[str, Any], found: Title, texts: Texts) -> str:
    """What a game is called, from its row: its name, or the title, the players and the day."""
    return row["name"] or " · ".join((_what(row, found, texts), _who(row, texts), _when(row["created"], texts)))


def _what(row: dict[str, Any], found: Title, texts: Texts) -> str:
    """The title, the edition if the usual one does not have the scenario, and the scenario if there are several."""
    words, scenario = [short_name("title", texts)], row["scenario"]
    edition = found.editions_of(scenario)[0]
    if edition != found.editions[0]:
        words.append(short_name(f"edition.{edition}", texts))
    if len(found.scenarios_of(edition)) > 1:
        words.append(short_name(f"scenario.{scenario}", texts))
    return ", ".join(words)


def _who(row: dict[str, Any], texts: Texts) -> str:
    """The side of the one person against the other player, two computers, or that people play both sides."""
    players: dict[str, str] = row["players"]
    words = {side: texts.say(f"player.{player}") for side, player in players.items()}
    people = [side for side, player in players.items() if player == HUMAN]
    if len(people) > 1:
        return texts.say("called.both")
    if people:
        words[people[0]] = texts.say(f"side.{people[0]}.short")
    first, *others = sorted(players, key=lambda side: side not in people)
    return texts.say("called.against", {"one": words[first], "other": texts.join([words[side] for side in others])})


def _when(time: str, texts: Texts) -> str:
    """The day, in the time of this machine, with its year if that is not the present one."""
    here, now = datetime.fromisoformat(time).astimezone(), datetime.now().astimezone()
    day = f"{here.day} {texts.say('called.months').split()[here.month - 1]}"
    return day if here.year == now.year else f"{day} {here.year}"


def file_of(name: str, end: str) -> str:
    """A name for a file, of letters that every system knows."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return f"{'-'.join(re.findall('[a-z0-9]+', plain))[:80] or 'game'}.{end}"


def name_from_file(file: str) -> str:
    """What a game may be called after its file: nothing if the program itself made the file's name up."""
    stem = file.rpartition(".")[0] or file
    return "" if stem.startswith("parallel38-") else re.sub("[-_]+", " ", stem)
