"""What is in the box: nations, sites, cards."""

from enum import IntEnum

__all__ = ["CARDS_PER_NATION", "HIGHEST_LEVEL", "NATIONS", "NATION_CARDS", "NATION_LETTERS", "NATION_NAMES", "QUARRY"]
__all__ += [
    "LEVELS",
    "MAX_TURNS",
    "OPENING_HAND",
    "OPENING_HAND_OF_STARTER",
    "SEATS",
    "SITES",
    "TEMPLE_CARDS",
    "TEMPLE_COPIES",
]
__all__ += ["ASSYRIANS", "HITTITES", "MEDES", "PERSIANS", "SUMERIANS", "TEMPLE_COPIES", "Edition"]

SEATS = 2

ASSYRIANS, HITTITES, MEDES, PERSIANS, SUMERIANS = range(5)
NATIONS = 5
NATION_NAMES = ("assyrians", "hittites", "medes", "persians", "sumerians")
NATION_LETTERS = "AHMPS"
CARDS_PER_NATION = 12  # [BB-1.1]
NATION_CARDS = NATIONS * CARDS_PER_NATION

SITES = NATIONS  # sites are named like the nations [BB-1.2]
QUARRY = 5  # where a pawn stands before its first move

HIGHEST_LEVEL = 6
LEVELS = HIGHEST_LEVEL + 1  # an array by level has an unused slot 0
TEMPLE_COPIES = (0, 10, 9, 8, 7, 6, 5)  # by level [BB-1.1]
TEMPLE_CARDS = sum(TEMPLE_COPIES)


class Edition(IntEnum):
    """The printed editions; the second is the default."""

    FIRST = 1
    SECOND = 2


MAX_TURNS = 500  # [BB-9.7]

OPENING_HAND = 5  # [BB-1.5]
OPENING_HAND_OF_STARTER = (0, 5, 3)  # by edition
