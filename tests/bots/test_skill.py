"""What a network has learned, as a search takes it: files, weights of actions, ratings; compiled and plain alike."""

import io
import math
import zipfile
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from shinar.core.compiled.jit import compiled, jit
from shinar.core.compiled.kernel import from_array, new_array, to_array
from shinar.core.compiled.variants import fitted
from shinar.core.game import Actions, Rules
from shinar.core.learning import MAX_MOTIVES, NO_MOTIVE, Practice
from shinar.games.wonders import Wonders
from shinar.games.wonders.expertise.player import PRACTICE as OF_WONDERS
from shinar.search.skill import (
    MAX_WEIGHT,
    OTHERS,
    POINTS,
    UNIT,
    Skill,
    _make_find_strengths,
    _make_predict,
    make_list_motives,
    make_rate_all,
    make_weigh,
    save_skills,
    shapes_of,
    stranger_sign,
)
from shinar.search.tree import MAX_SEATS, SearchBuffers
from tests.bots.toy_practice import HIGHEST, PRACTICE, choices, random_skill
from tests.core.toy import BID, BIDDING, END_TURN, SEATS, State, Toy
from tests.games.wonders.walks import choices_of

LARGEST = (1 << 15) - 1
BIDS = [one for one in choices(4) if one[0].phase == BIDDING]


def weights(skill: Skill, state: State, seat: int, actions: Actions) -> list[int]:
    """The weights of the legal actions."""
    make_weigh(PRACTICE, skill)(state, seat, actions)
    return list(actions.weights[: actions.n])


# ---- files ------------------------------------------------------------------------------------------------------


def test_a_skill_is_found_in_its_file_again(tmp_path: Path) -> None:
    skill = random_skill(1)
    save_skills(tmp_path / "skill.npz", skill)
    found = Skill.load(tmp_path / "skill.npz")
    assert all(np.array_equal(getattr(found, one.name), getattr(skill, one.name)) for one in fields(Skill))
    assert found.shapes == tuple(shapes_of(PRACTICE).values())


def test_equal_skills_give_equal_files() -> None:
    first, second, other = io.BytesIO(), io.BytesIO(), io.BytesIO()
    for skill, file in ((random_skill(1), first), (random_skill(1), second), (random_skill(2), other)):
        save_skills(file, skill)
    assert first.getvalue() == second.getvalue() != other.getvalue()
    with zipfile.ZipFile(first) as kept:
        assert {part.date_time[0] for part in kept.infolist()} == {1980}  # whenever it is written


def test_an_installed_skill_that_fits_is_used(tmp_path: Path) -> None:
    save_skills(tmp_path / "skill.npz", random_skill(1))
    assert np.array_equal(Skill.installed(tmp_path / "skill.npz", PRACTICE).motives, random_skill(1).motives)


def test_the_skill_of_others_is_beside_the_own(tmp_path: Path) -> None:
    file, own, others = tmp_path / "skill.npz", random_skill(1), random_skill(2)
    save_skills(file, own, others)
    assert np.array_equal(Skill.load(file).motives, own.motives)
    assert np.array_equal(Skill.load(file, OTHERS).motives, others.motives)
    assert np.array_equal(Skill.installed(file, PRACTICE, OTHERS).motives, others.motives)


def test_where_the_skill_of_others_is_missing_a_warning_says_so(tmp_path: Path) -> None:
    save_skills(tmp_path / "skill.npz", random_skill(1))
    with pytest.warns(UserWarning, match="train it again"):
        assert not Skill.installed(tmp_path / "skill.npz", PRACTICE, OTHERS).motives.any()


@pytest.mark.parametrize("is_there", [False, True], ids=["missing", "of other shapes"])
def test_an_installed_skill_that_does_not_fit_is_blank_and_a_warning_says_so(tmp_path: Path, is_there: bool) -> None:
    file = tmp_path / "skill.npz"
    if is_there:
        save_skills(file, random_skill(1, replace(PRACTICE, units=8)))
    with pytest.warns(UserWarning, match=r"skill\.npz does not fit what the network sees: train it again"):
        skill = Skill.installed(file, PRACTICE)
    assert skill.shapes == tuple(shapes_of(PRACTICE).values())
    assert not any(getattr(skill, one.name).any() for one in fields(Skill))


# ---- which action -----------------------------------------------------------------------------------------------


def test_to_a_blank_skill_all_actions_are_equally_likely() -> None:
    assert BIDS
    for choice in BIDS:
        assert set(weights(Skill.blank(PRACTICE), *choice)) == {MAX_WEIGHT + 1}


def test_the_motives_of_an_action_add_up() -> None:
    state, seat, actions = BIDS[0]
    low, high = sorted(action - BID for action in actions.ids[: actions.n])
    skill, row = Skill.blank(PRACTICE), PRACTICE.row(state)
    skill.motive_biases[row, [low, high, HIGHEST]] = UNIT, 2 * UNIT, -3 * UNIT
    assert weights(skill, state, seat, actions) == [MAX_WEIGHT + 1, 1 + int(MAX_WEIGHT * math.exp(-2))]
    skill.motive_biases[row, HIGHEST] = UNIT
    assert weights(skill, state, seat, actions) == [1 + int(MAX_WEIGHT * math.exp(-2)), MAX_WEIGHT + 1]


def test_units_carry_signs_to_motives_as_far_as_they_are_positive() -> None:
    """A unit that is 2 makes bidding the highest card half as strong as two logits; one that is -2 does nothing."""
    state, seat, actions = BIDS[0]
    skill, part, signs = Skill.blank(PRACTICE), PRACTICE.part(state), [0] * PRACTICE.max_signs
    count = PRACTICE.show_choice(state, seat, signs)
    skill.choice_units[part, signs[:count], 0] = UNIT
    skill.choice_units[part, signs[:count], 1] = -UNIT
    skill.choice_biases[part, :2] = (2 - count) * UNIT, (count - 2) * UNIT
    skill.motives[part, HIGHEST, :2] = UNIT // 2, LARGEST
    assert weights(skill, state, seat, actions) == [1 + int(MAX_WEIGHT * math.exp(-1)), MAX_WEIGHT + 1]


def test_other_choices_are_left_to_what_a_good_player_would_do() -> None:
    boasted = [one for one in choices(6) if one[0].players[one[1]].boasts == 1]
    assert boasted
    for state, seat, actions in boasted:
        assert weights(random_skill(1), state, seat, actions) == [
            20 if action == END_TURN else 1 for action in actions.ids[: actions.n]
        ]


def test_a_single_action_needs_no_thought() -> None:
    state, seat, _ = BIDS[0]
    actions = Actions()
    actions.n, actions.ids[0] = 1, BID + 3
    assert weights(random_skill(1), state, seat, actions) == [1]


def test_places_for_motives_that_an_action_does_not_have_are_marked() -> None:
    state, seat, actions = BIDS[0]
    motives = [99] * MAX_MOTIVES * actions.n
    make_list_motives(PRACTICE.motives_of)(state, seat, actions, motives)
    low, high = (action - BID for action in actions.ids[: actions.n])
    assert motives == [low, NO_MOTIVE, high, HIGHEST]


# ---- what a position is worth -----------------------------------------------------------------------------------


def test_what_signs_are_worth_alone_and_together_adds_up() -> None:
    state = BIDS[0][0]
    skill, part, row, signs = Skill.blank(PRACTICE), PRACTICE.part(state), PRACTICE.row(state), [0] * PRACTICE.max_signs
    count = PRACTICE.show_position(state, 2, signs)
    skill.values[part, signs[0]] = 3 * UNIT, -UNIT  # logits, and points in tens
    skill.value_units[part, signs[:count], 0] = UNIT
    skill.outputs[row, :, 0] = UNIT, UNIT // 4
    ratings = [0] * 2 * MAX_SEATS
    make_rate_all(PRACTICE, skill)(state, ratings, SEATS, 0)
    assert ratings[2] == 1000 * (3 + count)
    assert ratings[MAX_SEATS + 2] == 1000 * POINTS * (-4 + count) // 4
    assert ratings[SEATS:MAX_SEATS] == [0] * (MAX_SEATS - SEATS)


def test_who_plays_a_seat_counts_for_what_its_position_is_worth() -> None:
    """A seat of a stranger has a sign more than all others."""
    state = BIDS[0][0]
    skill = Skill.blank(PRACTICE)
    skill.values[PRACTICE.part(state), stranger_sign(PRACTICE), 0] = -2 * UNIT
    ratings = [0] * 2 * MAX_SEATS
    make_rate_all(PRACTICE, skill)(state, ratings, SEATS, 0b101)
    assert ratings[:SEATS] == [-2000, 0, -2000]
    assert stranger_sign(PRACTICE) == PRACTICE.value_signs == len(skill.values[0]) - 1


# ---- compiled and plain -----------------------------------------------------------------------------------------

Weigh = Callable[[Any, int, Actions], None]
RateAll = Callable[[Any, list[int], int, int], None]


def make_ask(weigh: Weigh, rate_all: RateAll, rules: Rules[Any], seats: int) -> Any:
    """`ask(states, buffers, seat)`: the weights of the legal actions of a seat, and all ratings, as a kernel."""
    legal_actions = rules.legal_actions

    @jit
    def ask(states: Any, buffers: Any, seat: int) -> None:
        actions = buffers[0].actions
        legal_actions(states[0], seat, actions)
        weigh(states[0], seat, actions)
        rate_all(states[0], buffers[0].ratings, seats, 2)

    return ask


def answers(kernel: Any, state: Any, seat: int) -> tuple[list[int], list[int]]:
    """What a kernel says of a position: compiled, or plain with the compiler off."""
    buffers = new_array(SearchBuffers, 1)
    kernel(to_array(state), buffers, seat)
    found = from_array(SearchBuffers, buffers)
    return found.actions.weights[: found.actions.n], list(found.ratings)


def differences(practice: Practice[Any], skill: Skill, rules: Rules[Any], asked: list[tuple[Any, int]]) -> int:
    """In how many positions of games for three compiled code says something else than plain Python."""
    ask = make_ask(make_weigh(practice, skill), make_rate_all(practice, skill), rules, 3)
    said = [answers(compiled(ask), state, seat) for state, seat in asked]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        return sum(answers(ask, state, seat) != one for (state, seat), one in zip(asked, said, strict=True))


@pytest.mark.parametrize("largest", [300, LARGEST])
def test_compiled_sums_are_rounded_as_those_of_plain_python(largest: int) -> None:
    """Of weights of any size, for any signs and motives."""
    skill, random = random_skill(3, largest=largest), np.random.default_rng(1)
    find_strengths, predict = _make_find_strengths(skill), _make_predict(skill)
    compiled_strengths, compiled_predict = compiled(cast(Any, find_strengths)), compiled(cast(Any, predict))
    for _ in range(300):
        part, row, count = (int(random.integers(0, end)) for end in (PRACTICE.parts, PRACTICE.rows, 9))
        signs = random.integers(0, PRACTICE.choice_signs, 9)
        motives = random.integers(NO_MOTIVE, PRACTICE.motives, 5 * MAX_MOTIVES)
        found, expected = np.zeros(5, np.int64), [0] * 5
        compiled_strengths(signs, count, motives, found, part, row)
        find_strengths(signs.tolist(), count, motives.tolist(), expected, part, row)
        assert found.tolist() == expected
        ratings, points = np.zeros(2 * MAX_SEATS, np.int64), [0] * 2 * MAX_SEATS
        compiled_predict(signs, count, part, row, ratings, 2)
        predict(signs.tolist(), count, part, row, points, 2)
        assert ratings.tolist() == points


def test_compiled_code_says_the_same_as_plain_python() -> None:
    asked = [(state, seat) for state, seat, _ in choices(20)]
    assert differences(PRACTICE, random_skill(3), Toy().rules, asked) == 0


@pytest.mark.slow
def test_compiled_code_says_the_same_of_7_wonders_as_plain_python() -> None:
    game = Wonders(players=3)
    asked = [(state, seat) for state, seat, _ in choices_of(game, seed=1)][::4]
    assert len(asked) > 20
    assert differences(fitted(game.rules, OF_WONDERS), random_skill(1, OF_WONDERS, LARGEST), game.rules, asked) == 0
