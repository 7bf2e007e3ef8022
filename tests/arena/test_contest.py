"""A contest: paired deals, rotated seats, the same result whatever plays it, and a file that survives everything."""

import json
import multiprocessing
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import shinar.arena.contest
from shinar.arena import Contest, GameResult, play_game, run_contest, summarise
from shinar.arena.backends import InThisProcess, LocalProcesses, OnRay, WorkersDiedError, _Worker
from shinar.arena.results import Results
from shinar.arena.summary import elo, wilson
from shinar.core.errors import NotationError, OptionError
from shinar.core.match import Match
from shinar.core.options import OptionValue

CONTEST = Contest("babel", ("greedy", "random"), games=6, seed=3, options={"starter": 0})


def without_times(played: GameResult) -> GameResult:
    """A result without what depends on the machine."""
    return replace(played, seconds=(0.0,) * len(played.seconds))


# ---- what is played ---------------------------------------------------------------------------------------------


def test_players_rotate_through_the_seats_of_a_round() -> None:
    assert [CONTEST.seating(number) for number in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert [CONTEST.round_of(number) for number in range(4)] == [0, 0, 1, 1]


def test_a_game_follows_from_its_number_alone() -> None:
    assert without_times(play_game(CONTEST, 3)) == without_times(play_game(CONTEST, 3))
    assert without_times(play_game(CONTEST, 3)) != without_times(play_game(CONTEST, 5))


def test_the_games_of_a_round_are_dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    class Noted(Match[Any]):
        def __init__(self, game: Any, seed: int) -> None:
            seeds.append(seed)
            super().__init__(game, seed)

    monkeypatch.setattr(shinar.arena.contest, "Match", Noted)
    for number in (0, 1, 2):
        play_game(replace(CONTEST, players=("random", "random")), number)
    assert seeds[0] == seeds[1] != seeds[2]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": ("greedy", "nobody")}, "there is no bot 'nobody'"),
        ({"players": ("greedy",)}, "babel has 2 seats, and 1 player was named"),
        ({"players": ("search:lots", "random")}, "'lots' is not a budget"),
        ({"games": 0}, "needs at least one game"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ],
)
def test_a_contest_that_cannot_be_held_is_refused_in_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        replace(CONTEST, **change).check()


# ---- where it is played -----------------------------------------------------------------------------------------


def test_processes_give_the_same_results_as_this_one() -> None:
    here = [without_times(played) for played in InThisProcess().play(CONTEST, [0, 1, 2, 3])]
    there = [without_times(played) for played in LocalProcesses(2).play(CONTEST, [0, 1, 2, 3])]
    assert sorted(there, key=lambda played: played.number) == here


def test_a_worker_that_is_killed_costs_no_game_and_is_told_of() -> None:
    numbers: list[int] = []
    told: list[str] = []
    for played in LocalProcesses(1, told.append).play(CONTEST, list(range(4))):
        numbers.append(played.number)
        if len(numbers) == 1:
            for child in multiprocessing.active_children():
                os.kill(child.pid or 0, signal.SIGKILL)
    assert sorted(numbers) == [0, 1, 2, 3]
    assert told == ["a worker has died (killed by signal 9); game 2 is played again"]


def test_workers_end_when_a_contest_is_broken_off() -> None:
    def tire(done: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_contest(CONTEST, LocalProcesses(2), progress=tire)
    assert multiprocessing.active_children() == []


def test_workers_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def die_at_once(worker: _Worker, number: int) -> None:
        worker.number, worker.is_busy = number, True
        worker.process.kill()

    monkeypatch.setattr(_Worker, "send", die_at_once)
    with pytest.raises(WorkersDiedError, match="keep dying before they finish a game"):
        list(LocalProcesses(1).play(CONTEST, [0]))


def test_a_mistake_in_a_worker_is_told_here() -> None:
    with pytest.raises(OptionError, match="there is no bot 'nobody'"):
        list(LocalProcesses(1).play(replace(CONTEST, players=("nobody", "random")), [0]))


def test_no_worker_is_too_few() -> None:
    with pytest.raises(OptionError, match="at least one worker"):
        LocalProcesses(0)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nowhere", "'nowhere' is not the address of a Ray cluster: write HOST:PORT"),
        ("127.0.0.1:x", "is not the address of a Ray cluster"),
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1"),
        ("ray://127.0.0.1:1", "no Ray cluster answers at ray://127.0.0.1:1"),
        ("127.0.0.1:99999", "no Ray cluster answers at 127.0.0.1:99999"),
    ],
)
def test_an_address_where_no_ray_is_is_refused_at_once(address: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        OnRay(address)


def test_contests_can_be_told_apart_in_a_set() -> None:
    assert len({CONTEST, replace(CONTEST), replace(CONTEST, seed=4)}) == 2


def test_a_missing_ray_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(OptionError, match="Ray is not installed; install it with"):
        OnRay()


# ---- the file ---------------------------------------------------------------------------------------------------


def test_an_interrupted_contest_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run_contest(replace(CONTEST, games=2), file=file)
    seen: list[int] = []
    summary = run_contest(CONTEST, file=file, progress=seen.append)
    assert seen == [2, 3, 4, 5, 6]
    assert [verdict.wins for verdict in summary.verdicts] == [verdict.wins for verdict in run_contest(CONTEST).verdicts]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run_contest(replace(CONTEST, games=3), file=file)
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[:-20], encoding="utf-8")
    run_contest(replace(CONTEST, games=3), file=file)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert sorted(json.loads(line)["number"] for line in lines[1:]) == [0, 1, 2]


def test_an_empty_file_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.touch()
    assert Results(file, CONTEST).load() == {}
    assert file.read_text(encoding="utf-8").startswith('{"format": "shinar arena 1"')


@pytest.mark.parametrize(
    "content",
    ["hello\n", "a line, and no end of it", "one\ntwo", '{"format": "shinar arena 1", "game": "chess"}\n', "\n"],
)
def test_the_file_of_something_else_is_left_alone(content: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(NotationError, match="holds the results of another contest"):
        run_contest(CONTEST, file=file)
    assert file.read_text(encoding="utf-8") == content


def test_results_of_other_bots_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    Results(file, CONTEST).load()
    monkeypatch.setattr(shinar.arena.contest, "digest_of_sources", lambda _modules: "changed")
    changed = replace(CONTEST)
    assert changed.file_name != CONTEST.file_name
    with pytest.raises(NotationError, match="before the program was changed"):
        Results(file, changed).load()


def test_a_file_that_is_no_text_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\x00\n\xfe")
    with pytest.raises(NotationError, match="holds the results of another contest"):
        run_contest(CONTEST, file=file)
    assert file.read_bytes() == b"\x89PNG\xff\x00\n\xfe"


THREE_PLAYED = GameResult(1, (9, 9, 9), (1, 1, 1), (5, 5, 5), (0.1, 0.1, 0.1), "BB-9.5")


@pytest.mark.parametrize("line", ["[]", "{}", "nonsense", json.dumps(vars(THREE_PLAYED))])
def test_a_line_that_is_no_result_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    results = Results(file, CONTEST)
    results.load()
    with file.open("a", encoding="utf-8") as open_file:
        open_file.write(line + "\n")
    with pytest.raises(NotationError, match="not a line of an arena's results"):
        results.load()


# ---- what it says -----------------------------------------------------------------------------------------------


def played(number: int, ranks: tuple[int, ...]) -> GameResult:
    """A game with these places."""
    return GameResult(number, (10,) * len(ranks), ranks, (5,) * len(ranks), (0.1,) * len(ranks), "BB-9.5")


def test_draws_count_half_and_times_are_per_action() -> None:
    summary = summarise(CONTEST, [played(0, (1, 2)), played(1, (1, 1)), played(2, (2, 1)), played(3, (1, 2))])
    first = summary.verdicts[0]
    assert (first.wins, first.draws, first.win_rate) == (2, 1, 0.625)
    assert first.milliseconds == pytest.approx(20.0)
    assert first.mean_rank == pytest.approx(1.25)


def test_partners_do_not_share_the_first_place_with_each_other() -> None:
    options: dict[str, OptionValue] = {"expansions": ("cities",), "players": 4, "teams": "pairs"}
    teams = Contest("wonders", ("a", "b", "c", "d"), 1, 0, options)
    found = summarise(teams, [played(0, (1, 3, 1, 3)), played(1, (1, 1, 1, 1))]).verdicts
    assert [(verdict.wins, verdict.draws, verdict.win_rate) for verdict in found] == [(1, 1, 0.75), (0, 1, 0.25)] * 2


def test_elo_is_only_for_two() -> None:
    three = Contest("wonders", ("a", "b", "c"), 1, 0)
    assert summarise(three, [played(0, (1, 2, 3))]).verdicts[0].elo is None


def test_wilson_intervals_are_those_of_the_textbook() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert wilson(0.0, 0) == (0.0, 1.0)
    assert all(
        wilson(rate, games)[0] <= rate <= wilson(rate, games)[1] for rate in (0.0, 1.0) for games in range(1, 50)
    )


def test_elo_differences_are_those_of_the_formula() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) == pytest.approx(-elo(0.0))


def test_notebooks_show_a_summary_as_a_table() -> None:
    shown = run_contest(replace(CONTEST, games=2))._repr_html_()
    assert "<caption>babel: 2 games</caption>" in shown
    assert "<td>greedy</td>" in shown
    assert shown.count("<tr>") == 3
