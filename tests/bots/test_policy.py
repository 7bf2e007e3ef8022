"""A policy that learns which actions searches look at: playing, fitting, and a course that is interrupted."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shinar.core.errors import NotationError
from shinar.core.game import Actions
from shinar.core.learning import Generation
from shinar.games.babylonia import Babylonia
from shinar.games.babylonia.expertise.guide import POLICY_LESSONS, guide_with
from shinar.games.babylonia.expertise.policy import WEIGHTS, make_weigh
from shinar.games.babylonia.expertise.signs import MAX_SIGNS, NUM_SIGNS, STAGES, show_signs
from shinar.games.babylonia.state import State
from shinar.search import policy as learning
from shinar.search.policy import PolicyCourse, VisitCounts, fit, play_batch
from tests.games.babylonia.positions import after, make, position

SHORT = replace(POLICY_LESSONS, generations=(Generation(1, 3), Generation(1, 3)))
CITY = """
     4  5  6
  5     f1
  6  m0    m0
  7    [M]
  8        .
"""


def visits_of(chosen: list[int], signs: list[int], row: int) -> VisitCounts:
    """Decisions between actions that show one sign each; `chosen` are the places of what was looked at."""
    count = len(chosen)
    visits = np.zeros((count, len(signs)), np.int64)
    visits[np.arange(count), chosen] = 5
    lengths = np.ones(count * len(signs), np.int64)
    sizes = np.full(count, len(signs), np.int64)
    return VisitCounts(np.array(signs * count), lengths, visits.ravel(), sizes, np.full(count, row))


def weighed(state: State, seat: int) -> dict[int, int]:
    """The weights of the legal actions."""
    actions = Actions()
    make().rules.legal_actions(state, seat, actions)
    make_weigh(WEIGHTS)(state, seat, actions)
    return dict(zip(actions.ids[: actions.n], actions.weights, strict=False))


def test_a_sign_of_what_is_looked_at_more_often_weighs_more() -> None:
    weights, right = fit(visits_of([1, 1, 0, 1], signs=[3, 7], row=2), POLICY_LESSONS)
    assert weights[2][7] > weights[2][3]
    assert weights[2][7] - weights[2][3] == pytest.approx(1000 * np.log(3), abs=100)
    assert right == 0.75


def test_rows_share_what_they_learn_and_may_differ() -> None:
    weights, _ = fit(visits_of([1] * 8, [3, 7], row=0).plus(visits_of([1, 0], [3, 7], row=1)), POLICY_LESSONS)
    leads = [row[7] - row[3] for row in weights]
    assert leads[0] > leads[1]
    assert leads[2] > 0  # never met, but alike


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_weight_is_what_the_signs_of_an_action_add_up_to(number: int) -> None:
    state = (position(CITY), after(position(CITY), "place merchant 8,6"), position(CITY, cards={0: [6]}))[number]
    weights = weighed(state, 0)
    logits = {}
    for action in weights:
        signs = [0] * (MAX_SIGNS + 1)
        show_signs(state, 0, action, signs)
        assert 0 < signs[0] <= MAX_SIGNS
        assert all(0 <= sign < NUM_SIGNS for sign in signs[1 : 1 + signs[0]])
        logits[action] = sum(WEIGHTS[POLICY_LESSONS.row(state)][sign] for sign in signs[1 : 1 + signs[0]])
    most = max(logits.values())
    for action, weight in weights.items():
        assert weight == 1 + int(100_000 * np.exp((logits[action] - most) / 1000))


def test_the_cell_that_wins_a_city_is_the_likeliest() -> None:
    weights = weighed(position(CITY), 0)
    assert max(weights, key=lambda action: weights[action]) == make().parse_action("place merchant 8,6")


def test_the_weights_have_a_row_for_each_stage_and_a_column_for_each_sign() -> None:
    assert [len(row) for row in WEIGHTS] == [NUM_SIGNS] * STAGES


def test_before_anything_is_learned_a_search_knows_the_weights_written_by_hand() -> None:
    assert guide_with(None).trust == 0
    assert guide_with(WEIGHTS).trust > 0


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "BATCH", 1)


@pytest.mark.usefixtures("few_games")
def test_each_decision_has_actions_and_each_action_signs() -> None:
    counts = play_batch(Babylonia(), SHORT, guide_with(None), iterations=3, seed=1)
    assert len(counts.sizes) > 20
    assert counts.sizes.sum() == len(counts.lengths) == len(counts.visits)
    assert counts.lengths.sum() == len(counts.signs)
    assert counts.visits.sum() > 0


@pytest.mark.usefixtures("few_games")
def test_an_interrupted_course_goes_on_and_learns_the_same(tmp_path: Path) -> None:
    file = tmp_path / "course.npz"
    whole = PolicyCourse(Babylonia(), SHORT, seed=3)
    expected = whole.learn(lambda _told: None)
    begun = PolicyCourse(Babylonia(), SHORT, seed=3)

    def stop(_told: str) -> None:
        begun.save(file)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begun.learn(stop)
    resumed = PolicyCourse(Babylonia(), SHORT, seed=3)
    resumed.resume(file)
    assert resumed.done == 1
    assert resumed.learn(lambda _told: None) == expected
    assert resumed.log == whole.log
    with pytest.raises(NotationError, match="another course"):
        PolicyCourse(Babylonia(), SHORT, seed=4).resume(file)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "course.npz"
    file.write_text("nothing")
    with pytest.raises(NotationError, match="not what a course has learned"):
        PolicyCourse(Babylonia(), SHORT, seed=3).resume(file)
