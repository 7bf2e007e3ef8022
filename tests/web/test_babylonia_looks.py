"""Babylonia's page at every size of window: nothing overlaps, is cut or hidden, and axe finds nothing serious."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.babylonia import Company
from tests.web.boxes import SIZES, crowding_at_every_size
from tests.web.conftest import PAGE, Join
from tests.web.helpers import Person
from tests.web.test_looks import violations
from tests.web.test_playing import seat_link

GAME_BUDGET = 60_000  # bytes, compressed
FIRST_LOAD_BUDGET = 150_000  # without fonts
SMALL = {name: size for name, size in SIZES.items() if size["height"] <= 560 or size["width"] <= 559}


@pytest.fixture(scope="module")
def middle(server: Server) -> Company:
    """A match of four in its middle, seat 0 to place."""
    company = Company(server, 4, seed=2)
    company.play_until(lambda update: update["view"]["turn"] >= 21 and update["actors"] == [0])
    return company


def opened(join: Join, company: Company, seat: int = 0, **look: bool) -> Person:
    """The page of a seat."""
    me = join(seat_link(company.table, seat), **look)
    me.wait_until_asked()
    return me


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_table_fits_every_window(join: Join, middle: Company, dark: bool) -> None:
    me = opened(join, middle, dark=dark)
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_a_token_in_hand_fits_every_window(join: Join, middle: Company) -> None:
    me = opened(join, middle)
    me.see(".tray button").first.click()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_how_a_city_stands_fits_every_window(join: Join, middle: Company) -> None:
    me = opened(join, middle)
    standing = next(s for s in middle.latest["view"]["standings"] if s["holds"] == "city" and s["free"])
    me.see(f'[data-place="cell:{standing["cell"]}"]').click()
    expect(me.see(".standing")).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_what_a_player_has_fits_every_window(join: Join, middle: Company) -> None:
    me = opened(join, middle)
    me.see('[data-place="player:1"]').click()
    expect(me.see(".about")).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_the_loupe_fits_small_windows(join: Join, middle: Company) -> None:
    me = opened(join, middle, phone=True)
    me.see(".tray button").first.tap()
    free = next(c for c in middle.latest["view"]["cells"] if c["holds"] == "nothing" and c["region"] == "central")
    me.see(f'[data-place="cell:{free["cell"]}"]').tap()
    expect(me.see(".loupe .w li").first).to_be_visible()
    assert crowding_at_every_size(me, SMALL) == []
    assert violations(me) == []


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_players_fit_every_window(join: Join, server: Server, players: int) -> None:
    table = server.new_table("p" * players, game="babylonia", players=players, starter=0)
    me = join(seat_link(table, 0))
    me.wait_until_asked()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_the_choice_of_a_card_and_the_result_fit_every_window(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=5)
    company.play_until(lambda update: update["view"]["phase"] == "card")
    me = opened(join, company, company.latest["actors"][0])
    expect(me.see(".cardsheet .zl").first).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []
    company.play_until(lambda _: False)
    expect(me.see("dialog.result[open] .bb-chart")).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_the_page_keeps_to_its_budget() -> None:
    assets = PAGE.parent / "assets"
    game = [path for path in assets.iterdir() if path.name.startswith("babylonia-")]
    assert len(game) >= 2
    assert sum(map(compressed, game)) <= GAME_BUDGET
    first = [PAGE, *(path for path in assets.iterdir() if path.name.startswith("index-"))]
    assert sum(map(compressed, first)) <= FIRST_LOAD_BUDGET - GAME_BUDGET


def compressed(path: Path) -> int:
    """The size of a file as it travels."""
    return len(gzip.compress(path.read_bytes()))
