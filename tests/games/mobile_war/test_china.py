"""The Campaign: China's intervention, and its shock."""

from typing import Any

import pytest

from parallel38 import desk
from parallel38.engine.game import Game
from parallel38.games.mobile_war.rules import campaign, special
from parallel38.games.mobile_war.state import ARMIES, INTERVENTION, SHOCK

from .field import RULES, arriving, field, number, play, said, where, why

NORTH, SOUTH = "1635", "2247"
"""Far behind either side's front: hexes north of the 38th Parallel and south of the 37th."""
CALM = {NORTH: "NK-6", SOUTH: "ROK-1"}


def come(game: Game) -> list[str]:
    """The Chinese armies on the map, by where they stand."""
    names = game.rules.names
    return [names.place(game.state.where[u]) for u in RULES.of_kind["cn_army"] if game.state.on_map(u)]


# --------------------------------------------------------------------------------------------- what brings China in


@pytest.mark.parametrize(
    ("unit", "comes"),
    [
        *(pytest.param(unit, True, marks=pytest.mark.rule("K-CMP-3a")) for unit in ("US-29", "UK-27", "UN-SUP-1")),
        pytest.param("ROK-2/6", False, marks=pytest.mark.rule("K-CMP-3c")),
    ],
)
def test_who_crosses_the_parallel_brings_china_in_unless_he_is_korean(unit: str, comes: bool):
    line = RULES.board.areas["north_of_38"]
    a, b = next(
        (a, b) for a, b in RULES.board.roads.pairs() if line >> b & 1 and not line >> a & 1 and RULES.land >> a & 1
    )
    near, far = RULES.grid.label(a), RULES.grid.label(b)
    game = field({near: unit, "0321": "NK-6", "2349": "NK-766"}, scenario="campaign", turn=14, last="Pyongyang")
    entries = game.play(f"move {unit} {near}-{far}")
    assert game.state.track[INTERVENTION] == (14 if comes else 0)
    assert ("china_crossed" in said(entries)) == comes


def test_only_the_campaign_has_an_intervention():
    game = field({NORTH: "US-24", "0321": "NK-6"}, turn=14, last="Pyongyang")
    play(game, "end")
    assert game.state.track[INTERVENTION] == 0


def coast(side: str) -> tuple[str, str, str]:
    """A coast hex, a land hex beside it and a sea hex, all within a gun's range, on one side of the 38th Parallel."""
    board, grid = RULES.board, RULES.grid
    region = board.areas["north_of_38"] if side == "north" else RULES.land & ~board.areas["north_of_38"]
    for h in sorted(RULES.grid.neighbours):
        if not region >> h & 1 or not RULES.land >> h & 1:
            continue
        sea = [n for n in grid.neighbours[h] if board.terrain["~"] >> n & 1]
        land = [n for n in grid.neighbours[h] if region >> n & RULES.land >> n & 1 and not RULES.inlets.has(n, h)]
        if sea and land:
            return grid.label(h), grid.label(land[0]), grid.label(sea[0])
    raise AssertionError(side)


@pytest.mark.parametrize("side", [pytest.param("north", marks=pytest.mark.rule("K-CMP-3b")), "south"])
def test_guns_that_help_an_attack_in_the_north_bring_china_in(side: str):
    target, beside, sea = coast(side)
    game = field({target: "NK-766", beside: "ROK-1", sea: "NG-1"}, scenario="campaign", turn=14, phase="combat")
    play(game, f"attack {target} ROK-1")
    assert game.state.track[INTERVENTION] == 0
    game = field({target: "NK-766", beside: "ROK-1", sea: "NG-1"}, scenario="campaign", turn=14, phase="combat")
    play(game, f"attack {target} ROK-1 - NG-1")
    assert game.state.track[INTERVENTION] == (14 if side == "north" else 0)


@pytest.mark.rule("K-CMP-3b")
def test_guns_that_join_a_defence_in_the_north_do_too():
    target, beside, sea = coast("north")
    units = {target: "ROK-1", beside: "NK-6", sea: "NG-1"}
    for answer, turn in (("end", 0), ("support NG-1", 14)):
        game = field(units, side="communist", scenario="campaign", turn=14, phase="combat")
        play(game, f"attack {target} NK-6", answer)
        assert game.state.track[INTERVENTION] == turn


# ------------------------------------------------------------------------------------------------------------- armies


@pytest.mark.rule("K-CMP-4c")
def test_without_the_intervention_the_turn_record_brings_no_army():
    game = arriving(CALM, "communist", scenario="campaign", turn=24, last="Pyongyang+Antung")
    assert RULES.arriving(24, "armies") == 1
    assert come(game) == []


@pytest.mark.rule("K-CMP-4a", "K-CMP-4b", by="value")
@pytest.mark.parametrize(
    ("turn", "tracks", "armies", "stream"),
    [
        (15, {"intervention": 14}, 2, 2),
        (20, {"intervention": 14, "armies": 10}, 2, 12),
        (21, {"intervention": 14, "armies": 12}, 0, 12),
        (24, {"intervention": 14, "armies": 12}, 1, 12),
        (24, {"intervention": 23, "armies": 0}, 3, 2),
    ],
)
def test_two_armies_a_turn_until_there_are_twelve(turn: int, tracks: dict[str, Any], armies: int, stream: int):
    game = arriving(CALM, "communist", scenario="campaign", turn=turn, last="Pyongyang+Antung", **tracks)
    assert come(game) == ["0321"] * armies
    assert game.state.track[ARMIES] == stream


@pytest.mark.rule("K-REP-4d")
def test_armies_that_cannot_come_are_not_counted():
    """The UN is in Antung: nobody comes there, and the twelve are still to come when it has left."""
    units = {NORTH: "NK-6", "0321": "ROK-1"}
    game = arriving(units, "communist", scenario="campaign", turn=15, last="", intervention=14, armies=4)
    assert come(game) == []
    assert game.state.track[ARMIES] == 4


def expected(whose: str, turn: int, **more: Any) -> list[tuple[str, int]]:
    """Who is told to come in the next turns, from a side's first movement phase on."""
    s: Any = field(CALM, turn=turn, **more).state
    kind = "cn_army" if whose == "communist" else "un_regiment"
    return [
        (group.note.args["turn_key"].removeprefix("turn."), sum(RULES.counter[u] == kind for u, _ in group.units))
        for group in s.rules.forces(s)
        if group.note.text == "force.due" and group.side == whose
    ]


def test_who_is_still_to_come_is_told_with_the_armies_of_the_stream():
    found = expected("communist", 21, scenario="campaign", intervention=20, armies=8)
    assert [n for _, n in found[:5]] == [2, 2, 1, 1, 1]
    assert found[0][0] == "1950-11-19"


def test_who_comes_in_this_turn_is_told_until_he_has_come():
    assert expected("un", 2)[0] == ("1950-07-09", 1)
    assert expected("un", 2, side="communist")[0] == ("1950-07-02", 1)


@pytest.mark.parametrize(
    ("turn", "last", "intervention", "at"),
    [
        pytest.param(15, "Pyongyang+Antung", 0, "1228", marks=pytest.mark.rule("K-CMP-5a")),
        pytest.param(15, "Antung", 0, "out", marks=pytest.mark.rule("K-CMP-5c")),
        pytest.param(15, "Pyongyang+Antung", 14, "0321", marks=pytest.mark.rule("K-CMP-5b")),
        (15, "Antung", 14, "0321"),
        (25, "Pyongyang+Antung", 0, "1228"),  # whatever the turn record says of Antung
        (25, "Antung", 0, "out"),
    ],
)
def test_where_the_campaign_s_supply_unit_comes(turn: int, last: str, intervention: int, at: str):
    game = arriving(CALM, "communist", scenario="campaign", turn=turn, last=last, intervention=intervention)
    assert where(game, "C-SUP-1") == at


# -------------------------------------------------------------------------------------------------------------- shock

SUPPLIED = {NORTH: "NK-6, C-SUP-1", "1737": "CN-38, C-SUP-2", SOUTH: "ROK-1"}


def before(units: dict[str, str], turn: int, **more: Any) -> Game:
    """The situation at the start of the Communist player turn: the turn before it has just ended."""
    frame = {"kind": "Sequence", "phase": "un_end"}
    return field(units, side="un", turn=turn - 1, frame=frame, scenario="campaign", **more)


@pytest.mark.rule("K-CMP-6d")
def test_supply_units_do_not_survive_the_shock_off_the_map():
    game = before({**SUPPLIED, "waiting": "C-SUP-3, C-SUP-4"}, 16, intervention=14, armies=12, last="Pyongyang+Antung")
    play(game, "shock")
    left = {name for n in range(1, 7) if where(game, name := f"C-SUP-{n}") not in ("spare", "out")}
    assert left == {"C-SUP-5"}, "the supply unit of the turn"


@pytest.mark.rule("K-CMP-6a", "K-CMP-6b", "K-CMP-6d", "K-CMP-6e")
def test_the_shock_is_declared_once_and_lasts_three_turns():
    game = before(SUPPLIED, 16, intervention=14, armies=12, last="Pyongyang+Antung")
    assert (game.decider, game.state.turn) == ("communist", 16)
    entries = game.play("shock")
    assert {"shock_begins", "shock_depots"} <= {*said(entries)}
    s: Any = game.state
    assert s.track[SHOCK] == 16
    assert (where(game, "C-SUP-1"), where(game, "C-SUP-2")) == ("spare", "spare")
    assert where(game, "C-SUP-3") == "0321"  # the supply unit of the turn
    shocked = []
    while s.turn < 20:
        shocked.append((s.turn, special.shocked(s)))
        game.play("end" if not game.why_not("end") else next(iter(game.legal_actions())))
    assert {turn for turn, held in shocked if held} == {16, 17, 18}
    assert [refusal.text for refusal in campaign.shock_refusals(s)] == ["shock_used"]


@pytest.mark.parametrize(
    ("turn", "units", "tracks", "text"),
    [
        pytest.param(16, SUPPLIED, {}, "shock_without_china", marks=pytest.mark.rule("K-CMP-6a")),
        (22, SUPPLIED, {"intervention": 14}, ""),
        pytest.param(23, SUPPLIED, {"intervention": 14}, "shock_late", marks=pytest.mark.rule("K-CMP-6e")),
        (18, SUPPLIED, {"intervention": 14, "shock": 15}, "shock_used"),
        pytest.param(
            *(18, {**SUPPLIED, "1430": "NK-766"}, {"intervention": 14}, "shock_unsupplied"),
            marks=pytest.mark.rule("K-CMP-6c"),
        ),
    ],
)
def test_when_there_is_a_shock(turn: int, units: dict[str, str], tracks: dict[str, Any], text: str):
    game = before(units, turn, armies=12, last="Pyongyang+Antung", **tracks)
    offered = "shock" in [offer.verb for offer in game.offers()]
    assert offered == (not text)
    s: Any = field(units, scenario="campaign", turn=turn, armies=12, **tracks).state
    assert [refusal.text for refusal in campaign.shock_refusals(s)] == ([text] if text else [])


@pytest.mark.rule("K-CMP-6c")
def test_what_bars_the_shock_is_told():
    game = before({**SUPPLIED, "1430": "NK-766"}, 18, intervention=14, armies=12, last="Pyongyang+Antung")
    told = [event for event in game.state.events if event.text == "shock_unsupplied"]
    assert [event.args["units"] for event in told] == [(number(game, "NK-766"),)]
    early = before(SUPPLIED, 16, armies=12, last="Pyongyang+Antung")
    assert not any(event.text.startswith("shock") for event in early.state.events), "China is not there yet"


def test_the_shock_may_wait():
    game = before(SUPPLIED, 16, intervention=14, armies=12, last="Pyongyang+Antung")
    play(game, "end")
    assert game.state.track[SHOCK] == 0
    assert where(game, "C-SUP-2") == "1737"
    assert why(game, "shock") != []


@pytest.mark.rule("K-CMP-6c", "K-CMP-6e")
def test_why_there_is_no_shock_is_told():
    """Units without supply bar it every time; that it is too late is told once; other reasons are no news."""
    unsupplied = {**SUPPLIED, "1430": "NK-766"}
    for turn, units, rules in (
        (18, unsupplied, ["K-CMP-6c"]),
        (18, SUPPLIED, []),
        (23, SUPPLIED, ["K-CMP-6e"]),
        (24, SUPPLIED, []),
    ):
        game = before(units, turn, armies=12, last="Pyongyang+Antung", intervention=14)
        assert [e.rule for e in game.last.events if e.text in ("shock_unsupplied", "shock_late")] == rules
    game = before(unsupplied, 18, armies=12, last="Pyongyang+Antung", intervention=14)
    event = next(e for e in game.last.events if e.text == "shock_unsupplied")
    assert [game.rules.names.unit(u) for u in event.args["units"]] == ["NK-766"]


def test_the_turn_of_the_shock_is_shown():
    def shown(**more: Any) -> str | None:
        game = field(CALM, **more)
        texts = {row["name"]: row["text"] for row in desk.situation(game, "en")["tracks"]}
        return texts.get("shock")

    assert shown(scenario="intervention", turn=2) == "turn 2 of 3"
    assert shown(scenario="intervention", turn=4) is None
    assert shown(scenario="campaign", turn=17, intervention=14, shock=15) == "turn 3 of 3"
    assert shown(scenario="campaign", turn=17, intervention=14) is None


def test_what_the_shock_brings_and_costs_is_told_before_it_is_declared():
    game = before(SUPPLIED, 16, intervention=14, armies=12, last="Pyongyang+Antung")
    notes = {note.rule: note for note in game.state.top.price(game.state, game.parse("shock"))}
    assert {*notes} == {"K-SGV-1", "K-SGV-2", "K-SGV-3a", "K-SGV-3b", "K-SGV-3c", "K-SGV-4", "K-CMP-6d"}
    assert [game.rules.names.unit(u) for u in notes["K-CMP-6d"].args["units"]] == ["C-SUP-1", "C-SUP-2"]
    for language in ("en", "es"):
        texts = game.rules.texts(language)
        assert all(texts.has(note.text) for note in notes.values())
