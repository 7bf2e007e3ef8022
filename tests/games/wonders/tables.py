"""Positions of 7 Wonders for tests: a table at which everything can be set up in one line each."""

from shinar.core.action import Entry
from shinar.core.compiled.layout import copy_of
from shinar.core.game import CHANCE
from shinar.core.story import StoryLine
from shinar.core.viewer import Viewer, viewer_of
from shinar.games.wonders import Wonders
from shinar.games.wonders.actions import DISCARD
from shinar.games.wonders.components import (
    BOARD_NAMES,
    CARD_NAMES,
    CARDS,
    LEADER_NAMES,
    NIBBLE,
    PROJECT_NAMES,
    RESOURCE_NAMES,
    SIDE_NAMES,
    shields_of,
)
from shinar.games.wonders.dealing import put_into
from shinar.games.wonders.expansions.projects.participation import tokens_on_card
from shinar.games.wonders.expansions.tower.effects import place_tile, wake_tiles
from shinar.games.wonders.payment import refresh_trade
from shinar.games.wonders.rules import add_structure, deciding
from shinar.games.wonders.scoring import score
from shinar.games.wonders.seating import hand_of
from shinar.games.wonders.state import ACT, BUILT, RECRUIT, City

BOARDS = ("gizah a", "rhodos a", "ephesos a", "alexandria a", "babylon a", "halikarnassos a", "olympia a", "petra a")
FILLER = "pawnshop"  # a card that every hand holds, for those whose action does not matter


class Table:
    """A game in the middle of a turn; seats hold a filler, all boards have side A, nobody has anything but coins."""

    def __init__(
        self,
        players: int = 3,
        *expansions: str,
        boards: tuple[str, ...] = BOARDS,
        age: int = 1,
        turn: int = 1,
    ) -> None:
        self.game = Wonders(players=players, expansions=expansions)
        self.state = self.game.initial_state()
        self.state.age, self.state.turn, self.state.phase = age - 1, turn - 1, ACT
        for number in range(self.state.num_cities):
            board, side = boards[number].split()
            self.city(number).face = BOARD_NAMES.index(board) * 2 + SIDE_NAMES.index(side)
            self.city(number).coins = 3
            refresh_trade(self.state, number)
        for seat in range(players):
            self.hold(seat, FILLER, FILLER)

    def city(self, number: int) -> City:
        return self.state.cities[number]

    # -- setting up --

    def hold(self, seat: int, *names: str) -> None:
        hand = hand_of(self.state, seat)
        for name in names:
            put_into(hand, CARD_NAMES.index(name))

    def stand(self, number: int, *names: str) -> None:
        for name in names:
            add_structure(self.state, number, CARD_NAMES.index(name))

    def make(self, number: int, **units: int) -> None:
        """Let a city make exactly so many units of each kind."""
        self.city(number).fixed = sum(n << NIBBLE * RESOURCE_NAMES.index(kind) for kind, n in units.items())

    def coins(self, *coins: int) -> None:
        for number, count in enumerate(coins):
            self.city(number).coins = count

    def tiles(self, *numbers: int) -> None:
        """Let tiles be active."""
        for tile in numbers:
            place_tile(self.state, tile)
        wake_tiles(self.state)
        for number in range(self.state.num_cities):
            refresh_trade(self.state, number)

    def project(self, name: str) -> None:
        self.state.project = PROJECT_NAMES.index(name) + 1
        self.state.project_tokens = tokens_on_card(self.state)

    def give(self, seat: int, *leaders: str) -> None:
        """Let a player have drafted some leaders, and recruit now."""
        self.state.phase, self.state.is_recruiting = RECRUIT, 1
        for place, name in enumerate(leaders):
            self.city(seat).given[place] = LEADER_NAMES.index(name) + 1
            self.state.leader_deck &= ~(1 << LEADER_NAMES.index(name))

    def complete_draft(self) -> None:
        """Give every player as many leaders more as make four; the others lie in the pile."""
        cities = self.state.cities[: self.state.players]
        named = {given for city in cities for given in city.given}
        others = [number for number in range(len(LEADER_NAMES), 0, -1) if number not in named]
        for city in cities:
            city.given[:4] = [given or others.pop() for given in city.given[:4]]
        self.state.leader_deck = sum(1 << number - 1 for number in others)

    def lead(self, number: int, *leaders: str) -> None:
        """Let a city have recruited some leaders."""
        city = self.city(number)
        for name in leaders:
            leader = LEADER_NAMES.index(name)
            place = city.recruit_manner.index(0)
            city.given[city.given.index(0)] = city.recruits[place] = leader + 1
            city.recruit_manner[place] = BUILT
            city.shields += shields_of(CARDS + leader)

    # -- playing --

    def options(self, seat: int = 0) -> list[str]:
        return [self.game.action_name(action) for action in self.game.legal_actions(self.state, seat)]

    def do(self, seat: int, *names: str) -> None:
        for name in names:
            action = self.game.parse_action(name)
            assert action in self.game.legal_actions(self.state, seat), f"{name}: {self.options(seat)}"
            self.game.apply(self.state, seat, action)

    def lines(self, seat: int, name: str, viewer: Viewer) -> list[StoryLine]:
        """Take an action; the lines that a viewer is told of it."""
        before, action = copy_of(self.state), self.game.parse_action(name)
        self.do(seat, name)
        return self.game.tell(before, self.state, Entry(seat, action), viewer)

    def told(self, seat: int, name: str, viewer: int) -> str:
        """Take an action; what a seat is told of it."""
        return "; ".join(str(line) for line in self.lines(seat, name, viewer_of(viewer)))

    def why_not(self, seat: int, name: str) -> str:
        return str(self.game.explain(self.state, seat, self.game.parse_action(name)))

    def rest(self) -> None:
        """Let everybody else who is asked now discard a filler."""
        turn = (self.state.age, self.state.turn, self.state.resolutions)
        for seat in range(self.state.players):
            is_asked = seat in self.game.actors(self.state)
            if is_asked and turn == (self.state.age, self.state.turn, self.state.resolutions):
                assert deciding(self.state, seat) == seat
                self.game.apply(self.state, seat, DISCARD + CARD_NAMES.index(FILLER))

    def play(self, seat: int, *names: str) -> None:
        """A whole turn in which one seat matters."""
        self.do(seat, *names)
        self.rest()

    def deal(self) -> None:
        """Let chance act, always by the first of its outcomes."""
        while self.game.actors(self.state) == (CHANCE,):
            self.game.apply(self.state, CHANCE, self.game.chances(self.state)[0][0])

    def score(self, seat: int = 0) -> int:
        return score(self.state, seat)
