"""The rules of Babylonia, in the order of RULES.md. Every function works on plain records and compiled."""

from typing import Any

from shinar.core.bits import lowest_bit
from shinar.core.compiled.jit import jit
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Actions, add, add_weighted, asked, offer_listed, pick_action
from shinar.core.piles import pick, total
from shinar.core.rng import Rng, below
from shinar.games.babylonia.actions import (
    DRAW,
    END_PLACING,
    FIRST_CHANCE,
    KEEP_EXTRA_TURN,
    LAY,
    LEAVE_OUT_CARD,
    PLACE_TOKEN,
    SCORE_SITE,
    STARTER,
    TAKE_CARD,
    TAKE_EXTRA_TURN,
    place,
    placed_cell,
    placed_kind,
)
from shinar.games.babylonia.board import CELLS, DIRECTIONS, SITE_AT, SITE_CELLS, is_river, neighbour
from shinar.games.babylonia.components import (
    CARDS,
    CARDS_ON_DISPLAY,
    CITIES_FIELD,
    EXTRA_TURN,
    FARMER,
    FIRST_FIELD,
    FIRST_FIELD_VALUE,
    KINDS,
    NOBLE_WITH_FARMERS,
    NOBLES,
    NOBLES_IN_FIELDS,
    SEVEN_TOKENS,
    THREE_NOBLES,
    TILE_KINDS,
    TOKENS,
)
from shinar.games.babylonia.scoring import (
    NOBODY,
    cities_left,
    cities_of,
    has_card,
    is_surrounded,
    score_city,
    score_ziggurat,
    spend_card,
    take_card,
    touched_ziggurats,
)
from shinar.games.babylonia.state import (
    ACT,
    CHOOSE_CARD,
    CHOOSE_STARTER,
    DEAL,
    DRAW_TOKENS,
    EXTRA,
    FACE_DOWN,
    FREE,
    LAY_TILES,
    LEAVE_OUT,
    OVER,
    SCORE,
    ZIGGURAT,
    Player,
    State,
    is_city,
    is_field,
    is_ziggurat,
    owner_of,
    token,
)

STAND = 5  # tokens on a stand [BN-6.1]
LARGE_STAND = 7  # [BN-8.3]
ANY_TWO = 2  # tokens that may be of any kind and go anywhere [BN-3.1]
MANY_FARMERS = 3  # [BN-3.2]
FARMER_BIT = 1 << FARMER
ALL_NOBLES = (1 << NOBLES) - 1
SPARE_LAND = 2  # free cells of land that a third token of card 5 needs [BN-3.12]
LAST_CITIES = 1  # with so many cities on the board, or fewer, the game is over [BN-7.3]
TRIES = 40  # guesses at a random action before all are listed

# Why a game ended, see `endings` in game.py.
STAND_EMPTY, CITIES_SCORED = range(1, 3)


# ---- 1. Set-up --------------------------------------------------------------------------------------------------


@jit
def choose_starter(state: State, seat: int) -> None:
    """[BN-1.7] Then the tiles are laid."""
    state.turn_of = seat
    state.phase = LAY_TILES


@jit
def next_location(state: State) -> int:
    """The first location in play that has no tile yet, while tiles are laid."""
    site = 0
    while state.cells[SITE_CELLS[site]] != FREE:
        site += 1
    return SITE_CELLS[site]


@jit
def lay_tile(state: State, tile: int) -> None:
    """[BN-1.4] One tile on the next location."""
    state.cells[next_location(state)] = tile
    state.tiles[tile] -= 1
    if total(state.tiles) == 0:
        state.phase = DEAL if is_display_complete(state) else LEAVE_OUT


@jit
def is_display_complete(state: State) -> bool:
    """[BN-1.5] Seven cards are displayed."""
    cards = 0
    for card in range(1, CARDS + 1):
        cards += state.display >> card & 1
    return cards == CARDS_ON_DISPLAY


@jit
def leave_out(state: State, card: int) -> None:
    """[BN-1.5] A card leaves the game before it begins."""
    state.display -= 1 << card
    if is_display_complete(state):
        state.phase = DEAL


@jit
def receiver(state: State) -> int:
    """[BN-1.6] The seat for which chance draws a token now: before the first turn the seats are served in order."""
    if state.phase == DRAW_TOKENS:
        return state.turn_of
    seat = 0
    while stand_size(state.players[seat]) == STAND:
        seat += 1
    return seat


@jit
def draw_token(state: State, kind: int) -> None:
    """[BN-1.6] [BN-6.1] One token from the pool to the stand."""
    seat = receiver(state)
    player = state.players[seat]
    player.pool[kind] -= 1
    player.stand[kind] += 1
    if state.phase == DRAW_TOKENS:
        go_on_refilling(state)
    elif seat == state.seats - 1 and stand_size(player) == STAND:
        begin_turn(state, state.turn_of)


# ---- 2. The turn ------------------------------------------------------------------------------------------------


@jit
def actors(state: State) -> int:
    """[BN-2.1] Who must choose now."""
    if state.phase == ACT or state.phase == SCORE or state.phase == EXTRA:
        return asked(state.turn_of)
    if state.phase == CHOOSE_CARD:
        return asked(state.chooser)
    return NOBODY_ASKED if state.phase == OVER else CHANCE_ASKED


@jit
def begin_turn(state: State, seat: int) -> None:
    """[BN-2.1] A turn begins with placing tokens."""
    state.turns += 1
    state.turn_of = seat
    state.placed = 0
    state.farmers = 0
    state.nobles = 0
    state.phase = ACT


@jit
def legal_actions(state: State, seat: int, actions: Actions) -> None:
    """All a seat may do now, ascending."""
    if actors(state) != asked(seat):
        return
    if state.phase == ACT:
        add_placements(state, actions)
    elif state.phase == SCORE:
        add_sites(state, actions)
    elif state.phase == CHOOSE_CARD:
        add_cards(state, actions)
    else:
        add(actions, TAKE_EXTRA_TURN)
        add(actions, KEEP_EXTRA_TURN)


@jit
def apply(state: State, _actor: int, action: int) -> None:
    """Carry out a legal action of whoever is asked."""
    if action >= LAY:
        apply_chance(state, action)
    elif action >= TAKE_EXTRA_TURN:
        decide_extra_turn(state, action == TAKE_EXTRA_TURN)
    elif action >= TAKE_CARD:
        choose_card(state, action - TAKE_CARD + 1)
    elif action >= SCORE_SITE:
        score_site(state, action - SCORE_SITE)
    elif action >= PLACE_TOKEN:
        place_token(state, placed_kind(action), placed_cell(action))
    else:
        go_on_scoring(state)


@jit
def apply_chance(state: State, action: int) -> None:
    if action >= DRAW:
        draw_token(state, action - DRAW)
    elif action >= STARTER:
        choose_starter(state, action - STARTER)
    elif action >= LEAVE_OUT_CARD:
        leave_out(state, action - LEAVE_OUT_CARD + 1)
    else:
        lay_tile(state, action - LAY + 1)


@jit
def chances(state: State, outcomes: Actions) -> None:
    """What chance may bring, weighted by the number of tiles or tokens."""
    if state.phase == CHOOSE_STARTER:
        for seat in range(state.seats):
            add_weighted(outcomes, STARTER + seat, 1)
    elif state.phase == LAY_TILES:
        for tile in range(1, TILE_KINDS):
            add_weighted(outcomes, LAY + tile - 1, state.tiles[tile])
    elif state.phase == LEAVE_OUT:
        for card in range(1, CARDS + 1):
            add_weighted(outcomes, LEAVE_OUT_CARD + card - 1, state.display >> card & 1)
    elif state.phase == DEAL or state.phase == DRAW_TOKENS:
        pool = state.players[receiver(state)].pool
        for kind in range(KINDS):
            add_weighted(outcomes, DRAW + kind, pool[kind])


@jit
def deal(state: State, rng: Rng) -> None:
    """Let chance act until a seat is asked or the game is over: the same as picking among `chances`, but faster."""
    while actors(state) == CHANCE_ASKED:
        if state.phase == DRAW_TOKENS or state.phase == DEAL:
            draw_token(state, pick(state.players[receiver(state)].pool, rng))
        elif state.phase == LAY_TILES:
            lay_tile(state, pick(state.tiles, rng))
        elif state.phase == CHOOSE_STARTER:
            choose_starter(state, below(rng, state.seats))
        else:
            leave_out(state, pick_card(state.display, rng))


@jit
def pick_card(cards: int, rng: Rng) -> int:
    """Any of a set of cards."""
    card = 1 + below(rng, CARDS)
    while cards >> card & 1 == 0:
        card = 1 + below(rng, CARDS)
    return card


# ---- 3. Placing tokens ------------------------------------------------------------------------------------------


@jit
def max_tokens_this_turn(state: State) -> int:
    """[BN-3.5] How many tokens may be placed this turn at the very most: 1 in the first turn, 2 in the second."""
    return state.turns if state.turns <= ANY_TWO else TOKENS


@jit
def stand_size(player: Player) -> int:
    """[BN-9.1] The number of tokens on a stand, known to all."""
    return total(player.stand) + player.unseen


@jit
def kinds_on_stand(player: Player) -> int:
    """The kinds of tokens on a stand, as bits."""
    kinds = 0
    for kind in range(KINDS):
        kinds |= (player.stand[kind] > 0) << kind
    return kinds


@jit
def can_end_placing(state: State) -> bool:
    """[BN-3.1] [BN-3.3] [BN-3.12] Enough is placed, and nothing is begun that must be finished."""
    if must_add_farmer(state):
        return False
    enough = state.placed >= min(ANY_TWO, max_tokens_this_turn(state))
    return enough or stand_size(state.players[state.turn_of]) == 0


@jit
def must_add_farmer(state: State) -> bool:
    """[BN-3.12] Two farmers and a noble are nothing yet: they are the beginning of three farmers and a noble."""
    return state.placed == MANY_FARMERS and state.farmers == MANY_FARMERS - 1


@jit
def kinds_for_river(state: State) -> int:
    """[BN-3.6] What may be placed in a river now, as bits."""
    if state.placed < min(ANY_TWO, max_tokens_this_turn(state)):
        return kinds_on_stand(state.players[state.turn_of])
    return 0


@jit
def kinds_for_land(state: State) -> int:
    """[BN-3.1] [BN-3.2] [BN-8.4] [BN-8.5] What may be placed on land now, as bits."""
    me = state.players[state.turn_of]
    if state.placed >= max_tokens_this_turn(state):
        return 0
    if state.placed < ANY_TWO:
        return kinds_on_stand(me)
    kinds = FARMER_BIT if state.farmers == state.placed else 0
    if has_card(me, THREE_NOBLES):
        kinds |= third_noble(state)
    if has_card(me, NOBLE_WITH_FARMERS):
        kinds |= kinds_with_farmers(state, me)
    return kinds & kinds_on_stand(me)


@jit
def third_noble(state: State) -> int:
    """[BN-8.4] After two different nobles on land the third one, as a bit."""
    is_pair = state.nobles & (state.nobles - 1) != 0
    return ALL_NOBLES - state.nobles if is_pair and state.placed == ANY_TWO else 0


@jit
def kinds_with_farmers(state: State, me: Player) -> int:
    """[BN-8.5] What card 5 adds after farmers, or after farmers and a noble, all on land; as bits."""
    is_among_first = state.noble_is_last == 0 and state.farmers < MANY_FARMERS
    if state.farmers == state.placed:
        is_possible = state.farmers >= MANY_FARMERS or (is_among_first and can_finish(state, me, 1))
        return ALL_NOBLES if is_possible else 0
    has_one_noble = state.nobles != 0 and state.farmers == state.placed - 1
    if not has_one_noble or state.noble_is_last:
        return 0
    is_possible = state.farmers > 1 or can_finish(state, me, 2)
    return FARMER_BIT if is_possible else 0


@jit
def can_finish(state: State, me: Player, farmers: int) -> bool:
    """[BN-3.12] The stand has enough farmers, the board enough land."""
    return me.stand[FARMER] >= farmers and has_spare_land(state)


@jit
def has_spare_land(state: State) -> bool:
    """[BN-3.12] Two cells of land are free."""
    free = 0
    for cell in range(CELLS):
        if state.cells[cell] == FREE and not is_river(cell):
            free += 1
            if free == SPARE_LAND:
                return True
    return False


@jit
def add_placements(state: State, actions: Actions) -> None:
    """[BN-3.4] Every free cell, and fields, for every kind that may be placed."""
    if can_end_placing(state):
        add(actions, END_PLACING)
    land = kinds_for_land(state)
    river = kinds_for_river(state)
    for cell in range(CELLS):
        add_kinds(actions, cell, kinds_for_cell(state, cell, land, river))


@jit
def kinds_for_cell(state: State, cell: int, land: int, river: int) -> int:
    """[BN-3.4] What may be placed on a cell, as bits, given what may be placed on land and in rivers."""
    if is_field(state.cells[cell]):
        return land & kinds_for_field(state, cell)
    return kinds_if_free(state, cell, land, river)


@jit
def kinds_if_free(state: State, cell: int, land: int, river: int) -> int:
    """The same for a cell without a field: nothing if it is not free."""
    return (state.cells[cell] == FREE) * (river if is_river(cell) else land)


@jit
def add_kinds(actions: Actions, cell: int, kinds: int) -> None:
    for kind in range(KINDS):
        if kinds >> kind & 1:
            add(actions, place(kind, cell))


@jit
def kinds_for_field(state: State, cell: int) -> int:
    """[BN-3.8] [BN-3.10] [BN-8.6] The kinds of tokens for which a field is open, as bits."""
    kinds = ALL_NOBLES if has_card(state.players[state.turn_of], NOBLES_IN_FIELDS) else 0
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        if owner_of(state.cells[other]) == state.turn_of and not (state.needs_face_up and is_river(other)):
            return kinds | FARMER_BIT
    return kinds


@jit
def random_action(state: State, seat: int, rng: Rng, actions: Actions) -> int:
    """Any legal action, all equally likely: guess until one is legal, or list them after many guesses."""
    if state.phase == ACT:
        can_end = can_end_placing(state)
        land = kinds_for_land(state)
        river = kinds_for_river(state)
        if land | river == 0:
            return END_PLACING
        for _ in range(TRIES):
            action = below(rng, SCORE_SITE)
            if action == END_PLACING:
                if can_end:
                    return action
            elif kinds_for_cell(state, placed_cell(action), land, river) >> placed_kind(action) & 1:
                return action
    actions.n = 0
    legal_actions(state, seat, actions)
    return pick_action(actions, rng)


@jit
def offer(state: State, seat: int, mask: Any, rng: Rng, actions: Actions) -> int:
    """What `legal_actions` lists, as a mask, and any of it: cell by cell, without a list where it can be guessed."""
    actions.n = 0
    if state.phase == ACT:
        land = kinds_for_land(state)
        river = kinds_for_river(state)
        if land | river == 0:
            add(actions, END_PLACING)
            return offer_listed(actions, mask, rng)
        mask_placements(state, land, river, mask)
        for _ in range(TRIES):
            action = below(rng, SCORE_SITE)
            if mask[action]:
                return action
    legal_actions(state, seat, actions)
    return offer_listed(actions, mask, rng)


@jit
def mask_placements(state: State, land: int, river: int, mask: Any) -> None:
    """What `add_placements` adds, as a mask. Fields are written over: a loop without branches is ten times as quick."""
    mask[END_PLACING] = can_end_placing(state)
    for cell in range(CELLS):
        mask_kinds(mask, cell, kinds_if_free(state, cell, land, river))
    fields = field_sites(state)
    while fields:
        cell = SITE_CELLS[lowest_bit(fields)]
        mask_kinds(mask, cell, land & kinds_for_field(state, cell))
        fields &= fields - 1
    for action in range(SCORE_SITE, FIRST_CHANCE):
        mask[action] = 0


@jit
def field_sites(state: State) -> int:
    """The sites with a field on them, as bits."""
    fields = 0
    for site in range(len(SITE_CELLS)):
        fields |= is_field(state.cells[SITE_CELLS[site]]) * (1 << site)
    return fields


@jit
def mask_kinds(mask: Any, cell: int, kinds: int) -> None:
    for kind in range(KINDS):
        mask[place(kind, cell)] = kinds >> kind & 1


@jit
def place_token(state: State, kind: int, cell: int) -> None:
    """[BN-2.2] [BN-3.6] Put a token on a cell and settle what it brings; in a river it lies face down."""
    seat = state.turn_of
    state.players[seat].stand[kind] -= 1
    state.placed += 1
    if is_river(cell):
        state.cells[cell] = token(seat, kind) + FACE_DOWN
    else:
        count_on_land(state, kind)
        if state.cells[cell] != FREE:
            harvest(state, cell)
        state.cells[cell] = token(seat, kind)
    look_around(state, cell)


@jit
def count_on_land(state: State, kind: int) -> None:
    """Remember what was placed, for what may be placed after it."""
    if kind == FARMER:
        state.farmers += 1
    else:
        state.nobles |= 1 << kind


@jit
def harvest(state: State, cell: int) -> None:
    """[BN-3.9] Score a field; the tile leaves the game."""
    field = state.cells[cell]
    state.players[state.turn_of].score += field_points(state, field)
    state.gone[field] += 1


@jit
def field_points(state: State, field: int) -> int:
    """[BN-3.9] What a field brings now: its number, or a point for each city in front of anybody."""
    if field != CITIES_FIELD:
        return FIRST_FIELD_VALUE + field - FIRST_FIELD
    points = 0
    for seat in range(state.seats):
        points += cities_of(state.players[seat])
    return points


@jit
def look_around(state: State, cell: int) -> None:
    """[BN-3.7] [BN-4.1] After a token was placed: points for ziggurats, and what is surrounded now."""
    is_at_ziggurat = False
    for direction in range(DIRECTIONS):
        other = neighbour(cell, direction)
        content = state.cells[other]
        if is_ziggurat(content):
            is_at_ziggurat = True
        if (is_city(content) or content == ZIGGURAT) and is_surrounded(state, other):
            state.surrounded |= 1 << SITE_AT[other]
    if is_at_ziggurat:
        state.players[state.turn_of].score += touched_ziggurats(state, state.turn_of)


# ---- 4. and 5. Scoring ------------------------------------------------------------------------------------------


@jit
def go_on_scoring(state: State) -> None:
    """[BN-4.1] [BN-4.2] When nothing is left to score, the stand is refilled."""
    if state.surrounded:
        state.phase = SCORE
    else:
        state.phase = DRAW_TOKENS
        go_on_refilling(state)


@jit
def add_sites(state: State, actions: Actions) -> None:
    """[BN-4.2] Everything that has been surrounded."""
    for site in range(len(SITE_CELLS)):
        if state.surrounded >> site & 1:
            add(actions, SCORE_SITE + site)


@jit
def score_site(state: State, site: int) -> None:
    """[BN-4.2] One city or ziggurat completely; who wins a ziggurat chooses a card before anything else."""
    cell = SITE_CELLS[site]
    state.surrounded -= 1 << site
    winner = NOBODY
    if is_city(state.cells[cell]):
        score_city(state, cell)
    else:
        winner = score_ziggurat(state, cell)
    if winner == NOBODY:
        go_on_scoring(state)
    else:
        state.chooser = winner
        state.phase = CHOOSE_CARD


@jit
def add_cards(state: State, actions: Actions) -> None:
    """[BN-5.1] Every card on display."""
    for card in range(1, CARDS + 1):
        if state.display >> card & 1:
            add(actions, TAKE_CARD + card - 1)


@jit
def choose_card(state: State, card: int) -> None:
    """[BN-5.1] Then the turn goes on."""
    take_card(state, state.chooser, card)
    state.chooser = 0
    go_on_scoring(state)


# ---- 6. Refilling the stand -------------------------------------------------------------------------------------


@jit
def stand_capacity(player: Player) -> int:
    """[BN-6.1] [BN-8.3] Five tokens, or seven with card 3."""
    return LARGE_STAND if has_card(player, SEVEN_TOKENS) else STAND


@jit
def go_on_refilling(state: State) -> None:
    """[BN-6.1] [BN-6.2] The turn is over when the stand is full or the pool empty."""
    me = state.players[state.turn_of]
    if stand_size(me) == stand_capacity(me) or total(me.pool) == 0:
        finish_turn(state)


# ---- 7. The end -------------------------------------------------------------------------------------------------


@jit
def finish_turn(state: State) -> None:
    """[BN-7.1] [BN-7.2] [BN-7.3] [BN-8.2] The end is tested, then an extra turn may be taken, else the next plays."""
    me = state.players[state.turn_of]
    if stand_size(me) == 0:
        finish(state, STAND_EMPTY)
    elif cities_left(state) <= LAST_CITIES:
        finish(state, CITIES_SCORED)
    elif has_card(me, EXTRA_TURN):
        state.phase = EXTRA
    else:
        pass_turn(state)


@jit
def pass_turn(state: State) -> None:
    """[BN-2.1] The next seat begins its turn."""
    begin_turn(state, (state.turn_of + 1) % state.seats)


@jit
def finish(state: State, ending: int) -> None:
    state.phase = OVER
    state.ending = ending


@jit
def decide_extra_turn(state: State, is_taken: bool) -> None:
    """[BN-8.2] Another full turn now, or the card is kept."""
    if is_taken:
        spend_card(state.players[state.turn_of], EXTRA_TURN)
        begin_turn(state, state.turn_of)
    else:
        pass_turn(state)


@jit
def ending(state: State) -> int:
    """Which ending came, 0 while the game goes on."""
    return state.ending


@jit
def score(state: State, seat: int) -> int:
    """The points of a seat."""
    return state.players[seat].score


@jit
def ranking_key(state: State, seat: int) -> int:
    """[BN-7.4] Points, then cities."""
    return state.players[seat].score * len(SITE_CELLS) + cities_of(state.players[seat])


@jit
def turn(state: State) -> int:
    """The number of turns begun."""
    return state.turns
