"""Analysis: what a choice lost, what chance brought, each with its error."""

from typing import Any

import pytest

import shinar
from shinar.core.game import CHANCE, Game
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.record import Record
from shinar.search.analysis import Estimate, analyse, options_at
from tests.core.toy import Toy

GAME = shinar.make("babel")
WON = "second turn:30 seat:0 phase:act | @A stack:4 A:HHHH/123 H:SSSSSS/123456 M:PPPPP/12345 | @Q hand:SS"

NEEDS_ASSYRIANS = "second turn:9 seat:1 phase:draw draw:1 | @Q hand:MM A:-/123 H:SSSSSS/123456 | @H hand:M H:AA S:PP"
# Seat 0 has the highest bid; seat 1 stays first if the prize is small.
PRIZE_TO_COME = (
    "deck:0,2,0,1,1,0 discards:0,0,1,0,1,1 prizes:0,2,1,2 phase:1 dealt:6 round:2 rounds:2 "
    "| hand:0,0,0,0,0,1 | hand:0,0,1,0,0,0 points:2 knows:1 | hand:0,0,0,1,0,0"
)


def shortened(match: Match[Any], actions: int) -> Record:
    """The beginning of a match."""
    whole = Record.of(match)
    return Record(whole.game, whole.rules_version, whole.options, whole.log[:actions])


def test_to_miss_a_win_is_a_loss() -> None:
    match: Match[Any] = Match(GAME, seed=1, start=GAME.parse_position(WON))
    match.play(0, "end turn")
    record = Record.of(match)
    only = Record(record.game, record.rules_version, record.options, record.log[:1], start=record.start)
    choice = analyse(only, iterations=200, runs=2).choices[0]
    assert choice.before.value == 1.0
    assert choice.lost.value > 0
    assert GAME.action_name(choice.better[0].action) == "build assyrians from own stack"


def test_the_best_action_loses_nothing() -> None:
    match: Match[Any] = Match(GAME, seed=1, start=GAME.parse_position(WON))
    match.play(0, "build assyrians from own stack")
    choice = analyse(Record.of(match), iterations=60, runs=2).choices[0]
    assert (choice.better, choice.lost) == ((), Estimate(0.0, 0.0))


def test_to_do_something_else_first_loses_nothing_while_the_best_is_still_possible() -> None:
    """What came after is told by the search of the next choice, which finds the win again."""
    match: Match[Any] = Match(GAME, seed=1, start=GAME.parse_position(WON.replace("stack:4", "hand:M stack:4")))
    match.play(0, "deploy medes")
    match.play(0, "build assyrians from own stack")
    choice = analyse(Record.of(match), iterations=100, runs=2).choices[0]
    assert (choice.after.value, choice.lost.value) == (1.0, 0.0)


def test_luck_of_one_seat_is_the_others_misfortune() -> None:
    told: list[int] = []
    found = analyse(shortened(play_at_random(GAME, 3), 40), iterations=8, runs=2, progress=told.append)
    assert found.luck(0).value == pytest.approx(-found.luck(1).value, abs=0.001)
    assert told == list(range(1, 41))


def test_every_event_of_chance_has_its_luck() -> None:
    record = shortened(play_at_random(GAME, 3), 40)
    found = analyse(record, iterations=4, runs=2)
    events = [(number, entry.action) for number, entry in enumerate(record.log) if entry.actor == CHANCE]
    assert [(luck.number, luck.action) for luck in found.lucks] == events
    assert found.luck(0).value == pytest.approx(sum(luck.gained(0).value for luck in found.lucks))


def test_the_card_that_is_needed_is_luck() -> None:
    """With one more Assyrian, seat 1 destroys a temple of six levels."""
    assert luck_of_draw(GAME.parse_position(NEEDS_ASSYRIANS), "draw assyrians", 20) > 0.02
    assert luck_of_draw(GAME.parse_position(NEEDS_ASSYRIANS), "draw medes", 20) < 0


def luck_of_draw(start: Any, name: str, playouts: int, game: Game[Any] = GAME) -> float:
    """What an event of chance would bring seat 1 in a position."""
    match: Match[Any] = Match(game, start=start, deals=False)
    match.play(CHANCE, name)
    (luck,) = analyse(Record.of(match), iterations=playouts, runs=2).lucks
    return luck.gained(1).value


@pytest.mark.usefixtures("toy_is_registered")
def test_on_average_chance_brings_no_luck() -> None:
    """Playouts deal an event like any other, so that before is the mean of all that can come after."""
    game = Toy()
    start = game.parse_position(PRIZE_TO_COME)
    lucks = {
        game.action_name(action): (luck_of_draw(start, game.action_name(action), 300, game), float(probability))
        for action, probability in game.chances(start)
    }
    assert max(luck for luck, _ in lucks.values()) > 0.05, "no prize is luck, so the test could not fail"
    assert sum(luck * probability for luck, probability in lucks.values()) == pytest.approx(0.0, abs=0.02)


def test_a_match_without_chance_has_no_luck() -> None:
    match: Match[Any] = Match(GAME, seed=1, start=GAME.parse_position(WON))
    match.play(0, "build assyrians from own stack")
    assert analyse(Record.of(match), iterations=5, runs=2).luck(0) == Estimate(0.0, 0.0)


def test_every_choice_of_a_seat_counts_for_its_skill() -> None:
    found = analyse(shortened(play_at_random(GAME, 3), 30), iterations=8, runs=2)
    lost = [found.skill_lost(seat).value for seat in range(2)]
    assert sum(lost) == pytest.approx(sum(choice.lost.value for choice in found.choices))


def test_options_are_what_the_seat_may_do() -> None:
    match: Match[Any] = Match(GAME, seed=1)
    seat = match.actors[0]
    found = options_at(match.observe(seat), iterations=20, runs=2)
    assert {option.action for option in found} <= set(match.legal_actions(seat))


def test_one_run_alone_knows_nothing_of_its_error() -> None:
    match: Match[Any] = Match(GAME, seed=1)
    found = options_at(match.observe(match.actors[0]), iterations=20, runs=1)
    assert found[0].chance.error == 0.5


@pytest.mark.usefixtures("toy_is_registered")
def test_sealed_choices_of_three_are_analysed_too() -> None:
    found = analyse(Record.of(play_at_random(Toy(), 3)), iterations=8, runs=2)
    assert {choice.seat for choice in found.choices} == {0, 1, 2}
    assert found.luck(2).error >= 0
