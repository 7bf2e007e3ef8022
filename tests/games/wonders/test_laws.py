"""The laws that every game obeys, with choices that are rarely made together: many cities, all expansions."""

import pytest

from shinar.core.laws import check_match, play_at_random
from shinar.games.wonders import Wonders

SIDES = ("random", "a", "b")
POSITIONS = 5  # of a match in which the laws are tried


@pytest.mark.parametrize("players", range(2, 8))
def test_the_laws_hold_with_all_expansions(players: int) -> None:
    game = Wonders(players=players, expansions=("tower", "projects"), sides=SIDES[players % len(SIDES)])
    every = len(play_at_random(game, players).log) // POSITIONS
    assert check_match(game, players, every=every) >= POSITIONS
