"""What a seat may decide, step by step, and the sealed plan that comes of it [SW-3.2]."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.scratch import scratch
from shinar.core.game import Actions, add
from shinar.games.wonders.actions import (
    BANK,
    BUILD,
    BUILD_TILE,
    DISCARD,
    LEAVE,
    NAME_STAGE,
    PARTS,
    PAY,
    SALVAGE,
    SALVAGE_NOTHING,
    STAGE,
    TOWER,
    WAYS,
    pay,
)
from shinar.games.wonders.building import (
    BANK_PRICE,
    Quote,
    can_build,
    can_join,
    has_structure,
    only_way,
    quote_free,
    quote_plan,
    ways_to_build,
    ways_to_stage,
)
from shinar.games.wonders.components import (
    AGES,
    CARDS,
    PIECES,
    SLOTS,
    TILES,
    colour_of,
    project_colour,
)
from shinar.games.wonders.expansions.leaders.effects import (
    can_buy_from_bank,
    does_buying_pay,
)
from shinar.games.wonders.expansions.pack.staging import add_open_stages, can_stage, has_stage_choice
from shinar.games.wonders.expansions.tower.effects import (
    lowest_unbuilt_tile,
    tiles_to_build,
    unbuilt_tile,
)
from shinar.games.wonders.payment import FROM_BANK, NO_WAY, list_offers, most_sellers, shortage
from shinar.games.wonders.seating import holder
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.state import (
    BUILT,
    BUY_NOTHING,
    BUY_UNIT,
    CHOOSE_BANK,
    CHOOSE_PART,
    CHOOSE_PAYMENT,
    CHOOSE_STAGE,
    CHOOSE_TILE,
    CHOOSE_USE,
    CHOOSE_WAY,
    DISCARDED,
    IN_STAGE,
    JOIN,
    JOIN_BY_TOKEN,
    LEFT_OVER,
    LOST,
    NOT_ASKED,
    OFFERS,
    READY,
    SEVENTH,
    STAY_OUT,
    WAY_PAY,
    WAY_SALVAGE,
    WITH_TILE,
    City,
    Hand,
    Plan,
    State,
)
from shinar.games.wonders.state import (
    SALVAGE as SALVAGE_PHASE,
)

__all__ = ["add_decisions", "can_salvage", "clear_plan", "decide", "end_resolution", "is_discard", "is_new", "is_ready"]


# ---- listing decisions ------------------------------------------------------------------------------------------


@jit
def is_ready(city: City) -> bool:
    """Whether all is decided for a city."""
    return city.plan.step == READY


@jit
def add_decisions(state: State, number: int, hand: Hand, actions: Actions) -> None:
    """[SW-3.2] What may be decided next for a city, ascending."""
    plan = state.cities[number].plan
    if plan.step == CHOOSE_WAY:
        for way in range(WAY_SALVAGE):
            if plan.ways >> way & 1:
                add(actions, WAYS + way)
    elif plan.step == CHOOSE_STAGE:
        add_open_stages(state, number, actions)
    elif plan.step == CHOOSE_PART:
        add_parts(state, number, actions)
    elif plan.step == CHOOSE_BANK:
        add(actions, BANK)
        add(actions, BANK + 1)
    elif plan.step == CHOOSE_PAYMENT:
        for left in range(OFFERS):
            if plan.offers[left]:
                add(actions, pay(left, plan.offers[left] - 1))
    elif plan.step == CHOOSE_TILE:
        add_tiles(state.cities[number], BUILD_TILE, actions)
    elif state.phase == SALVAGE_PHASE:
        add_salvages(state, number, actions)
    else:
        add_uses(state, number, hand, actions)


@jit
def add_parts(state: State, number: int, actions: Actions) -> None:
    """[SW-13.2] To stay out of the project or to join it."""
    add(actions, PARTS + STAY_OUT)
    add(actions, PARTS + way_to_join(state, number))


@jit
def way_to_join(state: State, number: int) -> int:
    """[SW-13.7] A structure of another colour needs the token."""
    colour = colour_of(state.cities[number].plan.card)
    return JOIN if project_colour(state.project - 1) == colour else JOIN_BY_TOKEN


@jit
def add_tiles(city: City, first: int, actions: Actions) -> None:
    """The tiles that a city can build, ascending."""
    for tile in range(1, TILES + 1):
        if unbuilt_tile(city, tile) >= 0:
            add(actions, first + tile - 1)


@jit
def add_uses(state: State, number: int, hand: Hand, actions: Actions) -> None:
    """[SW-3.3] The four uses of a card; the Free City discards only what it cannot use [SW-11.5]."""
    is_free_city = number >= state.players
    staging = can_stage(state, number)
    able = 0  # the places in the hand of cards that can be built
    for i in range(hand.n):
        if is_new(state, number, hand, i) and can_build(state, number, hand.cards[i]):
            able |= 1 << i
            add(actions, BUILD + hand.cards[i])
    if staging:
        for i in range(hand.n):
            if is_new(state, number, hand, i):
                add(actions, STAGE + hand.cards[i])
    for i in range(hand.n):
        if is_new(state, number, hand, i) and not (is_free_city and (staging or able >> i & 1)):
            add(actions, DISCARD + hand.cards[i])
    if tiles_to_build(state.cities[number]) > 0:
        for i in range(hand.n):
            if is_new(state, number, hand, i):
                add(actions, TOWER + hand.cards[i])
    if state.phase == SEVENTH:
        add(actions, LEAVE)


@jit
def is_new(state: State, number: int, hand: Hand, i: int) -> bool:
    """[SW-11.4] Whether a card of the hand is the first of its kind, and not the one used in the holder's city."""
    card = hand.cards[i]
    if number < state.players:
        return i == 0 or hand.cards[i - 1] != card
    reserved = state.cities[holder(state)].plan.card
    if card != reserved:
        return i == 0 or hand.cards[i - 1] != card
    return i > 0 and hand.cards[i - 1] == card and (i == 1 or hand.cards[i - 2] != card)


@jit
def add_salvages(state: State, number: int, actions: Actions) -> None:
    """[SW-8.3] The cards in the discards that may be built, and none of them."""
    for card in range(CARDS):
        if can_salvage(state, number, card):
            add(actions, SALVAGE + card)
    add(actions, SALVAGE_NOTHING)


@jit
def can_salvage(state: State, number: int, card: int) -> bool:
    """[SW-8.3] [SW-4.2] [SW-12.6] A card that lies there, of a new name; only a tax may have to be paid."""
    city = state.cities[number]
    if has_structure(city, card) or quote_free(state, card).bank > city.coins:
        return False
    return is_in_discards(state, card)


@jit
def is_in_discards(state: State, card: int) -> bool:
    """Whether a card lies in the discards, as far as known."""
    for number in range(state.num_cities):
        city = state.cities[number]
        for place in range(AGES * SLOTS):
            if city.used[place] == card and is_discard(city.manner[place]):
                return True
    return False


@jit
def is_discard(manner: int) -> bool:
    """Whether a card used in this manner lies in the discards."""
    return DISCARDED <= manner <= LEFT_OVER or manner == LOST


# ---- taking decisions -------------------------------------------------------------------------------------------


@jit
def decide(state: State, number: int, action: int) -> None:
    """Note a decision for a city, and all that leave no choice after it."""
    plan = state.cities[number].plan
    if action >= LEAVE:
        decide_alone(plan, action)
    elif action >= PAY:
        settle_payment(plan, (action - PAY) // OFFERS, (action - PAY) % OFFERS)
    elif action >= BANK:
        plan.buys = BUY_NOTHING + action - BANK
        plan.step = CHOOSE_PAYMENT
    elif action >= PARTS:
        plan.part = action - PARTS
        plan.step = CHOOSE_BANK
    elif action >= WAYS:
        plan.ways = 1 << action - WAYS
    elif action >= NAME_STAGE:
        plan.tile = action - NAME_STAGE + 1
    elif action >= BUILD_TILE:
        plan.tile = action - BUILD_TILE + 1
        plan.step = READY
    else:
        decide_use(state, number, action)
    settle_forced(state, number)
    if is_ready(state.cities[number]):
        note_brought(state, number)


@jit
def decide_use(state: State, number: int, action: int) -> None:
    """[SW-3.3] Note the card and its use."""
    plan = state.cities[number].plan
    card = (action - BUILD) % PIECES
    plan.card = card
    if action >= TOWER:
        plan.use = WITH_TILE
        plan.step = CHOOSE_TILE
    elif action >= DISCARD:
        plan.use = DISCARDED
        plan.step = READY
    else:
        plan.use = IN_STAGE if action >= STAGE else BUILT
        plan.step = CHOOSE_STAGE if action >= STAGE else CHOOSE_WAY
        if action < STAGE:
            plan.ways = ways_to_build(state, number, card) if card < CARDS else 1 << WAY_PAY


@jit
def decide_alone(plan: Plan, action: int) -> None:
    """[SW-8.2] [SW-8.3] Note a decision about the last card of the hand, or about the discards."""
    plan.step = READY
    if action < SALVAGE_NOTHING and action >= SALVAGE:
        plan.use = BUILT
        plan.card = action - SALVAGE
        plan.way = WAY_SALVAGE
        plan.step = CHOOSE_PART


@jit
def settle_forced(state: State, number: int) -> None:
    """Go on to the next step that leaves a choice: which stage or tile, which way, whether to join, whom to pay."""
    city = state.cities[number]
    plan = city.plan
    if plan.step == CHOOSE_STAGE and not has_stage_choice(state, number):
        plan.ways = ways_to_stage(state, number, next_stage(state, number))
        plan.step = CHOOSE_WAY
    if plan.step == CHOOSE_WAY and plan.ways & plan.ways - 1 == 0:
        plan.way = only_way(plan.ways)
        plan.step = CHOOSE_PART
    if plan.step == CHOOSE_PART and not (state.project > 0 and can_join(state, number)):
        plan.step = CHOOSE_BANK
    if plan.step == CHOOSE_BANK and not has_bank_choice(state, number):
        plan.step = CHOOSE_PAYMENT
    if plan.step == CHOOSE_PAYMENT:
        plan_payment(state, number)
    elif plan.step == CHOOSE_TILE and tiles_to_build(city) == 1:
        plan.tile = lowest_unbuilt_tile(city)
        plan.step = READY


@jit
def plan_payment(state: State, number: int) -> None:
    """[SW-5.7] Whom to pay, if there is a choice."""
    city = state.cities[number]
    plan = city.plan
    cost = quote_plan(state, number)
    plan.bank = cost.bank + BANK_PRICE * (plan.buys == BUY_UNIT)
    if shortage(cost.need, city.fixed) == 0:
        plan.step = READY
        return
    list_payments(state, number, cost)
    only = only_offer(plan)
    if only >= 0:
        settle_payment(plan, only, plan.offers[only] - 1)


@jit
def list_payments(state: State, number: int, cost: Quote) -> None:
    """[SW-5.7] [SW-15.9] Note the payments to choose from, with a unit from the bank or without."""
    city = state.cities[number]
    coins = city.coins - cost.bank
    if city.plan.buys != BUY_UNIT:
        list_offers(state, number, cost.need, cost.saved, coins, city.plan.offers)
    else:
        list_offers_with_bank(state, number, cost, coins - BANK_PRICE)


@jit
def list_offers_with_bank(state: State, number: int, cost: Quote, coins: int) -> None:
    """[SW-15.9] The payments when a unit is bought from the bank; it must save one of the neighbours something."""
    offers = state.cities[number].plan.offers
    list_offers(state, number, cost.need, cost.saved | FROM_BANK, coins, offers)
    others = scratch(OFFERS)
    list_offers(state, number, cost.need, cost.saved, coins + BANK_PRICE, others)
    least = NO_WAY
    for left in range(OFFERS):
        if others[left]:
            least = others[left]
        if offers[left] >= least:
            offers[left] = 0


@jit
def has_bank_choice(state: State, number: int) -> bool:
    """[SW-15.9] Whether a city may buy a unit from the bank or not; if it must, that is noted."""
    city = state.cities[number]
    plan = city.plan
    if not can_buy_from_bank(city):
        return False
    cost = quote_plan(state, number)
    if shortage(cost.need, city.fixed) == 0:
        return False
    list_offers_with_bank(state, number, cost, city.coins - cost.bank - BANK_PRICE)
    can_buy = has_offer(plan)
    list_offers(state, number, cost.need, cost.saved, city.coins - cost.bank, plan.offers)
    can_save = has_offer(plan)
    for i in range(OFFERS):
        plan.offers[i] = 0
    if can_buy and not can_save:
        plan.buys = BUY_UNIT
    return can_buy and can_save


@jit
def has_offer(plan: Plan) -> bool:
    offers = 0
    for left in range(OFFERS):
        offers += plan.offers[left] > 0
    return offers > 0


@jit
def note_brought(state: State, number: int) -> None:
    """[SW-15.10] The coins that buying from neighbours will bring, while it is known who sells what."""
    city = state.cities[number]
    plan = city.plan
    if does_buying_pay(city) and (plan.use == BUILT or plan.use == IN_STAGE):
        cost = quote_plan(state, number)
        helpers = cost.saved | (FROM_BANK if plan.buys == BUY_UNIT else 0)
        plan.brought = most_sellers(state, number, cost.need, helpers)


@jit
def only_offer(plan: Plan) -> int:
    """The coins to the left in the only payment there is; negative if there are several."""
    found = -1
    for left in range(OFFERS):
        if plan.offers[left]:
            if found >= 0:
                return -1
            found = left
    return found


@jit
def settle_payment(plan: Plan, left: int, right: int) -> None:
    plan.left = left
    plan.right = right
    for i in range(OFFERS):
        plan.offers[i] = 0
    plan.step = READY


@jit
def clear_plan(plan: Plan) -> None:
    """Forget what was decided."""
    plan.step = CHOOSE_USE
    plan.use = 0
    plan.card = 0
    plan.ways = 0
    plan.way = 0
    plan.part = 0
    plan.bank = 0
    plan.buys = NOT_ASKED
    plan.brought = 0
    plan.left = 0
    plan.right = 0
    plan.tile = 0
    for i in range(OFFERS):
        plan.offers[i] = 0


@jit
def end_resolution(state: State) -> None:
    """What was decided is carried out, and forgotten."""
    for number in range(state.num_cities):
        if is_ready(state.cities[number]):
            clear_plan(state.cities[number].plan)
    state.resolutions += 1
