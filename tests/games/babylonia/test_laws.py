"""Rules, explanations and audits where cards are at work, which random games seldom show."""

import pytest

from shinar.core.game import CHANCE, Actions
from shinar.core.rng import search_rng
from shinar.games.babylonia.state import State
from tests.games.babylonia.positions import after, make, position


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
