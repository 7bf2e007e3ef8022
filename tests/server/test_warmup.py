"""Compiled code is there before the first bot is asked."""

import multiprocessing

import pytest

from shinar.server.bots.warmup import ask_bots_once, start_warm_up


def test_the_usual_opponent_of_each_game_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("shinar.server.bots.warmup.choose", lambda task: asked.append((task.game, task.level)))
    ask_bots_once(["babel", "wonders"])
    assert asked == [("babel", "level2"), ("wonders", "level2")]


def test_it_runs_beside_the_server_and_ends_in_good_order() -> None:
    start_warm_up(["babel"])
    (process,) = (child for child in multiprocessing.active_children() if child.name == "warm-up")
    process.join()
    assert process.exitcode == 0
