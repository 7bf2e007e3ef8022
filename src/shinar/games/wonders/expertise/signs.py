"""What a city shows to the network that plays 7 Wonders: *signs*, each of which is there or not.

A choice is shown as its seat may see it, a position with the hands that its city holds next as well. Neighbours are
told apart by who gets the hands that the city passes on. What an action has in common with others are its *motives*:
to build this card, to be rid of that one, to build a stage.
"""

from shinar.core.compiled.jit import jit, jit_apart
from shinar.core.game import Actions
from shinar.games.wonders.actions import (
    BANK,
    BUILD,
    BUILD_TILE,
    DISCARD,
    KEEP_LEADER,
    KEEP_TILE,
    NAME_STAGE,
    PARTS,
    SALVAGE,
    SALVAGE_NOTHING,
    STAGE,
    TOWER,
)
from shinar.games.wonders.building import has_chain, has_structure, quote_chained, quote_paid, quote_stage
from shinar.games.wonders.components import (
    AGES,
    BOARD_ROWS,
    CARDS,
    COLOURS,
    GREEN,
    KINDS,
    LEADERS,
    MAX_CITIES,
    MAX_STAGES,
    MAX_TURNS,
    NIBBLE,
    NO_CARD,
    PIECES,
    PROJECTS,
    PURPLE,
    SYMBOLS,
    TILES,
    TILES_EACH,
    TOKENS,
    symbol_of,
)
from shinar.games.wonders.expansions.leaders.effects import leaders_of
from shinar.games.wonders.expertise.prices import OUT_OF_REACH, price_of_units
from shinar.games.wonders.rules import deciding
from shinar.games.wonders.scoring import commerce_points, guild_points, military_points
from shinar.games.wonders.seating import hand_number, hand_of, left_of, num_turns, right_of
from shinar.games.wonders.stages import next_stage
from shinar.games.wonders.standing import next_structure
from shinar.games.wonders.state import ACT, DEAL_CARDS, DRAFT, RECRUIT, SEVENTH, WAY_PAY, City, Hand, State

__all__ = ["CHOICE_SIGNS", "MAX_SIGNS", "MOTIVES", "ROWS", "VALUE_SIGNS", "decides", "motives_of", "part", "row"]
__all__ += ["show_choice", "show_position"]

FACES = len(BOARD_ROWS)
STAGE_COUNTS = MAX_STAGES + 1
TURN_ROWS = MAX_TURNS + 1  # of an Age: what comes before its first turn, and each turn
ROWS = AGES * TURN_ROWS
MAX_SIGNS = 256  # more than any city shows at once
LAST_AGE = AGES - 1
MANY = 8  # more of a thing than are told apart
UNITS = 3  # of a kind that a city makes are told apart
SYMBOL_COUNTS = 6  # of each kind of symbol, and of sets, likewise
MAX_SHIELDS = 12
MAX_LEAD = 4  # shields
SIDE_COLOURS = 6  # the colours of neighbours that something counts: all but green, which is told apart, and black
PURSES = (3, 6, 10)  # coins of neighbours
COIN_STEPS = (12, 15, 19, 25)  # coins from the first of these on are told apart only roughly
PRICES = 5  # coins in pairs: 0, 1 or 2, 3 or 4, …
TOO_DEAR = PRICES
LOOK_AHEAD = 3  # turns, this one included
LEAST_WAR, WAR_STEPS = -7, 28  # military points
GUILD_STEPS, COMMERCE_STEPS = 24, 16  # points


# ---- the places of the signs ------------------------------------------------------------------------------------

# of a neighbour
LEAD = 0
SIDE_STAGES = LEAD + 2 * MAX_LEAD + 1
PURSE = SIDE_STAGES + STAGE_COUNTS
SIDE_FACE = PURSE + len(PURSES) + 1
GREENS = SIDE_FACE + FACES
SIDE_MAKES = GREENS + MANY
SELLS = SIDE_MAKES + 2 * KINDS
SIDE_COLOUR = SELLS + KINDS
SIDE = SIDE_COLOUR + SIDE_COLOURS * MANY

TIME = 0  # the row
PLAYERS = TIME + ROWS
PLAYED = PLAYERS + MAX_CITIES + 1  # expansions
STANDS = PLAYED + 5
FACE = STANDS + PIECES
COINS = FACE + FACES * STAGE_COUNTS
MAKES = COINS + COIN_STEPS[0] + len(COIN_STEPS)
CHOICE = MAKES + KINDS * UNITS
SCIENCE = CHOICE + KINDS
SHIELDS = SCIENCE + (SYMBOLS + 1) * SYMBOL_COUNTS
COLOUR = SHIELDS + MAX_SHIELDS + 1
NEXT_HOLDER = COLOUR + COLOURS * MANY
LAST_HOLDER = NEXT_HOLDER + SIDE
TILE = LAST_HOLDER + SIDE
TOWER_TILES = TILE + 2 * TILES
TOKEN = TOWER_TILES + TILES_EACH + 1
PROJECT = TOKEN + TOKENS
TAKES_PART = PROJECT + PROJECTS + 1
SHARED_SIGNS = TAKES_PART + 1

# of a choice
OWN_HAND = SHARED_SIGNS  # + card, and what it costs
STAGE_PRICE = OWN_HAND + CARDS * (PRICES + 1)
CHOICE_SIGNS = STAGE_PRICE + PRICES + 1

# of a position
LATER_HAND = SHARED_SIGNS  # + card, in how many turns, and whether it is too dear
WAR = LATER_HAND + 2 * LOOK_AHEAD * CARDS
GUILDS = WAR + WAR_STEPS
COMMERCE = GUILDS + GUILD_STEPS
VALUE_SIGNS = COMMERCE + COMMERCE_STEPS

# ---- the places of the motives ----------------------------------------------------------------------------------

BUILDING = 0  # + piece
PARTING = BUILDING + PIECES  # + piece: it leaves the hand and is not built
STAGING = PARTING + PIECES
SELLING = STAGING + 1
RAISING = SELLING + 1  # the tower
TILE_BUILDING = RAISING + 1  # + tile
TILE_KEEPING = TILE_BUILDING + TILES
LEADER_KEEPING = TILE_KEEPING + TILES
JOINING = LEADER_KEEPING + LEADERS
SALVAGING = JOINING + BANK - PARTS  # + card, or CARDS for nothing
PAYING = SALVAGING + CARDS + 1  # + price
MOTIVES = PAYING + PRICES


@jit
def part(state: State) -> int:
    """Each Age has weights of its own."""
    return state.age


@jit
def row(state: State) -> int:
    """The turn, in which biases are learned apart; the first row of an Age is for what comes before its first turn."""
    if state.phase < DRAFT:
        return 0
    is_before = state.phase == RECRUIT or state.phase <= DEAL_CARDS
    return state.age * TURN_ROWS + (0 if is_before else 1 + state.turn)


# ---- prices -----------------------------------------------------------------------------------------------------


@jit
def card_price(state: State, number: int, card: int) -> int:
    """About how many coins it costs a city to build a card."""
    if has_chain(state, number, card):
        return quote_chained(state, card).bank
    cost = quote_paid(state, number, card)
    return cost.bank + price_of_units(state, number, cost.need)


@jit
def stage_price(state: State, number: int) -> int:
    """About how many coins the next stage costs."""
    stage = next_stage(state, number)
    if stage == NO_CARD:
        return OUT_OF_REACH
    cost = quote_stage(state, number, stage, WAY_PAY)
    return cost.bank + price_of_units(state, number, cost.need)


@jit
def price_step(price: int) -> int:
    """Prices by pairs of coins."""
    return min(PRICES - 1, (price + 1) // 2)


@jit
def price_sign(price: int, coins: int) -> int:
    """The same, or TOO_DEAR."""
    return TOO_DEAR if price > coins else price_step(price)


# ---- signs ------------------------------------------------------------------------------------------------------


@jit
def show_choice(state: State, number: int, into: list[int]) -> int:
    """Write the signs of a choice, in a position as its seat sees it; how many there are."""
    n = show_city(state, number, into)
    if state.phase != ACT and state.phase != SEVENTH:
        return n
    city = state.cities[number]
    hand = hand_of(state, number)
    for i in range(hand.n):
        card = hand.cards[i]
        price = OUT_OF_REACH if has_structure(city, card) else card_price(state, number, card)
        into[n] = OWN_HAND + card * (PRICES + 1) + price_sign(price, city.coins)
        n += 1
    into[n] = STAGE_PRICE + price_sign(stage_price(state, number), city.coins)
    return n + 1


@jit
def show_position(state: State, number: int, into: list[int]) -> int:
    """Write the signs of a city in a position with open hands; how many there are."""
    n = show_city(state, number, into)
    if state.phase == ACT:
        for later in range(LOOK_AHEAD):
            if state.turn + later < num_turns(state):
                hand = state.hands[hand_number(state, state.age, state.turn + later, number)]
                n = show_hand(state, number, hand, LATER_HAND + 2 * later * CARDS, into, n)
    into[n] = WAR + max(0, min(WAR_STEPS - 1, military_points(state.cities[number]) - LEAST_WAR))
    n += 1
    if state.age == LAST_AGE:
        into[n] = GUILDS + min(GUILD_STEPS - 1, guild_points(state, number))
        into[n + 1] = COMMERCE + min(COMMERCE_STEPS - 1, commerce_points(state, number))
        n += 2
    return n


@jit
def show_hand(state: State, number: int, hand: Hand, first: int, into: list[int], n: int) -> int:
    """Add the cards of a hand that a city could build."""
    city = state.cities[number]
    for i in range(hand.n):
        card = hand.cards[i]
        if card >= 0 and not has_structure(city, card):
            is_too_dear = card_price(state, number, card) > city.coins
            into[n] = first + card + (CARDS if is_too_dear else 0)
            n += 1
    return n


@jit_apart
def show_city(state: State, number: int, into: list[int]) -> int:
    """What everybody sees of a city and its neighbours."""
    city = state.cities[number]
    into[0] = TIME + row(state)
    into[1] = PLAYERS + state.players
    into[2] = FACE + city.face * STAGE_COUNTS + city.stages
    into[3] = COINS + coin_step(city.coins)
    into[4] = SHIELDS + min(MAX_SHIELDS, city.shields)
    n = show_structures(city, into, 5)
    n = show_trade(city, into, n)
    n = show_counts(city.colours, COLOURS, COLOUR, into, n)
    first, second = left_of(state, number), right_of(state, number)
    if state.age == 1:
        first, second = second, first
    n = show_neighbour(city, state.cities[first], NEXT_HOLDER, into, n)
    n = show_neighbour(city, state.cities[second], LAST_HOLDER, into, n)
    if state.has_tower or state.has_projects or state.has_leaders or state.has_cities or state.has_pack:
        n = show_expansions(state, city, into, n)
    return n


@jit
def coin_step(coins: int) -> int:
    """Coins, the many of them only roughly."""
    if coins < COIN_STEPS[0]:
        return coins
    step = COIN_STEPS[0]
    for limit in COIN_STEPS[1:]:
        step += coins >= limit
    return step


@jit
def show_structures(city: City, into: list[int], n: int) -> int:
    """What stands in a city, and the symbols on it."""
    compasses = 0
    gears = 0
    tablets = 0
    card = next_structure(city, 0)
    while card < CARDS:
        into[n] = STANDS + card
        n += 1
        symbol = symbol_of(card)
        compasses += symbol == 0
        gears += symbol == 1
        tablets += symbol == SYMBOLS - 1
        card = next_structure(city, card + 1)
    sets = min(compasses, min(gears, tablets))
    into[n] = SCIENCE + min(SYMBOL_COUNTS - 1, compasses)
    into[n + 1] = SCIENCE + SYMBOL_COUNTS + min(SYMBOL_COUNTS - 1, gears)
    into[n + 2] = SCIENCE + 2 * SYMBOL_COUNTS + min(SYMBOL_COUNTS - 1, tablets)
    into[n + 3] = SCIENCE + SYMBOLS * SYMBOL_COUNTS + min(SYMBOL_COUNTS - 1, sets)
    return n + 4


@jit
def show_trade(city: City, into: list[int], n: int) -> int:
    """What a city makes."""
    choices = kinds_of_choices(city, city.num_choices)
    for kind in range(KINDS):
        made = city.fixed >> NIBBLE * kind & 15
        if made:
            into[n] = MAKES + UNITS * kind + min(made, UNITS) - 1
            n += 1
        if choices >> kind & 1:
            into[n] = CHOICE + kind
            n += 1
    return n


@jit
def kinds_of_choices(city: City, count: int) -> int:
    """The kinds that the first of its producers with a choice can make, as bits."""
    kinds = 0
    for i in range(count):
        kinds |= city.choices[i]
    return kinds


@jit
def show_counts(counts: list[int], length: int, first: int, into: list[int], n: int) -> int:
    """How many there are of each thing of which there are any."""
    for i in range(length):
        if counts[i]:
            into[n] = first + MANY * i + min(MANY - 1, counts[i])
            n += 1
    return n


@jit
def show_neighbour(city: City, other: City, first: int, into: list[int], n: int) -> int:
    """What a neighbour is to a city."""
    into[n] = first + LEAD + MAX_LEAD + max(-MAX_LEAD, min(MAX_LEAD, city.shields - other.shields))
    into[n + 1] = first + SIDE_STAGES + other.stages
    into[n + 2] = first + PURSE + (other.coins >= PURSES[0]) + (other.coins >= PURSES[1]) + (other.coins >= PURSES[2])
    into[n + 3] = first + SIDE_FACE + other.face
    into[n + 4] = first + GREENS + min(MANY - 1, other.colours[GREEN])
    n += 5
    sold = kinds_of_choices(other, other.num_sold)
    for kind in range(KINDS):
        made = other.fixed >> NIBBLE * kind & 15
        if made:
            into[n] = first + SIDE_MAKES + 2 * kind + min(made, 2) - 1
            n += 1
        if sold >> kind & 1:
            into[n] = first + SELLS + kind
            n += 1
    n = show_counts(other.colours, GREEN, first + SIDE_COLOUR, into, n)
    if other.colours[PURPLE]:
        into[n] = first + SIDE_COLOUR + MANY * GREEN + min(MANY - 1, other.colours[PURPLE])
        n += 1
    return n


@jit
def show_expansions(state: State, city: City, into: list[int], n: int) -> int:
    """What only games with expansions have."""
    if state.has_leaders:
        into[n] = PLAYED
        n = show_leaders(city, into, n + 1)
    if state.has_cities:
        into[n] = PLAYED + 1
        n += 1
    if state.has_pack:
        into[n] = PLAYED + 2
        n += 1
    if state.has_tower:
        into[n] = PLAYED + 3
        n = show_tiles(city, into, n + 1)
    if state.has_projects:
        into[n] = PLAYED + 4
        into[n + 1] = PROJECT + state.project
        n = show_tokens(city, into, n + 2)
    return n


@jit
def show_leaders(city: City, into: list[int], n: int) -> int:
    """The leaders of a city."""
    leaders = leaders_of(city)
    for leader in range(LEADERS):
        if leaders >> leader & 1:
            into[n] = STANDS + CARDS + leader
            n += 1
    return n


@jit
def show_tiles(city: City, into: list[int], n: int) -> int:
    """The tiles of a city that are known, those in its hand and those in the tower."""
    built = 0
    for i in range(TILES_EACH):
        built += city.tile_built[i] > 0
        if city.tiles[i] > 0:
            into[n] = TILE + (TILES if city.tile_built[i] else 0) + city.tiles[i] - 1
            n += 1
    into[n] = TOWER_TILES + built
    return n + 1


@jit
def show_tokens(city: City, into: list[int], n: int) -> int:
    """What projects have brought a city, and whether it takes part in one."""
    for token in range(TOKENS):
        if city.tokens[token]:
            into[n] = TOKEN + token
            n += 1
    if city.part:
        into[n] = TAKES_PART
        n += 1
    return n


# ---- motives ----------------------------------------------------------------------------------------------------


@jit
def decides(state: State, seat: int, actions: Actions) -> bool:
    """Whether the network knows a choice: all but how to build and to pay, and what the expansions ask seldom."""
    if deciding(state, seat) != seat:
        return False  # the Free City
    for i in range(actions.n):
        action = actions.ids[i]
        is_joining = action >= PARTS and action < BANK
        is_salvaging = action >= SALVAGE and action <= SALVAGE_NOTHING
        if action >= NAME_STAGE and not is_joining and not is_salvaging:
            return False
    return True


@jit
def motives_of(state: State, seat: int, action: int, into: list[int]) -> int:
    """Write the motives of an action; how many it has."""
    if action >= SALVAGE:
        into[0] = SALVAGING + action - SALVAGE
        return 1
    if action >= PARTS:
        into[0] = JOINING + action - PARTS
        return 1
    if action >= BUILD_TILE:
        into[0] = TILE_BUILDING + action - BUILD_TILE
        return 1
    if action >= STAGE:
        use = (action - STAGE) // PIECES
        into[0] = STAGING + use
        into[1] = PARTING + action - STAGE - use * PIECES
        return 2
    if action >= BUILD:
        into[0] = BUILDING + action - BUILD
        if action - BUILD >= CARDS:
            return 1
        into[1] = PAYING + price_step(card_price(state, seat, action - BUILD))
        return 2
    into[0] = LEADER_KEEPING + action - KEEP_LEADER if action >= KEEP_LEADER else TILE_KEEPING + action - KEEP_TILE
    return 1


assert (DISCARD - STAGE, TOWER - STAGE) == (PIECES, 2 * PIECES), "uses follow each other as their motives do"
