"""Which structures stand in a city: a set, in words of so many bits each."""

from functools import cache

from shinar.core.bits import as_int, lowest_bit
from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import CARDS
from shinar.games.wonders.state import WORD_CARDS, City

__all__ = ["next_structure", "pull_down", "put_up", "stands", "structures_in"]

WORD_SHIFT = WORD_CARDS.bit_length() - 1  # to divide by shifting


@jit
def stands(city: City, card: int) -> int:
    """1 if a structure stands in a city, else 0."""
    return city.built[card >> WORD_SHIFT] >> (card & WORD_CARDS - 1) & 1


@jit
def put_up(city: City, card: int) -> None:
    """A structure stands from now on."""
    city.built[card >> WORD_SHIFT] |= 1 << (card & WORD_CARDS - 1)


@jit
def pull_down(city: City, card: int) -> None:
    """A structure stands no more."""
    city.built[card >> WORD_SHIFT] &= ~(1 << (card & WORD_CARDS - 1))


@jit
def next_structure(city: City, card: int) -> int:
    """The first structure of a city from a card on; CARDS if there is none. Quicker than asking for each card."""
    while card < CARDS:
        rest = as_int(city.built[card >> WORD_SHIFT]) >> (card & WORD_CARDS - 1)
        if rest:
            return card + lowest_bit(rest)
        card = (card | WORD_CARDS - 1) + 1
    return CARDS


def structures_in(city: City) -> list[int]:
    """All structures of a city, ascending."""
    return [card for word, cards in enumerate(city.built) if cards for card in _cards_in(word, cards)]


@cache
def _cards_in(word: int, cards: int) -> tuple[int, ...]:
    """The cards of a word of a set; asked for so often that they are cached."""
    return tuple(word * WORD_CARDS + bit for bit in range(WORD_CARDS) if cards >> bit & 1)
