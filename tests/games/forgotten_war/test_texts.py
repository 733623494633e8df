"""Texts of The Forgotten War whose keys are put together while playing: each has one in both languages."""

from collections.abc import Iterator

import pytest

from parallel38.engine.texts import LANGUAGES, Texts
from parallel38.games.forgotten_war.battles import BATTLES
from parallel38.games.forgotten_war.data import charts, table, units
from parallel38.games.forgotten_war.rules import (
    ammunition,
    firing,
    movement,
    orders,
    outlook,
    retreats,
    targets,
    victory,
)
from parallel38.games.forgotten_war.ruleset import HIDEOUTS
from parallel38.games.forgotten_war.shown import OVERLAYS
from parallel38.games.forgotten_war.shown.fights import SHOTS

PACKAGE = "parallel38.games.forgotten_war"


def made_keys() -> Iterator[str]:
    """The keys that no call has as they are."""
    yield from (f"refusal.{text}" for text in (*firing.SILENCE.values(), *movement.NO_STRATEGIC.values()))
    pairs = (*retreats.BETTER, *targets.UNSEEN.values(), *(battle.stray for battle in BATTLES.values()))
    yield from (f"refusal.{text}" for _, text in pairs)
    yield from (f"order.{what}_{value}" for what, (_, values) in orders.STANDING.items() for value in values)
    yield from (f"{of}.{fate}" for of in ("fate", "worst") for fate in outlook.FATES)
    yield from (f"fire.{result}" for result in ("-", "0", "0R", "1", "1R", "2", "2R"))
    yield from (f"log.{text}" for text in SHOTS)
    yield from retreats.PRIORITIES
    yield from (f"verdict.{level}" for level in ("tie", "ahead", *victory.LEVELS[1:]))
    shown = [
        row["name"] if row["of"] == "both" else f"{row['of']}-{row['name']}" for row in table("look.toml")["overlay"]
    ]
    assert {name.rpartition("-")[2] for name in shown} == {name for battle in OVERLAYS.values() for name in battle}
    yield from (f"overlay.{name}{part}" for name in shown for part in ("", ".legend"))
    yield from (f"strip.{state}{part}" for state in ("guarded", "bare", "taken", "closed") for part in ("", ".note"))
    yield from (f"points.scored_{battle}" for battle in BATTLES)
    yield from (f"map.division_{name.removesuffix('th')}" for name in HIDEOUTS)
    yield from (f"roll.resupply_{force}" for force in ammunition.FORCES)
    yield from (f"force.{force}" for force in ammunition.FORCES)
    yield from (f"cost.{row}" for row in ("clear", "rough", "road", "trail", "river", "river_tank", "obstacle"))


def keys_of_units() -> Iterator[str]:
    """The keys of what units belong to, in all battles."""
    for battle in BATTLES:
        for row in units(battle):
            if row["class"] != "marker":
                yield f"nation.{row['nation']}"
                yield f"count.{row['size']}"
            if row["regiment"]:
                yield f"regiment.{row['side']}.{row['regiment']}"
            yield from (
                f"regiment.{row['side']}.{name}" for name in (row["of"], *row["assign"], *row["serves"]) if name
            )
        yield from (f"turn.{battle}_{n}" for n in charts()[f"turns_{battle}"] if n.isdigit())


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_that_are_put_together_have_texts(language: str):
    texts = Texts(language, PACKAGE)
    assert [key for key in made_keys() if not texts.has(key)] == []
    assert {key for key in keys_of_units() if not texts.has(key)} == set()
