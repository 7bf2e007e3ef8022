"""Who looks: a seat, a spectator, or everybody at once on an open table.

A number alone never opens anything. Only `OPEN` shows what is hidden; it is for matches that are over, and for code
that holds the match anyway.
"""

from typing import NamedTuple

__all__ = ["NO_SEAT", "OPEN", "SPECTATOR", "Viewer", "viewer_of"]

NO_SEAT = -2  # what rules are given as the seat of a viewer who has none


class Viewer(NamedTuple):
    """Somebody who looks at a match. Use `viewer_of(seat)`, `SPECTATOR` or `OPEN`."""

    seat: int | None = None  # none for spectators and open tables
    is_open: bool = False  # whether everything is shown

    def __repr__(self) -> str:
        return "OPEN" if self.is_open else "SPECTATOR" if self.seat is None else f"viewer_of({self.seat})"

    @property
    def number(self) -> int:
        """The seat as rules take it, NO_SEAT if there is none."""
        return NO_SEAT if self.seat is None else self.seat

    def sees(self, owner: int) -> bool:
        """Whether what only one seat may see is shown."""
        return self.is_open or self.seat == owner


SPECTATOR = Viewer()
OPEN = Viewer(is_open=True)


def viewer_of(who: int | Viewer) -> Viewer:
    """A viewer by the number of its seat; a viewer is one already."""
    return who if isinstance(who, Viewer) else Viewer(who)
