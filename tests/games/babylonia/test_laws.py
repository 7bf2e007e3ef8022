"""The laws of every game, with each number of players and each option, with the compiler on and off."""

import pytest

from shinar.core.compiled.jit import is_compiler_on
from shinar.core.compiled.kernel import SoakReport, from_array, kernels, new_array, to_array
from shinar.core.game import CHANCE, Actions
from shinar.core.laws import check_laws
from shinar.core.rng import search_rng
from shinar.games.babylonia import Babylonia
from shinar.games.babylonia.state import State
from tests.games.babylonia.positions import after, make, position

GAMES = [
    make(players=2),
    make(players=2, cards="variant", noble="last", starter=1),
    make(players=3, field="face-up"),
    make(players=4, cards="variant"),
]
FORMS = [False, True] if is_compiler_on() else [False]  # without a compiler both forms are the same
SOAKED_GAMES = 3000 if is_compiler_on() else 10


@pytest.mark.parametrize("compiled", FORMS)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_laws_hold_along_random_games(game: Babylonia, compiled: bool) -> None:
    assert check_laws(game, 1, seed=7, compiled=compiled) > 120


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_soak_finds_no_fault(game: Babylonia) -> None:
    """Conservation of tokens, tiles and cards, and the reasons of the end, after every action of many random games."""
    soaked = soak(game, SOAKED_GAMES)
    assert (soaked.fault, soaked.games) == (0, SOAKED_GAMES)
    assert sum(soaked.wins) + soaked.draws == sum(soaked.endings) == SOAKED_GAMES
    assert soaked.endings[0] == 0
    assert soaked.longest < game.max_actions


def soak(game: Babylonia, games: int) -> SoakReport:
    """Play random games, checking after every action."""
    states = new_array(State, 2)
    states[1] = to_array(game.initial_state())[0]
    soakeds = new_array(SoakReport, 1)
    rngs, actions = to_array(search_rng(0)), new_array(Actions, 1)
    kernels(game.rules, game.num_seats).soak(states, rngs, actions, soakeds, 0, games, game.max_actions)
    return from_array(SoakReport, soakeds)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_random_games_end_by_dealing_quickly(game: Babylonia) -> None:
    """The kernel that deals and guesses without listing plays to the end too."""
    states = new_array(State, 2)
    states[1] = to_array(game.initial_state())[0]
    rngs, actions = to_array(search_rng(3)), new_array(Actions, 1)
    games = max(SOAKED_GAMES // 10, 5)
    steps = kernels(game.rules, game.num_seats).random_games(states, rngs, actions, games)
    assert steps > games * 40
    final = from_array(State, states)
    assert game.is_over(final)
    assert game.rules.audit(final) == 0


def state_with_cards_at_work() -> State:
    """Seat 0 has every card that changes what may be placed, and fields, cities and ziggurats around."""
    drawing = """
     4  5  6  7  8  9
  7    [M]
  8        f0    f1
 10              f0
 11           m1    .
 12       {6}   /Z\\
    """
    return position(drawing, stands=("MSPFFFF", "MSPFF"), cards={0: [2, 3, 4, 5, 6], 1: [8, 9]})


@pytest.mark.parametrize("options", [{}, {"noble": "last", "field": "face-up"}], ids=repr)
@pytest.mark.parametrize("number", range(25))
def test_explanations_agree_with_the_rules_when_cards_are_at_work(number: int, options: dict[str, str]) -> None:
    """Random games rarely win a card: here many are owned from the start, and turns are played at random."""
    state = state_with_cards_at_work()
    state.noble_is_last = int("noble" in options)
    state.needs_face_up = int("field" in options)
    game = make(**options)
    rng = search_rng(number)
    turn = state.turns
    while state.turns == turn and game.actors(state) != (CHANCE,) and not game.is_over(state):
        seat = game.actors(state)[0]
        legal = game.legal_actions(state, seat)
        explained = [a for a in range(game.num_actions) if game.explain(state, seat, a) is None]
        assert explained == legal
        random_action = game.rules.random_action
        assert random_action is not None
        game.apply(state, seat, random_action(state, seat, rng, Actions()))
        assert game.rules.audit(state) == 0


def test_an_impossible_position_is_found_by_the_audit() -> None:
    """Each audit can fail."""
    audit = make().rules.audit
    good = after(state_with_cards_at_work(), "place farmer 8,4")
    faults = []
    for spoil in (lose_token, lose_tile, lose_card, lose_spent_card, turn_over, forget_site, go_below, end_early):
        state = after(good, "place farmer 11,5")
        spoil(state)
        faults.append(audit(state))
    assert faults == [1, 2, 3, 3, 4, 5, 6, 7]
    assert audit(good) == 0


def lose_token(state: State) -> None:
    """A token is gone."""
    state.players[0].pool[0] -= 1


def lose_tile(state: State) -> None:
    """A tile is made."""
    state.gone[1] += 1


def lose_card(state: State) -> None:
    """A card is twice."""
    state.display |= 1 << 2


def lose_spent_card(state: State) -> None:
    """A card is spent that nobody has."""
    state.players[1].spent |= 1 << 1


def turn_over(state: State) -> None:
    """A token on land lies face down."""
    cell = next(cell for cell, content in enumerate(state.cells) if content == 16 + 3)
    state.cells[cell] += 4


def forget_site(state: State) -> None:
    """A site is to be scored that is not surrounded."""
    state.surrounded |= 1


def go_below(state: State) -> None:
    """A stand has less than nothing."""
    state.players[0].stand[0] -= 3
    state.players[0].pool[0] += 3


def end_early(state: State) -> None:
    """The game is over without a reason."""
    state.ending = 1
