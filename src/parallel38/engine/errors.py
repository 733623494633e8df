"""What can go wrong because of typed input or because of a file: always one sentence, by text key."""

from typing import Any

QUOTED = 300
"""Letters of a word that a sentence quotes at most."""


class BadInputError(ValueError):
    """Bad usage or a bad file. `key` and `args` are rendered by `texts`; nothing has been changed."""

    def __init__(self, key: str, **args: Any) -> None:
        args = {name: _short(value) for name, value in args.items()}
        super().__init__(key, args)
        self.key = key
        self.arguments: dict[str, Any] = args

    def __str__(self) -> str:
        from parallel38.engine.texts import Texts  # late: texts are only needed when the sentence is shown

        return Texts("en").say(f"error.{self.key}", self.arguments)


def _short(value: Any) -> Any:
    """Input as an error message quotes it, cut to a sensible length; a number of many digits is not quoted at all."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "…"
    return f"{value[:QUOTED]}…" if isinstance(value, str) and len(value) > QUOTED else value


class NotNowError(BadInputError):
    """Something that is possible in general is not possible now, such as an undo behind a die."""
