"""A position of 7 Wonders as one flat record, the sealed decisions of the seats included."""

from shinar.core.compiled.layout import Array, i8, i16, i32, layout, per
from shinar.games.wonders.components import AGES, CARDS, CITIES, COLOURS, HAND, SLOTS, TOKENS, TURNS

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
__all__ += ["City", "Hand", "Memory", "Plan", "State"]

# The phases, in the order a game meets them.
DEAL_BOARDS = 0  # chance deals the boards
DEAL_TILES = 1  # chance deals the tiles of the tower
DRAFT = 2  # all keep a tile
DRAW_PROJECT = 3  # chance turns up the project of the Age
DEAL_CARDS = 4  # chance deals the hands of the Age
DRAW_CARD = 5  # two players: chance draws the card that the holder of the Free City adds
PLAY = 6  # all choose a card and its use
SEVENTH = 7  # one plays the last card of the hand
LAST_CARD = 8  # two players: the last card of the draw pile is discarded
SALVAGE = 9  # one builds from the discards
PENALTY = 10  # some choose what they lose to a failed project
OVER = 11
# Phases that pass by themselves, so that no position rests in them; see proceed() in rules.py.
FINISH_ACTIONS = 12
LEAVE_CARDS = 13
LOOK_AT_DISCARDS = 14
END_TURN = 15
RESOLVE_PROJECT = 16
SETTLE_PENALTIES = 17
END_AGE = 18

# What became of a card that a city used: the manner of a slot.
UNUSED = 0
BUILT = 1  # a structure of the city
IN_STAGE = 2  # face down under the board
DISCARDED = 3  # face down, for coins
WITH_TILE = 4  # discarded face down to build a tile
LEFT_OVER = 5  # discarded face down at the end of the Age
SALVAGED = 6  # it lay in the discards, and was built from there
LOST = 7  # it was built, and went face up to the discards as the penalty of a project

# The steps of a decision.
CHOOSE_USE = 0
CHOOSE_WAY = 1
CHOOSE_PART = 2
CHOOSE_PAYMENT = 3
CHOOSE_TILE = 4
READY = 5

# Ways to build; WAY_SALVAGE is for cards from the discards.
WAY_PAY, WAY_CHAIN, WAY_POWER, WAY_TOKEN, WAY_SALVAGE = range(5)
# Participation in the project.
STAY_OUT, JOIN, JOIN_BY_TOKEN = range(3)

OFFERS = 25  # coins to one neighbour are 0 … 24: eight units at three coins
CHOICES = 13  # producers with a choice: six brown cards, two yellow, two stages, three tiles


@layout
class Hand:
    """Cards that are passed on, ascending."""

    n: i8
    cards: Array[i8] = per(HAND + 1)


@layout
class Plan:
    """What a seat has decided for a city and nobody else knows yet."""

    step: i8  # what it must decide next
    use: i8  # the manner in which the card will be used
    card: i8
    ways: i8  # the ways to build that are open, as bits
    way: i8
    part: i8  # participation in the project
    bank: i8  # coins to pay
    left: i8
    right: i8
    tile: i8  # number of the tile to build or to keep
    offers: Array[i8] = per(OFFERS)  # by coins to the left: 1 + coins to the right, 0 if there is no such payment


@layout
class City:
    """A board and what stands there."""

    face: i8  # board * SIDES + side
    coins: i16
    stages: i8  # built
    built: Array[i8] = per(CARDS)  # 1 for each structure that stands
    used: Array[i8] = per(AGES * SLOTS)  # the card used in each turn; see slot() in rules.py
    manner: Array[i8] = per(AGES * SLOTS)  # what became of it
    colours: Array[i8] = per(COLOURS)  # structures by colour
    shields: i8
    fixed: i32  # what it makes every turn, and sells, without choice: a bag
    num_choices: i8
    num_sold: i8  # the first of the choices are for sale too
    choices: Array[i8] = per(CHOICES)  # producers of one unit of several kinds, which are bits
    prices: Array[i8] = per(4)  # coins for a unit: raw from left and right, manufactured from left and right
    power_used: i8  # the number of the Age in which the free building was used last
    victories: Array[i8] = per(AGES)  # victory tokens by value: 1, 3, 5
    defeats: i8  # defeat tokens
    salvages: i8  # 1 when it may build from the discards at the end of this turn
    looked: i8  # the slots before this one were in the discards when its owner last looked through them, see slot()
    tiles: Array[i8] = per(3)  # numbers of the tiles, ascending after the draft; 0 before, or unseen
    tile_built: Array[i8] = per(3)  # 0, or TILE_WAITING face down, or TILE_PLACED in the tower
    passed_tiles: Array[i8] = per(3)  # those its owner passed on first, ascending, and the one passed on last
    part: i8  # participation tokens
    has_joined: i8  # 1 if one of them is of this turn
    tokens: Array[i8] = per(TOKENS)  # kept rewards of projects
    penalty: i8  # points lost by penalties that could not be paid
    is_blocked: i8  # 1 if the resource of the board is lost
    plan: Plan


@layout
class Memory:
    """Cards of a hand that a seat once held and cannot place any more, ascending."""

    n: i8
    cards: Array[i8] = per(HAND)


@layout
class State:
    """A position; in an observation `deck` and `tile_deck` hold all that the seat cannot place."""

    players: i8
    num_cities: i8
    has_tower: i8
    has_projects: i8
    boards: i16  # those still to be dealt, as bits
    bank: i16  # coins it has taken less those it has paid: with the coins of all cities always 0
    sides: i8  # 0: both, 1: only a, 2: only b
    phase: i8
    age: i8  # 0, 1, 2
    turn: i8  # of the Age, 0 … 5
    resolutions: i16  # how often sealed decisions were revealed
    dealt: i8  # boards, tiles or cards dealt in this phase
    acting: i8  # the city that acts alone in this phase
    cities: Array[City] = per(CITIES)
    hands: Array[Hand] = per(CITIES)  # they stay, seats move on: see hand_of() in rules.py
    deck: Array[i8] = per(CARDS)  # undealt cards, of all Ages
    guilds_left: i8  # how many guilds are still among the undealt cards that will be dealt
    drawn: Array[i8] = per(AGES * TURNS)  # two players: the card the holder drew in each turn
    tile_deck: i32  # undealt tiles as bits by number
    tower: Array[i8] = per(4)  # the visible tiles by space; 0 where there is none
    tiles_placed: i8
    active: i32  # the tiles whose effect holds, as bits by number
    project: i8  # 1 + number of the project of the Age, 0 if none
    project_tokens: i8  # participation tokens left on it
    memory: Array[Memory] = per(AGES * TURNS)  # in an observation: what is left, unplaced, of the hand held in a turn
