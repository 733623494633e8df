"""Texts by key, in English and Spanish. No rule builds a sentence: it names a key and gives arguments.

Catalogues are gettext .po files whose message ids are the keys, in `texts/<language>/` of the engine and of each game.
What an argument is, its name says: the last word after an underscore (`unit`, `from_hex`, `left_mp`, `terrain_key`).
What follows the argument in gender and number stands after a colon (`{unit:el}`, `neutralizad{unit:o}`): grammar.py.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import resources
from string import Formatter
from types import MappingProxyType
from typing import Any, Literal

from parallel38.engine.errors import BadInputError
from parallel38.engine.grammar import LABEL, Several, agreed, before_vowel, chosen, noun
from parallel38.engine.groups import plural_words, put_together

LANGUAGES = ("en", "es")
FEW = 2
"""Units of a formation up to this number are named one by one in brief texts."""
_HALVES = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


@cache
def catalogue(package: str, language: str) -> dict[str, str | tuple[str, ...]]:
    """Every text of a package in a language."""
    from babel.messages.pofile import read_po  # late: a program that reads no texts does not pay for it

    texts: dict[str, str | tuple[str, ...]] = {}
    folder = resources.files(package) / "texts" / language
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".po"):
            with file.open("rb") as stream:
                for message in read_po(stream, locale=language):
                    if message.id and message.string:
                        key = message.id if isinstance(message.id, str) else message.id[0]
                        texts[key] = message.string if isinstance(message.string, str) else tuple(message.string)
    return texts


def rule_number(rule: str) -> str:
    """A rule's number as the booklet prints it.

    >>> rule_number("D-9.2.3.2")
    '9.2.3.2'
    """
    return rule.split("-", 1)[-1]


def fraction_text(value: Fraction) -> str:
    """A number with its fraction as one sign.

    >>> fraction_text(Fraction(5, 2))
    '2½'
    """
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    sign = _HALVES.get(rest, f" {rest}")
    return f"{whole}{sign}" if whole else sign.strip()


@cache
def template(text: str) -> list[tuple[str, str | None, str]]:
    """A text of a catalogue in parts: words, then the name of an argument and what is wanted of it.

    >>> template("{unit:El} huye.")
    [('', 'unit', 'El'), (' huye.', None, '')]
    """
    return [(words, name, wanted or "") for words, name, wanted, _ in Formatter().parse(text)]


@cache
def _has_own(package: str, language: str, edition: str) -> bool:
    """Whether a package has texts in words of an edition."""
    return any(key.startswith(f"{edition}:") for key in catalogue(package, language))


class Texts:
    """Turns keys and arguments into sentences of one language.

    Brief texts, which pages have, say "Seoul" and not "1939" and name many units by their formations; the ruleset that
    is given for them knows places and formations. The others name each unit and each hex as it is typed.
    """

    def __init__(
        self,
        language: str,
        package: str = "",
        names: Any = None,
        point: int = 1,
        cited: Mapping[str, str] = MappingProxyType({}),
        edition: str = "",
        brief_rules: Any = None,
        few: int = FEW,
    ) -> None:
        self._rules = brief_rules
        self._few = few
        self.language = language if language in LANGUAGES else "en"
        self._packages = [p for p in (package, "parallel38.engine") if p]
        self._names = names
        self._point = point
        self._cited = cited
        self._own = f"{edition}:" if edition and _has_own(package, self.language, edition) else ""

    def number(self, rule: str) -> str:
        """The number, as printed, of the rule that the edition in play cites for a rule; empty for none."""
        return rule_number(self._cited.get(rule, rule))

    def raw(self, key: str) -> str | tuple[str, ...] | None:
        """The text of a key before arguments are put in; None if there is none.

        What an edition says in words of its own stands under `EDITION:KEY` and comes first.
        """
        if self._own:
            text = catalogue(self._packages[0], self.language).get(self._own + key)
            if text is not None:
                return text
        for package in self._packages:
            text = catalogue(package, self.language).get(key)
            if text is not None:
                return text
        return None

    def keys(self, beginning: str) -> list[str]:
        """The keys of texts that begin with a prefix."""
        found = {key for package in self._packages for key in catalogue(package, self.language)}
        return sorted(key for key in found if key.startswith(beginning))

    def has(self, key: str) -> bool:
        """Whether a key has a text."""
        return self.raw(key) is not None

    def say(self, key: str, args: dict[str, Any] | None = None) -> str:
        """The sentence for a key; brief texts may have one of their own, `KEY.brief`. A key without text is shown as it
        is, which a test forbids for shipped keys."""
        text = (self.raw(f"{key}.brief") if self._rules is not None else None) or self.raw(key)
        if text is None:
            return key
        args = args or {}
        if isinstance(text, tuple):
            count = args.get("n", len(args.get("units", ())))
            text = text[0] if count == 1 else text[-1]
        said = ""
        for words, name, wanted in template(text):
            said += words[1:] if words[:1] == "." and said[-1:] == "." else words  # "EE. UU." ends a sentence as it is
            if name is not None:  # an argument that an old record does not give is a gap
                said += self._put(name, args[name], wanted) if name in args else "…"
        return said

    def _put(self, name: str, value: Any, wanted: str) -> str:
        """An argument, or what agrees with it."""
        if not wanted:
            return self.value(name, value)
        kind = name.rsplit("_", 1)[-1]
        if wanted == LABEL:
            return self.place(value, by_label=True)
        if kind == "units":
            return agreed(wanted, self.units(value), self.join)
        if isinstance(value, int) and kind != "unit":
            return chosen(wanted, 0 if value == 1 else 2)
        return agreed(wanted, [self.value(name, value)], self.join)

    def value(self, name: str, value: Any) -> str:
        """One argument as a reader sees it."""
        match name.rsplit("_", 1)[-1]:
            case "unit":
                return self.unit(value)
            case "units":
                return self.join(self.units(value))
            case "hexes" | "pool" as kind:
                each = {"hexes": self.place, "pool": self.die}[kind]
                return self.join([each(one) for one in value])
            case "hex" | "place":
                return self.place(value)
            case "mp":
                return fraction_text(Fraction(value, self._point) if isinstance(value, int) else Fraction(value))
            case "factors":
                return fraction_text(Fraction(value))
            case "drm":
                return self._modifier(name, value)
            case "rule":
                return self.number(value)
            case "key":
                return self.say(value)
            case "side":
                return self.say(f"side.{value}")
            case "verbs" | "names":
                return self.join([str(v) for v in value], "or")
            case "words":
                return self.join([str(v) for v in value])
            case "reason" if isinstance(value, BadInputError):
                return self.say(f"error.{value.key}", value.arguments)
            case _:
                return str(value)

    def _modifier(self, name: str, value: int) -> str:
        """What is added to dice: a number with its sign; in brief texts of a whole sum in words."""
        if name == "modifier_drm" and self._rules is not None:
            return self.say("modifier", {"n_drm": value}) if value else self.say("modifier.none")
        return f"{value:+d}".replace("-", "−")

    def unit(self, unit: int | str) -> str:
        """A unit's name for a reader."""
        name = unit if isinstance(unit, str) else self._names.unit(unit)
        text = self.raw(f"unit.{name}")
        return text if isinstance(text, str) else name

    def units(self, units: Sequence[int | str]) -> list[str]:
        """The names of units; in brief texts many of a formation by the formation, and names that are alike as one."""
        names = [self.unit(unit) for unit in units]
        if self._rules is None or len(names) < 2:
            return names
        rest, formed = list[str](), dict[str, list[tuple[str, str]]]()
        for unit, name in zip(units, names, strict=True):
            number = self._names.unit_number(unit) if isinstance(unit, str) else unit
            formation, count = self._rules.group_of(number)
            if formation:
                formed.setdefault(count, []).append((formation, name))
            else:
                rest.append(name)
        many = {count: found for count, found in formed.items() if len(found) > self._few}
        rest = [name for count, found in formed.items() if count not in many for _, name in found] + rest
        key = "group.units" if len(many) == 1 and not rest else "group.units_among_others"
        groups = [self._group(key, count, [formation for formation, _ in found]) for count, found in many.items()]
        return [*groups, *self._alike(rest)]

    def _group(self, key: str, count: str, formations: list[str]) -> str:
        """Units of formations in few words: "20th and 42nd Armies, 7 divisions"."""
        wholes = [self.say(formation) for formation in dict.fromkeys(formations)]
        said = {"wholes_words": self._alike(wholes), "parts": self.say(count, {"n": len(formations)})}
        words = self.say(key, said)
        head = said["parts"] if words.startswith(said["parts"]) else wholes[0]
        return Several(words, 2 + noun(head)[1] % 2)

    def _alike(self, names: Sequence[str]) -> list[str]:
        """Names of which those that differ by a number are one."""
        plurals = self.raw("units.plurals")
        return put_together(names, plural_words(plurals), self.join) if isinstance(plurals, str) else list(names)

    def die(self, die: tuple[str, int, int]) -> str:
        """A die, given by its name and its lowest and highest figure, with what it may show."""
        name, lowest, highest = die
        return self.say("die.faces", {"die_key": f"die.{name or 'usual'}", "lowest": lowest, "highest": highest})

    def reading(self, name: str) -> str:
        """What a reading of dice is called; empty for the only one."""
        key = f"reading.{name}"
        return self.say(key if self.has(key) else f"die.{name}") if name else ""

    def flag(self, flag: str, unit: int | str) -> str:
        """A mark on a unit for a reader."""
        return self.say(f"flag.{flag}", {"unit": unit})

    def place(self, place: int | str, by_label: bool = False) -> str:
        """A hex by its label, in brief texts by its name if it has one; a box by its name."""
        name = place if isinstance(place, str) else self._names.place(place)
        if self._rules is not None and not by_label and self._names.grid.has(name):
            town = self._rules.place_name(self._names.grid.hex(name))
            return self.town(town) if town else name
        return self.say(f"box.{name}") if self.has(f"box.{name}") else name

    def town(self, name: str) -> str:
        """The name of a place on the map as the language has it."""
        return self.say(f"city.{name}") if self.has(f"city.{name}") else name

    def join(self, items: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
        """Items as a list in prose, with "and" or with "or"."""
        if len(items) < 2:
            return items[0] if items else "–"
        from babel.lists import format_list

        said = format_list(list(items), style, self.language)
        return before_vowel(said, items[-1]) if self.language == "es" else said
