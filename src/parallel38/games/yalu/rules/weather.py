"""4 Weather, and 22.4 Chinese air force sorties."""

from parallel38.engine.chance import Roll
from parallel38.engine.flow import Frame
from parallel38.games.yalu.state import AIR, DIE, SORTIES, WEATHER, YaluState

SUBFREEZING = ("SC", "SO", "SS", "B")


def begin(s: YaluState) -> None:
    """Begin the Weather Phase."""
    s.push(Weather())


class Weather(Frame, frozen=True):
    """Dice for the weather, and for the Chinese air force if that option is in play."""

    rolled_for: str = ""

    def resolve(self, s: YaluState) -> None:
        """D-4.1.1: one die each turn. D-22.4: then one for the sorties."""
        if not self.rolled_for:
            s.push(Roll("weather", 1, "D-4.1.1"))
        elif self.rolled_for == "weather" and s.rules.setting.options["air-sorties"] == "on":
            s.push(Roll("sorties", 1, "D-22.4"))
        else:
            available = air(s, "defensive")  # D-3.2.I
            s.tell(AIR, available)
            s.log("D-3.2.I", "air_defensive", n=available)
            s.pop()

    def rolled(self, s: YaluState, roll: Roll, dice: tuple[int, ...]) -> None:
        """D-4.1.1, D-4.1.2: the number and the type both hold for the whole turn."""
        if roll.purpose == "weather":
            month = s.rules.turns[s.turn - 1].split()[0]
            code = s.rules.charts["weather"][month, str(dice[0])]
            s.tell(DIE, dice[0])
            s.tell(WEATHER, s.rules.weathers.index(code))
            s.tell(SORTIES, 0)
            s.log("D-4.1.2", "weather", die=dice[0], weather_key="weather." + code)
        else:
            s.tell(SORTIES, int(dice[0] == 6))
            s.log("D-22.4", "sorties" if dice[0] == 6 else "no_sorties", die=dice[0])
        s.replace(Weather(roll.purpose))


def air(s: YaluState, use: str) -> int:
    """D-4.2, D-12.3.1: air factors of a player turn. D-22.4: a sortie halves them, what is left is rounded up."""
    edition = s.rules.edition
    number = s.rules.charts["air"][s.weather, edition.air_columns[use]]
    return edition.after_sortie(number) if s.track[SORTIES] else number


def subfreezing(s: YaluState) -> bool:
    """Whether rivers are frozen."""
    return s.weather in SUBFREEZING
