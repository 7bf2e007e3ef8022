"""What a seat may know of the leaders of others [SW-15.26].

The four leaders dealt to a player are kept one by one: one by the player, one each by the next three to the right. So
a seat knows its own leaders, and of those it passed on in a round who has them all together. They are a *memory* of
that round: a set of leaders, and as many places that hold them. A place is one of the leaders that a player was given.
Leaders that were recruited are open; when only one player is left for the others of a memory, they can be told.
"""

from shinar.core.compiled.jit import jit
from shinar.core.rng import Rng, below
from shinar.games.wonders.components import AGES, LEADERS, UNSEEN
from shinar.games.wonders.expansions.leaders.recruiting import pick_leader, sort_given
from shinar.games.wonders.expansions.pack.effects import is_leader_shown
from shinar.games.wonders.state import (
    DEAL_LEADERS,
    DRAFT_LEADERS,
    DRAFTED,
    DRAW_LEADERS,
    GIVEN,
    RECRUITS,
    UNUSED,
    City,
    State,
)

__all__ = ["determinize_leaders", "holder_of", "num_given", "observe_leaders", "rounds_passed"]


@jit
def rounds_passed(state: State) -> int:
    """How often leaders were passed on."""
    if state.phase < DRAFT_LEADERS:
        return 0
    return state.turn if state.phase == DRAFT_LEADERS else DRAFTED


@jit
def holder_of(state: State, seat: int, passed: int, step: int) -> int:
    """Who has the leader that was kept so many steps after a seat passed it on in a round, or still passes it on."""
    steps = min(step, rounds_passed(state) - passed)
    return (seat - steps % state.players + state.players) % state.players


@jit
def observe_leaders(state: State, seat: int, into: State) -> None:
    """[SW-15.26] Fill in the leaders that a seat may know; the others might as well be in the pile."""
    remembered = 0
    if seat >= 0:
        for passed in range(min(rounds_passed(state), DRAFTED - 1)):
            remembered |= recall(state, seat, passed, into)
    for number in range(state.players):
        city = state.cities[number]
        shown = shown_leaders(state, number)
        for place in range(GIVEN):
            given = city.given[place]
            if number == seat:
                into.cities[number].given[place] = given
            elif given > 0 and (remembered | shown) >> given - 1 & 1 == 0:
                into.leader_deck |= 1 << given - 1
        for i in range(RECRUITS):
            is_known = number == seat or city.recruit_manner[i] == UNUSED or is_leader_shown(state, number, i)
            into.cities[number].recruits[i] = city.recruits[i] if is_known else UNSEEN


@jit
def shown_leaders(state: State, number: int) -> int:
    """[SW-15.26] The leaders that everybody has seen a city use, as bits."""
    leaders = 0
    for i in range(RECRUITS):
        if state.cities[number].recruits[i] > 0 and is_leader_shown(state, number, i):
            leaders |= 1 << state.cities[number].recruits[i] - 1
    return leaders


@jit
def recall(state: State, seat: int, passed: int, into: State) -> int:
    """What is known of the leaders that a seat passed on in a round; those leaders, as bits."""
    remembered = 0
    doubtful = 0
    last = -1
    holders = 0  # who have those that cannot be told apart
    for step in range(1, DRAFTED - passed):
        number = holder_of(state, seat, passed, step)
        bit = 1 << state.cities[number].given[passed + step] - 1
        remembered |= bit
        if number != seat and shown_leaders(state, number) & bit == 0:
            doubtful |= bit
            holders += number != last
            last = number
    for step in range(1, DRAFTED - passed):
        number = holder_of(state, seat, passed, step)
        given = state.cities[number].given[passed + step]
        if holders <= 1 or doubtful >> given - 1 & 1 == 0:
            into.cities[number].given[passed + step] = given
    if holders > 1:
        into.leader_memory[passed] = doubtful
    return remembered


# ---- completing an observation ----------------------------------------------------------------------------------


@jit
def determinize_leaders(state: State, seat: int, rng: Rng) -> None:
    """Give every player leaders that could be there, all equally likely."""
    if seat >= 0:
        for passed in range(min(rounds_passed(state), DRAFTED - 1)):
            share_memory(state, seat, passed, rng)
    for number in range(state.players):
        if number != seat:
            imagine_uses(state, number, rng)
    for number in range(state.players):
        if number != seat:
            imagine_given(state, number, rng)


@jit
def share_memory(state: State, seat: int, passed: int, rng: Rng) -> None:
    """Any of the holders has any of the leaders that cannot be told apart."""
    for step in range(1, DRAFTED - passed):
        city = state.cities[holder_of(state, seat, passed, step)]
        if city.given[passed + step] == 0:
            leader = pick_from(state.leader_memory[passed], rng)
            state.leader_memory[passed] &= ~(1 << leader)
            city.given[passed + step] = leader + 1


@jit
def pick_from(leaders: int, rng: Rng) -> int:
    """One of some leaders, given as bits, by chance."""
    leader = below(rng, LEADERS)
    while leaders >> leader & 1 == 0:
        leader = below(rng, LEADERS)
    return leader


@jit
def num_given(state: State, number: int, is_drawn: bool) -> int:
    """How many leaders a player was given, in the draft or by a stage."""
    if is_drawn:
        if state.cities[number].draws == 0:
            return 0
        is_drawing = state.phase == DRAW_LEADERS and state.acting == number
        return state.dealt if is_drawing else GIVEN - DRAFTED
    if state.phase <= DEAL_LEADERS:
        return max(0, min(DRAFTED, state.dealt - number * DRAFTED)) if state.phase == DEAL_LEADERS else 0
    return DRAFTED


@jit
def imagine_uses(state: State, number: int, rng: Rng) -> None:
    """In which place each leader was that a player has used: any that fits, found by trying.

    A place is noted in the plan of the player, which an observation leaves blank.
    """
    city = state.cities[number]
    places = city.plan.offers
    try_places(city, rng)
    while not are_places_right(state, number):
        try_places(city, rng)
    for i in range(RECRUITS):
        if is_leader_shown(state, number, i):
            city.given[places[i]] = city.recruits[i]
    for i in range(RECRUITS):
        if city.recruits[i] == UNSEEN:
            if city.given[places[i]] == 0:
                city.given[places[i]] = draw(state, rng)
            city.recruits[i] = city.given[places[i]]
        places[i] = 0


@jit
def try_places(city: City, rng: Rng) -> None:
    """Any place for each leader that was used, for the time being."""
    for i in range(RECRUITS):
        city.plan.offers[i] = below(rng, DRAFTED if is_before_draw(city, i) else GIVEN)


@jit
def is_before_draw(city: City, i: int) -> bool:
    """Whether a leader was used before its player drew more, so that it was one of the draft."""
    return city.draws == 0 or (i < AGES and i < city.draws - 1)


@jit
def are_places_right(state: State, number: int) -> bool:
    """Whether all leaders used by a player were in different places, and those known in a place that fits."""
    city = state.cities[number]
    places = city.plan.offers
    taken = 0
    for i in range(RECRUITS):
        if city.recruit_manner[i] == UNUSED:
            continue
        place = places[i]
        known = place_of(city, city.recruits[i])
        is_fit = city.given[place] == 0 if known < 0 else place == known
        if taken >> place & 1 or (is_leader_shown(state, number, i) and not is_fit):
            return False
        taken |= 1 << place
    return True


@jit
def place_of(city: City, given: int) -> int:
    """The place of a leader, counted from 1; negative if it is not known."""
    for place in range(GIVEN):
        if city.given[place] == given:
            return place
    return -1


@jit
def draw(state: State, rng: Rng) -> int:
    """1 + a leader of the pile, which it leaves."""
    leader = pick_leader(state, rng)
    state.leader_deck &= ~(1 << leader)
    return leader + 1


@jit
def imagine_given(state: State, number: int, rng: Rng) -> None:
    """Fill the places of a player that are still unknown; leaders that are held together are in order."""
    city = state.cities[number]
    for place in range(GIVEN):
        is_drawn = place >= DRAFTED
        if place - DRAFTED * is_drawn < num_given(state, number, is_drawn) and city.given[place] == 0:
            city.given[place] = draw(state, rng)
    if state.phase == DRAFT_LEADERS:
        sort_given(city, state.turn, DRAFTED)
    if num_given(state, number, True) == GIVEN - DRAFTED:
        sort_given(city, DRAFTED, GIVEN)
