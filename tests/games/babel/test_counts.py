"""What is counted of each side to foretell who wins."""

import shinar
from shinar.core.compiled.scratch import scratch
from shinar.games.babel.expertise.counts import COUNTS, ROWS, count, row
from shinar.games.babel.expertise.lessons import LESSONS
from shinar.games.babel.expertise.value import side_counts, site_counts
from shinar.games.babel.state import State

AHEAD = "second turn:9 seat:0 phase:act | @A A:HHHSS/123 | @Q"


def counted(state: State, seat: int) -> dict[str, int]:
    counts = scratch(len(COUNTS))
    count(state, seat, counts)
    return dict(zip(COUNTS, counts, strict=True))


def test_the_counts_are_those_of_the_sites_the_side_and_the_temples() -> None:
    state = shinar.make("babel").parse_position(AHEAD)
    found = counted(state, 0)
    sites = [site_counts(state, 0, site) for site in range(5)]
    assert found["sites: square"] == sum(there.square for there in sites) == 9
    assert found["side: stack"] == side_counts(state, 0).stack
    assert (found["temples of level 3"], found["temples of level 2"]) == (1, 0)
    assert (found["sites with room for two levels"], found["sites with room for three"]) == (1, 0)
    assert counted(state, 1)["temples of level 3"] == 0


def test_rows_follow_the_temple_cards_that_are_gone() -> None:
    state = shinar.make("babel").parse_position(AHEAD)
    early = row(state)
    state.quarry[:] = [0] * len(state.quarry)
    assert early < row(state) == ROWS - 1
    assert (LESSONS.counts, LESSONS.rows, LESSONS.noted) == (COUNTS, ROWS, 40)
