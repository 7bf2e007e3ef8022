"""Why an action is not allowed, for people. Written independently of rules.py, so that each checks the other."""

from dataclasses import dataclass
from itertools import groupby

from shinar.core.compiled.layout import copy_of
from shinar.core.game import Refusal
from shinar.core.story import counted
from shinar.games.babel.actions import (
    ABILITIES,
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


@dataclass(frozen=True)
class Case:
    """Who asks, and the two sides of the board as that seat sees them."""

    state: State
    seat: int

    @property
    def me(self) -> Player:
        return self.state.players[self.seat]

    @property
    def other(self) -> Player:
        return self.state.players[1 - self.seat]

    @property
    def opponent(self) -> str:
        """The opponent, as a placeholder for the name."""
        return f"{{{1 - self.seat}}}"

    def stack(self, number: int) -> tuple[str, list[int]]:
        """Whose stack it is, in words, and its cards: OWN_STACK or OPPOSING_STACK."""
        owner, words = ((self.me, "your"), (self.other, f"{self.opponent}'s"))[number]
        return words, owner.stack.cards[: owner.stack.n]


def refusal(state: State, seat: int, action: int) -> Refusal | None:
    """Why the seat that is asked may not take an action; None if it may."""
    case = Case(state, seat)
    found = _refusal_of_phase(case, action) or _refusal_of_kind(case, action)
    if found is None and case.me.start_card and state.phase != DISCARD:
        return _refusal_of_duty(case, action)
    return found


def _refusal_of_phase(case: Case, action: int) -> Refusal | None:
    is_discard = action >= DISCARD_CARD
    if case.state.phase == DISCARD and not is_discard:
        cards = counted(case.state.to_discard, "card")
        return Refusal(f"{case.opponent} has halved your hand: discard {cards} first", "BB-7.10")
    if case.state.phase != DISCARD and is_discard:
        return Refusal(f"you discard cards only when {case.opponent} has halved your hand", "BB-7.10")
    return None


def _refusal_of_kind(case: Case, action: int) -> Refusal | None:
    if action >= DISCARD_CARD:
        return _refusal_of_hand(case.me, action - DISCARD_CARD, "BB-7.10")
    if action >= ABILITIES:
        return _refusal_of_ability(case, action)
    if action >= MIGRATE:
        return _refusal_of_migration(case, migration_source(action))
    if action >= BUILD_START:
        return _refusal_of_build(case, action)
    if action >= DEPLOY:
        return _refusal_of_deploy(case.me, action - DEPLOY)
    return _refusal_of_move(case.me, action - MOVE) if action >= MOVE else None


def _refusal_of_hand(me: Player, nation: int, clause: str) -> Refusal | None:
    return None if me.hand[nation] > 0 else Refusal(f"you hold no {_card(nation)}", clause)


def _refusal_of_move(me: Player, nation: int) -> Refusal | None:
    if me.pawn == nation:
        return Refusal(f"your pawn already stands at {_site(nation)}", "BB-3.2")
    return _refusal_of_hand(me, nation, "BB-3.1")


def _refusal_of_deploy(me: Player, nation: int) -> Refusal | None:
    if found := _refusal_of_hand(me, nation, "BB-4.1"):
        return found
    return Refusal("your pawn is still in the quarry; move it to a site first", "BB-4.2") if me.pawn == QUARRY else None


# ---- building ---------------------------------------------------------------------------------------------------


def _refusal_of_build(case: Case, action: int) -> Refusal | None:
    """First, what moving to the site would not fix."""
    me, (source, site) = case.me, divmod(action - BUILD_START, SITES)
    level = height(me, site) + 1
    found = _refusal_of_level(case, site, source - 1, level) if source else _refusal_of_start_card(me, site)
    found = found or _refusal_of_strength(me, site, level, "BB-5.3")
    if found is None and me.pawn != site:
        return Refusal(f"you build only where your pawn stands, and it is {_place(me.pawn)}", "BB-5.1")
    return found


def _refusal_of_start_card(me: Player, site: int) -> Refusal | None:
    if not me.start_card:
        return Refusal("you have already built your starting card", "BB-5.4")
    if me.temples[site]:
        return Refusal(f"your starting card has level 1, and you have a temple at {_site(site)}", "BB-5.2")
    return None


def _refusal_of_level(case: Case, site: int, stack: int, level: int) -> Refusal | None:
    """The next level must exist, and its card must be on top of the stack."""
    if level > HIGHEST_LEVEL:
        return Refusal(f"your temple at {_site(site)} has level {HIGHEST_LEVEL}, the highest there is", "BB-5.2")
    return _refusal_of_top(case, stack, f"you need level {level} at {_site(site)}", level, ("BB-5.1", "BB-5.2"))


def _refusal_of_top(case: Case, stack: int, need: str, level: int, clauses: tuple[str, str]) -> Refusal | None:
    """Whether a card of a level is the top card of a stack."""
    whose, cards = case.stack(stack)
    if not cards:
        return Refusal(f"{whose} temple stack is empty", clauses[0])
    if cards[-1] != level:
        return Refusal(f"{need}, and the top card of {whose} stack has level {cards[-1]}", clauses[1])
    return None


def _refusal_of_strength(me: Player, site: int, level: int, clause: str) -> Refusal | None:
    there = me.rows[site].n
    if there >= level:
        return None
    needed = f"{counted(level, 'card')} of yours"
    pawn = "" if me.pawn == site else f"; your pawn is {_place(me.pawn)}"
    return Refusal(f"level {level} needs {needed} at {_site(site)}, and you have {there or 'none'} there{pawn}", clause)


# ---- migration --------------------------------------------------------------------------------------------------


def _refusal_of_migration(case: Case, source: int) -> Refusal | None:
    if case.state.migrated:
        return Refusal("you have already migrated this turn", "BB-6.1")
    there = case.me.rows[source].n
    if there >= MIGRANTS:
        return None
    return Refusal(f"exactly three cards migrate, and you have {there or 'none'} at {_site(source)}", "BB-6.2")


# ---- abilities --------------------------------------------------------------------------------------------------


def _refusal_of_ability(case: Case, action: int) -> Refusal | None:
    """First, what more cards would not fix."""
    if case.me.pawn == QUARRY:
        return Refusal("your pawn is still in the quarry; move it to a site first", "BB-7.1")
    return (
        _refusal_of_effect(case, action)
        or _refusal_of_group(case.me, *_payer(action))
        or _refusal_of_ability_strength(case, action)
    )


def _refusal_of_group(me: Player, nation: int, group: int) -> Refusal | None:
    """[BB-7.1] [BB-7.2] Three or more in a row, as often as the group that pays says."""
    groups = _groups(me.rows[me.pawn], nation)
    name = NATION_NAMES[nation].capitalize()
    if groups == 0:
        return Refusal(f"you need three {name} cards in a row at {_site(me.pawn)}", "BB-7.1")
    if group >= groups:
        return Refusal(f"you have no {ORDINALS[group]} group of {name} at {_site(me.pawn)}", "BB-7.2")
    return None


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


def _refusal_of_effect(case: Case, action: int) -> Refusal | None:
    """[BB-7.3] An ability must do something; those of Hittites and Persians have conditions of their own."""
    if action >= HALVE:
        return _refusal_of_halving(case)
    if action >= CHANGE_CAMPS:
        has_cards = case.other.rows[case.me.pawn].n > 0
        return None if has_cards else _no_effect(case, "no cards")
    if action >= SKIP:
        return _refusal_of_skip(case, (action - SKIP) % STACKS)
    if action >= DESERT:
        nation = (action - DESERT) % NATIONS
        row = case.other.rows[case.me.pawn]
        return None if nation in row.cards[: row.n] else _no_effect(case, f"no {_card(nation)}")
    if action >= STEAL:
        return _refusal_of_theft(case)
    return None if case.other.temples[case.me.pawn] else _no_effect(case, "no temple")


def _no_effect(case: Case, missing: str) -> Refusal:
    return Refusal(f"that would do nothing: {case.opponent} has {missing} at {_site(case.me.pawn)}", "BB-7.3")


def _refusal_of_halving(case: Case) -> Refusal | None:
    held = hand_size(case.other)
    if held >= 2:
        return None
    cards = "a single card" if held else "no cards"
    return Refusal(f"that would do nothing: {case.opponent} holds {cards}", "BB-7.3")


def _refusal_of_skip(case: Case, stack: int) -> Refusal | None:
    """[BB-7.7] A card exactly two levels up must be on top of the stack."""
    own, site = height(case.me, case.me.pawn), _site(case.me.pawn)
    level = own + 2
    if level > HIGHEST_LEVEL:
        return Refusal(f"you cannot skip a level above level {own}; the highest is {HIGHEST_LEVEL}", "BB-7.7")
    return _refusal_of_top(case, stack, f"you can skip only to level {level} at {site}", level, ("BB-7.7",) * 2)


def _refusal_of_theft(case: Case) -> Refusal | None:
    """[BB-7.5] There must be a higher level than one's own."""
    pawn = case.me.pawn
    mine, theirs = height(case.me, pawn), height(case.other, pawn)
    if theirs == 0:
        return Refusal(f"{case.opponent} has no temple at {_site(pawn)}", "BB-7.5")
    if theirs > mine:
        return None
    reason = f"{case.opponent}'s temple at {_site(pawn)} has level {theirs}, and yours already has level {mine}"
    return Refusal(reason, "BB-7.5")


def _refusal_of_ability_strength(case: Case, action: int) -> Refusal | None:
    """As many own cards as the level that is stolen or skipped to."""
    if SKIP <= action < CHANGE_CAMPS:
        return _refusal_of_strength(case.me, case.me.pawn, height(case.me, case.me.pawn) + 2, "BB-7.7")
    if STEAL <= action < DESERT:
        return _refusal_of_strength(case.me, case.me.pawn, height(case.other, case.me.pawn), "BB-7.5")
    return None


# ---- the duty of the first turn ---------------------------------------------------------------------------------


def _refusal_of_duty(case: Case, action: int) -> Refusal | None:
    if action == END_TURN:
        if not _can_still_found(case.state, case.me):
            return None  # never in a match, but possibly in a position somebody made up
        return Refusal("you must build your starting card in your first turn", "BB-2.5")
    after = copy_of(case.state)
    apply(after, case.seat, action)
    me = after.players[case.seat]
    if not me.start_card or _can_still_found(after, me):
        return None
    return Refusal("after that you could no longer build your starting card this turn", "BB-2.6")


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


def _card(nation: int) -> str:
    return f"{NATION_NAMES[nation].capitalize()} card"


def _site(site: int) -> str:
    """A site, as distinct from the nation of the same name."""
    return f"the {NATION_NAMES[site].capitalize()} site"


def _place(pawn: int) -> str:
    return "still in the quarry" if pawn == QUARRY else f"at {_site(pawn)}"
