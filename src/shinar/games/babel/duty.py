"""The duty of a player's first turn: the starting card must be built, and nothing may make that impossible [BB-2.6]."""

from typing import NamedTuple

from shinar.core.bits import as_int
from shinar.core.compiled.jit import jit
from shinar.core.game import Actions, add
from shinar.core.piles import total
from shinar.games.babel.actions import (
    ABILITIES,
    BUILD_OWN,
    BUILD_START,
    CHANGE_CAMPS,
    DEPLOY,
    DESERT,
    END_TURN,
    HALVE,
    MIGRATE,
    MOVE,
    SKIP,
    STEAL,
    migration_source,
    migration_target,
)
from shinar.games.babel.components import SITES
from shinar.games.babel.state import Player, State

__all__ = ["MIGRANTS", "can_meet_duty", "drop_actions_that_block_start"]

MIGRANTS = 3  # cards of a migration [BB-6.2]
NO_CARD = -1


class Prospect(NamedTuple):
    """What decides whether the starting card can still be built this turn; sites are sets of bits."""

    pawn: int
    spent: int  # nation of the card that leaves the hand, or NO_CARD
    empty: int  # sites without an own temple
    occupied: int  # sites with an own card
    may_migrate: bool  # this turn's migration is still to come
    longest: int  # the length of the longest own row: three cards of it could be brought to a site without any


@jit
def drop_actions_that_block_start(state: State, actions: Actions) -> None:
    """[BB-2.5] [BB-2.6] Before the starting card is built: no end of turn, and nothing that makes it impossible."""
    me = state.players[state.turn_of]
    now = present_prospect(state, me)
    kept = 0
    for i in range(actions.n):
        action = actions.ids[i]
        if action != END_TURN and can_found(me, prospect_after(me, now, action)):
            actions.ids[kept] = action
            kept += 1
    actions.n = kept
    if kept == 0:  # in no match, but perhaps in a position that somebody made up
        add(actions, END_TURN)


@jit
def can_meet_duty(state: State) -> bool:
    """[BB-2.6] Whether the player on turn has built the starting card, or still can this turn."""
    me = state.players[state.turn_of]
    return me.start_card == 0 or can_found(me, present_prospect(state, me))


@jit
def can_found(me: Player, prospect: Prospect) -> bool:
    """[BB-2.6] The starting card needs the pawn at a site without own temple, and a card there.

    Both may still have to be brought about: a move costs the card of the site, then a card already lies there, or
    another one is deployed, or three migrate. Buildings and abilities only take such chances away.
    """
    cards = total(me.hand) - (1 if prospect.spent != NO_CARD else 0)
    can_migrate = prospect.may_migrate and prospect.longest >= MIGRANTS
    for site in range(SITES):
        if prospect.empty >> site & 1 == 0:
            continue
        cards_left = cards
        if site != prospect.pawn:
            if me.hand[site] - (1 if prospect.spent == site else 0) == 0:
                continue
            cards_left -= 1
        if prospect.occupied >> site & 1 or cards_left > 0 or can_migrate:
            return True
    return False


@jit
def present_prospect(state: State, me: Player) -> Prospect:
    """The prospect of building the starting card as things stand."""
    may_migrate = state.migrated == 0
    return Prospect(
        as_int(me.pawn), NO_CARD, empty_sites(me), sites_with_cards(me), may_migrate, longest_row(me, NO_CARD)
    )


@jit
def prospect_after(me: Player, now: Prospect, action: int) -> Prospect:
    """The prospect of building the starting card after a legal action."""
    pawn, spent, empty, occupied, may_migrate, longest = now
    if action < DEPLOY:
        pawn = spent = action - MOVE
    elif action < BUILD_START:
        spent = action - DEPLOY
        occupied |= 1 << pawn
        longest = max(longest, me.rows[pawn].n + 1)
    elif MIGRATE <= action < ABILITIES:
        occupied = occupied_after_migration(me, action, occupied)
        may_migrate = False
    elif action >= ABILITIES and not CHANGE_CAMPS <= action < HALVE:
        # The row pays a card, which may have been one of three to migrate; changing camps brings one at least.
        longest = longest_row(me, pawn)
    if raises_temple(action):
        empty &= ~(1 << pawn)
    return Prospect(pawn, spent, empty, occupied, may_migrate, longest)


@jit
def raises_temple(action: int) -> bool:
    """Whether an action builds at the pawn's site with another card than the starting one."""
    return BUILD_OWN <= action < MIGRATE or STEAL <= action < DESERT or SKIP <= action < CHANGE_CAMPS


@jit
def occupied_after_migration(me: Player, action: int, occupied: int) -> int:
    """The sites with an own card after three of them went elsewhere."""
    source = migration_source(action)
    if me.rows[source].n == MIGRANTS:
        occupied &= ~(1 << source)
    return occupied | 1 << migration_target(action)


@jit
def empty_sites(me: Player) -> int:
    """The sites without an own temple, as bits."""
    sites = 0
    for site in range(SITES):
        if me.temples[site] == 0:
            sites |= 1 << site
    return sites


@jit
def sites_with_cards(me: Player) -> int:
    """The sites with an own card, as bits."""
    sites = 0
    for site in range(SITES):
        if me.rows[site].n > 0:
            sites |= 1 << site
    return sites


@jit
def longest_row(me: Player, paying: int) -> int:
    """The length of the longest own row, when a card has been paid from one of them."""
    longest = 0
    for site in range(SITES):
        longest = max(longest, me.rows[site].n - (1 if site == paying else 0))
    return longest
