"""A course: an evaluation learns from self-play, batch by batch. It can be interrupted, and goes on where it was.

The same seed gives the same weights, however often a course was interrupted.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from shinar.core.errors import NotationError, OptionError
from shinar.core.game import Game
from shinar.core.learning import Lessons, Weights
from shinar.core.registry import make
from shinar.core.rng import derive
from shinar.search.fitting import Exam, Sums, examine, fitted, whole_weights
from shinar.search.selfplay import CountedGames, play_games

__all__ = ["Course", "Syllabus"]

BATCH = 500  # games between two looks at the file
EXAM_GAMES = 200  # at each table, that are not learned from
NOISE = 10  # of a hundred actions are any, in a third of the games; twice as many in another third


@dataclass(frozen=True)
class Syllabus:
    """What a course is asked for."""

    game: str
    games: int  # in all, rounded up to whole batches
    seed: int

    @property
    def batches(self) -> int:
        """So many batches."""
        return -(-self.games // BATCH)


@dataclass
class Course:
    """What was learned so far."""

    syllabus: Syllabus
    lessons: Lessons[Any]
    sums: Sums
    done: int = 0  # batches
    log: list[str] = field(default_factory=list)  # what was told of it
    unseen: list[CountedGames] = field(default_factory=list)  # the games of the exam

    @classmethod
    def begin(cls, syllabus: Syllabus) -> "Course":
        """A course in which nothing was learned yet."""
        lessons = make(syllabus.game).expertise().lessons
        if lessons is None:
            raise OptionError(f"{syllabus.game} has nothing that can be trained")
        return cls(syllabus, lessons, Sums.empty(lessons.rows, len(lessons.counts)))

    @classmethod
    def resume(cls, syllabus: Syllabus, file: Path) -> "Course":
        """Go on with what a file holds, if there is one; NotationError if that is not from the same course."""
        course = cls.begin(syllabus)
        if not file.exists():
            return course
        try:
            kept = np.load(file, allow_pickle=False)
            mark, done, log, squares, products = (kept[name] for name in ("mark", "done", "log", "squares", "products"))
        except (OSError, ValueError, KeyError):
            raise NotationError(f"{file}: this is not what a course has learned") from None
        if str(mark) != course.mark or squares.shape != course.sums.squares.shape:
            raise NotationError(f"{file} is of another course; delete it to begin anew")
        course.done, course.log, course.sums = int(done), [str(line) for line in log], Sums(squares, products)
        return course

    @property
    def mark(self) -> str:
        """What tells one course from another; more games only make it longer."""
        return f"{self.syllabus.game} {self.syllabus.seed} {BATCH} {NOISE} {','.join(self.lessons.counts)}"

    def keep(self, file: Path) -> None:
        """Write down what was learned, so that at every moment a whole file is there."""
        part = file.with_name(f".{file.name}.part.npz")
        np.savez(
            part,
            mark=self.mark,
            done=self.done,
            log=np.array(self.log, dtype=np.str_),
            squares=self.sums.squares,
            products=self.sums.products,
        )
        part.replace(file)

    def learn(self, after_batch: Callable[[], None]) -> None:
        """Play and learn from all batches that are left."""
        while self.done < self.syllabus.batches:
            self.sums.add(self._play(self.done, BATCH, "batch"))
            self.done += 1
            after_batch()

    def result(self) -> tuple[Weights, Exam]:
        """The weights, and how well they foretell games that they were not fitted to."""
        if not self.unseen:
            self.unseen = [self._play(table, EXAM_GAMES, "exam") for table in range(len(self.lessons.tables))]
        points = fitted(self.sums)
        exam = examine(points, self.unseen)
        return whole_weights(points, exam), exam

    def _play(self, number: int, games: int, purpose: str) -> CountedGames:
        return play_games(self._table(number), self.lessons, games, NOISE, derive(self.syllabus.seed, purpose, number))

    def _table(self, number: int) -> Game[Any]:
        """The tables take turns."""
        return make(self.syllabus.game, **self.lessons.tables[number % len(self.lessons.tables)])
