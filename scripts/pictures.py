"""Take the pictures of the README and of link previews from the built page, with Chromium.

    python scripts/pictures.py [docs] [babylonia] [wonders] [previews]

Games are dealt from a fixed seed, but bots think anew: the pictures differ a little each time.
"""

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.helpers import Person as Program  # noqa: E402  # the project is no package that is installed
from tests.server.helpers import Server  # noqa: E402  # as above
from tests.web.babylonia import Company  # noqa: E402  # as above
from tests.web.conftest import CHROMIUM, SWITCHES  # noqa: E402  # as above
from tests.web.helpers import Person, new_context  # noqa: E402  # as above
from tests.web.test_playing import seat_link  # noqa: E402  # as above
from tests.web.test_wonders import HOLD, free_city_buys, pick, seal  # noqa: E402  # as above
from tests.web.wonders import Party, at  # noqa: E402  # as above

SEED = 1
TURNS = 4  # played before the picture of a table
IMAGES = ROOT / "docs" / "images"
NAMES = ("Adapa", "Ninsun", "Kubaba", "Shulgi", "Sargon", "Iltani", "Gudea")
STILL = 1200  # milliseconds until nothing moves any more
PREVIEW = {"width": 800, "height": 420}
# The picture of a game in the lobby, or the whole of the lobby's, with a title, over everything else.
SHOW_PREVIEW = """async ([selector, title, text]) => {
  const art = document.querySelector(selector);  // itself: a copy would look for its colours in a hidden picture
  const box = document.createElement("div");
  box.style.cssText = "position:fixed;inset:0;z-index:99;background:var(--panel);overflow:hidden";
  art.style.cssText =
    "position:absolute;inset:0 360px 0 0;width:auto;height:auto;overflow:hidden;border:0;border-radius:0";
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
            if not wanted or "babylonia" in wanted:
                take_babylonia(browser, server)
            if not wanted or "wonders" in wanted:
                take_wonders(browser, server)
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
    """A picture of what a person sees, when all has come to rest; then the person leaves."""
    person.page.mouse.move(1, 1)
    person.page.wait_for_timeout(STILL)
    person.page.screenshot(path=IMAGES / f"{name}.png")
    person.context.close()


def name_all(people: list[Program]) -> None:
    """Give everybody at a table a name."""
    for person, name in zip(people, NAMES, strict=False):
        person.ask("claim", nickname=name)


def take_babylonia(browser: Browser, server: Server) -> None:
    """Two cities scored in one turn; how a city stands; the loupe on a phone."""
    scored = Company(server, 4, seed=4)
    name_all(scored.seats)
    scored.play_until(lambda update: len(update["view"]["to_score"]) == 2 and update["view"]["phase"] == "score")
    for _ in range(2):
        scored.act(scored.latest["actors"][0])
    take(open_seat(browser, server, scored, 2), "babylonia")
    middle = Company(server, 4, seed=2)
    name_all(middle.seats)
    middle.play_until(lambda update: update["view"]["turn"] >= 33 and update["actors"] == [0])
    city = next(s for s in middle.latest["view"]["standings"] if s["holds"] == "city" and len(s["free"]) == 1)
    person = open_seat(browser, server, middle, 0)
    person.see(f'[data-place="cell:{city["cell"]}"]').click()
    take(person, "babylonia-city")
    person = open_seat(browser, server, middle, 0, phone=True)
    person.see(".tray button").first.tap()
    person.see(f'[data-place="cell:{city["free"][0]}"]').tap()
    expect(person.see(".loupe .w li").first).to_be_visible()
    take(person, "babylonia-phone")


def open_seat(browser: Browser, server: Server, company: Company, seat: int, **look: bool) -> Person:
    """The page of a seat at a table of Babylonia."""
    person = Person(new_context(browser, **look), f"{server.url}/{seat_link(company.table, seat)}")
    expect(person.see(".map")).to_be_visible()
    return person


def take_wonders(browser: Browser, server: Server) -> None:
    """Choosing among four with both expansions, on a phone at night too; the reveal of seven; a Free City that pays."""
    party = Party(server, 4, "tower", "projects", seed=4)
    name_all(party.people)
    party.wishes = ("stage", "tower", "build")
    party.until(at(2, 2))
    party.wishes = ("build", "stage")
    party.until(at(3, 2))
    for name, look in (("wonders", {}), ("wonders-phone", {"phone": True, "dark": True})):
        person = sit_down(browser, server, party, **look)
        person.see(".whand .wc:not(.off)").last.click()
        take(person, name)
    party = Party(server, 7, "tower", "projects", seed=7)
    name_all(party.people)
    party.wishes = ("build", "tower", "stage")
    party.until(at(2, 3))
    person = sit_down(browser, server, party)
    pick(person, person.see(".whand .wc").evaluate_all("cards => cards.findIndex(card => !card.matches('.off'))"))
    seal(person)
    party.reveal(but=0)
    expect(person.see(".wring")).to_be_visible()
    take(person, "wonders-reveal")
    party = Party(server, 2, seed=SEED)
    name_all(party.people)
    card = free_city_buys(party)
    person = sit_down(browser, server, party, dark=True)
    pick(person, card)
    person.see(".act .go .primary").click()
    expect(person.see(".pays")).to_be_visible()
    take(person, "wonders-free-city")


def sit_down(browser: Browser, server: Server, party: Party, **look: bool) -> Person:
    """The page of seat 0 at a table of 7 Wonders, on which a reveal stays."""
    person = Person(new_context(browser, **look), f"{server.url}/{party.link(0)}")
    person.page.evaluate(HOLD)
    expect(person.see(".w7")).to_be_visible()
    return person


if __name__ == "__main__":
    main(set(sys.argv[1:]))
