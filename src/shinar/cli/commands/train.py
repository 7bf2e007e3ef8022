"""`shinar train`: teaches a game's evaluation by self-play, and writes its weights."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shinar.cli.files import check_place, write_whole
from shinar.cli.terminal.console import InterruptedRunError, compiling, out, progress_bar
from shinar.core.errors import OptionError
from shinar.core.learning import weights_text
from shinar.core.picture import COLOURS, Picture, seat_colour
from shinar.core.registry import game_class, make

if TYPE_CHECKING:
    from shinar.search.course import Course
    from shinar.search.fitting import Exam
    from shinar.search.reinforcement import Found
    from shinar.search.skill import Skill
    from shinar.search.training import Training

__all__ = ["train"]

CHECKS = 12  # exams during a course
KEPT_EVERY = 10  # batches of practice
EXAM_EVERY = 166  # likewise: a third of a million games
PERCENT = 100


def train(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    games: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Games to learn from; default: as many as the game suggests.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of everything random.")] = 0,
    weights: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the weights to this file; default: GAME-weights.json, or .npz."),
    ] = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the log to this file too.")] = None,
    curve: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the learning curve to this SVG file.")
    ] = None,
    policy: Annotated[
        bool, typer.Option("--policy", help="Train which actions to look at first, not what positions are worth.")
    ] = False,
    linear: Annotated[
        bool, typer.Option("--linear", help="7 Wonders: train the former evaluation, a sum of counts.")
    ] = False,
) -> None:
    """Train a game's evaluation from scratch by self-play; run it again to resume after an interruption."""
    learns_by_practice = game_class(name).expertise().practice is not None
    if linear and policy:
        raise OptionError("--policy and --linear do not go together")
    if linear and not learns_by_practice:
        raise OptionError(f"{name} has no former evaluation: leave out --linear")
    is_network = learns_by_practice and not linear and not policy
    file = weights or Path(f"{name}-skill.npz" if is_network else f"{name}-{'policy' if policy else 'weights'}.json")
    for place in (file, log, curve):
        if place is not None:
            check_place(place)
    if policy:
        teach_policy(name, games, seed, file, log)
    elif is_network:
        teach_by_practice(name, games, seed, file, log, curve)
    else:
        teach_evaluation(name, f"{name} --linear" if linear else name, games, seed, file, log, curve)


def teach_evaluation(
    name: str, asked: str, games: int | None, seed: int, file: Path, log: Path | None, curve: Path | None
) -> None:
    """Learn what positions are worth, and write that down."""
    from shinar.search.course import Course, Syllabus  # slow to import

    checkpoint = file.with_name(f"{file.name}.course.npz")
    course = Course.resume(Syllabus(name, games, seed), checkpoint)
    with compiling(name):
        teach(course, checkpoint)
        found = course.result()[0]
    write_whole(file, weights_text(found, course.lessons.counts))
    if log is not None:
        write_log(log, asked, games, seed, course.log)
    if curve is not None:
        title = f"learning {name}: log loss on games that were left out, one point for each exam"
        write_whole(curve, curve_picture(title, course.exams))
    checkpoint.unlink(missing_ok=True)
    out().print(f"weights: {file}")


def teach(course: "Course", checkpoint: Path) -> None:
    """Learn all batches that are left, with an exam from time to time and at the end of each generation."""
    every = max(1, course.batches // CHECKS)
    with progress_bar("batches") as bar:
        ticks = bar.add_task(f"learning {course.syllabus.game}", total=course.batches, completed=course.done_in_all)

        def after_batch() -> None:
            if course.done_in_all % every == 0 or course.is_generation_over:
                exam = course.result()[1]
                course.exams.append((course.generation, exam.loss))
                course.log.append(report(course, exam))
                out().print(course.log[-1])
            course.save(checkpoint)
            bar.advance(ticks)

        try:
            course.learn(after_batch)
        except KeyboardInterrupt:
            raise interrupted(course.done_in_all, course.batches) from None


def teach_policy(name: str, games: int | None, seed: int, file: Path, log: Path | None) -> None:
    """Learn which actions to look at first, and write that down."""
    from shinar.search.policy import PolicyCourse  # slow to import

    game = make(name)
    policy_lessons = game.expertise().policy_lessons
    if policy_lessons is None:
        raise OptionError(f"{name} has no policy that can be trained")
    course = PolicyCourse(game, policy_lessons, seed, games)
    checkpoint = file.with_name(f"{file.name}.course.npz")
    course.resume(checkpoint)
    with compiling(name), progress_bar("batches") as bar:
        ticks = bar.add_task(f"learning {name}", total=len(course.plan), completed=course.done)

        def after_batch(told: str) -> None:
            if told:
                out().print(told)
            course.save(checkpoint)
            bar.advance(ticks)

        try:
            found = course.learn(after_batch)
        except KeyboardInterrupt:
            raise interrupted(course.done, len(course.plan)) from None
    write_whole(file, policy_text(found))
    if log is not None:
        write_log(log, f"{name} --policy", games, seed, course.log)
    checkpoint.unlink(missing_ok=True)
    out().print(f"weights: {file}")


def teach_by_practice(
    name: str, games: int | None, seed: int, file: Path, log: Path | None, curve: Path | None
) -> None:
    """Let a network play the game until it plays it well, and write down what it has learned."""
    from shinar.search.training import Training  # slow to import

    course = Training.begin(name, seed, games)
    checkpoint = file.with_name(f"{file.name}.course.npz")
    course.resume(checkpoint)
    with compiling(name), progress_bar("steps") as bar:
        steps = course.batches + len(course.sessions)
        ticks = bar.add_task(f"learning {name}", total=steps, completed=course.done + course.watched)
        kept = course.done

        def keep() -> None:
            nonlocal kept
            course.save(checkpoint)
            kept = course.done

        def after_watching() -> None:
            keep()
            bar.update(ticks, completed=course.done + course.watched)

        def after_batch(found: "Found") -> None:
            is_last = course.done == course.batches
            if course.done % EXAM_EVERY == 0 or is_last:
                course.exams.append((course.games, course.examine()))
                course.log.append(practice_report(course, found))
                out().print(course.log[-1])
            if course.done % KEPT_EVERY == 0 or is_last:
                keep()
            bar.update(ticks, completed=course.done + course.watched)

        try:
            course.learn(after_batch, after_watching)
        except KeyboardInterrupt:
            raise interrupted(kept, course.batches) from None
    write_skills(file, course.skill(), course.skill_of_others())
    if log is not None:
        write_log(log, name, games, seed, course.log)
    if curve is not None:
        title = f"learning {name}: points of each seat at the first table, after more and more games"
        write_whole(curve, curve_picture(title, [(0, points) for _, points in course.exams], 1, has_generations=False))
    checkpoint.unlink(missing_ok=True)
    out().print(f"weights: {file}")


def write_skills(file: Path, own: "Skill", others: "Skill | None") -> None:
    """Write what was learned, so that at every moment a whole file is there."""
    from shinar.search.skill import save_skills  # slow to import

    part = file.with_name(f".{file.name}.part")
    with part.open("wb") as opened:
        save_skills(opened, own, others)
    part.replace(file)


def practice_report(course: "Training", found: "Found") -> str:
    """How well the network plays by now."""
    points, among = course.exams[-1][1], course.examine_among_strangers()
    return (
        f"{course.games:,} games: {points:.1f} points each at the first table, first in {PERCENT * among:.1f} % of the "
        f"games among strangers; in the last batch the log loss of who ends first was {found.loss:.3f}, predicted "
        f"points were off by {found.error:.1f}, entropy {found.entropy:.3f}"
    )


def write_log(file: Path, asked: str, games: int | None, seed: int, lines: list[str]) -> None:
    """What was reported, below the command that repeats it."""
    command = f"shinar train {asked}{f' --games {games}' if games else ''} --seed {seed}"
    write_whole(file, "\n".join([command, *lines]) + "\n")


def interrupted(done: int, batches: int) -> InterruptedRunError:
    """What Ctrl-C says."""
    return InterruptedRunError(f"stopped after {done} of {batches} batches; run the same command again to continue")


def policy_text(weights: list[list[int]]) -> str:
    """Weights as a JSON text, a line for each row."""
    rows = ",\n".join(f"  {json.dumps(row)}" for row in weights)
    return f"[\n{rows}\n]\n"


def report(course: "Course", exam: "Exam") -> str:
    """How good the weights are by now."""
    games, iterations = course.games_played, course.generations[course.generation].iterations
    how = f"searched with {iterations} iterations" if iterations else "played by weights"
    return (
        f"generation {course.generation}, {how}, {games} games: log loss {exam.loss:.4f} (a coin: 0.6931), "
        f"{PERCENT * exam.right:.1f} % of the pairs as predicted"
    )


# ---- the curve --------------------------------------------------------------------------------------------------

LEFT, TOP, WIDTH, HEIGHT = 60.0, 40.0, 540.0, 220.0  # of the picture
GRID = 4  # lines


def curve_picture(title: str, points: list[tuple[int, float]], decimals: int = 3, has_generations: bool = True) -> str:
    """What was found in each exam, with another colour for each generation."""
    low, high = min(found for _, found in points), max(found for _, found in points)
    margin = max(high - low, 0.01) / 10
    low, high = low - margin, high + margin
    picture = Picture(LEFT + WIDTH + 30, TOP + HEIGHT + 50)
    picture.write(16, 24, title, 14)
    for step in range(GRID + 1):
        value = low + (high - low) * step / GRID
        y = TOP + HEIGHT * (GRID - step) / GRID
        picture.add("line", x1=LEFT, x2=LEFT + WIDTH, y1=y, y2=y, stroke=COLOURS["line"])
        picture.write(LEFT - 8, y + 4, f"{value:.{decimals}f}", 12, text_anchor="end")
    for number, (generation, found) in enumerate(points):
        x = LEFT + WIDTH * (number + 0.5) / len(points)
        y = TOP + HEIGHT * (high - found) / (high - low)
        picture.add("circle", cx=round(x, 1), cy=round(y, 1), r=5, fill=seat_colour(generation))
    for generation in sorted({generation for generation, _ in points}) if has_generations else ():
        x = LEFT + 150 * generation
        picture.add("circle", cx=x, cy=TOP + HEIGHT + 28, r=5, fill=seat_colour(generation))
        picture.write(x + 10, TOP + HEIGHT + 32, f"generation {generation}", 12)
    return f"{picture}\n"
