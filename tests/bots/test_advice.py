"""Advice: the best action with its reasons, the next best, and what would follow; nothing hidden shows in it."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import shinar
from shinar.core.action import Entry
from shinar.core.bot import Budget, RandomBot
from shinar.core.compiled.layout import copy_of
from shinar.core.expertise import Reason
from shinar.core.game import Game, Observation
from shinar.core.match import Match
from shinar.core.rng import search_rng
from shinar.core.story import with_names
from shinar.games.babel.expertise.reasons import reasons as babel_reasons
from shinar.games.babylonia.expertise.reasons import reasons as babylonia_reasons
from shinar.games.wonders.rules import deciding
from shinar.games.wonders.seating import FREE_CITY, holder
from shinar.search.advice import Advice, advise, own_plan, reasons_for
from shinar.search.analysis import Estimate, Option
from tests.core.toy import Toy

NAMES = ("Ann", "Bob", "Cid")
WON = "second turn:30 seat:0 phase:act | @A stack:4 A:HHHH/123 H:SSSSSS/123456 M:PPPPP/12345 | @Q hand:SS"
BABEL = "second turn:9 seat:0 phase:act | @H stack:1 hand:{hand} {mine} | @Q hand:AAAAAAA {theirs}"
Finder = Callable[[Any, Any, int], list[Reason]]


def told(find: Finder, game: Game[Any], position: str, *actions: str, seat: int = 0) -> list[str]:
    """What speaks for actions in a position, the weightiest first."""
    before = game.parse_position(position)
    after = copy_of(before)
    for action in actions:
        number = game.parse_action(action)
        assert number in game.legal_actions(after, seat)
        game.apply(after, seat, number)
    found = sorted(find(before, after, seat), key=lambda reason: -reason.worth)
    return [with_names(reason.text, NAMES) for reason in found if reason.worth > 0]


def babel(
    *actions: str, pawn: str = "H", hand: str = "AHS", mine: str = "H:SSSS", theirs: str = "A:-/123"
) -> list[str]:
    position = BABEL.format(pawn=pawn, hand=hand, mine=mine, theirs=theirs)
    return told(babel_reasons, shinar.make("babel"), position, *actions)


# ---- Babel ------------------------------------------------------------------------------------------------------


def test_building_says_which_temple_grows_and_how_far() -> None:
    said = babel("build hittites from own stack")
    assert said[0] == "raises your temple at the Hittites site from level 0 to level 1"


def test_a_third_card_of_a_kind_says_that_an_ability_can_be_paid() -> None:
    said = babel("deploy hittites", mine="H:HH")
    assert "gives you three in a row at the Hittites site, which pay for an ability" in said


def test_a_card_that_carries_another_level_says_which() -> None:
    said = babel("deploy sumerians", mine="H:HM")
    assert "puts 3 cards at the Hittites site, enough for level 3" in said


def test_destroying_says_whose_temple_is_gone() -> None:
    said = babel("destroy temple", mine="H:AAA", theirs="H:S/12")
    assert "takes Bob's temple at the Hittites site away" in said


def test_halving_a_hand_says_how_many_cards_are_lost() -> None:
    assert "makes Bob discard 3 cards" in babel("halve hand with sumerians", mine="H:SSSS")


def test_a_move_says_what_stands_where_the_pawn_goes() -> None:
    said = babel("move assyrians", mine="A:HH H:SSSS")
    assert "takes your pawn to the Assyrians site, where you have 2 cards" in said


def test_ending_a_turn_says_what_is_kept() -> None:
    assert babel("end turn", hand="AHSS") == ["keeps 1 Assyrians, 1 Hittites and 2 Sumerians for a later turn"]


def test_what_is_said_of_two_sites_is_said_once() -> None:
    said = babel("build hittites from own stack", theirs="M:S P:S")
    assert "leaves no level 1 on a stack for Bob at any site" in said
    said = babel("build hittites from own stack", theirs="A:-/1 M:-/1 S:-/1")
    assert "leaves no level 1 on a stack for Bob at the Hittites and Persians sites" in said


# ---- Babylonia --------------------------------------------------------------------------------------------------


def played(game: Game[Any], seed: int, actions: int) -> Match[Any]:
    """A match after so many random actions."""
    match: Match[Any] = Match(game, seed=seed)
    bot, rng = RandomBot(), search_rng(seed)
    for _ in range(actions):
        seat = match.actors[0]
        match.play(seat, bot.choose(match.observe(seat), Budget(), rng))
    return match


def all_reasons(game: Game[Any], seed: int) -> list[str]:
    """Everything that speaks for what players do at random in one match."""
    match: Match[Any] = Match(game, seed=seed)
    bot, rng, found = RandomBot(), search_rng(seed), []
    while not match.is_over:
        seat = match.actors[0]
        observation = match.observe(seat)
        action = bot.choose(observation, Budget(), rng)
        found += [with_names(reason, NAMES) for reason in reasons_for(observation, [action])]
        match.play(seat, action)
    return found


BABYLONIA_SAYINGS = (
    r"connects nobles to the city of [a-z, ]+ at \d+,\d+, which would pay you \d+ points",
    r"surrounds the city of [a-z, ]+ at \d+,\d+: (its nobles pay .*|no nobles are paid); (you take|\w+ takes) it",
    r"brings you \d+ points? at once.*",
    r"touches the ziggurat at \d+,\d+, which pays whenever you place a token next to any ziggurat",
    r"surrounds the ziggurat at \d+,\d+: (you win|\w+ wins) it",
    r"gives you card \d: .*",
    r"strengthens you at the .* at \d+,\d+: tokens around it: \d of yours.*; \d cells? free",
)


def test_babylonia_speaks_of_cities_ziggurats_and_cards() -> None:
    said = [text for seed in (1, 2, 3) for text in all_reasons(shinar.make("babylonia", players=3), seed)]
    for saying in BABYLONIA_SAYINGS:
        assert any(re.fullmatch(saying, text) for text in said), saying


def test_the_points_of_a_reason_are_those_the_action_brings() -> None:
    match = played(shinar.make("babylonia", players=2), 5, 30)
    seat = match.actors[0]
    observation = match.observe(seat)
    for action in observation.legal_actions():
        said = [text for text in reasons_for(observation, [action]) if text.endswith("at once")]
        after = match.copy()
        after.play(seat, action)
        gained = after.reveal().players[seat].score - match.reveal().players[seat].score
        assert all(f"brings you {gained} point" in text for text in said)


def test_an_extra_turn_is_named_only_when_it_is_taken() -> None:
    game = shinar.make("babylonia", players=2)
    before = game.initial_state()
    before.seats, after = 2, copy_of(before)
    after.seats = 2
    after.players[0].cards = after.players[0].spent = 1 << 1
    assert "takes another turn at once" not in [reason.text for reason in babylonia_reasons(before, after, 0)]
    after.players[0].spent = 1 << 2
    assert "takes another turn at once" in [reason.text for reason in babylonia_reasons(before, after, 0)]


# ---- 7 Wonders --------------------------------------------------------------------------------------------------

WONDERS_SAYINGS = (
    r"is worth \d points?",
    r"makes \d shields?, (ahead of|level with|behind) Bob \(\d\) and (ahead of|level with|behind) Cid \(\d\)",
    r"adds a (compass|gear|tablet): science from \d+ to \d+ points?",
    r"makes \w+, which you do not make yet",
    r"makes [A-Z][\w ]+ \(\w+\)( and [A-Z][\w ]+ \(\w+\))? free to build",
    r"brings \d coins.*",
)


def test_wonders_speaks_of_points_shields_science_goods_and_chains() -> None:
    said = [text for seed in (1, 2, 3) for text in all_reasons(shinar.make("wonders", players=3), seed)]
    for saying in WONDERS_SAYINGS:
        assert any(re.fullmatch(saying, text) for text in said), saying


def test_nothing_speaks_for_what_is_done_for_the_free_city() -> None:
    match: Match[Any] = Match(shinar.make("wonders", players=2), seed=2)
    own = next(seat for seat in match.actors if seat == holder(match.reveal()))
    choose = {name: action for action in match.legal_actions(own) if (name := match.game.action_name(action))}
    match.play(own, next(action for name, action in choose.items() if name.startswith("discard")))
    observation = match.observe(own)
    discard = next(one for one in observation.legal_actions() if match.game.action_group(one) == "discard")
    assert deciding(observation.state, own) == FREE_CITY
    assert reasons_for(observation, [discard]) == ()


# ---- any game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["babel", "babylonia"])
def test_advice_names_legal_actions_and_follows_its_own_plan(name: str) -> None:
    match = played(shinar.make(name), 4, 24)
    seat = match.actors[0]
    advice = advise(match.observe(seat), 300)
    legal = match.legal_actions(seat)
    assert advice.best.action in legal
    assert advice.next_best is None or advice.next_best.action in legal
    assert advice.loss >= 0
    after = match.copy()
    for action in own_plan(match.observe(seat), advice.best.action, advice.expected):
        after.play(seat, action)


def test_the_same_observation_gets_the_same_advice() -> None:
    match = played(shinar.make("babel"), 6, 20)
    observation = match.observe(match.actors[0])
    assert advise(observation, 100) == advise(observation, 100)


@pytest.mark.parametrize("name", ["babel", "babylonia"])
def test_what_is_hidden_changes_no_reason(name: str) -> None:
    match = played(shinar.make(name), 7, 30)
    seat, game = match.actors[0], match.game
    observation = match.observe(seat)
    other = game.observe(game.determinize(observation, search_rng(1)), seat)
    for action in observation.legal_actions():
        assert reasons_for(observation, [action]) == reasons_for(other, [action])


def test_a_sure_win_is_the_reason() -> None:
    game = shinar.make("babel")
    advice = advise(game.observe(game.parse_position(WON), 0), 10)
    assert advice.reasons == ("wins the game in this turn",)
    assert advice.best.chance.value == 1.0
    assert game.action_name(advice.best.action) == "build assyrians from own stack"


def test_a_game_without_reasons_gets_advice_without_them() -> None:
    match: Match[Any] = Match(Toy(), seed=5)
    advice = advise(match.observe(match.actors[0]), 50)
    assert advice.reasons == ()
    assert advice.best.action in match.legal_actions(match.actors[0])


def test_a_plan_ends_where_another_seat_acts() -> None:
    match = played(shinar.make("babel"), 4, 24)
    seat = match.actors[0]
    action = match.legal_actions(seat)[0]
    assert own_plan(match.observe(seat), action, [Entry(1 - seat, 0)]) == [action]


def test_the_next_best_never_seems_better() -> None:
    options = (Option(1, Estimate(0.4, 0.0), 10), Option(2, Estimate(0.5, 0.0), 5))
    assert Advice(options, (), ()).loss == 0.0
    assert Advice(options[:1], (), ()).loss == 0.0


def test_an_observation_is_not_changed_by_asking_for_reasons() -> None:
    observation: Observation[Any] = Match(shinar.make("babel", starter="0"), seed=8).observe(0)
    before = copy_of(observation.state)
    reasons_for(observation, observation.legal_actions()[:1])
    assert observation.state == before
