"""Games that a network plays against itself, thousands a second, and what is noted in them to learn from.

Each seat acts as likely as the network says, from what it may see. In some of the games some seats are *strangers*,
who play by the guide's weights or as imitations of other searches do, so that the network meets others than itself.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import copy_state, kernels, new_array, to_array
from shinar.core.compiled.scratch import scratch
from shinar.core.compiled.variants import fitted
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Actions, Game, Rules, deal_one, first_asked
from shinar.core.learning import MAX_MOTIVES, NO_MOTIVE, Practice
from shinar.core.rng import Rng, below
from shinar.search.skill import make_list_motives, make_show_position, shapes_of

__all__ = ["POINTS", "RATING", "Network", "Notes", "fill_chances", "fill_units", "new_network", "play_games", "predict"]

S = TypeVar("S")
Numbers = NDArray[np.float32]
Small = NDArray[np.int16]

MAX_POSITIONS = 48  # noted of a game: each turn, before something is dealt and when somebody acts
CHOICES = 40  # noted of a seat and game, on average; what is beyond that is not noted
MAX_LISTED = 64  # legal actions of a choice that is noted
STRANGERS = 15  # of a hundred games have them
PERCENT = 100
HABITS_SHARE = 15  # of the tables with strangers: those who play by the guide's weights
PARTS_OF_ONE = 1 << 30
RATING, POINTS = range(2)  # what is predicted
SPREAD = 0.08  # of the first weights
BEGIN = 0.1  # what a unit begins with
TRUE, START = range(2)  # the places in `states`


class Network(NamedTuple):
    """The weights while they are learned: those of a `Skill`, in its order."""

    choice_units: Numbers
    choice_biases: Numbers
    motives: Numbers
    motive_biases: Numbers
    value_units: Numbers
    value_biases: Numbers
    values: Numbers
    outputs: Numbers


def new_network(practice: Practice[Any], seed: int) -> Network:
    """A network that knows nothing: all actions are about equally likely."""
    random = np.random.default_rng(seed)
    parts = {name: np.zeros(shape, np.float32) for name, shape in shapes_of(practice).items()}
    for name, part in parts.items():
        if name in ("choice_units", "motives", "value_units", "outputs"):
            part += SPREAD * random.standard_normal(part.shape)
        elif name in ("choice_biases", "value_biases"):
            part += BEGIN
    return Network(**parts)


class Strangers(NamedTuple):
    """Who does not play by the network in a game."""

    seats: int  # as bits
    kind: int  # HABITS, or FIRST_IMITATION and the next ones


HABITS, FIRST_IMITATION = range(2)  # how strangers act
NO_STRANGERS = Strangers(0, HABITS)


class Notes(NamedTuple):
    """What was seen in some games. Choices are noted one after the other, positions by game."""

    # by choice
    used: NDArray[np.int64]  # how many choices there are
    signs: Small
    num_signs: Small
    motives: Small  # by action and place
    num_actions: Small
    chosen: Small  # the place of the action that was taken
    likely: Numbers  # the logarithm of how likely it was
    seats: Small
    games: NDArray[np.int32]
    positions: Small  # the position noted last
    parts: Small
    rows: Small
    # by game and position
    num_positions: Small
    open_parts: Small
    open_rows: Small
    open_signs: Small  # by seat too, as all below
    num_open_signs: Small
    predicted: Numbers  # rating and points
    # by game
    strangers: Small  # as bits
    usual: Small  # how many points a seat usually has
    scores: NDArray[np.int32]  # by seat too, as the ranks
    ranks: NDArray[np.int64]  # the greater, the better the place


def make_notes(practice: Practice[Any], games: int, seats: int) -> Notes:
    """Room for the notes of some games."""
    choices = games * seats * CHOICES

    def small(*shape: int) -> Small:
        return np.zeros(shape, np.int16)

    return Notes(
        used=np.zeros(1, np.int64),
        signs=small(choices, practice.max_signs),
        num_signs=small(choices),
        motives=small(choices, MAX_LISTED * MAX_MOTIVES),
        num_actions=small(choices),
        chosen=small(choices),
        likely=np.zeros(choices, np.float32),
        seats=small(choices),
        games=np.zeros(choices, np.int32),
        positions=small(choices),
        parts=small(choices),
        rows=small(choices),
        num_positions=small(games),
        open_parts=small(games, MAX_POSITIONS),
        open_rows=small(games, MAX_POSITIONS),
        open_signs=small(games, MAX_POSITIONS, seats, practice.max_signs + 1),
        num_open_signs=small(games, MAX_POSITIONS, seats),
        predicted=np.zeros((games, MAX_POSITIONS, seats, 2), np.float32),
        strangers=small(games),
        usual=small(games),
        scores=np.zeros((games, seats), np.int32),
        ranks=np.zeros((games, seats), np.int64),
    )


def play_games(
    game: Game[Any],
    practice: Practice[Any],
    network: Network,
    games: int,
    rng: Rng,
    strangers: int = STRANGERS,
    imitations: Network | None = None,
) -> Notes:
    """Play some games with the network on each seat, in some of a hundred with strangers, and note what it sees."""
    states = new_array(game.rules.state, START + 1)
    states[START] = to_array(game.initial_state())[0]
    notes = make_notes(practice, games, game.num_seats)
    play = practice_kernel(game.rules, practice)
    others = stack_networks(practice, ()) if imitations is None else imitations
    shares = np.array([HABITS_SHARE, *(rival.share for rival in practice.rivals)][: 1 + len(others.motives)])
    play(states, new_array(Actions, 1), to_array(rng), network, others, notes, strangers, shares)
    return notes


def stack_networks(practice: Practice[Any], networks: Sequence[Network]) -> Network:
    """Several networks in one, with another first index: the number of the network."""
    shapes = shapes_of(practice).values()
    return Network(
        *(
            np.array([network[place] for network in networks], np.float32).reshape(len(networks), *shape)
            for place, shape in enumerate(shapes)
        )
    )


# ---- the network, as kernels ask it -----------------------------------------------------------------------------


@jit
def fill_units(signs: Any, count: int, weights: Any, biases: Any, units: Any) -> None:
    """What the units of a layer add up to, as far as it is positive."""
    for unit in range(len(units)):
        units[unit] = biases[unit]
    for i in range(count):
        sign = signs[i]
        for unit in range(len(units)):
            units[unit] += weights[sign, unit]
    for unit in range(len(units)):
        units[unit] = max(units[unit], 0)


@jit
def find_strength(network: Network, part: int, row: int, motive: int, units: Any) -> float:
    """How strong a motive is. Four sums at a time: each must wait for itself, but not for the others."""
    weights = network.motives[part, motive]
    first, second, third, fourth = 0.0, 0.0, 0.0, 0.0
    for unit in range(0, len(units), 4):
        first += weights[unit] * units[unit]
        second += weights[unit + 1] * units[unit + 1]
        third += weights[unit + 2] * units[unit + 2]
        fourth += weights[unit + 3] * units[unit + 3]
    return float(network.motive_biases[row, motive] + (first + second) + (third + fourth))


# ---- the kernel -------------------------------------------------------------------------------------------------


@cache_kernels
def practice_kernel(rules: Rules[Any], practice: Practice[Any]) -> Callable[..., None]:
    """`play(states, actions, rngs, network, others, notes, strangers, shares)` plays games from `states[START]`."""
    play_one = _make_play_one(rules, fitted(rules, practice))

    @jit
    def play(
        states: Any, listed: Any, rngs: Any, network: Any, others: Any, notes: Any, strangers: int, shares: Any
    ) -> None:
        for game in range(len(notes.scores)):
            copy_state(states, TRUE, START)
            here = NO_STRANGERS
            if below(rngs[0], PERCENT) < strangers:
                seats = pick_strangers(rngs[0], notes.scores.shape[1])
                here = Strangers(seats, pick_kind(rngs[0], shares))
            notes.strangers[game] = here.seats
            play_one(states, listed, rngs[0], network, others, notes, game, here)

    return compiled(play)


def _make_play_one(rules: Rules[Any], practice: Practice[Any]) -> Any:
    actors, turn, score, ranking_key = rules.actors, rules.turn, rules.score, rules.ranking_key
    deal = kernels(rules, 1).deal  # it does not depend on the seats
    usual_points = practice.usual_points
    act, note_position = _make_act(rules, practice), _make_note_position(practice)

    @jit
    def play_one(
        states: Any, listed: Any, rng: Any, network: Any, others: Any, notes: Any, game: int, strangers: Strangers
    ) -> None:
        """Play one game from `states[TRUE]` with some strangers."""
        seats = notes.scores.shape[1]
        state = states[TRUE]
        noted = 0  # the moment noted last: of each turn, before something is dealt and when somebody acts
        notes.num_positions[game] = 0
        while actors(state) != NOBODY_ASKED:
            is_chance = actors(state) == CHANCE_ASKED
            moment = 2 * turn(state) + (0 if is_chance else 1)
            if moment > noted:
                note_position(state, network, notes, game, strangers.seats)
                noted = moment
            if is_chance:
                deal(state, rng, listed[0])
            else:
                act(states, listed, rng, network, others, notes, game, strangers)
        notes.usual[game] = usual_points(state)
        for seat in range(seats):
            notes.scores[game, seat] = score(state, seat)
            notes.ranks[game, seat] = ranking_key(state, seat)

    return play_one


def _make_act(rules: Rules[Any], practice: Practice[Any]) -> Any:
    actors, apply, legal_actions = rules.actors, rules.apply, rules.legal_actions
    decides, otherwise, choose = practice.decides, practice.otherwise, _make_choose(practice)
    choose_as_another = _make_choose_as_another(practice)

    @jit
    def act(
        states: Any, listed: Any, rng: Any, network: Any, others: Any, notes: Any, game: int, strangers: Strangers
    ) -> None:
        """Let the first seat that is asked act."""
        state, actions = states[TRUE], listed[0]
        seat = first_asked(actors(state))
        actions.n = 0
        legal_actions(state, seat, actions)
        if actions.n == 1:
            apply(state, seat, actions.ids[0])
        elif (
            (strangers.seats >> seat & 1 and strangers.kind == HABITS)
            or actions.n > MAX_LISTED
            or not decides(state, seat, actions)
        ):
            otherwise(state, seat, actions)
            apply(state, seat, deal_one(actions, rng))
        elif strangers.seats >> seat & 1:
            apply(state, seat, choose_as_another(state, seat, actions, rng, others, strangers.kind - FIRST_IMITATION))
        else:
            apply(state, seat, choose(state, seat, actions, rng, network, notes, game))

    return act


@jit
def pick_strangers(rng: Rng, seats: int) -> int:
    """The seats that do not play by the network, as bits: all but one, or about half of these."""
    own = below(rng, seats)
    are_all = below(rng, 2) == 0
    strangers = 0
    for seat in range(seats):
        if seat != own and (are_all or below(rng, 2) == 0):
            strangers |= 1 << seat
    return strangers


@jit
def pick_kind(rng: Rng, shares: Any) -> int:
    """Who the strangers are, in proportion to the shares of habits and imitations."""
    number = below(rng, shares.sum())
    kind = HABITS
    while number >= shares[kind]:
        number -= shares[kind]
        kind += 1
    return kind


def _make_note_position(practice: Practice[Any]) -> Any:
    show, part, row = make_show_position(practice), practice.part, practice.row

    @jit
    def note_position(state: Any, network: Any, notes: Any, game: int, strangers: int) -> None:
        """Note a position, and what the network predicts."""
        place = notes.num_positions[game]
        if place == MAX_POSITIONS:
            return
        notes.num_positions[game] = place + 1
        notes.open_parts[game, place] = part(state)
        notes.open_rows[game, place] = row(state)
        for seat in range(notes.scores.shape[1]):
            signs = notes.open_signs[game, place, seat]
            count = show(state, seat, strangers, signs)
            notes.num_open_signs[game, place, seat] = count
            predict(network, signs, count, part(state), row(state), notes.predicted[game, place, seat])

    return note_position


@jit
def predict(network: Network, signs: Any, count: int, part: int, row: int, into: Any) -> None:
    """The rating of a seat, and its points."""
    units = np.empty(network.value_biases.shape[1], np.float32)
    fill_units(signs, count, network.value_units[part], network.value_biases[part], units)
    for what in range(2):
        total = 0.0
        for i in range(count):
            total += network.values[part, signs[i], what]
        for unit in range(len(units)):
            total += units[unit] * network.outputs[row, what, unit]
        into[what] = total


def _make_choose(practice: Practice[Any]) -> Any:
    show, part, row = practice.show_choice, practice.part, practice.row
    list_motives = make_list_motives(practice.motives_of)
    num_motives = practice.motives

    @jit
    def choose(state: Any, seat: int, actions: Any, rng: Any, network: Any, notes: Any, game: int) -> int:
        """An action, as likely as the network says, noted to learn from."""
        place = min(notes.used[0], len(notes.num_signs) - 1)
        notes.used[0] = place + 1
        count = show(state, seat, notes.signs[place])
        motives = scratch(MAX_MOTIVES * actions.n)
        list_motives(state, seat, actions, motives)
        for i in range(MAX_MOTIVES * actions.n):
            notes.motives[place, i] = motives[i]
        chances = np.empty(actions.n)
        units = np.empty(network.choice_biases.shape[1], np.float32)
        here = part(state)
        fill_units(notes.signs[place], count, network.choice_units[here], network.choice_biases[here], units)
        fill_chances(network, here, row(state), units, motives, chances, num_motives)
        chosen = pick(rng, chances)
        notes.num_signs[place] = count
        notes.num_actions[place] = actions.n
        notes.chosen[place] = chosen
        notes.likely[place] = math.log(chances[chosen])
        notes.seats[place] = seat
        notes.games[place] = game
        notes.positions[place] = notes.num_positions[game] - 1
        notes.parts[place] = here
        notes.rows[place] = row(state)
        return int(actions.ids[chosen])

    return choose


def _make_choose_as_another(practice: Practice[Any]) -> Any:
    show, part, row = practice.show_choice, practice.part, practice.row
    list_motives = make_list_motives(practice.motives_of)
    num_motives, max_signs = practice.motives, practice.max_signs

    @jit
    def choose(state: Any, seat: int, actions: Any, rng: Any, others: Network, number: int) -> int:
        """An action, as likely as another network says."""
        signs, motives = scratch(max_signs), scratch(MAX_MOTIVES * actions.n)
        count = show(state, seat, signs)
        list_motives(state, seat, actions, motives)
        here = part(state)
        units = np.empty(others.choice_biases.shape[2], np.float32)
        fill_units(signs, count, others.choice_units[number, here], others.choice_biases[number, here], units)
        chances = np.empty(actions.n)
        network = Network(
            others.choice_units[number],
            others.choice_biases[number],
            others.motives[number],
            others.motive_biases[number],
            others.value_units[number],
            others.value_biases[number],
            others.values[number],
            others.outputs[number],
        )
        fill_chances(network, here, row(state), units, motives, chances, num_motives)
        return int(actions.ids[pick(rng, chances)])

    return choose


@jit
def fill_chances(
    network: Network, part: int, row: int, units: Any, motives: Any, chances: Any, num_motives: int
) -> None:
    """How likely each action is."""
    is_known = np.zeros(num_motives, np.bool_)
    known = np.empty(num_motives)
    best = -math.inf
    for i in range(len(chances)):
        chances[i] = 0.0
        for k in range(MAX_MOTIVES):
            motive = motives[MAX_MOTIVES * i + k]
            if motive != NO_MOTIVE:
                if not is_known[motive]:
                    known[motive] = find_strength(network, part, row, motive, units)
                    is_known[motive] = True
                chances[i] += known[motive]
        best = max(best, chances[i])
    total = 0.0
    for i in range(len(chances)):
        chances[i] = math.exp(chances[i] - best)
        total += chances[i]
    for i in range(len(chances)):
        chances[i] /= total


@jit
def pick(rng: Rng, chances: Any) -> int:
    """A place, as likely as its chance."""
    left = (below(rng, PARTS_OF_ONE) + 0.5) / PARTS_OF_ONE
    for i in range(len(chances) - 1):
        left -= chances[i]
        if left < 0:
            return i
    return len(chances) - 1
