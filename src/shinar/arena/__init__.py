"""Matches in bulk: paired seeds, rotated seats, ratings with error bars; on local processes or on Ray."""

from shinar.arena.contest import Contest, Played, play_game
from shinar.arena.run import run_contest
from shinar.arena.summary import Summary, summarise

__all__ = ["Contest", "Played", "Summary", "play_game", "run_contest", "summarise"]
