"""A position of Babylonia as one flat record."""

from typing import Literal, get_args

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import ALL, OWNER, PARTLY, Array, i8, i16, i64, layout, per, seen
from shinar.games.babylonia.board import CELLS, SITE_CELLS
from shinar.games.babylonia.components import CARDS, FIRST_FIELD, KINDS, MAX_SEATS, NOBLES, TILE_KINDS, TOKENS

__all__ = ["ACT", "CHOOSE_CARD", "CHOOSE_STARTER", "DEAL", "DRAW_TOKENS", "EXTRA", "FACE_DOWN", "FREE", "LAY_TILES"]
__all__ += ["LEAVE_OUT", "OUT", "OVER", "PHASE_NAMES", "SCORE", "SCORED_ZIGGURAT", "TOKEN", "UNKNOWN", "ZIGGURAT"]
__all__ += ["Phase", "Player", "State", "is_city", "is_field", "is_token", "is_ziggurat", "kind_of", "owner_of"]
__all__ += ["token"]

# The phases, in the order a game meets them.
CHOOSE_STARTER = 0  # chance decides who starts
LAY_TILES = 1  # chance lays the tiles, location by location
LEAVE_OUT = 2  # chance takes two ziggurat cards out of the game; only in the variant
DEAL = 3  # chance fills the stands, seat by seat
ACT = 4  # the player on turn places tokens
SCORE = 5  # the player on turn chooses what to score next
CHOOSE_CARD = 6  # who won a ziggurat takes a card
DRAW_TOKENS = 7  # chance draws tokens for the player on turn
EXTRA = 8  # the player on turn uses card 2, or keeps it
OVER = 9
Phase = Literal["starter", "tiles", "leaveout", "deal", "act", "score", "card", "draw", "extra", "over"]
PHASE_NAMES: tuple[Phase, ...] = get_args(Phase)  # in texts and views

# What a cell holds: nothing, a kind of tile (see components), a ziggurat, or a token.
OUT = -1  # the cell is not in play
FREE = 0
ZIGGURAT = 12
SCORED_ZIGGURAT = 13
TOKEN = 16  # + seat * TOKEN + kind, + FACE_DOWN in a river
FACE_DOWN = 4
UNKNOWN = 8  # instead of the kind: face down, and the observer does not know what it is
TOKEN_BITS = 4  # what is left of a cell above these bits tells the owner

# Bounds of fields.
MAX_TILES = 8  # no kind of tile has more
MAX_SCORE = 2000  # nobody comes near
CARD_BITS = (1 << CARDS + 1) - 2
SITE_BITS = (1 << len(SITE_CELLS)) - 1


@layout
class Player:
    """What lies in front of a player."""

    stand: Array[i8] = per(KINDS, OWNER, 0, TOKENS)  # tokens by kind; none in another seat's observation
    # undrawn tokens by kind; in another seat's observation, all tokens whose place is unknown
    pool: Array[i8] = per(KINDS, PARTLY, 0, TOKENS)
    unseen: i8 = seen(PARTLY, 0, TOKENS)  # how many further tokens are on the stand; 0 in a true state
    cities: Array[i8] = per(TILE_KINDS, ALL, 0, MAX_TILES)  # city tiles taken, by kind
    cards: i16 = seen(ALL, 0, CARD_BITS, packed=1)  # ziggurat cards taken, as bits 1 << number
    spent: i16 = seen(ALL, 0, CARD_BITS, packed=1)  # those of them turned face down
    score: i16 = seen(ALL, 0, MAX_SCORE)


@layout
class State:
    """A position; in an observation see `Player.pool` and UNKNOWN."""

    # what each cell holds; the last one is OFF_BOARD, always OUT
    cells: Array[i8] = per(CELLS + 1, PARTLY, OUT, (MAX_SEATS + 1) * TOKEN)
    players: Array[Player] = per(MAX_SEATS, PARTLY, count="seats")  # those beyond `seats` stay blank
    tiles: Array[i8] = per(TILE_KINDS, ALL, 0, MAX_TILES)  # tiles still to be laid, by kind
    gone: Array[i8] = per(TILE_KINDS, ALL, 0, MAX_TILES)  # tiles that left the game in play, by kind
    surrounded: i64 = seen(ALL, 0, SITE_BITS, packed=1)  # sites to be scored this turn, as bits
    display: i16 = seen(ALL, 0, CARD_BITS, packed=1)  # ziggurat cards to choose from, as bits 1 << number
    turns: i16 = seen(ALL, 0, MAX_SEATS * TOKENS + 1)  # turns begun; 0 before the first
    seats: i8 = seen(ALL, 0, MAX_SEATS)  # how many play
    needs_face_up: i8 = seen(ALL, 0, 1)  # option: 1 if only a face-up token opens a field [BN-3.8]
    noble_is_last: i8 = seen(ALL, 0, 1)  # option: 1 if the noble of card 5 must be the last token [BN-8.5]
    phase: i8 = seen(ALL, 0, OVER)
    turn_of: i8 = seen(ALL, 0, MAX_SEATS - 1)  # the seat on turn
    chooser: i8 = seen(ALL, 0, MAX_SEATS - 1)  # the seat that takes a card, in that phase; else 0
    placed: i8 = seen(ALL, 0, TOKENS)  # tokens placed this turn
    farmers: i8 = seen(ALL, 0, TOKENS)  # farmers among them that lie on land
    # kinds of nobles among them that lie on land, as bits 1 << kind
    nobles: i8 = seen(ALL, 0, (1 << NOBLES) - 1, packed=1)
    ending: i8 = seen(ALL, 0, 2)  # 0 while the game goes on, else which of ENDINGS came


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
