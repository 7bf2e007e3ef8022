"""The rules of Nim, as functions over one flat state. They run as plain Python and as machine code."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import Array, i8, layout, per
from shinar.core.game import NOBODY_ASKED, Actions, Rules, add, asked
from shinar.core.rng import Rng

__all__ = ["FULL_HEAPS", "HEAPS", "MAX_TAKEN", "RULES", "SEATS", "State", "heap_of", "number_of", "take"]

SEATS = 2
FULL_HEAPS = (3, 4, 5)
HEAPS = len(FULL_HEAPS)
MAX_TAKEN = max(FULL_HEAPS)
LAST_STONE_TAKEN = 1  # the only ending
IMPOSSIBLE_HEAP = 1  # the only fault an audit can find


@layout
class State:
    """A position."""

    heaps: Array[i8] = per(HEAPS)  # stones
    turn_of: i8  # the seat that takes next
    turns: i8  # taken so far
    is_misere: i8  # 1 if the player who takes the last stone loses


@jit
def take(heap: int, number: int) -> int:
    """The action that takes so many stones from a heap."""
    return heap * MAX_TAKEN + number - 1


@jit
def heap_of(action: int) -> int:
    """From which heap an action takes."""
    return action // MAX_TAKEN


@jit
def number_of(action: int) -> int:
    """How many stones it takes."""
    return action % MAX_TAKEN + 1


@jit
def stones(state: State) -> int:
    """All that are left."""
    left = 0
    for heap in range(HEAPS):
        left += state.heaps[heap]
    return left


@jit
def actors(state: State) -> int:
    """[NM-1.1] The players take turns."""
    return NOBODY_ASKED if stones(state) == 0 else asked(state.turn_of)


@jit
def legal_actions(state: State, seat: int, into: Actions) -> None:
    """[NM-1.2] One or more stones from one heap."""
    if seat == state.turn_of:
        for heap in range(HEAPS):
            for number in range(1, state.heaps[heap] + 1):
                add(into, take(heap, number))


@jit
def chances(_state: State, _into: Actions) -> None:
    """Nothing in Nim is left to chance."""


@jit
def apply(state: State, seat: int, action: int) -> None:
    """[NM-1.2] The stones are gone, and the other seat is on turn."""
    state.heaps[heap_of(action)] -= number_of(action)
    state.turn_of = 1 - seat
    state.turns += 1


@jit
def score(state: State, seat: int) -> int:
    """[NM-2.1] 1 for the winner: who took the last stone, or the other one."""
    if stones(state) > 0:
        return 0
    return 1 if (seat == state.turn_of) == (state.is_misere == 1) else 0


@jit
def ending(state: State) -> int:
    """[NM-2.1] The game ends with the last stone."""
    return LAST_STONE_TAKEN if stones(state) == 0 else 0


@jit
def turn(state: State) -> int:
    """The number of the present turn."""
    return state.turns + 1


@jit
def audit(state: State) -> int:
    """No heap is less than empty or more than full."""
    for heap in range(HEAPS):
        if not 0 <= state.heaps[heap] <= FULL_HEAPS[heap]:
            return IMPOSSIBLE_HEAP
    return 0


@jit
def observe(state: State, _seat: int, into: State) -> None:
    """Everybody sees everything."""
    for heap in range(HEAPS):
        into.heaps[heap] = state.heaps[heap]
    into.turn_of, into.turns, into.is_misere = state.turn_of, state.turns, state.is_misere


@jit
def determinize(_state: State, _seat: int, _rng: Rng) -> None:
    """Nothing is hidden, so nothing is to be imagined."""


RULES = Rules(
    state=State,
    actors=actors,
    legal_actions=legal_actions,
    chances=chances,
    apply=apply,
    observe=observe,
    determinize=determinize,
    score=score,
    ranking_key=score,
    ending=ending,
    turn=turn,
    audit=audit,
)
