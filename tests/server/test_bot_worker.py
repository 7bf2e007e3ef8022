"""What workers do: they see an observation, choose a legal action, and judge positions."""

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import shinar
from shinar.bots import Budget, RandomBot
from shinar.core.errors import OptionError
from shinar.core.game import Observation
from shinar.core.rng import Rng, search_rng
from shinar.server.bots import bot_worker
from shinar.server.bots.bot_worker import Task, choose, odds, open_task
from shinar.server.bots.levels import best_level, default_level, known_level, levels
from shinar.server.bots.workers import Workers
from shinar.server.run import serve
from shinar.server.settings import Settings
from tests.server.helpers import let_the_bot_act, running

GAME = shinar.make("babel", starter=0)


@pytest.mark.slow  # Ray needs a while to start
def test_bots_think_on_ray_when_asked(tmp_path: Path) -> None:
    with running(tmp_path, ray="local") as server:
        person = server.join(server.post("/api/play", {"game": "babel", "options": {"starter": 0}}), 0)
        assert person.ask("hint")["action"] in person.latest["actions"]
        assert sum(person.ask("odds")["chances"]) == pytest.approx(1)
        let_the_bot_act(person)
        assert listening_elsewhere(server.process.pid) == set()
        assert settings_of_ray(server.process.pid, "RAY_AUTH_MODE") == {"token"}
        assert len(settings_of_ray(server.process.pid, "RAY_AUTH_TOKEN")) == 1
        assert server.stop() == 0
    assert '"level": "error"' not in server.log_file.read_text(), server.log_file.read_text()


def listening_elsewhere(process: int) -> set[str]:
    """The addresses, as the kernel writes them, on which a process and its children let other machines in."""
    children = {child for child in Path("/proc").glob("[0-9]*") if descends_from(child, process)}
    links = [link for child in children for link in (child / "fd").iterdir() if link.is_symlink()]
    inodes = {inode for link in links if (inode := target_of(link).partition("socket:[")[2].rstrip("]"))}
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()]
    found = {line[1].partition(":")[0] for line in lines if line[3] == "0A" and line[9] in inodes}
    return {address for address in found if not address.endswith("0100007F")}


def settings_of_ray(process: int, name: str) -> set[str]:
    """The values of a variable in the environments of the processes in which Ray keeps a cluster together."""
    children = [child for child in Path("/proc").glob("[0-9]*") if descends_from(child, process)]
    keepers = [child for child in children if program_of(child).startswith(("gcs_server", "raylet"))]
    assert keepers
    variables = [line for child in keepers for line in (child / "environ").read_text().split("\0")]
    return {line.partition("=")[2] for line in variables if line.startswith(f"{name}=")}


def program_of(child: Path) -> str:
    try:
        return (child / "comm").read_text()
    except OSError:  # ended meanwhile
        return ""


def target_of(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:  # closed meanwhile
        return ""


def descends_from(child: Path, process: int) -> bool:
    """Whether a process, as its folder in /proc, has another among its forebears."""
    number = int(child.name)
    while number > 1 and number != process:
        try:
            number = int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            return False
    return number == process


def test_nobody_thinks_any_more_when_the_workers_have_ended() -> None:
    workers = Workers(1)
    workers.begin()
    workers.stop()
    with pytest.raises(RuntimeError, match="the server is shutting down"):
        asyncio.run(workers.choose(task(shinar.Match(GAME, seed=3))))


def test_what_several_wait_for_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []

    class Cold(Workers):
        async def _in_pool(self, function: Any, *arguments: Any) -> Any:
            if function is bot_worker.if_compiled:
                raise bot_worker.NotCompiledError
            return 7

    async def compile_apart(_lane: Any, _function: Any, task: Task) -> None:
        compiled.append(task.level)
        await asyncio.sleep(0)

    async def ask() -> tuple[int, int | None, int]:
        workers, asked = Cold(1), task(shinar.Match(GAME, seed=3))
        return await asyncio.gather(workers.choose(asked), workers.choose_at_once(asked), workers.choose(asked))

    monkeypatch.setattr("shinar.server.bots.compiler._CompileQueue._run_now", compile_apart)
    assert list(asyncio.run(ask())) == [7, None, 7]
    assert compiled == ["random"]


@pytest.mark.parametrize("game", ["babel", "babylonia", "wonders"])
def test_a_stand_in_chooses_legal_actions_without_a_compiler(game: str) -> None:
    match = shinar.Match(shinar.make(game), seed=3)
    for _ in range(4):
        seat = match.actors[0]
        asked = Task(game, tuple(match.game.options.items()), "level2", seat, match.observe(seat).state)
        action = bot_worker.if_compiled(bot_worker.stand_in, asked)
        assert action in match.legal_actions(seat)
        match.play(seat, action)


def test_a_server_without_ray_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match="Ray is not installed; install it with"):
        serve(Settings(tmp_path, ray="local"))


def task(match: shinar.Match[Any], level: str = "random", seat: int = 0) -> Task:
    return Task("babel", tuple(GAME.options.items()), level, seat, match.observe(seat).state)


@pytest.mark.parametrize("level", [level.name for level in levels("babel")])
def test_every_level_chooses_legal_actions(level: str) -> None:
    match = shinar.Match(GAME, seed=3)
    for _ in range(6):
        seat = match.actors[0]
        action = choose(task(match, level, seat))
        assert action in match.legal_actions(seat)
        match.play(seat, action)


def test_levels_are_known_by_name_and_unknown_ones_become_the_default() -> None:
    names = [level.name for level in levels("babel")]
    assert len(set(names)) == len(names) >= 2
    assert default_level("babel") == names[1]
    assert best_level("babel") == names[-1]
    assert known_level("babel", names[0]) == names[0]
    assert known_level("babel", "retired") == known_level("babel", None) == names[1]


def test_odds_of_a_match_that_is_over_are_its_outcome() -> None:
    match, chance = shinar.Match(GAME, seed=8), random.Random(8)
    while not match.is_over:
        match.play(match.actors[0], chance.choice(match.legal_actions(match.actors[0])))
    assert match.outcome is not None
    expected = [1 / len(match.outcome.winners) if seat in match.outcome.winners else 0.0 for seat in (0, 1)]
    assert odds(task(match)) == expected


def test_without_an_analyst_matches_are_played_on_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "_analyst", lambda _game: None)
    monkeypatch.setattr(bot_worker, "PLAYOUTS", 10)
    match = shinar.Match(GAME, seed=3)
    chances = odds(task(match))
    assert sum(chances) == pytest.approx(1)
    assert all(chance * 20 == pytest.approx(round(chance * 20)) for chance in chances)


@pytest.mark.parametrize("seat", [0, 1])
def test_an_analyst_is_asked_about_the_seat_that_must_choose(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    class Sure(RandomBot):
        def think(self, observation: Observation[Any], budget: Budget, rng: Rng) -> list[Any]:
            assert (observation.seat, budget) == (seat, Budget())
            return [Thought()]

    class Thought:
        value = 0.75

    monkeypatch.setattr(bot_worker, "_analyst", lambda _game: Sure())
    match = shinar.Match(shinar.make("babel", starter=seat), seed=3)
    assert odds(Task("babel", tuple(match.game.options.items()), "", seat, match.observe(seat).state)) == (
        [0.75, 0.25] if seat == 0 else [0.25, 0.75]
    )


def test_chances_are_told_of_any_open_position_of_7_wonders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "PLAYOUTS", 1)  # one is enough to see that it can be played on
    match = shinar.Match(shinar.make("wonders", players=4, expansions=("tower", "projects")), seed=1)
    rng = search_rng(1)
    while match.reveal().age < 1:
        seat = match.actors[0]
        match.play(seat, RandomBot().choose(match.observe(seat), Budget(), rng))
    for length in (0, len(match.log) // 2, len(match.log)):
        assert sum(odds(open_task(match.game, match.log[:length]))) == pytest.approx(1)
