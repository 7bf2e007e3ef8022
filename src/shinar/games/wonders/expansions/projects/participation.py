"""The Great Projects [SW-13]: one each Age, for which participants pay, and for which the others are punished."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import (
    CITIES,
    COINS_REWARD,
    COLOUR_TOKEN,
    COLOURS,
    LOSE_COINS,
    LOSE_START,
    LOSE_VICTORIES,
    SHIELDS_REWARD,
    TOKENS,
    project_amount,
    project_colour,
    project_penalty,
    project_reward,
    start_coins,
)
from shinar.games.wonders.conflicts import num_victories, take_victory
from shinar.games.wonders.state import City, State
from shinar.games.wonders.treasury import pay_bank, take_from_bank

__all__ = [
    "can_choose_loss",
    "fits_project",
    "give_rewards",
    "had_tokens",
    "has_card_of",
    "pay_penalty",
    "tokens_on_card",
]

TOKENS_OF_TWO = 2  # participation tokens with two players [SW-13.1]
PAIR = 2  # victory tokens lost to a penalty


@jit
def tokens_on_card(state: State) -> int:
    """[SW-13.1] [SW-18.3] Participation tokens on a new project: one less than players, at least two, at most six."""
    return TOKENS_OF_TWO if state.players == 2 else min(state.players, CITIES) - 1


@jit
def fits_project(state: State, city: City, colour: int) -> bool:
    """[SW-13.2] [SW-13.7] A structure of the project's colour, or any with a token, once a turn, while tokens last."""
    if state.project == 0 or city.has_joined or not had_tokens(state):
        return False
    return project_colour(state.project - 1) == colour or city.tokens[COLOUR_TOKEN] > 0


@jit
def had_tokens(state: State) -> bool:
    """[SW-13.2] Whether tokens lay on the project when the turn began: only then can anybody have joined since."""
    if state.project_tokens > 0:
        return True
    joined = 0
    for seat in range(state.players):
        joined += state.cities[seat].has_joined
    return joined > 0


@jit
def give_rewards(state: State) -> None:
    """[SW-13.4] [SW-13.7] Each participation token brings its owner the reward."""
    project = state.project - 1
    for seat in range(state.players):
        for _ in range(state.cities[seat].part):
            give_reward(state, state.cities[seat], project)


@jit
def give_reward(state: State, city: City, project: int) -> None:
    """[SW-13.7] Coins, shields, a victory token, or a token to keep."""
    reward = project_reward(project)
    if reward < TOKENS:
        city.tokens[reward] += 1
    elif reward == COINS_REWARD:
        take_from_bank(state, city, project_amount(project))
    elif reward == SHIELDS_REWARD:
        city.shields += project_amount(project)
    else:
        take_victory(state, city, state.age)


@jit
def has_card_of(city: City, penalty: int) -> bool:
    """Whether a penalty takes a card of a colour, and there is one."""
    return penalty < COLOURS and city.colours[penalty] > 0


@jit
def can_choose_loss(state: State, city: City) -> bool:
    """[SW-13.5] Whether the penalty of the project leaves a city a choice, if it did not participate."""
    penalty = project_penalty(state.project - 1)
    if city.part > 0:
        return False
    return has_card_of(city, penalty) or (penalty == LOSE_VICTORIES and num_victories(city) >= PAIR)


@jit
def pay_penalty(state: State, city: City) -> bool:
    """[SW-13.5] [SW-13.6] Carry out a penalty that leaves no choice; False if its victim must choose."""
    penalty = project_penalty(state.project - 1)
    if can_choose_loss(state, city):
        return False
    if penalty == LOSE_COINS and city.coins > 0:
        pay_bank(state, city, city.coins)
    elif penalty == LOSE_START and not start_coins(city.face):
        city.is_blocked = 1
    else:
        city.penalty += state.age + 1
    return True
