"""The figures at the head of the page: weather with its die, attack supply, air, cities that the Communists hold."""

from collections.abc import Iterator

from parallel38.engine.previews import Note
from parallel38.engine.reports import Track
from parallel38.games.yalu.state import AIR, ASP, COMMUNIST, DIE, YaluState


def tracks(s: YaluState) -> Iterator[Track]:
    """The figures of the moment."""
    weather = {"weather_key": f"weather.{s.weather}", "n": s.track[DIE]}
    yield Track("weather", Note("track.weather_and_die", weather))
    yield Track("asp", Note("track.number", {"n": s.track[ASP]}))
    yield Track("air", Note("track.number", {"n": s.track[AIR]}))
    held = [city for city in s.rules.city_names if s.controls(COMMUNIST, city)]
    named = Note("track.named", {"what_words": held})
    yield Track("cities", Note("track.number", {"n": len(held)}), named)
