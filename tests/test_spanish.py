"""Spanish agrees: every sentence of every catalogue is said of nouns of both genders and numbers, and looked at."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest

from parallel38.engine.grammar import LABEL, known, noun
from parallel38.engine.texts import LANGUAGES, Texts, catalogue, template

from .test_texts import PACKAGES


class Case(NamedTuple):
    """Units of which a sentence is said, with their articles, and how words end that agree with them."""

    units: list[str]
    el: str
    del_: str
    al: str
    ending: str


UNITS = [
    Case(["9.º Regimiento"], "el 9.º Regimiento", "del 9.º Regimiento", "al 9.º Regimiento", "o"),
    Case(["7.ª División"], "la 7.ª División", "de la 7.ª División", "a la 7.ª División", "a"),
    Case(
        ["9.º Regimiento", "recluta 8"],
        "el 9.º Regimiento y el recluta 8",
        "del 9.º Regimiento y el recluta 8",
        "al 9.º Regimiento y el recluta 8",
        "os",
    ),
    Case(
        ["7.ª División", "guarnición de Seúl"],
        "la 7.ª División y la guarnición de Seúl",
        "de la 7.ª División y la guarnición de Seúl",
        "a la 7.ª División y la guarnición de Seúl",
        "as",
    ),
    Case(
        ["7.ª División", "crucero"],
        "la 7.ª División y el crucero",
        "de la 7.ª División y el crucero",
        "a la 7.ª División y el crucero",
        "os",
    ),
]
UNIT = [
    Case(["41 Commando"], "el 41 Commando", "del 41 Commando", "al 41 Commando", "o"),
    Case(["27.ª Brigada"], "la 27.ª Brigada", "de la 27.ª Brigada", "a la 27.ª Brigada", "a"),
]
ENEMY = {
    "o": Case(["5.ª flotilla"], "la 5.ª flotilla", "de la 5.ª flotilla", "a la 5.ª flotilla", "a"),
    "a": Case(["5.º Ejército"], "el 5.º Ejército", "del 5.º Ejército", "al 5.º Ejército", "o"),
}
SAID = {
    "pool": (("", 1, 6),),
    "hex": "0714",
    "place": "0714",
    "hexes": ["0714", "0815"],
    "mp": "2",
    "factors": "2",
    "drm": 1,
    "rule": "D-1.1",
}


class Said(NamedTuple):
    """A sentence and the nouns that were put into it."""

    key: str
    text: str
    cases: list[Case]


def _arguments(names: set[str], unit: Case, units: Case, number: int, side: str) -> tuple[dict[str, Any], list[Case]]:
    args: dict[str, Any] = {}
    cases: list[Case] = []
    for name in names:
        first, _, kind = name.rpartition("_")
        if kind in ("unit", "units"):
            case = ENEMY[units.ending[0]] if first else unit if kind == "unit" else units
            args[name] = case.units if kind == "units" else case.units[0]
            cases.append(case)
        elif kind in ("names", "words", "verbs"):
            args[name] = ["x"]
        else:
            args[name] = side if kind == "side" else SAID.get(kind, "x" if kind in ("key", "id", "text") else number)
    return args, cases


@cache
def sentences(package: str) -> list[Said]:
    """Every sentence of a catalogue, of every kind of units and of both numbers."""
    texts, found = Texts("es", package), list[Said]()
    for key, text in catalogue(package, "es").items():
        names = {name for form in ((text,) if isinstance(text, str) else text) for _, name, _ in template(form) if name}
        kinds = {name.rsplit("_", 1)[-1] for name in names}
        told = set[str]()
        for unit, units, number, side in product(UNIT, UNITS, (1, 2), ("un", "communist")):
            if ("unit" not in kinds and unit != UNIT[0]) or ("units" not in kinds and units not in UNITS[:2]):
                continue
            args, cases = _arguments(names, unit, units, number, side)
            said = texts.say(key, args)
            if said not in told:
                told.add(said)
                found.append(Said(key, said, cases))
    return found


def of_units(package: str) -> Iterator[Said]:
    return (said for said in sentences(package) if said.cases)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_texts_ask_only_for_what_there_is(package: str, language: str):
    for key, text in catalogue(package, language).items():
        for form in (text,) if isinstance(text, str) else text:
            for _, _, wanted in template(form):
                assert not wanted or (known(wanted) and (language == "es" or "|" in wanted or wanted == LABEL)), key
                assert not wanted or package != "parallel38.web", "the page puts in arguments as they are"


@pytest.mark.parametrize("package", PACKAGES)
def test_prepositions_and_articles_run_together(package: str):
    wrong = [said for said in sentences(package) if re.search(r"\b(de|a) el\b|\b(el|la) (el|la)\b|  |…\b", said.text)]
    assert wrong == []


@pytest.mark.parametrize("package", [package for package in PACKAGES if package != "parallel38.web"])
def test_units_in_a_sentence_have_their_article(package: str):
    """A name stands alone in headings and in lists only: before or after a colon, in brackets, or as the whole text."""
    wrong = []
    for said in of_units(package):
        text = said.text
        for case in said.cases:
            for phrase in (case.del_, case.al, case.el):
                text = text.replace(phrase, "§").replace(phrase[0].upper() + phrase[1:], "§")
        for case in said.cases:
            alone = re.escape(" y ".join(case.units))
            text = re.sub(rf"(^|: |\(){alone}(?=$|[:.;,)])", "§", text)
            if any(unit in text for unit in case.units):
                wrong.append((said.key, said.text))
    assert wrong == []


STATES = (
    r"(?!(?:brig|c|d|demasi|entr|hu|l|n|ole|part|retir|sal|tir)[ai]d[oa])\w+[ai]d",  # participles, but no such nouns
    *("enter", "norcorean", "recompuest", "surcorean"),
    *("para ell", "colócal", "retrásal", "junt(?=[oa]s)", "cada un", "algun(?=[oa] (?:de )?§)"),
    *("l(?=[oa]s demás(?! [up]))", "(?:a|de) l(?=[oa]s que)"),
)
AGREEING = re.compile(rf"(?:\b(\w+) )?\b({'|'.join(STATES)})([oa]s?)\b", re.IGNORECASE)
OTHERWISE = ("ha", "han", "haya", "hayan", "había", "habían", "de")
"""After these words it is part of a verb or a noun: "ha atacado", "de blindados"."""
THING = re.compile(
    r"\b(?:(?P<o>el|un|ningún|del|al|este|hexágono|movimiento|suministro)"
    r"|(?P<a>la|una|ninguna|esta|toda|unidad|neutralización|posición|pieza)|(?P<os>los|unos|estos|PM)|(?P<as>las|unas|estas|algunas|unidades|divisiones|partes))\b",
    re.IGNORECASE,
)
"""What else a word may agree with: a thing that has an article, or one of a few that need none."""


def _disagreeing(said: Said) -> list[str]:
    """The words that agree neither with the unit before them (or after, if none is) nor with another thing before."""
    text, wrong = said.text, list[str]()
    for case in said.cases:
        for phrase in (case.del_, case.al, case.el, " y ".join(case.units)):
            text = re.sub(re.escape(phrase), f"§{case.ending}§", text, flags=re.IGNORECASE)
    for word in AGREEING.finditer(text):
        before, after = text[: word.start(2)], text[word.end() :]
        units = re.findall(r"§(\w+)§", before)[-1:] or re.findall(r"§(\w+)§", after)[:1] or [said.cases[0].ending]
        things = [name for thing in THING.finditer(before) for name, found in thing.groupdict().items() if found]
        endings = [end[0] if word[2] == "cada un" else end for end in units + things]
        of_a_hex = re.search("0714,? (está )?$", before)
        if not of_a_hex and (word[1] or "").lower() not in OTHERWISE and word[3] not in endings:
            wrong.append(word[0])
    return wrong


@pytest.mark.parametrize("package", PACKAGES)
def test_states_and_pronouns_agree_with_their_units(package: str):
    wrong = [(said.key, words, said.text) for said in of_units(package) if (words := _disagreeing(said))]
    marks = [said for said in sentences(package) if said.key.startswith("flag.") and not said.cases]
    wrong += [said.key for said in marks if any(_disagreeing(said._replace(cases=[unit])) for unit in UNIT)]
    assert wrong == []


NO_VERB = re.compile(r"(a|al|con|contra|de|del|desde|en|o|para|por|que|quien|y)\b|\W|$")


def _verbs(said: Said) -> Iterator[str]:
    """The verbs in the wrong number behind the units with which a sentence or a clause begins."""
    for case in said.cases:
        subject = rf"(?:^|[:;] ){re.escape(case.el)} (?:(?:no|ya|aún|todavía|solo|siempre|se|le) )*"
        for found in re.finditer(subject, said.text, re.IGNORECASE):
            rest = said.text[found.end() :]
            if not NO_VERB.match(rest) and re.split(r"\W", rest)[0].endswith("n") != (len(case.units) > 1):
                yield rest


@pytest.mark.parametrize("package", PACKAGES)
def test_verbs_have_the_number_of_their_units(package: str):
    wrong = [(said.key, verbs, said.text) for said in of_units(package) if (verbs := list(_verbs(said)))]
    assert wrong == []


ONE = re.compile(r"\b(quedan|llegan|faltan|sobran) 1\b|\b1 (?!(es|más|menos|tras)\b)[a-záéíóúñ]+s\b")
TWO = re.compile(
    r"\b(queda|llega|sobra) 2\b"
    r"|\b2 (acción|baja|batallón|dado|decisión|división|factor|guerrilla|hexágono|nivel|punto|recluta|regimiento|turno"
    r"|unidad)\b"
)


@pytest.mark.parametrize("package", PACKAGES)
def test_things_have_the_number_that_stands_before_them(package: str):
    wrong = [(said.key, said.text) for said in sentences(package) if ONE.search(said.text) or TWO.search(said.text)]
    assert wrong == []


def test_lists_are_joined_as_they_are_spoken():
    spanish = Texts("es")
    assert [spanish.join(["Hungnam", last]) for last in ("Iwon", "Wonsan")] == ["Hungnam e Iwon", "Hungnam y Wonsan"]
    assert [spanish.value("names", ["7", last]) for last in ("8", "11", "12")] == ["7 u 8", "7 u 11", "7 o 12"]
    assert Texts("en").join(["Hungnam", "Iwon"]) == "Hungnam and Iwon"


@pytest.mark.parametrize(
    ("name", "with_article"),
    [
        ("US-2", "la 2.ª División de EE. UU."),
        ("US-187", "el 187.º Regimiento Aerotransportado de EE. UU."),
        ("US-17/7", "el 17.º Regimiento de EE. UU. (7.ª División)"),
        ("SUP-DD1", "la 1.ª escuadrilla de destructores"),
        ("C-1", "el recluta 1"),
        ("G-1", "la guerrilla 1"),
    ],
)
def test_a_unit_has_the_gender_of_its_noun(name: str, with_article: str):
    texts = Texts("es", "parallel38.games.yalu")
    assert texts.say("what_if.without", {"unit": name}) == f"sin {with_article}"


def test_every_unit_has_the_gender_that_its_ordinal_shows():
    for package in PACKAGES:
        for key, name in catalogue(package, "es").items():
            shown = re.match(r"\d+\.(ª|º|er) ", str(name)) if key.startswith("unit.") else None
            assert shown is None or noun(str(name))[1] == (shown[1] == "ª"), name
