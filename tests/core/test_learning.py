"""The weights of a learned evaluation as a text."""

from shinar.core.learning import Weights, parse_weights, weights_text

WEIGHTS = Weights(((1, -2), (30, 4)), (500, 600))


def test_weights_can_be_written_and_read() -> None:
    assert parse_weights(weights_text(WEIGHTS, ("coins", "shields")), ("coins", "shields")) == WEIGHTS


def test_weights_are_found_by_name() -> None:
    read = parse_weights(weights_text(WEIGHTS, ("coins", "shields")), ("shields", "coins"))
    assert read == Weights(((-2, 1), (4, 30)), (500, 600))


def test_a_count_that_nothing_is_known_of_is_worth_nothing() -> None:
    read = parse_weights(weights_text(WEIGHTS, ("coins", "shields")), ("coins", "ships"))
    assert read.rows == ((1, 0), (30, 0))
