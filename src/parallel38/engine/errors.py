"""What can go wrong because of what somebody typed or because of a file: always one sentence, by text key."""

from typing import Any


class BadInputError(ValueError):
    """Bad usage or a bad file. `key` and `args` are rendered by `texts`; nothing has been changed."""

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(key, args)
        self.key = key
        self.arguments: dict[str, Any] = args

    def __str__(self) -> str:
        from parallel38.engine.texts import Texts  # late: texts are only needed when somebody reads the sentence

        return Texts("en").say(f"error.{self.key}", self.arguments)


class NotNowError(BadInputError):
    """Something that is possible in general is not possible now, such as an undo behind a die."""
