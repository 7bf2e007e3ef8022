"""How a network learns: what turned out better than expected, the slopes of its steps, and what becomes of them."""

import math
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from shinar.core.learning import MAX_MOTIVES, NO_MOTIVE
from shinar.core.rng import search_rng
from shinar.search.practice import (
    POINTS,
    RATING,
    Network,
    Notes,
    fill_chances,
    fill_units,
    make_notes,
    new_network,
    play_games,
)
from shinar.search.reinforcement import (
    LARGEST,
    LOWER_PLACES,
    SUMS,
    TRUST,
    Learner,
    Pace,
    advantages,
    blank,
    find_slopes_kernel,
    place_errors,
    results,
    trusted,
    whole_skill,
)
from shinar.search.skill import UNIT
from tests.bots.toy_practice import CLOSING, HIGHEST, PRACTICE
from tests.core.toy import Toy

PACE = Pace(step=0.03, curiosity=0.01)


@pytest.fixture(autouse=True)
def _plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


# ---- advantages -------------------------------------------------------------------------------------------------


def game_of_two(scores: tuple[int, int]) -> Notes:
    """A game of two positions in which nothing is expected yet; 5 points are usual."""
    notes = make_notes(PRACTICE, 1, 2)
    notes.num_positions[:], notes.usual[:] = 2, 5
    notes.scores[0] = notes.ranks[0] = scores
    return notes


def test_to_be_first_the_share_of_the_places_and_own_points_count() -> None:
    points, ranks = np.array([[20, 10, 0]], np.int32), np.array([[9, 8, 7]])
    assert results(points, ranks)[0] == pytest.approx([0.5 + 0.3 + 0.2, 0.15 + 0.1, 0])


def test_those_who_tie_share_what_they_get() -> None:
    """Two of three tie for the first place, two for the last, or all."""
    points, ranks = np.zeros((3, 3), np.int32), np.array([[5, 5, 1], [2, 7, 2], [4, 4, 4]])
    assert results(points, ranks) == pytest.approx(
        np.array(
            [
                [0.25 + 0.3 * 0.75, 0.25 + 0.3 * 0.75, 0],
                [0.3 * 0.25, 0.5 + 0.3, 0.3 * 0.25],
                [0.5 / 3 + 0.15] * 3,
            ]
        )
    )


def test_an_advantage_is_how_much_better_things_went_than_was_expected() -> None:
    """Who is not told apart from another expects 0.4; later surprises count nine tenths."""
    notes = game_of_two(scores=(15, 5))
    notes.predicted[0, 1, 0, POINTS] = 1  # ten points more than usual: 0.1
    gains = advantages(notes)
    after = np.array([0.5 + 0.3 + 0.1, 0]) - [0.5, 0.4]
    before = np.array([0.5, 0.4]) - [0.4, 0.4]
    assert gains[0, 1] == pytest.approx(after)
    assert gains[0, 0] == pytest.approx(before + 0.9 * after)
    assert not gains[0, 2:].any()


def test_what_was_foreseen_is_no_advantage() -> None:
    notes = game_of_two(scores=(5, 3))
    notes.predicted[0, :, 0, RATING] = 30
    notes.predicted[0, :, 1, POINTS] = -0.2
    assert advantages(notes) == pytest.approx(np.zeros_like(notes.predicted[..., 0]), abs=1e-6)


def test_a_lead_in_ratings_is_expected_to_be_a_lead_in_places() -> None:
    notes = game_of_two(scores=(5, 5))
    notes.predicted[0, 1, 0, RATING] = 1
    ahead = 1 / (1 + math.exp(-1))
    assert advantages(notes)[0, 1] == pytest.approx([0.8 * (0.5 - ahead), 0.8 * (ahead - 0.5)])


# ---- slopes -----------------------------------------------------------------------------------------------------


def ended(ranks: list[int], ratings: list[float]) -> tuple[float, list[float]]:
    """The loss of who ended first, and the slopes by rating."""
    now, errors = np.zeros((len(ranks), 2)), np.zeros(len(ranks))
    now[:, RATING] = ratings
    return place_errors(now, ranks, len(ranks), errors), errors.tolist()


def test_places_are_learned_one_after_the_other_the_first_most() -> None:
    loss, errors = ended([7, 5, 3], [0, 0, 0])
    assert loss == pytest.approx(math.log(3))
    assert errors == pytest.approx([1 / 3 - 1, 1 / 3 - LOWER_PLACES / 2, 1 / 3 + LOWER_PLACES / 2])


@pytest.mark.parametrize(
    ("ranks", "errors"),
    [
        ([4, 4, 1], [1 / 3 - 1 / 2, 1 / 3 - 1 / 2, 1 / 3]),
        ([1, 4, 1], [1 / 3, 1 / 3 - 1, 1 / 3]),
        ([2, 2, 2], [0, 0, 0]),
        ([0, 0, 0, 5], [1 / 4, 1 / 4, 1 / 4, 1 / 4 - 1]),
    ],
)
def test_those_who_tie_share_a_place(ranks: list[int], errors: list[float]) -> None:
    assert ended(ranks, [0.0] * len(ranks))[1] == pytest.approx(errors)


def test_a_rating_that_was_right_is_hardly_changed() -> None:
    loss, errors = ended([9, 6, 1], [20, 10, 0])
    assert loss == pytest.approx(0, abs=1e-4)
    assert errors == pytest.approx([0, 0, 0], abs=1e-4)


@pytest.mark.parametrize(
    ("gain", "ratio", "counted"),
    [(1, 1.2, 1.2), (1, 1.4, 0), (1, 0.2, 0.2), (-1, 0.8, 0.8), (-1, 0.6, 0), (-1, 3, 3)],
)
def test_a_choice_that_has_changed_enough_is_not_learned_from_again(gain: float, ratio: float, counted: float) -> None:
    assert trusted(gain, ratio) == counted


def random_network(seed: int) -> Network:
    """Weights without sense, in which none is nothing."""
    random = np.random.default_rng(seed)
    return Network(*(random.normal(0, 0.3, part.shape).astype(np.float32) for part in new_network(PRACTICE, seed)))


def loss_of_choice(network: Network, notes: Notes, choice: int, gain: float, curiosity: float) -> float:
    """What an advantage and curiosity say of a choice."""
    part, row, signs = notes.parts[choice], notes.rows[choice], notes.signs[choice, : notes.num_signs[choice]]
    sums = network.choice_biases[part] + network.choice_units[part, signs].sum(axis=0)
    strengths = network.motive_biases[row] + network.motives[part] @ np.maximum(sums, 0)
    motives = notes.motives[choice, : MAX_MOTIVES * notes.num_actions[choice]].reshape(-1, MAX_MOTIVES)
    odds = np.exp(np.where(motives == NO_MOTIVE, 0, strengths[motives]).sum(axis=1))
    chances = odds / odds.sum()
    ratio = chances[notes.chosen[choice]] / np.exp(notes.likely[choice])
    ratio = min(ratio, 1 + TRUST) if gain > 0 else max(ratio, 1 - TRUST)
    return float(-gain * ratio + curiosity * (chances * np.log(chances)).sum())


def loss_of_position(network: Network, notes: Notes, game: int, position: int) -> float:
    """How far off is what is predicted of a position, among seats without ties."""
    part, row = notes.open_parts[game, position], notes.open_rows[game, position]
    predicted = []
    for signs, count in zip(notes.open_signs[game, position], notes.num_open_signs[game, position], strict=True):
        sums = network.value_biases[part] + network.value_units[part, signs[:count]].sum(axis=0)
        predicted.append(network.values[part, signs[:count]].sum(axis=0) + network.outputs[row] @ np.maximum(sums, 0))
    ratings, points = np.array(predicted).T
    order = np.argsort(-notes.ranks[game])
    first, second = (np.log(np.exp(ratings[order[n:]]).sum()) - ratings[order[n]] for n in range(2))
    errors = points - (notes.scores[game] - notes.usual[game]) / 10
    return float(first + LOWER_PLACES * second + (errors**2).sum() / 4)


def loss(network: Network, notes: Notes, gains: NDArray[Any], curiosity: float) -> float:
    """Of all choices and positions."""
    places = [(game, place) for game in range(len(notes.scores)) for place in range(notes.num_positions[game])]
    choices = range(notes.used[0])
    asked = [gains[notes.games[one], notes.positions[one], notes.seats[one]] for one in choices]
    return sum(loss_of_choice(network, notes, one, asked[one], curiosity) for one in choices) + sum(
        loss_of_position(network, notes, *place) for place in places
    )


@pytest.mark.parametrize("part", Network._fields)
def test_slopes_are_those_of_the_loss(part: str) -> None:
    """Measured: by how much the loss changes with a weight."""
    notes = play_games(Toy(), PRACTICE, random_network(1), 6, search_rng(1))
    notes.ranks[:] = 3 * notes.ranks + np.arange(3)  # without ties
    random = np.random.default_rng(1)
    gains = random.normal(0, 1, notes.predicted.shape[:3]).astype(np.float32)
    network = random_network(2)  # another one than that which has played: some choices have become much less likely
    slopes, choices = blank(network), np.arange(notes.used[0])
    positions = np.flatnonzero(np.arange(notes.open_parts.shape[1]) < notes.num_positions[:, None])
    find_slopes_kernel()(network, slopes, notes, gains, choices, positions, 0.3, np.zeros(SUMS))
    exact = Network(*(cast(Any, one.astype(np.float64)) for one in network))  # rounds less
    found, weights = getattr(slopes, part).ravel(), getattr(exact, part).ravel()
    measured = []
    for place in (places := random.permutation(len(weights))[:25]):
        weights[place] += 1e-5
        above = loss(exact, notes, gains, 0.3)
        weights[place] -= 2e-5
        measured.append((above - loss(exact, notes, gains, 0.3)) / 2e-5)
        weights[place] += 1e-5
    assert np.any(np.abs(measured) > 0.01)
    assert found[places] == pytest.approx(np.array(measured), rel=2e-3, abs=2e-4)


# ---- steps ------------------------------------------------------------------------------------------------------


def test_a_first_step_goes_down_where_there_is_a_slope_and_forgets_the_slopes(threads: Executor) -> None:
    learner = Learner(blank(new_network(PRACTICE, seed=1)))
    slopes, more = blank(learner.network), blank(learner.network)
    slopes.motives[1, 2], slopes.outputs[0, 0, 0] = 5, -3
    more.motives[1, 2, 1], more.motives[1, 3, 0] = -6, 0.25
    learner._step([slopes, more], 0.1, 1, threads)
    assert learner.network.motives[1, 2] == pytest.approx([-0.1, 0.1, -0.1, -0.1], rel=1e-3)
    assert learner.network.motives[1, 3] == pytest.approx([-0.1, 0, 0, 0], rel=1e-3)
    assert learner.network.outputs[0, 0, 0] == pytest.approx(0.1, rel=1e-3)
    assert sum(np.count_nonzero(part) for part in learner.network) == 6
    assert not any(part.any() for each in (slopes, more) for part in each)


def test_steps_go_on_in_the_same_direction_for_a_while(threads: Executor) -> None:
    learner = Learner(blank(new_network(PRACTICE, seed=1)))
    slopes, places = blank(learner.network), []
    for slope in (1, 1, 0, 0):
        slopes.values[0, 0, 0] = slope
        learner._step([slopes], 0.1, 1, threads)
        places.append(float(learner.network.values[0, 0, 0]))
    assert [before > after for before, after in pairwise(places)] == [True] * 3
    assert places[0] - places[1] > places[2] - places[3]


def notes_of_a_good_card(games: int, seed: int = 1) -> Notes:
    """Games in each of which seat 0 bids one of two cards: with the higher one it wins, else seat 1 does."""
    notes = make_notes(PRACTICE, games, 3)
    notes.used[0], notes.num_positions[:] = games, 1
    notes.num_signs[:], notes.num_actions[:], notes.likely[:] = 1, 2, math.log(0.5)
    notes.motives[:, :4] = 1, NO_MOTIVE, 4, HIGHEST
    notes.chosen[:games] = np.random.default_rng(seed).integers(0, 2, games)
    notes.games[:games] = np.arange(games)
    notes.num_open_signs[:] = 1
    wins = notes.chosen[:games]
    notes.scores[:, 0], notes.scores[:, 1] = 20 * wins, 20 * (1 - wins)
    notes.ranks[:] = notes.scores
    return notes


def chance_of_the_higher(network: Network) -> float:
    """What the network says of these games."""
    units, chances = np.empty(PRACTICE.units, np.float32), np.empty(2)
    fill_units([0], 1, network.choice_units[0], network.choice_biases[0], units)
    fill_chances(network, 0, 0, units, [1, NO_MOTIVE, 4, HIGHEST], chances, PRACTICE.motives)
    return float(chances[1])


def test_an_action_that_wins_becomes_likelier(threads: Executor) -> None:
    learner = Learner(new_network(PRACTICE, seed=1))
    before = chance_of_the_higher(learner.network)
    for batch in range(5):
        learner.learn([notes_of_a_good_card(30, batch)], PACE, batch, threads)
    assert before == pytest.approx(0.5, abs=0.1)
    assert chance_of_the_higher(learner.network) > 0.8


def test_curiosity_keeps_other_actions_likely(threads: Executor) -> None:
    sure, curious = (Learner(new_network(PRACTICE, seed=1)) for _ in range(2))
    for learner, curiosity in ((sure, 0.0), (curious, 1.0)):
        for batch in range(8):
            learner.learn([notes_of_a_good_card(30, batch)], Pace(0.03, curiosity), batch, threads)
    assert 0.5 < chance_of_the_higher(curious.network) < 0.8 < chance_of_the_higher(sure.network)


def test_predictions_come_closer_to_the_end(threads: Executor) -> None:
    learner, notes = Learner(new_network(PRACTICE, seed=1)), notes_of_a_good_card(60)
    notes.chosen[:], notes.scores[:], notes.ranks[:] = 1, (20, 0, -5), (20, 0, -5)
    notes.open_signs[:, 0, :, 0] = 0, 1, 2
    found = [learner.learn([notes], PACE, seed, threads) for seed in range(12)]
    assert found[0].loss == pytest.approx(math.log(3), abs=0.3)
    assert found[-1].loss < 0.2
    assert found[0].error > 8 > 2 * found[-1].error


def test_what_was_seen_is_told(threads: Executor) -> None:
    """Of a network that knows nothing: two actions are equally likely, and so are three to be first."""
    found = Learner(blank(new_network(PRACTICE, seed=1))).learn([notes_of_a_good_card(6)], Pace(0, 0), 1, threads)
    assert found.entropy == pytest.approx(math.log(2))
    assert found.loss == pytest.approx(math.log(3))
    assert found.error == pytest.approx(math.sqrt(20**2 / 3))


def test_what_many_tables_have_played_is_learned_together(threads: Executor) -> None:
    """In the same way, whichever thread is quicker."""
    batches = [play_games(Toy(), PRACTICE, new_network(PRACTICE, 1), 10, search_rng(seed)) for seed in range(3)]
    first, again, alone = (Learner(new_network(PRACTICE, seed=1)) for _ in range(3))
    found = [learner.learn(batches, PACE, 1, threads) for learner in (first, again)]
    alone.learn(batches[:1], PACE, 1, threads)
    assert found[0] == found[1]
    assert all(np.array_equal(one, two) for one, two in zip(first.network, again.network, strict=True))
    assert not np.array_equal(first.network.motives, alone.network.motives)
    assert first.steps == 6


def test_with_practice_the_highest_card_is_bid(threads: Executor) -> None:
    """With one round there is no reason to keep it."""
    learner, game = Learner(new_network(PRACTICE, seed=1)), Toy(rounds=1)
    for batch in range(20):
        learner.learn([play_games(game, PRACTICE, learner.network, 40, search_rng(batch))], PACE, batch, threads)
    notes = play_games(game, PRACTICE, learner.network, 100, search_rng(0, "exam"), strangers=0)
    bids = np.flatnonzero(notes.motives[: notes.used[0], 0] < CLOSING)
    assert notes.chosen[bids].mean() > 0.95


def test_compiled_steps_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch, threads: Executor) -> None:
    batches = [play_games(Toy(), PRACTICE, new_network(PRACTICE, 1), 20, search_rng(seed)) for seed in range(2)]
    plain, compiled = (Learner(new_network(PRACTICE, seed=1)) for _ in range(2))
    said = plain.learn(batches, PACE, 1, threads)
    monkeypatch.undo()
    found = compiled.learn(batches, PACE, 1, threads)
    assert (found.entropy, found.loss, found.error) == pytest.approx((said.entropy, said.loss, said.error), rel=1e-4)
    for one, two in zip(compiled.network, plain.network, strict=True):
        assert one == pytest.approx(two, abs=2e-3)


# ---- the result -------------------------------------------------------------------------------------------------


def test_a_skill_is_what_was_learned_in_whole_numbers() -> None:
    learner = Learner(new_network(PRACTICE, seed=1))
    for square in learner.squares:
        square[:] = 1
    learner.network.motives[0, 0] = 0.5, -1.0, 1.26 / UNIT, 1000
    skill = whole_skill(learner)
    assert skill.motives[0, 0].tolist() == [UNIT // 2, -UNIT, 1, LARGEST]
    assert skill.choice_units == pytest.approx(learner.network.choice_units * UNIT, abs=0.51)
    assert {getattr(skill, name).dtype for name in Network._fields} == {np.dtype(np.int16)}


def test_what_was_never_met_counts_nothing(threads: Executor) -> None:
    learner = Learner(new_network(PRACTICE, seed=1))
    learner.learn([notes_of_a_good_card(20)], PACE, 1, threads)
    skill = whole_skill(learner)
    assert learner.network.choice_units[0, 1:].all()
    assert skill.choice_units[0, 0].any()
    assert not skill.choice_units[0, 1:].any()
    assert not skill.choice_units[1].any()
    assert skill.motives[0, [1, 4, HIGHEST]].any()
    assert not skill.motives[0, [0, 2, 3, 5]].any()
