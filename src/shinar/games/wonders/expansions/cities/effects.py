"""What black structures, and the leaders that come with them, do to costs, coins and points [SW-16]."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import (
    ADDS_MADE,
    ADDS_MISSING,
    ARCHITECTS,
    BANK_FRIENDS,
    BLACK,
    BLACK_PATRONS,
    GREEN,
    KINDS,
    LEFT_DOCK,
    MASK,
    NIBBLE,
    NUM_ADDERS,
    NUM_MASK_CARDS,
    NUM_SYMBOL_CARDS,
    RIGHT_DOCK,
    adder,
    addition_of,
    colour_of,
    diplomacy_of,
    loss_kind_of,
    loss_of,
    mask_card,
    symbol_card,
    symbol_of,
)
from shinar.games.wonders.expansions.leaders.effects import has_effect
from shinar.games.wonders.stages import built_stage
from shinar.games.wonders.standing import stands
from shinar.games.wonders.state import City, State

__all__ = ["add_additions", "are_stages_waived", "bank_coin", "green_symbols", "has_free_black", "less_on_left"]
__all__ += ["less_on_right", "made_kinds", "masks", "note_city_effects", "note_free_black", "rebates"]
__all__ += ["renew_bank_coins", "take_bank_coin"]

ANY_KIND = (1 << KINDS) - 1  # all kinds of resources, as bits
COUNT = (1 << NIBBLE) - 1  # the bits of one kind in a bag


@jit
def note_city_effects(city: City, item: int) -> None:
    """[SW-16.4] [SW-16.7] What others will lose at the end of the turn, and diplomacy tokens."""
    city.diplomacy += diplomacy_of(item)
    city.causes[loss_kind_of(item)] += loss_of(item)


# ---- costs ------------------------------------------------------------------------------------------------------


@jit
def made_kinds(city: City) -> int:
    """[SW-16.9] The kinds that the board and brown and grey structures of a city make, as bits."""
    made = 0
    for kind in range(KINDS):
        made |= (city.fixed >> NIBBLE * kind & COUNT > 0) << kind
    for i in range(city.num_sold):
        made |= city.choices[i]
    return made


@jit
def add_additions(state: State, number: int) -> None:
    """[SW-16.9] A unit of what the city makes, and one of what it does not make; neither is for sale."""
    city = state.cities[number]
    made = made_kinds(city)
    for i in range(NUM_ADDERS):
        if stands(city, adder(i)):
            kinds = made if addition_of(adder(i)) == ADDS_MADE else ANY_KIND & ~made
            add_kinds(city, kinds)
    for stage in range(city.stages):
        if addition_of(built_stage(state, number, stage)) == ADDS_MISSING:
            add_kinds(city, ANY_KIND & ~made)


@jit
def add_kinds(city: City, kinds: int) -> None:
    city.choices[city.num_choices] = kinds
    city.num_choices += 1


@jit
def less_on_left(city: City, coins: int) -> int:
    """[SW-16.10] The coins for what is bought from the left, of which one unit may cost a coin less."""
    return max(0, coins - stands(city, LEFT_DOCK))


@jit
def less_on_right(city: City, coins: int) -> int:
    """[SW-16.10] Likewise from the right."""
    return max(0, coins - stands(city, RIGHT_DOCK))


@jit
def rebates(city: City) -> int:
    """[SW-16.10] The most coins that docks save in a turn."""
    return stands(city, LEFT_DOCK) + stands(city, RIGHT_DOCK)


@jit
def are_stages_waived(city: City) -> bool:
    """[SW-16.11] Whether stages need no resources."""
    return stands(city, ARCHITECTS) != 0


@jit
def has_free_black(state: State, city: City, card: int) -> bool:
    """[SW-15.19] Whether a black structure costs nothing, once in each Age."""
    if colour_of(card) != BLACK or city.free_black_used == state.age + 1:
        return False
    return has_effect(city, BLACK_PATRONS)


@jit
def note_free_black(state: State, city: City) -> bool:
    """[SW-15.19] Note that the free black structure of the Age is built, if the planned one is it."""
    if not has_free_black(state, city, city.plan.card):
        return False
    city.free_black_used = state.age + 1
    return True


# ---- coins ------------------------------------------------------------------------------------------------------


@jit
def bank_coin(city: City, coins: int) -> int:
    """[SW-15.18] The coin that a leader adds once a turn to those from the bank."""
    return int(coins > 0 and city.has_bank_coin == 0 and has_effect(city, BANK_FRIENDS))


@jit
def take_bank_coin(city: City, coins: int) -> int:
    """[SW-15.18] The same, and it is noted that it was taken."""
    coin = bank_coin(city, coins)
    city.has_bank_coin |= coin
    return coin


@jit
def renew_bank_coins(state: State) -> None:
    """[SW-15.18] A turn begins, or the end of an Age, which counts as one more."""
    for number in range(state.num_cities):
        state.cities[number].has_bank_coin = 0


# ---- symbols ----------------------------------------------------------------------------------------------------


@jit
def masks(state: State, number: int) -> int:
    """[SW-16.8] The masks of a city."""
    city = state.cities[number]
    count = 0
    for i in range(NUM_MASK_CARDS):
        count += stands(city, mask_card(i))
    for stage in range(city.stages):
        count += symbol_of(built_stage(state, number, stage)) == MASK
    return count


@jit
def green_symbols(city: City, symbol: int) -> int:
    """[SW-16.8] How many green structures of a city have a symbol."""
    count = 0
    for i in range(NUM_SYMBOL_CARDS):
        card = symbol_card(i)
        count += stands(city, card) != 0 and symbol_of(card) == symbol and colour_of(card) == GREEN
    return count
