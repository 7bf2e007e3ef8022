"""Tables that differ only in what is hidden send the same bytes: all games, every number of seats.

`benchmarks/leak.py` plays as many pairs as you like.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import shinar
from shinar.core.game import Game
from shinar.server.storage.database import Storage
from shinar.server.tables.table import Table
from tests.server.pairs import Findings, all_seats, sweep

STEPS = 15  # of each pair of tables, unless the viewer may see a difference before
Storages = tuple[Storage, Storage]


@pytest.fixture(scope="module")
def storages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storages]:
    folder = tmp_path_factory.mktemp("pairs")
    found = Storage(f"sqlite:///{folder / 'one.db'}", "one"), Storage(f"sqlite:///{folder / 'other.db'}", "other")
    for storage in found:
        storage.migrate()
    yield found
    for storage in found:
        storage.close()


def swept(storages: Storages, folder: Path, games: list[Game[Any]], seeds: range) -> Findings:
    """What pairs of tables of some games met, taken together."""
    whole = Findings()
    for game in games:
        found = sweep(storages, folder, game, seeds, STEPS)
        assert found.texts > 10 * len(seeds)
        assert found.hidden, f"nothing was hidden in {game}"
        whole += found
    assert whole.undone > 0
    assert whole.rematches > 0
    return whole


def test_babel_tells_nobody_what_is_hidden(storages: Storages, tmp_path: Path) -> None:
    found = swept(storages, tmp_path, all_seats("babel"), range(6))
    assert found.hidden == {"players.hand", "deck"}


def test_babylonia_tells_nobody_what_is_hidden(storages: Storages, tmp_path: Path) -> None:
    games = all_seats("babylonia")
    assert [game.num_seats for game in games] == [2, 3, 4]
    assert swept(storages, tmp_path, games, range(3)).hidden == {"players.pool", "players.stand", "cells"}


def test_7_wonders_tells_nobody_what_is_hidden(storages: Storages, tmp_path: Path) -> None:
    base, expanded = all_seats("wonders"), all_seats("wonders", **BOTH)
    games = [both[number % 2] for number, both in enumerate(zip(base, expanded, strict=True))]
    assert [game.num_seats for game in games] == [2, 3, 4, 5, 6, 7]
    found = swept(storages, tmp_path, games, range(3, 5))
    assert found.hidden >= {"hands.cards", "cities.used", "cities.plan.card", "cities.plan.use", "deck"}
    assert found.uneven > 0, "no sealed choice took more steps at one table than at the other"


def test_7_wonders_with_eight_or_in_teams_tells_nobody_what_is_hidden(storages: Storages, tmp_path: Path) -> None:
    eight = shinar.make("wonders", players=8, expansions=("cities",))
    teams = shinar.make("wonders", players=4, expansions=("cities", "pack"), teams="pairs", partners=("see_hands",))
    found = swept(storages, tmp_path, [eight, teams], range(3, 5))
    assert found.hidden >= {"hands.cards", "cities.plan.card", "cities.plan.use"}


BOTH: dict[str, Any] = {"expansions": ("tower", "projects")}


@pytest.mark.parametrize(
    ("method", "leak"), [("version_for", lambda table, _viewer: table.version), ("has_changed_for", lambda *_: True)]
)
def test_the_comparison_would_notice_how_many_steps_a_choice_took(
    storages: Storages, tmp_path: Path, method: str, leak: Callable[..., Any]
) -> None:
    game = shinar.make("wonders", players=6)
    with patch.object(Table, method, leak), pytest.raises(AssertionError):
        sweep(storages, tmp_path, game, range(3, 4), STEPS)
