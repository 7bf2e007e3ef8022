"""How positions of Babylonia are judged, and which placements are looked at first."""

import pytest

from shinar.bots.registry import make_bot
from shinar.core.bot import Bot, Budget, RandomBot
from shinar.core.game import Actions
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.games.babylonia.actions import placed_cell, placed_kind
from shinar.games.babylonia.expertise.guide import placement_weight, weigh
from shinar.games.babylonia.expertise.worth import evaluate, value
from shinar.games.babylonia.state import State
from shinar.search.greedy import CompiledGreedyBot, GreedyBot
from tests.games.babylonia.positions import after, make, position

CITY = """
     4  5  6
  5     f1
  6  m0    m0
  7    [M]
  8        .
"""

WEIGHED = """
     1  2  3  4  5  6  7  8
  3       {C}
 12                {7}   /Z\\
 16    (m0)
 17  f0
 18    /Z\\
 19  f1    f0
 20     .
"""


def worth(state: State, *actions: str) -> int:
    """What the position after some actions of seat 0 is worth to it."""
    return evaluate(after(state, *actions), 0)


def test_positions_are_worth_to_one_what_they_cost_the_other() -> None:
    state = after(position(CITY), "place merchant 8,6")
    assert evaluate(state, 0) == -evaluate(state, 1) != 0


def test_a_city_about_to_be_won_is_worth_more_than_a_cell_anywhere() -> None:
    state = position(CITY)
    assert worth(state, "place merchant 8,6") > worth(state, "place merchant 20,4")


def test_a_noble_that_the_city_shows_is_worth_more_than_another() -> None:
    state = position(CITY)
    assert worth(state, "place merchant 8,6") > worth(state, "place priest 8,6")


def test_nobles_connected_through_farmers_count() -> None:
    drawing = """
         4  5  6
      2        m0
      3     f0
      5     f0
      6  .
      7    [M]
    """
    apart = position(drawing.replace("f0", "f1"))
    joined = position(drawing)
    assert evaluate(joined, 0) > evaluate(apart, 0)


def test_a_field_is_taken_for_its_points() -> None:
    state = position("""
         6
     10  f0
     12 {7}
    """)
    assert worth(state, "place farmer 12,6") > worth(state, "place farmer 8,6")


@pytest.mark.parametrize(("points", "expected"), [((9, 3), 1), ((3, 9), -1), ((9, 9), 0)])
def test_a_finished_game_is_won_or_lost(points: tuple[int, int], expected: int) -> None:
    state = position(scores=dict(enumerate(points)))
    state.ending = 1
    assert (evaluate(state, 0) > 0) - (evaluate(state, 0) < 0) == expected


def test_the_chance_to_win_grows_with_the_lead_and_all_chances_sum_to_about_one() -> None:
    chances = [value(position(scores={0: points}), 0) for points in (0, 10, 60)]
    assert chances == sorted(chances)
    assert chances[0] == pytest.approx(0.5)
    assert 0.5 < chances[1] < 0.9 < chances[2] < 1
    four = position(seats=4)
    assert [value(four, seat) for seat in range(4)] == pytest.approx([0.25] * 4)


@pytest.mark.parametrize(("points", "expected"), [((9, 3), 1), ((3, 9), 0), ((9, 9), 0.5)])
def test_after_the_end_the_chance_to_win_is_what_came(points: tuple[int, int], expected: float) -> None:
    state = position(scores=dict(enumerate(points)))
    state.ending = 1
    assert value(state, 0) == expected


def test_ten_points_at_once_are_the_best_card_late_in_the_game() -> None:
    state = position(cards={0: [3]})
    other = position(cards={0: [1]}, scores={0: 10})
    assert evaluate(other, 0) > evaluate(state, 0) > evaluate(position(), 0)


def test_every_action_has_a_positive_weight_and_the_winning_cell_the_highest() -> None:
    state = position(CITY)
    actions = Actions()
    game = make()
    game.rules.legal_actions(state, 0, actions)
    weigh(state, 0, actions)
    weights = dict(zip(actions.ids[: actions.n], actions.weights, strict=False))
    assert min(weights.values()) > 0
    assert max(weights, key=lambda action: weights[action]) == game.parse_action("place merchant 8,6")


def test_giving_a_city_to_others_weighs_little() -> None:
    theirs = position(CITY.replace("m0", "f1"))
    mine = position(CITY)
    spot = make().parse_action("place merchant 8,6")
    cell, kind = (spot - 1) // 4, (spot - 1) % 4
    assert placement_weight(theirs, 0, kind, cell) < placement_weight(mine, 0, kind, cell) // 5


def play_out(bots: list[Bot], seed: int) -> tuple[int, ...]:
    """The places of bots at the end of a match."""
    match = Match(make(players=len(bots)), seed)
    rng = search_rng(seed)
    while match.outcome is None:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match.observe(seat), Budget(), rng))
    return match.outcome.ranks


def test_the_greedy_bot_beats_a_random_one() -> None:
    """One match from each seat; it has won all of hundreds."""
    greedy = make_bot("greedy", make())
    assert play_out([greedy, RandomBot()], 1) == (1, 2)
    assert play_out([RandomBot(), greedy], 2) == (2, 1)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_greedy_bot_judges_alike_in_compiled_code(seats: int) -> None:
    observation = make(players=seats).observe(position(CITY, seats=seats), 0)
    plain, fast = (bot(evaluate).judged(observation) for bot in (GreedyBot, CompiledGreedyBot))
    assert plain == fast
    assert len({worth for _, worth in fast}) > 10


def test_the_search_takes_the_city_it_can_win() -> None:
    observation = make().observe(position(CITY), 0)
    action = make_bot("search:200", make()).choose(observation, Budget(), search_rng(1))
    assert make().action_name(action) == "place merchant 8,6"


def test_placements_weigh_more_next_to_ziggurats_and_on_fields() -> None:
    state = position(WEIGHED, cities={1: "M S"}, cards={0: [6]})
    game = make()

    def weight(name: str) -> int:
        action = game.parse_action(name)
        return placement_weight(state, 0, placed_kind(action), placed_cell(action))

    assert weight("place farmer 10,8") > weight("place farmer 20,4")
    assert weight("place farmer 17,3") > weight("place farmer 8,4")
    assert weight("place merchant 12,6") > weight("place merchant 3,3") > weight("place merchant 20,4")
    assert weight("place farmer 20,2") > weight("place farmer 10,8")


def test_what_is_no_placement_has_a_weight_too() -> None:
    state = after(position(CITY), "place merchant 8,6", "place farmer 20,4", "end placing")
    actions = Actions()
    make().rules.legal_actions(state, 0, actions)
    weigh(state, 0, actions)
    assert actions.weights[0] > 0
