"""Loops over a game's rules that are compiled whole: random games, soaking, stepping, counting.

Kernels take states as arrays of one or more records (`to_array`): a single record costs the caller ten times as much.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from shinar.core.compiled.jit import cache_kernels, compiled, is_compiler_on, jit, jit_as
from shinar.core.compiled.layout import Array, blank_array, copy_of, fields_of, i64, layout, pack, per, unpack
from shinar.core.game import CHANCE, CHANCE_ASKED, NOBODY_ASKED, Actions, Rules, deal_one, first_asked, pick_action
from shinar.core.rng import Rng, below, reseed

__all__ = [
    "HISTOGRAM",
    "Kernels",
    "SoakReport",
    "copy_state",
    "from_array",
    "kernels",
    "new_array",
    "rules_through_kernels",
    "to_array",
    "values_at",
]

S = TypeVar("S")

HISTOGRAM = 1000  # lengths of games are counted up to here; longer ones together in the last slot
MAX_SEATS = 8
MAX_ENDINGS = 16
WITHIN_BOUNDS, TOO_MANY_ACTIONS, NOBODY_CAN_ACT = 0, 100, 101  # what a soak finds besides the game's own audits


# ---- records in arrays ------------------------------------------------------------------------------------------


def to_array(record: Any) -> Any:
    """A record as kernels take it: an array of one, or a list of one when the compiler is off."""
    return pack(record) if is_compiler_on() else [copy_of(record)]


def new_array(cls: type[Any], count: int) -> Any:
    """Several blank records for a kernel."""
    return blank_array(cls, count) if is_compiler_on() else [cls() for _ in range(count)]


def from_array(cls: type[S], array: Any, index: int = 0) -> S:
    """The record in an array of one, as a plain object of its own."""
    return unpack(cls, array, index) if is_compiler_on() else copy_of(array[index])


def values_at(cls: type[Any], array: Any, index: int) -> tuple[Any, ...]:
    """The values of the fields of a record in an array, in order: a quicker look at it than an object of its own."""
    if is_compiler_on():
        return cast(tuple[Any, ...], array[index].item())
    return tuple(getattr(array[index], field.name) for field in fields_of(cls))


def _assign_record(states: Any, target: int, source: int) -> None:
    states[target] = states[source]


@jit_as(_assign_record)
def copy_state(states: Any, target: int, source: int) -> None:
    """Copy one record of an array onto another: in a kernel a few nanoseconds."""
    states[target] = copy_of(states[source])


# ---- kernels ----------------------------------------------------------------------------------------------------


@layout
class SoakReport:
    """What a soak counts, and where it stopped."""

    games: i64
    actions: i64  # of seats
    fault: i64  # 0, or the audit that failed
    faulty_game: i64  # the seed of the game in which it did
    lengths: Array[i64] = per(HISTOGRAM)  # games by the number of actions of seats
    wins: Array[i64] = per(MAX_SEATS)  # games won alone, by seat
    draws: i64  # games whose first place was shared
    endings: Array[i64] = per(MAX_ENDINGS)  # games by their ending
    points: Array[i64] = per(MAX_SEATS)  # sum of scores, by seat
    longest: i64  # actions of the longest game, chance included


@dataclass(frozen=True)
class Kernels(Generic[S]):
    """The compiled loops of one game. `deal` is for other kernels, the rest is called from Python."""

    deal: Callable[[S, Rng, Actions], None]
    random_games: Callable[[Any, Any, Any, int], int]
    simulate: Callable[[Any, Any, Any, Any, int, int], None]
    sample: Callable[[Any, Any, Any, int, int], None]
    step: Callable[[Any, Any, Any, int], int]
    soak: Callable[[Any, Any, Any, Any, int, int, int], None]
    perft: Callable[[Any, Any, int], int]
    copy_many: Callable[[Any, int], None]


@cache_kernels
def kernels(rules: Rules[S], num_seats: int, team_size: int = 1) -> Kernels[S]:
    """The kernels of a game, made once and compiled at their first call."""
    deal = _make_deal(rules)
    play_action = _make_play_action(rules)
    playout = _make_playout(rules, deal, play_action)
    count_result = _make_count_result(rules, num_seats, team_size)
    return Kernels(
        deal,
        compiled(_make_random_games(playout)),
        compiled(_make_simulate(playout, count_result)),
        compiled(_make_sample(rules, deal, play_action, playout)),
        compiled(_make_step(rules, deal)),
        compiled(_make_soak(_make_audited_game(rules, play_action), count_result)),
        compiled(_make_perft(rules)),
        compiled(_copy_many),
    )


def _make_deal(rules: Rules[S]) -> Callable[[S, Rng, Actions], None]:
    """Let chance act until somebody else is asked."""
    actors, chances, apply, quick_deal = rules.actors, rules.chances, rules.apply, rules.deal

    @jit
    def deal(state: S, rng: Rng, actions: Actions) -> None:
        while actors(state) == CHANCE_ASKED:
            actions.n = 0
            chances(state, actions)
            apply(state, CHANCE, deal_one(actions, rng))

    if quick_deal is None:
        return deal
    deal_quickly = quick_deal

    @jit
    def deal_by_hook(state: S, rng: Rng, _actions: Actions) -> None:
        deal_quickly(state, rng)

    return deal_by_hook


def _make_play_action(rules: Rules[S]) -> Callable[[S, int, Rng, Actions], None]:
    """Take a random action of a seat that is asked."""
    legal_actions, apply, quick_action = rules.legal_actions, rules.apply, rules.random_action

    @jit
    def play_action(state: S, seat: int, rng: Rng, actions: Actions) -> None:
        actions.n = 0
        legal_actions(state, seat, actions)
        apply(state, seat, pick_action(actions, rng))

    if quick_action is None:
        return play_action
    random_action = quick_action

    @jit
    def play_action_by_hook(state: S, seat: int, rng: Rng, actions: Actions) -> None:
        apply(state, seat, random_action(state, seat, rng, actions))

    return play_action_by_hook


def _make_playout(rules: Rules[S], deal: Any, play_action: Any) -> Callable[[S, Rng, Actions], int]:
    actors = rules.actors

    @jit
    def playout(state: S, rng: Rng, actions: Actions) -> int:
        """Play at random to the end; the number of actions seats took."""
        steps = 0
        while True:
            mask = actors(state)
            if mask == NOBODY_ASKED:
                return steps
            if mask == CHANCE_ASKED:
                deal(state, rng, actions)
            else:
                play_action(state, first_asked(mask), rng, actions)
                steps += 1

    return playout


def _make_random_games(playout: Any) -> Any:
    @jit
    def random_games(states: Any, rngs: Any, actions: Any, count: int) -> int:
        """Play games at random from states[1] in states[0]; the number of actions seats took."""
        steps = 0
        for _ in range(count):
            copy_state(states, 0, 1)
            steps += playout(states[0], rngs[0], actions[0])
        return steps

    return random_games


def _make_simulate(playout: Any, count_result: Any) -> Any:
    @jit
    def simulate(states: Any, rngs: Any, actions: Any, reports: Any, first: int, count: int) -> None:
        """Play games number first … first+count-1 from states[1] in states[0], and count how they ended."""
        for game in range(first, first + count):
            reseed(rngs[0], game)
            copy_state(states, 0, 1)
            steps = playout(states[0], rngs[0], actions[0])
            count_result(states[0], steps, reports[0])

    return simulate


def _make_sample(rules: Rules[S], deal: Any, play_action: Any, playout: Any) -> Any:
    """Positions from the middle of games, of each game one: any in which somebody must choose, equally likely."""
    actors = rules.actors

    @jit
    def sample(states: Any, rngs: Any, actions: Any, first: int, count: int) -> None:
        """One position of each of the games number first … first+count-1 from states[1], into states[2] and on."""
        rng = rngs[0]
        for game in range(count):
            reseed(rng, first + game)
            copy_state(states, 0, 1)
            steps = below(rng, max(playout(states[0], rng, actions[0]), 1))
            reseed(rng, first + game)  # the same game again, up to there
            copy_state(states, 0, 1)
            deal(states[0], rng, actions[0])
            for _ in range(steps):
                play_action(states[0], first_asked(actors(states[0])), rng, actions[0])
                deal(states[0], rng, actions[0])
            copy_state(states, 2 + game, 0)

    return sample


def _make_step(rules: Rules[S], deal: Any) -> Any:
    actors, apply, legal_actions = rules.actors, rules.apply, rules.legal_actions

    @jit
    def step(states: Any, rngs: Any, actions: Any, action: int) -> int:
        """Take an action of the first seat asked, let chance act, list what the next seat may do; who is asked then.

        A negative action only lists, so it begins a game.
        """
        state = states[0]
        if action >= 0:
            apply(state, first_asked(actors(state)), action)
        mask = actors(state)
        if mask == CHANCE_ASKED:
            deal(state, rngs[0], actions[0])
            mask = actors(state)
        actions[0].n = 0
        if mask != NOBODY_ASKED:
            legal_actions(state, first_asked(mask), actions[0])
        return mask

    return step


def _make_audited_game(rules: Rules[S], play_action: Any) -> Any:
    """A random game that stops at the first fault; chance is listed and picked, so that the lists are checked too."""
    actors, chances, apply, legal_actions, audit = (
        rules.actors,
        rules.chances,
        rules.apply,
        rules.legal_actions,
        rules.audit,
    )

    @jit
    def audited_game(state: S, rng: Rng, actions: Actions, max_actions: int, soaked: SoakReport) -> int:
        steps = 0
        count = 0
        mask = actors(state)
        while mask != NOBODY_ASKED:
            actions.n = 0
            if mask == CHANCE_ASKED:
                chances(state, actions)
                listed = actions.n
                if listed > 0:
                    apply(state, CHANCE, deal_one(actions, rng))
            else:
                legal_actions(state, first_asked(mask), actions)
                listed = actions.n
                if listed > 0:
                    play_action(state, first_asked(mask), rng, actions)
                steps += 1
            count += 1
            soaked.fault = NOBODY_CAN_ACT if listed == 0 else audit(state)
            if count > max_actions:
                soaked.fault = TOO_MANY_ACTIONS
            if soaked.fault != WITHIN_BOUNDS:
                return steps
            mask = actors(state)
        soaked.longest = max(soaked.longest, count)
        return steps

    return audited_game


def _make_count_result(rules: Rules[S], num_seats: int, team_size: int) -> Any:
    """Count how a game ended in a report; partners win together."""
    score, ranking_key, ending = rules.score, rules.ranking_key, rules.ending

    @jit
    def count_result(state: S, steps: int, soaked: SoakReport) -> None:
        best = ranking_key(state, 0)
        winner = 0
        is_shared = False
        for seat in range(num_seats):
            soaked.points[seat] += score(state, seat)
        for seat in range(team_size, num_seats, team_size):
            mine = ranking_key(state, seat)
            if mine >= best:
                is_shared = mine == best
                winner = seat
                best = mine
        if is_shared:
            soaked.draws += 1
        else:
            for seat in range(winner, winner + team_size):
                soaked.wins[seat] += 1
        soaked.endings[ending(state)] += 1
        soaked.lengths[min(steps, HISTOGRAM - 1)] += 1
        soaked.games += 1
        soaked.actions += steps

    return count_result


def _make_soak(audited_game: Any, count_result: Any) -> Any:
    @jit
    def soak(states: Any, rngs: Any, actions: Any, soakeds: Any, first: int, count: int, max_actions: int) -> None:
        """Play games number first … first+count-1 from states[1], checking after every action; stop at a fault.

        The number of a game is its seed, so that a faulty one can be played again.
        """
        soaked = soakeds[0]
        for game in range(first, first + count):
            reseed(rngs[0], game)
            copy_state(states, 0, 1)
            steps = audited_game(states[0], rngs[0], actions[0], max_actions, soaked)
            if soaked.fault != WITHIN_BOUNDS:
                soaked.faulty_game = game
                return
            count_result(states[0], steps, soaked)

    return soak


def _make_perft(rules: Rules[S]) -> Any:
    actors, chances, apply, legal_actions = rules.actors, rules.chances, rules.apply, rules.legal_actions

    @jit
    def perft(states: Any, actions: Any, depth: int) -> int:
        """The number of ways to go on for `depth` actions from states[0], chance's included.

        One record of states and actions for every ply: level k holds the position after k actions.
        """
        if depth == 0:
            return 1
        leaves = 0
        ply = 0
        actions[0].weights[0] = -1  # weights[0] serves as the index of the action a ply is trying
        while ply >= 0:
            mask = actors(states[ply])
            if actions[ply].weights[0] < 0:
                actions[ply].n = 0
                if mask == CHANCE_ASKED:
                    chances(states[ply], actions[ply])
                elif mask != NOBODY_ASKED:
                    legal_actions(states[ply], first_asked(mask), actions[ply])
                actions[ply].weights[0] = 0
            tried = actions[ply].weights[0]
            if ply == depth - 1 or tried == actions[ply].n:
                if ply == depth - 1:
                    leaves += actions[ply].n
                ply -= 1
                continue
            copy_state(states, ply + 1, ply)
            apply(states[ply + 1], CHANCE if mask == CHANCE_ASKED else first_asked(mask), actions[ply].ids[tried])
            actions[ply].weights[0] += 1
            ply += 1
            actions[ply].weights[0] = -1
        return leaves

    return perft


@jit
def _copy_many(states: Any, count: int) -> None:
    """Copy states[0] over the others, again and again; for measuring."""
    for i in range(count):
        copy_state(states, 1 + i % (len(states) - 1), 0)


# ---- the same rules, compiled, for callers with plain records ---------------------------------------------------


@cache_kernels
def rules_through_kernels(rules: Rules[S]) -> Rules[S]:
    """The same bundle of rules on the same plain records, each function run as compiled code: for the laws."""
    return Rules(
        state=rules.state,
        actors=_on_plain_records(_of_state(rules.actors)),
        legal_actions=_on_plain_records(_of_state_seat_record(rules.legal_actions)),
        chances=_on_plain_records(_of_state_record(rules.chances)),
        apply=_on_plain_records(_of_state_seat_number(rules.apply)),
        observe=_on_plain_records(_of_state_seat_record(rules.observe)),
        determinize=_on_plain_records(_of_state_seat_record(rules.determinize)),
        score=_on_plain_records(_of_state_seat(rules.score)),
        ranking_key=_on_plain_records(_of_state_seat(rules.ranking_key)),
        ending=_on_plain_records(_of_state(rules.ending)),
        turn=_on_plain_records(_of_state(rules.turn)),
        audit=_on_plain_records(_of_state(rules.audit)),
    )


def _of_state(function: Any) -> Any:
    @jit
    def entry(states: Any) -> Any:
        return function(states[0])

    return entry


def _of_state_seat(function: Any) -> Any:
    @jit
    def entry(states: Any, seat: int) -> Any:
        return function(states[0], seat)

    return entry


def _of_state_record(function: Any) -> Any:
    @jit
    def entry(states: Any, others: Any) -> Any:
        return function(states[0], others[0])

    return entry


def _of_state_seat_record(function: Any) -> Any:
    @jit
    def entry(states: Any, seat: int, others: Any) -> Any:
        return function(states[0], seat, others[0])

    return entry


def _of_state_seat_number(function: Any) -> Any:
    @jit
    def entry(states: Any, seat: int, number: int) -> Any:
        return function(states[0], seat, number)

    return entry


def _on_plain_records(entry: Any) -> Any:
    """A function of plain records that runs compiled: they are put into arrays for the call, and read back after it."""
    run = compiled(entry)

    def call(*arguments: Any) -> Any:
        arrays = [to_array(argument) if _is_record(argument) else argument for argument in arguments]
        result = run(*arrays)
        for argument, array in zip(arguments, arrays, strict=True):
            if _is_record(argument):
                _read_back(argument, from_array(type(argument), array))
        return result

    return call


def _is_record(value: Any) -> bool:
    return hasattr(type(value), "__layout__")


def _read_back(record: Any, changed: Any) -> None:
    for field in fields_of(type(record)):
        setattr(record, field.name, getattr(changed, field.name))
