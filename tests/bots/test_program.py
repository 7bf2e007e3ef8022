"""Programs as bots: what they are told, and what becomes of those that fail."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import shinar
from shinar.arena import Contest, run_contest
from shinar.bots import program
from shinar.bots.program import ProgramBot, ProgramError
from shinar.bots.registry import bot_kinds, make_bot
from shinar.core.bot import Budget
from shinar.core.errors import OptionError
from shinar.core.rng import search_rng

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
GREETING = 'import json, sys, time\nprint("{}", flush=True) if sys.stdin.readline() else None\n'

Write = Callable[[str], ProgramBot]


def doing(statement: str) -> str:
    """A program that greets, and then does the same whenever it is asked."""
    return f"{GREETING}for line in sys.stdin:\n    message = json.loads(line)\n    {statement}\n"


@pytest.fixture
def written(tmp_path: Path) -> Write:
    """Makes a bot of the text of a program."""

    def write(text: str, time: str = "") -> ProgramBot:
        file = tmp_path / "bot.py"
        file.write_text(text, encoding="utf-8")
        bot = make_bot(f"exec:{time}{shlex.join([sys.executable, str(file)])}", shinar.make("babel"))
        assert isinstance(bot, ProgramBot)
        return bot

    return write


def choose(bot: ProgramBot, budget: Budget | None = None) -> int:
    """What a bot does at the beginning of a match."""
    match: shinar.Match[Any] = shinar.Match(bot.game, seed=1)
    try:
        return bot.choose(match.observe(match.actors[0]), budget or Budget(), search_rng(1))
    finally:
        bot.close()


def legal() -> list[int]:
    match: shinar.Match[Any] = shinar.Match(shinar.make("babel"), seed=1)
    return match.legal_actions(match.actors[0])


# ---- playing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", ["careful.py build", "eager.js"])
def test_the_examples_play_whole_games(example: str) -> None:
    contest = Contest("babel", (f"exec:{EXAMPLES}/{example}", "random"), games=2, seed=1)
    assert run_contest(contest).games == 2


@pytest.mark.parametrize("game", ["babylonia", "wonders"])
def test_a_program_plays_every_game(game: str) -> None:
    subject = shinar.make(game)
    bot = make_bot(f"exec:{EXAMPLES}/careful.py", subject)
    match: shinar.Match[Any] = shinar.Match(subject, seed=1)
    for _ in range(10):
        seat = match.actors[0]
        match.play(seat, bot.choose(match.observe(seat), Budget(), search_rng(1)))
    assert sum(entry.actor >= 0 for entry in match.log) == 10


def test_a_program_is_told_what_its_seat_may_know(written: Write, tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    note = f"open({str(told)!r}, 'a').write(line)"
    bot = written(doing(f"{note}; print(json.dumps({{'action': message['actions'][0]['id']}}), flush=True)"))
    assert choose(bot, Budget(seconds=2.0)) == legal()[0]
    message = json.loads(told.read_text(encoding="utf-8").splitlines()[0])
    match: shinar.Match[Any] = shinar.Match(bot.game, seed=1)
    observation = match.observe(match.actors[0])
    assert (message["type"], message["number"], message["seat"]) == ("choose", 1, observation.seat)
    assert (message["text"], message["view"]) == (str(observation), json.loads(json.dumps(observation.view())))
    assert [action["id"] for action in message["actions"]] == observation.legal_actions()
    assert [action["name"] for action in message["actions"]] == [bot.game.action_name(id) for id in legal()]
    assert message["budget"] == {"seconds": 2.0, "iterations": None}


def test_an_action_may_be_answered_by_its_name(written: Write) -> None:
    bot = written(doing("print(json.dumps({'action': message['actions'][1]['name']}), flush=True)"))
    assert choose(bot) == legal()[1]


def test_a_program_that_fails_is_started_anew(written: Write, tmp_path: Path) -> None:
    been_here = tmp_path / "been_here"
    bot = written(
        f"import pathlib\nmark = pathlib.Path({str(been_here)!r})\n"
        + doing("mark.exists() or (mark.touch(), sys.exit(3))")
        + "    print(json.dumps({'action': message['actions'][0]['id']}), flush=True)\n"
    )
    assert choose(bot) == legal()[0]


def test_programs_are_no_bots_that_can_be_listed() -> None:
    assert "exec" not in {kind.name for kind in bot_kinds()}


# ---- failing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("print('{\"action\": 110}', flush=True)", 'answered {"action": 110}, which is none of the legal actions'),
        ('print(\'{"action": "fly"}\', flush=True)', 'answered {"action": "fly"}, which is none of the legal actions'),
        ("print('[1]', flush=True)", "answered [1], which is none of the legal actions"),
        ("print('build', flush=True)", "answered 'build', which is not JSON"),
        ("sys.exit('out of ideas')", "has ended, at choice 1; its last words: out of ideas"),
        ("time.sleep(60)", "has not answered within 0.3 s"),
    ],
)
def test_what_a_program_does_wrong_is_said_plainly(
    written: Write, monkeypatch: pytest.MonkeyPatch, statement: str, sentence: str
) -> None:
    monkeypatch.setattr(program, "TIME_TO_END", 0.2)
    bot = written(doing(statement))
    bot.limit = 0.3 if "sleep" in statement else 10.0
    with pytest.raises(ProgramError) as caught:
        choose(bot)
    assert str(caught.value).startswith("exec:")
    assert sentence in str(caught.value)


def test_a_program_that_does_not_greet_is_said_to(written: Write) -> None:
    with pytest.raises(ProgramError, match=r"cannot be started: it has ended; its last words: .*SyntaxError"):
        choose(written("this is no program"))


def test_a_bot_fails_so_often_and_no_more(written: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MAX_FAULTS", 1)
    with pytest.raises(ProgramError, match="has ended, at choice 1"):
        choose(written(doing("sys.exit()")))


def test_the_limit_of_time_may_be_given(written: Callable[..., ProgramBot]) -> None:
    assert written("", time="250ms:").limit == 0.25
    assert written("").limit == program.LIMIT


@pytest.mark.parametrize(
    ("specification", "sentence"),
    [
        ("exec:", "nothing after the colon"),
        ("exec", "exec: needs a command"),
        ("exec:./no-such-bot", "there is no program './no-such-bot'"),
    ],
)
def test_a_specification_without_a_program_is_refused(specification: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        make_bot(specification, shinar.make("babel"))
