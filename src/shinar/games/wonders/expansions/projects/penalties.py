"""The end of a Great Project [SW-13.4]: rewards, or penalties and what their victims choose to lose."""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add
from shinar.games.wonders.actions import LOSE, LOSE_TOKENS, TOKEN_PAIRS
from shinar.games.wonders.components import AGES, CARDS, COLOURS, SLOTS, colour_of, project_penalty, shields_of
from shinar.games.wonders.expansions.projects.participation import give_rewards, has_card_of, pay_penalty
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.planning import end_resolution, is_ready
from shinar.games.wonders.standing import pull_down, stands
from shinar.games.wonders.state import BUILT, END_AGE, LOST, PENALTY, READY, SALVAGED, SETTLE_PENALTIES, City, State

__all__ = ["add_losses", "resolve_project", "settle_penalties"]


@jit
def resolve_project(state: State) -> None:
    """[SW-13.4] [SW-13.5] Rewards if all participation tokens are taken, else penalties for those who have none."""
    is_failure = state.project_tokens > 0
    if not is_failure:
        give_rewards(state)
    state.phase = PENALTY
    for seat in range(state.players):
        city = state.cities[seat]
        if not is_failure or city.part > 0 or pay_penalty(state, city):
            city.plan.step = READY
            refresh_trade(state, seat)
    if not must_anybody_choose(state):
        state.phase = SETTLE_PENALTIES


@jit
def must_anybody_choose(state: State) -> bool:
    """Whether somebody has not yet chosen what to lose."""
    open_choices = 0
    for seat in range(state.players):
        open_choices += not is_ready(state.cities[seat])
    return open_choices > 0


@jit
def add_losses(state: State, city: City, actions: Actions) -> None:
    """[SW-13.5] A card of the colour, or two victory tokens, as the owner chooses."""
    penalty = project_penalty(state.project - 1)
    if penalty < COLOURS:
        for card in range(CARDS):
            if stands(city, card) and colour_of(card) == penalty:
                add(actions, LOSE + card)
        return
    for pair in range(len(TOKEN_PAIRS)):
        if has_pair(city, pair):
            add(actions, LOSE_TOKENS + pair)


@jit
def has_pair(city: City, pair: int) -> bool:
    """Whether a city has two certain victory tokens."""
    first = TOKEN_PAIRS[pair][0]
    second = TOKEN_PAIRS[pair][1]
    if first == second:
        return city.victories[first] >= 2
    return city.victories[first] > 0 and city.victories[second] > 0


@jit
def settle_penalties(state: State) -> None:
    """[SW-13.5] What was chosen is lost, participation tokens go back, and the Age ends."""
    penalty = project_penalty(state.project - 1)
    is_failure = state.project_tokens > 0
    for seat in range(state.players):
        city = state.cities[seat]
        if is_failure and city.part == 0 and city.plan.use == LOST:
            lose(state, seat, penalty)
        city.part = 0
    end_resolution(state)
    state.project = 0
    state.project_tokens = 0
    state.phase = END_AGE


@jit
def lose(state: State, seat: int, penalty: int) -> None:
    """[SW-13.5] The chosen card goes to the discards, or the chosen tokens are gone."""
    city = state.cities[seat]
    if not has_card_of(city, penalty):
        city.victories[TOKEN_PAIRS[city.plan.tile][0]] -= 1
        city.victories[TOKEN_PAIRS[city.plan.tile][1]] -= 1
        return
    card = city.plan.card
    pull_down(city, card)
    city.colours[colour_of(card)] -= 1
    city.shields -= shields_of(card)
    refresh_trade(state, seat)
    put_on_discards(state, seat, card)


@jit
def put_on_discards(state: State, seat: int, card: int) -> None:
    """[SW-13.5] Where the lost card was noted as built, or as built from the discards, it is lost now."""
    city = state.cities[seat]
    for place in range(AGES * SLOTS):
        if city.used[place] == card and city.manner[place] == BUILT:
            city.manner[place] = LOST
            return
    for place in range(AGES * SLOTS):  # pragma: no branch  # it is found
        for number in range(state.num_cities):
            other = state.cities[number]
            if other.used[place] == card and other.manner[place] == SALVAGED:
                other.manner[place] = LOST
                return
