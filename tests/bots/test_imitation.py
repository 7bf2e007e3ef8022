"""A network that acts like searches: what it watches, and what it learns of it."""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions
from shinar.core.guide import PLAIN
from shinar.core.learning import MAX_MOTIVES, NO_MOTIVE
from shinar.core.rng import search_rng
from shinar.games.wonders import Wonders
from shinar.games.wonders.expertise.player import PRACTICE as OF_WONDERS
from shinar.search import imitation
from shinar.search.imitation import (
    FORGOTTEN,
    MINIBATCH,
    RESOLVE,
    SHARPNESS,
    Looks,
    add_look,
    imitate,
    make_looks,
    note_visits,
    resolute,
    share_as_expected,
    watch,
)
from shinar.search.practice import Network, fill_chances, fill_units, new_network
from shinar.search.reinforcement import VALUE_PLACES, blank
from shinar.search.tree import Node, SearchBuffers, add_node
from tests.bots.test_skill import BIDS
from tests.bots.toy_practice import CLOSING, HIGHEST, PRACTICE
from tests.core.toy import BIDDING, State, Toy

GAMES = 6
ITERATIONS = 20
NETWORK = new_network(PRACTICE, seed=1)


@pytest.fixture
def _plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def watched(seed: int = 1, games: int = GAMES) -> Looks:
    """What plain searches looked at in some games."""
    return watch(Toy(), PRACTICE, PLAIN, ITERATIONS, games, search_rng(seed))


def assert_alike(first: Looks, second: Looks) -> None:
    assert all(np.array_equal(one, two) for one, two in zip(first, second, strict=True))


# ---- watching ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_plain_python")
def test_choices_are_noted_as_the_network_sees_them() -> None:
    looks = watched()
    bids = np.flatnonzero(looks.motives[:, 0] < CLOSING)
    assert 0 < len(bids) <= len(looks.parts)
    for choice in bids.tolist():
        assert looks.num_signs[choice] == 3, "two cards and the prize"
        low, high = looks.motives[choice, 0], looks.motives[choice, MAX_MOTIVES]
        assert looks.motives[choice, : 2 * MAX_MOTIVES].tolist() == [low, NO_MOTIVE, high, HIGHEST]
        assert looks.num_actions[choice] == 2
        assert looks.rows[choice] - looks.parts[choice] == 1


@pytest.mark.usefixtures("_plain_python")
def test_what_is_wanted_of_all_legal_actions_adds_up_to_one() -> None:
    looks = watched()
    assert (looks.num_actions > 1).all()
    assert looks.wanted.sum(axis=1) == pytest.approx(1)
    for wanted, actions in zip(looks.wanted, looks.num_actions, strict=True):
        assert not wanted[actions:].any()


@pytest.mark.usefixtures("_plain_python")
def test_what_the_network_does_not_decide_is_not_noted() -> None:
    @jit
    def is_bidding(state: State, _seat: int, _actions: Actions) -> bool:
        return state.phase == BIDDING

    practice = replace(PRACTICE, decides=is_bidding)
    looks = watch(Toy(), practice, PLAIN, ITERATIONS, GAMES, search_rng(1))
    assert 0 < len(looks.parts) < len(watched().parts)
    assert (looks.motives[:, 0] < CLOSING).all()


@pytest.mark.usefixtures("_plain_python")
def test_the_seed_alone_decides_what_is_seen() -> None:
    assert_alike(watched(), watched())
    assert not np.array_equal(watched().signs[:3], watched(seed=2).signs[:3])


@pytest.mark.usefixtures("_plain_python")
def test_in_two_of_three_games_some_actions_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """With noise in all actions the same deals go on in another way."""
    usual = watched()
    monkeypatch.setattr(imitation, "NOISES", (0, 100, 100))
    noisy = watched()
    assert np.array_equal(usual.signs[:3], noisy.signs[:3])
    assert not np.array_equal(usual.signs[: len(noisy.signs)], noisy.signs[: len(usual.signs)])


@pytest.mark.usefixtures("_plain_python")
def test_what_is_beyond_the_room_is_not_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = watched()
    monkeypatch.setattr(imitation, "make_looks", lambda practice, _choices: make_looks(practice, 5))
    assert_alike(watched(), Looks(*(part[:5] for part in whole)))


@pytest.mark.usefixtures("_plain_python")
def test_looks_are_put_together_one_after_the_other() -> None:
    first, second = watched(games=1), watched(seed=2, games=1)
    both = first.plus(second)
    assert len(both.parts) == len(first.parts) + len(second.parts)
    assert np.array_equal(both.signs[len(first.parts) :], second.signs)


def test_an_action_is_wanted_the_more_the_more_it_was_visited() -> None:
    nodes, buffer, actions = [Node() for _ in range(4)], SearchBuffers(), Actions()
    buffer.used = 1
    for action, visits in ((7, 10), (8, 20), (9, 0)):
        actions.ids[actions.n] = action
        actions.n += 1
        nodes[add_node(nodes, 0, 1, buffer, action)].visits = visits
    wanted = np.zeros(5)
    note_visits(nodes, 1, actions, wanted)
    odds = 0.5**SHARPNESS
    assert wanted.tolist() == pytest.approx([odds / (1 + odds), 1 / (1 + odds), 0, 0, 0])


def test_compiled_games_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = watched()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for one, two in zip(compiled, watched(), strict=True):
        assert one == pytest.approx(two, abs=1e-6)


@pytest.mark.slow
def test_searches_of_7_wonders_can_be_watched() -> None:
    """All that a seat chooses is noted: 18 cards, or fewer where only one action is legal."""
    looks = watch(Wonders(players=3), OF_WONDERS, PLAIN, ITERATIONS, 2, search_rng(1))
    assert 60 < len(looks.parts) <= 2 * 3 * 18
    assert set(looks.parts.tolist()) == {0, 1, 2}


# ---- imitating --------------------------------------------------------------------------------------------------


def looks_of_bids(wants: Callable[[int, int], int]) -> Looks:
    """Choices between two cards, again and again; the card that `wants` names by its motives is wanted."""
    looks = make_looks(PRACTICE, 3 * MINIBATCH)
    signs = [0] * PRACTICE.max_signs
    for choice in range(len(looks.parts)):
        state, seat, actions = BIDS[choice % len(BIDS)]
        count = PRACTICE.show_choice(state, seat, signs)
        looks.num_signs[choice], looks.signs[choice, :count] = count, signs[:count]
        low, high = sorted(actions.ids[: actions.n])
        motives = [0] * MAX_MOTIVES
        for place, action in enumerate((low, high)):
            shown = PRACTICE.motives_of(state, seat, action, motives)
            looks.motives[choice, MAX_MOTIVES * place :][:MAX_MOTIVES] = (*motives[:shown], NO_MOTIVE)[:MAX_MOTIVES]
        looks.num_actions[choice] = 2
        looks.wanted[choice, wants(low, high)] = 1
        looks.parts[choice], looks.rows[choice] = PRACTICE.part(state), PRACTICE.row(state)
    return looks


@pytest.mark.parametrize("wants", [lambda _low, _high: 0, lambda _low, _high: 1], ids=["low", "high"])
def test_an_imitation_does_what_it_has_seen(monkeypatch: pytest.MonkeyPatch, wants: Callable[[int, int], int]) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(imitation, "STEP", 0.05)
    looks = looks_of_bids(wants)
    learned = imitate(NETWORK, looks, seed=1)
    assert share_as_expected(learned, looks) == 1 > share_as_expected(NETWORK, looks)


@pytest.mark.usefixtures("_plain_python")
def test_an_imitation_begins_with_what_is_known_and_leaves_the_network_as_it_is() -> None:
    before = Network(*(part.copy() for part in NETWORK))
    learned = imitate(NETWORK, looks_of_bids(lambda _low, _high: 1), seed=1)
    for one, two in zip(before, NETWORK, strict=True):
        assert np.array_equal(one, two)
    for one, two in zip(NETWORK[VALUE_PLACES:], learned[VALUE_PLACES:], strict=True):
        assert np.array_equal(FORGOTTEN * one, two)
    assert learned.motives[0, 0] == pytest.approx(FORGOTTEN * NETWORK.motives[0, 0], abs=0.05)


@pytest.mark.usefixtures("_plain_python")
def test_the_seed_alone_decides_what_is_learned() -> None:
    looks = looks_of_bids(lambda low, _high: low % 2)
    first, again, other = (imitate(NETWORK, looks, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.motives, again.motives)
    assert not np.array_equal(first.motives, other.motives)


def loss_of(network: Network, looks: Looks, choice: int) -> float:
    """How unlikely what is wanted in a choice is to a network."""
    part, row = looks.parts[choice], looks.rows[choice]
    units, chances = np.empty(PRACTICE.units, np.float32), np.empty(looks.num_actions[choice])
    weights, biases = network.choice_units[part], network.choice_biases[part]
    fill_units(looks.signs[choice], looks.num_signs[choice], weights, biases, units)
    fill_chances(network, part, row, units, looks.motives[choice], chances, PRACTICE.motives)
    wanted: list[float] = looks.wanted[choice, : len(chances)].tolist()
    return -sum(part * math.log(chance) for part, chance in zip(wanted, chances.tolist(), strict=True))


@pytest.mark.usefixtures("_plain_python")
def test_slopes_are_how_fast_the_loss_grows() -> None:
    looks, little = looks_of_bids(lambda _low, _high: 1), 1e-3
    exact: Any = [part.astype(np.float64) for part in NETWORK]
    network = Network(*exact)
    slopes = blank(network)
    add_look(network, slopes, looks, 0)
    for part, slope in list(zip(network, slopes, strict=True))[:VALUE_PLACES]:
        place = np.unravel_index(np.argmax(np.abs(slope)), slope.shape)
        losses = []
        for step in (-little, little):
            part[place] += step
            losses.append(loss_of(network, looks, 0))
            part[place] -= step
        (low, high), *_ = pairwise(losses)
        assert slope[place] == pytest.approx((high - low) / (2 * little), rel=0.01)
        assert slope[place] != 0


def test_compiled_steps_are_those_of_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = looks_of_bids(lambda low, _high: low % 2)
    compiled, share = imitate(NETWORK, looks, seed=1), share_as_expected(NETWORK, looks)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    plain: Any = imitate(NETWORK, looks, seed=1)
    assert share == share_as_expected(NETWORK, looks)
    for one, two in zip(compiled, plain, strict=True):
        assert one == pytest.approx(two, abs=1e-3)


def test_units_may_be_others() -> None:
    """The shapes come from the network."""
    network = new_network(replace(PRACTICE, units=8), seed=1)
    assert imitate(network, looks_of_bids(lambda _low, _high: 0), seed=1).motives.shape == network.motives.shape


def test_a_resolute_imitation_takes_the_likeliest_action_more_often() -> None:
    surer = resolute(NETWORK)
    signs, motives = np.array([1, 2], np.int16), np.array([0, NO_MOTIVE, 1, NO_MOTIVE][: 2 * MAX_MOTIVES], np.int16)
    units = np.empty(PRACTICE.units, np.float32)
    fill_units(signs, 2, NETWORK.choice_units[0], NETWORK.choice_biases[0], units)
    chances, surely = np.empty(2), np.empty(2)
    fill_chances(NETWORK, 0, 0, units, motives, chances, PRACTICE.motives)
    fill_chances(surer, 0, 0, units, motives, surely, PRACTICE.motives)
    odds = chances**RESOLVE
    assert surely == pytest.approx(odds / odds.sum(), rel=1e-5)
    assert surely.max() > chances.max()
