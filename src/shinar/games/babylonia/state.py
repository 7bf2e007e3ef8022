"""A position of Babylonia as one flat record."""

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import Array, i8, i16, i64, layout, per
from shinar.games.babylonia.board import CELLS
from shinar.games.babylonia.components import FIRST_FIELD, KINDS, MAX_SEATS, TILE_KINDS

__all__ = ["CHOOSE_CARD", "CHOOSE_STARTER", "DEAL", "EXTRA", "FACE_DOWN", "FREE", "LAY_TILES", "LEAVE_OUT", "OUT"]
__all__ += ["OVER", "PLACE", "REFILL", "SCORE", "SCORED_ZIGGURAT", "TOKEN", "UNKNOWN", "ZIGGURAT", "Player", "State"]
__all__ += ["is_city", "is_field", "is_token", "is_ziggurat", "kind_of", "owner_of", "token"]

# The phases, in the order a game meets them.
CHOOSE_STARTER = 0  # chance decides who starts
LAY_TILES = 1  # chance lays the tiles, location by location
LEAVE_OUT = 2  # chance takes two ziggurat cards out of the game; only in the variant
DEAL = 3  # chance fills the stands, seat by seat
PLACE = 4  # the player on turn places tokens
SCORE = 5  # the player on turn chooses what to score next
CHOOSE_CARD = 6  # who won a ziggurat takes a card
REFILL = 7  # chance draws tokens for the player on turn
EXTRA = 8  # the player on turn uses card 2, or keeps it
OVER = 9

# What a cell holds: nothing, a kind of tile (see components), a ziggurat, or a token.
OUT = -1  # the cell is not in play
FREE = 0
ZIGGURAT = 12
SCORED_ZIGGURAT = 13
TOKEN = 16  # + seat * TOKEN + kind, + FACE_DOWN in a river
FACE_DOWN = 4
UNKNOWN = 8  # instead of the kind: face down, and the observer does not know what it is
TOKEN_BITS = 4  # what is left of a cell above these bits tells the owner


@layout
class Player:
    """What lies in front of a player."""

    stand: Array[i8] = per(KINDS)  # tokens by kind; none in an observation by somebody else
    pool: Array[i8] = per(KINDS)  # undrawn tokens by kind; for others all tokens that they cannot place
    unseen: i8  # how many further tokens are on the stand; 0 in a true state
    cities: Array[i8] = per(TILE_KINDS)  # city tiles taken, by kind
    cards: i16  # ziggurat cards taken, as bits 1 << number
    spent: i16  # those of them turned face down
    score: i16


@layout
class State:
    """A position; in an observation see `Player.pool` and UNKNOWN."""

    cells: Array[i8] = per(CELLS + 1)  # what each cell holds; the last one is OFF_BOARD, always OUT
    players: Array[Player] = per(MAX_SEATS)  # those beyond `seats` stay blank
    tiles: Array[i8] = per(TILE_KINDS)  # tiles still to be laid, by kind
    gone: Array[i8] = per(TILE_KINDS)  # tiles that left the game in play, by kind
    surrounded: i64  # sites to be scored this turn, as bits
    display: i16  # ziggurat cards to choose from, as bits 1 << number
    turns: i16  # turns begun; 0 before the first
    seats: i8  # how many play
    needs_face_up: i8  # option: 1 if only a face-up token opens a field [BN-3.8]
    noble_is_last: i8  # option: 1 if the noble of card 5 must be the last token [BN-8.5]
    phase: i8
    turn_of: i8  # the seat on turn
    chooser: i8  # the seat that takes a card, in that phase; else 0
    placed: i8  # tokens placed this turn
    farmers: i8  # farmers among them that lie on land
    nobles: i8  # kinds of nobles among them that lie on land, as bits 1 << kind
    ending: i8  # 0 while the game goes on, else which of ENDINGS came


@jit
def token(seat: int, kind: int) -> int:
    """What a cell holds with a token in it; add FACE_DOWN in a river."""
    return TOKEN + seat * TOKEN + kind


@jit
def is_token(content: int) -> bool:
    """Whether what a cell holds is a token."""
    return content >= TOKEN


@jit
def owner_of(content: int) -> int:
    """The seat whose token a cell holds; negative if it holds none."""
    return (content >> TOKEN_BITS) - 1


@jit
def kind_of(content: int) -> int:
    """The kind of a token that a cell holds, if it is known."""
    return content & (FACE_DOWN - 1)


@jit
def is_city(content: int) -> bool:
    """Whether what a cell holds is a city."""
    return FREE < content < FIRST_FIELD


@jit
def is_field(content: int) -> bool:
    """Whether what a cell holds is a field."""
    return FIRST_FIELD <= content < TILE_KINDS


@jit
def is_ziggurat(content: int) -> bool:
    """Whether what a cell holds is a ziggurat, scored or not."""
    return ZIGGURAT <= content <= SCORED_ZIGGURAT
