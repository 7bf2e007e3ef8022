"""A game of another package: it gets the plain board, on which every action stands in a list."""

import os
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.helpers import Server
from tests.web.boxes import SMALL_SIZES, crowding_at_every_size
from tests.web.conftest import Join
from tests.web.test_looks import violations
from tests.web.test_playing import seat_link

EXAMPLE = Path(__file__).parents[2] / "examples" / "nim"


@pytest.fixture(scope="module")
def with_nim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that finds the example as if it were installed."""
    folder = tmp_path_factory.mktemp("nim")
    about = folder / "site" / "shinar_nim-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shinar-nim\nVersion: 1.0\n")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    groups = project["entry-points"].items()
    lines = [f"[{group}]\n" + "\n".join(f"{name} = {place}" for name, place in all_.items()) for group, all_ in groups]
    (about / "entry_points.txt").write_text("\n".join(lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(EXAMPLE / "src"), str(about.parent)]))
        server = Server(folder / "data", workers=0)
    yield server
    assert server.stop() == 0


def test_a_game_without_a_board_is_played_from_the_list(join: Join, with_nim: Server) -> None:
    table = with_nim.new_table("pp", game="nim")
    people = [join(seat_link(table, seat), base=with_nim.url) for seat in (0, 1)]
    for person in people:
        person.page.wait_for_selector(".plain")
    people[0].wait_until_asked()
    assert crowding_at_every_size(people[0], SMALL_SIZES) == []
    assert violations(people[0]) == []
    dice = random.Random(1)
    while not people[0].is_over:
        asked = next((person for person in people if person.is_my_turn), None)
        if asked is None:
            people[0].settle()
        else:
            asked.choose_from_list(dice)
    expect(people[1].see("dialog.result h2")).to_be_visible()
    expect(people[0].see("dialog.result .ranking li")).to_have_count(2)
