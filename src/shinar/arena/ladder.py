"""The ladder of a game: each level against the one below, and against the simple bots, as a page with error bars."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from shinar.arena.backends import Backend
from shinar.arena.contest import Contest
from shinar.arena.run import run_contest
from shinar.arena.summary import Summary
from shinar.bots.levels import levels_of

__all__ = ["Rung", "ladder_page", "ladder_rungs", "play_ladder"]

PERCENT = 100
DUEL = 2  # seats


@dataclass(frozen=True)
class Rung:
    """One comparison of the ladder: how often the upper player must win at least."""

    upper: str
    lower: str
    least: float  # what the lower end of the interval, or for levels 1 the rate, must reach

    @property
    def claim(self) -> str:
        """What is claimed, in words."""
        return f"{self.upper} wins against {self.lower} in at least {PERCENT * self.least:.0f} %"


def ladder_rungs(game: str) -> list[Rung]:
    """What is compared: neighbours, then the ends with the simple bots."""
    names = [f"level{level.number}" for level in levels_of(game)]
    neighbours = [Rung(upper, lower, 0.55) for lower, upper in pairwise(names)]
    against_random = [Rung(name, "random", 0.6 if name == names[0] else 0.95) for name in names]
    return [*neighbours, Rung("greedy", names[0], 0.5), Rung("greedy", "random", 0.95), *against_random]


def play_ladder(
    contests: list[Contest], backend: Backend, folder: Path, progress: Callable[[Contest, int], None]
) -> list[Summary]:
    """Play the contests of a ladder one after the other, each with a results file of its own."""
    return [
        run_contest(contest, backend, folder / contest.file_name, partial(progress, contest)) for contest in contests
    ]


def ladder_page(game: str, command: str, summaries: list[Summary], version: str, date: str) -> str:
    """The page that is published; it names the command that repeats it."""
    lines = [
        f"# The ladder of {game}",
        "",
        f"Played on {date} with Shinar {version} by `{command}`. Deals are paired, seats rotate, a draw",
        f"counts half.{_table_sentence(summaries)}",
        "Levels are fixed in iterations, so that anybody can play the same ladder again. Intervals are",
        "Wilson's, 95 %.",
        "",
        "| level | name | plays |",
        "|---|---|---|",
        *(f"| {level.number} | {level.name} | {level.summary} |" for level in levels_of(game)),
        "",
        "| player | against | games | wins | 95 % interval | Elo | points | ms per action |",
        "|---|---|---|---|---|---|---|---|",
        *(_line(summary) for summary in summaries),
        "",
    ]
    return "\n".join(lines)


def _table_sentence(summaries: list[Summary]) -> str:
    seats = len(summaries[0].verdicts)
    if seats == DUEL:
        return ""
    return f" The player has one seat, the other bot the {seats - 1} others: {PERCENT / seats:.1f} % would be fair."


def _line(summary: Summary) -> str:
    first, second = summary.verdicts[:DUEL]
    interval = f"{PERCENT * first.low:.1f} – {PERCENT * first.high:.1f} %"
    points = f"{first.mean_score:.1f} – {second.mean_score:.1f}"
    times = f"{first.milliseconds:.1f} – {second.milliseconds:.1f}"
    rate = f"{PERCENT * first.win_rate:.1f} %"
    elo = "" if first.elo is None else f"{first.elo:+.0f} ({first.elo_low:+.0f} … {first.elo_high:+.0f})"
    cells = [first.player, second.player, str(summary.games), rate, interval, elo, points, times]
    return f"| {' | '.join(cells)} |"
