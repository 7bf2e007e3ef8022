"""A course: an evaluation learns from self-play, batch by batch. It can be interrupted, and goes on where it was.

A course has generations. In the first, seats act by the guide's weights; in later ones by a search with what the
generation before has learned, so that the games become better, and so does what is learned from them. The same seed
gives the same weights, however often a course was interrupted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shinar.core.errors import NotationError, OptionError
from shinar.core.game import Game
from shinar.core.guide import Guide
from shinar.core.learning import Generation, Lessons, Weights
from shinar.core.registry import make
from shinar.core.rng import derive
from shinar.search.fitting import Exam, Sums, examine, fitted, whole_weights
from shinar.search.network import Pupil, examine_network
from shinar.search.rating import guide_with
from shinar.search.selfplay import CountedGames, SelfPlay, play_games

__all__ = ["Course", "Syllabus"]

BATCH = 500  # games between two looks at the file …
SEARCHED_BATCH = 30  # … and of those in which every action is searched
EXAM_GAMES = 200  # at each table, that are not learned from; …
SEARCHED_EXAM_GAMES = 60  # … again, if every action is searched
NOISE = 10  # of a hundred actions or turns are stray, in a third of the games; twice as many in another third
# what its file keeps
FIELDS = ("mark", "generation", "done", "log", "squares", "products", "before", "slopes", "means", "exams")


@dataclass(frozen=True)
class Syllabus:
    """What a course is asked for."""

    game: str
    games: int | None  # in all, rounded up to whole batches; None: as many as the game suggests
    seed: int

    def generations(self, lessons: Lessons[Any]) -> list[Generation]:
        """The generations of a course, in proportion to those that the game suggests."""
        suggested = sum(one.games for one in lessons.generations)
        wanted = self.games or suggested
        return [one._replace(games=-(-one.games * wanted // suggested)) for one in lessons.generations]


@dataclass
class Course:
    """What was learned so far."""

    syllabus: Syllabus
    lessons: Lessons[Any]
    sums: Sums
    generation: int = 0
    done: int = 0  # batches of this generation
    log: list[str] = field(default_factory=list)  # the lines that were reported
    exams: list[tuple[int, float]] = field(default_factory=list)  # the generation and the log loss of each line
    before: NDArray[np.float64] | None = None  # the points for each count that the generation before has learned …
    found: Exam | None = None  # … and how well that predicts
    unseen: list[CountedGames] = field(default_factory=list)  # the games of the exam
    learned: Guide[Any] | None = None  # how this generation searches: one for all its games, for each is compiled anew
    pupil: Pupil | None = None  # what learns in place of the sums, if the game has a network

    @classmethod
    def begin(cls, syllabus: Syllabus) -> "Course":
        """A course in which nothing was learned yet."""
        lessons = make(syllabus.game).expertise().lessons
        if lessons is None:
            raise OptionError(f"{syllabus.game} has nothing that can be trained")
        pupil = Pupil(lessons, syllabus.seed) if lessons.units else None
        return cls(syllabus, lessons, Sums.empty(lessons.rows, len(lessons.counts)), pupil=pupil)

    @classmethod
    def resume(cls, syllabus: Syllabus, file: Path) -> "Course":
        """Go on with what a file holds, if there is one; NotationError if that is not from the same course."""
        course = cls.begin(syllabus)
        if not file.exists():
            return course
        try:
            kept = np.load(file, allow_pickle=False)
            mark, generation, done, log, squares, products, before, slopes, means, exams = (
                kept[name] for name in FIELDS
            )
        except (OSError, ValueError, KeyError):
            raise NotationError(f"{file}: this is not what a course has learned") from None
        if str(mark) != course.mark or squares.shape != course.sums.squares.shape:
            raise NotationError(f"{file} belongs to another course; delete it to start over")
        course.generation, course.done = int(generation), int(done)
        course.log, course.sums = [str(line) for line in log], Sums(squares, products)
        course.exams = [(int(number), float(loss)) for number, loss in exams]
        if len(slopes):
            course.before, course.found = before, Exam(0.0, 0.0, tuple(slopes.tolist()), tuple(means.tolist()))
        if course.pupil is not None:
            course.pupil.restore(kept)
        return course

    @property
    def mark(self) -> str:
        """What tells one course from another; with one generation, more games only make it longer."""
        plan = self.generations if len(self.lessons.generations) > 1 else []
        numbers = f"{self.syllabus.seed} {BATCH} {SEARCHED_BATCH} {NOISE} {[tuple(one) for one in plan]}"
        lessons = self.lessons
        manner = f"{lessons.units} {lessons.stray_turns} {lessons.by_places} {lessons.by_itself} {lessons.searched}"
        if lessons.own_percent is not None:
            manner += f" {lessons.own_percent}"
        return f"{self.syllabus.game} {numbers} {manner} {','.join(lessons.counts)}"

    @property
    def generations(self) -> list[Generation]:
        """What is played in all."""
        return self.syllabus.generations(self.lessons)

    @property
    def batches(self) -> int:
        """Batches of all generations."""
        return sum(map(_batches, self.generations))

    @property
    def done_in_all(self) -> int:
        """Batches that were played, in all generations."""
        return sum(map(_batches, self.generations[: self.generation])) + self.done

    @property
    def is_generation_over(self) -> bool:
        """Whether all batches of this generation were played."""
        return self.done == _batches(self.generations[self.generation])

    @property
    def games_played(self) -> int:
        """Games of this generation that were learned from."""
        return self.done * self._batch

    def save(self, file: Path) -> None:
        """Write down what was learned, so that at every moment a whole file is there."""
        part = file.with_name(f".{file.name}.part.npz")
        before = np.zeros_like(self.sums.products) if self.before is None else self.before
        np.savez(
            part,
            mark=self.mark,
            generation=self.generation,
            done=self.done,
            log=np.array(self.log, dtype=np.str_),
            squares=self.sums.squares,
            products=self.sums.products,
            before=before,
            slopes=np.array(() if self.found is None else self.found.slopes),
            means=np.array(() if self.found is None else self.found.means),
            exams=np.array(self.exams),
            **({} if self.pupil is None else self.pupil.kept()),
        )
        part.replace(file)

    def learn(self, after_batch: Callable[[], None]) -> None:
        """Play and learn from all batches that are left."""
        while True:
            while not self.is_generation_over:
                played = self._play(self.done, self._batch, "batch")
                if self.pupil is None:
                    self.sums.add(played, self.lessons.by_places, self.before, self.lessons.by_itself)
                else:
                    self.pupil.add(played)
                self.done += 1
                after_batch()
            if self.generation + 1 == len(self.generations):
                return
            self._begin_next_generation()

    def result(self) -> tuple[Weights, Exam]:
        """The weights, and how well they predict games that they were not fitted to."""
        if not self.unseen:
            games = SEARCHED_EXAM_GAMES if self._iterations else EXAM_GAMES
            self.unseen = [self._play(table, games, "exam") for table in range(len(self._tables))]
        if self.pupil is not None:
            network = self.pupil.network()
            return network.whole_weights(), examine_network(network, self.unseen)
        points = fitted(self.sums, self.before)
        exam = examine(points, self.unseen, self.found)
        return whole_weights(points, exam), exam

    def _begin_next_generation(self) -> None:
        """Begin the next generation with what this one has learned."""
        if self.pupil is None:
            self.found = self.result()[1]
            self.before = fitted(self.sums, self.before)
            self.sums = Sums.empty(self.lessons.rows, len(self.lessons.counts))
        else:
            self.pupil.begin_next_generation()
        self.generation, self.done, self.unseen, self.learned = self.generation + 1, 0, [], None

    @property
    def _iterations(self) -> int:
        return self.generations[self.generation].iterations

    @property
    def _tables(self) -> tuple[Mapping[str, Any], ...]:
        return self.lessons.tables_of(self.generations[self.generation])

    @property
    def _batch(self) -> int:
        return SEARCHED_BATCH if self._iterations else BATCH

    def _play(self, number: int, games: int, purpose: str) -> CountedGames:
        seed = derive(self.syllabus.seed, purpose, self.generation, number)
        asked = SelfPlay(games, NOISE, seed, self._iterations)
        table = self._table(number)
        return play_games(table, self._guide(table), self.lessons, asked)

    def _guide(self, table: Game[Any]) -> Guide[Any]:
        """The guide of the game, with what the generation before has learned instead of its own evaluation."""
        expertise, weights = table.expertise(), self._weights_before
        guide = expertise.variants[self.lessons.variant] if self.lessons.variant else expertise.guide
        if weights is None:
            return guide
        if self.learned is None:
            self.learned = _counting(guide_with(guide, self.lessons, weights), self.lessons.own_percent)
        return self.learned

    @property
    def _weights_before(self) -> Weights | None:
        if self.pupil is not None:
            return self.pupil.before
        return None if self.before is None or self.found is None else whole_weights(self.before, self.found)

    def _table(self, number: int) -> Game[Any]:
        """The tables take turns."""
        return make(self.syllabus.game, **self._tables[number % len(self._tables)])


def _counting(guide: Guide[Any], own_percent: int | None) -> Guide[Any]:
    """A guide with which the own points of a seat count so much, if they count at all."""
    if guide.own_points is None or own_percent is None:
        return guide
    return replace(guide, own_points=replace(guide.own_points, percent=own_percent))


def _batches(generation: Generation) -> int:
    """The batches of a generation."""
    return -(-generation.games // (SEARCHED_BATCH if generation.iterations else BATCH))
