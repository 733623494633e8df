"""3.A.3, 6.2, 19 and 20 Formosa, Chinese, Soviet and Nationalist intervention."""

from typing import Any

import pytest

from parallel38.engine.game import Game
from parallel38.games.korean_war.rules import (
    chinese,
    coming,
    engagement,
    entering,
    formosa,
    movement,
    nationalists,
    operations,
    soviets,
    values,
    victory,
)
from parallel38.games.korean_war.state import COMMUNIST
from parallel38.hexgrid import bits
from tests.games.korean_war.field import (
    SECOND,
    cell,
    chances,
    ends,
    field,
    flags,
    new,
    number,
    play,
    said,
    segment,
    track,
    where,
    whole,
    why,
)

FIRST = "first_action"
COMMUNIST_CALLS = ["limited", "full", "soviets"]
SOUTH = {"1625": "US-25", "2317": "NK-10"}
"""Both sides south of the 38th Parallel."""


def rules_of(found: Any) -> list[str]:
    return [refusal.rule for refusal in found]


def calls(units: dict[str, str], side: str = "communist", **more: Any) -> Game:
    """The declarations of a side in a Reinforcement Segment."""
    matters = COMMUNIST_CALLS if side == "communist" else ["nationalists"]
    return segment("reinforcement", "Declaring", units, SECOND, side=side, matters=matters, **more)


# ------------------------------------------------------------------------------------------------------------- Formosa


def strait(**more: Any) -> Game:
    """The Formosa Invasion Segment."""
    units = {**SOUTH, "airfields": "AIR-8FBG, AIR-49FBG, AIR-3BG, AIR-19BG", **more.pop("units", {})}
    return segment("formosa", "Declaring", units, side="communist", matters=["formosa"], **{"turn": 5, **more})


@pytest.mark.rule("W-3.A3", "W-19.1a")
def test_when_formosa_may_be_invaded():
    assert why(strait(), "declare formosa") == []
    assert rules_of(formosa.against(whole(SOUTH, turn=4).state)) == ["W-3.A3"]
    assert rules_of(formosa.against(whole(SOUTH, turn=6, chinese="limited").state)) == ["W-19.1a"]
    assert rules_of(formosa.against(whole(SOUTH, turn=6, chinese="full").state)) == ["W-19.1a"]
    for before in ("invaded", "repelled", "fallen"):
        assert rules_of(formosa.against(whole(SOUTH, turn=6, formosa=before).state)) == ["W-19.1a"]
    assert why(strait(), "declare limited") == ["W-19.1a"]


@pytest.mark.rule("W-19.1b", "W-20b")
def test_what_an_invasion_of_formosa_does():
    game = strait(units={"1822": "NAT-67", "reserve": "NAT-80"}, tension=2)
    play(game, "declare formosa")
    assert (track(game, "formosa"), track(game, "formosa_turn"), track(game, "tension")) == (1, 5, 3)
    assert sorted(game.state.rules.names.unit(u) for u in game.state.boxed("strait")) == ["AIR-3BG", "AIR-49FBG"]
    assert where(game, "AIR-19BG") == "airfields"
    assert (where(game, "NAT-67"), where(game, "NAT-80")) == ("out", "out")
    assert formosa.capacity(game.state) == -1


@pytest.mark.rule("W-19.1b", by="value")
def test_the_fighters_that_came_last_are_sent_to_formosa():
    units = {"airfields": "AIR-8FBG, AIR-35FIG, AIR-CAW5, AIR-MAG33, AIR-19BG"}
    game = play(strait(units=units), "declare formosa")
    assert sorted(game.state.rules.names.unit(u) for u in game.state.boxed("strait")) == ["AIR-35FIG", "AIR-MAG33"]


@pytest.mark.rule("W-18.5b", "W-19.1b")
def test_an_invasion_may_begin_world_war():
    game = strait(tension=6)
    preview = game.state.top.preview(game.state, game.parse("declare formosa"))
    assert preview is not None
    assert [note.args for note in preview.notes if note.rule == "W-19.1b"] == [{"n": 1, "m": 7}]
    play(game, "declare formosa")
    assert (game.over, game.winner) == (True, "communist")


@pytest.mark.rule("W-19.1c")
@pytest.mark.parametrize(
    ("die", "state", "points"), [(0, "repelled", 0), (3, "repelled", 0), (6, "invaded", 0), (7, "fallen", -15)]
)
def test_what_becomes_of_the_invasion(die: int, state: str, points: int):
    units = {**SOUTH, "strait": "AIR-8FBG"}
    game = segment("formosa", "Course", units, turn=6, dice=[die], formosa="invaded", formosa_turn=5)
    assert game.state.rules.named_tracks["formosa"][track(game, "formosa")] == state
    assert victory.formosa(game.state) == points
    assert where(game, "AIR-8FBG") == ("strait" if state == "invaded" else "airfields")


@pytest.mark.rule("W-19.1c", by="value")
def test_an_invasion_that_goes_on_is_rolled_for_in_the_next_political_phase():
    game = segment("commitment", "Committing", turn=6, declared=[], formosa="invaded", formosa_turn=5, dice=[2, 9])
    play(game, "end")
    assert game.state.rules.named_tracks["formosa"][track(game, "formosa")] == "repelled"
    assert chances(strait(), "declare formosa") == {"falls": 0.3, "goes_on": 0.3, "repelled": 0.4}


@pytest.mark.rule("W-19.1d")
def test_the_chinese_come_later_and_fewer_after_formosa():
    north = {"4909": "US-25", "2317": "NK-10"}
    early = calls(north, turn=6, formosa="repelled", formosa_turn=5)
    assert rules_of(chinese.limited_against(early.state)) == ["W-19.1d"]
    later = calls({**north, "5609": "US-2"}, turn=7, formosa="repelled", formosa_turn=5, dice=[9])
    play(later, "declare limited")
    assert (track(later, "chinese"), len(later.state.boxed("manchuria", COMMUNIST))) == (1, 6)
    chinese.begin_full(later.state)
    assert len(later.state.boxed("manchuria", COMMUNIST)) == 6 + 10


# ------------------------------------------------------------------------------------------------ Limited Intervention


@pytest.mark.rule("W-19.2a", by="value")
@pytest.mark.parametrize(
    ("units", "marks", "more", "wanted"),
    [
        ({"1625": "US-25"}, ["taken 5608", "taken 5521"], {}, True),
        ({"1625": "US-25"}, ["taken 5608"], {}, False),
        ({"6905": "US-25"}, [], {}, True),
        ({"6905": "ROK-1"}, [], {}, False),
        ({"1625": "US-25"}, ["taken 7617"], {}, True),
        ({"1625": "US-25"}, [], {"atomic": 1, "atomic_turn": 4}, True),
        ({"6905": "US-25"}, [], {"turn": 4}, False),
    ],
)
def test_when_limited_intervention_is_sure(units: dict[str, str], marks: list[str], more: dict[str, Any], wanted: bool):
    game = whole({"2317": "NK-10", **units}, marks=marks, **{"turn": 5, **more})
    assert chinese.automatic(game.state) == wanted


@pytest.mark.rule("W-19.2a", "W-19.2c")
def test_a_sure_intervention_needs_no_die():
    game = calls({"1625": "US-25", "2317": "NK-10"}, turn=5, marks=["taken 5608", "taken 5521"])
    assert chances(game, "declare limited") == {"intervenes": 1.0}
    entries = game.play("declare limited")
    assert "limited_begins" in said(entries)
    ready = [game.state.rules.names.unit(u) for u in game.state.boxed("manchuria", COMMUNIST)]
    assert sorted(ready) == [f"CCF-{n}" for n in range(112, 120)]
    assert track(game, "chinese_turn") == 5


@pytest.mark.rule("W-19.2b")
def test_it_may_be_rolled_for_while_a_un_unit_is_in_the_north():
    assert rules_of(chinese.limited_against(whole(SOUTH, turn=6).state)) == ["W-19.2b"]
    early = whole({"4909": "ROK-1", "2317": "NK-10"}, turn=3)
    assert rules_of(chinese.limited_against(early.state)) == ["W-19.2b"]
    rok = {"4909": "ROK-1", "2317": "NK-10"}
    assert track(play(calls(rok, turn=4, dice=[7]), "declare limited"), "chinese") == 0
    assert track(play(calls(rok, turn=4, dice=[8]), "declare limited"), "chinese") == 1
    game = calls({"4909": "US-25", "2317": "NK-10"}, turn=4, dice=[5], tension=1)
    assert chances(game, "declare limited") == {"intervenes": 0.4, "stays_away": 0.6}
    entries = game.play("declare limited")
    assert "call_fails" in said(entries)


@pytest.mark.rule("W-19.2b", by="value")
@pytest.mark.parametrize(
    ("units", "marks", "more", "wanted"),
    [
        ({"4909": "ROK-1"}, [], {}, {}),
        ({"4909": "US-25"}, [], {}, {"others_north": 1}),
        ({"4909": "ROK-1"}, ["taken 5608"], {}, {"pyongyang": 2}),
        ({"4909": "ROK-1"}, [], {"tension": 3}, {"tension": 3}),
        ({"4909": "ROK-1", "reserve": "NAT-67"}, [], {}, {"nationalists": 2}),
        ({"4909": "ROK-1"}, [], {"rules_of_engagement": 4}, {"engagement_4": 1}),
        ({"4909": "ROK-1"}, ["taken 3815"], {}, {"seoul_lost": -2}),
    ],
)
def test_what_modifies_the_chinese_die(units: Any, marks: list[str], more: Any, wanted: dict[str, int]):
    s = whole({"2317": "NK-10", **units}, marks=marks, turn=6, **more).state
    assert {part.name: part.die for part in chinese.modifiers(s)} == wanted
    drm = sum(wanted.values())
    assert [chinese.intervenes(s, die) for die in range(10)] == [die + drm >= 8 for die in range(10)]


@pytest.mark.rule("W-19.2b", "W-19.2c")
def test_it_is_rolled_for_once_in_a_segment_and_declared_once():
    units = {"4909": "US-25", "2317": "NK-10"}
    game = play(calls(units, turn=6, dice=[0], tension=5), "declare limited")
    assert why(game, "declare limited") == ["W-19.2b"]
    assert rules_of(chinese.limited_against(whole(units, turn=6, chinese="limited").state)) == ["W-19.2c"]


LIMITED: dict[str, Any] = {"turn": 7, "chinese": "limited", "chinese_turn": 6, "side": "communist"}


@pytest.mark.rule("W-19.2d")
def test_under_limited_intervention_the_chinese_stay_north_of_the_parallel():
    game = whole({"4409": "CCF-112", "4411": "NK-10", "1625": "US-25"}, **LIMITED)
    assert why(game, "move CCF-112 4408 tactical") == ["W-19.2d"]
    assert why(game, "move NK-10 4311 tactical") == []
    north = game.state.rules.north_of_38
    for mode in movement.MODES:
        assert all(north >> game.state.rules.grid.hex(label) & 1 for label in ends(game, "CCF-112", mode))
    full = whole({"4409": "CCF-112", "1625": "US-25"}, **{**LIMITED, "chinese": "full"})
    assert why(full, "move CCF-112 4408 tactical") == []


@pytest.mark.rule("W-19.2d")
def test_the_chinese_do_not_attack_across_the_parallel():
    units = {"4409": "CCF-112", "4408": "US-25", "2317": "NK-10"}
    game = whole(units, **LIMITED)
    assert why(game, "attack CCF-112 normal") == ["W-19.2d"]
    assert "attack" not in {offer.verb for offer in game.offers() if number(game, "CCF-112") in offer.units}
    assert why(whole(units, **{**LIMITED, "chinese": "full"}), "attack CCF-112 normal") == []
    both = whole({**units, "4510": "US-2"}, **LIMITED)
    fight = both.parse("attack CCF-112 normal").fight(both.state, first=False)  # type: ignore[attr-defined]
    assert [both.state.rules.grid.label(h) for h in fight.targets] == ["4510"]
    strict = whole({**units, "4510": "US-2"}, rulings={"parallel": "no-attack"}, **LIMITED)
    assert why(strict, "attack CCF-112 normal") == ["W-19.2d"]
    helped = whole({**units, "4407": "NK-6"}, **LIMITED)
    fight = helped.parse("attack NK-6 normal").fight(helped.state, first=False)  # type: ignore[attr-defined]
    assert {helped.state.rules.names.unit(u) for u in fight.attackers} == {"NK-6"}
    joined = whole({**units, "4407": "NK-6"}, **{**LIMITED, "chinese": "full"})
    fight = joined.parse("attack NK-6 normal").fight(joined.state, first=False)  # type: ignore[attr-defined]
    assert {joined.state.rules.names.unit(u) for u in fight.attackers} == {"NK-6", "CCF-112"}


@pytest.mark.rule("W-19.2d", by="value")
def test_no_odds_are_shown_of_attacks_across_the_parallel():
    units = {"4509": "CCF-112", "4309": "US-25", "2317": "NK-10"}
    grid = new("whole_war").state.rules.grid

    def odds(**more: Any) -> str:
        game = whole(units, **{**LIMITED, **more})
        return movement.Range(game.state, number(game, "CCF-112")).destinations("tactical")[grid.hex("4409")].strike

    assert odds() == ""
    assert odds(chinese="full")


@pytest.mark.rule("W-19.2f")
def test_a_chinese_division_without_a_way_to_retreat_is_a_cause_too():
    around = {h: f"ROK-{n}" for h, n in zip(("6222", "6323", "6324", "6224"), (1, 3, 5, 6), strict=True)}
    units = {"6223": "CCF-112", "reserve": "1-MAR", "2317": "NK-10", **around}
    game = play(whole(units, capacity=1, dice=[3], cas=0, **{**LIMITED, "side": "un"}), "assault 1-MAR 6223")
    results = [e.args["result"] for entry in game.entries() for e in entry.events if e.text == "result"]
    assert results == ["Dr"]
    assert (where(game, "CCF-112"), where(game, "1-MAR"), track(game, "provoked")) == ("eliminated", "6223", 1)


@pytest.mark.rule("W-19.2d")
def test_the_chinese_do_not_retreat_across_the_parallel():
    retreats = {"kind": "Retreats", "side": "communist", "hex": "4609", "units": ["CCF-112"], "landing": False}
    units = {"4509": "CCF-112", "4609": "US-25"}
    game = whole(units, frame={**retreats, "begun": []}, **{k: v for k, v in LIMITED.items() if k != "side"})
    north, grid = game.state.rules.north_of_38, game.state.rules.grid
    found = [
        way
        for offer in game.offers()
        if offer.verb == "retreat"
        for way in game.state.top.offered_ways(  # type: ignore[attr-defined]
            game.state, number(game, "CCF-112")
        )
    ]
    assert all(north >> h & 1 for way in found for h in way)
    assert "W-19.2d" in why(game, "retreat CCF-112 4509-4408-4307-4206")
    assert grid.hex("4408") in game.state.rules.open_beside[grid.hex("4509")]


# --------------------------------------------------------------------------------------------------------- placement


def placing(**more: Any) -> Game:
    units = {"manchuria": "CCF-112, CCF-113", "1625": "US-25", "2317": "NK-10", **more.pop("units", {})}
    return whole(units, **{**LIMITED, "left": 2, **more})


@pytest.mark.rule("W-19.2e", "W-6.2c")
def test_a_chinese_division_is_placed_and_active_at_once():
    game = placing()
    offer = next(offer for offer in game.offers() if offer.verb == "enter")
    labels = {game.state.rules.grid.label(h) for h in bits(offer.hexes)}
    assert labels == {"6901", "7204", "7308", "7512", "7815", "7829", "8421"}
    assert why(game, "enter CCF-112 5608") == ["W-19.2e"]
    assert why(game, "enter CCF-114 6901") == ["W-19.2e"]
    play(game, "enter CCF-112 6901")
    top = game.state.top
    assert (top.unit, top.ap, top.left) == (number(game, "CCF-112"), 3, 2)  # type: ignore[attr-defined]
    assert why(game, "enter CCF-113 7204") == ["W-7.2f"]
    assert why(game, "move NK-10 2318 tactical") == ["W-7.2f"]
    assert why(game, "rest CCF-112") == ["W-7.2f"]
    play(game, "end")
    assert game.state.top.left == 1  # type: ignore[attr-defined]
    assert game.state.fatigued(number(game, "CCF-112"))
    own = whole({"manchuria": "CCF-112", "1625": "US-25", "2317": "NK-10"}, **{**LIMITED, "side": "un"})
    assert why(own, "enter CCF-112 6901") == ["W-6.2c"]


@pytest.mark.rule("W-19.2e", by="value")
def test_an_entry_hex_that_is_taken_leads_to_its_neighbours():
    game = placing(units={"6901": "US-2", "7204": "NK-6"})
    offer = next(offer for offer in game.offers() if offer.verb == "enter")
    labels = {game.state.rules.grid.label(h) for h in bits(offer.hexes)}
    assert {"6902", "7001", "6801", "7104", "7105", "7205"} <= labels
    assert not {"6901", "7204"} & labels


@pytest.mark.rule("W-19.2e", "W-14.1b")
def test_a_division_that_is_placed_takes_the_city():
    game = play(placing(marks=["taken 6901"]), "enter CCF-112 6901")
    assert game.state.controls(COMMUNIST, "Sinuiju")


@pytest.mark.rule("W-18.4c")
@pytest.mark.parametrize(("level", "die", "fails"), [(4, 1, True), (4, 2, False), (5, 3, True), (5, 4, False)])
def test_a_placement_may_fail_under_the_bombs(level: int, die: int, fails: bool):
    units = {"manchuria": "CCF-112, CCF-113", **SOUTH}
    game = whole(units, rules_of_engagement=level, dice=[die], **{**LIMITED, "left": 2})
    most = {4: 1, 5: 3}[level]
    assert entering.fails_to(game.state, number(game, "CCF-112")) == most
    assert chances(game, "enter CCF-112 6901")["placement_fails"] == (most + 1) / 10
    play(game, "enter CCF-112 6901")
    assert where(game, "CCF-112") == ("manchuria" if fails else "6901")
    assert game.state.top.left == (1 if fails else 2)  # type: ignore[attr-defined]


@pytest.mark.rule("W-18.4c", by="value")
def test_soviet_divisions_do_not_cross_the_bombed_bridges():
    game = whole({"siberia": "SOV-39", **SOUTH}, rules_of_engagement=5, side="communist", turn=9, soviets=1)
    assert chances(game, "enter SOV-39 9444") == {}
    play(game, "enter SOV-39 9444")
    assert where(game, "SOV-39") == "9444"


@pytest.mark.rule("W-19.2g")
def test_divisions_that_were_just_placed_march_cheaply_on_trails():
    game = play(placing(), "enter CCF-112 7512")
    unit, trail = number(game, "CCF-112"), tuple(map(game.state.rules.grid.hex, ("7512", "7412")))
    assert game.state.rules.trails.has(*trail)
    assert [price for _, price in movement.prices(game.state, unit, trail)] == [2]
    play(game, "move CCF-112 7412 tactical")
    other = whole({"7512": "CCF-112", **SOUTH}, **LIMITED)
    assert [price for _, price in movement.prices(other.state, unit, trail)] == [4]
    assert flags(game, "CCF-112") == "placed"


# ------------------------------------------------------------------------------------------------------- night marches


def road(rules: Any, start: str, length: int) -> list[str]:
    """A way along roads in the north, as far as it goes."""
    grid, way = rules.grid, [rules.grid.hex(start)]
    while len(way) <= length:
        steps = [n for n in grid.neighbours[way[-1]] if rules.board.roads.has(way[-1], n) and n not in way]
        if not steps:
            break
        way.append(max(steps, key=lambda n: grid.distance(way[0], n)))
    return [grid.label(h) for h in way]


@pytest.mark.rule("W-7.3b", "W-19.2h")
def test_a_night_march_has_sixteen_points():
    game = whole({"7617": "CCF-112", **SOUTH}, **LIMITED)
    unit = number(game, "CCF-112")
    assert movement.night_march(game.state, unit, "strategic") == 2 * 16
    assert movement.night_march(game.state, unit, "operational") == 0
    found = movement.Range(game.state, unit).destinations("strategic")
    costs = {}
    for h in found:
        way = movement.Range(game.state, unit).way(h, "strategic")
        assert way is not None
        costs[h] = sum(price or 0 for _, price in movement.prices(game.state, unit, way))
    assert max(costs.values()) > 2 * 12
    assert max(costs.values()) <= 2 * 16
    far = max(costs, key=lambda h: costs[h])
    assert found[far].left == (2 * 16 - costs[far]) / 2
    play(game, f"move CCF-112 {game.state.rules.grid.label(far)} strategic")
    assert where(game, "CCF-112") == game.state.rules.grid.label(far)


@pytest.mark.rule("W-19.2h", "W-7.3a", by="value")
def test_a_night_march_does_not_end_in_an_enemy_zone():
    game = whole({"7617": "CCF-112", **SOUTH}, **LIMITED)
    s, rules, unit = game.state, game.state.rules, number(game, "CCF-112")
    night = movement.Range(s, unit)
    usual = movement.reach(s, COMMUNIST, "communist", s.where[unit], 2 * 12)
    ways = [night.way(h, "strategic") for h in night.destinations("strategic") if usual.cost(h) is None]
    near = ((way, n) for way in ways if way for n in bits(rules.beside[way[-1]]))
    way, enemy = next((w, n) for w, n in near if all(rules.grid.distance(h, n) > 1 for h in w[:-1]))
    path = "-".join(rules.grid.label(h) for h in way)
    assert why(game, f"move CCF-112 {path} strategic") == []
    met = whole({"7617": "CCF-112", rules.grid.label(enemy): "US-2", **SOUTH}, **LIMITED)
    assert why(met, f"move CCF-112 {path} strategic") == ["W-7.3a"]


@pytest.mark.rule("W-19.2h", by="value")
def test_where_there_is_no_night_march():
    def most(units: dict[str, str], unit: str = "CCF-112", **more: Any) -> int:
        game = whole({**SOUTH, **units}, **{**LIMITED, **more})
        return movement.night_march(game.state, number(game, unit), "strategic")

    assert most({"7617": "CCF-112"}) == 32
    assert most({"7617": "CCF-112"}, chinese="full") == 0
    assert most({"7617": "NK-6"}, "NK-6") == 0
    assert most({"7617": "CCF-112", "7417": "US-2"}) == 0, "within two hexes"
    assert most({"7617": "CCF-112", "7317": "US-2"}) == 32
    game = whole({"7617": "CCF-112", "7217": "US-2", **SOUTH}, **LIMITED)
    s, unit = game.state, number(game, "CCF-112")
    zone = s.zone(0)
    night = movement.Range(s, unit)
    for h, left in night.destinations("strategic").items():
        way = night.way(h, "strategic")
        assert way is not None
        spent = sum(price or 0 for _, price in movement.prices(s, unit, way))
        assert spent <= 2 * 12 or not any(zone >> step & 1 for step in way)
        assert left.left is not None
        assert left.left >= 0


# --------------------------------------------------------------------------------------------------- Full Intervention


@pytest.mark.rule("W-19.2f")
def test_when_full_intervention_may_be_declared():
    north = {"4909": "ROK-1", "2317": "NK-10"}
    assert rules_of(chinese.full_against(whole(north, turn=7).state)) == ["W-19.2f"]
    assert rules_of(chinese.full_against(whole(north, turn=6, chinese="limited", chinese_turn=6).state)) == ["W-19.2f"]
    later = {"turn": 7, "chinese": "limited", "chinese_turn": 6}
    assert rules_of(chinese.full_against(whole(north, **later).state)) == []
    assert rules_of(chinese.full_against(whole(SOUTH, **later).state)) == ["W-19.2f"]
    assert rules_of(chinese.full_against(whole(SOUTH, provoked=1, **later).state)) == []
    assert rules_of(chinese.full_against(whole(SOUTH, marks=["taken 5608"], **later).state)) == []


@pytest.mark.rule("W-19.2f", "W-19.4a", "W-19.4b")
def test_what_full_intervention_brings():
    units = {"4909": "US-25", "5608": "NK-10, DEPOT-NK-1 value=3", "manchuria": "CCF-118, CCF-119", "7617": "CCF-112"}
    game = calls(units, turn=7, chinese="limited", chinese_turn=6)
    entries = game.play("declare full")
    assert "full_begins" in said(entries)
    assert len(game.state.boxed("manchuria", COMMUNIST)) == 2 + 16
    assert where(game, "DEPOT-NK-1") == "out"
    assert (track(game, "period"), track(game, "onset"), track(game, "chinese")) == (2, 1, 2)
    assert operations.holder(game.state) == COMMUNIST
    assert operations.column(game.state, COMMUNIST) == "chinese_period"


@pytest.mark.rule("W-19.1d", "W-19.4b", by="value")
def test_what_a_declaration_costs_is_told_before():
    told = [(r.rule, r.args) for r in strait().warnings("declare formosa")]
    assert told == [("W-19.1d", {"n": 2, "m": 6, "more": 10})]
    later: dict[str, Any] = {"turn": 7, "chinese": "limited", "chinese_turn": 6}
    units = {"4909": "US-25", "5608": "NK-10, DEPOT-NK-1 value=3"}
    game = calls(units, **later)
    depot = number(game, "DEPOT-NK-1")
    assert [(r.rule, r.args["units"]) for r in game.warnings("declare full")] == [("W-19.4b", (depot,))]
    assert [*calls({"4909": "US-25", "5608": "NK-10"}, **later).warnings("declare full")] == []


@pytest.mark.rule("W-19.2f")
@pytest.mark.parametrize(("attacker", "provoked"), [("US-25", 1), ("ROK-1", 0)])
def test_a_chinese_division_that_is_hurt_is_a_cause(attacker: str, provoked: int):
    units = {"4409": "CCF-112", "4410": attacker, "2317": "NK-10", "4608": "DEPOT-UN-1 value=3 spent=3"}
    game = whole(units, **{**LIMITED, "side": "un", "dice": [9], "chinese": "limited"})
    play(game, f"attack {attacker} normal")
    hurt = any(event.text == "replaced" for entry in game.entries() for event in entry.events)
    assert hurt
    assert track(game, "provoked") == provoked
    if not provoked:
        assert rules_of(chinese.full_against(whole(SOUTH, turn=7).state)) == ["W-19.2f"]


@pytest.mark.rule("W-19.4a", by="value")
def test_the_initiative_period_lasts_two_action_phases():
    swept = {"kind": "Sweeping", "hexes": []}
    units = {"4909": "US-25", "5608": "NK-10"}
    first = whole(units, phase="minesweeping", part=FIRST, frame=swept, turn=7, period=2, onset=1, chinese="full")
    assert (track(first, "period"), track(first, "onset")) == (1, 0)
    second = whole(units, phase="minesweeping", part=SECOND, frame=swept, turn=7, period=1, chinese="full")
    assert track(second, "period") == 0


@pytest.mark.rule("W-19.4b")
def test_the_communists_place_no_depots_in_the_period():
    swept = {"kind": "Sweeping", "hexes": []}
    units = {"4909": "US-25", "5608": "NK-10"}
    game = whole(units, phase="deployment", part=SECOND, frame=swept, turn=7, period=2, onset=1, chinese="full")
    assert (type(game.state.top).__name__, game.decider) == ("Stocking", "un")


@pytest.mark.rule("W-19.4c", "W-9.1h")
def test_printed_values_in_the_initiative_period():
    units = {"5609": "CCF-112", "4909": "US-25"}
    game = whole(units, turn=7, side="communist", chinese="full", period=1)
    unit = number(game, "CCF-112")
    assert values.attack(game.state, unit) == game.state.rules.attack[0][unit]
    later = whole(units, turn=8, side="communist", chinese="full")
    assert values.attack(later.state, unit) < game.state.rules.attack[0][unit]


@pytest.mark.rule("W-19.3a", "W-19.3b")
def test_attack_bonuses_do_not_add_up():
    def value(flag: str = "", **more: Any) -> int:
        units = {"5609": f"CCF-112 {flag}".strip(), "5709": "US-25", "1625": "US-2"}
        game = whole(units, turn=7, side="communist", chinese="full", period=2, **more)
        fight = game.parse("attack CCF-112 normal").fight(game.state, first=False)  # type: ignore[attr-defined]
        return dict(engagement.attack_parts(game.state, fight))[number(game, "CCF-112")]

    printed = new("whole_war").state.rules.attack[0][number(new("whole_war"), "CCF-112")]
    assert value() == printed * 3 // 2, "its first attack"
    assert value("attacked") == printed
    assert value("attacked", onset=1) == value(onset=1) == printed * 3 // 2


@pytest.mark.rule("W-19.2i")
@pytest.mark.parametrize(("die", "comes"), [(5, False), (6, True), (9, True)])
def test_chinese_replacements(die: int, comes: bool):
    game = segment("reinforcement", "Replacing", SOUTH, SECOND, turn=9, chinese="full", dice=[die])
    placing = type(game.state.top).__name__ == "Placing"
    assert placing == comes
    if comes:
        unit = game.state.top.units[0]  # type: ignore[attr-defined]
        assert game.state.rules.unit_kind[unit] == "ccf_div_rpl2"
        name = game.state.rules.names.unit(unit)
        assert why(game, f"place {name} 5608") == ["W-19.2i"]
        play(game, f"place {name} 6901")
        assert flags(game, name) == "placed"


@pytest.mark.rule("W-19.2i", by="value")
@pytest.mark.parametrize(("period", "wanted"), [(0, {"no_replacements"}), (1, set[str]())])
def test_replacements_are_rolled_for_in_the_reinforcement_segment(period: int, wanted: set[str]):
    swept = {"kind": "Sweeping", "hexes": []}
    more: dict[str, Any] = {"turn": 9, "part": SECOND, "phase": "phase_start", "frame": swept}
    game = whole(SOUTH, chinese="full", period=period, dice=[0, 0, 0], **more)
    assert {"replacements", "no_replacements"} & {*said(game.entries())} == wanted


@pytest.mark.rule("W-19.2i", by="value")
def test_replacements_come_after_the_initiative_period_only():
    def asked(**more: Any) -> bool:
        s = whole(SOUTH, turn=9, **more).state
        before = len(s.frames)
        chinese.begin_replacing(s)
        return len(s.frames) > before

    assert asked(chinese="full")
    assert not asked(chinese="full", period=1)
    assert not asked(chinese="limited")


# ------------------------------------------------------------------------------------------------ Soviets, Nationalists


@pytest.mark.rule("W-19.5a")
def test_when_the_soviets_may_be_rolled_for():
    assert rules_of(soviets.against(whole(SOUTH, turn=9, tension=4).state)) == ["W-19.5a"]
    assert rules_of(soviets.against(whole(SOUTH, turn=9, tension=5).state)) == []
    assert rules_of(soviets.against(whole(SOUTH, turn=9, atomic=1, atomic_turn=8).state)) == []
    assert rules_of(soviets.against(whole(SOUTH, turn=9, tension=5, soviets_turn=9).state)) == ["W-19.5a"]
    game = play(calls(SOUTH, turn=9, tension=5, dice=[6]), "declare soviets")
    assert (track(game, "soviets"), track(game, "soviets_turn")) == (0, 9)
    near = {"8142": "US-2", **SOUTH}
    more = calls(near, turn=9, tension=6)
    assert {part.name: part.die for part in soviets.modifiers(more.state)} == {"tension": 1, "north_east": 1}
    assert chances(more, "declare soviets") == {"soviets_come": 0.5, "soviets_stay": 0.5}


@pytest.mark.rule("W-19.5b")
def test_what_soviet_intervention_brings():
    game = play(calls(SOUTH, turn=9, tension=5, dice=[7]), "declare soviets")
    s = game.state
    ready = [u for u in s.boxed("siberia", COMMUNIST) if s.rules.combat[u]]
    assert len(ready) == 6
    assert sum(len(s.assets(u)) for u in ready) == 3
    assert max(len(s.assets(u)) for u in ready) == 1
    assert (track(game, "tension"), track(game, "soviets")) == (6, 1)
    assert rules_of(soviets.against(s)) == ["W-19.5b"]


@pytest.mark.rule("W-19.2e")
def test_a_soviet_division_enters_in_the_north_east_with_its_armor():
    units = {"siberia": "SOV-10G", "with:SOV-10G": "SOVA-1", **SOUTH}
    game = whole(units, turn=9, side="communist", soviets=1)
    offer = next(offer for offer in game.offers() if offer.verb == "enter")
    assert {game.state.rules.grid.label(h) for h in bits(offer.hexes)} == {"8546", "8842", "8947", "9444"}
    play(game, "enter SOV-10G 8842")
    assert (where(game, "SOV-10G"), where(game, "SOVA-1")) == ("8842", "with:SOV-10G")
    assert flags(game, "SOV-10G") in ("", "0")


@pytest.mark.rule("W-19.2a", "W-20a", "W-3.0b", by="value")
@pytest.mark.parametrize("part", [FIRST, SECOND])
def test_who_may_declare_something_in_a_reinforcement_segment(part: str):
    """Both sides in each Action Phase, the Communists first; in the scenarios nobody."""
    swept = {"kind": "Sweeping", "hexes": []}
    units = {"5508": "US-25", "2317": "NK-10"}
    more: dict[str, Any] = {"turn": 6, "part": part, "phase": "phase_start", "frame": swept}
    game = whole(units, marks=["taken 5608", "taken 5521"], dice=[0, 0], **more)
    asked = [(game.decider, game.state.top.matters)]  # type: ignore[attr-defined]
    play(game, "end")
    asked.append((game.decider, game.state.top.matters))  # type: ignore[attr-defined]
    assert asked == [("communist", ("limited", "full", "soviets")), ("un", ("nationalists",))]
    other = field({"1625": "US-25", "2317": "NK-10"}, dice=[0, 0], **{**more, "turn": 4})
    assert type(other.state.top).__name__ != "Declaring"


@pytest.mark.rule("W-20a")
@pytest.mark.parametrize(("part", "turn", "box"), [(FIRST, 6, "coming_second"), (SECOND, 7, "coming_first")])
def test_the_nationalists_come_in_the_next_action_phase(part: str, turn: int, box: str):
    frame = {"side": "un", "matters": ["nationalists"]}
    game = segment("reinforcement", "Declaring", SOUTH, part, turn=6, **frame)
    play(game, "declare nationalists")
    for unit in ("NAT-67", "NAT-80"):
        assert (where(game, unit), cell(game, "spent", unit)) == (box, turn)
    assert rules_of(nationalists.against(game.state)) == ["W-20a"]


@pytest.mark.rule("W-20a", "W-20b")
def test_when_the_nationalists_may_be_called():
    assert rules_of(nationalists.against(whole(SOUTH, turn=3).state)) == ["W-20a"]
    assert rules_of(nationalists.against(whole(SOUTH, turn=4).state)) == []
    for state, wanted in (("invaded", ["W-20b"]), ("fallen", ["W-20b"]), ("repelled", [])):
        assert rules_of(nationalists.against(whole(SOUTH, turn=6, formosa=state).state)) == wanted
    game = calls(SOUTH, "un", turn=6, initial=5)
    assert why(game, "declare limited") == ["W-20a"]
    assert chances(game, "declare nationalists") == {"tension_holds": 0.9, "tension_one": 0.1}  # 7 + 2: from 7 on
    low = calls(SOUTH, "un", turn=6, initial=3)
    assert chances(low, "declare nationalists") == {"tension_holds": 1.0}


@pytest.mark.rule("W-20a", "W-20b")
def test_nationalists_who_were_lost_do_not_come_again():
    """After an invasion that was repelled as many may be called as went home; what was reduced is whole again."""
    game = strait(units={"1822": "NAT-RPL1-1", "aside": "NAT-67", "eliminated": "NAT-80"})
    play(game, "declare formosa")
    s = game.state
    assert nationalists.in_play(s) is False
    assert sorted(where(game, unit) for unit in ("NAT-67", "NAT-80")) == ["gone", "out"]
    assert where(game, "NAT-RPL1-1") == "out"
    units = {**SOUTH, "gone": "NAT-80"}
    again = calls(units, "un", turn=7, formosa="repelled", formosa_turn=5)
    entries = again.play("declare nationalists")
    called = next(e for entry in entries for e in entry.events if e.text == "nationalists_called")
    assert called.args["n"] == 1
    assert (where(again, "NAT-67"), where(again, "NAT-80")) == ("coming_first", "gone")
    both = whole({**SOUTH, "gone": "NAT-67, NAT-80"}, turn=7, formosa="repelled", formosa_turn=5)
    assert rules_of(nationalists.against(both.state)) == ["W-20a"]


@pytest.mark.rule("W-20a", by="value")
def test_they_arrive_in_the_reserve_box():
    units = {**SOUTH, "coming_second": "NAT-67 spent=6"}
    game = whole(units, turn=6, part=SECOND)
    assert [game.state.rules.names.unit(u) for u in coming.due(game.state)] == ["NAT-67"]
    assert field(SOUTH).state.rules.political is False
