"""The command that shows charts: every figure with its provenance, and a file to fill in with one's own."""

from collections import defaultdict
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from parallel38.cli.app import (
    AsJson,
    ChartsFile,
    Edition,
    GameName,
    Scenario,
    app,
    language,
    out,
    print_json,
    read_charts,
    sentences,
    warn,
)
from parallel38.desk.reporter import ChartWords
from parallel38.engine.charts import PROVENANCE, WHOLE, Cell, Chart, Charts
from parallel38.engine.errors import BadInputError
from parallel38.engine.positions import toml_key, toml_value
from parallel38.engine.texts import Texts


@app.command(epilog="Example: parallel38 charts GAME --sources")
@sentences
def charts(
    game: GameName,
    chart: Annotated[str | None, typer.Argument(help="One chart.")] = None,
    charts: ChartsFile = None,
    edition: Edition = None,
    scenario: Scenario = None,
    names: Annotated[bool, typer.Option("--list", help="Only names and titles.")] = False,
    sources: Annotated[bool, typer.Option("--sources", help="Where figures stand and why they were chosen.")] = False,
    template: Annotated[bool, typer.Option("--template", help="As a file for --charts, to be filled in.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the charts; every figure with its provenance."""
    from parallel38.games import title

    found = title(game)
    own = read_charts(game, charts, edition, scenario)
    known = found.make(found.setting(edition, scenario, charts=own)).charts
    if chart is not None and chart not in known:
        raise BadInputError("unknown_chart", name=chart, names=known.near(chart))
    shown = Shown(known, Texts(language(), found.package))
    wanted = [known[chart]] if chart else list(known.values())
    if as_json:
        print_json({c.name: shown.plain(c) for c in wanted})
        return
    warn(known)
    if template:
        out.print("\n\n".join(shown.template(c) for c in wanted), markup=False, soft_wrap=True)
    elif names:
        wide = max(len(c.name) for c in wanted)
        for c in wanted:
            out.print(f"[b]{c.name:{wide}}[/b]  {escape(shown.title(c))}")
    else:
        for c in wanted:
            shown.show(c, sources or chart is not None)
        out.print(escape(shown.legend(wanted)), soft_wrap=False)


class Shown(ChartWords):
    """Charts in a language, as the terminal prints them."""

    def __init__(self, charts: Charts, texts: Texts) -> None:
        super().__init__(texts)
        self.charts = charts

    def plain(self, chart: Chart) -> dict[str, Any]:
        """A chart as plain data."""
        return {
            "title": self.title(chart),
            "about": self.texts.say(f"about.{chart.name}"),
            "rows": {
                row: {
                    column: {
                        "value": cell.value,
                        "provenance": cell.prov,
                        "source": self.source(cell),
                        "basis": self.basis(cell),
                    }
                    for column, cell in cells.items()
                }
                for row, cells in chart.rows.items()
            },
            "warnings": [
                self.texts.say(f"notice.{key}", args)
                for key, args in self.charts.warnings()
                if args["chart"] == chart.name
            ],
        }

    def show(self, chart: Chart, sources: bool) -> None:
        """Print a chart: title, what it is, the table, and where its figures come from if that is wanted."""
        out.print(f"[b]{chart.name}[/b]  {escape(self.title(chart))}", soft_wrap=False)
        out.print(escape(self.texts.say(f"about.{chart.name}")), soft_wrap=False)
        out.print()
        out.print(self.table(chart), soft_wrap=False)
        out.print()
        if sources:
            for line in self.sources(chart):
                out.print(escape(line), soft_wrap=False)
            out.print()

    def table(self, chart: Chart) -> Table:
        """The figures as a table that fits: a wide one has its rows as columns or, in the end, broken lines."""
        for turned in (False, True):
            table, width = self.laid_out(chart, turned, whole=True)
            if width <= out.width:
                return table
        return self.laid_out(chart, turned=False, whole=False)[0]

    def laid_out(self, chart: Chart, turned: bool, whole: bool) -> tuple[Table, int]:
        """The figures with a badge each and the least width that keeps columns whole; turned, with rows as columns."""
        across, down = (list(chart.rows), chart.columns) if turned else (chart.columns, list(chart.rows))
        gap = 2 if len(across) < 10 else 1
        table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False)
        table.add_column("", overflow="fold")
        needed = max(len(word) for name in down for word in self.head(name).split())
        columns = [[chart.rows[o][n] if turned else chart.rows[n][o] for n in down] for o in across]
        for name, cells in zip(across, columns, strict=True):
            width = max(len(self.head(name)), *(len(self.plain_cell(cell)) for cell in cells))
            needed += gap + width
            table.add_column(escape(self.head(name)), overflow="fold", min_width=width if whole else None)
        for i, name in enumerate(down):
            table.add_row(escape(self.head(name)), *(self.cell(cells[i]) for cells in columns))
        return table, needed

    def plain_cell(self, cell: Cell) -> str:
        """A figure with its badge, without marks."""
        return f"{self.value(cell.value)} {self.texts.say(f'badge.{cell.prov}')}"

    def cell(self, cell: Cell) -> str:
        """A figure with its badge; one of a player is underlined."""
        value = escape(self.value(cell.value))
        return f"{f'[u]{value}[/u]' if cell.prov == 'player' else value} [dim]{self.texts.say(f'badge.{cell.prov}')}[/]"

    def legend(self, charts: list[Chart]) -> str:
        """What the badges mean, those that occur."""
        seen = {cell.prov for chart in charts for _, _, cell in chart.cells()}
        return "; ".join(
            f"{self.texts.say(f'badge.{prov}')} {self.texts.say(f'prov.{prov}')}" for prov in PROVENANCE if prov in seen
        )

    def sources(self, chart: Chart) -> list[str]:
        """Where the figures of a chart come from: a line for all that have the same origin."""
        groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for row, column, cell in chart.cells():
            reasons = [text for text in (self.source(cell), self.basis(cell)) if text]
            groups[": ".join([self.texts.say(f"prov.{cell.prov}"), "; ".join(reasons)]).removesuffix(": ")].append(
                (row, column)
            )
        most = max(groups, key=lambda origin: len(groups[origin]))
        rest = self.texts.say("report.all_others" if len(groups) > 1 else "report.all")
        lines = [f"{self.cells(chart, cells)}: {origin}" for origin, cells in groups.items() if origin != most]
        return [*lines, f"{rest}: {most}"]

    def cells(self, chart: Chart, cells: list[tuple[str, str]]) -> str:
        """Cells in words: by row, with the columns if not all of the row's are meant."""
        by_row: dict[str, list[str]] = defaultdict(list)
        for row, column in cells:
            by_row[row].append(column)
        if len({tuple(columns) for columns in by_row.values()}) == 1 and len(by_row) > 1:
            rows = [] if len(by_row) == len(chart.rows) else list(by_row)
            columns = next(iter(by_row.values()))
            columns = [] if len(columns) == len(chart.columns) else columns
            return " / ".join(", ".join(map(self.head, names)) for names in (rows, columns) if names)
        said = []
        for row, columns in by_row.items():
            some = "" if len(columns) == len(chart.columns) else f" ({', '.join(map(self.head, columns))})"
            said.append(f"{self.head(row)}{some}")
        return "; ".join(said)

    def template(self, chart: Chart) -> str:
        """A chart as a file of own figures that gives every figure."""
        rows = {row: {column: cell.value for column, cell in cells.items()} for row, cells in chart.rows.items()}
        said = self.texts.say("report.template", {"title": self.title(chart)})
        lines = [f"{toml_key(row)} = {toml_value(cells)}" for row, cells in rows.items()]
        return "\n".join([f"# {said}", f"[{toml_key(chart.name)}]", f"{WHOLE} = true", *lines])
