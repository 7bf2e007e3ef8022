"""Why a leader cannot be kept, used or copied [SW-15]."""

from functools import cache

from shinar.core.game import Refusal
from shinar.games.wonders.actions import (
    BANK,
    BUILD,
    BUILD_TILE,
    COPY_LEADER,
    DISCARD,
    ENTOMB,
    HIRE_NOBODY,
    KEEP_LEADER,
    LOSE,
    PAY,
    STAGE,
)
from shinar.games.wonders.bills import leader_bill, refusal_of_bill
from shinar.games.wonders.components import CARDS, LEADER_ROWS, LEADERS, PIECES
from shinar.games.wonders.expansions.leaders.effects import leaders_of
from shinar.games.wonders.expansions.pack.explain import refusal_to_entomb
from shinar.games.wonders.expansions.tower.effects import tiles_to_build
from shinar.games.wonders.explain_building import refusal_to_stage
from shinar.games.wonders.seating import left_of, right_of
from shinar.games.wonders.state import BUILT, COPY, DRAFT_LEADERS, HIRE, RECRUIT, City, State
from shinar.games.wonders.state import ENTOMB as ENTOMB_PHASE
from shinar.games.wonders.words import card_title, leader_title

__all__ = ["NO_LEADERS", "is_about_leaders", "refusal_of_bank", "refusal_of_copying", "refusal_of_hiring_nobody"]
__all__ += ["refusal_of_keeping_leader", "refusal_of_leader", "refusal_of_leader_choice"]

NO_LEADERS = Refusal("leaders are not played at this table", "SW-15.1")
FIRST_KEEP = Refusal("first keep a leader", "SW-15.3")
FIRST_USE = Refusal("first choose a leader and its use", "SW-15.4")
TOO_LATE = Refusal("leaders are used before the first turn of an Age", "SW-15.4")
NOT_HELD = [Refusal(f"you do not hold {leader_title(leader)}", "SW-15.4") for leader in range(LEADERS)]


@cache  # it is asked of every action
def is_about_leaders(action: int) -> bool:
    """Whether an action can only be taken where leaders are played."""
    if action in range(BUILD, BUILD_TILE):
        return (action - BUILD) % PIECES >= CARDS
    return action in range(KEEP_LEADER, BUILD) or action in range(COPY_LEADER, LOSE) or action in range(BANK, PAY)


def refusal_of_leader_choice(state: State, number: int, action: int) -> Refusal | None:
    """What forbids an action in the phases in which leaders are chosen."""
    if state.phase == DRAFT_LEADERS:
        return _refusal_in_draft(state, state.cities[number], action)
    if state.phase == COPY:
        return _refusal_to_copy(state, number, action)
    if state.phase == ENTOMB_PHASE:
        return refusal_to_entomb(state.cities[number], action)
    if state.phase == HIRE:
        return _refusal_to_hire(state, number, action)
    return _refusal_to_use(state, number, action)


# ---- the draft --------------------------------------------------------------------------------------------------


def _refusal_in_draft(state: State, city: City, action: int) -> Refusal | None:
    """[SW-15.3] Only the leaders that one was passed can be kept."""
    if action not in range(KEEP_LEADER, BUILD):
        return FIRST_KEEP
    leader = action - KEEP_LEADER
    is_there = leader + 1 in city.given[state.turn : len(city.given) // 2]
    return None if is_there else Refusal(f"{leader_title(leader)} is not among those you choose from", "SW-15.3")


def refusal_of_keeping_leader(_state: State, _number: int, _offset: int) -> Refusal:
    """[SW-15.3] Why no leader is kept now."""
    return Refusal("leaders are kept before Age I", "SW-15.3")


# ---- recruiting -------------------------------------------------------------------------------------------------


def _refusal_to_use(state: State, number: int, action: int) -> Refusal | None:
    """[SW-15.4] Why a leader is not used in this way, before anything else is decided."""
    if action not in range(BUILD, BUILD_TILE):
        return FIRST_USE
    use, piece = divmod(action - BUILD, PIECES)
    if piece < CARDS:
        return Refusal(f"{card_title(piece)} comes later: first a leader is used", "SW-15.4")
    if refused := _not_held(state, number, piece - CARDS):
        return refused
    if BUILD + use * PIECES == BUILD:
        return refusal_of_bill(state, number, leader_bill(state, number, piece - CARDS))
    if BUILD + use * PIECES == STAGE:
        return refusal_to_stage(state, number)
    return None if BUILD + use * PIECES == DISCARD else _refusal_of_tiles(state, number)


def _not_held(state: State, number: int, leader: int) -> Refusal | None:
    city = state.cities[number]
    is_held = leader + 1 in city.given and leader + 1 not in city.recruits
    return None if is_held else NOT_HELD[leader]


def _refusal_of_tiles(state: State, number: int) -> Refusal | None:
    """[SW-12.3] Why no tile can be built with a leader."""
    if not state.has_tower:
        return Refusal("the Tower of Babel is not played at this table", "SW-12.1")
    is_left = tiles_to_build(state.cities[number]) > 0
    return None if is_left else Refusal("you have built all your tiles", "SW-12.3")


def refusal_of_leader(state: State, number: int, leader: int) -> Refusal | None:
    """[SW-15.4] Why a leader is not used now; None if something else must be decided first."""
    if state.phase != RECRUIT:
        return TOO_LATE
    return _not_held(state, number, leader)


def _refusal_to_hire(state: State, number: int, action: int) -> Refusal | None:
    """[SW-15.23] Only who is held and can be paid is recruited."""
    if action == HIRE_NOBODY:
        return None
    leader = action - BUILD - CARDS
    if leader not in range(LEADERS):
        return Refusal("first choose a leader to recruit, or nobody", "SW-15.23")
    return _not_held(state, number, leader) or refusal_of_bill(state, number, leader_bill(state, number, leader))


def refusal_of_hiring_nobody(_state: State, _number: int, _offset: int) -> Refusal:
    """[SW-15.23] Why nobody is asked about another leader."""
    return Refusal("only a stage of Rome lets another leader be recruited", "SW-15.23")


# ---- copying and the bank ---------------------------------------------------------------------------------------


def _refusal_to_copy(state: State, number: int, action: int) -> Refusal | None:
    """[SW-15.21] Only leaders that lie in a neighbouring city are copied."""
    if action not in range(COPY_LEADER, ENTOMB):
        return Refusal("first choose the leader that the Courtesans Guild copies", "SW-15.21")
    leader = action - COPY_LEADER
    cities = [state.cities[left_of(state, number)], state.cities[right_of(state, number)]]
    there = [
        used
        for city in cities
        for used, manner in zip(city.recruits, city.recruit_manner, strict=True)
        if manner == BUILT
    ]
    is_there = leader + 1 in there
    return None if is_there else Refusal(f"{leader_title(leader)} lies in no city next to yours", "SW-15.21")


def refusal_of_copying(_state: State, _number: int, _offset: int) -> Refusal:
    """[SW-15.21] Why no leader is copied now."""
    return Refusal("only the Courtesans Guild copies a leader, when it is built", "SW-15.21")


def refusal_of_bank(state: State, number: int, _offset: int) -> Refusal | None:
    """[SW-15.9] Why nothing is bought from the bank; None if that is asked, or something else must be decided first."""
    sellers = [leader for leader, row in enumerate(LEADER_ROWS) if row.get("power") == "buy from the bank"]
    if any(leaders_of(state.cities[number]) >> leader & 1 for leader in sellers):
        return None
    return Refusal(f"only with {leader_title(sellers[0])} the bank sells resources", "SW-15.9")
