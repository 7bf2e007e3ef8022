"""What is in the box: cards, boards, tiles and projects, read from the TOML files into tables of integers.

Cards and the stages of boards are *items*: both have a cost and effects from one vocabulary. A bag of resources is
packed into one integer, `NIBBLE` bits for each kind.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from shinar.core.compiled.jit import jit
from shinar.games.wonders.tables import grid, table

__all__ = ["AGES", "BOARDS", "BOARD_NAMES", "CARDS", "CARD_NAMES", "CITIES", "COLOURS", "COLOUR_NAMES", "GUILDS"]
__all__ += [
    "HAND",
    "ITEMS",
    "KINDS",
    "LEADERS",
    "LEADER_NAMES",
    "MAX_STAGES",
    "NIBBLE",
    "NO_CARD",
    "PIECES",
    "PROJECTS",
    "PROJECT_NAMES",
    "RAW_KINDS",
]
__all__ += ["RESOURCE_NAMES", "SIDES", "SIDE_NAMES", "SLOTS", "SYMBOLS", "TILES", "TURNS", "UNSEEN"]
__all__ += ["EXPANSIONS", "first_stage", "stage_item"]

EXPANSIONS = ("tower", "projects", "leaders", "cities", "pack")

CITIES = 7  # room for this many in most games; with two players the third is the Free City
MAX_CITIES = 8  # with eight players [SW-18.1]
MIN_CITIES = 3  # with two players the Free City is the third [SW-11.1]
EXTRA_GUILDS = 2  # guilds in the game beyond the number of cities [SW-2.2]
AGES = 3
TURNS = 6  # of an Age [SW-3.1]
HAND = 7  # cards dealt to each player in every Age [SW-3.1]
MAX_TURNS, MAX_HAND = TURNS + 1, HAND + 1  # with Cities [SW-16.1]
SLOTS = MAX_TURNS + 1  # uses of cards by a city in an Age: one each turn, and the last card of the hand
NO_CARD = UNSEEN = -1  # no card, or one that the observer does not know

RESOURCE_NAMES = ("wood", "stone", "ore", "clay", "glass", "papyrus", "loom")
WOOD, STONE, ORE, CLAY, GLASS, PAPYRUS, LOOM = range(7)
KINDS = 7  # of resources
RAW_KINDS = 4  # the first of them are raw materials, the others manufactured goods
NIBBLE = 4  # bits for the number of units of one kind

COLOUR_NAMES = ("brown", "grey", "blue", "yellow", "red", "green", "purple", "black")
BROWN, GREY, BLUE, YELLOW, RED, GREEN, PURPLE, BLACK = range(8)
COLOURS = 8
STAGE_TRIGGER, CHAIN_TRIGGER = COLOURS, COLOURS + 1  # what tiles tax or reward, besides colours
# what effects count, besides cards of a colour
STAGE_THING, DEFEAT_THING, LEADER_THING, COINS_THING, VICTORY_THING, STONE_THING = range(COLOURS, COLOURS + 6)
THING_NAMES = (*COLOUR_NAMES, "stage", "defeat", "leader", "three coins", "victory", "stone")
TRIGGER_NAMES = (*COLOUR_NAMES, "stage", "chain")

SYMBOL_NAMES = ("compass", "gear", "tablet", "any", "mask")
SYMBOLS = 3
WILD, MASK = 3, 4  # the numbers of "any" and of "mask", which takes a symbol of a neighbour

OWN, LEFT, RIGHT = 1, 2, 4  # whose things an effect counts, as bits
SCOPES = {"own": OWN, "left": LEFT, "right": RIGHT}
RAW_LEFT, RAW_RIGHT, MANUFACTURED_LEFT, MANUFACTURED_RIGHT = range(4)  # prices, and discounts as bits

NO_POWER, FREE_BUILDING, BUILD_FROM_DISCARDS, SEVENTH_CARD, COPY_GUILD, COPY_LEADER, DRAW_LEADERS, RECRUIT_LEADER = (
    range(8)
)
# By what the coins are counted that others lose, and what a structure adds to what a city makes [SW-16.4] [SW-16.9].
LOSS_NAMES = ("", "victory", "stage")
FLAT_LOSS, LOSS_PER_VICTORY, LOSS_PER_STAGE = range(3)
ADDITION_NAMES = ("", "made", "missing")
NO_ADDITION, ADDS_MADE, ADDS_MISSING = range(3)
POWER_NAMES = (
    "",
    "free building",
    "build from discards",
    "seventh card",
    "copy a guild",
    "copy a leader",
    "draw leaders",
    "recruit a leader",
    "buy from the bank",
    "coins for buying",
    "free leaders",
    "free guilds",
    "defeats to the victor",
    "coins for victories",
    "stages without resources",
    "coins from the bank",
    "free black structure",
    "defeats as shields",
    "entomb a leader",
    "points for a colour",
)
ENTOMB_LEADER = POWER_NAMES.index("entomb a leader")
COLOUR_POINTS = POWER_NAMES.index("points for a colour")

Row = dict[str, Any]


def rows_of(name: str) -> list[Row]:
    """The rows of one of the TOML files, named in the singular: "card", "leader", "board", "tile", "project"."""
    text = (files("shinar.games.wonders") / f"{name}s.toml").read_text(encoding="utf-8")
    rows: list[Row] = tomllib.loads(text)[name]
    return rows


def bag(units: dict[str, int]) -> int:
    """A bag of resources as one integer."""
    return sum(count << NIBBLE * RESOURCE_NAMES.index(kind) for kind, count in units.items())


def kinds(alternatives: str) -> int:
    """The kinds named in "wood/clay", as bits."""
    return sum(1 << RESOURCE_NAMES.index(kind) for kind in alternatives.split("/"))


# ---- cards ------------------------------------------------------------------------------------------------------

CARD_ROWS = rows_of("card")
CARDS = len(CARD_ROWS)
CARD_TITLES = tuple(str(row["name"]) for row in CARD_ROWS)  # as printed: three are in two decks


def _card_name(row: Row) -> str:
    """The name of a card; of those in two decks with its Age."""
    return str(row["name"]) if CARD_TITLES.count(row["name"]) == 1 else f"{row['name']} {row['age']}"


CARD_NAMES = tuple(_card_name(row) for row in CARD_ROWS)
BLACK_CARDS = tuple(i for i, row in enumerate(CARD_ROWS) if row["colour"] == "black")
OLD_CARDS = BLACK_CARDS[0]  # those before Cities, in the order of their Ages
FIRST_CARD = (*(min(i for i, row in enumerate(CARD_ROWS) if row["age"] == age) for age in (1, 2, 3)), OLD_CARDS)
BLACKS_PER_AGE = len(BLACK_CARDS) // AGES
GUILDS = tuple(i for i, row in enumerate(CARD_ROWS) if row["colour"] == "purple")
FIRST_GUILD = GUILDS[0]
BASE_CARDS = sum("box" not in row for row in CARD_ROWS)  # the cards of expansions come after those of the base game


def _twin(card: int) -> int:
    """The card of the same name in another deck, or the card itself [SW-4.2]."""
    others = [i for i, title in enumerate(CARD_TITLES) if title == CARD_TITLES[card] and i != card]
    return others[0] if others else card


def _parent(card: int, number: int) -> int:
    names = CARD_ROWS[card].get("after", [])
    return CARD_TITLES.index(names[number]) if number < len(names) else NO_CARD


@cache
def copies(card: int, players: int) -> int:
    """How many copies of a card are in the game with so many players [SW-2.1]; of guilds one."""
    return sum(number <= max(players, 3) for number in CARD_ROWS[card].get("copies", [0]))


age_of = table([row["age"] - 1 for row in CARD_ROWS])
colour_of = table([COLOUR_NAMES.index(row["colour"]) for row in CARD_ROWS])
twin_of = table([_twin(card) for card in range(CARDS)])
parent_of = grid([[_parent(card, number) for number in range(2)] for card in range(CARDS)])
copies_of = grid([[copies(card, players) for players in range(MAX_CITIES + 1)] for card in range(CARDS)])
first_card = table(FIRST_CARD)  # of an Age, but for those of Cities
NUM_GUILDS = len(GUILDS)
guild = table(GUILDS)


@jit
def first_black(age: int) -> int:
    """The first black card of an Age; they are in the order of their Ages."""
    return OLD_CARDS + age * BLACKS_PER_AGE


# ---- leaders ----------------------------------------------------------------------------------------------------

LEADER_ROWS = rows_of("leader")
LEADERS = len(LEADER_ROWS)
LEADER_NAMES = tuple(str(row["name"]) for row in LEADER_ROWS)
PIECES = CARDS + LEADERS  # what can be used in a turn: the cards, then the leaders
PIECE_NAMES = CARD_NAMES + LEADER_NAMES
ALL_LEADERS = (1 << LEADERS) - 1  # as bits
OLD_LEADERS = sum(1 << i for i, row in enumerate(LEADER_ROWS) if "box" not in row)  # those before Cities, as bits


@jit
def leaders_in_game(has_cities: int) -> int:
    """[SW-15.2] All leaders that are played with, as bits."""
    return ALL_LEADERS if has_cities else OLD_LEADERS


def leaders_with(field: str, value: object) -> int:
    """The leaders on whose card something is printed, as bits."""
    return sum(1 << i for i, row in enumerate(LEADER_ROWS) if row.get(field) == value)


# ---- boards -----------------------------------------------------------------------------------------------------

BOARD_ROWS = rows_of("board")  # side a and side b of each board in turn
BOARDS = len(BOARD_ROWS) // 2
SIDES = 2
SIDE_NAMES = ("a", "b")
BOARD_NAMES = tuple(str(row["name"]) for row in BOARD_ROWS[::SIDES])
MAX_STAGES = 4
ITEMS = PIECES + len(BOARD_ROWS) * MAX_STAGES
# the expansions that boards belong to, and others that they need
BOARD_BOXES = tuple(str(row.get("box", "")) for row in BOARD_ROWS[::SIDES])
BOARD_NEEDS = tuple(str(row.get("needs", "")) for row in BOARD_ROWS[::SIDES])

stages_of = table([len(row["stages"]) for row in BOARD_ROWS])  # by face: board * SIDES + side
start_of = table([RESOURCE_NAMES.index(row["makes"]) if "makes" in row else -1 for row in BOARD_ROWS])
start_bag = table([bag({row["makes"]: 1}) if "makes" in row else 0 for row in BOARD_ROWS])
are_leaders_free = table([int(row.get("free_leaders", False)) for row in BOARD_ROWS])
leader_discount = table([row.get("cheaper_leaders", 0) for row in BOARD_ROWS])
start_coins = table([row.get("coins", 0) for row in BOARD_ROWS])  # besides those of every city
is_any_order = table([int(row.get("any_order", False)) for row in BOARD_ROWS])  # of building the stages
neighbour_discount = table([row.get("cheaper_for_neighbours", 0) for row in BOARD_ROWS])


@jit
def first_stage(face: int) -> int:
    """The item of the first stage of a face of a board."""
    return PIECES + face * MAX_STAGES


def _copied(face: int, stage: int, field: str, default: object) -> Any:
    """What a stage copies, if it copies one."""
    stages = BOARD_ROWS[face]["stages"]
    return stages[stage].get("copied", {}).get(field, default) if stage < len(stages) else default


# whose stage a stage copies: LEFT, RIGHT or 0; and which, counted from 1, 0 for the last
copied_side = grid(
    [[SCOPES.get(_copied(face, i, "of", ""), 0) for i in range(MAX_STAGES)] for face in range(len(BOARD_ROWS))]
)
copied_stage = grid([[_copied(face, i, "stage", 0) for i in range(MAX_STAGES)] for face in range(len(BOARD_ROWS))])


def stage_item(board: str, side: str, stage: int) -> int:
    """The item of a stage, counted from 1, of a board by its name."""
    return first_stage(BOARD_NAMES.index(board) * SIDES + SIDE_NAMES.index(side)) + stage - 1


# ---- items: costs and effects -----------------------------------------------------------------------------------


def _item_rows() -> list[Row]:
    stages = [row["stages"] + [{}] * (MAX_STAGES - len(row["stages"])) for row in BOARD_ROWS]
    return CARD_ROWS + LEADER_ROWS + [stage for face in stages for stage in face]


def _fixed(row: Row) -> int:
    """What an item makes every turn without choice, as a bag."""
    makes = [kind for kind in row.get("makes", []) if "/" not in kind]
    return sum(1 << NIBBLE * RESOURCE_NAMES.index(kind) for kind in makes)


def _choice(row: Row) -> int:
    """The kinds of which an item makes one unit each turn, as bits; 0 if it offers no choice."""
    return next((kinds(kind) for kind in row.get("makes", []) if "/" in kind), 0)


def _discounts(row: Row) -> int:
    """Which prices an item lowers, as bits."""
    given = row.get("discount", {})
    sides = ("left", "right")
    raw = sum(1 << RAW_LEFT + sides.index(side) for side in given.get("raw", []))
    return raw + sum(1 << MANUFACTURED_LEFT + sides.index(side) for side in given.get("manufactured", []))


def _per(row: Row, field: str) -> int:
    return int(row.get("per", {}).get(field, 0))


def _things(row: Row) -> int:
    return sum(1 << THING_NAMES.index(thing) for thing in row.get("per", {}).get("things", []))


def _scope(row: Row) -> int:
    return sum(SCOPES[whose] for whose in row.get("per", {}).get("of", []))


ITEM_ROWS = _item_rows()
cost_of = table([bag(row.get("cost", {})) for row in ITEM_ROWS])
kinds_of = table([kinds("/".join(row["cost"])) if "cost" in row else 0 for row in ITEM_ROWS])  # in the cost, as bits
units_of = table([sum(row.get("cost", {}).values()) for row in ITEM_ROWS])
price_of = table([row.get("price", 0) for row in ITEM_ROWS])
fixed_of = table([_fixed(row) for row in ITEM_ROWS])
choice_of = table([_choice(row) for row in ITEM_ROWS])
discounts_of = table([_discounts(row) for row in ITEM_ROWS])
points_of = table([row.get("points", 0) for row in ITEM_ROWS])
shields_of = table([row.get("shields", 0) for row in ITEM_ROWS])
symbol_of = table([SYMBOL_NAMES.index(row["symbol"]) if "symbol" in row else -1 for row in ITEM_ROWS])
coins_of = table([row.get("coins", 0) for row in ITEM_ROWS])
things_of = table([_things(row) for row in ITEM_ROWS])
scope_of = table([_scope(row) for row in ITEM_ROWS])
coins_per_of = table([_per(row, "coins") for row in ITEM_ROWS])
points_per_of = table([_per(row, "points") for row in ITEM_ROWS])
power_of = table([POWER_NAMES.index(row.get("power", "")) for row in ITEM_ROWS])
is_trader = table(
    [int(not row.keys().isdisjoint({"makes", "discount", "adds"})) for row in ITEM_ROWS]
)  # see refresh_trade
loss_of = table([row.get("loss", {}).get("coins", 0) for row in ITEM_ROWS])  # coins that others lose
loss_kind_of = table([LOSS_NAMES.index(row.get("loss", {}).get("per", "")) for row in ITEM_ROWS])
diplomacy_of = table([row.get("diplomacy", 0) for row in ITEM_ROWS])
gift_of = table([row.get("gift", 0) for row in ITEM_ROWS])  # coins for each neighbour

# Cards that make something, those that neighbours may buy from first; and those that lower prices.
SOLD = [i for i, row in enumerate(CARD_ROWS) if row["colour"] in {"brown", "grey"}]
MAKERS = SOLD + [i for i, row in enumerate(CARD_ROWS) if "makes" in row and i not in SOLD]
DISCOUNTERS = [i for i, row in enumerate(CARD_ROWS) if "discount" in row]
NUM_SOLD, NUM_MAKERS, NUM_DISCOUNTERS = len(SOLD), len(MAKERS), len(DISCOUNTERS)
maker = table(MAKERS)
discounter = table(DISCOUNTERS)
symbol_cards = [i for i, row in enumerate(CARD_ROWS) if row.get("symbol", "mask") != "mask"]
NUM_SYMBOL_CARDS = len(symbol_cards)
symbol_card = table(symbol_cards)
BLUES = [i for i, row in enumerate(CARD_ROWS) if row["colour"] == "blue"]
NUM_BLUES = len(BLUES)
blue_card = table(BLUES)
TRADE_SCORERS = [i for i, row in enumerate(CARD_ROWS) if row["colour"] == "yellow" and "points" in row.get("per", {})]
NUM_TRADE_SCORERS = len(TRADE_SCORERS)
trade_scorer = table(TRADE_SCORERS)
MASK_CARDS = [i for i, row in enumerate(CARD_ROWS) if row.get("symbol") == "mask"]
NUM_MASK_CARDS = len(MASK_CARDS)
mask_card = table(MASK_CARDS)
ADDERS = [i for i, row in enumerate(CARD_ROWS) if "adds" in row]
NUM_ADDERS = len(ADDERS)
adder = table(ADDERS)
addition_of = table([ADDITION_NAMES.index(row.get("adds", "")) for row in ITEM_ROWS])
STONE_CARDS = [i for i, row in enumerate(CARD_ROWS) if set(row.get("makes", [])) == {"stone"}]
NUM_STONE_CARDS = len(STONE_CARDS)
stone_card = table(STONE_CARDS)
stone_units = table([len(CARD_ROWS[card]["makes"]) for card in STONE_CARDS])
LEFT_DOCK, RIGHT_DOCK = (
    next(i for i, row in enumerate(CARD_ROWS) if row.get("rebate") == side) for side in ("left", "right")
)
ARCHITECTS = next(i for i, row in enumerate(CARD_ROWS) if row.get("power") == "stages without resources")

# ---- effects of leaders -----------------------------------------------------------------------------------------

saving_leaders = table([leaders_with("saves", name) for name in (*COLOUR_NAMES, "stage")])  # by trigger
BONUS_COINS = 2  # of each leader that pays for something
bonus_leaders = table([leaders_with("bonus", {"on": name, "coins": BONUS_COINS}) for name in TRIGGER_NAMES])
set_colours = table(
    [sum(1 << COLOUR_NAMES.index(c) for c in row["set"]["colours"]) if "set" in row else 0 for row in LEADER_ROWS]
)
set_points = table([row["set"]["points"] if "set" in row else 0 for row in LEADER_ROWS])
BANK_BUYERS = leaders_with("power", "buy from the bank")
TRADE_WINNERS = leaders_with("power", "coins for buying")
PATRONS = leaders_with("power", "free leaders")
GUILD_FOUNDERS = leaders_with("power", "free guilds")
DEFEAT_SENDERS = leaders_with("power", "defeats to the victor")
WAR_PROFITEERS = leaders_with("power", "coins for victories")
BANK_FRIENDS = leaders_with("power", "coins from the bank")
BLACK_PATRONS = leaders_with("power", "free black structure")
DEFEAT_WEARERS = leaders_with("power", "defeats as shields")
TEACHER_POINTS = 3  # for each set of symbols
SYMBOL_TEACHERS = leaders_with("symbol_set", TEACHER_POINTS)
SYMBOL_LEADERS = sum(1 << i for i, row in enumerate(LEADER_ROWS) if "symbol" in row)

# ---- tiles of the tower, by their number; row 0 is no tile ------------------------------------------------------

TILE_ROWS: list[Row] = [{}, *rows_of("tile")]
TILES = len(TILE_ROWS) - 1
TILES_EACH = 3  # dealt to each player [SW-12.1]
TOWER_POINTS = (0, 2, 5, 10)  # by the number of tiles built [SW-12.11]
NOTHING = -1


def _trigger(row: Row, field: str) -> int:
    return TRIGGER_NAMES.index(row[field]) if field in row else NOTHING


def _is_named(row: Row, field: str, card: int) -> int:
    return int(CARD_TITLES[card] in row.get(field, []))


tile_tax = table([_trigger(row, "tax") for row in TILE_ROWS])
tile_bonus = table([_trigger(row, "bonus") for row in TILE_ROWS])
tile_bonus_coins = table([row.get("coins", 0) for row in TILE_ROWS])
tile_waives = table([_trigger(row, "no_resources") for row in TILE_ROWS])
tile_sells = table([_trigger(row, "coins_for_resources") for row in TILE_ROWS])
tile_makes = table([kinds(row["makes"]) if "makes" in row else 0 for row in TILE_ROWS])
tile_raw_price = table([row["price"] if row.get("goods") == "raw" else 0 for row in TILE_ROWS])
tile_goods_price = table([row["price"] if row.get("goods") == "manufactured" else 0 for row in TILE_ROWS])
tile_links = table([int(row.get("chains_of_neighbours", False)) for row in TILE_ROWS])
tile_lessens = table([int(row.get("lesser_victories", False)) for row in TILE_ROWS])
tile_doubles = table([int(row.get("double_defeats", False)) for row in TILE_ROWS])
tile_disables = grid([[_is_named(row, "disables", card) for card in range(CARDS)] for row in TILE_ROWS])
tile_unlimits = grid([[_is_named(row, "unlimited", card) for card in range(CARDS)] for row in TILE_ROWS])

# ---- great projects ---------------------------------------------------------------------------------------------

PROJECT_ROWS = rows_of("project")
PROJECTS = len(PROJECT_ROWS)
PROJECTS_PER_AGE = PROJECTS // AGES
PROJECT_NAMES = tuple(str(row["name"]) for row in PROJECT_ROWS)
LOSE_COINS, LOSE_START, LOSE_VICTORIES = COLOURS, COLOURS + 1, COLOURS + 2  # penalties, besides a card of a colour
PENALTY_NAMES = (*COLOUR_NAMES, "all coins", "starting resource", "two victory tokens")
(
    STAGE_TOKEN,
    BUILDING_TOKEN,
    COLOUR_TOKEN,
    POINTS_PER_STAGE,
    POINTS_PER_SET,
    POINTS_PER_GUILD,
    COINS_REWARD,
    SHIELDS_REWARD,
    VICTORY_REWARD,
) = range(9)
TOKENS = 6  # the first six rewards are tokens that are kept
REWARD_NAMES = (
    "free stage",
    "free building",
    "any colour",
    "points per stage",
    "points per set",
    "points per guild",
    "coins",
    "shields",
    "victory token",
)

project_colour = table([COLOUR_NAMES.index(row["colour"]) for row in PROJECT_ROWS])
project_price = table([row["price"] for row in PROJECT_ROWS])
project_cost = table([bag(row.get("cost", {})) for row in PROJECT_ROWS])
project_penalty = table([PENALTY_NAMES.index(row["penalty"]) for row in PROJECT_ROWS])
project_reward = table([REWARD_NAMES.index(row["reward"]) for row in PROJECT_ROWS])
project_amount = table([row.get("amount", 1) for row in PROJECT_ROWS])
