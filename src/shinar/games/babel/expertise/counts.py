"""What is counted in a position of Babel to predict who wins, as the seat on turn sees it at the beginning of its turn.

Each side is counted in the same way, first that of the seat on turn, then the other; then what both share. The other
seat has no counts of its own: what is good for one is bad for the other. A level, a score or a top card has a count for
each value it may have, so that twice as much need not be worth twice as much.
"""

from typing import NamedTuple

from shinar.core.bits import as_int
from shinar.core.compiled.jit import jit
from shinar.core.piles import top, total
from shinar.games.babel.components import (
    ASSYRIANS,
    HIGHEST_LEVEL,
    HITTITES,
    LEVELS,
    MEDES,
    NATION_NAMES,
    NATIONS,
    PERSIANS,
    QUARRY,
    SITES,
    SUMERIANS,
)
from shinar.games.babel.rules import GROUP, SAFE_SCORE, group_end, hand_size, height, score
from shinar.games.babel.state import Player, Row, Stack, State

__all__ = ["COUNTS", "ROWS", "Reach", "count_all", "levels_in_reach", "nations_in_reach", "row"]

ROWS = 1  # of weights: how far the game has come is among the counts

SPARES = 5  # deployed cards less the level: -1 or less, 0, 1, 2, 3 or more
MAX_GAIN = 5  # levels that can be built in one turn at one site
MAX_SCORE = 19  # that is told apart from more
SKIPPED = 2  # levels by which a skip raises a temple
STAGES = 12  # by the temple cards in the quarry …
CARDS_OF_A_STAGE = 4  # … so many for each

# ---- the places of the counts of a side -------------------------------------------------------------------------

SITE = 0  # + level * SPARES + spare cards: sites
READY = SITE + LEVELS * SPARES  # + level: sites where the next level can be built at once
CLOSE = READY + HIGHEST_LEVEL  # + level: sites where it can be built after deploying cards
BEST = CLOSE + HIGHEST_LEVEL  # + levels that can be built this turn at the best site
GAIN = BEST + MAX_GAIN + 1  # the same levels at all sites, added up
GROUPS = GAIN + 1  # + nation: groups that stand
PAIRS = GROUPS + NATIONS  # + nation: pairs on top of a row
DESTROYED = PAIRS + NATIONS  # + level of the highest temple in reach of Assyrians
STOLEN = DESTROYED + LEVELS  # + the highest level in reach of Hittites
SKIPS = STOLEN + LEVELS  # sites at which Persians can skip a level
CAMPS = SKIPS + 1  # the most cards in reach of Sumerians
DRIVEN = CAMPS + 1  # the most cards in reach of Medes alone
DOOMED = DRIVEN + 1  # opposing levels where a group of Assyrians stands
SCORE = DOOMED + 1  # + score
HAND = SCORE + MAX_SCORE + 1  # + nation: cards in hand
TWO = HAND + NATIONS  # + nation: 1 if there are at least two
THREE = TWO + NATIONS  # + nation: 1 if there are at least three
HAND_SIZE = THREE + NATIONS
IN_QUARRY = HAND_SIZE + 1  # 1 while the pawn is there
AT_PAWN = IN_QUARRY + 1  # + level of the temple at the pawn's site
STACK = AT_PAWN + LEVELS  # cards on the own stack
TOP = STACK + 1  # + level on top of it
SECOND = TOP + LEVELS  # + level below that
DEPLOYED = SECOND + LEVELS  # cards at all sites
SAFE = DEPLOYED + 1  # 1 if fifteen points of the other would not end the game
NATIONS_IN_HAND = SAFE + 1
SIDE = NATIONS_IN_HAND + 1

# ---- the places of what both share ------------------------------------------------------------------------------

BOTH_LEVELS = 2 * SIDE  # + own level * LEVELS + opposing level: sites
QUARRY_LEFT = BOTH_LEVELS + LEVELS * LEVELS  # + level - 1: cards whose place in the quarry is unknown
STAGE = QUARRY_LEFT + HIGHEST_LEVEL
KNOWN_TOP = STAGE + STAGES  # destroyed temples on top of the quarry
DECK = KNOWN_TOP + 1
END_PHASE = DECK + 1
EDITION = END_PHASE + 1
BOTH_SAFE = EDITION + 1
NUM_COUNTS = BOTH_SAFE + 1


def _side_names(side: str) -> list[str]:
    """A name for each count of a side, in their order."""
    levels = range(LEVELS)
    return [
        *(f"{side}: sites of level {level} with {spare} spare cards" for level in levels for spare in range(-1, 4)),
        *(f"{side}: ready to build on level {level}" for level in range(HIGHEST_LEVEL)),
        *(f"{side}: close to building on level {level}" for level in range(HIGHEST_LEVEL)),
        *(f"{side}: {gain} levels at the best site" for gain in range(MAX_GAIN + 1)),
        f"{side}: levels at all sites",
        *(f"{side}: groups of {nation}" for nation in NATION_NAMES),
        *(f"{side}: pairs of {nation}" for nation in NATION_NAMES),
        *(f"{side}: can destroy level {level}" for level in levels),
        *(f"{side}: can steal level {level}" for level in levels),
        *(f"{side}: {name}" for name in ("can skip", "can change camps", "can drive away", "doomed levels")),
        *(f"{side}: score {score}" for score in range(MAX_SCORE + 1)),
        *(f"{side}: {nation} in hand" for nation in NATION_NAMES),
        *(f"{side}: two {nation} in hand" for nation in NATION_NAMES),
        *(f"{side}: three {nation} in hand" for nation in NATION_NAMES),
        *(f"{side}: {name}" for name in ("hand", "pawn in the quarry")),
        *(f"{side}: pawn at level {level}" for level in levels),
        f"{side}: stack",
        *(f"{side}: level {level} on top" for level in levels),
        *(f"{side}: level {level} below the top" for level in levels),
        *(f"{side}: {name}" for name in ("deployed cards", "is safe", "nations in hand")),
    ]


COUNTS = (
    *_side_names("own"),
    *_side_names("opposing"),
    *(f"sites of levels {own} and {opposing}" for own in range(LEVELS) for opposing in range(LEVELS)),
    *(f"level {level} in the quarry" for level in range(1, LEVELS)),
    *(f"stage {stage}" for stage in range(STAGES)),
    *("known top of the quarry", "deck", "end phase", "edition", "both are safe"),
)


@jit
def row(_state: State) -> int:
    """The row of weights."""
    return 0


@jit
def count_all(state: State, counts: list[int], _seats: int) -> None:
    """Count for the seat on turn."""
    seat = state.turn_of
    start = seat * NUM_COUNTS
    count_side(state, seat, counts, start)
    count_side(state, 1 - seat, counts, start + SIDE)
    count_shared(state, counts, start)


# ---- one side ---------------------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """What a seat could do at a site in one turn."""

    gain: int  # levels to build
    destroyed: int  # the level of the temple that Assyrians could destroy
    stolen: int  # the level that Hittites could steal
    camps: int  # cards that Sumerians could bring over
    driven: int  # cards that Medes could drive away


@jit
def count_side(state: State, seat: int, counts: list[int], start: int) -> None:
    """Count what a side has, from a place on."""
    best = Reach(0, 0, 0, 0, 0)
    for site in range(SITES):
        there = count_site(state, seat, site, counts, start)
        best = Reach(
            max(best.gain, there.gain),
            max(best.destroyed, there.destroyed),
            max(best.stolen, there.stolen),
            max(best.camps, there.camps),
            max(best.driven, there.driven),
        )
    counts[start + BEST + min(best.gain, MAX_GAIN)] = 1
    counts[start + DESTROYED + best.destroyed] = 1
    counts[start + STOLEN + best.stolen] = 1
    counts[start + CAMPS] = best.camps
    counts[start + DRIVEN] = best.driven
    points = score(state, seat)
    counts[start + SCORE + min(points, MAX_SCORE)] = 1
    counts[start + SAFE] = points >= SAFE_SCORE
    count_hand(state.players[seat], counts, start)
    count_stack(state.players[seat].stack, counts, start)


@jit
def count_hand(me: Player, counts: list[int], start: int) -> None:
    """The cards in hand, and the pawn."""
    for nation in range(NATIONS):
        cards = as_int(me.hand[nation])
        counts[start + HAND + nation] = cards
        counts[start + TWO + nation] = cards >= GROUP - 1
        counts[start + THREE + nation] = cards >= GROUP
        counts[start + NATIONS_IN_HAND] += cards > 0
    counts[start + HAND_SIZE] = hand_size(me)
    if me.pawn == QUARRY:
        counts[start + IN_QUARRY] = 1
    else:
        counts[start + AT_PAWN + height(me, me.pawn)] = 1


@jit
def count_stack(stack: Stack, counts: list[int], start: int) -> None:
    """The temple cards to build from."""
    counts[start + STACK] = stack.n
    counts[start + TOP + top(stack)] = 1
    counts[start + SECOND + (stack.cards[stack.n - 2] if stack.n > 1 else 0)] = 1


# ---- one side of a site -----------------------------------------------------------------------------------------


@jit
def count_site(state: State, seat: int, site: int, counts: list[int], start: int) -> Reach:
    """Count what a side has at a site; what it could do there."""
    me = state.players[seat]
    other = state.players[1 - seat]
    level = height(me, site)
    cards = as_int(me.rows[site].n)
    counts[start + SITE + level * SPARES + min(max(cards - level, -1), SPARES - 2) + 1] += 1
    counts[start + DEPLOYED] += cards
    count_groups(me.rows[site], height(other, site), counts, start)
    if site != me.pawn and me.hand[site] == 0:
        return Reach(0, 0, 0, 0, 0)
    gain = levels_in_reach(me, other, site)
    if gain > 0:
        counts[start + GAIN] += gain
        counts[start + (READY if cards > level else CLOSE) + level] += 1
    nations = nations_in_reach(me, site)
    counts[start + SKIPS] += nations >> PERSIANS & 1 and can_skip(me, other, site)
    return reach_of(me, other, site, nations, gain)


@jit
def count_groups(cards: Row, theirs: int, counts: list[int], start: int) -> None:
    """Groups, and a pair on top."""
    begin = 0
    while begin < cards.n:
        end = group_end(cards, begin)
        nation = cards.cards[begin]
        if end - begin >= GROUP:
            counts[start + GROUPS + nation] += 1
            counts[start + DOOMED] += theirs if nation == ASSYRIANS else 0
        elif end == cards.n and end - begin == GROUP - 1:
            counts[start + PAIRS + nation] += 1
        begin = end


@jit
def cards_to_deploy(me: Player, site: int) -> int:
    """Cards of the hand that are left when the pawn has come to a site."""
    return hand_size(me) - (0 if site == me.pawn else 1)


@jit
def levels_in_reach(me: Player, other: Player, site: int) -> int:
    """How many levels could be built at a site, one after the other, if the whole hand were deployed there."""
    cards = me.rows[site].n + cards_to_deploy(me, site)
    own, opposing = as_int(me.stack.n), as_int(other.stack.n)
    first = height(me, site)
    level = first
    while cards > level:
        if own > 0 and me.stack.cards[own - 1] == level + 1:
            own -= 1
        elif opposing > 0 and other.stack.cards[opposing - 1] == level + 1:
            opposing -= 1
        else:
            break
        level += 1
    return level - first


@jit
def nations_in_reach(me: Player, site: int) -> int:
    """The nations of which a group stands at a site or could stand there, as bits."""
    found = 0
    for nation in range(NATIONS):
        found |= (cards_of(me, site, nation) >= GROUP) << nation
    cards = me.rows[site]
    begin = 0
    while begin < cards.n:
        end = group_end(cards, begin)
        nation = cards.cards[begin]
        on_top = cards_of(me, site, nation) if end == cards.n else 0
        found |= (end - begin + on_top >= GROUP) << nation
        begin = end
    return found


@jit
def cards_of(me: Player, site: int, nation: int) -> int:
    """Cards of a nation in hand that are left when the pawn has come to a site."""
    return me.hand[nation] - (1 if nation == site and me.pawn != site else 0)


@jit
def can_skip(me: Player, other: Player, site: int) -> bool:
    """Whether the card two levels higher is on top of a stack, and there are cards enough for it."""
    level = height(me, site) + SKIPPED
    cards = me.rows[site].n + cards_to_deploy(me, site)
    return cards >= level and (top(me.stack) == level or top(other.stack) == level)


@jit
def reach_of(me: Player, other: Player, site: int, nations: int, gain: int) -> Reach:
    """What a seat could do at a site that its pawn can come to."""
    theirs = height(other, site)
    cards = me.rows[site].n + cards_to_deploy(me, site)
    is_stolen = nations >> HITTITES & 1 and height(me, site) < theirs <= cards
    moved = cards_like_the_top(other.rows[site])
    can_change = nations >> SUMERIANS & 1
    return Reach(
        gain,
        theirs if nations >> ASSYRIANS & 1 else 0,
        theirs if is_stolen else 0,
        moved if can_change else 0,
        moved if nations >> MEDES & 1 and not can_change else 0,
    )


@jit
def cards_like_the_top(cards: Row) -> int:
    """Cards in a row of the nation of the top one."""
    alike = 0
    for i in range(cards.n):
        alike += cards.cards[i] == cards.cards[cards.n - 1]
    return alike


# ---- what both share --------------------------------------------------------------------------------------------


@jit
def count_shared(state: State, counts: list[int], start: int) -> None:
    """Levels side by side, and how far the game has come."""
    me = state.players[state.turn_of]
    other = state.players[1 - state.turn_of]
    for site in range(SITES):
        counts[start + BOTH_LEVELS + LEVELS * height(me, site) + height(other, site)] += 1
    for level in range(1, LEVELS):
        counts[start + QUARRY_LEFT + level - 1] = state.quarry[level]
    left = total(state.quarry) + state.known_top.n
    counts[start + STAGE + min(left // CARDS_OF_A_STAGE, STAGES - 1)] = 1
    counts[start + KNOWN_TOP] = state.known_top.n
    counts[start + DECK] = total(state.deck)
    counts[start + END_PHASE] = state.end_phase
    counts[start + EDITION] = state.edition
    counts[start + BOTH_SAFE] = counts[start + SAFE] * counts[start + SIDE + SAFE]
