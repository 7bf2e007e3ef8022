"""Arbitrary positions of Babel for Hypothesis: any that the audit allows, reachable or not."""

from functools import partial

from hypothesis import strategies as st

from shinar.core.piles import push
from shinar.games.babel.components import (
    CARDS_PER_NATION,
    HIGHEST_LEVEL,
    LEVELS,
    NATIONS,
    QUARRY,
    SEATS,
    SITES,
    TEMPLE_COPIES,
    Edition,
)
from shinar.games.babel.rules import END_PHASE_SCORE, SAFE_SCORE, WINNING_SCORE, score
from shinar.games.babel.state import ACT, DISCARD, Player, State

__all__ = ["first_turns", "halved_hands", "positions", "rows", "scant_first_turns"]

RUNS = 4  # cards of a nation in a row, at most


def cards(most: int, kinds: int) -> st.SearchStrategy[list[int]]:
    """Some cards, each one of several kinds. Bytes are drawn much faster than lists, and shrink as well."""
    return st.binary(max_size=most).map(lambda drawn: [byte % kinds for byte in drawn])


nations = partial(cards, kinds=NATIONS)


def levels(most: int) -> st.SearchStrategy[list[int]]:
    """Some levels of temple cards."""
    return cards(most, HIGHEST_LEVEL).map(lambda drawn: [level + 1 for level in drawn])


def row_of(parts: list[int]) -> list[int]:
    """A row of runs: each part is a nation and a length."""
    return [part % NATIONS for part in parts for _ in range(1 + part // NATIONS)]


rows = cards(4, NATIONS * RUNS).map(row_of)


class Supply:
    """Hands out cards as long as there are any; the rest goes into the deck and the quarry."""

    def __init__(self) -> None:
        self.nations = [CARDS_PER_NATION] * NATIONS
        self.levels = list(TEMPLE_COPIES)

    def take_nations(self, wanted: list[int]) -> list[int]:
        """As many of the wanted nation cards as there are."""
        return [card for card in wanted if self.take(self.nations, card)]

    def take_levels(self, wanted: list[int]) -> list[int]:
        """As many of the wanted temple cards as there are."""
        return [card for card in wanted if self.take(self.levels, card)]

    def take(self, counts: list[int], card: int) -> bool:
        """Take one card if there is one."""
        is_there = counts[card] > 0
        counts[card] -= is_there
        return is_there


@st.composite
def positions(draw: st.DrawFn, *, has_start_cards: bool = False) -> State:
    """A position in which the player on turn acts."""
    state, supply = State(), Supply()
    state.edition = Edition.SECOND
    state.phase = ACT
    state.turn_of = draw(st.integers(0, 1))
    state.turns = 0 if has_start_cards else draw(st.integers(3, 500))
    state.migrated = draw(st.integers(0, 1))
    for player in state.players:
        fill_side(draw, player, supply)
        player.start_card = int(has_start_cards and bool(supply.take_levels([1])))
    for level in supply.take_levels(draw(levels(3))):
        push(state.known_top, level)
    for nation in supply.take_nations(draw(nations(20))):
        state.discards[nation] += 1
    settle(state, supply)
    low, high = scores(state)
    state.end_phase = int(high >= WINNING_SCORE or (low >= SAFE_SCORE and draw(st.booleans())))
    state.deck, state.quarry = supply.nations, supply.levels
    return state


def fill_side(draw: st.DrawFn, player: Player, supply: Supply) -> None:
    """Any pawn, hand, rows, temples and stack."""
    player.pawn = draw(st.integers(0, QUARRY))
    for nation in supply.take_nations(draw(nations(7))):
        player.hand[nation] += 1
    for nation in draw(nations(3)):
        player.known[nation] = min(player.known[nation] + 1, player.hand[nation])
    for site in range(SITES):
        for nation in supply.take_nations(draw(rows)):
            push(player.rows[site], nation)
        for level in supply.take_levels(sorted(set(draw(levels(3))))):
            player.temples[site] |= 1 << level
    for level in supply.take_levels(draw(levels(4))):
        push(player.stack, level)


def settle(state: State, supply: Supply) -> None:
    """Take down temples until the game is not decided."""
    for player in state.players:
        for site in range(SITES):
            low, high = scores(state)
            if high >= END_PHASE_SCORE or (high >= WINNING_SCORE and low < SAFE_SCORE):
                for level in range(1, LEVELS):
                    supply.levels[level] += player.temples[site] >> level & 1
                player.temples[site] = 0


def scores(state: State) -> list[int]:
    """The lower and the higher score."""
    return sorted(score(state, seat) for seat in range(SEATS))


def first_turns() -> st.SearchStrategy[State]:
    """A position in which both starting cards are still to be built."""
    return positions(has_start_cards=True)


@st.composite
def scant_first_turns(draw: st.DrawFn) -> State:
    """A first turn with a temple at the pawn's site and few cards: whether the starting card can be built is open."""
    state, supply = State(), Supply()
    state.edition, state.phase, state.turns = Edition.SECOND, ACT, 2
    state.migrated = draw(st.integers(0, 1))
    me, other = state.players
    me.pawn, other.pawn = draw(st.integers(0, SITES - 1)), QUARRY
    for nation in supply.take_nations(draw(nations(3))):
        me.hand[nation] += 1
    for site in (me.pawn, draw(st.integers(0, SITES - 1))):
        for nation in supply.take_nations(draw(nations(3))):
            push(me.rows[site], nation)
    me.temples[me.pawn] = 1 << supply.take_levels([1])[0]
    me.start_card = other.start_card = len(supply.take_levels([1, 1])) // SEATS
    state.deck, state.quarry = supply.nations, supply.levels
    return state


@st.composite
def halved_hands(draw: st.DrawFn) -> State:
    """A position in which the opponent must discard."""
    state = draw(positions().filter(lambda state: sum(state.players[1 - state.turn_of].hand) > 1))
    state.phase = DISCARD
    state.to_discard = draw(st.integers(1, sum(state.players[1 - state.turn_of].hand) // 2))
    return state
