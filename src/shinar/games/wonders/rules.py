"""The rules of 7 Wonders, in the order of RULES.md. Every function works on plain records and compiled.

What a seat may decide is in planning.py, what things cost in payment.py, building from the discards in discards.py,
the points in scoring.py, and what chance does in dealing.py.
"""

from shinar.core.compiled.jit import jit
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Actions, asked
from shinar.core.rng import Rng, below
from shinar.games.wonders.actions import (
    BUILD,
    COPY_LEADER,
    DEAL_BOARD,
    DEAL_CARD,
    DEAL_LEADER,
    DEAL_TILE,
    DISCARD,
    FIRST_CHANCE,
    HIRE_NOBODY,
    KEEP_LEADER,
    KEEP_TILE,
    LOSE,
    LOSE_TOKENS,
    PROJECT,
    SETTLE_LOSS,
    STAGE,
    TOWER,
    chosen_leader,
)
from shinar.games.wonders.building import can_build
from shinar.games.wonders.components import (
    AGES,
    BOARDS,
    BUILD_FROM_DISCARDS,
    BUILDING_TOKEN,
    CARDS,
    CHAIN_TRIGGER,
    COLOUR_TOKEN,
    PROJECTS_PER_AGE,
    SEVENTH_CARD,
    SIDES,
    STAGE_TOKEN,
    TURNS,
    coins_of,
    coins_per_of,
    colour_of,
    is_trader,
    power_of,
    shields_of,
    start_coins,
)
from shinar.games.wonders.counting import count_things
from shinar.games.wonders.dealing import (
    add_chances,
    draw_card,
    is_board_dealt,
    is_dealing,
    is_side_dealt,
    put_into,
    take_card,
    take_from,
)
from shinar.games.wonders.discards import look_at_discards, take_discard
from shinar.games.wonders.expansions.cities.conflicts import resolve_conflicts
from shinar.games.wonders.expansions.cities.effects import note_city_effects, note_free_black, renew_bank_coins
from shinar.games.wonders.expansions.cities.losses import (
    add_settlements,
    hand_out_gifts,
    look_for_losses,
    settle_losses,
)
from shinar.games.wonders.expansions.leaders.effects import leader_bonus
from shinar.games.wonders.expansions.leaders.recruiting import (
    add_kept_leaders,
    add_leader_choices,
    deal_leader,
    is_draft_over,
    is_leader_chosen,
    look_for_leaders,
    note_errand,
    pass_leaders,
    pick_leader,
    place_leader,
    run_errand,
)
from shinar.games.wonders.expansions.pack.order import note_order
from shinar.games.wonders.expansions.pack.staging import can_stage
from shinar.games.wonders.expansions.projects.participation import tokens_on_card
from shinar.games.wonders.expansions.projects.penalties import add_losses, resolve_project, settle_penalties
from shinar.games.wonders.expansions.tower.drafting import add_drafts, deal_tile, pass_tiles, pick_tile
from shinar.games.wonders.expansions.tower.drafting import is_draft_over as is_tile_draft_over
from shinar.games.wonders.expansions.tower.effects import bonus, place_tiles, tiles_to_build, unbuilt_tile, wake_tiles
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.planning import add_decisions, decide, end_resolution, is_new, is_ready
from shinar.games.wonders.seating import (
    FREE_CITY,
    hand_of,
    hand_size,
    holder,
    is_last_turn,
    left_of,
    num_turns,
    owner,
    right_of,
    slot,
)
from shinar.games.wonders.stages import built_stage, has_power, next_stage
from shinar.games.wonders.standing import put_up
from shinar.games.wonders.state import (
    ACT,
    ALONE,
    BUILT,
    BY_STAGE,
    CHOOSE_USE,
    DEAL_BOARDS,
    DEAL_CARDS,
    DEAL_LEADERS,
    DEAL_TILES,
    DISCARDED,
    DRAFT,
    DRAFT_LEADERS,
    DRAW_CARD,
    DRAW_LEADERS,
    DRAW_PROJECT,
    END_AGE,
    END_TURN,
    FINISH_ACTIONS,
    IN_STAGE,
    JOIN_BY_TOKEN,
    LAST_CARD,
    LEAVE_CARDS,
    LEFT_OVER,
    LOOK_AT_DISCARDS,
    LOOK_FOR_LEADERS,
    LOOK_FOR_LOSSES,
    LOST,
    OVER,
    PENALTY,
    READY,
    RECRUIT,
    RESOLVE_PROJECT,
    SETTLE,
    SETTLE_LOSSES,
    SETTLE_PENALTIES,
    SEVENTH,
    STAY_OUT,
    TILE_WAITING,
    UNUSED,
    WAY_CHAIN,
    WAY_POWER,
    WAY_SALVAGE,
    WAY_TOKEN,
    WITH_TILE,
    City,
    State,
)
from shinar.games.wonders.treasury import pay_bank, pay_city, take_from_bank

STARTING_COINS, STARTING_COINS_WITH_LEADERS = 3, 6  # [SW-2.4] [SW-15.1]
DISCARD_COINS = 3  # [SW-3.3]
FINISHED = 1  # the only ending [SW-10.1]
USES, USES_WITH_TOWER = 3, 4  # of a card: build, stage, discard; build a tile


# ---- 2. Set-up --------------------------------------------------------------------------------------------------


@jit
def deal_board(state: State, face: int) -> None:
    """[SW-2.3] [SW-2.4] [SW-15.1] [SW-17.4] A city gets its board and three coins, with leaders six, or more."""
    city = state.cities[state.dealt]
    city.face = face
    coins = STARTING_COINS_WITH_LEADERS if state.has_leaders else STARTING_COINS
    take_from_bank(state, city, coins + start_coins(face))
    state.boards &= ~(1 << face // SIDES)
    state.dealt += 1
    if state.dealt == state.num_cities:
        state.dealt = 0
        refresh_all(state)
        if state.has_leaders:
            state.phase = DEAL_LEADERS
        else:
            go_to_tiles(state)


@jit
def go_to_tiles(state: State) -> None:
    """[SW-12.1] [SW-20.1] The tiles of the tower come last before Age I."""
    if state.has_tower:
        state.phase = DEAL_TILES
    else:
        begin_age(state)


@jit
def draft_leaders(state: State) -> None:
    """[SW-15.3] Leaders are kept and passed on; after the last round it goes on."""
    pass_leaders(state)
    if is_draft_over(state):
        state.turn = 0
        go_to_tiles(state)


@jit
def draft_tiles(state: State) -> None:
    """[SW-12.2] Tiles are kept and passed on; after the last round Age I begins."""
    pass_tiles(state)
    if is_tile_draft_over(state):
        begin_age(state)


@jit
def refresh_all(state: State) -> None:
    """Note anew what all cities make and pay."""
    for number in range(state.num_cities):
        refresh_trade(state, number)


# ---- 3. Ages and turns ------------------------------------------------------------------------------------------


@jit
def begin_age(state: State) -> None:
    """[SW-3.1] [SW-15.4] An Age begins with recruiting, if leaders are played."""
    state.turn = 0
    state.dealt = 0
    if state.has_leaders:
        state.is_recruiting = 1
        begin_turn(state)
        state.phase = RECRUIT
    else:
        begin_dealing(state)


@jit
def begin_dealing(state: State) -> None:
    """[SW-3.1] [SW-13.1] Then come its project, if they are played, and dealing."""
    state.phase = DRAW_PROJECT if state.has_projects else DEAL_CARDS


@jit
def turn_up_project(state: State, project: int) -> None:
    """[SW-13.1] The project of the Age lies open, with its participation tokens."""
    state.project = project + 1
    state.project_tokens = tokens_on_card(state)
    state.phase = DEAL_CARDS


@jit
def deal_card(state: State, card: int) -> None:
    """[SW-3.1] [SW-11.4] A card for a hand, or the card that is drawn for the Free City."""
    take_card(state, card)
    accept_card(state, card)


@jit
def accept_card(state: State, card: int) -> None:
    """A card that has left the deck goes where the phase says."""
    if state.phase == LAST_CARD:
        use_card(state.cities[FREE_CITY], slot(state.age, num_turns(state)), card, LEFT_OVER)
        state.phase = LOOK_AT_DISCARDS
    elif state.phase == DRAW_CARD:
        put_into(hand_of(state, holder(state)), card)
        state.drawn[state.age * TURNS + state.turn] = card
        state.phase = ACT
    else:
        put_into(state.hands[state.dealt // hand_size(state)], card)
        state.dealt += 1
        if state.dealt == hand_size(state) * state.players:
            state.dealt = 0
            begin_turn(state)


@jit
def begin_turn(state: State) -> None:
    """[SW-3.2] [SW-12.5] A turn begins: tiles of the last turn have effect now."""
    if state.has_tower:
        wake_tiles(state)
        refresh_all(state)
    for seat in range(state.players):
        state.cities[seat].has_joined = 0
    renew_bank_coins(state)
    state.phase = DRAW_CARD if state.players == 2 else ACT


@jit
def actors(state: State) -> int:
    """[SW-3.2] Who must choose now: in most phases all who have not yet decided."""
    if is_dealing(state):
        return CHANCE_ASKED
    if state.phase == OVER:
        return NOBODY_ASKED
    if is_one_asked(state):
        return asked(owner(state, state.acting))
    mask = 0
    for number in range(state.num_cities):
        if must_decide(state, number):
            mask |= asked(owner(state, number))
    return mask


@jit
def is_one_asked(state: State) -> bool:
    """Whether one city acts alone."""
    return ALONE >> state.phase & 1 != 0


@jit
def must_decide(state: State, number: int) -> bool:
    """Whether something is still open for a city in a phase in which all decide at once."""
    if is_ready(state.cities[number]):
        return False
    return number < state.players or state.phase == ACT


@jit
def deciding(state: State, seat: int) -> int:
    """The city for which a seat decides now: its own, then the Free City [SW-11.4]; negative if for none."""
    if is_one_asked(state):
        acting = state.acting
        return acting if seat == owner(state, acting) else -1
    if state.phase == OVER or is_dealing(state) or not 0 <= seat < state.players:
        return -1
    if must_decide(state, seat):
        return seat
    if state.players == 2 and seat == holder(state) and must_decide(state, FREE_CITY):
        return FREE_CITY
    return -1


@jit
def legal_actions(state: State, seat: int, actions: Actions) -> None:
    """[SW-3.2] All a seat may do now, ascending."""
    number = deciding(state, seat)
    if number >= 0:
        add_choices(state, number, actions)


@jit
def add_choices(state: State, number: int, actions: Actions) -> None:
    """What may be decided next for a city that must decide."""
    city = state.cities[number]
    if state.phase == DRAFT:
        add_drafts(state, city, actions)
    elif state.phase == DRAFT_LEADERS:
        add_kept_leaders(state, city, actions)
    elif state.phase == PENALTY:
        add_losses(state, city, actions)
    elif state.phase == SETTLE:
        add_settlements(city, actions)
    elif is_leader_chosen(state, city):
        add_leader_choices(state, number, actions)
    else:
        add_decisions(state, number, hand_of(state, owner(state, number)), actions)


@jit
def random_action(state: State, seat: int, rng: Rng, actions: Actions) -> int:
    """Any legal action, all equally likely: a card and a use are drawn until they are legal, which is soon."""
    number = deciding(state, seat)
    if state.phase != ACT or number >= state.players or state.cities[number].plan.step != CHOOSE_USE:
        actions.n = 0
        legal_actions(state, seat, actions)
        return actions.ids[below(rng, actions.n)]
    hand = hand_of(state, seat)
    uses = USES_WITH_TOWER if tiles_to_build(state.cities[number]) > 0 else USES
    while True:
        i = below(rng, hand.n)
        use = below(rng, uses)
        if not is_new(state, number, hand, i):
            continue
        card = hand.cards[i]
        if use == 0 and can_build(state, number, card):
            return BUILD + card
        if use == 1 and can_stage(state, number):
            return STAGE + card
        if use >= USES - 1:
            return (DISCARD if use < USES else TOWER) + card


@jit
def chances(state: State, outcomes: Actions) -> None:
    """What chance may bring."""
    add_chances(state, outcomes)


@jit
def deal(state: State, rng: Rng) -> None:
    """Let chance act until a seat is asked or the game is over: the same as picking among `chances`, but faster."""
    while is_dealing(state):
        if state.phase == DEAL_BOARDS or state.phase == DRAW_PROJECT:
            deal_listed(state, rng)
        elif state.phase == DEAL_TILES:
            deal_tile(state, pick_tile(state, rng))
        elif state.phase == DEAL_LEADERS or state.phase == DRAW_LEADERS:
            deal_leader(state, pick_leader(state, rng))
            proceed(state)
        else:
            accept_card(state, draw_card(state, state.age, rng))
            proceed(state)


@jit
def deal_listed(state: State, rng: Rng) -> None:
    """Deal a board or a project: all are equally likely."""
    if state.phase == DRAW_PROJECT:
        turn_up_project(state, state.age * PROJECTS_PER_AGE + below(rng, PROJECTS_PER_AGE))
        return
    while True:
        face = below(rng, BOARDS * SIDES)
        if is_board_dealt(state, face // SIDES) and is_side_dealt(state, face % SIDES):
            deal_board(state, face)
            return


@jit
def apply(state: State, actor: int, action: int) -> None:
    """Carry out a legal action of whoever is asked."""
    if action >= FIRST_CHANCE:
        apply_chance(state, action)
    else:
        number = deciding(state, actor)
        note_decision(state, number, action)
        if is_ready(state.cities[number]):
            reveal_when_ready(state)
    proceed(state)


@jit
def note_decision(state: State, number: int, action: int) -> None:
    """[SW-3.2] What is decided for a city, sealed until all have decided."""
    if action >= LOSE or action < BUILD or COPY_LEADER <= action < HIRE_NOBODY:
        decide_simply(state.cities[number], action)
    else:
        decide(state, number, action)


@jit
def apply_chance(state: State, action: int) -> None:
    if action >= DEAL_CARD:
        deal_card(state, action - DEAL_CARD)
    elif action >= DEAL_LEADER:
        deal_leader(state, action - DEAL_LEADER)
    elif action >= PROJECT:
        turn_up_project(state, action - PROJECT)
    elif action >= DEAL_TILE:
        deal_tile(state, action - DEAL_TILE + 1)
    else:
        deal_board(state, action - DEAL_BOARD)


@jit
def decide_simply(city: City, action: int) -> None:
    """A choice of one step: a tile or leader to keep, a leader to copy or entomb, a card, tokens or coins to lose."""
    if action >= SETTLE_LOSS:
        city.plan.bank = action - SETTLE_LOSS
    elif action >= LOSE_TOKENS:
        city.plan.use = LOST
        city.plan.tile = action - LOSE_TOKENS
    elif action >= LOSE:
        city.plan.use = LOST
        city.plan.card = action - LOSE
    elif action >= KEEP_LEADER:
        city.plan.card = CARDS + chosen_leader(action)
    else:
        city.plan.tile = action - KEEP_TILE + 1
    city.plan.step = READY


@jit
def reveal_when_ready(state: State) -> None:
    """[SW-3.2] When the last one has decided, all is revealed and carried out."""
    is_alone = is_one_asked(state)
    if not is_alone and actors(state) != NOBODY_ASKED:
        return
    if state.phase == DRAFT:
        draft_tiles(state)
    elif state.phase == DRAFT_LEADERS:
        draft_leaders(state)
    elif state.phase == PENALTY:
        state.phase = SETTLE_PENALTIES
    elif state.phase == SETTLE:
        state.phase = SETTLE_LOSSES
    else:
        first = state.acting if is_alone else 0
        resolve(state, first, first + 1 if is_alone else state.num_cities)
        is_seventh = state.phase == SEVENTH
        state.phase = phase_after(state.phase)
        state.acting = 0
        if is_seventh:
            offer_more_sevenths(state, first + 1)


@jit
def phase_after(phase: int) -> int:
    """[SW-8.1] What follows when decisions are carried out."""
    if phase == SEVENTH:
        return LEAVE_CARDS
    return FINISH_ACTIONS if phase in (ACT, RECRUIT) else LOOK_FOR_LEADERS


@jit
def resolve(state: State, first: int, end: int) -> None:
    """[SW-3.5] All payments, then all cards, then all coins: no order of cities can matter."""
    place = slot(state.age, num_turns(state) if state.phase == SEVENTH else state.turn)
    for number in range(first, end):
        pay_plan(state, number)
    for number in range(first, end):
        place_plan(state, number, place)
    for number in range(first, end):
        collect(state, number)
    end_resolution(state)


@jit
def proceed(state: State) -> None:
    """[SW-8.1] Pass through all phases in which nobody has to choose."""
    while state.phase > OVER:
        pass_phase(state)


@jit
def pass_phase(state: State) -> None:
    """[SW-8.1] What happens by itself, in its order at the end of a turn."""
    if state.phase == FINISH_ACTIONS:
        finish_actions(state)
    elif state.phase == LEAVE_CARDS:
        leave_cards(state)
    elif state.phase == LOOK_FOR_LEADERS:
        look_for_leaders(state)
    elif state.phase == LOOK_AT_DISCARDS:
        look_at_discards(state)
    elif state.phase == LOOK_FOR_LOSSES:
        look_for_losses(state)
    elif state.phase == SETTLE_LOSSES:
        settle_losses(state)
    elif state.phase == END_TURN:
        end_turn(state)
    elif state.phase == RESOLVE_PROJECT:
        resolve_project(state)
    elif state.phase == SETTLE_PENALTIES:
        settle_penalties(state)
    elif state.phase == END_AGE:  # pragma: no branch  # no other phase is left
        end_age(state)


# ---- 4. to 7. Paying, building, discarding ----------------------------------------------------------------------


@jit
def pay_plan(state: State, number: int) -> None:
    """[SW-5.6] [SW-13.7] Coins and tokens are given away; what neighbours get comes too late to be used."""
    city = state.cities[number]
    plan = city.plan
    pay_bank(state, city, plan.bank)
    pay_city(city, state.cities[left_of(state, number)], plan.left)
    pay_city(city, state.cities[right_of(state, number)], plan.right)
    if plan.part == JOIN_BY_TOKEN:
        city.tokens[COLOUR_TOKEN] -= 1
    if plan.way == WAY_POWER and not note_free_black(state, city):
        city.power_used = state.age + 1
    elif plan.way == WAY_TOKEN:
        city.tokens[STAGE_TOKEN if plan.use == IN_STAGE else BUILDING_TOKEN] -= 1


@jit
def place_plan(state: State, number: int, place: int) -> None:
    """[SW-3.3] The card leaves the hand and goes where it was planned."""
    city = state.cities[number]
    plan = city.plan
    card = plan.card
    if plan.use == UNUSED:
        run_errand(state, number)
        return
    if plan.way == WAY_SALVAGE:
        take_discard(state, card)
    elif card >= CARDS:
        place_leader(state, number)
    else:
        take_from(hand_of(state, owner(state, number)), card)
        use_card(city, place, card, plan.use)
    if plan.use == BUILT:
        if card < CARDS:
            add_structure(state, number, card)
    elif plan.use == IN_STAGE:
        add_stage(state, number)
    elif plan.use == WITH_TILE:
        city.tile_built[unbuilt_tile(city, plan.tile)] = TILE_WAITING
    if plan.part != STAY_OUT:
        join_project(state, city)


@jit
def use_card(city: City, place: int, card: int, manner: int) -> None:
    """Note what a city did with a card."""
    city.used[place] = card
    city.manner[place] = manner


@jit
def add_structure(state: State, number: int, card: int) -> None:
    """[SW-4.1] A structure stands from now on."""
    city = state.cities[number]
    put_up(city, card)
    city.colours[colour_of(card)] += 1
    city.shields += shields_of(card)
    note_errand(city, card)
    note_city_effects(city, card)
    if is_trader(card):
        refresh_trade(state, number)


@jit
def add_stage(state: State, number: int) -> None:
    """[SW-7.1] The next stage is built."""
    city = state.cities[number]
    item = next_stage(state, number)
    note_order(state, number)
    city.stages += 1
    city.shields += shields_of(item)
    if power_of(item) == BUILD_FROM_DISCARDS:
        city.salvages |= BY_STAGE
    note_errand(city, item)
    note_city_effects(city, item)
    if is_trader(item):
        refresh_trade(state, number)


@jit
def join_project(state: State, city: City) -> None:
    """[SW-13.3] A participation token, from the reserve if there are not enough on the project."""
    city.part += 1
    city.has_joined = 1
    state.project_tokens = max(0, state.project_tokens - 1)


@jit
def collect(state: State, number: int) -> None:
    """[SW-3.5] [SW-4.3] [SW-12.6] Coins for what was done, when everything of this turn stands."""
    city = state.cities[number]
    plan = city.plan
    if plan.use == DISCARDED:
        take_from_bank(state, city, DISCARD_COINS)
    elif plan.use == IN_STAGE:
        item = built_stage(state, number, city.stages - 1)
        take_from_bank(state, city, coins_from(state, number, item) + plan.brought)
        hand_out_gifts(state, number, item)
    elif plan.use == BUILT:
        take_from_bank(state, city, coins_for_piece(state, number, plan.card, plan.way) + plan.brought)
        hand_out_gifts(state, number, plan.card)


@jit
def coins_for_piece(state: State, number: int, piece: int, way: int) -> int:
    """[SW-4.3] [SW-12.6] [SW-15.15] The coins for a structure or a leader, with those of tiles and leaders."""
    coins = coins_from(state, number, piece)
    if piece >= CARDS:
        return coins
    city = state.cities[number]
    coins += bonus(state, colour_of(piece)) + leader_bonus(city, colour_of(piece))
    if way == WAY_CHAIN:
        coins += bonus(state, CHAIN_TRIGGER) + leader_bonus(city, CHAIN_TRIGGER)
    return coins


@jit
def coins_from(state: State, number: int, item: int) -> int:
    """[SW-4.3] The coins that a structure or stage brings when it is built."""
    coins = coins_of(item)
    if coins_per_of(item):
        coins += coins_per_of(item) * count_things(state, number, item)
    return coins


# ---- 8. Powers at the end of a turn -----------------------------------------------------------------------------


@jit
def finish_actions(state: State) -> None:
    """[SW-8.1] [SW-8.2] After the last turn of an Age one may play the last card of the hand."""
    state.phase = LEAVE_CARDS
    if is_last_turn(state):
        offer_sevenths(state, 0)


@jit
def offer_sevenths(state: State, first: int) -> None:
    """[SW-8.2] The first who may play the last card of the hand does so, from a seat on."""
    for seat in range(first, state.players):
        if has_power(state, seat, SEVENTH_CARD):
            state.acting = seat
            state.phase = SEVENTH
            return


@jit
def offer_more_sevenths(state: State, first: int) -> None:
    """[SW-17.10] A second one may, if a stage copies the power."""
    offer_sevenths(state, first)


@jit
def leave_cards(state: State) -> None:
    """[SW-3.6] [SW-11.6] After the last turn of an Age what is left of the hands is discarded."""
    state.phase = LOOK_FOR_LEADERS
    if is_last_turn(state):
        for seat in range(state.players):
            hand = hand_of(state, seat)
            if hand.n > 0:
                card = hand.cards[0]
                use_card(state.cities[seat], slot(state.age, num_turns(state)), card, LEFT_OVER)
                take_from(hand, card)
        if state.players == 2:
            state.phase = LAST_CARD


@jit
def end_turn(state: State) -> None:
    """[SW-3.4] [SW-12.4] Tiles are placed last; then the hands are passed on, or the Age ends."""
    if state.has_tower:
        place_tiles(state)
        refresh_all(state)
    if state.is_recruiting:
        state.is_recruiting = 0
        begin_dealing(state)
    elif not is_last_turn(state):
        state.turn += 1
        begin_turn(state)
    else:
        renew_bank_coins(state)
        state.phase = RESOLVE_PROJECT if state.has_projects else END_AGE


# ---- 9. Conflicts -----------------------------------------------------------------------------------------------


@jit
def end_age(state: State) -> None:
    """[SW-9.1] Conflicts are resolved; then the next Age begins, or the game is over."""
    resolve_conflicts(state)
    state.resolutions += 1
    if state.age == AGES - 1:
        state.phase = OVER
    else:
        state.age += 1
        begin_age(state)


# ---- 10. The end ------------------------------------------------------------------------------------------------


@jit
def ending(state: State) -> int:
    """[SW-10.1] The game ends after the third Age."""
    return FINISHED if state.phase == OVER else 0


@jit
def turn(state: State) -> int:
    """The number of the present turn, from 1; 0 before the first. Recruiting counts with the first turn of its Age."""
    if state.phase <= DRAFT:
        return 0
    return state.age * num_turns(state) + state.turn + 1
