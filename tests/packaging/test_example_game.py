"""The game under examples/nim: a package of its own, installed beside Shinar, is playable everywhere."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.packaging.environment import ROOT, Environment, build
from tests.server.helpers import Server, close_sockets
from tests.web.conftest import CHROMIUM, SWITCHES
from tests.web.helpers import Person, new_context
from tests.web.test_playing import seat_link

pytestmark = pytest.mark.slow

EXAMPLE = ROOT / "examples" / "nim"


@pytest.fixture(scope="module")
def with_nim(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with Shinar and the example."""
    folder = tmp_path_factory.mktemp("nim")
    environment = Environment(folder / "env")
    environment.install(wheel)
    environment.install(build("wheel", EXAMPLE, folder))
    return environment


@pytest.fixture
def server(with_nim: Environment, tmp_path: Path) -> Iterator[Server]:
    """A server of that environment."""
    running = Server(tmp_path, python=str(with_nim.bin / "python"), workers=0)
    yield running
    close_sockets()
    assert running.stop() == 0


def test_the_game_is_found_and_obeys_the_laws(with_nim: Environment, tmp_path: Path) -> None:
    listed = json.loads(with_nim.run("shinar", "games", "--json", cwd=tmp_path))
    assert [game["name"] for game in listed] == ["babel", "babylonia", "wonders", "nim"]
    with_nim.run("shinar", "laws", "nim", "--games", "3", "--workers", "1", cwd=tmp_path)
    assert "NM-2.1" in with_nim.run("shinar", "rules", "nim", "2", cwd=tmp_path)


def test_it_is_played_in_the_terminal_against_its_own_bot(with_nim: Environment, tmp_path: Path) -> None:
    """[NM-1.2] More stones than a heap has cannot be taken."""
    typed = "t 3 1\nwhy take 3 from heap 1\nquit\n"
    command = ("shinar", "play", "nim", "--bot", "nimmer")
    said = with_nim.run(*command, typed=typed, cwd=tmp_path, SHINAR_DATA=str(tmp_path))
    assert "only 0 are left in heap 1 [NM-1.2]" in said
    assert "takes 1 from heap 3" in said  # 4 and 4 are left, and whatever comes can be answered


def test_its_bot_wins_in_the_arena(with_nim: Environment, tmp_path: Path) -> None:
    """[NM-2.1] It knows how to take the last stone."""
    command = ("shinar", "arena", "--game", "nim", "--players", "nimmer,greedy", "--games", "20", "--workers", "1")
    summary = json.loads(with_nim.run(*command, "--json", cwd=tmp_path, SHINAR_DATA=str(tmp_path)))
    nimmer = summary["players"][0]
    assert nimmer["win_rate"] > 0.8


def test_it_is_played_at_a_table_of_the_server_and_on_the_plain_board_of_the_page(server: Server) -> None:
    """[NM-1.1] Heaps of 3, 4 and 5, and two players who take turns."""
    table = server.new_table("pp", "nim", last="loses")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        me = Person(new_context(browser), f"{server.url}/{seat_link(table, 0)}")
        me.wait_until_asked()
        expect(me.see(".drawing")).to_contain_text("heap 3  ooooo")
        version = me.version
        me.see(".list .alist .a").last.click()
        me.wait_for_change(version)
        other = server.join(table, 1)
        assert other.latest["view"]["heaps"] == [3, 4, 0]
        other.act(next(action["id"] for action in other.latest["actions"] if action["name"] == "take 4 from heap 2"))
        me.wait_until_asked()
        expect(me.see(".log .entry").last).to_contain_text("takes 4 from heap 2")
        browser.close()
        assert me.errors == []
