"""Analysis: what a choice lost, what chance brought, each with its error."""

from typing import Any

import pytest

import shinar
from shinar.bots.analysis import Estimate, analyse, options_at
from shinar.core.laws import play_at_random
from shinar.core.match import Match
from shinar.core.record import Record
from tests.core.toy import Toy

GAME = shinar.make("babel")
WON = "second turn:30 seat:0 phase:act | @A stack:4 A:HHHH/123 H:SSSSSS/123456 M:PPPPP/12345 | @Q hand:SS"


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


def test_luck_of_one_seat_is_the_others_misfortune() -> None:
    told: list[int] = []
    found = analyse(shortened(play_at_random(GAME, 3), 40), iterations=8, runs=2, progress=told.append)
    assert found.lucks
    assert found.luck(0).value == pytest.approx(-found.luck(1).value)
    assert told == list(range(1, 41))


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
