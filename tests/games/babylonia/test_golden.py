"""Whole games and counts kept as text; `make golden` writes them."""

from collections.abc import Callable

import pytest

from shinar.core.compiled.kernel import kernels, new_array, to_array
from shinar.core.game import Actions
from shinar.core.laws import play_at_random
from shinar.core.record import Record
from shinar.games.babylonia.state import State
from tests.games.babylonia.positions import after, make, position


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("three_variant", {"players": 3, "cards": "variant", "field": "face-up"}),
        ("four", {"players": 4, "noble": "last"}),
    ],
)
def test_a_game_goes_as_it_always_went(
    name: str, options: dict[str, str | int], golden: Callable[[str, str], None]
) -> None:
    record = Record.of(play_at_random(make(**options), 1)).to_text()
    golden(f"babylonia_record_{name}.txt", record)
    assert Record.from_text(record).to_text() == record


def perft(state: State, depth: int) -> int:
    """The number of ways to go on for so many actions."""
    states, actions = new_array(State, depth), new_array(Actions, depth)
    states[0] = to_array(state)[0]
    return kernels(make(players=state.seats).rules, state.seats).perft(states, actions, depth)


def test_the_ways_to_go_on_are_as_many_as_they_always_were(golden: Callable[[str, str], None]) -> None:
    opening = make(starter=0).initial_state()
    first = position(turns=1)
    later = position(
        """
         6
     10  f0
     12 {6}
    """,
        stands=("MFFF", "F"),
        cards={0: [5, 6]},
    )
    late = after(later, "place farmer 8,6", "place merchant 9,7")
    counts = [
        *(f"opening {depth} {perft(opening, depth)}" for depth in (1, 2, 3)),
        *(f"first_turn {depth} {perft(first, depth)}" for depth in (1, 2, 3)),
        *(f"cards {depth} {perft(later, depth)}" for depth in (1, 2)),
        *(f"noble_with_farmers {depth} {perft(late, depth)}" for depth in (1, 2, 3)),
    ]
    golden("babylonia_perft.txt", "\n".join(counts) + "\n")


def test_the_counts_of_ways_follow_from_the_rules() -> None:
    """11 kinds of tiles less one; in the first turn 3 · 92 + locations … and then only the end of placing."""
    assert perft(make(starter=0).initial_state(), 1) == 10
    first = position(turns=1)
    free = first.cells.count(0)
    assert perft(first, 1) == 4 * free
    assert perft(first, 2) == 4 * free
