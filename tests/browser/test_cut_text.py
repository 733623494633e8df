"""No button, label or heading shows a piece of its text only: in Spanish, whose words are the longer ones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.hands import build, click, moving, open_board, until
from tests.served import Opener, Service

CUT = """() => {
  const visible = { checkOpacity: true, checkVisibilityCSS: true };
  const shown = (e) => e.checkVisibility(visible) && !e.closest('.hidden, .skip');
  const clips = (e) => /hidden|clip/.test(getComputedStyle(e).overflowX);
  const scrolls = (e) => /auto|scroll/.test(getComputedStyle(e).overflowX);
  const outside = (box, edge) => box.right > edge.right + 1.5 || box.left < edge.left - 1.5;
  const cut = (box, inner) => {
    for (let around = inner; around && around !== document.body; around = around.parentElement) {
      if (clips(around) && outside(box, around.getBoundingClientRect())) return true;
      if (scrolls(around)) return false;
    }
    return outside(box, { left: 0, right: innerWidth });
  };
  const found = new Set();
  const words = 'button, a.button, label, legend, summary, th, dt, h1, h2, h3, h4, .section, .side, .phase.now, .where';
  for (const element of document.querySelectorAll(words)) {
    if (!shown(element) || element.closest('svg, .plane, .brand')) continue;
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode;
      if (!text.data.trim() || !shown(text.parentElement) || text.parentElement.closest('svg')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const some = [...range.getClientRects()].some((box) => cut(box, text.parentElement));
      if (some) found.add(element.textContent.trim());
    }
  }
  return [...found];
}"""
"""The controls and headings of a page whose text is clipped; a name that a player gave may be."""
SIZES = [(390, 844), pytest.param((1280, 800), marks=pytest.mark.long)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}")
def opened(request: pytest.FixtureRequest, open_page: Opener) -> Callable[[str], Page]:
    """Opens a page in Spanish at one of the sizes."""
    wide, high = request.param
    return lambda path: open_page(path, locale="es", viewport={"width": wide, "height": high})


def test_on_the_board(opened: Callable[[str], Page], running: Service, example: str, moved: str):
    page = opened("/")
    open_board(page, moving(running))
    assert page.evaluate(CUT) == []
    click(page, "0812")
    until(page, "store.rows.length")
    assert page.evaluate(CUT) == []
    for name in ("menu", "account", "keys", "bookmarks"):
        page.evaluate(
            """async (name) => {
              const dialogs = await part('dialogs');
              const open = { menu: dialogs.openMenu, account: dialogs.openAccount, keys: dialogs.openKeys };
              await (open[name] ?? (() => dialogs.openBookmarks('', () => null, () => null)))();
            }""",
            name,
        )
        page.wait_for_selector("#dialog[open]")
        assert page.evaluate(CUT) == [], name
        page.keyboard.press("Escape")
    open_board(page, moved)
    build(page, "1113")
    assert page.evaluate(CUT) == []
    open_board(page, example, "?at=20")
    assert page.evaluate(CUT) == []


def test_on_the_pages_around(opened: Callable[[str], Page], moved: str):
    page = opened("/")
    page.wait_for_selector("summary")
    for fold in page.locator("form details summary").all():
        fold.click()
    page.wait_for_selector("#own-chart")
    assert page.evaluate(CUT) == []
    for path, ready in ((f"/games/{moved}/text", "#able table"), ("/reference/yalu", ".chart"), ("/about", "h1")):
        page.goto(path)
        page.wait_for_selector(ready)
        assert page.evaluate(CUT) == [], path
