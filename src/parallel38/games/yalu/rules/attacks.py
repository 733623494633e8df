"""10 Combat: the attack, which all subphases use."""

from parallel38.engine.values import Action, Place, Units

MANNERS = ("supplied", "unsupplied", "wave")
"""D-10.5.3: the three types of attack."""


class Attack(Action, frozen=True):
    """Designate an attack on a hex. Written `attack 1113`, `attack 0714 wave PVA-39-115,PVA-39-116 2`.

    Without units, all that can attack the hex do. `guns` is the number that Communist artillery takes off the dice;
    `support` (a ship once for each factor) and `air` are UN support. Designating a hex again replaces its attack.
    """

    intent = "strike"
    mode_field = "manner"

    hex: Place
    manner: str = "supplied"
    units: Units = ()
    guns: int = 0
    support: Units = ()
    air: int = 0

    @classmethod
    def arranged(cls, words: list[str]) -> list[str]:
        """The type may be left out before the units: no unit's name is a plain word, and every type is one."""
        spelled = len(words) < 2 or words[1].isalpha()
        return words if spelled else [words[0], MANNERS[0], *words[1:]]
