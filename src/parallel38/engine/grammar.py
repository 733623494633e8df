"""Articles and agreement: what in a text follows the noun that an argument puts in.

A text asks for it after a colon: `{unit:el}` is the noun with its article, `neutralizad{unit:o}` an ending that agrees;
docs/formats.md has the whole list. A noun's gender is read off its first word that is no number: "118.ª División" is
feminine, "41 Commando" masculine. A noun that is written with its article has the article's gender ("la ONU").
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

ARTICLES = {
    "el": ("el", "la", "los", "las"),
    "del": ("del", "de la", "de los", "de las"),
    "al": ("al", "a la", "a los", "a las"),
}
LABEL = "label"
"""What a text asks for to have a hex by its number, also where it has a name."""
ENDINGS = {"o": ("o", "a", "os", "as"), "lo": ("lo", "la", "los", "las")}
_FEMININE = ("a", "ión", "ad")
_MASCULINE = ("recluta",)
_BORROWED = ("task",)
"""Words of another language that are feminine in Spanish: "la Task Force"."""
_OTHER_AND = re.compile("h?[ií](?![aeou])", re.IGNORECASE)
_OTHER_OR = re.compile(r"h?[oó]|8|11\b", re.IGNORECASE)


class Several(str):
    """Words for several things, such as "2nd and 25th Divisions", with the form of what agrees with them."""

    form: int

    def __new__(cls, words: str, form: int) -> "Several":
        """The words with their form: 2 masculine or without gender, 3 feminine."""
        new = super().__new__(cls, words)
        new.form = form
        return new


def noun(text: str) -> tuple[str, int]:
    """A noun without its article, and its form: 0 masculine, 1 feminine, 2 and 3 the same in the plural.

    >>> noun("17.º Regimiento"), noun("guarnición de Seúl"), noun("la ONU"), noun("Task Force Smith")
    (('17.º Regimiento', 0), ('guarnición de Seúl', 1), ('ONU', 1), ('Task Force Smith', 1))
    """
    return (str(text), text.form) if isinstance(text, Several) else _noun(text)


@lru_cache(4096)
def _noun(text: str) -> tuple[str, int]:
    first, _, rest = text.partition(" ")
    if first in ARTICLES["el"]:
        return rest, ARTICLES["el"].index(first)
    head = next((word for word in text.lower().split() if not word[0].isdigit()), "")
    return text, int(head in _BORROWED or (head.endswith(_FEMININE) and head not in _MASCULINE))


def form_of(nouns: Sequence[str]) -> int:
    """The form of one noun or of a list, which is feminine only if all in it are."""
    forms = [noun(one)[1] for one in nouns]
    return all(form % 2 for form in forms) + 2 * (len(forms) > 1 or any(form > 1 for form in forms))


def chosen(wanted: str, form: int) -> str:
    """A form that a text writes out: "one|several" or "masculine|feminine|masculines|feminines".

    >>> chosen("puede|pueden", 3), chosen("un|una|unos|unas", 1)
    ('pueden', 'una')
    """
    forms = wanted.split("|")
    return forms[form // 2] if len(forms) == 2 else forms[form]


def known(wanted: str) -> bool:
    """Whether a text can ask for this."""
    return wanted.count("|") in (1, 3) or wanted in (*ENDINGS, LABEL) or wanted[:1].lower() + wanted[1:] in ARTICLES


def agreed(wanted: str, nouns: Sequence[str], join: Callable[[Sequence[str]], str]) -> str:
    """What a text asks for of one noun or of several, which `join` makes into a list.

    >>> agreed("Del", ["17.º Regimiento"], " y ".join), agreed("al", ["27.ª Brigada", "crucero"], " y ".join)
    ('Del 17.º Regimiento', 'a la 27.ª Brigada y el crucero')
    """
    if "|" in wanted:
        return chosen(wanted, form_of(nouns))
    if wanted in ENDINGS:
        return ENDINGS[wanted][form_of(nouns)]
    kinds = [wanted.lower(), *["el"] * (len(nouns) - 1)]
    said = join([f"{ARTICLES[kind][form]} {bare}" for kind, (bare, form) in zip(kinds, map(noun, nouns), strict=False)])
    return said[:1].upper() + said[1:] if wanted[0].isupper() else said


def before_vowel(said: str, last: str) -> str:
    """A list whose "y" is "e" if its last item begins with the sound i, and whose "o" is "u" before the sound o.

    >>> before_vowel("Hungnam y Iwon", "Iwon"), before_vowel("7 o 8", "8"), before_vowel("agua y hielo", "hielo")
    ('Hungnam e Iwon', '7 u 8', 'agua y hielo')
    """
    first = said.removesuffix(last)
    for word, other, sound in ((" y ", " e ", _OTHER_AND), (" o ", " u ", _OTHER_OR)):
        if first.endswith(word) and sound.match(last):
            return first.removesuffix(word) + other + last
    return said
