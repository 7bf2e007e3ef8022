"""A network that acts like a search: it learns which actions searches look at most, and then needs no time to think.

A network that learns by practice meets such imitations, so that it also knows how others play than itself.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import copy_state, kernels, new_array, to_array
from shinar.core.compiled.scratch import scratch
from shinar.core.compiled.variants import fitted
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Game, Rules, first_asked, pick_action
from shinar.core.guide import Guide
from shinar.core.learning import MAX_MOTIVES, Practice
from shinar.core.rng import Rng, below
from shinar.search.choice import TRUE, make_searched_choice, start_tree
from shinar.search.policy import visits_of
from shinar.search.practice import MAX_LISTED, Network, fill_chances, fill_units
from shinar.search.reinforcement import VALUE_PLACES, add_choice_slopes, blank, descend
from shinar.search.selfplay import START
from shinar.search.skill import make_list_motives
from shinar.search.tree import Node, SearchBuffers

__all__ = ["Looks", "imitate", "resolute", "share_as_expected", "watch"]

PERCENT = 100
NOISES = (0, 4, 12)  # so many of a hundred actions are any, in a third of the games each
SHARPNESS = 12  # visits are raised to this power: an imitation acts like a search, which takes what it visits most
CHOICES = 40  # noted of a seat and game, at most
FORGOTTEN = 0.5  # an imitation begins with what a network has learned, but less sure of it
RESOLVE = 3  # how much surer of themselves imitations are at the table than a fit to single choices makes them
EPOCHS = 8
MINIBATCH = 256
STEP = 1e-3


class Looks(NamedTuple):
    """What searches have looked at, choice by choice."""

    signs: NDArray[Any]
    num_signs: NDArray[Any]
    motives: NDArray[Any]  # by action and place
    num_actions: NDArray[Any]
    wanted: NDArray[Any]  # by action: how likely an imitation should take it
    parts: NDArray[Any]
    rows: NDArray[Any]

    def plus(self, other: "Looks") -> "Looks":
        """Both, one after the other."""
        return Looks(*(np.concatenate(pair) for pair in zip(self, other, strict=True)))


# ---- watching ---------------------------------------------------------------------------------------------------


def make_looks(practice: Practice[Any], choices: int) -> Looks:
    """Room for what is looked at in some choices."""

    def small(*shape: int) -> NDArray[np.int16]:
        return np.zeros(shape, np.int16)

    return Looks(
        small(choices, practice.max_signs),
        small(choices),
        small(choices, MAX_LISTED * MAX_MOTIVES),
        small(choices),
        np.zeros((choices, MAX_LISTED), np.float32),
        small(choices),
        small(choices),
    )


def watch(game: Game[Any], practice: Practice[Any], guide: Guide[Any], iterations: int, games: int, rng: Rng) -> Looks:
    """Let searches play some games, and note what they look at."""
    states = new_array(game.rules.state, START + 1)
    states[START] = to_array(game.initial_state())[0]
    nodes = new_array(Node, 1 + iterations * game.num_seats * guide.batch)
    buffers = new_array(SearchBuffers, 1)
    looks = make_looks(practice, games * game.num_seats * CHOICES)
    used = np.zeros(1, np.int64)
    run = watching_kernel(game.rules, game.num_seats, guide, practice)
    rngs = to_array(rng)
    for number in range(games):
        run(states, nodes, buffers, rngs, looks, used, Order(iterations, NOISES[number % len(NOISES)]))
    return Looks(*(part[: used[0]].copy() for part in looks))


class Order(NamedTuple):
    """What is asked of the kernel."""

    iterations: int
    noise: int  # so many of a hundred actions are any


@cache_kernels
def watching_kernel(rules: Rules[Any], seats: int, guide: Guide[Any], practice: Practice[Any]) -> Callable[..., None]:
    """`play(states, nodes, buffers, rngs, looks, used, order)` plays a game; `used[0]` counts choices."""
    actors, apply, legal_actions = rules.actors, rules.apply, rules.legal_actions
    deal = kernels(rules, seats).deal
    choose = make_searched_choice(rules, seats, guide)
    practice = fitted(rules, practice)
    note = _make_note(practice)
    decides = practice.decides

    @jit
    def act(states: Any, nodes: Any, buffers: Any, rngs: Any, looks: Any, used: Any, order: Order) -> None:
        state, actions = states[TRUE], buffers[0].actions
        seat = first_asked(actors(state))
        actions.n = 0
        legal_actions(state, seat, actions)
        best = int(actions.ids[0])
        if actions.n > 1:
            best = choose(states, nodes, buffers, rngs, seat, order.iterations, start_tree(nodes))
            actions.n = 0
            legal_actions(state, seat, actions)
            if used[0] < len(looks.num_signs) and actions.n <= MAX_LISTED and decides(state, seat, actions):
                note(state, nodes, seat, actions, looks, used[0])
                used[0] += 1
        if actions.n == 1 or below(rngs[0], PERCENT) < order.noise:
            apply(state, seat, pick_action(actions, rngs[0]))
        else:
            apply(state, seat, best)

    @jit
    def play(states: Any, nodes: Any, buffers: Any, rngs: Any, looks: Any, used: Any, order: Order) -> None:
        copy_state(states, TRUE, START)
        while actors(states[TRUE]) != NOBODY_ASKED:
            if actors(states[TRUE]) == CHANCE_ASKED:
                deal(states[TRUE], rngs[0], buffers[0].actions)
            else:
                act(states, nodes, buffers, rngs, looks, used, order)

    return compiled(play)


def _make_note(practice: Practice[Any]) -> Any:
    show, part, row = practice.show_choice, practice.part, practice.row
    list_motives = make_list_motives(practice.motives_of)

    @jit
    def note(state: Any, nodes: Any, seat: int, actions: Any, looks: Any, place: int) -> None:
        """Write down a choice, and how often each action was visited."""
        looks.num_signs[place] = show(state, seat, looks.signs[place])
        motives = scratch(MAX_MOTIVES * actions.n)
        list_motives(state, seat, actions, motives)
        for i in range(MAX_MOTIVES * actions.n):
            looks.motives[place, i] = motives[i]
        note_visits(nodes, seat, actions, looks.wanted[place])
        looks.num_actions[place] = actions.n
        looks.parts[place] = part(state)
        looks.rows[place] = row(state)

    return note


@jit
def note_visits(nodes: Any, seat: int, actions: Any, wanted: Any) -> None:
    """How likely an imitation should take each action, by its visits."""
    most = 1
    for i in range(actions.n):
        most = max(most, visits_of(nodes, seat, actions.ids[i]))
    total = 0.0
    for i in range(actions.n):
        wanted[i] = (visits_of(nodes, seat, actions.ids[i]) / most) ** SHARPNESS
        total += wanted[i]
    for i in range(actions.n):
        wanted[i] /= total


# ---- imitating --------------------------------------------------------------------------------------------------


def imitate(network: Network, looks: Looks, seed: int) -> Network:
    """A network that chooses as searches did, learned from one that plays by itself: it knows already what is alike."""
    imitation = Network(*(FORGOTTEN * part for part in network))
    means, squares, slopes = blank(network), blank(network), blank(network)
    random, find_slopes = np.random.default_rng(seed), imitating_kernel()
    each = -(-len(looks.parts) // MINIBATCH)
    for step in range(EPOCHS * each):
        if step % each == 0:
            order = random.permutation(len(looks.parts))
        some = order[step % each :: each]
        find_slopes(imitation, slopes, looks, some)
        size = STEP * (1 - step / (EPOCHS * each))
        for place in range(VALUE_PLACES):
            slope = slopes[place]
            slope /= len(some)
            descend(imitation[place], slope, means[place], squares[place], size, step + 1)
            slope[:] = 0
    return imitation


def resolute(imitations: Network) -> Network:
    """The same, but acting more surely.

    Of several good actions a search takes now this one, now that one, but hardly ever a poor one. An imitation that
    acts just as likely as it was fitted to does take poor ones, and is a weaker player than the search.
    """
    return imitations._replace(motives=RESOLVE * imitations.motives, motive_biases=RESOLVE * imitations.motive_biases)


@cache_kernels
def imitating_kernel() -> Any:
    """`find(network, slopes, looks, choices)` adds up the slopes of how unlikely some choices are to the network."""

    @jit
    def find(network: Network, slopes: Network, looks: Looks, choices: Any) -> None:
        for choice in choices:
            add_look(network, slopes, looks, choice)

    return compiled(find)


@jit
def add_look(network: Network, slopes: Network, looks: Looks, choice: int) -> None:
    """The slopes of one choice."""
    part, row, count = looks.parts[choice], looks.rows[choice], looks.num_signs[choice]
    signs, motives, actions = looks.signs[choice], looks.motives[choice], looks.num_actions[choice]
    units = np.empty(network.choice_biases.shape[1], np.float32)
    fill_units(signs, count, network.choice_units[part], network.choice_biases[part], units)
    chances = np.empty(actions)
    fill_chances(network, part, row, units, motives, chances, network.motives.shape[1])
    for i in range(actions):
        chances[i] -= looks.wanted[choice, i]
    add_choice_slopes(network, slopes, part, row, signs, count, motives, units, chances)


def share_as_expected(network: Network, looks: Looks) -> float:
    """In how many choices, of all, the action that was visited most is the likeliest to the network."""
    right = np.zeros(1, np.int64)
    examining_kernel()(network, looks, right)
    return float(right[0] / max(1, len(looks.parts)))


@cache_kernels
def examining_kernel() -> Any:
    """`count(network, looks, right)`."""

    @jit
    def count(network: Network, looks: Looks, right: Any) -> None:
        for choice in range(len(looks.parts)):
            part, row, actions = looks.parts[choice], looks.rows[choice], looks.num_actions[choice]
            units = np.empty(network.choice_biases.shape[1], np.float32)
            weights, biases = network.choice_units[part], network.choice_biases[part]
            fill_units(looks.signs[choice], looks.num_signs[choice], weights, biases, units)
            chances = np.empty(actions)
            fill_chances(network, part, row, units, looks.motives[choice], chances, network.motives.shape[1])
            right[0] += np.argmax(chances) == np.argmax(looks.wanted[choice, :actions])

    return compiled(count)
