"""What is mistyped, missing or out of place: one sentence, exit code 2, and nothing is played."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run

MISUSED = 2
PAIR = ("arena", "--players", "greedy,random", "--games", "2")
BUDGET = "is not a budget: write iterations (2000) or a time for each action (50ms, 2s)"


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ("greedy,nobody", "there is no bot 'nobody'; there are level1, "),
        ("greedy,level9", "there is no bot 'level9' (did you mean "),
        ("search:abc,random", f"'abc' {BUDGET}"),
        ("search:0,random", f"'0' {BUDGET}"),
        ("search:-5ms,random", f"'-5ms' {BUDGET}"),
        ("plain:1e99,random", f"'1e99' {BUDGET}"),
        ("best:1.5,random", f"'1.5' {BUDGET}"),
        ("best:,random", "there is nothing after the colon in 'best:'"),
        ("level3:abc,random", f"'abc' {BUDGET}"),
        ("greedy:3,random", "the bot greedy takes no setting, but '3' was given"),
        ("greedy", "babel has 2 seats, and 1 player was named"),
        ("greedy,random,random", "babel has 2 seats, and 3 players were named"),
        ("greedy,", "--players needs bots separated by commas, not 'greedy,'"),
    ],
)
def test_players_that_do_not_exist_are_named(shinar: Run, players: str, sentence: str) -> None:
    refused(shinar, sentence, "arena", "--players", players)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--game", "chess"), "there is no game 'chess'"),
        (("--edition", "third"), "edition cannot be 'third'; choose from second, first"),
        (("--nonsense", "5"), "arena has no option --nonsense"),
        (("--games", "0"), "Invalid value for '--games'"),
        (("--workers", "0"), "Invalid value for '--workers'"),
        (("--seed", "x"), "Invalid value for '--seed'"),
        (("--ray", "chess"), "there is no game 'chess'"),
        (("--ray", "127.0.0.1:1"), "no Ray cluster answers at 127.0.0.1:1"),
        (("--ray=nowhere",), "'nowhere' is not the address of a Ray cluster"),
        (("--file", "a-folder"), "a-folder: Is a directory"),
        (("--file", "a-file/results.jsonl"), "a-file/results.jsonl: this is not in a folder"),
        (("--file", "picture.png"), "picture.png holds the results of another contest"),
        (("--file", "other.jsonl"), "other.jsonl holds the results of another contest"),
    ],
)
def test_an_arena_that_cannot_be_held_is_refused(shinar: Run, arguments: tuple[str, ...], sentence: str) -> None:
    refused(shinar, sentence, *PAIR, *arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("ladder", "chess"), "there is no game 'chess'"),
        (("train", "chess"), "there is no game 'chess'"),
        (("train", "babel", "--curve", "no-folder/curve.svg"), "no-folder"),
        (("train", "wonders", "--games", "0"), "Invalid value for '--games'"),
        (("train", "wonders", "--weights", "a-folder"), "a-folder: this is a folder"),
        (("ladder", "babylonia", "--players", "5"), "5"),
        (("ladder", "babel", "--colour", "red"), "ladder has no option --colour"),
        (("ladder", "babel", "--games", "0"), "Invalid value for '--games'"),
        (("ladder", "babel", "--page", "a-file/page.md"), "a-file/page.md: Not a directory"),
        (("ladder", "babel", "--page", "a-folder"), "a-folder: this is a folder"),
        (("ladder", "babel", "--folder", "a-file"), "this is not in a folder"),
        (("ladder", "babel", "--ray", "127.0.0.1:1"), "no Ray cluster answers at 127.0.0.1:1"),
        (("analyse", "nothing.txt"), "nothing.txt: No such file or directory"),
        (("analyse", "picture.png"), "picture.png: this is not a text file"),
        (("analyse", "record.txt", "--svg", "a-file/match.svg"), "a-file/match.svg: Not a directory"),
        (("analyse", "record.txt", "--runs", "1"), "Invalid value for '--runs'"),
        (("analyse", "record.txt", "--iterations", "0"), "Invalid value for '--iterations'"),
        (("hint", "nonsense"), "a position of babel has a head and two players"),
        (("hint", "nonsense", "--game", "chess"), "there is no game 'chess'"),
        (("play", "babel", "--bot", "nobody"), "there is no bot 'nobody'"),
        (("play", "babel", "--bot", "search:abc"), f"'abc' {BUDGET}"),
    ],
)
def test_other_commands_refuse_as_well(shinar: Run, arguments: tuple[str, ...], sentence: str) -> None:
    refused(shinar, sentence, *arguments)


def refused(shinar: Run, sentence: str, *arguments: str) -> None:
    """Run a command among files that are not what it needs, and see it refused."""
    Path("a-file").write_text("")
    Path("a-folder").mkdir()
    Path("picture.png").write_bytes(b"\x89PNG\xff\x00\n\xfe")
    Path("other.jsonl").write_text('{"format": "shinar arena 1", "game": "babel", "players": ["greedy", "greedy"]}\n')
    Path("record.txt").write_text("shinar record 1\ngame toy\nrules 3\n\n* deal 3\n= unfinished after 1 actions\n")
    before = sorted(Path().iterdir())
    result = shinar(*arguments)
    assert (result.exit_code, result.stdout) == (MISUSED, "")
    assert sentence in result.stderr
    assert result.stderr.startswith("shinar: ")
    assert result.stderr.count("\n") == 1
    assert sorted(path for path in Path().iterdir() if path.name != "data") == before
