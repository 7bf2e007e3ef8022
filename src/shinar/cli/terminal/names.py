"""What players are called on the screen. A record names people, and bots by their specification."""

from collections.abc import Sequence

from shinar.bots.registry import bot_kinds
from shinar.core.errors import OptionError

__all__ = ["PERSON", "bot_of", "check_names", "shown_names"]

PERSON = "person"  # what records call a person who gave no name
BOT_NAMES = ("Kubaba", "Sargon", "Puabi", "Gudea", "Ninsun", "Etana", "Shulgi", "Adapa")
SERVED = "bot "  # stands before the specification of a bot in the records of a server
MAX_NAME_LENGTH = 32


def bot_of(name: str) -> str | None:
    """The specification of the bot that a record calls so; None for a person."""
    specification = name.removeprefix(SERVED).strip()
    return specification if specification.partition(":")[0] in {kind.name for kind in bot_kinds()} else None


def shown_names(names: Sequence[str], seats: int) -> list[str]:
    """People by the name they gave, or by their number; each bot by a name of its own."""
    given = names or (PERSON,) * seats
    free = iter([name for name in BOT_NAMES if name not in given])
    return [next(free) if bot_of(name) else _person(name, seat) for seat, name in enumerate(given)]


def _person(name: str, seat: int) -> str:
    return f"Player {seat + 1}" if name == PERSON else name


def check_names(names: Sequence[str], people: int) -> None:
    """OptionError if people cannot be called so."""
    if len(names) > people:
        raise OptionError(f"--name was given {len(names)} times, but the number of people at the table is {people}")
    for name in names:
        if not name.strip() or not name.isprintable() or len(name) > MAX_NAME_LENGTH:
            raise OptionError(f"{name!r} is not a name: use 1 to {MAX_NAME_LENGTH} visible characters")
        if bot_of(name) or name == PERSON:
            raise OptionError(f"{name!r} is what records call a {'bot' if bot_of(name) else 'player without a name'}")
    if len(set(names)) < len(names):
        raise OptionError("two people at one table need different names")
