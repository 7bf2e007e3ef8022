"""The turn solver of Babel: the rulebook's long example, goals in words, proofs that something cannot be done."""

import pytest

import shinar
from shinar.core.errors import OptionError
from shinar.core.expertise import Answer
from shinar.core.game import Observation
from shinar.core.match import Match
from shinar.games.babel.expertise.solver import Goal, is_met, parse_goal, solve
from shinar.games.babel.expertise.wins import first_action_of_a_win, is_near_a_win
from shinar.games.babel.state import State

GAME = shinar.make("babel")
LONG_EXAMPLE = (
    "second turn:9 seat:0 phase:act | @H hand:AHS A:HH H:SSSSAPP S:PP | @Q hand:AAAAAAA A:-/123 H:PSAAM/123456"
)
FEW_CARDS = "second turn:9 seat:0 phase:act | @A hand:AM stack:21 A:HH/1 | @Q hand:SSS stack:5 M:SS/1"


def seen(position: str, seat: int = 0) -> Observation[State]:
    """What a seat sees of a position."""
    return GAME.observe(GAME.parse_position(position), seat)


def after(position: str, actions: tuple[int, ...]) -> State:
    """The position after a way of the solver, played as a real match that refuses what is not legal."""
    match = Match(GAME, seed=1, start=GAME.parse_position(position))
    for action in actions:
        match.play(0, action)
        while match.actors == (1,):
            match.play(1, match.legal_actions(1)[0])
    state: State = match.reveal()
    return state


@pytest.mark.slow
def test_the_long_example_of_the_rulebook_is_solved() -> None:
    goal = parse_goal("destroy hittites and raise assyrians to 3 and halve 2")
    solution = solve(seen(LONG_EXAMPLE), goal)
    assert solution.answer is Answer.POSSIBLE
    assert is_met(goal, after(LONG_EXAMPLE, solution.actions), 0)


def test_its_temple_of_level_six_can_be_destroyed_in_four_actions() -> None:
    solution = solve(seen(LONG_EXAMPLE), parse_goal("destroy hittites"))
    assert [GAME.action_name(action) for action in solution.actions] == [
        "change camps",
        "deploy assyrians",
        "change camps",
        "destroy temple",
    ]


@pytest.mark.slow
def test_both_its_temples_cannot_be_destroyed() -> None:
    solution = solve(seen(LONG_EXAMPLE), parse_goal("destroy hittites and destroy assyrians"))
    assert (solution.answer, solution.actions) == (Answer.IMPOSSIBLE, ())


@pytest.mark.parametrize("goal", ["reach 4", "destroy medes", "win", "halve 2", "raise assyrians to 2"])
def test_what_the_cards_do_not_allow_is_proven_impossible(goal: str) -> None:
    solution = solve(seen(FEW_CARDS), parse_goal(goal))
    assert (solution.answer, solution.actions) == (Answer.IMPOSSIBLE, ())


def test_it_is_possible_with_one_card_more() -> None:
    solution = solve(seen(FEW_CARDS.replace("hand:AM", "hand:AAM")), parse_goal("raise assyrians to 2"))
    assert [GAME.action_name(action) for action in solution.actions] == [
        "move medes",
        "deploy assyrians",
        "build medes from own stack",
        "move assyrians",
        "build assyrians from own stack",
    ]


def test_a_limit_that_is_reached_leaves_the_question_open() -> None:
    assert solve(seen(LONG_EXAMPLE), parse_goal("reach 4"), limit=50).answer is Answer.UNDECIDED


def test_a_goal_that_is_met_already_needs_no_action() -> None:
    solution = solve(seen(LONG_EXAMPLE), parse_goal("reach 0"))
    assert (solution.answer, solution.actions) == (Answer.POSSIBLE, ())


def test_a_way_is_as_short_as_can_be() -> None:
    solution = solve(seen(FEW_CARDS), parse_goal("reach 2"))
    names = [GAME.action_name(action) for action in solution.actions]
    assert names == ["move medes", "deploy assyrians", "build medes from own stack"]


def test_the_answer_depends_only_on_what_the_seat_knows() -> None:
    other = LONG_EXAMPLE.replace("hand:AAAAAAA", "hand:MMMMPPH")
    goal = parse_goal("destroy hittites")
    assert solve(seen(LONG_EXAMPLE), goal) == solve(seen(other), goal)


def test_a_win_within_reach_is_found() -> None:
    position = "second turn:30 seat:0 phase:act | @A hand:H stack:4 A:HHH/123 H:SSSSSS/123456 M:PPPPP/12345 | @Q"
    action = first_action_of_a_win(seen(position))
    assert action is not None
    assert GAME.action_name(action) == "deploy hittites"


def test_no_win_is_looked_for_when_none_can_be_near() -> None:
    state = GAME.parse_position(FEW_CARDS)
    assert not is_near_a_win(state, 0)
    assert first_action_of_a_win(seen(FEW_CARDS)) is None


def test_in_the_end_phase_a_win_can_come_from_either_score() -> None:
    state = GAME.parse_position(FEW_CARDS)
    state.end_phase = 1
    assert is_near_a_win(state, 0)


def test_who_is_not_acting_cannot_ask() -> None:
    with pytest.raises(OptionError, match="only the player who acts"):
        solve(seen(LONG_EXAMPLE, seat=1), parse_goal("win"))


@pytest.mark.parametrize("text", ["", "fly", "reach", "reach ten", "destroy babylon", "raise medes to 7", "win and"])
def test_a_text_that_is_no_goal_is_refused_with_the_goals_there_are(text: str) -> None:
    with pytest.raises(OptionError, match="is not a goal; goals are win, destroy SITE"):
        parse_goal(text)


def test_goals_are_read_whatever_the_spaces_and_capitals() -> None:
    goal = Goal()
    goal.won, goal.razed, goal.points, goal.opposing, goal.hand = 1, 0b10, 15, 9, 127
    goal.levels[2] = 3
    assert parse_goal("WIN and  destroy Hittites and reach 15 and hold 9 and raise medes to 3") == goal
