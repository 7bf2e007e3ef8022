"""A real server, a real browser, and the people who use them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.helpers import Server, close_sockets
from tests.web.helpers import PATIENCE, Person, new_context

CHROMIUM = "/usr/bin/chromium"
# Chromium prepares the list below its line of addresses, and a process for the page after this one: for each person
# that takes as long again as to open the page.
NEVER_SEEN = ("SpareRendererForSitePerProcess", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
# What Playwright switches off itself: of two switches of one name only the last counts.
SWITCHED_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join((*SWITCHED_OFF, *NEVER_SEEN))}",
]
PAGE = Path(__file__).parents[2] / "src/shinar/server/page/index.html"
Join = Callable[..., Person]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with bots and the built page."""
    assert PAGE.exists(), "the page is not built: run `make page`"
    running = Server(tmp_path_factory.mktemp("web"))
    yield running
    running.stop_cleanly()


@pytest.fixture(scope="module", autouse=True)
def _nobody_stays() -> Iterator[None]:
    """Leave no connection open for the tests of the next module."""
    yield
    close_sockets()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield running
        running.close()


@pytest.fixture
def join(browser: Browser, server: Server) -> Iterator[Join]:
    """Opens the page for a person: `join()`, `join("#/rules/babel", phone=True)`. No script may fail meanwhile."""
    people: list[Person] = []

    def open_page(address: str = "", base: str = server.url, **look: Any) -> Person:
        person = Person(new_context(browser, **look), f"{base}/{address}")
        people.append(person)
        return person

    yield open_page
    for person in people:
        person.context.close()
    assert [error for person in people for error in person.errors] == []
