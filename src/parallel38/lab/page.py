"""The report: a page that needs no other file, and its pictures also as files beside it."""

import base64
from collections.abc import Iterator
from html import escape
from importlib import resources
from pathlib import Path
from string import Template

from parallel38.engine.errors import BadInputError
from parallel38.engine.texts import Texts
from parallel38.lab import summary
from parallel38.lab.plots import PLOTS
from parallel38.lab.study import Study
from parallel38.lab.words import caption, percent, rows

STYLES = ("base", "pages", "about")
"""The style sheets of the pages around the board, which this page looks like."""


def write_report(files: list[Path], folder: Path, language: str) -> Path:
    """Write the page about files of results and its pictures into a folder; returns the page."""
    studies = [Study(file, language) for file in files]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError("cannot_write", file=str(folder), reason=error.strerror or "") from None
    texts = Texts(language)
    sections = "".join(_section(study, folder, number) for number, study in enumerate(studies, 1))
    template = Template(resources.files("parallel38.lab").joinpath("page.html").read_text(encoding="utf-8"))
    page = folder / "index.html"
    page.write_text(
        template.substitute(
            language=texts.language,
            title=escape(texts.say("lab.title")),
            lead=escape(texts.say("lab.lead")),
            style=_style(),
            sections=sections,
        ),
        encoding="utf-8",
    )
    return page


def _style() -> str:
    folder = resources.files("parallel38.web") / "css"
    return "\n".join(folder.joinpath(f"{name}.css").read_text(encoding="utf-8") for name in STYLES)


def _section(study: Study, folder: Path, number: int) -> str:
    """One file of results: its figures, its pictures, what fell when."""
    found = summary.of(study.heading, study.games, study.sides)
    parts = [f"<h2>{escape(caption(study.heading, study.texts))}</h2>"]
    parts.append(_table([], rows(study.heading, found, study.texts)))
    for name, plot in PLOTS.items():
        file = folder / f"{number}-{name}.png"
        plot(study).savefig(file)
        parts.append(_figure(file, study.texts.say(f"lab.plot.{name}"), study.texts))
        if name == "cities":
            heads = [study.texts.say(f"lab.{key}") for key in ("city", "city_fell", "city_when", "city_back")]
            parts.append(_table(heads, _falls(study)))
    return f"<section>{''.join(parts)}</section>\n"


def _falls(study: Study) -> Iterator[tuple[str, ...]]:
    never = study.texts.say("lab.never")
    for h, fell, usual, back in study.falls():
        when = study.turn(usual) if usual else never
        yield study.place(h), percent(fell, study.texts), when, percent(back, study.texts) if fell else "–"


def _figure(file: Path, name: str, texts: Texts) -> str:
    data = base64.b64encode(file.read_bytes()).decode()
    alt = escape(texts.say("lab.alt", {"name": name}), quote=True)
    image = f'<img src="data:image/png;base64,{data}" alt="{alt}" />'
    return f"<figure><figcaption>{escape(name)}</figcaption>{image}</figure>"


def _table(heads: list[str], lines: Iterator[tuple[str, ...]]) -> str:
    """A table; its first column names the rows."""
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in lines
    )
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if heads else ''}<tbody>{body}</tbody></table>"
