"""The greedy bot, and how bots are asked for."""

import pytest

from shinar import Match, OptionError, make
from shinar.bots.registry import bot_kinds, make_bot, register_bot
from shinar.core.bot import Budget
from shinar.core.rng import search_rng
from shinar.games.babel.expertise.worth import WON, evaluate
from shinar.search.greedy import GreedyBot, evaluation_of
from tests.core.toy import Toy

BABEL = make("babel")


def wins_of_greedy(games: int) -> int:
    """How many matches greedy wins against random, the seats by turns."""
    return sum(winner_is_greedy(seed) for seed in range(games))


def winner_is_greedy(seed: int) -> bool:
    match = Match(BABEL, seed)
    own = seed % 2
    bots = [make_bot("greedy" if seat == own else "random", BABEL) for seat in range(2)]
    rng = search_rng(seed)
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match.observe(seat), Budget(), rng))
    assert match.outcome is not None
    return match.outcome.winners == (own,)


def choice(position: str) -> str:
    """What greedy does as seat 0."""
    observation = BABEL.observe(BABEL.parse_position(position), 0)
    return BABEL.action_name(make_bot("greedy", BABEL).choose(observation, Budget(), search_rng(1)))


def test_greedy_beats_random_nearly_always() -> None:
    assert wins_of_greedy(20) >= 19


@pytest.mark.slow
def test_greedy_beats_random_in_at_least_95_of_100_matches() -> None:
    assert wins_of_greedy(200) >= 190


def test_greedy_takes_a_win() -> None:
    position = "second turn:9 seat:0 phase:act | @H hand:AM stack:5 H:AHMPS/1234 M:-/1234 P:-/123456 | @Q hand:AA"
    assert choice(position) == "build hittites from own stack"


def test_greedy_moves_to_where_it_can_build() -> None:
    position = "second turn:9 seat:0 phase:act | @H hand:M stack:3 H:- M:AHP/12 | @Q hand:A"
    assert choice(position) == "move medes"


def test_greedy_stops_when_nothing_helps() -> None:
    assert choice("second turn:9 seat:0 phase:act | @H hand: stack:6 H:-/1 | @Q hand:A") == "end turn"


def test_a_position_is_worth_to_one_what_it_costs_the_other() -> None:
    position = BABEL.parse_position("second turn:9 seat:0 phase:act | @H hand:AM stack:3 H:AAM/12 | @M hand:AA M:HH/1")
    assert evaluate(position, 0) == -evaluate(position, 1) > 0


def test_a_finished_game_is_worth_everything_or_nothing() -> None:
    match = Match(BABEL, 1)
    bot, rng = make_bot("random", BABEL), search_rng(1)
    while not match.is_over:
        match.play(match.actors[0], bot.choose(match.observe(match.actors[0]), Budget(), rng))
    assert match.outcome is not None
    worths = [evaluate(match.reveal(), seat) for seat in range(2)]
    assert worths == [WON if rank == 1 else -WON for rank in match.outcome.ranks]


def test_a_game_without_evaluation_is_judged_by_its_points() -> None:
    evaluate_toy = evaluation_of(Toy())
    state = Toy().initial_state()
    state.players[1].points = 3
    state.players[2].points = 1
    assert [evaluate_toy(state, seat) for seat in range(3)] == [-3, 2, -2]


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match=r"there is no bot 'deep'; there are level1, .*, greedy, random"):
        make_bot("deep", BABEL)


def test_a_bot_without_settings_refuses_one() -> None:
    with pytest.raises(OptionError, match="the bot random takes no setting"):
        make_bot("random:3", BABEL)


def test_a_bot_can_be_added_with_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shinar.bots.registry._KINDS", {})
    register_bot("patient", "Waits.", lambda _game, setting: GreedyBot(lambda _record, _seat: int(setting)))
    assert [(kind.name, kind.help) for kind in bot_kinds()] == [("patient", "Waits.")]
    assert isinstance(make_bot("patient:3", BABEL), GreedyBot)
