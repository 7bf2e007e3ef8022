"""How leaders are drafted [SW-15.3] and used [SW-15.4]: by all before an Age, by Rome and by a guild later too."""

from shinar.core.bits import as_int, count_bits, nth_bit
from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add
from shinar.core.rng import Rng, below
from shinar.games.wonders.actions import BUILD, COPY_LEADER, DISCARD, HIRE_NOBODY, KEEP_LEADER, STAGE, TOWER
from shinar.games.wonders.components import (
    AGES,
    BUILD_FROM_DISCARDS,
    CARDS,
    DRAW_LEADERS,
    ENTOMB_LEADER,
    LEADERS,
    RECRUIT_LEADER,
    coins_of,
    power_of,
    shields_of,
)
from shinar.games.wonders.components import COPY_LEADER as POWER_TO_COPY
from shinar.games.wonders.expansions.cities.effects import note_city_effects
from shinar.games.wonders.expansions.leaders.effects import leader_price, recruited
from shinar.games.wonders.expansions.pack.effects import add_tombs, entomb, next_tomb
from shinar.games.wonders.expansions.pack.staging import can_stage
from shinar.games.wonders.expansions.tower.effects import tiles_to_build
from shinar.games.wonders.planning import clear_plan
from shinar.games.wonders.seating import left_of, right_of, swap_places
from shinar.games.wonders.state import (
    BUILT,
    BY_COPY,
    BY_LEADER,
    CHOOSE_USE,
    COPY,
    DEAL_LEADERS,
    DRAFT_LEADERS,
    DRAFTED,
    ENTOMB,
    GIVEN,
    HIRE,
    LOOK_AT_DISCARDS,
    LOOK_FOR_LEADERS,
    RECRUIT,
    RECRUITS,
    TO_COPY,
    TO_DRAW,
    TO_ENTOMB,
    TO_HIRE,
    UNUSED,
    City,
    State,
)
from shinar.games.wonders.state import DRAW_LEADERS as DRAW_PHASE
from shinar.games.wonders.treasury import take_from_bank

__all__ = ["add_kept_leaders", "add_leader_choices", "can_recruit", "deal_leader", "is_draft_over"]
__all__ += ["is_leader_chosen", "leaders_held", "leaders_nearby", "look_for_leaders", "note_errand", "pass_leaders"]
__all__ += ["pick_leader", "place_leader", "run_errand", "sort_given"]

WITH_LEADERS = 1 << RECRUIT | 1 << HIRE | 1 << COPY | 1 << ENTOMB  # phases in which leaders are chosen, as bits


# ---- the draft --------------------------------------------------------------------------------------------------


@jit
def deal_leader(state: State, leader: int) -> None:
    """[SW-15.3] [SW-15.23] A leader for a player: before the draft four each, later those that a stage adds."""
    state.leader_deck &= ~(1 << leader)
    if state.phase == DEAL_LEADERS:
        state.cities[state.dealt // DRAFTED].given[state.dealt % DRAFTED] = leader + 1
        state.dealt += 1
        if state.dealt == DRAFTED * state.players:
            state.dealt = 0
            state.phase = DRAFT_LEADERS
            for seat in range(state.players):
                sort_given(state.cities[seat], 0, DRAFTED)
        return
    city = state.cities[state.acting]
    city.given[DRAFTED + state.dealt] = leader + 1
    state.dealt += 1
    if state.dealt == GIVEN - DRAFTED:
        sort_given(city, DRAFTED, GIVEN)
        state.dealt = 0
        state.acting = 0
        state.phase = LOOK_FOR_LEADERS


@jit
def pick_leader(state: State, rng: Rng) -> int:
    """A leader of the pile by chance."""
    deck = as_int(state.leader_deck)
    return nth_bit(deck, below(rng, count_bits(deck)))


@jit
def sort_given(city: City, first: int, end: int) -> None:
    """Leaders in a hand have no order: the lowest comes first."""
    for i in range(first, end):
        for j in range(i + 1, end):
            if city.given[j] < city.given[i]:
                leader = city.given[i]
                city.given[i] = city.given[j]
                city.given[j] = leader


@jit
def add_kept_leaders(state: State, city: City, actions: Actions) -> None:
    """[SW-15.3] Keep one of the leaders that were passed on."""
    for i in range(state.turn, DRAFTED):
        add(actions, KEEP_LEADER + city.given[i] - 1)


@jit
def pass_leaders(state: State) -> None:
    """[SW-15.3] All keep their choice, the others go to the right."""
    for seat in range(state.players):
        keep_leader(state, state.cities[seat])
    state.turn += 1
    for seat in range(state.players - 1):
        swap_places(state.cities[seat].given, state.cities[seat + 1].given, state.turn, DRAFTED)
    state.resolutions += 1


@jit
def is_draft_over(state: State) -> bool:
    """[SW-15.3] The last leader of a hand is kept by who gets it."""
    return state.turn == DRAFTED - 1


@jit
def keep_leader(state: State, city: City) -> None:
    """[SW-15.3] The chosen leader is kept; the rest stays in order."""
    chosen = city.plan.card - CARDS + 1
    for i in range(state.turn, DRAFTED):
        if city.given[i] == chosen:
            city.given[i] = city.given[state.turn]
    city.given[state.turn] = chosen
    sort_given(city, state.turn + 1, DRAFTED)
    clear_plan(city.plan)


# ---- recruiting -------------------------------------------------------------------------------------------------


@jit
def leaders_held(city: City) -> int:
    """[SW-15.6] The leaders in the hand of a player, as bits."""
    held = 0
    for i in range(GIVEN):
        if city.given[i] > 0:
            held |= 1 << city.given[i] - 1
    for i in range(RECRUITS):
        if city.recruits[i] > 0:
            held &= ~(1 << city.recruits[i] - 1)
    return held


@jit
def can_recruit(state: State, number: int, leader: int) -> bool:
    """[SW-15.4] Whether a city has the coins for a leader."""
    return leader_price(state, number, leader) <= state.cities[number].coins


@jit
def is_leader_chosen(state: State, city: City) -> bool:
    """Whether the next choice is one of leaders."""
    return WITH_LEADERS >> state.phase & 1 != 0 and city.plan.step == CHOOSE_USE


@jit
def add_leader_choices(state: State, number: int, actions: Actions) -> None:
    """[SW-15.4] [SW-15.21] [SW-15.23] What may be done with leaders, ascending."""
    if state.phase == COPY:
        nearby = leaders_nearby(state, number)
        for leader in range(LEADERS):
            if nearby >> leader & 1:
                add(actions, COPY_LEADER + leader)
        return
    if state.phase == ENTOMB:
        add_tombs(state.cities[number], actions)
        return
    held = leaders_held(state.cities[number])
    for leader in range(LEADERS):
        if held >> leader & 1 and can_recruit(state, number, leader):
            add(actions, BUILD + CARDS + leader)
    if state.phase == HIRE:
        add(actions, HIRE_NOBODY)
        return
    if can_stage(state, number):
        add_uses_of(held, STAGE, actions)
    add_uses_of(held, DISCARD, actions)
    if tiles_to_build(state.cities[number]) > 0:
        add_uses_of(held, TOWER, actions)


@jit
def add_uses_of(held: int, first: int, actions: Actions) -> None:
    """One use of each leader."""
    for leader in range(LEADERS):
        if held >> leader & 1:
            add(actions, first + CARDS + leader)


@jit
def place_leader(state: State, number: int) -> None:
    """[SW-15.4] [SW-15.5] The leader leaves the hand; who is recruited lies in the city."""
    city = state.cities[number]
    leader = city.plan.card - CARDS
    place = state.age
    if state.phase != RECRUIT:
        place = AGES
        while city.recruit_manner[place] != UNUSED:
            place += 1
    city.recruits[place] = leader + 1
    city.recruit_manner[place] = city.plan.use
    if city.plan.use == BUILT:
        take_effect(city, leader, BY_LEADER)


@jit
def take_effect(city: City, leader: int, way: int) -> None:
    """[SW-15.7] The effect of a leader begins, but for coins."""
    city.shields += shields_of(CARDS + leader)
    note_city_effects(city, CARDS + leader)
    if power_of(CARDS + leader) == BUILD_FROM_DISCARDS:
        city.salvages |= way


# ---- Rome and the Courtesans Guild ------------------------------------------------------------------------------


@jit
def note_errand(city: City, item: int) -> None:
    """[SW-15.21] [SW-15.23] What a stage of Rome or the Courtesans Guild does at the end of the turn."""
    power = power_of(item)
    if power == DRAW_LEADERS:
        city.errands |= TO_DRAW
    elif power == RECRUIT_LEADER:
        city.errands |= TO_HIRE
    elif power == POWER_TO_COPY:
        city.errands |= TO_COPY
    elif power == ENTOMB_LEADER:
        city.errands |= TO_ENTOMB


@jit
def look_for_leaders(state: State) -> None:
    """[SW-20.2] Rome draws, then recruits; then guilds copy and leaders are entombed; then come the discards."""
    state.phase = LOOK_AT_DISCARDS
    number = next_errand(state, TO_DRAW)
    if number >= 0:
        state.cities[number].draws = leaders_used(state.cities[number]) + 1
        act_alone(state, number, DRAW_PHASE)
        return
    number = next_errand(state, TO_HIRE)
    while number >= 0:
        if can_hire(state, number):
            act_alone(state, number, HIRE)
            return
        number = next_errand(state, TO_HIRE)
    number = next_errand(state, TO_COPY)
    while number >= 0:
        if leaders_nearby(state, number):
            act_alone(state, number, COPY)
            return
        number = next_errand(state, TO_COPY)
    number = next_tomb(state)
    if number >= 0:
        act_alone(state, number, ENTOMB)


@jit
def act_alone(state: State, number: int, phase: int) -> None:
    state.acting = number
    state.phase = phase


@jit
def next_errand(state: State, errand: int) -> int:
    """[SW-20.6] The first city that has something to do, which is then done; negative if none has."""
    for number in range(state.num_cities):
        city = state.cities[number]
        if city.errands & errand:
            city.errands &= ~errand
            return number
    return -1


@jit
def leaders_used(city: City) -> int:
    """How many leaders have left the hand of a player."""
    used = 0
    for i in range(RECRUITS):
        used += city.recruit_manner[i] != UNUSED
    return used


@jit
def can_hire(state: State, number: int) -> bool:
    """[SW-15.23] Whether there is a leader in the hand that can be paid for."""
    held = leaders_held(state.cities[number])
    leaders = 0
    for leader in range(LEADERS):
        leaders += held >> leader & 1 == 1 and can_recruit(state, number, leader)
    return leaders > 0


@jit
def leaders_nearby(state: State, number: int) -> int:
    """[SW-15.21] The leaders that lie face up in the neighbouring cities, as bits."""
    return recruited(state.cities[left_of(state, number)]) | recruited(state.cities[right_of(state, number)])


@jit
def run_errand(state: State, number: int) -> None:
    """[SW-15.21] [SW-17.9] The leader that one has chosen alone is copied or entombed."""
    if state.phase == COPY:
        copy_leader(state, number)
    elif state.phase == ENTOMB:
        entomb(state.cities[number])


@jit
def copy_leader(state: State, number: int) -> None:
    """[SW-15.21] The effect of a neighbour's leader, as if it had been recruited now."""
    city = state.cities[number]
    leader = city.plan.card - CARDS
    city.copied = leader + 1
    take_effect(city, leader, BY_COPY)
    take_from_bank(state, city, coins_of(CARDS + leader))
