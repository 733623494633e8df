"""Several things named in few words: "20th and 42nd Armies, 7 divisions", "US 2nd and 25th Divisions".

Names that differ by one number alone are put together, and the words around the number take the plural. Which words do,
a text of the game says (`units.plurals`: "Division Divisions, Regiment Regiments"); names without such a word are
listed as they are. What stands in parentheses belongs to all of them and stays as it is.
"""

from collections.abc import Callable, Sequence
from functools import cache

from parallel38.engine.grammar import Several, noun


@cache
def plural_words(text: str) -> dict[str, str]:
    """The words of a text such as "Division Divisions, Army Armies", each with its plural.

    >>> plural_words("Division Divisions, Army Armies")
    {'Division': 'Divisions', 'Army': 'Armies'}
    """
    return dict(pair.split() for pair in text.split(","))


def put_together(names: Sequence[str], plurals: dict[str, str], join: Callable[[Sequence[str]], str]) -> list[str]:
    """Names of which those that differ by their first number alone are one, in the order in which they first come.

    >>> both = put_together(["US 2nd Division", "cruiser", "US 25th Division"], {"Division": "Divisions"}, " and ".join)
    >>> both, both[0].form
    (['US 2nd and 25th Divisions', 'cruiser'], 2)
    """
    alike: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for name in names:
        shape, number = _shape(name, plurals)
        alike.setdefault(shape, []).append((name, number))
    return [_several(shape, found, plurals, join) for shape, found in alike.items()]


def _shape(name: str, plurals: dict[str, str]) -> tuple[tuple[str, ...], str]:
    """The words of a name with "" for its first number, and that number; a name that has no plural stands alone."""
    words = name.split()
    at = next((i for i, word in enumerate(words) if word[0].isdigit()), None)
    before = name.partition("(")[0].split()
    if at is None or at >= len(before) or not any(word in plurals for word in before):
        return (name,), ""
    return (*words[:at], "", *words[at + 1 :]), words[at]


def _several(
    shape: tuple[str, ...],
    found: list[tuple[str, str]],
    plurals: dict[str, str],
    join: Callable[[Sequence[str]], str],
) -> str:
    first = found[0][0]
    if len(found) == 1:
        return first
    inside = next((i for i, word in enumerate(shape) if word.startswith("(")), len(shape))
    numbers = join([number for _, number in found])
    words = [numbers if not word else plurals.get(word, word) if i < inside else word for i, word in enumerate(shape)]
    return Several(" ".join(words), 2 + noun(first)[1])
