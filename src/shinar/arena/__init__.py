"""Many matches: paired seeds, rotated seats, ratings with error bars; in local processes or on Ray."""

from shinar.arena.contest import Contest, GameResult, play_game
from shinar.arena.run import run_contest
from shinar.arena.summary import Summary, summarise

__all__ = ["Contest", "GameResult", "Summary", "play_game", "run_contest", "summarise"]
