"""A position of 7 Wonders as one flat record, the sealed decisions of the seats included."""

from typing import Literal, get_args

from shinar.core.compiled.layout import (
    ALL,
    OWNER,
    PARTLY,
    Array,
    copy_of,
    i8,
    i16,
    i32,
    i64,
    layout,
    per,
    resized,
    seen,
    shallow_copy_of,
)
from shinar.games.wonders.components import (
    AGES,
    ALL_LEADERS,
    BOARDS,
    CARDS,
    CITIES,
    COLOURS,
    HAND,
    KINDS,
    LEADERS,
    MAX_CITIES,
    MAX_STAGES,
    MAX_TURNS,
    NIBBLE,
    PIECES,
    PROJECTS,
    SIDES,
    SLOTS,
    TILES,
    TOKENS,
    TURNS,
    UNSEEN,
)

__all__ = [
    "BUILT",
    "CHOICES",
    "DISCARDED",
    "IN_STAGE",
    "LEFT_OVER",
    "LOST",
    "OFFERS",
    "SALVAGED",
    "UNUSED",
    "WITH_TILE",
]
__all__ += ["PHASE_NAMES", "City", "Hand", "Memory", "Phase", "Plan", "State", "StateOfEight", "state_for"]
__all__ += ["with_own_cities"]

# The phases, in the order a game meets them.
(
    DEAL_BOARDS,  # chance deals the boards
    DEAL_LEADERS,  # chance deals the leaders
    DRAFT_LEADERS,  # all keep a leader
    DEAL_TILES,  # chance deals the tiles of the tower
    DRAFT,  # all keep a tile
    RECRUIT,  # all choose a leader and its use
    DRAW_PROJECT,  # chance turns up the project of the Age
    DEAL_CARDS,  # chance deals the hands of the Age
    DRAW_CARD,  # two players: chance draws the card that the holder of the Free City adds
    ACT,  # all choose a card and its use
    SEVENTH,  # one plays the last card of the hand
    LAST_CARD,  # two players: the last card of the draw pile is discarded
    DRAW_LEADERS,  # chance draws the leaders that a stage adds to a hand
    HIRE,  # one recruits another leader
    COPY,  # one chooses the leader whose effect a guild copies
    ENTOMB,  # one chooses the leader that a stage entombs
    SALVAGE,  # one builds from the discards
    SETTLE,  # some choose how much of a loss they pay
    PENALTY,  # some choose what they lose to a failed project
    OVER,
) = range(20)
Phase = Literal[
    "boards",
    "leaders",
    "draft_leaders",
    "tiles",
    "draft",
    "recruit",
    "project",
    "deal",
    "draw",
    "act",
    "seventh",
    "last",
    "draw_leaders",
    "hire",
    "copy",
    "entomb",
    "salvage",
    "settle",
    "penalty",
    "over",
]
PHASE_NAMES: tuple[Phase, ...] = get_args(Phase)  # in texts and views
DEALING = 1 << DEAL_BOARDS | 1 << DEAL_LEADERS | 1 << DEAL_TILES | 1 << DRAW_PROJECT | 1 << DEAL_CARDS
DEALING |= 1 << DRAW_CARD | 1 << LAST_CARD | 1 << DRAW_LEADERS  # the phases in which chance acts, as bits
ALONE = 1 << SEVENTH | 1 << HIRE | 1 << COPY | 1 << ENTOMB | 1 << SALVAGE  # those in which one city acts alone
# Phases that pass by themselves, so that no position rests in them; see proceed() in rules.py.
(
    FINISH_ACTIONS,
    LEAVE_CARDS,
    LOOK_FOR_LEADERS,
    LOOK_AT_DISCARDS,
    LOOK_FOR_LOSSES,
    SETTLE_LOSSES,
    END_TURN,
    RESOLVE_PROJECT,
    SETTLE_PENALTIES,
    END_AGE,
) = range(OVER + 1, OVER + 11)

# What became of a card that a city used: the manner of a slot.
UNUSED = 0
BUILT = 1  # a structure of the city
IN_STAGE = 2  # face down under the board
DISCARDED = 3  # face down, for coins
WITH_TILE = 4  # discarded face down to build a tile
LEFT_OVER = 5  # discarded face down at the end of the Age
SALVAGED = 6  # it lay in the discards, and was built from there
LOST = 7  # it was built, and went face up to the discards as the penalty of a project

TILE_WAITING, TILE_PLACED = 1, 2  # a tile that is built: face down until the end of the turn, then in the tower

# The steps of a decision.
CHOOSE_USE = 0
CHOOSE_WAY = 1
CHOOSE_PART = 2
CHOOSE_PAYMENT = 3
CHOOSE_TILE = 4
READY = 5
CHOOSE_BANK = 6  # whether to buy a unit from the bank, before CHOOSE_PAYMENT
CHOOSE_STAGE = 7  # which stage to build, before CHOOSE_WAY

# Ways to build; WAY_SALVAGE is for cards from the discards.
WAY_PAY, WAY_CHAIN, WAY_POWER, WAY_TOKEN, WAY_SALVAGE = range(5)
# Participation in the project.
STAY_OUT, JOIN, JOIN_BY_TOKEN = range(3)

# Whether a unit is bought from the bank.
NOT_ASKED, BUY_NOTHING, BUY_UNIT = range(3)

OFFERS = 25  # coins to one neighbour are 0 … 24: eight units at three coins
CHOICES = 15  # producers with a choice: six brown cards, two yellow, two black, two stages, three tiles
MAX_LOSS = 31  # coins of a loss that can be paid; the rest of a larger one becomes debts


# By what a city may build from the discards, as bits.
BY_STAGE, BY_LEADER, BY_COPY = 1, 2, 4

WORD_CARDS = 16  # cards in each word of a set of structures: a power of two, for shifts
WORDS = -(-CARDS // WORD_CARDS)

DRAFTED = 4  # leaders that each player keeps in the draft
GIVEN = 2 * DRAFTED  # and as many that a stage of Rome adds
RECRUITS = AGES + 2  # leaders that a city can use: one in each Age, and two by stages of Rome
TO_DRAW, TO_HIRE, TO_COPY, TO_ENTOMB = 1, 2, 4, 8
ENTOMBED = 5  # the manner of a leader who lies face down beside the board; the others are those of cards


@layout
class Hand:
    """Cards that are passed on, ascending."""

    n: i8 = seen(ALL, 0, HAND + 1)
    cards: Array[i8] = per(HAND + 1, PARTLY, UNSEEN, CARDS - 1)


@layout
class Plan:
    """What a seat has decided for a city and nobody else knows yet."""

    step: i8 = seen(OWNER, 0, CHOOSE_STAGE)  # what it must decide next
    use: i8 = seen(OWNER, 0, LOST)  # the manner in which the card will be used
    card: i16 = seen(OWNER, UNSEEN, PIECES - 1)  # a card, or CARDS + the number of a leader
    ways: i8 = seen(OWNER, 0, (1 << WAY_SALVAGE + 1) - 1, packed=1)  # the ways to build that are open, as bits
    way: i8 = seen(OWNER, 0, WAY_SALVAGE)
    part: i8 = seen(OWNER, 0, JOIN_BY_TOKEN)  # participation in the project
    bank: i8 = seen(OWNER, 0, 127)  # coins to pay
    buys: i8 = seen(OWNER, 0, BUY_UNIT)  # whether a unit is bought from the bank
    brought: i8 = seen(OWNER, 0, 2)  # coins that buying from neighbours brings
    left: i8 = seen(OWNER, 0, OFFERS)
    right: i8 = seen(OWNER, 0, OFFERS)
    # number of the tile to build or to keep; 1 + that of the stage, where one is chosen
    tile: i8 = seen(OWNER, 0, TILES)
    # by coins to the left: 1 + coins to the right, 0 if there is no such payment
    offers: Array[i8] = per(OFFERS, OWNER, 0, OFFERS)


@layout
class City:
    """A board and what stands there."""

    face: i8 = seen(ALL, 0, BOARDS * SIDES - 1)  # board * SIDES + side
    stages: i8 = seen(ALL, 0, MAX_STAGES)  # built
    coins: i16 = seen(ALL, 0, 999)
    built: Array[i32] = per(WORDS, ALL, 0, (1 << WORD_CARDS) - 1, packed=1)  # structures as bits, see standing.py
    used: Array[i8] = per(AGES * SLOTS, PARTLY, UNSEEN, CARDS - 1)  # the card used in each turn, see slot()
    manner: Array[i8] = per(AGES * SLOTS, ALL, UNUSED, LOST)  # what became of it
    colours: Array[i8] = per(COLOURS, ALL, 0, AGES * SLOTS)  # structures by colour
    shields: i8 = seen(ALL, 0, 99)
    # which stages of a board were built first, second and third, two bits each, where any order is allowed
    order: i8 = seen(ALL, 0, 63, packed=2)
    # what it makes every turn, and sells, without choice: a bag
    fixed: i32 = seen(ALL, 0, (1 << NIBBLE * KINDS) - 1, packed=NIBBLE)
    num_choices: i8 = seen(ALL, 0, CHOICES)
    num_sold: i8 = seen(ALL, 0, CHOICES)  # the first of the choices are for sale too
    # producers of one unit of several kinds, which are bits
    choices: Array[i8] = per(CHOICES, ALL, 0, (1 << KINDS) - 1, packed=1)
    prices: Array[i8] = per(4, ALL, 0, 9)  # coins for a unit: raw from left and right, manufactured from left and right
    power_used: i8 = seen(ALL, 0, AGES)  # the number of the Age in which the free building was used last
    victories: Array[i8] = per(AGES, ALL, 0, 99)  # victory tokens by value: 1, 3, 5
    defeats: i8 = seen(ALL, 0, 99)  # defeat tokens
    # by what it may build from the discards at the end of this turn, in this order: BY_STAGE, BY_LEADER, BY_COPY
    salvages: i8 = seen(ALL, 0, 7, packed=1)
    # the slots before this one were in the discards when its owner last looked through them, see slot()
    looked: i8 = seen(ALL, 0, AGES * SLOTS)
    # numbers of the tiles, ascending after the draft; 0 before, or unseen
    tiles: Array[i8] = per(3, PARTLY, 0, TILES, when="has_tower")
    # 0, or TILE_WAITING face down, or TILE_PLACED in the tower
    tile_built: Array[i8] = per(3, PARTLY, 0, 2, when="has_tower")
    # those its owner passed on first, ascending, and the one passed on last
    passed_tiles: Array[i8] = per(3, PARTLY, 0, TILES, when="has_tower")
    part: i8 = seen(ALL, 0, 99)  # participation tokens
    has_joined: i8 = seen(ALL, 0, 1)  # 1 if one of them is of this turn
    tokens: Array[i8] = per(TOKENS, ALL, 0, 99)  # kept rewards of projects
    penalty: i8 = seen(ALL, 0, 99)  # points lost by penalties that could not be paid
    is_blocked: i8 = seen(ALL, 0, 1)  # 1 if the resource of the board is lost
    copied: i8 = seen(ALL, 0, LEADERS)  # 1 + the leader whose effect is copied from a neighbour, 0 if none
    # 1 + the leaders it was given: the four of the draft, by the round in which they were kept, and four drawn later
    given: Array[i8] = per(GIVEN, PARTLY, 0, LEADERS, when="has_leaders")
    draws: i8 = seen(ALL, 0, AGES + 1)  # 1 + how many leaders it had used when it drew the later four, 0 if it has not
    # 1 + the leader used when recruiting in each Age, and those recruited later; UNSEEN if not known
    recruits: Array[i8] = per(RECRUITS, PARTLY, UNSEEN, LEADERS, when="has_leaders")
    recruit_manner: Array[i8] = per(RECRUITS, ALL, UNUSED, ENTOMBED)  # what became of it
    # what its stages and guilds still do in this turn: TO_DRAW, TO_HIRE, TO_COPY, TO_ENTOMB
    errands: i8 = seen(ALL, 0, 15, packed=1)
    debts: i8 = seen(ALL, 0, 127)
    diplomacy: i8 = seen(ALL, 0, 99)  # diplomacy tokens
    # coins that others lose by what it built in this turn: so many, and so many for each victory token and each stage
    causes: Array[i8] = per(3, ALL, 0, 99)
    owes: i8 = seen(ALL, 0, 127)  # coins of losses that are being settled
    free_black_used: i8 = seen(ALL, 0, AGES)  # the number of the Age in which a black structure was free last
    has_bank_coin: i8 = seen(ALL, 0, 1)  # 1 if a leader has brought a coin of the bank in this turn
    plan: Plan = seen(PARTLY)


@layout
class Memory:
    """Cards of a hand that a seat once held and cannot place any more, ascending."""

    n: i8 = seen(PARTLY, 0, HAND)
    cards: Array[i8] = per(HAND, PARTLY, UNSEEN, CARDS - 1)


@layout
class State:
    """A position; in an observation `deck`, `tile_deck` and `leader_deck` hold all that the seat cannot place."""

    players: i8 = seen(ALL, 0, MAX_CITIES)
    num_cities: i8 = seen(ALL, 0, MAX_CITIES)
    has_tower: i8 = seen(ALL, 0, 1)
    has_projects: i8 = seen(ALL, 0, 1)
    has_leaders: i8 = seen(ALL, 0, 1)
    has_cities: i8 = seen(ALL, 0, 1)  # the expansion Cities
    boards: i16 = seen(ALL, 0, (1 << BOARDS) - 1, packed=1)  # those still to be dealt, as bits
    # coins it has taken less those it has paid: with the coins of all cities always 0
    bank: i16 = seen(ALL, -9999, 9999)
    sides: i8 = seen(ALL, 0, 2)  # 0: both, 1: only a, 2: only b
    seat_boards: Array[i8] = per(CITIES, ALL, 0, BOARDS)  # 1 + the board that a seat was promised, 0 if any
    phase: i8 = seen(ALL, 0, OVER)
    age: i8 = seen(ALL, 0, AGES)  # 0, 1, 2
    turn: i8 = seen(ALL, 0, MAX_TURNS)  # of the Age, 0 … 5; with Cities and up to seven players 0 … 6
    # teams play, partners see hands, partners are spared losses: bits, see teams.py
    teams: i8 = seen(ALL, 0, 7, packed=1)
    resolutions: i16 = seen(ALL, 0, 999)  # how often sealed decisions were revealed
    dealt: i8 = seen(ALL, 0, 127)  # boards, tiles or cards dealt in this phase
    is_recruiting: i8 = seen(ALL, 0, 1)  # 1 in the turn before the first of an Age, in which leaders are used
    acting: i8 = seen(ALL, 0, MAX_CITIES)  # the city that acts alone in this phase
    has_pack: i8 = seen(ALL, 0, 1)  # the boards of the Wonder Pack are played
    cities: Array[City] = per(CITIES, PARTLY, count="num_cities")  # those beyond `num_cities` stay blank
    hands: Array[Hand] = per(CITIES, PARTLY, count="players")  # they stay, seats move on: see hand_of() in seating.py
    deck: Array[i8] = per(CARDS, PARTLY, 0, 7)  # undealt cards, of all Ages
    guilds_left: i8 = seen(PARTLY, 0, CITIES + 2)  # how many guilds are among the undealt cards that will be dealt
    blacks_left: Array[i8] = per(AGES, PARTLY, 0, CITIES)  # likewise of the black cards of each Age
    drawn: Array[i8] = per(AGES * TURNS, PARTLY, UNSEEN, CARDS)  # two players: the card the holder drew in each turn
    # undealt tiles as bits by number
    tile_deck: i32 = seen(PARTLY, 0, (1 << TILES + 1) - 1, packed=1, when="has_tower")
    tower: Array[i8] = per(4, ALL, 0, TILES)  # the visible tiles by space; 0 where there is none
    tiles_placed: i8 = seen(ALL, 0, TILES)
    # the tiles whose effect holds, as bits by number
    active: i32 = seen(ALL, 0, (1 << TILES + 1) - 1, packed=1, when="has_tower")
    # the pile of leaders as bits
    leader_deck: i64 = seen(PARTLY, 0, ALL_LEADERS, packed=1, when="has_leaders")
    # in an observation: leaders passed on in a round of the draft of which it is not known who has which, as bits
    leader_memory: Array[i64] = per(DRAFTED - 1, PARTLY, 0, ALL_LEADERS, packed=1, when="has_leaders")
    project: i8 = seen(ALL, 0, PROJECTS)  # 1 + number of the project of the Age, 0 if none
    project_tokens: i8 = seen(ALL, 0, 99)  # participation tokens left on it
    # in an observation: what is left, unplaced, of the hand held in a turn
    memory: Array[Memory] = per(AGES * MAX_TURNS, PARTLY)


# [SW-18.1] The same with an eighth city: only the games that need it carry the room for it.
StateOfEight = resized(State, "StateOfEight", seat_boards=MAX_CITIES, cities=MAX_CITIES, hands=MAX_CITIES)


def state_for(players: int) -> type[State]:
    """The layout of positions with so many players."""
    return StateOfEight if players > CITIES else State


def with_own_cities(state: State, *numbers: int) -> State:
    """A state in which some cities can be changed, to try things out; all else is shared and must stay as it is."""
    found = shallow_copy_of(state)
    found.cities = [copy_of(city) if number in numbers else city for number, city in enumerate(state.cities)]
    return found
