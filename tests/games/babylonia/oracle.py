"""Slow and simple answers to the hard questions of the board, from its geometry alone."""

from shinar.games.babylonia.board import COORDINATES, REGION, REGION_NAMES
from shinar.games.babylonia.components import CARDS, KIND_LETTERS, TILE_NAMES
from shinar.games.babylonia.state import FREE, OUT, State

Place = tuple[int, int]
RIVERS = {"Tigris", "Euphrates"}
STEPS = [(-2, 0), (2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)]


class Board:
    """A position as sets and dictionaries by (row, column)."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.region = {place: REGION_NAMES[REGION[cell]] for cell, place in enumerate(COORDINATES)}
        contents = {place: state.cells[cell] for cell, place in enumerate(COORDINATES)}
        self.in_play = {place for place, content in contents.items() if content != OUT}
        self.free = {place for place, content in contents.items() if content == FREE}
        self.tokens = {place: content - 16 for place, content in contents.items() if content >= 16}
        self.tiles = {place: TILE_NAMES[content] for place, content in contents.items() if 0 < content < 12}

    def around(self, place: Place) -> set[Place]:
        """The cells in play next to a place."""
        return {(place[0] + down, place[1] + right) for down, right in STEPS} & self.in_play

    def owner(self, place: Place) -> int | None:
        """Whose token lies at a place."""
        return self.tokens[place] // 16 if place in self.tokens else None

    def is_river(self, place: Place) -> bool:
        """Whether a place lies in a river."""
        return self.region[place] in RIVERS

    def is_surrounded(self, place: Place) -> bool:
        """Whether all land next to a place holds tokens."""
        return all(other in self.tokens for other in self.around(place) if not self.is_river(other))

    def most(self, place: Place) -> int | None:
        """The seat with the most tokens next to a place, None in a tie."""
        owners = [self.owner(other) for other in self.around(place)]
        counts = {seat: owners.count(seat) for seat in range(self.state.seats)}
        best = [seat for seat, count in counts.items() if count == max(counts.values())]
        return best[0] if len(best) == 1 else None

    def links(self, seat: int) -> set[Place]:
        """Every place that connects for a seat."""
        own = {place for place in self.tokens if self.owner(place) == seat}
        cards = {card for card in range(1, CARDS + 1) if self.state.players[seat].cards >> card & 1}
        if 8 in cards:
            own |= {place for place in self.free if self.region[place] == "central"}
        if 9 in cards:
            own |= {place for place in self.free if self.is_river(place)}
        return own

    def network(self, city: Place, seat: int) -> set[Place]:
        """The places connected to a city: grown until nothing is added."""
        links = self.links(seat)
        network = links & self.around(city)
        while True:
            grown = network | {place for place in links if self.around(place) & network}
            if grown == network:
                return network
            network = grown

    def noble_points(self, city: Place, seat: int) -> int:
        """Two points for each own face-up noble in the network that the city shows."""
        tokens = [self.tokens[place] % 16 for place in self.network(city, seat) if place in self.tokens]
        shown = [kind for kind in tokens if kind < 4 and KIND_LETTERS[kind] in self.tiles[city]]
        return 2 * len(shown)

    def touched(self, seat: int) -> int:
        """How many ziggurats have a token of a seat next to them."""
        ziggurats = [place for place in self.in_play if place in {(3, 1), (12, 8), (18, 2), (5, 11), (18, 14)}]
        return sum(any(self.owner(other) == seat for other in self.around(place)) for place in ziggurats)
