"""Games by the thousand, counted."""

import pytest

import shinar
from shinar.core.compiled.jit import jit
from shinar.core.compiled.simulator import Simulator
from shinar.core.errors import OptionError
from shinar.core.game import Actions
from shinar.core.rng import Rng
from tests.core.toy import BIDDING, RULES, State, Toy, legal_actions


@jit
def first_action(state: State, seat: int, _rng: Rng, actions: Actions) -> int:
    """The first of the legal actions: the lowest bid, and no boasting."""
    actions.n = 0
    legal_actions(state, seat, actions)
    return actions.ids[0]


def test_what_came_of_the_games_is_counted() -> None:
    result = Simulator(Toy(), seed=1).play(200)
    assert result.games == 200 == sum(result.wins) + result.draws == sum(result.endings.values())
    assert sum(length * games for length, games in result.lengths.items()) == result.actions
    assert set(result.endings) == {"TOY-6", "TOY-7"}
    assert all(0 < points < 6 for points in result.points)
    assert str(result).startswith("200 games, ")


def test_the_same_seed_gives_the_same_games_however_they_are_asked_for() -> None:
    whole, parts = Simulator(Toy(), seed=1), Simulator(Toy(), seed=1)
    assert whole.play(50).actions == parts.play(20).actions + parts.play(30).actions
    assert Simulator(Toy(), seed=2).play(50) != Simulator(Toy(), seed=1).play(50)


def test_a_policy_plays_for_all_seats() -> None:
    assert Simulator(Toy(), policy=first_action).play(20).lengths.keys() <= {6, 7, 8}  # nobody boasts


def test_games_can_begin_from_a_position() -> None:
    start = shinar.Match(Toy(), seed=3).reveal()
    assert start.phase == BIDDING
    again = Simulator(Toy(), seed=1).play(30, start)
    assert again.games == 30


def test_positions_are_whole_and_somebody_must_choose_in_them() -> None:
    game = Toy()
    for position in Simulator(game, seed=1).positions(40):
        assert RULES.audit(position) == 0
        assert game.actors(position)[0] >= 0


@pytest.mark.parametrize("games", [0, -1])
def test_no_games_are_no_simulation(games: int) -> None:
    with pytest.raises(OptionError, match=f"^at least one game is needed, not {games}$"):
        Simulator(Toy()).play(games)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(OptionError, match="cannot begin from a State of another game"):
        Simulator(Toy()).play(1, start=shinar.make("babel").initial_state())
