"""A study of a game: many games of a search against itself, what each seat had in them, and what it came to.

Two games in a row have the same deal, and the players think independently: how alike they end says how much the deal
decides.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from shinar.arena.backends import Backend, InThisProcess
from shinar.arena.sources import digest_of_sources
from shinar.core.errors import NotationError, OptionError
from shinar.core.game import Game
from shinar.core.options import OptionValue, options_to_json
from shinar.core.registry import game_class, make
from shinar.core.rng import search_rng
from shinar.core.study import FinishedGame, Study
from shinar.search.selfplay import record_game

__all__ = ["Sample", "StudiedGame", "play_sample", "study_of"]

TITLE = "shinar study 1"
ALIKE = 2  # games of one deal


@dataclass(frozen=True)
class StudiedGame:
    """What is kept of a game, by seat."""

    number: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    turns: int
    actions: int
    ending: str  # the clause
    traits: tuple[Mapping[str, tuple[str, ...]], ...]
    points: tuple[Mapping[str, int], ...]


@dataclass(frozen=True)
class Sample:
    """Games with the same options, of a search with the guide of the game against itself."""

    game: str
    iterations: int  # for each action
    games: int
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)

    def make_game(self) -> Game[Any]:
        """The game that is played."""
        return make(self.game, **self.options)

    def play(self, number: int) -> StudiedGame:
        """Play one game."""
        game = self.make_game()
        thinking, dealing = search_rng(self.seed, number), search_rng(self.seed, "deal", number // ALIKE)
        return _studied(number, record_game(game, game.expertise().guide, self.iterations, thinking, dealing))

    def prepare(self) -> None:
        """Play a game for nothing, which compiles what all processes need."""
        self.play(0)

    @property
    def identity(self) -> dict[str, Any]:
        """What makes two samples the same, whatever their length."""
        named = {"game": self.game, "iterations": self.iterations, "seed": self.seed}
        sources = digest_of_sources((game_class(self.game).__module__,))
        return named | {"options": options_to_json(self.options), "sources": sources}


def study_of(game: str) -> Study:
    """How a game is studied; OptionError if it does not say."""
    study = game_class(game).expertise().study
    if study is None:
        raise OptionError(f"{game} does not say what to study")
    return study


def _studied(number: int, played: FinishedGame[Any]) -> StudiedGame:
    game, state = played.game, played.state
    outcome = game.outcome(state)
    assert outcome is not None, "it was played to the end"
    facts = study_of(game.name).facts(played)
    traits, points = tuple(dict(one.traits) for one in facts), tuple(dict(one.points) for one in facts)
    turns = game.rules.turn(state)
    return StudiedGame(number, outcome.scores, outcome.ranks, turns, len(played.log), outcome.clause, traits, points)


# ---- the file ---------------------------------------------------------------------------------------------------


def play_sample(
    sample: Sample, file: Path, progress: Callable[[int], None], backend: Backend | None = None
) -> list[StudiedGame]:
    """The games of a sample: those that a file has, and the others, each added to it as soon as it is played."""
    kept = {game.number: game for game in _read(file, sample)}
    progress(len(kept))
    missing = [number for number in range(sample.games) if number not in kept]
    with closing((backend or InThisProcess()).play(sample, missing)) as games:
        for game in games:
            assert isinstance(game, StudiedGame)
            kept[game.number] = game
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(asdict(game)) + "\n")
            progress(len(kept))
    return [kept[number] for number in range(sample.games)]


def _read(file: Path, sample: Sample) -> Iterator[StudiedGame]:
    """What a file holds; a last line that an interruption has cut off is dropped."""
    head = json.dumps({"format": TITLE, **sample.identity})
    text = file.read_text("utf-8") if file.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if not whole:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(head + "\n", encoding="utf-8")
        return
    lines = whole.splitlines()
    if lines[0] != head:
        what = "another study, or of this one before the program was changed"
        raise NotationError(f"{file} holds the games of {what}; name another folder")
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    for line in lines[1:]:
        game = _game_of(line, file)
        if game.number < sample.games:
            yield game


def _game_of(line: str, file: Path) -> StudiedGame:
    try:
        data = json.loads(line)
        traits = tuple({kind: tuple(values) for kind, values in one.items()} for one in data.pop("traits"))
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return StudiedGame(**values, traits=traits)
    except (ValueError, TypeError, AttributeError, KeyError):
        raise NotationError(f"{file}: this is not a game of a study: {line[:60]}") from None
