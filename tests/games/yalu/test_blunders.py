"""Positions with one clearly right answer: commanders of a level and of those above it must find it.

`blunders.toml` has the positions, with what they claim about ground and odds. What is right is a function here that is
named like the position.
"""

import itertools
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from parallel38 import from_position
from parallel38.engine.chance import Dice
from parallel38.engine.game import Game
from parallel38.games.yalu.rules import chances, stacking, supply, victory
from parallel38.games.yalu.rules.advance import Advancing
from parallel38.games.yalu.rules.costs import costs_for
from parallel38.games.yalu.rules.victory import IN_SEOUL
from parallel38.games.yalu.state import COMMUNIST, SIDES, UN, YaluState
from parallel38.hexgrid import Hex
from parallel38.players import player

from .table import table, where

FEW, MANY = range(2), range(2, 20)
"""The seeds with which each position is played: some always, the others with the long tests."""
STEADY = 5
"""With the first seeds nothing goes wrong, with the others one may."""
LEVELS = ("recruit", "veteran")
POSITIONS: dict[str, dict[str, Any]] = {
    row["id"]: row for row in tomllib.loads(Path(__file__).with_name("blunders.toml").read_text("utf-8"))["position"]
}
FRAMES: dict[str, dict[str, Any]] = {
    "communist_movement": {"kind": "Moving", "side": "communist"},
    "communist_combat": {"kind": "Designation", "side": "communist"},
    "un_bug_out": {"kind": "BuggingOut"},
    "un_bombardment": {"kind": "Bombarding"},
    "un_movement": {"kind": "Moving", "side": "un"},
    "un_combat": {"kind": "Designation", "side": "un"},
}
"""What is decided first in a phase."""
CASES = [(name, level) for name, row in POSITIONS.items() for level in LEVELS[LEVELS.index(row["level"]) :]]


class Played(NamedTuple):
    """What a commander did: the action in the notation, and the column of the odds if it was an attack."""

    line: str
    odds: str

    @property
    def words(self) -> list[str]:
        """Verb and fields."""
        return self.line.split()


class Story(NamedTuple):
    """What came of a position: the commander's actions, the game before its last one, and after it."""

    actions: list[Played]
    last: Game
    game: Game

    def lines(self, verb: str) -> list[list[str]]:
        """The actions of one kind, in words."""
        return [played.words for played in self.actions if played.words[0] == verb]

    def attacks(self) -> dict[str, list[str]]:
        """The attacks by hex: manner, units and so on."""
        return {words[1]: words[2:] for words in self.lines("attack")}


def built(row: dict[str, Any], seed: int = 1) -> Game:
    """The game of a position, with dice of its own."""
    track = {name: row[name] for name in ("asp", "air", "cities") if name in row}
    frame = row.get("frame") or FRAMES[row["phase"]]
    game = table(row["units"], phase=row["phase"], turn=row["turn"], weather=row["weather"], frame=frame, **track)
    game = from_position(game.to_position(), Dice.seed(seed))
    for line in row.get("first", ()):
        game.play(line)
    return game


def played(row: dict[str, Any], level: str, seed: int) -> Story:
    """Two commanders of a level play until the phase is over."""
    game, rng = built(row, seed), Random(seed)
    captains = {name: player(level, game.rules.title, name) for name in SIDES}
    until, side, turn = "phase." + row.get("until", row["phase"]), row["side"], game.turn
    actions, last, reached = list[Played](), game, False
    while game.decider and game.turn == turn:
        phase = game.rules.phase_key(game.state)
        if reached and phase != until:
            break
        reached = phase == until
        by = game.decider
        action = captains[by](game, rng)
        if by == side:
            odds = game.describe(action)[1].get("odds", "") if action.verb() == "attack" else ""
            actions.append(Played(game.notation(action), odds))
            last = game.copy()
        game.play(action, by)
    return Story(actions, last, game)


# ---------------------------------------------------------------------------------------------------------- claims


def _hex(game: Game, label: str) -> Hex:
    return game.rules.names.grid.hex(label)


def _factors_south(s: YaluState) -> int:
    return sum(s.rules.strength[u] for u in s.present(COMMUNIST) if _counts(s, s.where[u]))


def _counts(s: YaluState, h: Hex) -> bool:
    areas = s.rules.board.areas
    return bool((areas["south_of_38"] & ~areas["red_dots"]) >> h & 1)


def _claim_adjacent(game: Game, claim: list[list[str]]) -> None:
    for a, b in claim:
        assert _hex(game, b) in game.rules.names.grid.neighbours[_hex(game, a)]


def _claim_distances(game: Game, claim: list[Any]) -> None:
    for a, b, n in claim:
        assert game.rules.names.grid.distance(_hex(game, a), _hex(game, b)) == n


def _claim_closed(game: Game, claim: list[dict[str, Any]]) -> None:
    """Zones from some hexes reach every hex beside a target."""
    rules = game.state.rules
    for row in claim:
        by = rules.grid.region(row["by"])
        beside = rules.grid.around(1 << _hex(game, row["target"]), rules.barriers) & rules.land
        assert not beside & ~by & ~rules.grid.around(by, rules.barriers)


def _claim_paths(game: Game, claim: list[dict[str, Any]]) -> None:
    for row in claim:
        path = [_hex(game, label) for label in row["path"]]
        unit = game.state.stacks(COMMUNIST)[path[0]][0]
        costs = costs_for(game.state, unit)
        spent = sum(costs.of(a, b) or 0 for a, b in itertools.pairwise(path))
        assert Fraction(spent, game.state.rules.point) == row["mp"]


def _claim_roadless(game: Game, claim: list[str]) -> None:
    links = game.state.rules.links.hexes() | game.state.rules.board.areas["coast"]
    assert not any(links >> _hex(game, label) & 1 for label in claim)


def _claim_on_38(game: Game, claim: list[str]) -> None:
    assert not any(_counts(game.state, _hex(game, label)) for label in claim)


def _claim_south_of_38(game: Game, claim: list[str]) -> None:
    assert all(_counts(game.state, _hex(game, label)) for label in claim)


def _claim_factors_south(game: Game, claim: int) -> None:
    assert _factors_south(game.state) == claim


def _claim_terrain(game: Game, claim: dict[str, str]) -> None:
    for label, terrain in claim.items():
        assert game.state.rules.terrain(_hex(game, label)) == terrain


def _claim_cut(game: Game, claim: dict[str, Any]) -> None:
    """One more unit in a hex takes the supply of some others, which they have without it."""
    s = game.state.copy()
    targets = s.rules.grid.region(claim["targets"])
    assert supply.supplied(s, UN) & targets == targets
    s.move(s.rules.names.unit_number(claim["unit"]), _hex(game, claim["by"]))
    assert not supply.supplied(s, UN) & targets


def _claim_relieved(game: Game, claim: dict[str, Any]) -> None:
    """Some have no supply, and have it when the enemies in a hex are gone."""
    s = game.state.copy()
    side, hexes = SIDES.index(game.decider or ""), s.rules.grid.region(claim["hexes"])
    assert not supply.supplied(s, side) & hexes
    for unit in [*s.stacks(1 - side)[_hex(game, claim["by"])]]:
        s.move(unit, s.rules.names.box("out"))
    assert supply.supplied(s, side) & hexes == hexes


def _claim_shut_in(game: Game, claim: list[str]) -> None:
    """Nobody in some hexes could retreat."""
    s, side = game.state, SIDES.index(game.decider or "")
    for label in claim:
        assert all(chances.after_retreat(s, (u,)) == "destroyed" for u in s.stacks(side)[_hex(game, label)])


def _claim_odds(game: Game, claim: list[dict[str, Any]]) -> None:
    for row in claim:
        ratio = Fraction(row["firing"], row["defending"])
        column = next((name for odds, name in game.state.rules.odds_columns if ratio >= odds), "")
        assert column == row["column"]
        found = chances.results(game.state.rules, column, row["drm"])
        assert round(float(found["D"]), 2) == row["p_destroyed"]
        assert round(float(found["D"] + found["NR"]), 2) == row["p_any"]


CLAIMS = {name.removeprefix("_claim_"): f for name, f in list(globals().items()) if name.startswith("_claim_")}


@pytest.mark.parametrize("name", POSITIONS)
def test_what_a_position_claims_is_so(name: str):
    row = POSITIONS[name]
    game = built(row)
    assert game.decider == row["side"]
    for kind, claim in row.get("claims", {}).items():
        CLAIMS[kind](game, claim)


# ----------------------------------------------------------------------------------------------------- what is right


def close_the_ring(story: Story) -> bool:
    attack = story.attacks().get("0914", ["", ""])
    went = any(words[1] == "PVA-38-114" and words[2].endswith("0915") for words in story.lines("move"))
    return went and len(attack[1].split(",")) == 3


def let_hunger_work(story: Story) -> bool:
    attacks = story.attacks()
    return "0914" in attacks and attacks.get("1112", ["unsupplied"])[0] == "unsupplied"


def no_wave_into_seoul(story: Story) -> bool:
    attack = story.attacks().get("2226", [""])
    took = [words[1].split(",") for words in story.lines("advance")]
    refused = isinstance(story.last.state.top, Advancing) and not took
    return attack[0] == "supplied" and attack[2:] == ["2"] and not refused and all(len(units) > 1 for units in took)


def step_over_the_line(story: Story) -> bool:
    s: YaluState = story.game.state
    unit = s.rules.names.unit_number("PVA-63-189")
    poor = [played for played in story.actions if played.odds and int(played.odds.split(":")[0] or 0) < 5]
    seas = s.rules.board.areas["yellow_sea"] | s.rules.board.areas["sea_of_japan"]
    near = s.rules.grid.spread(seas, s.rules.grid.all, steps=3)
    open_ = [h for h, units in s.stacks(COMMUNIST).items() if len(units) > 1 and s.rules.terrain(h) == "clear"]
    return _counts(s, s.where[unit]) and not poor and not any(near >> h & 1 for h in open_)


def round_the_full_hex(story: Story) -> bool:
    last = story.last
    through = any("1008" in words[2] for words in story.lines("move"))
    ends = {where(last, unit) for unit in ("PVA-27-81", "PVA-27-90")}
    return not through and ends <= {"1109", "1007"}


def cut_the_coast_road(story: Story) -> bool:
    s: YaluState = story.last.state
    return not supply.supplied(s, UN) & s.rules.grid.region(["1302", "1902", "2102"])


def run_past_the_weakest(story: Story) -> bool:
    runs = story.lines("bugout")
    return bool(runs) and runs[0][1] == "US-5RCT" and runs[0][2].split("-")[1] in ("0319", "0418")


def the_strong_stand(story: Story) -> bool:
    return not story.lines("bugout")


def battalions_in_pairs(story: Story) -> bool:
    ends = {where(story.last, unit) for unit in ("US-1/31/7", "US-1/32/7")}
    return len(ends) == 1 and ends <= {"1511", "1512", "1513"}


def the_garrison_sails(story: Story) -> bool:
    return ["embark", "Gar-Hungnam"] in story.lines("embark")


def seoul_is_held(story: Story) -> bool:
    return bool(story.last.state.held_by(UN) >> _hex(story.last, "2226") & 1)


def the_capital_lies_open(story: Story) -> bool:
    s: YaluState = story.last.state
    return len(s.stacks(COMMUNIST).get(_hex(story.last, "2226"), ())) >= IN_SEOUL


def the_beaten_walk_away(story: Story) -> bool:
    return not _beside_the_enemy(story.last, "US-9/2")


def the_beaten_fall_back(story: Story) -> bool:
    return not any(_beside_the_enemy(story.last, unit) for unit in ("PVA-38-112", "PVA-38-113"))


def _beside_the_enemy(game: Game, unit: str) -> bool:
    s: YaluState = game.state
    number = s.rules.names.unit_number(unit)
    return bool(s.rules.grid.around(s.held_by(1 - s.rules.side_of[number])) >> s.where[number] & 1)


def no_shells_for_a_hopeless_attack(story: Story) -> bool:
    return story.attacks().get("1113", ["unsupplied"])[0] == "unsupplied"


def no_attack_on_the_stronger(story: Story) -> bool:
    return not story.attacks()


def air_for_the_attack(story: Story) -> bool:
    attack = story.attacks().get("2425", ["", ""])
    wasted = story.lines("bombard") + story.lines("raid") + story.lines("interdict")
    return not wasted and {*attack[1].split(",")} >= {"US-2", "US-3"} and attack[-1] == "3"


def not_into_the_bag(story: Story) -> bool:
    return not story.lines("advance")


def ships_to_the_fight(story: Story) -> bool:
    return _in_range(story.last, "SUP-CA", "2128")


def _in_range(game: Game, ship: str, label: str) -> bool:
    s: YaluState = game.state
    number = s.rules.names.unit_number(ship)
    return s.rules.grid.distance(s.where[number], _hex(game, label)) <= s.rules.range[number]


def break_the_ring(story: Story) -> bool:
    return [words[1] for words in story.lines("fire")] == ["NKPA-32"]


def retreat_towards_friends(story: Story) -> bool:
    return story.lines("retreat")[0][2].endswith("2326")


def ships_for_the_lost(story: Story) -> bool:
    return ["embark", "US-17/7"] in story.lines("embark")


def cut_the_last_road(story: Story) -> bool:
    return victory.factors_south(story.last.state)[0] < victory.WITH_SEOUL


def strike_for_nothing(story: Story) -> bool:
    attack = story.attacks().get("2425", ["", ""])
    return attack[0] == "unsupplied" and len(attack[1].split(",")) >= 5


def no_wave_where_shells_do(story: Story) -> bool:
    odds = [played.odds for played in story.actions if played.odds]
    return story.attacks().get("2425", [""])[0] == "supplied" and odds in (["6:1"], ["8:1"])


def a_wave_for_a_division(story: Story) -> bool:
    attack = story.attacks().get("1514", ["", ""])
    return attack[0] == "wave" and len(attack[1].split(",")) == 4


def seoul_is_not_staked(story: Story) -> bool:
    return not story.attacks()


def not_out_of_the_ring(story: Story) -> bool:
    return not story.attacks()


def guns_to_the_front(story: Story) -> bool:
    s: YaluState = story.last.state
    tanks = s.where[story.last.rules.names.unit_number("SUP-TK1")]
    friends = [u for u in s.stacks(UN).get(tanks, ()) if s.rules.combat[u]]
    near = [h for h in s.stacks(COMMUNIST) if s.rules.grid.distance(h, tanks) <= 2]
    return bool(friends and near)


def seoul_is_taken_in_force(story: Story) -> bool:
    s: YaluState = story.game.state
    there = s.stacks(UN).get(s.rules.board.cities["Seoul"], ())
    return not there or sum(s.rules.strength[u] for u in there) >= 8


def a_division_for_three_posts(story: Story) -> bool:
    broken = story.lines("breakdown")
    parts = [where(story.last, unit) for unit in ("US-19/24", "US-21/24", "US-29/24")]
    return broken == [["breakdown", "US-24"]] and len({*parts}) == 3


def open_their_road(story: Story) -> bool:
    return story.lines("advance") == [["advance", "US-5RCT"]]


def no_way_back_for_one(story: Story) -> bool:
    return "2226" not in story.attacks()


def inchon_is_not_left(story: Story) -> bool:
    s: YaluState = story.last.state
    return any(s.rules.size[u] != "garrison" for u in s.stacks(UN).get(s.rules.board.cities["Inchon"], ()))


def break_out(story: Story) -> bool:
    odds = [played.odds for played in story.actions if played.words[:2] == ["attack", "2324"]]
    return bool(odds) and odds[0] in ("5:1", "6:1", "8:1")


def the_last_chance(story: Story) -> bool:
    return "2226" in story.attacks()


def pyongyang_is_given_up(story: Story) -> bool:
    s: YaluState = story.last.state
    there = s.stacks(UN).get(s.rules.board.cities["Pyongyang"], ())
    return all(s.rules.size[u] == "garrison" for u in there)


def iwon_for_the_lost(story: Story) -> bool:
    return ["embark", "US-17/7"] in story.lines("embark")


def the_beaten_fire_back(story: Story) -> bool:
    return not story.attacks()


def the_koreans_take_seoul(story: Story) -> bool:
    return story.lines("advance") == [["advance", "ROK-6,ROK-8,ROK-11"]]


inchon_before_the_line = inchon_is_not_left


def aboard_not_to_another_port(story: Story) -> bool:
    return where(story.game, "US-3") not in ("1611", "1815")


def aside_not_away(story: Story) -> bool:
    grid = story.game.rules.names.grid
    return grid.distance(grid.hex(where(story.game, "US-3/29/24")), grid.hex("2128")) <= 1


def round_the_guerrillas(story: Story) -> bool:
    return "1726" not in (where(story.game, "UK-29"), where(story.game, "UK-27BC"))


def rest_where_it_is_likely(story: Story) -> bool:
    return ["regroup", "ROK-31/2"] in story.lines("regroup") and where(story.game, "ROK-31/2") == "2628"


def not_to_an_empty_coast(story: Story) -> bool:
    return where(story.game, "ROK-8") != "2718"


def _counting(game: Game) -> int:
    return victory.factors_south(game.state.copy())[0]


def no_road_is_opened_at_last(story: Story) -> bool:
    return _counting(story.game) <= _counting(built(POSITIONS["no_road_is_opened_at_last"]))


def nobody_walks_out_of_supply_at_last(story: Story) -> bool:
    return _counting(story.game) > _counting(built(POSITIONS["nobody_walks_out_of_supply_at_last"]))


def no_battalion_alone(story: Story) -> bool:
    """Who is in a hex with nobody of these two beside it but an enemy."""
    game, s = story.game, story.game.state
    for name in ("US-3/23/2", "US-3/31/7"):
        h = s.where[game.rules.names.unit_number(name)]
        enemies = any(s.stacks(COMMUNIST).get(n) for n in s.rules.grid.neighbours[h])
        if len(s.stacks(UN)[h]) == 1 and enemies:
            return False
    return True


def much_more_to_do_in_the_other_sea(story: Story) -> bool:
    return all(_in_range(story.last, "SUP-BB", city) for city in ("2128", "2226"))


def idle_ships_bombard(story: Story) -> bool:
    return any(words[1] == "2128" and "SUP-BB" in words[2] for words in story.lines("bombard"))


def the_beaten_garrison_falls(story: Story) -> bool:
    return [*story.attacks()] == ["2226"]


def not_under_the_guns_of_the_fleet(story: Story) -> bool:
    return "2226" not in story.attacks()


not_even_with_artillery = not_under_the_guns_of_the_fleet


def no_room_in_the_line(story: Story) -> bool:
    return ["embark", "US-25"] in story.lines("embark")


def not_into_their_arms(story: Story) -> bool:
    grid, coast = story.last.rules.names.grid, _hex(story.last, "2718")
    ends = [_hex(story.last, where(story.last, unit)) for unit in ("Ph-PEFTOK10", "Th-RT21", "Au-3RAR")]
    return all(grid.distance(h, coast) <= grid.distance(_hex(story.last, "2318"), coast) for h in ends)


def no_train_into_the_north(story: Story) -> bool:
    grid = story.game.rules.names.grid
    return grid.distance(grid.hex(where(story.last, "ROK-Cap")), grid.hex("2718")) <= 3


def the_door_needs_no_division(story: Story) -> bool:
    return where(story.last, "US-24") != "2731" and _held(story.last, UN, "2731")


def _held(game: Game, side: int, label: str) -> bool:
    return bool(game.state.held_by(side) >> _hex(game, label) & 1)


def the_door_stays_shut(story: Story) -> bool:
    return _held(story.last, COMMUNIST, "2718")


two_in_the_door = into_the_open_door = the_door_stays_shut


def conscripts_are_not_left_alone(story: Story) -> bool:
    s: YaluState = story.last.state
    return not any(all(s.rules.conscript[u] for u in units) for units in s.stacks(COMMUNIST).values())


def an_empty_port_is_a_way_out(story: Story) -> bool:
    aboard = [words[1] for words in story.lines("embark")]
    return {"US-1/31/7", "US-2/31/7"} <= {*aboard}


def nothing_is_staked_when_won(story: Story) -> bool:
    return not story.attacks()


def conscripts_stay_at_last(story: Story) -> bool:
    fired = [unit for words in story.lines("fire") for unit in words[2].split(",")]
    return fired == ["PVA-38-112"]


def shells_for_the_main_attack(story: Story) -> bool:
    attacks = story.attacks()
    return attacks.get("2328", [""])[0] == "supplied" and attacks.get("2524", ["unsupplied"])[0] == "unsupplied"


def room_in_the_door(story: Story) -> bool:
    s: YaluState = story.last.state
    there = s.stacks(UN).get(_hex(story.last, "2731"), ())
    return bool(there) and not stacking.over_limit(s, UN, [*there, story.last.rules.names.unit_number("ROK-11")])


def no_battalions_in_the_door(story: Story) -> bool:
    return where(story.last, "US-24") == "2718"


def the_port_waits_for_the_marines(story: Story) -> bool:
    return where(story.last, "US-3") == "1611"


def no_brigade_to_prop(story: Story) -> bool:
    grid = story.last.rules.names.grid
    return grid.distance(grid.hex(where(story.last, "UK-29")), grid.hex("1511")) > 2


def somebody_stays_in_wonsan(story: Story) -> bool:
    return _held(story.last, COMMUNIST, "1815")


def to_the_beach(story: Story) -> bool:
    s, number = story.last.state, story.last.rules.names.unit_number
    lost = ("US-17/7", "US-1/31/7", "US-2/31/7", "US-2/32/7", "US-3/32/7")
    return all(s.rules.board.areas["coast"] >> s.where[number(unit)] & 1 for unit in lost)


def the_guns_are_not_left_alone(story: Story) -> bool:
    s: YaluState = story.last.state
    there = s.stacks(UN).get(s.rules.board.cities["Inchon"], ())
    return any(s.rules.combat[u] for u in there) or not any(s.rules.support[u] for u in there)


def the_road_is_cut_behind_it(story: Story) -> bool:
    return story.attacks().get("2325", ["", ""])[1] == "US-24"


def help_from_the_other_side(story: Story) -> bool:
    return "US-3" in story.attacks().get("2325", ["", ""])[1].split(",")


def together_against_the_blocker(story: Story) -> bool:
    return {"ROK-2", "ROK-9"} <= {*story.attacks().get("2227", ["", ""])[1].split(",")}


def a_battalion_on_the_road(story: Story) -> bool:
    return "2426" in story.attacks()


def the_others_do_without_them(story: Story) -> bool:
    attack = story.attacks().get("2725", ["", ""])
    return attack[0] == "supplied" and not {"NKPA-2", "NKPA-3"} & {*attack[1].split(",")}


def four_battalions_in_a_closed_hex(story: Story) -> bool:
    going = {unit for attack in story.attacks().values() for unit in attack[1].split(",")}
    return "2628" in story.attacks() and not going & {"US-2/9/2", "US-2/15/3", "US-1/32/7", "US-2/32/7"}


RIGHT: dict[str, Callable[[Story], bool]] = {name: globals()[name] for name in POSITIONS}


@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.long)], ids=["few", "many"])
@pytest.mark.parametrize(("name", "level"), CASES)
def test_no_blunder(name: str, level: str, seeds: range):
    row = POSITIONS[name]
    stories = {seed: played(row, level, seed) for seed in seeds}
    wrong = {seed: [d.line for d in story.actions] for seed, story in stories.items() if not RIGHT[name](story)}
    assert not wrong or (len(wrong) == 1 and min(wrong) >= STEADY), (row["right"], wrong)
