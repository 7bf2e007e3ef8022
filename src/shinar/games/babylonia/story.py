"""What a seat is told of an action: everything is done in the open, but drawing tokens and placing them face down."""

from shinar.core.compiled.layout import copy_of
from shinar.core.game import CHANCE
from shinar.games.babylonia import actions
from shinar.games.babylonia.board import SITE_CELLS, cell_name, is_river
from shinar.games.babylonia.rules import apply, next_location, receiver
from shinar.games.babylonia.scoring import NOBODY, most_tokens
from shinar.games.babylonia.state import State

__all__ = ["narrate"]


def narrate(state: State, actor: int, action: int, seat: int) -> str:
    """What a seat sees of an action about to be taken, with the points it brings."""
    if actor == CHANCE:
        return _chance_told(state, action, seat)
    return f"seat {actor}: {_deed(state, actor, action, seat)}{_gains_told(state, actor, action)}"


def _chance_told(state: State, action: int, seat: int) -> str:
    name = actions.action_name(action)
    if action < actions.LEAVE_OUT_CARD:
        return f"chance lays: {name.removeprefix('lay ')} at {cell_name(next_location(state))}"
    if action < actions.DRAW:
        return name
    owner = receiver(state)
    return f"seat {owner} draws a {name.removeprefix('draw ') if owner == seat else 'token'}"


def _deed(state: State, actor: int, action: int, seat: int) -> str:
    name = actions.action_name(action)
    if actions.PLACE_TOKEN <= action < actions.SCORE_SITE:
        cell = actions.placed_cell(action)
        return f"place a token face down {cell_name(cell)}" if actor != seat and is_river(cell) else name
    if actions.SCORE_SITE <= action < actions.TAKE_CARD:
        winner = most_tokens(state, SITE_CELLS[action - actions.SCORE_SITE])
        return f"{name}, won by {'nobody' if winner == NOBODY else f'seat {winner}'}"
    return name


def _gains_told(state: State, actor: int, action: int) -> str:
    """` (+3)` if the actor alone gets points, ` (seat 0 +4, seat 2 +1)` else; nothing if nobody does."""
    after = copy_of(state)
    apply(after, actor, action)
    gains = {seat: after.players[seat].score - state.players[seat].score for seat in range(state.seats)}
    told = [f"seat {seat} +{points}" for seat, points in gains.items() if points]
    if told == [f"seat {actor} +{gains[actor]}"]:
        return f" (+{gains[actor]})"
    return f" ({', '.join(told)})" if told else ""
