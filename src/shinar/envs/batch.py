"""Many games side by side, stepped by machine code: what all environments stand on.

A game of a batch waits for one seat at a time. Where several are asked at once they are asked one after the other, and
none is shown what another has chosen. A game that has ended begins anew in the same step, unless it is to stay as it
is. Every game has streams of its own, so a batch goes the same way for a seed however many threads step it. The arrays
are written over by each step.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from shinar.core.compiled.atomic import lower_to
from shinar.core.compiled.encoding import Encoding, encoder, fetcher, raw_bytes
from shinar.core.compiled.jit import cache_kernels, compiled, entry_point, jit
from shinar.core.compiled.kernel import copy_state, from_array, kernels, new_array, to_array
from shinar.core.compiled.layout import dtype_of
from shinar.core.compiled.memory import fetch_part, row_of
from shinar.core.errors import OptionError
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Actions, Game, Rules, first_asked, mask_listed, offer_listed
from shinar.core.rng import Rng, derive, reseed
from shinar.envs.team import GO_ON, ITEMS, KIND, PART, Team, finish_part, is_finished, new_board, next_part, post

__all__ = ["Arrays", "Batch"]

S = TypeVar("S")

STREAMS = 1 << 61  # seeds are folded into so many
BEGIN = -1  # instead of an action: begin a new game
CHECK, STEP = 0, 1  # tasks of the threads: look whether all actions are legal, take them
OPENING = 1  # counted from the last record
APART = 2  # records from one thread's to the next, so that no two threads write to one line of the processor's cache
AHEAD = 1  # games: how far ahead memory is fetched
TOGETHER, LARGE_STATE = 64, 1024  # see `_games_together`; the latter in bytes


class Arrays(NamedTuple):
    """All that a step reads and writes; one row per game, unless noted otherwise."""

    states: Any  # the games, those that threads work with (see `spare_of`), and the opening
    raws: Any  # the bytes of the states
    rngs: Any  # streams that deal, then as many that draw `random_actions`
    lists: Any  # one for each thread
    observations: Any  # what the seat that is asked may know
    masks: Any  # 1 for each of its legal actions
    agents: Any  # the seat that is asked
    rewards: Any  # of all seats, when a game ends; else 0
    earned: Any  # of the seat that has acted
    ended: Any  # whether the game has ended in this step
    final_observations: Any  # what the seat that ended the game knew then; rows of other games are out of date
    random_actions: Any  # one of the legal actions, all equally likely
    begins_anew: Any  # one flag for all games: whether those that have ended begin anew


@dataclass(frozen=True)
class BatchKernels:
    """The compiled loops of a batch."""

    share: Callable[[Arrays, Any, Any, Any, int, int, int], bool]  # (arrays, actions or BEGIN, … ) see `_make_share`
    look: Callable[[Arrays, int, int, Any, Any], None]  # (arrays, game, seat, row, mask) what any seat may know and do


class Batch(Generic[S]):
    """Games of one kind that are stepped together: `begin`, then look at `arrays` and `step` as often as you like."""

    def __init__(self, game: Game[S], n: int, threads: int = 1, *, begins_anew: bool = True) -> None:
        if n < 1 or threads < 1:
            raise OptionError(f"at least one game and one thread are needed, not {n} and {threads}")
        self.game, self.n, self.threads = game, n, min(threads, n)
        self.encoding = Encoding(game)
        self.arrays = _new_arrays(game, self.encoding.size, n, self.threads)
        self.arrays.begins_anew[0] = begins_anew
        self._kernels = batch_kernels(game.rules, game.num_seats, game.team_size)
        self._chosen = np.full(n, BEGIN, np.int64)
        self._first_illegal = np.full(1, n, np.int64)  # the first game whose action is not legal; n: all are
        self._board = new_board(n, self.threads)
        self._team = Team(self.threads, self._share())

    def seed(self, seed: int) -> None:
        """Let all streams begin anew: the same seed, the same games."""
        first = derive(seed, "batch") % STREAMS
        for number in range(2 * self.n):
            rng, (kind, game) = Rng(), divmod(number, self.n)
            reseed(rng, first + 2 * game + kind)
            self.arrays.rngs[number] = to_array(rng)[0]

    def begin(self) -> None:
        """Begin a new game everywhere."""
        self._chosen[:] = BEGIN
        self._team.carry_out(STEP)

    def step(self, actions: Any) -> None:
        """Take an action in each game; OptionError for the first that is not legal, before any is taken."""
        self._chosen[:] = actions
        self._first_illegal[0] = self.n
        self._team.carry_out(CHECK)
        game = int(self._first_illegal[0])
        if game < self.n:
            raise OptionError(f"game {game}: {self.refusal(game, int(self.arrays.agents[game]), int(actions[game]))}")
        self._team.carry_out(STEP)

    def look(self, game: int, seat: int, row: Any, mask: Any) -> None:
        """Write into a row what any seat may know of a game, and into a mask what it may do."""
        self._kernels.look(self.arrays, game, seat, row, mask)

    def state(self, game: int) -> S:
        """The true position of a game, as a record of its own."""
        state: S = from_array(self.game.rules.state, self.arrays.states, game)
        return state

    def close(self) -> None:
        """End the threads."""
        self._team.close()

    def _share(self) -> Callable[[int, int, int], bool]:
        """The kernel in its quickest form, for the arrays of this batch; it is compiled when it is first called."""
        kernel, given = self._kernels.share, (self.arrays, self._chosen, self._first_illegal, self._board)
        quickest: list[Any] = []

        def share(kind: int, thread: int, patience: int) -> bool:
            if not quickest:
                quickest.append(entry_point(kernel, *given, 0, 0, 0))
            return bool(quickest[0](*given, kind, thread, patience))

        return share

    def refusal(self, game: int, seat: int, action: int) -> str:
        """Why an action is not legal, in one sentence."""
        name = self.game.action_name(action) if 0 <= action < self.game.num_actions else f"action {action}"
        return f"{name} is not legal for seat {seat}: {self.game.explain(self.state(game), seat, action)}"


def _new_arrays(game: Game[Any], size: int, n: int, threads: int) -> Arrays:
    states = new_array(game.rules.state, spare_of(n, threads) + OPENING)
    states[len(states) - OPENING] = to_array(game.initial_state())[0]
    return Arrays(
        states,
        raw_bytes(states),
        new_array(Rng, 2 * n),
        new_array(Actions, threads),
        np.zeros((n, size), np.int8),
        np.zeros((n, game.first_chance_action), np.int8),
        np.zeros(n, np.int64),
        np.zeros((n, game.num_seats), np.float32),
        np.zeros(n, np.float64),
        np.zeros(n, np.bool_),
        np.zeros((n, size), np.int8),
        np.zeros(n, np.int64),
        np.zeros(1, np.bool_),
    )


# ---- the kernels ------------------------------------------------------------------------------------------------
#
# `step` alone is given all arrays; it hands on what is needed. A tuple of arrays handed from function to function would
# take half of the time.


@jit
def spare_of(games: int, thread: int) -> int:
    """The record that a thread works with; others lie between those of two threads, and beside the games."""
    return games + 1 + APART * thread


@cache_kernels
def batch_kernels(rules: Rules[S], num_seats: int, team_size: int = 1) -> BatchKernels:
    """The kernels of a game, made once and compiled at their first call."""
    deal = kernels(rules, num_seats).deal
    look = _make_look(rules)
    return BatchKernels(
        compiled(_make_share(_make_step(rules, deal, look, num_seats, team_size))),
        compiled(_make_look_entry(look, _make_mask(rules))),
    )


def _make_look(rules: Rules[S]) -> Any:
    encode = encoder(rules)

    @jit
    def look(states: Any, raws: Any, spare: int, game: int, seat: int, row: Any) -> None:
        """Write what a seat may know of a game; a spare record is worked with."""
        encode(states[game], row_of(raws, game), seat, states[spare], row_of(raws, spare), row)

    return look


def _make_look_entry(look: Any, mask_actions: Any) -> Any:
    @jit
    def look_entry(arrays: Arrays, game: int, seat: int, row: Any, mask: Any) -> None:
        look(arrays.states, arrays.raws, spare_of(len(arrays.agents), 0), game, seat, row)
        mask_actions(arrays.states[game], seat, mask, arrays.lists[0])

    return look_entry


def _make_mask(rules: Rules[S]) -> Any:
    legal_actions = rules.legal_actions

    @jit
    def mask_actions(state: S, seat: int, mask: Any, actions: Actions) -> None:
        """Write the mask of what a seat may do."""
        actions.n = 0
        legal_actions(state, seat, actions)
        mask_listed(actions, mask)

    return mask_actions


def _make_offer(rules: Rules[S]) -> Any:
    legal_actions, quick_offer = rules.legal_actions, rules.offer

    @jit
    def offer(state: S, seat: int, mask: Any, rng: Rng, actions: Actions) -> int:
        """Write the mask of what a seat may do, and give one of these actions, all equally likely."""
        actions.n = 0
        legal_actions(state, seat, actions)
        return offer_listed(actions, mask, rng)

    return offer if quick_offer is None else quick_offer


def _make_start(rules: Rules[S], deal: Any) -> Any:
    actors = rules.actors

    @jit
    def start(states: Any, game: int, rng: Rng, actions: Actions) -> None:
        """Put a game to its opening, and let chance deal."""
        copy_state(states, game, len(states) - OPENING)
        if actors(states[game]) == CHANCE_ASKED:
            deal(states[game], rng, actions)

    return start


def _make_play(rules: Rules[S], deal: Any) -> Any:
    actors, apply = rules.actors, rules.apply

    @jit
    def play(state: S, seat: int, action: int, rng: Rng, actions: Actions) -> bool:
        """Take an action of the seat that is asked, and let chance act; whether the game has ended."""
        apply(state, seat, action)
        if actors(state) == CHANCE_ASKED:
            deal(state, rng, actions)
        return actors(state) == NOBODY_ASKED

    return play


def _make_pay(rules: Rules[S], num_seats: int, team_size: int) -> Any:
    ranking_key, last = rules.ranking_key, max(num_seats // team_size - 1, 1)
    with_partners = 0.5 * (team_size - 1)  # partners tie with each other, which does not count

    @jit
    def pay(state: S, rewards: Any) -> None:
        """Rewards as `Outcome.returns` gives them: places in order from 1 to -1, ties share, partners get the same."""
        for seat in range(num_seats):
            mine = ranking_key(state, seat)
            place = 0.0
            for other in range(num_seats):
                theirs = ranking_key(state, other)
                if theirs > mine:
                    place += 1.0
                elif theirs == mine and other != seat:
                    place += 0.5
            rewards[seat] = 1.0 - 2.0 * (place - with_partners) / team_size / last

    return pay


def _make_step(rules: Rules[S], deal: Any, look: Any, num_seats: int, team_size: int) -> Any:
    actors, offer, start = rules.actors, _make_offer(rules), _make_start(rules, deal)
    play, pay = _make_play(rules, deal), _make_pay(rules, num_seats, team_size)
    fetch_record, fetch_row = (fetcher(rules.state, in_row=in_row) for in_row in (False, True))
    together = _games_together(rules)

    @jit
    def step(arrays: Arrays, chosen: Any, first: int, last: int, thread: int) -> None:
        """Take an action in each of the games, or begin it; show what comes next, in a new game where one has ended."""
        states, raws, rngs, actions = arrays.states, arrays.raws, arrays.rngs, arrays.lists[thread]
        observations, masks, agents, rewards = arrays.observations, arrays.masks, arrays.agents, arrays.rewards
        earned, ended, finals = arrays.earned, arrays.ended, arrays.final_observations
        samples, games, spare = arrays.random_actions, len(arrays.agents), spare_of(len(arrays.agents), thread)
        opening, stays = states[len(states) - OPENING], not arrays.begins_anew[0]
        for begin in range(first, last, together):
            end = min(begin + together, last)
            for game in range(begin, end):
                fetch_record(raws, game + AHEAD, opening)
                seat = int(agents[game])
                ended[game] = False
                for other in range(num_seats):
                    rewards[game, other] = 0.0
                if chosen[game] != BEGIN and play(states[game], seat, int(chosen[game]), rngs[game], actions):
                    ended[game] = True
                    pay(states[game], row_of(rewards, game))
                    look(states, raws, spare, game, seat, row_of(finals, game))
                earned[game] = rewards[game, seat]
                if ended[game] and stays:
                    continue
                if chosen[game] == BEGIN or ended[game]:
                    start(states, game, rngs[game], actions)
                agents[game] = first_asked(actors(states[game]))
            for game in range(begin, end):
                fetch_row(observations, game + AHEAD, opening)
                if not (ended[game] and stays):
                    look(states, raws, spare, game, int(agents[game]), row_of(observations, game))
            for game in range(begin, end):
                fetch_part(masks, game + AHEAD, 0, masks.shape[1])
                if not (ended[game] and stays):
                    mask, seat = row_of(masks, game), int(agents[game])
                    samples[game] = offer(states[game], seat, mask, rngs[games + game], actions)

    return step


def _games_together(rules: Rules[S]) -> int:
    """How many games are played before they are looked at.

    The machine code of a large game does not fit into the fastest cache: it is used for many games before that of
    looking at them takes its place. That of a small game does, and looking goes on while the processor waits for play.
    """
    return TOGETHER if dtype_of(rules.state).itemsize >= LARGE_STATE else 1


def _make_share(step: Any) -> Any:
    @jit
    def share(
        arrays: Arrays, chosen: Any, first_illegal: Any, board: Any, kind: int, thread: int, patience: int
    ) -> bool:
        """Post a task, unless it is GO_ON, and do parts of what is posted; whether it is finished.

        The caller's thread, number 0, then waits for the others; they wait for the next task.
        """
        if kind != GO_ON:
            post(board, kind)
        first = next_part(board, thread, patience if thread > 0 else 0)
        while first >= 0:
            last = min(first + board[PART], board[ITEMS])
            if board[KIND] == CHECK:
                check(arrays.masks, chosen, first, last, first_illegal)
            else:
                step(arrays, chosen, first, last, thread)
            finish_part(board, last - first)
            first = next_part(board, thread, patience if thread > 0 else 0)
        return thread > 0 or is_finished(board, patience)

    return share


@jit
def check(masks: Any, chosen: Any, first: int, last: int, first_illegal: Any) -> None:
    """Find the first of some games whose action is not legal."""
    for game in range(first, last):
        action = chosen[game]
        if action < 0 or action >= masks.shape[1] or masks[game, action] == 0:
            lower_to(first_illegal, 0, game)
            return
