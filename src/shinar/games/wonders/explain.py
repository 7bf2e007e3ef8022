"""Why an action is not allowed, for people. Written apart from rules.py, so that each checks the other.

The costs are the rules' own (quote, has_chain …); who can sell what is worked out here once more, by trying.
"""

from collections.abc import Iterator
from functools import lru_cache

from shinar.core.game import Refusal
from shinar.games.wonders.actions import (
    BUILD,
    BUILD_TILE,
    DISCARD,
    KEEP_TILE,
    LEAVE,
    LOSE,
    LOSE_TOKENS,
    PARTS,
    PAY,
    SALVAGE,
    SALVAGE_NOTHING,
    STAGE,
    TOKEN_PAIRS,
    TOWER,
    WAYS,
)
from shinar.games.wonders.components import (
    BUILDING_TOKEN,
    CARD_NAMES,
    CARDS,
    CHAIN_TRIGGER,
    COLOUR_NAMES,
    COLOURS,
    KINDS,
    NIBBLE,
    NO_CARD,
    PROJECT_ROWS,
    RAW_KINDS,
    RESOURCE_NAMES,
    STAGE_TOKEN,
    colour_of,
    project_penalty,
)
from shinar.games.wonders.expansions.projects import num_victories
from shinar.games.wonders.expansions.tower import tax
from shinar.games.wonders.payment import shortage
from shinar.games.wonders.planning import (
    Quote,
    has_chain,
    has_free_building,
    has_structure,
    is_discard,
    next_stage,
    quote,
    quote_plan,
    quote_stage,
)
from shinar.games.wonders.rules import deciding, owner
from shinar.games.wonders.seating import hand_of, holder, left_of, right_of
from shinar.games.wonders.state import (
    BUILT,
    CHOOSE_PART,
    CHOOSE_PAYMENT,
    CHOOSE_TILE,
    CHOOSE_USE,
    CHOOSE_WAY,
    DRAFT,
    JOIN,
    JOIN_BY_TOKEN,
    OFFERS,
    PENALTY,
    SEVENTH,
    WAY_CHAIN,
    WAY_PAY,
    WAY_POWER,
    WAY_SALVAGE,
    WAY_TOKEN,
    City,
    State,
)
from shinar.games.wonders.state import SALVAGE as SALVAGE_PHASE

__all__ = ["payments", "refusal"]

STEPS = {
    CHOOSE_WAY: (range(WAYS, PARTS), "first choose the way to build", "SW-4.1"),
    CHOOSE_PART: (range(PARTS, PAY), "first choose whether to join the project", "SW-13.2"),
    CHOOSE_PAYMENT: (range(PAY, LEAVE), "first choose whom to pay", "SW-5.7"),
    CHOOSE_TILE: (range(BUILD_TILE, WAYS), "first choose the tile to build", "SW-12.3"),
}


def refusal(state: State, seat: int, action: int) -> Refusal | None:
    """Why the seat that is asked may not take an action; None if it may."""
    number = deciding(state, seat)
    return _refusal_of_step(state, number, action) or _refusal_of_choice(state, number, action)


def _refusal_of_step(state: State, number: int, action: int) -> Refusal | None:
    """Every step asks for actions of its own."""
    if state.phase == DRAFT:
        return None if action < BUILD else Refusal("first keep a tile", "SW-12.2")
    if state.phase == PENALTY:
        return None if action >= LOSE else Refusal("first choose what you lose to the failed project", "SW-13.5")
    step = state.cities[number].plan.step
    if step != CHOOSE_USE:
        wanted, reason, clause = STEPS[step]
        return None if action in wanted else Refusal(reason, clause)
    if state.phase == SALVAGE_PHASE:
        is_fit = action in range(SALVAGE, LOSE)
        return None if is_fit else Refusal("first choose what to build from the discards", "SW-8.3")
    is_fit = action in range(BUILD, BUILD_TILE) or action == LEAVE
    return None if is_fit else Refusal("first choose a card and its use", "SW-3.3")


def _refusal_of_choice(state: State, number: int, action: int) -> Refusal | None:
    city = state.cities[number]
    if state.phase == DRAFT:
        return _refusal_of_keeping(state, city, action - KEEP_TILE + 1)
    if state.phase == PENALTY:
        return _refusal_of_loss(state, city, action)
    if action >= SALVAGE:
        return None if action == SALVAGE_NOTHING else _refusal_of_salvage(state, number, action - SALVAGE)
    if action == LEAVE:
        return None if state.phase == SEVENTH else Refusal("only the last card of the hand can be left", "SW-8.2")
    if action >= PAY:
        return _refusal_of_payment(state, number, divmod(action - PAY, OFFERS))
    if action >= PARTS:
        return _refusal_of_part(state, city, action - PARTS)
    if action >= WAYS:
        return None if city.plan.ways >> action - WAYS & 1 else _refusal_of_way(state, number, action - WAYS)
    if action >= BUILD_TILE:
        return _refusal_of_tile(city, action - BUILD_TILE + 1)
    return _refusal_of_use(state, number, action)


# ---- cards and their uses ---------------------------------------------------------------------------------------


def _refusal_of_use(state: State, number: int, action: int) -> Refusal | None:
    use, card = divmod(action - BUILD, CARDS)
    if card not in _cards_in_hand(state, number):
        return Refusal(f"you do not hold {CARD_NAMES[card]}", "SW-3.3")
    if use == (STAGE - BUILD) // CARDS:
        return _refusal_of_stage(state, number)
    if use == (TOWER - BUILD) // CARDS:
        return _refusal_of_tower(state, number)
    if use == (DISCARD - BUILD) // CARDS:
        return _refusal_of_discard(state, number, card)
    return _refusal_of_building(state, number, card)


def _cards_in_hand(state: State, number: int) -> list[int]:
    """The cards that may be used for a city; what the holder of the Free City uses for the own city is gone."""
    hand = hand_of(state, owner(state, number))
    cards = list(hand.cards[: hand.n])
    if number >= state.players:
        cards.remove(state.cities[holder(state)].plan.card)
    return cards


def _refusal_of_discard(state: State, number: int, card: int) -> Refusal | None:
    """[SW-11.5] Players may always discard; the Free City only what is of no other use."""
    if number < state.players:
        return None
    if _refusal_of_building(state, number, card) is None:
        return Refusal("the Free City must build what it can build", "SW-11.5")
    if _refusal_of_stage(state, number) is None:
        return Refusal("the Free City must build a stage if it can", "SW-11.5")
    return None


def _refusal_of_tower(state: State, number: int) -> Refusal | None:
    if not state.has_tower:
        return Refusal("the tower is not played", "SW-12.3")
    city = state.cities[number]
    if not any(tile and not built for tile, built in zip(city.tiles, city.tile_built, strict=True)):
        return Refusal("no tile is left to build", "SW-12.3")
    return None


def _refusal_of_building(state: State, number: int, card: int) -> Refusal | None:
    city = state.cities[number]
    if has_structure(city, card):
        return Refusal(f"{CARD_NAMES[card]} already stands in the city", "SW-4.2")
    if _has_free_way(state, city, card):
        return None
    chained = has_chain(state, number, card)
    if chained:
        cost = quote(state, card, WAY_CHAIN)
        if cost.bank <= city.coins:
            return None
        if not tax(state, CHAIN_TRIGGER):
            return _too_dear(city, cost.bank)
    return _refusal_of_cost(state, number, quote(state, card, WAY_PAY))


def _has_free_way(state: State, city: City, card: int) -> bool:
    is_free = has_free_building(state, city) or city.tokens[BUILDING_TOKEN] > 0
    return is_free and quote(state, card, WAY_POWER).bank <= city.coins


def _refusal_of_stage(state: State, number: int) -> Refusal | None:
    city = state.cities[number]
    item = next_stage(city)
    if item == NO_CARD:
        return Refusal("all stages of the board are built", "SW-7.1")
    if city.tokens[STAGE_TOKEN] and quote_stage(state, item, WAY_TOKEN).bank <= city.coins:
        return None
    return _refusal_of_cost(state, number, quote_stage(state, item, WAY_PAY))


# ---- paying -----------------------------------------------------------------------------------------------------


def _refusal_of_cost(state: State, number: int, cost: Quote) -> Refusal | None:
    """Why a city cannot bring up a cost: a resource that nobody sells, or too few coins."""
    city = state.cities[number]
    found = payments(state, number, cost.need)
    if not found:
        lack = _bag_text(shortage(cost.need, city.fixed))
        return Refusal(f"needs {_bag_text(cost.need)}; {lack} cannot all be made or bought", "SW-5.1")
    least = cost.bank + min(left + right for left, right in found)
    return _too_dear(city, least) if least > city.coins else None


def _too_dear(city: City, coins: int) -> Refusal:
    return Refusal(f"costs at least {_coins(coins)}, the city has {city.coins}", "SW-5.6")


def payments(state: State, number: int, need: int) -> frozenset[tuple[int, int]]:
    """All payments to left and right that bring a city what it needs, found by handing out unit after unit."""
    city = state.cities[number]
    left, right = (state.cities[side] for side in (left_of(state, number), right_of(state, number)))
    missing = tuple(kind for kind in range(KINDS) for _ in range(_count(need, kind) - _count(city.fixed, kind)))
    return _deals(missing, (_stock(city, own=True), _stock(left), _stock(right), 0, 0), tuple(city.prices))


Stock = tuple[int, ...]  # what each producer can still deliver, as bits by kind; used up ones are left out
Deal = tuple[Stock, Stock, Stock, int, int]  # of the own city, the left, the right; coins to left and right


@lru_cache(maxsize=1024)  # many payments are asked about in one position
def _deals(missing: tuple[int, ...], start: Deal, prices: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    found = {start}
    for kind in missing:
        found = {after for before in found for after in _with_unit(prices, before, kind)}
    return frozenset((to_left, to_right) for *_, to_left, to_right in found)


def _stock(city: City, own: bool = False) -> Stock:
    """The producers of a city: for itself only those with a choice, for others all that is for sale."""
    if own:
        return tuple(sorted(city.choices[: city.num_choices]))
    fixed = [1 << kind for kind in range(KINDS) for _ in range(_count(city.fixed, kind))]
    return tuple(sorted(fixed + city.choices[: city.num_sold]))


def _with_unit(prices: tuple[int, ...], deal: Deal, kind: int) -> Iterator[Deal]:
    """All ways to get one more unit of a kind."""
    own, left, right, to_left, to_right = deal
    raw = kind < RAW_KINDS
    for stock in _without(own, kind):
        yield stock, left, right, to_left, to_right
    for stock in _without(left, kind):
        yield own, stock, right, to_left + prices[0 if raw else 2], to_right
    for stock in _without(right, kind):
        yield own, left, stock, to_left, to_right + prices[1 if raw else 3]


def _without(stock: Stock, kind: int) -> set[Stock]:
    """A stock after one of its producers has delivered a kind; equal producers are tried once."""
    return {stock[:i] + stock[i + 1 :] for i in range(len(stock)) if stock[i] >> kind & 1}


def _refusal_of_payment(state: State, number: int, offer: tuple[int, int]) -> Refusal | None:
    city = state.cities[number]
    cost = quote_plan(state, number)
    found = payments(state, number, cost.need)
    if offer not in found:
        return Refusal("that does not buy what is missing", "SW-5.7")
    if cost.bank + sum(offer) > city.coins:
        return _too_dear(city, cost.bank + sum(offer))
    if any(other != offer and other[0] <= offer[0] and other[1] <= offer[1] for other in found):
        return Refusal("another payment is better for you in every way", "SW-5.7")
    return None


def _count(bag: int, kind: int) -> int:
    return bag >> NIBBLE * kind & (1 << NIBBLE) - 1


def _bag_text(bag: int) -> str:
    parts = [f"{_count(bag, kind)} {RESOURCE_NAMES[kind]}" for kind in range(KINDS) if _count(bag, kind)]
    return ", ".join(parts)


def _coins(number: int) -> str:
    return f"{number} coin" if number == 1 else f"{number} coins"


# ---- ways, participation, tiles ---------------------------------------------------------------------------------


def _refusal_of_way(state: State, number: int, way: int) -> Refusal:
    city = state.cities[number]
    plan = city.plan
    if way == WAY_CHAIN:
        return Refusal("no structure makes this one free, or the tax on chains is too high", "SW-6.1")
    if way == WAY_PAY:
        return Refusal("the chain is better, or the cost cannot be paid", "SW-6.2")
    if way == WAY_POWER and (plan.use != BUILT or not has_free_building(state, city)):
        return Refusal("no free building is left in this Age", "SW-8.4")
    if way == WAY_TOKEN and not city.tokens[BUILDING_TOKEN if plan.use == BUILT else STAGE_TOKEN]:
        return Refusal("the city has no such token", "SW-13.7")
    return Refusal("that would save nothing", "SW-8.4")


def _refusal_of_part(state: State, city: City, part: int) -> Refusal | None:
    is_of_colour = PROJECT_ROWS[state.project - 1]["colour"] == COLOUR_NAMES[colour_of(city.plan.card)]
    if part == JOIN and not is_of_colour:
        return Refusal("the structure has another colour than the project", "SW-13.2")
    if part == JOIN_BY_TOKEN and is_of_colour:
        return Refusal("the colour fits, no token is needed", "SW-13.7")
    return None


def _refusal_of_tile(city: City, tile: int) -> Refusal | None:
    for own, built in zip(city.tiles, city.tile_built, strict=True):
        if own == tile:
            return Refusal("that tile is built already", "SW-12.3") if built else None
    return Refusal("that tile is not yours", "SW-12.3")


def _refusal_of_keeping(state: State, city: City, tile: int) -> Refusal | None:
    if tile in city.tiles[state.turn :]:
        return None
    return Refusal("that tile is not among those you were passed", "SW-12.2")


# ---- discards and penalties -------------------------------------------------------------------------------------


def _refusal_of_salvage(state: State, number: int, card: int) -> Refusal | None:
    city = state.cities[number]
    pile = {
        other.used[place]
        for other in state.cities[: state.num_cities]
        for place in range(len(other.used))
        if is_discard(other.manner[place])
    }
    if card not in pile:
        return Refusal(f"{CARD_NAMES[card]} is not among the discards", "SW-8.3")
    if has_structure(city, card):
        return Refusal(f"{CARD_NAMES[card]} already stands in the city", "SW-4.2")
    cost = quote(state, card, WAY_SALVAGE)
    return _too_dear(city, cost.bank) if cost.bank > city.coins else None


def _refusal_of_loss(state: State, city: City, action: int) -> Refusal | None:
    penalty = project_penalty(state.project - 1)
    if (action >= LOSE_TOKENS) != (penalty >= COLOURS):
        return Refusal("the project takes something else", "SW-13.5")
    if action < LOSE_TOKENS:
        card = action - LOSE
        if city.built[card] and colour_of(card) == penalty:
            return None
        return Refusal(f"a {COLOUR_NAMES[penalty]} structure of the city is lost", "SW-13.5")
    pair = TOKEN_PAIRS[action - LOSE_TOKENS]
    has_both = all(city.victories[value] >= pair.count(value) for value in pair)
    return None if has_both else Refusal(f"the city has other tokens, {num_victories(city)} in all", "SW-13.5")
