"""What a seat may know of a position [SW-14], and positions that agree with what it knows.

A seat knows every hand as it last held it. Cards that have left such a hand face down since, and those still in it,
are known together but not one by one: they are a *memory*, kept under the Age and turn in which the seat held the
hand. Everything else unseen might as well be in the deck. So the hidden places fall into groups, each with the cards
that fill it, and any filling is possible: `determinize` fills the places of each group in random order.
"""

from itertools import product

from shinar.core.compiled.jit import jit
from shinar.core.compiled.layout import OWNER
from shinar.core.compiled.visibility import copy_field, copy_fields
from shinar.core.rng import Rng, below
from shinar.games.wonders.components import (
    AGES,
    BLACK,
    MAX_CITIES,
    MAX_TURNS,
    PURPLE,
    SLOTS,
    TURNS,
    UNSEEN,
    age_of,
    colour_of,
)
from shinar.games.wonders.dealing import draw_card, put_into
from shinar.games.wonders.expansions.cities.losses import can_pay_loss
from shinar.games.wonders.expansions.leaders.knowledge import determinize_leaders, observe_leaders
from shinar.games.wonders.expansions.pack.effects import is_marker_shown
from shinar.games.wonders.expansions.projects.participation import can_choose_loss
from shinar.games.wonders.expansions.tower.knowledge import determinize_tiles, observe_tiles
from shinar.games.wonders.planning import is_discard
from shinar.games.wonders.seating import hand_number, holder, holder_in, num_turns, slot
from shinar.games.wonders.state import ACT, BUILT, PENALTY, READY, SALVAGED, SETTLE, UNUSED, City, Memory, Plan, State
from shinar.games.wonders.teams import is_shown, later_holder, partner_of, sees_hands

__all__ = ["HANDS", "determinize", "is_open", "knows_use", "last_held", "observe", "observe_hidden"]

HANDS = MAX_CITIES  # a hand, an Age and a turn are packed into one number: there are no more hands than this
NEVER = -1  # when a seat has not held a hand
copy_open_table, copy_open_city = copy_fields(State), copy_fields(City)  # [SW-14.1] what all may see
copy_deck, copy_uses = copy_field(State, "deck"), copy_field(City, "used")
copy_blacks = copy_field(State, "blacks_left")
NEVER_HELD = 255  # in LAST_HELD
copy_plan = copy_fields(Plan, OWNER)  # [SW-14.2] the own sealed decisions


@jit
def observe(state: State, seat: int, into: State) -> None:
    """Fill a blank record with what a seat (or a spectator) may know."""
    copy_open_table(state, into)  # [SW-14.1]
    for number in range(state.num_cities):
        copy_open_city(state.cities[number], into.cities[number])
    observe_hidden(state, seat, into)


@jit
def observe_hidden(state: State, seat: int, into: State) -> None:
    """The cards, the tiles and the sealed decisions."""
    copy_deck(state, into)
    into.guilds_left = state.guilds_left
    copy_blacks(state, into)
    into.tile_deck = state.tile_deck
    into.leader_deck = state.leader_deck
    for number in range(state.num_cities):
        observe_uses(state, seat, number, into)
    for hand in range(state.players):
        observe_hand(state, seat, hand, into)
    if state.players == 2:
        observe_draws(state, seat, into)
    if state.has_tower:
        observe_tiles(state, seat, into)
    if state.has_leaders:
        observe_leaders(state, seat, into)
    for number in range(state.num_cities):
        if seat >= 0 and (number == seat or (number >= state.players and seat == holder(state))):
            copy_plan(state.cities[number].plan, into.cities[number].plan)
        elif state.phase == PENALTY and number < state.players and not can_choose_loss(state, state.cities[number]):
            into.cities[number].plan.step = READY  # everybody sees who has nothing to choose
        elif state.phase == SETTLE and not can_pay_loss(state.cities[number]):
            into.cities[number].plan.step = READY


# ---- cards ------------------------------------------------------------------------------------------------------


@jit
def observe_uses(state: State, seat: int, number: int, into: State) -> None:
    """[SW-14.1] [SW-14.3] How a card was used is open; which one it was only if it was built, own or seen."""
    city = state.cities[number]
    if is_shown(state, seat, number):
        copy_uses(city, into.cities[number])
        return
    for place in range((state.age + 1) * SLOTS):
        if city.manner[place] == UNUSED:
            continue
        if knows_use(state, seat, number, place):
            into.cities[number].used[place] = city.used[place]
        else:
            into.cities[number].used[place] = UNSEEN
            hide_card(city.used[place], memory_of_use(state, seat, number, place), into)


@jit
def memory_of_use(state: State, seat: int, number: int, place: int) -> int:
    """`last_held` of the hand that a used card came from."""
    if seat < 0 or number >= state.players:
        return last_held(state, seat, place_hand(state, number, place))
    age, turn = place // SLOTS, min(place % SLOTS, num_turns(state) - 1)
    held = LAST_HELD[held_at(state.players, age, turn, number - later_holder(state, seat, age))]
    return NEVER if held == NEVER_HELD else age * MAX_TURNS + held


@jit
def held_at(players: int, age: int, turn: int, distance: int) -> int:
    """Where LAST_HELD tells when a seat last held the hand that a seat at a distance holds in a turn."""
    ahead = distance if distance >= 0 else distance + players
    return ((players * AGES + age) * MAX_TURNS + turn) * MAX_CITIES + ahead


@jit
def is_open(manner: int) -> bool:
    """[SW-14.1] Whether everybody has seen a card used in this manner."""
    return manner == BUILT or manner >= SALVAGED


@jit
def knows_use(state: State, seat: int, number: int, place: int) -> bool:
    """[SW-14.3] [SW-14.4] Whether a seat knows which card a city used."""
    manner = state.cities[number].manner[place]
    if is_open(manner) or is_marker_shown(state, number, place):
        return True
    if seat < 0:
        return False
    if place < slots_looked_at(state, seat) and is_discard(manner):
        return True
    if number < state.players:
        return is_shown(state, seat, number)
    return place % SLOTS < num_turns(state) and seat == holder_in(place // SLOTS, place % SLOTS)


@jit
def slots_looked_at(state: State, seat: int) -> int:
    """[SW-14.4] [SW-19.5] The slots before this one were in the discards when a seat, or a partner, looked."""
    looked = state.cities[seat].looked
    return max(looked, state.cities[partner_of(seat)].looked) if sees_hands(state) else looked


@jit
def place_hand(state: State, number: int, place: int) -> int:
    """Where a used card came from: Age, turn and hand, packed; negative if from the draw pile."""
    age = place // SLOTS
    turn = min(place % SLOTS, num_turns(state) - 1)
    if number < state.players:
        return (age * MAX_TURNS + turn) * HANDS + hand_number(state, age, turn, number)
    if place % SLOTS == num_turns(state):
        return NEVER
    return (age * MAX_TURNS + turn) * HANDS + hand_number(state, age, turn, holder_in(age, turn))


@jit
def last_held(state: State, seat: int, origin: int) -> int:
    """[SW-14.3] The memory, by Age and turn, in which a seat has the cards of a hand; NEVER if there is none."""
    if seat < 0 or origin < 0:
        return NEVER
    hand = origin % HANDS
    age = origin // HANDS // MAX_TURNS
    turn = origin // HANDS % MAX_TURNS
    later = later_holder(state, seat, age)
    first = hand - later if age == 1 else later - hand
    first = first if first >= 0 else first + state.players
    if first > turn:
        return NEVER
    while first + state.players <= turn:
        first += state.players
    return age * MAX_TURNS + first


def _last_held() -> bytes:
    """All that `last_held` says of hands that seats hold in a turn, by `held_at`: to look it up is quicker."""
    state, table = State(), bytearray([NEVER_HELD]) * ((MAX_CITIES + 1) * AGES * MAX_TURNS * MAX_CITIES)
    for players, age, turn in product(range(2, MAX_CITIES + 1), range(AGES), range(MAX_TURNS)):
        state.players, state.has_cities = players, 1
        for number in range(players):
            held = last_held(state, 0, place_hand(state, number, slot(age, turn)))
            if held != NEVER:
                table[held_at(players, age, turn, number)] = held % MAX_TURNS
    return bytes(table)


LAST_HELD = _last_held()


@jit
def hide_card(card: int, memory: int, into: State) -> None:
    """[SW-14.3] A card that a seat cannot place: it is in a memory, or might be in the deck."""
    if memory == NEVER:
        return_card(into, card)
    else:
        put_into_memory(into.memory[memory], card)


@jit
def return_card(into: State, card: int) -> None:
    into.deck[card] += 1
    if colour_of(card) == PURPLE:
        into.guilds_left += 1
    elif colour_of(card) == BLACK:
        into.blacks_left[age_of(card)] += 1


@jit
def put_into_memory(memory: Memory, card: int) -> None:
    """Put a card into a memory, which stays in order."""
    place = memory.n
    while place > 0 and memory.cards[place - 1] > card:
        memory.cards[place] = memory.cards[place - 1]
        place -= 1
    memory.cards[place] = card
    memory.n += 1


@jit
def observe_hand(state: State, seat: int, hand: int, into: State) -> None:
    """[SW-14.2] [SW-14.3] The own hand; of another's the number of cards, and what can be remembered."""
    cards = state.hands[hand]
    into.hands[hand].n = cards.n
    if is_hand_seen(state, seat, hand):
        for i in range(cards.n):
            into.hands[hand].cards[i] = cards.cards[i]
        return
    memory = last_held(state, seat, (state.age * MAX_TURNS + state.turn) * HANDS + hand)
    for i in range(cards.n):
        into.hands[hand].cards[i] = UNSEEN
        hide_card(cards.cards[i], memory, into)


@jit
def is_hand_seen(state: State, seat: int, hand: int) -> bool:
    """[SW-14.2] [SW-19.5] Whether a seat holds a hand, or a partner who shows it."""
    if seat < 0:
        return False
    if hand_number(state, state.age, state.turn, seat) == hand:
        return True
    return sees_hands(state) and hand_number(state, state.age, state.turn, partner_of(seat)) == hand


@jit
def observe_draws(state: State, seat: int, into: State) -> None:
    """[SW-14.5] Two players: a card that the other drew is known once it can be nothing else."""
    for number in range(AGES * TURNS):
        age = number // TURNS
        turn = number % TURNS
        if not has_drawn(state, age, turn):
            continue
        card = state.drawn[number]
        into.drawn[number] = card
        if seat == holder_in(age, turn):
            continue
        memory = last_held(state, seat, held_by_holder(state, age, turn))
        if memory == NEVER:
            into.drawn[number] = UNSEEN
        elif forget(into.memory[memory], card):
            into.drawn[number] = UNSEEN
            return_card(into, card)


@jit
def held_by_holder(state: State, age: int, turn: int) -> int:
    """Age, turn and hand of the one who plays for the Free City, packed."""
    return (age * MAX_TURNS + turn) * HANDS + hand_number(state, age, turn, holder_in(age, turn))


@jit
def has_drawn(state: State, age: int, turn: int) -> bool:
    """Whether the draw of a turn has been made."""
    if age != state.age:
        return age < state.age
    return state.phase >= ACT if turn == state.turn else turn < state.turn


@jit
def forget(memory: Memory, card: int) -> bool:
    """Take a card out of a memory, if it is there."""
    for i in range(memory.n):
        if memory.cards[i] == card:
            memory.n -= 1
            for j in range(i, memory.n):
                memory.cards[j] = memory.cards[j + 1]
            memory.cards[memory.n] = 0
            return True
    return False


# ---- completing an observation ----------------------------------------------------------------------------------


@jit
def determinize(state: State, seat: int, rng: Rng) -> None:
    """Fill every hidden place with a card that could be there, all equally likely."""
    if state.players == 2:
        complete_memories(state, seat, rng)
    for number in range(state.num_cities):
        city = state.cities[number]
        for place in range((state.age + 1) * SLOTS):
            if city.used[place] == UNSEEN:
                origin = place_hand(state, number, place)
                city.used[place] = imagine(state, last_held(state, seat, origin), place // SLOTS, rng)
    for hand in range(state.players):
        imagine_hand(state, seat, hand, rng)
    if state.players == 2:
        imagine_draws(state, rng)
    if state.has_leaders:
        determinize_leaders(state, seat, rng)
    if state.has_tower:
        determinize_tiles(state, seat, rng)


@jit
def imagine(state: State, memory: int, age: int, rng: Rng) -> int:
    """A card for a hidden place: any of the memory, or of the deck."""
    if memory == NEVER:
        return draw_card(state, age, rng)
    cards = state.memory[memory]
    card = cards.cards[below(rng, cards.n)]
    forget(cards, card)
    return card


@jit
def imagine_hand(state: State, seat: int, hand: int, rng: Rng) -> None:
    """Fill a hidden hand."""
    cards = state.hands[hand]
    count = cards.n
    if count == 0 or cards.cards[0] != UNSEEN:
        return
    cards.n = 0
    memory = last_held(state, seat, (state.age * MAX_TURNS + state.turn) * HANDS + hand)
    for _ in range(count):
        cards.cards[cards.n] = 0
        put_into(cards, imagine(state, memory, state.age, rng))


@jit
def complete_memories(state: State, seat: int, rng: Rng) -> None:
    """[SW-14.5] Two players: a card that the other drew joins the memory of the hand it was drawn into."""
    for number in range(AGES * TURNS):
        age = number // TURNS
        turn = number % TURNS
        if state.drawn[number] == UNSEEN:
            memory = last_held(state, seat, held_by_holder(state, age, turn))
            if memory != NEVER:
                card = draw_card(state, age, rng)
                state.drawn[number] = card
                put_into_memory(state.memory[memory], card)


@jit
def imagine_draws(state: State, rng: Rng) -> None:
    """Two players: which card of a hand that was never held before was drawn: any that was in it."""
    for number in range(AGES * TURNS):
        if state.drawn[number] == UNSEEN:
            state.drawn[number] = any_card_of_hand(state, number // TURNS, number % TURNS, rng)


@jit
def any_card_of_hand(state: State, age: int, turn: int, rng: Rng) -> int:
    """A card that was in the holder's hand in a turn: used from it then or later, or still in it."""
    hand = hand_number(state, age, turn, holder_in(age, turn))
    chosen = UNSEEN
    met = 0
    for number in range(state.num_cities):
        for place in range(age * SLOTS + turn, (age + 1) * SLOTS):
            origin = place_hand(state, number, place)
            if state.cities[number].manner[place] != UNUSED and origin >= 0 and origin % HANDS == hand:
                met += 1
                if below(rng, met) == 0:
                    chosen = state.cities[number].used[place]
    if age == state.age:
        for i in range(state.hands[hand].n):
            met += 1
            if below(rng, met) == 0:
                chosen = state.hands[hand].cards[i]
    return chosen
