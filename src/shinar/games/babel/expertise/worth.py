"""What a position of Babel is worth to a seat. Marked for the compiler, so that searches can use it too."""

from shinar.core.compiled.jit import jit
from shinar.games.babel.components import HIGHEST_LEVEL, NATIONS, QUARRY, SITES
from shinar.games.babel.rules import GROUP, SAFE_SCORE, WINNING_SCORE, group_end, hand_size, height, ranking_key, score
from shinar.games.babel.state import Player, Row, Stack, State

__all__ = ["evaluate"]

WON = 1_000_000
POINT = 100  # a point of the score
CAN_BE_BUILT = 60  # a level that the cards at hand allow to build; less than the level itself, so that it is built
USEFUL_CARD = 12  # a deployed card that the next levels need
SPARE_CARD = 4  # a deployed card beyond those
HAND_CARD = 9  # less than a useful card on the table, more than a spare one
MOBILITY = 4  # for each nation in hand: where the pawn can go
GROUP_WORTH = 14  # three of a kind, ready for an ability
PAIR_WORTH = 4  # two of a kind on top, soon a group
NEAR_WIN = 30  # a point towards 15 while the other is not safe
NEAR_WIN_FROM = 11
LOOK_AHEAD = 3  # levels above the present one for which deployed cards are useful


@jit
def evaluate(state: State, seat: int) -> int:
    """What the position is worth to a seat: what it has more than the other."""
    if state.ending:
        return WON * outcome_sign(state, seat)
    mine = side_worth(state, seat)
    theirs = side_worth(state, 1 - seat)
    return mine - theirs


@jit
def outcome_sign(state: State, seat: int) -> int:
    """1 for a win, -1 for a loss, 0 for a draw."""
    mine = ranking_key(state, seat)
    theirs = ranking_key(state, 1 - seat)
    return (1 if mine > theirs else 0) - (1 if theirs > mine else 0)


@jit
def side_worth(state: State, seat: int) -> int:
    """The worth of one side of the board: points, threats, hand and rows."""
    me = state.players[seat]
    points = score(state, seat)
    worth = POINT * points + threat(points, score(state, 1 - seat)) + hand_worth(state, seat)
    for site in range(SITES):
        worth += row_worth(me.rows[site], height(me, site))
    return worth + CAN_BE_BUILT * levels_at_hand(me, state.players[1 - seat])


@jit
def threat(points: int, others_points: int) -> int:
    """[BB-9.2] Fifteen points win against a player who has fewer than ten."""
    if others_points >= SAFE_SCORE or points <= NEAR_WIN_FROM:
        return 0
    return NEAR_WIN * (min(points, WINNING_SCORE) - NEAR_WIN_FROM)


@jit
def hand_worth(state: State, seat: int) -> int:
    """The cards in hand, without those that must still be discarded."""
    me = state.players[seat]
    cards = hand_size(me)
    if seat != state.turn_of:
        cards -= state.to_discard
    worth = HAND_CARD * cards
    for nation in range(NATIONS):
        if me.hand[nation] > 0:
            worth += MOBILITY
    return worth


@jit
def row_worth(row: Row, level: int) -> int:
    """Deployed cards at one site: those the next levels need, and groups."""
    wanted = min(level + LOOK_AHEAD, HIGHEST_LEVEL)
    useful = min(row.n, wanted)
    worth = USEFUL_CARD * useful + SPARE_CARD * (row.n - useful)
    start = 0
    while start < row.n:
        end = group_end(row, start)
        if end - start >= GROUP:
            worth += GROUP_WORTH
        elif end == row.n and end - start == GROUP - 1:
            worth += PAIR_WORTH
        start = end
    return worth


@jit
def levels_at_hand(me: Player, other: Player) -> int:
    """How many levels could be built where the pawn stands, one after the other, if the whole hand were deployed."""
    if me.pawn == QUARRY:
        return 0
    cards = me.rows[me.pawn].n + hand_size(me)
    level = height(me, me.pawn)
    first = level
    own, opposing = me.stack.n, other.stack.n
    while cards > level:
        if is_level(me.stack, own, level + 1):
            own -= 1
        elif is_level(other.stack, opposing, level + 1):
            opposing -= 1
        elif not (me.start_card and level == 0):
            break
        level += 1
    return level - first


@jit
def is_level(stack: Stack, count: int, level: int) -> bool:
    """Whether the top card is of a level, when only the lowest `count` cards are left."""
    return count > 0 and stack.cards[count - 1] == level
