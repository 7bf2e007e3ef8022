"""How 7 Wonders is played sensibly, by weights written by hand: which decisions a good player takes more often.

Worths are in hundredths of a point, as in worth.py. The network of player.py leaves to these habits what it does not
decide itself, and has met players who have nothing else.
"""

from shinar.core.compiled.jit import jit
from shinar.core.game import Actions
from shinar.games.wonders.actions import (
    BANK,
    BUILD,
    BUILD_TILE,
    DISCARD,
    ENTOMB,
    HIRE_NOBODY,
    LEAVE,
    LOSE,
    LOSE_TOKENS,
    NAME_STAGE,
    PARTS,
    PAY,
    SALVAGE,
    SALVAGE_NOTHING,
    SETTLE_LOSS,
    STAGE,
    TOWER,
    WAYS,
)
from shinar.games.wonders.building import Quote, has_chain, quote_chained, quote_paid, quote_stage
from shinar.games.wonders.components import CARDS, project_reward
from shinar.games.wonders.expansions.leaders.effects import leader_price
from shinar.games.wonders.expertise.worth import (
    COIN,
    COIN_TO_NEIGHBOUR,
    PART_WORTH,
    POINT,
    REWARD_WORTH,
    item_worth,
    leader_worth,
    tomb_worth,
    tower_worth,
    units_to_buy,
)
from shinar.games.wonders.payment import FULL_PRICE
from shinar.games.wonders.rules import DISCARD_COINS, deciding
from shinar.games.wonders.seating import hand_of
from shinar.games.wonders.stages import next_stage, stage_to_build
from shinar.games.wonders.state import (
    COPY,
    DRAFT,
    DRAFT_LEADERS,
    DRAFTED,
    OFFERS,
    RECRUIT,
    STAY_OUT,
    WAY_PAY,
    State,
)

__all__ = ["weigh_by_habit"]

# Weights grow with worth: so many hundredths of a point more, and an action is taken twice as often.
DOUBLING = 60
LEAST_WORTH, MAX_DOUBLINGS = -300, 20
SOME = 1 << 8  # the weight of a choice about which nothing is known
WAY_WORTHS = (0, 120, -200, -100)  # besides what it saves: to pay, the chain, the free building once an Age, a token


@jit
def weigh_by_habit(state: State, seat: int, actions: Actions) -> None:
    """How often a good player would take each of the legal actions."""
    number = deciding(state, seat)
    if state.phase == DRAFT or state.phase == DRAFT_LEADERS or state.phase == COPY:
        for i in range(actions.n):
            actions.weights[i] = SOME
        return
    cards = (
        DRAFTED if state.phase == RECRUIT else max(1, hand_of(state, seat).n)
    )  # each is offered for a stage, for coins and for a tile
    stage = -1
    for i in range(actions.n):
        action = actions.ids[i]
        if action >= NAME_STAGE:
            actions.weights[i] = 1 + weight_of(step_worth(state, number, action))
        elif action >= BUILD_TILE:
            actions.weights[i] = SOME
        elif action >= TOWER:
            actions.weights[i] = 1 + weight_of(tower_worth(state.cities[number])) // cards
        elif action >= DISCARD:
            actions.weights[i] = 1 + weight_of(DISCARD_COINS * COIN) // cards
        elif action >= STAGE:
            if stage < 0:
                stage = weight_of(stage_worth(state, number)) // cards
            actions.weights[i] = 1 + stage
        else:
            actions.weights[i] = 1 + weight_of(building_worth(state, number, action - BUILD))


@jit
def weight_of(worth: int) -> int:
    """A weight that doubles with every so much worth."""
    steps = max(0, worth - LEAST_WORTH)
    doublings = min(MAX_DOUBLINGS, steps // DOUBLING)
    return (1 << doublings) * (DOUBLING + steps % DOUBLING) // DOUBLING


@jit
def building_worth(state: State, number: int, card: int) -> int:
    """What a structure or a leader adds, less about what it costs."""
    if card >= CARDS:
        return leader_worth(state, number, card - CARDS) - COIN * leader_price(state, number, card - CARDS)
    cost = quote_chained(state, card) if has_chain(state, number, card) else quote_paid(state, number, card)
    return item_worth(state, number, card) - cost_worth(state, number, cost)


@jit
def stage_worth(state: State, number: int) -> int:
    """What the next stage adds, less about what it costs."""
    return worth_of_stage(state, number, next_stage(state, number))


@jit
def worth_of_stage(state: State, number: int, item: int) -> int:
    """What a stage adds, less about what it costs."""
    return item_worth(state, number, item) - cost_worth(state, number, quote_stage(state, number, item, WAY_PAY))


@jit
def cost_worth(state: State, number: int, cost: Quote) -> int:
    """About what a cost is worth: producers with a choice help, all the rest is bought at the full price."""
    city = state.cities[number]
    bought = FULL_PRICE * units_to_buy(city, cost.need)
    return COIN * cost.bank + (COIN + COIN_TO_NEIGHBOUR) * min(bought, city.coins)


@jit
def step_worth(state: State, number: int, action: int) -> int:
    """What the later steps of a decision are worth: the way, the project, the payment, what to lose or to salvage."""
    if action >= SETTLE_LOSS:
        return (POINT - COIN) * (action - SETTLE_LOSS)
    if action >= LOSE_TOKENS or action in (LEAVE, SALVAGE_NOTHING, HIRE_NOBODY):
        return 0
    if action >= LOSE:
        return -item_worth(state, number, action - LOSE)
    if action >= ENTOMB:
        return tomb_worth(state, number, action - ENTOMB)
    if action >= SALVAGE:
        return item_worth(state, number, action - SALVAGE)
    if action >= PAY:
        left = (action - PAY) // OFFERS
        right = (action - PAY) % OFFERS
        return -2 * COIN * (left + right)
    if action >= BANK:
        return -COIN * (action - BANK)
    if action >= PARTS:
        worth = PART_WORTH + REWARD_WORTH[project_reward(state.project - 1)] // 2
        return 0 if action == PARTS + STAY_OUT else worth
    if action >= WAYS:
        return WAY_WORTHS[action - WAYS]
    return worth_of_stage(state, number, stage_to_build(state, number, action - NAME_STAGE))
