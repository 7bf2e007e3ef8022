"""What a position of 7 Wonders is worth to a seat. Marked for the compiler, so that searches can use it too.

Decisions are sealed, so nothing happens when one is taken: what a seat has planned is judged as if it were done.
Worth is counted in hundredths of a point.
"""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.building import has_structure, quote_plan, total_coins
from shinar.games.wonders.components import (
    AGES,
    ARCHITECTS,
    CARDS,
    CHAIN_TRIGGER,
    FLAT_LOSS,
    KINDS,
    LEFT_DOCK,
    LOSS_PER_STAGE,
    MAX_STAGES,
    NIBBLE,
    NO_CARD,
    RAW_KINDS,
    RIGHT_DOCK,
    STAGE_TRIGGER,
    SYMBOL_TEACHERS,
    TOWER_POINTS,
    TURNS,
    WILD,
    addition_of,
    bonus_leaders,
    choice_of,
    coins_of,
    coins_per_of,
    diplomacy_of,
    discounts_of,
    fixed_of,
    gift_of,
    loss_kind_of,
    loss_of,
    parent_of,
    points_of,
    points_per_of,
    power_of,
    price_of,
    project_reward,
    saving_leaders,
    set_points,
    shields_of,
    stages_of,
    symbol_of,
)
from shinar.games.wonders.conflicts import num_victories
from shinar.games.wonders.counting import count_things
from shinar.games.wonders.expansions.leaders.effects import set_worth
from shinar.games.wonders.expansions.pack.staging import payable_stages
from shinar.games.wonders.payment import NO_WAY, shortage, units_in
from shinar.games.wonders.rules import DISCARD_COINS, ending
from shinar.games.wonders.scoring import ranking_key, science_points, score
from shinar.games.wonders.seating import left_of, num_turns, right_of
from shinar.games.wonders.stages import next_stage, stage_to_build
from shinar.games.wonders.standing import pull_down, put_up, stands
from shinar.games.wonders.state import (
    CHOOSE_STAGE,
    DISCARDED,
    ENTOMB,
    IN_STAGE,
    LOST,
    READY,
    SETTLE,
    UNUSED,
    WITH_TILE,
    City,
    State,
)
from shinar.games.wonders.tables import grid
from shinar.games.wonders.teams import has_partners, partner_of

__all__ = ["city_worth", "evaluate", "item_worth", "leader_worth", "plan_worth", "tomb_worth"]

POINT = 100
COIN = 34  # a third of a point, and a little for what it may buy
COIN_TO_NEIGHBOUR = 8  # what it costs beyond the coin that a neighbour has it
WON = 1_000_000
NEW_RAW, MORE_RAW = 330, 120  # a raw material that the city does not make yet, or does already
NEW_GOODS = 300  # a manufactured good that it does not make yet
CHOICE_WORTH = 380  # a producer with a choice
DISCOUNT_WORTH = 70  # a lower price of one kind of goods from one side
CHAIN_WORTH = 60  # for each structure that becomes free
SYMBOL_PROMISE = 220  # what a symbol may still bring, at the start of the game
# by power: free building, discards, seventh card, copied guild; then those of leaders
POWER_WORTH = (0, 500, 450, 300, 400, 300, 350, 300, 400, 250, 150, 250, 200, 200, 0, 350, 450, 100, 500, 300)
SAVING_WORTH = 500  # a leader who waives a resource, at the start of the game
BONUS_WORTH = 350  # a leader who pays for chains or yellow structures, likewise
TEACHER_WORTH = 300  # a leader who makes sets of symbols worth more, likewise
FUTURE = 60  # what a leader who counts things will count more, for each point and Age to come
LOSS_WORTH = 12  # a coin that another city loses
DIPLOMACY_WORTH = 60  # a diplomacy token, besides the conflicts that it spares a city
DOCK_WORTH = 250  # a unit that costs a coin less each turn, at the start of the game
FREE_STAGE_WORTH = 220  # a stage that will need no resources
PART_WORTH = 250  # a participation token
REWARD_WORTH = (300, 350, 150, 200, 500, 350, 250, 250, 300)  # by reward
VICTORY = (1, 3, 5)  # points by Age

CHILDREN = [
    [child for child in range(CARDS) if card in (parent_of(child, 0), parent_of(child, 1))] for card in range(CARDS)
]
MAX_CHILDREN = max(len(children) for children in CHILDREN)  # structures that one makes free
child_of = grid([children + [NO_CARD] * (MAX_CHILDREN - len(children)) for children in CHILDREN])


@jit
def evaluate(state: State, seat: int) -> int:
    """What the position is worth to a seat: its points, and what it plans, against the best of the others."""
    if ending(state):
        return WON + ranking_key(state, seat) - best_other_ranking_key(state, seat)
    worth = POINT * score(state, seat) + plan_worth(state, seat)
    if state.players == 2 and state.cities[2].plan.step == READY:
        worth -= plan_worth(state, 2) // 4  # what is good for the Free City is rarely good for its neighbours
    return worth


@jit
def best_other_ranking_key(state: State, seat: int) -> int:
    """The best ranking key among those of other teams."""
    best = -WON
    for other in range(state.players):
        if other != seat and not (has_partners(state) and other == partner_of(seat)):
            best = max(best, ranking_key(state, other))
    return best


@jit
def plan_worth(state: State, number: int) -> int:
    """What the plan of a city will bring, less what it costs."""
    city = state.cities[number]
    plan = city.plan
    worth = 0
    if state.phase == SETTLE:
        return settled_worth(city)
    if plan.use == UNUSED:
        return chosen_leader_worth(state, number) if plan.card >= CARDS else worth
    if plan.use == LOST:
        return -item_worth(state, number, plan.card)
    if plan.use == DISCARDED:
        return DISCARD_COINS * COIN
    if plan.use == WITH_TILE:
        return tower_worth(city)
    if plan.card >= CARDS and plan.use != IN_STAGE:
        return leader_worth(state, number, plan.card - CARDS) - cost_worth(state, number) * (plan.use != UNUSED)
    item = best_stage(state, number) if plan.use == IN_STAGE else plan.card
    worth = item_worth(state, number, item) - cost_worth(state, number)
    if plan.part:
        worth += PART_WORTH + REWARD_WORTH[project_reward(state.project - 1)] // 2
    return worth


@jit
def chosen_leader_worth(state: State, number: int) -> int:
    """What a leader is worth that is kept, copied or entombed."""
    leader = state.cities[number].plan.card - CARDS
    return tomb_worth(state, number, leader) if state.phase == ENTOMB else leader_worth(state, number, leader)


@jit
def tomb_worth(state: State, number: int, leader: int) -> int:
    """What it brings to entomb a leader: points for its coins, less its effect; one-off gains have been had."""
    item = CARDS + leader
    kept = leader_worth(state, number, leader) - COIN * coins_of(item) - POWER_WORTH[power_of(item)]
    return POINT * 2 * price_of(item) - max(0, kept)


@jit
def best_stage(state: State, number: int) -> int:
    """The stage that a city plans to build; before it is chosen among several, the best of those it can pay for."""
    if state.cities[number].plan.step != CHOOSE_STAGE:
        return next_stage(state, number)
    stages = payable_stages(state, number)
    best = next_stage(state, number)
    for which in range(MAX_STAGES):
        item = stage_to_build(state, number, which)
        if stages >> which & 1 and item_worth(state, number, item) > item_worth(state, number, best):
            best = item
    return best


@jit
def settled_worth(city: City) -> int:
    """What a loss costs, as it is decided: coins, and a point for each debt."""
    return -COIN * city.plan.bank - POINT * (city.owes - city.plan.bank)


@jit
def tower_worth(city: City) -> int:
    """The next tile in the tower."""
    tiles = 0
    for i in range(len(city.tile_built)):
        tiles += city.tile_built[i] > 0
    return POINT * (TOWER_POINTS[min(tiles + 1, 3)] - TOWER_POINTS[min(tiles, 3)])


@jit
def cost_worth(state: State, number: int) -> int:
    """What the coins of a plan are worth; before a payment is chosen, those of the cheapest."""
    plan = state.cities[number].plan
    if plan.step == READY:
        return COIN * (plan.bank + plan.left + plan.right) + COIN_TO_NEIGHBOUR * (plan.left + plan.right)
    coins = total_coins(state, number, quote_plan(state, number))
    return COIN * min(coins, NO_WAY)


@jit
def units_to_buy(city: City, need: int) -> int:
    """About how many units of a bag a city must buy: producers with a choice make one each that it needs."""
    return max(0, units_in(shortage(need, city.fixed)) - city.num_choices)


# ---- structures and stages --------------------------------------------------------------------------------------


@jit
def turns_left(state: State) -> int:
    """Turns until the end, this one included."""
    return (AGES - state.age) * num_turns(state) - state.turn


@jit
def item_worth(state: State, number: int, item: int) -> int:
    """What a structure or a stage adds to a city."""
    city = state.cities[number]
    worth = POINT * points_of(item) + COIN * coins_of(item)
    if points_per_of(item) or coins_per_of(item):
        things = count_things(state, number, item)
        worth += things * (POINT * points_per_of(item) + COIN * coins_per_of(item))
    if shields_of(item):
        worth += war_worth(state, number, city.shields + shields_of(item)) - war_worth(state, number, city.shields)
    if symbol_of(item) >= 0:
        worth += symbol_worth(state, number, item)
    worth += trade_worth(state, city, item) + POWER_WORTH[power_of(item)]
    worth += city_worth(state, number, item)
    return worth + (chain_worth(state, city, item) if item < CARDS else 0)


@jit
def leader_worth(state: State, number: int, leader: int) -> int:
    """What a leader adds to a city: now, and by what is still to come."""
    item = CARDS + leader
    city = state.cities[number]
    left = turns_left(state)
    worth = item_worth(state, number, item) + POINT * set_worth(city, leader)
    worth += FUTURE * (points_per_of(item) + set_points(leader) // 2) * (AGES - state.age)
    bit = 1 << leader
    for trigger in range(STAGE_TRIGGER + 1):
        if saving_leaders(trigger) & bit:
            worth += SAVING_WORTH * left // (AGES * TURNS)
    for trigger in range(CHAIN_TRIGGER + 1):
        if bonus_leaders(trigger) & bit:
            worth += BONUS_WORTH * left // (AGES * TURNS)
    return worth + (TEACHER_WORTH if SYMBOL_TEACHERS & bit else 0)


@jit
def war_worth(state: State, number: int, shields: int) -> int:
    """What so many shields are worth against both neighbours, in the conflicts to come."""
    left = state.cities[left_of(state, number)].shields
    right = state.cities[right_of(state, number)].shields
    return duel_worth(state, shields, left) + duel_worth(state, shields, right)


@jit
def duel_worth(state: State, shields: int, others: int) -> int:
    """A lead wins this Age's conflict, and perhaps the later ones; it is worth less the more turns are left."""
    points = VICTORY[state.age] if shields > others else 0
    points -= 1 if shields < others else 0
    later = min(2, max(-2, shields - others))
    sure = POINT * (TURNS + state.turn) // (2 * TURNS)
    return points * sure + later * 25 * (AGES - 1 - state.age)


@jit
def symbol_worth(state: State, number: int, item: int) -> int:
    """The points a symbol adds now, and a promise of more."""
    promise = SYMBOL_PROMISE * turns_left(state) // (AGES * TURNS)
    if symbol_of(item) == WILD or item >= CARDS:
        return POINT * (science_points(state, number, 1) - science_points(state, number, 0)) + promise
    city = state.cities[number]
    if stands(city, item):
        return promise
    before = science_points(state, number, 0)
    put_up(city, item)
    gained = science_points(state, number, 0) - before
    pull_down(city, item)
    return POINT * gained + promise


@jit
def trade_worth(state: State, city: City, item: int) -> int:
    """What a producer or a discount is worth: the more, the more turns are left."""
    worth = CHOICE_WORTH if choice_of(item) else 0
    for kind in range(KINDS):
        units = fixed_of(item) >> NIBBLE * kind & 15
        if units:
            has = city.fixed >> NIBBLE * kind & 15
            first = NEW_RAW if kind < RAW_KINDS else NEW_GOODS
            worth += (first if has == 0 else MORE_RAW) + MORE_RAW * (units - 1)
    for price in range(4):
        worth += DISCOUNT_WORTH * (discounts_of(item) >> price & 1)
    return worth * max(0, turns_left(state) - 3) // (AGES * TURNS)


@jit
def city_worth(state: State, number: int, item: int) -> int:
    """What Cities adds to the worth of structures, stages and leaders."""
    if state.has_cities == 0 and state.has_pack == 0:
        return 0
    city = state.cities[number]
    worth = loss_worth(state, number, item) - LOSS_WORTH * 2 * gift_of(item)
    if diplomacy_of(item):
        worth += DIPLOMACY_WORTH - war_worth(state, number, city.shields) // 2
    early = max(0, turns_left(state) - 3)
    if addition_of(item):
        worth += CHOICE_WORTH * early // (AGES * TURNS)
    elif item in (LEFT_DOCK, RIGHT_DOCK):
        worth += DOCK_WORTH * early // (AGES * TURNS)
    elif item == ARCHITECTS:
        worth += FREE_STAGE_WORTH * (stages_of(city.face) - city.stages)
    return worth


@jit
def loss_worth(state: State, number: int, item: int) -> int:
    """What the coins are worth that the other cities lose."""
    kind = loss_kind_of(item)
    worth = 0
    if loss_of(item):
        for other in range(state.num_cities):
            city = state.cities[other]
            things = 1 if kind == FLAT_LOSS else city.stages if kind == LOSS_PER_STAGE else num_victories(city)
            worth += LOSS_WORTH * loss_of(item) * things * (other != number)
    return worth


@jit
def chain_worth(state: State, city: City, card: int) -> int:
    """Structures that become free."""
    worth = 0
    for i in range(MAX_CHILDREN):
        child = child_of(card, i)
        if child != NO_CARD and not has_structure(city, child):
            worth += CHAIN_WORTH
    return worth if state.age < AGES - 1 else 0
