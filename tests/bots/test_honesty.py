"""No bot sees what it may not: positions that look the same to a seat get the same choice, whatever is hidden."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import shinar
from shinar.bots.registry import bot_kinds, make_bot
from shinar.core.bot import Budget
from shinar.core.game import Observation
from shinar.core.rng import search_rng
from shinar.core.viewer import viewer_of
from tests.bots.honesty import AT_ALL_TABLES, Case, choice, choices_at_positions, hides, positions, worlds
from tests.core.toy import Toy

ROOT = Path(__file__).parents[2]
BABEL = Case(shinar.make("babel"))
TOY = Case(Toy())
LARGE_GAMES = ["babylonia", "wonders"]
ALL = [BABEL, TOY, *(Case(shinar.make(name), positions=2) for name in LARGE_GAMES)]
SPECIFICATIONS = [kind.name for kind in bot_kinds()]
NEAR_A_WIN = (
    "second turn:30 seat:0 phase:act | @A hand:H stack:4 A:HHH/123 H:SSSSSS/123456 M:PPPPP/1234 | @Q hand:AAHHMMPP"
)
MANY_WORLDS = 12
PACK = ["great-wall", "abu-simbel", "manneken-pis"]  # boards of the first seats


@pytest.mark.parametrize("case", [BABEL, TOY], ids=lambda case: str(case.game.name))
@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_equal_observations_get_equal_choices(specification: str, case: Case) -> None:
    for choices in choices_at_positions(specification, case):
        assert len(set(choices)) == 1


@pytest.mark.parametrize("name", LARGE_GAMES)
def test_equal_observations_get_equal_choices_in_large_games(name: str) -> None:
    found = choices_in_plain_python(name, "4")
    assert list(found) == SPECIFICATIONS
    assert differing(found) == []


@pytest.mark.parametrize(
    ("name", "options", "players"),
    [
        ("babylonia", {}, range(2, 5)),
        ("wonders", {"expansions": ["tower", "projects"]}, range(2, 8)),
        ("wonders", {"expansions": ["leaders", "cities", "pack"], "seat_boards": PACK}, range(3, 9)),
        ("wonders", {"expansions": ["cities"], "teams": "pairs", "partners": ["see_hands"], "players": 4}, [4]),
    ],
    ids=["babylonia", "tower and projects", "leaders, cities and pack", "teams"],
)
def test_bots_are_honest_with_any_number_of_players(name: str, options: dict[str, Any], players: Iterable[int]) -> None:
    found = choices_in_plain_python(name, "8", json.dumps(options))
    assert list(found) == [f"{bot} of {number}" for number in players for bot in AT_ALL_TABLES]
    assert differing(found) == []


def choices_in_plain_python(*given: str) -> dict[str, list[list[int]]]:
    """For so few iterations, plain Python in a process of its own is much quicker than to compile all searches."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bots.honesty", *given],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[list[int]]] = json.loads(done.stdout)
    return found


def differing(found: dict[str, list[list[int]]]) -> list[str]:
    """Those that choose by what is hidden."""
    return [name for name, positions in found.items() if any(len(set(choices)) > 1 for choices in positions)]


def test_the_best_bot_looks_for_a_win_without_seeing_the_other_hand() -> None:
    """Where the solver is asked."""
    game = BABEL.game
    observation = game.observe(game.parse_position(NEAR_A_WIN), 0)
    assert len({choice("best", BABEL, world, 0) for world in worlds(observation, MANY_WORLDS)}) == 1


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case.game.name))
def test_the_positions_hide_something_and_their_worlds_look_alike(case: Case) -> None:
    """Else the tests above could not fail, or would ask too much."""
    found = positions(case)
    assert len(found) == case.positions
    for state, seat in found:
        observation = case.game.observe(state, seat)
        assert hides(observation)
        assert {case.game.observe(world, seat) == observation for world in worlds(observation)} == {True}


def test_a_bot_that_peeks_is_found_out() -> None:
    """The same search, shown the true state instead of an observation, chooses by what is hidden."""
    different = 0
    for state, seat in positions(BABEL):
        shown = [
            Observation(BABEL.game, viewer_of(seat), world)
            for world in worlds(BABEL.game.observe(state, seat), MANY_WORLDS)
        ]
        choices = {make_bot("search", BABEL.game).choose(one, Budget(25), search_rng(7)) for one in shown}
        different += len(choices) > 1
    assert different
