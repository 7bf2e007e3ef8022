"""Babylonia's page at every size of window: nothing overlaps, is cut or hidden, and axe finds nothing serious."""

import gzip

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.babylonia import Company
from tests.web.boxes import buttons_away_from_the_foot, crowding_at_every_size, spilling
from tests.web.conftest import PAGE, Join
from tests.web.helpers import Person
from tests.web.test_looks import violations
from tests.web.test_playing import seat_link

GAME_BUDGET = 60_000  # bytes, compressed
FIRST_LOAD_BUDGET = 150_000  # without fonts
TOUCHING = """([some, others]) => [...document.querySelectorAll(some)].some(one =>
    [...document.querySelectorAll(others)].some(other => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }))"""


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


def test_what_a_spectator_sees_fits_every_window(join: Join, middle: Company) -> None:
    me = join(f"#/table/{middle.table['table']}/{middle.table['spectator']}")
    expect(me.see("[role=grid]").first).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_a_token_in_hand_fits_every_window(join: Join, middle: Company) -> None:
    me = opened(join, middle)
    me.see(".tray button").first.click()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_a_token_aimed_at_a_cell_fits_every_window(join: Join, middle: Company) -> None:
    me = opened(join, middle)
    me.press("1", "n")
    expect(me.see(".m-ghost")).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_a_refusal_and_the_list_of_actions_have_no_serious_violation(join: Join, middle: Company) -> None:
    me = opened(join, middle)
    me.see(".tray button").first.click()
    taken = next(c for c in middle.latest["view"]["cells"] if c["holds"] == "token")
    me.see(f'[data-place="cell:{taken["cell"]}"]').click()
    expect(me.see(".bubble")).to_be_visible()
    assert violations(me) == []
    me.press("Escape", "l")
    expect(me.see(".alist .a").first).to_be_visible()
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


def test_the_loupe_fits_every_window(join: Join, middle: Company) -> None:
    me = opened(join, middle, phone=True)
    me.see(".tray button").first.tap()
    free = next(c for c in middle.latest["view"]["cells"] if c["holds"] == "nothing" and c["region"] == "central")
    me.see(f'[data-place="cell:{free["cell"]}"]').tap()
    expect(me.see(".loupe .w li").first).to_be_visible()
    assert crowding_at_every_size(me) == []  # in a large one the cell stays aimed at, and there is no loupe
    expect(me.see(".loupe .w li").first).to_be_visible()
    assert violations(me) == []


def test_cities_to_score_and_what_one_brought_fit_every_window(join: Join, server: Server) -> None:
    company = Company(server, 4, seed=4)
    company.play_until(lambda update: len(update["view"]["to_score"]) > 1 and update["view"]["phase"] == "score")
    me = opened(join, company, company.latest["actors"][0])
    expect(me.see(".m-score .m-seatpill").first).to_be_visible()
    assert crowding_at_every_size(me) == []
    assert violations(me) == []
    version = me.version
    me.see(f'[data-place="cell:{company.latest["view"]["to_score"][-1]}"]').click()
    me.wait_for_change(version)
    expect(me.see(".m-ring").first).to_be_visible()
    expect(me.see(".gain").first).to_be_visible()
    assert not me.page.evaluate(TOUCHING, [".m-rise .m-pill", ".m-winner"])
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_fits_every_window(join: Join, server: Server, players: int) -> None:
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
    assert buttons_away_from_the_foot(me) == []
    assert violations(me) == []


def test_the_coach_fits_every_window(join: Join, server: Server) -> None:
    table = server.new_table("pp", game="babylonia", players=2, starter=0)
    me = join(seat_link(table, 0), coached=True)
    me.see("dialog[open] .btn", "Done").click()  # what shall we call you?
    expect(me.see(".coach")).to_contain_text("Step 1 of 6")
    assert crowding_at_every_size(me) == []
    assert violations(me) == []


def test_a_record_fits_every_window_and_tells_what_the_points_came_from(join: Join, server: Server) -> None:
    company = Company(server, 3, seed=6)
    company.play_until(lambda _: False)
    secret = company.table["keys"][0]["secret"]
    record = server.post(f"/api/tables/{company.table['table']}/share", {}, secret)["record"]
    me = join(f"#/record/{record}")
    slider = me.page.get_by_label("Position")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last * 2 // 3))
    expect(me.see(".turnflag")).to_contain_text(f"{last * 2 // 3} of {last}")
    jumped = me.see(".gain").all_text_contents()
    me.press("ArrowLeft", "ArrowRight")
    expect(me.see(".turnflag")).to_contain_text(f"{last * 2 // 3} of {last}")
    expect(me.see(".gain")).to_have_text(jumped)  # what was got last, however one came here
    assert crowding_at_every_size(me) == []
    assert spilling(me, ".course") == []
    assert violations(me) == []
    me.press("End")
    expect(me.see(".turnflag")).to_contain_text(f"{last} of {last}")
    for seat, player in enumerate(company.latest["view"]["players"]):
        parts = me.see(".course tbody tr").nth(seat).locator("td").all_inner_texts()
        assert sum(map(int, parts)) == player["score"]
        expect(me.see(f'[data-place="player:{seat}"] .pts')).to_have_text(str(player["score"]))


def test_the_page_keeps_to_its_budget(join: Join, middle: Company) -> None:
    other = join()
    other.play_now()  # Babel
    files = files_of(opened(join, middle))
    assert 10_000 < sum(map(compressed, files - files_of(other))) <= GAME_BUDGET
    assert sum(map(compressed, {"index.html", *files})) <= FIRST_LOAD_BUDGET


def files_of(person: Person) -> set[str]:
    """What the page of a person has loaded, fonts left out."""
    names = person.page.evaluate("() => performance.getEntriesByType('resource').map(entry => entry.name)")
    return {f"assets/{name.rpartition('/')[2]}" for name in names if "/assets/" in name and ".woff2" not in name}


def compressed(file: str) -> int:
    """The size of a file as it travels."""
    return len(gzip.compress((PAGE.parent / file).read_bytes()))
