"""An evaluation that learns by self-play: what is fitted, and a course that is interrupted."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shinar.core.errors import NotationError, OptionError
from shinar.core.expertise import Expertise
from shinar.core.learning import Generation
from shinar.games.babel import Babel
from shinar.games.babylonia import Babylonia
from shinar.games.babylonia.expertise import EXPERTISE
from shinar.games.babylonia.expertise.lessons import LESSONS
from shinar.games.wonders import Wonders
from shinar.games.wonders import expertise as wonders
from shinar.games.wonders.expertise import value
from shinar.games.wonders.expertise.former import LINEAR, OWN_PERCENT
from shinar.search import course as courses
from shinar.search.course import Course, Syllabus
from shinar.search.fitting import MIN_SLOPE, Exam, Sums, _targets, examine, fitted, whole_weights
from shinar.search.selfplay import CountedGames

WONDERS = Syllabus("wonders", games=6, seed=5)


def games_of_two(games: int, seed: int) -> CountedGames:
    """Games in which the first count is worth two points, the second nothing, and luck a little."""
    random = np.random.default_rng(seed)
    counts = random.integers(0, 5, (games, 1, 2, 2)).astype(np.int16)
    luck = random.integers(-1, 2, (games, 2))
    points = (2 * counts[:, 0, :, 0] + luck).astype(np.int32)
    return CountedGames(counts, np.zeros((games, 1), np.int16), points, points.astype(np.int64))


def test_places_can_be_learned_instead_of_points() -> None:
    sums = Sums.empty(rows=1, counts=2)
    sums.add(games_of_two(2000, seed=1), by_places=True)
    coins, nothing = fitted(sums)[0]
    assert coins > 10  # percent of the places for each
    assert abs(nothing) < 2


def test_where_little_is_known_the_weights_stay_what_they_were() -> None:
    before = np.array([[1.5, -1.0]])
    assert fitted(Sums.empty(rows=1, counts=2), before) == pytest.approx(before)


def test_half_of_what_is_predicted_is_what_is_believed_later() -> None:
    """A game of four positions in which the count of seat 0 grows; it ends with a lead of 40 points."""
    counts = np.zeros((1, 4, 2, 1), np.int16)
    counts[0, :, 0, 0] = [1, 2, 3, 4]
    rows = np.array([[0, 0, 0, 0]], np.int16)
    played = CountedGames(counts, rows, np.array([[40, 0]], np.int32), np.array([[40, 0]], np.int64))
    targets = _targets(played, by_places=False, before=np.array([[10.0]]))
    assert targets[0, 0, 0] == (20 + 10 * 4 / 2) / 2
    assert list(targets[0, 1:, 0]) == [20, 20, 20]  # nothing is noted so much later


def test_a_row_that_was_never_met_tells_nothing() -> None:
    unseen = games_of_two(50, seed=2)
    exam = examine(np.array([[2.0, 0.0], [2.0, 0.0]]), [unseen])
    assert exam.slopes[1] == MIN_SLOPE


def test_a_row_that_was_not_met_again_stays_as_sure_as_it_was() -> None:
    points, unseen = np.array([[2.0, 0.0], [2.0, 0.0]]), [games_of_two(50, seed=2)]
    first, later = examine(points, unseen), examine(points, unseen, Exam(0.0, 0.0, (0.4, 0.3), (7.0, 8.0)))
    assert later.slopes == (first.slopes[0], 0.3)
    assert later.means == (first.means[0], 8.0)


def test_weights_are_found_again() -> None:
    sums = Sums.empty(rows=1, counts=2)
    for seed in range(3):
        sums.add(games_of_two(2000, seed))
    assert fitted(sums)[0] == pytest.approx([2, 0], abs=0.05)


def test_what_a_seat_has_by_itself_is_learned_too() -> None:
    """The second count is the same for both seats of a game, and worth three points to each."""
    played = games_of_two(2000, seed=1)
    played.counts[:, 0, 1, 1] = played.counts[:, 0, 0, 1]
    played.scores[:] += 3 * played.counts[:, 0, :, 1]
    lead, alone = (Sums.empty(rows=1, counts=2) for _ in range(2))
    lead.add(played)
    alone.add(played, by_itself=True)
    assert fitted(lead)[0] == pytest.approx([2, 0], abs=0.1)
    assert fitted(alone)[0] == pytest.approx([2, 3], abs=0.1)


def test_an_exam_tells_what_is_usual() -> None:
    unseen = games_of_two(2000, seed=9)
    usual = unseen.counts[:, 0, :, 0].mean()
    assert examine(np.array([[2.0, 0.0]]), [unseen]).means == pytest.approx((2 * usual,))


def test_an_exam_tells_how_sure_a_lead_is() -> None:
    unseen = [games_of_two(2000, seed=9)]
    good, bad = examine(np.array([[2.0, 0.0]]), unseen), examine(np.array([[0.0, 2.0]]), unseen)
    assert good.loss < 0.3 < 0.69 < bad.loss < 0.7
    assert good.right > 0.8
    assert good.slopes[0] > 10 * bad.slopes[0]
    assert whole_weights(np.array([[2.0, 0.0]]), good).rows == ((2000, 0),)


def test_where_nothing_can_be_told_an_exam_is_a_coin() -> None:
    exam = examine(np.array([[0.0, 0.0]]), [games_of_two(100, seed=9)])
    assert exam.loss == pytest.approx(np.log(2))
    assert exam.right == pytest.approx(0.5)


def test_an_exam_of_games_that_were_all_predicted_has_a_slope() -> None:
    played = games_of_two(1, seed=9)
    for sign in (1.0, -1.0):
        for far in (0.01, 1.0, 1000.0):
            assert np.isfinite(examine(np.array([[sign * far, 0.0]]), [played]).slopes[0])


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches so short that plain Python plays them sooner than a kernel is compiled."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(courses, "BATCH", 2)
    monkeypatch.setattr(courses, "EXAM_GAMES", 2)


@pytest.fixture
def one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A course of 7 Wonders with one generation, at the first table alone."""
    lessons = replace(value.LESSONS, tables=value.LESSONS.tables[:1], generations=(Generation(6, 0),), searched=())
    monkeypatch.setattr(Wonders, "expertise", staticmethod(lambda: replace(wonders.EXPERTISE, lessons=lessons)))


@pytest.mark.usefixtures("short", "one_table")
def test_a_course_that_is_interrupted_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    file = tmp_path / "course.npz"
    whole = Course.begin(WONDERS)
    whole.learn(lambda: None)
    first = Course.resume(replace(WONDERS, games=2), file)
    first.learn(lambda: first.save(file))
    second = Course.resume(WONDERS, file)
    assert (first.done, second.done, second.batches) == (1, 1, 3)
    second.learn(lambda: None)
    assert second.result() == whole.result()


@pytest.mark.usefixtures("short")
def test_later_generations_search_with_what_was_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "SEARCHED_BATCH", 1)
    monkeypatch.setattr(courses, "SEARCHED_EXAM_GAMES", 1)
    lessons = replace(LESSONS, tables=LESSONS.tables[:1], generations=(Generation(4, 0), Generation(2, 2)))
    monkeypatch.setattr(Babylonia, "expertise", staticmethod(lambda: replace(EXPERTISE, lessons=lessons)))
    syllabus, file = Syllabus("babylonia", games=None, seed=5), tmp_path / "course.npz"
    whole = Course.begin(syllabus)
    whole.learn(lambda: whole.save(file) if whole.done_in_all == 3 else None)
    assert (whole.generation, whole.done, whole.batches, whole.games_played) == (1, 2, 4, 2)
    again = Course.resume(syllabus, file)
    assert (again.generation, again.done, again.done_in_all) == (1, 1, 3)
    again.learn(lambda: None)
    assert again.result() == whole.result()


@pytest.mark.parametrize(("asked", "counted"), [(None, OWN_PERCENT), (80, 80)])
def test_later_generations_count_points_as_the_guide_does_or_as_the_lessons_ask(
    asked: int | None, counted: int
) -> None:
    game, course = Wonders(players=3), Course.begin(WONDERS)
    course.lessons = replace(course.lessons, own_percent=asked)
    assert course._guide(game) == LINEAR
    course.before = np.zeros_like(course.sums.products)
    course.found = Exam(0.0, 0.0, (0.5,) * course.lessons.rows, (0.0,) * course.lessons.rows)
    usual, learned = LINEAR.own_points, course._guide(game).own_points
    assert usual is not None
    assert learned is not None
    assert learned.points_of_rating is not None
    assert replace(learned, points_of_rating=usual.points_of_rating) == replace(usual, percent=counted)
    assert learned.points_of_rating(game.initial_state()) == 2000


def test_a_game_without_lessons_cannot_be_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Babel, "expertise", lambda *_: Expertise())
    with pytest.raises(OptionError, match="babel has nothing that can be trained"):
        Course.begin(Syllabus("babel", games=1, seed=0))


def test_a_file_of_another_course_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "course.npz"
    Course.begin(WONDERS).save(file)
    with pytest.raises(NotationError, match="belongs to another course; delete it to start over"):
        Course.resume(replace(WONDERS, seed=6), file)


def test_a_file_that_is_no_course_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "course.npz"
    file.write_text("nothing", encoding="utf-8")
    with pytest.raises(NotationError, match="this is not what a course has learned"):
        Course.resume(WONDERS, file)
