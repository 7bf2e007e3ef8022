"""Chance and random players without lists: the same as picking from the lists of rules.py, but much faster."""

from typing import Any, NamedTuple

from shinar.core.bits import as_int, count_bits, nth_bit
from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, mask_listed, offer_listed, pick_action
from shinar.core.piles import pick, top
from shinar.core.rng import Rng, below
from shinar.games.babel.actions import BUILD_START, DEPLOY, END_TURN, MIGRATE, MOVE
from shinar.games.babel.components import NATIONS, SEATS, SITES
from shinar.games.babel.rules import (
    BUILD_SOURCES,
    add_abilities,
    buildable,
    choose_starter,
    deployable,
    draw_level,
    draw_nation,
    legal_actions,
    migration_sources,
    movable,
)
from shinar.games.babel.state import ACT, CHOOSE_STARTER, DEAL, DRAW, QUARRY_DRAW, Player, State

__all__ = ["Choices", "choices_of", "deal", "nth_action", "number_of_actions", "offer", "random_action"]


@jit
def deal(state: State, rng: Rng) -> None:
    """Let chance act until a seat is asked or the game is over."""
    if state.phase == CHOOSE_STARTER:
        choose_starter(state, below(rng, SEATS))
    while state.phase == QUARRY_DRAW:
        draw_level(state, top(state.known_top) if state.known_top.n else pick(state.quarry, rng))
    while state.phase == DEAL or state.phase == DRAW:
        draw_nation(state, pick(state.deck, rng))


class Choices(NamedTuple):
    """What the player on turn may do, by kind, as bits; abilities are listed, since they are rare."""

    moves: int
    deploys: int
    builds: int
    migration_sources: int
    abilities: int  # how many were listed


@jit
def random_action(state: State, seat: int, rng: Rng, actions: Actions) -> int:
    """Any legal action, all equally likely. First turns and discards are few: there the list will do."""
    me = state.players[state.turn_of]
    actions.n = 0
    if state.phase != ACT or me.start_card:
        legal_actions(state, seat, actions)
        return pick_action(actions, rng)
    choices = choices_of(state, actions)
    return nth_action(me, choices, actions, below(rng, number_of_actions(choices)))


@jit
def offer(state: State, seat: int, mask: Any, rng: Rng, actions: Actions) -> int:
    """What `legal_actions` lists, as a mask, and any of it."""
    me = state.players[state.turn_of]
    actions.n = 0
    if state.phase != ACT or me.start_card:
        legal_actions(state, seat, actions)
        return offer_listed(actions, mask, rng)
    choices = choices_of(state, actions)
    mask_choices(me, choices, actions, mask)
    return nth_action(me, choices, actions, below(rng, number_of_actions(choices)))


@jit
def mask_choices(me: Player, choices: Choices, actions: Actions, mask: Any) -> None:
    """Write choices into a mask; bits are written all alike, which is quicker than to ask which are set."""
    mask_listed(actions, mask)
    mask[END_TURN] = 1
    for nation in range(NATIONS):
        mask[MOVE + nation] = choices.moves >> nation & 1
        mask[DEPLOY + nation] = choices.deploys >> nation & 1
    for source in range(BUILD_SOURCES if choices.builds else 0):
        mask[BUILD_START + source * SITES + me.pawn] = choices.builds >> source & 1
    for source in range(SITES if choices.migration_sources else 0):
        for other in range(SITES - 1):
            mask[MIGRATE + source * (SITES - 1) + other] = choices.migration_sources >> source & 1


@jit
def choices_of(state: State, actions: Actions) -> Choices:
    """The choices of the player on turn; the abilities are put into `actions`."""
    me = state.players[state.turn_of]
    other = state.players[1 - state.turn_of]
    add_abilities(me, other, actions)
    return Choices(movable(me), deployable(me), buildable(me, other), migration_sources(state, me), as_int(actions.n))


@jit
def number_of_actions(choices: Choices) -> int:
    """How many actions there are to choose from, the end of the turn included."""
    single = count_bits(choices.moves) + count_bits(choices.deploys) + count_bits(choices.builds)
    return single + count_bits(choices.migration_sources) * (SITES - 1) + choices.abilities + 1


@jit
def nth_action(me: Player, choices: Choices, actions: Actions, n: int) -> int:
    """The n-th of the actions, by kind; every legal action has one number."""
    if n < choices.abilities:
        return actions.ids[n]
    n -= choices.abilities
    if n < count_bits(choices.moves):
        return MOVE + nth_bit(choices.moves, n)
    n -= count_bits(choices.moves)
    if n < count_bits(choices.deploys):
        return DEPLOY + nth_bit(choices.deploys, n)
    n -= count_bits(choices.deploys)
    if n < count_bits(choices.builds):
        return BUILD_START + nth_bit(choices.builds, n) * SITES + me.pawn
    n -= count_bits(choices.builds)
    if n < count_bits(choices.migration_sources) * (SITES - 1):
        source = nth_bit(choices.migration_sources, n // (SITES - 1))
        return MIGRATE + source * (SITES - 1) + n % (SITES - 1)
    return END_TURN
