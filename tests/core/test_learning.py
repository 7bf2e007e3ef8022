"""The weights of a learned evaluation as a text, and the tables at which it learns."""

from dataclasses import replace

from shinar.core.learning import Generation, Lessons, Weights, parse_weights, weights_text

WEIGHTS = Weights(((1, -2), (30, 4)), (500, 600))
TABLES = ({"players": 2}, {"players": 3}, {"players": 4})
LESSONS: Lessons[None] = Lessons(("coins",), 1, lambda _state: 0, None, TABLES)
BY_WEIGHTS, SEARCHED = Generation(10, 0), Generation(10, 16)


def test_weights_can_be_written_and_read() -> None:
    assert parse_weights(weights_text(WEIGHTS, ("coins", "shields")), ("coins", "shields")) == WEIGHTS


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
