"""Why an action is not allowed, for people. Written apart from rules.py, so that each checks the other."""

from itertools import groupby

from shinar.core.compiled.layout import copy_of
from shinar.core.game import Refusal
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
    END_TURN,
    GROUPS,
    HALVE,
    MIGRATE,
    MOVE,
    SKIP,
    STACKS,
    STEAL,
    action_name,
    migration_source,
)
from shinar.games.babel.components import (
    ASSYRIANS,
    HIGHEST_LEVEL,
    HITTITES,
    MEDES,
    NATION_NAMES,
    NATIONS,
    PERSIANS,
    QUARRY,
    SITES,
    SUMERIANS,
)
from shinar.games.babel.duty import MIGRANTS
from shinar.games.babel.rules import GROUP, apply, hand_size, height
from shinar.games.babel.state import DISCARD, Player, Row, State

__all__ = ["refusal"]

ORDINALS = ("first", "second", "third", "fourth")


def refusal(state: State, seat: int, action: int) -> Refusal | None:
    """Why the seat that is asked may not take an action; None if it may."""
    me, other = state.players[seat], state.players[1 - seat]
    found = _refusal_of_phase(state, me, action) or _refusal_of_kind(state, me, other, action)
    if found is None and me.start_card and state.phase != DISCARD:
        found = _refusal_of_duty(state, seat, action)
    return _named(action, found)


def _named(action: int, found: Refusal | None) -> Refusal | None:
    return found and Refusal(f"{action_name(action)}: {found.reason}", found.clause)


def _refusal_of_phase(state: State, me: Player, action: int) -> Refusal | None:
    is_discard = action >= DISCARD_CARD
    if state.phase == DISCARD and not is_discard:
        return Refusal(f"first discard {_count(state.to_discard, 'card')} from your halved hand", "BB-7.10")
    if state.phase != DISCARD and is_discard:
        return Refusal("cards are discarded only when the opponent halves your hand", "BB-7.10")
    if is_discard:
        return _refusal_of_hand(me, action - DISCARD_CARD, "BB-7.10")
    return None


def _refusal_of_kind(state: State, me: Player, other: Player, action: int) -> Refusal | None:
    if action >= DISCARD_CARD or action == END_TURN:
        return None
    if action >= ABILITIES:
        return _refusal_of_ability(me, other, action)
    if action >= MIGRATE:
        return _refusal_of_migration(state, me, migration_source(action))
    if action >= BUILD_START:
        return _refusal_of_build(me, other, action)
    if action >= DEPLOY:
        return _refusal_of_deploy(me, action - DEPLOY)
    return _refusal_of_move(me, action - MOVE)


def _refusal_of_hand(me: Player, nation: int, clause: str) -> Refusal | None:
    if me.hand[nation] > 0:
        return None
    return Refusal(f"you hold no {NATION_NAMES[nation]} card", clause)


def _refusal_of_move(me: Player, nation: int) -> Refusal | None:
    if me.pawn == nation:
        return Refusal(f"your pawn already stands at {NATION_NAMES[nation]}", "BB-3.2")
    return _refusal_of_hand(me, nation, "BB-3.1")


def _refusal_of_deploy(me: Player, nation: int) -> Refusal | None:
    if me.pawn == QUARRY:
        return Refusal("your pawn is still in the quarry; move it to a site first", "BB-4.2")
    return _refusal_of_hand(me, nation, "BB-4.1")


# ---- building ---------------------------------------------------------------------------------------------------


def _refusal_of_build(me: Player, other: Player, action: int) -> Refusal | None:
    site = (action - BUILD_START) % SITES
    if me.pawn != site:
        return Refusal(f"your pawn stands {_place(me.pawn)}; you build only where it stands", "BB-5.1")
    if action < BUILD_OWN:
        return _refusal_of_start_card(me, site)
    stack = me.stack.cards[: me.stack.n] if action < BUILD_OPPOSING else other.stack.cards[: other.stack.n]
    return _refusal_of_level(me, stack, height(me, site) + 1, ("BB-5.1", "BB-5.2", "BB-5.3"))


def _refusal_of_start_card(me: Player, site: int) -> Refusal | None:
    if not me.start_card:
        return Refusal("your starting card is already built", "BB-5.4")
    if me.temples[site]:
        return Refusal("the starting card is a level 1 and needs a site where you have no temple", "BB-5.2")
    return _refusal_of_strength(me, 1, "BB-5.3")


def _refusal_of_level(me: Player, stack: list[int], level: int, clauses: tuple[str, str, str]) -> Refusal | None:
    """A card of a certain level must be on top of a stack, and have as many nation cards to carry it."""
    no_card, wrong_level, too_few = clauses
    if level > HIGHEST_LEVEL:
        return Refusal(f"there is no level {level}; the highest is {HIGHEST_LEVEL}", wrong_level)
    if not stack:
        return Refusal("that stack is empty", no_card)
    if stack[-1] != level:
        return Refusal(f"level {level} is needed, and the top of that stack is a {stack[-1]}", wrong_level)
    return _refusal_of_strength(me, level, too_few)


def _refusal_of_strength(me: Player, level: int, clause: str) -> Refusal | None:
    there = me.rows[me.pawn].n
    if there >= level:
        return None
    return Refusal(f"level {level} needs {_count(level, 'deployed card')}, {_are(there)} there", clause)


# ---- migration --------------------------------------------------------------------------------------------------


def _refusal_of_migration(state: State, me: Player, source: int) -> Refusal | None:
    if state.migrated:
        return Refusal("you have already migrated this turn", "BB-6.1")
    if me.rows[source].n < MIGRANTS:
        there = me.rows[source].n
        return Refusal(f"exactly three cards migrate, {_are(there)} at {NATION_NAMES[source]}", "BB-6.2")
    return None


# ---- abilities --------------------------------------------------------------------------------------------------


def _refusal_of_ability(me: Player, other: Player, action: int) -> Refusal | None:
    if me.pawn == QUARRY:
        return Refusal("your pawn is still in the quarry", "BB-7.1")
    nation, group = _payer(action)
    groups = _groups(me.rows[me.pawn], nation)
    if groups == 0:
        return Refusal(f"you need three {NATION_NAMES[nation]} in a row at {NATION_NAMES[me.pawn]}", "BB-7.1")
    if group >= groups:
        return Refusal(f"there is no {ORDINALS[group]} group of {NATION_NAMES[nation]} here", "BB-7.2")
    return _refusal_of_effect(me, other, action)


def _payer(action: int) -> tuple[int, int]:
    """The nation that pays for an ability, and which of its groups."""
    if action >= HALVE:
        return divmod(action - HALVE, GROUPS)
    if action >= CHANGE_CAMPS:
        return SUMERIANS, action - CHANGE_CAMPS
    if action >= SKIP:
        return PERSIANS, (action - SKIP) // STACKS
    if action >= DESERT:
        return MEDES, (action - DESERT) // NATIONS
    if action >= STEAL:
        return HITTITES, action - STEAL
    return ASSYRIANS, action - DESTROY


def _groups(row: Row, nation: int) -> int:
    runs = [(card, len(list(cards))) for card, cards in groupby(row.cards[: row.n])]
    return sum(card == nation and length >= GROUP for card, length in runs)


def _refusal_of_effect(me: Player, other: Player, action: int) -> Refusal | None:
    """[BB-7.3] An ability must do something."""
    site = NATION_NAMES[me.pawn]
    if action >= HALVE:
        held = hand_size(other)
        return None if held >= 2 else Refusal(f"your opponent holds {_count(held, 'card')}, half is none", "BB-7.9")
    if action >= CHANGE_CAMPS:
        return None if other.rows[me.pawn].n else Refusal(f"your opponent has no card at {site}", "BB-7.8")
    if action >= SKIP:
        stack = (me, other)[(action - SKIP) % STACKS].stack
        return _refusal_of_level(me, stack.cards[: stack.n], height(me, me.pawn) + 2, ("BB-7.7",) * 3)
    if action >= DESERT:
        nation = (action - DESERT) % NATIONS
        is_there = nation in other.rows[me.pawn].cards[: other.rows[me.pawn].n]
        return None if is_there else Refusal(f"your opponent has no {NATION_NAMES[nation]} at {site}", "BB-7.6")
    if action >= STEAL:
        return _refusal_of_theft(me, other)
    return None if other.temples[me.pawn] else Refusal(f"your opponent has no temple at {site}", "BB-7.4")


def _refusal_of_theft(me: Player, other: Player) -> Refusal | None:
    mine, theirs = height(me, me.pawn), height(other, me.pawn)
    if theirs == 0:
        return Refusal(f"your opponent has no temple at {NATION_NAMES[me.pawn]}", "BB-7.5")
    if theirs <= mine:
        return Refusal(f"the opposing level {theirs} is not higher than your level {mine}", "BB-7.5")
    return _refusal_of_strength(me, theirs, "BB-7.5")


# ---- the duty of the first turn ---------------------------------------------------------------------------------


def _refusal_of_duty(state: State, seat: int, action: int) -> Refusal | None:
    if action == END_TURN:
        if not _can_still_found(state, state.players[seat]):
            return None  # in no match, but perhaps in a position that somebody made up
        return Refusal("your starting card must be built in your first turn", "BB-2.5")
    after = copy_of(state)
    apply(after, seat, action)
    if not after.players[seat].start_card or _can_still_found(after, after.players[seat]):
        return None
    return Refusal("afterwards your starting card could not be built this turn", "BB-2.6")


def _can_still_found(state: State, me: Player) -> bool:
    """Tries every way: stay or move, then build at once, or after a deployment, or after a migration."""
    return any(_can_found_at(state, me, site) for site in range(SITES) if me.temples[site] == 0)


def _can_found_at(state: State, me: Player, site: int) -> bool:
    hand = list(me.hand)
    if site != me.pawn:
        hand[site] -= 1
        if hand[site] < 0:
            return False
    can_deploy = any(hand)
    can_migrate = not state.migrated and any(me.rows[source].n >= MIGRANTS for source in range(SITES) if source != site)
    return me.rows[site].n > 0 or can_deploy or can_migrate


# ---- words ------------------------------------------------------------------------------------------------------


def _place(pawn: int) -> str:
    return "in the quarry" if pawn == QUARRY else f"at {NATION_NAMES[pawn]}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _are(number: int) -> str:
    return f"{number} is" if number == 1 else f"{number} are"
