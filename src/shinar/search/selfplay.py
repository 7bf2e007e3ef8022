"""Games that a guide plays against itself, and what is counted in them: what an evaluation learns from.

A seat acts by the guide's weights alone or, with iterations, by a search that sees what the seat may know.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shinar.core.action import Entry
from shinar.core.bits import as_int
from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import copy_state, from_array, kernels, new_array, to_array
from shinar.core.compiled.scratch import scratch
from shinar.core.game import CHANCE, CHANCE_ASKED, NOBODY_ASKED, Game, Rules, deal_one, first_asked, pick_action
from shinar.core.guide import Guide
from shinar.core.learning import Lessons
from shinar.core.rng import Rng, below, search_rng
from shinar.core.study import FinishedGame
from shinar.search.choice import BLANK, TRUE, make_searched_choice, start_tree
from shinar.search.playout import make_choice
from shinar.search.rating import make_count_all
from shinar.search.tree import Node, SearchBuffers

__all__ = ["NOT_NOTED", "CountedGames", "SelfPlay", "play_games", "record_game"]

PERCENT = 100
NOISES = 3  # a game is played with no noise, once or twice as much as asked
NOT_NOTED = -1
START = BLANK + 1  # one more place in `states`


class CountedGames(NamedTuple):
    """What was counted in some games, and what they came to."""

    counts: NDArray[np.int16]  # by game, position, seat and count
    rows: NDArray[np.int16]  # by game and position: the row of weights; NOT_NOTED where a game had no more positions
    scores: NDArray[np.int32]  # by game and seat
    ranks: NDArray[np.int64]  # by game and seat: the greater, the better the place


@dataclass(frozen=True)
class SelfPlay:
    """What is asked for."""

    games: int
    noise: int  # so many of a hundred actions or turns are stray, so that unusual positions are met too
    seed: int
    iterations: int = 0  # of a search before each action; 0: actions by the guide's weights


def play_games(game: Game[Any], guide: Guide[Any], lessons: Lessons[Any], asked: SelfPlay) -> CountedGames:
    """Play some games."""
    seats, games = game.num_seats, asked.games
    played = CountedGames(
        np.zeros((games, lessons.noted, seats, len(lessons.counts)), np.int16),
        np.full((games, lessons.noted), NOT_NOTED, np.int16),
        np.zeros((games, seats), np.int32),
        np.zeros((games, seats), np.int64),
    )
    states = new_array(game.rules.state, START + 1)
    states[START] = to_array(game.initial_state())[0]
    nodes = new_array(Node, 1 + asked.iterations * seats * guide.batch)
    buffers = new_array(SearchBuffers, 1)
    run = selfplay_kernel(game.rules, seats if asked.iterations else 0, guide, lessons)
    run(states, nodes, buffers, to_array(search_rng(asked.seed)), played, asked.noise, asked.iterations)
    return played


@cache_kernels
def selfplay_kernel(rules: Rules[Any], seats: int, guide: Guide[Any], lessons: Lessons[Any]) -> Callable[..., None]:
    """`play(states, nodes, buffers, rngs, played, noise, iterations)`, by searches for so many seats; 0: by weights,
    at a table of any size."""
    actors, apply, legal_actions = rules.actors, rules.apply, rules.legal_actions
    score, ranking_key = rules.score, rules.ranking_key
    deal = kernels(rules, 1).deal  # it does not depend on the seats
    choose = make_searched_choice(rules, seats, guide) if seats else _make_weighed_choice(rules, guide)
    stray, noise_now = _make_stray(rules, guide, lessons), _make_noise(rules, lessons)
    note = _make_note(lessons)

    @jit
    def act(states: Any, nodes: Any, buffers: Any, rngs: Any, noise: int, iterations: int) -> None:
        """Let the first seat that is asked act."""
        state = states[TRUE]
        actions = buffers[0].actions
        seat = first_asked(actors(state))
        actions.n = 0
        legal_actions(state, seat, actions)
        if actions.n == 1:
            apply(state, seat, actions.ids[0])
        elif below(rngs[0], PERCENT) < noise:
            apply(state, seat, stray(state, seat, rngs[0], actions))
        else:
            apply(state, seat, choose(states, nodes, buffers, rngs, seat, iterations, start_tree(nodes)))

    @jit
    def play(states: Any, nodes: Any, buffers: Any, rngs: Any, played: Any, noise: int, iterations: int) -> None:
        for game in range(len(played.scores)):
            copy_state(states, TRUE, START)
            state = states[TRUE]
            noise_here = noise * below(rngs[0], NOISES)
            last = -1
            noted = 0
            here = Noise(-1, 0)
            while actors(state) != NOBODY_ASKED:
                if actors(state) == CHANCE_ASKED:
                    deal(state, rngs[0], buffers[0].actions)
                else:
                    last, noted = note(state, rngs[0], last, noted, played.counts[game], played.rows[game])
                    here = noise_now(state, rngs[0], here, noise_here)
                    act(states, nodes, buffers, rngs, here.percent, iterations)
            for seat in range(played.scores.shape[1]):
                played.scores[game, seat] = score(state, seat)
                played.ranks[game, seat] = ranking_key(state, seat)

    return compiled(play)


class Noise(NamedTuple):
    """How many of a hundred actions are stray."""

    turn: int  # in which this was decided
    percent: int


def _make_noise(rules: Rules[Any], lessons: Lessons[Any]) -> Any:
    """`noise_now(state, rng, before, asked)`: the noise of the present turn."""
    turn, has_stray_turns = rules.turn, lessons.stray_turns

    @jit
    def noise_now(state: Any, rng: Any, before: Noise, asked: int) -> Noise:
        if not has_stray_turns:
            return Noise(-1, as_int(asked))
        now = as_int(turn(state))
        if now == before.turn:
            return before
        return Noise(now, PERCENT if below(rng, PERCENT) < asked else 0)

    return noise_now


def _make_stray(rules: Rules[Any], guide: Guide[Any], lessons: Lessons[Any]) -> Any:
    """`stray(state, seat, rng, actions)`: one of the legal actions, which were listed."""

    @jit
    def stray(_state: Any, _seat: int, rng: Any, actions: Any) -> int:
        return int(pick_action(actions, rng))

    return make_choice(rules, guide) if lessons.stray_turns else stray


def _make_weighed_choice(rules: Rules[Any], guide: Guide[Any]) -> Any:
    choose_by_weight = make_choice(rules, guide)

    @jit
    def choose(states: Any, _nodes: Any, buffers: Any, rngs: Any, seat: int, _iterations: int, _used: int) -> int:
        return int(choose_by_weight(states[TRUE], seat, rngs[0], buffers[0].actions))

    return choose


@cache_kernels
def recording_kernel(rules: Rules[Any], seats: int, guide: Guide[Any]) -> Callable[..., int]:
    """`record(states, nodes, buffers, rngs, log, iterations)` plays one game by searches from `states[START]` and gives
    the number of entries; `rngs[0]` thinks, `rngs[1]` deals. A row of `log` is who acted, and what."""
    actors, apply, legal_actions, chances = rules.actors, rules.apply, rules.legal_actions, rules.chances
    choose = make_searched_choice(rules, seats, guide)

    @jit
    def next_action(states: Any, nodes: Any, buffers: Any, rngs: Any, actor: int, iterations: int) -> int:
        actions = buffers[0].actions
        actions.n = 0
        if actor == CHANCE:
            chances(states[TRUE], actions)
            return int(deal_one(actions, rngs[1]))
        legal_actions(states[TRUE], actor, actions)
        if actions.n == 1:
            return int(actions.ids[0])
        return int(choose(states, nodes, buffers, rngs, actor, iterations, start_tree(nodes)))

    @jit
    def record(states: Any, nodes: Any, buffers: Any, rngs: Any, log: Any, iterations: int) -> int:
        copy_state(states, TRUE, START)
        entries = 0
        asked = actors(states[TRUE])
        while asked != NOBODY_ASKED:
            actor = CHANCE if asked == CHANCE_ASKED else first_asked(asked)
            action = next_action(states, nodes, buffers, rngs, actor, iterations)
            log[entries, 0] = actor
            log[entries, 1] = action
            entries += 1
            apply(states[TRUE], actor, action)
            asked = actors(states[TRUE])
        return entries

    return compiled(record)


def record_game(game: Game[Any], guide: Guide[Any], iterations: int, thinking: Rng, dealing: Rng) -> FinishedGame[Any]:
    """Play one game of a search against itself, and keep all of it."""
    states = new_array(game.rules.state, START + 1)
    states[START] = to_array(game.initial_state())[0]
    nodes, buffers = new_array(Node, 1 + iterations * game.num_seats * guide.batch), new_array(SearchBuffers, 1)
    rngs = new_array(Rng, 2)
    rngs[0], rngs[1] = to_array(thinking)[0], to_array(dealing)[0]
    log = np.zeros((game.max_actions, 2), np.int16)
    run = recording_kernel(game.rules, game.num_seats, guide)
    entries = run(states, nodes, buffers, rngs, log, iterations)
    entry_list = tuple(Entry(actor, action) for actor, action in log[:entries].tolist())
    return FinishedGame(game, game.initial_state(), entry_list, from_array(game.rules.state, states, TRUE))


def _make_note(lessons: Lessons[Any]) -> Any:
    row, moment, stride = lessons.row, lessons.moment or lessons.row, lessons.stride
    count_all = make_count_all(lessons)
    length = len(lessons.counts)

    @jit
    def note(state: Any, rng: Any, last: int, noted: int, counts: Any, rows: Any) -> tuple[int, int]:
        """Write down what is counted when a moment is met first; the moment that was met last, and how many are."""
        now = moment(state)
        if now == last or noted == len(rows) or (stride > 1 and below(rng, stride) > 0):
            return now, noted
        seats = counts.shape[1]
        found = scratch(seats * length)
        count_all(state, found, seats)
        for seat in range(seats):
            for i in range(length):
                counts[noted, seat, i] = found[seat * length + i]
        rows[noted] = row(state)
        return now, noted + 1

    return note
