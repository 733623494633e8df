"""Take the pictures of docs/pictures: the start page, boards, builders, the text view, a phone."""

import tempfile
from pathlib import Path

from parallel38.desk import tutorial
from parallel38.service.outside import Running, at, browsing, open_page, running

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def begin(service: Running, title: str, until: str, **setting: str) -> str:
    """The game of a guided turn, played until an action; its id."""
    guide = tutorial(title, "en", None, setting.get("scenario"))
    dice = {"kind": "script", "script": guide["dice"], "seed": 3}
    id_ = service.post("/api/games", {"title": title, "dice": dice, **setting})["id"]
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
        moving = begin(service, "yalu", "move PVA-40-118")
        attacking = begin(service, "yalu", "attack 1113")
        firing = begin(service, "forgotten_war", "fire C/23-1", scenario="chipyongni")
        striking = begin(service, "korean_war", "attack NK-3", scenario="invasion")
        for name, path, (wide, high), clicked in (
            ("start", "/", (1600, 1000), ""),
            ("board", f"/games/{moving}", (1600, 1000), "0812"),
            ("attack", f"/games/{attacking}", (1600, 1000), "1113"),
            ("battle", f"/games/{firing}", (1600, 1000), "1125"),
            ("war", f"/games/{striking}", (1600, 1000), "4118"),
            ("text", f"/games/{moving}/text", (1100, 900), ""),
            ("phone", f"/games/{moving}", (390, 844), "0812"),
        ):
            page = open_page(browser, service)
            page.set_viewport_size({"width": wide, "height": high})
            page.goto(path)
            page.wait_for_load_state("networkidle")
            if clicked:
                page.wait_for_selector("body:not([data-loading])")
                page.mouse.click(*at(page, clicked))
                page.wait_for_timeout(1500)
            page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)
            page.context.close()


if __name__ == "__main__":
    main()
