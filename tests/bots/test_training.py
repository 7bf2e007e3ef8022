"""A course in which a network learns by practice: interrupted, resumed, examined."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shinar.core.errors import NotationError, OptionError
from shinar.core.expertise import Expertise
from shinar.core.guide import PLAIN
from shinar.core.learning import Rival
from shinar.games.wonders import Wonders
from shinar.games.wonders import expertise as wonders
from shinar.games.wonders.expertise.player import PRACTICE as OF_WONDERS
from shinar.search import training
from shinar.search.practice import MAX_POSITIONS, STRANGERS, Notes, play_games
from shinar.search.reinforcement import Found, whole_skill
from shinar.search.skill import UNIT, shapes_of
from shinar.search.training import CURIOSITY, KINDS, STEP, WITH_IMITATIONS, Training
from tests.bots.toy_practice import EXPERTISE, PRACTICE
from tests.core.toy import SEATS, Toy

pytestmark = pytest.mark.usefixtures("toy_is_registered")

GAMES = 40  # in a course, which are four batches


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game in plain Python, in batches of ten games."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(training, "SEATS", 5 * SEATS)
    monkeypatch.setattr(training, "EXAM_GAMES", 5)
    monkeypatch.setattr(Toy, "expertise", staticmethod(lambda: EXPERTISE))


def begun(seed: int = 1, games: int | None = GAMES) -> Training:
    return Training.begin("toy", seed, games)


def finished(course: Training) -> Training:
    course.learn(lambda _found: None)
    return course


def assert_same_knowledge(one: Training, other: Training) -> None:
    """Whether two courses have come to the same, with all that decides how they go on."""
    assert (one.done, one.games, one.learner.steps) == (other.done, other.games, other.learner.steps)
    for kind in KINDS:
        for first, second in zip(getattr(one.learner, kind), getattr(other.learner, kind), strict=True):
            assert np.array_equal(first, second)


# ---- a course ---------------------------------------------------------------------------------------------------


def test_a_course_has_about_as_many_games_as_are_asked_or_as_the_game_suggests() -> None:
    assert [begun(games=games).batches for games in (1, 10, 11, GAMES, None)] == [1, 1, 2, 4, PRACTICE.games // 10]


def test_a_course_plays_all_its_batches_and_tells_of_each() -> None:
    told: list[Found] = []
    course = begun()
    course.learn(told.append)
    assert (course.done, course.games, len(told)) == (4, GAMES, 4)
    assert all(found.entropy > 0 and found.loss > 0 and found.error > 0 for found in told)
    assert course.skill().shapes == tuple(shapes_of(PRACTICE).values())
    assert np.array_equal(course.skill().motives, whole_skill(course.learner).motives)
    assert course.skill().motives.any()


def test_the_seed_alone_decides_what_is_learned() -> None:
    first, again, other = (finished(begun(seed)) for seed in (1, 1, 2))
    assert_same_knowledge(first, again)
    assert not np.array_equal(first.learner.network.motives, other.learner.network.motives)


def test_all_tables_of_all_batches_play_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Notes] = []

    def note(*given: Any) -> Notes:
        played.append(play_games(*given))
        return played[-1]

    monkeypatch.setattr(training, "play_games", note)
    finished(begun(games=20))
    assert len(played) == 4
    assert len({notes.open_signs.tobytes() for notes in played}) == 4


def test_it_learns_at_tables_in_proportion_to_their_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    practice = replace(PRACTICE, tables=((3, {"rounds": 1}), (1, {"rounds": 2})))
    monkeypatch.setattr(Toy, "expertise", staticmethod(lambda: replace(EXPERTISE, practice=practice)))
    course, rounds = begun(), []
    for number in range(100):
        course.done = number
        rounds += [table.options["rounds"] for table in course._tables()]
    assert len(rounds) == 200
    assert rounds.count(1) / 200 == pytest.approx(0.75, abs=0.08)


def test_it_learns_in_ever_smaller_steps() -> None:
    course, paces = begun(), []
    course.learn(lambda _found: paces.append(course._pace()))
    assert begun()._pace() == (STEP[0], CURIOSITY[0])
    assert paces == sorted(paces, reverse=True)
    assert paces[-1] == pytest.approx((STEP[1], CURIOSITY[1]))


def test_an_exam_is_the_mean_points_of_a_seat_at_the_first_table(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Notes] = []

    def note(*given: Any) -> Notes:
        seen.append(play_games(*given))
        return seen[-1]

    monkeypatch.setattr(training, "play_games", note)
    course = begun()
    assert course.examine() == course.examine() == pytest.approx(seen[0].scores.sum() / (5 * SEATS))
    assert set(seen[0].num_positions.tolist()) == {1}  # one round


# ---- rivals -----------------------------------------------------------------------------------------------------

WATCHED = 40  # games of each rival in a whole course
RIVALS = (
    Rival("plain", PLAIN, share=2, iterations=5, tables=((WATCHED - 15, {"rounds": 1}), (15, {"rounds": 2}))),
    Rival("quick", PLAIN, share=1, iterations=2, tables=((WATCHED, {"rounds": 1}),)),
)


@pytest.fixture
def _with_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    practice = replace(PRACTICE, rivals=RIVALS)
    monkeypatch.setattr(Toy, "expertise", staticmethod(lambda: Expertise(practice=practice)))
    monkeypatch.setattr(training, "ALONE", 2)


def test_without_rivals_nothing_is_watched() -> None:
    course = finished(begun())
    assert (course.sessions, course.skill_of_others()) == ([], None)


@pytest.mark.usefixtures("_with_rivals")
def test_rivals_are_watched_a_few_games_at_a_time() -> None:
    sessions = begun(games=PRACTICE.games).sessions
    assert [(one.rival, one.options["rounds"], one.games) for one in sessions] == [
        *((0, 1, 10), (0, 1, 10), (0, 1, 5), (0, 2, 10), (0, 2, 5)),
        *((1, 1, 10) for _ in range(4)),
    ]


@pytest.mark.usefixtures("_with_rivals")
def test_in_a_shorter_course_fewer_games_are_watched_and_in_a_longer_one_no_more() -> None:
    assert PRACTICE.games == 60
    watched = [sum(one.games for one in begun(games=games).sessions) for games in (30, 60, 120)]
    assert watched == [2 * WATCHED // 2 + 1, 2 * WATCHED, 2 * WATCHED]


@pytest.mark.usefixtures("_with_rivals")
def test_rivals_are_imitated_when_a_part_of_the_course_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    strangers: list[int] = []

    def note(*given: Any) -> Notes:
        strangers.append(given[5])
        assert len(given[6].motives) == (2 if given[5] == WITH_IMITATIONS else 0)
        return play_games(*given)

    monkeypatch.setattr(training, "play_games", note)
    course = begun()
    ticks: list[tuple[int, int]] = []
    course.learn(lambda _found: None, lambda: ticks.append((course.done, course.watched)))
    assert strangers == [STRANGERS] * 4 + [WITH_IMITATIONS] * 4
    assert ticks == [(2, 2), (2, 4), (2, 6)]
    assert course.looks == []


@pytest.mark.usefixtures("_with_rivals")
def test_what_others_do_is_what_the_first_rival_is_imitated_by() -> None:
    course = finished(begun())
    skill = course.skill_of_others()
    assert skill is not None
    assert skill.shapes == tuple(shapes_of(PRACTICE).values())
    met = course.learner.squares.motives > 0
    assert met.any()
    assert skill.motives[met] == pytest.approx(UNIT * course.imitations.motives[0][met], abs=0.51)
    assert not skill.motives[~met].any()
    assert not any(part.any() for part in (skill.value_units, skill.value_biases, skill.values, skill.outputs))


@pytest.mark.usefixtures("_with_rivals")
def test_an_exam_among_strangers_tells_how_often_a_seat_alone_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Notes] = []

    def make_some(*given: Any) -> Notes:
        made.append(play_games(*given))
        return made[-1]._replace(
            strangers=np.array([0b110, 0b011, 0b010, 0b101]),
            ranks=np.array([[5, 3, 1], [5, 2, 5], [9, 1, 1], [1, 1, 1]]),
            scores=np.zeros((4, SEATS), np.int32),
        )

    monkeypatch.setattr(training, "play_games", make_some)
    course = begun()
    assert course.examine_among_strangers() == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert made[0].strangers.any()


@pytest.mark.usefixtures("_with_rivals")
@pytest.mark.parametrize("last", [2, 3, 6])
def test_a_course_that_is_interrupted_while_it_watches_goes_on_and_comes_to_the_same(tmp_path: Path, last: int) -> None:
    file, first = tmp_path / "course.npz", begun()

    def stop() -> None:
        first.save(file)
        if first.watched >= last:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.learn(lambda _found: None, stop)
    second = begun()
    second.resume(file)
    assert (second.watched, len(second.looks)) == (first.watched, len(first.looks))
    whole = finished(begun())
    assert_same_knowledge(finished(second), whole)
    for one, other in zip(second.imitations, whole.imitations, strict=True):
        assert np.array_equal(one, other)


@pytest.mark.usefixtures("_with_rivals")
def test_a_course_that_is_interrupted_after_it_watched_goes_on_with_its_imitations(tmp_path: Path) -> None:
    file, first = tmp_path / "course.npz", begun()

    def stop(_found: Found) -> None:
        first.save(file)
        if first.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.learn(stop)
    second = begun()
    second.resume(file)
    assert second.has_imitations
    assert_same_knowledge(finished(second), finished(begun()))


@pytest.mark.usefixtures("_with_rivals")
@pytest.mark.parametrize("change", [{"share": 5}, {"iterations": 6}, {"tables": ((5, {"rounds": 1}),)}], ids=str)
def test_a_file_of_a_course_with_other_rivals_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    begun().save(tmp_path / "course.npz")
    practice = replace(PRACTICE, rivals=(replace(RIVALS[0], **change), RIVALS[1]))
    monkeypatch.setattr(Toy, "expertise", staticmethod(lambda: Expertise(practice=practice)))
    with pytest.raises(NotationError, match="belongs to another course"):
        begun().resume(tmp_path / "course.npz")


# ---- files ------------------------------------------------------------------------------------------------------


def test_a_course_that_is_interrupted_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    file, first = tmp_path / "course.npz", begun()

    def stop(_found: Found) -> None:
        first.log.append(f"batch {first.done}")
        first.exams.append((first.games, 1.5))
        first.save(file)
        if first.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        first.learn(stop)
    second = begun()
    second.resume(file)
    assert_same_knowledge(first, second)
    assert (second.log, second.exams) == (["batch 1", "batch 2", "batch 3"], [(10, 1.5), (20, 1.5), (30, 1.5)])
    assert_same_knowledge(finished(second), finished(begun()))
    assert [path.name for path in tmp_path.iterdir()] == ["course.npz"]


def test_a_course_that_was_kept_before_its_first_batch_goes_on(tmp_path: Path) -> None:
    begun().save(tmp_path / "course.npz")
    course = begun()
    course.resume(tmp_path / "course.npz")
    assert (course.log, course.exams) == ([], [])
    assert_same_knowledge(course, begun())


def test_without_a_file_a_course_begins(tmp_path: Path) -> None:
    course = begun()
    course.resume(tmp_path / "course.npz")
    assert_same_knowledge(course, begun())


@pytest.mark.parametrize("other", [{"seed": 2}, {"games": 50}], ids=str)
def test_a_file_of_another_course_is_refused(tmp_path: Path, other: dict[str, int]) -> None:
    file = tmp_path / "course.npz"
    begun().save(file)
    with pytest.raises(NotationError, match=r"course\.npz belongs to another course; delete it to start over"):
        begun(**other).resume(file)


def test_a_file_of_a_course_at_other_tables_or_with_another_network_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "course.npz"
    begun().save(file)
    for practice in (replace(PRACTICE, tables=((1, {}),)), replace(PRACTICE, units=8)):
        monkeypatch.setattr(Toy, "expertise", staticmethod(lambda known=practice: Expertise(practice=known)))
        with pytest.raises(NotationError, match="belongs to another course"):
            begun().resume(file)


def write_text(file: Path) -> None:
    file.write_text("nothing", encoding="utf-8")


def write_other_arrays(file: Path) -> None:
    np.savez(file, mark=begun().mark)


def write_nothing(file: Path) -> None:
    file.touch()


def write_half(file: Path) -> None:
    begun().save(file)
    file.write_bytes(file.read_bytes()[:2000])


@pytest.mark.parametrize("write", [write_text, write_other_arrays, write_nothing, write_half])
def test_a_file_that_is_no_course_is_refused(tmp_path: Path, write: Callable[[Path], None]) -> None:
    file = tmp_path / "course.npz"
    write(file)
    with pytest.raises(NotationError, match=r"course\.npz: this is not what a course has learned"):
        begun().resume(file)


def test_a_game_without_practice_cannot_be_trained_so() -> None:
    with pytest.raises(OptionError, match="babel has no network that learns by practice"):
        Training.begin("babel", seed=1)


# ---- 7 Wonders --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_7_wonders_is_learned_at_all_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game at each; no choice of it is beyond what can be noted. The rivals hardly think."""
    rivals = tuple(replace(one, iterations=1, tables=((1, {"players": 3}),)) for one in OF_WONDERS.rivals)
    practice = replace(OF_WONDERS, units=4, value_units=4, rivals=rivals)
    monkeypatch.setattr(Wonders, "expertise", staticmethod(lambda: replace(wonders.EXPERTISE, practice=practice)))
    monkeypatch.setattr(training, "TABLES", len(practice.tables))
    monkeypatch.setattr(training, "SEATS", 8)
    monkeypatch.setattr(Training, "_tables", lambda _course: [Wonders(**options) for _, options in practice.tables])
    course = Training.begin("wonders", seed=1, games=1)
    learn, played = course.learner.learn, []

    def note(batches: list[Notes], *given: Any) -> Found:
        played.extend(batches)
        return learn(batches, *given)

    monkeypatch.setattr(course.learner, "learn", note)
    finished(course)
    assert [notes.scores.shape[1] for notes in played] == [
        Wonders(**options).num_seats for _, options in practice.tables
    ]
    for notes in played:
        assert 0 < notes.used[0] < len(notes.signs)
        assert 0 < notes.num_positions.min() <= notes.num_positions.max() < MAX_POSITIONS
    assert course.skill().motives.any()
