"""The charts against the booklet: cells that it fixes are typed here, and the natural order of each chart holds."""

from fractions import Fraction

import pytest

from parallel38.engine.charts import Charts
from parallel38.engine.texts import LANGUAGES, Texts, catalogue
from parallel38.games.forgotten_war import data

PACKAGE = "parallel38.games.forgotten_war"
CHARTS = Charts.load(data.charts())
STRENGTHS = CHARTS["strengths"]
RULES = {row["id"] for row in data.FILES.rules()}
RESULTS = {"-", "R", "1", "1R", "2", "2R", "3", "3R"}


def fire(value: int, die: int) -> str:
    columns = CHARTS["fire"].columns
    limits = [int(column.rstrip("+").rpartition("-")[2]) for column in columns[:-1]]
    column = next((c for c, most in zip(columns, limits, strict=False) if value <= most), columns[-1])
    return CHARTS["fire"][str(die), column]


def test_fire_combat_of_the_worked_example():
    """19.1, 19.3."""
    assert fire(CHARTS["air"]["six", "fire"], 6 + 1) == "-"
    assert fire(CHARTS["air"]["six", "fire"], 3 + 1) == "1"
    assert CHARTS["retreat"]["4", "result"] == "stay"
    assert fire(STRENGTHS["ccf", "reduced_fire"], 6 + 1) == "-"
    assert fire(STRENGTHS["ccf", "fire"], 1 + 1) == "1"
    assert CHARTS["retreat"]["8", "result"] == "stay"


def test_close_combat_of_the_worked_example():
    """19.5: 6 + 3 against 3 + 4 is +2; a 1 raised to 2 takes a step from each side and moves nobody."""
    marines = STRENGTHS["usmc", "close"] + STRENGTHS["usmc", "reduced_close"]
    chinese = STRENGTHS["ccf", "reduced_close"] + STRENGTHS["ccf_assault", "reduced_close"]
    assert (marines, chinese) == (9, 7)
    assert CHARTS["close"]["2", "+1 to +3"] == "1/1"
    assert CHARTS["close_modifiers"]["position", "die"] == 1


def test_fire_results_are_those_of_the_booklet_and_cover_every_die():
    """5.4.C: -, 0, 1, 2. Two modifiers at most raise the white die to 9 at most; nothing lowers it."""
    assert {cell.value for _, _, cell in CHARTS["fire"].cells()} == {"-", "0", "1", "2"}
    worst = sum(CHARTS["fire_modifiers"][row, "white"] for row in CHARTS["fire_modifiers"].rows)
    assert set(CHARTS["fire"].rows) == {str(n) for n in range(1, 6 + worst + 1)}
    modifiers = [CHARTS["fire_modifiers"][row, "coloured"] for row in CHARTS["fire_modifiers"].rows]
    lowest, highest = 1 + sum(m for m in modifiers if m < 0), 6 + sum(m for m in modifiers if m > 0)
    assert set(CHARTS["retreat"].rows) == {str(n) for n in range(lowest, highest + 1)}


def test_modifiers_are_the_booklets():
    """5.3.1, 5.3.2."""
    found = {
        row: (cells["white"].value, cells["coloured"].value) for row, cells in CHARTS["fire_modifiers"].rows.items()
    }
    assert found == {
        "position": (1, 1),
        "abandoned_gun": (1, 0),
        "first_turn": (1, 0),
        "us_marines": (0, 1),
        "not_infantry": (0, -1),
    }


def test_close_combat_results_are_parted_by_a_stroke():
    for _, _, cell in CHARTS["close"].cells():
        attacker, defender = str(cell.value).split("/")
        assert {attacker, defender} <= RESULTS
    assert len(CHARTS["close"].rows) == 7  # a die and one modifier


@pytest.mark.parametrize(
    ("row", "figures"),
    [("clear", (4, 3, 4)), ("rough", (3, 3, 0)), ("rough_road", (3, 3, 1)), ("ccf_chipyongni", (2, 2, 2))],
)
def test_stacking_limits(row: str, figures: tuple[int, int, int]):
    """10.4.3, 10.4.5."""
    assert tuple(CHARTS["stacking"][row, column] for column in ("all", "leg", "vehicle")) == figures


def test_figures_of_the_booklet():
    """Typed from the booklet: each chart with its row, its column and the figure."""
    stated = """
    terrain_move river mp 4; terrain_move ferry_tank mp 19; terrain_move off_map mp 2; terrain_move prepared mp 2
    terrain_move obstacle_ccf mp 4; terrain_move obstacle_un mp 2; terrain_move stack_ahead mp 1
    stacking_values aaaaw value 1/2; stacking_values train value 2; stacking_values other value 1
    stacking_values abandoned_gun value 0; stacking_values d23 value 0
    distances direct_infantry hexes 2; distances direct_vehicle hexes 4; distances spotter_on_hilltop hexes 3
    distances spotter_for_air hexes 3; distances artillery_at_night hexes 15; distances replacement_naktong hexes 3
    distances replacement_chosin hexes 8; distances from_road hexes 5; distances set_up_apart hexes 11
    replacements naktong of 2; replacements chosin_ccf of 3
    victory naktong_un lost 2; victory naktong_nkpa lost 1; victory chosin_hq lost 5; victory chosin_precious lost 4
    victory chosin_train lost 4; victory chosin_other lost 3; victory chosin_ccf lost 1/2; victory chipyongni_gun lost 7
    victory chipyongni_french lost 6; victory chipyongni_other lost 5; victory chipyongni_ccf lost 1
    victory_other naktong_optional points 2; victory_other naktong_east_full points 2
    victory_other naktong_east_reduced points 1; victory_other chosin_train_exits points 2
    victory_other chosin_unit_exits points 1; victory_other chosin_dump points 3; victory_other chosin_ice points 1
    victory_other chosin_strip_taken points 20; victory_other chosin_strip_without_garrison points 10
    withdrawals 27th_early until 10; withdrawals 27th_early full 2; withdrawals 27th_late until 12
    withdrawals 27th_late full 1; withdrawals 23rd until 11; withdrawals 23rd full 1; withdrawals 23rd reduced 0
    withdrawals loaned until 13; withdrawals loaned full 1; withdrawals loaned reduced 1
    strengths usmc_f7 reduced_fire 7; strengths usmc_f7 reduced_close 6; strengths usmc_f7 move 10
    air six fire 6; air nine fire 9
    """
    for entry in filter(None, (part.strip() for line in stated.splitlines() for part in line.split(";"))):
        chart, row, column, figure = entry.split()
        cell = CHARTS[chart].rows[row][column]
        assert Fraction(cell.value) == Fraction(figure), entry
        assert cell.prov == "rulebook", entry


def test_turn_records():
    """16.1, 17.1, 18.1: lengths and first days; Chosin's snow on turns 3 and 4 (7.h)."""
    assert [len(CHARTS[f"turns_{battle}"].rows) for battle in data.BATTLES] == [16, 13, 7]
    first = [CHARTS[f"turns_{battle}"]["1", "date"] for battle in data.BATTLES]
    assert first == ["1950-08-05", "1950-11-27", "1951-02-13"]
    assert CHARTS["turns_naktong"]["16", "date"] == "1950-08-20"
    assert CHARTS["turns_chosin"]["13", "date"] == "1950-12-09"
    assert [row for row in CHARTS["turns_chosin"].rows if CHARTS["turns_chosin"][row, "snow"]] == ["3", "4"]
    nights = [CHARTS["turns_chipyongni"][row, "night"] for row in CHARTS["turns_chipyongni"].rows]
    assert nights == [True, True, False, True, True, False, True]


def test_the_tank_reaches_the_ferry_in_the_phase_of_its_arrival():
    """10.2.5.B: the road from the edge and the ferry, with strategic movement; the ferry alone without it."""
    board = data.board("naktong")
    way = board.grid.distance(board.grid.hex("1601"), board.grid.hex("1110"))
    road = Fraction(CHARTS["terrain_move"]["road", "mp"])
    assert way * road + CHARTS["terrain_move"]["ferry_tank", "mp"] <= 2 * STRENGTHS["t34", "move"]
    assert 1 + CHARTS["terrain_move"]["ferry_tank", "mp"] <= STRENGTHS["t34", "move"]


def test_every_unit_is_weaker_when_it_is_reduced():
    for row in STRENGTHS.rows:
        full, reduced = ((STRENGTHS[row, f"{side}fire"], STRENGTHS[row, f"{side}close"]) for side in ("", "reduced_"))
        assert reduced[0] < full[0], row
        assert reduced[1] <= full[1], row


@pytest.mark.parametrize("name", CHARTS)
def test_our_own_figures_keep_the_natural_order_and_their_bounds(name: str):
    chart = CHARTS[name]
    assert list(chart.disorder()) == []
    for row, column, cell in chart.cells():
        assert chart.limits[row, column].fault(cell.value, cell.value) is None, (row, column)


@pytest.mark.parametrize("name", CHARTS)
def test_every_figure_names_a_rule_of_the_list(name: str):
    for row, column, cell in CHARTS[name].cells():
        assert cell.source, (row, column)
        assert [part for part in cell.source.split(", ") if f"F-{part}" not in RULES] == [], (row, column)
        assert cell.prov not in ("inferred", "reconstructed") or cell.basis, (row, column)


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chart_reads_well(name: str, language: str):
    texts, chart = Texts(language, PACKAGE), CHARTS[name]
    assert texts.has(f"chart.{name}")
    assert len(texts.say(f"about.{name}")) > 40
    heads = [head for head in (*chart.rows, *chart.columns) if any(c.islower() for c in head) and " to " not in head]
    assert [head for head in heads if not texts.has(f"head.{head}")] == []
    assert [c.basis for _, _, c in chart.cells() if c.basis and not texts.has(f"basis.{c.basis}")] == []


def test_no_reason_and_no_head_is_left_over():
    keys = catalogue(PACKAGE, "en")
    used = {cell.basis for chart in CHARTS.values() for _, _, cell in chart.cells()}
    assert {key[6:] for key in keys if key.startswith("basis.")} <= used
    heads = {head for chart in CHARTS.values() for head in (*chart.rows, *chart.columns)}
    words = {str(cell.value) for chart in CHARTS.values() for _, _, cell in chart.cells()}
    assert {key[5:] for key in keys if key.startswith("head.")} <= heads | words
