"""The ladder of a game: each level against a table of the one below, and their places on one scale, as a page.

Every kind of table has a ladder, and a scale, of its own. The first level has 1,000; each other one has what it leads
the one below by, as measured, and that one's rating.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from shinar.arena.backends import Backend
from shinar.arena.contest import Contest
from shinar.arena.run import run_contest
from shinar.arena.summary import Summary, elo
from shinar.bots.levels import ladder_name, levels_of
from shinar.core.expertise import Level, Rating

__all__ = ["Ladder", "ladder_page", "ladder_pairs", "play_ladder"]

PERCENT = 100
DUEL = 2  # seats
FIRST_ELO = 1000


@dataclass(frozen=True)
class Ladder:
    """What was played at tables of one kind."""

    title: str  # the kind: `3 players`, and what else differs from the usual game
    command: str  # that repeats it
    summaries: list[Summary]
    team_size: int = 1  # so many seats win together

    @property
    def seats(self) -> int:
        """At each table."""
        return len(self.summaries[0].verdicts)

    @property
    def rivals(self) -> int:
        """The other players, or teams, who could be first."""
        return self.seats // self.team_size - 1

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """Of the levels, the weakest first."""
        steps = self.summaries[: len(levels_of(self.summaries[0].contest.game)) - 1]
        found, height, square = [Rating(FIRST_ELO, 0)], float(FIRST_ELO), 0.0
        for step in steps:
            lead, error = lead_of(step, self.rivals)
            height, square = height + lead, square + error * error
            found.append(Rating(round(height), round(math.sqrt(square))))
        return tuple(found)


def lead_of(summary: Summary, rivals: int) -> tuple[float, float]:
    """By how much one leads a table of another in Elo, and half of the 95 % interval."""
    first = summary.verdicts[0]
    return elo(first.win_rate, rivals), (elo(first.high, rivals) - elo(first.low, rivals)) / 2


def ladder_pairs(game: str, seats: int = DUEL) -> list[tuple[str, str]]:
    """Who meets a table of whom: the levels their neighbours; then, in duels, the first level the simple bots."""
    names = [ladder_name(level) for level in levels_of(game)]
    neighbours = [(upper, lower) for lower, upper in pairwise(names)]
    return [*neighbours, (names[0], "random"), ("greedy", names[0])] if seats == DUEL else neighbours


def play_ladder(
    contests: Sequence[Contest], backend: Backend, folder: Path, progress: Callable[[Contest, int], None]
) -> list[Summary]:
    """Play the contests of a ladder one after the other, each with a results file of its own."""
    return [
        run_contest(contest, backend, folder / contest.file_name, partial(progress, contest)) for contest in contests
    ]


def ladder_page(game: str, ladders: list[Ladder], version: str, date: str) -> str:
    """The page that is published; it names the commands that repeat it."""
    levels = levels_of(game)
    sizes = [ladder for number, ladder in enumerate(ladders) if _is_new_size(ladder, ladders[:number])]
    others = [ladder for ladder in ladders if ladder not in sizes]
    lines = [
        f"# The ladder of {game}",
        "",
        f"Played on {date} with Shinar {version}. Deals are paired, seats rotate, a draw counts half. Intervals are",
        "Wilson's, 95 %. Every kind of table has a scale of its own, on which level 1 has 1,000: a level's Elo is",
        f"that of the level below plus its lead over a table of that level.{_time_sentence(levels)}",
        "",
        f"| level | name | plays | {' | '.join(f'Elo, {ladder.title}' for ladder in sizes)} |",
        f"|---|---|---|{'---|' * len(sizes)}",
        *(_level_line(level, sizes) for level in levels),
        "",
        *(_table_of_others(levels, others) if others else ()),
    ]
    return "\n".join([*lines, *(line for ladder in ladders for line in _ladder_lines(ladder))])


def _is_new_size(ladder: Ladder, before: list[Ladder]) -> bool:
    return all(other.seats != ladder.seats for other in before)


def _time_sentence(levels: tuple[Level, ...]) -> str:
    timed = [level for level in levels if level.seconds is not None]
    return "".join(
        f" Level {level.number} thinks\nfor {level.seconds:g} s about each action when it plays; here it has only "
        f"{level.iterations:,} iterations, since timed games\nwould take days and differ on every machine."
        for level in timed
    )


def _table_of_others(levels: tuple[Level, ...], ladders: list[Ladder]) -> list[str]:
    """The same figures, a line for each kind of table."""
    return [
        f"| Elo at other tables | {' | '.join(f'level {level.number}' for level in levels)} |",
        f"|---|{'---|' * len(levels)}",
        *(f"| {ladder.title} | {' | '.join(map(rating_text, ladder.ratings))} |" for ladder in ladders),
        "",
    ]


def _level_line(level: Level, ladders: list[Ladder]) -> str:
    ratings = [rating_text(ladder.ratings[level.number - 1]) for ladder in ladders]
    return f"| {level.number} | {level.name} | {level.summary} | {' | '.join(ratings)} |"


def rating_text(rating: Rating) -> str:
    """`1250 ± 31`."""
    return f"{rating.elo} ± {rating.error}" if rating.error else str(rating.elo)


def _ladder_lines(ladder: Ladder) -> list[str]:
    return [
        f"## {ladder.title}",
        "",
        f"`{ladder.command}`{_table_sentence(ladder)}",
        "",
        "| player | against | games | first | 95 % interval | Elo | points |",
        "|---|---|---|---|---|---|---|",
        *(_line(summary, ladder.rivals) for summary in ladder.summaries),
        "",
    ]


def _table_sentence(ladder: Ladder) -> str:
    if ladder.seats == DUEL:
        return ""
    partner = ", one of them its partner" if ladder.team_size > 1 else ""
    fair = PERCENT / (ladder.rivals + 1)
    others = f"the other bot the {ladder.seats - 1} others{partner}"
    return f"\n\nThe player has one seat, {others}: {fair:.1f} % would be fair."


def _line(summary: Summary, rivals: int) -> str:
    first, second = summary.verdicts[:DUEL]
    interval = f"{PERCENT * first.low:.1f} – {PERCENT * first.high:.1f} %"
    points = f"{first.mean_score:.1f} – {second.mean_score:.1f}"
    rate = f"{PERCENT * first.win_rate:.1f} %"
    low, lead, high = (elo(share, rivals) for share in (first.low, first.win_rate, first.high))
    cells = [first.player, second.player, str(summary.games), rate, interval, f"{lead:+.0f} ({low:+.0f} … {high:+.0f})"]
    return f"| {' | '.join([*cells, points])} |"
