"""Games that a guide's weights play against themselves, and what is counted in them: what an evaluation learns from."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import copy_state, kernels, new_array, to_array
from shinar.core.compiled.scratch import scratch
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Actions, Game, Rules, first_asked, pick_action
from shinar.core.guide import Guide
from shinar.core.learning import Lessons
from shinar.core.rng import below, search_rng
from shinar.search.playout import make_choice

__all__ = ["CountedGames", "play_games"]

PERCENT = 100
NOISES = 3  # a game is played with no noise, once or twice as much as asked


class CountedGames(NamedTuple):
    """What was counted in some games, and what they came to."""

    counts: NDArray[np.int16]  # by game, row, seat and count; nothing where a game never was
    scores: NDArray[np.int32]  # by game and seat


def play_games(game: Game[Any], lessons: Lessons[Any], games: int, noise: int, seed: int) -> CountedGames:
    """Play some games; so many of a hundred actions are any, so that unusual positions are met too."""
    played = CountedGames(
        np.zeros((games, lessons.rows, game.num_seats, len(lessons.counts)), np.int16),
        np.zeros((games, game.num_seats), np.int32),
    )
    states = new_array(game.rules.state, 2)
    states[1] = to_array(game.initial_state())[0]
    run = selfplay_kernel(game.rules, game.expertise().guide, lessons)
    run(states, to_array(search_rng(seed)), new_array(Actions, 1), played, noise)
    return played


@cache_kernels
def selfplay_kernel(rules: Rules[Any], guide: Guide[Any], lessons: Lessons[Any]) -> Callable[..., None]:
    """`play(states, rngs, lists, played, noise)` plays from `states[1]`, on `states[0]`, at a table of any size."""
    actors, apply, legal_actions, score = rules.actors, rules.apply, rules.legal_actions, rules.score
    deal = kernels(rules, 1).deal  # it does not depend on the seats
    choose = make_choice(rules, guide)
    note = _make_note(lessons)

    @jit
    def play_one(states: Any, rng: Any, actions: Any, counts: Any, noise: int) -> None:
        copy_state(states, 0, 1)
        state = states[0]
        last = -1
        asked = actors(state)
        while asked != NOBODY_ASKED:
            if asked == CHANCE_ASKED:
                deal(state, rng, actions)
            else:
                last = note(state, last, counts)
                seat = first_asked(asked)
                if below(rng, PERCENT) < noise:
                    actions.n = 0
                    legal_actions(state, seat, actions)
                    apply(state, seat, pick_action(actions, rng))
                else:
                    apply(state, seat, choose(state, seat, rng, actions))
            asked = actors(state)

    @jit
    def play(states: Any, rngs: Any, lists: Any, played: Any, noise: int) -> None:
        for game in range(len(played.scores)):
            play_one(states, rngs[0], lists[0], played.counts[game], noise * below(rngs[0], NOISES))
            for seat in range(played.scores.shape[1]):
                played.scores[game, seat] = score(states[0], seat)

    return compiled(play)


def _make_note(lessons: Lessons[Any]) -> Any:
    row, count = lessons.row, lessons.count
    length = len(lessons.counts)

    @jit
    def note(state: Any, last: int, counts: Any) -> int:
        """Write down what is counted when a row of weights is met first; the row that was met last."""
        now = row(state)
        if now == last:
            return last
        for seat in range(counts.shape[1]):
            found = scratch(length)
            count(state, seat, found)
            for i in range(length):
                counts[now, seat, i] = found[i]
        return now

    return note
