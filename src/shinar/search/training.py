"""A course in which a network learns a game by practice: it can be interrupted, and goes on as if it had not been.

Each batch is played at two tables at once, each by a thread of its own. What is random in a batch depends on the seed
of the course and the number of the batch alone.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from shinar.core.errors import NotationError, OptionError
from shinar.core.game import Game
from shinar.core.learning import Practice
from shinar.core.registry import make
from shinar.core.rng import derive, search_rng
from shinar.search.practice import Network, Notes, new_network, play_games
from shinar.search.reinforcement import Found, Learner, Pace, whole_skill
from shinar.search.skill import Skill

__all__ = ["Training"]

TABLES = 2  # at which a batch is played
SEATS = 3000  # of a table's games in a batch, together
USUAL_SEATS = 3
EXAM_GAMES = 400
STEP = (2e-3, 1e-4)  # from the first batch to the last …
CURIOSITY = (0.04, 0.004)
KNEE = 0.7  # … of a course that is SLOW times as long; after this part of it they fall faster
SLOW = 5 / 3


@dataclass
class Training:
    """What was learned so far."""

    game: str
    practice: Practice[Any]
    seed: int
    batches: int  # in all
    learner: Learner
    done: int = 0
    games: int = 0  # played so far
    log: list[str] = field(default_factory=list)  # the lines that were reported
    exams: list[tuple[int, float]] = field(default_factory=list)  # games, and the mean points after them

    @classmethod
    def begin(cls, game: str, seed: int, games: int | None = None) -> "Training":
        """A course of about so many games in which nothing was learned yet."""
        practice = make(game).expertise().practice
        if practice is None:
            raise OptionError(f"{game} has no network that learns by practice")
        learner = Learner(new_network(practice, derive(seed, "network")))
        batches = -(-(games or practice.games) // (TABLES * SEATS // USUAL_SEATS))
        return cls(game, practice, seed, batches, learner)

    def resume(self, file: Path) -> None:
        """Go on with what a file holds, if there is one; NotationError if that is not from the same course."""
        if not file.exists():
            return
        try:
            with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
                mark, log, numbers, exams = str(kept["mark"]), kept["log"], kept["numbers"].tolist(), kept["exams"]
                parts = {kind: [kept[f"{kind}-{name}"] for name in Network._fields] for kind in KINDS}
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            raise NotationError(f"{file}: this is not what a course has learned") from None
        if mark != self.mark:
            raise NotationError(f"{file} belongs to another course; delete it to start over")
        self.done, self.games, self.learner.steps = numbers
        self.log, self.exams = [str(line) for line in log], [(int(games), float(points)) for games, points in exams]
        for kind in KINDS:
            setattr(self.learner, kind, Network(*parts[kind]))

    def save(self, file: Path) -> None:
        """Write down what was learned, so that at every moment a whole file is there."""
        part = file.with_name(f".{file.name}.part.npz")
        parts = {
            f"{kind}-{name}": array
            for kind in KINDS
            for name, array in zip(Network._fields, getattr(self.learner, kind), strict=True)
        }
        numbers = np.array([self.done, self.games, self.learner.steps])
        log = np.array(self.log, dtype=np.str_)
        np.savez(part, mark=self.mark, log=log, numbers=numbers, exams=np.array(self.exams), **parts)
        part.replace(file)

    @property
    def mark(self) -> str:
        """What tells one course from another."""
        tables = [(share, sorted(options.items())) for share, options in self.practice.tables]
        shapes = [part.shape for part in self.learner.network]
        return f"{self.game} {self.seed} {self.batches} {shapes} {tables}"

    def learn(self, after_batch: Callable[[Found], None]) -> None:
        """Play and learn from all batches that are left."""
        with ThreadPoolExecutor(TABLES) as threads:
            while self.done < self.batches:
                tables = self._tables()
                played = list(threads.map(self._play, range(TABLES), tables))
                pace, seed = self._pace(), derive(self.seed, "order", self.done)
                found = self.learner.learn(played, pace, seed, threads)
                self.done += 1
                self.games += sum(len(notes.scores) for notes in played)
                after_batch(found)

    def examine(self) -> float:
        """The mean points of a seat at the first of the tables, where all play by the network."""
        table = make(self.game, **self.practice.tables[0][1])
        rng = search_rng(derive(self.seed, "exam"))
        return float(play_games(table, self.practice, self.learner.network, EXAM_GAMES, rng, strangers=0).scores.mean())

    def skill(self) -> Skill:
        """What a search takes."""
        return whole_skill(self.learner)

    def _tables(self) -> list[Game[Any]]:
        """Where a batch is played."""
        random = np.random.default_rng(derive(self.seed, "tables", self.done))
        shares = np.array([share for share, _ in self.practice.tables], float)
        chosen = random.choice(len(shares), TABLES, p=shares / shares.sum())
        return [make(self.game, **self.practice.tables[number][1]) for number in chosen]

    def _play(self, thread: int, table: Game[Any]) -> Notes:
        rng = search_rng(derive(self.seed, "play", self.done, thread))
        return play_games(table, self.practice, self.learner.network, SEATS // table.num_seats, rng)

    def _pace(self) -> Pace:
        """Large steps for long, so that much is found, then ever smaller ones, so that it is played well."""
        knee = KNEE * self.batches
        part = min(self.done, knee) / (SLOW * self.batches)
        if self.done > knee:
            part += (1 - part) * (self.done - knee) / (self.batches - knee)
        step, curiosity = (first + part * (last - first) for first, last in (STEP, CURIOSITY))
        return Pace(step, curiosity)


KINDS = ("network", "means", "squares")  # of a learner
