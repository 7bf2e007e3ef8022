"""What leaders do [SW-15.7]: to costs, coins, tokens and points."""

from shinar.core.bits import lowest_bit
from shinar.core.compiled.jit import jit, jit_apart
from shinar.games.wonders.components import (
    BANK_BUYERS,
    BONUS_COINS,
    CARDS,
    COINS_THING,
    COLOURS,
    DEFEAT_SENDERS,
    GUILD_FOUNDERS,
    LEADER_THING,
    LEADERS,
    PATRONS,
    PURPLE,
    SYMBOL_LEADERS,
    SYMBOL_TEACHERS,
    TEACHER_POINTS,
    TRADE_WINNERS,
    WAR_PROFITEERS,
    are_leaders_free,
    bonus_leaders,
    kinds_of,
    leader_discount,
    neighbour_discount,
    price_of,
    saving_leaders,
    set_colours,
    set_points,
    shields_of,
    symbol_of,
)
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import BUILT, RECRUITS, City, State

__all__ = ["are_guilds_free", "can_buy_from_bank", "discount_of", "does_buying_pay", "has_effect", "leader_bonus"]
__all__ += ["leader_price", "leader_shields", "leader_symbols", "leader_things", "leaders_in_play", "leaders_of"]
__all__ += ["recruited", "saved_kinds", "sends_defeats", "set_worth", "sets_of", "teacher_points", "victory_coins"]

VICTORY_COINS = 2  # for each victory token [SW-15.13]
COINS_PER_THING = 3  # what counts as one of "three coins" [SW-15.17]


@jit_apart
def leaders_of(city: City) -> int:
    """[SW-15.7] [SW-15.21] The leaders whose effects a city has, as bits: those it recruited and the one it copies."""
    leaders = recruited(city)
    return leaders | 1 << city.copied - 1 if city.copied > 0 else leaders


@jit_apart
def recruited(city: City) -> int:
    """The leaders that lie face up in a city, as bits: a copied effect is none."""
    leaders = 0
    for i in range(RECRUITS):
        if city.recruit_manner[i] == BUILT and city.recruits[i] > 0:
            leaders |= 1 << city.recruits[i] - 1
    return leaders


@jit
def has_effect(city: City, leaders: int) -> bool:
    """Whether a city has the effect of one of some leaders, recruited or copied."""
    return leaders_of(city) & leaders != 0


# ---- costs ------------------------------------------------------------------------------------------------------


@jit
def saved_kinds(city: City, trigger: int, item: int) -> int:
    """[SW-15.8] The kinds, as bits, of which one unit of a printed cost is waived; 0 if none is."""
    return kinds_of(item) if has_effect(city, saving_leaders(trigger)) else 0


@jit
def are_guilds_free(city: City, colour: int) -> bool:
    """[SW-15.11] Whether a structure of a colour costs nothing, because it is a guild."""
    return colour == PURPLE and has_effect(city, GUILD_FOUNDERS)


@jit
def can_buy_from_bank(city: City) -> bool:
    """[SW-15.9] Whether the bank sells a unit for a coin."""
    return has_effect(city, BANK_BUYERS)


@jit
def does_buying_pay(city: City) -> bool:
    """[SW-15.10] Whether buying from neighbours brings coins."""
    return has_effect(city, TRADE_WINNERS)


@jit
def leader_price(state: State, number: int, leader: int) -> int:
    """[SW-15.4] [SW-15.22] The coins for recruiting a leader."""
    city = state.cities[number]
    if has_effect(city, PATRONS) or (are_leaders_free(city.face) and not city.is_blocked):
        return 0
    return max(0, price_of(CARDS + leader) - discount_of(state, number))


@jit
def discount_of(state: State, number: int) -> int:
    """[SW-15.22] What Rome saves its city and those next to it, unless it has lost that to a project."""
    city = state.cities[number]
    coins = 0 if city.is_blocked else leader_discount(city.face)
    left = state.cities[left_of(state, number)]
    coins += 0 if left.is_blocked else neighbour_discount(left.face)
    right = state.cities[right_of(state, number)]
    return coins + (0 if right.is_blocked else neighbour_discount(right.face))


# ---- coins and tokens -------------------------------------------------------------------------------------------


@jit
def leader_bonus(city: City, trigger: int) -> int:
    """[SW-15.15] Coins after building a colour, or using a chain."""
    return BONUS_COINS if has_effect(city, bonus_leaders(trigger)) else 0


@jit
def victory_coins(city: City) -> int:
    """[SW-15.13] Coins with each victory token."""
    return VICTORY_COINS if has_effect(city, WAR_PROFITEERS) else 0


@jit
def sends_defeats(city: City) -> bool:
    """[SW-15.14] Whether the defeat tokens of a city go to the victor."""
    return has_effect(city, DEFEAT_SENDERS)


# ---- what is counted --------------------------------------------------------------------------------------------


@jit
def leaders_in_play(city: City) -> int:
    """[SW-15.24] The leaders that lie face up in a city."""
    leaders = 0
    for i in range(RECRUITS):
        leaders += city.recruit_manner[i] == BUILT
    return leaders


@jit
def leader_things(city: City, things: int) -> int:
    """[SW-15.17] [SW-15.24] What only leaders and their guilds count: leaders and coins."""
    count = 0
    if things >> LEADER_THING & 1:
        count += leaders_in_play(city)
    if things >> COINS_THING & 1:
        count += city.coins // COINS_PER_THING
    return count


@jit
def leader_shields(city: City) -> int:
    """The shields of leaders."""
    shields = 0
    leaders = leaders_of(city)
    while leaders:
        shields += shields_of(CARDS + lowest_bit(leaders))
        leaders &= leaders - 1
    return shields


@jit
def leader_symbols(city: City, symbol: int) -> int:
    """How many of a symbol leaders have."""
    leaders = leaders_of(city) & SYMBOL_LEADERS
    count = 0
    if leaders:
        for leader in range(LEADERS):
            count += leaders >> leader & 1 and symbol_of(CARDS + leader) == symbol
    return count


@jit
def teacher_points(city: City) -> int:
    """[SW-15.16] What is added to the worth of each set of three symbols."""
    return TEACHER_POINTS if has_effect(city, SYMBOL_TEACHERS) else 0


@jit
def sets_of(city: City, colours: int) -> int:
    """[SW-15.16] How many sets of one structure of each of some colours a city has."""
    sets = -1
    for colour in range(COLOURS):
        if colours >> colour & 1 and (sets < 0 or city.colours[colour] < sets):
            sets = city.colours[colour]
    return max(0, sets)


@jit
def set_worth(city: City, leader: int) -> int:
    """[SW-15.16] The points of a leader for sets of colours."""
    return set_points(leader) * sets_of(city, set_colours(leader)) if set_points(leader) else 0
