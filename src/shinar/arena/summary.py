"""What the games of a contest show, with its uncertainty."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from shinar.arena.contest import Contest, GameResult
from shinar.core.picture import table

__all__ = ["Summary", "Verdict", "elo", "summarise", "wilson"]

Z95 = 1.959964  # of the normal distribution, for 95 %
ELO_SCALE = 400.0
SURE = 1e-4  # for Elo, win rates are kept at least this far from 0 and 1


@dataclass(frozen=True)
class Verdict:
    """How one player did."""

    player: str
    wins: int  # first places held alone
    draws: int  # first places shared
    win_rate: float  # a shared first place counts as a fraction
    low: float  # 95 % Wilson interval of the win rate
    high: float
    elo: float | None  # over the mean of the others, for two seats
    elo_low: float | None
    elo_high: float | None
    mean_score: float
    mean_rank: float
    milliseconds: float  # per action


@dataclass(frozen=True)
class Summary:
    """How all did."""

    contest: Contest
    games: int
    verdicts: tuple[Verdict, ...]

    def _repr_html_(self) -> str:
        """The contest as notebooks show it."""
        head = ("player", "wins", "95 % interval", "points", "place", "ms per action")
        return table(head, map(_shown, self.verdicts), f"{self.contest.game}: {self.games} games")


def _shown(verdict: Verdict) -> tuple[str, ...]:
    """A line of the table."""
    interval = f"{verdict.low:.1%} – {verdict.high:.1%}"
    means = (f"{verdict.mean_score:.1f}", f"{verdict.mean_rank:.2f}", f"{verdict.milliseconds:.1f}")
    return (verdict.player, f"{verdict.win_rate:.1%}", interval, *means)


def summarise(contest: Contest, played: Iterable[GameResult]) -> Summary:
    """Sum up the games there are."""
    games = sorted(played, key=lambda game: game.number)
    verdicts = [_verdict(contest, games, player) for player in range(len(contest.players))]
    return Summary(contest, len(games), tuple(verdicts))


def _verdict(contest: Contest, games: list[GameResult], player: int) -> Verdict:
    count = max(len(games), 1)
    team_size = contest.make_game().team_size
    shares = [_share_of_first(game, player, team_size) for game in games]
    rate = sum(shares) / count
    low, high = wilson(rate, len(games))
    is_duel = len(contest.players) == 2
    actions = sum(game.actions[player] for game in games)
    return Verdict(
        contest.players[player],
        sum(share == 1 for share in shares),
        sum(0 < share < 1 for share in shares),
        rate,
        low,
        high,
        elo(rate) if is_duel else None,
        elo(low) if is_duel else None,
        elo(high) if is_duel else None,
        sum(game.scores[player] for game in games) / count,
        sum(game.ranks[player] for game in games) / count,
        1000 * sum(game.seconds[player] for game in games) / max(actions, 1),
    )


def _share_of_first(game: GameResult, player: int, team_size: int) -> float:
    """One for who came first, shared after a tie, but not with a partner."""
    return team_size / game.ranks.count(1) if game.ranks[player] == 1 else 0.0


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a win rate, by Wilson's score."""
    if games == 0:
        return 0.0, 1.0
    square = Z95 * Z95 / games
    middle = rate + square / 2
    width = Z95 * math.sqrt(rate * (1 - rate) / games + square / (4 * games))
    # At 0 and 1 the interval ends exactly at the rate; rounding must not put the rate outside.
    return min(max((middle - width) / (1 + square), 0.0), rate), max(min((middle + width) / (1 + square), 1.0), rate)


def elo(rate: float, others: int = 1) -> float:
    """The difference in Elo that a rate of first places means, where all others are equally strong."""
    kept = min(max(rate, SURE), 1 - SURE)
    return ELO_SCALE * math.log10(others * kept / (1 - kept))
