"""Whole games and counts that must not change unnoticed."""

from collections.abc import Callable

import pytest

from shinar.core.compiled.kernel import kernels, new_array, to_array
from shinar.core.compiled.layout import copy_of
from shinar.core.game import CHANCE, Actions
from shinar.core.match import Match
from shinar.core.record import Record
from shinar.games.babel import Babel
from shinar.games.babel.state import State
from tests.games.babel.players import play_eagerly
from tests.games.babel.positions import BOTH_EDITIONS, GAME, at

Golden = Callable[[str, str], None]

MIDDLE = at(
    "@H hand:AHMS stack:5321 A:HH/2 H:SSSSAPP/12 S:PPMM/1",
    "@H hand:AAHPP stack:6431 A:-/123 H:PSAAM/1234 S:MMM",
    head="turn:9 phase:act",
    supply="discards:AAHHMPSS top:21",
).reveal()
CROWDED = at(
    "@M hand:MMP stack:43 M:MMMPMMMAAA/12 P:PPPS/1",
    "@M hand:SSHH stack:62 M:SHSAA/136 P:HHH/2",
    head="turn:14 seat:0 phase:act migrated",
).reveal()
FIRST_TURN = at("@Q hand:AAHMPS start", "@Q hand:AHMPS start", head="turn:1 phase:act").reveal()
PERFT_POSITIONS = {"opening": GAME.initial_state(), "first turn": FIRST_TURN, "middle": MIDDLE, "crowded": CROWDED}
PERFT_DEPTH = 4
NAIVE_DEPTH = 3


# ---- counts -----------------------------------------------------------------------------------------------------


def perft(state: State, depth: int) -> int:
    """The number of ways to go on for some actions, counted by the kernel."""
    states, actions = new_array(State, depth + 1), new_array(Actions, depth + 1)
    states[0] = to_array(state)[0]
    return int(kernels(GAME.rules, GAME.num_seats).perft(states, actions, depth))


def naive_perft(state: State, depth: int) -> int:
    """The same, counted by plain recursion through the game's contract."""
    if depth == 0:
        return 1
    ways = 0
    for actor in GAME.actors(state):
        actions = [action for action, _ in GAME.chances(state)] if actor == CHANCE else GAME.legal_actions(state, actor)
        for action in actions:
            after = copy_of(state)
            GAME.apply(after, actor, action)
            ways += naive_perft(after, depth - 1)
    return ways


def test_the_counts_of_positions_do_not_change(golden: Golden) -> None:
    lines = []
    for name, state in PERFT_POSITIONS.items():
        lines.append(f"{name}: {GAME.position_text(state)}")
        lines += [f"  {depth} {perft(state, depth)}" for depth in range(1, PERFT_DEPTH + 1)]
    golden("babel_perft.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", PERFT_POSITIONS)
def test_the_kernel_counts_as_plain_recursion_does(name: str) -> None:
    state = PERFT_POSITIONS[name]
    for depth in range(1, NAIVE_DEPTH + 1):
        assert perft(state, depth) == naive_perft(state, depth)


def test_a_finished_game_has_no_way_to_go_on() -> None:
    """Counting past an end finds nothing there."""
    over = at("A:-/6 H:-/6 M:-/6", head="phase:over ending:1").reveal()
    assert perft(over, 2) == naive_perft(over, 2) == 0


# ---- records ----------------------------------------------------------------------------------------------------

SECOND, FIRST = BOTH_EDITIONS
RECORDS = [
    ("lead", SECOND, 37, "BB-9.2"),
    ("end_phase", SECOND, 7, "BB-9.4"),
    ("quarry", SECOND, 11, "BB-9.5"),
    ("lead", FIRST, 5, "BB-9.2"),
    ("end_phase", FIRST, 31, "BB-9.4"),
    ("quarry", FIRST, 15, "BB-9.5"),
]


@pytest.mark.parametrize(("name", "game", "seed", "clause"), RECORDS)
def test_a_match_of_eager_players_does_not_change(
    name: str, game: Babel, seed: int, clause: str, golden: Golden
) -> None:
    """Its record replays to the same position, from text and from JSON."""
    match = play_eagerly(game, seed)
    assert match.outcome is not None
    assert match.outcome.clause == clause
    check_record(match, f"babel_{game.options['edition']}_{name}.txt", golden)


def check_record(match: Match[State], name: str, golden: Golden) -> None:
    """Compare a record with its golden file, and replay it."""
    record = Record.of(match)
    text = record.to_text()
    golden(name, text)
    for read in (Record.from_text(text), Record.from_json(record.to_json())):
        assert read == record
        assert read.to_text() == text
        replayed = read.replay()
        assert replayed.reveal() == match.reveal()
        assert replayed.outcome == match.outcome
