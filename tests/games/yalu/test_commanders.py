"""What commanders of Yalu decide before the first turn, and that they keep to their plans."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from parallel38 import desk, load, new_game
from parallel38.engine.game import Game
from parallel38.engine.texts import LANGUAGES
from parallel38.engine.values import End
from parallel38.games.yalu import players
from parallel38.games.yalu.players import staff, tactics
from parallel38.games.yalu.players.attacks import PossibleAttacks
from parallel38.games.yalu.players.commander import Commander
from parallel38.games.yalu.players.danger import Danger
from parallel38.games.yalu.players.ground import ground
from parallel38.games.yalu.players.line import LinePlanner
from parallel38.games.yalu.players.reply import attacks_on, best_plan
from parallel38.games.yalu.players.survey import Survey
from parallel38.games.yalu.rules import stacking
from parallel38.games.yalu.rules.attacks import Attack
from parallel38.games.yalu.rules.movement import Move, Moving
from parallel38.games.yalu.rules.setup import Deploying
from parallel38.games.yalu.rules.un_setup import UnDeploying
from parallel38.games.yalu.state import COMMUNIST, UN, YaluState
from parallel38.hexgrid import bits
from parallel38.players import player
from parallel38.players.plans import score

from .table import table, where

RECORD = Path(__file__).parents[2] / "records" / "yalu-example-turn-0.2.0.record"


def set_up(game: Game, level: str) -> tuple[list[str], float]:
    """The set-up of a level in the notation, and what the enemy's best attacks would cost before its end."""
    captain, rng, done = player(level, game.rules.title, game.decider or ""), Random(1), list[str]()
    cost = feared(game)
    while isinstance(game.state.top, UnDeploying | Deploying):
        action, cost = captain(game, rng), feared(game)
        done.append(game.notation(action))
        game.play(action)
    return done, cost


def feared(game: Game) -> float:
    return sum(attack.hit for attack in attacks_on(Survey(game.state, COMMUNIST), {"city": 2.0}, Random(1)))


def test_the_un_sets_up_where_the_first_attacks_cost_less():
    game = new_game("yalu", options={"un-setup": "on", "usmc-deployment": "on"}, seed=1)
    before = feared(game)
    done, after = set_up(game, "veteran")
    assert done[-1] == "end"
    assert {line.split()[0] for line in done[:-1]} == {"deploy"}
    assert after < before - 0.5


def test_a_recruit_and_the_communists_keep_to_the_booklet():
    assert set_up(new_game("yalu", options={"un-setup": "on"}, seed=1), "recruit")[0] == ["end"]
    assert set_up(new_game("yalu", options={"setup": "free"}, seed=1), "veteran")[0] == ["end"]


def test_the_attack_that_was_planned_is_the_one_that_is_made():
    units = {
        "0914": "ROK-7",
        "0913": "PVA-38-112, PVA-38-113",
        "0814": "PVA-38-114",
        "1514": "UK-27BC",
        "1512": "PVA-39-115, PVA-39-116, PVA-39-117",
    }
    game, rng = table(units, turn=2, asp=3), Random(3)
    captain = Commander("veteran", "communist")
    planned, made = set[int](), set[int]()
    while not made or game.rules.phase_key(game.state) == "phase.communist_combat":
        if game.decider == "un":
            game.play("end")
            continue
        action = captain(game, rng)
        planned |= {note.args["hex"] for note in captain.reasons if "odds" in note.args}
        if isinstance(action, Attack):
            made.add(action.hex)
        elif made:
            break
        game.play(action)
    assert made == planned


def test_nobody_moves_because_a_replacement_has_no_good_place():
    units = {"2526": "US-24, US-25", "2226": "PVA-38-112, PVA-38-113", "2128": "PVA-39-115, PVA-39-116"}
    closed = {"2718": "PVA-42-124", "2731": "PVA-42-125"}
    game = table({**units, **closed, "dead": "ROK-27/5"}, phase="un_movement", turn=20, cities="Seoul+Inchon")
    assert "place" in {offer.verb for offer in game.offers()}
    captain, s = Commander("veteran", "un"), game.state
    assert staff.replace(s, captain.w, thorough=True) is None
    captain(game, Random(1))
    assert captain._plan, "it moves before it has thought"


def test_a_city_that_the_un_has_left_is_walked_into():
    units = {"1610": "PVA-38-112, NKPA-5", "1717": "PVA-39-115", "2226": "US-2, US-3"}
    game, rng = table(units, turn=5, cities="Pyongyang"), Random(1)
    captain = Commander("veteran", "communist")
    while game.rules.phase_key(game.state) == "phase.communist_movement":
        game.play(captain(game, rng))
    assert where(game, "NKPA-5") == "1611", "Hungnam stands empty"


def test_who_must_leave_a_full_hex_does():
    units = {
        "2128": "US-2, US-3, US-24, ROK-1, ROK-6",
        "2127": "PVA-66-198, PVA-20-58",
        "2027": "PVA-40-118, PVA-26-76",
        "2028": "PVA-66-197, PVA-20-59, PVA-26-78",
    }
    game, captain = table(units, phase="un_movement", turn=10), Commander("veteran", "un")
    while (leaving := captain._spread(game.state)) is not None:
        assert isinstance(leaving, Move)
        assert leaving.path[-1] != leaving.path[0]
        game.play(leaving)
    assert len(game.state.stacks(UN)[game.rules.names.grid.hex("2128")]) < 5
    assert not game.why_not("end")


def test_who_must_leave_a_full_hex_goes_to_none_that_is_full_too():
    units = {"2128": "US-2, US-3, ROK-31/2", "2228": "US-24, US-25", "2127": "PVA-66-198, PVA-20-58"}
    game, captain = table(units, phase="un_movement", turn=10), Commander("veteran", "un")
    leaving = captain._spread(game.state)
    assert isinstance(leaving, Move)
    game.play(leaving)
    assert not stacking.overstacked(game.state, UN)


def test_in_the_end_only_who_is_in_supply_is_worth_an_attack():
    units = {"2726": "PVA-38-112", "2625": "US-2", "2727": "US-3", "2225": "PVA-39-115", "2428": "US-24"}
    game = table({**units, "2025": "PVA-39-116", "1824": "PVA-39-117", "1622": "NKPA-5", "1320": "NKPA-6"}, turn=25)
    labels = game.rules.names.grid
    survey = Survey(game.state, UN)
    attacks = PossibleAttacks(survey, survey.reaches, Commander("veteran", "un").w, rings=True)
    (cut_off,), (counting,) = ([stake.worth for stake in attacks._stakes(labels.hex(h))] for h in ("2726", "2225"))
    assert cut_off < 0.2 * counting


BESIEGED = {
    "2226": "Gar-Seoul",
    "2225": "PVA-38-112, PVA-38-113, PVA-38-114",
    "2326": "PVA-39-115, PVA-39-116, PVA-39-117",
    "2128": "PVA-40-118",
    "1815": "NKPA-5",
    "1611": "NKPA-12",
    "dead": "US-1/9/2",
}


def test_a_replacement_without_a_good_place_comes_from_pusan():
    game = table({**BESIEGED, "2530": "US-24"}, phase="un_movement", turn=20, cities="Inchon+Wonsan+Hungnam")
    captain = Commander("veteran", "un")
    assert "place" in {offer.verb for offer in game.offers()}, "it may come to Seoul, where it would be lost"
    action = staff.replace(game.state, captain.w, thorough=True)
    assert action is not None
    assert game.notation(action) == "delay US-1/9/2"


def test_nobody_is_held_back_who_finds_no_room_in_pusan_either():
    closed = {"2718": "PVA-42-124", "2731": "PVA-42-125"}
    game = table({**BESIEGED, **closed}, phase="un_movement", turn=20, cities="Inchon+Wonsan+Hungnam")
    assert "delay" in {offer.verb for offer in game.offers()}
    assert staff.replace(game.state, Commander("veteran", "un").w, thorough=True) is None


def test_who_comes_from_pusan_finds_room():
    units = {**BESIEGED, "2731": "PVA-42-124", "2718": "US-24, US-25", "delayed": "ROK-11"}
    game, rng = table(units, phase="un_movement", turn=20, cities="Inchon+Wonsan+Hungnam"), Random(1)
    captain = Commander("veteran", "un")
    while game.rules.phase_key(game.state) == "phase.un_movement":
        game.play(captain(game, rng))
    entry = game.rules.names.grid.hex("2718")
    assert len(game.state.stacks(UN)[entry]) == 1, "one of the two makes room, the other keeps the hex"


def test_a_line_stays_when_something_goes_wrong_on_the_way():
    game = new_game("yalu", seed=1)
    rng, captains = Random(1), {side: Commander("veteran", side) for side in ("communist", "un")}
    while not (isinstance(game.state.top, Moving) and game.decider == "un"):
        game.play(captains[game.decider or ""](game, rng))
    w = captains["un"].w
    plan = best_plan(game.state, w, Random(1))
    assert plan.line.posts
    stubborn = {**w, "ground": 1.0}
    assert best_plan(game.state, stubborn, Random(1)).line.posts != plan.line.posts
    assert best_plan(game.state, stubborn, Random(1), plan).line.posts == plan.line.posts


def test_in_the_last_turn_the_beaten_go_where_they_count():
    units = {"2323": "PVA-12-31 neutralized", "2125": "PVA-38-112, PVA-38-113, PVA-38-114", "2731": "US-24"}
    game, rng = table(units, turn=25, cities="Pyongyang+Wonsan+Hungnam+Seoul+Inchon"), Random(1)
    captain, counts = Commander("veteran", "communist"), ground(game.rules).counts  # type: ignore[arg-type]
    unit = game.rules.names.unit_number("PVA-12-31")
    assert not counts >> game.state.where[unit] & 1
    while game.rules.phase_key(game.state) == "phase.communist_movement":
        game.play(captain(game, rng))
    assert counts >> game.state.where[unit] & 1


WEAK = {
    "2226": "US-3, US-25, Gar-Seoul",
    "2225": "PVA-39-117, NKPA-10, NKPA-27, C-1",
    "2126": "NKPA-38, NKPA-6, NKPA-15",
    "2227": "NKPA-5",
}


def assault(units: dict[str, str]) -> str:
    """What the Communists do with three points of supply before Seoul."""
    frame = {"kind": "Designation", "side": "communist"}
    game = table(units, phase="communist_combat", frame=frame, turn=13, weather="SO", asp=3)
    assert "attack" in {offer.verb for offer in game.offers()}
    return game.notation(Commander("veteran", "communist")(game, Random(1)))


def test_nobody_attacks_who_fires_back_with_more():
    assert assault(WEAK) == "end"


def test_everybody_beside_the_target_attacks():
    more = {"2326": "NKPA-19, NKPA-12, PVA-38-112", "2327": "PVA-38-113"}
    units = assault({**WEAK, **more}).split()[3]
    assert {"PVA-39-117", "NKPA-38", "NKPA-5", "PVA-38-112", "PVA-38-113"} <= {*units.split(",")}


def test_aircraft_go_for_the_beaten():
    units = {"2526": "PVA-38-112 neutralized", "2731": "US-24", "2128": "Gar-Inchon"}
    game = table(units, phase="un_bombardment", frame={"kind": "Bombarding"}, turn=20, weather="SU", air=6)
    assert game.notation(Commander("veteran", "un")(game, Random(1))).startswith("bombard 2526 - ")


def test_an_empty_port_beside_the_army_is_entered():
    units = {
        "2127": "PVA-38-112, PVA-38-113",
        "2027": "PVA-39-115",
        "2428": "US-24, US-25",
        "2226": "ROK-1, ROK-6, ROK-9",
    }
    game, rng = table(units, turn=10, cities="Pyongyang+Wonsan+Hungnam"), Random(1)
    captain = Commander("veteran", "communist")
    while game.rules.phase_key(game.state) == "phase.communist_movement":
        game.play(captain(game, rng))
    assert game.state.stacks(COMMUNIST).get(game.rules.names.grid.hex("2128")), "Inchon stands empty"


def test_conscripts_do_not_go_where_everybody_is_about_to_leave():
    units = {"2025": "NKPA-5, C-1", "2126": "PVA-38-112", "2226": "US-2"}
    game, captain = table(units, turn=20), Commander("veteran", "communist")
    number, at = game.rules.names.unit_number, game.rules.names.grid.hex
    captain.orders.left = {number("C-1"): at("2126"), number("PVA-38-112"): at("2127")}
    while (action := captain._next(game.state)) is not None:
        game.play(action)
    assert where(game, "PVA-38-112") == "2127"
    assert where(game, "C-1") == "2025", "in 2126 it would be alone and go home (17.5)"


def test_the_beaten_retreat_homeward():
    units = {"2326": "PVA-38-112 neutralized", "2227": "US-24", "2525": "PVA-39-115", "2527": "US-3"}
    game = table(units, turn=21, cities="Pyongyang+Wonsan+Hungnam")
    survey, w = Survey(game.state, COMMUNIST), Commander("veteran", "communist").w
    unit, grid = game.rules.names.unit_number("PVA-38-112"), game.rules.names.grid
    home, among_the_enemy = (score(tactics._refuge_terms(survey, w, unit, grid.hex(h))) for h in ("2223", "2526"))
    assert home > among_the_enemy


def test_retreats_and_advances_have_a_reason():
    """In the booklet's example: what speaks for each decision of a veteran is told in both languages."""
    story, told = load(RECORD), set[str]()
    for entry, then in story.replay():
        captain = Commander("veteran", entry.by) if entry.by in ("un", "communist") else None
        if captain is None or type(then.state.top) not in captain.BECAUSE:
            continue
        action = captain(then, Random(1))
        reasons = captain.why(then, action)
        told |= {note.text for note in reasons}
        for language in LANGUAGES:
            for line in desk.advice(then, action, True, reasons, language)["reasons"]:
                assert not re.search(r"(why|gain|price|reason)\.|…", line["text"])
    assert {"reason.why", "reason.advance"} <= told


def test_inchon_is_held_by_its_neighbours():
    units = {
        "2128": "ROK-29/9",
        "2227": "US-2/9/2, US-3/9/2, US-1/29/24, US-2/29/24, US-3/29/24",
        "2226": "US-3, Gar-Seoul",
        "2127": "PVA-38-112",
        "2028": "NKPA-5, NKPA-12",
    }
    game, rng = table(units, phase="un_movement", turn=16, cities="Pyongyang+Wonsan+Hungnam"), Random(1)
    captain = Commander("veteran", "un")
    while game.rules.phase_key(game.state) == "phase.un_movement":
        game.play(captain(game, rng))
    there = game.state.stacks(UN)[game.rules.names.grid.hex("2128")]
    assert sum(game.state.rules.strength[u] for u in there) > 1


def test_nobody_leaves_the_beach_where_units_come_from_pusan():
    units = {"2718": "US-24, ROK-31/2", "2617": "PVA-38-112", "2519": "PVA-39-115, PVA-39-116"}
    north = {"2005": "ROK-3", "1804": "PVA-27-90, PVA-27-79, PVA-27-80, PVA-27-81"}
    cities = "Pyongyang+Wonsan+Hungnam+Iwon+Chinampo"
    game = table({**units, **north}, phase="un_movement", turn=20, die=1, weather="SU", cities=cities)
    captain, number = Commander("veteran", "un"), game.rules.names.unit_number
    assert not captain._leaves(Survey(game.state, UN), number("US-24"))
    assert captain._leaves(Survey(game.state, UN), number("ROK-3")), "nobody comes for it, and the enemy does"


@cache
def first_un_move() -> YaluState:
    """The state of a game of veterans when the UN moves for the first time."""
    game, rng = new_game("yalu", seed=1), Random(1)
    captains = {side: Commander("veteran", side) for side in ("communist", "un")}
    while not (isinstance(game.state.top, Moving) and game.decider == "un"):
        game.play(captains[game.decider or ""](game, rng))
    return game.state  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("weight", "term"),
    [
        ("soft", "terrain"),
        ("danger", "danger"),
        ("ground", "north"),
        ("parallel", "parallel"),
        ("behind", "passed"),
        ("late", "reach"),
        ("hunger", "supply"),
        ("keep", "seoul"),
    ],
)
def test_the_weight_that_counts_alone_is_the_strongest_reason_for_a_post(weight: str, term: str):
    s = first_un_move()
    usual = Commander("veteran", "un").w
    only = {"attacks": usual["attacks"], "fear": usual["fear"], "driven": usual["driven"], "ring": usual["ring"]}
    planner = LinePlanner(Danger(Survey(s, UN), {**dict.fromkeys(usual, 0.0), **only, weight: usual[weight]}))
    found = {planner.why(h) for h in bits(s.rules.land & ~s.held_by(COMMUNIST))}
    assert found - {"", "retreat"} == {term}, "no weight says how much an open retreat counts"


SOUTH = {
    "2226": "US-24, US-25",
    "2428": "US-3, US-2",
    "2425": "PVA-39-117",
    "2126": "NKPA-38 neutralized",
    "2025": "PVA-38-112",
    "1824": "NKPA-5",
}
SEOUL = {
    "2226": "US-24, Gar-Seoul",
    "2428": "US-3",
    "2524": "ROK-1",
    "2423": "ROK-6, ROK-7",
    "2225": "PVA-39-117, PVA-39-116, PVA-39-115",
    "2126": "NKPA-38, NKPA-5, PVA-40-118",
    "2123": "PVA-38-112, PVA-38-113, PVA-38-114",
    "2221": "PVA-42-124, PVA-42-125",
}


@pytest.mark.parametrize(
    ("side", "turn", "units", "why"),
    [
        ("communist", 5, SOUTH, {"2326": "why.cut", "2225": "why.south"}),
        ("communist", 18, SOUTH, {"2326": "why.cut", "2225": "why.victory"}),
        ("un", 8, SEOUL, {"2226": "why.hold", "2718": "why.reach"}),
    ],
)
def test_a_hex_in_danger_is_told_with_the_reason_to_be_there(side: str, turn: int, units: dict[str, str], why: object):
    cities = "Pyongyang+Wonsan+Hungnam" if side == "communist" else ""
    game = table(units, turn=turn, phase=f"{side}_movement", asp=8 if side == "un" else 2, cities=cities)
    captain = Commander("veteran", side)
    captain(game, Random(1))
    notes = [note for note in captain.reasons if note.text in ("reason.fear", "reason.why")]
    assert [note.text for note in notes] == ["reason.fear", "reason.why"] * (len(notes) // 2), "one for each"
    assert [note.args["hex"] for note in notes[::2]] == [note.args["hex"] for note in notes[1::2]]
    assert {game.rules.names.place(note.args["hex"]): note.args["why_key"] for note in notes[1::2]} == why
    line = [note.args["why_key"] for note in captain.reasons if note.text == "reason.why_line"]
    assert len(line) == (side == "un")
    for language in LANGUAGES:
        told = [line["text"] for line in desk.advice(game, End(), True, captain.reasons, language)["reasons"]]
        assert len(told) == len(captain.reasons)
        assert not any("why." in text or "{" in text for text in told)


def test_every_term_that_may_be_told_has_words():
    """The names of terms are literals of the modules that yield them."""
    folder, terms = Path(players.__file__).parent, {"attack", "cut", "hold", "supply_road"}
    for module in ("line", "shelter", "places"):
        terms |= {*re.findall(r'yield "(\w+)",', (folder / f"{module}.py").read_text())}
    terms -= {"post"}  # the same for every hex, so it never decides
    assert len(terms) > 20
    for language in LANGUAGES:
        texts = new_game("yalu", seed=1).rules.texts(language)
        assert [term for term in sorted(terms) if not texts.has(f"why.{term}")] == []
