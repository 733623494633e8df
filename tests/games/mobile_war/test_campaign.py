"""The Campaign as the linking of three games: its periods, the order of play, what ends with the Invasion."""

from itertools import groupby
from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES
from parallel38.games.mobile_war import TITLE
from parallel38.games.mobile_war.rules import campaign, special

from .field import LAND, ends, field, new, number, said, where, why

FEW = {"3356": "US-24", "1228": "NK-1", "2346": "ROK-1, ROK-2"}
"""Somebody for each side, and who is needed against partisans: nobody is near an enemy."""


def last_of(turn: int, **more: Any) -> Game:
    """The UN's second movement phase, the last decision of a turn of the Campaign."""
    return field(FEW, side="un", phase="second", turn=turn, scenario="campaign", **more)


def order(game: Game) -> list[str]:
    """The sides in the order in which they move and fight, from here to the end of the next turn but one."""
    turn, found = game.state.turn, list[str]()
    while game.state.turn < turn + 2:
        found.append(str(game.decider))
        game.play("end")
    return [side for side, _ in groupby(found)]


@pytest.mark.rule("K-CMP-1a")
def test_the_campaign_runs_through_the_weeks_of_all_games():
    periods = {17: "hiatus_begins", 22: "intervention_begins", 31: "stalemate_begins"}
    for turn in (16, 17, 22, 31):
        game = last_of(turn)
        told = [text for text in said(game.play("end")) if text.endswith("_begins")]
        assert told == ([periods[turn]] if turn in periods else [])
        assert game.state.turn == turn + 1
    assert len(game.rules.turns) == 52
    weeks = [TITLE.make(TITLE.setting(scenario=name)).turns for name in ("invasion", "intervention", "stalemate")]
    assert game.rules.turns[:17] + game.rules.turns[22:] == weeks[0] + weeks[1] + weeks[2]
    for language in LANGUAGES:
        assert all(game.rules.texts(language).has(f"log.{text}") for text in periods.values())
    begun = new("campaign").state
    assert begun.where == new("invasion").state.where


@pytest.mark.rule("K-CMP-1b")
def test_two_transports_leave_in_the_hiatus():
    units = {**FEW, "3355": "UN-SUP-1", "3357": "MST-1, MST-2, MST-3"}
    game = field(units, side="communist", phase="second", turn=21, scenario="campaign")
    assert said(game.play("end")).count("ship_leaves") == 2
    assert sorted(where(game, f"MST-{n}") for n in (1, 2, 3)) == ["3357", "gone", "gone"]


@pytest.mark.rule("K-CMP-7")
def test_the_special_rules_of_the_invasion_end_with_turn_17():
    def seoul(turn: int, scenario: str = "campaign") -> bool:
        return special.seoul_feeds(field({"3356": "US-24", "1228": "NK-1"}, scenario=scenario, turn=turn).state)  # type: ignore

    assert seoul(17)
    assert not seoul(18)


@pytest.mark.rule("K-CMP-8")
def test_the_communists_stay_first_in_the_campaign():
    assert order(last_of(31)) == ["un", "communist", "un"]


@pytest.mark.rule("K-CMP-8")
def test_by_the_other_ruling_the_un_is_first_in_the_last_weeks():
    chosen = {"stalemate-order": "un"}
    assert order(last_of(30, rulings=chosen)) == ["un", "communist", "un"]
    game = last_of(31, rulings=chosen)
    assert order(game) == ["un", "communist"], "the UN's second player turn follows upon its first"
    assert game.decider == "un"
    last = field(FEW, side="communist", phase="second", turn=52, scenario="campaign", rulings=chosen)
    last.play("end")
    assert last.decider is None
    usual = field(FEW, turn=15, scenario="stalemate", rulings={"stalemate-order": "communist"})
    assert usual.rules.outline(usual.state)[0].side == "un"


@pytest.mark.rule("K-CMP-4b", by="value")
@pytest.mark.parametrize(
    ("ruling", "come", "counted", "armies"),
    [("besides", 0, 2, 3), ("in-all", 0, 3, 3), ("besides", 11, 12, 2), ("in-all", 11, 12, 1), ("in-all", 12, 12, 0)],
)
def test_armies_of_the_turn_record_count_by_one_ruling(ruling: str, come: int, counted: int, armies: int):
    """In turn 24 the turn record brings one."""
    chosen = {"chinese-armies": ruling}
    more = {"intervention": 20, "armies": come, "scenario": "campaign", "rulings": chosen}
    game = field(FEW, side="communist", turn=24, **more)
    assert campaign.armies(game.state) == armies  # type: ignore
    assert game.state.track[game.rules.track_number["armies"]] == counted


@pytest.mark.rule("K-CMP-2a")
@pytest.mark.parametrize("town", ["Taegu", "Taejon"])
def test_partisans_are_feared_around_chongju_and_one_more_town(town: str):
    """Two divisions stand at the border of their country: neither may step over it."""
    chosen = {"scenario": "campaign", "turn": 20, "rulings": {"partisan-town": town.lower()}}
    rules: Any = field({"1228": "NK-1"}, **chosen).rules
    towns = [rules.board.places[name] for name in ("Chongju-S", town)]
    near = {h for h in LAND if min(rules.grid.distance(h, place) for place in towns) <= 4}
    assert {h for h in LAND if rules.partisan_country >> h & 1} == near
    roads = rules.board.roads
    ways = ((a, b) for a in sorted(near) for b in rules.grid.neighbours[a] if b not in near and roads.has(a, b))
    at, out = map(rules.grid.label, max(ways, key=lambda way: rules.grid.distance(way[0], towns[0])))
    game = field({at: "ROK-1, ROK-2", "1228": "NK-1"}, **chosen)
    assert why(game, f"move ROK-1 {at}-{out}") == ["K-CMP-2a"]
    assert out not in ends(game, "ROK-1")


@pytest.mark.rule("K-VAR-1a")
@pytest.mark.rule("K-VAR-1b", by="value")
def test_south_korea_begins_at_full_strength():
    chosen: dict[str, Any] = {"rok-full-strength": "on"}
    game = new("invasion", **chosen)
    assert (game.decider, game.prompt[0]) == ("un", "covering")
    game.play("end")
    assert game.decider == "communist"
    s, rules = game.state, game.rules
    standing = [rules.counter[u] for u in s.present(0)]  # type: ignore
    assert sorted(standing) == ["rok_division"] * 8 + ["rok_regiment"] * 6
    assert set(s.stacks(0)) == set(new("invasion").state.stacks(0))
    south = ~rules.board.areas["north_of_37"]
    assert sum(rules.counter[u] == "rok_division" for u in s.present(0) if south >> s.where[u] & 1) == 2  # type: ignore
    assert not any(place == rules.names.box("rok_box") for place in s.where)


@pytest.mark.rule("K-VAR-4b")
def test_china_may_still_come_after_its_volunteers():
    game = field(FEW | {"1128": "C-SUP-1"}, scenario="campaign", turn=20, options={"volunteers": "on"})
    s: Any = game.state
    assert not campaign.in_the_war(s)
    assert [r.rule for r in campaign.shock_refusals(s)] == ["K-CMP-6a"]
    s.move(number(game, "US-24"), game.rules.names.grid.hex("1326"))
    campaign.watch(s)
    assert campaign.in_the_war(s)
    assert not [r.rule for r in campaign.shock_refusals(s) if r.rule != "K-CMP-6c"]
