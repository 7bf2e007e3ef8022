"""What a study and a search ask of a game: who began, what happened, and whether a guide can judge."""

from shinar.core.guide import PLAIN, Guide
from shinar.core.laws import play_at_random
from shinar.core.study import FinishedGame, turn_order
from tests.core.toy import SEATS, State, Toy


def finished_game() -> FinishedGame[State]:
    match = play_at_random(Toy(), 1)
    return FinishedGame(match.game, match.start, tuple(match.log), match.reveal())


def test_a_finished_game_is_played_again_entry_by_entry() -> None:
    played = finished_game()
    assert [step.entry for step in played.steps()] == list(played.log)


def test_seats_are_ordered_from_the_one_that_acted_first() -> None:
    played = finished_game()
    first = played.starter()
    assert first == next(entry.actor for entry in played.log if entry.actor >= 0)
    in_order = [turn_order(played, (first + step) % SEATS) for step in range(SEATS)]
    assert in_order == ["first", "second", "third"]


def test_a_guide_judges_if_it_has_a_way_to() -> None:
    assert not PLAIN.judges
    assert Guide[State](rate=lambda state, seat: state.players[seat].points).judges
