"""`shinar train`: teaches a game's evaluation by self-play, and writes its weights."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shinar.cli.files import check_place, write_whole
from shinar.cli.terminal.console import InterruptedRunError, compiling, out, progress_bar
from shinar.core.learning import weights_text
from shinar.core.registry import game_class

if TYPE_CHECKING:
    from shinar.search.course import Course
    from shinar.search.fitting import Exam

__all__ = ["train"]

GAMES = 36_000
CHECKS = 8  # exams during a course
PERCENT = 100


def train(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games to learn from.")] = GAMES,
    seed: Annotated[int, typer.Option(help="The seed of everything random.")] = 0,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the weights there; default: GAME-weights.json.")
    ] = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the log there too.")] = None,
) -> None:
    """Teach a game's evaluation from nothing, by games it plays against itself; an interrupted course goes on."""
    game_class(name)
    file = weights or Path(f"{name}-weights.json")
    for place in (file, log):
        if place is not None:
            check_place(place)
    from shinar.search.course import Course, Syllabus  # slow to import

    kept = file.with_name(f"{file.name}.course.npz")
    course = Course.resume(Syllabus(name, games, seed), kept)
    with compiling(name):
        teach(course, kept)
        found = course.result()[0]
    write_whole(file, weights_text(found, course.lessons.counts))
    if log is not None:
        command = f"shinar train {name} --games {games} --seed {seed}"
        write_whole(log, "\n".join([command, *course.log]) + "\n")
    kept.unlink(missing_ok=True)
    out().print(f"weights: {file}")


def teach(course: "Course", kept: Path) -> None:
    """Learn all batches that are left, with an exam from time to time."""
    batches = course.syllabus.batches
    every = max(1, batches // CHECKS)
    with progress_bar("batches") as bar:
        ticks = bar.add_task(f"learning {course.syllabus.game}", total=batches, completed=course.done)

        def after_batch() -> None:
            if course.done % every == 0 or course.done == batches:
                course.log.append(report(course.done, batches, course.result()[1]))
                out().print(course.log[-1])
            course.keep(kept)
            bar.advance(ticks)

        try:
            course.learn(after_batch)
        except KeyboardInterrupt:
            sentence = f"stopped after {course.done} of {batches} batches; the same command goes on"
            raise InterruptedRunError(sentence) from None


def report(done: int, batches: int, exam: "Exam") -> str:
    """How good the weights are by now."""
    return (
        f"batch {done} of {batches}: log loss {exam.loss:.4f} (a coin: 0.6931), "
        f"{PERCENT * exam.right:.1f} % of the pairs as foretold"
    )
