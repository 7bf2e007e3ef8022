"""A turn of Babel solved exactly: what can be reached before it ends, by which actions, and what cannot.

Within a turn nothing is left to chance: only the opponent's discards from a halved hand are not the player's to choose,
and which cards these are changes nothing before the turn is over. So a turn is a finite tree. It is searched deeper and
deeper, equal positions only once, which gives a shortest way to a goal, or the proof that there is none.
"""

import re
from collections.abc import Callable
from typing import Any

from shinar.core.compiled.jit import cache_kernels, compiled, jit
from shinar.core.compiled.kernel import copy_state, from_array, new_array, to_array
from shinar.core.compiled.layout import Array, i8, i16, i32, i64, layout, per
from shinar.core.errors import OptionError
from shinar.core.expertise import Answer, Solution
from shinar.core.game import Actions, Observation
from shinar.games.babel.actions import DISCARD_CARD, END_TURN
from shinar.games.babel.components import HIGHEST_LEVEL, NATION_NAMES, NATIONS, SEATS, SITES
from shinar.games.babel.rules import apply, hand_size, height, legal_actions, ranking_key, score
from shinar.games.babel.state import ACT, DISCARD, OVER, Player, Row, State

__all__ = ["Goal", "parse_goal", "solve", "solve_goal"]

MAX_PLIES = 160  # no turn has more actions: cards are played, paid and built once each
DEFAULT_LIMIT = 400_000  # positions
NO_LIMIT = 127  # for what a goal does not ask
MASK = (1 << 63) - 1
MULTIPLIERS = (6364136223846793005, 3935559000370003845)
INCREMENT = 1442695040888963407

FOUND, IMPOSSIBLE, TOO_MANY = range(3)
ANSWERS = (Answer.POSSIBLE, Answer.IMPOSSIBLE, Answer.UNDECIDED)  # by these


# ---- goals ------------------------------------------------------------------------------------------------------


@layout
class Goal:
    """What is wanted, all of it at the same time."""

    won: i8  # 1: the game is over and won
    razed: i8  # sites where the opponent shall have no temple, as bits
    points: i8  # at least so many own points
    opposing: i8  # at most so many points of the opponent
    hand: i8  # at most so many cards in the opponent's hand
    levels: Array[i8] = per(SITES)  # own temples at least so high


GOAL_WORDS = "win, destroy SITE, reach POINTS, hold POINTS, halve CARDS, raise SITE to LEVEL, joined by 'and'"


def parse_goal(text: str) -> Goal:
    """The goal of a text such as `destroy hittites and reach 12`; OptionError if it is none."""
    goal = Goal()
    goal.opposing = goal.hand = NO_LIMIT
    for part in re.split(r"\s+and\s+", " ".join(text.lower().split())):
        if not _read_part(goal, part):
            raise OptionError(f"{part!r} is not a goal; goals are {GOAL_WORDS}")
    return goal


def _read_part(goal: Goal, part: str) -> bool:
    words = part.split()
    if part == "win":
        goal.won = 1
    elif len(words) == 2 and words[0] == "destroy" and words[1] in NATION_NAMES:
        goal.razed |= 1 << NATION_NAMES.index(words[1])
    elif len(words) == 2 and words[0] in {"reach", "hold", "halve"} and re.fullmatch(r"\d{1,2}", words[1]):
        setattr(goal, {"reach": "points", "hold": "opposing", "halve": "hand"}[words[0]], int(words[1]))
    elif match := re.fullmatch(rf"raise ({'|'.join(NATION_NAMES)}) to ([1-{HIGHEST_LEVEL}])", part):
        goal.levels[NATION_NAMES.index(match[1])] = int(match[2])
    else:
        return False
    return True


@jit
def is_met(goal: Goal, state: State, seat: int) -> bool:
    """Whether a position is what is wanted."""
    other = state.players[1 - seat]
    if goal.won and not (state.phase == OVER and ranking_key(state, seat) > ranking_key(state, 1 - seat)):
        return False
    for site in range(SITES):
        if goal.razed >> site & 1 and other.temples[site] != 0:
            return False
        if height(state.players[seat], site) < goal.levels[site]:
            return False
    if score(state, seat) < goal.points or score(state, 1 - seat) > goal.opposing:
        return False
    return hand_size(other) <= goal.hand


# ---- positions that were met ------------------------------------------------------------------------------------


@layout
class Slot:
    """A position that was met: two independent hashes of it, and where."""

    first: i64  # 0 if the slot is free
    second: i64
    depth: i32  # of the search that met it last
    ply: i32  # where that search met it


@jit
def mix(key: int, number: int, multiplier: int) -> int:
    mixed = ((key ^ number) * multiplier + INCREMENT) & MASK
    return mixed ^ (mixed >> 29)


@jit
def key_of(state: State, multiplier: int) -> int:
    """A hash of all that can change in a turn and matters before its end. Never 0."""
    key = mix(state.turn_of, state.migrated + 2 * state.end_phase + 4 * state.phase, multiplier)
    for seat in range(SEATS):
        player = state.players[seat]
        key = mix(key, player.pawn + 8 * player.start_card + 16 * player.stack.n, multiplier)
        key = mix(key, hand_key(player) if seat == state.turn_of else hand_size(player), multiplier)
        for site in range(SITES):
            key = mix(key, row_key(player.rows[site]) + player.temples[site], multiplier)
    return key | 1


@jit
def hand_key(player: Player) -> int:
    key = 0
    for nation in range(NATIONS):
        key = key * 16 + player.hand[nation]
    return key


@jit
def row_key(row: Row) -> int:
    """The cards of a row as one number, shifted to leave room for a temple; long rows are mixed."""
    key = 1
    for i in range(row.n):
        key = (key * 7 + row.cards[i] + 1) & (MASK >> 10)
    return key << 7


@jit
def is_new(slots: Any, state: State, depth: int, ply: int) -> int:
    """1 if a position was never met, 0 if it was met but later in this search, -1 if nothing is to be gained by it."""
    first = key_of(state, MULTIPLIERS[0])
    second = key_of(state, MULTIPLIERS[1])
    place = (first >> 20) % len(slots)
    while slots[place].first != 0:
        slot = slots[place]
        if slot.first == first and slot.second == second:
            if slot.depth == depth and slot.ply <= ply:
                return -1
            slot.depth = depth
            slot.ply = ply
            return 0
        place = (place + 1) % len(slots)
    slots[place].first = first
    slots[place].second = second
    slots[place].depth = depth
    slots[place].ply = ply
    return 1


# ---- the search -------------------------------------------------------------------------------------------------


@layout
class Progress:
    """What the search found."""

    answer: i32
    positions: i32  # different ones
    length: i32  # of the way found
    way: Array[i16] = per(MAX_PLIES)


@jit
def settle(state: State, seat: int) -> None:
    """Let the opponent discard: cards that nobody has seen first, since which they are does not matter now."""
    other = state.players[1 - seat]
    while state.phase == DISCARD:
        if other.unseen > 0:
            other.unseen -= 1
            state.to_discard -= 1
            if state.to_discard == 0:
                state.phase = ACT
        else:
            nation = 0
            while other.hand[nation] == 0:
                nation += 1
            apply(state, 1 - seat, DISCARD_CARD + nation)


@jit
def list_actions(state: State, seat: int, actions: Actions) -> None:
    """What can go on in this turn. The weight of the first serves as the number of the action to try next."""
    actions.n = 0
    if state.phase == ACT:
        legal_actions(state, seat, actions)
    actions.weights[0] = 1 if actions.n > 0 and actions.ids[0] == END_TURN else 0


@jit
def search_to(states: Any, lists: Any, goals: Any, slots: Any, progress: Progress, depth: int, limit: int) -> bool:
    """Search all ways of at most `depth` actions; whether any was cut off there."""
    seat = states[0].turn_of
    is_cut = False
    ply = 0
    list_actions(states[0], seat, lists[0])
    while ply >= 0:
        tried = lists[ply].weights[0]
        if tried >= lists[ply].n:
            ply -= 1
            continue
        lists[ply].weights[0] += 1
        progress.way[ply] = lists[ply].ids[tried]
        copy_state(states, ply + 1, ply)
        apply(states[ply + 1], seat, lists[ply].ids[tried])
        settle(states[ply + 1], seat)
        news = is_new(slots, states[ply + 1], depth, ply + 1)
        if news < 0:
            continue
        progress.positions += news
        if news == 1 and is_met(goals[0], states[ply + 1], seat):
            progress.answer = FOUND
            progress.length = ply + 1
            return False
        if progress.positions >= limit:
            progress.answer = TOO_MANY
            return False
        if ply + 1 == depth:
            is_cut = is_cut or states[ply + 1].phase == ACT
            continue
        ply += 1
        list_actions(states[ply], seat, lists[ply])
    return is_cut


@jit
def search_turn(states: Any, lists: Any, goals: Any, slots: Any, progresses: Any, limit: int) -> None:
    """Search deeper and deeper, until the goal is met or nothing was cut off."""
    progress = progresses[0]
    progress.answer = IMPOSSIBLE
    for depth in range(1, MAX_PLIES):
        if not search_to(states, lists, goals, slots, progress, depth, limit):
            return


# ---- for callers ------------------------------------------------------------------------------------------------


def solve_goal(observation: Observation[State], goal: str) -> Solution:
    """Whether a goal in words can be reached in this turn, and how; OptionError if it is no goal."""
    return solve(observation, parse_goal(goal))


def solve(observation: Observation[State], goal: Goal, limit: int = DEFAULT_LIMIT) -> Solution:
    """A shortest way to a goal within this turn, or the proof that there is none with the cards the seat knows."""
    state = observation.state
    if state.phase != ACT or state.turn_of != observation.seat:
        raise OptionError("only the player who acts can be asked what this turn can reach")
    if is_met(goal, state, observation.seat):
        return Solution(Answer.POSSIBLE, (), 0)
    return _read_progress(from_array(Progress, _run(state, goal, limit)))


def _run(state: State, goal: Goal, limit: int) -> Any:
    states, lists, slots = _memory(limit)
    states[0] = to_array(state)[0]
    progresses = new_array(Progress, 1)
    _kernel()(states, lists, to_array(goal), slots, progresses, limit)
    return progresses


def _memory(limit: int) -> tuple[Any, Any, Any]:
    """Positions and lists for every ply, and slots for twice as many positions as will be met."""
    return new_array(State, MAX_PLIES + 1), new_array(Actions, MAX_PLIES + 1), new_array(Slot, 2 * limit + 1)


@cache_kernels
def _kernel() -> Callable[..., None]:
    return compiled(search_turn)


def _read_progress(progress: Progress) -> Solution:
    way = tuple(progress.way[: progress.length]) if progress.answer == FOUND else ()
    return Solution(ANSWERS[progress.answer], way, progress.positions)
