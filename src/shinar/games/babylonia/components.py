"""What is in the box: tokens, tiles, cards."""

from shinar.core.compiled.jit import jit

__all__ = ["CARDS", "CARDS_ON_DISPLAY", "CARD_NAMES", "CARD_TEXTS", "CITIES_FIELD", "CITY_BONUS", "CITY_KINDS"]
__all__ += ["EXTRA_TURN", "FARMER", "FIRST_FIELD", "FIRST_FIELD_VALUE", "KINDS", "KIND_LETTERS", "KIND_NAMES"]
__all__ += ["LAND_CONNECTS", "MAX_SEATS", "MERCHANT", "MIN_SEATS", "NOBLES", "NOBLES_IN_FIELDS"]
__all__ += ["NOBLE_WITH_FARMERS", "PRIEST", "RIVER_CONNECTS", "SERVANT", "SEVEN_TOKENS", "STANDARD_CARDS"]
__all__ += ["TEN_POINTS", "THREE_NOBLES", "TILES", "TILE_KINDS", "TILE_NAMES", "TOKENS", "TOKENS_OF_KIND"]
__all__ += ["tile_count"]

MIN_SEATS = 2
MAX_SEATS = 4

# ---- tokens [BN-1.1] --------------------------------------------------------------------------------------------

MERCHANT, SERVANT, PRIEST, FARMER = range(4)
KINDS = 4
NOBLES = 3  # kinds below this are nobles
KIND_NAMES = ("merchant", "servant", "priest", "farmer")
KIND_LETTERS = "MSPF"
TOKENS_OF_KIND = (6, 6, 6, 12)
TOKENS = sum(TOKENS_OF_KIND)

# ---- tiles [BN-1.3] ---------------------------------------------------------------------------------------------

# A city is the sum of 1 << kind of the nobles it shows, so 1 … 7. Fields come after.
CITY_KINDS = 8  # kinds from 1 up to here are cities
FIRST_FIELD = 8
FIRST_FIELD_VALUE = 5  # of the field FIRST_FIELD; the next ones give 6 and 7
CITIES_FIELD = 11  # the field with the city symbol
TILE_KINDS = 12  # an array by kind of tile has an unused slot 0
TILE_NAMES = ("", "M", "S", "MS", "P", "MP", "SP", "MSP", "5", "6", "7", "city")
TILES_OF_TWO = (0, 2, 2, 2, 2, 2, 2, 0, 1, 1, 1, 3)  # by kind, with two players
TILES_OF_THREE = (0, 2, 2, 3, 2, 3, 3, 1, 2, 2, 2, 4)
TILES_OF_FOUR = (0, 3, 3, 3, 3, 3, 3, 1, 2, 2, 2, 7)
TILES = bytes((*TILES_OF_TWO, *TILES_OF_THREE, *TILES_OF_FOUR))  # read it by `tile_count`


@jit
def tile_count(seats: int, tile: int) -> int:
    """How many tiles of a kind are used with so many players."""
    return TILES[(seats - MIN_SEATS) * TILE_KINDS + tile]


# ---- ziggurat cards [BN-1.5] ------------------------------------------------------------------------------------

TEN_POINTS, EXTRA_TURN, SEVEN_TOKENS, THREE_NOBLES, NOBLE_WITH_FARMERS, NOBLES_IN_FIELDS = range(1, 7)
CITY_BONUS, LAND_CONNECTS, RIVER_CONNECTS = range(7, 10)
CARDS = 9
STANDARD_CARDS = 7  # cards 1 … 7 are on display in the standard game
CARDS_ON_DISPLAY = 7
CARD_NAMES = (
    "",
    "ten points",
    "extra turn",
    "seven tokens",
    "three nobles",
    "noble with farmers",
    "nobles in fields",
    "city bonus",
    "land connects",
    "river connects",
)
CARD_TEXTS = (
    "",
    "10 points at once.",
    "Once, after refilling, take another turn.",
    "Your stand holds seven tokens.",
    "You may place three different nobles on land instead of any two tokens.",
    "With three or more farmers you may place a noble on land.",
    "Your nobles may be placed on fields, also without a neighbour.",
    "When cities pay, one more point for every two cities of yours.",
    "Free central land connects your tokens.",
    "Free river cells connect your tokens.",
)
