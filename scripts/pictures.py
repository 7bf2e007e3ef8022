"""Take the pictures of the README and of link previews from the built page, with Chromium.

    python scripts/pictures.py [docs] [previews]

Games are dealt from a fixed seed, but bots think anew: the pictures differ a little each time.
"""

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.helpers import Server  # noqa: E402  # the project is no package that is installed
from tests.web.conftest import CHROMIUM, SWITCHES  # noqa: E402  # as above
from tests.web.helpers import Person, new_context  # noqa: E402  # as above

SEED = 1
TURNS = 4  # played before the picture of a table
PREVIEW = {"width": 800, "height": 420}
# The picture of a game in the lobby, or the whole of the lobby's, with a title, over everything else.
SHOW_PREVIEW = """async ([selector, title, text]) => {
  const art = document.querySelector(selector).cloneNode(true);
  const box = document.createElement("div");
  box.style.cssText = "position:fixed;inset:0;z-index:99;background:var(--panel);overflow:hidden";
  art.style.cssText = "position:absolute;inset:0 360px 0 0;width:auto;height:auto;border:0;border-radius:0";
  art.querySelector(".txt")?.remove();
  const words = document.createElement("div");
  words.style.cssText =
    "position:absolute;left:472px;right:28px;top:0;bottom:0;display:grid;align-content:center;gap:14px";
  for (const [line, font] of [[title, "400 42px/1 var(--font-display)"], [text, "500 21px/1.3 var(--font-ui)"]])
    words.append(Object.assign(document.createElement("div"), {textContent: line, style: `font:${font}`}));
  box.append(art, words);
  document.body.append(box);
  await document.fonts.ready;
}"""


def main(wanted: set[str]) -> None:
    """Take what is wanted; by default, everything."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), seed=SEED)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        try:
            if not wanted or "previews" in wanted:
                take_previews(browser, server)
            if not wanted or "docs" in wanted:
                take_lobby(browser, server)
                take_tables(browser, server)
                take_result(browser, server)
        finally:
            browser.close()
            server.stop()


def take_previews(browser: Browser, server: Server) -> None:
    """What a chat shows of a link: one picture for each game, and one for the lobby."""
    folder = ROOT / "web" / "public" / "previews"
    folder.mkdir(exist_ok=True)
    games = {game["name"]: (game["title"], game["summary"]) for game in server.get("/api/games")["games"]}
    shown = {name: (f'.game[aria-label="{title}"] .art', title, text) for name, (title, text) in games.items()}
    shown["shinar"] = (".hero", "Shinar", "Games from the land between the rivers")
    for name, words in shown.items():
        person = Person(new_context(browser), server.url)
        person.page.set_viewport_size({"width": PREVIEW["width"], "height": PREVIEW["height"]})
        person.page.wait_for_selector(".game .art svg", state="attached")
        person.page.evaluate(SHOW_PREVIEW, list(words))
        person.page.screenshot(path=folder / f"{name}.png")
        person.context.close()


def take_lobby(browser: Browser, server: Server) -> None:
    """The lobby of somebody who has not played yet."""
    person = Person(new_context(browser), server.url)
    person.page.wait_for_selector(".game .art svg", state="attached")
    take(person, "lobby")


def take_tables(browser: Browser, server: Server) -> None:
    """A table of Babel in the middle of a game, on a laptop and on a phone."""
    for name, phone in (("table", False), ("phone", True)):
        person = Person(new_context(browser, phone=phone), server.url)
        person.play_now()
        dice = random.Random(SEED)
        for _ in range(TURNS):
            person.take_turn_by_clicks(dice)
            person.wait_until_asked()
        person.see(".hand .ncard").first.click()
        take(person, name)


def take_result(browser: Browser, server: Server) -> None:
    """How a game of Babel ended, with the chances turn by turn, at night."""
    person = Person(new_context(browser, dark=True), server.url)
    person.play_now()
    person.play_to_the_end(person.take_turn_by_clicks, SEED)
    person.page.wait_for_selector("dialog.result .points button")
    expect(person.see("dialog.result figcaption span").first).to_have_text("Chance to win")  # all is asked
    take(person, "result")


def take(person: Person, name: str) -> None:
    """A picture of what somebody sees, for the documents; then they leave."""
    person.page.mouse.move(1, 1)
    person.settle()
    person.page.screenshot(path=ROOT / "docs" / "images" / f"{name}.png")
    person.context.close()


if __name__ == "__main__":
    main(set(sys.argv[1:]))
