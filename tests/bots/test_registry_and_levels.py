"""Bots by specification, budgets as text, and the five levels."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import shinar
from shinar.arena import Contest, run_contest
from shinar.arena.ladder import rating_text
from shinar.bots.budget import budget_text, parse_budget
from shinar.bots.levels import ladder_name, level_of, levels_of, make_level, own_budget
from shinar.bots.registry import make_bot
from shinar.bots.slipping import SlippingBot
from shinar.core.bot import Budget, RandomBot
from shinar.core.errors import OptionError
from shinar.core.expertise import LEVEL_NAMES, Level, Rating
from shinar.core.game import Observation
from shinar.core.registry import game_class
from shinar.core.rng import Rng, search_rng
from shinar.core.viewer import viewer_of
from tests.core.toy import Toy

ROOT = Path(__file__).parents[2]
GAME = shinar.make("babel")
SIX_ACTIONS = "second turn:30 seat:0 phase:act | @A hand:H stack:4 A:HHH/123 H:SSSSSS/123456 M:PPPPP/12345 | @Q"


@pytest.mark.parametrize(
    ("text", "budget"), [("2000", Budget(2000)), ("50ms", Budget(seconds=0.05)), ("2s", Budget(seconds=2.0))]
)
def test_budgets_are_iterations_or_times(text: str, budget: Budget) -> None:
    assert parse_budget(text) == budget
    assert parse_budget(budget_text(budget)) == budget


@pytest.mark.parametrize("text", ["", "many", "0", "-5", "1.5", "ms", "0s", "nan", "inf", "9999s", "1e99"])
def test_a_bad_budget_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(OptionError, match="is not a budget: write iterations"):
        parse_budget(text)


@pytest.mark.parametrize("name", ["search", "plain", "best"])
def test_a_search_is_named_with_its_budget(name: str) -> None:
    assert make_bot(f"{name}:50ms", GAME).name == f"{name}:50ms"
    with pytest.raises(OptionError, match="is not a budget"):
        make_bot(f"{name}:lots", GAME)


@pytest.mark.parametrize("name", shinar.game_names())
def test_there_are_five_levels_that_think_longer_or_slip_less(name: str) -> None:
    levels = levels_of(name)
    assert [level.name for level in levels] == list(LEVEL_NAMES)
    for lower, upper in pairwise(level for level in levels if level.is_guided):
        assert (upper.iterations, -upper.slips) > (lower.iterations, -lower.slips)


@pytest.mark.parametrize("name", shinar.game_names())
def test_the_strongest_level_uses_all_that_two_seconds_allow(name: str) -> None:
    *others, king = levels_of(name)
    assert own_budget(king) == Budget(seconds=2)
    assert all(own_budget(level) == Budget(level.iterations) for level in others)


def test_every_game_has_levels() -> None:
    assert [level.number for level in Toy.expertise().levels] == [1, 2, 3, 4, 5]
    assert make_level(Toy(), 1).name == "level1"


@pytest.mark.parametrize("name", ["scribe", "3", "level3"])
def test_a_level_has_a_name_and_a_number(name: str) -> None:
    assert level_of("babel", name).number == 3


def test_a_match_has_about_as_many_decisions_as_its_level_says() -> None:
    """By benchmarks/decisions.py, which plays more of them."""
    game, bot = shinar.make("babel"), make_level(shinar.make("babel"), 1)
    count, matches = 0, 4
    for seed in range(matches):
        match, rng = shinar.Match(game, seed=seed), search_rng(seed)
        while not match.is_over:
            seat = match.actors[0]
            match.play(seat, bot.choose(match.observe(seat), Budget(), rng))
            count += 1
    assert count / matches / game.num_seats == pytest.approx(levels_of("babel")[0].decisions, rel=0.3)


@pytest.mark.parametrize("name", shinar.game_names())
def test_every_level_says_how_many_decisions_a_match_has(name: str) -> None:
    assert all(level.decisions for level in levels_of(name))


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="there is no level 'emperor'; there are apprentice"):
        level_of("babel", "emperor")


def test_a_level_takes_another_budget() -> None:
    assert make_bot("level2:500", GAME).name == "level2:500"
    with pytest.raises(OptionError, match="is not a budget"):
        make_bot("level2:lots", GAME)


def test_on_the_ladder_every_level_plays_by_iterations() -> None:
    assert [ladder_name(level) for level in levels_of("babel")][3:] == ["level4", "level5:2500"]


def test_a_level_says_what_it_does() -> None:
    assert Level(1, 40, is_guided=False).summary == "knows only the rules, searches 40 iterations for each action"
    slips = "knows the game, searches 9 iterations for each action, takes 30 of 100 actions at random"
    assert Level(2, 9, is_guided=True, slips=30).summary == slips
    assert level_of("babel", "king").summary == "knows the game, thinks for 2 seconds about each action"


class FirstBot:
    """Takes the first action, and says that it was prepared."""

    name = "first"
    is_prepared = False

    def prepare(self) -> None:
        self.is_prepared = True

    def choose(self, observation: Observation[Any], _budget: Budget, _rng: Rng) -> int:
        return observation.legal_actions()[0]


def test_a_bot_slips_as_often_as_it_should_and_then_takes_any_action() -> None:
    observation = Observation(GAME, viewer_of(0), GAME.parse_position(SIX_ACTIONS))
    bot, rng = SlippingBot(FirstBot(), 40), search_rng(1)
    chosen = Counter(bot.choose(observation, Budget(), rng) for _ in range(1000))
    others = chosen.total() - chosen[observation.legal_actions()[0]]
    share = 1 - 1 / len(observation.legal_actions())  # a slip may hit the first one
    assert set(chosen) == set(observation.legal_actions())
    assert others == pytest.approx(400 * share, abs=50)


def test_a_bot_that_slips_prepares_the_other_and_has_its_name() -> None:
    first = FirstBot()
    bot = SlippingBot(first, 10)
    bot.prepare()
    assert first.is_prepared
    assert bot.name == "first"
    SlippingBot(RandomBot(), 10).prepare()  # which needs nothing


def test_the_best_bot_takes_a_win_that_the_solver_finds() -> None:
    position = "second turn:30 seat:0 phase:act | @A hand:H stack:4 A:HHH/123 H:SSSSSS/123456 M:PPPPP/12345 | @Q"
    observation = GAME.observe(GAME.parse_position(position), 0)
    action = make_bot("best:1", GAME).choose(observation, Budget(), search_rng(1))
    assert GAME.action_name(action) == "deploy hittites"


def test_a_game_without_a_solver_is_left_to_the_search() -> None:
    assert Toy().expertise().find_win is None


SIZES = [("babel", 2), *(("babylonia", players) for players in (2, 3, 4)), *(("wonders", n) for n in (2, 3, 5))]
RATED = [*SIZES[:4], *(("wonders", n) for n in range(2, 9))]  # with a ladder of 400 games for each step


def beats_a_table_of(upper: str, lower: str, game: str, players: int, rounds: int) -> bool:
    """Whether a bot is first more often than each of the others, in as many games of each deal as there are seats."""
    options = {} if game == "babel" else {"players": players}
    contest = Contest(game, (upper, *[lower] * (players - 1)), rounds * players, seed=1, options=options)
    return run_contest(contest).verdicts[0].win_rate > 1 / players


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), SIZES)
@pytest.mark.parametrize("upper", [2, 3, 4])
def test_a_level_beats_a_table_of_the_level_below(game: str, players: int, upper: int) -> None:
    """By iterations, so that it comes to the same everywhere; it fails when a change breaks a level. The ladders have
    the figures."""
    assert beats_a_table_of(f"level{upper}", f"level{upper - 1}", game, players, rounds=16 if players == 2 else 8)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("babel", 2), ("babylonia", 2), ("wonders", 3)])
def test_the_strongest_level_beats_a_table_of_the_level_below(game: str, players: int) -> None:
    """With as many iterations as on the ladder; only at one table of each game, for it thinks longer."""
    assert beats_a_table_of(ladder_name(levels_of(game)[-1]), "level4", game, players, rounds=6)


@pytest.mark.parametrize("name", shinar.game_names())
def test_every_level_has_a_rating_where_a_ladder_was_played(name: str) -> None:
    ratings = game_class(name).expertise().ratings
    assert {(name, seats) for seats in ratings} == {size for size in RATED if size[0] == name}
    for found in ratings.values():
        assert [rating.elo for rating in found] == sorted({rating.elo for rating in found})
        assert found[0] == Rating(1000, 0)


@pytest.mark.parametrize("name", shinar.game_names())
def test_ratings_are_those_of_the_published_ladder(name: str) -> None:
    page = (ROOT / "docs" / f"ladder-{name}.md").read_text(encoding="utf-8")
    ratings = game_class(name).expertise().ratings
    for level in levels_of(name):
        cells = " | ".join(rating_text(found[level.number - 1]) for found in ratings.values())
        assert f"| {level.number} | {level.name} | {level.summary} | {cells} |" in page
