"""Actions that a player puts together on the screen: evacuations, landings, drops, and what they take along."""

from typing import Any

import pytest

from parallel38 import desk
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES
from tests.games.korean_war.field import field, play, where

UNITS = {
    "2511": "US-3",
    "1024": "ROKR-1, ROKR-2, ROKR-3",
    "0928": "ROKR-5, ROKR-7, ROKR-9",
    "reserve": "US-2, ARM-6",
    "parachute": "PARA-187",
    "1625": "US-7",
    "3815": "NK-6",
}


def landing() -> Game:
    """The UN may land, leave the coast and drop its parachutists; 2511 is an invasion hex that is full."""
    return field(UNITS, capacity=3, options={"parachutes": "on"})


def fields_of(game: Game, action: str) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in desk.plan(game, action, "en")["fields"]}


def values(one: dict[str, Any]) -> list[Any]:
    return [choice["value"] for choice in one["choices"]]


@pytest.mark.rule("W-11.3a")
def test_six_regiments_are_evacuated_together():
    game = landing()
    rows = desk.actions(game, "en", verb="evacuate")
    assert all(len(row["units"]) == 1 for row in rows)  # the others are added to one of them
    found = fields_of(game, rows[0]["do"])["units"]
    regiments = [f"ROKR-{n}" for n in (1, 2, 3, 5, 7, 9)]
    assert {*regiments, "US-3"} == {*values(found)}
    assert desk.plan(game, "evacuate US-3," + ",".join(regiments[:3]), "en")["legal"]
    assert desk.plan(game, "evacuate US-3," + ",".join(regiments[:4]), "en")["refusals"][0]["rule"] == "W-11.3a"
    play(game, "evacuate " + ",".join(regiments))
    assert {where(game, unit) for unit in regiments} == {"evacuated"}


@pytest.mark.rule("W-11.2f", by="value")
def test_the_player_chooses_the_hex_beside_a_full_one():
    game = landing()
    at = fields_of(game, "assault US-2 2511")["at"]
    assert len(values(at)) > 1
    first = desk.plan(game, f"assault US-2 2511 - {values(at)[0][0]}", "en")["text"]
    assert desk.plan(game, "assault US-2 2511", "en")["text"] == first  # which hex it is if none is named
    last = values(at)[-1]
    assert fields_of(game, f"assault US-2 2511 - {last[0]}")["at"]["value"] == last
    assert values(fields_of(game, "assault US-2 2111")["at"]) == []  # 2111 is free
    play(game, f"assault US-2 2511 - {last[0]}")
    assert where(game, "US-2") == last[0]


@pytest.mark.rule("W-12.0d", by="value")
def test_a_drop_is_aimed_at_a_hex_and_spread_around_it():
    game = landing()
    (offer,) = [one for one in desk.offers(game, "en") if one["verb"] == "drop"]
    assert offer["template"] == "drop {unit} {hex}"
    assert [row["do"] for row in desk.actions(game, "en", hex="2616", verb="drop")] == ["drop PARA-187 2616"]
    spread = values(fields_of(game, "drop PARA-187 2616")["hexes"])
    assert spread[0] == ["2616"]
    assert {len({*hexes}) for hexes in spread} == {1, 2, 3}
    assert all(desk.plan(game, "drop PARA-187 " + ",".join(hexes), "en")["legal"] for hexes in spread)
    play(game, "drop PARA-187 " + ",".join(spread[-1]))
    assert {where(game, f"PARA-{n}/187") for n in (1, 2, 3)} == {*spread[-1]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_its_words(language: str):
    game = landing()
    deploying = field(UNITS, phase="deployment", frame={"kind": "Deploying"})
    pairs = [(game, "assault US-2 2511"), (game, "evacuate US-3"), (game, "drop PARA-187 2616")]
    pairs += [(deploying, "deploy US-2 0928"), (deploying, "ship US-2")]
    for one, action in pairs:
        found = desk.plan(one, action, language)["fields"]
        assert found, action
        assert not [row["name"] for row in found if row["text"].lower().startswith("field.")], action
