"""Pictures of many games. Only this module and `tune` need more than the program itself: Matplotlib."""

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from parallel38.draw import ground_of, tokens
from parallel38.hexgrid import bits
from parallel38.lab import front, summary
from parallel38.lab.figures import quantile
from parallel38.lab.study import Study
from parallel38.lab.words import capital

SURFACE, MAP = tokens.group("surface"), tokens.group("map")
WIDE = 9.0
"""Inches."""
ACROSS = 5
"""Maps in a row."""


def colours(study: Study) -> dict[str, str]:
    """The colour of each side: that of its flags, if it can be seen on paper; else of the print on light counters."""
    flags = {side: study.rules.look()["side"][side]["flag"] for side in study.sides}
    visible = tokens.contrast
    return {
        side: flag if visible(flag, SURFACE["paper"]) > 2 else tokens.group("counter")["light_edge"]
        for side, flag in flags.items()
    }


def _figure(height: float, rows: int = 1, across: int = 1) -> tuple[Figure, list[Axes]]:
    figure = Figure(figsize=(WIDE, height), dpi=110, facecolor=SURFACE["paper"], layout="constrained")
    axes = list(figure.subplots(rows, across, squeeze=False).flat)
    for ax in axes:
        ax.set_facecolor(SURFACE["paper"])
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set_color(SURFACE["ink2"])
        ax.tick_params(colors=SURFACE["ink2"], labelcolor=SURFACE["ink"])
    return figure, axes


def wins(study: Study) -> Figure:
    """How often each side has won, or the first player of a match in all and with each side."""
    found, texts = summary.of(study.heading, study.games, study.sides), study.texts
    rows: list[tuple[str, dict[str, Any], str]] = []
    for side in study.sides:
        name = capital(texts.value("side", side))
        if study.heading.kind == "match":
            name = texts.say("lab.wins_as", {"name": study.heading.players["A"], "side": side})
        rows.append((name, found["by_side"][side], colours(study)[side]))
    if study.heading.kind == "match":
        name = texts.say("lab.wins_of", {"name": study.heading.players["A"]})
        rows.insert(0, (name, found, tokens.group("meaning")["good"]))
    figure, (ax,) = _figure(0.6 + 0.55 * len(rows))
    for place, (_, row, colour) in enumerate(reversed(rows)):
        low, high = row["interval"]
        ax.barh(place, row["rate"], color=colour, alpha=0.55, height=0.6)
        ax.plot([low, high], [place, place], color=SURFACE["ink"], linewidth=2.5, solid_capstyle="butt")
    ax.set_yticks(range(len(rows)), [name for name, _, _ in reversed(rows)])
    ax.axvline(0.5, color=SURFACE["ink2"], linewidth=0.8, linestyle=":")
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(texts.say("lab.plot.wins_axis"))
    return figure


def margins(study: Study) -> Figure:
    """How many games ended with which lead, in the colours of the winner."""
    texts, hues, (one, other) = study.texts, colours(study), study.sides[:2]
    figure, (ax,) = _figure(3.2)
    leads = [game.lead for game in study.ended]
    span = (min([0, *leads]) - 1, max([0, *leads]) + 1)
    won = [[game.lead for game in study.ended if game.winner == side] for side in (one, other)]
    ax.hist(won, bins=24, range=span, stacked=True, color=[hues[one], hues[other]])
    ax.axvline(0, color=SURFACE["ink"], linewidth=1)
    ax.set_xlabel(texts.say("lab.plot.margins_axis", {"one_side": one, "other_side": other}))
    _counted(ax, study)
    return figure


def _counted(ax: Axes, study: Study) -> None:
    ax.set_ylabel(study.texts.say("lab.plot.games_axis"))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))


def losses(study: Study) -> Figure:
    """What each side lost in each turn: the median, and between which values the middle half of the games lies."""
    figure, (ax,) = _figure(3.6)
    places = range(len(study.turns))
    for side, colour in colours(study).items():
        by_turn = [[turn.lost[side][1] for turn in turns] for turns in study.by_turn]
        low, middle, high = ([quantile(values, part) for values in by_turn] for part in (0.25, 0.5, 0.75))
        ax.fill_between(places, low, high, color=colour, alpha=0.25, linewidth=0)
        ax.plot(places, middle, color=colour, linewidth=2, label=capital(study.texts.value("side", side)), marker=".")
    _calendar(ax, study)
    ax.set_ylim(bottom=0)
    ax.set_title(study.texts.say("lab.plot.losses_axis"), fontsize=9, loc="left", color=SURFACE["ink2"])
    ax.legend(frameon=False)
    return figure


def _calendar(ax: Axes, study: Study) -> None:
    ax.set_xticks(range(len(study.turns)), study.turn_names, rotation=60, ha="right", fontsize=8)
    ax.set_xlim(-0.5, len(study.turns) - 0.5)


def fronts(study: Study) -> Figure:
    """A map for each turn: in how many games each hex lay behind the lines of the second side."""
    rules, ground = study.rules, ground_of(study.rules, study.texts)
    look, other = rules.look()["side"], study.sides[1]
    shades = LinearSegmentedColormap.from_list("front", [look[study.sides[0]]["flag"], look[other]["flag"]])
    places = front.hexes(rules)
    outlines = [ground.corners(h) for h in places]
    water = [ground.corners(h) for h in bits(rules.board.in_play & ~rules.land)]
    coast = [ring for ring in ground.coasts.rings if ring]
    x0, y0, x1, y1 = ground.bounds
    rows = -(-len(study.turns) // ACROSS)
    figure, axes = _figure((WIDE / ACROSS * (y1 - y0) / (x1 - x0) + 0.3) * rows + 0.5, rows, ACROSS)
    letter, drawn = front.LETTERS[1], None
    for ax, turns, name in zip(axes, study.by_turn, study.turn_names, strict=False):
        counts = [0.0] * len(places)
        for turn in turns:
            for i, who in enumerate(front.read(turn.front)):
                counts[i] += 1.0 if who == letter else 0.5 if who == front.NOBODY else 0.0
        drawn = PolyCollection(outlines, cmap=shades, edgecolors=MAP["grid"], linewidths=0.15)
        drawn.set_array([count / len(turns) for count in counts])
        drawn.set_clim(0, 1)
        ax.add_collection(PolyCollection(water, facecolors=MAP["shore"], edgecolors=MAP["shore"], linewidths=0.3))
        ax.add_collection(drawn)
        ax.add_collection(PolyCollection(coast, facecolors="none", edgecolors=MAP["coast"], linewidths=0.7))
        for h in rules.board.cities.values():
            ax.plot(*ground.point(h), marker="s", markersize=3, color=MAP["halo"], markeredgecolor=MAP["place"])
        ax.set_title(name, fontsize=9, family="DejaVu Serif", color=SURFACE["ink"])
    for ax in axes:
        ax.set_axis_off()
        ax.set_xlim(x0, x1)
        ax.set_ylim(y1, y0)
        ax.set_aspect("equal")
    assert drawn is not None
    bar = figure.colorbar(drawn, ax=axes, orientation="horizontal", fraction=0.02, pad=0.01, aspect=50)
    bar.ax.xaxis.set_major_formatter(PercentFormatter(1))
    bar.set_label(study.texts.say("lab.plot.front_axis", {"side": other}))
    return figure


def cities(study: Study) -> Figure:
    """For each place worth a flag and each turn, in how many games the second side held it."""
    look, other = study.rules.look()["side"], study.sides[1]
    shades = LinearSegmentedColormap.from_list("held", [look[study.sides[0]]["flag"], look[other]["flag"]])
    rows = study.held(other)
    figure, (ax,) = _figure(1.5 + 0.36 * len(rows))
    image = ax.imshow(list(rows.values()), cmap=shades, vmin=0, vmax=1, aspect="auto")
    for row, shares in enumerate(rows.values()):
        for column, share in enumerate(shares):
            ink = SURFACE["ink"] if share < 0.5 else SURFACE["paper"]
            ax.text(column, row, f"{share * 100:.0f}", ha="center", va="center", fontsize=7, color=ink)
    ax.set_yticks(range(len(rows)), [study.place(h) for h in rows])
    _calendar(ax, study)
    bar = figure.colorbar(image, ax=ax, fraction=0.03, pad=0.01)
    bar.ax.yaxis.set_major_formatter(PercentFormatter(1))
    ax.set_xlabel(study.texts.say("lab.plot.cities_axis", {"side": other}) + " (%)")
    return figure


def speed(study: Study) -> Figure:
    """How long games are, in turns, decisions and seconds."""
    figure, axes = _figure(2.8, 1, 3)
    colour = tokens.group("meaning")["good"]
    kinds = {
        "turns": [len(game.turns) for game in study.ended],
        "decisions": [sum(game.decisions.values()) for game in study.ended],
        "seconds": [game.seconds for game in study.ended],
    }
    for ax, (kind, values) in zip(axes, kinds.items(), strict=True):
        if kind == "turns":
            ax.hist(values, bins=[n - 0.5 for n in range(1, len(study.turns) + 2)], color=colour)
        else:
            ax.hist(values, bins=16, color=colour)
        ax.set_xlabel(study.texts.say(f"lab.plot.{kind}_axis"))
        ax.xaxis.set_major_locator(MaxNLocator(5, integer=kind == "turns"))
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    _counted(axes[0], study)
    return figure


PLOTS: dict[str, Callable[[Study], Figure]] = {
    "wins": wins,
    "margins": margins,
    "losses": losses,
    "front": fronts,
    "cities": cities,
    "speed": speed,
}
"""Every picture by name; `lab.plot.NAME` is its title."""
