"""The client's words: what its modules and pages name has a text, and what has a text is named."""

import re
from pathlib import Path

import pytest

from parallel38.engine.texts import catalogue

WEB = Path(__file__).parents[1] / "src" / "parallel38" / "web"
FAMILIES = {key.split(".")[0] for key in catalogue("parallel38.web", "en")}
KEY = re.compile(rf"(?:{'|'.join(sorted(FAMILIES))})\.[\w.]+")
BUILT = re.compile(rf"`((?:{'|'.join(sorted(FAMILIES))})\.[^`]*\$[^`]*)`")
ELSEWHERE = {"page.error", "page.error.home", "home.options.none", "home.rulings.none"}
"""Named by the service, or made from another key."""


def sources() -> list[Path]:
    return [*sorted(WEB.glob("js/*.js")), *sorted(WEB.glob("*.html"))]


def test_every_key_has_a_text():
    known = set(catalogue("parallel38.web", "en"))
    for file in sources():
        named = {w for w in re.findall(r'"([\w.]+)"', file.read_text("utf-8")) if KEY.fullmatch(w)}
        assert sorted(named - known) == [], file.name


def test_every_text_is_named():
    code = "\n".join(file.read_text("utf-8") for file in sources())
    named = set(re.findall(r'"([\w.]+)"', code)) | ELSEWHERE
    built = [re.compile(re.sub(r"\\\$\\\{.*?\\\}", ".+", re.escape(key))) for key in BUILT.findall(code)]
    for key in catalogue("parallel38.web", "en"):
        assert key in named or any(pattern.fullmatch(key) for pattern in built), key


@pytest.mark.parametrize("file", sources(), ids=lambda f: f.name)
def test_modules_are_small_and_pages_hold_no_script_or_style(file: Path):
    text = file.read_text("utf-8")
    assert len(text.splitlines()) < 600
    assert not re.search(r'<script>|<style|\sstyle="|\son\w+="', text)
