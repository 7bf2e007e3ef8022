"""An evaluation with a hidden layer: what it learns from, what it finds, and courses that teach one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shinar.core.compiled.jit import compiled
from shinar.core.learning import Generation, Hidden, Weights
from shinar.games.babel import Babel
from shinar.games.babel.expertise import EXPERTISE
from shinar.games.babel.expertise.counts import COUNTS
from shinar.games.babel.expertise.lessons import LESSONS
from shinar.games.babel.expertise.value import WEIGHTS
from shinar.search import course as courses
from shinar.search import network as networks
from shinar.search.course import Course, Syllabus
from shinar.search.network import Examples, _mixed, examine_network, fit_network
from shinar.search.rating import make_weighing
from shinar.search.selfplay import NOT_NOTED, CountedGames


def games_of_two(games: int, seed: int) -> CountedGames:
    """Games that whoever has exactly one of two things wins, if the other has not: a sum cannot tell."""
    random = np.random.default_rng(seed)
    counts = random.integers(0, 2, (games, 1, 2, 2)).astype(np.int16)
    ranks = (counts[:, 0].sum(axis=2) == 1).astype(np.int64)
    return CountedGames(counts, np.zeros((games, 1), np.int16), ranks.astype(np.int32), ranks)


def test_machine_code_says_the_same_as_plain_python() -> None:
    weigh = make_weighing(WEIGHTS)
    machine_code: Any = compiled(weigh)
    length, random = len(COUNTS), np.random.default_rng(1)
    for row in range(len(WEIGHTS.rows)):
        for counts in (np.zeros(2 * length, np.int64), random.integers(-9, 10, 2 * length)):
            assert machine_code(counts, length, row) == weigh(counts.tolist(), length, row)


def test_only_what_was_noted_and_is_not_nothing_is_kept() -> None:
    counts = np.array([[[[0, 3], [0, 0]], [[1, 2], [4, 0]]]], np.int16)
    played = CountedGames(counts, np.array([[0, 1]], np.int16), np.zeros((1, 2), np.int32), np.array([[5, 4]]))
    kept = Examples.of(played)
    assert (kept.places.tolist(), kept.values.tolist()) == ([1, 0, 1, 0], [3, 1, 2, 4])
    assert (kept.lengths.tolist(), kept.rows.tolist()) == ([[1, 0], [2, 1]], [0, 1])
    assert kept.results().tolist() == [[1], [1]]
    less = Examples.of(played._replace(rows=np.array([[0, NOT_NOTED]], np.int16)))
    both = Examples.joined([less, kept])
    assert (len(less), len(both), both.games.tolist(), both.seats) == (1, 3, [0, 1, 1], 2)


def test_a_network_finds_what_no_sum_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "EPOCHS", (40,))
    monkeypatch.setattr(networks, "STEP", 0.03)
    monkeypatch.setattr(networks, "DECAY", 0.0)
    network = fit_network(Examples.of(games_of_two(4000, seed=1)), (1, 2, 8), seed=1)
    exam = examine_network(network, [games_of_two(500, seed=2)])
    assert exam.loss < 0.45 < 0.69  # half of the games are ties, which cost 0.693
    weigh = make_weighing(network.whole_weights())
    worths = [weigh([first, second], 0, 0) for first, second in ((0, 0), (0, 1), (1, 0), (1, 1))]
    assert min(worths[1:3]) > max(worths[0], worths[3]) + 1000


def test_most_of_what_is_to_be_predicted_is_what_is_believed_later() -> None:
    counts, rows = np.ones((1, 4, 2, 1), np.int16), np.zeros((1, 4), np.int16)
    examples = Examples.of(CountedGames(counts, rows, np.zeros((1, 2), np.int32), np.array([[1, 0]])))
    believed = np.array([[0.1], [0.2], [0.5], [0.25]], np.float32)
    targets = _mixed(examples, examples.results(), believed)[:, 0]
    assert targets == pytest.approx([0.2 + 0.8 * 0.5, 0.2 + 0.8 * 0.25, 1, 1])


def test_rows_have_biases_and_outputs_of_their_own() -> None:
    hidden = Hidden(((1000, -1000),), ((0, 0), (500, 0)), ((2000, 3000), (1000, 1000)))
    weights = Weights(((100,), (0,)), (1000, 1000), hidden)
    weigh = make_weighing(weights)
    assert [weigh([0, 2], 1, row) for row in range(2)] == [200 + 4000, 2500]
    assert weigh([-1], 0, 0) == -100 + 3000


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches so short that plain Python plays them sooner than a kernel is compiled."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for name in ("BATCH", "EXAM_GAMES", "SEARCHED_BATCH", "SEARCHED_EXAM_GAMES"):
        monkeypatch.setattr(courses, name, 1)
    lessons = replace(LESSONS, tables=LESSONS.tables[:1], generations=(Generation(2, 0), Generation(2, 1)), units=2)
    monkeypatch.setattr(Babel, "expertise", staticmethod(lambda: replace(EXPERTISE, lessons=lessons)))


@pytest.mark.usefixtures("short")
def test_a_course_that_teaches_a_network_goes_on_where_it_was(tmp_path: Path) -> None:
    syllabus = Syllabus("babel", games=None, seed=5)
    files = [tmp_path / f"{number}.npz" for number in range(5)]
    whole = Course.begin(syllabus)
    whole.learn(lambda: whole.save(files[whole.done_in_all]))
    assert (whole.generation, whole.done, whole.batches) == (1, 2, 4)
    for number in (1, 3):  # in the first generation, and in the second
        again = Course.resume(syllabus, files[number])
        assert again.done_in_all == number
        again.learn(lambda: None)
        assert again.result() == whole.result()
    assert whole.result()[0].hidden is not None
