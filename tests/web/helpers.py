"""A person at the page: real clicks and keys in a real browser."""

import json
import random
import re
from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

DESKTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
MAX_STEPS = 2000  # clicks or keys of one game
ACTIONS_PER_TURN = 4  # enough for the tests; then the turn ends
# Milliseconds for anything that must happen: a machine may be ten times as slow as ours, and compile a bot first.
PATIENCE = 180_000
ANSWERED = """if (location.protocol.startsWith('http'))
  localStorage['shinar.settings'] ??= JSON.stringify({isCoached: false, isNamed: true, wasAskedToNotify: %s});"""
NATIONS = ("assyrians", "hittites", "medes", "persians", "sumerians")


def new_context(
    browser: Browser,
    *,
    phone: bool = False,
    dark: bool = False,
    still: bool = True,
    coached: bool = False,
    asked: bool = True,
) -> BrowserContext:
    """A browser of a person; `still` asks for reduced motion. A newcomer, who is `coached`, has an empty store; others
    have said who they are, and if they were `asked`, whether they want to be notified."""
    context = browser.new_context(
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]  # the sizes are whole numbers
        has_touch=phone,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce" if still else "no-preference",
    )
    context.set_default_timeout(PATIENCE)
    if not coached:
        context.add_init_script(ANSWERED % json.dumps(asked))
    return context


class Person:
    """Somebody in front of the page. Errors of the page's script are kept."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.builds = 0  # what was built by clicks or keys
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.goto(address)
        self.has_touch = bool(self.page.evaluate("() => navigator.maxTouchPoints > 0"))

    # -- looking --

    def see(self, selector: str, text: str | re.Pattern[str] | None = None) -> Locator:
        """What a selector finds, with a text in it if one is given."""
        return self.page.locator(selector, has_text=text)

    @property
    def is_over(self) -> bool:
        """Whether the result is shown."""
        return self.see("dialog.result[open]").count() > 0

    @property
    def is_my_turn(self) -> bool:
        """Whether the page says so."""
        return self.see(".turnflag.mine").count() > 0

    @property
    def turn(self) -> int:
        """The number of the turn, as the page tells it; -1 once the game is over."""
        number = re.search(r"\d+", self.see(".turnflag").inner_text())
        return int(number[0]) if number else -1

    @property
    def version(self) -> int:
        """The number of the update the page shows."""
        return int(self.see(".stage").get_attribute("data-version") or 0)

    def wait_until_asked(self) -> None:
        """Until it is my turn or the game is over."""
        self.page.wait_for_selector(".turnflag.mine, dialog.result[open]")

    def wait_for_change(self, version: int, *or_for: str) -> None:
        """Until the page shows another update than this one, or something that a selector finds."""
        self.page.wait_for_function(
            """([version, selectors]) => document.querySelector('.stage')?.dataset.version !== String(version) ||
                   selectors.some(selector => document.querySelector(selector))""",
            arg=[version, list(or_for)],
        )

    def wait_for_version(self, version: int) -> None:
        """Until the page shows an update, or a later one."""
        shows = "version => Number(document.querySelector('.stage')?.dataset.version) >= version"
        self.page.wait_for_function(shows, arg=version)

    def settle(self) -> None:
        """Until what was touched is drawn; what the server answers to it may come later."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def bubble(self) -> str:
        """The text of the refusal that is shown."""
        expect(self.see(".bubble")).to_be_visible()
        return str(self.see(".bubble").inner_text())

    def scrolls(self) -> bool:
        """Whether anything of the page lies outside the window."""
        return bool(
            self.page.evaluate(
                """() => document.documentElement.scrollHeight > innerHeight ||
                        document.documentElement.scrollWidth > innerWidth ||
                        [...document.querySelectorAll('.panel, .table, .half, .band, .ncard, .top .icon, .btn')]
                          .filter(e => e.offsetParent !== null && !e.closest('.scroll, dialog'))
                          .map(e => e.getBoundingClientRect())
                          .some(r => r.right > innerWidth + 1 || r.bottom > innerHeight + 1 || r.left < -1)"""
            )
        )

    # -- acting --

    def play_now(self) -> None:
        """One click from the lobby to a table."""
        self.hit(self.page.get_by_role("button", name="Play now").first)
        self.wait_until_asked()

    def open_new_table(self, game: str = "Babel") -> None:
        """From the lobby: a new table with the choices as they are."""
        self.see(".new .seg button", game).click()
        self.page.get_by_role("button", name="Open the table").click()

    def open_menu(self, choice: str) -> None:
        """Choose something from the menu."""
        self.page.get_by_role("button", name="Menu").click()
        self.see("dialog[open] .menu .btn", choice).click()

    def touch(self, place: str) -> None:
        """Touch a thing of the board."""
        self.hit(self.see(f'[data-place="{place}"]').last)
        self.settle()

    def hit(self, thing: Locator) -> None:
        """Click a thing, or tap it where there is no mouse."""
        if self.has_touch:
            thing.tap()
        else:
            thing.click()

    # -- a turn with the mouse --

    def take_turn_by_clicks(self, dice: random.Random) -> None:
        """Build what can be built, lay some cards down, sometimes move on, then end the turn."""
        turn = self.turn
        for step in range(MAX_STEPS):
            if self.is_over or not self.is_my_turn or self.turn != turn:
                return
            is_done = step >= ACTIONS_PER_TURN and self.can_end
            if is_done or not self._click_something(dice):
                self.click_end_turn()

    @property
    def can_end(self) -> bool:
        """Whether the turn may end now."""
        return bool(self.see(".actions .primary").is_enabled())

    def _click_something(self, dice: random.Random) -> bool:
        """Take one thing to one place; false if nothing can be taken anywhere."""
        if any(self._bring(source, dice) for source in self.buildable()):
            self.builds += 1
            return True
        if any(self._bring(source, dice) for source in self.hand_places(dice)):
            return True
        return not self.can_end and self._click_first_of_list()

    def _click_first_of_list(self) -> bool:
        """What cards cannot do, such as a migration."""
        version = self.version
        self.hit(self.page.get_by_role("button", name="All"))
        self.hit(self.see(".alist .a").first)
        self.wait_for_change(version)
        return True

    def buildable(self) -> list[str]:
        """The tops of stacks that can be built, or the starting card."""
        return self._places('.tcard[aria-label*="can be built"]')

    def hand_places(self, dice: random.Random) -> list[str]:
        """The nations in my hand, shuffled."""
        places = self._places(".hand .ncard")
        dice.shuffle(places)
        return places

    def _places(self, selector: str) -> list[str]:
        script = "all => [...new Set(all.map(e => e.closest('[data-place]').dataset.place))]"
        return [str(place) for place in self.see(selector).evaluate_all(script)]

    def _bring(self, source: str, dice: random.Random) -> bool:
        version = self.version
        self.touch(source)
        targets = self.glowing()
        if not targets:
            self.touch(source)  # puts it down again
            return False
        self.touch(_choose(targets, dice))
        self.wait_for_change(version, ".chooser")
        if self.version == version:
            self.hit(self.see(".chooser button").first)
            self.wait_for_change(version)
        return True

    def glowing(self) -> list[str]:
        """The places that a chosen thing may go to."""
        return self._places(".babel .legal, .babel .aim")

    def click_end_turn(self) -> None:
        """Press the button, and again if it asks."""
        version = self.version
        self.hit(self.see(".actions .primary"))
        self.wait_for_change(version, ".ask")
        if self.version == version:
            self.hit(self.see(".ask .primary"))
            self.wait_for_change(version)

    # -- a turn with the keyboard --

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    def take_turn_by_keys(self, dice: random.Random) -> None:
        """The same by keys alone."""
        turn = self.turn
        for step in range(MAX_STEPS):
            if self.is_over or not self.is_my_turn or self.turn != turn:
                return
            is_done = step >= ACTIONS_PER_TURN and self.can_end
            if is_done or not self.press_something(dice):
                self.press_end_turn()

    def press_something(self, dice: random.Random) -> bool:
        """Build, else play a card; false if nothing can be done."""
        for place in self.buildable():
            self.builds += 1
            return self._press_and_wait("Shift+B" if place == "stack:theirs" else "b")
        for place in self.hand_places(dice):
            nation = place.partition(":")[2]
            self.press(nation[0])
            targets = self.glowing()
            if targets:
                goal = _choose(targets, dice)
                return self._press_and_wait(str(NATIONS.index(nation) + 1) if goal.startswith("site:") else "d")
            self.press("Escape")
        return not self.can_end and self._press_first_of_list()

    def _press_first_of_list(self) -> bool:
        """What cards cannot do, such as a migration."""
        self.press("l")
        return self._press_and_wait("ArrowDown", "Enter")

    def _press_and_wait(self, *keys: str) -> bool:
        version = self.version
        self.press(*keys)
        self.wait_for_change(version, ".chooser")
        if self.version == version:
            self.press("Enter")
            self.wait_for_change(version)
        return True

    def press_end_turn(self) -> None:
        """E, and again if it asks."""
        version = self.version
        self.press("e")
        self.wait_for_change(version, ".ask")
        if self.version == version:
            self.press("e")
            self.wait_for_change(version)

    # -- a game without a board of its own --

    def choose_from_list(self, dice: random.Random) -> None:
        """Take any action of the list that stands beside the position."""
        version = self.version
        choices = self.see(".list .alist .a")
        expect(choices.first).to_be_visible()
        choices.nth(dice.randrange(choices.count())).click()
        self.wait_for_change(version)

    def take_turn_from_list(self, dice: random.Random) -> None:
        """Choose until another seat is asked; end the turn by its button when that is possible."""
        turn = self.turn
        for _ in range(MAX_STEPS):
            if self.is_over or not self.is_my_turn or self.turn != turn:
                return
            if self.see(".actions .primary:enabled").count():
                self.click_end_turn()
            else:
                self.choose_from_list(dice)

    def play_to_the_end(self, take_turn: Callable[[random.Random], None], seed: int) -> None:
        """Turn after turn, until the result is shown."""
        dice = random.Random(seed)
        for _ in range(MAX_STEPS):
            self.wait_until_asked()
            if self.is_over:
                return
            take_turn(dice)


def _choose(targets: list[str], dice: random.Random) -> str:
    """Mostly lay a card down or build, sometimes move on."""
    here = [place for place in targets if place.startswith(("mine:", "discards"))]
    away = [place for place in targets if place not in here]
    return here[0] if here and (not away or dice.random() < 0.6) else away[-1]
