"""The rules of Babel, in the order of RULES.md. Every function works on plain records and compiled."""

from shinar.core.compiled.jit import jit
from shinar.core.game import CHANCE_ASKED, NOBODY_ASKED, Actions, add, add_weighted, asked
from shinar.core.piles import is_empty, pop, push, remove_all, remove_at, top, total
from shinar.games.babel.actions import (
    ABILITIES,
    BUILD_OPPOSING,
    BUILD_OWN,
    BUILD_START,
    CHANGE_CAMPS,
    DEPLOY,
    DESERT,
    DESTROY,
    DISCARD_CARD,
    DRAW_LEVEL,
    DRAW_NATION,
    END_TURN,
    GROUPS,
    HALVE,
    MIGRATE,
    MOVE,
    OPPOSING_STACK,
    OWN_STACK,
    SKIP,
    STACKS,
    STARTER,
    STEAL,
    migration_source,
    migration_target,
)
from shinar.games.babel.components import (
    ASSYRIANS,
    HIGHEST_LEVEL,
    HITTITES,
    LEVELS,
    MAX_TURNS,
    MEDES,
    NATION_CARDS,
    NATIONS,
    OPENING_HAND,
    OPENING_HAND_OF_STARTER,
    PERSIANS,
    QUARRY,
    SEATS,
    SITES,
    SUMERIANS,
)
from shinar.games.babel.duty import MIGRANTS, drop_actions_that_block_start
from shinar.games.babel.state import ACT, CHOOSE_STARTER, DEAL, DISCARD, DRAW, OVER, QUARRY_DRAW, Player, Row, State

__all__ = ["END_PHASE_SCORE", "GROUP", "SAFE_SCORE", "TOO_LONG", "WINNING_SCORE", "actors"]
__all__ += ["add_abilities", "apply", "buildable", "chances", "choose_starter", "deployable", "draw_level"]
__all__ += ["draw_nation", "ending", "groups_in", "groups_of", "hand_size", "height", "legal_actions"]
__all__ += ["migration_sources", "movable", "ranking_key", "receiver", "score", "turn"]

CARDS_PER_TURN = 3  # nation cards drawn at the start of a turn [BB-2.2]
GROUP = 3  # equal cards in a row that make an ability [BB-7.1]
FROM_START, FROM_OWN, FROM_OPPOSING = range(3)  # where a temple card is built from, in the order of the actions
BUILD_SOURCES = 3
GROUP_BITS = 3  # room for the number of a nation's groups, see groups_in

# Why a game ended, see ENDINGS in game.py.
LEAD, END_PHASE_HIGH, END_PHASE_LOW, QUARRY_EMPTY, TOO_LONG = range(1, 6)
WINNING_SCORE = 15
SAFE_SCORE = 10  # who has fewer loses against WINNING_SCORE
END_PHASE_SCORE = 20


# ---- 1. Set-up --------------------------------------------------------------------------------------------------


@jit
def opening_hand_of_starter(state: State) -> int:
    """[BB-1.5] In the second edition who starts has fewer cards."""
    return OPENING_HAND_OF_STARTER[state.edition]


@jit
def receiver(state: State) -> int:
    """The seat for which chance draws a nation card now: in the opening deal who starts is served first."""
    if state.phase == DEAL and hand_size(state.players[state.turn_of]) == opening_hand_of_starter(state):
        return 1 - state.turn_of
    return state.turn_of


@jit
def choose_starter(state: State, seat: int) -> None:
    """[BB-1.4] The chosen seat is dealt cards first, and begins."""
    state.turn_of = seat
    state.phase = DEAL
    state.to_draw = OPENING_HAND + opening_hand_of_starter(state)


# ---- 2. The turn ------------------------------------------------------------------------------------------------


@jit
def actors(state: State) -> int:
    """[BB-2.1] Who must choose now."""
    if state.phase == ACT:
        return asked(state.turn_of)
    if state.phase == DISCARD:
        return asked(1 - state.turn_of)
    return NOBODY_ASKED if state.phase == OVER else CHANCE_ASKED


@jit
def begin_turn(state: State) -> None:
    """[BB-2.2] A turn begins with drawing three nation cards."""
    state.turns += 1
    state.migrated = 0
    state.phase = DRAW
    state.to_draw = CARDS_PER_TURN


@jit
def prepare_draw(state: State) -> None:
    """[BB-2.3] An empty deck is made anew from the discards; if there are none, nothing more is drawn."""
    if state.to_draw > 0 and is_empty(state.deck):
        reshuffle(state)
        if is_empty(state.deck):
            state.to_draw = 0
    if state.to_draw == 0:
        finish_draw(state)


@jit
def reshuffle(state: State) -> None:
    """[BB-10.3] With the deck empty, each player can tell what the other holds."""
    for nation in range(NATIONS):
        state.deck[nation] = state.discards[nation]
        state.discards[nation] = 0
    for seat in range(SEATS):
        player = state.players[seat]
        for nation in range(NATIONS):
            player.known[nation] = player.hand[nation]


@jit
def draw_nation(state: State, nation: int) -> None:
    """[BB-2.2] One card from the deck to the hand."""
    state.deck[nation] -= 1
    state.players[receiver(state)].hand[nation] += 1
    state.to_draw -= 1
    prepare_draw(state)


@jit
def finish_draw(state: State) -> None:
    """The opening deal is followed by the first turn, a draw by the actions."""
    if state.phase == DEAL:
        begin_turn(state)
    else:
        state.phase = ACT


@jit
def legal_actions(state: State, seat: int, actions: Actions) -> None:
    """[BB-2.4] All a seat may do now, ascending."""
    if state.phase == ACT and seat == state.turn_of:
        add_turn_actions(state, actions)
        if state.players[seat].start_card:
            drop_actions_that_block_start(state, actions)
    elif state.phase == DISCARD and seat == 1 - state.turn_of:
        add_discards(state.players[seat], actions)


@jit
def add_turn_actions(state: State, actions: Actions) -> None:
    """[BB-2.4] All the player on turn may do, the duty of the first turn left aside."""
    me = state.players[state.turn_of]
    other = state.players[1 - state.turn_of]
    add(actions, END_TURN)
    add_each(actions, MOVE, movable(me))
    add_each(actions, DEPLOY, deployable(me))
    add_builds(me, buildable(me, other), actions)
    add_migrations(migration_sources(state, me), actions)
    add_abilities(me, other, actions)


@jit
def add_each(actions: Actions, first: int, choices: int) -> None:
    """Add the actions of a kind whose choices are given as bits."""
    for choice in range(NATIONS):
        if choices >> choice & 1:
            add(actions, first + choice)


@jit
def apply(state: State, _actor: int, action: int) -> None:
    """Carry out a legal action of whoever is asked."""
    if action >= STARTER:
        apply_chance(state, action)
    elif action >= DISCARD_CARD:
        discard_from_halved_hand(state, action - DISCARD_CARD)
    elif action >= ABILITIES:
        use_ability(state, action)
    elif action >= MIGRATE:
        move_three(state, migration_source(action), migration_target(action))
    elif action >= BUILD_START:
        build(state, action)
    elif action >= DEPLOY:
        deploy(state.players[state.turn_of], action - DEPLOY)
    elif action >= MOVE:
        move(state, action - MOVE)
    else:
        end_turn(state)


@jit
def apply_chance(state: State, action: int) -> None:
    """Carry out what chance has brought."""
    if action >= DRAW_LEVEL:
        draw_level(state, action - DRAW_LEVEL + 1)
    elif action >= DRAW_NATION:
        draw_nation(state, action - DRAW_NATION)
    else:
        choose_starter(state, action - STARTER)


@jit
def chances(state: State, outcomes: Actions) -> None:
    """What chance may bring, weighted by the number of cards."""
    if state.phase == CHOOSE_STARTER:
        for seat in range(SEATS):
            add_weighted(outcomes, STARTER + seat, 1)
    elif state.phase == DEAL or state.phase == DRAW:
        for nation in range(NATIONS):
            add_weighted(outcomes, DRAW_NATION + nation, state.deck[nation])
    elif state.phase == QUARRY_DRAW and state.known_top.n > 0:
        add_weighted(outcomes, DRAW_LEVEL + top(state.known_top) - 1, 1)
    elif state.phase == QUARRY_DRAW:
        for level in range(1, LEVELS):
            add_weighted(outcomes, DRAW_LEVEL + level - 1, state.quarry[level])


# ---- 3. Move ----------------------------------------------------------------------------------------------------


@jit
def movable(me: Player) -> int:
    """[BB-3.1] [BB-3.2] The sites a pawn may go to, as bits: a card of another site's nation is in the hand."""
    return in_hand(me) & ~(1 << me.pawn)


@jit
def in_hand(player: Player) -> int:
    """The nations of which a card is in the hand, as bits."""
    nations = 0
    for nation in range(NATIONS):
        nations |= (player.hand[nation] > 0) << nation
    return nations


@jit
def move(state: State, nation: int) -> None:
    """[BB-3.1] The card is discarded, the pawn goes to its site."""
    me = state.players[state.turn_of]
    play_card(me, nation)
    state.discards[nation] += 1
    me.pawn = nation


@jit
def play_card(player: Player, nation: int) -> None:
    """[BB-10.3] A card leaves the hand in the open; if it may be one the opponent knew of, it is that one."""
    player.hand[nation] -= 1
    if player.known[nation]:
        player.known[nation] -= 1


@jit
def hand_size(player: Player) -> int:
    """[BB-10.1] The number of cards in a hand, known to all."""
    return total(player.hand) + player.unseen


# ---- 4. Deploy --------------------------------------------------------------------------------------------------


@jit
def deployable(me: Player) -> int:
    """[BB-4.1] [BB-4.2] The nations that can be deployed, as bits: any in hand, unless the pawn is in the quarry."""
    return 0 if me.pawn == QUARRY else in_hand(me)


@jit
def deploy(me: Player, nation: int) -> None:
    """[BB-4.3] On top of the row at the pawn's site."""
    play_card(me, nation)
    push(me.rows[me.pawn], nation)


# ---- 5. Build ---------------------------------------------------------------------------------------------------


@jit
def height(player: Player, site: int) -> int:
    """[BB-5.5] The level of a temple is its top card; 0 without a temple."""
    temple = player.temples[site]
    level = 0
    for step in range(1, LEVELS):
        level += temple >= 1 << step  # the highest bit, without a branch
    return level


@jit
def buildable(me: Player, other: Player) -> int:
    """[BB-5.1] [BB-5.2] [BB-5.3] Where a card of the next level can be taken from: bits FROM_START to FROM_OPPOSING."""
    if me.pawn == QUARRY:
        return 0
    level = height(me, me.pawn) + 1
    if me.rows[me.pawn].n < level:
        return 0
    start_card = (me.start_card and level == 1) << FROM_START
    return start_card | (top(me.stack) == level) << FROM_OWN | (top(other.stack) == level) << FROM_OPPOSING


@jit
def add_builds(me: Player, sources: int, actions: Actions) -> None:
    """One action for each card that can be built."""
    for source in range(BUILD_SOURCES):
        if sources >> source & 1:
            add(actions, BUILD_START + source * SITES + me.pawn)


@jit
def build(state: State, action: int) -> None:
    """[BB-5.1] The card becomes the top of the temple at the pawn's site."""
    me = state.players[state.turn_of]
    if action >= BUILD_OPPOSING:
        raise_temple(state, pop(state.players[1 - state.turn_of].stack))
    elif action >= BUILD_OWN:
        raise_temple(state, pop(me.stack))
    else:
        me.start_card = 0
        raise_temple(state, 1)


@jit
def raise_temple(state: State, level: int) -> None:
    """Put a temple card on the own temple at the pawn's site."""
    me = state.players[state.turn_of]
    me.temples[me.pawn] |= 1 << level
    check_end(state)


# ---- 6. Migrate -------------------------------------------------------------------------------------------------


@jit
def migration_sources(state: State, me: Player) -> int:
    """[BB-6.1] [BB-6.2] The sites from which three cards can migrate, as bits."""
    sources = 0
    if not state.migrated:
        for site in range(SITES):
            sources |= (me.rows[site].n >= MIGRANTS) << site
    return sources


@jit
def add_migrations(sources: int, actions: Actions) -> None:
    """From each of the sources to every other site."""
    for source in range(SITES):
        if sources >> source & 1:
            for other in range(SITES - 1):
                add(actions, MIGRATE + source * (SITES - 1) + other)


@jit
def move_three(state: State, source: int, target: int) -> None:
    """[BB-6.3] The top three keep their order."""
    me = state.players[state.turn_of]
    row = me.rows[source]
    row.n -= MIGRANTS
    for i in range(row.n, row.n + MIGRANTS):
        push(me.rows[target], row.cards[i])
        row.cards[i] = 0
    state.migrated = 1


# ---- 7. Abilities -----------------------------------------------------------------------------------------------


@jit
def group_end(row: Row, start: int) -> int:
    """Where the run of equal cards that begins at a place ends."""
    end = start + 1
    while end < row.n and row.cards[end] == row.cards[start]:
        end += 1
    return end


@jit
def groups_in(row: Row) -> int:
    """[BB-7.1] How many groups of three or more each nation has in a row: GROUP_BITS bits for each nation."""
    groups = 0
    start = 0
    while start + GROUP <= row.n:
        end = group_end(row, start)
        if end - start >= GROUP:
            groups += 1 << GROUP_BITS * row.cards[start]
        start = end
    return groups


@jit
def groups_of(groups: int, nation: int) -> int:
    """One nation's part of `groups_in`."""
    return groups >> GROUP_BITS * nation & (1 << GROUP_BITS) - 1


@jit
def add_abilities(me: Player, other: Player, actions: Actions) -> None:
    """[BB-7.1] [BB-7.2] The abilities of every group at the pawn's site, each only if it does something [BB-7.3]."""
    groups = 0 if me.pawn == QUARRY else groups_in(me.rows[me.pawn])
    if groups == 0:
        return
    if groups_of(groups, ASSYRIANS) and can_destroy(me, other):
        add_groups(actions, DESTROY, groups_of(groups, ASSYRIANS))
    if groups_of(groups, HITTITES) and can_steal(me, other):
        add_groups(actions, STEAL, groups_of(groups, HITTITES))
    for group in range(groups_of(groups, MEDES)):
        add_desertions(me, other, group, actions)
    for group in range(groups_of(groups, PERSIANS)):
        add_skips(me, other, group, actions)
    if groups_of(groups, SUMERIANS) and can_change_camps(me, other):
        add_groups(actions, CHANGE_CAMPS, groups_of(groups, SUMERIANS))
    if can_halve(other):
        for nation in range(NATIONS):
            add_groups(actions, HALVE + nation * GROUPS, groups_of(groups, nation))


@jit
def add_groups(actions: Actions, first: int, groups: int) -> None:
    """One action for each group that can pay."""
    for group in range(groups):
        add(actions, first + group)


@jit
def can_destroy(me: Player, other: Player) -> bool:
    """[BB-7.4] There must be a temple."""
    return other.temples[me.pawn] != 0


@jit
def can_steal(me: Player, other: Player) -> bool:
    """[BB-7.5] A level above the own one, with as many own cards at the site, the paying one counted."""
    return height(me, me.pawn) < height(other, me.pawn) <= me.rows[me.pawn].n


@jit
def add_desertions(me: Player, other: Player, group: int, actions: Actions) -> None:
    """[BB-7.6] Any nation that the opponent has at the site."""
    row = other.rows[me.pawn]
    present = 0
    for i in range(row.n):
        present |= 1 << row.cards[i]
    for nation in range(NATIONS):
        if present >> nation & 1:
            add(actions, DESERT + group * NATIONS + nation)


@jit
def add_skips(me: Player, other: Player, group: int, actions: Actions) -> None:
    """[BB-7.7] The card two levels above the own one, from the top of either stack."""
    level = height(me, me.pawn) + 2
    if me.rows[me.pawn].n >= level:
        if top(me.stack) == level:
            add(actions, SKIP + group * STACKS + OWN_STACK)
        if top(other.stack) == level:
            add(actions, SKIP + group * STACKS + OPPOSING_STACK)


@jit
def can_change_camps(me: Player, other: Player) -> bool:
    """[BB-7.8] There must be a card to take."""
    return other.rows[me.pawn].n > 0


@jit
def can_halve(other: Player) -> bool:
    """[BB-7.9] Half of the hand must be at least one card."""
    return hand_size(other) >= 2


@jit
def use_ability(state: State, action: int) -> None:
    """[BB-7.1] One card of the group is discarded, and the ability takes effect."""
    if action >= HALVE:
        pay(state, (action - HALVE) // GROUPS, (action - HALVE) % GROUPS)
        halve(state)
    elif action >= CHANGE_CAMPS:
        pay(state, SUMERIANS, action - CHANGE_CAMPS)
        change_camps(state)
    elif action >= SKIP:
        pay(state, PERSIANS, (action - SKIP) // STACKS)
        skip(state, (action - SKIP) % STACKS)
    elif action >= DESERT:
        pay(state, MEDES, (action - DESERT) // NATIONS)
        desert(state, (action - DESERT) % NATIONS)
    elif action >= STEAL:
        pay(state, HITTITES, action - STEAL)
        steal(state)
    else:
        pay(state, ASSYRIANS, action - DESTROY)
        destroy(state)


@jit
def pay(state: State, nation: int, group: int) -> None:
    """[BB-7.2] Discard a card of a nation's group, counted from the bottom of the row."""
    me = state.players[state.turn_of]
    row = me.rows[me.pawn]
    start = 0
    while True:
        end = group_end(row, start)
        if row.cards[start] == nation and end - start >= GROUP:
            if group == 0:
                break
            group -= 1
        start = end
    remove_at(row, start)
    state.discards[nation] += 1


@jit
def destroy(state: State) -> None:
    """[BB-7.4] The opposing temple goes on top of the quarry, highest first; everybody knows these cards."""
    other = state.players[1 - state.turn_of]
    site = state.players[state.turn_of].pawn
    for level in range(HIGHEST_LEVEL, 0, -1):
        if other.temples[site] >> level & 1:
            push(state.known_top, level)
    other.temples[site] = 0
    check_end(state)


@jit
def steal(state: State) -> None:
    """[BB-7.5] The top card of the opposing temple becomes the top of the own."""
    other = state.players[1 - state.turn_of]
    site = state.players[state.turn_of].pawn
    level = height(other, site)
    other.temples[site] -= 1 << level
    raise_temple(state, level)


@jit
def desert(state: State, nation: int) -> None:
    """[BB-7.6] All opposing cards of the nation at the site are discarded."""
    site = state.players[state.turn_of].pawn
    state.discards[nation] += remove_all(state.players[1 - state.turn_of].rows[site], nation)


@jit
def skip(state: State, stack: int) -> None:
    """[BB-7.7] Build two levels higher."""
    owner = state.turn_of if stack == OWN_STACK else 1 - state.turn_of
    raise_temple(state, pop(state.players[owner].stack))


@jit
def change_camps(state: State) -> None:
    """[BB-7.8] All opposing cards here of the nation of the top one come over; being equal, they have no order."""
    me = state.players[state.turn_of]
    theirs = state.players[1 - state.turn_of].rows[me.pawn]
    nation = theirs.cards[theirs.n - 1]
    for _ in range(remove_all(theirs, nation)):
        push(me.rows[me.pawn], nation)


@jit
def halve(state: State) -> None:
    """[BB-7.9] The opponent discards half of the hand, rounded down."""
    state.to_discard = hand_size(state.players[1 - state.turn_of]) // 2
    state.phase = DISCARD


@jit
def add_discards(player: Player, actions: Actions) -> None:
    """[BB-7.10] Any card of the hand."""
    for nation in range(NATIONS):
        if player.hand[nation]:
            add(actions, DISCARD_CARD + nation)


@jit
def discard_from_halved_hand(state: State, nation: int) -> None:
    """[BB-7.10] One card after the other, face up; then the turn goes on."""
    play_card(state.players[1 - state.turn_of], nation)
    state.discards[nation] += 1
    state.to_discard -= 1
    if state.to_discard == 0:
        state.phase = ACT


# ---- 8. The quarry ----------------------------------------------------------------------------------------------


@jit
def end_turn(state: State) -> None:
    """[BB-8.1] The turn ends with drawing temple cards."""
    state.phase = QUARRY_DRAW


@jit
def draw_level(state: State, level: int) -> None:
    """[BB-8.1] Two temple cards go onto the own stack, the higher first; [BB-8.2] destroyed temples come first."""
    if state.known_top.n > 0:
        pop(state.known_top)
    else:
        state.quarry[level] -= 1
    is_last = state.known_top.n == 0 and is_empty(state.quarry)
    stack = state.players[state.turn_of].stack
    if state.first_drawn > 0:
        push(stack, max(state.first_drawn, level))
        push(stack, min(state.first_drawn, level))
        state.first_drawn = 0
        finish_turn(state, is_last)
    elif is_last:
        push(stack, level)
        finish_turn(state, is_last)
    else:
        state.first_drawn = level


@jit
def finish_turn(state: State, is_quarry_empty: bool) -> None:
    """[BB-9.5] [BB-9.7] The game ends with the last temple card, or after very many turns; else the other plays."""
    if is_quarry_empty:
        finish(state, QUARRY_EMPTY)
    elif state.turns == MAX_TURNS:
        finish(state, TOO_LONG)
    else:
        state.turn_of = 1 - state.turn_of
        begin_turn(state)
        prepare_draw(state)


# ---- 9. The end -------------------------------------------------------------------------------------------------


@jit
def score(state: State, seat: int) -> int:
    """[BB-9.1] The sum of the levels of a seat's temples."""
    player = state.players[seat]
    points = 0
    for site in range(SITES):
        points += height(player, site)
    return points


@jit
def check_end(state: State) -> None:
    """[BB-9.1] … [BB-9.4] Tested at once whenever a temple changes."""
    first = score(state, 0)
    second = score(state, 1)
    high = max(first, second)
    low = min(first, second)
    if high >= WINNING_SCORE and low >= SAFE_SCORE:
        state.end_phase = 1
    if not state.end_phase:
        if high >= WINNING_SCORE:
            finish(state, LEAD)
    elif high >= END_PHASE_SCORE:
        finish(state, END_PHASE_HIGH)
    elif low < SAFE_SCORE:
        finish(state, END_PHASE_LOW)


@jit
def finish(state: State, ending: int) -> None:
    """The game is over, for one of the reasons named above."""
    state.phase = OVER
    state.ending = ending


@jit
def ending(state: State) -> int:
    """Which ending came, 0 while the game goes on."""
    return state.ending


@jit
def ranking_key(state: State, seat: int) -> int:
    """[BB-9.6] Points, then cards in hand."""
    return score(state, seat) * (NATION_CARDS + 1) + hand_size(state.players[seat])


@jit
def turn(state: State) -> int:
    """The number of turns begun."""
    return state.turns
