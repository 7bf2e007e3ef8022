"""The commands `arena`, `ladder`, `hint` and `analyse` as a user calls them."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread, get_ident

import pytest

import shinar
from shinar.arena import Contest, GameResult, summarise
from shinar.arena.backends import WorkersDiedError, _interrupts_wait
from shinar.arena.ladder import Ladder, ladder_page, ladder_pairs
from shinar.arena.results import Results
from shinar.arena.summary import elo
from shinar.arena.whole import WholeContest
from shinar.cli.commands.arena import report_kept_games
from shinar.cli.commands.ladder import kind_of, tables_of
from shinar.cli.options import Given
from shinar.cli.ray_option import with_address
from shinar.core.expertise import Rating
from shinar.core.game import CHANCE
from shinar.core.laws import play_at_random
from shinar.core.options import OptionValue
from shinar.core.record import Record

LONG_EXAMPLE = (
    "second turn:9 seat:0 phase:act | @H hand:AHS A:HH H:SSSSAPP S:PP | @Q hand:AAAAAAA A:-/123 H:PSAAM/123456"
)
INTERRUPTED = 130
MISUSED = 2


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHINAR_DATA", str(tmp_path / "data"))


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "shinar", *arguments]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False)


def test_the_arena_prints_rates_with_intervals_as_json() -> None:
    done = run("arena", "--players", "greedy,random", "--games", "4", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["games"] == 4
    assert [player["player"] for player in data["players"]] == ["greedy", "random"]
    assert 0 <= data["players"][0]["low"] <= data["players"][0]["win_rate"] <= data["players"][0]["high"] <= 1


def test_the_arena_prints_a_table() -> None:
    done = run("arena", "--players", "greedy,random", "--games", "2", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "Babel, 2 games" in done.stdout


def until_lines(file: Path, lines: int, process: subprocess.Popen[str]) -> None:
    """Wait until a file has so many lines."""
    while not file.exists() or file.read_text(encoding="utf-8").count("\n") < lines:
        assert process.poll() is None
        time.sleep(0.05)


def interrupted(process: subprocess.Popen[str]) -> str:
    """Press Ctrl-C, which all processes in the foreground get, and see that all of them end; the complaint."""
    os.killpg(process.pid, signal.SIGINT)
    _, complaints = process.communicate()
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in complaints
    while is_alive(process.pid):  # what helps Python's workers may end a moment later
        time.sleep(0.05)
    return " ".join(complaints.split())


def is_alive(group: int) -> bool:
    """Whether any process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def begun(*arguments: str) -> subprocess.Popen[str]:
    """A command in a group of processes of its own."""
    return subprocess.Popen(
        command(*arguments), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def test_control_c_loses_only_the_games_in_flight(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arguments = ["arena", "--players", "greedy,random", "--games", "500", "--workers", "1", "--file", str(file)]
    process = begun(*arguments)
    until_lines(file, 3, process)
    complaint = interrupted(process)
    kept = file.read_text(encoding="utf-8").count("\n") - 1
    assert f"interrupted; {kept} games are kept in {file}; continue with: shinar {shlex.join(arguments)}" in complaint
    again = run(*arguments[:3], "--games", str(kept + 1), "--workers", "1", "--file", str(file), "--json")
    assert json.loads(again.stdout)["games"] == kept + 1


def rung_of(upper: str, lower: str, games: int) -> WholeContest:
    """A pair of the ladder."""
    return WholeContest("babel", (upper, lower), games, 0, dict(shinar.make("babel").options))


def keep_games(folder: Path, upper: str, lower: str, games: int) -> None:
    """Have a folder keep games of a pair of the ladder, all won by the upper."""
    contest = rung_of(upper, lower, games)
    results = Results(folder / contest.file_name, contest)
    results.load()
    for number in range(games):
        results.append(GameResult(number, (9, 8), (1, 2), (5, 5), (0.1, 0.1), "BB-9.5"))


def test_a_ladder_that_is_played_is_written_as_a_page(tmp_path: Path) -> None:
    for upper, lower in ladder_pairs("babel"):
        keep_games(tmp_path, upper, lower, 2)
    page = tmp_path / "ladder.md"
    arguments = ["ladder", "babel", "--games", "2", "--folder", str(tmp_path)]
    assert run(*arguments, "--page", str(page)).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# The ladder of babel\n\nPlayed on ")
    assert "| level5:2500 | level4 | 2 | 100.0 % | 34.2 – 100.0 % |" in text
    assert text.count("| 100.0 % |") == len(ladder_pairs("babel"))
    assert "here it has only 2,500 iterations" in text
    assert run(*arguments).stdout.strip() == text.strip()


def test_a_ladder_of_three_seats_one_against_a_table_of_the_other(tmp_path: Path) -> None:
    for upper, lower in ladder_pairs("babylonia", seats=3):
        game = shinar.make("babylonia", players=3)
        contest = WholeContest("babylonia", (upper, lower, lower), 1, 0, dict(game.options))
        results = Results(tmp_path / contest.file_name, contest)
        results.load()
        results.append(GameResult(0, (9, 8, 7), (1, 2, 3), (5, 5, 5), (0.1, 0.1, 0.1), "BN-7.2"))
    done = run("ladder", "babylonia", "--players", "3", "--games", "1", "--folder", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "The player has one seat, the other bot the 2 others: 33.3 % would be fair." in done.stdout
    assert "| level5:300 | level4 | 1 | 100.0 % |" in done.stdout


def test_without_a_number_of_players_a_ladder_is_played_with_each() -> None:
    """Those that need another option beside it are left out."""
    sizes = [game.num_seats for game in tables_of(Given("wonders", {"expansions": "leaders"}))]
    assert sizes == sorted(sizes)
    assert sizes[0] > 2
    assert len(sizes) > 3
    assert [game.num_seats for game in tables_of(Given("babylonia", {"players": 3}))] == [3]


def test_a_ladder_is_played_at_the_tables_too_that_the_game_names() -> None:
    kinds = [kind_of(game) for game in tables_of(Given("wonders", {}))]
    assert kinds[:2] == ["2 players", "3 players"]
    assert "8 players, expansions cities" in kinds
    assert kinds[-1] == "4 players, expansions cities, teams pairs"


def test_tables_of_a_size_that_was_met_before_have_a_list_of_their_own() -> None:
    contest = Contest("wonders", ("level2", "level1", "level1"), 1, 0, {"players": 3})
    results = [GameResult(0, (9, 8, 7), (1, 2, 3), (5, 5, 5), (0.1, 0.1, 0.1), "SW-10.2")]
    steps = [summarise(contest, results)] * 4
    ladders = [Ladder(title, "shinar ladder", steps) for title in ("3 players", "3 players, expansions tower")]
    page = ladder_page("wonders", ladders, "0", "today")
    assert "| level | name | plays | Elo, 3 players |\n" in page
    assert re.search(r"\| 3 players, expansions tower \| 1000 \| \d+ ± \d+ \|", page)
    assert "\n## 3 players, expansions tower\n" in page


WINS = ((1, 1, 2, 2), (2, 2, 1, 1)) * 2


def test_partners_are_no_rivals() -> None:
    options: dict[str, OptionValue] = {"players": 4, "expansions": ("cities",), "teams": "pairs"}
    contest = Contest("wonders", ("level2", *["level1"] * 3), 4, 0, options)
    results = [
        GameResult(number, (9,) * 4, ranks, (5,) * 4, (0.1,) * 4, "SW-10.2") for number, ranks in enumerate(WINS)
    ]
    paired = Ladder("4 players, teams pairs", "shinar ladder", [summarise(contest, results)] * 4, team_size=2)
    assert [rating.elo for rating in paired.ratings] == [1000] * 5
    page = ladder_page("wonders", [paired], "0", "today")
    assert "the other bot the 3 others, one of them its partner: 50.0 % would be fair." in page


def test_a_seat_that_is_first_as_often_as_the_others_leads_by_no_elo() -> None:
    assert elo(0.25, others=3) == pytest.approx(0)
    assert elo(10 / 11, others=1) == pytest.approx(400)


def test_ratings_add_up_and_their_errors_as_those_of_independent_contests() -> None:
    contest = Contest("babel", ("level2", "level1"), 400, 0)
    results = [GameResult(number, (9, 8), ranks_of(number % 4 > 0), (5, 5), (0.1, 0.1), "") for number in range(400)]
    first, second, *_, fifth = Ladder("", "", [summarise(contest, results)] * 4).ratings
    assert first == Rating(1000, 0)
    assert second.elo == pytest.approx(1000 + 191, abs=1)
    assert fifth.elo - 1000 == pytest.approx(4 * (second.elo - 1000), abs=4)
    assert fifth.error == pytest.approx(2 * second.error, abs=2)


def ranks_of(is_won: bool) -> tuple[int, int]:
    """Of the two players of a game."""
    return (1, 2) if is_won else (2, 1)


def test_control_c_in_a_ladder_tells_how_many_games_are_kept(tmp_path: Path) -> None:
    keep_games(tmp_path, "level2", "level1", 2)
    process = begun("ladder", "babel", "--games", "2", "--workers", "1", "--folder", str(tmp_path))
    until_lines(tmp_path / rung_of("level3", "level2", 2).file_name, 1, process)
    assert f"2 games are kept in {tmp_path}; continue with: shinar ladder babel" in interrupted(process)


def test_control_c_that_another_thread_receives_waits_until_a_worker_has_started() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    has_started: list[bool] = []
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupt_from_another_thread(has_started)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert has_started == [True]


def interrupt_from_another_thread(has_started: list[bool]) -> None:
    """Ctrl-C while a worker is started, received by a thread that was there before."""
    begin = Event()

    def receive() -> None:
        begin.wait()
        signal.pthread_kill(get_ident(), signal.SIGINT)

    thread = Thread(target=receive)
    thread.start()
    with _interrupts_wait():
        begin.set()
        thread.join()
        has_started.append(True)


def test_workers_that_die_leave_a_sentence_about_what_is_kept(tmp_path: Path) -> None:
    told = pytest.raises(WorkersDiedError, match=r"they die; 1 game is kept in .*; continue with: shinar")
    with told, report_kept_games(tmp_path, lambda: 1):
        raise WorkersDiedError("they die")


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["--ray"], ["--ray", "local"]),
        (["--ray", "--json"], ["--ray", "local", "--json"]),
        (["--ray", "babel"], ["--ray", "local", "babel"]),
        (["--ray", "auto"], ["--ray", "auto"]),
        (["--ray", "local"], ["--ray", "local"]),
        (["--ray", "ray://head:10001", "--json"], ["--ray", "ray://head:10001", "--json"]),
        (["--ray", "10.0.0.1:6379"], ["--ray", "10.0.0.1:6379"]),
        (["--ray=auto"], ["--ray=auto"]),
        (["--seed", "1"], ["--seed", "1"]),
    ],
)
def test_the_address_of_a_ray_may_be_left_out(given: list[str], read: list[str]) -> None:
    assert with_address(given) == read


@pytest.mark.slow
def test_ray_gives_the_same_results(tmp_path: Path) -> None:
    results: list[list[tuple[int, list[int], list[int], list[int]]]] = []
    for place in (["--workers", "1"], ["--ray"]):
        file = tmp_path / f"{len(results)}.jsonl"
        done = run("arena", "--players", "greedy,random", "--games", "4", "--seed", "2", "--file", str(file), *place)
        assert done.returncode == 0, done.stderr
        games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
        results.append(sorted((game["number"], game["scores"], game["ranks"], game["actions"]) for game in games))
    assert results[0] == results[1]


def test_a_hint_shows_every_action_with_its_chance() -> None:
    done = run("hint", LONG_EXAMPLE, "--iterations", "30", "--json")
    assert done.returncode == 0, done.stderr
    options = json.loads(done.stdout)["options"]
    assert all(0 <= option["chance"] <= 1 for option in options)
    assert "change camps" in [option["action"] for option in options]


def test_a_hint_for_a_goal_shows_the_way() -> None:
    done = run("hint", LONG_EXAMPLE, "--goal", "destroy hittites")
    assert done.returncode == 0, done.stderr
    assert "destroy hittites: possible in 4 actions" in done.stdout
    assert "4. destroy temple" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([LONG_EXAMPLE, "--seat", "1"], "seat 1 has no choice in this position; seat 0 has"),
        ([LONG_EXAMPLE.replace("phase:act", "phase:quarry")], "nobody has a choice"),
        ([LONG_EXAMPLE, "--goal", "fly"], "'fly' is not a goal"),
        (["nonsense"], "a position of babel"),
    ],
)
def test_a_hint_that_cannot_be_given_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run("hint", *arguments)
    assert done.returncode == MISUSED
    assert sentence in done.stderr


def test_an_analysis_tells_skill_from_luck(tmp_path: Path) -> None:
    match = play_at_random(shinar.make("babel"), seed=1)
    record = Record.of(match)
    file, picture = tmp_path / "match.txt", tmp_path / "match.svg"
    file.write_text(Record(record.game, record.rules_version, record.options, record.log[:40]).to_text(), "utf-8")
    done = run("analyse", str(file), "--iterations", "10", "--runs", "2", "--svg", str(picture), "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert len(data["seats"]) == 2
    assert data["choices"][0]["lost"]["value"] >= 0
    events = [number for number, entry in enumerate(record.log[:40]) if entry.actor == CHANCE]
    assert [luck["number"] for luck in data["luck"]] == events
    assert all(len(luck["gained"]) == 2 for luck in data["luck"])
    assert picture.read_text(encoding="utf-8").count("<rect x=") == len(events)
    table = run("analyse", str(file), "--iterations", "10", "--runs", "2")
    assert "chance brought" in table.stdout
