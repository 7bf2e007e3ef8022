"""The weights of a learned evaluation as a text, and the tables at which it learns."""

from dataclasses import replace

from shinar.core.learning import Generation, Hidden, Lessons, Weights, parse_weights, weights_text

WEIGHTS = Weights(((1, -2), (30, 4)), (500, 600))
TABLES = ({"players": 2}, {"players": 3}, {"players": 4})
LESSONS: Lessons[None] = Lessons(("coins",), 1, lambda _state: 0, None, TABLES)
BY_WEIGHTS, SEARCHED = Generation(10, 0), Generation(10, 16)


def test_weights_can_be_written_and_read() -> None:
    assert parse_weights(weights_text(WEIGHTS, ("coins", "shields")), ("coins", "shields")) == WEIGHTS


def test_a_hidden_layer_can_be_written_and_read() -> None:
    hidden = Hidden(((5, 0), (0, 0)), ((1, 2), (3, 4)), ((5, 6), (7, 8)))
    with_units = replace(WEIGHTS, hidden=hidden)
    assert parse_weights(weights_text(with_units, ("coins", "shields")), ("coins", "shields")) == with_units


def test_what_is_usual_can_be_written_and_read() -> None:
    with_means = replace(WEIGHTS, means=(40, -7))
    assert parse_weights(weights_text(with_means, ("coins", "shields")), ("coins", "shields")) == with_means


def test_weights_are_found_by_name() -> None:
    read = parse_weights(weights_text(WEIGHTS, ("coins", "shields")), ("shields", "coins"))
    assert read == Weights(((-2, 1), (4, 30)), (500, 600))


def test_a_count_that_nothing_is_known_of_is_worth_nothing() -> None:
    read = parse_weights(weights_text(WEIGHTS, ("coins", "shields")), ("coins", "ships"))
    assert read.rows == ((1, 0), (30, 0))


def test_generations_that_search_may_play_at_some_of_the_tables_only() -> None:
    lessons = replace(LESSONS, searched=(1, 1, 2))
    assert lessons.tables_of(BY_WEIGHTS) == TABLES
    assert lessons.tables_of(SEARCHED) == (TABLES[1], TABLES[1], TABLES[2])


def test_without_a_choice_all_generations_play_at_all_tables() -> None:
    assert LESSONS.tables_of(BY_WEIGHTS) == LESSONS.tables_of(SEARCHED) == TABLES


def test_as_many_positions_of_a_game_are_noted_as_there_are_rows() -> None:
    assert replace(LESSONS, rows=7).noted == 7


def test_a_game_may_ask_for_more_positions_than_it_has_rows() -> None:
    assert replace(LESSONS, rows=7, positions=40).noted == 40
