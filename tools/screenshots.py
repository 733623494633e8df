"""Take the pictures of docs/pictures: the start page, the board, the attack builder, the text view, a phone."""

import tempfile
from pathlib import Path

from parallel38.desk import tutorial
from parallel38.service.outside import Running, at, browsing, open_page, running

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def begin(service: Running, until: str) -> str:
    """The guided turn's game, played until an action; its id."""
    guide = tutorial("yalu", "en")
    dice = {"kind": "script", "script": guide["dice"], "seed": 3}
    id_ = service.post("/api/games", {"title": "yalu", "dice": dice})["id"]
    for line in [line for step in guide["steps"] for line in (*step["first"], *step["do"])]:
        if line.startswith(until):
            break
        number = service.get(f"/api/games/{id_}")["number"]
        service.post(f"/api/games/{id_}/act", {"do": line, "after": number})
    return id_


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as service, browsing() as browser:
        moving = begin(service, "move PVA-40-118")
        attacking = begin(service, "attack 1113")
        for name, path, (wide, high) in (
            ("start", "/", (1600, 1000)),
            ("board", f"/games/{moving}", (1600, 1000)),
            ("attack", f"/games/{attacking}", (1600, 1000)),
            ("text", f"/games/{moving}/text", (1100, 900)),
            ("phone", f"/games/{moving}", (390, 844)),
        ):
            page = open_page(browser, service)
            page.set_viewport_size({"width": wide, "height": high})
            page.goto(path)
            page.wait_for_load_state("networkidle")
            if name in ("board", "phone", "attack"):
                page.wait_for_selector("body:not([data-loading])")
                page.mouse.click(*at(page, "1113" if name == "attack" else "0812"))
                page.wait_for_timeout(1500)
            page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
            page.context.close()


if __name__ == "__main__":
    main()
