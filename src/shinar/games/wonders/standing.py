"""Which structures stand in a city: a set, in words of so many bits each."""

from shinar.core.compiled.jit import jit
from shinar.games.wonders.components import CARDS
from shinar.games.wonders.state import WORD_CARDS, City

__all__ = ["pull_down", "put_up", "stands", "structures_in"]

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


def structures_in(city: City) -> list[int]:
    """All structures of a city, ascending."""
    return [card for card in range(CARDS) if stands(city, card)]
